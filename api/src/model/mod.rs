//! What rows, use cases and the API speak of alike: statuses, kinds, causes and authors, and the events of a game. It knows no other part of the
//! service.

mod authorization;
mod deed;
mod event;
mod lifecycle;
mod notification;
mod outcome;
mod press;
mod text;
mod vote;

pub use authorization::{AuthorizationRequest, TokenForm};
pub use deed::Deed;
pub use event::{EventKind, GameEvent};
pub use lifecycle::{GameStatus, IllegalTransition, PauseReason, Transition};
pub use notification::{ChannelFormat, ChannelKind, DeliveryStatus, MailPurpose, NotificationKind, Pace};
pub use outcome::{GameOutcome, LeftOut, RankedSeat};
pub use press::{LONGEST_EMBARGO, PressChange, PressDelivery, PressMode, PressRules};
pub use text::UnknownWord;
pub use vote::{Quorum, VoteChange, VoteKind, VoteRules, VoteState};

use text::text_enum;

text_enum! {
    #[derive(Default)]
    pub enum Visibility {
        /// Everybody may find it and read its public record.
        #[default]
        Public = "public",
        /// Only its people know of it.
        Private = "private",
    }
}

text_enum! {
    /// What may be changed about a game after it was created.
    pub enum Setting {
        /// Its name.
        Name = "name",
        /// Who may find it.
        Visibility = "visibility",
        /// Its clock.
        Timing = "timing",
        /// What stands in for who is away.
        Absence = "absence",
        /// Options of the rules.
        Options = "options",
        /// How many have to agree in votes.
        Votes = "votes",
        /// Which letters may be written, and when they arrive.
        Press = "press",
    }
}

text_enum! {
    /// For whom a seat is.
    pub enum SeatKind {
        /// For a person: its holder, or somebody with an invitation.
        Human = "human",
        /// For whoever comes first.
        Open = "open",
        /// For a computer player.
        Computer = "ai",
    }
}

text_enum! {
    /// Who wrote orders: the seat's holder, a computer player, or nobody, so that defaults were taken.
    pub enum OrderAuthor {
        Player = "player",
        Computer = "ai",
        Default = "default",
    }
}

text_enum! {
    /// Why a step was resolved when it was: `start` (the set-up), `ready` (everybody was), `deadline`, `forced`, `order` (an
    /// order set carried out at once), `standing` (one of a seat that was asked nothing), `undone` (steps before were taken
    /// back, and the campaign stands as it did earlier), or `imported`.
    pub enum StepCause {
        Start = "start",
        Ready = "ready",
        Deadline = "deadline",
        Forced = "forced",
        /// Orders of the seat that was awaited, carried out at once.
        Order = "order",
        /// Orders of a seat that was not awaited.
        Standing = "standing",
        /// The people of the game took steps back.
        Undone = "undone",
        Imported = "imported",
    }
}

text_enum! {
    pub enum InvitationState {
        Open = "open",
        Used = "used",
        Revoked = "revoked",
        /// The person invited does not want to come.
        Declined = "declined",
        Expired = "expired",
    }
}

text_enum! {
    /// What an invitation is to.
    #[derive(Default)]
    pub enum InvitationRole {
        /// To play a seat.
        #[default]
        Player = "player",
        /// To run the game together with its organiser, with a seat or without.
        CoOrganiser = "co_organiser",
    }
}

text_enum! {
    /// What has become of a job.
    pub enum JobStatus {
        Queued = "queued",
        Done = "done",
        /// Written by older versions only.
        Failed = "failed",
    }
}
