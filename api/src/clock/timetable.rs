//! From a [`Timing`] to deadlines.

use chrono::{DateTime, Datelike, MappedLocalTime, NaiveDateTime, SubsecRound, TimeDelta, TimeZone, Timelike, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};
use croner::{
    Cron,
    parser::{CronParser, Seconds, Year},
};
use kernel::AwaitKind;
use serde::{Deserialize, Serialize};

use super::{Clock, ClockFault, LONGEST_DAYS, Length, MOST_EXTENSIONS, MOST_REMINDERS, PerKind, Timing};

/// The time to think that is enough for any step, when the creator says nothing.
const ENOUGH: TimeDelta = TimeDelta::days(2);

/// A [`Timing`] that has been read and found sensible, on the grid of one campaign.
#[derive(Clone, Debug)]
pub struct Timetable {
    grid: Grid,
    early_run: bool,
    least_thinking: Option<TimeDelta>,
    reminders: Vec<TimeDelta>,
    extensions: u8,
}

#[derive(Clone, Debug)]
enum Grid {
    Endless,
    Interval { anchor: DateTime<Utc>, zone: Tz, every: Length, per_kind: PerKind },
    Calendar { cron: Box<Cron>, zone: Tz },
}

/// What is kept of a deadline while a campaign is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pause {
    /// The deadline as it stood.
    pub deadline: DateTime<Utc>,
    /// Seconds that were left to it; 0 when it had come.
    pub seconds_left: i64,
}

/// Why a deadline is not extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExtensionRefused {
    /// The clock has no deadlines.
    #[error("this campaign has no deadlines, so there is nothing to extend")]
    NoDeadline,
    /// The cap is reached.
    #[error("this deadline has been extended {0} times, which is as often as the campaign allows")]
    CapReached(u8),
    /// The calendar has no slot after this one.
    #[error("the campaign's calendar has no later deadline")]
    NoLaterSlot,
}

impl Timing {
    /// Reads the timing of a campaign that starts (or was started) at `start`. All faults are named at once.
    pub fn timetable(&self, start: DateTime<Utc>) -> Result<Timetable, Vec<ClockFault>> {
        let mut faults = Vec::new();
        let grid = self.clock.grid(start, &mut faults);
        if let Some(length) = self.least_thinking {
            check_length("/least_thinking", length, &mut faults);
            if let Clock::Interval { every, per_kind, .. } = &self.clock {
                let lengths = [Some(*every), per_kind.orders, per_kind.phase, per_kind.decision];
                if let Some(shorter) = lengths.into_iter().flatten().find(|l| l.elapsed() < length.elapsed()) {
                    faults.push(ClockFault {
                        pointer: "/least_thinking".into(),
                        code: "thinking_longer_than_interval",
                        detail: format!("No step of {shorter} can leave {length} to think"),
                        hint: format!("Ask for {shorter} at most, or set deadlines further apart."),
                    });
                }
            }
        }
        if self.reminders.len() > MOST_REMINDERS {
            faults.push(ClockFault {
                pointer: "/reminders".into(),
                code: "too_many_reminders",
                detail: format!("{} reminders before each deadline are too many", self.reminders.len()),
                hint: format!("Ask for {MOST_REMINDERS} at most."),
            });
        }
        for (i, length) in self.reminders.iter().enumerate().take(MOST_REMINDERS) {
            check_length(&format!("/reminders/{i}"), *length, &mut faults);
        }
        if self.extensions > MOST_EXTENSIONS {
            faults.push(ClockFault {
                pointer: "/extensions".into(),
                code: "too_many_extensions",
                detail: format!("{} extensions a step are too many", self.extensions),
                hint: format!("Allow {MOST_EXTENSIONS} at most; pause the campaign when that is not enough."),
            });
        }
        match grid {
            Some(grid) if faults.is_empty() => Ok(Timetable {
                grid,
                early_run: self.early_run,
                least_thinking: self.least_thinking.map(Length::elapsed),
                reminders: self.reminders.iter().map(|length| length.elapsed()).collect(),
                extensions: self.extensions,
            }),
            _ => Err(faults),
        }
    }
}

