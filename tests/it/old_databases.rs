//! A database from before: what is in it is kept, and what was wrong with it is put right.

use std::path::Path;

use cursus_tests::{Person, World};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
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
    // The way back is in the same words for both databases.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.as_str() >= first)
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for name in names.iter().rev() {
        run(world, &std::fs::read_to_string(folder.join(name).join("down.sql")).unwrap());
        let version: String = name.split('_').next().unwrap().replace('-', "");
        run(world, &format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'"));
    }
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
