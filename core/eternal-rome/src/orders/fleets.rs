//! What splitting, exchanging and joining fleets share (ER-11.17, ER-R62).
//!
//! A fleet may hold fleet units of several powers of one player. Its flag is always that of a power with a fleet unit in
//! it, and whoever is aboard, army or leader, serves a power with a fleet unit in it.

use super::prelude::*;
use crate::model::state::{Cargo, add_band, take_bands};
use crate::rules::naval::fleets::{Gift, add_ships, take_ships};

/// A fleet as it would be: what legality looks at.
#[derive(Clone)]
pub(super) struct FleetDraft {
    name: String,
    ships: Vec<(PowerId, u8)>,
    cargo: Cargo,
    leaders: Vec<LeaderId>,
}

pub(super) fn own<'a>(ctx: &OrderContext<'a>, text: &str, part: &str) -> Result<&'a Fleet, Refusal> {
    let fleet = ctx.own_fleet(text, part)?;
    ctx.awake(fleet.id.power)?;
    Ok(fleet)
}

/// Same hex, same status, and both or neither have fought (ER-11.17, ER-R19, ER-R62).
pub(super) fn together(ctx: &OrderContext<'_>, one: &Fleet, two: &Fleet) -> Result<(), Refusal> {
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
pub(super) fn gift(
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

impl FleetDraft {
    pub(super) fn empty() -> Self {
        Self { name: "the new fleet".to_owned(), ships: Vec::new(), cargo: Cargo::default(), leaders: Vec::new() }
    }

    pub(super) fn of(ctx: &OrderContext<'_>, fleet: &Fleet) -> Self {
        Self {
            name: names::fleet(ctx.sc, fleet.id),
            ships: fleet.ships.clone(),
            cargo: fleet.cargo.clone(),
            leaders: ctx.st.leaders_aboard(fleet.id).map(|(id, _)| id).collect(),
        }
    }

    pub(super) fn give(&mut self, to: &mut Self, gift: &Gift) -> Result<(), Refusal> {
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

    pub(super) fn receive(&mut self, other: Self) -> Result<(), Refusal> {
        for (power, count) in other.ships {
            add_ships(&mut self.ships, power, count);
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
    pub(super) fn sound(&self, ctx: &OrderContext<'_>) -> Result<(), Refusal> {
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
