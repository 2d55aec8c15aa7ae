//! Movement (RN-30 to RN-32) as rows of data: `tests/cases/README-movement.md` tells what a row may say.

use kernel::{Dice, GameSeed};
use renaissance::model::goods::Good;
use renaissance::model::measures::Rating;
use renaissance::model::persona::{Assets, Persona};
use renaissance::model::rulings::{Movement, Rulings};
use renaissance::model::troops::Troop;
use renaissance::rules::movement::attrition::{free_by_land, is_deadly, rate_by_land, wear};
use renaissance::rules::movement::load::{Load, abandon};
use testkit::casebook::{Casebook, Given, Nothing, Wrong, shows, whole};
use toml::{Table, Value};

/// One row.
pub type Case = testkit::casebook::Case<Nothing>;

/// All rows.
const BOOK: Casebook<Nothing> = Casebook::new("renaissance", "Renaissance", env!("CARGO_MANIFEST_DIR"));

fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let figures = Rulings::standard().movement.clone();
    let mut persona = Persona { assets: assets(&mut given)?, morale: Rating::new(500), ..Persona::default() };
    let found = match case.check.as_str() {
        "load" => load(&figures, &persona.assets),
        "abandon" => abandoned(&figures, &mut persona.assets, faces(&mut given)?),
        "march" => march(&figures, &mut persona, &mut given)?,
        other => return Err(format!("there is no check {other}")),
    };
    given.finish()?;
    shows(found, &case.expect)
}

fn assets(given: &mut Given) -> Result<Assets, Wrong> {
    let mut assets = Assets::default();
    for (key, value) in given.table("men")? {
        assets.troops[Troop::of_key(&key).ok_or(format!("there are no {key}"))?] = whole(&value)?;
    }
    for (key, value) in given.table("goods")? {
        assets.goods.add(Good::of_key(&key).ok_or(format!("there is no {key}"))?, whole(&value)?);
    }
    Ok(assets)
}

/// The faces of the dice, if the row says so.
fn faces(given: &mut Given) -> Result<Option<Vec<i32>>, Wrong> {
    let Some(faces) = given.take("dice") else { return Ok(None) };
    let faces = faces.as_array().ok_or("dice are a list of faces")?;
    faces.iter().map(|face| whole(face).map(|face: u32| face as i32)).collect::<Result<_, _>>().map(Some)
}

fn load(figures: &Movement, assets: &Assets) -> Table {
    let load = Load::by_land(figures, assets);
    table([("quarters_too_much", number(load.excess())), ("moves", (load.excess() == 0).into())])
}

fn abandoned(figures: &Movement, assets: &mut Assets, dice: Option<Vec<i32>>) -> Table {
    let seed = GameSeed::from_number(3);
    let mut dice = dice.map_or_else(|| Dice::for_step(&seed, 1), Dice::scripted);
    let before = assets.clone();
    abandon(figures, assets, &mut dice.stream("abandonment", 0, 0));
    let lost = before.goods.iter().map(|(good, count)| (good, count - assets.goods.of(good))).filter(|it| it.1 > 0);
    let lost: Table = lost.map(|(good, count)| (good.key().to_owned(), i64::from(count).into())).collect();
    let left = Load::by_land(figures, assets).excess();
    table([("left_behind", lost.into()), ("quarters_too_much", number(left))])
}

fn march(figures: &Movement, persona: &mut Persona, given: &mut Given) -> Result<Table, Wrong> {
    let popularity = Rating::new(given.int_or("popularity", 500)?);
    let miles = given.int_or("miles", 0)? as u32;
    let free = free_by_land(figures, popularity, given.take("prescribed").is_some());
    let beyond = miles.saturating_sub(free);
    let rate = rate_by_land(figures, beyond);
    let toll = wear(persona, rate);
    let men = Troop::ALL.iter().filter(|troop| toll.men[**troop] > 0);
    let mut lost: Table = men.map(|troop| (troop.key().to_owned(), i64::from(toll.men[*troop]).into())).collect();
    lost.extend(toll.goods.iter().map(|(good, count)| (good.key().to_owned(), i64::from(*count).into())));
    Ok(table([
        ("free", i64::from(free).into()),
        ("rate", format!("{}/{}", rate.numerator(), rate.denominator()).into()),
        ("lost", lost.into()),
        ("dies", is_deadly(figures, beyond).into()),
        ("morale", i64::from(persona.morale.get()).into()),
    ]))
}

fn table<const N: usize>(found: [(&str, Value); N]) -> Table {
    found.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn number(number: u64) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

#[test]
fn movement() {
    BOOK.assert_rows_hold("movement", check);
}
