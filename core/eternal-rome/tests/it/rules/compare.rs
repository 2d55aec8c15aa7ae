//! Compares the world after a row with what the row expects.

use eternal_rome::knowledge::Knowledge;
use eternal_rome::model::frames::{Frame, Question};
use eternal_rome::model::ids::{CityId, FLEET, HexId, LeaderId, PowerId, ProvinceId, UnitKind};
use eternal_rome::model::names;
use eternal_rome::model::state::{Band, EndReason, LeaderPlace};
use eternal_rome::orders::carry_out;
use eternal_rome::rules::taxes;
use eternal_rome::rules::{decisions, relations, strength};
use kernel::SeatId;
use serde::Serialize;
use testkit::casebook::{Wrong, same, table, texts};
use toml::{Table, Value};

use crate::rules::cases::Case;
use crate::rules::play::{After, run};

/// Plays a row and compares.
pub fn check(case: &Case) -> Result<(), Wrong> {
    let after = run(case)?;
    let expected = case.expect.as_table().ok_or("`expect` should be a table")?;
    let mut wrongs = Vec::new();
    for (key, value) in expected {
        wrongs.extend(after.compare(key, value)?);
    }
    if !expected.contains_key("refused") {
        wrongs.extend(after.refusals(&Value::Array(Vec::new()))?);
    }
    if after.left_over {
        wrongs.push(format!("dice are left over; thrown were {:?}", after.purposes));
    }
    if wrongs.is_empty() { Ok(()) } else { Err(wrongs.join("; ")) }
}

fn shown(value: impl Serialize) -> Value {
    Value::try_from(value).expect("plain data")
}

fn number(value: impl Into<i64>) -> Value {
    Value::from(value.into())
}

/// Units of bands by type, seasoned or not.
fn units(bands: &[Band], seasoned: bool) -> Value {
    let mut all = Table::new();
    for kind in UnitKind::ALL {
        let count: i64 = bands
            .iter()
            .filter(|band| band.kind == kind && band.seasoned == seasoned)
            .map(|band| i64::from(band.count))
            .sum();
        if count > 0 {
            all.insert(kind.key().to_owned(), Value::from(count));
        }
    }
    Value::Table(all)
}

fn list(words: impl IntoIterator<Item = String>) -> Value {
    Value::Array(words.into_iter().map(Value::from).collect())
}

/// Counts by type that are not 0, `fleet` last.
fn by_kind(counts: impl Fn(usize) -> i64) -> Value {
    let key = |at: usize| if at == FLEET { "fleet" } else { UnitKind::ALL[at].key() };
    Value::Table(
        (0..=FLEET).filter(|&at| counts(at) != 0).map(|at| (key(at).to_owned(), Value::from(counts(at)))).collect(),
    )
}

impl After {
    fn code(&self, power: PowerId) -> String {
        self.world.sc.power(power).code.to_string()
    }

    fn code_or_nobody(&self, power: Option<PowerId>) -> Value {
        Value::from(power.map_or(String::new(), |power| self.code(power)))
    }

    fn place(&self, hex: HexId) -> Value {
        Value::from(names::place(&self.world.sc, hex))
    }

