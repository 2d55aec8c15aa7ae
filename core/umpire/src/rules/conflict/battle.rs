//! Open battle on land and at sea (UM-20, UM-R39, UM-R40, UM-R75).

use kernel::RuleRef;
use kernel::exact::round_half_up;

use super::blockade::kept_out;
use super::sides::{Commander, Side, SiegePlan};
use super::strength::{mobility, open_value};
use super::withdrawal;
use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId};
use crate::model::scenario::CityStatus;
use crate::rules::captives;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::options::generals::die;
use crate::rules::turn::{Turn, units};

/// How a battle ended, before anybody is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    /// D: difference of the values, per mille of the greater.
    pub difference: i64,
    /// D': the same after mobility, at most 1000.
    pub decisive: i64,
    /// Whether the first side has the greater value; of no account when it is indecisive.
    pub first_wins: bool,
    /// Whether D' is too small for a victory.
    pub indecisive: bool,
}

/// UM-R75: the margin of a battle by the effective values of both sides and their mobilities.
pub fn battle_margin(of: &Constants, first: i64, second: i64, first_mobility: i64, second_mobility: i64) -> Margin {
    let of = &of.R75;
    let first_wins = first > second;
    let (winner, loser, fast, slow) = if first_wins {
        (first, second, first_mobility, second_mobility)
    } else {
        (second, first, second_mobility, first_mobility)
    };
    let difference = if winner == 0 { 0 } else { (i128::from(winner - loser) * 1000 / i128::from(winner)) as i64 };
    let [least, most] = of.mobility_pct;
    // Mobility never decides who wins (UM-20.9); the ratio is kept within bounds.
    let scaled = if slow <= 0 || fast * 100 >= most * slow {
        difference * most / 100
    } else if fast * 100 <= least * slow {
        difference * least / 100
    } else {
        difference * fast / slow
    };
    let decisive = if loser == 0 && winner > 0 { 1000 } else { scaled.min(1000) };
    Margin { difference, decisive, first_wins, indecisive: decisive < of.decisive_per_mille }
}

/// UM-R75: the loser's casualties, per cent, by D'.
pub fn loser_rate(of: &Constants, decisive: i64) -> i64 {
    let of = &of.R75;
    round_half_up(of.loser_pct_of_margin * decisive, 100).clamp(of.loser_min_pct, of.loser_max_pct)
}

/// What a battle was to one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BattleOutcome {
    /// A victory.
    Won,
    /// Nobody won.
    Indecisive,
    /// A defeat by D' per mille.
    Lost(i64),
}

/// UM-R39: chance that a general is hit, per cent.
pub fn hit_chance(of: &Constants, outcome: BattleOutcome) -> i64 {
    let of = &of.R39;
    match outcome {
        BattleOutcome::Won => of.winner_chance,
        BattleOutcome::Indecisive => of.indecisive_chance,
        BattleOutcome::Lost(decisive) => of.loser_base_chance + decisive / of.loser_per_mille_step,
    }
}

/// UM-R39: chance that a general survives his wound, per cent.
pub fn wound_survival(of: &Constants, health: u8) -> i64 {
    of.R39.survive_base + of.R39.survive_per_health * i64::from(health)
}

/// UM-R40: chance that a decisive battle moves a commander's reputation, per cent.
pub fn reputation_chance(of: &Constants, decisive: i64) -> i64 {
    (of.R40.base_chance + decisive / of.R40.per_mille_step).min(of.R40.max_chance)
}

/// UM-R75: effective value of a side: its combat value, times morale nation by nation, times skill and chance.
pub fn effective(of: &Constants, value_with_morale: i64, skill: i64, luck: i64) -> i64 {
    let of = &of.R75;
    value_with_morale * (of.skill_base_pct + of.skill_step_pct * skill) * (100 + luck)
}

/// The effective value of a side here, with the chance of the day.
fn effective_value(turn: &mut Turn, place: ProvinceId, arm: Arm, side: &Side, number: u16) -> i64 {
    let of = &turn.sc.constants.R75;
    let (rolls, spread) = (of.luck_rolls, of.luck_spread);
    let mut stream = turn.dice.stream("battle_luck", place.0, number + 8 * arm as u16);
    let luck: i64 = (0..rolls).map(|_| i64::from(stream.range(-spread, spread, RuleRef::new("UM-R75")))).sum();
    let with_morale: i64 =
        side.members.iter().map(|faction| open_value(turn, place, faction, arm) * morale_of(turn, faction)).sum();
    effective(&turn.sc.constants, with_morale, side.commander.skill, luck)
}

