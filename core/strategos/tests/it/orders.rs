//! Order sets and their week: what is read, in which step it is carried out, and that no order leaves an unsound state.

use kernel::{Dice, GameSeed, RuleRef, Stream, Verdict, VerdictStatus};
use serde_json::{Value, json};
use strategos::model::command::{Command, CommandKind};
use strategos::model::ids::{AppealId, CommandId, CountryId, HexId, Power};
use strategos::model::invariants::violations;
use strategos::model::measures::{Credit, Talents};
use strategos::model::reports::SiteReport;
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::{Siege, SiteStatus, Standing, State};
use strategos::model::units::{UnitKind, Units};
use strategos::orders::carry_out::{CountryOrders, check, play_week};
use strategos::orders::{self, Order};
use strategos::rules::march::Ground;
use strategos::rules::paths::{Terms, passages, route};
use strategos::rules::turn::WeekOrders;
use strategos::rules::{setup, turn};

const ANY: RuleRef = RuleRef::new("ST-R3");

fn read(order: Value) -> Order {
    serde_json::from_value(order.clone()).unwrap_or_else(|error| panic!("{order}: {error}"))
}

fn straits() -> (std::sync::Arc<Scenario>, State) {
    let sc = find("hellespontos-313bc").unwrap();
    let st = setup::start(&sc, &mut Dice::middling());
    (sc, st)
}

fn codes(verdicts: &[Verdict]) -> Vec<&str> {
    verdicts.iter().map(|verdict| verdict.code.as_str()).collect()
}

#[test]
fn every_kind_has_an_example_that_reads_and_prints_the_same() {
    let infos = orders::infos();
    assert_eq!(infos.iter().map(|info| info.kind.as_str()).collect::<Vec<_>>(), orders::KINDS);
    for info in infos {
        let order = read(info.example.clone());
        assert_eq!((order.kind(), order.step().key()), (info.kind.as_str(), info.phase.as_str()));
        assert_eq!(serde_json::to_value(&order).unwrap(), info.example);
        let mut more = info.example;
        more["speed"] = json!(3);
        assert!(serde_json::from_value::<Order>(more.clone()).is_err(), "{more}");
    }
}

#[test]
fn the_orders_of_a_set_share_one_treasury() {
    let (sc, mut st) = straits();
    let lys = sc.find_country("LYS").unwrap();
    st.country_mut(lys).treasury = Talents(300);
    let orders = [
        json!({ "type": "upgrade_size", "city": "Kardia" }),
        json!({ "type": "upgrade_size", "city": "Sestos" }),
        json!({ "type": "place_spy", "city": "Pella" }),
        json!({ "type": "place_spy", "city": "Rome" }),
    ]
    .map(read);
    let verdicts = check(&sc, &st, CountryOrders { country: lys, orders: &orders });
    assert_eq!(codes(&verdicts), ["ok", "no_talents", "ok", "unknown_city"]);
    let verdict = &verdicts[1];
    assert_eq!((verdict.status, verdict.index), (VerdictStatus::Refused, 1));
    assert_eq!(verdict.detail, "that costs 160 talents, and the treasury has 60");
    assert_eq!((verdicts[3].pointer.as_str(), st.country(lys).treasury), ("/orders/3/city", Talents(300)));
}

#[test]
fn money_is_the_others_when_step_4_is_over() {
    let (sc, mut st) = straits();
    let (lys, cas) = (sc.find_country("LYS").unwrap(), sc.find_country("CAS").unwrap());
    st.country_mut(lys).treasury = Talents(1_000);
    st.country_mut(cas).treasury = Talents(0);
    let pay = [read(json!({ "type": "transfer_money", "to": "CAS", "tlts": 900 }))];
    let spend = [read(json!({ "type": "place_spy", "city": "Kardia" }))];
    let sets = [CountryOrders { country: lys, orders: &pay }, CountryOrders { country: cas, orders: &spend }];
    let played = play_week(&sc, &mut st, &sets, &mut Dice::luckless());
    assert_eq!((codes(&played.verdicts[0]), codes(&played.verdicts[1])), (vec!["ok"], vec!["no_talents"]));
    let of = |country: CountryId| &played.report.accounts[country.index()];
    let kept = Talents(900) + of(cas).revenue;
    let spent = of(cas).fleets + of(cas).upkeep;
    assert_eq!(kept.less(spent), Some(st.country(cas).treasury));
}

