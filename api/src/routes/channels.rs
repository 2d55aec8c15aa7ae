//! Channels over HTTP: where a person is told what happens in their games.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Flaw};
use crate::game::notifications::Notification;
use crate::http::body::Body;
use crate::http::page::{self, PageQuery};
use crate::model::{ChannelFormat, ChannelKind, DeliveryStatus, NotificationKind, Pace};
use crate::problem::ApiError;
use crate::service::channels::{self, ChannelForm};

/// A new channel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "url": "https://example.org/cursus", "kinds": ["your_turn", "letter"], "pace": "at_once" }))]
pub struct ChannelRequest {
    /// What you call it; “Webhook” or “Mail” when left out.
    #[schema(min_length = 1, max_length = 64)]
    pub name: Option<String>,
    #[serde(default)]
    pub kind: ChannelKind,
    /// Of a webhook: where notifications are posted, https and a host that everybody reaches. Left out for mail, which goes to your
    /// verified address.
    #[schema(max_length = 1000)]
    pub url: Option<String>,
    #[serde(default)]
    pub format: ChannelFormat,
    /// What it tells; left out: all but `turn_resolved`.
    #[schema(min_items = 1)]
    pub kinds: Option<Vec<NotificationKind>>,
    /// Ids of the games that it tells of; empty: all of yours, those to come too.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub games: Vec<String>,
    #[serde(default)]
    pub pace: Pace,
}

