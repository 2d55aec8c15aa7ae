//! What orders about taxes and tithes share (RN-46).

use kernel::Refusal;

use super::context::OrderContext;
use super::reasons::no_revenue;
use crate::model::affairs::Due;
use crate::model::ids::{LocationId, PersonaId};
use crate::rules::collectors;
use crate::rules::deed::Deed;

/// Appoints who collects next month.
pub fn appoint(
    ctx: &mut OrderContext<'_>, due: Due, location: LocationId, collector: PersonaId,
) -> Result<(), Refusal> {
    if !collectors::may_appoint(ctx.sc, ctx.st, due, location, ctx.actor) {
        let (rule, detail) = match due {
            Due::Taxes => ("RN-46.1", "he is not the sovereign there"),
            Due::Tithes => ("RN-46.5", "he is not the bishop there, or not of the sovereign's religion"),
        };
        return Err(Refusal::new("not_his_to_appoint", rule, detail).at("location").uncertain());
    }
    collectors::appoint(ctx.st, due, location, collector);
    ctx.month.deeds.push(Deed::Appointed { due, location, collector });
    Ok(())
}

/// Collects, where he started the month inside.
pub fn collect(ctx: &mut OrderContext<'_>, due: Due, location: LocationId) -> Result<(), Refusal> {
    let (rule, persona) = (if due == Due::Taxes { "RN-46.2" } else { "RN-46.6" }, ctx.actor);
    if !collectors::is_collector(ctx.st, due, location, persona) {
        return Err(Refusal::new("no_collector", rule, "he is not the collector there this month").at("location"));
    }
    if !ctx.month.started_inside(persona, location) {
        return Err(Refusal::new("started_elsewhere", rule, "he did not start the month inside").at("location"));
    }
    let money = collectors::collect(ctx.sc, ctx.st, due, location, persona).map_err(no_revenue)?;
    ctx.month.deeds.push(Deed::Collected { due, location, persona, money });
    Ok(())
}
