use kernel::picture::is_well_formed;
use kernel::{Dice, GameSeed, GameSystem, Planning, SeatId, Visibility};
use serde_json::Value;

use super::*;
use crate::Strategos;
use crate::model::board;
use crate::model::command::{Command, CommandKind};
use crate::model::ids::CommandId;
use crate::model::measures::Turn;
use crate::model::reports::{ForceReport, HexReport, Source};
use crate::model::shipped;
use crate::model::state::{Blockade, Siege};
use crate::model::units::{UnitClass, UnitKind, Units};

/// What a seat knows after so many weeks of the computer player.
fn known(id: &str, seat: u16, weeks: u32) -> (std::sync::Arc<Scenario>, Knowledge) {
    let sc = shipped::find(id).unwrap();
    let seed = GameSeed::from_number(7);
    let mut st = Strategos::start(&sc, &Value::Null, &seed).unwrap();
    for _ in 0..weeks {
        let seats = Strategos::awaiting(&sc, &st).into_iter().map(|wait| wait.seat);
        let sets: Vec<_> =
            seats.map(|seat| (seat, Strategos::orders(&sc, &Strategos::knowledge(&sc, &st, seat), &[]))).collect();
        let dice = Dice::for_step(&seed, Strategos::step(&st) + 1);
        Strategos::advance(&sc, &mut st, &sets, &mut dice.quiet());
    }
    let knowledge = Strategos::knowledge(&sc, &st, SeatId(seat));
    (sc, knowledge)
}

fn drawn(id: &str, seat: u16, options: &MapOptions) -> String {
    let (sc, knowledge) = known(id, seat, 0);
    map_svg(&sc, &knowledge, options)
}

fn aegean() -> MapOptions {
    MapOptions { width: Some(1600), crop: Some([21.0, 34.0, 30.0, 42.0]), ..MapOptions::default() }
}

#[test]
fn the_map_shows_what_the_seat_knows_and_is_the_same_each_time() {
    let mine = drawn("hellespontos-313bc", 0, &MapOptions::default());
    assert!(is_well_formed(&mine));
    assert!(mine.contains("Sardis (2726): capital of") || mine.contains("Sardis (2726): city of"));
    assert!(mine.len() < 1_000_000, "{}", mine.len());
    assert_eq!(mine, drawn("hellespontos-313bc", 0, &MapOptions::default()));
    assert_ne!(mine, drawn("hellespontos-313bc", 1, &MapOptions::default()));
}

#[test]
fn a_part_is_shown_larger_with_its_own_cities_only() {
    let part = drawn("diadochoi-310bc", 0, &aegean());
    assert!(part.contains("width=\"1600\"") && part.contains("data-place=\"Sardis\""));
    assert!(!part.contains("data-place=\"Alexandria\""));
    let odd = MapOptions { width: Some(1), crop: Some([f64::NAN, 0.0, -1.0, 0.0]), ..MapOptions::default() };
    assert!(drawn("diadochoi-310bc", 0, &odd).contains("width=\"320\""));
}

/// A seat's knowledge at the start with something changed in it.
fn changed(change: impl FnOnce(&Scenario, &mut Knowledge)) -> String {
    let (sc, mut knowledge) = known("diadochoi-310bc", 0, 0);
    change(&sc, &mut knowledge);
    let svg = map_svg(&sc, &knowledge, &aegean());
    assert!(is_well_formed(&svg));
    svg
}

fn hex(text: &str) -> HexId {
    text.parse().unwrap()
}

/// Somebody seen at sea off Ephesos so many weeks ago.
fn report(knowledge: &mut Knowledge, weeks: u16, level: u8, force: ForceReport) {
    knowledge.state.turn = Turn(9);
    let report =
        HexReport { turn: Turn(9 - weeks), source: Source::SecondPhase, level, error: 20, forces: vec![force] };
    knowledge.state.memory[0].hexes.insert(hex("2128"), report);
}

fn fleet_of(power: Power) -> ForceReport {
    ForceReport {
        power,
        naval: true,
        units: Some(7),
        highest: Some(CommandKind::Fleet),
        classes: [(UnitClass::Ship, 7)].into(),
        aboard: Some(3),
        commander: Some("Leonides".into()),
        came_from: None,
        exact: None,
        ma: None,
        order: None,
    }
}

