//! What a country knows depends on nothing that it does not know (section 6): states that differ in what is hidden are known
//! alike.

use kernel::{Dice, GameSeed};
use strategos::knowledge::{render, sight};
use strategos::model::command::{BattleOrder, Command, CommandKind};
use strategos::model::ids::{CommandId, CountryId, HexId, Name, Power, SiteId};
use strategos::model::invariants::violations;
use strategos::model::measures::{Ratings, Talents, Turn};
use strategos::model::reports::Memory;
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::{Breaking, Siege, SiteStatus, Standing, State};
use strategos::model::units::{UnitKind, Units};
use strategos::orders::carry_out::{CountryOrders, check};
use strategos::orders::{self, Order};
use strategos::rules::{money, setup};

use super::{ANY, march_to_war};

/// Changes all that a country does not know.
fn shuffle(sc: &Scenario, st: &State, country: CountryId, seed: u64) -> State {
    let mut dice = Dice::keyed(&GameSeed::from_number(seed), "shuffle").quiet();
    let mut stream = dice.stream("shuffle", u16::from(country.0), 0);
    let mut roll = |most: i32| stream.range(1, most, ANY);
    let power = Power::Country(country);
    let mut st = st.clone();
    for other in sc.country_ids().filter(|other| *other != country) {
        let it = st.country_mut(other);
        (it.treasury, it.morale, it.morale_due) = (Talents(roll(5000) as u32), roll(20) as u8, -1);
        (it.spies_left, it.assassins_left, it.founded) = (roll(5) as u8, 0, roll(3) as u8);
        it.dispatch = Some(Turn(1));
        it.raised.insert(UnitKind::Elephant, 3);
        st.memory[other.index()] = Memory::default();
    }
    shuffle_commands(&mut st, power, &mut roll);
    for leader in st.leaders.values_mut().filter(|leader| leader.power != power) {
        let mut rating = || roll(9) as u8;
        leader.ratings = Ratings { ma: rating(), loy: rating(), sa: rating() };
        leader.name = Name::from(format!("Nobody {}", rating()));
    }
    for (id, site) in st.sites.iter_mut().filter(|(_, site)| site.power != power) {
        (site.size, site.dv, site.dv_current) = (roll(10) as u8, 15, roll(15) as u8);
        (site.supply, site.stores, site.raised, site.waver) = (roll(9) as u8, roll(9) as u8, 2, roll(4) as u8);
        (site.beset, site.base, site.raided) = (!site.beset, !site.base, Talents(roll(30) as u32));
        (site.grown, site.fortified, site.no_tax_until) = (Some(Turn(2)), Some(Turn(3)), Some(Turn(9)));
        (site.orders.hold, site.orders.sally) = (false, true);
        let by = Power::FreeCity(*id);
        if let Some(siege) = &mut site.siege {
            (siege.points, siege.worn) = (roll(60) as u16, true);
        } else if site.power != by {
            site.siege = Some(Siege { by, points: 4, worn: true });
        }
    }
    let own = |site: SiteId| st.sites[&site].power == power;
    st.building.retain(|each| own(each.site));
    st.journeys.retain(|each| each.power == power);
    st.spies.retain(|each| each.country == country);
    st.appeals.retain(|_, appeal| appeal.from == country || appeal.to == power);
    st.foraged.clear();
    for relation in &mut st.relations {
        let [a, b] = [relation.a, relation.b];
        if ![a, b].contains(&country) {
            relation.standing = match relation.standing {
                Standing::Neutral => Standing::NonAggression,
                Standing::NonAggression => Standing::Neutral,
                public => public,
            };
            relation.until = relation.standing.is_treaty().then_some(Turn(99));
        } else if relation.standing.is_treaty() {
            let by = if a == country { b } else { a };
            relation.breaking.push(Breaking { by, enemy: true });
        }
    }
    found_unseen(sc, &mut st, country);
    st
}

/// Foreign forces are elsewhere, others, more and fewer.
fn shuffle_commands(st: &mut State, power: Power, roll: &mut impl FnMut(i32) -> i32) {
    let foreign: Vec<CommandId> = st.commands.iter().filter(|(_, it)| it.power != power).map(|(id, _)| *id).collect();
    for id in foreign {
        let far = HexId::at(roll(2000) as usize);
        let it = st.command_mut(id);
        it.units = Units::of(UnitKind::Levy, roll(30) as u16);
        (it.name, it.parent, it.battle_order) = (Name::from("Whoever"), None, BattleOrder::Attack);
        (it.routed, it.interaction, it.path) = (true, 1, vec![far]);
        if !it.kind.is_site() {
            it.hex = far;
            if roll(3) == 1 && it.leader.is_none() {
                st.commands.remove(&id);
            }
        }
    }
    let id = CommandId(st.next.command + 5);
    st.next.command += 6;
    let other = st.commands.values().find(|it| it.power != power && it.power.country().is_some()).map(|it| it.power);
    let Some(other) = other else { return };
    st.commands.insert(id, Command::new(Name::from("Hidden"), CommandKind::Army, other, HexId::at(700)));
}

/// Somebody else founds a city, and builds a road, where nobody of the country looks.
fn found_unseen(sc: &Scenario, st: &mut State, country: CountryId) {
    let Some(other) = st.sites.values().find(|site| site.power != Power::Country(country)).cloned() else { return };
    let free = |hex: &HexId| !sc.board.is_sea(*hex) && st.site_at(*hex).is_none();
    let hex = sc.board.all().find(free).expect("the land is wide");
    let mut site = other;
    (site.hex, site.name, site.status) = (hex, Name::from("Unseen"), SiteStatus::Owned);
    st.sites.insert(SiteId(st.next.site), site);
    st.next.site += 1;
    st.roads.insert(HexId::at(1500));
}

