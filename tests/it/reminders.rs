//! Reminders: one before each deadline at each lead, however the deadline came to be where it is.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

/// What happens in a story, in order.
enum Act {
    /// The server looks at the clock twice an hour until so many hours after the start.
    Until(i64),
    /// The server is down until so many hours after the start.
    Down(i64),
    /// Whoever runs the game does this.
    Run(&'static str),
    /// Both are ready, and the step is resolved.
    EarlyRun,
    /// Ada is ready, Ben is not.
    AdaIsReady,
}
use Act::{AdaIsReady, Down, EarlyRun, Run, Until};

/// A deadline every two days, reminders a day and two hours before.
fn interval() -> Value {
    timing(json!({ "type": "interval", "every": { "hours": 48 } }), 24)
}

/// A deadline at noon each day, reminders six and two hours before.
fn calendar() -> Value {
    timing(json!({ "type": "calendar", "cron": "0 12 * * *", "zone": "UTC" }), 6)
}

fn timing(clock: Value, lead: u32) -> Value {
    json!({ "timing": {
        "clock": clock, "least_thinking": { "minutes": 1 }, "reminders": [{ "hours": lead }, { "hours": 2 }],
    } })
}

fn game_of(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}")).expect(200).body
}

/// The reminders a person got: when, and of which deadline.
fn reminders(person: &Person, game: &str) -> Vec<(Value, Value)> {
    let events = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
    let items = events["items"].as_array().expect("events");
    let reminders = items.iter().filter(|event| event["kind"] == "reminder");
    reminders.map(|event| (event["at"].clone(), event["data"]["deadline"].clone())).collect()
}

struct Stage<'a> {
    world: &'a World,
    server: Server,
    ada: Person,
    ben: Person,
    game: String,
    begun: i64,
}

impl<'a> Stage<'a> {
    fn new(world: &'a World, timing: Value) -> Self {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), timing);
        Stage { world, server, ada, ben, game, begun: world.now() }
    }

    fn hour(&self) -> i64 {
        (self.world.now() - self.begun) / 3_600_000
    }

    fn act(&self, act: &Act) {
        match act {
            Until(hour) => {
                while self.hour() < *hour {
                    self.world.pass_minutes(30);
                    self.server.work();
                }
            }
            Down(hour) => {
                self.world.pass_minutes((hour - self.hour()) * 60);
                self.server.work();
            }
            Run(verb) => {
                let body = match *verb {
                    "extend" => json!({ "deadline": game_of(&self.ada, &self.game)["deadline"] }),
                    _ => json!({}),
                };
                self.ada.post(&format!("/v1/games/{}/{verb}", self.game), body).expect(200);
            }
            EarlyRun => {
                self.ada.put(&Person::seat(&self.game, "A", "orders/ready"), json!({})).expect(200);
                self.ben.put(&Person::seat(&self.game, "B", "orders/ready"), json!({})).expect(200);
            }
            AdaIsReady => {
                self.ada.put(&Person::seat(&self.game, "A", "orders/ready"), json!({})).expect(200);
            }
        }
    }
}

#[test]
fn each_deadline_has_its_reminders_however_it_was_moved() {
    type Row = (&'static str, Value, Vec<Act>, Vec<(i64, i64)>);
    let table: Vec<Row> = vec![
        ("stays", interval(), vec![Until(47)], vec![(24, 48), (46, 48)]),
        (
            "extended after its reminders",
            interval(),
            vec![Until(47), Run("extend"), Until(95)],
            vec![(24, 48), (46, 48), (72, 96), (94, 96)],
        ),
        ("extended before them", interval(), vec![Until(1), Run("extend"), Until(95)], vec![(72, 96), (94, 96)]),
        (
            "extended twice",
            interval(),
            vec![Until(25), Run("extend"), Until(73), Run("extend"), Until(143)],
            vec![(24, 48), (72, 96), (120, 144), (142, 144)],
        ),
        (
            "paused and resumed",
            interval(),
            vec![Until(10), Run("pause"), Until(20), Run("resume"), Until(57)],
            vec![(34, 58), (56, 58)],
        ),
        // Less is left than the shortest lead: one reminder, at once.
        (
            "paused and resumed close to it",
            interval(),
            vec![Until(47), Run("pause"), Until(147), Run("resume"), Until(147), Down(148)],
            vec![(24, 48), (46, 48), (147, 148)],
        ),
        (
            "set anew after a mass absence",
            interval(),
            vec![Until(60), Run("resume"), Until(95)],
            vec![(24, 48), (46, 48), (72, 96), (94, 96)],
        ),
        (
            "the same after a pause, by the calendar",
            calendar(),
            vec![Until(19), Run("pause"), Until(20), Run("resume"), Until(23)],
            vec![(18, 24), (22, 24)],
        ),
        (
            "passed in a pause, by the calendar",
            calendar(),
            vec![Until(19), Run("pause"), Until(30), Run("resume"), Until(47)],
            vec![(18, 24), (42, 48), (46, 48)],
        ),
        ("a server that was down over both reminders", interval(), vec![Until(20), Down(47)], vec![(47, 48)]),
        // The next turn is due at the same moment, and what was said of it is not said again.
        ("an early run", interval(), vec![Until(30), EarlyRun, Until(47)], vec![(24, 48), (46, 48)]),
        (
            "a turn after a turn",
            interval(),
            vec![AdaIsReady, Until(50), AdaIsReady, Until(95)],
            vec![(24, 48), (46, 48), (72, 96), (94, 96)],
        ),
    ];
    for (name, timing, acts, expected) in &table {
        World::both(|world| {
            let stage = Stage::new(&world, timing.clone());
            for act in acts {
                stage.act(act);
            }
            let moment = |hour: &i64| json!(api::context::moment(stage.begun + hour * 3_600_000));
            let expected: Vec<_> = expected.iter().map(|(at, of)| (moment(at), moment(of))).collect();
            assert_eq!(reminders(&stage.ben, &stage.game), expected, "{name}");
        });
    }
}

/// The misses of Ben, who does nothing, after these acts.
fn misses_of_ben(world: &World, acts: &[Act]) -> Value {
    let stage = Stage::new(world, interval());
    for act in acts {
        stage.act(act);
    }
    assert_eq!(game_of(&stage.ada, &stage.game)["step"], 1);
    game_of(&stage.ada, &stage.game)["seats"][1]["missed"].clone()
}

#[test]
fn a_deadline_that_passed_in_silence_is_nobodys_miss() {
    World::both(|world| {
        assert_eq!(misses_of_ben(&world, &[AdaIsReady, Until(1), Down(49)]), 0, "no reminder was sent");
    });
    World::both(|world| {
        assert_eq!(misses_of_ben(&world, &[AdaIsReady, Until(25), Down(49)]), 1, "one was");
    });
    World::both(|world| {
        let acts = [Until(25), Run("extend"), AdaIsReady, Down(97)];
        assert_eq!(misses_of_ben(&world, &acts), 0, "one was, of the deadline before");
    });
}
