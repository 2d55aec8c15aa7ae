//! The examples of the API document: a real run of the rule systems that ship, kept in a file, held against the schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::path::PathBuf;

use cursus_tests::{Answer, Person, Server, World, schema};
use kernel::options::{FieldOptions, fill};
use kernel::{Dice, GameSeed, RuleRef};
use serde_json::{Map, Value, json};

use crate::events::listen;
use crate::notifications::{code_in, deliver, mails};

/// With which a mail service hands mail over here.
const MAIL_SECRET: &str = "a secret of the mail service";

/// The longest text of an example, in characters.
const LONGEST_TEXT: usize = 400;
/// The most entries of a list: of objects and lists, of anything else.
const MOST: (usize, usize) = (2, 12);

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../api/src/openapi/examples.json")
}

/// Which answer: operation, status, media type.
type Which = (String, String, String);

/// Every answer of success that has a body, with what the document says of it.
fn promised() -> BTreeMap<Which, Value> {
    let document = api::openapi::document(&catalog::Catalog::standard());
    let mut all = BTreeMap::new();
    let items = document["paths"].as_object().expect("paths").values();
    for operation in items.flat_map(|item| item.as_object().expect("an item").values()) {
        let id = operation["operationId"].as_str().expect("an id");
        let responses = operation["responses"].as_object().expect("responses").iter();
        for (status, response) in responses.filter(|(status, _)| status.starts_with('2')) {
            for (kind, content) in response["content"].as_object().into_iter().flatten() {
                all.insert((id.to_owned(), status.clone(), kind.clone()), content.clone());
            }
        }
    }
    all
}

#[test]
fn every_success_has_examples_that_are_what_the_schema_says() {
    for (which, content) in promised() {
        let examples = content["examples"].as_object().unwrap_or_else(|| panic!("{which:?} has no example"));
        for (name, example) in examples {
            let wrong = schema::differences_from(&example["value"], &content["schema"]);
            assert!(wrong.is_empty(), "{which:?}, example {name}: {wrong:#?}");
        }
    }
}

/// Writes down what is answered.
#[derive(Default)]
struct Recorder(BTreeMap<Which, Map<String, Value>>);

impl Recorder {
    /// Keeps an answer of success as the example `name` of its operation.
    #[track_caller]
    fn keep(&mut self, name: &str, method: &str, path: &str, answer: Answer) -> Answer {
        assert!((200..300).contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.text);
        let kind = answer.header("content-type").replace("; charset=utf-8", "");
        let value = if kind == "application/json" { answer.body.clone() } else { json!(answer.text) };
        self.note(name, method, path, answer.status, &kind, &value);
        answer
    }

    fn note(&mut self, name: &str, method: &str, path: &str, status: u16, kind: &str, value: &Value) {
        let id = schema::operation_id(method, path).unwrap_or_else(|| panic!("{method} {path} is no operation"));
        let examples = self.0.entry((id.to_owned(), status.to_string(), kind.to_owned())).or_default();
        examples.entry(name).or_insert_with(|| json!({ "value": shortened(value) }));
    }

    #[track_caller]
    fn get(&mut self, name: &str, person: &Person, path: &str) -> Value {
        self.keep(name, "GET", path, person.get(path)).body
    }

    #[track_caller]
    fn get_as(&mut self, kind: &str, person: &Person, path: &str) {
        self.keep("example", "GET", path, person.get_with(path, &[("accept", kind)]));
    }

    #[track_caller]
    fn post(&mut self, name: &str, person: &Person, path: &str, body: Value) -> Value {
        self.keep(name, "POST", path, person.post(path, body)).body
    }

    #[track_caller]
    fn put(&mut self, name: &str, person: &Person, path: &str, body: Value) -> Value {
        self.keep(name, "PUT", path, person.put(path, body)).body
    }

    fn as_json(&self) -> Value {
        let mut all = json!({});
        for ((id, status, kind), examples) in &self.0 {
            all[id][status][kind] = examples.clone().into();
        }
        all
    }
}

