//! The figures of the rules and of our rulings, from `data/rulings.toml`, where each is explained. A scenario may change any.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::Terrain;
use super::measures::{Quarter, Ratings};

/// Makes a struct of whole numbers.
macro_rules! figures {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident),* $(,)? })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[allow(missing_docs)]
            pub struct $name { $(pub $field: i32),* }
        )*
    };
}

figures! {
    /// The calendar (ST-R1).
    Calendar {
        weeks_per_quarter,
    }
    /// What a march costs and how fast it goes (ST-R5, ST-R7, ST-R8).
    MarchFigures {
        city_cost, city_forage, river_cost, river_battle, river_forage, road_steps, sea_cost, river_ship_cost,
        zone_cost, impulses, impulses_per_phase, credit_per_point, rest_after_battle, infantry, cavalry,
        scouting_command, naval, forced_bonus, boarding, shelter_range, leader_pace, strategic_pace,
    }
    /// Zones of control (ST-R10).
    Zones {
        radius,
    }
    /// What commands cost and hold (ST-10).
    Commands {
        task_force, army, armada, division, fleet, special, scouting, division_regts, fleet_sqds, high_city_dv,
    }
    /// Cities, taxes, walls (ST-1 to ST-6, ST-14).
    Cities {
        tax_per_size, garrison_per_dv, greatest_size, greatest_dv, found_cost, found_nearest, found_farthest,
        found_per_quarter, size_cost, dv_cost, money_range, base_cost, dispatch_pay, dispatch_words,
        dispatch_weeks, demolish_regts, train_as_regts, allied_after_weeks, spoils_weeks, loot_revolt_weeks,
        loot_long_from_size, raid_per_unit_point, winter_supply, wall_repair, revolt_per_missing, retake_up_to,
        unwalled_garrison,
    }
    /// Lines of communication (ST-R23).
    Communication {
        line, sea_leg, base_fort_dv,
    }
    /// Organic supply, forage, fleets (ST-R25 to ST-R28).
    Supply {
        organic, forage_full, forage_rest, forage_rest_most, forage_crowd, forage_winter, forage_used_most,
        forage_used_weeks, forage_used_regts, line, train_points, port_cost, sea_cost, unpaid_leaves,
    }
    /// One in so many (ST-20).
    Attrition {
        hunger, forced_first, forced_later, rain, dispersal, starvation, unpaid_fleet, no_harbour, storm,
        unfed_aboard,
    }
    /// What prisoners bring (ST-17.3).
    Ransom {
        foot, horse,
    }
    /// Spies, assassins, bribes (ST-21, ST-R43, ST-R50, ST-R51).
    Covert {
        spies_a_quarter, spy_cost, spy_good, spy_poor, spy_nothing, good_error, poor_error,
        assassins_a_quarter, assassin_least, assassin_step, kill_base, kill_per_step, kill_per_sa,
        kill_in_city, kill_least, kill_most, wound_points, bribe_least, bribe_per_point, bribe_points_most,
        bribe_surrender, bribe_stand_aside, bribe_defect, told_loyalty, traced_from, morale_low, morale_high,
    }
    /// Treaties (ST-22).
    Treaties {
        appeals_a_turn, most_weeks, public_after,
    }
    /// Cities without a country (ST-R56).
    FreeCities {
        morale, least_garrison, price_per_size, accepts_above,
    }
    /// Country morale (ST-R54).
    Morale {
        start, great_city, city_taken, capital_taken, city_lost, capital_lost, great_battle, battle_won,
        battle_lost, looted, drifts_to, most_down, most_up,
    }
    /// Trade (ST-R58).
    Trade {
        cost, per_hex, per_size, most_hexes, land, naval, captured, most_units,
    }
    /// Random events (ST-R57).
    Events {
        chance, plague_one_in, plague_weeks, fire_weeks, harvest, good_harvest, treasure, desertion_one_in,
        volunteers,
    }
    /// The score (ST-R60).
    Victory {
        per_morale, per_capital,
    }
    /// Bonus of a battle order, per cent (ST-R14).
    OrderBonus { attack, probe, defend, withdraw, garrison }
    /// What a road takes (ST-12).
    RoadNeed { regts, cost }
    /// A row of the table of assaults (ST-R40): from these odds in per cent on, a d10 of `needed` takes the city; the rest is loss in per cent.
    AssaultOdds { from, needed, success, failure, defender }
}

