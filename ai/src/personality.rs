//! What a computer player is like: a slight leaning in choices that are close.

use std::{fmt, str::FromStr};

use kernel::dice::Stream;
use kernel::{Answer, Leaning, Question, RuleRef, SeatId, Tuning};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Seed;

const RULE: RuleRef = RuleRef::new("ai");

/// What a computer player is like. A temper gives nothing and sees nothing extra; it shifts choices that are close.
/// `caretaker` and `random` have none, whatever is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Temper)]
pub enum Personality {
    /// Leans nowhere.
    #[default]
    Even,
    /// Attacks where others wait.
    Bold,
    /// Would rather save than spend.
    Thrifty,
    /// Keeps the peace and what it holds, and stays clear of intrigue.
    Faithful,
    /// One of the others, drawn for the seat. Nobody is told which; decisions that are open let one guess.
    Drawn,
}

impl Personality {
    /// All personalities.
    pub const ALL: [Self; 5] = [Self::Even, Self::Bold, Self::Thrifty, Self::Faithful, Self::Drawn];

    /// The personality as it is written in JSON and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Bold => "bold",
            Self::Thrifty => "thrifty",
            Self::Faithful => "faithful",
            Self::Drawn => "drawn",
        }
    }

    /// What to expect of it, for a player who chooses opponents.
    pub fn description(self) -> &'static str {
        match self {
            Self::Even => "Leans nowhere.",
            Self::Bold => "Takes chances: attacks where others wait.",
            Self::Thrifty => "Would rather save than spend, and keeps its cards for later.",
            Self::Faithful => {
                "Would rather keep the peace, stands by what it holds, and is loath to hire traitors or assassins."
            }
            Self::Drawn => "One of the others, drawn for the seat. Nobody is told which; its play lets one guess.",
        }
    }

    /// The personality that a seat has: itself, or what was drawn for the seat.
    #[must_use]
    pub fn of_seat(self, seed: &Seed, seat: SeatId) -> Self {
        if self != Self::Drawn {
            return self;
        }
        let mut dice = seed.at(0, seat, "temper").dice();
        let real = Self::ALL.into_iter().filter(|personality| *personality != Self::Drawn).collect::<Vec<_>>();
        real[dice.stream("temper", 0, 0).pick(real.len(), RULE)]
    }

    /// What it leans to in a room.
    pub fn leanings(self, tuning: &Tuning) -> &[Leaning] {
        match self {
            Self::Bold => &tuning.leanings.bold,
            Self::Thrifty => &tuning.leanings.thrifty,
            Self::Faithful => &tuning.leanings.faithful,
            Self::Even | Self::Drawn => &[],
        }
    }
}

fn of_topic<'a>(leanings: &'a [Leaning], question: &Question) -> impl Iterator<Item = &'a Leaning> {
    leanings.iter().filter(|leaning| leaning.topic == question.about.kind)
}

/// The answer of a player that does not search: the best guess, or now and then one that it leans to. The chance is that of
/// the first leaning of which the question offers an answer.
pub(crate) fn answer(leanings: &[Leaning], question: &Question, stream: &mut Stream) -> Answer {
    let offered = |leaning: &Leaning| {
        let at = question.answers.iter().position(|choice| leaning.names(choice))?;
        Some((leaning.chance, Answer::try_from(at).ok()?))
    };
    match of_topic(leanings, question).find_map(offered) {
        Some((chance, answer)) if stream.chance(chance, RULE) => answer,
        _ => 0,
    }
}

/// What an answer counts for beside what it brings, in millionths of the whole: the bonus of the first leaning that names
/// it.
pub(crate) fn bonus(leanings: &[Leaning], question: &Question, answer: Answer) -> i64 {
    let Some(choice) = question.answers.get(usize::from(answer)) else { return 0 };
    of_topic(leanings, question).find(|leaning| leaning.names(choice)).map_or(0, |leaning| leaning.bonus)
}

impl fmt::Display for Personality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// A word that names no personality.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is no temper of a computer player: write even, bold, thrifty, faithful or drawn")]
pub struct UnknownPersonality(pub String);

impl FromStr for Personality {
    type Err = UnknownPersonality;
    fn from_str(word: &str) -> Result<Self, UnknownPersonality> {
        Self::ALL
            .into_iter()
            .find(|personality| personality.key() == word)
            .ok_or_else(|| UnknownPersonality(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Choice, Topic};

    use super::*;
    use crate::search::effort::default_tuning;

    fn enemies() -> Question {
        let answers = vec![Choice::new("Venice", 600), Choice::new("nobody", 100).quiet()];
        Question { about: Topic::about("enemies", ""), answers }
    }

    #[test]
    fn personalities_read_back_as_they_print() {
        for personality in Personality::ALL {
            assert_eq!(personality.to_string().parse(), Ok(personality));
            assert_eq!(serde_json::to_value(personality).unwrap(), personality.key());
        }
        assert!("gentle".parse::<Personality>().unwrap_err().to_string().contains("thrifty"));
    }

    #[test]
    fn the_faithful_keep_the_peace_more_often_and_the_even_never_lean() {
        let question = enemies();
        let leanings = |personality: Personality| personality.leanings(default_tuning());
        let bonuses = |personality| [0, 1].map(|at| bonus(leanings(personality), &question, at));
        assert_eq!(bonuses(Personality::Faithful), [0, 2_000]);
        assert_eq!(bonuses(Personality::Bold), [1_000, 0]);
        assert_eq!(bonuses(Personality::Even), [0, 0]);
        let mut dice = Seed::from_number(1).at(1, SeatId(0), "orders").dice();
        let mut stream = dice.stream("temper", 0, 0);
        let mut peace = |personality| {
            let own = leanings(personality);
            (0..200).filter(|_| answer(own, &question, &mut stream) == 1).count()
        };
        assert!((50..110).contains(&peace(Personality::Faithful)));
        assert_eq!((peace(Personality::Even), peace(Personality::Bold), peace(Personality::Thrifty)), (0, 0, 0));
    }

    #[test]
    fn a_drawn_personality_is_the_seats_own_and_all_are_drawn() {
        let mut drawn = std::collections::BTreeSet::new();
        for number in 0..40 {
            let seed = Seed::from_number(number);
            let personality = Personality::Drawn.of_seat(&seed, SeatId(3));
            assert_eq!(personality, Personality::Drawn.of_seat(&seed, SeatId(3)));
            drawn.insert(personality);
        }
        assert_eq!(drawn.len(), 4, "{drawn:?}");
        assert!(!drawn.contains(&Personality::Drawn));
        assert_eq!(Personality::Bold.of_seat(&Seed::from_number(1), SeatId(3)), Personality::Bold);
    }
}
