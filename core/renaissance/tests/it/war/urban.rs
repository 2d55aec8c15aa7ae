//! Urban battle (RN-65): one function a check.

use renaissance::rules::battle::field::Guns;
use renaissance::rules::battle::horses::{HorseNeeds, allot};
use renaissance::rules::battle::men::Men;
use renaissance::rules::battle::sides::{BattleSide, Sides};
use renaissance::rules::battle::urban::{Ties, UrbanEnd, UrbanSide, UrbanTerms, fight, home_side};
use testkit::casebook::{Given, Wrong, flag, whole};
use toml::{Table, Value};

use crate::war::field::{int, one, war};
use crate::war::given::{self, number, number_or_none};
use crate::war::traces::decimal;

/// Feeds a row to its check, if it is one of these.
pub fn check(name: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "urban_battle" => battle(given)?,
        "home_side" => home(given)?,
        "horses" => horses(given)?,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

pub fn word(side: BattleSide) -> &'static str {
    if side == BattleSide::Attacker { "attacker" } else { "defender" }
}

fn side(given: &mut Given, key: &str) -> Result<UrbanSide, Wrong> {
    let mut side = Given::new(&given.table(key)?);
    let tower = side.maybe_int("tower")?.map(|men| men as u32);
    let led = side.flag("led").unwrap_or(true);
    let found = UrbanSide { leader: given::leader(&mut side)?, led, men: given::men_of(&mut side, "men")?, tower };
    side.finish().map_err(|wrong| format!("{key}: {wrong}"))?;
    Ok(found)
}

fn battle(given: &mut Given) -> Result<Table, Wrong> {
    let sides = Sides { attacker: side(given, "attacker")?, defender: side(given, "defender")? };
    let home = if given.text("home")? == "attacker" { BattleSide::Attacker } else { BattleSide::Defender };
    let terms = UrbanTerms {
        home,
        egress_denied: given.flag("egress_denied").unwrap_or(false),
        fight_on: given.flag("fight_on").unwrap_or(false),
        prelude: given.flag("prelude").unwrap_or(false),
    };
    let record = fight(&sides, &terms, &war());
    let other = home.enemy();
    let lines = record.stages.iter().enumerate().map(|(at, stage)| {
        // The lines of the table in the document: one for each stage.
        let men = |side: BattleSide| in_order(&stage.left[side]);
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} / {} |",
            at + 1,
            thousandths(&decimal(stage.raw[home], 3)),
            stage.lost[other],
            thousandths(&decimal(stage.raw[other], 3)),
            stage.lost[home],
            men(home),
            men(other),
            stage.morale[home],
            stage.morale[other]
        )
    });
    let trace = lines.collect::<Vec<_>>().join("\n");
    let end = match record.end {
        UrbanEnd::Eliminated(side) => format!("{} eliminated", word(side)),
        UrbanEnd::LeftTown(side) => format!("{} left the town", word(side)),
        UrbanEnd::IntoTower(side) => format!("{} went into the tower", word(side)),
        UrbanEnd::BrokeOff => "attacker broke off".into(),
        UrbanEnd::AllInTower => "all in the tower".into(),
        UrbanEnd::Undecided => "undecided".into(),
    };
    let mut found = Table::from_iter([("trace".to_owned(), Value::from(trace)), ("end".to_owned(), Value::from(end))]);
    found.insert("stages".into(), int(record.stages.len() as u32));
    found.insert("left_attacker".into(), given::written(&record.left.attacker));
    found.insert("left_defender".into(), given::written(&record.left.defender));
    if let Some(last) = record.stages.last() {
        found.insert("score_of_other".into(), int(last.score_in_tenths[other] / 10));
    }
    Ok(found)
}

/// Men in the order of losses, as the table has them.
fn in_order(men: &Men) -> String {
    let parts = ["GA", "AU", "AQ", "PK", "AR", "CR", "HC"].map(|code| {
        let count = men.iter().find(|(arm, _)| arm.code() == code).map_or(0, |(_, count)| count);
        (count > 0).then(|| format!("{code} {count}"))
    });
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// With exactly three decimals, as the table has them.
fn thousandths(decimal: &str) -> String {
    let (whole, rest) = decimal.split_once('.').unwrap_or((decimal, ""));
    format!("{whole}.{rest:0<3}")
}

fn home(given: &mut Given) -> Result<Table, Wrong> {
    let mut ties = |key: &str| {
        let list = given.list(key)?.iter().map(flag).collect::<Result<Vec<_>, Wrong>>()?;
        <[bool; 5]>::try_from(list).map(|held| Ties { held }).map_err(|_| "five ties".to_owned())
    };
    let ties = Sides { attacker: ties("attacker")?, defender: ties("defender")? };
    Ok(one("home", word(home_side(&ties)).into()))
}

fn horses(given: &mut Given) -> Result<Table, Wrong> {
    let goods = given.list("goods")?;
    let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([units, weight]) => Ok((whole(units)?, whole(weight)?)),
        _ => Err("a good is units and cargo for each".to_owned()),
    };
    let needs = HorseNeeds {
        heavy_cavalry: number_or_none(given, "heavy_cavalry")?,
        auxiliaries: number_or_none(given, "auxiliaries")?,
        guns: Guns { cannons: number_or_none(given, "cannons")?, falconets: number_or_none(given, "falconets")? },
        goods: goods.iter().map(pair).collect::<Result<_, Wrong>>()?,
    };
    let horsed = allot(number(given, "horses")?, number_or_none(given, "slaves")?, &needs);
    let goods: Vec<Value> = horsed.goods.iter().map(|units| int(*units)).collect();
    Ok(Table::from_iter([
        ("heavy_cavalry".to_owned(), int(horsed.heavy_cavalry)),
        ("light_cavalry".to_owned(), int(horsed.light_cavalry)),
        ("cannons".to_owned(), int(horsed.guns.cannons)),
        ("falconets".to_owned(), int(horsed.guns.falconets)),
        ("goods".to_owned(), goods.into()),
    ]))
}
