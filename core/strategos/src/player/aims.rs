//! What land forces could go for, what it is worth, and who goes.

use kernel::Choice;

use super::draft::Draft;
use super::forces::{Force, units_of};
use super::garrisons::is_low;
use super::odds::{Storm, field, storm};
use super::posture::Posture;
use super::ways::tenths_to;
use crate::model::ids::{CountryId, HexId, Power, SiteId};
use crate::model::state::{SiteStatus, Standing};
use crate::rules::siege::may_besiege;

/// Odds at which a city is stormed (ST-R40): twice as strong as the defence, as far as it is known.
pub const FAIR: u32 = 200;
/// Weeks whose tax a city counts for.
const HORIZON: u16 = 40;
/// Talents a week that a city brings for each of its size: about nine of tax, less two for the levies that keep it quiet.
const GAIN_PER_SIZE: i64 = 9 - 2;
/// How far from a base of its own a country goes for a city, in hexes: the line of communication is 8 (ST-R23).
const REACH: u32 = 7;
/// Tenths of a week in dry weather that a march may take if it is to arrive within the week in rain, too.
const SURE_WEEK: u32 = 7;
/// Strength in per cent of a foe's at which he is met in the field.
pub const MATCH: u32 = 130;

/// What a force can go for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Take a city.
    Take(SiteId),
    /// Stand before a city of one's own against those who threaten it.
    Guard(SiteId),
    /// Beat a force in the field.
    Meet(HexId),
}

/// Who goes for what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// For what.
    pub aim: Aim,
    /// The forces, by their place in the list.
    pub who: Vec<usize>,
    /// How much it promises.
    pub score: i64,
    /// Whether the city is to be starved rather than stormed.
    pub starve: bool,
}

/// Who goes for what, the best first: of the three most promising plans, which it is to be is asked.
pub fn plans(draft: &mut Draft<'_>, forces: &[Force]) -> Vec<Plan> {
    let fit = |force: &Force| {
        let routed = draft.routed.contains(&force.id) || draft.st.command(force.id).routed;
        !routed && !is_low(draft, force.id)
    };
    let mut free: Vec<bool> = forces.iter().map(fit).collect();
    let mut all = Vec::new();
    let mut taken: Vec<Aim> = Vec::new();
    loop {
        let mut found = candidates(draft, forces, &free, &taken);
        found.sort_by_key(|plan| std::cmp::Reverse(plan.score));
        found.truncate(4);
        if found.is_empty() {
            return all;
        }
        let asked = all.len() < 3 && found.len() > 1;
        let answer = if asked {
            let shown = || (subject(draft, forces, &found[0]), found.iter().map(|plan| choice(draft, plan)).collect());
            let (about, choices) = shown();
            draft.choose("force", || (about, choices))
        } else {
            0
        };
        let plan = found.swap_remove(answer);
        plan.who.iter().for_each(|at| free[*at] = false);
        taken.push(plan.aim);
        all.push(plan);
    }
}

fn subject(draft: &Draft<'_>, forces: &[Force], plan: &Plan) -> String {
    plan.who.first().map_or_else(String::new, |at| draft.st.command(forces[*at].id).name.to_string())
}

fn choice(draft: &Draft<'_>, plan: &Plan) -> Choice {
    match plan.aim {
        Aim::Take(site) => Choice::new(format!("take {}", draft.st.site(site).name), 300),
        Aim::Guard(site) => Choice::new(format!("guard {}", draft.st.site(site).name), 200).quiet(),
        Aim::Meet(hex) => Choice::new(format!("meet the enemy at {hex}"), 200),
    }
}

/// Everything that the free forces could go for, with who would go.
fn candidates(draft: &mut Draft<'_>, forces: &[Force], free: &[bool], taken: &[Aim]) -> Vec<Plan> {
    let mut plans = defence(draft, forces, free, taken);
    if draft.posture.goes_out() {
        let targets = targets(draft, |power| wanted(draft, power));
        let targets: Vec<SiteId> = targets.into_iter().filter(|site| !taken.contains(&Aim::Take(*site))).collect();
        plans.extend(targets.into_iter().filter_map(|site| take(draft, forces, free, site)));
    }
    plans
}

