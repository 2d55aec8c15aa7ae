//! Naval battle (RN-71).

mod fleet;
mod record;
mod squadron;

pub use fleet::FleetSide;
pub use record::{FleetAfter, NavalAct, NavalRecord, NavalStage, NavalWeapon};
pub use squadron::{CargoLot, FleetDivision, Squadron, arrange, is_legal};

use kernel::exact::apportion;

use super::exact::Exact;
use super::field::{BattleEnd, Guns, burst};
use super::men::{Arm, Target};
use super::morale;
use super::sides::{BattleSide, Sides};
use crate::model::rulings::War;
use crate::model::ships::Ship;
use BattleSide::{Attacker, Defender};
use fleet::{Attack, Fleet};

/// Fights a naval battle to its end.
pub fn fight(sides: &Sides<FleetSide>, war: &War) -> NavalRecord {
    let mut sea = Sea::new(sides, war);
    let navigation = Sides::of(|side| sea.fleets[side].navigation);
    let mut stages: Vec<NavalStage> = Vec::new();
    let end = loop {
        if let Some(end) = sea.end(stages.len() as u32) {
            break end;
        }
        stages.push(sea.stage(stages.len() as u32 + 1));
    };
    if let BattleEnd::Eliminated(loser) = end {
        let rest = std::mem::take(&mut sea.fleets[loser].squadrons);
        rest.into_iter().for_each(|squadron| sea.fleets[loser.enemy()].prizes.join(squadron));
        sea.fleets[loser].owner = None;
    }
    let after = Sides::of(|side| {
        let fleet = &sea.fleets[side];
        FleetAfter {
            fleet: fleet.whole(),
            prizes: fleet.prizes.clone(),
            morale: fleet.morale,
            fallen: fleet.owner.is_none(),
            fired_guns: fleet.fired,
        }
    });
    NavalRecord { initiative: sea.initiative, navigation, stages, end, after }
}

/// Who acts first: the higher effective navigation, then fewer ships, then the attacker (RN-71.2, RN-R127).
fn initiative(fleets: &Sides<Fleet>) -> BattleSide {
    let of = |side: BattleSide| (fleets[side].navigation, std::cmp::Reverse(fleets[side].whole().ships.count()));
    if of(Defender) > of(Attacker) { Defender } else { Attacker }
}

/// The first stages that are fought as the rules say: rams, archers, and no breaking off before the third is over.
const RAM: u32 = 2;
const LAST_RAM: u32 = 3;
const ARROWS: u32 = 4;
const ARQUEBUSES: u32 = 5;
const MELEE: u32 = 6;

struct Sea<'a> {
    war: &'a War,
    fleets: Sides<Fleet>,
    initiative: BattleSide,
    acts: Vec<NavalAct>,
}

impl<'a> Sea<'a> {
    fn new(sides: &Sides<FleetSide>, war: &'a War) -> Self {
        let fleets = Sides::of(|side| Fleet::new(&sides[side]));
        Self { war, initiative: initiative(&fleets), fleets, acts: Vec::new() }
    }

    fn end(&self, stages: u32) -> Option<BattleEnd> {
        if let Some(side) = [Defender, Attacker].into_iter().find(|side| self.fleets[*side].is_beaten()) {
            return Some(BattleEnd::Eliminated(side));
        }
        let scores = Sides::of(|side| self.fleets[side].score_in_tenths());
        let breaks = [Attacker, Defender].into_iter().any(|it| morale::is_below_retreat_point(scores[it], self.war));
        if breaks && stages >= LAST_RAM {
            // Of two sides the lower breaks off, and at the same score the attacker (RN-R110).
            let side = if scores.defender < scores.attacker { Defender } else { Attacker };
            return Some(BattleEnd::Retreated(side));
        }
        (stages >= self.war.most_stages).then_some(BattleEnd::Undecided)
    }

