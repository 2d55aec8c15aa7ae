//! What embarking and landing share (ER-11.9 to ER-11.16, ER-R7, ER-R68).

use super::prelude::*;
use crate::rules::naval::port::friendly_port;
use crate::rules::naval::transport::Load;

impl OptionContext<'_> {
    /// The power that acts, and a fleet that may carry its units.
    pub(super) fn carrier(&self, order: &PartialOrder, able: impl Fn(&PartialOrder) -> bool) -> NextField {
        self.fleet_of_seat(order, "fleet", able)
    }

    /// Whoever is aboard the fleet of a partly filled order.
    pub(super) fn aboard(&self, order: &PartialOrder) -> Vec<OptionList<'static>> {
        let Some(fleet) = self.fleet(order.text("fleet")) else { return Vec::new() };
        let list = |pointer, prompt, values| OptionList { pointer, prompt, values };
        vec![
            list("/units/-", "Which units?", self.units_of(&fleet.cargo.bands)),
            list("/leaders/-", "Which leaders?", self.leaders_in(LeaderPlace::Fleet(fleet.id))),
        ]
    }
}

/// Finds the friendly unblockaded port of a hex, or says what is missing.
pub(super) fn need_open_port(
    ctx: &OrderContext<'_>, power: PowerId, hex: HexId, rule: &'static str,
) -> Result<CityId, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let Some(city) = friendly_port(sc, st, power, hex) else {
        let detail = format!("there is no port friendly to {} in {hex}", sc.power(power).name);
        return Err(Refusal::new("no_port", rule, detail).at("fleet"));
    };
    if relations::blockaded(sc, st, city) {
        let detail = format!("{} is blockaded: more fleet units besiege it than lie in it", sc.city(city).name);
        return Err(Refusal::new("blockaded", rule, detail).at("fleet"));
    }
    Ok(city)
}

/// The power of the order, and the fleet that carries its units: the fleet may fly another of the player's flags, but
/// the power has fleet units in it, and nobody else's army is aboard (ER-11.9, ER-R62).
pub(super) fn carrier<'a>(ctx: &OrderContext<'a>, power: &str, fleet: &str) -> Result<(PowerId, &'a Fleet), Refusal> {
    let power = ctx.acting(power, &[Phase::Naval])?;
    let fleet = ctx.own_fleet(fleet, "fleet")?;
    ctx.awake(power)?;
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

/// Units and leaders of the power aboard the fleet: those named, or all.
pub(super) fn load_aboard(
    ctx: &OrderContext<'_>, power: PowerId, fleet: &Fleet, units: &[Units], leaders: &[String],
) -> Result<Load, Refusal> {
    let aboard = LeaderPlace::Fleet(fleet.id);
    let load = if units.is_empty() && leaders.is_empty() {
        let own = ctx.st.leaders_in(aboard).filter(|(_, leader)| leader.power == power);
        Load { units: crate::model::units::units(&fleet.cargo.bands), leaders: own.map(|(id, _)| id).collect() }
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

/// Whether the fleet has the points left (ER-11.2). One that was intercepted sails no further, but may still land its
/// army (reading ER-15.6/a).
pub(super) fn affords(ctx: &OrderContext<'_>, fleet: &Fleet, cost: u8, rule: &'static str) -> Result<(), Refusal> {
    let left = strength::landing_left(ctx.sc, fleet);
    if u16::from(cost) <= left {
        return Ok(());
    }
    let name = names::fleet(ctx.sc, fleet.id);
    let detail = format!("this costs {cost} movement points, and {name} has {left}");
    Err(Refusal::new("not_enough_mp", rule, detail).at("fleet"))
}

/// Whether the coast is friendly, or a leader aboard knows how to land on another's (ER-11.14, ER-11.15, ER-R68).
pub(super) fn led_ashore(ctx: &OrderContext<'_>, power: PowerId, fleet: &Fleet) -> Result<(), Refusal> {
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
