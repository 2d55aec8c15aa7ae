//! `cursus serve`.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};

use catalog::Catalog;
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};
use crate::context::AppContext;
use crate::context::clocks::Clocks;
use crate::server;
use crate::workers::Workers;

pub fn run(config: Config, catalog: Catalog) -> Result<(), String> {
    start_log(config.log_format);
    let listener = TcpListener::bind(config.listen).map_err(|e| format!("cannot listen on {}: {e}", config.listen))?;
    let app = AppContext::open(config, catalog, Clocks::real())?;
    app.check_clock_at_start()?;
    let looking = app.clone();
    std::thread::spawn(move || {
        if let Err(error) = looking.store.look_for_damage() {
            tracing::warn!(%error, "the database could not be looked through for damage");
        }
    });
    // Stops, and is waited for, when this function returns.
    let _engine = Workers::start(&app);
    let system = actix_web::rt::System::new();
    system.block_on(async move {
        let running = server::start(app.clone(), listener).map_err(|e| e.to_string())?;
        actix_web::rt::spawn(server::close_on_signal(app, running.server.handle()));
        greet(running.address, running.metrics_address);
        running.server.await.map_err(|e| e.to_string())
    })
}

/// Says where to find the server. That nobody reads it is no reason to stop.
fn greet(address: SocketAddr, metrics: Option<SocketAddr>) {
    let mut out = std::io::stdout();
    let _ = writeln!(out, "Cursus listens on http://{address}\nDocumentation:    http://{address}/docs/");
    if let Some(metrics) = metrics {
        let _ = writeln!(out, "Metrics:          http://{metrics}/metrics");
    }
    let _ = out.flush();
}

fn start_log(format: LogFormat) {
    // `actix_http` logs what arrives broken as an error, which is none of ours; who wants it names it.
    let filter =
        std::env::var("CURSUS_LOG").ok().and_then(|given| EnvFilter::try_new(format!("actix_http=off,{given}")).ok());
    let filter = filter.unwrap_or_else(|| EnvFilter::new("warn,actix_http=off,tracing_actix_web=error,api=info"));
    // A line that cannot be written is lost: told of on stderr, which is the log, it would end the request it is about.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false);
    // Fails when a log runs already, which is as good.
    let _ = match format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().try_init(),
    };
}
