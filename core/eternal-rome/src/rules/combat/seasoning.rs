//! Units that fought are declared seasoned, seat by seat (ER-17.18, ER-R56).

use kernel::SeatId;

use super::season::{self, Unseasoned};
use crate::model::frames::{Ask, Frame, LandCombat, LandStage, Question, Reply};
use crate::model::ids::{PowerId, Powers, UnitKind};
use crate::model::state::{ArmyId, Band, FleetId, State, add_band, take_bands};
use crate::model::units::Units;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::strength;

use super::casualties;

/// The seats that have unseasoned survivors, the next last: in seat order. Powers that nobody plays take the default at
/// once.
pub fn begin(eng: &mut Engine<'_>, combat: &mut LandCombat) {
    // Nobody fought: all had retreated.
    if combat.loser.is_none() {
        return;
    }
    let mut seats: Vec<SeatId> = eng.seats().collect();
    seats.reverse();
    combat.seasoning = seats;
    let unplayed: Powers = eng.sc.power_ids().filter(|&power| eng.seat_for(power).is_none()).collect();
    for power in unplayed.iter() {
        for attackers in [true, false] {
            let units = green(eng, combat, attackers, Powers::one(power));
            let chosen = season::by_default(limit(combat, attackers), &units);
            declare(eng, combat, attackers, &units, &chosen);
        }
    }
}

/// Asks the next seat that has a choice; where there is none, what fits is seasoned at once.
pub fn next(eng: &mut Engine<'_>, mut combat: LandCombat) {
    while let Some(seat) = combat.seasoning.pop() {
        let (attackers, units) = of_seat(eng, &combat, seat);
        let limit = limit(&combat, attackers);
        let needed: u32 = units.iter().map(|&(_, _, each, count)| each * u32::from(count)).sum();
        let fits_one = units.iter().any(|&(_, _, each, _)| each <= limit);
        if units.len() > 1 && needed > limit && fits_one {
            let powers: Powers = units.iter().map(|(power, ..)| *power).collect();
            let question = Question::Season { combat: combat.number, limit, units };
            combat.next = LandStage::Seasoned(seat);
            return eng.ask(Frame::LandCombat(combat), Ask { seat, powers, question });
        }
        let chosen = season::by_default(limit, &units);
        declare(eng, &mut combat, attackers, &units, &chosen);
    }
    combat.next = LandStage::Close;
    eng.push(Frame::LandCombat(combat));
}

/// Carries the choice of a seat out.
pub fn carry_out(eng: &mut Engine<'_>, combat: &mut LandCombat, seat: SeatId) {
    let (attackers, units) = of_seat(eng, combat, seat);
    let limit = limit(combat, attackers);
    let chosen = match eng.reply.take() {
        Some(Reply::Season(chosen)) if season::fits(eng.sc, limit, &units, &chosen).is_ok() => chosen,
        _ => season::by_default(limit, &units),
    };
    declare(eng, combat, attackers, &units, &chosen);
}

/// What is left of the strength of the other side. Allies on one side share it, in the order of seats (reading
/// ER-R56/b).
fn limit(combat: &LandCombat, attackers: bool) -> u32 {
    if attackers { combat.strength.1 } else { combat.strength.0 }
}

/// The side a seat is on, and its unseasoned survivors.
fn of_seat(eng: &Engine<'_>, combat: &LandCombat, seat: SeatId) -> (bool, Vec<Unseasoned>) {
    let own: Powers = eng.sc.power_ids().filter(|&power| eng.seat_for(power) == Some(seat)).collect();
    let attackers = combat.attackers.iter().any(|id| own.has(id.power));
    (attackers, green(eng, combat, attackers, own))
}

/// Unseasoned survivors of these powers on a side, by power and type.
fn green(eng: &Engine<'_>, combat: &LandCombat, attackers: bool, powers: Powers) -> Vec<Unseasoned> {
    let (side, city) = side(combat, attackers);
    let mut green: Vec<Unseasoned> = Vec::new();
    for unit in casualties::units(eng, side, city).iter().filter(|unit| !unit.seasoned && powers.has(unit.power)) {
        match green.iter_mut().find(|(power, kind, ..)| (*power, *kind) == (unit.power, unit.kind)) {
            Some((.., count)) => *count = count.saturating_add(1),
            None => green.push((unit.power, unit.kind, strength::unit_land4(eng.sc, eng.st, unit.kind, false), 1)),
        }
    }
    green.sort_unstable();
    green
}

fn side(combat: &LandCombat, attackers: bool) -> (&[ArmyId], Option<crate::model::ids::CityId>) {
    if attackers { (&combat.attackers, None) } else { (&combat.defenders, combat.city) }
}

/// Seasons the units chosen, and takes their strength off the limit of their side.
fn declare(
    eng: &mut Engine<'_>, combat: &mut LandCombat, attackers: bool, units: &[Unseasoned],
    chosen: &[(PowerId, UnitKind, u8)],
) {
    let (armies, city) = side(combat, attackers);
    let fleets = city.map_or(Vec::new(), |city| casualties::in_port(eng, city));
    let mut spent = 0;
    let mut told: Vec<(PowerId, Vec<Units>)> = Vec::new();
    for &(power, kind, count) in chosen {
        let seasoned = season_units(eng.st, armies, &fleets, power, kind, count);
        let each = units.iter().find(|&&(p, k, ..)| (p, k) == (power, kind)).map_or(0, |&(_, _, each, _)| each);
        spent += each * u32::from(seasoned);
        let line = Units { kind, count: seasoned, seasoned: true };
        match told.iter_mut().find(|(other, _)| *other == power) {
            Some((_, lines)) => lines.push(line),
            None => told.push((power, vec![line])),
        }
    }
    let limit = if attackers { &mut combat.strength.1 } else { &mut combat.strength.0 };
    *limit = limit.saturating_sub(spent);
    for (power, units) in told {
        let what = EventKind::UnitsSeasoned { power: eng.sc.power_name(power), units };
        eng.emit(eng.seats_of(Powers::one(power)), "ER-17.18", what);
    }
}

/// Seasons up to `count` units of a type, army by army, then those aboard; returns how many there were.
fn season_units(
    st: &mut State, armies: &[ArmyId], fleets: &[FleetId], power: PowerId, kind: UnitKind, count: u8,
) -> u8 {
    let mut left = count;
    for &id in armies.iter().filter(|id| id.power == power) {
        if let Some(army) = st.army_mut(id) {
            left -= season_bands(&mut army.bands, kind, left);
        }
    }
    for &id in fleets {
        if let Some(fleet) = st.fleet_mut(id).filter(|fleet| fleet.cargo.power == Some(power)) {
            left -= season_bands(&mut fleet.cargo.bands, kind, left);
        }
    }
    count - left
}

fn season_bands(bands: &mut Vec<Band>, kind: UnitKind, count: u8) -> u8 {
    let taken = take_bands(bands, kind, false, count);
    let number = taken.iter().map(|band| band.count).sum();
    for band in taken {
        add_band(bands, Band { seasoned: true, ..band });
    }
    number
}
