//! What orders about men share (RN-60, RN-61).

use kernel::Refusal;

use super::context::OrderContext;
use super::reasons::{not_cheered, not_raised};
use crate::model::ids::LocationId;
use crate::model::location::LocalOffice;
use crate::model::persona::Persona;
use crate::model::troops::Troop;
use crate::rules::deed::Deed;
use crate::rules::peace::stays_at;
use crate::rules::places::holder_of;
use crate::rules::raising::spirits::NotCheered;
use crate::rules::raising::{Raised, hire, home};

/// The location where the actor has been since the month began and whose office is his.
fn post(ctx: &OrderContext<'_>, office: LocalOffice, rule: &'static str) -> Result<LocationId, Refusal> {
    let here = stays_at(ctx.st, ctx.month, ctx.actor);
    let here =
        here.ok_or_else(|| Refusal::new("started_elsewhere", rule, "he has not been here since the month began"))?;
    if holder_of(ctx.sc, ctx.st, here, office).persona() == Some(ctx.actor) {
        return Ok(here);
    }
    let detail = format!("he is not the {office} of {}", ctx.sc.board.location(here).name);
    Err(Refusal::new("not_his_post", rule, detail).uncertain())
}

/// The tenant raises men for the garrison (RN-60.2), unless another is in control (RN-16.8).
pub fn recruit(ctx: &mut OrderContext<'_>, men: u32) -> Result<(), Refusal> {
    let (persona, location) = (ctx.actor, post(ctx, LocalOffice::Tenant, "RN-60.2")?);
    if ctx.st.location(location).controller.is_some() {
        return Err(Refusal::new("no_control", "RN-16.8", "another is in control there").uncertain());
    }
    let (here, me, _, site) = ctx.me_at(location);
    let men = home::recruit_garrison(here, me, men, site.recruited).map_err(not_raised)?;
    site.recruited += men;
    ctx.month.deeds.push(Deed::GarrisonRaised { persona, location, men });
    Ok(())
}

/// The feudatory calls a levy, once a month; he stays for it (RN-60.9, RN-R92).
pub fn levy(ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
    let (persona, location) = (ctx.actor, post(ctx, LocalOffice::Feudatory, "RN-60.9")?);
    let (here, me, acts, site) = ctx.me_at(location);
    if site.levied {
        return Err(Refusal::new("levied", "RN-R92", "a levy has been called there this month"));
    }
    let (men, unarmed) = home::raise_levy(here, me).map_err(not_raised)?;
    site.levied = true;
    acts.bound = Some("RN-60.9");
    ctx.month.deeds.push(Deed::Levied { persona, location, men, unarmed });
    Ok(())
}

/// Soldiers are hired where he is (RN-60.12).
pub fn hire_soldiers(ctx: &mut OrderContext<'_>, troop: Troop, men: u32) -> Result<(), Refusal> {
    let (persona, location) = (ctx.actor, ctx.here("RN-60.12")?);
    let (here, me, acts, _) = ctx.me_at(location);
    let men = hire::hire(here, me, &mut acts.raised, troop, men).map_err(not_raised)?;
    ctx.month.deeds.push(Deed::Raised { persona, location, troop, men });
    Ok(())
}

/// Sailors are hired in the port where he is (RN-37.9).
pub fn hire_sailors(ctx: &mut OrderContext<'_>, men: u32) -> Result<(), Refusal> {
    let (persona, location) = (ctx.actor, ctx.here("RN-37.9")?);
    let (here, me, acts, _) = ctx.me_at(location);
    let men = hire::hire_crew(here, me, &mut acts.raised, men).map_err(not_raised)?;
    ctx.month.deeds.push(Deed::Raised { persona, location, troop: Troop::Crew, men });
    Ok(())
}

/// His men are cheered in some way, which is told whether he is a Sunni or Shia.
pub fn cheer(
    ctx: &mut OrderContext<'_>, how: impl FnOnce(&mut Persona, &mut Raised, bool) -> Result<i64, NotCheered>,
) -> Result<(), Refusal> {
    let persona = ctx.actor;
    let is_moslem = ctx.st.religion_of(persona).is_moslem();
    let raised = &mut ctx.month.acts_mut(persona).raised;
    let points = how(ctx.st.persona_mut(persona), raised, is_moslem).map_err(not_cheered)?;
    ctx.month.deeds.push(Deed::Cheered { persona, points });
    Ok(())
}
