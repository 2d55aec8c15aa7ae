//! Units and spy networks are disbanded (UM-8).

use kernel::{FieldOptions, OptionValue, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::lookup::fold;
use crate::model::ids::{ProvinceId, TypeId};
use crate::rules::options::economy;

/// P3: disbands units, or a spy network (UM-8). Demobilisation turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireDisbandUnits")]
pub struct DisbandUnits {
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
pub struct Disbandment {
    /// Where.
    pub province: ProvinceId,
    /// Which units; nothing for a spy network.
    pub kind: Option<TypeId>,
    /// How many.
    pub count: u16,
}

impl OrderKind for DisbandUnits {
    type Command = Disbandment;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-8.1", "UM-8.3"];
    const SUMMARY: &'static str = "Disbands units, or a spy network; demobilisation turns. As many army units as a captured province has revenue make it \
             a colony";
    const VERB: Option<&'static str> = Some("disband");
    const USAGE: &'static str = "write: disband 3 FOO Padua";

    fn example() -> Self {
        Self { province: "Padua".into(), unit_type: "FOO".into(), count: 3 }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        let spies = fold(&self.unit_type) == fold(context.sc.spy.as_str());
        let province = context.find_province(&self.province, "province")?;
        let kind = if spies { None } else { Some(context.find_type(&self.unit_type, "unit_type")?) };
        Ok(Disbandment { province, kind, count: self.count })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Disbandment { province: place, kind, count } = command;
        match kind {
            Some(kind) => units(context, place, kind, count),
            None => network(context, place, count),
        }
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        let &Disbandment { province, kind, count } = command;
        let nation = foreseen.nation;
        match kind {
            Some(kind) => {
                economy::effect_of_disbanding(
                    foreseen.sc, &mut foreseen.st, &mut foreseen.earlier, nation, province, kind, count,
                );
            }
            None => foreseen.st.province_mut(province).spies.remove(nation),
        }
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        let &Disbandment { province, kind, count } = order.what;
        match kind {
            Some(kind) => economy::disband(turn.turn, &mut turn.earlier, order.nation, province, kind, count),
            None => economy::disband_network(turn.turn, order.nation, province),
        }
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let disband = |province, kind| Disbandment { province, kind, count: 1 };
        let kinds = |place: ProvinceId| {
            let all = ask.sc().type_ids().map(Some).chain([None]);
            let here = move |kind| ask.foreseen.st.stacks.count(place, ask.foreseen.nation, kind) > 0;
            all.filter(move |&kind| kind.is_none_or(here) && ask.permits::<Self>(&disband(place, kind)))
        };
        if !order.answered("/province") {
            return ask.places("/province", "Where?", |place| kinds(place).next().is_some());
        }
        let place = ask.province(order)?;
        if !order.answered("/unit_type") {
            let spies = || OptionValue::new(ask.sc().spy.to_string(), "the spy network");
            let values = kinds(place).map(|kind| kind.map_or_else(spies, |kind| ask.kind(kind)));
            return one_of("/unit_type", "Which units?", values.collect());
        }
        if order.answered("/count") {
            return None;
        }
        let most = match ask.unit_type(order, "unit_type") {
            Some(kind) => ask.foreseen.st.stacks.count(place, ask.foreseen.nation, kind),
            None => 1,
        };
        amount("/count", "How many?", 1, i64::from(most), None)
    }

    fn print(&self) -> String {
        format!("disband {} {} {}", self.count, self.unit_type, self.province)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        if line.speaks_of_spies() {
            let count = line.count()?;
            line.at += 1;
            let unit_type = line.names.sc.spy.to_string();
            return Ok(Self { province: line.province()?, unit_type, count }.into());
        }
        let (count, kind, province) = line.units_at()?;
        Ok(Self { province, unit_type: line.names.type_id(kind), count }.into())
    }
}

fn units(context: &OrderContext<'_>, place: ProvinceId, kind: TypeId, count: u16) -> Result<Permission, Refusal> {
    context.season(|turn| turn.demobilisation, "demobilisation", "UM-8.1")?;
    context.some(count, "count", "UM-8.1")?;
    let here = context.st.stacks.count(place, context.nation, kind);
    if here < count {
        return Err(context.too_few(place, kind, here, "UM-8.1"));
    }
    Ok(Permission::whole())
}

/// UM-3.1: a spy network is disbanded like a unit.
fn network(context: &OrderContext<'_>, place: ProvinceId, count: u16) -> Result<Permission, Refusal> {
    context.season(|turn| turn.demobilisation, "demobilisation", "UM-8.1")?;
    context.some(count, "count", "UM-8.1")?;
    if !context.st.province(place).spies.has(context.nation) {
        let detail = format!("you have no spy network in {}", context.name(place));
        return Err(Refusal::new("no_network", "UM-8.1", detail).at("province"));
    }
    if count > 1 {
        let detail = format!("there is one spy network of yours in {}, not {count}", context.name(place));
        return Err(Refusal::new("too_few_units", "UM-8.1", detail).at("count"));
    }
    Ok(Permission::whole())
}