#[test]
fn a_foreign_force_bears_its_power_strength_age_and_class() {
    let seen = |weeks, level| {
        changed(|_, knowledge| report(knowledge, weeks, level, fleet_of(Power::Country(CountryId::at(1)))))
    };
    let fresh = seen(2, 3);
    let counter = fresh.lines().find(|line| line.contains("fleet of Ptolemaios")).unwrap();
    assert!(
        counter.contains(
            "fleet of Ptolemaios, about 7 squadrons (±20 %), 7 ships, about 3 aboard, under Leonides; scouts, class 3, \
             2 weeks ago"
        ),
        "{counter}"
    );
    assert!(counter.contains(">PTO</text>") && counter.contains(">~7</text>") && counter.contains(">2w</text>"));
    assert_eq!(counter.matches("<circle").count(), 3, "a dot for each class");
    assert!(!counter.contains("dasharray"));
    assert!(fresh.contains("class of the report") && !seen(0, 1).contains("2 weeks ago"));
    let old = seen(4, 1);
    let counter = old.lines().find(|line| line.contains("fleet of Ptolemaios")).unwrap();
    assert!(counter.contains("dasharray") && counter.contains(">4w</text>") && counter.matches("<circle").count() == 1);
    let free = changed(|sc, knowledge| {
        let rhodes = Power::FreeCity(sc.find_city("Rhodes").unwrap());
        report(knowledge, 1, 1, ForceReport { units: None, highest: None, ..fleet_of(rhodes) });
    });
    assert!(free.contains("naval force of Rhodes, strength unknown") && free.contains(">RHO</text>"));
    assert!(free.contains(">?</text>"));
}

#[test]
fn sieges_and_blockades_are_rings_that_the_legend_explains() {
    let (siege, blockade) = ("besieged by Kassandros", "blockaded by Kassandros for 2 whole weeks");
    let plain = changed(|_, _| ());
    assert!(![siege, blockade, ">besieged<", ">blockaded<"].iter().any(|words| plain.contains(words)));
    let beset = |besieged: bool| {
        changed(|sc, knowledge| {
            let by = Power::Country(sc.find_country("CAS").unwrap());
            let site = knowledge.state.site_mut(sc.find_city("Ephesos").unwrap());
            site.blockade = Some(Blockade { by, weeks: 2 });
            site.siege = besieged.then_some(Siege { by, points: 3, worn: false });
        })
    };
    assert!(beset(true).contains(siege) && beset(true).contains(">besieged<"));
    assert!(beset(false).contains(blockade) && beset(false).contains(">blockaded<"));
}

/// A division of Antigonos in the Phrygian highlands, with cities of his about it or without.
fn marching(cut: bool) -> String {
    changed(|sc, knowledge| {
        let own = Power::Country(CountryId::at(0));
        let mut division = Command::new("Division 99".into(), CommandKind::Division, own, hex("2825"));
        division.units = Units::of(UnitKind::Hoplite, 12);
        division.path = vec![hex("2925"), hex("3025")];
        knowledge.state.commands.insert(CommandId(900), division);
        if cut {
            let ptolemaios = Power::Country(sc.find_country("PTO").unwrap());
            knowledge.state.sites.values_mut().for_each(|site| site.power = ptolemaios);
        }
    })
}

#[test]
fn own_commands_have_lines_of_communication_and_marches_or_are_cut_off() {
    let plain = changed(|_, _| ());
    assert!(!plain.contains(">ordered march<"));
    let fed = marching(false);
    assert!(fed.contains("own line of communication") && fed.contains(">ordered march<"));
    assert!(fed.contains("Division 99: division, 12 hoplite regiments, defends"));
    assert!(fed.contains(">12</text>") && fed.contains(">Division 99</text>") && !fed.contains(">CUT</text>"));
    let cut = marching(true);
    assert!(cut.contains(">CUT</text>") && cut.contains("defends, beyond its line of communication"));
    assert!(!cut.contains("own line of communication"));
}

#[test]
fn roads_that_were_built_are_on_the_map() {
    let roads = |svg: &str| {
        let style = ways::strokes(Sign::Road)[1];
        svg.lines().find(|line| line.contains(style)).unwrap().to_owned()
    };
    let built = changed(|_, knowledge| knowledge.state.roads.extend([hex("2824"), hex("2825")]));
    assert_ne!(roads(&changed(|_, _| ())), roads(&built));
}

