//! What orders about making and building share (RN-49, RN-52, RN-53).

use kernel::Refusal;

use super::context::OrderContext;
use super::reasons::{no_harbour, not_built, not_made};
use crate::model::calendar::Month;
use crate::model::goods::Good;
use crate::model::location::TowerOwner;
use crate::model::ships::Ship;
use crate::rules::deed::Deed;
use crate::rules::fortification::{Measure, raise_tower, raise_walls};
use crate::rules::offices::lists::wait_for_ingress;
use crate::rules::{harbours, manufacture};

/// Goods are made, anywhere on land (RN-R86).
pub fn make_goods(ctx: &mut OrderContext<'_>, good: Good, units: u32) -> Result<(), Refusal> {
    let persona = ctx.actor;
    let location = ctx.here("RN-R86")?;
    let (_, me, acts, _) = ctx.me_at(location);
    let count = manufacture::make(me, good, units, &mut acts.workshop).map_err(not_made)?;
    ctx.month.deeds.push(Deed::Made { persona, good, count });
    Ok(())
}

/// Ships are built in May, in a port where the builder started the month (RN-53).
pub fn build_ships(ctx: &mut OrderContext<'_>, ship: Ship, count: u32) -> Result<(), Refusal> {
    let persona = ctx.actor;
    if ctx.sc.month(ctx.st.turn) != Month::May {
        return Err(Refusal::new("wrong_month", "RN-53", "ships are built in May"));
    }
    let location = ctx.where_he_started("RN-53")?;
    let (here, me, acts, _) = ctx.me_at(location);
    if here.depth == 0 {
        return Err(Refusal::new("no_port", "RN-53", "there is no port"));
    }
    let count = manufacture::build_ships(me, ship, count, here.depth, &mut acts.workshop).map_err(not_made)?;
    ctx.month.deeds.push(Deed::Made { persona, good: ship.good(), count });
    Ok(())
}

/// One order of fortification a month (RN-52.13).
fn fortifies_once(fortified: bool) -> Result<(), Refusal> {
    if fortified {
        return Err(Refusal::new("fortified", "RN-52.13", "he has strengthened something this month"));
    }
    Ok(())
}

/// Walls are strengthened (RN-52.11).
pub fn strengthen_walls(ctx: &mut OrderContext<'_>, measure: Measure) -> Result<(), Refusal> {
    let (persona, location, sc) = (ctx.actor, ctx.inside_where_he_started("RN-52.11")?, ctx.sc);
    let (here, me, acts, _) = ctx.me_at(location);
    fortifies_once(acts.fortified)?;
    raise_walls(here, me, measure, &sc.rulings.raising).map_err(not_built)?;
    acts.fortified = true;
    ctx.month.deeds.push(Deed::Fortified { persona, location, tower: None });
    Ok(())
}

/// A tower is strengthened, or built; the family of a new one waits for ingress (RN-52.12, RN-R88).
pub fn strengthen_tower(ctx: &mut OrderContext<'_>, owner: TowerOwner) -> Result<(), Refusal> {
    let (persona, location, sc) = (ctx.actor, ctx.inside_where_he_started("RN-52.12")?, ctx.sc);
    let (here, me, acts, _) = ctx.me_at(location);
    fortifies_once(acts.fortified)?;
    let is_new = raise_tower(here, me, owner, &sc.rulings.raising).map_err(not_built)?;
    acts.fortified = true;
    if let (true, TowerOwner::Family(family)) = (is_new, owner) {
        wait_for_ingress(ctx.st, location, family);
    }
    ctx.month.deeds.push(Deed::Fortified { persona, location, tower: Some(owner) });
    Ok(())
}

/// A harbour is deepened, by 1 foot in a month however many deepen it (RN-49, RN-R70).
pub fn deepen(ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
    let (persona, location, sc) = (ctx.actor, ctx.here("RN-49.3")?, ctx.sc);
    let (here, me, acts, site) = ctx.me_at(location);
    if acts.engineered {
        return Err(Refusal::new("engineered", "RN-R70", "he has given an order of engineering this month"));
    }
    let depth = site.depth.unwrap_or(here.depth);
    harbours::deepen(depth, me, &sc.rulings.harbours).map_err(no_harbour)?;
    (acts.engineered, site.depth) = (true, Some(depth));
    here.depth = depth.saturating_add(1);
    ctx.month.deeds.push(Deed::Deepened { persona, location, feet: depth.saturating_add(1) });
    Ok(())
}
