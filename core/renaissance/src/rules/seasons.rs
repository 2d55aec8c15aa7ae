//! What March and September bring to every town (section 3.1, step 5).

use super::growth::grow;
use super::market::quotas::{renew_demand, renew_supply};
use crate::model::calendar::Month;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// March: demand, then growth. September: supply (RN-2.11).
pub fn turn_of_the_season(sc: &Scenario, st: &mut State) {
    let month = sc.month(st.turn);
    let figures = &sc.rulings.markets;
    for (record, here) in sc.board.locations.iter().zip(&mut st.locations) {
        match month {
            Month::March => {
                renew_demand(record, here, figures);
                grow(here, figures);
            }
            Month::September => renew_supply(record, here, figures),
            _ => return,
        }
    }
}
