//! Splitting, exchanging and joining fleets (ER-11.17, ER-R62).
//!
//! A fleet may hold fleet units of several powers of one player. Its flag is always that of a power with a fleet unit in
//! it, and whoever is aboard, army or leader, serves a power with a fleet unit in it.

mod part;

pub use part::{reflag, separate};

use kernel::Refusal;

use crate::model::ids::{HexId, LeaderId, PowerId, Powers};
use crate::model::names;
use crate::model::state::{Cargo, Fleet, FleetId, LeaderPlace, Phase, add_band, take_bands};
use crate::model::units::Units;
use crate::orders::OrderContext;
use crate::orders::Transfer;
use crate::rules::engine::{Engine, Permission};
use crate::rules::event::EventKind;
use crate::rules::naval::awake;
use crate::rules::relations;
use crate::rules::strength;
use part::{give, take_ships};

/// What one fleet gives to another.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Gift {
    /// Fleet units, those of `first` before others.
    ships: u8,
    first: PowerId,
    units: Vec<Units>,
    leaders: Vec<LeaderId>,
}

/// A fleet as it would be: what legality looks at.
#[derive(Clone)]
struct Draft {
    name: String,
    ships: Vec<(PowerId, u8)>,
    cargo: Cargo,
    leaders: Vec<LeaderId>,
}

/// `split_fleet`. The new fleet takes fleet units of the ordering power first, then of others.
pub fn split(
    ctx: &OrderContext<'_>, power: &str, fleet: &str, new_size: u8, units: &[Units], leaders: &[String],
) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &[Phase::Naval])?;
    let fleet = own(ctx, fleet, "fleet")?;
    if new_size == 0 || u32::from(new_size) >= fleet.size() {
        let detail =
            format!("{} has {} fleet units; both parts need one", names::fleet(ctx.sc, fleet.id), fleet.size());
        return Err(Refusal::new("bad_count", "ER-11.17", detail).at("new_size"));
    }
    let transfer = Transfer { ships: new_size, units: units.to_vec(), leaders: leaders.to_vec() };
    let gift = gift(ctx, power, fleet, &transfer, ["new_size", "units", "leaders"])?;
    let (mut old, mut new) = (Draft::of(ctx, fleet), Draft::empty());
    old.give(&mut new, &gift)?;
    old.sound(ctx)?;
    new.sound(ctx)?;
    let id = fleet.id;
    Ok(Box::new(move |eng| {
        let Some(hex) = eng.st.fleet(id).map(|fleet| fleet.hex) else { return };
        let flag = eng.st.fleet(id).map_or(power, |fleet| part::flag_of(&take_ships(&mut fleet.ships.clone(), &gift)));
        let new = part::twin(eng.st, id, flag);
        give(eng.st, id, new, &gift);
        let old = reflag(eng.st, id);
        arranged(eng, power, hex, &[old, new]);
    }))
}

/// `exchange_fleets`.
pub fn exchange(
    ctx: &OrderContext<'_>, power: &str, fleet: &str, other: &str, give_list: &Transfer, take_list: &Transfer,
) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &[Phase::Naval])?;
    let (one, two) = (own(ctx, fleet, "fleet")?, own(ctx, other, "other")?);
    together(ctx, one, two)?;
    if give_list.is_empty() && take_list.is_empty() {
        return Err(Refusal::new("nothing_chosen", "ER-11.17", "the order exchanges nothing"));
    }
    let there = gift(ctx, power, one, give_list, ["give"; 3])?;
    let back = gift(ctx, power, two, take_list, ["take"; 3])?;
    let (mut first, mut second) = (Draft::of(ctx, one), Draft::of(ctx, two));
    let (mut out, mut home) = (Draft::empty(), Draft::empty());
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
        let between = part::twin(eng.st, one, flag);
        give(eng.st, one, between, &there);
        give(eng.st, two, one, &back);
        part::merge(eng.st, between, two);
        eng.st.sweep();
        let left: Vec<FleetId> = [one, two].into_iter().filter(|&id| eng.st.fleet(id).is_some()).collect();
        let left: Vec<FleetId> = left.into_iter().map(|id| reflag(eng.st, id)).collect();
        arranged(eng, power, hex, &left);
    }))
}

