//! Who may sit where: one person never knows two sides of a campaign, nobody is pushed out and back, seats are kept for the
//! invited, and a game always has somebody who runs it.

use std::process::Command;

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

/// A running game of four houses: Ada runs it and plays A, the other seats are open.
fn four_houses(ada: &Person, more: Value) -> String {
    let mut form = json!({
        "ruleset": "toy-sealed", "scenario": "four-houses", "start": true,
        "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "open" },
    });
    form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned()
}

fn claim(person: &Person, game: &str, seat: &str) -> cursus_tests::Answer {
    person.post(&Person::seat(game, seat, "claim"), json!({}))
}

fn release(person: &Person, game: &str, seat: &str) -> cursus_tests::Answer {
    person.post(&Person::seat(game, seat, "release"), json!({}))
}

fn invite(person: &Person, game: &str, form: Value) -> String {
    let made = person.post(&format!("/v1/games/{game}/invitations"), form).expect(201);
    made.body["code"].as_str().unwrap().to_owned()
}

fn accept(person: &Person, code: &str) -> cursus_tests::Answer {
    person.post("/v1/invitations/accept", json!({ "code": code }))
}

fn show(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body
}

#[test]
fn who_has_seen_one_seat_takes_no_other() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let game = four_houses(&ada, json!({}));
        claim(&ben, &game, "B").expect(200);
        ben.get(&Person::seat(&game, "B", "view")).expect(200);
        release(&ben, &game, "B").expect(204);
        let refused = claim(&ben, &game, "C").problem(409, "saw-other-seats").body;
        assert!(refused["detail"].as_str().unwrap().contains("(B)"), "{refused}");
        // An invitation is no way round it, be it for a seat or for any, and it is not used up.
        let any = invite(&ada, &game, json!({}));
        let wanted = json!({ "code": any, "seat": "C" });
        ben.post("/v1/invitations/accept", wanted).problem(409, "saw-other-seats");
        let named = invite(&ada, &game, json!({ "seat": "D" }));
        accept(&ben, &named).problem(409, "saw-other-seats");
        // The same seat stays open to him, also after others had it and many steps later.
        claim(&eve, &game, "B").expect(200);
        claim(&ben, &game, "B").problem(409, "seat-taken");
        release(&eve, &game, "B").expect(204);
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        claim(&ben, &game, "B").expect(200);
        claim(&eve, &game, "C").problem(409, "saw-other-seats");
        release(&ben, &game, "B").expect(204);
        assert_eq!(accept(&ben, &any).expect(200).body["seat"], "B", "of the free seats the one that fits");
        ben.put(&Person::seat(&game, "B", "ai"), json!({ "level": "random" })).expect(200);
        accept(&ben, &named).problem(409, "saw-other-seats");
        let fay = server.register("fay");
        assert_eq!(accept(&fay, &named).expect(200).body["seat"], "D");
    });
}

#[test]
fn seats_are_changed_freely_before_there_is_anything_to_see() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = four_houses(&ada, json!({ "start": false }));
        for seat in ["B", "C", "D", "B"] {
            claim(&ben, &game, seat).expect(200);
            for what in ["view", "map.svg", "reports/1"] {
                let nothing = ben.get(&Person::seat(&game, seat, what));
                assert!([404, 409].contains(&nothing.status), "{what}: {}", nothing.text);
            }
            ben.get(&Person::seat(&game, seat, "advice")).problem(503, "no-adviser");
            release(&ben, &game, seat).expect(204);
        }
        claim(&ben, &game, "C").expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        release(&ben, &game, "C").expect(204);
        claim(&ben, &game, "B").problem(409, "saw-other-seats");
        claim(&ben, &game, "C").expect(200);
    });
}

