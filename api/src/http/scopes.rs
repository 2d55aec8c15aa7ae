//! What a token has to be good for, operation by operation: the list behind the API document's words.
//!
//! The use cases enforce it; a story calls every operation with a token that lacks each scope in turn, so an operation
//! that forgets its scope, or is missing here, fails there.

use serde_json::{Value, json};

use crate::context::caller::Scope;

/// What an operation asks of a caller who has a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: what it tells is for everybody.
    Nothing,
    /// Any token.
    Token,
    /// The access token of somebody who logged in: it touches the account itself.
    Session,
    /// A token with these scopes. Without any token, some of these answer all the same, about public games.
    Scopes(&'static [Scope]),
}

const READ: Needs = Needs::Scopes(&[Scope::GameRead]);
const WRITE: Needs = Needs::Scopes(&[Scope::OrdersWrite]);
const RUN: Needs = Needs::Scopes(&[Scope::Gm]);
/// What changes a game and answers with how it is then.
const WRITE_AND_READ: Needs = Needs::Scopes(&[Scope::OrdersWrite, Scope::GameRead]);
const RUN_AND_READ: Needs = Needs::Scopes(&[Scope::Gm, Scope::GameRead]);

/// Every operation, by the id that it has in the API document.
const RULES: &[(&str, Needs)] = &[
    ("list_problems", Needs::Nothing),
    ("show_problem", Needs::Nothing),
    ("health", Needs::Nothing),
    ("readiness", Needs::Nothing),
    ("metrics", Needs::Nothing),
    ("register", Needs::Nothing),
    ("play_as_guest", Needs::Nothing),
    ("log_in", Needs::Nothing),
    ("refresh_session", Needs::Nothing),
    ("list_rulesets", Needs::Nothing),
    ("show_ruleset", Needs::Nothing),
    ("list_scenarios", Needs::Nothing),
    ("show_scenario", Needs::Nothing),
    ("show_opening_map", Needs::Nothing),
    ("show_me", Needs::Token),
    ("keep_account", Needs::Session),
    ("close_account", Needs::Session),
    ("change_password", Needs::Session),
    ("list_sessions", Needs::Session),
    ("log_out", Needs::Session),
    ("end_session", Needs::Session),
    ("create_token", Needs::Session),
    ("list_tokens", Needs::Session),
    ("revoke_token", Needs::Session),
    ("ask_for_password", Needs::Nothing),
    ("reset_password", Needs::Nothing),
    ("show_unsubscribe", Needs::Nothing),
    ("unsubscribe", Needs::Nothing),
    ("take_mail", Needs::Nothing),
    ("show_application", Needs::Nothing),
    ("grant_token", Needs::Nothing),
    ("give_token_back", Needs::Nothing),
    ("show_authorization_server", Needs::Nothing),
    ("register_application", Needs::Session),
    ("list_applications", Needs::Session),
    ("delete_application", Needs::Session),
    ("authorize", Needs::Session),
    ("show_email", Needs::Session),
    ("set_email", Needs::Session),
    ("verify_email", Needs::Session),
    ("delete_email", Needs::Session),
    ("show_my_data", Needs::Session),
    ("create_channel", Needs::Session),
    ("list_channels", Needs::Session),
    ("show_channel", Needs::Session),
    ("change_channel", Needs::Session),
    ("delete_channel", Needs::Session),
    ("rotate_channel_secret", Needs::Session),
    ("test_channel", Needs::Session),
    ("list_deliveries", Needs::Session),
    ("show_notification_settings", Needs::Session),
    ("set_notification_settings", Needs::Session),
    ("list_blocks", Needs::Session),
    ("block_player", Needs::Session),
    ("unblock_player", Needs::Session),
    ("mute_game", Needs::Session),
    ("unmute_game", Needs::Session),
    ("list_games", READ),
    ("show_game", READ),
    ("show_archive", READ),
    ("verify_game", READ),
    ("import_game", RUN_AND_READ),
    ("show_awaiting", READ),
    ("list_my_games", READ),
    ("stream_my_games", READ),
    ("create_stream_ticket", READ),
    ("preview_clock", READ),
    ("show_calendar", READ),
    ("list_decisions", READ),
    ("list_announcements", READ),
    ("announce", RUN),
    ("list_audit", RUN),
    ("list_votes", READ),
    ("show_muster", READ),
    ("list_substitutes", READ),
    ("show_player", READ),
    ("list_events", READ),
    ("list_turns", READ),
    ("list_seats", READ),
    ("list_reports", READ),
    ("show_report", READ),
    ("show_latest_report", READ),
    ("show_view", READ),
    ("show_view_changes", READ),
    ("show_figures", READ),
    ("show_gallery", READ),
    ("show_gallery_figures", READ),
    ("show_gallery_map", READ),
    ("show_map", READ),
    ("show_advice", READ),
    ("order_options", READ),
    ("list_order_kinds", READ),
    ("show_orders", READ),
    ("list_letters", READ),
    ("list_my_invitations", READ),
    ("put_orders", WRITE),
    ("delete_orders", WRITE),
    ("set_ready", WRITE),
    ("unset_ready", WRITE),
    ("send_letter", WRITE),
    ("report_letter", WRITE),
    ("mark_letters_read", WRITE),
    ("decline_invitation", WRITE),
    ("call_vote", WRITE),
    ("stand_by", WRITE),
    ("stand_down", WRITE),
    ("answer_muster", WRITE_AND_READ),
    ("cast_ballot", WRITE),
    ("withdraw_vote", WRITE),
    ("release_seat", WRITE),
    ("claim_seat", WRITE_AND_READ),
    ("accept_invitation", WRITE_AND_READ),
    ("give_seat_to_computer", WRITE_AND_READ),
    ("list_invitations", RUN),
    ("invite", RUN),
    ("revoke_invitation", RUN),
    ("remove_co_organiser", RUN),
    ("list_bans", RUN),
    ("list_abuse_reports", RUN),
    ("close_abuse_report", RUN),
    ("call_muster", RUN_AND_READ),
    ("end_muster", RUN),
    ("ban", RUN),
    ("lift_ban", RUN),
    ("create_game", RUN_AND_READ),
    ("start_game", RUN_AND_READ),
    ("pause_game", RUN_AND_READ),
    ("resume_game", RUN_AND_READ),
    ("change_settings", RUN_AND_READ),
    ("extend_deadline", RUN_AND_READ),
    ("force_step", RUN_AND_READ),
    ("abandon_game", RUN_AND_READ),
    ("open_seat", RUN_AND_READ),
];

/// What the operation of this id needs; none when it is not on the list.
pub fn needs(operation: &str) -> Option<Needs> {
    RULES.iter().find(|(id, _)| *id == operation).map(|(_, needs)| *needs)
}

/// Writes into an operation's description what it needs.
pub fn tell(operation: &mut Value) {
    let sentence = match needs(operation["operationId"].as_str().unwrap_or_default()) {
        Some(Needs::Session) => "An API token cannot do this: log in.".to_owned(),
        Some(Needs::Scopes(scopes)) => {
            let names: Vec<String> = scopes.iter().map(|scope| format!("`{}`", scope.name())).collect();
            let noun = if names.len() == 1 { "scope" } else { "scopes" };
            let also = match operation["operationId"].as_str() {
                Some("release_seat" | "give_seat_to_computer") => " For another's seat, `gm` too.",
                _ => "",
            };
            format!("A token needs the {noun} {}.{also}", names.join(" and "))
        }
        Some(Needs::Token | Needs::Nothing) | None => return,
    };
    let described = operation["description"].as_str().unwrap_or_default();
    operation["description"] = json!(format!("{described}\n\n{sentence}").trim_start());
}