/// Morale of a faction (UM-R44).
pub(super) fn morale_of(turn: &Turn, faction: NationId) -> i64 {
    if faction == turn.sc.ind() { turn.sc.constants.R44.independents } else { turn.st.nation(faction).morale }
}

/// An open battle. `relief`: the first side is a garrison with a relief force (UM-15.17).
pub(super) fn fight(turn: &mut Turn, place: ProvinceId, arm: Arm, one: &Side, other: &Side, relief: bool) -> SiegePlan {
    let sc = turn.sc;
    let speed = |turn: &Turn, side: &Side| mobility(sc, turn.st, place, side.members, arm);
    let (first, second) = (effective_value(turn, place, arm, one, 0), effective_value(turn, place, arm, other, 1));
    let margin = battle_margin(&sc.constants, first, second, speed(turn, one), speed(turn, other));
    let (winner, loser) = if margin.first_wins { (one, other) } else { (other, one) };

    let of = &sc.constants.R75;
    let [low, high] = if margin.indecisive { of.indecisive_loss_pct } else { of.winner_loss_pct };
    let winner_pct =
        turn.dice.stream("battle_losses", place.0, 8 * arm as u16).range(low, high, RuleRef::new("UM-R75"));
    let loser_pct = if margin.indecisive {
        i64::from(turn.dice.stream("battle_losses", place.0, 1 + 8 * arm as u16).range(
            low,
            high,
            RuleRef::new("UM-R75"),
        ))
    } else {
        loser_rate(&sc.constants, margin.decisive)
    };
    let winner_lost = casualties(turn, place, arm, winner.members, i64::from(winner_pct), 0);
    let loser_lost = casualties(turn, place, arm, loser.members, loser_pct, 1);
    tell_battle(turn, place, arm, [one, other], &margin, winner, [winner_lost, loser_lost]);

    let (won, lost) = if margin.indecisive {
        [BattleOutcome::Indecisive; 2].map(|outcome| hit_chance(&sc.constants, outcome)).into()
    } else {
        [BattleOutcome::Won, BattleOutcome::Lost(margin.decisive)]
            .map(|outcome| hit_chance(&sc.constants, outcome))
            .into()
    };
    wound_generals(turn, place, arm, winner.members, won);
    wound_generals(turn, place, arm, loser.members, lost);
    if margin.indecisive {
        let was_siege = turn.st.province(place).siege.is_some();
        return if arm == Arm::Land && was_siege { SiegePlan::Unchanged } else { SiegePlan::None };
    }
    reputations(turn, place, winner.commander, loser.commander, margin.decisive);
    aftermath(turn, place, arm, winner, loser, relief && std::ptr::eq(loser, one))
}

/// Where the losers go (UM-20.5 to UM-20.8).
fn aftermath(
    turn: &mut Turn, place: ProvinceId, arm: Arm, winner: &Side, loser: &Side, relief_beaten: bool,
) -> SiegePlan {
    if arm == Arm::Sea {
        let (owner, port) = (turn.st.province(place).owner, turn.st.province(place).cty == CityStatus::Standing);
        // The owner's enter the port (UM-R80), unless they came from the sea and it is closed to them (UM-R56).
        let (at_home, away): (Vec<NationId>, Vec<NationId>) =
            loser.members.iter().partition(|&nation| port && nation == owner && !kept_out(turn, place, nation));
        for nation in at_home {
            turn.memory.spent_fleets[place.index()].add(nation); // into the port (UM-R80)
        }
        let away: Factions = away.into_iter().collect();
        capture_the_destroyed(turn, place, arm, away, winner.members);
        withdrawal::flee(turn, place, arm, away, winner.members);
        return SiegePlan::None;
    }
    let holds = loser.holds_city && turn.st.province(place).cty == CityStatus::Standing;
    if !holds {
        capture_the_destroyed(turn, place, arm, loser.members, winner.members);
    }
    if holds {
        let (besiegers, besieged) = (winner.members, loser.members);
        return SiegePlan::DrivenInside { besiegers, besieged, relief_beaten };
    }
    withdrawal::flee(turn, place, arm, loser.members, winner.members);
    SiegePlan::None
}

