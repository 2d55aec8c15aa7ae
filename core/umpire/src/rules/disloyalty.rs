//! P9: disloyal generals (UM-27, UM-R91).

use kernel::RuleRef;
use kernel::exact::round_half_up;

use super::morale;
use super::options::generals;
use super::options::readers;
use crate::model::constants::Constants;
use crate::model::ids::{GeneralId, NationId, ProvinceId, TypeId, Units};
use crate::model::state::State;
use crate::rules::event::EventKind;
use crate::rules::turn::{Turn, stack_units};

const R91: RuleRef = RuleRef::new("UM-R91");

/// UM-27.2, UM-R91: the chance, per cent, that a general revolts who has so many of his nation's units under him.
pub fn disloyal_chance(constants: &Constants, loyalty_true: u8, under_him: u32, of_nation: u32, morale: i64) -> i64 {
    if under_him == 0 {
        return 0;
    }
    let of = &constants.R91;
    let (part, whole) = (i64::from(under_him), i64::from(of_nation.max(under_him)));
    let temptation = of.share_base * whole + of.share_factor * 100 * part;
    let discontent = of.morale_base + of.morale_factor * (100 - morale);
    let base = of.chance_by_loyalty[usize::from(loyalty_true.min(7))];
    round_half_up(base * temptation * discontent, 100 * 100 * whole).clamp(0, of.max_chance)
}

/// UM-27.3, UM-R91: the chance, per cent, that his troops follow him rather than kill him.
pub fn follow_chance(constants: &Constants, popularity: u8, reputation: u8, morale: i64) -> i64 {
    let of = &constants.R91;
    let appeal = of.follow_per_popularity * i64::from(popularity) + of.follow_per_reputation * i64::from(reputation);
    (of.follow_base + appeal + 100 - morale).clamp(of.follow_min, of.follow_max)
}

/// UM-27.4, UM-R91: the chance, per cent, that a subordinate general follows too; otherwise he is killed.
pub fn subordinate_follow_chance(constants: &Constants, loyalty_true: u8) -> i64 {
    let of = &constants.R91;
    let doubt = of.subordinate_per_lost_loyalty * (7 - i64::from(loyalty_true));
    (of.subordinate_base + doubt).clamp(of.subordinate_min, of.subordinate_max)
}

/// P9: in each province the senior general of its owner may revolt, unless he is commander-in-chief (UM-27.1).
pub fn revolt(turn: &mut Turn) {
    let sc = turn.sc;
    let mut leaders: Vec<Option<GeneralId>> = vec![None; sc.provinces.len()];
    for (id, general) in turn.st.living() {
        if turn.st.province(general.province).owner == general.nation {
            let leader = &mut leaders[general.province.index()];
            *leader = turn.st.senior(leader.iter().copied().chain([id]));
        }
    }
    for id in leaders.into_iter().flatten() {
        let general = turn.st.general(id);
        let (place, nation, loyalty) = (general.province, general.nation, general.loyalty_true);
        let content = sc.constants.R91.chance_by_loyalty[usize::from(loyalty.min(7))] == 0;
        if content || turn.st.commander_in_chief(nation) == Some(id) {
            continue;
        }
        let (here, all) = (turn.st.all_units(place, nation), turn.st.strength(sc, nation));
        let chance = disloyal_chance(&sc.constants, loyalty, here, all, turn.st.nation(nation).morale);
        if chance > 0 && turn.dice.stream("disloyal", id.0, 0).chance(chance as i32, R91) {
            rise(turn, "P9", id);
        }
    }
}

/// A general revolts: his troops follow or kill him; if they follow, so does each subordinate general there, or dies.
/// Troops in revolt belong to the Independents and turn against their former nation (UM-27.3 to UM-27.5, UM-R3). Also
/// the answer to a master's assassin (UM-R30). Returns the generals who were lost.
pub fn rise(turn: &mut Turn, phase: &'static str, id: GeneralId) -> Vec<GeneralId> {
    let (sc, leader) = (turn.sc, turn.st.general(id).clone());
    let (place, nation) = (leader.province, leader.nation);
    let morale = morale::of(sc, turn.st, nation);
    let chance = follow_chance(&sc.constants, leader.popularity, leader.reputation, morale);
    let followed = turn.dice.stream("follow", id.0, 0).chance(chance as i32, R91);
    if !followed {
        told(turn, id, false, None, None);
        generals::leave_play(turn, id); // that they killed him is told
        return vec![id];
    }
    let units = if turn.quiet { Units::default() } else { stack_units(sc, turn.st.stacks.of(place, nation)) };
    told(turn, id, true, Some(&units), None);
    generals::leave_play(turn, id);
    let mut gone = vec![id];
    let junior = |other: &GeneralId| turn.st.senior([id, *other]) == Some(id);
    let others = turn.st.generals_at(place, nation).map(|(other, _)| other).filter(junior);
    for other in others.collect::<Vec<_>>() {
        let chance = subordinate_follow_chance(&sc.constants, turn.st.general(other).loyalty_true);
        if turn.dice.stream("follow", other.0, 0).chance(chance as i32, R91) {
            told(turn, other, true, None, Some(id));
            generals::leave_play(turn, other);
        } else {
            generals::die_in(turn, phase, other, "was killed by rebels", "UM-27.4");
        }
        gone.push(other);
    }
    join_independents(turn.st, place, nation, sc.ind());
    gone
}

/// UM-R91: the units of a nation in a province become Independent, in revolt against it.
fn join_independents(st: &mut State, place: ProvinceId, nation: NationId, ind: NationId) {
    for kind in (0..st.stacks.of(place, nation).len()).map(TypeId::at) {
        let count = st.stacks.take(place, nation, kind, u16::MAX);
        st.stacks.add(place, ind, kind, count);
    }
    st.province_mut(place).in_revolt_against = Some(nation);
}

/// That a general rose, and with how many, or whom he went with.
fn told(turn: &mut Turn, id: GeneralId, followed: bool, units: Option<&Units>, leader: Option<GeneralId>) {
    let general = turn.st.general(id);
    let (place, nation) = (general.province, general.nation);
    turn.tell_parts(place, readers(turn.sc, [nation]), "UM-27.1", |sc, st, whole| EventKind::GeneralRevolted {
        general: st.captain(sc, id),
        nation: sc.party(nation),
        place: st.place(sc, place),
        followed,
        units: units.filter(|_| whole).cloned(),
        leader: leader.map(|leader| st.captain(sc, leader)),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unhappy_general_with_half_the_army_is_a_danger() {
        let constants = Constants::standard();
        assert_eq!(disloyal_chance(&constants, 1, 10, 20, 100), 12);
        assert_eq!(disloyal_chance(&constants, 5, 10, 20, 100), 0);
        assert_eq!(disloyal_chance(&constants, 0, 0, 20, 40), 0);
        assert_eq!(disloyal_chance(&constants, 0, 20, 20, 40), 60);
    }

    #[test]
    fn troops_follow_a_popular_man() {
        let constants = Constants::standard();
        assert_eq!(follow_chance(&constants, 2, 3, 100), 44);
        assert_eq!(follow_chance(&constants, 7, 7, 60), 95);
        assert_eq!([7, 0].map(|loyalty| subordinate_follow_chance(&constants, loyalty)), [30, 72]);
    }
}
