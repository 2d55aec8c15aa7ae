//! Reading an order set.

use kernel::shorthand::{Read, Words, Wrong, read, shown};
use kernel::{Diagnostic, Span};

use super::line::{Line, MOST_WORDS, number, orders_on};
use super::names::{Kind, find, is_water, name};
use super::stacks::Stacks;
use crate::knowledge::Knowledge;
use crate::model::ids::{Defence, Space};
use crate::model::scenario::{Effect, Scenario};
use crate::model::state::CombatMode;
use crate::orders::Order;
use crate::rules::ways;

/// The words that an order other than an expansion begins with, each with an example.
const VERBS: [(&str, &str); 21] = [
    ("attack", "attack Atlantic Ocean against Hera 0"),
    ("begin", "begin"),
    ("compliant", "compliant -2 8, or: compliant 0 4 naval"),
    ("dice", "dice Zagros from Persian Plateau"),
    ("end", "end"),
    ("event", "event Flood: Nile Delta"),
    ("fort", "fort Crete, or: fort Crete free"),
    ("fortress", "fortress Crete, or: fortress Crete free"),
    ("free", "free wo 2, or: free #1 2"),
    ("keep", "keep"),
    ("monument", "monument Nile Delta"),
    ("pass", "pass Apollo"),
    ("play", "play Flood: Nile Delta"),
    ("reinforce", "reinforce Pyrenees 2, or: +2 Pyrenees"),
    ("retreat", "retreat Zagros, Levant"),
    ("rigid", "rigid 0 2/4 Zagros, Middle Tigris: 2 Lands with 4 defenders"),
    ("stop", "stop"),
    ("sumeria", "sumeria Lower Tigris, Lower Tigris, Zagros"),
    ("survivors", "survivors Nubia, Libya"),
    ("trade", "trade accept Apollo, Hera, or: trade accept none"),
    ("wo", "wo 5"),
];

/// What a stack is named by.
const STACKS: &str = "write wo, a level (0, -2, -3, -5, -6), #1 for a stack's number, allies or ships";

/// Reads an order set: the orders with their place in the text, and what was not understood. One bad order costs nothing but
/// itself.
pub fn parse(sc: &Scenario, knowledge: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let mut reader = OrderReader { sc, knowledge, stacks: Stacks::new(sc, knowledge) };
    read(text, None, orders_on, |tokens| reader.order(&mut Line { sc, tokens, at: 0 }))
}

/// What is known while the orders are read one after the other.
struct OrderReader<'a> {
    sc: &'a Scenario,
    knowledge: &'a Knowledge,
    stacks: Stacks,
}

