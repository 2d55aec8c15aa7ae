//! A city or fort changes hands: garrison, ships, commanders, status, morale (ST-7.3, ST-R19, ST-R30, ST-R40, ST-R44, ST-R45).

use kernel::{Dice, RuleRef, Stream};

use super::battlefield::Captured;
use super::journeys::{nearest_city, remove_command, send};
use super::leaders::travel_weeks;
use super::plunder::abandon;
use super::prisoners::join;
use super::{assault, city, losses, pyramid};
use crate::model::command::{Command, CommandKind, Prisoners};
use crate::model::ids::{CommandId, HexId, LeaderId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::scenario::Scenario;
use crate::model::state::{CityOrders, SiteStatus, State};
use crate::model::units::{UnitKind, Units};

const R15: RuleRef = RuleRef::new("ST-R15");
const R19: RuleRef = RuleRef::new("ST-R19");
const R40: RuleRef = RuleRef::new("ST-R40");

/// How a city falls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fall {
    /// By storm: half of the garrison is taken, the rest dies.
    Assault,
    /// By surrender or treachery: half is taken, the rest goes home.
    Surrender,
    /// By surrender under the order not to hold: the regiments leave free.
    Free,
    /// By revolt: the garrison is eliminated (ST-23.3).
    Revolt,
}

/// What became of a city that fell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fallen {
    /// Which.
    pub site: SiteId,
    /// Whose it was.
    pub from: Power,
    /// Whose it is.
    pub to: Power,
    /// How.
    pub how: Fall,
    /// Regiments taken prisoner.
    pub taken: Units,
    /// Squadrons captured.
    pub ships: Units,
    /// Units lost for good.
    pub lost: Units,
    /// Leaders who were killed.
    pub killed: Vec<LeaderId>,
}

/// Whether a leader gets away when his command is lost, by a d10 (ST-R19).
pub fn escapes(sc: &Scenario, sa: u8, d10: i32) -> bool {
    let leaders = &sc.rulings.leaders;
    d10 <= (i32::from(sa) + leaders.escape_bonus).min(leaders.escape_best)
}

/// ST-7.3, ST-7.4, ST-R19: the leader of a lost command escapes to the nearest city of his own, marked failed, or is killed.
/// Whether he lives.
pub fn escape_or_die(
    sc: &Scenario, st: &mut State, leader: LeaderId, from: HexId, sure: bool, dice: &mut Dice,
) -> bool {
    let him = &st.leaders[&leader];
    let (power, sa) = (him.power, if him.wounded > 0 { sc.rulings.leaders.intrinsic.sa } else { him.ratings.sa });
    let refuge = nearest_city(st, power, from, |_| true);
    let away = sure || escapes(sc, sa, dice.stream("leader", leader.0, 1).range(1, 10, R19));
    let Some(refuge) = refuge.filter(|_| away) else {
        st.leaders.remove(&leader);
        return false;
    };
    let hex = st.site(refuge).hex;
    let on_sheet = st.turn.later(1);
    let him = st.leaders.get_mut(&leader).expect("he lives");
    him.post = None;
    him.travel = travel_weeks(&sc.rulings, hex.distance(from)) as u8;
    him.hex = hex;
    him.failed = Some(on_sheet);
    true
}

/// The city falls to a power. The prisoners go to the highest command of the captor in the hex (ST-17.1), to the city's own if
/// there is none. What enters the city is for the caller to see (ST-16.2, ST-16.3).
pub fn fall(sc: &Scenario, st: &mut State, id: SiteId, to: Power, how: Fall, dice: &mut Dice) -> Fallen {
    let (from, hex, command, blockaded) = {
        let site = st.site(id);
        (site.power, site.hex, site.command, site.blockade.is_some())
    };
    let mut fallen = Fallen {
        site: id,
        from,
        to,
        how,
        taken: Units::NONE,
        ships: Units::NONE,
        lost: Units::NONE,
        killed: Vec::new(),
    };
    let inside: Vec<CommandId> =
        st.commands.iter().filter(|(_, it)| it.inside == Some(id)).map(|(id, _)| *id).collect();
    let mut garrison = Units::NONE;
    let mut leaders = Vec::new();
    let mut freed = Vec::new();
    let mut price = Talents(0);
    for inner in inside {
        let it = st.command_mut(inner);
        garrison.join(&std::mem::take(&mut it.units));
        garrison.join(&std::mem::take(&mut it.aboard));
        it.train_points.clear();
        freed.append(&mut it.prisoners);
        if inner == command {
            leaders.extend(it.leader.take());
            continue;
        }
        price += pyramid::price(&sc.rulings, it.kind).unwrap_or_default();
        leaders.extend(remove_command(st, inner));
    }
    for leader in &leaders {
        st.leaders.get_mut(leader).expect("he commanded").post = None;
    }
    let was = st.site(id).status;
    change_hands(sc, st, id, to);
    morale(sc, st, &fallen, was);
    for leader in leaders {
        if !escape_or_die(sc, st, leader, hex, how == Fall::Free, dice) {
            fallen.killed.push(leader);
        }
    }
    split(sc, st, &mut fallen, garrison, hex, blockaded, dice);
    if how != Fall::Free
        && let Some(country) = to.country()
    {
        st.country_mut(country).treasury += price;
    }
    for each in freed {
        set_free(sc, st, to, hex, each);
    }
    fallen
}

