//! What a step over a hexside costs (ER-3.10, ER-3.13, ER-R3 to ER-R5, ER-R8).
//!
//! `routes.rs` searches ways with these costs:
//!
//! - `shortest(sc, from, to, &Terms) -> Option<Route>`: the cheapest way, both ends included; ties as ER-R66 wants;
//! - `distance(sc, from, to, limit, &Terms) -> Option<u16>`: its cost alone, `None` beyond `limit` (interceptions);
//! - `reach(sc, from, limit, &Terms) -> Vec<(HexId, u16)>`: all hexes within `limit`, ascending by hex.
//!
//! `map.rs` knows the grid: `distance(a, b)` in hexes, `neighbour(hex, direction)`, and the places of hexes.

use kernel::map::Mode;

use crate::model::ids::HexId;
use crate::model::scenario::Scenario;

/// How a way is to be searched.
pub struct Terms<'a> {
    /// By land or by sea.
    pub mode: Mode,
    /// In winter.
    pub winter: bool,
    /// Hexes that may not be entered, besides those that the map closes. The destination is not exempt.
    pub barred: &'a dyn Fn(HexId) -> bool,
    /// Straits count as no way: retreats (ER-R5).
    pub no_straits: bool,
}

/// A way with its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// Movement points of the whole way.
    pub cost: u16,
    /// The hexes, both ends included.
    pub hexes: Vec<HexId>,
}

/// Whether the map closes the hex to everybody: land of no province, or of one that nobody held (ER-3.9, ER-R33).
pub fn closed(sc: &Scenario, hex: HexId) -> bool {
    let at = sc.hex(hex);
    at.land.is_some() && at.province.is_none_or(|province| sc.province(province).initial.is_none())
}

/// What a step costs by `mode`, `None` where there is no way.
pub fn step(sc: &Scenario, from: HexId, to: HexId, mode: Mode, winter: bool) -> Option<u16> {
    match mode {
        Mode::Land => land(sc, from, to, winter),
        Mode::Sea => sea(sc, from, to, winter),
    }
}

/// Movement points of a march from one hex to its neighbour (ER-R4). Warm provinces know no winter (ER-R3), and a
/// strait costs the same all the year (ER-R5).
pub fn land(sc: &Scenario, from: HexId, to: HexId, winter: bool) -> Option<u16> {
    let side = sc.side(from, to).filter(|side| side.land)?;
    let entered = sc.hex(to);
    let terrain = entered.land?;
    if closed(sc, to) {
        return None;
    }
    let base = side.land_cost.unwrap_or(sc.constants.land_cost[terrain as usize]);
    let warm = entered.province.is_some_and(|province| sc.province(province).warm_winter);
    let factor = if winter && !warm { sc.constants.land_winter_factor } else { 1 };
    Some(u16::from(base) * u16::from(factor) + u16::from(side.strait))
}

/// Movement points of a voyage from one hex to its neighbour (ER-R4), doubled in winter everywhere (ER-11.3).
pub fn sea(sc: &Scenario, from: HexId, to: HexId, winter: bool) -> Option<u16> {
    let side = sc.side(from, to).filter(|side| side.sea)?;
    let terrain = sc.hex(to).sea?;
    if closed(sc, to) {
        return None;
    }
    let base = side.naval_cost.unwrap_or(sc.constants.sea_cost[terrain as usize]);
    let factor = if winter { sc.constants.naval_winter_factor } else { 1 };
    Some(u16::from(base) * u16::from(factor))
}
