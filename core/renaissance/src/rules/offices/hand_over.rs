//! Titles that go to another holder, with the positions that belong to them.

use super::{control, towers};
use crate::model::ids::{Holder, LocationId, TitleId};
use crate::model::location::LocalOffice;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::titles::title_of;

/// A title goes to another holder, who is chosen or has accepted it: so do the positions at locations that belong to it, and who
/// loses them keeps his towers there (RN-69.7).
pub fn hand_to(sc: &Scenario, st: &mut State, month: &mut Month, title: TitleId, holder: Holder) {
    let before = st.title(title).holder;
    let stands = st.title_mut(title);
    (stands.holder, stands.vacant_since) = (holder, None);
    let offices = LocalOffice::ALL.iter().filter(|it| **it != LocalOffice::Magistrate);
    let belongs = |(location, office): &(LocationId, LocalOffice)| title_of(sc, st, *location, *office) == Some(title);
    let pairs = sc.board.location_ids().flat_map(|location| offices.clone().map(move |office| (location, *office)));
    let its: Vec<_> = pairs.filter(belongs).collect();
    for (location, office) in its {
        towers::office_changed(sc, st, month, location, office, before, holder);
        control::settle(sc, st, month, location);
    }
}
