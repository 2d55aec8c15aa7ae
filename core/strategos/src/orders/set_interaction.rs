//! `set_interaction`: what a command does when it sees somebody, until it is changed (ST-R11).

use super::prelude::*;

/// What a command does when it sees somebody, until it is changed (ST-R11).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSetInteraction, title = "StrategosSetInteraction")]
pub struct SetInteraction {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// 1: advance on the greatest enemy; 2: on the smallest; 3: join a friend; 4: follow an enemy; 5: follow a friend; 6: away
    /// from all enemies.
    #[schema(minimum = 1, maximum = 6, example = 4)]
    pub interaction: u8,
}

impl OrderKind for SetInteraction {
    const STEP: Step = Step::Posture;

    fn info() -> OrderInfo {
        described(
            Self::STEP,
            "Says what a command does when it sees somebody",
            &["ST-R11"],
            json!({ "type": "set_interaction", "command": "Division 1", "interaction": 4 }),
        )
    }

    /// ST-R11: commands in the field only; the routed have 6.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let command = ctx.field(&self.command, "command")?;
        if !(1..=6).contains(&self.interaction) {
            return Err(Refusal::new("interaction", "ST-R11", "an interaction order is 1 to 6").at("interaction"));
        }
        if ctx.st.command(command).routed {
            let refusal = Refusal::new("routed", "ST-R11", "the command is routed");
            return Err(refusal.hint("wait till it rallies").at("command"));
        }
        ctx.st.command_mut(command).interaction = self.interaction;
        Ok(())
    }
}