/// UM-R39: generals of the arm whose force was destroyed in battle are captured, unless other troops of their nation
/// are there to take them in.
fn capture_the_destroyed(turn: &mut Turn, place: ProvinceId, arm: Arm, losers: Factions, winners: Factions) {
    let destroyed: Vec<NationId> = losers.iter().filter(|&nation| turn.st.all_units(place, nation) == 0).collect();
    for nation in destroyed {
        let captor = withdrawal::strongest(turn, place, winners);
        let there = turn.st.generals_at(place, nation).filter(|(_, general)| general.arm == arm);
        let taken: Vec<GeneralId> = there.map(|(id, _)| id).collect();
        for general in taken {
            captives::capture(turn, general, captor);
        }
    }
}

/// Takes the casualties of a side; returns how many units were lost.
fn casualties(turn: &mut Turn, place: ProvinceId, arm: Arm, side: Factions, percent: i64, number: u16) -> u32 {
    let sc = turn.sc;
    let before: Vec<(NationId, u32)> =
        side.iter().map(|faction| (faction, turn.st.units_of(sc, place, faction, arm))).collect();
    let count: u32 = before.iter().map(|(_, count)| count).sum();
    let key = 0x100 + number + 8 * arm as u16;
    let losses = turn.stochastic_round(i64::from(count) * percent, 100, "battle_losses", place.0, key, "UM-R75");
    let spread = turn.spread_losses(place, side, arm, losses.max(0) as u32);
    for (nation, mut lost) in spread {
        if arm == Arm::Sea {
            let had = before.iter().find(|(who, _)| *who == nation).map_or(1, |(_, had)| i64::from(*had).max(1));
            let sunk: i64 = lost.iter().map(|(_, count)| i64::from(*count)).sum();
            lost.extend(drown_those_aboard(turn, place, nation, sunk, had));
        }
        if nation != sc.ind() {
            turn.tell(EventScope::only(nation), "UM-20.4", |sc, st| EventKind::BattleLosses {
                nation: sc.party(nation),
                place: st.place(sc, place),
                units: units(sc, &lost),
            });
        }
    }
    losses.clamp(0, i64::from(count)) as u32
}

/// UM-R55: army units aboard share the proportionate losses of their fleet.
fn drown_those_aboard(
    turn: &mut Turn, place: ProvinceId, nation: NationId, sunk: i64, had: i64,
) -> Vec<(crate::model::ids::TypeId, u16)> {
    let Some(at) = turn.memory.aboard.iter().position(|entry| entry.place == place && entry.nation == nation) else {
        return Vec::new();
    };
    let mut entry = turn.memory.aboard.remove(at);
    let weights: Vec<u64> = entry.units.iter().map(|(_, count)| u64::from(*count)).collect();
    let total: i64 = weights.iter().sum::<u64>() as i64;
    let key = 0x200 + u16::from(nation.0);
    let drowned = turn.stochastic_round(total * sunk, had, "battle_losses", place.0, key, "UM-R55").clamp(0, total);
    let mut lost = Vec::new();
    for ((kind, count), share) in entry.units.iter_mut().zip(kernel::exact::apportion(drowned as u32, &weights)) {
        let gone = turn.st.stacks.take(place, nation, *kind, share as u16);
        *count -= gone;
        lost.push((*kind, gone));
    }
    turn.memory.aboard.push(entry);
    lost
}

/// UM-R39: each general of the arm may be hit; health decides whether he lives.
fn wound_generals(turn: &mut Turn, place: ProvinceId, arm: Arm, side: Factions, chance: i64) {
    const R39: RuleRef = RuleRef::new("UM-R39");
    let exposed: Vec<GeneralId> = turn
        .st
        .living()
        .filter(|(_, general)| general.province == place && general.arm == arm && side.has(general.nation))
        .map(|(id, _)| id)
        .collect();
    let key = (place.0 << 4) + arm as u16;
    for id in exposed {
        let mut stream = turn.dice.stream("wound", id.0, key);
        if !stream.chance(chance as i32, R39) {
            continue;
        }
        let survival = wound_survival(&turn.sc.constants, turn.st.general(id).health);
        let mut stream = turn.dice.stream("wound", id.0, key + 8);
        if stream.chance(survival as i32, R39) {
            let general = turn.st.general_mut(id);
            general.health = general.health.saturating_sub(turn.sc.constants.R39.survivor_health_loss);
            let nation = general.nation;
            turn.tell(EventScope::only(nation), "UM-R39", |sc, st| EventKind::GeneralAiling {
                general: st.captain(sc, id),
                nation: sc.party(nation),
                place: st.place(sc, place),
                cause: "was wounded in battle".into(),
            });
        } else {
            die(turn, id, "fell in battle", "UM-R39");
        }
    }
}

