//! Who stands against whom, who is willing to fight, and what comes of it (UM-18, UM-R61 to UM-R68, UM-R80).

use kernel::RuleRef;

use super::besieged::still_besieged;
use super::blockade::{defends_port, in_harbour, kept_out};
use super::sides::{Commander, Side, SiegePlan, sides};
use super::{battle, claims, evasion, strength, withdrawal};
use crate::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use crate::model::constants::Constants;
use crate::model::ids::{Factions, NationId, ProvinceId};
use crate::model::scenario::CityStatus;
use crate::model::state::Contact;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::Turn;

/// UM-R63, in fourteenths of a per cent: how far activity and skill shift the odds a commander wants. 0 for an unnamed
/// officer.
pub fn sway(of: &Constants, commander: Commander) -> i64 {
    if commander.id.is_none() {
        return 0;
    }
    let of = &of.R63;
    (of.rating_max - 2 * commander.activity) * (of.rating_max - commander.skill) * of.sway_numerator
}

/// UM-R63: own value wanted, as a fraction of the enemy's in per cent: numerator and denominator.
pub fn own_needed(of: &Constants, risk: u8, commander: Commander) -> (i64, i64) {
    let threshold = of.R63.own_pct_by_risk[usize::from(risk - 1)];
    let scale = 100 * of.R63.sway_denominator;
    (threshold * (scale + sway(of, commander)), scale)
}

/// UM-18.6, UM-R62, UM-R63: whether a side wants to fight. `error` is that of its scouts, per cent.
pub fn willing(of: &Constants, own: i64, enemy: i64, error: i64, risk: u8, commander: Commander) -> bool {
    let (numerator, denominator) = own_needed(of, risk, commander);
    i128::from(own) * 100 * 100 * i128::from(denominator)
        >= i128::from(enemy) * i128::from(100 + error) * i128::from(numerator)
}

/// What an unwilling side does, after all fallbacks (UM-18.14 to UM-18.17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Stays in the city, or in the harbour.
    Defend,
    /// Stays and avoids battle.
    Manoeuvre,
    /// Goes to a neighbouring province by a route.
    Retreat(ProvinceId, u32),
}

/// What came of an engagement.
pub struct Fought {
    /// Who stood against whom.
    pub contact: Option<Contact>,
    /// What the siege step is to do.
    pub siege: SiegePlan,
}

impl Fought {
    fn nothing() -> Self {
        Self { contact: None, siege: SiegePlan::None }
    }
}

/// The engagement of one arm in a province.
pub(super) fn fight(turn: &mut Turn, place: ProvinceId, arm: Arm) -> Fought {
    let (sc, owner) = (turn.sc, turn.st.province(place).owner);
    let present: Vec<(NationId, i64)> = (turn.st.stacks.present(place).iter())
        .filter(|&faction| takes_part(turn, place, faction, arm))
        .map(|faction| (faction, strength::open_value(turn, place, faction, arm)))
        .collect();
    let Some(sides) = sides(&present, owner, |one, other| turn.st.hostile(sc, place, one, other)) else {
        return Fought::nothing();
    };
    let one = muster_side(turn, place, arm, [sides.defenders, sides.attackers], 0);
    let other = muster_side(turn, place, arm, [sides.attackers, sides.defenders], 1);
    let met = Some(Contact { one: sides.defenders, other: sides.attackers });
    // UM-15.17, UM-18.16: a relief force on the side of a city that is besieged, or would be.
    let relief = turn.memory.relief[place.index()];
    let relieved = |side: &Side| {
        let walled = arm == Arm::Land && side.holds_city && side.orders.default == DefaultAction::Defend;
        walled && !side.members.common(relief).is_empty()
    };
    let siege = match (relieved(&one), relieved(&other)) {
        (true, _) => relieve(turn, place, one, other),
        (_, true) => relieve(turn, place, other, one),
        _ => decide(turn, place, arm, one, other),
    };
    Fought { contact: met, siege }
}

/// Whether a faction has units that can be engaged by this arm.
fn takes_part(turn: &Turn, place: ProvinceId, faction: NationId, arm: Arm) -> bool {
    let (sc, st) = (turn.sc, &*turn.st);
    let fleets = st.fleets(sc, place, faction) > 0 && !turn.memory.spent_fleets[place.index()].has(faction);
    match arm {
        Arm::Sea => fleets && !in_harbour(turn, place, faction),
        Arm::Land => {
            let armies = st.armies(sc, place, faction) > 0 && !turn.memory.spent_armies[place.index()].has(faction);
            armies || (fleets && defends_port(turn, place, faction)) // UM-19.2
        }
    }
}