/// Sieges and blockades (ST-R38, ST-R39).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SiegeFigures {
    pub least_regts: i32,
    pub sv_per_point: i32,
    pub train_points: i32,
    pub most_regts: i32,
    pub most_trains: i32,
    pub points_per_dv: i32,
    pub most_dv_a_week: i32,
    pub eaten_base: i32,
    pub eaten_per: i32,
    pub refill_blockaded: bool,
}

/// A kind of terrain (ST-R5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TerrainFigures {
    pub cost: i32,
    pub battle: i32,
    pub forage: i32,
    pub rough: bool,
}

/// Kinds of terrain on land (ST-R5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TerrainTable {
    pub cultivated: TerrainFigures,
    pub clear: TerrainFigures,
    pub hills: TerrainFigures,
    pub forest: TerrainFigures,
    pub mountain: TerrainFigures,
    pub desert: TerrainFigures,
}

/// What rain takes from movement (ST-13.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Rain {
    pub foot: Vec<i32>,
    pub horse: Vec<i32>,
    pub attrition_from_week: u16,
}

/// A state of the weather (ST-R52).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct WeatherFigures {
    pub state: Weather,
    pub up_to: [i32; 4],
    pub naval: i32,
    pub supply_tenths: i32,
}

/// Building roads (ST-12).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Roads {
    pub open: RoadNeed,
    pub rough: RoadNeed,
    pub river_factor: i32,
}

/// Leaders (ST-7, ST-8, ST-R19, ST-R22, ST-R24).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Leadership {
    pub intrinsic: Ratings,
    pub best: i32,
    pub growth_quotient: i32,
    pub escape_bonus: i32,
    pub escape_best: i32,
    pub wound_weeks: i32,
    pub deserts_up_to_loy: i32,
    pub disorder_failure: i32,
    pub falls_loser: i32,
    pub falls_routed: i32,
    pub falls_winner: i32,
}

/// Field battles and naval battles (ST-R13 to ST-R19).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Battle {
    pub least_percent: i32,
    pub leadership: i32,
    pub morale_factor: i32,
    pub morale_even: i32,
    pub orders: OrderBonus,
    pub disorder: i32,
    pub disorder_most: i32,
    pub routed: i32,
    pub hunger: i32,
    pub horse: i32,
    pub horse_factor: i32,
    pub elephants: i32,
    pub luck: i32,
    pub luck_even: i32,
    pub evade_faster: i32,
    pub pursuit_base: i32,
    pub pursuit_horse: i32,
    pub pursuit_most: i32,
    pub pursuit_naval: i32,
    pub train_captured: i32,
    pub prisoners_share: i32,
    pub prisoners_rout: i32,
    pub freed_up_to: i32,
    pub result: Vec<BattleResult>,
}

/// A row of the table of battles (ST-R15).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct BattleResult {
    pub name: BattleName,
    pub from: i32,
    pub winner_loses: i32,
    pub loser_loses: i32,
    pub disorder: i32,
    pub retreat: i32,
    pub rout: Rout,
    #[serde(default)]
    pub penalty: i32,
}

/// Assaults (ST-R40).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct AssaultFigures {
    pub leadership: i32,
    pub disorder: i32,
    pub disorder_most: i32,
    pub hunger: i32,
    pub repulse_loss: i32,
    pub repulse_defender: i32,
    pub probe_harder: i32,
    pub taken_share: i32,
    pub odds: Vec<AssaultOdds>,
}

/// Scouting (ST-19, ST-R49).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Scouting {
    pub levels: [i32; 4],
    pub city_per_size: i32,
    pub command_level: i32,
    pub rough_penalty: i32,
    pub error_level_two: i32,
    pub error_level_three: i32,
    pub battle_error: i32,
    pub nothing_seen: i32,
    pub caught_base: i32,
    pub caught_per_unit: i32,
    pub caught_most: i32,
}

