//! When the rules, or we, break down: nothing half done is kept, everybody hears why, everything else goes on.

use cursus_tests::{Person, Server, World};
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
