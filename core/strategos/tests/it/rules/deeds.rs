//! Deeds of a row: what players order in steps 3 and 4, one rule function each.

use kernel::Dice;
use strategos::model::command::CommandKind;
use strategos::model::ids::{AppealId, CountryId, LeaderId, Name};
use strategos::model::measures::Talents;
use strategos::model::state::Condition;
use strategos::model::units::UnitKind;
use strategos::orders::{Order, OrderContext};
use strategos::rules::{
    appointment, building, covert, covert_acts, dispersal, founding, money, plunder, prisoners, pyramid, quarter_end,
    roads, treaties,
};
use testkit::casebook::{Given, Wrong, whole};
use toml::{Table, Value};

use crate::rules::checks::of_key;
use crate::rules::world::World;

/// An order as a player writes it, by a country: `done`, or the code of the refusal.
fn order(world: &mut World, deed: &Table, dice: &mut Dice) -> Result<String, Wrong> {
    let mut fields = deed.clone();
    fields.remove("do");
    let by = fields.remove("by").ok_or("whose order is it?")?;
    let by = by.as_str().and_then(|key| world.sc.find_country(key)).ok_or("a country")?;
    let led = fields.get("leader").and_then(Value::as_str).and_then(|leader| leader.strip_prefix("of "));
    if let Some(leader) = led.map(|name| world.command(name)).transpose()?.and_then(|id| world.st.command(id).leader) {
        fields.insert("leader".into(), Value::from(world.st.leaders[&leader].name.as_str()));
    }
    let order: Order = of_key(&Value::Table(fields))?;
    let sc = world.sc.clone();
    let (st, pending) = (&mut world.st, &mut world.pending);
    let mut ctx = OrderContext { sc: &sc, st, country: by, dice, pending };
    let judged = order.judge(&ctx);
    let before = ctx.st.clone();
    let done = order.carry_out(&mut ctx);
    if judged.as_ref().err().map(|no| no.code) != done.as_ref().err().map(|no| no.code) {
        return Err(format!("judged {judged:?}, carried out {done:?}"));
    }
    if let Err(refusal) = &done {
        let void = refusal.code == "condition" && order.kind() == "answer_treaty";
        if *ctx.st != before && !void {
            return Err(format!("{refusal:?} changed the state"));
        }
    }
    Ok(done.map_or_else(|refusal| refusal.code.to_owned(), |()| "done".into()))
}

/// Does a deed: `done`, or why not.
pub fn perform(world: &mut World, deed: &Table, dice: &mut Dice) -> Result<String, Wrong> {
    let mut given = Given::new(deed);
    let what = given.text("do")?;
    if what == "order" {
        return order(world, deed, dice);
    }
    let outcome = act(world, &what, &mut given, dice)?;
    given.finish()?;
    Ok(outcome)
}

fn told<T, E: std::fmt::Debug>(result: Result<T, E>) -> String {
    result.map_or_else(|why| format!("{why:?}"), |_| "done".into())
}

fn yes(done: bool) -> String {
    if done { "done".into() } else { "refused".into() }
}

fn country(world: &World, given: &mut Given, key: &str) -> Result<CountryId, Wrong> {
    let word = given.text(key)?;
    world.sc.find_country(&word).ok_or_else(|| format!("there is no country {word}"))
}

fn leader(world: &World, given: &mut Given) -> Result<LeaderId, Wrong> {
    let of = given.text("leader_of")?;
    let command = world.command(&of)?;
    world.st.command(command).leader.ok_or_else(|| format!("{of} has no leader"))
}

