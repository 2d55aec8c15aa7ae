//! The scenarios that are shipped, as the loader reads them (section 8 of the rules).

use renaissance::model::board::Ware;
use renaissance::model::calendar::{Month, Turn};
use renaissance::model::distance::great_circle;
use renaissance::model::generated;
use renaissance::model::goods::{Good, GoodClass};
use renaissance::model::ids::{FamilyId, Holder, LocationId, PersonaId};
use renaissance::model::invariants::violations;
use renaissance::model::load::load;
use renaissance::model::location::{Location, Selection};
use renaissance::model::measures::Point;
use renaissance::model::money::Money;
use renaissance::model::persona::{Persona, Place, Side};
use renaissance::model::scenario::{Electors, Scenario};
use renaissance::model::shipped::{IDS, files, find, shipped};
use renaissance::model::ships::Ship;
use renaissance::model::skills::Skill;
use renaissance::model::state::State;
use renaissance::model::troops::{Troop, Troops};

fn italy() -> std::sync::Arc<Scenario> {
    find("italy-1493").unwrap()
}

fn town<'a>(sc: &'a Scenario, name: &str) -> &'a Location {
    &sc.board.location(place(sc, name)).start
}

fn place(sc: &Scenario, name: &str) -> LocationId {
    sc.board.location_named(name).unwrap_or_else(|| panic!("no place {name}"))
}

fn family(sc: &Scenario, key: &str) -> FamilyId {
    let found = sc.family_ids().find(|id| sc.family(*id).key.as_str() == key);
    found.unwrap_or_else(|| panic!("no family {key}"))
}

fn personae<'a>(sc: &'a Scenario, key: &str) -> Vec<&'a Persona> {
    sc.family(family(sc, key)).personae.iter().map(|id| &sc.personae[id.index()].start).collect()
}

/// The name of who holds a title.
fn holder(sc: &Scenario, title: &str) -> String {
    let found = sc.titles.iter().find(|it| it.record.name.as_str() == title);
    let found = found.unwrap_or_else(|| panic!("no title {title}"));
    match found.holder {
        Holder::Vacant => "nobody".into(),
        Holder::NonPlayer => format!("npc {}", found.record.non_player.name),
        Holder::Persona(id) => {
            let persona = &sc.personae[id.index()].start;
            format!("{} {}", sc.names[usize::from(persona.name)], sc.family(persona.family).name)
        }
    }
}

#[test]
fn italy_has_all_that_its_tables_list() {
    let sc = italy();
    let towns = sc.board.locations.iter().filter(|it| it.start.population > 0);
    let (count, people) = towns.fold((0, 0), |(count, sum), it| (count + 1, sum + it.start.population));
    assert_eq!((count, people, sc.board.locations.len()), (120, 2_050_900, 129));
    assert_eq!((sc.board.nodes.len(), sc.board.ferries.len()), (60, 1));
    assert_eq!((sc.families.len(), sc.personae.len(), sc.npc_cardinals), (40, 126, 12));
    assert_eq!(sc.personae.iter().filter(|it| it.start.cardinal).count(), 11, "23 cardinals");
    assert_eq!((sc.board.provinces.len(), sc.board.sees.len()), (47, 115));
    assert_eq!((sc.brotherhoods.len(), sc.republics.len(), sc.pilgrimages.len()), (6, 5, 21));
    assert_eq!((sc.date(Turn(1)).to_string().as_str(), sc.month(Turn(60))), ("January 1493", Month::December));
    let ports = sc.board.locations.iter().filter(|it| it.start.depth > 0);
    assert!(ports.clone().all(|it| it.water.is_some() && !it.nodes.is_empty()), "section 8.2.4");
    assert_eq!(ports.count(), 57);
    assert_eq!(sc.board.lands.len(), 11, "eight in the west, and Asia, Britain, Rhodes");
}

