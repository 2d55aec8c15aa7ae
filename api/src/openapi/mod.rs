//! The OpenAPI document: made from the handlers, completed here with what every operation shares.

use actix_web::App;
use catalog::Catalog;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;
use utoipa::{PartialSchema, ToSchema};
use utoipa_actix_web::AppExt;

use crate::game::notifications::{DigestData, DigestType, NotificationDigest};
use crate::http::idempotency::takes_key;
use crate::http::scopes;
use crate::problem::manner;
use crate::routes::{self, account_stream::ChangedGameOfMine};
use crate::service::problems;

mod details;
mod examples;
mod shapes;

const PROBLEM: &str = "application/problem+json";

/// The document for the rule systems of `catalog`.
pub fn document(catalog: &Catalog) -> Value {
    complete(of_the_handlers(), catalog)
}

/// The operations alone, with the parameters that their handlers take: `paths` and nothing else.
pub fn operations() -> Value {
    json!({ "paths": of_the_handlers().paths })
}

fn of_the_handlers() -> OpenApi {
    let (_, mut document) = App::new().into_utoipa_app().configure(routes::configure).split_for_parts();
    // What a stream's events hold is text to the document; its words name the schemas.
    let schemas = &mut document.components.get_or_insert_default().schemas;
    schemas.insert(ChangedGameOfMine::name().into_owned(), ChangedGameOfMine::schema());
    for (name, schema) in [
        (NotificationDigest::name(), NotificationDigest::schema()),
        (DigestType::name(), DigestType::schema()),
        (DigestData::name(), DigestData::schema()),
    ] {
        schemas.insert(name.into_owned(), schema);
    }
    document
}

fn complete(document: OpenApi, catalog: &Catalog) -> Value {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    document["info"] = json!({
        "title": "Cursus",
        "version": env!("CARGO_PKG_VERSION"),
        "description": DESCRIPTION,
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    document["servers"] = json!([{ "url": "/", "description": "The server this document came from." }]);
    document["tags"] =
        TAGS.iter().map(|(name, description)| json!({ "name": name, "description": description })).collect();
    document["components"]["securitySchemes"] = json!({ "bearer": {
        "type": "http", "scheme": "bearer",
        "description": "An access token from `POST /v1/sessions`, or an API token from `POST /v1/tokens`.",
    }});
    document["webhooks"] = webhooks();
    add_rooms(&mut document, catalog);
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        details::add(schemas, catalog);
    }
    shapes::complete(&mut document, catalog);
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, item) in paths {
            for (method, operation) in item.as_object_mut().into_iter().flatten() {
                complete_operation(path, method, operation);
                examples::add(operation);
            }
        }
    }
    document
}

/// What this server posts to webhooks.
fn webhooks() -> Value {
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } });
    let either = [shapes::reference("Notification"), shapes::reference("NotificationDigest")];
    json!({ "notification": { "post": {
        "operationId": "receive_notification",
        "tags": ["notifications"],
        "summary": "What a webhook of the format `json` is sent",
        "description": "The signature is of the text `ID.TIMESTAMP.BODY`, with the bytes behind `whsec_` in the channel's \
            secret, which are in base64. Answer with a status of 200 to 299 within ten seconds, and do what takes longer \
            afterwards. The same `webhook-id` may come twice.",
        "parameters": [
            header("webhook-id", "Names the message: the same at every attempt."),
            header("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
            header("webhook-signature", "`v1,` and an HMAC-SHA256 in base64; two with a space between for a day after a \
                new secret."),
        ],
        "requestBody": { "required": true, "content": { "application/json": { "schema": { "oneOf": either } } } },
        "responses": {
            "204": { "description": "You have it." },
            "410": { "description": "You want no more: the channel is turned off." },
        },
    } } })
}

