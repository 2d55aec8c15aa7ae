//! How well a seat is played.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Personality, UnknownPersonality};

/// How well a computer player plays. No level sees more than the seat's own view, and none is given anything extra.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Legal orders at random: a floor for measuring, and load for tests.
    Random,
    /// Holds the fort: defends, pays, garrisons, keeps the peace. For minor powers and for players who are away.
    Caretaker,
    /// Plays the usual moves, but slips to a second or third choice one time in four.
    Novice,
    /// Plays the best guess at every question. The level of an empty seat.
    #[default]
    Steady,
    /// Plays some dozens or hundreds of imagined futures and answers with what turned out best in them.
    Veteran,
    /// Imagines several times as many futures, in some rooms after a look at what its strongest rivals would do.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 6] = [Self::Random, Self::Caretaker, Self::Novice, Self::Steady, Self::Veteran, Self::Master];

    /// Whether the level searches, and so takes a budget.
    pub fn searches(self) -> bool {
        matches!(self, Self::Veteran | Self::Master)
    }

    /// The level as it is written in JSON and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Caretaker => "caretaker",
            Self::Novice => "novice",
            Self::Steady => "steady",
            Self::Veteran => "veteran",
            Self::Master => "master",
        }
    }

    /// What to expect of it, for a player who chooses opponents.
    pub fn description(self) -> &'static str {
        match self {
            Self::Random => "Legal orders at random. Good for trying things out; no opponent.",
            Self::Caretaker => "Defends what it has, pays its way and keeps the peace. Starts no war.",
            Self::Novice => "Knows the usual moves, but one decision in four is its second or third choice.",
            Self::Steady => "Plays its best guess at every decision. A sound opponent; it wages one war at a time.",
            Self::Veteran => {
                "Tries its plans in dozens or hundreds of imagined futures and takes the one that fares best."
            }
            Self::Master => {
                "Imagines several times as many futures, in most games after its strongest rivals' own plans."
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// A word that names no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{0}” is no level of computer player: write random, caretaker, novice, steady, veteran or master")]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(word: &str) -> Result<Self, UnknownLevel> {
        Self::ALL.into_iter().find(|level| level.key() == word).ok_or_else(|| UnknownLevel(word.to_owned()))
    }
}

/// A way of answering a room's questions: a level, or a level for tuning that has a single idea.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Style {
    /// A level with its personality.
    Player(Level, Personality),
    /// First answers, save that every question of the kind `posture` is answered with the choice of this key where it
    /// is offered. A heuristic that loses to one of its own postures is not tuned.
    Posture(String),
}

impl Style {
    /// Level and personality; `None` for styles that are for tuning only.
    pub fn parts(&self) -> Option<(Level, Personality)> {
        match self {
            Self::Player(level, personality) => Some((*level, *personality)),
            Self::Posture(_) => None,
        }
    }
}

impl From<Level> for Style {
    fn from(level: Level) -> Self {
        Self::Player(level, Personality::Even)
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(level, Personality::Even) => level.fmt(f),
            Self::Player(level, personality) => f.pad(&format!("{level}/{personality}")),
            Self::Posture(key) => f.pad(&format!("posture:{key}")),
        }
    }
}

/// A word that names no style.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownStyle {
    /// No level.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// No personality.
    #[error(transparent)]
    Personality(#[from] UnknownPersonality),
}

/// Reads `veteran`, `veteran/bold` or `posture:raid`.
impl FromStr for Style {
    type Err = UnknownStyle;
    fn from_str(word: &str) -> Result<Self, UnknownStyle> {
        match (word.strip_prefix("posture:"), word.split_once('/')) {
            (Some(key), _) if !key.is_empty() => Ok(Self::Posture(key.to_owned())),
            (_, Some((level, personality))) => Ok(Self::Player(level.parse()?, personality.parse()?)),
            _ => Ok(word.parse::<Level>()?.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_styles_read_back_as_they_print() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(serde_json::to_value(level).unwrap(), level.key());
        }
        let style: Style = "posture:raid".parse().unwrap();
        assert_eq!((style.to_string().as_str(), style), ("posture:raid", Style::Posture("raid".into())));
        let style: Style = "veteran/bold".parse().unwrap();
        assert_eq!(
            (style.to_string().as_str(), style.parts()),
            ("veteran/bold", Some((Level::Veteran, Personality::Bold)))
        );
        assert_eq!("steady/even".parse(), Ok(Style::from(Level::Steady)));
        assert!("steady/mild".parse::<Style>().unwrap_err().to_string().contains("faithful"));
        assert!("grandmaster".parse::<Style>().unwrap_err().to_string().contains("caretaker"));
        assert!("posture:".parse::<Style>().is_err());
    }
}
