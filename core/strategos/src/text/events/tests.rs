//! One example of every kind of event, and how it reads: `golden.txt` beside this file; `UPDATE_EXPECT=1` writes it anew.

use std::fmt::Write;

use kernel::RuleRef;

use super::*;
use crate::model::command::CommandKind;
use crate::model::ids::{HexId, Name};
use crate::model::rulings::{BattleName, Weather};
use crate::model::shipped::find;
use crate::model::state::{EndReason, Standing};
use crate::model::units::{UnitKind, Units};
use crate::rules::covert::BribePurpose;
use crate::rules::embarkation::NoBoarding;
use crate::rules::event::{
    AssassinOutcome, CityFall, CommandLoss, LeaderLoss, OfferEnd, PlunderEnd, SpyResult, Term, Wear,
};
use crate::rules::events::Chance;
use crate::text::glossary::GLOSSARY;

fn n(name: &str) -> Name {
    Name::from(name)
}
fn hex(id: &str) -> HexId {
    id.parse().unwrap()
}
fn hoplites(count: u16) -> Units {
    Units::of(UnitKind::Hoplite, count)
}
fn mixed() -> Units {
    [(UnitKind::Hoplite, 2), (UnitKind::Levy, 3), (UnitKind::SiegeTrain, 1)].into_iter().collect()
}
fn pay() -> Vec<Term> {
    let city = Term { by: n("CAS"), talents: None, city: Some(n("Athens")) };
    vec![Term { by: n("LYS"), talents: Some(100), city: None }, city]
}

fn battle(won: bool) -> What {
    What::BattleFought {
        hex: hex("2320"),
        naval: false,
        won,
        result: BattleName::Decisive,
        own: vec![n("LYS")],
        foes: vec![n("ANT"), n("CAS")],
        lost: if won { hoplites(1) } else { mixed() },
        foe_lost: 7,
        error: 20,
        taken: if won { hoplites(2) } else { Units::NONE },
        fallen: if won { Vec::new() } else { vec![n("Eumelos")] },
        routed: true,
        retreat: (!won).then(|| hex("2317")),
        trapped: false,
    }
}

fn assault(attacking: bool, repulse: bool, success: bool) -> What {
    let (own, foes) = (vec![n("LYS")], vec![n("Rhodes")]);
    let (lost, city) = (hoplites(4), n("Rhodes"));
    What::AssaultMade { city, attacking, own, foes, repulse, success, lost, foe_lost: 3, error: 20 }
}

fn won(how: CityFall) -> What {
    What::CityWon {
        city: n("Abydos"),
        from: n("ANT"),
        how,
        taken: hoplites(2),
        ships: Units::of(UnitKind::TriremeSqd, 1),
    }
}
fn lost(to: &str, how: CityFall) -> What {
    let (taken, ships) = (hoplites(1), Units::NONE);
    What::CityLost { city: n("Abydos"), to: n(to), how, taken, ships, lost: hoplites(2) }
}

