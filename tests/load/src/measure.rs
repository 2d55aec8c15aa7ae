//! Many threads, each doing one thing after another, and how long each took.

use std::{
    sync::Barrier,
    thread,
    time::{Duration, Instant},
};

/// How much is done, by how many.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Threads, each with a connection of its own.
    pub connections: u16,
    /// Requests of all together.
    pub requests: u32,
}

/// What came out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// Requests per second, all connections together.
    pub per_second: f64,
    /// Median time of one.
    pub p50: Duration,
    /// Time that 99 of 100 stay below.
    pub p99: Duration,
    /// The longest time.
    pub most: Duration,
    /// Processor time of the server for one, where it has a process of its own.
    pub cpu: Option<Duration>,
}

impl Figures {
    /// Of things done one after another.
    pub fn of(mut times: Vec<Duration>) -> Result<Self, String> {
        let whole: Duration = times.iter().sum();
        times.sort_unstable();
        let most = *times.last().ok_or("nothing was done that could be measured")?;
        let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
        Ok(Self { per_second: times.len() as f64 / whole.as_secs_f64(), p50: at(50), p99: at(99), most, cpu: None })
    }

    /// A line of the table.
    fn row(&self, name: &str) -> String {
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        let cpu = self.cpu.map_or_else(|| "-".to_owned(), |time| format!("{:.1}", time.as_secs_f64() * 1_000_000.0));
        let (rate, p50, p99, most) = (self.per_second, ms(self.p50), ms(self.p99), ms(self.most));
        let digits = usize::from(rate < 100.0);
        format!("| {name:<52} | {rate:>9.digits$} | {p50:>8.2} | {p99:>8.2} | {most:>8.2} | {cpu:>8} |")
    }
}

/// One request; an error ends the measurement.
pub type Task = Box<dyn FnMut() -> Result<(), String> + Send>;

/// [`run`] against a process whose processor time can be read.
pub fn run_beside(
    work: Work, cpu: impl Fn() -> Duration, task: impl Fn(u16) -> Result<Task, String>,
) -> Result<Figures, String> {
    let before = cpu();
    let mut figures = run(work, task)?;
    // The warm-up is a twentieth more.
    figures.cpu = Some((cpu() - before) * 20 / (21 * work.requests));
    Ok(figures)
}

/// Runs the work: `task` makes what the connection of that number does again and again.
pub fn run(work: Work, task: impl Fn(u16) -> Result<Task, String>) -> Result<Figures, String> {
    let tasks: Vec<Task> = (0..work.connections).map(task).collect::<Result<_, _>>()?;
    let each = work.requests.div_ceil(u32::from(work.connections));
    let start = Barrier::new(tasks.len() + 1);
    let start = &start;
    let (times, whole) = thread::scope(|scope| {
        let threads: Vec<_> = tasks
            .into_iter()
            .map(|mut task| {
                scope.spawn(move || {
                    // A few before it counts, so that nobody pays for a cold start.
                    let warm = (0..each / 20).try_for_each(|_| task());
                    start.wait();
                    warm?;
                    let mut times = Vec::with_capacity(each as usize);
                    for _ in 0..each {
                        let began = Instant::now();
                        task()?;
                        times.push(began.elapsed());
                    }
                    Ok::<_, String>(times)
                })
            })
            .collect();
        start.wait();
        let began = Instant::now();
        let mut times = Vec::with_capacity(work.requests as usize);
        for thread in threads {
            times.extend(thread.join().map_err(|_| "a connection panicked".to_owned())??);
        }
        Ok::<_, String>((times, began.elapsed()))
    })?;
    let done = times.len() as f64;
    Ok(Figures { per_second: done / whole.as_secs_f64(), ..Figures::of(times)? })
}

/// What was measured: a row for each kind of work, in the order in which they were first done.
#[derive(Default)]
pub struct Table(Vec<(String, Vec<Figures>)>);

impl Table {
    /// Adds a round of a row.
    pub fn add(&mut self, name: &str, round: Figures) {
        match self.0.iter_mut().find(|(row, _)| row == name) {
            Some((_, rounds)) => rounds.push(round),
            None => self.0.push((name.to_owned(), vec![round])),
        }
    }

    /// The round in the middle, by requests per second.
    pub fn median(&self, name: &str) -> Option<Figures> {
        let mut rounds = self.0.iter().find(|(row, _)| row == name)?.1.clone();
        rounds.sort_by(|one, other| one.per_second.total_cmp(&other.per_second));
        Some(rounds[rounds.len() / 2])
    }

    /// How much of the rate of one row another has.
    pub fn ratio(&self, name: &str, beside: &str) -> Option<f64> {
        Some(self.median(name)?.per_second / self.median(beside)?.per_second)
    }

    /// All of it as text.
    pub fn text(&self) -> String {
        let head = format!(
            "| {:<52} | {:>9} | {:>8} | {:>8} | {:>8} | {:>8} |\n|{:-<54}|{:->11}|{:->10}|{:->10}|{:->10}|{:->10}|\n",
            "", "in a sec.", "p50 ms", "p99 ms", "most ms", "CPU us", ":", ":", ":", ":", ":", ":"
        );
        let rows = self.0.iter().filter_map(|(name, _)| Some(self.median(name)?.row(name) + "\n"));
        head + &rows.collect::<String>()
    }
}
