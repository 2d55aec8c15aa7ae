//! The people of a game decide together: pauses, more time, somebody's seat, a draw, a concession.

use cursus_tests::{Answer, Person, Server, World};
use serde_json::{Value, json};

use crate::notifications::{Listener, deliver};

/// A running game of four houses in which three people play, the fourth house a computer.
struct Table {
    game: String,
    people: Vec<Person>,
}

impl Table {
    fn new(server: &Server, more: Value) -> Table {
        let people: Vec<Person> = ["ada", "ben", "eve"].map(|name| server.player(name)).into();
        let mut form = json!({
            "ruleset": "toy-sealed", "scenario": "four-houses", "seats": [{ "kind": "me", "seat": "A" },
                { "kind": "open", "seat": "B" }, { "kind": "open", "seat": "C" }],
            "others": { "kind": "ai", "level": "random" },
        });
        form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let game = people[0].post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        for (person, seat) in people.iter().zip(["A", "B", "C"]).skip(1) {
            person.post(&Person::seat(&game, seat, "claim"), json!({})).expect(200);
        }
        people[0].post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        Table { game, people }
    }

    fn path(&self, more: &str) -> String {
        format!("/v1/games/{}{more}", self.game)
    }

    fn call(&self, person: usize, form: Value) -> Answer {
        self.people[person].post(&self.path("/votes"), form)
    }

    fn say(&self, person: usize, vote: &Value, choice: &str) -> Answer {
        let path = self.path(&format!("/votes/{}/ballot", vote["id"].as_str().unwrap()));
        self.people[person].put(&path, json!({ "choice": choice }))
    }

    fn votes(&self, person: usize) -> Vec<Value> {
        self.people[person].get(&self.path("/votes")).expect(200).body["items"].as_array().unwrap().clone()
    }

    fn state(&self, vote: &Value) -> Value {
        self.votes(0).into_iter().find(|one| one["id"] == vote["id"]).unwrap()["state"].clone()
    }

    fn show(&self) -> Value {
        self.people[0].get(&self.path("")).expect(200).body
    }
}

#[test]
fn a_majority_pauses_the_game_and_nobody_learns_who_said_what() {
    World::both(|world| {
        let server = world.server();
        let table = Table::new(&server, json!({}));
        let eves = Listener::new();
        Person::log_in(&server.base, &table.people[2].name)
            .post("/v1/me/channels", json!({ "url": eves.url }))
            .expect(201);
        let vote = table.call(1, json!({ "kind": "pause" })).expect(201).body;
        assert_eq!(
            (&vote["state"], &vote["yours"], &vote["called_by"]),
            (&json!("open"), &json!("yes"), &json!(table.people[1].name))
        );
        assert_eq!((&vote["voters"], &vote["cast"], &vote["needed"]), (&json!(3), &json!(1), &json!(2)));
        assert_eq!((&vote["yes"], &vote["no"]), (&Value::Null, &Value::Null), "the count is told at the end");
        deliver(&server);
        let told = eves.take();
        let told = told.iter().find(|one| one.body["type"] == "vote").expect("a notification");
        assert_eq!(told.body["data"]["text"], "B calls a vote: shall the game pause?");
        table.call(2, json!({ "kind": "pause" })).problem(409, "vote-open");
        server.register("eva").post(&table.path("/votes"), json!({ "kind": "pause" })).problem(403, "no-voice");

        // Who thinks again is counted once.
        table.say(1, &vote, "no").expect(200);
        let now = table.say(2, &vote, "yes").expect(200).body;
        assert_eq!((&now["state"], &now["cast"]), (&json!("open"), &json!(2)));
        let seen = &table.votes(0)[0];
        assert_eq!((&seen["yours"], &seen["you_may_vote"], &seen["cast"]), (&Value::Null, &json!(true), &json!(2)));
        let now = table.say(0, &vote, "yes").expect(200).body;
        assert_eq!((&now["state"], &now["yes"], &now["no"]), (&json!("passed"), &json!(2), &json!(1)));
        let game = table.show();
        assert_eq!((&game["status"], &game["status_reason"]), (&json!("paused"), &json!("vote")));
        table.say(2, &vote, "no").problem(409, "vote-closed");
        table.call(0, json!({ "kind": "pause" })).problem(409, "wrong-status");
        let events = table.people[2].get(&table.path("/events?limit=100")).expect(200).body;
        let of_vote =
            |kind: &str| events["items"].as_array().unwrap().iter().filter(|event| event["kind"] == kind).count();
        assert_eq!((of_vote("vote_called"), of_vote("vote_closed"), of_vote("game_paused")), (1, 1, 1));
        assert!(!events.to_string().contains("ballot"), "nothing tells who said what");
    });
}

