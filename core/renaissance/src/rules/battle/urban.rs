//! Urban battle (RN-65), and the prelude of the assault of a tower that cannot hold all its men (RN-69.11).

use serde::{Deserialize, Serialize};

use super::exact::Exact;
use super::men::Men;
use super::morale::{self, Leader};
use super::numbers;
use super::sides::{BattleSide, Sides};
use crate::model::rulings::War;

/// What a side brings to an urban battle. All fight on foot (RN-65.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UrbanSide {
    /// Who leads it, with the morale of all who fight with him (RN-R94).
    pub leader: Leader,
    /// Whether a persona leads it; a garrison without one is always the home side (RN-65.2).
    pub led: bool,
    /// Its men.
    pub men: Men,
    /// How many men the tower holds that it controls here, if it controls one (RN-65.8).
    pub tower: Option<u32>,
}

/// How an urban battle is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UrbanTerms {
    /// The home side, which inflicts first (RN-65.1, RN-65.4).
    pub home: BattleSide,
    /// The other side may not go out (RN-65.10).
    pub egress_denied: bool,
    /// The attacker ordered to fight on (RN-65.7).
    pub fight_on: bool,
    /// The prelude of the assault of the home side's tower: those inside are not lost, and it ends when all are (RN-69.11).
    pub prelude: bool,
}

/// How an urban battle ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UrbanEnd {
    /// A side has no men left (RN-65.6).
    Eliminated(BattleSide),
    /// A side left the town (RN-65.10).
    LeftTown(BattleSide),
    /// A side withdrew into its tower (RN-65.8).
    IntoTower(BattleSide),
    /// The attacker, at home and with a tower, left the fight after his first blow (RN-65.7).
    BrokeOff,
    /// The prelude is over: all the defender's men are in their tower (RN-R124).
    AllInTower,
    /// So many stages were fought that the battle ends (RN-R112).
    Undecided,
}

/// A stage of an urban battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UrbanStage {
    /// Kills of each side before rounding.
    pub raw: Sides<Exact>,
    /// Casualties of each side.
    pub lost: Sides<u32>,
    /// Who is left.
    pub left: Sides<Men>,
    /// Morale at the end.
    pub morale: Sides<u16>,
    /// Morale, rank and popularity, in tenths (RN-61.12).
    pub score_in_tenths: Sides<u32>,
}

/// An urban battle from its first stage to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UrbanRecord {
    /// Who was at home.
    pub home: BattleSide,
    /// The stages, in order.
    pub stages: Vec<UrbanStage>,
    /// How it ended.
    pub end: UrbanEnd,
    /// Survivors.
    pub left: Sides<Men>,
    /// Morale.
    pub morale: Sides<u16>,
}

/// What ties the family of a persona to a location, in the order in which it decides who is at home (RN-65.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ties {
    /// A citizen is of the family; then tenant, bishop, feudatory, sovereign.
    pub held: [bool; 5],
}

/// Who is at home: the first category to which one side only belongs, but the defender when both have citizens or neither
/// has any tie (RN-65.1, RN-R113).
pub fn home_side(ties: &Sides<Ties>) -> BattleSide {
    let pairs = ties.attacker.held.iter().zip(&ties.defender.held).enumerate();
    for (category, (attacker, defender)) in pairs {
        match (attacker, defender) {
            (true, false) => return BattleSide::Attacker,
            (true, true) if category > 0 => {}
            (false, false) => {}
            _ => return BattleSide::Defender,
        }
    }
    BattleSide::Defender
}

/// Fights an urban battle to its end.
pub fn fight(sides: &Sides<UrbanSide>, terms: &UrbanTerms, war: &War) -> UrbanRecord {
    let mut town = Town { sides: *sides, terms, war };
    let mut stages: Vec<UrbanStage> = Vec::new();
    let end = loop {
        if let Some(end) = town.end(&stages) {
            break end;
        }
        stages.push(town.stage());
    };
    let left = Sides::of(|side| town.sides[side].men);
    let morale = Sides::of(|side| town.sides[side].leader.morale);
    UrbanRecord { home: terms.home, stages, end, left, morale }
}

struct Town<'a> {
    sides: Sides<UrbanSide>,
    terms: &'a UrbanTerms,
    war: &'a War,
}

