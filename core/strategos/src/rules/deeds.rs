//! What orders did that others learn of, or that the state does not remember (section 6).

use crate::model::ids::{CommandId, CountryId, Name};
use crate::model::measures::Talents;
use crate::model::state::Appeal;
use crate::model::units::Units;

/// The deeds of a week, each kind in the order in which they were done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deeds {
    /// Appeals that were answered.
    pub answers: Vec<(Appeal, Answered)>,
    /// Who declared whom his enemy.
    pub declared: Vec<(CountryId, CountryId)>,
    /// Money that was sent: by whom, to whom, how much (ST-3.8).
    pub gifts: Vec<(CountryId, CountryId, Talents)>,
    /// Dispatches that were paid (ST-R59).
    pub dispatches: Vec<(CountryId, String)>,
    /// Commands that dispersed: whose, their name, what attrition took (ST-18).
    pub dispersed: Vec<(CountryId, CommandId, Name, Units)>,
}

/// What came of an appeal that was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// It binds.
    Accepted,
    /// It was rejected.
    Rejected,
    /// It was accepted, but a condition could not be met (ST-R55).
    Void,
}
