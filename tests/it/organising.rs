//! A campaign that several people run: invitations by name, co-organisers, and who is kept out for good.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

use crate::notifications::{Listener, deliver};

/// A private game of two houses in the lobby: its creator plays A.
fn private_game(ada: &Person) -> String {
    let form = json!({
        "ruleset": "toy-sealed", "scenario": "two-houses", "name": "The mines", "visibility": "private",
        "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
    });
    ada.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id").to_owned()
}

fn listening(person: &Person) -> Listener {
    let listener = Listener::new();
    person.post("/v1/me/channels", json!({ "url": listener.url })).expect(201);
    listener
}

fn invite(person: &Person, game: &str, form: Value) -> Value {
    person.post(&format!("/v1/games/{game}/invitations"), form).expect(201).body
}

fn accept(person: &Person, code: &Value) -> cursus_tests::Answer {
    person.post("/v1/invitations/accept", json!({ "code": code }))
}

fn my_invitations(person: &Person) -> Vec<Value> {
    person.get("/v1/me/invitations").expect(200).body["items"].as_array().expect("items").clone()
}

fn game_of(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body
}

/// The people whom a game tells of an event, in order.
fn told(person: &Person, game: &str, kind: &str) -> Vec<Value> {
    let events = person.get(&format!("/v1/games/{game}/events")).expect(200).body;
    let of_kind = events["items"].as_array().expect("items").iter().filter(|event| event["kind"] == kind);
    of_kind.map(|event| event["data"]["player"].clone()).collect()
}

/// A game that Ada runs with Carl, who holds no seat.
fn run_by_two(server: &Server) -> (Person, Person, String) {
    let (ada, carl) = (server.register("ada"), server.register("carl"));
    let game = private_game(&ada);
    let asked = invite(&ada, &game, json!({ "player": carl.name, "role": "co_organiser" }));
    let led = accept(&carl, &asked["code"]).expect(200).body;
    assert_eq!((&led["role"], &led["seat"]), (&json!("co_organiser"), &Value::Null));
    (ada, carl, game)
}

#[test]
fn a_person_is_invited_by_name() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let bens = listening(&ben);
        let game = private_game(&ada);
        let path = format!("/v1/games/{game}/invitations");
        let flaw = ada.post(&path, json!({ "player": "nobody-at-all" })).problem(422, "invalid").body;
        assert_eq!(flaw["errors"][0]["pointer"], "/player", "{flaw}");
        let made = invite(&ada, &game, json!({ "player": ben.name.to_uppercase(), "seat": "b" }));
        assert_eq!((&made["player"], &made["seat"], &made["role"]), (&json!(ben.name), &json!("B"), &json!("player")));
        ada.post(&path, json!({ "player": ben.name })).problem(409, "already-invited");
        deliver(&server);
        let told = bens.take();
        assert_eq!(told.len(), 1);
        let data = &told[0].body["data"];
        assert_eq!(told[0].body["type"], "invited");
        assert_eq!(data["text"], format!("{} invites you to play House of B in “The mines”.", ada.name));
        assert!(data["url"].as_str().expect("an address").ends_with('/'), "{data}");

        // It is his alone, and he sees what he is invited to though the game is private.
        assert!(my_invitations(&eve).is_empty());
        accept(&eve, &made["code"]).problem(404, "not-found");
        eve.delete(&format!("/v1/me/invitations/{}", made["id"].as_str().unwrap())).problem(404, "not-found");
        ben.get(&format!("/v1/games/{game}")).problem(404, "not-found");
        let mine = my_invitations(&ben);
        assert_eq!(mine.len(), 1);
        let known = json!({
            "id": game, "name": "The mines", "ruleset": "toy-sealed", "scenario": "two-houses", "status": "lobby",
        });
        assert_eq!(mine[0]["game"], known);
        assert_eq!((&mine[0]["invited_by"], &mine[0]["seat_name"]), (&json!(ada.name), &json!("House of B")));

        // The seat is kept for him until he declines.
        let any = invite(&ada, &game, json!({}));
        accept(&eve, &any["code"]).problem(409, "seat-taken");
        ben.delete(&format!("/v1/me/invitations/{}", made["id"].as_str().unwrap())).expect(204);
        accept(&ben, &made["code"]).problem(404, "not-found");
        assert!(my_invitations(&ben).is_empty());
        assert_eq!(ada.get(&path).expect(200).body["items"][0]["state"], "declined");
        let again = invite(&ada, &game, json!({ "player": ben.name }));
        let led = accept(&ben, &again["code"]).expect(200).body;
        assert_eq!((&led["seat"], &led["game"]["seats"][1]["player"]), (&json!("B"), &json!(ben.name)));
        ada.post(&path, json!({ "player": ben.name })).problem(409, "already-seated");

        // Whoever closes the account leaves no seat kept.
        let asked = invite(&ada, &game, json!({ "player": eve.name }));
        eve.close_account().expect(204);
        let states = ada.get(&path).expect(200).body;
        let state = states["items"].as_array().unwrap().iter().find(|one| one["id"] == asked["id"]).unwrap();
        assert_eq!(state["state"], "revoked", "{states}");
    });
}

