//! Whether the rules allow an order (ER-1.3), judged before anything happens.
//!
//! Every order is judged on what its seat may know: a believed state ([`crate::belief`]). The verdict when an order is
//! handed in and the verdict when it is carried out come from the same function on the same knowledge, so neither can
//! tell of a hidden force.

mod desk;

pub use desk::Desk;

use kernel::{Dice, Refusal, SeatId, Verdict};

use crate::decisions;
use crate::engine::{Deed, Engine};
use crate::hints::hinted;
use crate::orders::Order;
use crate::phases::{combat, diplomacy, frame, land, naval, recruit, siege, track};
use crate::scenario::Scenario;
use crate::state::State;

/// Finds an order legal and gives what it does, or says why not. `st` is what the seat believes.
pub fn judge(sc: &Scenario, st: &State, seat: SeatId, order: &Order) -> Result<Deed, Refusal> {
    let desk = Desk { sc, st, seat };
    if st.ending.is_some() {
        return Err(Refusal::new("over", "ER-R59", "the campaign is over"));
    }
    match order {
        Order::SetUpUnits { power, placements } => decisions::judge::set_up(&desk, power, placements),
        Order::RecruitUnits { power, hex, unit_type, count } => recruit::units(&desk, power, hex, *unit_type, *count),
        Order::BuildFleet { power, port, count } => recruit::fleet(&desk, power, port, *count),
        Order::TransferTalents { power, to, amount } => diplomacy::transfer(&desk, power, to, *amount),
        Order::ProposeAlliance { power, with } => diplomacy::propose(&desk, power, with),
        Order::RespondAlliance { power, with, accept } => decisions::judge::alliance(&desk, power, with, *accept),
        Order::TerminateAlliance { power, with } => diplomacy::terminate(&desk, power, with),
        Order::MoveFleet { power, fleet, path } => naval::voyage::judge(&desk, power, fleet, path),
        Order::FollowTrack { power, force, to, invade } => track::judge(&desk, power, force, to, *invade),
        Order::AnchorFleet { power, fleet } => naval::port::anchor(&desk, power, fleet),
        Order::EmbarkUnits { power, fleet, army, units, leaders, ashore } => {
            naval::transport::embark(&desk, power, fleet, army.as_deref(), units, leaders, ashore.as_ref())
        }
        Order::DisembarkToPort { power, fleet, units, leaders } => {
            naval::transport::to_port(&desk, power, fleet, units, leaders)
        }
        Order::DisembarkUnits { power, fleet, units, leaders, invade } => {
            naval::transport::to_coast(&desk, power, fleet, units, leaders, *invade)
        }
        Order::SplitFleet { power, fleet, new_size, units, leaders } => {
            naval::fleets::split(&desk, power, fleet, *new_size, units, leaders)
        }
        Order::ExchangeFleets { power, fleet, other, give, take } => {
            naval::fleets::exchange(&desk, power, fleet, other, give, take)
        }
        Order::ConcentrateFleets { power, hex } => naval::fleets::concentrate(&desk, power, hex),
        Order::LaySiegePort { power, fleet } => naval::port::besiege(&desk, power, fleet),
        Order::LiftSiege { power, force } => siege::stance::lift(&desk, power, force),
        Order::AttackFleet { power, fleets, target } => naval::combat::judge(&desk, power, fleets, target),
        Order::MoveArmy { power, army, path, invade } => land::march::judge(&desk, power, army, path, *invade),
        Order::Overrun { power, army, hex } => land::overrun::judge(&desk, power, army, hex.as_deref()),
        Order::EnterCity { power, army } => siege::stance::enter_city(&desk, power, army),
        Order::LeaveCity { power, army } => siege::stance::leave_city(&desk, power, army),
        Order::SplitArmy { power, army, units, leaders } => land::armies::split(&desk, power, army, units, leaders),
        Order::ExchangeArmies { power, army, other, give, take } => {
            land::armies::exchange(&desk, power, army, other, give, take)
        }
        Order::ConcentrateArmies { power, hex } => land::armies::concentrate(&desk, power, hex),
        Order::LaySiege { power, army, city } => siege::stance::lay(&desk, power, army, city.as_deref()),
        Order::AttackArmy { power, armies, targets } => combat::attack::armies(&desk, power, armies, targets),
        Order::AssaultCity { power, armies, city } => combat::attack::city(&desk, power, armies, city),
        Order::SeasonUnits { power, combat, units } => decisions::judge::season(&desk, power, *combat, units),
        Order::PlunderProvince { power, province } => siege::plunder::judge(&desk, power, province),
        Order::InterceptFleet { power, interceptors, not_again } => {
            decisions::judge::intercept(&desk, power, interceptors, true, *not_again)
        }
        Order::InterceptArmy { power, interceptors, not_again } => {
            decisions::judge::intercept(&desk, power, interceptors, false, *not_again)
        }
        Order::RespondAttack { power, combat, responses } => {
            decisions::judge::respond(&desk, power, *combat, responses)
        }
        Order::ChooseRetreat { power, combat, to } => decisions::judge::retreat(&desk, power, *combat, to),
        Order::SetPolicy { power, force, intercept, respond_attack, retreat_to, season, set_up } => {
            let wishes = decisions::policy::Wishes {
                intercept: *intercept,
                attacked: *respond_attack,
                retreat: retreat_to.as_deref(),
                season: *season,
                set_up: *set_up,
            };
            decisions::policy::judge(&desk, power, force.as_deref(), &wishes)
        }
        Order::SetOption { option, value } => frame::set_option(&desk, *option, *value),
        Order::QueryDistance { hexes, mode, season } => track::query(&desk, hexes, *mode, *season),
        Order::EndPhase { power, phase } => frame::end_phase(&desk, power, *phase),
        Order::Resign { confirm } => frame::resign(&desk, *confirm),
    }
}

