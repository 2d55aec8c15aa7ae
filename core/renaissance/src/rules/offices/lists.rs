//! Who may come in, go out, and trade outside the walls (RN-25). Changes take effect at once (RN-25.9).

use super::control::must_control;
use super::deed::{FamilyList, Government};
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::Location;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::places::{INGRESS_MOST, enlist};
use crate::rules::refusal::{Refused, must};

impl FamilyList {
    /// The rule that has its terms.
    const fn rule(self) -> &'static str {
        match self {
            Self::Ingress => "RN-25.4",
            Self::EgressDenied => "RN-25.6",
            Self::MarketRights => "RN-25.8",
        }
    }
    /// Most families on it.
    const fn most(self, sc: &Scenario) -> usize {
        match self {
            Self::Ingress => INGRESS_MOST,
            Self::EgressDenied | Self::MarketRights => sc.rulings.offices.lists_most,
        }
    }
    fn of(self, here: &mut Location) -> &mut Vec<FamilyId> {
        match self {
            Self::Ingress => &mut here.ingress,
            Self::EgressDenied => &mut here.egress_denied,
            Self::MarketRights => &mut here.market_rights,
        }
    }
}

/// A change of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListChange {
    /// Where.
    pub location: LocationId,
    /// Which list.
    pub list: FamilyList,
    /// Who is put on it.
    pub add: Vec<FamilyId>,
    /// Who is taken off it first.
    pub remove: Vec<FamilyId>,
}

/// Who is in control takes families off a list and puts others on it. Who is denied ingress does not wait for it any longer
/// (RN-25.5).
pub fn change(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, change: &ListChange,
) -> Result<(), Refused> {
    let ListChange { location, list, add, remove } = change;
    let (location, list) = (*location, *list);
    must_control(sc, st, location, by, list.rule())?;
    let here = st.location_mut(location);
    let before = list.of(here).clone();
    let mut families = before.clone();
    families.retain(|it| !remove.contains(it));
    let fits = add.iter().all(|it| families.contains(it) || enlist(&mut families, *it, list.most(sc)));
    must(fits, list.rule(), "so many families do not go on the list")?;
    if list == FamilyList::Ingress {
        here.waiting.retain(|(family, _)| !remove.contains(family) && !add.contains(family));
    }
    let added = families.iter().copied().filter(|it| !before.contains(it)).collect();
    let removed = before.iter().copied().filter(|it| !families.contains(it)).collect();
    *list.of(here) = families;
    month.tell(Government::Listed { location, list, added, removed });
    Ok(())
}

/// Who is in control opens or closes the market outside the walls (RN-25.7, RN-25.8).
pub fn set_market(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId, open: bool,
) -> Result<(), Refused> {
    must_control(sc, st, location, by, "RN-25.8")?;
    st.location_mut(location).market_open = open;
    month.tell(Government::Market { location, open });
    Ok(())
}

/// A family that has received a tower waits for ingress; one family a turn goes on the list (RN-25.5, RN-R54).
pub fn wait_for_ingress(st: &mut State, location: LocationId, family: FamilyId) {
    let turn = st.turn;
    let here = st.location_mut(location);
    if here.ingress.contains(&family) || here.waiting.iter().any(|(it, _)| *it == family) {
        return;
    }
    let next = here.waiting.iter().map(|(_, since)| since.later(1)).max();
    here.waiting.push((family, next.map_or(turn, |next| next.max(turn))));
}

/// Step 3: families that have waited long enough may come in, as long as there is room (RN-25.5, RN-R54).
pub fn admit_waiting(sc: &Scenario, st: &mut State) {
    let turn = st.turn;
    let delay = sc.rulings.offices.ingress_delay;
    for here in st.locations.iter_mut().filter(|here| !here.waiting.is_empty()) {
        let ingress = &mut here.ingress;
        here.waiting.retain(|(family, since)| since.later(delay) > turn || !enlist(ingress, *family, INGRESS_MOST));
    }
}
