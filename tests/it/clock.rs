//! The timetable: early runs, extensions, pauses, reminders, previews.

use cursus_tests::{Person, World};
use serde_json::{Value, json};

/// Sunday evenings at eight in Rome.
fn sundays() -> Value {
    json!({ "timing": {
        "clock": { "type": "calendar", "cron": "0 20 * * SUN", "zone": "Europe/Rome" },
        "least_thinking": { "hours": 1 }, "reminders": [{ "hours": 24 }, { "hours": 2 }], "extensions": 2,
    } })
}

fn deadline(person: &Person, game: &str) -> String {
    person.get(&format!("/v1/games/{game}")).expect(200).body["deadline"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn an_early_run_leaves_the_grid_where_it_was() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), sundays());
        assert_eq!(deadline(&ada, &game), "2030-03-03T19:00:00Z");
        world.pass_minutes(10);
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
        assert_eq!(deadline(&ada, &game), "2030-03-03T19:00:00Z", "still Sunday at eight");
    });
}

#[test]
fn an_extension_goes_to_the_next_slot_across_the_change_to_summer_time_and_no_oftener_than_allowed() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        world.pass_minutes(22 * 24 * 60); // 23 March: the next slot is the 24th, the one after lies in summer time
        let game = server.bidding_game(&ada, Some(&ben), sundays());
        assert_eq!(deadline(&ada, &game), "2030-03-24T19:00:00Z");
        let extend = format!("/v1/games/{game}/extend");
        let seen = deadline(&ada, &game);
        let once =
            |key: &str, seen: &str| ada.post_with(&extend, &[("idempotency-key", key)], json!({ "deadline": seen }));
        once("a", &seen).expect(200);
        assert_eq!(deadline(&ada, &game), "2030-03-31T18:00:00Z", "eight in the evening, by the summer clock");
        let again = once("a", &seen).expect(200);
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(deadline(&ada, &game), "2030-03-31T18:00:00Z", "a double click extends once");
        once("b", &seen).problem(409, "wrong-deadline");
        once("c", "2030-03-31T18:00:00Z").expect(200);
        assert_eq!(deadline(&ada, &game), "2030-04-07T18:00:00Z");
        once("d", "2030-04-07T18:00:00Z").problem(409, "extension-refused");
        assert_eq!(ada.get(&format!("/v1/games/{game}/clock")).expect(200).body["extensions_left"], 0);
    });
}

#[test]
fn the_preview_shows_ten_deadlines() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let game = server.bidding_game(&ada, None, sundays());
    let preview = ada.get(&format!("/v1/games/{game}/clock")).expect(200).body;
    let deadlines: Vec<&str> = preview["deadlines"].as_array().unwrap().iter().map(|d| d.as_str().unwrap()).collect();
    assert_eq!(deadlines.len(), 10);
    assert_eq!(
        (deadlines[0], deadlines[4], deadlines[9]),
        ("2030-03-03T19:00:00Z", "2030-03-31T18:00:00Z", "2030-05-05T18:00:00Z")
    );
}

#[test]
fn a_pause_stops_the_clock() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let clock = json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 10 } } } });
        let game = server.bidding_game(&ada, Some(&ben), clock);
        assert_eq!(deadline(&ada, &game), "2030-03-01T22:00:00Z");
        ada.post(&format!("/v1/games/{game}/pause"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/pause"), json!({})).problem(409, "wrong-status");
        world.pass_minutes(12);
        server.work();
        let preview = ada.get(&format!("/v1/games/{game}/clock")).expect(200).body;
        assert_eq!((preview["paused"].clone(), preview["seconds_left"].clone()), (json!(true), json!(36_000)));
        ada.post(&format!("/v1/games/{game}/resume"), json!({})).expect(200);
        assert_eq!(deadline(&ada, &game), "2030-03-01T22:12:00Z", "what was left is left");
    });
}

#[test]
fn who_has_not_answered_is_reminded_once_each_time() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), sundays());
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        world.pass_minutes(32 * 60); // Saturday evening
        server.work();
        server.work();
        let reminders = |person: &Person| {
            let events = person.get(&format!("/v1/games/{game}/events")).expect(200).body;
            events["items"].as_array().unwrap().iter().filter(|e| e["kind"] == "reminder").count()
        };
        assert_eq!((reminders(&ada), reminders(&ben)), (0, 1));
        world.pass_minutes(22 * 60); // Sunday at seven in the evening
        server.work();
        assert_eq!(reminders(&ben), 2);
    });
}

#[test]
fn a_clock_that_makes_no_sense_is_refused_with_its_place() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let form =
        |clock: Value| json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "timing": { "clock": clock } });
    for clock in [
        json!({ "type": "calendar", "cron": "0 20 * *", "zone": "Europe/Rome" }),
        json!({ "type": "calendar", "cron": "0 20 * * SUN", "zone": "Mars/Olympus" }),
        json!({ "type": "interval", "every": {} }),
    ] {
        let problem = ada.post("/v1/games", form(clock)).problem(422, "invalid");
        assert!(
            problem.body["errors"][0]["pointer"].as_str().unwrap().starts_with("/timing/clock"),
            "{}",
            problem.text
        );
        assert!(problem.body["errors"][0]["hint"].is_string());
    }
    ada.post("/v1/games", form(json!({ "type": "sundial" }))).problem(422, "invalid");
}
