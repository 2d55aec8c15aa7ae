//! Field battle (RN-64).
//!
//! [`fight`] plays a battle of two sides from what they bring: leaders, arrangements, guns. It is exact and knows no
//! chance, so a dry run is the battle itself on what one knows.

mod arrangement;
mod division;
mod fire;
mod front;
mod guns;
mod host;
mod melee;
mod record;

pub use arrangement::Arrangement;
pub use division::Division;
pub use fire::{burst, fire};
pub use guns::Guns;
pub use host::FieldSide;
pub use melee::{captured, fighters, strike};
pub use record::{
    Advance, BattleEnd, Blow, FieldAct, FieldAfter, FieldRecord, FieldStage, FieldWeapon, FireResult, HalfStage,
    Pursuit,
};

use front::Facing;
use host::Host;

use super::men::Arm;
use super::morale;
use super::sides::{BattleSide, Sides};
use crate::model::rulings::War;
use BattleSide::{Attacker, Defender};

/// Fights a field battle to its end (RN-64.7 to RN-64.28).
pub fn fight(sides: &Sides<FieldSide>, war: &War) -> FieldRecord {
    let mut field = Field::new(sides, war);
    let mut stages = Vec::new();
    let end = loop {
        let over = field.end(stages.len() as u32);
        if let Some(end) = over {
            break end;
        }
        stages.push(field.stage(stages.len() as u32 + 1));
    };
    let pursuit = match end {
        BattleEnd::Retreated(side) => Some(melee::pursue(&field.hosts[side.enemy()], &field.hosts[side], war)),
        BattleEnd::Eliminated(_) | BattleEnd::Undecided => None,
    };
    let after = Sides::of(|side| {
        let host = &field.hosts[side];
        let chased = pursuit.as_ref().filter(|_| end.loser() == Some(side));
        let men = chased.map_or(host.men(), |pursuit| pursuit.left);
        FieldAfter {
            men,
            guns: host.guns,
            morale: host.morale,
            fallen: !host.is_alive() || men.is_beaten(),
            fired_guns: field.fired[side],
        }
    });
    FieldRecord { start: Sides::of(|side| sides[side].arrangement), stages, end, pursuit, after }
}

/// A battle that is being fought.
struct Field<'a> {
    war: &'a War,
    hosts: Sides<Host>,
    /// By whom each side flanked in its last half-stage.
    flanks: Sides<Vec<Facing>>,
    fired: Sides<bool>,
}

impl<'a> Field<'a> {
    fn new(sides: &Sides<FieldSide>, war: &'a War) -> Self {
        Self {
            war,
            hosts: Sides::of(|side| Host::new(&sides[side])),
            flanks: Sides::default(),
            fired: Sides::default(),
        }
    }

    /// Whether the battle is over after so many stages. No retreat before a melee stage is complete (RN-64.19).
    fn end(&self, stages: u32) -> Option<BattleEnd> {
        let beaten = [Defender, Attacker].into_iter().find(|side| self.hosts[*side].men().is_beaten());
        if let Some(side) = beaten {
            return Some(BattleEnd::Eliminated(side));
        }
        let scores = Sides::of(|side| self.hosts[side].score_in_tenths());
        let breaks =
            [Attacker, Defender].into_iter().any(|side| morale::is_below_retreat_point(scores[side], self.war));
        if breaks && stages >= FIRST_MELEE {
            // Of two sides the lower retreats, and at the same score the attacker (RN-R110).
            let side = if scores.defender < scores.attacker { Defender } else { Attacker };
            return Some(BattleEnd::Retreated(side));
        }
        (stages >= self.war.most_stages).then_some(BattleEnd::Undecided)
    }

