//! Steps 9 and 12: assaults are carried out (ST-15.11 to ST-15.14, ST-16.3, ST-R40, ST-R41, ST-R46).

use std::collections::BTreeSet;

use kernel::{Dice, RuleRef, Stream};

use super::assault::{
    AssaultForm, AssaultSide, Prospect, attack_strength, defence_strength, garrison_value, modifier, odds, prospect,
    siege_value,
};
use super::battlefield::Side;
use super::capture::{Fall, Fallen, fall};
use super::city::defenders;
use super::fight::{grow, make_enemies};
use super::loads::shed_load;
use super::marching_force::members;
use super::occupation::{MoveIn, MovedIn, occupy};
use super::{city, losses, precedence, pyramid};
use crate::model::command::{Command, CommandKind, Disorder};
use crate::model::ids::{CommandId, Power, SiteId};
use crate::model::scenario::Scenario;
use crate::model::state::{Standing, State};
use crate::model::units::{UnitKind, Units};

const R40: RuleRef = RuleRef::new("ST-R40");

/// A command that is to storm the walls in a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssaultOrder {
    /// Which, with all that goes with it.
    pub command: CommandId,
    /// The city or fort.
    pub site: SiteId,
    /// The form.
    pub form: AssaultForm,
}

/// An assault that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssaultReport {
    /// Where.
    pub site: SiteId,
    /// The attackers, that with most units first.
    pub powers: Vec<Power>,
    /// 100 times attack by defence.
    pub odds: u32,
    /// Whether it was a bloody repulse (ST-15.4).
    pub repulse: bool,
    /// What the attackers lost.
    pub attackers_lost: Units,
    /// What the garrison lost to a failed assault.
    pub defenders_lost: Units,
    /// The city, if it fell.
    pub fallen: Option<Fallen>,
    /// Who went in then.
    pub moved_in: MovedIn,
}

/// Whether a command can storm a site now: outside walls in its hex, or at sea next to its port; neither routed nor bound by a
/// treaty that it has no order to break.
pub fn may_assault(sc: &Scenario, st: &State, command: &Command, site: SiteId) -> bool {
    let target = st.site(site);
    let here = command.hex == target.hex;
    let beside =
        sc.board.is_sea(command.hex) && sc.board.side(command.hex, target.hex).is_some_and(|side| side.ships());
    let standing = st.between(command.power, target.power);
    let authorised = target.power.country().is_some_and(|country| command.authorised.contains(&country));
    let hostile =
        matches!(standing, Standing::Enemy | Standing::Neutral) || authorised && command.power != target.power;
    let free = command.inside.is_none() && command.carried_by.is_none() && !command.routed;
    free && hostile && (here || beside) && !command.kind.is_site()
}

/// Steps 9 and 12: the assaults of a phase, site by site; the orders of friends on one site are one assault (ST-15.14), those
/// of others come after it, in the order of ST-R65.
/// `counter` tells the two phases of a week apart.
pub fn assault_phase(
    sc: &Scenario, st: &mut State, orders: &[AssaultOrder], transfers: &[MoveIn], counter: u16, dice: &mut Dice,
) -> Vec<AssaultReport> {
    let sites: BTreeSet<SiteId> = orders.iter().map(|order| order.site).collect();
    let mut reports = Vec::new();
    for site in sites.into_iter().filter(|site| st.sites.contains_key(site)).collect::<Vec<_>>() {
        let able = |order: &&AssaultOrder| {
            let command = st.commands.get(&order.command);
            order.site == site && command.is_some_and(|command| may_assault(sc, st, command, site))
        };
        let mut given: Vec<AssaultOrder> = orders.iter().filter(able).copied().collect();
        given.sort_by_key(|order| order.command);
        let powers: BTreeSet<Power> = given.iter().map(|order| st.command(order.command).power).collect();
        let mut powers: Vec<Power> = powers.into_iter().collect();
        precedence::sort(sc, st, &mut powers, 2, dice);
        for (at, leader) in (0..).zip(powers) {
            let joins = |order: &mut AssaultOrder| {
                let command = st.commands.get(&order.command);
                command.is_some_and(|it| st.friendly(leader, it.power) && may_assault(sc, st, it, site))
            };
            let wave: Vec<AssaultOrder> = given.extract_if(.., joins).collect();
            reports.extend(storm(sc, st, site, (&wave, transfers), counter + WAVE * at, dice));
        }
    }
    reports
}

/// Tells apart the dice of several assaults on a site in one phase.
const WAVE: u16 = 10;

