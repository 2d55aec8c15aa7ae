//! Words about notifications: what a person is told outside of this server, by what channel and when.

use super::{EventKind, text_enum};

text_enum! {
    /// What a notification is about.
    pub enum NotificationKind {
        /// Orders of your seat are awaited.
        YourTurn = "your_turn",
        /// A question is put to your seat, and somebody's move waits for the answer.
        DecisionAsked = "decision_asked",
        /// A turn was resolved; not told with `your_turn`, which says it too.
        TurnResolved = "turn_resolved",
        /// A deadline draws near, and your orders are not in.
        Reminder = "reminder",
        /// The deadline was put off.
        DeadlineExtended = "deadline_extended",
        /// Somebody has written to you.
        Letter = "letter",
        /// Who runs the game has said something to everybody in it.
        Announcement = "announcement",
        /// A vote is called in which you have a voice.
        Vote = "vote",
        /// You are asked to say that you are there, or lose the seat when the game begins.
        Muster = "muster",
        /// A seat is free in a game for which you stand by.
        SeatFree = "seat_free",
        /// A letter was reported to you, who run the game.
        AbuseReported = "abuse_reported",
        /// Somebody invites you to a game.
        Invited = "invited",
        /// You do not hold your seat any more.
        SeatLost = "seat_lost",
        /// A computer player stands in for you until you come back.
        StandIn = "stand_in",
        /// The first step is open, and you are not awaited in it.
        GameStarted = "game_started",
        /// The clock stands still.
        GamePaused = "game_paused",
        /// The clock goes on.
        GameResumed = "game_resumed",
        /// The campaign has ended, or was given up.
        GameOver = "game_over",
        /// Another channel of yours was turned off, because nobody answered there.
        ChannelOff = "channel_off",
        /// You asked for it, to see whether a channel works.
        Test = "test",
    }
}

impl NotificationKind {
    /// What a channel tells where nothing else is said: all but what tells of every turn twice.
    pub fn usual() -> Vec<NotificationKind> {
        let not = [NotificationKind::TurnResolved, NotificationKind::Test];
        NotificationKind::ALL.iter().copied().filter(|kind| !not.contains(kind)).collect()
    }

    /// Whether it asks for something that can be too late: then it is not sent any more.
    pub fn is_call(self) -> bool {
        matches!(self, NotificationKind::YourTurn | NotificationKind::DecisionAsked | NotificationKind::Reminder)
    }

    /// What is told of an event by itself, if anything is.
    pub fn of(event: EventKind) -> Option<NotificationKind> {
        Some(match event {
            EventKind::GameStarted => NotificationKind::GameStarted,
            EventKind::GameOver | EventKind::GameAbandoned => NotificationKind::GameOver,
            EventKind::GamePaused => NotificationKind::GamePaused,
            EventKind::GameResumed => NotificationKind::GameResumed,
            EventKind::DeadlineExtended => NotificationKind::DeadlineExtended,
            EventKind::Announcement => NotificationKind::Announcement,
            EventKind::Reminder => NotificationKind::Reminder,
            EventKind::SeatReleased | EventKind::SeatGivenToComputer => NotificationKind::SeatLost,
            EventKind::SeatHandedToComputer => NotificationKind::StandIn,
            EventKind::Message => NotificationKind::Letter,
            EventKind::VoteCalled => NotificationKind::Vote,
            EventKind::MusterCalled => NotificationKind::Muster,
            _ => return None,
        })
    }
}

text_enum! {
    /// By what a channel tells.
    #[derive(Default)]
    pub enum ChannelKind {
        /// A message posted to an address.
        #[default]
        Webhook = "webhook",
        /// Mail to the account's verified address.
        Email = "email",
    }
}

text_enum! {
    /// What a code that was sent by mail is good for.
    pub enum MailPurpose {
        /// To show that mail arrives at an address.
        Verify = "verify",
        /// To set a new password.
        Reset = "reset",
    }
}

text_enum! {
    /// What a webhook is sent.
    #[derive(Default)]
    pub enum ChannelFormat {
        /// The notification as JSON, for programs.
        #[default]
        Json = "json",
        /// A message as Discord takes it at a webhook address of its own.
        Discord = "discord",
    }
}

text_enum! {
    /// How often a channel tells something.
    #[derive(Default)]
    pub enum Pace {
        /// Each notification at once.
        #[default]
        AtOnce = "at_once",
        /// What there is, once an hour.
        Hourly = "hourly",
        /// What there is, once a day.
        Daily = "daily",
    }
}

text_enum! {
    /// What became of a notification on a channel.
    pub enum DeliveryStatus {
        /// It is still to be sent, or to be sent again.
        Queued = "queued",
        /// The other side has taken it.
        Delivered = "delivered",
        /// It was tried for a day, and nobody took it.
        Failed = "failed",
        /// What it called for was over before it could be sent.
        Outdated = "outdated",
        /// The channel was turned off.
        Dropped = "dropped",
    }
}

#[cfg(test)]
mod tests {
    use super::NotificationKind;

    #[test]
    fn each_kind_is_told_of_in_the_docs() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/notifications.md");
        let docs = std::fs::read_to_string(file).expect("a file");
        let missing = NotificationKind::ALL.iter().filter(|kind| !docs.contains(&format!("`{kind}`")));
        assert_eq!(missing.collect::<Vec<_>>(), Vec::<&NotificationKind>::new());
    }
}
