//! The figures of the rulings (section 7 of the rules), which a scenario may override, and of the types of unit.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de};

use super::UnitFigures;
use crate::model::ids::{FLEET, KINDS, UnitKind};

/// An exact fraction, written `"3/2"` or `"2"` in data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    /// Above the line.
    pub num: u32,
    /// Below the line, 1 or more.
    pub den: u32,
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (num, den) = text.split_once('/').unwrap_or((&text, "1"));
        match (num.trim().parse(), den.trim().parse()) {
            (Ok(num), Ok(den)) if den > 0 => Ok(Self { num, den }),
            _ => Err(de::Error::custom(format!("“{text}” is no fraction: write it as \"3/2\" or \"2\""))),
        }
    }
}

/// All figures. Read from `data/constants.toml`, where each is explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constants {
    /// ER-R2: April and November are winter up to this face.
    pub season_winter_max_roll: i32,
    /// ER-R4, by [`LandTerrain`](super::LandTerrain) in order: clear, forest, marsh, desert, wild.
    pub land_cost: [u8; 5],
    /// ER-R4.
    pub land_winter_factor: u8,
    /// ER-R4, by [`SeaTerrain`](super::SeaTerrain) in order: coast, deep sea.
    pub sea_cost: [u8; 2],
    /// ER-11.3.
    pub naval_winter_factor: u8,
    /// ER-11.2: movement points of a fleet per month.
    pub fleet_movement: u8,
    /// ER-11.11, ER-11.13: embarking or disembarking on a coast.
    pub coast_transfer: u8,
    /// ER-11.11, ER-11.12: embarking or disembarking in a port.
    pub port_transfer: u8,
    /// ER-R13.
    pub fleet_unit: FleetUnit,
    /// ER-R12.
    pub months_out_limit: u8,
    /// ER-R14.
    pub crt: Crt,
    /// ER-R16.
    pub naval_loss_factor: Fraction,
    /// ER-R42.
    pub overrun_ratio: u16,
    /// ER-17.7.
    pub voluntary_retreat_morale: u16,
    /// ER-12.7: how far a beaten fleet may retreat, movement points.
    pub naval_retreat_range: u16,
    /// ER-R28 c: share of the initial morale a dissolved minor keeps.
    pub dissolved_morale: Fraction,
    /// ER-R28 c: the least it keeps.
    pub dissolved_morale_minimum: u16,
    /// ER-R34: consecutive siege phases.
    pub cityless_phases: u8,
    /// ER-R34: land strength.
    pub cityless_min_strength: u16,
    /// ER-19, ER-R55.
    pub plunder: PlunderFigures,
    /// ER-R50: talents, by [`UnitKind::index`], the fleet unit last.
    pub price: [u16; KINDS + 1],
    /// ER-R45.
    pub policy: PolicyDefault,
}

/// A fleet unit of 50 ships (ER-6.8, ER-R13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetUnit {
    /// Sea strength.
    pub naval_strength: u8,
    /// Counts as so much stacking for morale and replacement points.
    pub stacking_equivalent: u8,
    /// Carries so much stacking (ER-6.10).
    pub capacity: u8,
    /// Months of building (ER-9.4).
    pub build_months: u8,
}

/// The combat results table (ER-R14).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crt {
    /// Least odds of each column, ascending.
    pub lower_bounds: Vec<Fraction>,
    /// Modified roll of the first row.
    pub row_min: i32,
    /// Modified roll of the last row.
    pub row_max: i32,
    /// Attacker's losses per cent, rows by columns.
    pub attacker: Vec<Vec<u8>>,
    /// Defender's losses per cent, rows by columns.
    pub defender: Vec<Vec<u8>>,
}

/// Plunder (ER-19, ER-R55).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlunderFigures {
    /// Months without taxes.
    pub months: u8,
    /// Times the tax value.
    pub factor: u8,
    /// Per cent of the tax that a home province still pays its plunderer.
    pub home_tax_percent: u8,
    /// Per cent of the tax value that its first owner loses in morale.
    pub morale_percent: u8,
}

/// What is done where no policy is set (ER-R45). `intercept` is always never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyDefault {
    /// Into the city from these odds on (attacker to defender).
    pub city_if_odds: u16,
    /// To another hex from these odds on.
    pub hex_if_odds: u16,
    /// Strength taken for an army whose strength is hidden.
    pub assumed_army: u16,
    /// Strength taken for a fleet whose strength is hidden.
    pub assumed_fleet: u16,
}

