//! Embarking and landing (ER-11.9 to ER-11.16, ER-R7, ER-R68).

mod effects;

use kernel::Refusal;

use crate::model::ids::{HexId, LeaderId, PowerId};
use crate::model::names;
use crate::model::state::{Army, ArmyStatus, Fleet, FleetStatus, LeaderPlace, Phase};
use crate::model::{self, units::Units};
use crate::orders::OrderContext;
use crate::orders::Transfer;
use crate::rules::engine::Permission;
use crate::rules::naval::{awake, port};
use crate::rules::relations;
use crate::rules::strength;

/// Units and leaders of one power that go aboard or ashore.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Load {
    units: Vec<Units>,
    leaders: Vec<LeaderId>,
}

impl Load {
    fn is_empty(&self) -> bool {
        self.units.is_empty() && self.leaders.is_empty()
    }

    fn stacking(&self, ctx: &OrderContext<'_>) -> u32 {
        self.units.iter().map(|units| u32::from(ctx.sc.unit(units.kind).stacking) * u32::from(units.count)).sum()
    }
}

/// `embark_units`. What goes ashore in the same action goes to the same army.
pub fn embark(
    ctx: &OrderContext<'_>, power: &str, fleet: &str, army: Option<&str>, units: &[Units], leaders: &[String],
    ashore: Option<&Transfer>,
) -> Result<Permission, Refusal> {
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
    Ok(Box::new(move |eng| effects::embark(eng, power, id, army, &aboard, &back, cost)))
}

/// `disembark_to_port`; without units and leaders, everything aboard.
pub fn to_port(
    ctx: &OrderContext<'_>, power: &str, fleet: &str, units: &[Units], leaders: &[String],
) -> Result<Permission, Refusal> {
    let (power, fleet) = carrier(ctx, power, fleet)?;
    port::need_open_port(ctx, power, fleet.hex, "ER-11.12")?;
    let load = load_aboard(ctx, power, fleet, units, leaders)?;
    let cost = ctx.sc.constants.port_transfer;
    affords(ctx, fleet, cost, "ER-11.12")?;
    let id = fleet.id;
    Ok(Box::new(move |eng| effects::land(eng, power, id, &load, cost, ArmyStatus::Garrison)))
}

/// `disembark_units`; without units and leaders, everything aboard.
pub fn to_coast(
    ctx: &OrderContext<'_>, power: &str, fleet: &str, units: &[Units], leaders: &[String], invade: bool,
) -> Result<Permission, Refusal> {
    let (power, fleet) = carrier(ctx, power, fleet)?;
    let hex = fleet.hex;
    if !ctx.sc.hex(hex).is_mixed() {
        return Err(Refusal::new("no_coast", "ER-11.13", format!("{hex} has no coast to land on")).at("fleet"));
    }
    if shut_in(ctx, fleet) {
        let detail = "the city of the port is besieged, so nobody goes ashore outside it";
        return Err(Refusal::new("besieged", "ER-R9", detail).hint("land in the port").at("fleet"));
    }
    let load = load_aboard(ctx, power, fleet, units, leaders)?;
    open_land(ctx, power, hex, invade)?;
    led_ashore(ctx, power, fleet)?;
    let cost = ctx.sc.constants.coast_transfer;
    affords(ctx, fleet, cost, "ER-11.13")?;
    let id = fleet.id;
    Ok(Box::new(move |eng| effects::land(eng, power, id, &load, cost, ArmyStatus::Field)))
}

/// The power of the order, and the fleet that carries its units: the fleet may fly another of the player's flags, but
/// the power has fleet units in it, and nobody else's army is aboard (ER-11.9, ER-R62).
fn carrier<'a>(ctx: &OrderContext<'a>, power: &str, fleet: &str) -> Result<(PowerId, &'a Fleet), Refusal> {
    let power = ctx.acting(power, &[Phase::Naval])?;
    let fleet = ctx.own_fleet(fleet, "fleet")?;
    awake(ctx, power)?;
    let name = names::fleet(ctx.sc, fleet.id);
    if !fleet.ships.iter().any(|&(owner, _)| owner == power) {
        let detail = format!("{} has no fleet units in {name}", ctx.sc.power(power).name);
        return Err(Refusal::new("other_power", "ER-11.9", detail).at("fleet"));
    }
    if let Some(other) = fleet.cargo.power.filter(|&other| other != power) {
        let detail = format!("{name} carries an army of {}, and a fleet carries one army", ctx.sc.power(other).name);
        return Err(Refusal::new("other_army", "ER-6.9", detail).at("fleet"));
    }
    Ok((power, fleet))
}

/// The army named, or the only one the power has in the hex.
fn army_here<'a>(ctx: &OrderContext<'a>, power: PowerId, army: Option<&str>, hex: HexId) -> Result<&'a Army, Refusal> {
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
fn reaches(ctx: &OrderContext<'_>, army: &Army, fleet: &Fleet) -> Result<(), Refusal> {
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

/// A fleet in the port of a city that an army besieges.
fn shut_in(ctx: &OrderContext<'_>, fleet: &Fleet) -> bool {
    let city = ctx.sc.hex(fleet.hex).city.filter(|_| fleet.status == FleetStatus::Anchored);
    city.is_some_and(|city| relations::besieged(ctx.st, city))
}

/// What goes back ashore while others embark (ER-11.9): as a landing where the army is.
fn reverse(
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
        port::need_open_port(ctx, power, fleet.hex, "ER-11.12")?;
    } else {
        led_ashore(ctx, power, fleet)?;
    }
    Ok(load)
}

