//! Avoiding battle (UM-18.9 to UM-18.12, UM-R65, UM-R66).

use kernel::RuleRef;
use kernel::exact::round_half_up;

use super::strength::mobility;
use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{Factions, ProvinceId};
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::{Turn, units};

/// UM-R65: chance that an evading force is caught, per cent, by the mobilities of pursuer and evader.
pub fn caught_chance(of: &Constants, retreating: bool, pursuer: i64, evader: i64) -> i64 {
    let of = &of.R65;
    let (base, least, most) = if retreating {
        (of.retreat_chance, of.retreat_min_chance, of.retreat_max_chance)
    } else {
        (of.manoeuvre_chance, of.manoeuvre_min_chance, of.manoeuvre_max_chance)
    };
    if evader <= 0 {
        return most;
    }
    round_half_up(base * pursuer, evader).clamp(least, most)
}

/// UM-R66: chance that the city of a manoeuvring holder falls, per cent, by the combat values.
pub fn city_lost_chance(of: &Constants, attacker: i64, defender: i64) -> i64 {
    let of = &of.R66;
    if defender <= 0 {
        return of.undefended;
    }
    (round_half_up(of.per_ratio * attacker - of.deduction * defender, defender)).clamp(of.min_chance, of.max_chance)
}

pub(super) fn caught(
    turn: &mut Turn, place: ProvinceId, arm: Arm, pursuers: Factions, evaders: Factions, retreating: bool,
) -> bool {
    let speed = |side| mobility(turn.sc, turn.st, place, side, arm);
    let chance = caught_chance(&turn.sc.constants, retreating, speed(pursuers), speed(evaders));
    let mut stream =
        turn.dice.stream("evade", place.0, evaders.iter().next().map_or(0, |n| u16::from(n.0)) + 64 * arm as u16);
    stream.chance(chance as i32, RuleRef::new("UM-R65"))
}

/// UM-R65: a manoeuvrer who was not caught may suffer attrition all the same.
pub(super) fn manoeuvre_losses(turn: &mut Turn, place: ProvinceId, arm: Arm, members: Factions) {
    let of = &turn.sc.constants.R65;
    let key = members.iter().next().map_or(0, |n| u16::from(n.0)) + 64 * arm as u16;
    let mut stream = turn.dice.stream("evade_attrition", place.0, key);
    if !stream.chance(of.attrition_chance as i32, RuleRef::new("UM-R65")) {
        return;
    }
    let count: u32 = members.iter().map(|faction| turn.st.units_of(turn.sc, place, faction, arm)).sum();
    let losses = turn.stochastic_round(
        i64::from(count) * of.attrition_pct,
        100,
        "evade_attrition",
        place.0,
        key + 0x4000,
        "UM-R65",
    );
    for (nation, lost) in turn.spread_losses(place, members, arm, losses as u32) {
        if nation != turn.sc.ind() {
            turn.tell_in("P11", EventScope::only(nation), "UM-18.9", |sc, st| EventKind::MarchLosses {
                nation: sc.party(nation),
                place: st.place(sc, place),
                units: units(sc, &lost),
            });
        }
    }
}

pub(super) fn city_lost(turn: &mut Turn, place: ProvinceId, attacker: i64, defender: i64) -> bool {
    let chance = city_lost_chance(&turn.sc.constants, attacker, defender);
    turn.dice.stream("city_lost", place.0, 0).chance(chance as i32, RuleRef::new("UM-R66"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faster_pursuer_catches_more_often() {
        let of = Constants::standard();
        assert_eq!(caught_chance(&of, false, 1400, 1000), 84);
        assert_eq!(caught_chance(&of, false, 800, 1400), 34);
        assert_eq!(caught_chance(&of, true, 1400, 1000), 49);
        assert_eq!(city_lost_chance(&of, 100, 0), 90);
        assert_eq!(city_lost_chance(&of, 100, 100), 20);
    }
}
