//! Morale and field battle (RN-61, RN-64): one function a check.

use renaissance::model::rulings::{Rulings, War};
use renaissance::rules::battle::exact::Exact;
use renaissance::rules::battle::field::{
    Arrangement, BattleEnd, Division, FieldAct, FieldRecord, burst, captured, fight, fighters, fire, strike,
};
use renaissance::rules::battle::men::{Men, Target};
use renaissance::rules::battle::morale;
use renaissance::rules::battle::numbers;
use renaissance::rules::battle::sides::{BattleSide, Sides};
use testkit::casebook::{Given, Wrong, whole};
use toml::{Table, Value};

use crate::war::given::{self, number};
use crate::war::traces;

/// Feeds a row to its check, if it is one of these.
pub fn check(name: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "field_battle" => battle(given)?,
        "arrangement" => arrangement(given)?,
        "gun_fire" => gun_fire(given)?,
        "arrows" => volley(given, &numbers::ARCHER_STEPS)?,
        "arquebus_fire" => volley(given, &numbers::ARQUEBUS_STEPS)?,
        "melee_part" => melee_part(given)?,
        "captured" => spoils(given)?,
        "burst" => one("burst", int(burst(given::guns(given)?, given_guns(given)?, &war()).cannons)),
        "lose_in_proportion" => in_proportion(given)?,
        "stage_morale" => stage_morale(given)?,
        "combined_morale" => combined(given)?,
        "retreat" => retreat(given)?,
        "confucian" => confucian(given)?,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

/// The figures as they ship.
pub fn war() -> War {
    Rulings::standard().war
}

pub fn int(number: impl Into<i64>) -> Value {
    Value::from(number.into())
}

pub fn one(key: &str, value: Value) -> Table {
    Table::from_iter([(key.to_owned(), value)])
}

fn side(side: BattleSide) -> Value {
    Value::from(if side == BattleSide::Attacker { "attacker" } else { "defender" })
}

fn battle(given: &mut Given) -> Result<Table, Wrong> {
    let sides =
        Sides { attacker: given::field_side(given, "attacker")?, defender: given::field_side(given, "defender")? };
    let record = fight(&sides, &war());
    let mut found = Table::new();
    let (how, loser) = match record.end {
        BattleEnd::Eliminated(loser) => ("eliminated", side(loser)),
        BattleEnd::Retreated(loser) => ("retreated", side(loser)),
        BattleEnd::Undecided => ("undecided", Value::from("none")),
    };
    found.insert("stages".into(), int(record.stages.len() as u32));
    found.insert(how.into(), loser);
    if let Some(pursuit) = &record.pursuit {
        let goods = given.table("baggage")?;
        let captured = goods.iter().map(|(key, amounts)| {
            let pair = amounts.as_array().filter(|pair| pair.len() == 2).ok_or("baggage: all, and without horses")?;
            let taken = captured(whole(&pair[0])?, whole(&pair[1])?, pursuit.share);
            Ok((key.clone(), int(taken)))
        });
        let captured = captured.collect::<Result<Table, Wrong>>()?;
        if !captured.is_empty() {
            found.insert("captured".into(), captured.into());
        }
        found.insert("pursuit_kills".into(), int(pursuit.kills));
    }
    shown(given, &record, &mut found)?;
    Ok(found)
}

/// What a row asks for besides: `show = ["advances"]`.
fn shown(given: &mut Given, record: &FieldRecord, found: &mut Table) -> Result<(), Wrong> {
    found.insert("trace".into(), traces::field(record).into());
    for key in given.words("show")? {
        let value = match key.as_str() {
            "fallen" => [BattleSide::Attacker, BattleSide::Defender].map(|it| record.after[it].fallen).to_vec().into(),
            "left" => [BattleSide::Attacker, BattleSide::Defender]
                .map(|it| given::written(&record.after[it].men))
                .to_vec()
                .into(),
            "guns_left" => [BattleSide::Attacker, BattleSide::Defender]
                .map(|it| int(record.after[it].guns.cannons))
                .to_vec()
                .into(),
            "first_advances" => {
                let advances = &record.stages[0].halves.attacker.advances;
                Value::Table(advances.iter().map(|it| (it.to.code().to_owned(), int(it.men))).collect())
            }
            "lone_victims" => {
                let victims = record.stages.last().map(|stage| stage.lone_victims).unwrap_or_default();
                vec![int(victims.attacker), int(victims.defender)].into()
            }
            "guns_at" => guns_at(record),
            other => return Err(format!("nothing shows {other}")),
        };
        found.insert(key, value);
    }
    Ok(())
}

/// How many cannons the defender fires at guns, and at each division.
fn guns_at(record: &FieldRecord) -> Value {
    let acts = record.stages[0].halves.defender.acts.iter();
    let fired = acts.filter_map(|act| match act {
        FieldAct::GunsAtGuns { fired, .. } | FieldAct::GunsAtMen { fired, .. } => Some(int(fired.half_up())),
        _ => None,
    });
    fired.collect::<Vec<_>>().into()
}

fn arrangement(given: &mut Given) -> Result<Table, Wrong> {
    let wish = given.table("divisions")?;
    let mut found = Table::new();
    let arranged = if wish.is_empty() {
        let men = given::men_of(given, "men")?;
        Arrangement::of(men, None)
    } else {
        let mut wished = Given::new(&Table::from_iter([("divisions".to_owned(), Value::Table(wish))]));
        let wish = given::arrangement(&mut wished)?;
        found.insert("legal".into(), wish.is_legal().into());
        let men = given.table("men")?;
        let all = if men.is_empty() { wish.men() } else { given::men(&men)? };
        Arrangement::of(all, Some(&wish))
    };
    for code in given.words("show")? {
        let division = given::division(&code)?;
        found.insert(code, given::written(&arranged.divisions[division as usize]));
    }
    Ok(found)
}

/// Guns at one division: kills by step.
fn gun_fire(given: &mut Given) -> Result<Table, Wrong> {
    let gunnery = Exact::new(number(given, "gunnery")?, numbers::GUNNERY_UNIT);
    let cannons = Exact::whole(number(given, "cannons")?);
    fired(cannons, &numbers::GUN_STEPS, gunnery, given)
}

fn volley(given: &mut Given, table: &[numbers::FireStep]) -> Result<Table, Wrong> {
    let morale = Exact::new(number(given, "morale")?, numbers::MORALE_UNIT);
    let shooters = Exact::whole(number(given, "shooters")?);
    fired(shooters, table, morale, given)
}

fn fired(shooters: Exact, table: &[numbers::FireStep], power: Exact, given: &mut Given) -> Result<Table, Wrong> {
    let mut at = given::men_of(given, "at")?;
    let before = at;
    let steps = fire(shooters, table, power, &mut at, &war());
    let mut found = Table::new();
    found.insert("killed".into(), int((before - at).all()));
    found.insert("steps".into(), steps.iter().map(|step| int(step.killed)).collect::<Vec<_>>().into());
    Ok(found)
}

fn melee_part(given: &mut Given) -> Result<Table, Wrong> {
    let part = given.text("part")?;
    let part = ["A", "B", "C", "D"].iter().position(|it| *it == part).ok_or("the parts are A to D")?;
    let own = given::men_of(given, "men")?;
    let mut at = given::men_of(given, "at")?;
    let before = at;
    let leader = given::leader(given)?;
    let factors = &leader.factors;
    let (his, flanks) = (given.flag("own_division").unwrap_or(false), given.flag("flanking").unwrap_or(false));
    let factor = if his { factors.own_division } else { factors.force } * if flanks { war().flank_factor } else { 1 };
    let morale = u32::from(leader.morale) * factor;
    strike(fighters(&own, part, &war()), &numbers::MELEE_PARTS[part], morale, &mut at, &war());
    let mut found = one("killed", given::written(&(before - at)));
    found.insert("morale".into(), int(morale));
    Ok(found)
}

fn spoils(given: &mut Given) -> Result<Table, Wrong> {
    let share = Exact::new(number(given, "kills")?, number(given, "mass")?);
    let without = given::number_or_none(given, "without_horses")?;
    Ok(one("captured", int(captured(number(given, "amount")?, without, share))))
}

fn given_guns(given: &mut Given) -> Result<Exact, Wrong> {
    Ok(Exact::whole(number(given, "fired")?))
}

fn in_proportion(given: &mut Given) -> Result<Table, Wrong> {
    let mut men = given::men_of(given, "men")?;
    let lost = men.lose(Target::All, number(given, "casualties")?, &war());
    Ok(one("lost", given::written(&lost)))
}

fn stage_morale(given: &mut Given) -> Result<Table, Wrong> {
    let (morale, suffered) = (number(given, "morale")?, number(given, "suffered")?);
    Ok(one("morale", int(morale::after_stage(morale, suffered, number(given, "inflicted")?))))
}

fn combined(given: &mut Given) -> Result<Table, Wrong> {
    let parts = given.list("parts")?;
    let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([men, morale]) => Ok((whole(men)?, whole(morale)?)),
        _ => Err("a part is men and morale".to_owned()),
    };
    let parts = parts.iter().map(pair).collect::<Result<Vec<_>, Wrong>>()?;
    Ok(one("morale", int(morale::combined(&parts))))
}

