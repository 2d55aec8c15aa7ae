//! Assault of walls and towers (RN-68, RN-69.12).

mod force;
mod record;

pub use force::{Assaulter, Defender, equal_posts};
pub use record::{AssaultEnd, AssaultRecord, AssaultStage, DefenderAfter, WallFight, WallGuns, WallShift};

use kernel::exact::apportion;
use serde::{Deserialize, Serialize};

use super::exact::Exact;
use super::field::burst;
use super::men::Men;
use super::morale;
use super::sides::Sides;
use crate::model::measures::Rating;
use crate::model::rulings::War;
use force::Defence;

/// What is assaulted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fortification {
    /// Resistance to artillery: 0 of a tower.
    pub far: u16,
    /// Resistance to assault.
    pub fas: u16,
    /// Four walls, or one of a tower (RN-69.12).
    pub walls: usize,
}

/// Carries an assault through to its end.
pub fn fight(assaulter: &Assaulter, defenders: &[Defender], at: &Fortification, war: &War) -> AssaultRecord {
    let mut assault = Assault::new(assaulter, defenders, at, war);
    let start = Sides {
        attacker: assault.feet.clone(),
        defender: (0..at.walls).map(|wall| assault.defence.at(wall)).collect(),
    };
    let common = assault.defence.morale;
    let mut stages: Vec<AssaultStage> = Vec::new();
    let end = loop {
        if let Some(end) = assault.end(stages.len() as u32) {
            break end;
        }
        stages.push(assault.stage(stages.len() as u32 + 1));
    };
    let bonus = if end.is_success() { (assault.eliminated / 100) as u16 } else { 0 };
    let change = i64::from(assault.defence.morale) - i64::from(common);
    let after = assault.defence.forces.iter().zip(defenders).enumerate().map(|(at, (force, defender))| DefenderAfter {
        men: assault.in_tower[at].unwrap_or_else(|| force.men()),
        morale: Rating::new(i64::from(defender.leader.morale) + change).get(),
        guns: force.guns,
        fired_guns: assault.fired[at],
        fallen: defender.led && assault.in_tower[at].is_none() && force.persona.is_none(),
        in_tower: assault.in_tower[at].is_some(),
    });
    AssaultRecord {
        start,
        stages,
        end,
        eliminated: assault.eliminated,
        bonus,
        assaulters: assault.feet.iter().copied().sum(),
        morale: Rating::new(i64::from(assault.morale) + i64::from(bonus)).get(),
        defenders: after.collect(),
    }
}

/// One stage at one wall by itself: what an assaulter and a defender would do to each other there.
pub fn wall_stage(assaulter: &Assaulter, defender: &Defender, fas: u16, number: u32, war: &War) -> WallFight {
    let at = Fortification { far: 0, fas, walls: 1 };
    let mut assault = Assault::new(assaulter, std::slice::from_ref(defender), &at, war);
    if number < FIRST_CLIMB { assault.volley(0) } else { assault.climb(0, number - FIRST_CLIMB + 1) }
}

struct Assault<'a> {
    war: &'a War,
    at: &'a Fortification,
    assaulter: &'a Assaulter,
    morale: u16,
    /// Assaulters of each wall, those on top included.
    feet: Vec<Men>,
    /// How many of them are on top.
    tops: Vec<u32>,
    defence: Defence,
    /// The men of forces that have retreated into their towers.
    in_tower: Vec<Option<Men>>,
    fired: Vec<bool>,
    eliminated: u32,
}

impl<'a> Assault<'a> {
    fn new(assaulter: &'a Assaulter, defenders: &[Defender], at: &'a Fortification, war: &'a War) -> Self {
        let (feet, _) = force::posts(&assaulter.men, assaulter.posts.as_ref(), at.walls);
        let mut defence = Defence::new(defenders, at.walls);
        defence.shift_supernumeraries(&feet.iter().map(Men::fighters).collect::<Vec<_>>());
        Self {
            war,
            at,
            assaulter,
            morale: assaulter.leader.morale,
            tops: vec![0; at.walls],
            feet,
            defence,
            in_tower: vec![None; defenders.len()],
            fired: vec![false; defenders.len()],
            eliminated: 0,
        }
    }

    fn assaulters(&self) -> Vec<u32> {
        self.feet.iter().map(Men::fighters).collect()
    }

    fn score(&self) -> u32 {
        morale::score_in_tenths(self.morale, &self.assaulter.leader, true)
    }