#[test]
fn money_does_not_go_where_no_city_is_near() {
    let sc = find("diadochoi-310bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling());
    let far = sc.country_ids().flat_map(|one| sc.country_ids().map(move |other| (one, other)));
    let mut far = far.filter(|(one, other)| one != other);
    let (from, to) =
        far.find(|(one, other)| !strategos::rules::money::may_transfer(&sc, &st, *one, *other)).expect("a far pair");
    st.country_mut(from).treasury = Talents(1_000);
    let key = sc.country(to).key.as_str();
    let orders = [read(json!({ "type": "transfer_money", "to": key, "tlts": 1 }))];
    assert_eq!(codes(&check(&sc, &st, CountryOrders { country: from, orders: &orders })), ["too_far"]);
}

/// Section 3, step 3: an accepted treaty binds at once, a declaration against a partner is filed.
#[test]
fn appeals_are_answered_before_enmity_is_declared() {
    let (sc, mut st) = straits();
    let (lys, cas) = (sc.find_country("LYS").unwrap(), sc.find_country("CAS").unwrap());
    let offer = [read(json!({ "type": "offer_treaty", "to": "CAS", "treaty": "alliance", "weeks": 9 }))];
    play_week(&sc, &mut st, &[CountryOrders { country: lys, orders: &offer }], &mut Dice::luckless());
    assert!(st.appeals.contains_key(&AppealId(0)));
    let war = [read(json!({ "type": "declare_enemy", "country": "CAS" }))];
    let accept = [read(json!({ "type": "answer_treaty", "appeal": 0, "answer": "accept" }))];
    let sets = [CountryOrders { country: lys, orders: &war }, CountryOrders { country: cas, orders: &accept }];
    let played = play_week(&sc, &mut st, &sets, &mut Dice::luckless());
    assert_eq!((codes(&played.verdicts[0]), codes(&played.verdicts[1])), (vec!["ok"], vec!["ok"]));
    assert_eq!((st.standing(lys, cas), st.appeals.len()), (Standing::Enemy, 0));
}

#[test]
fn a_dispatch_is_paid_after_all_that_is_bought() {
    let (sc, mut st) = straits();
    let lys = sc.find_country("LYS").unwrap();
    st.country_mut(lys).treasury = Talents(0);
    let text = "word ".repeat(50);
    let orders = [
        json!({ "type": "submit_dispatch", "text": text }),
        json!({ "type": "place_spy", "city": "Pella" }),
        json!({ "type": "submit_dispatch", "text": text }),
    ]
    .map(read);
    let verdicts = check(&sc, &st, CountryOrders { country: lys, orders: &orders });
    assert_eq!(codes(&verdicts), ["ok", "no_talents", "too_soon"]);
}

#[test]
fn a_country_that_is_out_orders_nothing_and_is_offered_nothing() {
    let (sc, mut st) = straits();
    let (lys, cas) = (sc.find_country("LYS").unwrap(), sc.find_country("CAS").unwrap());
    st.country_mut(cas).out = true;
    let spy = [read(json!({ "type": "place_spy", "city": "Kardia" }))];
    let war = [read(json!({ "type": "declare_enemy", "country": "CAS" }))];
    assert_eq!(codes(&check(&sc, &st, CountryOrders { country: cas, orders: &spy })), ["out"]);
    assert_eq!(codes(&check(&sc, &st, CountryOrders { country: lys, orders: &war })), ["out"]);
}

/// ST-R61: standing orders go on, no money is spent.
#[test]
fn without_orders_a_week_is_the_week_of_the_rules() {
    let (sc, mut st) = straits();
    let mut plain = st.clone();
    let seed = GameSeed::from_number(5);
    let mut dice = Dice::for_step(&seed, 1);
    turn::open(&sc, &mut plain, &mut dice);
    let report = turn::play(&sc, &mut plain, &WeekOrders::default(), &mut dice);
    let played = play_week(&sc, &mut st, &[], &mut Dice::for_step(&seed, 1));
    assert_eq!((played.report, st), (report, plain));
}

/// An order of any kind about things that are there, whether it makes sense or not.
fn any_order(sc: &Scenario, st: &State, country: CountryId, stream: &mut Stream<'_>) -> Value {
    let power = Power::Country(country);
    let own: Vec<_> = st.commands.values().filter(|it| it.power == power).collect();
    let field: Vec<_> = own.iter().copied().filter(|it| !it.kind.is_site()).collect();
    let sites: Vec<&str> = st.sites.values().map(|site| site.name.as_str()).collect();
    let mine: Vec<_> = st.sites.values().filter(|site| site.power == power).map(|site| site.name.as_str()).collect();
    let him: Vec<_> = st.leaders.values().filter(|him| him.power == power).map(|him| him.name.as_str()).collect();
    let mut any = |list: &[&str]| {
        let at = (!list.is_empty()).then(|| stream.pick(list.len(), ANY));
        at.map_or_else(String::new, |at| list[at].to_owned())
    };
    let names: Vec<&str> = own.iter().map(|it| it.name.as_str()).collect();
    let armies: Vec<&str> = field.iter().map(|it| it.name.as_str()).collect();
    let (command, other, army) = (any(&names), any(&names), any(&armies));
    let near = own.iter().find(|it| it.name.as_str() == command).map(|it| it.hex);
    let together: Vec<&str> = own.iter().filter(|it| Some(it.hex) == near).map(|it| it.name.as_str()).collect();
    let beside = any(&together);
    let fleets = own.iter().filter(|it| it.kind == CommandKind::Fleet && Some(it.hex) == near);
    let fleet = any(&fleets.map(|it| it.name.as_str()).collect::<Vec<_>>());
    let start = field.iter().find(|it| it.name.as_str() == army).map(|it| it.hex);
    let around: Vec<String> =
        start.into_iter().flat_map(|hex| sc.board.neighbours(hex)).map(|hex| hex.to_string()).collect();
    let step = any(&around.iter().map(String::as_str).collect::<Vec<_>>());
    let there = start.and_then(|hex| st.site_at(hex)).map_or(String::new(), |site| st.site(site).name.to_string());
    let keys: Vec<&str> = sc.countries.iter().map(|country| country.key.as_str()).collect();
    let (key, site, city, leader) = (any(&keys), any(&sites), any(&mine), any(&him));
    let other_city = any(&mine);
    let kind = any(orders::KINDS);
    let foes: Vec<_> = st.commands.values().filter(|it| it.power != power).collect();
    // Who stands nearest to somebody else, and to whom.
    let pairs = own.iter().flat_map(|it| foes.iter().map(move |foe| (it.hex.distance(foe.hex), it, foe)));
    let by = pairs.min_by_key(|(distance, ..)| *distance).filter(|_| !foes.is_empty());
    let via = by.map_or_else(String::new, |(_, it, _)| it.name.to_string());
    let by = by.map(|(_, _, foe)| foe);
    let (foe, foe_hex) = by.map_or_else(Default::default, |it| (it.name.to_string(), it.hex.to_string()));
    let wild: Vec<String> = sc.board.all().map(|hex| hex.to_string()).collect();
    let wild = any(&wild.iter().map(String::as_str).collect::<Vec<_>>());
    let foe_power = by.map_or_else(String::new, |it| match it.power {
        Power::Country(country) => sc.country(country).key.to_string(),
        Power::FreeCity(site) => st.site(site).name.to_string(),
    });
    let unit = any(&["levy", "hoplite", "peltast", "siege_train", "supply_train", "trireme_sqd", "transport_sqd"]);
    let units = json!({ unit.clone(): 1 });
    let fresh = format!("New {}", stream.range(1, 1_000, ANY));
    let small = stream.range(1, 6, ANY);
    let flag = small > 3;
    let mut of = |list: &[&str]| list[stream.pick(list.len(), ANY)].to_owned();
    let mut order = match kind.as_str() {
        "answer_treaty" => json!({ "appeal": st.next.appeal.saturating_sub(small as u16), "answer": "accept" }),
        "offer_treaty" => json!({ "to": key, "treaty": of(&["alliance", "non_aggression"]), "weeks": small,
            "conditions": if flag { json!([{ "payer": key, "tlts": 5 }]) } else { json!([{ "giver": sc.country(country).key, "city": city }]) } }),
        "break_treaty" => json!({ "with": key }),
        "declare_enemy" => json!({ "country": key }),
        "transfer_money" => json!({ "to": key, "tlts": small }),
        "found_city" => json!({ "hex": wild, "name": fresh }),
        "upgrade_size" | "upgrade_defence" => json!({ "city": city }),
        "build_fort" => json!({ "hex": step, "strength": small }),
        "build_road" => json!({ "division": army }),
        "raise_command" => json!({ "city": city, "name": fresh,
            "command": of(&["army", "armada", "division", "fleet", "special", "scouting", "task_force"]) }),
        "establish_command_base" => json!({ "city": there, "command": army }),
        "build_units" => json!({ "city": city, "unit": unit, "count": small }),
        "disband_units" => json!({ "command": command, "units": units }),
        "disperse" => json!({ "commands": [army], "city": city }),
        "transfer_units" => json!({ "from": command, "to": beside, "units": units }),
        "transfer_prisoners" => json!({ "from": command, "to": beside }),
        "assign_command" if small == 1 => json!({ "command": command }),
        "assign_command" => json!({ "command": command, "to": beside }),
        "allocate_special" => json!({ "command": command }),
        "appoint_leader" => json!({ "leader": leader, "command": other }),
        "place_spy" => json!({ "city": site }),
        "strategic_move" => json!({ "from": city, "to": other_city, "units": units }),
        "hire_assassin" => json!({ "of": foe_power, "target": foe, "hex": foe_hex, "tlts": 100 * small }),
        "offer_bribe" => json!({ "of": foe_power, "target": foe, "via": via, "tlts": 300 * small,
            "purpose": of(&["surrender_city", "stand_aside", "defect"]) }),
        "submit_dispatch" => json!({ "text": "word ".repeat(50) }),
        "authorise_attack" => json!({ "command": army, "against": key }),
        "march" => json!({ "command": army, "path": [step], "forced": flag }),
        "embark" | "disembark" => {
            let hex = near.map_or_else(String::new, |hex| hex.to_string());
            let mut order = json!({ "fleet": fleet, "hex": hex, "commands": [beside] });
            if small > 4 {
                order["units"] = units;
                order[if kind == "embark" { "from" } else { "to" }] = other.into();
            }
            order
        }
        "set_battle_order" => {
            json!({ "command": command, "order": of(&["attack", "probe", "defend", "withdraw", "garrison"]) })
        }
        "set_interaction" => json!({ "command": army, "interaction": small }),
        "dismiss_leader" => json!({ "leader": leader }),
        "choose_excess" => json!({ "leaders": [leader] }),
        "set_task" => {
            json!({ "command": army, "task": of(&["blockade", "siege", "raid", "loot", "pillage", "devastate", "demolish"]) })
        }
        "abandon_task" => json!({ "command": army }),
        "set_city_order" => json!({ "city": city, "hold": flag, "sally": small > 4, "admit_allies": !flag }),
        "send_trade" => json!({ "from": city, "to": there }),
        "assault" => {
            json!({ "command": army, "city": there, "phase": of(&["first", "second", "both"]), "form": of(&["storm", "probe"]) })
        }
        "special_transfer" => json!({ "command": army, "city": there, "commands": [beside], "units": units }),
        other => panic!("there is no order of the kind {other} here"),
    };
    order["type"] = kind.into();
    order
}

#[test]
fn no_order_leaves_an_unsound_state() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut accepted = std::collections::BTreeSet::new();
    for seed in 1..=3 {
        let seed = GameSeed::from_number(seed);
        let mut st = setup::start(&sc, &mut Dice::keyed(&seed, "set-up"));
        while st.ended.is_none() && st.turn.0 <= 20 {
            let mut dice = Dice::for_step(&seed, u32::from(st.turn.0)).quiet();
            let mut sets: Vec<(CountryId, Vec<Order>)> = Vec::new();
            for country in sc.country_ids() {
                let mut stream = dice.stream("stir", u16::from(country.0), st.turn.0);
                let orders = (0..60).map(|_| any_order(&sc, &st, country, &mut stream));
                sets.push((country, orders.filter_map(|order| serde_json::from_value(order).ok()).collect()));
            }
            let sets: Vec<CountryOrders<'_>> =
                sets.iter().map(|(country, orders)| CountryOrders { country: *country, orders }).collect();
            // Money enough to try everything.
            st.countries.iter_mut().for_each(|country| country.treasury += Talents(2_000));
            let when = st.turn;
            let played = play_week(&sc, &mut st, &sets, &mut dice);
            let done = sets.iter().zip(&played.verdicts).flat_map(|(set, verdicts)| set.orders.iter().zip(verdicts));
            accepted.extend(done.filter(|(_, verdict)| verdict.code == "ok").map(|(order, _)| order.kind()));
            assert_eq!(violations(&sc, &st), Vec::<String>::new(), "after {when:?} of {seed:?}");
        }
    }
    assert!(accepted.len() >= 30, "{accepted:?}");
}

