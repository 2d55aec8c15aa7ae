//! Orders by mail: an answer to the mail that calls for them is an order set, and a receipt comes back.

use cursus_tests::{Answer, Person, Server, World};
use serde_json::{Value, json};

use crate::durability::until;
use crate::notifications::{deliver, mails, with_email};

const SECRET: &str = "a secret of the mail service";

fn open(world: &World) -> Server {
    world.server_with(|settings| {
        settings.public_url = Some("https://play.example.org/".into());
        settings.reply_address = Some("orders@play.example.org".into());
        settings.inbound_secret = Some(SECRET.into());
    })
}

/// Somebody with an address and a channel by mail.
fn with_mail(world: &World, server: &Server, name: &str) -> Person {
    let person = server.register(name);
    with_email(server, world, &person, &format!("{name}@example.com"));
    person.post("/v1/me/channels", json!({ "kind": "email" })).expect(201);
    person
}

/// Where the newest mail to somebody is answered to.
fn reply_address(world: &World, to: &str) -> String {
    let mails = mails(world);
    let (_, text) = mails.iter().rev().find(|(whom, _)| whom == to).unwrap_or_else(|| panic!("{mails:?}"));
    assert!(text.contains("Answer this mail with your orders"), "{text}");
    text.lines().find_map(|line| line.strip_prefix("Reply-To: ")).expect("an address").to_owned()
}

fn letter(from: &str, to: &str, id: &str, body: &str) -> String {
    format!(
        "From: Ada <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{id}@example.com>\r\nSubject: Re: The mines\r\n\r\n{body}"
    )
}

fn hand_over(server: &Server, mail: &str) -> Answer {
    let bearer = format!("Bearer {SECRET}");
    let headers = [("content-type", "message/rfc822"), ("authorization", bearer.as_str())];
    server.nobody().send("POST", "/v1/inbound-mail", &headers, Some(mail.as_bytes()))
}

fn taken(server: &Server, mail: &str) -> Value {
    hand_over(server, mail).expect(200).body["outcome"].clone()
}

/// The receipt that came to somebody, and nothing else did.
fn receipt(world: &World, server: &Server, to: &str) -> String {
    server.app.deliver_all().expect("delivered");
    let [(whom, text)] = &mails(world)[..] else { panic!("one mail") };
    assert_eq!(whom, to);
    assert!(text.contains("Auto-Submitted: auto-generated"), "no program answers it: {text}");
    text.clone()
}

