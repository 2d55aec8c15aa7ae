//! Commands beyond their line of communication, and new orders (ST-7.10, ST-R24).

use std::collections::BTreeMap;

use kernel::{Dice, RuleRef};

use super::leaders::ratings;
use super::march::{Ground, is_heavy};
use super::paths::{Terms, route};
use crate::model::command::{BattleOrder, Disorder};
use crate::model::ids::CommandId;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// The faces of the d10 of commands out of communication that got new orders this week.
pub type Heard = BTreeMap<CommandId, i32>;

/// ST-R24: whether a command takes a new order this week. Out of communication its leader rolls once, and takes all or none.
pub fn obeys(sc: &Scenario, st: &State, id: CommandId, heard: &mut Heard, dice: &mut Dice) -> bool {
    let roll = || dice.stream("leader", id.0, 24).range(1, 10, RuleRef::new("ST-R24"));
    !st.command(id).out_of_communication || *heard.entry(id).or_insert_with(roll) <= loyalty(sc, st, id)
}

fn loyalty(sc: &Scenario, st: &State, id: CommandId) -> i32 {
    i32::from(ratings(sc, st, id).loy)
}

/// ST-R24, ST-R17: who did not take its new orders has a reason of disorder; with a 10 the least loyal set out for home.
pub fn settle(sc: &Scenario, st: &mut State, heard: &Heard) {
    const WORST: i32 = 10;
    for (id, face) in heard {
        if !st.commands.contains_key(id) || *face <= loyalty(sc, st, *id) {
            continue;
        }
        let homeward = *face == WORST && loyalty(sc, st, *id) <= sc.rulings.leaders.deserts_up_to_loy;
        let path = homeward.then(|| way_home(sc, st, *id)).flatten();
        let it = st.command_mut(*id);
        it.disorder.push(Disorder::RefusedOrders);
        if let Some(path) = path {
            (it.path, it.battle_order, it.task) = (path, BattleOrder::Withdraw, None);
        }
    }
}

/// The way to the nearest city of its own.
fn way_home(sc: &Scenario, st: &State, id: CommandId) -> Option<Vec<crate::model::ids::HexId>> {
    let it = st.command(id);
    let home = super::journeys::nearest_city(st, it.power, it.hex, |_| true)?;
    let terms = Terms { naval: false, heavy: is_heavy(&it.units), ..Terms::default() };
    let way = route(&Ground::new(sc, st), it.hex, st.site(home).hex, &terms)?;
    Some(way.hexes[1..].to_vec())
}
