//! Looking things up in a state, and keeping its lists in order.

use super::{
    Army, ArmyId, ArmyStatus, Band, Cargo, City, Fleet, FleetId, FleetStatus, Leader, LeaderPlace, LeaderRow, Policy,
    Power, Province, State, add_band, leader_in_play,
};
use crate::model::calendar::Month;
use crate::model::ids::{CityId, HexId, LeaderId, PowerId, ProvinceId};
use crate::model::scenario::Scenario;

impl State {
    /// A power now.
    pub fn power(&self, id: PowerId) -> &Power {
        &self.powers[id.index()]
    }
    /// A power now, to change it.
    pub fn power_mut(&mut self, id: PowerId) -> &mut Power {
        &mut self.powers[id.index()]
    }
    /// A province now.
    pub fn province(&self, id: ProvinceId) -> &Province {
        &self.provinces[id.index()]
    }
    /// A province now, to change it.
    pub fn province_mut(&mut self, id: ProvinceId) -> &mut Province {
        &mut self.provinces[id.index()]
    }
    /// A city now.
    pub fn city(&self, id: CityId) -> &City {
        &self.cities[id.index()]
    }
    /// A city now, to change it.
    pub fn city_mut(&mut self, id: CityId) -> &mut City {
        &mut self.cities[id.index()]
    }
    /// A leader now.
    pub fn leader(&self, id: LeaderId) -> &Leader {
        &self.leaders[id.index()]
    }
    /// A leader now, to change him.
    pub fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.leaders[id.index()]
    }
    /// An army, while it is there.
    pub fn army(&self, id: ArmyId) -> Option<&Army> {
        self.armies.binary_search_by_key(&id, |army| army.id).ok().map(|at| &self.armies[at])
    }
    /// An army, to change it.
    pub fn army_mut(&mut self, id: ArmyId) -> Option<&mut Army> {
        self.armies.binary_search_by_key(&id, |army| army.id).ok().map(|at| &mut self.armies[at])
    }
    /// A fleet, while it is there.
    pub fn fleet(&self, id: FleetId) -> Option<&Fleet> {
        self.fleets.binary_search_by_key(&id, |fleet| fleet.id).ok().map(|at| &self.fleets[at])
    }
    /// A fleet, to change it.
    pub fn fleet_mut(&mut self, id: FleetId) -> Option<&mut Fleet> {
        self.fleets.binary_search_by_key(&id, |fleet| fleet.id).ok().map(|at| &mut self.fleets[at])
    }
    /// Armies in a hex.
    pub fn armies_at(&self, hex: HexId) -> impl Iterator<Item = &Army> {
        self.armies.iter().filter(move |army| army.hex == hex)
    }
    /// Fleets in a hex.
    pub fn fleets_at(&self, hex: HexId) -> impl Iterator<Item = &Fleet> {
        self.fleets.iter().filter(move |fleet| fleet.hex == hex)
    }
    fn leader_rows(&self) -> impl Iterator<Item = LeaderRow<'_>> {
        self.leaders.iter().enumerate().map(|(at, leader)| (LeaderId::at(at), leader))
    }
    /// Leaders with an army.
    pub fn leaders_of(&self, army: ArmyId) -> impl Iterator<Item = LeaderRow<'_>> {
        self.leader_rows().filter(move |(_, leader)| matches!(leader.place, LeaderPlace::Army(with) if with == army))
    }
    /// Leaders aboard a fleet.
    pub fn leaders_aboard(&self, fleet: FleetId) -> impl Iterator<Item = LeaderRow<'_>> {
        self.leaders_in(LeaderPlace::Fleet(fleet))
    }
    /// Leaders in one place.
    pub fn leaders_in(&self, place: LeaderPlace) -> impl Iterator<Item = LeaderRow<'_>> {
        self.leader_rows().filter(move |(_, leader)| leader.place == place)
    }
    /// Leaders of a power that are neither captured nor gone.
    pub fn leaders_serving(&self, power: PowerId) -> impl Iterator<Item = LeaderRow<'_>> {
        self.leader_rows().filter(move |(_, leader)| leader.power == power && leader_in_play(leader))
    }

    /// Whether a province is plundered now (ER-R55).
    pub fn plundered(&self, id: ProvinceId) -> bool {
        self.province(id).plundered_until.is_some_and(|last| self.month <= last)
    }
    /// Fortification as it counts now (ER-19.5).
    pub fn fort(&self, sc: &Scenario, id: CityId) -> u8 {
        if self.plundered(sc.city(id).province) { 0 } else { self.city(id).fort }
    }

    /// A new army, of the lowest free number of its power. Empty: fill it, or give it leaders.
    pub fn new_army(&mut self, power: PowerId, hex: HexId, status: ArmyStatus) -> ArmyId {
        let (at, number) = lowest_free(&self.armies, power, |army| (army.id.power, army.id.number));
        let id = ArmyId { power, number };
        let army = Army {
            id,
            hex,
            status,
            bands: Vec::new(),
            came_from: None,
            stopped: false,
            attacked: false,
            intercepted: false,
            policy: Policy::default(),
        };
        self.armies.insert(at, army);
        id
    }

    /// A new fleet without ships, of the lowest free number of its power.
    pub fn new_fleet(&mut self, power: PowerId, hex: HexId, status: FleetStatus) -> FleetId {
        let (at, number) = lowest_free(&self.fleets, power, |fleet| (fleet.id.power, fleet.id.number));
        let id = FleetId { power, number };
        let fleet = Fleet {
            id,
            hex,
            status,
            ships: Vec::new(),
            cargo: Cargo::default(),
            used: 0,
            fought: false,
            stopped: false,
            months_out: 0,
            policy: Policy::default(),
        };
        self.fleets.insert(at, fleet);
        id
    }

    /// Puts new units into an army.
    pub fn reinforce(&mut self, army: ArmyId, band: Band) {
        if let Some(army) = self.army_mut(army) {
            add_band(&mut army.bands, band);
        }
    }

    /// Takes armies without units and leaders, and fleets without ships, off the map. Whoever removes units, ships or
    /// leaders calls it afterwards; cargo and leaders of a lost fleet must have been dealt with before.
    pub fn sweep(&mut self) {
        let led: Vec<ArmyId> = self
            .leaders
            .iter()
            .filter_map(|leader| match leader.place {
                LeaderPlace::Army(id) => Some(id),
                _ => None,
            })
            .collect();
        self.armies.retain(|army| !army.bands.is_empty() || led.contains(&army.id));
        self.fleets.retain(|fleet| fleet.size() > 0);
    }

    /// Full months a siege has lasted (ER-18.2).
    pub fn siege_months(&self, city: CityId) -> Option<i16> {
        self.city(city).siege.map(|since: Month| self.month.since(since))
    }
}

