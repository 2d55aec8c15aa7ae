//! Who sits where.

use cursus_tests::{Person, World};
use serde_json::{Value, json};

fn seats(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}/seats")).expect(200).body["items"].clone()
}

#[test]
fn the_creator_chooses_who_is_to_sit_where() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "four-houses", "name": "A fair", "visibility": "private",
            "seats": [
                { "kind": "me", "seat": "a" }, { "kind": "invited", "seat": "B" }, { "kind": "ai", "seat": "C", "level": "novice", "temper": "bold" },
            ],
            "others": { "kind": "open" },
        });
        let made = ada.post("/v1/games", form).expect(201);
        let game = made.body["id"].as_str().unwrap().to_owned();
        assert_eq!(made.header("location"), format!("/v1/games/{game}"));
        let holders: Vec<_> =
            made.body["seats"].as_array().unwrap().iter().map(|s| s["holder"].as_str().unwrap()).collect();
        assert_eq!(holders, ["person", "invited", "computer", "open"]);
        assert_eq!((made.body["yours"].clone(), made.body["you_run_it"].clone()), (json!(["A"]), json!(true)));
        assert_eq!(made.body["seats"][2]["ai_level"], "novice");
        assert_eq!(made.body["seats"][2]["ai_temper"], "bold");
        assert_eq!(made.body["seats"][3]["ai_temper"], Value::Null);
        assert_eq!(made.body["seed"], Value::Null);
    });
}

#[test]
fn a_bad_form_is_told_everything_at_once() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let form = json!({
        "ruleset": "toy-sealed", "scenario": "two-houses", "name": "\u{7}",
        "seats": [{ "kind": "me", "seat": "Q" }, { "kind": "me", "seat": "A" }, { "kind": "open", "seat": "a" }],
    });
    let problem = ada.post("/v1/games", form).problem(422, "invalid");
    let found: Vec<_> =
        problem.body["errors"].as_array().unwrap().iter().map(|e| e["pointer"].as_str().unwrap()).collect();
    assert_eq!(found, ["/name", "/seats/0/seat", "/seats/2/seat"]);
    ada.post("/v1/games", json!({ "ruleset": "chess", "scenario": "x" })).problem(422, "invalid");
    ada.post("/v1/games", json!({ "ruleset": "toy-sealed", "scenario": "x" })).problem(422, "invalid");
    ada.post("/v1/games", json!({ "scenario": "x" })).problem(422, "invalid");
    assert_eq!(ada.get("/v1/games?mine=true").expect(200).body["items"], json!([]));
}

#[test]
fn a_private_game_is_known_to_its_people_alone() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses", "visibility": "private",
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "invited", "seat": "B" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let path = format!("/v1/games/{game}");
        let code = ada.get(&format!("{path}/invitations")).expect(200).body["items"][0]["code"].clone();
        for stranger in [&ben, &eve, &server.nobody()] {
            stranger.get(&path).problem(404, "not-found");
            stranger.get(&format!("{path}/events")).problem(404, "not-found");
            stranger.get(&format!("{path}/turns")).problem(404, "not-found");
            stranger.get(&format!("{path}/awaiting")).problem(404, "not-found");
            assert_eq!(stranger.get("/v1/games").expect(200).body["items"], json!([]));
        }
        eve.post(&Person::seat(&game, "B", "claim"), json!({})).problem(404, "not-found");
        eve.get(&format!("{path}/invitations")).problem(404, "not-found");
        let seated = ben.post("/v1/invitations/accept", json!({ "code": code })).expect(200).body;
        assert_eq!((seated["seat"].clone(), seated["game"]["id"].clone()), (json!("B"), json!(game)));
        eve.post("/v1/invitations/accept", json!({ "code": code })).problem(404, "not-found");
        assert_eq!(ben.get("/v1/games").expect(200).body["items"][0]["id"], game.as_str());
        ben.get(&format!("{path}/invitations")).problem(403, "not-game-master");
    });
}

#[test]
fn an_open_seat_goes_to_one_of_those_who_claim_it_at_once() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "others": { "kind": "open" } });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let crowd: Vec<Person> = (0..6).map(|_| server.register("someone")).collect();
        let claim = Person::seat(&game, "A", "claim");
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let claims: Vec<_> = crowd.iter().map(|p| scope.spawn(|| p.post(&claim, json!({})).status)).collect();
            claims.into_iter().map(|c| c.join().unwrap()).collect()
        });
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 5, "{statuses:?}");
        let winner = &crowd[statuses.iter().position(|status| *status == 200).unwrap()];
        winner.post(&Person::seat(&game, "B", "claim"), json!({})).problem(409, "already-seated");
    });
}

