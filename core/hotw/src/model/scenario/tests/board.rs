use std::collections::BTreeSet;

use crate::model::ids::{LandId, Lands, WaterId};
use crate::model::scenario::{Board, BorderKind, Terrain, shipped};

fn board() -> &'static Board {
    shipped::board()
}

fn land(id: &str) -> LandId {
    board().find_land(id).expect("a Land")
}

fn water(id: &str) -> WaterId {
    board().find_water(id).expect("a water")
}

fn ids(lands: Lands) -> BTreeSet<&'static str> {
    lands.iter().map(|id| board().land(id).id.as_str()).collect()
}

#[test]
fn the_board_has_its_parts() {
    let board = board();
    assert_eq!(board.lands.len(), 101);
    assert_eq!(board.usable.len(), 93);
    assert_eq!(board.areas.len(), 13);
    assert_eq!(board.waters.iter().filter(|water| water.sea).count(), 10);
    assert_eq!(board.waters.iter().filter(|water| !water.sea).count(), 3);
    assert_eq!(board.land_ids().map(|id| board.land(id).borders.len()).sum::<usize>(), 2 * 190);
    assert_eq!(board.epochs.len(), 7);
    assert_eq!(board.epochs[2].years, "450 BC-300 AD");
}

#[test]
fn barren_lands_are_those_of_the_rule() {
    let barren: Lands = board().land_ids().filter(|id| board().land(*id).barren).collect();
    let named = [
        "alps",
        "amazonia",
        "northern_lakes",
        "plateau_of_tibet",
        "sahara_desert",
        "siberia",
        "syrian_desert",
        "the_outback",
    ];
    assert_eq!(ids(barren), BTreeSet::from(named), "HW-23.3");
    assert!(barren.and(board().usable).is_empty());
    assert!(barren.and(board().resources).is_empty());
}

#[test]
fn eighteen_lands_have_a_resource() {
    let named = [
        "levant",
        "zagros",
        "nubia",
        "chekiang",
        "upper_indus",
        "eastern_ghats",
        "western_iberia",
        "southern_iberia",
        "albion",
        "central_europe",
        "malay_peninsula",
        "tarim_basin",
        "pacific_seaboard",
        "central_america",
        "northern_andes",
        "congo_basin",
        "southern_africa",
        "australia",
    ];
    assert_eq!(ids(board().resources), BTreeSet::from(named), "HW-27.5");
}

/// HW-28.5, as printed in the rules.
#[test]
fn areas_have_their_values_and_sizes() {
    let printed: [(&str, [u8; 7], u32); 13] = [
        ("middle_east", [2, 3, 3, 3, 2, 2, 1], 11),
        ("north_africa", [1, 2, 2, 2, 2, 2, 1], 5),
        ("china", [1, 2, 3, 3, 3, 3, 3], 8),
        ("india", [1, 2, 3, 3, 3, 3, 3], 10),
        ("southern_europe", [0, 2, 3, 3, 3, 2, 2], 12),
        ("northern_europe", [0, 0, 1, 2, 2, 2, 4], 10),
        ("southeast_asia", [0, 0, 1, 2, 2, 2, 2], 5),
        ("eurasia", [0, 0, 0, 0, 1, 1, 2], 8),
        ("north_america", [0, 0, 0, 0, 1, 1, 3], 8),
        ("south_america", [0, 0, 0, 0, 0, 2, 2], 5),
        ("sub_saharan_africa", [0, 0, 0, 0, 0, 1, 2], 6),
        ("nippon", [0, 0, 0, 0, 0, 1, 2], 3),
        ("australasia", [0, 0, 0, 0, 0, 0, 1], 2),
    ];
    let board = board();
    for (id, vp, lands) in printed {
        let area = board.area(board.find_area(id).expect("an Area"));
        assert_eq!((area.vp, area.lands.len()), (vp, lands), "{id}");
        for land in area.lands.iter() {
            assert!(board.area(board.land(land).area).id == id && board.usable.has(land), "{id}");
        }
    }
}

#[test]
fn borders_are_the_same_from_both_sides() {
    let board = board();
    for id in board.land_ids() {
        for way in &board.land(id).borders {
            let back = board.border(way.to, id).expect("the way back");
            assert_eq!((way.kind, way.terrain, way.bridged_by), (back.kind, back.terrain, back.bridged_by));
            let barren = |id: LandId| board.land(id).barren;
            match (way.kind, way.terrain) {
                (BorderKind::Strait, None) => assert!(way.difficult && !way.bridged_by.is_empty()),
                (_, Some(Terrain::Mountain | Terrain::Forest)) => assert!(way.difficult && back.difficult),
                (_, Some(Terrain::GreatWall)) => assert!(way.difficult != back.difficult, "one way only"),
                _ => assert!(!way.difficult),
            }
            assert!(!(way.difficult && barren(way.to)), "nobody attacks into {}", board.land(way.to).name);
            let shared = board.land(id).coasts.and(board.land(way.to).coasts);
            assert_eq!(way.bridged_by.without(shared).len(), 0, "a bridge lies between two coasts");
        }
    }
}

