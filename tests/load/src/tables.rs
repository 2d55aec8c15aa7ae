//! Campaigns to ask about, and what their players ask.

use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::client::{Answer, Client, request};
use crate::measure::Task;
use crate::server::{reader, whole};

/// Somebody with an account and a connection.
pub struct Person {
    client: Client,
    authorization: String,
}

impl Person {
    /// Makes an account.
    pub fn register(port: u16, name: &str) -> Result<Self, String> {
        let mut person = Self { client: Client::connect(port)?, authorization: String::new() };
        let form = json!({ "name": name, "password": "correct horse battery" });
        person.ask("POST", "/v1/accounts", &form)?;
        let session = person.ask("POST", "/v1/sessions", &form)?.0;
        person.authorize(&session["access_token"]);
        // An API token, so that no measurement outlives it.
        let wanted = json!({ "name": "load", "scopes": ["game:read", "orders:write", "gm"] });
        let token = person.ask("POST", "/v1/tokens", &wanted)?.0;
        person.authorize(&token["token"]);
        Ok(person)
    }

    /// The same over another connection.
    fn again(&self, port: u16) -> Result<Self, String> {
        Ok(Self { client: Client::connect(port)?, authorization: self.authorization.clone() })
    }

    fn authorize(&mut self, token: &Value) {
        self.authorization = format!("Bearer {}", token.as_str().unwrap_or_default());
    }

    /// Asks for something; an error unless it is granted.
    pub fn ask(&mut self, method: &str, path: &str, body: &Value) -> Result<(Value, Answer), String> {
        let answer = self.send(method, path, None, body)?;
        match answer.status {
            200..300 => Ok((serde_json::from_slice(&answer.body).unwrap_or_default(), answer)),
            status => Err(format!("{method} {path}: {status} {}", answer.text())),
        }
    }

    /// Asks for something, unless it has this tag.
    pub fn ask_for_new(&mut self, path: &str, tag: &str) -> Result<Option<Answer>, String> {
        let answer = self.send("GET", path, Some(tag), &Value::Null)?;
        match answer.status {
            200 => Ok(Some(answer)),
            304 => Ok(None),
            status => Err(format!("GET {path}: {status} {}", answer.text())),
        }
    }

    fn send(&mut self, method: &str, path: &str, tag: Option<&str>, body: &Value) -> Result<Answer, String> {
        let mut headers = vec![];
        if !self.authorization.is_empty() {
            headers.push(("Authorization", self.authorization.as_str()));
        }
        headers.extend(tag.map(|tag| ("If-None-Match", tag)));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.client.send(&request(method, path, &headers, &body))
    }
}

/// What is played.
pub struct Setting {
    ruleset: String,
    scenario: String,
    seats: Vec<String>,
    /// The rule system's own examples of orders.
    examples: Vec<Value>,
}

impl Setting {
    /// Finds a setting written as `RULESET/SCENARIO`.
    pub fn find(port: u16, name: &str) -> Result<Self, String> {
        let (ruleset, scenario) = name.split_once('/').ok_or("a setting is RULESET/SCENARIO")?;
        let mut nobody = Person { client: Client::connect(port)?, authorization: String::new() };
        let known = nobody.ask("GET", &format!("/v1/rulesets/{ruleset}"), &Value::Null)?.0;
        let all = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let found = all(&known["scenarios"]).into_iter().find(|one| one["id"] == scenario).ok_or("no such scenario")?;
        let seats = all(&found["seats"]).iter().filter_map(|seat| seat["key"].as_str().map(str::to_owned)).collect();
        let examples = all(&known["about"]["orders"]).iter().map(|order| order["example"].clone()).collect();
        Ok(Self { ruleset: ruleset.to_owned(), scenario: scenario.to_owned(), seats, examples })
    }

    /// A game to be made: the first seat ours, the others as `others` says.
    pub fn game(&self, name: &str, others: &Value) -> Value {
        json!({
            "name": name, "ruleset": self.ruleset, "scenario": self.scenario,
            "seats": [{ "kind": "me", "seat": self.seats[0] }], "others": others,
        })
    }

    /// How many seats there are.
    pub fn size(&self) -> usize {
        self.seats.len()
    }
}

/// The id of a game that was just made.
pub fn id_of(game: &Value) -> Result<String, String> {
    game["id"].as_str().map(str::to_owned).ok_or_else(|| "a game without an id".into())
}

