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
        marks_on_the_map(&ada, &game, &examples);
    });
}

/// The map shows on request what happened and what is ordered, each in a layer of its own.
fn marks_on_the_map(ada: &Person, game: &str, orders: &[Value]) {
    let layers = |query: &str| {
        let map = ada.get(&Person::seat(game, "VEN", &format!("map.svg{query}"))).expect(200);
        let shown = ["moves", "fights", "orders"].map(|layer| map.text.contains(&format!("data-layer=\"{layer}\"")));
        (shown, map.header("etag").to_owned())
    };
    let (plain, plain_tag) = layers("");
    assert_eq!(plain, [false; 3]);
    let ([moves, fights, _], moves_tag) = layers("?show=moves&since=0");
    assert!(moves || fights, "something happened in three turns");
    assert_eq!(layers("?show=orders").0, [false; 3], "nothing is ordered yet");
    let set = Person::seat(game, "VEN", "orders");
    ada.put(&format!("{set}?draft=true&lenient=true"), json!({ "orders": orders, "step": 3 })).expect(200);
    let ([.., ordered], orders_tag) = layers("?show=orders");
    assert!(ordered, "a draft is drawn as well");
    // Orders that were dropped begin anew with revision 1: another picture all the same.
    ada.send("DELETE", &set, &[("if-match", "*")], None).expect(204);
    assert_eq!(layers("?show=orders").0, [false; 3], "nothing is left of what was dropped");
    ada.put(&format!("{set}?draft=true&lenient=true"), json!({ "orders": &orders[..1], "step": 3 })).expect(200);
    assert_ne!(layers("?show=orders").1, orders_tag);
    ada.send("DELETE", &set, &[("if-match", "*")], None).expect(204);
    ada.put(&format!("{set}?draft=true&lenient=true"), json!({ "orders": orders, "step": 3 })).expect(200);
    let (both, both_tag) = layers("?show=moves,orders&since=0");
    assert_eq!(both, [moves, fights, true], "{both:?}");
    let mut tags = vec![plain_tag, moves_tag, orders_tag, both_tag];
    tags.dedup();
    assert_eq!(tags.len(), 4, "each is another picture: {tags:?}");
    for bad in ["show=armies", "since=0", "show=orders&step=1", "show=moves&since=9"] {
        ada.get(&Person::seat(game, "VEN", &format!("map.svg?{bad}"))).problem(422, "invalid");
    }
    ada.get(&Person::seat(game, "VEN", "map.svg?show=moves&since=never")).problem(400, "bad-query");
    ada.get(&Person::seat(game, "VEN", "map.svg?show=moves&step=2")).expect(200);
}
