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

/// What becomes of some answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leaning {
    topic: String,
    #[serde(default)]
    keys: Vec<String>,
    quiet: Option<bool>,
    chance: i32,
    bonus: i64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leanings {
    leanings: Vec<Leaning>,
}

fn personalities() -> &'static BTreeMap<String, Leanings> {
    static PERSONALITIES: OnceLock<BTreeMap<String, Leanings>> = OnceLock::new();
    PERSONALITIES
        .get_or_init(|| toml::from_str(include_str!("personalities.toml")).expect("personalities.toml is tested"))
}

impl Leaning {
    fn names(&self, choice: &Choice) -> bool {
        self.quiet.is_none_or(|quiet| quiet == choice.quiet)
            && (self.keys.is_empty() || self.keys.contains(&choice.key))
    }
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

    fn leanings(self) -> &'static [Leaning] {
        personalities().get(self.key()).map_or(&[], |personality| &personality.leanings)
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

    /// The answer of a player that does not search: the best guess, or now and then the one that suits the personality.
    pub(crate) fn answer(self, question: &Question, stream: &mut Stream) -> Answer {
        match self.leaning(question) {
            Some((leaning, answer)) if stream.chance(leaning.chance, RULE) => answer,
            _ => 0,
        }
    }

    /// What an answer counts for beside what it brings, in millionths of the whole.
    pub(crate) fn bonus(self, question: &Question, answer: Answer) -> i64 {
        let Some(choice) = question.answers.get(usize::from(answer)) else { return 0 };
        let of_topic = self.leanings().iter().filter(|leaning| leaning.topic == question.about.kind);
        of_topic.into_iter().find(|leaning| leaning.names(choice)).map_or(0, |leaning| leaning.bonus)
    }
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
    use std::path::Path;

    use kernel::Topic;

    use super::*;

    fn enemies() -> Question {
        let answers = vec![Choice::new("Venice", 600), Choice::new("nobody", 100).quiet()];
        Question { about: Topic::about("enemies", ""), answers }
    }

    #[test]
    fn the_data_name_personalities_and_are_sensible() {
        for (name, personality) in personalities() {
            assert!(
                name.parse::<Personality>()
                    .is_ok_and(|personality| personality != Personality::Even && personality != Personality::Drawn)
            );
            for leaning in &personality.leanings {
                assert!((0..=100).contains(&leaning.chance), "{name}: {leaning:?}");
                assert!(leaning.bonus.abs() <= 5_000, "{name} leans too far: {leaning:?}");
                assert!(leaning.quiet.is_some() || !leaning.keys.is_empty(), "{name} names all answers: {leaning:?}");
            }
        }
        assert_eq!(personalities().len(), 3);
    }

    /// A room that renames a question or an answer would silence a leaning.
    #[test]
    fn every_leaning_is_for_questions_and_answers_that_a_room_offers() {
        let rooms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
        let mut sources = String::new();
        for room in ["umpire", "hotw", "eternal-rome"] {
            collect(&rooms.join(room).join("src"), &mut sources);
        }
        for leaning in personalities().values().flat_map(|personality| &personality.leanings) {
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
        assert_eq!((Personality::Faithful.bonus(&question, 0), Personality::Faithful.bonus(&question, 1)), (0, 2_000));
        assert_eq!((Personality::Bold.bonus(&question, 0), Personality::Bold.bonus(&question, 1)), (1_000, 0));
        assert_eq!((Personality::Even.bonus(&question, 0), Personality::Even.bonus(&question, 1)), (0, 0));
        let mut dice = Seed::from_number(1).at(1, SeatId(0), "orders").dice();
        let mut stream = dice.stream("temper", 0, 0);
        let mut peace =
            |personality: Personality| (0..200).filter(|_| personality.answer(&question, &mut stream) == 1).count();
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
