//! Battles in the notation of the worked battles of the rules (section F), to be compared line by line.

use std::fmt::Write as _;

use renaissance::rules::battle::exact::Exact;
use renaissance::rules::battle::field::{
    BattleEnd, Blow, FieldAct, FieldRecord, FieldStage, FieldWeapon, FireResult, HalfStage,
};
use renaissance::rules::battle::men::{Men, Target};
use renaissance::rules::battle::sides::BattleSide;
use testkit::casebook::Wrong;

/// The first line in which they differ. Blanks at the edges, the order within braces, and what
/// is none there do not matter.
pub fn compare(found: &str, expected: &str) -> Result<(), Wrong> {
    let lines = |text: &str| text.lines().map(|line| sorted(line.trim())).collect::<Vec<_>>();
    let (found, expected) = (lines(found), lines(expected.trim()));
    for at in 0..found.len().max(expected.len()) {
        let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "(nothing)".into());
        if line(&found) != line(&expected) {
            return Err(format!("line {}:\n      {}\n    not\n      {}", at + 1, line(&found), line(&expected)));
        }
    }
    Ok(())
}

/// The same line with what stands in braces in the order of its letters.
fn sorted(line: &str) -> String {
    let mut parts = line.split('{');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inner, rest) = part.split_once('}').unwrap_or((part, ""));
        let mut entries: Vec<&str> = inner.split(", ").filter(|entry| !entry.ends_with(": 0")).collect();
        entries.sort_unstable();
        let _ = write!(whole, "{{{}}}{rest}", entries.join(", "));
    }
    whole
}

/// A fraction with at most so many decimals, and at least one: rounded as the document has it, which is half to even.
pub fn decimal(exact: Exact, digits: usize) -> String {
    let written = format!("{:.digits$}", exact.numerator() as f64 / exact.denominator() as f64);
    let short = written.trim_end_matches('0');
    if short.ends_with('.') { format!("{short}0") } else { short.to_owned() }
}

/// `{HC: 120, PK: 240}`.
pub fn men(men: &Men) -> String {
    let parts: Vec<String> = men.iter().map(|(arm, count)| format!("{}: {count}", arm.code())).collect();
    format!("{{{}}}", parts.join(", "))
}

pub fn letter(side: BattleSide) -> char {
    if side == BattleSide::Attacker { 'A' } else { 'D' }
}

