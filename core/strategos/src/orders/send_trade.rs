//! `send_trade`: builds a trade unit and sends it to a foreign city (ST-3.11, ST-22.17, ST-R58).

use kernel::words::count;

use super::prelude::*;
use super::refusals::out_of_reach;
use crate::model::ids::HexId;
use crate::rules::trade::{self, Goal, NoTrade};

/// Builds a trade unit and sends it to a foreign city, by land all the way or by sea all the way (ST-R58). It brings money when
/// it comes there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSendTrade, title = "StrategosSendTrade")]
pub struct SendTrade {
    /// From which city of one's own.
    #[schema(example = "Kardia")]
    pub from: String,
    /// To which foreign city.
    #[schema(example = "Byzantion")]
    pub to: String,
    /// The hexes to enter, that of the city last; left out or none: the quickest way, past the cities of enemies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<String>, example = json!([]))]
    pub route: Vec<HexId>,
}

impl OrderKind for SendTrade {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "trade",
        example: r#"trade "Kardia" to "Byzantion""#,
        read: |line| {
            let from = line.name(NameKind::Site)?;
            line.take("to");
            let to = line.name(NameKind::Site)?;
            let mut route = Vec::new();
            let named = line.take("by");
            while named && (route.is_empty() || line.has_hex()) {
                route.push(line.hex()?);
                line.take(",");
            }
            Ok(Self { from, to, route }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Builds a trade unit and sends it to a foreign city", &["ST-3.11", "ST-22.17", "ST-R58"], json!({ "type": "send_trade", "from": "Kardia", "to": "Byzantion" }), r#"trade "Kardia" to "Byzantion""#)
    }

    /// ST-R58: 50 talents; it sets out with the march of the week.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (from, to) = (ctx.site(&self.from, "from")?, ctx.site(&self.to, "to")?);
        let price = Talents(ctx.sc.rulings.trade.cost as u32);
        trade::send(ctx.sc, ctx.st, ctx.country, (from, to), &self.route).map_err(|why| match why {
            NoTrade::OutOfReach => out_of_reach().at("from"),
            NoTrade::ShutIn => Refusal::new("shut_in", "ST-R58", "the city is besieged or blockaded").at("from"),
            NoTrade::NotForeign => Refusal::new("not_foreign", "ST-R58", "traders go to a city of another country, or a free one").at("to"),
            NoTrade::Enemy => Refusal::new("enemies", "ST-R58", "no traders go to the city of an enemy")
                .hint("name a city of a neutral, of a treaty partner, or a free one")
                .at("to"),
            NoTrade::NoWay(None) => {
                let detail = "no way goes there by land all the way, or by sea all the way, past the cities of enemies";
                Refusal::new("no_way", "ST-R58", detail).hint("ships set out from ports, and come to ports").at("to")
            }
            NoTrade::NoWay(Some(at)) => Refusal::new("no_way", "ST-R58", "the way breaks off there")
                .hint("by land or by sea all the way, hex by hex, that of the city last; without hexes the quickest is taken")
                .at(format!("route/{at}")),
            NoTrade::TooMany => {
                let detail = format!("you have {} trade units on the way", ctx.sc.rulings.trade.most_units);
                Refusal::new("too_many", "ST-R58", detail).hint("send the next when one has come to its city")
            }
            NoTrade::TooDear => ctx.too_dear("ST-R58", price),
        })
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let starts = || ask.sites_of(trade::starts(ask.sc, ask.st, ask.country).into_iter());
        let price = Talents(ask.sc.rulings.trade.cost as u32);
        order
            .ask("from", || Field::sifted("From which city?", ask.priced(starts(), |_| price)))
            .or_else(|| order.ask("to", || Field::sifted("To which city?", goals(ask, order))))
    }

    fn print(&self, _: &Scenario) -> String {
        let by: String = self.route.iter().map(|hex| format!(" {hex}")).collect();
        let by = if by.is_empty() { by } else { format!(" by{by}") };
        format!("trade {} to {}{by}", quoted(&self.from), quoted(&self.to))
    }
}

/// Where traders of a city may go, with what that brings and about when; the best first.
fn goals(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionValue> {
    let Some(from) = ask.site(order, "from") else { return Vec::new() };
    let mut goals = trade::goals(ask.sc, ask.st, ask.country, from);
    goals.sort_by_key(|goal| (std::cmp::Reverse(goal.gain), goal.weeks, goal.to));
    let value = |goal: &Goal| {
        let mut value = ask.sites_of([goal.to].into_iter()).remove(0);
        let weeks = count(u32::from(goal.weeks), "week", "weeks");
        value.label = format!("{}: about {} talents, in about {weeks}", value.label, goal.gain.0);
        value
    };
    goals.iter().map(value).collect()
}
