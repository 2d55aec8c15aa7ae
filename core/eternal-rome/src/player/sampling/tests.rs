use kernel::{Dice, GameSeed, SeatId};

use super::*;
use crate::knowledge::known;
use crate::knowledge::{Knowledge, Sighting};
use crate::model::frames::{Frame, Question};
use crate::model::scenario::Scenario;
use crate::model::scenario::shipped::{self, shipped};
use crate::model::state::{ArmyStatus, Band, ForceId, State, Yard};
use crate::orders::Order;
use crate::orders::{carry_out, judge};
use crate::player::random;
use crate::player::rollout_policy;
use crate::rules::strength;

fn dice(number: u64) -> Dice {
    Dice::keyed(&GameSeed::from_number(number), "worlds").quiet()
}

fn seats(sc: &Scenario) -> impl Iterator<Item = SeatId> + use<> {
    (0..sc.seats.len() as u16).map(SeatId)
}

/// A campaign at random, seen at every step.
fn at_random(sc: &Scenario, steps: u64, mut look: impl FnMut(&State, u64)) {
    let mut st = State::start(sc, sc.options);
    carry_out::open(sc, &mut st, &mut Dice::middling());
    for step in 0..steps {
        let Some(seat) = to_act(sc, &st).first().copied() else { return };
        look(&st, step);
        let mut orders = random::orders(sc, &Knowledge::of(sc, &st, seat), &mut dice(step));
        orders.retain(|order| !matches!(order, Order::Resign(_)));
        carry_out::advance(sc, &mut st, &[(seat, orders)], &mut dice(10_000 + step));
    }
}

#[test]
fn an_imagined_world_looks_like_the_true_one() {
    for sc in shipped() {
        at_random(sc, 300, |st, step| {
            if step % 5 != 0 && st.stack.is_empty() {
                return;
            }
            for seat in seats(sc) {
                let knowledge = Knowledge::of(sc, st, seat);
                let world = sample(sc, &knowledge, &mut dice(step));
                assert_eq!(Knowledge::of(sc, &world, seat), knowledge, "{}, step {step}", sc.id);
                assert_eq!(to_act(sc, &world), to_act(sc, st));
            }
        });
    }
}

/// What a seat knows tells it, as it tells the rules, whether it is awaited.
#[test]
fn a_seat_knows_whether_it_is_awaited() {
    for sc in shipped() {
        at_random(sc, 300, |st, step| {
            for seat in seats(sc) {
                let known = Knowledge::of(sc, st, seat);
                let awaits = crate::rules::sequence::awaits;
                assert_eq!(awaits(sc, &known.st, seat), awaits(sc, st, seat), "{}, step {step}", sc.id);
            }
        });
    }
}

/// Friends and seats are found by their majors: the same as power by power.
#[test]
fn majors_stand_for_all_they_act_for() {
    use crate::rules::relations::{acting, friendly, friends, powers_of, seat_of};
    for sc in shipped() {
        at_random(sc, 200, |st, step| {
            let playing: Vec<Option<SeatId>> = acting(sc, st).iter().map(|power| seat_of(sc, st, power)).collect();
            let seats_acting = crate::rules::sequence::seats_acting(sc, st);
            for seat in seats(sc) {
                let own = powers_of(sc, st, seat);
                let sides = own.iter().map(crate::model::ids::Powers::one).chain([own]);
                for side in sides {
                    let known = friends(sc, st, side);
                    let friend = |other| side.iter().any(|power| friendly(sc, st, power, other));
                    assert!(sc.power_ids().all(|other| known.has(other) == friend(other)), "{}, step {step}", sc.id);
                }
                assert_eq!(seats_acting.has(seat), playing.contains(&Some(seat)), "{}, step {step}", sc.id);
            }
        });
    }
}

#[test]
fn worlds_differ_in_what_is_hidden() {
    for sc in shipped() {
        let mut st = State::start(sc, sc.options);
        carry_out::open(sc, &mut st, &mut Dice::middling());
        // At the start the scenario tells all; half a year on it tells little.
        st.month = sc.start.plus(6);
        let knowledge = Knowledge::of(sc, &st, SeatId(0));
        let sampling: Vec<State> = (0..8).map(|number| sample(sc, &knowledge, &mut dice(number))).collect();
        for other in &sampling[1..] {
            assert_ne!(sampling[0].armies, other.armies);
        }
        assert!(sampling.iter().any(|world| world.leaders != sampling[0].leaders), "{}", sc.id);
        assert!(sampling.iter().any(|world| world.fleets != sampling[0].fleets), "{}", sc.id);
        let purses = |st: &State| st.powers.iter().map(|power| power.treasury).collect::<Vec<_>>();
        assert!(sampling.iter().any(|world| purses(world) != purses(&sampling[0])), "{}", sc.id);
    }
}

