//! When a person is told of their games, and of which not at all.

use crate::clock::find_zone;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Flaw};
use crate::game::transaction::GameTransaction;
use crate::store::notification_settings::{self as store, SettingsRow};
use crate::store::{channels, deliveries};

/// Times of a person's day, in minutes since midnight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationTimes {
    /// A name of the IANA list.
    pub zone: String,
    /// From when until when nothing is sent.
    pub quiet: Option<(u16, u16)>,
    /// When channels that tell once a day do.
    pub daily_at: u16,
}

impl From<SettingsRow> for NotificationTimes {
    fn from(row: SettingsRow) -> Self {
        let minute = |value: i32| u16::try_from(value).unwrap_or(0);
        NotificationTimes {
            quiet: row.quiet_from.zip(row.quiet_to).map(|(from, to)| (minute(from), minute(to))),
            daily_at: minute(row.daily_at),
            zone: row.zone,
        }
    }
}

impl AppContext {
    /// When the caller is told, and the games that are muted.
    pub fn notification_times(&self, caller: &Caller) -> Result<(NotificationTimes, Vec<String>), Fault> {
        caller.need_session()?;
        self.store.read(|conn| {
            let times = store::settings_of(conn, &caller.account_id)?.into();
            Ok((times, store::muted_by(conn, &caller.account_id)?))
        })
    }

    /// Sets when the caller is told. What is in the line already keeps its time.
    pub fn set_notification_times(&self, caller: &Caller, times: &NotificationTimes) -> Result<(), Fault> {
        caller.need_session()?;
        let zone = find_zone(&times.zone)
            .map_err(|(detail, hint)| Fault::invalid(vec![Flaw::at("/zone", "zone_unknown", detail).hint(hint)]))?;
        let row = SettingsRow {
            account_id: caller.account_id.clone(),
            zone: zone.name().to_owned(),
            quiet_from: times.quiet.map(|(from, _)| i32::from(from)),
            quiet_to: times.quiet.map(|(_, to)| i32::from(to)),
            daily_at: i32::from(times.daily_at),
        };
        self.store.write(|conn| Ok(store::save_settings(conn, &row)?))
    }

    /// Tells the caller nothing more of a game, not even what is in the line.
    pub fn mute_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.write(|conn| {
            GameTransaction::look(conn, &self.heads, game, now)?.must_see(Some(caller))?;
            store::mute(conn, &caller.account_id, game, now)?;
            let channels: Vec<String> =
                channels::channels_of(conn, &caller.account_id)?.into_iter().map(|channel| channel.id).collect();
            Ok(deliveries::drop_of_game(conn, &channels, game)?)
        })
    }

    pub fn unmute_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        caller.need_session()?;
        self.store.write(|conn| Ok(store::unmute(conn, &caller.account_id, game)?))
    }
}
