//! Deadlines, and people who miss them. Each story but the last is a bug that another server shipped.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

/// Deadlines every day.
fn daily() -> Value {
    json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "minutes": 1 } } })
}

fn with(mut form: Value, more: Value) -> Value {
    form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    form
}

fn seat(person: &Person, game: &str, at: usize) -> Value {
    person.get(&format!("/v1/games/{game}/seats")).expect(200).body["items"][at].clone()
}

fn step(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body["step"].clone()
}

fn kinds(person: &Person, game: &str) -> Vec<String> {
    let events = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
    events["items"].as_array().unwrap().iter().map(|e| e["kind"].as_str().unwrap().to_owned()).collect()
}

/// A day later, with everything done that follows from it.
fn next_day(world: &World, server: &Server) {
    world.pass_minutes(24 * 60);
    server.work();
}

#[test]
fn orders_in_but_not_ready_are_used_and_no_miss_is_counted() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), daily());
        let draft = json!({ "orders": [{ "type": "bid", "coins": 4 }] });
        ada.put(&Person::seat(&game, "A", "orders"), draft).expect(200);
        ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
        assert_eq!(step(&ada, &game), 0);
        next_day(&world, &server);
        assert_eq!(step(&ada, &game), 1);
        assert_eq!(seat(&ada, &game, 0)["missed"], 0);
        let report = ada.get(&Person::seat(&game, "A", "reports/1")).expect(200).body;
        assert_eq!(report["orders"][0]["coins"], 4);
        assert!(!kinds(&ada, &game).contains(&"deadline_missed".to_owned()));
    });
}

#[test]
fn a_seat_that_is_asked_nothing_is_never_absent() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let form = with(
            daily(),
            json!({
                "ruleset": "toy-duel", "scenario": ada.get("/v1/rulesets/toy-duel").body["scenarios"][0]["id"],
                "seats": [{ "kind": "me", "seat": "RED" }, { "kind": "open", "seat": "BLUE" }],
                "absence": { "policy": "standing_orders", "hand_over_after": 0 },
            }),
        );
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        ben.post(&Person::seat(&game, "BLUE", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        next_day(&world, &server);
        assert_eq!(step(&ada, &game), 1, "Ada's default was taken for her");
        assert_eq!(
            (seat(&ada, &game, 0)["missed"].clone(), seat(&ada, &game, 1)["missed"].clone()),
            (json!(1), json!(0))
        );
    });
}

#[test]
fn a_sweep_that_races_a_start_never_runs_an_empty_turn() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let form = with(
            daily(),
            json!({
                "ruleset": "toy-sealed", "scenario": "two-houses",
                "seats": [{ "kind": "me", "seat": "A" }, { "kind": "invited", "seat": "B" }],
            }),
        );
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        // Not everybody is there: no start, and nothing that a sweep could take for one.
        ada.post(&format!("/v1/games/{game}/start"), json!({})).problem(409, "seats-empty");
        world.pass_minutes(100 * 24 * 60);
        server.work();
        assert_eq!(ada.get(&format!("/v1/games/{game}")).body["status"], "lobby");
        let invitations = ada.get(&format!("/v1/games/{game}/invitations"));
        let code = invitations.body["items"][0]["code"].clone();
        // Hundred days later the invitation is out of date; a fresh one is not.
        ben.post("/v1/invitations/accept", json!({ "code": code })).problem(404, "not-found");
        let fresh = ada.post(&format!("/v1/games/{game}/invitations"), json!({ "seat": "B" })).expect(201);
        ben.post("/v1/invitations/accept", json!({ "code": fresh.body["code"] })).expect(200);
        std::thread::scope(|scope| {
            let sweeps = scope.spawn(|| (0..50).try_for_each(|_| server.app.sweep().map(|_| ())));
            ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
            sweeps.join().expect("no panic").expect("no fault");
        });
        server.work();
        assert_eq!(step(&ada, &game), 0, "nobody has ordered, and the deadline is a day away");
    });
}

#[test]
fn who_misses_often_is_played_for_until_they_return() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let absence = json!({ "absence": { "policy": "hold", "hand_over_after": 2, "ai_level": "random" } });
        let game = server.bidding_game(&ada, Some(&ben), with(daily(), absence));
        for day in 1..=2 {
            ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
            next_day(&world, &server);
            assert_eq!((step(&ada, &game), seat(&ada, &game, 1)["missed"].clone()), (json!(day), json!(day)));
        }
        assert_eq!(seat(&ada, &game, 1)["stand_in"], true);
        // The computer plays on without waiting for the deadline.
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(step(&ada, &game), 3);
        // Ben is back: what the computer thought of meanwhile is dropped.
        server.work();
        ben.put(&Person::seat(&game, "B", "orders"), json!({ "orders": [{ "type": "bid", "coins": 1 }] })).expect(200);
        assert_eq!(
            (seat(&ben, &game, 1)["stand_in"].clone(), seat(&ben, &game, 1)["missed"].clone()),
            (json!(false), json!(0))
        );
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(step(&ada, &game), 3, "his orders are not final yet");
        ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
        assert_eq!(step(&ada, &game), 4);
        let report = ben.get(&Person::seat(&game, "B", "reports/4")).expect(200).body;
        assert_eq!(report["orders"], json!([{ "type": "bid", "coins": 1 }]));
        let told = kinds(&ada, &game);
        assert!(
            told.contains(&"seat_handed_to_computer".to_owned()) && told.contains(&"seat_holder_returned".to_owned())
        );
    });
}

