//! What a computer player is like: a slight leaning in choices that are close.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::{fmt, str::FromStr};

use kernel::dice::Stream;
use kernel::{Answer, Choice, Question, RuleRef, SeatId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Seed;

const RULE: RuleRef = RuleRef::new("ai");

/// What a computer player is like. A temper gives nothing and sees nothing extra; it shifts choices that are close.
/// `caretaker` and `random` have none, whatever is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Temper {
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

/// What becomes of some answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leaning {
    topic: String,
    #[serde(default)]
    keys: Vec<String>,
    quiet: Option<bool>,
    chance: i32,
    worth: i64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leanings {
    leanings: Vec<Leaning>,
}

fn tempers() -> &'static BTreeMap<String, Leanings> {
    static TEMPERS: OnceLock<BTreeMap<String, Leanings>> = OnceLock::new();
    TEMPERS.get_or_init(|| toml::from_str(include_str!("tempers.toml")).expect("tempers.toml is tested"))
}

impl Leaning {
    fn names(&self, choice: &Choice) -> bool {
        self.quiet.is_none_or(|quiet| quiet == choice.quiet)
            && (self.keys.is_empty() || self.keys.contains(&choice.key))
    }
}

impl Temper {
    /// All tempers.
    pub const ALL: [Self; 5] = [Self::Even, Self::Bold, Self::Thrifty, Self::Faithful, Self::Drawn];

    /// The temper as it is written in JSON and on the command line.
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

    /// The temper that a seat has: itself, or what was drawn for the seat.
    #[must_use]
    pub fn of_seat(self, seed: &Seed, seat: SeatId) -> Self {
        if self != Self::Drawn {
            return self;
        }
        let mut dice = seed.at(0, seat, "temper").dice();
        let real = Self::ALL.into_iter().filter(|temper| *temper != Self::Drawn).collect::<Vec<_>>();
        real[dice.stream("temper", 0, 0).pick(real.len(), RULE)]
    }

    fn leanings(self) -> &'static [Leaning] {
        tempers().get(self.key()).map_or(&[], |temper| &temper.leanings)
    }

    /// The leaning that a question falls to, and the first answer that it names.
    fn leaning(self, question: &Question) -> Option<(&'static Leaning, Answer)> {
        let of_topic = self.leanings().iter().filter(|leaning| leaning.topic == question.about.kind);
        let offered = |leaning: &'static Leaning| {
            let at = question.answers.iter().position(|choice| leaning.names(choice))?;
            Some((leaning, Answer::try_from(at).ok()?))
        };
        of_topic.into_iter().find_map(offered)
    }

    /// The answer of a player that imagines no futures: the best guess, or now and then the one that suits the temper.
    pub(crate) fn answer(self, question: &Question, luck: &mut Stream) -> Answer {
        match self.leaning(question) {
            Some((leaning, answer)) if luck.chance(leaning.chance, RULE) => answer,
            _ => 0,
        }
    }

    /// What an answer counts for beside what it brings, in millionths of the whole.
    pub(crate) fn worth(self, question: &Question, answer: Answer) -> i64 {
        let Some(choice) = question.answers.get(usize::from(answer)) else { return 0 };
        let of_topic = self.leanings().iter().filter(|leaning| leaning.topic == question.about.kind);
        of_topic.into_iter().find(|leaning| leaning.names(choice)).map_or(0, |leaning| leaning.worth)
    }
}

impl fmt::Display for Temper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// A word that names no temper.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is no temper of a computer player: write even, bold, thrifty, faithful or drawn")]
pub struct UnknownTemper(pub String);

impl FromStr for Temper {
    type Err = UnknownTemper;
    fn from_str(word: &str) -> Result<Self, UnknownTemper> {
        Self::ALL.into_iter().find(|temper| temper.key() == word).ok_or_else(|| UnknownTemper(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use kernel::Topic;

    use super::*;

    fn enemies() -> Question {
        let answers = vec![Choice::new("Venice", 600), Choice::new("nobody", 100).quiet()];
        Question { about: Topic::about("enemies", ""), answers }
    }

    #[test]
    fn the_data_name_tempers_and_are_sensible() {
        for (name, temper) in tempers() {
            assert!(name.parse::<Temper>().is_ok_and(|temper| temper != Temper::Even && temper != Temper::Drawn));
            for leaning in &temper.leanings {
                assert!((0..=100).contains(&leaning.chance), "{name}: {leaning:?}");
                assert!(leaning.worth.abs() <= 5_000, "{name} leans too far: {leaning:?}");
                assert!(leaning.quiet.is_some() || !leaning.keys.is_empty(), "{name} names all answers: {leaning:?}");
            }
        }
        assert_eq!(tempers().len(), 3);
    }

    /// A room that renames a question or an answer would silence a leaning.
    #[test]
    fn every_leaning_is_for_questions_and_answers_that_a_room_offers() {
        let rooms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
        let mut sources = String::new();
        for room in ["umpire", "hotw", "eternal-rome"] {
            collect(&rooms.join(room).join("src"), &mut sources);
        }
        for leaning in tempers().values().flat_map(|temper| &temper.leanings) {
            for word in leaning.keys.iter().chain([&leaning.topic]) {
                assert!(sources.contains(&format!("\"{word}\"")), "no room knows “{word}”: {leaning:?}");
            }
        }
    }

    fn collect(folder: &Path, sources: &mut String) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                collect(&path, sources);
            } else {
                sources.push_str(&std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }

    #[test]
    fn tempers_read_back_as_they_print() {
        for temper in Temper::ALL {
            assert_eq!(temper.to_string().parse(), Ok(temper));
            assert_eq!(serde_json::to_value(temper).unwrap(), temper.key());
        }
        assert!("gentle".parse::<Temper>().unwrap_err().to_string().contains("thrifty"));
    }

    #[test]
    fn the_faithful_keep_the_peace_more_often_and_the_even_never_lean() {
        let question = enemies();
        assert_eq!((Temper::Faithful.worth(&question, 0), Temper::Faithful.worth(&question, 1)), (0, 2_000));
        assert_eq!((Temper::Bold.worth(&question, 0), Temper::Bold.worth(&question, 1)), (1_000, 0));
        assert_eq!((Temper::Even.worth(&question, 0), Temper::Even.worth(&question, 1)), (0, 0));
        let mut dice = Seed::from_number(1).at(1, SeatId(0), "orders").dice();
        let mut luck = dice.stream("temper", 0, 0);
        let mut peace = |temper: Temper| (0..200).filter(|_| temper.answer(&question, &mut luck) == 1).count();
        assert!((50..110).contains(&peace(Temper::Faithful)));
        assert_eq!((peace(Temper::Even), peace(Temper::Bold), peace(Temper::Thrifty)), (0, 0, 0));
    }

    #[test]
    fn a_drawn_temper_is_the_seats_own_and_all_are_drawn() {
        let mut drawn = std::collections::BTreeSet::new();
        for number in 0..40 {
            let seed = Seed::from_number(number);
            let temper = Temper::Drawn.of_seat(&seed, SeatId(3));
            assert_eq!(temper, Temper::Drawn.of_seat(&seed, SeatId(3)));
            drawn.insert(temper);
        }
        assert_eq!(drawn.len(), 4, "{drawn:?}");
        assert!(!drawn.contains(&Temper::Drawn));
        assert_eq!(Temper::Bold.of_seat(&Seed::from_number(1), SeatId(3)), Temper::Bold);
    }
}
