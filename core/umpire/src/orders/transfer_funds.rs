//! Money for another nation (UM-11.1).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use crate::model::ids::{NationId, Rp};
use crate::rules::options::intrigue;

/// P3: sends money to another nation (UM-11.1).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireTransferFunds")]
pub struct TransferFunds {
    /// Who receives it.
    #[schema(example = "FLO")]
    pub recipient: String,
    /// How much.
    pub amount: Rp,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Transfer {
    /// To whom.
    pub recipient: NationId,
    /// How much.
    pub amount: Rp,
}

impl OrderKind for TransferFunds {
    type Command = Transfer;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-11.1"];
    const SUMMARY: &'static str = "Sends money to another nation, who can spend it the same turn";
    const VERB: Option<&'static str> = Some("send");
    const USAGE: &'static str = "write: send 5 to FLO";

    fn example() -> Self {
        Self { recipient: "FLO".into(), amount: Rp::whole(5) }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        Ok(Transfer { recipient: context.find_nation(&self.recipient, "recipient")?, amount: self.amount })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Transfer { recipient, amount } = command;
        context.other_nation(recipient, "UM-11.1")?;
        if amount <= Rp::ZERO {
            let refusal = Refusal::new("nothing_asked", "UM-11.1", "the order sends no money");
            return Err(refusal.hint("send more than 0 RP").at("amount"));
        }
        context.credit(amount, "UM-11.1")?;
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        foreseen.spend(command.amount);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        intrigue::transfer(turn.turn, order.nation, order.what.recipient, order.what.amount);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if !order.answered("/recipient") {
            let one = |recipient| ask.permits::<Self>(&Transfer { recipient, amount: Rp::whole(1) });
            return one_of("/recipient", "To whom?", ask.nations(one));
        }
        if order.answered("/amount") {
            return None;
        }
        amount("/amount", "How much?", 1, ask.money(), Some(Rp::whole(1)))
    }

    fn print(&self) -> String {
        format!("send {} to {}", self.amount, self.recipient)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let amount = line.money()?;
        line.expect("to", Self::USAGE)?;
        Ok(Self { recipient: line.nation()?, amount }.into())
    }
}