/// Whether forces go for the cities of a power.
fn wanted(draft: &Draft<'_>, power: Power) -> bool {
    match power {
        Power::FreeCity(_) => true,
        Power::Country(country) if country == draft.country => false,
        Power::Country(country) => match draft.st.standing(draft.country, country) {
            Standing::Enemy => true,
            Standing::Neutral => draft.posture == Posture::Strike(country),
            Standing::NonAggression | Standing::Alliance => false,
        },
    }
}

/// The foreign cities of powers near the country's bases.
pub fn targets(draft: &Draft<'_>, of: impl Fn(Power) -> bool) -> Vec<SiteId> {
    let st = &draft.st;
    let base = |site: &&crate::model::state::Site| {
        site.power == draft.power() && site.size > 0 && (site.base || site.status != SiteStatus::Captured)
    };
    let bases: Vec<HexId> = st.sites.values().filter(base).map(|site| site.hex).collect();
    let near = |hex: HexId| bases.iter().any(|base| base.distance(hex) <= REACH);
    let foreign = st.sites.iter().filter(|(_, site)| site.power != draft.power() && site.size > 0);
    foreign.filter(|(_, site)| of(site.power) && near(site.hex)).map(|(id, _)| *id).collect()
}

/// What a city is worth: the tax of the weeks to come, less the pay of who keeps it quiet; a capital counts more.
pub fn value(draft: &Draft<'_>, site: SiteId) -> i64 {
    let (sc, st) = (draft.sc, &draft.st);
    let it = st.site(site);
    let weeks = i64::from(HORIZON.min(sc.turn_limit.saturating_sub(st.turn.0) + 6));
    let tax = i64::from(it.size) * GAIN_PER_SIZE * weeks;
    let capital = sc.countries.iter().any(|country| country.capital == site);
    let enemy = it.power.country().is_some_and(|country| st.at_war(draft.power(), Power::Country(country)));
    let lost_to_him = if enemy { tax / 3 } else { 0 };
    tax + lost_to_him + if capital { 2_000 } else { 0 }
}

/// The best way to take a city: the nearest forces that are enough.
pub fn take(draft: &mut Draft<'_>, forces: &[Force], free: &[bool], site: SiteId) -> Option<Plan> {
    let hex = draft.st.site(site).hex;
    let mut near: Vec<(u32, usize)> = Vec::new();
    for (at, force) in forces.iter().enumerate().filter(|(at, _)| free[*at]) {
        if let Some(tenths) = tenths_to(draft, &force.marchers(), hex) {
            near.push((tenths, at));
        }
    }
    near.sort_unstable();
    let nearest = near.first()?.0;
    let foe: u32 = draft
        .outlook
        .forces
        .iter()
        .filter(|seen| !seen.naval && seen.hex.distance(hex) <= 1 && draft.is_hostile(seen.country))
        .map(|seen| seen.strength)
        .sum();
    let mut who: Vec<usize> = Vec::new();
    let mut best: Option<(Storm, u32)> = None;
    for (tenths, at) in near.into_iter().take(4).filter(|(tenths, _)| *tenths <= nearest + 20) {
        who.push(at);
        let group: Vec<&Force> = who.iter().map(|at| &forces[*at]).collect();
        let (units, ma) = (units_of(&group), group.iter().map(|force| force.ma).max().unwrap_or(3));
        let strength: u32 = group.iter().map(|force| force.strength).sum();
        let promise = storm(draft, &units, ma, site);
        best = Some((promise, tenths));
        if promise.odds >= FAIR + 50 && field(draft, strength, ma, foe) >= MATCH {
            break;
        }
    }
    let (promise, tenths) = best?;
    let group: Vec<&Force> = who.iter().map(|at| &forces[*at]).collect();
    let (units, ma) = (units_of(&group), group.iter().map(|force| force.ma).max().unwrap_or(3));
    let strength: u32 = group.iter().map(|force| force.strength).sum();
    if field(draft, strength, ma, foe) < MATCH {
        return None;
    }
    let starve = promise.odds < FAIR;
    // Beyond the line a leader may ignore what he is told there (ST-R24): only a storm in the week of the march is sure, and
    // the march has to reach the city in rain, too.
    let beyond = !draft.is_near_line(hex);
    if beyond && (starve || tenths > SURE_WEEK || group.iter().any(|force| draft.cut_off.contains(&force.id))) {
        return None;
    }
    let besieges =
        may_besiege(&draft.sc.rulings, units.regts()) && units.regts() >= u16::from(draft.st.site(site).size);
    if starve && !(besieges && draft.st.at_war(draft.power(), draft.st.site(site).power) && promise.odds >= 60) {
        return None;
    }
    let chance = if starve { 35 } else { i64::from(100 - (100 - promise.chance) * (100 - promise.chance) / 100) };
    let weeks = i64::from(tenths) + if starve { 80 } else { 10 };
    let losses = i64::from(units.regts()) * i64::from(promise.loss) * 45 / 100;
    let gain = value(draft, site) * chance / 100 - losses;
    let score = gain * 100 / (weeks + 30) / who.len() as i64;
    (score > 0).then_some(Plan { aim: Aim::Take(site), who, score, starve })
}