impl Clock {
    fn grid(&self, start: DateTime<Utc>, faults: &mut Vec<ClockFault>) -> Option<Grid> {
        match self {
            Self::None {} => Some(Grid::Endless),
            Self::Interval { every, anchor, zone, per_kind } => {
                check_length("/clock/every", *every, faults);
                let kinds = [("orders", per_kind.orders), ("phase", per_kind.phase), ("decision", per_kind.decision)];
                for (name, length) in kinds {
                    if let Some(length) = length {
                        check_length(&format!("/clock/per_kind/{name}"), length, faults);
                    }
                }
                if let Some(anchor) = anchor
                    && !(2000..=2200).contains(&anchor.year())
                {
                    faults.push(ClockFault {
                        pointer: "/clock/anchor".into(),
                        code: "anchor_out_of_range",
                        detail: format!("{anchor} is too far from our days to anchor deadlines"),
                        hint: "Give the moment of the first deadline, such as 2027-01-03T19:00:00Z.".into(),
                    });
                }
                let zone = match zone {
                    Some(name) => read_zone(name, faults)?,
                    None => Tz::UTC,
                };
                let anchor = anchor.unwrap_or(start).trunc_subsecs(0);
                Some(Grid::Interval { anchor, zone, every: *every, per_kind: *per_kind })
            }
            Self::Calendar { cron, zone } => {
                let zone = read_zone(zone, faults);
                let cron = read_cron(cron, start, faults);
                Some(Grid::Calendar { cron: Box::new(cron?), zone: zone? })
            }
        }
    }
}

fn check_length(pointer: &str, length: Length, faults: &mut Vec<ClockFault>) {
    if length.elapsed() <= TimeDelta::zero() {
        faults.push(ClockFault {
            pointer: pointer.into(),
            code: "length_zero",
            detail: "The length is nothing".into(),
            hint: "Give days, hours or minutes, such as {\"days\": 2}.".into(),
        });
    } else if length.elapsed() > TimeDelta::days(LONGEST_DAYS) {
        faults.push(ClockFault {
            pointer: pointer.into(),
            code: "length_too_long",
            detail: format!("{length} is longer than {LONGEST_DAYS} days"),
            hint: "Use the clock `none` for a campaign without deadlines.".into(),
        });
    }
}

/// The time zone of this name.
///
/// # Errors
/// What is wrong, and what would be right.
pub fn find_zone(name: &str) -> Result<Tz, (String, String)> {
    if let Ok(zone) = name.parse() {
        return Ok(zone);
    }
    let wanted = name.trim().replace(' ', "_");
    let near = |zone: &&Tz| {
        let full = zone.name();
        full.eq_ignore_ascii_case(&wanted) || full.rsplit('/').next().is_some_and(|c| c.eq_ignore_ascii_case(&wanted))
    };
    let hint = match TZ_VARIANTS.iter().find(near) {
        Some(zone) => format!("Did you mean {}?", zone.name()),
        None => "Give a name of the IANA list, such as Europe/Rome or America/New_York.".into(),
    };
    Err((format!("There is no time zone {}", quoted(name)), hint))
}

fn read_zone(name: &str, faults: &mut Vec<ClockFault>) -> Option<Tz> {
    match find_zone(name) {
        Ok(zone) => Some(zone),
        Err((detail, hint)) => {
            faults.push(ClockFault { pointer: "/clock/zone".into(), code: "zone_unknown", detail, hint });
            None
        }
    }
}

fn read_cron(text: &str, start: DateTime<Utc>, faults: &mut Vec<ClockFault>) -> Option<Cron> {
    let mut fault = |code, detail| {
        let hint = "Five fields: minute, hour, day of month, month, day of week. Sundays at eight in the evening are \
                    0 20 * * SUN."
            .into();
        faults.push(ClockFault { pointer: "/clock/cron".into(), code, detail, hint });
        None
    };
    if text.len() > 120 || !text.is_ascii() {
        return fault("cron_unreadable", format!("{} is not a cron expression", quoted(text)));
    }
    let parser = CronParser::builder().seconds(Seconds::Optional).year(Year::Disallowed).build();
    let cron = match parser.parse(text) {
        Ok(cron) => cron,
        Err(why) => return fault("cron_unreadable", format!("{} is not a cron expression: {why}", quoted(text))),
    };
    // One value for the seconds means that two slots are a minute apart at least.
    if cron.pattern.seconds.values().len() > 1 {
        return fault("cron_too_frequent", format!("{} falls more than once a minute", quoted(text)));
    }
    if cron.find_next_occurrence(&start, false).is_err() {
        return fault("cron_never", format!("{} never falls", quoted(text)));
    }
    Some(cron)
}

