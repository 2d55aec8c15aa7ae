//! In the field, in the city, before it (ER-R9, ER-R37).

use kernel::Refusal;

use crate::model::ids::{CityId, HexId};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyId, ArmyStatus, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::strength;

use super::inside;

/// What ER-R37 asks of an army that is to besiege a city: units, a quarter of the strength inside, and no army of the
/// city's side in the open.
pub fn thwarted(sc: &Scenario, st: &State, army: &Army, city: CityId) -> Result<(), Refusal> {
    let (own, name) = (strength::of_armies(sc, st, [army]), &sc.city(city).name);
    let refuse = |code, detail: String| Err(Refusal::new(code, "ER-R37", detail).at("army"));
    if own == 0 {
        return refuse("no_units", format!("{} has leaders alone; a siege needs units", names::army(sc, army.id)));
    }
    let within = inside::strength(sc, st, city);
    if 4 * own < within {
        let (own, within) = (strength::show(own), strength::show(within));
        return refuse("too_weak", format!("{own} is less than a quarter of the {within} in {name}"));
    }
    let holder = st.city(city).controller;
    let relief = |other: &&Army| {
        let stands = other.status == ArmyStatus::Field && !other.bands.is_empty();
        stands
            && relations::friendly(sc, st, other.id.power, holder)
            && relations::hostile(sc, st, other.id.power, army.id.power)
    };
    if let Some(other) = st.armies_at(army.hex).find(relief) {
        let detail = format!("an army of {} stands before {name}", sc.power(other.id.power).name);
        let refusal = Refusal::new("relieved", "ER-R37", detail).at("army");
        return Err(refusal.hint("it has to be beaten or driven off first"));
    }
    Ok(())
}

/// An army marches off: out of its city, or away from its siege (ER-R9, ER-R44).
pub fn leave_for_march(eng: &mut Engine<'_>, id: ArmyId) {
    let Some(army) = eng.st.army_mut(id) else { return };
    army.status = ArmyStatus::Field;
    let city = eng.sc.hex(army.hex).city;
    if let Some(city) = city {
        end_if_abandoned(eng, city);
    }
}

/// Ends the siege of a city when nobody besieges it any more: months and fortification begin anew (ER-R37). To be
/// called whenever a besieging army moves, dies or changes its stance.
pub fn end_if_abandoned(eng: &mut Engine<'_>, city: CityId) {
    if eng.st.city(city).siege.is_none() {
        return;
    }
    let hex = eng.sc.city(city).hex;
    if eng.st.armies_at(hex).any(|army| army.status == ArmyStatus::Besieging && !army.bands.is_empty()) {
        return;
    }
    break_up(eng.st, hex);
    let fort = eng.sc.city(city).fortification;
    let now = eng.st.city_mut(city);
    (now.siege, now.fort) = (None, fort);
    let what = EventKind::SiegeEnded { city: eng.sc.city_name(city), at_sea: false };
    eng.tell("ER-R37", what);
}

/// Ends the sieges that nobody conducts any more, wherever they are.
pub fn end_abandoned(eng: &mut Engine<'_>) {
    for city in eng.sc.city_ids() {
        end_if_abandoned(eng, city);
    }
}

/// An army besieges the city of its hex; the siege begins unless others besiege it already (ER-R37).
pub fn begin(eng: &mut Engine<'_>, id: ArmyId, city: CityId) {
    let hex = eng.sc.city(city).hex;
    let Some(army) = eng.st.army_mut(id).filter(|army| army.hex == hex) else { return };
    army.status = ArmyStatus::Besieging;
    if eng.st.city(city).siege.is_some() {
        return;
    }
    eng.st.city_mut(city).siege = Some(eng.st.month);
    let what = EventKind::SiegeBegan { city: eng.sc.city_name(city), by: eng.sc.power_name(id.power), at_sea: false };
    eng.tell("ER-R37", what);
}

/// Ends the siege of a city without success: its besiegers are in the field (ER-18.10).
pub fn end(eng: &mut Engine<'_>, city: CityId) {
    break_up(eng.st, eng.sc.city(city).hex);
    end_if_abandoned(eng, city);
}

fn break_up(st: &mut State, hex: HexId) {
    for army in st.armies.iter_mut().filter(|army| army.hex == hex && army.status == ArmyStatus::Besieging) {
        army.status = ArmyStatus::Field;
    }
}

/// Armies in cities that are friendly no longer, and those before cities that are hostile no longer, are in the field;
/// sieges that nobody conducts any more end. To be called whenever relations or the holders of cities change without a
/// fight.
pub fn reconsider(eng: &mut Engine<'_>) {
    let (sc, st) = (eng.sc, &*eng.st);
    let out_of_place = |army: &&Army| {
        let power = army.id.power;
        match army.status {
            ArmyStatus::Field => false,
            ArmyStatus::Garrison => relations::friendly_city(sc, st, power, army.hex).is_none(),
            ArmyStatus::Besieging => {
                let hostile = |city| relations::hostile(sc, st, power, st.city(city).controller);
                !st.power(power).active || !sc.hex(army.hex).city.is_some_and(hostile)
            }
        }
    };
    let armies: Vec<ArmyId> = st.armies.iter().filter(out_of_place).map(|army| army.id).collect();
    for id in armies {
        if let Some(army) = eng.st.army_mut(id) {
            army.status = ArmyStatus::Field;
        }
    }
    end_abandoned(eng);
}
