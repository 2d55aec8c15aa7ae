//! Whoever runs a game clicks twice, or two who run it click at once: each thing is done once.

use cursus_tests::{Answer, Person, World};
use serde_json::{Value, json};

/// The same request from six people at once; what each was answered.
fn at_once(request: impl Fn() -> Answer + Sync) -> Vec<Answer> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(&request)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

/// One was done, five were refused with this code.
#[track_caller]
fn one_of_six(answers: Vec<Answer>, code: &str) {
    let (done, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!(done.len(), 1, "{refused:?}");
    for answer in refused {
        answer.problem(409, code);
    }
}

fn game_of(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body
}

fn count(person: &Person, game: &str, kind: &str) -> usize {
    let events = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
    events["items"].as_array().expect("events").iter().filter(|event| event["kind"] == kind).count()
}

fn causes(person: &Person, game: &str) -> Vec<String> {
    let turns = person.get(&format!("/v1/games/{game}/turns")).expect(200).body;
    turns["items"].as_array().expect("turns").iter().map(|t| t["cause"].as_str().expect("one").to_owned()).collect()
}

#[test]
fn a_step_forced_six_times_at_once_is_resolved_once() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let force = format!("/v1/games/{game}/force");
        one_of_six(at_once(|| ada.post(&force, json!({ "step": 0 }))), "wrong-step");
        assert_eq!(game_of(&ada, &game)["step"], 1);
        let done = ada.post(&force, json!({ "step": 1 })).expect(200).body;
        assert_eq!(
            (&done["outcome"], &done["step"], &done["game"]["step"]),
            (&json!("resolved"), &json!(1), &json!(2))
        );
    });
}

#[test]
fn which_step_is_forced_has_to_be_said() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, ben) = (server.player("ada"), server.player("ben"));
    let game = server.bidding_game(&ada, Some(&ben), json!({}));
    let force = format!("/v1/games/{game}/force");
    let asked = ada.post(&force, json!({})).problem(428, "step-needed");
    assert!(asked.body["detail"].as_str().is_some_and(|detail| detail.contains(r#"{"step": 0}"#)), "{}", asked.text);
    ada.send("POST", &force, &[], None).problem(428, "step-needed");
    ada.post(&force, json!({ "step": 1 })).problem(409, "wrong-step");
    ada.post(&force, json!({ "steps": 0 })).problem(422, "invalid");
    assert_eq!(game_of(&ada, &game)["step"], 0);
}

#[test]
fn what_is_forced_while_a_computer_thinks_is_forced_when_it_has_thought() {
    World::both(|world| {
        let (game, ada) = {
            let server = world.server();
            let ada = server.player("ada");
            let clock = json!({ "type": "interval", "every": { "days": 7 } });
            let game = server.bidding_game(&ada, None, json!({ "timing": { "clock": clock, "early_run": false } }));
            let force = format!("/v1/games/{game}/force");
            for answer in at_once(|| ada.post(&force, json!({ "step": 0 }))) {
                let answer = answer.expect(202).body;
                assert_eq!((&answer["outcome"], &answer["waiting_for"]), (&json!("waiting"), &json!(["B"])));
                assert_eq!(answer["game"]["step"], 0);
            }
            (game, ada)
        };
        // The server is started anew in between, and Ada changes her mind about what she bids.
        let server = world.server();
        let ada = ada.at(&server.base);
        let bid = json!({ "orders": [{ "type": "bid", "coins": 3 }], "ready": false });
        ada.put(&Person::seat(&game, "A", "orders"), bid).expect(200);
        server.work();
        assert_eq!(game_of(&ada, &game)["step"], 1);
        assert_eq!(causes(&ada, &game), ["start", "forced"]);
        server.work();
        assert_eq!(game_of(&ada, &game)["step"], 1, "the wish is spent");
    });
}

#[test]
fn start_pause_and_resume_are_done_once() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses",
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "open", "seat": "B" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id").to_owned();
        for (verb, event) in [("start", "game_started"), ("pause", "game_paused"), ("resume", "game_resumed")] {
            let path = format!("/v1/games/{game}/{verb}");
            one_of_six(at_once(|| ada.post(&path, json!({}))), "wrong-status");
            assert_eq!(count(&ada, &game, event), 1, "{verb}");
        }
    });
}

#[test]
fn a_deadline_is_extended_once() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let clock = json!({ "timing": { "clock": { "type": "interval", "every": { "days": 2 } }, "extensions": 9 } });
        let game = server.bidding_game(&ada, Some(&ben), clock);
        let extend = format!("/v1/games/{game}/extend");
        ada.send("POST", &extend, &[], None).problem(428, "deadline-needed");
        let seen = game_of(&ada, &game)["deadline"].clone();
        one_of_six(at_once(|| ada.post(&extend, json!({ "deadline": seen }))), "wrong-deadline");
        assert_eq!(count(&ada, &game, "deadline_extended"), 1);
        assert_eq!(game_of(&ada, &game)["deadline"], "2030-03-05T12:00:00Z");
    });
}

#[test]
fn ready_for_one_step_is_not_ready_for_the_next() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        ben.put(&Person::seat(&game, "B", "orders/ready?step=0"), json!({})).expect(200);
        let ready = Person::seat(&game, "A", "orders/ready?step=0");
        for answer in at_once(|| ada.put(&ready, json!({}))) {
            assert!(answer.status == 200 || answer.body["code"] == "wrong-step", "{}", answer.text);
        }
        ada.put(&ready, json!({})).problem(409, "wrong-step");
        assert_eq!(game_of(&ada, &game)["step"], 1);
        let set = ada.get(&Person::seat(&game, "A", "orders")).expect(200).body;
        assert_eq!((&set["revision"], &set["ready"]), (&json!(0), &json!(false)));
        ada.delete(&Person::seat(&game, "A", "orders/ready?step=0")).problem(409, "wrong-step");
    });
}

#[test]
fn a_seat_is_opened_and_given_away_once() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        let seat = Person::seat(&game, "B", "ai");
        let answers = at_once(|| ada.delete(&seat));
        assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
        assert_eq!(count(&ada, &game, "seat_opened"), 1);
        let answers = at_once(|| ada.put(&seat, json!({ "level": "random" })));
        assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
        assert_eq!(count(&ada, &game, "seat_given_to_computer"), 1);
    });
}