#[test]
fn who_runs_the_game_or_the_server_is_bound_by_it_too() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let root = server.register("root");
        let made = server.app.store.write(|conn| api::store::accounts::set_admin(conn, &root.name, true));
        assert_eq!(made.expect("an administrator"), 1);
        let root = Person::log_in(&server.base, &root.name);
        let game = four_houses(&ada, json!({}));
        claim(&ben, &game, "B").expect(200);
        // The organiser hands seats out, but not to herself.
        release(&ada, &game, "A").expect(204);
        claim(&ada, &game, "C").problem(409, "saw-other-seats");
        ada.put(&Person::seat(&game, "C", "ai"), json!({ "level": "random" })).expect(200);
        ada.delete(&Person::seat(&game, "C", "ai")).expect(200);
        claim(&ada, &game, "C").problem(409, "saw-other-seats");
        accept(&ada, &invite(&ada, &game, json!({ "seat": "C" }))).problem(409, "saw-other-seats");
        claim(&ada, &game, "A").expect(200);
        // An administrator reads no seat without holding it.
        for what in ["view", "map.svg", "orders", "messages", "reports/1"] {
            root.get(&Person::seat(&game, "B", what)).problem(403, "not-your-seat");
        }
        root.get(&format!("/v1/games/{game}/events?seat=B")).problem(403, "not-your-seat");
        claim(&root, &game, "D").expect(200);
        root.take_away(&game, "D").expect(204);
        root.take_away(&game, "B").expect(204);
        claim(&root, &game, "B").problem(409, "saw-other-seats");
    });
}

#[test]
fn looking_on_tells_nothing_so_a_spectator_may_join() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = four_houses(&ada, json!({}));
        for what in ["", "/events", "/awaiting", "/turns", "/seats", "/clock"] {
            ben.get(&format!("/v1/games/{game}{what}")).expect(200);
        }
        for what in ["view", "map.svg", "orders", "messages", "reports/1"] {
            ben.get(&Person::seat(&game, "B", what)).problem(403, "not-your-seat");
        }
        claim(&ben, &game, "C").expect(200);
    });
}

#[test]
fn who_has_read_what_the_computer_thinks_takes_no_seat() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({ "seats": [], "others": { "kind": "ai", "level": "random" } });
        let game = four_houses(&ada, form);
        let read = ada.get(&format!("/v1/games/{game}/decisions")).expect(200).body;
        assert_eq!(read["items"], json!([]), "nothing to read yet, and nothing read");
        let form = json!({ "seats": [{ "kind": "me", "seat": "A" }], "others": { "kind": "ai", "level": "random" } });
        let game = four_houses(&ada, form);
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        let read = ada.get(&format!("/v1/games/{game}/decisions")).expect(200).body;
        assert_eq!(read["items"].as_array().unwrap().len(), 3);
        release(&ada, &game, "A").expect(204);
        ada.delete(&Person::seat(&game, "B", "ai")).expect(200);
        claim(&ada, &game, "B").problem(409, "saw-other-seats");
        claim(&ada, &game, "A").expect(200);
    });
}

fn cursus(world: &World, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cursus-under-test"));
    command.args(words).env("CURSUS_DATA_DIR", &world.dir).env("CURSUS_DATABASE_URL", &world.database);
    let out = command.output().expect("the program runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}

#[test]
fn a_copy_of_a_campaign_is_the_same_campaign() {
    World::both(|world| {
        let (game, ada, ben) = {
            let server = world.server();
            let (ada, ben) = (server.player("ada"), server.player("ben"));
            let game = four_houses(&ada, json!({}));
            claim(&ben, &game, "B").expect(200);
            (game, ada, ben)
        };
        let file = world.dir.join("copy.json").display().to_string();
        cursus(&world, &["export", &game, "--out", &file]);
        let said = cursus(&world, &["import", &file, "--owner", &ada.name]);
        let copy = said.rsplit(' ').next().unwrap().to_owned();
        let server = world.server();
        let (ada, ben) = (ada.at(&server.base), ben.at(&server.base));
        claim(&ada, &copy, "B").problem(409, "saw-other-seats");
        claim(&ada, &copy, "A").expect(200);
        accept(&ben, &invite(&ada, &copy, json!({ "seat": "C" }))).problem(409, "saw-other-seats");
        accept(&ben, &invite(&ada, &copy, json!({ "seat": "B" }))).expect(200);
        let eve = server.player("eve");
        accept(&eve, &invite(&ada, &copy, json!({ "seat": "C" }))).expect(200);
        // And back: what was seen in the copy counts in the original.
        release(&ben, &game, "B").expect(204);
        claim(&eve, &game, "B").problem(409, "saw-other-seats");
    });
}

#[test]
fn who_was_taken_off_a_seat_comes_back_by_a_fresh_invitation_alone() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
        for by in ["release", "ai"] {
            let game = four_houses(&ada, json!({}));
            let old = invite(&ada, &game, json!({}));
            claim(&ben, &game, "B").expect(200);
            world.pass_minutes(1);
            match by {
                "release" => ada.take_away(&game, "B").expect(204),
                _ => {
                    ada.put(&Person::seat(&game, "B", "ai"), json!({ "level": "random" })).expect(200);
                    ada.delete(&Person::seat(&game, "B", "ai")).expect(200)
                }
            };
            claim(&ben, &game, "B").problem(409, "excluded");
            claim(&ben, &game, "C").problem(409, "excluded");
            accept(&ben, &old).problem(409, "excluded");
            let open = |person: &Person| {
                let page = person.get("/v1/games?open_seats=true&limit=1").expect(200).body;
                page["items"][0]["id"] == game.as_str()
            };
            assert!(!open(&ben) && open(&eve));
            world.pass_minutes(1);
            let fresh = invite(&ada, &game, json!({ "seat": "B" }));
            accept(&ben, &fresh).expect(200);
            // It was lifted, not bypassed.
            release(&ben, &game, "B").expect(204);
            claim(&ben, &game, "B").expect(200);
        }
        // In the lobby as well.
        let game = four_houses(&ada, json!({ "start": false }));
        claim(&ben, &game, "B").expect(200);
        ada.take_away(&game, "B").expect(204);
        claim(&ben, &game, "C").problem(409, "excluded");
    });
}

