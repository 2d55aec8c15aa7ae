//! A general goes to winter quarters (UM-31.7).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use crate::model::ids::{GeneralId, ProvinceId};
use crate::rules::winter;

/// P18: sends a general to winter quarters (UM-31.7). Last campaigning turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireWinterDestination")]
pub struct WinterDestination {
    /// Whom.
    #[schema(example = "Bartolomeo Colleoni")]
    pub general: String,
    /// Where to.
    #[schema(example = "Padua")]
    pub province: String,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinterQuarters {
    /// Whom.
    pub general: GeneralId,
    /// Where to.
    pub province: ProvinceId,
}

impl OrderKind for WinterDestination {
    type Command = WinterQuarters;

    const PHASE: OrderPhase = OrderPhase::WinterQuarters;
    const RULES: &'static [&'static str] = &["UM-31.7", "UM-R97"];
    const SUMMARY: &'static str = "Sends a general to winter in a province of one's own, at any distance; last campaigning turn";
    const VERB: Option<&'static str> = Some("winter");
    const USAGE: &'static str = "write: winter Colleoni Padua";

    fn example() -> Self {
        Self { general: "Bartolomeo Colleoni".into(), province: "Padua".into() }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        let general = context.find_general(&self.general, "general")?;
        Ok(WinterQuarters { general, province: context.find_province(&self.province, "province")? })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &WinterQuarters { general, province: place } = command;
        context.season(|turn| turn.last_campaign, "retirement to winter quarters", "UM-31.7")?;
        context.own_general(general)?;
        context.own(place, "UM-31.7").map_err(Refusal::uncertain)?;
        for contested in [context.st.general(general).province, place] {
            if context.st.contested(context.sc, contested, context.nation) {
                let detail = format!("hostile army units in {} are in his way", context.name(contested));
                return Err(Refusal::new("contested", "UM-R97", detail).uncertain());
            }
        }
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        winter::send(turn.turn, order.nation, order.what.general, order.what.province);
        Ok(())
    }

    fn replaced_by(command: &Self::Command, later: &Self::Command) -> bool {
        command.general == later.general
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let may = |general, province| ask.owns(province) && ask.permits::<Self>(&WinterQuarters { general, province });
        if !order.answered("/general") {
            return ask.generals("/general", "Whom?", |general| ask.sc().province_ids().any(|place| may(general, place)));
        }
        let general = ask.general(order)?;
        if order.answered("/province") {
            return None;
        }
        ask.places("/province", "Where to?", |place| may(general, place))
    }

    fn print(&self) -> String {
        format!("winter {} {}", self.general, self.province)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let general = line.own_general()?;
        Ok(Self { general, province: line.province()? }.into())
    }
}
