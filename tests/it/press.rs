//! What holds for letters: modes of press, letters that arrive with the turn, blocks, and letters that are reported.

use cursus_tests::{Answer, Person, Server, World};
use serde_json::{Value, json};

use crate::administrators::{cursus, told};
use crate::notifications::{Listener, deliver};

/// A game in which Ada sits at A, Ben at B and Eve at C; it runs where `start` says so.
fn table(server: &Server, more: Value, start: bool) -> (Person, Person, Person, String) {
    let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
    let mut form = json!({
        "ruleset": "toy-sealed", "scenario": "four-houses", "name": "The mines",
        "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
    });
    form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    for (person, seat) in [(&ben, "B"), (&eve, "C")] {
        person.post(&Person::seat(&game, seat, "claim"), json!({})).expect(200);
    }
    if start {
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        server.work();
    }
    (ada, ben, eve, game)
}

fn write(person: &Person, game: &str, seat: &str, to: Value, text: &str) -> Answer {
    person.post(&Person::seat(game, seat, "messages"), json!({ "to": to, "text": text }))
}

fn inbox(person: &Person, game: &str, seat: &str) -> Value {
    person.get(&Person::seat(game, seat, "messages")).expect(200).body
}

fn texts(inbox: &Value) -> Vec<&str> {
    inbox["items"].as_array().unwrap().iter().map(|letter| letter["text"].as_str().unwrap()).collect()
}

fn end_turn(server: &Server, game: &str, people: [(&Person, &str); 3]) {
    for (person, seat) in people {
        person.put(&Person::seat(game, seat, "orders/ready"), json!({})).expect(200);
    }
    server.work();
}

#[test]
fn a_game_says_which_letters_may_be_written() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, _, game) = table(&server, json!({ "press": { "letters": "public" } }), true);
        let flaw = write(&ada, &game, "A", json!(["B"]), "in secret").problem(422, "invalid").body;
        assert_eq!(
            (&flaw["errors"][0]["pointer"], &flaw["errors"][0]["code"]),
            (&json!("/to"), &json!("letters-to-all"))
        );
        write(&ada, &game, "A", json!([]), "to all").expect(201);
        let bens = inbox(&ben, &game, "B");
        assert_eq!(texts(&bens), ["to all"]);
        assert_eq!(
            bens["press"],
            json!({ "letters": "public", "delivery": "at_once", "inherited": false, "anonymous": false, "embargo": 0 })
        );

        let (ada, _, _, game) = table(&server, json!({ "press": { "letters": "none" } }), false);
        write(&ada, &game, "A", json!([]), "to all").problem(409, "no-letters");
        let path = format!("/v1/games/{game}");
        ada.patch(&path, &json!({ "press": { "letters": "private" } })).expect(200);
        write(&ada, &game, "A", json!(["B"]), "to you").expect(201);
        ada.post(&format!("{path}/start"), json!({})).expect(200);
        ada.patch(&path, &json!({ "press": { "letters": "none" } })).problem(409, "wrong-status");
    });
}

#[test]
fn letters_arrive_with_the_turn_where_the_game_says_so() {
    World::both(|world| {
        let server = world.server();
        let slow = json!({ "press": { "delivery": "with_the_turn" } });
        let (ada, ben, eve, game) = table(&server, slow.clone(), true);
        let bens = Listener::new();
        Person::log_in(&server.base, &ben.name).post("/v1/me/channels", json!({ "url": bens.url })).expect(201);
        let sent = write(&ada, &game, "A", json!(["B", "C"]), "first").expect(201).body;
        world.pass_seconds(1);
        write(&ada, &game, "A", json!(["B"]), "second").expect(201);
        write(&ben, &game, "B", json!(["A"]), "mine").expect(201);
        assert_eq!(texts(&inbox(&ada, &game, "A")), ["second", "first"], "who writes keeps a copy at once");
        assert_eq!((&sent["by"], &inbox(&ada, &game, "A")["items"][0]["by"]), (&json!(ada.name), &json!(ada.name)));
        let before = inbox(&ben, &game, "B");
        assert_eq!((texts(&before), &before["unread"]), (vec!["mine"], &json!(0)));
        let heard = |person: &Person| {
            let events = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).text;
            events.contains(sent["id"].as_str().unwrap())
        };
        assert!(heard(&ada) && !heard(&ben));
        deliver(&server);
        assert_eq!(bens.kinds(), Vec::<String>::new());
        // What is read now are not those that are still to come.
        ben.put(&Person::seat(&game, "B", "messages/read"), json!({ "up_to": 99 })).expect(204);
        // Whoever leaves meanwhile gets their letters all the same, and whoever comes gets none of them.
        eve.post(&Person::seat(&game, "C", "release"), json!({})).expect(204);
        let fay = server.player("fay");
        fay.post(&Person::seat(&game, "C", "claim"), json!({})).expect(200);

        end_turn(&server, &game, [(&ada, "A"), (&ben, "B"), (&fay, "C")]);
        let after = inbox(&ben, &game, "B");
        assert_eq!((texts(&after), &after["unread"]), (vec!["second", "first", "mine"], &json!(2)));
        let numbers: Vec<_> = after["items"].as_array().unwrap().iter().map(|one| &one["number"]).collect();
        assert_eq!(numbers, [3, 2, 1]);
        assert!(heard(&ben) && !heard(&fay));
        assert_eq!(texts(&inbox(&eve, &game, "C")), ["first"]);
        assert_eq!(texts(&inbox(&fay, &game, "C")), Vec::<&str>::new());
        deliver(&server);
        let kinds = bens.kinds();
        assert_eq!(kinds.iter().filter(|kind| *kind == "letter").count(), 2, "{kinds:?}");

        // With the end of the game everything arrives, and letters wait for nothing any more.
        write(&ada, &game, "A", json!(["B"]), "last").expect(201);
        ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
        assert_eq!(texts(&inbox(&ben, &game, "B"))[0], "last");

        // In a lobby the beginning is the end of the turn.
        let (ada, ben, _, game) = table(&server, slow, false);
        write(&ada, &game, "A", json!(["B"]), "hello").expect(201);
        assert_eq!(texts(&inbox(&ben, &game, "B")), Vec::<&str>::new());
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        assert_eq!(texts(&inbox(&ben, &game, "B")), ["hello"]);
    });
}

