//! `embark_units`: takes units and leaders aboard, and may set others ashore in the same action (ER-11.9 to ER-11.11).

use super::loading::{affords, carrier, led_ashore, load_aboard, need_open_port};
use super::prelude::*;
use crate::rules::naval::port;
use crate::rules::naval::transport::{self, Load};

/// Naval: takes units and leaders aboard, and may set others ashore in the same action (ER-11.9 to ER-11.11).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeEmbarkUnits, title = "EternalRomeEmbarkUnits")]
pub struct EmbarkUnits {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-F1")]
    pub fleet: String,
    /// From which army; the only own one in the hex when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "OCT-A2")]
    pub army: Option<String>,
    /// Units that go aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Units>,
    /// Leaders that go aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["Agrippa"]))]
    pub leaders: Vec<String>,
    /// What goes back to the army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ashore: Option<Transfer>,
}

impl OrderKind for EmbarkUnits {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    const VERBS: &'static [Verb] = &[Verb {
        word: "embark",
        example: "embark OCT-F1 from OCT-A2: 2 legion_1, Agrippa",
        read: |line| {
            let fleet = line.fleet_first()?;
            let army = if line.take("from") { Some(line.name(NameKind::Army)?) } else { None };
            let (units, leaders) = line.passengers()?;
            let ashore = if line.take("ashore") { Some(line.contents()?) } else { None };
            Ok(Self { power: line.of(&fleet)?, fleet, army, units, leaders, ashore }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Takes units and leaders of an army in the fleet's hex aboard, for 2 MP in a port and 6 on a coast; without a \
             list the whole army. What is ashore may change places with what is aboard at the same cost",
            "naval",
            &["ER-11.9", "ER-11.10", "ER-11.11", "ER-R7", "ER-R68"],
            json!({ "type": "embark_units", "power": "OCT", "fleet": "OCT-F1", "army": "OCT-A2",
                    "units": [{ "type": "legion_1", "count": 2 }], "leaders": ["Agrippa"],
                    "ashore": { "units": [{ "type": "archers", "count": 1, "seasoned": false }] } }),
            "embark OCT-F1 from OCT-A2: 2 legion_1, Agrippa ashore 1 new archers",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// What goes ashore in the same action goes to the same army (ER-11.9).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleet, army, units, leaders, ashore } = self;
        let army = army.as_deref();
    let (power, fleet) = carrier(ctx, power, fleet)?;
    let army = army_here(ctx, power, army, fleet.hex)?;
    reaches(ctx, army, fleet)?;
    ctx.has_units(&army.bands, units, "units")?;
    let aboard = Load { units: units.to_vec(), leaders: ctx.leaders(leaders, LeaderPlace::Army(army.id), "leaders")? };
    let back = match ashore {
        Some(list) => reverse(ctx, power, fleet, army, list)?,
        None => Load::default(),
    };
    if aboard.is_empty() && back.is_empty() {
        return Err(Refusal::new("nothing_chosen", "ER-11.9", "the order names nobody to go aboard or ashore"));
    }
    fits(ctx, fleet, &aboard, &back)?;
    let cost = price(ctx, power, fleet.hex);
    affords(ctx, fleet, cost, "ER-11.11")?;
    let (id, army) = (fleet.id, army.id);
    Ok(Box::new(move |eng| transport::embark(eng, power, id, army, &aboard, &back, cost)))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let begun = |order: &PartialOrder| order.with("/ashore", json!({}));
        let completes = |order: &PartialOrder| ask.completes(order, &lists(ask, order));
        let some = |order: &PartialOrder| completes(order) || completes(&begun(order));
        ask.carrier(order, |order| {
            armies_here(ask, order).into_iter().any(|army| some(&order.with("/army", army.value)))
        })?;
        ask.field(order, "/army", "From which army?", armies_here(ask, order), some)?;
        let yes = vec![OptionValue::new(json!({}), "some of those aboard")];
        ask.optional(order, "/ashore", "Does anybody go ashore in exchange?", yes, |order| {
            completes(order) && (!order.begun("/ashore") || goes_ashore(ask, order))
        })?;
        ask.lists(order, &lists(ask, order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, fleet, army, units, leaders, ashore } = self;
        let ashore = ashore.as_ref().map(|list| format!(" ashore {}", transfer(list))).unwrap_or_default();
        let (army, aboard) = (preceded(" from", army.as_deref()), passengers(units, leaders));
        format!("embark {fleet}{army}{aboard}{ashore}") + &acting_as(sc, power, fleet)
    }
}

/// Armies of the power where the fleet is.
fn armies_here(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionValue> {
    let power = names::find_power(ask.sc, order.text("power"));
    let Some(fleet) = ask.fleet(order.text("fleet")) else { return Vec::new() };
    let here = |name: &OptionValue| {
        ask.army(name.value.as_str().unwrap_or_default()).is_some_and(|army| army.hex == fleet.hex)
    };
    ask.forces(Arm::Army, |owner| Some(owner) == power).into_iter().filter(here).collect()
}

/// Whether somebody aboard may go ashore.
fn goes_ashore(ask: &OptionContext<'_>, order: &PartialOrder) -> bool {
    let ashore = lists(ask, order).into_iter().filter(|list| list.pointer.starts_with("/ashore"));
    let mut all = ashore.flat_map(|list| list.values.into_iter().map(move |value| (list.pointer, value)));
    all.any(|(pointer, value)| ask.allows(&order.with(pointer, value.value)))
}

/// Whoever may go ashore, and whoever may go aboard.
fn lists(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionList<'static>> {
    let (Some(fleet), Some(army)) = (ask.fleet(order.text("fleet")), ask.army(order.text("army"))) else {
        return Vec::new();
    };
    let list = |pointer, prompt, values| OptionList { pointer, prompt, values };
    let aboard = [
        list("/units/-", "Which units go aboard?", ask.units_of(&army.bands)),
        list("/leaders/-", "Which leaders go aboard?", ask.leaders_in(LeaderPlace::Army(army.id))),
    ];
    if !order.begun("/ashore") {
        return aboard.into();
    }
    let ashore = [
        list("/ashore/units/-", "Which units go ashore?", ask.units_of(&fleet.cargo.bands)),
        list("/ashore/leaders/-", "Which leaders go ashore?", ask.leaders_in(LeaderPlace::Fleet(fleet.id))),
    ];
    ashore.into_iter().chain(aboard).collect()
}

/// The army named, or the only one the power has in the hex.
pub(super) fn army_here<'a>(ctx: &OrderContext<'a>, power: PowerId, army: Option<&str>, hex: HexId) -> Result<&'a Army, Refusal> {
    if let Some(text) = army {
        let army = ctx.army(power, text, "army")?;
        if army.hex == hex {
            return Ok(army);
        }
        let detail = format!("{text} is not where the fleet is, in {hex}");
        return Err(Refusal::new("other_hex", "ER-11.9", detail).at("army"));
    }
    let here: Vec<&Army> = ctx.st.armies_at(hex).filter(|army| army.id.power == power).collect();
    match here[..] {
        [only] => Ok(only),
        [] => {
            let detail = format!("{} has no army in {hex}", ctx.sc.power(power).name);
            Err(Refusal::new("no_army", "ER-11.9", detail).at("army"))
        }
        _ => {
            let list: Vec<String> = here.iter().map(|army| names::army(ctx.sc, army.id)).collect();
            let refusal = Refusal::new("which_army", "ER-11.9", format!("several armies are in {hex}")).at("army");
            Err(refusal.hint(format!("name one of {}", list.join(", "))))
        }
    }
}

/// Whether army and fleet can come together: not through the lines of a siege or blockade (ER-11.7, ER-R9).
pub(super) fn reaches(ctx: &OrderContext<'_>, army: &Army, fleet: &Fleet) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let refuse = |detail: String| Err(Refusal::new("besieged", "ER-R9", detail).at("army"));
    let Some(city) = sc.hex(army.hex).city else { return Ok(()) };
    let (inside, in_port) = (army.status == ArmyStatus::Garrison, fleet.status == FleetStatus::Anchored);
    let (name, ship) = (names::army(sc, army.id), names::fleet(sc, fleet.id));
    if inside && !in_port && relations::blockaded(sc, st, city) {
        return refuse(format!("{name} is in a blockaded port, and {ship} is outside"));
    }
    if inside && !in_port && relations::besieged(st, city) && !sc.city(city).port {
        return refuse(format!("{name} is besieged"));
    }
    if !inside && in_port && relations::besieged(st, city) {
        return refuse(format!("{ship} is in a besieged port, and {name} is outside"));
    }
    Ok(())
}

/// What goes back ashore while others embark (ER-11.9): as a landing where the army is.
pub(super) fn reverse(
    ctx: &OrderContext<'_>, power: PowerId, fleet: &Fleet, army: &Army, list: &Transfer,
) -> Result<Load, Refusal> {
    if list.ships > 0 {
        return Err(Refusal::new("no_ships", "ER-11.9", "fleet units do not go ashore").at("ashore"));
    }
    if list.units.is_empty() && list.leaders.is_empty() {
        return Ok(Load::default());
    }
    let load = load_aboard(ctx, power, fleet, &list.units, &list.leaders).map_err(|refusal| refusal.at("ashore"))?;
    if army.status == ArmyStatus::Garrison {
        need_open_port(ctx, power, fleet.hex, "ER-11.12")?;
    } else {
        led_ashore(ctx, power, fleet)?;
    }
    Ok(load)
}

/// Whether what will be aboard has room (ER-6.10, ER-11.10).
pub(super) fn fits(ctx: &OrderContext<'_>, fleet: &Fleet, aboard: &Load, back: &Load) -> Result<(), Refusal> {
    let there = strength::of_bands(ctx.sc, ctx.st, &fleet.cargo.bands).stacking;
    let wanted = there + aboard.stacking(ctx.sc) - back.stacking(ctx.sc);
    let room = strength::capacity(ctx.sc, fleet.size());
    if wanted <= room {
        return Ok(());
    }
    let name = names::fleet(ctx.sc, fleet.id);
    let detail = format!("{name} carries stacking {room}, and {wanted} would be aboard");
    Err(Refusal::new("overloaded", "ER-11.10", detail).at("units"))
}

/// What embarking costs in a hex (ER-11.11).
pub(super) fn price(ctx: &OrderContext<'_>, power: PowerId, hex: HexId) -> u8 {
    let constants = &ctx.sc.constants;
    match port::open_port(ctx.sc, ctx.st, power, hex) {
        Some(_) => constants.port_transfer,
        None => constants.coast_transfer,
    }
}
