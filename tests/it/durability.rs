//! What survives: restarts, crashes, several servers at once.

use std::io::Read;
use std::path::Path;

use cursus_tests::{Person, ServerProcess, World, fresh_name};
use serde_json::{Value, json};

use crate::events::{listen, next};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cursus-under-test");

fn show(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body
}

#[test]
fn a_restart_finds_what_became_due_meanwhile() {
    World::both(|world| {
        let clock = json!({ "timing": { "clock": { "type": "interval", "every": { "minutes": 5 } } } });
        let (game, ada) = {
            let server = world.server();
            let (ada, ben) = (server.player("ada"), server.player("ben"));
            let game = server.bidding_game(&ada, Some(&ben), clock);
            ada.put(&Person::seat(&game, "A", "orders"), json!({ "orders": [{ "type": "bid", "coins": 2 }] }))
                .expect(200);
            (game, ada)
        };
        world.pass_minutes(6);
        let server = world.server();
        server.work();
        assert_eq!(show(&ada.at(&server.base), &game)["step"], 1);
    });
}

#[test]
fn a_restart_takes_up_half_finished_thoughts_at_once() {
    World::both(|world| {
        let (game, ada) = {
            let server = world.server();
            let ada = server.player("ada");
            let game = server.bidding_game(&ada, None, json!({}));
            ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
            // A worker takes the job and dies with it.
            let taken = server.app.store.write(|conn| {
                let now = server.app.now();
                let all = api::store::jobs::Line::All;
                api::store::jobs::claim(conn, all, now, now + 60_000, &server.app.server_id, 8, 1)
            });
            assert_eq!(taken.expect("a job").len(), 1);
            server.work();
            assert_eq!(show(&ada, &game)["step"], 0, "the job is leased to the dead");
            (game, ada)
        };
        let server = world.server();
        server.work();
        assert_eq!(show(&ada.at(&server.base), &game)["step"], 1);
    });
}

/// A machine whose clock was ten days ahead leased the work; since then its clock was set right.
#[test]
fn a_lease_from_a_clock_that_was_ahead_is_void() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        let ahead = server.app.now() + 10 * 86_400_000;
        let all = api::store::jobs::Line::All;
        let claim = |conn: &mut _| api::store::jobs::claim(conn, all, ahead, ahead + 60_000, "me", 8, 1);
        let taken = server.app.store.write(claim);
        assert_eq!(taken.expect("a job").len(), 1);
        server.work();
        assert_eq!(show(&ada, &game)["step"], 1, "nobody waits ten days for a lease of a minute");
    });
}

/// Whoever thinks about several seats for more than a minute keeps those that are still to come.
#[test]
fn a_lease_can_be_renewed_for_what_is_not_done() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        let store = &server.app.store;
        let claim = || {
            let now = server.app.now();
            let all = api::store::jobs::Line::All;
            store.write(|conn| api::store::jobs::claim(conn, all, now, now + 60_000, "me", 8, 1)).expect("claimed")
        };
        let taken: Vec<String> = claim().into_iter().map(|job| job.id).collect();
        assert_eq!(taken.len(), 1);
        let lease_to = server.app.now() + 180_000;
        store.write(|conn| api::store::jobs::renew(conn, &taken, lease_to)).expect("renewed");
        world.pass_minutes(2);
        assert!(claim().is_empty(), "the old lease is over, the new one is not");
        world.pass_minutes(2);
        assert_eq!(claim().len(), 1);
    });
}

#[test]
fn a_thought_that_was_kept_but_not_acted_on_is_acted_on() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        // Both are ready, and the server dies before it resolves the step.
        for seat in ["A", "B"] {
            server
                .app
                .change_game(&game, |conn, table| {
                    let row = api::store::orders::OrderSetRow {
                        game_id: game.clone(),
                        step: 0,
                        seat_idx: i32::from(seat == "B"),
                        revision: 1,
                        orders: "[]".into(),
                        verdicts: "[]".into(),
                        ready: true,
                        has_orders: true,
                        author: api::model::OrderAuthor::Player,
                        stored_at: table.now,
                        decision: None,
                        diagnostics: "[]".into(),
                    };
                    api::store::orders::put_orders(conn, &row)?;
                    table.game.wake_at = Some(table.now);
                    Ok(())
                })
                .expect("stored");
        }
        drop(server);
        let server = world.server();
        server.work();
        assert_eq!(show(&ada.at(&server.base), &game)["step"], 1);
    });
}

#[test]
fn an_acknowledged_order_survives_a_killed_server() {
    World::both(|world| {
        let server = ServerProcess::start(&world, Path::new(PROGRAM));
        let ada = Person::register(&server.base, &fresh_name("ada"));
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses", "start": true,
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "open", "seat": "B" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let path = Person::seat(&game, "A", "orders");
        let mut tag = String::new();
        for coins in 1..=20 {
            let headers: &[(&str, &str)] = if tag.is_empty() { &[] } else { &[("if-match", &tag)] };
            let set =
                ada.put_with(&path, headers, json!({ "orders": [{ "type": "bid", "coins": coins }] })).expect(200);
            tag = set.header("etag").to_owned();
        }
        server.kill();
        let server = ServerProcess::start(&world, Path::new(PROGRAM));
        let set = ada.at(&server.base).get(&path).expect(200);
        assert_eq!((set.body["orders"][0]["coins"].clone(), set.header("etag")), (json!(20), tag.as_str()));
    });
}

