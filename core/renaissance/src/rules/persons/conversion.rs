//! Change of religion (RN-24).

use super::piety;
use crate::model::family::Religion;
use crate::model::ids::{FamilyId, PersonaId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::church::posts;
use crate::rules::month::Month;
use crate::rules::peace::deed::Peace;
use crate::rules::refusal::{Refused, must};
use crate::rules::titles::is_sovereign;

/// A family takes another religion, with all families of its player: once the last of them has given the order (RN-24.1,
/// RN-R53).
///
/// `families`: those of the player, this one among them.
pub fn convert(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, religion: Religion, families: &[FamilyId],
) -> Result<(), Refused> {
    let family = st.persona(by).family;
    must(st.family(family).religion != religion, "RN-24.1", "it is his religion")?;
    let turns = st.turn.0.saturating_sub(st.family(family).since.0) + 1;
    must(turns >= sc.rulings.reputation.conversion_turn, "RN-24.3", "the player has not had the family long enough")?;
    must(!living(st, family).iter().any(|id| is_sovereign(sc, st, *id)), "RN-24.2", "a sovereign is of the family")?;
    month.peace.conversions.insert(family, religion);
    if families.iter().all(|it| month.peace.conversions.get(it) == Some(&religion)) {
        for family in families {
            change(sc, st, month, *family, religion);
        }
    }
    Ok(())
}

fn living(st: &State, family: FamilyId) -> Vec<PersonaId> {
    st.family(family).personae.iter().copied().filter(|id| st.persona(*id).alive).collect()
}

/// The family changes its religion; offices of the church are given up (RN-21.1).
fn change(sc: &Scenario, st: &mut State, month: &mut Month, family: FamilyId, religion: Religion) {
    st.family_mut(family).religion = religion;
    for id in living(st, family) {
        piety::convert(st.persona_mut(id), &sc.rulings.reputation);
        posts::leave_all(sc, st, id, None);
        posts::decline_all(sc, st, id);
    }
    month.tell(Peace::Converted { family, religion });
}
