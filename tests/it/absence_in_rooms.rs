//! Most are away: each room waits for its people, whether it asks them all at once or one after another.

use cursus_tests::{Person, Server, World};
use diesel::RunQueryDsl;
use serde_json::{Value, json};

/// A game with a deadline a day: Ada creates it and takes the first seat, the others take the next ones.
fn game(ruleset: &str, scenario: &str, people: &[(&Person, &str)], absence: &Value) -> String {
    let (ada, first) = people[0];
    let mut seats = vec![json!({ "kind": "me", "seat": first })];
    seats.extend(people[1..].iter().map(|(_, seat)| json!({ "kind": "open", "seat": seat })));
    let form = json!({
        "ruleset": ruleset, "scenario": scenario, "seats": seats, "absence": absence,
        "others": { "kind": "ai", "level": "random" },
        "timing": { "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "minutes": 1 } },
    });
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    for (person, seat) in &people[1..] {
        person.post(&Person::seat(&game, seat, "claim"), json!({})).expect(200);
    }
    ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
    game
}

fn next_day(world: &World, server: &Server) {
    server.work();
    world.pass_minutes(24 * 60);
    server.work();
}

fn show(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body
}

/// Status, and why.
fn state(person: &Person, game: &str) -> (String, String) {
    let shown = show(person, game);
    let text = |field: &str| shown[field].as_str().unwrap_or_default().to_owned();
    (text("status"), text("status_reason"))
}

fn paused(reason: &str) -> (String, String) {
    ("paused".into(), reason.into())
}

fn running() -> (String, String) {
    ("running".into(), String::new())
}

/// The seat that is awaited now.
fn awaited(person: &Person, game: &str) -> String {
    let now = person.get(&format!("/v1/games/{game}/awaiting")).expect(200).body;
    now["awaiting"][0]["seat"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn history_of_the_world_waits_when_two_of_three_have_missed_their_turns() {
    World::both(|world| {
        let server = world.server();
        let people = [server.player("ada"), server.player("ben"), server.player("eve")];
        let scenario = people[0].get("/v1/rulesets/hotw/scenarios/dawn-3").expect(200).body;
        let keys: Vec<String> = scenario["summary"]["seats"]
            .as_array()
            .unwrap()
            .iter()
            .map(|seat| seat["key"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(keys.len(), 3);
        let seated: Vec<(&Person, &str)> =
            people.iter().zip(&keys).map(|(person, key)| (person, key.as_str())).collect();
        for policy in ["ai_proxy", "hold"] {
            let absence = json!({ "policy": policy, "hand_over_after": 0, "ai_level": "random" });
            let game = game("hotw", "dawn-3", &seated, &absence);
            let ada = &people[0];
            // The first may be asked for several turns in a row: one of three is away, and the game goes on without them.
            let first = awaited(ada, &game);
            let mut days = 0;
            while awaited(ada, &game) == first {
                assert_eq!(state(ada, &game), running());
                days += 1;
                assert!(days < 6);
                next_day(&world, &server);
            }
            let second = awaited(ada, &game);
            next_day(&world, &server);
            assert_eq!(state(ada, &game), paused("mass-absence"), "{policy}");
            assert_eq!(awaited(ada, &game), second, "nothing was played for the second");
            // Resumed, with Ada alone back: it goes on past one who is away, and waits at the next.
            ada.post(&format!("/v1/games/{game}/resume"), json!({})).expect(200);
            let mut days = 0;
            while state(ada, &game) == running() {
                days += 1;
                assert!(days < 6);
                next_day(&world, &server);
            }
            assert_eq!(state(ada, &game), paused("mass-absence"), "{policy}");
            let seats = show(ada, &game)["seats"].as_array().unwrap().clone();
            let missed = |seat: &&Value| seat["seat"] != awaited(ada, &game).as_str() && seat["missed"] != 0;
            assert_eq!(seats.iter().filter(missed).count(), 1, "one of the others missed a turn: {seats:?}");
        }
    });
}

#[test]
fn who_comes_back_in_a_sequential_room_is_no_longer_away() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let form = json!({
            "ruleset": "toy-duel", "scenario": ada.get("/v1/rulesets/toy-duel").body["scenarios"][0]["id"],
            "seats": [{ "kind": "me", "seat": "RED" }, { "kind": "open", "seat": "BLUE" }],
            "absence": { "policy": "standing_orders", "hand_over_after": 0 },
            "timing": { "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "minutes": 1 } },
        });
        for comes_back in [false, true] {
            let game = ada.post("/v1/games", form.clone()).expect(201).body["id"].as_str().unwrap().to_owned();
            ben.post(&Person::seat(&game, "BLUE", "claim"), json!({})).expect(200);
            ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
            next_day(&world, &server);
            assert_eq!((state(&ada, &game), awaited(&ada, &game)), (running(), "BLUE".into()));
            if comes_back {
                // Before anything is asked of her.
                ada.post(&Person::seat(&game, "RED", "claim"), json!({})).expect(200);
            }
            next_day(&world, &server);
            let expected = if comes_back { running() } else { paused("mass-absence") };
            assert_eq!(state(&ada, &game), expected);
        }
    });
}

#[test]
fn eternal_rome_waits_when_both_sides_have_missed_their_turns() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let absence = json!({ "policy": "standing_orders", "hand_over_after": 0 });
        let game = game("eternal-rome", "octavius-antonius", &[(&ada, "OCT"), (&ben, "ANT")], &absence);
        let mut days = 0;
        while state(&ada, &game) == running() {
            days += 1;
            assert!(days < 6, "the computer plays it out");
            next_day(&world, &server);
        }
        assert_eq!(state(&ada, &game), paused("mass-absence"));
        assert!(days >= 2, "one who misses a turn is not most of two");
        let missed = |at: usize| show(&ada, &game)["seats"][at]["missed"].as_i64().unwrap();
        assert_eq!(missed(0) + missed(1), 1, "the other's turn is still to come");
    });
}