#[test]
fn towns_stand_as_the_table_says() {
    let sc = italy();
    let row = |name: &str| {
        let it = town(&sc, name);
        let figures = [it.population, it.depth.into(), it.garrison, it.import_tariff.into()];
        (figures, [it.far, it.fas, it.wealth, it.loyalty].map(|rating| rating.get()), it.selection)
    };
    assert_eq!(row("Venice"), ([105_000, 14, 400, 8], [200, 250, 220, 800], Selection::Sovereign));
    assert_eq!(row("Ostia"), ([600, 8, 12, 5], [120, 140, 60, 450], Selection::Bishop));
    assert_eq!(row("Gandia"), ([4_000, 0, 80, 5], [80, 130, 130, 600], Selection::Feudatory));
    let held = |name: &str| {
        let it = town(&sc, name);
        [it.sovereign, it.feudatory, it.tenant]
            .map(|title| title.map_or("-", |id| sc.titles[id.index()].record.name.as_str()))
    };
    assert_eq!(held("Asti"), ["Duke of Orleans"; 3]);
    assert_eq!(held("Forli"), ["Pope", "Lord of Imola and Forli", "Lord of Imola and Forli"]);
    assert_eq!(held("Brescia"), ["Doge of Venice", "-", "Captain of Brescia"]);
    assert_eq!(held("Mecca"), ["-"; 3]);
    let see = |name: &str| {
        let see = &sc.board.sees[sc.board.location(place(&sc, name)).see.unwrap().index()];
        (see.name.as_str(), sc.board.provinces[see.province.unwrap().index()].name.as_str())
    };
    assert_eq!(see("Udine"), ("Aquileia", "Aquileia"));
    assert_eq!(see("Perpignan"), ("Elne", "Narbonne"));
    assert!(sc.board.location(place(&sc, "Tunis")).see.is_none());
}

#[test]
fn titles_have_the_holders_of_january_1493() {
    let sc = italy();
    let table = [
        ("Pope", "Rodrigo Borgia"),
        ("Duke of Milan", "Gian Galeazzo Sforza"),
        ("Duke of Bari", "Ludovico Sforza"),
        ("Gonfaloniere of Florence", "Piero Medici"),
        ("Doge of Venice", "Agostino Barbarigo"),
        ("Doge of Genoa", "nobody"),
        ("Archbishop of Pisa", "Raffaele Riario"),
        ("Archbishop of Milan", "npc Guido Antonio Arcimboldi"),
        ("Bishop of Ostia", "Giuliano Della Rovere"),
        ("Bishop of Viterbo", "npc Bishop of Viterbo"),
        ("Grandmaster of Rhodes", "npc Pierre d'Aubusson"),
        ("Sultan of Tunis", "Zakariya Hafsid"),
    ];
    for (title, name) in table {
        assert_eq!(holder(&sc, title), name, "{title}");
    }
    assert_eq!(sc.titles[sc.pope.unwrap().index()].record.rank, 200);
    let empire = sc.republics.iter().find(|it| it.name.as_str() == "The Empire").unwrap();
    assert!(matches!(&empire.electors, Electors::Titles(all) if all.len() == 7) && empire.month.is_none());
    let hereditary =
        |name: &str| sc.titles.iter().find(|it| it.record.name.as_str() == name).unwrap().record.hereditary;
    assert_eq!(
        ["Duke of Savoy", "Pope", "Viceroy of Sicily", "Sultan of Tlemcen"].map(hereditary),
        [true, false, false, true]
    );
}

