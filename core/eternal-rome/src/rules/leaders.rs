//! Leaders captured and lost, and who succeeds them (ER-14.10, ER-14.11, ER-17.15, ER-R26, ER-R27).

use crate::model::ids::{LeaderId, PowerId};
use crate::model::scenario::{PowerKind, Ruler};
use crate::model::state::LeaderPlace;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};

/// A leader is captured: he leaves play, his power loses and the captor gains his morale value.
pub fn capture(eng: &mut Engine<'_>, account: &mut MoraleAccount, leader: LeaderId, by: PowerId) {
    let of = eng.st.leader(leader).power;
    let value = morale::leader_value(eng.sc, eng.st, leader);
    account.lose(of, value, Some(by));
    account.gain(by, value);
    let what = EventKind::LeaderCaptured {
        leader: eng.sc.leader_name(leader),
        of: eng.sc.power_name(of),
        by: eng.sc.power_name(by),
    };
    eng.tell("ER-17.15", what);
    leave(eng, account, leader, LeaderPlace::Captured(by), Some(by));
}

/// A leader drowns: his power loses his morale value, nobody gains it (ER-R26).
pub fn drown(eng: &mut Engine<'_>, account: &mut MoraleAccount, leader: LeaderId) {
    let of = eng.st.leader(leader).power;
    account.lose(of, morale::leader_value(eng.sc, eng.st, leader), None);
    eng.tell("ER-R26", EventKind::LeaderGone { leader: eng.sc.leader_name(leader), of: eng.sc.power_name(of) });
    leave(eng, account, leader, LeaderPlace::Gone, None);
}

fn leave(eng: &mut Engine<'_>, account: &mut MoraleAccount, id: LeaderId, place: LeaderPlace, by: Option<PowerId>) {
    let leader = eng.st.leader_mut(id);
    leader.place = place;
    if let Some(title) = leader.ruler.take() {
        account.vacate(Vacancy { power: leader.power, title, by });
    }
}

/// A power that has lost its ruler, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacancy {
    power: PowerId,
    title: Ruler,
    by: Option<PowerId>,
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
