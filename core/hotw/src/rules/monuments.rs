//! Monuments (HW-27).

use super::{Engine, key, land_name};
use crate::model::ids::{EmpireId, LandId, Lands, PlayerId, Town};
use crate::model::scenario::Board;
use crate::model::state::{Phase, State, Turn};
use crate::rules::event::EventKind;

/// Sites for the next Monument, all of the best kind there is: the empire's Capital, else a City, else a resource
/// Land; held by the player, without a Monument (HW-27.2).
pub fn sites(board: &Board, st: &State, player: PlayerId, empires: &[EmpireId]) -> Vec<LandId> {
    let held = st.lands_of(player);
    let open = |wanted: &dyn Fn(LandId) -> bool| -> Vec<LandId> {
        held.iter().filter(|land| st.land(*land).monument.is_none() && wanted(*land)).collect()
    };
    let own = |land: LandId| st.land(land).army.is_some_and(|army| empires.contains(&army.empire));
    let capitals = open(&|land| st.land(land).town == Town::Capital && own(land));
    if !capitals.is_empty() {
        return capitals;
    }
    let cities = open(&|land| st.land(land).town == Town::City);
    if !cities.is_empty() {
        return cities;
    }
    open(&|land| board.resources.has(land))
}

impl Turn {
    /// The empires whose Monuments are being counted: the minor one, or all of the card.
    pub fn builders(&self, board: &Board) -> Vec<EmpireId> {
        let main = &board.card(self.card).empires;
        if main.contains(&self.career.empire) { main.clone() } else { vec![self.career.empire] }
    }
}

impl Engine<'_> {
    /// HW-27.1, HW-27.4: one Monument for each full pair of symbols not used in this turn.
    pub(crate) fn count_monuments(&mut self) {
        let turn = self.turn();
        let (player, used) = (turn.player, turn.used);
        let bases = turn.builders(self.board).into_iter().map(|empire| self.st.base(player, empire));
        let symbols = bases.fold(Lands::NONE, Lands::or).and(self.board.resources).without(used);
        let pair = self.board.constants.symbols_a_monument;
        let due = symbols.len() / pair;
        let spent: Lands = symbols.iter().take((due * pair) as usize).collect();
        let turn = self.turn_mut();
        turn.used = used.or(spent);
        turn.due = due as u8;
        turn.phase = Phase::Monuments;
        if due > 0 {
            let symbols = symbols.len() as u8;
            self.say("HW-27.1", |_, sc| EventKind::MonumentsDue {
                player: key(sc, player),
                symbols,
                monuments: due as u8,
            });
        }
        self.go_on_building();
    }

    /// Places what has one site only; waits where there is a choice; goes on when all are placed.
    fn go_on_building(&mut self) {
        loop {
            let turn = self.turn();
            let (player, due) = (turn.player, turn.due);
            if due == 0 {
                break;
            }
            match sites(self.board, self.st, player, &turn.builders(self.board)).as_slice() {
                [] => {
                    self.say("HW-27.2", |_, sc| EventKind::MonumentsWithoutSite {
                        player: key(sc, player),
                        monuments: due,
                    });
                    self.turn_mut().due = 0;
                }
                [only] => self.erect(*only),
                _ => return,
            }
        }
        self.end_career();
    }

    fn erect(&mut self, land: LandId) {
        let player = self.player();
        self.st.land_mut(land).monument = Some(player);
        self.turn_mut().due -= 1;
        self.say("HW-27.1", |board, sc| EventKind::MonumentPlaced {
            player: key(sc, player),
            land: land_name(board, land),
        });
    }

    /// HW-27.3: a Monument rises; on with the next one that is due.
    pub(crate) fn build_monument(&mut self, land: LandId) {
        self.erect(land);
        self.go_on_building();
    }
}