fn act(world: &mut World, what: &str, given: &mut Given, dice: &mut Dice) -> Result<String, Wrong> {
    let sc = world.sc.clone();
    Ok(match what {
        "found_city" => {
            let (by, hex) = (country(world, given, "by")?, world.hex(&given.text("at")?)?);
            told(founding::found_city(&sc, &mut world.st, by, hex, Name::from(given.text("name")?)))
        }
        "build_fort" => {
            let (by, hex) = (country(world, given, "by")?, world.hex(&given.text("at")?)?);
            let strength = given.int("strength")? as u8;
            told(founding::build_fort(&sc, &mut world.st, by, hex, Name::from("Fort"), strength))
        }
        "upgrade_size" | "upgrade_defence" | "establish_base" | "place_spy" => {
            let (by, site) = (country(world, given, "by")?, world.site(&given.text("site")?)?);
            let st = &mut world.st;
            match what {
                "upgrade_size" => told(founding::upgrade_size(&sc, st, by, site)),
                "upgrade_defence" => told(founding::upgrade_defence(&sc, st, by, site)),
                "establish_base" => told(money::establish_base(&sc, st, by, site)),
                _ => told(covert::place_spy(&sc, st, by, site)),
            }
        }
        "assassinate" => {
            let (by, target) = (country(world, given, "by")?, world.command(&given.text("target")?)?);
            let hex = world.hex(&given.text("at")?)?;
            let price = Talents(given.int("tlts")? as u32);
            let attempt = covert_acts::assassinate(&sc, &mut world.st, by, (target, hex), price, dice);
            attempt.map_or_else(
                |why| format!("{why:?}"),
                |attempt| match (attempt.met, attempt.traced) {
                    (None, _) => "NotThere".into(),
                    (_, true) => format!("{:?}, traced", attempt.outcome),
                    (_, false) => format!("{:?}", attempt.outcome),
                },
            )
        }
        "bribe" => {
            let (from, target) = (world.command(&given.text("from")?)?, world.command(&given.text("target")?)?);
            let purpose = of_key(&given.take("purpose").ok_or("a purpose")?)?;
            let sum = Talents(given.int("tlts")? as u32);
            let attempt = covert_acts::offer_bribe(&sc, &mut world.st, (from, target), purpose, sum, dice);
            attempt.map_or_else(
                |why| format!("{why:?}"),
                |attempt| match (attempt.taken, attempt.told) {
                    (true, _) => "taken".into(),
                    (false, told) => format!("refused{}", if told { ", and told" } else { "" }),
                },
            )
        }
        "transfer_money" => {
            let (by, to) = (country(world, given, "by")?, country(world, given, "to")?);
            yes(money::transfer(&sc, &mut world.st, by, to, Talents(given.int("tlts")? as u32)))
        }
        "dispatch" => {
            let by = country(world, given, "by")?;
            let text = "word ".repeat(given.int("words")? as usize);
            yes(money::pay_dispatch(&sc, &mut world.st, by, &text))
        }
        "build_road" => {
            let division = world.command(&given.text("command")?)?;
            told(roads::build_road(&sc, &mut world.st, division))
        }
        "build" => {
            let (by, site) = (country(world, given, "by")?, world.site(&given.text("site")?)?);
            let kind: UnitKind = of_key(&given.take("kind").ok_or("a type of unit")?)?;
            told(building::build(&sc, &mut world.st, by, site, kind, given.int("count")? as u16))
        }
        "disband" => {
            let (command, units) =
                (world.command(&given.text("command")?)?, of_key(&given.take("units").ok_or("units")?)?);
            yes(building::disband(&sc, &mut world.st, command, &units))
        }
        "raise" => {
            let (by, site) = (country(world, given, "by")?, world.site(&given.text("site")?)?);
            let kind = CommandKind::of_key(&given.text("type")?).ok_or("a type of command")?;
            told(pyramid::raise(&sc, &mut world.st, by, kind, site, Name::from(given.text("name")?)))
        }
        "assign" => {
            let child = world.command(&given.text("command")?)?;
            let parent = given.maybe_text("to")?.map(|name| world.command(&name)).transpose()?;
            told(pyramid::assign(&sc, &mut world.st, child, parent))
        }
        "transfer_units" => {
            let (from, to) = (world.command(&given.text("from")?)?, world.command(&given.text("to")?)?);
            let units = of_key(&given.take("units").ok_or("units")?)?;
            told(pyramid::transfer_units(&sc, &mut world.st, from, to, &units))
        }
        "transfer_prisoners" => {
            let (from, to) = (world.command(&given.text("from")?)?, world.command(&given.text("to")?)?);
            yes(prisoners::transfer(&mut world.st, from, to))
        }
        "disperse" => {
            let (command, city) = (world.command(&given.text("command")?)?, world.site(&given.text("city")?)?);
            told(dispersal::disperse(&sc, &mut world.st, command, city, dice))
        }
        "abandon" => {
            let command = world.command(&given.text("command")?)?;
            yes(plunder::abandon(&mut world.st, command))
        }
        "appoint" => {
            let (him, to) = (leader(world, given)?, world.command(&given.text("to")?)?);
            told(appointment::appoint(&sc, &mut world.st, him, to))
        }
        "dismiss" => {
            let him = leader(world, given)?;
            told(appointment::dismiss(&sc, &mut world.st, him, dice))
        }
        "drop_excess" => {
            let by = country(world, given, "by")?;
            format!("{}", quarter_end::drop_excess(&mut world.st, by, &[]).len())
        }
        "offer" => {
            let (by, to) = (country(world, given, "by")?, country(world, given, "to")?);
            let standing = of_key(&given.take("standing").ok_or("a treaty")?)?;
            let weeks = given.int("weeks")? as u8;
            let mut conditions = Vec::new();
            if let Some(talents) = given.maybe_int("pays")? {
                conditions.push(Condition::Pays { payer: by, talents: Talents(talents as u32) });
            }
            if let Some(city) = given.maybe_text("cedes")? {
                conditions.push(Condition::Cedes { giver: by, city: world.site(&city)? });
            }
            told(treaties::offer(&sc, &mut world.st, by, to, standing, weeks, conditions))
        }
        "accept" => {
            let by = country(world, given, "by")?;
            let appeal = AppealId(given.take("appeal").map_or(Ok(0), |value| whole(&value))?);
            told(treaties::accept(&sc, &mut world.st, by, appeal))
        }
        "break_treaty" | "declare_enemy" => {
            let (by, with) = (country(world, given, "by")?, country(world, given, "with")?);
            let act = if what == "break_treaty" { treaties::break_treaty } else { treaties::declare_enemy };
            told(act(&mut world.st, by, with))
        }
        "next_week" => {
            world.st.turn = world.st.turn.later(1);
            "done".into()
        }
        other => return Err(format!("there is no deed {other}")),
    })
}

/// Does all deeds of a row; how they ended.
pub fn perform_all(world: &mut World, deeds: &[Table], dice: &mut Dice) -> Result<Value, Wrong> {
    let ends = deeds.iter().map(|deed| perform(world, deed, dice).map(Value::from)).collect::<Result<_, Wrong>>()?;
    Ok(Value::Array(ends))
}
