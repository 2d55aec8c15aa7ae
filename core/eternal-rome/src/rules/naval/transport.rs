//! Embarking and landing (ER-11.9 to ER-11.16, ER-R7, ER-R68).

use crate::model::ids::{HexId, LeaderId, PowerId, Powers};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, ArmyStatus, Band, FleetId, LeaderPlace, State, add_band, take_bands};
use crate::model::units::Units;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::naval::port;
use crate::rules::{activation, siege};

/// Units and leaders of one power that go aboard or ashore.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Load {
    /// Units.
    pub units: Vec<Units>,
    /// Leaders.
    pub leaders: Vec<LeaderId>,
}

impl Load {
    /// Whether nobody goes.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty() && self.leaders.is_empty()
    }

    /// Room that they take (ER-6.10).
    pub fn stacking(&self, sc: &Scenario) -> u32 {
        self.units.iter().map(|units| u32::from(sc.unit(units.kind).stacking) * u32::from(units.count)).sum()
    }
}

/// Units and leaders change places between an army and a fleet (ER-11.9).
pub fn embark(eng: &mut Engine<'_>, power: PowerId, id: FleetId, army: ArmyId, aboard: &Load, back: &Load, cost: u8) {
    let Some(hex) = eng.st.fleet(id).map(|fleet| fleet.hex) else { return };
    if eng.st.army(army).is_none() {
        return;
    }
    let used = pay(eng, id, cost);
    let landing = unload(eng.st, id, back);
    let boarding = eng.st.army_mut(army).map_or(Vec::new(), |army| take(&mut army.bands, &aboard.units));
    if let Some(fleet) = eng.st.fleet_mut(id) {
        boarding.into_iter().for_each(|band| add_band(&mut fleet.cargo.bands, band));
        fleet.cargo.power = (!fleet.cargo.bands.is_empty()).then_some(power);
    }
    for &leader in &aboard.leaders {
        eng.st.leader_mut(leader).place = LeaderPlace::Fleet(id);
    }
    go_ashore(eng, army, landing, &back.leaders, used);
    eng.st.sweep();
    if let Some(city) = eng.sc.hex(hex).city {
        siege::stance::end_if_abandoned(eng, city);
    }
    tell_embarked(eng, power, id, hex, aboard);
    if !back.is_empty() {
        tell_landed(eng, power, id, hex, back, army);
    }
}

/// Units and leaders form a new army ashore (ER-11.12, ER-11.13). Whoever sleeps there as an enemy wakes (ER-5.9).
pub fn land(eng: &mut Engine<'_>, power: PowerId, id: FleetId, load: &Load, cost: u8, status: ArmyStatus) {
    let Some(hex) = eng.st.fleet(id).map(|fleet| fleet.hex) else { return };
    let used = pay(eng, id, cost);
    let bands = unload(eng.st, id, load);
    let army = eng.st.new_army(power, hex, status);
    go_ashore(eng, army, bands, &load.leaders, used);
    eng.st.sweep();
    tell_landed(eng, power, id, hex, load, army);
    let owner = eng.sc.hex(hex).province.and_then(|province| eng.st.province(province).controller);
    if let Some(owner) = owner.filter(|&owner| port::sleeps(eng.sc, eng.st, power, owner)) {
        activation::invade(eng, owner, power, hex);
    }
}

/// Takes movement points off a fleet; how many it has used now.
fn pay(eng: &mut Engine<'_>, id: FleetId, cost: u8) -> u8 {
    eng.st.fleet_mut(id).map_or(0, |fleet| {
        fleet.used += cost;
        fleet.used
    })
}

/// Takes units off a fleet.
fn unload(st: &mut State, id: FleetId, load: &Load) -> Vec<Band> {
    let Some(fleet) = st.fleet_mut(id) else { return Vec::new() };
    let bands = take(&mut fleet.cargo.bands, &load.units);
    if fleet.cargo.bands.is_empty() {
        fleet.cargo.power = None;
    }
    bands
}

fn take(bands: &mut Vec<Band>, units: &[Units]) -> Vec<Band> {
    units.iter().flat_map(|units| take_bands(bands, units.kind, units.seasoned, units.count)).collect()
}

/// Puts units and leaders into an army ashore. What their fleet has used of its month is gone of theirs (ER-11.16).
fn go_ashore(eng: &mut Engine<'_>, army: ArmyId, bands: Vec<Band>, leaders: &[LeaderId], used: u8) {
    for band in bands {
        let spent = band.spent.max(spent_at_sea(eng.sc, eng.sc.unit(band.kind).movement, used));
        eng.st.reinforce(army, Band { spent, ..band });
    }
    let staff = spent_at_sea(eng.sc, eng.sc.leader_movement, used);
    for &id in leaders {
        let leader = eng.st.leader_mut(id);
        (leader.place, leader.spent) = (LeaderPlace::Army(army), leader.spent.max(staff));
    }
}

/// Movement points that count as spent when one lands from a fleet that has used so many: fractions go against the
/// mover (ER-R7).
pub fn spent_at_sea(sc: &Scenario, allowance: u8, used: u8) -> u8 {
    let month = u16::from(sc.constants.fleet_movement).max(1);
    let spent = (u16::from(allowance) * u16::from(used)).div_ceil(month);
    spent.min(u16::from(allowance)) as u8
}

fn tell_embarked(eng: &mut Engine<'_>, power: PowerId, id: FleetId, hex: HexId, load: &Load) {
    if load.is_empty() {
        return;
    }
    let (own, party, fleet) = (Powers::one(power), eng.sc.power_name(power), names::fleet(eng.sc, id));
    let leaders = load.leaders.iter().map(|&leader| eng.sc.leader_name(leader)).collect();
    let what = EventKind::UnitsEmbarked { power: party.clone(), fleet, hex, units: load.units.clone(), leaders };
    eng.emit(eng.seats_of(own), "ER-11.9", what);
    eng.emit(eng.others(own), "ER-7.1", EventKind::LandingSeen { power: party, hex, ashore: false });
}

fn tell_landed(eng: &mut Engine<'_>, power: PowerId, id: FleetId, hex: HexId, load: &Load, army: ArmyId) {
    let (own, party, fleet) = (Powers::one(power), eng.sc.power_name(power), names::fleet(eng.sc, id));
    let leaders = load.leaders.iter().map(|&leader| eng.sc.leader_name(leader)).collect();
    let army = names::army(eng.sc, army);
    let what = EventKind::UnitsLanded { power: party.clone(), fleet, hex, units: load.units.clone(), leaders, army };
    eng.emit(eng.seats_of(own), "ER-11.13", what);
    eng.emit(eng.others(own), "ER-7.1", EventKind::LandingSeen { power: party, hex, ashore: true });
}
