//! What a seat sees, now and then.

use cursus_tests::{Person, World};
use serde_json::json;

#[test]
fn a_view_has_a_tag_and_costs_nothing_twice() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let path = Person::seat(&game, "A", "view");
        let view = ada.get(&path).expect(200);
        let tag = view.header("etag").to_owned();
        let same = ada.get_with(&path, &[("if-none-match", &tag)]).expect(304);
        assert_eq!((same.text.as_str(), same.header("etag")), ("", tag.as_str()));
        ben.get_with(&path, &[("if-none-match", &tag)]).problem(403, "not-your-seat");
        server.nobody().get_with(&path, &[("if-none-match", &tag)]).problem(401, "no-token");
        assert_ne!(ben.get(&Person::seat(&game, "B", "view")).expect(200).header("etag"), tag);
        for (person, seat) in [(&ada, "A"), (&ben, "B")] {
            person.put(&Person::seat(&game, seat, "orders/ready"), json!({})).expect(200);
        }
        let next = ada.get_with(&path, &[("if-none-match", &tag)]).expect(200);
        assert_ne!(next.header("etag"), tag);
        assert_eq!(next.body["step"], 1);
        let old = ada.get(&format!("{path}?step=0")).expect(200);
        assert_eq!((old.body.clone(), old.header("etag")), (view.body, tag.as_str()), "old views never change");
        ada.get(&format!("{path}?step=2")).problem(404, "not-found");
        ada.get(&format!("{path}?step=-1")).problem(404, "not-found");
        ada.get(&format!("{path}?step=99999999999")).problem(400, "bad-query");
    });
}

#[test]
fn seats_see_their_own_secrets_until_the_game_is_over() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let theirs = ["view", "map.svg", "reports", "reports/1"];
        for rest in theirs {
            ben.get(&Person::seat(&game, "A", rest)).problem(403, "not-your-seat");
            server.nobody().get(&Person::seat(&game, "A", rest)).problem(401, "no-token");
        }
        ben.get(&format!("/v1/games/{game}/events?seat=A")).problem(403, "not-your-seat");
        for _ in 0..6 {
            for (person, seat) in [(&ada, "A"), (&ben, "B")] {
                person.put(&Person::seat(&game, seat, "orders/ready"), json!({})).expect(200);
            }
        }
        for rest in theirs {
            ben.get(&Person::seat(&game, "A", rest)).expect(200);
            server.nobody().get(&Person::seat(&game, "A", rest)).expect(200);
        }
    });
}

#[test]
fn a_report_comes_as_data_as_text_and_as_a_page() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        ada.get(&Person::seat(&game, "A", "reports/1")).problem(404, "not-found");
        ada.put(
            &Person::seat(&game, "A", "orders"),
            json!({ "orders": [{ "type": "bid", "coins": 3 }], "ready": true }),
        )
        .expect(200);
        ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
        let path = Person::seat(&game, "A", "reports/1");
        let report = ada.get(&path).expect(200).body;
        let kinds: Vec<_> = report["entries"].as_array().unwrap().iter().map(|e| e["kind"].as_str().unwrap()).collect();
        assert!(kinds.contains(&"sold") && kinds.contains(&"paid"), "{report}");
        assert!(report["entries"][0]["rule"].as_str().unwrap().starts_with("TS-"));
        let others = ben.get(&Person::seat(&game, "B", "reports/1")).expect(200).body;
        assert!(
            others["entries"].as_array().unwrap().iter().all(|e| e["kind"] != "paid"),
            "what Ada paid is hers to know"
        );
        let text = ada.get_with(&path, &[("accept", "text/plain")]).expect(200);
        assert!(text.header("content-type").starts_with("text/plain"));
        assert!(text.text.contains(report["documents"][0]["title"].as_str().unwrap()));
        let page = ada.get_with(&path, &[("accept", "text/html")]).expect(200);
        assert!(page.text.starts_with("<!doctype html>"));
        assert!(page.text.contains("<section id=\"map\">") && page.text.contains("<svg"), "the map stands in it");
        assert!(
            page.text.contains("href=\"../map.svg?step=1\"") && !page.text.contains("rel=\"next\""),
            "{}",
            page.text
        );
        ada.get_with(&path, &[("accept", "image/png")]).problem(406, "not-acceptable");
        assert_eq!(ada.get(&Person::seat(&game, "A", "reports")).expect(200).body["items"][0]["step"], 1);
    });
}

