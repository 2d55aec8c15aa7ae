//! Expansion: Lands, waters, more armies, forts (HW-7, HW-22.2, HW-23, HW-24).

use kernel::Refusal;

use super::assault::Fought;
use super::ways::{Explorer, Way, defence, easiest};
use super::{Done, Engine, empire_key, key, land_name, space_name, water_name};
use crate::model::ids::{Defence, LandId, Owner, PlayerId, Source, Space, WaterId, Works};
use crate::rules::event::{EventKind, How};

/// A Land as it is about to be entered.
pub(crate) struct Entry {
    pub defence: Defence,
    pub difficult: bool,
    pub how: How,
    pub defenders: u8,
}

impl Engine<'_> {
    fn explorer(&self) -> Explorer<'_> {
        Explorer::new(self.board, self.st, self.player(), self.empire())
    }

    /// Looks a Land over before a force enters it: whether that is possible, and what it meets.
    pub(crate) fn entry(&self, to: LandId, via: Option<Space>) -> Result<Entry, Refusal> {
        let (player, empire) = (self.player(), self.empire());
        let info = self.board.land(to);
        if info.barren {
            let detail = format!("{} is Barren: no army may enter it", info.name);
            return Err(Refusal::new("barren_land", "HW-23.3", detail).at("to").hint("go around it"));
        }
        let state = self.st.land(to);
        if state.held_by_empire(player, empire) {
            let detail = format!("{} is held by this empire already", info.name);
            return Err(Refusal::new("own_land", "HW-7.5", detail)
                .at("to")
                .hint("use reinforce to put more armies there"));
        }
        let explorer = self.explorer();
        let ways = explorer.into_land(to, explorer.sea_lanes());
        let way = self.choose_way(to, &ways, via)?;
        let career = self.career();
        let (how, defenders) = match state.army {
            None => (How::Walkover, 0),
            Some(army) if army.owner.is(player) => (How::AutomaticVictory, 0),
            Some(_) if career.open_lands.has(to) && career.surprised.has(to) => (How::SurpriseAttack, 0),
            Some(_) if career.open_lands.has(to) => (How::Treachery, 0),
            Some(army) => (How::Assault, army.armies),
        };
        let difficult = way.difficult && !career.surprised.has(to);
        Ok(Entry { defence: defence(self.st, career, to, way), difficult, how, defenders })
    }

    fn choose_way(&self, to: LandId, ways: &[Way], via: Option<Space>) -> Result<Way, Refusal> {
        let name = &self.board.land(to).name;
        let Some(best) = easiest(self.st, self.career(), to, ways) else {
            let detail = format!("{name} is not next to a Land of this empire, nor on a water its armies can cross");
            let hint = "expand step by step, or place a fleet first (HW-24.6)";
            return Err(Refusal::new("not_adjacent", "HW-23.1", detail).at("to").hint(hint));
        };
        let Some(via) = via else { return Ok(best) };
        ways.iter().copied().find(|way| way.via == via).ok_or_else(|| {
            let open: Vec<String> = ways.iter().map(|way| space_name(self.board, way.via)).collect();
            let detail = format!("{name} cannot be entered from {}", space_name(self.board, via));
            Refusal::new("not_adjacent", "HW-23.1", detail).at("via").hint(format!("ways in: {}", open.join(", ")))
        })
    }

    /// Whether a force can be taken from there for a space without a fight.
    pub(crate) fn may_walk(&self, from: Source, at_sea: bool) -> Done {
        let none = |code, detail: &str| {
            let hint = "set forces aside with allocate_walkover, or use another stack";
            Err(Refusal::new(code, "HW-7.3", detail).at("stack").hint(hint))
        };
        match (from, at_sea) {
            (Source::Allies, true) => return none("armies_only", "Allies are armies, not fleets"),
            (Source::Ships, false) => return none("fleets_only", "Ship Building gives fleets, not armies"),
            (Source::Stack(id), false) if self.stack(id)?.naval => {
                let detail = format!("stack {id} comes of Naval Supremacy and only makes fleets");
                return Err(Refusal::new("naval_stack", "HW-R18", detail)
                    .at("stack")
                    .hint("use another stack on land"));
            }
            _ => {}
        }
        if self.forces_in(from)? == 0 {
            return none("no_force", "there is no force left there");
        }
        Ok(())
    }

    /// Whether one more force may become a fleet or a fort (Population Explosion grants armies only).
    pub(crate) fn may_spare(&self, from: Source) -> Done {
        let career = self.career();
        if from != Source::Ships && career.pool.total() <= u32::from(career.armies_only) {
            let detail = "the forces left come of a Population Explosion: they can only be armies";
            return Err(Refusal::new("armies_only", "HW-30", detail).hint("use them with expand_land or reinforce"));
        }
        Ok(())
    }

    pub(crate) fn assault_failed(&mut self, space: Space, fought: Fought, left: u8) {
        let (player, pool) = (self.player(), self.array());
        self.say("HW-4.9", |board, sc| EventKind::AssaultFailed {
            player: key(sc, player),
            space: space_name(board, space),
            removed: fought.removed,
            lost: fought.lost,
            left,
            pool,
        });
    }

    /// Whether a fleet of the empire may enter a water over `via` (HW-24.2 to HW-24.4).
    pub(crate) fn may_sail(&self, to: WaterId, via: Option<Space>) -> Done {
        let info = self.board.water(to);
        if !info.fleets {
            return Err(Refusal::new("no_fleets_there", "HW-24.3", format!("no fleet may enter {}", info.name))
                .at("to")
                .hint("go around it by land"));
        }
        let explorer = self.explorer();
        if !explorer.navigates(to) {
            let empire = &self.board.empire(self.empire()).name;
            let detail = format!("{} is not among the waters that {empire} can navigate", info.name);
            let waters = self.board.empire(self.empire()).navigation.iter();
            let names: Vec<&str> = waters.map(|water| self.board.water(water).name.as_str()).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let refusal = Refusal::new("not_navigable", "HW-24.4", detail).at("to");
            return Err(refusal.hint(format!("waters it can navigate: {names}")));
        }
        let ways = explorer.into_water(to);
        let open = || ways.iter().map(|way| space_name(self.board, *way)).collect::<Vec<_>>().join(", ");
        if ways.is_empty() || via.is_some_and(|via| !ways.contains(&via)) {
            let detail = format!("{} is not next to a Land of this empire, nor to a fleet that it can use", info.name);
            let refusal = Refusal::new("not_adjacent", "HW-24.4", detail).at(if via.is_some() { "via" } else { "to" });
            let hint = if ways.is_empty() {
                "take a Land on it, or place a fleet in a water next to it, first".to_owned()
            } else {
                format!("ways in: {}", open())
            };
            return Err(refusal.hint(hint));
        }
        Ok(())
    }

    pub(crate) fn has_room(&self, to: WaterId) -> Done {
        let info = self.board.water(to);
        if info.most_fleets.is_some_and(|most| self.st.fleets_of(self.player(), to) >= most) {
            let refusal = Refusal::new("sea_full", "HW-24.2", format!("{} is full of fleets", info.name)).at("to");
            return Err(refusal.hint("a Sea holds two fleets; the fleet may go elsewhere"));
        }
        Ok(())
    }

    /// A stack fights all fleets of `foes` in a water; the force that wins becomes a fleet there.
    pub(crate) fn sea_battle(&mut self, water: WaterId, foes: &[PlayerId], stack: u8) {
        let fleets: u8 = foes.iter().map(|foe| self.st.fleets_of(*foe, water)).sum();
        let fought = self.assault(stack, fleets);
        self.sink(water, foes, fought.removed, "battle");
        if fought.won {
            self.take_force(Source::Stack(stack), false);
            self.moor(water, fought.removed);
        } else {
            self.assault_failed(Space::Water(water), fought, fleets - fought.removed);
        }
    }

    /// Sinks up to `count` fleets of these players in a water.
    pub(crate) fn sink(&mut self, water: WaterId, foes: &[PlayerId], count: u8, why: &str) {
        let mut left = count;
        for foe in foes {
            let sunk = left.min(self.st.fleets_of(*foe, water));
            if sunk == 0 {
                continue;
            }
            left -= sunk;
            self.st.fleets[water.index()][foe.index()] -= sunk;
            self.say("HW-24.8", |board, sc| EventKind::FleetsSunk {
                owner: key(sc, *foe),
                water: water_name(board, water),
                fleets: sunk,
                why: why.to_owned(),
            });
        }
    }

    /// One more fleet of the player in a water.
    pub(crate) fn moor(&mut self, water: WaterId, removed: u8) {
        let player = self.player();
        self.st.fleets[water.index()][player.index()] += 1;
        let pool = self.array();
        self.say("HW-7.4", |board, sc| EventKind::FleetPlaced {
            player: key(sc, player),
            water: water_name(board, water),
            removed,
            pool,
        });
    }

    /// Whether the empire of this turn holds a Land (HW-23.2).
    pub(crate) fn own_land(&self, land: LandId) -> Done {
        if self.st.land(land).held_by_empire(self.player(), self.empire()) {
            return Ok(());
        }
        let detail = format!("{} is not held by the empire of this turn", self.board.land(land).name);
        let hint = "take it first; Lands of your other empires are no part of this one";
        Err(Refusal::new("not_own_land", "HW-23.2", detail).at("land").hint(hint))
    }

    /// Whether there are so many forces, or free forts, for works (HW-7.6).
    pub(crate) fn may_pay_for_works(&self, forces: u8, free: bool) -> Done {
        if free {
            let left = self.career().free_forts;
            if left < forces {
                let detail = format!("{forces} free forts are needed, {left} are left");
                let refusal = Refusal::new("no_free_fort", "HW-30", detail).at("free");
                return Err(refusal.hint("play Engineering first, or build it from the walkover stack"));
            }
            return Ok(());
        }
        let left = self.forces_in(Source::Walkover)?;
        let career = self.career();
        let spare = career.pool.total() >= u32::from(career.armies_only) + u32::from(forces);
        if left >= forces && !spare {
            let detail = "the forces left come of a Population Explosion: they can only be armies";
            return Err(Refusal::new("armies_only", "HW-30", detail).hint("use them with expand_land or reinforce"));
        }
        if left < forces {
            let detail = format!("{forces} forces are needed, {left} are there");
            let refusal = Refusal::new("too_few_forces", "HW-7.6", detail);
            return Err(refusal.hint("forts come from the walkover stack; set more forces aside"));
        }
        Ok(())
    }

    /// Takes the forces, or the free forts, that works cost.
    pub(crate) fn pay_for_works(&mut self, forces: u8, free: bool) {
        if free {
            self.career_mut().free_forts -= forces;
        } else {
            for _ in 0..forces {
                self.take_force(Source::Walkover, false);
            }
        }
    }

    pub(crate) fn raise(&mut self, land: LandId, works: Works, free: bool) {
        self.st.land_mut(land).works = works;
        let (player, pool) = (self.player(), self.array());
        self.say("HW-7.6", |board, sc| EventKind::WorksBuilt {
            player: key(sc, player),
            land: land_name(board, land),
            works,
            free,
            pool,
        });
    }

    /// HW-22.2, HW-24.7, HW-R34, HW-R52: what is left is lost, fleets without a port sink, Monuments fall due.
    pub(crate) fn end_expansion(&mut self) {
        let (player, empire) = (self.player(), self.empire());
        let career = self.career_mut();
        let unused = career.pool.total() + u32::from(career.pool.allies) + u32::from(career.pool.ships);
        career.pool = crate::model::state::Pool::default();
        self.say("HW-R52", |board, sc| EventKind::ExpansionEnded {
            player: key(sc, player),
            empire: empire_key(board, empire),
            unused: unused.min(255) as u8,
        });
        self.check_ports();
        if self.board.card(self.turn().card).empires.contains(&empire) && self.next_empire_of_card() {
            return;
        }
        self.count_monuments();
    }

    /// HW-24.7: a fleet needs a Land of its player on its water.
    fn check_ports(&mut self) {
        for player in self.st.player_ids() {
            let lands = self.st.lands_of(player);
            for water in self.board.water_ids() {
                let fleets = self.st.fleets_of(player, water);
                if fleets > 0 && self.board.water(water).coasts.and(lands).is_empty() {
                    self.st.fleets[water.index()][player.index()] = 0;
                    self.say("HW-24.7", |board, sc| EventKind::FleetsSunk {
                        owner: key(sc, player),
                        water: water_name(board, water),
                        fleets,
                        why: "no port".into(),
                    });
                }
            }
        }
    }

    /// One force attacks a Land with dice (HW-25, HW-R50).
    pub(crate) fn dice_on_land(&mut self, land: LandId, difficult: bool) {
        let (player, empire) = (self.player(), self.empire());
        let Some(army) = self.st.land(land).army else { return };
        let works = super::ways::effective_works(self.st, self.career(), land);
        let fought = self.dice_assault(Space::Land(land), army.owner, army.armies, difficult, works, false);
        if fought.won {
            self.take_force(Source::Walkover, true);
            self.settle(land, player, empire, How::Assault, fought);
        } else {
            self.take_force(Source::Walkover, true);
            self.thin_out(land, fought.removed);
            self.assault_failed(Space::Land(land), fought, army.armies - fought.removed);
        }
    }

    /// One force fights these players' fleets in a water with dice; when it wins it becomes a fleet there.
    pub(crate) fn dice_at_sea(&mut self, water: WaterId, foes: &[PlayerId]) {
        let fleets: u8 = foes.iter().map(|foe| self.st.fleets_of(*foe, water)).sum();
        let owner = foes.iter().find(|foe| self.st.fleets_of(**foe, water) > 0).copied();
        let owner = owner.map_or(Owner::Neutral, Owner::Player);
        let fought = self.dice_assault(Space::Water(water), owner, fleets, false, Works::None, true);
        self.sink(water, foes, fought.removed, "battle");
        self.take_force(Source::Walkover, false);
        if fought.won {
            self.moor(water, fought.removed);
        } else {
            self.assault_failed(Space::Water(water), fought, fleets - fought.removed);
        }
    }
}