#[test]
fn several_people_run_a_game() {
    World::both(|world| {
        let server = world.server();
        let ben = server.register("ben");
        let (ada, carl, game) = run_by_two(&server);
        let path = format!("/v1/games/{game}");
        let seen = game_of(&carl, &game);
        assert_eq!((&seen["you_run_it"], &seen["co_organisers"]), (&json!(true), &json!([carl.name])));
        let mine = carl.get("/v1/games?mine=true").expect(200).body;
        assert_eq!(mine["items"][0]["id"], json!(game));
        assert_eq!(told(&ada, &game, "co_organiser_added"), [json!(carl.name)]);
        let carls = listening(&carl);

        // He does what is to be done, also about seats, and it is on the record under his name.
        let to_ben = invite(&carl, &game, json!({ "player": ben.name, "seat": "B" }));
        accept(&ben, &to_ben["code"]).expect(200);
        carl.post(&format!("{path}/start"), json!({})).expect(200);
        carl.post(&format!("{path}/announcements"), json!({ "text": "We begin." })).expect(201);
        carl.post(&format!("{path}/pause"), json!({})).expect(200);
        carl.post(&format!("{path}/resume"), json!({})).expect(200);
        let log = ada.get(&format!("{path}/audit")).expect(200).body;
        let deeds: Vec<_> = log["items"].as_array().unwrap().iter().map(|one| (&one["by"], &one["deed"])).collect();
        assert_eq!(deeds[0], (&json!(carl.name), &json!("game_resumed")));
        assert!(log["items"].as_array().unwrap().iter().all(|one| one["as_administrator"] == false), "{log}");
        deliver(&server);
        assert_eq!(carls.kinds(), ["game_paused"], "who runs a game hears that it stands");

        // What a seat knows is no business of his.
        carl.get(&Person::seat(&game, "A", "view")).problem(403, "not-your-seat");

        // What cannot be taken back, and who runs the game, is the organiser's.
        carl.post(&format!("{path}/abandon"), json!({})).problem(403, "not-organiser");
        carl.patch(&path, &json!({ "organiser": ben.name })).problem(403, "not-organiser");
        let more = json!({ "player": ben.name, "role": "co_organiser" });
        carl.post(&format!("{path}/invitations"), more.clone()).problem(403, "not-organiser");
        ben.post(&format!("{path}/invitations"), more.clone()).problem(403, "not-game-master");
        ada.post(&format!("{path}/invitations"), json!({ "player": carl.name, "role": "co_organiser" }))
            .problem(409, "already-organiser");
        let flaws = ada.post(&format!("{path}/invitations"), json!({ "seat": "B", "role": "co_organiser" }));
        let flaws = flaws.problem(422, "invalid").body;
        let pointers: Vec<_> = flaws["errors"].as_array().unwrap().iter().map(|one| &one["pointer"]).collect();
        assert_eq!(pointers, ["/player", "/seat"]);
        world.pass_minutes(1);
        let led = accept(&ben, &invite(&ada, &game, more)["code"]).expect(200).body;
        assert_eq!(led["game"]["co_organisers"], json!([carl.name, ben.name]));
        carl.delete(&format!("{path}/co-organisers/{}", ben.name)).problem(403, "not-organiser");
        ada.delete(&format!("{path}/co-organisers/{}", ada.name)).problem(404, "not-found");
        ada.delete(&format!("{path}/co-organisers/{}", ben.name.to_uppercase())).expect(204);
        assert_eq!(game_of(&ben, &game)["you_run_it"], false);

        // A game is handed on to a co-organiser without a seat; and one goes when one likes.
        ada.patch(&path, &json!({ "organiser": carl.name })).expect(200);
        let seen = game_of(&ada, &game);
        assert_eq!((&seen["organiser"], &seen["co_organisers"]), (&json!(carl.name), &json!([])));
        ada.post(&format!("{path}/pause"), json!({})).problem(403, "not-game-master");
        let asked = invite(&carl, &game, json!({ "player": ada.name, "role": "co_organiser" }));
        accept(&ada, &asked["code"]).expect(200);
        ada.delete(&format!("{path}/co-organisers/{}", ada.name)).expect(204);
        assert_eq!(told(&ben, &game, "co_organiser_removed"), [json!(ben.name), json!(carl.name), json!(ada.name)]);
    });
}

