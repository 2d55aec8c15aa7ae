//! Requests that are sent again because their answer was lost: by a server that died between the work and the answer.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;

use cursus_tests::{Answer, Person, Server, ServerProcess, World, fresh_name};
use diesel::RunQueryDsl;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cursus-under-test");

/// As a crash leaves them between the work and its answer: the keys are there with what was done, the answers are not.
fn lose_answers(server: &Server) {
    let lost = "UPDATE idempotency_keys SET status = 0, content_type = '', location = NULL, body = ''";
    let lost =
        server.app.store.write(|conn| diesel::sql_query(lost).execute(conn).map_err(api::store::StoreError::from));
    lost.expect("the store answers");
}

/// Somebody who sends every request twice, under one key and with the answer lost in between.
struct Insistent<'a> {
    server: &'a Server,
    done: BTreeSet<String>,
}

impl Insistent<'_> {
    /// `route` as the API document has it, `path` as it is called here.
    fn post(&mut self, person: &Person, route: &str, path: &str, form: &Value, status: u16) -> Answer {
        let key = fresh_name("key");
        let send = || person.post_with(path, &[("idempotency-key", &key)], form.clone());
        let first = send().expect(status);
        assert_eq!(first.header("idempotency-replayed"), "", "{route}");
        lose_answers(self.server);
        for _ in 0..2 {
            // Built anew from what was done, then from the answer kept since.
            let again = send().expect(status);
            assert_eq!(again.header("idempotency-replayed"), "true", "{route}");
            assert_eq!(again.text, first.text, "{route}");
            assert_eq!(again.header("location"), first.header("location"), "{route}");
            assert_eq!(again.header("content-type"), first.header("content-type"), "{route}");
        }
        self.done.insert(route.to_owned());
        first
    }
}