    /// What is wrong about one key of `expect`.
    fn compare(&self, key: &str, value: &Value) -> Result<Vec<Wrong>, Wrong> {
        let world = &self.world;
        let st = &world.st;
        match key {
            "army" | "fleet" | "city" | "province" | "power" | "leader" => {
                let mut wrongs = Vec::new();
                for (name, wanted) in table(key, value)? {
                    wrongs.extend(self.thing(key, name, wanted)?);
                }
                Ok(wrongs)
            }
            "units_at" => {
                let mut wrongs = Vec::new();
                for (name, wanted) in table(key, value)? {
                    wrongs.extend(differ(&format!("units at {name}"), wanted, &self.units_at(world.hex(name)?)));
                }
                Ok(wrongs)
            }
            "refused" => self.refusals(value),
            "asked" => Ok(differ("the question", value, &self.asked())),
            "choices" => {
                let choices = match st.stack.last() {
                    Some(Frame::Ask(ask)) => decisions::choices(&world.sc, &ask.question),
                    _ => Vec::new(),
                };
                Ok(differ("the choices", value, &list(choices)))
            }
            "phase" => {
                let phase = st.stage.played().map_or("", |phase| phase.key());
                Ok(differ("the phase", value, &Value::from(phase)))
            }
            "to_play" => {
                let waits = carry_out::awaiting(&world.sc, st);
                let seats = waits.iter().map(|wait| world.sc.seats[wait.seat.index()].key.clone());
                Ok(differ("who is awaited", value, &list(seats)))
            }
            "turns" => {
                let turns = st.turns.iter().map(|turn| list(turn.iter().map(|power| self.code(power)))).collect();
                Ok(differ("the game turns", value, &Value::Array(turns)))
            }
            "at" => Ok(differ("the month", value, &Value::from(st.month.to_string()))),
            "winter" => Ok(differ("winter", value, &Value::from(st.winter))),
            "ended" => {
                let ended = match st.ending.as_ref().map(|ending| ending.reason) {
                    None => "",
                    Some(EndReason::Victory) => "victory",
                    Some(EndReason::LastStanding) => "last_standing",
                    Some(EndReason::Date) => "date",
                };
                Ok(differ("the end", value, &Value::from(ended)))
            }
            "ranking" => {
                let place = |&(seat, rank): &(SeatId, u8)| (world.sc.seats[seat.index()].key.clone(), number(rank));
                let ranking = st.ending.iter().flat_map(|ending| &ending.ranking).map(place).collect();
                Ok(differ("the ranking", value, &Value::Table(ranking)))
            }
            "alliances" => {
                let pair = |&(a, b): &(PowerId, PowerId)| Value::from(format!("{}-{}", self.code(a), self.code(b)));
                Ok(differ("alliances", value, &Value::Array(st.alliances.iter().map(pair).collect())))
            }
            "yards" => {
                let line = |yard: &eternal_rome::model::state::Yard| {
                    format!("{} {} {}", world.sc.city(yard.city).name, yard.ships, yard.ready)
                };
                Ok(differ("the yards", value, &list(st.yards.iter().map(line))))
            }
            "rolled" => Ok(differ("what was rolled for", value, &list(self.purposes.clone()))),
            "told" | "not_told" => self.told(key, value),
            "hears" | "not_hears" => self.hears(key, value),
            "sees" => self.sees(value),
            "fulfilled" => {
                let mut wrongs = Vec::new();
                for (id, wanted) in table(key, value)? {
                    let goal = world.sc.victory.iter().find_map(|victory| {
                        let goal = victory.goals.iter().find(|goal| goal.id == *id)?;
                        Some(eternal_rome::rules::victory::fulfilled(&world.sc, st, victory.power, &goal.goal))
                    });
                    let goal = goal.ok_or_else(|| format!("there is no victory condition {id}"))?;
                    wrongs.extend(differ(id, wanted, &Value::from(goal)));
                }
                Ok(wrongs)
            }
            other => Err(format!("`expect` knows no {other}")),
        }
    }

    fn thing(&self, what: &str, name: &str, wanted: &Value) -> Result<Vec<Wrong>, Wrong> {
        let world = &self.world;
        let shown = match what {
            "army" => self.army(name)?,
            "fleet" => self.fleet(name)?,
            "city" => Some(self.city(world.city(name)?)),
            "province" => Some(self.province(world.province(name)?)),
            "power" => Some(self.power(world.power(name)?)),
            _ => Some(self.leader(world.leader(name)?)),
        };
        match (shown, wanted) {
            (None, Value::String(word)) if word == "none" => Ok(Vec::new()),
            (None, _) => Ok(vec![format!("there is no {name} any more")]),
            (Some(_), Value::String(word)) if word == "none" => Ok(vec![format!("{name} is still there")]),
            (Some(shown), wanted) => {
                let mut wrongs = Vec::new();
                for (key, wanted) in table(what, wanted)? {
                    let found = shown.get(key).ok_or_else(|| format!("{what} {name} has no {key}"))?;
                    wrongs.extend(differ(&format!("{key} of {name}"), wanted, found));
                }
                Ok(wrongs)
            }
        }
    }

