//! The record of a game: taken away, checked here and elsewhere, put into another installation and played on.

use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

use crate::administrators;

fn bid(person: &Person, game: &str, seat: &str) {
    let orders = json!({ "orders": [{ "type": "bid", "coins": 1 }], "ready": true });
    person.put(&Person::seat(game, seat, "orders"), orders).expect(200);
}

/// Plays a game of the sealed toy against a computer player, so many rounds or to its end.
fn play(server: &Server, person: &Person, rounds: u32) -> String {
    let game = server.bidding_game(person, None, json!({}));
    play_on(server, person, &game, rounds);
    game
}

fn play_on(server: &Server, person: &Person, game: &str, rounds: u32) {
    for _ in 0..rounds {
        if person.get(&format!("/v1/games/{game}")).expect(200).body["status"] != "running" {
            return;
        }
        bid(person, game, "A");
        server.work();
    }
}

fn cursus(world: &World, words: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cursus-under-test"));
    command.args(words).env("CURSUS_DATA_DIR", &world.dir).env("CURSUS_DATABASE_URL", &world.database);
    let out = command.output().expect("the program runs");
    let text = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    (out.status.success(), text)
}

#[test]
fn the_server_and_the_program_agree_on_a_finished_game() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = play(&server, &ada, 99);
        let shown = ada.get(&format!("/v1/games/{game}")).expect(200).body;
        assert_eq!(shown["status"], "finished");

        // Anybody may check a public game, without a token.
        let report = server.nobody().get(&format!("/v1/games/{game}/verify")).expect(200).body;
        assert_eq!(report["agrees"], true, "{report}");
        let archive = server.nobody().get(&format!("/v1/games/{game}/archive")).expect(200);
        assert_eq!(archive.body["commitment"], shown["commitment"]);
        assert_eq!(archive.body["seed"], shown["seed"]);
        assert_eq!(archive.body["seats"][0]["holder"], ada.get("/v1/me").expect(200).body["name"]);

        let file = world.dir.join("archive.json");
        std::fs::write(&file, &archive.text).unwrap();
        let path = file.display().to_string();
        let (agrees, said) = cursus(&world, &["verify", &path]);
        assert!(agrees, "{said}");
        let (_, said) = cursus(&world, &["verify", &path, "--json"]);
        assert_eq!(serde_json::from_str::<Value>(&said).unwrap(), report);

        std::fs::write(&file, archive.text.replacen(r#""coins":1"#, r#""coins":2"#, 1)).unwrap();
        let (agrees, said) = cursus(&world, &["verify", &path]);
        assert!(!agrees && said.contains("does not agree"), "{said}");
    });
}

#[test]
fn a_running_game_keeps_its_record_to_itself() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let game = play(&server, &ada, 1);
    for what in ["archive", "verify"] {
        ada.get(&format!("/v1/games/{game}/{what}")).problem(409, "not-over");
    }
    assert!(ada.get(&format!("/v1/games/{game}")).expect(200).body["seed"].is_null());
    ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
    assert_eq!(ada.get(&format!("/v1/games/{game}/verify")).expect(200).body["agrees"], true);
}

