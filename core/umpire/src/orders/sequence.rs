//! The sequence of play (UM-4.1): P1 to P20.

use super::carry_out::CarryOut;
use super::{Command, Numbered, Order, OrderContext, OrderPhase};
use crate::model::ids::NationId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::options::generals;
use crate::rules::turn::Turn;
use crate::rules::{
    captives, conflict, counterintelligence, deserters, disloyalty, epidemics, intelligence, morale, movement, muster,
    options, revolts, taxes, winter,
};
use kernel::Refusal;

/// The orders of all nations with their names looked up, by [`NationId`], and those whose names are not known.
pub struct ResolvedOrders {
    /// By nation.
    pub commands: Vec<Vec<Numbered<Command>>>,
    /// Nation, index in its order set, why.
    pub unknown: Vec<(NationId, usize, Refusal)>,
}

/// Looks up the names in order sets.
pub fn look_up<'o>(
    sc: &Scenario, st: &State, order_sets: impl IntoIterator<Item = (NationId, &'o [Order])>,
) -> ResolvedOrders {
    let mut resolved = ResolvedOrders { commands: vec![Vec::new(); sc.nations.len()], unknown: Vec::new() };
    for (nation, orders) in order_sets {
        for (index, order) in orders.iter().enumerate() {
            match order.resolve(&OrderContext::new(sc, st, nation)) {
                Ok(what) => resolved.commands[nation.index()].push(Numbered { nation, index, what }),
                Err(refusal) => resolved.unknown.push((nation, index, refusal)),
            }
        }
    }
    resolved
}

/// Resolves a turn: P1 to P20 in order, those with a flag only when the calendar sets it.
pub fn resolve_turn(turn: &mut Turn<'_>, orders: &[Vec<Numbered<Command>>]) {
    let carries = turn.sc.turn_type(turn.st.turn).clone();
    let mut carrying = CarryOut::new(turn, orders);
    carrying.turn.phase = "P1";
    carrying.by_nation(OrderPhase::Diplomacy);
    carrying.turn.phase = "P2";
    carrying.by_nation(OrderPhase::TaxRates); // in other turns such an order fails (UM-4.8)
    carrying.turn.phase = "P3";
    carry_out_options(&mut carrying);
    carrying.turn.phase = "P4";
    morale::calculate(carrying.turn);
    carrying.turn.phase = "P5";
    carry_out_movements(&mut carrying);
    carrying.turn.phase = "P6";
    carrying.by_nation(OrderPhase::Recruitment);
    carrying.turn.phase = "P7";
    deserters::desert(carrying.turn);
    if carrying.turn.sc.local_revolts {
        carrying.turn.phase = "P8";
        revolts::break_out(carrying.turn);
    }
    carrying.turn.phase = "P9";
    disloyalty::revolt(carrying.turn);
    carrying.turn.phase = "P10";
    epidemics::strike(carrying.turn);
    carrying.turn.phase = "P11";
    conflict::resolve(carrying.turn);
    carrying.turn.phase = "P12";
    captives::capture_unaccompanied(carrying.turn);
    carrying.turn.phase = "P13";
    counterintelligence::hunt(carrying.turn);
    if carries.taxation {
        carrying.turn.phase = "P14";
        taxes::collect_and_pay(carrying.turn);
        carrying.turn.phase = "P15";
        taxes::recover(carrying.turn);
    }
    if carries.last_campaign {
        carrying.turn.phase = "P16";
        winter::retire(carrying.turn);
        carrying.turn.phase = "P17";
        winter::disperse_feudal(carrying.turn);
    }
    carrying.turn.phase = "P18";
    carrying.by_nation(OrderPhase::WinterQuarters); // in other turns such an order fails (UM-4.8)
    if carries.last_campaign {
        carrying.turn.phase = "P19";
        muster::muster(carrying.turn);
        epidemics::grow_old(carrying.turn); // UM-R92
    }
    carrying.turn.phase = "P20";
    generals::replace_the_fallen(carrying.turn);
    intelligence::close(carrying.turn);
}

/// P3: options, each player's list in his own order (UM-4.7, UM-R5).
pub(super) fn carry_out_options(carrying: &mut CarryOut<'_, '_>) {
    options::begin(carrying.turn);
    carrying.by_nation(OrderPhase::Replacements);
    carrying.in_rounds(OrderPhase::Options);
}

/// P5: movement and combat orders, all forces against one clock.
fn carry_out_movements(carrying: &mut CarryOut<'_, '_>) {
    carrying.by_nation(OrderPhase::Movement);
    movement::move_forces(carrying.turn, &carrying.movements);
}
