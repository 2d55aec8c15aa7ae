//! The chance of a battle with dice, counted over all throws.

use hotw::model::state::State;
use kernel::Dice;
use testkit::casebook::{Wrong, whole};

use crate::rules::cases::Case;
use crate::rules::situation::attempt;
use crate::rules::world::World;

/// `expect = { attack = 2, defence = 1, chance = "25/36" }`: plays the row with every throw of so many dice. Ties are
/// rolled again, so they count for nothing.
pub fn check(case: &Case) -> Result<(), Wrong> {
    let expect = case.expect.as_table().ok_or("`expect` should be a table")?;
    let number = |key: &str| expect.get(key).ok_or(format!("`expect` lacks {key}")).and_then(whole::<u32>);
    let (attack, defence) = (number("attack")?, number("defence")?);
    let world = World::new(&case.given)?;
    let (mut won, mut lost) = (0_u32, 0_u32);
    for throw in 0..6_u32.pow(attack + defence) {
        let faces = (0..attack + defence).map(|die| (throw / 6_u32.pow(die) % 6 + 1) as i32);
        // After a tie the second throw decides, so that the dice do not run out.
        let second = (0..attack).map(|_| 6).chain((0..defence).map(|_| 1));
        let (after, dice) = attempt(case, &world, Dice::scripted(faces.chain(second)))?;
        match dice.rolls().len() as u32 {
            rolled if rolled == attack + defence => {
                let taken = lands(&after) > lands(&world.st);
                won += u32::from(taken);
                lost += u32::from(!taken);
            }
            rolled if rolled == 2 * (attack + defence) => {}
            rolled => return Err(format!("{rolled} dice were rolled")),
        }
    }
    let common = divisor(won, won + lost);
    let chance = format!("{}/{}", won / common, (won + lost) / common);
    let wanted = expect.get("chance").and_then(toml::Value::as_str).ok_or("`expect` lacks chance")?;
    if chance == wanted { Ok(()) } else { Err(format!("the chance is {chance}, not {wanted}")) }
}

fn lands(st: &State) -> u32 {
    st.active().map_or(0, |player| st.lands_of(player).len())
}

fn divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { divisor(other, one % other) }
}
