//! What places are worth to a seat, and how strong whoever holds them seems.

use std::cell::OnceCell;

use super::draft::Draft;
use super::posture::{self, Posture};
use crate::model::ids::{CityId, HexId, PowerId, Powers, ProvinceId};
use crate::model::map;
use crate::model::scenario::{Goal, Scenario};
use crate::model::state::State;
use crate::rules::relations;

/// Cities worth so much, most capitals of provinces among them, are never left open in a long campaign: whoever comes by
/// walks in.
const WORTH_A_LEGION: i32 = 14;

/// What each city is worth to a seat, to have or to take.
pub struct Evaluation {
    /// By city.
    pub city: Vec<i32>,
    /// By city, as far as they have been asked for: [`guard`](Self::guard).
    guards: Vec<OnceCell<u32>>,
    /// The seat's powers.
    pub own: Powers,
}

impl Evaluation {
    /// Weighs all cities: goals first, then taxes.
    pub fn new(draft: &Draft<'_>) -> Self {
        let (sc, st) = (draft.sc, &draft.st);
        let own = relations::powers_of(sc, st, draft.seat);
        let guards = vec![OnceCell::new(); sc.cities.len()];
        let mut evaluation = Self { city: vec![3; sc.cities.len()], guards, own };
        let money = match draft.posture {
            Posture::Plunder => 5,
            _ if posture::is_long(sc) => 2,
            _ => 0,
        };
        for id in sc.province_ids() {
            let info = sc.province(id);
            let tax = i32::from(info.tax);
            for &city in &info.cities {
                evaluation.city[city.index()] += if info.capital == Some(city) { 6 + money * tax } else { tax / 4 };
            }
        }
        for victory in &sc.victory {
            let mine = own.has(victory.power);
            for goal in &victory.goals {
                evaluation.pull(sc, st, victory.power, &goal.goal, if mine { 60 } else { 24 });
            }
        }
        evaluation
    }

    /// Strength in quarters that a city of the seat's side should not be left without, as things stand when the order set is
    /// begun.
    pub fn guard(&self, draft: &Draft<'_>, city: CityId) -> u32 {
        *self.guards[city.index()].get_or_init(|| {
            let hostile = draft.foes.cities.binary_search(&city).is_ok();
            if hostile { 0 } else { garrison(draft, self.city[city.index()], city) }
        })
    }

    /// The same of all cities.
    pub fn guards(&self, draft: &Draft<'_>) -> Vec<u32> {
        draft.sc.city_ids().map(|city| self.guard(draft, city)).collect()
    }

    /// What a goal makes its places worth to whoever strives for it, and to whoever would thwart it.
    fn pull(&mut self, sc: &Scenario, st: &State, power: PowerId, goal: &Goal, weight: i32) {
        match goal {
            Goal::ControlAll(list) => {
                let open = list.iter().filter(|&&id| !controls(sc, st, power, id)).count() as i32;
                list.iter().for_each(|&id| self.want(sc, id, weight / open.clamp(1, 3)));
            }
            Goal::ControlCount(list, _) => list.iter().for_each(|&id| self.want(sc, id, weight / 2)),
            Goal::ControlCity { city, .. } => self.city[city.index()] += weight,
            Goal::Any(list) => list.iter().for_each(|goal| self.pull(sc, st, power, goal, weight / 2)),
            Goal::All(list) => list.iter().for_each(|goal| self.pull(sc, st, power, goal, weight * 2 / 3)),
            Goal::PowerDissolved(_) | Goal::LeaderCaptured(_) | Goal::MoraleAtLeast(_) | Goal::TreasuryAtLeast(_) => {}
        }
    }

    /// A province is wanted: its capital, and half of the rest (ER-4.2).
    fn want(&mut self, sc: &Scenario, id: ProvinceId, weight: i32) {
        let info = sc.province(id);
        for &city in &info.cities {
            self.city[city.index()] += if info.capital == Some(city) { weight } else { weight / 4 };
        }
    }
}

fn controls(sc: &Scenario, st: &State, power: PowerId, id: ProvinceId) -> bool {
    st.province(id).controller.is_some_and(|owner| relations::friendly(sc, st, power, owner))
}

/// Whether a power is an enemy of the seat.
pub fn foe(draft: &Draft<'_>, power: PowerId) -> bool {
    draft.foes.powers.has(power)
}

/// Enemy strength in a hex in quarters: in the open, and in the city.
pub fn foes_at(draft: &Draft<'_>, hex: HexId) -> (u32, u32) {
    draft.foes.at(hex)
}

/// Enemy strength in quarters that could be before a place within a month or two: whole when near, a part when farther.
pub fn threat(draft: &Draft<'_>, hex: HexId) -> u32 {
    let mut sum = 0;
    for foe in &draft.foes.places {
        sum += match map::distance(foe.hex, hex) {
            0..=4 => foe.open + foe.inside,
            5..=8 => (foe.open + foe.inside) / 2,
            _ => 0,
        };
    }
    let port = draft.sc.hex(hex).sea.is_some();
    let near = draft.foes.fleets.iter().filter(|(at, _)| port && map::distance(*at, hex) <= 10);
    sum + near.map(|(_, strength)| strength / 2).sum::<u32>()
}

/// Strength in quarters that a city of this value should not be left without.
fn garrison(draft: &Draft<'_>, value: i32, city: CityId) -> u32 {
    let info = draft.sc.city(city);
    let floor = if value >= WORTH_A_LEGION { draft.posture.floor(draft.sc) } else { 0 };
    let threat = threat(draft, info.hex);
    if value < 20 || threat == 0 {
        return floor;
    }
    // Doubled behind walls (ER-17.9), a third of the threat makes an assault costly.
    let share = if value >= 45 { threat / 3 } else { threat / 5 };
    let cap = 4 * u32::try_from(value).unwrap_or(0);
    (share.min(cap).max(40) * draft.posture.garrison() / 100).max(floor)
}

/// How many times over a garrison counts against a power's army (ER-17.9, ER-17.10).
pub fn times(draft: &Draft<'_>, attacker: PowerId, city: CityId) -> u32 {
    let wood = draft.sc.province(draft.sc.city(city).province).wood_scarce;
    let barbarian = !draft.st.power(attacker).kind.is_civilized();
    if wood || barbarian { 3 } else { 2 }
}

/// What morale adds to the die of `own` against `foe` (ER-12.4).
pub fn morale(st: &State, own: PowerId, foe: PowerId) -> i32 {
    (i32::from(st.power(own).morale) - i32::from(st.power(foe).morale)) / 50
}
