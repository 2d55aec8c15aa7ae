//! A general gets the other command (UM-13.15).

use kernel::{FieldOptions, OptionValue, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, cost, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::notation::word;
use crate::model::combat_orders::Arm;
use crate::model::ids::GeneralId;
use crate::rules::options::generals;

/// P3: changes a general's arm (UM-13.15).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireReassignGeneral")]
pub struct ReassignGeneral {
    /// Whom.
    #[schema(example = "Bartolomeo Colleoni")]
    pub general: String,
    /// To land or sea.
    pub arm: Arm,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reassignment {
    /// Whom.
    pub general: GeneralId,
    /// To land or sea.
    pub arm: Arm,
}

impl OrderKind for ReassignGeneral {
    type Command = Reassignment;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-13.15"];
    const SUMMARY: &'static str = "Gives a general the other command, on land or at sea, for 1 RP";
    const VERB: Option<&'static str> = Some("assign");
    const USAGE: &'static str = "write: assign Colleoni sea";

    fn example() -> Self {
        Self { general: "Bartolomeo Colleoni".into(), arm: Arm::Sea }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        Ok(Reassignment { general: context.find_general(&self.general, "general")?, arm: self.arm })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Reassignment { general, arm } = command;
        context.own_general(general)?;
        if context.st.general(general).arm == arm {
            return Err(Refusal::new("superfluous", "UM-4.6", "he has that command already").uncertain());
        }
        context.credit(context.sc.economy.reassign_cost, "UM-13.15")?;
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        foreseen.spend(foreseen.sc.economy.reassign_cost);
        foreseen.st.general_mut(command.general).arm = command.arm;
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        generals::reassign(turn.turn, order.nation, order.what.general, order.what.arm);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let may = |general, arm| ask.permits::<Self>(&Reassignment { general, arm });
        let arms = [Arm::Land, Arm::Sea];
        if !order.answered("/general") {
            return ask.generals("/general", "Whom?", |general| arms.into_iter().any(|arm| may(general, arm)));
        }
        let general = ask.general(order)?;
        if order.answered("/arm") {
            return None;
        }
        let price = cost(ask.sc().economy.reassign_cost);
        let value = |arm| OptionValue { cost: Some(price.clone()), ..OptionValue::new(word(arm), format!("to {}", word(arm))) };
        let fit = arms.into_iter().filter(|&arm| may(general, arm));
        one_of("/arm", "To land or sea?", fit.map(value).collect())
    }

    fn print(&self) -> String {
        format!("assign {} {}", self.general, word(self.arm))
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let general = line.own_general()?;
        Ok(Self { general, arm: line.arm()? }.into())
    }
}
