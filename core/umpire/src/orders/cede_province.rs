//! A province is given away (UM-12.3).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use crate::model::ids::{NationId, ProvinceId};
use crate::rules::options::economy;
use crate::rules::ownership;

/// P3: gives a province to another nation (UM-12.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireCedeProvince")]
pub struct CedeProvince {
    /// Which.
    #[schema(example = "Ravenna")]
    pub province: String,
    /// To whom.
    #[schema(example = "PAP")]
    pub recipient: String,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cession {
    /// Which.
    pub province: ProvinceId,
    /// To whom.
    pub recipient: NationId,
}

impl OrderKind for CedeProvince {
    type Command = Cession;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-12.3", "UM-R33"];
    const SUMMARY: &'static str = "Gives a province to another nation; troops there stay one's own";
    const VERB: Option<&'static str> = Some("cede");
    const USAGE: &'static str = "write: cede Ravenna to PAP";

    fn example() -> Self {
        Self { province: "Ravenna".into(), recipient: "PAP".into() }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        let province = context.find_province(&self.province, "province")?;
        Ok(Cession { province, recipient: context.find_nation(&self.recipient, "recipient")? })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Cession { province: place, recipient } = command;
        context.own(place, "UM-12.3")?;
        context.other_nation(recipient, "UM-12.3")?;
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        ownership::hand_over(foreseen.sc, &mut foreseen.st, command.province, command.recipient);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        economy::cede(turn.turn, order.nation, order.what.province, order.what.recipient);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if !order.answered("/province") {
            if ask.nations(|_| true).is_empty() {
                return None;
            }
            return ask.places("/province", "Which?", |place| ask.owns(place));
        }
        if order.answered("/recipient") {
            return None;
        }
        one_of("/recipient", "To whom?", ask.nations(|_| true))
    }

    fn print(&self) -> String {
        format!("cede {} to {}", self.province, self.recipient)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let province = line.province()?;
        line.expect("to", Self::USAGE)?;
        Ok(Self { province, recipient: line.nation()? }.into())
    }
}
