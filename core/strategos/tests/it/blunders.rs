//! Play that no sensible player would choose, counted over whole campaigns between players who give first answers.

use std::collections::BTreeMap;

use kernel::{Audience, Dice, GameSeed, GameSystem, Planning, SeatId, Visibility};
use serde_json::Value;
use strategos::Strategos;
use strategos::model::ids::{HexId, Name};
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::State;
use strategos::rules::event::{CityFall, What};

/// Fighting units with which a captured city needs not be lost in the week in which it falls.
const ENOUGH: u16 = 12;

/// What was done that should not have been.
#[derive(Debug, Default)]
struct Found {
    /// Battles in all.
    battles: u32,
    /// Battles that the weaker side went into with less than a third of the other's units.
    hopeless_battles: u32,
    /// Assaults in all.
    assaults: u32,
    /// Assaults that ended in a bloody repulse, as the attackers were the weaker side (ST-R40).
    repulses: u32,
    /// Cities taken by storm.
    stormed: u32,
    /// Cities that rose in the week in which they were stormed, with troops enough outside.
    left_empty: u32,
    /// Offers of treaties in all.
    offers: u32,
    /// Offers that were rejected.
    rejected: u32,
    /// Units that left as they were not paid.
    unpaid: u32,
    /// Divisions that starved, and all weeks of divisions.
    starved: u32,
    division_weeks: u32,
}

/// Fighting units of these commands, and whether all of them stood elsewhere when the week began.
fn side(before: &State, names: &[Name], hex: HexId) -> (u16, bool) {
    let named = |name: &&Name| before.commands.values().find(|it| it.name == **name);
    let commands: Vec<_> = names.iter().filter_map(|name| named(&name)).collect();
    (commands.iter().map(|it| it.units.fighting()).sum(), commands.iter().all(|it| it.hex != hex))
}

fn only_seat(audience: &Audience) -> Option<SeatId> {
    match audience {
        Audience::Seats(seats) | Audience::Others(seats) => seats.first().copied(),
        Audience::Everyone => None,
    }
}

impl Found {
    fn look(&mut self, before: &State, audience: &Audience, what: &What, stormed: &mut BTreeMap<Name, SeatId>) {
        match what {
            What::BattleFought { hex, own, foes, won: false, .. } => {
                self.battles += 1;
                let ((mine, came), (theirs, _)) = (side(before, own, *hex), side(before, foes, *hex));
                self.hopeless_battles += u32::from(came && mine * 3 < theirs);
            }
            What::AssaultMade { attacking: true, repulse, .. } => {
                self.assaults += 1;
                self.repulses += u32::from(*repulse);
            }
            What::CityWon { city, how: CityFall::Assault, .. } => {
                self.stormed += 1;
                stormed.extend(only_seat(audience).map(|seat| (city.clone(), seat)));
            }
            What::CityLost { city, how: CityFall::Revolt, .. } if stormed.get(city).copied() == only_seat(audience) => {
                let hex = before.sites.values().find(|it| it.name == *city).map(|it| it.hex);
                let near = before.commands.values().filter(|it| Some(it.hex) == hex && it.inside.is_none());
                let captor = only_seat(audience).map(|seat| seat.0);
                let own = near.filter(|it| it.power.country().map(|country| u16::from(country.0)) == captor);
                self.left_empty += u32::from(own.map(|it| it.units.fighting()).sum::<u16>() >= ENOUGH);
            }
            What::TreatyOffered { .. } => self.offers += 1,
            What::OfferEnded { .. } => self.rejected += 1,
            What::UnitsUnpaid { lost, .. } => self.unpaid += u32::from(lost.fighting()),
            What::DivisionStarved { .. } => self.starved += 1,
            _ => {}
        }
    }
}

fn play(sc: &Scenario, games: u64) -> Found {
    let mut found = Found::default();
    for number in 0..games {
        let seed = GameSeed::from_number(700 + number);
        let mut st = Strategos::start(sc, &Value::Null, &seed).expect("it starts");
        while st.ended.is_none() {
            let week = Strategos::step(&st) + 1;
            let written = |seat: SeatId| (seat, Strategos::orders(sc, &Strategos::knowledge(sc, &st, seat), &[]));
            let sets: Vec<_> = Strategos::to_act(sc, &st).into_iter().map(written).collect();
            let before = st.clone();
            found.division_weeks += before.commands.values().filter(|it| it.units.regts() > 0).count() as u32;
            let told = Strategos::advance(sc, &mut st, &sets, &mut Dice::for_step(&seed, week));
            let mut stormed = BTreeMap::new();
            for addressed in &told.events {
                found.look(&before, &addressed.audience, &addressed.event.what, &mut stormed);
            }
        }
    }
    found
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-strategos --test it blunders"
)]
fn no_country_is_played_foolishly() {
    for (id, games) in [("hellespontos-313bc", 10), ("diadochoi-310bc", 10)] {
        let found = play(&find(id).expect("a shipped scenario"), games);
        assert!(found.stormed > 100 && found.division_weeks > 10_000, "{id}: {found:?}");
        assert_eq!((found.hopeless_battles, found.unpaid), (0, 0), "{id}: {found:?}");
        // What stands behind walls that nobody looked into is not known.
        assert!(found.repulses * 20 <= found.assaults, "{id}: {found:?}");
        // Storms cost more than was reckoned with now and then, and less is left to go in.
        assert!(found.left_empty * 100 <= found.stormed, "{id}: {found:?}");
        // Who is at war may be of another mind in the next quarter; he is not asked more often.
        assert!(found.rejected * 2 <= found.offers, "{id}: {found:?}");
        // Whom an enemy cuts off may starve.
        assert!(found.starved * 1_000 <= found.division_weeks, "{id}: {found:?}");
    }
}
