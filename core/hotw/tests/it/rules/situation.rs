//! Situations: a patched world, order sets, scripted dice, and the world afterwards.

use hotw::HistoryOfTheWorld as Hotw;
use hotw::knowledge::Knowledge;
use hotw::knowledge::view::View;
use hotw::model::ids::{EmpireId, LandId, Owner, PlayerId};
use hotw::model::state::{Held, State};
use hotw::orders::Order;
use hotw::rules::event::Event;
use kernel::{Addressed, Dice, GameSeed, GameSystem, Notation, SeatId, Verdict, Visibility};
use serde_json::Value as Json;
use testkit::casebook::{Wrong, words};
use toml::Value;

use crate::rules::cases::{Case, HandedIn};
use crate::rules::world::{World, write_stack};

/// A world after its order sets.
struct After {
    world: World,
    /// Verdicts of the last order set.
    verdicts: Vec<Verdict>,
    /// Events of all order sets.
    news: Vec<Addressed<Event>>,
    /// Dice rolled in all order sets.
    rolled: usize,
}

/// Plays a row and compares.
pub fn play(case: &Case) -> Result<(), Wrong> {
    let after = run(case)?;
    let expected = case.expect.as_table().ok_or("`expect` should be a table")?;
    let mut wrongs = after.world.unsound();
    for (key, value) in expected {
        wrongs.extend(after.compare(key, value)?);
    }
    let surprises = after.verdicts.iter().filter(|verdict| verdict.is_refused());
    if !expected.contains_key("refused") {
        wrongs.extend(surprises.map(|verdict| format!("refused: {}", word(verdict))));
    }
    if wrongs.is_empty() { Ok(()) } else { Err(wrongs.join("\n    ")) }
}

/// The kinds of all events of a row; none when it cannot be played.
pub fn kinds(case: &Case) -> Vec<&'static str> {
    run(case).map_or(Vec::new(), |after| after.news.iter().map(|news| news.event.what.kind()).collect())
}

fn word(verdict: &Verdict) -> String {
    let rule = verdict.rule.as_ref().map_or("", |rule| rule.as_str());
    format!("{} {rule} {}: {}", verdict.index, verdict.code, verdict.detail)
}

fn run(case: &Case) -> Result<After, Wrong> {
    let world = World::new(&case.given)?;
    let wrongs = world.unsound();
    if !wrongs.is_empty() {
        return Err(format!("the row gives what cannot be: {}", wrongs.join("; ")));
    }
    let mut after = After { world, verdicts: Vec::new(), news: Vec::new(), rolled: 0 };
    let mut dice = match case.own.seed {
        Some(seed) => Dice::for_step(&GameSeed::from_number(seed), 1),
        None => Dice::scripted(case.own.dice.iter().copied()),
    };
    for order_set in case.own.order_sets() {
        after.hand_in(&order_set, &mut dice)?;
    }
    after.rolled = dice.rolls().len();
    if case.own.seed.is_none() && !dice.exhausted() {
        return Err(format!("only {} of {} dice were rolled", after.rolled, case.own.dice.len()));
    }
    Ok(after)
}

impl After {
    fn hand_in(&mut self, order_set: &HandedIn, dice: &mut Dice) -> Result<(), Wrong> {
        let World { sc, st } = &mut self.world;
        let by = match &order_set.by {
            Some(name) => sc.colours.iter().position(|colour| colour.key == *name).map(PlayerId::at),
            None => st.active(),
        };
        let seat = SeatId(u16::from(seat_of(sc, by.ok_or("nobody is to act")?)));
        let view = Hotw::knowledge(sc, st, seat);
        let orders = read(order_set, sc, &view)?;
        let checked = Hotw::check(sc, &view, &orders);
        let (before, dice_before) = (st.clone(), dice.clone());
        let resolved = Hotw::advance(sc, st, &[(seat, orders.clone())], dice);
        self.verdicts = resolved.verdicts.into_iter().next().unwrap_or_default();
        self.news.extend(resolved.events);
        if self.verdicts.len() != orders.len() || checked.len() != orders.len() {
            return Err(format!("{} orders, {} verdicts", orders.len(), self.verdicts.len()));
        }
        if checked.first().is_some_and(Verdict::is_refused) != self.verdicts[0].is_refused() {
            return Err(format!("checked as {}, carried out as {}", word(&checked[0]), word(&self.verdicts[0])));
        }
        for verdict in self.verdicts.iter().filter(|verdict| verdict.is_refused()) {
            explained(verdict)?;
        }
        if let Some(first) = self.verdicts.iter().position(Verdict::is_refused) {
            if self.verdicts[first + 1..].iter().any(|verdict| verdict.code != "not_reached") {
                return Err("an order after a refused one was judged".into());
            }
            self.untouched(&before, dice_before, dice, seat, &orders[..first])?;
        }
        Ok(())
    }

