//! Ways over the map: costs, ties, closed land, ranges (ER-3.13, ER-21, ER-R3 to ER-R5, ER-R66).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use eternal_rome::model::costs::{self, Terms};
use eternal_rome::model::distances::{CityRoads, Voyages, along, by_road};
use eternal_rome::model::ids::{HEXES, HexId};
use eternal_rome::model::routes::{approach, costs as costs_of, distance, reach, shortest, track};
use eternal_rome::model::scenario::{LandTerrain, Scenario, shipped};
use eternal_rome::model::{costs::Route, map};
use kernel::map::Mode;

fn world() -> Arc<Scenario> {
    shipped::find("octavius-antonius").unwrap()
}

fn hex(id: &str) -> HexId {
    id.parse().unwrap()
}

fn open(_: HexId) -> bool {
    false
}

fn terms(mode: Mode, winter: bool) -> Terms<'static> {
    Terms { mode, winter, barred: &open, no_straits: false }
}

fn city(sc: &Scenario, name: &str) -> HexId {
    sc.cities.iter().find(|city| city.name.as_str() == name).unwrap().hex
}

/// The same by brute force: whole ways in the order of cost, number of hexes, and list of hexes.
fn plain(sc: &Scenario, from: HexId, to: HexId, terms: &Terms) -> Option<Route> {
    let mut done = vec![false; HEXES];
    let mut heap = BinaryHeap::from([Reverse((0u16, 1usize, vec![from]))]);
    while let Some(Reverse((cost, count, way))) = heap.pop() {
        let here = *way.last()?;
        if here == to {
            return Some(Route { cost, hexes: way });
        }
        if std::mem::replace(&mut done[here.index()], true) {
            continue;
        }
        for next in map::neighbours(here).filter(|&next| !done[next.index()] && !(terms.barred)(next)) {
            if let Some(price) = costs::step(sc, here, next, terms.mode, terms.winter) {
                let longer = way.iter().copied().chain([next]).collect();
                heap.push(Reverse((cost + price, count + 1, longer)));
            }
        }
    }
    None
}

#[test]
fn the_search_agrees_with_brute_force_ties_included() {
    let sc = world();
    let cities: Vec<HexId> = sc.cities.iter().map(|city| city.hex).collect();
    let (mut compared, mut longer, mut none) = (0, 0, 0);
    for (index, &from) in cities.iter().enumerate() {
        for &to in cities.iter().skip(index % 7).step_by(41).filter(|&&to| map::distance(from, to) < 16) {
            // Here and there a hex is closed.
            let holes =
                |hex: HexId| hex != to && (u32::from(hex.0) + index as u32).wrapping_mul(0x9E37_79B1) >> 29 == 0;
            for mode in [Mode::Land, Mode::Sea] {
                let open = terms(mode, index % 2 == 0);
                let way = shortest(&sc, from, to, &open);
                assert_eq!(way, plain(&sc, from, to, &open));
                let barred = Terms { barred: &holes, ..open };
                let round = shortest(&sc, from, to, &barred);
                assert_eq!(round, plain(&sc, from, to, &barred));
                let price = |way: &Option<Route>| way.as_ref().map(|way| way.cost);
                for (terms, way) in [(&open, &way), (&barred, &round)] {
                    assert_eq!(distance(&sc, from, to, 254, terms), price(way).filter(|&cost| cost <= 254));
                    let within = |limit| distance(&sc, from, to, limit, terms).is_some();
                    assert!(price(way).is_none_or(|cost| within(cost) && (cost == 0 || !within(cost - 1))));
                }
                longer += usize::from(price(&round) > price(&way));
                none += usize::from(round.is_none() && way.is_some());
                compared += 1;
            }
        }
    }
    assert!(compared > 200 && longer > 20 && none > 2, "{compared} {longer} {none}");
}

