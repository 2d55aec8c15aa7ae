//! What a country knows depends on nothing that it does not know (section 6): states that differ in what is hidden are known
//! alike.

use kernel::{Dice, GameSeed};
use strategos::knowledge::{render, shuffle, sight};
use strategos::model::ids::{CommandId, CountryId, Power};
use strategos::model::invariants::violations;
use strategos::model::measures::{Talents, Turn};
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::{Standing, State};
use strategos::orders::carry_out::{CountryOrders, check};
use strategos::orders::{self, Order};
use strategos::rules::{money, setup};

use super::march_to_war;

/// The state with all changed that a country does not know.
fn shuffled(sc: &Scenario, st: &State, country: CountryId, seed: u64) -> State {
    shuffle::hidden(sc, st, country, &mut Dice::keyed(&GameSeed::from_number(seed), "shuffle").quiet())
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
                let other = shuffled(&sc, &st, country, seed);
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
            let hidden = sight::knowledge(&sc, &shuffled(&sc, &st, country, seed), country).state;
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
