//! What holds for a whole decision: ways between Lands, what Areas are worth now and later, how likely each Land is
//! overrun, what every player's points are worth to whoever plans.

use super::bias::Bias;
use crate::ids::{AreaId, CardId, Epoch, LandId, Lands, MOST_PLAYERS, PlayerId, Waters};
use crate::scenario::{Board, BorderKind, Empire, Scenario};
use crate::state::State;

/// Scorings looked at: this epoch's and those of the two after it.
pub const HORIZONS: usize = 3;
/// Thousandths.
pub const MILLE: i32 = 1000;

/// A way into a Land.
#[derive(Clone, Copy, Debug)]
pub struct Inward {
    /// Whence.
    pub from: LandId,
    /// Difficult Terrain, straits aside.
    pub difficult: bool,
    /// Across a strait.
    pub strait: bool,
    /// Waters whose fleets bridge the strait.
    pub bridged_by: Waters,
}

/// The chart of one decision.
pub struct Chart<'a> {
    /// The board.
    pub board: &'a Board,
    /// Who plans.
    pub me: PlayerId,
    /// What the plan is about.
    pub bias: Bias,
    /// An Area sought above all.
    pub focus: Option<AreaId>,
    /// Ways into each Land.
    pub ways: Vec<Vec<Inward>>,
    /// Value of each Area at each scoring.
    pub vp: Vec<[i32; HORIZONS]>,
    /// Chance in thousandths that a single army still stands in a Land at the next two scorings.
    pub survival: Vec<[i32; HORIZONS]>,
    /// Chance in thousandths that a fleet is still there.
    pub afloat: [i32; HORIZONS],
    /// What a VP of each player is worth to the planner, in thousandths; below 0 for rivals.
    pub weight: [i32; MOST_PLAYERS],
    /// Whether a player still scores in this epoch.
    pub scores: [bool; MOST_PLAYERS],
}

/// What a VP lost by a rival is worth, in thousandths, and by the leader.
const RIVAL: i32 = 330;
const LEADER: i32 = 450;
/// How much of its Strength an empire puts on the board, in per cent, and how surely it takes what is near.
const LANDS_PER_STRENGTH: i32 = 70;
const SURE: i32 = 700;

impl<'a> Chart<'a> {
    /// The chart for `me` in a state as known to it.
    pub fn new(sc: &'a Scenario, st: &State, me: PlayerId, bias: Bias) -> Self {
        let board: &Board = &sc.board;
        let ways = ways(board);
        let mut chart = Self {
            board,
            me,
            bias,
            focus: None,
            vp: values(board, st.epoch, sc.last_epoch),
            survival: Vec::new(),
            afloat: [MILLE, 550, 300],
            weight: weights(sc, st, me, bias),
            scores: [false; MOST_PLAYERS],
            ways,
        };
        for player in st.player_ids() {
            let played = st.player(player).card.is_some_and(|held| held.played);
            chart.scores[player.index()] = player == me || !played;
        }
        chart.survival = chart.survivals(sc, st);
        chart
    }

    /// The same with an Area to be sought above all.
    pub fn seeking(mut self, focus: Option<AreaId>) -> Self {
        self.focus = focus;
        self
    }

