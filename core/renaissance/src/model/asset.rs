//! One kind of thing that a persona owns: money, men of a type, or a good.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::goods::Good;
use super::money::Money;
use super::persona::Assets;
use super::troops::Troop;

/// What an asset is (RN-30.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Asset {
    /// Whole ducats.
    Ducats,
    /// Men of a type.
    Men(Troop),
    /// A good, weapon, animal, gun or ship.
    Good(Good),
}

impl Asset {
    /// What has a key: `ducats`, that of a type of men, or that of a good.
    pub fn of_key(text: &str) -> Option<Self> {
        let money = text.trim().eq_ignore_ascii_case("ducats").then_some(Self::Ducats);
        money.or_else(|| Troop::of_key(text).map(Self::Men)).or_else(|| Good::of_key(text).map(Self::Good))
    }
    /// The key in data and orders.
    pub fn key(self) -> &'static str {
        match self {
            Self::Ducats => "ducats",
            Self::Men(troop) => troop.key(),
            Self::Good(good) => good.key(),
        }
    }
}

impl fmt::Display for Asset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.key().replace('_', " "))
    }
}

/// In orders: by its key.
impl Serialize for Asset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}
impl<'de> Deserialize<'de> for Asset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::of_key(&text).ok_or_else(|| de::Error::custom(format!("nothing is called “{text}”")))
    }
}

impl Assets {
    /// How much of something there is; of money, the whole ducats.
    pub fn of(&self, asset: Asset) -> u32 {
        match asset {
            Asset::Ducats => u32::try_from(self.money.whole()).unwrap_or(u32::MAX),
            Asset::Men(troop) => self.troops[troop],
            Asset::Good(good) => self.goods.of(good),
        }
    }
    /// Adds some. The morale of men is the caller's matter.
    pub fn add(&mut self, asset: Asset, count: u32) {
        match asset {
            Asset::Ducats => self.money += Money::ducats(u64::from(count)),
            Asset::Men(troop) => self.troops[troop] = self.troops[troop].saturating_add(count),
            Asset::Good(good) => self.goods.add(good, count),
        }
    }
    /// Takes as many as there are of so many; the number taken.
    pub fn take(&mut self, asset: Asset, count: u32) -> u32 {
        let taken = count.min(self.of(asset));
        match asset {
            Asset::Ducats => {
                self.money = self.money.less(Money::ducats(u64::from(taken))).unwrap_or_default();
            }
            Asset::Men(troop) => self.troops[troop] -= taken,
            Asset::Good(good) => {
                self.goods.take(good, taken);
            }
        }
        taken
    }
    /// All that is there, money first, then men, then goods.
    pub fn iter(&self) -> impl Iterator<Item = (Asset, u32)> + '_ {
        let money = std::iter::once((Asset::Ducats, self.of(Asset::Ducats)));
        let men = self.troops.iter().map(|(troop, count)| (Asset::Men(troop), count));
        let goods = self.goods.iter().map(|(good, count)| (Asset::Good(good), count));
        money.chain(men).chain(goods).filter(|(_, count)| *count > 0)
    }
}
/// Numbers of things.
pub type Things = Vec<(Asset, u32)>;
