//! The enemies of a seat as they seem to it, counted once for an order set.

use std::cell::OnceCell;

use super::draft::Draft;
use super::evaluation;
use crate::model::ids::{CityId, HexId, PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::ArmyStatus;
use crate::rules::relations;

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
    pub fn of(draft: &Draft<'_>) -> Self {
        let (sc, st) = (draft.sc, &draft.st);
        let own: Vec<PowerId> = sc
            .turn_order
            .iter()
            .copied()
            .filter(|&major| relations::seat_of(sc, st, major) == Some(draft.seat))
            .collect();
        let hostile = |power: &PowerId| own.iter().any(|&major| relations::hostile(sc, st, major, *power));
        let mut foes = Self { powers: sc.power_ids().filter(hostile).collect(), ..Self::default() };
        foes.cities = sc.city_ids().filter(|&city| foes.powers.has(st.city(city).controller)).collect();
        for army in st.armies.iter().filter(|army| foes.powers.has(army.id.power)) {
            let strength = evaluation::seems(draft, army);
            let at = foes.places.binary_search_by_key(&army.hex, |place| place.hex).unwrap_or_else(|at| {
                foes.places.insert(at, Place { hex: army.hex, open: 0, inside: 0 });
                at
            });
            let place = &mut foes.places[at];
            *(if army.status == ArmyStatus::Garrison { &mut place.inside } else { &mut place.open }) += strength;
        }
        let afloat = st.fleets.iter().filter(|fleet| foes.powers.has(fleet.id.power));
        foes.fleets = afloat.map(|fleet| (fleet.hex, evaluation::fleet_seems(draft, fleet))).collect();
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
