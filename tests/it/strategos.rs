//! Strategos over HTTP: weeks at the straits against computers, and a treaty that is nobody else's business.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

/// A campaign at the straits in which these people have these seats, and computers the others.
fn game(people: &[(&Person, &str)]) -> String {
    let (ada, first) = people[0];
    let mut seats = vec![json!({ "kind": "me", "seat": first })];
    seats.extend(people[1..].iter().map(|(_, seat)| json!({ "kind": "open", "seat": seat })));
    let form = json!({
        "ruleset": "strategos", "scenario": "hellespontos-313bc", "seats": seats,
        "others": { "kind": "ai", "level": "steady" },
    });
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    for (person, seat) in &people[1..] {
        person.post(&Person::seat(&game, seat, "claim"), json!({})).expect(200);
    }
    ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
    game
}

#[test]
fn a_few_weeks_at_the_straits() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let scenario = ada.get("/v1/rulesets/strategos/scenarios/hellespontos-313bc").expect(200).body;
        assert_eq!(scenario["summary"]["seats"].as_array().unwrap().len(), 3);
        let game = game(&[(&ada, "LYS")]);
        let about = ada.get("/v1/rulesets/strategos").expect(200).body["about"].clone();
        let examples: Vec<_> =
            about["orders"].as_array().unwrap().iter().map(|order| order["example"].clone()).collect();
        let orders = Person::seat(&game, "LYS", "orders");
        for step in 0..3 {
            let checked = ada.put(&format!("{orders}?dry_run=true"), json!({ "orders": examples })).expect(200).body;
            let verdicts = checked["verdicts"].as_array().unwrap();
            assert_eq!(verdicts.len(), examples.len(), "{checked}");
            let legal = |(_, verdict): &(&Value, &Value)| verdict["status"] != "refused";
            let sheet: Vec<&Value> = examples.iter().zip(verdicts).filter(legal).map(|(order, _)| order).collect();
            let set = ada.put(&orders, json!({ "orders": sheet, "step": step })).expect(200);
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
            let report = ada.get(&Person::seat(&game, "LYS", &format!("reports/{}", step + 1))).expect(200).body;
            let kinds: Vec<_> =
                report["documents"].as_array().unwrap().iter().map(|d| d["kind"].as_str().unwrap()).collect();
            assert!(kinds.contains(&"dispatch") && kinds.contains(&"treasury"), "{kinds:?}");
        }
        assert_eq!(ada.get(&Person::seat(&game, "LYS", "view")).expect(200).body["step"], 3);
        let map = ada.get(&Person::seat(&game, "LYS", "map.svg")).expect(200).text;
        assert!(map.starts_with("<svg") && map.contains("Byzantion"), "{}", &map[..200]);
        ada.get(&Person::seat(&game, "ANT", "view")).problem(403, "not-your-seat");
    });
}

/// The week of three people, of whom one hands in an order.
fn week(server: &Server, game: &str, seats: [(&Person, &str); 3], who: &str, order: Value) {
    for (person, seat) in seats {
        let orders = if seat == who { json!([order]) } else { json!([]) };
        let set = person.put(&Person::seat(game, seat, "orders?ready=true"), json!({ "orders": orders })).expect(200);
        let refused = set.body["verdicts"].as_array().unwrap().iter().any(|verdict| verdict["status"] == "refused");
        assert!(!refused, "{}", set.body);
    }
    server.work();
}

/// ST-22.11, ST-22.12, section 6: an appeal and what comes of it are told to the two of them.
#[test]
fn a_treaty_is_told_to_its_parties() {
    World::both(|world| {
        let server = world.server();
        let people = ["ada", "ben", "cleo"].map(|name| server.player(name));
        let [ada, ben, cleo] = &people;
        let all = [(ada, "CAS"), (ben, "LYS"), (cleo, "ANT")];
        let game = game(&all);
        let view = |(person, seat): (&Person, &str)| {
            person.get(&Person::seat(&game, seat, "view")).expect(200).body["view"].clone()
        };
        let offer = json!({ "type": "offer_treaty", "to": "LYS", "treaty": "non_aggression", "weeks": 8 });
        week(&server, &game, all, "CAS", offer);
        let appeals = all.map(|seat| view(seat)["appeals"].clone());
        assert_eq!(appeals.each_ref().map(|list| list.as_array().unwrap().len()), [1, 1, 0], "{appeals:?}");
        let answer = json!({ "type": "answer_treaty", "appeal": appeals[1][0]["appeal"], "answer": "accept" });
        week(&server, &game, all, "LYS", answer);
        let standing = |of: (&Person, &str), with: &str| {
            let view = view(of);
            let country = view["countries"].as_array().unwrap().iter().find(|one| one["country"] == with).unwrap();
            country["standing"].clone()
        };
        assert_eq!(standing(all[0], "LYS"), "non_aggression");
        assert_eq!(standing(all[1], "CAS"), "non_aggression");
        assert_eq!(view(all[2])["relations"], json!([]), "only alliances become known, and those after a week");
        let heard = |(person, seat): (&Person, &str)| {
            let events = person.get(&Person::seat(&game, seat, "reports/2")).expect(200).body["entries"].clone();
            events.as_array().unwrap().iter().any(|event| event["kind"].as_str().unwrap().contains("treaty"))
        };
        assert_eq!(all.map(heard), [true, true, false]);
    });
}