/// What is to be changed about a channel; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "pace": "daily", "is_on": true }))]
pub struct ChannelChange {
    #[schema(min_length = 1, max_length = 64)]
    pub name: Option<String>,
    #[schema(max_length = 1000)]
    pub url: Option<String>,
    pub format: Option<ChannelFormat>,
    #[schema(min_items = 1)]
    pub kinds: Option<Vec<NotificationKind>>,
    /// Empty: all games.
    #[schema(max_items = 100)]
    pub games: Option<Vec<String>>,
    pub pace: Option<Pace>,
    /// False turns it off, and what it had still to tell is dropped; true turns it on again.
    pub is_on: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Channel {
    pub id: String,
    pub kind: ChannelKind,
    pub name: String,
    /// Null for mail.
    pub url: Option<String>,
    pub format: ChannelFormat,
    pub kinds: Vec<NotificationKind>,
    /// Empty: all games.
    pub games: Vec<String>,
    pub pace: Pace,
    pub created_at: DateTime<Utc>,
    pub is_on: bool,
    /// When and why it was turned off; null while it is on.
    pub off: Option<ChannelOff>,
    /// Since when nobody takes what is sent there, and when it is tried again; null while all is well.
    pub failing: Option<ChannelFailing>,
    /// Notifications that are still to be told.
    #[schema(minimum = 0)]
    pub waiting: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelOff {
    pub at: DateTime<Utc>,
    pub reason: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelFailing {
    pub since: DateTime<Utc>,
    pub next_try_at: DateTime<Utc>,
}

/// A channel with its secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewChannel {
    pub channel: Channel,
    /// The key that the messages of a webhook are signed with. Keep it: it is not shown again; you can have another. Null for mail.
    #[schema(example = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")]
    pub secret: Option<String>,
}

/// A new secret of a channel.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelSecret {
    #[schema(example = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")]
    pub secret: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Channels {
    /// Oldest first.
    #[schema(max_items = 10)]
    pub items: Vec<Channel>,
}

/// A notification on a channel, and what became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Delivery {
    pub id: String,
    pub status: DeliveryStatus,
    /// What is sent, or was.
    pub notification: Notification,
    pub created_at: DateTime<Utc>,
    /// When it is sent, or sent again; null when it is done with.
    pub next_try_at: Option<DateTime<Utc>>,
    #[schema(minimum = 0)]
    pub attempts: i32,
    pub last_try_at: Option<DateTime<Utc>>,
    /// The HTTP status of the last answer; null where none came.
    #[schema(minimum = 100, maximum = 999)]
    pub answer: Option<i32>,
    /// What went wrong the last time.
    pub error: Option<String>,
    /// The `webhook-id` it was sent under; null before the first attempt.
    pub message_id: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Deliveries {
    /// Newest first.
    pub items: Vec<Delivery>,
    pub next: Option<String>,
}

impl From<channels::Channel> for Channel {
    fn from(it: channels::Channel) -> Self {
        Channel {
            id: it.id,
            kind: it.kind,
            name: it.name,
            url: it.url,
            format: it.format,
            kinds: it.kinds,
            games: it.games,
            pace: it.pace,
            created_at: time(it.created_at),
            is_on: it.off.is_none(),
            off: it.off.map(|(at, reason)| ChannelOff { at: time(at), reason }),
            failing: it.failing.map(|(since, next)| ChannelFailing { since: time(since), next_try_at: time(next) }),
            waiting: it.waiting,
        }
    }
}

impl From<channels::Delivery> for Delivery {
    fn from(it: channels::Delivery) -> Self {
        Delivery {
            id: it.id,
            status: it.status,
            notification: it.notification,
            created_at: time(it.created_at),
            next_try_at: it.next_at.map(time),
            attempts: it.attempts,
            last_try_at: it.tried_at.map(time),
            answer: it.answer,
            error: it.error,
            message_id: it.message_id,
        }
    }
}

/// Make a channel
///
/// By mail (`kind` `email`) notifications go to your verified address, with a link that turns the channel off.
///
/// By a webhook what happens in your games is posted to an address as JSON, signed after the Standard Webhooks scheme: headers
/// `webhook-id`, `webhook-timestamp` and `webhook-signature`. The body is a notification, as `GET …/deliveries` shows it in
/// `notification`; with another pace than `at_once` it is `{"id", "type": "digest", "timestamp", "data": {"notifications":
/// […]}}`. What is not answered with a status of 200 to 299 within ten seconds is sent again over about a day, under the same
/// `webhook-id`; then, or at 410, the channel is turned off. Redirects are not followed. The secret is shown here alone. Guests
/// have no channels.
#[utoipa::path(operation_id = "create_channel", tag = "notifications", security(("bearer" = [])), request_body = ChannelRequest, responses(
    (status = 201, description = "The channel, with its secret.", body = NewChannel),
    (status = 403, description = "A guest has no channels (`guests-cannot`).", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 409, description = "You have too many channels; or there is no mail (`no-mail`), or no verified address (`no-email`).", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[post("/v1/me/channels")]
pub async fn create_channel(
    app: Data<AppContext>, caller: Caller, form: Body<ChannelRequest>,
) -> Result<HttpResponse, ApiError> {
    let Body(form) = form;
    let form = ChannelForm {
        kind: Some(form.kind),
        name: form.name,
        url: form.url,
        format: Some(form.format),
        kinds: form.kinds,
        games: Some(form.games),
        pace: Some(form.pace),
        is_on: None,
    };
    let (channel, secret) = app.run(move |app| app.create_channel(&caller, &form)).await?;
    Ok(HttpResponse::Created().json(NewChannel { channel: channel.into(), secret }))
}

/// Your channels
#[utoipa::path(operation_id = "list_channels", tag = "notifications", security(("bearer" = [])), responses(
    (status = 200, description = "Where you are told what happens in your games; without their secrets.", body = Channels),
))]
#[get("/v1/me/channels")]
pub async fn list_channels(app: Data<AppContext>, caller: Caller) -> Result<Json<Channels>, ApiError> {
    let rows = app.run(move |app| app.list_channels(&caller)).await?;
    Ok(Json(Channels { items: rows.into_iter().map(Channel::from).collect() }))
}

