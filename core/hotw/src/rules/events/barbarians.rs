//! Barbarians: one army out of a Barren Land, always with dice (HW-8.4, HW-30, HW-R46).

use kernel::Refusal;

use super::super::{Done, Engine, land_name};
use crate::model::ids::{LandId, Lands, Space};
use crate::model::state::Phase;
use crate::rules::dice::{Attack, Stand};
use crate::rules::event::EventKind;
use crate::rules::turn::conquered;

impl Engine<'_> {
    pub(crate) fn barbarian_home(&self, land: LandId) -> Done {
        let info = self.board.land(land);
        if !info.barren {
            let detail = format!("{} is not Barren", info.name);
            let barren = self.board.lands.iter().filter(|land| land.barren);
            let names: Vec<&str> = barren.map(|land| land.name.as_str()).collect();
            let refusal = Refusal::new("not_barren", "HW-R46", detail).at("targets/0");
            return Err(refusal.hint(format!("Barren Lands: {}", names.join(", "))));
        }
        if self.quarry(land, Lands::NONE).is_empty() {
            let detail = format!("nobody holds a Land next to {}", info.name);
            let refusal = Refusal::new("no_enemy", "HW-R46", detail).at("targets/0");
            return Err(refusal.hint("name a Barren Land with armies next to it"));
        }
        Ok(())
    }

    /// Held Lands next to the Barren Land that have not been attacked yet.
    fn quarry(&self, from: LandId, tried: Lands) -> Lands {
        let next: Lands = self.board.land(from).borders.iter().map(|border| border.to).collect();
        next.without(tried).iter().filter(|land| self.st.land(*land).army.is_some()).collect()
    }

    pub(crate) fn barbarians_come(&mut self, from: LandId) {
        self.turn_mut().phase = Phase::Barbarians { from, tried: Lands::NONE };
    }

    pub(crate) fn barbarians_leave(&mut self, from: LandId) {
        self.turn_mut().phase = Phase::BeforeTurn;
        self.say("HW-R46", |board, _| EventKind::BarbariansGone { from: land_name(board, from) });
    }

    /// Where Barbarians are on the march, and the Lands they have tried.
    fn barbarians(&self) -> Option<(LandId, Lands)> {
        match self.turn().phase {
            Phase::Barbarians { from, tried } => Some((from, tried)),
            _ => None,
        }
    }

    /// The Land, if the Barbarians can attack it (HW-R46).
    pub(crate) fn barbarians_reach(&self, to: Space) -> Result<LandId, Refusal> {
        let (from, tried) = self.barbarians().expect("Barbarians are on the march");
        let open = self.quarry(from, tried);
        match to {
            Space::Land(land) if open.has(land) => Ok(land),
            _ => {
                let names: Vec<&str> = open.iter().map(|land| self.board.land(land).name.as_str()).collect();
                let detail = format!("the Barbarians of {} cannot attack there", self.board.land(from).name);
                let refusal = Refusal::new("not_adjacent", "HW-R46", detail).at("to");
                Err(refusal.hint(format!("Lands in reach: {}", names.join(", "))))
            }
        }
    }

    /// One Land is attacked until the Barbarians fall or it is empty; the first loss ends them.
    pub(crate) fn barbarians_attack(&mut self, land: LandId) {
        let Some((from, tried)) = self.barbarians() else { return };
        let Some(army) = self.st.land(land).army else { return };
        let difficult = self.board.border(from, land).is_some_and(|border| border.difficult);
        let stand = Stand::of(difficult, self.st.land(land).works);
        let attack = Attack { dice: 2, bonus: 0, wins_ties: false, mortal: false };
        let mut removed = 0;
        while removed < army.armies && self.battle(Space::Land(land), army.owner, "barbarians", attack, stand).0 {
            removed += 1;
        }
        let won = removed == army.armies;
        let state = self.st.land_mut(land);
        if won {
            // HW-R46: conquered, and left empty.
            state.army = None;
            state.works = crate::model::ids::Works::None;
            state.town = conquered(state.town);
        } else if let Some(army) = &mut state.army {
            army.armies -= removed;
        }
        self.say("HW-R46", |board, _| EventKind::BarbariansFought {
            from: land_name(board, from),
            land: land_name(board, land),
            won,
            armies_lost: removed,
        });
        let mut tried = tried;
        tried.add(land);
        if !won || self.quarry(from, tried).is_empty() {
            self.barbarians_leave(from);
        } else {
            self.turn_mut().phase = Phase::Barbarians { from, tried };
        }
    }
}