impl OrderReader<'_> {
    fn order(&mut self, line: &mut Line) -> Read<Order> {
        let first = line.tokens[0].text;
        if first.starts_with('+') {
            return self.plus(line);
        }
        let exact = VERBS.iter().find(|(verb, _)| first.eq_ignore_ascii_case(verb));
        // A name goes before a shortened verb: “sum” is Sumatra.
        let verb = match exact {
            Some(verb) => verb,
            None => match self.expansion(line) {
                Ok(order) => return Ok(order),
                Err(wrong) => match shortened(first).filter(|_| wrong.code == "unknown_space") {
                    Some(verb) => verb,
                    None => return Err(beginning(line, first, wrong)),
                },
            },
        };
        line.at = 1;
        let example = format!("write: {}", verb.1);
        let read = self.verb(verb.0, line).and_then(|order| line.end().map(|()| order));
        read.map_err(|wrong| if wrong.hint.is_some() { wrong } else { wrong.hint(example) })
    }

    fn verb(&mut self, verb: &str, line: &mut Line) -> Read<Order> {
        Ok(match verb {
            "attack" => self.attack(line)?,
            "begin" => {
                self.stacks.clear();
                Order::BeginTurn {}
            }
            "compliant" => {
                let defence = defence(line)?;
                let forces = line.number("the number of forces")?;
                let naval = line.take("naval");
                self.stacks.lookup(defence, naval);
                Order::CompliantLookup { defence, forces, naval }
            }
            "dice" => {
                let to = line.name(Kind::Space)?;
                Order::AttackDice { to, via: via(line)? }
            }
            "end" => {
                self.stacks.clear();
                Order::EndExpansion {}
            }
            "event" | "play" => self.event(line)?,
            "fort" => {
                let land = line.land()?;
                Order::BuildFort { land, free: line.take("free") }
            }
            "fortress" => {
                let land = line.land()?;
                Order::BuildFortress { land, free: line.take("free") }
            }
            "free" => self.free(line)?,
            "keep" => Order::KeepEmpire {},
            "monument" => Order::PlaceMonument { land: line.land()? },
            "pass" => {
                line.take("to");
                Order::PassEmpire { to: line.player()? }
            }
            "reinforce" => {
                let land = line.land()?;
                Order::Reinforce { land, armies: line.number("the number of armies")? }
            }
            "retreat" => {
                let lands = line.list(Kind::Land)?;
                Order::SetRetreatPriority { lands, colour: colour(line)? }
            }
            "rigid" => self.rigid(line)?,
            "stop" => Order::StopBarbarians {},
            "sumeria" => Order::PlaceSumeria { lands: line.list(Kind::Land)? },
            "survivors" => Order::ChooseSurvivors { lands: line.list(Kind::Land)? },
            "trade" => {
                line.expect("accept")?;
                let accept = line.list(Kind::Player)?;
                Order::SetTradePolicy { accept, colour: colour(line)? }
            }
            _ => Order::AllocateWalkover { forces: line.number("the number of forces")? },
        })
    }

    /// `+2 Pyrenees`.
    fn plus(&mut self, line: &mut Line) -> Read<Order> {
        const EXAMPLE: &str = "write: +2 Pyrenees";
        let text = line.tokens[0].text;
        let armies = match number(&text[1..]) {
            Some(Ok(armies)) => armies,
            _ => {
                let detail = format!("{} is no number of further armies", shown(text));
                return Err(line.wrong(0, "not_a_number", detail).hint(EXAMPLE));
            }
        };
        line.at = 1;
        let land = line.land()?;
        line.end().map_err(|wrong| wrong.hint(EXAMPLE))?;
        Ok(Order::Reinforce { land, armies })
    }

    /// A space, and the stack that the force is taken from.
    fn expansion(&mut self, line: &mut Line) -> Read<Order> {
        let to = line.name(Kind::Space)?;
        let at_sea = is_water(self.sc, &to);
        let mut way = via(line)?;
        let stack = match line.peek() {
            None => self.fitting_stack(line, &to, at_sea)?,
            Some(_) => self.stack(line, at_sea)?,
        };
        if way.is_none() {
            way = via(line)?;
        }
        line.end()?;
        self.stacks.spend(&stack);
        Ok(match at_sea {
            true => Order::ExpandWater { to, via: way, stack },
            false => Order::ExpandLand { to, via: way, stack },
        })
    }

    /// The stack that serves for a space when none is named, going by what the seat knows of it.
    fn fitting_stack(&self, line: &Line, to: &str, at_sea: bool) -> Read<String> {
        let missing = |detail: String| line.wrong(line.at, "stack_missing", detail);
        if self.knowledge.state.options.combat == CombatMode::Dice {
            return Ok("wo".to_owned());
        }
        let (board, state) = (&self.sc.board, &self.knowledge.state);
        let named = |reach: &ways::Reach| match reach.space {
            Space::Land(land) => board.land(land).id == to,
            Space::Water(water) => board.water(water).id == to,
        };
        let acting = self.knowledge.acting(self.sc).is_some();
        let reach = if acting { ways::reach(board, state).into_iter().find(named) } else { None };
        let Some(reach) = reach else {
            return Err(missing("which force is to go there is not said, and it is not within reach yet".into())
                .hint("add wo, a level such as 0 or -2, or the number of a stack such as #1"));
        };
        if reach.defenders == 0 {
            return Ok("wo".to_owned());
        }
        let serving = self.stacks.serving(reach.defence, at_sea).map(|id| id.to_string());
        serving.ok_or_else(|| {
            let detail = format!("no stack serves against {} at {}", many(reach.defenders), reach.defence);
            missing(detail).hint(self.stacks.in_words()).rule("HW-7.1")
        })
    }

    /// `wo`, `allies`, `ships`, `#2`, or a level.
    fn stack(&self, line: &mut Line, at_sea: bool) -> Read<String> {
        let from = line.at;
        let Some(text) = line.peek() else {
            let wrong = line.wrong(from, "stack_missing", "the stack is missing at the end of the order");
            return Err(wrong.hint("add wo, a level such as 0 or -2, or the number of a stack such as #1"));
        };
        line.at += 1;
        for word in ["wo", "allies", "ships"] {
            if text.eq_ignore_ascii_case(word) {
                return Ok(word.to_owned());
            }
        }
        if let Some(id) = text.strip_prefix('#').and_then(number) {
            let wrong = || line.wrong(from, "no_such_stack", format!("there is no stack {}", shown(text)));
            return id.map(|id| id.to_string()).map_err(|()| wrong().hint(self.stacks.in_words()));
        }
        match level(text) {
            Some(level) => self.stacks.of_level(level, at_sea).map(|id| id.to_string()).ok_or_else(|| {
                let detail = format!("there is no stack of level {level} with forces left");
                line.wrong(from, "no_such_stack", detail).hint(self.stacks.in_words()).rule("HW-7.1")
            }),
            None => {
                let wrong = line.wrong(from, "not_a_stack", format!("{} is no stack", shown(text)));
                Err(wrong.hint(STACKS))
            }
        }
    }

    fn attack(&mut self, line: &mut Line) -> Read<Order> {
        let ocean = line.name(Kind::Water)?;
        let player = if line.take("against") { Some(line.player()?) } else { None };
        let stack = match line.peek() {
            None if self.knowledge.state.options.combat == CombatMode::Dice => "wo".to_owned(),
            _ => self.stack(line, true)?,
        };
        self.stacks.spend(&stack);
        Ok(Order::AttackOptional { ocean, player, stack })
    }

    /// `free wo 2`, `free #1 2`, `free fort Crete`.
    fn free(&mut self, line: &mut Line) -> Read<Order> {
        if line.take("fort") {
            return Ok(Order::BuildFort { land: line.land()?, free: true });
        }
        if line.take("fortress") {
            return Ok(Order::BuildFortress { land: line.land()?, free: true });
        }
        let stack = self.stack(line, true)?;
        Ok(Order::Deallocate { stack, forces: line.number("the number of forces")? })
    }

    fn rigid(&mut self, line: &mut Line) -> Read<Order> {
        let defence = defence(line)?;
        let (lands, defenders) = lands_and_defenders(line)?;
        let (mut max_forces, mut naval) = (None, false);
        loop {
            if line.take("naval") {
                naval = true;
            } else if line.take("max") {
                max_forces = Some(line.number("the most forces to risk")?);
            } else {
                break;
            }
        }
        line.take(":");
        let targets = if line.peek().is_some() { line.list(Kind::Space)? } else { Vec::new() };
        self.stacks.lookup(defence, naval);
        Ok(Order::RigidLookup { defence, lands, defenders, targets, max_forces, naval })
    }

    /// `event Flood: Nile Delta`, `event Pirates: Black Sea with 0`.
    fn event(&mut self, line: &mut Line) -> Read<Order> {
        let from = line.at;
        let card = match self.card_with_colon(line) {
            Some(card) => card,
            None => {
                let phrase = card_phrase(line);
                self.held(&phrase).map_or_else(|| line.known(from, &phrase, Kind::Card), Ok)?
            }
        };
        let effect = self.sc.board.events.iter().find(|event| event.id == card).map(|event| event.effect);
        let mut targets = Vec::new();
        if line.take(":") {
            targets.push(target(line, effect)?);
            while line.take(",") {
                targets.push(target(line, effect)?);
            }
        }
        let stack = if line.take("with") { Some(self.stack(line, true)?) } else { None };
        if let Some(stack) = &stack {
            self.stacks.spend(stack);
        }
        Ok(Order::PlayEvent { card, targets, stack })
    }

    /// A card whose whole name holds the next colon, such as *Kingdom: Highlands*.
    fn card_with_colon(&self, line: &mut Line) -> Option<String> {
        let words: Vec<&str> = line.tokens[line.at..].iter().map(|token| token.text).collect();
        let colon = words.iter().position(|word| *word == ":")?;
        let card = self.sc.board.events.iter().filter(|card| card.name.contains(':')).find_map(|card| {
            let name = card.name.replace(':', " : ");
            let name: Vec<&str> = name.split_whitespace().collect();
            let written = words.get(..name.len())?;
            let same = written.iter().zip(&name).all(|(word, wanted)| word.eq_ignore_ascii_case(wanted));
            (same && name.len() > colon).then_some((name.len(), card))
        });
        let (count, card) = card?;
        line.at += count;
        Some(card.id.clone())
    }

    /// The card in hand that a phrase fits, if it is one only.
    fn held(&self, phrase: &str) -> Option<String> {
        let error = find(self.sc, Kind::Card, phrase).err().filter(|error| error.ambiguous)?;
        let own = self.knowledge.colours(self.sc);
        let hands = own.iter().flat_map(|player| &self.knowledge.state.player(*player).hand);
        let hand: Vec<&str> = hands.map(|card| self.sc.board.event(*card).id.as_str()).collect();
        let fits = |name: &&String| find(self.sc, Kind::Card, name).is_ok_and(|id| hand.contains(&id.as_str()));
        let mut held = error.suggestions.iter().filter(fits);
        match (held.next(), held.next()) {
            (Some(name), None) => find(self.sc, Kind::Card, name).ok(),
            _ => None,
        }
    }
}

