//! Determinizations: what a seat does not see, drawn within what it has been told. Hidden are the hands of others and, in
//! a draft, cards that lie face down; cards that nobody has drawn yet are drawn by the dice of the playout.

use kernel::{Dice, RuleRef};

use crate::model::ids::{CardId, EventId, PlayerId};
use crate::model::scenario::{Board, Scenario};
use crate::model::state::{Draft, Stage, State};

const RULE: RuleRef = RuleRef::new("imagine");

/// A state in which everything known to a seat is so, and the rest fits it.
pub fn sample(sc: &Scenario, known: &State, dice: &mut Dice) -> State {
    let mut world = known.clone();
    deal(&sc.board, &mut world, dice);
    turn_up(&sc.board, &mut world, dice);
    world
}

/// HW-20.4: an unknown hand holds one card each of as many piles, none of them in a known hand or dealt before.
fn deal(board: &Board, world: &mut State, dice: &mut Dice) {
    let mut piles: Vec<Vec<EventId>> = board.piles.iter().map(|pile| copies(pile)).collect();
    for card in world.players.iter().flat_map(|player| &player.hand) {
        take(&mut piles, *card);
    }
    for (number, player) in world.players.iter_mut().enumerate() {
        let mut stream = dice.stream("imagined hand", number as u16, 0);
        let mut left: Vec<usize> = Vec::new();
        for _ in 0..std::mem::take(&mut player.unknown) {
            if left.iter().all(|pile| piles[*pile].is_empty()) {
                left = (0..piles.len()).filter(|pile| !piles[*pile].is_empty()).collect();
            }
            if left.is_empty() {
                // More cards than there are: a scenario that deals hands of its own.
                player.hand.push(EventId::at(stream.pick(board.events.len(), RULE)));
                continue;
            }
            let pile = left.swap_remove(stream.pick(left.len(), RULE));
            let at = stream.pick(piles[pile].len(), RULE);
            player.hand.push(piles[pile].swap_remove(at));
        }
    }
}

fn copies(pile: &[(EventId, u8)]) -> Vec<EventId> {
    pile.iter().flat_map(|(card, copies)| std::iter::repeat_n(*card, usize::from(*copies))).collect()
}

fn take(piles: &mut [Vec<EventId>], card: EventId) {
    for pile in piles {
        if let Some(at) = pile.iter().position(|other| *other == card) {
            pile.swap_remove(at);
            return;
        }
    }
}

/// HW-21.4 to HW-21.6: cards that lie face down are any of those that the seat has not seen.
fn turn_up(board: &Board, world: &mut State, dice: &mut Dice) {
    let Stage::Draft(draft) = &mut world.stage else { return };
    let seen = draft.seen.iter().filter_map(|(_, card)| *card);
    let held = world.players.iter().filter_map(|player| player.card?.card);
    let known: Vec<CardId> = seen.chain(held).chain(draft.drawn).collect();
    let mut open: Vec<CardId> = board.cards_of(world.epoch).filter(|card| !known.contains(card)).collect();
    let mut stream = dice.stream("imagined cards", 0, 0);
    for number in 0..world.players.len() {
        // Whoever drew it, a card lies before one player: a card that is known there was drawn by its passer.
        let Some(held) = world.players[number].card else { continue };
        let drawer = held.from.unwrap_or(PlayerId::at(number));
        let card = held.card.or_else(|| drawn_by(draft, drawer)).unwrap_or_else(|| {
            let at = stream.pick(open.len(), RULE);
            open.swap_remove(at)
        });
        world.players[number].card = Some(crate::model::state::Held { card: Some(card), ..held });
        mark(draft, drawer, card);
    }
    if draft.seen.len() > usize::from(draft.at) {
        let drawer = draft.drawer();
        let card = draft.drawn.or_else(|| drawn_by(draft, drawer)).unwrap_or_else(|| {
            let at = stream.pick(open.len(), RULE);
            open.swap_remove(at)
        });
        draft.drawn = Some(card);
        mark(draft, drawer, card);
    }
}

/// Each player draws once in a draft.
fn drawn_by(draft: &Draft, drawer: PlayerId) -> Option<CardId> {
    draft.seen.iter().find(|(player, _)| *player == drawer).and_then(|(_, card)| *card)
}

fn mark(draft: &mut Draft, drawer: PlayerId, card: CardId) {
    draft.seen.iter_mut().filter(|(player, _)| *player == drawer).for_each(|(_, seen)| *seen = Some(card));
}
