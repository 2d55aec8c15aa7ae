//! What places supply and demand at the start, made of the tables of goods and regions (RN-40.8/a, RN-40.1/a).

use std::collections::BTreeMap;

use kernel::exact::round_half_up;
use kernel::scenario::{Checked, Lookup, wrong};
use serde::Deserialize;

use super::{GOODS, MARKETS, TOWNS, notation};
use crate::model::board::{DemandRecord, SupplyRecord, Ware};
use crate::model::goods::{Good, GoodClass};
use crate::model::location::Quota;
use crate::model::measures::BaseQuantity;
use crate::model::troops::Troop;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoodsFile {
    small_below: u32,
    kind: Vec<KindFile>,
    class: Vec<ClassFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindFile {
    name: String,
    main: String,
    other: String,
    price: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    name: GoodClass,
    base: String,
    price: u32,
    cloth: Option<String>,
    #[serde(default)]
    ports: bool,
    #[serde(default)]
    small: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarketsFile {
    usual: u32,
    region: Vec<RegionFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionFile {
    name: String,
    #[serde(default)]
    per_cent: BTreeMap<GoodClass, u32>,
}

/// How much of a ware a place supplies, and its price before the region's per cent.
struct WareFigures {
    main: BaseQuantity,
    other: BaseQuantity,
    price: u32,
}

/// How much of a class a place demands, and its price before the region's per cent.
struct ClassFigures {
    class: GoodClass,
    base: BaseQuantity,
    cloth: Option<BaseQuantity>,
    price: u32,
    ports: bool,
    small: bool,
}

/// The tables of goods, classes and regions.
pub(super) struct Tables {
    small_below: u32,
    wares: BTreeMap<Ware, WareFigures>,
    classes: Vec<ClassFigures>,
    usual: u32,
    regions: Lookup,
    per_cent: Vec<BTreeMap<GoodClass, u32>>,
}

/// A market at the start: what never changes, and how it stands.
#[derive(Default)]
pub(super) struct Market {
    pub supply: Vec<(SupplyRecord, Quota)>,
    pub demand: Vec<(DemandRecord, Quota)>,
}

/// A place as its market depends on it.
pub(super) struct MarketTown<'a> {
    pub name: &'a str,
    pub population: u32,
    pub region: &'a str,
    pub is_port: bool,
    pub supply: &'a [String],
}

/// Dearest price of a unit in ducats.
const PRICE_MOST: u32 = 1_000_000;

impl Tables {
    pub fn new(goods: GoodsFile, markets: MarketsFile) -> Checked<Self> {
        let mut wares = BTreeMap::new();
        for kind in &goods.kind {
            let quantity = |text| notation::base(text).map_err(|reason| wrong(GOODS, kind.name.as_str(), reason));
            let (main, other) = (quantity(&kind.main)?, quantity(&kind.other)?);
            for (key, price) in &kind.price {
                let ware = ware_of(key).ok_or_else(|| wrong(GOODS, key, "there is no such good nor type of men"))?;
                check_price(GOODS, key, *price)?;
                if wares.insert(ware, WareFigures { main, other, price: *price }).is_some() {
                    return Err(wrong(GOODS, key, "is of two kinds"));
                }
            }
        }
        let mut classes: Vec<ClassFigures> = Vec::new();
        for class in &goods.class {
            let place = class.name.key();
            let quantity = |text: &String| notation::base(text).map_err(|reason| wrong(GOODS, place, reason));
            check_price(GOODS, place, class.price)?;
            if classes.iter().any(|other| other.class == class.name) {
                return Err(wrong(GOODS, place, "this class is listed twice"));
            }
            let (base, cloth) = (quantity(&class.base)?, class.cloth.as_ref().map(quantity).transpose()?);
            let (price, ports, small) = (class.price, class.ports, class.small);
            classes.push(ClassFigures { class: class.name, base, cloth, price, ports, small });
        }
        let regions = Lookup::new(MARKETS, "region", markets.region.iter().map(|region| region.name.as_str()))?;
        for region in &markets.region {
            if region.per_cent.values().chain([&markets.usual]).any(|per_cent| !(10..=1_000).contains(per_cent)) {
                return Err(wrong(MARKETS, region.name.as_str(), "prices of a region are 10 to 1000 per cent"));
            }
        }
        let per_cent = markets.region.into_iter().map(|region| region.per_cent).collect();
        Ok(Self { small_below: goods.small_below, wares, classes, usual: markets.usual, regions, per_cent })
    }

    /// The market of a place, full on both sides (RN-15.1/a).
    pub fn market(&self, place: &MarketTown) -> Checked<Market> {
        let region = self.regions.find(TOWNS, place.name, place.region)?;
        let mut market = Market::default();
        for (at, entry) in place.supply.iter().enumerate() {
            let fault = |reason: String| wrong(TOWNS, place.name, format!("supply: {reason}"));
            let (key, figure) =
                entry.trim().split_once(' ').map_or((entry.trim(), None), |(key, rest)| (key, Some(rest)));
            let ware = ware_of(key).ok_or_else(|| fault(format!("there is no good nor type of men “{key}”")))?;
            let figures = self.wares.get(&ware);
            let figures = figures.ok_or_else(|| fault(format!("{key} has no price in {GOODS}")))?;
            if market.supply.iter().any(|(record, _)| record.ware == ware) {
                return Err(fault(format!("{key} is listed twice")));
            }
            let base = match figure {
                Some(text) => notation::base(text).map_err(fault)?,
                None if at == 0 => figures.main,
                None => figures.other,
            };
            let price = match ware {
                Ware::Good(good) => self.price(region, good.classes()[0], figures.price),
                Ware::Mercenaries(_) => figures.price,
            };
            let quantity = base.full(place.population);
            market.supply.push((SupplyRecord { ware, base }, Quota { quantity, price }));
        }
        market.demand = self.demand(place, region, &market.supply);
        Ok(market)
    }

    fn demand(
        &self, place: &MarketTown, region: usize, supply: &[(SupplyRecord, Quota)],
    ) -> Vec<(DemandRecord, Quota)> {
        let goods = || supply.iter().filter_map(|(record, _)| good_of(record.ware));
        let own = supply.first().and_then(|(record, _)| good_of(record.ware)).map_or(&[][..], Good::classes);
        let makes_cloth = goods().any(|good| good.classes().contains(&GoodClass::Clothing));
        let small = place.population < self.small_below;
        let wanted =
            |it: &&ClassFigures| !own.contains(&it.class) && (place.is_port || !it.ports) && (it.small || !small);
        let entry = |it: &ClassFigures| {
            let base = it.cloth.filter(|_| makes_cloth).unwrap_or(it.base);
            let price = self.price(region, it.class, it.price);
            (DemandRecord { class: it.class, base }, Quota { quantity: base.full(place.population), price })
        };
        self.classes.iter().filter(wanted).map(entry).collect()
    }

    fn price(&self, region: usize, class: GoodClass, base: u32) -> u32 {
        let per_cent = self.per_cent[region].get(&class).copied().unwrap_or(self.usual);
        round_half_up(i64::from(base) * i64::from(per_cent), 100).max(1) as u32
    }
}

fn check_price(file: &str, place: &str, price: u32) -> Checked<()> {
    if (1..=PRICE_MOST).contains(&price) {
        return Ok(());
    }
    Err(wrong(file, place, format!("prices are 1 to {PRICE_MOST} ducats (RN-R74)")))
}

fn ware_of(key: &str) -> Option<Ware> {
    let men = Troop::of_key(key).filter(|troop| *troop != Troop::Crew);
    Good::of_key(key).map(Ware::Good).or_else(|| men.map(Ware::Mercenaries))
}

fn good_of(ware: Ware) -> Option<Good> {
    match ware {
        Ware::Good(good) => Some(good),
        Ware::Mercenaries(_) => None,
    }
}
