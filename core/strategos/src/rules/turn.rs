//! A week from its first step to its last (ST-R2, section 3).
//!
//! What players order in steps 3, 4 and 6 is carried out between [`open`] and [`play`]; battle orders, tasks and paths stand in
//! the state.

use std::collections::BTreeSet;

use kernel::{Dice, Refusal, Verdict};

use super::appointment::appoint_the_failed;
use super::battlefield::{BattleReport, Captured};
use super::capture::Fallen;
use super::covert::SpyWeek;
use super::covert_acts::{Attempt, BribeAttempt};
use super::deeds::Deeds;
use super::embarkation::{Boarded, Boarding};
use super::events::{Befell, random_events};
use super::harbour::shelter;
use super::march::Season;
use super::movement::{fail_in_disorder, movement_phase};
use super::obedience::Heard;
use super::occupation::MoveIn;
use super::pay::{Accounts, Income, pay_phase};
use super::plunder::Takings;
use super::quarter_end::{QuarterOrders, StatusWeek, end_quarter, status_changes};
use super::revolt::revolt_phase;
use super::scouting_phase::scouting_phase;
use super::siege_phase::{Before, SiegeWeek, siege_phase};
use super::spies::spy_phase;
use super::storm::{AssaultOrder, AssaultReport, assault_phase};
use super::supply_phase::{SupplyWeek, Week, supply_phase};
use super::trade::TradeEnd;
use super::treaties::TreatiesEnded;
use super::trek::Trek;
use super::week_start::Opening;
use super::{interaction, obedience, weather, week_start};
use crate::model::ids::{CommandId, CountryId, LeaderId, SiteId};
use crate::model::measures::Talents;
use crate::model::reports::Source;
use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::model::state::{Sky, Spy, State};

/// What a week brought, step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeekReport {
    /// Step 4: leaders without a command whom the rules gave one (ST-8.7).
    pub reappointed: Vec<(LeaderId, CommandId)>,
    /// Step 5.
    pub weather: Weather,
    /// Steps 7 and 10.
    pub battles: Vec<BattleReport>,
    /// Commands that were captured in steps 7 and 10.
    pub captured: Vec<Captured>,
    /// What went aboard and ashore in steps 7 and 10, or did not.
    pub boarded: Vec<Boarded>,
    /// Scouts that were caught in steps 7 and 10.
    pub caught: Vec<CommandId>,
    /// What raiders took in steps 7 and 10.
    pub raids: Vec<Takings>,
    /// Trade units that ended in steps 7 and 10 (ST-R58).
    pub trade: Vec<TradeEnd>,
    /// Steps 9 and 12.
    pub assaults: Vec<AssaultReport>,
    /// Commands with three reasons of disorder (ST-8.4).
    pub failed: Vec<CommandId>,
    /// Step 13.
    pub siege: SiegeWeek,
    /// Step 14.
    pub risen: Vec<Fallen>,
    /// Step 15, by country.
    pub accounts: Vec<Accounts>,
    /// Step 16.
    pub supply: SupplyWeek,
    /// Step 17.
    pub events: Vec<Befell>,
    /// Step 18: treaties that ended.
    pub ended: TreatiesEnded,
    /// Step 18: cities that rose because a treaty was broken.
    pub outraged: Vec<Fallen>,
    /// Step 19: how each spy's week went.
    pub spies: Vec<(Spy, SpyWeek)>,
    /// Step 20: countries that are out.
    pub out: Vec<CountryId>,
}

/// A week with its orders.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedWeek {
    /// The verdicts on each order set, in the order of the sets.
    pub verdicts: Vec<Vec<Verdict>>,
    /// Orders that were refused when the week was played: whose, as a line, and why.
    pub refused: Vec<(CountryId, String, Refusal)>,
    /// Steps 1 and 2.
    pub opening: Opening,
    /// What orders did that others learn of.
    pub deeds: Deeds,
    /// What assassins did (ST-21.9).
    pub assassins: Vec<Attempt>,
    /// What came of bribes (ST-R43).
    pub bribes: Vec<BribeAttempt>,
    /// What rulers decided for the end of the quarter.
    pub quarter: QuarterOrders,
    /// By country: the treasury once the orders of steps 3, 4 and 6 were carried out.
    pub purses: Vec<Talents>,
    /// What the week brought.
    pub report: WeekReport,
}