/// A deserter may bring a name that his new country has already: then its number tells.
#[test]
fn a_command_is_also_named_by_its_number() {
    let (sc, mut st) = straits();
    let lys = sc.find_country("LYS").unwrap();
    let named = |it: &strategos::model::command::Command| it.name.as_str() == "Division 1";
    let (own, _) = st.commands.iter().find(|(_, it)| it.power == Power::Country(lys) && named(it)).unwrap();
    let (theirs, _) = st.commands.iter().find(|(_, it)| it.power != Power::Country(lys) && named(it)).unwrap();
    let orders = [own, theirs]
        .map(|id| read(json!({ "type": "set_battle_order", "command": format!("#{}", id.0), "order": "attack" })));
    let own = *own;
    let played = play_week(&sc, &mut st, &[CountryOrders { country: lys, orders: &orders }], &mut Dice::luckless());
    assert_eq!(codes(&played.verdicts[0]), ["ok", "unknown_command"]);
    assert_eq!(st.command(own).battle_order, strategos::model::command::BattleOrder::Attack);
}

/// ST-R66: what is hidden is a warning when the order is handed in, and a refusal when it is carried out.
#[test]
fn a_bribe_to_somebody_unseen_is_a_warning_until_it_fails() {
    let (sc, mut st) = straits();
    let lys = sc.find_country("LYS").unwrap();
    let bribe = json!({ "type": "offer_bribe", "of": "CAS", "target": "Division 9", "purpose": "defect", "tlts": 300,
        "via": "Army I" });
    let orders = [read(bribe)];
    let set = CountryOrders { country: lys, orders: &orders };
    let before = &check(&sc, &st, set)[0];
    assert_eq!((before.status, before.code.as_str()), (VerdictStatus::Warning, "not_near"));
    let after = &play_week(&sc, &mut st, &[set], &mut Dice::luckless()).verdicts[0][0];
    assert_eq!((after.status, after.code.as_str()), (VerdictStatus::Refused, "not_near"));
}

