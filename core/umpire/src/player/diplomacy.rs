//! Whom to call an enemy (UM-5): one war at a time, and peace with whoever is not worth fighting.

use super::assess::Survey;
use super::draft;
use super::forces::Strength;
use super::generals;
use super::sea::{self, Crossing};
use super::targets::{self, Bias, Target};
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, GeneralId, NationId};

/// Gain, in tenths of a revenue point, that a war must promise to be begun. Begun, it is held to while the enemy can be met:
/// what it promises comes and goes with where the armies stand.
const WORTH_A_WAR: i64 = 120;
/// Own field strength needed to go on with a war, and to begin one, per cent of the enemy's.
const GO_ON: i64 = 70;
const BEGIN: i64 = 130;

/// A nation that might be fought.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    /// Who.
    pub nation: NationId,
    /// What the best three undertakings against it promise, tenths of a revenue point.
    pub gain: i64,
    /// Own field strength, per cent of its own.
    pub ratio: i64,
    /// Whether it is an enemy now.
    pub at_war: bool,
    /// Whether its troops are in this nation's provinces or it holds one that was this nation's at the start.
    pub wronged_us: bool,
}

/// The nations within reach, the most promising first.
pub fn rivals(survey: &Survey) -> Vec<Rival> {
    rivals_among(survey, (0..survey.sc.nations.len()).map(NationId::at).collect())
}

/// Whom the council advises to list. Where the present wars are enough, nobody else is looked at.
pub fn council(survey: &Survey) -> Factions {
    let present = rivals_among(survey, survey.foes);
    let list = enemies(survey, &present);
    let free = list.is_empty() && !present.iter().any(|rival| lists_us(survey, rival));
    if free { enemies(survey, &rivals(survey)) } else { list }
}

/// Whether an enemy has this nation on its own list.
fn lists_us(survey: &Survey, rival: &Rival) -> bool {
    rival.at_war && survey.st.nation(rival.nation).declared.has(survey.me)
}

/// Those within reach among some nations.
fn rivals_among(survey: &Survey, some: Factions) -> Vec<Rival> {
    let nations = survey.sc.nation_ids().filter(|&nation| nation != survey.me && some.has(nation));
    let living = nations.filter(|&nation| !survey.st.nation(nation).eliminated);
    let living: Factions = living.collect();
    if living.is_empty() {
        return Vec::new();
    }
    let stacks = draft::stacks(survey);
    let sailor = |id: &GeneralId| survey.st.general(*id).arm == Arm::Sea;
    let admiral = |port| survey.generals_at(port).find(sailor);
    let fleets = sea::fleets(survey, admiral);
    let crossings: Vec<Crossing> = stacks.iter().flat_map(|stack| sea::crossings(survey, stack, &fleets)).collect();
    let own = survey.total_field();
    // What a place promises is the same in every war: an empty one of the Independents may be taken in any.
    let bias = Bias { independents: 0, enemies: 100, own_original: 0, relief: 0, empty: 100 };
    let mut gains: Vec<(NationId, i64)> = (targets::list(survey, living, bias).iter())
        .filter(|target| target.worth > 0)
        .filter_map(|target| Some((survey.st.province(target.place).owner, gain(survey, stacks, &crossings, target)?)))
        .filter(|(_, gain)| *gain > 0)
        .collect();
    gains.sort_by_key(|(_, gain)| std::cmp::Reverse(*gain));
    let threats = threats(survey);
    let threat = |nation: NationId| &threats[nation.index()];
    let mut list: Vec<Rival> =
        living.iter().filter_map(|nation| rival(survey, &gains, own, nation, threat(nation))).collect();
    list.sort_by_key(|rival| (std::cmp::Reverse(promise(rival)), rival.nation));
    list
}

/// What a war promises: its gain, less where the enemy is stronger.
fn promise(rival: &Rival) -> i64 {
    rival.gain * rival.ratio.min(200) / 100
}

