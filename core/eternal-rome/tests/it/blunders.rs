//! Play that no sensible player would choose, counted over whole campaigns: none is wanted. Whatever a planner offers may be
//! chosen by a search, so that the seats answer by lot among all that is offered, and by first answers.

use std::collections::BTreeMap;

use eternal_rome::EternalRome;
use eternal_rome::model::frames::{Ask, Frame, Question};
use eternal_rome::model::names;
use eternal_rome::model::scenario::{Scenario, shipped};
use eternal_rome::model::state::{ForceId, State};
use eternal_rome::orders::{InterceptArmy, InterceptFleet, Order};
use eternal_rome::rules::event::{Event, EventKind};
use eternal_rome::rules::strength;
use kernel::{Answer, Dice, GameSeed, GameSystem, Planning, Question as Asked, RuleRef, Visibility};

const RULE: RuleRef = RuleRef::new("test");
/// What an army or fleet of unknown strength is taken for, in quarters (ER-R45).
const UNKNOWN: u32 = 4 * 40;
/// So many of a kind are told.
const TOLD: usize = 5;

/// What was done that should not have been, by kind, and how many battles there were in all.
#[derive(Default)]
struct Found {
    blunders: BTreeMap<&'static str, Vec<String>>,
    battles: u32,
    /// Capitals of provinces that somebody walked into while nobody was at home.
    open_capitals: u32,
}

/// Whether a force is less than a third of what it meets.
fn hopeless(own: f64, foe: f64) -> bool {
    own * 3.0 < foe
}

fn points(written: &str) -> f64 {
    written.parse().expect("a strength in points")
}

fn strength_of(sc: &Scenario, st: &State, force: ForceId) -> u32 {
    match force {
        ForceId::Army(id) => st.army(id).map_or(0, |army| strength::of_bands(sc, st, &army.bands).land4),
        ForceId::Fleet(id) => st.fleet(id).map_or(0, |fleet| strength::of_fleet(sc, st, fleet)),
    }
}

impl Found {
    fn note(&mut self, kind: &'static str, what: String) {
        self.blunders.entry(kind).or_default().push(what);
    }

    /// Interceptions are judged when they are ordered: who else stands in the hex when it comes to blows is not known then.
    fn look_at_orders(&mut self, sc: &Scenario, st: &State, orders: &[Order]) {
        let Some(Frame::Ask(Ask { question: Question::Intercept { mover, hex, .. }, .. })) = st.stack.last() else {
            return;
        };
        for order in orders {
            let (Order::InterceptArmy(InterceptArmy { interceptors, .. })
            | Order::InterceptFleet(InterceptFleet { interceptors, .. })) = order
            else {
                continue;
            };
            let forces = interceptors.iter().filter_map(|name| names::find_force(sc, name));
            let own: u32 = forces.map(|force| strength_of(sc, st, force)).sum();
            let foe = strength_of(sc, st, *mover).min(UNKNOWN);
            if !interceptors.is_empty() && hopeless(own.into(), foe.into()) {
                self.note("interceptions", format!("{own} against {foe} quarters at {hex}: {interceptors:?}"));
            }
        }
    }

