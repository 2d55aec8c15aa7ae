//! Leaders captured and lost, and who succeeds them (ER-14.10, ER-14.11, ER-17.15, ER-R26, ER-R27).

use crate::engine::Engine;
use crate::event::What;
use crate::ids::{LeaderId, PowerId};
use crate::phases::morale::{self, Account};
use crate::scenario::{PowerKind, Ruler};
use crate::state::LeaderPlace;

/// A leader is captured: he leaves play, his power loses and the captor gains his morale value.
pub fn capture(eng: &mut Engine<'_>, account: &mut Account, leader: LeaderId, by: PowerId) {
    let of = eng.st.leader(leader).power;
    let value = morale::leader_value(eng.sc, eng.st, leader);
    account.lose(of, value, Some(by));
    account.gain(by, value);
    let what = What::LeaderCaptured { leader: eng.sc.captain(leader), of: eng.sc.party(of), by: eng.sc.party(by) };
    eng.tell("ER-17.15", what);
    leave(eng, account, leader, LeaderPlace::Captured(by), Some(by));
}

/// A leader drowns: his power loses his morale value, nobody gains it (ER-R26).
pub fn drown(eng: &mut Engine<'_>, account: &mut Account, leader: LeaderId) {
    let of = eng.st.leader(leader).power;
    account.lose(of, morale::leader_value(eng.sc, eng.st, leader), None);
    eng.tell("ER-R26", What::LeaderGone { leader: eng.sc.captain(leader), of: eng.sc.party(of) });
    leave(eng, account, leader, LeaderPlace::Gone, None);
}

fn leave(eng: &mut Engine<'_>, account: &mut Account, id: LeaderId, place: LeaderPlace, by: Option<PowerId>) {
    let leader = eng.st.leader_mut(id);
    leader.place = place;
    let (power, title) = (leader.power, leader.ruler.take());
    if let Some(title) = title {
        succeed(eng, account, power, title, by);
    }
}

/// The lowest succession number still in play rules at once; a Roman power without successor is undone (ER-14.11). That
/// holds for a ruler who drowned as well (reading ER-14.10/a).
fn succeed(eng: &mut Engine<'_>, account: &mut Account, power: PowerId, title: Ruler, by: Option<PowerId>) {
    let numbered = eng.st.leaders_serving(power).filter_map(|(id, leader)| Some((leader.succession?, id)));
    match numbered.min() {
        Some((_, heir)) => {
            eng.st.leader_mut(heir).ruler = Some(title);
            let what = What::RulerSucceeded { power: eng.sc.party(power), leader: eng.sc.captain(heir) };
            eng.tell("ER-14.10", what);
        }
        None if eng.st.power(power).kind == PowerKind::Roman => account.ruin(power, by),
        None => {}
    }
}
