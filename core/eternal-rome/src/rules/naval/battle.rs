//! A battle at sea: strengths, the die, losses (ER-12.2 to ER-12.6, ER-R13, ER-R16, ER-R24 to ER-R26).

use crate::model::frames::SeaCombat;
use crate::model::ids::{HexId, PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{Band, Fleet, FleetId, State, add_band};
use crate::model::units::{Units, units};
use crate::rules::cities;
use crate::rules::combat::{crt, side};
use crate::rules::engine::Engine;
use crate::rules::event::{EventKind, Losses, Modifiers, Strengths};
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::naval::cargo;
use crate::rules::strength;

/// A side as it goes into battle.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// The powers that take part, with ships or men.
    pub powers: Powers,
    /// Strength in quarters.
    pub strength: u32,
    /// Fleet units.
    pub ships: u32,
    /// Best naval quality of the leaders aboard.
    pub quality: u8,
    /// The power that speaks for the side: its morale counts, and what the side sinks is its deed (ER-R24, ER-R25).
    pub foremost: PowerId,
}

impl Side {
    /// The side that these fleets form; `None` without a fleet.
    pub fn of(sc: &Scenario, st: &State, fleets: &[FleetId]) -> Option<Self> {
        let each = 4 * u32::from(sc.constants.fleet_unit.naval_strength);
        let mut shares = side::Shares::new();
        let present: Vec<&Fleet> = fleets.iter().filter_map(|&id| st.fleet(id)).collect();
        for fleet in &present {
            for &(power, count) in &fleet.ships {
                side::add(&mut shares, power, each * u32::from(count));
            }
            if let Some(power) = fleet.cargo.power {
                side::add(&mut shares, power, strength::of_bands(sc, st, &fleet.cargo.bands).sea4);
            }
        }
        Some(Self {
            powers: shares.iter().map(|&(power, _)| power).collect(),
            strength: present.iter().map(|fleet| strength::of_fleet(sc, st, fleet)).sum(),
            ships: present.iter().map(|fleet| fleet.size()).sum(),
            quality: present.iter().filter_map(|fleet| strength::naval_quality(sc, st, fleet)).max().unwrap_or(0),
            foremost: side::foremost(sc, st, &shares)?,
        })
    }
}

/// What a battle came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The die (ER-12.3).
    pub roll: i32,
    /// With qualities and morale.
    pub modified: i32,
    /// Per cent lost by attackers and defenders (ER-R16).
    pub percent: (u8, u8),
    /// Fleet units lost by attackers and defenders.
    pub lost: (u32, u32),
}

impl Outcome {
    /// The side that lost more fleet units: attackers when true; nobody when equal (ER-12.6, ER-R20).
    pub fn loser(&self) -> Option<bool> {
        (self.lost.0 != self.lost.1).then_some(self.lost.0 > self.lost.1)
    }
}

/// What the difference in qualities and morale adds to the die (ER-12.3, ER-12.4, ER-R25).
pub fn modifiers(st: &State, attacker: &Side, defender: &Side) -> Modifiers {
    let morale = |side: &Side| st.power(side.foremost).morale;
    Modifiers {
        attacker_quality: attacker.quality,
        defender_quality: defender.quality,
        morale: morale::modifier(morale(attacker), morale(defender)),
    }
}

/// Reads the table for a die that was rolled (ER-R14, ER-R16).
pub fn outcome(sc: &Scenario, st: &State, attacker: &Side, defender: &Side, roll: i32) -> Outcome {
    let plus = modifiers(st, attacker, defender);
    let modified = roll + i32::from(plus.attacker_quality) - i32::from(plus.defender_quality) + plus.morale;
    let (one, two) = crt::losses(sc, attacker.strength, defender.strength, modified);
    let percent = (naval(sc, one), naval(sc, two));
    let lost = |percent: u8, ships: u32| (u32::from(percent) * ships + 50) / 100;
    Outcome { roll, modified, percent, lost: (lost(percent.0, attacker.ships), lost(percent.1, defender.ships)) }
}

/// Losses of the table as they are at sea: times 3/2, rounded half up, 100 at most (ER-R16).
fn naval(sc: &Scenario, percent: u8) -> u8 {
    let factor = &sc.constants.naval_loss_factor;
    let (num, den) = (factor.num, factor.den);
    ((2 * u32::from(percent) * num + den) / (2 * den)).min(100) as u8
}

