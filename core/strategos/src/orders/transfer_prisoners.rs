//! `transfer_prisoners`: prisoners pass to another command, or to a city, which sells them (ST-17.2, ST-17.4).

use super::prelude::*;
use crate::model::command::CommandKind;
use crate::rules::prisoners;

/// Prisoners pass to another command, or to a city, which sells them (ST-17.2, ST-17.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosTransferPrisoners, title = "StrategosTransferPrisoners")]
pub struct TransferPrisoners {
    /// From which command.
    #[schema(example = "Division 1")]
    pub from: String,
    /// To which command or city.
    #[schema(example = "Kardia")]
    pub to: String,
}

impl OrderKind for TransferPrisoners {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "prisoners",
        example: r#"prisoners "Division 1" to "Kardia""#,
        read: |line| {
            let from = line.name(NameKind::Command)?;
            line.expect("to")?;
            Ok(Self { from, to: line.name(NameKind::Command)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Passes prisoners to another command, or to a city, which sells them", &["ST-17.2", "ST-17.4", "ST-17.5"], json!({ "type": "transfer_prisoners", "from": "Division 1", "to": "Kardia" }), r#"prisoners "Division 1" to "Kardia""#)
    }

    /// ST-17.2: in one hex, and not to a Scouting command.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (from, to) = (ctx.command(&self.from, "from")?, ctx.command(&self.to, "to")?);
        ctx.in_one_line(from, to)?;
        let (giver, taker) = (ctx.st.command(from), ctx.st.command(to));
        if giver.prisoners.is_empty() {
            return Err(Refusal::new("no_prisoners", "ST-17.2", "the command leads no prisoners").at("from"));
        }
        if taker.kind == CommandKind::Scouting {
            return Err(Refusal::new("scouting", "ST-17.2", "a Scouting command leads no prisoners").at("to"));
        }
        if from == to || giver.hex != taker.hex {
            return Err(Refusal::new("apart", "ST-9.2", "the commands are not in one hex").at("to"));
        }
        if !prisoners::transfer(ctx.st, from, to) {
            return Err(Refusal::new("blockaded", "ST-15.9", "nothing passes the walls of a blockaded city"));
        }
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let with_prisoners = || ask.commands_with(|it| !it.prisoners.is_empty());
        order
            .ask("from", || Field::one("From which command?", with_prisoners()))
            .or_else(|| order.ask("to", || Field::one("To which command or city?", ask.beside(order, "from"))))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("prisoners {} to {}", quoted(&self.from), quoted(&self.to))
    }
}