#[test]
fn a_deadline_is_put_off_for_the_step_that_was_meant() {
    World::both(|world| {
        let server = world.server();
        let clock = json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 24 } }, "extensions": 1 } });
        let table = Table::new(&server, clock);
        let before = table.show()["deadline"].clone();
        let vote = table.call(1, json!({ "kind": "extend" })).expect(201).body;
        let now = table.say(2, &vote, "yes").expect(200).body;
        assert_eq!(now["state"], "passed");
        assert!(table.show()["deadline"].as_str() > before.as_str(), "{before}");
        table.call(1, json!({ "kind": "extend" })).problem(409, "extension-refused");
        // The next turn has its own deadline, and the question was about the one before.
        for (person, seat) in table.people.iter().zip(["A", "B", "C"]) {
            person.put(&Person::seat(&table.game, seat, "orders/ready"), json!({})).expect(200);
        }
        server.work();
        let vote = table.call(1, json!({ "kind": "extend" })).expect(201).body;
        for (person, seat) in table.people.iter().zip(["A", "B", "C"]) {
            person.put(&Person::seat(&table.game, seat, "orders/ready"), json!({})).expect(200);
        }
        server.work();
        table.say(2, &vote, "yes").expect(200);
        assert_eq!(table.state(&vote), "void");
    });
    World::both(|world| {
        let server = world.server();
        let table = Table::new(&server, json!({}));
        table.call(1, json!({ "kind": "extend" })).problem(409, "no-deadline");
    });
}

#[test]
fn the_others_replace_somebody() {
    World::both(|world| {
        let server = world.server();
        let table = Table::new(&server, json!({}));
        let flaw = table.call(1, json!({ "kind": "replace" })).problem(422, "invalid").body;
        assert_eq!(flaw["errors"][0]["pointer"], "/seat");
        table.call(1, json!({ "kind": "draw", "seat": "C" })).problem(422, "invalid");
        table.call(2, json!({ "kind": "replace", "seat": "C" })).problem(403, "no-voice");
        table.call(1, json!({ "kind": "replace", "seat": "D" })).problem(409, "seat-empty");
        let vote = table.call(1, json!({ "kind": "replace", "seat": "c" })).expect(201).body;
        assert_eq!((&vote["voters"], &vote["needed"], &vote["seat"]), (&json!(2), &json!(2), &json!("C")));
        table.say(2, &vote, "no").problem(403, "no-voice");
        table.say(0, &vote, "yes").expect(200);
        assert_eq!(table.show()["seats"][2]["holder"], "open");
        table.people[2].post(&Person::seat(&table.game, "C", "claim"), json!({})).problem(409, "excluded");
        // Of the two who are left neither replaces the other.
        table.call(1, json!({ "kind": "replace", "seat": "A" })).problem(409, "nobody-to-agree");
        table.call(0, json!({ "kind": "replace", "seat": "B" })).problem(409, "nobody-to-agree");
    });
    World::both(|world| {
        let server = world.server();
        let table = Table::new(&server, json!({}));
        let vote = table.call(1, json!({ "kind": "replace", "seat": "C" })).expect(201).body;
        table.people[2].post(&Person::seat(&table.game, "C", "release"), json!({})).expect(204);
        assert_eq!(table.state(&vote), "void");
    });
}

