//! Whether the rules allow an order (ER-1.3), judged before anything happens.
//!
//! Every order is judged on what its seat may know: a believed state ([`crate::knowledge::known`]). The verdict when an order is
//! handed in and the verdict when it is carried out come from the same function on the same knowledge, so neither can
//! tell of a hidden force.

use kernel::{Dice, Refusal, SeatId, Verdict};

use super::OrderContext;
use super::answers;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::hints::hinted;
use crate::rules::decisions;
use crate::rules::engine::{Engine, Permission};
use crate::rules::{combat, diplomacy, frame, land, naval, recruit, siege, track};

/// Finds an order legal and gives what it does, or says why not. `st` is what the seat believes.
pub fn judge(sc: &Scenario, st: &State, seat: SeatId, order: &Order) -> Result<Permission, Refusal> {
    let ctx = OrderContext { sc, st, seat };
    if st.ending.is_some() {
        return Err(Refusal::new("over", "ER-R59", "the campaign is over"));
    }
    match order {
        Order::SetUpUnits { power, placements } => answers::set_up(&ctx, power, placements),
        Order::RecruitUnits { power, hex, unit_type, count } => recruit::units(&ctx, power, hex, *unit_type, *count),
        Order::BuildFleet { power, port, count } => recruit::fleet(&ctx, power, port, *count),
        Order::TransferTalents { power, to, amount } => diplomacy::transfer(&ctx, power, to, *amount),
        Order::ProposeAlliance { power, with } => diplomacy::propose(&ctx, power, with),
        Order::RespondAlliance { power, with, accept } => answers::alliance(&ctx, power, with, *accept),
        Order::TerminateAlliance { power, with } => diplomacy::terminate(&ctx, power, with),
        Order::MoveFleet { power, fleet, path } => naval::voyage::judge(&ctx, power, fleet, path),
        Order::FollowTrack { power, force, to, invade } => track::judge(&ctx, power, force, to, *invade),
        Order::AnchorFleet { power, fleet } => naval::port::anchor(&ctx, power, fleet),
        Order::EmbarkUnits { power, fleet, army, units, leaders, ashore } => {
            naval::transport::embark(&ctx, power, fleet, army.as_deref(), units, leaders, ashore.as_ref())
        }
        Order::DisembarkToPort { power, fleet, units, leaders } => {
            naval::transport::to_port(&ctx, power, fleet, units, leaders)
        }
        Order::DisembarkUnits { power, fleet, units, leaders, invade } => {
            naval::transport::to_coast(&ctx, power, fleet, units, leaders, *invade)
        }
        Order::SplitFleet { power, fleet, new_size, units, leaders } => {
            naval::fleets::split(&ctx, power, fleet, *new_size, units, leaders)
        }
        Order::ExchangeFleets { power, fleet, other, give, take } => {
            naval::fleets::exchange(&ctx, power, fleet, other, give, take)
        }
        Order::ConcentrateFleets { power, hex } => naval::fleets::concentrate(&ctx, power, hex),
        Order::LaySiegePort { power, fleet } => naval::port::besiege(&ctx, power, fleet),
        Order::LiftSiege { power, force } => siege::stance::lift(&ctx, power, force),
        Order::AttackFleet { power, fleets, target } => naval::combat::judge(&ctx, power, fleets, target),
        Order::MoveArmy { power, army, path, invade } => land::march::judge(&ctx, power, army, path, *invade),
        Order::Overrun { power, army, hex } => land::overrun::judge(&ctx, power, army, hex.as_deref()),
        Order::EnterCity { power, army } => siege::stance::enter_city(&ctx, power, army),
        Order::LeaveCity { power, army } => siege::stance::leave_city(&ctx, power, army),
        Order::SplitArmy { power, army, units, leaders } => land::armies::split(&ctx, power, army, units, leaders),
        Order::ExchangeArmies { power, army, other, give, take } => {
            land::armies::exchange(&ctx, power, army, other, give, take)
        }
        Order::ConcentrateArmies { power, hex } => land::armies::concentrate(&ctx, power, hex),
        Order::LaySiege { power, army, city } => siege::stance::lay(&ctx, power, army, city.as_deref()),
        Order::AttackArmy { power, armies, targets } => combat::attack::armies(&ctx, power, armies, targets),
        Order::AssaultCity { power, armies, city } => combat::attack::city(&ctx, power, armies, city),
        Order::SeasonUnits { power, combat, units } => answers::season(&ctx, power, *combat, units),
        Order::PlunderProvince { power, province } => siege::plunder::judge(&ctx, power, province),
        Order::InterceptFleet { power, interceptors, not_again } => {
            answers::intercept(&ctx, power, interceptors, true, *not_again)
        }
        Order::InterceptArmy { power, interceptors, not_again } => {
            answers::intercept(&ctx, power, interceptors, false, *not_again)
        }
        Order::RespondAttack { power, combat, responses } => answers::respond(&ctx, power, *combat, responses),
        Order::ChooseRetreat { power, combat, to } => answers::retreat(&ctx, power, *combat, to),
        Order::SetPolicy { power, force, intercept, respond_attack, retreat_to, season, set_up } => {
            let wishes = decisions::policy::Wishes {
                intercept: *intercept,
                attacked: *respond_attack,
                retreat: retreat_to.as_deref(),
                season: *season,
                set_up: *set_up,
            };
            decisions::policy::judge(&ctx, power, force.as_deref(), &wishes)
        }
        Order::SetOption { option, value } => frame::set_option(&ctx, *option, *value),
        Order::QueryDistance { hexes, mode, season } => track::query(&ctx, hexes, *mode, *season),
        Order::EndPhase { power, phase } => frame::end_phase(&ctx, power, *phase),
        Order::Resign { confirm } => frame::resign(&ctx, *confirm),
    }
}

