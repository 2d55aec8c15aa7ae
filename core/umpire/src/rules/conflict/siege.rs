//! Sieges (UM-19, UM-R69 to UM-R74).

use kernel::RuleRef;
use kernel::exact::round_half_up;

use super::battle::morale_of;
use super::besieged::is_besieged;
use super::blockade::{defends_port, port_closed};
use super::claims::{self, Conquest};
use super::engagement::{commander, sway};
use super::sides::{Commander, SiegePlan};
use super::strength::{assault_value, militia_value, siege_value};
use super::{supply, withdrawal};
use crate::model::combat_orders::{Arm, CombatOrders};
use crate::model::constants::Constants;
use crate::model::ids::{Factions, NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::{Siege, State};
use crate::rules::captives;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::{Turn, units};

/// UM-R70: the odds that the besiegers want, as a fraction: numerator and denominator.
pub fn required_odds(of: &Constants, risk: u8, commander: Commander) -> (i64, i64) {
    let scale = 100 * of.R63.sway_denominator;
    (of.R70.odds_by_risk[usize::from(risk - 1)] * (scale + sway(of, commander)), scale)
}

/// What the chance of an assault hangs on (UM-R71).
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct AssaultOdds {
    pub attacker: i64,
    pub defender: i64,
    pub attacker_skill: i64,
    pub defender_skill: i64,
    pub attacker_morale: i64,
    pub defender_morale: i64,
}

/// UM-R71: chance that an assault succeeds, per cent.
pub fn assault_chance(of: &Constants, odds: AssaultOdds) -> i64 {
    let of = &of.R71;
    if odds.defender == 0 {
        return 100;
    }
    let chance = of.base_chance
        + round_half_up(of.per_odds * odds.attacker, odds.defender)
        + of.per_skill * (odds.attacker_skill - odds.defender_skill)
        + round_half_up(odds.attacker_morale - odds.defender_morale, of.morale_divisor);
    chance.clamp(of.min_chance, of.max_chance)
}

/// UM-R72: endurance of a garrison in turns: revenue in tenths, supply need of its units, open sea supply.
pub fn endurance(of: &Constants, revenue_tenths: i64, need: i64, sea_supply: bool) -> i64 {
    let of = &of.R72;
    if need <= 0 {
        return of.max_endurance;
    }
    let base = round_half_up(of.endurance_factor * revenue_tenths, 10 * need).max(of.min_endurance);
    (base * if sea_supply { of.sea_supply_factor } else { 1 }).clamp(of.min_endurance, of.max_endurance)
}

/// UM-3.9: what a stack needs in a siege; squadrons count when `fleet`.
pub fn supply_need(sc: &Scenario, stack: &[u16], fleet: bool) -> i64 {
    let counted = stack.iter().zip(&sc.types).filter(|(_, kind)| fleet || !kind.is_fleet());
    counted.map(|(&count, kind)| i64::from(count) * kind.supply).sum()
}

/// What the chance of a surrender hangs on (UM-R72).
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct SurrenderOdds {
    pub siege_turns: i64,
    pub siege_scale: i64,
    pub endurance: i64,
    pub besieger: i64,
    pub garrison: i64,
    pub besieger_skill: i64,
    pub garrison_skill: i64,
    pub besieger_morale: i64,
    pub garrison_morale: i64,
    pub treachery: bool,
    pub stores_lost: bool,
}

/// UM-R72: chance that a city surrenders this turn, per cent.
pub fn surrender_chance(of: &Constants, odds: SurrenderOdds) -> i64 {
    let of = &of.R72;
    let n = odds.siege_turns;
    let over = odds.besieger - odds.garrison;
    let ratio = if odds.garrison <= 0 || odds.besieger >= of.max_ratio * odds.garrison {
        of.per_ratio * (of.max_ratio - 1)
    } else {
        round_half_up(of.per_ratio * over, odds.garrison)
    };
    let chance = round_half_up(of.per_turn_squared * n * n * odds.siege_scale, 100)
        + of.per_overdue_turn * (n - odds.endurance).max(0)
        + ratio
        + of.per_skill * (odds.besieger_skill - odds.garrison_skill)
        + round_half_up(odds.besieger_morale - odds.garrison_morale, of.morale_divisor)
        + if odds.treachery { of.treachery } else { 0 }
        + if odds.stores_lost { of.stores_lost } else { 0 };
    chance.clamp(of.min_chance, of.max_chance)
}

/// The siege step of a province (UM-R60 step 6).
pub(super) fn settle(turn: &mut Turn, place: ProvinceId, plan: SiegePlan) {
    let before = turn.st.province(place).siege;
    // UM-19.1: a victory may have cost the last army unit before the walls.
    let plan = match plan {
        SiegePlan::Operations { besiegers, besieged, .. } | SiegePlan::DrivenInside { besiegers, besieged, .. }
            if !can_besiege(turn, place, besiegers, besieged) =>
        {
            SiegePlan::None
        }
        plan => plan,
    };
    match plan {
        SiegePlan::Settled => {}
        SiegePlan::Unchanged if before.is_some_and(|siege| is_kept_up(turn, place, &siege)) => {}
        SiegePlan::Unchanged | SiegePlan::None => {
            if before.is_some() {
                turn.st.province_mut(place).siege = None;
                let involved = before.map_or(Factions::NONE, |siege| siege.besiegers.and(siege.besieged));
                turn.tell(EventScope::Near(place, involved), "UM-R69", |sc, st| EventKind::SiegeRaised {
                    place: st.place(sc, place),
                });
            }
        }
        SiegePlan::DrivenInside { besiegers, besieged, relief_beaten } => {
            let besieged: Factions = besieged.iter().filter(|&faction| turn.st.all_units(place, faction) > 0).collect();
            if besieged.is_empty() {
                turn.st.province_mut(place).siege = None; // nobody came back to the walls
                return;
            }
            let turns = before
                .filter(|siege| !siege.besiegers.common(besiegers).is_empty())
                .map_or(turn.sc.constants.R69.after_lost_battle, |siege| siege.turns);
            let stores_lost = relief_beaten || before.is_some_and(|siege| siege.stores_lost);
            let outside = before.map_or(Factions::NONE, |siege| siege.outside);
            turn.st.province_mut(place).siege = Some(Siege { besiegers, besieged, turns, stores_lost, outside });
            tell_laid(turn, place, besiegers, besieged, turns);
        }
        SiegePlan::Operations { besiegers, besieged, assault } => {
            operate(turn, place, besiegers, besieged, assault, before);
        }
    }
}

/// Whether one of some factions has army units here and an enemy behind the walls.
fn can_besiege(turn: &Turn, place: ProvinceId, besiegers: Factions, besieged: Factions) -> bool {
    let faces = |one| besieged.iter().any(|other| turn.st.hostile(turn.sc, place, one, other));
    besiegers.iter().any(|one| turn.st.armies(turn.sc, place, one) > 0 && faces(one))
}

/// Whether besiegers of a siege are still before the walls and somebody still behind them.
fn is_kept_up(turn: &Turn, place: ProvinceId, siege: &Siege) -> bool {
    siege
        .besieged
        .iter()
        .any(|faction| turn.st.all_units(place, faction) > 0 && is_besieged(turn.sc, turn.st, place, faction))
}

fn tell_laid(turn: &mut Turn, place: ProvinceId, besiegers: Factions, besieged: Factions, turns: u32) {
    turn.tell(EventScope::Near(place, besiegers.and(besieged)), "UM-18.16", |sc, st| EventKind::SiegeLaid {
        place: st.place(sc, place),
        besiegers: besiegers.iter().map(|faction| sc.party(faction)).collect(),
        besieged: besieged.iter().map(|faction| sc.party(faction)).collect(),
        turns,
    });
}

/// A siege as both sides stand in it.
struct Lines {
    besiegers: Factions,
    besieged: Factions,
    outer: Commander,
    inner: Commander,
    /// Factions whose fleets help to defend (UM-19.3).
    harbour: Factions,
    turns: u32,
    stores_lost: bool,
}

fn operate(
    turn: &mut Turn, place: ProvinceId, besiegers: Factions, besieged: Factions, assault: bool, before: Option<Siege>,
) {
    let sc = turn.sc;
    let going_on = before.filter(|siege| !siege.besiegers.common(besiegers).is_empty());
    let turns = going_on.map_or(sc.constants.R69.first_turn, |siege| siege.turns + 1);
    let relieved = !turn.memory.fresh[place.index()].common(besieged).is_empty();
    let stores_lost = going_on.is_some_and(|siege| siege.stores_lost) && !relieved;
    let kept = before.map_or(Factions::NONE, |siege| siege.outside);
    turn.st.province_mut(place).siege = Some(Siege { besiegers, besieged, turns, stores_lost, outside: kept });
    tell_laid(turn, place, besiegers, besieged, turns);

    let harbour: Factions = besieged.iter().filter(|&faction| defends_port(turn, place, faction)).collect();
    let outer = commander(turn, place, Arm::Land, besiegers, 2);
    let army_inside = besieged.iter().any(|faction| turn.st.armies(sc, place, faction) > 0);
    let inner = commander(turn, place, if army_inside { Arm::Land } else { Arm::Sea }, besieged, 3);
    let lines = Lines { besiegers, besieged, outer, inner, harbour, turns, stores_lost };

    let traitor = turn.memory.treachery[place.index()];
    let treachery = traitor
        .iter()
        .any(|briber| besiegers.iter().any(|besieger| besieger == briber || !turn.st.enemies(sc, besieger, briber)));
    let attack = outside(sc, turn.st, place, &lines, assault_value);
    let defence = inside(sc, turn.st, place, &lines, assault_value, |kind| kind.assault);
    let orders = besiegers
        .iter()
        .filter(|&faction| turn.st.armies(sc, place, faction) > 0)
        .map(|faction| turn.st.combat_orders(sc, place, faction, Arm::Land))
        .reduce(CombatOrders::merged);
    let risk = orders.map_or(1, |orders| orders.risk);
    let (numerator, denominator) = required_odds(&sc.constants, risk, outer);
    let dares = attack * denominator >= numerator * defence && (attack > 0 || defence == 0);
    if assault && !treachery && dares {
        storm_the_walls(turn, place, &lines, attack, defence);
    } else {
        regular_operations(turn, place, &lines, treachery);
    }
}

type Value = fn(&Scenario, &[u16], bool) -> i64;

/// Value of the besiegers, fleets in support included (UM-3.2).
fn outside(sc: &Scenario, st: &State, place: ProvinceId, lines: &Lines, value: Value) -> i64 {
    lines.besiegers.iter().map(|faction| value(sc, st.stacks.of(place, faction), true)).sum()
}

/// Value of the garrison with its militia (UM-3.7, UM-19.5).
fn inside(
    sc: &Scenario, st: &State, place: ProvinceId, lines: &Lines, value: Value,
    factor: fn(&crate::model::scenario::UnitType) -> i64,
) -> i64 {
    let regulars: i64 =
        lines.besieged.iter().map(|faction| value(sc, st.stacks.of(place, faction), lines.harbour.has(faction))).sum();
    let stiffened =
        lines.besieged.iter().any(|faction| st.armies(sc, place, faction) > 0 || lines.harbour.has(faction));
    regulars + if stiffened { militia_value(sc, st, place, factor(sc.unit(sc.militia_type))) } else { 0 }
}

/// UM-R73: morale of the besiegers, weighted by their combat value.
fn outer_morale(turn: &Turn, place: ProvinceId, lines: &Lines, value: Value) -> i64 {
    let weights = lines
        .besiegers
        .iter()
        .map(|faction| (morale_of(turn, faction), value(turn.sc, turn.st.stacks.of(place, faction), true)));
    weighted(weights.collect())
}

/// UM-R73: morale of the garrison, weighted by combat value, militia with the owner's.
fn inner_morale(turn: &Turn, place: ProvinceId, lines: &Lines, value: Value, factor: i64) -> i64 {
    let mut weights: Vec<(i64, i64)> = lines
        .besieged
        .iter()
        .map(|faction| {
            let stack = turn.st.stacks.of(place, faction);
            (morale_of(turn, faction), value(turn.sc, stack, lines.harbour.has(faction)))
        })
        .collect();
    let owner = turn.st.province(place).owner;
    weights.push((morale_of(turn, owner), militia_value(turn.sc, turn.st, place, factor)));
    weighted(weights)
}

fn weighted(list: Vec<(i64, i64)>) -> i64 {
    let weight: i64 = list.iter().map(|(_, weight)| weight).sum();
    if weight <= 0 {
        return list.first().map_or(100, |(morale, _)| *morale);
    }
    round_half_up(list.iter().map(|(morale, weight)| morale * weight).sum(), weight)
}

/// UM-R71: an assault, the turn's only siege roll.
fn storm_the_walls(turn: &mut Turn, place: ProvinceId, lines: &Lines, attack: i64, defence: i64) {
    let sc = turn.sc;
    let of = &sc.constants.R71;
    if defence == 0 {
        return fall(turn, place, lines, Conquest::Assault);
    }
    let factor = sc.unit(sc.militia_type).assault;
    let odds = AssaultOdds {
        attacker: attack,
        defender: defence,
        attacker_skill: lines.outer.skill,
        defender_skill: lines.inner.skill,
        attacker_morale: outer_morale(turn, place, lines, assault_value),
        defender_morale: inner_morale(turn, place, lines, assault_value, factor),
    };
    let chance = assault_chance(&sc.constants, odds);
    let succeeded = turn.dice.stream("assault", place.0, 0).chance(chance as i32, RuleRef::new("UM-R71"));
    let [low, high] = if succeeded { of.success_attacker_loss_pct } else { of.repulse_attacker_loss_pct };
    let pct = turn.dice.stream("assault_losses", place.0, 0).range(low, high, RuleRef::new("UM-R71"));
    take_losses(turn, place, lines.besiegers, lines.besiegers, i64::from(pct), 0, succeeded);
    let everybody = lines.besiegers.and(lines.besieged);
    turn.tell(EventScope::Near(place, everybody), "UM-19.9", |sc, st| EventKind::AssaultMade {
        place: st.place(sc, place),
        attackers: lines.besiegers.iter().map(|faction| sc.party(faction)).collect(),
        defenders: lines.besieged.iter().map(|faction| sc.party(faction)).collect(),
        succeeded,
    });
    if succeeded {
        return fall(turn, place, lines, Conquest::Assault);
    }
    let [low, high] = of.repulse_garrison_loss_pct;
    let pct = turn.dice.stream("assault_losses", place.0, 1).range(low, high, RuleRef::new("UM-R71"));
    take_losses(turn, place, lines.besieged, lines.harbour, i64::from(pct), 1, false);
}

/// Losses of an assault on one side: army units, and the squadrons of `fleets` where they count. Of those who scaled
/// the walls at least one army unit holds them.
fn take_losses(
    turn: &mut Turn, place: ProvinceId, side: Factions, fleets: Factions, percent: i64, number: u16, scaled: bool,
) {
    let sc = turn.sc;
    for (arm, members) in [(Arm::Land, side), (Arm::Sea, fleets)] {
        let helps = arm == Arm::Land || sc.types.iter().any(|kind| kind.is_fleet() && kind.assault > 0);
        let count: u32 = members.iter().map(|faction| turn.st.units_of(sc, place, faction, arm)).sum();
        if count == 0 || !helps {
            continue;
        }
        let key = 0x100 + number + 8 * arm as u16;
        let losses = turn.stochastic_round(i64::from(count) * percent, 100, "assault_losses", place.0, key, "UM-R71");
        let most = if scaled && arm == Arm::Land { count - 1 } else { count };
        for (nation, lost) in turn.spread_losses(place, members, arm, (losses.max(0) as u32).min(most)) {
            if nation != sc.ind() {
                turn.tell(EventScope::only(nation), "UM-19.9", |sc, st| EventKind::BattleLosses {
                    nation: sc.party(nation),
                    place: st.place(sc, place),
                    units: units(sc, &lost),
                });
            }
        }
    }
}

/// UM-R72: regular siege operations.
fn regular_operations(turn: &mut Turn, place: ProvinceId, lines: &Lines, treachery: bool) {
    let sc = turn.sc;
    let st = &*turn.st;
    let needs = |faction| supply_need(sc, st.stacks.of(place, faction), lines.harbour.has(faction));
    let need = lines.besieged.iter().map(needs).sum();
    let sea = lines.besieged.iter().any(|faction| supply::open_sea_route(sc, st, place, faction));
    let factor = sc.unit(sc.militia_type).siege;
    let odds = SurrenderOdds {
        siege_turns: i64::from(lines.turns),
        siege_scale: sc.siege_scale,
        endurance: endurance(&sc.constants, st.province(place).rev_current.in_tenths(), need, sea),
        besieger: outside(sc, st, place, lines, siege_value),
        garrison: inside(sc, st, place, lines, siege_value, |kind| kind.siege),
        besieger_skill: lines.outer.skill,
        garrison_skill: lines.inner.skill,
        besieger_morale: outer_morale(turn, place, lines, siege_value),
        garrison_morale: inner_morale(turn, place, lines, siege_value, factor),
        treachery,
        stores_lost: lines.stores_lost,
    };
    let chance = surrender_chance(&sc.constants, odds);
    if turn.dice.stream("surrender", place.0, 0).chance(chance as i32, RuleRef::new("UM-R72")) {
        turn.tell(EventScope::Near(place, lines.besiegers.and(lines.besieged)), "UM-19.10", |sc, st| {
            EventKind::CitySurrendered {
                place: st.place(sc, place),
                besiegers: lines.besiegers.iter().map(|faction| sc.party(faction)).collect(),
            }
        });
        fall(turn, place, lines, Conquest::Surrender);
    }
}

/// UM-R74: the city falls: garrison and squadrons that took part are destroyed, generals captured, spies lost.
fn fall(turn: &mut Turn, place: ProvinceId, lines: &Lines, how: Conquest) {
    let sc = turn.sc;
    let claimants: Vec<(NationId, i64)> = lines
        .besiegers
        .iter()
        .filter(|&faction| turn.st.armies(sc, place, faction) > 0)
        .map(|faction| (faction, siege_value(sc, turn.st.stacks.of(place, faction), true)))
        .collect();
    let original = turn.st.province(place).original_owner;
    let winner = claims::winner_of(&claimants, original, sc.ind()).unwrap_or(sc.ind());
    let closed = port_closed(sc, turn.st, place);
    for faction in lines.besieged.iter() {
        // Squadrons outside the harbour are not lost (UM-19.4), nor are the generals who can board them, of either arm.
        let escapes = turn.st.fleets(sc, place, faction) > 0 && !lines.harbour.has(faction) && !closed;
        if turn.st.armies(sc, place, faction) > 0 {
            withdrawal::lose_all(turn, place, faction, Arm::Land);
        }
        if lines.harbour.has(faction) {
            withdrawal::lose_all(turn, place, faction, Arm::Sea);
        }
        if !escapes {
            capture_all(turn, place, faction, winner);
        }
        if faction != winner {
            turn.st.province_mut(place).spies.remove(faction);
        }
    }
    let loser = turn.st.province(place).owner;
    turn.st.province_mut(place).spies.remove(loser);
    let turns = lines.turns;
    claims::take(turn, place, lines.besiegers, how, turns);
}

fn capture_all(turn: &mut Turn, place: ProvinceId, faction: NationId, by: NationId) {
    let inside: Vec<_> = turn.st.generals_at(place, faction).map(|(id, _)| id).collect();
    for general in inside {
        captives::capture(turn, general, by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assault(attacker: i64, defender: i64, skills: [i64; 2], morale: [i64; 2]) -> i64 {
        let odds = AssaultOdds {
            attacker,
            defender,
            attacker_skill: skills[0],
            defender_skill: skills[1],
            attacker_morale: morale[0],
            defender_morale: morale[1],
        };
        assault_chance(&Constants::standard(), odds)
    }

    #[test]
    fn assault_follows_the_worked_vectors() {
        assert_eq!(assault(30, 10, [3, 3], [100, 100]), 40);
        assert_eq!(assault(35, 10, [6, 2], [100, 80]), 57);
        assert_eq!(assault(100, 10, [3, 3], [100, 100]), 95);
        assert_eq!(assault(30, 10, [0, 7], [60, 100]), 18);
    }

    #[test]
    fn surrender_follows_the_worked_vectors() {
        let of = Constants::standard();
        assert_eq!(endurance(&of, 50, 5, false), 4);
        assert_eq!(endurance(&of, 50, 12, false), 2);
        assert_eq!(endurance(&of, 30, 20, false), 1);
        for (n, expected) in [(1, 7), (3, 23), (5, 75)] {
            let odds = SurrenderOdds {
                siege_turns: n,
                siege_scale: 100,
                endurance: 4,
                besieger: 20,
                garrison: 10,
                besieger_skill: 3,
                garrison_skill: 3,
                besieger_morale: 100,
                garrison_morale: 100,
                treachery: false,
                stores_lost: false,
            };
            assert_eq!(surrender_chance(&of, odds), expected);
        }
    }
}
