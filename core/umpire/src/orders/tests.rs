//! The worked vectors of section 10 about options, recruitment, tax and the end of nations.

use std::sync::Arc;

use kernel::{Dice, GameSeed, VerdictStatus};
use serde_json::{Value, json};

use super::carry_out::CarryOut;
use super::sequence::{carry_out_options, look_up};
use super::{Command, Numbered, OrderPhase};
use crate::model::ids::{NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::{CityStatus, Scenario, shipped};
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::check::check_orders;
use crate::orders::offer_bribe::Bribe;
use crate::rules;
use crate::rules::event::EventKind;
use crate::rules::movement::{ForceMovement, Movement};
use crate::rules::options::{economy, generals};
use crate::rules::ownership;
use crate::rules::turn::Turn;

const MIL: NationId = NationId(0);
const VEN: NationId = NationId(1);
const SWI: NationId = NationId(8);
/// March: investment and recruitment on land. July, the fifth turn, has demobilisation besides.
const JULY: u32 = 5;

/// A phase with its orders.
type Phase = fn(&mut CarryOut<'_, '_>);

struct Position {
    sc: Arc<Scenario>,
    st: State,
    dice: Dice,
    failed: Vec<String>,
    told: Vec<EventKind>,
}

impl Position {
    fn italia() -> Self {
        let sc = shipped::find("italia-1450").unwrap();
        let st = State::start(&sc, &GameSeed::from_number(1));
        Self { sc, st, dice: Dice::middling(), failed: Vec::new(), told: Vec::new() }
    }

    fn place(&self, name: &str) -> ProvinceId {
        self.sc.province_ids().find(|&id| self.sc.first_place(id).name.as_str() == name).unwrap()
    }

    fn kind(&self, name: &str) -> TypeId {
        self.sc.type_ids().find(|&id| self.sc.unit(id).id.as_str() == name).unwrap()
    }

    fn treasury(&mut self, nation: NationId, tenths: i64) -> &mut Self {
        self.st.nation_mut(nation).treasury = Rp::tenths(tenths);
        self
    }

    /// Carries out some phases of a turn with these order sets.
    fn play(&mut self, order_sets: &[(NationId, &[Value])], phases: &[Phase]) -> &mut Self {
        let read = |order: &Value| serde_json::from_value(order.clone()).unwrap();
        let sets: Vec<(NationId, Vec<Order>)> =
            order_sets.iter().map(|(nation, orders)| (*nation, orders.iter().map(read).collect())).collect();
        let resolved = look_up(&self.sc, &self.st, sets.iter().map(|(nation, orders)| (*nation, orders.as_slice())));
        assert!(resolved.unknown.is_empty(), "{:?}", resolved.unknown);
        let mut turn = Turn::new(&self.sc, &mut self.st, &mut self.dice);
        let mut carrying = CarryOut::new(&mut turn, &resolved.commands);
        phases.iter().for_each(|phase| phase(&mut carrying));
        self.failed =
            turn.failures.iter().map(|(_, index, why)| format!("{index} {} {}", why.rule, why.code)).collect();
        self.told = turn.events.into_iter().map(|(_, event)| event.what).collect();
        self
    }

    fn options(&mut self, nation: NationId, orders: &[Value]) -> &mut Self {
        self.play(&[(nation, orders)], &[carry_out_options])
    }

    fn verdicts(&self, nation: NationId, orders: &[Value]) -> Vec<String> {
        let orders: Vec<Order> = orders.iter().map(|order| serde_json::from_value(order.clone()).unwrap()).collect();
        let word = |status| match status {
            VerdictStatus::Accepted => "accepted",
            VerdictStatus::Warning => "warning",
            VerdictStatus::Refused => "refused",
        };
        let verdicts = check_orders(&self.sc, &self.st, nation, &orders);
        verdicts.iter().map(|verdict| format!("{} {}", word(verdict.status), verdict.code)).collect()
    }
}

#[test]
fn recruits_come_as_far_as_the_money_goes() {
    // UM-V3, UM-V5
    let mut position = Position::italia();
    let (milan, lists) = (position.place("Milan"), [recruit("FOO", 2), recruit("MAA", 2)]);
    let before = ["FOO", "MAA"].map(|kind| position.st.stacks.count(milan, MIL, position.kind(kind)));
    assert_eq!(position.treasury(MIL, 100).verdicts(MIL, &lists), ["accepted ok", "warning no_credit"]);
    position.play(&[(MIL, &lists)], &[|turn| turn.by_nation(OrderPhase::Recruitment)]);
    let after = ["FOO", "MAA"].map(|kind| position.st.stacks.count(milan, MIL, position.kind(kind)));
    assert_eq!([after[0] - before[0], after[1] - before[1]], [2, 1]);
    assert_eq!(position.st.nation(MIL).treasury, Rp::whole(1));
    assert!(position.told.iter().any(|what| matches!(what, EventKind::OrderReduced { order: 1, .. })));

    position.treasury(MIL, -45).play(&[(MIL, &[recruit("FOO", 1)])], &[|turn| turn.by_nation(OrderPhase::Recruitment)]);
    assert_eq!(position.failed, ["0 UM-23.1 no_credit"]);
}

#[test]
fn a_province_offers_its_men_once_a_turn() {
    let mut position = Position::italia();
    let (milan, foot) = (position.place("Milan"), position.kind("FOO"));
    let before = position.st.stacks.count(milan, MIL, foot);
    position
        .treasury(MIL, 1000)
        .play(&[(MIL, &[recruit("FOO", 8), recruit("FOO", 5)])], &[|turn| turn.by_nation(OrderPhase::Recruitment)]);
    assert_eq!(position.st.stacks.count(milan, MIL, foot) - before, 8, "60 % of 14 is 8");
    assert_eq!(position.failed, ["1 UM-23.5 not_available"]);
}

#[test]
fn improvements_stop_at_the_ceiling_and_count_from_the_next_taxation() {
    // UM-V9, UM-V10, UM-V11, UM-R22
    let mut position = Position::italia();
    let pavia = position.place("Pavia");
    let orders = [improve("Pavia", 4), improve("Pavia", 1), improve("Venice", 1), improve("Genoa", 1)];
    assert_eq!(
        position.treasury(MIL, 200).verdicts(MIL, &orders[..2]),
        ["warning over_ceiling", "refused over_ceiling"]
    );
    position.options(MIL, &orders);
    assert_eq!(position.st.nation(MIL).treasury, Rp::whole(14));
    assert_eq!(position.failed, ["1 UM-9.3 over_ceiling", "2 UM-9.2 not_owner", "3 UM-9.2 not_owner"]);
    assert_eq!(
        (position.st.province(pavia).rev_current, position.st.province(pavia).bought),
        (Rp::whole(6), Rp::whole(3))
    );

    position.play(&[], &[|turn| rules::taxes::collect_and_pay(turn.turn)]);
    assert_eq!(position.st.province(pavia).rev_current, Rp::whole(6), "not in the turn of purchase");
    position.st.turn = 4;
    position.play(
        &[],
        &[carry_out_options, |turn| rules::taxes::collect_and_pay(turn.turn), |turn| rules::taxes::recover(turn.turn)],
    );
    assert_eq!(position.st.province(pavia).rev_current, Rp::whole(9));

    position.st.turn = JULY;
    position.treasury(SWI, 100).options(SWI, &[improve("Altdorf", 1)]);
    assert_eq!(position.failed, ["0 UM-9.5 tribal_area"]);
    let venice =
        economy::improvement_ceiling(&position.sc.economy, position.st.province(position.place("Venice")).rev_original);
    assert_eq!(venice, Rp::whole(15));
}

#[test]
fn a_destroyed_city_is_rebuilt_for_twice_its_revenue() {
    // UM-V12, UM-V20
    let mut position = Position::italia();
    let padua = position.place("Padua");
    position.treasury(VEN, 100).options(VEN, &[order("sack_city", "Padua")]);
    let ruins = position.st.province(padua).clone();
    assert_eq!((ruins.cty, ruins.rev_current), (CityStatus::Destroyed, Rp::tenths(35)));
    assert_eq!((position.st.nation(VEN).treasury, ruins.loyalty), (Rp::whole(17), 1), "it never forgets (UM-10.9)");
    position.options(VEN, &[order("rebuild_city", "Padua")]);
    let rebuilt = position.st.province(padua);
    assert_eq!((rebuilt.cty, rebuilt.rev_current, rebuilt.loyalty), (CityStatus::Standing, Rp::whole(7), 1));
    assert_eq!(position.st.nation(VEN).treasury, Rp::whole(3));

    let foot = position.kind("FOO");
    position.st.stacks.add(padua, MIL, foot, 1);
    position.options(VEN, &[order("sack_city", "Padua")]);
    assert_eq!(position.failed, ["0 UM-10.6 hostile_forces"]);

    let brescia = position.place("Brescia");
    ownership::hand_over(&position.sc, &mut position.st, brescia, MIL);
    economy::destroy_city(&position.sc, &mut position.st, brescia);
    position.treasury(MIL, 160).options(MIL, &[order("rebuild_city", "Brescia")]);
    assert_eq!((position.st.province(brescia).loyalty, position.st.nation(MIL).treasury), (2, Rp::ZERO));
}

#[test]
fn a_city_is_founded_in_a_tribal_area_by_the_civilised_alone() {
    // UM-V13 to UM-V16
    let mut position = Position::italia();
    let airolo = position.place("Airolo");
    ownership::hand_over(&position.sc, &mut position.st, airolo, MIL);
    position.st.stacks.clear(airolo, SWI);
    let name = position.sc.names[position.sc.city_names[MIL.index()][0].index()].to_string();
    let found = json!({"type": "found_city", "province": "Airolo", "name": name, "size": 3});
    let orders = [found.clone(), improve("Airolo", 1)];
    assert_eq!(position.treasury(MIL, 400).verdicts(MIL, &orders), ["accepted ok", "refused just_founded"]);

    let mut hindered = Position::italia();
    ownership::hand_over(&hindered.sc, &mut hindered.st, airolo, MIL);
    hindered.treasury(MIL, 400).options(MIL, std::slice::from_ref(&found));
    assert_eq!(hindered.failed, ["0 UM-9.8 hostile_forces"]);
    assert_eq!(hindered.st.nation(MIL).treasury, Rp::whole(40));

    position.options(MIL, &orders);
    assert_eq!(position.failed, ["1 UM-9.9 just_founded"]);
    let city = position.st.province(airolo);
    assert_eq!((city.cty, city.rev_original, city.loyalty, city.founded), (CityStatus::Standing, Rp::whole(3), 2, 1));
    assert_eq!(position.st.nation(MIL).treasury, Rp::whole(25));
    assert_eq!(position.st.place(&position.sc, airolo).name.as_str(), name);

    let mut tribal = Position::italia();
    let name = position.sc.city_names[SWI.index()].first().map(|id| position.sc.names[id.index()].to_string());
    if let Some(name) = name {
        let found = json!({"type": "found_city", "province": "Airolo", "name": name, "size": 3});
        tribal.treasury(SWI, 400).options(SWI, &[found]);
        assert_eq!(tribal.failed, ["0 UM-9.7 not_civilised"]);
    }
}

#[test]
fn settlers_make_a_colony_if_enough_come_in_one_turn() {
    // UM-V21
    let colony = |batches: &[&[Value]]| {
        let mut position = Position::italia();
        let como = position.place("Como");
        ownership::hand_over(&position.sc, &mut position.st, como, VEN);
        for (kind, count) in [("FOO", 3), ("MAA", 2), ("GAL", 5)] {
            let kind = position.kind(kind);
            position.st.stacks.add(como, VEN, kind, count);
        }
        for batch in batches {
            position.st.turn = JULY;
            position.options(VEN, batch);
            assert!(position.failed.is_empty(), "{:?}", position.failed);
        }
        position.st.province(como).loyalty
    };
    let disband = |kind: &str, count: u16| json!({"type": "disband_units", "province": "Como", "unit_type": kind, "count": count});
    assert_eq!(colony(&[&[disband("FOO", 3), disband("MAA", 2)]]), 2);
    assert_eq!(colony(&[&[disband("FOO", 3), disband("MAA", 1)]]), 1);
    assert_eq!(colony(&[&[disband("FOO", 3)], &[disband("MAA", 2)]]), 1);
    assert_eq!(colony(&[&[disband("GAL", 5)]]), 1);
}

#[test]
fn a_capital_moves_for_money_and_the_old_one_becomes_ordinary() {
    // UM-V23
    let mut position = Position::italia();
    let [milan, pavia, brescia] = ["Milan", "Pavia", "Brescia"].map(|name| position.place(name));
    position.treasury(MIL, 90).options(MIL, &[order("move_capital", "Pavia")]);
    assert_eq!(position.failed, ["0 UM-12.1 no_credit"]);
    position.treasury(MIL, 250).options(MIL, &[order("move_capital", "Pavia")]);
    assert_eq!([milan, pavia].map(|place| position.st.province(place).loyalty), [2, 3]);
    assert_eq!(position.st.nation(MIL).treasury, Rp::whole(15));
    ownership::hand_over(&position.sc, &mut position.st, brescia, MIL);
    position.st.stacks.clear(brescia, VEN);
    position.options(MIL, &[order("move_capital", "Brescia")]);
    assert_eq!((position.st.nation(MIL).treasury, position.st.province(pavia).loyalty), (Rp::ZERO, 2));
}

#[test]
fn troops_convert_for_money_or_two_for_one() {
    // UM-V24, UM-V25
    let mut position = Position::italia();
    let convert = |place: &str, count: u16, barter: bool| json!({"type": "convert_troops", "province": place, "from_type": "LEV", "to_type": "FOO", "count": count, "barter": barter});
    let (ivrea, altdorf, levy, foot) =
        (position.place("Ivrea"), position.place("Altdorf"), position.kind("LEV"), position.kind("FOO"));
    let savoy = NationId(6);
    position.st.stacks.add(ivrea, savoy, levy, 1);
    let before = position.st.stacks.count(ivrea, savoy, foot);
    position.treasury(savoy, 65).options(savoy, &[convert("Ivrea", 3, false)]);
    assert_eq!(position.st.stacks.count(ivrea, savoy, foot) - before, 3);
    assert_eq!(position.st.nation(savoy).treasury, Rp::tenths(5));

    position.st.stacks.add(altdorf, SWI, levy, 5);
    position.treasury(SWI, 0).options(SWI, &[convert("Altdorf", 4, true)]);
    let left = [levy, foot].map(|kind| position.st.stacks.count(altdorf, SWI, kind));
    assert_eq!(left, [1, 2]);
}

#[test]
fn money_sent_in_the_first_round_can_be_spent_in_the_second() {
    // UM-11.1, UM-R5
    let mut position = Position::italia();
    position.treasury(MIL, 100).treasury(VEN, 0);
    let send = [json!({"type": "transfer_funds", "recipient": "VEN", "amount": 6})];
    let hire = [json!({"type": "transfer_funds", "recipient": "MIL", "amount": 1}), json!({"type": "appoint_general"})];
    position.play(&[(MIL, &send), (VEN, &hire)], &[carry_out_options]);
    assert_eq!(position.failed, ["1 UM-13.14 no_credit"], "Venice sent a point back before it hired");
    assert_eq!(position.st.nation(MIL).treasury, Rp::whole(5));
    position.st.turn = 2;
    position.treasury(MIL, 100).treasury(VEN, 0).play(&[(MIL, &send), (VEN, &hire[1..])], &[carry_out_options]);
    assert_eq!(position.failed, ["0 UM-13.14 no_credit"], "the other list comes first now");
}

#[test]
fn an_assassin_is_paid_and_his_victim_gives_no_orders() {
    let mut position = Position::italia();
    position.dice = Dice::middling().rigged("assassination", 1);
    let sforza = position.st.commander_in_chief(MIL).unwrap();
    let kill = json!({"type": "assassinate", "general": "Francesco Sforza", "amount": 8});
    position.treasury(VEN, 100).options(VEN, &[kill]);
    assert!(!position.st.general(sforza).alive);
    assert_eq!((position.st.nation(VEN).treasury, position.st.nation(MIL).shock), (Rp::whole(2), 15));
    assert_eq!(position.st.nation(MIL).cic_died, 1);
    position.play(&[], &[|turn| rules::morale::calculate(turn.turn)]);
    assert_eq!((position.st.nation(MIL).morale, position.st.nation(MIL).shock), (85, 10));
}

#[test]
fn an_accepted_bribe_opens_a_gate_for_its_payer() {
    let mut position = Position::italia();
    position.dice = Dice::middling().rigged("bribe", 1).rigged("bribe_caught", 100);
    let bribe = |amount: u16| json!({"type": "offer_bribe", "province": "Brescia", "amount": amount});
    assert_eq!(
        position.treasury(MIL, 500).verdicts(MIL, &[bribe(5), bribe(5)]),
        ["accepted prospects", "refused second_bribe"]
    );
    let brescia = position.place("Brescia");
    let what = Command::OfferBribe(Bribe { province: brescia, amount: Rp::whole(5) });
    let commands = vec![vec![Numbered { nation: MIL, index: 0, what }]];
    let mut turn = Turn::new(&position.sc, &mut position.st, &mut position.dice);
    carry_out_options(&mut CarryOut::new(&mut turn, &commands));
    assert!(turn.memory.treachery[brescia.index()].has(MIL));
    assert_eq!(position.st.nation(MIL).treasury, Rp::whole(45));

    position.dice = Dice::middling().rigged("bribe", 100).rigged("bribe_network", 1);
    position.options(MIL, &[bribe(5)]);
    assert_eq!(position.st.nation(MIL).treasury, Rp::whole(45), "a bribe that is refused is not paid");
    assert!(!position.st.province(brescia).spies.has(MIL));
}

#[test]
fn the_dead_are_replaced_where_too_few_are_left() {
    // UM-V26
    let mut position = Position::italia();
    let kill: Phase = |turn| {
        for id in [0, 1] {
            generals::die(turn.turn, crate::model::ids::GeneralId(id), "fell in battle", "UM-R39");
        }
    };
    let living = |position: &Position| position.st.living().filter(|(_, general)| general.nation == MIL).count();
    assert_eq!(living(&position), 4);
    position.play(&[], &[kill, |turn| generals::replace_the_fallen(turn.turn)]);
    assert_eq!(living(&position), 3);
    let (id, newcomer) = position.st.living().last().map(|(id, general)| (id, general.clone())).unwrap();
    assert_eq!((newcomer.nation, newcomer.seniority, newcomer.province), (MIL, 0, position.place("Milan")));
    assert!(
        position
            .told
            .iter()
            .any(|what| matches!(what, EventKind::GeneralAppointed { free: true, general, .. } if general.id == id))
    );
}

#[test]
fn money_that_the_list_as_a_whole_cannot_pay_is_warned_of() {
    let mut position = Position::italia();
    let orders = [
        improve("Pavia", 1),
        json!({"type": "appoint_general"}),
        recruit("FOO", 1),
        json!({"type": "set_tax_rate", "percent": 90}),
        json!({"type": "recruit_spy_network", "province": "Milan"}),
    ];
    assert_eq!(
        position.treasury(MIL, 90).verdicts(MIL, &orders),
        ["accepted ok", "accepted ok", "warning no_credit", "refused wrong_turn", "refused network_there"]
    );
}

#[test]
fn a_nation_with_nothing_left_is_out() {
    let mut position = Position::italia();
    for place in position.sc.province_ids() {
        if position.st.province(place).owner == SWI {
            position.st.province_mut(place).owner = MIL;
        }
        position.st.stacks.clear(place, SWI);
    }
    position.play(&[], &[|turn| rules::score::eliminate(turn.turn)]);
    assert!(position.st.nation(SWI).eliminated);
    assert!(position.st.living().all(|(_, general)| general.nation != SWI));
    assert!(!position.st.nation(MIL).declared.has(SWI));
    assert!(matches!(position.told.as_slice(), [EventKind::NationEliminated { .. }]));
}

fn order(kind: &str, province: &str) -> Value {
    json!({"type": kind, "province": province})
}

fn improve(province: &str, points: u16) -> Value {
    json!({"type": "improve_city", "province": province, "points": points})
}

fn recruit(kind: &str, count: u16) -> Value {
    json!({"type": "recruit_units", "province": "Milan", "unit_type": kind, "count": count})
}

#[test]
fn unknown_fields_are_refused() {
    let order = r#"{"type":"rebuild_city","province":"Padua","speed":3}"#;
    let wrong = serde_json::from_str::<Order>(order).unwrap_err().to_string();
    assert_eq!(wrong, "unknown field `speed`, expected `province`");
}

#[test]
fn what_may_come_of_an_order_is_told_beforehand() {
    let mut position = Position::italia();
    let told = |position: &Position, orders: &[Value]| -> Vec<String> {
        let orders: Vec<Order> = orders.iter().map(|order| serde_json::from_value(order.clone()).unwrap()).collect();
        let verdicts = check_orders(&position.sc, &position.st, VEN, &orders);
        verdicts.into_iter().map(|it| if it.code == "prospects" { it.detail } else { it.code }).collect()
    };
    position.treasury(VEN, 500);
    // A stranger's health may be anything from 7 to 0: rhu(25 x 65 / 100) to 25 (UM-R28).
    let kill = json!({ "type": "assassinate", "general": "Francesco Sforza", "amount": 10 });
    let killed =
        "kills with a chance of 16 to 25 in 100; if not, you are found out in 50 of 100; the money is gone either way";
    assert_eq!(told(&position, std::slice::from_ref(&kill)), [killed]);
    // His own nation knows it.
    let sforza = position.st.commander_in_chief(MIL).unwrap();
    position.st.general_mut(sforza).nation = VEN;
    position.st.general_mut(sforza).health = 3;
    assert!(told(&position, &[kill])[0].starts_with("kills with a chance of 21 in 100;"));

    let tax = |percent: u16| json!({ "type": "set_tax_rate", "percent": percent });
    while !position.sc.turn_type(position.st.turn).taxation {
        position.st.turn += 1;
    }
    let [low, high] = [50, 150].map(|percent| told(&position, &[tax(percent)]).remove(0));
    let words =
        "brings about 37.5 RP, each province up to 10 % more or less; pay takes 59.5 RP; may rise: Brescia 1 in 100";
    assert_eq!(low, words);
    let words = "brings about 112.5 RP, each province up to 10 % more or less; pay takes 59.5 RP; 13 provinces may rise, first \
                 Chioggia 11 in 100, Treviso 11 in 100, Rovereto 11 in 100";
    assert_eq!(high, words);
}

#[test]
fn a_march_tells_when_it_arrives() {
    let mut position = Position::italia();
    let (id, from) = {
        let (id, general) = position.st.living().find(|(_, general)| general.nation == VEN).unwrap();
        (id, general.province)
    };
    let to = rules::movement::exits(&position.sc, &position.st, from, &[])[0].0;
    position.st.province_mut(to).owner = VEN;
    let [name, place] =
        [position.st.captain(&position.sc, id).to_string(), position.st.place(&position.sc, to).to_string()];
    let order = json!({ "type": "move_force", "generals": [name], "destination": place });
    let verdicts = check_orders(&position.sc, &position.st, VEN, &[serde_json::from_value(order).unwrap()]);
    let plan = rules::movement::schedule(
        &position.sc,
        &position.st,
        VEN,
        &[(
            0,
            Movement::Force(ForceMovement {
                generals: vec![id],
                units: vec![],
                path: vec![to],
                fleet_orders: None,
                army_orders: None,
            }),
        )],
        &[],
    );
    let percent = plan[0].legs[0].end / 100;
    let expected = format!("is in {place} by land when {percent} % of the turn have passed, if nothing holds it up");
    assert_eq!((verdicts[0].code.as_str(), &verdicts[0].detail), ("prospects", &expected), "{verdicts:?}");

    // Where no province of one's own lies beside the goal, the army lives on what it carries (UM-22).
    let own: Vec<_> = position.st.owned_by(VEN).collect();
    for place in own {
        position.st.province_mut(place).owner = MIL;
    }
    let told = super::prospects::of_march(&position.sc, &position.st, VEN, kernel::map::Mode::Land, to, 2_000);
    let alone = "nothing holds it up; none of your provinces beside it can supply it: in conflict there, it loses ";
    assert!(told.contains(alone), "{told}");
}

#[test]
fn a_march_tells_which_province_it_leaves_to_rise() {
    let mut position = Position::italia();
    let padua = position.place("Padua");
    let general = position.st.living().find(|(_, general)| general.nation == VEN).unwrap().0;
    let to = rules::movement::exits(&position.sc, &position.st, padua, &[])[0].0;
    for place in [padua, to] {
        let owner = position.st.province(place).owner;
        position.st.stacks.clear(place, owner);
        position.st.province_mut(place).owner = VEN;
        position.st.stacks.clear(place, VEN);
    }
    let foot = position.kind("FOO");
    position.st.stacks.add(padua, VEN, foot, 30);
    position.st.province_mut(padua).loyalty = 1;
    position.st.general_mut(general).province = padua;
    let [name, place] =
        [position.st.captain(&position.sc, general).to_string(), position.st.place(&position.sc, to).to_string()];
    let told = |position: &Position, count: u16| {
        let units = json!({ "FOO": count });
        let order = json!({ "type": "move_force", "generals": [name], "units": units, "destination": place, "army_orders": "3M" });
        let verdicts = check_orders(&position.sc, &position.st, VEN, &[serde_json::from_value(order).unwrap()]);
        verdicts[0].detail.clone()
    };
    let chance = |position: &Position, count: u16| {
        let mut st = position.st.clone();
        st.stacks.set(padua, VEN, foot, count);
        let unrest = rules::revolts::unrest(&position.sc, &st, padua);
        rules::revolts::revolt_chance(&position.sc.constants, &unrest, position.sc.revolt_scale)
    };
    let [all, some, none] = [30, 5, 0].map(|count| chance(&position, count));
    assert!(none > some && some > all, "{none} {some} {all}");
    let words = |after: i64| {
        format!(
            "; Padua, which it leaves, may rise this turn with a chance of {after} in 100: {all} in 100 if it stayed"
        )
    };
    for (count, after) in [(25, some), (30, none)] {
        let told = told(&position, count);
        assert!(told.ends_with(&words(after)), "{told}");
    }
    // The capital never rises (UM-25.2).
    position.st.nation_mut(VEN).capital = padua;
    assert!(!told(&position, 30).contains("may rise"));
}