/// The most ways over the map that are searched for the orders of one order set (ER-R66/a).
pub const MOST_WAYS: usize = 100;

/// [`judge`] for the orders of an order set one after the other; `ways` counts those searched so far.
pub fn judge_next(
    sc: &Scenario, st: &State, seat: SeatId, order: &Order, ways: &mut usize,
) -> Result<Permission, Refusal> {
    let wanted = order.ways();
    *ways += wanted;
    if wanted > 0 && *ways > MOST_WAYS {
        let detail = format!("the orders of a sheet ask for at most {MOST_WAYS} ways over the map");
        let hint = "name fewer points between, or hand the rest in on another sheet";
        return Err(Refusal::new("too_many_ways", "ER-R66", detail).hint(hint));
    }
    judge(sc, st, seat, order)
}

/// One verdict per order of an order set, on what its seat believes. The orders are simulated one after another; behind a die
/// or another seat's decision a refusal is only a warning.
pub fn check_orders(sc: &Scenario, mut known: State, seat: SeatId, orders: &[Order]) -> Vec<Verdict> {
    let mut dice = Dice::middling().quiet();
    let (mut uncertain, mut ways) = (false, 0);
    let judged = orders.iter().enumerate().map(|(index, order)| match judge_next(sc, &known, seat, order, &mut ways) {
        Ok(permission) => {
            let mut engine = Engine::new(sc, &mut known, &mut dice).simulated();
            permission(&mut engine);
            engine.run();
            uncertain |= engine.uncertain;
            Verdict::accepted(index)
        }
        Err(refusal) => hinted(Refusal { uncertain, ..refusal }.verdict(index)),
    });
    judged.collect()
}

#[cfg(test)]
mod tests {
    use kernel::map::Mode;

    use super::*;
    use crate::model::scenario::shipped::shipped;
    use crate::orders::Season;

    #[test]
    fn a_sheet_asks_for_so_many_ways_and_no_more() {
        let sc = &shipped()[0];
        let places = ["Roma", "Brundisium"].map(str::to_owned);
        let hexes: Vec<String> = places.into_iter().cycle().take(MOST_WAYS / 2 + 1).collect();
        let query = Order::QueryDistance { hexes, mode: Mode::Land, season: Season::Summer };
        let order_set = [query.clone(), query.clone(), query, Order::Resign { confirm: false }];
        let verdicts = check_orders(sc, State::start(sc, sc.options), SeatId(0), &order_set);
        let codes: Vec<&str> = verdicts.iter().map(|verdict| verdict.code.as_str()).collect();
        assert_eq!(codes[..3], ["ok", "ok", "too_many_ways"], "{verdicts:?}");
        assert_ne!(codes[3], "too_many_ways", "other orders are judged as ever");
    }
}