#[test]
fn letters_come_with_the_seat_where_the_game_says_so_from_the_start() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve, game) = table(&server, json!({ "press": { "inherited": true } }), true);
        write(&ada, &game, "A", json!(["B"]), "for B").expect(201);
        world.pass_seconds(1);
        write(&ben, &game, "B", json!(["A"]), "from B").expect(201);
        write(&ada, &game, "A", json!(["C"]), "for C").expect(201);
        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        let fay = server.player("fay");
        fay.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        let found = inbox(&fay, &game, "B");
        assert_eq!((texts(&found), &found["unread"]), (vec!["from B", "for B"], &json!(0)));
        assert_eq!(found["items"][0]["by"], json!(ben.name), "it tells who wrote it");
        write(&ada, &game, "A", json!(["B"]), "for Fay").expect(201);
        assert_eq!(texts(&inbox(&fay, &game, "B")), ["for Fay", "from B", "for B"]);
        // Whoever was there reads their own, and comes back to those written meanwhile, each once.
        assert_eq!(texts(&inbox(&ben, &game, "B")), ["from B", "for B"]);
        fay.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        assert_eq!(texts(&inbox(&ben, &game, "B")), ["for Fay", "from B", "for B"]);
        assert_eq!(texts(&inbox(&eve, &game, "C")), ["for C"]);
    });
}

#[test]
fn who_is_blocked_cannot_write_or_invite() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve, game) = table(&server, json!({}), true);
        let session = Person::log_in(&server.base, &ben.name);
        session.put("/v1/me/blocks/nobody-at-all", json!({})).problem(404, "not-found");
        session.put(&format!("/v1/me/blocks/{}", ben.name), json!({})).problem(409, "yourself");
        let block = format!("/v1/me/blocks/{}", ada.name);
        session.put(&block, json!({})).expect(204);
        session.put(&block, json!({})).expect(204);
        let list = session.get("/v1/me/blocks").expect(200).body;
        let names: Vec<_> = list["items"].as_array().unwrap().iter().map(|one| &one["player"]).collect();
        assert_eq!(names, [&json!(ada.name)]);
        ben.get("/v1/me/blocks").problem(403, "session-needed");

        let flaw = write(&ada, &game, "A", json!(["C", "B"]), "listen!").problem(422, "invalid").body;
        assert_eq!((&flaw["errors"][0]["pointer"], &flaw["errors"][0]["code"]), (&json!("/to/1"), &json!("not-taken")));
        write(&ada, &game, "A", json!([]), "all of you!").expect(201);
        assert_eq!(texts(&inbox(&ben, &game, "B")), Vec::<&str>::new());
        assert_eq!(texts(&inbox(&eve, &game, "C")), ["all of you!"]);
        write(&ben, &game, "B", json!(["A"]), "I may write to you").expect(201);
        let other = json!({ "ruleset": "toy-sealed", "scenario": "two-houses" });
        let other = ada.post("/v1/games", other).expect(201).body["id"].as_str().unwrap().to_owned();
        ada.post(&format!("/v1/games/{other}/invitations"), json!({ "player": ben.name })).problem(409, "blocked");

        session.delete(&block).expect(204);
        session.delete(&block).problem(404, "not-found");
        write(&ada, &game, "A", json!(["B"]), "again").expect(201);
    });
}

