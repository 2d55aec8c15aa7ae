//! `follow_track`: moves a force along the cheapest way (ER-11.5, ER-16.2, ER-21.2, ER-R66).

use super::prelude::*;
use super::{move_army, move_fleet};
use crate::model::costs::Terms;
use crate::model::routes;

/// Naval, land movement: moves a force along the cheapest way (ER-11.5, ER-16.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeFollowTrack, title = "EternalRomeFollowTrack")]
pub struct FollowTrack {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Army or fleet.
    #[schema(example = "OCT-A2")]
    pub force: String,
    /// The destination, or way-points and then the destination.
    #[schema(min_items = 1, example = json!(["Brundisium"]))]
    pub to: Vec<String>,
    /// Enters the land of inactive neutrals (ER-R30).
    #[serde(default, skip_serializing_if = "is_false")]
    pub invade: bool,
}

impl OrderKind for FollowTrack {
    const PHASES: &'static [Phase] = &[Phase::Naval, Phase::LandMovement];
    const VERBS: &'static [Verb] = &[Verb { word: "track", example: "track OCT-A3 > Brundisium", read: read_movement }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Moves an army or a fleet to a place by the cheapest way, by way of other places if several are named; in the \
             naval phase fleets, in the land movement phase armies. `invade` allows an army into inactive powers' land",
            "land_movement",
            &["ER-21.2", "ER-16.1", "ER-R66"],
            json!({ "type": "follow_track", "power": "OCT", "force": "OCT-A3", "to": ["Capua", "Brundisium"] }),
            "OCT-A3 > Capua > Brundisium",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    fn ways(&self) -> usize {
        self.to.len()
    }

    /// The cheapest way over the points named, judged like a path of its own.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, force, to, invade } = self;
        let invade = *invade;
    let acting = ctx.acting(power, Self::PHASES)?;
    let fleet = matches!(names::find_force(ctx.sc, force), Some(ForceId::Fleet(_)));
    if fleet {
        ctx.acting(power, &[Phase::Naval])?;
        let fleet = ctx.fleet(acting, force, "force")?;
        move_fleet::may_sail(ctx, fleet)?;
        let path = way(ctx, acting, fleet.hex, to, Mode::Sea, false)?;
        move_fleet::legal_path(ctx, fleet, &path).map_err(|refusal| refusal.at("to"))?;
        return Ok(move_fleet::start(fleet.id, path));
    }
    ctx.acting(power, &[Phase::LandMovement])?;
    let army = ctx.army(acting, force, "force")?;
    move_army::may_march(ctx, army)?;
    let path = way(ctx, acting, army.hex, to, Mode::Land, invade)?;
    move_army::legal_path(ctx, army, &path, invade).map_err(|refusal| refusal.at("to"))?;
    Ok(move_army::start(army.id, path))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let goes = |order: &PartialOrder| !destinations(ask, order).is_empty();
        ask.force(order, "force", &[Arm::Army, Arm::Fleet], |order| {
            goes(order) || goes(&order.with("/invade", true))
        })?;
        if !order.answered("/invade") && !order.answered("/to") {
            let invading = destinations(ask, &order.with("/invade", true));
            if invading.len() > destinations(ask, order).len() {
                let yes = vec![OptionValue::new(true, "into the land of inactive neutrals, too")];
                return ask.optional(order, "/invade", "Make war on inactive neutrals?", yes, goes);
            }
        }
        ask.several(order, "/to", "Where to?", destinations(ask, order), |_| true)
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, force, to, invade } = self;
        format!("{}{}", listed(format!("{force} >"), to, " > "), flag(*invade, "invade")) + &acting_as(sc, power, force)
    }
}

/// `OCT-A3 > Brundisium`, and `OCT-A3 : 2824 2825` for a path.
pub(crate) fn read_movement(line: &mut OrderReader<'_, '_, '_, '_>) -> Read<Order> {
    let (force, arm) = line.force()?;
    if line.take(">") {
        let mut to = line.places()?;
        while line.take(">") {
            to.append(&mut line.places()?);
        }
        let invade = line.take("invade");
        return Ok(FollowTrack { power: line.of(&force)?, force, to, invade }.into());
    }
    line.expect(":")?;
    let path = line.places()?;
    if arm == Arm::Fleet {
        return Ok(move_fleet::MoveFleet { power: line.of(&force)?, fleet: force, path }.into());
    }
    let invade = line.take("invade");
    Ok(move_army::MoveArmy { power: line.of(&force)?, army: force, path, invade }.into())
}

/// Hexes that the force of a partly filled order can still reach from the last point named, with what it costs from there.
fn destinations(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionValue> {
    reachable(ask, order).unwrap_or_default()
}

fn reachable(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Vec<OptionValue>> {
    let ctx = ask.context();
    let named = order.list("/to");
    if named.len() >= ask.ways {
        return Some(Vec::new());
    }
    let force = order.text("force");
    let (power, from, left, mode) = match names::find_force(ask.sc, force)? {
        ForceId::Fleet(_) => {
            let power = ctx.acting(order.text("power"), &[Phase::Naval]).ok()?;
            let fleet = ctx.fleet(power, force, "force").ok()?;
            move_fleet::may_sail(&ctx, fleet).ok()?;
            (power, fleet.hex, strength::sailing_left(ask.sc, fleet), Mode::Sea)
        }
        ForceId::Army(_) => {
            let power = ctx.acting(order.text("power"), &[Phase::LandMovement]).ok()?;
            let army = ctx.army(power, force, "force").ok()?;
            move_army::may_march(&ctx, army).ok()?;
            (power, army.hex, strength::moves_left(ask.sc, ask.st, army), Mode::Land)
        }
    };
    let barred = barred(&ctx, power, mode, order.flag("invade") && mode == Mode::Land);
    let terms = Terms { mode, winter: ask.st.winter, barred: &barred, no_straits: false };
    let mut points = vec![from];
    points.extend(named.iter().filter_map(|point| names::find_hex(ask.sc, point.as_str()?)));
    let legs = routes::track(ask.sc, &points, &terms);
    let spent = legs.into_iter().map(|leg| leg.map(|route| route.cost)).sum::<Option<u16>>()?;
    let here = *points.last()?;
    let within = routes::reach(ask.sc, here, left.checked_sub(spent)?, &terms);
    let new = within.into_iter().filter(|&(hex, _)| hex != here);
    Some(new.map(|(hex, cost)| ask.hex_value(hex).costing(i64::from(cost), "movement points")).collect())
}

/// The hexes of the cheapest way over the points, without the one the force stands in.
pub(super) fn way(
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
    let barred = barred(ctx, power, mode, invade);
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

/// Hexes that are closed to a power.
fn barred<'a>(ctx: &OrderContext<'a>, power: PowerId, mode: Mode, invade: bool) -> impl Fn(HexId) -> bool + use<'a> {
    let (sc, st) = (ctx.sc, ctx.st);
    let neutral = relations::is_neutral(st, power);
    let shut = relations::shut_out(sc, st, power, invade);
    move |hex: HexId| {
        let province = sc.hex(hex).province.filter(|_| mode == Mode::Land || neutral);
        costs::closed(sc, hex) || province.is_some_and(|province| shut[province.index()])
    }
}