/// Words of a card's name, which may be words that end other names: *Allies*.
fn card_phrase(line: &mut Line) -> String {
    let rest = line.tokens[line.at..].iter().map(|token| token.text);
    let words: Vec<&str> =
        rest.take_while(|text| !matches!(*text, ":" | ",") && !text.eq_ignore_ascii_case("with")).collect();
    line.at += words.len();
    // Beyond that it names nothing; `known` says so.
    words[..words.len().min(MOST_WORDS)].join(" ")
}

/// What a card is aimed at: Areas for the diseases of whole Areas, waters at sea, else Lands; or whatever the name fits.
fn target(line: &mut Line, effect: Option<Effect>) -> Read<String> {
    let kind = match effect {
        Some(Effect::BlackDeath { .. } | Effect::Famine) => Kind::Area,
        Some(Effect::StormAtSea | Effect::Pirates) => Kind::Water,
        _ => Kind::Land,
    };
    let from = line.at;
    let phrase = line.phrase();
    if line.at - from > MOST_WORDS {
        return line.known(from, &phrase, kind);
    }
    // A whole name goes before a shortened one: “China” is the Area and not the Great Plain of China.
    let whole = |id: &String| name(line.sc, Kind::Target, id).eq_ignore_ascii_case(&phrase) || *id == phrase;
    if let Some(id) = find(line.sc, Kind::Target, &phrase).ok().filter(whole) {
        return Ok(id);
    }
    match line.known(from, &phrase, kind) {
        Err(wrong) if wrong.code == kind.unknown() => line.known(from, &phrase, Kind::Target),
        read => read,
    }
}

