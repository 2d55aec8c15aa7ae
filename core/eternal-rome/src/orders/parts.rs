//! What orders are made of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::UnitKind;
use crate::scenario::Options;
use crate::state::Wishes;

/// Units of one type. Those that have spent least movement are taken first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeUnits)]
pub struct Units {
    /// Type.
    #[serde(rename = "type")]
    pub kind: UnitKind,
    /// How many.
    #[schema(minimum = 1, example = 2)]
    pub count: u8,
    /// Seasoned ones, or new ones (ER-9.5).
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub seasoned: bool,
}

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

/// What may be switched by agreement (ER-R54): `intelligence`, whether everything is known to everybody (ER-7.3);
/// `amphibious_invasion`, whether naval quality 1 is enough to land on a coast that is not friendly (ER-11.15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeOption)]
#[allow(missing_docs)]
pub enum OptionName {
    Intelligence,
    AmphibiousInvasion,
}

impl OptionName {
    /// Its value now.
    pub fn of(self, options: &Options) -> bool {
        match self {
            Self::Intelligence => options.intelligence,
            Self::AmphibiousInvasion => options.amphibious_invasion,
        }
    }

    /// What a seat wishes it to be; `None` when it has said nothing.
    pub fn wished(self, wishes: &Wishes) -> Option<bool> {
        match self {
            Self::Intelligence => wishes.intelligence,
            Self::AmphibiousInvasion => wishes.amphibious_invasion,
        }
    }
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

fn yes() -> bool {
    true
}
fn is_true(flag: &bool) -> bool {
    *flag
}
fn is_zero(count: &u8) -> bool {
    *count == 0
}