    fn look_at_events(&mut self, sc: &Scenario, before: &State, events: &[Event]) {
        let caught_at_sea = |event: &Event| matches!(event.what, EventKind::ForceIntercepted { at_sea: true, .. });
        let caught_at_sea = events.iter().any(caught_at_sea);
        for event in events {
            match &event.what {
                EventKind::BattleFought { strength, at_sea, city, attackers, defenders, hex, .. } => {
                    self.battles += 1;
                    let (attack, defence) = (points(&strength.attacker), points(&strength.defence));
                    let caught = if *at_sea { caught_at_sea } else { before.caught.iter().any(|one| one.hex == *hex) };
                    // Who is aboard the ships in a port is seen when it is fought.
                    let hidden = city.is_some() && before.fleets_at(*hex).any(|fleet| !fleet.cargo.bands.is_empty());
                    if hopeless(attack, defence) && !caught && !hidden {
                        let kind = if *at_sea {
                            "battles at sea"
                        } else if city.is_some() {
                            "assaults"
                        } else {
                            "battles"
                        };
                        self.note(kind, format!("{attack} against {defence} at {hex}: {attackers:?} on {defenders:?}"));
                    }
                }
                EventKind::FleetDrowned { power, hex, ships } => {
                    // Ships caught on their way home, or driven out of a port that was lost, are unlucky.
                    let unlucky = before.fleets_at(*hex).all(|fleet| fleet.fought || fleet.stopped);
                    if !unlucky && sc.hex(*hex).city.is_none() {
                        self.note("fleets drowned", format!("{ships} of {power} at {hex}"));
                    }
                }
                EventKind::ProvincePlundered { province, by, .. } => {
                    let info = sc.province_ids().map(|id| sc.province(id)).find(|info| info.name == province.name);
                    let first = info.and_then(|info| info.initial).map(|first| sc.power(first).code.to_string());
                    if first == Some(by.to_string()) {
                        self.note("own provinces plundered", format!("{province} by {by}"));
                    }
                }
                EventKind::CityTaken { city, from, .. } => {
                    let taken = sc.city_ids().find(|&id| sc.city(id).name.to_string() == city.to_string());
                    let capital = taken.filter(|&id| sc.province_ids().any(|at| sc.province(at).capital == Some(id)));
                    let manned = |hex| before.armies_at(hex).any(|army| army.id.power == from.id);
                    let open = capital.is_some_and(|id| !manned(sc.city(id).hex));
                    self.open_capitals += u32::from(open);
                }
                _ => {}
            }
        }
    }
}

/// Plays whole campaigns.
fn play(scenario: &str, games: u64, by_lot: bool) -> Found {
    let sc = shipped::find(scenario).expect("a shipped scenario");
    let mut found = Found::default();
    for number in 0..games {
        let seed = GameSeed::from_number(900 + number);
        let mut st = EternalRome::start(&sc, &serde_json::Value::Null, &seed).expect("it starts");
        while let Some(wait) = EternalRome::awaiting(&sc, &st).into_iter().next() {
            let known = EternalRome::knowledge(&sc, &st, wait.seat);
            let mut lot = Dice::keyed(&seed, &format!("answers {}", st.steps));
            let mut stream = lot.stream("answers", wait.seat.0, 0);
            let mut choose = |question: &Asked| -> Answer {
                if by_lot { stream.pick(question.answers.len(), RULE) as Answer } else { 0 }
            };
            let orders = EternalRome::walk(&sc, &known, &mut choose);
            found.look_at_orders(&sc, &st, &orders);
            let before = st.clone();
            let mut dice = Dice::for_step(&seed, st.steps + 1);
            let told = EternalRome::advance(&sc, &mut st, &[(wait.seat, orders)], &mut dice);
            let events: Vec<Event> = told.events.into_iter().map(|addressed| addressed.event).collect();
            found.look_at_events(&sc, &before, &events);
        }
    }
    found
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-eternal-rome --test it blunders"
)]
fn nothing_foolish_is_offered() {
    let mut foolish = Vec::new();
    // Minors have too few men for all their capitals, and in a short campaign every legion is wanted at the front.
    for (scenario, games, by_lot, open_capitals) in [
        ("bellum-siculum", 40, false, 40),
        ("bellum-siculum", 40, true, 80),
        ("octavius-antonius", 10, false, 80),
        ("octavius-antonius", 10, true, 80),
    ] {
        let found = play(scenario, games, by_lot);
        assert!(found.battles > 200, "{scenario}: {} battles", found.battles);
        if found.open_capitals > open_capitals {
            foolish.push(format!("{scenario}, {by_lot}: {} capitals were left open", found.open_capitals));
        }
        for (kind, all) in found.blunders {
            let told = all.iter().take(TOLD).cloned().collect::<Vec<_>>().join("; ");
            foolish.push(format!("{scenario}, {by_lot}: {} {kind}: {told}", all.len()));
        }
    }
    assert!(foolish.is_empty(), "{}", foolish.join("\n"));
}
