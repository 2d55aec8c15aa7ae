//! What orders are made of.

use super::prelude::*;
use crate::model::state::{Condition, Standing};

/// The types of treaty (ST-22.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosTreaty, title = "StrategosTreaty")]
pub enum Treaty {
    /// Not to attack each other (ST-22.2).
    NonAggression,
    /// To fight together (ST-22.5).
    Alliance,
}

impl Treaty {
    /// How two countries stand under it.
    pub fn standing(self) -> Standing {
        match self {
            Self::NonAggression => Standing::NonAggression,
            Self::Alliance => Standing::Alliance,
        }
    }
}

/// A condition of a treaty (ST-22.11).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
#[schema(as = StrategosTreatyCondition, title = "StrategosTreatyCondition")]
pub enum TreatyCondition {
    /// One of the two pays the other.
    Pays {
        /// Who pays.
        payer: String,
        /// How many talents.
        tlts: u32,
    },
    /// One of the two cedes a city to the other.
    Cedes {
        /// Who cedes.
        giver: String,
        /// Which city.
        city: String,
    },
}

impl TreatyCondition {
    /// As the line of an order has it.
    pub(super) fn print(&self) -> String {
        match self {
            Self::Pays { payer, tlts } => format!("{} pays {tlts}", power(payer)),
            Self::Cedes { giver, city } => format!("{} cedes {}", power(giver), quoted(city)),
        }
    }

    /// As the rules take it.
    pub(super) fn read(&self, ctx: &OrderContext<'_>, part: &str) -> Result<Condition, Refusal> {
        let party = |key: &str, field: &str| {
            ctx.sc.countries.iter().position(|country| country.key.as_str().eq_ignore_ascii_case(key)).map_or_else(
                || {
                    let detail = format!("there is no country “{key}”");
                    Err(Refusal::new("unknown_country", "ST-R66", detail).at(format!("{part}/{field}")))
                },
                |at| Ok(crate::model::ids::CountryId::at(at)),
            )
        };
        Ok(match self {
            Self::Pays { payer, tlts } => Condition::Pays { payer: party(payer, "payer")?, talents: Talents(*tlts) },
            Self::Cedes { giver, city } => {
                Condition::Cedes { giver: party(giver, "giver")?, city: ctx.site(city, &format!("{part}/city"))? }
            }
        })
    }
}

/// An answer to an appeal (ST-22.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosAnswer, title = "StrategosAnswer")]
pub enum Answer {
    /// It binds at once.
    Accept,
    /// Nothing comes of it.
    Reject,
}

/// The assault phases of a week (ST-15.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosAssaultPhases, title = "StrategosAssaultPhases")]
pub enum AssaultPhases {
    /// After the first movement phase.
    First,
    /// After the second.
    Second,
    /// After both.
    Both,
}

impl AssaultPhases {
    /// Their places, 0 or 1.
    pub fn places(self) -> &'static [usize] {
        match self {
            Self::First => &[0],
            Self::Second => &[1],
            Self::Both => &[0, 1],
        }
    }
}
