//! Where new generals appear while the capital is lost (UM-13.13).

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

/// Where new generals appear while the capital is lost (UM-13.13). Stands until changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireSetReplacementProvince")]
pub struct SetReplacementProvince {
    /// Which.
    #[schema(example = "Padua")]
    pub province: String,
}

impl OrderKind for SetReplacementProvince {
    type Command = ProvinceId;

    const PHASE: OrderPhase = OrderPhase::Replacements;
    const RULES: &'static [&'static str] = &["UM-13.13", "UM-R43"];
    const SUMMARY: &'static str = "Says where new generals appear while the capital is lost; stands until changed";
    const VERB: Option<&'static str> = Some("replacements");
    const USAGE: &'static str = "write: replacements Padua";

    fn example() -> Self {
        Self { province: "Padua".into() }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        context.find_province(&self.province, "province")
    }

    fn judge(&place: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        context.own(place, "UM-13.13")?;
        Ok(Permission::whole())
    }

    fn foresee(place: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(place)?;
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        turn.turn.st.nation_mut(order.nation).replacement = Some(*order.what);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        true
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if order.answered("/province") {
            return None;
        }
        ask.places("/province", "Which?", |place| ask.owns(place) && ask.permits::<Self>(&place))
    }

    fn print(&self) -> String {
        format!("replacements {}", self.province)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        Ok(Self { province: line.province()? }.into())
    }
}
