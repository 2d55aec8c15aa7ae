//! An account's seats over all its games.

use cursus_tests::{Person, World};
use serde_json::{Value, json};

fn mine(person: &Person) -> Vec<Value> {
    person.get("/v1/me/games").expect(200).body["items"].as_array().expect("items").clone()
}

#[test]
fn what_waits_for_me_comes_first_with_its_deadline_and_what_i_have_not_read() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        assert_eq!(mine(&ada), Vec::<Value>::new());
        let daily = json!({ "timing": { "clock": { "type": "interval", "every": { "days": 1 } } } });
        let slow = server.bidding_game(&ada, Some(&ben), json!({}));
        let urgent = server.bidding_game(&ada, Some(&ben), daily);
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses",
            "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
        });
        let lobby = ada.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id").to_owned();
        let order = |person: &Person| mine(person).iter().map(|it| it["game"].clone()).collect::<Vec<_>>();
        assert_eq!(order(&ada), [json!(urgent), json!(slow), json!(lobby)]);
        let first = &mine(&ada)[0];
        assert_eq!((first["seat"].clone(), first["waits_for_you"].clone()), (json!("A"), json!(true)));
        assert!(first["deadline"].is_string() && first["prompt"].is_string(), "{first}");
        assert_eq!((first["awaited"].clone(), first["ready"].clone()), (json!(2), json!(0)));
        assert_eq!(first["last_report"], Value::Null);
        // Handed in, it waits for the other; a letter is waiting all the same.
        ada.put(&Person::seat(&urgent, "A", "orders"), json!({ "orders": [], "ready": true })).expect(200);
        ben.post(&Person::seat(&urgent, "B", "messages"), json!({ "to": ["A"], "text": "Hurry." })).expect(201);
        let second = &mine(&ada)[1];
        assert_eq!(second["game"], json!(urgent), "what waits comes before what has a deadline");
        assert_eq!((second["waits_for_you"].clone(), second["prompt"].clone()), (json!(false), Value::Null));
        assert_eq!((second["ready"].clone(), second["unread_letters"].clone()), (json!(1), json!(1)));
        let bens = mine(&ben);
        assert_eq!(bens.len(), 2, "the game in the lobby is not Ben's");
        assert_eq!((bens[0]["seat"].clone(), bens[0]["unread_letters"].clone()), (json!("B"), json!(0)));
        ben.put(&Person::seat(&urgent, "B", "orders"), json!({ "orders": [], "ready": true })).expect(200);
        server.work();
        let told = &mine(&ada)[0];
        assert_eq!((told["game"].clone(), told["last_report"]["step"].clone()), (json!(urgent), json!(1)));
    });
}

#[test]
fn games_that_are_over_and_seats_of_others_are_left_out() {
    World::both(|world| {
        let server = world.server();
        let (ada, eve) = (server.register("ada"), server.register("eve"));
        let game = server.bidding_game(&ada, None, json!({}));
        assert_eq!(mine(&eve), Vec::<Value>::new());
        ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
        assert_eq!(mine(&ada), Vec::<Value>::new());
        let more = ada.get("/v1/me/games?limit=0").problem(422, "invalid");
        assert_eq!(more.body["errors"][0]["code"], "out-of-range");
        server.bidding_game(&ada, None, json!({}));
        server.bidding_game(&ada, None, json!({}));
        assert_eq!(ada.get("/v1/me/games?limit=1").expect(200).body["left_off"], 1);
        server.nobody().get("/v1/me/games").problem(401, "no-token");
    });
}