#[test]
fn markets_follow_from_size_port_trade_and_region() {
    let sc = italy();
    let supplied = |name: &str, good: Good| {
        let record = sc.board.location(place(&sc, name));
        let at = record.supply.iter().position(|it| it.ware == Ware::Good(good)).unwrap();
        (record.supply[at].base.0, record.start.supply[at].quantity, record.start.supply[at].price)
    };
    assert_eq!(supplied("Palermo", Good::Grain), (100_000, 45_000, 2), "the main good; food at 75%");
    assert_eq!(supplied("Ostia", Good::Salt), (40_000, 240, 2));
    assert_eq!(supplied("Verona", Good::Woolens), (10_000, 4_000, 11), "15 at 75%");
    assert_eq!(supplied("Barcelona", Good::Galleys), (10, 2, 65_000), "a figure of its own");
    let demanded = |name: &str, class: GoodClass| {
        let record = sc.board.location(place(&sc, name));
        let at = record.demand.iter().position(|it| it.class == class)?;
        Some((record.demand[at].base.0, record.start.demand[at].quantity, record.start.demand[at].price))
    };
    assert_eq!(demanded("Palermo", GoodClass::Food), None, "grain is its main good");
    assert_eq!(demanded("Milan", GoodClass::Fibers), Some((30_000, 30_000, 10)), "a cloth town");
    assert_eq!(demanded("Milan", GoodClass::NavalMaterials), None, "no port");
    assert_eq!(demanded("Naples", GoodClass::Spices), Some((1_000, 1_250, 55)));
    let small = sc.board.location(place(&sc, "Monaco"));
    let classes: Vec<&str> = small.demand.iter().map(|it| it.class.key()).collect();
    assert_eq!(classes, ["alcohol", "clothing", "raw_materials"], "under 5,000, and oil is its main good");
    let men = sc.board.location(place(&sc, "Como")).supply[1];
    assert_eq!((men.ware, men.base.0), (Ware::Mercenaries(Troop::Pikemen), 1_250));
    for record in &sc.board.locations {
        assert_eq!((record.supply.len(), record.demand.len()), (record.start.supply.len(), record.start.demand.len()));
        assert!(record.start.supply.iter().all(|it| it.quantity > 0 && it.price > 0), "{}", record.name);
    }
}

#[test]
fn families_share_what_their_class_has() {
    let sc = italy();
    let sum = |key: &str, what: &dyn Fn(&Persona) -> u64| personae(&sc, key).into_iter().map(what).sum::<u64>();
    let class = [
        ("SFORZA", 300_000, 1_500, 30),
        ("ESTE", 100_000, 500, 10),
        ("VITELLI", 25_000, 200, 3),
        ("DORIA", 40_000, 20, 0),
    ];
    for (key, ducats, horse, cannons) in class {
        assert_eq!(sum(key, &|it| it.assets.money.whole()), ducats, "{key}");
        assert_eq!(sum(key, &|it| it.assets.troops[Troop::HeavyCavalry].into()), horse, "{key}");
        assert_eq!(sum(key, &|it| it.assets.goods.of(Good::Cannons).into()), cannons, "{key}");
    }
    let ships = |key: &str, ship: Ship| sum(key, &|it| it.assets.goods.ships(ship).into());
    assert_eq!([ships("BARBARIGO", Ship::Galley), ships("BARBARIGO", Ship::Roundship)], [40, 20], "section 8.2.3");
    assert_eq!([ships("NAPLES", Ship::Galley), ships("SFORZA", Ship::Galley)], [15, 0], "nobody of Milan is in a port");
    let doge = personae(&sc, "BARBARIGO")[0];
    assert_eq!(doge.assets.troops[Troop::Crew], 40 * 40 + 20 * 20);
    assert_eq!(doge.assets.goods.of(Good::Slaves), 40 * 250);
    let [head, second, third, fourth] = personae(&sc, "NAPLES")[..] else { panic!("four personae") };
    assert_eq!([head, second, third, fourth].map(|it| it.popularity.get()), [500, 300, 300, 300]);
    assert_eq!([head, second, third, fourth].map(|it| it.assets.troops[Troop::Pikemen]), [546, 1_091, 1_091, 272]);
    assert_eq!([head, second, fourth].map(|it| it.assets.money), [171_429, 42_857, 42_857].map(Money::ducats));
    let alfonso = personae(&sc, "ESTE")[1];
    assert_eq!(
        [Skill::Cannonmaking, Skill::Gunnery, Skill::Dueling].map(|it| alfonso.skills.of(it).get()),
        [600, 600, 400]
    );
    let jacopo = personae(&sc, "APPIANI");
    assert_eq!([jacopo[0].ordinal, jacopo[1].ordinal], [0, 2]);
}

