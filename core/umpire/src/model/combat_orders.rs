//! What troops are ordered to do when they meet an enemy (UM-18), on land and at sea.

use std::{fmt, str::FromStr};

use kernel::map::Mode;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// What a force does when it does not want to fight (UM-18.8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DefaultAction {
    /// M: stay and avoid battle (UM-18.9). First of the list of UM-18.5.
    Manoeuvre,
    /// R: withdraw to an adjacent friendly province (UM-18.11).
    Retreat,
    /// D: hold the city (UM-18.15). Last of the list of UM-18.5.
    Defend,
}

/// Risk level and default action, written `1D`, `3M` (UM-18.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CombatOrders {
    /// 1 (careful) to 3 (bold), UM-18.6.
    pub risk: u8,
    /// What to do when unwilling to fight.
    pub default: DefaultAction,
}

impl CombatOrders {
    /// Orders of a risk from 1 to 3.
    pub const fn new(risk: u8, default: DefaultAction) -> Self {
        Self { risk, default }
    }

    /// UM-18.5: of allied orders that differ, the furthest down each list stands.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        Self { risk: self.risk.min(other.risk), default: self.default.max(other.default) }
    }
}

impl fmt::Display for CombatOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.default {
            DefaultAction::Manoeuvre => 'M',
            DefaultAction::Retreat => 'R',
            DefaultAction::Defend => 'D',
        };
        write!(f, "{}{letter}", self.risk)
    }
}

impl FromStr for CombatOrders {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("“{text}” is no combat order: write the risk 1, 2 or 3 and then M, R or D, such as 1D");
        let mut letters = text.chars();
        let (risk, default) = (letters.next().ok_or_else(wanted)?, letters.next().ok_or_else(wanted)?);
        let risk = risk.to_digit(10).filter(|risk| (1..=3).contains(risk)).ok_or_else(wanted)? as u8;
        let default = match default.to_ascii_uppercase() {
            'M' => DefaultAction::Manoeuvre,
            'R' => DefaultAction::Retreat,
            'D' => DefaultAction::Defend,
            _ => return Err(wanted()),
        };
        if letters.next().is_some() { Err(wanted()) } else { Ok(Self { risk, default }) }
    }
}

impl Serialize for CombatOrders {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for CombatOrders {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
impl PartialSchema for CombatOrders {
    fn schema() -> RefOr<Schema> {
        let orders = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .pattern(Some("^[1-3][MRD]$"))
            .description(Some(
                "Risk level 1 to 3, then what to do when unwilling to fight: M manoeuvre, R retreat, D defend the city.",
            ))
            .examples([serde_json::json!("1D")]);
        orders.build().into()
    }
}
impl ToSchema for CombatOrders {
    fn name() -> std::borrow::Cow<'static, str> {
        "UmpireCombatOrders".into()
    }
}

/// Land or sea: of a general (UM-13.2), of a stack (UM-18.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UmpireArm)]
pub enum Arm {
    /// Armies.
    Land,
    /// Fleets.
    Sea,
}

impl Arm {
    /// How it moves.
    pub fn mode(self) -> Mode {
        match self {
            Self::Land => Mode::Land,
            Self::Sea => Mode::Sea,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combat_orders_read_and_print() {
        for text in ["1D", "2R", "3M"] {
            assert_eq!(text.parse::<CombatOrders>().unwrap().to_string(), text);
        }
        for bad in ["", "1", "4D", "1X", "1DD", "D1"] {
            assert!(bad.parse::<CombatOrders>().is_err(), "{bad}");
        }
    }
}
