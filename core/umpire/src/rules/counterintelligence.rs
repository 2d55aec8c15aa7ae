//! P13: counter-intelligence (UM-30, UM-R94).

use kernel::RuleRef;

use super::options::intrigue::lose_network;
use crate::rules::turn::Turn;

/// P13: a network of the owner hunts every foreign one in his province, those of his friends included (UM-30.1).
pub fn hunt(turn: &mut Turn) {
    let (sc, chance) = (turn.sc, turn.sc.constants.R94.found_chance as i32);
    for place in sc.province_ids() {
        let province = turn.st.province(place);
        let (owner, spies) = (province.owner, province.spies);
        if !spies.has(owner) {
            continue;
        }
        for foreign in spies.iter().filter(|spies| *spies != owner) {
            let mut stream = turn.dice.stream("spy_hunt", place.0, u16::from(foreign.0));
            if stream.chance(chance, RuleRef::new("UM-R94")) {
                lose_network(turn, "P13", place, foreign, "UM-30.1");
            }
        }
    }
}
