//! `exchange_fleets`: moves fleet units, units and leaders between two fleets of one player (ER-11.17, ER-R62). Its line begins with
//! the word of [`ExchangeArmies`](super::ExchangeArmies).

use super::prelude::*;
use super::fleets::{FleetDraft, gift, own, together};
use crate::rules::naval::fleets;

/// Naval: moves fleet units, units and leaders between two fleets of one player (ER-11.17, ER-R62).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeExchangeFleets, title = "EternalRomeExchangeFleets")]
pub struct ExchangeFleets {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// One.
    #[schema(example = "OCT-F1")]
    pub fleet: String,
    /// The other.
    #[schema(example = "OCT-F2")]
    pub other: String,
    /// What the first gives to the other.
    #[serde(default, skip_serializing_if = "Transfer::is_empty")]
    pub give: Transfer,
    /// What the first takes from the other.
    #[serde(default, skip_serializing_if = "Transfer::is_empty")]
    pub take: Transfer,
}

impl OrderKind for ExchangeFleets {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    fn info() -> OrderInfo {
        OrderInfo::new(
            "Two fleets in one hex exchange ships, units and leaders",
            "naval",
            &["ER-11.17", "ER-R68"],
            json!({ "type": "exchange_fleets", "power": "OCT", "fleet": "OCT-F1", "other": "OCT-F2",
                    "give": { "ships": 2 }, "take": { "ships": 1, "leaders": ["Taurus"] } }),
            "exchange OCT-F1 OCT-F2 give 2 ships take 1 ship, Taurus",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleet, other, give, take } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let (one, two) = (own(ctx, fleet, "fleet")?, own(ctx, other, "other")?);
    together(ctx, one, two)?;
    if give.is_empty() && take.is_empty() {
        return Err(Refusal::new("nothing_chosen", "ER-11.17", "the order exchanges nothing"));
    }
    let there = gift(ctx, power, one, give, ["give"; 3])?;
    let back = gift(ctx, power, two, take, ["take"; 3])?;
    let (mut first, mut second) = (FleetDraft::of(ctx, one), FleetDraft::of(ctx, two));
    let (mut out, mut home) = (FleetDraft::empty(), FleetDraft::empty());
    first.give(&mut out, &there)?;
    second.give(&mut home, &back)?;
    first.receive(home)?;
    second.receive(out)?;
    first.sound(ctx)?;
    second.sound(ctx)?;
    let (one, two, hex) = (one.id, two.id, one.hex);
    Ok(Box::new(move |eng| {
        let Some(flag) = eng.st.fleet(one).map(|fleet| fleet.id.power) else { return };
        // What goes over leaves first, so that armies can change places.
        let between = fleets::twin(eng.st, one, flag);
        fleets::give(eng.st, one, between, &there);
        fleets::give(eng.st, two, one, &back);
        fleets::merge(eng.st, between, two);
        eng.st.sweep();
        let left: Vec<FleetId> = [one, two].into_iter().filter(|&id| eng.st.fleet(id).is_some()).collect();
        let left: Vec<FleetId> = left.into_iter().map(|id| fleets::reflag(eng.st, id)).collect();
        fleets::arranged(eng, power, hex, &left);
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let completes = |order: &PartialOrder| ask.completes(order, &lists(ask, order));
        let some = |order: &PartialOrder| {
            others(ask, order).into_iter().any(|other| completes(&order.with("/other", other.value)))
        };
        ask.fleet_of_seat(order, "fleet", some)?;
        ask.field(order, "/other", "With which other?", others(ask, order), completes)?;
        ask.lists(order, &lists(ask, order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, fleet, other, give, take } = self;
        let part = |word: &str, list: &Transfer| match list.is_empty() {
            true => String::new(),
            false => format!(" {word} {}", transfer(list)),
        };
        format!("exchange {fleet} {other}{}{}", part("give", give), part("take", take)) + &acting_as(sc, power, fleet)
    }
}

/// Those in the same hex.
fn others(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionValue> {
    let Some(one) = ask.fleet(order.text("fleet")) else { return Vec::new() };
    let here = |name: &OptionValue| {
        let other = ask.fleet(name.value.as_str().unwrap_or_default());
        other.is_some_and(|other| other.hex == one.hex && other.id != one.id)
    };
    ask.forces(Arm::Fleet, |_| true).into_iter().filter(here).collect()
}

/// What either may give to the other.
fn lists(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionList<'static>> {
    let (Some(one), Some(two)) = (ask.fleet(order.text("fleet")), ask.fleet(order.text("other"))) else {
        return Vec::new();
    };
    let list = |pointer, prompt, values| OptionList { pointer, prompt, values };
    let ships = |fleet: &Fleet| -> Vec<OptionValue> {
        (1..=fleet.size()).map(|size| OptionValue::new(size, format!("{size} fleet units"))).collect()
    };
    vec![
        list("/give/ships", "How many fleet units are given?", ships(one)),
        list("/give/units/-", "Which units are given?", ask.units_of(&one.cargo.bands)),
        list("/give/leaders/-", "Which leaders are given?", ask.leaders_in(LeaderPlace::Fleet(one.id))),
        list("/take/ships", "How many fleet units are taken?", ships(two)),
        list("/take/units/-", "Which units are taken?", ask.units_of(&two.cargo.bands)),
        list("/take/leaders/-", "Which leaders are taken?", ask.leaders_in(LeaderPlace::Fleet(two.id))),
    ]
}
