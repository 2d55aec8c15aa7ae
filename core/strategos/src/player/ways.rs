//! Ways by land: how far forces are from places, and how far they get in a week.

use std::rc::Rc;

use super::draft::Draft;
use crate::model::board::Terrain;
use crate::model::command::CommandKind;
use crate::model::ids::{HEXES, HexId};
use crate::model::measures::{Credit, MovePoints};
use crate::model::rulings::Weather;
use crate::model::units::Units;
use crate::rules::march::{Season, arrivals, is_heavy, land_allowance};
use crate::rules::paths::{Terms, costs, reach, route};
use crate::rules::weather;

/// Weeks of march that an aim may be away.
const FARTHEST: u16 = 8;

/// A force that is to march, as far as its speed goes.
#[derive(Clone, Debug)]
pub struct Marchers {
    /// Where it stands.
    pub hex: HexId,
    /// The types of its commands.
    pub kinds: Vec<CommandKind>,
    /// Its units.
    pub units: Units,
}

impl Marchers {
    /// Its allowance in a dry week, or, after rain, in a wet one: the weather of a week is not known before (ST-13.1).
    pub fn allowance(&self, draft: &Draft<'_>) -> MovePoints {
        let rain = weather::after(draft.st.sky.rain, Weather::Fine);
        let (foot, horse) = weather::rain_penalty(&draft.sc.rulings, rain);
        let season = Season { weather: Weather::Fine, foot, horse };
        land_allowance(draft.sc, &self.kinds, &self.units, &season, false).unwrap_or(MovePoints(1))
    }
}

/// What it costs a force to reach each hex, by hex; `u16::MAX` where it is too far.
pub fn reach_of(draft: &mut Draft<'_>, hex: HexId, heavy: bool) -> Rc<Vec<u16>> {
    if let Some(known) = draft.reach.0.get(&(hex, heavy)) {
        return Rc::clone(known);
    }
    let limit = Credit(FARTHEST * 4 * draft.sc.rulings.march.impulses as u16);
    let ground = Rc::clone(&draft.ground);
    let mut all = vec![u16::MAX; HEXES];
    for (to, cost) in reach(&ground, hex, limit, &Terms { heavy, zones: Some(&draft.zones), ..Terms::default() }) {
        all[to.index()] = cost.0;
    }
    let all = Rc::new(all);
    draft.reach.0.insert((hex, heavy), Rc::clone(&all));
    all
}

/// Weeks that a force needs to a hex, in tenths; `None` if it is too far.
pub fn tenths_to(draft: &mut Draft<'_>, force: &Marchers, to: HexId) -> Option<u32> {
    let cost = reach_of(draft, force.hex, is_heavy(&force.units))[to.index()];
    let week = u32::from(force.allowance(draft).0) * draft.sc.rulings.march.impulses as u32;
    (cost < u16::MAX).then(|| u32::from(cost) * 10 / week.max(1))
}

/// The part of the way to a hex that a force goes this week: around what is closed, to a halt where it may stay. Empty if it
/// does not get on.
pub fn leg(
    draft: &Draft<'_>, force: &Marchers, to: HexId, closed: &[bool], may_stay: impl Fn(HexId) -> bool,
) -> Vec<HexId> {
    let ground = Rc::clone(&draft.ground);
    let heavy = is_heavy(&force.units);
    let terms = Terms { heavy, zones: Some(&draft.zones), closed: Some(closed), ..Terms::default() };
    let Some(way) = route(&ground, force.hex, to, &terms) else { return Vec::new() };
    let steps = costs(&ground, &way.hexes, &terms).unwrap_or_default();
    let mut entered = arrivals(&draft.sc.rulings, force.allowance(draft), &steps).len();
    while entered > 0 && !may_stay(way.hexes[entered]) {
        entered -= 1;
    }
    way.hexes[1..=entered].to_vec()
}

/// Whether a hex is fit for the end of a week: in winter neither mountain nor desert, unless a city is there.
pub fn shelters(draft: &Draft<'_>, hex: HexId) -> bool {
    let bare = matches!(draft.sc.board.hex(hex).terrain, Terrain::Mountain | Terrain::Desert);
    let city = draft.st.site_at(hex).is_some_and(|site| draft.st.site(site).size > 0);
    // The last week before winter counts: who halts there finds himself in it.
    let soon = draft.sc.quarter(draft.st.turn.later(1)).is_winter();
    !bare || city || !(soon || draft.sc.quarter(draft.st.turn).is_winter())
}
