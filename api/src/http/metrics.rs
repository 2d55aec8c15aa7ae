//! What Prometheus may read.

use std::time::Duration;

use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};

pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    pub steps: IntCounter,
    pub decisions: IntCounterVec,
    /// Games paused because something of theirs is broken.
    pub faults: IntCounter,
    pub running: IntGauge,
    pub queued: IntGauge,
    pub streams: IntGauge,
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
        let faults = IntCounter::new(
            "cursus_game_faults_total",
            "Games this server paused because something of theirs is broken",
        )?;
        let running = IntGauge::new("cursus_games_running", "Games under way")?;
        let queued = IntGauge::new("cursus_ai_jobs_queued", "AI decisions waiting")?;
        let streams = IntGauge::new("cursus_event_streams", "Event streams open on this server")?;
        registry.register(Box::new(requests.clone()))?;
        registry.register(Box::new(seconds.clone()))?;
        registry.register(Box::new(steps.clone()))?;
        registry.register(Box::new(decisions.clone()))?;
        registry.register(Box::new(faults.clone()))?;
        registry.register(Box::new(running.clone()))?;
        registry.register(Box::new(queued.clone()))?;
        registry.register(Box::new(streams.clone()))?;
        Ok(Metrics { registry, requests, seconds, steps, decisions, faults, running, queued, streams })
    }

    pub fn request(&self, method: &str, route: &str, status: u16, took: Duration) {
        self.requests.with_label_values(&[method, route, &status.to_string()]).inc();
        self.seconds.with_label_values(&[method, route]).observe(took.as_secs_f64());
    }

    pub fn text(&self) -> Result<Vec<u8>, prometheus::Error> {
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text)?;
        Ok(text)
    }
}
