//! Sermons to troops and to the people (RN-14.8, RN-14.9).

use crate::model::family::Religion;
use crate::model::measures::{Rating, round_half_up};
use crate::model::rulings::Reputation;

/// What a sermon adds to morale or loyalty, if preacher and hearers have one religion.
pub fn effect(sermonizing: Rating, figures: &Reputation) -> i64 {
    round_half_up(sermonizing.points() * figures.sermon_per_cent, 100)
}

/// Whether a sermon moves the troops of somebody: of the preacher's religion, and neither Sunni nor Shia (RN-14.8, RN-61.6).
pub fn moves_troops(preacher: Religion, leader: Religion) -> bool {
    preacher == leader && !leader.is_moslem()
}
