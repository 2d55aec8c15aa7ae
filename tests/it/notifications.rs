//! Notifications: what happens in somebody's games is told to their webhooks, signed, once, and when they want to hear it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cursus_tests::{Person, Server, World};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};

/// What somebody's webhook was sent.
#[derive(Debug, Clone)]
pub struct Received {
    id: String,
    at: String,
    signatures: Vec<String>,
    text: String,
    pub body: Value,
}

impl Received {
    /// Whether one of its signatures is by this secret.
    fn is_signed_by(&self, secret: &str) -> bool {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("a secret")).expect("base64");
        let mut mac = Hmac::<sha2::Sha256>::new_from_slice(&key).expect("a key");
        mac.update(format!("{}.{}.{}", self.id, self.at, self.text).as_bytes());
        let mine = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        self.signatures.contains(&mine)
    }

    fn kind(&self) -> &str {
        self.body["type"].as_str().expect("a type")
    }
}

/// Somebody's webhook: keeps what it is sent, and answers with a status.
pub struct Listener {
    pub url: String,
    status: Arc<AtomicU16>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Listener {
    pub fn new() -> Listener {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let (status, received) = (Arc::new(AtomicU16::new(204)), Arc::new(Mutex::new(Vec::new())));
        let (answer, kept) = (status.clone(), received.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.expect("a connection");
                let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
                let mut headers = Vec::new();
                loop {
                    let mut line = String::new();
                    if reader.read_line(&mut line).expect("a line") <= 2 {
                        break;
                    }
                    if let Some((name, value)) = line.split_once(": ") {
                        headers.push((name.to_lowercase(), value.trim().to_owned()));
                    }
                }
                let header = |name: &str| {
                    headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default()
                };
                let mut bytes = vec![0; header("content-length").parse().expect("a length")];
                reader.read_exact(&mut bytes).expect("a body");
                let text = String::from_utf8(bytes).expect("UTF-8");
                kept.lock().expect("no panic").push(Received {
                    id: header("webhook-id"),
                    at: header("webhook-timestamp"),
                    signatures: header("webhook-signature").split(' ').map(str::to_owned).collect(),
                    body: serde_json::from_str(&text).expect("JSON"),
                    text,
                });
                let status = answer.load(Ordering::SeqCst);
                let more = if status == 302 { "location: http://127.0.0.1:1/\r\n" } else { "" };
                let head = format!("HTTP/1.1 {status} So\r\ncontent-length: 0\r\nconnection: close\r\n{more}\r\n");
                stream.write_all(head.as_bytes()).expect("written");
            }
        });
        Listener { url, status, received }
    }

    fn answers(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// What came since this was asked last.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut *self.received.lock().expect("no panic"))
    }

    pub fn kinds(&self) -> Vec<String> {
        self.take().iter().map(|one| one.kind().to_owned()).collect()
    }
}

/// Somebody who logged in a moment ago.
struct Listening {
    person: Person,
    name: String,
}

fn listening(server: &Server, name: &str) -> Listening {
    let person = server.register(name);
    let name = person.get("/v1/me").expect(200).body["name"].as_str().expect("a name").to_owned();
    Listening { person, name }
}

impl Listening {
    /// Logs in anew, since access tokens last a quarter of an hour.
    fn again(&mut self, server: &Server) -> &Person {
        self.person = Person::log_in(&server.base, &self.name);
        &self.person
    }
}

fn channel(person: &Person, url: &str, more: Value) -> (String, String) {
    let mut form = json!({ "url": url });
    form.as_object_mut().expect("a form").extend(more.as_object().expect("more").clone());
    let made = person.post("/v1/me/channels", form).expect(201).body;
    let id = made["channel"]["id"].as_str().expect("an id").to_owned();
    (format!("/v1/me/channels/{id}"), made["secret"].as_str().expect("a secret").to_owned())
}

pub fn deliver(server: &Server) -> usize {
    server.work();
    server.app.deliver_all().expect("delivered")
}

fn ready(person: &Person, game: &str, seat: &str) {
    person.put(&Person::seat(game, seat, "orders/ready"), json!({})).expect(200);
}

