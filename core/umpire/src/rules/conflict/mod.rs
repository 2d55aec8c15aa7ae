//! P11: conflict, province by province (UM-18 to UM-22, UM-R60).
//!
//! In each province: supply, devastation, sea conflict, landing, land conflict, siege, ownership, sack. Units that
//! withdrew fight no more this turn.

pub mod aboard;
pub mod battle;
pub mod besieged;
pub mod blockade;
pub mod claims;
pub mod devastation;
pub mod engagement;
pub mod evasion;
pub mod sides;
pub mod siege;
pub mod strength;
pub mod supply;
pub mod withdrawal;

pub use aboard::{bring_army, cast_off, men_aboard};
pub use battle::{Margin, battle_margin, loser_rate};
pub use besieged::{is_besieged, still_besieged};
pub use blockade::{arrive_by_sea, blockaded, lies_outside, port_closed, shuts_out};
pub use claims::{sack_chance, winner_of};
pub use devastation::{damage, devastation_chance};
pub use engagement::{own_needed, sway, willing};
pub use evasion::{caught_chance, city_lost_chance};
use sides::SiegePlan;
pub use sides::{Sides, sides};
pub use siege::{AssaultOdds, assault_chance, endurance, required_odds, surrender_chance};
pub use supply::{cut_off, in_supply, route_awaits};

use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, ProvinceId};
use crate::rules::turn::Turn;

/// P11.
pub fn resolve(turn: &mut Turn) {
    for place in turn.sc.province_ids() {
        resolve_province(turn, place);
    }
    for place in turn.sc.province_ids() {
        blockade::note_who_lies_outside(turn, place);
    }
}

fn resolve_province(turn: &mut Turn, place: ProvinceId) {
    let present = turn.st.stacks.present(place);
    if present.is_empty() {
        turn.st.province_mut(place).contact = [None, None];
        return siege::settle(turn, place, SiegePlan::None);
    }
    let owner = turn.st.province(place).owner;
    let hostile_pair = present
        .iter()
        .any(|one| present.and(Factions::one(owner)).iter().any(|other| turn.st.hostile(turn.sc, place, one, other)));
    if hostile_pair {
        supply::suffer(turn, place, present);
        devastation::ravage(turn, place);
        aboard::forget_the_dead(turn, place);
        let sea = engagement::fight(turn, place, Arm::Sea);
        aboard::land_those_aboard(turn, place);
        let land = engagement::fight(turn, place, Arm::Land);
        turn.st.province_mut(place).contact = [land.contact, sea.contact];
        siege::settle(turn, place, land.siege);
    } else {
        aboard::land_those_aboard(turn, place);
        turn.st.province_mut(place).contact = [None, None];
        siege::settle(turn, place, SiegePlan::None);
    }
    claims::settle_ownership(turn, place);
}
