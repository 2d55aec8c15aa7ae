//! What personae make and build, from `data/manufacture.toml` (RN-52, RN-53).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::goods::Good;
use super::measures::Rating;
use super::ships::Ship;
use super::skills::Skill;

/// How something is made.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// What.
    pub product: Good,
    /// The skill that it needs. One order in a turn makes what one skill makes.
    pub skill: Skill,
    /// Ducats for each.
    pub ducats: u64,
    /// Of what it is made, each good used up before the next.
    #[serde(default)]
    pub material: Vec<Good>,
    #[serde(default)]
    steps: Vec<u16>,
    rate: Option<[u32; 2]>,
    #[serde(default = "one_each")]
    units: [u32; 2],
}

const fn one_each() -> [u32; 2] {
    [1, 1]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CraftsFile {
    recipe: Vec<Recipe>,
    ships: BTreeMap<Ship, Vec<u16>>,
}

fn crafts() -> &'static CraftsFile {
    static CRAFTS: OnceLock<CraftsFile> = OnceLock::new();
    let text = include_str!("../../data/manufacture.toml");
    CRAFTS.get_or_init(|| toml::from_str(text).expect("the recipes ship readable"))
}

fn steps_up_to(steps: &[u16], rating: Rating) -> u32 {
    steps.iter().filter(|step| rating.get() >= **step).count() as u32
}

impl Recipe {
    /// All of them.
    pub fn all() -> &'static [Self] {
        &crafts().recipe
    }
    /// How a good is made, if personae make it.
    pub fn of(product: Good) -> Option<&'static Self> {
        Self::all().iter().find(|recipe| recipe.product == product)
    }
    /// How many are made in a turn with a rating.
    pub fn most(&self, rating: Rating) -> u32 {
        let by_rate = self.rate.map_or(0, |[units, points]| u32::from(rating.get()) * units / points);
        by_rate + steps_up_to(&self.steps, rating)
    }
    /// Units of material for so many products; a fraction that is left over is lost (RN-52.10).
    pub fn material_for(&self, products: u32) -> u32 {
        let [units, of] = self.units;
        if self.material.is_empty() {
            0
        } else {
            (u64::from(products) * u64::from(units)).div_ceil(u64::from(of)) as u32
        }
    }
    /// How many products so much material is enough for.
    pub fn products_of(&self, material: u32) -> u32 {
        let [units, of] = self.units;
        if self.material.is_empty() {
            u32::MAX
        } else {
            (u64::from(material) * u64::from(of) / u64::from(units)) as u32
        }
    }
}

/// How many ships of a type are built in a turn with a rating in their skill (RN-53.1 to RN-53.5).
pub fn ships_built(ship: Ship, rating: Rating) -> u32 {
    crafts().ships.get(&ship).map_or(0, |steps| steps_up_to(steps, rating))
}