#[test]
fn what_happens_in_a_game_is_told_once_and_signed() {
    World::both(|world| {
        let server = world.server_with(|settings| settings.public_url = Some("https://play.example.org/".into()));
        let (ada, ben) = (listening(&server, "ada"), listening(&server, "ben"));
        let (theirs, bens) = (Listener::new(), Listener::new());
        let (path, secret) = channel(&ada.person, &theirs.url, json!({ "name": "my bot" }));
        channel(&ben.person, &bens.url, json!({}));
        let timing = json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 48 } } } });
        let game = server.bidding_game(&ada.person, Some(&ben.person), timing);
        deliver(&server);

        let told = theirs.take();
        assert_eq!(told.iter().map(Received::kind).collect::<Vec<_>>(), ["your_turn"], "the call says that it began");
        let one = &told[0];
        assert!(one.is_signed_by(&secret) && one.id == one.body["id"], "{one:?}");
        let data = &one.body["data"];
        assert_eq!((&data["game"]["id"], &data["seat"]["key"]), (&json!(game), &json!("A")));
        assert_eq!(data["url"], format!("https://play.example.org/t/{game}/A"));
        assert_eq!(data["deadline"], ada.person.get(&format!("/v1/games/{game}")).expect(200).body["deadline"]);
        let text = data["text"].as_str().expect("a text");
        assert!(text.contains("are awaited, by ") && text.ends_with(" (UTC)."), "{text}");
        assert_eq!(bens.kinds(), ["your_turn"]);
        assert_eq!(deliver(&server), 0, "nothing is told twice");

        // A letter is told to who got it, and not what stands in it.
        let letter = json!({ "to": ["B"], "text": "Shall we share the mines?" });
        ada.person.post(&Person::seat(&game, "A", "messages"), letter).expect(201);
        deliver(&server);
        let told = bens.take();
        assert_eq!(told.iter().map(Received::kind).collect::<Vec<_>>(), ["letter"]);
        assert!(!told[0].text.contains("mines") && told[0].text.contains("a letter from A"), "{}", told[0].text);
        assert_eq!(theirs.kinds(), Vec::<String>::new());

        // What is for all is told to all, in order.
        ada.person.post(&format!("/v1/games/{game}/announcements"), json!({ "text": "On Sunday." })).expect(201);
        ada.person.post(&format!("/v1/games/{game}/pause"), json!({})).expect(200);
        ada.person.post(&format!("/v1/games/{game}/resume"), json!({})).expect(200);
        let bid = json!({ "orders": [{ "type": "bid", "coins": 2 }] });
        ada.person.put(&Person::seat(&game, "A", "orders"), bid).expect(200);
        ready(&ada.person, &game, "A");
        ready(&ben.person, &game, "B");
        deliver(&server);
        let all = ["announcement", "game_paused", "game_resumed", "your_turn"];
        let told = theirs.take();
        assert_eq!(told.iter().map(Received::kind).collect::<Vec<_>>(), all);
        assert_eq!(bens.kinds(), all);
        // The end of a turn comes with what everybody learnt.
        let news = told[3].body["data"]["news"].as_array().expect("news");
        assert!((1..=5).contains(&news.len()), "{news:?}");
        let public = server.nobody().get(&format!("/v1/games/{game}/events?limit=100")).expect(200).text;
        assert!(news.iter().all(|line| public.contains(&line.to_string())), "{news:?}");
        assert!(told[..3].iter().all(|one| one.body["data"]["news"] == json!([])));
        ada.person.take_away(&game, "B").expect(204);
        ada.person.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
        deliver(&server);
        assert_eq!(theirs.kinds(), ["game_over"]);
        assert_eq!(bens.kinds(), ["seat_lost"], "what comes after is no business of theirs");

        let log = ada.person.get(&format!("{path}/deliveries")).expect(200).body;
        let log = log["items"].as_array().expect("items");
        assert_eq!(log.len(), 6);
        assert!(log.iter().all(|one| one["status"] == "delivered" && one["answer"] == 204), "{log:?}");
        let page = ada.person.get(&format!("{path}/deliveries?limit=4")).expect(200).body;
        let next = page["next"].as_str().expect("a next page");
        let rest = ada.person.get(&format!("{path}/deliveries?limit=4&cursor={next}")).expect(200).body;
        assert_eq!((&page["items"][0], &rest["items"][1], &rest["next"]), (&log[0], &log[5], &Value::Null));
    });
}

