//! The figures of the rules and of our rulings, from `data/rulings.toml`, where each is explained. A scenario may change any.

use serde::Deserialize;

/// Makes a struct of figures.
macro_rules! figures {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[allow(missing_docs, reason = "the data file explains each")]
            pub struct $name { $(pub $field: $kind),* }
        )*
    };
}

figures! {
    /// Personae and families (RN-10, RN-12 to RN-14).
    Persons {
        max_skills: usize, successor_popularity: i64, self_sponsorship: bool, negative_art_cost: u64,
        negative_letters_cost: u64, architecture_cost: u64, art_cost: u64, letters_cost: u64,
    }
    /// Popularity and piety, works, sermons, duels (RN-11 to RN-14, RN-24).
    Reputation {
        piety_popularity_per_cent: i64, relics_most: i64, alms_ducats_a_point: u64, alms_most: u16,
        charity_ducats_a_point: u64, indulgence: i64, guns_piety: i64, architecture_per_cent: i64, art_per_cent: i64,
        letters_per_cent: i64, negative_art: i64, negative_letters: i64, same_religion_factor: i64,
        same_place_factor: i64, building_people: i64, sermon_per_cent: i64, challenge_least: i64, challenge_loss: i64,
        duel_per_cent: i64, conversion_popularity: i64, conversion_morale: i64, conversion_turn: u16,
    }
    /// Positions, magistrates, ranks, lists of families (RN-15 to RN-20, RN-25).
    Offices {
        transfer_loyalty_per_cent: i64, sovereign_rank: u16, feudatory_rank: u16, tariff_step: i64, tariff_most: i64,
        magistrate_base: i64, magistrate_per_cent: i64, foreigner_factor: i64, system_loyalty: i64,
        abolition_loyalty: i64, hereditary_sovereign_rank: u16, knight_rank: u16, emir_troops: u32, emir_points: i64,
        emir_rank: u16, sultan_rank: u16, strife_cities: usize, lists_most: usize, ingress_delay: u16,
    }
    /// Order sets (RN-R11, RN-R15).
    Hosting {
        resubmission: bool, action_budget: u32, order_actions: u32, conflict_actions: u32, game_turns: u16,
    }
    /// The church and elections (RN-R46, RN-R47).
    Church {
        npc_mortality_per_thousand: u32, npc_vacancy_turns: u16, bishop: i64, archbishop: i64, cardinal: i64,
        election_delay_turns: u16, npc_cardinals: u16,
        unsuitable: i64, bishop_merit: i64, archbishop_merit: i64, cardinal_merit: i64, ban: i64, bonus_votes: u32,
        order_bonus_votes: u32, order_recruits: u32, order_cost: u64, order_people: u32,
    }
    /// Movement (RN-30 to RN-37, RN-R55 to RN-R72).
    Movement {
        earth_radius_tenths: u32, pass_by_radius: u32, intercept_exempts_friends: bool, crew_walk: bool,
        open_water_link_radius: u32, land_free: u32, popularity_least: u32, land_attrition_miles: u32,
        water_attrition_miles: u32, attrition_per_cent: u32, death_miles: u32, route_factor_per_cent: u32,
        tropic_latitude: i16, overwhelm_ratio: u32, ferry_miles: u32, ferry_cargo_per_ducat: u32,
        open_water_miles: i64, sailing_miles: i64, winter_miles: i64, unpopular_miles: i64,
    }
    /// Roads (RN-34).
    Roads {
        ducats: u64, men: u32, build_millionths: u64, lengthen_millionths: u64, least_per_cent: u64,
    }
    /// Markets (RN-40 to RN-43, RN-R74).
    Markets {
        step_per_cent: u32, step_least: u32, price_floor: u32, greatest_population: u32, growth_from: i64,
        growth_divisor: i64, quota_per_cent: u32, demand_wealth: i64, demand_loyalty: i64, supply_wealth: i64,
        supply_loyalty: i64, blocked_months: u8, pikemen_morale: i64, mercenary_morale: i64,
    }
    /// Merchants by rank: apprentice, journeyman, master (RN-13.7, RN-43).
    Merchants {
        from: [u16; 3], sold_out_per_cent: [u32; 3], sold_out_factor: [u32; 3], premium_per_cent: [u32; 3],
    }
    /// Taxes and tithes (RN-46).
    Revenue {
        tax_divisor: u64, tithe_divisor: u64, tax_loyalty: i64, tithe_loyalty: i64, tax_wealth_divisor: i64,
        people_per_point: i64, points_least: i64, points_most: i64,
    }
    /// Colonies (RN-48).
    Colonies {
        a_turn: u32, population_most: u32,
    }
    /// Harbours (RN-49).
    Harbours {
        depth_least: u8, engineering_a_foot: u32, men: u32, ducats_a_foot: u64, ducats: u64, ducats_less: u64,
    }
    /// Upkeep (RN-50).
    Upkeep {
        pay: u64, loss_per_cent: u32, animals_free: u32,
    }
    /// Recruits and towers (RN-60, RN-69, RN-R88).
    Raising {
        recruits_carry_most: u32, tower_new_cost: u64, walls_cost_least: u64, family_towers_most: usize,
    }
    /// Battles (RN-61 to RN-72, RN-R105 to RN-R129).
    War {
        gun_burst_per_cent: u32, crew_land_per_cent: u32, crew_loss_proportional: bool, retreat_below: i64,
        initiator_stages: u32, most_stages: u32, flank_factor: u32, reserve_fill_from_stage: u32,
        assault_top_accumulates: bool, naval_slaves_count_for_morale: bool,
    }
    /// Prestige (RN-R133), each in tenths of a point.
    Prestige {
        rank: i64, popularity: i64, piety: i64, pope: i64, cardinal: i64, archbishop: i64, bishop: i64, grandmaster: i64,
        elective: i64, magistrate: i64, sovereign: i64, feudatory: i64, tenant: i64, controller: i64, tower: i64,
        ducats_per_point: i64, gain_base: i64,
    }
    /// Bands of strength that others see (section 6).
    Visibility {
        bands: Vec<u32>,
    }
    /// All figures.
    Rulings {
        persons: Persons, reputation: Reputation, offices: Offices, hosting: Hosting, church: Church, movement: Movement,
        roads: Roads, markets: Markets,
        merchants: Merchants, revenue: Revenue, colonies: Colonies, harbours: Harbours, upkeep: Upkeep,
        raising: Raising, war: War, prestige: Prestige, visibility: Visibility,
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

    fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let movement = &self.movement;
        let divisors = [
            movement.earth_radius_tenths,
            movement.land_attrition_miles,
            movement.water_attrition_miles,
            movement.ferry_cargo_per_ducat,
        ];
        if divisors.contains(&0) {
            return Err(("movement", "distances and divisors are 1 or more"));
        }
        let reputation = &self.reputation;
        let prices = [reputation.alms_ducats_a_point, reputation.charity_ducats_a_point];
        if prices.contains(&0) || reputation.building_people < 1 {
            return Err(("reputation", "prices and divisors are 1 or more"));
        }
        let (markets, revenue) = (&self.markets, &self.revenue);
        if markets.growth_divisor < 1 || markets.price_floor < 1 {
            return Err(("markets", "divisors and prices are 1 or more"));
        }
        if revenue.tax_divisor < 1 || revenue.tithe_divisor < 1 || revenue.people_per_point < 1 {
            return Err(("revenue", "divisors are 1 or more"));
        }
        if revenue.tax_wealth_divisor < 1 || revenue.points_least > revenue.points_most {
            return Err(("revenue", "divisors are 1 or more, and the least is no more than the most"));
        }
        if self.prestige.ducats_per_point < 1 || self.prestige.gain_base < 1 {
            return Err(("prestige", "divisors are 1 or more"));
        }
        if !self.visibility.bands.is_sorted() || self.visibility.bands.first() == Some(&0) {
            return Err(("visibility.bands", "bounds ascend and are 1 or more"));
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

    #[test]
    fn a_scenario_changes_single_figures_and_no_others() {
        let over = |text: &str| Rulings::with(&toml::from_str(text).unwrap());
        let changed = over("[movement]\ncrew_walk = false").unwrap();
        let mut standard = Rulings::standard();
        assert!(standard.movement.crew_walk && !changed.movement.crew_walk, "RN-R65");
        standard.movement.crew_walk = false;
        assert_eq!(changed, standard);
        let wrong = [
            ("[movement]\nwings = 2", "rulings.movement.wings"),
            ("[movement]\nland_attrition_miles = 0", "rulings.movement"),
            ("[visibility]\nbands = [100, 1]", "rulings.visibility.bands"),
        ];
        for (text, key) in wrong {
            assert_eq!(over(text).unwrap_err().0, key, "{text}");
        }
    }
}
