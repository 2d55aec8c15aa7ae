//! Cards that bring forces, fleets and forts: piles 8 and 9 (HW-30).

use kernel::Refusal;

use super::super::{Done, Engine, key};
use crate::model::ids::Source;
use crate::model::ids::{Defence, LandId, MOST_ARMIES, PlayerId, WaterId};
use crate::rules::event::EventKind;

impl Engine<'_> {
    /// Population Explosion and Civil Service: units for the main empire, which is still to come.
    pub(crate) fn grant(&mut self, units: u8, armies_only: bool) {
        let granted = &mut self.turn_mut().granted;
        if armies_only {
            granted.armies += units;
        } else {
            granted.units += units;
        }
        self.gained(units, if armies_only { "armies" } else { "units" });
    }

    fn gained(&mut self, forces: u8, what: &str) {
        let (player, pool) = (self.player(), self.array());
        self.say("HW-30", |_, sc| EventKind::ForcesGained {
            player: key(sc, player),
            forces,
            what: what.to_owned(),
            pool,
        });
    }

    /// Armies into vacant Lands next to the empire.
    pub(crate) fn allies(&mut self, armies: u8) {
        self.career_mut().pool.allies += armies;
        self.gained(armies, "allies");
    }

    /// Ship Building: only for an empire with Navigation.
    pub(crate) fn ships(&mut self, fleets: u8) {
        self.career_mut().pool.ships += fleets;
        self.gained(fleets, "fleets");
    }

    /// Engineering: only for an empire with a Capital.
    pub(crate) fn free_forts(&mut self, forts: u8) {
        self.career_mut().free_forts += forts;
        self.gained(forts, "free forts");
    }

    pub(crate) fn has_navigation(&self) -> Done {
        let empire = self.board.empire(self.empire());
        if empire.navigation.is_empty() {
            let detail = format!("{} has no Navigation", empire.name);
            let refusal = Refusal::new("no_navigation", "HW-30", detail).at("card");
            return Err(refusal.hint("keep the card for an empire that navigates a water"));
        }
        Ok(())
    }

    pub(crate) fn has_capital(&self) -> Done {
        let empires = &self.board.card(self.turn().card).empires;
        if empires.iter().all(|empire| self.board.empire(*empire).capital.is_none()) {
            let detail = format!("{} has no Capital", self.board.card(self.turn().card).name);
            let refusal = Refusal::new("no_capital", "HW-30", detail).at("card");
            return Err(refusal.hint("keep the card for an empire with a Capital"));
        }
        Ok(())
    }

    /// Trade Bonus: the others answer by standing order (HW-R39).
    pub(crate) fn trade(&mut self) {
        // What others have settled is their secret: whoever plans cannot count on it.
        self.open = true;
        let player = self.player();
        let partners: Vec<PlayerId> = self.st.player_ids().filter(|partner| *partner != player).collect();
        for partner in partners {
            let site = self.st.player(partner).trade.has(player).then(|| self.thinnest_land(partner)).flatten();
            let accepted = site.is_some();
            self.say("HW-R39", |_, sc| EventKind::TradeAnswered {
                player: key(sc, player),
                partner: key(sc, partner),
                accepted,
            });
            if let Some(land) = site {
                self.add_army(partner, land, "HW-R39");
                self.career_mut().pool.unallocated += 1;
                self.gained(1, "trade");
            }
        }
    }

    /// A player's Land with the fewest armies and room for one more, then by Land id.
    fn thinnest_land(&self, player: PlayerId) -> Option<LandId> {
        let held = self.st.lands_of(player).iter().filter(|land| self.st.land(*land).armies() < MOST_ARMIES);
        held.min_by_key(|land| (self.st.land(*land).armies(), &self.board.land(*land).id))
    }

    /// Pirates: any one Sea that fleets may enter; a held one needs a combat stack.
    pub(crate) fn pirates_where(&self, sea: WaterId, stack: Option<Source>) -> Done {
        self.is_a_sea(sea)?;
        let info = self.board.water(sea);
        if !info.fleets {
            let refusal = Refusal::new("no_fleets_there", "HW-24.3", format!("no fleet may enter {}", info.name));
            return Err(refusal.at("targets/0").hint("name another Sea"));
        }
        let player = self.player();
        if info.most_fleets.is_some_and(|most| self.st.fleets_of(player, sea) >= most) {
            let refusal = Refusal::new("sea_full", "HW-24.2", format!("{} is full of fleets", info.name));
            return Err(refusal.at("targets/0").hint("name another Sea"));
        }
        let enemies = self.st.enemy_fleets(player, sea);
        match (enemies, stack) {
            (0, None) => Ok(()),
            (0, Some(_)) => {
                let refusal = Refusal::new("no_stack_needed", "HW-30", "nobody holds that Sea").at("stack");
                Err(refusal.hint("leave the stack out"))
            }
            (_, None) if self.dice_mode() => self.has_force(),
            (_, None) => {
                let detail = format!("{enemies} fleets hold {}: name the stack that fights for it", info.name);
                Err(Refusal::new("defended", "HW-30", detail).at("stack").hint("any combat stack with a force will do"))
            }
            (_, Some(from)) => self.may_assault(from, Defence::PLAIN, enemies, true).map(|_| ()),
        }
    }

    fn has_force(&self) -> Done {
        if self.forces_in(Source::Walkover)? == 0 {
            let refusal = Refusal::new("no_force", "HW-30", "there is no force left to fight for the Sea").at("stack");
            return Err(refusal.hint("name a Sea that nobody holds"));
        }
        Ok(())
    }

    pub(crate) fn pirates(&mut self, sea: WaterId, stack: Option<Source>) {
        let player = self.player();
        let foes: Vec<PlayerId> = self.st.player_ids().filter(|foe| *foe != player).collect();
        match stack {
            Some(Source::Stack(stack)) => self.sea_battle(sea, &foes, stack),
            // `pirates_where` lets stacks pass alone.
            Some(_) => {}
            None if self.st.enemy_fleets(player, sea) > 0 => self.dice_at_sea(sea, &foes),
            None => self.moor(sea, 0),
        }
    }
}
