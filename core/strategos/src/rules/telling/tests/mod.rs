//! Who hears of what (section 6): for every kind of event a week in which nothing but that happens, and the countries that learn
//! of it; all others do not.

mod cities;
mod court;
mod household;
mod war;
mod world;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use kernel::Described;

use super::*;
use crate::model::measures::{Talents, Turn};
use crate::model::rulings::Weather;
use crate::model::shipped::find;
use crate::model::units::{UnitKind, Units};
use crate::rules::deeds::Deeds;
use crate::rules::pay::Accounts;
use crate::rules::quarter_end::QuarterOrders;
use crate::rules::setup;
use crate::rules::siege_phase::SiegeWeek;
use crate::rules::supply_phase::SupplyWeek;
use crate::rules::treaties::TreatiesEnded;
use crate::rules::turn::WeekReport;
use crate::rules::week_start::Opening;

/// A row: what happens in a week, which event is meant, and who hears of it, by the keys of their seats; `all` for everybody.
struct Row {
    event: &'static str,
    is_meant: fn(&What) -> bool,
    hears: &'static str,
    happens: fn(&mut World),
}

/// `event pattern => "who hears", what happens`, row by row.
macro_rules! heard {
    ($($event:pat => $hears:literal, $happens:expr;)*) => {
        vec![$(Row {
            event: stringify!($event),
            is_meant: |what| matches!(what, $event),
            hears: $hears,
            happens: $happens,
        }),*]
    };
}
use heard;

/// Week 2 of the straits, in which nothing happens yet.
struct World {
    sc: Arc<Scenario>,
    before: State,
    after: State,
    played: PlayedWeek,
}

impl World {
    fn new() -> Self {
        static START: LazyLock<(Arc<Scenario>, State)> = LazyLock::new(|| {
            let sc = find("hellespontos-313bc").unwrap();
            let mut st = setup::start(&sc, &mut Dice::middling().quiet());
            st.turn = Turn(2);
            (sc, st)
        });
        let (sc, before) = START.clone();
        let mut after = before.clone();
        after.turn = before.turn.later(1);
        let report = WeekReport {
            reappointed: Vec::new(),
            weather: Weather::Fine,
            battles: Vec::new(),
            captured: Vec::new(),
            boarded: Vec::new(),
            caught: Vec::new(),
            raids: Vec::new(),
            trade: Vec::new(),
            assaults: Vec::new(),
            failed: Vec::new(),
            siege: SiegeWeek::default(),
            risen: Vec::new(),
            accounts: vec![Accounts::default(); sc.countries.len()],
            supply: SupplyWeek::default(),
            events: Vec::new(),
            ended: TreatiesEnded::default(),
            outraged: Vec::new(),
            spies: Vec::new(),
            out: Vec::new(),
        };
        let played = PlayedWeek {
            verdicts: Vec::new(),
            refused: Vec::new(),
            opening: Opening::default(),
            deeds: Deeds::default(),
            assassins: Vec::new(),
            bribes: Vec::new(),
            quarter: QuarterOrders::default(),
            purses: before.countries.iter().map(|country| country.treasury).collect(),
            report,
        };
        Self { sc, before, after, played }
    }

    fn told(&self) -> Vec<Addressed<Event>> {
        of_week(&self.sc, &self.before, &self.after, &self.played, &mut Dice::middling())
    }

    fn country(&self, key: &str) -> CountryId {
        self.sc.find_country(key).unwrap()
    }

    fn power(&self, key: &str) -> Power {
        Power::Country(self.country(key))
    }

    fn city(&self, name: &str) -> SiteId {
        self.sc.find_city(name).unwrap()
    }

    /// A command of a country in the field.
    fn field(&self, key: &str, name: &str) -> CommandId {
        let mut all = self.before.commands.iter();
        let found = all.find(|(_, it)| it.power == self.power(key) && it.name.as_str() == name && !it.kind.is_site());
        *found.unwrap().0
    }

    /// The leader of that command.
    fn leader(&self, key: &str, name: &str) -> LeaderId {
        self.before.commands[&self.field(key, name)].leader.unwrap()
    }

    /// Both positions, the earlier first.
    fn both(&mut self) -> [&mut State; 2] {
        [&mut self.before, &mut self.after]
    }

    /// A division of Kassandros stands in a hex and looks about, from the beginning of the week to its end.
    fn kassandros_watches(&mut self, hex: HexId) {
        let division = self.field("CAS", "Division 1");
        for st in self.both() {
            let it = st.command_mut(division);
            (it.hex, it.inside, it.parent) = (hex, None, None);
        }
    }

    /// Who hears of the events that are meant.
    fn hear(&self, is_meant: fn(&What) -> bool) -> BTreeSet<String> {
        let told = self.told();
        let meant = |country: CountryId| {
            told.iter().any(|each| is_meant(&each.event.what) && each.audience.includes(seat(country)))
        };
        self.sc.country_ids().filter(|country| meant(*country)).map(|country| self.key(country)).collect()
    }

    fn key(&self, country: CountryId) -> String {
        self.sc.country(country).key.to_string()
    }
}

fn hoplites() -> Units {
    Units::of(UnitKind::Hoplite, 2)
}

fn all_rows() -> Vec<Row> {
    [household::rows(), court::rows(), war::rows(), cities::rows(), world::rows()].into_iter().flatten().collect()
}

#[test]
fn events_are_told_to_whom_they_concern_and_to_nobody_else() {
    for row in all_rows() {
        let mut world = World::new();
        (row.happens)(&mut world);
        let all = world.sc.countries.iter().map(|country| country.key.to_string());
        let expected: BTreeSet<String> =
            if row.hears == "all" { all.collect() } else { row.hears.split_whitespace().map(Into::into).collect() };
        assert_eq!(world.hear(row.is_meant), expected, "{}", row.event);
    }
}

#[test]
fn every_kind_of_event_has_a_row() {
    let mut shown = BTreeSet::new();
    for row in all_rows() {
        let mut world = World::new();
        (row.happens)(&mut world);
        let meant = world.told().into_iter().filter(|each| (row.is_meant)(&each.event.what));
        shown.extend(meant.map(|each| each.event.kind()));
    }
    for kind in What::KINDS {
        assert!(shown.contains(kind), "{kind}: write a row that says who hears of it, and who does not");
    }
}

/// In a week in which nothing happens everybody hears of the weather and of his own accounts.
#[test]
fn in_a_quiet_week_nobody_hears_more_than_the_weather_and_his_accounts() {
    let world = World::new();
    for country in world.sc.country_ids() {
        let told = world.told();
        let heard = told.iter().filter(|each| each.audience.includes(seat(country)));
        let kinds: Vec<&str> = heard.map(|each| each.event.kind()).collect();
        assert_eq!(kinds, ["weather_came", "accounts_drawn"], "{}", world.key(country));
    }
}

/// Section 6: a secret act is nothing to third parties, in no words and under no name.
#[test]
fn of_secret_acts_third_parties_hear_nothing() {
    for happens in [court::murder, court::bribe_refused_and_traced, household::spy_caught] {
        let mut world = World::new();
        happens(&mut world);
        let cas = seat(world.country("CAS"));
        let heard: Vec<_> = world.told().into_iter().filter(|each| each.audience.includes(cas)).collect();
        let kinds: Vec<&str> = heard.iter().map(|each| each.event.kind()).collect();
        assert_eq!(kinds, ["weather_came", "accounts_drawn"]);
    }
}