/// Units and leaders of the power aboard the fleet: those named, or all.
fn load_aboard(
    ctx: &OrderContext<'_>, power: PowerId, fleet: &Fleet, units: &[Units], leaders: &[String],
) -> Result<Load, Refusal> {
    let aboard = LeaderPlace::Fleet(fleet.id);
    let load = if units.is_empty() && leaders.is_empty() {
        let own = ctx.st.leaders_in(aboard).filter(|(_, leader)| leader.power == power);
        Load { units: model::units::units(&fleet.cargo.bands), leaders: own.map(|(id, _)| id).collect() }
    } else {
        ctx.has_units(&fleet.cargo.bands, units, "units")?;
        Load { units: units.to_vec(), leaders: ctx.leaders(leaders, aboard, "leaders")? }
    };
    if let Some(&other) = load.leaders.iter().find(|&&id| ctx.st.leader(id).power != power) {
        let detail = format!("{} does not serve {}", ctx.sc.leader(other).name, ctx.sc.power(power).name);
        return Err(Refusal::new("other_power", "ER-6.5", detail).at("leaders"));
    }
    if load.is_empty() {
        let detail = format!("nobody of {} is aboard {}", ctx.sc.power(power).name, names::fleet(ctx.sc, fleet.id));
        return Err(Refusal::new("nothing_aboard", "ER-11.12", detail).at("fleet"));
    }
    Ok(load)
}

/// Whether what will be aboard has room (ER-6.10, ER-11.10).
fn fits(ctx: &OrderContext<'_>, fleet: &Fleet, aboard: &Load, back: &Load) -> Result<(), Refusal> {
    let there = strength::of_bands(ctx.sc, ctx.st, &fleet.cargo.bands).stacking;
    let wanted = there + aboard.stacking(ctx) - back.stacking(ctx);
    let room = strength::capacity(ctx.sc, fleet.size());
    if wanted <= room {
        return Ok(());
    }
    let name = names::fleet(ctx.sc, fleet.id);
    let detail = format!("{name} carries stacking {room}, and {wanted} would be aboard");
    Err(Refusal::new("overloaded", "ER-11.10", detail).at("units"))
}

/// What embarking costs in a hex (ER-11.11).
fn price(ctx: &OrderContext<'_>, power: PowerId, hex: HexId) -> u8 {
    let constants = &ctx.sc.constants;
    match port::open_port(ctx.sc, ctx.st, power, hex) {
        Some(_) => constants.port_transfer,
        None => constants.coast_transfer,
    }
}

/// Whether the fleet has the points left (ER-11.2). One that was intercepted sails no further, but may still land its
/// army (reading ER-15.6/a).
fn affords(ctx: &OrderContext<'_>, fleet: &Fleet, cost: u8, rule: &'static str) -> Result<(), Refusal> {
    let left = strength::landing_left(ctx.sc, fleet);
    if u16::from(cost) <= left {
        return Ok(());
    }
    let name = names::fleet(ctx.sc, fleet.id);
    let detail = format!("this costs {cost} movement points, and {name} has {left}");
    Err(Refusal::new("not_enough_mp", rule, detail).at("fleet"))
}

/// Whether a power may land in the province of a hex at all (ER-R30, ER-R31, ER-R33).
fn open_land(ctx: &OrderContext<'_>, power: PowerId, hex: HexId, invade: bool) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let Some(province) = sc.hex(hex).province.filter(|_| !crate::model::costs::closed(sc, hex)) else {
        return Err(Refusal::new("closed", "ER-3.9", format!("{hex} is closed to everybody")).at("fleet"));
    };
    if relations::may_enter(sc, st, power, province, invade) {
        return Ok(());
    }
    let name = &sc.province(province).name;
    if relations::is_neutral(st, power) {
        let detail = format!("{} may not land in {name}: it is no land of its enemies", sc.power(power).name);
        return Err(Refusal::new("no_war_target", "ER-R31", detail).at("fleet"));
    }
    let detail = format!("{hex} in {name} belongs to an inactive neutral");
    Err(Refusal::new("neutral", "ER-R30", detail).hint("set invade to true to make war on it").at("invade"))
}

/// Whether the coast is friendly, or a leader aboard knows how to land on another's (ER-11.14, ER-11.15, ER-R68).
fn led_ashore(ctx: &OrderContext<'_>, power: PowerId, fleet: &Fleet) -> Result<(), Refusal> {
    let (sc, st, hex) = (ctx.sc, ctx.st, fleet.hex);
    let owner = sc.hex(hex).province.and_then(|province| st.province(province).controller);
    let ours = owner.is_some_and(|owner| relations::friendly(sc, st, power, owner));
    if ours || relations::friendly_city(sc, st, power, hex).is_some() {
        return Ok(());
    }
    let wanted = if st.options.amphibious_invasion { 1 } else { 2 };
    let best = strength::naval_quality(sc, st, fleet);
    if best.is_some_and(|best| best >= wanted) {
        return Ok(());
    }
    let detail = format!("landing in {hex}, which is not friendly, takes a leader of naval quality {wanted} aboard");
    Err(Refusal::new("no_landing_leader", "ER-11.14", detail).at("fleet"))
}
