//! `establish_command_base`: sets up a Command Base in a captured city (ST-3.7).

use super::prelude::*;
use crate::model::command::CommandKind;
use crate::rules::money::{self, NoBase};

/// Sets up a Command Base in a captured city (ST-3.7).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosEstablishCommandBase, title = "StrategosEstablishCommandBase")]
pub struct EstablishCommandBase {
    /// In which city.
    #[schema(example = "Elis")]
    pub city: String,
    /// The command that is there.
    #[schema(example = "Division 1")]
    pub command: String,
}

impl OrderKind for EstablishCommandBase {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "base",
        example: r#"base "Elis" by "Division 1""#,
        read: |line| {
            let city = line.name(NameKind::Site)?;
            line.expect("by")?;
            Ok(Self { city, command: line.name(NameKind::Command)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Sets up a Command Base in a captured city", &["ST-3.6", "ST-3.7"], json!({ "type": "establish_command_base", "city": "Elis", "command": "Division 1" }), r#"base "Elis" by "Division 1""#)
    }

    /// ST-3.7: the command is there, and no Scouting command.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let site = ctx.site(&self.city, "city")?;
        let command = ctx.field(&self.command, "command")?;
        let no_command = || {
            Refusal::new("no_command", "ST-3.7", "it takes a command in the city's hex, which may not be a Scouting command")
                .at("command")
        };
        let it = ctx.st.command(command);
        if it.hex != ctx.st.site(site).hex || it.kind == CommandKind::Scouting {
            return Err(no_command());
        }
        let price = Talents(ctx.sc.rulings.cities.base_cost as u32);
        money::establish_base(ctx.sc, ctx.st, ctx.country, site).map_err(|why| match why {
            NoBase::NotCaptured => Refusal::new("not_captured", "ST-3.7", "it is no city that you captured").at("city"),
            NoBase::InRange => Refusal::new("in_range", "ST-3.7", "your money reaches it without a base").at("city"),
            NoBase::NoCommand => no_command(),
            NoBase::Stands => Refusal::new("has_base", "ST-3.7", "it has a Command Base").at("city"),
            NoBase::TooDear => ctx.too_dear("ST-3.7", price),
        })
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let there = || {
            let hex = ask.site(order, "city").map(|city| ask.st.site(city).hex);
            ask.commands_with(|it| !it.kind.is_site() && Some(it.hex) == hex)
        };
        order
            .ask("city", || Field::one("In which city?", ask.own_cities()))
            .or_else(|| order.ask("command", || Field::one("Which command?", there())))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("base {} by {}", quoted(&self.city), quoted(&self.command))
    }
}
