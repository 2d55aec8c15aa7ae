//! The state at the start of each scenario (section 8.2).

use kernel::{Dice, GameSeed};
use strategos::model::command::CommandKind;
use strategos::model::ids::Power;
use strategos::model::invariants::violations;
use strategos::model::load::load;
use strategos::model::measures::{Quarter, Talents, Turn};
use strategos::model::scenario::Scenario;
use strategos::model::shipped::{files, find, shipped};
use strategos::model::state::{Standing, State};
use strategos::model::units::UnitKind;
use strategos::rules::setup::start;

fn begin(sc: &Scenario) -> State {
    start(sc, &mut Dice::keyed(&GameSeed::from_number(1), "set-up"))
}

#[test]
fn every_scenario_begins_sound_and_comes_back_from_its_bytes() {
    assert_eq!(shipped().len(), 2);
    for sc in shipped() {
        let st = begin(sc);
        assert_eq!(violations(sc, &st), Vec::<String>::new(), "{}", sc.id);
        let text = serde_json::to_string(&st).unwrap();
        assert_eq!(serde_json::from_str::<State>(&text).unwrap(), st);
        assert_eq!(begin(sc), st, "the same seed, the same start");
        assert!(st.relations.iter().all(|relation| relation.standing == Standing::Neutral), "ST-22.15");
    }
}

#[test]
fn the_diadochoi_stand_where_the_table_says() {
    let sc = find("diadochoi-310bc").unwrap();
    let st = begin(&sc);
    let table = [
        ("ANT", 157, 1500, 13),
        ("PTO", 52, 4000, 14),
        ("CAS", 60, 1200, 14),
        ("LYS", 37, 1000, 14),
        ("SEL", 43, 1200, 15),
    ];
    for (key, size, treasury, morale) in table {
        let id = sc.find_country(key).unwrap();
        let country = st.country(id);
        assert_eq!(
            (country.base_tax, country.treasury, country.morale),
            (size * 10, Talents(treasury), morale),
            "{key}"
        );
        let owned = sc.cities.iter().filter(|city| city.owner == Some(id)).count();
        let leaders = st.leaders.values().filter(|leader| leader.power == Power::Country(id)).count();
        assert_eq!(leaders, owned, "{key}: a leader for each city (ST-7.1)");
    }
    let ant = Power::Country(sc.find_country("ANT").unwrap());
    let (_, first) = st.commands.iter().find(|(_, it)| it.power == ant && it.name.as_str() == "Division 1").unwrap();
    assert_eq!((first.units.regts(), first.units.count(UnitKind::Elephant), first.organic_supply), (29, 2, 6));
    assert_eq!((first.train_points.as_slice(), first.hex.to_string().as_str()), ([5].as_slice(), "3328"));
    assert_eq!(st.leaders[&first.leader.unwrap()].name.as_str(), "Philippos");
    let army = st.command(first.parent.unwrap());
    assert_eq!(
        (army.kind, st.leaders[&army.leader.unwrap()].ratings.to_string().as_str()),
        (CommandKind::Army, "8.9.6")
    );
    let rhodes = st.site(sc.find_city("Rhodes").unwrap());
    assert_eq!(st.command(rhodes.command).units.regts(), 6);
    let fleet = st.commands.values().find(|it| it.name.as_str() == "Fleet of Rhodes").unwrap();
    assert_eq!((fleet.power, fleet.units.sqds()), (rhodes.power, 6));
    let chalkis = st.site(sc.find_city("Chalkis").unwrap());
    assert_eq!(st.leaders[&st.command(chalkis.command).leader.unwrap()].name.as_str(), "Polemaios");
    let pella = st.site(sc.find_city("Pella").unwrap());
    let garrison = st.command(pella.command).units;
    assert_eq!(
        (garrison.count(UnitKind::Hoplite), garrison.count(UnitKind::Levy)),
        (1, 2),
        "size 7: three, one hoplite"
    );
}

#[test]
fn lysimachos_has_leaders_drawn_for_his_division_and_his_fleet() {
    let sc = find("diadochoi-310bc").unwrap();
    let st = begin(&sc);
    let lys = Power::Country(sc.find_country("LYS").unwrap());
    for name in ["Division 1", "Fleet 1"] {
        let command = st.commands.values().find(|it| it.power == lys && it.name.as_str() == name).unwrap();
        assert!(command.leader.is_some(), "{name}");
    }
}

#[test]
fn the_calendar_knows_quarters_and_years() {
    let sc = find("diadochoi-310bc").unwrap();
    assert_eq!((sc.quarter(Turn(40)), sc.week_of_quarter(Turn(40)), sc.year(Turn(40))), (Quarter::Winter, 1, -310));
    assert_eq!((sc.year(Turn(53)), sc.date(Turn(156)).as_str()), (-309, "week 13 of winter 308 BC"));
    assert!(sc.opens_quarter(Turn(1)) && sc.closes_quarter(Turn(13)) && !sc.opens_quarter(Turn(13)));
}

#[test]
fn a_scenario_that_is_wrong_says_where() {
    let refused = |file: &'static str, from: &str, to: &str| {
        let mut files = files("hellespontos-313bc").unwrap();
        let text = files[file].replacen(from, to, 1);
        assert_ne!(text, files[file], "{from} is not in {file}");
        files.insert(file, &text);
        load(&files).unwrap_err().to_string()
    };
    let cases = [
        ("scenario.toml", "turn_limit     = 26", "turn_limit     = 0", "turn_limit: a campaign has 1 to 2000 turns"),
        ("scenario.toml", "treasury    = 1200", "tresury    = 1200", "unknown field `tresury`"),
        ("scenario.toml", "rows = 33", "rows = 70", "frame: 1 to 92 columns and 1 to 68 rows"),
        ("cities.toml", "hex = \"2726\"", "hex = \"1818\"", "Sardis: should lie on a land hex of the map"),
        ("cities.toml", "hex = \"2726\"", "hex = \"4120\"", "Sardis: should lie on a land hex of the map"),
        ("cities.toml", "owner = \"LYS\", capital = true", "owner = \"LYS\"", "LYS: has 0 capitals, not one"),
        ("cities.toml", "size = 7, dv =  9", "size = 11, dv =  9", "Sardis: size is 1 to 10"),
        ("forces.toml", "ma = 6, loy = 4", "ma = 10, loy = 4", "Polemaios: ma, loy and sa are 1 to 9"),
        ("forces.toml", "phalanx = 6", "phalanx = 26", "Division 1: a division has regts, 30 at most"),
        ("forces.toml", "under = \"Army I\"", "under = \"Army II\"", "Division 1: the command it is under"),
        ("forces.toml", "leader = \"Dokimos\"", "leader = \"Polemaios\"", "Division 1: its leader has another post"),
        ("forces.toml", "city = \"Ephesos\"", "city = \"Sardis\"", "Fleet 1: ships lie in a port"),
    ];
    for (file, from, to, reason) in cases {
        let found = refused(file, from, to);
        assert!(found.contains(reason), "{from} to {to}: {found}");
    }
}
