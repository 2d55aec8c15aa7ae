//! Create a game: rules, scenario, options, clock, and who is to sit where.

use ai::Style;
use chrono::{DateTime, Utc};
use kernel::{GameSeed, ScenarioSummary, SetupError};
use serde_json::Value;

use crate::clock::{ClockFault, Timing};
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::context::moment;
use crate::context::new_id;
use crate::context::secrets::{new_code, random_hex};
use crate::context::settings::{Absence, AiLevel, AiTemper};
use crate::game::seating;
use crate::game::transaction::GameTransaction;
use crate::model::{GameStatus, InvitationRole, PressRules, SeatKind, Visibility, VoteRules};
use crate::service::names;
use crate::service::press::embargo_flaw;
use crate::service::votes::vote_rules_flaw;
use crate::store::games::{self, GameRow};
use crate::store::invitations::{self, InvitationRow};
use crate::store::seats::{self, SeatRow};
use crate::store::{press, votes};

/// Characters in a game's name.
pub const LONGEST_NAME: usize = 100;
/// Days an invitation is good for.
pub const INVITATION_DAYS: i64 = 90;

#[derive(Debug, Clone)]
pub struct NewGame {
    pub name: Option<String>,
    pub ruleset: String,
    pub scenario: String,
    pub options: Value,
    pub visibility: Visibility,
    pub timing: Timing,
    pub absence: Absence,
    /// None: as usual; so for the next.
    pub votes: Option<VoteRules>,
    pub press: Option<PressRules>,
    pub seats: Vec<(String, SeatPlan)>,
    /// What becomes of seats not named.
    pub others: SeatPlan,
}

/// What is wrong with an absence policy, if anything.
pub fn absence_flaw(absence: &Absence) -> Option<Flaw> {
    let detail = "At most 100 missed deadlines; 0 for never.";
    (absence.hand_over_after > 100).then(|| Flaw::at("/absence/hand_over_after", "out-of-range", detail))
}

/// What the rules say against an option.
pub fn option_flaw(name: &str, reason: &str) -> Flaw {
    Flaw::at(format!("/options/{name}"), "bad-option", format!("About the option “{name}”: {reason}."))
}

/// What is wrong with a clock that starts now.
pub fn timing_flaws(timing: &Timing, now: DateTime<Utc>) -> Vec<Flaw> {
    let faults = timing.timetable(now).err().unwrap_or_default();
    let flaw = |f: ClockFault| Flaw::at(format!("/timing{}", f.pointer), f.code, format!("{}.", f.detail)).hint(f.hint);
    faults.into_iter().map(flaw).collect()
}

/// What a creator plans for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatPlan {
    /// The creator's own.
    Me,
    /// For a person with an invitation.
    Invited,
    /// For whoever comes first.
    Open,
    /// For a computer player.
    Computer(AiLevel, AiTemper),
}

