//! People, sessions, tokens.

use cursus_tests::{Person, World, fresh_name};
use serde_json::{Value, json};

#[test]
fn somebody_registers_logs_in_and_closes_the_account() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let me = ada.get("/v1/me").expect(200);
        assert_eq!(me.body["name"], ada.name.as_str());
        let again = json!({ "name": ada.name.to_uppercase(), "password": "another one" });
        server.nobody().post("/v1/accounts", again).problem(409, "name-taken");
        ada.close_account().expect(204);
        ada.get("/v1/me").problem(401, "session-ended");
        let form = json!({ "name": ada.name, "password": "correct horse" });
        server.nobody().post("/v1/sessions", form.clone()).problem(401, "wrong-credentials");
        server.nobody().post("/v1/accounts", form).problem(409, "name-taken");
    });
}

#[test]
fn a_wrong_password_and_an_unknown_name_get_the_same_answer() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let wrong = server.nobody().post("/v1/sessions", json!({ "name": ada.name, "password": "wrong horse" }));
    let unknown = server.nobody().post("/v1/sessions", json!({ "name": "nobody-at-all", "password": "wrong horse" }));
    assert_eq!(
        wrong.problem(401, "wrong-credentials").body["detail"],
        unknown.problem(401, "wrong-credentials").body["detail"]
    );
}

#[test]
fn bad_registrations_say_what_is_wrong_and_where() {
    let world = World::sqlite();
    let server = world.server();
    let answer =
        server.nobody().post("/v1/accounts", json!({ "name": "a b", "password": "short" })).problem(422, "invalid");
    let pointers: Vec<_> = answer.body["errors"].as_array().unwrap().iter().map(|e| e["pointer"].clone()).collect();
    assert_eq!(pointers, ["/name", "/password"]);
    for name in ["ada\u{202e}", "аda", "a", "", "name with spaces", "x".repeat(33).as_str()] {
        server
            .nobody()
            .post("/v1/accounts", json!({ "name": name, "password": "long enough" }))
            .problem(422, "invalid");
    }
}

#[test]
fn a_refresh_token_works_once_and_a_copy_ends_the_session() {
    World::both(|world| {
        let server = world.server();
        let name = fresh_name("ada");
        let form = json!({ "name": name, "password": "correct horse" });
        server.nobody().post("/v1/accounts", form.clone()).expect(201);
        let first = server.nobody().post("/v1/sessions", form).expect(201);
        let refresh =
            |token: &serde_json::Value| server.nobody().post("/v1/sessions/refresh", json!({ "refresh_token": token }));
        let second = refresh(&first.body["refresh_token"]).expect(200);
        let ada = server.nobody().with_token(second.body["access_token"].as_str().unwrap());
        ada.get("/v1/me").expect(200);
        refresh(&first.body["refresh_token"]).problem(401, "refresh-token-reused");
        ada.get("/v1/me").problem(401, "session-ended");
        refresh(&second.body["refresh_token"]).problem(401, "bad-refresh-token");
    });
}

#[test]
fn an_access_token_lasts_a_quarter_of_an_hour() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    world.pass_minutes(14);
    ada.get("/v1/me").expect(200);
    world.pass_minutes(1);
    ada.get("/v1/me").problem(401, "token-expired");
}

#[test]
fn logging_out_ends_the_session_at_once() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    assert_eq!(ada.get("/v1/sessions").expect(200).body["items"][0]["current"], true);
    ada.delete("/v1/sessions/current").expect(204);
    ada.get("/v1/me").problem(401, "session-ended");
}

#[test]
fn a_new_password_ends_the_other_sessions() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let form = json!({ "name": ada.name, "password": "correct horse" });
    let other = server.nobody().post("/v1/sessions", form.clone()).expect(201);
    let other = server.nobody().with_token(other.body["access_token"].as_str().unwrap());
    let change =
        |old: &str| ada.put("/v1/me/password", json!({ "current_password": old, "new_password": "battery staple" }));
    let wrong = change("wrong").problem(403, "wrong-password").body;
    assert_eq!(wrong["errors"][0]["pointer"], "/current_password");
    change("correct horse").expect(204);
    other.get("/v1/me").problem(401, "session-ended");
    ada.get("/v1/me").expect(200);
    server.nobody().post("/v1/sessions", form).problem(401, "wrong-credentials");
}

#[test]
fn an_api_token_does_what_its_scopes_say_and_no_more() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let made = ada.post("/v1/tokens", json!({ "name": "bot", "scopes": ["game:read"] })).expect(201);
        let bot = server.nobody().with_token(made.body["token"].as_str().unwrap());
        bot.get("/v1/me").expect(200);
        bot.get("/v1/games?mine=true").expect(200);
        let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses" });
        bot.post("/v1/games", form.clone()).problem(403, "scope-missing");
        bot.post("/v1/tokens", json!({ "name": "more", "scopes": ["gm"] })).problem(403, "session-needed");
        bot.close_account().problem(403, "session-needed");
        let listed = ada.get("/v1/tokens").expect(200);
        assert!(listed.body["items"][0].get("token").is_none());
        assert!(!listed.text.contains(made.body["token"].as_str().unwrap()));
        ada.delete(&format!("/v1/tokens/{}", made.body["id"].as_str().unwrap())).expect(204);
        bot.get("/v1/me").problem(401, "bad-token");
        ada.post("/v1/tokens", json!({ "name": "x", "scopes": ["admin"] })).problem(422, "invalid");
        let gm = ada.post("/v1/tokens", json!({ "name": "gm", "scopes": ["gm"], "expires_in_days": 1 })).expect(201);
        let gm = server.nobody().with_token(gm.body["token"].as_str().unwrap());
        gm.post("/v1/games", form.clone()).problem(403, "scope-missing");
        world.pass_minutes(24 * 60);
        gm.get("/v1/me").problem(401, "bad-token");
    });
}