#[test]
fn the_map_is_a_picture() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let path = Person::seat(&game, "A", "map.svg");
    let map = ada.get(&format!("{path}?width=640")).expect(200);
    assert_eq!(map.header("content-type"), "image/svg+xml");
    assert!(map.text.starts_with("<svg") && map.text.contains("640"));
    ada.get(&format!("{path}?crop=8,43,13,46&step=0")).expect(200);
    for bad in ["width=1", "crop=1,2,3", "crop=9,43,8,46", "crop=nan,1,2,3"] {
        ada.get(&format!("{path}?{bad}")).problem(422, "invalid");
    }
}

#[test]
fn whoever_chooses_a_seat_sees_the_map_that_it_begins_with() {
    World::both(|world| {
        let server = world.server();
        let nobody = server.nobody();
        let at = |seat: &str| format!("/v1/rulesets/toy-sealed/scenarios/four-houses/seats/{seat}/map.svg");
        let map = nobody.get(&at("A")).expect(200);
        assert!(map.text.starts_with("<svg"), "{}", map.text);
        assert_eq!(map.header("content-type"), "image/svg+xml");
        let tag = map.header("etag").to_owned();
        nobody.get_with(&at("A"), &[("if-none-match", &tag)]).expect(304);
        assert_eq!(nobody.get(&at("A")).expect(200).text, map.text);
        nobody.get(&at("Z")).problem(404, "not-found");
        nobody.get(&at("A").replace("four-houses", "five-houses")).problem(404, "not-found");
    });
}

#[test]
fn every_rule_system_has_figures_to_follow() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, eve) = (server.register("ada"), server.register("eve"));
    for ruleset in ["umpire", "hotw", "eternal-rome", "strategos", "renaissance"] {
        let rules = ada.get(&format!("/v1/rulesets/{ruleset}")).expect(200).body;
        let scenario = rules["scenarios"].as_array().unwrap().last().unwrap();
        let seat = scenario["seats"][0]["key"].as_str().unwrap();
        let form = json!({
            "ruleset": ruleset, "scenario": scenario["id"], "seats": [{ "kind": "me", "seat": seat }],
            "others": { "kind": "ai", "level": "random" }, "start": true,
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        server.work();
        let path = Person::seat(&game, seat, "figures");
        let answer = ada.get(&path).expect(200);
        let tag = answer.header("etag").to_owned();
        let found = answer.body;
        let steps = found["steps"].as_array().unwrap();
        assert_eq!(steps[0]["step"], 0, "{found}");
        let figures = found["figures"].as_array().unwrap();
        assert!(!figures.is_empty(), "{ruleset} has none");
        for figure in figures {
            let lines = figure["lines"].as_array().unwrap();
            assert!(lines.iter().any(|line| line["own"] == true), "{ruleset}: {figure}");
            assert!(lines.iter().all(|line| line["values"].as_array().unwrap().len() == steps.len()), "{figure}");
        }
        ada.get_with(&path, &[("if-none-match", &tag)]).expect(304);
        eve.get(&path).problem(403, "not-your-seat");
        ada.get(&format!("{path}?most=1")).problem(422, "invalid");
        let fewer = ada.get(&format!("{path}?most=2")).expect(200).body;
        assert!(fewer["steps"].as_array().unwrap().len() <= 2, "{fewer}");
    }
}
