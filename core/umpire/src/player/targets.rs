//! What may be done with an army, and how much it is worth.

use super::assess::{FAR, FAR_AT_SEA, Survey, WATCH};
use super::forces::{Foreign, Strength};
use super::odds::{self, CityDefence};
use crate::model::ids::{Factions, ProvinceId};
use crate::model::scenario::CityStatus;

/// How near an enemy army must be to come to the relief of a city, movement points.
const RELIEF_REACH: i64 = 9;

/// Chances in thousandths below which nothing is tried: within the season, and in its last turn.
const LEAST_CHANCE: i64 = 250;
const LEAST_AT_ONCE: i64 = 600;

/// What a posture makes of the world: weights in per cent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bias {
    /// Provinces of the Independents.
    pub independents: i64,
    /// Provinces of enemies.
    pub enemies: i64,
    /// Provinces that were one's own at the start, whoever holds them.
    pub own_original: i64,
    /// Freeing one's own provinces.
    pub relief: i64,
    /// Provinces without a garrison.
    pub empty: i64,
}

/// What is to be done at a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Take a province.
    Take,
    /// Drive hostile troops out of one's own province.
    Free,
}

/// A place where an army may do something.
#[derive(Clone, Debug)]
pub struct Target {
    /// Where.
    pub place: ProvinceId,
    /// What.
    pub aim: Aim,
    /// Worth of success, tenths of a revenue point, weighted by the posture.
    pub worth: i64,
    /// Troops in the way.
    pub garrison: Strength,
    /// The city behind them.
    pub city: CityDefence,
    /// Field value that may come to their help.
    pub relief: i64,
    /// Whether the troops there are known from this turn.
    pub sure: bool,
}

impl Target {
    /// Whether nobody is believed to be there.
    pub fn is_empty(&self) -> bool {
        self.garrison.armies == 0
    }
}

/// All targets under a bias. `foes` are the nations that may be attacked.
pub fn list(survey: &Survey, foes: Factions, bias: Bias) -> Vec<Target> {
    survey.sc.province_ids().filter_map(|place| target(survey, foes, bias, place)).collect()
}

fn target(survey: &Survey, foes: Factions, bias: Bias, place: ProvinceId) -> Option<Target> {
    let (sc, st, me) = (survey.sc, &survey.st, survey.me);
    let province = st.province(place);
    if province.owner == me {
        let hostile = survey.hostile_at(place);
        if hostile.armies == 0 {
            return None;
        }
        let worth = survey.worth(place) * bias.relief / 100;
        let city = CityDefence { walled: false, ..CityDefence::default() };
        let relief = relief(survey, place);
        return Some(Target { place, aim: Aim::Free, worth, garrison: hostile, city, relief, sure: true });
    }
    let weight = if province.owner == sc.ind() {
        bias.independents
    } else if foes.has(province.owner) {
        bias.enemies
    } else {
        return None;
    };
    let here = survey.armies(place) > 0;
    let (by_land, by_sea) = (survey.distance[place.index()], survey.voyage[place.index()]);
    if by_land > FAR && by_sea > FAR_AT_SEA && !here {
        return None;
    }
    let weight = if sc.province(place).owner == me { weight.max(bias.own_original) } else { weight };
    let garrison = survey.force_of(place, province.owner);
    let weight = if garrison.armies == 0 { weight.max(bias.empty) } else { weight };
    if weight == 0 {
        return None;
    }
    let walled = province.cty == CityStatus::Standing;
    let militia = if garrison.armies > 0 { survey.militia(place) } else { 0 };
    let foot = sc.unit(sc.militia_type);
    let siege = province.siege.filter(|siege| siege.besiegers.has(me));
    let city = CityDefence {
        assault: if walled { garrison.assault + militia * foot.assault } else { 0 },
        siege: if walled { garrison.siege + militia * foot.siege } else { 0 },
        need: garrison.need,
        revenue: province.rev_current.in_tenths(),
        turns: siege.map_or(0, |siege| i64::from(siege.turns)),
        walled,
    };
    let sure = survey.informed(place);
    // Two legs from home an army eats what it finds (UM-22).
    let far = match (by_land, by_sea) {
        (..=1, _) | (_, ..=1) => 100,
        _ if here => 100,
        (..=FAR, FAR_AT_SEA..) => 50,
        _ => 70,
    };
    let worth = survey.worth(place) * weight / 100 * far / 100;
    Some(Target { place, aim: Aim::Take, worth, garrison, city, relief: relief(survey, place), sure })
}

