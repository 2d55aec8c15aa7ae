//! What every command takes that lets computer players play each other.

use std::io::{self, Write};
use std::sync::Mutex;

use ai::arena::ArenaProgress;
use clap::Args;

/// How games of computer players are played.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Games at the same time; as many as there are cores when not given
    #[arg(long)]
    threads: Option<usize>,
    /// Number that all dice hang on
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Say nothing about progress
    #[arg(long)]
    pub quiet: bool,
}

/// Whether games are cut off before their end, and how they are judged then.
#[derive(Debug, Args)]
pub struct CutOffArgs {
    /// Cut games off after so many steps and judge them as they stand
    #[arg(long)]
    pub steps: Option<u32>,
    /// Play games that were cut off on to their end so many times, steady in all seats, and judge them by the mean
    #[arg(long, requires = "steps", value_parser = clap::value_parser!(u32).range(1..))]
    pub adjudicate: Option<u32>,
}

impl PlayArgs {
    /// Games at the same time, at least 1.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores).max(1)
    }

    /// Tells on standard error how many games have been played, unless nothing is to be said. `heading` stands before the
    /// number.
    pub fn progress(&self, heading: &str) -> impl Fn(ArenaProgress) + Sync + use<> {
        let (quiet, heading, shown) = (self.quiet, heading.to_owned(), Mutex::new(0));
        move |at: ArenaProgress| {
            // Threads report out of turn, and the number is not to run backwards.
            let mut last = shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if !quiet && at.done > *last {
                *last = at.done;
                eprint!("\r{heading}{} of {} games  ", at.done, at.of);
                let _ = io::stderr().flush();
            }
        }
    }

    /// Ends the line that [`progress`](Self::progress) has written over and over.
    pub fn end_progress(&self) {
        if !self.quiet {
            eprintln!();
        }
    }
}
