//! A general is promoted or demoted (UM-13.16).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use crate::model::ids::GeneralId;
use crate::rules::options::generals;

/// UM-13.10: the seniority of a king.
pub const HIGHEST_SENIORITY: u8 = 15;

/// P3: promotes or demotes a general (UM-13.16).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireSetSeniority")]
pub struct SetSeniority {
    /// Whom.
    #[schema(example = "Bartolomeo Colleoni")]
    pub general: String,
    /// New seniority.
    #[schema(minimum = 0, maximum = 15, example = 10)]
    pub level: u8,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Promotion {
    /// Whom.
    pub general: GeneralId,
    /// New seniority.
    pub level: u8,
}

impl OrderKind for SetSeniority {
    type Command = Promotion;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-13.16", "UM-R42"];
    const SUMMARY: &'static str = "Promotes or demotes a general; those passed over may resent it";
    const VERB: Option<&'static str> = Some("rank");
    const USAGE: &'static str = "write: rank Colleoni 10";

    fn example() -> Self {
        Self { general: "Bartolomeo Colleoni".into(), level: 10 }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        Ok(Promotion { general: context.find_general(&self.general, "general")?, level: self.level })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Promotion { general, level } = command;
        context.own_general(general)?;
        if level > HIGHEST_SENIORITY {
            let detail = format!("there is no seniority {level}");
            let hint = format!("from 0 to {HIGHEST_SENIORITY}, the king");
            return Err(Refusal::new("seniority_out_of_range", "UM-13.10", detail).hint(hint).at("level"));
        }
        if context.st.general(general).seniority == level {
            return Err(Refusal::new("superfluous", "UM-4.6", "he has that seniority already").uncertain());
        }
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        foreseen.st.general_mut(command.general).seniority = command.level;
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        let &Promotion { general, level } = order.what;
        generals::set_seniority(turn.turn, &mut turn.earlier, order.nation, general, level);
        Ok(())
    }

    fn replaced_by(command: &Self::Command, later: &Self::Command) -> bool {
        command.general == later.general
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if !order.answered("/general") {
            return ask.generals("/general", "Whom?", |_| true);
        }
        if order.answered("/level") {
            return None;
        }
        amount("/level", "Which seniority?", 0, i64::from(HIGHEST_SENIORITY), None)
    }

    fn print(&self) -> String {
        format!("rank {} {}", self.general, self.level)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let general = line.own_general()?;
        let level = line.number("the seniority", u64::from(u8::MAX))? as u8;
        Ok(Self { general, level }.into())
    }
}
