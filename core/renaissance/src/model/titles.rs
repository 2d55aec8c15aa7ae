//! Titles and offices, to which positions at locations belong (RN-R34).

use serde::{Deserialize, Serialize};

use super::calendar::Turn;
use super::codes::{coded, packed};
use super::family::Religion;
use super::ids::{Holder, Name};
use super::measures::Rating;

coded! {
    /// What a title is.
    TitleKind {
        /// Hereditary nobility without sovereignty of its own (RN-19).
        Feudal = "feudal",
        /// A sovereign prince's.
        Sovereign = "sovereign",
        /// Pope, archbishop, bishop (RN-21).
        Church = "church",
        /// The grandmaster of a military order (RN-22).
        Order = "order",
        /// The ruler of an elective state (RN-23).
        Elective = "elective",
        /// Sultan, emir (RN-20).
        Islamic = "islamic",
        /// A governor, viceroy or captain.
        Office = "office",
    }
}

/// What a title is, which never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TitleRecord {
    /// Its name, such as `Duke of Milan`.
    pub name: Name,
    /// Its kind.
    pub kind: TitleKind,
    /// 0 to 200, of the table RN-19.2 or RN-20.3.
    pub rank: u16,
    /// Whether the replacement of a dead holder has it (RN-19.1).
    pub hereditary: bool,
    /// Who holds it when no persona does.
    pub non_player: NonPlayer,
}

/// A holder whom nobody plays (RN-R46).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NonPlayer {
    /// Name.
    pub name: Name,
    /// Religion.
    pub religion: Religion,
    /// Popularity.
    pub popularity: Rating,
    /// Piety.
    pub piety: Rating,
    /// Sermonizing.
    pub sermonizing: Rating,
}

/// A title as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Title {
    /// Who holds it.
    pub holder: Holder,
    /// The non-player holder is not the scenario's but one after him, with the figures of the rulings (RN-R46).
    pub renewed: bool,
    /// Since when it is vacant.
    pub vacant_since: Option<Turn>,
}
packed!(Title { holder, renewed, vacant_since });