/// What somebody typed, in quotes, cut where it grows long.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    let dots = if text.chars().count() > 60 { "..." } else { "" };
    format!("\"{shown}{dots}\"")
}

impl Timetable {
    /// Whether a step is resolved as soon as all are ready. Without deadlines it always is.
    pub fn runs_early(&self) -> bool {
        self.early_run || matches!(self.grid, Grid::Endless)
    }

    /// The deadline of a step that begins at `now`: when the campaign starts, or when the step before was resolved
    /// (at its deadline, early, or late). The first slot that leaves time to think; `None` when there are no deadlines.
    pub fn next_deadline(&self, now: DateTime<Utc>, kind: AwaitKind) -> Option<DateTime<Utc>> {
        match self.least_thinking {
            Some(least) => {
                let before = now.checked_add_signed(least - TimeDelta::nanoseconds(1))?;
                self.grid.slot_after(before, kind)
            }
            None => self.grid.slot_with_time_to_think(now, kind),
        }
    }

    /// The `count` deadlines after `deadline`, if each step is resolved at its own and all are of this kind.
    pub fn preview(&self, deadline: DateTime<Utc>, kind: AwaitKind, count: usize) -> Vec<DateTime<Utc>> {
        std::iter::successors(self.next_deadline(deadline, kind), |last| self.next_deadline(*last, kind))
            .take(count)
            .collect()
    }

    /// The deadline moved to the next slot. `extended` tells how often it has been already.
    pub fn extend(
        &self, deadline: DateTime<Utc>, extended: u8, kind: AwaitKind,
    ) -> Result<DateTime<Utc>, ExtensionRefused> {
        if matches!(self.grid, Grid::Endless) {
            return Err(ExtensionRefused::NoDeadline);
        }
        if extended >= self.extensions {
            return Err(ExtensionRefused::CapReached(self.extensions));
        }
        // After a pause a deadline may lie off the grid, just before a slot: that slot would be no extension.
        self.grid.slot_with_time_to_think(deadline, kind).ok_or(ExtensionRefused::NoLaterSlot)
    }

    /// What to keep of a deadline when the campaign is paused at `now`.
    pub fn pause(&self, deadline: DateTime<Utc>, now: DateTime<Utc>) -> Pause {
        Pause { deadline, seconds_left: (deadline - now).num_seconds().max(0) }
    }

    /// The deadline when the campaign goes on at `now`.
    ///
    /// By interval, the time that was left is given back; the steps after it return to the grid. By the calendar, the
    /// old deadline holds while it is still to come, and otherwise the next slot that leaves time to think. A deadline
    /// that had come when the campaign was paused (as with a mass absence) is set anew.
    pub fn resume(&self, pause: Pause, now: DateTime<Utc>, kind: AwaitKind) -> Option<DateTime<Utc>> {
        match &self.grid {
            Grid::Endless => None,
            Grid::Interval { .. } if pause.seconds_left > 0 => {
                Some(now.checked_add_signed(TimeDelta::try_seconds(pause.seconds_left)?)?.trunc_subsecs(0))
            }
            Grid::Calendar { .. } if pause.seconds_left > 0 && now < pause.deadline => Some(pause.deadline),
            Grid::Interval { .. } | Grid::Calendar { .. } => self.next_deadline(now, kind),
        }
    }

    /// When to remind of `deadline`, in order, given that nobody needs reminding before `since` (the start of the step,
    /// or now).
    pub fn reminders(&self, deadline: DateTime<Utc>, since: DateTime<Utc>) -> Vec<DateTime<Utc>> {
        let moments = self.reminders.iter().filter_map(|before| deadline.checked_sub_signed(*before));
        let mut moments: Vec<_> = moments.filter(|moment| *moment > since).collect();
        moments.sort_unstable();
        moments.dedup();
        moments
    }

    /// How long before a deadline the players are reminded.
    pub fn reminder_lengths(&self) -> &[TimeDelta] {
        &self.reminders
    }
}

