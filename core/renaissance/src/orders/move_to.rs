//! `move_to`: he goes to another place (RN-31 to RN-37).

use super::prelude::*;
use super::travel::{LandMove, march_to, sail_to};

/// He goes to a location by land or by water, or by water to a point of the open sea.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceMoveTo, title = "RenaissanceMoveTo")]
pub struct MoveTo {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// How; by land, unless it is said otherwise (RN-31.3).
    #[serde(default)]
    pub mode: MoveMode,
    /// The name of a location; by water also a point of the open sea, in degrees north and east.
    pub to: String,
    /// He goes inside the walls if his family is let in, as he does when this is left out (RN-25.2).
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub enter: bool,
    /// He takes a ferry (RN-33.5).
    #[serde(default)]
    pub ferry: bool,
    /// The way that he prescribes: locations by land, sea nodes by water.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<String>,
}

impl OrderKind for MoveTo {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Goes to a location, or out to sea";
    const RULES: &[&str] = &["RN-30.7", "RN-31.1", "RN-31.3", "RN-31.4", "RN-31.6", "RN-25.2", "RN-31.10", "RN-32.1", "RN-33.5", "RN-34.7", "RN-35.1", "RN-35.12", "RN-37.5", "RN-R56", "RN-R59", "RN-R66", "RN-R72"];
    const FIELDS: &[Field] = &[
        Field::new("mode", "How?", Ask::One(Source::Words(&["land", "water", "road"]))),
        Field::new("to", "To where?", Ask::One(Source::Anywhere)),
        Field::maybe("enter", "Does he go inside the walls, if he may?", Ask::Flag),
        Field::maybe("ferry", "Does he take a ferry?", Ask::Flag),
        Field::maybe("via", "Over where?", Ask::Via),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "mode": "water", "to": "Naples", "enter": true})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        match self.mode {
            MoveMode::Water => sail_to(ctx, &self.to, &self.via, self.enter),
            MoveMode::Land | MoveMode::Road => {
                let land = LandMove { road: self.mode == MoveMode::Road, ferry: self.ferry, enter: self.enter };
                march_to(ctx, &self.to, &self.via, land)
            }
        }
    }
}

/// How somebody moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RenaissanceMoveMode)]
pub enum MoveMode {
    /// Overland, with a ferry if one is ordered.
    #[default]
    Land,
    /// By a road that has been built.
    Road,
    /// With his ships.
    Water,
}

const fn yes() -> bool {
    true
}
