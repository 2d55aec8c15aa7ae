//! `exchange_armies`: moves units and leaders between two armies of one power (ER-6.5, ER-R62).

use super::prelude::*;
use super::ExchangeFleets;
use super::armies::{free, staff};
use crate::model::state::add_band;
use crate::rules::land::armies::{arranged, hand_over, take_out};

/// Land movement, siege: moves units and leaders between two armies of one power (ER-6.5, ER-R62).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeExchangeArmies, title = "EternalRomeExchangeArmies")]
pub struct ExchangeArmies {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// One.
    #[schema(example = "OCT-A2")]
    pub army: String,
    /// The other.
    #[schema(example = "OCT-A3")]
    pub other: String,
    /// What the first gives to the other.
    #[serde(default, skip_serializing_if = "Transfer::is_empty")]
    pub give: Transfer,
    /// What the first takes from the other.
    #[serde(default, skip_serializing_if = "Transfer::is_empty")]
    pub take: Transfer,
}

impl OrderKind for ExchangeArmies {
    const PHASES: &'static [Phase] = &[Phase::LandMovement, Phase::Siege];
    const VERBS: &'static [Verb] = &[Verb {
        word: "exchange",
        example: "exchange OCT-A1 OCT-A2 give 2 legion_1 take Agrippa",
        read: |line| {
            let (one, arm) = line.force()?;
            let other = line.name(if arm == Arm::Army { NameKind::Army } else { NameKind::Fleet })?;
            let give = if line.take("give") { line.contents()? } else { Transfer::default() };
            let take = if line.take("take") { line.contents()? } else { Transfer::default() };
            let power = line.of(&one)?;
            Ok(match arm {
                Arm::Army => Self { power, army: one, other, give, take }.into(),
                Arm::Fleet => ExchangeFleets { power, fleet: one, other, give, take }.into(),
            })
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Two armies in one hex exchange units and leaders",
            "land_movement",
            &["ER-6.5"],
            json!({ "type": "exchange_armies", "power": "OCT", "army": "OCT-A1", "other": "OCT-A2",
                    "give": { "leaders": ["Octavius"] }, "take": { "units": [{ "type": "heavy_cav", "count": 1 }] } }),
            "exchange OCT-A1 OCT-A2 give Octavius take 1 heavy_cav",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, army, other, give, take } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let army = ctx.army(power, army, "army")?;
    let other = ctx.army(power, other, "other")?;
    if army.id == other.id {
        return Err(Refusal::new("same_army", "ER-6.5", "an exchange needs two armies").at("other"));
    }
    if (army.hex, army.status) != (other.hex, other.status) {
        let (one, two) = (names::army(ctx.sc, army.id), names::army(ctx.sc, other.id));
        let at = |army: &Army| format!("{} at {}", army.status, names::place(ctx.sc, army.hex));
        let detail = format!("{one} is {}, {two} is {}", at(army), at(other));
        let refusal = Refusal::new("apart", "ER-R62", detail).at("other");
        return Err(refusal.hint("armies exchange in one hex, both in the field, in the city or besieging"));
    }
    free(ctx, army, "army")?;
    free(ctx, other, "other")?;
    let given = staff(ctx, army, give, "give")?;
    let taken = staff(ctx, other, take, "take")?;
    if give.is_empty() && take.is_empty() {
        return Err(Refusal::new("nothing", "ER-6.5", "nothing changes hands").at("give"));
    }
    let (one, two, give, take) = (army.id, other.id, give.units.clone(), take.units.clone());
    Ok(Box::new(move |eng| {
        // What comes and what goes are taken out of what was there before.
        let mine: Vec<_> = give.iter().flat_map(|units| take_out(eng.st, one, units)).collect();
        hand_over(eng.st, two, one, &take, &taken);
        if let Some(army) = eng.st.army_mut(two) {
            mine.into_iter().for_each(|band| add_band(&mut army.bands, band));
        }
        hand_over(eng.st, one, two, &[], &given);
        eng.st.sweep();
        arranged(eng, &[one, two]);
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let completes = |order: &PartialOrder| ask.completes(order, &lists(ask, order));
        let some = |order: &PartialOrder| {
            others(ask, order).into_iter().any(|other| completes(&order.with("/other", other.value)))
        };
        ask.force(order, "army", &[Arm::Army], some)?;
        ask.field(order, "/other", "With which other?", others(ask, order), completes)?;
        ask.lists(order, &lists(ask, order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, army, other, give, take } = self;
        let part = |word: &str, list: &Transfer| match list.is_empty() {
            true => String::new(),
            false => format!(" {word} {}", transfer(list)),
        };
        format!("exchange {army} {other}{}{}", part("give", give), part("take", take)) + &acting_as(sc, power, army)
    }
}

/// Those in the same hex.
fn others(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionValue> {
    let Some(one) = ask.army(order.text("army")) else { return Vec::new() };
    let here = |name: &OptionValue| {
        let other = ask.army(name.value.as_str().unwrap_or_default());
        other.is_some_and(|other| other.hex == one.hex && other.id != one.id)
    };
    ask.forces(Arm::Army, |_| true).into_iter().filter(here).collect()
}

/// What either may give to the other.
fn lists(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionList<'static>> {
    let (Some(one), Some(two)) = (ask.army(order.text("army")), ask.army(order.text("other"))) else {
        return Vec::new();
    };
    let list = |pointer, prompt, values| OptionList { pointer, prompt, values };
    vec![
        list("/give/units/-", "Which units are given?", ask.units_of(&one.bands)),
        list("/give/leaders/-", "Which leaders are given?", ask.leaders_in(LeaderPlace::Army(one.id))),
        list("/take/units/-", "Which units are taken?", ask.units_of(&two.bands)),
        list("/take/leaders/-", "Which leaders are taken?", ask.leaders_in(LeaderPlace::Army(two.id))),
    ]
}