#[test]
fn everybody_who_starts_with_men_has_food_and_carts_for_it() {
    for sc in shipped() {
        for record in &sc.personae {
            let it = &record.start;
            let half = |troops: &[Troop]| troops.iter().map(|troop| it.assets.troops[*troop]).sum::<u32>();
            let horses = it.assets.goods.of(Good::Horses);
            let january = half(&[Troop::HeavyCavalry, Troop::Archers, Troop::Pikemen])
                + horses
                + it.assets.goods.of(Good::Slaves);
            let february =
                half(&[Troop::HeavyCavalry, Troop::Archers, Troop::Crew, Troop::Pikemen, Troop::Arquebusiers]) + horses;
            let grain = it.assets.goods.of(Good::Grain);
            assert!(grain * 2 >= january + february, "RN-50.6: {grain} of {january} and {february}");
            if !it.assets.has_ships() {
                let cannons = it.assets.goods.of(Good::Cannons) * 40;
                assert!(february.div_ceil(2) + cannons <= horses * 2, "RN-30.4: family {:?}", it.family);
            }
        }
    }
}

#[test]
fn the_sea_joins_every_port_to_every_other() {
    let sc = italy();
    let mut seen = vec![false; sc.board.nodes.len()];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            open.extend(sc.board.nodes[at].links.iter().map(|link| link.index()));
        }
    }
    assert!(seen.iter().all(|seen| *seen));
    let ferry = sc.board.ferries[0];
    let [a, b] = [ferry.a, ferry.b].map(|end| sc.board.location(end).point);
    assert_eq!(great_circle(39_588, a, b).miles().0, 4, "section 8.2.4");
}

#[test]
fn romagna_is_a_year_for_six() {
    let sc = find("romagna-1493").unwrap();
    assert_eq!((sc.families.len(), sc.personae.len(), sc.board.locations.len(), sc.game_turns), (6, 19, 17, 12));
    let (large, small) = (italy(), &sc);
    for record in &small.board.locations {
        let same = large.board.location(place(&large, record.name.as_str()));
        let figures = |it: &Location| (it.population, it.wealth, it.loyalty, it.fas, it.garrison, it.supply.clone());
        assert_eq!(figures(&record.start), figures(&same.start), "{}", record.name);
        assert_eq!(record.start.demand, same.start.demand, "{}", record.name);
    }
    assert_eq!(holder(small, "Pope"), "npc Alexander VI");
    assert_eq!(holder(small, "Lord of Faenza"), "Astorre Manfredi");
    assert_eq!(small.pilgrimages.len(), 1, "Loreto");
}

