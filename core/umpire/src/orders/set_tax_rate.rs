//! The tax rate of the whole nation (UM-6.3).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission, prospects};
use crate::rules::taxes;

/// UM-6.3: the highest tax rate, per cent.
pub const HIGHEST_TAX_RATE: u16 = 150;

/// P2: the tax rate of the whole nation (UM-6.3). Civilised nations, taxation turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireSetTaxRate")]
pub struct SetTaxRate {
    /// Per cent of normal revenue.
    #[schema(minimum = 0, maximum = 150, example = 100)]
    pub percent: u16,
}

impl OrderKind for SetTaxRate {
    type Command = u16;

    const PHASE: OrderPhase = OrderPhase::TaxRates;
    const RULES: &'static [&'static str] = &["UM-6.3"];
    const SUMMARY: &'static str = "Sets the tax rate of the whole nation, 0 to 150 %; civilised nations, taxation turns";
    const VERB: Option<&'static str> = Some("tax");
    const USAGE: &'static str = "write: tax 100";

    fn example() -> Self {
        Self { percent: 100 }
    }

    fn resolve(&self, _: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        Ok(self.percent)
    }

    fn judge(&percent: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        context.civilised("set_tax_rate", "UM-6.3")?;
        context.season(|turn| turn.taxation, "taxation", "UM-6.1")?;
        if percent > HIGHEST_TAX_RATE {
            let detail = format!("a tax rate of {percent} % is not possible");
            let hint = format!("any whole per cent from 0 to {HIGHEST_TAX_RATE}");
            return Err(Refusal::new("tax_rate_out_of_range", "UM-6.3", detail).hint(hint).at("percent"));
        }
        Ok(Permission::whole())
    }

    fn foresee(percent: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(percent)?;
        let nation = foreseen.nation;
        foreseen.st.nation_mut(nation).tax_rate = *percent;
        foreseen.tell("UM-6.3", |it| Some(prospects::of_taxes(it.sc, &it.st, it.nation)));
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        taxes::set_rate(turn.turn, order.nation, *order.what);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        true
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if order.answered("/percent") || !ask.permits::<Self>(&0) {
            return None;
        }
        amount("/percent", "How many per cent of normal revenue?", 0, i64::from(HIGHEST_TAX_RATE), None)
    }

    fn print(&self) -> String {
        format!("tax {}", self.percent)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let percent = line.number("the tax rate", u64::from(u16::MAX))? as u16;
        Ok(Self { percent }.into())
    }
}
