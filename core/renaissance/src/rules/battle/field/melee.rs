//! Stage 4 and later ones, hand to hand (RN-64.15), and the retreat stage (RN-64.28 to RN-64.30).

use super::front::Facing;
use super::host::Host;
use super::record::{Blow, FieldAct, Pursuit};
use crate::model::rulings::War;
use crate::rules::battle::exact::Exact;
use crate::rules::battle::men::{Arm, Men, Target};
use crate::rules::battle::numbers::{self, MeleePart};

/// A group works down its list of targets: only men in excess of those needed for one target go on to the next.
pub fn strike(mut fighters: Exact, part: &MeleePart, morale: u32, at: &mut Men, war: &War) -> Vec<Blow> {
    let mut blows = Vec::new();
    if morale == 0 {
        return blows;
    }
    for (target, kills) in part {
        let present = at.count(*target);
        if present == 0 || fighters.is_zero() {
            continue;
        }
        let rate = Exact::new(kills * u64::from(morale), 100 * numbers::MORALE_UNIT);
        let raw = (fighters * rate).min(present.into());
        let killed = at.lose(*target, raw.half_up(), war).all();
        blows.push(Blow { target: *target, present, fighters, rate, raw, killed });
        fighters = fighters - Exact::from(present) / rate;
    }
    blows
}

/// How many fight in a part of the stage. Crew count half (RN-64.16).
pub fn fighters(men: &Men, part: usize, war: &War) -> Exact {
    let class = [Target::HeavyCavalry, Target::LightCavalry, Target::Pikemen, Target::OtherInfantry][part];
    let crew = if class == Target::OtherInfantry { men[Arm::Crew] } else { 0 };
    Exact::from(men.count(class) - crew) + Exact::from(crew) * Exact::per_cent(war.crew_land_per_cent)
}

/// A side's half of a melee stage: parts A to D, in each first those who face somebody, then those who flank.
pub(super) fn melee(own: &Host, enemy: &mut Host, facings: &[Facing], war: &War) -> Vec<FieldAct> {
    let mut acts = Vec::new();
    for (part, table) in numbers::MELEE_PARTS.iter().enumerate() {
        for Facing { from, target, factor, .. } in facings.iter().copied() {
            let morale = own.morale_of(from) * factor;
            let at = &mut enemy.divisions[target as usize];
            let blows = strike(fighters(own.at(from), part, war), table, morale, at, war);
            if !blows.is_empty() {
                acts.push(FieldAct::Melee { part, from, target, factor, blows });
            }
        }
    }
    acts
}

/// The victor's cavalry pursues those who retreat, who form one mass and do not strike back (RN-64.28, RN-R109).
pub(super) fn pursue(victor: &Host, loser: &Host, war: &War) -> Pursuit {
    let cavalry = victor.men();
    let (morale, mass) = (victor.morale_of_all(), loser.men());
    let mut left = mass;
    let parts = numbers::MELEE_PARTS.iter().enumerate().take(2);
    let blows: Vec<Blow> =
        parts.flat_map(|(part, table)| strike(fighters(&cavalry, part, war), table, morale, &mut left, war)).collect();
    let kills = mass.all() - left.all();
    Pursuit {
        heavy_cavalry: cavalry[Arm::HeavyCavalry],
        light_cavalry: cavalry[Arm::LightCavalry],
        morale,
        mass,
        blows,
        kills,
        share: Exact::new(kills.into(), mass.all().max(1).into()),
        left,
    }
}

/// How much of a thing the victor takes of one who retreated: all that had no horses at the start, and of the rest the
/// share of the pursuit (RN-64.29, RN-64.30, RN-R109).
pub fn captured(amount: u32, without_horses: u32, share: Exact) -> u32 {
    let left_behind = without_horses.min(amount);
    left_behind + (Exact::from(amount - left_behind) * share).half_up()
}
