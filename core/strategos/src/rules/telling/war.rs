//! Marches, battles, assaults, commands that were lost or won.

use std::collections::BTreeSet;

use kernel::{Dice, RuleRef};

use super::Scribe;
use crate::model::ids::{CommandId, CountryId, HexId, Power};
use crate::model::units::Units;
use crate::rules::battlefield::Retreat;
use crate::rules::battlefield::{BattleReport, Outcome};
use crate::rules::covert::BribePurpose;
use crate::rules::embarkation::{Boarded, NoBoarding};
use crate::rules::event::{CommandLoss, What};
use crate::rules::occupation::MovedIn;
use crate::rules::scouting::reported;
use crate::rules::storm::AssaultReport;

/// Step 4: commands that were raised, or dispersed.
pub fn new_commands(scribe: &mut Scribe<'_>) {
    for (id, it) in scribe.after.commands.iter().filter(|(_, it)| !it.kind.is_site()) {
        if scribe.before.commands.contains_key(id) {
            continue;
        }
        let what = What::CommandRaised { command: it.name.clone(), command_type: it.kind, hex: it.hex };
        scribe.to(it.power, "ST-10.1", what);
    }
    for (leader, command) in &scribe.played.report.reappointed {
        if let Some(power) = scribe.first(*command).map(|it| it.power) {
            let (leader, command) = (scribe.leader(*leader), scribe.command(*command));
            scribe.to(power, "ST-8.7", What::LeaderReappointed { leader, command });
        }
    }
    for (country, _, name, lost) in &scribe.played.deeds.dispersed {
        scribe.only(*country, "ST-18.1", What::CommandDispersed { command: name.clone(), lost: *lost });
    }
}

/// Steps 7 and 10: marches, battles, raids, and what they did to commands.
pub fn movement(scribe: &mut Scribe<'_>, dice: &mut Dice) {
    let report = &scribe.played.report;
    marches(scribe);
    boardings(scribe);
    for battle in &report.battles {
        told_of_battle(scribe, battle, dice);
    }
    for each in &report.captured {
        let (command, of, hex) = (each.name.clone(), scribe.power(each.of), each.hex);
        scribe.to(each.by, "ST-R19", What::CommandCaptured { command, of, hex, talents: each.price.0 });
    }
    lost_commands(scribe);
    let disordered: Vec<CommandId> = report.failed.clone();
    for id in disordered {
        let Some(it) = scribe.known_command(id) else { continue };
        let (power, command) = (it.power, it.name.clone());
        scribe.to(power, "ST-R17", What::CommandInDisorder { command });
    }
    for it in scribe.after.commands.values() {
        if it.disorder.contains(&crate::model::command::Disorder::RefusedOrders) {
            scribe.to(it.power, "ST-R24", What::OrdersIgnored { command: it.name.clone() });
        }
    }
    raids(scribe);
}

/// Where one's own commands went; what goes along with a higher command is not named by itself.
fn marches(scribe: &mut Scribe<'_>) {
    for (id, it) in &scribe.after.commands {
        let Some(was) = scribe.before.commands.get(id).filter(|was| was.hex != it.hex && was.power == it.power) else {
            continue;
        };
        let higher = it.parent.or(it.carried_by);
        let along = higher.is_some_and(|higher| {
            let hexes = |command: Option<&crate::model::command::Command>| command.map(|it| it.hex);
            hexes(scribe.before.commands.get(&higher)) == Some(was.hex)
                && hexes(scribe.after.commands.get(&higher)) == Some(it.hex)
        });
        if !along {
            let (command, from, to) = (it.name.clone(), was.hex, it.hex);
            let path_left = !it.path.is_empty();
            scribe.to(it.power, "ST-R8", What::ForceMoved { command, command_type: it.kind, from, to, path_left });
        }
    }
}

/// What went aboard and ashore, or did not: to its country.
fn boardings(scribe: &mut Scribe<'_>) {
    for Boarded { order, end } in &scribe.played.report.boarded {
        let Some(power) = scribe.first(order.fleet).map(|it| it.power) else { continue };
        let (fleet, hex, units) = (scribe.command(order.fleet), order.hex, order.units);
        let commands = order.commands.iter().map(|id| scribe.command(*id)).collect();
        let what = match end.unwrap_or(Err(NoBoarding::NotThere)) {
            Ok(()) if order.ashore => What::TroopsLanded { fleet, hex, commands, units },
            Ok(()) => What::TroopsBoarded { fleet, hex, commands, units },
            Err(why) => What::BoardingFailed { fleet, hex, ashore: order.ashore, why },
        };
        scribe.to(power, "ST-R62", what);
    }
}

