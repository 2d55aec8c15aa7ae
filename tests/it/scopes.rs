//! Every operation asks for its scope, and for no other.

use api::context::caller::Scope;
use api::http::scopes::{Needs, needs};
use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

const SCOPES: [Scope; 3] = [Scope::GameRead, Scope::OrdersWrite, Scope::Gm];

/// A body that each operation reads, so that the scope is what it stumbles over.
fn body(operation: &str) -> Value {
    match operation {
        "register" | "log_in" | "keep_account" => json!({ "name": "somebody-else", "password": "wrong horse" }),
        "refresh_session" => json!({ "refresh_token": "refresh_none" }),
        "close_account" => json!({ "current_password": "wrong horse" }),
        "change_password" => json!({ "current_password": "wrong horse", "new_password": "battery staple" }),
        "create_token" => json!({ "name": "t", "scopes": ["gm"] }),
        "create_game" => json!({ "ruleset": "toy-sealed", "scenario": "two-houses" }),
        "announce" => json!({ "text": "Hear, hear." }),
        "change_settings" => json!({ "name": "Renamed" }),
        "extend_deadline" => json!({ "deadline": "2030-01-10T19:00:00Z" }),
        "force_step" => json!({ "step": 0 }),
        "give_seat_to_computer" => json!({ "level": "random" }),
        "send_letter" => json!({ "to": [], "text": "Shall we?" }),
        "mark_letters_read" => json!({ "up_to": 1 }),
        "put_orders" => json!({ "orders": [] }),
        "accept_invitation" => json!({ "code": "NOSUCHCODE" }),
        "register_application" => json!({ "name": "x", "redirect_uris": ["https://example.org/back"] }),
        "authorize" => json!({
            "client_id": "none", "redirect_uri": "https://example.org/back", "code_challenge": "none",
            "code_challenge_method": "S256", "allow": false,
        }),
        "call_vote" => json!({ "kind": "pause" }),
        "cast_ballot" => json!({ "choice": "yes" }),
        "report_letter" => json!({ "reason": "why" }),
        "create_channel" => json!({ "url": "https://example.org/" }),
        "set_email" => json!({ "address": "ada@example.org", "current_password": "wrong horse" }),
        "verify_email" => json!({ "code": "none" }),
        "ask_for_password" => json!({ "account": "nobody-here" }),
        "reset_password" => json!({ "code": "none", "new_password": "battery staple" }),
        "change_channel" => json!({ "is_on": true }),
        "set_notification_settings" => json!({ "zone": "UTC" }),
        _ => json!({}),
    }
}

fn token(owner: &Person, scopes: &[Scope]) -> Person {
    let names: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
    let made = owner.post("/v1/tokens", json!({ "name": "t", "scopes": names })).expect(201).body;
    owner.with_token(made["token"].as_str().expect("a token"))
}

fn operations() -> Vec<(String, String, String)> {
    let document = api::openapi::document(&cursus_tests::catalog());
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("an item") {
            let id = operation["operationId"].as_str().expect("an id").to_owned();
            all.push((method.to_uppercase(), path.clone(), id));
        }
    }
    all
}

fn call(caller: &Person, method: &str, path: &str, operation: &str) -> (u16, Value) {
    let text = body(operation).to_string();
    let json = [("content-type", "application/json")];
    let sent = if method == "GET" { None } else { Some(text.as_bytes()) };
    let headers: &[(&str, &str)] = if method == "GET" { &[] } else { &json };
    let answer = caller.send(method, path, headers, sent);
    (answer.status, answer.body["code"].clone())
}

/// The address of an operation, about a game of the caller's that runs and is his to run.
fn address(server: &Server, owner: &Person, path: &str) -> String {
    let mut path = path.to_owned();
    if path.contains("{game}") {
        path = path.replace("{game}", &server.bidding_game(owner, None, json!({})));
    }
    let parts = [("{seat}", "A"), ("{step}", "1"), ("{ruleset}", "toy-sealed"), ("{scenario}", "two-houses")];
    let others = [
        ("{invitation}", "none"),
        ("{session}", "none"),
        ("{token}", "none"),
        ("{channel}", "none"),
        ("{word}", "none"),
        ("{player}", "none"),
        ("{vote}", "none"),
        ("{report}", "none"),
        ("{application}", "none"),
        ("{number}", "1"),
        ("{code}", "seat-taken"),
    ];
    for (part, value) in parts.into_iter().chain(others) {
        path = path.replace(part, value);
    }
    assert!(!path.contains('{'), "{path} has a part that this story does not know");
    path
}

#[test]
fn every_operation_asks_for_its_scopes_and_for_no_other() {
    let world = World::sqlite();
    let server = world.server();
    let owner = server.register("ada");
    let lacking = SCOPES.map(|scope| {
        let others: Vec<Scope> = SCOPES.into_iter().filter(|other| *other != scope).collect();
        (scope, token(&owner, &others))
    });
    let mut wrong = Vec::new();
    for (method, path, id) in operations() {
        let Some(needs) = needs(&id) else {
            wrong.push(format!("{id} is missing from the list of what operations need"));
            continue;
        };
        let path = address(&server, &owner, &path);
        // Those that are to be refused come first: they change nothing.
        let mut calls: Vec<_> = lacking.iter().collect();
        calls.sort_by_key(|(scope, _)| !matches!(needs, Needs::Scopes(wanted) if wanted.contains(scope)));
        for (scope, caller) in calls {
            let (status, code) = call(caller, &method, &path, &id);
            let right = match needs {
                Needs::Scopes(wanted) if wanted.contains(scope) => (status, &code) == (403, &json!("scope-missing")),
                Needs::Session => (status, &code) == (403, &json!("session-needed")),
                Needs::Scopes(_) | Needs::Token | Needs::Nothing => {
                    code != "scope-missing" && code != "session-needed" && status != 405
                }
            };
            if !right {
                wrong.push(format!("{id} without {}: {status} {code}", scope.name()));
            }
        }
        let (status, code) = call(&server.nobody(), &method, &path, &id);
        let refused = ["no-token", "bad-token"].iter().any(|known| code == *known);
        match needs {
            Needs::Nothing if refused => wrong.push(format!("{id} without a token: {status} {code}")),
            Needs::Token | Needs::Session if status != 401 => wrong.push(format!("{id} without a token: {status}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_a_token_may_not_do_is_not_done() {
    let world = World::sqlite();
    let server = world.server();
    let owner = server.register("ada");
    let blind = token(&owner, &[Scope::Gm, Scope::OrdersWrite]);
    let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses" });
    blind.post("/v1/games", form).problem(403, "scope-missing");
    assert_eq!(owner.get("/v1/games?mine=true").expect(200).body["items"], json!([]), "no game was made");
    let game = server.bidding_game(&owner, None, json!({}));
    blind.post(&format!("/v1/games/{game}/abandon"), json!({})).problem(403, "scope-missing");
    assert_eq!(owner.get(&format!("/v1/games/{game}")).expect(200).body["status"], "running");
}