    /// A refused order changes nothing and rolls nothing: the order set does what the orders before it do.
    fn untouched(
        &self, before: &State, mut fresh: Dice, dice: &Dice, seat: SeatId, orders: &[Order],
    ) -> Result<(), Wrong> {
        let mut without = before.clone();
        if !orders.is_empty() {
            Hotw::advance(&self.world.sc, &mut without, &[(seat, orders.to_vec())], &mut fresh);
        }
        without.step = self.world.st.step;
        if without != self.world.st {
            return Err("a refused order changed the state".into());
        }
        if fresh.rolls() != dice.rolls() {
            return Err(format!("a refused order rolled: {:?}", &dice.rolls()[fresh.rolls().len()..]));
        }
        Ok(())
    }
}

fn seat_of(sc: &hotw::model::scenario::Scenario, player: PlayerId) -> u8 {
    sc.colour(player).seat
}

/// The state after the first order set of a row with these dice, and the dice.
pub fn attempt(case: &Case, world: &World, mut dice: Dice) -> Result<(State, Dice), Wrong> {
    let (sc, mut st) = (&world.sc, world.st.clone());
    let seat = SeatId(u16::from(seat_of(sc, st.active().ok_or("nobody is to act")?)));
    let order_set = case.own.order_sets().into_iter().next().ok_or("a row without orders")?;
    let orders = read(&order_set, sc, &Hotw::knowledge(sc, &st, seat))?;
    Hotw::advance(sc, &mut st, &[(seat, orders)], &mut dice);
    Ok((st, dice))
}

/// The orders of an order set, from tables or from shorthand.
fn read(order_set: &HandedIn, sc: &hotw::model::scenario::Scenario, view: &Knowledge) -> Result<Vec<Order>, Wrong> {
    if order_set.default {
        return Ok(Hotw::default_orders(sc, view));
    }
    if let Some(lines) = &order_set.lines {
        let (orders, diagnostics) = Hotw::parse(sc, view, lines);
        if let Some(wrong) = diagnostics.first() {
            return Err(format!("line {}: {}", wrong.span.line, wrong.detail));
        }
        return Ok(orders.into_iter().map(|(order, _)| order).collect());
    }
    let read = |order: &Value| {
        let json = serde_json::to_value(order).map_err(|error| error.to_string())?;
        serde_json::from_value(json).map_err(|error| format!("{order}: {error}"))
    };
    order_set.orders.iter().map(read).collect()
}

/// Whether a refusal tells what is wrong, by which rule, and what would be right.
fn explained(verdict: &Verdict) -> Result<(), Wrong> {
    let code = &verdict.code;
    if code == "not_reached" {
        return Ok(());
    }
    let plain = !code.is_empty() && code.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    let hint = verdict.hint.as_ref().is_some_and(|hint| !hint.is_empty());
    let pointer = verdict.pointer.starts_with(&format!("/orders/{}", verdict.index));
    if plain && hint && pointer && verdict.rule.is_some() && !verdict.detail.is_empty() {
        Ok(())
    } else {
        Err(format!("a refusal that does not explain itself: {verdict:?}"))
    }
}

fn shown(value: impl serde::Serialize) -> Json {
    serde_json::to_value(value).expect("plain data")
}