    fn end(&self, stages: u32) -> Option<AssaultEnd> {
        if self.assaulters().iter().sum::<u32>() == 0 {
            return Some(AssaultEnd::Annihilated);
        }
        if self.defence.count() == 0 {
            let fled = self.in_tower.iter().any(Option::is_some);
            return Some(if fled { AssaultEnd::Abandoned } else { AssaultEnd::Captured });
        }
        if stages > 0 && morale::is_below_retreat_point(self.score(), self.war) {
            return Some(AssaultEnd::Repelled);
        }
        (stages >= self.war.most_stages).then_some(AssaultEnd::Undecided)
    }

    fn stage(&mut self, number: u32) -> AssaultStage {
        let before = Sides { attacker: self.assaulters().iter().sum(), defender: self.defence.count() };
        let shift = if number >= FIRST_CLIMB { self.shift() } else { None };
        let held: Vec<bool> = (0..self.at.walls).map(|wall| self.defence.count_at(wall) > 0).collect();
        let guns = if number == 1 { self.guns() } else { None };
        let walls = match number {
            1 => Vec::new(),
            2 => self.each_wall(|assault, wall| assault.volley(wall)),
            _ => self.each_wall(|assault, wall| assault.climb(wall, number - FIRST_CLIMB + 1)),
        };
        let lone_victims = if number >= FIRST_CLIMB { self.lone_victims(&walls) } else { Sides::default() };
        let left = Sides { attacker: self.assaulters().iter().sum(), defender: self.defence.count() };
        let lost = Sides { attacker: before.attacker - left.attacker, defender: before.defender - left.defender };
        self.eliminated += lost.defender;
        self.bury(&held);
        self.morale = morale::after_stage(self.morale, lost.attacker, lost.defender);
        self.defence.morale = morale::after_stage(self.defence.morale, lost.defender, lost.attacker);
        let score_in_tenths = self.score();
        let repelled = left.attacker == 0 || morale::is_below_retreat_point(score_in_tenths, self.war);
        let into_tower = if repelled { Vec::new() } else { self.retreat_into_towers() };
        let morale = Sides { attacker: self.morale, defender: self.defence.morale };
        AssaultStage { guns, shift, walls, lone_victims, lost, left, morale, score_in_tenths, into_tower }
    }

    /// Stage 1: the guns of the defence kill in proportion to the assaulters of the walls (RN-68.7).
    fn guns(&mut self) -> Option<WallGuns> {
        if self.at.far == 0 || self.defence.forces.iter().all(|force| force.guns.in_falconets() == 0) {
            return None;
        }
        let (mut raw, mut bursts) = (Vec::new(), Vec::new());
        for (force, fired) in self.defence.forces.iter_mut().zip(&mut self.fired) {
            let cannons = force.guns.in_cannons();
            let power = u64::from(force.leader.gunnery) * u64::from(self.at.far);
            raw.push(cannons * Exact::new(power, 10_000));
            let lost = burst(force.guns, cannons, self.war);
            force.guns = force.guns.without(lost);
            bursts.push(lost);
            *fired |= !cannons.is_zero();
        }
        let assaulters = self.assaulters();
        let total: u32 = raw.iter().map(|kills| kills.half_up()).sum();
        let weights: Vec<u64> = assaulters.iter().copied().map(u64::from).collect();
        let killed = apportion(total.min(assaulters.iter().sum()), &weights);
        for (feet, count) in self.feet.iter_mut().zip(&killed) {
            feet.lose_in_order(*count, false);
        }
        Some(WallGuns { raw, killed, burst: bursts })
    }

    /// Calls for each wall that is under assault.
    fn each_wall(&mut self, fight: impl Fn(&mut Self, usize) -> WallFight) -> Vec<WallFight> {
        let walls: Vec<usize> = (0..self.at.walls).filter(|wall| self.feet[*wall].fighters() > 0).collect();
        walls.into_iter().map(|wall| fight(self, wall)).collect()
    }

    /// Stage 2: the defenders of a wall kill those who come near (RN-68.8).
    fn volley(&mut self, wall: usize) -> WallFight {
        let rate = Exact::new(4 * u64::from(self.defence.morale) * u64::from(self.at.fas), 1_000_000);
        let (raw_defence, assaulters_killed) = self.defend(wall, rate);
        self.fought(wall, 0, (raw_defence, assaulters_killed), (Exact::ZERO, 0))
    }

