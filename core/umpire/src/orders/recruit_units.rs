//! Units are raised (UM-23).

use kernel::{FieldOptions, Refusal};
use kernel::shorthand::{Read, Words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::RecruitSpyNetwork;
use super::context::largest;
use crate::model::ids::{ProvinceId, TypeId};
use crate::rules::recruitment;

/// P6: raises units (UM-23).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireRecruitUnits")]
pub struct RecruitUnits {
    /// Where.
    #[schema(example = "Padua")]
    pub province: String,
    /// Type of unit.
    #[schema(example = "FOO")]
    pub unit_type: String,
    /// How many.
    #[schema(minimum = 1, example = 2)]
    pub count: u16,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recruits {
    /// Where.
    pub province: ProvinceId,
    /// Which.
    pub kind: TypeId,
    /// How many.
    pub count: u16,
}

impl OrderKind for RecruitUnits {
    type Command = Recruits;

    const PHASE: OrderPhase = OrderPhase::Recruitment;
    const RULES: &'static [&'static str] = &["UM-23.1", "UM-23.5", "UM-R85"];
    const SUMMARY: &'static str = "Raises units for 3 RP each, fleets and land units in their turns";
    const VERB: Option<&'static str> = Some("recruit");
    const USAGE: &'static str = "write: recruit 2 FOO Padua";

    fn example() -> Self {
        Self { province: "Padua".into(), unit_type: "FOO".into(), count: 2 }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        Ok(Recruits {
            province: context.find_province(&self.province, "province")?,
            kind: context.find_type(&self.unit_type, "unit_type")?,
            count: self.count,
        })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Recruits { province: place, kind, count } = command;
        let before = context.earlier.raised_before(context.nation, place, kind);
        let (sc, unit) = (context.sc, context.sc.unit(kind));
        if unit.is_fleet() {
            context.season(|turn| turn.sea_recruit, "shipbuilding", "UM-23.2")?;
        } else {
            context.season(|turn| turn.land_recruit, "recruitment on land", "UM-23.2")?;
        }
        context.some(count, "count", "UM-23.1")?;
        context.own(place, "UM-23.3")?;
        if !unit.nations[context.nation.index()] {
            let detail = format!("{} cannot be raised by your nation", sc.troop(kind));
            return Err(Refusal::new("type_not_offered", "UM-23.8", detail).at("unit_type"));
        }
        if unit.is_fleet() && !sc.province(place).coastal {
            let detail = format!("{} is not on the coast", context.name(place));
            return Err(Refusal::new("not_coastal", "UM-23.4", detail).at("province"));
        }
        let capital = context.st.nation(context.nation).capital == place;
        if !capital && context.st.contested(sc, place, context.nation) {
            let detail = format!("hostile army units are in {}", context.name(place));
            let refusal = Refusal::new("contested", "UM-23.3", detail).at("province").uncertain();
            return Err(refusal.hint("drive them out first, or raise units elsewhere"));
        }
        let offered = recruitment::available(sc, context.st, context.nation, place, kind) - i64::from(before);
        let none = || {
            let detail = format!("{} has {} {} to offer", context.name(place), offered.max(0), sc.troop(kind));
            Refusal::new("not_available", "UM-23.5", detail).at("count")
        };
        let poor = || context.no_credit(sc.economy.unit_cost.times(i64::from(count), 1), "UM-23.1");
        largest(count, [(offered, &none), (context.affordable(sc.economy.unit_cost), &poor)])
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        let part = foreseen.permit::<Self>(command)?;
        foreseen.earlier.raised.push((foreseen.nation, command.province, command.kind, part));
        foreseen.spend(foreseen.sc.economy.unit_cost.times(i64::from(part), 1));
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        let permission = turn.permit::<Self>(order)?;
        let (&Recruits { province, kind, count }, part) = (order.what, permission.part());
        recruitment::raise(turn.turn, order.nation, province, kind, part);
        turn.earlier.raised.push((order.nation, province, kind, part));
        if let Some(cut) = permission.cut() {
            let what = format!("{count} {} in {}", turn.turn.sc.troop(kind), turn.turn.st.place(turn.turn.sc, province));
            turn.turn.reduced(order.nation, order.index, what, cut);
        }
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let most = |province, kind| ask.part::<Self>(&Recruits { province, kind, count: u16::MAX });
        let kinds = |place| ask.sc().type_ids().filter(move |&kind| most(place, kind) > 0);
        if !order.answered("/province") {
            return ask.places("/province", "Where?", |place| ask.owns(place) && kinds(place).next().is_some());
        }
        let place = ask.province(order)?;
        if !order.answered("/unit_type") {
            return one_of("/unit_type", "Which units?", kinds(place).map(|kind| ask.kind(kind)).collect());
        }
        if order.answered("/count") {
            return None;
        }
        let most = i64::from(most(place, ask.unit_type(order, "unit_type")?));
        amount("/count", "How many?", 1, most, Some(ask.sc().economy.unit_cost))
    }

    fn print(&self) -> String {
        format!("recruit {} {} {}", self.count, self.unit_type, self.province)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        if line.is("1") && line.speaks_of_spies() {
            line.at += 2;
            return Ok(RecruitSpyNetwork { province: line.province()? }.into());
        }
        let (count, kind, province) = line.units_at()?;
        Ok(Self { province, unit_type: line.names.type_id(kind), count }.into())
    }
}
