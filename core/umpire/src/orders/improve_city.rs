//! Future revenue is bought (UM-9.2 to UM-9.5).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::{Read, Words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::context::largest;
use crate::model::ids::ProvinceId;
use crate::model::scenario::CityStatus;
use crate::rules::options::economy;

/// P3: improves a province's future revenue (UM-9.2). Investment turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireImproveCity")]
pub struct ImproveCity {
    /// Where.
    #[schema(example = "Padua")]
    pub province: String,
    /// Revenue points added.
    #[schema(minimum = 1, example = 1)]
    pub points: u16,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Improvement {
    /// Where.
    pub province: ProvinceId,
    /// Revenue points.
    pub points: u16,
}

impl OrderKind for ImproveCity {
    type Command = Improvement;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-9.2", "UM-9.3", "UM-R22"];
    const SUMMARY: &'static str = "Adds to a province's future revenue, 2 RP a point; investment turns";
    const VERB: Option<&'static str> = Some("improve");
    const USAGE: &'static str = "write: improve Padua 2";

    fn example() -> Self {
        Self { province: "Padua".into(), points: 2 }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        Ok(Improvement { province: context.find_province(&self.province, "province")?, points: self.points })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        // The largest legal part (UM-9.2, UM-9.3): whole points within the ceiling and the treasury.
        let &Improvement { province: place, points } = command;
        context.season(|turn| turn.investment, "investment", "UM-9.1")?;
        context.some(points, "points", "UM-9.2")?;
        context.own(place, "UM-9.2")?;
        let province = context.st.province(place);
        match province.cty {
            CityStatus::TribalArea => {
                let detail = format!("{} is a tribal area and cannot be improved", context.name(place));
                let refusal = Refusal::new("tribal_area", "UM-9.5", detail).at("province");
                return Err(refusal.hint("found a city there first, and improve it in a later investment turn"));
            }
            CityStatus::Destroyed => {
                let detail = format!("the city of {} lies in ruins", context.name(place));
                let refusal = Refusal::new("city_destroyed", "UM-9.5", detail).at("province");
                return Err(refusal.hint("rebuild it first"));
            }
            CityStatus::Standing => {}
        }
        if province.founded == context.st.turn {
            let detail = format!("{} was founded this very turn", context.name(place));
            return Err(Refusal::new("just_founded", "UM-9.9", detail).hint("improve it in a later investment turn"));
        }
        let (economy, ceiling) =
            (&context.sc.economy, economy::improvement_ceiling(&context.sc.economy, province.rev_original));
        let room = ceiling - province.rev_current - province.pending - province.bought;
        let full = || {
            let detail = format!("{} can be improved up to a revenue of {ceiling} RP", context.name(place));
            let hint = match room.in_tenths() / 10 {
                room @ 1.. => format!("room is left for {room}"),
                _ => "no whole point of room is left; improve another city".to_owned(),
            };
            Refusal::new("over_ceiling", "UM-9.3", detail).hint(hint).at("points")
        };
        let poor = || context.no_credit(economy.improve_cost.times(i64::from(points), 1), "UM-9.2");
        largest(points, [(room.in_tenths().div_euclid(10), &full), (context.affordable(economy.improve_cost), &poor)])
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        let points = foreseen.permit::<Self>(command)?;
        economy::effect_of_improving(foreseen.sc, &mut foreseen.st, foreseen.nation, command.province, points);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        let permission = turn.permit::<Self>(order)?;
        let &Improvement { province, points } = order.what;
        economy::improve(turn.turn, order.nation, province, permission.part());
        if let Some(cut) = permission.cut() {
            let what = format!("{points} points for {}", turn.turn.st.place(turn.turn.sc, province));
            turn.turn.reduced(order.nation, order.index, what, cut);
        }
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let most = |province| ask.part::<Self>(&Improvement { province, points: u16::MAX });
        if !order.answered("/province") {
            return ask.places("/province", "Where?", |place| ask.owns(place) && most(place) > 0);
        }
        if order.answered("/points") {
            return None;
        }
        let most = i64::from(most(ask.province(order)?));
        amount("/points", "How many revenue points?", 1, most, Some(ask.sc().economy.improve_cost))
    }

    fn print(&self) -> String {
        format!("improve {} {}", self.province, self.points)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let province = line.province()?;
        let points = if line.peek().is_some() { line.number("the points", u64::from(u16::MAX))? as u16 } else { 1 };
        Ok(Self { province, points }.into())
    }
}