    /// Stage 3 and later: some of those at the foot reach the top, are struck, and strike (RN-68.9 to RN-68.12).
    fn climb(&mut self, wall: usize, percent: u32) -> WallFight {
        if !self.war.assault_top_accumulates {
            self.tops[wall] = 0;
        }
        let foot = self.feet[wall].fighters() - self.tops[wall];
        let up = (Exact::from(foot) * Exact::per_cent(percent)).ceil().min(foot);
        self.tops[wall] += up;
        let rate = Exact::new(u64::from(self.defence.morale) * (300 + u64::from(self.at.fas)), 1_000_000);
        let defended = self.defend(wall, rate);
        let here = &self.feet[wall];
        let top = Exact::new(self.tops[wall].into(), here.fighters().max(1).into());
        let leader = &self.assaulter.leader;
        let his = wall == self.assaulter.wall;
        let factor = if his { leader.factors.own_division } else { leader.factors.force };
        let raw = here.strength(self.war) * top * Exact::new(u64::from(self.morale) * u64::from(factor), 2_000);
        let killed = raw.half_up().min(self.defence.count_at(wall));
        self.defence.lose(wall, killed);
        self.fought(wall, up, defended, (raw, killed))
    }

    /// The defenders of a wall kill: before rounding, and how many. Those on top fall first, then those at the foot.
    fn defend(&mut self, wall: usize, rate: Exact) -> (Exact, u32) {
        let raw = self.defence.strength(wall, self.war) * rate;
        (raw, self.lose_assaulters(wall, raw.half_up()))
    }

    fn lose_assaulters(&mut self, wall: usize, count: u32) -> u32 {
        let killed = self.feet[wall].lose_in_order(count, false).fighters();
        self.tops[wall] = self.tops[wall].saturating_sub(killed);
        killed
    }

    fn fought(&self, wall: usize, up: u32, defence: (Exact, u32), assault: (Exact, u32)) -> WallFight {
        let top = self.tops[wall];
        WallFight {
            wall,
            up,
            raw_defence: defence.0,
            assaulters_killed: defence.1,
            top,
            foot: self.feet[wall].fighters() - top,
            raw_assault: assault.0,
            defenders_killed: assault.1,
            defenders_left: self.defence.count_at(wall),
        }
    }

    /// Defenders move to walls that have lost all of theirs (RN-68.14).
    fn shift(&mut self) -> Option<WallShift> {
        let empty = self.defence.fill_empty_walls(&self.assaulters());
        let defenders = (0..self.at.walls).map(|wall| self.defence.count_at(wall)).collect();
        (!empty.is_empty()).then_some(WallShift { empty, defenders })
    }

    /// In a stage without any loss each side that could have killed kills one man, the defence first (RN-R112).
    fn lone_victims(&mut self, walls: &[WallFight]) -> Sides<u32> {
        let mut victims = Sides::default();
        if walls.iter().any(|it| it.assaulters_killed + it.defenders_killed > 0) {
            return victims;
        }
        if let Some(it) = walls.iter().find(|it| !it.raw_defence.is_zero()) {
            victims.attacker = self.lose_assaulters(it.wall, 1);
        }
        let struck = walls.iter().find(|it| !it.raw_assault.is_zero() && it.defenders_left > 0);
        if let Some(it) = struck.filter(|it| self.feet[it.wall].fighters() > 0) {
            self.defence.lose(it.wall, 1);
            victims.defender = 1;
        }
        victims
    }

    /// Personae fall with the last defender of their wall (RN-68.17).
    fn bury(&mut self, held: &[bool]) {
        let fell: Vec<bool> = (0..self.at.walls).map(|wall| held[wall] && self.defence.count_at(wall) == 0).collect();
        for force in &mut self.defence.forces {
            if force.persona.is_some_and(|wall| fell[wall]) {
                force.persona = None;
            }
        }
    }

    /// Defenders below their retreat point go into the tower that holds all their troops, with those of all walls
    /// (RN-68.16, RN-R121).
    fn retreat_into_towers(&mut self) -> Vec<usize> {
        let mut gone = Vec::new();
        let morale = self.defence.morale;
        for (at, force) in self.defence.forces.iter_mut().enumerate() {
            let men = force.men();
            let fits = force.tower.is_some_and(|capacity| men.fighters() <= capacity) && !men.is_beaten();
            let score = morale::score_in_tenths(morale, &force.leader, true);
            if fits && force.persona.is_some() && morale::is_below_retreat_point(score, self.war) {
                self.in_tower[at] = Some(men);
                force.posts.iter_mut().for_each(|post| *post = Men::NONE);
                force.persona = None;
                gone.push(at);
            }
        }
        gone
    }
}

/// The first stage in which assaulters reach the top (RN-68.9).
const FIRST_CLIMB: u32 = 3;