#[test]
fn a_draw_that_all_want_ends_the_campaign_and_its_archive_says_so() {
    World::both(|world| {
        let server = world.server();
        let table = Table::new(&server, json!({}));
        let vote = table.call(0, json!({ "kind": "draw" })).expect(201).body;
        table.say(1, &vote, "yes").expect(200);
        table.people[0].post(&table.path("/pause"), json!({})).expect(200);
        // A computer stands in for nobody yet; without Eve it is no draw.
        assert_eq!(table.show()["status"], "paused");
        let now = table.say(2, &vote, "yes").expect(200).body;
        assert_eq!((&now["state"], &now["yes"], &now["needed"]), (&json!("passed"), &json!(3), &json!(3)));
        let game = table.show();
        assert_eq!((&game["status"], &game["outcome"]["agreed"]), (&json!("finished"), &json!(true)));
        assert_eq!(game["outcome"]["reason"], "The players agreed on a draw.");
        let ranks: Vec<_> = game["outcome"]["ranking"].as_array().unwrap().iter().map(|one| &one["rank"]).collect();
        assert_eq!(ranks, [1, 1, 1, 1]);
        table.call(0, json!({ "kind": "pause" })).problem(409, "wrong-status");

        let report = table.people[1].get(&table.path("/verify")).expect(200).body;
        assert_eq!(report["agrees"], true, "{report}");
        assert!(report["unverified"].to_string().contains("agreed on the end"), "{report}");
        let archive = table.people[1].get(&table.path("/archive")).expect(200).body;
        assert_eq!(archive["agreed"]["reason"], "The players agreed on a draw.");
        assert!(archive.get("outcome").is_none(), "the rules have ended nothing");
        // What comes back is over, too, and says how.
        let read = serde_json::from_value(archive).expect("an archive");
        let copy = server.app.import_game(&table.people[0].name, &read).expect("put in");
        let copy = table.people[0].get(&format!("/v1/games/{copy}")).expect(200).body;
        assert_eq!((&copy["status"], &copy["outcome"]), (&json!("finished"), &game["outcome"]));
    });
}

#[test]
fn a_seat_wins_when_all_say_so_and_who_leaves_has_no_say() {
    World::both(|world| {
        let server = world.server();
        let table = Table::new(&server, json!({}));
        let vote = table.call(0, json!({ "kind": "concession", "seat": "B" })).expect(201).body;
        table.say(1, &vote, "yes").expect(200);
        assert_eq!(table.state(&vote), "open");
        table.people[2].post(&Person::seat(&table.game, "C", "release"), json!({})).expect(204);
        assert_eq!(table.state(&vote), "passed", "all who are left agree");
        let outcome = table.show()["outcome"].clone();
        assert_eq!((&outcome["ranking"][0]["seat"], &outcome["ranking"][0]["rank"]), (&json!("B"), &json!(1)));
        assert!(outcome["ranking"][1]["rank"].as_u64().unwrap() > 1, "{outcome}");
        assert!(outcome["reason"].as_str().unwrap().contains("has won"), "{outcome}");
    });
    // Alone against computers there is nobody to agree with.
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        for form in [json!({ "kind": "draw" }), json!({ "kind": "concession", "seat": "A" })] {
            ada.post(&format!("/v1/games/{game}/votes"), form).problem(409, "nobody-to-agree");
        }
    });
}

