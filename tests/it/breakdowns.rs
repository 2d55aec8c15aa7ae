//! When the rules, or we, break down: nothing half done is kept, everybody hears why, everything else goes on.

use api::store::schema::{games, ledger};
use cursus_tests::{Person, Server, World};
use diesel::prelude::*;
use serde_json::{Value, json};

/// A game of `toy-road` with a pitfall: the first pilgrim is `person`, the second the computer.
fn road(server: &Server, person: &Person, scenario: &str) -> String {
    let form = json!({
        "ruleset": "toy-road", "scenario": scenario, "start": true,
        "seats": [{ "kind": "me", "seat": "NORTH" }], "others": { "kind": "ai", "level": "caretaker" },
    });
    let game = person.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    server.work();
    game
}

fn rest(person: &Person, game: &str) -> Value {
    let orders = json!({ "orders": [{ "type": "rest" }] });
    person.put(&Person::seat(game, "NORTH", "orders"), orders).expect(200).body
}

#[test]
fn a_game_whose_rules_break_down_is_paused_and_the_others_go_on() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let (broken, sound) = (road(&server, &ada, "pitfall"), road(&server, &ada, "village"));
        assert_eq!(rest(&ada, &broken)["events"][0]["kind"], "rested");
        rest(&ada, &sound);
        server.work();
        let shown = ada.get(&format!("/v1/games/{broken}")).expect(200).body;
        assert_eq!((shown["status"].clone(), shown["status_reason"].clone()), (json!("paused"), json!("engine-fault")));
        assert_eq!(shown["step"], 1, "what was resolved before stands");
        let events = ada.get(&format!("/v1/games/{broken}/events?limit=100")).expect(200).body;
        let last = events["items"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(
            (last["kind"].clone(), last["data"]["reason"].clone()),
            (json!("game_paused"), json!("engine-fault"))
        );
        assert!(last["data"]["detail"].as_str().unwrap().contains("nothing of it was kept"), "{last}");
        // The same step breaks down again: it is paused again, and not tried for ever.
        ada.post(&format!("/v1/games/{broken}/resume"), json!({})).expect(200);
        server.work();
        assert_eq!(ada.get(&format!("/v1/games/{broken}")).expect(200).body["status_reason"], "engine-fault");
        let shown = ada.get(&format!("/v1/games/{sound}")).expect(200).body;
        assert_eq!(shown["status"], "running");
        assert!(shown["step"].as_i64() > Some(1), "the computer had its turn: {shown}");
    });
}

#[test]
fn an_order_that_breaks_the_rules_down_is_answered_and_leaves_no_trace() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = road(&server, &ada, "pitfall");
        let path = Person::seat(&game, "NORTH", "orders");
        let fall = json!({ "orders": [{ "type": "walk", "paces": 1 }, { "type": "fall" }] });
        let problem = ada.put(&path, fall).problem(500, "internal").body;
        assert!(!problem["detail"].as_str().unwrap().contains("pit"), "our insides are for the log: {problem}");
        let shown = ada.get(&format!("/v1/games/{game}")).expect(200).body;
        assert_eq!((shown["status"].clone(), shown["step"].clone()), (json!("running"), json!(0)));
        assert_eq!(ada.get(&path).expect(200).body["revision"], 0);
        let walk = json!({ "orders": [{ "type": "walk", "paces": 1 }] });
        assert_eq!(ada.put(&path, walk).expect(200).body["events"][0]["kind"], "walked");
    });
}

#[test]
fn a_handler_that_panics_is_answered_and_the_server_lives() {
    let world = World::sqlite();
    let server = world.server();
    let nobody = server.nobody();
    // More often than there are threads that answer.
    for _ in 0..5 {
        nobody.get("/v1/rulesets/toy-road/scenarios/pitfall").problem(500, "internal");
    }
    let elsewhere = [("origin", "https://campaigns.example")];
    let answer = nobody.get_with("/v1/rulesets/toy-road/scenarios/pitfall", &elsewhere).problem(500, "internal");
    assert_eq!(answer.header("access-control-allow-origin"), "*", "a page of another origin may read it");
    nobody.get("/v1/rulesets/toy-road/scenarios/village").expect(200);
    let metrics = nobody.get("/metrics").expect(200).text;
    assert!(metrics.contains("status=\"500\"} 6"), "counted: {metrics}");
}

/// A game of two people with a deadline in a day, for which Ada is ready.
fn daily(server: &Server, ada: &Person, ben: &Person) -> String {
    let clock = json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 24 } } } });
    let game = server.bidding_game(ada, Some(ben), clock);
    ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
    game
}

fn states(server: &Server, game: &str) -> Vec<u8> {
    let stored = ledger::table.filter(ledger::game_id.eq(game)).select(ledger::state);
    server.app.store.read(|conn| stored.first(conn).map_err(api::store::StoreError::from)).expect("a state")
}

fn write_state(server: &Server, game: &str, state: &[u8]) {
    let rows = diesel::update(ledger::table.filter(ledger::game_id.eq(game))).set(ledger::state.eq(state));
    server.app.store.write(|conn| rows.execute(conn).map_err(api::store::StoreError::from)).expect("written");
}

