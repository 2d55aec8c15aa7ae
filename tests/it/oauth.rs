//! Signing in from applications of third parties: OAuth 2.1 with authorization codes and PKCE.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cursus_tests::{Answer, Person, Server, World};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const BACK: &str = "http://127.0.0.1:49152/back";

fn open(world: &World) -> Server {
    world.server_with(|settings| settings.public_url = Some("https://play.example.org".into()))
}

fn application(owner: &Person) -> String {
    let form = json!({ "name": "Map table", "redirect_uris": ["http://127.0.0.1/back", "https://example.org/back"] });
    owner.post("/v1/me/applications", form).expect(201).body["id"].as_str().unwrap().to_owned()
}

/// What an application asks for, with something changed.
fn asked(application: &str, change: Value) -> Value {
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER.as_bytes()));
    let mut form = json!({
        "client_id": application, "redirect_uri": BACK, "code_challenge": challenge, "code_challenge_method": "S256",
        "scope": "orders:write game:read", "state": "a&b", "allow": true,
    });
    form.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    form
}

fn allow(person: &Person, application: &str, change: Value) -> String {
    let answer = person.post("/v1/oauth/authorizations", asked(application, change)).expect(200);
    answer.body["redirect_to"].as_str().unwrap().to_owned()
}

fn code_of(address: &str) -> String {
    address.split(['?', '&']).find_map(|part| part.strip_prefix("code=")).expect("a code").to_owned()
}

fn fetch(server: &Server, application: &str, code: &str, change: &[(&str, &str)]) -> Answer {
    let mut form = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", BACK),
        ("client_id", application),
        ("code_verifier", VERIFIER),
    ];
    for (name, value) in change {
        form.iter_mut().filter(|(known, _)| known == name).for_each(|pair| pair.1 = value);
    }
    let body: Vec<String> = form.iter().map(|(name, value)| format!("{name}={}", value.replace(':', "%3A"))).collect();
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    server.nobody().send("POST", "/v1/oauth/token", &headers, Some(body.join("&").as_bytes()))
}