#[test]
fn a_seat_is_kept_for_the_invited_while_the_computer_plays_it() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
        let game = four_houses(&ada, json!({ "others": { "kind": "ai", "level": "random" } }));
        let code = invite(&ada, &game, json!({ "seat": "B" }));
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(show(&ada, &game)["step"], 1, "the computer plays on");
        assert_eq!(show(&ada, &game)["seats"][1]["holder"], "computer");
        claim(&eve, &game, "B").problem(409, "seat-not-open");
        // Opened to people meanwhile, it is still kept.
        ada.delete(&Person::seat(&game, "B", "ai")).expect(200);
        claim(&eve, &game, "B").problem(409, "seat-reserved");
        let any = invite(&ada, &game, json!({}));
        accept(&eve, &any).problem(409, "seat-taken");
        let wanted = json!({ "code": any, "seat": "B" });
        eve.post("/v1/invitations/accept", wanted).problem(409, "seat-reserved");
        let open = |person: &Person| person.get("/v1/games?open_seats=true").expect(200).body["items"].clone();
        assert_eq!(open(&eve), json!([]));
        assert_eq!(accept(&ben, &code).expect(200).body["seat"], "B");
        assert_eq!(show(&ada, &game)["seats"][1]["player"], ben.name.as_str());
        ada.post(&format!("/v1/games/{game}/invitations"), json!({ "seat": "B" })).problem(409, "seat-taken");
        // An invitation that is revoked or out of date keeps nothing.
        ada.delete(&Person::seat(&game, "C", "ai")).expect(200);
        ada.post(&format!("/v1/games/{game}/invitations"), json!({ "seat": "C" })).expect(201);
        claim(&eve, &game, "C").problem(409, "seat-reserved");
        world.pass_minutes(91 * 24 * 60);
        assert_eq!(open(&eve)[0]["id"], game.as_str());
        claim(&eve, &game, "C").expect(200);
    });
}

#[test]
fn games_with_open_seats_are_those_one_can_join_now() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.player("ada"), server.player("ben"), server.player("eve"));
        let open = |person: &Person| -> Vec<String> {
            let page = person.get("/v1/games?open_seats=true&limit=100").expect(200).body;
            page["items"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
        };
        let lobby = four_houses(&ada, json!({ "start": false }));
        let running = four_houses(&ada, json!({}));
        let paused = four_houses(&ada, json!({}));
        ada.post(&format!("/v1/games/{paused}/pause"), json!({})).expect(200);
        let abandoned = four_houses(&ada, json!({}));
        ada.post(&format!("/v1/games/{abandoned}/abandon"), json!({})).expect(200);
        let finished = four_houses(&ada, json!({}));
        for _ in 0..20 {
            if show(&ada, &finished)["status"] == "finished" {
                break;
            }
            ada.put(&Person::seat(&finished, "A", "orders/ready"), json!({})).expect(200);
            server.work();
        }
        assert_eq!(show(&ada, &finished)["status"], "finished");
        let all = vec![paused.clone(), running.clone(), lobby.clone()];
        assert_eq!(open(&ben), all);
        assert_eq!(open(&server.nobody()), all);
        assert_eq!(open(&ada), Vec::<String>::new(), "she has a seat in each");
        claim(&ben, &running, "B").expect(200);
        release(&ben, &running, "B").expect(204);
        assert_eq!(open(&ben), all, "he can come back to B");
        claim(&eve, &running, "B").expect(200);
        assert_eq!(open(&ben), [paused, lobby]);
        assert_eq!(open(&server.nobody()), all);
    });
}

