use std::sync::{Arc, OnceLock};

use kernel::SeatId;
use kernel::map::Mode;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::{parse, print};
use crate::knowledge::Knowledge;
use crate::model::ids::{HexId, UnitKind};
use crate::model::scenario::{Scenario, shipped};
use crate::model::state::{AttackedPolicy, InterceptPolicy, Phase, State};
use crate::model::units::{OptionName, Units};
use crate::orders::{
    AnchorFleet, AssaultCity, AttackArmy, AttackFleet, BuildFleet, ChooseRetreat, ConcentrateArmies, ConcentrateFleets,
    DisembarkToPort, DisembarkUnits, EmbarkUnits, EndPhase, EnterCity, ExchangeArmies, ExchangeFleets, FollowTrack,
    InterceptArmy, InterceptFleet, LaySiege, LaySiegePort, LeaveCity, LiftSiege, MoveArmy, MoveFleet, Overrun,
    PlunderProvince, ProposeAlliance, QueryDistance, RecruitUnits, Resign, RespondAlliance, RespondAttack, SeasonUnits,
    SetOption, SetPolicy, SetUpUnits, SplitArmy, SplitFleet, TerminateAlliance, TransferTalents,
};
use crate::orders::{ArmyResponse, NotAgain, Order, PlaceUnits, Reaction, Season, SeasonedUnits, Transfer};

fn position() -> &'static (Arc<Scenario>, Knowledge) {
    static FIRST: OnceLock<(Arc<Scenario>, Knowledge)> = OnceLock::new();
    FIRST.get_or_init(|| {
        let sc = shipped::find("octavius-antonius").unwrap();
        let mut st = State::start(&sc, sc.options);
        crate::orders::carry_out::open(&sc, &mut st, &mut kernel::Dice::middling());
        let known = Knowledge::of(&sc, &st, SeatId(0));
        (sc, known)
    })
}

#[test]
fn an_order_may_be_written_in_several_ways() {
    let (sc, known) = position();
    let same = [
        ["OCT-A3 > Brundisium", "oct-a3 -> brun"],
        ["OCT-A3 > Capua > Vibo Valentia", "track Octavius-A3 → cap vibo # on we go"],
        ["OCT-A3 : 2824 2825 invade", "OCT-A3: 2824, 2825 invade"],
        ["recruit OCT Roma legion_1 2", "recruit roma L1 2"],
        ["recruit OCT Roma legion_1 2", "REC oct roma legion 1 2"],
        ["recruit OCT Roma light_inf 1", "recruit oct Roma light infantry 1"],
        ["build OCT Brundisium 1", "build brundisium 1"],
        ["send OCT 20 to AEG", "pay 20 to aeg"],
        ["embark OCT-F1 from OCT-A2: 2 legion_1, Agrippa", "embark OCT-F1 from OCT-A2 : 2 legion_1, M. Vips"],
        ["split OCT-A2: 1 new archers", "split OCT-A2: 1 unseasoned arch"],
        ["attack OCT-A1 OCT-A2 on ANT", "attack OCT-A1, OCT-A2 on ant"],
        ["intercept army none as OCT", "intercept none"],
        ["respond OCT: none", "respond OCT stand"],
        ["respond OCT: none", "respond"],
        ["retreat OCT to Corinthus", "retreat to corin"],
        ["plunder OCT Gallia Narbonensis", "plunder narb"],
        ["end OCT", "end"],
        ["end OCT naval", "end naval"],
        ["resign yes", "resign on"],
    ];
    for [one, other] in same {
        let (read, wrong) = parse(sc, known, &format!("{one}\n{other}"));
        assert_eq!(wrong, [], "{one} | {other}");
        assert_eq!(read[0].0, read[1].0, "{one} | {other}");
    }
}

#[test]
fn several_orders_stand_on_a_line_and_remarks_end_it() {
    let (sc, known) = position();
    let (read, wrong) = parse(sc, known, "lift OCT-A1; end;;\n# a remark; end\n  enter OCT-A2 # ❦; end\n");
    assert_eq!(wrong, []);
    let spans: Vec<(u32, u32, u32)> = read.iter().map(|(_, span)| (span.line, span.column, span.length)).collect();
    assert_eq!(spans, [(1, 1, 11), (1, 14, 3), (3, 3, 12)]);
    assert_eq!(read[1].0, Order::EndPhase(EndPhase { power: "OCT".into(), phase: None }));
}