/// One of your channels
#[utoipa::path(operation_id = "show_channel", tag = "notifications", security(("bearer" = [])),
    params(("channel" = String, Path, description = "Id of the channel.")), responses(
    (status = 200, description = "How it is doing.", body = Channel),
))]
#[get("/v1/me/channels/{channel}")]
pub async fn show_channel(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<Json<Channel>, ApiError> {
    Ok(Json(app.run(move |app| app.show_channel(&caller, &path)).await?.into()))
}

/// Change a channel, or turn it off or on
#[utoipa::path(operation_id = "change_channel", tag = "notifications", security(("bearer" = [])),
    params(("channel" = String, Path, description = "Id of the channel.")), request_body = ChannelChange, responses(
    (status = 200, description = "The channel as it is now.", body = Channel),
))]
#[patch("/v1/me/channels/{channel}")]
pub async fn change_channel(
    app: Data<AppContext>, caller: Caller, path: Path<String>, form: Body<ChannelChange>,
) -> Result<Json<Channel>, ApiError> {
    let Body(form) = form;
    let ChannelChange { name, url, format, kinds, games, pace, is_on } = form;
    if name.is_none()
        && url.is_none()
        && format.is_none()
        && kinds.is_none()
        && games.is_none()
        && pace.is_none()
        && is_on.is_none()
    {
        let flaw = Flaw::at("", "nothing-to-change", "Name at least one thing that is to be changed.");
        return Err(Fault::invalid(vec![flaw]).into());
    }
    let form = ChannelForm { kind: None, name, url, format, kinds, games, pace, is_on };
    Ok(Json(app.run(move |app| app.change_channel(&caller, &path, &form)).await?.into()))
}

/// Take a channel away
#[utoipa::path(operation_id = "delete_channel", tag = "notifications", security(("bearer" = [])),
    params(("channel" = String, Path, description = "Id of the channel.")), responses(
    (status = 204, description = "Nothing is sent there any more; its log is gone too."),
))]
#[delete("/v1/me/channels/{channel}")]
pub async fn delete_channel(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.delete_channel(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Give a channel a new secret
///
/// For 24 hours its messages carry two signatures, by the new secret and by the old one.
#[utoipa::path(operation_id = "rotate_channel_secret", tag = "notifications", security(("bearer" = [])),
    params(("channel" = String, Path, description = "Id of the channel.")), responses(
    (status = 201, description = "The new secret.", body = ChannelSecret),
    (status = 409, description = "Mail is not signed (`no-secret`).", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[post("/v1/me/channels/{channel}/secret")]
pub async fn rotate_channel_secret(
    app: Data<AppContext>, caller: Caller, path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let secret = app.run(move |app| app.rotate_channel_secret(&caller, &path)).await?;
    Ok(HttpResponse::Created().json(ChannelSecret { secret }))
}

/// Try a channel out
///
/// A notification of type `test` is sent at once, in quiet hours too. What came of it is in `GET …/deliveries`.
#[utoipa::path(operation_id = "test_channel", tag = "notifications", security(("bearer" = [])),
    params(("channel" = String, Path, description = "Id of the channel.")), responses(
    (status = 202, description = "It is on its way.", body = Delivery),
    (status = 409, description = "The channel is off (`channel-off`).", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 429, description = "It was tried out ten times within an hour.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[post("/v1/me/channels/{channel}/test")]
pub async fn test_channel(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<HttpResponse, ApiError> {
    let delivery = app.run(move |app| app.test_channel(&caller, &path)).await?;
    Ok(HttpResponse::Accepted().json(Delivery::from(delivery)))
}

/// What a channel told
///
/// And what it has still to tell. Kept for 30 days.
#[utoipa::path(operation_id = "list_deliveries", tag = "notifications", security(("bearer" = [])),
    params(("channel" = String, Path, description = "Id of the channel."), PageQuery), responses(
    (status = 200, description = "A page of notifications, newest first.", body = Deliveries, headers(("Link" = String, description = "Address of the next page."))),
))]
#[get("/v1/me/channels/{channel}/deliveries")]
pub async fn list_deliveries(
    req: HttpRequest, app: Data<AppContext>, caller: Caller, path: Path<String>, page: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let (limit, before) = (page.limit()?, page.after()?);
    let mut list = app.run(move |app| app.list_deliveries(&caller, &path, before, limit + 1)).await?;
    let next = page::cut(&mut list, limit, |last| page::cursor(last.created_at, &last.id));
    let items = list.into_iter().map(Delivery::from).collect();
    Ok(page::answer(&req, &Deliveries { items, next: next.clone() }, next.as_deref()))
}
