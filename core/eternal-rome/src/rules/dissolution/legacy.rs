//! What a Roman power leaves, and who gets it (ER-14.4 to ER-14.9, ER-R28 e to i).

use std::cmp::Reverse;

use crate::model::ids::{CityId, HexId, LeaderId, PowerId, Powers, ProvinceId};
use crate::model::map;
use crate::model::names;
use crate::model::scenario::{PowerKind, Ruler, Scenario};
use crate::model::state::{ArmyId, Band, FleetId, LeaderPlace, State, add_band};
use crate::rules::cities;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::MoraleAccount;
use crate::rules::naval::cargo;
use crate::rules::strength;

/// The other Roman powers in play. With none a Roman power ends as any other major (ER-R28 j).
pub fn candidates(eng: &Engine<'_>, power: PowerId) -> Vec<PowerId> {
    let roman = |&other: &PowerId| other != power && eng.st.power(other).kind == PowerKind::Roman;
    eng.sc.power_ids().filter(roman).collect()
}

/// Who gets which province and which city.
pub struct Will {
    provinces: Vec<(ProvinceId, PowerId)>,
    cities: Vec<(CityId, PowerId)>,
}

/// Of equals the one of higher morale comes first, then the one earlier in the turn order (ER-14.7).
fn precedence(sc: &Scenario, st: &State, power: PowerId) -> (u16, Reverse<(usize, PowerId)>) {
    let place = sc.turn_order.iter().position(|&major| major == power).unwrap_or(usize::MAX);
    (st.power(power).morale, Reverse((place, power)))
}

/// From where the distance to a province is measured: its capital (ER-R28 e), or its first hex.
fn seat(sc: &Scenario, id: ProvinceId) -> Option<HexId> {
    let info = sc.province(id);
    info.capital.map(|city| sc.city(city).hex).or_else(|| info.hexes.first().copied())
}

impl Will {
    /// As things stand.
    pub fn of(eng: &Engine<'_>, power: PowerId, heirs: &[PowerId]) -> Self {
        let (sc, st) = (eng.sc, &*eng.st);
        let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(power));
        let provinces: Vec<(ProvinceId, PowerId)> =
            own.filter_map(|id| province_heir(sc, st, heirs, id).map(|heir| (id, heir))).collect();
        let heir_of = |id: ProvinceId| provinces.iter().find(|(other, _)| *other == id).map(|&(_, heir)| heir);
        let held = sc.city_ids().filter(|&city| st.city(city).controller == power);
        let city_heir = |city: CityId| {
            let province = sc.city(city).province;
            let heir = heir_of(province).or_else(|| city_heir(sc, st, power, province));
            heir.or_else(|| province_heir(sc, st, heirs, province)).map(|heir| (city, heir))
        };
        let cities = held.filter_map(city_heir).collect();
        Self { provinces, cities }
    }
}

/// The Roman power with the greatest force in the province, or else that of the nearest province (ER-14.5).
fn province_heir(sc: &Scenario, st: &State, heirs: &[PowerId], id: ProvinceId) -> Option<PowerId> {
    let force = |power: PowerId| strength::in_province(sc, st, power, id);
    let present = heirs.iter().copied().filter(|&power| force(power) > 0);
    let strongest = present.max_by_key(|&power| (force(power), precedence(sc, st, power)));
    strongest.or_else(|| {
        let from = seat(sc, id)?;
        let near = |&power: &PowerId| (Reverse(distance(sc, st, power, from)), precedence(sc, st, power));
        heirs.iter().copied().max_by_key(near)
    })
}

/// Hexes from a hex to the nearest province of a power; who has none is farther than all others.
fn distance(sc: &Scenario, st: &State, power: PowerId, from: HexId) -> u32 {
    let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(power));
    own.filter_map(|id| seat(sc, id)).map(|hex| map::distance(from, hex)).min().unwrap_or(u32::MAX)
}

