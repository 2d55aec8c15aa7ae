//! Upkeep: who is paid and fed in which month, and what is lost without (RN-50, RN-R85).

use super::deed::{Cause, Deed, Things};
use super::month::Month;
use super::{death, force};
use crate::model::asset::Asset;
use crate::model::calendar::Month as Name;
use crate::model::goods::Good;
use crate::model::ids::PersonaId;
use crate::model::money::Money;
use crate::model::persona::{Assets, Place};
use crate::model::rulings::Upkeep;
use crate::model::scenario::Scenario;
use crate::model::ships::Ship;
use crate::model::state::State;
use crate::model::troops::Troop;

const HORSES: Asset = Asset::Good(Good::Horses);
const CATTLE: Asset = Asset::Good(Good::Cattle);
const SHEEP: Asset = Asset::Good(Good::Sheep);
const SLAVES: Asset = Asset::Good(Good::Slaves);
const CAVALRY: Asset = Asset::Men(Troop::HeavyCavalry);
const ARCHERS: Asset = Asset::Men(Troop::Archers);
const PIKEMEN: Asset = Asset::Men(Troop::Pikemen);
const ARQUEBUSIERS: Asset = Asset::Men(Troop::Arquebusiers);
const CREW: Asset = Asset::Men(Troop::Crew);
const AUXILIARIES: Asset = Asset::Men(Troop::Auxiliaries);

/// The order in which ships are maintained (RN-50.3).
const SHIPS: [Ship; 5] = [Ship::Roundship, Ship::Caravel, Ship::Galley, Ship::Galliot, Ship::Barque];

/// The order in which food is eaten (RN-50.4).
const FOODS: [Good; 14] = [
    Good::Butter,
    Good::Fish,
    Good::Fruit,
    Good::Oil,
    Good::Cheese,
    Good::Honey,
    Good::Candy,
    Good::Nuts,
    Good::SaltFish,
    Good::Sheep,
    Good::Cattle,
    Good::Grain,
    Good::Sugar,
    Good::Horses,
];