/// Guards for cities that are threatened, and enemies near them who can be beaten.
fn defence(draft: &mut Draft<'_>, forces: &[Force], free: &[bool], taken: &[Aim]) -> Vec<Plan> {
    let mut plans = Vec::new();
    let seen: Vec<_> =
        draft.outlook.forces.iter().copied().filter(|seen| !seen.naval && at_war(draft, seen.country)).collect();
    for foe in seen {
        let near = |site: &&crate::model::state::Site| {
            site.power == draft.power() && site.size > 0 && site.hex.distance(foe.hex) <= 3
        };
        let Some((city, worth)) = draft
            .st
            .sites
            .iter()
            .filter(|(_, site)| near(site))
            .map(|(id, _)| (*id, value(draft, *id)))
            .max_by_key(|(id, worth)| (*worth, std::cmp::Reverse(*id)))
        else {
            continue;
        };
        if !taken.contains(&Aim::Meet(foe.hex)) {
            plans.extend(meet(draft, forces, free, foe.hex, foe.strength, worth));
        }
        if !taken.contains(&Aim::Guard(city)) {
            plans.extend(guard(draft, forces, free, city, worth));
        }
    }
    plans
}

fn at_war(draft: &Draft<'_>, country: CountryId) -> bool {
    draft.st.at_war(draft.power(), Power::Country(country))
}

/// The forces that can beat a foe within two weeks' march.
fn meet(draft: &mut Draft<'_>, forces: &[Force], free: &[bool], hex: HexId, foe: u32, worth: i64) -> Option<Plan> {
    let mut near: Vec<(u32, usize)> = Vec::new();
    for (at, force) in forces.iter().enumerate().filter(|(at, _)| free[*at]) {
        if let Some(tenths) = tenths_to(draft, &force.marchers(), hex).filter(|tenths| *tenths <= 15) {
            near.push((tenths, at));
        }
    }
    near.sort_unstable();
    let (mut who, mut strength, mut ma) = (Vec::new(), 0, 3);
    for (tenths, at) in near {
        who.push(at);
        strength += forces[at].strength;
        ma = ma.max(forces[at].ma);
        if field(draft, strength, ma, foe) >= MATCH {
            let score = worth * 100 / i64::from(tenths + 25) / who.len() as i64;
            return Some(Plan { aim: Aim::Meet(hex), who, score, starve: false });
        }
    }
    None
}

/// The nearest force that stands before a city.
fn guard(draft: &mut Draft<'_>, forces: &[Force], free: &[bool], city: SiteId, worth: i64) -> Option<Plan> {
    let hex = draft.st.site(city).hex;
    let mut best: Option<(u32, usize)> = None;
    for (at, force) in forces.iter().enumerate().filter(|(at, _)| free[*at]) {
        if let Some(tenths) = tenths_to(draft, &force.marchers(), hex).filter(|tenths| *tenths <= 20) {
            best = Some(best.map_or((tenths, at), |known| known.min((tenths, at))));
        }
    }
    let (tenths, at) = best?;
    let score = worth * 40 / i64::from(tenths + 30);
    Some(Plan { aim: Aim::Guard(city), who: vec![at], score, starve: false })
}
