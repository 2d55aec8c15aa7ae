//! Who succeeds a ruler that is lost (ER-14.10, ER-14.11).

use crate::model::ids::PowerId;
use crate::model::scenario::{PowerKind, Ruler};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;

/// A power that has lost its ruler, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacancy {
    /// Which.
    pub power: PowerId,
    /// The title of its ruler.
    pub title: Ruler,
    /// Who took him; nobody if he drowned.
    pub by: Option<PowerId>,
}

/// The lowest succession number still in play rules; that holds for a ruler who drowned as well (reading ER-14.10/a). To
/// be called when all who leave play in the same event have left: who is lost together with the ruler never ruled.
/// Returns the Roman powers that are undone for want of a successor (ER-14.11), and by whom.
pub fn succeed(eng: &mut Engine<'_>, vacancies: &[Vacancy]) -> Vec<(PowerId, Option<PowerId>)> {
    let mut undone = Vec::new();
    for vacancy in vacancies {
        let numbered = eng.st.leaders_serving(vacancy.power).filter_map(|(id, leader)| Some((leader.succession?, id)));
        match numbered.min() {
            Some((_, heir)) => {
                eng.st.leader_mut(heir).ruler = Some(vacancy.title);
                let what = EventKind::RulerSucceeded {
                    power: eng.sc.power_name(vacancy.power),
                    leader: eng.sc.leader_name(heir),
                };
                eng.tell("ER-14.10", what);
            }
            None if eng.st.power(vacancy.power).kind == PowerKind::Roman => undone.push((vacancy.power, vacancy.by)),
            None => {}
        }
    }
    undone
}
