//! Eternal Rome over HTTP, between two people: phases with deadlines, and orders that wait for another's decision.

use std::path::Path;

use cursus_tests::{Person, Server, ServerProcess, World, fresh_name};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cursus-under-test");

fn form(timed: bool) -> Value {
    let mut form = json!({
        "ruleset": "eternal-rome", "scenario": "bellum-siculum", "absence": { "policy": "standing_orders" },
        "seats": [{ "kind": "me", "seat": "OCT" }, { "kind": "open", "seat": "POM" }],
    });
    if timed {
        form["timing"] =
            json!({ "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "hours": 12 } });
    }
    form
}

/// The Sicilian war of two people: Ada is Octavius, Ben Pompeius.
fn war(ada: &Person, ben: &Person, timed: bool) -> String {
    let game = ada.post("/v1/games", form(timed)).expect(201).body["id"].as_str().unwrap().to_owned();
    ben.post(&Person::seat(&game, "POM", "claim"), json!({})).expect(200);
    ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
    game
}

fn two(server: &Server) -> (Person, Person) {
    (server.player("ada"), server.player("ben"))
}

/// What is awaited, as seat, kind and phase.
fn awaited(person: &Person, game: &str) -> (Value, Value, Value) {
    let now = awaiting(person, game);
    let first = &now["awaiting"][0];
    assert_eq!(now["awaiting"].as_array().unwrap().len(), 1, "one seat at a time: {now}");
    (first["seat"].clone(), first["kind"].clone(), first["phase"].clone())
}

fn awaiting(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}/awaiting")).expect(200).body
}

fn is(seat: &str, kind: &str, phase: &str) -> (Value, Value, Value) {
    (json!(seat), json!(kind), json!(phase))
}

fn view(person: &Person, game: &str, seat: &str) -> Value {
    person.get(&Person::seat(game, seat, "view")).expect(200).body["view"].clone()
}

/// Hands in an order set in shorthand; every order on it must be taken.
fn order(person: &Person, game: &str, seat: &str, text: &str) -> Value {
    let done = person.put_text(&Person::seat(game, seat, "orders"), text).expect(200).body;
    for verdict in done["verdicts"].as_array().unwrap() {
        assert_eq!(verdict["status"], "accepted", "{text}: {done}");
    }
    done
}

/// The kinds of the events of an answer.
fn kinds(done: &Value) -> Vec<String> {
    let events = done["events"].as_array().unwrap().iter();
    events.map(|event| event["kind"].as_str().unwrap().to_owned()).collect()
}

/// All that the rules told this person.
fn told(person: &Person, game: &str) -> Vec<Value> {
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let page = person.get(&format!("/v1/games/{game}/events?limit=100{after}")).expect(200).body;
        let entries = page["items"].as_array().unwrap().iter().filter(|event| event["kind"] == "entry");
        all.extend(entries.map(|event| event["data"].clone()));
        let Some(next) = page["next"].as_str() else { return all };
        after = format!("&cursor={next}");
    }
}

fn has_told(person: &Person, game: &str, kind: &str) -> bool {
    told(person, game).iter().any(|entry| entry["kind"] == kind)
}

/// Through both taxation phases to the naval phase of Octavius.
fn to_sea(ada: &Person, ben: &Person, game: &str) {
    order(ada, game, "OCT", "end");
    order(ben, game, "POM", "end");
    assert_eq!(awaited(ada, game), is("OCT", "phase", "naval"));
}

/// Where the fleet of Vibo is, which the stories send past Messana.
fn fleet(ada: &Person, game: &str) -> Value {
    let seen = view(ada, game, "OCT");
    let fleets = seen["fleets"].as_array().unwrap().clone();
    fleets.into_iter().find(|fleet| fleet["fleet"] == "OCT-F2").expect("it is afloat")
}

const PAST_MESSANA: &str = "OCT-F2 > Carales";
const AT_CARALES: &str = "2329";

