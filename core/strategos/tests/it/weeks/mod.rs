//! Whole campaigns of random marches, sieges, loot, treaties and assaults: after every week the state is sound, and the same
//! seed plays the same weeks.

mod knowledge;

use kernel::{Dice, GameSeed, RuleRef};
use strategos::model::command::{BattleOrder, CommandKind, Task, TaskKind};
use strategos::model::ids::{CommandId, Power, SiteId};
use strategos::model::invariants::violations;
use strategos::model::measures::Talents;
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::{Standing, State};
use strategos::rules::assault::AssaultForm;
use strategos::rules::covert::BribePurpose;
use strategos::rules::march::Ground;
use strategos::rules::paths::{self, Terms};
use strategos::rules::storm::AssaultOrder;
use strategos::rules::turn::WeekOrders;
use strategos::rules::{covert, covert_acts, pyramid, setup, treaties, turn};

const ANY: RuleRef = RuleRef::new("ST-R3");

/// What a campaign was like, so that a test that plays nothing is found out.
#[derive(Default, Debug, PartialEq, Eq)]
struct Tally {
    battles: usize,
    assaults: usize,
    fallen: usize,
    worn: usize,
    worked: usize,
    risen: usize,
    starved: usize,
    hungry: usize,
    events: usize,
    raids: usize,
    seen: usize,
    spied: usize,
}

