//! In the field, in the city, before it (ER-R9, ER-R37).

use kernel::Refusal;

use crate::model::ids::{CityId, HexId, Powers};
use crate::model::names;
use crate::model::state::{Army, ArmyId, ArmyStatus, FleetId, FleetStatus, ForceId, Phase, State};
use crate::orders::OrderContext;
use crate::rules::combat::attack;
use crate::rules::engine::{Engine, Permission};
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::strength;
use crate::rules::{activation, naval};

use super::inside;

const PHASES: [Phase; 2] = [Phase::LandMovement, Phase::LandCombat];

/// `enter_city`: from the open into the friendly unbesieged city of the hex.
pub fn enter_city(ctx: &OrderContext<'_>, power: &str, army: &str) -> Result<Permission, Refusal> {
    let army = able(ctx, power, army)?;
    let (sc, st) = (ctx.sc, ctx.st);
    standing(ctx, army, ArmyStatus::Field)?;
    let Some(city) = relations::friendly_city(sc, st, army.id.power, army.hex) else {
        let detail = format!("there is no city at {} that is friendly to {}", army.hex, sc.power(army.id.power).name);
        return Err(Refusal::new("no_city", "ER-R9", detail).at("army"));
    };
    if relations::besieged(st, city) {
        let detail = format!("{} is besieged, so nobody gets in", sc.city(city).name);
        return Err(Refusal::new("besieged", "ER-R9", detail).at("army"));
    }
    let id = army.id;
    Ok(Box::new(move |eng| {
        if let Some(army) = eng.st.army_mut(id) {
            army.status = ArmyStatus::Garrison;
        }
        let what = EventKind::ArmyEnteredCity { army: names::army(eng.sc, id), city: eng.sc.city_name(city) };
        eng.emit(eng.seats_of(Powers::one(id.power)), "ER-R9", what);
    }))
}

/// `leave_city`: out of a city that nobody besieges.
pub fn leave_city(ctx: &OrderContext<'_>, power: &str, army: &str) -> Result<Permission, Refusal> {
    let army = able(ctx, power, army)?;
    standing(ctx, army, ArmyStatus::Garrison)?;
    let city = ctx.sc.hex(army.hex).city;
    if city.is_some_and(|city| relations::besieged(ctx.st, city)) {
        let detail = format!("{} is besieged", names::army(ctx.sc, army.id));
        let refusal = Refusal::new("besieged", "ER-R9", detail).at("army");
        return Err(refusal.hint("a besieged army leaves only by a sortie that wins (ER-R18)"));
    }
    let id = army.id;
    Ok(Box::new(move |eng| {
        if let Some(army) = eng.st.army_mut(id) {
            army.status = ArmyStatus::Field;
        }
        if let Some(city) = city {
            let what = EventKind::ArmyLeftCity { army: names::army(eng.sc, id), city: eng.sc.city_name(city) };
            eng.emit(eng.seats_of(Powers::one(id.power)), "ER-R9", what);
        }
    }))
}

/// `lay_siege` (ER-R37). What lies hidden inside may still thwart it.
pub fn lay(ctx: &OrderContext<'_>, power: &str, army: &str, city: Option<&str>) -> Result<Permission, Refusal> {
    let army = able(ctx, power, army)?;
    let (sc, st) = (ctx.sc, ctx.st);
    let named = city.map(|text| ctx.city(text, "city")).transpose()?;
    let Some(city) = sc.hex(army.hex).city.filter(|&city| named.is_none_or(|named| named == city)) else {
        let what = named.map_or("no city", |named| sc.city(named).name.as_str());
        let detail = format!("{} is at {}, and {what} is not there", names::army(sc, army.id), army.hex);
        let detail = if named.is_none() { format!("there is no city at {}", army.hex) } else { detail };
        return Err(Refusal::new("no_city", "ER-R37", detail).at("city"));
    };
    standing(ctx, army, ArmyStatus::Field)?;
    let holder = st.city(city).controller;
    attack::may_attack(ctx, army.id.power, holder).map_err(|refusal| refusal.at("city"))?;
    thwarted(ctx, army, city)?;
    let id = army.id;
    Ok(Box::new(move |eng| {
        let ctx = OrderContext { sc: eng.sc, st: eng.st, seat: kernel::SeatId(0) };
        let Some(army) = eng.st.army(id) else { return };
        if let Err(refusal) = thwarted(&ctx, army, city) {
            let what = EventKind::MoveStopped { force: names::army(eng.sc, id), hex: army.hex, reason: refusal.detail };
            return eng.emit(eng.seats_of(Powers::one(id.power)), "ER-R37", what);
        }
        begin(eng, id, city);
        let holder = eng.st.city(city).controller;
        if naval::port::sleeps(eng.sc, eng.st, id.power, holder) {
            activation::invade(eng, holder, id.power, eng.sc.city(city).hex);
        }
        attack::provoke(eng, id.power, Powers::one(holder));
    }))
}

/// What ER-R37 asks of an army that is to besiege a city: units, a quarter of the strength inside, and no army of the
/// city's side in the open.
fn thwarted(ctx: &OrderContext<'_>, army: &Army, city: CityId) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
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

/// `lift_siege`: of an army in the land movement phase, of a fleet in the naval phase (ER-R37).
pub fn lift(ctx: &OrderContext<'_>, power: &str, force: &str) -> Result<Permission, Refusal> {
    let no_siege = |name: String, status: String| {
        let detail = format!("{name} is {status} and not besieging");
        Err(Refusal::new("not_besieging", "ER-R37", detail).at("force"))
    };
    if matches!(names::find_force(ctx.sc, force), Some(ForceId::Fleet(_))) {
        let power = ctx.acting(power, &[Phase::Naval])?;
        let fleet = ctx.fleet(power, force, "force")?;
        naval::awake(ctx, power)?;
        if fleet.status != FleetStatus::Besieging {
            return no_siege(names::fleet(ctx.sc, fleet.id), fleet.status.to_string());
        }
        let id: FleetId = fleet.id;
        return Ok(Box::new(move |eng| naval::port::put_to_sea(eng, id)));
    }
    let power = ctx.acting(power, &[Phase::LandMovement])?;
    let army = ctx.army(power, force, "force")?;
    naval::awake(ctx, power)?;
    if army.status != ArmyStatus::Besieging {
        return no_siege(names::army(ctx.sc, army.id), army.status.to_string());
    }
    let id = army.id;
    Ok(Box::new(move |eng| leave_for_march(eng, id)))
}

/// An army of an active power in a phase in which armies change between field, city and siege. One that was intercepted
/// stays as it is until it has fought.
fn able<'a>(ctx: &OrderContext<'a>, power: &str, army: &str) -> Result<&'a Army, Refusal> {
    let power = ctx.acting(power, &PHASES)?;
    let army = ctx.army(power, army, "army")?;
    naval::awake(ctx, power)?;
    if army.stopped && ctx.st.stage.played() == Some(Phase::LandMovement) {
        let detail = format!("{} was intercepted, and stays as it is until the battle", names::army(ctx.sc, army.id));
        return Err(Refusal::new("intercepted", "ER-15.11", detail).at("army"));
    }
    Ok(army)
}

fn standing(ctx: &OrderContext<'_>, army: &Army, wanted: ArmyStatus) -> Result<(), Refusal> {
    if army.status == wanted {
        return Ok(());
    }
    let detail = format!("{} is {} and not {wanted}", names::army(ctx.sc, army.id), army.status);
    Err(Refusal::new("other_status", "ER-R9", detail).at("army"))
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
