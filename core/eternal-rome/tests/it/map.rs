//! The map of the Roman world as shipped: coasts, islands, straits, barriers, provinces (ER-3, ER-R65).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use eternal_rome::model::costs::{self, Terms};
use eternal_rome::model::ids::{HEXES, HexId};
use eternal_rome::model::map;
use eternal_rome::model::routes;
use eternal_rome::model::scenario::{Hexside, LandTerrain, Scenario, SeaTerrain, shipped};
use kernel::map::Mode;

fn world() -> Arc<Scenario> {
    shipped::find("octavius-antonius").unwrap()
}

fn hex(id: &str) -> HexId {
    id.parse().unwrap()
}

fn all() -> impl Iterator<Item = HexId> {
    (0..HEXES).map(HexId::at)
}

/// Connected parts of the map, closed or not, over the sides that `open` lets through; largest first.
fn parts(sc: &Scenario, has: impl Fn(HexId) -> bool, open: impl Fn(&Hexside) -> bool) -> Vec<BTreeSet<HexId>> {
    let mut left: BTreeSet<HexId> = all().filter(|&hex| has(hex)).collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut stack = vec![first];
        while let Some(here) = stack.pop() {
            for side in sc.hex(here).sides.iter().flatten().filter(|side| open(side)) {
                if left.remove(&side.to) {
                    part.insert(side.to);
                    stack.push(side.to);
                }
            }
        }
        parts.push(part);
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}

fn lands(sc: &Scenario) -> Vec<BTreeSet<HexId>> {
    parts(sc, |hex| sc.hex(hex).land.is_some(), |side| side.land && side.strait == 0)
}

fn waters(sc: &Scenario) -> Vec<BTreeSet<HexId>> {
    parts(sc, |hex| sc.hex(hex).sea.is_some(), |side| side.sea)
}

fn terms(mode: Mode) -> Terms<'static> {
    Terms { mode, winter: false, barred: &|_| false, no_straits: false }
}

fn name(sc: &Scenario, hex: HexId) -> &str {
    sc.names[usize::from(sc.hex_names[hex.index()])].as_str()
}

#[test]
fn the_grid_is_full_and_every_side_is_the_same_from_both_ends() {
    let sc = world();
    let mixed = all().filter(|&hex| sc.hex(hex).is_mixed()).count();
    let land = all().filter(|&hex| sc.hex(hex).land.is_some()).count();
    let sea = all().filter(|&hex| sc.hex(hex).sea.is_some()).count();
    assert_eq!((land, mixed, sea), (3767, 338, 1371));
    assert_eq!(land + sea - mixed, HEXES, "ER-3.4: no hex is nothing");
    for from in all() {
        for (way, side) in sc.hex(from).sides.iter().enumerate() {
            assert_eq!(side.map(|side| side.to), map::neighbour(from, way));
            let Some(side) = side else { continue };
            let back = sc.side(side.to, from).unwrap();
            assert_eq!((side.land, side.sea, side.strait), (back.land, back.sea, back.strait), "{from}-{}", side.to);
            let (here, there) = (sc.hex(from), sc.hex(side.to));
            assert!(!side.land || here.land.is_some() && there.land.is_some(), "ER-3.6");
            assert!(!side.sea || here.sea.is_some() && there.sea.is_some(), "ER-3.6");
        }
    }
}

#[test]
fn shallow_water_lies_along_the_coast_and_nowhere_else() {
    let sc = world();
    for here in all().filter(|&hex| sc.hex(hex).land.is_none()) {
        let coast = map::neighbours(here).any(|there| sc.hex(there).land.is_some());
        let wanted = if coast { SeaTerrain::Coast } else { SeaTerrain::DeepSea };
        assert_eq!(sc.hex(here).sea, Some(wanted), "{here}, ER-R65");
    }
}

#[test]
fn the_seas_are_five() {
    let sc = world();
    let waters = waters(&sc);
    let at: Vec<(&str, usize)> = [
        ("Ocean and inner seas", hex("2926")),
        ("Caspian", hex("7018")),
        ("Red Sea", hex("6153")),
        ("Baltic", hex("2900")),
        ("Persian Gulf", hex("7739")),
    ]
    .into_iter()
    .map(|(name, hex)| (name, waters.iter().find(|part| part.contains(&hex)).map_or(0, BTreeSet::len)))
    .collect();
    assert_eq!(at.iter().map(|part| part.1).sum::<usize>(), 1371, "{at:?}");
    assert_eq!(waters.len(), 5, "{at:?}");
    assert!(waters.iter().all(|part| part.len() > 1), "no hex of water stands alone");
    let inner = &waters[0];
    for far in ["Gesoriacum", "Gades", "Massilia", "Brundisium", "Alexandria", "Byzantium", "Sinope", "Panticapaeum"] {
        let city = sc.cities.iter().find(|city| city.name.as_str() == far).unwrap();
        assert!(inner.contains(&city.hex), "{far}");
    }
    for strait in all().filter(|&hex| sc.hex(hex).is_mixed()) {
        assert!(sc.hex(strait).sides.iter().flatten().any(|side| side.sea), "{strait} has no way by sea");
    }
}