/// The same with lists and texts of a length that can be read.
fn shortened(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let most = if items.iter().any(|item| item.is_array() || item.is_object()) { MOST.0 } else { MOST.1 };
            items.iter().take(most).map(shortened).collect()
        }
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (name.clone(), shortened(field))).collect::<Map<_, _>>().into()
        }
        Value::String(text) if text.chars().count() > LONGEST_TEXT => {
            json!(text.chars().take(LONGEST_TEXT).chain(['…']).collect::<String>())
        }
        other => other.clone(),
    }
}

/// Nobody takes a token of an example for one that works.
fn veiled(mut session: Value, fields: &[&str]) -> Value {
    for field in fields {
        let token = session[field].as_str().expect("a token");
        session[field] = json!(format!("{}…", &token[..8]));
    }
    session
}

#[test]
fn a_run_has_an_answer_of_every_kind() {
    let world = World::sqlite();
    let mut kept = Recorder::default();
    let (asked, path) = {
        let server = world.server_with(|settings| {
            settings.public_url = Some("https://play.example.org".into());
            settings.inbound_secret = Some(MAIL_SECRET.into());
        });
        let ada = people(&mut kept, &server, &world);
        sealed_game(&mut kept, &server, &ada);
        immediate_game(&mut kept, &server, &ada, "eternal-rome", "bellum-siculum", ["OCT", "POM"], ROME);
        immediate_game(&mut kept, &server, &ada, "hotw", "world-2", ["hermes", "apollo"], "keep")
    };
    let server = world.server_with(|settings| settings.ai_workers = Some(1));
    let asked = asked.at(&server.base);
    while kept.keep("example", "GET", &path, asked.get(&path)).status == 202 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let got: BTreeSet<_> = kept.0.keys().cloned().collect();
    let missing: Vec<_> = promised().into_keys().filter(|which| !got.contains(which)).collect();
    assert!(missing.is_empty(), "the run has no {missing:#?}");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let text = serde_json::to_string_pretty(&kept.as_json()).expect("JSON") + "\n";
        std::fs::write(file(), text).expect("the examples can be written");
    }
}

/// Accounts, sessions, tokens, and the server itself; who plays.
fn people(kept: &mut Recorder, server: &Server, world: &World) -> Person {
    let nobody = server.nobody();
    for path in ["/health", "/ready", "/metrics", "/problems", "/problems/wrong-step"] {
        kept.get("example", &nobody, path);
    }
    kept.get_as("text/html", &nobody, "/problems/wrong-step");
    let form = json!({ "name": "ada", "password": "correct horse" });
    kept.post("example", &nobody, "/v1/accounts", form.clone());
    let tokens = ["access_token", "refresh_token"];
    let session = nobody.post("/v1/sessions", form).expect(201).body;
    kept.note("example", "POST", "/v1/sessions", 201, "application/json", &veiled(session.clone(), &tokens));
    let guest = nobody.post("/v1/guests", json!({})).expect(201).body;
    kept.note("example", "POST", "/v1/guests", 201, "application/json", &veiled(guest.clone(), &tokens));
    let guest = nobody.with_token(guest["access_token"].as_str().expect("a token"));
    kept.keep(
        "example",
        "PUT",
        "/v1/me/name",
        guest.put("/v1/me/name", json!({ "name": "bea", "password": "correct horse" })),
    );
    let again = json!({ "refresh_token": session["refresh_token"] });
    let session = nobody.post("/v1/sessions/refresh", again).expect(200).body;
    let shown = veiled(session.clone(), &tokens);
    kept.note("example", "POST", "/v1/sessions/refresh", 200, "application/json", &shown);
    let ada = nobody.with_token(session["access_token"].as_str().expect("a token"));
    kept.get("example", &ada, "/v1/me");
    kept.get("example", &ada, "/v1/sessions");
    let scopes = json!({ "name": "laptop", "scopes": ["game:read", "orders:write", "gm"] });
    let made = ada.post("/v1/tokens", scopes).expect(201).body;
    kept.note("example", "POST", "/v1/tokens", 201, "application/json", &veiled(made.clone(), &["token"]));
    kept.get("example", &ada, "/v1/tokens");
    applications(kept, server, &ada);
    channels(kept, &ada);
    mail(kept, server, world, &ada);
    ada.with_token(made["token"].as_str().expect("a token"))
}

