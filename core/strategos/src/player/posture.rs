//! What a country is about in a week: the first question of every order set.

use kernel::Choice;

use crate::model::ids::CountryId;
use crate::model::scenario::Scenario;

/// What a country is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Posture {
    /// Takes free cities and carries on wars that there are.
    Expand,
    /// Attacks a country that is no enemy yet.
    Strike(CountryId),
    /// Keeps its forces at home.
    Defend,
    /// Keeps its forces at home, and puts all money into its cities.
    Economy,
}

impl Posture {
    /// As an answer.
    pub fn choice(self, sc: &Scenario) -> Choice {
        match self {
            Self::Expand => Choice::new("take free cities, and carry on the wars there are", 500).keyed("expand"),
            Self::Strike(country) => {
                let record = sc.country(country);
                Choice::new(format!("strike at {}", record.name), 250).keyed(&format!("strike:{}", record.key))
            }
            Self::Defend => Choice::new("hold what we have", 120).keyed("defend").quiet(),
            Self::Economy => Choice::new("stay at home and build up the cities", 130).keyed("economy").quiet(),
        }
    }

    /// Whether forces go out to take what is not theirs.
    pub fn goes_out(self) -> bool {
        matches!(self, Self::Expand | Self::Strike(_))
    }
}