#[test]
fn islands_are_islands() {
    let sc = world();
    let lands = lands(&sc);
    let size = |at: &str| lands.iter().find(|part| part.contains(&hex(at))).unwrap().len();
    let islands = [
        ("2831", 10), // Sicilia
        ("2329", 9),  // Sardinia
        ("2324", 3),  // Corsica
        ("4336", 3),  // Creta
        ("5336", 3),  // Cyprus
        ("1706", 38), // Britannia
        ("4429", 1),  // Lesbos
        ("4734", 1),  // Rhodus
        ("3629", 1),  // Corcyra
        ("1527", 1),  // Baleares
    ];
    for (at, wanted) in islands {
        assert_eq!(size(at), wanted, "{at} {}", name(&sc, hex(at)));
    }
    let alone: Vec<String> = lands.iter().filter(|part| part.len() == 1).flatten().map(ToString::to_string).collect();
    let mut alone: Vec<&str> = alone.iter().map(String::as_str).collect();
    alone.sort_unstable();
    assert_eq!(alone, ["1527", "2700", "2800", "2901", "3629", "4429", "4734"]);
    assert_eq!(lands[0].len(), 3683, "the three continents, with Euboea and its bridge");
}

#[test]
fn the_seven_straits_are_the_only_way_between_their_shores() {
    let sc = world();
    let straits = [
        ("4725", "4826", 4),  // Bosporus
        ("4427", "4526", 4),  // Hellespont
        ("0331", "0430", 12), // Straits of Gibraltar
        ("1706", "1707", 16), // English Channel
        ("3031", "3131", 4),  // Strait of Messina
        ("3831", "3930", 8),  // Gulf of Patras
        ("5416", "5516", 4),  // Cimmerian Bosporus
    ];
    let mut found = BTreeSet::new();
    for from in all() {
        for side in sc.hex(from).sides.iter().flatten().filter(|side| side.strait > 0 && from < side.to) {
            found.insert((from.to_string(), side.to.to_string(), side.strait));
        }
    }
    let wanted = straits.map(|(a, b, extra)| (a.to_owned(), b.to_owned(), extra));
    assert_eq!(found, BTreeSet::from(wanted), "ER-3.13");
    for (a, b, _) in straits {
        let (a, b) = (hex(a), hex(b));
        assert!(sc.hex(a).is_mixed() && sc.hex(b).is_mixed() && sc.side(a, b).unwrap().sea);
        let on_foot = Terms { no_straits: true, ..terms(Mode::Land) };
        let round = routes::distance(&sc, a, b, u16::MAX, &on_foot);
        // The gulf of Patras can be walked round by the isthmus of Corinth; nothing joins the other shores.
        assert_eq!(round.is_some(), a == hex("3831"), "{a}-{b}: {round:?}");
        for end in [a, b] {
            let out = sc.hex(end).sides.iter().flatten().filter(|side| side.sea && side.to != a && side.to != b);
            assert!(out.count() >= 1, "{end} is open to the sea");
        }
    }
}

#[test]
fn armies_enter_the_peloponnese_by_the_isthmus_and_ships_go_round_it() {
    let sc = world();
    let part: BTreeSet<HexId> = {
        let cut = |side: &Hexside| side.land && side.strait == 0;
        let inside = |here: HexId| sc.hex(here).land.is_some() && here != hex("4031");
        parts(&sc, inside, cut).into_iter().find(|part| part.contains(&hex("4032"))).unwrap()
    };
    assert_eq!(part.len(), 9);
    assert!(part.contains(&hex("3933")) && part.contains(&hex("3831")), "Sparta and Patrae");
    let (corinth, athens) = (hex("4032"), hex("4132"));
    assert!(sc.side(corinth, athens).is_some_and(|side| !side.land && !side.sea));
    let voyage = routes::shortest(&sc, corinth, athens, &terms(Mode::Sea)).unwrap();
    assert!(voyage.hexes.len() == 9, "{:?}", voyage.hexes);
    let chersonese = routes::shortest(&sc, hex("4426"), hex("4526"), &terms(Mode::Sea)).unwrap();
    assert_eq!(chersonese.hexes, ["4426", "4427", "4526"].map(hex), "the neck of the Chersonese is no canal");
}

#[test]
fn mountains_bar_the_way_except_at_the_passes() {
    let sc = world();
    for (a, b, open) in [
        ("2118", "2218", true),  // Matrona mons
        ("2216", "2217", true),  // Poeninus mons
        ("2615", "2716", true),  // Brenner
        ("6417", "6418", true),  // Caucasian gates
        ("2119", "2219", false), // Cottian and Maritime Alps
        ("1320", "1321", false), // high Pyrenees
        ("0137", "0138", false), // High Atlas
        ("6117", "6218", false), // Caucasus
    ] {
        let side = sc.side(hex(a), hex(b));
        assert_eq!(side.is_some_and(|side| side.land), open, "ER-3.7: {a}-{b}");
    }
    let way = routes::shortest(&sc, hex("2016"), hex("2417"), &terms(Mode::Land)).unwrap();
    let passes = [[hex("2118"), hex("2218")], [hex("2216"), hex("2217")]];
    assert!(way.hexes.windows(2).any(|leg| passes.iter().any(|pass| pass == leg)), "{:?}", way.hexes);
}

