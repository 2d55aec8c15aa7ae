//! What every answer has in common: problems, repeated requests, limits.

use cursus_tests::World;
use serde_json::json;

#[test]
fn every_failure_is_a_problem_document() {
    let world = World::sqlite().with(|settings| settings.body_limit = Some(2000));
    let server = world.server();
    let ada = server.register("ada");
    ada.get("/v1/nothing").problem(404, "no-such-address");
    ada.get("/nothing/at/all").problem(404, "no-such-address");
    let wrong = ada.send("PATCH", "/v1/me", &[], None).problem(405, "method-not-allowed");
    assert_eq!(wrong.header("allow"), "GET, HEAD, DELETE");
    ada.send("PUT", "/v1/games", &[], None).problem(405, "method-not-allowed");
    let json = [("content-type", "application/json")];
    let register = |headers: &[(&str, &str)], body: &[u8]| ada.send("POST", "/v1/accounts", headers, Some(body));
    register(&json, b"{\"name\": ").problem(400, "bad-json");
    register(&json, b"{\"name\": \"\\ud800\"}").problem(400, "bad-json");
    register(&json, b"{} {}").problem(422, "invalid");
    register(&json, b"\xff\xfe").problem(400, "bad-json");
    register(&json, &b"[".repeat(1500)).problem(422, "invalid");
    register(&json, &b" ".repeat(3000)).problem(413, "body-too-large");
    register(&[json[0], ("content-encoding", "gzip")], b"\x1f\x8b").problem(415, "unsupported-content-encoding");
    register(&[], b"{}").problem(415, "unsupported-media-type");
    register(&[("content-type", "application/xml")], b"<a/>").problem(415, "unsupported-media-type");
    let typed = register(&json, b"{\"name\": 5, \"password\": \"long enough\"}").problem(422, "invalid");
    assert_eq!(typed.body["errors"][0]["pointer"], "/name");
    let unknown =
        register(&json, b"{\"name\":\"abc\",\"password\":\"long enough\",\"admin\":true}").problem(422, "invalid");
    assert!(unknown.body["detail"].as_str().unwrap().contains("admin"));
    ada.get("/v1/games/%00").problem(400, "nul");
    ada.get("/v1/games?ruleset=%00").problem(400, "nul");
    ada.get("/v1/games/%ff%fe").problem(404, "not-found");
    ada.get("/v1/rulesets/chess").problem(404, "no-such-ruleset");
}

#[test]
fn a_query_holds_only_what_is_known() {
    let world = World::sqlite();
    let server = world.server();
    let refused = server.nobody().get("/v1/games?open_seat=true").problem(400, "unknown-parameter").body;
    assert_eq!(refused["errors"][0]["pointer"], "#open_seat");
    assert!(refused["errors"][0]["hint"].as_str().unwrap().contains("open_seats"), "{refused}");
    server.nobody().get("/health?now=1").problem(400, "unknown-parameter");
    server.nobody().get("/v1/games?open_seats=true&limit=5").expect(200);
}

#[test]
fn head_is_get_without_a_body() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    for path in ["/health", "/v1/rulesets", "/openapi.json", &format!("/v1/games/{game}"), "/v1/me"] {
        let (whole, head) = (ada.get(path).expect(200), ada.send("HEAD", path, &[], None).expect(200));
        assert_eq!((head.text.as_str(), head.header("content-type")), ("", whole.header("content-type")), "{path}");
    }
    let events = format!("/v1/games/{game}/events");
    ada.send("HEAD", &events, &[("accept", "text/event-stream")], None).expect(200);
    assert_eq!(ada.send("HEAD", "/v1/games/none", &[], None).status, 404);
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let scenario = "/v1/rulesets/toy-sealed/scenarios/two-houses".to_owned();
    for path in [format!("/v1/games/{game}"), format!("/v1/games/{game}/awaiting"), scenario.clone()] {
        let tag = ada.get(&path).expect(200).header("etag").to_owned();
        assert!(tag.starts_with('"'), "{path}: {tag}");
        let again = ada.get_with(&path, &[("if-none-match", &tag)]).expect(304);
        assert_eq!((again.text.as_str(), again.header("etag")), ("", tag.as_str()));
        ada.post(&format!("/v1/games/{game}/pause"), json!({}));
        let now = ada.get_with(&path, &[("if-none-match", &tag)]);
        assert_eq!(now.status, if path == scenario { 304 } else { 200 }, "{path}");
        ada.post(&format!("/v1/games/{game}/resume"), json!({}));
    }
}