#[test]
fn no_post_is_done_twice_when_its_answer_was_lost() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let mut twice = Insistent { server: &server, done: BTreeSet::new() };

        let form = json!({ "name": fresh_name("cleo"), "password": "correct horse" });
        twice.post(&server.nobody(), "/v1/accounts", "/v1/accounts", &form, 201);
        server.nobody().post("/v1/accounts", form).problem(409, "name-taken");

        let clock = json!({ "clock": { "type": "interval", "every": { "hours": 5 } }, "extensions": 5 });
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses", "timing": clock, "start": true,
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "open", "seat": "B" }],
        });
        let game = twice.post(&ada, "/v1/games", "/v1/games", &form, 201).body["id"].as_str().unwrap().to_owned();
        assert_eq!(ada.get("/v1/games?mine=true").body["items"].as_array().unwrap().len(), 1);

        let invitations = format!("/v1/games/{game}/invitations");
        let made = twice.post(&ada, "/v1/games/{game}/invitations", &invitations, &json!({ "seat": "B" }), 201);
        assert_eq!(ada.get(&invitations).expect(200).body["items"].as_array().unwrap().len(), 1);
        let code = json!({ "code": made.body["code"] });
        twice.post(&ben, "/v1/invitations/accept", "/v1/invitations/accept", &code, 200);

        let seat = |rest: &str| (format!("/v1/games/{{game}}/seats/{{seat}}/{rest}"), Person::seat(&game, "B", rest));
        let (route, path) = seat("messages");
        twice.post(&ben, &route, &path, &json!({ "to": ["A"], "text": "Meet me at the mill." }), 201);
        assert_eq!(ben.get(&path).expect(200).body["items"].as_array().unwrap().len(), 1);
        let votes = format!("/v1/games/{game}/votes");
        twice.post(&ben, "/v1/games/{game}/votes", &votes, &json!({ "kind": "draw" }), 201);
        assert_eq!(ada.get(&votes).expect(200).body["items"].as_array().unwrap().len(), 1);
        ada.post(&Person::seat(&game, "A", "messages"), json!({ "to": ["B"], "text": "Fool!" })).expect(201);
        let report = Person::seat(&game, "B", "messages/2/report");
        twice.post(
            &ben,
            "/v1/games/{game}/seats/{seat}/messages/{number}/report",
            &report,
            &json!({ "reason": "Rude." }),
            204,
        );
        assert_eq!(ada.get(&format!("/v1/games/{game}/abuse-reports")).expect(200).body["items"], json!([]), "her own");
        let announcements = format!("/v1/games/{game}/announcements");
        let said = json!({ "text": "Sunday it is." });
        twice.post(&ada, "/v1/games/{game}/announcements", &announcements, &said, 201);
        assert_eq!(ada.get(&announcements).expect(200).body["items"].as_array().unwrap().len(), 1);
        for act in ["extend", "pause", "resume", "force"] {
            let before = step_and_news(&ada, &game);
            let body = match act {
                "extend" => json!({ "deadline": ada.get(&format!("/v1/games/{game}")).body["deadline"] }),
                "force" => json!({ "step": before.0 }),
                _ => json!({}),
            };
            twice.post(&ada, &format!("/v1/games/{{game}}/{act}"), &format!("/v1/games/{game}/{act}"), &body, 200);
            let after = step_and_news(&ada, &game);
            assert_eq!(after.0 - before.0, u64::from(act == "force"), "{act}");
            assert!(after.1 > before.1, "{act} is told of");
        }

        let (route, path) = seat("release");
        twice.post(&ben, &route, &path, &json!({}), 204);
        let path = format!("/v1/games/{game}/abandon");
        twice.post(&ada, "/v1/games/{game}/abandon", &path, &json!({}), 200);

        // A lobby: its seats are claimed, and it is started by itself.
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses",
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "open", "seat": "B" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let muster = format!("/v1/games/{game}/muster");
        twice.post(&ada, "/v1/games/{game}/muster", &muster, &json!({}), 201);
        let (route, path) = ("/v1/games/{game}/seats/{seat}/claim", Person::seat(&game, "B", "claim"));
        twice.post(&ben, route, &path, &json!({}), 200);
        let (route, path) = ("/v1/games/{game}/start", format!("/v1/games/{game}/start"));
        twice.post(&ada, route, &path, &json!({}), 200);

        let form = json!({ "name": "Map table", "redirect_uris": ["https://example.org/back"] });
        twice.post(&ada, "/v1/me/applications", "/v1/me/applications", &form, 201);
        let vote = ada.post(&format!("/v1/games/{game}/votes"), json!({ "kind": "draw" })).expect(201).body;
        let ballot = format!("/v1/games/{game}/votes/{}/ballot", vote["id"].as_str().unwrap());
        ben.put(&ballot, json!({ "choice": "yes" })).expect(200);
        let archive = ada.get(&format!("/v1/games/{game}/archive")).expect(200).body;
        twice.post(&ada, "/v1/archives", "/v1/archives", &archive, 201);

        let document = server.nobody().get("/openapi.json").expect(200).body;
        let posts = document["paths"].as_object().unwrap().iter().filter(|(_, at)| at["post"].is_object());
        let keyed = |at: &Value| at["post"]["parameters"].to_string().contains("Idempotency-Key");
        let known: BTreeSet<String> = posts.filter(|(_, at)| keyed(at)).map(|(path, _)| path.clone()).collect();
        twice.done.insert("/v1/tokens".into());
        let channel = ada.post("/v1/me/channels", json!({ "url": "https://example.org/" })).expect(201).body;
        let channel = channel["channel"]["id"].as_str().unwrap().to_owned();
        let (route, path) = ("/v1/me/channels/{channel}/test", format!("/v1/me/channels/{channel}/test"));
        twice.post(&ada, route, &path, &json!({}), 202);
        let log = ada.get(&format!("/v1/me/channels/{channel}/deliveries")).expect(200).body;
        assert_eq!(log["items"].as_array().unwrap().len(), 1);
        // Answers with secrets are not kept, but made anew: `notifications.rs` and this tell of them.
        let (route, path) = ("/v1/me/channels/{channel}/secret", format!("/v1/me/channels/{channel}/secret"));
        let rotate =
            || ada.post_with(&path, &[("idempotency-key", "anew")], json!({})).expect(201).body["secret"].clone();
        assert_eq!(rotate(), rotate());
        twice.done.extend([route.to_owned(), "/v1/me/channels".to_owned()]);
        assert_eq!(twice.done, known, "every POST that takes a key is told of here");
    });
}

