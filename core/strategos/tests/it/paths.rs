//! Ways over the whole map (ST-R5, ST-R8).

use strategos::model::ids::{HEXES, HexId};
use strategos::model::measures::Credit;
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::rules::march::Ground;
use strategos::rules::paths::{Route, Terms, costs, reach, route};
use strategos::rules::setup::start;

fn hex(text: &str) -> HexId {
    text.parse().unwrap()
}

fn with_ground(run: impl Fn(&Scenario, &Ground)) {
    let sc = find("diadochoi-310bc").unwrap();
    let st = start(&sc, &mut kernel::Dice::middling());
    run(&sc, &Ground::new(&sc, &st));
}

fn town(sc: &Scenario, name: &str) -> HexId {
    sc.cities[sc.find_city(name).unwrap().index()].hex
}

const LAND: Terms = Terms { naval: false, heavy: false, zones: None, closed: None };
const SEA: Terms = Terms { naval: true, heavy: false, zones: None, closed: None };

fn points(route: &Route) -> u16 {
    route.cost.0 / 12
}

#[test]
fn the_royal_road_is_the_cheapest_way_to_babylon() {
    with_ground(|sc, ground| {
        let way = route(ground, town(sc, "Sardis"), town(sc, "Babylon"), &LAND).unwrap();
        let on_road = way.hexes.iter().filter(|hex| ground.is_road(**hex)).count();
        assert_eq!(on_road, way.hexes.len(), "half a point a hex beats everything else");
        assert_eq!(usize::from(way.cost.0), 6 * (way.hexes.len() - 1));
        assert_eq!(costs(ground, &way.hexes, &LAND).unwrap().into_iter().fold(Credit(0), |a, b| a + b), way.cost);
    });
}

#[test]
fn nobody_walks_to_an_island_and_ships_go_round_the_peloponnese() {
    with_ground(|sc, ground| {
        assert_eq!(route(ground, town(sc, "Pella"), town(sc, "Knossos"), &LAND), None);
        let (patrai, athens) = (town(sc, "Patrai"), town(sc, "Athens"));
        let round = route(ground, patrai, athens, &SEA).unwrap();
        assert!(points(&round) >= 15, "{} points: not over the isthmus", points(&round));
        assert!(!round.hexes.contains(&town(sc, "Corinth")) || round.hexes.len() > 15);
        let from_corinth = |to: &str| points(&route(ground, town(sc, "Corinth"), town(sc, to), &SEA).unwrap());
        assert!(from_corinth("Athens") <= 4 && from_corinth("Patrai") <= 5, "it has a harbour on either sea");
    });
}

#[test]
fn trains_and_elephants_cross_mountains_by_road_only() {
    with_ground(|sc, ground| {
        let heavy = Terms { heavy: true, ..LAND };
        let is_mountain = |hex: &HexId| sc.board.hex(*hex).terrain == strategos::model::board::Terrain::Mountain;
        let step = |from, to, terms: &Terms| costs(ground, &[from, to], terms).map(|costs| costs[0].0);
        let mut seen = [0, 0];
        for mountain in HexId::all().filter(|hex| is_mountain(hex) && !ground.is_city(*hex)) {
            let open = sc.board.neighbours(mountain).filter(|next| sc.board.side(*next, mountain).unwrap().land);
            for from in open {
                let along = ground.is_road(from) && ground.is_road(mountain);
                seen[usize::from(along)] += 1;
                let river = if sc.board.hex(mountain).river { 12 } else { 0 };
                let light = if along { 6 } else { 36 + river };
                assert_eq!(step(from, mountain, &LAND), Some(light), "{from} {mountain}");
                assert_eq!(step(from, mountain, &heavy), along.then_some(6), "{from} {mountain}");
            }
        }
        assert!(seen[0] > 1000 && seen[1] > 10, "passes and mountains: {seen:?}");
    });
}

#[test]
fn an_enemy_zone_costs_a_point_and_a_closed_hex_cannot_be_entered() {
    with_ground(|sc, ground| {
        let (pella, larissa) = (town(sc, "Pella"), town(sc, "Larissa"));
        let free = route(ground, pella, larissa, &LAND).unwrap();
        let everywhere = vec![true; HEXES];
        let watched = route(ground, pella, larissa, &Terms { zones: Some(&everywhere), ..LAND }).unwrap();
        assert_eq!(usize::from(watched.cost.0 - free.cost.0), 12 * (free.hexes.len() - 1));
        let mut closed = vec![false; HEXES];
        closed[larissa.index()] = true;
        assert_eq!(route(ground, pella, larissa, &Terms { closed: Some(&closed), ..LAND }), None);
        assert_eq!(costs(ground, &[pella, larissa], &LAND), None, "they do not touch");
    });
}

#[test]
fn what_is_within_reach_is_what_a_way_leads_to() {
    with_ground(|sc, ground| {
        let from = town(sc, "Ephesos");
        for terms in [LAND, SEA] {
            let near = reach(ground, from, Credit(72), &terms);
            assert!(near.len() > 20 && near.is_sorted() && near.iter().all(|(_, cost)| cost.0 <= 72));
            for (to, cost) in near.iter().step_by(7) {
                assert_eq!(route(ground, from, *to, &terms).unwrap().cost, *cost, "{to}");
            }
        }
        assert_eq!(reach(ground, hex("1818"), Credit(0), &SEA), [(hex("1818"), Credit(0))]);
    });
}