/// All figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Rulings {
    pub calendar: Calendar,
    pub terrain: TerrainTable,
    pub march: MarchFigures,
    pub zones: Zones,
    pub rain: Rain,
    pub weather: Vec<WeatherFigures>,
    pub commands: Commands,
    pub cities: Cities,
    pub roads: Roads,
    pub leaders: Leadership,
    pub communication: Communication,
    pub battle: Battle,
    pub siege: SiegeFigures,
    pub assault: AssaultFigures,
    pub supply: Supply,
    pub attrition: Attrition,
    pub prisoners: Ransom,
    pub scouting: Scouting,
    pub covert: Covert,
    pub treaties: Treaties,
    pub free_cities: FreeCities,
    pub morale: Morale,
    pub trade: Trade,
    pub events: Events,
    pub victory: Victory,
}

/// The state of the weather in a week (ST-R52).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosWeather, title = "StrategosWeather")]
pub enum Weather {
    /// Fine and calm.
    Fine,
    /// Fine with wind.
    FineWind,
    /// Fine with strong winds.
    FineStrong,
    /// Rain.
    Rain,
    /// Rain with wind.
    RainWind,
    /// Rain with strong winds.
    RainStrong,
    /// Storms.
    Storm,
}

impl Weather {
    /// Whether it counts as a week of rain on land (ST-R53).
    pub fn is_rain(self) -> bool {
        self >= Self::Rain
    }
    /// Whether fleets in the open suffer attrition (ST-20.9).
    pub fn wears_fleets(self) -> bool {
        self >= Self::RainStrong
    }
}

/// How a battle ended (ST-R15).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosBattleName, title = "StrategosBattleName")]
pub enum BattleName {
    /// Nearly even.
    DrawnOut,
    /// A clear victory.
    Clear,
    /// A decisive victory.
    Decisive,
    /// A crushing victory.
    Crushing,
    /// The loser is destroyed.
    Annihilating,
}

/// Whether the loser routs (ST-R15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rout {
    /// He does not.
    No,
    /// He tests his morale.
    Test,
    /// He does.
    Sure,
}

impl TerrainTable {
    /// The figures of a kind of terrain; `None` for the sea.
    pub fn of(&self, terrain: Terrain) -> Option<&TerrainFigures> {
        match terrain {
            Terrain::Clear => Some(&self.clear),
            Terrain::Cultivated => Some(&self.cultivated),
            Terrain::Hills => Some(&self.hills),
            Terrain::Forest => Some(&self.forest),
            Terrain::Mountain => Some(&self.mountain),
            Terrain::Desert => Some(&self.desert),
            Terrain::Sea => None,
        }
    }
}

impl Rulings {
    /// As they ship.
    pub fn standard() -> Self {
        Self::with(&toml::Table::new()).expect("they ship complete")
    }

    /// With what a scenario changes; on failure the key and the reason.
    pub fn with(over: &toml::Table) -> Result<Self, (String, String)> {
        let text = include_str!("../../data/rulings.toml");
        let mut all: toml::Table = toml::from_str(text).expect("the rulings ship readable");
        lay_over(&mut all, over, "rulings")?;
        let rulings: Self =
            all.try_into().map_err(|error: toml::de::Error| ("rulings".into(), error.message().to_owned()))?;
        rulings.check().map_err(|(key, reason)| (format!("rulings.{key}"), reason.to_owned()))?;
        Ok(rulings)
    }

    /// The figures of a state of the weather.
    pub fn weather(&self, weather: Weather) -> &WeatherFigures {
        self.weather.iter().find(|row| row.state == weather).expect("every state has its row")
    }

