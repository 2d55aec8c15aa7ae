//! The shipped scenarios hold what the rules list (docs/rules/eternal-rome.md, section 8.4).

use std::collections::BTreeMap;
use std::sync::Arc;

use eternal_rome::model::calendar::Month;
use eternal_rome::model::ids::{FLEET, PowerId, UnitKind};
use eternal_rome::model::scenario::{
    Condition, Goal, PowerKind, RecruitWay, Ruler, Scenario, WarTarget, Whose, shipped,
};

fn great() -> Arc<Scenario> {
    shipped::find("octavius-antonius").unwrap()
}

fn power(sc: &Scenario, name: &str) -> PowerId {
    sc.power_ids().find(|&id| sc.power(id).name.as_str() == name).unwrap()
}

/// Units on the map by key, `fleet` among them.
fn on_map(sc: &Scenario, who: &str) -> BTreeMap<&'static str, u32> {
    let mut sum = BTreeMap::new();
    let who = power(sc, who);
    for force in sc.forces.iter().filter(|force| force.power == who) {
        for &(kind, count) in &force.units {
            *sum.entry(kind.key()).or_default() += u32::from(count);
        }
        if force.fleet_units > 0 {
            *sum.entry("fleet").or_default() += u32::from(force.fleet_units);
        }
    }
    sum
}

#[test]
fn the_great_war_has_its_dates_and_powers() {
    let sc = great();
    assert_eq!((sc.start, sc.end), (Month(-370), Month::of(-30, 12).unwrap()));
    assert_eq!(sc.end.since(sc.start) + 1, 34, "months");
    assert_eq!(sc.first_check, Month::of(-32, 12).unwrap());
    assert_eq!(sc.turn_order, [power(&sc, "Octavius"), power(&sc, "Antonius")]);
    assert_eq!((sc.powers.len(), sc.provinces.len(), sc.cities.len(), sc.leaders.len()), (26, 48, 203, 42));
    let kinds = |kind| sc.powers.iter().filter(|power| power.kind == kind).count();
    use PowerKind::{BarbarianClient, BarbarianNeutral, CivilizedClient, CivilizedNeutral, Roman};
    let counted = [Roman, CivilizedNeutral, BarbarianNeutral, CivilizedClient, BarbarianClient].map(kinds);
    assert_eq!(counted, [2, 4, 9, 9, 2]);
    assert_eq!(sc.powers.iter().filter(|power| power.active).count(), 9);
    let daci = sc.power(power(&sc, "Daci"));
    assert_eq!((daci.named_controller, daci.morale, daci.replacement_rate), (Some(power(&sc, "Antonius")), 60, 3));
    assert_eq!(daci.way, RecruitWay::C);
    let suebi = sc.power(power(&sc, "Suebi"));
    assert!(!suebi.had_cities && daci.had_cities, "Germania has no cities");
    let rich: Vec<&str> =
        sc.provinces.iter().filter(|each| each.taxed_by_patron).map(|province| province.name.as_str()).collect();
    assert_eq!(rich, ["Aegyptus", "Cyprus"]);
}

#[test]
fn the_armies_add_up_to_the_listed_totals() {
    let sc = great();
    let octavius = on_map(&sc, "Octavius");
    let wanted = [
        ("fleet", 8),
        ("heavy_cav", 3),
        ("legion_1", 6),
        ("legion_2", 15),
        ("legion_3", 7),
        ("light_cav", 5),
        ("light_inf", 4),
    ];
    assert_eq!(octavius, BTreeMap::from(wanted), "28 legions");
    let antonius = on_map(&sc, "Antonius");
    let wanted = [
        ("archers", 1),
        ("fleet", 7),
        ("heavy_cav", 3),
        ("legion_1", 5),
        ("legion_2", 10),
        ("legion_3", 14),
        ("light_cav", 3),
        ("light_inf", 3),
    ];
    assert_eq!(antonius, BTreeMap::from(wanted), "29 legions");
    let friends: u32 = ["Aegyptus", "Cilicia"].iter().filter_map(|who| on_map(&sc, who).get("fleet").copied()).sum();
    assert_eq!(friends, 4, "with the Egyptian and Cilician squadrons 11");
    assert!(sc.forces.iter().all(|force| force.seasoned));
}