/// `concentrate_fleets`: all of the player's that are alike in status, and in whether they have fought.
pub fn concentrate(ctx: &OrderContext<'_>, power: &str, hex: &str) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &[Phase::Naval])?;
    let hex = ctx.hex(hex, "hex")?;
    let able = |fleet: &&Fleet| {
        let flag = fleet.id.power;
        relations::seat_of(ctx.sc, ctx.st, flag) == Some(ctx.seat) && ctx.st.power(flag).active
    };
    let mut groups: Vec<Vec<&Fleet>> = Vec::new();
    for fleet in ctx.st.fleets_at(hex).filter(able) {
        let alike = |other: &Fleet| (other.status, other.fought) == (fleet.status, fleet.fought);
        match groups.iter_mut().find(|group| alike(group[0])) {
            Some(group) => group.push(fleet),
            None => groups.push(vec![fleet]),
        }
    }
    groups.retain(|group| group.len() > 1);
    if groups.is_empty() {
        let detail = format!("there are no two fleets of yours in {hex} that are alike in status and in having fought");
        return Err(Refusal::new("nothing_to_join", "ER-11.17", detail).at("hex"));
    }
    for group in &groups {
        let armies: Powers = group.iter().filter_map(|fleet| fleet.cargo.power).collect();
        if armies.len() > 1 {
            let detail = "armies of several powers are aboard, and a fleet carries one army";
            return Err(Refusal::new("other_army", "ER-6.9", detail).at("hex"));
        }
    }
    let groups: Vec<Vec<FleetId>> = groups.iter().map(|group| group.iter().map(|fleet| fleet.id).collect()).collect();
    Ok(Box::new(move |eng| {
        let mut joined = Vec::new();
        for group in &groups {
            let into = group.iter().copied().find(|id| id.power == power).unwrap_or(group[0]);
            group.iter().filter(|&&id| id != into).for_each(|&id| part::merge(eng.st, id, into));
            joined.push(into);
        }
        eng.st.sweep();
        arranged(eng, power, hex, &joined);
    }))
}

fn own<'a>(ctx: &OrderContext<'a>, text: &str, part: &str) -> Result<&'a Fleet, Refusal> {
    let fleet = ctx.own_fleet(text, part)?;
    awake(ctx, fleet.id.power)?;
    Ok(fleet)
}

/// Same hex, same status, and both or neither have fought (ER-11.17, ER-R19, ER-R62).
fn together(ctx: &OrderContext<'_>, one: &Fleet, two: &Fleet) -> Result<(), Refusal> {
    let (a, b) = (names::fleet(ctx.sc, one.id), names::fleet(ctx.sc, two.id));
    let refuse = |code, rule, detail: String| Err(Refusal::new(code, rule, detail).at("other"));
    if one.id == two.id {
        return refuse("twice", "ER-11.17", format!("{a} cannot exchange with itself"));
    }
    if one.hex != two.hex {
        return refuse("other_hex", "ER-11.17", format!("{a} is in {}, {b} in {}", one.hex, two.hex));
    }
    if one.status != two.status {
        return refuse("other_status", "ER-11.17", format!("{a} is {}, {b} {}", one.status, two.status));
    }
    if one.fought != two.fought {
        return refuse("fought", "ER-R62", format!("one of {a} and {b} has fought this month, the other has not"));
    }
    Ok(())
}