/// Equal, whatever width the numbers have.
fn same(wanted: &Json, found: &Json) -> bool {
    match (wanted, found) {
        (Json::Number(one), Json::Number(other)) => one.as_f64() == other.as_f64(),
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Json::Object(one), Json::Object(other)) => {
            one.len() == other.len() && one.iter().all(|(key, value)| other.get(key).is_some_and(|o| same(value, o)))
        }
        _ => wanted == found,
    }
}

/// Whether `found` has all that `wanted` names.
fn covers(wanted: &Json, found: &Json) -> bool {
    match (wanted, found) {
        (Json::Object(one), Json::Object(other)) => {
            one.iter().all(|(key, value)| other.get(key).is_some_and(|found| covers(value, found)))
        }
        _ => same(wanted, found),
    }
}

fn differ(label: &str, wanted: &Value, found: &Json) -> Vec<Wrong> {
    let json = shown(wanted);
    if same(&json, found) { Vec::new() } else { vec![format!("{label} is {found}, not {json}")] }
}

impl After {
    /// The ways in which one expectation does not hold.
    fn compare(&self, key: &str, value: &Value) -> Result<Vec<Wrong>, Wrong> {
        let World { sc, st } = &self.world;
        let turn = st.turn();
        match key {
            "refused" => self.refused(value),
            "events" => Ok(self.events(value.as_array().ok_or("a list of events")?)),
            "no_events" => Ok(self.no_events(&words(value)?)),
            "count" => self.each(value, |kind, wanted| {
                let count = self.news.iter().filter(|news| news.event.what.kind() == kind).count();
                Ok(differ(&format!("events {kind}"), wanted, &Json::from(count)))
            }),
            "hears" | "not_hears" => self.each(value, |name, kinds| self.hearing(key == "hears", name, &words(kinds)?)),
            "rolled" => Ok(differ(key, value, &Json::from(self.rolled))),
            "pool" => Ok(differ(key, value, &Json::from(self.array()))),
            "stacks" => {
                let stacks = turn.map_or(Vec::new(), |turn| turn.career.pool.stacks.clone());
                Ok(differ(key, value, &shown(stacks.iter().map(write_stack).collect::<Vec<_>>())))
            }
            "phase" => Ok(differ(key, value, &Json::from(self.eyes(PlayerId(0)).phase))),
            "active" => Ok(differ(key, value, &shown(st.active().map_or("", |player| &sc.colour(player).key)))),
            "awaited" => Ok(differ(key, value, &shown(self.awaited()))),
            "epoch" => Ok(differ(key, value, &Json::from(st.epoch.0))),
            "order" => Ok(differ(key, value, &shown(self.eyes(PlayerId(0)).draft.map(|draft| draft.order)))),
            "empire" => Ok(differ(key, value, &shown(turn.map(|turn| &sc.board.empire(turn.career.empire).id)))),
            "career" => Ok(subset(key, value, &shown(turn.map(|turn| &turn.career)))),
            "cards" => Ok(subset(key, value, &shown(turn.map(|turn| turn.career.cards)))),
            "turn" => Ok(subset(key, value, &shown(turn))),
            "total" => Ok(differ(key, value, &Json::from(turn.map_or(0, |turn| turn.career.pool.total())))),
            "armies" | "works" | "towns" | "monuments" => self.each(value, |name, wanted| {
                let land = self.world.land(name)?;
                Ok(differ(&format!("{key}.{name}"), wanted, &self.of_land(key, land)))
            }),
            "fleets" => self.each(value, |name, wanted| {
                let fleets = st.fleets[self.world.water(name)?.index()];
                let found = sc.colours.iter().zip(fleets).filter(|(_, count)| *count > 0);
                let found: serde_json::Map<_, _> =
                    found.map(|(colour, count)| (colour.key.clone(), Json::from(count))).collect();
                Ok(differ(&format!("{key}.{name}"), wanted, &Json::Object(found)))
            }),
            "lands_of" => self.each(value, |name, wanted| {
                let lands = st.lands_of(self.world.player(name)?);
                Ok(differ(&format!("{key}.{name}"), wanted, &Json::from(lands.len())))
            }),
            "vp" | "strength" | "last_number" | "hands" | "unknown" | "held" | "would_score" => {
                self.each(value, |name, wanted| {
                    let player = self.world.player(name)?;
                    Ok(differ(&format!("{key}.{name}"), wanted, &self.of_player(key, player)))
                })
            }
            "reach" => {
                self.each(value, |space, wanted| Ok(differ(&format!("reach {space}"), wanted, &self.reach(space))))
            }
            "sees" => self.each(value, |name, paths| {
                let view = shown(self.eyes(self.world.player(name)?));
                self.each(paths, |path, wanted| {
                    Ok(differ(&format!("{name} sees {path}"), wanted, &follow(&view, path)))
                })
            }),
            "never_sees" => self.each(value, |name, hidden| {
                let view = shown(self.eyes(self.world.player(name)?)).to_string();
                let found = words(hidden)?.into_iter().filter(|word| view.contains(&format!("\"{word}\"")));
                Ok(found.map(|word| format!("{name} sees {word}")).collect())
            }),
            "winner" => {
                let won = Hotw::outcome(sc, st).map_or(String::new(), |outcome| winner(&outcome, sc));
                Ok(differ(key, value, &Json::from(won)))
            }
            other => Err(format!("`expect` knows no key {other}")),
        }
    }