#[test]
fn tokens_that_are_none_of_ours_are_refused() {
    let world = World::sqlite();
    let server = world.server();
    for token in ["", "x", "cursus_AAAA", "eyJhbGciOiJub25lIn0.e30."] {
        assert_eq!(server.nobody().with_token(token).get("/v1/me").status, 401, "{token}");
        assert_eq!(server.nobody().with_token(token).get("/v1/games").status, 401, "{token}");
    }
    let basic = server.nobody().get_with("/v1/me", &[("authorization", "Basic eDp5")]);
    basic.problem(401, "bad-authorization");
    Person::nobody(&server.base).get("/v1/me").problem(401, "no-token");
}

/// Days that pass, in minutes.
const DAY: i64 = 24 * 60;

#[test]
fn upkeep_clears_sessions_away_that_have_run_out_and_keeps_those_that_last() {
    World::both(|world| {
        let server = world.server();
        let tidy = || server.app.tidy().expect("upkeep").sessions;
        let name = fresh_name("ada");
        let form = json!({ "name": name, "password": "correct horse" });
        server.nobody().post("/v1/accounts", form.clone()).expect(201);
        let refresh =
            |token: &serde_json::Value| server.nobody().post("/v1/sessions/refresh", json!({ "refresh_token": token }));
        let left = server.nobody().post("/v1/sessions", form.clone()).expect(201).body;
        let first = server.nobody().post("/v1/sessions", form).expect(201).body;
        world.pass_minutes(29 * DAY);
        let second = refresh(&first["refresh_token"]).expect(200).body;
        assert_eq!(tidy(), 0, "nothing has run out yet");
        world.pass_minutes(2 * DAY);
        assert_eq!(tidy(), 3, "the session left alone with its token, and the token used and 31 days old");
        refresh(&left["refresh_token"]).problem(401, "bad-refresh-token");
        let third = refresh(&second["refresh_token"]).expect(200).body;
        refresh(&second["refresh_token"]).problem(401, "refresh-token-reused");
        refresh(&third["refresh_token"]).problem(401, "bad-refresh-token");
        world.pass_minutes(31 * DAY);
        assert_eq!(tidy(), 3, "the session that a copy ended, with both of its tokens");
        assert_eq!(tidy(), 0);
    });
}

#[test]
fn a_person_takes_all_that_is_kept_of_them_and_nothing_of_others() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let write = |person: &Person, seat: &str, to: Value, text: &str| {
            person.post(&Person::seat(&game, seat, "messages"), json!({ "to": to, "text": text })).expect(201);
        };
        write(&ada, "A", json!(["B"]), "Shall we?");
        write(&ben, "B", json!(["A"]), "We shall.");
        ben.post("/v1/tokens", json!({ "name": "bot", "scopes": ["game:read"] })).expect(201);
        ben.post("/v1/me/channels", json!({ "url": "https://example.org/" })).expect(201);
        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        let data = ben.get("/v1/me/data").expect(200);
        assert!(!data.text.contains("whsec_") && !data.text.contains("cursus_"), "no secret is in it: {}", data.text);
        let data = data.body;
        assert_eq!(
            (&data["account"]["name"], &data["email"], &data["runs"]),
            (&json!(ben.name), &Value::Null, &json!([]))
        );
        assert_eq!(
            (&data["tokens"][0]["name"], &data["channels"][0]["url"]),
            (&json!("bot"), &json!("https://example.org/"))
        );
        let letters: Vec<(&str, &str)> = data["letters"]
            .as_array()
            .expect("letters")
            .iter()
            .map(|letter| (letter["from"].as_str().expect("from"), letter["text"].as_str().expect("a text")))
            .collect();
        assert_eq!(letters, [("B", "We shall."), ("A", "Shall we?")], "also of a seat that was left");
        assert_eq!((&data["seats"][0]["game"], &data["seats"][0]["seat"]), (&json!(game), &json!("B")));
        assert!(data["seats"][0]["until"].is_string(), "{data}");
        let of_ada = ada.get("/v1/me/data").expect(200).body;
        assert_eq!((&of_ada["runs"], &of_ada["channels"]), (&json!([game]), &json!([])));
        let eve = server.register("eve").get("/v1/me/data").expect(200).body;
        assert_eq!((&eve["seats"], &eve["letters"], &eve["letters_left_off"]), (&json!([]), &json!([]), &json!(0)));
    });
}