    fn stage(&mut self, number: u32) -> FieldStage {
        let weapon = match number {
            1 => FieldWeapon::Guns,
            2 => FieldWeapon::Archers,
            3 => FieldWeapon::Arquebusiers,
            _ => FieldWeapon::Melee,
        };
        let morale = Sides::of(|side| self.hosts[side].morale);
        let before = Sides::of(|side| self.hosts[side].men().all());
        let defence = self.half(number, weapon, Defender);
        let attack = self.half(number, weapon, Attacker);
        let halves = Sides { attacker: attack, defender: defence };
        let lone_victims = self.lone_victims(weapon, &halves);
        let lost = Sides::of(|side| before[side] - self.hosts[side].men().all());
        for side in [Attacker, Defender] {
            self.hosts[side].morale = morale::after_stage(morale[side], lost[side], lost[side.enemy()]);
        }
        let morale_after = Sides::of(|side| self.hosts[side].morale);
        let score_in_tenths = Sides::of(|side| self.hosts[side].score_in_tenths());
        FieldStage { number, weapon, morale, halves, lone_victims, lost, morale_after, score_in_tenths }
    }

    /// One side inflicts what it can on the other.
    fn half(&mut self, number: u32, weapon: FieldWeapon, side: BattleSide) -> HalfStage {
        let flanked = std::mem::take(&mut self.flanks[side.enemy()]);
        let Sides { attacker, defender } = &mut self.hosts;
        let (own, enemy) = if side == Attacker { (attacker, defender) } else { (defender, attacker) };
        let before = enemy.men().all();
        let filled = number >= self.war.reserve_fill_from_stage;
        let advances = if filled { own.fill_gaps() } else { Vec::new() };
        // In the first stage nobody turns yet, so no flank is looked for (RN-R108).
        let facings =
            if weapon == FieldWeapon::Guns { Vec::new() } else { front::facings(own, enemy, &flanked, self.war) };
        let (acts, shown) = match weapon {
            FieldWeapon::Guns => (fire::guns(own, enemy, self.war), Vec::new()),
            FieldWeapon::Archers => fire::volleys(Arm::Archers, own, enemy, &facings, self.war),
            FieldWeapon::Arquebusiers => fire::volleys(Arm::Arquebusiers, own, enemy, &facings, self.war),
            FieldWeapon::Melee => (melee::melee(own, enemy, &facings, self.war), facings),
        };
        let persona_falls = enemy.bury();
        let kills = before - enemy.men().all();
        let enemy_left = enemy.men();
        self.fired[side] |= weapon == FieldWeapon::Guns && !acts.is_empty();
        self.flanks[side] = shown.into_iter().filter(|facing| facing.flanks).collect();
        HalfStage { advances, acts, kills, persona_falls, enemy_left }
    }

    /// In a melee stage without any loss each side whose kills were above 0 before rounding kills one man of the first
    /// class that it could hit, the defence first (RN-R112).
    fn lone_victims(&mut self, weapon: FieldWeapon, halves: &Sides<HalfStage>) -> Sides<u32> {
        let mut victims = Sides::default();
        if weapon != FieldWeapon::Melee || halves.attacker.kills + halves.defender.kills > 0 {
            return victims;
        }
        for side in [Defender, Attacker] {
            let blows = halves[side].acts.iter().filter_map(|act| match act {
                FieldAct::Melee { from, target, blows, .. } => Some((*from, *target, blows)),
                _ => None,
            });
            let hits = blows.flat_map(|(from, at, blows)| blows.iter().map(move |blow| (from, at, blow)));
            let own = &self.hosts[side];
            let hit = hits
                .filter(|(from, _, blow)| !blow.raw.is_zero() && own.has_men(*from))
                .map(|(_, at, blow)| (at, blow.target))
                .next();
            if let Some((at, target)) = hit {
                let enemy = &mut self.hosts[side.enemy()];
                victims[side.enemy()] = enemy.lose(at, target, 1, self.war);
                enemy.bury();
            }
        }
        victims
    }
}

/// The first stage that is fought hand to hand.
const FIRST_MELEE: u32 = 4;
