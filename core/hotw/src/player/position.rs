//! A board that plans are tried on: light enough to be changed and weighed thousands of times for a decision.

use super::decision::{DecisionContext, HORIZONS, MILLE};
use crate::model::ids::{EmpireId, LandId, Lands, MOST_PLAYERS, Owner, PlayerId, Town, WaterId, Waters, Works};
use crate::model::state::State;

/// Index of nobody's armies among the holders of an Area (HW-R37).
const NEUTRAL: usize = MOST_PLAYERS;

/// What an Area that is sought above all counts, in per cent.
const SOUGHT: i32 = 180;

/// A Land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Holder: a player's index, [`NEUTRAL`], or nothing.
    pub holder: Option<u8>,
    /// Armies.
    pub armies: u8,
    /// Fort or Fortress.
    pub works: Works,
    /// City or Capital.
    pub town: Town,
    /// Whether a Monument stands here.
    pub monument: bool,
}

/// Holders of an Area: Lands now, and in thousandths as expected later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holders {
    /// Lands held now.
    pub now: [i32; MOST_PLAYERS + 1],
    later: [[i32; MOST_PLAYERS + 1]; HORIZONS],
}

/// A position.
#[derive(Clone, Debug)]
pub struct Position {
    /// Per Land.
    pub spots: Vec<Spot>,
    /// Fleets per water and player.
    pub fleets: Vec<[u8; MOST_PLAYERS]>,
    /// Per Area.
    pub areas: Vec<Holders>,
    /// Lands that the empire at work holds.
    pub base: Lands,
    /// Lands that one walkover force takes.
    pub open: Lands,
    /// Lands that are attacked without fort and terrain.
    pub surprised: Lands,
    /// Forts do not count.
    pub siegecraft: bool,
    /// Waters that its fleets may enter.
    pub navigation: Waters,
    /// Resource symbols of the empire that are not used yet.
    pub symbols: i32,
    /// Resource Lands whose symbols have been used.
    used: Lands,
}

impl Position {
    /// The position of an empire of the planner in a state.
    pub fn new(context: &DecisionContext, st: &State, empire: EmpireId) -> Self {
        let board = context.board;
        let spot = |land: &crate::model::state::LandState| Spot {
            holder: land.army.map(|army| match army.owner {
                Owner::Player(player) => player.0,
                Owner::Neutral => NEUTRAL as u8,
            }),
            armies: land.armies(),
            works: land.works,
            town: land.town,
            monument: land.monument.is_some(),
        };
        let career = st.turn().map(|turn| &turn.career).filter(|career| career.empire == empire);
        let base = if career.is_some() { st.base(context.me, empire) } else { Lands::NONE };
        let mut position = Self {
            spots: st.lands.iter().map(spot).collect(),
            fleets: st.fleets.clone(),
            areas: vec![Holders::default(); board.areas.len()],
            base,
            open: career.map_or(Lands::NONE, |career| career.open_lands),
            surprised: career.map_or(Lands::NONE, |career| career.surprised),
            siegecraft: career.is_some_and(|career| career.cards.siegecraft),
            navigation: board.empires.get(empire.index()).map_or(Waters::NONE, |empire| empire.navigation),
            symbols: 0,
            used: st.turn().map_or(Lands::NONE, |turn| turn.used),
        };
        position.symbols = base.and(board.resources).without(position.used).len() as i32;
        for land in board.usable.iter() {
            let holders = &mut position.areas[board.land(land).area.index()];
            Self::count(holders, context, land, &position.spots[land.index()], 1);
        }
        position
    }

    fn guards(spot: &Spot) -> i32 {
        let works = match spot.works {
            Works::None => 0,
            Works::Fort => 1,
            Works::Fortress => 2,
        };
        i32::from(spot.armies) - 1 + works
    }

    /// Adds what stands in a Land to its holder's count, or takes it out.
    fn count(holders: &mut Holders, context: &DecisionContext, land: LandId, spot: &Spot, sign: i32) {
        let Some(holder) = spot.holder.map(usize::from) else { return };
        holders.now[holder] += sign;
        for horizon in 1..HORIZONS {
            holders.later[horizon][holder] += sign * context.holds(land, Self::guards(spot), horizon);
        }
    }

    /// Puts something else into a Land as far as its Area counts it.
    fn swap(&self, holders: &mut Holders, context: &DecisionContext, land: LandId, spot: &Spot) {
        Self::count(holders, context, land, &self.spots[land.index()], -1);
        Self::count(holders, context, land, spot, 1);
    }

    /// Puts something else into a Land.
    pub fn put(&mut self, context: &DecisionContext, land: LandId, spot: Spot) {
        let area = context.board.land(land).area.index();
        let mut holders = self.areas[area];
        self.swap(&mut holders, context, land, &spot);
        (self.areas[area], self.spots[land.index()]) = (holders, spot);
    }

