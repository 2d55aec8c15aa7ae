//! The computer players' queue: fair shares, quotas, sick games, and what a server leaves behind when it falls.

use cursus_tests::{Person, World};
use diesel::RunQueryDsl;
use serde_json::{Value, json};

fn show(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body
}

fn form(level: &str, start: bool) -> Value {
    json!({
        "ruleset": "toy-sealed", "scenario": "four-houses", "start": start,
        "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "ai", "level": level },
    })
}

fn waiting(server: &cursus_tests::Server) -> i64 {
    server.app.store.read(api::store::jobs::count_queued).expect("counted")
}

#[test]
fn an_account_has_so_many_games_and_no_more() {
    World::both(|world| {
        let server = world.with(|settings| settings.games_per_account = Some(2)).server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let first = ada.post("/v1/games", form("random", true)).expect(201).body["id"].as_str().unwrap().to_owned();
        ada.post("/v1/games", form("random", false)).expect(201);
        let refused = ada.post("/v1/games", form("random", false)).problem(409, "too-many-games").body;
        assert!(refused["detail"].as_str().unwrap().contains("2 games"), "{refused}");
        ben.post("/v1/games", form("random", false)).expect(201);
        ada.post(&format!("/v1/games/{first}/abandon"), json!({})).expect(200);
        ada.post("/v1/games", form("random", false)).expect(201);
    });
}

#[test]
fn an_account_holds_so_many_seats_and_no_more() {
    World::both(|world| {
        let server = world.with(|settings| settings.seats_per_account = Some(2)).server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = |seats: serde_json::Value| json!({ "ruleset": "toy-sealed", "scenario": "four-houses", "seats": seats, "others": { "kind": "open" } });
        let me = |seat: &str| json!({ "kind": "me", "seat": seat });
        ada.post("/v1/games", game(json!([me("A"), me("B"), me("C")]))).problem(409, "too-many-seats");
        let first = ada.post("/v1/games", game(json!([me("A")]))).expect(201).body["id"].as_str().unwrap().to_owned();
        let claim = |game: &str| ada.post(&Person::seat(game, "B", "claim"), json!({}));
        let of_ben = || ben.post("/v1/games", game(json!([]))).expect(201).body["id"].as_str().unwrap().to_owned();
        claim(&of_ben()).expect(200);
        let refused = claim(&of_ben()).problem(409, "too-many-seats").body;
        assert!(refused["detail"].as_str().unwrap().contains("2 is the most"), "{refused}");
        let asked = of_ben();
        let code = ben.post(&format!("/v1/games/{asked}/invitations"), json!({})).expect(201).body["code"].clone();
        ada.post("/v1/invitations/accept", json!({ "code": code })).problem(409, "too-many-seats");
        ada.post(&format!("/v1/games/{first}/abandon"), json!({})).expect(200);
        ada.post("/v1/invitations/accept", json!({ "code": code })).expect(200);
    });
}

#[test]
fn a_server_has_so_many_games_and_so_much_to_think_about() {
    World::both(|world| {
        let server = world.with(|settings| (settings.games, settings.ai_work) = (Some(3), Some(5))).server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let first = ada.post("/v1/games", form("random", true)).expect(201).body["id"].as_str().unwrap().to_owned();
        let refused = ben.post("/v1/games", form("random", true)).problem(429, "too-much-ai-work");
        assert_eq!(refused.header("retry-after"), "10");
        for person in [&ada, &ben] {
            person.post("/v1/games", form("random", false)).expect(201);
        }
        ben.post("/v1/games", form("random", false)).problem(503, "server-full");
        server.promote(&ben.name);
        let ben = Person::log_in(&server.base, &ben.name);
        ben.post("/v1/games", form("random", false)).expect(201);
        ada.post(&format!("/v1/games/{first}/abandon"), json!({})).expect(200);
        ada.post("/v1/games", form("random", false)).problem(503, "server-full");
    });
}