macro_rules! tables {
    ($($name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        $(
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct $name { $($field: $kind),* }
        )*
    };
}

// The file's own shape.
tables! {
    ConstantsFile {
        season: SeasonTable, land: LandTable, sea: SeaTable, fleet: FleetTable, combat: CombatTable,
        dissolved_morale: DissolvedTable, cityless: CitylessTable, plunder: PlunderFigures,
        price: BTreeMap<String, u16>, policy: PolicyDefault, crt: Crt,
    }
    SeasonTable { winter_max_roll: i32 }
    LandTable { cost: LandCosts, winter_factor: u8 }
    LandCosts { clear: u8, forest: u8, marsh: u8, desert: u8, wild: u8 }
    SeaTable { cost: SeaCosts, winter_factor: u8 }
    SeaCosts { coast: u8, deep_sea: u8 }
    FleetTable {
        movement: u8, coast_transfer: u8, port_transfer: u8, naval_strength: u8, stacking_equivalent: u8, capacity: u8,
        build_months: u8, months_out_limit: u8, retreat_range: u16,
    }
    CombatTable { naval_loss_factor: Fraction, overrun_ratio: u16, voluntary_retreat_morale: u16 }
    DissolvedTable { fraction: Fraction, minimum: u16 }
    CitylessTable { phases: u8, min_strength: u16 }
    UnitsFile { leader_movement: u8, unit: BTreeMap<String, UnitFigures> }
}

impl Constants {
    /// The figures as shipped.
    pub fn standard() -> Self {
        Self::with(&toml::Table::new()).expect("the shipped figures are complete")
    }

    /// The shipped figures with those of `over` in their place; an `Err` names the key and what is wrong.
    pub fn with(over: &toml::Table) -> Result<Self, (String, String)> {
        let mut all: toml::Table =
            toml::from_str(include_str!("../../../data/constants.toml")).expect("it ships complete");
        lay_over(&mut all, over, "constants")?;
        let file: ConstantsFile =
            all.try_into().map_err(|error: toml::de::Error| ("constants".into(), error.message().to_owned()))?;
        file.check().map_err(|(key, reason)| (format!("constants.{key}"), reason))?;
        Ok(file.into())
    }
}

fn lay_over(all: &mut toml::Table, over: &toml::Table, path: &str) -> Result<(), (String, String)> {
    for (key, value) in over {
        let path = format!("{path}.{key}");
        match (all.get_mut(key), value) {
            (Some(toml::Value::Table(known)), toml::Value::Table(values)) => lay_over(known, values, &path)?,
            (Some(known), value) => *known = value.clone(),
            (None, _) => return Err((path, "there is no such figure to change".into())),
        }
    }
    Ok(())
}

impl ConstantsFile {
    fn check(&self) -> Result<(), (&'static str, String)> {
        let crt = &self.crt;
        let rows = usize::try_from(crt.row_max - crt.row_min + 1).unwrap_or(0);
        let columns = crt.lower_bounds.len();
        for (key, table) in [("crt.attacker", &crt.attacker), ("crt.defender", &crt.defender)] {
            if table.len() != rows || rows == 0 || table.iter().any(|row| row.len() != columns) {
                return Err((key, format!("must have {rows} rows of {columns} columns (ER-R14)")));
            }
            if table.iter().flatten().any(|&percent| percent > 100) {
                return Err((key, "more than 100 per cent cannot be lost (ER-R14)".into()));
            }
        }
        let ascending = |pair: &[Fraction]| {
            u64::from(pair[0].num) * u64::from(pair[1].den) < u64::from(pair[1].num) * u64::from(pair[0].den)
        };
        if crt.lower_bounds.first().is_none_or(|bound| bound.num != 0) || !crt.lower_bounds.windows(2).all(ascending) {
            return Err(("crt.lower_bounds", "must start at 0 and ascend (ER-R14)".into()));
        }
        let wanted = UnitKind::ALL.iter().map(|kind| kind.key()).chain(["fleet"]);
        if let Some(key) = wanted.into_iter().find(|&key| !self.price.contains_key(key)) {
            return Err(("price", format!("{key} has no price (ER-R50)")));
        }
        if self.price.len() > KINDS + 1 {
            return Err(("price", "there are prices for eleven types of unit and the fleet unit only (ER-R50)".into()));
        }
        let land = &self.land.cost;
        if [land.clear, land.forest, land.marsh, land.desert, land.wild].contains(&0) {
            return Err(("land.cost", "a move costs 1 or more (ER-R4)".into()));
        }
        if [self.sea.cost.coast, self.sea.cost.deep_sea, self.land.winter_factor, self.sea.winter_factor].contains(&0) {
            return Err(("sea.cost", "costs and winter factors are 1 or more (ER-R4)".into()));
        }
        Ok(())
    }
}

impl From<ConstantsFile> for Constants {
    fn from(file: ConstantsFile) -> Self {
        let (land, sea, fleet) = (file.land.cost, file.sea.cost, file.fleet);
        let mut price = [0; KINDS + 1];
        for kind in UnitKind::ALL {
            price[kind.index()] = file.price[kind.key()];
        }
        price[FLEET] = file.price["fleet"];
        Self {
            season_winter_max_roll: file.season.winter_max_roll,
            land_cost: [land.clear, land.forest, land.marsh, land.desert, land.wild],
            land_winter_factor: file.land.winter_factor,
            sea_cost: [sea.coast, sea.deep_sea],
            naval_winter_factor: file.sea.winter_factor,
            fleet_movement: fleet.movement,
            coast_transfer: fleet.coast_transfer,
            port_transfer: fleet.port_transfer,
            fleet_unit: FleetUnit {
                naval_strength: fleet.naval_strength,
                stacking_equivalent: fleet.stacking_equivalent,
                capacity: fleet.capacity,
                build_months: fleet.build_months,
            },
            months_out_limit: fleet.months_out_limit,
            crt: file.crt,
            naval_loss_factor: file.combat.naval_loss_factor,
            overrun_ratio: file.combat.overrun_ratio,
            voluntary_retreat_morale: file.combat.voluntary_retreat_morale,
            naval_retreat_range: fleet.retreat_range,
            dissolved_morale: file.dissolved_morale.fraction,
            dissolved_morale_minimum: file.dissolved_morale.minimum,
            cityless_phases: file.cityless.phases,
            cityless_min_strength: file.cityless.min_strength,
            plunder: file.plunder,
            price,
            policy: file.policy,
        }
    }
}

/// Movement of a leader alone, and the figures of the types of unit (ER-6.1), from `data/units.toml`.
pub(super) fn units() -> (u8, [UnitFigures; KINDS]) {
    let file: UnitsFile = toml::from_str(include_str!("../../../data/units.toml")).expect("the units ship complete");
    (file.leader_movement, UnitKind::ALL.map(|kind| file.unit[kind.key()].clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(text: &str) -> Result<Constants, (String, String)> {
        Constants::with(&toml::from_str(text).unwrap())
    }

    #[test]
    fn the_shipped_figures_are_those_of_the_rulings() {
        let standard = Constants::standard();
        assert_eq!((standard.land_cost, standard.sea_cost), ([2, 3, 4, 4, 5], [1, 2]), "ER-R4");
        assert_eq!(standard.crt.attacker[5][6], 12, "ER-R14, vector VR-7: 120 against 46, modified roll 4");
        assert_eq!(standard.crt.defender[5][6], 43, "VR-7");
        assert_eq!(standard.naval_loss_factor, Fraction { num: 3, den: 2 });
        assert_eq!((standard.price[UnitKind::Legion3.index()], standard.price[FLEET]), (80, 60), "ER-R50");
        let (leader, units) = units();
        let (legion, horse) = (&units[UnitKind::Legion1.index()], &units[UnitKind::HeavyCav.index()]);
        assert_eq!((leader, legion.movement, horse.movement), (32, 20, 32), "ER-6.1");
        assert_eq!((3 * legion.land, 3 * legion.stacking, horse.land, horse.stacking), (72, 12, 30, 8), "ER-6.1");
    }

    #[test]
    fn a_scenario_changes_single_figures_and_no_others() {
        let changed = over("[price]\nlegion_1 = 90\n[land.cost]\nwild = 6").unwrap();
        assert_eq!((changed.price[0], changed.land_cost), (90, [2, 3, 4, 4, 6]));
        assert_eq!(Constants { price: Constants::standard().price, land_cost: [2, 3, 4, 4, 5], ..changed }, {
            Constants::standard()
        });
        let cases = [
            ("[price]\nlegion_4 = 1", "constants.price.legion_4", "there is no such figure to change"),
            ("[siege]\nmonths = 1", "constants.siege", "there is no such figure to change"),
            ("[land]\nwinter_factor = 0", "constants.sea.cost", "costs and winter factors are 1 or more (ER-R4)"),
            ("[crt]\nrow_max = 9", "constants.crt.attacker", "must have 11 rows of 10 columns (ER-R14)"),
            ("[combat]\nnaval_loss_factor = \"x\"", "constants", "“x” is no fraction: write it as \"3/2\" or \"2\""),
        ];
        for (text, key, reason) in cases {
            let (found, why) = over(text).unwrap_err();
            assert_eq!((found.as_str(), why.lines().next().unwrap()), (key, reason), "{text}");
        }
    }
}