    /// Puts something else into a Land, and says what that gains.
    pub fn set(&mut self, context: &DecisionContext, land: LandId, spot: Spot) -> i32 {
        let gain = self.gain_of(context, land, spot);
        self.put(context, land, spot);
        gain
    }

    /// What putting something else into a Land would gain.
    pub fn gain_of(&self, context: &DecisionContext, land: LandId, spot: Spot) -> i32 {
        self.gain_above(context, land, &spot, self.area_worth(context, context.board.land(land).area.index()))
    }

    /// The same for whoever knows what the Area is worth as it is.
    pub fn gain_above(&self, context: &DecisionContext, land: LandId, spot: &Spot, before: i32) -> i32 {
        let area = context.board.land(land).area.index();
        let mut holders = self.areas[area];
        self.swap(&mut holders, context, land, spot);
        worth(context, area, &holders) - before + self.seat_gain(context, land, spot)
    }

    /// What taking several Lands of an Area gains, one after the other: the sum so far after each.
    pub fn gains_together(
        &self, context: &DecisionContext, area: usize, before: i32, lands: impl Iterator<Item = LandId>,
    ) -> impl Iterator<Item = i32> {
        let (mut holders, mut seats) = (self.areas[area], 0);
        lands.map(move |land| {
            let spot = self.taken(context, land);
            self.swap(&mut holders, context, land, &spot);
            seats += self.seat_gain(context, land, &spot);
            worth(context, area, &holders) - before + seats
        })
    }

    /// What the structures of a Land gain by a change in it.
    fn seat_gain(&self, context: &DecisionContext, land: LandId, spot: &Spot) -> i32 {
        let worth = |spot: &Spot| {
            let points = seat_points(context, land, spot);
            points.map_or(0, |(holder, points)| points * context.weight[holder] / MILLE * context.bias.towns / 100)
        };
        worth(spot) - worth(&self.spots[land.index()])
    }

    /// Worth of an Area, to the planner: what everybody scores there now and is likely to score later.
    pub fn area_worth(&self, context: &DecisionContext, area: usize) -> i32 {
        worth(context, area, &self.areas[area])
    }

    /// What everybody scores in an Area now and is likely to score later.
    pub fn area_points(&self, context: &DecisionContext, area: usize) -> [i32; MOST_PLAYERS] {
        let mut all = [0; MOST_PLAYERS];
        score(context, area, &self.areas[area], |player, points| all[player] = points);
        all
    }

    /// What the structures of a Land score its holder, now and later.
    pub fn seat_points(&self, context: &DecisionContext, land: LandId) -> Option<(usize, i32)> {
        seat_points(context, land, &self.spots[land.index()])
    }

    /// Worth of a Sea with the planner's fleet in it, or of one that a rival loses.
    pub fn water_gain(&self, context: &DecisionContext, water: WaterId) -> i32 {
        let info = context.board.water(water);
        let scorings = |player: usize| {
            let now = if context.scores[player] { MILLE } else { 0 };
            let later = (1..HORIZONS).filter(|horizon| context.played[*horizon]);
            now + later.map(|horizon| context.afloat[horizon]).sum::<i32>()
        };
        let here = &self.fleets[water.index()];
        let value = i32::from(info.vp) * context.bias.seas / 100;
        if here[context.me.index()] > 0 {
            return 0;
        }
        let mut gain = value * scorings(context.me.index());
        if info.sea {
            for player in (0..MOST_PLAYERS).filter(|player| here[*player] > 0) {
                gain -= value * scorings(player) * context.weight[player] / MILLE;
            }
        }
        gain
    }

    /// What a Land looks like once the planner's force has taken it.
    pub fn taken(&self, context: &DecisionContext, land: LandId) -> Spot {
        let before = self.spots[land.index()];
        let (works, town) = match (before.holder, before.town) {
            (None, town) => (before.works, town),
            (Some(_), Town::Capital) => (Works::None, Town::City),
            (Some(_), _) => (Works::None, Town::None),
        };
        Spot { holder: Some(context.me.0), armies: 1, works, town, ..before }
    }

    /// What taking a Land gains, its resource symbol included.
    pub fn land_gain(&self, context: &DecisionContext, land: LandId) -> i32 {
        self.land_gain_above(context, land, self.area_worth(context, context.board.land(land).area.index()))
    }

    /// The same for whoever knows what the Area is worth as it is.
    pub fn land_gain_above(&self, context: &DecisionContext, land: LandId, before: i32) -> i32 {
        self.gain_above(context, land, &self.taken(context, land), before) + self.symbol_gain(context, land)
    }

    /// What a resource symbol is worth: half a Monument, more when it completes a pair.
    fn symbol_gain(&self, context: &DecisionContext, land: LandId) -> i32 {
        if !context.board.resources.has(land) || self.used.has(land) {
            return 0;
        }
        let monument = MILLE + (1..HORIZONS).map(|horizon| context.survival[land.index()][horizon]).sum::<i32>();
        let share = if self.symbols % 2 == 1 { 85 } else { 25 };
        monument * share / 100 * context.bias.towns / 100
    }

