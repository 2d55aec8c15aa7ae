//! Movement allowance, what a step costs, and when a marching force is where (ST-R5, ST-R7, ST-R8, ST-R63).

use crate::model::board::{Hexside, Terrain};
use crate::model::command::CommandKind;
use crate::model::ids::{HEXES, HexId};
use crate::model::measures::{Credit, MovePoints};
use crate::model::rulings::{Rulings, Weather};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitClass, Units};

/// What bears on the speed of everybody in a week.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Season {
    /// The weather.
    pub weather: Weather,
    /// What rain takes from foot (ST-13.3).
    pub foot: u8,
    /// What it takes from horse.
    pub horse: u8,
}

/// ST-R7: what a command adds to the slowness of its force on land; `None` if it never goes by land. Armies and divisions move
/// as cavalry, a task force as infantry, scouts always as fast.
pub fn command_speed(rulings: &Rulings, kind: CommandKind, season: &Season) -> Option<i32> {
    let march = &rulings.march;
    match kind {
        CommandKind::TaskForce => Some(march.infantry - i32::from(season.foot)),
        CommandKind::Army | CommandKind::Division => Some(march.cavalry - i32::from(season.horse)),
        CommandKind::Scouting => Some(march.scouting_command),
        CommandKind::Special => Some(i32::MAX),
        CommandKind::Armada | CommandKind::Fleet | CommandKind::City | CommandKind::Fort => None,
    }
}

/// ST-9.7, ST-R7, ST-R63: the allowance of a force on land, of these commands and units: that of its slowest part, at least 1;
/// `None` if one of them never goes by land.
pub fn land_allowance(
    sc: &Scenario, commands: &[CommandKind], units: &Units, season: &Season, forced: bool,
) -> Option<MovePoints> {
    let mut least = i32::MAX;
    for kind in commands {
        least = least.min(command_speed(&sc.rulings, *kind, season)?);
    }
    for (kind, _) in units.iter() {
        let rain = match kind.class() {
            UnitClass::Horse => season.horse,
            UnitClass::Foot | UnitClass::Elephant | UnitClass::Train => season.foot,
            UnitClass::Ship => return None,
        };
        least = least.min(i32::from(sc.units.of(kind).movement) - i32::from(rain));
    }
    if least == i32::MAX {
        least = sc.rulings.march.infantry;
    }
    let bonus = if forced { sc.rulings.march.forced_bonus } else { 0 };
    Some(MovePoints((least.max(1) + bonus) as u8))
}

/// ST-24.5, ST-R7, ST-R52: the allowance of anybody at sea.
pub fn naval_allowance(rulings: &Rulings, season: &Season) -> MovePoints {
    MovePoints(rulings.weather(season.weather).naval.min(rulings.march.naval).max(1) as u8)
}

/// What the ground is like now: roads and cities as they stand. Made once and asked often.
#[derive(Clone, Debug)]
pub struct Ground<'a> {
    /// The scenario.
    pub sc: &'a Scenario,
    road: Vec<bool>,
    city: Vec<bool>,
    enter: Vec<u16>,
}

impl<'a> Ground<'a> {
    /// Of a state.
    pub fn new(sc: &'a Scenario, st: &State) -> Self {
        let mut city = vec![false; HEXES];
        st.sites.values().filter(|site| site.size > 0).for_each(|site| city[site.hex.index()] = true);
        let mut road: Vec<bool> = sc.board.soils().iter().zip(&city).map(|(soil, city)| soil.road || *city).collect();
        st.roads.iter().for_each(|hex| road[hex.index()] = true);
        let march = &sc.rulings.march;
        let enter = sc.board.soils().iter().zip(&city).map(|(soil, city)| {
            let cost = match sc.rulings.terrain.of(soil.terrain) {
                None => march.sea_cost,
                Some(_) if *city => march.city_cost,
                Some(terrain) => terrain.cost + if soil.river { march.river_cost } else { 0 },
            };
            (cost * march.credit_per_point) as u16
        });
        Self { sc, road, enter: enter.collect(), city }
    }

    /// Whether a hex counts as a road hex (ST-R5).
    pub fn is_road(&self, hex: HexId) -> bool {
        self.road[hex.index()]
    }

    /// Whether a city stands in a hex.
    pub fn is_city(&self, hex: HexId) -> bool {
        self.city[hex.index()]
    }

    /// ST-R5: what a step over land costs; `None` where there is no way. Along a road it is half a point, whatever the terrain;
    /// trains and elephants (`heavy`) enter a mountain only so.
    pub fn land_step(&self, from: HexId, side: &Hexside, heavy: bool) -> Option<Credit> {
        if !side.land {
            return None;
        }
        let march = &self.sc.rulings.march;
        if self.is_road(from) && self.is_road(side.to) {
            return Some(Credit((march.credit_per_point / march.road_steps) as u16));
        }
        let mountain = self.sc.board.hex(side.to).terrain == Terrain::Mountain && !self.is_city(side.to);
        (!(heavy && mountain)).then(|| Credit(self.enter[side.to.index()]))
    }

    /// ST-R5: what a step of ships costs; `None` where there is no way. Whether the water is the same is another question
    /// ([`Board::ships_pass`](crate::model::board::Board::ships_pass)).
    pub fn sea_step(&self, side: &Hexside) -> Option<Credit> {
        let march = &self.sc.rulings.march;
        let points = match (side.sea, side.channel) {
            (true, _) => march.sea_cost,
            (false, true) => march.river_ship_cost,
            (false, false) => return None,
        };
        Some(Credit((points * march.credit_per_point) as u16))
    }
}

/// ST-10.3, ST-R5: whether a force has anything that enters mountains by road only.
pub fn is_heavy(units: &Units) -> bool {
    units.iter().any(|(kind, _)| matches!(kind.class(), UnitClass::Train | UnitClass::Elephant))
}

/// ST-R8: the impulses, from 1, in which a force with this allowance enters hexes of these costs one after another; fewer than
/// the hexes when the week ends before. Credit gained each impulse is the allowance; what is left over stays until the week
/// ends.
pub fn arrivals(rulings: &Rulings, allowance: MovePoints, costs: &[Credit]) -> Vec<u8> {
    let mut entered = Vec::new();
    let (mut credit, mut ahead) = (0, costs.iter());
    let mut next = ahead.next();
    for impulse in 1..=rulings.march.impulses as u8 {
        credit += u16::from(allowance.0);
        while let Some(cost) = next.filter(|cost| cost.0 <= credit) {
            credit -= cost.0;
            entered.push(impulse);
            next = ahead.next();
        }
    }
    entered
}