/// The rooms' schemas, and the unions over them that the operations refer to.
fn add_rooms(document: &mut Value, catalog: &Catalog) {
    let (mut orders, mut views, mut events) = (Vec::new(), Vec::new(), Vec::new());
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
    for ruleset in catalog.rulesets() {
        let room = ruleset.schemas();
        for (name, schema) in room.components {
            schemas.entry(name).or_insert_with(|| {
                let mut schema = serde_json::to_value(schema).unwrap_or_default();
                describe(&mut schema, "", room.glossary);
                schema
            });
        }
        let kinds = schemas.get_mut(&room.order).and_then(|union| union["oneOf"].as_array_mut());
        for kind in kinds.into_iter().flatten() {
            let id = kind["properties"]["type"]["enum"][0].clone();
            if let Some(info) = ruleset.about().orders.iter().find(|info| id == info.kind.as_str()) {
                kind["example"] = info.example.clone();
            }
        }
        let base = schemas.get(&room.event).and_then(|event| event["allOf"][0]["$ref"].as_str());
        let union = base.and_then(|to| to.rsplit('/').next()).unwrap_or(&room.event).to_owned();
        let kinds = schemas.get_mut(&union).and_then(|union| union.get_mut("oneOf")).and_then(Value::as_array_mut);
        for kind in kinds.into_iter().flatten() {
            // An event is only ever told, and with all that it holds, null or not.
            if let Some(fields) = kind["properties"].as_object() {
                kind["required"] = fields.keys().cloned().collect();
            }
        }
        for (list, name) in [(&mut orders, room.order), (&mut views, room.view), (&mut events, room.event)] {
            list.push(json!({ "$ref": format!("#/components/schemas/{name}") }));
        }
    }
    let mut union = |name: &str, of: Vec<Value>, description: &str| {
        let schema = if of.is_empty() {
            json!({ "type": "object", "description": description })
        } else {
            json!({ "oneOf": of, "description": description })
        };
        schemas.insert(name.to_owned(), schema);
    };
    union("AnyOrder", orders, "An order of one of the rule systems; the game's rule system says which kinds it takes.");
    union("AnyView", views, "What a seat sees, in the shape of its rule system.");
    union("AnyEventData", events, "What an event of a rule system holds.");
}

/// Gives the fields without a description that of the room's glossary.
fn describe(schema: &mut Value, title: &str, glossary: &[(&str, &str)]) {
    let title = schema["title"].as_str().unwrap_or(title).to_owned();
    let meaning = |name: &str| {
        let one = format!("{title}.{name}");
        let found =
            glossary.iter().find(|(key, _)| *key == one).or_else(|| glossary.iter().find(|(key, _)| *key == name));
        found.map(|(_, meaning)| json!(meaning))
    };
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if !is_described(field)
            && let (Some(meaning), Some(field)) = (meaning(name), field.as_object_mut())
        {
            field.insert("description".to_owned(), meaning);
        }
    }
    for part in ["oneOf", "allOf"] {
        for one in schema.get_mut(part).and_then(Value::as_array_mut).into_iter().flatten() {
            describe(one, &title, glossary);
        }
    }
}

/// Whether a field says what it is: in words, in those of an alternative, or as the one value that it may have.
fn is_described(field: &Value) -> bool {
    let says = |schema: &Value| schema["description"].is_string();
    let any = |part: &str| field[part].as_array().is_some_and(|list| list.iter().any(says));
    says(field) || any("oneOf") || any("allOf") || field["enum"].as_array().is_some_and(|list| list.len() == 1)
}

