//! A spy network in any city (UM-23.7).

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
use crate::rules::recruitment;

/// P6: raises a spy network in any city (UM-23.7).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireRecruitSpyNetwork")]
pub struct RecruitSpyNetwork {
    /// Where.
    #[schema(example = "Brescia")]
    pub province: String,
}

impl OrderKind for RecruitSpyNetwork {
    type Command = ProvinceId;

    const PHASE: OrderPhase = OrderPhase::Recruitment;
    const RULES: &'static [&'static str] = &["UM-23.7", "UM-R86"];
    const SUMMARY: &'static str = "Sets up a spy network in any city, for 3 RP";
    const VERB: Option<&'static str> = Some("spies");
    const USAGE: &'static str = "write: spies Brescia";

    fn example() -> Self {
        Self { province: "Brescia".into() }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        context.find_province(&self.province, "province")
    }

    fn judge(&place: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let province = context.st.province(place);
        if province.spies.has(context.nation) {
            let detail = format!("you have a spy network in {} already, and a second is useless", context.name(place));
            return Err(Refusal::new("network_there", "UM-23.7", detail).at("province"));
        }
        if province.cty != CityStatus::Standing {
            let detail = format!("there is no city in {} for a spy network", context.name(place));
            let refusal = Refusal::new("no_city", "UM-R86", detail).at("province");
            return Err(if province.owner == context.nation { refusal } else { refusal.uncertain() });
        }
        context.credit(context.sc.economy.unit_cost, "UM-23.1")?;
        Ok(Permission::whole())
    }

    fn foresee(place: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(place)?;
        foreseen.spend(foreseen.sc.economy.unit_cost);
        foreseen.st.province_mut(*place).spies.add(foreseen.nation);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        recruitment::raise_network(turn.turn, order.nation, *order.what);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if order.answered("/province") {
            return None;
        }
        let price = ask.sc().economy.unit_cost;
        ask.priced_places("/province", "In which city?", |_| price, |place| ask.permits::<Self>(&place))
    }

    fn print(&self) -> String {
        format!("spies {}", self.province)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        Ok(Self { province: line.province()? }.into())
    }
}
