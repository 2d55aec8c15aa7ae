//! The skills of a persona (RN-13.1).

use serde::{Deserialize, Serialize};

use super::codes::coded;
use super::measures::Rating;

coded! {
    /// The 21 skills (RN-13.1, RN-R8).
    Skill {
        /// Works of architecture (RN-14.1).
        Architecture = "architecture",
        /// Works of art (RN-14.3).
        Art = "art",
        /// Works of letters (RN-14.6).
        Letters = "letters",
        /// Guns: G in formulas.
        Gunnery = "gunnery",
        /// Pigments (RN-52.1).
        Alchemy = "alchemy",
        /// Trade (RN-43).
        Merchantry = "merchantry",
        /// Ships: N in formulas, and miles of range (RN-35.1).
        Navigation = "navigation",
        /// Murder (RN-14.12).
        Assassination = "assassination",
        /// Duels (RN-14.20).
        Dueling = "dueling",
        /// Roads and harbours (RN-34, RN-49).
        Engineering = "engineering",
        /// Galleys (RN-53.1).
        Galleybuilding = "galleybuilding",
        /// Galliots (RN-53.2).
        Galliotbuilding = "galliotbuilding",
        /// Roundships (RN-53.3).
        Roundshipbuilding = "roundshipbuilding",
        /// Caravels (RN-53.4).
        Caravelbuilding = "caravelbuilding",
        /// Barques (RN-53.5).
        Barquebuilding = "barquebuilding",
        /// Sermons (RN-14.8).
        Sermonizing = "sermonizing",
        /// Walls and towers (RN-52.11).
        Fortification = "fortification",
        /// Cannons and falconets (RN-52.3).
        Cannonmaking = "cannonmaking",
        /// Arquebuses (RN-52.5).
        Gunsmithing = "gunsmithing",
        /// Small arms, pikes, armor (RN-52.6).
        Armory = "armory",
        /// Bows (RN-52.9).
        Bowmaking = "bowmaking",
    }
}

/// The skills of a persona that are above 0, ascending.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Skills(Vec<(Skill, Rating)>);

impl Skills {
    /// The rating in a skill.
    pub fn of(&self, skill: Skill) -> Rating {
        self.0.binary_search_by_key(&skill, |(it, _)| *it).map_or(Rating::default(), |at| self.0[at].1)
    }
    /// Sets a rating. Nothing changes for a skill that a persona with `most` skills has not (RN-R8); then it is `false`.
    pub fn set(&mut self, skill: Skill, rating: Rating, most: usize) -> bool {
        match self.0.binary_search_by_key(&skill, |(it, _)| *it) {
            Ok(at) if rating == Rating::default() => {
                self.0.remove(at);
            }
            Ok(at) => self.0[at].1 = rating,
            Err(_) if rating == Rating::default() => {}
            Err(_) if self.0.len() >= most => return false,
            Err(at) => self.0.insert(at, (skill, rating)),
        }
        true
    }
    /// Those above 0.
    pub fn iter(&self) -> impl Iterator<Item = (Skill, Rating)> + '_ {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twenty_first_skill_cannot_be_acquired() {
        let mut skills = Skills::default();
        assert_eq!(Skill::ALL.len(), 21);
        let set: Vec<bool> = Skill::ALL.iter().map(|skill| skills.set(*skill, Rating::new(5), 20)).collect();
        assert_eq!(set.iter().filter(|done| **done).count(), 20);
        assert!(skills.set(Skill::Art, Rating::new(0), 20) && skills.set(Skill::Bowmaking, Rating::new(7), 20));
        assert_eq!((skills.of(Skill::Art).get(), skills.of(Skill::Bowmaking).get()), (0, 7));
    }
}
