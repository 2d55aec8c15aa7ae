//! What happened in the church and in its orders, as data.

use crate::model::ids::{LocationId, Name, PersonaId, TitleId};
use crate::model::persona::Office;

/// Something that happened in the church or in one of its orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Church {
    /// A position waits to be accepted (RN-21.4 to RN-21.7, RN-22.5).
    Offered {
        /// Who chose him; `None` after an election.
        by: Option<PersonaId>,
        /// Who may accept.
        persona: PersonaId,
        /// What.
        office: Office,
        /// What the choice cost who made it in popularity (RN-21.8 to RN-21.10).
        cost: i64,
    },
    /// A position was accepted, and those that do not go with it were given up (RN-R48).
    Accepted {
        /// Who.
        persona: PersonaId,
        /// What.
        office: Office,
    },
    /// A position was not accepted in time (RN-R48).
    Lapsed {
        /// Who did not take it.
        persona: PersonaId,
        /// What.
        office: Office,
    },
    /// The Pope excommunicated somebody (RN-21.11).
    Excommunicated {
        /// Whom.
        persona: PersonaId,
        /// Popularity that he lost.
        popularity: i64,
    },
    /// A prelate whom nobody played has died (RN-R46).
    ClericDied {
        /// His title.
        title: TitleId,
    },
    /// Somebody whom nobody plays holds a title of the church now (RN-R46, RN-R47).
    Placed {
        /// The title.
        title: TitleId,
    },
    /// A military order was founded (RN-22.7).
    Founded {
        /// By whom.
        by: PersonaId,
        /// The grandmaster's title.
        title: TitleId,
        /// Its seat.
        seat: LocationId,
    },
    /// A grandmaster took the free recruits of his order (RN-22.4).
    Claimed {
        /// Who.
        persona: PersonaId,
        /// How many came.
        men: u32,
    },
}

/// An order that is to be founded at a location.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Plan {
    /// Where its seat is to be.
    pub seat: LocationId,
    /// The title of its grandmaster.
    pub title: Name,
}
