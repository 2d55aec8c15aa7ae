//! What an operator sees: health, readiness, counters, limits.

use std::io::Write;
use std::net::TcpStream;
use std::sync::mpsc::{Sender, channel};
use std::thread::Scope;
use std::time::Duration;

use api::context::fault::Fault;
use cursus_tests::{Person, World};
use serde_json::{Value, json};

fn check(answer: &Value, part: &str) -> Value {
    let checks = answer["checks"].as_array().expect("checks");
    checks.iter().find(|check| check["name"] == part).unwrap_or_else(|| panic!("no {part}: {answer}")).clone()
}

/// Does work that waits in its midst, on a thread, until what comes back is dropped.
fn hold<'s>(scope: &'s Scope<'s, '_>, work: impl FnOnce(&dyn Fn()) + Send + 's) -> Sender<()> {
    let ((tell, told), (free, freed)) = (channel(), channel());
    scope.spawn(move || {
        work(&|| {
            let _ = tell.send(());
            let _ = freed.recv();
        });
    });
    told.recv().expect("it is at its work");
    free
}

#[test]
fn readiness_says_which_part_is_ill_and_health_waits_for_none() {
    let world = World::sqlite();
    let server = world.server();
    let nobody = server.nobody();
    let well = nobody.get("/ready").expect(200).body;
    assert_eq!(well["status"], "ok");
    for part in ["database", "writer", "scheduler", "computer_players"] {
        assert_eq!(check(&well, part)["ok"], true, "{well}");
    }
    std::thread::scope(|scope| {
        let _held = hold(scope, |wait| {
            let written = server.app.store.write(|_| {
                wait();
                Ok::<_, Fault>(())
            });
            written.expect("it is written");
        });
        let ill = nobody.get("/ready").problem(503, "not-ready").body;
        assert_eq!((&ill["errors"][0]["code"], &check(&ill, "writer")["ok"]), (&json!("writer"), &json!(false)));
        assert_eq!(check(&ill, "database")["ok"], true, "{ill}");
    });
    std::thread::scope(|scope| {
        // As many connections as this world's store has.
        let _held = [(); 4].map(|()| {
            hold(scope, |wait| {
                let read = server.app.store.read(|_| {
                    wait();
                    Ok::<_, Fault>(())
                });
                read.expect("a connection");
            })
        });
        assert_eq!(check(&nobody.get("/ready").expect(503).body, "database")["ok"], false);
        // A token that would have to be looked up keeps nobody from knowing that the server lives.
        nobody.with_token("cursus_unknown").get("/health").expect(200);
    });
    nobody.get("/ready").expect(200);
}

#[test]
fn invented_methods_and_addresses_make_the_counters_no_longer() {
    let world = World::sqlite();
    let server = world.server();
    let nobody = server.nobody();
    let lines = || nobody.get("/metrics").expect(200).text.lines().count();
    let ask = |i: u32| {
        nobody.send(&format!("BREW{i}"), "/v1/games", &[], None);
        nobody.get(&format!("/v1/invented/{i}"));
        nobody.get(&format!("/v1/games/invented-{i}"));
    };
    ask(0);
    lines();
    let before = lines();
    (1..300).for_each(ask);
    assert_eq!(lines(), before);
}

#[test]
fn the_counters_can_be_kept_to_a_token() {
    let world = World::sqlite().with(|settings| settings.metrics_token = Some("for the operator".to_owned()));
    let server = world.server();
    server.nobody().get("/metrics").problem(401, "bad-token");
    server.nobody().with_token("for the operator?").get("/metrics").problem(401, "bad-token");
    server.register("ada").get("/metrics").problem(401, "bad-token");
    server.nobody().with_token("for the operator").get("/metrics").expect(200);
}

#[test]
fn the_counters_can_be_kept_to_an_address_of_their_own() {
    let world = World::sqlite().with(|settings| settings.metrics_listen = Some(([127, 0, 0, 1], 0).into()));
    let server = world.server();
    server.nobody().get("/metrics").problem(404, "no-such-address");
    server.nobody().get("/v1/games").expect(200);
    let inside = Person::nobody(server.metrics.as_deref().expect("an address"));
    assert!(inside.get("/metrics").expect(200).text.contains("cursus_games_running"));
    inside.get("/ready").expect(200);
    inside.get("/v1/games").problem(404, "no-such-address");
}

#[test]
fn limits_are_told_apart_by_the_address_that_a_trusted_proxy_names() {
    let world = World::sqlite().with(|settings| {
        settings.rate_limits = Some(true);
        settings.auth_per_minute = Some(2);
        settings.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    });
    let server = world.server();
    let log_in = |from: &str| {
        let form = json!({ "name": "x", "password": "y" });
        server.nobody().post_with("/v1/sessions", &[("x-forwarded-for", from)], form)
    };
    for _ in 0..2 {
        log_in("203.0.113.1").problem(401, "wrong-credentials");
    }
    log_in("203.0.113.1").problem(429, "rate-limited");
    // What stands before the last hop is what the client says of itself.
    log_in("198.51.100.7, 203.0.113.1").problem(429, "rate-limited");
    log_in("203.0.113.2").problem(401, "wrong-credentials");
    // A customer's IPv6 addresses are one.
    log_in("2001:db8::1").problem(401, "wrong-credentials");
    log_in("2001:db8::2").problem(401, "wrong-credentials");
    log_in("2001:db8::3").problem(429, "rate-limited");
}

#[test]
fn a_game_that_starts_at_once_counts_as_ai_work() {
    let world = World::sqlite().with(|settings| {
        (settings.rate_limits, settings.ai_per_minute) = (Some(true), Some(2));
    });
    let server = world.server();
    let ada = server.register("ada");
    let create = |start: bool| {
        ada.post("/v1/games", json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "start": start }))
    };
    create(true).expect(201);
    create(true).expect(201);
    create(true).problem(429, "rate-limited");
    create(false).expect(201);
}

#[test]
fn who_asks_and_never_reads_is_given_up() {
    let world = World::sqlite().with(|settings| settings.request_timeout = Some(2));
    let server = world.server();
    let mut stream = TcpStream::connect(server.base.trim_start_matches("http://")).expect("the server listens");
    for _ in 0..64 {
        stream.write_all(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n").expect("it takes the request");
    }
    // Whoever is gone answers what comes then with a reset, so the write after it fails.
    let closed = (0..6).find(|_| {
        std::thread::sleep(Duration::from_secs(5));
        let sent = stream.write_all(b"\r\n");
        std::thread::sleep(Duration::from_millis(200));
        sent.and_then(|()| stream.write_all(b"\r\n")).is_err()
    });
    assert!(closed.is_some(), "the connection is still there");
}
