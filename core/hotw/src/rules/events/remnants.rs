//! Cards that put armies, Cities and forts on the board: kingdoms, migrants, past empires (HW-30, HW-R56).

use kernel::Refusal;

use super::super::{Done, Engine, key, land_name};
use crate::model::ids::{AreaId, EmpireId, LandId, MOST_ARMIES, Owner, PlayerId, Town, Works};
use crate::model::state::Garrison;
use crate::rules::assault::Fought;
use crate::rules::event::{EventKind, How};
use crate::rules::turn::conquered;

impl Engine<'_> {
    /// Migrants: vacant Lands of the Area, no more than a Land holds.
    pub(crate) fn vacant_lands(&self, area: AreaId, lands: &[LandId]) -> Done {
        for (index, land) in lands.iter().enumerate() {
            self.usable(*land, index)?;
            let info = self.board.land(*land);
            if info.area != area || self.st.land(*land).army.is_some() {
                let detail = format!("{} is not a vacant Land of {}", info.name, self.board.area(area).name);
                let area = self.board.area(area).lands.iter().filter(|land| self.st.land(*land).army.is_none());
                let names: Vec<&str> = area.map(|land| self.board.land(land).name.as_str()).collect();
                let refusal = Refusal::new("not_vacant", "HW-30", detail).at(format!("targets/{index}"));
                return Err(refusal.hint(format!("vacant: {}", names.join(", "))));
            }
        }
        Ok(())
    }

    /// One more army for a player in a Land: a remnant where it is vacant (HW-R56).
    pub(crate) fn add_army(&mut self, player: PlayerId, land: LandId, rule: &'static str) {
        let state = self.st.land_mut(land);
        match &mut state.army {
            Some(army) => army.armies += 1,
            None => {
                let owner = Owner::Player(player);
                state.army = Some(Garrison { owner, empire: EmpireId::REMNANTS, armies: 1 });
            }
        }
        self.say(rule, |board, sc| EventKind::ArmiesAdded {
            player: key(sc, player),
            land: land_name(board, land),
            armies: 1,
        });
    }

    /// Armies of the active player, one for each Land named.
    pub(crate) fn add_armies(&mut self, lands: &[LandId], rule: &'static str) {
        let player = self.player();
        for land in lands {
            self.add_army(player, *land, rule);
        }
    }

    /// A kingdom: armies there retreat; army, City and fort of the player.
    pub(crate) fn kingdom(&mut self, land: LandId) {
        let player = self.player();
        self.retreat_from(land);
        let before = *self.st.land(land);
        let state = self.st.land_mut(land);
        state.army = Some(Garrison { owner: Owner::Player(player), empire: EmpireId::REMNANTS, armies: 1 });
        state.town = conquered(before.town);
        state.works = Works::None;
        let (town, pool) = (conquered(before.town), self.array());
        self.say("HW-30", |board, sc| EventKind::LandTaken {
            player: key(sc, player),
            empire: "remnants".into(),
            land: land_name(board, land),
            how: How::Event,
            from: None,
            removed: 0,
            lost: 0,
            works_lost: before.works,
            town_before: before.town,
            town,
            pool,
        });
        self.city_and_fort(land);
    }

    /// A City and a fort rise in a Land of the player.
    pub(crate) fn city_and_fort(&mut self, land: LandId) {
        let player = self.player();
        if self.st.land(land).town == Town::None {
            self.st.land_mut(land).town = Town::City;
            self.say("HW-30", |board, sc| EventKind::CityFounded {
                land: land_name(board, land),
                player: key(sc, player),
            });
        }
        self.raise(land, Works::Fort, true);
    }

    /// The past empire whose remnants hold a Land for the player (HW-30). A minor empire of this very turn is none: a
    /// card may not modify another card played in the same turn (HW-29.4).
    pub(crate) fn past_empire(&self, land: LandId, index: usize) -> Result<EmpireId, Refusal> {
        let player = self.player();
        let current = &self.board.card(self.turn().card).empires;
        let army = self.st.land(land).army.filter(|army| army.owner.is(player));
        // A player has one turn in an epoch, so that the epoch's minor empire, if it is his, came in this one.
        let minor = self.board.minors[self.st.epoch.index()];
        if army.is_some_and(|army| army.empire == minor) {
            let names = [&self.board.land(land).name, &self.board.empire(minor).name];
            let detail = format!("{} is held by {}, a card of this very turn", names[0], names[1]);
            let refusal = Refusal::new("same_turn", "HW-29.4", detail).at(format!("targets/{index}"));
            return Err(refusal.hint("name Lands that empires of your earlier turns hold"));
        }
        let past =
            army.map(|army| army.empire).filter(|empire| *empire != EmpireId::REMNANTS && !current.contains(empire));
        past.ok_or_else(|| {
            let detail = format!("{} is not held by one of your past empires", self.board.land(land).name);
            let refusal = Refusal::new("not_past_empire", "HW-30", detail).at(format!("targets/{index}"));
            refusal.hint("name Lands that empires of your earlier turns hold")
        })
    }

    fn past_empires(&self, lands: &[LandId], empires: u8) -> Done {
        let mut named: Vec<EmpireId> = Vec::new();
        for (index, land) in lands.iter().enumerate() {
            let empire = self.past_empire(*land, index)?;
            if !named.contains(&empire) {
                named.push(empire);
            }
        }
        if named.len() != usize::from(empires) {
            let detail = format!("Lands of {} past empires are named, the card is for {empires}", named.len());
            let refusal = Refusal::new("wrong_empires", "HW-30", detail).at("targets");
            return Err(refusal.hint(format!("name Lands of exactly {empires}, at least one of each")));
        }
        Ok(())
    }

    /// Fortify: each Land once without works; with the option a Land named twice, or one with a fort, gets a Fortress.
    pub(crate) fn fortify_where(&self, lands: &[LandId], empires: u8) -> Done {
        self.past_empires(lands, empires)?;
        self.fortify_room(lands)
    }

    /// Whether there is room for a fort, or a further one, for each Land named.
    pub(crate) fn fortify_room(&self, lands: &[LandId]) -> Done {
        let room = if self.st.options.fortress { 2 } else { 1 };
        for (index, land) in lands.iter().enumerate() {
            let before = match self.st.land(*land).works {
                Works::None => 0,
                Works::Fort => 1,
                Works::Fortress => 2,
            };
            let times = lands.iter().filter(|other| *other == land).count();
            if before + times > room {
                let detail = format!("{} has no room for that", self.board.land(*land).name);
                let refusal = Refusal::new("fort_there", "HW-30", detail).at(format!("targets/{index}"));
                return Err(refusal.hint("name a Land without a fort"));
            }
        }
        Ok(())
    }

    pub(crate) fn fortify(&mut self, lands: &[LandId]) {
        for land in lands {
            let works = if self.st.land(*land).works == Works::None { Works::Fort } else { Works::Fortress };
            self.raise(*land, works, true);
        }
    }

    /// Revive: no more armies than a Land holds.
    pub(crate) fn revive_where(&self, lands: &[LandId], empires: u8) -> Done {
        self.past_empires(lands, empires)?;
        self.revive_room(lands)
    }

    /// Whether there is room for an army for each Land named.
    pub(crate) fn revive_room(&self, lands: &[LandId]) -> Done {
        for (index, land) in lands.iter().enumerate() {
            let times = lands.iter().filter(|other| *other == land).count();
            if usize::from(self.st.land(*land).armies()) + times > usize::from(MOST_ARMIES) {
                let detail = format!("{} has no room for that", self.board.land(*land).name);
                let refusal = Refusal::new("land_full", "HW-23.5", detail).at(format!("targets/{index}"));
                return Err(refusal.hint(format!("{MOST_ARMIES} armies a Land are the most")));
            }
        }
        Ok(())
    }

    /// Rebels, crusaders and the like take a Land (HW-R56).
    pub(crate) fn seize(&mut self, land: LandId, fought: Fought) {
        let player = self.player();
        self.settle(land, player, EmpireId::REMNANTS, How::Event, fought);
    }
}
