//! `assign_command`: assigns a command to another, or to none (ST-9.2, ST-10, ST-11).

use super::prelude::*;
use super::assignment::assign;

/// Assigns a command to another, or to none (ST-9.2, ST-10, ST-11).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosAssignCommand, title = "StrategosAssignCommand")]
pub struct AssignCommand {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// Under which; left out: under none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "Army I")]
    pub to: Option<String>,
}

impl OrderKind for AssignCommand {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "assign",
        example: r#"assign "Division 1" to "Army I""#,
        read: |line| {
            let command = line.name(NameKind::Command)?;
            line.expect("to")?;
            Ok(Self { command, to: line.name_or_none(NameKind::Command)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Assigns a command to another, or to none", &["ST-9.1", "ST-9.2", "ST-10.1", "ST-11.2", "ST-11.3", "ST-11.4"], json!({ "type": "assign_command", "command": "Division 1", "to": "Army I" }), r#"assign "Division 1" to "Army I""#)
    }

    /// ST-9.2, ST-11: nobody comes out of a blockaded city so (ST-15.9), and what is aboard is not within walls.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let child = ctx.command(&self.command, "command")?;
        let parent = self.to.as_deref().map(|to| ctx.command(to, "to")).transpose()?;
        assign(ctx, child, parent)
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let under = || Field::one("Under which? Nothing: under none", ask.beside(order, "command")).or_nothing();
        order.ask("command", || Field::one("Which command?", ask.commands())).or_else(|| order.ask("to", under))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("assign {} to {}", quoted(&self.command), or_none(self.to.as_ref()))
    }
}
