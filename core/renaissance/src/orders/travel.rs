//! Moves: what an order names becomes a way (RN-31).

use kernel::Refusal;

use super::context::OrderContext;
use super::reasons::refused;
use crate::model::load::notation::point;
use crate::rules::movement::land::LandRoute;
use crate::rules::movement::march::{March, march};
use crate::rules::movement::sea::Mooring;
use crate::rules::movement::voyage::{Voyage, sail};

/// How somebody goes by land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LandMove {
    /// By road.
    pub road: bool,
    /// With a ferry.
    pub ferry: bool,
    /// He goes inside.
    pub enter: bool,
}

/// By land to a location, over others.
pub fn march_to(ctx: &mut OrderContext<'_>, to: &str, via: &[String], how: LandMove) -> Result<(), Refusal> {
    let to = ctx.location(to, "to")?;
    let stops = via.iter().enumerate().map(|(at, name)| ctx.location(name, &format!("via/{at}")));
    let via = stops.collect::<Result<Vec<_>, _>>()?;
    let route = LandRoute { to, road: how.road, ferry: how.ferry, via: &via };
    let order = March { by: ctx.actor, route, enter: how.enter };
    march(ctx.sc, ctx.st, ctx.month, ctx.dice, order).map_err(refused)
}

/// By water to the port of a location or to a point, over sea nodes.
pub fn sail_to(ctx: &mut OrderContext<'_>, to: &str, via: &[String], enter: bool) -> Result<(), Refusal> {
    let port = ctx.sc.board.location_named(to).map(Mooring::Port);
    let to = port.or_else(|| point(to).ok().map(Mooring::Open)).ok_or_else(|| {
        let hint = "name a location, or a point in degrees north and east such as “41.50, 11.20”";
        Refusal::new("unknown_location", "RN-31.1", format!("there is no “{to}”")).hint(hint).at("to")
    })?;
    let node = |(at, name): (usize, &String)| {
        let unknown = || Refusal::new("unknown_node", "RN-R56", format!("there is no sea node “{name}”"));
        ctx.sc.board.node_named(name).ok_or_else(|| unknown().at(format!("via/{at}")))
    };
    let via = via.iter().enumerate().map(node).collect::<Result<Vec<_>, _>>()?;
    let order = Voyage { by: ctx.actor, to, enter, via: &via };
    sail(ctx.sc, ctx.st, ctx.month, ctx.dice, order).map_err(refused)
}
