//! Where fleets spend the night between two weeks (ST-20.8, ST-R62).

use std::collections::BTreeSet;

use super::retreat::{enemy_force_in, with_cargo};
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, HexId};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// ST-R62, ST-20.8: at the end of the week a fleet in an all-sea hex goes to the nearest coast, port or river within 2 without
/// enemy troops. Those that found only hexes with enemies.
pub fn shelter(sc: &Scenario, st: &mut State) -> BTreeSet<CommandId> {
    let range = sc.rulings.march.shelter_range.max(0) as u32;
    let mut barred = BTreeSet::new();
    let fleets: Vec<CommandId> = st
        .commands
        .iter()
        .filter(|(_, it)| it.kind == CommandKind::Fleet && sc.board.is_sea(it.hex))
        .map(|(id, _)| *id)
        .collect();
    for id in fleets {
        let (hex, power) = (st.command(id).hex, st.command(id).power);
        let near =
            sc.board.all().filter(|to| to.distance(hex) <= range && !sc.board.is_sea(*to) && sc.board.floats(*to));
        let havens: Vec<HexId> = near.filter(|to| sea_way(sc, hex, *to, range)).collect();
        let free =
            havens.iter().filter(|to| !enemy_force_in(st, power, **to)).min_by_key(|to| (to.distance(hex), **to));
        match free.copied() {
            Some(to) => {
                for moved in with_cargo(st, &[id]) {
                    let command = st.command_mut(moved);
                    (command.came_from, command.hex) = (Some(hex), to);
                }
            }
            None if !havens.is_empty() => {
                barred.insert(id);
            }
            None => {}
        }
    }
    barred
}

/// Whether ships get from a sea hex to another within so many steps.
fn sea_way(sc: &Scenario, from: HexId, to: HexId, steps: u32) -> bool {
    let reach = |hex: HexId| sc.board.hex(hex).sides.iter().flatten().filter(|side| side.ships()).map(|side| side.to);
    steps >= 1
        && reach(from).any(|next| next == to || steps >= 2 && sc.board.is_sea(next) && reach(next).any(|far| far == to))
}
