//! The next step of an expansion: of all spaces in reach the one that gains most for its price, with an eye on what it
//! opens and on Areas that several Lands together would dominate.

use super::decision::{DecisionContext, HORIZONS, MILLE};
use super::forces::{PlannedForces, Price, Task, rank};
use super::gains::Gains;
use super::position::Position;
use crate::model::ids::{LandId, Lands, MOST_ARMIES, Space, WaterId, Waters, Works};

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    /// A Land or a water is entered.
    Enter(Space),
    /// A fort is built.
    Fort(LandId),
    /// One more army.
    Stack(LandId),
}

impl Action {
    /// The Land in which something changes.
    pub fn land(self) -> Option<LandId> {
        match self {
            Self::Enter(Space::Land(land)) | Self::Fort(land) | Self::Stack(land) => Some(land),
            Self::Enter(Space::Water(_)) => None,
        }
    }
}

/// A step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpansionStep {
    /// What is done.
    pub action: Action,
    /// Whence.
    pub via: Option<Space>,
    /// Defenders met.
    pub defenders: u8,
    /// Their defence, by rank.
    pub rank: usize,
    /// What it costs.
    pub price: Price,
    /// What it gains at once, in thousandths of a VP.
    pub gain: i32,
    /// Gain for a thousand thousandths of a force, what it opens included.
    pub ratio: i32,
}

/// A Land in reach.
#[derive(Clone, Copy)]
struct Near {
    land: LandId,
    via: Space,
    task: Task,
    price: Option<Price>,
    gain: i32,
    ratio: i32,
}

/// What may be reached now, and what lies behind it.
pub struct StepSearch<'a, 'g> {
    context: &'a DecisionContext<'a>,
    planned: &'g PlannedForces,
    near: Vec<Near>,
    known: Lands,
    lanes: Waters,
    banned: &'g [Space],
    gains: &'g mut Gains<'a>,
}

/// How many Lands a landing is judged by.
const LANDINGS: usize = 4;
/// Per cent of a later gain that counts, for it is not certain.
pub const LATER: i32 = 90;

/// Gain for a thousand thousandths of a force.
pub fn ratio(gain: i32, cost: i32) -> i32 {
    (i64::from(gain) * i64::from(MILLE) / i64::from(cost.max(1))) as i32
}

impl<'a, 'g> StepSearch<'a, 'g> {
    /// Looks round.
    pub fn new(
        context: &'a DecisionContext<'a>, position: &Position, planned: &'g PlannedForces, banned: &'g [Space],
        gains: &'g mut Gains<'a>,
    ) -> Self {
        let mut search = Self {
            context,
            planned,
            near: Vec::with_capacity(48),
            known: position.base,
            lanes: lanes(context, position),
            banned,
            gains,
        };
        search.survey(position);
        search
    }

    fn survey(&mut self, position: &Position) {
        let board = self.context.board;
        let borders = position.base.iter().flat_map(|land| self.context.ways[land.index()].iter().map(|way| way.from));
        let shores = self.lanes.iter().fold(Lands::NONE, |all, water| all.or(board.water(water).coasts));
        let reach = borders.collect::<Lands>().or(shores).and(board.usable).without(position.base);
        for land in reach.iter() {
            let Some((via, task)) = self.way_in(position, land) else { continue };
            if self.banned.contains(&Space::Land(land)) {
                continue;
            }
            self.known.add(land);
            let price = self.planned.price(&board.tables, task).filter(|_| self.allowed(task));
            let gain = self.gains.taking(position, land);
            let ratio = price.map_or(i32::MIN, |price| ratio(gain, price.cost));
            self.near.push(Near { land, via, task, price, gain, ratio });
        }
    }

    fn allowed(&self, task: Task) -> bool {
        task.defenders == 0 || self.context.bias.fights
    }

    /// The easiest way into a Land, and what it meets.
    fn way_in(&self, position: &Position, land: LandId) -> Option<(Space, Task)> {
        let context = self.context;
        let mut easiest: Option<(bool, Space)> = None;
        for way in context.ways[land.index()].iter().filter(|way| position.base.has(way.from)) {
            let difficult = if way.strait { !bridged(context, position, way.bridged_by) } else { way.difficult };
            if easiest.is_none_or(|(hard, _)| hard && !difficult) {
                easiest = Some((difficult, Space::Land(way.from)));
            }
        }
        if easiest.is_none() {
            let water = context.board.land(land).coasts.and(self.lanes).iter().next()?;
            easiest = Some((true, Space::Water(water)));
        }
        easiest.map(|(difficult, via)| (via, task(context, position, land, difficult, matches!(via, Space::Land(_)))))
    }

