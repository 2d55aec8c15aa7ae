//! Units of one type become another (UM-12.4, UM-12.5).

use kernel::{FieldOptions, OptionValue, Refusal};
use kernel::shorthand::{Read, Words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::context::largest;
use crate::model::ids::{ProvinceId, Rp, TypeId};
use crate::rules::options::economy;

/// P3: turns units of one type into another (UM-12.4). Investment turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireConvertTroops")]
pub struct ConvertTroops {
    /// Where.
    #[schema(example = "Ivrea")]
    pub province: String,
    /// From this type.
    #[schema(example = "LEV")]
    pub from_type: String,
    /// To this type.
    #[schema(example = "FOO")]
    pub to_type: String,
    /// How many new units.
    #[schema(minimum = 1, example = 2)]
    pub count: u16,
    /// Tribal nations without money: two units for one, free (UM-12.5).
    #[serde(default)]
    pub barter: bool,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conversion {
    /// Where.
    pub province: ProvinceId,
    /// From this type.
    pub from: TypeId,
    /// To this one.
    pub to: TypeId,
    /// How many new units.
    pub count: u16,
    /// Two units for one, free.
    pub barter: bool,
}

impl OrderKind for ConvertTroops {
    type Command = Conversion;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-12.4", "UM-12.5"];
    const SUMMARY: &'static str = "Turns units of one type into another, 2 RP each; or, for tribes without money, two units into one; \
             investment turns";
    const VERB: Option<&'static str> = Some("convert");
    const USAGE: &'static str = "write: convert 2 LEV to FOO Ivrea";

    fn example() -> Self {
        Self { province: "Ivrea".into(), from_type: "LEV".into(), to_type: "FOO".into(), count: 2, barter: false }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        Ok(Conversion {
            province: context.find_province(&self.province, "province")?,
            from: context.find_type(&self.from_type, "from_type")?,
            to: context.find_type(&self.to_type, "to_type")?,
            count: self.count,
            barter: self.barter,
        })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        // The largest legal part, in units of the new type.
        let &Conversion { province: place, from, to, count, barter } = command;
        context.season(|turn| turn.investment, "investment", "UM-12.4")?;
        context.some(count, "count", "UM-12.4")?;
        let (sc, unit) = (context.sc, context.sc.unit(from));
        if !unit.convert_to.contains(&to) || !unit.convert_nations[context.nation.index()] {
            let into: Vec<String> = unit.convert_to.iter().map(|&kind| sc.troop(kind).to_string()).collect();
            let detail = format!("{} cannot be turned into {}", sc.troop(from), sc.troop(to));
            let refusal = Refusal::new("no_conversion", "UM-12.4", detail).at("to_type");
            let may = unit.convert_nations[context.nation.index()] && !into.is_empty();
            return Err(if may { refusal.hint(format!("possible: {}", into.join(", "))) } else { refusal });
        }
        let here = context.st.stacks.count(place, context.nation, from);
        if barter {
            if !sc.is_tribal(context.nation) {
                let refusal = Refusal::new("not_tribal", "UM-12.5", "only tribal nations turn two units into one");
                return Err(refusal.at("barter"));
            }
            if context.st.nation(context.nation).treasury > Rp::ZERO {
                let refusal = Refusal::new("has_money", "UM-R34", "two units for one is for nations without money");
                return Err(refusal.at("barter").hint("pay for the conversion").uncertain());
            }
            return largest(count, [(i64::from(here / 2), &|| context.too_few(place, from, here, "UM-12.5"))]);
        }
        let few = || context.too_few(place, from, here, "UM-12.4");
        let poor = || context.no_credit(sc.economy.convert_cost.times(i64::from(count), 1), "UM-12.4");
        largest(count, [(i64::from(here), &few), (context.affordable(sc.economy.convert_cost), &poor)])
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        let part = foreseen.permit::<Self>(command)?;
        let &Conversion { province, from, to, barter, .. } = command;
        economy::effect_of_converting(foreseen.sc, &mut foreseen.st, foreseen.nation, province, [from, to], part, barter);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        let permission = turn.permit::<Self>(order)?;
        let &Conversion { province, from, to, count, barter } = order.what;
        economy::convert(turn.turn, order.nation, province, [from, to], permission.part(), barter);
        if let Some(cut) = permission.cut() {
            let (kind, at) = (turn.turn.sc.troop(to), turn.turn.st.place(turn.turn.sc, province));
            turn.turn.reduced(order.nation, order.index, format!("{count} {kind} in {at}"), cut);
        }
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let sc = ask.sc();
        let part = |province, from, to, barter| {
            ask.part::<Self>(&Conversion { province, from, to, count: u16::MAX, barter })
        };
        let may = move |place, from, to| {
            let here = ask.foreseen.st.stacks.count(place, ask.foreseen.nation, from) > 0;
            here && [false, true].into_iter().any(|barter| part(place, from, to, barter) > 0)
        };
        let into = |place, from| sc.unit(from).convert_to.iter().copied().filter(move |&to| may(place, from, to));
        let of = |place| sc.type_ids().filter(move |&from| into(place, from).next().is_some());
        if !order.answered("/province") {
            return ask.places("/province", "Where?", |place| of(place).next().is_some());
        }
        let place = ask.province(order)?;
        if !order.answered("/from_type") {
            return one_of("/from_type", "Which units?", of(place).map(|kind| ask.kind(kind)).collect());
        }
        let from = ask.unit_type(order, "from_type")?;
        if !order.answered("/to_type") {
            return one_of("/to_type", "Into what?", into(place, from).map(|kind| ask.kind(kind)).collect());
        }
        let to = ask.unit_type(order, "to_type")?;
        if !order.answered("/barter") {
            let ways = [(false, "for money"), (true, "two units for one, free")];
            let fit = ways.into_iter().filter(|&(barter, _)| part(place, from, to, barter) > 0);
            return one_of("/barter", "How?", fit.map(|(barter, words)| OptionValue::new(barter, words)).collect());
        }
        if order.answered("/count") {
            return None;
        }
        let barter = order.flag("barter");
        let each = (!barter).then_some(sc.economy.convert_cost);
        amount("/count", "How many new units?", 1, i64::from(part(place, from, to, barter)), each)
    }

    fn print(&self) -> String {
        let Self { province, from_type, to_type, count, barter } = self;
        let barter = if *barter { " barter" } else { "" };
        format!("convert {count} {from_type} to {to_type} {province}{barter}")
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let count = line.count()?;
        let from_type = line.kind()?;
        line.expect("to", Self::USAGE)?;
        let to_type = line.kind()?;
        let province = line.province()?;
        let barter = line.take("barter");
        let [from_type, to_type] = [from_type, to_type].map(|kind| line.names.type_id(kind));
        Ok(Self { province, from_type, to_type, count, barter }.into())
    }
}
