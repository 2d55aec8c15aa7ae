//! Every kind of problem that an answer may name in `code`: what it means, and what to do.

use crate::context::fault::Why;

/// A kind of problem.
pub struct ProblemKind {
    /// As the problem document names it.
    pub code: &'static str,
    pub why: Why,
    pub meaning: &'static str,
    pub remedy: &'static str,
}

macro_rules! kinds {
    ($($code:literal, $why:ident, $meaning:literal, $remedy:literal;)*) => {
        /// All kinds, by name.
        pub const KINDS: &[ProblemKind] = &[$(ProblemKind { code: $code, why: Why::$why, meaning: $meaning, remedy: $remedy }),*];
    };
}

kinds! {
    "account-suspended", Forbidden, "Whoever runs the server has suspended this account.", "Ask them.";
    "advisers-busy", Unavailable, "Too many questions for advice wait already.", "Ask again after the seconds in Retry-After.";
    "already-invited", Conflict, "This person has an open invitation to the same.", "Wait, or revoke it and send another.";
    "already-organiser", Conflict, "This person runs the game already.", "There is nothing to do.";
    "already-seated", Conflict, "You hold a seat in this game, and one is all there is for each.", "Play that seat, or leave it first.";
    "bad-authorization", Unauthenticated, "The Authorization header is not `Bearer` and a token.", "Send `Authorization: Bearer TOKEN`.";
    "bad-idempotency-key", Malformed, "An Idempotency-Key has 1 to 200 visible characters.", "Use a fresh UUID for each thing you want done.";
    "bad-json", Malformed, "The body is not JSON.", "Mend it at the place that `detail` names.";
    "bad-query", Malformed, "A parameter of the query cannot be read.", "Mend the parameter that `errors` names.";
    "bad-refresh-token", Unauthenticated, "This refresh token is unknown or has run out.", "Log in again.";
    "bad-token", Unauthenticated, "This token is unknown, revoked or damaged.", "Log in again, or make another API token.";
    "banned", Conflict, "Who runs the game has banned this person from it.", "Choose another game; who runs it can lift the ban.";
    "blocked", Conflict, "This person takes nothing from you.", "Ask somebody else.";
    "body-too-large", TooLarge, "The body is larger than this server reads.", "Send less at once.";
    "broken-body", Malformed, "The body broke off before its end.", "Send the request again.";
    "changed-meanwhile", Conflict, "Somebody changed the game at the same moment.", "Send the request again.";
    "channel-off", Conflict, "The channel is turned off.", "Turn it on: `PATCH /v1/me/channels/CHANNEL` with `is_on`.";
    "clock-wrong", Unavailable, "This server's clock is wrong, and it resolves no turns.", "Try again later, or ask another server of the installation.";
    "closing", Unavailable, "This server is being stopped.", "Connect again in a moment.";
    "database-busy", Unavailable, "The database is busy with somebody else's work.", "Send the request again after the seconds in Retry-After.";
    "database-damaged", Unavailable, "What is stored cannot be read.", "Tell who runs the server; the request is in its log.";
    "database-full", Unavailable, "The server's disk is full.", "Tell who runs the server, and try again later.";
    "database-unavailable", Unavailable, "The database does not answer.", "Send the request again after the seconds in Retry-After.";
    "deadline-needed", NeedsCondition, "A deadline is only put off if you say which.", "Send the present deadline in the body.";
    "deadline-passed", Conflict, "The deadline has passed, and the step is about to be resolved.", "Read the events, and order for the next step.";
    "engine-version", Conflict, "This server has other rules than the game is played with.", "Wait for a server that has them, or create the game anew.";
    "excluded", Conflict, "Who runs the game has taken you off your seat.", "Accept an invitation made since then, or choose another game.";
    "extension-refused", Conflict, "The deadline cannot be put off any more.", "See `timing.extensions` of the game.";
    "forbidden-origin", Forbidden, "A cookie came from a page of another server.", "Send `refresh_token` in the body.";
    "guests-cannot", Forbidden, "A guest's account cannot do this.", "Give it a name and a password: `PUT /v1/me/name`.";
    "holder-changed", Conflict, "Somebody else holds this seat by now.", "Look at the seats, and say whose seat you mean.";
    "holder-needed", NeedsCondition, "Say whose seat you take away.", "Send the name of its present holder, as the seat shows it in `player`.";
    "idempotency-key-reused", Invalid, "This Idempotency-Key was used for another request.", "Use a fresh key for each thing you want done.";
    "if-match-needed", NeedsCondition, "There are orders already; say which ones you replace.", "Send their ETag in If-Match.";
    "immediate-step", Conflict, "In this step orders are carried out at once, so there is nothing to declare ready.", "Hand in orders instead.";
    "internal", Unavailable, "Something broke on our side (500).", "Try again; the request is in the server's log under its request_id.";
    "invalid", Invalid, "The request was read and cannot be right.", "`errors` names each thing wrong, with its place.";
    "method-not-allowed", MethodNotAllowed, "This method cannot be used with this address.", "The header Allow has those that can.";
    "muster-open", Conflict, "The muster is not over, and somebody may still come.", "Wait, or take it back: `DELETE …/muster`.";
    "name-taken", Conflict, "Another account has this name.", "Choose another.";
    "no-adviser", Unavailable, "This server leaves thinking to others of its installation.", "Ask one of them.";
    "no-deadline", Conflict, "This step has no deadline.", "There is nothing to put off.";
    "no-email", Conflict, "The account has no verified address of mail.", "Set one at `PUT /v1/me/email`, and give its code back.";
    "no-imports", Forbidden, "No archives are put in over the API here.", "Ask the operator: `cursus import`.";
    "no-inbound-mail", Forbidden, "This server takes no mail over HTTP.", "Ask who runs it: `--inbound-secret`.";
    "no-letters", Conflict, "No letters are written in this game.", "There is nothing to be done.";
    "no-mail", Conflict, "This server sends no mail.", "Ask who runs it.";
    "no-orders", NotFound, "There are no orders of this seat for this step.", "Hand some in first.";
    "no-planner", Conflict, "Nobody has written a planner for this rule system yet, so there is no advice.", "Decide for yourself.";
    "no-refresh-token", Unauthenticated, "There is neither a refresh token nor a cookie with one.", "Log in again.";
    "no-secret", Conflict, "Mail is not signed, so the channel has no secret.", "There is nothing to be done.";
    "no-such-address", NotFound, "This address is none of ours.", "See `/openapi.json` for those that are.";
    "no-such-ruleset", NotFound, "There is no such rule system here.", "See `GET /v1/rulesets`.";
    "no-such-seat", NotFound, "The game has no such seat.", "See `seats` of the game.";
    "no-token", Unauthenticated, "Nobody may do this without a token.", "Log in at `POST /v1/sessions`, and send `Authorization: Bearer TOKEN`.";
    "no-voice", Forbidden, "You have no voice in this vote.", "Those vote who hold a seat in play themselves.";
    "nobody-present", Conflict, "All who still have something to decide are away.", "One of them claims their seat again first, or the seats are given to the computer for good.";
    "nobody-to-agree", Conflict, "Nobody else plays whom you could agree with.", "Who runs the game can end it.";
    "not-a-guest", Conflict, "This account has a password already.", "Change it at `PUT /v1/me/password`.";
    "not-acceptable", NotAcceptable, "It cannot be had in any of the forms in Accept.", "`detail` names those there are.";
    "not-awaited", Conflict, "Nothing is asked of this seat now.", "See `GET …/awaiting` for who is waited for.";
    "not-found", NotFound, "There is no such thing that you can see.", "Check the id; what is private is shown to its people only.";
    "not-game-master", Forbidden, "Only who runs the game may do this.", "Ask them: `organiser` of the game.";
    "not-offered", Invalid, "A value of this order is none of those that are possible now.", "Take one of those that `POST …/orders/options` offers for the field.";
    "not-organiser", Forbidden, "This is for the organiser of the game, and not for co-organisers.", "Ask them: `organiser` of the game.";
    "not-over", Conflict, "The game is not over.", "Wait for its end.";
    "not-ready", Unavailable, "A part of the server cannot work.", "`errors` and `checks` name it.";
    "not-started", Conflict, "The game has not started.", "Wait for who runs it to start it.";
    "not-utf8", Malformed, "The text is not UTF-8.", "Send it in UTF-8.";
    "not-your-seat", Forbidden, "Somebody else holds this seat, or nobody.", "Use a seat in `yours` of the game.";
    "nothing-to-undo", Conflict, "No step has been resolved yet.", "There is nothing to take back.";
    "nul", Malformed, "A text holds the character U+0000.", "Leave it out.";
    "orders-changed", Stale, "The orders were changed since you read them.", "Read them again, and replace those.";
    "orders-not-understood", Invalid, "Lines of the orders are not understood.", "`errors` names each, with its place.";
    "passwords-busy", Unavailable, "Too many people log in or register just now.", "Try again after the seconds in Retry-After.";
    "rate-limited", TooOften, "You ask more often than you may.", "Wait for the seconds in Retry-After.";
    "refresh-token-reused", Unauthenticated, "This refresh token was used before, so its session was ended: somebody may have copied it.", "Log in again.";
    "reported-already", Conflict, "You have reported this letter already.", "Those who run the game see it.";
    "request-under-way", Conflict, "A request under the same Idempotency-Key is being worked on.", "Send it again in a moment.";
    "runs-the-game", Conflict, "This person runs the game.", "Take that from them first.";
    "saw-other-seats", Conflict, "You have seen what another side of this game sees.", "Keep to the side that you have seen, or choose another game.";
    "scope-missing", Forbidden, "The token lacks the scope for this.", "Use a token with the scope that `detail` names.";
    "seat-empty", Conflict, "Nobody holds this seat.", "There is nothing to leave.";
    "seat-not-open", Conflict, "This seat is not open to whoever comes.", "Accept an invitation, or choose an open seat.";
    "seat-out", Conflict, "This seat is out of the game.", "Choose another.";
    "seat-reserved", Conflict, "This seat is kept for somebody with an invitation.", "Accept yours, or choose another seat.";
    "seat-taken", Conflict, "Somebody holds this seat.", "Choose another.";
    "seats-empty", Conflict, "Invited people have not come yet.", "Wait, open their seats, or give them to the computer.";
    "server-full", Unavailable, "The server has as many games as its operator allows.", "Try again when some have ended.";
    "session-ended", Unauthenticated, "The session has ended, or the account was closed.", "Log in again.";
    "session-needed", Forbidden, "An API token may not do this.", "Log in at `POST /v1/sessions`, and use the access token.";
    "step-needed", NeedsCondition, "Say which step you mean.", "Send the present step.";
    "timeout", Unavailable, "The request took too long and was given up.", "Try again, perhaps with less.";
    "token-expired", Unauthenticated, "The access token has run out.", "Get another with the refresh token at `POST /v1/sessions/refresh`.";
    "token-made-already", Conflict, "A token was made under this Idempotency-Key, and its text is shown only once.", "Revoke it, and make another under another key.";
    "too-many-applications", Conflict, "You have registered as many applications as an account may.", "Take one away: `DELETE /v1/me/applications/APPLICATION`.";
    "too-many-at-once", TooOften, "Too many of your requests of this kind are being worked on.", "Wait for their answers.";
    "too-many-attempts", TooOften, "Too many attempts with this name or password.", "Try again after the seconds in Retry-After.";
    "too-many-blocks", Conflict, "You block as many people as one can.", "Block some of them no more.";
    "too-many-channels", Conflict, "You have as many channels as an account may.", "Take one away.";
    "too-many-exclusions", Conflict, "As many people are kept out of the game as can be.", "Make the game private, and invite whom you want.";
    "too-many-games", Conflict, "You have created as many games that are not over as an account may.", "End or abandon one.";
    "too-many-imports", TooOften, "You have put too many archives in within a day.", "Try again after the seconds in Retry-After.";
    "too-many-invitations", Conflict, "The game has had as many invitations as a game may, or the person has as many.", "Open seats instead, or send a code.";
    "too-many-mails", TooOften, "Too many codes were sent to this account or address within a day.", "Try again after the seconds in Retry-After.";
    "too-many-organisers", Conflict, "As many people help to run the game as can.", "Take one off.";
    "too-many-reports", Conflict, "As many letters of the game were reported as can be.", "Tell who runs the server.";
    "too-many-seats", Conflict, "You hold as many seats as an account may.", "Play a game to its end, or give a seat up.";
    "too-many-standing-orders", TooOften, "The seat has handed in too many standing orders in this turn.", "Wait for the next turn.";
    "too-many-streams", TooOften, "Too many event streams are open.", "Close one, or read pages of events.";
    "too-many-substitutes", Conflict, "As many people stand by for the game as can.", "Choose another game.";
    "too-many-tests", TooOften, "The channel was tried out too often.", "Try again after the seconds in Retry-After.";
    "too-many-tokens", Conflict, "You have as many API tokens as an account may.", "Revoke one.";
    "too-many-votes", TooOften, "You have called too many votes in this game within a day.", "Call it again after the seconds in Retry-After.";
    "too-much-ai-work", TooOften, "Computer players have as much to decide for you as one account may ask.", "Wait until they have thought, or abandon a game.";
    "turn-too-long", TooOften, "This turn has had as many order sets as a turn may.", "A computer player ends it.";
    "unknown-parameter", Malformed, "The query has a parameter that this operation does not know.", "`errors` names those it knows.";
    "unsupported-content-encoding", UnknownMedia, "A packed body is not read here.", "Send it without Content-Encoding.";
    "unsupported-media-type", UnknownMedia, "A body of this kind is not read here.", "`detail` names the kinds that are.";
    "vote-closed", Conflict, "The vote is over.", "Call another.";
    "vote-off", Conflict, "The game does not put this to the vote.", "See `rules` of `GET …/votes`.";
    "vote-open", Conflict, "The same question is open already.", "Vote on that.";
    "wrong-credentials", Unauthenticated, "Name or password is wrong.", "Check both.";
    "wrong-deadline", Conflict, "The deadline is another than the one you mean.", "Read the game again.";
    "wrong-password", Forbidden, "The password is not that of your account.", "Send your present password.";
    "wrong-status", Conflict, "A game in this state cannot do that.", "See `status` of the game.";
    "wrong-step", Conflict, "The game is at another step than the one you mean.", "Read `awaiting` again.";
    "yourself", Conflict, "That is you.", "Name somebody else.";
}