    fn survivals(&self, sc: &Scenario, st: &State) -> Vec<[i32; HORIZONS]> {
        let board = self.board;
        let mut survival = vec![[MILLE; HORIZONS]; board.lands.len()];
        let mut strike = |card: CardId, chance: i32, first: usize| {
            for empire in &board.card(card).empires {
                let hits = self.hits(board.empire(*empire));
                for (chances, hit) in survival.iter_mut().zip(hits) {
                    for (horizon, value) in chances.iter_mut().enumerate().skip(first) {
                        // Half of an epoch's empires come before one's own, the others before the scoring after it.
                        let times = if horizon > first { 2 } else { 1 };
                        for _ in 0..times {
                            *value -= *value * (hit * chance / MILLE) / MILLE;
                        }
                    }
                }
            }
        };
        for player in st.player_ids().filter(|player| *player != self.me) {
            let held = st.player(player).card.filter(|held| !held.played);
            if let Some(card) = held.and_then(|held| held.card) {
                strike(card, MILLE / 2, 1);
            }
        }
        for (later, first) in [(1, 1), (2, 2)] {
            let epoch = Epoch(st.epoch.0 + later);
            let cards: Vec<CardId> = board.cards_of(epoch).collect();
            if epoch > sc.last_epoch || cards.is_empty() {
                continue;
            }
            let drawn = MILLE * st.players.len().min(cards.len()) as i32 / cards.len() as i32;
            for card in cards {
                strike(card, drawn / 2, first);
            }
        }
        survival
    }

    /// Chance in thousandths that an empire overruns each Land: surer the nearer to its start.
    fn hits(&self, empire: &Empire) -> Vec<i32> {
        let mut hits = vec![0; self.board.lands.len()];
        let mut reached = Lands::one(empire.start);
        let mut ring = reached;
        let mut left = i32::from(empire.strength) * LANDS_PER_STRENGTH * 10;
        while left > 0 && !ring.is_empty() {
            let size = ring.len() as i32 * MILLE;
            let hit = SURE * left.min(size) / size;
            ring.iter().for_each(|land| hits[land.index()] = hit);
            left -= size;
            let mut next = Lands::NONE;
            for land in ring.iter() {
                for way in &self.ways[land.index()] {
                    next.add(way.from);
                }
                for water in self.board.land(land).coasts.and(empire.navigation).iter() {
                    next = next.or(self.board.water(water).coasts);
                }
            }
            ring = next.without(reached).and(self.board.usable);
            reached = reached.or(ring);
        }
        hits[empire.start.index()] = 950;
        hits
    }

    /// Chance in thousandths that armies hold a Land at a scoring: more of them, or works, make it likelier.
    pub fn holds(&self, land: LandId, guards: i32, horizon: usize) -> i32 {
        let bare = self.survival[land.index()][horizon];
        bare + (MILLE - bare) * guards.min(3) * 18 / 100
    }
}

fn ways(board: &Board) -> Vec<Vec<Inward>> {
    let mut ways: Vec<Vec<Inward>> = vec![Vec::with_capacity(8); board.lands.len()];
    for from in board.usable.iter() {
        for border in board.land(from).borders.iter().filter(|border| board.usable.has(border.to)) {
            if border.kind == BorderKind::BarbarianOnly {
                continue;
            }
            ways[border.to.index()].push(Inward {
                from,
                difficult: border.difficult,
                strait: border.kind == BorderKind::Strait,
                bridged_by: border.bridged_by,
            });
        }
    }
    ways
}

fn values(board: &Board, now: Epoch, last: Epoch) -> Vec<[i32; HORIZONS]> {
    let value = |area: &crate::scenario::Area, later: usize| {
        let epoch = now.index() + later;
        if epoch > last.index() { 0 } else { i32::from(area.vp[epoch]) * MILLE }
    };
    board.areas.iter().map(|area| std::array::from_fn(|later| value(area, later))).collect()
}

fn weights(sc: &Scenario, st: &State, me: PlayerId, bias: Bias) -> [i32; MOST_PLAYERS] {
    let seat = sc.colour(me).seat;
    let rivals = || st.player_ids().filter(|player| sc.colour(*player).seat != seat);
    let best = rivals().map(|player| st.player(player).vp).max();
    let mut weight = [0; MOST_PLAYERS];
    for player in st.player_ids() {
        weight[player.index()] = if sc.colour(player).seat == seat {
            MILLE
        } else if Some(st.player(player).vp) == best {
            -LEADER * bias.leader / 100
        } else {
            -RIVAL * bias.rivals / 100
        };
    }
    weight
}
