//! Postures: what an empire's turn is about.

/// A posture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Posture {
    /// Whatever gains most.
    Balanced,
    /// Domination and Control of valuable Areas.
    Areas,
    /// A foothold everywhere.
    Spread,
    /// Capitals, Cities and Monuments.
    Capitals,
    /// Whatever hurts the leader.
    Leader,
    /// No fights: open Lands, forts, and armies behind them.
    Turtle,
    /// Seas.
    Fleets,
}

impl Posture {
    /// All of them, the usual one first.
    pub const ALL: [Self; 7] =
        [Self::Balanced, Self::Areas, Self::Spread, Self::Capitals, Self::Leader, Self::Fleets, Self::Turtle];

    /// The stable key.
    pub fn key(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Areas => "areas",
            Self::Spread => "spread",
            Self::Capitals => "capitals",
            Self::Leader => "leader",
            Self::Turtle => "turtle",
            Self::Fleets => "fleets",
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Balanced => "take whatever gains most",
            Self::Areas => "seek Domination and Control of the Areas that are worth most",
            Self::Spread => "seek Presence in as many Areas as possible",
            Self::Capitals => "take Capitals, Cities and Monuments",
            Self::Leader => "hurt the leader",
            Self::Turtle => {
                "fight only with forces that are left over: walk into open Lands, build forts, stack armies"
            }
            Self::Fleets => "rule the Seas",
        }
    }

    /// How a posture bends the worth of things.
    pub fn bias(self) -> Bias {
        let even = Bias { presence: 100, steps: 100, towns: 100, seas: 100, rivals: 100, leader: 100, fights: true };
        match self {
            Self::Balanced => even,
            Self::Areas => Bias { presence: 70, steps: 170, ..even },
            Self::Spread => Bias { presence: 190, steps: 50, ..even },
            Self::Capitals => Bias { towns: 300, ..even },
            Self::Leader => Bias { leader: 400, ..even },
            Self::Turtle => Bias { fights: false, ..even },
            Self::Fleets => Bias { seas: 300, ..even },
        }
    }
}

/// Weights in per cent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bias {
    /// Presence in Areas.
    pub presence: i32,
    /// Domination and Control.
    pub steps: i32,
    /// Capitals, Cities, Monuments.
    pub towns: i32,
    /// Seas.
    pub seas: i32,
    /// What rivals lose.
    pub rivals: i32,
    /// What the leader loses.
    pub leader: i32,
    /// Whether there are fights at all.
    pub fights: bool,
}
