use std::collections::BTreeSet;

use kernel::RuleRef;

use super::*;
use crate::event::{Leg, Losses, Modifiers, Strengths};
use crate::ids::{Captain, HexId, Region, Town, UnitKind};
use crate::names::{find_city, find_leader, find_power, find_province};
use crate::orders::Units;
use crate::scenario::shipped;

fn say(what: What) -> String {
    let sc = shipped::find("octavius-antonius").unwrap();
    tell(&sc, &Event { rule: RuleRef::new("ER-1"), phase: "naval", what })
}

fn party(code: &str) -> Party {
    let sc = shipped::find("octavius-antonius").unwrap();
    sc.party(find_power(&sc, code).unwrap())
}
fn town(name: &str) -> Town {
    let sc = shipped::find("octavius-antonius").unwrap();
    sc.town(find_city(&sc, name).unwrap())
}
fn region(name: &str) -> Region {
    let sc = shipped::find("octavius-antonius").unwrap();
    sc.region(find_province(&sc, name).unwrap())
}
fn captain(name: &str) -> Captain {
    let sc = shipped::find("octavius-antonius").unwrap();
    sc.captain(find_leader(&sc, name).unwrap())
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

fn battle(city: Option<Town>, loser: &str) -> What {
    What::BattleFought {
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

fn frame_and_taxes() -> Vec<(What, &'static str)> {
    let (oct, ant) = (party("OCT"), party("ANT"));
    let leg = Leg { from: hex("2824"), to: hex("3327"), cost: Some(14), path: Vec::new() };
    vec![
        (What::MonthBegan { date: "March 32 BC".into(), winter: true }, "March 32 BC begins, a winter month."),
        (
            What::PhaseBegan { name: "naval phase".into(), powers: vec![oct.clone()] },
            "The naval phase of Octavius begins.",
        ),
        (What::PhaseEnded { name: "naval phase".into(), seat: "OCT".into() }, "Octavius ends the naval phase."),
        (What::DecisionAsked { seat: "OCT".into(), question: "Intercept?".into() }, "Octavius is asked: Intercept?"),
        (
            What::PolicyAnswered { seat: "OCT".into(), question: "Intercept?".into(), answer: "never".into() },
            "The standing answer of Octavius to “Intercept?” is: never.",
        ),
        (
            What::OptionWished { seat: "OCT".into(), option: OptionName::Intelligence, value: true, changed: true },
            "Octavius wishes open intelligence to be on, as everybody does: it changes.",
        ),
        (What::PolicySet { power: oct.clone(), force: some("OCT-A3") }, "Standing answers are set for OCT-A3."),
        (What::SeatResigned { seat: "ANT".into() }, "Antonius gives up."),
        (
            What::DistanceFound { legs: vec![leg.clone(), leg], total: Some(28) },
            "Distance: Roma to Brundisium 14 MP and Roma to Brundisium 14 MP; 28 MP in all.",
        ),
        (
            What::TaxesPaid { power: oct.clone(), talents: 60, treasury: 310 },
            "Octavius takes in 60 talents and now has 310.",
        ),
        (
            What::ReplacementsCame { power: oct.clone(), points: 1, total: 9 },
            "Octavius gains 1 replacement point and now has 9.",
        ),
        (
            What::FleetLaunched { power: oct.clone(), city: town("Roma"), ships: 2 },
            "2 fleet units of Octavius are ready at Roma.",
        ),
        (
            What::UnitsRecruited {
                power: oct.clone(),
                hex: hex("2824"),
                unit: UnitKind::Legion3,
                count: 2,
                talents: 160,
                points: 8,
            },
            "Octavius raises 2 Legion III at Roma, for 160 talents and 8 replacement points.",
        ),
        (What::UnitsAppeared { power: ant.clone(), hex: hex("5043") }, "Antonius raises troops at Alexandria."),
        (
            What::FleetLaidDown {
                power: oct.clone(),
                city: town("Roma"),
                ships: 1,
                ready: "June 32 BC".into(),
                talents: 60,
                points: 0,
            },
            "Octavius lays down 1 fleet unit at Roma, ready in June 32 BC, for 60 talents.",
        ),
        (
            What::TalentsSent { from: ant.clone(), to: party("AEG"), talents: 20 },
            "Antonius sends 20 talents to Aegyptus.",
        ),
    ]
}

fn powers_and_moves() -> Vec<(What, &'static str)> {
    let (oct, ant, arm) = (party("OCT"), party("ANT"), party("ARM"));
    let open = hex("2825");
    vec![
        (What::AllianceOffered { from: oct.clone(), to: ant.clone() }, "Octavius offers Antonius an alliance."),
        (
            What::AllianceDeclined { from: oct.clone(), to: ant.clone() },
            "Antonius declines the alliance that Octavius offered.",
        ),
        (
            What::AllianceBegan { powers: vec![oct.clone(), ant.clone()] },
            "Octavius and Antonius are allies from now on.",
        ),
        (What::AllianceEnded { by: oct.clone(), with: ant.clone() }, "Octavius ends the alliance with Antonius."),
        (
            What::ActivationRolled { power: arm.clone(), roll: 4, needed: 5 },
            "The die for Armenia shows 4, and 5 is needed: it sleeps on.",
        ),
        (
            What::PowerActivated { power: arm.clone(), controller: Some(oct.clone()), invaded_by: Some(ant.clone()) },
            "Armenia takes up arms, invaded by Antonius, and follows Octavius.",
        ),
        (What::ControllerChanged { power: arm.clone(), controller: None }, "Armenia now follows nobody."),
        (
            What::UnitsPlaced {
                power: arm.clone(),
                hex: hex("2824"),
                units: legions(2, false),
                ships: 1,
                leaders: Vec::new(),
            },
            "Armenia gathers 1 fleet unit and 2 new Legion I at Roma.",
        ),
        (
            What::ArmyMoved { power: oct.clone(), army: some("OCT-A3"), from: hex("2824"), to: hex("3327") },
            "OCT-A3 marches from Roma to Brundisium.",
        ),
        (
            What::FleetMoved { power: oct.clone(), fleet: None, from: hex("2824"), to: hex("3327") },
            "A fleet of Octavius sails from Roma to Brundisium.",
        ),
        (
            What::MoveStopped { force: "OCT-A3".into(), hex: hex("2824"), reason: "it was intercepted".into() },
            "OCT-A3 stops at Roma: it was intercepted.",
        ),
        (
            What::FleetAnchored { power: oct.clone(), fleet: "OCT-F1".into(), city: town("Roma") },
            "OCT-F1 lies in the port of Roma.",
        ),
        (
            What::UnitsEmbarked {
                power: oct.clone(),
                fleet: "OCT-F1".into(),
                hex: hex("2824"),
                units: legions(2, true),
                leaders: vec![captain("Agrippa")],
            },
            "2 Legion I and M. Vipsanius Agrippa board OCT-F1 at Roma.",
        ),
        (
            What::UnitsLanded {
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
            What::LandingSeen { power: oct.clone(), hex: hex("3327"), ashore: true },
            "Troops of Octavius go ashore at Brundisium.",
        ),
        (
            What::ForcesArranged {
                power: oct.clone(),
                hex: hex("2824"),
                forces: vec!["OCT-A1".into(), "OCT-A5".into()],
            },
            "Octavius forms OCT-A1 and OCT-A5 at Roma.",
        ),
        (What::ArmyEnteredCity { army: "OCT-A1".into(), city: town("Roma") }, "OCT-A1 goes into Roma."),
        (What::ArmyLeftCity { army: "OCT-A1".into(), city: town("Roma") }, "OCT-A1 comes out of Roma."),
        (
            What::InterceptionTried {
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
            What::ForceIntercepted { power: oct.clone(), by: vec![ant.clone()], hex: hex("2824"), at_sea: false },
            "An army of Octavius is intercepted at Roma by Antonius.",
        ),
        (
            What::Overrun { power: oct, hex: open, of: vec![ant], units: legions(1, true), escaped: false },
            "The cavalry of Octavius rides down Antonius at Italia (2825): 1 Legion I lost.",
        ),
    ]
}

fn fights_and_sieges() -> Vec<(What, &'static str)> {
    let (oct, ant, roma) = (party("OCT"), party("ANT"), hex("2824"));
    vec![
        (
            battle(Some(town("Roma")), "defenders"),
            "Octavius assaults Roma, held by Antonius and Aegyptus: 200 against 93 (44 without walls), die 4 (+2 the \
             attackers' leader, -1 the defenders' leader) = 5; the attackers lose 1 Legion I (14 %), the defenders nobody \
             (32 %); Antonius and Aegyptus are beaten.",
        ),
        (
            What::BattleHeard {
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
            What::RetreatedBeforeCombat { power: ant.clone(), from: roma, to: "Brundisium".into() },
            "An army of Antonius slips away from Roma to Brundisium before it comes to blows.",
        ),
        (
            What::RetreatedBeforeCombat { power: ant.clone(), from: roma, to: "Roma".into() },
            "An army of Antonius withdraws into Roma before it comes to blows.",
        ),
        (
            What::LoserRetreated { power: ant.clone(), from: roma, to: "Roma".into() },
            "The beaten forces of Antonius retreat into Roma.",
        ),
        (
            What::FleetLost { power: ant.clone(), city: town("Brundisium"), ships: 2, units: legions(2, true) },
            "2 fleet units of Antonius, shut in at Brundisium, are lost with 2 Legion I aboard.",
        ),
        (
            What::PowerActivated { power: oct.clone(), controller: None, invaded_by: Some(ant.clone()) },
            "Octavius takes up arms, invaded by Antonius.",
        ),
        (
            What::RetreatBarred { power: ant.clone(), from: roma, to: hex("3327") },
            "The army of Antonius at Roma cannot slip away to Brundisium and stands.",
        ),
        (
            What::LoserRetreated { power: ant.clone(), from: roma, to: "3327".into() },
            "The beaten forces of Antonius retreat from Roma to Brundisium.",
        ),
        (
            What::NoRetreat { power: ant.clone(), hex: roma, unit: Some(UnitKind::Archers) },
            "The beaten forces of Antonius have nowhere to go from Roma and lose 1 Archers more.",
        ),
        (
            What::UnitsSeasoned { power: oct.clone(), units: legions(2, true) },
            "Of the troops of Octavius, 2 Legion I have become seasoned.",
        ),
        (
            What::LeaderCaptured { leader: captain("Agrippa"), of: oct.clone(), by: ant.clone() },
            "M. Vipsanius Agrippa of Octavius is captured by Antonius.",
        ),
        (What::LeaderGone { leader: captain("Agrippa"), of: oct.clone() }, "M. Vipsanius Agrippa of Octavius is lost."),
        (
            What::RulerSucceeded { power: oct.clone(), leader: captain("Agrippa") },
            "M. Vipsanius Agrippa now rules Octavius.",
        ),
        (What::MoraleChanged { power: oct.clone(), by: -4, morale: 216 }, "The morale of Octavius falls by 4 to 216."),
        (
            What::PowerDissolved { power: party("ARM"), patron: Some(oct.clone()) },
            "Armenia dissolves and becomes a client of Octavius.",
        ),
        (
            What::SharesGiven {
                from: ant.clone(),
                to: oct.clone(),
                provinces: vec![region("Macedonia")],
                cities: vec![town("Corinthus")],
                forces: vec!["ANT-A1".into()],
            },
            "Of what Antonius had, Octavius receives Macedonia, Corinthus and ANT-A1.",
        ),
        (
            What::CargoLost { power: oct.clone(), unit: UnitKind::Legion1 },
            "1 Legion I of Octavius goes down for want of room aboard.",
        ),
        (
            What::SiegeBegan { city: town("Roma"), by: ant.clone(), at_sea: true },
            "A fleet of Antonius blocks the port of Roma.",
        ),
        (What::SiegeEnded { city: town("Roma"), at_sea: false }, "The siege of Roma ends."),
        (
            What::SiegeChecked {
                city: town("Roma"),
                months: 2,
                value: 3,
                roll: Some(2),
                lost: some("legion_3"),
                fort: 6,
            },
            "Siege of Roma after 2 months: value 3, rolled 2; 1 Legion III is lost, fortification 6.",
        ),
        (
            What::CityTaken { city: town("Corinthus"), from: ant.clone(), to: oct.clone() },
            "Octavius takes Corinthus from Antonius.",
        ),
        (
            What::ProvinceChanged { province: region("Macedonia"), from: Some(ant.clone()), to: None },
            "Antonius loses Macedonia, which nobody controls now.",
        ),
        (
            What::ProvincePlundered { province: region("Macedonia"), by: oct.clone(), talents: 80 },
            "Octavius plunders Macedonia for 80 talents.",
        ),
        (
            What::FleetDrowned { power: oct, hex: roma, ships: 2 },
            "2 fleet units of Octavius, too long at sea, are lost in Roma.",
        ),
        (
            What::CampaignEnded { reason: "the last month is over.".into(), winners: vec!["OCT".into()] },
            "The campaign is over: the last month is over; Octavius won.",
        ),
    ]
}

#[test]
fn every_kind_of_event_is_told_in_a_sentence_of_its_own() {
    let all: Vec<(What, &str)> =
        [frame_and_taxes(), powers_and_moves(), fights_and_sieges()].into_iter().flatten().collect();
    let told: BTreeSet<&str> = all.iter().map(|(what, _)| what.kind()).collect();
    let untold: Vec<&&str> = What::KINDS.iter().filter(|kind| !told.contains(*kind)).collect();
    assert!(untold.is_empty(), "{untold:?}");
    for (what, words) in all {
        assert_eq!(say(what), words);
    }
}

#[test]
fn places_are_named() {
    let sc = shipped::find("octavius-antonius").unwrap();
    let place = |what: What| place(&sc, &Event { rule: RuleRef::new("ER-1"), phase: "naval", what });
    assert_eq!(place(battle(None, "attackers")).as_deref(), Some("Roma"));
    assert_eq!(
        place(What::ArmyMoved { power: party("OCT"), army: None, from: hex("2824"), to: hex("2825") }).as_deref(),
        Some("Italia (2825)")
    );
    assert_eq!(place(What::SeatResigned { seat: "OCT".into() }), None);
}