impl Grid {
    /// The first slot after `moment`.
    fn slot_after(&self, moment: DateTime<Utc>, kind: AwaitKind) -> Option<DateTime<Utc>> {
        match self {
            Self::Endless => None,
            Self::Interval { anchor, zone, every, per_kind } => {
                let length = length_for(kind, *every, per_kind);
                let passed = (moment - *anchor).num_seconds();
                // Local days differ from 24 hours by a few hours at most: begin one slot early and walk.
                let mut number = (passed.div_euclid(length.elapsed().num_seconds()) - 1).max(0);
                loop {
                    let slot = interval_slot(*anchor, *zone, length, number)?;
                    if slot > moment {
                        return Some(slot);
                    }
                    number += 1;
                }
            }
            Self::Calendar { cron, zone } => {
                let mut wall = moment.with_timezone(zone).naive_local();
                loop {
                    wall = cron.find_next_occurrence(&wall.and_utc(), false).ok()?.naive_utc();
                    let slot = instant(*zone, wall)?;
                    if slot > moment {
                        return Some(slot);
                    }
                }
            }
        }
    }

    /// The slot before `slot`.
    fn slot_before(&self, slot: DateTime<Utc>, kind: AwaitKind) -> Option<DateTime<Utc>> {
        match self {
            Self::Endless => None,
            Self::Interval { anchor, zone, every, per_kind } => {
                let length = length_for(kind, *every, per_kind);
                let passed = (slot - *anchor).num_seconds();
                let mut number = passed.div_euclid(length.elapsed().num_seconds()) + 1;
                loop {
                    let earlier = interval_slot(*anchor, *zone, length, number)?;
                    if earlier < slot {
                        return Some(earlier);
                    }
                    number -= 1;
                }
            }
            Self::Calendar { cron, zone } => {
                let mut wall = slot.with_timezone(zone).naive_local();
                loop {
                    wall = cron.find_previous_occurrence(&wall.and_utc(), false).ok()?.naive_utc();
                    let earlier = instant(*zone, wall)?;
                    if earlier < slot {
                        return Some(earlier);
                    }
                }
            }
        }
    }

    /// The first slot after `moment` that leaves half of the time since the slot before it, or [`ENOUGH`].
    fn slot_with_time_to_think(&self, moment: DateTime<Utc>, kind: AwaitKind) -> Option<DateTime<Utc>> {
        let slot = self.slot_after(moment, kind)?;
        match self.slot_before(slot, kind) {
            Some(earlier) if slot - moment < ((slot - earlier) / 2).min(ENOUGH) => self.slot_after(slot, kind),
            _ => Some(slot),
        }
    }
}

fn length_for(kind: AwaitKind, every: Length, per_kind: &PerKind) -> Length {
    let special = match kind {
        AwaitKind::Orders => per_kind.orders,
        AwaitKind::Phase => per_kind.phase,
        AwaitKind::Decision => per_kind.decision,
    };
    special.unwrap_or(every)
}

/// Slot `number` of an interval grid; the anchor is slot 0.
fn interval_slot(anchor: DateTime<Utc>, zone: Tz, length: Length, number: i64) -> Option<DateTime<Utc>> {
    if length.whole_days() {
        let days = TimeDelta::try_days(i64::from(length.days).checked_mul(number)?)?;
        if number == 0 {
            return Some(anchor);
        }
        instant(zone, anchor.with_timezone(&zone).naive_local().checked_add_signed(days)?)
    } else {
        let seconds = length.elapsed().num_seconds().checked_mul(number)?;
        anchor.checked_add_signed(TimeDelta::try_seconds(seconds)?)
    }
}

/// The moment at which the clocks of `zone` show `wall`: the first, if they show it twice; the moment of the jump, if
/// they jump over it. Later wall times never give earlier moments.
pub(super) fn instant(zone: Tz, wall: NaiveDateTime) -> Option<DateTime<Utc>> {
    match zone.from_local_datetime(&wall) {
        MappedLocalTime::Single(moment) => Some(moment.to_utc()),
        MappedLocalTime::Ambiguous(first, second) => Some(first.min(second).to_utc()),
        MappedLocalTime::None => {
            // Jumps end on a whole minute, and none is longer than a day.
            let minute = wall.with_second(0)?.with_nanosecond(0)?;
            (1..=24 * 60 + 1).find_map(|minutes| {
                let later = minute.checked_add_signed(TimeDelta::minutes(minutes))?;
                zone.from_local_datetime(&later).earliest().map(|moment| moment.to_utc())
            })
        }
    }
}