/// Commander, merged orders and value of a side that stands against another.
fn muster_side(turn: &mut Turn, place: ProvinceId, arm: Arm, [members, opponents]: [Factions; 2], number: u16) -> Side {
    let sc = turn.sc;
    let commander = commander(turn, place, arm, members, number);
    let value = members.iter().map(|faction| strength::open_value(turn, place, faction, arm)).sum();
    let st = &*turn.st;
    let orders = members
        .iter()
        .map(|faction| {
            let fights_with = if arm == Arm::Land && st.armies(sc, place, faction) == 0 { Arm::Sea } else { arm };
            let mut orders = st.combat_orders(sc, place, faction, fights_with);
            // UM-R67; squadrons that help to hold the city do so under Defend, given or converted (UM-19.5).
            let walled = fights_with == Arm::Sea || shut_in(turn, place, faction);
            if arm == Arm::Land && walled {
                orders.default = DefaultAction::Defend;
            }
            orders
        })
        .reduce(CombatOrders::merged)
        .unwrap_or(CombatOrders::new(1, DefaultAction::Retreat));
    // UM-R56: to ships kept out by a blockade the walls are of no use.
    let kept_out = arm == Arm::Sea && members.iter().any(|faction| kept_out(turn, place, faction));
    let holds_city = holds_city(turn, place, members, opponents) && !kept_out;
    Side { members, defending: number == 0, commander, orders, value, holds_city }
}

/// UM-R67: besieged since last turn, by besiegers who are still there.
fn shut_in(turn: &Turn, place: ProvinceId, faction: NationId) -> bool {
    turn.memory.besieged_at_start[place.index()].has(faction) && still_besieged(turn, place, faction)
}

/// UM-2.4, UM-18.15: whether a side can be inside the city: it is intact and of the side's own faction. Its owner is on
/// the side, or has no troops there and is an enemy of its opponents alone; to two enemies a neutral opens no gate.
fn holds_city(turn: &Turn, place: ProvinceId, members: Factions, opponents: Factions) -> bool {
    let province = turn.st.province(place);
    let against = |side: Factions| side.iter().any(|one| turn.st.hostile(turn.sc, place, one, province.owner));
    let ours = members.has(province.owner) || against(opponents);
    province.cty == CityStatus::Standing && ours && !against(members)
}

/// The most senior general of the arm on a side, or an unnamed officer (UM-13.2, UM-13.3, UM-R38).
pub fn commander(turn: &mut Turn, place: ProvinceId, arm: Arm, members: Factions, number: u16) -> Commander {
    let st = &*turn.st;
    let fit = st
        .living()
        .filter(|(_, general)| general.province == place && general.arm == arm && members.has(general.nation));
    if let Some(id) = st.senior(fit.map(|(id, _)| id).filter(|&id| !turn.is_prisoner(id))) {
        let general = st.general(id);
        return Commander { id: Some(id), skill: general.skill.into(), activity: general.activity.into() };
    }
    const R38: RuleRef = RuleRef::new("UM-R38");
    let of = &turn.sc.constants.R38;
    let mut stream = turn.dice.stream("unnamed_commander", place.0, number + 8 * arm as u16);
    let skill = of.skill_dice.iter().map(|&faces| i64::from(stream.range(0, faces, R38))).sum();
    Commander { id: None, skill, activity: of.activity.into() }
}

/// Whether each side is willing (UM-R62, UM-R63).
fn willingness(turn: &mut Turn, place: ProvinceId, arm: Arm, one: &Side, other: &Side) -> (bool, bool) {
    let of = &turn.sc.constants;
    let known = turn.st.province(place).contact[arm as usize].is_some_and(|met| {
        let touched =
            |a: Factions, b: Factions| !one.members.common(a).is_empty() && !other.members.common(b).is_empty();
        touched(met.one, met.other) || touched(met.other, met.one)
    });
    let error = if known { of.R62.error_in_contact_pct } else { of.R62.error_pct };
    let mut scout = |number: u16| {
        let mut stream = turn.dice.stream("scouting", place.0, number + 8 * arm as u16);
        i64::from(stream.range(-error, error, RuleRef::new("UM-R62")))
    };
    let (first, second) = (scout(0), scout(1));
    (
        willing(of, one.value, other.value, first, one.orders.risk, one.commander),
        willing(of, other.value, one.value, second, other.orders.risk, other.commander),
    )
}

