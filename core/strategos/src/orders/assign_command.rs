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

    fn info() -> OrderInfo {
        described(Self::STEP, "Assigns a command to another, or to none", &["ST-9.1", "ST-9.2", "ST-10.1", "ST-11.2", "ST-11.3", "ST-11.4"], json!({ "type": "assign_command", "command": "Division 1", "to": "Army I" }))
    }

    /// ST-9.2, ST-11: nobody comes out of a blockaded city so (ST-15.9), and what is aboard is not within walls.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let child = ctx.command(&self.command, "command")?;
        let parent = self.to.as_deref().map(|to| ctx.command(to, "to")).transpose()?;
        assign(ctx, child, parent)
    }
}
