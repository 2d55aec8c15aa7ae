//! What the audit log tells of.

use super::text_enum;

text_enum! {
    /// What somebody did who runs a game, or the server.
    pub enum Deed {
        GameStarted = "game_started",
        GamePaused = "game_paused",
        GameResumed = "game_resumed",
        DeadlineExtended = "deadline_extended",
        StepForced = "step_forced",
        GameAbandoned = "game_abandoned",
        /// `about` names what was changed.
        SettingsChanged = "settings_changed",
        Announced = "announced",
        /// `about` names the seat.
        SeatTakenAway = "seat_taken_away",
        /// `about` names the seat.
        SeatGivenToComputer = "seat_given_to_computer",
        /// `about` names the seat.
        SeatOpened = "seat_opened",
        /// `about` names the person, if one is named, and the seat, if one is kept.
        Invited = "invited",
        InvitationRevoked = "invitation_revoked",
        MusterCalled = "muster_called",
        /// A letter that was reported was dealt with.
        ReportClosed = "report_closed",
        /// `about` names the person.
        CoOrganiserRemoved = "co_organiser_removed",
        /// `about` names the person.
        Banned = "banned",
        /// `about` names the person.
        BanLifted = "ban_lifted",
        /// Before its end, what the computer players of the game decided was read.
        DecisionsRead = "decisions_read",
        /// An account was made an administrator's; `about` names it, as in all that follow.
        Promoted = "promoted",
        Demoted = "demoted",
        AdministratorCreated = "administrator_created",
        PasswordReset = "password_reset",
        Suspended = "suspended",
        Reinstated = "reinstated",
    }
}
