//! Event cards: which to play, at what, and when to wait (HW-29, HW-30).

mod board;
mod forces;

use crate::orders::PlayEvent;
use kernel::question::{Choice, Topic};

use super::chain::Chain;
use super::decision::{DecisionContext, MILLE};
use super::expansion::{PlannedExpansion, draw};
use super::forces::PlannedForces;
use super::notes::Play;
use super::odds::Odds;
use super::position::Position;
use crate::model::ids::{EmpireId, EventId, PlayerId};
use crate::model::scenario::Target;
use crate::model::scenario::{Board, Effect, Scenario};
use crate::model::state::{Modifiers, Phase, State};
use crate::orders::Command;
use crate::rules;

pub use board::quarry;

/// What a minor empire gains, in thousandths of a VP.
const MINOR: i32 = 4000;
/// How much of what a card usually gains it gains when it is kept, in thousandths.
const HOARDED: i32 = 700;
/// The most cards offered in a question.
const OFFERED: usize = 6;

/// What the planner sees when it thinks about a card.
pub(super) struct Table<'a> {
    context: &'a DecisionContext<'a>,
    st: &'a State,
    me: PlayerId,
    /// The board as it is.
    position: Position,
    /// The board with the empire's first army on it.
    field: Position,
    planned: PlannedForces,
    cards: Modifiers,
    /// The expansion without the card, drawn up when first needed.
    usual: Option<PlannedExpansion>,
    odds: Odds,
}

impl Table<'_> {
    /// What an expansion gains beyond the usual one.
    fn beyond(&mut self, field: &Position, planned: &PlannedForces) -> i32 {
        let worth = self.usual().worth;
        draw(self.context, field, planned).worth - worth
    }

    fn usual(&mut self) -> &PlannedExpansion {
        let (context, field, planned) = (self.context, &self.field, &self.planned);
        self.usual.get_or_insert_with(|| draw(context, field, planned))
    }
}

/// Asks whether to play a card, and plays it.
pub fn play(chain: &mut Chain, me: PlayerId) {
    let found = chain.notes.plays.once(chain.moment(None), || found(chain, me));
    if found.is_empty() {
        return;
    }
    let board = &chain.sc.board;
    let now = worth_it(board, chain.sc.last_epoch.0, &chain.st, me, &found[0]);
    let at_none = if now { found.len() } else { 0 };
    let choices = || {
        let words = |play: &Play| {
            let aims: Vec<&str> = play.targets.iter().map(|target| target_name(board, *target)).collect();
            let aim = if aims.is_empty() { String::new() } else { format!(" against {}", aims.join(", ")) };
            format!("{}{aim}", board.event(play.card).name)
        };
        let mut choices: Vec<Choice> = found.iter().map(|play| Choice::new(words(play), 200)).collect();
        choices.insert(at_none, Choice::new("keep the event cards", 300).quiet());
        choices
    };
    let at = chain.reader.ask(Topic::about("event", ""), choices);
    if chain.reader.stopped() || at == at_none {
        return;
    }
    let play = &found[if at > at_none { at - 1 } else { at }];
    let command = Command::PlayEvent(PlayEvent { card: play.card, targets: play.targets.clone(), stack: None });
    chain.give(command);
}

fn target_name(board: &Board, target: Target) -> &str {
    match target {
        Target::Land(land) => &board.land(land).name,
        Target::Water(water) => &board.water(water).name,
        Target::Area(area) => &board.area(area).name,
    }
}