/// UM-18.14 to UM-18.17: the default action that stands: Defend needs a city, Retreat a way out, and what was Defend
/// never becomes Defend again.
pub fn fallback(default: DefaultAction, holds_city: bool, way_out: bool) -> DefaultAction {
    match default {
        DefaultAction::Manoeuvre => DefaultAction::Manoeuvre,
        DefaultAction::Defend if holds_city => DefaultAction::Defend,
        _ if way_out => DefaultAction::Retreat,
        DefaultAction::Retreat if holds_city => DefaultAction::Defend,
        _ => DefaultAction::Manoeuvre,
    }
}

/// What an unwilling side does here.
fn action(turn: &Turn, place: ProvinceId, arm: Arm, side: &Side) -> Action {
    let route = match side.orders.default {
        DefaultAction::Manoeuvre => None,
        _ => withdrawal::adjacent_refuge(turn, place, arm, side.members),
    };
    match (fallback(side.orders.default, side.holds_city, route.is_some()), route) {
        (DefaultAction::Defend, _) => Action::Defend,
        (DefaultAction::Retreat, Some((to, by))) => Action::Retreat(to, by),
        _ => Action::Manoeuvre,
    }
}

/// UM-R64: the matrix of willing and unwilling sides.
fn decide(turn: &mut Turn, place: ProvinceId, arm: Arm, one: Side, other: Side) -> SiegePlan {
    let (first, second) = willingness(turn, place, arm, &one, &other);
    match (first, second) {
        (true, true) => battle::fight(turn, place, arm, &one, &other, false),
        (true, false) => pressed(turn, place, arm, &one, &other),
        (false, true) => pressed(turn, place, arm, &other, &one),
        (false, false) => nobody_willing(turn, place, arm, &one, &other),
    }
}

/// One side is willing, the other is not.
fn pressed(turn: &mut Turn, place: ProvinceId, arm: Arm, willing: &Side, unwilling: &Side) -> SiegePlan {
    match action(turn, place, arm, unwilling) {
        Action::Defend => {
            let army = willing.members.iter().any(|faction| turn.st.armies(turn.sc, place, faction) > 0);
            if arm == Arm::Sea || !army {
                return SiegePlan::None;
            }
            let (besiegers, besieged) = (willing.members, unwilling.members);
            SiegePlan::Operations { besiegers, besieged, assault: true }
        }
        Action::Manoeuvre => {
            if evasion::caught(turn, place, arm, willing.members, unwilling.members, false) {
                return battle::fight(turn, place, arm, willing, unwilling, false);
            }
            evasion::manoeuvre_losses(turn, place, arm, unwilling.members);
            tell_evaded(turn, place, arm, unwilling.members);
            let holder = turn.st.province(place).owner;
            let city = turn.st.province(place).cty == CityStatus::Standing;
            if arm == Arm::Land && city && unwilling.members.has(holder) {
                // UM-19.2: squadrons that defend the city hold it while the army keeps the field.
                let held = unwilling.members.iter().any(|faction| defends_port(turn, place, faction));
                if !held && evasion::city_lost(turn, place, willing.value, unwilling.value) {
                    claims::take(turn, place, willing.members, claims::Conquest::Manoeuvre, 0);
                    return SiegePlan::Settled;
                }
            }
            SiegePlan::None
        }
        Action::Retreat(to, route) => {
            if evasion::caught(turn, place, arm, willing.members, unwilling.members, true) {
                return battle::fight(turn, place, arm, willing, unwilling, false);
            }
            withdrawal::withdraw(turn, place, arm, unwilling.members, to, Some(route));
            if arm == Arm::Sea { SiegePlan::None } else { left_behind(turn, place, willing, unwilling, true) }
        }
    }
}

/// UM-18.16, UM-19.2: the army has left a city to the squadrons that defend it: they are besieged.
fn left_behind(turn: &Turn, place: ProvinceId, outside: &Side, gone: &Side, assault: bool) -> SiegePlan {
    let army = outside.members.iter().any(|faction| turn.st.armies(turn.sc, place, faction) > 0);
    let besieged: Factions = gone.members.iter().filter(|&faction| defends_port(turn, place, faction)).collect();
    if !army || !gone.holds_city || besieged.is_empty() {
        return SiegePlan::None;
    }
    SiegePlan::Operations { besiegers: outside.members, besieged, assault }
}

fn tell_evaded(turn: &mut Turn, place: ProvinceId, arm: Arm, members: Factions) {
    let told = members.and(withdrawal::witnesses(turn, place, members));
    for nation in members.iter() {
        turn.tell(EventScope::Private(told), "UM-18.9", |sc, st| EventKind::ForceEvaded {
            nation: sc.party(nation),
            place: st.place(sc, place),
            arm,
        });
    }
}