#[test]
fn an_account_sets_so_many_computer_players_to_work_and_no_more() {
    World::both(|world| {
        let server = world.with(|settings| settings.ai_work_per_account = Some(5)).server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        ada.post("/v1/games", form("random", true)).expect(201);
        assert_eq!(waiting(&server), 3);
        let refused = ada.post("/v1/games", form("random", true)).problem(429, "too-much-ai-work");
        assert_eq!(refused.header("retry-after"), "10");
        let mine = ada.get("/v1/games?mine=true").expect(200).body;
        assert_eq!(mine["items"].as_array().unwrap().len(), 1, "a game that may not start is not created");
        let lobby = ada.post("/v1/games", form("random", false)).expect(201).body["id"].as_str().unwrap().to_owned();
        ada.post(&format!("/v1/games/{lobby}/start"), json!({})).problem(429, "too-much-ai-work");
        ben.post("/v1/games", form("random", true)).expect(201);
        server.work();
        ada.post(&format!("/v1/games/{lobby}/start"), json!({})).expect(200);
    });
}

#[test]
fn the_work_of_an_abandoned_game_is_dropped_at_once() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = ada.post("/v1/games", form("random", true)).expect(201).body["id"].as_str().unwrap().to_owned();
        assert_eq!(waiting(&server), 3);
        ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
        assert_eq!(waiting(&server), 0);
    });
}

#[test]
fn a_game_whose_stored_state_is_damaged_is_paused_and_holds_nobody_up() {
    World::both(|world| {
        let (sick, sound, ada) = {
            let server = world.server();
            let ada = server.player("ada");
            let create =
                || ada.post("/v1/games", form("random", true)).expect(201).body["id"].as_str().unwrap().to_owned();
            let (sick, sound) = (create(), create());
            let rubbish = match server.app.store.backend() {
                api::store::Backend::Sqlite => "x'00'",
                api::store::Backend::Postgres => "'\\x00'::bytea",
            };
            let damage = format!("UPDATE ledger SET state = {rubbish} WHERE game_id = '{sick}'");
            let damaged = server
                .app
                .store
                .write(|conn| Ok::<_, api::store::StoreError>(diesel::sql_query(&damage).execute(conn)?));
            assert_eq!(damaged.expect("damaged"), 1);
            (sick, sound, ada)
        };
        // Nothing of it is in memory any more.
        let server = world.server();
        let ada = ada.at(&server.base);
        // Once through the line, with no time passing.
        for _ in 0..4 {
            server.app.work_once().expect("one game's damage is no trouble of the line's");
        }
        assert_eq!(waiting(&server), 0);
        let ready = |game: &str| ada.get(&Person::seat(game, "A", "orders")).expect(200);
        ready(&sound);
        let game = show(&ada, &sick);
        assert_eq!((&game["status"], &game["status_reason"]), (&json!("paused"), &json!("state-damaged")));
        let awaiting = ada.get(&format!("/v1/games/{sound}/awaiting")).expect(200).body;
        let thought: Vec<bool> =
            awaiting["awaiting"].as_array().unwrap().iter().map(|seat| seat["ready"] == true).collect();
        assert_eq!(thought, [false, true, true, true]);
        assert!(ada.get("/metrics").text.contains("cursus_game_faults_total 1"));
    });
}

#[test]
fn a_computer_player_that_broke_down_is_told_of_when_the_step_is_over() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        let changed = server.app.change_game(&game, |conn, table| {
            api::store::jobs::drop_for_game(conn, &game)?;
            table.seats[1].ai_level = Some("grandmaster".into());
            table.game.wake_at = Some(table.now);
            Ok(())
        });
        changed.expect("written");
        let told = || {
            let events = ada.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
            let failed = |event: &&Value| event["kind"] == "computer_failed";
            events["items"].as_array().unwrap().iter().filter(failed).cloned().collect::<Vec<_>>()
        };
        for rest in [0, 1, 1] {
            world.pass_minutes(rest);
            server.work();
        }
        assert_eq!(told(), Vec::<Value>::new(), "who knew before the end of the step could make use of it");
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        let told = told();
        assert_eq!((told.len(), &told[0]["data"]["seat"]), (1, &json!("B")), "{told:?}");
        assert!(!told[0]["data"]["detail"].as_str().unwrap().contains("grandmaster"));
    });
}