#[test]
fn umpire_waits_when_two_of_three_people_are_away() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
        let absence = json!({ "policy": "ai_proxy", "hand_over_after": 0, "ai_level": "random" });
        let game = game("umpire", "italia-1450", &[(&ada, "VEN"), (&ben, "MIL"), (&eve, "FLO")], &absence);
        ben.put(&Person::seat(&game, "MIL", "orders/ready"), json!({})).expect(200);
        eve.put(&Person::seat(&game, "FLO", "orders/ready"), json!({})).expect(200);
        next_day(&world, &server);
        assert_eq!((state(&ada, &game), show(&ada, &game)["step"].clone()), (running(), json!(1)), "one of three");
        ben.put(&Person::seat(&game, "MIL", "orders/ready"), json!({})).expect(200);
        next_day(&world, &server);
        assert_eq!((state(&ada, &game), show(&ada, &game)["step"].clone()), (paused("mass-absence"), json!(1)));
    });
}

/// Lets the first power of *Italia 1450* be beaten, in the stored state; a fresh server reads it.
fn beat_first_power(world: &World, server: Server, game: &str) -> Server {
    let name = b"\xaaeliminated\xc2";
    let changed = server.app.store.write(|conn| {
        let mut row = api::store::ledger::find_step(conn, game, 0)?.expect("the game has begun");
        let mut state = row.state.bytes()?;
        let at = state.windows(name.len()).position(|part| part == name).expect("a nation that lives");
        state[at + name.len() - 1] = 0xc3;
        row.state = api::store::packed::PackedBytes::of(&state);
        diesel::sql_query(format!("DELETE FROM ledger WHERE game_id = '{game}'")).execute(conn)?;
        api::store::ledger::insert_step(conn, row)
    });
    changed.expect("the state is changed");
    drop(server);
    world.server()
}