#[test]
fn a_server_asked_to_stop_sends_listeners_home_and_goes() {
    let world = World::sqlite();
    let server = ServerProcess::start(&world, Path::new(PROGRAM));
    let ada = Person::register(&server.base, &fresh_name("ada"));
    let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "seats": [{ "kind": "me", "seat": "A" }], "start": true });
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/games/{game}/events");
    let mut stream = listen(&ada, &path, None);
    assert_eq!(next(&mut stream).1, "snapshot");
    assert!(server.terminate().success(), "it went in good order");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).expect("the stream is read to its end");
    assert!(rest.ends_with("0\r\n\r\n"), "and was ended, not torn: {rest:?}");
}

#[test]
fn a_second_server_on_the_same_file_is_refused() {
    let world = World::sqlite();
    let _first = ServerProcess::start(&world, Path::new(PROGRAM));
    let second = std::process::Command::new(PROGRAM)
        .args(["--listen", "127.0.0.1:0", "--data-dir"])
        .arg(&world.dir)
        .args(["--database-url", &world.database])
        .output()
        .expect("it runs");
    assert!(!second.status.success());
    assert!(String::from_utf8_lossy(&second.stderr).contains("another server"), "{second:?}");
}

/// A server that shares its directory with one that lives bears another name, and leaves that one's leases alone.
#[test]
fn a_server_beside_another_takes_none_of_its_leases() {
    let Some(world) = World::postgres() else { return };
    let first = world.server();
    let ada = first.player("ada");
    let game = first.bidding_game(&ada, None, json!({}));
    let claim = |server: &cursus_tests::Server| {
        let now = server.app.now();
        let all = api::store::jobs::Line::All;
        let taken = server
            .app
            .store
            .write(|conn| api::store::jobs::claim(conn, all, now, now + 60_000, &server.app.server_id, 8, 1));
        taken.expect("claimed").len()
    };
    assert_eq!(claim(&first), 1, "{game}");
    let second = world.server();
    assert_ne!(first.app.server_id, second.app.server_id);
    assert_eq!(claim(&second), 0);
    let name = first.app.server_id.clone();
    drop(first);
    let third = world.server();
    assert_eq!((third.app.server_id.clone(), claim(&third)), (name, 1), "its own again");
}

/// What a server remembers of a game is worth as much as the version of its row.
#[test]
fn a_seat_given_up_at_one_server_is_not_read_at_another() {
    let Some(world) = World::postgres() else { return };
    let (here, there) = (world.server(), world.server());
    let (ada, ben) = (here.player("ada"), here.player("ben"));
    let game = here.bidding_game(&ada, Some(&ben), json!({}));
    let (view, ben_there) = (Person::seat(&game, "B", "view"), ben.at(&there.base));
    let answer = ben_there.get(&view).expect(200);
    let known = [("If-None-Match", answer.header("etag"))];
    ben_there.get_with(&view, &known).expect(304);
    assert_eq!(show(&ada.at(&there.base), &game)["seats"][1]["holder"], "person");
    ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
    ben_there.get_with(&view, &known).problem(403, "not-your-seat");
    let listed = ada.at(&there.base).get("/v1/games?mine=true").expect(200).body;
    assert_ne!(listed["items"][0]["seats"][1]["holder"], "person", "{listed}");
}

#[test]
fn two_servers_with_a_scheduler_each_resolve_every_step_once() {
    let Some(world) = World::postgres() else { return };
    let servers = [(), ()].map(|()| ServerProcess::start(&world, Path::new(PROGRAM)));
    let names = [fresh_name("ada"), fresh_name("ben")];
    let people = [Person::register(&servers[0].base, &names[0]), Person::register(&servers[1].base, &names[1])];
    let games: Vec<String> = (0..6)
        .map(|n| {
            let form = json!({
                "ruleset": "toy-sealed", "scenario": "four-houses", "start": true,
                "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "ai", "level": "random" },
            });
            people[n % 2].post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned()
        })
        .collect();
    for step in 0..6 {
        for (n, game) in games.iter().enumerate() {
            // Each request goes to the server that the one before did not go to.
            let person = people[n % 2].at(&servers[(n + step) % 2].base);
            until(|| show(&person, game)["step"] == step);
            person.put(&Person::seat(game, "A", "orders/ready"), json!({})).expect(200);
        }
    }
    for (n, game) in games.iter().enumerate() {
        let person = people[n % 2].at(&servers[(n + 1) % 2].base);
        until(|| show(&person, game)["status"] == "finished");
        let turns = person.get(&format!("/v1/games/{game}/turns")).expect(200).body;
        let turns = turns["items"].as_array().unwrap().clone();
        assert_eq!(
            turns.iter().map(|turn| turn["step"].as_i64().unwrap()).collect::<Vec<_>>(),
            (0..=6).collect::<Vec<_>>()
        );
        for pair in turns.windows(2) {
            assert_eq!(pair[0]["head"], pair[1]["previous"]);
            assert_eq!(pair[1]["sheets"].as_array().unwrap().len(), 4);
        }
        let events = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
        let resolved = events["items"].as_array().unwrap().iter().filter(|e| e["kind"] == "step_resolved").count();
        assert_eq!(resolved, 6);
    }
}

/// Waits for something that other processes bring about.
pub fn until(mut done: impl FnMut() -> bool) {
    for _ in 0..600 {
        if done() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("it did not come about within half a minute");
}

#[test]
fn migrations_go_up_and_down_and_up_again() {
    World::both(|world| {
        let store = api::store::Store::open(&world.database, 2).expect("it opens");
        let all = store.migrate().expect("up").len();
        assert!(all >= 5, "{all}");
        assert_eq!(store.migrate().expect("nothing left").len(), 0);
        assert_eq!(store.revert(usize::MAX).expect("down").len(), all);
        assert_eq!(store.migrate().expect("up again").len(), all);
    });
}