#[test]
fn what_is_not_understood_is_pointed_at_with_a_hint() {
    let (sc, known) = position();
    let cases = [
        ("frobnicate", "not_understood", 1, 10, "begin with a force"),
        ("  recrut OCT Roma legion_1 2", "not_understood", 3, 6, "did you mean recruit?"),
        ("recruit OCT Rma legion_1 2", "unknown_place", 13, 14, "did you mean Roma?"),
        ("recruit OCT Roma legion_9 2", "unknown_unit", 18, 8, "legion_1, legion_2"),
        ("recruit OCT Roma legion_1", "number_missing", 18, 8, "write: recruit"),
        ("recruit OCT Roma legion_1 300", "number_too_great", 27, 3, "write: recruit"),
        ("recruit OCT Roma legion_1 two", "not_a_number", 27, 3, "write: recruit"),
        ("OCT-A3", "word_missing", 1, 6, "OCT-A3 > Brundisium"),
        ("OCT-A3 > Brundisum", "unknown_place", 10, 9, "did you mean Brundisium?"),
        ("OCT-A3 > a", "ambiguous_name", 10, 1, "write more of the name"),
        ("end now", "not_a_choice", 5, 3, "write taxation, naval"),
        ("enter OCT-A3 now", "too_much", 14, 3, "write: enter"),
        ("enter OCT-F3", "not_an_army", 7, 6, "write: enter"),
        ("embark OCT-A1", "not_a_fleet", 8, 6, "write: embark"),
        ("option weather on", "not_a_choice", 8, 7, "write intelligence, amphibious_invasion"),
        ("policy OCT intercept 15", "not_a_choice", 22, 2, "150%"),
        ("split OCT-A1: 2 ships", "no_ships_here", 15, 7, "write: split"),
        ("ally OCT with Anto", "", 0, 0, ""),
        ("plunder OCT Mordor", "unknown_province", 13, 6, "one of the scenario's provinces"),
        ("assault Camelot with OCT-A1", "unknown_place", 9, 7, "a hex such as 2824"),
        ("alliance XYZ with OCT yes", "unknown_power", 10, 3, "the powers of this scenario are OCT, ANT"),
        ("respond XYZ: OCT-A1 stand", "unknown_power", 9, 3, "the powers of this scenario are"),
        ("send XYZ 20 to ANT", "unknown_power", 6, 3, "the powers of this scenario are"),
        ("recruit ROM legion_1 2", "", 0, 0, ""),
    ];
    for (text, code, column, length, hint) in cases {
        let (read, wrong) = parse(sc, known, text);
        if code.is_empty() {
            assert_eq!((read.len(), wrong.len()), (1, 0), "{text}: {wrong:?}");
            continue;
        }
        assert!(read.is_empty(), "{text}: {read:?}");
        let [found] = wrong.as_slice() else { panic!("{text}: {wrong:?}") };
        let span = (found.span.column, found.span.length);
        assert_eq!((found.code.as_str(), span), (code, (column, length)), "{text}: {found:?}");
        let said = found.hint.clone().unwrap_or_default();
        assert!(said.contains(hint), "{text}: {said}");
    }
}

#[test]
fn a_bad_order_costs_nothing_but_itself() {
    let (sc, known) = position();
    let (read, wrong) = parse(sc, known, "enter OCT-A1; frobnicate; leave OCT-A1\nÉnter OCT-A1\nend");
    assert_eq!((read.len(), wrong.len()), (3, 2));
    assert_eq!((wrong[0].span.column, wrong[1].span.line), (15, 2));
}

type Any<T> = BoxedStrategy<T>;

/// Everything that orders name, in the scenario's own words.
struct Words {
    sc: &'static Scenario,
}

