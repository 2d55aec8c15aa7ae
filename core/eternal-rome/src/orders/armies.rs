//! What splitting, exchanging and joining armies share (ER-6.5, ER-R6, ER-R62).

use super::prelude::*;

/// An army that was intercepted stays as it is until it has fought (reading ER-R62/c).
pub(super) fn free(ctx: &OrderContext<'_>, army: &Army, part: &str) -> Result<(), Refusal> {
    if army.stopped && ctx.st.stage.played() == Some(Phase::LandMovement) {
        let detail = format!("{} was intercepted, and stays as it is until the battle", names::army(ctx.sc, army.id));
        return Err(Refusal::new("intercepted", "ER-15.11", detail).at(part));
    }
    Ok(())
}

/// The leaders of one side of an exchange, when all that it names is there.
pub(super) fn staff(
    ctx: &OrderContext<'_>, army: &Army, list: &Transfer, part: &str,
) -> Result<Vec<LeaderId>, Refusal> {
    if list.ships > 0 {
        return Err(Refusal::new("no_ships", "ER-6.5", "armies have no ships to exchange").at(part));
    }
    ctx.has_units(&army.bands, &list.units, part)?;
    ctx.leaders(&list.leaders, LeaderPlace::Army(army.id), part)
}
