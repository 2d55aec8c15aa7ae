//! What going into a city, out of it and before it share (ER-R9, ER-R37).

use super::prelude::*;

/// When armies change between field, city and siege.
pub(super) const PHASES: &[Phase] = &[Phase::LandMovement, Phase::LandCombat];

/// An army of an active power in a phase in which armies change between field, city and siege. One that was intercepted
/// stays as it is until it has fought.
pub(super) fn able<'a>(ctx: &OrderContext<'a>, power: &str, army: &str) -> Result<&'a Army, Refusal> {
    let power = ctx.acting(power, PHASES)?;
    let army = ctx.army(power, army, "army")?;
    ctx.awake(power)?;
    if army.stopped && ctx.st.stage.played() == Some(Phase::LandMovement) {
        let detail = format!("{} was intercepted, and stays as it is until the battle", names::army(ctx.sc, army.id));
        return Err(Refusal::new("intercepted", "ER-15.11", detail).at("army"));
    }
    Ok(army)
}

pub(super) fn standing(ctx: &OrderContext<'_>, army: &Army, wanted: ArmyStatus) -> Result<(), Refusal> {
    if army.status == wanted {
        return Ok(());
    }
    let detail = format!("{} is {} and not {wanted}", names::army(ctx.sc, army.id), army.status);
    Err(Refusal::new("other_status", "ER-R9", detail).at("army"))
}