/// Step 6: an assassin comes before any bribe, in whatever order they are listed.
#[test]
fn assassins_come_before_bribes() {
    let (sc, mut st) = straits();
    let lys = sc.find_country("LYS").unwrap();
    st.country_mut(lys).treasury = Talents(350);
    let hex = st.sites.values().find(|site| site.name.as_str() == "Pella").unwrap().hex;
    let army =
        *st.commands.iter().find(|(_, it)| it.power == Power::Country(lys) && it.name.as_str() == "Army I").unwrap().0;
    st.command_mut(army).hex = hex;
    let bribe = json!({ "type": "offer_bribe", "of": "CAS", "target": "Army I", "purpose": "stand_aside", "tlts": 300,
        "via": "Army I" });
    let knife = json!({ "type": "hire_assassin", "of": "CAS", "target": "Army I", "hex": hex, "tlts": 100 });
    let orders = [read(bribe), read(knife)];
    let set = CountryOrders { country: lys, orders: &orders };
    let played = play_week(&sc, &mut st, &[set], &mut Dice::luckless());
    assert_eq!(codes(&played.verdicts[0]), ["no_talents", "ok"]);
    assert!(played.assassins[0].met.is_some() && played.bribes.is_empty());
}

/// ST-8.11: the ruler's list comes before the rule that the least is lost.
#[test]
fn the_ruler_says_who_is_lost_where_there_are_too_many() {
    let (sc, mut st) = straits();
    let lys = sc.find_country("LYS").unwrap();
    let posts = st.commands.values().filter(|it| it.power == Power::Country(lys)).count();
    let hex = st.sites.values().find(|site| site.power == Power::Country(lys)).unwrap().hex;
    let led = |st: &State| st.leaders.values().filter(|him| him.power == Power::Country(lys)).count();
    while led(&st) < posts + 1 {
        strategos::rules::leaders::draw_leader(&sc, &mut st, Power::Country(lys), hex, &mut Dice::middling());
    }
    st.turn = strategos::model::measures::Turn(sc.weeks_per_quarter());
    let orders = [read(json!({ "type": "choose_excess", "leaders": ["Lysimachos"] }))];
    let set = CountryOrders { country: lys, orders: &orders };
    let played = play_week(&sc, &mut st, &[set], &mut Dice::luckless());
    assert_eq!(codes(&played.verdicts[0]), ["ok"]);
    assert_eq!(led(&st), posts);
    assert!(st.leaders.values().all(|him| him.name.as_str() != "Lysimachos"));
}

