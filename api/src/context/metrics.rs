//! What Prometheus may read. Every label comes from a closed set, so that no caller can make the list longer.

use std::time::Duration;

use ai::Level;
use prometheus::{
    Encoder, Gauge, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};

/// The methods that have a label of their own.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/// The label of what is in no closed set.
const OTHER: &str = "other";
/// The route of requests to addresses that are none of ours.
const UNMATCHED: &str = "unmatched";

pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    pub steps: IntCounter,
    decisions: IntCounterVec,
    deliveries: IntCounterVec,
    /// Games paused because something of theirs is broken.
    pub faults: IntCounter,
    pub running: IntGauge,
    pub queued: IntGauge,
    pub streams: IntGauge,
    pub overdue_games: IntGauge,
    pub overdue_seconds: IntGauge,
    pub broken_games: IntGauge,
    pub clock_skew: Gauge,
    pub clock_jump: Gauge,
}

impl Metrics {
    pub fn new() -> Result<Metrics, prometheus::Error> {
        let registry = Registry::new();
        let requests = IntCounterVec::new(
            Opts::new("cursus_http_requests_total", "Requests answered"),
            &["method", "route", "status"],
        )?;
        let buckets = vec![0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
        let seconds = HistogramVec::new(
            HistogramOpts::new("cursus_http_request_seconds", "Time to the head of the answer").buckets(buckets),
            &["method", "route"],
        )?;
        let steps = IntCounter::new("cursus_steps_resolved_total", "Steps this server resolved")?;
        let decisions = IntCounterVec::new(
            Opts::new("cursus_ai_decisions_total", "Decisions the AI of this server took"),
            &["level", "outcome"],
        )?;
        let deliveries = IntCounterVec::new(
            Opts::new("cursus_deliveries_total", "Messages of notifications that this server tried to deliver"),
            &["outcome"],
        )?;
        let faults = IntCounter::new(
            "cursus_game_faults_total",
            "Games this server paused because something of theirs is broken",
        )?;
        let running = IntGauge::new("cursus_games_running", "Games under way")?;
        let queued = IntGauge::new("cursus_ai_jobs_queued", "AI decisions waiting")?;
        let streams = IntGauge::new("cursus_event_streams", "Event streams open on this server")?;
        let overdue_games =
            IntGauge::new("cursus_overdue_games", "Games whose time came a minute ago and that nobody looks after")?;
        let overdue_seconds =
            IntGauge::new("cursus_overdue_seconds", "How long ago the time of the longest overdue game came")?;
        let broken_games =
            IntGauge::new("cursus_games_broken", "Games paused because they are damaged or rules failed")?;
        let clock_skew = Gauge::new("cursus_clock_skew_seconds", "This server's clock minus the database's")?;
        let clock_jump =
            Gauge::new("cursus_clock_jump_seconds", "By how much the database's clock was set while the server ran")?;
        registry.register(Box::new(overdue_games.clone()))?;
        registry.register(Box::new(overdue_seconds.clone()))?;
        registry.register(Box::new(broken_games.clone()))?;
        registry.register(Box::new(clock_skew.clone()))?;
        registry.register(Box::new(clock_jump.clone()))?;
        registry.register(Box::new(requests.clone()))?;
        registry.register(Box::new(seconds.clone()))?;
        registry.register(Box::new(steps.clone()))?;
        registry.register(Box::new(decisions.clone()))?;
        registry.register(Box::new(deliveries.clone()))?;
        registry.register(Box::new(faults.clone()))?;
        registry.register(Box::new(running.clone()))?;
        registry.register(Box::new(queued.clone()))?;
        registry.register(Box::new(streams.clone()))?;
        Ok(Metrics {
            registry,
            requests,
            seconds,
            steps,
            decisions,
            deliveries,
            faults,
            running,
            queued,
            streams,
            overdue_games,
            overdue_seconds,
            broken_games,
            clock_skew,
            clock_jump,
        })
    }

    /// Counts a request. `route` is the pattern of the handler that answered, never a path; `status` is one that this
    /// server gives.
    pub fn request(&self, method: &str, route: Option<&str>, status: u16, took: Duration) {
        let method = METHODS.into_iter().find(|known| *known == method).unwrap_or(OTHER);
        let route = route.unwrap_or(UNMATCHED);
        self.requests.with_label_values(&[method, route, &status.to_string()]).inc();
        self.seconds.with_label_values(&[method, route]).observe(took.as_secs_f64());
    }

    /// Counts a decision of a computer player, by the level in its style: tempers and postures are not told apart.
    pub fn decision(&self, style: &str, decided: bool) {
        let level = style.split('/').next().unwrap_or_default();
        let known = Level::ALL.iter().map(ToString::to_string).find(|known| known == level);
        let outcome = if decided { "decided" } else { "failed" };
        self.decisions.with_label_values(&[known.as_deref().unwrap_or(OTHER), outcome]).inc();
    }

    /// Counts an attempt to deliver notifications.
    pub fn delivery(&self, taken: bool) {
        self.deliveries.with_label_values(&[if taken { "taken" } else { "failed" }]).inc();
    }

    pub fn text(&self) -> Result<Vec<u8>, prometheus::Error> {
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Every metric stands on the dashboard, and the dashboard names none that is not there.
    #[test]
    fn the_dashboard_shows_what_there_is() {
        let metrics = Metrics::new().expect("metrics");
        metrics.request("GET", None, 200, Duration::ZERO);
        metrics.decision("steady", true);
        metrics.delivery(true);
        let text = String::from_utf8(metrics.text().expect("text")).expect("UTF-8");
        let there: BTreeSet<&str> =
            text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/deploy/dashboard.json");
        let dashboard: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(file).expect("a dashboard")).expect("JSON");
        let targets =
            dashboard["panels"].as_array().expect("panels").iter().flat_map(|panel| panel["targets"].as_array());
        let asked: Vec<String> = targets.flatten().map(|target| target["expr"].to_string()).collect();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let shown: BTreeSet<&str> = asked
            .iter()
            .flat_map(|expr| expr.split(|c| !is_name(c)))
            .filter(|word| word.starts_with("cursus_"))
            .map(|word| word.strip_suffix("_bucket").unwrap_or(word))
            .collect();
        assert_eq!(shown, there);
    }

    #[test]
    fn what_callers_invent_adds_no_series() {
        let metrics = Metrics::new().expect("metrics");
        let lines = || metrics.text().expect("text").iter().filter(|byte| **byte == b'\n').count();
        metrics.request("BREW", Some("/v1/games/{game}"), 405, Duration::ZERO);
        metrics.request("BREW", None, 404, Duration::ZERO);
        metrics.decision("posture:of-old", true);
        let before = lines();
        for i in 0..5_000 {
            metrics.request(&format!("BREW{i}"), Some("/v1/games/{game}"), 405, Duration::ZERO);
            metrics.request(&format!("get{i}"), None, 404, Duration::ZERO);
            metrics.decision(&format!("posture:{i}"), true);
        }
        assert_eq!(lines(), before);
        metrics.decision("steady/bold", true);
        metrics.decision("steady", true);
        let text = String::from_utf8(metrics.text().expect("text")).expect("UTF-8");
        assert!(text.contains("cursus_ai_decisions_total{level=\"steady\",outcome=\"decided\"} 2"), "{text}");
    }
}
