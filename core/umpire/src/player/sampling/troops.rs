//! Foreign troops: within the error of the reports where there are any, likely ones where there are none.

use kernel::exact::{apportion, round_half_up};
use kernel::map::Mode;

use super::Random;
use crate::knowledge::Knowledge;
use crate::model::ids::{NationId, ProvinceId, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::{Sighting, State};
use crate::rules::informants::conditions;
use crate::rules::{conflict, taxes};

/// Reports older than this no longer place a field army (they still tell of a garrison).
const STALE_AFTER: u32 = 2;
/// How often such an army is still where it was seen, per cent.
const STAYED: i64 = 60;
/// How often an Independent city's garrison is gone, per cent.
const UNMANNED: i64 = 10;
/// Units that a nation keeps, per cent of those its revenue could pay.
const CARRIES: (i64, i64) = (45, 70);
/// How often a body out of sight is abroad where it may be, per cent.
const ABROAD: i64 = 80;
/// Units of such a body.
const BODY: (i64, i64) = (2, 9);
/// How often a province is drawn anew until what is certain about it comes out.
const TRIES: u32 = 12;

/// Puts foreign troops into a state that has none.
pub fn draw(sc: &Scenario, known: &Knowledge, st: &mut State, random: &mut Random) {
    let me = known.me;
    let informed: Vec<bool> = sc.province_ids().map(|place| conditions(sc, st, place, me) > 0).collect();
    let mut told = vec![false; sc.provinces.len()];
    for seen in known.sightings() {
        let (place, faction) = (seen.province, seen.faction);
        if faction != sc.ind() && st.nation(faction).eliminated {
            continue;
        }
        let holds = st.province(place).owner == faction;
        told[place.index()] |= holds;
        if fresh(known, seen) || (!informed[place.index()] && still_there(known, seen, holds, random)) {
            put(sc, st, seen, |told, error| likely(random, told, error));
        }
    }
    for place in sc.province_ids() {
        let owner = st.province(place).owner;
        if !told[place.index()] && !informed[place.index()] && owner != me {
            watch(sc, st, place, owner, random);
        }
    }
    for nation in sc.nation_ids().filter(|&nation| nation != me) {
        field_army(sc, known, st, nation, &informed, random);
    }
    for place in sc.province_ids() {
        rebels(sc, st, place);
        if conditions(sc, st, place, me) > 0 {
            settle(sc, known, st, place, random);
        }
    }
}

/// Whether a report was drawn when the last turn ended.
pub fn fresh(known: &Knowledge, seen: &Sighting) -> bool {
    seen.turn + 1 >= known.st.turn
}

/// Whether a report still says something of a field army.
fn recent(known: &Knowledge, seen: &Sighting) -> bool {
    known.st.turn.saturating_sub(seen.turn + 1) <= STALE_AFTER
}

/// An old report tells of a garrison, or of an army that may have gone on.
fn still_there(known: &Knowledge, seen: &Sighting, holds: bool, random: &mut Random) -> bool {
    holds || (recent(known, seen) && random.range(1, 100) <= STAYED)
}

/// The numbers of a type that may have been reported as `told` with an error of so many per cent (UM-R98, UM-R99).
fn range(told: u16, error: i64) -> (i64, i64) {
    let told = i64::from(told);
    let reads = |count: i64, by: i64| round_half_up(count * (100 + by), 100).max(1);
    let low = (1..=told).find(|&count| reads(count, error) >= told).unwrap_or(told);
    let high = (told..).take_while(|&count| reads(count, -error) <= told).last().unwrap_or(told);
    (low, high.max(low))
}

/// A number that may have been reported as `told`: every error up to so many per cent is as likely.
fn likely(random: &mut Random, told: u16, error: i64) -> i64 {
    let (low, high) = range(told, error);
    let by = random.range(-error, error);
    round_half_up(i64::from(told) * 100, 100 + by).clamp(low, high)
}

/// The troops of a report, each type as `draw` makes it of the number told and its error.
fn put(sc: &Scenario, st: &mut State, seen: &Sighting, mut draw: impl FnMut(u16, i64) -> i64) {
    let (place, faction) = (seen.province, seen.faction);
    if let Some([fleets, armies]) = seen.merged {
        let error = i64::from(sc.constants.R99.error_pct);
        for (count, fleet) in [(fleets, true), (armies, false)] {
            if count > 0 {
                raise(sc, st, place, faction, fleet, draw(count, error));
            }
        }
        return;
    }
    let grade = usize::from(seen.grade.clamp(1, 3)) - 1;
    let error = i64::from(sc.constants.R98.error_pct_by_grade[grade]);
    for &(kind, count) in &seen.units {
        let drawn = draw(count, error);
        st.stacks.set(place, faction, kind, drawn as u16);
    }
}

/// Adds units of one arm of the types that the faction raises in such country.
fn raise(sc: &Scenario, st: &mut State, place: ProvinceId, faction: NationId, fleet: bool, count: i64) {
    let terrain = sc.province(place).terrain;
    let may = |kind: TypeId| faction == sc.ind() || sc.unit(kind).nations[faction.index()];
    let weight = |kind: TypeId| match sc.unit(kind) {
        unit if unit.is_fleet() != fleet || !may(kind) => 0,
        unit if fleet => unit.recruit_pct.iter().copied().max().unwrap_or(0).max(1) as u64,
        _ if faction == sc.ind() => u64::from(kind == sc.militia_type),
        unit => unit.recruit_pct[terrain].max(0) as u64,
    };
    let mut weights: Vec<u64> = sc.type_ids().map(weight).collect();
    if weights.iter().all(|weight| *weight == 0) {
        if fleet {
            return;
        }
        weights[sc.militia_type.index()] = 1;
    }
    for (kind, part) in sc.type_ids().zip(apportion(count.max(0) as u32, &weights)) {
        st.stacks.add(place, faction, kind, part as u16);
    }
}

/// What is usually in a place that nobody reports from, read off eight campaigns of mixed postures. Independents man
/// their walls by their wealth, a unit for every one and a half to two and a half points of revenue; nations keep at most
/// one for every point and a half, and in the capital two and a few: their armies are in the field.
fn watch(sc: &Scenario, st: &mut State, place: ProvinceId, owner: NationId, random: &mut Random) {
    let revenue = st.province(place).rev_original.in_tenths();
    let count = if owner == sc.ind() {
        if random.range(1, 100) <= UNMANNED { 0 } else { random.range((revenue + 10) / 25, (revenue + 7) / 14) }
    } else if sc.nation(owner).capital == place {
        random.range(2, 2 + revenue / 35)
    } else {
        random.range(0, (revenue + 7) / 14)
    };
    raise(sc, st, place, owner, false, count);
}

/// What a nation can be expected to keep under arms, as far as no report shows it: bodies out of sight, most of them
/// before the cities of its enemies, the others at home.
fn field_army(
    sc: &Scenario, known: &Knowledge, st: &mut State, nation: NationId, informed: &[bool], random: &mut Random,
) {
    let mut settled = informed.to_vec();
    for seen in known.sightings().iter().filter(|seen| seen.faction == nation && recent(known, seen)) {
        settled[seen.province.index()] = true;
    }
    let unseen = |place: &ProvinceId| !settled[place.index()];
    let before_enemies = |place: &ProvinceId| {
        st.enemies(sc, nation, st.province(*place).owner)
            && st.neighbours(sc, *place, Mode::Land).any(|next| st.province(next).owner == nation)
    };
    let home: Vec<ProvinceId> = st.owned_by(nation).filter(unseen).collect();
    let abroad: Vec<ProvinceId> = sc.province_ids().filter(unseen).filter(before_enemies).collect();
    let revenue: i64 = st.owned_by(nation).map(|place| st.normal_revenue(sc, place).in_tenths()).sum();
    let carries = if sc.is_civilised(nation) {
        revenue * random.range(CARRIES.0, CARRIES.1) / (100 * sc.economy.unit_upkeep.in_tenths().max(1))
    } else {
        revenue * sc.constants.R84.full_strength_pct * random.range(50, 90) / 100_000
    };
    let mut missing = carries - i64::from(st.strength(sc, nation));
    if missing <= 0 {
        return;
    }
    if let Some(port) = home.iter().copied().find(|&place| sc.province(place).coastal) {
        raise(sc, st, port, nation, true, missing / 8);
        missing -= missing / 8;
    }
    while missing > 0 {
        let away = !abroad.is_empty() && (home.is_empty() || random.range(1, 100) <= ABROAD);
        let places = if away { &abroad } else { &home };
        if places.is_empty() {
            return;
        }
        let place = places[random.range(0, places.len() as i64 - 1) as usize];
        let body = random.range(BODY.0, BODY.1).min(missing);
        raise(sc, st, place, nation, false, body);
        missing -= body;
    }
}

/// Independents among a nation's walls are in revolt against it (UM-25.12).
fn rebels(sc: &Scenario, st: &mut State, place: ProvinceId) {
    let owner = st.province(place).owner;
    let rise = owner != sc.ind() && st.armies(sc, place, sc.ind()) > 0;
    st.province_mut(place).in_revolt_against = rise.then_some(owner);
}

/// Whether what the seat knows for certain of a province comes out of the troops there: brackets, siege, blockade.
fn agrees(sc: &Scenario, known: &Knowledge, st: &State, place: ProvinceId) -> bool {
    let me = known.me;
    let certain = known.certain[place.index()];
    let own = known.st.province(place).owner == me;
    let brackets = !own || taxes::bracketed(sc, st, place) == certain.bracketed;
    let there = known.st.stacks.present(place).has(me);
    let shut_in = !there
        || conflict::is_besieged(sc, st, place, me) == certain.besieged
            && conflict::blockaded(sc, st, place, me) == certain.blockaded;
    brackets && shut_in
}

/// Draws the troops of a province anew until what is certain about it comes out; where chance does not help, each faction
/// in turn is as weak or as strong as its report allows.
fn settle(sc: &Scenario, known: &Knowledge, st: &mut State, place: ProvinceId, random: &mut Random) {
    if agrees(sc, known, st, place) {
        return;
    }
    let here: Vec<&Sighting> =
        known.sightings().iter().filter(|seen| seen.province == place && fresh(known, seen)).collect();
    for _ in 0..TRIES {
        for seen in &here {
            put(sc, st, seen, |told, error| likely(random, told, error));
        }
        if agrees(sc, known, st, place) {
            return;
        }
    }
    for mask in 0..1u32 << here.len().min(6) {
        for (at, seen) in here.iter().enumerate() {
            put(sc, st, seen, |told, error| {
                let (low, high) = range(told, error);
                if mask >> at & 1 == 1 { high } else { low }
            });
        }
        if agrees(sc, known, st, place) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Dice, GameSeed, GameSystem, Planning, Visibility};

    use super::*;
    use crate::Umpire;
    use crate::model::scenario::shipped;
    use crate::player::sampling::sample;

    /// A view and a sample that fits it, for two nations every other turn of campaigns of first answers.
    fn each_imagined(mut look: impl FnMut(&Scenario, &Knowledge, &State)) {
        for sc in shipped::shipped() {
            let seed = GameSeed::from_number(17);
            let mut st = State::start(sc, &seed);
            for turn in 1..=8 {
                for nation in [NationId(0), NationId(3)].into_iter().filter(|_| turn % 2 == 0) {
                    let known = Knowledge::of(sc, &st, nation);
                    look(sc, &known, &sample(sc, &known, &mut Dice::keyed(&seed, "world").quiet()));
                }
                let seats = Umpire::awaiting(sc, &st).into_iter().map(|wait| wait.seat);
                let order_sets: Vec<_> =
                    seats.map(|seat| (seat, Umpire::orders(sc, &Umpire::knowledge(sc, &st, seat), &[]))).collect();
                Umpire::advance(sc, &mut st, &order_sets, &mut Dice::for_step(&seed, turn).quiet());
            }
        }
    }

    #[test]
    fn rumours_are_believed_and_nothing_is_added_to_them() {
        let mut rumours = 0;
        each_imagined(|sc, known, world| {
            let error = i64::from(sc.constants.R99.error_pct);
            // Tribal nations are ranked by their units, which follow the ranking.
            let ranked_by_wealth = |seen: &&Sighting| !sc.is_tribal(seen.faction);
            for seen in known.sightings().iter().filter(|seen| fresh(known, seen)).filter(ranked_by_wealth) {
                let (Some([_, told]), faction) = (seen.merged, seen.faction) else { continue };
                let armies = i64::from(world.armies(sc, seen.province, faction));
                let (low, high) = if told == 0 { (0, 0) } else { range(told, error) };
                assert!((low..=high).contains(&armies), "{seen:?}: {armies}");
                rumours += 1;
            }
        });
        assert!(rumours > 50, "only {rumours} rumours");
    }

    #[test]
    fn armies_out_of_sight_are_before_enemy_cities_too() {
        let (mut abroad, mut all) = (0, 0);
        each_imagined(|sc, known, world| {
            for nation in sc.nation_ids().filter(|&nation| nation != known.me) {
                for place in sc.province_ids().filter(|&place| conditions(sc, world, place, known.me) == 0) {
                    let units = world.armies(sc, place, nation);
                    all += units;
                    if world.province(place).owner != nation {
                        abroad += units;
                        let told = known.sightings().iter().any(|s| s.province == place && s.faction == nation);
                        let enemies = world.enemies(sc, nation, world.province(place).owner);
                        assert!(units == 0 || told || enemies, "{nation:?} has {units} in a friend's {place:?}");
                    }
                }
            }
        });
        assert!(abroad * 10 > all && abroad * 2 < all, "{abroad} of {all} units");
    }

    #[test]
    fn a_number_told_is_right_on_average() {
        let mut dice = Dice::keyed(&GameSeed::from_number(1), "numbers").quiet();
        let mut random = Random(dice.stream("numbers", 0, 0));
        // Where half may be missing, twice as many may stand behind a number: the mean is a tenth above it.
        for (told, error, most) in [(4, 50, 1_150), (10, 25, 1_050), (20, 10, 1_050), (7, 0, 1_050)] {
            let sum: i64 = (0..1_000).map(|_| likely(&mut random, told, error)).sum();
            let told = i64::from(told);
            assert!((told * 950..=told * most).contains(&sum), "{told} with an error of {error}: {sum}");
        }
    }

    #[test]
    fn a_report_may_stand_for_these_numbers() {
        assert_eq!(range(10, 25), (8, 13));
        assert_eq!(range(10, 10), (9, 11));
        assert_eq!(range(10, 0), (10, 10));
        assert_eq!(range(1, 25), (1, 1));
        assert_eq!(range(1, 50), (1, 2));
    }
}
