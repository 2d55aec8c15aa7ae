//! What a minor that wakes has off the map, and where it goes by default (ER-5.15, ER-5.16, ER-R30).

use crate::model::frames::{Frame, Placement};
use crate::model::ids::{CityId, HexId, KINDS, LeaderId, PowerId, UnitKind};
use crate::model::map;
use crate::model::scenario::Scenario;
use crate::model::state::{Band, LeaderPlace, State};
use crate::rules::relations;

/// What waits off the map: units by type, seasoned and not, leaders, fleet units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// By type: seasoned, and not.
    pub units: [[u8; 2]; KINDS],
    /// Leaders.
    pub leaders: Vec<LeaderId>,
    /// Fleet units.
    pub ships: u8,
}

impl Waiting {
    /// The reserves of a minor.
    pub fn of(sc: &Scenario, st: &State, minor: PowerId) -> Self {
        let mut waiting = Self::default();
        for reserve in sc.reserves.iter().filter(|reserve| reserve.power == minor) {
            for &(kind, count) in &reserve.units {
                waiting.units[kind.index()][usize::from(!reserve.seasoned)] += count;
            }
            waiting.ships += reserve.fleet_units;
            let here = |leader: &&LeaderId| st.leader(**leader).place == LeaderPlace::Reserve;
            waiting.leaders.extend(reserve.leaders.iter().filter(here));
        }
        waiting
    }

    /// Units of a type.
    pub fn total(&self, kind: UnitKind) -> u8 {
        self.units[kind.index()].iter().sum()
    }

    /// Takes units of a type, seasoned ones first.
    pub fn take(&mut self, kind: UnitKind, count: u8) -> Vec<Band> {
        let mut left = count;
        let mut bands = Vec::new();
        for (at, stock) in self.units[kind.index()].iter_mut().enumerate() {
            let taken = left.min(*stock);
            *stock -= taken;
            left -= taken;
            if taken > 0 {
                bands.push(Band { kind, seasoned: at == 0, spent: 0, count: taken });
            }
        }
        bands
    }
}

/// Cities of the minor without enemies in their hex, its capital first, the others ascending by hex (ER-R30).
fn strongholds(sc: &Scenario, st: &State, minor: PowerId) -> Vec<CityId> {
    let quiet = |city: &CityId| {
        let hex = sc.city(*city).hex;
        !st.armies_at(hex).any(|army| !relations::friendly(sc, st, minor, army.id.power))
    };
    let seat = capital(sc, st, minor);
    let near = seat.map(|city| sc.city(city).hex);
    let mut own: Vec<CityId> = sc.city_ids().filter(|&city| st.city(city).controller == minor).filter(quiet).collect();
    own.sort_by_key(|&city| {
        let hex = sc.city(city).hex;
        (near.map_or(0, |near| map::distance(near, hex)), hex)
    });
    own
}

/// A minor's capital: that of its first province whose capital it holds.
fn capital(sc: &Scenario, st: &State, minor: PowerId) -> Option<CityId> {
    let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(minor));
    own.filter_map(|id| sc.province(id).capital).find(|&city| st.city(city).controller == minor)
}

/// The default of ER-R30: everything on land in the capital, or in the next city without enemies, or as far from the
/// invader as the land goes; ships in the port nearest to the capital.
pub fn by_default(sc: &Scenario, st: &State, minor: PowerId) -> Vec<Placement> {
    let waiting = Waiting::of(sc, st, minor);
    let quiet = strongholds(sc, st, minor);
    let invaded = st.stack.iter().rev().find_map(|frame| match frame {
        Frame::SetUp(set_up) if set_up.power == minor => set_up.invaded,
        _ => None,
    });
    let city = quiet.first().map(|&city| sc.city(city).hex);
    let Some(hex) = city.or_else(|| remotest(sc, st, minor, invaded)) else { return Vec::new() };
    let units = UnitKind::ALL.iter().map(|&kind| (kind, waiting.total(kind))).filter(|(_, count)| *count > 0);
    let mut placements = vec![Placement { hex, units: units.collect(), leaders: waiting.leaders.clone(), ships: 0 }];
    if waiting.ships > 0 {
        let near = capital(sc, st, minor).map_or(hex, |city| sc.city(city).hex);
        let ports = sc.city_ids().filter(|&city| sc.city(city).port && st.city(city).controller == minor);
        let port = ports.map(|city| sc.city(city).hex).min_by_key(|&port| (map::distance(near, port), port));
        match port {
            Some(port) if port == hex => placements[0].ships = waiting.ships,
            Some(port) => {
                placements.push(Placement { hex: port, units: Vec::new(), leaders: Vec::new(), ships: waiting.ships });
            }
            None => {}
        }
    }
    placements
}

/// The land hex of the minor's provinces farthest from where it was invaded.
fn remotest(sc: &Scenario, st: &State, minor: PowerId, invaded: Option<HexId>) -> Option<HexId> {
    let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(minor));
    let land = own.flat_map(|id| sc.province(id).hexes.iter().copied()).filter(|&hex| sc.hex(hex).land.is_some());
    let free = land.filter(|&hex| !st.armies_at(hex).any(|army| !relations::friendly(sc, st, minor, army.id.power)));
    let away = |hex: HexId| invaded.map_or(0, |from| map::distance(from, hex));
    free.max_by_key(|&hex| (away(hex), std::cmp::Reverse(hex)))
}
