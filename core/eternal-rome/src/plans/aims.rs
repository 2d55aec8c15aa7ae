//! What a force could go for: enemy cities, enemies in the open, own cities in need.

use super::sketch::Sketch;
use super::worth::{self, Worth};
use crate::ids::{CityId, HexId, PowerId};
use crate::names;
use crate::relations;
use crate::state::ArmyStatus;

/// Something to go for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Where.
    pub hex: HexId,
    /// Strength in quarters that it takes.
    pub need: u32,
    /// Months until a force is there; 0: this month.
    pub months: u16,
    /// How good it is.
    pub score: i32,
    /// In words.
    pub words: String,
}

/// What other forces of the sheet are already after: where, and with what strength in quarters.
pub type Claims = Vec<(HexId, u32)>;

/// How much is claimed of a place.
pub fn claimed(claims: &Claims, hex: HexId) -> u32 {
    claims.iter().filter(|(other, _)| *other == hex).map(|(_, strength)| strength).sum()
}

/// The enemy city of a hex as an aim for `strength` quarters of a power, `months` away.
pub fn city(
    sketch: &Sketch<'_>, worth: &Worth, power: PowerId, id: CityId, strength: u32, months: u16, claims: &Claims,
) -> Option<Aim> {
    let (sc, st) = (sketch.sc, &sketch.st);
    let info = sc.city(id);
    if !relations::may_fight(sc, st, power, st.city(id).controller) {
        return None;
    }
    let (open, inside) = worth::foes_at(sketch, info.hex);
    let walls = inside * worth::times(sketch, power, id) + 4 * u32::from(st.fort(sc, id));
    let need = (walls * 2).max(open * sketch.posture.odds() / 100).max(30);
    let with = strength + claimed(claims, info.hex);
    if with < need || claimed(claims, info.hex) >= need {
        return None;
    }
    let chance = match () {
        () if open + inside == 0 => 95,
        () if with >= 3 * walls => 75,
        () => 50,
    };
    let score = worth.city[id.index()] * chance * 2 / (2 + i32::from(months));
    Some(Aim { hex: info.hex, need, months, score, words: format!("take {}", info.name) })
}

/// Enemies in the open, near own land, as an aim; and own cities under siege with them.
pub fn field(
    sketch: &Sketch<'_>, worth: &Worth, power: PowerId, hex: HexId, strength: u32, months: u16, claims: &Claims,
) -> Option<Aim> {
    let (sc, st) = (sketch.sc, &sketch.st);
    if months > 1 {
        return None;
    }
    let enemy = |army: &&crate::state::Army| {
        army.status != ArmyStatus::Garrison && relations::may_fight(sc, st, power, army.id.power)
    };
    if !st.armies_at(hex).any(|army| enemy(&army)) {
        return None;
    }
    let (open, _) = worth::foes_at(sketch, hex);
    let need = (open * sketch.posture.odds() / 100).max(30);
    let with = strength + claimed(claims, hex);
    if with < need || claimed(claims, hex) >= need {
        return None;
    }
    let relief = sc.hex(hex).city.filter(|&city| !worth::foe(sketch, st.city(city).controller));
    let value = 12 + i32::try_from(open / 20).unwrap_or(0) + relief.map_or(0, |city| worth.city[city.index()]);
    let words = format!("beat the enemy at {}", names::place(sc, hex));
    Some(Aim { hex, need, months, score: value * 70 / (1 + i32::from(months)), words })
}

/// Own cities that lack a garrison.
pub fn gap(sketch: &Sketch<'_>, worth: &Worth, id: CityId, months: u16, claims: &Claims) -> Option<Aim> {
    let (sc, st) = (sketch.sc, &sketch.st);
    let hex = sc.city(id).hex;
    if worth::foe(sketch, st.city(id).controller) || relations::besieged(st, id) {
        return None;
    }
    if !worth.own.has(st.city(id).controller) {
        return None;
    }
    let wanted = worth::garrison(sketch, worth, id);
    let there: u32 = st
        .armies_at(hex)
        .filter(|army| worth.own.has(army.id.power))
        .map(|army| worth::seems(sketch, army))
        .sum::<u32>()
        + claimed(claims, hex);
    if there >= wanted || months > 2 {
        return None;
    }
    let missing = i32::try_from((wanted - there) * 100 / wanted.max(1)).unwrap_or(0);
    let score = worth.city[id.index()] * missing / 2 / (1 + i32::from(months));
    Some(Aim { hex, need: wanted - there, months, score, words: format!("garrison {}", sc.city(id).name) })
}
