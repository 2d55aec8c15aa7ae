//! `allocate_special`: the Special command helps another, or none (ST-10.17).

use super::prelude::*;
use super::assignment::assign;
use crate::model::command::CommandKind;

/// The Special command helps another, or none (ST-10.17).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosAllocateSpecial, title = "StrategosAllocateSpecial")]
pub struct AllocateSpecial {
    /// Which command it helps; left out: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "Army I")]
    pub command: Option<String>,
}

impl OrderKind for AllocateSpecial {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "special",
        example: r#"special "Army I""#,
        read: |line| Ok(Self { command: line.name_or_none(NameKind::Command)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Lets the Special command help another, or none", &["ST-10.17", "ST-R20"], json!({ "type": "allocate_special", "command": "Army I" }), r#"special "Army I""#)
    }

    /// ST-10.17: in one hex.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (power, special) = (ctx.power(), CommandKind::Special);
        let own = ctx.st.commands.iter().find(|(_, it)| it.power == power && it.kind == special).map(|(id, _)| *id);
        let none = || Refusal::new("no_special", "ST-10.17", "you have no Special command").hint("raise one");
        let child = own.ok_or_else(none)?;
        let parent = self.command.as_deref().map(|to| ctx.command(to, "command")).transpose()?;
        assign(ctx, child, parent)
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order.ask("command", || Field::one("Which command does it help? Nothing: none", ask.commands()).or_nothing())
    }

    fn print(&self, _: &Scenario) -> String {
        format!("special {}", or_none(self.command.as_ref()))
    }
}
