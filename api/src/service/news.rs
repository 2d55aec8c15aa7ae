//! What a game tells of itself, beside what its rule system tells: every kind of news and what its data hold.

use kernel::Value;

/// A kind of news.
pub struct News {
    /// As the event's `kind`.
    pub kind: &'static str,
    /// What has happened, and to whom it is told if not to all.
    pub what: &'static str,
    /// The fields of its data.
    pub data: &'static [&'static str],
}

const fn news(kind: &'static str, what: &'static str, data: &'static [&'static str]) -> News {
    News { kind, what, data }
}

/// All kinds.
pub const NEWS: &[News] = &[
    news("game_started", "The first step is open.", &["label", "commitment", "head"]),
    news("step_resolved", "A step was resolved; `now` is the next one's name.", &["step", "label", "now", "cause"]),
    news(
        "verdicts",
        "What became of a seat's orders, and what of them was not understood and left out; told to the seat.",
        &["orders", "verdicts", "left_out"],
    ),
    news("game_over", "The campaign has ended; the seed of its dice is open.", &["outcome", "seed", "commitment"]),
    news(
        "game_abandoned",
        "Who runs the game has given it up, or has closed the account with nobody else at the table.",
        &["seed", "commitment"],
    ),
    news("game_paused", "The clock stands still; `detail` says why and what to do.", &["reason", "detail"]),
    news("game_resumed", "The clock goes on.", &["deadline"]),
    news("deadline_extended", "The deadline was put off.", &["deadline", "extensions"]),
    news("deadline_missed", "A seat has missed a deadline, so many in a row.", &["seat", "in_a_row"]),
    news("reminder", "A deadline draws near; told to the seats that are waited for.", &["deadline", "seconds_left"]),
    news("seat_taken", "A person has taken a seat.", &["seat", "player"]),
    news("seat_released", "Nobody holds a seat any more.", &["seat"]),
    news("seat_opened", "A computer player's seat is open to people.", &["seat"]),
    news("seat_given_to_computer", "A seat was given to a computer player.", &["seat", "level", "temper"]),
    news("seat_handed_to_computer", "A computer player stands in for a holder who is away.", &["seat", "level"]),
    news("organiser_changed", "Somebody else runs the game now: the account of who did was closed.", &["player"]),
    news("seat_holder_returned", "The holder plays the seat again.", &["seat"]),
    news(
        "computer_failed",
        "A computer player broke down in the step that was resolved, and its default orders were carried out.",
        &["seat", "detail"],
    ),
    news(
        "message",
        "A letter has come; told to the people it is for and to its sender, not to who takes their seats later.",
        &["id", "from"],
    ),
    news(
        "decisions_read",
        "Who created the game has read, before its end, what its computer players decided and why.",
        &["detail"],
    ),
    news("entry", "The rule system tells of it; told to the seats that learnt of it.", &[]),
];

/// Whether news of this kind, with these data, are what [`NEWS`] says.
pub fn is_known(kind: &str, data: &Value) -> bool {
    let fields = |news: &News| {
        let named = data.as_object().is_some_and(|data| {
            data.len() == news.data.len() && news.data.iter().all(|field| data.contains_key(*field))
        });
        kind == "entry" || named
    };
    NEWS.iter().find(|news| news.kind == kind).is_some_and(fields)
}

/// All kinds in words, for the API document.
pub fn in_words() -> String {
    let line = |news: &News| {
        let fields: Vec<String> = news.data.iter().map(|field| format!("`{field}`")).collect();
        let data = if fields.is_empty() { "an EventRecord".to_owned() } else { fields.join(", ") };
        format!("- `{}`: {} `data`: {data}.", news.kind, news.what)
    };
    let lines: Vec<String> = NEWS.iter().map(line).collect();
    format!("What sort of event it is:\n\n{}", lines.join("\n"))
}