/// A river of hexes is one line: it joins all, and goes round in no triangle.
#[test]
fn a_net_joins_what_touches_without_triangles() {
    let (sc, _) = known("diadochoi-310bc", 0, 0);
    let board = &sc.board;
    for holds in [|hex: &board::Hex| hex.river, |hex: &board::Hex| hex.road] {
        let steps = world::net(board, |hex| holds(board.hex(hex)), |side| side.channel);
        let joined = |a, b| steps.contains(&(a, b)) || steps.contains(&(b, a));
        for hex in board.all().filter(|hex| holds(board.hex(*hex))) {
            for side in board.hex(hex).sides.iter().flatten().filter(|side| side.land && holds(board.hex(side.to))) {
                let round = board.neighbours(hex).any(|third| joined(hex, third) && joined(side.to, third));
                assert_ne!(joined(hex, side.to), round, "{hex} and {}", side.to);
            }
        }
    }
}

#[test]
fn every_curve_of_the_ground_is_closed_and_straits_are_where_only_ships_pass() {
    let (sc, _) = known("diadochoi-310bc", 0, 0);
    let world = World::new(&sc.board);
    for path in world.terrain.iter().chain([&world.land]) {
        assert_eq!(path.matches('M').count(), path.matches('z').count());
        assert!(path.contains('z'));
    }
    assert!(world.names.iter().any(|named| named.name == "Aegean Sea" && named.sea));
    assert!(world.names.is_sorted_by(|a, b| a.hexes >= b.hexes));
    let none = |terrain: &str| !world.terrain[TERRAINS.iter().position(|it| it.1 == terrain).unwrap()].is_empty();
    assert!(["clear", "cultivated", "hills", "forest", "mountain", "desert"].into_iter().all(none));
    assert!(!world.straits.is_empty() && !world.rivers.is_empty() && !world.navigable.is_empty());
}

#[test]
fn names_do_not_cover_each_other() {
    let (sc, knowledge) = known("diadochoi-310bc", 0, 0);
    let world = World::new(&sc.board);
    for options in [MapOptions::default(), aegean()] {
        let mut drawing =
            Drawing::new(&sc, (&knowledge.state, Some(knowledge.country)), &world, window(&sc, &world, &options));
        drawing.sites();
        let sites = drawing.labels.taken().len();
        drawing.city_names();
        let cities = drawing.labels.taken().len();
        drawing.names();
        let taken = drawing.labels.taken();
        assert!(taken.len() > cities + 10 && cities == 2 * sites, "{} {cities} {sites}", taken.len());
        let mut covered: Vec<usize> = Vec::new();
        for (at, frame) in taken.iter().enumerate().skip(sites) {
            let size = (frame.2 - frame.0) * (frame.3 - frame.1);
            let by: f64 = taken[..at].iter().map(|other| kernel::labels::overlap(*frame, *other)).sum();
            covered.extend((by > 0.1 * size).then_some(at));
        }
        assert!(covered.len() <= 2, "{covered:?} of {}", taken.len());
    }
}

/// The smaller scenario ends at its frame, and its map says what is on it only.
#[test]
fn only_what_is_on_the_map_is_drawn_and_explained() {
    let small = drawn("hellespontos-313bc", 0, &MapOptions::default());
    assert!(!small.contains("data-place=\"Alexandria\"") && !small.contains(">desert</text>"));
    assert!(small.contains("as Polemaios for Antigonos sees it"));
    assert!(small.contains("The straits, spring 313 BC: week 1 of spring 313 BC, turn 1 of 26"));
    let large = drawn("diadochoi-310bc", 0, &MapOptions::default());
    assert!(large.contains(">desert</text>") && large.contains("data-place=\"Alexandria\""));
    assert!(large.contains(">05</text>") && !large.contains(">3326</text>"), "the edges of the whole map are numbered");
    let part = drawn("diadochoi-310bc", 0, &aegean());
    assert!(!part.contains(">desert</text>") && !part.contains(">SEL: Seleukos"));
    assert!(part.contains(">2425</text>") && !part.contains(">2528</text>"), "hexes without a city bear their numbers");
}

