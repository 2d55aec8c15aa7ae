//! What a seat is about, as few words as possible: the first question of every phase.

use kernel::Choice;

use crate::model::scenario::Scenario;

/// Months a campaign must last for sieges to be the usual way.
const TIME_TO_STARVE: i16 = 9;

/// Strength of a legion in quarters.
const LEGION: u32 = 80;

/// Whether there is time to starve cities, and for taxes to come back as legions.
pub fn is_long(sc: &Scenario) -> bool {
    sc.end.since(sc.start) >= TIME_TO_STARVE
}

/// What a seat is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Posture {
    /// Goals by land and sea, with what the defence can spare.
    Balanced,
    /// All out: thin garrisons, worse odds.
    Attack,
    /// Strong garrisons; takes only what lies open next door.
    Defend,
    /// By sea wherever ships can carry it.
    Sea,
    /// Wherever money is to be had.
    Plunder,
    /// Cities are starved rather than stormed, and own cities are not left to whoever lands beside them.
    Siege,
}

impl Posture {
    /// All.
    pub const ALL: [Self; 6] = [Self::Balanced, Self::Attack, Self::Defend, Self::Sea, Self::Plunder, Self::Siege];

    /// All, the best guess first, where there is time, cities are starved, for storming
    /// costs men and morale; in a short one they are stormed.
    pub fn ranked(sc: &Scenario) -> Vec<Self> {
        let first = if is_long(sc) { Self::Siege } else { Self::Balanced };
        let rest = Self::ALL.into_iter().filter(|&posture| posture != first);
        [first].into_iter().chain(rest).collect()
    }

    /// As an answer.
    pub fn choice(self) -> Choice {
        match self {
            Self::Balanced => Choice::new("go for the goals with what the defence can spare", 500).keyed("balanced"),
            Self::Attack => Choice::new("all out attack, garrisons thin", 150).keyed("attack"),
            Self::Defend => Choice::new("hold what we have", 100).keyed("defend").quiet(),
            Self::Sea => Choice::new("carry the war over the sea", 120).keyed("sea"),
            Self::Plunder => Choice::new("live off plunder", 60).keyed("plunder"),
            Self::Siege => Choice::new("starve cities rather than storm them, and guard ours", 300).keyed("siege"),
        }
    }

    /// Garrisons, per cent of what is prudent.
    pub fn garrison(self) -> u32 {
        match self {
            Self::Attack => 10,
            Self::Defend => 250,
            Self::Siege => 180,
            _ => 40,
        }
    }

    /// Strength in quarters that no city of worth is left without, however far the enemy: a legion, but in a short campaign
    /// every legion is wanted at the front.
    pub fn floor(self, sc: &Scenario) -> u32 {
        match self {
            Self::Siege | Self::Defend => LEGION,
            Self::Balanced | Self::Sea | Self::Plunder if is_long(sc) => LEGION,
            _ => 0,
        }
    }

    /// Odds wanted of a field battle, per cent.
    pub fn odds(self) -> u32 {
        match self {
            Self::Attack => 85,
            Self::Defend => 180,
            _ => 110,
        }
    }

    /// Chance that a siege comes to something, per cent, as far as it counts against other aims.
    pub fn siege(self) -> i32 {
        match self {
            Self::Siege => 70,
            Self::Defend => 5,
            _ => 15,
        }
    }

    /// What an aim over the sea counts, per cent.
    pub fn sea(self) -> i32 {
        match self {
            Self::Sea => 250,
            Self::Defend => 60,
            _ => 150,
        }
    }

    /// Months of march that an aim may be away.
    pub fn horizon(self) -> u16 {
        if self == Self::Defend { 1 } else { 6 }
    }
}