#[test]
fn a_scenario_that_is_wrong_says_where() {
    let refused = |file: &'static str, from: &str, to: &str| {
        let mut files = files("romagna-1493").unwrap();
        let text = files[file].replacen(from, to, 1);
        assert_ne!(text, files[file], "{from} is not in {file}");
        files.insert(file, &text);
        load(&files).err().map_or_else(|| panic!("{from} to {to} was accepted"), |error| error.to_string())
    };
    let cases = [
        ("scenario.toml", "game_turns  = 12", "game_turns  = 0", "game_turns: a campaign has 1 to 2000 turns"),
        ("scenario.toml", "start_month", "start_moon", "line 13: unknown field `start_moon`"),
        ("towns.toml", "43.11, 12.39", "43.111, 12.39", "Perugia: “43.111, 12.39” should be latitude and longitude"),
        ("towns.toml", "43.11, 12.39", "93.11, 12.39", "Perugia: “93.11, 12.39” is beyond 90 degrees"),
        ("towns.toml", "name   = \"Perugia\"", "name   = \"Rimini\"", "Rimini: this place is listed twice"),
        ("towns.toml", "43.11, 12.39", "43.46, 12.24", "Citta di Castello: another place is at the same point"),
        ("towns.toml", "population = 20000", "population = 0", "Perugia: a population is 1 to 5000000"),
        ("towns.toml", "loyalty = 380", "loyalty = 1000", "Perugia: loyalty is 0 to 999 (RN-R7)"),
        ("towns.toml", "sovereign = \"Pope\"", "sovereign = \"King\"", "Perugia: there is no title King"),
        ("towns.toml", "region = \"papal states\"", "region = \"umbria\"", "Perugia: there is no region umbria"),
        ("towns.toml", "nodes = [\"OffAncona\"]", "nodes = [\"Ancona\"]", "Ancona: there is no sea node Ancona"),
        ("towns.toml", "nodes = [\"OffAncona\"]", "nodes = []", "Ancona: a port is 1 foot deep or more and opens"),
        ("towns.toml", "see    = \"Perugia\"", "see    = \"Assisi\"", "Perugia: there is no see Assisi"),
        ("towns.toml", "\"woolens\"", "\"wollens\"", "Perugia: supply: there is no good nor type of men “wollens”"),
        ("towns.toml", "\"woolens\"", "\"braid\"", "Perugia: supply: braid has no price in goods.toml"),
        ("towns.toml", "\"woolens\"", "\"woolens 200\"", "supply: “200” should be units per head"),
        (
            "towns.toml",
            "supply = [\"woolens\"",
            "garrison = 1001\nsupply = [\"woolens\"",
            "a twentieth of the people (RN-60.2)",
        ),
        (
            "sea.toml",
            "links = [\"OffAncona\"]",
            "links = []",
            "OffAncona: is linked to NorthAdriatic, which is not linked",
        ),
        ("sea.toml", "links = [\"OffAncona\"]", "links = [\"NorthAdriatic\"]", "links stand at both ends"),
        ("markets.toml", "food = 90", "food = 9", "papal states: prices of a region are 10 to 1000 per cent"),
        ("titles.toml", "rank = 200", "rank = 201", "Pope: ranks are 0 to 200"),
        ("titles.toml", "kind = \"church\"", "kind = \"chruch\"", "there is no “chruch” here"),
        (
            "church.toml",
            "title = \"Archbishop of Ravenna\"",
            "title = \"Archbishop of Rome\"",
            "there is no such title to hold",
        ),
        ("families.toml", "citizen_of  = \"Pesaro\"", "citizen_of  = \"Fano\"", "PESARO: there is no place Fano"),
        ("families.toml", "class       = \"C\"", "class       = \"E\"", "PESARO: there is no class E"),
        ("families.toml", "role = \"head\"", "role = \"chief\"", "PESARO: there is no role chief"),
        (
            "families.toml",
            "titles = [\"Lord of Faenza\"]",
            "titles = [\"Lord of Rimini\"]",
            "Lord of Rimini: two personae hold this title",
        ),
        (
            "families.toml",
            "key         = \"RIARIO\"",
            "key         = \"MANFREDI\"",
            "MANFREDI: this family is listed twice",
        ),
        ("families.toml", "letters = 300", "letters = 1300", "PESARO: Giovanni: skills are 0 to 999"),
        ("families.toml", "sex = \"female\"", "sex = \"female\", cardinal = true", "women are no cardinals (RN-21.1)"),
    ];
    for (file, from, to, reason) in cases {
        let found = refused(file, from, to);
        assert!(found.starts_with(file) && found.contains(reason), "{from} to {to}: {found}");
    }
}

#[test]
fn a_scenario_that_is_cut_anywhere_is_refused_or_read_and_never_breaks() {
    for id in IDS {
        let whole = files(id).unwrap();
        for file in whole.keys() {
            let text = whole[file];
            for part in 1..40 {
                let mut end = text.len() * part / 40;
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                let mut cut = whole.clone();
                cut.insert(file, &text[..end]);
                if let Err(error) = load(&cut) {
                    assert!(!error.reason.is_empty() && !error.place.is_empty(), "{file} to {end}");
                }
            }
            let mut without = whole.clone();
            without.remove(file);
            assert_eq!(load(&without).unwrap_err().to_string(), format!("{file}: the file: is missing"));
        }
    }
}

#[test]
fn a_world_of_any_size_can_be_made() {
    for (towns, families) in [(1, 1), (7, 30), (300, 20), (4_000, 200)] {
        let sc = generated::scenario(towns, families);
        assert_eq!((sc.board.locations.len(), sc.families.len()), (towns, families));
        assert!(sc.personae.len() >= families && sc.board.locations.iter().any(|it| it.start.depth > 0));
    }
    assert_eq!(generated::scenario(300, 20), generated::scenario(300, 20));
}

