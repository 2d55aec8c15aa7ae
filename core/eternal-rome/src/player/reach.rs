//! How far armies have to go, and by which way.
//!
//! A player's order set searches the map. Rollout policies in playouts go by the roads of a scenario, which are kept, and search only
//! where a road is barred.

use kernel::map::Mode;

use super::draft::Draft;
use crate::model::costs::{self, Terms};
use crate::model::distances::{self, CityRoads, by_road};
use crate::model::ids::{CityId, HEXES, HexId, PowerId};
use crate::model::routes::{self, Costs};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, State};
use crate::rules::relations;
use crate::rules::strength;

/// Movement points of a month, for aims farther off.
const MONTH: u16 = 20;

/// Where an army could go within the horizon.
pub struct Reach<'a> {
    /// Where it stands.
    pub from: HexId,
    /// Movement points that it has left this month.
    pub left: u16,
    limit: u16,
    known: Known<'a>,
}

/// What ways are known by.
enum Known<'a> {
    /// Searched for.
    Costs(Costs),
    /// The roads of a scenario, in winter or not, and those to its cities.
    Roads(&'a Scenario, bool, CityRoads<'a>),
}

impl<'a> Reach<'a> {
    /// The ways of an army of `power` within so many months.
    pub fn of(draft: &Draft<'a>, power: PowerId, from: HexId, left: u16, months: u16) -> Self {
        let (sc, winter, limit) = (draft.sc, draft.st.winter, left + MONTH * months);
        if draft.through() {
            return Self { from, left, limit, known: Known::Roads(sc, winter, CityRoads::from(sc, from, winter)) };
        }
        let shut = relations::shut_out(sc, &draft.st, power, false);
        let barred = |hex: HexId| sc.hex(hex).province.is_some_and(|province| shut[province.index()]);
        let terms = Terms { mode: Mode::Land, winter, barred: &barred, no_straits: false };
        Self { from, left, limit, known: Known::Costs(routes::costs(sc, from, limit, &terms)) }
    }

    fn cost(&self, hex: HexId) -> Option<u16> {
        match &self.known {
            Known::Costs(costs) => costs.of(hex),
            Known::Roads(sc, winter, _) => by_road(sc, self.from, hex, *winter),
        }
    }

    /// Months until the army is there; 0: this month.
    pub fn months(&self, hex: HexId) -> Option<u16> {
        self.in_months(self.cost(hex)?)
    }

    /// The same for a city.
    pub fn months_to(&self, sc: &Scenario, city: CityId) -> Option<u16> {
        self.in_months(match &self.known {
            Known::Costs(costs) => costs.of(sc.city(city).hex)?,
            Known::Roads(_, _, cities) => cities.to(city)?,
        })
    }

    fn in_months(&self, cost: u16) -> Option<u16> {
        let cost = Some(cost).filter(|&cost| cost <= self.limit)?;
        Some(if cost <= self.left { 0 } else { 1 + (cost - self.left - 1) / MONTH })
    }
}

/// The hexes that an army enters this month on its way, round the enemies that are too strong for it.
pub fn path(draft: &Draft<'_>, id: ArmyId, to: HexId) -> Vec<HexId> {
    let (sc, st) = (draft.sc, &draft.st);
    let Some(army) = st.army(id) else { return Vec::new() };
    let own = strength::of_bands(sc, st, &army.bands).land4;
    // Looked at for every hex of a search.
    let mut too_strong = vec![false; HEXES];
    let strong = draft.foes.places.iter().filter(|place| place.hex != to && place.open > own);
    strong.for_each(|place| too_strong[place.hex.index()] = true);
    let held = |hex: HexId| too_strong[hex.index()];
    let left = strength::moves_left(sc, st, army);
    let through = draft.through();
    let road = through.then(|| {
        let closed = |province| !relations::may_enter(sc, st, id.power, province, false);
        let barred = |hex: HexId| sc.hex(hex).province.is_some_and(closed) || held(hex);
        distances::along(sc, army.hex, to, left, st.winter, &barred)
    });
    road.flatten().unwrap_or_else(|| {
        let shut = relations::shut_out(sc, st, id.power, false);
        let closed = |hex: HexId| sc.hex(hex).province.is_some_and(|province| shut[province.index()]);
        let barred = |hex: HexId| closed(hex) || held(hex);
        let terms = Terms { mode: Mode::Land, winter: st.winter, barred: &barred, no_straits: false };
        let way = routes::shortest(sc, army.hex, to, &terms);
        way.map_or_else(Vec::new, |route| affordable(sc, st, left, &route.hexes))
    })
}

fn affordable(sc: &Scenario, st: &State, left: u16, hexes: &[HexId]) -> Vec<HexId> {
    let mut spent = 0;
    let mut path = Vec::new();
    for step in hexes.windows(2) {
        let Some(cost) = costs::land(sc, step[0], step[1], st.winter) else { break };
        spent += cost;
        if spent > left {
            break;
        }
        path.push(step[1]);
    }
    path
}