#[test]
fn every_problem_has_a_page_that_says_what_to_do() {
    let world = World::sqlite();
    let server = world.server();
    let nobody = server.nobody();
    let problem = nobody.get("/v1/me").problem(401, "no-token").body;
    let page = nobody.get_with(problem["type"].as_str().unwrap(), &[("accept", "text/html")]).expect(200);
    assert!(page.text.contains("<h1>no-token</h1>") && page.text.contains("POST /v1/sessions"), "{}", page.text);
    let kinds = nobody.get("/problems").expect(200).body;
    for kind in kinds["items"].as_array().unwrap() {
        let shown = nobody.get(&format!("/problems/{}", kind["code"].as_str().unwrap())).expect(200).body;
        assert_eq!(shown, *kind);
    }
    nobody.get("/problems/none").problem(404, "not-found");
}

#[test]
fn a_repeated_request_is_answered_and_not_done_again() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses" });
        let key = [("idempotency-key", "once")];
        let first = ada.post_with("/v1/games", &key, form.clone()).expect(201);
        assert_eq!(first.header("idempotency-replayed"), "");
        let again = ada.post_with("/v1/games", &key, form.clone()).expect(201);
        assert_eq!((again.header("idempotency-replayed"), again.text.as_str()), ("true", first.text.as_str()));
        assert_eq!(again.header("location"), first.header("location"));
        assert_eq!(ada.get("/v1/games?mine=true").body["items"].as_array().unwrap().len(), 1);
        let other = json!({ "ruleset": "toy-sealed", "scenario": "four-houses" });
        ada.post_with("/v1/games", &key, other.clone()).problem(422, "idempotency-key-reused");
        ben.post_with("/v1/games", &key, other.clone()).expect(201);
        let id = first.body["id"].as_str().unwrap();
        ada.post_with(&format!("/v1/games/{id}/start"), &[("idempotency-key", &"x".repeat(201))], json!({}))
            .problem(400, "bad-idempotency-key");
        // After a day the key is free again.
        world.pass_minutes(24 * 60 + 1);
        let session =
            server.nobody().post("/v1/sessions", json!({ "name": ada.name, "password": "correct horse" })).expect(201);
        let ada = ada.with_token(session.body["access_token"].as_str().unwrap());
        ada.post_with("/v1/games", &key, other).expect(201);
    });
}

#[test]
fn the_same_request_twice_at_once_is_done_once() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses" });
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let send = || ada.post_with("/v1/games", &[("idempotency-key", "twice")], form.clone()).status;
            let both = [scope.spawn(send), scope.spawn(send), scope.spawn(send)];
            both.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(statuses, [201; 3], "each has its answer");
        assert_eq!(ada.get("/v1/games?mine=true").body["items"].as_array().unwrap().len(), 1);
    });
}

#[test]
fn who_asks_too_often_is_told_when_to_come_back() {
    let world = World::sqlite().with(|settings| {
        settings.rate_limits = Some(true);
        (settings.auth_per_minute, settings.reads_per_minute) = (Some(4), Some(50));
    });
    let server = world.server();
    let ada = server.register("ada");
    let fine = ada.get("/v1/me").expect(200);
    assert_eq!(fine.header("ratelimit-policy"), "\"read\";q=50;w=60");
    assert!(fine.header("ratelimit").starts_with("\"read\";r="));
    let form = json!({ "name": "x", "password": "y" });
    let answers: Vec<_> = (0..4).map(|_| server.nobody().post("/v1/sessions", form.clone())).collect();
    let refused = answers.into_iter().last().unwrap().problem(429, "rate-limited");
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    ada.get("/v1/me").expect(200);
}

#[test]
fn the_server_shows_its_health_its_numbers_and_its_documentation() {
    World::both(|world| {
        let server = world.server();
        let nobody = server.nobody();
        assert_eq!(nobody.get("/health").expect(200).body["status"], "ok");
        assert_eq!(nobody.get("/ready").expect(200).body["status"], "ok");
        let numbers = nobody.get("/metrics").expect(200).text;
        assert!(
            numbers.contains("cursus_http_requests_total{method=\"GET\",route=\"/health\",status=\"200\"} 1"),
            "{numbers}"
        );
        assert_eq!(nobody.get("/docs").expect(302).header("location"), "/docs/");
        let page = nobody.get("/docs/").expect(200).text;
        assert!(page.contains("create_game") && !page.contains("<script"));
        assert!(!page.contains("https://"), "the page needs nobody else");
        assert!(nobody.get("/docs/reference.css").expect(200).header("content-type").starts_with("text/css"));
        assert!(nobody.get("/docs/schemas/Game").expect(200).text.contains("<code>id</code>"));
        nobody.get("/docs/schemas/Nothing").problem(404, "no-such-address");
        let page = nobody.get("/docs/try/").expect(200).text;
        assert!(page.contains("swagger-ui") && !page.contains("https://"));
        assert_eq!(nobody.get("/openapi.json").expect(200).body["info"]["title"], "Cursus");
    });
}

