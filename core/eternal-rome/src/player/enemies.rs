//! The enemies of a seat as they seem to it, counted once for an order set.

use std::cell::OnceCell;

use kernel::SeatId;

use crate::knowledge::Sighting;
use crate::model::ids::{CityId, HexId, PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyStatus, Fleet, State};
use crate::rules::relations;
use crate::rules::strength;

/// Strength in quarters that an unknown garrison is taken for where nothing else is known of it.
const UNKNOWN_GARRISON: u32 = 4 * 24;
/// The same of an army in the open.
const UNKNOWN_ARMY: u32 = 4 * 50;

/// Forces whose strength a seat does not know.
#[derive(Clone, Default, Debug)]
pub struct Unknown {
    /// Whose land units are where, ascending.
    pub ashore: Vec<(HexId, PowerId)>,
    /// Whose fleets are where, ascending.
    pub afloat: Vec<(HexId, PowerId)>,
}

impl Unknown {
    /// What a seat sees of forces without knowing their strength.
    pub fn of(sightings: &[Sighting]) -> Self {
        let of = |at_sea: bool| {
            let all = sightings.iter().filter(|seen| seen.at_sea == at_sea);
            let mut list: Vec<(HexId, PowerId)> = all.map(|seen| (seen.hex, seen.power)).collect();
            list.sort_unstable();
            list
        };
        Self { ashore: of(false), afloat: of(true) }
    }

    /// What an army seems to be, in quarters: exact where it is known; else what stood there when the campaign began, which
    /// everybody has read, or a usual figure.
    pub fn army(&self, sc: &Scenario, st: &State, army: &Army) -> u32 {
        if self.ashore.binary_search(&(army.hex, army.id.power)).is_err() {
            return strength::of_bands(sc, st, &army.bands).land4;
        }
        let first: u32 = sc
            .forces
            .iter()
            .filter(|force| force.power == army.id.power && force.hex == army.hex)
            .map(|force| force.land4(sc))
            .sum();
        match army.status {
            _ if first > 0 => first,
            ArmyStatus::Garrison => UNKNOWN_GARRISON,
            _ => UNKNOWN_ARMY,
        }
    }

    /// What a fleet seems to be, in quarters.
    pub fn fleet(&self, sc: &Scenario, st: &State, fleet: &Fleet) -> u32 {
        let known = strength::of_fleet(sc, st, fleet);
        if self.afloat.binary_search(&(fleet.hex, fleet.id.power)).is_err() {
            return known;
        }
        let start = sc.forces.iter().filter(|force| force.power == fleet.id.power && force.hex == fleet.hex);
        let ships: u32 = start.map(|force| u32::from(force.fleet_units)).sum();
        if ships > 0 { 4 * ships * u32::from(sc.constants.fleet_unit.naval_strength) } else { known }
    }
}

/// Enemies in one hex.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where.
    pub hex: HexId,
    /// Strength in the open, in quarters.
    pub open: u32,
    /// Strength in the city, in quarters.
    pub inside: u32,
}

/// The enemies of a seat.
#[derive(Clone, Default, Debug)]
pub struct Foes {
    /// Which powers they are.
    pub powers: Powers,
    /// The cities that they hold, ascending.
    pub cities: Vec<CityId>,
    /// Where their land units are, ascending by hex.
    pub places: Vec<Place>,
    /// Their strength in the hex of each city, by city, once somebody asks.
    cities_at: OnceCell<Vec<(u32, u32)>>,
    /// Where their fleets are, and how strong they seem in quarters.
    pub fleets: Vec<(HexId, u32)>,
}

impl Foes {
    /// Counts them.
    pub fn of(sc: &Scenario, st: &State, seat: SeatId, unknown: &Unknown) -> Self {
        let own: Vec<PowerId> =
            sc.turn_order.iter().copied().filter(|&major| relations::seat_of(sc, st, major) == Some(seat)).collect();
        let hostile = |power: &PowerId| own.iter().any(|&major| relations::hostile(sc, st, major, *power));
        let mut foes = Self { powers: sc.power_ids().filter(hostile).collect(), ..Self::default() };
        foes.cities = sc.city_ids().filter(|&city| foes.powers.has(st.city(city).controller)).collect();
        for army in st.armies.iter().filter(|army| foes.powers.has(army.id.power)) {
            let strength = unknown.army(sc, st, army);
            let at = foes.places.binary_search_by_key(&army.hex, |place| place.hex).unwrap_or_else(|at| {
                foes.places.insert(at, Place { hex: army.hex, open: 0, inside: 0 });
                at
            });
            let place = &mut foes.places[at];
            *(if army.status == ArmyStatus::Garrison { &mut place.inside } else { &mut place.open }) += strength;
        }
        let afloat = st.fleets.iter().filter(|fleet| foes.powers.has(fleet.id.power));
        foes.fleets = afloat.map(|fleet| (fleet.hex, unknown.fleet(sc, st, fleet))).collect();
        foes
    }

    /// Strength in the hex of a city in quarters: in the open, and in the city.
    pub fn at_city(&self, sc: &Scenario, city: CityId) -> (u32, u32) {
        let count = || sc.city_ids().map(|city| self.at(sc.city(city).hex)).collect::<Vec<_>>();
        self.cities_at.get_or_init(count)[city.index()]
    }

    /// Strength in a hex in quarters: in the open, and in the city.
    pub fn at(&self, hex: HexId) -> (u32, u32) {
        let found = self.places.binary_search_by_key(&hex, |place| place.hex);
        found.map_or((0, 0), |at| (self.places[at].open, self.places[at].inside))
    }
}