/// `2/4`: two Lands with four defenders together; `3`: three with one each.
fn lands_and_defenders(line: &mut Line) -> Read<(u8, u8)> {
    let text = line.peek().unwrap_or_default();
    let (lands, defenders) = text.split_once('/').unwrap_or((text, text));
    match (number(lands), number(defenders)) {
        (Some(Ok(lands)), Some(Ok(defenders))) => {
            line.at += 1;
            Ok((lands, defenders))
        }
        _ => {
            let detail = match line.peek() {
                Some(text) => format!("{} is no number of Lands and defenders", shown(text)),
                None => "the number of Lands and defenders is missing at the end of the order".to_owned(),
            };
            Err(line.wrong(line.at, "not_lands_and_defenders", detail).rule("HW-3.3"))
        }
    }
}

fn defence(line: &mut Line) -> Read<Defence> {
    let found = line.peek().and_then(level);
    if found.is_some() {
        line.at += 1;
    }
    found.ok_or_else(|| {
        let detail = match line.peek() {
            Some(text) => format!("{} is no defence value", shown(text)),
            None => "the defence value is missing at the end of the order".to_owned(),
        };
        let hint = "0 plain; -2 Difficult Terrain, overseas or a fort; -3 a Fortress; -5 both; -6 both with a Fortress";
        line.wrong(line.at, "not_a_defence", detail).hint(hint).rule("HW-6.1")
    })
}

