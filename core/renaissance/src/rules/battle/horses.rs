//! What horses are allotted to, before a field battle (RN-64.5) and when a side leaves a town (RN-65.11).

use kernel::exact::apportion;
use serde::{Deserialize, Serialize};

use super::field::Guns;
use super::numbers;

/// What wants horses, in the order in which it is served.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HorseNeeds {
    /// Heavy cavalrymen, a horse each.
    pub heavy_cavalry: u32,
    /// Auxiliaries who may be mounted as light cavalry, a horse each: none in a town.
    pub auxiliaries: u32,
    /// Guns: 20 horses a cannon, half a horse a falconet.
    pub guns: Guns,
    /// Trade goods that do not walk: units, and the cargo that a unit counts for.
    pub goods: Vec<(u32, u32)>,
}

/// What has horses.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Horsed {
    /// Mounted heavy cavalry.
    pub heavy_cavalry: u32,
    /// Auxiliaries mounted as light cavalry.
    pub light_cavalry: u32,
    /// Guns that can be drawn away.
    pub guns: Guns,
    /// Units of each good that can be carried away, in the order of the needs.
    pub goods: Vec<u32>,
}

/// Allots horses (RN-R104); slaves carry guns and goods only, and in a town only (RN-R114).
pub fn allot(horses: u32, slaves: u32, needs: &HorseNeeds) -> Horsed {
    let heavy_cavalry = needs.heavy_cavalry.min(horses);
    let light_cavalry = needs.auxiliaries.min(horses - heavy_cavalry);
    let free = u64::from(horses - heavy_cavalry - light_cavalry);
    let mut carried = free * numbers::HORSE_CARRIES + u64::from(slaves);
    let mut take = |count: u32, weight: u64| {
        let taken = u64::from(count).min(carried / weight);
        carried -= taken * weight;
        taken as u32
    };
    let cannons = take(needs.guns.cannons, numbers::CANNON_WEIGHS);
    let falconets = take(needs.guns.falconets, numbers::FALCONET_WEIGHS);
    let goods = carry(carried / numbers::CARGO_WEIGHS, &needs.goods);
    Horsed { heavy_cavalry, light_cavalry, guns: Guns { cannons, falconets }, goods }
}

/// The units of each good that so much cargo allows, in proportion.
fn carry(cargo: u64, goods: &[(u32, u32)]) -> Vec<u32> {
    let weights: Vec<u64> = goods.iter().map(|(units, weight)| u64::from(*units) * u64::from(*weight)).collect();
    if weights.iter().sum::<u64>() <= cargo {
        return goods.iter().map(|(units, _)| *units).collect();
    }
    let shares = apportion(u32::try_from(cargo).unwrap_or(u32::MAX), &weights);
    goods.iter().zip(shares).map(|((_, weight), share)| share / (*weight).max(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn horses_go_first_to_riders_then_to_guns_then_to_goods() {
        let needs = HorseNeeds {
            heavy_cavalry: 10,
            auxiliaries: 30,
            guns: Guns { cannons: 2, falconets: 5 },
            goods: vec![(30, 1), (1, 40), (10, 1)],
        };
        let few = allot(25, 0, &needs);
        assert_eq!((few.heavy_cavalry, few.light_cavalry, few.guns, few.goods), (10, 15, Guns::default(), vec![0; 3]));
        let more = allot(40 + 45, 0, &needs);
        assert_eq!(more.guns, Guns { cannons: 2, falconets: 5 });
        assert_eq!(more.goods, [2, 0, 1], "2 1/2 horses carry 5 cargo, of which the 40 of one unit are not enough");
        let with_slaves = allot(40 + 45, 8, &HorseNeeds { goods: vec![(30, 1)], ..needs });
        assert_eq!(with_slaves.goods, [7], "8 slaves carry as much as a horse");
    }
}