/// UM-R64: nobody is willing. Retreating sides withdraw unpursued; around a garrison with Defend orders a siege goes on
/// or begins without assault.
fn nobody_willing(turn: &mut Turn, place: ProvinceId, arm: Arm, one: &Side, other: &Side) -> SiegePlan {
    let actions = [action(turn, place, arm, one), action(turn, place, arm, other)];
    for (side, action) in [one, other].into_iter().zip(actions) {
        if let Action::Retreat(to, route) = action {
            withdrawal::withdraw(turn, place, arm, side.members, to, Some(route));
        }
    }
    if arm == Arm::Sea || !turn.sc.constants.R64.siege_when_none_willing {
        return SiegePlan::None;
    }
    let stays = |index: usize| !matches!(actions[index], Action::Retreat(..));
    for (inside, outside, at) in [(one, other, 0), (other, one, 1)] {
        let army = outside.members.iter().any(|faction| turn.st.armies(turn.sc, place, faction) > 0);
        if actions[at] == Action::Defend && stays(1 - at) && army {
            let (besiegers, besieged) = (outside.members, inside.members);
            return SiegePlan::Operations { besiegers, besieged, assault: false };
        }
        if !stays(at) && stays(1 - at) {
            return left_behind(turn, place, outside, inside, false);
        }
    }
    SiegePlan::None
}

/// UM-15.17, UM-15.18, UM-R68: a relief force has come. Garrison and relievers fight as one, always willing; only the
/// besiegers' own withdrawal avoids the battle.
fn relieve(turn: &mut Turn, place: ProvinceId, inside: Side, besiegers: Side) -> SiegePlan {
    let (_, willing) = willingness(turn, place, Arm::Land, &inside, &besiegers);
    if willing {
        return battle::fight(turn, place, Arm::Land, &inside, &besiegers, true);
    }
    let (retreat, caught) = match action(turn, place, Arm::Land, &besiegers) {
        Action::Retreat(to, route) => {
            (Some((to, route)), evasion::caught(turn, place, Arm::Land, inside.members, besiegers.members, true))
        }
        Action::Manoeuvre | Action::Defend => {
            (None, evasion::caught(turn, place, Arm::Land, inside.members, besiegers.members, false))
        }
    };
    if caught {
        return battle::fight(turn, place, Arm::Land, &inside, &besiegers, true);
    }
    match retreat {
        Some((to, route)) => withdrawal::withdraw(turn, place, Arm::Land, besiegers.members, to, Some(route)),
        None => {
            evasion::manoeuvre_losses(turn, place, Arm::Land, besiegers.members);
            tell_evaded(turn, place, Arm::Land, besiegers.members);
        }
    }
    SiegePlan::None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::GeneralId;

    const A: NationId = NationId(0);
    const B: NationId = NationId(1);
    const C: NationId = NationId(2);

    fn officer(activity: i64, skill: i64) -> Commander {
        Commander { id: Some(GeneralId(0)), skill, activity }
    }

    #[test]
    fn the_owner_defends_and_the_third_joins_whom_it_can() {
        let hostile = |one: NationId, other: NationId| {
            let pair = [one.min(other), one.max(other)];
            pair == [A, B] || pair == [B, C]
        };
        let found = sides(&[(A, 10), (B, 30), (C, 5)], A, hostile).unwrap();
        assert_eq!((found.defenders, found.attackers), ([A, C].into_iter().collect(), Factions::one(B)));
        assert_eq!(sides(&[(A, 10), (C, 5)], A, hostile), None);
        let field = sides(&[(A, 10), (B, 30)], C, hostile).unwrap();
        assert_eq!((field.defenders, field.attackers), (Factions::one(B), Factions::one(A)));
    }

    #[test]
    fn activity_sways_the_less_the_greater_the_skill() {
        let of = Constants::standard();
        let per_mille = |risk, activity, skill| {
            let (numerator, denominator) = own_needed(&of, risk, officer(activity, skill));
            numerator * 10 / denominator
        };
        assert_eq!(per_mille(2, 7, 0), 825);
        assert_eq!(per_mille(2, 7, 7), 1000);
        assert_eq!(per_mille(1, 0, 3), 1375);
    }

    #[test]
    fn risk_decides_what_odds_are_accepted() {
        let of = Constants::standard();
        let calm = Commander { id: None, skill: 3, activity: 3 };
        for (own, enemy, risk, fights) in [
            (20, 25, 3, true),
            (20, 26, 3, false),
            (20, 20, 2, true),
            (20, 21, 2, false),
            (25, 20, 1, true),
            (24, 20, 1, false),
        ] {
            assert_eq!(willing(&of, own, enemy, 0, risk, calm), fights, "{own} against {enemy} at risk {risk}");
        }
    }
}
