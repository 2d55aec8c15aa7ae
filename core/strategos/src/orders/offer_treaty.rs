//! `offer_treaty`: offers a treaty (ST-22.9, ST-22.11, ST-22.14).

use kernel::shorthand::Read;

use super::notation::OrderLine;
use super::prelude::*;
use super::parts::{Treaty, TreatyCondition};
use super::refusals::no_treaty;
use crate::rules::treaties;

/// Offers a treaty (ST-22.9, ST-22.11, ST-22.14).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosOfferTreaty, title = "StrategosOfferTreaty")]
pub struct OfferTreaty {
    /// To whom.
    #[schema(example = "CAS")]
    pub to: String,
    /// Which.
    pub treaty: Treaty,
    /// For how many weeks.
    #[schema(minimum = 1, maximum = 20, example = 10)]
    pub weeks: u8,
    /// What either side gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<TreatyCondition>,
}

/// The treaties.
const TREATIES: [Word; 2] = [("non_aggression", "Not to attack each other"), ("alliance", "To fight together")];

impl OrderKind for OfferTreaty {
    const STEP: Step = Step::Offers;
    const VERBS: &'static [Verb] = &[Verb {
        word: "treaty offer",
        example: r#"treaty offer CAS alliance 10, LYS pays 50, CAS cedes "Philippoi""#,
        read: |line| {
            let to = line.name(NameKind::Country)?;
            let treaty = line.word("a treaty", &TREATIES)?;
            let weeks = line.small("the number of weeks")?;
            let mut conditions = Vec::new();
            while line.take(",") {
                conditions.push(condition(line)?);
            }
            Ok(Self { to, treaty, weeks, conditions }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Offers a treaty; it may be answered next week", &["ST-22.9", "ST-22.11", "ST-22.14"], json!({ "type": "offer_treaty", "to": "CAS", "treaty": "alliance", "weeks": 10, "conditions": [{ "payer": "LYS", "tlts": 50 }] }), "treaty offer CAS alliance 10, LYS pays 50")
    }

    /// ST-22.11: at most two appeals a week; they are judged when they are answered.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let to = ctx.other(&self.to, "to")?;
        let read = |(at, condition): (usize, &TreatyCondition)| condition.read(ctx, &format!("conditions/{at}"));
        let conditions = self.conditions.iter().enumerate().map(read).collect::<Result<Vec<_>, Refusal>>()?;
        let filed = treaties::offer(ctx.sc, ctx.st, ctx.country, to, self.treaty.standing(), self.weeks, conditions);
        filed.map(drop).map_err(|why| no_treaty(ctx, why))
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let most = ask.sc.rulings.treaties.most_weeks as u32;
        order
            .ask("to", || Field::one("To whom?", ask.others()))
            .or_else(|| order.ask("treaty", || Field::one("Which treaty?", words(&TREATIES))))
            .or_else(|| order.ask("weeks", || Field::amount("For how many weeks?", 1, most)))
            .or_else(|| next_condition(ask, order))
    }

    fn print(&self, _: &Scenario) -> String {
        let terms: String = self.conditions.iter().map(|one| format!(", {}", one.print())).collect();
        format!("treaty offer {} {} {}{terms}", power(&self.to), key_of(&self.treaty), self.weeks)
    }
}

/// As many conditions are offered.
const MOST_CONDITIONS: usize = 4;
/// More talents are not offered for the other side to pay.
const MOST_TALENTS: u32 = 10_000;

/// The next field of the conditions.
fn next_condition(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
    let all = order.list("/conditions");
    let one_more = || {
        let left = all.len() < MOST_CONDITIONS;
        order.ask_at("/conditions/-".into(), || Field::one_more("A condition?")).filter(|_| left)
    };
    let Some(last) = all.last().filter(|last| !last.is_null()) else { return one_more() };
    let field = |name: &str| format!("/conditions/{}/{name}", all.len() - 1);
    let parties = || {
        let other = ask.others().into_iter().filter(|other| other.value == order.text("to"));
        std::iter::once(ask.country_value(ask.country)).chain(other).collect()
    };
    let own = |name: &str| last[name] == ask.sc.country(ask.country).key.as_str();
    if last["payer"].is_string() {
        let most = if own("payer") { ask.treasury().max(1) } else { MOST_TALENTS };
        let sum = || Field::amount("How many talents?", 1, most);
        return order.ask_at(field("tlts"), sum).or_else(one_more);
    }
    let giver = ask.sc.country_ids().find(|country| last["giver"] == ask.sc.country(*country).key.as_str());
    let cities = || {
        let power = giver.map(crate::model::ids::Power::Country);
        ask.sites(|site| site.size > 0 && Some(site.power) == power)
    };
    order
        .ask_at(field("payer"), || Field::one("Who pays? Nothing: a city is ceded", parties()).or_nothing())
        .or_else(|| order.ask_at(field("giver"), || Field::one("Who cedes a city?", parties())))
        .or_else(|| order.ask_at(field("city"), || Field::one("Which city?", cities())))
        .or_else(one_more)
}

/// `LYS pays 50`, `CAS cedes "Philippoi"`.
fn condition(line: &mut OrderLine<'_, '_>) -> Read<TreatyCondition> {
    let party = line.name(NameKind::Country)?;
    if line.take("pays") {
        return Ok(TreatyCondition::Pays { payer: party, tlts: line.number("the number of talents", u32::MAX)? });
    }
    line.expect("cedes").map_err(|wrong| wrong.hint("write LYS pays 50, or CAS cedes \"Philippoi\""))?;
    Ok(TreatyCondition::Cedes { giver: party, city: line.name(NameKind::Site)? })
}