/// A single city goes to the holder of the province's capital, or else to the power with most of its cities (ER-14.6).
fn city_heir(sc: &Scenario, st: &State, power: PowerId, province: ProvinceId) -> Option<PowerId> {
    let info = sc.province(province);
    let holder = info.capital.map(|city| st.city(city).controller).filter(|&holder| holder != power);
    holder.or_else(|| {
        let held = |of: PowerId| info.cities.iter().filter(|&&city| st.city(city).controller == of).count();
        let others = sc.power_ids().filter(|&other| other != power && held(other) > 0);
        others.max_by_key(|&other| (held(other), precedence(sc, st, other)))
    })
}

/// Carries the will out, and gives half of the forces to those whose land they are in.
pub fn carry_out(eng: &mut Engine<'_>, power: PowerId, will: &Will) {
    resign(eng, power);
    for &(city, heir) in &will.cities {
        eng.st.city_mut(city).controller = heir;
    }
    for &(id, heir) in &will.provinces {
        let now = eng.st.province_mut(id);
        (now.controller, now.occupied) = (Some(heir), None);
        let (province, from, to) =
            (eng.sc.province_name(id), Some(eng.sc.power_name(power)), Some(eng.sc.power_name(heir)));
        eng.tell("ER-14.5", EventKind::ProvinceChanged { province, from, to });
    }
    for &(city, _) in &will.cities {
        cities::reckon(eng, eng.sc.city(city).province);
    }
    let forces = forces(eng, power);
    let now = eng.st.power_mut(power);
    (now.treasury, now.replacements) = (0, 0);
    report(eng, power, will, &forces);
    eng.st.sweep();
}

/// The Imperator leaves play (ER-14.4).
fn resign(eng: &mut Engine<'_>, power: PowerId) {
    let ruler = |leader: &crate::model::state::Leader| leader.ruler == Some(Ruler::Imperator);
    let rulers: Vec<LeaderId> =
        eng.st.leaders_serving(power).filter(|(_, leader)| ruler(leader)).map(|(id, _)| id).collect();
    for id in rulers {
        let leader = eng.st.leader_mut(id);
        (leader.place, leader.ruler, leader.succession) = (LeaderPlace::Gone, None, None);
        let what = EventKind::LeaderGone { leader: eng.sc.leader_name(id), of: eng.sc.power_name(power) };
        eng.tell("ER-14.4", what);
    }
}

/// Whose land a hex is, or the nearest is (ER-14.9, ER-R28 g).
fn landlord(sc: &Scenario, st: &State, hex: HexId) -> Option<PowerId> {
    let here = sc.hex(hex).province.and_then(|id| st.province(id).controller);
    here.or_else(|| {
        let owned = sc.province_ids().filter(|&id| st.province(id).controller.is_some());
        let nearest = owned.min_by_key(|&id| (seat(sc, id).map_or(u32::MAX, |to| map::distance(hex, to)), id));
        nearest.and_then(|id| st.province(id).controller)
    })
}

/// Halves each army and each fleet, and gives them away (ER-14.8, ER-14.9, ER-R28 g, h). Who got which.
fn forces(eng: &mut Engine<'_>, power: PowerId) -> Vec<(PowerId, String)> {
    let mut given = Vec::new();
    let armies: Vec<ArmyId> = eng.st.armies.iter().map(|army| army.id).filter(|id| id.power == power).collect();
    for id in armies {
        let Some(old) = eng.st.army(id).cloned() else { continue };
        let bands = halve(eng, old.hex, &old.bands);
        if let Some(army) = eng.st.army_mut(id) {
            army.bands.clear();
        }
        let heir = landlord(eng.sc, eng.st, old.hex);
        let Some(heir) = heir else {
            rehouse(eng.st, LeaderPlace::Army(id), None);
            continue;
        };
        let new = eng.st.new_army(heir, old.hex, old.status);
        if let Some(army) = eng.st.army_mut(new) {
            (army.bands, army.stopped, army.attacked) = (bands, true, old.attacked);
        }
        rehouse(eng.st, LeaderPlace::Army(id), Some((heir, LeaderPlace::Army(new))));
        given.push((heir, names::army(eng.sc, new)));
    }
    let fleets: Vec<FleetId> = eng.st.fleets.iter().map(|fleet| fleet.id).filter(|id| id.power == power).collect();
    for id in fleets {
        if let Some(heir) = give_fleet(eng, id) {
            given.push(heir);
        }
    }
    eng.st.sweep();
    given
}