#[test]
fn what_is_not_taken_is_sent_again_for_a_day_and_then_the_channel_is_off() {
    World::both(|world| {
        let server = world.server();
        let mut ada = listening(&server, "ada");
        let (broken, sound) = (Listener::new(), Listener::new());
        let (path, _) = channel(&ada.person, &broken.url, json!({ "kinds": ["test"] }));
        channel(&ada.person, &sound.url, json!({ "kinds": ["channel_off"] }));
        let test = |person: &Person| person.post(&format!("{path}/test"), json!({})).expect(202).body;

        // Down for a while, and back: the same message comes again.
        broken.answers(500);
        assert_eq!(test(&ada.person)["status"], "queued");
        deliver(&server);
        let first = broken.take();
        assert_eq!(deliver(&server), 0, "it rests");
        let failing = ada.person.get(&path).expect(200).body;
        assert!(failing["failing"]["next_try_at"].is_string() && failing["is_on"] == true, "{failing}");
        broken.answers(204);
        world.pass_seconds(6);
        deliver(&server);
        let second = broken.take();
        assert_eq!((first.len(), second.len()), (1, 1));
        assert_eq!((&first[0].id, &first[0].body), (&second[0].id, &second[0].body));
        let well = ada.person.get(&path).expect(200).body;
        assert_eq!((&well["failing"], &well["waiting"]), (&Value::Null, &json!(0)));

        // A redirect leads nowhere.
        broken.answers(302);
        test(&ada.person);
        let mut tries = 0;
        for _ in 0..40 {
            tries += deliver(&server);
            world.pass_minutes(60);
        }
        assert_eq!(tries, 9 + 1, "nine attempts, and the other channel hears of it");
        assert_eq!(broken.take().len(), 9);
        let person = ada.again(&server);
        let off = person.get(&path).expect(200).body;
        assert!(off["is_on"] == false && off["off"]["reason"].as_str().expect("why").contains("redirect"), "{off}");
        let told = sound.take();
        assert_eq!(told.iter().map(Received::kind).collect::<Vec<_>>(), ["channel_off"]);
        assert!(told[0].text.contains("Webhook"), "{}", told[0].text);
        person.post(&format!("{path}/test"), json!({})).problem(409, "channel-off");

        // Turned on again it works; 410 turns it off at once.
        broken.answers(204);
        person.patch(&path, &json!({ "is_on": true })).expect(200);
        test(person);
        deliver(&server);
        assert_eq!(broken.kinds(), ["test"]);
        broken.answers(410);
        test(person);
        deliver(&server);
        assert_eq!(person.get(&path).expect(200).body["is_on"], false);
        assert_eq!(deliver(&server), 0);
    });
}

#[test]
fn quiet_hours_digests_and_muted_games_are_kept() {
    World::both(|world| {
        let server = world.server();
        let mut ada = listening(&server, "ada");
        let (at_once, daily) = (Listener::new(), Listener::new());
        channel(&ada.person, &at_once.url, json!({}));
        channel(&ada.person, &daily.url, json!({ "pace": "daily" }));
        // It is noon in London.
        let settings = json!({
            "zone": "Europe/London", "quiet_hours": { "from": "11:00", "to": "14:00" }, "daily_at": "18:30",
        });
        let set = ada.person.put("/v1/me/notifications", settings.clone()).expect(200).body;
        assert_eq!(set["quiet_hours"], settings["quiet_hours"]);
        let game = server.bidding_game(&ada.person, None, json!({}));
        let say = |person: &Person, text: &str| {
            person.post(&format!("/v1/games/{game}/announcements"), json!({ "text": text })).expect(201);
        };
        say(&ada.person, "One.");
        assert_eq!(deliver(&server), 0, "nothing in quiet hours");
        world.pass_minutes(119);
        assert_eq!(deliver(&server), 0);
        world.pass_minutes(1);
        deliver(&server);
        assert_eq!(at_once.kinds(), ["your_turn", "announcement"]);
        say(ada.again(&server), "Two.");
        deliver(&server);
        assert_eq!((at_once.kinds(), daily.kinds().len()), (vec!["announcement".to_owned()], 0));
        world.pass_minutes(4 * 60 + 30);
        deliver(&server);
        let told = daily.take();
        assert_eq!(told.iter().map(Received::kind).collect::<Vec<_>>(), ["digest"]);
        let parts = told[0].body["data"]["notifications"].as_array().expect("parts").clone();
        let kinds: Vec<&str> = parts.iter().map(|one| one["type"].as_str().expect("a type")).collect();
        assert_eq!(kinds, ["your_turn", "announcement", "announcement"]);

        // A call that is out of date when it could be sent is not sent; and a muted game is not heard of.
        let person = ada.again(&server);
        ready(person, &game, "A");
        deliver(&server);
        ready(person, &game, "A");
        deliver(&server);
        assert_eq!(at_once.kinds(), ["your_turn", "your_turn"]);
        say(person, "Three.");
        deliver(&server);
        person.put(&format!("/v1/me/muted-games/{game}"), json!({})).expect(204);
        assert_eq!(person.get("/v1/me/notifications").expect(200).body["muted_games"], json!([game]));
        say(person, "Four.");
        world.pass_minutes(24 * 60);
        deliver(&server);
        assert_eq!((at_once.kinds(), daily.kinds()), (vec!["announcement".to_owned()], Vec::new()));
        let person = ada.again(&server);
        person.delete(&format!("/v1/me/muted-games/{game}")).expect(204);
        ready(person, &game, "A");
        deliver(&server);
        ready(person, &game, "A");
        deliver(&server);
        assert_eq!(at_once.kinds(), ["your_turn", "your_turn"]);
        world.pass_minutes(24 * 60);
        deliver(&server);
        let told = daily.take();
        assert_eq!(
            told[0].body["data"]["notifications"].as_array().expect("parts").len(),
            1,
            "the turn before is over"
        );
    });
}

