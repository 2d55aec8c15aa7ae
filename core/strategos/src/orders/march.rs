//! `march`: a command and those that go with it take a way, hex by hex (ST-9.7, ST-R7, ST-R8, ST-R63). It stands till it is walked or changed.

use super::prelude::*;
use crate::model::ids::HexId;

/// A command and those that go with it take a way, hex by hex (ST-9.7, ST-R7, ST-R8, ST-R63). It stands till it is walked or changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosMarch, title = "StrategosMarch")]
pub struct March {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// The hexes to enter, in their order; none to halt.
    #[schema(value_type = Vec<String>, example = json!(["2405", "2406"]))]
    pub path: Vec<HexId>,
    /// Whether it is a forced march, for the whole week (ST-R63).
    #[serde(default)]
    pub forced: bool,
}

impl OrderKind for March {
    const STEP: Step = Step::Posture;

    fn info() -> OrderInfo {
        described(Self::STEP, "Sends a command and those that go with it along a way", &["ST-9.7", "ST-10.3", "ST-11.1", "ST-20.2", "ST-R7", "ST-R8", "ST-R63"], json!({ "type": "march", "command": "Army I", "path": ["2405", "2406"], "forced": false }))
    }

    /// ST-R8: each hex touches the one before, and something passes between them. A march is cut where it can go no further.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let command = ctx.field(&self.command, "command")?;
        let it = ctx.st.command(command);
        if it.inside.is_some() {
            return Err(Refusal::new("inside", "ST-11.4", "the command is within walls, under garrison orders")
                .hint("assign it to no city first")
                .at("command"));
        }
        if it.carried_by.is_some() {
            return Err(Refusal::new("aboard", "ST-10.15", "the command is aboard a fleet, and goes with it").at("command"));
        }
        if self.forced && (it.kind.is_naval() || ctx.sc.board.is_sea(it.hex)) {
            return Err(Refusal::new("not_on_land", "ST-R63", "only land forces march by force").at("forced"));
        }
        let mut here = it.hex;
        for (at, next) in self.path.iter().enumerate() {
            let side = ctx.sc.board.side(here, *next).filter(|_| ctx.sc.board.in_frame(*next));
            if !side.is_some_and(|side| side.land || side.ships()) {
                let detail = format!("nothing passes from {here} to {next}");
                return Err(Refusal::new("no_way", "ST-R5", detail)
                    .hint("each hex touches the one before")
                    .at(format!("path/{at}")));
            }
            here = *next;
        }
        let it = ctx.st.command_mut(command);
        it.path.clone_from(&self.path);
        it.forced = self.forced;
        Ok(())
    }
}