fn storm(
    sc: &Scenario, st: &mut State, site: SiteId, (orders, transfers): (&[AssaultOrder], &[MoveIn]), counter: u16,
    dice: &mut Dice,
) -> Option<AssaultReport> {
    let all: BTreeSet<CommandId> = orders.iter().flat_map(|order| members(st, order.command)).collect();
    let commands: Vec<CommandId> = all.into_iter().filter(|id| may_assault(sc, st, st.command(*id), site)).collect();
    let attackers = units_of(st, &commands);
    if attackers.fighting() == 0 {
        return None;
    }
    let mut powers: Vec<Power> = commands.iter().map(|id| st.command(*id).power).collect();
    powers.sort_by_key(|power| {
        let own: Vec<CommandId> = commands.iter().copied().filter(|id| st.command(*id).power == *power).collect();
        (std::cmp::Reverse(units_of(st, &own).fighting()), *power)
    });
    powers.dedup();
    let inside: Vec<CommandId> =
        st.commands.iter().filter(|(_, command)| command.inside == Some(site)).map(|(id, _)| *id).collect();
    let (target, garrison) = (st.site(site), city::inside(st, site));
    let (size, dv, foe_power) = (target.size, target.dv_current, target.power);
    let mut stream = dice.stream("assault", site.0, counter);
    let own = leads(sc, st, &commands, &mut stream);
    let foe = leads(sc, st, &inside, &mut stream);
    let a = attack_strength(siege_value(&sc.units, &attackers), modifier(&sc.rulings, &own, &foe));
    let value = garrison_value(&sc.units, &garrison, defenders(&sc.rulings, dv, size));
    let d = defence_strength(value, size, dv, modifier(&sc.rulings, &foe, &own));
    let odds = odds(a, d);
    let form = orders.iter().map(|order| order.form).min().unwrap_or(AssaultForm::Storm);
    let (taken, attackers_percent, defenders_percent, repulse) = match prospect(&sc.rulings, odds, form) {
        Prospect::Repulse { attacker, defender } => (false, attacker, defender, true),
        Prospect::Chance { needed, success, failure, defender } => {
            let taken = stream.range(1, 10, R40) >= needed;
            (taken, if taken { success } else { failure }, if taken { 0 } else { defender }, false)
        }
    };
    let attackers_lost = strike(st, &commands, attackers_percent, &mut stream);
    let defenders_lost = strike(st, &inside, defenders_percent, &mut stream);
    if repulse {
        commands.iter().for_each(|id| st.command_mut(*id).disorder.push(Disorder::BloodyRepulse));
    }
    let side = |powers: Vec<Power>, commands: &[CommandId], sought: bool| Side {
        powers,
        commands: commands.to_vec(),
        first: false,
        sought,
    };
    let attacking = side(powers.clone(), &commands, true);
    make_enemies(st, &attacking, &side(vec![foe_power], &inside, false));
    let mut moved_in = MovedIn::default();
    let fallen = taken.then(|| {
        grow(sc, st, &attacking, (own.ma, foe.ma), odds, 100 + counter, dice);
        let fallen = fall(sc, st, site, powers[0], Fall::Assault, dice);
        moved_in = occupy(sc, st, site, &commands, transfers);
        fallen
    });
    for id in &commands {
        if st.commands.get(id).is_some_and(|command| command.kind == CommandKind::Fleet) {
            shed_load(sc, st, *id, dice);
        }
    }
    Some(AssaultReport { site, powers, odds, repulse, attackers_lost, defenders_lost, fallen, moved_in })
}

/// ST-10.14, ST-15.14: the units of commands, those aboard their fleets included.
fn units_of(st: &State, commands: &[CommandId]) -> Units {
    let mut all = Units::NONE;
    for id in commands {
        let command = st.command(*id);
        all.join(&command.units);
        all.join(&command.aboard);
        st.commands.values().filter(|it| it.carried_by == Some(*id)).for_each(|it| all.join(&it.units));
    }
    all
}

/// ST-R41: who leads a side: its highest commands; a Special command with it rolls (ST-R20).
fn leads(sc: &Scenario, st: &State, commands: &[CommandId], dice: &mut Stream<'_>) -> AssaultSide {
    let special = commands.iter().find(|id| st.command(**id).kind == CommandKind::Special);
    let special = special.map(|id| super::leaders::ratings(sc, st, *id).sa);
    let reasons = commands.iter().map(|id| st.command(*id).disorder.len()).max().unwrap_or_default();
    AssaultSide {
        ma: pyramid::overall(sc, st, commands).map_or(sc.rulings.leaders.intrinsic.ma, |(_, ratings)| ratings.ma),
        special: special.map(|sa| (sa, dice.range(1, 10, RuleRef::new("ST-R20")))),
        disorder: reasons as u32,
        hungry: commands.iter().any(|id| st.command(*id).hungry),
    }
}

/// ST-R3, ST-R40: per cent of the regiments and squadrons of commands are lost, those aboard included, each as likely as any
/// other. Trains are not.
fn strike(st: &mut State, commands: &[CommandId], percent: u32, dice: &mut Stream<'_>) -> Units {
    let fights = |kind: UnitKind| !kind.is_train();
    let mut holders: Vec<CommandId> = commands.to_vec();
    holders.extend(
        st.commands
            .iter()
            .filter(|(_, it)| it.carried_by.is_some_and(|fleet| commands.contains(&fleet)))
            .map(|(id, _)| *id),
    );
    let count = losses::percent_of(percent, units_of(st, commands).fighting(), dice);
    let mut lost = Units::NONE;
    for _ in 0..count {
        let total = units_of(st, commands).fighting();
        if total == 0 {
            break;
        }
        let mut at = dice.pick(usize::from(total), R40) as u16;
        'found: for id in &holders {
            let command = st.command_mut(*id);
            for held in [&mut command.units, &mut command.aboard] {
                for (kind, count) in held.only(fights).iter() {
                    if at < count {
                        held.take(kind, 1);
                        lost.add(kind, 1);
                        break 'found;
                    }
                    at -= count;
                }
            }
        }
    }
    lost
}