#[test]
fn a_game_says_how_many_have_to_agree() {
    World::both(|world| {
        let server = world.server();
        let rules = json!({ "votes": { "pause": "all", "draw": "off", "open_hours": 2 } });
        let table = Table::new(&server, rules);
        let path = table.path("/votes");
        let kept = table.people[0].get(&path).expect(200).body["rules"].clone();
        assert_eq!(
            (&kept["pause"], &kept["draw"], &kept["replace"]),
            (&json!("all"), &json!("off"), &json!("two_thirds"))
        );
        table.call(0, json!({ "kind": "draw" })).problem(409, "vote-off");
        let change = json!({ "votes": { "draw": "majority" } });
        table.people[0].patch(&table.path(""), &change).problem(409, "wrong-status");

        // It lapses, is rejected when all have spoken, and can be taken back.
        let vote = table.call(1, json!({ "kind": "pause" })).expect(201).body;
        world.pass_minutes(121);
        assert_eq!(table.state(&vote), "lapsed");
        table.say(0, &vote, "yes").problem(409, "vote-closed");
        let vote = table.call(1, json!({ "kind": "pause" })).expect(201).body;
        table.say(0, &vote, "no").expect(200);
        assert_eq!(table.state(&vote), "open");
        table.say(2, &vote, "yes").expect(200);
        assert_eq!(table.state(&vote), "rejected");
        let vote = table.call(1, json!({ "kind": "pause" })).expect(201).body;
        let address = table.path(&format!("/votes/{}", vote["id"].as_str().unwrap()));
        table.people[2].delete(&address).problem(403, "not-game-master");
        table.people[1].delete(&address).expect(204);
        assert_eq!(table.state(&vote), "withdrawn");
        for _ in 0..2 {
            let vote = table.call(1, json!({ "kind": "pause" })).expect(201).body;
            let address = table.path(&format!("/votes/{}", vote["id"].as_str().unwrap()));
            table.people[0].delete(&address).expect(204);
        }
        table.call(1, json!({ "kind": "pause" })).problem(429, "too-many-votes");
        let page = table.people[0].get(&format!("{path}?limit=2")).expect(200).body;
        assert_eq!(page["items"].as_array().unwrap().len(), 2);
        let next = page["next"].as_str().expect("a next page");
        let rest = table.people[0].get(&format!("{path}?limit=10&cursor={next}")).expect(200).body;
        assert_eq!(rest["items"].as_array().unwrap().len(), 3);

        // In the lobby they can be changed, if they make sense.
        let ada = &table.people[0];
        let form =
            json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "seats": [{ "kind": "me", "seat": "A" }] });
        let lobby = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let bad =
            ada.patch(&format!("/v1/games/{lobby}"), &json!({ "votes": { "open_hours": 0 } })).problem(422, "invalid");
        assert_eq!(bad.body["errors"][0]["pointer"], "/votes/open_hours");
        ada.patch(&format!("/v1/games/{lobby}"), &json!({ "votes": { "draw": "majority" } })).expect(200);
        let kept = ada.get(&format!("/v1/games/{lobby}/votes")).expect(200).body["rules"].clone();
        assert_eq!((&kept["draw"], &kept["pause"]), (&json!("majority"), &json!("majority")));
        ada.post(&format!("/v1/games/{lobby}/votes"), json!({ "kind": "pause" })).problem(409, "wrong-status");
    });
}

/// Everybody waits a step through.
fn play_a_step(server: &Server, table: &Table) {
    for (person, seat) in table.people.iter().zip(["A", "B", "C"]) {
        person.put(&Person::seat(&table.game, seat, "orders/ready"), json!({})).expect(200);
    }
    server.work();
}