#[test]
fn the_beaten_are_nobody_to_wait_for() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let scenario = ada.get("/v1/rulesets/umpire/scenarios/italia-1450").expect(200).body;
        let key = |at: usize| scenario["summary"]["seats"][at]["key"].as_str().unwrap().to_owned();
        let (first, other) = (key(0), key(1));
        let absence = json!({ "policy": "ai_proxy", "hand_over_after": 1, "ai_level": "random" });
        let game = game("umpire", "italia-1450", &[(&ada, &first), (&ben, &other)], &absence);
        let server = beat_first_power(&world, server, &game);
        let (ada, ben) = (ada.at(&server.base), ben.at(&server.base));
        let now = ada.get(&format!("/v1/games/{game}/awaiting")).expect(200).body;
        assert!(now["awaiting"].as_array().unwrap().iter().all(|one| one["yours"] == false), "Ada is beaten: {now}");
        // The only one with something to decide is away.
        next_day(&world, &server);
        assert_eq!((state(&ada, &game), show(&ada, &game)["step"].clone()), (paused("player-away"), json!(0)));
        ada.post(&format!("/v1/games/{game}/resume"), json!({})).expect(200);
        ben.put(&Person::seat(&game, &other, "orders"), json!({ "orders": [] })).expect(200);
        assert_eq!(state(&ada, &game), running());
    });
}

#[test]
fn a_seat_whose_power_is_beaten_is_not_to_be_had() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let scenario = ada.get("/v1/rulesets/umpire/scenarios/italia-1450").expect(200).body;
        let key = |at: usize| scenario["summary"]["seats"][at]["key"].as_str().unwrap().to_owned();
        let (beaten, other) = (key(0), key(1));
        let absence = json!({ "policy": "ai_proxy", "hand_over_after": 1, "ai_level": "random" });
        let game = game("umpire", "italia-1450", &[(&ada, &beaten), (&ben, &other)], &absence);
        let server = beat_first_power(&world, server, &game);
        let (ada, ben, eve) = (ada.at(&server.base), ben.at(&server.base), server.player("eve"));
        ben.put(&Person::seat(&game, &other, "orders/ready"), json!({})).expect(200);
        next_day(&world, &server);
        assert_eq!(show(&ada, &game)["step"], 1);
        // Who was beaten may still read, until they leave.
        ada.get(&Person::seat(&game, &beaten, "reports/1")).expect(200);
        ada.post(&Person::seat(&game, &beaten, "release"), json!({})).expect(204);
        eve.post(&Person::seat(&game, &beaten, "claim"), json!({})).problem(409, "seat-out");
        let invited = ada.post(&format!("/v1/games/{game}/invitations"), json!({ "seat": beaten }));
        if invited.status == 201 {
            let code = json!({ "code": invited.body["code"] });
            eve.post("/v1/invitations/accept", code).problem(409, "seat-out");
        } else {
            invited.problem(409, "seat-out");
        }
        let open = eve.get("/v1/games?open_seats=true").expect(200).body;
        assert!(open["items"].as_array().unwrap().iter().all(|one| one["id"] != game.as_str()), "{open}");
    });
}

#[test]
fn computers_do_not_play_on_among_themselves_when_the_last_person_leaves() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let absence = json!({ "absence": { "policy": "hold", "hand_over_after": 1, "ai_level": "random" },
            "timing": { "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "minutes": 1 } } });
        let game = server.bidding_game(&ada, Some(&ben), absence);
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        next_day(&world, &server);
        assert_eq!(show(&ada, &game)["seats"][1]["stand_in"], true);
        ada.post(&Person::seat(&game, "A", "release"), json!({})).expect(204);
        server.work();
        assert_eq!((state(&ada, &game), show(&ada, &game)["step"].clone()), (paused("player-away"), json!(1)));
        ada.post(&format!("/v1/games/{game}/resume"), json!({})).problem(409, "nobody-present");
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/resume"), json!({})).expect(200);
        assert_eq!(state(&ada, &game), running());
        // With the seat given to the computer for good nobody is waited for.
        ben.put(&Person::seat(&game, "B", "ai"), json!({ "level": "random" })).expect(200);
        server.work();
        assert_eq!(show(&ada, &game)["status"], "finished");
    });
}
