//! Whether an archive tells the truth: every step is played again, and everything on record compared.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use catalog::Catalog;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Outcome, Ruleset};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::play::{Past, before, find_ruleset};
use super::{Archive, ArchivedStep, find_scenario, resolve_step, restore_step, unpack};
use crate::ledger::{self, Blind};

/// What came out of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct VerifyReport {
    /// Whether all that was compared agrees.
    pub agrees: bool,
    /// Steps that were replayed and agree, up to the first difference.
    pub steps: u32,
    /// Steps on record.
    pub recorded: u32,
    /// The first difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// The result in a sentence.
    pub summary: String,
    /// What neither a hash nor the replay covers: it is told on the word of whoever made the archive.
    #[serde(default)]
    pub unverified: Vec<String>,
}

/// What an archive says that nothing in it proves.
const UNVERIFIED: [&str; 3] = ["name of the campaign", "holders of the seats", "when each step was resolved"];
/// How far a clock may be put back between two steps, in seconds.
const CLOCK_SET_BACK: i64 = 60;
/// The most characters of the reason for an end by agreement.
const LONGEST_REASON: usize = 300;
/// The most characters of a value that a report shows.
const MOST_SHOWN: usize = 2000;

/// Where an archive and its replay part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Difference {
    /// The step; 0 for the start.
    pub step: u32,
    /// What differs.
    pub compared: Compared,
    /// What the archive says.
    pub recorded: String,
    /// What the replay gives.
    pub replayed: String,
    /// The difference in a sentence.
    pub detail: String,
}

/// What a check compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compared {
    /// Rule system, scenario and seats are known here.
    Setting,
    /// The version of the rules is that of this build.
    Version,
    /// The seed is the one promised.
    Seed,
    /// Steps are numbered from 1 without a gap, and order sets come from seats of the scenario.
    Steps,
    /// The rolls.
    Dice,
    /// The state after the step.
    State,
    /// The events, and who learnt of them.
    Events,
    /// The hash of the ledger.
    Head,
    /// The date of the step in words, as the rules give it.
    Label,
    /// No step was resolved before the one it follows.
    Times,
    /// How the campaign ended.
    Outcome,
}

/// Plays the archive again and compares.
pub fn verify(archive: &Archive, catalog: &Catalog) -> VerifyReport {
    verify_with(archive, catalog, |_, _| ControlFlow::Continue(()))
}

/// [`verify`], and hands over the snapshot of the start (step 0) and of every step that agrees; who is handed one can end the
/// replay there, and the report tells of the steps until then.
pub fn verify_with(
    archive: &Archive, catalog: &Catalog, mut visit: impl FnMut(u32, Vec<u8>) -> ControlFlow<()>,
) -> VerifyReport {
    let mut steps = 0;
    let difference = replay(archive, catalog, &mut steps, &mut visit).err();
    let recorded = u32::try_from(archive.steps.len()).unwrap_or(u32::MAX);
    let summary = match &difference {
        None => format!("All {recorded} steps agree: orders, dice, events, states and hashes."),
        Some(found) if found.step == 0 => format!("The start does not agree: {}", found.detail),
        Some(found) => format!("Step {} does not agree: {}", found.step, found.detail),
    };
    let agreed = archive.agreed.as_ref().map(|_| "that the players agreed on the end");
    let unverified = UNVERIFIED.iter().copied().chain(agreed).map(str::to_owned).collect();
    VerifyReport { agrees: difference.is_none(), steps, recorded, difference, summary, unverified }
}

