//! Assault (RN-68): one function a check.

use renaissance::rules::battle::assault::{
    AssaultEnd, AssaultRecord, AssaultStage, Assaulter, Defender, Fortification, fight,
};
use renaissance::rules::battle::exact::Exact;
use renaissance::rules::battle::men::Men;
use renaissance::rules::battle::morale::Leader;
use testkit::casebook::{Given, Wrong, table};
use toml::{Table, Value};

use crate::war::field::{int, war};
use crate::war::formulas::pairs;
use crate::war::given::{self, number, number_or_none};
use crate::war::traces::{self, decimal};

/// Feeds a row to its check, if it is one of these.
pub fn check(name: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    match name {
        "assault" => assault(given).map(Some),
        "wall_step" => wall_step(given).map(Some),
        _ => Ok(None),
    }
}

fn posts(given: &mut Given) -> Result<Option<Vec<Men>>, Wrong> {
    let Some(posts) = given.take("posts") else { return Ok(None) };
    let posts = posts.as_array().ok_or("posts: the men at each wall")?;
    posts.iter().map(|post| given::men(table("a post", post)?)).collect::<Result<_, Wrong>>().map(Some)
}

fn assaulter(given: &mut Given) -> Result<Assaulter, Wrong> {
    let mut side = Given::new(&given.table("attacker")?);
    let posts = posts(&mut side)?;
    let men = match &posts {
        Some(posts) => posts.iter().copied().sum(),
        None => given::men_of(&mut side, "men")?,
    };
    let found = Assaulter { leader: given::leader(&mut side)?, men, posts, wall: number_or_none(&mut side, "wall")? };
    side.finish().map(|()| found)
}

fn defender(value: &Value) -> Result<Defender, Wrong> {
    let mut side = Given::new(table("a force", value)?);
    let posts = posts(&mut side)?;
    let men = match &posts {
        Some(posts) => posts.iter().copied().sum(),
        None => given::men_of(&mut side, "men")?,
    };
    let found = Defender {
        led: side.flag("led").unwrap_or(true),
        leader: given::leader(&mut side)?,
        men,
        posts,
        wall: number_or_none(&mut side, "wall")?,
        guns: given::guns(&mut side)?,
        tower: side.maybe_int("tower")?.map(|men| men as u32),
    };
    side.finish().map(|()| found)
}

fn assault(given: &mut Given) -> Result<Table, Wrong> {
    let defenders = given.list("defenders")?.iter().map(defender).collect::<Result<Vec<_>, Wrong>>()?;
    let at = Fortification {
        far: number_or_none(given, "far")?,
        fas: number(given, "fas")?,
        walls: given.int_or("walls", 4)? as usize,
    };
    let record = fight(&assaulter(given)?, &defenders, &at, &war());
    let end = match record.end {
        AssaultEnd::Annihilated => "annihilated",
        AssaultEnd::Repelled => "repelled",
        AssaultEnd::Captured => "captured",
        AssaultEnd::Abandoned => "abandoned",
        AssaultEnd::Undecided => "undecided",
    };
    let mut left = vec![given::written(&record.assaulters)];
    left.extend(record.defenders.iter().map(|it| given::written(&it.men)));
    let of_forces = |what: fn(&renaissance::rules::battle::assault::DefenderAfter) -> Value| {
        Value::Array(record.defenders.iter().map(what).collect())
    };
    let first_kills = record
        .stages
        .first()
        .and_then(|stage| stage.guns.as_ref())
        .map_or(Vec::new(), |guns| guns.killed.iter().map(|count| int(*count)).collect());
    Ok(pairs([
        ("stages", int(record.stages.len() as u32)),
        ("end", end.into()),
        ("eliminated", int(record.eliminated)),
        ("bonus", int(record.bonus)),
        ("morale", int(record.morale)),
        ("start", record.start.defender.iter().map(|men| int(men.fighters())).collect::<Vec<_>>().into()),
        ("left", left.into()),
        ("fallen", of_forces(|it| it.fallen.into())),
        ("in_tower", of_forces(|it| it.in_tower.into())),
        ("force_morale", of_forces(|it| int(it.morale))),
        ("guns_left", of_forces(|it| int(it.guns.cannons))),
        ("first_kills", first_kills.into()),
        ("trace", trace(&record).into()),
    ]))
}

/// One stage at one wall, shown by an assault whose earlier stages do nothing: the defence has no strength in them.
fn wall_step(given: &mut Given) -> Result<Table, Wrong> {
    let leader = |morale: u16| Leader { morale, rank: 200, popularity: 999, ..Leader::default() };
    let stage: usize = number(given, "stage")?;
    let assaulter = Assaulter {
        leader: leader(number(given, "morale")?),
        men: given::men_of(given, "assaulters")?,
        posts: None,
        wall: 0,
    };
    let defender = Defender {
        leader: leader(number(given, "defence_morale")?),
        led: true,
        men: given::men_of(given, "defenders")?,
        posts: None,
        wall: 0,
        guns: renaissance::rules::battle::field::Guns::default(),
        tower: None,
    };
    let fas = number(given, "fas")?;
    let step = renaissance::rules::battle::assault::wall_stage(&assaulter, &defender, fas, stage as u32, &war());
    Ok(pairs([
        ("up", int(step.up)),
        ("assaulters_killed", int(step.assaulters_killed)),
        ("top", int(step.top)),
        ("foot", int(step.foot)),
        ("defenders_killed", int(step.defenders_killed)),
    ]))
}

/// In the notation of section F.
fn trace(record: &AssaultRecord) -> String {
    let walls = |men: &[Men]| format!("[{}]", men.iter().map(traces::men).collect::<Vec<_>>().join(", "));
    let mut lines = vec![format!("start att {} def {}", walls(&record.start.attacker), walls(&record.start.defender))];
    for (number, stage) in (1..).zip(&record.stages) {
        stage_lines(number, stage, &mut lines);
    }
    lines.push(match record.end {
        AssaultEnd::Captured => format!("CAPTURED bonus {} morale {}", record.bonus, record.morale),
        other => format!("{other:?}").to_uppercase(),
    });
    lines.join("\n")
}

fn stage_lines(number: u32, stage: &AssaultStage, lines: &mut Vec<String>) {
    if let Some(guns) = &stage.guns {
        let raw = guns.raw.iter().fold(Exact::ZERO, |sum, raw| sum + *raw);
        lines.push(format!("stage1 cannon raw {} alloc {:?}", decimal(raw, 3), guns.killed));
    }
    if let Some(shift) = &stage.shift {
        lines.push(format!("defenders shifted to empty walls {:?} {:?}", shift.empty, shift.defenders));
    }
    for it in &stage.walls {
        let wall = it.wall;
        if number == 2 {
            let (raw, killed) = (decimal(it.raw_defence, 5), it.assaulters_killed);
            lines.push(format!("wall {wall} raw {raw} killed {killed} left {}", it.foot));
        } else {
            lines.push(format!(
                "wall {wall} up {} def raw {} killed {} top now {} foot {} | att raw {} killed {} def left {}",
                it.up,
                decimal(it.raw_defence, 3),
                it.assaulters_killed,
                it.top,
                it.foot,
                decimal(it.raw_assault, 3),
                it.defenders_killed,
                it.defenders_left,
            ));
        }
    }
    lines.push(format!(
        "STAGE {number} att lost {} left {} def lost {} left {} morale att {} ({}) def {}",
        stage.lost.attacker,
        stage.left.attacker,
        stage.lost.defender,
        stage.left.defender,
        stage.morale.attacker,
        traces::tenths(stage.score_in_tenths),
        stage.morale.defender
    ));
}
