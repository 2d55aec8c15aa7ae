//! Expansion: Lands, waters, more armies, forts (HW-7, HW-22.2, HW-23, HW-24).

use kernel::Refusal;

use super::assault::Fought;
use super::ways::{Explorer, Way, defence, easiest};
use super::{Done, Engine, empire_key, key, land_name, space_name, water_name};
use crate::model::ids::Source;
use crate::model::ids::{Defence, LandId, MOST_ARMIES, Owner, PlayerId, Space, WaterId, Waters, Works};
use crate::rules::event::{EventKind, How};

/// A Land as it is about to be entered.
pub(crate) struct Entry {
    pub defence: Defence,
    pub difficult: bool,
    pub how: How,
    pub defenders: u8,
}

const NO_FIGHT: Fought = Fought { won: true, removed: 0, lost: 0 };

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
    fn may_walk(&self, from: Source, at_sea: bool) -> Done {
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
    fn may_spare(&self, from: Source) -> Done {
        let career = self.career();
        if from != Source::Ships && career.pool.total() <= u32::from(career.armies_only) {
            let detail = "the forces left come of a Population Explosion: they can only be armies";
            return Err(Refusal::new("armies_only", "HW-30", detail).hint("use them with expand_land or reinforce"));
        }
        Ok(())
    }

    /// HW-7.1 to HW-7.3, HW-23.4, HW-23.9.
    pub(crate) fn expand_land(&mut self, to: LandId, via: Option<Space>, from: Source) -> Done {
        let entry = self.entry(to, via)?;
        if from == Source::Allies {
            self.next_to_empire(to, via)?;
        }
        if from == Source::Allies && entry.how != How::Walkover {
            let detail = format!("Allies enter vacant Lands only, and {} is held", self.board.land(to).name);
            return Err(Refusal::new("not_vacant", "HW-30", detail).at("stack").hint("use wo or a combat stack there"));
        }
        if entry.how != How::Assault {
            self.may_walk(from, false)?;
            self.take_force(from, true);
            // HW-23.9, HW-R19: who stands there is removed without a fight.
            let cleared = Fought { removed: self.st.land(to).armies(), ..NO_FIGHT };
            self.settle(to, self.player(), self.empire(), entry.how, cleared);
            return Ok(());
        }
        if self.dice_mode() {
            let detail =
                format!("{} is held by {} armies: attack it with dice", self.board.land(to).name, entry.defenders);
            return Err(Refusal::new("defended", "HW-25.1", detail).at("to").hint("use attack_dice"));
        }
        self.may_assault(from, entry.defence, entry.defenders, false)?;
        let Source::Stack(stack) = from else { unreachable!("may_assault lets stacks pass alone") };
        let fought = self.assault(stack, entry.defenders);
        if fought.won {
            self.take_force(from, true);
            self.settle(to, self.player(), self.empire(), How::Assault, fought);
        } else {
            self.thin_out(to, fought.removed);
            let left = self.st.land(to).armies();
            self.assault_failed(Space::Land(to), fought, left);
        }
        Ok(())
    }

    /// HW-30: Allies come by land, from a Land of the empire.
    fn next_to_empire(&self, to: LandId, via: Option<Space>) -> Done {
        let ways = self.explorer().into_land(to, Waters::NONE);
        if !ways.is_empty() && via.is_none_or(|via| matches!(via, Space::Land(_))) {
            return Ok(());
        }
        let detail =
            format!("Allies enter Lands next to the empire, and {} would be a landing", self.board.land(to).name);
        let part = if via.is_some() { "via" } else { "to" };
        let hint = "name a vacant Land that borders one of this empire's, or use another force for the landing";
        Err(Refusal::new("not_adjacent", "HW-30", detail).at(part).hint(hint))
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

    fn has_room(&self, to: WaterId) -> Done {
        let info = self.board.water(to);
        if info.most_fleets.is_some_and(|most| self.st.fleets_of(self.player(), to) >= most) {
            let refusal = Refusal::new("sea_full", "HW-24.2", format!("{} is full of fleets", info.name)).at("to");
            return Err(refusal.hint("a Sea holds two fleets; the fleet may go elsewhere"));
        }
        Ok(())
    }

    /// HW-7.4, HW-24, HW-R33.
    pub(crate) fn expand_water(&mut self, to: WaterId, via: Option<Space>, from: Source) -> Done {
        self.may_sail(to, via)?;
        self.has_room(to)?;
        self.may_spare(from)?;
        let player = self.player();
        let enemies = if self.board.water(to).sea { self.st.enemy_fleets(player, to) } else { 0 };
        if enemies == 0 {
            self.may_walk(from, true)?;
            self.take_force(from, false);
            self.moor(to, 0);
            return Ok(());
        }
        if self.dice_mode() {
            let detail = format!("{enemies} fleets hold {}: attack them with dice", self.board.water(to).name);
            return Err(Refusal::new("defended", "HW-25.1", detail).at("to").hint("use attack_dice"));
        }
        let foes: Vec<PlayerId> = self.st.player_ids().filter(|foe| *foe != player).collect();
        self.sea_battle(to, &foes, from)
    }

    /// A stack fights all fleets of `foes` in a water; the force that wins becomes a fleet there.
    pub(crate) fn sea_battle(&mut self, water: WaterId, foes: &[PlayerId], from: Source) -> Done {
        let fleets: u8 = foes.iter().map(|foe| self.st.fleets_of(*foe, water)).sum();
        self.may_assault(from, Defence::PLAIN, fleets, true)?;
        let Source::Stack(stack) = from else { unreachable!("may_assault lets stacks pass alone") };
        let fought = self.assault(stack, fleets);
        self.sink(water, foes, fought.removed, "battle");
        if fought.won {
            self.take_force(from, false);
            self.moor(water, fought.removed);
        } else {
            self.assault_failed(Space::Water(water), fought, fleets - fought.removed);
        }
        Ok(())
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

    /// HW-24.1, HW-R35.
    pub(crate) fn attack_optional(&mut self, ocean: WaterId, foe: Option<PlayerId>, from: Source) -> Done {
        let info = self.board.water(ocean);
        if info.sea {
            let detail = format!("{} is a Sea: entering it is fighting for it", info.name);
            return Err(Refusal::new("not_an_ocean", "HW-24.1", detail).at("ocean").hint("use expand_water"));
        }
        self.may_sail(ocean, None).map_err(|refusal| Refusal { part: "ocean".into(), ..refusal })?;
        let player = self.player();
        let present = |foe: &PlayerId| *foe != player && self.st.fleets_of(*foe, ocean) > 0;
        let foes: Vec<PlayerId> = self.st.player_ids().filter(present).collect();
        let foe = match (foe, foes.as_slice()) {
            (_, []) => {
                let detail = format!("no other player has a fleet in {}", info.name);
                let refusal = Refusal::new("no_enemy_fleet", "HW-R35", detail).at("ocean");
                return Err(refusal.hint("place a fleet there with expand_water"));
            }
            (Some(foe), _) if foes.contains(&foe) => foe,
            (None, [only]) => *only,
            _ => {
                let names: Vec<&str> = foes.iter().map(|foe| self.sc.colour(*foe).name.as_str()).collect();
                let detail = "say whose fleets are attacked";
                let refusal = Refusal::new("which_player", "HW-R35", detail).at("player");
                return Err(refusal.hint(format!("fleets there: {}", names.join(", "))));
            }
        };
        self.may_spare(from)?;
        if self.dice_mode() {
            self.may_walk(Source::Walkover, true)?;
            self.dice_at_sea(ocean, &[foe]);
            return Ok(());
        }
        self.sea_battle(ocean, &[foe], from)
    }

    fn own_land(&self, land: LandId) -> Done {
        if self.st.land(land).held_by_empire(self.player(), self.empire()) {
            return Ok(());
        }
        let detail = format!("{} is not held by the empire of this turn", self.board.land(land).name);
        let hint = "take it first; Lands of your other empires are no part of this one";
        Err(Refusal::new("not_own_land", "HW-23.2", detail).at("land").hint(hint))
    }

    /// HW-7.5, HW-23.5.
    pub(crate) fn reinforce(&mut self, land: LandId, armies: u8) -> Done {
        self.own_land(land)?;
        let there = self.st.land(land).armies();
        let room = MOST_ARMIES.saturating_sub(there);
        if armies == 0 {
            let refusal = Refusal::new("bad_count", "HW-7.5", "no army is to be added").at("armies");
            return Err(refusal.hint(format!("1 to {room}")));
        }
        if armies > room {
            let detail = format!("{there} armies are there, and {armies} more would be over {MOST_ARMIES} in a Land");
            let refusal = Refusal::new("land_full", "HW-23.5", detail).at("armies");
            return Err(refusal.hint(format!("there is room for {room} more")));
        }
        let left = self.forces_in(Source::Walkover)?;
        if left < armies {
            let detail = format!("{armies} forces are needed, {left} are there");
            let refusal = Refusal::new("too_few_forces", "HW-7.5", detail).at("armies");
            return Err(refusal.hint("armies come from the walkover stack; set more forces aside"));
        }
        for _ in 0..armies {
            self.take_force(Source::Walkover, true);
        }
        if let Some(army) = &mut self.st.land_mut(land).army {
            army.armies += armies;
        }
        let (player, pool) = (self.player(), self.array());
        self.say("HW-7.5", |board, sc| EventKind::Reinforced {
            player: key(sc, player),
            land: land_name(board, land),
            armies,
            pool,
        });
        Ok(())
    }

    /// HW-7.6, HW-22.2, HW-R43.
    pub(crate) fn build_fort(&mut self, land: LandId, free: bool) -> Done {
        self.own_land(land)?;
        if self.st.land(land).works != Works::None {
            let detail = format!("{} has a fort already", self.board.land(land).name);
            return Err(Refusal::new("fort_there", "HW-7.6", detail).at("land").hint("one fort a Land is the most"));
        }
        self.pay_for_works(1, free)?;
        self.raise(land, Works::Fort, free);
        Ok(())
    }

    /// HW-31.3.
    pub(crate) fn build_fortress(&mut self, land: LandId, free: bool) -> Done {
        if !self.st.options.fortress {
            let detail = "Fortresses are an optional rule, and this game goes without";
            return Err(Refusal::new("rule_off", "HW-31.3", detail).hint("build a fort"));
        }
        self.own_land(land)?;
        let forces = match self.st.land(land).works {
            Works::None => 2,
            Works::Fort => 1,
            Works::Fortress => {
                let detail = format!("{} has a Fortress already", self.board.land(land).name);
                return Err(Refusal::new("fort_there", "HW-31.3", detail)
                    .at("land")
                    .hint("one Fortress a Land is the most"));
            }
        };
        self.pay_for_works(forces, free)?;
        self.raise(land, Works::Fortress, free);
        Ok(())
    }

    fn pay_for_works(&mut self, forces: u8, free: bool) -> Done {
        if free {
            let left = self.career().free_forts;
            if left < forces {
                let detail = format!("{forces} free forts are needed, {left} are left");
                let refusal = Refusal::new("no_free_fort", "HW-30", detail).at("free");
                return Err(refusal.hint("play Engineering first, or build it from the walkover stack"));
            }
            self.career_mut().free_forts -= forces;
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
        for _ in 0..forces {
            self.take_force(Source::Walkover, false);
        }
        Ok(())
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

    /// HW-25: dice in dice mode; one force fights until it falls or the space is won (HW-R50).
    pub(crate) fn attack_dice(&mut self, to: Space, via: Option<Space>) -> Done {
        if !self.dice_mode() {
            let detail = "in this game the tables decide; dice are for Barbarians";
            return Err(Refusal::new("table_mode", "HW-1.6", detail).hint("make a lookup, then use expand_land"));
        }
        let empty = |name: &str| {
            let refusal = Refusal::new("undefended", "HW-23.4", format!("nobody defends {name}")).at("to");
            refusal.hint("enter it with expand_land or expand_water")
        };
        match to {
            Space::Land(land) => {
                let entry = self.entry(land, via)?;
                if entry.how != How::Assault {
                    return Err(empty(&self.board.land(land).name).hint("use expand_land"));
                }
                self.may_walk(Source::Walkover, false)?;
                self.dice_on_land(land, entry.difficult);
            }
            Space::Water(water) => {
                self.may_sail(water, via)?;
                self.has_room(water)?;
                self.may_spare(Source::Walkover)?;
                let player = self.player();
                let foes: Vec<PlayerId> = self.st.player_ids().filter(|foe| *foe != player).collect();
                if !self.board.water(water).sea || self.st.enemy_fleets(player, water) == 0 {
                    return Err(empty(&self.board.water(water).name).hint("use expand_water or attack_optional"));
                }
                self.may_walk(Source::Walkover, true)?;
                self.dice_at_sea(water, &foes);
            }
        }
        Ok(())
    }

    fn dice_on_land(&mut self, land: LandId, difficult: bool) {
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