fn replay(
    archive: &Archive, catalog: &Catalog, agreed_so_far: &mut u32,
    visit: &mut dyn FnMut(u32, Vec<u8>) -> ControlFlow<()>,
) -> Result<(), Difference> {
    let ruleset = setting(archive, catalog)?;
    let seed = archive.game_seed().map_err(|why| {
        let recorded = archive.seed.clone().unwrap_or_else(|| "none".into());
        differ(0, Compared::Seed, recorded, format!("SHA-256 {}", archive.commitment), why.to_string())
    })?;
    let mut campaign = ruleset.start(&archive.scenario, &archive.options, &seed).map_err(|why| {
        differ(0, Compared::Setting, archive.options.to_string(), "no campaign".into(), why.to_string())
    })?;
    same(0, Compared::Label, &archive.start.label, &campaign.label())?;
    let state = campaign.snapshot();
    let blind = Blind::of(&seed, 0);
    same(0, Compared::State, &archive.start.state_hash, &blind.state_hash(&state))?;
    held_state(0, blind, archive.start.state.as_deref(), &state)?;
    let start = ledger::Start {
        blind,
        ruleset: &archive.ruleset,
        version: &archive.ruleset_version,
        scenario: &archive.scenario,
        options: &archive.options,
        commitment: &archive.commitment,
        state: &state,
    };
    same(0, Compared::Head, &archive.start.head, &start.head())?;
    if visit(0, state).is_break() {
        return Ok(());
    }

    let mut latest = None;
    let mut past = Past::of(archive);
    past.note(0, campaign.as_ref());
    for (index, (step, number)) in archive.steps.iter().zip(1..).enumerate() {
        well_formed(step, number, archive.seats.len())?;
        if campaign.outcome().is_some() {
            let detail = "the campaign was over before this step".to_owned();
            return Err(differ(number, Compared::Outcome, "one more step".into(), "the end".into(), detail));
        }
        let before = before(archive, index);
        let resolved = match step.restores {
            None => {
                let sets = step.order_sets(campaign.as_ref());
                resolve_step(campaign.as_mut(), &seed, before, &sets, &step.order_sets)
            }
            Some(to) => {
                let label = campaign.label();
                campaign = past.stood_after(to).filter(|_| step.order_sets.is_empty()).ok_or_else(|| {
                    let detail =
                        "it takes steps back, and has orders or names a step that was not before it".to_owned();
                    differ(number, Compared::Steps, format!("back to step {to}"), "no such step".into(), detail)
                })?;
                restore_step(campaign.as_ref(), &seed, before, to, label)
            }
        };
        past.note(number, campaign.as_ref());
        same(number, Compared::Label, &step.label, &resolved.label)?;
        in_time(step, number, &mut latest)?;
        same(number, Compared::Dice, &step.dice, &resolved.dice)?;
        same(number, Compared::State, &step.state_hash, &resolved.state_hash)?;
        held_state(number, Blind::of(&seed, number), step.state.as_deref(), &resolved.state)?;
        same_events(number, step, &resolved.advance.events)?;
        same(number, Compared::Head, &step.head, &resolved.head)?;
        *agreed_so_far = number;
        if visit(number, resolved.state).is_break() {
            return Ok(());
        }
    }
    if let Some(agreed) = &archive.agreed {
        could_agree(agreed, archive.seats.len(), campaign.outcome()).map_err(|detail| {
            let recorded = serde_json::to_string(agreed).unwrap_or_default();
            differ(*agreed_so_far, Compared::Outcome, recorded, "no such agreement".into(), detail.to_owned())
        })?;
    }
    if archive.outcome != campaign.outcome() {
        let told = |outcome: &Option<Outcome>| match outcome {
            Some(outcome) => serde_json::to_string(outcome).unwrap_or_default(),
            None => "not over".into(),
        };
        let (recorded, replayed) = (told(&archive.outcome), told(&campaign.outcome()));
        let detail = "the archive tells of another end than the replay".to_owned();
        return Err(differ(*agreed_so_far, Compared::Outcome, recorded, replayed, detail));
    }
    Ok(())
}

/// Whether players could have agreed on this end: the rules had not ended the campaign, and every seat is ranked once.
fn could_agree(agreed: &Outcome, seats: usize, ended: Option<Outcome>) -> Result<(), &'static str> {
    let mut ranked: Vec<usize> = agreed.ranking.iter().map(|line| line.seat.index()).collect();
    ranked.sort_unstable();
    if ended.is_some() {
        return Err("the archive tells of an end by agreement, and the rules ended the campaign");
    }
    if !ranked.into_iter().eq(0..seats) {
        return Err("the end by agreement does not rank every seat once");
    }
    if agreed.reason.chars().count() > LONGEST_REASON || agreed.reason.chars().any(char::is_control) {
        return Err("the end by agreement has no reason that can be shown");
    }
    Ok(())
}

/// The rule system, if all that the archive names is known here.
fn setting<'a>(archive: &Archive, catalog: &'a Catalog) -> Result<&'a dyn Ruleset, Difference> {
    let ruleset = find_ruleset(catalog, &archive.ruleset).map_err(|why| {
        differ(0, Compared::Setting, archive.ruleset.clone(), "not known here".into(), why.to_string())
    })?;
    let here = &ruleset.about().version;
    if archive.ruleset_version != *here {
        let detail = "another version of the rules may resolve the same orders differently; check the archive with a \
                      build of that version"
            .to_owned();
        return Err(differ(0, Compared::Version, archive.ruleset_version.clone(), here.clone(), detail));
    }
    let Some(scenario) = find_scenario(ruleset, &archive.scenario) else {
        let detail = "the rule system has no such scenario".to_owned();
        return Err(differ(0, Compared::Setting, archive.scenario.clone(), "not known here".into(), detail));
    };
    let recorded: Vec<&str> = archive.seats.iter().map(|seat| seat.key.as_str()).collect();
    let known: Vec<&str> = scenario.seats.iter().map(|seat| seat.key.as_str()).collect();
    if recorded != known {
        let detail = "the scenario has other seats".to_owned();
        return Err(differ(0, Compared::Setting, recorded.join(" "), known.join(" "), detail));
    }
    Ok(ruleset)
}

