//! Steps 2.1 to 2.3: fleets from the yards, taxes, replacement points (ER-8, ER-9.4, ER-9.9, ER-9.11).

use crate::model::ids::{PowerId, Powers, ProvinceId};
use crate::model::scenario::{RecruitWay, Scenario};
use crate::model::state::{FleetStatus, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;

/// What comes in by itself at the start of a major's taxation step, for it and for all it acts for.
pub fn dues(eng: &mut Engine<'_>, major: PowerId) {
    let all: Vec<PowerId> = eng.sc.power_ids().filter(|&power| relations::head(eng.st, power) == Some(major)).collect();
    for &power in &all {
        launch(eng, power);
    }
    tax(eng, major);
    for &power in &all {
        replace(eng, power);
    }
}

/// ER-R49: fleet units that are ready lie in the port where they were built and belong to its holder.
fn launch(eng: &mut Engine<'_>, power: PowerId) {
    let ready: Vec<_> = {
        let (st, month) = (&*eng.st, eng.st.month);
        st.yards.iter().filter(|yard| yard.ready <= month && st.city(yard.city).controller == power).copied().collect()
    };
    eng.st.yards.retain(|yard| !ready.contains(yard));
    for yard in ready {
        let fleet = eng.st.new_fleet(power, eng.sc.city(yard.city).hex, FleetStatus::Anchored);
        if let Some(fleet) = eng.st.fleet_mut(fleet) {
            fleet.ships.push((power, yard.ships));
        }
        let what = EventKind::FleetLaunched {
            power: eng.sc.power_name(power),
            city: eng.sc.city_name(yard.city),
            ships: yard.ships,
        };
        eng.emit(eng.seats_of(Powers::one(power)), "ER-9.4", what);
    }
}

/// Talents a province pays now to whom (ER-8.2 to ER-8.4, ER-R51, ER-R55).
pub fn yield_of(sc: &Scenario, st: &State, province: ProvinceId) -> Option<(PowerId, u32)> {
    let (info, now) = (sc.province(province), st.province(province));
    let controller = now.controller?;
    let kind = st.power(controller).kind;
    let payee = if kind.is_major() && kind.is_civilized() {
        controller
    } else if relations::is_client(st, controller) && info.taxed_by_patron {
        st.power(controller).patron.filter(|&patron| st.power(patron).kind.is_civilized())?
    } else {
        return None;
    };
    if st.plundered(province) {
        return None;
    }
    let full = u32::from(info.tax);
    // ER-19.6 binds the land's own power, to whomever its taxes go (reading ER-19.6/a).
    let home = now.plundered_at_home && (info.initial == Some(payee) || info.initial == Some(controller));
    Some((payee, if home { full * u32::from(sc.constants.plunder.home_tax_percent) / 100 } else { full }))
}

/// Talents a power takes in a month.
pub fn income(sc: &Scenario, st: &State, power: PowerId) -> u32 {
    let paid = sc.province_ids().filter_map(|province| yield_of(sc, st, province));
    paid.filter(|&(payee, _)| payee == power).map(|(_, talents)| talents).sum()
}

fn tax(eng: &mut Engine<'_>, power: PowerId) {
    let talents = income(eng.sc, eng.st, power);
    if talents == 0 {
        return;
    }
    eng.st.power_mut(power).treasury += talents;
    let treasury = eng.st.power(power).treasury;
    let what = EventKind::TaxesPaid { power: eng.sc.power_name(power), talents, treasury };
    eng.emit(eng.seats_of(Powers::one(power)), "ER-8.2", what);
}

/// ER-9.9: way b each month. ER-9.11: way c only while there are eliminated units to rebuild.
fn replace(eng: &mut Engine<'_>, power: PowerId) {
    let info = eng.sc.power(power);
    let now = eng.st.power_mut(power);
    let due = match info.way {
        RecruitWay::A => false,
        RecruitWay::B => true,
        RecruitWay::C => now.lost.iter().any(|&count| count > 0),
    };
    let points = u16::from(info.replacement_rate);
    if !due || points == 0 {
        return;
    }
    now.replacements = now.replacements.saturating_add(points);
    let total = now.replacements;
    let rule = if info.way == RecruitWay::B { "ER-9.9" } else { "ER-9.11" };
    let what = EventKind::ReplacementsCame { power: eng.sc.power_name(power), points, total };
    eng.emit(eng.seats_of(Powers::one(power)), rule, what);
}