fn retreat(given: &mut Given) -> Result<Table, Wrong> {
    let leader = given::leader(given)?;
    let alive = given.flag("alive").unwrap_or(true);
    let score = morale::score_in_tenths(leader.morale, &leader, alive);
    let mut found = one("retreats", morale::is_below_retreat_point(score, &war()).into());
    found.insert("score".into(), int(score / 10));
    Ok(found)
}

fn confucian(given: &mut Given) -> Result<Table, Wrong> {
    let start = morale::confucian_start(number(given, "morale")?);
    let mut found = one("start", int(start));
    found.insert("end".into(), int(morale::confucian_end(start)));
    Ok(found)
}

/// An arrangement shows who leads where the Reserves go.
#[test]
fn a_persona_in_the_reserves_leads_them_to_the_first_of_the_gaps() {
    use renaissance::rules::battle::field::{FieldSide, Guns};
    use renaissance::rules::battle::men::Arm;
    use renaissance::rules::battle::morale::Leader;
    let wish = |division: Division| Arrangement {
        divisions: [
            Men::NONE,
            Men::of([(Arm::Pikemen, 100)]),
            Men::of([(Arm::Pikemen, 100)]),
            Men::of([(Arm::Pikemen, 100)]),
            Men::NONE,
            Men::of([(Arm::HeavyCavalry, 41)]),
        ],
        persona: division,
    };
    let leader = Leader { morale: 500, rank: 0, popularity: 0, ..Leader::default() };
    let weak = FieldSide {
        leader: Leader { morale: 900, ..leader },
        arrangement: Arrangement::by_default(Men::of([(Arm::LightCavalry, 6_000)]), Division::Reserves),
        guns: Guns::default(),
    };
    let own = |division| FieldSide { leader, arrangement: wish(division), guns: Guns::default() };
    let record = fight(&Sides { attacker: weak, defender: own(Division::Reserves) }, &war());
    let first = &record.stages[0].halves.defender.advances;
    let sent: Vec<_> = first.iter().map(|it| (it.to, it.men)).collect();
    assert_eq!(sent, [(Division::LeftWing, 21), (Division::RightWing, 20)], "RN-R107");
    assert!(record.after.defender.fallen, "he was in the left wing, which was lost");
}
