//! A database from before: what is in it is kept, and what was wrong with it is put right.

use std::path::Path;

use api::model::EventKind;
use api::store::StoreError;
use api::store::events::{self, EventRow};
use api::store::packed::PackedBytes;
use api::store::schema::{event_batches, ledger, order_sets};
use cursus_tests::{Person, Server, World};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::{PgConnection, SqliteConnection};
use serde_json::{Value, json};

/// Runs SQL on a world's database.
fn run(world: &World, sql: &str) {
    let done = if world.database.starts_with("postgres") {
        PgConnection::establish(&world.database).unwrap().batch_execute(sql)
    } else {
        // A server that has just stopped may still be closing the file.
        let mut database = SqliteConnection::establish(&world.database).unwrap();
        database.batch_execute("PRAGMA busy_timeout = 10000").and_then(|()| database.batch_execute(sql))
    };
    done.unwrap_or_else(|why| panic!("{why}: {sql}"));
}

/// Takes the migrations back from this one on, the last first.
fn take_back(world: &World, first: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let count = names.filter(|name| name.as_str() >= first).count();
    let store = api::store::Store::open(&world.database, 1).unwrap();
    assert_eq!(store.revert(count).expect("taken back").len(), count);
}

/// Stores everything as it was before rows were packed: each event in a row of its own, the rest as plain text.
fn unpack(server: &Server) {
    let done = server.app.store.write(|conn| {
        let batches: Vec<(String, i64, i32, i64, PackedBytes)> = event_batches::table
            .select((
                event_batches::game_id,
                event_batches::first_seq,
                event_batches::step,
                event_batches::at,
                event_batches::events,
            ))
            .load(conn)?;
        assert!(!batches.is_empty());
        for (game, first, step, at, packed) in batches {
            let events: Vec<(i64, EventKind, String, String)> = serde_json::from_slice(&packed.bytes()?).unwrap();
            for (after, kind, audience, body) in events {
                let (game_id, seq, people) = (game.clone(), first + after, String::new());
                events::insert_events(conn, vec![EventRow { game_id, seq, step, kind, audience, body, at, people }])?;
            }
        }
        diesel::delete(event_batches::table).execute(conn)?;
        let lines: Vec<(i32, PackedBytes, PackedBytes)> =
            ledger::table.select((ledger::step, ledger::sheets, ledger::state)).load(conn)?;
        for (step, sheets, state) in lines {
            let plain = (ledger::sheets.eq(sheets.bytes()?), ledger::state.eq(state.bytes()?));
            diesel::update(ledger::table.filter(ledger::step.eq(step))).set(plain).execute(conn)?;
        }
        let decided = order_sets::table.filter(order_sets::decision.is_not_null());
        let decided: Vec<(i32, i32, Option<PackedBytes>)> =
            decided.select((order_sets::step, order_sets::seat_idx, order_sets::decision)).load(conn)?;
        assert!(!decided.is_empty());
        for (step, seat, packed) in decided {
            let of_seat = order_sets::table.filter(order_sets::step.eq(step)).filter(order_sets::seat_idx.eq(seat));
            let plain = order_sets::decision.eq(packed.map(|packed| packed.bytes()).transpose()?);
            diesel::update(of_seat).set(plain).execute(conn)?;
        }
        Ok::<_, StoreError>(())
    });
    done.expect("written");
}

/// Everything that is read of a game of Ada's, in seat A, alone with a computer player.
fn all_that_is_told(server: &Server, ada: &Person, game: &str) -> Vec<Value> {
    let (ada, nobody) = (ada.at(&server.base), server.nobody());
    let game = format!("/v1/games/{game}");
    let mut told = Vec::new();
    for more in ["/events?limit=5", "/events?limit=100", "/events?limit=100&seat=A", "/decisions", "/turns", "/archive"]
    {
        told.push(ada.get(&format!("{game}{more}")).expect(200).body);
    }
    for more in ["reports/1", "reports/2", "reports/3?since=0", "reports/3?since=orders", "reports"] {
        told.push(ada.get(&format!("{game}/seats/A/{more}")).expect(200).body);
    }
    told.push(nobody.get(&format!("{game}/events?limit=100")).expect(200).body);
    told
}