#[test]
fn who_runs_the_game_takes_steps_back_when_all_agree() {
    World::both(|world| {
        let server = world.server();
        let clock = json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 24 } } } });
        let table = Table::new(&server, clock);
        let view = |seat: &str, person: usize| {
            let mut view = table.people[person].get(&Person::seat(&table.game, seat, "view")).expect(200).body;
            (view["view"].take(), view["step"].take(), view["label"].take())
        };
        let turns = |after: i32| {
            let page = table.people[0].get(&table.path(&format!("/turns?after={after}"))).expect(200);
            page.body["items"].as_array().unwrap().clone()
        };
        table.call(0, json!({ "kind": "undo" })).problem(409, "nothing-to-undo");
        play_a_step(&server, &table);
        let first = (view("A", 0), view("B", 1));
        play_a_step(&server, &table);
        play_a_step(&server, &table);
        let third = view("A", 0);
        assert_ne!(third.0, first.0.0);

        table.call(1, json!({ "kind": "undo" })).problem(403, "not-game-master");
        let flaw = table.call(0, json!({ "kind": "undo", "to_step": 3 })).problem(422, "invalid").body;
        assert_eq!(flaw["errors"][0]["pointer"], "/to_step");
        table.call(0, json!({ "kind": "draw", "to_step": 1 })).problem(422, "invalid");
        table.people[0].post(&table.path("/pause"), json!({})).expect(200);
        let vote = table.call(0, json!({ "kind": "undo", "to_step": 1 })).expect(201).body;
        assert_eq!((&vote["needed"], &vote["to_step"], &vote["state"]), (&json!(3), &json!(1), &json!("open")));
        table.say(1, &vote, "yes").expect(200);
        assert_eq!(table.show()["step"], 3);
        let now = table.say(2, &vote, "yes").expect(200).body;
        assert_eq!(now["state"], "passed");

        let game = table.show();
        assert_eq!((&game["step"], &game["status"], &game["label"]), (&json!(4), &json!("paused"), &first.0.2));
        let again = (view("A", 0), view("B", 1));
        assert_eq!((&again.0.0, &again.1.0), (&first.0.0, &first.1.0), "as it stood");
        let line = &turns(3)[0];
        assert_eq!((&line["step"], &line["cause"], &line["restores"]), (&json!(4), &json!("undone"), &json!(1)));
        assert_eq!(turns(1)[0]["restores"], Value::Null);
        // What was read of the steps that were taken back stays readable.
        table.people[0].get(&Person::seat(&table.game, "A", "reports/3")).expect(200);
        let report = table.people[0].get(&Person::seat(&table.game, "A", "reports/4")).expect(200).body;
        let first = &report["documents"][0];
        assert_eq!((&first["kind"], &first["title"]), (&json!("taken_back"), &json!("Steps taken back")));
        assert!(first["html"].as_str().unwrap().contains("as it was after step 1"), "{first}");
        table.people[0].post(&table.path("/resume"), json!({})).expect(200);
        play_a_step(&server, &table);
        assert_eq!(table.show()["step"], 5);
        assert_ne!(turns(4)[0]["dice"], turns(1)[0]["dice"], "the dice fall anew");
        let decided = |step: i32| {
            let page = table.people[0].get(&table.path("/decisions?seat=D")).expect(200).body;
            let of_step = page["items"].as_array().unwrap().iter().find(|one| one["step"] == step);
            of_step.unwrap_or_else(|| panic!("{page}"))["decision"]["seed"].clone()
        };

        // Once another step is resolved, the question is another.
        let vote = table.call(0, json!({ "kind": "undo" })).expect(201).body;
        assert_eq!(vote["to_step"], 4);
        play_a_step(&server, &table);
        table.say(1, &vote, "yes").expect(200);
        assert_eq!(table.state(&vote), "void");
        // As far as the start, and from a step that itself took others back.
        for to_step in [4, 0] {
            let vote = table.call(0, json!({ "kind": "undo", "to_step": to_step })).expect(201).body;
            [1, 2].into_iter().for_each(|person| drop(table.say(person, &vote, "yes").expect(200)));
        }
        assert_eq!((&table.show()["step"], table.show()["deadline"].is_string()), (&json!(8), true));

        // A game that runs is taken away and comes back where it stands.
        let read = server.app.export_game(&table.game).expect("taken out");
        let copy = server.app.import_game(&table.people[0].name, &read).expect("put in");
        let copy = table.people[0].get(&format!("/v1/games/{copy}")).expect(200).body;
        assert_eq!((&copy["step"], &copy["label"]), (&json!(8), &table.show()["label"]));
        play_a_step(&server, &table);
        let vote = table.call(0, json!({ "kind": "draw" })).expect(201).body;
        [1, 2].into_iter().for_each(|person| drop(table.say(person, &vote, "yes").expect(200)));
        let report = table.people[1].get(&table.path("/verify")).expect(200).body;
        assert_eq!((&report["agrees"], &report["recorded"]), (&json!(true), &json!(9)), "{report}");
        assert_ne!(decided(2), decided(5), "the computer chooses anew");

        let archive = table.people[1].get(&table.path("/archive")).expect(200).body;
        let mut other = archive.clone();
        other["steps"][3]["restores"] = json!(2);
        let found = api::archive::verify(&serde_json::from_value(other).unwrap(), &server.app.catalog);
        assert_eq!((found.agrees, found.steps), (false, 3));
        let mut ahead = archive;
        ahead["steps"][3]["restores"] = json!(4);
        assert!(!api::archive::verify(&serde_json::from_value(ahead).unwrap(), &server.app.catalog).agrees);
    });
}

#[test]
fn who_plays_alone_takes_a_step_back_without_asking() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "four-houses", "seats": [{ "kind": "me", "seat": "A" }],
            "others": { "kind": "ai", "level": "random" }, "start": true,
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        let vote = ada.post(&format!("/v1/games/{game}/votes"), json!({ "kind": "undo" })).expect(201).body;
        assert_eq!((&vote["state"], &vote["to_step"]), (&json!("passed"), &json!(0)));
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["step"], 2);
        // The others think anew, and the game goes on.
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["step"], 3);
    });
}
