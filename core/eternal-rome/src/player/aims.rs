//! What a force could go for: enemy cities, enemies in the open, own cities in need.

use super::draft::Draft;
use super::evaluation::{self, Evaluation};
use crate::model::ids::{CityId, HexId, PowerId};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyId, ArmyStatus};
use crate::rules::relations;

/// What somebody goes for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// An enemy city.
    Take(CityId),
    /// Enemies in the open.
    Beat(HexId),
    /// An own city.
    Garrison(CityId),
    /// A greater army of the same power.
    Join(HexId),
}

impl Purpose {
    /// In words.
    pub fn words(self, sc: &Scenario) -> String {
        match self {
            Self::Take(city) => format!("take {}", sc.city(city).name),
            Self::Beat(hex) => format!("beat the enemy at {}", names::place(sc, hex)),
            Self::Garrison(city) => format!("garrison {}", sc.city(city).name),
            Self::Join(hex) => format!("join the army at {}", names::place(sc, hex)),
        }
    }
}

/// Something to go for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Where.
    pub hex: HexId,
    /// Strength in quarters that it takes.
    pub need: u32,
    /// Months until a force is there; 0: this month.
    pub months: u16,
    /// How good it is.
    pub score: i32,
    /// What for.
    pub purpose: Purpose,
}

/// What forces are after: where, with what strength in quarters, and which army, if it is there already.
pub type Claims = Vec<(HexId, u32, Option<ArmyId>)>;

/// Strength in quarters below which nothing is attacked.
pub const LEAST: u32 = 30;

/// Strength in quarters that goes for a city even where nobody is known to hold it: a whole legion.
const WHOLE: u32 = 80;

/// How much is claimed of a place by others than `own`.
pub fn claimed(claims: &Claims, hex: HexId, own: Option<ArmyId>) -> u32 {
    let others = claims.iter().filter(|(other, _, by)| *other == hex && (by.is_none() || *by != own));
    others.map(|(_, strength, _)| strength).sum()
}

/// Who goes for an aim, and with what.
#[derive(Clone, Copy)]
pub struct Party {
    /// Whose.
    pub power: PowerId,
    /// The army, unless it is yet to land.
    pub army: Option<ArmyId>,
    /// Strength in quarters that can be spared.
    pub strength: u32,
}

/// Chance that a place falls which nobody holds, per cent.
const UNHELD: i32 = 95;

/// The most that [`city`] can score: a quick look.
pub fn most_of_city(draft: &Draft<'_>, evaluation: &Evaluation, id: CityId, months: u16) -> i32 {
    score_of_city(evaluation, id, UNHELD.max(draft.posture.siege()), months)
}

fn score_of_city(evaluation: &Evaluation, id: CityId, chance: i32, months: u16) -> i32 {
    evaluation.city[id.index()] * chance * 2 / (2 + i32::from(months))
}

/// The enemy city of a hex as an aim for `strength` quarters of a power, `months` away.
pub fn city(
    draft: &Draft<'_>, evaluation: &Evaluation, party: Party, id: CityId, months: u16, claims: &Claims,
) -> Option<Aim> {
    let (sc, st) = (draft.sc, &draft.st);
    let info = sc.city(id);
    if !relations::may_fight(sc, st, party.power, st.city(id).controller) {
        return None;
    }
    let (open, inside) = draft.foes.at_city(sc, id);
    let walls = inside * evaluation::times(draft, party.power, id) + 4 * u32::from(st.fort(sc, id));
    let storm = (walls * draft.posture.odds() * 3 / 200).max(open * draft.posture.odds() / 100).max(WHOLE);
    let others = claimed(claims, info.hex, party.army);
    let alone = party.strength + others;
    // Too weak to storm it, an army may still shut it in, if what is inside cannot drive it off (ER-R37).
    let (need, chance) = match () {
        () if open + inside == 0 => (storm, UNHELD),
        () if alone >= 3 * walls => (storm, 80),
        () if alone >= storm => (storm, 55),
        () => ((inside * 3 / 2).max(storm / 2), draft.posture.siege()),
    };
    if alone < need || others >= need {
        return None;
    }
    let score = score_of_city(evaluation, id, chance, months);
    Some(Aim { hex: info.hex, need, months, score, purpose: Purpose::Take(id) })
}

/// Enemies in the open, near own land, as an aim; and own cities under siege with them.
pub fn field(
    draft: &Draft<'_>, evaluation: &Evaluation, party: Party, hex: HexId, months: u16, claims: &Claims,
) -> Option<Aim> {
    let (sc, st) = (draft.sc, &draft.st);
    if months > 1 {
        return None;
    }
    let (open, _) = evaluation::foes_at(draft, hex);
    let enemy =
        |army: &Army| army.status != ArmyStatus::Garrison && relations::may_fight(sc, st, party.power, army.id.power);
    if open == 0 || !st.armies_at(hex).any(enemy) {
        return None;
    }
    let need = (open * draft.posture.odds() / 100).max(LEAST);
    let others = claimed(claims, hex, party.army);
    if party.strength + others < need || others >= need {
        return None;
    }
    let relief = sc.hex(hex).city.filter(|&city| !evaluation::foe(draft, st.city(city).controller));
    let value = 12 + i32::try_from(open / 20).unwrap_or(0) + relief.map_or(0, |city| evaluation.city[city.index()]);
    Some(Aim { hex, need, months, score: value * 70 / (1 + i32::from(months)), purpose: Purpose::Beat(hex) })
}

/// Months of march within which a garrison is filled up.
const NEAR: u16 = 2;

/// The most that [`gap`] can score: a quick look.
pub fn most_of_gap(evaluation: &Evaluation, id: CityId, months: u16) -> i32 {
    if months > NEAR { 0 } else { score_of_gap(evaluation, id, 100, months) }
}

/// `missing`: per cent of the garrison.
fn score_of_gap(evaluation: &Evaluation, id: CityId, missing: i32, months: u16) -> i32 {
    evaluation.city[id.index()] * missing / 2 / (1 + i32::from(months))
}

/// Own cities that lack a garrison.
pub fn gap(draft: &Draft<'_>, evaluation: &Evaluation, id: CityId, months: u16, claims: &Claims) -> Option<Aim> {
    let (sc, st) = (draft.sc, &draft.st);
    if months > NEAR {
        return None;
    }
    let (hex, wanted) = (sc.city(id).hex, evaluation.guard(draft, id));
    if wanted == 0 || !evaluation.own.has(st.city(id).controller) || relations::besieged(st, id) {
        return None;
    }
    let there: u32 =
        st.armies_at(hex).filter(|army| evaluation.own.has(army.id.power)).map(|army| draft.seems(army)).sum::<u32>()
            + claimed(claims, hex, None);
    if there >= wanted {
        return None;
    }
    let missing = i32::try_from((wanted - there) * 100 / wanted.max(1)).unwrap_or(0);
    let score = score_of_gap(evaluation, id, missing, months);
    Some(Aim { hex, need: wanted - there, months, score, purpose: Purpose::Garrison(id) })
}