/// What a colour looks like to who sees no green (0), no red (1) or no blue (2), or to most (3), in L, a and b.
fn looks(colour: &str, to: usize) -> [f64; 3] {
    // Machado, Oliveira and Fernandes 2009, for linear red, green and blue.
    let sights = [
        [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
        [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
        [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ];
    let linear = kernel::picture::parts(colour).map(|part| (f64::from(part) / 255.0).powf(2.2));
    let times = |matrix: [[f64; 3]; 3], v: [f64; 3]| matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
    let seen = times(sights[to], linear).map(|part| part.clamp(0.0, 1.0));
    let xyz = times([[0.434, 0.376, 0.190], [0.213, 0.715, 0.072], [0.018, 0.109, 0.873]], seen);
    let [x, y, z] = xyz.map(|part| if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn seats_are_told_apart_by_the_colour_blind_and_by_their_letters() {
    for id in ["hellespontos-313bc", "diadochoi-310bc"] {
        let (sc, knowledge) = known(id, 0, 0);
        let world = World::new(&sc.board);
        let drawing = Drawing::new(
            &sc,
            (&knowledge.state, Some(knowledge.country)),
            &world,
            window(&sc, &world, &MapOptions::default()),
        );
        for one in sc.country_ids() {
            let record = sc.country(one);
            assert!(looks(&record.colour, 3)[0] < 52.0, "white letters are read on {}", record.colour);
            for other in sc.country_ids().filter(|other| *other > one) {
                assert_ne!(drawing.initial(one), drawing.initial(other));
                for sight in 0..4 {
                    let (a, b) = (looks(&record.colour, sight), looks(&sc.country(other).colour, sight));
                    let far = (a[0] - b[0]).hypot(a[1] - b[1]).hypot(a[2] - b[2]);
                    assert!(far > 18.0, "{} and {} look alike: {far:.0}", record.key, sc.country(other).key);
                }
            }
        }
    }
}

/// A campaign in which all that the map can show is there.
fn staged() -> String {
    changed(|sc, knowledge| {
        let by = |key: &str| Power::Country(sc.find_country(key).unwrap());
        let (cas, pto, lys, ant) = (by("CAS"), by("PTO"), by("LYS"), by("ANT"));
        report(knowledge, 1, 3, fleet_of(pto));
        let land = |power, units| ForceReport { naval: false, units, ..fleet_of(power) };
        let mut seen = |at: &str, weeks: u16, level, forces| {
            let report = HexReport { turn: Turn(9 - weeks), source: Source::Spy, level, error: 20, forces };
            knowledge.state.memory[0].hexes.insert(hex(at), report);
        };
        seen("2119", 1, 4, vec![land(lys, Some(24)), fleet_of(lys), land(cas, Some(8))]);
        seen("2218", 5, 1, vec![land(lys, None)]);
        seen("2423", 1, 2, vec![land(lys, Some(31))]);
        let st = &mut knowledge.state;
        st.site_mut(sc.find_city("Pergamon").unwrap()).siege = Some(Siege { by: lys, points: 3, worn: false });
        st.site_mut(sc.find_city("Mytilene").unwrap()).blockade = Some(Blockade { by: pto, weeks: 2 });
        for (number, kind, at, path) in [
            (900, CommandKind::Division, "2825", vec!["2725", "2624", "2523"]),
            (901, CommandKind::Army, "2825", Vec::new()),
            (902, CommandKind::Division, "2322", Vec::new()),
        ] {
            let mut it = Command::new(format!("Command {number}").as_str().into(), kind, ant, hex(at));
            it.units = Units::of(UnitKind::Hoplite, if kind == CommandKind::Army { 0 } else { 12 });
            it.path = path.into_iter().map(hex).collect();
            it.routed = number == 902;
            st.commands.insert(CommandId(number), it);
        }
    })
}

#[test]
fn the_legend_explains_every_sign() {
    let staged = staged();
    for words in ["ordered march", "besieged", "blockaded", "foreign land force", "foreign fleet", "own line of"] {
        assert!(staged.contains(&format!(">{words}")), "{words}");
    }
    assert!(staged.contains(">ROUT</text>") && staged.contains(">Command 901 +1</text>"));
}

/// For a look: writes maps into the folder of an environment variable.
#[test]
#[ignore = "writes pictures for the eye"]
fn show_maps() {
    let Ok(folder) = std::env::var("SHOW_MAPS") else { return };
    let weeks = std::env::var("SHOW_WEEKS").ok().and_then(|weeks| weeks.parse().ok()).unwrap_or(0);
    std::fs::write(format!("{folder}/staged.svg"), staged()).unwrap();
    for id in ["hellespontos-313bc", "diadochoi-310bc"] {
        let seat = std::env::var("SHOW_SEAT").ok().and_then(|seat| seat.parse().ok()).unwrap_or(0);
        let (sc, knowledge) = known(id, seat, weeks);
        for (name, options) in [("whole", MapOptions::default()), ("aegean", aegean())] {
            let svg = map_svg(&sc, &knowledge, &options);
            std::fs::write(format!("{folder}/{id}-{name}-{weeks}.svg"), svg).unwrap();
        }
    }
}