#[test]
fn a_browser_on_another_page_may_ask() {
    let world = World::sqlite();
    let server = world.server();
    let headers = [
        ("origin", "https://example.org"),
        ("access-control-request-method", "PUT"),
        ("access-control-request-headers", "authorization,if-match"),
    ];
    let preflight = server.nobody().send("OPTIONS", "/v1/me", &headers, None);
    assert_eq!((preflight.status, preflight.header("access-control-allow-origin")), (200, "*"));
    let offered = preflight.header("access-control-allow-methods");
    let mut offered: Vec<&str> = offered.split(',').map(str::trim).collect();
    offered.sort_unstable();
    assert_eq!(offered, ["DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"]);
    let refused = server.nobody().get_with("/v1/me", &[("origin", "https://example.org")]).problem(401, "no-token");
    assert_eq!(refused.header("access-control-allow-origin"), "*", "failures can be read too");
}

#[test]
fn large_answers_come_packed() {
    let world = World::sqlite();
    let server = world.server();
    let packed = server.nobody().get_with("/openapi.json", &[("accept-encoding", "gzip")]);
    assert_eq!((packed.status, packed.header("content-encoding")), (200, "gzip"));
    assert!(packed.header("vary").contains("accept-encoding"));
    let length = |answer: &cursus_tests::Answer| answer.header("content-length").parse::<usize>().unwrap_or(0);
    let plain = server.nobody().get("/openapi.json");
    assert_eq!(plain.header("content-encoding"), "");
    assert!(length(&packed) > 0 && length(&packed) < length(&plain) / 4, "both say how long they are");
    let unliked = server.nobody().get_with("/openapi.json", &[("accept-encoding", "gzip;q=0, br")]);
    assert_eq!(unliked.header("content-encoding"), "");
    // What fits into one segment is sent as it is.
    let small = server.nobody().get_with("/health", &[("accept-encoding", "gzip")]);
    assert_eq!((small.header("content-encoding"), length(&small)), ("", small.text.len()));
}

#[test]
fn every_answer_says_what_browsers_and_caches_may_do_with_it() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let document = api::openapi::document(&catalog::Catalog::standard());
    let mut asked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let address = path.split('/').map(|part| if part.starts_with('{') { "x" } else { part }).collect::<Vec<_>>();
        for method in item.as_object().unwrap().keys() {
            let json = [("content-type", "application/json")];
            let answer = ada.send(&method.to_uppercase(), &address.join("/"), &json, Some(b"{}"));
            let name = format!("{method} {path}: {}", answer.status);
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{name}");
            assert_eq!(answer.header("referrer-policy"), "no-referrer", "{name}");
            let policy = answer.header("content-security-policy");
            assert!(policy.starts_with("default-src 'none';"), "{name}: {policy}");
            assert!(policy.contains("frame-ancestors 'none'"), "{name}: {policy}");
            let caching = answer.header("cache-control");
            let allowed = match (path.starts_with("/v1/rulesets"), answer.header("etag").is_empty()) {
                (true, _) => "no-cache",
                (false, false) => "private, no-cache",
                (false, true) => "no-store",
            };
            assert_eq!(caching, allowed, "{name}");
            asked += 1;
        }
    }
    assert!(asked >= 50, "{asked}");
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let seat = |rest: &str| cursus_tests::Person::seat(&game, "A", rest);
    for (path, caching) in [
        (seat("view"), "private, no-cache"),
        (seat("map.svg"), "private, no-cache"),
        (seat("orders"), "private, no-cache"),
        (format!("/v1/games/{game}/events"), "no-store"),
        ("/v1/me".to_owned(), "no-store"),
        ("/docs/".to_owned(), "no-cache"),
    ] {
        assert_eq!(ada.get(&path).expect(200).header("cache-control"), caching, "{path}");
    }
    let policy = |path: &str| ada.get(path).header("content-security-policy").to_owned();
    assert!(policy(&seat("map.svg")).contains("style-src 'unsafe-inline'"));
    ada.put(&seat("orders"), json!({ "orders": [], "ready": true })).expect(200);
    server.work();
    let page = |path: &str| ada.get_with(path, &[("accept", "text/html")]).expect(200);
    let (report, problem) = (page(&seat("reports/1")), page("/problems/not-offered"));
    assert!(problem.text.contains("<code>POST …/orders/options</code>"), "{}", problem.text);
    for page in [ada.get(&seat("map.svg")), report, problem] {
        let policy = page.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "nobody puts it into a page of his own: {policy}");
    }
    assert!(policy("/docs/").contains("script-src 'self';"));
}