fn error_of(answer: &Answer) -> &str {
    assert_eq!(answer.status, 400, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.body["error"].as_str().expect("an error of OAuth")
}

#[test]
fn a_person_allows_an_application_what_it_asks_for() {
    World::both(|world| {
        let server = open(&world);
        let (maker, ada) = (server.register("maker"), server.register("ada"));
        let application = application(&maker);
        let shown = server.nobody().get(&format!("/v1/applications/{application}")).expect(200).body;
        assert_eq!((&shown["name"], &shown["by"]), (&json!("Map table"), &json!(maker.name)));
        let known = server.nobody().get("/.well-known/oauth-authorization-server").expect(200).body;
        assert_eq!(known["issuer"], "https://play.example.org");
        assert_eq!(known["authorization_endpoint"], "https://play.example.org/authorize");

        let address = allow(&ada, &application, json!({}));
        assert!(address.starts_with(&format!("{BACK}?code=cursus_code_")), "{address}");
        assert!(address.ends_with("&state=a%26b&iss=https%3A%2F%2Fplay.example.org"), "{address}");
        let given = fetch(&server, &application, &code_of(&address), &[]).expect(200);
        assert_eq!(given.header("cache-control"), "no-store");
        assert_eq!(
            (&given.body["token_type"], &given.body["scope"]),
            (&json!("Bearer"), &json!("game:read orders:write"))
        );
        assert_eq!(given.body["expires_in"], 90 * 86_400);
        let token = given.body["access_token"].as_str().unwrap().to_owned();
        let bot = server.nobody().with_token(&token);
        assert_eq!(bot.get("/v1/me").expect(200).body["name"], ada.name.as_str());
        bot.get("/v1/tokens").problem(403, "session-needed");
        bot.post("/v1/games", json!({ "ruleset": "toy-sealed", "scenario": "two-houses" }))
            .problem(403, "scope-missing");

        // The person sees it among the tokens, and revokes it there.
        let tokens = ada.get("/v1/tokens").expect(200).body;
        let line = &tokens["items"][0];
        assert_eq!((&line["name"], &line["application"]), (&json!("Map table"), &json!(application)));
        ada.delete(&format!("/v1/tokens/{}", line["id"].as_str().unwrap())).expect(204);
        bot.get("/v1/me").problem(401, "bad-token");

        // Whoever says no is sent back with that word and no code.
        let address = allow(&ada, &application, json!({ "allow": false }));
        assert!(address.starts_with(&format!("{BACK}?error=access_denied&state=")), "{address}");

        // A program gives its token back; when the application goes, so do all of its tokens.
        let fetched = || {
            let code = code_of(&allow(&ada, &application, json!({})));
            fetch(&server, &application, &code, &[]).expect(200).body["access_token"].as_str().unwrap().to_owned()
        };
        let (first, second) = (fetched(), fetched());
        let form = [("content-type", "application/x-www-form-urlencoded")];
        for token in [first.as_str(), "cursus_nothing"] {
            server
                .nobody()
                .send("POST", "/v1/oauth/revoke", &form, Some(format!("token={token}").as_bytes()))
                .expect(200);
        }
        server.nobody().with_token(&first).get("/v1/me").problem(401, "bad-token");
        ada.delete(&format!("/v1/me/applications/{application}")).problem(404, "not-found");
        maker.delete(&format!("/v1/me/applications/{application}")).expect(204);
        server.nobody().with_token(&second).get("/v1/me").problem(401, "bad-token");
        assert_eq!(maker.get("/v1/me/applications").expect(200).body["items"], json!([]));
        ada.post("/v1/oauth/authorizations", asked(&application, json!({}))).problem(404, "not-found");
    });
}

#[test]
fn nobody_is_sent_to_an_address_that_is_not_the_applications() {
    World::both(|world| {
        let server = open(&world);
        let (maker, ada) = (server.register("maker"), server.register("ada"));
        let application = application(&maker);
        for (change, pointer) in [
            (json!({ "redirect_uri": "https://example.com/back" }), "/redirect_uri"),
            (json!({ "redirect_uri": "https://example.org/back/../x" }), "/redirect_uri"),
            (json!({ "redirect_uri": "http://localhost:1/back" }), "/redirect_uri"),
            (json!({ "code_challenge_method": "plain", "code_challenge": VERIFIER }), "/code_challenge"),
            (json!({ "code_challenge": "short" }), "/code_challenge"),
            (json!({ "scope": "game:read admin" }), "/scope"),
            (json!({ "state": "x".repeat(2000) }), "/state"),
        ] {
            for allow in [true, false] {
                let mut form = asked(&application, change.clone());
                form["allow"] = json!(allow);
                let refused = ada.post("/v1/oauth/authorizations", form).problem(422, "invalid").body;
                assert_eq!(refused["errors"][0]["pointer"], pointer, "{refused}");
            }
        }
        let bot = server.player("bot");
        bot.post("/v1/oauth/authorizations", asked(&application, json!({}))).problem(403, "session-needed");
        bot.post("/v1/me/applications", json!({ "name": "x", "redirect_uris": [BACK] })).problem(403, "session-needed");
        let bad =
            maker.post("/v1/me/applications", json!({ "name": "x", "redirect_uris": [BACK, "javascript:alert(1)"] }));
        assert_eq!(bad.problem(422, "invalid").body["errors"][0]["pointer"], "/redirect_uris/1");
        let guest = server.nobody().post("/v1/guests", json!({})).expect(201).body;
        let guest = server.nobody().with_token(guest["access_token"].as_str().unwrap());
        guest
            .post("/v1/me/applications", json!({ "name": "x", "redirect_uris": [BACK] }))
            .problem(403, "guests-cannot");
        for _ in 1..20 {
            maker.post("/v1/me/applications", json!({ "name": "x", "redirect_uris": [BACK] })).expect(201);
        }
        let full = maker.post("/v1/me/applications", json!({ "name": "x", "redirect_uris": [BACK] }));
        full.problem(409, "too-many-applications");
    });
    let world = World::sqlite();
    world.server().nobody().get("/.well-known/oauth-authorization-server").problem(404, "not-found");
}

#[test]
fn a_code_is_good_once_for_who_has_its_verifier() {
    World::both(|world| {
        let server = open(&world);
        let (maker, ada) = (server.register("maker"), server.register("ada"));
        let (application, other) = (application(&maker), application(&maker));
        let code = code_of(&allow(&ada, &application, json!({})));
        for change in [
            ("code_verifier", "another verifier of somebody else, long enough"),
            ("redirect_uri", "https://example.org/back"),
            ("client_id", other.as_str()),
            ("code", "cursus_code_made-up"),
        ] {
            assert_eq!(error_of(&fetch(&server, &application, &code, &[change])), "invalid_grant", "{change:?}");
        }
        assert_eq!(
            error_of(&fetch(&server, &application, &code, &[("grant_type", "password")])),
            "unsupported_grant_type"
        );
        assert_eq!(error_of(&fetch(&server, &application, &code, &[("code_verifier", "")])), "invalid_request");
        let json = [("content-type", "application/json")];
        let sent = server.nobody().send("POST", "/v1/oauth/token", &json, Some(b"\xff"));
        assert_eq!(error_of(&sent), "invalid_request");

        // A wrong guess has not used it up; the right one has, and a second use ends what the first one got.
        let token =
            fetch(&server, &application, &code, &[]).expect(200).body["access_token"].as_str().unwrap().to_owned();
        let bot = server.nobody().with_token(&token);
        bot.get("/v1/me").expect(200);
        assert_eq!(error_of(&fetch(&server, &application, &code, &[])), "invalid_grant");
        bot.get("/v1/me").problem(401, "bad-token");

        let late = code_of(&allow(&ada, &application, json!({})));
        world.pass_seconds(61);
        assert_eq!(error_of(&fetch(&server, &application, &late, &[])), "invalid_grant");
        // A new password that ends all tokens ends what has not been fetched yet, too.
        let open = code_of(&allow(&ada, &application, json!({})));
        let form =
            json!({ "current_password": "correct horse", "new_password": "battery staple", "revoke_tokens": true });
        ada.put("/v1/me/password", form).expect(204);
        assert_eq!(error_of(&fetch(&server, &application, &open, &[])), "invalid_grant");
        let form = json!({ "current_password": "battery staple", "new_password": "correct horse" });
        ada.put("/v1/me/password", form).expect(204);
        // The oldest of many ends, and no other.
        let ada = Person::log_in(&server.base, &ada.name);
        let tokens: Vec<Person> = (0..6)
            .map(|_| {
                let code = code_of(&allow(&ada, &application, json!({})));
                let given = fetch(&server, &application, &code, &[]).expect(200).body;
                world.pass_seconds(1);
                server.nobody().with_token(given["access_token"].as_str().unwrap())
            })
            .collect();
        tokens[0].get("/v1/me").problem(401, "bad-token");
        tokens[1].get("/v1/me").expect(200);
        tokens[5].get("/v1/me").expect(200);
    });
}
