use std::collections::BTreeSet;

use kernel::RuleRef;

use super::*;
use crate::model::ids::{CityName, HexId, LeaderName, ProvinceName, UnitKind};
use crate::model::names::{find_city, find_leader, find_power, find_province};
use crate::model::scenario::shipped;
use crate::model::units::Units;
use crate::rules::event::{Leg, Losses, Modifiers, Strengths};

fn say(what: EventKind) -> String {
    let sc = shipped::find("octavius-antonius").unwrap();
    tell(&sc, &Event { rule: RuleRef::new("ER-1"), phase: "naval", what })
}

fn party(code: &str) -> PowerName {
    let sc = shipped::find("octavius-antonius").unwrap();
    sc.power_name(find_power(&sc, code).unwrap())
}
fn city_name(name: &str) -> CityName {
    let sc = shipped::find("octavius-antonius").unwrap();
    sc.city_name(find_city(&sc, name).unwrap())
}
fn province_name(name: &str) -> ProvinceName {
    let sc = shipped::find("octavius-antonius").unwrap();
    sc.province_name(find_province(&sc, name).unwrap())
}
fn leader_name(name: &str) -> LeaderName {
    let sc = shipped::find("octavius-antonius").unwrap();
    sc.leader_name(find_leader(&sc, name).unwrap())
}
fn hex(id: &str) -> HexId {
    id.parse().unwrap()
}
fn legions(count: u8, seasoned: bool) -> Vec<Units> {
    vec![Units { kind: UnitKind::Legion1, count, seasoned }]
}
fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn battle(city: Option<CityName>, loser: &str) -> EventKind {
    EventKind::BattleFought {
        number: 3,
        hex: hex("2824"),
        city,
        at_sea: false,
        attackers: vec![party("OCT")],
        defenders: vec![party("ANT"), party("AEG")],
        strength: Strengths { attacker: "200".into(), defender: "44".into(), defence: "93".into() },
        modifiers: Modifiers { attacker_quality: 2, defender_quality: 1, morale: 0 },
        roll: 4,
        modified: 5,
        losses: Losses {
            attacker_percent: 14,
            defender_percent: 32,
            attacker_units: legions(1, true),
            defender_units: Vec::new(),
            attacker_ships: 0,
            defender_ships: 0,
        },
        loser: some(loser),
    }
}

fn frame_and_taxes() -> Vec<(EventKind, &'static str)> {
    let (oct, ant) = (party("OCT"), party("ANT"));
    let leg = Leg { from: hex("2824"), to: hex("3327"), cost: Some(14), path: Vec::new() };
    vec![
        (EventKind::MonthBegan { date: "March 32 BC".into(), winter: true }, "March 32 BC begins, a winter month."),
        (
            EventKind::PhaseBegan { name: "naval phase".into(), powers: vec![oct.clone()] },
            "The naval phase of Octavius begins.",
        ),
        (EventKind::PhaseEnded { name: "naval phase".into(), seat: "OCT".into() }, "Octavius ends the naval phase."),
        (
            EventKind::DecisionAsked { seat: "OCT".into(), question: "Intercept?".into() },
            "Octavius is asked: Intercept?",
        ),
        (
            EventKind::PolicyAnswered { seat: "OCT".into(), question: "Intercept?".into(), answer: "never".into() },
            "The standing answer of Octavius to “Intercept?” is: never.",
        ),
        (
            EventKind::OptionWished {
                seat: "OCT".into(),
                option: OptionName::Intelligence,
                value: true,
                changed: true,
            },
            "Octavius wishes open intelligence to be on, as everybody does: it changes.",
        ),
        (EventKind::PolicySet { power: oct.clone(), force: some("OCT-A3") }, "Standing answers are set for OCT-A3."),
        (EventKind::SeatResigned { seat: "ANT".into() }, "Antonius gives up."),
        (
            EventKind::DistanceFound { legs: vec![leg.clone(), leg], total: Some(28) },
            "Distance: Roma to Brundisium 14 MP and Roma to Brundisium 14 MP; 28 MP in all.",
        ),
        (
            EventKind::TaxesPaid { power: oct.clone(), talents: 60, treasury: 310 },
            "Octavius takes in 60 talents and now has 310.",
        ),
        (
            EventKind::ReplacementsCame { power: oct.clone(), points: 1, total: 9 },
            "Octavius gains 1 replacement point and now has 9.",
        ),
        (
            EventKind::FleetLaunched { power: oct.clone(), city: city_name("Roma"), ships: 2 },
            "2 fleet units of Octavius are ready at Roma.",
        ),
        (
            EventKind::UnitsRecruited {
                power: oct.clone(),
                hex: hex("2824"),
                unit: UnitKind::Legion3,
                count: 2,
                talents: 160,
                points: 8,
            },
            "Octavius raises 2 Legion III at Roma, for 160 talents and 8 replacement points.",
        ),
        (EventKind::UnitsAppeared { power: ant.clone(), hex: hex("5043") }, "Antonius raises troops at Alexandria."),
        (
            EventKind::FleetLaidDown {
                power: oct.clone(),
                city: city_name("Roma"),
                ships: 1,
                ready: "June 32 BC".into(),
                talents: 60,
                points: 0,
            },
            "Octavius lays down 1 fleet unit at Roma, ready in June 32 BC, for 60 talents.",
        ),
        (
            EventKind::TalentsSent { from: ant.clone(), to: party("AEG"), talents: 20 },
            "Antonius sends 20 talents to Aegyptus.",
        ),
    ]
}