fn well_formed(step: &ArchivedStep, number: u32, seats: usize) -> Result<(), Difference> {
    if step.number != number {
        let detail = "a step is missing, doubled or out of order".to_owned();
        return Err(differ(number, Compared::Steps, step.number.to_string(), number.to_string(), detail));
    }
    let mut seen = BTreeSet::new();
    for order_set in &step.order_sets {
        if order_set.seat.index() >= seats {
            let detail =
                format!("there is an order set of seat {}, and the seats are 0 to {}", order_set.seat.0, seats - 1);
            return Err(differ(number, Compared::Steps, order_set.seat.0.to_string(), "no such seat".into(), detail));
        }
        if !seen.insert(order_set.seat) {
            let detail = format!("seat {} has two order sets", order_set.seat.0);
            return Err(differ(number, Compared::Steps, "2 order sets".into(), "1 order set".into(), detail));
        }
    }
    Ok(())
}

/// Steps are resolved one after the other. When, no hash tells; that a later one came first, nobody can tell either.
fn in_time(step: &ArchivedStep, number: u32, latest: &mut Option<DateTime<Utc>>) -> Result<(), Difference> {
    let Some(at) = step.resolved_at else { return Ok(()) };
    if let Some(before) = *latest
        && before - at > TimeDelta::seconds(CLOCK_SET_BACK)
    {
        let detail = "it is said to have been resolved before an earlier step".to_owned();
        return Err(differ(
            number,
            Compared::Times,
            at.to_rfc3339(),
            format!("{} or later", before.to_rfc3339()),
            detail,
        ));
    }
    *latest = (*latest).max(Some(at));
    Ok(())
}

/// A state that the archive holds is the replay's to the byte.
fn held_state(step: u32, blind: Blind, held: Option<&str>, state: &[u8]) -> Result<(), Difference> {
    match held {
        Some(packed) if unpack(packed).as_deref() != Some(state) => {
            let recorded = match unpack(packed) {
                Some(bytes) => blind.state_hash(&bytes),
                None => "not base64".into(),
            };
            let detail = "the snapshot in the archive is not the replay's".to_owned();
            Err(differ(step, Compared::State, recorded, blind.state_hash(state), detail))
        }
        Some(_) | None => Ok(()),
    }
}

fn same_events(
    number: u32, step: &ArchivedStep, replayed: &[kernel::Addressed<kernel::EventRecord>],
) -> Result<(), Difference> {
    let recorded = &step.entries;
    let told = |entry: Option<&kernel::Addressed<kernel::EventRecord>>| match entry {
        Some(entry) => serde_json::to_string(entry).unwrap_or_default(),
        None => "no more events".into(),
    };
    match (0..recorded.len().max(replayed.len())).find(|i| recorded.get(*i) != replayed.get(*i)) {
        None => Ok(()),
        Some(i) => {
            let detail = format!("event {} is another", i + 1);
            Err(differ(number, Compared::Events, told(recorded.get(i)), told(replayed.get(i)), detail))
        }
    }
}

fn same(step: u32, compared: Compared, recorded: &str, replayed: &str) -> Result<(), Difference> {
    if recorded == replayed {
        return Ok(());
    }
    let what = match compared {
        Compared::Dice => "the dice fell differently",
        Compared::Label => "the rules give it another date",
        Compared::State => "the state is another",
        Compared::Head => "the hash of the ledger is another, so the record was changed after the fact",
        _ => "the record and the replay differ",
    };
    Err(differ(step, compared, recorded.to_owned(), replayed.to_owned(), what.to_owned()))
}

fn differ(step: u32, compared: Compared, recorded: String, replayed: String, detail: String) -> Difference {
    // An archive is a stranger's: what it says is shown as far as it helps.
    let short = |text: String| match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    };
    Difference { step, compared, recorded: short(recorded), replayed: short(replayed), detail: short(detail) }
}
