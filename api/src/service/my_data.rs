//! All that is kept of a person, for that person: what they may ask for, and take elsewhere.

use std::collections::BTreeMap;

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::Fault;
use crate::store::{games, letters, seat_readers, seats};

/// The most letters in one answer, the newest of them.
pub const MOST_LETTERS: i64 = 10_000;

/// A seat that somebody holds, or held.
#[derive(Debug, Clone)]
pub struct Holding {
    pub game: String,
    pub seat: String,
    pub since: i64,
    pub until: Option<i64>,
}

/// A letter that somebody wrote or got.
#[derive(Debug, Clone)]
pub struct KeptLetter {
    pub game: String,
    /// The seat that was theirs then.
    pub seat: String,
    /// None where the letter does not say.
    pub from: Option<String>,
    /// Empty: to all.
    pub to: Vec<String>,
    pub text: String,
    pub sent_at: i64,
}

/// What play has left of somebody.
#[derive(Debug, Clone, Default)]
pub struct Traces {
    pub runs: Vec<String>,
    pub helps_to_run: Vec<String>,
    pub seats: Vec<Holding>,
    pub letters: Vec<KeptLetter>,
    /// Older letters, which are left off.
    pub letters_left_off: i64,
}

impl AppContext {
    /// The games, seats and letters of the caller.
    pub fn my_traces(&self, caller: &Caller) -> Result<Traces, Fault> {
        caller.need_session()?;
        let account = caller.account_id.as_str();
        self.store.read(|conn| {
            let held = seat_readers::held_by_account(conn, account)?;
            let (mine, all) = letters::letters_of_account(conn, account, MOST_LETTERS)?;
            let games: Vec<String> = held
                .iter()
                .map(|row| row.game_id.clone())
                .chain(mine.iter().map(|(row, _)| row.game_id.clone()))
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect();
            let keys: BTreeMap<(String, i32), String> =
                seats::seats_of_games(conn, &games)?.into_iter().map(|row| ((row.game_id, row.idx), row.key)).collect();
            let key = |game: &str, idx: i32| keys.get(&(game.to_owned(), idx)).cloned().unwrap_or_default();
            let left_off = all - i64::try_from(mine.len()).unwrap_or(all);
            let letters = mine.into_iter().map(|(row, seat)| KeptLetter {
                seat: key(&row.game_id, seat),
                from: row.says_who(seat).then(|| key(&row.game_id, row.from_seat)),
                to: row
                    .to_seats
                    .split(',')
                    .filter_map(|part| part.parse().ok())
                    .filter(|idx| *idx != row.from_seat)
                    .map(|idx| key(&row.game_id, idx))
                    .collect(),
                game: row.game_id,
                text: row.body,
                sent_at: row.sent_at,
            });
            Ok(Traces {
                runs: games::games_run_by(conn, account)?,
                helps_to_run: games::games_co_organised_by(conn, account)?,
                seats: held
                    .into_iter()
                    .map(|row| Holding {
                        seat: key(&row.game_id, row.seat_idx),
                        game: row.game_id,
                        since: row.since_at,
                        until: row.until_at,
                    })
                    .collect(),
                letters: letters.collect(),
                letters_left_off: left_off,
            })
        })
    }
}