fn powers_and_moves() -> Vec<(EventKind, &'static str)> {
    let (oct, ant, arm) = (party("OCT"), party("ANT"), party("ARM"));
    let open = hex("2825");
    vec![
        (EventKind::AllianceOffered { from: oct.clone(), to: ant.clone() }, "Octavius offers Antonius an alliance."),
        (
            EventKind::AllianceDeclined { from: oct.clone(), to: ant.clone() },
            "Antonius declines the alliance that Octavius offered.",
        ),
        (
            EventKind::AllianceBegan { powers: vec![oct.clone(), ant.clone()] },
            "Octavius and Antonius are allies from now on.",
        ),
        (EventKind::AllianceEnded { by: oct.clone(), with: ant.clone() }, "Octavius ends the alliance with Antonius."),
        (
            EventKind::ActivationRolled { power: arm.clone(), roll: 4, needed: 5 },
            "The die for Armenia shows 4, and 5 is needed: it sleeps on.",
        ),
        (
            EventKind::PowerActivated {
                power: arm.clone(),
                controller: Some(oct.clone()),
                invaded_by: Some(ant.clone()),
            },
            "Armenia takes up arms, invaded by Antonius, and follows Octavius.",
        ),
        (EventKind::ControllerChanged { power: arm.clone(), controller: None }, "Armenia now follows nobody."),
        (
            EventKind::UnitsPlaced {
                power: arm.clone(),
                hex: hex("2824"),
                units: legions(2, false),
                ships: 1,
                leaders: Vec::new(),
            },
            "Armenia gathers 1 fleet unit and 2 new Legion I at Roma.",
        ),
        (
            EventKind::ArmyMoved { power: oct.clone(), army: some("OCT-A3"), from: hex("2824"), to: hex("3327") },
            "OCT-A3 marches from Roma to Brundisium.",
        ),
        (
            EventKind::FleetMoved { power: oct.clone(), fleet: None, from: hex("2824"), to: hex("3327") },
            "A fleet of Octavius sails from Roma to Brundisium.",
        ),
        (
            EventKind::MoveStopped { force: "OCT-A3".into(), hex: hex("2824"), reason: "it was intercepted".into() },
            "OCT-A3 stops at Roma: it was intercepted.",
        ),
        (
            EventKind::FleetAnchored { power: oct.clone(), fleet: "OCT-F1".into(), city: city_name("Roma") },
            "OCT-F1 lies in the port of Roma.",
        ),
        (
            EventKind::UnitsEmbarked {
                power: oct.clone(),
                fleet: "OCT-F1".into(),
                hex: hex("2824"),
                units: legions(2, true),
                leaders: vec![leader_name("Agrippa")],
            },
            "2 Legion I and M. Vipsanius Agrippa board OCT-F1 at Roma.",
        ),
        (
            EventKind::UnitsLanded {
                power: oct.clone(),
                fleet: "OCT-F1".into(),
                hex: hex("2824"),
                units: legions(2, true),
                leaders: Vec::new(),
                army: "OCT-A4".into(),
            },
            "2 Legion I go ashore from OCT-F1 at Roma, as OCT-A4.",
        ),
        (
            EventKind::LandingSeen { power: oct.clone(), hex: hex("3327"), ashore: true },
            "Troops of Octavius go ashore at Brundisium.",
        ),
        (
            EventKind::ForcesArranged {
                power: oct.clone(),
                hex: hex("2824"),
                forces: vec!["OCT-A1".into(), "OCT-A5".into()],
            },
            "Octavius forms OCT-A1 and OCT-A5 at Roma.",
        ),
        (EventKind::ArmyEnteredCity { army: "OCT-A1".into(), city: city_name("Roma") }, "OCT-A1 goes into Roma."),
        (EventKind::ArmyLeftCity { army: "OCT-A1".into(), city: city_name("Roma") }, "OCT-A1 comes out of Roma."),
        (
            EventKind::InterceptionTried {
                power: ant.clone(),
                force: None,
                hex: hex("2824"),
                distance: 5,
                roll: 3,
                success: false,
            },
            "A force of Antonius tries to intercept at Roma from 5 MP away: 3, and it fails.",
        ),
        (
            EventKind::ForceIntercepted { power: oct.clone(), by: vec![ant.clone()], hex: hex("2824"), at_sea: false },
            "An army of Octavius is intercepted at Roma by Antonius.",
        ),
        (
            EventKind::Overrun { power: oct, hex: open, of: vec![ant], units: legions(1, true), escaped: false },
            "The cavalry of Octavius rides down Antonius at Italia (2825): 1 Legion I lost.",
        ),
    ]
}