/// ST-R19, ST-R47: prisoners whose holder is captured go home; those of an enemy of the captor are his.
pub fn set_free(sc: &Scenario, st: &mut State, captor: Power, hex: HexId, freed: Prisoners) {
    let holder = highest_command(sc, st, captor, hex).filter(|_| st.at_war(captor, freed.of));
    if let Some(holder) = holder {
        join(&mut st.command_mut(holder).prisoners, freed.of, &freed.units);
    } else if let Some(home) = nearest_city(st, freed.of, hex, |_| true) {
        send(sc, st, hex, home, freed.units, Vec::new());
    }
}

/// What becomes of the garrison (ST-R40, ST-R44, ST-23.3).
fn split(
    sc: &Scenario, st: &mut State, fallen: &mut Fallen, garrison: Units, hex: HexId, blockaded: bool, dice: &mut Dice,
) {
    let (mut regts, mut sqds) = (garrison.only(UnitKind::is_regt), garrison.only(UnitKind::is_sqd));
    fallen.lost.join(&garrison.only(UnitKind::is_train));
    let mut stream = dice.stream("assault", fallen.site.0, 9);
    let home = nearest_city(st, fallen.from, hex, |_| true);
    match fallen.how {
        Fall::Revolt => {}
        Fall::Assault | Fall::Surrender => {
            let taken = assault::taken(&sc.rulings, regts.regts());
            fallen.taken = losses::at_random(&mut regts, taken, |_| true, R40, &mut stream);
        }
        Fall::Free => {}
    }
    let goes_home = matches!(fallen.how, Fall::Surrender | Fall::Free);
    if fallen.how == Fall::Surrender {
        let odds = sc.rulings.attrition.dispersal;
        fallen.lost.join(&losses::one_in(&mut regts, odds, |_| true, RuleRef::new("ST-20.5"), &mut stream));
    }
    match home.filter(|_| goes_home) {
        Some(home) => send(sc, st, hex, home, regts, Vec::new()),
        None => fallen.lost.join(&regts),
    }
    let harbour = |site: SiteId| sc.board.is_harbour(st.site(site).hex);
    let port = nearest_city(st, fallen.from, hex, harbour).filter(|_| !blockaded && fallen.how != Fall::Revolt);
    match port {
        Some(port) => send(sc, st, hex, port, sqds, Vec::new()),
        None => {
            if fallen.how != Fall::Revolt {
                let taken = assault::taken(&sc.rulings, sqds.sqds());
                fallen.ships = losses::at_random(&mut sqds, taken, |_| true, R40, &mut stream);
            }
            fallen.lost.join(&sqds);
        }
    }
    let city = st.site(fallen.site).command;
    st.command_mut(city).units.join(&fallen.ships);
    let holder = highest_command(sc, st, fallen.to, hex).unwrap_or(city);
    join(&mut st.command_mut(holder).prisoners, fallen.from, &fallen.taken);
    if fallen.how == Fall::Revolt {
        let rebels = city::rebels(&sc.rulings, fallen.to, st.site(fallen.site).size);
        st.command_mut(city).units.add(UnitKind::Levy, rebels);
    }
}

/// ST-17.1: the highest command of a power in a hex that may lead prisoners; of equals the lowest id. Those of cities come last.
pub fn highest_command(sc: &Scenario, st: &State, power: Power, hex: HexId) -> Option<CommandId> {
    let may = |command: &Command| command.power == power && command.kind != CommandKind::Scouting;
    let here = st.commands_at(hex).filter(|(_, command)| may(command));
    here.map(|(id, command)| (command.kind.is_site(), 9 - super::leaders::rank_of(sc, st, id), id))
        .min()
        .map(|(_, _, id)| id)
}

