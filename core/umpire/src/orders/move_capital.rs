//! A new capital (UM-12.1).

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
use crate::rules::ownership;

/// P3: moves the capital (UM-12.1). Investment turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireMoveCapital")]
pub struct MoveCapital {
    /// Where to.
    #[schema(example = "Padua")]
    pub province: String,
}

impl OrderKind for MoveCapital {
    type Command = ProvinceId;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-12.1", "UM-12.2"];
    const SUMMARY: &'static str = "Moves the capital, for 10 RP to a province one held at the start and 15 RP elsewhere; investment turns";
    const VERB: Option<&'static str> = Some("capital");
    const USAGE: &'static str = "write: capital Padua";

    fn example() -> Self {
        Self { province: "Padua".into() }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        context.find_province(&self.province, "province")
    }

    fn judge(&place: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        context.season(|turn| turn.investment, "investment", "UM-12.1")?;
        context.own(place, "UM-12.1")?;
        let province = context.st.province(place);
        let fit = match province.cty {
            CityStatus::Standing => true,
            CityStatus::TribalArea => context.sc.is_tribal(context.nation),
            CityStatus::Destroyed => false,
        };
        if !fit {
            let detail = format!("{} has no city to be a capital", context.name(place));
            return Err(Refusal::new("no_city", "UM-12.1", detail).at("province"));
        }
        if context.st.nation(context.nation).capital == place && province.loyalty == ownership::HOME {
            let detail = format!("{} is your capital already", context.name(place));
            return Err(Refusal::new("superfluous", "UM-12.1", detail).at("province"));
        }
        context.unthreatened(place, "it cannot become the capital", "UM-R32")?;
        context.credit(economy::capital_cost(&context.sc.economy, province.original_owner == context.nation), "UM-12.1")?;
        Ok(Permission::whole())
    }

    fn foresee(place: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(place)?;
        economy::effect_of_moving_capital(foreseen.sc, &mut foreseen.st, foreseen.nation, *place);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        economy::move_capital(turn.turn, order.nation, *order.what);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if order.answered("/province") {
            return None;
        }
        let st = &ask.foreseen.st;
        let own = |place| st.province(place).original_owner == ask.foreseen.nation;
        let price = |place| economy::capital_cost(&ask.sc().economy, own(place));
        ask.priced_places("/province", "Where to?", price, |place| ask.owns(place) && ask.permits::<Self>(&place))
    }

    fn print(&self) -> String {
        format!("capital {}", self.province)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        Ok(Self { province: line.province()? }.into())
    }
}