    fn stage(&mut self, number: u32) -> NavalStage {
        let before = Sides::of(|side| self.counted(side));
        self.bring_up_reserves();
        for side in [Attacker, Defender] {
            let enemy = self.fleets[side.enemy()].clone();
            self.fleets[side].look_for_flanks(&enemy);
        }
        for side in [self.initiative, self.initiative.enemy()] {
            // Nobody replies to the first ramming (RN-71.6).
            if number != RAM || side == self.initiative {
                self.half(number, side);
            }
        }
        let none_lost = self.acts.iter().all(|act| !matches!(act, NavalAct::Kill { killed, .. } if *killed > 0));
        if number >= MELEE && none_lost {
            self.lone_victims();
        }
        let lost = Sides::of(|side| before[side] - self.counted(side));
        for side in [Attacker, Defender] {
            let fleet = &mut self.fleets[side];
            fleet.morale = morale::after_stage(fleet.morale, lost[side], lost[side.enemy()]);
        }
        NavalStage {
            acts: std::mem::take(&mut self.acts),
            lost,
            morale: Sides::of(|side| self.fleets[side].morale),
            score_in_tenths: Sides::of(|side| self.fleets[side].score_in_tenths()),
            ships: Sides::of(|side| self.fleets[side].whole().ships),
            men: Sides::of(|side| self.fleets[side].whole().men),
        }
    }

    fn bring_up_reserves(&mut self) {
        for side in [Attacker, Defender] {
            let to = self.fleets[side].bring_up_reserve();
            if !to.is_empty() {
                self.acts.push(NavalAct::ReserveForward { side, to });
            }
        }
    }

    /// One side's half of a stage.
    fn half(&mut self, number: u32, side: BattleSide) {
        self.bring_up_reserves();
        if self.fleets[side].is_beaten() {
            return;
        }
        let attacks = self.fleets[side].attacks(&self.fleets[side.enemy()], self.war.flank_factor);
        match number {
            RAM | LAST_RAM => self.ram(number, side, &attacks),
            1 => self.falconets(side, &attacks),
            ARROWS => self.volley(side, &attacks, NavalWeapon::Archers),
            ARQUEBUSES => self.volley(side, &attacks, NavalWeapon::Arquebusiers),
            _ => self.volley(side, &attacks, NavalWeapon::Melee),
        }
        self.capture(side.enemy());
        self.bury(side.enemy());
    }

    /// Stage 1 (RN-71.5).
    fn falconets(&mut self, side: BattleSide, attacks: &[Attack]) {
        let own = &self.fleets[side];
        let rate = own.navigation * Exact::new(u64::from(own.leader.gunnery), 10_000);
        let mut fired = Vec::new();
        for attack in attacks {
            let squadron = self.fleets[side].at(attack.from);
            let count = squadron.falconets.min(squadron.mounts());
            if count > 0 {
                fired.push((attack.from, count));
                self.kill(side, attack, NavalWeapon::Falconets, count, rate);
            }
        }
        let all: u32 = fired.iter().map(|(_, count)| count).sum();
        if all > 0 {
            let burst = burst(Guns { cannons: all, falconets: 0 }, all.into(), self.war).cannons;
            let weights: Vec<u64> = fired.iter().map(|(_, count)| u64::from(*count)).collect();
            for ((from, _), lost) in fired.iter().zip(apportion(burst, &weights)) {
                self.fleets[side].at_mut(*from).falconets -= lost;
            }
            self.fleets[side].fired = true;
            self.acts.push(NavalAct::FalconetsBurst { side, fired: all, burst });
        }
    }

    /// Stages 4, 5, and 6 and later (RN-71.9 to RN-71.11). Crew fight at full weight (RN-R129).
    fn volley(&mut self, side: BattleSide, attacks: &[Attack], weapon: NavalWeapon) {
        for attack in attacks {
            let own = &self.fleets[side];
            let men = &own.at(attack.from).men;
            let per_thousand = |count: u32, tenths: u64, power: Exact| (count, power * Exact::new(tenths, 10_000));
            let (count, rate) = match weapon {
                NavalWeapon::Archers => per_thousand(men[Arm::Archers], 10, own.navigation),
                NavalWeapon::Arquebusiers => per_thousand(men[Arm::Arquebusiers], 5, own.navigation),
                _ => per_thousand(men.fighters(), 1, own.morale_of(attack.from).into()),
            };
            if count > 0 {
                self.kill(side, attack, weapon, count, rate);
            }
        }
    }

