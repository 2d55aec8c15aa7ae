//! What a seat knows: the state with everything masked that lies face down (docs/rules/hotw.md, section 6).

use kernel::SeatId;

use crate::model::ids::PlayerId;
use crate::model::scenario::Scenario;
use crate::model::state::{Stage, State};

/// All that a seat knows, as the rules' own functions take it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// Whose knowledge it is.
    pub seat: SeatId,
    /// The state as the seat knows it.
    pub state: State,
}

impl Knowledge {
    /// What a seat knows of a state.
    pub fn of(sc: &Scenario, st: &State, seat: SeatId) -> Self {
        Self { seat, state: masked(sc, st, seat) }
    }

    /// The colour of this seat that is to act now, if one is.
    pub fn acting(&self, sc: &Scenario) -> Option<PlayerId> {
        self.state.active().filter(|active| plays(sc, self.seat, *active))
    }

    /// The colours that the seat plays.
    pub fn colours(&self, sc: &Scenario) -> Vec<PlayerId> {
        self.state.player_ids().filter(|player| plays(sc, self.seat, *player)).collect()
    }
}

/// Whether a seat plays a colour.
pub fn plays(sc: &Scenario, seat: SeatId, player: PlayerId) -> bool {
    u16::from(sc.colour(player).seat) == seat.0
}

/// The state as a seat knows it: hands of others are counted only, cards that lie face down have no face
/// (docs/rules/hotw.md, section 6).
pub fn masked(sc: &Scenario, st: &State, seat: SeatId) -> State {
    let mut known = st.clone();
    let drafting = matches!(st.stage, Stage::Draft(_));
    for player in st.player_ids() {
        let own = plays(sc, seat, player);
        let state = known.player_mut(player);
        if !own {
            state.unknown += state.hand.len() as u8;
            state.hand = Vec::new();
            state.trade = crate::model::ids::Players::NONE;
            state.retreats = Vec::new();
        }
        if let Some(held) = &mut state.card
            && drafting
        {
            // HW-21.6: who keeps a card has seen it; a passed one is known to its passer alone.
            let seen = match held.from {
                None => own,
                Some(passer) => plays(sc, seat, passer),
            };
            if !seen {
                held.card = None;
            }
        }
    }
    if let Stage::Draft(draft) = &mut known.stage {
        if !plays(sc, seat, draft.order[usize::from(draft.at)]) {
            draft.drawn = None;
        }
        for (drawer, card) in &mut draft.seen {
            if !plays(sc, seat, *drawer) {
                *card = None;
            }
        }
    }
    known
}
