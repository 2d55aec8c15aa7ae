//! TestClocks that are wrong, set back and forward; deadlines that nobody looks after; computer players nobody thinks for.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use api::context::clocks::{Clocks, dial};
use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// A deadline every ten hours.
fn ten_hours() -> Value {
    json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 10 } }, "least_thinking": { "minutes": 1 } } })
}

fn game_of(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body
}

fn check(server: &Server, part: &str) -> Value {
    let ready = server.nobody().get("/ready").body;
    let checks = ready["checks"].as_array().expect("checks");
    checks.iter().find(|check| check["name"] == part).unwrap_or_else(|| panic!("no {part}: {ready}")).clone()
}

#[track_caller]
fn must_say(check: &Value, what: &str) {
    assert_eq!(check["ok"], false, "{check}");
    assert!(check["detail"].as_str().expect("words").contains(what), "{check}");
}

fn metric(server: &Server, name: &str) -> f64 {
    let text = server.nobody().get("/metrics").expect(200).text;
    let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).expect("it is counted");
    line.rsplit(' ').next().and_then(|value| value.parse().ok()).expect("a number")
}

/// A machine's clocks, set one by one. The database's is the machine's own.
struct TestClocks {
    wall: Arc<AtomicI64>,
    steady: Arc<AtomicI64>,
    watch: Clocks,
}

impl TestClocks {
    fn of(world: &World) -> TestClocks {
        let wall = Arc::new(AtomicI64::new(world.now()));
        let steady = Arc::new(AtomicI64::new(7));
        let database = Some(dial(wall.clone()));
        let watch = Clocks { wall: dial(wall.clone()), steady: dial(steady.clone()), database };
        TestClocks { wall, steady, watch }
    }

    /// Time passes, and the wall clock is set meanwhile by so much.
    fn pass(&self, passed: i64, set: i64) {
        self.steady.fetch_add(passed, Ordering::SeqCst);
        self.wall.fetch_add(passed + set, Ordering::SeqCst);
    }
}

#[test]
fn a_clock_put_back_makes_no_turn_wait_and_one_put_forward_brings_none_early() {
    World::both(|world| {
        let clocks = TestClocks::of(&world);
        let server = world.server_by(&clocks.watch);
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), ten_hours());
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        assert_eq!(check(&server, "clock")["ok"], true);
        clocks.pass(9 * HOUR, HOUR + MINUTE);
        server.work();
        assert_eq!(game_of(&ada, &game)["step"], 0, "an hour is left, whatever the clock shows");
        must_say(&check(&server, "clock"), "3660.0 s forward");
        clocks.pass(HOUR, -2 * HOUR);
        server.work();
        assert_eq!(game_of(&ada, &game)["step"], 1, "the hour is over, whatever the clock shows");
        must_say(&check(&server, "clock"), "3540.0 s back");
        assert_eq!(metric(&server, "cursus_clock_jump_seconds"), -3540.0);
        // Somebody sets it right.
        clocks.pass(MINUTE, HOUR - MINUTE);
        assert_eq!(check(&server, "clock")["ok"], true);
        assert_eq!(metric(&server, "cursus_clock_jump_seconds"), 0.0);
    });
}

#[test]
fn of_two_servers_the_one_an_hour_ahead_resolves_nothing_and_nobody_misses_anything() {
    let Some(world) = World::postgres() else { return };
    let right = world.server();
    let wall = Arc::new(AtomicI64::new(world.now()));
    let hands = world.hands();
    let watch = |wall: &Arc<AtomicI64>| Clocks {
        wall: dial(wall.clone()),
        steady: dial(hands.clone()),
        database: Some(dial(hands.clone())),
    };
    let wrong = world.server_by(&watch(&wall));
    let (ada, ben) = (right.player("ada"), right.player("ben"));
    let game = right.bidding_game(&ada, Some(&ben), ten_hours());
    ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);

    world.pass_minutes(9 * 60 + 30);
    wall.store(world.now() + HOUR, Ordering::SeqCst);
    assert_eq!(wrong.app.now(), right.app.now(), "deadlines go by the database's clock");
    wrong.work();
    assert_eq!(game_of(&ada, &game)["step"], 0, "half an hour is left");
    must_say(&check(&wrong, "clock"), "3600.0 s ahead of");
    assert_eq!(check(&right, "clock")["ok"], true);
    assert_eq!(metric(&wrong, "cursus_clock_skew_seconds"), 3600.0);
    ada.at(&wrong.base).post(&format!("/v1/games/{game}/force"), json!({ "step": 0 })).problem(503, "clock-wrong");

    // Ben comes at the last minute, by way of the wrong server: the right one goes on with the game.
    world.pass_minutes(29);
    ben.at(&wrong.base).put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
    assert_eq!(game_of(&ada, &game)["step"], 0, "the wrong one resolves nothing");
    right.work();
    let shown = game_of(&ada, &game);
    assert_eq!((&shown["step"], &shown["seats"][1]["missed"]), (&json!(1), &json!(0)));

    let ahead = Arc::new(AtomicI64::new(world.now() + HOUR));
    let refused = world.open(&watch(&ahead)).check_clock_at_start().expect_err("it does not start");
    assert!(refused.contains("3600.0 s ahead of the database's"), "{refused}");
    let close = Arc::new(AtomicI64::new(world.now() - 4_000));
    world.open(&watch(&close)).check_clock_at_start().expect("four seconds are tolerated");
}

