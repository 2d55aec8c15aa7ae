//! Advice for a person's own seat.

use std::time::Duration;

use cursus_tests::{Answer, Person, World};
use serde_json::{Value, json};

/// Asks until the advice has been worked out.
fn advised(person: &Person, path: &str) -> Answer {
    for _ in 0..1200 {
        let answer = person.get(path);
        if answer.status != 202 {
            return answer;
        }
        assert_eq!(answer.header("retry-after"), "1");
        assert!(["queued", "thinking"].contains(&answer.body["state"].as_str().unwrap()));
        assert!(answer.body["percent"].as_u64().is_some_and(|percent| percent <= 100), "{}", answer.body);
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("no advice within a minute");
}

#[test]
fn advice_is_ready_to_be_handed_in_and_the_same_for_whoever_asks_again() {
    World::both(|world| {
        let world = world.with(|settings| settings.ai_workers = Some(1));
        let (told, game, path, token) = {
            let server = world.server();
            let ada = server.player("ada");
            let game = server.bidding_game(&ada, None, json!({}));
            let path = Person::seat(&game, "a", "advice");
            let advice = advised(&ada, &path).expect(200).body;
            assert_eq!((advice["seat"].clone(), advice["step"].clone()), (json!("A"), json!(0)));
            let told = advice["advice"].clone();
            assert!(told["playouts"].as_u64() > Some(0) && !told["summary"].as_str().unwrap().is_empty(), "{told}");
            assert_eq!(ada.get(&path).expect(200).body["advice"], told, "it is kept");
            (told, game, path, ada)
        };
        let server = world.server();
        let ada = token.at(&server.base);
        assert_eq!(advised(&ada, &path).expect(200).body["advice"], told, "after a restart it is worked out anew");
        let orders = json!({ "orders": told["orders"], "ready": true });
        let verdicts = ada.put(&Person::seat(&game, "A", "orders"), orders).expect(200).body["verdicts"].clone();
        assert!(verdicts.as_array().unwrap().iter().all(|verdict| verdict["status"] == "accepted"), "{verdicts}");
    });
}

#[test]
fn advice_is_for_the_holder_of_a_seat_that_is_asked_something() {
    World::both(|world| {
        let world = world.with(|settings| settings.ai_workers = Some(1));
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let path = Person::seat(&game, "A", "advice");
        ben.get(&path).problem(403, "not-your-seat");
        server.nobody().get(&path).problem(401, "no-token");
        ada.get(&Person::seat(&game, "X", "advice")).problem(404, "no-such-seat");
        ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
        ada.get(&path).problem(409, "wrong-status");
    });
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, Value::Null);
    ada.get(&Person::seat(&game, "A", "advice")).problem(503, "no-adviser");
}

#[test]
fn a_room_without_a_planner_is_played_by_default_orders_and_advises_nobody() {
    World::both(|world| {
        let world = world.with(|settings| settings.ai_workers = Some(1));
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({
            "ruleset": "toy-unplanned", "scenario": "two-houses", "start": true,
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "ai", "seat": "B", "level": "master" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id").to_owned();
        ada.get(&Person::seat(&game, "A", "advice")).problem(409, "no-planner");
        let bid = json!({ "orders": [{ "type": "bid", "coins": 1 }], "ready": true });
        ada.put(&Person::seat(&game, "A", "orders"), bid).expect(200);
        // The server has a thread of its own for computer players: whoever asks for work may find that it has it already.
        let view = || ada.get(&Person::seat(&game, "A", "view")).expect(200).body;
        crate::durability::until(|| {
            server.work();
            view()["step"] == 1
        });
        assert_eq!(view()["view"]["prizes"], json!([1, 0]), "the default orders of B are no bid: {}", view());
    });
}

/// Asks again and again how far somebody is, until nobody thinks any more.
fn watched(mut ask: impl FnMut() -> Value) -> Vec<u64> {
    let mut seen: Vec<u64> = Vec::new();
    for _ in 0..10_000 {
        let thinking = ask();
        if thinking.is_null() {
            return seen;
        }
        let percent = thinking["percent"].as_u64().expect("this server thinks");
        assert!(percent == 0 || thinking["state"] == "thinking", "{thinking}");
        seen.push(percent);
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("somebody thinks and thinks: {seen:?}");
}

#[test]
fn who_waits_for_a_computer_sees_how_far_it_is() {
    World::both(|world| {
        let world = world.with(|settings| settings.ai_workers = Some(1));
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let form = json!({
            "ruleset": "toy-road", "scenario": "marsh", "start": true,
            "seats": [{ "kind": "ai", "seat": "NORTH", "level": "veteran" }, { "kind": "me", "seat": "EAST" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let path = format!("/v1/games/{game}/awaiting");
        let rival = watched(|| {
            let told_to = |who: &Person| who.get(&path).expect(200).body["awaiting"][0]["thinking"].clone();
            assert_eq!(told_to(&ben)["percent"], Value::Null, "nobody else is told where a search ends");
            told_to(&ada)
        });
        server.work();
        let path = Person::seat(&game, "EAST", "advice");
        let own = watched(|| {
            let answer = ada.get(&path);
            if answer.status == 202 { answer.body } else { Value::Null }
        });
        for seen in [&rival, &own] {
            assert!(seen.is_sorted() && seen.iter().any(|percent| (1..100).contains(percent)), "{seen:?}");
        }
        assert!(rival.iter().all(|percent| percent % 10 == 0), "of a rival tens are told: {rival:?}");
        assert!(own.iter().any(|percent| percent % 10 != 0), "of one's own all is told: {own:?}");
        advised(&ada, &path).expect(200);
    });
}