fn complete_operation(path: &str, method: &str, operation: &mut Value) {
    if operation["description"].as_str().unwrap_or_default().is_empty() {
        operation["description"] = json!(format!("{}.", operation["summary"].as_str().unwrap_or_default()));
    }
    scopes::tell(operation);
    let secured = operation["security"].as_array().is_some_and(|list| !list.is_empty());
    if !secured {
        operation["security"] = json!([]);
    }
    let has_body = operation.get("requestBody").is_some();
    let in_games = path.starts_with("/v1/games") || path.starts_with("/v1/invitations");
    let keyed = method == "post" && takes_key(path);
    if keyed {
        let parameter = json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "Repeat a request under the same key within 24 hours, and it is answered, not done again.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 200 },
        });
        match operation["parameters"].as_array_mut() {
            Some(parameters) => parameters.push(parameter),
            None => operation["parameters"] = json!([parameter]),
        }
    }
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let has_path = parameters.iter().any(|p| p["in"] == "path");
    let mut shared: Vec<(&str, &str)> = vec![
        ("400", "The request cannot be read."),
        ("429", "Too many requests; Retry-After says when to come back."),
        ("500", "Something broke on our side."),
        ("503", "Not just now: the database is away, or the request took too long."),
    ];
    if path.starts_with("/v1/") {
        shared.push(("401", "No token, or one that is wrong, expired or revoked."));
    }
    if secured {
        shared.push((
            "403",
            "The token lacks the scope, this is not yours to do, or the account is suspended (`account-suspended`).",
        ));
    }
    if has_path {
        shared.push(("404", "There is no such thing that you can see."));
    }
    if has_body {
        shared.push(("413", "The body is too large."));
        shared.push(("415", "The body is of a kind not read here."));
    }
    if has_body || !parameters.is_empty() {
        shared.push(("422", "The request was read and cannot be right; `errors` says where."));
    }
    let in_lists = path.starts_with("/v1/me/blocks/") && method == "put";
    if keyed || in_lists || (in_games && method != "get") {
        shared.push(("409", "The request conflicts with how things stand."));
    }
    let (has_seat, makes) = (path.contains("{seat}"), method == "post");
    let about = operation["operationId"].as_str().unwrap_or_default().to_owned();
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for (status, description) in shared {
        responses.entry(status).or_insert_with(|| problem(status, description));
    }
    sort(responses);
    for (status, response) in responses {
        let Ok(number) = status.parse::<u16>() else { continue };
        for (name, description, kind) in headers_of(number, keyed) {
            let header = json!({ "description": description, "schema": { "type": kind } });
            if response["headers"].get(name).is_none() {
                response["headers"][name] = header;
            }
        }
        if makes && number == 201 && response["headers"].get("Location").is_none() {
            let header = json!({ "description": "Address of what was made.", "schema": { "type": "string" } });
            response["headers"]["Location"] = header;
        }
        if let Some(content) = response.get_mut("content").and_then(|content| content.get_mut(PROBLEM)) {
            content["example"] = example_of(number, has_seat, has_body, &about);
        }
    }
}

/// The headers that answers of a status carry: name, description, type.
fn headers_of(status: u16, keyed: bool) -> Vec<(&'static str, &'static str, &'static str)> {
    let mut headers = vec![
        ("X-Request-Id", "Names this request in the server's log.", "string"),
        ("RateLimit", "How much may still be asked, where rates are limited.", "string"),
        ("RateLimit-Policy", "The limit, where rates are limited.", "string"),
    ];
    if keyed && status < 300 {
        headers.push(("Idempotency-Replayed", "`true` when this is the kept answer to an earlier request.", "string"));
    }
    if status == 401 {
        headers.push(("WWW-Authenticate", "`Bearer`.", "string"));
    }
    headers
}

