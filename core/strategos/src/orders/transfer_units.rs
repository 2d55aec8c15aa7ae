//! `transfer_units`: units pass from one command to another (ST-9.2, ST-16.1).

use super::prelude::*;
use crate::model::units::Units;
use crate::rules::pyramid::{self, NoTransfer};

/// Units pass from one command to another (ST-9.2, ST-16.1).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosTransferUnits, title = "StrategosTransferUnits")]
pub struct TransferUnits {
    /// From which command.
    #[schema(example = "Division 1")]
    pub from: String,
    /// To which command or city.
    #[schema(example = "Kardia")]
    pub to: String,
    /// Which units.
    #[schema(value_type = std::collections::BTreeMap<String, u16>)]
    pub units: Units,
}

impl OrderKind for TransferUnits {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "transfer",
        example: r#"transfer "Division 1" to "Kardia" 2 HO, 1 ST"#,
        read: |line| {
            let from = line.name(NameKind::Command)?;
            line.expect("to")?;
            let to = line.name(NameKind::Command)?;
            Ok(Self { from, to, units: line.units()? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Passes units from one command to another in its hex", &["ST-9.2", "ST-10.1", "ST-11.6", "ST-15.9", "ST-16.1"], json!({ "type": "transfer_units", "from": "Division 1", "to": "Kardia", "units": { "hoplite": 2 } }), r#"transfer "Division 1" to "Kardia" 2 HO"#)
    }

    /// ST-9.2, ST-10, ST-15.9.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (from, to) = (ctx.command(&self.from, "from")?, ctx.command(&self.to, "to")?);
        ctx.some(&self.units, "units")?;
        ctx.in_one_line(from, to)?;
        pyramid::transfer_units(ctx.sc, ctx.st, from, to, &self.units).map_err(|why| match why {
            NoTransfer::Apart => Refusal::new("apart", "ST-9.2", "the commands are not in one hex").at("to"),
            NoTransfer::TooFew => Refusal::new("too_few", "ST-9.2", "the command has not so many of them").at("units"),
            NoTransfer::Limit => Refusal::new("limit", "ST-10.1", "the other cannot hold them")
                .hint("a division holds 30 regiments, a fleet 10 squadrons, walls 3 regiments for each point")
                .at("units"),
            NoTransfer::Blockaded => Refusal::new("blockaded", "ST-15.9", "nothing passes the walls of a blockaded city"),
            NoTransfer::Aboard => Refusal::new("aboard", "ST-R62", "what fleets carry comes aboard and ashore in the march only"),
        })
    }

    fn prospects(&self, ctx: &mut OrderContext<'_>) -> Option<Prospects> {
        let from = ctx.field(&self.from, "from").ok()?;
        prospects::of_leaving(ctx, from)
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let with_units = || ask.commands_with(|it| !it.units.is_empty());
        order
            .ask("from", || Field::one("From which command?", with_units()))
            .or_else(|| order.ask("to", || Field::one("To which command or city?", ask.beside(order, "from"))))
            .or_else(|| order.ask("units", || Field::units("Which units?", ask.units_of(order, "from"))))
    }

    fn print(&self, sc: &Scenario) -> String {
        format!("transfer {} to {} {}", quoted(&self.from), quoted(&self.to), units(sc, &self.units))
    }
}