/// Its powers have been parted before, so a fleet is the dissolved power's alone.
fn give_fleet(eng: &mut Engine<'_>, id: FleetId) -> Option<(PowerId, String)> {
    let old = eng.st.fleet(id).cloned()?;
    let bands = halve(eng, old.hex, &old.cargo.bands);
    let heir = landlord(eng.sc, eng.st, old.hex);
    if let Some(fleet) = eng.st.fleet_mut(id) {
        fleet.ships.clear();
        fleet.cargo = Default::default();
    }
    let Some(heir) = heir else {
        rehouse(eng.st, LeaderPlace::Fleet(id), None);
        return None;
    };
    let new = eng.st.new_fleet(heir, old.hex, old.status);
    if let Some(fleet) = eng.st.fleet_mut(new) {
        fleet.ships = vec![(heir, old.size().div_ceil(2) as u8)];
        fleet.cargo.power = (!bands.is_empty()).then_some(heir);
        fleet.cargo.bands = bands;
        (fleet.used, fleet.fought, fleet.stopped, fleet.months_out) = (old.used, old.fought, true, old.months_out);
    }
    rehouse(eng.st, LeaderPlace::Fleet(id), Some((heir, LeaderPlace::Fleet(new))));
    // Whatever no longer fits costs nobody anything (ER-R24).
    cargo::fit(eng, &mut MoraleAccount::default(), new, None);
    Some((heir, names::fleet(eng.sc, new)))
}

/// Half of the units, rounded up, chosen at random.
fn halve(eng: &mut Engine<'_>, hex: HexId, bands: &[Band]) -> Vec<Band> {
    let one = |band: &Band| Band { count: 1, ..*band };
    let mut units: Vec<Band> =
        bands.iter().flat_map(|band| std::iter::repeat_n(one(band), usize::from(band.count))).collect();
    if units.iter().any(|unit| *unit != units[0]) {
        eng.shuffle("halving", hex, &mut units, "ER-R28");
    }
    let kept = units.len().div_ceil(2);
    let mut left = Vec::new();
    units.into_iter().take(kept).for_each(|unit| add_band(&mut left, unit));
    left
}

/// Leaders go with their force and lose their place in the succession; without a home they leave play (ER-R28 h).
fn rehouse(st: &mut State, from: LeaderPlace, to: Option<(PowerId, LeaderPlace)>) {
    for leader in st.leaders.iter_mut().filter(|leader| leader.place == from) {
        leader.succession = None;
        match to {
            Some((power, place)) => (leader.power, leader.place) = (power, place),
            None => leader.place = LeaderPlace::Gone,
        }
    }
}

/// Who got what: forces are named to those who got them alone (ER-7.1).
fn report(eng: &mut Engine<'_>, power: PowerId, will: &Will, forces: &[(PowerId, String)]) {
    let heirs: Powers = will
        .provinces
        .iter()
        .map(|&(_, heir)| heir)
        .chain(will.cities.iter().map(|&(_, heir)| heir))
        .chain(forces.iter().map(|&(heir, _)| heir))
        .collect();
    for heir in heirs.iter() {
        let provinces =
            will.provinces.iter().filter(|(_, other)| *other == heir).map(|&(id, _)| eng.sc.province_name(id));
        let cities = will.cities.iter().filter(|(_, other)| *other == heir).map(|&(id, _)| eng.sc.city_name(id));
        let (provinces, cities): (Vec<_>, Vec<_>) = (provinces.collect(), cities.collect());
        let named: Vec<String> =
            forces.iter().filter(|(other, _)| *other == heir).map(|(_, name)| name.clone()).collect();
        let (from, to) = (eng.sc.power_name(power), eng.sc.power_name(heir));
        let given = |forces| EventKind::SharesGiven {
            from: from.clone(),
            to: to.clone(),
            provinces: provinces.clone(),
            cities: cities.clone(),
            forces,
        };
        let side = Powers::one(heir);
        eng.emit(eng.seats_of(side), "ER-14.5", given(named));
        eng.emit(eng.others(side), "ER-14.5", given(Vec::new()));
    }
}
