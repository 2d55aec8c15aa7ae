//! Streams of events: they end with what they were opened with, and there are only so many.

use std::io::{BufReader, Read};
use std::net::TcpStream;
use std::time::Duration;

use cursus_tests::{Person, Server, World};
use serde_json::json;

use crate::events::{listen, next};

type Stream = BufReader<TcpStream>;

/// A stream of a game that has begun.
fn open(person: &Person, game: &str) -> Stream {
    let mut stream = listen(person, &format!("/v1/games/{game}/events"), None);
    assert_eq!(next(&mut stream).1, "snapshot");
    stream
}

/// Asserts that the server ends a stream, and that nothing of `text` comes before.
#[track_caller]
fn ends(mut stream: Stream, text: &str) {
    stream.get_ref().set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).expect("the stream ends");
    assert!(!rest.contains(text), "{rest}");
}

fn write(game: &str, from: &Person, text: &str) {
    from.post(&Person::seat(game, "B", "messages"), json!({ "to": ["A"], "text": text })).expect(201);
}

fn another_session(server: &Server, person: &Person) -> Person {
    let form = json!({ "name": person.name, "password": "correct horse" });
    let session = server.nobody().post("/v1/sessions", form).expect(201).body;
    person.with_token(session["access_token"].as_str().expect("a token"))
}

fn api_token(person: &Person) -> (Person, String) {
    let form = json!({ "name": "listener", "scopes": ["game:read"] });
    let made = person.post("/v1/tokens", form).expect(201).body;
    (person.with_token(made["token"].as_str().expect("a token")), made["id"].as_str().expect("an id").to_owned())
}

#[test]
fn a_stream_ends_with_its_credential() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));

        let (bot, id) = api_token(&ada);
        let by_token = open(&bot, &game);
        let phone = another_session(&server, &ada);
        let by_session = open(&phone, &game);
        ada.delete(&format!("/v1/tokens/{id}")).expect(204);
        phone.delete("/v1/sessions/current").expect(204);
        ends(by_token, "id:");
        ends(by_session, "id:");

        // A new password ends the other sessions; the one that it came by listens on.
        let (phone, mut own) = (another_session(&server, &ada), open(&ada, &game));
        let stream = open(&phone, &game);
        let form = json!({ "current_password": "correct horse", "new_password": "correct battery" });
        ada.put("/v1/me/password", form).expect(204);
        ends(stream, "id:");
        write(&game, &ben, "do you hear me?");
        assert_eq!(next(&mut own).1, "message");

        ada.close_account_by("correct battery").expect(204);
        ends(own, "do you still hear me?");
    });
}

#[test]
fn a_stream_ends_when_its_token_expires() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let (session, mut bot) = (open(&ada, &game), open(&api_token(&ben).0, &game));
        world.pass_minutes(16);
        ends(session, "id:");
        let ben = another_session(&server, &ben);
        write(&game, &ben, "anybody?");
        assert_eq!(next(&mut bot).1, "message", "an API token without an end listens on");
    });
}

#[test]
fn a_stream_ends_with_the_seat_that_it_was_opened_for() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let mut seat = listen(&ben, &format!("/v1/games/{game}/events?seat=B"), None);
        next(&mut seat);
        let mut all = open(&ben, &game);
        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        ends(seat, "not for you");
        // Whoever listened for the seats he has hears on what everybody hears.
        assert_eq!(next(&mut all).1, "seat_released");
    });
}

#[test]
fn what_another_server_revokes_ends_a_stream_here() {
    let Some(world) = World::postgres() else { return };
    let (here, there) = (world.server(), world.server());
    let (ada, ben) = (here.register("ada"), here.register("ben"));
    let game = here.bidding_game(&ada, Some(&ben), json!({}));
    let mut stream = open(&ada, &game);
    let elsewhere = ben.at(&there.base);
    write(&game, &elsewhere, "from there");
    assert_eq!(next(&mut stream).1, "message");
    ada.at(&there.base).delete("/v1/sessions/current").expect(204);
    ends(stream, "id:");
}

#[test]
fn streams_are_few_for_an_account_an_address_and_those_without_a_token() {
    let world = World::sqlite().with(|settings| {
        (settings.streams_per_account, settings.streams_per_address) = (Some(2), Some(3));
    });
    let server = world.server();
    let (ada, ben) = (server.register("ada"), server.register("ben"));
    let game = server.bidding_game(&ada, Some(&ben), json!({}));
    let ask = |person: &Person| {
        let path = format!("/v1/games/{game}/events");
        person.get_with(&path, &[("accept", "text/event-stream")])
    };
    let (first, _second) = (open(&ada, &game), open(&ada, &game));
    let refused = ask(&ada).problem(429, "too-many-streams");
    assert_eq!(refused.header("retry-after"), "15");
    let stranger = open(&server.nobody(), &game);
    ask(&server.nobody()).problem(429, "too-many-streams");
    ask(&ben).problem(429, "too-many-streams");
    // Who hangs up is forgotten at once; only the server does not notice in this very moment.
    drop((first, stranger));
    let again = (0..200).find(|_| {
        std::thread::sleep(Duration::from_millis(20));
        server.nobody().get("/metrics").expect(200).text.contains("cursus_event_streams 1\n")
    });
    assert!(again.is_some(), "the places are free again");
    drop((open(&ada, &game), open(&ben, &game)));
}
