//! Letters between seats.

use cursus_tests::{Person, World};
use serde_json::json;

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
        let number = format!("\"number\":{}", secret["number"]);
        assert!(heard(&ben).contains(&number) && !heard(&eve).contains(&number));
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
