//! Building roads (ST-12).

use super::money::pay;
use crate::model::board::Terrain;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, HexId};
use crate::model::measures::Talents;
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// What a road through a hex takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoadPrice {
    /// Regiments in the division.
    pub regts: u16,
    /// Talents.
    pub cost: Talents,
}

/// ST-12.1 to ST-12.3, ST-12.7: what a road takes; `None` where there can be none. A river doubles the talents, not the
/// regiments.
pub fn road_price(rulings: &Rulings, terrain: Terrain, river: bool) -> Option<RoadPrice> {
    let need = match terrain {
        Terrain::Clear | Terrain::Cultivated => &rulings.roads.open,
        Terrain::Hills | Terrain::Forest => &rulings.roads.rough,
        Terrain::Mountain | Terrain::Desert | Terrain::Sea => return None,
    };
    let factor = if river { rulings.roads.river_factor } else { 1 };
    Some(RoadPrice { regts: need.regts as u16, cost: Talents((need.cost * factor) as u32) })
}

/// Whether a hex has a road, from the start or built since.
pub fn has_road(sc: &Scenario, st: &State, hex: HexId) -> bool {
    sc.board.hex(hex).road || st.roads.contains(&hex)
}

/// ST-R5: whether a hex counts as a road hex: with a road, or with a city.
pub fn is_road_hex(sc: &Scenario, st: &State, hex: HexId) -> bool {
    has_road(sc, st, hex) || st.sites.values().any(|site| site.hex == hex && site.size > 0)
}

/// Why no road is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRoad {
    /// Only divisions build (ST-12.1).
    NoDivision,
    /// Not in mountain or desert (ST-12.3).
    Terrain,
    /// There is one.
    Stands,
    /// No road and no city next to it (ST-12.6).
    NoStart,
    /// Too few regiments.
    TooFew,
    /// Not so much money.
    TooDear,
}

/// ST-12: a division builds a road through its hex. That no enemy zone covers the hex is for the caller to see.
pub fn build_road(sc: &Scenario, st: &mut State, division: CommandId) -> Result<(), NoRoad> {
    let command = st.command(division);
    let (hex, Some(country)) = (command.hex, command.power.country()) else { return Err(NoRoad::NoDivision) };
    if command.kind != CommandKind::Division || command.carried_by.is_some() {
        return Err(NoRoad::NoDivision);
    }
    let here = sc.board.hex(hex);
    let price = road_price(&sc.rulings, here.terrain, here.river).ok_or(NoRoad::Terrain)?;
    if has_road(sc, st, hex) {
        return Err(NoRoad::Stands);
    }
    if !sc.board.neighbours(hex).any(|next| is_road_hex(sc, st, next)) {
        return Err(NoRoad::NoStart);
    }
    if command.units.regts() < price.regts {
        return Err(NoRoad::TooFew);
    }
    if !pay(st, country, price.cost) {
        return Err(NoRoad::TooDear);
    }
    st.roads.insert(hex);
    st.memory[country.index()].roads.insert(hex);
    Ok(())
}
