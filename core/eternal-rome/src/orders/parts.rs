//! What orders are made of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::ids::UnitKind;
use crate::model::units::Units;

/// What one force gives to another.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeTransfer)]
pub struct Transfer {
    /// Fleet units.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ships: u8,
    /// Land units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Units>,
    /// Leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
}

/// Units placed in a hex (ER-5.16).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomePlacement)]
pub struct PlaceUnits {
    /// Where: a hex of the power's provinces; fleet units in its ports.
    #[schema(example = "Artaxata")]
    pub hex: String,
    /// Land units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Units>,
    /// Leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
    /// Fleet units.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fleet_units: u8,
}

/// What an attacked army does: `stand` and fight; `retreat_city`, into the city of the hex, where it accepts siege
/// (ER-17.3); `retreat_hex`, if it gets away, to a neighbouring hex (ER-17.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeReaction)]
pub enum Reaction {
    /// It fights.
    Stand,
    /// It retreats into the city of the hex and accepts siege (ER-17.3).
    RetreatCity,
    /// It tries to retreat to a neighbouring hex (ER-17.4).
    RetreatHex,
}

/// What one attacked army does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeArmyResponse)]
pub struct ArmyResponse {
    /// Which.
    #[schema(example = "ANT-A2")]
    pub army: String,
    /// What.
    pub action: Reaction,
    /// Where to, with `retreat_hex`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "3829")]
    pub hex: Option<String>,
}

/// How long a seat is not asked again whether to intercept: about the force that moves now (`march`), or about any
/// force in this phase (`phase`). Standing answers still answer (reading ER-R44/b).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeNotAgain)]
#[allow(missing_docs)]
pub enum NotAgain {
    March,
    Phase,
}

/// Season of a distance query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeSeason)]
#[allow(missing_docs)]
pub enum Season {
    Summer,
    Winter,
}

/// Units declared seasoned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeSeasonedUnits)]
pub struct SeasonedUnits {
    /// Type.
    #[serde(rename = "type")]
    pub kind: UnitKind,
    /// How many.
    #[schema(minimum = 1, example = 1)]
    pub count: u8,
    /// Whose, when it is not the power that answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "GAL")]
    pub power: Option<String>,
}

impl Transfer {
    /// Whether nothing changes hands.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}