    /// A Land is taken by the empire at work.
    pub fn take(&mut self, context: &DecisionContext, land: LandId) {
        let after = self.taken(context, land);
        self.put(context, land, after);
        self.base.add(land);
        if context.board.resources.has(land) && !self.used.has(land) {
            self.symbols += 1;
        }
    }

    /// A fleet of the planner takes a water.
    pub fn sail(&mut self, context: &DecisionContext, water: WaterId) {
        let here = &mut self.fleets[water.index()];
        if context.board.water(water).sea {
            *here = [0; MOST_PLAYERS];
        }
        here[context.me.index()] += 1;
    }

    /// Whether a Land is held by the planner's colour.
    pub fn own(&self, me: PlayerId, land: LandId) -> bool {
        self.spots[land.index()].holder == Some(me.0)
    }
}

/// What the structures in a Land score whoever holds it.
fn seat_points(context: &DecisionContext, land: LandId, spot: &Spot) -> Option<(usize, i32)> {
    let holder = spot.holder.map(usize::from).filter(|holder| *holder != NEUTRAL)?;
    let figures = &context.board.constants;
    let town = match spot.town {
        Town::None => 0,
        Town::City => figures.city_vp,
        Town::Capital => figures.capital_vp,
    };
    let points = town + if spot.monument { figures.monument_vp } else { 0 };
    if points == 0 {
        return None;
    }
    let guards = Position::guards(spot);
    let scorings: i32 =
        (1..HORIZONS).filter(|at| context.played[*at]).map(|horizon| context.holds(land, guards, horizon)).sum();
    let now = if context.scores[holder] { MILLE } else { 0 };
    Some((holder, points * (now + scorings)))
}

/// Worth of an Area with these holders, to the planner.
fn worth(context: &DecisionContext, area: usize, holders: &Holders) -> i32 {
    let mut worth = 0;
    score(context, area, holders, |player, points| worth += points * context.weight[player] / MILLE);
    worth
}

/// Tells what everybody who is in an Area scores there now and is likely to score later. Most of planning is spent here.
#[inline]
fn score(context: &DecisionContext, area: usize, holders: &Holders, mut tell: impl FnMut(usize, i32)) {
    let values = context.vp[area];
    if values == [0; HORIZONS] {
        return;
    }
    let size = context.board.areas[area].lands.len() as i32;
    let (most, second) = two_most(&holders.now);
    let later: [(i32, i32); HORIZONS] = std::array::from_fn(|horizon| {
        if horizon > 0 && values[horizon] > 0 { two_most(&holders.later[horizon]) } else { (0, 0) }
    });
    for (player, own) in holders.now[..MOST_PLAYERS].iter().copied().enumerate().filter(|(_, own)| *own != 0) {
        let mut points = 0;
        if context.scores[player] {
            let rival = if own == most { second } else { most };
            points += values[0] * steps_now(context, own, rival, size) / 100;
        }
        for horizon in (1..HORIZONS).filter(|horizon| values[*horizon] != 0) {
            let (most, second) = later[horizon];
            let own = holders.later[horizon][player];
            let rival = if own == most { second } else { most };
            points += values[horizon] * steps_later(context, own, rival) / MILLE;
        }
        if player == context.me.index() && context.focus.is_some_and(|focus| focus.index() == area) {
            points = points * SOUGHT / 100;
        }
        tell(player, points);
    }
}

/// The most and the second most, without a branch: which of the players it is changes all the time.
fn two_most(lands: &[i32; MOST_PLAYERS + 1]) -> (i32, i32) {
    lands.iter().fold((0, 0), |(most, second), lands| (most.max(*lands), second.max(most.min(*lands))))
}

/// Multiples of an Area's value scored now, in per cent (HW-28.4).
fn steps_now(context: &DecisionContext, own: i32, rival: i32, size: i32) -> i32 {
    let [presence, domination, control] = context.multiples;
    if own == size {
        control
    } else if own >= context.board.constants.domination_lands as i32 && own > rival {
        domination
    } else {
        presence
    }
}

/// Multiples of an Area's value to be expected later, in thousandths, for Lands in thousandths.
fn steps_later(context: &DecisionContext, own: i32, rival: i32) -> i32 {
    let presence = if own <= MILLE / 2 { own } else { (MILLE / 4 + own / 2).min(MILLE) };
    let wanted = (rival + MILLE).max(context.board.constants.domination_lands as i32 * MILLE);
    let near = own - wanted + 3 * MILLE / 2;
    let domination = if near > 0 { (near * 2 / 5).min(MILLE) } else { 0 };
    presence * context.bias.presence / 100 + domination * context.bias.steps / 100
}