/// ST-R65: where two countries want the same, a fresh shuffle in every week says who comes first.
#[test]
fn the_countries_come_in_a_fresh_order_every_week() {
    let (sc, mut st) = straits();
    let both = ["LYS", "CAS"].map(|key| sc.find_country(key).unwrap());
    both.iter().for_each(|country| st.country_mut(*country).treasury = Talents(1_000));
    let found = |hex: &str| [read(json!({ "type": "found_city", "hex": hex, "name": "Neapolis" }))];
    let may = |hex: &String| {
        let orders = found(hex);
        let set = CountryOrders { country: both[0], orders: &orders };
        codes(&check(&sc, &st, set)) == ["ok"]
    };
    let hex = sc.board.all().map(|hex| hex.to_string()).find(may).expect("a city can be founded somewhere");
    let orders = found(&hex);
    let sets = both.map(|country| CountryOrders { country, orders: &orders });
    let first = |seed: u64| {
        let mut dice = Dice::for_step(&GameSeed::from_number(seed), 1);
        let played = play_week(&sc, &mut st.clone(), &sets, &mut dice);
        let won: Vec<usize> = (0..2).filter(|at| played.verdicts[*at][0].code == "ok").collect();
        assert_eq!((won.len(), played.verdicts[1 - won[0]][0].code.as_str()), (1, "name_taken"));
        won[0]
    };
    let winners: std::collections::BTreeSet<usize> = (1..=12).map(first).collect();
    assert_eq!(winners.len(), 2);
}

