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

/// The types that are raised.
const TYPES: [Word; 7] = [
    ("division", "Division"),
    ("army", "Army"),
    ("fleet", "Fleet"),
    ("armada", "Armada"),
    ("task_force", "Task force"),
    ("scouting", "Scouting command"),
    ("special", "Special command"),
];

impl OrderKind for RaiseCommand {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "raise",
        example: r#"raise division "Division 2" in "Kardia""#,
        read: |line| {
            let command = line.word("a type of command", &TYPES)?;
            let name = line.name(NameKind::New)?;
            line.expect("in")?;
            Ok(Self { command, city: line.name(NameKind::Site)?, name }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Raises a command in the hex of a city", &["ST-10.1", "ST-10.4", "ST-10.5", "ST-10.7", "ST-10.8", "ST-10.11", "ST-10.17", "ST-10.18"], json!({ "type": "raise_command", "command": "division", "city": "Kardia", "name": "Division 2" }), r#"raise division "Division 2" in "Kardia""#)
    }

    /// ST-10: where money reaches, and nobody blockades (ST-15.9).
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let city = ctx.site(&self.city, "city")?;
        let name = ctx.new_name(&self.name)?;
        let price = pyramid::price(&ctx.sc.rulings, self.command).unwrap_or_default();
        let raised = pyramid::raise(ctx.sc, ctx.st, ctx.country, self.command, city, name);
        raised.map(drop).map_err(|why| no_command(ctx, why, price))
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let types = || {
            let priced = |value: OptionValue| {
                let kind = value.value.as_str().and_then(CommandKind::of_key);
                let price = kind.and_then(|kind| pyramid::price(&ask.sc.rulings, kind)).unwrap_or_default();
                value.costing(price.0.into(), "talents")
            };
            words(&TYPES).into_iter().map(priced).collect()
        };
        let called = || {
            let key = order.text("command");
            TYPES.iter().find(|(word, _)| *word == key).map_or("Command", |(_, name)| *name)
        };
        order
            .ask("command", || Field::one("Which type of command?", types()))
            .or_else(|| order.ask("city", || Field::one("In which city?", ask.own_cities())))
            .or_else(|| order.ask("name", || ask.new_name(called())))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("raise {} {} in {}", key_of(&self.command), quoted(&self.name), quoted(&self.city))
    }
}