/// What an order wants to go over, when the fleet has it.
fn gift(
    ctx: &OrderContext<'_>, power: PowerId, fleet: &Fleet, list: &Transfer, parts: [&str; 3],
) -> Result<Gift, Refusal> {
    if u32::from(list.ships) > fleet.size() {
        let detail = format!("{} has only {} fleet units", names::fleet(ctx.sc, fleet.id), fleet.size());
        return Err(Refusal::new("not_so_many", "ER-11.17", detail).at(parts[0]));
    }
    ctx.has_units(&fleet.cargo.bands, &list.units, parts[1])?;
    let leaders = ctx.leaders(&list.leaders, LeaderPlace::Fleet(fleet.id), parts[2])?;
    Ok(Gift { ships: list.ships, first: power, units: list.units.clone(), leaders })
}

impl Draft {
    fn empty() -> Self {
        Self { name: "the new fleet".to_owned(), ships: Vec::new(), cargo: Cargo::default(), leaders: Vec::new() }
    }

    fn of(ctx: &OrderContext<'_>, fleet: &Fleet) -> Self {
        Self {
            name: names::fleet(ctx.sc, fleet.id),
            ships: fleet.ships.clone(),
            cargo: fleet.cargo.clone(),
            leaders: ctx.st.leaders_aboard(fleet.id).map(|(id, _)| id).collect(),
        }
    }

    fn give(&mut self, to: &mut Self, gift: &Gift) -> Result<(), Refusal> {
        let mut over = Self { name: String::new(), ships: take_ships(&mut self.ships, gift), ..Self::empty() };
        for units in &gift.units {
            let taken = take_bands(&mut self.cargo.bands, units.kind, units.seasoned, units.count);
            taken.into_iter().for_each(|band| add_band(&mut over.cargo.bands, band));
        }
        over.cargo.power = self.cargo.power.filter(|_| !over.cargo.bands.is_empty());
        if self.cargo.bands.is_empty() {
            self.cargo.power = None;
        }
        self.leaders.retain(|id| !gift.leaders.contains(id));
        over.leaders.clone_from(&gift.leaders);
        to.receive(over)
    }

    fn receive(&mut self, other: Self) -> Result<(), Refusal> {
        for (power, count) in other.ships {
            part::add_ships(&mut self.ships, power, count);
        }
        let powers: Powers = self.cargo.power.into_iter().chain(other.cargo.power).collect();
        if powers.len() > 1 {
            let detail = format!("armies of two powers would be aboard {}", self.name);
            return Err(Refusal::new("other_army", "ER-6.9", detail));
        }
        other.cargo.bands.into_iter().for_each(|band| add_band(&mut self.cargo.bands, band));
        self.cargo.power = powers.iter().next();
        self.leaders.extend(other.leaders);
        Ok(())
    }

    /// Not overloaded, and nobody aboard without fleet units of his power (ER-11.17, ER-R62). A fleet that was given
    /// away whole is no more.
    fn sound(&self, ctx: &OrderContext<'_>) -> Result<(), Refusal> {
        let size = self.ships.iter().map(|&(_, count)| u32::from(count)).sum();
        let (room, wanted) =
            (strength::capacity(ctx.sc, size), strength::of_bands(ctx.sc, ctx.st, &self.cargo.bands).stacking);
        if wanted > room {
            let detail = format!("{} would carry stacking {wanted} with room for {room}", self.name);
            return Err(Refusal::new("overloaded", "ER-11.17", detail));
        }
        let aboard = self.leaders.iter().map(|&id| ctx.st.leader(id).power).chain(self.cargo.power);
        for power in aboard {
            if !self.ships.iter().any(|&(owner, _)| owner == power) {
                let detail = format!("{} would carry men of {} without its ships", self.name, ctx.sc.power(power).name);
                return Err(Refusal::new("other_power", "ER-R62", detail));
            }
        }
        Ok(())
    }
}

fn arranged(eng: &mut Engine<'_>, power: PowerId, hex: HexId, fleets: &[FleetId]) {
    let forces = fleets.iter().map(|&id| names::fleet(eng.sc, id)).collect();
    let what = EventKind::ForcesArranged { power: eng.sc.power_name(power), hex, forces };
    eng.emit(eng.seats_of(Powers::one(power)), "ER-11.17", what);
}
