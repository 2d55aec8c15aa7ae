//! Letters between seats.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

use crate::events::{listen, next};

#[test]
fn a_letter_reaches_those_it_is_for_and_nobody_else() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "four-houses",
            "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        eve.post(&Person::seat(&game, "C", "claim"), json!({})).expect(200);
        let write = |to: serde_json::Value, text: &str| {
            ada.post(&Person::seat(&game, "A", "messages"), json!({ "to": to, "text": text }))
        };
        let secret = write(json!(["b"]), " Meet me at the mill. ").expect(201).body;
        assert_eq!((secret["to"].clone(), secret["text"].clone()), (json!(["B"]), json!("Meet me at the mill.")));
        write(json!([]), "Good morning, all.").expect(201);
        let inbox = |person: &Person, seat: &str| person.get(&Person::seat(&game, seat, "messages")).expect(200).body;
        let bens = inbox(&ben, "B");
        assert_eq!((bens["unread"].clone(), bens["items"].as_array().unwrap().len()), (json!(2), 2));
        assert_eq!(inbox(&eve, "C")["items"].as_array().unwrap().len(), 1);
        assert_eq!(inbox(&ada, "A")["unread"], 0);
        eve.get(&Person::seat(&game, "B", "messages")).problem(403, "not-your-seat");
        let heard = |person: &Person| person.get(&format!("/v1/games/{game}/events")).expect(200).text;
        let id = secret["id"].as_str().unwrap();
        assert!(heard(&ben).contains(id) && !heard(&eve).contains(id));
        assert!(!heard(&server.nobody()).contains("message"), "the public record has no letters");
        ben.put(&Person::seat(&game, "B", "messages/read"), json!({ "up_to": 1 })).expect(204);
        assert_eq!(inbox(&ben, "B")["unread"], 1);
        let unread = ben.get(&Person::seat(&game, "B", "messages?unread=true")).expect(200).body;
        assert_eq!(unread["items"].as_array().unwrap().len(), 1);
        write(json!(["A"]), "to myself").problem(422, "invalid");
        write(json!(["Q"]), "to nobody").problem(422, "invalid");
        write(json!([]), "  ").problem(422, "invalid");
        write(json!([]), &"x".repeat(8001)).problem(422, "invalid");
        write(json!([]), "nul \u{0} inside").problem(400, "nul");
    });
}

/// A running game in which Ada sits at A, Ben at B and Eve at C.
fn correspondents(server: &Server, people: [&Person; 3]) -> String {
    let form = json!({
        "ruleset": "toy-sealed", "scenario": "four-houses", "start": true,
        "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
    });
    let game = people[0].post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    for (person, seat) in people[1..].iter().zip(["B", "C"]) {
        person.post(&Person::seat(&game, seat, "claim"), json!({})).expect(200);
    }
    server.work();
    game
}

fn write(person: &Person, game: &str, seat: &str, to: &[&str], text: &str) -> Value {
    person.post(&Person::seat(game, seat, "messages"), json!({ "to": to, "text": text })).expect(201).body
}

fn texts(person: &Person, game: &str, seat: &str) -> Vec<String> {
    let letters = person.get(&Person::seat(game, seat, "messages")).expect(200).body;
    letters["items"].as_array().unwrap().iter().map(|letter| letter["text"].as_str().unwrap().to_owned()).collect()
}

