//! P11: conflict, province by province (UM-18 to UM-22, UM-R60).
//!
//! In each province: supply, devastation, sea conflict, landing, land conflict, siege, ownership, sack. Units that
//! withdrew fight no more this turn.

pub mod battle;
pub mod blockade;
pub mod claims;
pub mod devastation;
pub mod engagement;
pub mod evasion;
pub mod sides;
pub mod siege;
pub mod strength;
pub mod supply;
pub mod withdrawal;

pub use battle::{Margin, battle_margin, loser_rate};
pub use blockade::{arrive_by_sea, blockaded, lies_outside, port_closed, shuts_out};
pub use claims::{sack_chance, winner_of};
pub use devastation::{damage, devastation_chance};
use engagement::SiegePlan;
pub use engagement::{Sides, own_needed, sides, sway, willing};
pub use evasion::{caught_chance, city_lost_chance};
pub use siege::{AssaultOdds, assault_chance, endurance, required_odds, surrender_chance};
pub use supply::{cut_off, in_supply};

use kernel::map::Mode;

use super::movement::Leg;
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, NationId, ProvinceId, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::{Contact, State};
use crate::rules::turn::{Aboard, Turn};

/// P11.
pub fn resolve(turn: &mut Turn) {
    for place in turn.sc.province_ids() {
        resolve_province(turn, place);
    }
    for place in turn.sc.province_ids() {
        blockade::note_who_lies_outside(turn, place);
    }
}

fn resolve_province(turn: &mut Turn, place: ProvinceId) {
    let present = turn.st.stacks.present(place);
    if present.is_empty() {
        turn.st.province_mut(place).contact = [None, None];
        return siege::settle(turn, place, SiegePlan::None);
    }
    let owner = turn.st.province(place).owner;
    let hostile_pair = present
        .iter()
        .any(|one| present.and(Factions::one(owner)).iter().any(|other| turn.st.hostile(turn.sc, place, one, other)));
    if hostile_pair {
        supply::suffer(turn, place, present);
        devastation::ravage(turn, place);
        forget_the_dead(turn, place);
        let sea = engagement::fight(turn, place, Arm::Sea);
        land_those_aboard(turn, place);
        let land = engagement::fight(turn, place, Arm::Land);
        turn.st.province_mut(place).contact = [land.contact, sea.contact];
        siege::settle(turn, place, land.siege);
    } else {
        land_those_aboard(turn, place);
        turn.st.province_mut(place).contact = [None, None];
        siege::settle(turn, place, SiegePlan::None);
    }
    claims::settle_ownership(turn, place);
}

/// UM-R55: the sea fight is settled; whoever is left goes ashore.
fn land_those_aboard(turn: &mut Turn, place: ProvinceId) {
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
fn forget_the_dead(turn: &mut Turn, place: ProvinceId) {
    for entry in turn.memory.aboard.iter_mut().filter(|entry| entry.place == place) {
        for (kind, count) in &mut entry.units {
            *count = (*count).min(turn.st.stacks.count(place, entry.nation, *kind));
        }
    }
}

/// Army units have come in to stay, perhaps to the relief of the city. Where hostile fleets lie, those who came by sea
/// stay aboard until P11 (UM-R55).
pub fn bring_army(turn: &mut Turn, leg: &Leg, force: &super::movement::Force, relief: bool) {
    let units: Vec<(TypeId, u16)> =
        force.units.iter().copied().filter(|(kind, _)| !turn.sc.unit(*kind).is_fleet()).collect();
    if units.is_empty() {
        return;
    }
    if leg.mode == Mode::Land || turn.st.hostile_units(turn.sc, leg.to, force.nation, Arm::Sea) == 0 {
        return come_ashore(turn, leg.to, force.nation, relief);
    }
    let mut entries = turn.memory.aboard.iter_mut();
    match entries.find(|aboard| aboard.place == leg.to && aboard.nation == force.nation) {
        Some(entry) => {
            units.into_iter().for_each(|(kind, count)| embark(&mut entry.units, kind, count));
            entry.relief |= relief;
        }
        None => turn.memory.aboard.push(Aboard { place: leg.to, nation: force.nation, units, relief }),
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
pub fn aboard(turn: &Turn, place: ProvinceId, nation: NationId, kind: TypeId) -> u16 {
    let here = turn.memory.aboard.iter().filter(|aboard| aboard.place == place && aboard.nation == nation);
    let listed: u16 = here.flat_map(|aboard| &aboard.units).filter(|(k, _)| *k == kind).map(|(_, count)| *count).sum();
    listed.min(turn.st.stacks.count(place, nation, kind))
}

/// Whether a faction whose army was shut up when the turn began still is: a besieger hostile to it is there with army
/// units (UM-15.16, UM-R105).
pub fn still_besieged(turn: &Turn, place: ProvinceId, nation: NationId) -> bool {
    is_besieged(turn.sc, turn.st, place, nation)
}

/// Whether a faction's troops are shut up in the city of a province.
pub fn is_besieged(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> bool {
    st.province(place).siege.is_some_and(|siege| {
        siege.besieged.has(nation)
            && siege
                .besiegers
                .iter()
                .any(|enemy| st.armies(sc, place, enemy) > 0 && st.hostile(sc, place, nation, enemy))
    })
}

/// Which sides stood against each other, for the scouting of next turn (UM-R62).
fn contact(one: Factions, other: Factions) -> Option<Contact> {
    Some(Contact { one, other })
}

/// The mode of movement of an arm.
fn mode(arm: Arm) -> Mode {
    match arm {
        Arm::Land => Mode::Land,
        Arm::Sea => Mode::Sea,
    }
}
