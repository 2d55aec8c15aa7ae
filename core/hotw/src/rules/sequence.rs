//! What may be done now: the sequence of play (HW-22) and the timing of cards (HW-29).

use crate::model::ids::{EventId, PlayerId};
use crate::model::scenario::{Board, Effect, Timing};
use crate::model::state::{CombatMode, Phase, Stage, State, Turn};
use crate::rules::{may_keep, recipients};

/// The types of orders that the active player may give now, standing orders aside.
pub fn may(board: &Board, st: &State) -> Vec<&'static str> {
    let event = |turn: &Turn| {
        let hand = &st.player(turn.player).hand;
        hand.iter().any(|card| playable(board, st, turn.player, *card)).then_some("play_event")
    };
    match &st.stage {
        Stage::Sumeria { .. } => vec!["place_sumeria"],
        Stage::Draft(draft) => {
            let mut may = Vec::new();
            if may_keep(st, draft) {
                may.push("keep_empire");
            }
            if !recipients(st, draft).is_empty() {
                may.push("pass_empire");
            }
            may
        }
        Stage::Turn(turn) => match turn.phase {
            Phase::BeforeTurn => event(turn).into_iter().chain(["begin_turn"]).collect(),
            Phase::Survivors(_) => vec!["choose_survivors"],
            Phase::Barbarians { .. } => vec!["attack_dice", "stop_barbarians"],
            Phase::Expansion if st.options.combat == CombatMode::Dice => {
                let mut may: Vec<&str> = event(turn).into_iter().collect();
                may.extend([
                    "expand_land",
                    "expand_water",
                    "attack_dice",
                    "attack_optional",
                    "reinforce",
                    "build_fort",
                ]);
                may.extend(st.options.fortress.then_some("build_fortress"));
                may.push("end_expansion");
                may
            }
            Phase::Expansion => {
                let mut may: Vec<&str> = event(turn).into_iter().collect();
                may.extend(["allocate_walkover", "deallocate", "rigid_lookup", "compliant_lookup", "expand_land"]);
                may.extend(["expand_water", "attack_optional", "reinforce", "build_fort"]);
                may.extend(st.options.fortress.then_some("build_fortress"));
                may.push("end_expansion");
                may
            }
            Phase::Monuments => vec!["place_monument"],
        },
        Stage::Over => Vec::new(),
    }
}

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