/// Where a new force of a power has its place among those that are there, in ascending order, and its number: the lowest
/// that is free.
fn lowest_free<T>(forces: &[T], power: PowerId, id: impl Fn(&T) -> (PowerId, u16)) -> (usize, u16) {
    let first = forces.partition_point(|force| id(force).0 < power);
    let numbers = (1..).zip(&forces[first..]);
    let taken = numbers.take_while(|&(number, force)| id(force) == (power, number)).count();
    (first + taken, taken as u16 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenario::shipped::shipped;

    #[test]
    fn a_number_that_has_become_free_is_given_again() {
        for sc in shipped() {
            let mut st = State::start(sc, sc.options);
            for power in sc.power_ids() {
                let (hex, status) = (sc.cities[0].hex, ArmyStatus::Field);
                let known = st.armies.iter().filter(|army| army.id.power == power).count() as u16;
                let more = [(); 3].map(|()| st.new_army(power, hex, status).number);
                assert_eq!(more, [known + 1, known + 2, known + 3], "{}", sc.id);
                st.armies.retain(|army| army.id.power != power || !more[..2].contains(&army.id.number));
                let again = [(); 3].map(|()| st.new_army(power, hex, status).number);
                assert_eq!(again, [known + 1, known + 2, known + 4], "{}", sc.id);
                assert!(st.armies.is_sorted_by_key(|army| army.id));
            }
        }
    }
}