fn countries(powers: &[Power]) -> impl Iterator<Item = CountryId> + '_ {
    powers.iter().filter_map(|power| power.country())
}

/// Section 6: a battle to each of its sides, and, in less detail, to those whose zones cover the hex.
fn told_of_battle(scribe: &mut Scribe<'_>, battle: &BattleReport, dice: &mut Dice) {
    let hex = battle.field.hex;
    for (won, own, foe) in [(true, &battle.winner, &battle.loser), (false, &battle.loser, &battle.winner)] {
        let counter = battle.field.counter * 2 + u16::from(won);
        let what = side_of_battle(scribe, battle, (won, own, foe), counter, dice);
        scribe.these(countries(&own.powers), "ST-R15", what);
    }
    let (one, other) = (battle.winner.powers.clone(), battle.loser.powers.clone());
    let fought: BTreeSet<CountryId> = countries(&one).chain(countries(&other)).collect();
    // By name: who won is not told.
    let mut sides = [scribe.powers(&one), scribe.powers(&other)];
    sides.sort();
    let [one, other] = sides;
    let watchers = scribe.watchers(hex, &fought);
    scribe.these(watchers, "ST-R15", What::BattleHeard { hex, naval: battle.field.naval, one, other });
}

fn side_of_battle(
    scribe: &Scribe<'_>, battle: &BattleReport, (won, own, foe): (bool, &Outcome, &Outcome), counter: u16,
    dice: &mut Dice,
) -> What {
    let hex = battle.field.hex;
    let (foe_lost, error) = about(scribe, &foe.lost, hex.index() as u16, counter, dice);
    let (retreat, trapped) = match &battle.retreat {
        Retreat::Away(hexes) => (hexes.last().copied(), false),
        Retreat::Walls => (Some(hex), false),
        Retreat::Trapped { .. } => (None, true),
    };
    // Prisoners are with the winner; of the loser's losses they are a part.
    let mut taken = battle.loser.taken;
    if let Retreat::Trapped { taken: more, .. } = &battle.retreat {
        taken.join(more);
    }
    What::BattleFought {
        hex,
        naval: battle.field.naval,
        won,
        result: battle.result,
        own: scribe.powers(&own.powers),
        foes: scribe.powers(&foe.powers),
        lost: own.lost,
        foe_lost,
        error,
        taken: if won { taken } else { Units::NONE },
        fallen: own.killed.iter().map(|leader| scribe.leader(*leader)).collect(),
        routed: battle.loser.routed,
        retreat: retreat.filter(|_| !won),
        trapped,
    }
}

/// Section 6: what a side learns of the other's losses: their number, and by how many per cent it may be off.
fn about(scribe: &Scribe<'_>, lost: &Units, place: u16, counter: u16, dice: &mut Dice) -> (u32, u8) {
    let error = scribe.sc.rulings.scouting.battle_error;
    let off = dice.stream("telling", place, counter).range(-error, error, RuleRef::new("ST-R49"));
    let count = u32::from(lost.fighting());
    (if count == 0 { 0 } else { reported(count, off) }, error as u8)
}

/// Commands that a country had and has no more, unless it sent them home itself.
fn lost_commands(scribe: &mut Scribe<'_>) {
    let (played, report) = (scribe.played, &scribe.played.report);
    for (id, was) in scribe.before.commands.iter().filter(|(_, was)| !was.kind.is_site()) {
        let now = scribe.after.commands.get(id);
        let out = was.power.country().is_some_and(|country| scribe.after.country(country).out);
        let dispersed = played.deeds.dispersed.iter().any(|(_, gone, ..)| gone == id);
        if now.is_some_and(|now| now.power == was.power) || dispersed || out {
            continue;
        }
        let captured = report.captured.iter().find(|each| each.command == *id && each.of == was.power);
        // Whatever became of it afterwards, it changed sides first; what it carried went along (ST-R43).
        let defected = played.bribes.iter().any(|bribe| {
            let it = bribe.target == *id || was.carried_by == Some(bribe.target);
            it && bribe.taken && bribe.purpose == BribePurpose::Defect
        });
        let how = match captured {
            _ if defected => CommandLoss::Defected,
            Some(_) => CommandLoss::Captured,
            None if report.caught.contains(id) => CommandLoss::Caught,
            None => CommandLoss::City,
        };
        let by = captured.map(|each| scribe.power(each.by));
        scribe.to(was.power, "ST-R19", What::CommandLost { command: was.name.clone(), how, by });
    }
}