#[test]
fn a_march_tells_when_it_arrives_and_how_far_its_food_goes() {
    let (sc, mut st) = straits();
    let lys = sc.find_country("LYS").unwrap();
    let (id, division) = st
        .commands
        .iter()
        .find(|(_, it)| it.power == Power::Country(lys) && it.kind == CommandKind::Division && it.units.regts() > 0)
        .map(|(id, it)| (*id, it.clone()))
        .unwrap();
    st.command_mut(id).organic_supply = 1;
    let ground = Ground::new(&sc, &st);
    let terms = Terms::default();
    let way = |weeks: u16| {
        // The farthest place on roads or off them that so many weeks of twelve impulses reach at four points.
        let far = passages(&ground, division.hex, Credit(weeks * 48), 200, &terms);
        let target = far.last().unwrap().to.0;
        route(&ground, division.hex, target, &terms).unwrap().hexes[1..].to_vec()
    };
    let told = |path: &[HexId]| {
        let path: Vec<String> = path.iter().map(ToString::to_string).collect();
        let order = read(json!({ "type": "march", "command": division.name.as_str(), "path": path }));
        let verdict = check(&sc, &st, CountryOrders { country: lys, orders: &[order] }).remove(0);
        (verdict.code, verdict.detail)
    };
    let prospects = |words: &str| ("prospects".to_owned(), words.to_owned());
    let short = "is at 2815 this week, and at 2915 in 2 weeks, in fine weather and if nothing holds it up; it carries food for \
                 1 week only";
    assert_eq!(told(&way(1)), prospects(short));
    let long = "is at 2313 this week, and at 2607 in 4 weeks, in fine weather and if nothing holds it up; it carries food for \
                1 week only";
    assert_eq!(told(&way(3)), prospects(long));
    let near = &way(1)[..1];
    assert_eq!(
        told(near),
        prospects(&format!("is at {} this week, in fine weather and if nothing holds it up", near[0]))
    );
    assert_eq!(told(&[]).0, "ok", "a halt promises nothing");
}

