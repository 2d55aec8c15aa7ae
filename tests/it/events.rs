//! Events in pages and as a stream.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use api::model::GameEvent;
use api::store::events::{EventRow, insert_events};
use api::store::schema::games;
use cursus_tests::{Person, World};
use diesel::prelude::*;
use serde_json::{Value, json};

/// Opens a stream of events.
pub fn listen(person: &Person, path: &str, last: Option<i64>) -> BufReader<TcpStream> {
    let address = person.base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let token = person.token.as_ref().map(|t| format!("Authorization: Bearer {t}\r\n")).unwrap_or_default();
    let last = last.map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nConnection: close\r\n{token}{last}\r\n"
    )
    .expect("it takes the request");
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut head).expect("a head"), 0, "{head}");
    }
    assert!(head.starts_with("HTTP/1.1 200") && head.to_lowercase().contains("text/event-stream"), "{head}");
    reader
}

/// The next event: its number, kind and data.
pub fn next(reader: &mut impl BufRead) -> (Option<i64>, String, Value) {
    let (mut id, mut kind, mut data) = (None, String::new(), Value::Null);
    loop {
        let mut line = String::new();
        assert_ne!(reader.read_line(&mut line).expect("the stream goes on"), 0, "the stream ended");
        let line = line.trim_end();
        if let Some(text) = line.strip_prefix("id: ") {
            id = text.parse().ok();
        } else if let Some(text) = line.strip_prefix("event: ") {
            kind = text.to_owned();
        } else if let Some(text) = line.strip_prefix("data: ") {
            data = serde_json::from_str(text).expect("data is JSON");
        } else if line.is_empty() && !kind.is_empty() {
            return (id, kind, data);
        }
    }
}

#[test]
fn a_stream_begins_with_a_snapshot_and_is_resumed_where_it_broke_off() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let path = format!("/v1/games/{game}/events");
        let mut stream = listen(&ada, &path, None);
        let (_, kind, snapshot) = next(&mut stream);
        assert_eq!((kind.as_str(), snapshot["step"].clone()), ("snapshot", json!(0)));
        ada.put(
            &Person::seat(&game, "A", "orders"),
            json!({ "orders": [{ "type": "bid", "coins": 2 }], "ready": true }),
        )
        .expect(200);
        ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
        let (first, kind, data) = next(&mut stream);
        assert_eq!((kind.as_str(), data["data"]["kind"].clone()), ("entry", json!("sold")));
        let (_, _, paid) = next(&mut stream);
        assert_eq!((paid["data"]["kind"].clone(), paid["seats"].clone()), (json!("paid"), json!(["A"])));
        drop(stream);
        let mut stream = listen(&ada, &path, first);
        assert_eq!(next(&mut stream).1, "snapshot");
        let (id, _, again) = next(&mut stream);
        assert_eq!((id, again), (paid["seq"].as_i64(), paid.clone()));
        // Ben hears what Ben may hear.
        let mut stream = listen(&ben, &path, first);
        next(&mut stream);
        let (_, _, heard) = next(&mut stream);
        assert_ne!(heard["seq"], paid["seq"]);
    });
}

/// As when another server wrote it, or a thread broke off between its commit and the signal.
#[test]
fn a_stream_hears_what_was_committed_and_nobody_signalled() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let mut stream = listen(&ada, &format!("/v1/games/{game}/events"), None);
        let (_, kind, snapshot) = next(&mut stream);
        assert_eq!(kind, "snapshot");
        let seq = snapshot["last_event"].as_i64().unwrap() + 1;
        let event = GameEvent::SeatOpened { seat: "B".into() };
        let row = EventRow {
            game_id: game.clone(),
            seq,
            step: 0,
            kind: event.kind(),
            audience: "*".into(),
            body: event.data().unwrap().to_string(),
            at: server.app.now(),
            people: String::new(),
        };
        let written = server.app.store.write(|conn| {
            insert_events(conn, vec![row])?;
            let version = games::row_version.eq(games::row_version + 1);
            let rows = diesel::update(games::table.filter(games::id.eq(&game))).set((version, games::last_seq.eq(seq)));
            rows.execute(conn).map_err(api::store::StoreError::from)
        });
        assert_eq!(written.expect("written"), 1);
        assert_eq!(next(&mut stream).0, Some(seq));
    });
}

#[test]
fn a_snapshot_counts_no_events_that_the_listener_may_not_see() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let path = format!("/v1/games/{game}/events");
        let public = ada.get(&path).expect(200).body["items"].as_array().unwrap().last().unwrap()["seq"].clone();
        // Who listens from outside is not to know even that there is a letter.
        ada.post(&Person::seat(&game, "A", "messages"), json!({ "to": ["B"], "text": "two will do" })).expect(201);
        let last = |person: &Person| next(&mut listen(person, &path, None)).2["last_event"].clone();
        let hers = ada.get(&path).expect(200).body["items"].as_array().unwrap().last().unwrap()["seq"].clone();
        assert_eq!((last(&ada), hers.as_i64()), (hers.clone(), public.as_i64().map(|seq| seq + 1)));
        assert_eq!((last(&ben), last(&server.nobody())), (hers, public));
    });
}

#[test]
fn pages_of_events_hold_what_the_reader_may_know() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        ada.put(
            &Person::seat(&game, "A", "orders"),
            json!({ "orders": [{ "type": "bid", "coins": 2 }], "ready": true }),
        )
        .expect(200);
        ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
        let kinds = |person: &Person| -> Vec<String> {
            let page = person.get(&format!("/v1/games/{game}/events")).expect(200).body;
            let name = |e: &Value| e["data"]["kind"].as_str().or(e["kind"].as_str()).unwrap_or_default().to_owned();
            page["items"].as_array().unwrap().iter().map(name).collect()
        };
        let has = |person: &Person, kind: &str| kinds(person).iter().any(|known| known == kind);
        assert!(has(&ada, "paid") && !has(&ben, "paid") && !has(&server.nobody(), "paid"));
        assert!(has(&server.nobody(), "sold") && has(&server.nobody(), "game_started"));
        assert!(!has(&server.nobody(), "verdicts"));
        let page = ada.get(&format!("/v1/games/{game}/events?limit=2")).expect(200);
        assert_eq!(page.body["items"].as_array().unwrap().len(), 2);
        let next = page.body["next"].as_str().unwrap();
        let rest = ada.get(&format!("/v1/games/{game}/events?cursor={next}")).expect(200).body;
        assert_eq!(rest["items"][0]["seq"], 3);
        ada.get_with(&format!("/v1/games/{game}/events"), &[("accept", "text/event-stream"), ("last-event-id", "x")])
            .problem(422, "invalid");
        ada.get_with(&format!("/v1/games/{game}/events"), &[("accept", "image/png")]).problem(406, "not-acceptable");
    });
}

#[test]
fn a_listener_who_leaves_is_forgotten() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let mut stream = listen(&ada, &format!("/v1/games/{game}/events"), None);
    next(&mut stream);
    let listening = || server.nobody().get("/metrics").expect(200).text.contains("cursus_event_streams 1");
    assert!(listening());
    drop(stream);
    for letter in 0.. {
        // News finds nobody at the other end.
        ada.post(&Person::seat(&game, "A", "messages"), json!({ "text": "is anybody there?" })).expect(201);
        if !listening() {
            break;
        }
        assert!(letter < 200, "it is still remembered");
    }
}
