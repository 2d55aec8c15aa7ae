//! Intrigue: money for friends, assassins and traitors (UM-11).

use kernel::RuleRef;
use kernel::exact::round_half_up;

use super::{EarlierOrders, generals, spend};
use crate::model::constants::Constants;
use crate::model::ids::{GeneralId, NameId, NationId, ProvinceId, Rp};
use crate::model::state::State;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::Turn;
use crate::rules::{disloyalty, morale};

/// UM-11.2, UM-R28: the chance, per cent, that an assassin paid so much kills a general of such health.
pub fn kill_chance(constants: &Constants, amount: Rp, health: u8) -> i64 {
    let of = &constants.R28;
    let paid = amount.in_tenths() / 10;
    let skill = (of.base_chance + of.per_rp * (paid - of.from_rp)).clamp(0, of.max_chance);
    round_half_up(skill * (100 - of.health_guard * i64::from(health)), 100)
}

/// UM-R30: the chance, per cent, that a general who survived his own nation's assassin revolts at once.
pub fn outrage_chance(constants: &Constants, loyalty_true: u8) -> i64 {
    let of = &constants.R30;
    (of.base_chance + of.per_missing_loyalty * (7 - i64::from(loyalty_true))).clamp(of.min_chance, of.max_chance)
}

/// UM-11.6, UM-R31: the chance, per cent, that an officer of a garrison of such morale takes a bribe.
pub fn bribe_chance(constants: &Constants, amount: Rp, morale: i64) -> i64 {
    let of = &constants.R31;
    let (paid, even) = (amount.in_tenths(), of.even_money_rp * 10);
    let greed = round_half_up(100 * paid, paid + even);
    (greed + round_half_up(100 - morale, of.morale_divisor)).clamp(of.min_chance, of.max_chance)
}

/// P3: money for another nation, which can spend it the same turn (UM-11.1).
pub fn transfer(turn: &mut Turn, nation: NationId, recipient: NationId, amount: Rp) {
    spend(turn.st, nation, amount);
    spend(turn.st, recipient, -amount);
    turn.tell(EventScope::Private([nation, recipient].into_iter().collect()), "UM-11.1", |sc, _| {
        EventKind::FundsTransferred { nation: sc.party(nation), recipient: sc.party(recipient), amount }
    });
}

/// The living general who bears a name, whomever he serves.
pub fn bearer(st: &State, name: NameId) -> Option<GeneralId> {
    st.living().find(|(_, general)| general.name == name).map(|(id, _)| id)
}

/// P3: an attempt on the life of a general (UM-11.2 to UM-11.5). The price is spent whatever comes of it (UM-R28).
pub fn assassinate(turn: &mut Turn, earlier: &mut EarlierOrders, nation: NationId, name: NameId, amount: Rp) {
    const R28: RuleRef = RuleRef::new("UM-R28");
    let Some(victim) = bearer(turn.st, name) else { return };
    let attempt = earlier.attempts.iter().filter(|id| **id == victim).count() as u16;
    earlier.attempts.push(victim);
    spend(turn.st, nation, amount);
    let (target, health) = (turn.st.general(victim).nation, turn.st.general(victim).health);
    let chance = kill_chance(&turn.sc.constants, amount, health);
    let killed = turn.dice.stream("assassination", victim.0, attempt).chance(chance as i32, R28);
    let exposure = turn.sc.constants.R28.exposed_chance;
    let exposed = !killed && turn.dice.stream("assassin_found", victim.0, attempt).chance(exposure as i32, R28);
    turn.tell(EventScope::only(nation), "UM-11.2", |sc, st| EventKind::AssassinReported {
        nation: sc.party(nation),
        general: st.captain(sc, victim),
        killed,
        exposed,
        amount,
    });
    if target != nation {
        turn.tell(EventScope::only(target), "UM-11.2", |sc, st| EventKind::AttemptOnLife {
            general: st.captain(sc, victim),
            nation: sc.party(target),
            killed,
            payer: exposed.then(|| sc.party(nation)),
        });
    }
    if killed {
        let (place, told) = (turn.st.general(victim).province, [nation, target].into_iter().collect());
        generals::die_told(turn, "P3", victim, "was murdered", "UM-11.2", EventScope::Beyond(place, told));
        turn.memory.lost_in_options.push(victim);
    } else if target == nation {
        outrage(turn, victim, attempt);
    }
}

