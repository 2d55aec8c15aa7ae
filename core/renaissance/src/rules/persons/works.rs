//! Works of architecture, art and letters (RN-14.1 to RN-14.7).

use crate::model::location::Location;
use crate::model::measures::{Rating, round_half_up};
use crate::model::rulings::Reputation;

/// A kind of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// In August (RN-14.1).
    Architecture,
    /// In May, August and November (RN-14.3).
    Art,
    /// In any month (RN-14.6).
    Letters,
}

/// What a sponsor gains in popularity by a work of this rating.
pub fn praise(work: Work, rating: Rating, figures: &Reputation) -> i64 {
    let per_cent = match work {
        Work::Architecture => figures.architecture_per_cent,
        Work::Art => figures.art_per_cent,
        Work::Letters => figures.letters_per_cent,
    };
    round_half_up(rating.points() * per_cent, 100)
}

/// What the victim of a work against him loses: more if he has the author's religion, and if both started at one location
/// (RN-14.4, RN-14.5, RN-14.7). Nobody builds against somebody.
pub fn satire(work: Work, rating: Rating, same_religion: bool, same_place: bool, figures: &Reputation) -> i64 {
    let share = match work {
        Work::Architecture => 0,
        Work::Art => figures.negative_art,
        Work::Letters => figures.negative_letters,
    };
    let religion = if same_religion { figures.same_religion_factor } else { 1 };
    let place = if same_place { figures.same_place_factor } else { 1 };
    round_half_up(rating.points() * share * religion * place, 10_000)
}

/// People whom a work of architecture brings to the location where it stands (RN-14.2, RN-R29).
pub fn settle(here: &mut Location, rating: Rating, figures: &Reputation) {
    let more = round_half_up(rating.points() * here.loyalty.points(), figures.building_people);
    here.population = here.population.saturating_add(more as u32);
}