/// The strongest hostile army that may come to a place, beside what is there.
fn relief(survey: &Survey, place: ProvinceId) -> i64 {
    survey.recall.relief(place, || comes_to_help(survey, place))
}

fn comes_to_help(survey: &Survey, place: ProvinceId) -> i64 {
    let sc = survey.sc;
    let comes_from = |at: ProvinceId| at != place && survey.marching[at.index()];
    let near = survey.near(place).iter().filter(|(at, cost)| *cost <= RELIEF_REACH && comes_from(*at));
    let comes = |&(at, cost): &(ProvinceId, i64)| -> i64 {
        let here = survey.foreign_at(at).iter().filter(|force| force.faction != sc.ind());
        let hostile = here.filter(|force| survey.at_war(force.faction));
        // Garrisons rarely march: only what is more than a watch counts.
        let mobile = |force: &Foreign| {
            let whole = force.strength.field * (100 - 4 * cost) / 100;
            if force.strength.armies <= WATCH { 0 } else { whole * if force.fresh { 90 } else { 60 } / 100 }
        };
        hostile.map(mobile).sum()
    };
    near.map(comes).max().unwrap_or(0)
}

/// What an army may expect at a target.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// Expected gain less expected losses, tenths of a revenue point.
    pub gain: i64,
}

/// What a unit is worth, tenths of a revenue point: less when few turns are left to use it.
fn unit_worth(survey: &Survey) -> i64 {
    if survey.civilised { 15 * i64::from(survey.turns_left.min(12)) / 12 } else { 15 }
}

/// The gain of a prospect that needs a passage over sea: less what storms are expected to take, in thousandths of a
/// unit, and less where a nation's garrison is guessed at, for whoever lands has no way back.
pub fn over_sea(survey: &Survey, target: &Target, gain: i64, storms: i64) -> i64 {
    let guessed = !target.sure && survey.st.province(target.place).owner != survey.sc.ind();
    let gain = if guessed && gain > 0 { gain * 2 / 3 } else { gain };
    gain - 2 * storms * unit_worth(survey) / 1_000
}

/// The prospect of an army at a target. `army` is reckoned in the target's terrain.
pub fn prospect(survey: &Survey, target: &Target, army: Strength, skill: i64) -> Prospect {
    let sc = survey.sc;
    let nothing = Prospect { gain: 0 };
    if army.armies == 0 {
        return nothing;
    }
    let own = odds::led(sc, army.field, skill);
    let pessimism = 110;
    let unit = unit_worth(survey);
    match target.aim {
        Aim::Free => {
            let inside = survey.own_at(target.place).field;
            let theirs =
                odds::led(sc, target.garrison.field + target.relief / 2, odds::AVERAGE_SKILL) * pessimism / 100;
            let chance = odds::battle(own + inside, theirs);
            if chance < 550 {
                return nothing;
            }
            let losses = i64::from(army.armies) * (40 * chance + 300 * (1_000 - chance)) / 1_000_000;
            Prospect { gain: target.worth * chance / 1_000 - losses * unit }
        }
        Aim::Take => {
            let theirs = odds::led(sc, target.garrison.field, odds::AVERAGE_SKILL) * pessimism / 100;
            if own * 100 < theirs * 150 {
                return nothing;
            }
            let gathered = theirs.max(0) + odds::led(sc, target.relief, odds::AVERAGE_SKILL) * pessimism / 100;
            let unbeaten = if target.relief == 0 { 1_000 } else { odds::battle(own, gathered).max(100) };
            let season = survey.campaign_left.clamp(1, 5);
            let fall = odds::fall_within(sc, army, skill, target.city, season);
            // The last campaigning turn breaks every siege (UM-31.3): only what falls at once is worth going for.
            if fall.within < if survey.campaign_left <= 1 { LEAST_AT_ONCE } else { LEAST_CHANCE } {
                return nothing;
            }
            let chance = (fall.within * 6 + fall.at_once * 4) / 10 * unbeaten / 1_000;
            let known = if target.sure || !target.is_empty() { 100 } else { 75 };
            let lost = i64::from(army.armies) * (fall.lost * unbeaten + 30 * (1_000 - unbeaten)) / 1_000;
            Prospect { gain: target.worth * chance / 1_000 * known / 100 - lost * unit / 100 }
        }
    }
}
