//! Forces as rows write them.

use renaissance::model::ships::Ship;
use renaissance::rules::battle::field::{Arrangement, Division, FieldSide, Guns};
use renaissance::rules::battle::men::{Arm, Men};
use renaissance::rules::battle::morale::{Leader, MoraleFactors};
use renaissance::rules::battle::ships::Ships;
use testkit::casebook::{Given, Wrong, whole};
use toml::{Table, Value};

/// A whole number of any type.
pub fn number<T: TryFrom<i64>>(given: &mut Given, key: &str) -> Result<T, Wrong> {
    let value = given.int(key)?;
    T::try_from(value).map_err(|_| format!("{key} cannot be {value}"))
}

/// A whole number of any type, 0 when the key is absent.
pub fn number_or_none<T: TryFrom<i64>>(given: &mut Given, key: &str) -> Result<T, Wrong> {
    let value = given.int_or(key, 0)?;
    T::try_from(value).map_err(|_| format!("{key} cannot be {value}"))
}

/// `{ HC = 120, PK = 240 }`.
pub fn men(table: &Table) -> Result<Men, Wrong> {
    let arm = |code: &str| Arm::ALL.into_iter().find(|arm| arm.code() == code).ok_or(format!("there is no arm {code}"));
    table.iter().map(|(code, count)| Ok((arm(code)?, whole(count)?))).collect::<Result<Vec<_>, Wrong>>().map(Men::of)
}

/// The men of a key, none when it is absent.
pub fn men_of(given: &mut Given, key: &str) -> Result<Men, Wrong> {
    men(&given.table(key)?)
}

/// Men as rows write them.
pub fn written(men: &Men) -> Value {
    Value::Table(men.iter().map(|(arm, count)| (arm.code().to_owned(), Value::from(i64::from(count)))).collect())
}

/// A division by its code.
pub fn division(code: &str) -> Result<Division, Wrong> {
    Division::ALL.into_iter().find(|it| it.code() == code).ok_or_else(|| format!("there is no division {code}"))
}

/// `{ L = { PK = 60 } }`; the persona stands in the Reserves unless `persona` names another division.
pub fn arrangement(given: &mut Given) -> Result<Arrangement, Wrong> {
    let mut divisions = [Men::NONE; 6];
    for (code, table) in given.table("divisions")? {
        divisions[division(&code)? as usize] = men(table.as_table().ok_or("a division is a table")?)?;
    }
    Ok(Arrangement { divisions, persona: persona(given)? })
}

fn persona(given: &mut Given) -> Result<Division, Wrong> {
    given.maybe_text("persona")?.map_or(Ok(Division::Reserves), |code| division(&code))
}

/// `{ morale = 600, rank = 100, popularity = 400, gunnery = 0 }`.
pub fn leader(given: &mut Given) -> Result<Leader, Wrong> {
    let factors = match given.maybe_text("factors")?.as_deref() {
        None => MoraleFactors::default(),
        Some("moslem sovereign") => MoraleFactors::MOSLEM_SOVEREIGN,
        Some("grandmaster") => MoraleFactors::GRANDMASTER,
        Some(other) => return Err(format!("there are no factors of a {other}")),
    };
    Ok(Leader {
        morale: number(given, "morale")?,
        rank: number_or_none(given, "rank")?,
        popularity: number_or_none(given, "popularity")?,
        gunnery: number_or_none(given, "gunnery")?,
        factors,
    })
}

/// Guns of a side.
pub fn guns(given: &mut Given) -> Result<Guns, Wrong> {
    Ok(Guns { cannons: number_or_none(given, "cannons")?, falconets: number_or_none(given, "falconets")? })
}

/// A side of a field battle: `men` in the default arrangement, or `divisions`.
pub fn field_side(given: &mut Given, key: &str) -> Result<FieldSide, Wrong> {
    let mut side = Given::new(&given.table(key)?);
    let own = side.take("men");
    let arrangement = match own {
        Some(Value::Table(table)) => {
            let persona = persona(&mut side)?;
            Arrangement::by_default(men(&table)?, persona)
        }
        _ => arrangement(&mut side)?,
    };
    let arrangement = Arrangement::of(arrangement.men(), Some(&arrangement));
    let found = FieldSide { leader: leader(&mut side)?, arrangement, guns: guns(&mut side)? };
    side.finish().map_err(|wrong| format!("{key}: {wrong}"))?;
    Ok(found)
}

/// `{ galley = 8, galliot = 4 }`.
pub fn ships(table: &Table) -> Result<Ships, Wrong> {
    let ship = |key: &str| Ship::of_key(key).ok_or_else(|| format!("there is no ship {key}"));
    table.iter().map(|(key, count)| Ok((ship(key)?, whole(count)?))).collect::<Result<Vec<_>, Wrong>>().map(Ships::of)
}

/// The ships of a key, none when it is absent.
pub fn ships_of(given: &mut Given, key: &str) -> Result<Ships, Wrong> {
    ships(&given.table(key)?)
}

/// Ships as rows write them.
pub fn written_ships(ships: &Ships) -> Value {
    Value::Table(ships.iter().map(|(ship, count)| (ship.key().to_owned(), Value::from(i64::from(count)))).collect())
}