impl Words {
    fn power(&self) -> Any<String> {
        let names = self.sc.powers.iter().flat_map(|power| [power.code.to_string(), power.name.to_string()]);
        select(names.collect::<Vec<_>>()).boxed()
    }
    fn force(&self, letter: char) -> Any<String> {
        let codes: Vec<String> = self.sc.powers.iter().map(|power| power.code.to_string()).collect();
        (select(codes), 1u8..40).prop_map(move |(code, number)| format!("{code}-{letter}{number}")).boxed()
    }
    fn army(&self) -> Any<String> {
        self.force('A')
    }
    fn fleet(&self) -> Any<String> {
        self.force('F')
    }
    fn hex(&self) -> Any<String> {
        let cities: Vec<String> = self.sc.cities.iter().map(|city| city.name.to_string()).collect();
        prop_oneof![select(cities), (0..4800usize).prop_map(|at| HexId::at(at).to_string())].boxed()
    }
    fn hexes(&self) -> Any<Vec<String>> {
        vec(self.hex(), 0..5).boxed()
    }
    fn province(&self) -> Any<String> {
        select(self.sc.provinces.iter().map(|province| province.name.to_string()).collect::<Vec<_>>()).boxed()
    }
    fn leaders(&self) -> Any<Vec<String>> {
        let names = self.sc.leaders.iter().flat_map(|leader| [leader.name.to_string(), leader.short.to_string()]);
        vec(select(names.collect::<Vec<_>>()), 0..3).boxed()
    }
    fn kind(&self) -> Any<UnitKind> {
        select(UnitKind::ALL.to_vec()).boxed()
    }
    fn units(&self) -> Any<Vec<Units>> {
        let one = (self.kind(), any::<u8>(), any::<bool>());
        vec(one.prop_map(|(kind, count, seasoned)| Units { kind, count, seasoned }), 0..3).boxed()
    }
    fn transfer(&self) -> Any<Transfer> {
        let parts = (0u8..4, self.units(), self.leaders());
        parts.prop_map(|(ships, units, leaders)| Transfer { ships, units, leaders }).boxed()
    }
    fn armies(&self) -> Any<Vec<String>> {
        vec(self.army(), 0..4).boxed()
    }
    fn fleets(&self) -> Any<Vec<String>> {
        vec(self.fleet(), 0..4).boxed()
    }
}

fn not_again() -> impl Strategy<Value = Option<NotAgain>> {
    of(select(vec![NotAgain::March, NotAgain::Phase]))
}

fn intercept() -> impl Strategy<Value = InterceptPolicy> {
    prop_oneof![
        Just(InterceptPolicy::Ask),
        Just(InterceptPolicy::Never),
        Just(InterceptPolicy::Always),
        any::<u16>().prop_map(|percent| InterceptPolicy::Odds { percent }),
    ]
}

fn attacked() -> impl Strategy<Value = AttackedPolicy> {
    prop_oneof![
        Just(AttackedPolicy::Ask),
        Just(AttackedPolicy::Stand),
        any::<(Option<u16>, Option<u16>)>()
            .prop_map(|(city_percent, hex_percent)| AttackedPolicy::Retreat { city_percent, hex_percent }),
    ]
}

fn at_sea(w: &Words) -> Any<Order> {
    prop_oneof![
        (w.power(), w.fleet(), w.hexes()).prop_map(|(power, fleet, path)| Order::MoveFleet(MoveFleet {
            power,
            fleet,
            path
        })),
        (w.power(), w.fleet()).prop_map(|(power, fleet)| Order::AnchorFleet(AnchorFleet { power, fleet })),
        (w.power(), w.fleet(), of(w.army()), w.units(), w.leaders(), of(w.transfer())).prop_map(
            |(power, fleet, army, units, leaders, ashore)| Order::EmbarkUnits(EmbarkUnits {
                power,
                fleet,
                army,
                units,
                leaders,
                ashore
            })
        ),
        (w.power(), w.fleet(), w.units(), w.leaders()).prop_map(|(power, fleet, units, leaders)| {
            Order::DisembarkToPort(DisembarkToPort { power, fleet, units, leaders })
        }),
        (w.power(), w.fleet(), w.units(), w.leaders(), any::<bool>()).prop_map(
            |(power, fleet, units, leaders, invade)| Order::DisembarkUnits(DisembarkUnits {
                power,
                fleet,
                units,
                leaders,
                invade
            })
        ),
        (w.power(), w.fleet(), any::<u8>(), w.units(), w.leaders()).prop_map(
            |(power, fleet, new_size, units, leaders)| Order::SplitFleet(SplitFleet {
                power,
                fleet,
                new_size,
                units,
                leaders
            })
        ),
        (w.power(), w.fleet(), w.fleet(), w.transfer(), w.transfer()).prop_map(|(power, fleet, other, give, take)| {
            Order::ExchangeFleets(ExchangeFleets { power, fleet, other, give, take })
        }),
        (w.power(), w.hex()).prop_map(|(power, hex)| Order::ConcentrateFleets(ConcentrateFleets { power, hex })),
        (w.power(), w.fleet()).prop_map(|(power, fleet)| Order::LaySiegePort(LaySiegePort { power, fleet })),
        (w.power(), w.fleets(), w.power()).prop_map(|(power, fleets, target)| Order::AttackFleet(AttackFleet {
            power,
            fleets,
            target
        })),
        (w.power(), w.fleets(), not_again()).prop_map(|(power, interceptors, not_again)| Order::InterceptFleet(
            InterceptFleet { power, interceptors, not_again }
        )),
    ]
    .boxed()
}