#[test]
fn a_siege_and_an_assault_tell_what_may_come_of_them() {
    let (sc, mut st) = straits();
    let lys = sc.find_country("LYS").unwrap();
    let site = st
        .sites
        .iter()
        .find(|(_, it)| it.power != Power::Country(lys) && it.dv_current > 1)
        .map(|(id, _)| *id)
        .unwrap();
    let (hex, name) = (st.site(site).hex, st.site(site).name.clone());
    let id = st
        .commands
        .iter()
        .find(|(_, it)| it.power == Power::Country(lys) && it.kind == CommandKind::Division && it.units.regts() > 0)
        .map(|(id, _)| *id)
        .unwrap();
    let division = st.command_mut(id);
    (division.hex, division.inside) = (hex, None);
    let command = division.name.clone();
    let told = |st: &State| {
        let orders = [
            json!({ "type": "set_task", "command": command.as_str(), "task": "siege" }),
            json!({ "type": "assault", "command": command.as_str(), "city": name.as_str(), "phase": "first", "form": "storm" }),
        ]
        .map(read);
        let verdicts = check(&sc, st, CountryOrders { country: lys, orders: &orders });
        verdicts.into_iter().map(|it| format!("{} {}", it.code, it.detail)).collect::<Vec<_>>()
    };
    // 20 hoplites: 6 points a week (ST-R38) for 4 x (8 + 7 + … + 1) points of wall; behind them size 5 and DV 8 defend with
    // 13 points, and with twice 24 SV within they are stronger than 60 (ST-R40).
    st.command_mut(id).units = Units::of(UnitKind::Hoplite, 20);
    let siege = "prospects adds 6 points a week: the walls are down after 24 weeks, if the force stays as it is";
    let assault = "prospects strength 60, leaders apart: with nobody within it takes the place in 80 of 100; against 24 SV \
                   within, or more, it is a bloody repulse";
    assert_eq!(told(&st), [siege, assault]);
    // The besieger does not know how far a siege has come that goes on; nor does he know walls exactly that he only saw.
    st.site_mut(site).siege = Some(Siege { by: Power::Country(lys), points: 0, worn: false });
    assert!(told(&st)[0].contains("are down after 19 to 24 weeks,"), "{:?}", told(&st));
    let look = SiteReport { turn: st.turn, size: 5, dv: 8, dv_error: 1, inside: None };
    st.memory[lys.index()].sites.insert(site, look);
    st.site_mut(site).siege = None;
    assert!(told(&st)[0].contains("are down after 19 to 30 weeks,"), "{:?}", told(&st));
    assert!(told(&st)[1].contains("takes the place in 80 of 100; against 23 SV"), "{:?}", told(&st));
    st.command_mut(id).units = Units::of(UnitKind::Hoplite, 1);
    assert!(told(&st)[0].starts_with("prospects is no siege yet: it takes "), "{:?}", told(&st));
}