#[test]
fn at_the_start_everybody_knows_the_scenario() {
    for sc in shipped() {
        let mut st = State::start(sc, sc.options);
        carry_out::open(sc, &mut st, &mut Dice::middling());
        let knowledge = Knowledge::of(sc, &st, SeatId(0));
        let world = sample(sc, &knowledge, &mut dice(1));
        for seen in majors(&st, &knowledge) {
            let (drawn, truth) = (strength(sc, &world, &seen), strength(sc, &st, &seen));
            assert!(drawn.abs_diff(truth) * 4 <= truth, "{}: {drawn} for {truth} at {}", sc.id, seen.hex);
        }
        let strength = |st: &State| -> Vec<u32> {
            let of = |power| {
                let armies = st.armies.iter().filter(|army| army.id.power == power);
                crate::rules::strength::of_armies(sc, st, armies)
            };
            sc.power_ids().map(of).collect()
        };
        let (drawn, truth) = (strength(&world), strength(&st));
        for (power, (drawn, truth)) in drawn.iter().zip(&truth).enumerate() {
            assert!(drawn.abs_diff(*truth) * 4 <= *truth, "{}: {drawn} for {truth} of power {power}", sc.id);
        }
    }
}

/// Whoever plays on in a playout knows no more of it than he would of the true one.
#[test]
fn habits_do_not_know_what_is_hidden_and_plan_a_phase_at_once() {
    let mut hidden = 0;
    for sc in shipped() {
        at_random(sc, 200, |st, step| {
            let seat = to_act(sc, st)[0];
            if !st.stack.is_empty() {
                return;
            }
            let knowledge = Knowledge::of(sc, st, seat);
            let dark = |at_sea: bool, hex, power| {
                knowledge.sightings.iter().any(|seen| (seen.at_sea, seen.hex, seen.power) == (at_sea, hex, power))
            };
            let mut other = st.clone();
            for army in other.armies.iter_mut().filter(|army| dark(false, army.hex, army.id.power)) {
                army.bands.iter_mut().for_each(|band| band.count = band.count / 2 + 1);
                hidden += 1;
            }
            for fleet in other.fleets.iter_mut().filter(|fleet| dark(true, fleet.hex, fleet.id.power)) {
                fleet.ships.iter_mut().for_each(|(_, ships)| *ships += 3);
                hidden += 1;
            }
            // A part of an army by itself: two are seen as one (ER-7.1).
            let double = other.armies.iter().find(|army| dark(false, army.hex, army.id.power)).cloned();
            if let Some(double) = double {
                let id = other.new_army(double.id.power, double.hex, double.status);
                other.army_mut(id).unwrap().bands = double.bands;
            }
            assert_eq!(Knowledge::of(sc, &other, seat), knowledge);
            let orders = rollout_policy(sc, st, seat, &mut dice(step));
            assert_eq!(orders, rollout_policy(sc, &other, seat, &mut dice(step)), "{}, step {step}", sc.id);
            assert!(matches!(orders.last(), Some(Order::EndPhase(_))), "{}, step {step}: {orders:?}", sc.id);
        });
    }
    assert!(hidden > 1_000, "{hidden}");
}

#[test]
fn habits_are_legal_for_who_has_them_and_lead_to_an_end() {
    for sc in shipped() {
        let mut st = State::start(sc, sc.options);
        carry_out::open(sc, &mut st, &mut Dice::middling());
        let (mut steps, mut sieges, mut battles) = (0, 0, 0);
        while let Some(seat) = to_act(sc, &st).first().copied() {
            let knowledge = Knowledge::of(sc, &st, seat);
            let mut dice = dice(steps);
            let orders = rollout_policy(sc, &sample(sc, &knowledge, &mut dice), seat, &mut dice);
            let known = knowledge.st;
            for verdict in judge::check_orders(sc, known, seat, &orders) {
                assert!(!verdict.is_refused(), "{}, step {steps}: {verdict:?}\n{orders:?}", sc.id);
            }
            let before = st.clone();
            play_on(sc, &mut st, &[(seat, orders)], &mut dice);
            assert!(st.month >= before.month && st != before, "every step leads on");
            sieges = sieges.max(st.cities.iter().filter(|city| city.siege.is_some()).count());
            battles = battles.max(st.combats);
            steps += 1;
            assert!(steps < 4_000, "{}: no end", sc.id);
        }
        assert!(st.ending.is_some());
        assert!(sieges > 0 && battles > 0, "{}: they do make war: {sieges} sieges, {battles} battles", sc.id);
    }
}

