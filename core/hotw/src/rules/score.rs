//! Scoring and the end (HW-28).

use super::{Engine, empire_key, key};
use crate::model::ids::{AreaId, MOST_PLAYERS, Owner, PlayerId, Town};
use crate::model::scenario::{Board, Scenario};
use crate::model::state::State;
use crate::rules::event::{AreaHold, AreaScore, EventKind};

/// What a player scores if the epoch's turn ends now, fees aside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Areas with the step held and its VP, those worth nothing included.
    pub areas: Vec<(AreaId, AreaHold, i32)>,
    /// VP of Capitals.
    pub capitals: i32,
    /// VP of Cities.
    pub cities: i32,
    /// VP of Monuments.
    pub monuments: i32,
    /// VP of Seas.
    pub seas: i32,
}

impl Score {
    /// Everything together.
    pub fn total(&self) -> i32 {
        let areas: i32 = self.areas.iter().map(|(_, _, vp)| vp).sum();
        areas + self.capitals + self.cities + self.monuments + self.seas
    }
}

/// Lands held in an Area: per player, and by neutrals last (HW-R37).
pub fn holdings(board: &Board, st: &State, area: AreaId) -> [u8; MOST_PLAYERS + 1] {
    let mut held = [0; MOST_PLAYERS + 1];
    for land in board.area(area).lands.iter() {
        match st.land(land).army.map(|army| army.owner) {
            Some(Owner::Player(player)) => held[player.index()] += 1,
            Some(Owner::Neutral) => held[MOST_PLAYERS] += 1,
            None => {}
        }
    }
    held
}

/// How far `player` holds an Area, given everybody's holdings there (HW-28.4).
pub fn step(board: &Board, area: AreaId, held: &[u8; MOST_PLAYERS + 1], player: PlayerId) -> Option<AreaHold> {
    let own = u32::from(held[player.index()]);
    if own == 0 {
        return None;
    }
    if own == board.area(area).lands.len() {
        return Some(AreaHold::Control);
    }
    let most = held.iter().enumerate().filter(|(other, _)| *other != player.index()).map(|(_, lands)| *lands).max();
    let leads = own > u32::from(most.unwrap_or(0));
    Some(if own >= board.constants.domination_lands && leads { AreaHold::Domination } else { AreaHold::Presence })
}

/// VP of a step in an Area in the present epoch (HW-28.3).
pub fn area_vp(board: &Board, st: &State, area: AreaId, step: AreaHold) -> i32 {
    i32::from(board.area(area).vp[st.epoch.index()]) * board.constants.area_multiples[step as usize]
}

/// HW-28.1 to HW-28.6, and HW-31.2 where it is in force.
pub fn score(board: &Board, st: &State, player: PlayerId) -> Score {
    let mut score = Score::default();
    for area in board.area_ids() {
        let held = holdings(board, st, area);
        if let Some(step) = step(board, area, &held, player) {
            score.areas.push((area, step, area_vp(board, st, area, step)));
        }
    }
    let figures = &board.constants;
    for land in st.lands.iter().filter(|land| land.held_by(player)) {
        match land.town {
            Town::None => {}
            Town::City => score.cities += figures.city_vp,
            Town::Capital => score.capitals += figures.capital_vp,
        }
        score.monuments += match land.monument {
            None => 0,
            Some(builder) if builder == player && st.options.preservation_of_culture => figures.own_monument_vp,
            Some(_) => figures.monument_vp,
        };
    }
    for (water, fleets) in board.waters.iter().zip(&st.fleets) {
        if fleets[player.index()] > 0 {
            score.seas += i32::from(water.vp);
        }
    }
    score
}

/// A seat in the ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rank {
    /// The seat's index.
    pub seat: usize,
    /// VP of all its colours (HW-31.1).
    pub vp: i32,
}

/// The seats, best first: most VP, ties to the higher card of the last epoch (HW-28.8).
pub fn ranking(sc: &Scenario, st: &State) -> Vec<Rank> {
    let mut seats: Vec<(Rank, u8)> = (0..sc.seats.len()).map(|seat| (Rank { seat, vp: 0 }, 0)).collect();
    for player in st.player_ids() {
        let state = st.player(player);
        let number = state.card.and_then(|held| held.card).map_or(0, |card| sc.board.card(card).number);
        let (rank, highest) = &mut seats[usize::from(sc.colour(player).seat)];
        rank.vp += state.vp;
        *highest = (*highest).max(number);
    }
    seats.sort_by_key(|(rank, number)| (-rank.vp, std::cmp::Reverse(*number), rank.seat));
    seats.into_iter().map(|(rank, _)| rank).collect()
}

impl Engine<'_> {
    /// HW-28.1: at the end of an empire's turn, for everything its player has on the board.
    pub(crate) fn score_turn(&mut self) {
        let (player, empire, epoch) = (self.player(), self.empire(), self.st.epoch);
        let score = score(self.board, self.st, player);
        let gained = score.total();
        self.st.player_mut(player).vp += gained;
        let (fees, vp) = (self.turn().fees, self.st.player(player).vp);
        self.say("HW-28.1", |board, sc| EventKind::Scored {
            player: key(sc, player),
            empire: empire_key(board, empire),
            epoch,
            areas: score
                .areas
                .iter()
                .filter(|(_, _, vp)| *vp > 0)
                .map(|(area, step, vp)| AreaScore { area: board.area(*area).id.clone(), step: *step, vp: *vp })
                .collect(),
            capitals: score.capitals,
            cities: score.cities,
            monuments: score.monuments,
            seas: score.seas,
            fees,
            gained,
            vp,
        });
    }
}