fn on_land(w: &Words) -> Any<Order> {
    prop_oneof![
        (w.power(), w.army(), w.hexes(), any::<bool>())
            .prop_map(|(power, army, path, invade)| Order::MoveArmy(MoveArmy { power, army, path, invade })),
        (w.power(), prop_oneof![w.army(), w.fleet()], w.hexes(), any::<bool>())
            .prop_map(|(power, force, to, invade)| Order::FollowTrack(FollowTrack { power, force, to, invade })),
        (w.power(), w.army(), of(w.hex())).prop_map(|(power, army, hex)| Order::Overrun(Overrun { power, army, hex })),
        (w.power(), w.army()).prop_map(|(power, army)| Order::EnterCity(EnterCity { power, army })),
        (w.power(), w.army()).prop_map(|(power, army)| Order::LeaveCity(LeaveCity { power, army })),
        (w.power(), w.army(), w.units(), w.leaders())
            .prop_map(|(power, army, units, leaders)| Order::SplitArmy(SplitArmy { power, army, units, leaders })),
        (w.power(), w.army(), w.army(), w.transfer(), w.transfer()).prop_map(|(power, army, other, give, take)| {
            Order::ExchangeArmies(ExchangeArmies { power, army, other, give, take })
        }),
        (w.power(), w.hex()).prop_map(|(power, hex)| Order::ConcentrateArmies(ConcentrateArmies { power, hex })),
        (w.power(), w.army(), of(w.hex())).prop_map(|(power, army, city)| Order::LaySiege(LaySiege {
            power,
            army,
            city
        })),
        (w.power(), prop_oneof![w.army(), w.fleet()])
            .prop_map(|(power, force)| Order::LiftSiege(LiftSiege { power, force })),
        (w.power(), w.armies(), vec(prop_oneof![w.power(), w.army()], 0..3))
            .prop_map(|(power, armies, targets)| Order::AttackArmy(AttackArmy { power, armies, targets })),
        (w.power(), w.armies(), w.hex()).prop_map(|(power, armies, city)| Order::AssaultCity(AssaultCity {
            power,
            armies,
            city
        })),
        (w.power(), w.province())
            .prop_map(|(power, province)| Order::PlunderProvince(PlunderProvince { power, province })),
        (w.power(), w.armies(), not_again()).prop_map(|(power, interceptors, not_again)| Order::InterceptArmy(
            InterceptArmy { power, interceptors, not_again }
        )),
    ]
    .boxed()
}