#[test]
fn a_running_game_moves_to_another_installation_and_is_played_on() {
    let (from, to) = (World::sqlite(), World::sqlite());
    let file = from.dir.join("moving.json").display().to_string();
    let (game, heads) = {
        let server = from.server();
        let ada = server.player("ada");
        let game = play(&server, &ada, 2);
        (game.clone(), heads(&ada, &game))
    };
    let (done, said) = cursus(&from, &["export", &game, "--out", &file]);
    assert!(done, "{said}");

    let name = {
        let server = to.server();
        let name = server.player("bea").get("/v1/me").expect(200).body["name"].clone();
        name.as_str().unwrap().to_owned()
    };
    let (done, said) = cursus(&to, &["import", &file, "--owner", "nobody-here"]);
    assert!(!done && said.contains("register it first"), "{said}");
    // A server at work is in nobody's way.
    let server = to.server();
    let (done, said) = cursus(&to, &["import", &file, "--owner", &name]);
    assert!(done, "{said}");
    let moved = said.trim().rsplit(' ').next().unwrap().to_owned();
    let (done, said) = cursus(&to, &["export", &moved, "--out", &format!("{file}.again")]);
    assert!(done, "{said}");
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "it holds the dice to come");
    }

    let form = json!({ "name": name, "password": "correct horse" });
    let session = server.nobody().post("/v1/sessions", form).expect(201);
    let bea = server.nobody().with_token(session.body["access_token"].as_str().unwrap());
    let shown = bea.get(&format!("/v1/games/{moved}")).expect(200).body;
    assert_eq!((&shown["status"], &shown["step"]), (&json!("paused"), &json!(2)));
    assert_eq!(self::heads(&bea, &moved), heads, "the ledger came along");
    assert!(shown["seats"][0]["archived_holder"].as_str().unwrap().starts_with("ada"), "{shown}");
    assert_eq!((&shown["seats"][0]["player"], &shown["seats"][0]["holder"]), (&json!(null), &json!("open")));
    let again: Value = serde_json::from_str(&std::fs::read_to_string(format!("{file}.again")).unwrap()).unwrap();
    assert_eq!(again["seats"][0]["holder"], shown["seats"][0]["archived_holder"]);
    server.nobody().get(&format!("/v1/games/{moved}")).problem(404, "not-found");

    bea.post(&Person::seat(&moved, "A", "claim"), json!({})).expect(200);
    bea.put(&Person::seat(&moved, "B", "ai"), json!({ "level": "random" })).expect(200);
    bea.post(&format!("/v1/games/{moved}/resume"), json!({})).expect(200);
    play_on(&server, &bea, &moved, 99);
    assert_eq!(bea.get(&format!("/v1/games/{moved}")).expect(200).body["status"], "finished");
    let report = bea.get(&format!("/v1/games/{moved}/verify")).expect(200).body;
    assert_eq!(report["agrees"], true, "{report}");
    assert!(bea.get(&Person::seat(&moved, "A", "reports/1")).expect(200).body["entries"].is_array());
}

#[test]
fn a_campaign_that_is_over_comes_in_over_the_api() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, bea) = (server.player("ada"), server.player("bea"));
    let game = play(&server, &ada, 99);
    let archive = ada.get(&format!("/v1/games/{game}/archive")).expect(200).body;
    let put_in =
        |person: &Person, more: &str, archive: &Value| person.post(&format!("/v1/archives{more}"), archive.clone());

    let made = put_in(&bea, "", &archive).expect(201);
    let copy = made.body["id"].as_str().unwrap().to_owned();
    assert_eq!(made.header("location"), format!("/v1/games/{copy}"));
    assert_eq!((&made.body["status"], &made.body["visibility"]), (&json!("finished"), &json!("private")));
    assert_eq!(made.body["seats"][0]["archived_holder"], ada.name.as_str());
    assert_eq!(made.body["seats"][0]["player"], Value::Null, "a name in words is no account");
    ada.get(&format!("/v1/games/{copy}")).problem(404, "not-found");
    assert_eq!(heads(&bea, &copy), heads(&ada, &game));
    bea.get(&Person::seat(&copy, "B", "reports/1")).expect(200);
    assert_eq!(bea.get(&format!("/v1/games/{copy}/verify")).expect(200).body["agrees"], true);
    let open = put_in(&bea, "?visibility=public", &archive).expect(201).body["id"].clone();
    ada.get(&format!("/v1/games/{}", open.as_str().unwrap())).expect(200);
    assert_eq!(
        ada.get(&format!("/v1/players/{}", ada.name)).expect(200).body["finished"],
        1,
        "nobody finished more games by it"
    );

    let flaw = |person: &Person, archive: &Value| {
        let refused = put_in(person, "", archive).problem(422, "invalid").body;
        (refused["errors"][0]["code"].clone(), refused["errors"][0]["pointer"].clone())
    };
    let with = |pointer: &str, value: Value| {
        let mut other = archive.clone();
        *other.pointer_mut(pointer).unwrap() = value;
        other
    };
    assert_eq!(flaw(&bea, &with("/steps/0/sheets/0/orders/0/coins", json!(2))).0, "archive-differs");
    assert_eq!(flaw(&bea, &with("/version", json!(99))), (json!("archive-unreadable"), json!("/format")));
    let many: Vec<Value> = (0..2000).map(|_| json!({ "type": "bid", "coins": 1 })).collect();
    let (code, pointer) = flaw(&bea, &with("/steps/0/sheets/0/orders", json!(many)));
    assert_eq!((code, pointer), (json!("too_many_orders"), json!("/steps/0/sheets/0/orders")));
    let (code, pointer) = flaw(&bea, &json!({ "format": "cursus-archive" }));
    assert_eq!((code, pointer), (json!("wrong-shape"), json!("")));

    // Of one that goes on, the archive tells the dice to come.
    let mut running = archive.clone();
    running.as_object_mut().unwrap().remove("outcome");
    running["steps"].as_array_mut().unwrap().truncate(1);
    assert_eq!(flaw(&bea, &running), (json!("not-over"), json!("/outcome")));
    let root = server.register("root");
    assert!(administrators::cursus(&world, &["admin", "promote", &root.name], "").status.success());
    let root = Person::log_in(&server.base, &root.name);
    assert_eq!(put_in(&root, "", &running).expect(201).body["status"], "paused");

    let guest = server.nobody().post("/v1/guests", json!({})).expect(201).body;
    let guest = server.nobody().with_token(guest["access_token"].as_str().unwrap());
    put_in(&guest, "", &archive).problem(403, "guests-cannot");
    put_in(&server.nobody(), "", &archive).problem(401, "no-token");
    // What it says of when it was played does not make it another day's.
    let mut later = archive.clone();
    later["steps"].as_array_mut().unwrap().last_mut().unwrap()["resolved_at"] = json!("2999-01-01T00:00:00Z");
    for _ in 2..20 {
        put_in(&bea, "", &later).expect(201);
    }
    put_in(&bea, "", &archive).problem(429, "too-many-imports");
}

