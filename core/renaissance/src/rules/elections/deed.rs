//! What happened in elections, as data.

use crate::model::calendar::Turn;
use crate::model::ids::{Holder, PersonaId};
use crate::model::persona::Office;

/// Something that happened in an election.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Poll {
    /// An election is announced (RN-23.3, RN-R47).
    Announced {
        /// For what.
        office: Office,
        /// The turn in which votes are cast.
        turn: Turn,
    },
    /// A vote was cast. Nobody but the voter learns of it.
    Voted {
        /// By whom.
        voter: PersonaId,
        /// For what.
        office: Office,
        /// For whom.
        candidate: PersonaId,
    },
    /// An election has been counted.
    Elected {
        /// For what.
        office: Office,
        /// Who was elected; somebody whom nobody plays when no vote was cast (RN-R47, RN-R49).
        holder: Holder,
        /// His votes, with those that were added.
        votes: u32,
    },
}