/// The most ways over the map that are searched for the orders of one sheet (ER-R66/a).
pub const MOST_WAYS: usize = 100;

/// [`judge`] for the orders of a sheet one after the other; `ways` counts those searched so far.
pub fn judge_next(sc: &Scenario, st: &State, seat: SeatId, order: &Order, ways: &mut usize) -> Result<Deed, Refusal> {
    let wanted = order.ways();
    *ways += wanted;
    if wanted > 0 && *ways > MOST_WAYS {
        let detail = format!("the orders of a sheet ask for at most {MOST_WAYS} ways over the map");
        let hint = "name fewer points between, or hand the rest in on another sheet";
        return Err(Refusal::new("too_many_ways", "ER-R66", detail).hint(hint));
    }
    judge(sc, st, seat, order)
}

/// One verdict per order of a sheet, on what its seat believes. The orders are imagined one after another; behind a die
/// or another seat's decision a refusal is only a warning.
pub fn check_sheet(sc: &Scenario, mut believed: State, seat: SeatId, orders: &[Order]) -> Vec<Verdict> {
    let mut dice = Dice::middling().quiet();
    let (mut uncertain, mut ways) = (false, 0);
    let judged =
        orders.iter().enumerate().map(|(index, order)| match judge_next(sc, &believed, seat, order, &mut ways) {
            Ok(deed) => {
                let mut engine = Engine::new(sc, &mut believed, &mut dice).imagined();
                deed(&mut engine);
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
    use crate::orders::Season;
    use crate::scenario::shipped::shipped;

    #[test]
    fn a_sheet_asks_for_so_many_ways_and_no_more() {
        let sc = &shipped()[0];
        let places = ["Roma", "Brundisium"].map(str::to_owned);
        let hexes: Vec<String> = places.into_iter().cycle().take(MOST_WAYS / 2 + 1).collect();
        let query = Order::QueryDistance { hexes, mode: Mode::Land, season: Season::Summer };
        let sheet = [query.clone(), query.clone(), query, Order::Resign { confirm: false }];
        let verdicts = check_sheet(sc, State::start(sc, sc.options), SeatId(0), &sheet);
        let codes: Vec<&str> = verdicts.iter().map(|verdict| verdict.code.as_str()).collect();
        assert_eq!(codes[..3], ["ok", "ok", "too_many_ways"], "{verdicts:?}");
        assert_ne!(codes[3], "too_many_ways", "other orders are judged as ever");
    }
}
