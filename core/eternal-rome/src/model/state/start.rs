//! The state before the first step.

use super::{
    Army, ArmyStatus, Band, City, FleetStatus, Leader, LeaderPlace, Policy, Power, Province, Seats, Stage, State,
    Wishes, add_band,
};
use crate::model::ids::{CityId, KINDS, PowerId, Powers};
use crate::model::scenario::{Force, ForceStatus, Options, Scenario};

impl State {
    /// A campaign before its first month: set up, nothing determined yet.
    pub fn start(sc: &Scenario, options: Options) -> Self {
        let placed = |id: PowerId| !sc.reserves.iter().any(|reserve| reserve.power == id);
        let power = |id: PowerId| {
            let info = sc.power(id);
            Power {
                kind: info.kind,
                active: info.active,
                dissolved: false,
                patron: info.patron,
                controller: None,
                war_targets: Powers::NONE,
                placed: placed(id),
                treasury: info.treasury,
                morale: info.morale,
                replacements: 0,
                lost: [0; KINDS + 1],
                undone_by: None,
                policy: Policy::default(),
            }
        };
        let provinces = sc.provinces.iter().map(|info| Province {
            controller: info.initial,
            plundered_until: None,
            plundered_at_home: false,
            recruited: [0; KINDS + 1],
            occupied: None,
        });
        let cities =
            sc.cities.iter().map(|info| City { controller: info.initial, fort: info.fortification, siege: None });
        let leaders = sc.leaders.iter().map(|info| Leader {
            power: info.power,
            place: LeaderPlace::Reserve,
            ruler: info.ruler,
            succession: info.succession,
            spent: 0,
        });
        let mut st = Self {
            steps: 0,
            month: sc.start,
            winter: false,
            stage: Stage::Season,
            turns: Vec::new(),
            ended: Seats::NONE,
            options,
            wishes: vec![Wishes::default(); sc.seats.len()],
            resigned: Seats::NONE,
            powers: sc.power_ids().map(power).collect(),
            provinces: provinces.collect(),
            cities: cities.collect(),
            leaders: leaders.collect(),
            armies: Vec::new(),
            fleets: Vec::new(),
            yards: Vec::new(),
            raised: Vec::new(),
            alliances: Vec::new(),
            tried: Vec::new(),
            let_pass: Vec::new(),
            caught: Vec::new(),
            stack: Vec::new(),
            combats: 0,
            ending: None,
        };
        for force in &sc.forces {
            st.place(force);
        }
        for city in sc.city_ids() {
            st.begin_siege_at_start(sc, city);
        }
        st
    }

    /// Sets a force of the scenario on the map.
    fn place(&mut self, force: &Force) {
        let mut aboard = None;
        if force.fleet_units > 0 {
            let status = match force.fleet {
                ForceStatus::AtSea => FleetStatus::AtSea,
                ForceStatus::Besieging => FleetStatus::Besieging,
                _ => FleetStatus::Anchored,
            };
            let id = self.new_fleet(force.power, force.hex, status);
            if let Some(fleet) = self.fleet_mut(id) {
                fleet.ships.push((force.power, force.fleet_units));
            }
            aboard = Some(id);
        }
        let mut with = aboard.map(LeaderPlace::Fleet);
        if !force.units.is_empty() || aboard.is_none() {
            let status = match force.army {
                ForceStatus::Garrison => ArmyStatus::Garrison,
                ForceStatus::Besieging => ArmyStatus::Besieging,
                _ => ArmyStatus::Field,
            };
            let id = self.new_army(force.power, force.hex, status);
            if let Some(army) = self.army_mut(id) {
                fill(army, force);
            }
            with = Some(LeaderPlace::Army(id));
        }
        for &leader in &force.leaders {
            if let Some(place) = with {
                self.leader_mut(leader).place = place;
            }
        }
    }

    fn begin_siege_at_start(&mut self, sc: &Scenario, city: CityId) {
        let hex = sc.city(city).hex;
        if self.armies_at(hex).any(|army| army.status == ArmyStatus::Besieging) {
            self.city_mut(city).siege = Some(sc.start);
        }
    }
}

fn fill(army: &mut Army, force: &Force) {
    for &(kind, count) in &force.units {
        add_band(&mut army.bands, Band { kind, seasoned: force.seasoned, spent: 0, count });
    }
}