#[test]
fn the_database_is_asked_for_the_time() {
    World::both(|world| {
        let app = world.open(&Clocks::real());
        let wall = (Clocks::real().wall)();
        assert!((app.now() - wall).abs() < 5_000, "the same machine");
        let asked = app.store.read(api::store::clock::now).expect("it has a clock");
        assert!((asked - wall).abs() < 5_000);
        app.check_clock_at_start().expect("one machine, one clock");
    });
}

#[test]
fn a_database_from_the_future_is_an_alarm_and_no_reason_to_stay_down() {
    let world = World::sqlite();
    {
        let ahead = Clocks::set_by(Arc::new(AtomicI64::new(world.now() + 240 * HOUR)));
        let server = world.server_by(&ahead);
        let ada = server.player("ada");
        server.bidding_game(&ada, None, json!({}));
    }
    let server = world.server();
    must_say(&check(&server, "clock"), "--clock-tolerance");
    world.pass_minutes(240 * 60);
    assert_eq!(check(&server, "clock")["ok"], true);
}

#[test]
fn a_deadline_nobody_looks_after_is_an_alarm() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), ten_hours());
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        world.pass_minutes(600);
        assert_eq!(check(&server, "deadlines")["ok"], true, "somebody may be about it");
        world.pass_minutes(2);
        must_say(&check(&server, "deadlines"), "One game is overdue by 120 seconds");
        assert_eq!(metric(&server, "cursus_overdue_games"), 1.0);
        assert_eq!(metric(&server, "cursus_overdue_seconds"), 120.0);
        server.work();
        assert_eq!(game_of(&ada, &game)["step"], 1);
        assert_eq!(check(&server, "deadlines")["ok"], true);
        assert_eq!(metric(&server, "cursus_overdue_games"), 0.0);
    });
}

#[test]
fn computer_players_nobody_thinks_for_are_an_alarm_and_hold_no_deadline_up() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, ten_hours());
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        assert_eq!(check(&server, "computer_players")["ok"], true);
        world.pass_minutes(2);
        must_say(&check(&server, "computer_players"), "Decisions waiting: 1; no worker has taken one for 120 seconds");
        // The deadline comes, and ten minutes more: then the turn is resolved without them.
        let sweep = |minutes| {
            world.pass_minutes(minutes);
            server.app.sweep().expect("the deadline is seen");
            game_of(&ada, &game)["step"].clone()
        };
        assert_eq!(sweep(598), 0);
        must_say(&check(&server, "computer_players"), "no worker has taken one");
        assert_eq!(sweep(9), 0);
        must_say(&check(&server, "deadlines"), "overdue");
        assert_eq!(sweep(1), 1);
        assert_eq!(check(&server, "deadlines")["ok"], true);
        let turns = ada.get(&format!("/v1/games/{game}/turns")).expect(200).body;
        assert_eq!(turns["items"][1]["cause"], "deadline");
        // Where somebody thinks, nobody is impatient: the next turn waits for the computer, and gets its orders.
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(game_of(&ada, &game)["step"], 2);
    });
}

#[test]
fn a_turn_of_many_orders_waits_for_nobody_but_once() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, ben) = (server.player("ada"), server.player("ben"));
    let mut form = json!({
        "ruleset": "toy-road", "scenario": "village",
        "absence": { "policy": "ai_proxy", "ai_level": "random", "hand_over_after": 0 },
        "seats": [{ "kind": "me", "seat": "NORTH" }, { "kind": "open", "seat": "EAST" }],
    });
    form["timing"] = ten_hours()["timing"].clone();
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id").to_owned();
    ben.post(&Person::seat(&game, "EAST", "claim"), json!({})).expect(200);
    ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
    let awaited = || ada.get(&format!("/v1/games/{game}/awaiting")).expect(200).body;
    world.pass_minutes(600);
    server.app.sweep().expect("the deadline is seen");
    assert_eq!((&awaited()["awaiting"][0]["seat"], &awaited()["step"]), (&json!("NORTH"), &json!(0)));
    world.pass_minutes(10);
    server.app.sweep().expect("nobody has come");
    let now = awaited();
    assert_eq!(now["awaiting"][0]["seat"], "EAST", "{now}");
    assert!(now["step"].as_i64().expect("a number") > 1, "it took more than one step: {now}");
}

#[test]
fn what_is_forced_does_not_wait_for_ever_either() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        let force = || ada.post(&format!("/v1/games/{game}/force"), json!({ "step": 0 }));
        assert_eq!(force().expect(202).body["waiting_for"], json!(["B"]));
        world.pass_minutes(10);
        server.app.sweep().expect("nobody has come");
        assert_eq!(game_of(&ada, &game)["step"], 1);
        force().problem(409, "wrong-step");
    });
}
