//! One order, carried out if its persona may still act.

use kernel::Refusal;

use super::context::OrderContext;
use super::{Class, Order};

/// An order, if its persona may still act. What is refused changes nothing.
pub(crate) fn attempt(ctx: &mut OrderContext<'_>, order: &Order) -> Result<(), Refusal> {
    may_act(ctx, order)?;
    order.carry_out(ctx)
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
