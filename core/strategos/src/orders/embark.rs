//! `embark`: troops go aboard a fleet (ST-10.12 to ST-10.16, ST-R62).

use super::boarding::{self, NamedTroops};
use super::prelude::*;
use crate::model::ids::HexId;
use crate::model::units::Units;

/// Land commands and single units go aboard a fleet (ST-10.12 to ST-10.16, ST-R62). It is tried in the march of this week, in this hex.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosEmbark, title = "StrategosEmbark")]
pub struct Embark {
    /// Which fleet.
    #[schema(example = "Fleet 1")]
    pub fleet: String,
    /// Where: a port or a coastal hex on the fleet's way.
    #[schema(value_type = String, example = "2317")]
    pub hex: HexId,
    /// Which land commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<String>,
    /// Which command gives single units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "Kardia")]
    pub from: Option<String>,
    /// Which single units.
    #[serde(default, skip_serializing_if = "Units::is_empty")]
    #[schema(value_type = std::collections::BTreeMap<String, u16>)]
    pub units: Units,
}

impl Embark {
    fn troops(&self) -> NamedTroops<'_> {
        let Self { fleet, hex, commands, units, from } = self;
        NamedTroops { fleet, hex: *hex, commands, units, other: (from.as_ref(), "from") }
    }
}

impl OrderKind for Embark {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "embark",
        example: r#"embark "Fleet 1" at 2317 "Division 1" with 3 HO from "Kardia""#,
        read: |line| {
            let (fleet, hex, commands, units, from) = boarding::read(line, "from")?;
            Ok(Self { fleet, hex, commands, from, units }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Troops go aboard a fleet", &["ST-10.12", "ST-10.15", "ST-10.16", "ST-17.6", "ST-R62"], json!({ "type": "embark", "fleet": "Fleet 1", "hex": "2317", "commands": ["Division 1"] }), r#"embark "Fleet 1" at 2317 "Division 1""#)
    }

    /// ST-R62: whether the fleet and the troops are in one hex is seen in the march.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        self.troops().order(ctx, false)
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let troops = |_fleet| ask.commands_with(|it| !it.kind.is_naval() && !it.kind.is_site());
        boarding::next(ask, order, troops, "from")
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("embark {}", self.troops().print(sc, "from"))
    }
}
