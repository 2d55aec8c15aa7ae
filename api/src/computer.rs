//! The computer player as the service calls it: the one file between the engine and the `ai` crate.

use std::str::FromStr;

use ai::{Advice, Budget, Decision, Progress, Seed, Style};
use kernel::{Campaign, SeatId};

/// Names what a computer player's choices are drawn from: the game, and apart from it every time that steps were taken back. Else
/// it would choose again what everybody has seen.
pub fn course(game: &str, step: i32, campaign: &dyn Campaign) -> String {
    let taken_back = i64::from(step) - i64::from(campaign.step());
    if taken_back == 0 { game.to_owned() } else { format!("{game} {taken_back}") }
}

/// Asks a level, with or without a temper, for a seat's orders. The same seed, level and view give the same orders on
/// every machine; `secret` is the game's secret for its computer players, never the seed of its dice.
pub fn decide(
    campaign: &dyn Campaign, seat: SeatId, style: &str, secret: &[u8], game: &str, progress: &Progress,
) -> Result<Decision, String> {
    let style = Style::from_str(style).map_err(|e| e.to_string())?;
    let seed = Seed::for_game(secret, game);
    let decision = ai::decide_watched(campaign, seat, &style, &seed, Budget::default(), progress);
    if let Some(reason) = &decision.fallback {
        tracing::error!(game, %seat, reason, "a computer player fell back on its default orders");
    }
    Ok(decision)
}

/// Whether a level, with or without a temper, imagines futures: that takes far longer than to decide without.
pub fn searches(style: &str) -> bool {
    matches!(Style::from_str(style), Ok(Style::Player(level, _)) if level.searches())
}

/// The seat's default orders, on record with the reason why nobody decided.
pub fn stand_in(campaign: &dyn Campaign, seat: SeatId, style: &str, secret: &[u8], game: &str, why: &str) -> Decision {
    Decision::stand_in(campaign, seat, style, &Seed::for_game(secret, game), why)
}

/// What the room's adviser would do in a seat, and why; the same on every machine. `None` when the room has no planner.
pub fn advise(campaign: &dyn Campaign, seat: SeatId, secret: &[u8], game: &str, progress: &Progress) -> Option<Advice> {
    let advice = ai::advise_watched(campaign, seat, &Seed::for_game(secret, game), Budget::default(), progress)?;
    if let Some(reason) = &advice.fallback {
        tracing::error!(game, %seat, reason, "an adviser fell back on the default orders");
    }
    Some(advice)
}