#[test]
fn an_operator_says_how_large_archives_may_be() {
    let world = World::sqlite().with(|settings| {
        settings.body_limit = Some(2000);
        settings.archive_limit = Some(30_000);
    });
    let server = world.server();
    let ada = server.player("ada");
    let game = play(&server, &ada, 99);
    let archive = ada.get(&format!("/v1/games/{game}/archive")).expect(200);
    assert!((2000..30_000).contains(&archive.text.len()), "{}", archive.text.len());
    ada.post("/v1/archives", archive.body.clone()).expect(201);
    let mut large = archive.body;
    large["name"] = "x".repeat(30_000).into();
    ada.post("/v1/archives", large.clone()).problem(413, "body-too-large");
    let keyed = [("idempotency-key", "k")];
    ada.post_with("/v1/archives", &keyed, large.clone()).problem(413, "body-too-large");
    drop(server);
    let server = world.with(|settings| settings.archive_limit = Some(0)).server();
    let ada = server.player("ada");
    ada.post("/v1/archives", json!({})).problem(403, "no-imports");
}

#[test]
fn a_few_archives_come_in_at_a_time() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let slow: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut stream = TcpStream::connect(server.base.trim_start_matches("http://")).expect("a connection");
            let token = ada.token.as_deref().expect("a token");
            let head = format!(
                "POST /v1/archives HTTP/1.1\r\nHost: cursus\r\nAuthorization: Bearer {token}\r\n\
                 Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{{"
            );
            stream.write_all(head.as_bytes()).expect("sent");
            stream
        })
        .collect();
    let until = |status: u16| {
        let mut tries = (0..500).map(|_| {
            std::thread::sleep(Duration::from_millis(20));
            ada.post("/v1/archives", json!({})).status
        });
        assert!(tries.any(|now| now == status), "never {status}");
    };
    until(429);
    drop(slow);
    until(422);
}

fn heads(person: &Person, game: &str) -> Vec<String> {
    let turns = person.get(&format!("/v1/games/{game}/turns")).expect(200).body;
    let items = turns["items"].as_array().unwrap().iter();
    items.map(|turn| turn["head"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn deadlines_come_as_a_calendar() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let timing = json!({
        "clock": { "type": "calendar", "cron": "0 20 * * SUN", "zone": "Europe/Rome" }, "reminders": [{ "hours": 24 }],
    });
    let game = server.bidding_game(&ada, None, json!({ "name": "A; b, c", "timing": timing }));
    let feed = server.nobody().get(&format!("/v1/games/{game}/deadlines.ics")).expect(200);
    assert!(feed.header("content-type").starts_with("text/calendar"));
    assert_eq!(feed.text.matches("BEGIN:VEVENT\r\n").count(), 10);
    // Sunday, 3 March 2030, is 55 hours away: time enough to think.
    assert!(feed.text.contains("DTSTART:20300303T190000Z\r\n"), "{}", feed.text);
    assert!(feed.text.contains("SUMMARY:A\\; b\\, c: orders for Round 1\r\n"), "{}", feed.text);
    assert!(feed.text.contains("TRIGGER:-PT1440M\r\n"));
}
