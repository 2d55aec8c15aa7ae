//! Eternal Rome over HTTP: two months against a computer by a generic client loop, and a decision out of turn.

use cursus_tests::{Person, World};
use serde_json::{Value, json};

fn awaiting(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}/awaiting")).expect(200).body
}

#[test]
fn two_months_of_octavius_and_antonius_against_a_computer() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let form = json!({
            "ruleset": "eternal-rome", "scenario": "octavius-antonius", "start": true,
            "seats": [{ "kind": "me", "seat": "OCT" }], "others": { "kind": "ai", "level": "steady" },
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let orders = Person::seat(&game, "OCT", "orders");
        let policy = json!([{
            "type": "set_policy", "power": "OCT", "intercept": { "when": "never" },
            "respond_attack": { "then": "stand" }, "retreat_to": "nearest", "season": true, "set_up": true,
        }]);
        server.work();
        let set = ada.put(&orders, json!({ "orders": policy })).expect(200).body;
        assert_eq!(set["verdicts"][0]["status"], "accepted", "{set}");
        let (mut phases, mut heard) = (Vec::new(), Vec::new());
        for _ in 0..60 {
            server.work();
            let now = awaiting(&ada, &game);
            let Some(mine) = now["awaiting"].as_array().unwrap().iter().find(|one| one["yours"] == true) else {
                panic!("the computer has played until it is Ada's turn: {now}");
            };
            assert_eq!((now["mode"].clone(), mine["kind"].clone()), (json!("immediate"), json!("phase")), "{now}");
            phases.push(mine["phase"].as_str().unwrap().to_owned());
            let done =
                ada.put(&orders, json!({ "orders": [{ "type": "end_phase", "power": "OCT" }] })).expect(200).body;
            assert_eq!(done["verdicts"][0]["status"], "accepted", "{done}");
            heard.extend(done["events"].as_array().unwrap().iter().map(|e| e["kind"].as_str().unwrap().to_owned()));
            if phases.len() == 11 {
                break;
            }
        }
        let month = ["taxation", "naval", "land_movement", "land_combat", "siege"];
        assert_eq!(phases[..5], month);
        assert_eq!(phases[5..10], month, "and so in the second month");
        assert!(heard.contains(&"phase_began".to_owned()), "{heard:?}");
        let view = ada.get(&Person::seat(&game, "OCT", "view")).expect(200).body["view"].clone();
        assert!(!view["armies"].as_array().unwrap().is_empty());
        assert!(ada.get(&Person::seat(&game, "OCT", "map.svg")).expect(200).text.starts_with("<svg"));
        ada.get(&Person::seat(&game, "ANT", "view")).problem(403, "not-your-seat");
        let verified = ada.get(&format!("/v1/games/{game}/verify"));
        assert_eq!(verified.status, 409, "only when the game is over: {}", verified.text);
    });
}