fn household() -> Vec<What> {
    vec![
        What::QuarterBegan { quarter: "winter".into(), winter: true },
        What::QuarterBegan { quarter: "spring".into(), winter: false },
        What::WeatherCame { weather: Weather::FineWind, rain_weeks: 0 },
        What::WeatherCame { weather: Weather::Storm, rain_weeks: 3 },
        What::AccountsDrawn {
            before: 900,
            taxes: 370,
            takings: 0,
            trade: 0,
            prisoners: 40,
            captures: 0,
            treasure: 0,
            treaties: 0,
            dispatches: 0,
            orders: -160,
            fleets: 9,
            upkeep: 210,
            treasury: 931,
        },
        What::TradeArrived { from: n("Kardia"), to: n("Rhodes"), talents: 54 },
        What::TradersCame { of: n("LYS"), from: n("Kardia"), to: n("Rhodes"), talents: 27 },
        What::TradeLost { from: n("Kardia"), to: n("Rhodes"), hex: hex("2320"), by: Some(n("ANT")) },
        What::TradeLost { from: n("Kardia"), to: n("Rhodes"), hex: hex("2320"), by: None },
        What::TradeTaken { of: n("LYS"), hex: hex("2320"), talents: 50 },
        What::UnitsUnpaid { command: n("Division 1"), lost: hoplites(1) },
        What::UnitsUnpaid { command: n("Division 1"), lost: Units::NONE },
        What::DivisionStarved { command: n("Division 1"), hex: hex("2320") },
        What::AttritionSuffered { command: n("Division 1"), cause: Wear::Hunger, lost: hoplites(1) },
        What::AttritionSuffered { command: n("Fleet 1"), cause: Wear::Storm, lost: Units::of(UnitKind::TriremeSqd, 2) },
        What::ChanceBefell { chance: Chance::Plague, city: Some(n("Kardia")), lost: hoplites(1) },
        What::ChanceBefell { chance: Chance::GoodHarvest, city: None, lost: Units::NONE },
        What::MoraleChanged { from: 14, to: 12 },
        What::DispatchPublished { by: n("LYS"), text: "Peace.".into() },
        What::SpyReported { city: n("Pella"), result: SpyResult::Good },
        What::SpyReported { city: n("Pella"), result: SpyResult::Poor },
        What::SpyReported { city: n("Pella"), result: SpyResult::Nothing },
        What::SpyReported { city: n("Pella"), result: SpyResult::Caught },
        What::SpyCaught { city: n("Kardia"), of: n("ANT") },
        What::OrderRefused { order: "found 2405 \"Neapolis\"".into(), detail: "a city is near".into() },
        What::CountryOut { country: n("CAS") },
        What::CampaignEnded { reason: EndReason::Tax, ranking: vec![n("LYS"), n("ANT"), n("CAS")] },
    ]
}

fn court() -> Vec<What> {
    let (lys, cas) = (n("LYS"), n("CAS"));
    let two = vec![cas.clone(), lys.clone()];
    vec![
        What::LeaderCame { leader: n("Menandros"), ma: 5, loy: 4, sa: 7 },
        What::LeaderArrived { leader: n("Menandros"), command: n("Division 2") },
        What::LeaderRecovered { leader: n("Eumelos") },
        What::LeaderReappointed { leader: n("Eumelos"), command: n("Sestos") },
        What::LeaderEscaped { leader: n("Eumelos"), weeks: 2 },
        What::LeaderLost { leader: n("Eumelos"), how: LeaderLoss::Battle },
        What::LeaderLost { leader: n("Eumelos"), how: LeaderLoss::Excess },
        What::LeaderFailed { leader: n("Eumelos"), command: Some(n("Division 1")) },
        What::LeaderFailed { leader: n("Eumelos"), command: None },
        What::LeaderGrew { leader: n("Lysimachos"), ma: 8, loy: 9, sa: 6 },
        What::TreatyOffered {
            appeal: 3,
            from: lys.clone(),
            to: cas.clone(),
            treaty: Standing::Alliance,
            weeks: 12,
            terms: pay(),
            answer_in: 2,
        },
        What::TreatyConcluded {
            from: lys.clone(),
            to: cas.clone(),
            treaty: Standing::NonAggression,
            until: 12,
            terms: Vec::new(),
        },
        What::OfferEnded { from: lys.clone(), to: cas.clone(), treaty: Standing::Alliance, end: OfferEnd::Rejected },
        What::OfferEnded { from: lys.clone(), to: cas.clone(), treaty: Standing::NonAggression, end: OfferEnd::Void },
        What::OfferEnded { from: lys.clone(), to: cas.clone(), treaty: Standing::Alliance, end: OfferEnd::Unanswered },
        What::EnmityDeclared { by: lys.clone(), against: cas.clone(), at_once: true },
        What::EnmityDeclared { by: lys.clone(), against: cas.clone(), at_once: false },
        What::CityCeded { city: n("Athens"), from: cas.clone(), to: lys.clone() },
        What::MoneySent { from: lys.clone(), to: cas.clone(), talents: 50 },
        What::TreatyBroken { between: two.clone(), treaty: Standing::Alliance, by: vec![lys.clone()], enemy: true },
        What::TreatyBroken { between: two.clone(), treaty: Standing::NonAggression, by: two.clone(), enemy: false },
        What::TreatyLapsed { between: two.clone(), treaty: Standing::NonAggression },
        What::WarBegan { between: two.clone() },
        What::AllianceKnown { between: two },
        What::AssassinReported { of: Some(cas.clone()), command: Some(n("Army I")), outcome: AssassinOutcome::Killed },
        What::AssassinReported { of: Some(cas.clone()), command: Some(n("Army I")), outcome: AssassinOutcome::Failed },
        What::AssassinReported { of: None, command: None, outcome: AssassinOutcome::NotThere },
        What::LeaderAttacked { leader: n("Eumelos"), command: n("Division 1"), killed: true, sender: None },
        What::LeaderAttacked {
            leader: n("Eumelos"),
            command: n("Division 1"),
            killed: false,
            sender: Some(cas.clone()),
        },
        What::BribeAnswered {
            of: cas.clone(),
            command: n("Philippoi"),
            purpose: BribePurpose::SurrenderCity,
            taken: true,
            talents: 400,
        },
        What::BribeAnswered {
            of: cas.clone(),
            command: n("Division 2"),
            purpose: BribePurpose::Defect,
            taken: false,
            talents: 200,
        },
        What::BribeRefused { command: n("Sestos"), sender: None },
        What::BribeRefused { command: n("Sestos"), sender: Some(cas) },
    ]
}

