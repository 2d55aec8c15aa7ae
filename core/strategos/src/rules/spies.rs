//! Step 19: what spies report (ST-21.3, ST-21.4, ST-R50, section 6).

use std::collections::BTreeSet;

use kernel::{Dice, RuleRef};

use super::city::inside;
use super::covert::{SpyWeek, spy_week};
use super::scouting::reported;
use super::scouting_phase::{Look, in_sight_at};
use crate::model::ids::{HexId, Power};
use crate::model::reports::{HexReport, InsideReport, MoraleBand, MoraleReport, SiteReport, Source};
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::{Spy, State};

const R50: RuleRef = RuleRef::new("ST-R50");

/// The level of what a spy tells of the forces in and around his city (ST-R50).
const SPY_LEVEL: u8 = 2;

/// Section 6: country morale in a word.
pub fn morale_band(rulings: &Rulings, morale: u8) -> MoraleBand {
    match i32::from(morale) {
        low if low <= rulings.covert.morale_low => MoraleBand::Low,
        high if high >= rulings.covert.morale_high => MoraleBand::High,
        _ => MoraleBand::Middle,
    }
}

/// Step 19: each spy's week. Those that are caught are gone.
pub fn spy_phase(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Vec<(Spy, SpyWeek)> {
    let mut weeks = Vec::new();
    for spy in st.spies.clone() {
        if st.site(spy.site).power == Power::Country(spy.country) {
            continue;
        }
        let face = dice.stream("covert", spy.site.0, 100 + u16::from(spy.country.0)).d100(R50);
        let week = spy_week(&sc.rulings.covert, face);
        match week {
            SpyWeek::Report { error } => tell(sc, st, spy, error, dice),
            SpyWeek::Caught => st.spies.retain(|each| *each != spy),
            SpyWeek::Nothing => {}
        }
        weeks.push((spy, week));
    }
    weeks
}

/// What a spy tells: the forces in the city's hex and next to it, unless scouts told as much in the same week, the walls, the
/// garrison, the Stores; in a capital the country's morale.
fn tell(sc: &Scenario, st: &mut State, spy: Spy, error: i32, dice: &mut Dice) {
    let (turn, hex) = (st.turn, st.site(spy.site).hex);
    let mut stream = dice.stream("covert", spy.site.0, 200 + u16::from(spy.country.0));
    let nobody = BTreeSet::new();
    let look = Look { level: SPY_LEVEL, error, fails: false, moved: &nobody };
    let around: Vec<HexId> = std::iter::once(hex).chain(sc.board.neighbours(hex)).collect();
    for at in around {
        let known = st.memory[spy.country.index()].hexes.get(&at);
        if known.is_some_and(|report| report.turn == turn && report.level >= SPY_LEVEL) {
            continue;
        }
        let forces = look.forces(sc, st, spy.country, &in_sight_at(st, at), &mut stream);
        let report = HexReport { turn, source: Source::Spy, level: SPY_LEVEL, error: error as u8, forces };
        st.memory[spy.country.index()].hexes.insert(at, report);
    }
    let garrison = u32::from(inside(st, spy.site).fighting());
    let off = stream.range(-error, error, R50);
    let garrison = if garrison == 0 { 0 } else { reported(garrison, off) };
    let site = st.site(spy.site);
    let within = InsideReport { turn, garrison, error: error as u8, stores: site.stores };
    let report = SiteReport { turn, size: site.size, dv: site.dv_current, dv_error: 0, inside: Some(within) };
    let ruled = site.power.country().filter(|country| sc.country(*country).capital == spy.site);
    let band = ruled.map(|country| (country, morale_band(&sc.rulings, st.country(country).morale)));
    let memory = &mut st.memory[spy.country.index()];
    memory.sites.insert(spy.site, report);
    if let Some((country, band)) = band {
        memory.morale.insert(country, MoraleReport { turn, band });
    }
}