/// What a month asks for (RN-50.6). The lists are in the order of RN-50.3.
enum Needs {
    Food(&'static [Asset]),
    Pay(&'static [Asset]),
    Ships,
}

fn needs(month: Name) -> Needs {
    match month {
        Name::January => Needs::Food(&[HORSES, CAVALRY, ARCHERS, PIKEMEN, SLAVES, CATTLE, SHEEP]),
        Name::February => Needs::Food(&[HORSES, CAVALRY, ARCHERS, PIKEMEN, ARQUEBUSIERS, CREW, CATTLE, SHEEP]),
        Name::March => Needs::Food(&[HORSES, CAVALRY, ARCHERS, PIKEMEN, ARQUEBUSIERS, AUXILIARIES, CATTLE, SHEEP]),
        Name::April => Needs::Ships,
        Name::May => Needs::Pay(&[CAVALRY, ARCHERS, PIKEMEN, ARQUEBUSIERS, CREW]),
        Name::June => Needs::Pay(&[CAVALRY, ARCHERS, PIKEMEN]),
        Name::July => Needs::Pay(&[CAVALRY, CREW, AUXILIARIES]),
        Name::August => Needs::Pay(&[CAVALRY, ARCHERS]),
        Name::September => Needs::Pay(&[CAVALRY, ARCHERS, PIKEMEN, ARQUEBUSIERS, CREW]),
        Name::October => Needs::Food(&[HORSES, CATTLE, SHEEP]),
        Name::November => Needs::Food(&[HORSES, CAVALRY, CREW, CATTLE, SHEEP]),
        Name::December => Needs::Food(&[HORSES, CAVALRY, ARCHERS, SLAVES, CATTLE, SHEEP]),
    }
}

/// Pitch, timber, sails and cordage for a ship in April (RN-50.10).
pub fn materials(ship: Ship) -> [(Good, u32); 4] {
    let [pitch, timber, sails, cordage] = match ship {
        Ship::Galley => [100, 100, 0, 0],
        Ship::Galliot => [10, 10, 0, 0],
        Ship::Roundship => [20, 20, 1, 10],
        Ship::Caravel => [5, 5, 1, 5],
        Ship::Barque => [2, 2, 1, 2],
    };
    [(Good::Pitch, pitch), (Good::Timber, timber), (Good::Sails, sails), (Good::Cordage, cordage)]
}

/// What upkeep took.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// Pay.
    pub paid: Money,
    /// What was eaten or used up.
    pub used: Things,
    /// What was lost for want of it.
    pub lost: Things,
}

/// Step 4: everybody's assets are maintained (RN-50.1).
pub fn maintain_all(sc: &Scenario, st: &mut State, month: &mut Month) {
    let name = sc.month(st.turn);
    for id in (0..st.personae.len()).map(PersonaId::at) {
        let persona = st.persona_mut(id);
        if !persona.alive {
            continue;
        }
        let kept = maintain(&sc.rulings.upkeep, name, &mut persona.assets);
        force::settle(persona);
        let drowned = matches!(persona.place, Place::Water(_)) && !persona.assets.has_ships();
        let Kept { paid, used, lost } = kept;
        if paid > Money::NONE || !used.is_empty() || !lost.is_empty() {
            month.deeds.push(Deed::Maintained { persona: id, paid, used, lost });
        }
        if drowned {
            death::die(sc, st, month, id, Cause::Drowning);
        }
    }
}

/// The upkeep of one persona's assets in a month.
pub fn maintain(figures: &Upkeep, month: Name, assets: &mut Assets) -> Kept {
    match needs(month) {
        Needs::Pay(groups) => pay(figures, groups, assets),
        Needs::Food(groups) => feed(figures, month, groups, assets),
        Needs::Ships => refit(figures, assets),
    }
}

/// A share of who is not maintained is lost, rounded up (RN-50.5).
fn lose(figures: &Upkeep, assets: &mut Assets, group: Asset, without: u32, kept: &mut Kept) {
    let share = (u64::from(without) * u64::from(figures.loss_per_cent)).div_ceil(100) as u32;
    if share > 0 {
        kept.lost.push((group, assets.take(group, share)));
    }
}

fn pay(figures: &Upkeep, groups: &[Asset], assets: &mut Assets) -> Kept {
    let mut kept = Kept::default();
    let wage = Money::ducats(figures.pay);
    for &group in groups {
        let men = assets.of(group);
        let paid = u64::from(men).min(assets.money.whole() / figures.pay.max(1));
        kept.paid += wage.times(paid);
        assets.money = assets.money.less(wage.times(paid)).unwrap_or_default();
        lose(figures, assets, group, men - paid as u32, &mut kept);
    }
    kept
}

fn refit(figures: &Upkeep, assets: &mut Assets) -> Kept {
    let mut kept = Kept::default();
    for ship in SHIPS {
        let ships = assets.goods.ships(ship);
        let enough = |(good, each): (Good, u32)| assets.goods.of(good).checked_div(each).unwrap_or(u32::MAX);
        let kept_up = materials(ship).into_iter().map(enough).fold(ships, u32::min);
        for (good, each) in materials(ship) {
            use_up(&mut kept.used, good, assets.goods.take(good, each * kept_up));
        }
        lose(figures, assets, Asset::Good(ship.good()), ships - kept_up, &mut kept);
    }
    kept
}

fn use_up(used: &mut Things, good: Good, count: u32) {
    match used.iter_mut().find(|(asset, _)| *asset == Asset::Good(good)) {
        _ if count == 0 => {}
        Some((_, sum)) => *sum += count,
        None => used.push((Asset::Good(good), count)),
    }
}

/// Half units of each food that have been eaten; they leave the stock in whole units when all have eaten (RN-R85).
struct Table {
    eaten: [u32; FOODS.len()],
}

impl Table {
    /// Whole units of a good that are eaten or begun.
    fn begun(&self, good: Good) -> u32 {
        let eaten = FOODS.iter().position(|food| *food == good).map_or(0, |at| self.eaten[at]);
        eaten.div_ceil(2)
    }

    /// So many heads eat what they may; how many go without.
    fn eat(&mut self, assets: &Assets, heads: u32, may: impl Fn(Good) -> bool) -> u32 {
        let mut hungry = heads;
        for (food, eaten) in FOODS.iter().zip(&mut self.eaten).filter(|(food, _)| may(**food)) {
            let left = assets.goods.of(*food).saturating_mul(2).saturating_sub(*eaten);
            let portion = hungry.min(left);
            *eaten += portion;
            hungry -= portion;
        }
        hungry
    }
}

fn feed(figures: &Upkeep, month: Name, groups: &[Asset], assets: &mut Assets) -> Kept {
    let (mut kept, mut table) = (Kept::default(), Table { eaten: [0; FOODS.len()] });
    let pasture = matches!(month, Name::October | Name::November | Name::December | Name::March);
    for &group in groups {
        let hungry = match group {
            Asset::Good(animal) if animal != Good::Slaves => {
                let present = assets.of(group).saturating_sub(table.begun(animal));
                let free = if pasture { figures.animals_free } else { 0 };
                table.eat(assets, present.saturating_sub(free), |food| food == Good::Grain)
            }
            _ => table.eat(assets, assets.of(group), |_| true),
        };
        lose(figures, assets, group, hungry, &mut kept);
    }
    for good in FOODS {
        use_up(&mut kept.used, good, assets.goods.take(good, table.begun(good)));
    }
    kept
}
