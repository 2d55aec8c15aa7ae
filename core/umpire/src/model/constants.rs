//! The numbers of the rulings, read from `data/constants.toml` into types that refuse unknown keys.
//!
//! Field names are the keys of the file, where each is explained.

use serde::Deserialize;

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Deserialize, PartialEq)]
            #[serde(deny_unknown_fields)]
            #[allow(missing_docs)]
            pub struct $name { $(pub $field: $kind),* }
        )*
        /// Every number of the rulings, by ruling (docs/rules/umpire.md, section 7).
        #[derive(Clone, Debug, Deserialize, PartialEq)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)]
        #[expect(non_snake_case, reason = "a field is named as its ruling")]
        pub struct Constants { $(pub $name: $name),* }
    };
}

tables! {
    /// Revenue state.
    R11 { damage_floor_pct: i64, recovery_tenths: i64 }
    /// Loyalty after a change of owner.
    R12 { regained: u8, captured: u8 }
    /// Destroyed city.
    R13 { revenue_pct: i64, recovery_ceiling_pct: i64, damage_floor_pct: i64 }
    /// Tax variation.
    R16 { rolls: u32, spread: i32 }
    /// Hostile units in a taxed province.
    R17 { lost_per_hostile_unit_tenths: i64 }
    /// Rebuilding.
    R23 { revenue_pct: i64, loyalty: u8 }
    /// Devastation.
    R25 { base_chance: i64, per_hostile_unit: i64, min_chance: i64, max_chance: i64, damage_tenths: i64, horde_size: u32, horde_tenths: i64 }
    /// Sack.
    R26 { base_chance: i64, after_assault: i64, per_siege_turn: i64, siege_turns_counted: i64, tribal_victor: i64, max_chance: i64, original_owner_divisor: i64 }
    /// Scarred loyalty.
    R27 { loyalty_cap: u8, capital_loyalty_cap: u8 }
    /// Assassination.
    R28 { base_chance: i64, per_rp: i64, from_rp: i64, max_chance: i64, health_guard: i64, exposed_chance: i64 }
    /// Death of the commander-in-chief.
    R29 { morale_shock: i64, fade_per_turn: i64, revolt_term_turns: u32 }
    /// Own target missed.
    R30 { base_chance: i64, per_missing_loyalty: i64, min_chance: i64, max_chance: i64, loyalty_loss: u8 }
    /// Bribery.
    R31 { even_money_rp: i64, morale_divisor: i64, min_chance: i64, max_chance: i64, caught_chance: i64, network_lost_chance: i64 }
    /// Hidden values.
    R35 { skill_spread: i32, loyalty_spread: i32 }
    /// A new general.
    R36 { rating_dice: Vec<i32>, age: [i32; 2] }
    /// The unnamed commander.
    R38 { skill_dice: Vec<i32>, activity: u8 }
    /// Generals in open battle.
    R39 { winner_chance: i64, indecisive_chance: i64, loser_base_chance: i64, loser_per_mille_step: i64, survive_base: i64, survive_per_health: i64, survivor_health_loss: u8 }
    /// Reputation.
    R40 { base_chance: i64, per_mille_step: i64, max_chance: i64, change: u8 }
    /// True loyalty.
    R41 { arrears_chance: i64, arrears_loss: u8, ransom_chance: i64, ransom_loss: u8 }
    /// Promotion and demotion.
    R42 { demoted_chance: i64, demoted_loss: u8, steep_levels: u8, steep_extra_loss: u8, passed_over_chance: i64, passed_over_loss: u8 }
    /// Free replacement.
    R43 { least_generals: usize }
    /// Morale.
    R44 { full: i64, floor: i64, arrears: i64, capital_lost: i64, face: i64, face_max: i64, face_fade: i64, independents: i64 }
    /// Speed.
    R45 { activity_pct: [i64; 8], turn_length: i64 }
    /// Land attrition.
    R52 { loss_pct: Vec<i64>, step: i64, max: i64 }
    /// Storms.
    R53 { chance_factor: i64, max_chance: i64, rate_base_pct: i64, rate_per_level_pct: i64, severity_pct: [i32; 2], drowning_chance: i64 }
    /// Blockade.
    R56 { superiority_pct: i64 }
    /// First combat orders.
    R58 { army_in_own_city: crate::model::combat_orders::CombatOrders, army_elsewhere: crate::model::combat_orders::CombatOrders, fleet: crate::model::combat_orders::CombatOrders }
    /// Independents' combat orders.
    R59 { owner_with_city: crate::model::combat_orders::CombatOrders, owner_without_city: crate::model::combat_orders::CombatOrders, rebels: crate::model::combat_orders::CombatOrders }
    /// Scouting.
    R62 { error_pct: i32, error_in_contact_pct: i32 }
    /// Willingness.
    R63 { own_pct_by_risk: [i64; 3], rating_max: i64, sway_numerator: i64, sway_denominator: i64 }
    /// Nobody willing.
    R64 { siege_when_none_willing: bool }
    /// Evasion.
    R65 { manoeuvre_chance: i64, manoeuvre_min_chance: i64, manoeuvre_max_chance: i64, retreat_chance: i64, retreat_min_chance: i64, retreat_max_chance: i64, attrition_chance: i64, attrition_pct: i64 }
    /// City lost by manoeuvring.
    R66 { per_ratio: i64, deduction: i64, min_chance: i64, max_chance: i64, undefended: i64 }
    /// Siege counter.
    R69 { first_turn: u32, after_lost_battle: u32 }
    /// Assault decision.
    R70 { odds_by_risk: [i64; 3] }
    /// Assault.
    R71 { base_chance: i64, per_odds: i64, per_skill: i64, morale_divisor: i64, min_chance: i64, max_chance: i64, success_attacker_loss_pct: [i32; 2], repulse_attacker_loss_pct: [i32; 2], repulse_garrison_loss_pct: [i32; 2] }
    /// Surrender.
    R72 { endurance_factor: i64, sea_supply_factor: i64, min_endurance: i64, max_endurance: i64, max_ratio: i64, per_turn_squared: i64, per_overdue_turn: i64, per_ratio: i64, per_skill: i64, morale_divisor: i64, treachery: i64, stores_lost: i64, min_chance: i64, max_chance: i64 }
    /// Open battle.
    R75 { skill_base_pct: i64, skill_step_pct: i64, luck_rolls: u32, luck_spread: i32, mobility_pct: [i64; 2], decisive_per_mille: i64, indecisive_loss_pct: [i32; 2], loser_pct_of_margin: i64, loser_min_pct: i64, loser_max_pct: i64, winner_loss_pct: [i32; 2] }
    /// Retreat after battle.
    R78 { max_legs: u32 }
    /// To the ships.
    R79 { loss_pct: i64, max_legs: u32 }
    /// Supply.
    R83 { cut_off_ratio: i64, chance: i64, loss_pct: i64 }
    /// Muster.
    R84 { revenue_per_recruit: i64, full_strength_pct: i64 }
    /// Half recruitment.
    R85 { captured_pct: i64 }
    /// Desertion.
    R87 { morale_below: i64, divisor: i64, popularity_base: i64, popularity_step: i64, unled_popularity: i64 }
    /// Revolt.
    R88 { captured_garrisoned: i64, captured_ungarrisoned: i64, loyal_garrisoned: i64, loyal_ungarrisoned: i64, captured_overtax_pct: i64, loyal_overtax_pct: i64, captured_relief_divisor: i64, loyal_relief_divisor: i64, captured_enemy_spies: i64, loyal_enemy_spies: i64, captured_cic_death: i64, loyal_cic_death: i64, max_chance: i64 }
    /// Rebels.
    R89 { strength_pct: [i32; 2], least_units: i64 }
    /// Economic decline.
    R90 { loss_tenths: i64, floor_pct: i64 }
    /// Disloyal generals.
    R91 { chance_by_loyalty: [i64; 8], share_base: i64, share_factor: i64, morale_base: i64, morale_factor: i64, max_chance: i64, follow_base: i64, follow_per_popularity: i64, follow_per_reputation: i64, follow_min: i64, follow_max: i64, subordinate_base: i64, subordinate_per_lost_loyalty: i64, subordinate_min: i64, subordinate_max: i64 }
    /// Epidemics and old age.
    R92 { base_chance: i64, crowding_factor: i64, besieged: i64, max_chance: i64, loss_pct: [i32; 2], ill_base: i64, ill_per_lost_health: i64, death_base: i64, death_per_lost_health: i64, survivor_health_loss: u8, old_age: i64 }
    /// Captives.
    R93 { executed_by_civilised: i64, executed_by_tribal: i64, executed_by_independents: i64, ransom_base_rp: i64, ransom_per_seniority_rp: i64, credit_pct_of_pay: i64 }
    /// Counter-intelligence.
    R94 { found_chance: i64 }
    /// Winter quarters.
    R95 { max_legs: u32, stranded_loss_pct: i64 }
    /// Dispersal.
    R96 { garrison_units: u16 }
    /// Intelligence grades.
    R98 { error_pct_by_grade: [i32; 3], least_reported_units: u16, generals_from_grade: u8, morale_high_from: i64, morale_fair_from: i64, morale_low_from: i64 }
    /// Civilian reports.
    R99 { chance: i64, error_pct: i32 }
    /// Late news.
    R100 { delay_turns: u32 }
}

impl Constants {
    /// The constants that Cursus ships.
    pub fn standard() -> Self {
        toml::from_str(include_str!("../../data/constants.toml")).expect("the shipped constants are complete")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_constants_read() {
        assert_eq!(Constants::standard().R45.activity_pct[7], 120);
    }
}
