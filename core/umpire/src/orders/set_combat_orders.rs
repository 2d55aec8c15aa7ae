//! Standing combat orders where a general is (UM-15.9, UM-18).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{combat_orders as combat_orders_of, OptionContext, PartialOrder};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::notation::combat_orders;
use crate::model::combat_orders::{CombatOrders, DefaultAction};
use crate::model::ids::GeneralId;
use crate::rules::movement::Movement;

/// P5: standing orders of the nation's troops where a general is (UM-15.9, UM-18).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireSetCombatOrders")]
pub struct SetCombatOrders {
    /// Who gives them.
    #[schema(example = "Sforza")]
    pub general: String,
    /// For the fleet there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fleet: Option<CombatOrders>,
    /// For the army there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<CombatOrders>,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StandingCombatOrders {
    /// Who gives them.
    pub general: GeneralId,
    /// For the fleet there.
    pub fleet: Option<CombatOrders>,
    /// For the army there.
    pub army: Option<CombatOrders>,
}

impl OrderKind for SetCombatOrders {
    type Command = StandingCombatOrders;

    const PHASE: OrderPhase = OrderPhase::Movement;
    const RULES: &'static [&'static str] = &["UM-18.1", "UM-18.6", "UM-18.8"];
    const SUMMARY: &'static str = "Gives the standing orders of one's fleet and army where a general is: risk 1 to 3, and M manoeuvre, \
             R retreat or D defend when unwilling to fight";
    const VERB: Option<&'static str> = None;
    const USAGE: &'static str = "write: Carne army 1D";

    fn example() -> Self {
        Self { general: "Carne".into(), fleet: None, army: Some(CombatOrders::new(1, DefaultAction::Defend)) }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        let general = context.find_general(&self.general, "general")?;
        Ok(StandingCombatOrders { general, fleet: self.fleet, army: self.army })
    }

    fn judge(_: &Self::Command, _: &OrderContext<'_>) -> Result<Permission, Refusal> {
        // Judged with the movements before it on the list, which decide where the general is (UM-15.9).
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.movements.push((foreseen.index, movement(command)));
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.movements[order.nation.index()].push((order.index, movement(order.what)));
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if !order.answered("/general") {
            return ask.generals("/general", "Who gives them?", |_| true);
        }
        if !order.answered("/fleet") {
            return Some(combat_orders_of("/fleet", "How does the fleet fight?").or_nothing());
        }
        if order.answered("/army") {
            return None;
        }
        let question = combat_orders_of("/army", "How does the army fight?");
        Some(if order.left_out("/fleet") { question } else { question.or_nothing() })
    }

    fn print(&self) -> String {
        match (self.fleet, self.army) {
            (None, None) => format!("{} fleet - army -", self.general),
            (fleet, army) => format!("{}{}", self.general, combat_orders(fleet, army)),
        }
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        line.movement()
    }
}

fn movement(&StandingCombatOrders { general, fleet, army }: &StandingCombatOrders) -> Movement {
    Movement::CombatOrders { general, fleet, army }
}