    fn each(
        &self, value: &Value, check: impl Fn(&str, &Value) -> Result<Vec<Wrong>, Wrong>,
    ) -> Result<Vec<Wrong>, Wrong> {
        let mut wrongs = Vec::new();
        for (word, wanted) in value.as_table().ok_or_else(|| format!("{value} should be a table"))? {
            wrongs.extend(check(word, wanted)?);
        }
        Ok(wrongs)
    }

    fn eyes(&self, player: PlayerId) -> View {
        let seat = SeatId(u16::from(seat_of(&self.world.sc, player)));
        Hotw::view(&self.world.sc, &Hotw::knowledge(&self.world.sc, &self.world.st, seat))
    }

    fn array(&self) -> String {
        self.eyes(PlayerId(0)).turn.map_or(String::new(), |turn| turn.array)
    }

    fn awaited(&self) -> Vec<String> {
        let seats = Hotw::awaiting(&self.world.sc, &self.world.st).into_iter().map(|one| usize::from(one.seat.0));
        seats.map(|seat| self.world.sc.seats[seat].key.clone()).collect()
    }

    /// `["0 HW-5.4 too_few"]`: exactly the orders refused, without those not reached.
    fn refused(&self, value: &Value) -> Result<Vec<Wrong>, Wrong> {
        let refused = self.verdicts.iter().filter(|verdict| verdict.is_refused() && verdict.code != "not_reached");
        let found: Vec<String> = refused
            .map(|verdict| {
                let rule = verdict.rule.as_ref().map_or("", |rule| rule.as_str());
                format!("{} {rule} {}", verdict.index, verdict.code)
            })
            .collect();
        let wanted = words(value)?;
        Ok(if wanted == found { Vec::new() } else { vec![format!("refused {found:?}, not {wanted:?}")] })
    }

    /// Each of the events wanted is found, in this order.
    fn events(&self, wanted: &[Value]) -> Vec<Wrong> {
        let mut rest = self.news.iter().map(|news| {
            let mut json = shown(&news.event);
            json["rule"] = Json::from(news.event.rule.as_str());
            json
        });
        for one in wanted.iter().map(shown) {
            if !rest.any(|found| covers(&one, &found)) {
                let line = |news: &Addressed<Event>| format!("{} {}", news.event.rule.as_str(), shown(&news.event));
                let all: Vec<String> = self.news.iter().map(line).collect();
                return vec![format!("no event {one} in\n      {}", all.join("\n      "))];
            }
        }
        Vec::new()
    }

    fn no_events(&self, kinds: &[String]) -> Vec<Wrong> {
        let heard = self.news.iter().map(|news| news.event.what.kind());
        heard.filter(|kind| kinds.iter().any(|k| k == kind)).map(|kind| format!("there is an event {kind}")).collect()
    }

