//! Families (RN-10.1).

use serde::{Deserialize, Serialize};

use super::calendar::Turn;
use super::codes::coded;
use super::ids::{LocationId, PersonaId};

coded! {
    /// The religions.
    Religion {
        /// Catholic.
        Catholic = "catholic",
        /// Orthodox.
        Orthodox = "orthodox",
        /// Monophysite; goes with the Orthodox (RN-12.10, RN-21.1).
        Monophysite = "monophysite",
        /// Sunni.
        Sunni = "sunni",
        /// Shia.
        Shia = "shia",
        /// Druse; goes with the Moslems in pilgrimage only (RN-12.10).
        Druse = "druse",
        /// Jewish.
        Jewish = "jewish",
        /// Buddhist.
        Buddhist = "buddhist",
        /// Hindu.
        Hindu = "hindu",
        /// Confucian (RN-61.10).
        Confucian = "confucian",
        /// Any other.
        Other = "other",
    }
}

impl Religion {
    /// Sunni or Shia: the rules for Moslem rulers, guns and alms.
    pub fn is_moslem(self) -> bool {
        matches!(self, Self::Sunni | Self::Shia)
    }
}

coded! {
    /// Where a family comes from (RN-51.1).
    Origin {
        /// Europe.
        European = "european",
        /// Africa.
        African = "african",
        /// Asia.
        Asian = "asian",
        /// Elsewhere: such personae lose men to disease where they meet others.
        Other = "other",
    }
}

/// A family as it stands. What does not change is in the scenario's
/// [`FamilyRecord`](super::scenario::FamilyRecord).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Family {
    /// Its religion, which is that of all its personae (RN-24.1).
    pub religion: Religion,
    /// One to five places, each with a persona. One who is dead holds his until the next turn begins (RN-R17).
    pub personae: Vec<PersonaId>,
    /// How many names of its list its replacements have taken.
    pub names_used: u16,
    /// The first turn of the player who has it now (RN-24.3).
    pub since: Turn,
    /// Depths of ports that it asked for, as they were told, ascending (RN-3.2).
    pub soundings: Vec<(LocationId, u8)>,
    /// Its prestige at the start (RN-R133).
    pub prestige_at_start: i64,
}
