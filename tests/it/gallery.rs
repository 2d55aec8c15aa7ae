//! The press gallery: who watches reads what everybody heard, late where the game says so, and everything after the end.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

use crate::events::{listen, next};

fn end_round(server: &Server, game: &str, people: [(&Person, &str); 2]) {
    for (coins, (person, seat)) in people.into_iter().enumerate() {
        let bid = json!({ "orders": [{ "type": "bid", "coins": coins }] });
        person.put(&Person::seat(game, seat, "orders?ready=true"), bid).expect(200);
    }
    server.work();
}

fn kinds(gallery: &Value) -> Vec<&str> {
    gallery["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect()
}

fn told(person: &Person, game: &str) -> String {
    person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).text
}

#[test]
fn who_watches_reads_what_everybody_heard_and_no_more() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, nobody) = (server.player("ada"), server.player("ben"), server.nobody());
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let path = format!("/v1/games/{game}/gallery");
        let before = nobody.get(&path).expect(200).body;
        assert_eq!(
            (&before["step"], &before["newest"], &before["embargo"], &before["resolved_at"]),
            (&json!(0), &json!(0), &json!(0), &Value::Null)
        );
        assert_eq!((&before["entries"], &before["documents"]), (&json!([]), &json!([])));
        end_round(&server, &game, [(&ada, "A"), (&ben, "B")]);

        let after = nobody.get(&path).expect(200).body;
        assert_eq!((&after["step"], kinds(&after)), (&json!(1), vec!["sold"]), "and not what was paid");
        assert_eq!(after["documents"][0]["kind"], "newsheet");
        assert!(after["documents"][0]["text"].as_str().unwrap().contains("The prize goes to"), "{after}");
        assert_eq!(ben.get(&path).expect(200).body, after, "to those who play it is the same");
        assert_eq!(nobody.get(&format!("{path}?step=0")).expect(200).body["entries"], json!([]));
        nobody.get(&format!("{path}?step=2")).problem(404, "not-found");
        nobody.get(&format!("{path}?step=-1")).problem(404, "not-found");

        let map = nobody.get(&format!("{path}/map.svg?width=640&show=moves")).expect(200);
        assert!(map.text.starts_with("<svg") && map.header("content-type") == "image/svg+xml");
        nobody
            .get_with(&format!("{path}/map.svg?width=640&show=moves"), &[("if-none-match", map.header("etag"))])
            .expect(304);
        nobody.get(&format!("{path}/map.svg?show=orders")).problem(422, "invalid");
        nobody.get(&format!("{path}/figures?most=1")).problem(422, "invalid");
        let found = nobody.get(&format!("{path}/figures")).expect(200);
        assert_eq!(found.body["steps"].as_array().unwrap().len(), 2);
        nobody.get_with(&format!("{path}/figures"), &[("if-none-match", found.header("etag"))]).expect(304);
        assert_eq!(nobody.get(&format!("{path}/figures")).expect(200).text, found.text);

        let hidden = server.bidding_game(&ada, None, json!({ "visibility": "private" }));
        let path = format!("/v1/games/{hidden}/gallery");
        for (who, status) in [(&nobody, 404), (&ben, 404), (&ada, 200)] {
            for of in ["", "/map.svg", "/figures"] {
                who.get(&format!("{path}{of}")).expect(status);
            }
        }
        let lobby = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses",
            "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
        });
        let lobby = ada.post("/v1/games", lobby).expect(201).body["id"].as_str().unwrap().to_owned();
        for of in ["", "/map.svg", "/figures"] {
            nobody.get(&format!("/v1/games/{lobby}/gallery{of}")).problem(409, "not-started");
        }
    });
}

