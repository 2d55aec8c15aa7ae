//! Naval battle (RN-71): one function a check.

use renaissance::model::ships::Ship;
use renaissance::rules::battle::exact::Exact;
use renaissance::rules::battle::field::BattleEnd;
use renaissance::rules::battle::men::{Arm, Men};
use renaissance::rules::battle::morale::Leader;
use renaissance::rules::battle::naval::{
    CargoLot, FleetDivision, FleetSide, NavalAct, NavalRecord, NavalStage, NavalWeapon, Squadron, arrange, fight,
    is_legal,
};
use renaissance::rules::battle::ships::{Ships, effective_navigation};
use renaissance::rules::battle::sides::{BattleSide, Sides};
use testkit::casebook::{Given, Wrong, table, whole};
use toml::{Table, Value};

use crate::war::field::{int, one, war};
use crate::war::formulas::pairs;
use crate::war::given::{self, number, number_or_none};
use crate::war::traces::{self, decimal, tenths};
use crate::war::urban::word;

/// Feeds a row to its check, if it is one of these.
pub fn check(name: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    let found = match name {
        "naval_battle" => battle(given)?,
        "fleet_arrangement" => arrangement(given)?,
        "naval_step" => step(given)?,
        "cargo" => {
            let mut squadron = squadron(given)?;
            squadron.adjust_cargo();
            pairs([
                ("men", given::written(&squadron.men)),
                ("goods", goods(&squadron)),
                ("cannons", int(squadron.cannons)),
                ("falconets", int(squadron.falconets)),
            ])
        }
        "effective_navigation" => {
            let ships = given::ships_of(given, "ships")?;
            let navigation = number(given, "navigation")?;
            let effective = effective_navigation(navigation, &ships, number(given, "crew")?, number(given, "slaves")?);
            one("hundredths", int((effective * Exact::whole(100)).half_up()))
        }
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn squadron(given: &mut Given) -> Result<Squadron, Wrong> {
    let lots = given.take("goods").unwrap_or(Value::Array(Vec::new()));
    let lots = lots.as_array().ok_or("goods: units and cargo for each")?.iter().map(|pair| {
        match pair.as_array().map(Vec::as_slice) {
            Some([units, cargo]) => Ok(CargoLot { units: whole(units)?, cargo: whole(cargo)? }),
            _ => Err("goods: units and cargo for each".to_owned()),
        }
    });
    Ok(Squadron {
        goods: lots.collect::<Result<_, Wrong>>()?,
        ships: given::ships_of(given, "ships")?,
        men: given::men_of(given, "men")?,
        cannons: number_or_none(given, "cannons")?,
        falconets: number_or_none(given, "falconets")?,
    })
}

fn squadron_of(value: &Value) -> Result<Squadron, Wrong> {
    let mut it = Given::new(table("a squadron", value)?);
    let squadron = squadron(&mut it)?;
    it.finish().map(|()| squadron)
}

fn division(code: &str) -> Result<FleetDivision, Wrong> {
    FleetDivision::ALL.into_iter().find(|it| it.code() == code).ok_or_else(|| format!("there is no division {code}"))
}

fn side(given: &mut Given, key: &str) -> Result<FleetSide, Wrong> {
    let mut side = Given::new(&given.table(key)?);
    let mut squadrons: [Squadron; 4] = Default::default();
    if let Some(fleet) = side.take("fleet") {
        squadrons = arrange(&squadron_of(&fleet)?, None);
    }
    for (code, value) in side.table("divisions")? {
        squadrons[division(&code)? as usize] = squadron_of(&value)?;
    }
    let owner = side.maybe_text("owner")?.map_or(Ok(FleetDivision::Reserve), |code| division(&code))?;
    let found =
        FleetSide { navigation: number(&mut side, "navigation")?, leader: given::leader(&mut side)?, squadrons, owner };
    side.finish().map_err(|wrong| format!("{key}: {wrong}"))?;
    Ok(found)
}

fn goods(squadron: &Squadron) -> Value {
    squadron.goods.iter().map(|lot| int(lot.units)).collect::<Vec<_>>().into()
}

fn battle(given: &mut Given) -> Result<Table, Wrong> {
    let sides = Sides { attacker: side(given, "attacker")?, defender: side(given, "defender")? };
    let record = fight(&sides, &war());
    let both = |what: &dyn Fn(BattleSide) -> Value| {
        Value::Array([BattleSide::Attacker, BattleSide::Defender].into_iter().map(what).collect())
    };
    let after = |side: BattleSide| &record.after[side];
    let (how, loser) = match record.end {
        BattleEnd::Eliminated(side) => ("eliminated", word(side)),
        BattleEnd::Retreated(side) => ("broken_off", word(side)),
        BattleEnd::Undecided => ("undecided", "none"),
    };
    let mut acts = Table::new();
    for act in record.stages.iter().flat_map(|stage| &stage.acts) {
        let kind = match act {
            NavalAct::ReserveForward { .. } => "reserve_forward",
            NavalAct::Captured { .. } => "captured",
            NavalAct::OwnerFalls { .. } => "owner_falls",
            NavalAct::LoneVictim { .. } => "lone_victim",
            NavalAct::Kill { factor: 2.., .. } | NavalAct::Ram { factor: 2.., .. } => "flanking",
            NavalAct::Kill { .. } | NavalAct::Ram { .. } | NavalAct::FalconetsBurst { .. } => continue,
        };
        let count = acts.get(kind).and_then(Value::as_integer).unwrap_or(0);
        acts.insert(kind.into(), Value::from(count + 1));
    }
    Ok(pairs([
        ("stages", int(record.stages.len() as u32)),
        ("initiative", word(record.initiative).into()),
        (how, loser.into()),
        ("ships", both(&|it| given::written_ships(&after(it).fleet.ships))),
        ("men", both(&|it| given::written(&after(it).fleet.men))),
        ("goods", both(&|it| goods(&after(it).fleet))),
        ("falconets", both(&|it| int(after(it).fleet.falconets))),
        ("prizes", both(&|it| given::written_ships(&after(it).prizes.ships))),
        ("fallen", both(&|it| after(it).fallen.into())),
        ("acts", acts.into()),
        ("trace", trace(&record).into()),
    ]))
}

fn arrangement(given: &mut Given) -> Result<Table, Wrong> {
    let fleet = Squadron { ships: given::ships_of(given, "fleet")?, ..Squadron::default() };
    let mut wish: Option<[Ships; 4]> = None;
    for (code, value) in given.table("divisions")? {
        wish.get_or_insert_default()[division(&code)? as usize] = given::ships(table("ships", &value)?)?;
    }
    let squadrons = arrange(&fleet, wish.as_ref());
    let mut found = Table::new();
    if let Some(wish) = &wish {
        found.insert("legal".into(), is_legal(&fleet.ships, wish).into());
    }
    for it in FleetDivision::ALL {
        found.insert(it.code().into(), given::written_ships(&squadrons[it as usize].ships));
    }
    Ok(found)
}

/// One act of a division against another that has ships and men enough, shown by a whole battle.
fn step(given: &mut Given) -> Result<Table, Wrong> {
    let weapon = given.text("weapon")?;
    let count: u32 = number(given, "count")?;
    let ships = given::ships_of(given, "ships")?;
    let (arm, stage) = match weapon.as_str() {
        "falconets" => (Arm::Crew, 0),
        "first ram" => (Arm::Crew, 1),
        "ram" => (Arm::Crew, 2),
        "archers" => (Arm::Archers, 3),
        "arquebusiers" => (Arm::Arquebusiers, 4),
        "melee" => (Arm::Auxiliaries, 5),
        other => return Err(format!("there is no weapon {other}")),
    };
    let aboard = if arm == Arm::Crew { 1 } else { count };
    let guns = if stage == 0 { count } else { 0 };
    let ships = if stage == 1 || stage == 2 { Ships::of([(Ship::Galley, count)]) } else { ships };
    let mut own: [Squadron; 4] = Default::default();
    let men = Men::of([(arm, aboard), (Arm::Slaves, ships.total(|it| it.rowers + it.crew))]);
    own[FleetDivision::Left as usize] = Squadron { ships, men, falconets: guns, ..Squadron::default() };
    let navigation: u16 = number(given, "navigation")?;
    // Enough crew for the whole navigation, out of the way.
    let hands = Squadron {
        ships: Ships::of([(Ship::Roundship, 100)]),
        men: Men::of([(Arm::Crew, 10_000)]),
        ..Squadron::default()
    };
    own[FleetDivision::Reserve as usize] = hands.clone();
    let leader =
        |morale: u16, gunnery: u16| Leader { morale, rank: 200, popularity: 999, gunnery, ..Leader::default() };
    // Whoever has no spirit breaks off before anybody shoots an arrow.
    let morale = if stage < 5 { 999 } else { number(given, "morale")? };
    let gunnery = number_or_none(given, "gunnery")?;
    let enemy_navigation = number_or_none(given, "enemy_navigation")?;
    let mut enemy: [Squadron; 4] = Default::default();
    enemy[FleetDivision::Right as usize] = Squadron {
        ships: Ships::of([(Ship::Barque, 100)]),
        men: Men::of([(Arm::Pikemen, 5_000), (Arm::Crew, 500)]),
        ..Squadron::default()
    };
    let sides = Sides {
        attacker: FleetSide {
            leader: leader(morale, gunnery),
            navigation,
            squadrons: own,
            owner: FleetDivision::Reserve,
        },
        defender: FleetSide {
            leader: leader(999, 0),
            navigation: enemy_navigation,
            squadrons: enemy,
            owner: FleetDivision::Right,
        },
    };
    let record = fight(&sides, &war());
    let first = record.stages.get(stage).and_then(|stage| {
        stage.acts.iter().find_map(|act| match act {
            NavalAct::Kill { side: BattleSide::Attacker, from: FleetDivision::Left, killed, .. } => {
                Some(one("killed", int(*killed)))
            }
            NavalAct::Ram { side: BattleSide::Attacker, from: FleetDivision::Left, sunk, .. } => {
                Some(one("sunk", int(sunk.count())))
            }
            _ => None,
        })
    });
    Ok(first.unwrap_or_default())
}

/// In the notation of section F.
fn trace(record: &NavalRecord) -> String {
    let mut lines = Vec::new();
    for (number, stage) in (1..).zip(&record.stages) {
        lines.push(format!("STAGE {number}"));
        lines.extend(stage.acts.iter().map(act));
        lines.push(end_of(stage));
    }
    let role = |side: BattleSide| if side == record.initiative { "initiative" } else { "other" };
    lines.push(match record.end {
        BattleEnd::Retreated(side) => format!("BROKEN  {}", role(side)),
        BattleEnd::Eliminated(side) => format!("ELIMINATED {}", role(side)),
        BattleEnd::Undecided => "UNDECIDED".into(),
    });
    lines.join("\n")
}

/// The fleets are called A and B there.
fn letter(side: BattleSide) -> char {
    if side == BattleSide::Attacker { 'A' } else { 'B' }
}

fn ships(ships: &Ships) -> String {
    let parts: Vec<String> = ships.iter().map(|(ship, count)| format!("{}: {count}", ship.key())).collect();
    format!("{{{}}}", parts.join(", "))
}

fn act(act: &NavalAct) -> String {
    match act {
        NavalAct::ReserveForward { side, to } => {
            format!("{} reserve forward to {:?}", letter(*side), to.iter().map(|it| it.code()).collect::<Vec<_>>())
        }
        NavalAct::Kill { side, weapon, from, to, count, raw, factor, killed, fighters } => {
            let weapon = match weapon {
                NavalWeapon::Falconets => "falc",
                NavalWeapon::Archers => "AR",
                NavalWeapon::Arquebusiers => "AQ",
                NavalWeapon::Melee => "melee",
            };
            let (own, enemy, raw) = (letter(*side), letter(side.enemy()), decimal(*raw, 3));
            let (from, to) = (from.code(), to.code());
            format!(
                "{own} {from} -> {enemy} {to} {weapon} n {count} raw {raw} x{factor} killed {killed} fighters {fighters}"
            )
        }
        NavalAct::FalconetsBurst { side, fired, burst } => {
            format!("{} falconets fired {fired} self-destruct {burst}", letter(*side))
        }
        NavalAct::Ram { side, from, to, galleys, raw, sunk, drowned, ships_left, men_left, .. } => format!(
            "{} {} galleys {galleys} raw {} -> {} {} sunk {} fighters drowned {drowned} left {} {}",
            letter(*side),
            from.code(),
            decimal(*raw, 3),
            letter(side.enemy()),
            to.code(),
            ships(sunk),
            ships(ships_left),
            traces::men(men_left)
        ),
        NavalAct::Captured { side, division, ships: taken } => {
            format!("{} {} captured {}", letter(*side), division.code(), ships(taken))
        }
        NavalAct::OwnerFalls { side } => format!("owner of {} dies", letter(*side)),
        NavalAct::LoneVictim { side } => format!("{} loses 1, as nobody else was lost", letter(*side)),
    }
}

fn end_of(stage: &NavalStage) -> String {
    let side = |side: BattleSide| {
        let (lost, morale, score) = (stage.lost[side], stage.morale[side], tenths(stage.score_in_tenths[side]));
        let (fleet, men) = (ships(&stage.ships[side]), traces::men(&stage.men[side]));
        format!("{} lost {lost} morale {morale} ({score}) {fleet} {men}", letter(side))
    };
    format!("end {} | {}", side(BattleSide::Attacker), side(BattleSide::Defender))
}
