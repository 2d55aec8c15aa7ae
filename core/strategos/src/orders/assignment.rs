//! What assigning commands and allocating the Special command share (ST-9.2, ST-10, ST-11).

use super::prelude::*;
use super::refusals::no_command;
use crate::model::ids::{CommandId, SiteId};
use crate::model::state::State;
use crate::rules::pyramid::{self, NoCommand};

/// Assigns a command to another, or to none.
pub(super) fn assign(ctx: &mut OrderContext<'_>, child: CommandId, parent: Option<CommandId>) -> Result<(), Refusal> {
    let both = [Some(child), parent].into_iter().flatten().map(|id| ctx.st.command(id));
    let (mut carried, mut walls) = (false, false);
    both.for_each(|it| {
        carried |= it.carried_by.is_some();
        walls |= it.kind.is_site();
    });
    if carried && walls {
        let detail = "a command aboard a fleet is not within walls";
        return Err(Refusal::new("aboard", "ST-11.2", detail).hint("land it first"));
    }
    let (before, shut) = (ctx.st.clone(), shut_in(ctx.st));
    let done = pyramid::assign(ctx.sc, ctx.st, child, parent).map_err(|why| no_command(ctx, why, Talents(0)));
    let escaped = shut.into_iter().any(|(id, site)| ctx.st.command(id).inside != Some(site));
    if escaped {
        *ctx.st = before;
        return Err(no_command(ctx, NoCommand::Blockaded, Talents(0)));
    }
    done
}

/// Who is inside a blockaded city.
fn shut_in(st: &State) -> Vec<(CommandId, SiteId)> {
    let inside = st.commands.iter().filter_map(|(id, it)| Some((*id, it.inside?)));
    inside.filter(|(_, site)| st.site(*site).blockade.is_some()).collect()
}