fn fights_and_sieges() -> Vec<(EventKind, &'static str)> {
    let (oct, ant, roma) = (party("OCT"), party("ANT"), hex("2824"));
    vec![
        (
            battle(Some(city_name("Roma")), "defenders"),
            "Octavius assaults Roma, held by Antonius and Aegyptus: 200 against 93 (44 without walls), die 4 (+2 the \
             attackers' leader, -1 the defenders' leader) = 5; the attackers lose 1 Legion I (14 %), the defenders nobody \
             (32 %); Antonius and Aegyptus are beaten.",
        ),
        (
            EventKind::BattleHeard {
                hex: roma,
                city: None,
                at_sea: true,
                attackers: vec![oct.clone()],
                defenders: vec![ant.clone()],
                winner: some("attackers"),
            },
            "Octavius attacks Antonius at sea at Roma, and Octavius is victorious.",
        ),
        (
            EventKind::RetreatedBeforeCombat { power: ant.clone(), from: roma, to: "Brundisium".into() },
            "An army of Antonius slips away from Roma to Brundisium before it comes to blows.",
        ),
        (
            EventKind::RetreatedBeforeCombat { power: ant.clone(), from: roma, to: "Roma".into() },
            "An army of Antonius withdraws into Roma before it comes to blows.",
        ),
        (
            EventKind::LoserRetreated { power: ant.clone(), from: roma, to: "Roma".into() },
            "The beaten forces of Antonius retreat into Roma.",
        ),
        (
            EventKind::FleetLost {
                power: ant.clone(),
                city: city_name("Brundisium"),
                ships: 2,
                units: legions(2, true),
            },
            "2 fleet units of Antonius, shut in at Brundisium, are lost with 2 Legion I aboard.",
        ),
        (
            EventKind::PowerActivated { power: oct.clone(), controller: None, invaded_by: Some(ant.clone()) },
            "Octavius takes up arms, invaded by Antonius.",
        ),
        (
            EventKind::RetreatBarred { power: ant.clone(), from: roma, to: hex("3327") },
            "The army of Antonius at Roma cannot slip away to Brundisium and stands.",
        ),
        (
            EventKind::LoserRetreated { power: ant.clone(), from: roma, to: "3327".into() },
            "The beaten forces of Antonius retreat from Roma to Brundisium.",
        ),
        (
            EventKind::NoRetreat { power: ant.clone(), hex: roma, unit: Some(UnitKind::Archers) },
            "The beaten forces of Antonius have nowhere to go from Roma and lose 1 Archers more.",
        ),
        (
            EventKind::UnitsSeasoned { power: oct.clone(), units: legions(2, true) },
            "Of the troops of Octavius, 2 Legion I have become seasoned.",
        ),
        (
            EventKind::LeaderCaptured { leader: leader_name("Agrippa"), of: oct.clone(), by: ant.clone() },
            "M. Vipsanius Agrippa of Octavius is captured by Antonius.",
        ),
        (
            EventKind::LeaderGone { leader: leader_name("Agrippa"), of: oct.clone() },
            "M. Vipsanius Agrippa of Octavius is lost.",
        ),
        (
            EventKind::RulerSucceeded { power: oct.clone(), leader: leader_name("Agrippa") },
            "M. Vipsanius Agrippa now rules Octavius.",
        ),
        (
            EventKind::MoraleChanged { power: oct.clone(), by: -4, morale: 216 },
            "The morale of Octavius falls by 4 to 216.",
        ),
        (
            EventKind::PowerDissolved { power: party("ARM"), patron: Some(oct.clone()) },
            "Armenia dissolves and becomes a client of Octavius.",
        ),
        (
            EventKind::SharesGiven {
                from: ant.clone(),
                to: oct.clone(),
                provinces: vec![province_name("Macedonia")],
                cities: vec![city_name("Corinthus")],
                forces: vec!["ANT-A1".into()],
            },
            "Of what Antonius had, Octavius receives Macedonia, Corinthus and ANT-A1.",
        ),
        (
            EventKind::CargoLost { power: oct.clone(), unit: UnitKind::Legion1 },
            "1 Legion I of Octavius goes down for want of room aboard.",
        ),
        (
            EventKind::SiegeBegan { city: city_name("Roma"), by: ant.clone(), at_sea: true },
            "A fleet of Antonius blocks the port of Roma.",
        ),
        (EventKind::SiegeEnded { city: city_name("Roma"), at_sea: false }, "The siege of Roma ends."),
        (
            EventKind::SiegeChecked {
                city: city_name("Roma"),
                months: 2,
                value: 3,
                roll: Some(2),
                lost: some("legion_3"),
                fort: 6,
            },
            "Siege of Roma after 2 months: value 3, rolled 2; 1 Legion III is lost, fortification 6.",
        ),
        (
            EventKind::CityTaken { city: city_name("Corinthus"), from: ant.clone(), to: oct.clone() },
            "Octavius takes Corinthus from Antonius.",
        ),
        (
            EventKind::ProvinceChanged { province: province_name("Macedonia"), from: Some(ant.clone()), to: None },
            "Antonius loses Macedonia, which nobody controls now.",
        ),
        (
            EventKind::ProvincePlundered { province: province_name("Macedonia"), by: oct.clone(), talents: 80 },
            "Octavius plunders Macedonia for 80 talents.",
        ),
        (
            EventKind::FleetDrowned { power: oct, hex: roma, ships: 2 },
            "2 fleet units of Octavius, too long at sea, are lost in Roma.",
        ),
        (
            EventKind::CampaignEnded { reason: "the last month is over.".into(), winners: vec!["OCT".into()] },
            "The campaign is over: the last month is over; Octavius won.",
        ),
    ]
}

#[test]
fn every_kind_of_event_is_told_in_a_sentence_of_its_own() {
    let all: Vec<(EventKind, &str)> =
        [frame_and_taxes(), powers_and_moves(), fights_and_sieges()].into_iter().flatten().collect();
    let told: BTreeSet<&str> = all.iter().map(|(what, _)| what.kind()).collect();
    let untold: Vec<&&str> = EventKind::KINDS.iter().filter(|kind| !told.contains(*kind)).collect();
    assert!(untold.is_empty(), "{untold:?}");
    for (what, words) in all {
        assert_eq!(say(what), words);
    }
}

#[test]
fn places_are_named() {
    let sc = shipped::find("octavius-antonius").unwrap();
    let place = |what: EventKind| place(&sc, &Event { rule: RuleRef::new("ER-1"), phase: "naval", what });
    assert_eq!(place(battle(None, "attackers")).as_deref(), Some("Roma"));
    assert_eq!(
        place(EventKind::ArmyMoved { power: party("OCT"), army: None, from: hex("2824"), to: hex("2825") }).as_deref(),
        Some("Italia (2825)")
    );
    assert_eq!(place(EventKind::SeatResigned { seat: "OCT".into() }), None);
}
