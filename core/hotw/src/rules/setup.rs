//! Setting up: hands, the draw order of Epoch I, Sumeria (HW-20, HW-21.1, HW-21.2).

use kernel::{Dice, Refusal, RuleRef, SeatId};

use super::{Engine, key, land_name};
use crate::model::ids::{Epoch, EventId, LandId, MOST_PLAYERS, Owner, PlayerId, Town};
use crate::model::scenario::{Board, Scenario};
use crate::model::state::{Garrison, LandState, Options, PlayerState, Stage, State};
use crate::rules::event::EventKind;

/// The state before the first order: hands dealt, draw order rolled, Sumeria to be placed.
pub fn start(sc: &Scenario, options: Options, dice: &mut Dice) -> State {
    let count = sc.player_count(options.two_colours);
    let hands = hands(sc, count, dice);
    let (order, totals) = roll_order(&sc.board, count, dice);
    let player = |hand| PlayerState { hand, ..PlayerState::default() };
    State {
        step: 0,
        options,
        epoch: Epoch(1),
        stage: Stage::Sumeria { order, totals },
        lands: vec![LandState::default(); sc.board.lands.len()],
        fleets: vec![[0; MOST_PLAYERS]; sc.board.waters.len()],
        players: hands.into_iter().map(player).collect(),
        careers: Vec::new(),
    }
}

/// HW-20.4: one card of each pile for each player; what is left over is out of the game, unseen.
fn hands(sc: &Scenario, count: usize, dice: &mut Dice) -> Vec<Vec<EventId>> {
    let settled = sc.prelude.as_ref().map(|prelude| &prelude.hands).filter(|hands| !hands.is_empty());
    if let Some(hands) = settled {
        return (0..count).map(|player| hands.get(player).cloned().unwrap_or_default()).collect();
    }
    let mut hands = vec![Vec::new(); count];
    for (number, pile) in sc.board.piles.iter().enumerate() {
        let mut cards: Vec<EventId> =
            pile.iter().flat_map(|(kind, copies)| std::iter::repeat_n(*kind, usize::from(*copies))).collect();
        let mut stream = dice.stream("deal", number as u16, 0);
        for hand in &mut hands {
            hand.push(cards.swap_remove(stream.pick(cards.len(), RuleRef::new("HW-20.4"))));
        }
    }
    hands
}

/// HW-21.1: everybody rolls, the lowest total first; those who tie roll again among themselves. With the first totals.
fn roll_order(board: &Board, count: usize, dice: &mut Dice) -> (Vec<PlayerId>, Vec<u8>) {
    let rule = || RuleRef::new("HW-21.1");
    let mut streams: Vec<(Vec<i32>, PlayerId)> = (0..count).map(|at| (Vec::new(), PlayerId::at(at))).collect();
    for round in 0.. {
        for (totals, player) in &mut streams {
            let mut stream = dice.stream("draw order", u16::from(player.0), round);
            totals.push((0..board.constants.draw_order_dice).map(|_| stream.d6(rule())).sum());
        }
        streams.sort();
        if streams.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            break;
        }
    }
    streams.into_iter().map(|(totals, player)| (player, totals[0].try_into().unwrap_or(u8::MAX))).unzip()
}

impl Engine<'_> {
    /// HW-21.2: Sumeria's armies stand where they are to, and Epoch I begins.
    pub(crate) fn sumeria_stands(&mut self, armies: &[(LandId, u8)], lands: &[LandId]) {
        let sumeria = self.board.sumeria;
        let start = self.board.empire(sumeria).start;
        for (land, count) in armies {
            let army = Garrison { owner: Owner::Neutral, empire: sumeria, armies: *count };
            self.st.land_mut(*land).army = Some(army);
        }
        self.st.land_mut(start).town = Town::Capital;
        let Stage::Sumeria { order, totals } = std::mem::replace(&mut self.st.stage, Stage::Over) else {
            unreachable!("the stage was looked at before")
        };
        let by = order[0];
        let drawers = order.clone();
        self.say("HW-21.1", |_, sc| EventKind::DrawOrderRolled {
            order: drawers.iter().map(|player| key(sc, *player)).collect(),
            totals,
        });
        self.say("HW-21.2", |board, sc| EventKind::SumeriaPlaced {
            by: key(sc, by),
            lands: lands.iter().map(|land| land_name(board, *land)).collect(),
        });
        self.begin_epoch(Epoch(1), Some(order));
    }

    /// The colour of a seat that a standing order is for (HW-31.1).
    pub(crate) fn own_colour(&self, seat: SeatId, colour: Option<PlayerId>) -> Result<PlayerId, Refusal> {
        let mine = |player: &PlayerId| u16::from(self.sc.colour(*player).seat) == seat.0;
        let own: Vec<PlayerId> = self.st.player_ids().filter(mine).collect();
        let names: Vec<&str> = own.iter().map(|player| self.sc.colour(*player).name.as_str()).collect();
        let hint = format!("name {}", names.join(" or "));
        let wrong = |detail: &str| Err(Refusal::new("not_your_colour", "HW-31.1", detail).at("colour").hint(&hint));
        match colour {
            Some(colour) if colour.index() < self.st.players.len() && mine(&colour) => Ok(colour),
            Some(_) => wrong("that colour is not played by this seat"),
            None => match own.as_slice() {
                [one] => Ok(*one),
                _ => wrong("this seat plays two colours: say which"),
            },
        }
    }
}