/// Where somebody is told of their games.
fn channels(kept: &mut Recorder, ada: &Person) {
    let form =
        json!({ "name": "my bot", "url": "https://example.org/cursus", "kinds": ["your_turn", "letter", "test"] });
    let made = ada.post("/v1/me/channels", form).expect(201).body;
    kept.note("example", "POST", "/v1/me/channels", 201, "application/json", &veiled(made.clone(), &["secret"]));
    let path = format!("/v1/me/channels/{}", made["channel"]["id"].as_str().expect("an id"));
    kept.get("example", ada, "/v1/me/channels");
    kept.get("example", ada, &path);
    kept.keep("example", "PATCH", &path, ada.patch(&path, &json!({ "pace": "hourly" })));
    let secret = ada.post(&format!("{path}/secret"), json!({})).expect(201).body;
    let at = format!("{path}/secret");
    kept.note("example", "POST", &at, 201, "application/json", &veiled(secret, &["secret"]));
    kept.post("example", ada, &format!("{path}/test"), json!({}));
    kept.get("example", ada, &format!("{path}/deliveries"));
    let times = json!({ "zone": "Europe/Rome", "quiet_hours": { "from": "22:00", "to": "07:00" } });
    kept.put("example", ada, "/v1/me/notifications", times);
    kept.get("example", ada, "/v1/me/notifications");
    kept.get("example", ada, "/v1/me/data");
    kept.get("example", ada, "/v1/me/blocks");
}

/// Somebody's address of mail, and what comes there.
fn mail(kept: &mut Recorder, server: &Server, world: &World, ada: &Person) {
    let form = json!({ "address": "livia@example.org", "current_password": "correct horse" });
    kept.put("example", ada, "/v1/me/email", form);
    deliver(server);
    let code = code_in(&mails(world).pop().expect("a mail").1);
    kept.put("example", ada, "/v1/me/email/code", json!({ "code": code }));
    kept.get("example", ada, "/v1/me/email");
    let made = ada.post("/v1/me/channels", json!({ "kind": "email" })).expect(201).body;
    let id = made["channel"]["id"].as_str().expect("an id");
    ada.post(&format!("/v1/me/channels/{id}/test"), json!({})).expect(202);
    deliver(server);
    let (_, text) = mails(world).pop().expect("a mail");
    let way_out = text.lines().find_map(|line| line.strip_prefix("List-Unsubscribe: <https://play.example.org"));
    let way_out = way_out.expect("a way out").trim_end_matches('>');
    kept.get("example", &server.nobody(), way_out);
    kept.post("example", &server.nobody(), way_out, json!({}));
    let bearer = format!("Bearer {MAIL_SECRET}");
    let headers = [("content-type", "message/rfc822"), ("authorization", bearer.as_str())];
    let mail = b"From: ada@example.org\r\nTo: orders@play.example.org\r\n\r\nrest\r\n";
    let handed_over = server.nobody().send("POST", "/v1/inbound-mail", &headers, Some(mail));
    kept.keep("example", "POST", "/v1/inbound-mail", handed_over);
}

