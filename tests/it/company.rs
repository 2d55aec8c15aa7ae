//! The company of a campaign: who is there before it begins, who stands by, how reliably people play, and lobbies that nobody comes to.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

use crate::notifications::{Listener, deliver};

fn lobby(ada: &Person, more: Value) -> String {
    let mut form = json!({
        "ruleset": "toy-sealed", "scenario": "four-houses", "name": "The mines",
        "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
    });
    form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned()
}

fn claim(person: &Person, game: &str, seat: &str) {
    person.post(&Person::seat(game, seat, "claim"), json!({})).expect(200);
}

/// The listener to a channel of somebody who plays by an API token.
fn listening(server: &Server, person: &Person) -> Listener {
    let listener = Listener::new();
    let session = Person::log_in(&server.base, &person.name);
    session.post("/v1/me/channels", json!({ "url": listener.url })).expect(201);
    listener
}

fn record(reader: &Person, of: &Person) -> Value {
    reader.get(&format!("/v1/players/{}", of.name)).expect(200).body
}

#[test]
fn a_muster_shows_who_is_there_before_the_game_begins() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
        let game = lobby(&ada, json!({}));
        let path = format!("/v1/games/{game}/muster");
        claim(&ben, &game, "B");
        let bens = listening(&server, &ben);
        let none = ada.get(&path).expect(200).body;
        assert_eq!((&none["called_at"], &none["missing"]), (&Value::Null, &json!([])));
        ben.post(&path, json!({})).problem(403, "not-game-master");
        let flaw = ada.post(&path, json!({ "hours": 0 })).problem(422, "invalid").body;
        assert_eq!(flaw["errors"][0]["pointer"], "/hours");
        let called = ada.post(&path, json!({})).expect(201).body;
        assert_eq!((&called["present"], &called["missing"]), (&json!([ada.name]), &json!([ben.name])));
        deliver(&server);
        assert_eq!(bens.kinds(), ["muster"]);
        let refused = ada.post(&format!("/v1/games/{game}/start"), json!({})).problem(409, "muster-open").body;
        assert!(refused["detail"].as_str().unwrap().contains(&ben.name), "{refused}");

        // Who comes now is there; who has no seat is not asked.
        eve.put(&format!("{path}/present"), json!({})).problem(403, "not-your-seat");
        claim(&eve, &game, "C");
        assert_eq!(ben.get(&path).expect(200).body["you_are_missing"], true);
        assert_eq!(eve.get(&path).expect(200).body["you_are_missing"], false);

        // When its time is over, the game starts without those who did not come; they may claim the seat again.
        world.pass_minutes(48 * 60 + 1);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        let seats = ada.get(&format!("/v1/games/{game}/seats")).expect(200).body["items"].clone();
        assert_eq!((&seats[1]["holder"], &seats[2]["player"]), (&json!("open"), &json!(eve.name)));
        claim(&ben, &game, "B");
        ben.put(&format!("{path}/present"), json!({})).problem(409, "wrong-status");
        ada.post(&path, json!({})).problem(409, "wrong-status");
    });
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = lobby(&ada, json!({}));
        let path = format!("/v1/games/{game}/muster");
        claim(&ben, &game, "B");
        ada.post(&path, json!({ "hours": 1 })).expect(201);
        let all = ben.put(&format!("{path}/present"), json!({})).expect(200).body;
        assert_eq!(all["missing"], json!([]));
        ben.put(&format!("{path}/present"), json!({})).expect(200);
        let news = ada.get(&format!("/v1/games/{game}/events")).expect(200).body;
        let answers = news["items"].as_array().unwrap().iter().filter(|event| event["kind"] == "muster_answered");
        assert_eq!(answers.map(|event| &event["data"]["seat"]).collect::<Vec<_>>(), ["B"], "it is told once");
        // Another muster asks anew, and can be taken back.
        let again = ada.post(&path, json!({ "hours": 1 })).expect(201).body;
        assert_eq!(again["missing"], json!([ben.name]));
        ada.delete(&path).expect(204);
        ada.delete(&path).problem(404, "not-found");
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["seats"][1]["player"], ben.name);
    });
}