/// Campaigns to ask about: one per connection, each with a seat of ours.
pub struct Tables {
    /// The players, one per connection: an account may have so many order sets judged at a time, and no more.
    authorizations: Vec<String>,
    /// Address of the seat, per connection.
    pub seats: Vec<String>,
    /// The first seat's view as it goes out.
    pub view: Vec<u8>,
    /// ETag of the first seat's view.
    pub etag: String,
    /// What is handed in: a whole order set as JSON.
    pub orders: String,
}

/// Starts the campaigns, and finds out what a legal order set of the rule system looks like. The other seats are played by
/// computers of that level.
pub fn prepare(port: u16, connections: u16, setting: &str, level: &str) -> Result<Tables, String> {
    let setting = Setting::find(port, setting)?;
    let (mut people, mut seats) = (Vec::<Person>::new(), Vec::new());
    for number in 0..connections {
        let mut person = Person::register(port, &format!("load-{number}"))?;
        let mut game = setting.game(&format!("Load {number}"), &json!({ "kind": "ai", "level": level }));
        game["start"] = json!(true);
        let id = id_of(&person.ask("POST", "/v1/games", &game)?.0)?;
        seats.push(format!("/v1/games/{id}/seats/{}", setting.seats[0]));
        people.push(person);
    }
    // Making accounts takes its time, and nobody keeps a connection for ever that asks nothing.
    let first = &mut people[0].again(port)?;
    // The rule system's own examples, as far as they are legal here.
    let trial = format!("{}/orders?dry_run=true", seats[0]);
    let checked = first.ask("PUT", &trial, &json!({ "orders": setting.examples }))?.0;
    let refused: Vec<u64> = checked["verdicts"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|verdict| verdict["status"] == "refused")
        .filter_map(|verdict| verdict["index"].as_u64())
        .collect();
    let legal =
        (0u64..).zip(&setting.examples).filter(|(index, _)| !refused.contains(index)).map(|(_, example)| example);
    let orders = json!({ "orders": legal.collect::<Vec<_>>() }).to_string();
    let view = first.ask("GET", &format!("{}/view", seats[0]), &Value::Null)?.1;
    let etag = view.etag.clone().ok_or("a view without an ETag")?;
    // The computer players write their first orders meanwhile; let them finish.
    thread::sleep(Duration::from_secs(3));
    let authorizations = people.into_iter().map(|person| person.authorization).collect();
    Ok(Tables { authorizations, seats, view: view.body, etag, orders })
}

impl Tables {
    /// Asks something as the first player, such as `awaiting`; the answer as JSON.
    pub fn asker(&self, port: u16) -> Result<impl FnMut(&str, &str) -> Result<Value, String> + use<>, String> {
        let mut person = Person { client: Client::connect(port)?, authorization: self.authorizations[0].clone() };
        Ok(move |method: &str, path: &str| Ok(person.ask(method, path, &Value::Null)?.0))
    }

    /// Address of the first seat.
    pub fn seat(&self) -> &str {
        &self.seats[0]
    }

    /// Address of the first seat's game.
    pub fn game(&self) -> &str {
        self.seats[0].split("/seats").next().unwrap_or_default()
    }

    /// Asks for the first seat's view with its ETag.
    pub fn reader(&self, port: u16) -> Result<Task, String> {
        let headers = [("Authorization", self.authorizations[0].as_str()), ("If-None-Match", self.etag.as_str())];
        reader(port, &format!("{}/view", self.seats[0]), &headers)
    }

    /// Asks for something of the first seat, such as `view`, packed or not.
    pub fn whole_reader(&self, port: u16, what: &str, packed: bool) -> Result<Task, String> {
        self.asker_for(port, &format!("{}/{what}", self.seats[0]), packed)
    }

    /// Asks for an address again and again, as the first player.
    pub fn asker_for(&self, port: u16, path: &str, packed: bool) -> Result<Task, String> {
        let mut headers = vec![("Authorization", self.authorizations[0].as_str())];
        if packed {
            headers.push(("Accept-Encoding", "gzip"));
        }
        whole(port, path, &headers)
    }

    /// Adds games that have not begun, so that a list has what to choose from.
    pub fn add_games(&self, port: u16, count: u32, setting: &str) -> Result<(), String> {
        let setting = Setting::find(port, setting)?;
        let mut person = Person { client: Client::connect(port)?, authorization: self.authorizations[0].clone() };
        for number in 0..count {
            let mut game = setting.game(&format!("Listed {number}"), &json!({ "kind": "open" }));
            game["seats"] = json!([]);
            game["visibility"] = json!("public");
            person.ask("POST", "/v1/games", &game)?;
        }
        Ok(())
    }