/// All cards that gain something now, best first.
fn found(chain: &Chain, me: PlayerId) -> Vec<Play> {
    let (board, st) = (&chain.sc.board, &chain.st);
    let hand = &st.player(me).hand;
    let open = |card: &EventId| rules::playable(board, st, me, *card);
    let Some(turn) = st.turn().filter(|_| hand.iter().any(open)) else { return Vec::new() };
    let context = chain.context(me);
    let before = turn.phase == Phase::BeforeTurn;
    let empire = turn.career.empire;
    let cards = turn.career.cards;
    let position = Position::new(&context, st, if before { EmpireId::REMNANTS } else { empire });
    let (field, planned) = if before {
        let info = board.empire(empire);
        let granted = turn.granted.units + turn.granted.armies;
        let forces = info.strength - 1 + granted;
        let (field, _) = super::expansion::appear(&context, &position, info);
        (field, PlannedForces::with(board, st.options.combat, forces, &cards))
    } else {
        let left = board.constants.free_lookups.saturating_sub(turn.career.lookups);
        (position.clone(), PlannedForces::new(board, &turn.career, st.options.combat, left))
    };
    let odds = Odds::new(board, st.options.combat, &Modifiers::default());
    let mut table = Table { context: &context, st, me, position, field, planned, cards, usual: None, odds };
    let mut plays: Vec<Play> = Vec::new();
    for card in hand.iter().filter(|card| open(card)) {
        if plays.iter().any(|play| play.card == *card) {
            continue;
        }
        let effect = board.event(*card).effect;
        let aimed = table.force_card(effect).or_else(|| table.board_card(effect));
        if let Some((targets, gain)) = aimed.filter(|(_, gain)| *gain > 0) {
            plays.push(Play { card: *card, targets, gain });
        }
    }
    plays.sort_by_key(|play| (-(play.gain - price(board.event(play.card).effect)), play.card));
    plays.truncate(OFFERED);
    plays
}

/// Whether a card gains enough to be played now: there are two plays in each turn and nine cards in all, so late and
/// with a full hand little is enough (HW-29.1).
fn worth_it(board: &Board, last: u8, st: &State, me: PlayerId, play: &Play) -> bool {
    let effect = board.event(play.card).effect;
    let (_, until) = board.event(play.card).epochs;
    let later = i32::from(last.min(until.0).saturating_sub(st.epoch.0));
    if later == 0 {
        return play.gain > 0;
    }
    let events = st.turn().map_or(0, |turn| turn.events);
    let plays = i32::from(board.constants.events_a_turn) * (i32::from(last - st.epoch.0) + 1) - i32::from(events);
    let hand = st.player(me).hand.len() as i32;
    let patience = if hand >= plays { 350 } else { 500 + 60 * later };
    play.gain >= price(effect) * patience / MILLE
}

/// What the event cards of a hand are likely to gain yet, in thousandths of a VP: the best of them, as many as there are
/// plays left.
pub fn hoard(sc: &Scenario, st: &State, player: PlayerId) -> i32 {
    let state = st.player(player);
    let played = state.card.is_some_and(|held| held.played);
    let epochs = sc.last_epoch.0 - st.epoch.0 + u8::from(!played);
    let under_way = st.turn().filter(|turn| turn.player == player).map_or(0, |turn| turn.events);
    let plays = (sc.board.constants.events_a_turn * epochs).saturating_sub(under_way);
    let usable = |card: &&EventId| {
        let (_, until) = sc.board.event(**card).epochs;
        until >= st.epoch && (until > st.epoch || !played)
    };
    let worth = |card: &EventId| match sc.board.event(*card).effect {
        Effect::MinorEmpire => MINOR,
        effect => price(effect) * HOARDED / MILLE,
    };
    let mut worths: Vec<i32> = state.hand.iter().filter(usable).map(worth).collect();
    worths.sort_unstable_by_key(|worth| -worth);
    worths.iter().take(usize::from(plays)).sum()
}

/// What a card of this kind usually gains when its moment has come, in thousandths of a VP.
fn price(effect: Effect) -> i32 {
    match effect {
        Effect::MinorEmpire => 0,
        Effect::Weaponry { .. } | Effect::CivilWar { .. } => 3000,
        Effect::Kingdom { .. } | Effect::Crusade { .. } => 2500,
        Effect::Jihad { .. } | Effect::JewishRevolt { .. } | Effect::Migrants { .. } => 2000,
        Effect::Leader { .. } | Effect::Fanaticism { .. } | Effect::EliteTroops { .. } => 1600,
        Effect::Rebellion { .. } | Effect::Allies { .. } | Effect::Pirates => 1500,
        Effect::PopulationExplosion { .. } | Effect::CivilService { .. } => 1500,
        Effect::Barbarians | Effect::BlackDeath { .. } | Effect::Treachery | Effect::ShipBuilding { .. } => 1200,
        Effect::SurpriseAttack | Effect::Siegecraft | Effect::Pestilence { .. } => 900,
        Effect::Disaster { .. } | Effect::Revive { .. } => 800,
        Effect::StormAtSea | Effect::Plague { .. } | Effect::Fortify { .. } => 600,
        Effect::Engineering { .. } | Effect::NavalSupremacy { .. } | Effect::TradeBonus => 400,
        Effect::Famine => 300,
    }
}
