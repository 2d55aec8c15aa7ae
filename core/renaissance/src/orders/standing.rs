//! Orders that hold until they are revoked (RN-61.7, RN-63.1).

use kernel::Refusal;

use super::context::OrderContext;
use crate::model::ids::{FamilyId, LocationId};
use crate::rules::deed::Deed;
use crate::rules::titles::is_sovereign;

/// Families that a persona is allied with at most (RN-63.1).
const ALLIES_MOST: usize = 6;

/// Declares alliance with a family, or ends it.
pub fn ally(ctx: &mut OrderContext<'_>, family: FamilyId, holds: bool) -> Result<(), Refusal> {
    let persona = ctx.actor;
    let allies = &mut ctx.st.persona_mut(persona).allies;
    let is_ally = allies.contains(&family);
    if is_ally == holds {
        let detail = if holds { "he is allied with them" } else { "he is not allied with them" };
        return Err(Refusal::new("alliance", "RN-63.1", detail).at("family"));
    }
    if holds && allies.len() >= ALLIES_MOST {
        let hint = "end another alliance first";
        return Err(Refusal::new("too_many_allies", "RN-63.1", "he is allied with six families")
            .hint(hint)
            .at("family"));
    }
    if holds {
        allies.push(family);
    } else {
        allies.retain(|it| *it != family);
    }
    ctx.month.deeds.push(Deed::Allied { persona, family, holds });
    Ok(())
}

/// Names the bonus city of a Sunni or Shia sovereign; it counts while he is sovereign of it (RN-61.7).
pub fn name_bonus_city(ctx: &mut OrderContext<'_>, location: LocationId) -> Result<(), Refusal> {
    let me = ctx.actor;
    if !ctx.st.religion_of(me).is_moslem() || !is_sovereign(ctx.sc, ctx.st, me) {
        return Err(Refusal::new("no_moslem_sovereign", "RN-61.7", "he is no Sunni or Shia sovereign"));
    }
    ctx.st.persona_mut(me).bonus_city = Some(location);
    Ok(())
}