#[test]
fn the_great_wall_hinders_only_who_comes_into_china() {
    let board = board();
    let mut walls = 0;
    for id in board.land_ids() {
        for way in board.land(id).borders.iter().filter(|way| way.terrain == Some(Terrain::GreatWall) && way.difficult)
        {
            walls += 1;
            assert_eq!(board.area(board.land(way.to).area).id, "china", "HW-R30");
        }
    }
    assert_eq!(walls, 4);
    assert!(board.border(land("mongolia"), land("wei_river")).is_some_and(|way| way.difficult));
    assert!(board.border(land("wei_river"), land("mongolia")).is_some_and(|way| !way.difficult));
}

#[test]
fn a_fleet_in_either_water_bridges_the_way_to_albion() {
    let way = board().border(land("northern_gaul"), land("albion")).expect("a strait");
    assert_eq!(way.kind, BorderKind::Strait);
    assert_eq!(way.bridged_by, [water("north_sea"), water("atlantic_ocean")].into_iter().collect(), "vector R11");
}

#[test]
fn coasts_and_passages_are_the_same_from_both_sides() {
    let board = board();
    for id in board.water_ids() {
        let facts = board.water(id);
        let here: Lands = board.land_ids().filter(|land| board.land(*land).coasts.has(id)).collect();
        assert_eq!(here, facts.coasts, "{}", facts.name);
        assert!(facts.neighbours.iter().all(|next| next != id && board.water(next).neighbours.has(id)));
        assert_eq!((facts.sea, facts.vp), (facts.sea, u8::from(facts.sea)), "HW-24.1, HW-24.2: {}", facts.name);
    }
    let caspian = board.water(water("caspian"));
    assert!(!caspian.fleets && caspian.most_fleets == Some(0) && caspian.neighbours.is_empty(), "HW-24.3");
    assert_eq!(board.water(water("north sea")).most_fleets, Some(2));
    assert_eq!(board.water(water("pacific")).most_fleets, None);
}

#[test]
fn mountain_lands_have_a_mountain_border() {
    let board = board();
    for id in board.land_ids() {
        let border = board.land(id).borders.iter().any(|way| way.terrain == Some(Terrain::Mountain));
        assert_eq!(board.land(id).mountain, border, "HW-R47: {}", board.land(id).name);
    }
    assert!(board.land(land("highlands")).mountain && !board.land(land("lower_tigris")).mountain);
}

#[test]
fn areas_touch_as_their_lands_do() {
    let board = board();
    let touch = |a: &str, b: &str| {
        let (a, b) = (board.find_area(a).expect("an Area"), board.find_area(b).expect("an Area"));
        assert_eq!(board.area(a).neighbours.contains(&b), board.area(b).neighbours.contains(&a));
        board.area(a).neighbours.contains(&b)
    };
    assert!(touch("middle_east", "north_africa"));
    assert!(touch("southern_europe", "northern_europe"));
    assert!(!touch("nippon", "india"));
    assert!(!touch("china", "china"));
    assert!(board.areas.iter().all(|area| area.id == "australasia" || !area.neighbours.is_empty()));
}

/// HW-11.1, HW-R30: the Celts' eight forces cover Northern Europe but for Ireland and Scandinavia.
#[test]
fn the_celts_reach_eight_lands_of_northern_europe() {
    let board = board();
    let area = board.area(board.find_area("northern_europe").expect("an Area"));
    let goal = area.lands.without([land("ireland"), land("scandinavia")].into_iter().collect());
    let mut held = Lands::one(land("central_europe"));
    while let Some(next) = held
        .iter()
        .flat_map(|id| board.land(id).borders.iter().map(|way| way.to).collect::<Vec<_>>())
        .find(|to| goal.has(*to) && !held.has(*to))
    {
        held.add(next);
    }
    assert_eq!(held, goal);
    assert_eq!(held.len(), 8);
}

#[test]
fn every_land_says_where_its_facts_come_from() {
    for land in &board().lands {
        assert!(land.provenance.contains("name: ") && land.provenance.contains("coasts: "), "{}", land.id);
    }
    assert!(board().land(land("sierra_morena")).provenance.contains("Doubtful"));
    assert!(board().land(land("zagros")).provenance.contains("name: article"));
    assert!(board().land(land("hindu_kush")).provenance.contains("name: board_read"));
}
