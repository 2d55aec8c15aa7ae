//! A general is hired (UM-13.14).

use kernel::{FieldOptions, OptionValue, Refusal};
use kernel::shorthand::{Read, Words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, cost};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::notation::word;
use crate::model::combat_orders::Arm;
use crate::model::ids::ProvinceId;
use crate::rules::options::generals;

/// P3: hires a general (UM-13.14).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireAppointGeneral")]
pub struct AppointGeneral {
    /// Where he appears when the capital is lost (UM-13.13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "Padua")]
    pub province: Option<String>,
    /// Land or sea.
    #[serde(default = "land", skip_serializing_if = "is_land")]
    pub arm: Arm,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Appointment {
    /// Where he appears when the capital is lost.
    pub province: Option<ProvinceId>,
    /// Land or sea.
    pub arm: Arm,
}

impl OrderKind for AppointGeneral {
    type Command = Appointment;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-13.14", "UM-R36", "UM-R43"];
    const SUMMARY: &'static str = "Hires a general for 6 RP";
    const VERB: Option<&'static str> = Some("appoint");
    const USAGE: &'static str = "write: appoint sea Padua";

    fn example() -> Self {
        Self { province: Some("Padua".into()), arm: Arm::Sea }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        let province = self.province.as_deref().map(|word| context.find_province(word, "province")).transpose()?;
        Ok(Appointment { province, arm: self.arm })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let chosen = command.province;
        if let Some(place) = chosen {
            context.own(place, "UM-13.13")?;
        } else if context.st.owned_by(context.nation).next().is_none() {
            return Err(Refusal::new("no_province", "UM-13.13", "a new general needs an own province to appear in"));
        }
        context.credit(context.sc.economy.general_cost, "UM-13.14")?;
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        foreseen.spend(foreseen.sc.economy.general_cost);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        generals::appoint(turn.turn, order.nation, order.what.province, order.what.arm)
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if !ask.permits::<Self>(&Appointment { province: None, arm: Arm::Land }) {
            return None;
        }
        if !order.answered("/arm") {
            let price = ask.sc().economy.general_cost;
            let value = |arm| OptionValue { cost: Some(cost(price)), ..OptionValue::new(word(arm), format!("at {}", word(arm))) };
            let values = [Arm::Land, Arm::Sea].map(value);
            return Some(FieldOptions::one_of("/arm", "On land or at sea?", values.into()).or_nothing());
        }
        if order.answered("/province") {
            return None;
        }
        let own = |place| ask.owns(place) && ask.permits::<Self>(&Appointment { province: Some(place), arm: Arm::Land });
        ask.places("/province", "Where, if the capital is lost?", own).map(FieldOptions::or_nothing)
    }

    fn print(&self) -> String {
        let arm = word(self.arm);
        match &self.province {
            None => format!("appoint {arm}"),
            Some(province) => format!("appoint {arm} {province}"),
        }
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let arm = if line.is("land") || line.is("sea") { line.arm()? } else { Arm::Land };
        let province = if line.peek().is_some() { Some(line.province()?) } else { None };
        Ok(Self { province, arm }.into())
    }
}

fn land() -> Arm {
    Arm::Land
}

fn is_land(arm: &Arm) -> bool {
    *arm == Arm::Land
}