#[test]
fn a_phase_not_played_in_time_is_played_by_default_and_the_next_has_its_own_deadline() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = two(&server);
        let game = war(&ada, &ben, true);
        let mut deadlines = vec![awaiting(&ada, &game)["deadline"].as_str().unwrap().to_owned()];
        let mut next = |expected: (Value, Value, Value), why: &str| {
            assert_eq!(awaited(&ada, &game), expected, "{why}");
            let deadline = awaiting(&ada, &game)["deadline"].as_str().unwrap().to_owned();
            assert!(Some(&deadline) > deadlines.last(), "{why}: {deadline} after {deadlines:?}");
            deadlines.push(deadline);
        };
        world.pass_minutes(23 * 60);
        server.work();
        assert_eq!(awaited(&ada, &game), is("OCT", "phase", "taxation"), "there is still time");
        world.pass_minutes(60);
        server.work();
        next(is("POM", "phase", "taxation"), "Ada has missed her taxation phase");
        world.pass_minutes(13 * 60);
        order(&ben, &game, "POM", "end");
        next(is("OCT", "phase", "naval"), "Ben has played his");
        world.pass_minutes(35 * 60);
        server.work();
        next(is("POM", "phase", "naval"), "the rest of her game turn goes with the phase missed (ER-R60)");
        world.pass_minutes(13 * 60);
        order(&ben, &game, "POM", "end");
        next(is("POM", "phase", "land_movement"), "a phase at a time for who is there");
        let seats = ada.get(&format!("/v1/games/{game}/seats")).expect(200).body;
        assert_eq!((&seats["items"][0]["missed"], &seats["items"][1]["missed"]), (&json!(2), &json!(0)));
    });
}

#[test]
fn an_order_that_waits_for_a_decision_survives_a_killed_server() {
    World::both(|world| {
        let server = ServerProcess::start(&world, Path::new(PROGRAM));
        let people = ["ada", "ben"].map(|name| Person::register(&server.base, &fresh_name(name)));
        let game = war(&people[0], &people[1], false);
        to_sea(&people[0], &people[1], &game);
        let sailed = order(&people[0], &game, "OCT", PAST_MESSANA);
        assert!(kinds(&sailed).contains(&"fleet_moved".to_owned()), "{sailed}");
        let before = awaiting(&people[0], &game);
        assert_eq!(awaited(&people[0], &game), is("POM", "decision", "naval"));
        let question = view(&people[1], &game, "POM")["decision"].clone();
        assert_eq!(question["answer_with"], "intercept_fleet", "{question}");
        let under_way = fleet(&people[0], &game);
        server.kill();
        let server = ServerProcess::start(&world, Path::new(PROGRAM));
        let [ada, ben] = people.map(|person| person.at(&server.base));
        let now = awaiting(&ada, &game);
        assert_eq!((&now["step"], &now["awaiting"]), (&before["step"], &before["awaiting"]));
        assert_eq!(view(&ben, &game, "POM")["decision"], question);
        assert_eq!(fleet(&ada, &game), under_way);
        let waiting = ada.put_text(&Person::seat(&game, "OCT", "orders"), "end").expect(200).body;
        assert_eq!(waiting["verdicts"][0]["code"], "waiting", "{waiting}");
        // He lets it pass wherever he is asked, and the order of long ago comes to its end.
        let mut asked = 0;
        while awaited(&ada, &game).1 == "decision" {
            order(&ben, &game, "POM", "intercept fleet none as POM");
            asked += 1;
        }
        assert!(asked > 0);
        assert_eq!(awaited(&ada, &game), is("OCT", "phase", "naval"));
        assert_eq!(fleet(&ada, &game)["hex"], AT_CARALES, "the rest of the way that was ordered before");
    });
}