/// Gives every command of every country something to do, whether it makes sense or not.
fn stir(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Vec<AssaultOrder> {
    let mut assaults = Vec::new();
    let ground = Ground::new(sc, st);
    let turn = st.turn;
    for id in st.commands.keys().copied().collect::<Vec<_>>() {
        let mut stream = dice.stream("stir", id.0, turn.0);
        let command = st.command(id);
        if command.kind.is_site() || command.power.country().is_none() || command.inside.is_some() {
            continue;
        }
        let site = st.site_at(command.hex);
        match stream.range(0, 5, ANY) {
            0 | 1 => {
                // Towards somebody else, in the field or in his city.
                let foes = st.commands.values().filter(|it| it.power != command.power && it.power.country().is_some());
                let field = stream.range(0, 1, ANY) == 0;
                let foes =
                    foes.filter(|it| it.kind.is_naval() == command.kind.is_naval() && it.kind.is_site() != field);
                let mut near: Vec<_> = foes.map(|it| (it.hex.distance(command.hex), it.hex)).collect();
                near.sort_unstable();
                let goal = near.first().map_or(command.hex, |_| near[stream.pick(near.len().min(2), ANY)].1);
                let terms = Terms { naval: command.kind.is_naval(), heavy: true, ..Terms::default() };
                let way = paths::route(&ground, command.hex, goal, &terms);
                let path = way.map_or(Vec::new(), |way| way.hexes[1..].to_vec());
                let forced = stream.range(0, 3, ANY) == 0;
                let command = st.command_mut(id);
                (command.path, command.forced) = (path, forced);
            }
            2 => {
                let kinds = [
                    TaskKind::Blockade,
                    TaskKind::Siege,
                    TaskKind::Loot,
                    TaskKind::Pillage,
                    TaskKind::Devastate,
                    TaskKind::Demolish,
                    TaskKind::Raid,
                ];
                let kind = kinds[stream.pick(kinds.len(), ANY)];
                st.command_mut(id).task = Some(Task { kind, since: turn, weeks: 0, done: false });
            }
            3 => {
                let orders = [
                    BattleOrder::Attack,
                    BattleOrder::Attack,
                    BattleOrder::Probe,
                    BattleOrder::Defend,
                    BattleOrder::Withdraw,
                ];
                st.command_mut(id).battle_order = orders[stream.pick(orders.len(), ANY)];
            }
            4 => {
                if let Some(site) = site {
                    let city = st.site(site).command;
                    let up = stream.range(0, 1, ANY) == 0;
                    let (child, parent) = if up { (id, city) } else { (city, id) };
                    let _ = pyramid::assign(sc, st, child, Some(parent)); // Refused more often than not.
                }
            }
            _ => {
                if let Some(site) = site {
                    let form = if stream.range(0, 1, ANY) == 0 { AssaultForm::Storm } else { AssaultForm::Probe };
                    assaults.push(AssaultOrder { command: id, site, form });
                }
            }
        }
    }
    plot(sc, st, dice);
    for one in sc.country_ids() {
        let mut stream = dice.stream("stir", 10_000 + u16::from(one.0), turn.0);
        let other = strategos::model::ids::CountryId::at(stream.pick(sc.countries.len(), ANY));
        match stream.range(0, 9, ANY) {
            0 => drop(treaties::declare_enemy(st, one, other)),
            1 => drop(treaties::break_treaty(st, one, other)),
            2 | 3 => {
                let kind = if stream.range(0, 1, ANY) == 0 { Standing::Alliance } else { Standing::NonAggression };
                let weeks = stream.range(1, 20, ANY) as u8;
                let _ = treaties::offer(sc, st, one, other, kind, weeks, Vec::new());
            }
            _ => {}
        }
        if turn.0 == 1 {
            let _ = treaties::declare_enemy(st, one, other);
        }
        let open: Vec<_> =
            st.appeals.iter().filter(|(_, appeal)| appeal.to == Power::Country(one)).map(|(id, _)| *id).collect();
        for appeal in open {
            let _ = treaties::accept(sc, st, one, appeal);
        }
    }
    assaults
}

/// Every country sends an assassin, and every command bribes a neighbour, where they may.
fn plot(sc: &Scenario, st: &mut State, dice: &mut Dice) {
    let all: Vec<CommandId> = st.commands.keys().copied().collect();
    for country in sc.country_ids() {
        let sites: Vec<SiteId> = st.sites.keys().copied().collect();
        let site = sites[dice.stream("plot", u16::from(country.0), 3).pick(sites.len(), ANY)];
        let _ = covert::place_spy(sc, st, country, site);
        let target = all[dice.stream("plot", u16::from(country.0), 0).pick(all.len(), ANY)];
        let hex = st.commands.get(&target).map(|it| it.hex);
        let Some(hex) = hex.filter(|_| st.country(country).treasury.0 > 600) else { continue };
        let _ = covert_acts::assassinate(sc, st, country, (target, hex), Talents(300), dice);
    }
    for from in all.iter().copied() {
        let purposes = [BribePurpose::StandAside, BribePurpose::Defect, BribePurpose::SurrenderCity];
        let purpose = purposes[dice.stream("plot", from.0, 1).pick(3, ANY)];
        let target = all[dice.stream("plot", from.0, 2).pick(all.len(), ANY)];
        let _ = covert_acts::offer_bribe(sc, st, (from, target), purpose, Talents(300), dice);
    }
}

fn march_to_war(sc: &Scenario, seed: u64, weeks: u16) -> (State, Tally) {
    let seed = GameSeed::from_number(seed);
    let mut st = setup::start(sc, &mut Dice::keyed(&seed, "set-up"));
    let mut tally = Tally::default();
    while st.ended.is_none() && st.turn.0 <= weeks {
        let mut dice = Dice::for_step(&seed, u32::from(st.turn.0)).quiet();
        let when = st.turn;
        turn::open(sc, &mut st, &mut dice);
        assert_eq!(violations(sc, &st), Vec::<String>::new(), "{} opens {when:?}", sc.id);
        let assaults = stir(sc, &mut st, &mut dice);
        assert_eq!(violations(sc, &st), Vec::<String>::new(), "{} orders of {when:?}", sc.id);
        let orders = WeekOrders { assaults: [assaults.clone(), assaults], ..WeekOrders::default() };
        let report = turn::play(sc, &mut st, &orders, &mut dice);
        assert_eq!(violations(sc, &st), Vec::<String>::new(), "{} after {when:?}: {report:?}", sc.id);
        tally.battles += report.battles.len();
        tally.assaults += report.assaults.len();
        tally.fallen += report.siege.fallen.len() + report.assaults.iter().filter(|each| each.fallen.is_some()).count();
        tally.worn += report.siege.worn.len();
        tally.worked += report.siege.worked.len();
        tally.risen += report.risen.len() + report.outraged.len();
        tally.starved += report.siege.starved.len();
        tally.hungry += report.supply.attrition.len();
        tally.events += report.events.len();
        tally.raids += report.raids.len();
        tally.spied += report.spies.len();
        let told = st.memory.iter().flat_map(|memory| memory.hexes.values());
        tally.seen += told.filter(|told| told.turn == when && !told.forces.is_empty()).count();
    }
    (st, tally)
}

#[test]
fn whole_campaigns_stay_sound() {
    let small = find("hellespontos-313bc").unwrap();
    let large = find("diadochoi-310bc").unwrap();
    let mut all = Tally::default();
    for (sc, seed) in [(&small, 1), (&small, 2), (&small, 3), (&large, 4)] {
        let (st, tally) = march_to_war(sc, seed, 30);
        let text = serde_json::to_string(&st).unwrap();
        assert_eq!(serde_json::from_str::<State>(&text).unwrap(), st);
        all.battles += tally.battles;
        all.assaults += tally.assaults;
        all.fallen += tally.fallen;
        all.worn += tally.worn;
        all.worked += tally.worked;
        all.risen += tally.risen;
        all.starved += tally.starved;
        all.hungry += tally.hungry;
        all.events += tally.events;
        all.raids += tally.raids;
        all.spied += tally.spied;
        all.seen += tally.seen;
    }
    assert!(all.battles > 5 && all.assaults > 20 && all.fallen > 0, "{all:?}");
    assert!(all.seen > 100 && all.spied > 20, "{all:?}");
    assert!(all.hungry > 10 && all.events > 10, "{all:?}");
}

#[test]
fn the_same_seed_plays_the_same_weeks() {
    let sc = find("hellespontos-313bc").unwrap();
    let played = march_to_war(&sc, 9, 26);
    assert_eq!(march_to_war(&sc, 9, 26), played);
    assert!(played.0.ended.is_some(), "the turn limit ends it (ST-R60)");
}

/// A command that nobody leads and that holds nothing is no trouble to anybody.
#[test]
fn a_week_without_orders_changes_only_what_time_changes() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling());
    let before: Vec<(CommandId, strategos::model::ids::HexId)> =
        st.commands.iter().map(|(id, it)| (*id, it.hex)).collect();
    turn::open(&sc, &mut st, &mut Dice::luckless());
    let report = turn::play(&sc, &mut st, &WeekOrders::default(), &mut Dice::luckless());
    assert_eq!((report.battles.len(), report.assaults.len(), report.risen.len()), (0, 0, 0));
    let after: Vec<_> = st.commands.iter().map(|(id, it)| (*id, it.hex)).collect();
    assert_eq!(before, after);
    assert!(st.commands.values().filter(|it| it.kind == CommandKind::Division).all(|it| it.organic_supply == 6));
    for (country, accounts) in sc.country_ids().zip(&report.accounts) {
        let spent = accounts.fleets + accounts.upkeep;
        let treasury = sc.country(country).treasury + accounts.revenue;
        assert_eq!(treasury.less(spent), Some(st.country(country).treasury), "{}", sc.country(country).key);
    }
}
