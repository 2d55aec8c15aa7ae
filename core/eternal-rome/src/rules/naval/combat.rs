//! Combat at sea (ER-12, ER-R16, ER-R19, ER-R20).

use kernel::map::Mode;

use crate::model::costs::Terms;
use crate::model::frames::{Frame, Question, Refuge, Reply, SeaCombat, SeaStage};
use crate::model::ids::{CityId, HexId, PowerId, Powers};
use crate::model::names;
use crate::model::routes;
use crate::model::scenario::Scenario;
use crate::model::state::{Fleet, FleetId, FleetStatus, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::naval::battle::{self, Side};
use crate::rules::naval::{fleets, port};
use crate::rules::relations;
use crate::rules::{activation, combat as battles, dissolution};

/// At sea or besieging: what can be attacked (ER-R10, ER-R19).
pub fn in_the_open(fleet: &Fleet) -> bool {
    fleet.status != FleetStatus::Anchored
}

pub fn attack(eng: &mut Engine<'_>, hex: HexId, attackers: Vec<FleetId>, target: PowerId, sortie: Option<CityId>) {
    let fresh = |fleet: &&Fleet| fleet.id.power == target && in_the_open(fleet) && !fleet.fought;
    let defenders = eng.st.fleets_at(hex).filter(fresh).map(|fleet| fleet.id).collect();
    let by = attackers[0].power;
    let number = battles::number(eng);
    let sortie = sortie.map(|city| (city, relations::blockaded(eng.sc, eng.st, city)));
    eng.push(Frame::SeaCombat(SeaCombat {
        number,
        hex,
        attackers,
        defenders,
        sortie: sortie.map(|(city, _)| city),
        shut_in: sortie.is_some_and(|(_, shut_in)| shut_in),
        loser: None,
        leaving: Vec::new(),
        next: SeaStage::Fight,
    }));
    if port::sleeps(eng.sc, eng.st, by, target) {
        activation::invade(eng, target, by, hex);
    }
}

/// Goes on with a combat at sea.
pub fn go_on(eng: &mut Engine<'_>, mut combat: SeaCombat) {
    match combat.next {
        SeaStage::Fight => {
            gather(eng.sc, eng.st, &mut combat);
            if !fight(eng, &mut combat) {
                return;
            }
            look_for_port(eng, combat);
        }
        SeaStage::Retreated => {
            let chosen = match eng.reply.take() {
                Some(Reply::Retreat(Refuge::City(city))) => Some(city),
                _ => None,
            };
            let group = next_group(eng.sc, eng.st, &combat);
            let options = ports(eng.sc, eng.st, &combat, &group);
            let city = options.iter().copied().find(|&city| Some(city) == chosen).or(options.first().copied());
            if let Some(city) = city {
                retreat(eng, &combat, &group, city);
            }
            combat.leaving.retain(|id| !group.contains(id));
            look_for_port(eng, combat);
        }
    }
}

/// Who still takes part: those fresh and there, and with the defenders all their friends in the open (ER-R19).
fn gather(sc: &Scenario, st: &State, combat: &mut SeaCombat) {
    let hex = combat.hex;
    let fresh = |id: &FleetId| st.fleet(*id).is_some_and(|fleet| fleet.hex == hex && !fleet.fought);
    combat.attackers.retain(fresh);
    combat.defenders.retain(fresh);
    let attacked: Powers = combat.defenders.iter().map(|id| id.power).collect();
    let friend = |fleet: &&Fleet| {
        let side = attacked.iter().any(|power| relations::friendly(sc, st, power, fleet.id.power));
        side && in_the_open(fleet) && !fleet.fought && !combat.attackers.contains(&fleet.id)
    };
    let friends: Vec<FleetId> = st.fleets_at(hex).filter(friend).map(|fleet| fleet.id).collect();
    for id in friends {
        if !combat.defenders.contains(&id) {
            combat.defenders.push(id);
        }
    }
}

/// The battle with all its losses, those of a side without a way out included (ER-12.8). False when there is none: one
/// side is gone, or they are enemies no longer.
fn fight(eng: &mut Engine<'_>, combat: &mut SeaCombat) -> bool {
    let (sc, hex) = (eng.sc, combat.hex);
    let sides = Side::of(sc, eng.st, &combat.attackers).zip(Side::of(sc, eng.st, &combat.defenders));
    let Some((one, two)) = sides else { return false };
    if !relations::hostile(sc, eng.st, combat.attackers[0].power, combat.defenders[0].power) {
        return false;
    }
    let roll = eng.d6("sea battle", hex, "ER-12.3");
    let outcome = battle::outcome(sc, eng.st, &one, &two, roll);
    for &id in combat.attackers.iter().chain(&combat.defenders) {
        if let Some(fleet) = eng.st.fleet_mut(id) {
            fleet.fought = true;
        }
    }
    let (first, besieged, mut account) = (eng.news.len(), port::under_siege(eng.st, hex), MoraleAccount::default());
    let men = [battle::aboard(eng.st, &combat.attackers), battle::aboard(eng.st, &combat.defenders)];
    battle::sink(eng, &mut account, &combat.attackers, outcome.lost.0, hex, two.foremost);
    battle::sink(eng, &mut account, &combat.defenders, outcome.lost.1, hex, one.foremost);
    combat.loser = outcome.loser();
    let now = [battle::aboard(eng.st, &combat.attackers), battle::aboard(eng.st, &combat.defenders)];
    let gone = [battle::missing(&men[0], &now[0]), battle::missing(&men[1], &now[1])];
    let told = eng.news.len();
    battle::tell(eng, combat, (&one, &two), &outcome, gone);
    // The battle is told before what it cost.
    let tales = eng.news.len() - told;
    eng.news[first..].rotate_right(tales);
    for id in combat.attackers.iter_mut().chain(&mut combat.defenders) {
        *id = fleets::reflag(eng.st, *id);
    }
    let winner = if combat.loser == Some(true) { two.foremost } else { one.foremost };
    no_way_out(eng, &mut account, combat, winner);
    port::siege_over(eng, hex, besieged);
    morale::apply(eng, &account, "ER-12.10");
    true
}

/// Losers who cannot retreat lose a fleet unit more and stay: those shut in in their port, and others when there is no
/// port for them (ER-12.8, ER-R20). The rest is to look for a port.
fn no_way_out(eng: &mut Engine<'_>, account: &mut MoraleAccount, combat: &mut SeaCombat, by: PowerId) {
    let shut_in = combat.shut_in;
    let inside = |id: &FleetId| shut_in && eng.st.fleet(*id).is_some_and(|fleet| fleet.status == FleetStatus::Anchored);
    let (stuck, leaving) = losers(eng.st, combat).into_iter().partition::<Vec<_>, _>(inside);
    combat.leaving = leaving.clone();
    let (mut groups, mut out) = (vec![stuck], Vec::new());
    while !combat.leaving.is_empty() {
        let group = next_group(eng.sc, eng.st, combat);
        combat.leaving.retain(|id| !group.contains(id));
        match ports(eng.sc, eng.st, combat, &group).is_empty() {
            true => groups.push(group),
            false => out.extend(group),
        }
    }
    combat.leaving = out;
    for group in groups.into_iter().filter(|group| !group.is_empty()) {
        let powers: Powers = group.iter().map(|id| id.power).collect();
        let what = EventKind::NoRetreat { power: eng.sc.power_name(group[0].power), hex: combat.hex, unit: None };
        eng.emit(eng.seats_of(powers.and(Powers::one(by))), "ER-12.8", what);
        battle::sink(eng, account, &group, 1, combat.hex, by);
    }
}

/// What is left of the losing side.
fn losers(st: &State, combat: &SeaCombat) -> Vec<FleetId> {
    let side = match combat.loser {
        Some(true) => &combat.attackers[..],
        Some(false) => &combat.defenders[..],
        None => &[],
    };
    side.iter().copied().filter(|&id| st.fleet(id).is_some_and(|fleet| fleet.size() > 0)).collect()
}

/// The beaten fleets that look for a port together: friends. Interceptors may have been enemies of each other.
fn next_group(sc: &Scenario, st: &State, combat: &SeaCombat) -> Vec<FleetId> {
    let Some(&first) = combat.leaving.first() else { return Vec::new() };
    let friends = |id: &&FleetId| relations::friendly(sc, st, first.power, id.power);
    combat.leaving.iter().filter(friends).copied().collect()
}

/// Friendly unblockaded ports within 10 movement points, the nearest first (ER-12.7, ER-R20).
fn ports(sc: &Scenario, st: &State, combat: &SeaCombat, fleeing: &[FleetId]) -> Vec<CityId> {
    let terms = Terms { mode: Mode::Sea, winter: st.winter, barred: &|_| false, no_straits: false };
    let range = sc.constants.naval_retreat_range;
    let open = |city: CityId| {
        let friendly = fleeing.iter().all(|id| relations::friendly(sc, st, id.power, st.city(city).controller));
        // A beaten sortie is let in again where it came out of (ER-R20).
        let home = combat.sortie == Some(city) && !combat.shut_in;
        friendly && sc.city(city).port && (home || !relations::blockaded(sc, st, city))
    };
    let mut found: Vec<(u16, HexId, CityId)> = routes::reach(sc, combat.hex, range, &terms)
        .into_iter()
        .filter_map(|(hex, cost)| Some((cost, hex, sc.hex(hex).city.filter(|&city| open(city))?)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, _, city)| city).collect()
}

/// The loser goes to the only port there is, or is asked to which (ER-12.7).
fn look_for_port(eng: &mut Engine<'_>, mut combat: SeaCombat) {
    while !combat.leaving.is_empty() {
        let group = next_group(eng.sc, eng.st, &combat);
        let options = ports(eng.sc, eng.st, &combat, &group);
        if let [_, _, ..] = options[..] {
            return ask(eng, combat, &group, options);
        }
        options.first().into_iter().for_each(|&only| retreat(eng, &combat, &group, only));
        combat.leaving.retain(|id| !group.contains(id));
    }
    dissolution::settle(eng);
}

fn ask(eng: &mut Engine<'_>, mut combat: SeaCombat, group: &[FleetId], options: Vec<CityId>) {
    let speaker = Side::of(eng.sc, eng.st, group).map_or(group[0].power, |side| side.foremost);
    let powers = Powers::one(speaker).and(relations::head(eng.st, speaker).map_or(Powers::NONE, Powers::one));
    let (number, hex) = (combat.number, combat.hex);
    combat.next = SeaStage::Retreated;
    let options = options.into_iter().map(Refuge::City).collect();
    let question = Question::ChooseRetreat { combat: number, arm: Mode::Sea, hex, options };
    eng.ask_powers(Frame::SeaCombat(combat), powers, question);
}

/// The losers go to a port as one group (ER-R20); nobody intercepts them.
fn retreat(eng: &mut Engine<'_>, combat: &SeaCombat, fleeing: &[FleetId], city: CityId) {
    let to = eng.sc.city(city).hex;
    let from = combat.hex;
    for &id in fleeing {
        port::put_to_sea(eng, id);
        if let Some(fleet) = eng.st.fleet_mut(id) {
            (fleet.hex, fleet.status) = (to, FleetStatus::Anchored);
        }
    }
    let powers: Powers = fleeing.iter().map(|id| id.power).collect();
    for power in powers.iter() {
        let what = EventKind::LoserRetreated { power: eng.sc.power_name(power), from, to: names::place(eng.sc, to) };
        eng.tell("ER-12.7", what);
    }
}
