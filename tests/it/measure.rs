//! Players who want more than their share: of time, of steps, of the computer players' patience.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

fn daily() -> Value {
    json!({ "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "hours": 12 } })
}

fn proxy() -> Value {
    json!({ "policy": "ai_proxy", "ai_level": "random", "hand_over_after": 0 })
}

fn awaiting(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}/awaiting")).expect(200).body
}

fn walk(paces: u32) -> Value {
    json!({ "orders": [{ "type": "walk", "paces": paces }] })
}

/// A running game of `toy-road` between two people, Ada's turn; without deadlines if no timing is given.
fn road(server: &Server, ada: &Person, ben: &Person, timing: Option<Value>) -> String {
    let mut form = json!({
        "ruleset": "toy-road", "scenario": "village", "absence": proxy(),
        "seats": [{ "kind": "me", "seat": "NORTH" }, { "kind": "open", "seat": "EAST" }],
    });
    if let Some(timing) = timing {
        form["timing"] = timing;
    }
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    ben.post(&Person::seat(&game, "EAST", "claim"), json!({})).expect(200);
    ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
    server.work();
    game
}

#[test]
fn after_the_deadline_nothing_keeps_the_computer_from_playing_a_turn() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = road(&server, &ada, &ben, Some(daily()));
        world.pass_minutes(24 * 60);
        server.app.sweep().expect("the deadline is seen");
        let orders = Person::seat(&game, "NORTH", "orders");
        // An order set that is refused as a whole, one that is not, and one taken back: each would drop what the computer thinks.
        ada.put(&orders, walk(9)).problem(409, "deadline-passed");
        ada.put(&orders, walk(1)).problem(409, "deadline-passed");
        ada.delete(&orders).problem(409, "deadline-passed");
        server.work();
        assert_eq!(awaiting(&ada, &game)["awaiting"][0]["seat"], "EAST", "her turn was played");
    });
}

#[test]
fn an_order_set_that_is_refused_leaves_the_computer_at_its_work() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = road(&server, &ada, &ben, None);
        ada.post(&format!("/v1/games/{game}/force"), json!({ "step": 0 })).expect(202);
        ada.put(&Person::seat(&game, "NORTH", "orders"), walk(9)).expect(200);
        server.work();
        assert_ne!(awaiting(&ada, &game)["step"], 0, "what was forced is done");
    });
}

#[test]
fn sealed_orders_are_not_taken_back_after_the_deadline() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({ "timing": daily(), "absence": proxy() }));
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        world.pass_minutes(24 * 60);
        server.app.sweep().expect("the deadline is seen");
        let orders = Person::seat(&game, "B", "orders");
        ben.delete(&orders).problem(409, "deadline-passed");
        ben.delete(&format!("{orders}/ready")).problem(409, "deadline-passed");
        ben.put(&orders, json!({ "orders": [{ "type": "bid", "coins": 1 }] })).problem(409, "deadline-passed");
        server.work();
        assert_eq!(awaiting(&ada, &game)["step"], 1, "the step is resolved");
    });
}

#[test]
fn a_turn_has_only_so_many_order_sets_and_then_a_computer_ends_it() {
    World::both(|world| {
        let world = world.with(|settings| settings.sheets_per_turn = Some(3));
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = road(&server, &ada, &ben, None);
        let orders = Person::seat(&game, "NORTH", "orders");
        for _ in 0..3 {
            ada.put(&orders, walk(1)).expect(200);
        }
        ada.put(&orders, walk(1)).problem(409, "turn-too-long");
        server.work();
        assert_eq!(awaiting(&ada, &game)["awaiting"][0]["seat"], "EAST", "her turn was ended for her");
        ben.put(
            &Person::seat(&game, "EAST", "orders"),
            json!({ "orders": [
            { "type": "walk", "paces": 3 }, { "type": "walk", "paces": 3 },
        ] }),
        )
        .expect(200);
        ada.put(&orders, walk(1)).expect(200);
    });
}

#[test]
fn standing_orders_are_few_and_move_no_deadline() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let form = json!({
            "ruleset": "hotw", "scenario": "world-4", "timing": daily(), "others": { "kind": "ai", "level": "random" },
            "seats": [{ "kind": "me", "seat": "hermes" }, { "kind": "open", "seat": "apollo" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        ben.post(&Person::seat(&game, "apollo", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        server.work();
        let before = awaiting(&ada, &game);
        let (idle, seat, busy, other) = match before["awaiting"][0]["seat"].as_str() {
            Some("hermes") => (&ben, "apollo", &ada, "hermes"),
            _ => (&ada, "hermes", &ben, "apollo"),
        };
        let policy = json!({ "orders": [{ "type": "set_trade_policy", "accept": [other] }] });
        let put = |person: &Person, seat: &str| person.put(&Person::seat(&game, seat, "orders"), policy.clone());
        // Those of the seat whose turn it is are orders of its turn.
        put(busy, other).expect(200);
        for _ in 0..12 {
            put(idle, seat).expect(200);
        }
        put(idle, seat).problem(409, "too-many-standing-orders");
        let after = awaiting(&ada, &game);
        assert_eq!(after["deadline"], before["deadline"]);
        assert_eq!(after["awaiting"][0]["seat"], before["awaiting"][0]["seat"]);
        let causes = |cause: &str| {
            let turns = ada.get(&format!("/v1/games/{game}/turns?limit=100")).expect(200).body;
            turns["items"].as_array().unwrap().iter().filter(|turn| turn["cause"] == cause).count()
        };
        assert_eq!(causes("standing"), 12);
        put(busy, other).expect(200);
        // The next turn has room for new ones.
        world.pass_minutes(24 * 60);
        server.work();
        let now = awaiting(&ada, &game);
        assert_ne!(now["awaiting"][0], after["awaiting"][0], "{now}");
        put(idle, seat).expect(200);
    });
}