/// The kind of this code.
pub fn find(code: &str) -> Option<&'static ProblemKind> {
    KINDS.iter().find(|kind| kind.code == code)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The codes that a source file gives to faults.
    fn codes_in(text: &str) -> Vec<String> {
        let makers = ["malformed(", "unauthenticated(", "forbidden(", "conflict(", "Fault::of("];
        let after = makers.iter().flat_map(|maker| text.match_indices(maker).map(|(at, _)| &text[at + maker.len()..]));
        let literal = |text: &str| {
            let (_, rest) = text.split_once('"')?;
            let (code, _) = rest.split_once('"')?;
            let is_code = |code: &str| code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            (code.len() > 2 && is_code(code)).then(|| code.to_owned())
        };
        after.filter_map(literal).collect()
    }

    fn sources(dir: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("problems.rs") {
                found.push(std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }

    #[test]
    fn every_code_has_its_page() {
        let mut texts = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
        let codes: std::collections::BTreeSet<String> = texts.iter().flat_map(|text| codes_in(text)).collect();
        assert!(codes.len() > 50, "{codes:?}");
        let unknown: Vec<&String> = codes.iter().filter(|code| find(code).is_none()).collect();
        assert!(unknown.is_empty(), "not in service/problems.rs: {unknown:?}");
    }

    #[test]
    fn kinds_are_in_order_and_say_what_to_do() {
        assert!(KINDS.is_sorted_by(|a, b| a.code < b.code));
        assert!(KINDS.iter().all(|kind| kind.meaning.ends_with('.') && kind.remedy.ends_with('.')));
    }
}