#[test]
fn who_stands_by_is_told_of_a_free_seat() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let (eve, fay) = (server.player("eve"), server.player("fay"));
        let game = lobby(&ada, json!({ "others": { "kind": "ai", "level": "random" } }));
        let path = format!("/v1/games/{game}/substitutes");
        ada.delete(&Person::seat(&game, "B", "ai")).expect(200);
        claim(&ben, &game, "B");
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        let eves = listening(&server, &eve);
        ben.put(&format!("{path}/me"), json!({})).problem(409, "already-seated");
        for person in [&eve, &fay, &eve] {
            person.put(&format!("{path}/me"), json!({})).expect(204);
            world.pass_minutes(1);
        }
        let on_list = server.nobody().get(&path).expect(200).body;
        let names: Vec<_> = on_list["items"].as_array().unwrap().iter().map(|one| &one["player"]).collect();
        assert_eq!(names, [&json!(eve.name), &json!(fay.name)]);

        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        deliver(&server);
        let told = eves.take();
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].body["type"], "seat_free");
        assert_eq!(
            told[0].body["data"]["text"],
            "House of B is free in “The mines”: the first who claims it plays it."
        );
        claim(&eve, &game, "B");
        let on_list = ada.get(&path).expect(200).body;
        assert_eq!(on_list["items"].as_array().unwrap().len(), 1, "who has a seat stands by no more");
        // A seat that is taken from the computer is free as well.
        let fays = listening(&server, &fay);
        ada.delete(&Person::seat(&game, "C", "ai")).expect(200);
        deliver(&server);
        assert_eq!(fays.kinds(), ["seat_free"]);
        fay.delete(&format!("{path}/me")).expect(204);
        fay.delete(&format!("{path}/me")).problem(404, "not-found");

        // Who has seen a seat, or is kept out, waits for no other.
        ben.put(&format!("{path}/me"), json!({})).problem(409, "saw-other-seats");
        ada.take_away(&game, "B").expect(204);
        eve.put(&format!("{path}/me"), json!({})).problem(409, "excluded");
        ada.put(&format!("/v1/games/{game}/bans/{}", fay.name), json!({})).expect(200);
        fay.put(&format!("{path}/me"), json!({})).problem(409, "banned");
    });
}

#[test]
fn how_reliably_somebody_plays_is_counted() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
        let clock = json!({
            "timing": { "clock": { "type": "interval", "every": { "hours": 24 } }, "reminders": [] },
            "absence": { "hand_over_after": 0, "pause_on_mass_absence": false },
        });
        let game = lobby(&ada, clock);
        claim(&ben, &game, "B");
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        assert_eq!(record(&eve, &ben)["playing"], 1);
        for turn in 0..3 {
            ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
            if turn == 1 {
                ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
            }
            server.work();
            // With all ready a turn ends before its deadline.
            if turn != 1 {
                world.pass_minutes(24 * 60 + 1);
                server.work();
            }
        }
        let of_ben = record(&eve, &ben);
        assert_eq!(
            (&of_ben["in_time"], &of_ben["missed"], &of_ben["reliability"]),
            (&json!(1), &json!(2), &Value::Null)
        );
        let of_ada = record(&eve, &ada);
        assert_eq!((&of_ada["in_time"], &of_ada["missed"]), (&json!(3), &json!(0)));

        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        claim(&eve, &game, "C");
        ada.take_away(&game, "C").expect(204);
        assert_eq!((&record(&ada, &ben)["gave_up"], &record(&ada, &eve)["removed"]), (&json!(1), &json!(1)));
        // In a lobby seats are changed as one likes.
        let other = lobby(&ada, json!({}));
        claim(&ben, &other, "B");
        ben.post(&Person::seat(&other, "B", "release"), json!({})).expect(204);
        assert_eq!(record(&ada, &ben)["gave_up"], 1);
        ada.get("/v1/players/nobody-at-all").problem(404, "not-found");
        server.nobody().get(&format!("/v1/players/{}", ada.name)).problem(401, "no-token");
    });
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let clock = json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 1 } } } });
        let game = server.bidding_game(&ada, Some(&ben), clock);
        for _ in 0..20 {
            if ada.get(&format!("/v1/games/{game}")).expect(200).body["status"] == "finished" {
                break;
            }
            for (person, seat) in [(&ada, "A"), (&ben, "B")] {
                person.put(&Person::seat(&game, seat, "orders/ready"), json!({})).expect(200);
            }
            server.work();
        }
        let of_ada = record(&ben, &ada);
        assert_eq!((&of_ada["finished"], &of_ada["playing"], &of_ada["missed"]), (&json!(1), &json!(0), &json!(0)));
        assert!(of_ada["in_time"].as_i64().unwrap() > 2, "{of_ada}");
    });
}

#[test]
fn a_lobby_in_which_nothing_happens_is_given_up() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let (dead, alive) = (lobby(&ada, json!({})), lobby(&ada, json!({})));
        world.pass_minutes(40 * 24 * 60);
        claim(&ben, &alive, "B");
        world.pass_minutes(30 * 24 * 60);
        assert_eq!(server.app.tidy().expect("tidied").lobbies, 1);
        let status = |game: &str| {
            let game = ada.get(&format!("/v1/games/{game}")).expect(200).body;
            (game["status"].clone(), game["status_reason"].clone())
        };
        assert_eq!(status(&dead), (json!("abandoned"), json!("nobody-came")));
        assert_eq!(status(&alive), (json!("lobby"), Value::Null));
        assert_eq!(server.app.tidy().expect("tidied").lobbies, 0);
    });
}
