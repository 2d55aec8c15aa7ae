//! The HTTP server: the handlers, wrapped in what every request passes through.

use std::net::{SocketAddr, TcpListener};
use std::thread::JoinHandle;
use std::time::Duration;

use actix_cors::Cors;
use actix_web::dev::{Server, ServerHandle};
use actix_web::http::header;
use actix_web::middleware::{Condition, from_fn};
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer, ResponseError};
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::AppExt;
use utoipa_swagger_ui::{Config as SwaggerConfig, SwaggerUi};

use crate::config::Config;
use crate::context::AppContext;
use crate::context::answers::Packed;
use crate::http::door::MetricsDoor;
use crate::http::{asked, delivery, fallback, idempotency, identity, panics, path_config, query_config, request_id};
use crate::problem::ApiError;
use crate::reference::{self, Reference};
use crate::web as web_client;
use crate::{openapi, routes};

/// A server that answers, and the handle to stop it.
pub struct Running {
    pub address: SocketAddr,
    /// Where the counters are, if they have an address of their own.
    pub metrics_address: Option<SocketAddr>,
    pub server: Server,
    _reader: StreamReader,
}

/// The thread that reads for all event streams; it ends when this is dropped.
struct StreamReader {
    app: AppContext,
    thread: Option<JoinHandle<()>>,
}

impl StreamReader {
    fn start(app: &AppContext) -> std::io::Result<StreamReader> {
        let reader = app.clone();
        let thread = std::thread::Builder::new().name("streams".to_owned());
        let thread = thread.spawn(move || reader.read_for_streams(routes::stream::frame))?;
        Ok(StreamReader { app: app.clone(), thread: Some(thread) })
    }
}

impl Drop for StreamReader {
    fn drop(&mut self) {
        self.app.streams.close();
        if let Some(thread) = self.thread.take() {
            // One that panicked has said so already.
            let _ = thread.join();
        }
    }
}

/// File descriptors kept for what is no connection of a client: the database's files and connections, the log, the
/// listeners, what a library opens for a moment.
const RESERVED: u64 = 64;
/// Descriptors that a connection to the database may take: SQLite opens a file, its log and the log's index.
const PER_DATABASE_CONNECTION: u64 = 4;
/// Threads on which use cases run, over all workers: a use case holds a connection to the database or waits for one.
const BLOCKING_THREADS: usize = 64;

/// The most connections of clients, as many as there are file descriptors for; raises their number as far as allowed.
fn most_connections(config: &Config) -> usize {
    #[cfg(unix)]
    let descriptors = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
    #[cfg(not(unix))]
    let descriptors = 2048;
    let reserved = RESERVED + PER_DATABASE_CONNECTION * u64::from(config.database_connections);
    usize::try_from(descriptors.saturating_sub(reserved)).unwrap_or(usize::MAX).clamp(16, 100_000)
}

/// Starts answering on `listener`. Await `server` to keep it going; [`close_on_signal`] ends it.
pub fn start(app: AppContext, listener: TcpListener) -> std::io::Result<Running> {
    let address = listener.local_addr()?;
    let metrics_listener = app.config.metrics_listen.map(TcpListener::bind).transpose()?;
    let metrics_address = metrics_listener.as_ref().map(TcpListener::local_addr).transpose()?;
    let door = Data::new(MetricsDoor(metrics_address));
    let routes_table = Data::new(fallback::RouteTable::of(&openapi::operations()));
    let reference = Data::new(Reference::new(app.catalog.clone(), openapi::document));
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let workers = app.config.http_workers.unwrap_or_else(cores);
    let connections = most_connections(&app.config);
    // Streams stay; half of the connections is for those who come and go.
    app.streams.allow_at_most(connections / 2);
    let reader = StreamReader::start(&app)?;
    let timeout = app.config.request_timeout;
    let spans = spans_are_kept();
    let app = Data::new(app);
    let mut server = HttpServer::new(move || {
        let (service, _) = App::new().into_utoipa_app().configure(routes::configure).split_for_parts();
        service
            .app_data(app.clone())
            .app_data(routes_table.clone())
            .app_data(reference.clone())
            .app_data(door.clone())
            .app_data(path_config())
            .app_data(query_config())
            .route("/", web::get().to(web_client::page))
            .route("/new", web::get().to(web_client::page))
            .route("/sign-in", web::get().to(web_client::page))
            .route("/account", web::get().to(web_client::page))
            .route("/notifications", web::get().to(web_client::page))
            .route("/new-password", web::get().to(web_client::page))
            .route("/authorize", web::get().to(web_client::page))
            .route("/t/{game}/{seat}", web::get().to(web_client::page))
            .route("/g/{game}", web::get().to(web_client::page))
            .route("/w/{game}", web::get().to(web_client::page))
            .route("/a/{build}/{file:.*}", web::get().to(web_client::file))
            .route("/docs", web::get().to(docs_door))
            .route("/openapi.json", web::get().to(openapi_document))
            .route("/docs/", web::get().to(docs_page))
            .route("/docs/reference.css", web::get().to(docs_style))
            .route("/docs/schemas/{schema}", web::get().to(docs_schema))
            .service(SwaggerUi::new("/docs/try/{_:.*}").config(swagger()))
            .default_service(web::to(fallback::nothing_here))
            // The last one wrapped is the first one met.
            .wrap(from_fn(panics::answer))
            .wrap(from_fn(idempotency::replay))
            .wrap(from_fn(asked::ask))
            .wrap(from_fn(identity::identify))
            .wrap(from_fn(delivery::deliver))
            .wrap(cors(&app.config.cors_origins))
            .wrap(Condition::new(spans, TracingLogger::default()))
            .wrap(from_fn(request_id::envelope))
    });
    for listener in std::iter::once(&listener).chain(&metrics_listener) {
        give_up_on_who_does_not_read(listener, Duration::from_secs(timeout));
    }
    if let Some(listener) = metrics_listener {
        server = server.listen(listener)?;
    }
    let server = server
        .workers(workers)
        .max_connections((connections / workers).max(8))
        .worker_max_blocking_threads((BLOCKING_THREADS / workers).max(8))
        // Who hangs up is forgotten at once, and so is the stream that it listened to.
        .h1_allow_half_closed(false)
        .client_request_timeout(Duration::from_secs(timeout))
        .shutdown_timeout(timeout)
        // Small answers are not to wait for the acknowledgement of the one before.
        .tcp_nodelay(true)
        .disable_signals()
        .listen(listener)?
        .run();
    Ok(Running { address, metrics_address, server, _reader: reader })
}

