//! The cheapest way, asked for and followed (ER-11.5, ER-16.2, ER-21.1, ER-21.2, ER-R66).

use kernel::{Audience, Refusal, map::Mode};

use crate::model::costs::{self, Route, Terms};
use crate::model::ids::{HexId, PowerId};
use crate::model::names;
use crate::model::routes;
use crate::model::state::{ForceId, Phase};
use crate::orders::OrderContext;
use crate::orders::Season;
use crate::rules::engine::Permission;
use crate::rules::event::{EventKind, Leg};
use crate::rules::relations;
use crate::rules::{land, naval};

/// `follow_track`: the cheapest way over the points named, judged like a path of its own.
pub fn judge(
    ctx: &OrderContext<'_>, power: &str, force: &str, to: &[String], invade: bool,
) -> Result<Permission, Refusal> {
    let acting = ctx.acting(power, &[Phase::Naval, Phase::LandMovement])?;
    let fleet = matches!(names::find_force(ctx.sc, force), Some(ForceId::Fleet(_)));
    if fleet {
        ctx.acting(power, &[Phase::Naval])?;
        let fleet = ctx.fleet(acting, force, "force")?;
        naval::voyage::may_sail(ctx, fleet)?;
        let path = way(ctx, acting, fleet.hex, to, Mode::Sea, false)?;
        naval::voyage::legal_path(ctx, fleet, &path).map_err(|refusal| refusal.at("to"))?;
        return Ok(naval::voyage::start(fleet.id, path));
    }
    ctx.acting(power, &[Phase::LandMovement])?;
    let army = ctx.army(acting, force, "force")?;
    land::march::may_march(ctx, army)?;
    let path = way(ctx, acting, army.hex, to, Mode::Land, invade)?;
    land::march::legal_path(ctx, army, &path, invade).map_err(|refusal| refusal.at("to"))?;
    Ok(land::march::start(army.id, path))
}

/// The hexes of the cheapest way over the points, without the one the force stands in.
fn way(
    ctx: &OrderContext<'_>, power: PowerId, from: HexId, to: &[String], mode: Mode, invade: bool,
) -> Result<Vec<HexId>, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let mut points = vec![from];
    for text in to {
        points.push(ctx.hex(text, "to")?);
    }
    if points.len() < 2 {
        return Err(Refusal::new("no_path", "ER-21.2", "name the destination").at("to"));
    }
    let neutral = relations::is_neutral(st, power);
    let shut = relations::shut_out(sc, st, power, invade);
    let barred = |hex: HexId| {
        let province = sc.hex(hex).province.filter(|_| mode == Mode::Land || neutral);
        costs::closed(sc, hex) || province.is_some_and(|province| shut[province.index()])
    };
    let terms = Terms { mode, winter: st.winter, barred: &barred, no_straits: false };
    let mut path = Vec::new();
    for (leg, found) in points.windows(2).zip(routes::track(sc, &points, &terms)) {
        let Some(route) = found else {
            let detail = format!("no open way leads from {} to {}", leg[0], leg[1]);
            return Err(Refusal::new("no_way", "ER-R66", detail).at("to"));
        };
        path.extend(route.hexes.into_iter().skip(1));
    }
    Ok(path)
}

/// `query_distance`: what a way costs, in either season (ER-21.1). Anybody may ask at any time.
pub fn query(ctx: &OrderContext<'_>, hexes: &[String], mode: Mode, season: Season) -> Result<Permission, Refusal> {
    let points: Vec<HexId> = hexes.iter().map(|text| ctx.hex(text, "hexes")).collect::<Result<_, _>>()?;
    if points.len() < 2 {
        return Err(Refusal::new("no_path", "ER-21.1", "name two or more places").at("hexes"));
    }
    let sc = ctx.sc;
    let barred = |hex: HexId| costs::closed(sc, hex);
    let terms = Terms { mode, winter: season == Season::Winter, barred: &barred, no_straits: false };
    let legs: Vec<Option<Route>> = routes::track(sc, &points, &terms);
    let seat = ctx.seat;
    Ok(Box::new(move |eng| {
        let total = legs.iter().try_fold(0u16, |sum, leg| Some(sum + leg.as_ref()?.cost));
        let legs = points.windows(2).zip(legs).map(|(ends, route)| Leg {
            from: ends[0],
            to: ends[1],
            cost: route.as_ref().map(|route| route.cost),
            path: route.map(|route| route.hexes).unwrap_or_default(),
        });
        let what = EventKind::DistanceFound { legs: legs.collect(), total };
        eng.emit(Audience::only(seat), "ER-21.1", what);
    }))
}
