//! The web client as the server hands it out, and what it needs of the API: guests, and a session kept in a cookie.

use cursus_tests::{Answer, Person, World, fresh_name};
use serde_json::{Value, json};

/// The cookie of an answer, as a browser sends it back.
fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned()
}

/// A request for new tokens with a cookie, as a browser sends it from a page of this site.
fn refresh(nobody: &Person, cookie: &str, site: &str) -> Answer {
    nobody.send("POST", "/v1/sessions/refresh", &[("cookie", cookie), ("sec-fetch-site", site)], None)
}

#[test]
fn the_page_names_its_files_and_they_may_be_kept_for_ever() {
    let world = World::sqlite();
    let server = world.server();
    let nobody = server.nobody();
    let page = nobody.get("/").expect(200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert_eq!(page.header("cache-control"), "no-cache");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    let files: Vec<&str> = page.text.split('"').filter(|part| part.starts_with("/a/")).collect();
    assert!(files.len() >= 3, "{}", page.text);
    for file in files {
        let answer = nobody.get(file).expect(200);
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable", "{file}");
        assert!(!answer.text.contains("://") || file.ends_with(".svg"), "{file} asks another host");
    }
    for path in [
        "/new",
        "/sign-in",
        "/account",
        "/notifications",
        "/new-password",
        "/authorize",
        "/t/some-game/VEN",
        "/w/some-game",
    ] {
        assert_eq!(nobody.get(path).expect(200).text, page.text, "{path}");
    }
    nobody.get("/a/0123456789abcdef/app.js").problem(404, "no-such-address");
    let build = page.text.split("/a/").nth(1).and_then(|rest| rest.split('/').next()).expect("a build");
    nobody.get(&format!("/a/{build}/../Cargo.toml")).problem(404, "no-such-address");
    nobody.get(&format!("/a/{build}/package.json")).problem(404, "no-such-address");
}

#[test]
fn a_session_in_a_cookie_is_renewed_by_pages_of_this_server_alone() {
    World::both(|world| {
        let server = world.server();
        let nobody = server.nobody();
        let form = json!({ "name": fresh_name("ada"), "password": "correct horse" });
        nobody.post("/v1/accounts", form.clone()).expect(201);
        let mut form = form;
        form["in_cookie"] = json!(true);
        let first = nobody.post("/v1/sessions", form).expect(201);
        assert_eq!(first.body["refresh_token"], Value::Null, "scripts do not see it");
        let set = first.header("set-cookie");
        for word in ["HttpOnly", "SameSite=Strict", "Path=/v1/sessions"] {
            assert!(set.contains(word), "{set}");
        }
        let old = cookie(&first);
        refresh(&nobody, &old, "cross-site").problem(403, "forbidden-origin");
        refresh(&nobody, &old, "same-site").problem(403, "forbidden-origin");
        nobody.send("POST", "/v1/sessions/refresh", &[("cookie", &old)], None).problem(403, "forbidden-origin");
        let elsewhere = [("cookie", old.as_str()), ("origin", "https://example.org")];
        nobody.send("POST", "/v1/sessions/refresh", &elsewhere, None).problem(403, "forbidden-origin");
        nobody
            .send("POST", "/v1/sessions/refresh", &[("sec-fetch-site", "same-origin")], None)
            .problem(401, "no-refresh-token");
        let second = refresh(&nobody, &old, "same-origin").expect(200);
        let ada = nobody.with_token(second.body["access_token"].as_str().unwrap());
        assert_eq!(second.body["refresh_token"], Value::Null);
        assert_ne!(cookie(&second), old, "each token is good once");
        ada.get("/v1/me").expect(200);
        let out = ada.delete("/v1/sessions/current").expect(204);
        assert!(out.header("set-cookie").contains("Max-Age=0"), "{}", out.header("set-cookie"));
        refresh(&nobody, &cookie(&second), "same-origin").problem(401, "bad-refresh-token");
    });
}

#[test]
fn a_guest_plays_at_once_and_keeps_the_account_later() {
    World::both(|world| {
        let server = world.server();
        let nobody = server.nobody();
        let session = nobody.post("/v1/guests", json!({})).expect(201).body;
        assert_eq!(session["account"]["is_guest"], true);
        let guest = nobody.with_token(session["access_token"].as_str().unwrap());
        let name = session["account"]["name"].as_str().unwrap();
        for password in ["", "guest", "correct horse"] {
            let form = json!({ "name": name, "password": password });
            nobody.post("/v1/sessions", form).problem(401, "wrong-credentials");
        }
        let form =
            json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "seats": [{ "kind": "me", "seat": "A" }] });
        let game = guest.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let other = server.register("ben");
        let taken = json!({ "name": other.name, "password": "correct horse" });
        guest.put("/v1/me/name", taken).problem(409, "name-taken");
        guest.put("/v1/me/name", json!({ "name": "a b", "password": "short" })).problem(422, "invalid");
        let form = json!({ "name": fresh_name("ada"), "password": "correct horse" });
        let kept = guest.put("/v1/me/name", form.clone()).expect(200).body;
        assert_eq!((kept["is_guest"].clone(), kept["name"].clone()), (json!(false), form["name"].clone()));
        guest.put("/v1/me/name", form.clone()).problem(409, "not-a-guest");
        let again = nobody.post("/v1/sessions", form).expect(201).body;
        let ada = nobody.with_token(again["access_token"].as_str().unwrap());
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["yours"], json!(["A"]));
        // Who never gave it a password can still close it.
        let session = nobody.post("/v1/guests", json!({})).expect(201).body;
        let guest = nobody.with_token(session["access_token"].as_str().unwrap());
        guest
            .send("DELETE", "/v1/me", &[("content-type", "application/json")], Some(b"{\"current_password\":\"\"}"))
            .expect(204);
        guest.get("/v1/me").problem(401, "session-ended");
    });
}

#[test]
fn a_guest_who_can_never_come_back_leaves_the_seat_to_others() {
    World::both(|world| {
        let server = world.server();
        let guest = server.nobody().post("/v1/guests", json!({ "in_cookie": true })).expect(201).body;
        let person = server.nobody().with_token(guest["access_token"].as_str().expect("a token"));
        let form =
            json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "seats": [{ "kind": "me", "seat": "A" }] });
        let game = person.post("/v1/games", form).expect(201).body;
        let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
        let guests = || server.app.tidy().expect("upkeep").guests;
        world.pass_minutes(29 * 24 * 60);
        assert_eq!(guests(), 0, "the session lasts");
        world.pass_minutes(2 * 24 * 60);
        assert_eq!(guests(), 1, "the session has run out, and there is no password to open another");
        assert_eq!(guests(), 0);
        assert_eq!(server.register("ben").get(&path).expect(200).body["status"], "abandoned");
    });
}