impl Town<'_> {
    fn stage(&mut self) -> UrbanStage {
        let (home, other) = (self.terms.home, self.terms.home.enemy());
        let before = Sides::of(|side| self.sides[side].men.fighters());
        let mut raw = Sides { attacker: Exact::ZERO, defender: Exact::ZERO };
        raw[home] = self.blow(home);
        if !self.breaks_off() {
            raw[other] = self.blow(other);
        }
        if before == Sides::of(|side| self.sides[side].men.fighters()) {
            self.lone_victims(&raw);
        }
        let lost = Sides::of(|side| before[side] - self.sides[side].men.fighters());
        for side in [home, other] {
            let leader = &mut self.sides[side].leader;
            leader.morale = morale::after_stage(leader.morale, lost[side], lost[side.enemy()]);
        }
        let score_in_tenths = Sides::of(|side| self.score(side));
        let (left, morale) = (Sides::of(|side| self.sides[side].men), Sides::of(|it| self.sides[it].leader.morale));
        UrbanStage { raw, lost, left, morale, score_in_tenths }
    }

    /// One side inflicts: kills before rounding.
    fn blow(&mut self, side: BattleSide) -> Exact {
        let own = &self.sides[side];
        let morale = u64::from(own.leader.morale) * u64::from(own.leader.factors.force);
        let raw = own.men.strength(self.war) * Exact::new(morale, numbers::URBAN_MORALE_UNIT);
        self.lose(side.enemy(), raw.half_up());
        raw
    }

    fn lose(&mut self, side: BattleSide, casualties: u32) {
        // Men inside the tower cannot be lost (RN-69.11).
        let safe = self.tower_of_prelude(side).unwrap_or(0);
        let men = &mut self.sides[side].men;
        let outside = men.fighters().saturating_sub(safe);
        let mut after = *men;
        if after.lose_in_order(casualties, true).fighters() > outside {
            men.lose_in_order(outside, false);
        } else {
            *men = after;
        }
    }

    /// In a stage without any loss each side that could have killed kills one man, the home side first (RN-R112).
    fn lone_victims(&mut self, raw: &Sides<Exact>) {
        let home = self.terms.home;
        for side in [home, home.enemy()] {
            if !raw[side].is_zero() && !self.sides[side].men.is_beaten() {
                let safe = self.tower_of_prelude(side.enemy()).unwrap_or(0);
                let men = &mut self.sides[side.enemy()].men;
                if men.fighters() > safe {
                    men.lose_in_order(1, false);
                }
            }
        }
    }

    /// How many men are safe in the tower that is to be assaulted.
    fn tower_of_prelude(&self, side: BattleSide) -> Option<u32> {
        if self.terms.prelude && side == self.terms.home { self.sides[side].tower } else { None }
    }

    fn score(&self, side: BattleSide) -> u32 {
        let it = &self.sides[side];
        morale::score_in_tenths(it.leader.morale, &it.leader, it.led)
    }

    fn breaks_off(&self) -> bool {
        let attacker = &self.sides.attacker;
        self.terms.home == BattleSide::Attacker && attacker.tower.is_some() && !self.terms.fight_on
    }

    fn end(&self, stages: &[UrbanStage]) -> Option<UrbanEnd> {
        let (home, other) = (self.terms.home, self.terms.home.enemy());
        let fits = self.tower_of_prelude(home).is_some_and(|tower| self.sides[home].men.fighters() <= tower);
        if fits {
            return Some(UrbanEnd::AllInTower);
        }
        if let Some(side) = [home, other].into_iter().find(|side| self.sides[*side].men.is_beaten()) {
            return Some(UrbanEnd::Eliminated(side));
        }
        if stages.is_empty() {
            return None;
        }
        if self.breaks_off() {
            return Some(UrbanEnd::BrokeOff);
        }
        let leaving = |side: BattleSide| self.way_out(side).map(|end| (self.score(side), end));
        // Of two sides the lower retreats, and at the same score the attacker (RN-R110).
        let first = [leaving(BattleSide::Attacker), leaving(BattleSide::Defender)].into_iter().flatten();
        if let Some((_, end)) = first.min_by_key(|(score, _)| *score) {
            return Some(end);
        }
        (stages.len() as u32 >= self.war.most_stages).then_some(UrbanEnd::Undecided)
    }

    /// Where a side goes that is below its retreat point, if it can go anywhere (RN-65.8 to RN-65.10).
    fn way_out(&self, side: BattleSide) -> Option<UrbanEnd> {
        let it = &self.sides[side];
        if !morale::is_below_retreat_point(self.score(side), self.war) {
            return None;
        }
        match it.tower {
            Some(capacity) => (it.men.fighters() <= capacity).then_some(UrbanEnd::IntoTower(side)),
            None if side == self.terms.home || self.terms.egress_denied => None,
            None => Some(UrbanEnd::LeftTown(side)),
        }
    }
}