#[test]
fn an_embargo_holds_until_the_end_and_then_everything_is_open() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, nobody) = (server.player("ada"), server.player("ben"), server.nobody());
        let game = server.bidding_game(&ada, Some(&ben), json!({ "press": { "embargo": 2 } }));
        let path = format!("/v1/games/{game}/gallery");
        let mut stream = listen(&nobody, &format!("/v1/games/{game}/events"), None);
        assert_eq!(next(&mut stream).1, "snapshot");
        end_round(&server, &game, [(&ada, "A"), (&ben, "B")]);

        let late = nobody.get(&path).expect(200).body;
        assert_eq!(
            (&late["step"], &late["newest"], &late["embargo"], kinds(&late)),
            (&json!(0), &json!(0), &json!(2), vec![])
        );
        for of in ["", "/map.svg"] {
            let refused = nobody.get(&format!("{path}{of}?step=1")).problem(404, "not-found").body;
            assert!(refused["detail"].as_str().unwrap().contains("2 steps behind"), "{refused}");
        }
        assert_eq!(nobody.get(&format!("{path}/figures")).expect(200).body["steps"].as_array().unwrap().len(), 1);
        let now = ben.get(&path).expect(200).body;
        assert_eq!((&now["embargo"], kinds(&now)), (&json!(0), vec!["sold"]), "who plays has heard it anyway");
        assert!(told(&ben, &game).contains("The prize goes to"));
        assert!(!told(&nobody, &game).contains("The prize goes to"), "the events do not tell it earlier");
        assert!(told(&nobody, &game).contains("step_resolved"), "that a step was resolved, they do");
        loop {
            let (_, kind, data) = next(&mut stream);
            assert_ne!(kind, "entry", "{data}");
            if kind == "step_resolved" {
                break;
            }
        }
        let mut steps = 1;
        while ada.get(&format!("/v1/games/{game}")).expect(200).body["status"] == "running" {
            end_round(&server, &game, [(&ada, "A"), (&ben, "B")]);
            steps += 1;
        }
        assert!(steps > 2, "{steps}");
        let end = nobody.get(&path).expect(200).body;
        assert_eq!((&end["step"], &end["embargo"]), (&json!(steps), &json!(0)));
        assert!(told(&nobody, &game).contains("The prize goes to"));
        nobody.get(&Person::seat(&game, "A", "view?step=1")).expect(200);
        nobody.get(&Person::seat(&game, "B", "reports/1")).expect(200);
        nobody.get(&format!("/v1/games/{game}/decisions")).expect(200);
    });
}

#[test]
fn an_embargo_is_settled_in_the_lobby_and_has_bounds() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let form = |embargo: i32| {
            json!({
                "ruleset": "toy-sealed", "scenario": "two-houses", "press": { "embargo": embargo },
                "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
            })
        };
        let flaw = ada.post("/v1/games", form(1001)).problem(422, "invalid").body;
        assert_eq!(flaw["errors"][0]["pointer"], "/press/embargo");
        let game = ada.post("/v1/games", form(1)).expect(201).body["id"].as_str().unwrap().to_owned();
        let path = format!("/v1/games/{game}");
        ada.patch(&path, &json!({ "press": { "embargo": 1001 } })).problem(422, "invalid");
        ada.patch(&path, &json!({ "press": { "embargo": 3 } })).expect(200);
        assert_eq!(ada.get(&Person::seat(&game, "A", "messages")).expect(200).body["press"]["embargo"], 3);
    });
}

#[test]
fn every_rule_system_can_be_watched() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, nobody) = (server.register("ada"), server.nobody());
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
        let path = format!("/v1/games/{game}/gallery");
        let gallery = nobody.get(&path).expect(200).body;
        let figures = gallery["figures"].as_array().unwrap();
        assert!(!figures.is_empty(), "{ruleset} has none");
        for figure in figures {
            let values = figure["values"].as_array().unwrap();
            assert!(values.len() > 1 && values.iter().all(|value| value["own"] == false), "{ruleset}: {figure}");
        }
        let map = nobody.get(&format!("{path}/map.svg?show=moves")).expect(200).text;
        assert!(map.starts_with("<svg") && map.contains("data-place"), "{ruleset}");
        let theirs = ada.get(&Person::seat(&game, seat, "map.svg")).expect(200).text;
        assert!(map.len() <= theirs.len() + 4_096, "{ruleset}: the public sees no more than who plays");
    }
}