fn step_and_news(person: &Person, game: &str) -> (u64, usize) {
    let step = person.get(&format!("/v1/games/{game}")).expect(200).body["step"].as_u64().unwrap();
    let news = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
    (step, news["items"].as_array().unwrap().len())
}

#[test]
fn a_token_is_made_once_under_a_key_and_shown_once() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({ "name": "bot", "scopes": ["game:read"] });
        let make = || ada.post_with("/v1/tokens", &[("idempotency-key", "bot")], form.clone());
        let made = make().expect(201);
        let again = make().problem(409, "token-made-already");
        assert!(again.body["detail"].as_str().unwrap().contains(made.body["id"].as_str().unwrap()));
        assert_eq!(ada.get("/v1/tokens").expect(200).body["items"].as_array().unwrap().len(), 1);
        ada.with_token(made.body["token"].as_str().unwrap()).get("/v1/games").expect(200);
    });
}

/// What was refused has done nothing: the answer is kept, and a later request under another key is judged anew.
#[test]
fn a_refusal_is_kept_too_and_a_game_that_cannot_start_is_not_created() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses", "start": true,
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "invited", "seat": "B" }],
        });
        let create = || ada.post_with("/v1/games", &[("idempotency-key", "early")], form.clone());
        let refused = create().problem(409, "seats-empty");
        let again = create().expect(409);
        assert_eq!((again.header("idempotency-replayed"), again.text.as_str()), ("true", refused.text.as_str()));
        assert_eq!(ada.get("/v1/games?mine=true").body["items"].as_array().unwrap().len(), 0);
    });
}

#[test]
fn of_letters_sent_when_the_server_is_killed_none_is_stored_twice() {
    World::both(|world| {
        let server = ServerProcess::start(&world, Path::new(PROGRAM));
        let ada = Person::register(&server.base, &fresh_name("ada"));
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses",
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "open", "seat": "B" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let path = Person::seat(&game, "A", "messages");
        let send = |person: &Person, text: &str| {
            let headers = [("content-type", "application/json"), ("idempotency-key", text)];
            person.try_send("POST", &path, &headers, Some(json!({ "to": [], "text": text }).to_string().as_bytes()))
        };
        let (sent, unanswered) = (Mutex::new(Vec::new()), Mutex::new(0));
        std::thread::scope(|scope| {
            for writer in 0..6 {
                let (sent, unanswered, ada, send) = (&sent, &unanswered, &ada, &send);
                scope.spawn(move || {
                    for number in 0.. {
                        let text = format!("letter {number} of writer {writer}");
                        sent.lock().unwrap().push(text.clone());
                        if send(ada, &text).is_err() {
                            *unanswered.lock().unwrap() += 1;
                            return;
                        }
                    }
                });
            }
            while sent.lock().unwrap().len() < 30 {
                std::thread::yield_now();
            }
            server.kill();
        });
        assert_eq!(*unanswered.lock().unwrap(), 6, "each writer was cut off");

        let server = ServerProcess::start(&world, Path::new(PROGRAM));
        let ada = ada.at(&server.base);
        let sent: BTreeSet<String> = sent.into_inner().unwrap().into_iter().collect();
        for text in &sent {
            assert_eq!(send(&ada, text).expect("it answers").expect(201).body["text"], text.as_str());
        }
        let mut stored = Vec::new();
        let mut before = String::new();
        loop {
            let page = ada.get(&format!("{path}?limit=100{before}")).expect(200).body;
            let letters = page["items"].as_array().unwrap();
            stored.extend(letters.iter().map(|letter| letter["text"].as_str().unwrap().to_owned()));
            match page["next"].as_str() {
                Some(cursor) => before = format!("&cursor={cursor}"),
                None => break,
            }
        }
        assert_eq!(stored.len(), sent.len());
        assert_eq!(stored.into_iter().collect::<BTreeSet<_>>(), sent);
    });
}
