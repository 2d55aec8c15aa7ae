//! An account's seats over all its games, the most urgent first.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::model::GameStatus;
use crate::service::views::Waiting;
use crate::store::games::{self, GameRow, PlayedGame};
use crate::store::ledger;
use crate::store::letters::{self, Reader};
use crate::store::seats::SeatRow;

/// A seat that the caller holds in a game that is not over.
#[derive(Debug, Clone)]
pub struct HeldSeat {
    pub game: GameRow,
    pub seat: SeatRow,
    /// Orders or a decision of this seat are awaited, and not handed in.
    pub waits_for_you: bool,
    pub prompt: Option<String>,
    /// While the game runs.
    pub deadline_at: Option<i64>,
    /// Seats awaited, and how many of them have handed in.
    pub awaited: usize,
    pub ready: usize,
    pub unread: i64,
    pub last_report: Option<LastReport>,
}

#[derive(Debug, Clone)]
pub struct LastReport {
    pub step: i32,
    pub label: String,
    pub resolved_at: i64,
}

/// How many games are looked at for one answer: looking at one may load its campaign.
const MOST_LOOKED_AT: usize = 200;

impl AppContext {
    /// The seats that the caller holds in games that are not over: those that wait for the caller first, then by deadline;
    /// the first `limit` of them, and how many there are beyond. Games are looked at one by one, so that none waits for
    /// the others; of whoever plays in more than 200, those with the nearest deadlines, then the newest.
    pub fn my_games(&self, caller: &Caller, limit: usize) -> Result<(Vec<HeldSeat>, usize), Fault> {
        caller.need(Scope::GameRead)?;
        let played = self.store.read(|conn| Ok::<_, Fault>(games::games_played_by(conn, &caller.account_id)?))?;
        let (games, beyond) = looked_at(played, MOST_LOOKED_AT);
        let mut found = Vec::new();
        for game in &games {
            found.extend(self.my_seats(caller, game)?);
        }
        found.sort_by(|a, b| urgency(a).cmp(&urgency(b)));
        let left_off = beyond + found.len().saturating_sub(limit);
        found.truncate(limit);
        Ok((found, left_off))
    }

    /// The seats that the caller holds in a game; none in one that is damaged or cannot be seen, or was left a moment ago:
    /// it keeps nobody from the others. What they show is at least as new as the version of their game's row.
    pub fn my_seats(&self, caller: &Caller, game: &str) -> Result<Vec<HeldSeat>, Fault> {
        match self.seats_held(caller, game) {
            Err(fault) if fault.is_the_games() => Ok(Vec::new()),
            other => other,
        }
    }

    fn seats_held(&self, caller: &Caller, game: &str) -> Result<Vec<HeldSeat>, Fault> {
        self.look(Some(caller), game, |conn, tx| {
            // By the same row as all else: between two looks the game may have ended.
            let waiting = self.waiting(conn, tx, Some(caller))?;
            let last_report = match tx.game.step {
                0 => None,
                step => ledger::list_steps(conn, game, step - 1, 1)?.into_iter().next(),
            };
            let last_report = last_report.map(|line| LastReport {
                step: line.step,
                label: line.label,
                resolved_at: line.resolved_at,
            });
            let mine = tx.seats.iter().filter(|seat| seat.account_id.as_ref() == Some(&caller.account_id));
            let mine = mine.map(|seat| {
                let reader = Reader { game, seat: seat.idx, account: &caller.account_id };
                let (_, unread) = letters::count_letters(conn, reader)?;
                Ok::<_, Fault>(my_seat(tx.game.clone(), seat.clone(), &waiting, unread, last_report.clone()))
            });
            mine.collect()
        })
    }
}

/// The ids of the most urgent games, by what the rows tell, and how many seats are in the others.
fn looked_at(mut played: Vec<PlayedGame>, most: usize) -> (Vec<String>, usize) {
    played.sort_by_key(|it| {
        (it.status != GameStatus::Running, it.deadline_at.unwrap_or(i64::MAX), -it.created_at, it.id.clone())
    });
    let mut ids: Vec<String> = played.iter().map(|it| it.id.clone()).collect();
    ids.dedup();
    ids.truncate(most);
    let beyond = played.iter().filter(|it| !ids.contains(&it.id)).count();
    (ids, beyond)
}

fn my_seat(game: GameRow, seat: SeatRow, waiting: &Waiting, unread: i64, last_report: Option<LastReport>) -> HeldSeat {
    let open = waiting.awaiting.iter().find(|one| one.seat == seat.key && !one.ready);
    HeldSeat {
        game,
        seat,
        waits_for_you: open.is_some() && waiting.status == GameStatus::Running,
        prompt: open.and_then(|one| one.prompt.clone()),
        deadline_at: waiting.deadline_at,
        awaited: waiting.awaiting.len(),
        ready: waiting.awaiting.iter().filter(|one| one.ready).count(),
        unread,
        last_report,
    }
}

/// Sorts what waits first, then by deadline, then by the newest move; ids make it the same every time.
fn urgency(it: &HeldSeat) -> (bool, bool, i64, i64, &str, i32) {
    let moved = it.last_report.as_ref().map_or(it.game.created_at, |report| report.resolved_at);
    let running = it.game.status == GameStatus::Running;
    (!it.waits_for_you, !running, it.deadline_at.unwrap_or(i64::MAX), -moved, &it.game.id, it.seat.idx)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(id: &str, status: GameStatus, deadline_at: Option<i64>, created_at: i64) -> PlayedGame {
        PlayedGame { id: id.into(), status, deadline_at, created_at }
    }

    #[test]
    fn of_too_many_games_the_most_urgent_are_looked_at() {
        let played = vec![
            game("lobby", GameStatus::Lobby, None, 9),
            game("old", GameStatus::Running, None, 1),
            game("late", GameStatus::Running, Some(50), 2),
            game("soon", GameStatus::Running, Some(20), 3),
            game("soon", GameStatus::Running, Some(20), 3),
            game("new", GameStatus::Running, None, 8),
        ];
        assert_eq!(looked_at(played.clone(), 4), (["soon", "late", "new", "old"].map(String::from).to_vec(), 1));
        assert_eq!(looked_at(played, 1).1, 4, "seats are counted, not games");
    }
}
