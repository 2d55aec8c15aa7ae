//! Money for an officer of a hostile garrison (UM-11.6).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission, prospects};
use crate::model::ids::{ProvinceId, Rp};
use crate::model::scenario::CityStatus;
use crate::rules::options::intrigue;
use crate::rules::ownership;

/// P3: offers money to an officer of an enemy garrison (UM-11.6). Needs an own spy network there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireOfferBribe")]
pub struct OfferBribe {
    /// Where.
    #[schema(example = "Brescia")]
    pub province: String,
    /// How much.
    pub amount: Rp,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bribe {
    /// Where.
    pub province: ProvinceId,
    /// How much.
    pub amount: Rp,
}

impl OrderKind for OfferBribe {
    type Command = Bribe;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-11.6", "UM-11.7", "UM-R31"];
    const SUMMARY: &'static str = "Offers money to an officer of an enemy garrison, to open the gate this turn; needs own spies in the city";
    const VERB: Option<&'static str> = Some("bribe");
    const USAGE: &'static str = "write: bribe Brescia 10";

    fn example() -> Self {
        Self { province: "Milan".into(), amount: Rp::whole(10) }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        Ok(Bribe { province: context.find_province(&self.province, "province")?, amount: self.amount })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Bribe { province: place, amount } = command;
        context.at_least(amount, Rp::whole(1), "a bribe", "UM-11.6")?;
        let province = context.st.province(place);
        if !province.spies.has(context.nation) {
            let detail = format!("you have no spy network in {}", context.name(place));
            let refusal = Refusal::new("no_network", "UM-11.6", detail).at("province");
            return Err(refusal.hint("raise one there first: it can carry bribes from the next turn"));
        }
        if province.owner == context.nation {
            let detail = format!("the garrison of {} is your own", context.name(place));
            return Err(Refusal::new("own_garrison", "UM-11.6", detail).at("province"));
        }
        if province.cty != CityStatus::Standing {
            let detail = format!("{} has no standing city", context.name(place));
            return Err(Refusal::new("no_city", "UM-11.6", detail).at("province").uncertain());
        }
        let hostile = context.st.hostile(context.sc, place, context.nation, province.owner);
        if !hostile || !ownership::garrisoned(context.sc, context.st, place) {
            let detail = format!("there is no hostile garrison in {}", context.name(place));
            return Err(Refusal::new("no_garrison", "UM-11.6", detail).at("province").uncertain());
        }
        context.credit(amount, "UM-11.6")?;
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        let &Bribe { province, amount } = command;
        foreseen.earlier.first_bribe(foreseen.sc, &foreseen.st, foreseen.nation, province)?;
        foreseen.permit::<Self>(command)?;
        foreseen.tell("UM-R31", |it| Some(prospects::of_bribe(it.sc, &it.st, province, amount)));
        foreseen.earlier.bribes.push((foreseen.nation, province));
        foreseen.spend(amount);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        let &Bribe { province, amount } = order.what;
        turn.earlier.first_bribe(turn.turn.sc, turn.turn.st, order.nation, province)?;
        intrigue::bribe(turn.turn, &mut turn.earlier, order.nation, province, amount);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        if !order.answered("/province") {
            let Foreseen { sc, st, nation, earlier, .. } = ask.foreseen;
            let first = |place| earlier.first_bribe(sc, st, *nation, place).is_ok();
            let may = |province| ask.permits::<Self>(&Bribe { province, amount: Rp::whole(1) });
            return ask.places("/province", "In which city?", |place| first(place) && may(place));
        }
        if order.answered("/amount") {
            return None;
        }
        amount("/amount", "For how much?", 1, ask.money(), Some(Rp::whole(1)))
    }

    fn print(&self) -> String {
        format!("bribe {} {}", self.province, self.amount)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let province = line.province()?;
        Ok(Self { province, amount: line.money()? }.into())
    }
}