#[test]
fn a_co_organiser_takes_over_before_a_player_does() {
    World::both(|world| {
        let server = world.server();
        let (ben, (ada, carl, game)) = (server.register("ben"), run_by_two(&server));
        let dora = server.register("dora");
        world.pass_minutes(1);
        accept(&dora, &invite(&ada, &game, json!({ "player": dora.name, "role": "co_organiser" }))["code"]).expect(200);
        accept(&ben, &invite(&ada, &game, json!({ "seat": "B" }))["code"]).expect(200);
        assert_eq!(carl.get("/v1/me/data").expect(200).body["helps_to_run"], json!([game]));
        ada.close_account().expect(204);
        let seen = game_of(&ben, &game);
        assert_eq!((&seen["organiser"], &seen["co_organisers"]), (&json!(carl.name), &json!([dora.name])));
        // An account that is closed helps to run nothing.
        dora.close_account().expect(204);
        assert_eq!(game_of(&ben, &game)["co_organisers"], json!([]));
        carl.close_account().expect(204);
        assert_eq!(game_of(&ben, &game)["organiser"], json!(ben.name));
    });
}

#[test]
fn who_is_banned_comes_back_by_no_invitation() {
    World::both(|world| {
        let server = world.server();
        let (ben, eve) = (server.register("ben"), server.register("eve"));
        let (ada, carl, game) = run_by_two(&server);
        let path = format!("/v1/games/{game}");
        accept(&ben, &invite(&ada, &game, json!({ "seat": "B" }))["code"]).expect(200);
        ada.post(&format!("{path}/start"), json!({})).expect(200);
        let bens = listening(&ben);
        ben.put(&format!("{path}/bans/{}", eve.name), json!({})).problem(403, "not-game-master");
        ada.put(&format!("{path}/bans/nobody-at-all"), json!({})).problem(404, "not-found");
        for organiser in [&ada.name, &carl.name] {
            ada.put(&format!("{path}/bans/{organiser}"), json!({})).problem(409, "runs-the-game");
        }

        // A ban takes the seat and what invitations there are, and is no other ban the second time.
        let made = ada.put(&format!("{path}/bans/{}", ben.name.to_uppercase()), json!({})).expect(200).body;
        assert_eq!((&made["player"], &made["banned"]), (&json!(ben.name), &json!(true)));
        ada.put(&format!("{path}/bans/{}", ben.name), json!({})).expect(200);
        deliver(&server);
        assert_eq!(bens.kinds(), ["seat_lost"]);
        assert_eq!(game_of(&ada, &game)["seats"][1]["holder"], "open");
        ben.get(&path).problem(404, "not-found");
        let fresh = invite(&ada, &game, json!({ "seat": "B" }));
        accept(&ben, &fresh["code"]).problem(409, "banned");
        ada.post(&format!("{path}/invitations"), json!({ "player": ben.name })).problem(409, "banned");

        // Who has no seat yet is kept out as well, and loses an invitation by name.
        let asked = invite(&ada, &game, json!({ "player": eve.name }));
        ada.put(&format!("{path}/bans/{}", eve.name), json!({})).expect(200);
        assert!(my_invitations(&eve).is_empty());
        accept(&eve, &asked["code"]).problem(404, "not-found");
        ada.patch(&path, &json!({ "visibility": "public" })).expect(200);
        ada.delete(&format!("{path}/invitations/{}", fresh["id"].as_str().unwrap())).expect(204);
        eve.post(&Person::seat(&game, "B", "claim"), json!({})).problem(409, "banned");

        let kept_out = ada.get(&format!("{path}/bans")).expect(200).body;
        let names: Vec<_> = kept_out["items"].as_array().unwrap().iter().map(|one| &one["player"]).collect();
        assert!(
            names.len() == 2 && names.contains(&&json!(ben.name)) && names.contains(&&json!(eve.name)),
            "{kept_out}"
        );
        eve.get(&format!("{path}/bans")).problem(403, "not-game-master");
        let log = ada.get(&format!("{path}/audit")).expect(200).body;
        let bans = log["items"].as_array().unwrap().iter().filter(|one| one["deed"] == "banned");
        assert_eq!(bans.map(|one| &one["about"]).collect::<Vec<_>>(), [&json!(eve.name), &json!(ben.name)]);

        ada.delete(&format!("{path}/bans/{}", eve.name)).expect(204);
        ada.delete(&format!("{path}/bans/{}", eve.name)).problem(404, "not-found");
        eve.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        ada.delete(&format!("{path}/bans/{}", ben.name)).expect(204);
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).problem(409, "seat-taken");
    });
}