#[test]
fn what_is_decided_goes_into_the_order_that_waits() {
    World::both(|world| {
        let (game, ada, ben) = {
            let server = world.server();
            let (ada, ben) = two(&server);
            let game = war(&ada, &ben, false);
            to_sea(&ada, &ben, &game);
            order(&ada, &game, "OCT", PAST_MESSANA);
            (game, ada, ben)
        };
        let server = world.server();
        let (ada, ben) = (ada.at(&server.base), ben.at(&server.base));
        let mut tried = 0;
        while awaited(&ada, &game).1 == "decision"
            && view(&ben, &game, "POM")["decision"]["answer_with"] == "intercept_fleet"
        {
            let able = view(&ben, &game, "POM")["decision"]["choices"].clone();
            let able: Vec<&str> = able.as_array().unwrap().iter().map(|force| force.as_str().unwrap()).collect();
            let done = order(&ben, &game, "POM", &format!("intercept {}", able.join(" ")));
            tried += kinds(&done).iter().filter(|kind| *kind == "interception_tried").count();
        }
        assert!(tried > 0, "a die for every fleet that he named");
        let stopped = has_told(&ada, &game, "force_intercepted");
        assert_eq!(has_told(&ada, &game, "battle_fought"), stopped, "at sea they fight at once (ER-15.6)");
        let arrived = view(&ada, &game, "OCT")["fleets"].as_array().unwrap().iter().any(|f| f["hex"] == AT_CARALES);
        assert_eq!(arrived, !stopped, "and who is not caught arrives");
    });
}

#[test]
fn a_standing_policy_answers_without_a_step() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = two(&server);
        let game = war(&ada, &ben, true);
        order(&ben, &game, "POM", "policy POM intercept never");
        to_sea(&ada, &ben, &game);
        let before = awaiting(&ada, &game);
        order(&ada, &game, "OCT", PAST_MESSANA);
        let after = awaiting(&ada, &game);
        assert_eq!(awaited(&ada, &game), is("OCT", "phase", "naval"), "nobody was waited for");
        assert_eq!(after["step"].as_i64(), before["step"].as_i64().map(|step| step + 1), "one order set, one step");
        assert_eq!(after["deadline"], before["deadline"]);
        assert_eq!(fleet(&ada, &game)["hex"], AT_CARALES);
        assert!(has_told(&ben, &game, "policy_answered"));
        for kind in ["policy_answered", "policy_set", "decision_asked"] {
            assert!(!has_told(&ada, &game, kind), "{kind} is between Ben and his policies");
        }
    });
}

#[test]
fn a_decision_not_made_in_time_is_made_by_default() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = two(&server);
        let game = war(&ada, &ben, true);
        to_sea(&ada, &ben, &game);
        let phase = awaiting(&ada, &game)["deadline"].clone();
        order(&ada, &game, "OCT", PAST_MESSANA);
        let decision = awaiting(&ada, &game);
        assert_eq!(awaited(&ada, &game), is("POM", "decision", "naval"));
        assert!(decision["deadline"].is_string() && phase.is_string(), "{decision}");
        for _ in 0..10 {
            if awaited(&ada, &game).1 == "phase" {
                break;
            }
            world.pass_minutes(24 * 60);
            server.work();
        }
        // Wherever she was by then: the default has let her pass (ER-R45).
        assert!(!has_told(&ada, &game, "force_intercepted"));
        assert_eq!(fleet(&ada, &game)["hex"], AT_CARALES);
    });
}

/// A month and a half: he comes out of the city, she crosses the strait and attacks, and he goes back in.
#[test]
fn who_is_attacked_is_asked_and_may_go_behind_his_walls() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = two(&server);
        let game = war(&ada, &ben, false);
        order(&ada, &game, "OCT", "policy OCT intercept never");
        order(&ben, &game, "POM", "policy POM intercept never season on beaten nearest");
        to_sea(&ada, &ben, &game);
        (0..4).for_each(|_| drop(order(&ada, &game, "OCT", "end")));
        order(&ben, &game, "POM", "end");
        assert_eq!(awaited(&ada, &game), is("POM", "phase", "land_movement"));
        order(&ben, &game, "POM", "leave POM-A1");
        (0..3).for_each(|_| drop(order(&ben, &game, "POM", "end")));
        to_sea(&ada, &ben, &game);
        order(&ada, &game, "OCT", "end");
        order(&ada, &game, "OCT", "OCT-A2 > Messana");
        order(&ada, &game, "OCT", "end");
        let before = view(&ben, &game, "POM")["all_powers"][1]["morale"].as_i64().unwrap();
        order(&ada, &game, "OCT", "attack OCT-A2 on POM");
        assert_eq!(awaited(&ada, &game), is("POM", "decision", "land_combat"));
        let prompt = |person: &Person| awaiting(person, &game)["awaiting"][0]["prompt"].clone();
        let question = view(&ben, &game, "POM")["decision"]["question"].clone();
        assert!(question.as_str().unwrap().contains(" attacks at "), "{question}");
        assert_eq!(
            (prompt(&ada), prompt(&ben)),
            (Value::Null, question),
            "who attacks is told to the seat that is asked"
        );
        drop(server);
        let server = world.server();
        let (ada, ben) = (ada.at(&server.base), ben.at(&server.base));
        let done = order(&ben, &game, "POM", "respond POM: POM-A1 city");
        assert!(kinds(&done).contains(&"retreated_before_combat".to_owned()), "{done}");
        let seen = view(&ben, &game, "POM");
        assert_eq!(seen["all_powers"][1]["morale"].as_i64(), Some(before - 5), "ER-17.7");
        let army = seen["armies"].as_array().unwrap().iter().find(|army| army["army"] == "POM-A1").unwrap().clone();
        assert_eq!(army["status"], "garrison");
        assert_eq!(awaited(&ada, &game), is("OCT", "phase", "land_combat"), "and her phase goes on");
    });
}