/// An application that somebody allows what it asks for.
fn applications(kept: &mut Recorder, server: &Server, ada: &Person) {
    let form = json!({ "name": "Map table", "redirect_uris": ["http://127.0.0.1/back"] });
    let id = kept.post("example", ada, "/v1/me/applications", form)["id"].clone();
    let id = id.as_str().expect("an id");
    kept.get("example", ada, "/v1/me/applications");
    kept.get("example", ada, &format!("/v1/applications/{id}"));
    kept.get("example", ada, "/.well-known/oauth-authorization-server");
    let asked = json!({
        "client_id": id, "redirect_uri": "http://127.0.0.1:49152/back", "code_challenge_method": "S256",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "allow": true,
    });
    let sent = ada.post("/v1/oauth/authorizations", asked).expect(200).body;
    let address = sent["redirect_to"].as_str().expect("an address");
    let code = address.split(['=', '&']).nth(1).expect("a code");
    let form = format!(
        "grant_type=authorization_code&code={code}&redirect_uri=http://127.0.0.1:49152/back&client_id={id}\
         &code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    );
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let granted = server.nobody().send("POST", "/v1/oauth/token", &headers, Some(form.as_bytes())).expect(200).body;
    let shown = json!({ "redirect_to": address.replace(code, "cursus_code_…") });
    kept.note("example", "POST", "/v1/oauth/authorizations", 200, "application/json", &shown);
    kept.note("example", "POST", "/v1/oauth/token", 200, "application/json", &veiled(granted, &["access_token"]));
}

/// A game of sealed steps from the lobby to its end.
fn sealed_game(kept: &mut Recorder, server: &Server, ada: &Person) {
    let ben = server.player("ben");
    kept.get("example", ada, "/v1/rulesets");
    kept.get("umpire", ada, "/v1/rulesets/umpire");
    kept.get("example", ada, "/v1/rulesets/umpire/scenarios");
    kept.get("umpire", ada, "/v1/rulesets/umpire/scenarios/hannibal-218bc");
    kept.get("example", ada, "/v1/rulesets/umpire/scenarios/italia-1450/seats/MIL/map.svg");
    let form = json!({
        "ruleset": "umpire", "scenario": "hannibal-218bc", "name": "Hannibal's war",
        "seats": [{ "kind": "me", "seat": "ROM" }, { "kind": "invited", "seat": "CAR" }],
        "others": { "kind": "ai", "level": "novice" },
        "timing": { "clock": { "type": "interval", "every": { "days": 7 } }, "early_run": false },
    });
    let made = kept.post("example", ada, "/v1/games", form);
    let game = format!("/v1/games/{}", made["id"].as_str().expect("an id"));
    let (rome, at) = (format!("{game}/seats/ROM"), |path: &str| format!("{game}{path}"));
    kept.get("example", ada, "/v1/games");
    let eve = server.player("eve");
    kept.post("example", ada, &at("/invitations"), json!({ "player": eve.name, "role": "co_organiser" }));
    let asked = kept.get("example", &eve, "/v1/me/invitations");
    let id = asked["items"][0]["id"].as_str().expect("an id");
    eve.delete(&format!("/v1/me/invitations/{id}")).expect(204);
    kept.keep("example", "PUT", &at("/bans/{player}"), ada.put(&at(&format!("/bans/{}", eve.name)), json!({})));
    kept.get("example", ada, &at("/bans"));
    let invited = kept.post("example", ada, &at("/invitations"), json!({ "seat": "CAR" }));
    kept.get("example", ada, &at("/invitations"));
    kept.post("example", &ben, "/v1/invitations/accept", json!({ "code": invited["code"] }));
    kept.post("example", ada, &at("/muster"), json!({ "hours": 48 }));
    kept.keep("example", "PUT", &at("/muster/present"), ben.put(&at("/muster/present"), json!({})));
    kept.get("example", ada, &at("/muster"));
    let fay = server.player("fay");
    fay.put(&at("/substitutes/me"), json!({})).expect(204);
    kept.get("example", ada, &at("/substitutes"));
    kept.keep("example", "GET", "/v1/players/{player}", ada.get(&format!("/v1/players/{}", ben.name)));
    kept.post("example", ada, &at("/start"), json!({}));
    for path in ["", "/seats", "/awaiting", "/clock", "/deadlines.ics"] {
        kept.get("example", ada, &at(path));
    }
    let vote = kept.post("example", &ben, &at("/votes"), json!({ "kind": "draw" }));
    let ballot = at(&format!("/votes/{}/ballot", vote["id"].as_str().expect("an id")));
    let said = ada.put(&ballot, json!({ "choice": "no" }));
    kept.keep("example", "PUT", &at("/votes/{vote}/ballot"), said);
    kept.get("example", ada, &at("/votes"));
    kept.post("example", ada, &at("/pause"), json!({}));
    kept.get("example", ada, &at("/audit"));
    let resumed = kept.post("example", ada, &at("/resume"), json!({}));
    kept.post("example", ada, &at("/extend"), json!({ "deadline": resumed["deadline"] }));
    kept.post("example", ada, &at("/announcements"), json!({ "text": "We go on after the holidays." }));
    kept.get("example", ada, &at("/announcements"));
    kept.keep("example", "PATCH", &at(""), ada.patch(&at(""), &json!({ "absence": { "policy": "standing_orders" } })));
    kept.post("example", ada, &format!("{rome}/messages"), json!({ "to": ["CAR"], "text": "Leave Saguntum alone." }));
    kept.get("example", ada, &format!("{rome}/messages"));
    let carthage = format!("{game}/seats/CAR");
    ben.post(&format!("{carthage}/messages"), json!({ "to": ["ROM"], "text": "Fools, all of you." })).expect(201);
    let number = ada.get(&format!("{rome}/messages")).expect(200).body["items"][0]["number"].clone();
    let reason = json!({ "reason": "This is no way to talk to people." });
    ada.post(&format!("{rome}/messages/{number}/report"), reason).expect(204);
    kept.get("example", ada, &at("/abuse-reports"));
    kept.get("example", ada, "/v1/me/games");
    stream(kept, ada, "/v1/me/events");
    let made = ada.post("/v1/me/stream-tickets", json!({})).expect(201).body;
    kept.note("example", "POST", "/v1/me/stream-tickets", 201, "application/json", &veiled(made, &["ticket"]));

    let orders = format!("{rome}/orders");
    let examples = ada.get("/v1/rulesets/umpire").expect(200).body["about"]["orders"].clone();
    let examples: Vec<Value> = examples.as_array().expect("kinds").iter().map(|kind| kind["example"].clone()).collect();
    let checked = ada.put(&format!("{orders}?dry_run=true"), json!({ "orders": examples })).expect(200).body;
    let fine = |n: &usize| checked["verdicts"][n]["status"] != "refused";
    let order_set: Vec<Value> = (0..examples.len()).filter(fine).map(|n| examples[n].clone()).collect();
    let text = if order_set.is_empty() { "tax 100\n" } else { "" };
    if text.is_empty() {
        kept.put("umpire", ada, &orders, json!({ "orders": order_set, "step": 0 }));
    } else {
        kept.keep("umpire", "PUT", &orders, ada.put_text(&orders, text));
    }
    kept.get("example", ada, &orders);
    kept.get_as("text/plain", ada, &orders);
    options(kept, ada, &format!("{orders}/options"));
    kept.put("example", ada, &format!("{orders}/ready"), json!({}));
    let unset = format!("{orders}/ready");
    kept.keep("example", "DELETE", &unset, ada.delete(&unset));
    kept.post("example", ada, &at("/force"), json!({ "step": 0 }));
    server.work();
    kept.post("example", ada, &at("/force"), json!({ "step": 1 }));

    kept.get("umpire", ada, &format!("{rome}/view"));
    kept.get("example", ada, &format!("{rome}/map.svg"));
    kept.get("example", ada, &format!("{rome}/reports"));
    kept.get("umpire", ada, &format!("{rome}/reports/1"));
    kept.get("umpire", ada, &format!("{rome}/view/changes"));
    kept.get("umpire", ada, &format!("{rome}/figures?most=2"));
    kept.get("umpire", ada, &at("/gallery"));
    kept.get("example", ada, &at("/gallery/map.svg"));
    kept.get("umpire", ada, &at("/gallery/figures?most=2"));
    kept.get("umpire", ada, &format!("{rome}/reports/latest"));
    kept.get_as("text/html", ada, &format!("{rome}/reports/latest"));
    kept.get_as("text/plain", ada, &format!("{rome}/reports/latest"));
    kept.get_as("text/html", ada, &format!("{rome}/reports/1"));
    kept.get_as("text/plain", ada, &format!("{rome}/reports/1"));
    kept.get("example", ada, &at("/turns"));
    kept.get("umpire", ada, &at("/events"));
    stream(kept, ada, &at("/events"));
    kept.post("example", ada, &at("/abandon"), json!({}));
    kept.get("example", ada, &at("/decisions"));
    kept.get("example", ada, &at("/archive"));
    kept.get("example", ada, &at("/verify"));
    archive_from_elsewhere(kept, server, ada);
}

/// A campaign that two players ended, put in from its archive.
fn archive_from_elsewhere(kept: &mut Recorder, server: &Server, ada: &Person) {
    let ben = server.player("ben");
    let form = json!({
        "ruleset": "umpire", "scenario": "hannibal-218bc",
        "seats": [{ "kind": "me", "seat": "ROM" }, { "kind": "open", "seat": "CAR" }], "others": { "kind": "ai", "level": "random" },
    });
    let game = format!("/v1/games/{}", ada.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id"));
    ben.post(&format!("{game}/seats/CAR/claim"), json!({})).expect(200);
    ada.post(&format!("{game}/start"), json!({})).expect(200);
    let vote = ada.post(&format!("{game}/votes"), json!({ "kind": "draw" })).expect(201).body;
    let ballot = format!("{game}/votes/{}/ballot", vote["id"].as_str().expect("an id"));
    ben.put(&ballot, json!({ "choice": "yes" })).expect(200);
    let archive = ada.get(&format!("{game}/archive")).expect(200).body;
    kept.post("example", ada, "/v1/archives", archive);
}

/// What may be ordered, asked until an order is complete.
fn options(kept: &mut Recorder, person: &Person, path: &str) {
    kept.get("example", person, path);
    let mut order = json!({});
    let mut dice = Dice::keyed(&GameSeed::from_number(1), "options");
    let mut stream = dice.stream("options", 0, 0);
    loop {
        let asked = kept.post("first", person, path, json!({ "order": order }));
        if asked["complete"] == true {
            kept.note("complete", "POST", path, 200, "application/json", &asked);
            return;
        }
        if order != json!({}) {
            kept.note("next", "POST", path, 200, "application/json", &asked);
        }
        let pointer = asked["next"]["pointer"].as_str().expect("a question");
        let field: FieldOptions = serde_json::from_value(asked["next"].clone()).expect("a field");
        let city = json!("improve_city");
        let answer = if field.allows(&city) { city } else { field.pick(&mut stream, RuleRef::new("options")) };
        fill(&mut order, pointer, answer);
    }
}

/// The first event of a stream.
fn stream(kept: &mut Recorder, person: &Person, path: &str) {
    let mut reader = listen(person, path, None);
    let mut text = String::new();
    while !text.ends_with("\n\n") || !text.contains("data: ") {
        assert_ne!(reader.read_line(&mut text).expect("the stream goes on"), 0, "{text}");
    }
    let start = text.find("event: ").map_or(0, |at| at);
    kept.note("example", "GET", path, 200, "text/event-stream", &json!(text[start..]));
}

const ROME: &str = "policy OCT intercept never attacked stand beaten nearest season yes setup yes";

/// A game in which orders are carried out at once, with a first order set of whoever is asked; who that is, and where the advice
/// is.
fn immediate_game(
    kept: &mut Recorder, server: &Server, ada: &Person, ruleset: &str, scenario: &str, seats: [&str; 2],
    order_set: &str,
) -> (Person, String) {
    kept.get(ruleset, ada, &format!("/v1/rulesets/{ruleset}"));
    kept.get(ruleset, ada, &format!("/v1/rulesets/{ruleset}/scenarios/{scenario}"));
    let form = json!({ "ruleset": ruleset, "scenario": scenario, "seats": [{ "kind": "me", "seat": seats[0] }] });
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id").to_owned();
    let computer = Person::seat(&game, seats[1], "ai");
    kept.put("example", ada, &computer, json!({ "level": "random" }));
    kept.keep("example", "DELETE", &computer, ada.delete(&computer));
    let cleo = server.player("cleo");
    kept.post("example", &cleo, &Person::seat(&game, seats[1], "claim"), json!({}));
    ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
    let awaiting = ada.get(&format!("/v1/games/{game}/awaiting")).expect(200).body;
    let mine = awaiting["awaiting"].as_array().expect("seats").iter().any(|seat| seat["yours"] == true);
    let (asked, seat) = if mine { (ada.clone(), seats[0]) } else { (cleo, seats[1]) };
    kept.get(ruleset, &asked, &Person::seat(&game, seat, "view"));
    let orders = Person::seat(&game, seat, "orders");
    let checked = asked.put_text(&format!("{orders}?dry_run=true"), order_set);
    kept.keep(ruleset, "PUT", &orders, checked);
    (asked, Person::seat(&game, seat, "advice"))
}