    /// The best step; nothing when nothing gains.
    pub fn best(&mut self, position: &Position) -> Option<ExpansionStep> {
        self.look_behind(position);
        self.look_for_areas(position);
        let mut best: Option<ExpansionStep> = None;
        let mut offer = |step: ExpansionStep| {
            if step.ratio > 0 && best.is_none_or(|best| step.ratio > best.ratio) {
                best = Some(step);
            }
        };
        for near in &self.near {
            let Some(price) = near.price else { continue };
            offer(ExpansionStep {
                action: Action::Enter(Space::Land(near.land)),
                via: Some(near.via),
                defenders: near.task.defenders,
                rank: near.task.rank,
                price,
                gain: near.gain,
                ratio: near.ratio,
            });
        }
        for water in position.navigation.iter() {
            if let Some(step) = self.voyage(position, water) {
                offer(step);
            }
        }
        let walk = Task { defenders: 0, rank: 0, water: false, vacant: false };
        if let Some(price) = self.planned.price(&self.context.board.tables, walk) {
            for (action, gain) in defences(self.context, position, self.gains) {
                let free = self.planned.forts > 0 && matches!(action, Action::Fort(_));
                let cost = if free { MILLE / 10 } else { price.cost };
                offer(ExpansionStep {
                    action,
                    via: None,
                    defenders: 0,
                    rank: 0,
                    price,
                    gain,
                    ratio: ratio(gain, cost),
                });
            }
        }
        best
    }

    /// A Land is worth more when rich Lands lie behind it.
    fn look_behind(&mut self, position: &Position) {
        for at in 0..self.near.len() {
            let near = self.near[at];
            let Some(price) = near.price else { continue };
            let mut behind: Vec<(i32, i32, i32)> = Vec::new();
            for way in &self.context.ways[near.land.index()] {
                if self.known.has(way.from) {
                    continue;
                }
                let gain = self.gains.taking(position, way.from) * LATER / 100;
                let inward = self.context.ways[way.from.index()].iter().find(|back| back.from == near.land);
                let difficult = inward.is_some_and(|back| back.difficult || back.strait);
                let task = task(self.context, position, way.from, difficult, true);
                if let Some(price) = self.planned.price(&self.context.board.tables, task).filter(|_| self.allowed(task))
                {
                    behind.push((ratio(gain, price.cost), gain, price.cost));
                }
            }
            self.near[at].ratio = self.prefix(near.ratio, near.gain, price.cost, behind);
        }
    }

    /// The best ratio of something with what follows it.
    fn prefix(&self, alone: i32, gain: i32, cost: i32, mut behind: Vec<(i32, i32, i32)>) -> i32 {
        behind.sort_unstable_by(|one, two| two.cmp(one));
        let (mut best, mut gain, mut cost) = (alone, gain, cost);
        for (_, more, price) in behind.into_iter().take(LANDINGS) {
            (gain, cost) = (gain + more, cost + price);
            if cost > self.planned.total() {
                break;
            }
            best = best.max(ratio(gain, cost));
        }
        best
    }

    /// Lands of one Area that together reach Domination or Control.
    fn look_for_areas(&mut self, position: &Position) {
        for area in self.context.board.area_ids() {
            if self.context.vp[area.index()][0] == 0 {
                continue;
            }
            let lands = self.context.board.area(area).lands;
            let mut members: Vec<usize> = (0..self.near.len())
                .filter(|at| lands.has(self.near[*at].land) && self.near[*at].price.is_some())
                .collect();
            if members.len() < 2 {
                continue;
            }
            members.sort_unstable_by_key(|at| (self.near[*at].price.map(|price| price.cost), -self.near[*at].ratio));
            let before = self.gains.area(position, area.index());
            let lands = members.iter().map(|at| self.near[*at].land);
            let gains = position.gains_together(self.context, area.index(), before, lands);
            let (mut cost, mut best) = (0, (i32::MIN, 0));
            for ((count, at), gain) in members.iter().enumerate().zip(gains) {
                let Some(price) = self.near[*at].price else { break };
                cost += price.cost;
                if cost > self.planned.total() {
                    break;
                }
                let together = ratio(gain, cost);
                if together > best.0 {
                    best = (together, count);
                }
            }
            for at in members.into_iter().take(best.1 + 1) {
                self.near[at].ratio = self.near[at].ratio.max(best.0);
            }
        }
    }

