//! `disband_units`: disbands units of a command (ST-18.6).

use super::prelude::*;
use crate::model::units::Units;
use crate::rules::building;

/// Disbands units of a command (ST-18.6).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosDisbandUnits, title = "StrategosDisbandUnits")]
pub struct DisbandUnits {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// Which units.
    #[schema(value_type = std::collections::BTreeMap<String, u16>)]
    pub units: Units,
}

impl OrderKind for DisbandUnits {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "disband",
        example: r#"disband "Division 1" 2 LV"#,
        read: |line| {
            let command = line.name(NameKind::Command)?;
            Ok(Self { command, units: line.units()? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Disbands units of a command", &["ST-18.6", "ST-18.7"], json!({ "type": "disband_units", "command": "Division 1", "units": { "levy": 2 } }), r#"disband "Division 1" 2 LV"#)
    }

    /// ST-18.6: those that are there; a fleet keeps what it needs for its load.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let command = ctx.command(&self.command, "command")?;
        ctx.some(&self.units, "units")?;
        if !ctx.st.command(command).units.holds(&self.units) {
            return Err(Refusal::new("too_few", "ST-18.6", "the command has not so many of them").at("units"));
        }
        if !building::disband(ctx.sc, ctx.st, command, &self.units) {
            let detail = "the rest of the fleet could not carry what is aboard";
            return Err(Refusal::new("aboard", "ST-R62", detail).hint("land it first").at("units"));
        }
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let with_units = || ask.commands_with(|it| !it.units.is_empty());
        order
            .ask("command", || Field::one("Of which command?", with_units()))
            .or_else(|| order.ask("units", || Field::units("Which units?", ask.units_of(order, "command"))))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("disband {} {}", quoted(&self.command), units(sc, &self.units))
    }
}
