//! Sovereignty, feudatory status and tenancy change hands (RN-15.4, RN-15.6, RN-15.8, RN-R35).

use super::control;
use super::deed::{Government, Position, Transfer};
use super::towers;
use crate::model::ids::{Holder, LocationId, PersonaId};
use crate::model::location::LocalOffice;
use crate::model::measures::round_half_up;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::TitleKind;
use crate::rules::month::Month;
use crate::rules::places::holder_of;
use crate::rules::refusal::{Refused, must};

impl Position {
    /// The rule that has its terms.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Sovereignty => "RN-15.8",
            Self::Feudatory => "RN-15.6",
            Self::Tenancy => "RN-15.4",
        }
    }
    /// The office of the location.
    pub const fn office(self) -> LocalOffice {
        match self {
            Self::Sovereignty => LocalOffice::Sovereign,
            Self::Feudatory => LocalOffice::Feudatory,
            Self::Tenancy => LocalOffice::Tenant,
        }
    }
}

/// A persona orders a transfer. It happens once all whose order is needed have ordered the same this month (RN-R35).
pub fn order(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, transfer: Transfer,
) -> Result<(), Refused> {
    let Transfer { location, position, .. } = transfer;
    let needed = needed(sc, st, location, position);
    must(needed.contains(&Holder::Persona(by)), position.rule(), "his order does not count for it")?;
    must(!needed.contains(&Holder::NonPlayer), "RN-R35", "somebody whom nobody plays would have to consent")?;
    may_receive(sc, st, transfer)?;
    let others =
        [Position::Sovereignty, Position::Feudatory, Position::Tenancy].into_iter().filter(|it| *it != position);
    let clear = others.into_iter().all(|it| !month.peace.transferred.contains(&(location, it)));
    must(clear, position.rule(), "another position there has been transferred this month")?;
    month.peace.consents.entry(transfer).or_default().insert(by);
    if is_complete(sc, st, month, transfer) {
        install(sc, st, month, transfer);
    }
    Ok(())
}

/// Whether all whose order is needed have given it.
fn is_complete(sc: &Scenario, st: &State, month: &Month, transfer: Transfer) -> bool {
    let given = month.peace.consents.get(&transfer);
    let consents = |holder: Holder| match holder {
        Holder::Vacant => true,
        Holder::NonPlayer => false,
        Holder::Persona(id) => given.is_some_and(|all| all.contains(&id)),
    };
    given.is_some() && needed(sc, st, transfer.location, transfer.position).into_iter().all(consents)
}

/// Whose order a transfer needs; of a position that nobody holds, nobody's.
pub(crate) fn needed(sc: &Scenario, st: &State, location: LocationId, position: Position) -> Vec<Holder> {
    let holder = |office| holder_of(sc, st, location, office);
    let separate = st.location(location).controller.map(|it| Holder::Persona(it.persona));
    let controller = separate.unwrap_or_else(|| holder(LocalOffice::Tenant));
    match position {
        Position::Sovereignty => vec![controller],
        Position::Feudatory => vec![holder(LocalOffice::Sovereign), controller],
        Position::Tenancy => vec![holder(LocalOffice::Sovereign), holder(LocalOffice::Feudatory), controller],
    }
}

/// Whether a title may have a position: feudal ones from a rank on, all others always.
fn may_receive(sc: &Scenario, st: &State, transfer: Transfer) -> Result<(), Refused> {
    let Transfer { location, position, title } = transfer;
    let here = st.location(location);
    let (now, least) = match position {
        Position::Sovereignty => (here.sovereign, sc.rulings.offices.sovereign_rank),
        Position::Feudatory => (here.feudatory, sc.rulings.offices.feudatory_rank),
        Position::Tenancy => (here.tenant, 0),
    };
    must(now != Some(title), position.rule(), "the title has it")?;
    let record = st.title_record(sc, title);
    let high_enough = record.kind != TitleKind::Feudal || record.rank >= least;
    must(high_enough, position.rule(), "the title is of too low a rank")
}

/// Transfers a position to a title: loyalty is halved, and a garrison goes home when the tenancy changes.
pub(crate) fn install(sc: &Scenario, st: &mut State, month: &mut Month, transfer: Transfer) {
    let Transfer { location, position, title } = transfer;
    let before = holder_of(sc, st, location, position.office());
    let lost_per_cent = sc.rulings.offices.transfer_loyalty_per_cent;
    let here = st.location_mut(location);
    match position {
        Position::Sovereignty => here.sovereign = Some(title),
        Position::Feudatory => here.feudatory = Some(title),
        Position::Tenancy => (here.tenant, here.garrison) = (Some(title), 0),
    }
    here.loyalty = here.loyalty.changed(-round_half_up(here.loyalty.points() * lost_per_cent, 100));
    month.peace.transferred.insert((location, position));
    month.tell(Government::Transferred { location, position, title });
    let after = st.title(title).holder;
    towers::office_changed(sc, st, month, location, position.office(), before, after);
    control::settle(sc, st, month, location);
}