#[test]
fn what_was_stored_before_rows_were_packed_is_read_as_ever() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        let bid = |server: &Server, coins: u32| {
            let orders = json!({ "orders": [{ "type": "bid", "coins": coins }], "ready": true });
            ada.at(&server.base).put(&Person::seat(&game, "A", "orders"), orders).expect(200);
            server.work();
        };
        for coins in [1, 2, 1] {
            bid(&server, coins);
        }
        let heard =
            |server: &Server| ada.at(&server.base).get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
        let before = heard(&server);
        unpack(&server);
        drop(server);
        take_back(&world, "2026-11-30-140000");

        let server = world.server();
        assert_eq!(heard(&server), before);
        // It is played on, so that some steps are packed and some are not.
        while ada.at(&server.base).get(&format!("/v1/games/{game}")).expect(200).body["status"] == "running" {
            bid(&server, 0);
        }
        let mixed = all_that_is_told(&server, &ada, &game);
        assert!(mixed[3]["items"].as_array().unwrap().len() > 3, "steps before and after: {}", mixed[3]);
        unpack(&server);
        assert_eq!(all_that_is_told(&server, &ada, &game), mixed);
        let checked = server.nobody().get(&format!("/v1/games/{game}/verify")).expect(200).body;
        assert_eq!(checked["agrees"], true, "{checked}");
    });
}

fn inbox(person: &Person, game: &str, seat: &str) -> Value {
    person.get(&Person::seat(game, seat, "messages")).expect(200).body
}

#[test]
fn people_letters_and_organisers_of_old_games_are_put_right() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let (eve, fay) = (server.player("eve"), server.player("fay"));
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "four-houses", "start": true,
            "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let claim = |person: &Person, seat: &str| person.post(&Person::seat(&game, seat, "claim"), json!({}));
        claim(&fay, "D").expect(200);
        claim(&ben, "B").expect(200);
        let write = |text: &str| {
            world.pass_minutes(1);
            ada.post(&Person::seat(&game, "A", "messages"), json!({ "to": ["B"], "text": text })).expect(201);
            world.pass_minutes(1);
        };
        write("for Ben");
        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        claim(&eve, "B").expect(200);
        write("for Eve");
        drop(server);

        take_back(&world, "2026-11-25-1002");
        run(
            &world,
            &format!("UPDATE accounts SET closed_at = 1, name = '(closed account)' WHERE name = '{}'", ada.name),
        );

        let server = world.server();
        let (ben, eve, fay) = (ben.at(&server.base), eve.at(&server.base), fay.at(&server.base));
        let claim = |person: &Person, seat: &str| person.post(&Person::seat(&game, seat, "claim"), json!({}));
        // Eve finds her own letter, not Ben's.
        let letters = inbox(&eve, &game, "B");
        assert_eq!((letters["unread"].clone(), letters["items"][0]["number"].clone()), (json!(1), json!(1)));
        assert_eq!(letters["items"].as_array().unwrap().len(), 1);
        assert_eq!(letters["items"][0]["text"], "for Eve");
        let events = eve.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
        let heard: Vec<&Value> =
            events["items"].as_array().unwrap().iter().filter(|event| event["kind"] == "message").collect();
        assert_eq!(heard.len(), 1, "{events}");
        assert_eq!(heard[0]["data"], json!({ "id": letters["items"][0]["id"], "from": "A" }));
        // Ben has seen B.
        claim(&ben, "C").problem(409, "saw-other-seats");
        // Who was there longest runs the game whose creator is gone.
        assert_eq!(fay.get(&format!("/v1/games/{game}")).expect(200).body["you_run_it"], true);
        claim(&ben, "A").problem(409, "saw-other-seats");
        assert_eq!(fay.get(&format!("/v1/games/{game}")).expect(200).body["seats"][0]["holder"], "open");
    });
}