#[test]
fn secrets_are_shown_once_and_both_sign_for_a_day_after_a_new_one() {
    World::both(|world| {
        let server = world.server();
        let mut ada = listening(&server, "ada");
        let theirs = Listener::new();
        let form = json!({ "url": theirs.url, "kinds": ["test"] });
        let make =
            || ada.person.post_with("/v1/me/channels", &[("idempotency-key", "one")], form.clone()).expect(201).body;
        let (made, again) = (make(), make());
        assert_eq!((&made["channel"]["id"], &made["secret"]), (&again["channel"]["id"], &again["secret"]));
        let path = format!("/v1/me/channels/{}", made["channel"]["id"].as_str().expect("an id"));
        let old = made["secret"].as_str().expect("a secret").to_owned();
        for shown in ["/v1/me/channels", &path, &format!("{path}/deliveries")] {
            assert!(!ada.person.get(shown).expect(200).text.contains("whsec_"), "{shown}");
        }
        let new = ada.person.post(&format!("{path}/secret"), json!({})).expect(201).body;
        let new = new["secret"].as_str().expect("a secret").to_owned();
        assert_ne!(old, new);
        let test = |person: &Person| {
            person.post(&format!("{path}/test"), json!({})).expect(202);
            deliver(&server);
            theirs.take().pop().expect("a test")
        };
        let both = test(&ada.person);
        assert!(both.is_signed_by(&old) && both.is_signed_by(&new) && both.signatures.len() == 2, "{both:?}");
        world.pass_minutes(24 * 60 + 1);
        let one = test(ada.again(&server));
        assert!(!one.is_signed_by(&old) && one.is_signed_by(&new), "{one:?}");
        for _ in 0..9 {
            test(&ada.person);
        }
        ada.person.post(&format!("{path}/test"), json!({})).problem(429, "too-many-tests");
    });
}