#[test]
fn a_computer_answers_for_the_absent_where_the_policy_says_so() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let absence = json!({ "absence": { "policy": "ai_proxy", "hand_over_after": 0, "ai_level": "random" } });
        let game = server.bidding_game(&ada, Some(&ben), with(daily(), absence));
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        next_day(&world, &server);
        assert_eq!(step(&ada, &game), 1);
        assert_eq!(seat(&ada, &game, 1)["stand_in"], false, "for this one step");
        assert_eq!(ben.get(&Person::seat(&game, "B", "reports/1")).expect(200).body["orders"][0]["type"], "bid");
    });
}

#[test]
fn a_mass_absence_pauses_the_game_instead_of_resolving_it() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), daily());
        next_day(&world, &server);
        let shown = ada.get(&format!("/v1/games/{game}")).expect(200).body;
        assert_eq!((shown["status"].clone(), shown["status_reason"].clone()), (json!("paused"), json!("mass-absence")));
        assert_eq!((shown["step"].clone(), seat(&ada, &game, 0)["missed"].clone()), (json!(0), json!(0)));
        next_day(&world, &server);
        assert_eq!(step(&ada, &game), 0);
        ben.post(&format!("/v1/games/{game}/resume"), json!({})).problem(403, "not-game-master");
        let resumed = ada.post(&format!("/v1/games/{game}/resume"), json!({})).expect(200).body;
        assert_eq!(resumed["status"], "running");
        let deadline = resumed["deadline"].as_str().unwrap();
        assert!(deadline > "2030-03-03T12:00:00Z", "it leaves time to play: {deadline}");
    });
}

#[test]
fn a_game_alone_waits_for_its_player_unless_told_to_go_on() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, daily());
        next_day(&world, &server);
        let shown = ada.get(&format!("/v1/games/{game}")).expect(200).body;
        assert_eq!((shown["status"].clone(), shown["status_reason"].clone()), (json!("paused"), json!("player-away")));
        assert_eq!((shown["step"].clone(), seat(&ada, &game, 0)["missed"].clone()), (json!(0), json!(0)));
        next_day(&world, &server);
        let resumed = ada.post(&format!("/v1/games/{game}/resume"), json!({})).expect(200).body;
        assert!(resumed["deadline"].as_str() > Some("2030-03-03T12:00:00Z"), "it leaves time to play: {resumed}");
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(step(&ada, &game), 1);
        // A deadline that is meant to be kept is kept.
        let strict =
            server.bidding_game(&ada, None, with(daily(), json!({ "absence": { "pause_on_mass_absence": false } })));
        next_day(&world, &server);
        assert_eq!((step(&ada, &strict), seat(&ada, &strict, 0)["missed"].clone()), (json!(1), json!(1)));
    });
}

#[test]
fn the_last_person_at_a_table_that_others_left_to_computers_is_waited_for() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let absence = json!({ "absence": { "hand_over_after": 1, "ai_level": "random" } });
        let game = server.bidding_game(&ada, Some(&ben), with(daily(), absence));
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        next_day(&world, &server);
        assert_eq!((step(&ada, &game), seat(&ada, &game, 1)["stand_in"].clone()), (json!(1), json!(true)));
        next_day(&world, &server);
        assert_eq!(ada.get(&format!("/v1/games/{game}")).body["status_reason"], "player-away");
        assert_eq!(step(&ada, &game), 1, "computers do not play it out among themselves");
    });
}

#[test]
fn a_forced_step_counts_nobody_absent() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), daily());
        ben.post(&format!("/v1/games/{game}/force"), json!({})).problem(403, "not-game-master");
        ada.post(&format!("/v1/games/{game}/force"), json!({ "step": 0 })).expect(200);
        assert_eq!(step(&ada, &game), 1);
        assert_eq!(
            (seat(&ada, &game, 0)["missed"].clone(), seat(&ada, &game, 1)["missed"].clone()),
            (json!(0), json!(0))
        );
        let turns = ada.get(&format!("/v1/games/{game}/turns")).expect(200).body;
        assert_eq!(turns["items"][1]["cause"], "forced");
        assert_eq!(turns["items"][1]["sheets"], Value::Null, "orders stay sealed while the game runs");
    });
}
