//! The life of a game: its statuses, and what leads from one to another.

use super::text_enum;

text_enum! {
    pub enum GameStatus {
        Lobby = "lobby",
        Running = "running",
        Paused = "paused",
        Finished = "finished",
        Abandoned = "abandoned",
    }
}

/// What happens to a game as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transition {
    Start,
    Pause,
    Resume,
    /// The campaign has come to its end.
    Finish,
    /// It ends without a result.
    Abandon,
}

/// A transition that does not lead on from a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a game that is {from} cannot be {}", .transition.participle())]
pub struct IllegalTransition {
    pub from: GameStatus,
    pub transition: Transition,
}

impl Transition {
    pub const ALL: [Transition; 5] =
        [Transition::Start, Transition::Pause, Transition::Resume, Transition::Finish, Transition::Abandon];

    /// As in "only one that is paused can be resumed".
    pub fn participle(self) -> &'static str {
        match self {
            Transition::Start => "started",
            Transition::Pause => "paused",
            Transition::Resume => "resumed",
            Transition::Finish => "finished",
            Transition::Abandon => "abandoned",
        }
    }

    /// The statuses that it leads on from.
    pub fn sources(self) -> Vec<GameStatus> {
        GameStatus::ALL.iter().copied().filter(|status| status.after(self).is_ok()).collect()
    }
}

impl GameStatus {
    /// The status after a transition: every legal one is named here.
    ///
    /// # Errors
    /// Where the transition does not lead on from this status.
    pub fn after(self, transition: Transition) -> Result<GameStatus, IllegalTransition> {
        match (self, transition) {
            (GameStatus::Lobby, Transition::Start) => Ok(GameStatus::Running),
            (GameStatus::Running, Transition::Pause) => Ok(GameStatus::Paused),
            (GameStatus::Paused, Transition::Resume) => Ok(GameStatus::Running),
            // One that stands still can end by agreement.
            (GameStatus::Running | GameStatus::Paused, Transition::Finish) => Ok(GameStatus::Finished),
            (GameStatus::Lobby | GameStatus::Running | GameStatus::Paused, Transition::Abandon) => {
                Ok(GameStatus::Abandoned)
            }
            (from, transition) => Err(IllegalTransition { from, transition }),
        }
    }

    /// Whether nothing leads on from here.
    pub fn is_over(self) -> bool {
        matches!(self, GameStatus::Finished | GameStatus::Abandoned)
    }

    /// Whether the campaign has begun and is not over.
    pub fn is_under_way(self) -> bool {
        matches!(self, GameStatus::Running | GameStatus::Paused)
    }
}

text_enum! {
    /// Why a game is paused.
    pub enum PauseReason {
        GameMaster = "game-master",
        MassAbsence = "mass-absence",
        PlayerAway = "player-away",
        EngineFault = "engine-fault",
        EngineVersion = "engine-version",
        StateDamaged = "state-damaged",
        Vote = "vote",
    }
}

impl PauseReason {
    /// For the people who play.
    pub fn in_words(self) -> &'static str {
        match self {
            PauseReason::GameMaster => "Who runs the game has paused it.",
            PauseReason::Vote => "The players have voted for a pause. Who runs the game can resume it.",
            PauseReason::MassAbsence => {
                "More than half of the people with something to decide are away, so nothing was resolved. \
                 Who runs the game can resume it when they are back."
            }
            PauseReason::PlayerAway => {
                "The only person with something to decide is away, so nothing was resolved. \
                 Resume the game to play on, with a new deadline."
            }
            PauseReason::EngineFault => {
                "The rules broke down while the step was being resolved, and nothing of it was kept. \
                 It is in our log; resuming the game tries again."
            }
            PauseReason::StateDamaged => {
                "What is stored of this game is damaged and cannot be read, so nothing was resolved. \
                 It is in our log; once whoever runs the server has restored it, resuming goes on from there."
            }
            PauseReason::EngineVersion => {
                "This server has another version of the rules than the game is played with. It waits for one that has it."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the status of the row, by the transition of the column: the status after it, or none.
    #[test]
    fn the_life_of_a_game_as_a_table() {
        use GameStatus::{Abandoned, Finished, Lobby, Paused, Running};
        let table = [
            // start, pause, resume, finish, abandon
            (Lobby, [Some(Running), None, None, None, Some(Abandoned)]),
            (Running, [None, Some(Paused), None, Some(Finished), Some(Abandoned)]),
            (Paused, [None, None, Some(Running), Some(Finished), Some(Abandoned)]),
            (Finished, [None; 5]),
            (Abandoned, [None; 5]),
        ];
        assert_eq!(table.map(|(from, _)| from).as_slice(), GameStatus::ALL);
        for (from, row) in table {
            for (transition, to) in Transition::ALL.into_iter().zip(row) {
                assert_eq!(from.after(transition), to.ok_or(IllegalTransition { from, transition }));
                assert_eq!(transition.sources().contains(&from), to.is_some());
            }
            assert_eq!(from.is_over(), row.iter().all(Option::is_none), "{from}");
        }
        let illegal = Finished.after(Transition::Resume).unwrap_err();
        assert_eq!(illegal.to_string(), "a game that is finished cannot be resumed");
    }
}