#[test]
fn a_thinned_garrison_and_work_in_a_city_tell_what_they_stir_up() {
    let (sc, mut st) = straits();
    let country = sc.find_country("LYS").unwrap();
    let own = Power::Country(country);
    let led = |it: &Command| it.power == own && it.kind == CommandKind::Division && it.units.regts() > 0;
    let (first, copy) = st.commands.iter().find(|(_, it)| led(it)).map(|(id, it)| (*id, it.clone())).unwrap();
    let second = CommandId(9_000);
    st.commands.insert(second, Command { name: "Second".into(), ..copy });
    let (site, size) = {
        let (id, it) = st.sites.iter().find(|(_, it)| it.power != own && it.size > 3).unwrap();
        (*id, it.size)
    };
    let hex = st.site(site).hex;
    for (id, inside) in [(first, Some(site)), (second, None)] {
        let it = st.command_mut(id);
        (it.hex, it.inside, it.units) = (hex, inside, Units::of(UnitKind::Hoplite, 3));
    }
    for (_, it) in st.commands.iter_mut().filter(|(id, it)| it.hex == hex && ![first, second].contains(id)) {
        it.inside = None;
    }
    st.site_mut(site).power = own;
    st.site_mut(site).status = SiteStatus::Captured;
    let [within, outside] = [first, second].map(|id| st.command(id).name.clone());
    let leave = |count: u16| json!({ "type": "transfer_units", "from": within.as_str(), "to": outside.as_str(), "units": { "hoplite": count } });
    let loot = json!({ "type": "set_task", "command": outside.as_str(), "task": "loot" });
    let told = |st: &State, orders: &[serde_json::Value]| {
        let orders: Vec<Order> = orders.iter().cloned().map(read).collect();
        let verdicts = check(&sc, st, CountryOrders { country, orders: &orders });
        verdicts.into_iter().map(|it| it.detail).collect::<Vec<_>>()
    };
    // Ten in 100 for each unit that the garrison lacks of the city's size (ST-23.2).
    let city = st.site(site).name.clone();
    let words = |stays: &str, chance: u8| {
        let left = format!("leaves {city}, captured and of size {size}, with {stays} to keep it quiet");
        format!("{left}: {chance} in 100 that it rises, each week")
    };
    assert_eq!(told(&st, &[leave(1)]), [words("2 units", 10 * (size - 2))]);
    // Both are judged by what is left when all have gone.
    assert_eq!(told(&st, &[leave(1), leave(1)]), [words("1 unit", 10 * (size - 1)), words("1 unit", 10 * (size - 1))]);
    let busy = "in 100 that it rises, each week, with 3 units within that are not busy with it";
    assert_eq!(told(&st, &[loot]), [format!("rouses {city}: {} {busy}", 10 * (size - 3))]);

    // In a city that was always one's own nothing is to be feared from those who leave.
    st.site_mut(site).status = SiteStatus::Owned;
    assert!(!told(&st, &[leave(1)])[0].contains("rises"));
}