/// The letters that a person's events tell of, each by its id.
fn told(person: &Person, path: &str) -> Vec<String> {
    let events = person.get(path).expect(200).body;
    let told = events["items"].as_array().unwrap().iter().filter(|event| event["kind"] == "message");
    told.map(|event| event["data"]["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn letters_belong_to_people_and_not_to_seats() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let fay = server.register("fay");
        let game = correspondents(&server, [&ada, &ben, &eve]);
        write(&ada, &game, "A", &["B"], "for Ben");
        write(&ben, &game, "B", &["A"], "from Ben");
        write(&eve, &game, "C", &[], "for all");
        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        // Nobody is there to read.
        let form = json!({ "to": ["A", "B"], "text": "anybody?" });
        let problem = eve.post(&Person::seat(&game, "C", "messages"), form).problem(422, "invalid").body;
        assert_eq!(
            (&problem["errors"][0]["code"], &problem["errors"][0]["pointer"]),
            (&json!("nobody-there"), &json!("/to/1"))
        );
        fay.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        let events = format!("/v1/games/{game}/events?limit=100");
        // Fay finds nothing of Ben's: not in the list, the events, the count, or a stream played from the start.
        let inbox = fay.get(&Person::seat(&game, "B", "messages")).expect(200).body;
        assert_eq!((inbox["items"].clone(), inbox["unread"].clone()), (json!([]), json!(0)));
        assert!(told(&fay, &events).is_empty() && told(&fay, &format!("{events}&seat=B")).is_empty());
        let first = write(&ada, &game, "A", &["B"], "for Fay");
        let mut stream = listen(&fay, &format!("/v1/games/{game}/events?seat=B"), Some(0));
        let heard = std::iter::repeat_with(|| next(&mut stream)).find(|(_, kind, _)| kind == "message");
        assert_eq!(heard.unwrap().2["data"], json!({ "id": first["id"], "from": "A" }));
        // The same live.
        let second = write(&ada, &game, "A", &["C"], "for Eve");
        let third = write(&ada, &game, "A", &["B"], "for Fay again");
        let (_, kind, event) = next(&mut stream);
        assert_eq!((kind.as_str(), event["data"]["id"].clone()), ("message", third["id"].clone()), "not {second}");
        let inbox = fay.get(&Person::seat(&game, "B", "messages")).expect(200).body;
        assert_eq!((inbox["items"][1]["number"].clone(), inbox["unread"].clone()), (json!(1), json!(2)));
        // Ben keeps his own, and gets none of hers; he writes no more.
        assert_eq!(texts(&ben, &game, "B"), ["for all", "from Ben", "for Ben"]);
        assert!(told(&ben, &events).is_empty());
        ben.put(&Person::seat(&game, "B", "messages/read"), json!({ "up_to": 99 })).expect(204);
        assert_eq!(ben.get(&Person::seat(&game, "B", "messages")).expect(200).body["unread"], 0);
        assert_eq!(fay.get(&Person::seat(&game, "B", "messages")).expect(200).body["unread"], 2);
        let form = json!({ "to": ["A"], "text": "still here" });
        ben.post(&Person::seat(&game, "B", "messages"), form).problem(403, "not-your-seat");
        // Back at his seat he finds his letters, numbered on.
        fay.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        assert_eq!(texts(&ben, &game, "B").len(), 3);
        assert_eq!(write(&ben, &game, "B", &["C"], "again")["number"], 4);
        assert_eq!(texts(&fay, &game, "B"), ["for Fay again", "for Fay"]);
    });
}

#[test]
fn numbers_of_letters_tell_nothing_of_others() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let game = correspondents(&server, [&ada, &ben, &eve]);
        let hello = write(&ada, &game, "A", &["C"], "hello");
        assert_eq!(hello["number"], 1);
        for _ in 0..3 {
            write(&ada, &game, "A", &["B"], "psst");
        }
        write(&ada, &game, "A", &["C"], "hello again");
        let inbox = eve.get(&Person::seat(&game, "C", "messages")).expect(200).body;
        let numbers: Vec<&Value> = inbox["items"].as_array().unwrap().iter().map(|letter| &letter["number"]).collect();
        assert_eq!(numbers, [2, 1]);
    });
}

#[test]
fn letters_stay_private_when_the_game_is_over() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let game = correspondents(&server, [&ada, &ben, &eve]);
        let secret = write(&ada, &game, "A", &["B"], "psst");
        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        eve.post(&Person::seat(&game, "C", "release"), json!({})).expect(204);
        for _ in 0..20 {
            if ada.get(&format!("/v1/games/{game}")).expect(200).body["status"] == "finished" {
                break;
            }
            ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
            server.work();
        }
        // Views, reports and events of every seat are open now; letters are not, nor that there were any.
        eve.get(&Person::seat(&game, "B", "view")).expect(200);
        for reader in [&eve, &server.nobody()] {
            for path in ["", "&seat=A", "&seat=B"] {
                assert!(told(reader, &format!("/v1/games/{game}/events?limit=100{path}")).is_empty());
            }
        }
        eve.get(&Person::seat(&game, "B", "messages")).problem(403, "not-your-seat");
        assert_eq!(texts(&ben, &game, "B"), ["psst"]);
        assert_eq!(told(&ada, &format!("/v1/games/{game}/events?limit=100")), [secret["id"].as_str().unwrap()]);
        let archive = server.nobody().get(&format!("/v1/games/{game}/archive")).expect(200).text;
        assert!(!archive.contains("psst"));
    });
}
