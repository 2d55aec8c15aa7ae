//! P11: conflict, province by province (UM-18 to UM-22, UM-R60).
//!
//! In each province: supply, devastation, sea conflict, landing, land conflict, siege, ownership, sack. Units that
//! withdrew fight no more this turn.

pub mod battle;
pub mod claims;
pub mod devastation;
pub mod engagement;
pub mod evasion;
pub mod siege;
pub mod strength;
pub mod supply;
pub mod withdrawal;

pub use battle::{Margin, battle_margin, loser_rate};
pub use claims::{sack_chance, winner_of};
pub use devastation::{damage, devastation_chance};
use engagement::SiegePlan;
pub use engagement::{Sides, own_needed, sides, sway, willing};
pub use evasion::{caught_chance, city_lost_chance};
pub use siege::{AssaultOdds, assault_chance, endurance, required_odds, surrender_chance};
pub use supply::{cut_off, in_supply};

use kernel::map::Mode;

use super::movement::Leg;
use super::{Aboard, Turn};
use crate::ids::{Factions, NationId, ProvinceId, TypeId};
use crate::orders::Arm;
use crate::scenario::Scenario;
use crate::state::{Contact, State};

/// P11.
pub fn resolve(turn: &mut Turn) {
    for place in turn.sc.province_ids() {
        resolve_province(turn, place);
    }
}

fn resolve_province(turn: &mut Turn, place: ProvinceId) {
    let present = present(turn, place);
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

/// Everybody who has units in a province.
fn present(turn: &Turn, place: ProvinceId) -> Factions {
    turn.factions().filter(|&faction| turn.st.all_units(place, faction) > 0).collect()
}

/// UM-R55: the sea fight is settled; whoever is left goes ashore.
fn land_those_aboard(turn: &mut Turn, place: ProvinceId) {
    turn.passing.aboard.retain(|aboard| aboard.place != place);
}

/// A fleet has come in with army units aboard: where hostile fleets lie, they stay aboard until P11 (UM-R55). Called
/// for every leg by sea.
pub fn come_aboard(turn: &mut Turn, leg: &Leg, force: &super::movement::Force) {
    turn.passing.aboard.retain(|aboard| !(aboard.place == leg.from && aboard.nation == force.nation));
    let units: Vec<(TypeId, u16)> =
        force.units.iter().copied().filter(|(kind, _)| !turn.sc.unit(*kind).is_fleet()).collect();
    if !units.is_empty() && turn.st.hostile_units(turn.sc, leg.to, force.nation, Arm::Sea) > 0 {
        let mut entries = turn.passing.aboard.iter_mut();
        match entries.find(|aboard| aboard.place == leg.to && aboard.nation == force.nation) {
            Some(entry) => units.into_iter().for_each(|(kind, count)| embark(&mut entry.units, kind, count)),
            None => turn.passing.aboard.push(Aboard { place: leg.to, nation: force.nation, units }),
        }
    }
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
    let here = turn.passing.aboard.iter().filter(|aboard| aboard.place == place && aboard.nation == nation);
    here.flat_map(|aboard| &aboard.units).filter(|(k, _)| *k == kind).map(|(_, count)| *count).sum()
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

/// UM-16.4, UM-R56: whether the port of a besieged city is closed to those inside: the besiegers' fleets there have
/// at least twice the sea combat value of theirs.
pub fn blockaded(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> bool {
    is_besieged(sc, st, place, nation) && port_closed(sc, st, place)
}

/// UM-R56: whether the besiegers' fleets close the port of a besieged city.
pub fn port_closed(sc: &Scenario, st: &State, place: ProvinceId) -> bool {
    let Some(siege) = st.province(place).siege.filter(|_| sc.naval_blockade) else { return false };
    let value = |side: Factions| -> i64 {
        side.iter().map(|faction| strength::sea_value(sc, st.stacks.of(place, faction))).sum()
    };
    let outside = value(siege.besiegers);
    outside > 0 && outside * 100 >= sc.constants.R56.superiority_pct * value(siege.besieged)
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
