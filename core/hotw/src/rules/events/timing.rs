//! The timing of event cards (HW-29).

use crate::model::ids::{EventId, PlayerId};
use crate::model::scenario::{Board, Effect, Timing};
use crate::model::state::{Phase, State};

/// Whether a card could be played now by whoever acts, targets aside (HW-29).
pub fn playable(board: &Board, st: &State, player: PlayerId, card: EventId) -> bool {
    let Some(turn) = st.turn().filter(|turn| turn.player == player) else { return false };
    let info = board.event(card);
    let (first, last) = info.epochs;
    let main = board.card(turn.card).empires.contains(&turn.career.empire);
    let timing = match info.timing {
        Timing::BeforeTurn => turn.phase == Phase::BeforeTurn,
        Timing::DuringTurn => turn.phase == Phase::Expansion && main,
    };
    let empires = &board.card(turn.card).empires;
    let fits = match info.effect {
        Effect::ShipBuilding { .. } => !board.empire(turn.career.empire).navigation.is_empty(),
        Effect::CivilService { .. } | Effect::Engineering { .. } => {
            empires.iter().any(|empire| board.empire(*empire).capital.is_some())
        }
        _ => true,
    };
    timing && fits && turn.events < board.constants.events_a_turn && (first..=last).contains(&st.epoch)
}
