//! `raise_command`: raises a command in the hex of a city (ST-10).

use super::prelude::*;
use super::refusals::no_command;
use crate::model::command::CommandKind;
use crate::rules::pyramid;

/// Raises a command in the hex of a city (ST-10).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosRaiseCommand, title = "StrategosRaiseCommand")]
pub struct RaiseCommand {
    /// Of which type.
    pub command: CommandKind,
    /// In which city.
    #[schema(example = "Kardia")]
    pub city: String,
    /// Its name.
    #[schema(example = "Division 2")]
    pub name: String,
}

impl OrderKind for RaiseCommand {
    const STEP: Step = Step::Administration;

    fn info() -> OrderInfo {
        described(Self::STEP, "Raises a command in the hex of a city", &["ST-10.1", "ST-10.4", "ST-10.5", "ST-10.7", "ST-10.8", "ST-10.11", "ST-10.17", "ST-10.18"], json!({ "type": "raise_command", "command": "division", "city": "Kardia", "name": "Division 2" }))
    }

    /// ST-10: where money reaches, and nobody blockades (ST-15.9).
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let city = ctx.site(&self.city, "city")?;
        let name = ctx.new_name(&self.name)?;
        let price = pyramid::price(&ctx.sc.rulings, self.command).unwrap_or_default();
        let raised = pyramid::raise(ctx.sc, ctx.st, ctx.country, self.command, city, name);
        raised.map(drop).map_err(|why| no_command(ctx, why, price))
    }
}
