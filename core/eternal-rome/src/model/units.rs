//! Units by type, as orders, events and views name them; and the options that players may switch.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::ids::UnitKind;
use crate::model::scenario::Options;
use crate::model::state::{Band, Wishes, count};

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

/// Units of a list of bands, by type and seasoning.
pub fn units(bands: &[Band]) -> Vec<Units> {
    let all = UnitKind::ALL.into_iter().flat_map(|kind| [(kind, true), (kind, false)]);
    let counted = all.map(|(kind, seasoned)| Units { kind, seasoned, count: count(bands, kind, seasoned) });
    counted.filter(|units| units.count > 0).collect()
}

fn yes() -> bool {
    true
}
fn is_true(flag: &bool) -> bool {
    *flag
}