/// Everything that has been told of a game to all, by kind.
fn told(person: &Person, game: &str, kind: &str) -> Vec<Value> {
    let events = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
    let events = events["items"].as_array().unwrap().iter().filter(|event| event["kind"] == kind);
    events.map(|event| event["data"].clone()).collect()
}

#[test]
fn a_game_is_handed_on_when_the_account_of_who_runs_it_is_closed() {
    World::both(|world| {
        let server = world.server();
        let people = |server: &Server| (server.register("ben"), server.register("eve"));
        for (start, visibility) in [(true, "public"), (false, "public"), (true, "private")] {
            let ada = server.register("ada");
            let (ben, eve) = people(&server);
            let game = four_houses(&ada, json!({ "start": start, "visibility": visibility }));
            for (person, seat) in [(&eve, "D"), (&ben, "B")] {
                accept(person, &invite(&ada, &game, json!({ "seat": seat }))).expect(200);
                world.pass_minutes(1);
            }
            if start {
                ada.post(&format!("/v1/games/{game}/pause"), json!({})).expect(200);
                eve.post(&format!("/v1/games/{game}/resume"), json!({})).problem(403, "not-game-master");
            }
            ada.close_account().expect(204);
            let shown = show(&eve, &game);
            assert_eq!((shown["you_run_it"].clone(), shown["organiser"].clone()), (json!(true), json!(eve.name)));
            assert_eq!(shown["seats"][0]["holder"], "open");
            assert_eq!(show(&ben, &game)["you_run_it"], false);
            assert_eq!(told(&ben, &game, "organiser_changed"), [json!({ "player": eve.name })]);
            let next = if start { "resume" } else { "start" };
            ben.post(&format!("/v1/games/{game}/{next}"), json!({})).problem(403, "not-game-master");
            eve.post(&format!("/v1/games/{game}/{next}"), json!({})).expect(200);
            // And on: whoever is left.
            eve.close_account().expect(204);
            assert_eq!(show(&ben, &game)["you_run_it"], true);
            ben.post(&format!("/v1/games/{game}/pause"), json!({})).expect(200);
        }
    });
}

#[test]
fn a_game_without_people_ends_with_the_account_of_who_runs_it() {
    World::both(|world| {
        let server = world.server();
        for start in [true, false] {
            let ada = server.register("ada");
            let game = four_houses(&ada, json!({ "start": start }));
            ada.close_account().expect(204);
            let shown = show(&server.nobody(), &game);
            let expected = (json!("abandoned"), json!("nobody-left"));
            assert_eq!((shown["status"].clone(), shown["status_reason"].clone()), expected);
            assert_eq!(told(&server.nobody(), &game, "game_abandoned").len(), 1);
            claim(&server.register("ben"), &game, "B").problem(409, "wrong-status");
        }
    });
}

#[test]
fn who_runs_a_game_takes_a_seat_from_the_one_they_name_and_from_nobody_after_them() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben, eve) = (server.register("ada"), server.register("ben"), server.register("eve"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let path = Person::seat(&game, "B", "release");
        let needed = ada.post(&path, json!({})).problem(428, "holder-needed").body;
        assert!(needed["detail"].as_str().unwrap().contains(&ben.name), "{needed}");
        ada.send("POST", &path, &[], None).problem(428, "holder-needed");
        ada.post(&path, json!({ "holder": ben.name })).expect(204);
        ada.post(&path, json!({ "holder": ben.name })).problem(409, "seat-empty");
        claim(&eve, &game, "B").expect(200);
        // The click that came twice, or late.
        ada.post(&path, json!({ "holder": ben.name })).problem(409, "holder-changed");
        let computer = json!({ "level": "random", "holder": ben.name });
        ada.put(&Person::seat(&game, "B", "ai"), computer).problem(409, "holder-changed");
        ben.post(&path, json!({ "holder": eve.name })).problem(403, "not-game-master");
        let seats = ada.get(&format!("/v1/games/{game}/seats")).expect(200).body;
        assert_eq!(seats["items"][1]["player"], eve.name.as_str());
        // One's own seat needs no name.
        release(&eve, &game, "B").expect(204);
    });
}