fn war() -> Vec<What> {
    let (lys, ant, cas) = (n("LYS"), n("ANT"), n("CAS"));
    vec![
        What::CommandRallied { command: n("Division 1") },
        What::CutOff { command: n("Division 1") },
        What::OrdersIgnored { command: n("Division 1") },
        What::CommandRaised { command: n("Army II"), command_type: CommandKind::Army, hex: hex("2317") },
        What::CommandDispersed { command: n("Division 1"), lost: hoplites(1) },
        What::ForceMoved {
            command: n("Army I"),
            command_type: CommandKind::Army,
            from: hex("2317"),
            to: hex("2119"),
            path_left: true,
        },
        What::TroopsBoarded {
            fleet: n("Fleet 1"),
            hex: hex("2317"),
            commands: vec![n("Division 1")],
            units: Units::NONE,
        },
        What::TroopsLanded {
            fleet: n("Fleet 1"),
            hex: hex("2119"),
            commands: vec![n("Division 1")],
            units: hoplites(3),
        },
        What::BoardingFailed { fleet: n("Fleet 1"), hex: hex("2119"), ashore: false, why: NoBoarding::NotThere },
        What::BoardingFailed { fleet: n("Fleet 1"), hex: hex("2119"), ashore: true, why: NoBoarding::Limit },
        What::ForceMoved {
            command: n("Fleet 1"),
            command_type: CommandKind::Fleet,
            from: hex("2317"),
            to: hex("2221"),
            path_left: false,
        },
        battle(true),
        battle(false),
        What::BattleHeard { hex: hex("2320"), naval: true, one: vec![ant.clone()], other: vec![cas.clone()] },
        What::CommandCaptured { command: n("Division 2"), of: ant.clone(), hex: hex("2320"), talents: 100 },
        What::CommandLost { command: n("Division 2"), how: CommandLoss::Captured, by: Some(lys.clone()) },
        What::CommandLost { command: n("Scouts"), how: CommandLoss::Caught, by: None },
        What::CommandLost { command: n("Division 2"), how: CommandLoss::Defected, by: None },
        What::RaidMade { city: n("Abydos"), talents: 40 },
        What::CityRaided { city: n("Abydos"), talents: 40 },
        What::CommandInDisorder { command: n("Division 1") },
        assault(true, false, true),
        assault(true, true, false),
        assault(false, false, false),
        What::GarrisonSet { city: n("Rhodes"), commands: vec![n("Division 1")], units: hoplites(2) },
        What::AssaultHeard { city: n("Rhodes"), attackers: vec![lys], defender: n("Rhodes") },
    ]
}