/// Tenths with their point.
pub fn tenths(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A field battle.
pub fn field(record: &FieldRecord) -> String {
    let mut lines = Vec::new();
    for stage in &record.stages {
        field_stage(stage, &mut lines);
    }
    match record.end {
        BattleEnd::Eliminated(BattleSide::Attacker) => lines.push("ATTACKER ELIMINATED".into()),
        BattleEnd::Eliminated(BattleSide::Defender) => lines.push("DEFENDER ELIMINATED".into()),
        BattleEnd::Undecided => lines.push("UNDECIDED".into()),
        BattleEnd::Retreated(side) => {
            let pursuit = record.pursuit.as_ref().expect("a side that retreats is pursued");
            let (heavy, light, morale) = (pursuit.heavy_cavalry, pursuit.light_cavalry, pursuit.morale);
            let (side, mass) = (letter(side), men(&pursuit.mass));
            lines.push(format!("RETREAT of {side} mass {mass} pursued by HC {heavy} LC {light} M {morale}.0"));
            lines.extend(pursuit.blows.iter().map(blow));
            lines.push(format!(
                "pursuit kills {} of {} proportion {:?} left {}",
                pursuit.kills,
                pursuit.mass.all(),
                pursuit.share.numerator() as f64 / pursuit.share.denominator() as f64,
                men(&pursuit.left),
            ));
        }
    }
    lines.join("\n")
}

fn field_stage(stage: &FieldStage, lines: &mut Vec<String>) {
    let weapon = match stage.weapon {
        FieldWeapon::Guns => "artillery",
        FieldWeapon::Archers => "archery",
        FieldWeapon::Arquebusiers => "arquebus",
        FieldWeapon::Melee => "melee",
    };
    let morale = &stage.morale;
    lines.push(format!("STAGE {} {weapon} | morale att {} def {}", stage.number, morale.attacker, morale.defender));
    half(&stage.halves.defender, BattleSide::Defender, lines);
    half(&stage.halves.attacker, BattleSide::Attacker, lines);
    for (side, count) in [('A', stage.lone_victims.attacker), ('D', stage.lone_victims.defender)] {
        if count > 0 {
            lines.push(format!("{side} loses {count}, as nobody else was lost"));
        }
    }
    lines.push(format!(
        "end: att lost {} def lost {} => morale att {} (score {}) def {} (score {})",
        stage.lost.attacker,
        stage.lost.defender,
        stage.morale_after.attacker,
        tenths(stage.score_in_tenths.attacker),
        stage.morale_after.defender,
        tenths(stage.score_in_tenths.defender),
    ));
}

fn half(half: &HalfStage, side: BattleSide, lines: &mut Vec<String>) {
    let own = letter(side);
    let enemy = letter(side.enemy());
    if !half.advances.is_empty() {
        let gaps: Vec<String> = half.advances.iter().map(|it| format!("{}: {}", it.to.code(), it.men)).collect();
        lines.push(format!("{own} reserves fill {{{}}}", gaps.join(", ")));
    }
    for act in &half.acts {
        field_act(act, own, enemy, lines);
    }
    if half.persona_falls {
        lines.push(format!("persona of {enemy} dies"));
    }
    let (how, whose) = if side == BattleSide::Attacker { ("attack", "defender") } else { ("defence", "attacker") };
    lines.push(format!("{how} kills {} | {whose} left {}", half.kills, men(&half.enemy_left)));
}

fn field_act(act: &FieldAct, own: char, enemy: char, lines: &mut Vec<String>) {
    match act {
        FieldAct::GunsAtGuns { fired, destroyed } => lines.push(format!(
            "{own} fires {} cannon-eq at guns: destroys {} cannon {} falconets",
            decimal(*fired, 3),
            destroyed.cannons,
            destroyed.falconets
        )),
        FieldAct::Burst(guns) => {
            lines.push(format!("{own} guns self-destruct {} cannon {} falconets", guns.cannons, guns.falconets));
        }
        FieldAct::GunsAtMen { fired, target, present, steps } => {
            let fired = decimal(*fired, 3);
            lines.push(format!("{own} fires {fired} cannon at {enemy} {} {}", target.code(), men(present)));
            lines.extend(steps.iter().map(|it| step(it, &["a pike", "b other inf", "c HC", "d pike", "e all"])));
        }
        FieldAct::Volley { arm, from, shooters, morale, target, present, steps } => {
            let archers = *arm == renaissance::rules::battle::men::Arm::Archers;
            let (from, target, present) = (from.code(), target.code(), men(present));
            let arm = if archers { "archers" } else { "arquebusiers" };
            lines.push(format!("{own} {from} {arm} {shooters} M {morale}.0 at {enemy} {target} {present}"));
            let labels: &[&str] = if archers { &["a LC", "b HC", "c inf", "d LC", "e inf", "f all"] } else { &["all"] };
            lines.extend(steps.iter().map(|it| step(it, labels)));
        }
        FieldAct::Melee { part, from, target, factor, blows } => {
            let part = ["A", "B", "C", "D"][*part];
            lines.push(format!("part {part} {own} {} -> {enemy} {} x{factor}", from.code(), target.code()));
            lines.extend(blows.iter().map(blow));
        }
    }
}

fn step(it: &FireResult, labels: &[&str]) -> String {
    let (cap, used) = (decimal(it.cap, 3), decimal(it.used, 3));
    format!("{} cap {cap} used {used} killed {}", labels[it.step], it.killed)
}

fn blow(blow: &Blow) -> String {
    let target = match blow.target {
        Target::HeavyCavalry => "HC",
        Target::LightCavalry => "LC",
        Target::Pikemen => "PK",
        Target::OtherInfantry => "OI",
        Target::Infantry => "infantry",
        Target::All => "all",
    };
    format!(
        "n {} rate {} vs {target} {} raw {} killed {}",
        decimal(blow.fighters, 2),
        decimal(blow.rate, 4),
        blow.present,
        decimal(blow.raw, 3),
        blow.killed
    )
}