/// Steps 1 and 2.
pub fn open(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Opening {
    week_start::begin(sc, st, dice)
}

/// What is ordered for steps 7 to 20, beyond what stands in the state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WeekOrders {
    /// Who was out of communication and got new orders (ST-R24).
    pub heard: Heard,
    /// What goes aboard and ashore in steps 7 and 10.
    pub boardings: Vec<Boarding>,
    /// The assaults of steps 9 and 12.
    pub assaults: [Vec<AssaultOrder>; 2],
    /// What goes into cities that are stormed in steps 9 and 12.
    pub transfers: Vec<MoveIn>,
    /// What rulers decide for step 20.
    pub quarter: QuarterOrders,
}

/// Steps 5 and 7 to 20, once step 4 is brought to its end; afterwards it is the next turn, or the campaign has ended.
pub fn play(sc: &Scenario, st: &mut State, orders: &WeekOrders, dice: &mut Dice) -> WeekReport {
    let reappointed = appoint_the_failed(sc, st);
    obedience::settle(sc, st, &orders.heard);
    let weather = weather::draw(&sc.rulings, sc.quarter(st.turn), st.turn, dice);
    st.sky = Sky { weather, rain: weather::after(st.sky.rain, weather) };
    let (foot, horse) = weather::rain_penalty(&sc.rulings, st.sky.rain);
    let mut trek = Trek::new(sc, Season { weather, foot, horse }).boarding(&orders.boardings);
    let mut stormed = Vec::new();
    for ((phase, assaults), source) in (0..).zip(&orders.assaults).zip([Source::FirstPhase, Source::SecondPhase]) {
        movement_phase(sc, st, &mut trek, dice);
        scouting_phase(sc, st, &trek.moved, source, dice);
        interaction::react(sc, st, &trek, source);
        stormed.extend(assault_phase(sc, st, assaults, &orders.transfers, phase, dice));
    }
    let mut failed = fail_in_disorder(sc, st);
    let no_harbour = shelter(sc, st);
    let lost_unit: BTreeSet<SiteId> =
        stormed.iter().filter(|report| !report.defenders_lost.is_empty()).map(|report| report.site).collect();
    let before = Before { moved: &trek.moved, lost_unit: &lost_unit, entered: &trek.intruded };
    let siege = siege_phase(sc, st, &before, dice);
    let risen = revolt_phase(sc, st, dice);
    let revolted: Vec<SiteId> = risen.iter().map(|fallen| fallen.site).collect();
    let takings = [trek.raids.takings.as_slice(), &siege.takings].concat();
    let income = Income { takings: &takings, revolted: &revolted, trade: &trek.trade.ended };
    let accounts = pay_phase(sc, st, &income, weather, dice);
    let unsupplied = accounts.iter().flat_map(|accounts| accounts.unsupplied.iter().map(|(id, _)| *id)).collect();
    let week = Week {
        unspent: &trek.unspent(sc, st),
        at_city: &trek.at_city(st),
        at_sea: &trek.at_sea,
        unsupplied: &unsupplied,
        no_harbour: &no_harbour,
        weather,
        rain: st.sky.rain,
    };
    let supply = supply_phase(sc, st, &week, dice);
    let late = fail_in_disorder(sc, st); // Hunger, rain and storm are reasons too.
    failed.extend(late.into_iter().filter(|id| !failed.contains(id)).collect::<Vec<_>>());
    let events = random_events(sc, st, dice);
    let StatusWeek { ended, fallen: outraged } = status_changes(sc, st, dice);
    let spies = spy_phase(sc, st, dice);
    let out = end_quarter(sc, st, &orders.quarter, dice);
    if st.ended.is_none() {
        st.ended = super::victory::ending(sc, st, st.turn);
    }
    st.turn = st.turn.later(1);
    let (battles, raids) = (trek.battles, trek.raids.takings);
    WeekReport {
        reappointed,
        weather,
        battles,
        captured: trek.captured,
        boarded: trek.boardings,
        caught: trek.caught,
        raids,
        trade: trek.trade.ended,
        assaults: stormed,
        failed,
        siege,
        risen,
        accounts,
        supply,
        events,
        ended,
        outraged,
        spies,
        out,
    }
}