/// Sinks so many fleet units of a side, chosen one by one at random, and what no longer fits aboard with them (ER-R16,
/// ER-R63). A fleet that is wiped out is lost with all aboard (ER-R26).
pub fn sink(
    eng: &mut Engine<'_>, account: &mut MoraleAccount, fleets: &[FleetId], count: u32, hex: HexId, by: PowerId,
) {
    let mut afloat: Vec<(FleetId, PowerId)> = Vec::new();
    for fleet in fleets.iter().filter_map(|&id| eng.st.fleet(id)) {
        for &(power, count) in &fleet.ships {
            afloat.extend(std::iter::repeat_n((fleet.id, power), usize::from(count)));
        }
    }
    for _ in 0..count.min(afloat.len() as u32) {
        // Where all are alike there is nothing to choose.
        let alike = afloat.iter().all(|one| *one == afloat[0]);
        let at = if alike { 0 } else { eng.pick("sunk", hex, afloat.len(), "ER-R16") };
        let (id, power) = afloat.remove(at);
        if let Some(fleet) = eng.st.fleet_mut(id) {
            fleet.ships.iter_mut().filter(|(owner, _)| *owner == power).for_each(|(_, count)| *count -= 1);
            fleet.ships.retain(|&(_, count)| count > 0);
        }
        morale::ships_lost(eng, account, power, 1, Some(by));
    }
    for &id in fleets {
        match eng.st.fleet(id).map(|fleet| fleet.size()) {
            Some(0) => cities::lose_fleet(eng, account, id, Some(by)),
            Some(_) => cargo::fit(eng, account, id, Some(by)),
            None => {}
        }
    }
    eng.st.sweep();
}

/// Units aboard some fleets, together.
pub fn aboard(st: &State, fleets: &[FleetId]) -> Vec<Band> {
    let mut all = Vec::new();
    for fleet in fleets.iter().filter_map(|&id| st.fleet(id)) {
        fleet.cargo.bands.iter().for_each(|&band| add_band(&mut all, band));
    }
    all
}

/// What was aboard before and is not now.
pub fn missing(before: &[Band], now: &[Band]) -> Vec<Units> {
    let left = units(now);
    let gone = |units: Units| {
        let same = left.iter().find(|other| (other.kind, other.seasoned) == (units.kind, units.seasoned));
        Units { count: units.count - same.map_or(0, |other| other.count), ..units }
    };
    units(before).into_iter().map(gone).filter(|units| units.count > 0).collect()
}

/// Tells of a battle: all of it to those who took part, who won to the others (ER-7.4, ER-R58).
pub fn tell(eng: &mut Engine<'_>, combat: &SeaCombat, sides: (&Side, &Side), outcome: &Outcome, men: [Vec<Units>; 2]) {
    let (one, two) = sides;
    let both = one.powers.and(two.powers);
    let (attackers, defenders) = (eng.parties(one.powers), eng.parties(two.powers));
    let name = |attackers: bool| if attackers { "attackers" } else { "defenders" }.to_owned();
    let [attacker_units, defender_units] = men;
    let (a, d) = (strength::show(one.strength), strength::show(two.strength));
    let fought = EventKind::BattleFought {
        number: combat.number,
        hex: combat.hex,
        city: None,
        at_sea: true,
        attackers: attackers.clone(),
        defenders: defenders.clone(),
        strength: Strengths { attacker: a, defender: d.clone(), defence: d },
        modifiers: modifiers(eng.st, one, two),
        roll: outcome.roll,
        modified: outcome.modified,
        losses: Losses {
            attacker_percent: outcome.percent.0,
            defender_percent: outcome.percent.1,
            attacker_units,
            defender_units,
            attacker_ships: outcome.lost.0.min(255) as u8,
            defender_ships: outcome.lost.1.min(255) as u8,
        },
        loser: outcome.loser().map(name),
    };
    eng.emit(eng.seats_of(both), "ER-12.6", fought);
    let winner = outcome.loser().map(|attackers| name(!attackers));
    let heard = EventKind::BattleHeard { hex: combat.hex, city: None, at_sea: true, attackers, defenders, winner };
    eng.emit(eng.others(both), "ER-R58", heard);
}
