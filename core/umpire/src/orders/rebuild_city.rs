//! A destroyed city is rebuilt (UM-9.6).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use crate::model::ids::ProvinceId;
use crate::model::scenario::CityStatus;
use crate::rules::options::economy;

/// P3: rebuilds a destroyed city (UM-9.6). Investment turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireRebuildCity")]
pub struct RebuildCity {
    /// Where.
    #[schema(example = "Padua")]
    pub province: String,
}

impl OrderKind for RebuildCity {
    type Command = ProvinceId;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-9.6", "UM-R23"];
    const SUMMARY: &'static str = "Rebuilds a destroyed city for twice its original revenue; investment turns";
    const VERB: Option<&'static str> = Some("rebuild");
    const USAGE: &'static str = "write: rebuild Padua";

    fn example() -> Self {
        Self { province: "Padua".into() }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        context.find_province(&self.province, "province")
    }

    fn judge(&place: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        context.season(|turn| turn.investment, "investment", "UM-9.1")?;
        context.own(place, "UM-9.6")?;
        if context.st.province(place).cty != CityStatus::Destroyed {
            let detail = format!("{} has no destroyed city", context.name(place));
            return Err(Refusal::new("not_destroyed", "UM-9.6", detail).at("province"));
        }
        context.credit(economy::rebuilding_cost(&context.sc.economy, context.st.province(place).rev_original), "UM-9.6")?;
        Ok(Permission::whole())
    }

    fn foresee(place: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(place)?;
        economy::effect_of_rebuilding(foreseen.sc, &mut foreseen.st, foreseen.nation, *place);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        economy::rebuild(turn.turn, order.nation, *order.what);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if order.answered("/province") {
            return None;
        }
        let price = |place| economy::rebuilding_cost(&ask.sc().economy, ask.foreseen.st.province(place).rev_original);
        ask.priced_places("/province", "Where?", price, |place| ask.owns(place) && ask.permits::<Self>(&place))
    }

    fn print(&self) -> String {
        format!("rebuild {}", self.province)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        Ok(Self { province: line.province()? }.into())
    }
}