/// Makes every event that the game tells one that was told before: the store refuses it.
fn forget_events(server: &Server, game: &str) {
    let rows = diesel::update(games::table.filter(games::id.eq(game))).set(games::last_seq.eq(0_i64));
    server.app.store.write(|conn| rows.execute(conn).map_err(api::store::StoreError::from)).expect("written");
}

fn status(person: &Person, game: &str) -> (Value, Value, Value) {
    let shown = person.get(&format!("/v1/games/{game}")).expect(200).body;
    (shown["status"].clone(), shown["status_reason"].clone(), shown["step"].clone())
}

/// A row with a word that this version does not know, as after damage or from a later version, is no game of the lobby.
#[test]
fn a_row_with_an_unknown_word_is_an_error() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = road(&server, &ada, "village");
        let path = format!("/v1/games/{game}");
        for (column, right) in [("status", "running"), ("visibility", "public")] {
            let set = |word: &str| {
                let sql = format!("UPDATE games SET {column} = '{word}'");
                let done = server
                    .app
                    .store
                    .write(|conn| diesel::sql_query(&sql).execute(conn).map_err(api::store::StoreError::from));
                assert_eq!(done.expect("written"), 1);
            };
            set("archived");
            ada.get(&path).problem(500, "internal");
            set(right);
            assert_eq!(ada.get(&path).expect(200).body[column], right);
        }
    });
}

#[test]
fn a_damaged_game_is_paused_and_keeps_no_other_waiting() {
    World::both(|world| {
        let (damaged, untold, sound, ada, whole) = {
            let server = world.server();
            let (ada, ben) = (server.player("ada"), server.player("ben"));
            let [damaged, untold, sound] = [(); 3].map(|()| daily(&server, &ada, &ben));
            let whole = states(&server, &damaged);
            for game in [&damaged, &untold] {
                write_state(&server, game, &whole[..whole.len() / 2]);
            }
            // Of this one not even the pause can be told.
            forget_events(&server, &untold);
            (damaged, untold, sound, ada, whole)
        };
        let server = world.server();
        let ada = ada.at(&server.base);
        world.pass_minutes(24 * 60);
        assert_eq!(server.app.sweep().expect("it goes on"), 3);
        assert_eq!(status(&ada, &sound), (json!("running"), Value::Null, json!(1)));
        for game in [&damaged, &untold] {
            assert_eq!(status(&ada, game), (json!("paused"), json!("state-damaged"), json!(0)));
        }
        let events = ada.get(&format!("/v1/games/{damaged}/events?limit=100")).expect(200).body;
        let last = events["items"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["kind"], &last["data"]["reason"]), (&json!("game_paused"), &json!("state-damaged")));
        let ready = server.nobody().get("/ready").expect(200).text;
        assert!(ready.contains("Paused because damaged, or because rules broke down: 2"), "{ready}");
        let metrics = server.nobody().get("/metrics").expect(200).text;
        assert!(metrics.contains("\ncursus_games_broken 2\n") && metrics.contains("\ncursus_game_faults_total 2\n"));
        assert_eq!(server.app.sweep().expect("it goes on"), 0, "they are not tried for ever");
        // Once it is restored it goes on.
        write_state(&server, &damaged, &whole);
        ada.post(&format!("/v1/games/{damaged}/resume"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{damaged}/force"), json!({ "step": 0 })).expect(200);
        assert_eq!(status(&ada, &damaged).2, 1);
    });
}

#[test]
fn a_game_that_cannot_be_written_waits_longer_each_time_and_keeps_no_other_waiting() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let sick: Vec<String> = (0..3).map(|_| daily(&server, &ada, &ben)).collect();
        let sound = daily(&server, &ada, &ben);
        sick.iter().for_each(|game| forget_events(&server, game));
        world.pass_minutes(24 * 60);
        let due = |after: Option<&(i64, String)>| {
            let now = server.app.now();
            server.app.store.read(|conn| api::store::games::games_to_wake(conn, now, after, 3)).expect("due games")
        };
        let first = due(None);
        assert_eq!((first.len(), due(first.last())), (3, vec![(first[0].0, sound.clone())]), "page by page");
        assert_eq!(server.app.sweep().expect("it goes on"), 4);
        assert_eq!(status(&ada, &sound).2, 1);
        assert_eq!(server.app.sweep().expect("it goes on"), 0, "a second has to pass");
        world.pass_minutes(1);
        assert_eq!(server.app.sweep().expect("it goes on"), 3);
        let wake_at = |game: &String| {
            let row = games::table.filter(games::id.eq(game)).select(games::wake_at);
            server.app.store.read(|conn| row.first::<Option<i64>>(conn).map_err(api::store::StoreError::from))
        };
        for game in &sick {
            assert_eq!(wake_at(game).expect("a row"), Some(server.app.now() + 2_000), "twice as long as before");
            assert_eq!(status(&ada, game), (json!("running"), Value::Null, json!(0)));
        }
    });
}
