//! What may be changed about a game after it was created, and who is told.

use cursus_tests::{Answer, Person, World};
use serde_json::{Value, json};

fn change(person: &Person, game: &str, what: &Value) -> Answer {
    person.patch(&format!("/v1/games/{game}"), what)
}

fn told(person: &Person, game: &str) -> Vec<Value> {
    let events = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
    let of_settings = events["items"].as_array().unwrap().iter().filter(|event| event["kind"] == "settings_changed");
    of_settings.map(|event| event["data"]["changed"].clone()).collect()
}

fn lobby(ada: &Person, (ruleset, scenario): (&str, &str), seat: &str) -> String {
    let form = json!({
        "ruleset": ruleset, "scenario": scenario, "visibility": "private",
        "seats": [{ "kind": "me", "seat": seat }], "others": { "kind": "open" },
    });
    ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned()
}

#[test]
fn who_runs_a_game_changes_its_settings_and_everybody_is_told() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
        let game = lobby(&ada, ("toy-sealed", "two-houses"), "A");
        change(&eve, &game, &json!({ "name": "Mine" })).problem(404, "not-found");
        let new = json!({
            "name": "  Tuesday's war ", "visibility": "public", "absence": { "policy": "hold" },
            "timing": { "clock": { "type": "interval", "every": { "days": 2 } } },
        });
        let changed = change(&ada, &game, &new).expect(200).body;
        assert_eq!((&changed["name"], &changed["visibility"]), (&json!("Tuesday's war"), &json!("public")));
        assert_eq!(changed["timing"]["clock"]["every"], json!({ "days": 2 }));
        assert_eq!(changed["absence"]["policy"], "hold");
        assert_eq!(told(&ada, &game), [json!(["name", "visibility", "absence", "timing"])]);
        change(&ada, &game, &new).expect(200);
        assert_eq!(told(&ada, &game).len(), 1, "nothing is told where nothing is different");
        change(&eve, &game, &json!({ "name": "Mine" })).problem(403, "not-game-master");

        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        let running = change(&ada, &game, &json!({ "name": "Spring", "absence": { "policy": "ai_proxy" } }));
        assert_eq!(running.expect(200).body["name"], "Spring");
        assert_eq!(told(&ben, &game).last(), Some(&json!(["name", "absence"])), "the others are told");
        change(&ada, &game, &json!({ "options": {} })).problem(409, "wrong-status");

        ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
        change(&ada, &game, &json!({ "name": "Late" })).problem(409, "wrong-status");
    });
}

#[test]
fn a_game_is_handed_on_to_somebody_who_plays_it() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
    let game = lobby(&ada, ("toy-sealed", "two-houses"), "A");
    change(&ada, &game, &json!({ "visibility": "public" })).expect(200);
    let refused = change(&ada, &game, &json!({ "organiser": eve.name })).problem(422, "invalid");
    assert_eq!(refused.body["errors"][0]["code"], "not-in-game");
    ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
    let handed = change(&ada, &game, &json!({ "organiser": ben.name })).expect(200).body;
    assert_eq!((&handed["organiser"], &handed["you_run_it"]), (&json!(ben.name), &json!(false)));
    change(&ada, &game, &json!({ "name": "Mine still" })).problem(403, "not-game-master");
    change(&ben, &game, &json!({ "name": "Ben's", "visibility": "private" })).expect(200);
    let events = ada.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
    let handed = events["items"].as_array().unwrap().iter().filter(|event| event["kind"] == "organiser_changed");
    assert_eq!(handed.count(), 1);
    // Who hands on a private game without a seat in it is out of it.
    let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "others": { "kind": "open" } });
    let other = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    ben.post(&Person::seat(&other, "A", "claim"), json!({})).expect(200);
    change(&ada, &other, &json!({ "organiser": ben.name, "visibility": "private" })).expect(204);
    ada.get(&format!("/v1/games/{other}")).problem(404, "not-found");
}

#[test]
fn a_new_clock_keeps_the_deadline_that_was_promised() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, ben) = (server.player("ada"), server.player("ben"));
    let days = |days: u8| json!({ "clock": { "type": "interval", "every": { "days": days } } });
    let game = server.bidding_game(&ada, Some(&ben), json!({ "timing": days(3) }));
    let deadline = || ada.get(&format!("/v1/games/{game}")).expect(200).body["deadline"].clone();
    let promised = deadline();
    assert_eq!(promised, "2030-03-04T12:00:00Z");
    change(&ada, &game, &json!({ "timing": days(1) })).expect(200);
    assert_eq!(deadline(), promised, "nobody has less time than was said");
    change(&ada, &game, &json!({ "timing": { "clock": { "type": "none" } } })).expect(200);
    assert_eq!(deadline(), Value::Null);
    change(&ada, &game, &json!({ "timing": days(2) })).expect(200);
    assert_ne!(deadline(), Value::Null, "a step without a deadline gets one");
    ada.post(&format!("/v1/games/{game}/pause"), json!({})).expect(200);
    change(&ada, &game, &json!({ "timing": days(4) })).problem(409, "wrong-status");
    change(&ada, &game, &json!({ "name": "Paused" })).expect(200);
}

#[test]
fn what_a_new_game_could_not_have_is_refused() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let game = lobby(&ada, ("hotw", "dawn-3"), "hera");
    for (bad, pointer) in [
        (json!({ "name": " " }), "/name"),
        (json!({ "absence": { "hand_over_after": 101 } }), "/absence/hand_over_after"),
        (
            json!({ "timing": { "clock": { "type": "calendar", "cron": "never", "zone": "UTC" } } }),
            "/timing/clock/cron",
        ),
        (json!({ "name": "Good", "options": { "combat_mode": "arrows" } }), "/options/combat_mode"),
    ] {
        let refused = change(&ada, &game, &bad).problem(422, "invalid");
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{}", refused.text);
    }
    change(&ada, &game, &json!({ "title": "?" })).problem(422, "invalid");
    assert_eq!(
        ada.get(&format!("/v1/games/{game}")).expect(200).body["name"],
        "The Dawn of History, three players",
        "all of it or nothing"
    );
    assert_eq!(told(&ada, &game), Vec::<Value>::new());
}

#[test]
fn who_runs_a_game_speaks_to_everybody_without_a_seat() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses", "visibility": "private", "others": { "kind": "open" },
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let path = format!("/v1/games/{game}/announcements");
        eve.get(&path).problem(404, "not-found");
        change(&ada, &game, &json!({ "visibility": "public" })).expect(200);
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        let said = ada.post(&path, json!({ "text": "  We begin on <b>Sunday</b>. " })).expect(201).body;
        assert_eq!((&said["text"], &said["player"]), (&json!("We begin on <b>Sunday</b>."), &json!(ada.name)));
        ada.post(&path, json!({ "text": "Bring dice." })).expect(201);
        let heard = ben.get(&path).expect(200).body;
        let texts: Vec<_> = heard["items"].as_array().unwrap().iter().map(|one| one["text"].clone()).collect();
        assert_eq!(texts, ["Bring dice.", "We begin on <b>Sunday</b>."], "newest first");
        let events = ben.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
        assert!(events["items"].as_array().unwrap().iter().any(|event| event["kind"] == "announcement"));
        ben.post(&path, json!({ "text": "So do I." })).problem(403, "not-game-master");
        for bad in ["", " \n ", &"a".repeat(2_001), "a\u{202E}b"] {
            ada.post(&path, json!({ "text": bad })).problem(422, "invalid");
        }
        ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
        ada.post(&path, json!({ "text": "Too late." })).problem(409, "wrong-status");
    });
}