impl AppContext {
    /// Creates a game, and starts it if `start` says so: both in one transaction, or neither.
    pub fn create_game(&self, caller: &Caller, new: &NewGame, start: bool) -> Result<String, Fault> {
        caller.need(Scope::Gm)?;
        let ruleset = self.catalog.ruleset(&new.ruleset).ok_or_else(|| {
            let known: Vec<&str> = self.catalog.rulesets().iter().map(|r| r.about().id.as_str()).collect();
            let detail = format!("There is no rule system “{}” here; there are {}.", new.ruleset, known.join(", "));
            Fault::invalid(vec![Flaw::at("/ruleset", "no-such-ruleset", detail)])
        })?;
        let scenarios = ruleset.scenarios();
        let scenario = scenarios.iter().find(|s| s.id == new.scenario).ok_or_else(|| {
            let known: Vec<&str> = scenarios.iter().map(|s| s.id.as_str()).collect();
            let detail =
                format!("“{}” is no scenario of {}; there are {}.", new.scenario, new.ruleset, known.join(", "));
            Fault::invalid(vec![Flaw::at("/scenario", "no-such-scenario", detail)])
        })?;
        let mut flaws = Vec::new();
        let given = new.name.as_deref().unwrap_or(&scenario.title);
        let name = names::name("/name", "A game's name", LONGEST_NAME, given);
        let name = name.unwrap_or_else(|flaw| {
            flaws.push(flaw);
            String::new()
        });
        flaws.extend(absence_flaw(&new.absence));
        flaws.extend(new.votes.as_ref().and_then(vote_rules_flaw));
        flaws.extend(new.press.as_ref().and_then(|press| embargo_flaw(press.embargo)));
        let now = self.now();
        flaws.extend(timing_flaws(&new.timing, moment(now)));
        let plans = plan_seats(scenario, new, &mut flaws);
        let dice_seed = random_hex();
        let seed = GameSeed::from_revealed(&dice_seed).ok_or_else(|| Fault::broken("a fresh seed is unreadable"))?;
        // The room has the last word on the options, now rather than at the start.
        let label = match ruleset.start(&new.scenario, &new.options, &seed) {
            Ok(campaign) => campaign.label(),
            Err(SetupError::BadOption { name, reason }) => {
                flaws.push(option_flaw(&name, &reason));
                String::new()
            }
            Err(other) => return Err(Fault::invalid(vec![Flaw::at("/scenario", "bad-scenario", other.to_string())])),
        };
        if !flaws.is_empty() {
            return Err(Fault::invalid(flaws));
        }
        let game = GameRow {
            id: new_id(),
            row_version: 1,
            name,
            ruleset: new.ruleset.clone(),
            ruleset_version: ruleset.about().version.clone(),
            scenario: new.scenario.clone(),
            options: new.options.to_string(),
            visibility: new.visibility,
            status: GameStatus::Lobby,
            status_reason: None,
            creator_id: caller.account_id.clone(),
            commitment: seed.commitment(),
            dice_seed,
            ai_seed: random_hex(),
            clock: serde_json::to_string(&new.timing).map_err(Fault::broken)?,
            absence: serde_json::to_string(&new.absence).map_err(Fault::broken)?,
            step: 0,
            step_label: label,
            step_began_at: None,
            deadline_at: None,
            reminded: 0,
            extensions: 0,
            seconds_left: None,
            wake_at: None,
            outcome: None,
            last_seq: 0,
            created_at: now,
            started_at: None,
            ended_at: None,
            turn_began: 0,
            forced_step: None,
            organiser_id: caller.account_id.clone(),
        };
        let mut started = None;
        let id = self.write_once(|conn| {
            self.may_create(conn, caller)?;
            self.may_hold(conn, caller, plans.iter().filter(|plan| **plan == SeatPlan::Me).count())?;
            games::insert_game(conn, &game)?;
            if let Some(rules) = &new.press {
                press::put_press_rules(conn, &game.id, &serde_json::to_string(rules).map_err(Fault::broken)?)?;
            }
            if let Some(rules) = &new.votes {
                votes::put_vote_rules(conn, &game.id, &serde_json::to_string(rules).map_err(Fault::broken)?)?;
            }
            for (idx, (info, plan)) in scenario.seats.iter().zip(&plans).enumerate() {
                let idx = i32::try_from(idx).map_err(Fault::broken)?;
                let (kind, account_id, ai_level) = match plan {
                    SeatPlan::Me => (SeatKind::Human, Some(caller.account_id.clone()), None),
                    SeatPlan::Invited => (SeatKind::Human, None, None),
                    SeatPlan::Open => (SeatKind::Open, None, None),
                    SeatPlan::Computer(level, temper) => {
                        (SeatKind::Computer, None, Some(Style::Player(*level, *temper).to_string()))
                    }
                };
                let row = SeatRow {
                    game_id: game.id.clone(),
                    idx,
                    key: info.key.clone(),
                    name: info.name.clone(),
                    kind,
                    account_id,
                    ai_level,
                    stand_in: false,
                    missed: 0,
                    is_out: false,
                };
                seats::insert_seat(conn, &row)?;
                if let Some(account) = &row.account_id {
                    seating::note_holder(conn, &game, idx, account, now)?;
                }
                if *plan == SeatPlan::Invited {
                    invitations::insert_invitation(conn, &new_invitation(&game.id, Some(idx), now))?;
                }
            }
            if start {
                let mut tx = GameTransaction::lock(conn, &self.heads, &game.id, now)?;
                self.start_table(conn, &mut tx, caller)?;
                if !tx.save(conn)? {
                    return Err(Fault::broken("a game changed before anybody knew of it"));
                }
                started = Some(tx);
            }
            Ok(game.id.clone())
        })?;
        if let Some(tx) = started {
            self.tell_of_change(tx);
            self.settle_safely(&id);
        }
        Ok(id)
    }
}

/// A plan for every seat of the scenario, in order.
fn plan_seats(scenario: &ScenarioSummary, new: &NewGame, flaws: &mut Vec<Flaw>) -> Vec<SeatPlan> {
    let mut plans: Vec<Option<SeatPlan>> = vec![None; scenario.seats.len()];
    for (at, (key, plan)) in new.seats.iter().enumerate() {
        match scenario.seats.iter().position(|seat| seat.key.eq_ignore_ascii_case(key)) {
            None => {
                let known: Vec<&str> = scenario.seats.iter().map(|seat| seat.key.as_str()).collect();
                let detail = format!("“{key}” is no seat of this scenario; there are {}.", known.join(", "));
                flaws.push(Flaw::at(format!("/seats/{at}/seat"), "no-such-seat", detail));
            }
            Some(seat) if plans[seat].is_some() => {
                let detail = format!("Seat {key} is named twice.");
                flaws.push(Flaw::at(format!("/seats/{at}/seat"), "seat-named-twice", detail));
            }
            Some(seat) => plans[seat] = Some(*plan),
        }
    }
    plans.into_iter().map(|plan| plan.unwrap_or(new.others)).collect()
}

pub(crate) fn new_invitation(game: &str, seat: Option<i32>, now: i64) -> InvitationRow {
    InvitationRow {
        id: new_id(),
        game_id: game.to_owned(),
        code: new_code(),
        seat_idx: seat,
        created_at: now,
        expires_at: now + INVITATION_DAYS * 86_400_000,
        used_at: None,
        used_by: None,
        revoked_at: None,
        account_id: None,
        invited_by: None,
        role: InvitationRole::Player,
        declined: false,
    }
}
