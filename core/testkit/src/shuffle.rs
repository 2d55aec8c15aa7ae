//! States that differ in nothing but what a seat does not know.

use std::any::Any;

use kernel::{Campaign, Dice, Hosted, SeatId, TypedCampaign, Visibility};

/// Changing what a seat does not know. A room implements it behind its feature `testing`.
pub trait Shuffle: Visibility {
    /// Another state that the seat cannot tell from this one: whatever it does not know is changed at random.
    fn shuffle_hidden(scenario: &Self::Scenario, state: &Self::State, seat: SeatId, dice: &mut Dice) -> Self::State;
}

/// A campaign as one of its room.
pub(crate) fn typed<G: Hosted>(campaign: &dyn Campaign) -> &TypedCampaign<G> {
    (campaign as &dyn Any).downcast_ref().expect("a campaign of this rule system")
}

/// Another campaign that the seat cannot tell from this one.
///
/// # Panics
///
/// When the campaign is one of another rule system.
pub fn shuffled<G: Shuffle + Hosted>(campaign: &dyn Campaign, seat: SeatId, dice: &mut Dice) -> Box<dyn Campaign> {
    let campaign = typed::<G>(campaign);
    let state = G::shuffle_hidden(campaign.scenario(), campaign.state(), seat, dice);
    Box::new(campaign.with_state(state))
}
