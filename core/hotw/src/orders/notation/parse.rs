//! Reading an order set.

use kernel::shorthand::{Read, Words, Wrong, read, shown};
use kernel::{Diagnostic, Span};

use super::line::{Line, MOST_WORDS, level, number, orders_on};
use super::names::{Kind, find, name};
use super::stacks::Stacks;
use crate::knowledge::Knowledge;
use crate::model::ids::Space;
use crate::model::scenario::{Effect, Scenario};
use crate::model::state::CombatMode;
use crate::orders::kind::{OrderKind, Verb};
use crate::orders::reinforce::parse_plus;
use crate::orders::{ExpandLand, Order, parse_verb, verbs};
use crate::rules::ways;

/// What a stack is named by.
const STACKS: &str = "write wo, a level (0, -2, -3, -5, -6), #1 for a stack's number, allies or ships";

/// Reads an order set: the orders with their place in the text, and what was not understood. One bad order costs nothing but
/// itself.
pub fn parse(sc: &Scenario, knowledge: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let mut reader = OrderReader { sc, knowledge, stacks: Stacks::new(sc, knowledge) };
    read(text, None, orders_on, |tokens| reader.order(&mut Line { sc, tokens, at: 0 }))
}

/// What is known while the orders are read one after the other.
pub(crate) struct OrderReader<'a> {
    sc: &'a Scenario,
    knowledge: &'a Knowledge,
    /// The stacks there are by now.
    pub stacks: Stacks,
}

impl OrderReader<'_> {
    fn order(&mut self, line: &mut Line) -> Read<Order> {
        let first = line.tokens[0].text;
        if first.starts_with('+') {
            return parse_plus(line);
        }
        let exact = verbs().into_iter().find(|(verb, _)| first.eq_ignore_ascii_case(verb));
        // A name goes before a shortened verb: “sum” is Sumatra.
        let verb = match exact {
            Some(verb) => verb,
            None => match ExpandLand::parse("", line, self) {
                Ok(order) => return Ok(order),
                Err(wrong) => match shortened(first).filter(|_| wrong.code == "unknown_space") {
                    Some(verb) => verb,
                    None => return Err(beginning(line, first, wrong)),
                },
            },
        };
        line.at = 1;
        let example = format!("write: {}", verb.1);
        let read = parse_verb(verb.0, line, self)
            .expect("every verb is of a kind")
            .and_then(|order| line.end().map(|()| order));
        read.map_err(|wrong| if wrong.hint.is_some() { wrong } else { wrong.hint(example) })
    }

    /// The stack that serves for a space when none is named, going by what the seat knows of it.
    pub fn fitting_stack(&self, line: &Line, to: &str, at_sea: bool) -> Read<String> {
        let missing = |detail: String| line.wrong(line.at, "stack_missing", detail);
        if self.dice_mode() {
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
    pub fn stack(&self, line: &mut Line, at_sea: bool) -> Read<String> {
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

    /// Whether battles are fought with dice.
    pub fn dice_mode(&self) -> bool {
        self.knowledge.state.options.combat == CombatMode::Dice
    }

    /// An event card.
    pub fn card(&self, line: &mut Line) -> Read<String> {
        let from = line.at;
        match self.card_with_colon(line) {
            Some(card) => Ok(card),
            None => {
                let phrase = card_phrase(line);
                self.held(&phrase).map_or_else(|| line.known(from, &phrase, Kind::Card), Ok)
            }
        }
    }

    /// What a card is aimed at: Areas for the diseases of whole Areas, waters at sea, else Lands; or whatever the name
    /// fits.
    pub fn target(&self, line: &mut Line, effect: Option<Effect>) -> Read<String> {
        target(line, effect)
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

/// The one verb that begins so.
fn shortened(word: &str) -> Option<Verb> {
    let word = word.to_lowercase();
    let mut fits = verbs().into_iter().filter(|(verb, _)| word.len() >= 3 && verb.starts_with(&word));
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
    let slip = verbs().into_iter().map(|(verb, _)| (strsim::osa_distance(&first, verb), verb)).min();
    match slip.filter(|(far, _)| far * 3 <= first.chars().count().clamp(3, 12)) {
        Some((_, verb)) => wrong.hint(format!("did you mean {verb}?")),
        None => {
            wrong.to = to;
            let verbs: Vec<&str> = verbs().into_iter().map(|(verb, _)| verb).collect();
            wrong.hint(format!("begin with a Land, a Sea, an Ocean, or one of: {}", verbs.join(", ")))
        }
    }
}

fn many(defenders: u8) -> String {
    if defenders == 1 { "1 defender".to_owned() } else { format!("{defenders} defenders") }
}
