//! Army units aboard ships that lie where hostile fleets do (UM-R55): they go ashore when the sea fight is settled.

use kernel::map::Mode;

use crate::model::combat_orders::Arm;
use crate::model::ids::{NationId, ProvinceId, TypeId};
use crate::rules::movement::force::Force;
use crate::rules::turn::{Aboard, Turn};

/// UM-R55: the sea fight is settled; whoever is left goes ashore.
pub(super) fn land_those_aboard(turn: &mut Turn, place: ProvinceId) {
    let (landing, afloat): (Vec<_>, Vec<_>) =
        std::mem::take(&mut turn.memory.aboard).into_iter().partition(|entry| entry.place == place);
    turn.memory.aboard = afloat;
    for entry in landing.iter().filter(|entry| entry.units.iter().any(|(_, count)| *count > 0)) {
        come_ashore(turn, place, entry.nation, entry.relief);
    }
}

/// Fresh army units stand in a province (UM-R72), perhaps to the relief of its city (UM-15.17).
fn come_ashore(turn: &mut Turn, place: ProvinceId, nation: NationId, relief: bool) {
    turn.memory.fresh[place.index()].add(nation);
    if relief {
        turn.memory.relief[place.index()].add(nation);
    }
}

/// Sickness, want and desertion take those aboard like others: nobody is aboard who is not there.
pub(super) fn forget_the_dead(turn: &mut Turn, place: ProvinceId) {
    for entry in turn.memory.aboard.iter_mut().filter(|entry| entry.place == place) {
        for (kind, count) in &mut entry.units {
            *count = (*count).min(turn.st.stacks.count(place, entry.nation, *kind));
        }
    }
}

/// Army units have come in to stay, perhaps to the relief of the city. Where hostile fleets lie, those who came by sea
/// stay aboard until P11 (UM-R55).
pub fn bring_army(turn: &mut Turn, mode: Mode, to: ProvinceId, force: &Force, relief: bool) {
    let units: Vec<(TypeId, u16)> =
        force.units.iter().copied().filter(|(kind, _)| !turn.sc.unit(*kind).is_fleet()).collect();
    if units.is_empty() {
        return;
    }
    if mode == Mode::Land || turn.st.hostile_units(turn.sc, to, force.nation, Arm::Sea) == 0 {
        return come_ashore(turn, to, force.nation, relief);
    }
    let mut entries = turn.memory.aboard.iter_mut();
    match entries.find(|aboard| aboard.place == to && aboard.nation == force.nation) {
        Some(entry) => {
            units.into_iter().for_each(|(kind, count)| embark(&mut entry.units, kind, count));
            entry.relief |= relief;
        }
        None => turn.memory.aboard.push(Aboard { place: to, nation: force.nation, units, relief }),
    }
}

/// A fleet has sailed: nobody of its nation is aboard any more where it lay (UM-R55).
pub fn cast_off(turn: &mut Turn, from: ProvinceId, nation: NationId) {
    turn.memory.aboard.retain(|aboard| !(aboard.place == from && aboard.nation == nation));
}

/// A second fleet of the same nation joins the first: one list of those aboard.
fn embark(units: &mut Vec<(TypeId, u16)>, kind: TypeId, count: u16) {
    match units.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, there)) => *there += count,
        None => units.push((kind, count)),
    }
}

/// Army units of a faction that are aboard in a province.
pub fn men_aboard(turn: &Turn, place: ProvinceId, nation: NationId, kind: TypeId) -> u16 {
    let here = turn.memory.aboard.iter().filter(|aboard| aboard.place == place && aboard.nation == nation);
    let listed: u16 = here.flat_map(|aboard| &aboard.units).filter(|(k, _)| *k == kind).map(|(_, count)| *count).sum();
    listed.min(turn.st.stacks.count(place, nation, kind))
}