/// UM-R40: victory and defeat move the reputations of the named commanders.
fn reputations(turn: &mut Turn, place: ProvinceId, winner: Commander, loser: Commander, decisive: i64) {
    let chance = reputation_chance(&turn.sc.constants, decisive);
    let change = turn.sc.constants.R40.change;
    for (commander, rises) in [(winner, true), (loser, false)] {
        let Some(id) = commander.id else { continue };
        let key = (place.0 << 1) + u16::from(rises);
        if turn.dice.stream("reputation", id.0, key).chance(chance as i32, RuleRef::new("UM-R40")) {
            let general = turn.st.general_mut(id);
            general.reputation =
                if rises { (general.reputation + change).min(7) } else { general.reputation.saturating_sub(change) };
        }
    }
}

fn tell_battle(
    turn: &mut Turn, place: ProvinceId, arm: Arm, sides: [&Side; 2], margin: &Margin, winner: &Side, lost: [u32; 2],
) {
    let involved = sides[0].members.and(sides[1].members);
    let [winner_lost, loser_lost] = lost;
    let (defender_losses, attacker_losses) =
        if winner.defending { (winner_lost, loser_lost) } else { (loser_lost, winner_lost) };
    let [defender, attacker] = if sides[0].defending { sides } else { [sides[1], sides[0]] };
    let victors = if margin.indecisive { Factions::NONE } else { winner.members };
    turn.tell(EventScope::Near(place, involved), "UM-20.1", |sc, st| {
        let parties = |side: Factions| side.iter().map(|faction| sc.party(faction)).collect();
        let captain = |side: &Side| side.commander.id.map(|id| st.captain(sc, id));
        EventKind::BattleFought {
            place: st.place(sc, place),
            arm,
            attackers: parties(attacker.members),
            defenders: parties(defender.members),
            winner: parties(victors),
            attacker_losses,
            defender_losses,
            attacker_commander: captain(attacker),
            defender_commander: captain(defender),
        }
    });
}

#[cfg(test)]
mod tests {
    use kernel::{Dice, GameSeed};

    use super::*;
    use crate::model::combat_orders::{CombatOrders, DefaultAction};
    use crate::model::scenario::shipped;
    use crate::model::state::State;

    /// UM-R75 without luck: value x (80 + 5 x skill).
    fn value(cv: i64, skill: i64) -> i64 {
        cv * 10 * 100 * (80 + 5 * skill) * 100
    }

    #[test]
    fn the_margin_follows_the_worked_vectors() {
        let of = Constants::standard();
        let margin = battle_margin(&of, value(32, 5), value(20, 3), 1120, 1000);
        assert_eq!((margin.difference, margin.decisive, loser_rate(&of, margin.decisive)), (434, 486, 39));
        let even = battle_margin(&of, value(20, 3), value(19, 3), 1000, 1000);
        assert_eq!((even.decisive, even.indecisive), (50, true));
        let slow = battle_margin(&of, value(20, 3), value(15, 3), 700, 1400);
        assert_eq!((slow.difference, slow.decisive, slow.indecisive, slow.first_wins), (250, 125, false, true));
        assert_eq!(battle_margin(&of, 0, value(1, 0), 100, 100).decisive, 1000);
    }

    #[test]
    fn luck_is_two_throws_of_up_to_five() {
        let sc = shipped::find("italia-1450").unwrap();
        let mut st = State::start(&sc, &GameSeed::from_number(1));
        let (me, place) = (NationId(0), st.nation(NationId(0)).capital);
        let side = Side {
            members: Factions::one(me),
            defending: true,
            commander: Commander { id: None, skill: 4, activity: 3 },
            orders: CombatOrders::new(1, DefaultAction::Defend),
            value: 0,
            holds_city: true,
        };
        for (face, luck) in [(-99, 90), (0, 100), (99, 110)] {
            let mut dice = Dice::luckless().rigged("battle_luck", face);
            let mut turn = Turn::new(&sc, &mut st, &mut dice);
            let plain = open_value(&turn, place, me, Arm::Land) * morale_of(&turn, me) * 100;
            assert!(plain > 0);
            assert_eq!(effective_value(&mut turn, place, Arm::Land, &side, 0), plain * luck, "{face}");
        }
    }
}