#[test]
fn a_lone_player_reads_the_computers_month_as_events() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let form = json!({
            "ruleset": "eternal-rome", "scenario": "bellum-siculum", "start": true,
            "seats": [{ "kind": "me", "seat": "OCT" }], "others": { "kind": "ai", "level": "steady" },
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        order(&ada, &game, "OCT", "policy OCT intercept never attacked stand beaten nearest season on setup on");
        order(&ada, &game, "OCT", "end");
        server.work();
        (0..4).for_each(|_| drop(order(&ada, &game, "OCT", "end")));
        let before = told(&ada, &game).len();
        server.work();
        assert_eq!(awaited(&ada, &game), is("OCT", "phase", "taxation"), "the computer has played its month");
        let theirs = told(&ada, &game).split_off(before);
        let began = theirs.iter().filter(|entry| entry["kind"] == "phase_began");
        let phases: Vec<&str> = began.map(|entry| entry["data"]["name"].as_str().unwrap()).collect();
        let month = ["land movement phase", "land combat phase", "siege phase", "taxation phase"];
        assert_eq!(phases, month, "one after another, from the phase that it began with: {theirs:?}");
        assert!(theirs.iter().any(|entry| entry["kind"] == "month_began"));
        let hidden =
            |entry: &Value| matches!(entry["kind"].as_str(), Some("taxes_paid" | "units_recruited" | "policy_set"));
        let foreign = |entry: &Value| entry["data"]["power"]["code"] == "POM";
        assert!(!told(&ada, &game).iter().any(|entry| hidden(entry) && foreign(entry)), "and nothing that is its own");
    });
}

#[test]
fn an_answer_once_for_all_is_offered_with_the_question() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = two(&server);
        let game = war(&ada, &ben, false);
        let answers = |person: &Person, seat: &str| {
            let now = person.get(&Person::seat(&game, seat, "orders/options")).expect(200).body;
            now["answers"].as_array().unwrap().clone()
        };
        to_sea(&ada, &ben, &game);
        assert!(answers(&ada, "OCT").is_empty(), "a phase is no decision");
        order(&ada, &game, "OCT", PAST_MESSANA);
        let offered = answers(&ben, "POM");
        let scopes: Vec<&str> = offered.iter().map(|answer| answer["scope"].as_str().unwrap()).collect();
        assert_eq!(scopes, ["once", "once", "move", "phase", "always", "always", "always"], "{offered:?}");
        let pass = offered.iter().find(|answer| answer["title"] == "From now on, let all pass").expect("it is offered");
        assert!(pass["shorthand"].as_str().unwrap().starts_with("policy POM intercept never\n"), "{pass}");
        let step = awaiting(&ben, &game)["step"].clone();
        let body = json!({ "orders": pass["orders"], "step": step });
        ben.put(&Person::seat(&game, "POM", "orders"), body).expect(200);
        assert_eq!(awaited(&ada, &game), is("OCT", "phase", "naval"), "he is asked no more");
        assert_eq!(fleet(&ada, &game)["hex"], AT_CARALES);
    });
}
