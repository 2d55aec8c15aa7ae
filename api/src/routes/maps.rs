//! Maps over HTTP.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use kernel::MapOptions;
use serde::Deserialize;
use utoipa::IntoParams;

use super::views::{SeatPath, sent};
use crate::context::AppContext;
use crate::context::fault::{Fault, Flaw};
use crate::http::conditions;
use crate::http::identity::MaybeCaller;
use crate::problem::ApiError;
use crate::service::maps::MapWanted;
use crate::service::record::Since;
use crate::service::seat_answers::SeatQuestion;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MapQuery {
    /// Steps resolved at the time wanted; the present when left out.
    #[param(minimum = 0)]
    pub step: Option<i32>,
    /// Width in pixels.
    #[param(minimum = 200, maximum = 4000)]
    pub width: Option<u32>,
    /// Only a part of the map: west,south,east,north in degrees.
    #[param(example = "8.0,43.5,13.5,46.5")]
    pub crop: Option<String>,
    /// What is laid over it, with commas between: `moves` for where forces went and where there was fighting, as far as the
    /// seat learnt of it, in the step before; `orders` for the orders that the seat has written by now, drafts among them.
    /// Each is a group of the picture with a `data-layer`, and says in words what it means.
    #[param(example = "moves,orders")]
    pub show: Option<String>,
    /// Shows moves of the steps before, too: of all after this number, or, with `orders`, from the last step on in which
    /// orders of the seat were carried out. At most 500 steps.
    #[param(example = "orders")]
    pub since: Option<String>,
}

/// The map as your seat sees it
///
/// What stands for a place says so: `data-place` is its name, `data-hex` the number of its hex, `data-power` the power that holds
/// it (one of the `powers` of a seat of the scenario); a `<title>` tells what is known of it. A group with a `data-layer` can be
/// shown or hidden. `data-hexes` is the width of a hex, where the map has hexes.
#[utoipa::path(operation_id = "show_map", tag = "views", security((), ("bearer" = [])), params(
    SeatPath, MapQuery,
    ("If-None-Match" = Option<String>, Header, description = "The ETag of the map you have."),
), responses(
    (status = 200, description = "The map as SVG, without scripts or outside references.", body = String, content_type = "image/svg+xml",
        headers(("ETag" = String, description = "Names this seat at this step, and what is laid over it."))),
    (status = 304, description = "You have it already."),
    (status = 403, description = "The seat is not yours.", body = crate::problem::Problem, content_type = "application/problem+json"),
    (status = 409, description = "The game has not started.", body = crate::problem::Problem, content_type = "application/problem+json"),
))]
#[get("/v1/games/{game}/seats/{seat}/map.svg")]
pub async fn show_map(
    req: HttpRequest, app: Data<AppContext>, MaybeCaller(caller): MaybeCaller, path: Path<SeatPath>,
    query: Query<MapQuery>,
) -> Result<HttpResponse, ApiError> {
    let SeatPath { game, seat: key } = path.into_inner();
    let (wanted, step, had) = (wanted(&query)?, query.step, conditions::had(&req));
    let kind = (step.is_none() && wanted.moves.is_none() && !wanted.orders).then(|| wanted.kind());
    let question = SeatQuestion { caller: caller.as_deref(), game: &game, key: &key, step, settled: kind.as_deref() };
    if let Some(answer) = app.answer_at_hand(&question, |tag| had.has(tag)) {
        return Ok(sent(answer, SVG));
    }
    let look = move |app: &AppContext| {
        let question =
            SeatQuestion { caller: caller.as_deref(), game: &game, key: &key, step, settled: kind.as_deref() };
        app.map(&question, &wanted, |tag| had.has(tag))
    };
    Ok(sent(app.run(look).await?, SVG))
}

pub const SVG: &str = "image/svg+xml";

/// What is wanted of the map that everybody sees.
pub fn public_wanted(query: &MapQuery) -> Result<MapWanted, Fault> {
    let wanted = wanted(query)?;
    if wanted.orders {
        let detail = "The map that everybody sees shows `moves` alone.";
        return Err(Fault::invalid(vec![Flaw::at("#show", "bad-parameter", detail)]));
    }
    Ok(wanted)
}

fn wanted(query: &MapQuery) -> Result<MapWanted, Fault> {
    let mut flaws = Vec::new();
    if query.width.is_some_and(|width| !(200..=4000).contains(&width)) {
        flaws.push(Flaw::at("#width", "out-of-range", "A map is 200 to 4000 pixels wide."));
    }
    let crop = query.crop.as_deref().map(|text| {
        let degrees: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
        match <[f64; 4]>::try_from(degrees) {
            Ok(all @ [west, south, east, north])
                if west < east && south < north && all.iter().all(|d| d.abs() <= 180.0) =>
            {
                Some(all)
            }
            _ => None,
        }
    });
    if crop == Some(None) {
        let detail = "A crop is west,south,east,north in degrees, west below east and south below north, such as \
                      8.0,43.5,13.5,46.5.";
        flaws.push(Flaw::at("#crop", "bad-crop", detail));
    }
    let (mut moves, mut orders) = (false, false);
    for layer in query.show.iter().flat_map(|show| show.split(',')).map(str::trim).filter(|layer| !layer.is_empty()) {
        match layer {
            "moves" => moves = true,
            "orders" => orders = true,
            _ => {
                let detail = "A map shows `moves`, `orders`, or both with a comma between.";
                flaws.push(Flaw::at("#show", "bad-parameter", detail));
            }
        }
    }
    if query.since.is_some() && !moves {
        let detail = "`since` says from when on moves are shown: it goes with `show=moves`.";
        flaws.push(Flaw::at("#since", "bad-parameter", detail));
    }
    if !flaws.is_empty() {
        return Err(Fault::invalid(flaws));
    }
    let moves = if moves { Some(Since::read(query.since.as_deref())?) } else { None };
    let options = MapOptions { width: query.width, crop: crop.flatten(), ..MapOptions::default() };
    Ok(MapWanted { options, moves, orders })
}