#[test]
fn every_scenario_begins_sound_and_comes_back_from_its_bytes() {
    assert_eq!(shipped().len(), IDS.len());
    for sc in shipped() {
        let st = crate::common::state(sc);
        assert_eq!(violations(sc, &st), Vec::<String>::new(), "{}", sc.id);
        let text = serde_json::to_string(&st).unwrap();
        assert_eq!(serde_json::from_str::<State>(&text).unwrap(), st);
    }
    let sc = generated::scenario(300, 20);
    assert_eq!(violations(&sc, &crate::common::state(&sc)), Vec::<String>::new());
}

#[test]
fn what_is_wrong_with_a_state_is_named() {
    type Break = fn(&mut State);
    let first = LocationId(0);
    let cases: [(Break, &str); 12] = [
        (|st| st.titles.truncate(3), "3 titles, not"),
        (|st| st.families[1].personae.clear(), "0 personae, other than at the start (RN-10.1)"),
        (|st| st.families[0].personae[0] = st.families[1].personae[0], "is none of its own"),
        (|st| st.personae[0].assets.troops = Troops::NONE, "persona 0: has morale and no men (RN-10.10)"),
        (|st| st.personae[2].place = Place::Water(Point { lat: 0, lon: 0 }), "on open water without a ship"),
        (|st| st.personae[1].place = Place::With(PersonaId(3)), "persona 1: with a persona who has no ships"),
        (|st| st.personae[1].place = Place::At(LocationId(999), Side::Inside), "at a location that does not exist"),
        (|st| st.locations[0].supply[0].price = 0, "Perugia: a price below the least (RN-R74)"),
        (|st| st.locations[0].ingress = vec![FamilyId(2), FamilyId(1)], "Perugia: lists of families are ascending"),
        (|st| (0..2).for_each(|at| st.locations[at].magistrate = Holder::Persona(PersonaId(0))), "(RN-17.4)"),
        (|st| st.locations[0].supply.clear(), "Perugia: its market is not that of the scenario"),
        (|st| st.titles[0].holder = Holder::Persona(PersonaId(999)), "title 0: held by nobody who exists"),
    ];
    let sc = find("romagna-1493").unwrap();
    assert_eq!(sc.board.location(first).name.as_str(), "Perugia");
    for (breaks, wanted) in cases {
        let mut st = crate::common::state(&sc);
        breaks(&mut st);
        let found = violations(&sc, &st);
        assert!(found.iter().any(|fault| fault.contains(wanted)), "{wanted}: {found:?}");
    }
}

/// Whether a family has ingress to a location at set-up (RN-25.4).
fn is_at_home(sc: &Scenario, family: FamilyId, location: LocationId) -> bool {
    let record = sc.board.location(location);
    let see = record.see.map(|see| &sc.board.sees[see.index()]);
    let province = see.and_then(|see| see.province).map(|it| sc.board.provinces[it.index()].title);
    let titles =
        [record.start.sovereign, record.start.feudatory, record.start.tenant, see.map(|it| it.title), province];
    let holders = titles.iter().flatten().filter_map(|title| sc.titles[title.index()].holder.persona());
    let mut families = holders.map(|id| sc.personae[id.index()].start.family);
    sc.family(family).citizen_of == location || families.any(|it| it == family)
}

#[test]
fn nobody_starts_with_soldiers_within_the_walls_of_others() {
    let mut strangers = Vec::new();
    for sc in shipped() {
        for it in sc.personae.iter().map(|record| &record.start) {
            let Place::At(location, Side::Inside) = it.place else { continue };
            if it.assets.troops.soldiers() > 0 && !is_at_home(sc, it.family, location) {
                let names =
                    [&sc.names[usize::from(it.name)], &sc.family(it.family).name, &sc.board.location(location).name];
                strangers.push(names.map(ToString::to_string).join(", "));
            }
        }
    }
    assert_eq!(strangers, Vec::<String>::new());
}