/// Waits for SIGINT or SIGTERM, sends those home who listen to streams, and lets requests under way finish.
pub async fn close_on_signal(app: AppContext, server: ServerHandle) {
    let asked = async {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            match signal(SignalKind::terminate()) {
                Ok(mut terminate) => tokio::select! { _ = terminate.recv() => {}, _ = tokio::signal::ctrl_c() => {} },
                Err(_) => drop(tokio::signal::ctrl_c().await),
            }
        }
        #[cfg(not(unix))]
        drop(tokio::signal::ctrl_c().await);
    };
    asked.await;
    tracing::info!("closing");
    app.streams.close();
    server.stop(true).await;
}

/// Has the system close connections whose other end has not taken what was sent to it for so long (to twice as long, as
/// the system looks less and less often). Those accepted from the listener inherit it.
fn give_up_on_who_does_not_read(listener: &TcpListener, patience: Duration) {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Err(e) = socket2::SockRef::from(listener).set_tcp_user_timeout(Some(patience)) {
        tracing::warn!(error = %e, "clients that do not read cannot be given up");
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let _ = (listener, patience);
}

/// Whether the log keeps a span per request (`CURSUS_LOG=info`). Making one that nobody keeps costs as much as finding the
/// answer to a simple request.
fn spans_are_kept() -> bool {
    tracing::span_enabled!(target: "tracing_actix_web::root_span_builder", tracing::Level::INFO)
}

/// What a page of another origin may ask for: what the API has.
const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

fn cors(origins: &[String]) -> Cors {
    let exposed = [
        "etag",
        "idempotency-replayed",
        "link",
        "location",
        "ratelimit",
        "ratelimit-policy",
        "retry-after",
        "www-authenticate",
        "x-request-id",
    ];
    let cors = Cors::default().allowed_methods(METHODS).allow_any_header().expose_headers(exposed).max_age(3600);
    if origins.is_empty() {
        // Tokens travel in a header, never in a cookie, so any page may ask on behalf of whoever gave it a token.
        return cors.allow_any_origin().send_wildcard();
    }
    origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}

async fn docs_door() -> HttpResponse {
    HttpResponse::Found().insert_header((header::LOCATION, "/docs/")).finish()
}

async fn openapi_document(reference: Data<Reference>) -> HttpResponse {
    shared("application/json", reference.text())
}

async fn docs_page(reference: Data<Reference>) -> HttpResponse {
    shared(HTML, reference.front())
}

async fn docs_style() -> HttpResponse {
    HttpResponse::Ok().content_type("text/css; charset=utf-8").body(reference::STYLE)
}

async fn docs_schema(reference: Data<Reference>, name: web::Path<String>) -> HttpResponse {
    match reference.schema(&name) {
        Some(page) => HttpResponse::Ok().content_type(HTML).body(page),
        None => ApiError(fallback::no_such_address()).error_response(),
    }
}

const HTML: &str = "text/html; charset=utf-8";

/// An answer of bytes that all answers share, plain or packed.
fn shared(kind: &str, both: &Packed) -> HttpResponse {
    let mut response = HttpResponse::Ok().content_type(kind).body(both.plain.clone());
    response.extensions_mut().insert(both.clone());
    response
}

/// The page to try requests on, told to show as little as it can at first: it is slow with many schemas.
fn swagger() -> SwaggerConfig<'static> {
    SwaggerConfig::new(["/openapi.json"])
        .doc_expansion("none")
        .default_models_expand_depth(-1)
        .default_model_expand_depth(0)
        .deep_linking(false)
        .with_syntax_highlight(false)
}
