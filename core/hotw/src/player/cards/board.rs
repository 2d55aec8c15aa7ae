//! Cards that change the board by themselves: reckoned Land by Land.

use super::Table;
use crate::model::ids::{AreaId, EmpireId, LandId, Lands, MOST_ARMIES, MOST_PLAYERS, Owner, Town, WaterId, Works};
use crate::model::scenario::Target;
use crate::model::scenario::{DisasterLand, Effect};
use crate::model::state::State;
use crate::player::decision::{DecisionContext, MILLE};
use crate::player::position::{Position, Spot};

type Aimed = Option<(Vec<Target>, i32)>;
/// Lands with their gain, negative so that they sort best first.
type Ranked = Vec<(i32, LandId)>;

/// Chance in thousandths that at least one of so many dice shows a 1.
fn any_one(dice: u8) -> i32 {
    MILLE - (0..dice).fold(MILLE, |left, _| left * 5 / 6)
}

/// Chance to the power of the number of armies.
fn all_die(chance: i32, armies: u8) -> i32 {
    (0..armies).fold(MILLE, |left, _| left * chance / MILLE)
}

/// A Land whose armies died and whose structures stand (HW-26.3).
fn emptied(spot: Spot) -> Spot {
    Spot { holder: None, armies: 0, ..spot }
}

/// A Land that Barbarians sacked (HW-R46).
fn sacked(spot: Spot) -> Spot {
    let town = if spot.town == Town::Capital { Town::City } else { Town::None };
    Spot { holder: None, armies: 0, works: Works::None, town, ..spot }
}

