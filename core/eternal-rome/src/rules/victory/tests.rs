//! Who wins, and when (ER-20, ER-R59).

use kernel::{Dice, SeatId};

use super::{check, has_won, score};
use crate::model::ids::{CityId, PowerId};
use crate::model::scenario::{Goal, Scenario, Victory, VictoryGoal};
use crate::model::state::{EndReason, State};
use crate::rules::engine::Engine;
use crate::testing::{BLU, GRN, RED, land_phase, world};

fn contest() -> Scenario {
    let mut sc = world();
    let list = |power: PowerId, needed: u8, goals: Vec<Goal>| Victory {
        power,
        needed,
        goals: goals.into_iter().map(|goal| VictoryGoal { id: "G".into(), text: String::new(), goal }).collect(),
    };
    let city = |city| Goal::ControlCity { city: CityId(city), by_friend: false };
    sc.victory = vec![
        list(RED, 1, vec![city(1), Goal::MoraleAtLeast(150)]),
        list(BLU, 1, vec![city(0), Goal::TreasuryAtLeast(500)]),
        list(GRN, 1, vec![city(0)]),
    ];
    sc
}

fn ending(sc: &Scenario, st: &mut State) -> Option<(EndReason, Vec<(u16, u8)>)> {
    let mut dice = Dice::middling();
    check(&mut Engine::new(sc, st, &mut dice));
    st.ending
        .take()
        .map(|ending| (ending.reason, ending.ranking.iter().map(|&(seat, place)| (seat.0, place)).collect()))
}

#[test]
fn whoever_fulfils_enough_wins_and_of_two_the_one_with_more() {
    let mut sc = contest();
    let mut st = land_phase(&sc);
    assert_eq!(ending(&sc, &mut st), None);
    st.power_mut(BLU).treasury = 500;
    assert_eq!(ending(&sc, &mut st), Some((EndReason::Victory, vec![(1, 1), (0, 2), (2, 2)])));
    st.power_mut(RED).morale = 150;
    assert_eq!(ending(&sc, &mut st), Some((EndReason::Victory, vec![(0, 1), (1, 1), (2, 3)])), "a draw");
    st.city_mut(CityId(1)).controller = RED;
    assert_eq!(ending(&sc, &mut st), Some((EndReason::Victory, vec![(0, 1), (1, 2), (2, 3)])));
    sc.first_check = st.month.plus(1);
    assert_eq!(ending(&sc, &mut st), None, "not before the first check");
}

#[test]
fn the_last_month_ends_it_by_conditions_fulfilled() {
    let mut sc = contest();
    sc.victory[0].needed = 2;
    let mut st = land_phase(&sc);
    st.month = sc.end;
    st.power_mut(RED).morale = 150;
    assert_eq!(ending(&sc, &mut st), Some((EndReason::Date, vec![(0, 1), (1, 2), (2, 2)])));
}

#[test]
fn a_dissolved_major_fulfils_nothing_and_a_player_may_need_several() {
    let mut sc = contest();
    sc.seats[0].majors_needed = 2;
    sc.powers[BLU.index()].seat = Some(SeatId(0));
    let mut st = land_phase(&sc);
    (st.power_mut(RED).morale, st.power_mut(BLU).treasury) = (150, 0);
    assert!(!has_won(&sc, &st, SeatId(0)), "one of two (ER-20.2)");
    st.power_mut(BLU).treasury = 500;
    assert!(has_won(&sc, &st, SeatId(0)));
    assert_eq!(score(&sc, &st, SeatId(0)), 2);
    st.power_mut(BLU).kind = crate::model::scenario::PowerKind::CivilizedNeutral;
    assert_eq!((has_won(&sc, &st, SeatId(0)), score(&sc, &st, SeatId(0))), (false, 1));
}
