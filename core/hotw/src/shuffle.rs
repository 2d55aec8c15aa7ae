//! Another state that a seat cannot tell from this one: hands of others dealt anew, face-down cards exchanged. For tests.

use kernel::{Dice, RuleRef, SeatId};

use crate::ids::{CardId, EventId};
use crate::scenario::Scenario;
use crate::sight::{masked, plays};
use crate::state::{Stage, State};

const RULE: RuleRef = RuleRef::new("HW-21.6");

/// Whatever the seat does not see, changed at random.
pub fn hidden(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> State {
    let known = masked(sc, st, seat);
    let mut other = st.clone();
    for player in st.player_ids().filter(|player| !plays(sc, seat, *player)) {
        let mut stream = dice.stream("hidden hand", u16::from(player.0), 0);
        for card in &mut other.player_mut(player).hand {
            *card = EventId::at(stream.pick(sc.board.events.len(), RULE));
        }
        let state = other.player_mut(player);
        state.trade = crate::ids::Players(stream.range(0, 63, RULE) as u8);
        state.retreats = sc.board.usable.iter().filter(|_| stream.chance(5, RULE)).collect();
    }
    if let (Stage::Draft(draft), Stage::Draft(seen)) = (&mut other.stage, &known.stage) {
        let certain: Vec<CardId> = known
            .player_ids()
            .filter_map(|player| known.player(player).card?.card)
            .chain(seen.seen.iter().filter_map(|(_, card)| *card))
            .collect();
        let mut open: Vec<CardId> = sc.board.cards_of(st.epoch).filter(|card| !certain.contains(card)).collect();
        let mut stream = dice.stream("hidden cards", 0, 0);
        // Each hidden card is another one, the same wherever it appears.
        let hidden: Vec<CardId> = draft
            .seen
            .iter()
            .zip(&seen.seen)
            .filter(|(_, (_, known))| known.is_none())
            .filter_map(|((_, card), _)| *card)
            .collect();
        let swapped: Vec<(CardId, CardId)> =
            hidden.into_iter().map(|card| (card, open.swap_remove(stream.pick(open.len(), RULE)))).collect();
        let swap = |card: &mut CardId| {
            if let Some((_, to)) = swapped.iter().find(|(from, _)| from == card) {
                *card = *to;
            }
        };
        draft.drawn.iter_mut().for_each(swap);
        draft.seen.iter_mut().filter_map(|(_, card)| card.as_mut()).for_each(swap);
        for player in &mut other.players {
            player.card.iter_mut().filter_map(|held| held.card.as_mut()).for_each(swap);
        }
    }
    other
}
