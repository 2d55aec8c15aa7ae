//! P1: diplomacy (UM-5, UM-R9).

use crate::model::ids::{Factions, NationId};
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::Turn;

/// P1: a nation's list of enemies replaces the old one; changes are published (UM-R9). Enmity is mutual if either
/// lists the other (UM-5.3), which [`enemies`](crate::model::state::State::enemies) sees to.
pub fn name_enemies(turn: &mut Turn, nation: NationId, enemies: &[NationId]) {
    let playing = |other: &NationId| *other != nation && !turn.st.nation(*other).eliminated;
    let list: Factions = enemies.iter().copied().filter(playing).collect();
    publish(turn, nation, list);
    turn.st.nation_mut(nation).declared = list;
}

fn publish(turn: &mut Turn, nation: NationId, list: Factions) {
    let old = turn.st.nation(nation).declared;
    for other in turn.sc.nation_ids() {
        match (old.has(other), list.has(other)) {
            (false, true) => turn.tell(EventScope::Public, "UM-5.1", |sc, _| EventKind::EnmityDeclared {
                nation: sc.party(nation),
                against: sc.party(other),
            }),
            (true, false) => turn.tell(EventScope::Public, "UM-5.1", |sc, _| EventKind::EnmityWithdrawn {
                nation: sc.party(nation),
                against: sc.party(other),
            }),
            _ => {}
        }
    }
}
