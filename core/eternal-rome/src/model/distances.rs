//! Distances that are kept for a scenario: playouts ask for them often, but between the same places.

use kernel::map::Mode;

use crate::model::costs::Terms;
use crate::model::ids::{CityId, HEXES, HexId};
use crate::model::routes::{approach, reach};
use crate::model::scenario::Scenario;

/// Where there is no way, or none within 254 points, which is a year's marching.
const NO_WAY: u8 = u8::MAX;

fn priced(cost: u8) -> Option<u16> {
    Some(u16::from(cost)).filter(|_| cost != NO_WAY)
}

fn row(costs: impl IntoIterator<Item = (HexId, u16)>) -> Box<[u8]> {
    let mut row = vec![NO_WAY; HEXES].into_boxed_slice();
    for (hex, cost) in costs {
        row[hex.index()] = cost as u8;
    }
    row
}

/// Movement points from a hex to another by road; `None` where there is none, or none within 254 points.
pub fn by_road(sc: &Scenario, from: HexId, to: HexId, winter: bool) -> Option<u16> {
    let row = sc.distances.roads[usize::from(winter)][to.index()].get_or_init(|| roads(sc, to, winter));
    priced(row[from.index()])
}

/// Movement points from one hex to the cities by road.
#[derive(Clone, Copy)]
pub struct CityRoads<'a>(&'a [u8]);

impl<'a> CityRoads<'a> {
    /// The roads from a hex.
    pub fn from(sc: &'a Scenario, from: HexId, winter: bool) -> Self {
        let to = |city| by_road(sc, from, sc.city(city).hex, winter).map_or(NO_WAY, |cost| cost as u8);
        let row = &sc.distances.cities[usize::from(winter)][from.index()];
        Self(row.get_or_init(|| sc.city_ids().map(to).collect()))
    }

    /// To a city; `None` where there is none, or none within 254 points.
    pub fn to(self, city: CityId) -> Option<u16> {
        priced(self.0[city.index()])
    }
}

/// Movement points from one hex to the others by sea.
#[derive(Clone, Copy)]
pub struct Voyages<'a> {
    row: &'a [u8],
    limit: u16,
}

impl<'a> Voyages<'a> {
    /// The voyages from a hex that take at most so many points, up to 254.
    pub fn from(sc: &'a Scenario, from: HexId, limit: u16, winter: bool) -> Self {
        let terms = Terms { mode: Mode::Sea, winter, barred: &|_| false, no_straits: false };
        let row = sc.distances.voyages[usize::from(winter)][from.index()]
            .get_or_init(|| row(reach(sc, from, u16::from(NO_WAY) - 1, &terms)));
        Self { row, limit }
    }

    /// To a hex; `None` where it is too far, or there is no way.
    pub fn to(self, hex: HexId) -> Option<u16> {
        priced(self.row[hex.index()]).filter(|&cost| cost <= self.limit)
    }

    /// All hexes within reach with their costs, ascending by hex.
    pub fn all(self) -> impl Iterator<Item = (HexId, u16)> + use<'a> {
        (0..HEXES).map(HexId::at).filter_map(move |hex| Some((hex, self.to(hex)?)))
    }
}

fn roads(sc: &Scenario, to: HexId, winter: bool) -> Box<[u8]> {
    let home = sc.hex(to).province;
    let barred = |hex: HexId| {
        let elsewhere = sc.hex(hex).province.filter(|&province| Some(province) != home);
        elsewhere
            .and_then(|province| sc.province(province).initial)
            .is_some_and(|power| sc.power(power).kind.is_neutral())
    };
    let terms = Terms { mode: Mode::Land, winter, barred: &barred, no_straits: false };
    row(approach(sc, to, u16::from(NO_WAY) - 1, &terms))
}

/// The first hexes of a road, as far as `limit` movement points carry; `None` if there is none, or something bars
/// it so near.
pub fn along(
    sc: &Scenario, from: HexId, to: HexId, limit: u16, winter: bool, barred: &dyn Fn(HexId) -> bool,
) -> Option<Vec<HexId>> {
    let net = &sc.ways.0[Mode::Land as usize];
    let (mut here, mut spent, mut hexes) = (from, 0, Vec::new());
    let mut left = by_road(sc, from, to, winter)?;
    while left > 0 {
        let mut next = net.steps(here).iter().filter_map(|step| {
            let price = u16::from(step.out[usize::from(winter)]);
            let rest = by_road(sc, step.to, to, winter)?;
            (rest + price == left).then_some((step.to, price, rest))
        });
        // Among equals the first that is open.
        let (entered, price, rest) = next.find(|&(hex, price, _)| spent + price > limit || !barred(hex))?;
        spent += price;
        if spent > limit {
            break;
        }
        hexes.push(entered);
        (here, left) = (entered, rest);
    }
    Some(hexes)
}