/// What the best of some stacks may gain at a target, over land in some turns or across the sea in this one.
fn gain(survey: &Survey, stacks: &[draft::Stack], crossings: &[Crossing], target: &Target) -> Option<i64> {
    let sc = survey.sc;
    let terrain = sc.province(target.place).terrain;
    let near = survey.near(target.place);
    let comes = |stack: &&draft::Stack| near.binary_search_by_key(&stack.place, |(place, _)| *place).is_ok();
    let best = stacks.iter().filter(comes).filter_map(|stack| {
        let skill = generals::skill(survey, *stack.generals.first()?);
        let army = Strength::of(sc, &stack.free, terrain);
        Some(targets::prospect(survey, target, army, skill).gain)
    });
    let over_sea = crossings.iter().filter_map(|crossing| {
        let passage = crossing.to(survey, target.place)?;
        let skill = generals::skill(survey, crossing.leader());
        let gain = targets::prospect(survey, target, passage.strength, skill).gain;
        Some(targets::over_sea(survey, target, gain, passage.storms))
    });
    best.chain(over_sea).max()
}

/// What a faction has, as far as it concerns a seat.
#[derive(Clone, Default)]
struct Threat {
    /// Field value of its armies, tenths.
    field: i64,
    /// Whether any of them is in a province of the seat's.
    inside: bool,
    /// Whether it holds a province that was the seat's at the start.
    holds_ours: bool,
}

/// By faction.
fn threats(survey: &Survey) -> Vec<Threat> {
    let (sc, st, me) = (survey.sc, &survey.st, survey.me);
    let mut threats = vec![Threat::default(); sc.factions()];
    for force in &survey.foreign {
        let threat = &mut threats[force.faction.index()];
        threat.field += force.strength.field;
        threat.inside |= st.province(force.place).owner == me;
    }
    for place in sc.province_ids().filter(|&place| sc.province(place).owner == me) {
        threats[st.province(place).owner.index()].holds_ours = true;
    }
    threats
}

/// `gains` are those of all places, the greatest first, with their owners.
fn rival(survey: &Survey, gains: &[(NationId, i64)], own: i64, nation: NationId, threat: &Threat) -> Option<Rival> {
    let at_war = survey.at_war(nation);
    let wronged_us = (at_war && threat.inside) || threat.holds_ours;
    let gains = gains.iter().filter(|(owner, _)| *owner == nation || *owner == survey.sc.ind());
    let gain = gains.take(3).map(|(_, gain)| *gain).sum();
    let near = gain > 0 || at_war || wronged_us;
    near.then_some(Rival { nation, gain, ratio: own * 100 / threat.field.max(1), at_war, wronged_us })
}

impl Rival {
    /// Whether a war with it is gone on with, once there is one.
    fn is_held_to(&self) -> bool {
        self.ratio >= GO_ON || (self.wronged_us && self.ratio >= GO_ON / 2)
    }
}

/// The present wars that are gone on with.
pub fn held(rivals: &[Rival]) -> Factions {
    rivals.iter().filter(|rival| rival.at_war && rival.is_held_to()).map(|rival| rival.nation).collect()
}

/// The rivals on whom war may be made, in their order: who would be struck off the list in the next turn is not put on it.
pub fn worth_a_thought(rivals: &[Rival]) -> impl Iterator<Item = &Rival> {
    rivals.iter().filter(|rival| rival.is_held_to())
}

/// Whom a sensible player lists: those who wronged him, the present war while he can go on, and a new one when his hands
/// are free.
pub fn enemies(survey: &Survey, rivals: &[Rival]) -> Factions {
    let mut list = held(rivals);
    let listing_us = rivals.iter().any(|rival| lists_us(survey, rival));
    if list.is_empty() && !listing_us {
        let weak = rivals.iter().find(|rival| rival.gain >= WORTH_A_WAR && rival.ratio >= BEGIN);
        if let Some(rival) = weak {
            list.add(rival.nation);
        }
    }
    list
}
