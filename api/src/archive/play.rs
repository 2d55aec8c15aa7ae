//! A campaign played on from an archive, without a server.

use std::collections::BTreeMap;

use catalog::Catalog;
use kernel::{Advance, Campaign, GameSeed, OrderSet, ScenarioSummary, SetupError, SnapshotError};
use serde_json::Value;

use super::{
    Archive, ArchivedOrderSet, ArchivedSeat, ArchivedStep, Before, FORMAT, Mark, VERSION, find_scenario, pack,
    resolve_step, restore_step, unpack,
};
use crate::ledger::{self, Blind};

/// Why an archive cannot be played on.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The rule system is not known here.
    #[error("there is no rule system \"{0}\" here; there are {1}")]
    UnknownRuleset(String, String),
    /// The scenario is not known here.
    #[error("the rule system {0} has no scenario \"{1}\"; it has {2}")]
    UnknownScenario(String, String, String),
    /// The room does not start it.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A snapshot does not load.
    #[error("step {0}: {1}")]
    Snapshot(u32, SnapshotError),
    /// A snapshot is not base64.
    #[error("step {0}: the state is not base64")]
    NotBase64(u32),
    /// No seed yet.
    #[error("this archive has no seed: a campaign that is still running keeps its dice secret until it ends")]
    SeedSecret,
    /// Not a seed.
    #[error("the seed is not 64 hexadecimal digits")]
    SeedUnreadable,
    /// A seed, but not the one promised.
    #[error("the seed is not the one that was promised at the start: its SHA-256 is not the commitment")]
    SeedOther,
    /// The last state of the archive is not what its steps lead to.
    #[error("step {0}: the state is not the one that the ledger tells of; `cursus verify` says more")]
    OtherState(u32),
    /// The rules of this build are not those that the campaign was played with.
    #[error("this campaign is played with version {played} of the rules; this build of Cursus has version {here}")]
    OtherVersion {
        /// Version in the archive.
        played: String,
        /// Version of this build.
        here: String,
    },
}

/// A campaign and its record, both at the same step.
pub struct Play {
    archive: Archive,
    campaign: Box<dyn Campaign>,
    seed: GameSeed,
    summary: ScenarioSummary,
}

/// Finds a rule system, or says which there are.
pub(super) fn find_ruleset<'a>(catalog: &'a Catalog, id: &str) -> Result<&'a dyn kernel::Ruleset, PlayError> {
    let found = catalog.ruleset(id).ok_or_else(|| {
        let known: Vec<_> = catalog.rulesets().iter().map(|ruleset| ruleset.about().id.clone()).collect();
        PlayError::UnknownRuleset(id.to_owned(), known.join(", "))
    })?;
    Ok(found.as_ref())
}

impl Play {
    /// Starts a campaign.
    pub fn start(
        catalog: &Catalog, ruleset: &str, scenario: &str, options: &Value, seed: GameSeed,
    ) -> Result<Self, PlayError> {
        let ruleset = find_ruleset(catalog, ruleset)?;
        let about = ruleset.about();
        let summary = find_scenario(ruleset, scenario).ok_or_else(|| {
            let known: Vec<_> = ruleset.scenarios().into_iter().map(|scenario| scenario.id).collect();
            PlayError::UnknownScenario(about.id.clone(), scenario.to_owned(), known.join(", "))
        })?;
        let campaign = ruleset.start(scenario, options, &seed)?;
        let state = campaign.snapshot();
        let (commitment, blind) = (seed.commitment(), Blind::of(&seed, 0));
        let head = ledger::Start {
            blind,
            ruleset: &about.id,
            version: &about.version,
            scenario,
            options,
            commitment: &commitment,
            state: &state,
        }
        .head();
        let archive = Archive {
            format: FORMAT.into(),
            version: VERSION,
            name: summary.title.clone(),
            ruleset: about.id.clone(),
            ruleset_version: about.version.clone(),
            scenario: scenario.to_owned(),
            options: options.clone(),
            seats: summary.seats.iter().map(|seat| ArchivedSeat { key: seat.key.clone(), holder: None }).collect(),
            commitment,
            seed: Some(seed.reveal()),
            start: Mark {
                label: campaign.label(),
                state_hash: blind.state_hash(&state),
                head,
                state: Some(pack(&state)),
            },
            steps: Vec::new(),
            outcome: campaign.outcome(),
            agreed: None,
        };
        Ok(Self { archive, campaign, seed, summary })
    }

