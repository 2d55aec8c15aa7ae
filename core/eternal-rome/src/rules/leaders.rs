//! Leaders captured and lost (ER-17.15, ER-R26, ER-R27).

use crate::model::ids::{LeaderId, PowerId};
use crate::model::state::LeaderPlace;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::succession::Vacancy;

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