fn cities() -> Vec<What> {
    let (lys, ant) = (n("LYS"), n("ANT"));
    let plunder = |end, talents| What::PlunderEnded { city: n("Abydos"), pillage: true, end, talents };
    vec![
        What::UnitsReady { city: n("Kardia"), units: hoplites(3) },
        What::ForcesArrived { city: n("Kardia"), units: mixed(), leaders: vec![n("Eumelos")] },
        What::CityFounded { city: n("Lysimacheia"), hex: hex("2317") },
        What::FortBuilt { fort: n("Long Wall"), hex: hex("2318"), dv: 5 },
        What::CityGrew { city: n("Kardia"), size: 6 },
        What::WallsRaised { city: n("Kardia"), dv: 8 },
        What::BaseSet { city: n("Abydos") },
        What::SiteSeen { site: n("Antioch"), hex: hex("2320"), fort: false },
        What::RoadSeen { hex: hex("2320") },
        What::CitySettled { city: n("Abydos") },
        What::CityBesieged {
            city: n("Kardia"),
            by: vec![ant.clone()],
            siege: true,
            blockade_weeks: 2,
            dv: 6,
            stores: 1,
        },
        What::CityBesieged {
            city: n("Kardia"),
            by: vec![ant.clone()],
            siege: false,
            blockade_weeks: 5,
            dv: 6,
            stores: 0,
        },
        What::SiegeReported { city: n("Abydos"), siege: true, blockade_weeks: 0, dv: Some(5) },
        What::SiegeLifted { city: n("Kardia"), own: true },
        What::SiegeLifted { city: n("Abydos"), own: false },
        What::GarrisonStarved { city: n("Kardia"), lost: hoplites(1) },
        What::CityDevastated { city: n("Abydos"), size: 3 },
        What::WallsPulledDown { city: n("Abydos"), dv: 4 },
        plunder(PlunderEnd::Done, 325),
        plunder(PlunderEnd::Spoiled, 0),
        What::CityWavered { city: n("Kardia"), times: 2 },
        lost("ANT", CityFall::Assault),
        lost("Abydos", CityFall::Revolt),
        won(CityFall::Surrender),
        won(CityFall::Revolt),
        What::CityTaken { city: n("Abydos"), from: ant.clone(), to: lys.clone(), capital_of: None },
        What::CityTaken { city: n("Sardis"), from: ant.clone(), to: lys, capital_of: Some(ant.clone()) },
        What::CityTaken { city: n("Abydos"), from: ant, to: n("Abydos"), capital_of: None },
    ]
}

fn examples() -> Vec<What> {
    [household(), court(), war(), cities()].concat()
}

#[test]
fn every_kind_of_event_reads_as_it_should() {
    let sc = find("hellespontos-313bc").unwrap();
    let mut told = String::new();
    for what in examples() {
        let event = Event { rule: RuleRef::new("ST-R2"), what };
        let place = place(&sc, &event).map_or_else(String::new, |place| format!(" [{place}]"));
        let _ = writeln!(told, "{}{place}: {}", event.what.kind(), tell(&sc, &event));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/text/events/golden.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &told).unwrap();
    }
    assert_eq!(
        told,
        std::fs::read_to_string(path).unwrap_or_default(),
        "run with UPDATE_EXPECT=1 and read the difference"
    );
}

#[test]
fn every_kind_of_event_has_an_example_in_plain_words() {
    let sc = find("hellespontos-313bc").unwrap();
    let shown: std::collections::BTreeSet<&str> = examples().iter().map(What::kind).collect();
    for kind in What::KINDS {
        assert!(shown.contains(kind), "{kind} has no example");
    }
    for what in examples() {
        let text = tell(&sc, &Event { rule: RuleRef::new("ST-R2"), what });
        let plain = text.ends_with(['.', '”']) && !text.contains('_') && !text.contains("  ") && !text.contains("ST-");
        assert!(plain && text.len() < 320, "{text}");
        for key in ["LYS", "ANT", "CAS"] {
            assert!(!text.contains(key), "{text}");
        }
    }
}

/// In the API document a step has a name, and a field says what it is.
#[test]
fn every_kind_of_event_stands_in_a_step_and_its_fields_are_explained() {
    let steps: Vec<String> = crate::about::about().phases.into_iter().map(|phase| phase.id).collect();
    let explained: Vec<&str> =
        GLOSSARY.iter().map(|(field, _)| field.rsplit_once('.').map_or(*field, |(_, field)| field)).collect();
    for what in examples() {
        assert!(steps.iter().any(|step| step == what.phase()), "{}: {}", what.kind(), what.phase());
        let value = serde_json::to_value(&what).unwrap();
        for field in value.as_object().unwrap().keys().filter(|field| *field != "kind") {
            assert!(explained.contains(&field.as_str()), "{}: {field}", what.kind());
        }
    }
    for order in crate::about::about().orders {
        assert!(steps.contains(&order.phase), "{}", order.kind);
    }
}
