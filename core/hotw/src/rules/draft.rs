//! The draft of an epoch's empires (HW-21).

use kernel::{Audience, SeatId};

use super::{Engine, key};
use crate::model::ids::{CardId, Epoch, PlayerId};
use crate::model::state::{Draft, Held, Stage, State};
use crate::rules::event::{EventKind, Holder};

/// Whether the drawer has no card yet and so may keep this one (HW-21.5).
pub fn may_keep(st: &State, draft: &Draft) -> bool {
    st.player(draft.drawer()).card.is_none()
}

/// To whom the drawer may pass: players without a card (HW-21.4).
pub fn recipients(st: &State, draft: &Draft) -> Vec<PlayerId> {
    st.player_ids().filter(|player| *player != draft.drawer() && st.player(*player).card.is_none()).collect()
}

impl Engine<'_> {
    /// An epoch begins; `order` is the draw order where it was rolled already.
    pub(crate) fn begin_epoch(&mut self, epoch: Epoch, order: Option<Vec<PlayerId>>) {
        self.st.epoch = epoch;
        let order = order.unwrap_or_else(|| self.draw_order());
        let told = order.clone();
        self.say("HW-21.3", |board, sc| EventKind::EpochBegan {
            epoch,
            years: board.epochs[epoch.index()].years.clone(),
            order: told.iter().map(|player| key(sc, *player)).collect(),
        });
        for player in &mut self.st.players {
            player.card = None;
        }
        let deals = self.sc.prelude.as_ref().and_then(|prelude| prelude.deals.get(epoch.index()));
        if let Some(deal) = deals.filter(|deal| deal.iter().any(Option::is_some)) {
            for (player, card) in self.st.players.iter_mut().zip(deal) {
                player.card = card.map(|card| Held { card: Some(card), from: None, played: false });
            }
            self.end_draft();
            return;
        }
        self.st.stage = Stage::Draft(Draft { order, at: 0, drawn: None, seen: Vec::new() });
        self.draw();
    }

    /// HW-21.3: rising Strength marker; ties: more VP first, then the lower card number of the epoch before.
    fn draw_order(&self) -> Vec<PlayerId> {
        let mut order: Vec<PlayerId> = self.st.player_ids().collect();
        order.sort_by_key(|player| {
            let state = self.st.player(*player);
            (state.strength, -state.vp, state.last_number)
        });
        order
    }

    /// The draft under way.
    pub(crate) fn draft(&self) -> &Draft {
        match &self.st.stage {
            Stage::Draft(draft) => draft,
            _ => unreachable!("only called in a draft"),
        }
    }

    /// The next card is drawn. Where only one thing can be done with it, that is done at once (HW-21.5, HW-21.6).
    fn draw(&mut self) {
        loop {
            let draft = self.draft();
            let drawer = draft.drawer();
            let left: Vec<CardId> = self
                .board
                .cards_of(self.st.epoch)
                .filter(|card| !draft.seen.iter().any(|(_, seen)| *seen == Some(*card)))
                .collect();
            let card = left[self.pick("draw", u16::from(drawer.0), left.len(), "HW-21.4")];
            if let Stage::Draft(draft) = &mut self.st.stage {
                draft.drawn = Some(card);
                draft.seen.push((drawer, Some(card)));
            }
            let seat = SeatId(u16::from(self.sc.colour(drawer).seat));
            self.tell(Audience::only(seat), "HW-21.4", |board, sc| EventKind::CardDrawn {
                player: key(sc, drawer),
                card: board.card(card).id.clone(),
            });
            let (keep, pass) = (may_keep(self.st, self.draft()), recipients(self.st, self.draft()));
            let over = match (keep, pass.as_slice()) {
                (true, []) => self.hand_over(drawer, None),
                (false, [only]) => self.hand_over(*only, Some(drawer)),
                _ => return,
            };
            if over {
                return;
            }
        }
    }

    /// Gives the card drawn to its holder and moves on; whether the draft is over.
    fn hand_over(&mut self, to: PlayerId, from: Option<PlayerId>) -> bool {
        let Stage::Draft(draft) = &mut self.st.stage else { unreachable!("only called in a draft") };
        let card = draft.drawn.take();
        draft.at += 1;
        let over = usize::from(draft.at) == draft.order.len();
        self.st.player_mut(to).card = Some(Held { card, from, played: false });
        match from {
            None => self.say("HW-21.4", |_, sc| EventKind::CardKept { player: key(sc, to) }),
            Some(from) => self.say("HW-21.6", |_, sc| EventKind::CardPassed { player: key(sc, from), to: key(sc, to) }),
        }
        if over {
            self.end_draft();
        }
        over
    }

    /// HW-21.4: the card drawn goes to its holder, and the next one is drawn.
    pub(crate) fn give_card(&mut self, to: PlayerId, from: Option<PlayerId>) {
        if !self.hand_over(to, from) {
            self.draw();
        }
    }

    /// All cards are turned up (HW-R36), and the lowest number begins.
    fn end_draft(&mut self) {
        if self.st.players.iter().any(|player| player.card.is_some_and(|held| held.card.is_none())) {
            // Only in the eyes of a seat that plans: the cards of others lie face down, and nobody can say who begins.
            self.open = true;
            self.st.stage = Stage::Over;
            return;
        }
        let epoch = self.st.epoch;
        let mut holders: Vec<(CardId, PlayerId)> =
            self.st.player_ids().filter_map(|player| Some((self.st.player(player).card?.card?, player))).collect();
        holders.sort();
        self.say("HW-R36", |board, sc| EventKind::CardsShown {
            epoch,
            holders: holders
                .iter()
                .map(|(card, player)| {
                    let info = board.card(*card);
                    Holder {
                        player: key(sc, *player),
                        card: info.id.clone(),
                        number: info.number,
                        strength: info.strength,
                    }
                })
                .collect(),
        });
        self.next_turn();
    }
}