#[test]
fn taxes_and_limits_are_those_of_the_table() {
    let sc = great();
    let income = |who: &str| -> u32 {
        let who = power(&sc, who);
        sc.provinces
            .iter()
            .filter(|province| province.initial == Some(who))
            .map(|province| u32::from(province.tax))
            .sum()
    };
    assert_eq!((income("Octavius"), income("Antonius"), income("Aegyptus")), (102, 78, 34));
    let italia = &sc.provinces[0];
    assert_eq!(italia.limits[UnitKind::Legion3.index()], 6);
    assert_eq!(italia.limits[FLEET], 4);
    let legions: u32 =
        sc.provinces.iter().map(|each| each.limits[..3].iter().map(|&n| u32::from(n)).sum::<u32>()).sum();
    assert_eq!(legions, 46, "new legions a year in the whole world");
}

#[test]
fn rulers_and_heirs_are_named() {
    let sc = great();
    let leader = |short: &str| sc.leaders.iter().find(|leader| leader.short.as_str() == short).unwrap();
    let agrippa = leader("Agrippa");
    assert_eq!((agrippa.land, agrippa.naval, agrippa.succession, agrippa.ruler), (1, 2, Some(2), None));
    assert_eq!(leader("Antonius").ruler, Some(Ruler::Imperator));
    assert_eq!(leader("Cleopatra").ruler, Some(Ruler::Rex));
    let generic: Vec<&str> =
        sc.leaders.iter().filter(|leader| !leader.named).map(|leader| leader.name.as_str()).collect();
    assert_eq!(generic, ["Octavius I", "Antonius I", "Antonius II", "Suebi I"]);
}

#[test]
fn minors_wake_as_listed() {
    let sc = great();
    let entry = |who: &str| sc.activations.iter().find(|entry| entry.power == power(&sc, who)).unwrap();
    let (octavius, antonius) = (power(&sc, "Octavius"), power(&sc, "Antonius"));
    let moesi = entry("Moesi");
    let macedonia = sc.province_ids().find(|&id| sc.province(id).name.as_str() == "Macedonia").unwrap();
    assert_eq!(moesi.war_targets, [WarTarget::ControllerOf(macedonia)]);
    let thin = Condition::StrengthBelow { of: Whose::Roman, provinces: vec![macedonia], below: 30 };
    assert_eq!((moesi.condition.as_ref(), moesi.die_min), (Some(&thin), Some(6)));
    let daci = entry("Daci");
    assert_eq!(daci.condition, Some(Condition::MoraleBelow { power: octavius, than: antonius }));
    assert_eq!((daci.controller, daci.die_min), (Some(antonius), Some(5)));
    assert_eq!(sc.activations.len(), 10);
    for silent in ["Bosporus", "Britanni", "Garamantes", "Iudaea", "Pontus", "Media Atropatene", "Norici"] {
        assert!(sc.activations.iter().all(|entry| entry.power != power(&sc, silent)), "{silent}: by invasion only");
    }
}

#[test]
fn nobody_has_won_before_the_first_month_and_each_can() {
    for sc in shipped::shipped() {
        for victory in &sc.victory {
            let held = victory.goals.iter().filter(|goal| holds_at_start(sc, victory.power, &goal.goal)).count();
            assert!(held < usize::from(victory.needed), "{} {}", sc.id, sc.power(victory.power).name);
        }
    }
}

fn holds_at_start(sc: &Scenario, who: PowerId, goal: &Goal) -> bool {
    let own = |power: PowerId, friends: bool| power == who || friends && sc.power(power).patron == Some(who);
    match goal {
        Goal::ControlAll(list) => list.iter().all(|&id| sc.province(id).initial == Some(who)),
        Goal::ControlCount(list, least) => {
            list.iter().filter(|&&id| sc.province(id).initial == Some(who)).count() >= usize::from(*least)
        }
        Goal::ControlCity { city, by_friend } => own(sc.city(*city).initial, *by_friend),
        Goal::PowerDissolved(_) | Goal::LeaderCaptured(_) => false,
        Goal::MoraleAtLeast(least) => sc.power(who).morale >= *least,
        Goal::TreasuryAtLeast(least) => sc.power(who).treasury >= *least,
        Goal::Any(list) => list.iter().any(|goal| holds_at_start(sc, who, goal)),
        Goal::All(list) => list.iter().all(|goal| holds_at_start(sc, who, goal)),
    }
}

#[test]
fn the_sicilian_war_is_short_and_small() {
    let sc = shipped::find("bellum-siculum").unwrap();
    assert_eq!((sc.end.since(sc.start) + 1, sc.seats.len(), sc.provinces.len()), (8, 2, 6));
    let legions = |who: &str| -> u32 {
        on_map(&sc, who).iter().filter(|(key, _)| key.starts_with("legion")).map(|(_, &count)| count).sum()
    };
    assert_eq!((legions("Octavius"), legions("Pompeius")), (21, 8));
    assert_eq!((on_map(&sc, "Octavius")["fleet"], on_map(&sc, "Pompeius")["fleet"]), (9, 7));
}
