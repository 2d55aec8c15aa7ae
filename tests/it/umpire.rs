//! The first rule system, over HTTP: a few turns of *Italia 1450* against computers.

use cursus_tests::{Person, World};
use serde_json::{Value, json};

#[test]
fn a_few_turns_of_italia_1450() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let scenario = ada.get("/v1/rulesets/umpire/scenarios/italia-1450").expect(200).body;
        assert_eq!(scenario["summary"]["seats"].as_array().unwrap().len(), 10);
        let form = json!({
            "ruleset": "umpire", "scenario": "italia-1450", "start": true,
            "seats": [{ "kind": "me", "seat": "VEN" }], "others": { "kind": "ai", "level": "steady" },
        });
        let made = ada.post("/v1/games", form).expect(201).body;
        let game = made["id"].as_str().unwrap().to_owned();
        let about = ada.get("/v1/rulesets/umpire").expect(200).body["about"].clone();
        let examples: Vec<_> =
            about["orders"].as_array().unwrap().iter().map(|order| order["example"].clone()).collect();
        for step in 0..3 {
            let orders = Person::seat(&game, "VEN", "orders");
            let checked = ada.put(&format!("{orders}?dry_run=true"), json!({ "orders": examples })).expect(200).body;
            let verdicts = checked["verdicts"].as_array().unwrap();
            assert_eq!(verdicts.len(), examples.len(), "{checked}");
            // Later on a general may be dead, and shorthand cannot name him.
            let legal = |(_, verdict): &(&Value, &Value)| step == 0 || verdict["status"] != "refused";
            let order_set: Vec<&Value> = examples.iter().zip(verdicts).filter(legal).map(|(order, _)| order).collect();
            assert!(order_set.len() > 5, "{checked}");
            let set = ada.put(&orders, json!({ "orders": order_set, "step": step })).expect(200);
            let shorthand = ada.get_with(&orders, &[("accept", "text/plain")]).expect(200).text;
            let tag = set.header("etag").to_owned();
            let headers = [("content-type", "text/plain"), ("if-match", tag.as_str())];
            let again =
                ada.send("PUT", &format!("{orders}?ready=true"), &headers, Some(shorthand.as_bytes())).expect(200).body;
            assert_eq!(
                (again["orders"].clone(), again["diagnostics"].clone()),
                (set.body["orders"].clone(), json!([])),
                "{shorthand}"
            );
            server.work();
            let report = ada.get(&Person::seat(&game, "VEN", &format!("reports/{}", step + 1))).expect(200).body;
            let kinds: Vec<_> =
                report["documents"].as_array().unwrap().iter().map(|d| d["kind"].as_str().unwrap()).collect();
            assert!(kinds.contains(&"sitrep") && kinds.contains(&"newsheet"), "{kinds:?}");
        }
        assert_eq!(ada.get(&Person::seat(&game, "VEN", "view")).expect(200).body["step"], 3);
        let map = ada.get(&Person::seat(&game, "VEN", "map.svg")).expect(200).text;
        assert!(map.starts_with("<svg") && map.contains("as Venice sees it, before turn 4<"));
        ada.get(&Person::seat(&game, "MIL", "view")).problem(403, "not-your-seat");
    });
}
