//! An account's seats over all its games.

use std::io::{BufReader, Read};
use std::net::TcpStream;
use std::time::Duration;

use cursus_tests::{Person, World};
use serde_json::{Value, json};

use crate::events::{listen, next};

fn mine(person: &Person) -> Vec<Value> {
    person.get("/v1/me/games").expect(200).body["items"].as_array().expect("items").clone()
}

#[test]
fn what_waits_for_me_comes_first_with_its_deadline_and_what_i_have_not_read() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        assert_eq!(mine(&ada), Vec::<Value>::new());
        let daily = json!({ "timing": { "clock": { "type": "interval", "every": { "days": 1 } } } });
        let slow = server.bidding_game(&ada, Some(&ben), json!({}));
        let urgent = server.bidding_game(&ada, Some(&ben), daily);
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses",
            "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
        });
        let lobby = ada.post("/v1/games", form).expect(201).body["id"].as_str().expect("an id").to_owned();
        let order = |person: &Person| mine(person).iter().map(|it| it["game"].clone()).collect::<Vec<_>>();
        assert_eq!(order(&ada), [json!(urgent), json!(slow), json!(lobby)]);
        let first = &mine(&ada)[0];
        assert_eq!((first["seat"].clone(), first["waits_for_you"].clone()), (json!("A"), json!(true)));
        assert!(first["deadline"].is_string() && first["prompt"].is_string(), "{first}");
        assert_eq!((first["awaited"].clone(), first["ready"].clone()), (json!(2), json!(0)));
        assert_eq!(first["last_report"], Value::Null);
        // Handed in, it waits for the other; a letter is waiting all the same.
        ada.put(&Person::seat(&urgent, "A", "orders"), json!({ "orders": [], "ready": true })).expect(200);
        ben.post(&Person::seat(&urgent, "B", "messages"), json!({ "to": ["A"], "text": "Hurry." })).expect(201);
        let second = &mine(&ada)[1];
        assert_eq!(second["game"], json!(urgent), "what waits comes before what has a deadline");
        assert_eq!((second["waits_for_you"].clone(), second["prompt"].clone()), (json!(false), Value::Null));
        assert_eq!((second["ready"].clone(), second["unread_letters"].clone()), (json!(1), json!(1)));
        let bens = mine(&ben);
        assert_eq!(bens.len(), 2, "the game in the lobby is not Ben's");
        assert_eq!((bens[0]["seat"].clone(), bens[0]["unread_letters"].clone()), (json!("B"), json!(0)));
        ben.put(&Person::seat(&urgent, "B", "orders"), json!({ "orders": [], "ready": true })).expect(200);
        server.work();
        let told = &mine(&ada)[0];
        assert_eq!((told["game"].clone(), told["last_report"]["step"].clone()), (json!(urgent), json!(1)));
    });
}

#[test]
fn games_that_are_over_and_seats_of_others_are_left_out() {
    World::both(|world| {
        let server = world.server();
        let (ada, eve) = (server.register("ada"), server.register("eve"));
        let game = server.bidding_game(&ada, None, json!({}));
        assert_eq!(mine(&eve), Vec::<Value>::new());
        ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
        assert_eq!(mine(&ada), Vec::<Value>::new());
        let more = ada.get("/v1/me/games?limit=0").problem(422, "invalid");
        assert_eq!(more.body["errors"][0]["code"], "out-of-range");
        server.bidding_game(&ada, None, json!({}));
        server.bidding_game(&ada, None, json!({}));
        assert_eq!(ada.get("/v1/me/games?limit=1").expect(200).body["left_off"], 1);
        server.nobody().get("/v1/me/games").problem(401, "no-token");
    });
}

/// Asserts that the server ends a stream without another event.
#[track_caller]
fn ends(mut stream: BufReader<TcpStream>) {
    stream.get_ref().set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).expect("the stream ends");
    assert!(!rest.contains("event:"), "{rest}");
}

/// The seats of the next event, which is about this game.
#[track_caller]
fn told(stream: &mut BufReader<TcpStream>, game: &str) -> Vec<Value> {
    let (id, kind, data) = next(stream);
    assert_eq!((id, kind.as_str(), &data["game"]), (None, "game", &json!(game)), "{data}");
    data["seats"].as_array().expect("seats").clone()
}

