//! What computer players decided, and who may read it.

use cursus_tests::{Person, World};
use serde_json::{Value, json};

fn decisions(person: &Person, game: &str, query: &str) -> Vec<Value> {
    let page = person.get(&format!("/v1/games/{game}/decisions{query}")).expect(200).body;
    page["items"].as_array().unwrap().clone()
}

fn pass(person: &Person, game: &str, seat: &str) {
    person.put(&Person::seat(game, seat, "orders/ready"), json!({})).expect(200);
}

#[test]
fn who_plays_alone_may_read_what_the_computer_thought_once_a_step_is_over() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(
            &ada,
            None,
            json!({ "seats": [
            { "kind": "me", "seat": "A" }, { "kind": "ai", "seat": "B", "level": "steady" },
        ] }),
        );
        let awaited = || ada.get(&format!("/v1/games/{game}/awaiting")).expect(200).body["awaiting"].clone();
        let before = awaited();
        assert_eq!(
            (before[0]["thinking"].clone(), before[1]["thinking"]["state"].clone()),
            (json!(null), json!("queued"))
        );
        server.work();
        assert_eq!((awaited()[1]["thinking"].clone(), awaited()[1]["ready"].clone()), (json!(null), json!(true)));
        assert_eq!(decisions(&ada, &game, ""), Vec::<Value>::new(), "a sealed bid is not told before the step is over");
        pass(&ada, &game, "A");
        server.work();
        let told = decisions(&ada, &game, "");
        assert_eq!(told.len(), 1, "the computer's next bid is sealed again");
        assert_eq!((told[0]["seat"].clone(), told[0]["step"].clone()), (json!("B"), json!(1)));
        let decision = &told[0]["decision"];
        assert_eq!((decision["level"].clone(), decision["orders"][0]["type"].clone()), (json!("steady"), json!("bid")));
        assert_eq!(decision["reasons"][0]["topic"], "posture");
        assert_eq!(decision["seed"].as_str().unwrap().len(), 64);
        assert_eq!(decisions(&ada, &game, "?seat=B"), told);
        assert_eq!(decisions(&ada, &game, "?seat=A"), Vec::<Value>::new());
        ada.get(&format!("/v1/games/{game}/decisions?seat=X")).problem(404, "no-such-seat");
        assert_eq!(decisions(&ben, &game, ""), Vec::<Value>::new());
        ben.get(&format!("/v1/games/{game}/decisions?seat=B")).problem(403, "not-your-seat");
        server.nobody().get(&format!("/v1/games/{game}/decisions?seat=B")).problem(401, "no-token");
    });
}

#[test]
fn with_others_at_the_table_minds_are_closed_until_the_end_and_come_in_pages() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "four-houses",
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "open", "seat": "B" }],
            "others": { "kind": "ai", "level": "novice" },
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        for step in 1..=6 {
            pass(&ada, &game, "A");
            pass(&ben, &game, "B");
            server.work();
            if step < 6 {
                assert_eq!(decisions(&ada, &game, ""), Vec::<Value>::new(), "the creator is a player like any other");
                ada.get(&format!("/v1/games/{game}/decisions?seat=C")).problem(403, "not-your-seat");
            }
        }
        let (all, of_d) = (decisions(&ben, &game, ""), decisions(&ben, &game, "?seat=D"));
        assert_eq!((all.len(), of_d.len()), (12, 6));
        assert_eq!(decisions(&server.nobody(), &game, ""), all);
        let (mut read, mut next) = (Vec::new(), Some(String::new()));
        while let Some(cursor) = next {
            let page = ben.get(&format!("/v1/games/{game}/decisions?limit=5{cursor}")).expect(200);
            read.extend(page.body["items"].as_array().unwrap().clone());
            next = page.body["next"].as_str().map(|cursor| format!("&cursor={cursor}"));
            assert_eq!(next.is_some(), !page.header("link").is_empty());
        }
        assert_eq!(read, all, "pages add up to the whole");
    });
}