/// UM-11.5, UM-R30: the general whose own nation tried to have him killed.
fn outrage(turn: &mut Turn, id: GeneralId, attempt: u16) {
    const R30: RuleRef = RuleRef::new("UM-R30");
    let general = turn.st.general(id);
    let (nation, place, loyalty) = (general.nation, general.province, general.loyalty_true);
    let may = turn.st.province(place).owner == nation && turn.st.commander_in_chief(nation) != Some(id);
    let chance = outrage_chance(&turn.sc.constants, loyalty);
    if may && turn.dice.stream("outrage", id.0, attempt).chance(chance as i32, R30) {
        let gone = disloyalty::rise(turn, "P3", id);
        turn.memory.lost_in_options.extend(gone);
    } else {
        turn.st.general_mut(id).loyalty_true = loyalty.saturating_sub(turn.sc.constants.R30.loyalty_loss);
    }
}

/// P3: money for an officer of a hostile garrison (UM-11.6 to UM-11.9, UM-R31).
pub fn bribe(turn: &mut Turn, earlier: &mut EarlierOrders, nation: NationId, place: ProvinceId, amount: Rp) {
    const R31: RuleRef = RuleRef::new("UM-R31");
    earlier.bribes.push((nation, place));
    let (sc, of, owner) = (turn.sc, &turn.sc.constants.R31, turn.st.province(place).owner);
    let counter = u16::from(nation.0);
    let chance = bribe_chance(&sc.constants, amount, morale::of(sc, turn.st, owner));
    let accepted = turn.dice.stream("bribe", place.0, counter).chance(chance as i32, R31);
    let mut caught = false;
    if accepted {
        spend(turn.st, nation, amount);
        caught = turn.dice.stream("bribe_caught", place.0, counter).chance(of.caught_chance as i32, R31);
    }
    let answer = match (accepted, caught) {
        (true, false) => "accepted",
        (true, true) => "caught",
        (false, _) => "refused",
    };
    turn.tell(EventScope::only(nation), "UM-11.6", |sc, st| EventKind::BribeAnswered {
        nation: sc.party(nation),
        place: st.place(sc, place),
        amount,
        answer: answer.to_owned(),
    });
    if accepted && !caught {
        turn.memory.treachery[place.index()].add(nation);
        return;
    }
    if caught && owner != sc.ind() {
        turn.tell(EventScope::only(owner), "UM-11.8", |sc, st| EventKind::TreasonUncovered {
            place: st.place(sc, place),
            briber: sc.party(nation),
        });
    }
    if turn.dice.stream("bribe_network", place.0, counter).chance(of.network_lost_chance as i32, R31) {
        lose_network(turn, "P3", place, nation, "UM-11.8");
    }
}

/// A spy network is destroyed; its nation learns that, and the owner of the province learns whose it was.
pub fn lose_network(turn: &mut Turn, phase: &'static str, place: ProvinceId, of: NationId, rule: &'static str) {
    let owner = turn.st.province(place).owner;
    turn.st.province_mut(place).spies.remove(of);
    turn.tell_in(phase, EventScope::only(of), rule, |sc, st| EventKind::NetworkLost {
        nation: sc.party(of),
        place: st.place(sc, place),
    });
    if owner != turn.sc.ind() && owner != of {
        turn.tell_in(phase, EventScope::only(owner), rule, |sc, st| EventKind::NetworkDestroyed {
            nation: sc.party(owner),
            place: st.place(sc, place),
            of: sc.party(of),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_helps_an_assassin_and_health_his_victim() {
        let constants = Constants::standard();
        let chance = |rp, health| kill_chance(&constants, Rp::whole(rp), health);
        assert_eq!([chance(5, 0), chance(10, 3), chance(20, 7), chance(40, 0)], [10, 21, 36, 80]);
        assert_eq!(kill_chance(&constants, Rp::tenths(59), 0), 10);
    }

    #[test]
    fn doubling_a_bribe_does_not_double_its_chance() {
        let constants = Constants::standard();
        let chance = |rp, morale| bribe_chance(&constants, Rp::whole(rp), morale);
        assert_eq!([chance(5, 100), chance(10, 100), chance(30, 80)], [33, 50, 85]);
    }

    #[test]
    fn the_less_loyal_the_more_outraged() {
        let constants = Constants::standard();
        assert_eq!([7, 5, 0].map(|loyalty| outrage_chance(&constants, loyalty)), [10, 30, 80]);
    }
}
