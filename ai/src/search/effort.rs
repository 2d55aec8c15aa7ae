//! What a level may spend on a decision, by the room's data (`data/computer-players.toml` there).

use std::sync::LazyLock;

use kernel::tuning::SearchBudget;
use kernel::{Campaign, Leaning, SearchLevel, Tuning};

use crate::{Budget, Level};

/// What one decision may cost. Everything is counted; no clock has a say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How far a playout is played, in the room's own clock.
    pub horizon: u32,
    /// Determinizations sampled.
    pub determinizations: u32,
    /// Most steps in one playout.
    pub steps: u32,
    /// Playouts per decision.
    pub playouts: u32,
    /// Playouts for a single small question.
    pub reaction: u32,
    /// Share of the playouts spent on rivals' own plans first, per cent.
    pub rivals_percent: u32,
    /// Share of the playouts spent where the seat goes on with what it has begun, per cent.
    pub resumed_percent: u32,
    /// What the player leans to; nothing unless somebody says so.
    pub leanings: &'static [Leaning],
}

/// What a campaign's room sets for its computer players, or what fits most rooms where it sets nothing.
pub fn tuning(campaign: &dyn Campaign) -> &'static Tuning {
    campaign.tuning().unwrap_or_else(default_tuning)
}

/// What fits most rooms.
pub(crate) fn default_tuning() -> &'static Tuning {
    static DEFAULT: LazyLock<Tuning> = LazyLock::new(|| Tuning::built_in(include_str!("../default-tuning.toml")));
    &DEFAULT
}

fn of_level(tuning: &Tuning, level: Level) -> Option<&SearchBudget> {
    match level {
        Level::Veteran => Some(&tuning.veteran),
        Level::Master => Some(&tuning.master),
        Level::Random | Level::Caretaker | Level::Novice | Level::Steady => None,
    }
}

/// The level that advises people.
pub fn adviser(tuning: &Tuning) -> Level {
    match tuning.adviser {
        SearchLevel::Veteran => Level::Veteran,
        SearchLevel::Master => Level::Master,
    }
}

impl Effort {
    /// What `level` may spend by a room's tuning; `None` for levels that do not search. A budget that names a number of
    /// playouts overrules the level's own.
    pub fn of(tuning: &Tuning, level: Level, budget: Budget) -> Option<Self> {
        let share = of_level(tuning, level)?;
        let playouts = budget.playouts.unwrap_or(share.playouts).max(1);
        Some(Self {
            horizon: tuning.horizon,
            determinizations: share.determinizations.unwrap_or(tuning.determinizations),
            steps: tuning.steps,
            playouts,
            reaction: share.reaction.min(playouts),
            rivals_percent: share.rivals_percent,
            resumed_percent: share.resumed_percent.or(tuning.resumed_percent).unwrap_or(100),
            leanings: &[],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What veteran and master may spend.
    fn both(tuning: &Tuning) -> [Effort; 2] {
        [Level::Veteran, Level::Master].map(|level| Effort::of(tuning, level, Budget::default()).unwrap())
    }

    /// All rooms' tunings with their ids, and the default.
    fn tunings() -> Vec<(String, &'static Tuning)> {
        let catalog = catalog::Catalog::standard();
        let own = catalog.rulesets().iter().map(|room| {
            let id = room.about().id.clone();
            let tuning = room.tuning().unwrap_or_else(|| panic!("{id} has no data for computer players"));
            (id, tuning)
        });
        own.chain([("the default".to_owned(), default_tuning())]).collect()
    }

    #[test]
    fn every_room_has_sensible_budgets() {
        for (name, room) in tunings() {
            assert!(room.horizon >= 1 && room.determinizations >= 1 && room.steps >= room.horizon, "{name}");
            for share in [&room.veteran, &room.master] {
                assert!(
                    share.playouts >= share.reaction && share.reaction >= 16 && share.rivals_percent <= 50,
                    "{name}"
                );
            }
            let [veteran, master] = both(room);
            for effort in [veteran, master] {
                assert!(
                    (1..=effort.playouts).contains(&effort.determinizations),
                    "{name}: determinizations that nobody plays in"
                );
                assert!((1..=100).contains(&effort.resumed_percent), "{name}");
            }
            assert!(master.playouts > veteran.playouts, "{name}");
            assert!(Effort::of(room, adviser(room), Budget::default()).is_some(), "{name}: an adviser searches");
        }
    }

    #[test]
    fn leanings_are_slight() {
        for (name, room) in tunings() {
            for leaning in room.leanings.all() {
                assert!((0..=100).contains(&leaning.chance), "{name}: {leaning:?}");
                assert!(leaning.bonus.abs() <= 5_000, "{name} leans too far: {leaning:?}");
                assert!(leaning.quiet.is_some() || !leaning.keys.is_empty(), "{name} names all answers: {leaning:?}");
            }
        }
    }

    /// Determinizations that the tree itself meets, at most: fewer than are sampled where a budget has fewer samples.
    fn determinizations_of_the_tree(effort: Effort) -> u32 {
        let own = effort.playouts - effort.playouts * effort.rivals_percent / 100;
        crate::search::chain::samples(own - own / crate::search::PROOF_PART).min(effort.determinizations)
    }

    /// The numbers in docs/ai.md.
    #[test]
    fn the_tree_grows_over_as_many_determinizations_as_the_documentation_says() {
        let [veteran, master] = both(default_tuning());
        assert_eq!([veteran, master].map(determinizations_of_the_tree), [13, 16]);
        let few = Effort { playouts: 64, ..veteran };
        let more = Effort { playouts: 200, determinizations: 32, ..few };
        assert_eq!([few, more].map(determinizations_of_the_tree), [8, 13]);
    }

    /// The default with some lines before it, and a master's own figures.
    fn with(lines: &str, master: &str) -> Tuning {
        let own = format!("master = {{ {master}playouts");
        Tuning::built_in(&format!(
            "{lines}\n{}",
            include_str!("../default-tuning.toml").replace("master = { playouts", &own)
        ))
    }

    #[test]
    fn a_level_may_have_determinizations_and_a_part_for_resumed_orders_of_its_own() {
        let [veteran, master] = both(&with("resumed_percent = 25", "determinizations = 32, resumed_percent = 12, "));
        assert_eq!((veteran.determinizations, veteran.resumed_percent), (16, 25));
        assert_eq!((master.determinizations, master.resumed_percent), (32, 12));
        let [veteran, master] = both(default_tuning());
        assert_eq!((veteran.determinizations, veteran.resumed_percent), (master.determinizations, 100));
    }

    #[test]
    fn a_room_may_have_a_better_adviser() {
        assert_eq!(adviser(&with("adviser = \"master\"", "")), Level::Master);
        assert_eq!(adviser(default_tuning()), Level::Veteran);
    }

    #[test]
    fn a_budget_overrules_the_level() {
        let tuning = default_tuning();
        let own = Effort::of(tuning, Level::Veteran, Budget::default()).unwrap();
        assert_eq!((own.playouts, own.horizon), (tuning.veteran.playouts, tuning.horizon));
        let given = Effort::of(tuning, Level::Veteran, Budget::of(10)).unwrap();
        assert_eq!((given.playouts, given.reaction), (10, 10));
        assert_eq!(Effort::of(tuning, Level::Steady, Budget::of(10)), None);
    }
}
