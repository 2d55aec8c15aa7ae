//! What computer players decided, and who may read it.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

fn decisions(person: &Person, game: &str, query: &str) -> Vec<Value> {
    let page = person.get(&format!("/v1/games/{game}/decisions{query}")).expect(200).body;
    page["items"].as_array().unwrap().clone()
}

fn pass(person: &Person, game: &str, seat: &str) {
    person.put(&Person::seat(game, seat, "orders/ready"), json!({})).expect(200);
}

#[test]
fn who_plays_alone_may_read_what_the_computer_thought_once_a_step_is_over() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(
            &ada,
            None,
            json!({ "seats": [
            { "kind": "me", "seat": "A" }, { "kind": "ai", "seat": "B", "level": "steady" },
        ] }),
        );
        let awaited = || ada.get(&format!("/v1/games/{game}/awaiting")).expect(200).body["awaiting"].clone();
        let before = awaited();
        assert_eq!(
            (before[0]["thinking"].clone(), before[1]["thinking"]["state"].clone()),
            (json!(null), json!("queued"))
        );
        assert_eq!(before[1]["thinking"]["percent"], 0);
        server.work();
        assert_eq!((awaited()[1]["thinking"].clone(), awaited()[1]["ready"].clone()), (json!(null), json!(true)));
        assert_eq!(decisions(&ada, &game, ""), Vec::<Value>::new(), "a sealed bid is not told before the step is over");
        pass(&ada, &game, "A");
        server.work();
        let told = decisions(&ada, &game, "");
        assert_eq!(told.len(), 1, "the computer's next bid is sealed again");
        assert_eq!((told[0]["seat"].clone(), told[0]["step"].clone()), (json!("B"), json!(1)));
        let decision = &told[0]["decision"];
        assert_eq!((decision["level"].clone(), decision["orders"][0]["type"].clone()), (json!("steady"), json!("bid")));
        assert_eq!(decision["reasons"][0]["topic"], "posture");
        assert_eq!(decision["seed"].as_str().unwrap().len(), 64);
        assert_eq!(decisions(&ada, &game, "?seat=B"), told);
        assert_eq!(decisions(&ada, &game, "?seat=A"), Vec::<Value>::new());
        ada.get(&format!("/v1/games/{game}/decisions?seat=X")).problem(404, "no-such-seat");
        assert_eq!(decisions(&ben, &game, ""), Vec::<Value>::new());
        ben.get(&format!("/v1/games/{game}/decisions?seat=B")).problem(403, "not-your-seat");
        server.nobody().get(&format!("/v1/games/{game}/decisions?seat=B")).problem(401, "no-token");
    });
}

#[test]
fn a_computer_player_that_gives_up_is_on_record_with_the_reason() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let seats = json!([{ "kind": "me", "seat": "A" }, { "kind": "ai", "seat": "B", "level": "steady" }]);
        let game = server.bidding_game(&ada, None, json!({ "seats": seats }));
        // As if the seat had been filled by a later version, with a level that this one does not know.
        let changed = server.app.change_game(&game, |conn, table| {
            api::store::jobs::drop_before(conn, &game, table.game.step + 1)?;
            table.seats[1].ai_level = Some("grandmaster".into());
            table.game.wake_at = Some(table.now);
            Ok(())
        });
        changed.expect("written");
        pass(&ada, &game, "A");
        for rest in [0, 1, 1] {
            world.pass_minutes(rest);
            server.work();
        }
        let told = decisions(&ada, &game, "?seat=B");
        let decision = &told[0]["decision"];
        assert_eq!(decision["level"], "grandmaster", "{told:?}");
        assert!(decision["fallback"].as_str().unwrap().contains("no level of computer player"), "{decision}");
        assert_eq!((decision["playouts"].clone(), decision["reasons"].clone()), (json!(0), json!([])));
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["status"], "running", "the game goes on");
    });
}

#[test]
fn with_others_at_the_table_minds_are_closed_until_the_end_and_come_in_pages() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "four-houses",
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "open", "seat": "B" }],
            "others": { "kind": "ai", "level": "novice" },
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        for step in 1..=6 {
            pass(&ada, &game, "A");
            pass(&ben, &game, "B");
            server.work();
            if step < 6 {
                assert_eq!(decisions(&ada, &game, ""), Vec::<Value>::new(), "the creator is a player like any other");
                ada.get(&format!("/v1/games/{game}/decisions?seat=C")).problem(403, "not-your-seat");
            }
        }
        let (all, of_d) = (decisions(&ben, &game, ""), decisions(&ben, &game, "?seat=D"));
        assert_eq!((all.len(), of_d.len()), (12, 6));
        assert_eq!(decisions(&server.nobody(), &game, ""), all);
        let (mut read, mut next) = (Vec::new(), Some(String::new()));
        while let Some(cursor) = next {
            let page = ben.get(&format!("/v1/games/{game}/decisions?limit=5{cursor}")).expect(200);
            read.extend(page.body["items"].as_array().unwrap().clone());
            next = page.body["next"].as_str().map(|cursor| format!("&cursor={cursor}"));
            assert_eq!(next.is_some(), !page.header("link").is_empty());
        }
        assert_eq!(read, all, "pages add up to the whole");
    });
}

fn kinds(person: &Person, game: &str) -> Vec<String> {
    let page = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
    page["items"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap().to_owned()).collect()
}