/// So order sets are ranked in a world as they are by the rules: what comes of them is the same.
#[test]
fn a_world_goes_on_as_the_campaign_does() {
    let (mut same, mut all) = (0, 0);
    for sc in shipped() {
        at_random(sc, 150, |st, step| {
            let seat = to_act(sc, st)[0];
            let orders = random::orders(sc, &Knowledge::of(sc, st, seat), &mut dice(step));
            let (mut world, mut truth) = (st.clone(), st.clone());
            let resolution = carry_out::advance(sc, &mut truth, &[(seat, orders.clone())], &mut dice(step));
            // An order set of which nothing can be done leaves the campaign waiting, and a world goes on all the same.
            if resolution.verdicts[0].iter().any(|verdict| !verdict.is_refused()) {
                play_on(sc, &mut world, &[(seat, orders)], &mut dice(step));
                all += 1;
                same += usize::from(world == truth);
            }
        });
    }
    assert!(all > 200, "{all}");
    // Orders that the seat believes to be impossible, and that are not, make the rest.
    assert!(same * 50 >= all * 49, "{same} of {all}");
}

#[test]
fn an_interception_is_decided_in_the_imagined_world() {
    let mut seen = 0;
    for sc in shipped() {
        at_random(sc, 400, |st, step| {
            let Some(Frame::Ask(ask)) = st.stack.last() else { return };
            let Question::Intercept { candidates, .. } = &ask.question else { return };
            let knowledge = Knowledge::of(sc, st, ask.seat);
            let mut tries = 0;
            for number in 0..6 {
                let mut world = sample(sc, &knowledge, &mut dice(step + number));
                let all = crate::model::frames::Reply::Intercept(candidates.iter().map(|(id, _)| *id).collect());
                let order = crate::orders::answers::of(sc, &world, ask, &all).unwrap();
                play_on(sc, &mut world, &[(ask.seat, vec![order])], &mut dice(step + number));
                tries += usize::from(
                    world.tried.iter().any(|(force, _)| candidates.iter().any(|(id, _)| id == force))
                        || world.combats > st.combats
                        || !world.caught.is_empty(),
                );
            }
            assert!(tries > 0, "{}: the answer is carried out", sc.id);
            seen += 1;
        });
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn evaluation_is_shared_and_more_of_anything_is_better() {
    let mut embarked = 0;
    for sc in shipped() {
        let mut st = State::start(sc, sc.options);
        carry_out::open(sc, &mut st, &mut Dice::middling());
        let before = evaluation(sc, &st);
        let total: u32 = before.iter().sum();
        assert!((999_900..=1_000_000).contains(&total), "{total}");
        let mut richer = st.clone();
        let foreign = sc.province_ids().find(|&id| {
            let holder = st.province(id).controller;
            sc.province(id).tax > 4
                && holder.is_some_and(|power| {
                    crate::rules::relations::seat_of(sc, &st, power).is_some_and(|seat| seat != SeatId(0))
                })
        });
        let major = crate::rules::relations::powers_of(sc, &st, SeatId(0)).iter().next();
        richer.province_mut(foreign.unwrap()).controller = major;
        assert!(evaluation(sc, &richer)[0] > before[0]);
        // A capital under siege is lost in part, the more, the longer it lasts; more when it is taken, though the province
        // has no master then; and all when it is whole again.
        let besieged = sc.province_ids().find_map(|id| {
            let city =
                sc.province(id).capital.filter(|&city| sc.province(id).tax > 4 && st.city(city).siege.is_none())?;
            let owner = crate::rules::relations::seat_of(sc, &st, st.province(id).controller?)?;
            (owner != SeatId(0)).then_some((id, city))
        });
        let (province, city) = besieged.expect("the others have cities");
        let mut last = before[0];
        for months in [0, 2, 9] {
            let mut starved = st.clone();
            starved.city_mut(city).siege = Some(st.month.plus(-months));
            let army = starved.armies.iter().find(|army| Some(army.id.power) == major).unwrap().id;
            let before_it = starved.army_mut(army).unwrap();
            (before_it.hex, before_it.status) = (sc.city(city).hex, ArmyStatus::Besieging);
            let now = evaluation(sc, &starved)[0];
            assert!(now > last, "{}: {now} after {last}", sc.id);
            last = now;
        }
        let mut taken = st.clone();
        (taken.city_mut(city).controller, taken.province_mut(province).controller) = (major.unwrap(), None);
        let now = evaluation(sc, &taken)[0];
        assert!(now > last, "{}: {now} after {last}", sc.id);
        taken.province_mut(province).controller = major;
        assert!(evaluation(sc, &taken)[0] > now, "{}", sc.id);
        // The same men in two armies instead of one are worth less, the more so early.
        let main = st.armies.iter().filter(|army| Some(army.id.power) == major);
        let main = main.max_by_key(|army| strength::of_bands(sc, &st, &army.bands).land4).unwrap().clone();
        let mut scattered = st.clone();
        let halves: Vec<Band> = main.bands.iter().map(|band| Band { count: band.count / 2, ..*band }).collect();
        let rest = main.bands.iter().map(|band| Band { count: band.count - band.count / 2, ..*band }).collect();
        scattered.army_mut(main.id).unwrap().bands = rest;
        let second = scattered.new_army(main.id.power, main.hex, main.status);
        scattered.army_mut(second).unwrap().bands = halves;
        let early = before[0] - evaluation(sc, &scattered)[0];
        let (mut late, mut late_scattered) = (st.clone(), scattered);
        (late.month, late_scattered.month) = (sc.end.plus(-1), sc.end.plus(-1));
        assert!(early > 2 * (evaluation(sc, &late)[0] - evaluation(sc, &late_scattered)[0]), "{}: {early}", sc.id);
        // Whoever puts to sea with all his men has them still.
        let mut aboard = st.clone();
        if let Some(fleet) = aboard.fleets.iter_mut().find(|fleet| fleet.cargo.bands.is_empty()) {
            fleet.cargo.bands = main.bands.clone();
            fleet.cargo.power = Some(main.id.power);
            aboard.army_mut(main.id).unwrap().bands.clear();
            assert_eq!(evaluation(sc, &aboard), before, "{}", sc.id);
            embarked += 1;
        }
        // Ships count from when they are laid down, for whoever holds the port.
        let port = sc.city_ids().find(|&id| Some(st.city(id).controller) == major && sc.city(id).port).unwrap();
        let mut building = st.clone();
        building.yards.push(Yard { city: port, ready: st.month.plus(3), ships: 2 });
        let laid_down = evaluation(sc, &building)[0];
        assert!(laid_down > before[0], "{}", sc.id);
        let mut afloat = st.clone();
        let fleet = afloat.fleets.iter_mut().find(|fleet| Some(fleet.id.power) == major).unwrap();
        fleet.ships.push((fleet.id.power, 2));
        assert_eq!(evaluation(sc, &afloat)[0], laid_down, "{}", sc.id);
        let mut weaker = st.clone();
        weaker.armies.retain(|army| Some(army.id.power) != major);
        let after = evaluation(sc, &weaker);
        assert!(after[0] < before[0]);
        // However lopsided, shares stay shares.
        weaker.armies.clear();
        assert!(evaluation(sc, &weaker).iter().sum::<u32>() <= 1_000_000 && after.iter().sum::<u32>() <= 1_000_000);
        assert!(
            features(sc, &st, SeatId(0)).iter().any(|feature| feature.name == "strength on land" && feature.amount > 0)
        );
    }
    assert!(embarked > 0);
}

/// A campaign of rollout policies in the fog, from one month to another: before each order set the truth, what the seats see of
/// it, and a world.
fn in_the_fog(sc: &Scenario, months: std::ops::Range<u32>, mut look: impl FnMut(&State, &Knowledge, &State)) {
    let mut st = State::start(sc, sc.options);
    carry_out::open(sc, &mut st, &mut dice(1));
    let mut step = 0;
    while clock(sc, &st) < months.end {
        let seat = to_act(sc, &st)[0];
        if st.stack.is_empty() && clock(sc, &st) >= months.start {
            for seat in seats(sc) {
                let knowledge = Knowledge::of(sc, &st, seat);
                look(&st, &knowledge, &sample(sc, &knowledge, &mut dice(step)));
            }
        }
        let mut rng = dice(1_000 + step);
        let orders = rollout_policy(sc, &st, seat, &mut rng);
        play_on(sc, &mut st, &[(seat, orders)], &mut rng);
        step += 1;
    }
}

/// The armies of a power in a hex, in quarters.
fn strength(sc: &Scenario, st: &State, seen: &Sighting) -> u32 {
    crate::rules::strength::of_armies(sc, st, st.armies_at(seen.hex).filter(|army| army.id.power == seen.power))
}

/// Counts a place, what there is, and what was drawn.
fn tally(sums: &mut [u32; 3], truth: u32, drawn: u32) {
    *sums = [sums[0] + 1, sums[1] + truth, sums[2] + drawn];
}

/// Places where a seat sees land forces of majors and not their strength.
fn majors(st: &State, knowledge: &Knowledge) -> Vec<Sighting> {
    let major = |seen: &Sighting| !seen.at_sea && st.power(seen.power).kind.is_major();
    knowledge.sightings.iter().copied().filter(major).collect()
}

/// Where a major has more to fear and to lose, its garrisons are stronger, and so they are imagined.
#[test]
fn garrisons_are_drawn_by_what_they_guard() {
    let sc = shipped::find("octavius-antonius").unwrap();
    // Places, true strength and drawn: of garrisons in danger, and of others.
    let (mut danger, mut rest) = ([0u32; 3], [0u32; 3]);
    in_the_fog(&sc, 5..14, |st, knowledge, world| {
        for seen in majors(st, knowledge) {
            if known::army_status(&sc, st, &seen) != ArmyStatus::Garrison {
                continue;
            }
            let expected = sample::expected(&sc, st, &seen, &sample::guards(&sc, st, seen.power));
            let sums = if expected >= 160 { &mut danger } else { &mut rest };
            tally(sums, strength(&sc, st, &seen), strength(&sc, world, &seen));
        }
    });
    assert!(danger[0] > 50 && rest[0] > 500, "{danger:?} {rest:?}");
    let times = |at: usize| danger[at] / danger[0] * 100 / (rest[at] / rest[0]);
    assert!(times(1) > 150 && times(2) > 150, "{danger:?} {rest:?}");
}

/// The main forces of a major are in the open, and no longer where the scenario put them.
#[test]
fn main_forces_are_drawn_in_the_field() {
    let sc = shipped::find("octavius-antonius").unwrap();
    // Places, true strength and drawn: of armies in the open, and of what is left where main forces were.
    let (mut open, mut left) = ([0u32; 3], [0u32; 3]);
    in_the_fog(&sc, 1..8, |st, knowledge, world| {
        for seen in majors(st, knowledge) {
            let start = sc.forces.iter().filter(|force| (force.power, force.hex) == (seen.power, seen.hex));
            let sums = match known::army_status(&sc, st, &seen) {
                ArmyStatus::Field => &mut open,
                _ if start.map(|force| force.land4(&sc)).max() >= Some(300) => &mut left,
                _ => continue,
            };
            tally(sums, strength(&sc, st, &seen), strength(&sc, world, &seen));
        }
    });
    assert!(open[0] > 300 && left[0] > 50, "{open:?} {left:?}");
    for [places, truth, drawn] in [open, left] {
        let (truth, drawn) = (truth / places, drawn / places);
        assert!(drawn * 2 > truth && drawn < truth * 2, "{drawn} drawn for {truth}: {open:?} {left:?}");
    }
}

/// A fleet does not pass before the seat's eyes for nothing.
#[test]
fn fleets_that_move_carry_troops() {
    let sc = shipped::find("octavius-antonius").unwrap();
    let (mut laden, mut all) = (0, 0);
    let mut st = State::start(&sc, sc.options);
    carry_out::open(&sc, &mut st, &mut dice(1));
    for step in 0..600 {
        let seat = to_act(&sc, &st)[0];
        if let Some(Frame::Ask(ask)) = st.stack.last()
            && let Question::Intercept { mover: ForceId::Fleet(fleet), .. } = ask.question
        {
            let knowledge = Knowledge::of(&sc, &st, seat);
            for number in 0..6 {
                let world = sample(&sc, &knowledge, &mut dice(step * 6 + number));
                laden += usize::from(!world.fleet(fleet).expect("it is seen").cargo.bands.is_empty());
                all += 1;
            }
        }
        let mut rng = dice(1_000 + step);
        let orders = rollout_policy(&sc, &st, seat, &mut rng);
        play_on(&sc, &mut st, &[(seat, orders)], &mut rng);
    }
    assert!(all > 300, "{all}");
    assert!((60..90).contains(&(laden * 100 / all)), "{laden} of {all}");
}