#[test]
fn who_takes_over_finds_a_clean_order_set() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let orders = Person::seat(&game, "B", "orders");
        ben.put(&orders, json!({ "orders": [{ "type": "bid", "coins": 5 }], "ready": true })).expect(200);
        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        ben.get(&orders).problem(403, "not-your-seat");
        server.work();
        assert_eq!(seats(&ada, &game)[1]["holder"], "open");
        eve.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        let order_set = eve.get(&orders).expect(200).body;
        assert_eq!((order_set["revision"].clone(), order_set["orders"].clone()), (json!(0), json!([])));
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(ada.get(&format!("/v1/games/{game}")).body["step"], 0, "Eve has not spoken yet");
        eve.put(&orders, json!({ "orders": [{ "type": "bid", "coins": 1 }], "ready": true })).expect(200);
        assert_eq!(eve.get(&Person::seat(&game, "B", "reports/1")).expect(200).body["orders"][0]["coins"], 1);
        let newest = eve.get(&Person::seat(&game, "B", "reports/newest")).problem(404, "not-found").body;
        assert_eq!(newest["detail"], "There is no step “newest”: steps have whole numbers from 1 on.");
    });
}

#[test]
fn a_seat_goes_to_a_computer_and_back() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let ai = Person::seat(&game, "B", "ai");
        ada.put(&ai, json!({ "level": "grandmaster" })).problem(422, "invalid");
        ada.put(&ai, json!({ "level": "steady", "temper": "gentle" })).problem(422, "invalid");
        let drawn = ada.put(&ai, json!({ "level": "steady", "temper": "drawn" })).expect(200).body;
        assert_eq!((drawn["ai_level"].clone(), drawn["ai_temper"].clone()), (json!("steady"), json!("drawn")));
        // Ben did not leave of his own will: he needs to be asked back.
        ada.delete(&ai).expect(200);
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).problem(409, "excluded");
        world.pass_minutes(1);
        let invited = ada.post(&format!("/v1/games/{game}/invitations"), json!({ "seat": "B" })).expect(201).body;
        ben.post("/v1/invitations/accept", json!({ "code": invited["code"] })).expect(200);
        let given = ben.put(&ai, json!({ "level": "random" })).expect(200).body;
        assert_eq!(given["ai_temper"], "even");
        assert_eq!((given["holder"].clone(), given["ai_level"].clone()), (json!("computer"), json!("random")));
        ben.put(&ai, json!({ "level": "steady" })).problem(403, "not-game-master");
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).problem(409, "seat-not-open");
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(ada.get(&format!("/v1/games/{game}")).body["step"], 1);
        ada.delete(&ai).expect(200);
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        assert_eq!(seats(&ada, &game)[1]["player"], ben.name.as_str());
    });
}

#[test]
fn a_closed_account_leaves_its_seats_to_the_computer() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        ben.close_account().expect(204);
        assert_eq!(seats(&ada, &game)[1]["holder"], "open");
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(ada.get(&format!("/v1/games/{game}")).body["step"], 1);
    });
}

#[test]
fn lists_come_in_pages() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses" });
        // All in the same millisecond: the id tells them apart.
        let made: Vec<Value> =
            (0..7).map(|_| ada.post("/v1/games", form.clone()).expect(201).body["id"].clone()).collect();
        let mut path = "/v1/games?limit=3&status=lobby".to_owned();
        let mut seen = Vec::new();
        for expected in [3, 3, 1] {
            let page = ada.get(&path).expect(200);
            let items = page.body["items"].as_array().unwrap();
            assert_eq!(items.len(), expected);
            seen.extend(items.iter().map(|game| game["id"].clone()));
            match page.header("link").split_once('>') {
                Some((link, _)) => path = link.trim_start_matches('<').to_owned(),
                None => assert_eq!(page.body["next"], Value::Null),
            }
        }
        seen.reverse();
        assert_eq!(seen, made);
        for bad in ["limit=0", "limit=101", "limit=-1", "cursor=nonsense"] {
            ada.get(&format!("/v1/games?{bad}")).problem(422, "invalid");
        }
        ada.get("/v1/games?limit=many").problem(400, "bad-query");
        ada.get("/v1/games?status=lost").problem(400, "bad-query");
        assert_eq!(ada.get("/v1/games?open_seats=true").expect(200).body["items"], json!([]));
    });
}