    fn army(&self, name: &str) -> Result<Option<Table>, Wrong> {
        let (sc, st) = (&self.world.sc, &self.world.st);
        let Some(army) = st.army(self.world.army(name)?) else { return Ok(None) };
        let values = strength::of_bands(sc, st, &army.bands);
        let leaders = st.leaders_of(army.id).map(|(id, _)| sc.leader(id).short.to_string());
        let entries = [
            ("at", self.place(army.hex)),
            ("status", shown(army.status)),
            ("units", units(&army.bands, true)),
            ("new", units(&army.bands, false)),
            ("leaders", list(leaders)),
            ("left", number(strength::moves_left(sc, st, army))),
            ("land", Value::from(f64::from(values.land4) / 4.0)),
            ("sea", Value::from(f64::from(values.sea4) / 4.0)),
            ("stacking", number(values.stacking)),
            ("stopped", Value::from(army.stopped)),
            ("attacked", Value::from(army.attacked)),
        ];
        Ok(Some(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()))
    }

    fn fleet(&self, name: &str) -> Result<Option<Table>, Wrong> {
        let (sc, st) = (&self.world.sc, &self.world.st);
        let Some(fleet) = st.fleet(self.world.fleet(name)?) else { return Ok(None) };
        let leaders = st.leaders_aboard(fleet.id).map(|(id, _)| sc.leader(id).short.to_string());
        let ships = fleet.ships.iter().map(|&(power, count)| (self.code(power), number(count))).collect();
        let entries = [
            ("at", self.place(fleet.hex)),
            ("status", shown(fleet.status)),
            ("ships", number(fleet.size())),
            ("ships_by_power", Value::Table(ships)),
            ("units", units(&fleet.cargo.bands, true)),
            ("new", units(&fleet.cargo.bands, false)),
            ("leaders", list(leaders)),
            ("left", number(strength::sailing_left(sc, fleet))),
            ("used", number(fleet.used)),
            ("strength", Value::from(f64::from(strength::of_fleet(sc, st, fleet)) / 4.0)),
            ("fought", Value::from(fleet.fought)),
            ("stopped", Value::from(fleet.stopped)),
            ("months_out", number(fleet.months_out)),
        ];
        Ok(Some(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()))
    }