/// What somebody can learn of their letters, without what tells one letter from another in any case.
fn all_that_is_told(person: &Person, game: &str, seat: &str, told: &[Value]) -> Vec<Value> {
    let session = Person::log_in(&person.base, &person.name);
    let mut all = vec![
        inbox(person, game, seat)["items"][0].clone(),
        session.get("/v1/me/data").expect(200).body["letters"][0].clone(),
        person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body["items"]
            .as_array()
            .unwrap()
            .last()
            .cloned()
            .unwrap(),
        told.last().cloned().unwrap_or_default(),
    ];
    for one in &mut all {
        for pointer in ["/id", "/number", "/sent_at", "/seq", "/at", "/data/id", "/timestamp"] {
            if let Some(value) = one.pointer_mut(pointer) {
                *value = Value::Null;
            }
        }
    }
    all
}

#[test]
fn nothing_tells_who_wrote_a_letter_that_does_not_say() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve, game) = table(&server, json!({ "press": { "anonymous": true } }), true);
        let bens = Listener::new();
        let session = Person::log_in(&server.base, &ben.name);
        session.post("/v1/me/channels", json!({ "url": bens.url })).expect(201);
        // That Ben mutes one of them does not tell which.
        session.put(&format!("/v1/me/blocks/{}", ada.name), json!({ "only_mute": true })).expect(204);
        let anonymous = |person: &Person, seat: &str, to: Value| {
            let letter = json!({ "to": to, "text": "Beware of A.", "anonymous": true });
            person.post(&Person::seat(&game, seat, "messages"), letter).expect(201).body
        };
        let mut seen = Vec::new();
        for (person, seat, to) in [(&ada, "A", json!(["B"])), (&eve, "C", json!(["B"]))] {
            let sent = anonymous(person, seat, to);
            assert_eq!((&sent["from"], &sent["by"]), (&json!(seat), &json!(person.name)), "who writes knows it");
            let own = &inbox(person, &game, seat)["items"][0];
            assert_eq!((&own["from"], &own["anonymous"]), (&json!(seat), &json!(true)));
            deliver(&server);
            let told: Vec<Value> = bens.take().into_iter().map(|one| one.body).collect();
            assert_eq!(told.len(), 1, "{told:?}");
            seen.push(all_that_is_told(&ben, &game, "B", &told));
        }
        assert_eq!(seen[0], seen[1]);
        assert_eq!((&seen[0][0]["from"], &seen[0][0]["by"]), (&Value::Null, &Value::Null));
        assert_eq!(seen[0][3]["data"]["text"], "House of B has a letter that does not say who wrote it.");

        // Who runs the game learns of a report what the letter says, an administrator who wrote it.
        let report = |number: i64| {
            let path = Person::seat(&game, "B", &format!("messages/{number}/report"));
            ben.post(&path, json!({ "reason": "slander" })).expect(204);
        };
        report(2);
        let path = format!("/v1/games/{game}/abuse-reports");
        let told = &ada.get(&path).expect(200).body["items"][0];
        assert_eq!(
            (&told["from"], &told["author"], &told["text"]),
            (&Value::Null, &Value::Null, &json!("Beware of A."))
        );
        let root = server.register("root");
        assert!(cursus(&world, &["admin", "promote", &root.name], "").status.success());
        let told = Person::log_in(&server.base, &root.name).get(&path).expect(200).body;
        assert_eq!((&told["items"][0]["from"], &told["items"][0]["author"]), (&json!("C"), &json!(eve.name)));

        // Where the game does not allow it, letters say who wrote them.
        let (ada, _, _, game) = table(&server, json!({}), false);
        let letter = json!({ "to": ["B"], "text": "x", "anonymous": true });
        let flaw = ada.post(&Person::seat(&game, "A", "messages"), letter.clone()).problem(422, "invalid").body;
        assert_eq!(flaw["errors"][0]["pointer"], "/anonymous");
        // What is left out of a change stays as it is.
        let game_path = format!("/v1/games/{game}");
        ada.patch(&game_path, &json!({ "press": { "delivery": "with_the_turn", "inherited": true } })).expect(200);
        ada.patch(&game_path, &json!({ "press": { "anonymous": true } })).expect(200);
        ada.post(&Person::seat(&game, "A", "messages"), letter).expect(201);
        let press = json!({ "letters": "private", "delivery": "with_the_turn", "inherited": true, "anonymous": true, "embargo": 0 });
        assert_eq!(inbox(&ada, &game, "A")["press"], press);
    });
}