/// ST-R30: whose the city is, and as what: a city that its former master takes back has the status it had; a captured one
/// remembers who owned it, however often it changes hands.
fn change_hands(sc: &Scenario, st: &mut State, id: SiteId, to: Power) {
    let turn = st.turn;
    let site = st.site_mut(id);
    let before = match site.status {
        SiteStatus::Captured => site.previous,
        _ => Some((site.power, site.status)),
    };
    let allied_owner = site.previous.filter(|_| site.status == SiteStatus::Allied);
    let back = [before, allied_owner].into_iter().flatten().find(|(owner, _)| *owner == to);
    (site.status, site.previous) = match (to, back) {
        (Power::FreeCity(_), _) => (SiteStatus::Independent, None),
        (_, Some((_, status))) => (status, None),
        (_, None) => (SiteStatus::Captured, before),
    };
    (site.power, site.since, site.base) = (to, turn, false);
    (site.siege, site.blockade, site.waver, site.orders) = (None, None, 0, CityOrders::default());
    let (command, size) = (site.command, site.size);
    st.free_city_enemies.remove(&id);
    st.building.retain(|each| each.site != id);
    let under: Vec<CommandId> = st.children(command).map(|(id, _)| id).collect();
    under.into_iter().for_each(|child| st.command_mut(child).parent = None);
    let name = st.site(id).name.clone();
    let mut fresh =
        Command::new(name, if size > 0 { CommandKind::City } else { CommandKind::Fort }, to, st.site(id).hex);
    fresh.inside = Some(id);
    st.commands.insert(command, fresh);
    debug_assert!(sc.board.in_frame(st.site(id).hex));
}

/// ST-R54: what the fall of a city does to morale, due at the end of the week. A city that rises is lost, and captured by nobody.
fn morale(sc: &Scenario, st: &mut State, fallen: &Fallen, was: SiteStatus) {
    let figures = &sc.rulings.morale;
    let size = i32::from(st.site(fallen.site).size);
    let capital_of = sc.country_ids().find(|country| sc.country(*country).capital == fallen.site);
    if let Power::Country(winner) = fallen.to
        && fallen.how != Fall::Revolt
    {
        let great = if size >= figures.great_city { figures.city_taken } else { 0 };
        let capital = if capital_of.is_some_and(|of| of != winner) { figures.capital_taken } else { 0 };
        st.country_mut(winner).morale_due += (great + capital) as i8;
    }
    if let Power::Country(loser) = fallen.from {
        let own = if was == SiteStatus::Owned { figures.city_lost } else { 0 };
        let capital = if capital_of == Some(loser) { figures.capital_lost } else { 0 };
        st.country_mut(loser).morale_due += (own + capital) as i8;
    }
}

/// ST-R15: each train of a command is taken by a division of the winner on a d10, or lost.
pub(super) fn take_trains(
    sc: &Scenario, st: &mut State, of: CommandId, captor: Option<CommandId>, dice: &mut Stream<'_>,
) {
    let trains = st.command(of).units.only(UnitKind::is_train);
    for kind in trains.iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count))) {
        let command = st.command_mut(of);
        command.units.take(kind, 1);
        let points = (kind == UnitKind::SupplyTrain).then(|| command.train_points.pop()).flatten();
        let taken = dice.range(1, 10, R15) <= sc.rulings.battle.train_captured;
        if let Some(captor) = captor.filter(|_| taken) {
            let captor = st.command_mut(captor);
            captor.units.add(kind, 1);
            captor.train_points.extend(points);
            captor.train_points.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
}

/// ST-R19: commands without protectors in a hex with an enemy force are captured: the captor gains what they cost, what they
/// led goes free, their leaders escape or die, their trains are taken or lost (ST-R15). Scouts have a fate of their own (ST-10.19). What was captured.
pub fn capture_commands(
    sc: &Scenario, st: &mut State, captor: Power, lost: &[CommandId], dice: &mut Dice,
) -> Vec<Captured> {
    let mut captured = Vec::new();
    for id in lost {
        let Some(command) = st.commands.get(id) else { continue };
        if command.kind.is_site() || command.kind == CommandKind::Scouting {
            continue;
        }
        let (hex, of, name) = (command.hex, command.power, command.name.clone());
        let price = pyramid::price(&sc.rulings, command.kind).unwrap_or_default();
        abandon(st, *id);
        for freed in std::mem::take(&mut st.command_mut(*id).prisoners) {
            set_free(sc, st, captor, hex, freed);
        }
        let division = |it: &Command| it.power == captor && it.kind == CommandKind::Division && it.carried_by.is_none();
        let taker = st.commands_at(hex).find(|(_, it)| division(it)).map(|(id, _)| id);
        take_trains(sc, st, *id, taker, &mut dice.stream("battle", id.0, 9));
        let leader = remove_command(st, *id);
        let leader = leader.map(|leader| (leader, escape_or_die(sc, st, leader, hex, false, dice)));
        captured.push(Captured { command: *id, name, of, by: captor, hex, price, leader });
    }
    if let Power::Country(country) = captor {
        st.country_mut(country).treasury += captured.iter().map(|each| each.price).sum();
    }
    captured
}