    fn city(&self, id: CityId) -> Table {
        let (sc, st) = (&self.world.sc, &self.world.st);
        let entries = [
            ("controller", Value::from(self.code(st.city(id).controller))),
            ("fort", number(st.fort(sc, id))),
            ("siege", number(st.siege_months(id).unwrap_or(-1))),
            ("port_besieged", Value::from(relations::port_besieged(sc, st, id))),
            ("blockaded", Value::from(relations::blockaded(sc, st, id))),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn province(&self, id: ProvinceId) -> Table {
        let st = &self.world.st;
        let now = st.province(id);
        let entries = [
            ("controller", self.code_or_nobody(now.controller)),
            ("plundered", Value::from(st.plundered(id))),
            ("plundered_at_home", Value::from(now.plundered_at_home)),
            ("recruited", by_kind(|at| i64::from(now.recruited[at]))),
            ("occupied", number(now.occupied.map_or(0, |(_, phases)| phases))),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn power(&self, id: PowerId) -> Table {
        let (sc, st) = (&self.world.sc, &self.world.st);
        let now = st.power(id);
        let entries = [
            ("kind", shown(now.kind)),
            ("active", Value::from(now.active)),
            ("placed", Value::from(now.placed)),
            ("dissolved", Value::from(now.dissolved)),
            ("patron", self.code_or_nobody(now.patron)),
            ("controller", self.code_or_nobody(now.controller)),
            ("war_targets", list(now.war_targets.iter().map(|power| self.code(power)))),
            ("treasury", number(now.treasury)),
            ("income", number(taxes::income(sc, st, id))),
            ("morale", number(now.morale)),
            ("replacements", number(now.replacements)),
            ("lost", by_kind(|at| i64::from(now.lost[at]))),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn leader(&self, id: LeaderId) -> Table {
        let (sc, st) = (&self.world.sc, &self.world.st);
        let now = st.leader(id);
        let with = match now.place {
            LeaderPlace::Reserve => "reserve".to_owned(),
            LeaderPlace::Army(army) => names::army(sc, army),
            LeaderPlace::Fleet(fleet) => names::fleet(sc, fleet),
            LeaderPlace::Captured(by) => format!("captured by {}", self.code(by)),
            LeaderPlace::Gone => "gone".to_owned(),
        };
        let ruler = now.ruler.map_or(Value::from(""), shown);
        let entries = [
            ("with", Value::from(with)),
            ("power", Value::from(self.code(now.power))),
            ("ruler", ruler),
            ("succession", number(now.succession.map_or(-1, i16::from))),
            ("spent", number(now.spent)),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Land units in a hex by power, seasoned and not together.
    fn units_at(&self, hex: HexId) -> Value {
        let st = &self.world.st;
        let mut all = Table::new();
        for power in self.world.sc.power_ids() {
            let count = |kind: UnitKind| -> i64 {
                let armies = st.armies_at(hex).filter(|army| army.id.power == power);
                let bands = armies.flat_map(|army| &army.bands).filter(|band| band.kind == kind);
                bands.map(|band| i64::from(band.count)).sum()
            };
            let here = by_kind(|at| if at == FLEET { 0 } else { count(UnitKind::ALL[at]) });
            if here.as_table().is_some_and(|here| !here.is_empty()) {
                all.insert(self.code(power), here);
            }
        }
        Value::Table(all)
    }

    /// `ANT respond_attack`, or nothing.
    fn asked(&self) -> Value {
        let word = match self.world.st.stack.last() {
            Some(Frame::Ask(ask)) if ask.question != Question::Unknown => {
                let seat = &self.world.sc.seats[ask.seat.index()].key;
                format!("{seat} {}", decisions::order_for(&ask.question))
            }
            _ => String::new(),
        };
        Value::from(word)
    }

    /// `"0"`, `"0 ER-11.2"` or `"0 ER-11.2 not_enough_mp"` for each order refused, and no other.
    fn refusals(&self, value: &Value) -> Result<Vec<Wrong>, Wrong> {
        let wanted = texts(value)?;
        let found: Vec<String> =
            self.refused.iter().map(|(index, rule, code)| format!("{index} {rule} {code}")).collect();
        let fits = |(wanted, found): (&&str, &String)| found == wanted || found.starts_with(&format!("{wanted} "));
        let all = wanted.len() == found.len() && wanted.iter().zip(&found).all(fits);
        Ok(if all { Vec::new() } else { vec![format!("refused are {found:?}, not {wanted:?}")] })
    }

    fn seat(&self, key: &str) -> Result<SeatId, Wrong> {
        let at = self.world.sc.seats.iter().position(|seat| seat.key == key);
        at.map(|at| SeatId(at as u16)).ok_or_else(|| format!("there is no seat {key}"))
    }

    /// What a seat has heard, as clients get it.
    fn heard(&self, seat: SeatId) -> Vec<Value> {
        let heard = self.news.iter().filter(|news| news.audience.includes(seat));
        let data = heard.map(|news| {
            let json = serde_json::to_value(&news.event).expect("plain data");
            Value::try_from(without_nulls(json)).expect("plain data")
        });
        data.collect()
    }

    fn told(&self, key: &str, value: &Value) -> Result<Vec<Wrong>, Wrong> {
        let mut wrongs = Vec::new();
        for (seat, kinds) in table(key, value)? {
            let heard = self.heard(self.seat(seat)?);
            for kind in texts(kinds)? {
                if !eternal_rome::rules::event::EventKind::KINDS.contains(&kind) {
                    return Err(format!("there is no event {kind}"));
                }
                let is = heard.iter().any(|event| event.get("kind").and_then(Value::as_str) == Some(kind));
                if is != (key == "told") {
                    wrongs.push(format!("{seat} was {}told of {kind}", if is { "" } else { "not " }));
                }
            }
        }
        Ok(wrongs)
    }

    fn hears(&self, key: &str, value: &Value) -> Result<Vec<Wrong>, Wrong> {
        let mut wrongs = Vec::new();
        for (seat, events) in table(key, value)? {
            let heard = self.heard(self.seat(seat)?);
            for wanted in events.as_array().ok_or("a list of events")? {
                let is = heard.iter().any(|event| includes(event, wanted));
                if is != (key == "hears") {
                    let same_kind: Vec<&Value> =
                        heard.iter().filter(|event| event.get("kind") == wanted.get("kind")).collect();
                    wrongs.push(format!("{seat} hears {same_kind:?} of {wanted}"));
                }
            }
        }
        Ok(wrongs)
    }

    /// `sees.ANT = { armies = ["OCT-A1"], unknown = ["OCT at Roma"], fleets = [] }`.
    fn sees(&self, value: &Value) -> Result<Vec<Wrong>, Wrong> {
        let (sc, st) = (&self.world.sc, &self.world.st);
        let mut wrongs = Vec::new();
        for (seat, wanted) in table("sees", value)? {
            let view = Knowledge::of(sc, st, self.seat(seat)?).view(sc);
            for (key, wanted) in table("sees", wanted)? {
                let found = match key.as_str() {
                    "armies" => list(view.armies.iter().map(|army| army.army.to_string())),
                    "fleets" => list(view.fleets.iter().map(|fleet| fleet.fleet.to_string())),
                    "unknown" => list(view.unknown.iter().map(|unknown| {
                        let arm = if unknown.at_sea { "fleet" } else { "army" };
                        format!("{} {arm} at {}", unknown.power, names::place(sc, unknown.hex))
                    })),
                    "treasuries" => {
                        let known = view.all_powers.iter().filter(|power| power.own.is_some());
                        list(known.map(|power| power.power.to_string()))
                    }
                    "leaders" => {
                        let known = view.leaders.iter().filter(|leader| names::find_force(sc, &leader.with).is_some());
                        list(known.map(|leader| format!("{} {}", sc.leader(leader.leader.id).short, leader.with)))
                    }
                    "sieges" => {
                        let known = view.cities.iter().filter(|city| city.besieged);
                        list(known.map(|city| {
                            let siege = city.siege.map_or("besieged".to_owned(), |siege| {
                                format!("{} months, fort {}", siege.months, siege.fort)
                            });
                            format!("{}: {siege}", city.city)
                        }))
                    }
                    "yards" => list(view.yards.iter().map(|yard| format!("{} {}", yard.city, yard.ships))),
                    other => return Err(format!("`sees` knows no {other}")),
                };
                wrongs.extend(differ(&format!("{key} that {seat} sees"), wanted, &found));
            }
        }
        Ok(wrongs)
    }
}

/// Whether an event has all the particulars.
fn includes(event: &Value, wanted: &Value) -> bool {
    match (event, wanted) {
        (Value::Table(event), Value::Table(wanted)) => {
            wanted.iter().all(|(key, wanted)| event.get(key).is_some_and(|found| includes(found, wanted)))
        }
        _ => same(event, wanted),
    }
}

/// TOML knows no null: what is absent is left out.
fn without_nulls(json: serde_json::Value) -> serde_json::Value {
    use serde_json::Value as Json;
    match json {
        Json::Object(map) => {
            Json::Object(map.into_iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| (k, without_nulls(v))).collect())
        }
        Json::Array(list) => Json::Array(list.into_iter().map(without_nulls).collect()),
        other => other,
    }
}

fn differ(what: &str, wanted: &Value, found: &Value) -> Vec<Wrong> {
    if same(wanted, found) { Vec::new() } else { vec![format!("{what}: {found}, not {wanted}")] }
}
