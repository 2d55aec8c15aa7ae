//! A city is destroyed by its own master (UM-10.6).

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

/// P3: destroys a city one controls, for its tax value (UM-10.6).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireSackCity")]
pub struct SackCity {
    /// Where.
    #[schema(example = "Lodi")]
    pub province: String,
}

impl OrderKind for SackCity {
    type Command = ProvinceId;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-10.6", "UM-10.8", "UM-R27"];
    const SUMMARY: &'static str = "Destroys a city of one's own for its tax value; its revenue is halved, its people do not forget";
    const VERB: Option<&'static str> = Some("sack");
    const USAGE: &'static str = "write: sack Lodi";

    fn example() -> Self {
        Self { province: "Lodi".into() }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        context.find_province(&self.province, "province")
    }

    fn judge(&place: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        context.own(place, "UM-10.6")?;
        if context.st.province(place).cty != CityStatus::Standing {
            let detail = format!("{} has no standing city", context.name(place));
            return Err(Refusal::new("no_city", "UM-10.6", detail).at("province"));
        }
        context.unthreatened(place, "its city cannot be destroyed", "UM-10.6")?;
        Ok(Permission::whole())
    }

    fn foresee(place: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(place)?;
        economy::effect_of_sacking(foreseen.sc, &mut foreseen.st, foreseen.nation, *place);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        economy::sack(turn.turn, order.nation, *order.what);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if order.answered("/province") {
            return None;
        }
        ask.places("/province", "Which city?", |place| ask.owns(place) && ask.permits::<Self>(&place))
    }

    fn print(&self) -> String {
        format!("sack {}", self.province)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        Ok(Self { province: line.province()? }.into())
    }
}