fn at_home(w: &Words) -> Any<Order> {
    let phases = vec![Phase::Taxation, Phase::Naval, Phase::LandMovement, Phase::LandCombat, Phase::Siege];
    let options = vec![OptionName::Intelligence, OptionName::AmphibiousInvasion];
    let place = (w.hex(), w.units(), w.leaders(), 0u8..4).prop_map(|(hex, units, leaders, fleet_units)| PlaceUnits {
        hex,
        units,
        leaders,
        fleet_units,
    });
    let actions = vec![Reaction::Stand, Reaction::RetreatCity, Reaction::RetreatHex];
    let response =
        (w.army(), select(actions), of(w.hex())).prop_map(|(army, action, hex)| ArmyResponse { army, action, hex });
    let seasoned =
        (w.kind(), any::<u8>(), of(w.power())).prop_map(|(kind, count, power)| SeasonedUnits { kind, count, power });
    let retreat = prop_oneof![Just("ask".to_owned()), Just("nearest".to_owned()), w.hex()];
    prop_oneof![
        (w.power(), vec(place, 0..3))
            .prop_map(|(power, placements)| Order::SetUpUnits(SetUpUnits { power, placements })),
        (w.power(), w.hex(), w.kind(), any::<u8>()).prop_map(|(power, hex, unit_type, count)| Order::RecruitUnits(
            RecruitUnits { power, hex, unit_type, count }
        )),
        (w.power(), w.hex(), any::<u8>()).prop_map(|(power, port, count)| Order::BuildFleet(BuildFleet {
            power,
            port,
            count
        })),
        (w.power(), w.power(), any::<u32>()).prop_map(|(power, to, amount)| Order::TransferTalents(TransferTalents {
            power,
            to,
            amount
        })),
        (w.power(), w.power()).prop_map(|(power, with)| Order::ProposeAlliance(ProposeAlliance { power, with })),
        (w.power(), w.power(), any::<bool>())
            .prop_map(|(power, with, accept)| Order::RespondAlliance(RespondAlliance { power, with, accept })),
        (w.power(), w.power()).prop_map(|(power, with)| Order::TerminateAlliance(TerminateAlliance { power, with })),
        (w.power(), any::<Option<u16>>(), vec(seasoned, 0..3))
            .prop_map(|(power, combat, units)| Order::SeasonUnits(SeasonUnits { power, combat, units })),
        (w.power(), any::<Option<u16>>(), vec(response, 0..3))
            .prop_map(|(power, combat, responses)| Order::RespondAttack(RespondAttack { power, combat, responses })),
        (w.power(), any::<Option<u16>>(), w.hex())
            .prop_map(|(power, combat, to)| Order::ChooseRetreat(ChooseRetreat { power, combat, to })),
        (
            (w.power(), of(prop_oneof![w.army(), w.fleet()]), of(intercept()), of(attacked())),
            (of(retreat), any::<Option<bool>>(), any::<Option<bool>>())
        )
            .prop_map(|((power, force, intercept, respond_attack), (retreat_to, season, set_up))| {
                Order::SetPolicy(SetPolicy { power, force, intercept, respond_attack, retreat_to, season, set_up })
            }),
        (select(options), any::<bool>()).prop_map(|(option, value)| Order::SetOption(SetOption { option, value })),
        (w.hexes(), any::<bool>(), any::<bool>()).prop_map(|(hexes, sea, winter)| Order::QueryDistance(
            QueryDistance {
                hexes,
                mode: if sea { Mode::Sea } else { Mode::Land },
                season: if winter { Season::Winter } else { Season::Summer },
            }
        )),
        (w.power(), of(select(phases))).prop_map(|(power, phase)| Order::EndPhase(EndPhase { power, phase })),
        any::<bool>().prop_map(|confirm| Order::Resign(Resign { confirm })),
    ]
    .boxed()
}

fn any_order() -> Any<Order> {
    let words = Words { sc: &position().0 };
    prop_oneof![at_sea(&words), on_land(&words), at_home(&words)].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn every_order_reads_back(order in any_order()) {
        let (sc, known) = position();
        let line = print(sc, &order);
        let (read, wrong) = parse(sc, known, &line);
        prop_assert_eq!(&wrong, &[], "{}", line);
        prop_assert_eq!(&read[0].0, &order, "{}", line);
    }

    #[test]
    fn no_text_stops_the_reader(
        text in "(recruit|OCT-A1|OCT-F2|Roma|attack|#|0|2|150%|:|,|;|>|/|-| |é|as|none|policy|attacked|respond|\n){0,30}"
    ) {
        let (sc, known) = position();
        let (read, wrong) = parse(sc, known, &text);
        for span in read.iter().map(|(_, span)| span).chain(wrong.iter().map(|wrong| &wrong.span)) {
            let line = text.lines().nth(span.line as usize - 1).unwrap_or_default();
            prop_assert!((span.column + span.length) as usize <= line.chars().count() + 2);
        }
    }
}

#[test]
fn every_order_set_of_a_game_at_random_reads_back() {
    use kernel::{Dice, GameSeed, GameSystem, Visibility};

    use crate::EternalRome;

    let sc = &position().0;
    let seed = GameSeed::from_number(7);
    let mut st = EternalRome::start(sc, &serde_json::Value::Null, &seed).unwrap();
    let mut orders = 0;
    for step in 0..250 {
        let Some(wait) = EternalRome::awaiting(sc, &st).into_iter().next() else { break };
        let known = EternalRome::knowledge(sc, &st, wait.seat);
        let mut dice = Dice::keyed(&seed, &format!("orders-{step}"));
        let mut order_set = EternalRome::random_orders(sc, &known, &mut dice);
        if order_set.is_empty() {
            order_set = EternalRome::default_orders(sc, &known);
        }
        let lines: Vec<String> = order_set.iter().map(|order| print(sc, order)).collect();
        let (read, wrong) = parse(sc, &known, &lines.join("\n"));
        assert_eq!(wrong, [], "{lines:?}");
        let read: Vec<Order> = read.into_iter().map(|(order, _)| order).collect();
        assert_eq!(read, order_set, "{lines:?}");
        orders += order_set.len();
        let mut dice = Dice::keyed(&seed, &format!("step-{step}"));
        EternalRome::advance(sc, &mut st, &[(wait.seat, order_set)], &mut dice);
    }
    assert!(orders > 200, "{orders}");
}