impl Table<'_> {
    /// What a card gains on the board, with its best targets; nothing when it is of no use now.
    pub(super) fn board_card(&mut self, effect: Effect) -> Aimed {
        match effect {
            Effect::Rebellion { .. } => self.best_land(|table, land| table.rising(land)),
            Effect::JewishRevolt { .. } => self.revolt(),
            Effect::CivilWar { .. } => self.civil_war(),
            Effect::Crusade { column, .. } => self.crusade(column),
            Effect::Migrants { area, armies } => self.migrants(area, armies),
            Effect::Kingdom { land } => self.kingdom(land),
            Effect::Disaster { where_ } => self.best_land(|table, land| table.disaster(land, where_)),
            Effect::StormAtSea => self.best_sea(|table, sea| table.storm(sea)),
            Effect::Pirates => self.best_sea(|table, sea| table.pirates(sea)),
            Effect::Fortify { forts, empires } => self.remnants(forts, empires, |spot| {
                (spot.works == Works::None).then_some(Spot { works: Works::Fort, ..spot })
            }),
            Effect::Revive { armies, empires } => self.remnants(armies, empires, |spot| {
                (spot.armies < MOST_ARMIES).then_some(Spot { armies: spot.armies + 1, ..spot })
            }),
            Effect::Barbarians => self.barbarians(),
            Effect::Plague { dice } => self.best_land(|table, land| Some(table.disease(land, any_one(dice)))),
            Effect::Pestilence { dice, around } => self.best_land(|table, land| {
                let next = table.context.board.land(land).borders.iter().map(|border| border.to);
                let near: Lands = next.collect::<Lands>().and(table.context.board.usable);
                let centre = table.disease(land, any_one(dice));
                Some(centre + near.iter().map(|land| table.disease(land, any_one(around))).sum::<i32>())
            }),
            Effect::BlackDeath { dice } => self.black_death(any_one(dice)),
            Effect::Famine => self.famine(),
            _ => None,
        }
    }

    fn best_land(&mut self, mut gain: impl FnMut(&mut Self, LandId) -> Option<i32>) -> Aimed {
        let mut best: Option<(LandId, i32)> = None;
        for land in self.context.board.usable.iter() {
            if let Some(gain) = gain(self, land).filter(|gain| best.is_none_or(|(_, most)| *gain > most)) {
                best = Some((land, gain));
            }
        }
        best.map(|(land, gain)| (vec![Target::Land(land)], gain))
    }

    fn best_sea(&mut self, mut gain: impl FnMut(&mut Self, WaterId) -> Option<i32>) -> Aimed {
        let mut best: Option<(WaterId, i32)> = None;
        for water in self.context.board.water_ids().filter(|water| self.context.board.water(*water).sea) {
            if let Some(gain) = gain(self, water).filter(|gain| best.is_none_or(|(_, most)| *gain > most)) {
                best = Some((water, gain));
            }
        }
        best.map(|(water, gain)| (vec![Target::Water(water)], gain))
    }

    fn foreign(&self, land: LandId) -> Option<Spot> {
        let spot = self.position.spots[land.index()];
        spot.holder.filter(|holder| *holder != self.me.0).map(|_| spot)
    }

    /// Chance that a single army raised in a Land wins it: forts count, terrain does not.
    fn won(&self, spot: &Spot) -> i32 {
        let rank = crate::player::forces::rank(false, spot.works);
        all_die(self.odds.win(rank), spot.armies)
    }

    fn rising(&mut self, land: LandId) -> Option<i32> {
        let spot = self.foreign(land)?;
        let after = self.position.taken(self.context, land);
        Some(self.position.gain_of(self.context, land, after) * self.won(&spot) / MILLE)
    }

    fn revolt(&mut self) -> Aimed {
        let land = self.context.board.palestine;
        let spot = self.foreign(land)?;
        let after = Spot { town: Town::City, works: Works::Fort, ..self.position.taken(self.context, land) };
        Some((Vec::new(), self.position.gain_of(self.context, land, after) * self.won(&spot) / MILLE))
    }

    /// The three Lands of one enemy empire that gain most together.
    fn civil_war(&mut self) -> Aimed {
        let mut of: Vec<((Owner, EmpireId), Ranked)> = Vec::new();
        for land in self.context.board.usable.iter() {
            let Some(army) = self.st.land(land).army.filter(|army| !army.owner.is(self.me)) else { continue };
            let Some(gain) = self.rising(land) else { continue };
            match of.iter_mut().find(|(whose, _)| *whose == (army.owner, army.empire)) {
                Some((_, lands)) => lands.push((-gain, land)),
                None => of.push(((army.owner, army.empire), vec![(-gain, land)])),
            }
        }
        let mut best: Aimed = None;
        for (_, mut lands) in of.into_iter().filter(|(_, lands)| lands.len() >= 3) {
            lands.sort_unstable();
            lands.truncate(3);
            let gain = -lands.iter().map(|(gain, _)| gain).sum::<i32>();
            if best.as_ref().is_none_or(|(_, most)| gain > *most) {
                best = Some((lands.into_iter().map(|(_, land)| Target::Land(land)).collect(), gain));
            }
        }
        best
    }

    /// Shores of the Eastern Mediterranean, the best first (HW-R21).
    fn crusade(&mut self, armies: u8) -> Aimed {
        let board = self.context.board;
        let mut lands: Vec<(i32, LandId)> = Vec::new();
        for land in board.water(board.crusade_sea).coasts.and(board.usable).iter() {
            if self.position.own(self.me, land) {
                continue;
            }
            let mut after = self.position.taken(self.context, land);
            if land == board.palestine {
                after = Spot { town: Town::City, works: Works::Fort, ..after };
            }
            let gain = self.position.gain_of(self.context, land, after);
            // Weapons outweigh the landing; a fort is dear.
            let spot = self.position.spots[land.index()];
            let chance = all_die(if spot.works == Works::None { 780 } else { 500 }, spot.armies);
            lands.push((-gain * chance / MILLE, land));
        }
        lands.sort_unstable();
        lands.truncate(usize::from(armies));
        lands.retain(|(gain, _)| *gain < 0);
        let gain = -lands.iter().map(|(gain, _)| gain).sum::<i32>();
        (!lands.is_empty()).then(|| (lands.into_iter().map(|(_, land)| Target::Land(land)).collect(), gain))
    }

    fn migrants(&mut self, area: AreaId, armies: u8) -> Aimed {
        let mut position = self.position.clone();
        let (mut targets, mut total) = (Vec::new(), 0);
        for _ in 0..armies {
            let vacant = self.context.board.area(area).lands.iter();
            let mut best: Option<(i32, LandId, Spot)> = None;
            for land in vacant.filter(|land| position.spots[land.index()].holder.is_none()).collect::<Lands>().iter() {
                let after = position.taken(self.context, land);
                let gain = position.gain_of(self.context, land, after);
                if best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, land, after));
                }
            }
            let (_, land, after) = best?;
            total += position.set(self.context, land, after);
            targets.push(Target::Land(land));
        }
        Some((targets, total))
    }

    fn kingdom(&mut self, land: LandId) -> Aimed {
        let after = Spot { town: Town::City, works: Works::Fort, ..self.position.taken(self.context, land) };
        Some((Vec::new(), self.position.gain_of(self.context, land, after)))
    }

    fn disaster(&mut self, land: LandId, kind: DisasterLand) -> Option<i32> {
        let info = self.context.board.land(land);
        let fits = match kind {
            DisasterLand::Coastal => !info.coasts.is_empty(),
            DisasterLand::Mountain => info.mountain,
            DisasterLand::Any => true,
        };
        let spot = self.foreign(land).filter(|_| fits)?;
        let town = if spot.town == Town::Capital { Town::City } else { Town::None };
        let after = Spot { works: Works::None, town, monument: false, ..spot };
        Some(self.position.gain_of(self.context, land, after))
    }

    fn storm(&mut self, sea: WaterId) -> Option<i32> {
        let fleets = &self.position.fleets[sea.index()];
        let rivals = (0..MOST_PLAYERS).filter(|player| fleets[*player] > 0);
        let vp = i32::from(self.context.board.water(sea).vp);
        Some(
            rivals
                .map(|player| -vp * self.context.weight[player] * if self.context.scores[player] { 2 } else { 1 })
                .sum(),
        )
    }

    /// A Sea that nobody holds, with a port for the fleet.
    fn pirates(&mut self, sea: WaterId) -> Option<i32> {
        let info = self.context.board.water(sea);
        let vacant = self.position.fleets[sea.index()].iter().all(|fleets| *fleets == 0);
        let port = info.coasts.iter().any(|land| self.position.own(self.me, land));
        (info.fleets && vacant && port).then(|| self.position.water_gain(self.context, sea))
    }

    /// Lands of past empires that gain most from a fort or an army, of exactly so many empires.
    fn remnants(&mut self, most: u8, empires: u8, change: impl Fn(Spot) -> Option<Spot>) -> Aimed {
        let turn = self.st.turn()?;
        let current = &self.context.board.card(turn.card).empires;
        let mut lands: Vec<(i32, LandId, EmpireId)> = Vec::new();
        for land in self.st.lands_of(self.me).iter() {
            let Some(army) = self.st.land(land).army else { continue };
            let past = army.empire != EmpireId::REMNANTS && !current.contains(&army.empire);
            if let Some(after) = change(self.position.spots[land.index()]).filter(|_| past) {
                lands.push((-self.position.gain_of(self.context, land, after), land, army.empire));
            }
        }
        lands.sort_unstable();
        let mut chosen: Vec<EmpireId> = Vec::new();
        for (_, _, empire) in &lands {
            if !chosen.contains(empire) && chosen.len() < usize::from(empires) {
                chosen.push(*empire);
            }
        }
        if chosen.len() < usize::from(empires) {
            return None;
        }
        // One for each empire first, then the best of what is left.
        let mut picked: Vec<(i32, LandId)> = chosen
            .iter()
            .filter_map(|empire| lands.iter().find(|(_, _, of)| of == empire))
            .map(|(gain, land, _)| (*gain, *land))
            .collect();
        for (gain, land, empire) in &lands {
            if picked.len() < usize::from(most) && chosen.contains(empire) && !picked.contains(&(*gain, *land)) {
                picked.push((*gain, *land));
            }
        }
        let gain = -picked.iter().map(|(gain, _)| gain).sum::<i32>();
        Some((picked.into_iter().map(|(_, land)| Target::Land(land)).collect(), gain))
    }

    fn barbarians(&mut self) -> Aimed {
        let mut best: Aimed = None;
        for home in self.context.board.land_ids().filter(|land| self.context.board.land(*land).barren) {
            let lands = quarry(self.context, self.st, home, Lands::NONE);
            let (mut chance, mut gain) = (MILLE, 0);
            for (land, worth) in lands {
                let won = barbarian_chance(self.context, self.st, home, land);
                chance = chance * won / MILLE;
                gain += worth * chance / MILLE;
            }
            if gain > 0 && best.as_ref().is_none_or(|(_, most)| gain > *most) {
                best = Some((vec![Target::Land(home)], gain));
            }
        }
        best
    }

    fn disease(&mut self, land: LandId, chance: i32) -> i32 {
        let spot = self.position.spots[land.index()];
        if spot.holder.is_none() {
            return 0;
        }
        self.position.gain_of(self.context, land, emptied(spot)) * all_die(chance, spot.armies) / MILLE
    }

    fn black_death(&mut self, chance: i32) -> Aimed {
        let board = self.context.board;
        let areas = board.area_ids().map(|area| board.area(area).lands);
        let gains: Vec<i32> =
            areas.map(|lands| lands.iter().map(|land| self.disease(land, chance)).sum::<i32>()).collect();
        let pairs = board.area_ids().flat_map(|one| board.area(one).neighbours.iter().map(move |two| (one, *two)));
        let (gain, one, two) = pairs.map(|(one, two)| (gains[one.index()] + gains[two.index()], one, two)).max()?;
        Some((vec![Target::Area(one), Target::Area(two)], gain))
    }

    fn famine(&mut self) -> Aimed {
        let board = self.context.board;
        let mut best: Aimed = None;
        for area in board.area_ids() {
            let mut gain = 0;
            for land in board.area(area).lands.iter() {
                let spot = self.position.spots[land.index()];
                if spot.armies > 1 {
                    gain += self.position.gain_of(self.context, land, Spot { armies: 1, ..spot });
                }
            }
            if best.as_ref().is_none_or(|(_, most)| gain > *most) {
                best = Some((vec![Target::Area(area)], gain));
            }
        }
        best
    }
}