    /// Opens an archive at its last step: loads the last state that it holds, and replays the steps after it.
    pub fn open(archive: Archive, catalog: &Catalog) -> Result<Self, PlayError> {
        let seed = archive.game_seed()?;
        let ruleset = find_ruleset(catalog, &archive.ruleset)?;
        let here = &ruleset.about().version;
        if archive.ruleset_version != *here {
            return Err(PlayError::OtherVersion { played: archive.ruleset_version, here: here.clone() });
        }
        let summary = find_scenario(ruleset, &archive.scenario).ok_or_else(|| {
            let known: Vec<_> = ruleset.scenarios().into_iter().map(|scenario| scenario.id).collect();
            PlayError::UnknownScenario(archive.ruleset.clone(), archive.scenario.clone(), known.join(", "))
        })?;
        // A step that takes others back leads to a state from before: the replay begins early enough to come by it.
        let within =
            |index: usize| archive.steps[index..].iter().all(|step| step.restores.is_none_or(|to| to as usize > index));
        let held = (0..archive.steps.len()).rev().find(|&index| archive.steps[index].state.is_some() && within(index));
        let mut campaign = match held {
            Some(index) => {
                let step = &archive.steps[index];
                let state = unpack(step.state.as_deref().unwrap_or_default());
                let state = state.ok_or(PlayError::NotBase64(step.number))?;
                if Blind::of(&seed, step.number).state_hash(&state) != step.state_hash {
                    return Err(PlayError::OtherState(step.number));
                }
                ruleset.load(&state).map_err(|why| PlayError::Snapshot(step.number, why))?
            }
            None => ruleset.start(&archive.scenario, &archive.options, &seed)?,
        };
        let mut past = Past::of(&archive);
        past.note(held.map_or(0, |index| archive.steps[index].number), campaign.as_ref());
        for (index, step) in archive.steps.iter().enumerate().skip(held.map_or(0, |index| index + 1)) {
            let before = before(&archive, index);
            let head = match step.restores {
                None => {
                    let sets = step.order_sets(campaign.as_ref());
                    resolve_step(campaign.as_mut(), &seed, before, &sets, &step.order_sets).head
                }
                Some(to) => {
                    let label = campaign.label();
                    campaign = past.stood_after(to).ok_or(PlayError::OtherState(step.number))?;
                    restore_step(campaign.as_ref(), &seed, before, to, label).head
                }
            };
            if head != step.head {
                return Err(PlayError::OtherState(step.number));
            }
            past.note(before.steps + 1, campaign.as_ref());
        }
        Ok(Self { archive, campaign, seed, summary })
    }

    /// The campaign as it stands.
    pub fn campaign(&self) -> &dyn Campaign {
        self.campaign.as_ref()
    }

    /// Steps on record. Where some were taken back, they are more than the campaign has behind it.
    pub fn step(&self) -> u32 {
        before(&self.archive, self.archive.steps.len()).steps
    }

    /// The scenario in short.
    pub fn summary(&self) -> &ScenarioSummary {
        &self.summary
    }

    /// The record.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// The seed of the dice.
    pub fn seed(&self) -> &GameSeed {
        &self.seed
    }

    /// Head of the ledger.
    pub fn head(&self) -> &str {
        self.archive.steps.last().map_or(&self.archive.start.head, |step| &step.head)
    }

    /// Resolves a step and puts it on record. The record keeps the state of the last step only.
    pub fn advance(&mut self, sets: &[OrderSet]) -> Advance {
        let order_sets: Vec<ArchivedOrderSet> = sets.iter().map(ArchivedOrderSet::from).collect();
        let resolved = {
            let before = before(&self.archive, self.archive.steps.len());
            resolve_step(self.campaign.as_mut(), &self.seed, before, sets, &order_sets)
        };
        if let Some(last) = self.archive.steps.last_mut() {
            last.state = None;
        }
        self.archive.steps.push(ArchivedStep {
            number: resolved.number,
            label: resolved.label,
            resolved_at: None,
            restores: None,
            order_sets,
            dice: resolved.dice,
            state_hash: resolved.state_hash,
            head: resolved.head,
            state: Some(pack(&resolved.state)),
            entries: resolved.advance.events.clone(),
        });
        self.archive.outcome = self.campaign.outcome();
        resolved.advance
    }
}

/// The ledger before the step of this index.
pub(super) fn before(archive: &Archive, index: usize) -> Before<'_> {
    let head = index.checked_sub(1).map_or(&archive.start.head, |last| &archive.steps[last].head);
    Before { steps: u32::try_from(index).unwrap_or(u32::MAX), head }
}

/// How a campaign stood after the steps to which it is set back later on.
pub(super) struct Past(BTreeMap<u32, Option<Box<dyn Campaign>>>);

impl Past {
    pub(super) fn of(archive: &Archive) -> Self {
        Self(archive.steps.iter().filter_map(|step| Some((step.restores?, None))).collect())
    }

    pub(super) fn note(&mut self, step: u32, campaign: &dyn Campaign) {
        if let Some(kept) = self.0.get_mut(&step) {
            *kept = Some(campaign.clone_box());
        }
    }

    /// None of a step that has not come yet.
    pub(super) fn stood_after(&self, step: u32) -> Option<Box<dyn Campaign>> {
        Some(self.0.get(&step)?.as_ref()?.clone_box())
    }
}

impl ArchivedStep {
    /// The order sets as the room takes them.
    pub fn order_sets(&self, campaign: &dyn Campaign) -> Vec<OrderSet> {
        let read = |order_set: &ArchivedOrderSet| OrderSet {
            seat: order_set.seat,
            orders: campaign.read_orders(&order_set.orders),
        };
        self.order_sets.iter().map(read).collect()
    }
}