#[test]
fn what_is_hidden_changes_nothing_that_is_known() {
    for (key, seed, weeks) in [("hellespontos-313bc", 1, 5), ("hellespontos-313bc", 2, 16), ("diadochoi-310bc", 4, 12)]
    {
        let sc = find(key).unwrap();
        let (st, _) = march_to_war(&sc, seed, weeks);
        for country in sc.country_ids() {
            let knowledge = sight::knowledge(&sc, &st, country);
            let view = render::view(&sc, &knowledge);
            for seed in 0..3 {
                let other = shuffle(&sc, &st, country, seed);
                let again = sight::knowledge(&sc, &other, country);
                assert!(again == knowledge, "{key}: {country:?} knows more than it should");
                assert_eq!(render::view(&sc, &again), view, "{key}: {country:?}");
            }
        }
    }
}

#[test]
fn what_is_known_is_sound_and_whole() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut seen = 0;
    for (seed, weeks) in [(1, 4), (2, 12), (3, 20)] {
        let (st, _) = march_to_war(&sc, seed, weeks);
        for country in sc.country_ids() {
            let power = Power::Country(country);
            let knowledge = sight::knowledge(&sc, &st, country);
            let known = &knowledge.state;
            assert_eq!(violations(&sc, known), Vec::<String>::new(), "{country:?} in {:?}", st.turn);
            assert_eq!(known.country(country), st.country(country));
            for (id, command) in st.commands.iter().filter(|(_, command)| command.power == power) {
                assert_eq!(known.commands.get(id), Some(command));
            }
            for (id, site) in &st.sites {
                assert_eq!(known.sites.get(id).map(|site| site.power), Some(site.power), "who holds it is public");
                assert!(site.power != power || known.site(*id) == site);
            }
            let judged = |st: &State| -> Vec<bool> {
                sc.board.all().map(|hex| money::may_spend_at(&sc, st, country, hex)).collect()
            };
            assert_eq!(judged(known), judged(&st), "the rules judge alike what is one's own to do");
            let strangers = known.commands.values().filter(|it| it.power != power);
            assert!(strangers.clone().all(|it| it.kind.is_site() && it.units.is_empty() && it.leader.is_none()));
            let view = render::view(&sc, &knowledge);
            seen += view.reports.iter().filter(|report| !report.forces.is_empty()).count();
            assert!(view.commands.iter().all(|it| st.command(CommandId(it.command)).power == power));
            assert!(view.reports.iter().all(|report| (1..=4).contains(&report.level) && report.age >= 1));
            assert!(serde_json::to_value(&view).unwrap().is_object());
        }
    }
    assert!(seen > 20, "{seen} reports tell of somebody");
}

/// ST-R66: orders are judged on what is known; all kinds are, after any weeks, and without a look at what is hidden.
#[test]
fn orders_are_judged_on_what_is_known() {
    let sc = find("hellespontos-313bc").unwrap();
    let orders: Vec<Order> =
        orders::infos().into_iter().map(|info| serde_json::from_value(info.example).unwrap()).collect();
    for (seed, weeks) in [(1, 4), (2, 12), (3, 19)] {
        let (st, _) = march_to_war(&sc, seed, weeks);
        for country in sc.country_ids() {
            let known = sight::knowledge(&sc, &st, country).state;
            let hidden = sight::knowledge(&sc, &shuffle(&sc, &st, country, seed), country).state;
            let set = CountryOrders { country, orders: &orders };
            let verdicts = check(&sc, &known, set);
            assert_eq!(verdicts.len(), orders.len());
            assert_eq!(check(&sc, &hidden, set), verdicts);
        }
    }
}

/// Section 6: money, cities and leaders of one's own are known at once; a war of others, too; an alliance of others after a
/// week.
#[test]
fn wars_are_public_and_alliances_after_a_week() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut st = setup::start(&sc, &mut Dice::middling());
    let [one, other, third] = [0, 1, 2].map(CountryId::at);
    let standing = |st: &State| sight::knowledge(&sc, st, third).state.standing(one, other);
    st.turn = Turn(5);
    let mut stand = |standing, since, until: Option<u16>| {
        let relation = st.relation_mut(one, other).unwrap();
        (relation.standing, relation.since, relation.until) = (standing, Turn(since), until.map(Turn));
        st.clone()
    };
    assert_eq!(standing(&stand(Standing::Enemy, 4, None)), Standing::Enemy);
    assert_eq!(standing(&stand(Standing::Alliance, 4, Some(9))), Standing::Neutral);
    assert_eq!(standing(&stand(Standing::Alliance, 3, Some(9))), Standing::Alliance);
    assert_eq!(standing(&stand(Standing::NonAggression, 1, Some(9))), Standing::Neutral);
    let own = sight::knowledge(&sc, &stand(Standing::NonAggression, 4, Some(9)), one);
    assert_eq!(own.state.standing(one, other), Standing::NonAggression);
    let mut richer = st.clone();
    richer.country_mut(third).treasury += Talents(1);
    let view = |st: &State| render::view(&sc, &sight::knowledge(&sc, st, third));
    assert_ne!(view(&richer), view(&st));
}

/// Every component of the view has a schema of its own name.
#[test]
fn the_view_has_its_schema() {
    use strategos::knowledge::view::View;
    use utoipa::ToSchema;
    let mut parts = Vec::new();
    View::schemas(&mut parts);
    let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(View::name(), "StrategosView");
    for name in ["StrategosCommandView", "StrategosHexReport", "StrategosUnits", "StrategosHex", "StrategosStanding"] {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
    assert!(names.iter().all(|name| name.starts_with("Strategos")), "{names:?}");
}