/// A running game of two: Ada's, and somebody's who takes seat B.
fn game_of_two(server: &Server, ada: &Person, ben: &Person) -> String {
    let game = server.bidding_game(ada, Some(ben), json!({}));
    pass(ada, &game, "A");
    pass(ben, &game, "B");
    game
}

#[test]
fn a_seat_taken_from_somebody_opens_no_minds() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let b = |game: &str, what: &str| Person::seat(game, "B", what);
        let closed = |game: &str| {
            server.work();
            pass(&ada, game, "A");
            server.work();
            assert_eq!(decisions(&ada, game, ""), Vec::<Value>::new());
            ada.get(&format!("/v1/games/{game}/decisions?seat=B")).problem(403, "not-your-seat");
            assert!(!kinds(&ada, game).contains(&"decisions_read".to_owned()));
        };
        // Emptied, and then the computer's.
        let game = game_of_two(&server, &ada, &ben);
        ada.take_away(&game, "B").expect(204);
        closed(&game);
        ada.put(&b(&game, "ai"), json!({ "level": "novice" })).expect(200);
        closed(&game);
        // The computer's at once.
        let game = game_of_two(&server, &ada, &ben);
        ada.put(&b(&game, "ai"), json!({ "level": "novice" })).expect(200);
        closed(&game);
        // Taken before its holder ordered anything, and even before the start.
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses",
            "seats": [{ "kind": "me", "seat": "A" }, { "kind": "open", "seat": "B" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        ben.post(&b(&game, "claim"), json!({})).expect(200);
        ada.put(&b(&game, "ai"), json!({ "level": "novice" })).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        closed(&game);
        // Taken over by who runs the game.
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "two-houses", "start": true,
            "seats": [{ "kind": "ai", "seat": "A", "level": "novice" }, { "kind": "open", "seat": "B" }],
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        ben.post(&b(&game, "claim"), json!({})).expect(200);
        ada.take_away(&game, "B").expect(204);
        ada.post(&b(&game, "claim"), json!({})).expect(200);
        server.work();
        pass(&ada, &game, "B");
        server.work();
        assert_eq!(decisions(&ada, &game, ""), Vec::<Value>::new());
        ada.get(&format!("/v1/games/{game}/decisions?seat=A")).problem(403, "not-your-seat");
        assert!(!kinds(&ada, &game).contains(&"decisions_read".to_owned()));
        // An open seat that nobody has taken yet.
        let game = server.bidding_game(&ada, None, json!({}));
        ada.delete(&b(&game, "ai")).expect(200);
        closed(&game);
    });
}

#[test]
fn who_joins_later_learns_that_the_creator_has_read() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, None, json!({}));
        server.work();
        assert_eq!(decisions(&ada, &game, ""), Vec::<Value>::new());
        assert!(!kinds(&ben, &game).contains(&"decisions_read".to_owned()), "there was nothing to read");
        pass(&ada, &game, "A");
        server.work();
        let read = decisions(&ada, &game, "?seat=B");
        assert_eq!((read.len(), decisions(&ada, &game, "")), (1, read));
        ada.delete(&Person::seat(&game, "B", "ai")).expect(200);
        assert_eq!(decisions(&ada, &game, ""), Vec::<Value>::new(), "somebody may come now");
        ben.post(&Person::seat(&game, "B", "claim"), json!({})).expect(200);
        let heard = kinds(&ben, &game);
        assert_eq!(heard.iter().filter(|kind| *kind == "decisions_read").count(), 1, "{heard:?}");
        ada.get(&format!("/v1/games/{game}/decisions?seat=B")).problem(403, "not-your-seat");
    });
}

#[test]
fn a_thought_that_came_too_late_is_not_told_as_a_decision() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let form = json!({
            "ruleset": "toy-road", "scenario": "village", "start": true,
            "seats": [{ "kind": "me", "seat": "NORTH" }], "others": { "kind": "ai", "level": "caretaker" },
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let walk = json!({ "orders": [{ "type": "walk", "paces": 3 }, { "type": "walk", "paces": 3 }] });
        ada.put(&Person::seat(&game, "NORTH", "orders"), walk).expect(200);
        server.work();
        let told = decisions(&ada, &game, "");
        assert!(!told.is_empty() && told.iter().all(|one| one["seat"] == "EAST"), "{told:?}");
        // Both have thought about this step, NORTH's computer first; one order set is carried out.
        let app = &server.app;
        let stored = app.change_game(&game, |conn, table| {
            let thought = api::store::orders::find_orders(conn, &game, 1, 1)?.expect("EAST walked in step 2");
            for seat_idx in [0, 1] {
                let stored_at = table.now - 1000 + i64::from(seat_idx);
                let set =
                    api::store::orders::OrderSetRow { step: table.game.step, seat_idx, stored_at, ..thought.clone() };
                assert!(set.ready && set.decision.is_some());
                api::store::orders::put_orders(conn, &set)?;
            }
            table.game.wake_at = Some(table.now);
            Ok(table.game.step)
        });
        let step = stored.expect("stored");
        app.settle(&game).expect("it goes on");
        let told: Vec<_> = decisions(&ada, &game, "").into_iter().filter(|one| one["step"] == step + 1).collect();
        assert_eq!((told.len(), told[0]["seat"].clone()), (1, json!("NORTH")));
    });
}
