//! Making goods and building ships (RN-52, RN-53). Whether it is the month and the place for it is asked before.

use crate::model::crafts::{Recipe, ships_built};
use crate::model::goods::Good;
use crate::model::money::Money;
use crate::model::persona::Persona;
use crate::model::ships::Ship;
use crate::model::skills::Skill;

/// Why nothing is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotMade {
    /// Personae do not make this.
    NoCraft,
    /// He has made something with this skill this turn (RN-52.1, RN-52.4, RN-52.7, RN-52.8, RN-R86).
    MadeAlready,
    /// He is not good enough for a single one.
    Unskilled,
    /// Ducats or material are not enough for a single one.
    NoMaterial,
    /// The port is too shallow for such ships even when they are empty (RN-R89).
    TooShallow,
}

/// The skills with which a persona has made something this turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Workshop(Vec<Skill>);

impl Workshop {
    fn is_free(&self, skill: Skill) -> Result<(), NotMade> {
        if self.0.contains(&skill) { Err(NotMade::MadeAlready) } else { Ok(()) }
    }
}

/// Makes as many of a product as are wished, as the skill and what he has allow (RN-R86); how many.
pub fn make(maker: &mut Persona, product: Good, wish: u32, workshop: &mut Workshop) -> Result<u32, NotMade> {
    let recipe = Recipe::of(product).ok_or(NotMade::NoCraft)?;
    workshop.is_free(recipe.skill)?;
    let most = recipe.most(maker.skills.of(recipe.skill));
    if most == 0 {
        return Err(NotMade::Unskilled);
    }
    let stock: u32 = recipe.material.iter().map(|good| maker.assets.goods.of(*good)).sum();
    let paid = maker.assets.money.whole().checked_div(recipe.ducats).unwrap_or(u64::MAX);
    let count = wish.min(most).min(recipe.products_of(stock)).min(u32::try_from(paid).unwrap_or(u32::MAX));
    let price = Money::ducats(recipe.ducats).times(u64::from(count));
    let left = maker.assets.money.less(price).filter(|_| count > 0).ok_or(NotMade::NoMaterial)?;
    maker.assets.money = left;
    let mut needed = recipe.material_for(count);
    for good in &recipe.material {
        needed -= maker.assets.goods.take(*good, needed);
    }
    maker.assets.goods.add(product, count);
    workshop.0.push(recipe.skill);
    Ok(count)
}

/// Builds as many ships of a type as are wished, as the skill and what he has allow; they are his at once (RN-53, RN-R89).
pub fn build_ships(
    builder: &mut Persona, ship: Ship, wish: u32, port_depth: u8, workshop: &mut Workshop,
) -> Result<u32, NotMade> {
    let figures = ship.figures();
    workshop.is_free(figures.skill)?;
    if u32::from(port_depth) < figures.draft {
        return Err(NotMade::TooShallow);
    }
    let most = ships_built(ship, builder.skills.of(figures.skill));
    if most == 0 {
        return Err(NotMade::Unskilled);
    }
    let enough = |count: u32, each: u32| count.checked_div(each).unwrap_or(u32::MAX);
    let goods = &builder.assets.goods;
    let of_goods = enough(goods.of(Good::Timber), figures.timber).min(enough(goods.of(Good::Sails), figures.sails));
    let of_money = u32::try_from(builder.assets.money.whole() / figures.price.whole().max(1)).unwrap_or(u32::MAX);
    let count = wish.min(most).min(of_goods).min(of_money);
    let price = figures.price.times(u64::from(count));
    let left = builder.assets.money.less(price).filter(|_| count > 0).ok_or(NotMade::NoMaterial)?;
    builder.assets.money = left;
    builder.assets.goods.take(Good::Timber, figures.timber * count);
    builder.assets.goods.take(Good::Sails, figures.sails * count);
    builder.assets.goods.add(ship.good(), count);
    workshop.0.push(figures.skill);
    Ok(count)
}
