//! `set_battle_order`: how a command fights, until it is changed (ST-22.16, ST-R12).

use super::prelude::*;
use crate::model::command::BattleOrder;

/// How a command fights, until it is changed (ST-22.16, ST-R12).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSetBattleOrder, title = "StrategosSetBattleOrder")]
pub struct SetBattleOrder {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// How.
    pub order: BattleOrder,
}

/// The battle orders.
const ORDERS: [Word; 5] = [
    ("attack", "Seeks battle with enemies and neutrals"),
    ("probe", "Seeks battle with enemies only, and not to the end"),
    ("defend", "Never begins"),
    ("withdraw", "Tries to get away"),
    ("garrison", "Stays behind walls"),
];

impl OrderKind for SetBattleOrder {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "battle",
        example: r#"battle "Division 1" attack"#,
        read: |line| {
            let command = line.name(NameKind::Command)?;
            Ok(Self { command, order: line.word("a battle order", &ORDERS)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Says how a command fights", &["ST-11.4", "ST-22.16", "ST-R12"], json!({ "type": "set_battle_order", "command": "Division 1", "order": "attack" }), r#"battle "Division 1" attack"#)
    }

    /// ST-11.4, ST-R12: garrison within walls, and there nothing else. A routed command only withdraws (ST-R16).
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let command = ctx.command(&self.command, "command")?;
        ctx.obeys(command, "command")?;
        let it = ctx.st.command(command);
        let garrison = self.order == BattleOrder::Garrison;
        if it.inside.is_some() != garrison {
            let (rule, detail) = if garrison {
                ("ST-R12", "only a command within walls is a garrison")
            } else {
                ("ST-11.4", "a command within walls is a garrison, and follows the orders of the city")
            };
            return Err(Refusal::new("garrison", rule, detail).at("order"));
        }
        if it.routed {
            return Err(Refusal::new("routed", "ST-R16", "the command is routed").hint("wait till it rallies").at("command"));
        }
        ctx.st.command_mut(command).battle_order = self.order;
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order
            .ask("command", || Field::one("Which command?", ask.commands()))
            .or_else(|| order.ask("order", || Field::one("How does it fight?", words(&ORDERS))))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("battle {} {}", quoted(&self.command), key_of(&self.order))
    }
}