    fn kill(&mut self, side: BattleSide, attack: &Attack, weapon: NavalWeapon, count: u32, rate: Exact) {
        for (to, share) in &attack.targets {
            let raw = Exact::from(count) * rate * Exact::from(attack.factor) * *share;
            let lost = self.fleets[side.enemy()].at_mut(*to).men.lose_in_proportion(Target::All, raw.half_up());
            self.acts.push(NavalAct::Kill {
                side,
                weapon,
                from: attack.from,
                to: *to,
                count,
                raw,
                factor: attack.factor,
                killed: lost.all(),
                fighters: lost.fighters(),
            });
        }
    }

    /// Stages 2 and 3 (RN-71.6 to RN-71.8): by the difference of navigation first, then by a tenth of it.
    fn ram(&mut self, number: u32, side: BattleSide, attacks: &[Attack]) {
        let (own, enemy) = (self.fleets[side].navigation, self.fleets[side.enemy()].navigation);
        let rate = if number == RAM { (own - enemy) * Exact::new(1, 1_000) } else { own * Exact::new(1, 10_000) };
        for attack in attacks {
            let galleys = self.fleets[side].at(attack.from).ships[Ship::Galley];
            for (to, share) in attack.targets.iter().filter(|_| galleys > 0) {
                let raw = Exact::from(galleys) * rate * Exact::from(attack.factor) * *share;
                let target = self.fleets[side.enemy()].at_mut(*to);
                let (sunk, drowned) = target.sink(raw.half_up());
                self.acts.push(NavalAct::Ram {
                    side,
                    from: attack.from,
                    to: *to,
                    galleys,
                    raw,
                    factor: attack.factor,
                    sunk,
                    drowned,
                    ships_left: target.ships,
                    men_left: target.men,
                });
            }
        }
    }

    /// Divisions of the line without troops and crew lose their ships to the enemy (RN-71.14).
    fn capture(&mut self, side: BattleSide) {
        for division in FleetDivision::LINE {
            let squadron = self.fleets[side].at(division);
            if squadron.ships.count() > 0 && squadron.men.is_beaten() {
                let prize = std::mem::take(self.fleets[side].at_mut(division));
                self.acts.push(NavalAct::Captured { side, division, ships: prize.ships });
                self.fleets[side.enemy()].prizes.join(prize);
            }
        }
    }

    fn bury(&mut self, side: BattleSide) {
        let fleet = &mut self.fleets[side];
        if fleet.owner.is_some_and(|division| !fleet.has_ships(division)) {
            fleet.owner = None;
            self.acts.push(NavalAct::OwnerFalls { side });
        }
    }

    /// In a stage without any loss each side that could have killed kills one man, the initiative first (RN-R112).
    fn lone_victims(&mut self) {
        for side in [self.initiative, self.initiative.enemy()] {
            let hit = self.acts.iter().find_map(|act| match act {
                NavalAct::Kill { side: whose, from, to, raw, .. } if *whose == side && !raw.is_zero() => {
                    Some((*from, *to))
                }
                _ => None,
            });
            let Some((_, to)) = hit.filter(|(from, _)| self.fleets[side].has_ships(*from)) else { continue };
            let men = &mut self.fleets[side.enemy()].at_mut(to).men;
            let first = men.iter().next().map(|(arm, _)| arm);
            if let Some(arm) = first {
                men[arm] -= 1;
                self.acts.push(NavalAct::LoneVictim { side: side.enemy() });
                self.capture(side.enemy());
                self.bury(side.enemy());
            }
        }
    }

    /// Those whose loss counts for morale: troops and crew, and slaves only if a ruling says so (RN-R129). Captured slaves
    /// are not lost.
    fn counted(&self, side: BattleSide) -> u32 {
        let men = self.fleets[side].whole().men;
        if self.war.naval_slaves_count_for_morale {
            men.all() + self.fleets[side.enemy()].prizes.men.all()
        } else {
            men.fighters()
        }
    }
}
