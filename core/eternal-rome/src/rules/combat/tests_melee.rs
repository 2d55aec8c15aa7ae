//! Many battles of many hosts: whatever the dice and the choices, nothing is lost from the count and nothing gets stuck.

use kernel::{Dice, GameSeed, RuleRef, SeatId};

use crate::model::frames::Frame;
use crate::model::ids::{HexId, LeaderId, PowerId, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyStatus, Band, LeaderPlace, Stage, State, add_band, leader_in_play, total};
use crate::orders::Order;
use crate::orders::carry_out::advance;
use crate::orders::{AssaultCity, AttackArmy};
use crate::rules::decisions;
use crate::rules::engine::Engine;
use crate::testing::{BLU, GRN, RED, at, combat_phase, warring};

/// Hosts of the three majors all along the road, sieges among them.
fn hosts(sc: &Scenario, dice: &mut Dice) -> State {
    let mut st = combat_phase(sc);
    let mut stream = dice.stream("hosts", 0, 0);
    let mut roll = |low, high| stream.range(low, high, RuleRef::new("ER-17"));
    for number in 0..14 {
        let power = PowerId(roll(0, 2) as u8);
        let hex: HexId = at(roll(1, 9) as u16);
        let city = sc.hex(hex).city;
        let own = city.map(|city| st.city(city).controller == power);
        let status = match (own, roll(1, 3)) {
            (Some(true), 1 | 2) => ArmyStatus::Garrison,
            (Some(false), 1) if city.is_some_and(|city| st.city(city).controller.0 < 3) => ArmyStatus::Besieging,
            _ => ArmyStatus::Field,
        };
        let id = st.new_army(power, hex, status);
        if let Some(city) = city.filter(|_| status == ArmyStatus::Besieging) {
            st.city_mut(city).siege = Some(st.month);
        }
        for _ in 0..roll(i32::from(status == ArmyStatus::Besieging), 3) {
            let band = Band {
                kind: UnitKind::ALL[roll(0, 10) as usize],
                seasoned: roll(0, 1) == 1,
                spent: roll(0, 3) as u8,
                count: roll(1, 4) as u8,
            };
            add_band(&mut st.army_mut(id).unwrap().bands, band);
        }
        st.army_mut(id).unwrap().came_from = (roll(0, 1) == 1 && hex > at(1)).then(|| at(hex.column() - 1));
        if number < 3 && power.0 < 3 {
            st.leader_mut(LeaderId(u16::from(power.0))).place = LeaderPlace::Army(id);
        }
    }
    st.sweep();
    st
}

/// Units on the map and lost, by power.
fn tally(st: &State) -> Vec<u32> {
    let of = |power: PowerId| {
        let here = st.armies.iter().filter(|army| army.id.power == power).map(|army| total(&army.bands));
        here.sum::<u32>() + st.power(power).lost.iter().map(|&lost| u32::from(lost)).sum::<u32>()
    };
    [RED, BLU, GRN].map(of).to_vec()
}

fn answer(sc: &Scenario, st: &mut State, dice: &mut Dice) {
    let Some(Frame::Ask(ask)) = st.stack.last().cloned() else { panic!("nobody is asked") };
    let reply = decisions::default::answer(sc, st, &ask).unwrap();
    let mut eng = Engine::new(sc, st, dice);
    eng.answer(reply);
    eng.run();
}

fn sound(sc: &Scenario, st: &State) {
    for army in &st.armies {
        assert!(!army.bands.is_empty() || st.leaders_of(army.id).next().is_some(), "{:?} is empty", army.id);
        assert!(army.bands.iter().all(|band| band.count > 0));
    }
    for leader in st.leaders.iter().filter(|leader| leader_in_play(leader)) {
        if let LeaderPlace::Army(id) = leader.place {
            assert!(st.army(id).is_some(), "{id:?} is gone, and its leader is not");
        }
    }
    for city in sc.city_ids().filter(|&city| st.city(city).siege.is_some()) {
        let besieging =
            |army: &crate::model::state::Army| army.status == ArmyStatus::Besieging && !army.bands.is_empty();
        assert!(st.armies_at(sc.city(city).hex).any(besieging), "nobody besieges {}", sc.city(city).name);
    }
}

#[test]
fn hosts_meet_and_everybody_is_accounted_for() {
    let sc = warring();
    let (mut battles, mut asked, mut taken) = (0, 0, 0);
    for seed in 0..120u8 {
        let mut dice = Dice::for_step(&GameSeed([seed; 32]), 1);
        let mut st = hosts(&sc, &mut dice);
        for power in [RED, BLU, GRN] {
            // Morale is not at stake here.
            st.power_mut(power).morale = 1000;
        }
        let mut ids: Vec<_> = st.armies.iter().map(|army| army.id).collect();
        ids.sort_by_key(|id| (id.number, id.power));
        for (step, id) in ids.into_iter().enumerate() {
            let Some(hex) = st.army(id).map(|army| army.hex) else { continue };
            st.stage = Stage::Combat { slot: id.power.0 };
            let (code, name) = (sc.power(id.power).code.to_string(), crate::model::names::army(&sc, id));
            let city = sc.hex(hex).city.map(|city| sc.city(city).name.to_string());
            let mut orders: Vec<Order> = sc
                .turn_order
                .iter()
                .map(|&foe| {
                    Order::AttackArmy(AttackArmy {
                        power: code.clone(),
                        armies: vec![name.clone()],
                        targets: vec![sc.power(foe).code.to_string()],
                    })
                })
                .collect();
            if let Some(city) = city.filter(|_| hex != at(7)) {
                orders.push(Order::AssaultCity(AssaultCity { power: code, armies: vec![name], city }));
            }
            for order in orders {
                let before = tally(&st);
                let mut dice = Dice::for_step(&GameSeed([seed; 32]), 100 + step as u32);
                let resolution = advance(&sc, &mut st, &[(SeatId(u16::from(id.power.0)), vec![order])], &mut dice);
                while !st.stack.is_empty() {
                    asked += 1;
                    answer(&sc, &mut st, &mut dice);
                }
                assert_eq!(tally(&st), before, "units are on the map or counted as lost");
                sound(&sc, &st);
                battles += u32::from(!resolution.verdicts[0][0].is_refused());
            }
        }
        taken += sc.city_ids().filter(|&city| st.city(city).controller != sc.city(city).initial).count();
    }
    assert!(battles > 400 && asked > 50 && taken > 5, "{battles} attacks, {asked} questions, {taken} cities");
}
