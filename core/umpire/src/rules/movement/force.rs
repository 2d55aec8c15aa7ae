//! A force on the move.

use crate::model::ids::{GeneralId, NationId, TypeId};

/// Generals and what they lead, on the way.
#[derive(Clone, Debug)]
pub struct Force {
    /// Whose.
    pub nation: NationId,
    /// Who leads, the commander first.
    pub generals: Vec<GeneralId>,
    /// What moves.
    pub units: Vec<(TypeId, u16)>,
}