#[test]
fn one_stream_tells_what_changes_in_all_my_games() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let games = [0, 1].map(|_| server.bidding_game(&ada, Some(&ben), json!({})));
        let mut stream = listen(&ada, "/v1/me/events", None);
        let (id, kind, snapshot) = next(&mut stream);
        assert_eq!((id, kind.as_str()), (None, "snapshot"));
        assert_eq!(snapshot["items"], json!(mine(&ada)), "the snapshot is the list");
        // Orders of mine, in either game.
        for game in &games {
            ada.put(&Person::seat(game, "A", "orders"), json!({ "orders": [], "ready": true })).expect(200);
            let seats = told(&mut stream, game);
            assert_eq!((seats[0]["waits_for_you"].clone(), seats[0]["ready"].clone()), (json!(false), json!(1)));
        }
        // A letter, and the step that the other's orders end: two changes or one, the last as the list has it.
        ben.post(&Person::seat(&games[0], "B", "messages"), json!({ "to": ["A"], "text": "Hurry." })).expect(201);
        assert_eq!(told(&mut stream, &games[0])[0]["unread_letters"], 1);
        ben.put(&Person::seat(&games[0], "B", "orders"), json!({ "orders": [], "ready": true })).expect(200);
        server.work();
        let mut seats = told(&mut stream, &games[0]);
        while seats[0]["step"] != 1 {
            seats = told(&mut stream, &games[0]);
        }
        let listed = mine(&ada).into_iter().find(|it| it["game"] == json!(games[0])).expect("it is listed");
        assert_eq!(seats, [listed]);
        // A game that is new to me, and one that I leave.
        let fresh = server.bidding_game(&ada, Some(&ben), json!({}));
        while told(&mut stream, &fresh)[0]["status"] != "running" {}
        ada.post(&format!("/v1/games/{fresh}/abandon"), json!({})).expect(200);
        assert_eq!(told(&mut stream, &fresh)[0]["status"], "abandoned");
        ada.post(&Person::seat(&games[1], "A", "release"), json!({})).expect(204);
        assert_eq!(told(&mut stream, &games[1]), Vec::<Value>::new());
    });
}

#[test]
fn what_others_do_among_themselves_does_not_show_in_my_stream() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let own = server.bidding_game(&eve, Some(&ben), json!({}));
        let mut stream = listen(&ada, "/v1/me/events", None);
        assert_eq!(next(&mut stream).1, "snapshot");
        // It changes the game's row, and is nothing to Ada: a draft, games of others.
        ben.put(&Person::seat(&game, "B", "orders"), json!({ "orders": [], "ready": false })).expect(200);
        eve.put(&Person::seat(&own, "A", "orders"), json!({ "orders": [], "ready": true })).expect(200);
        ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
        let seats = told(&mut stream, &game);
        assert_eq!(seats[0]["ready"], 1, "the draft was told: {seats:?}");
    });
}

#[test]
fn another_servers_changes_are_told_and_the_stream_ends_with_its_token() {
    let Some(world) = World::postgres() else { return };
    let (here, there) = (world.server(), world.server());
    let (ada, ben) = (here.register("ada"), here.register("ben"));
    let game = here.bidding_game(&ada, Some(&ben), json!({}));
    let mut stream = listen(&ada, "/v1/me/events", None);
    assert_eq!(next(&mut stream).1, "snapshot");
    ada.at(&there.base).put(&Person::seat(&game, "A", "orders"), json!({ "orders": [], "ready": true })).expect(200);
    assert_eq!(told(&mut stream, &game)[0]["ready"], 1);
    ada.delete("/v1/sessions/current").expect(204);
    ends(stream);
}

#[test]
fn a_ticket_opens_streams_for_a_minute_and_nothing_else() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, nobody) = (server.register("ada"), server.register("ben"), server.nobody());
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let made = ada.post("/v1/me/stream-tickets", json!({})).expect(201);
        assert_eq!(made.header("cache-control"), "no-store");
        let ticket = made.body["ticket"].as_str().expect("a ticket").to_owned();
        let (account, one) =
            (format!("/v1/me/events?ticket={ticket}"), format!("/v1/games/{game}/events?ticket={ticket}"));
        let mut mine = listen(&nobody, &account, None);
        assert_eq!(next(&mut mine).2["items"][0]["game"], json!(game));
        let mut events = listen(&nobody, &one, None);
        assert_eq!(next(&mut events).1, "snapshot");
        // It is no token, and a token is no ticket.
        nobody.with_token(&ticket).get("/v1/me").problem(401, "bad-token");
        nobody.get(&format!("/v1/me/games?ticket={ticket}")).problem(400, "unknown-parameter");
        let stream = [("accept", "text/event-stream")];
        let token = ada.token.clone().expect("a token");
        nobody.get_with(&format!("/v1/me/events?ticket={token}"), &stream).problem(401, "bad-token");
        for accept in ["application/json", "*/*"] {
            ada.get_with("/v1/me/events", &[("accept", accept)]).problem(406, "not-acceptable");
        }
        world.pass_seconds(61);
        nobody.get_with(&account, &stream).problem(401, "token-expired");
        ben.post(&Person::seat(&game, "B", "messages"), json!({ "to": ["A"], "text": "Still here?" })).expect(201);
        assert_eq!(told(&mut mine, &game)[0]["unread_letters"], 1, "what it opened goes on");
        assert_eq!(next(&mut events).1, "message");
        // It ends with the session that the ticket was got with.
        ada.delete("/v1/sessions/current").expect(204);
        ends(mine);
        ends(events);
        let bot = server.player("cid");
        let ticket = bot.post("/v1/me/stream-tickets", json!({})).expect(201).body["ticket"].clone();
        let mut by_bot = listen(&nobody, &format!("/v1/me/events?ticket={}", ticket.as_str().expect("text")), None);
        assert_eq!(next(&mut by_bot).1, "snapshot", "an API token gets tickets, too");
    });
}
