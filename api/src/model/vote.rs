//! Words about votes: what the people of a game may be asked, how many have to agree, and what came of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text_enum;

text_enum! {
    /// What a vote is about.
    pub enum VoteKind {
        /// The clock stands still.
        Pause = "pause",
        /// The present deadline is put off, as far as the game's clock allows.
        Extend = "extend",
        /// A seat is taken from its holder, and open.
        Replace = "replace",
        /// The campaign ends, and all who are in it share the first place.
        Draw = "draw",
        /// The campaign ends, and a seat has won it.
        Concession = "concession",
        /// The game stands again as it did after an earlier step.
        Undo = "undo",
    }
}

text_enum! {
    /// What has become of a vote.
    pub enum VoteState {
        /// It can be voted on.
        Open = "open",
        /// Enough agreed, and it was carried out.
        Passed = "passed",
        /// All have voted, and not enough agreed.
        Rejected = "rejected",
        /// Its time ran out.
        Lapsed = "lapsed",
        /// Who called it, or runs the game, took it back.
        Withdrawn = "withdrawn",
        /// It could not be carried out any more: the step is over, the holder has gone, or the game has ended.
        Void = "void",
    }
}

text_enum! {
    /// How many of those who may vote have to agree.
    pub enum Quorum {
        /// It is not put to the vote.
        Off = "off",
        /// More than half.
        Majority = "majority",
        /// Two thirds or more.
        TwoThirds = "two_thirds",
        All = "all",
    }
}

impl Quorum {
    /// So many of so many people; none where it is not put to the vote.
    pub fn needed(self, of: usize) -> Option<usize> {
        match self {
            Quorum::Off => None,
            Quorum::Majority => Some(of / 2 + 1),
            Quorum::TwoThirds => Some((of * 2).div_ceil(3)),
            Quorum::All => Some(of),
        }
    }
}

/// How many have to agree to what, and how long a vote is open. What is left out is as usual.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "draw": "all", "replace": "two_thirds", "open_hours": 72 }))]
pub struct VoteRules {
    pub pause: Quorum,
    pub extend: Quorum,
    /// Of the others: the holder of the seat has no vote.
    pub replace: Quorum,
    pub draw: Quorum,
    pub concession: Quorum,
    /// Asked by who runs the game alone.
    pub undo: Quorum,
    /// Hours after which a vote lapses.
    #[schema(minimum = 1, maximum = 720)]
    pub open_hours: u16,
}

impl Default for VoteRules {
    fn default() -> Self {
        VoteRules {
            pause: Quorum::Majority,
            extend: Quorum::Majority,
            replace: Quorum::TwoThirds,
            draw: Quorum::All,
            concession: Quorum::All,
            undo: Quorum::All,
            open_hours: 72,
        }
    }
}

/// Other rules for the votes of a game. What is left out stays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "draw": "all" }))]
pub struct VoteChange {
    pub pause: Option<Quorum>,
    pub extend: Option<Quorum>,
    pub replace: Option<Quorum>,
    pub draw: Option<Quorum>,
    pub concession: Option<Quorum>,
    pub undo: Option<Quorum>,
    /// Hours after which a vote lapses.
    #[schema(minimum = 1, maximum = 720)]
    pub open_hours: Option<u16>,
}

impl VoteRules {
    /// The rules as they are with a change.
    #[must_use]
    pub fn with(&self, change: VoteChange) -> VoteRules {
        VoteRules {
            pause: change.pause.unwrap_or(self.pause),
            extend: change.extend.unwrap_or(self.extend),
            replace: change.replace.unwrap_or(self.replace),
            draw: change.draw.unwrap_or(self.draw),
            concession: change.concession.unwrap_or(self.concession),
            undo: change.undo.unwrap_or(self.undo),
            open_hours: change.open_hours.unwrap_or(self.open_hours),
        }
    }

    pub fn quorum(&self, kind: VoteKind) -> Quorum {
        match kind {
            VoteKind::Pause => self.pause,
            VoteKind::Extend => self.extend,
            VoteKind::Replace => self.replace,
            VoteKind::Draw => self.draw,
            VoteKind::Concession => self.concession,
            VoteKind::Undo => self.undo,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_have_to_agree() {
        let needed = |quorum: Quorum| (1..=6).map(|of| quorum.needed(of).unwrap_or(0)).collect::<Vec<_>>();
        assert_eq!(needed(Quorum::Off), [0; 6]);
        assert_eq!(needed(Quorum::Majority), [1, 2, 2, 3, 3, 4]);
        assert_eq!(needed(Quorum::TwoThirds), [1, 2, 2, 3, 4, 4]);
        assert_eq!(needed(Quorum::All), [1, 2, 3, 4, 5, 6]);
    }
}
