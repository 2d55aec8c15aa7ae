//! What a seat saw at a step never changes: it is made once, and goes out in the same bytes to everybody who may read it.

use kernel::{Campaign, SeatId};

use crate::context::AppContext;
use crate::context::answers::Packed;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::context::game_heads::GameHead;
use crate::game::transaction::GameTransaction;
use crate::service::record::may_read;
use crate::store::AnyConn;
use crate::store::games::GameRow;

/// A seat at a step.
pub struct AtSeat<'a> {
    pub game: &'a GameRow,
    /// Number of the seat in the store.
    pub idx: i32,
    pub key: &'a str,
    pub step: i32,
}

impl<'a> AtSeat<'a> {
    fn of(tx: &'a GameTransaction, seat: usize, step: i32) -> AtSeat<'a> {
        let row = &tx.seats[seat];
        AtSeat { game: &tx.game, idx: row.idx, key: &row.key, step }
    }
}

/// An answer about a seat at a step.
pub enum SeatAnswer {
    /// The caller has it already.
    Known(String),
    /// The tag, and the answer.
    Bytes(String, Packed),
}

/// What is asked of a seat.
pub struct SeatQuestion<'a> {
    pub caller: Option<&'a Caller>,
    pub game: &'a str,
    pub key: &'a str,
    /// Steps resolved at the time wanted; the present when left out.
    pub step: Option<i32>,
    /// What the answer is called beside seat and step, where it is of the present and of nothing that changes within a step.
    pub settled: Option<&'a str>,
}

/// The strong tag of what a seat saw at a step. A resolved step never changes, so neither does what it names.
pub fn seat_tag(kind: &str, game: &str, seat: &str, step: i32) -> String {
    format!("\"{kind}-{game}-{seat}-{step}\"")
}

impl GameHead {
    /// Key of the seat, if the caller may read what it sees; `None` when only a full look can tell.
    fn readable_by(&self, account: &str, key: &str) -> Option<&str> {
        let seat = self.seats.iter().find(|seat| seat.key.eq_ignore_ascii_case(key))?;
        (seat.account_id.as_deref() == Some(account)).then_some(&*seat.key)
    }
}

impl AppContext {
    /// The answer about the present, if it can be had without asking the store; `had` says what the caller has.
    pub fn answer_at_hand(&self, question: &SeatQuestion<'_>, had: impl Fn(&str) -> bool) -> Option<SeatAnswer> {
        question.settled?;
        self.answer_by_head(&*self.head_at_hand(question.game)?, question, had)
    }

    fn answer_by_head(
        &self, head: &GameHead, question: &SeatQuestion<'_>, had: impl Fn(&str) -> bool,
    ) -> Option<SeatAnswer> {
        let caller = question.caller.filter(|caller| caller.may(Scope::GameRead))?;
        let key = head.readable_by(&caller.account_id, question.key)?;
        let tag = seat_tag(question.settled?, question.game, key, head.step);
        if had(&tag) {
            return Some(SeatAnswer::Known(tag));
        }
        let answer = self.answers.get(&tag)?;
        Some(SeatAnswer::Bytes(tag, answer))
    }

    /// An answer about a seat at a step. `name` says what it is called beside seat and step, and what it is made of that may
    /// change; `make` makes it, only where nobody has asked for it yet. No connection is held while it is made.
    ///
    /// # Errors
    /// `not-found` where there is no such step; `not-your-seat`, `no-token` for who may not read it; what `name` and `make` say.
    pub fn seat_answer<R>(
        &self, question: &SeatQuestion<'_>, had: impl Fn(&str) -> bool,
        name: impl FnOnce(&mut AnyConn, &GameTransaction, &AtSeat<'_>) -> Result<(String, R), Fault>,
        make: impl FnOnce(&dyn Campaign, SeatId, &AtSeat<'_>, R) -> Result<Vec<u8>, Fault>,
    ) -> Result<SeatAnswer, Fault> {
        may_read(question.caller)?;
        if question.settled.is_some()
            && let Some(head) = self.head_unchanged(question.game)?
            && let Some(answer) = self.answer_by_head(&head, question, &had)
        {
            return Ok(answer);
        }
        let (tx, at, step, tag, rest, campaign) = {
            let found = self.store.read(|conn| {
                let tx = GameTransaction::look(conn, &self.heads, question.game, self.now())?;
                let seat = tx.must_read_seat(question.caller, question.key)?;
                let step = tx.step_asked(question.step)?;
                let (kind, rest) = name(conn, &tx, &AtSeat::of(&tx, seat, step))?;
                let tag = seat_tag(&kind, &tx.game.id, &tx.seats[seat].key, step);
                if had(&tag) {
                    return Ok(Err(SeatAnswer::Known(tag)));
                }
                if let Some(answer) = self.answers.get(&tag) {
                    return Ok(Err(SeatAnswer::Bytes(tag, answer)));
                }
                let campaign = self.campaign_at(conn, &tx.game, step)?;
                Ok::<_, Fault>(Ok((tx, seat, step, tag, rest, campaign)))
            })?;
            match found {
                Ok(missing) => missing,
                Err(answer) => return Ok(answer),
            }
        };
        let seat = SeatId(u16::try_from(at).map_err(Fault::broken)?);
        let answer = Packed::new(make(&*campaign, seat, &AtSeat::of(&tx, at, step), rest)?);
        self.answers.put(tag.clone(), answer.clone());
        Ok(SeatAnswer::Bytes(tag, answer))
    }
}
