//! Splitting, exchanging and joining armies (ER-6.5, ER-R6, ER-R62).

use kernel::Refusal;

use crate::model::ids::{LeaderId, Powers};
use crate::model::names;
use crate::model::state::{Army, ArmyId, ArmyStatus, LeaderPlace, Phase, State, add_band, take_bands, total};
use crate::model::units::Units;
use crate::orders::OrderContext;
use crate::orders::Transfer;
use crate::rules::engine::{Engine, Permission};
use crate::rules::event::EventKind;
use crate::rules::strength;

const PHASES: [Phase; 2] = [Phase::LandMovement, Phase::Siege];

/// `split_army`: units and leaders form a new army; neither part may be empty.
pub fn split(
    ctx: &OrderContext<'_>, power: &str, army: &str, units: &[Units], leaders: &[String],
) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &PHASES)?;
    let army = ctx.army(power, army, "army")?;
    free(ctx, army, "army")?;
    ctx.has_units(&army.bands, units, "units")?;
    let leaders = ctx.leaders(leaders, LeaderPlace::Army(army.id), "leaders")?;
    let going: u32 = units.iter().map(|units| u32::from(units.count)).sum();
    let name = names::army(ctx.sc, army.id);
    if going == 0 && leaders.is_empty() {
        let refusal = Refusal::new("nothing", "ER-6.5", "the new army needs units or leaders").at("units");
        return Err(refusal);
    }
    if going == total(&army.bands) && leaders.len() == ctx.st.leaders_of(army.id).count() {
        return Err(Refusal::new("nothing_left", "ER-6.5", format!("nothing would be left of {name}")).at("units"));
    }
    let (id, units) = (army.id, units.to_vec());
    Ok(Box::new(move |eng| {
        let Some(old) = eng.st.army(id).cloned() else { return };
        let new = eng.st.new_army(id.power, old.hex, old.status);
        if let Some(army) = eng.st.army_mut(new) {
            // Whatever it has done, its parts have done.
            *army = Army { id: new, bands: Vec::new(), ..old };
        }
        hand_over(eng.st, id, new, &units, &leaders);
        arranged(eng, &[id, new]);
    }))
}

/// `exchange_armies`: units and leaders change between two armies of one power; one that is left empty is no more.
pub fn exchange(
    ctx: &OrderContext<'_>, power: &str, army: &str, other: &str, give: &Transfer, take: &Transfer,
) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &PHASES)?;
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
    let given = transfer(ctx, army, give, "give")?;
    let taken = transfer(ctx, other, take, "take")?;
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

/// `concentrate_armies`: all armies of the power in a hex that have the same status become one.
pub fn concentrate(ctx: &OrderContext<'_>, power: &str, hex: &str) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &PHASES)?;
    let hex = ctx.hex(hex, "hex")?;
    let able = |army: &&Army| army.id.power == power && free(ctx, army, "hex").is_ok();
    let armies: Vec<(ArmyStatus, ArmyId)> =
        ctx.st.armies_at(hex).filter(able).map(|army| (army.status, army.id)).collect();
    let alike = |status: ArmyStatus| -> Vec<ArmyId> {
        armies.iter().filter(|(other, _)| *other == status).map(|(_, id)| *id).collect()
    };
    let all = [ArmyStatus::Field, ArmyStatus::Garrison, ArmyStatus::Besieging].map(alike);
    let groups: Vec<Vec<ArmyId>> = all.into_iter().filter(|group| group.len() > 1).collect();
    if groups.is_empty() {
        let place = names::place(ctx.sc, hex);
        let name = &ctx.sc.power(power).name;
        let detail =
            format!("{name} has no two armies at {place} that are both in the field, in the city or besieging");
        return Err(Refusal::new("nothing_to_join", "ER-R62", detail).at("hex"));
    }
    Ok(Box::new(move |eng| {
        for group in &groups {
            join(eng.st, eng.sc, group);
            arranged(eng, &group[..1]);
        }
    }))
}

/// An army that was intercepted stays as it is until it has fought (reading ER-R62/c).
fn free(ctx: &OrderContext<'_>, army: &Army, part: &str) -> Result<(), Refusal> {
    if army.stopped && ctx.st.stage.played() == Some(Phase::LandMovement) {
        let detail = format!("{} was intercepted, and stays as it is until the battle", names::army(ctx.sc, army.id));
        return Err(Refusal::new("intercepted", "ER-15.11", detail).at(part));
    }
    Ok(())
}

/// The leaders of one side of an exchange, when all that it names is there.
fn transfer(ctx: &OrderContext<'_>, army: &Army, list: &Transfer, part: &str) -> Result<Vec<LeaderId>, Refusal> {
    if list.ships > 0 {
        return Err(Refusal::new("no_ships", "ER-6.5", "armies have no ships to exchange").at(part));
    }
    ctx.has_units(&army.bands, &list.units, part)?;
    ctx.leaders(&list.leaders, LeaderPlace::Army(army.id), part)
}

fn take_out(st: &mut State, id: ArmyId, units: &Units) -> Vec<crate::model::state::Band> {
    st.army_mut(id).map_or(Vec::new(), |army| take_bands(&mut army.bands, units.kind, units.seasoned, units.count))
}

/// Hands units and leaders over; each keeps what it has spent (ER-R6).
fn hand_over(st: &mut State, from: ArmyId, to: ArmyId, units: &[Units], leaders: &[LeaderId]) {
    for units in units {
        for band in take_out(st, from, units) {
            st.reinforce(to, band);
        }
    }
    for &leader in leaders {
        st.leader_mut(leader).place = LeaderPlace::Army(to);
    }
}

/// Joins armies into the first. It counts as having come the way of its strongest part (reading ER-R62/d).
fn join(st: &mut State, sc: &crate::model::scenario::Scenario, group: &[ArmyId]) {
    let Some((&first, rest)) = group.split_first() else { return };
    let parts = group.iter().rev().filter_map(|&id| st.army(id));
    let strongest = parts.max_by_key(|army| strength::of_bands(sc, st, &army.bands).land4);
    let came_from = strongest.and_then(|army| army.came_from);
    for &id in rest {
        let Some(army) = st.army_mut(id) else { continue };
        let (bands, attacked, intercepted) = (std::mem::take(&mut army.bands), army.attacked, army.intercepted);
        let leaders: Vec<LeaderId> = st.leaders_of(id).map(|(leader, _)| leader).collect();
        for leader in leaders {
            st.leader_mut(leader).place = LeaderPlace::Army(first);
        }
        if let Some(army) = st.army_mut(first) {
            bands.into_iter().for_each(|band| add_band(&mut army.bands, band));
            army.attacked |= attacked;
            army.intercepted |= intercepted;
        }
    }
    if let Some(army) = st.army_mut(first) {
        army.came_from = came_from;
    }
    st.sweep();
}

fn arranged(eng: &mut Engine<'_>, armies: &[ArmyId]) {
    let there: Vec<&Army> = armies.iter().filter_map(|&id| eng.st.army(id)).collect();
    let Some(first) = there.first() else { return };
    let (power, hex) = (first.id.power, first.hex);
    let forces = there.iter().map(|army| names::army(eng.sc, army.id)).collect();
    let what = EventKind::ForcesArranged { power: eng.sc.power_name(power), hex, forces };
    eng.emit(eng.seats_of(Powers::one(power)), "ER-6.5", what);
}
