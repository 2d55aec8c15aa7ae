//! Who gets a province (UM-19.13 to UM-19.16, UM-25.8, UM-25.9, UM-R26, UM-R81).

use kernel::RuleRef;

use super::blockade::defends_port;
use super::strength::land_value;
use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{Factions, NationId, ProvinceId};
use crate::model::scenario::CityStatus;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::options::economy::destroy_city;
use crate::rules::ownership;
use crate::rules::turn::Turn;

/// How a province was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conquest {
    /// Its city was assaulted.
    Assault,
    /// Its city surrendered.
    Surrender,
    /// Its holder manoeuvred, and the city was taken (UM-18.10).
    Manoeuvre,
    /// There was no garrison (UM-25.8).
    Unopposed,
}

/// UM-19.13, UM-19.14: who of the victors gains a province: its original owner if a nation and among them; rebels if
/// none is stronger; otherwise the strongest nation. Ties go to the first.
pub fn winner_of(claimants: &[(NationId, i64)], original_owner: NationId, ind: NationId) -> Option<NationId> {
    let first = claimants.iter().map(|(faction, _)| *faction);
    if original_owner != ind && first.clone().any(|faction| faction == original_owner) {
        return Some(original_owner);
    }
    let best = claimants
        .iter()
        .filter(|(faction, _)| *faction != ind)
        .max_by_key(|(faction, value)| (*value, std::cmp::Reverse(*faction)));
    let rebels = claimants.iter().find(|(faction, _)| *faction == ind);
    match (best, rebels) {
        (Some((_, strongest)), Some((_, value))) if value >= strongest => Some(ind),
        (None, Some(_)) => Some(ind),
        (best, _) => best.map(|(faction, _)| *faction),
    }
}

/// UM-R26: chance that the victors sack a city they took, per cent.
pub fn sack_chance(of: &Constants, assault: bool, siege_turns: u32, tribal: bool, original_owner: bool) -> i64 {
    let of = &of.R26;
    let chance = of.base_chance
        + if assault { of.after_assault } else { 0 }
        + of.per_siege_turn * i64::from(siege_turns).min(of.siege_turns_counted)
        + if tribal { of.tribal_victor } else { 0 };
    let chance = chance.min(of.max_chance);
    if original_owner { kernel::exact::round_half_up(chance, of.original_owner_divisor) } else { chance }
}

/// The victors take a province; the city may be sacked (UM-10.5).
pub(super) fn take(turn: &mut Turn, place: ProvinceId, victors: Factions, how: Conquest, siege_turns: u32) {
    let (sc, st) = (turn.sc, &*turn.st);
    let terrain = sc.province(place).terrain;
    let claimants: Vec<(NationId, i64)> = victors
        .iter()
        .filter(|&faction| st.armies(sc, place, faction) > 0)
        .map(|faction| {
            let stack = st.stacks.of(place, faction);
            let siege = matches!(how, Conquest::Assault | Conquest::Surrender);
            let value =
                if siege { super::strength::siege_value(sc, stack, true) } else { land_value(sc, stack, terrain) };
            (faction, value)
        })
        .collect();
    let province = st.province(place);
    let (from, original, city) = (province.owner, province.original_owner, province.cty == CityStatus::Standing);
    let Some(winner) = winner_of(&claimants, original, sc.ind()) else { return };
    let handover = how == Conquest::Unopposed && !st.hostile(sc, place, winner, from);
    let rebels_helped = winner != sc.ind() && claimants.iter().any(|(faction, _)| *faction == sc.ind());
    ownership::change_owner(turn, place, winner);
    let rule = match how {
        Conquest::Assault | Conquest::Surrender => "UM-19.13",
        Conquest::Manoeuvre => "UM-18.10",
        Conquest::Unopposed => "UM-25.8",
    };
    let mut involved = victors;
    involved.add(from);
    turn.tell(EventScope::Near(place, involved), rule, |sc, st| EventKind::ProvinceTaken {
        place: st.place(sc, place),
        from: sc.party(from),
        to: sc.party(winner),
    });
    if rebels_helped {
        // UM-19.15: a nation has taken it, and the rebels go home.
        for kind in sc.type_ids() {
            turn.st.stacks.take(place, sc.ind(), kind, u16::MAX);
        }
        turn.tell(EventScope::Private(involved), "UM-19.15", |sc, st| EventKind::IndependentsDispersed {
            place: st.place(sc, place),
        });
    }
    if city && !handover {
        sack(turn, place, winner, involved, how == Conquest::Assault, siege_turns, winner == original);
    }
}

fn sack(
    turn: &mut Turn, place: ProvinceId, by: NationId, involved: Factions, assault: bool, siege_turns: u32,
    original: bool,
) {
    let sc = turn.sc;
    let chance = sack_chance(&sc.constants, assault, siege_turns, sc.is_tribal(by), original);
    if !turn.dice.stream("sack", place.0, 0).chance(chance as i32, RuleRef::new("UM-R26")) {
        return;
    }
    destroy_city(sc, turn.st, place);
    turn.tell(EventScope::Near(place, involved), "UM-10.5", |sc, st| EventKind::CitySacked {
        place: st.place(sc, place),
        by: sc.party(by),
    });
}

/// UM-R81: after the fighting, a province whose owner has no garrison goes to the foreign army units that stay in it:
/// to one of an alliance, to nobody while enemies dispute it. Friends count too (UM-25.9), save whoever ceded it this turn
/// (UM-R33).
pub(super) fn settle_ownership(turn: &mut Turn, place: ProvinceId) {
    let (sc, st) = (turn.sc, &*turn.st);
    let owner = st.province(place).owner;
    if st.armies(sc, place, owner) > 0 || defends_port(turn, place, owner) {
        return;
    }
    let spent = turn.memory.spent_armies[place.index()];
    let gave = |faction: NationId| turn.memory.ceded.contains(&(place, faction));
    let foreign: Factions = turn
        .factions()
        .filter(|&one| one != owner && st.armies(sc, place, one) > 0 && !spent.has(one) && !gave(one))
        .collect();
    let disputed = foreign.iter().any(|one| foreign.iter().any(|other| st.hostile(sc, place, one, other)));
    if !foreign.is_empty() && !disputed {
        let handover = foreign.iter().all(|faction| st.units_of(sc, place, faction, Arm::Land) > 0);
        debug_assert!(handover);
        take(turn, place, foreign, Conquest::Unopposed, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IND: NationId = NationId(9);

    #[test]
    fn the_original_owner_comes_first_then_rebels_then_the_strongest() {
        let (a, b) = (NationId(0), NationId(1));
        assert_eq!(winner_of(&[(a, 5), (b, 9)], a, IND), Some(a));
        assert_eq!(winner_of(&[(a, 5), (b, 9)], IND, IND), Some(b));
        assert_eq!(winner_of(&[(a, 5), (IND, 5)], b, IND), Some(IND));
        assert_eq!(winner_of(&[(a, 6), (IND, 5)], IND, IND), Some(a));
        assert_eq!(winner_of(&[(a, 6), (b, 6)], IND, IND), Some(a));
        assert_eq!(winner_of(&[], a, IND), None);
    }

    #[test]
    fn sack_follows_the_worked_vectors() {
        let of = Constants::standard();
        assert_eq!(sack_chance(&of, false, 0, false, false), 5);
        assert_eq!(sack_chance(&of, true, 3, false, false), 45);
        assert_eq!(sack_chance(&of, false, 6, true, false), 65);
        assert_eq!(sack_chance(&of, true, 6, true, true), 9);
    }
}
