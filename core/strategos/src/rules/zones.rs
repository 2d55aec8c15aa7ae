//! Zones of control (ST-R10).

use crate::model::board::Board;
use crate::model::command::Command;
use crate::model::ids::{HEXES, HexId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::{Standing, State};

/// Whether ring 1 of a zone reaches from a hex to its neighbour: not where the force could never be.
fn reaches(board: &Board, from: HexId, to: HexId, naval: bool) -> bool {
    if naval { board.floats(to) && board.side(from, to).is_some_and(|side| side.ships()) } else { !board.is_sea(to) }
}

/// ST-R10: the hexes of a zone of control with their ring (0: the own hex), ascending. Ring 2 does not reach into hills,
/// forest and mountain, nor over ring-1 hexes that are such or that an enemy occupies.
pub fn zone(
    board: &Board, centre: HexId, naval: bool, radius: u32, enemy_in: impl Fn(HexId) -> bool,
) -> Vec<(HexId, u8)> {
    let mut all = vec![(centre, 0)];
    let first: Vec<HexId> = board.neighbours(centre).filter(|hex| reaches(board, centre, *hex, naval)).collect();
    all.extend(first.iter().map(|hex| (*hex, 1)));
    if radius >= 2 {
        let rough = |hex: HexId| board.hex(hex).terrain.blocks_zone();
        for near in first.iter().filter(|hex| !rough(**hex) && !enemy_in(**hex)) {
            let second = board.neighbours(*near).filter(|hex| centre.distance(*hex) == 2 && !rough(*hex));
            all.extend(second.filter(|hex| reaches(board, *near, *hex, naval)).map(|hex| (hex, 2)));
        }
    }
    all.sort_unstable();
    all.dedup_by_key(|(hex, _)| *hex);
    all
}

/// Whether a command in the field has a zone, and whether it is one for fleets: with a regiment, or with a squadron.
fn field_zone(command: &Command) -> Option<bool> {
    if command.inside.is_some() || command.carried_by.is_some() {
        return None;
    }
    if command.units.sqds() > 0 { Some(true) } else { (command.units.regts() > 0).then_some(false) }
}

/// ST-R10: the hexes, by index, in the own hex or ring 1 of a zone of any power that stands so to `power`: of its forces in
/// the field, and for land forces of its cities and forts.
pub fn ring_one(sc: &Scenario, st: &State, power: Power, naval: bool, stands: impl Fn(Standing) -> bool) -> Vec<bool> {
    ring_one_but(sc, st, power, naval, None, stands)
}

/// The same without the zones of forces in one hex: a force that leaves a battle is not held by the zone of who beat it there
/// (reading ST-R16/a).
pub fn ring_one_but(
    sc: &Scenario, st: &State, power: Power, naval: bool, but: Option<HexId>, stands: impl Fn(Standing) -> bool,
) -> Vec<bool> {
    let mut hexes = vec![false; HEXES];
    let forces = st.commands.values().filter(|command| field_zone(command) == Some(naval) && Some(command.hex) != but);
    let forces = forces.map(|command| (command.power, command.hex));
    let sites = st.sites.values().filter(|site| !naval && site.stands()).map(|site| (site.power, site.hex));
    for (_, centre) in forces.chain(sites).filter(|(whose, _)| stands(st.between(power, *whose))) {
        for (hex, _) in zone(&sc.board, centre, naval, 1, |_| false) {
            hexes[hex.index()] = true;
        }
    }
    hexes
}

/// The hexes, by index, in ring 1 of an enemy of `power` (ST-R10).
pub fn enemy_ring_one(sc: &Scenario, st: &State, power: Power, naval: bool) -> Vec<bool> {
    ring_one(sc, st, power, naval, |standing| standing == Standing::Enemy)
}

/// ST-14.6, ST-R32: whether a hex is in a zone of an enemy or of a neutral.
pub fn is_watched(sc: &Scenario, st: &State, power: Power, hex: HexId) -> bool {
    is_in_zone(sc, st, power, hex, |standing| matches!(standing, Standing::Enemy | Standing::Neutral))
}

/// ST-12.1: whether a hex is in a zone of an enemy.
pub fn is_in_enemy_zone(sc: &Scenario, st: &State, power: Power, hex: HexId) -> bool {
    is_in_zone(sc, st, power, hex, |standing| standing == Standing::Enemy)
}

/// Whether a hex is in a zone of a power that stands so to `power`.
fn is_in_zone(sc: &Scenario, st: &State, power: Power, hex: HexId, stands: impl Fn(Standing) -> bool) -> bool {
    let radius = sc.rulings.zones.radius.max(0) as u32;
    let enemy_in =
        |hex: HexId| st.commands_at(hex).any(|(_, command)| command.power == power && !command.units.is_empty());
    let forces = st.commands.values().filter(|command| field_zone(command) == Some(false));
    let forces = forces.map(|command| (command.power, command.hex, radius));
    let sites = st.sites.values().filter(|site| site.stands()).map(|site| (site.power, site.hex, 1));
    let near = forces.chain(sites).filter(|(_, centre, radius)| centre.distance(hex) <= *radius);
    near.filter(|(whose, ..)| *whose != power && stands(st.between(power, *whose)))
        .any(|(_, centre, radius)| zone(&sc.board, centre, false, radius, enemy_in).iter().any(|(at, _)| *at == hex))
}
