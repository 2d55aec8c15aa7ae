//! `disembark`: troops go ashore from a fleet (ST-10.12 to ST-10.16, ST-R62).

use super::boarding::{self, NamedTroops};
use super::prelude::*;
use crate::model::ids::HexId;
use crate::model::units::Units;

/// Land commands and single units go ashore from a fleet (ST-10.12 to ST-10.16, ST-R62). It is tried in the march of this week, in this hex.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosDisembark, title = "StrategosDisembark")]
pub struct Disembark {
    /// Which fleet.
    #[schema(example = "Fleet 1")]
    pub fleet: String,
    /// Where: a port or a coastal hex on the fleet's way.
    #[schema(value_type = String, example = "2317")]
    pub hex: HexId,
    /// Which land commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<String>,
    /// Which command takes single units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "Kardia")]
    pub to: Option<String>,
    /// Which single units.
    #[serde(default, skip_serializing_if = "Units::is_empty")]
    #[schema(value_type = std::collections::BTreeMap<String, u16>)]
    pub units: Units,
}

impl Disembark {
    fn troops(&self) -> NamedTroops<'_> {
        let Self { fleet, hex, commands, units, to } = self;
        NamedTroops { fleet, hex: *hex, commands, units, other: (to.as_ref(), "to") }
    }
}

impl OrderKind for Disembark {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "disembark",
        example: r#"disembark "Fleet 1" at 2317 "Division 1" with 3 HO to "Kardia""#,
        read: |line| {
            let (fleet, hex, commands, units, to) = boarding::read(line, "to")?;
            Ok(Self { fleet, hex, commands, to, units }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Troops go ashore from a fleet", &["ST-10.12", "ST-10.15", "ST-10.16", "ST-17.6", "ST-R62"], json!({ "type": "disembark", "fleet": "Fleet 1", "hex": "2317", "commands": ["Division 1"] }), r#"disembark "Fleet 1" at 2317 "Division 1""#)
    }

    /// ST-R62: whether the fleet and the troops are in one hex is seen in the march.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        self.troops().order(ctx, true)
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let troops = |fleet| ask.commands_with(|it| it.carried_by == Some(fleet));
        boarding::next(ask, order, troops, "to")
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("disembark {}", self.troops().print(sc, "to"))
    }
}