fn barbarian_chance(context: &DecisionContext, st: &State, home: LandId, land: LandId) -> i32 {
    let difficult = context.board.border(home, land).is_some_and(|border| border.difficult);
    let state = st.land(land);
    // Always with dice (HW-8.4): 694, 500, 497 or 268 of a thousand.
    let chance = match (difficult, state.works) {
        (false, Works::None) => 694,
        (true, Works::None) => 500,
        (false, _) => 480,
        (true, _) => 260,
    };
    all_die(chance, state.armies())
}

/// Lands that Barbarians may attack next and where that gains, best first.
pub fn quarry(context: &DecisionContext, st: &State, from: LandId, tried: Lands) -> Vec<(LandId, i32)> {
    let position = Position::new(context, st, EmpireId::REMNANTS);
    let next: Lands = context.board.land(from).borders.iter().map(|border| border.to).collect();
    let mut found: Vec<(i32, LandId, i32)> = Vec::new();
    for land in next.without(tried).and(context.board.usable).iter() {
        let spot = position.spots[land.index()];
        if spot.holder.is_none() {
            continue;
        }
        let gain = position.gain_of(context, land, sacked(spot));
        if gain > 0 {
            found.push((-gain * barbarian_chance(context, st, from, land) / MILLE, land, gain));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, land, gain)| (land, gain)).collect()
}
