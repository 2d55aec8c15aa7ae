//! Step 3.1: the naval phase (ER-11, ER-12).

pub mod battle;
pub mod cargo;
pub mod combat;
pub mod fleets;
pub mod port;
pub mod transport;
pub mod voyage;

#[cfg(test)]
mod combat_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod transport_tests;
#[cfg(test)]
mod waters;

use kernel::Refusal;

use crate::model::ids::PowerId;
use crate::orders::OrderContext;

/// Refuses what an inactive client's forces may not do: move and attack (ER-5.8).
pub fn awake(ctx: &OrderContext<'_>, power: PowerId) -> Result<(), Refusal> {
    if ctx.st.power(power).active {
        return Ok(());
    }
    let detail = format!("{} is inactive, so its forces neither move nor attack", ctx.sc.power(power).name);
    Err(Refusal::new("inactive", "ER-5.8", detail).at("power"))
}
