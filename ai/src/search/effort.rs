//! What a level may spend in a room, from `levels.toml`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::{Budget, Level, Personality};

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
    /// What the player leans to.
    pub personality: Personality,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Room {
    horizon: u32,
    worlds: u32,
    steps: u32,
    /// Everything where a room does not say.
    resumed_percent: Option<u32>,
    /// A veteran where a room does not say.
    adviser: Option<Level>,
    veteran: Share,
    master: Share,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Share {
    playouts: u32,
    reaction: u32,
    rivals_percent: u32,
    /// The room's, where the level has none of its own; so `resumed_percent`.
    worlds: Option<u32>,
    resumed_percent: Option<u32>,
}

fn room(ruleset: &str) -> &'static Room {
    rooms().get(ruleset).unwrap_or_else(|| &rooms()["default"])
}

fn rooms() -> &'static BTreeMap<String, Room> {
    static ROOMS: OnceLock<BTreeMap<String, Room>> = OnceLock::new();
    ROOMS.get_or_init(|| toml::from_str(include_str!("../levels.toml")).expect("levels.toml is tested"))
}

impl Effort {
    /// What `level` may spend in a room; `None` for levels that imagine nothing. A budget that names a number of
    /// playouts overrules the level's own.
    pub fn of(ruleset: &str, level: Level, budget: Budget) -> Option<Self> {
        let room = room(ruleset);
        let share = match level {
            Level::Veteran => &room.veteran,
            Level::Master => &room.master,
            Level::Random | Level::Caretaker | Level::Novice | Level::Steady => return None,
        };
        let playouts = budget.playouts.unwrap_or(share.playouts).max(1);
        Some(Self {
            horizon: room.horizon,
            determinizations: share.worlds.unwrap_or(room.worlds),
            steps: room.steps,
            playouts,
            reaction: share.reaction.min(playouts),
            rivals_percent: share.rivals_percent,
            resumed_percent: share.resumed_percent.or(room.resumed_percent).unwrap_or(100),
            personality: Personality::Even,
        })
    }

    /// The level that advises people in a room.
    pub fn adviser(ruleset: &str) -> Level {
        room(ruleset).adviser.unwrap_or(Level::Veteran)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What veteran and master may spend in a room.
    fn both(ruleset: &str) -> [Effort; 2] {
        [Level::Veteran, Level::Master].map(|level| Effort::of(ruleset, level, Budget::default()).unwrap())
    }

    #[test]
    fn every_room_has_sensible_budgets() {
        for (name, room) in rooms() {
            assert!(room.horizon >= 1 && room.worlds >= 1 && room.steps >= room.horizon, "{name}");
            for share in [&room.veteran, &room.master] {
                assert!(
                    share.playouts >= share.reaction && share.reaction >= 16 && share.rivals_percent <= 50,
                    "{name}"
                );
            }
            let [veteran, master] = both(name);
            for effort in [veteran, master] {
                assert!(
                    (1..=effort.playouts).contains(&effort.determinizations),
                    "{name}: determinizations that nobody plays in"
                );
                assert!((1..=100).contains(&effort.resumed_percent), "{name}");
            }
            assert!(master.playouts > veteran.playouts, "{name}");
            assert!(
                Effort::of(name, Effort::adviser(name), Budget::default()).is_some(),
                "{name}: an adviser searches"
            );
        }
        for ruleset in catalog::Catalog::standard().rulesets() {
            assert!(rooms().contains_key(&ruleset.about().id), "{} has no budgets", ruleset.about().id);
        }
    }

    /// Determinizations that the tree itself meets, at most: fewer than are sampled where a budget has fewer samples.
    fn worlds_of_the_tree(effort: Effort) -> u32 {
        let own = effort.playouts - effort.playouts * effort.rivals_percent / 100;
        crate::search::chain::samples(own - own / crate::search::PROOF_PART).min(effort.determinizations)
    }

    #[test]
    fn the_tree_grows_over_as_many_worlds_as_the_documentation_says() {
        let worlds = |ruleset: &str| both(ruleset).map(worlds_of_the_tree);
        assert_eq!(worlds("umpire"), [13, 16]);
        assert_eq!(worlds("hotw"), [13, 16]);
        assert_eq!(worlds("eternal-rome"), [8, 13]);
    }

    #[test]
    fn a_level_may_have_worlds_and_a_part_for_resumed_sheets_of_its_own() {
        let [veteran, master] = both("eternal-rome");
        let room = &rooms()["eternal-rome"];
        assert_eq!((veteran.determinizations, Some(veteran.resumed_percent)), (room.worlds, room.resumed_percent));
        assert!(master.determinizations > veteran.determinizations && master.resumed_percent < veteran.resumed_percent);
        let [veteran, master] = both("umpire");
        assert_eq!((veteran.determinizations, veteran.resumed_percent), (master.determinizations, 100));
    }

    #[test]
    fn a_room_may_have_a_better_adviser() {
        assert_eq!(Effort::adviser("eternal-rome"), Level::Master);
        assert_eq!((Effort::adviser("umpire"), Effort::adviser("atlantis")), (Level::Veteran, Level::Veteran));
    }

    #[test]
    fn a_budget_overrules_the_level_and_a_strange_room_gets_the_default() {
        let own = Effort::of("atlantis", Level::Veteran, Budget::default()).unwrap();
        assert_eq!((own.playouts, own.horizon), (rooms()["default"].veteran.playouts, rooms()["default"].horizon));
        let given = Effort::of("atlantis", Level::Veteran, Budget::of(10)).unwrap();
        assert_eq!((given.playouts, given.reaction), (10, 10));
        assert_eq!(Effort::of("atlantis", Level::Steady, Budget::of(10)), None);
    }
}