#[test]
fn an_answer_to_the_mail_of_a_turn_is_an_order_set() {
    World::both(|world| {
        let server = open(&world);
        let (ada, ben) = (with_mail(&world, &server, "ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({ "name": "The mines" }));
        deliver(&server);
        let address = reply_address(&world, "ada@example.com");
        let local = address.split('@').next().unwrap();
        assert!(local.len() <= 64 && local.starts_with("orders+") && local.ends_with("-0"), "{address}");
        let orders = || ada.get(&Person::seat(&game, "A", "orders")).expect(200).body;

        // What is not understood is told with its line, and keeps the orders from being final.
        let mail = letter("ada@example.com", &address, "1", "bid 3\r\nbed 4\r\n\r\n-- \r\nAda\r\n\r\n> bid 9\r\n");
        assert_eq!(taken(&server, &mail), "answered");
        assert_eq!((&orders()["orders"][0]["coins"], &orders()["ready"]), (&json!(3), &json!(false)));
        let told = receipt(&world, &server, "ada@example.com");
        assert!(told.contains("Subject: The mines: your orders by mail"), "{told}");
        for words in ["> bid 3\n> bed 4\nnot understood: ", "They are not final: "] {
            assert!(told.contains(words), "{told}");
        }
        // The same mail a second time is the same mail.
        assert_eq!(taken(&server, &mail), "repeated");
        server.app.deliver_all().expect("delivered");
        assert_eq!(mails(&world), []);

        assert_eq!(taken(&server, &letter("Ada@Example.com", &address, "2", "draft\r\nbid 2\r\n")), "answered");
        assert_eq!((&orders()["orders"][0]["coins"], &orders()["ready"]), (&json!(2), &json!(false)));
        assert!(receipt(&world, &server, "ada@example.com").contains("when you say that you are ready"));
        assert_eq!(taken(&server, &letter("ada@example.com", &address, "3", "Ready.\r\n")), "answered");
        assert_eq!((&orders()["orders"][0]["coins"], &orders()["ready"]), (&json!(2), &json!(true)));
        assert!(receipt(&world, &server, "ada@example.com").contains("House of A is ready for Round 1."));
        assert_eq!(taken(&server, &letter("ada@example.com", &address, "4", "bid 1\r\n")), "answered");
        let told = receipt(&world, &server, "ada@example.com");
        assert!(told.contains("Your orders for House of A in Round 1 are in."), "{told}");
        assert!(!told.contains("not final"), "{told}");

        // When the step is over the address is too.
        ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
        deliver(&server);
        let next = reply_address(&world, "ada@example.com");
        assert_ne!(next, address);
        assert_eq!(taken(&server, &letter("ada@example.com", &address, "5", "bid 2\r\n")), "answered");
        assert_eq!(orders()["orders"], json!([]));
        assert!(receipt(&world, &server, "ada@example.com").contains("were not taken. These orders are for step 0"));
        assert_eq!(taken(&server, &letter("ada@example.com", &next, "6", "Dear umpire\r\n")), "answered");
        let told = receipt(&world, &server, "ada@example.com");
        assert!(told.contains("were not taken."), "{told}");
        assert_eq!(taken(&server, &letter("ada@example.com", &next, "7", "> bid 2\r\n")), "answered");
        assert!(receipt(&world, &server, "ada@example.com").contains("Your mail held no orders"));
    });
}

#[test]
fn mail_is_taken_from_nobody_else_and_programs_get_no_answer() {
    World::both(|world| {
        let server = open(&world);
        let ada = with_mail(&world, &server, "ada");
        let game = server.bidding_game(&ada, None, json!({}));
        deliver(&server);
        let address = reply_address(&world, "ada@example.com");
        let coins = || ada.get(&Person::seat(&game, "A", "orders")).expect(200).body["orders"].clone();

        // Who knows the address and writes from another is told of to its owner, and to nobody else.
        assert_eq!(taken(&server, &letter("eve@example.com", &address, "1", "bid 9\r\n")), "answered");
        assert_eq!(coins(), json!([]));
        assert!(receipt(&world, &server, "ada@example.com").contains("came from another address than yours"));
        // An address that was made up, or that is meant for another step, is none.
        let (start, end) = address.split_once('@').unwrap();
        let other_step = format!("{}-7@{end}", start.rsplit_once('-').unwrap().0);
        let mut made_up = address.clone();
        made_up.replace_range(30..31, if &address[30..31] == "0" { "1" } else { "0" });
        for wrong in
            [other_step.as_str(), &made_up, "orders@play.example.org", "orders+x@play.example.org", "ada@example.com"]
        {
            assert_eq!(taken(&server, &letter("ada@example.com", wrong, wrong, "bid 9\r\n")), "passed_over", "{wrong}");
        }
        let away = letter("ada@example.com", &address, "2", "bid 9\r\n")
            .replace("Subject", "Auto-Submitted: auto-replied\r\nSubject");
        assert_eq!(taken(&server, &away), "passed_over");
        assert_eq!(taken(&server, "no mail at all"), "passed_over");
        server.app.deliver_all().expect("delivered");
        assert_eq!((coins(), mails(&world)), (json!([]), Vec::new()));

        let mail = letter("ada@example.com", &address, "3", "draft\r\nbid 2\r\n");
        let send =
            |headers: &[(&str, &str)]| server.nobody().send("POST", "/v1/inbound-mail", headers, Some(mail.as_bytes()));
        let kind = ("content-type", "message/rfc822");
        send(&[kind]).problem(401, "bad-authorization");
        send(&[kind, ("authorization", "Bearer wrong")]).problem(401, "bad-authorization");
        let basic =
            format!("Basic {}", base64::Engine::encode(&base64::prelude::BASE64_STANDARD, format!("cursus:{SECRET}")));
        send(&[("content-type", "application/json"), ("authorization", &basic)]).problem(415, "unsupported-media-type");
        assert_eq!(send(&[kind, ("authorization", &basic)]).expect(200).body["outcome"], "answered");
        assert_eq!(coins()[0]["coins"], 2);

        // Who has left the seat orders nothing any more.
        ada.post(&Person::seat(&game, "A", "release"), json!({})).expect(204);
        assert_eq!(taken(&server, &letter("ada@example.com", &address, "4", "bid 1\r\n")), "answered");
        server.app.deliver_all().expect("delivered");
        assert!(mails(&world).iter().any(|(_, text)| text.contains("were not taken.")));
    });
    let world = World::sqlite();
    let server = world.server();
    let headers = [("content-type", "message/rfc822")];
    server.nobody().send("POST", "/v1/inbound-mail", &headers, Some(b"From: a")).problem(403, "no-inbound-mail");
}

#[test]
fn mail_that_lies_in_a_maildir_is_taken_once() {
    let world = World::sqlite();
    let server = open(&world);
    let ada = with_mail(&world, &server, "ada");
    let game = server.bidding_game(&ada, None, json!({}));
    deliver(&server);
    let address = reply_address(&world, "ada@example.com");
    let folder = world.dir.join("inbox");
    std::fs::create_dir_all(folder.join("new")).unwrap();
    std::fs::write(folder.join("new/1.host"), letter("ada@example.com", &address, "1", "draft\r\nbid 3\r\n")).unwrap();
    std::fs::write(folder.join("new/2.host"), "no mail at all").unwrap();
    assert_eq!(api::workers::read_maildir(&server.app, &folder).expect("it is read"), 2);
    assert_eq!(ada.get(&Person::seat(&game, "A", "orders")).expect(200).body["orders"][0]["coins"], 3);
    assert_eq!(std::fs::read_dir(folder.join("new")).unwrap().count(), 0);
    assert_eq!(std::fs::read_dir(folder.join("cur")).unwrap().count(), 2);
    assert_eq!(api::workers::read_maildir(&server.app, &folder).expect("it is read"), 0);
}

#[test]
fn a_server_looks_into_its_maildir_by_itself() {
    let world = World::sqlite();
    let folder = world.dir.join("inbox");
    std::fs::create_dir_all(folder.join("new")).unwrap();
    let server = world.server_with(|settings| settings.inbound_maildir = Some(folder.clone()));
    std::fs::write(folder.join("new/1.host"), "no mail at all").unwrap();
    until(|| std::fs::read_dir(folder.join("new")).unwrap().count() == 0);
    drop(server);
    assert_eq!(std::fs::read_dir(folder.join("cur")).unwrap().count(), 1);
}