    /// A fleet: the Sea itself and the shores it opens.
    fn voyage(&mut self, position: &Position, water: WaterId) -> Option<ExpansionStep> {
        let (context, board) = (self.context, self.context.board);
        let info = board.water(water);
        let own = |water: WaterId, position: &Position| position.fleets[water.index()][context.me.index()] > 0;
        if !info.fleets || own(water, position) || self.banned.contains(&Space::Water(water)) {
            return None;
        }
        let coast = info.coasts.and(position.base).iter().next().map(Space::Land);
        let usable: Waters = position.navigation.iter().filter(|water| own(*water, position)).collect();
        let via = coast.or_else(|| info.neighbours.and(usable).iter().next().map(Space::Water))?;
        let task = sea_task(context, position, water);
        let price = self.planned.price(&board.tables, task).filter(|_| self.allowed(task))?;
        let gain = position.water_gain(context, water);
        let shores = self.landings(position, info.coasts);
        let mut best = self.prefix(ratio(gain, price.cost), gain, price.cost, shores);
        for next in info.neighbours.and(position.navigation).iter().filter(|next| *next != water) {
            if own(next, position) || !board.water(next).fleets {
                continue;
            }
            let task = sea_task(context, position, next);
            let Some(more) = self.planned.price(&board.tables, task).filter(|_| self.allowed(task)) else { continue };
            let gain = gain + position.water_gain(context, next) * LATER / 100;
            let shores = self.landings(position, board.water(next).coasts);
            let cost = price.cost + more.cost;
            best = best.max(self.prefix(ratio(gain, cost), gain, cost, shores));
        }
        Some(ExpansionStep {
            action: Action::Enter(Space::Water(water)),
            via: Some(via),
            defenders: task.defenders,
            rank: 0,
            price,
            gain,
            ratio: best,
        })
    }

    /// What landing on these shores would gain.
    fn landings(&mut self, position: &Position, shores: Lands) -> Vec<(i32, i32, i32)> {
        let mut found = Vec::new();
        for land in shores.and(self.context.board.usable).without(self.known).iter() {
            let gain = self.gains.taking(position, land) * LATER / 100;
            let task = task(self.context, position, land, true, false);
            if let Some(price) = self.planned.price(&self.context.board.tables, task).filter(|_| self.allowed(task)) {
                found.push((ratio(gain, price.cost), gain, price.cost));
            }
        }
        found
    }
}

/// Whether the planner's fleets bridge a strait (HW-R28).
pub fn bridged(context: &DecisionContext, position: &Position, by: Waters) -> bool {
    by.iter().any(|water| position.fleets[water.index()][context.me.index()] > 0)
}

/// What an entry into a Land meets; `by_land` when the empire stands next to it.
pub fn task(context: &DecisionContext, position: &Position, land: LandId, difficult: bool, by_land: bool) -> Task {
    let spot = &position.spots[land.index()];
    let empty = spot.holder.is_none();
    let vacant = empty && by_land;
    let walk = empty || position.own(context.me, land) || position.open.has(land);
    if walk {
        return Task { defenders: 0, rank: 0, water: false, vacant };
    }
    let surprised = position.surprised.has(land);
    let works = if position.siegecraft || surprised { Works::None } else { spot.works };
    let difficult = difficult && !surprised;
    Task { defenders: spot.armies, rank: rank(difficult, works), water: false, vacant }
}

/// What an entry into a water meets.
pub fn sea_task(context: &DecisionContext, position: &Position, water: WaterId) -> Task {
    let here = position.fleets[water.index()].iter().enumerate();
    let foes: u8 = here.filter(|(player, _)| *player != context.me.index()).map(|(_, fleets)| *fleets).sum();
    let defenders = if context.board.water(water).sea { foes } else { 0 };
    Task { defenders, rank: 0, water: true, vacant: false }
}

/// Waters that armies of the empire can cross (HW-24.6).
pub fn lanes(context: &DecisionContext, position: &Position) -> Waters {
    let board = context.board;
    let usable: Waters =
        position.navigation.iter().filter(|water| position.fleets[water.index()][context.me.index()] > 0).collect();
    let embark = |water: &WaterId| !board.water(*water).coasts.and(position.base).is_empty();
    let mut lanes: Waters = usable.iter().filter(embark).collect();
    loop {
        let next = lanes.iter().fold(lanes, |all, water| all.or(board.water(water).neighbours.and(usable)));
        if next == lanes {
            return lanes;
        }
        lanes = next;
    }
}

/// Forts and further armies, with what they gain: Lands that are worth much and in danger.
pub fn defences(context: &DecisionContext, position: &Position, gains: &mut Gains) -> Vec<(Action, i32)> {
    let mut found = Vec::new();
    if (1..HORIZONS).all(|horizon| !context.played[horizon]) {
        return found;
    }
    for land in position.base.iter() {
        let spot = position.spots[land.index()];
        if spot.works == Works::None {
            found.push((Action::Fort(land), gains.forting(position, land)));
        }
        if spot.armies < MOST_ARMIES {
            found.push((Action::Stack(land), gains.stacking(position, land)));
        }
    }
    found
}