/// Costs of many at once are those of each by itself.
#[test]
fn costs_of_many_are_those_of_each() {
    let sc = world();
    let mut compared = 0;
    for (index, city) in sc.cities.iter().enumerate() {
        let terms = terms(Mode::Land, index % 2 == 0);
        let ways = costs_of(&sc, city.hex, 14, &terms);
        for to in (0..HEXES).map(HexId::at) {
            assert_eq!(ways.of(to), distance(&sc, city.hex, to, 14, &terms));
            compared += usize::from(ways.of(to).is_some());
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// Roads are the cheapest ways that keep out of neutral land, as far as a month carries.
#[test]
fn roads_are_cheapest_ways_out_of_neutral_land() {
    let sc = world();
    let (mut barred_ones, mut longer) = (0, 0);
    for (from, to) in sc.city_ids().zip(sc.city_ids().skip(7)).step_by(3) {
        let (start, end) = (sc.city(from).hex, sc.city(to).hex);
        let neutral = |hex: HexId| {
            let province = sc.hex(hex).province.filter(|&province| province != sc.city(to).province);
            province.and_then(|id| sc.province(id).initial).is_some_and(|power| sc.power(power).kind.is_neutral())
        };
        for winter in [false, true] {
            let kept = Terms { barred: &neutral, ..terms(Mode::Land, winter) };
            let whole = distance(&sc, start, end, 254, &kept);
            assert_eq!(by_road(&sc, start, end, winter), whole);
            let Some(whole) = whole else { continue };
            longer += usize::from(distance(&sc, start, end, 254, &terms(Mode::Land, winter)) < Some(whole));
            let month = along(&sc, start, end, 20, winter, &neutral).unwrap();
            let steps = [start].into_iter().chain(month.iter().copied()).collect::<Vec<_>>();
            let spent: u16 = steps.windows(2).map(|step| costs::land(&sc, step[0], step[1], winter).unwrap()).sum();
            assert!(spent <= 20, "{spent}");
            assert_eq!(spent + by_road(&sc, *steps.last().unwrap(), end, winter).unwrap(), whole);
            assert!(!month.iter().any(|&hex| neutral(hex)));
            // What is in the way is walked round at the same price, or there is no road.
            if let Some(&second) = month.get(1) {
                barred_ones += 1;
                if let Some(round) = along(&sc, start, end, 20, winter, &|hex| hex == second) {
                    assert!(!round.contains(&second));
                }
                assert_eq!(along(&sc, start, end, 20, winter, &|_| true), None);
            }
        }
    }
    assert!(barred_ones > 40 && longer > 5, "{barred_ones} {longer}");
}

/// Tables that are kept say what a search says.
#[test]
fn voyages_and_roads_to_cities_are_kept_as_they_are_searched() {
    let sc = world();
    let mut compared = 0;
    for (index, city) in sc.cities.iter().enumerate() {
        let (from, winter, limit) = (city.hex, index % 2 == 0, 10 + index as u16 % 40);
        let kept: Vec<(HexId, u16)> = Voyages::from(&sc, from, limit, winter).all().collect();
        assert_eq!(kept, reach(&sc, from, limit, &terms(Mode::Sea, winter)));
        compared += kept.len();
        let roads = CityRoads::from(&sc, from, winter);
        for to in sc.city_ids() {
            assert_eq!(roads.to(to), by_road(&sc, from, sc.city(to).hex, winter));
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn straits_cost_their_addition_in_every_season() {
    let sc = world();
    let land = |from: &str, to: &str, winter| costs::step(&sc, hex(from), hex(to), Mode::Land, winter);
    assert_eq!(land("4725", "4826", false), Some(6), "V-50: Bosporus into clear country");
    assert_eq!(land("1707", "1706", false), Some(18), "V-50: the Channel is too much for 17 points");
    assert_eq!(land("3930", "3831", false), Some(10), "V-50: Gulf of Patras");
    assert_eq!(land("4526", "4427", true), Some(8), "VR-2: winter doubles the hex and not the strait");
    let way = shortest(&sc, city(&sc, "Byzantium"), city(&sc, "Nicomedia"), &terms(Mode::Land, false)).unwrap();
    assert_eq!((way.cost, way.hexes.len()), (6, 2));
    let retreat = Terms { no_straits: true, ..terms(Mode::Land, false) };
    assert_eq!(shortest(&sc, hex("4725"), hex("4826"), &retreat), None, "ER-R5");
}

/// A chain of neighbouring hexes with these terrains, in provinces that `fits`.
fn chain(sc: &Scenario, terrains: &[LandTerrain], fits: impl Fn(bool) -> bool + Copy) -> Option<Vec<HexId>> {
    fn grow(sc: &Scenario, way: &mut Vec<HexId>, left: &[LandTerrain], fits: &dyn Fn(HexId) -> bool) -> bool {
        let Some((&first, rest)) = left.split_first() else { return true };
        let here = *way.last().expect("has a start");
        for side in sc.hex(here).sides.iter().flatten().filter(|side| side.land && side.strait == 0) {
            if sc.hex(side.to).land == Some(first) && fits(side.to) && !way.contains(&side.to) {
                way.push(side.to);
                if grow(sc, way, rest, fits) {
                    return true;
                }
                way.pop();
            }
        }
        false
    }
    let in_kind = |hex: HexId| sc.hex(hex).province.is_some_and(|id| fits(sc.province(id).warm_winter));
    (0..HEXES).map(HexId::at).filter(|&start| in_kind(start) && sc.hex(start).land.is_some()).find_map(|start| {
        let mut way = vec![start];
        grow(sc, &mut way, terrains, &in_kind).then_some(way)
    })
}

#[test]
fn terrain_and_winter_set_the_price_of_a_march() {
    use LandTerrain::{Clear, Forest, Wild};
    let sc = world();
    let price = |way: &[HexId], winter| -> u16 {
        way.windows(2).map(|leg| costs::step(&sc, leg[0], leg[1], Mode::Land, winter).unwrap()).sum()
    };
    let march = chain(&sc, &[Clear, Clear, Forest, Wild, Clear], |warm| !warm).unwrap();
    assert_eq!((price(&march, false), price(&march, true)), (14, 28), "VR-1");
    assert_eq!(price(&march[..4], true), 14, "VR-1: after clear, clear, forest");
    let warm = chain(&sc, &[Clear, Clear, Wild, Clear], |warm| warm).unwrap();
    assert_eq!((price(&warm, false), price(&warm, true)), (11, 11), "VR-1: a warm province (ER-R3)");
}

#[test]
fn voyages_count_double_in_winter_even_along_warm_coasts() {
    let sc = world();
    let (paphos, alexandria) = (city(&sc, "Paphos"), city(&sc, "Alexandria"));
    let summer = distance(&sc, paphos, alexandria, u16::MAX, &terms(Mode::Sea, false)).unwrap();
    assert_eq!(distance(&sc, paphos, alexandria, u16::MAX, &terms(Mode::Sea, true)), Some(2 * summer), "ER-11.3");
    let coast = track(&sc, &[hex("5043"), hex("5142"), hex("5242")], &terms(Mode::Sea, true));
    assert_eq!(coast.iter().flatten().map(|leg| leg.cost).collect::<Vec<_>>(), [2, 2], "VR-4: 2 a hex in winter");
}

#[test]
fn legs_without_connection_have_none() {
    let sc = world();
    let stops = ["Roma", "Utica", "Leuce Come", "Petra"].map(|name| city(&sc, name));
    let legs = track(&sc, &stops, &terms(Mode::Sea, false));
    assert!(legs[0].is_some() && legs[1].is_none() && legs[2].is_none(), "ER-21.1: {legs:?}");
    let march = track(&sc, &[stops[2], stops[3], stops[3]], &terms(Mode::Land, false));
    assert!(march[0].is_some());
    assert_eq!(march[1], Some(Route { cost: 0, hexes: vec![stops[3]] }));
    // Hibernia and the Sahara are land, but nobody's (ER-3.9).
    assert_eq!(shortest(&sc, hex("1706"), hex("0802"), &terms(Mode::Sea, false)), None);
    assert_eq!(shortest(&sc, hex("2136"), hex("2142"), &terms(Mode::Land, false)), None);
}

#[test]
fn barred_hexes_are_walked_round_and_never_entered() {
    let sc = world();
    let (from, to) = (city(&sc, "Ancyra"), city(&sc, "Mazaca"));
    let free = shortest(&sc, from, to, &terms(Mode::Land, false)).unwrap();
    let second = free.hexes[1];
    let shut = |hex: HexId| hex == second || hex == from;
    let round = Terms { barred: &shut, ..terms(Mode::Land, false) };
    let way = shortest(&sc, from, to, &round).unwrap();
    assert!(!way.hexes.contains(&second) && way.cost >= free.cost, "the start may be barred, the way not");
    let wall = |hex: HexId| hex == to;
    let walled = Terms { barred: &wall, ..terms(Mode::Land, false) };
    assert_eq!(shortest(&sc, from, to, &walled), None, "the destination is not exempt");
    assert!(reach(&sc, from, 40, &walled).iter().all(|&(hex, _)| hex != to));
    assert_eq!(approach(&sc, to, 40, &walled), [(to, 0)]);
}

#[test]
fn reach_and_approach_are_the_distances_there_and_back() {
    let sc = world();
    for (mode, centre, limit) in [(Mode::Land, "Ancyra", 20), (Mode::Sea, "Messana", 30), (Mode::Land, "Roma", 9)] {
        let terms = terms(mode, true);
        let centre = city(&sc, centre);
        let there: BTreeMap<HexId, u16> = reach(&sc, centre, limit, &terms).into_iter().collect();
        let back: BTreeMap<HexId, u16> = approach(&sc, centre, limit, &terms).into_iter().collect();
        assert!(there.len() > 5 && back.len() > 5);
        let known = costs_of(&sc, centre, limit, &terms);
        for at in (0..HEXES).map(HexId::at).filter(|&at| map::distance(at, centre) < 18) {
            assert_eq!(there.get(&at).copied(), distance(&sc, centre, at, limit, &terms), "to {at}");
            assert_eq!(there.get(&at).copied(), known.of(at), "to {at}");
            assert_eq!(back.get(&at).copied(), distance(&sc, at, centre, limit, &terms), "from {at}");
        }
    }
}

#[test]
fn a_small_scenario_closes_the_rest_of_the_map() {
    let sc = shipped::find("bellum-siculum").unwrap();
    let italy: Vec<HexId> =
        reach(&sc, city(&sc, "Roma"), 5000, &terms(Mode::Land, false)).into_iter().map(|(hex, _)| hex).collect();
    assert!(italy.contains(&city(&sc, "Syracusae")), "over the strait of Messina");
    assert!(italy.contains(&city(&sc, "Salonae")));
    assert!(!italy.contains(&city(&sc, "Utica")));
    assert!(italy.iter().all(|&hex| sc.hex(hex).province.is_some()));
    let world = world();
    assert!(costs::closed(&sc, city(&world, "Massilia")) && !costs::closed(&world, city(&world, "Massilia")));
}

#[test]
fn the_whole_world_can_be_crossed() {
    let sc = world();
    let march = shortest(&sc, city(&sc, "Gades"), city(&sc, "Susa"), &terms(Mode::Land, true)).unwrap();
    assert!(march.hexes.len() > 70 && march.cost > 200, "{} hexes, {} points", march.hexes.len(), march.cost);
    let voyage = shortest(&sc, city(&sc, "Camulodunum"), city(&sc, "Phanagoria"), &terms(Mode::Sea, false)).unwrap();
    assert!(voyage.hexes.len() > 100, "{} hexes", voyage.hexes.len());
    for (way, mode, winter) in [(march, Mode::Land, true), (voyage, Mode::Sea, false)] {
        let price: u16 = way.hexes.windows(2).map(|leg| costs::step(&sc, leg[0], leg[1], mode, winter).unwrap()).sum();
        assert_eq!(price, way.cost);
    }
}
