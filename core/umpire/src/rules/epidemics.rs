//! P10: epidemics, and old age at the end of the year (UM-28, UM-R92).

use kernel::RuleRef;
use kernel::exact::round_half_up;

use super::deserters;
use super::options::generals;
use crate::model::constants::Constants;
use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, Rp};
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::{Turn, units};

const R92: RuleRef = RuleRef::new("UM-R92");

/// UM-R92: the chance of an epidemic among so many units, per cent, at a scale of so many per cent.
pub fn epidemic_chance(constants: &Constants, units: u32, revenue: Rp, besieged: bool, scale: i64) -> i64 {
    let of = &constants.R92;
    let room = revenue.max(Rp::whole(1)).in_tenths();
    let crowd = (Rp::whole(i64::from(units)).in_tenths() - room).max(0);
    let siege = if besieged { of.besieged } else { 0 };
    let chance = (of.base_chance + siege) * room + of.crowding_factor * crowd;
    round_half_up(chance * scale, 100 * room).clamp(0, of.max_chance)
}

/// UM-13.9, UM-R92: the chance, per cent, that a general of such health falls ill.
pub fn illness_chance(constants: &Constants, health: u8) -> i64 {
    let of = &constants.R92;
    of.ill_base + of.ill_per_lost_health * (7 - i64::from(health))
}

/// UM-13.9, UM-R92: the chance, per cent, that a general of such health dies of it.
pub fn fatality_chance(constants: &Constants, health: u8) -> i64 {
    let of = &constants.R92;
    of.death_base + of.death_per_lost_health * (7 - i64::from(health))
}

/// UM-R92: the chance, per cent, that a general of such age dies in a year.
pub fn old_age_chance(constants: &Constants, age: u8) -> i64 {
    (i64::from(age) - constants.R92.old_age).clamp(0, 100)
}

/// P10: epidemics, province by province.
pub fn strike(turn: &mut Turn) {
    let sc = turn.sc;
    for place in sc.province_ids() {
        let present = turn.st.stacks.present(place);
        if present.is_empty() {
            continue;
        }
        let units = present.iter().map(|faction| turn.st.all_units(place, faction)).sum();
        let province = turn.st.province(place);
        let (revenue, besieged) = (province.rev_current, province.siege.is_some());
        let chance = epidemic_chance(&sc.constants, units, revenue, besieged, sc.epidemic_scale);
        if chance > 0 && turn.dice.stream("epidemic", place.0, 0).chance(chance as i32, R92) {
            rage(turn, place, present);
        }
    }
}

fn rage(turn: &mut Turn, place: ProvinceId, mut present: Factions) {
    let sc = turn.sc;
    let [least, most] = sc.constants.R92.loss_pct;
    let mut told = present;
    told.remove(sc.ind());
    turn.tell(EventScope::Near(place, told), "UM-28.1", |sc, st| EventKind::EpidemicBroke {
        place: st.place(sc, place),
    });
    while let Some(faction) = present.iter().next() {
        present.remove(faction);
        let rate = turn.dice.stream("epidemic", place.0, 1 + u16::from(faction.0)).range(least, most, R92);
        lose_units(turn, place, faction, i64::from(rate));
    }
    for index in 0..turn.st.generals.len() {
        if turn.st.generals[index].alive && turn.st.generals[index].province == place {
            infect(turn, GeneralId::at(index));
        }
    }
}

fn lose_units(turn: &mut Turn, place: ProvinceId, faction: NationId, rate: i64) {
    let count = i64::from(turn.st.all_units(place, faction));
    let counter = u16::from(faction.0);
    let lost = turn.stochastic_round(count * rate, 100, "epidemic_losses", place.0, counter, "UM-R92");
    let lost = deserters::take_from_stack(turn, place, faction, lost as u32);
    if !lost.is_empty() && faction != turn.sc.ind() {
        turn.tell(EventScope::only(faction), "UM-28.1", |sc, st| EventKind::EpidemicLosses {
            nation: sc.party(faction),
            place: st.place(sc, place),
            units: units(sc, &lost),
        });
    }
}

/// A general where an epidemic rages: he may fall ill, and then die or be the weaker for it.
fn infect(turn: &mut Turn, id: GeneralId) {
    let constants = &turn.sc.constants;
    let health = turn.st.general(id).health;
    let mut stream = turn.dice.stream("illness", id.0, 0);
    if !stream.chance(illness_chance(constants, health) as i32, R92) {
        return;
    }
    if stream.chance(fatality_chance(constants, health) as i32, R92) {
        generals::die_in(turn, "P10", id, "died of an epidemic", "UM-28.1");
        return;
    }
    turn.st.general_mut(id).health = health.saturating_sub(constants.R92.survivor_health_loss);
    let nation = turn.st.general(id).nation;
    turn.tell_in("P10", EventScope::only(nation), "UM-28.1", |sc, st| EventKind::GeneralAiling {
        general: st.captain(sc, id),
        nation: sc.party(nation),
        place: st.place(sc, st.general(id).province),
        cause: "fell ill in an epidemic".into(),
    });
}

/// At the end of the year generals are a year older, and the old may die (UM-R92).
pub fn grow_old(turn: &mut Turn) {
    for index in 0..turn.st.generals.len() {
        let (id, general) = (GeneralId::at(index), &mut turn.st.generals[index]);
        if !general.alive {
            continue;
        }
        general.age = general.age.saturating_add(1);
        let chance = old_age_chance(&turn.sc.constants, general.age);
        if chance > 0 && turn.dice.stream("old_age", id.0, 0).chance(chance as i32, R92) {
            generals::die_in(turn, "P19", id, "died of old age", "UM-R92");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowds_and_sieges_breed_disease() {
        let constants = Constants::standard();
        let chance = |units, revenue, besieged| epidemic_chance(&constants, units, Rp::whole(revenue), besieged, 100);
        assert_eq!([chance(3, 6, false), chance(12, 6, false), chance(12, 6, true)], [1, 5, 11]);
        assert_eq!(chance(40, 0, true), 40);
        assert_eq!(epidemic_chance(&constants, 12, Rp::whole(6), true, 0), 0);
    }

    #[test]
    fn health_guards_and_age_does_not() {
        let constants = Constants::standard();
        assert_eq!([7, 0].map(|health| illness_chance(&constants, health)), [20, 55]);
        assert_eq!([7, 0].map(|health| fatality_chance(&constants, health)), [10, 45]);
        assert_eq!([55, 56, 88].map(|age| old_age_chance(&constants, age)), [0, 1, 33]);
    }
}
