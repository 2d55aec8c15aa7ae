//! All that is kept of a person, over HTTP.

use actix_web::get;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::accounts::Account;
use super::channels::Channel;
use super::notification_settings::NotificationSettings;
use super::sessions::OpenSession;
use super::time;
use super::tokens::ApiToken;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::problem::ApiError;
use crate::service::my_data;

/// All that this server keeps of you.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyData {
    pub exported_at: DateTime<Utc>,
    pub account: Account,
    /// Your verified address of mail.
    pub email: Option<String>,
    pub sessions: Vec<OpenSession>,
    pub tokens: Vec<ApiToken>,
    pub channels: Vec<Channel>,
    pub notifications: NotificationSettings,
    /// Ids of the games that you run.
    pub runs: Vec<String>,
    /// Ids of the games that you help to run.
    pub helps_to_run: Vec<String>,
    /// The seats that you hold or held; what you ordered there stands in the record of the game.
    pub seats: Vec<SeatHolding>,
    /// The letters that you wrote or got, newest first, 10,000 at the most.
    pub letters: Vec<KeptLetter>,
    /// How many older letters are left off.
    #[schema(minimum = 0)]
    pub letters_left_off: i64,
}

/// A seat that you hold or held.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatHolding {
    /// Id of the game.
    pub game: String,
    pub seat: String,
    pub since: DateTime<Utc>,
    /// Null while you hold it.
    pub until: Option<DateTime<Utc>>,
}

/// A letter that you wrote or got.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptLetter {
    /// Id of the game.
    pub game: String,
    /// The seat that was yours then.
    pub seat: String,
    /// Null where the letter does not say who wrote it.
    pub from: Option<String>,
    /// Empty: to all.
    pub to: Vec<String>,
    pub text: String,
    pub sent_at: DateTime<Utc>,
}

/// All that is kept of you
///
/// To read, or to take elsewhere. Passwords and tokens are kept as hashes alone, and are not in it. `DELETE /v1/me` closes the account.
#[utoipa::path(operation_id = "show_my_data", tag = "accounts", security(("bearer" = [])), responses(
    (status = 200, description = "Account, sessions, tokens, channels, seats and letters.", body = MyData),
))]
#[get("/v1/me/data")]
pub async fn show_my_data(app: Data<AppContext>, caller: Caller) -> Result<Json<MyData>, ApiError> {
    let current = caller.session_id.clone();
    let data = app
        .run(move |app| {
            let traces = app.my_traces(&caller)?;
            let sessions = app
                .list_sessions(&caller)?
                .into_iter()
                .map(|row| OpenSession::new(row.id, row.created_at, row.expires_at, current.as_deref()));
            Ok(MyData {
                exported_at: time(app.now()),
                account: app.me(&caller)?.into(),
                email: app.show_email(&caller)?.address,
                sessions: sessions.collect(),
                tokens: app.list_tokens(&caller)?.into_iter().map(ApiToken::from).collect(),
                channels: app.list_channels(&caller)?.into_iter().map(Channel::from).collect(),
                notifications: NotificationSettings::of(app.notification_times(&caller)?),
                runs: traces.runs,
                helps_to_run: traces.helps_to_run,
                seats: traces.seats.into_iter().map(SeatHolding::from).collect(),
                letters: traces.letters.into_iter().map(KeptLetter::from).collect(),
                letters_left_off: traces.letters_left_off,
            })
        })
        .await?;
    Ok(Json(data))
}

impl From<my_data::Holding> for SeatHolding {
    fn from(it: my_data::Holding) -> Self {
        SeatHolding { game: it.game, seat: it.seat, since: time(it.since), until: it.until.map(time) }
    }
}

impl From<my_data::KeptLetter> for KeptLetter {
    fn from(it: my_data::KeptLetter) -> Self {
        let my_data::KeptLetter { game, seat, from, to, text, sent_at } = it;
        KeptLetter { game, seat, from, to, text, sent_at: time(sent_at) }
    }
}
