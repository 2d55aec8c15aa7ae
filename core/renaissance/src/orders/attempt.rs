//! One order, carried out if its persona may still act and its family has actions left.

use kernel::Refusal;

use super::context::OrderContext;
use super::{Class, Order};
use crate::model::scenario::Scenario;
use crate::rules::deed::{Cause, Deed};

/// An order, if its persona may still act and its family has actions left for it. What is refused changes nothing.
pub(crate) fn attempt(ctx: &mut OrderContext<'_>, order: &Order) -> Result<(), Refusal> {
    may_act(ctx, order)?;
    may_spend(ctx, order)?;
    let told = ctx.month.deeds.len();
    order.carry_out(ctx)?;
    let spent = price(ctx.sc, is_conflict(order) || is_murder(&ctx.month.deeds[told..]));
    ctx.month.spend(ctx.family, spent);
    Ok(())
}

/// Actions that an order takes (RN-R15).
fn price(sc: &Scenario, is_conflict: bool) -> u32 {
    let figures = &sc.rulings.hosting;
    figures.order_actions + if is_conflict { figures.conflict_actions } else { 0 }
}

/// Actions that an order takes before one knows what comes of it.
pub(super) fn expected_price(sc: &Scenario, order: &Order) -> u32 {
    price(sc, is_conflict(order))
}

/// Whether an order begins a battle.
pub fn is_battle(order: &Order) -> bool {
    matches!(
        order,
        Order::AttackField(_)
            | Order::AttackUrban(_)
            | Order::AttackNaval(_)
            | Order::AssaultWalls(_)
            | Order::AssaultTower(_)
            | Order::GarrisonAttack(_)
            | Order::GarrisonSortie(_)
    )
}

/// Whether an order is a conflict however it ends; an assassination is one when it kills (RN-3.5).
fn is_conflict(order: &Order) -> bool {
    let issued = matches!(
        order,
        Order::Besiege(_) | Order::Intercept(_) | Order::OrderNavalBombardment(_) | Order::SiegeBombard(_)
    );
    issued || is_battle(order)
}

/// Whether somebody was murdered.
fn is_murder(deeds: &[Deed]) -> bool {
    deeds.iter().any(|deed| matches!(deed, Deed::Died { cause: Cause::Murder, .. }))
}

/// Whether the family has actions left for an order (RN-R15).
fn may_spend(ctx: &OrderContext<'_>, order: &Order) -> Result<(), Refusal> {
    let (wants, spent) = (expected_price(ctx.sc, order), ctx.month.actions(ctx.family));
    let budget = ctx.st.action_budget;
    if budget == 0 || spent + wants <= budget {
        return Ok(());
    }
    let reason = format!("it takes {wants} actions, and of {budget} a month {spent} are spent");
    Err(Refusal::new("over_budget", "RN-R15", reason))
}

/// The dead do nothing (RN-R17), nor does who has done something that ends his turn (RN-36.6, RN-62.11).
fn may_act(ctx: &OrderContext<'_>, order: &Order) -> Result<(), Refusal> {
    if order.class() == Class::Family {
        return Ok(());
    }
    if !ctx.me().alive {
        return Err(Refusal::new("dead", "RN-R17", "he is dead"));
    }
    match ctx.month.acts(ctx.actor).finished {
        Some(_) if order.class() == Class::Closing => Ok(()),
        Some("RN-62.11") if order.is_allowed_after_battle() => Ok(()),
        Some(rule) => Err(Refusal::new("finished", rule, "he has done the last thing that he could do this turn")),
        None => Ok(()),
    }
}
