//! When a person is told of their games, over HTTP.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, put};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Flaw};
use crate::http::body::Body;
use crate::problem::ApiError;
use crate::service::notification_settings::NotificationTimes;

/// Hours in which nothing is sent: it waits for their end.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "22:00")]
    pub from: String,
    /// On the next day, where it is earlier.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "07:00")]
    pub to: String,
}

/// When you are told of your games.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "zone": "Europe/Rome", "quiet_hours": { "from": "22:00", "to": "07:00" }, "daily_at": "08:00" }))]
pub struct NotificationSettingsRequest {
    /// Your time zone, as a name of the IANA list; deadlines are told in it.
    #[schema(example = "Europe/Rome")]
    pub zone: String,
    /// Null or left out: there are none.
    pub quiet_hours: Option<QuietHours>,
    /// When channels of the pace `daily` tell of the day; 08:00 when left out.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "08:00")]
    pub daily_at: Option<String>,
}

/// When you are told of your games, and of which not at all.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationSettings {
    #[schema(example = "Europe/Rome")]
    pub zone: String,
    pub quiet_hours: Option<QuietHours>,
    #[schema(example = "08:00")]
    pub daily_at: String,
    /// Ids of the games that you have muted, the last one first.
    pub muted_games: Vec<String>,
}

impl NotificationSettings {
    pub(super) fn of((times, muted_games): (NotificationTimes, Vec<String>)) -> NotificationSettings {
        NotificationSettings {
            zone: times.zone,
            quiet_hours: times.quiet.map(|(from, to)| QuietHours { from: clock(from), to: clock(to) }),
            daily_at: clock(times.daily_at),
            muted_games,
        }
    }
}

fn clock(minute: u16) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// The minute of the day that a clock shows.
fn minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let number =
        |part: &str| part.parse::<u16>().ok().filter(|_| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()));
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

/// When you are told of your games
#[utoipa::path(operation_id = "show_notification_settings", tag = "notifications", security(("bearer" = [])), responses(
    (status = 200, description = "Zone, quiet hours, and the games that you have muted.", body = NotificationSettings),
))]
#[get("/v1/me/notifications")]
pub async fn show_notification_settings(
    app: Data<AppContext>, caller: Caller,
) -> Result<Json<NotificationSettings>, ApiError> {
    Ok(Json(NotificationSettings::of(app.run(move |app| app.notification_times(&caller)).await?)))
}

/// Say when you want to be told of your games
///
/// For all your channels. What waits to be told already keeps its time.
#[utoipa::path(operation_id = "set_notification_settings", tag = "notifications", security(("bearer" = [])), request_body = NotificationSettingsRequest, responses(
    (status = 200, description = "It is so from now on.", body = NotificationSettings),
))]
#[put("/v1/me/notifications")]
pub async fn set_notification_settings(
    app: Data<AppContext>, caller: Caller, form: Body<NotificationSettingsRequest>,
) -> Result<Json<NotificationSettings>, ApiError> {
    let Body(form) = form;
    let mut flaws = Vec::new();
    let mut read = |pointer: &str, text: &str| {
        minute(text).unwrap_or_else(|| {
            flaws.push(Flaw::at(pointer, "bad-time", "A time of the day looks like 22:00."));
            0
        })
    };
    let quiet = form.quiet_hours.as_ref();
    let quiet = quiet.map(|hours| (read("/quiet_hours/from", &hours.from), read("/quiet_hours/to", &hours.to)));
    let daily_at = read("/daily_at", form.daily_at.as_deref().unwrap_or("08:00"));
    if quiet.is_some_and(|(from, to)| from == to) && flaws.is_empty() {
        let detail = "Quiet hours that end as they begin are none; leave them out.";
        flaws.push(Flaw::at("/quiet_hours/to", "no-hours", detail));
    }
    if !flaws.is_empty() {
        return Err(Fault::invalid(flaws).into());
    }
    let times = NotificationTimes { zone: form.zone, quiet, daily_at };
    let told = app
        .run(move |app| {
            app.set_notification_times(&caller, &times)?;
            app.notification_times(&caller)
        })
        .await?;
    Ok(Json(NotificationSettings::of(told)))
}

/// Mute a game
///
/// No channel of yours tells anything more of it, not even what waits to be told.
#[utoipa::path(operation_id = "mute_game", tag = "notifications", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 204, description = "You hear nothing more of it."),
))]
#[put("/v1/me/muted-games/{game}")]
pub async fn mute_game(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.mute_game(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Hear of a game again
#[utoipa::path(operation_id = "unmute_game", tag = "notifications", security(("bearer" = [])),
    params(("game" = String, Path, description = "Id of the game.")), responses(
    (status = 204, description = "It is not muted."),
))]
#[delete("/v1/me/muted-games/{game}")]
pub async fn unmute_game(app: Data<AppContext>, caller: Caller, path: Path<String>) -> Result<HttpResponse, ApiError> {
    app.run(move |app| app.unmute_game(&caller, &path)).await?;
    Ok(HttpResponse::NoContent().finish())
}