    fn hearing(&self, hears: bool, name: &str, kinds: &[String]) -> Result<Vec<Wrong>, Wrong> {
        let seat = SeatId(u16::from(seat_of(&self.world.sc, self.world.player(name)?)));
        let heard =
            |kind: &String| self.news.iter().any(|news| news.event.what.kind() == kind && news.audience.includes(seat));
        let wrong = kinds.iter().filter(|kind| heard(kind) != hears);
        Ok(wrong.map(|kind| format!("{name}: hears of {kind} is {}", !hears)).collect())
    }

    fn of_land(&self, key: &str, id: LandId) -> Json {
        let World { sc, st } = &self.world;
        let land = st.land(id);
        match key {
            "armies" => Json::from(land.army.map_or(String::new(), |army| {
                let owner = match army.owner {
                    Owner::Player(player) => sc.colour(player).key.as_str(),
                    Owner::Neutral => "neutral",
                };
                let remnants = army.empire == EmpireId::REMNANTS;
                let empire = if remnants { "remnants" } else { &sc.board.empire(army.empire).id };
                format!("{owner} {} {empire}", army.armies)
            })),
            "works" => shown(land.works),
            "towns" => shown(land.town),
            "monuments" => Json::from(land.monument.map_or("", |player| &sc.colour(player).key)),
            other => unreachable!("{other} is not of a Land"),
        }
    }

    fn of_player(&self, key: &str, id: PlayerId) -> Json {
        let World { sc, st } = &self.world;
        let player = st.player(id);
        match key {
            "vp" => Json::from(player.vp),
            "strength" => Json::from(player.strength),
            "last_number" => Json::from(player.last_number),
            "hands" => shown(player.hand.iter().map(|card| &sc.board.event(*card).id).collect::<Vec<_>>()),
            "unknown" => Json::from(player.unknown),
            "held" => {
                let named = |held: Held| held.card.map_or("unknown", |card| &sc.board.card(card).id).to_owned();
                Json::from(player.card.map_or(String::new(), named))
            }
            "would_score" => Json::from(self.eyes(id).players[id.index()].would_score),
            other => unreachable!("{other} is not of a player"),
        }
    }

    /// How the active player may enter a space: `via defenders defence`, or nothing.
    fn reach(&self, space: &str) -> Json {
        let active = self.world.st.active().unwrap_or(PlayerId(0));
        let reach = self.eyes(active).turn.map_or(Vec::new(), |turn| turn.reach);
        let found = reach.into_iter().find(|one| one.space == space);
        Json::from(found.map_or(String::new(), |one| format!("{} {} {}", one.via, one.defenders, one.defence)))
    }
}

fn subset(label: &str, value: &Value, found: &Json) -> Vec<Wrong> {
    let wanted = shown(value);
    if covers(&wanted, found) { Vec::new() } else { vec![format!("{label} is {found}, which lacks {wanted}")] }
}

/// Walks into a view: keys, and in lists places or the id of an element. What is not there is an empty text.
fn follow(view: &Json, path: &str) -> Json {
    let mut at = view.clone();
    for part in path.split('/') {
        at = match &at {
            Json::Array(list) => match part.parse::<usize>() {
                Ok(index) => list.get(index).cloned(),
                Err(_) => list.iter().find(|one| is_called(one, part)).cloned(),
            },
            other => other.get(part).cloned(),
        }
        .unwrap_or(Json::Null);
    }
    if at.is_null() { Json::from("") } else { at }
}

fn is_called(element: &Json, name: &str) -> bool {
    const NAMES: [&str; 6] = ["land", "water", "area", "player", "space", "card"];
    let first = NAMES.iter().find_map(|key| element.get(key));
    element == name || first.is_some_and(|found| found == name)
}

/// The keys of the seats that won.
fn winner(outcome: &kernel::Outcome, sc: &hotw::model::scenario::Scenario) -> String {
    let best = outcome.ranking.iter().filter(|standing| standing.rank == 1);
    best.map(|standing| sc.seats[usize::from(standing.seat.0)].key.clone()).collect::<Vec<_>>().join(" ")
}