/// A problem document as an answer of this status may hold it.
fn example_of(status: u16, has_seat: bool, has_body: bool, operation: &str) -> Value {
    let of_operation = match operation {
        "register" => "name-taken",
        "create_game" => "too-many-games",
        "create_token" => "too-many-tokens",
        "register_application" => "too-many-applications",
        "import_game" => "idempotency-key-reused",
        "start_game" => "seats-empty",
        "extend_deadline" => "extension-refused",
        "claim_seat" | "open_seat" | "invite" | "accept_invitation" => "seat-taken",
        "release_seat" => "seat-empty",
        "ban" => "runs-the-game",
        "block_player" => "yourself",
        "report_letter" => "reported-already",
        "send_letter" => "no-letters",
        "stand_by" => "already-seated",
        "call_vote" => "vote-open",
        "cast_ballot" | "withdraw_vote" => "vote-closed",
        "show_view"
        | "show_view_changes"
        | "show_figures"
        | "show_map"
        | "list_reports"
        | "show_report"
        | "show_latest_report"
        | "show_gallery"
        | "show_gallery_map"
        | "show_gallery_figures" => "not-started",
        "show_archive" | "verify_game" => "not-over",
        "create_channel" => "too-many-channels",
        "test_channel" => "channel-off",
        "rotate_channel_secret" => "no-secret",
        "set_email" | "ask_for_password" => "no-mail",
        "show_advice" => "not-awaited",
        "put_orders" | "delete_orders" | "set_ready" | "unset_ready" | "force_step" => "wrong-step",
        _ => "wrong-status",
    };
    let code = match status {
        400 if has_body => "bad-json",
        400 => "bad-query",
        401 if operation == "log_in" => "wrong-credentials",
        401 => "no-token",
        403 if operation == "log_in" => "account-suspended",
        403 if has_seat => "not-your-seat",
        403 => "scope-missing",
        404 => "not-found",
        405 => "method-not-allowed",
        406 => "not-acceptable",
        409 => of_operation,
        412 => "orders-changed",
        413 => "body-too-large",
        415 => "unsupported-media-type",
        422 => "invalid",
        428 if operation == "force_step" => "step-needed",
        428 if operation == "release_seat" => "holder-needed",
        428 if operation == "extend_deadline" => "deadline-needed",
        428 => "if-match-needed",
        429 => "rate-limited",
        500 => "internal",
        503 if operation == "readiness" => "not-ready",
        _ => "database-unavailable",
    };
    let Some(kind) = problems::find(code) else { return Value::Null };
    let title = if status == 500 { "Something broke on our side" } else { manner(kind.why).1 };
    let mut example = json!({
        "type": format!("/problems/{code}"), "code": code, "title": title, "status": status, "detail": kind.meaning,
        "request_id": "0199f2c0-1e9c-7d44-9d0b-5f0f3c0a7d11",
    });
    if code == "not-ready" {
        let (name, detail) = ("database", "It does not answer.");
        example["errors"] = json!([{ "code": name, "detail": detail }]);
        example["checks"] = json!([{ "name": name, "ok": false, "detail": detail }]);
    }
    example
}

fn problem(status: &str, description: &str) -> Value {
    let mut response = json!({
        "description": description,
        "content": { PROBLEM: { "schema": { "$ref": "#/components/schemas/Problem" } } },
    });
    if status == "429" {
        response["headers"] = json!({ "Retry-After": {
            "description": "Seconds to wait.", "schema": { "type": "integer", "minimum": 0 },
        }});
    }
    response
}

fn sort(responses: &mut Map<String, Value>) {
    let mut all: Vec<_> = std::mem::take(responses).into_iter().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    responses.extend(all);
}

const DESCRIPTION: &str = "A server for historical strategic campaigns in the play-by-mail tradition.\n\n\
One loop plays every rule system: read `awaiting`, read the view, hand in orders, read the events.\n\n\
Every error is a problem document (RFC 9457) with a stable `code`, and with the place of every mistake in `errors`. \
Times are RFC 3339 in UTC. Ids are opaque. Lists come in pages of at most 100 with an opaque cursor. Every answer \
carries `X-Request-Id`, and `RateLimit` headers that say how much may still be asked.";

const TAGS: &[(&str, &str)] = &[
    ("accounts", "Who you are."),
    ("sessions", "Logging in: short access tokens and refresh tokens that work once."),
    ("tokens", "API tokens with scopes, for bots and scripts."),
    ("rulesets", "Rule systems and their scenarios."),
    ("games", "Campaigns: create, find, start, pause, end."),
    ("seats", "Who plays what: invitations, claims, computer players."),
    ("orders", "Order sets: draft, check, hand in."),
    ("views", "What a seat sees: views, reports, maps."),
    ("record", "What happened: turns, events, the ledger."),
    ("messages", "Letters between seats."),
    ("notifications", "What happens in your games, told elsewhere: webhooks, quiet hours, muted games."),
    ("service", "The server itself."),
];
