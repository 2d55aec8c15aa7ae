//! What is known while order sets are read: names of cards and targets, and the stacks there are by then.

use kernel::shorthand::{Read, Words, shown};

use super::line::{Line, MOST_WORDS, level, number};
use super::names::{Kind, find, name};
use super::stacks::Stacks;
use crate::knowledge::Knowledge;
use crate::model::ids::Space;
use crate::model::scenario::{Effect, Scenario};
use crate::model::state::CombatMode;
use crate::rules::ways;

/// What a stack is named by.
pub(super) const STACKS: &str = "write wo, a level (0, -2, -3, -5, -6), #1 for a stack's number, allies or ships";

/// What is known while the orders are read one after the other.
pub(crate) struct OrderReader<'a> {
    sc: &'a Scenario,
    knowledge: &'a Knowledge,
    /// The stacks there are by now.
    pub stacks: Stacks,
}

impl<'a> OrderReader<'a> {
    /// Nothing read yet.
    pub fn new(sc: &'a Scenario, knowledge: &'a Knowledge) -> Self {
        Self { sc, knowledge, stacks: Stacks::new(sc, knowledge) }
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

fn many(defenders: u8) -> String {
    if defenders == 1 { "1 defender".to_owned() } else { format!("{defenders} defenders") }
}