/// ST-6.8, ST-6.9: raids, to who made them, and the loss of tax to whose city it was.
fn raids(scribe: &mut Scribe<'_>) {
    let mut raids: std::collections::BTreeMap<_, u32> = std::collections::BTreeMap::new();
    for each in &scribe.played.report.raids {
        *raids.entry((each.site, each.country)).or_default() += each.talents.0;
    }
    for ((site, country), talents) in &raids {
        scribe.only(*country, "ST-6.8", What::RaidMade { city: scribe.site(*site), talents: *talents });
    }
    for (id, site) in scribe.after.sites.iter().filter(|(_, site)| site.raided.0 > 0) {
        let was = scribe.before.sites.get(id).map_or(site.power, |was| was.power);
        scribe.to(was, "ST-6.9", What::CityRaided { city: site.name.clone(), talents: site.raided.0 });
    }
}

/// Steps 9 and 12: assaults, to each side, and to those whose zones cover the hex.
pub fn assaults(scribe: &mut Scribe<'_>, dice: &mut Dice) {
    for (at, assault) in (0..).zip(&scribe.played.report.assaults) {
        told_of_assault(scribe, assault, at, dice);
    }
}

fn told_of_assault(scribe: &mut Scribe<'_>, assault: &AssaultReport, at: u16, dice: &mut Dice) {
    let Some(site) = scribe.before.sites.get(&assault.site).or_else(|| scribe.after.sites.get(&assault.site)) else {
        return;
    };
    let hex: HexId = site.hex;
    // Who held it when it was stormed: it may have fallen before in the same week.
    let later = scribe.played.report.assaults[usize::from(at)..].iter();
    let taken = later.filter(|each| each.site == assault.site).find_map(|each| each.fallen.as_ref());
    let holder = taken.map_or_else(|| held_by(scribe, assault, site.power), |fallen| fallen.from);
    let mut dead = assault.defenders_lost;
    if let Some(fallen) = &assault.fallen {
        [fallen.taken, fallen.ships, fallen.lost].iter().for_each(|part| dead.join(part));
    }
    let (own, foes) = (scribe.powers(&assault.powers), vec![scribe.power(holder)]);
    for attacking in [true, false] {
        let (lost, theirs) = if attacking { (assault.attackers_lost, dead) } else { (dead, assault.attackers_lost) };
        let (foe_lost, error) = about(scribe, &theirs, assault.site.0, 10_000 + at * 2 + u16::from(attacking), dice);
        let (mine, foes) = if attacking { (own.clone(), foes.clone()) } else { (foes.clone(), own.clone()) };
        let what = What::AssaultMade {
            city: scribe.site(assault.site),
            attacking,
            own: mine,
            foes,
            repulse: assault.repulse,
            success: assault.fallen.is_some(),
            lost,
            foe_lost,
            error,
        };
        let powers = if attacking { assault.powers.clone() } else { vec![holder] };
        scribe.these(countries(&powers), "ST-R40", what);
    }
    if let Some(fallen) = assault.fallen.as_ref().filter(|_| assault.moved_in != MovedIn::default()) {
        let commands = assault.moved_in.commands.iter().map(|id| scribe.command(*id)).collect();
        let (city, units) = (scribe.site(assault.site), assault.moved_in.units);
        scribe.to(fallen.to, "ST-16.3", What::GarrisonSet { city, commands, units });
    }
    let fought: BTreeSet<CountryId> = countries(&assault.powers).chain(holder.country()).collect();
    let watchers = scribe.watchers(hex, &fought);
    let what = What::AssaultHeard { city: scribe.site(assault.site), attackers: own, defender: scribe.power(holder) };
    scribe.these(watchers, "ST-R40", what);
}

/// Who held a site that was not taken any more after an assault: the last to whom it fell, else who had it.
fn held_by(scribe: &Scribe<'_>, assault: &AssaultReport, first: Power) -> Power {
    let stormed = scribe.played.report.assaults.iter().filter(|each| each.site == assault.site);
    let bribed = scribe.played.bribes.iter().filter_map(|bribe| bribe.fallen.as_ref());
    let fallen = bribed.filter(|fallen| fallen.site == assault.site);
    fallen.chain(stormed.filter_map(|each| each.fallen.as_ref())).last().map_or(first, |fallen| fallen.to)
}