#[test]
fn every_city_is_where_it_belongs() {
    for sc in shipped::shipped() {
        for city in &sc.cities {
            let at = sc.hex(city.hex);
            assert_eq!(map::locate(city.lat, city.lon), Some(city.hex), "{}", city.name);
            assert_eq!(at.land, Some(LandTerrain::Clear), "{}: cities are in clear country (ER-R65)", city.name);
            assert_eq!(at.province, Some(city.province), "{}", city.name);
            assert!(!city.port || at.is_mixed(), "{}: ports touch the water", city.name);
        }
    }
    assert_eq!(world().cities.len(), 203);
}

#[test]
fn every_port_of_the_inner_sea_can_be_sailed_to_without_touching_closed_land() {
    let sc = world();
    let roma = hex("2824");
    let from_roma: BTreeMap<HexId, u16> = routes::reach(&sc, roma, 2000, &terms(Mode::Sea)).into_iter().collect();
    let ports = sc.cities.iter().filter(|city| city.port);
    let cut: Vec<&str> =
        ports.filter(|city| !from_roma.contains_key(&city.hex)).map(|city| city.name.as_str()).collect();
    assert_eq!(cut, ["Leuce Come"], "which lies on the Red Sea");
    assert!(from_roma.keys().all(|&hex| !costs::closed(&sc, hex)), "ER-R33");
}

#[test]
fn provinces_hang_together_but_for_islands_and_known_parts() {
    let sc = world();
    let mut broken = Vec::new();
    for (index, province) in sc.provinces.iter().enumerate() {
        let inside = |hex: HexId| sc.hex(hex).province.is_some_and(|id| id.index() == index);
        let parts = parts(&sc, inside, |side| side.land);
        assert_eq!(parts.iter().map(BTreeSet::len).sum::<usize>(), province.hexes.len());
        if parts.len() > 1 {
            broken.push((province.name.as_str(), parts.iter().map(BTreeSet::len).collect::<Vec<_>>()));
        }
    }
    broken.sort();
    let wanted = [
        ("Asia", vec![32, 1, 1]),           // Lesbos and Rhodus
        ("Bithynia", vec![15, 5]),          // Sinope and Amisus, beyond Paphlagonia
        ("Epirus", vec![5, 1]),             // Corcyra
        ("Hispania Citerior", vec![72, 1]), // Baleares
        ("Sardinia et Corsica", vec![9, 3]),
        ("Syria", vec![42, 3]), // Tarsus, beyond Cilicia Pedias
    ];
    assert_eq!(broken, wanted);
    assert_eq!(sc.provinces.len(), 48);
}

#[test]
fn every_open_hex_can_be_reached_from_rome() {
    let sc = world();
    let reach = |mode| routes::reach(&sc, hex("2824"), u16::MAX - 1, &terms(mode));
    let mut seen: BTreeSet<HexId> = reach(Mode::Land).into_iter().map(|(hex, _)| hex).collect();
    let mut stack: Vec<HexId> = seen.iter().copied().collect();
    while let Some(here) = stack.pop() {
        for there in map::neighbours(here) {
            let way =
                [Mode::Land, Mode::Sea].into_iter().any(|mode| costs::step(&sc, here, there, mode, false).is_some());
            if way && seen.insert(there) {
                stack.push(there);
            }
        }
    }
    let lost: Vec<HexId> = all().filter(|&hex| sc.hex(hex).province.is_some() && !seen.contains(&hex)).collect();
    assert_eq!(lost, []);
}

#[test]
fn bays_where_fleets_landed_can_be_landed_in() {
    let sc = world();
    let rows = [
        ("2926", "Puteoli, Misenum"),
        ("4336", "Cnossus"),
        ("4027", "Chalcidice"),
        ("4030", "Pagasae"),
        ("4825", "Calpe"),
        ("5735", "Aradus"),
        ("3830", "Actium, Anactorium"),
        ("3227", "Metapontum"),
        ("2933", "Gela"),
    ];
    for (at, place) in rows {
        let here = sc.hex(hex(at));
        assert!(here.is_mixed() && here.sides.iter().flatten().filter(|side| side.sea).count() >= 2, "{place}");
    }
    // The new landing places open no canal.
    let sea = |a: &str, b: &str| routes::distance(&sc, hex(a), hex(b), u16::MAX, &terms(Mode::Sea)).unwrap();
    assert!(sea("3228", "3327") > 4, "round the heel of Italy");
    assert!(sea("3927", "4126") == 4, "round Athos");
    assert!(sc.side(hex("4825"), hex("4826")).is_some_and(|side| !side.sea), "no way by sea past the Bosporus");
}