#[test]
fn what_cannot_be_a_channel_is_refused_with_its_place() {
    let world = World::sqlite().with(|settings| settings.webhooks_to_loopback = None);
    let server = world.server();
    let (ada, eve) = (server.register("ada"), server.register("eve"));
    let pointer = |form: Value| {
        let refused = ada.post("/v1/me/channels", form).problem(422, "invalid");
        refused.body["errors"][0]["pointer"].clone()
    };
    for url in
        ["", "http://example.org/", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/x", "https://localhost/"]
    {
        assert_eq!(pointer(json!({ "url": url })), "/url", "{url}");
    }
    let good = "https://example.org/hook";
    assert_eq!(pointer(json!({ "url": good, "kinds": [] })), "/kinds");
    assert_eq!(pointer(json!({ "url": good, "name": "" })), "/name");
    let hidden = json!({
        "ruleset": "toy-sealed", "scenario": "two-houses", "visibility": "private", "seats": [{ "kind": "me", "seat": "A" }],
    });
    let hidden = eve.post("/v1/games", hidden).expect(201).body["id"].clone();
    assert_eq!(pointer(json!({ "url": good, "games": [hidden] })), "/games/0");
    assert_eq!(pointer(json!({ "url": good, "games": ["none"] })), "/games/0");
    ada.post("/v1/me/channels", json!({ "url": good, "kinds": ["gossip"] })).expect(422);
    ada.put(&format!("/v1/me/muted-games/{}", hidden.as_str().expect("an id")), json!({})).problem(404, "not-found");

    let guest = server.nobody().post("/v1/guests", json!({})).expect(201).body;
    let guest = server.nobody().with_token(guest["access_token"].as_str().expect("a token"));
    guest.post("/v1/me/channels", json!({ "url": good })).problem(403, "guests-cannot");

    let (path, _) = channel(&ada, good, json!({}));
    for _ in 1..10 {
        channel(&ada, good, json!({}));
    }
    ada.post("/v1/me/channels", json!({ "url": good })).problem(409, "too-many-channels");
    eve.get(&path).problem(404, "not-found");
    eve.patch(&path, &json!({ "is_on": false })).problem(404, "not-found");
    eve.delete(&path).problem(404, "not-found");
    eve.get(&format!("{path}/deliveries")).problem(404, "not-found");
    ada.patch(&path, &json!({})).problem(422, "invalid");
    assert_eq!(ada.patch(&path, &json!({ "pace": "hourly" })).expect(200).body["pace"], "hourly");
    let times = |body: Value| ada.put("/v1/me/notifications", body).problem(422, "invalid").body["errors"][0].clone();
    assert_eq!(times(json!({ "zone": "Rome" }))["hint"], "Did you mean Europe/Rome?");
    for quiet in [json!({ "from": "24:00", "to": "07:00" }), json!({ "from": "7:00", "to": "07:00" })] {
        assert_eq!(times(json!({ "zone": "UTC", "quiet_hours": quiet }))["pointer"], "/quiet_hours/from");
    }
    assert_eq!(times(json!({ "zone": "UTC", "daily_at": "noon" }))["pointer"], "/daily_at");
    ada.delete(&path).expect(204);
    ada.get(&path).problem(404, "not-found");
    ada.close_account().expect(204);
    eve.get("/v1/me").expect(200);
}

/// Two servers of one database never tell the same thing, and a server that falls in the middle leaves it to the next.
#[test]
fn servers_share_the_line_and_what_one_left_is_taken_up() {
    let Some(world) = World::postgres() else { return };
    let (one, two) = (world.server(), world.server());
    let ada = listening(&one, "ada");
    let theirs = Listener::new();
    channel(&ada.person, &theirs.url, json!({ "kinds": ["announcement"] }));
    let game = one.bidding_game(&ada.person, None, json!({}));
    for n in 0..20 {
        ada.person.post(&format!("/v1/games/{game}/announcements"), json!({ "text": format!("{n}.") })).expect(201);
    }
    std::thread::scope(|scope| {
        for server in [&one, &two, &one, &two] {
            scope.spawn(|| {
                for _ in 0..10 {
                    server.app.deliver_all().expect("delivered");
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
        }
    });
    let told = theirs.take();
    let mut ids: Vec<&str> = told.iter().map(|one| one.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((told.len(), ids.len()), (20, 20));

    // A server takes the channel and falls: a minute later another takes it.
    ada.person.post(&format!("/v1/games/{game}/announcements"), json!({ "text": "Last." })).expect(201);
    let now = one.app.now();
    let claimed =
        one.app.store.write(|conn| api::store::channels::claim_channel(conn, now, "fallen")).expect("claimed");
    assert!(claimed.is_some());
    assert_eq!(two.app.deliver_all().expect("delivered"), 0);
    world.pass_seconds(61);
    assert_eq!(two.app.deliver_all().expect("delivered"), 1);
    assert_eq!(theirs.take().len(), 1);
}

/// What one row cannot be read of is no reason for others to wait.
#[test]
fn a_channel_whose_line_is_damaged_rests_and_the_others_are_served() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (listening(&server, "ada"), listening(&server, "ben"));
        let (of_ada, of_ben) = (Listener::new(), Listener::new());
        let (path, _) = channel(&ada.person, &of_ada.url, json!({ "kinds": ["test"] }));
        channel(&ben.person, &of_ben.url, json!({ "kinds": ["letter"] }));
        let id = path.rsplit('/').next().expect("an id").to_owned();
        ada.person.post(&format!("{path}/test"), json!({})).expect(202);
        let rows = server.app.store.write(|conn| {
            use diesel::RunQueryDsl;
            let spoil = format!("UPDATE deliveries SET body = 'spoilt' WHERE channel_id = '{id}'");
            Ok::<_, api::store::StoreError>(diesel::sql_query(spoil).execute(conn)?)
        });
        assert_eq!(rows.expect("spoilt"), 1);
        let game = server.bidding_game(&ada.person, Some(&ben.person), json!({}));
        ada.person.post(&Person::seat(&game, "A", "messages"), json!({ "to": ["B"], "text": "Well?" })).expect(201);
        assert!(server.app.deliver_all().is_err(), "the damage is told of");
        server.app.deliver_all().expect("the others are served");
        assert_eq!((of_ben.kinds(), of_ada.kinds()), (vec!["letter".to_owned()], Vec::new()));
    });
}

#[test]
fn a_message_for_discord_has_no_markup_of_others() {
    let world = World::sqlite();
    let server = world.server();
    let ada = listening(&server, "ada");
    let theirs = Listener::new();
    channel(&ada.person, &theirs.url, json!({ "format": "discord", "kinds": ["announcement"] }));
    let game = server.bidding_game(&ada.person, None, json!({ "name": "The [war](http://evil)" }));
    let text = "@everyone **look** at <#1>";
    ada.person.post(&format!("/v1/games/{game}/announcements"), json!({ "text": text })).expect(201);
    deliver(&server);
    let told = theirs.take();
    let content = told[0].body["content"].as_str().expect("a content");
    assert!(content.starts_with(r"**The \[war\]\(http\://evil\)** "), "{content}");
    assert!(content.contains(r"\@everyone \*\*look\*\* at \<\#1\>"), "{content}");
    assert_eq!(told[0].body["allowed_mentions"], json!({ "parse": [] }));
}

/// The mails that were put into the folder of a world since this was asked last, the oldest first: to whom, and all the text.
pub fn mails(world: &World) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(world.dir.join("mail")).expect("a folder of mail") {
        let path = entry.expect("an entry").path();
        let at = std::fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
        // Lines that were folded for the way are made whole again.
        let text = std::fs::read_to_string(&path).expect("a mail").replace("=\r\n", "").replace("\r\n", "\n");
        std::fs::remove_file(&path).expect("removed");
        let to = text.lines().find_map(|line| line.strip_prefix("To: ")).expect("an addressee").to_owned();
        found.push((at, to, text));
    }
    found.sort();
    found.into_iter().map(|(_, to, text)| (to, text)).collect()
}

/// The code in a mail: the first line that is one.
pub fn code_in(mail: &str) -> String {
    let is_code = |line: &&str| line.len() == 36 + 1 + 22 && line.as_bytes()[36] == b'.';
    mail.lines().find(is_code).expect("a code").to_owned()
}

/// The same with another letter at a place.
fn spoilt(text: &str, at: usize) -> String {
    let other = if &text[at..=at] == "x" { "y" } else { "x" };
    format!("{}{other}{}", &text[..at], &text[at + 1..])
}

pub fn with_email(server: &Server, world: &World, person: &Person, address: &str) {
    let form = json!({ "address": address, "current_password": "correct horse" });
    person.put("/v1/me/email", form).expect(202);
    deliver(server);
    let (to, text) = mails(world).pop().expect("a mail");
    assert_eq!(to, address);
    let told = person.put("/v1/me/email/code", json!({ "code": code_in(&text) })).expect(200).body;
    assert_eq!((&told["address"], &told["pending"]), (&json!(address), &Value::Null));
}

#[test]
fn an_address_counts_when_its_code_has_come_back() {
    World::both(|world| {
        let server = world.server();
        let (ada, eve) = (server.register("ada"), server.register("eve"));
        let set = |person: &Person, address: &str, password: &str| {
            person.put("/v1/me/email", json!({ "address": address, "current_password": password }))
        };
        set(&ada, "ada@example.org", "wrong horse").problem(403, "wrong-password");
        for bad in ["", "ada", "Ada <ada@example.org>", "a@b.c\r\nBcc: x@y.z"] {
            set(&ada, bad, "correct horse").problem(422, "invalid");
        }
        let told = set(&ada, "ada@example.org", "correct horse").expect(202).body;
        assert_eq!((&told["address"], &told["pending"]), (&Value::Null, &json!("ada@example.org")));
        ada.post("/v1/me/channels", json!({ "kind": "email" })).problem(409, "no-email");
        deliver(&server);
        let first = mails(&world).pop().expect("a mail").1;
        // Another address makes the first code worthless; a code is good for its own account, and once.
        set(&ada, "ada@example.com", "correct horse").expect(202);
        deliver(&server);
        let (to, second) = mails(&world).pop().expect("a mail");
        assert_eq!(to, "ada@example.com");
        let give = |person: &Person, code: &str| person.put("/v1/me/email/code", json!({ "code": code }));
        give(&ada, &code_in(&first)).problem(422, "invalid");
        give(&eve, &code_in(&second)).problem(422, "invalid");
        give(&ada, &spoilt(&code_in(&second), 45)).problem(422, "invalid");
        assert_eq!(give(&ada, &code_in(&second)).expect(200).body["address"], "ada@example.com");
        give(&ada, &code_in(&second)).problem(422, "invalid");
        for _ in 0..3 {
            set(&ada, "ada@example.org", "correct horse").expect(202);
        }
        set(&ada, "ada@example.org", "correct horse").problem(429, "too-many-mails");
        set(&eve, "ADA@example.org", "correct horse").expect(202);
        set(&eve, "ada@EXAMPLE.org", "correct horse").problem(429, "too-many-mails");
        assert_eq!(ada.get("/v1/me/email").expect(200).body["address"], "ada@example.com", "until the code comes back");
        ada.delete("/v1/me/email").expect(204);
        let none = ada.get("/v1/me/email").expect(200).body;
        assert_eq!((&none["address"], &none["pending"]), (&Value::Null, &Value::Null));
        deliver(&server);
        let late: Vec<String> = mails(&world).into_iter().map(|(to, _)| to).collect();
        assert_eq!(late, ["ADA@example.org"], "codes that are worthless are not sent");
    });
    // Without a way for mail it is said, and nothing else is different.
    let world = World::sqlite().with(|settings| settings.mail_folder = None);
    let server = world.server();
    let ada = server.register("ada");
    assert_eq!(ada.get("/v1/me/email").expect(200).body["sends_mail"], false);
    let form = json!({ "address": "ada@example.org", "current_password": "correct horse" });
    ada.put("/v1/me/email", form).problem(409, "no-mail");
    server.nobody().post("/v1/password-resets", json!({ "account": "ada" })).problem(409, "no-mail");
    ada.post("/v1/me/channels", json!({ "kind": "email" })).problem(409, "no-mail");
}

#[test]
fn who_forgot_a_password_sets_a_new_one_by_mail() {
    World::both(|world| {
        let server = world.server();
        let ada = listening(&server, "ada");
        with_email(&server, &world, &ada.person, "ada@example.org");
        let token = ada.person.post("/v1/tokens", json!({ "name": "bot", "scopes": ["game:read"] })).expect(201).body;
        let bot = ada.person.with_token(token["token"].as_str().expect("a token"));
        let nobody = server.nobody();
        let ask = |who: &str| {
            nobody.post("/v1/password-resets", json!({ "account": who })).expect(204);
            deliver(&server);
            mails(&world)
        };
        for who in ["nobody-here", "eve@example.org", ""] {
            assert_eq!(ask(who), [], "{who}");
        }
        let by_name = ask(&ada.name);
        let by_address = ask("ADA@example.org");
        assert_eq!((by_name.len(), by_address.len()), (1, 1));
        let set = |code: &str, password: &str| {
            nobody.put("/v1/password-resets", json!({ "code": code, "new_password": password }))
        };
        let code = code_in(&by_address[0].1);
        assert_eq!(set(&code, "short").problem(422, "invalid").body["errors"][0]["pointer"], "/new_password");
        set(&code, "a long new password").expect(204);
        set(&code, "a longer new password").problem(422, "invalid");
        set(&code_in(&by_name[0].1), "a longer new password").problem(422, "invalid");
        ada.person.get("/v1/me").expect(401);
        bot.get("/v1/me").expect(401);
        nobody.post("/v1/sessions", json!({ "name": ada.name, "password": "correct horse" })).expect(401);
        nobody.post("/v1/sessions", json!({ "name": ada.name, "password": "a long new password" })).expect(201);
        let old = ask(&ada.name);
        world.pass_minutes(61);
        set(&code_in(&old[0].1), "a longer new password").problem(422, "invalid");
    });
}

#[test]
fn a_turn_is_told_by_mail_and_one_click_ends_it() {
    World::both(|world| {
        let server = world.server_with(|settings| settings.public_url = Some("https://play.example.org".into()));
        let ada = listening(&server, "ada");
        with_email(&server, &world, &ada.person, "ada@example.org");
        ada.person
            .post("/v1/me/channels", json!({ "kind": "email", "url": "https://example.org/" }))
            .problem(422, "invalid");
        let made = ada.person.post("/v1/me/channels", json!({ "kind": "email" })).expect(201).body;
        assert_eq!((&made["secret"], &made["channel"]["url"]), (&Value::Null, &Value::Null));
        let path = format!("/v1/me/channels/{}", made["channel"]["id"].as_str().expect("an id"));
        ada.person.post(&format!("{path}/secret"), json!({})).problem(409, "no-secret");
        let game = server.bidding_game(&ada.person, None, json!({ "name": "War <b>&</b> peace" }));
        deliver(&server);
        let (to, text) = mails(&world).pop().expect("a mail");
        assert_eq!(to, "ada@example.org");
        assert!(text.contains("War <b>&</b> peace\n") && text.contains("War &lt;b&gt;&amp;&lt;/b&gt; peace"), "{text}");
        assert!(text.contains(&format!("https://play.example.org/t/{game}/A\n")), "{text}");
        let way_out = text.lines().find_map(|line| line.strip_prefix("List-Unsubscribe: <")).expect("a way out");
        let way_out = way_out.trim_end_matches('>').strip_prefix("https://play.example.org").expect("an address here");
        let log = ada.person.get(&format!("{path}/deliveries")).expect(200).body;
        assert_eq!((&log["items"][0]["status"], &log["items"][0]["answer"]), (&json!("delivered"), &Value::Null));

        let nobody = server.nobody();
        // One game alone is muted, from its own mail.
        let form = [("content-type", "application/x-www-form-urlencoded")];
        let other = server.bidding_game(&ada.person, None, json!({}));
        let click = |game: &str| {
            let address = format!("{way_out}?game={game}");
            assert!(text.contains(&format!("No more of this game: https://play.example.org{way_out}?game=")), "{text}");
            nobody.send("POST", &address, &form, Some(b"List-Unsubscribe=One-Click")).status
        };
        assert_eq!(click("no-such-game"), 404);
        assert!(nobody.get(&format!("{way_out}?game={game}")).text.contains("War &lt;b&gt;"));
        let muted = || ada.person.get("/v1/me/notifications").expect(200).body["muted_games"].clone();
        assert_eq!(muted(), json!([]));
        assert_eq!(click(&game), 200);
        assert_eq!(muted().as_array().expect("games").len(), 1, "{}", muted());
        ada.person.delete(&format!("/v1/me/muted-games/{game}")).expect(204);
        deliver(&server);
        assert_eq!(mails(&world).len(), 1, "of the other game {other}");

        nobody.get(way_out).expect(200);
        assert_eq!(ada.person.get(&path).expect(200).body["is_on"], true, "looking at the page does nothing");
        nobody.get(&spoilt(way_out, way_out.len() - 5)).problem(404, "not-found");
        let clicked = nobody.send("POST", way_out, &form, Some(b"List-Unsubscribe=One-Click"));
        assert_eq!(clicked.status, 200, "{}", clicked.text);
        assert_eq!(ada.person.get(&path).expect(200).body["off"]["reason"], "You asked for it in a mail.");
        ready(&ada.person, &game, "A");
        deliver(&server);
        assert_eq!(mails(&world), []);
        ada.person.patch(&path, &json!({ "is_on": true })).expect(200);
        ada.person.delete("/v1/me/email").expect(204);
        ada.person.get(&path).problem(404, "not-found");
    });
}