    fn check(&self) -> Result<(), (&'static str, &'static str)> {
        use Weather::{Fine, FineStrong, FineWind, Rain, RainStrong, RainWind, Storm};
        let states: Vec<Weather> = self.weather.iter().map(|row| row.state).collect();
        if states != [Fine, FineWind, FineStrong, Rain, RainWind, RainStrong, Storm] {
            return Err(("weather", "all seven states, in their order (ST-R52)"));
        }
        for quarter in Quarter::ALL {
            let faces: Vec<i32> = self.weather.iter().map(|row| row.up_to[quarter.index()]).collect();
            if !faces.is_sorted() || faces.last() != Some(&100) {
                return Err(("weather.up_to", "faces ascend and end with 100 (ST-R52)"));
            }
        }
        let results: Vec<i32> = self.battle.result.iter().map(|row| row.from).collect();
        if results.first() != Some(&100) || !results.is_sorted() {
            return Err(("battle.result", "the first row is from 100 and the others ascend (ST-R15)"));
        }
        let odds: Vec<i32> = self.assault.odds.iter().map(|row| row.from).collect();
        if odds.first() != Some(&100) || !odds.is_sorted() {
            return Err(("assault.odds", "the first row is from 100 and the others ascend (ST-R40)"));
        }
        if self.rain.foot.is_empty() || self.rain.foot.len() != self.rain.horse.len() {
            return Err(("rain", "foot and horse lose for the same weeks, one at least (ST-13.3)"));
        }
        let terrain = &self.terrain;
        let costs = [&terrain.clear, &terrain.cultivated, &terrain.hills, &terrain.forest, &terrain.mountain];
        if costs.iter().chain([&&terrain.desert]).any(|each| each.cost < 1) {
            return Err(("terrain", "a hex costs 1 or more (ST-R5)"));
        }
        let march = &self.march;
        let positive = [
            march.road_steps,
            march.impulses,
            march.impulses_per_phase,
            march.credit_per_point,
            march.city_cost,
            march.leader_pace,
            march.strategic_pace,
            march.sea_cost,
            march.river_ship_cost,
            self.calendar.weeks_per_quarter,
            self.supply.forage_rest,
            self.supply.forage_crowd,
            self.siege.sv_per_point,
            self.siege.eaten_per,
            self.siege.points_per_dv,
            self.battle.prisoners_share,
            self.battle.prisoners_rout,
            self.assault.taken_share,
            self.covert.bribe_per_point,
            self.covert.assassin_step,
            self.leaders.wound_weeks,
        ];
        if positive.iter().any(|figure| *figure < 1) {
            return Err(("march", "speeds, steps and divisors are 1 or more"));
        }
        let attrition = &self.attrition;
        let odds = [
            attrition.hunger,
            attrition.forced_first,
            attrition.forced_later,
            attrition.rain,
            attrition.dispersal,
            attrition.starvation,
            attrition.unpaid_fleet,
            attrition.no_harbour,
            attrition.storm,
            attrition.unfed_aboard,
            self.events.plague_one_in,
            self.events.desertion_one_in,
        ];
        if odds.iter().any(|one_in| *one_in < 1) {
            return Err(("attrition", "one in 1 or more (ST-20)"));
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn over(text: &str) -> Result<Rulings, (String, String)> {
        Rulings::with(&toml::from_str(text).unwrap())
    }

    #[test]
    fn a_scenario_changes_single_figures_and_no_others() {
        let changed = over("[cities]\nsize_cost = 4").unwrap();
        assert_eq!(changed.cities.size_cost, 4, "the bare reading of ST-2.4 (ST-R32)");
        let standard = Rulings::standard();
        assert_eq!(Rulings { cities: standard.cities.clone(), ..changed }, standard);
        let cases = [
            ("[cities]\nsize = 4", "rulings.cities.size", "there is no such figure to change"),
            ("[march]\nimpulses = 0", "rulings.march", "speeds, steps and divisors are 1 or more"),
            ("[terrain.hills]\ncost = 0", "rulings.terrain", "a hex costs 1 or more (ST-R5)"),
            ("[rain]\nfoot = [0]", "rulings.rain", "foot and horse lose for the same weeks, one at least (ST-13.3)"),
        ];
        for (text, key, reason) in cases {
            assert_eq!(over(text).unwrap_err(), (key.to_owned(), reason.to_owned()), "{text}");
        }
    }
}
