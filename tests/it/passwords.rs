//! Passwords: which are taken, what a wrong one costs, what a new one ends; and the key that signs sessions.

use cursus_tests::{Person, World, fresh_name};
use serde_json::{Value, json};

fn log_in(at: &Person, name: &str, password: &str) -> cursus_tests::Answer {
    at.post("/v1/sessions", json!({ "name": name, "password": password }))
}

#[test]
fn an_unknown_name_costs_the_same_work_as_a_wrong_password() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, nobody) = (server.register("ada"), server.register("ben"), server.nobody());
        ben.close_account().expect(204);
        for name in [ada.name.as_str(), ben.name.as_str(), "nobody-at-all", "", &"x".repeat(128)] {
            let before = server.app.password_work();
            log_in(&nobody, name, "wrong horse").problem(401, "wrong-credentials");
            assert_eq!(server.app.password_work() - before, 1, "{name}");
        }
    });
}

#[test]
fn passwords_that_everybody_tries_are_refused() {
    let world = World::sqlite();
    let server = world.server();
    let name = fresh_name("colleoni");
    for password in ["password1", "12345678", name.as_str(), &name.to_uppercase()] {
        let refused = server.nobody().post("/v1/accounts", json!({ "name": name, "password": password }));
        let flaw = refused.problem(422, "invalid").body["errors"][0].clone();
        assert_eq!((&flaw["code"], &flaw["pointer"]), (&json!("common-password"), &json!("/password")));
        assert!(flaw["hint"].is_string());
    }
    let ada = server.register("ada-of-lovelace");
    let change = json!({ "current_password": "correct horse", "new_password": ada.name });
    let flaw = ada.put("/v1/me/password", change).problem(422, "invalid").body["errors"][0].clone();
    assert_eq!((&flaw["code"], &flaw["pointer"]), (&json!("common-password"), &json!("/new_password")));
}

#[test]
fn an_account_is_closed_by_who_knows_its_password() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let close = |body: Value| {
        let json = [("content-type", "application/json")];
        ada.send("DELETE", "/v1/me", &json, Some(body.to_string().as_bytes()))
    };
    close(json!({})).problem(422, "invalid");
    close(json!({ "current_password": "wrong horse" })).problem(403, "wrong-password");
    ada.get("/v1/me").expect(200);
    close(json!({ "current_password": "correct horse" })).expect(204);
    ada.get("/v1/me").problem(401, "session-ended");
}

#[test]
fn a_new_password_ends_api_tokens_unless_they_are_to_be_kept() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let made = ada.post("/v1/tokens", json!({ "name": "bot", "scopes": ["game:read"] })).expect(201);
        let bot = server.nobody().with_token(made.body["token"].as_str().unwrap());
        let kept =
            json!({ "current_password": "correct horse", "new_password": "battery staple", "revoke_tokens": false });
        ada.put("/v1/me/password", kept).expect(204);
        bot.get("/v1/me").expect(200);
        let ended = json!({ "current_password": "battery staple", "new_password": "correct horse" });
        ada.put("/v1/me/password", ended).expect(204);
        bot.get("/v1/me").problem(401, "bad-token");
        assert_eq!(ada.get("/v1/tokens").expect(200).body["items"], json!([]));
    });
}

#[test]
fn wrong_passwords_meet_delays_by_name_whether_or_not_there_is_such_an_account() {
    let world = World::sqlite().with(|settings| {
        (settings.rate_limits, settings.auth_per_minute) = (Some(true), Some(1000));
    });
    let server = world.server();
    let (ada, nobody) = (server.register("ada"), server.nobody());
    for name in ["nobody-at-all", ada.name.as_str()] {
        for _ in 0..5 {
            log_in(&nobody, name, "wrong horse").problem(401, "wrong-credentials");
        }
        let before = server.app.password_work();
        let delayed = log_in(&nobody, name, "correct horse").problem(429, "too-many-attempts");
        assert_eq!(delayed.header("retry-after"), "1");
        assert_eq!(server.app.password_work(), before, "nothing is tried meanwhile");
        for delay in [1, 2, 4, 8, 16, 30, 30] {
            world.pass_seconds(delay);
            log_in(&nobody, name, "wrong horse").problem(401, "wrong-credentials");
        }
        assert_eq!(log_in(&nobody, name, "wrong horse").problem(429, "too-many-attempts").header("retry-after"), "30");
    }
    // Who is logged in goes on, but may not guess either.
    ada.get("/v1/me").expect(200);
    let guess = json!({ "current_password": "wrong horse", "new_password": "battery staple" });
    ada.put("/v1/me/password", guess).problem(429, "too-many-attempts");
    world.pass_seconds(30);
    log_in(&nobody, &ada.name, "correct horse").expect(201);
    log_in(&nobody, &ada.name, "wrong horse").problem(401, "wrong-credentials");
    log_in(&nobody, &ada.name, "correct horse").expect(201);
}

#[test]
fn servers_of_one_database_know_each_others_sessions_and_log_outs() {
    let Some(world) = World::postgres() else { return };
    let place = |name: &str| Some(world.dir.join(name));
    let one = world.server_with(|settings| settings.data_dir = place("one"));
    let two = world.server_with(|settings| settings.data_dir = place("two"));
    let here = one.register("ada");
    let there = here.at(&two.base);
    there.get("/v1/me").expect(200);
    here.delete("/v1/sessions/current").expect(204);
    here.get("/v1/me").problem(401, "session-ended");
    // What the other server remembers of her lasts for a second.
    let noticed = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        there.get("/v1/me").status == 401
    });
    assert!(noticed);
}
