//! `abandon_task`: troops give up looting or pillage (ST-5.9).

use super::prelude::*;
use crate::rules::plunder;

/// Troops give up looting or pillage (ST-5.9).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosAbandonTask, title = "StrategosAbandonTask")]
pub struct AbandonTask {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
}

impl OrderKind for AbandonTask {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "abandon",
        example: r#"abandon "Division 1""#,
        read: |line| Ok(Self { command: line.name(NameKind::Command)? }.into()),
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Gives up looting or pillage", &["ST-5.9"], json!({ "type": "abandon_task", "command": "Division 1" }), r#"abandon "Division 1""#)
    }

    /// ST-5.9: no income; the after-effects stay.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let command = ctx.field(&self.command, "command")?;
        ctx.obeys(command, "command")?;
        if !plunder::abandon(ctx.st, command) {
            return Err(Refusal::new("no_task", "ST-5.9", "the command neither loots nor pillages").at("command"));
        }
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order.ask("command", || Field::one("Which command?", ask.field_commands()))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("abandon {}", quoted(&self.command))
    }
}