/// A defence value.
fn level(text: &str) -> Option<Defence> {
    let points: i8 = text.replace('−', "-").parse().ok()?;
    Defence::try_from(points).ok()
}

fn via(line: &mut Line) -> Read<Option<String>> {
    if line.take("from") { line.name(Kind::Space).map(Some) } else { Ok(None) }
}

fn colour(line: &mut Line) -> Read<Option<String>> {
    if line.take("for") { line.player().map(Some) } else { Ok(None) }
}

/// The one verb that begins so.
fn shortened(word: &str) -> Option<&'static (&'static str, &'static str)> {
    let word = word.to_lowercase();
    let mut fits = VERBS.iter().filter(|(verb, _)| word.len() >= 3 && verb.starts_with(&word));
    match (fits.next(), fits.next()) {
        (Some(verb), None) => Some(verb),
        _ => None,
    }
}

/// A line that begins neither with a space nor with a verb.
fn beginning(line: &Line, first: &str, wrong: Box<Wrong>) -> Box<Wrong> {
    if !["unknown_space", "name_missing"].contains(&wrong.code) || wrong.from > 0 {
        return wrong;
    }
    if wrong.hint.is_some() {
        return wrong;
    }
    let words: Vec<&str> = line.tokens[..wrong.to.min(line.tokens.len())].iter().map(|token| token.text).collect();
    let is_space = |count: &usize| find(line.sc, Kind::Space, &words[..*count].join(" ")).is_ok();
    if let Some(count) = (1..words.len().min(MOST_WORDS)).rev().find(is_space) {
        let detail = format!("{} is no stack", shown(&words[count..].join(" ")));
        return line.wrong(count, "not_a_stack", detail).hint(STACKS);
    }
    let detail = format!("{} is neither a Land or water nor the word that an order begins with", shown(first));
    let to = wrong.to;
    let mut wrong = line.wrong(0, "not_understood", detail);
    let first = first.to_lowercase();
    let slip = VERBS.iter().map(|(verb, _)| (strsim::osa_distance(&first, verb), *verb)).min();
    match slip.filter(|(far, _)| far * 3 <= first.chars().count().clamp(3, 12)) {
        Some((_, verb)) => wrong.hint(format!("did you mean {verb}?")),
        None => {
            wrong.to = to;
            let verbs: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).collect();
            wrong.hint(format!("begin with a Land, a Sea, an Ocean, or one of: {}", verbs.join(", ")))
        }
    }
}

fn many(defenders: u8) -> String {
    if defenders == 1 { "1 defender".to_owned() } else { format!("{defenders} defenders") }
}