#[test]
fn letters_of_who_is_muted_come_without_a_sound() {
    World::both(|world| {
        let server = world.server();
        for delivery in ["at_once", "with_the_turn"] {
            let (ada, ben, eve, game) = table(&server, json!({ "press": { "delivery": delivery } }), true);
            let bens = Listener::new();
            let session = Person::log_in(&server.base, &ben.name);
            session.post("/v1/me/channels", json!({ "url": bens.url, "kinds": ["letter"] })).expect(201);
            let mute = format!("/v1/me/blocks/{}", ada.name);
            session.put(&mute, json!({})).expect(204);
            session.put(&mute, json!({ "only_mute": true })).expect(204);
            let list = session.get("/v1/me/blocks").expect(200).body;
            assert_eq!((&list["items"][0]["only_mute"], list["items"].as_array().unwrap().len()), (&json!(true), 1));
            write(&ada, &game, "A", json!(["B", "C"]), "hear me").expect(201);
            write(&eve, &game, "C", json!(["B"]), "and me").expect(201);
            end_turn(&server, &game, [(&ada, "A"), (&ben, "B"), (&eve, "C")]);
            let bens_box = inbox(&ben, &game, "B");
            assert_eq!((bens_box["items"].as_array().unwrap().len(), &bens_box["unread"]), (2, &json!(1)));
            assert_eq!(inbox(&eve, &game, "C")["unread"], 1, "others hear of it");
            deliver(&server);
            let told: Vec<Value> = bens.take().into_iter().map(|one| one.body["data"]["text"].clone()).collect();
            assert_eq!(told, ["House of B has a letter from C."]);
            ada.post(&format!("/v1/games/{game}/invitations"), json!({ "player": ben.name }))
                .problem(409, "already-seated");
        }
    });
}

#[test]
fn a_letter_is_reported_to_those_who_run_the_game_but_not_to_its_writer() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve, game) = table(&server, json!({}), true);
        let path = format!("/v1/games/{game}");
        let co = server.player("carl");
        let asked = json!({ "player": co.name, "role": "co_organiser" });
        let code = ada.post(&format!("{path}/invitations"), asked).expect(201).body["code"].clone();
        co.post("/v1/invitations/accept", json!({ "code": code })).expect(200);
        let listening = |person: &Person| {
            let listener = Listener::new();
            let session = Person::log_in(&server.base, &person.name);
            session.post("/v1/me/channels", json!({ "url": listener.url })).expect(201);
            listener
        };
        let (adas, cos) = (listening(&ada), listening(&co));
        write(&ada, &game, "A", json!(["B"]), "I know where you live.").expect(201);
        write(&eve, &game, "C", json!(["B"]), "Fool!").expect(201);
        write(&ben, &game, "B", json!(["A"]), "Stop it.").expect(201);
        let report = |person: &Person, number: i64, reason: &str| {
            let at = Person::seat(&game, "B", &format!("messages/{number}/report"));
            person.post(&at, json!({ "reason": reason }))
        };
        report(&ben, 1, " ").problem(422, "invalid");
        report(&ben, 3, "my own").problem(422, "invalid");
        report(&ben, 9, "none").problem(404, "not-found");
        report(&eve, 1, "not mine").problem(404, "not-found");
        report(&ben, 1, "He threatens me, and not my house.").expect(204);
        report(&ben, 1, "Again.").problem(409, "reported-already");
        report(&ben, 2, "Rude.").expect(204);
        deliver(&server);
        assert_eq!(cos.kinds().iter().filter(|kind| *kind == "abuse_reported").count(), 2);
        assert_eq!(adas.kinds().iter().filter(|kind| *kind == "abuse_reported").count(), 1, "not of her own letter");

        let seen = |person: &Person| person.get(&format!("{path}/abuse-reports")).expect(200).body["items"].clone();
        let by_co = seen(&co);
        assert_eq!(by_co.as_array().unwrap().len(), 2);
        let first = &by_co[1];
        assert_eq!((&first["text"], &first["from"]), (&json!("I know where you live."), &json!("A")));
        assert_eq!((&first["author"], &first["reported_by"]), (&json!(ada.name), &json!(ben.name)));
        let by_ada = seen(&ada);
        assert_eq!((by_ada.as_array().unwrap().len(), &by_ada[0]["text"]), (1, &json!("Fool!")));
        ben.get(&format!("{path}/abuse-reports")).problem(403, "not-game-master");

        let close = |person: &Person| person.delete(&format!("{path}/abuse-reports/{}", first["id"].as_str().unwrap()));
        close(&ada).problem(404, "not-found");
        let open = || told(&cursus(&world, &["admin", "reports"], ""));
        assert!(open().contains("    I know where you live.") && open().contains(&ben.name), "{}", open());
        close(&co).expect(204);
        close(&co).problem(404, "not-found");
        assert!(seen(&co)[1]["closed_at"].is_string());
        assert!(!open().contains("I know where you live.") && open().contains("Fool!"), "{}", open());
    });
}
