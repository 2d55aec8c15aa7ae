//! What holds for a whole decision: ways between Lands, what Areas are worth now and later, how likely each Land is
//! overrun, what every player's points are worth to whoever plans.

use super::posture::{Bias, Posture};
use crate::model::ids::{AreaId, CardId, Epoch, LandId, MOST_PLAYERS, PlayerId};
use crate::model::scenario::board_facts::{BoardFacts, Inward};
use crate::model::scenario::{Board, Scenario};
use crate::model::state::State;

/// Scorings looked at: this epoch's and those of the two after it.
pub const HORIZONS: usize = 3;
/// Thousandths.
pub const MILLE: i32 = 1000;
/// Who plans when nobody does.
const NOBODY: PlayerId = PlayerId(u8::MAX);

/// The context of one decision.
#[derive(Clone)]
pub struct DecisionContext<'a> {
    /// The board.
    pub board: &'a Board,
    /// Who plans.
    pub me: PlayerId,
    /// What the plan is about.
    pub bias: Bias,
    /// An Area sought above all.
    pub focus: Option<AreaId>,
    /// Ways into each Land.
    pub ways: &'a [Vec<Inward>],
    /// What Presence, Domination and Control multiply an Area's value by now, in per cent.
    pub multiples: [i32; 3],
    /// Value of each Area at each scoring.
    pub vp: Vec<[i32; HORIZONS]>,
    /// Whether an epoch is still played at each scoring.
    pub played: [bool; HORIZONS],
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

impl<'a> DecisionContext<'a> {
    /// The context for `me` in a state as known to it.
    pub fn new(sc: &'a Scenario, st: &State, me: PlayerId, bias: Bias) -> Self {
        Self { weight: weights(sc, st, me, bias), ..Self::drawn(sc, st, Some(me), bias) }
    }

    /// The context of somebody who plays nobody: everybody's points weigh the same, and everybody may be overrun.
    pub fn of_a_bystander(sc: &'a Scenario, st: &State) -> Self {
        Self::drawn(sc, st, None, Posture::Balanced.bias())
    }

    fn drawn(sc: &'a Scenario, st: &State, me: Option<PlayerId>, bias: Bias) -> Self {
        let board: &Board = &sc.board;
        let facts = BoardFacts::of(board);
        let mut context = Self {
            board,
            me: me.unwrap_or(NOBODY),
            bias,
            focus: None,
            multiples: multiples(board, bias),
            vp: values(board, st.epoch, sc.last_epoch),
            played: std::array::from_fn(|later| st.epoch.index() + later <= sc.last_epoch.index()),
            survival: Vec::new(),
            afloat: [MILLE, 550, 300],
            weight: [MILLE; MOST_PLAYERS],
            scores: [false; MOST_PLAYERS],
            ways: &facts.ways,
        };
        for player in st.player_ids() {
            let played = st.player(player).card.is_some_and(|held| held.played);
            context.scores[player.index()] = Some(player) == me || !played;
        }
        context.survival = context.survivals(sc, st, facts);
        context
    }

    /// The same with an Area to be sought above all.
    pub fn seeking(mut self, focus: Option<AreaId>) -> Self {
        self.focus = focus;
        self
    }

    fn survivals(&self, sc: &Scenario, st: &State, facts: &BoardFacts) -> Vec<[i32; HORIZONS]> {
        let board = self.board;
        let mut survival = vec![[MILLE; HORIZONS]; board.lands.len()];
        let mut strike = |card: CardId, chance: i32, first: usize| {
            for empire in &board.card(card).empires {
                for (land, hit) in facts.hits(*empire) {
                    let lost = hit * chance / MILLE;
                    for (horizon, value) in survival[land.index()].iter_mut().enumerate().skip(first) {
                        *value -= *value * lost / MILLE;
                        // Half of an epoch's empires come before one's own, the others before the scoring after it.
                        if horizon > first {
                            *value -= *value * lost / MILLE;
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

    /// Chance in thousandths that armies hold a Land at a scoring: more of them, or works, make it likelier.
    pub fn holds(&self, land: LandId, guards: i32, horizon: usize) -> i32 {
        let bare = self.survival[land.index()][horizon];
        bare + (MILLE - bare) * guards.min(3) * 18 / 100
    }
}

/// Every step up counts as much as the posture would have it.
fn multiples(board: &Board, bias: Bias) -> [i32; 3] {
    let presence = board.constants.area_multiples[0];
    board.constants.area_multiples.map(|multiple| presence * bias.presence + (multiple - presence) * bias.steps)
}

fn values(board: &Board, now: Epoch, last: Epoch) -> Vec<[i32; HORIZONS]> {
    let value = |area: &crate::model::scenario::Area, later: usize| {
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
