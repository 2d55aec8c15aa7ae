//! A month from its first step to its last (section 3.1). Orders are carried out between [`begin`] and [`end`], family by
//! family (RN-2.2).
//!
//! Steps are called here in their order.

use kernel::Dice;

use super::church::{clergy, offers};
use super::conflict::siege;
use super::deed::Deed;
use super::month::Month;
use super::raising::renewal::renew;
use super::{death, elections, offices, persons, pestilence, prestige, seasons, upkeep};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// Steps 1 to 6 of the turn that the state is in; afterwards orders are asked for.
pub fn begin(sc: &Scenario, st: &mut State) -> Vec<Deed> {
    let mut deeds = Vec::new();
    persons::begin_year(sc, st); // step 1
    death::replace_the_dead(sc, st, &mut deeds);
    siege::review(sc, st, &mut deeds); // step 2
    offices::lists::admit_waiting(sc, st); // step 3
    let mut month = Month::begin(st);
    upkeep::maintain_all(sc, st, &mut month); // step 4
    deeds.append(&mut month.deeds);
    seasons::turn_of_the_season(sc, st); // step 5
    st.locations.iter_mut().for_each(|here| renew(here, &sc.rulings.raising)); // step 6
    deeds
}

/// Steps 9 to 12, once orders are carried out; afterwards it is the next turn, which has not begun, or the campaign is over.
pub fn end(sc: &Scenario, st: &mut State, month: &mut Month, dice: &mut Dice) {
    elections::hold(sc, st, month); // step 9
    siege::wear_down(sc, st, month); // step 10
    for (persona, dead) in pestilence::strike(sc, st) {
        month.deeds.push(Deed::Sickened { persona, dead });
    }
    clergy::grow_old(sc, st, month, dice); // RN-R46
    offers::lapse(st, month); // step 11
    elections::announce(sc, st, month);
    clear_what_expired(st); // step 12
    st.turn = st.turn.later(1);
    prestige::end_campaign(sc, st);
}

/// Step 12: what held in this turn only.
fn clear_what_expired(st: &mut State) {
    let turn = st.turn;
    st.interceptions.retain(|it| it.turn > turn);
    st.bombardments.retain(|it| it.turn > turn);
    st.collectors.retain(|it| it.turn > turn);
    st.permissions.retain(|it| it.turn > turn);
}
