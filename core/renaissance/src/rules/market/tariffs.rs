//! Tariffs (RN-41): the magistrate who is present has them; else they leave the game (RN-17.3).

use crate::model::ids::LocationId;
use crate::model::money::Money;
use crate::model::state::State;

/// The tariff on a value, rounded up (RN-R2).
pub fn on(value: Money, per_cent: u8) -> Money {
    value.share_paid(u64::from(per_cent), 100)
}

/// Gives a tariff to the magistrate of a location, if he is there, inside or outside.
pub fn pay_magistrate(st: &mut State, location: LocationId, tariff: Money) {
    let magistrate = st.location(location).magistrate.persona();
    let present = magistrate.filter(|id| {
        let persona = st.persona(*id);
        persona.alive && persona.place.location() == Some(location)
    });
    if let Some(id) = present {
        st.persona_mut(id).assets.money += tariff;
    }
}
