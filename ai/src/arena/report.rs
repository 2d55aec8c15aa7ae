//! Results as a table for people; JSON comes by itself.

use std::fmt::Write;

use super::{Interval, Results, Stood, Tested};

/// The results as a Markdown table with the ratings below.
pub fn table(results: &Results) -> String {
    let mut text = String::new();
    let Results { ruleset, scenario, layout, seed, seeds, .. } = results;
    let seeds = match seeds {
        0 | 1 => format!("seed {seed}"),
        more => format!("seeds {seed} to {}", seed.wrapping_add(u64::from(more - 1))),
    };
    let _ = writeln!(text, "{ruleset} / {scenario}, layout {layout}, {seeds}\n");
    text += "| player | opponent | won | lost | drawn | p | gap in share (95 %) | worst seat | finished | refused | ms per decision | in the last quarter | longest | playouts per decision | playouts/s |\n";
    text += "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for played in &results.matches {
        let gap = format!("{:+.4} ({:+.4} to {:+.4})", played.gap.mean, played.gap.low, played.gap.high);
        let worst = played.worst_seat.as_ref().map_or_else(String::new, |(seat, gap)| format!("{seat} {gap:+.3}"));
        let games = played.games.len();
        let [own, other] = played.seconds_per_decision.map(|seconds| seconds * 1e3);
        let [late, other_late] = played.late_seconds_per_decision.map(|seconds| seconds * 1e3);
        let [longest, other_longest] = played.longest_decision.map(|seconds| seconds * 1e3);
        let [futures, other_futures] = played.playouts_per_decision;
        let [speed, other_speed] = played.playouts_per_second;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {:.2e} | {gap} | {worst} | {}/{games} | {} | {own:.2} / {other:.2} \
             | {late:.2} / {other_late:.2} | {longest:.0} / {other_longest:.0} | {futures:.0} / {other_futures:.0} \
             | {speed:.0} / {other_speed:.0} |",
            played.player,
            played.opponent,
            played.won,
            played.lost,
            played.drawn,
            played.p,
            played.finished,
            played.refused,
        );
    }
    for played in &results.matches {
        if let Some(stood) = &played.as_it_stood {
            let Stood { won, lost, gap: Interval { mean, low, high } } = stood;
            let _ = writeln!(
                text,
                "\nAgainst {}, as the games stood when they were cut off: {won} won, {lost} lost, gap {mean:+.4} \
                 ({low:+.4} to {high:+.4})",
                played.opponent
            );
        }
    }
    for played in &results.matches {
        if let Some(Tested { test, pairs, llr, bounds, decision }) = &played.sprt {
            let count: u32 = pairs.iter().sum();
            let _ = writeln!(
                text,
                "\nAgainst {}, {:+.0} or {:+.0} Elo: {decision} after {count} pairs {pairs:?}, log-likelihood ratio {llr:.2} \
                 ({:.2} to {:.2})",
                played.opponent, test.elo0, test.elo1, bounds[0], bounds[1]
            );
        }
    }
    text += "\n| player | Elo (95 %) |\n|---|---|\n";
    for rating in &results.ratings {
        let _ = writeln!(
            text,
            "| {} | {:.0} ({:.0} to {:.0}) |",
            rating.player, rating.elo.mean, rating.elo.low, rating.elo.high
        );
    }
    for played in &results.matches {
        if let Some(refusal) = &played.first_refusal {
            let _ = writeln!(text, "\nRefused in {} against {}: {refusal}", played.player, played.opponent);
        }
        if played.fallbacks > 0 {
            let _ = writeln!(
                text,
                "\n{} decisions against {} fell back on the default order set",
                played.fallbacks, played.opponent
            );
        }
    }
    text
}