    /// Replaces a seat's order set again and again, each time naming the revision before.
    pub fn writer(&self, port: u16, index: u16) -> Result<Task, String> {
        let mut client = Client::connect(port)?;
        let path = format!("{}/orders", self.seats[usize::from(index)]);
        let (authorization, orders) = (self.authorizations[usize::from(index)].clone(), self.orders.clone());
        let shown = client.send(&request("GET", &path, &[("Authorization", &authorization)], ""))?;
        let mut etag = shown.etag.ok_or("an order set without an ETag")?;
        Ok(Box::new(move || {
            let headers = [("Authorization", authorization.as_str()), ("If-Match", etag.as_str())];
            let answer = client.send(&request("PUT", &path, &headers, &orders))?;
            match (answer.status, &answer.etag) {
                (200, Some(next)) => {
                    etag.clone_from(next);
                    Ok(())
                }
                _ => Err(format!("200 was expected, {} came: {}", answer.status, answer.text())),
            }
        }))
    }
}

/// A campaign with a person in each seat.
pub struct Company {
    /// Who sits there, and the address of the seat.
    pub seats: Vec<(Person, String)>,
    /// What each hands in, whatever of it is understood.
    pub orders: Value,
}

impl Company {
    /// Seats people and starts the campaign.
    pub fn gather(port: u16, setting: &str) -> Result<Self, String> {
        let setting = Setting::find(port, setting)?;
        let mut people: Vec<Person> = (0..setting.size())
            .map(|number| Person::register(port, &format!("company-{number}")))
            .collect::<Result<_, _>>()?;
        let game = setting.game("Company", &json!({ "kind": "open" }));
        let id = id_of(&people[0].ask("POST", "/v1/games", &game)?.0)?;
        let address = |seat: &String| format!("/v1/games/{id}/seats/{seat}");
        for (person, seat) in people.iter_mut().zip(&setting.seats).skip(1) {
            person.ask("POST", &format!("{}/claim", address(seat)), &Value::Null)?;
        }
        people[0].ask("POST", &format!("/v1/games/{id}/start"), &Value::Null)?;
        let seats = people.into_iter().zip(setting.seats.iter().map(address)).collect();
        Ok(Self { seats, orders: json!({ "orders": setting.examples }) })
    }
}

/// Later than that a deadline counts as missed.
const MOST_LATE: Duration = Duration::from_secs(60);

/// Games whose first turn is due in the same second, when everybody is ready.
pub struct Due {
    port: u16,
    games: Vec<String>,
    authorization: String,
    /// When they are.
    pub at: SystemTime,
}

impl Due {
    /// Starts so many games. The other seats are played by computers, who have decided before.
    pub fn start(port: u16, count: u32, setting: &str) -> Result<Self, String> {
        let setting = Setting::find(port, setting)?;
        let mut person = Person::register(port, "due")?;
        let day = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_err(|why| why.to_string())?.as_secs();
        // A minute to think is the least there is.
        let at = day + 75 + u64::from(count) / 20;
        let cron = format!("{} {} {} * * *", at % 60, at / 60 % 60, at / 3600 % 24);
        let mut form = setting.game("Due", &json!({ "kind": "ai", "level": "random" }));
        form["start"] = json!(true);
        form["timing"] = json!({
            "clock": { "type": "calendar", "cron": cron, "zone": "UTC" }, "least_thinking": { "minutes": 1 },
            "early_run": false,
        });
        let mut games = Vec::new();
        for _ in 0..count {
            let game = id_of(&person.ask("POST", "/v1/games", &form)?.0)?;
            person.ask("PUT", &format!("/v1/games/{game}/seats/{}/orders/ready", setting.seats[0]), &Value::Null)?;
            games.push(game);
        }
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(at);
        Ok(Self { port, games, authorization: person.authorization, at })
    }

    /// How long after the deadline each is seen to have gone on, the last of them last.
    pub fn wait(&self) -> Result<Vec<Duration>, String> {
        thread::sleep(self.at.duration_since(SystemTime::now()).map_err(|_| "making the games took too long")?);
        let mut person = Person { client: Client::connect(self.port)?, authorization: self.authorization.clone() };
        let mut times = Vec::new();
        for game in &self.games {
            let path = format!("/v1/games/{game}");
            while person.ask("GET", &path, &Value::Null)?.0["step"] == 0 {
                if self.at.elapsed().unwrap_or_default() > MOST_LATE {
                    return Err(format!("{path} has not gone on {} seconds after its deadline", MOST_LATE.as_secs()));
                }
                thread::sleep(Duration::from_millis(20));
            }
            times.push(self.at.elapsed().unwrap_or_default());
        }
        Ok(times)
    }
}
