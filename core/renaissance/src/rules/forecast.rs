//! What upkeep will ask for in the months ahead, if nobody goes and nobody comes (RN-50).

use super::upkeep::{Kept, maintain};
use crate::model::asset::Asset;
use crate::model::calendar::Month;
use crate::model::goods::Good;
use crate::model::persona::Assets;
use crate::model::rulings::Upkeep;
use crate::model::ships::Ship;

/// Ducats that are more than any pay.
const RICH: u32 = 50_000_000;

/// What a month asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Pay in whole ducats.
    pub pay: u64,
    /// Units of food beyond the stores; horses that men would eat count as missing food (RN-50.9).
    pub food: u32,
    /// Of these, units that have to be grain: animals eat nothing else (RN-50.7).
    pub grain: u32,
}

/// What each of some months in sequence asks of somebody who has these assets. Stores are used up on the way; who would be lost
/// stays, and is wanted for again.
pub fn forecast(figures: &Upkeep, assets: &Assets, months: impl IntoIterator<Item = Month>) -> Vec<Wanted> {
    let mut assets = assets.clone();
    assets.add(Asset::Ducats, RICH);
    let month = |month: Month| {
        let kept = maintain(figures, month, &mut assets);
        let wanted = wanted(figures, &kept);
        for (asset, count) in kept.lost.iter().chain(kept.used.iter().filter(|(asset, _)| is_horses(*asset))) {
            assets.add(*asset, *count);
        }
        wanted
    };
    months.into_iter().map(month).collect()
}

fn wanted(figures: &Upkeep, kept: &Kept) -> Wanted {
    let mut wanted = Wanted { pay: kept.paid.whole(), ..Wanted::default() };
    for (asset, count) in &kept.lost {
        if matches!(asset, Asset::Good(good) if Ship::of_good(*good).is_some()) {
            continue;
        }
        // A share of who is not fed is lost; each eats half a unit (RN-50.5, RN-50.6).
        let unfed = u64::from(*count) * 100 / u64::from(figures.loss_per_cent.max(1));
        let units = u32::try_from(unfed.div_ceil(2)).unwrap_or(u32::MAX);
        wanted.food = wanted.food.saturating_add(units);
        if matches!(asset, Asset::Good(Good::Horses | Good::Sheep | Good::Cattle)) {
            wanted.grain = wanted.grain.saturating_add(units);
        }
    }
    let eaten: u32 = kept.used.iter().filter(|(asset, _)| is_horses(*asset)).map(|(_, count)| *count).sum();
    wanted.food = wanted.food.saturating_add(eaten);
    wanted
}

fn is_horses(asset: Asset) -> bool {
    asset == Asset::Good(Good::Horses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rulings::Rulings;
    use crate::model::troops::Troop;

    fn of(goods: &[(Good, u32)], pikemen: u32, months: &[Month]) -> Vec<Wanted> {
        let mut assets = Assets::default();
        assets.troops[Troop::Pikemen] = pikemen;
        for (good, count) in goods {
            assets.goods.set(*good, *count);
        }
        forecast(&Rulings::standard().upkeep, &assets, months.iter().copied())
    }

    /// RN-50.4, RN-50.6, RN-50.9
    #[test]
    fn stores_are_used_up_and_horses_are_no_stores() {
        let winter = [Month::January, Month::February, Month::May];
        let fed = of(&[(Good::Grain, 80)], 100, &winter);
        assert_eq!(fed.iter().map(|it| it.food).collect::<Vec<_>>(), [0, 20, 0]);
        assert_eq!(fed.iter().map(|it| it.pay).collect::<Vec<_>>(), [0, 0, 1_000]);
        // Horses that they would eat are wanted as food, and are there again next month.
        let hungry = of(&[(Good::Horses, 1_000)], 100, &[Month::March, Month::March]);
        assert_eq!(hungry.iter().map(|it| (it.food, it.grain)).collect::<Vec<_>>(), [(50, 0), (50, 0)]);
    }
}
