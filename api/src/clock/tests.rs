//! The calendar's traps, one by one. 2026 and 2027 dates; Europe/Rome changes its clocks on 28 March 2027 (02:00 to
//! 03:00) and 31 October 2027 (03:00 to 02:00), America/New_York on 14 March and 7 November 2027.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::AwaitKind::{self, Decision, Orders, Phase};
use proptest::prelude::*;

use super::{Clock, ExtensionRefused, Length, PerKind, Timetable, Timing};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn every(length: Length, anchor: &str, zone: &str) -> Clock {
    Clock::Interval { every: length, anchor: Some(at(anchor)), zone: Some(zone.into()), per_kind: PerKind::default() }
}

fn calendar(cron: &str, zone: &str) -> Clock {
    Clock::Calendar { cron: cron.into(), zone: zone.into() }
}

const START: &str = "2026-11-01T00:00:00Z";

fn table(clock: Clock) -> Timetable {
    Timing::new(clock).timetable(at(START)).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn faults(timing: &Timing) -> Vec<(String, &'static str, String)> {
    let faults = timing.timetable(at(START)).map(|_| ()).unwrap_err();
    faults.into_iter().map(|fault| (fault.pointer, fault.code, fault.hint)).collect()
}

/// The deadlines of a campaign whose steps begin at `from` and are resolved when due.
fn deadlines(clock: Clock, from: &str, count: usize) -> Vec<String> {
    let slots = table(clock).preview(at(from), Orders, count);
    slots.into_iter().map(|slot| slot.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)).collect()
}

// --- local time ----------------------------------------------------------------------------------------------------

#[test]
fn sunday_evening_in_rome_stays_sunday_evening_in_spring_and_autumn() {
    let clock = || calendar("0 20 * * SUN", "Europe/Rome");
    assert_eq!(
        deadlines(clock(), "2027-03-14T19:00:00Z", 3),
        ["2027-03-21T19:00:00Z", "2027-03-28T18:00:00Z", "2027-04-04T18:00:00Z"]
    );
    assert_eq!(
        deadlines(clock(), "2027-10-17T18:00:00Z", 3),
        ["2027-10-24T18:00:00Z", "2027-10-31T19:00:00Z", "2027-11-07T19:00:00Z"]
    );
}

#[test]
fn every_evening_in_new_york_stays_in_the_evening() {
    assert_eq!(
        deadlines(calendar("30 21 * * *", "America/New_York"), "2027-03-13T02:30:00Z", 3),
        ["2027-03-14T02:30:00Z", "2027-03-15T01:30:00Z", "2027-03-16T01:30:00Z"]
    );
    assert_eq!(
        deadlines(calendar("30 21 * * *", "America/New_York"), "2027-11-06T01:30:00Z", 3),
        ["2027-11-07T01:30:00Z", "2027-11-08T02:30:00Z", "2027-11-09T02:30:00Z"]
    );
}

#[test]
fn a_time_that_the_clocks_jump_over_falls_on_the_jump() {
    // 02:30 does not exist in Rome on 28 March 2027: the clocks go from 02:00 to 03:00 at 01:00 UTC.
    assert_eq!(
        deadlines(calendar("30 2 * * *", "Europe/Rome"), "2027-03-27T01:30:00Z", 2),
        ["2027-03-28T01:00:00Z", "2027-03-29T00:30:00Z"]
    );
    assert_eq!(
        deadlines(every(Length::days(1), "2027-03-26T07:30:00Z", "America/New_York"), "2027-03-26T07:30:00Z", 1),
        ["2027-03-27T07:30:00Z"]
    );
    assert_eq!(
        deadlines(every(Length::days(1), "2027-03-12T07:30:00Z", "America/New_York"), "2027-03-12T07:30:00Z", 3),
        ["2027-03-13T07:30:00Z", "2027-03-14T07:00:00Z", "2027-03-15T06:30:00Z"]
    );
}

#[test]
fn several_times_in_the_jump_make_one_deadline() {
    assert_eq!(
        deadlines(calendar("0,20,40 2 * * *", "Europe/Rome"), "2027-03-27T01:40:00Z", 2),
        ["2027-03-28T01:00:00Z", "2027-03-29T00:00:00Z"]
    );
}

#[test]
fn a_time_that_the_clocks_show_twice_falls_on_the_first() {
    // 02:30 comes twice in Rome on 31 October 2027: at 00:30 and at 01:30 UTC.
    assert_eq!(
        deadlines(calendar("30 2 * * *", "Europe/Rome"), "2027-10-30T00:30:00Z", 2),
        ["2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z"]
    );
    // A step that begins between the two is due the next day, not at once.
    let from = at("2027-10-31T00:45:00Z");
    let next = table(calendar("30 2 * * *", "Europe/Rome")).next_deadline(from, Orders);
    assert_eq!(next, Some(at("2027-11-01T01:30:00Z")));
    // New York, 7 November: 01:30 at 05:30 and 06:30 UTC.
    assert_eq!(
        deadlines(calendar("30 1 * * *", "America/New_York"), "2027-11-06T05:30:00Z", 2),
        ["2027-11-07T05:30:00Z", "2027-11-08T06:30:00Z"]
    );
}

#[test]
fn whole_days_are_counted_on_the_local_clock_and_hours_in_elapsed_time() {
    let days = every(Length::days(1), "2027-03-27T19:00:00Z", "Europe/Rome");
    assert_eq!(deadlines(days, "2027-03-27T19:00:00Z", 2), ["2027-03-28T18:00:00Z", "2027-03-29T18:00:00Z"]);
    let hours = every(Length::hours(24), "2027-03-27T19:00:00Z", "Europe/Rome");
    assert_eq!(deadlines(hours, "2027-03-27T19:00:00Z", 2), ["2027-03-28T19:00:00Z", "2027-03-29T19:00:00Z"]);
}

#[test]
fn a_zone_that_lost_a_whole_day_goes_on() {
    // Samoa had no 30 December 2011.
    let clock = calendar("0 12 * * *", "Pacific/Apia");
    assert_eq!(
        deadlines(clock, "2011-12-28T22:00:00Z", 3),
        ["2011-12-29T22:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T22:00:00Z"]
    );
}

// --- the calendar ----------------------------------------------------------------------------------------------------

#[test]
fn a_leap_day_comes_every_fourth_year() {
    assert_eq!(
        deadlines(calendar("0 20 29 2 *", "UTC"), "2027-01-01T00:00:00Z", 2),
        ["2028-02-29T20:00:00Z", "2032-02-29T20:00:00Z"]
    );
}

#[test]
fn month_ends_are_found() {
    assert_eq!(
        deadlines(calendar("0 12 L * *", "UTC"), "2027-12-31T12:00:00Z", 3),
        ["2028-01-31T12:00:00Z", "2028-02-29T12:00:00Z", "2028-03-31T12:00:00Z"]
    );
    // The 31st is skipped where a month has none.
    assert_eq!(
        deadlines(calendar("0 12 31 * *", "UTC"), "2027-01-31T12:00:00Z", 2),
        ["2027-03-31T12:00:00Z", "2027-05-31T12:00:00Z"]
    );
    // Days are counted, months are not: an interval walks across a February.
    assert_eq!(
        deadlines(every(Length::days(1), "2028-02-28T12:00:00Z", "UTC"), "2028-02-28T12:00:00Z", 2),
        ["2028-02-29T12:00:00Z", "2028-03-01T12:00:00Z"]
    );
}

#[test]
fn six_fields_begin_with_seconds() {
    let clock = calendar("30 0 20 * * *", "UTC");
    assert_eq!(deadlines(clock, "2027-01-01T20:00:30Z", 1), ["2027-01-02T20:00:30Z"]);
}

#[test]
fn working_days_leave_the_weekend_out() {
    // Friday 8 January 2027.
    let clock = calendar("0 20 * * MON-FRI", "UTC");
    assert_eq!(deadlines(clock, "2027-01-07T20:00:00Z", 2), ["2027-01-08T20:00:00Z", "2027-01-11T20:00:00Z"]);
}

// --- the grid ----------------------------------------------------------------------------------------------------

#[test]
fn without_an_anchor_the_grid_begins_with_the_campaign() {
    let clock = Clock::Interval { every: Length::hours(48), anchor: None, zone: None, per_kind: PerKind::default() };
    let table = table(clock);
    assert_eq!(table.next_deadline(at(START), Orders), Some(at("2026-11-03T00:00:00Z")));
}

#[test]
fn an_anchor_to_come_is_the_first_deadline() {
    let table = table(every(Length::days(7), "2026-12-06T19:00:00Z", "Europe/Rome"));
    assert_eq!(table.next_deadline(at(START), Orders), Some(at("2026-12-06T19:00:00Z")));
}

#[test]
fn an_early_run_does_not_shift_the_grid() {
    for clock in [calendar("0 20 * * *", "UTC"), every(Length::hours(24), "2026-12-01T20:00:00Z", "UTC")] {
        let table = table(clock);
        let due = table.next_deadline(at("2026-12-01T20:00:00Z"), Orders).unwrap();
        assert_eq!(due, at("2026-12-02T20:00:00Z"));
        // All ready in the morning: the next step may still be due the same evening ...
        assert_eq!(table.next_deadline(at("2026-12-02T07:13:00Z"), Orders), Some(due));
        // ... and when all are ready in the afternoon, the next evening. Never at an hour of its own.
        let later = table.next_deadline(at("2026-12-02T15:42:00Z"), Orders);
        assert_eq!(later, Some(at("2026-12-03T20:00:00Z")));
    }
}

#[test]
fn a_late_resolution_comes_back_to_the_grid() {
    let table = table(calendar("0 20 * * SUN", "UTC"));
    // Three seconds late, as schedulers are.
    assert_eq!(table.next_deadline(at("2027-01-03T20:00:03Z"), Orders), Some(at("2027-01-10T20:00:00Z")));
    // The server was down from Sunday to Tuesday, and to Saturday.
    assert_eq!(table.next_deadline(at("2027-01-05T09:00:00Z"), Orders), Some(at("2027-01-10T20:00:00Z")));
    assert_eq!(table.next_deadline(at("2027-01-09T09:00:00Z"), Orders), Some(at("2027-01-17T20:00:00Z")));
}

#[test]
fn the_least_time_to_think_is_kept_to_the_second() {
    let mut timing = Timing::new(calendar("0 20 * * *", "UTC"));
    timing.least_thinking = Some(Length::hours(6));
    let table = timing.timetable(at(START)).unwrap();
    assert_eq!(table.next_deadline(at("2026-12-02T14:00:00Z"), Orders), Some(at("2026-12-02T20:00:00Z")));
    assert_eq!(table.next_deadline(at("2026-12-02T14:00:00.001Z"), Orders), Some(at("2026-12-03T20:00:00Z")));
}

#[test]
fn two_days_are_always_enough_to_think_when_nothing_is_said() {
    let table = table(calendar("0 20 1 * *", "UTC"));
    assert_eq!(table.next_deadline(at("2027-01-30T20:00:00Z"), Orders), Some(at("2027-02-01T20:00:00Z")));
    assert_eq!(table.next_deadline(at("2027-01-30T20:00:01Z"), Orders), Some(at("2027-03-01T20:00:00Z")));
}

#[test]
fn kinds_of_step_have_lengths_of_their_own_on_one_anchor() {
    let per_kind = PerKind { decision: Some(Length::hours(12)), ..PerKind::default() };
    let anchor = Some(at("2026-12-01T20:00:00Z"));
    let table = table(Clock::Interval { every: Length::hours(48), anchor, zone: None, per_kind });
    let now = at("2026-12-01T20:00:00Z");
    assert_eq!(table.next_deadline(now, Orders), Some(at("2026-12-03T20:00:00Z")));
    assert_eq!(table.next_deadline(now, Phase), Some(at("2026-12-03T20:00:00Z")));
    assert_eq!(table.next_deadline(now, Decision), Some(at("2026-12-02T08:00:00Z")));
}

#[test]
fn no_clock_has_no_deadline_and_always_runs_when_all_are_ready() {
    let timing = Timing { early_run: false, ..Timing::default() };
    let table = timing.timetable(at(START)).unwrap();
    assert_eq!(table.next_deadline(at(START), Orders), None);
    assert!(table.preview(at(START), Orders, 10).is_empty());
    assert_eq!(table.extend(at(START), 0, Orders), Err(ExtensionRefused::NoDeadline));
    assert!(table.runs_early());
}

// --- extension, pause, reminders ---------------------------------------------------------------------------------

#[test]
fn an_extension_moves_to_the_next_slot_across_a_change_of_clocks() {
    let rome = table(calendar("0 20 * * SUN", "Europe/Rome"));
    assert_eq!(rome.extend(at("2027-03-21T19:00:00Z"), 0, Orders), Ok(at("2027-03-28T18:00:00Z")));
    assert_eq!(rome.extend(at("2027-10-24T18:00:00Z"), 0, Orders), Ok(at("2027-10-31T19:00:00Z")));
    let days = table(every(Length::days(7), "2027-03-21T19:00:00Z", "Europe/Rome"));
    assert_eq!(days.extend(at("2027-03-21T19:00:00Z"), 0, Orders), Ok(at("2027-03-28T18:00:00Z")));
    // Not by an interval's length on a calendar: Friday's deadline moves to Monday's.
    let working_days = table(calendar("0 20 * * MON-FRI", "UTC"));
    assert_eq!(working_days.extend(at("2027-01-08T20:00:00Z"), 0, Orders), Ok(at("2027-01-11T20:00:00Z")));
}

#[test]
fn extensions_are_capped() {
    let timing = Timing { extensions: 2, ..Timing::new(calendar("0 20 * * *", "UTC")) };
    let table = timing.timetable(at(START)).unwrap();
    let once = table.extend(at("2026-12-01T20:00:00Z"), 0, Orders).unwrap();
    let twice = table.extend(once, 1, Orders).unwrap();
    assert_eq!(twice, at("2026-12-03T20:00:00Z"));
    let refused = table.extend(twice, 2, Orders).unwrap_err();
    assert_eq!(refused, ExtensionRefused::CapReached(2));
    assert!(refused.to_string().contains("2 times"), "{refused}");
}

#[test]
fn a_pause_keeps_the_time_left_of_an_interval_and_the_next_step_is_on_the_grid_again() {
    let table = table(every(Length::hours(24), "2026-12-01T20:00:00Z", "UTC"));
    let pause = table.pause(at("2026-12-02T20:00:00Z"), at("2026-12-02T13:00:00Z"));
    assert_eq!(pause.seconds_left, 7 * 3600);
    let resumed = table.resume(pause, at("2026-12-20T09:00:00Z"), Orders).unwrap();
    assert_eq!(resumed, at("2026-12-20T16:00:00Z"));
    assert_eq!(table.next_deadline(resumed, Orders), Some(at("2026-12-21T20:00:00Z")));
    // An extension from off the grid skips the slot that is only four hours away.
    assert_eq!(table.extend(resumed, 0, Orders), Ok(at("2026-12-21T20:00:00Z")));
}

#[test]
fn a_pause_on_a_calendar_ends_with_the_next_slot() {
    let table = table(calendar("0 20 * * SUN", "UTC"));
    let pause = table.pause(at("2027-01-10T20:00:00Z"), at("2027-01-05T12:00:00Z"));
    assert_eq!(table.resume(pause, at("2027-01-10T19:00:00Z"), Orders), Some(at("2027-01-10T20:00:00Z")));
    assert_eq!(table.resume(pause, at("2027-01-11T09:00:00Z"), Orders), Some(at("2027-01-17T20:00:00Z")));
}

#[test]
fn a_deadline_that_had_come_is_set_anew() {
    for clock in [calendar("0 20 * * *", "UTC"), every(Length::hours(24), "2026-12-01T20:00:00Z", "UTC")] {
        let table = table(clock);
        let pause = table.pause(at("2026-12-02T20:00:00Z"), at("2026-12-02T20:00:01Z"));
        assert_eq!(pause.seconds_left, 0);
        let resumed = table.resume(pause, at("2026-12-05T10:00:00Z"), Orders);
        assert_eq!(resumed, Some(at("2026-12-06T20:00:00Z")));
    }
}

#[test]
fn reminders_come_in_order_and_none_from_before_the_step() {
    let reminders = vec![Length::hours(2), Length::days(1), Length::hours(24), Length::days(3)];
    let timing = Timing { reminders, ..Timing::new(calendar("0 20 * * *", "UTC")) };
    let table = timing.timetable(at(START)).unwrap();
    let due = at("2026-12-03T20:00:00Z");
    assert_eq!(
        table.reminders(due, at("2026-12-02T12:00:00Z")),
        [at("2026-12-02T20:00:00Z"), at("2026-12-03T18:00:00Z")]
    );
    assert!(table.reminders(due, due).is_empty());
}

// --- what a creator may write ------------------------------------------------------------------------------------

#[test]
fn timings_read_as_the_documents_show_them() {
    let text = r#"{"clock": {"type": "interval", "every": {"days": 2}, "anchor": "2027-01-03T19:00:00Z",
        "zone": "Europe/Rome", "per_kind": {"decision": {"hours": 12}}}, "reminders": [{"hours": 24}]}"#;
    let timing: Timing = serde_json::from_str(text).unwrap();
    assert!(timing.early_run && timing.extensions == 2);
    let written = serde_json::to_string(&timing).unwrap();
    assert_eq!(serde_json::from_str::<Timing>(&written).unwrap(), timing);
    let none: Timing = serde_json::from_str(r#"{"clock": {"type": "none"}}"#).unwrap();
    assert_eq!(none, Timing::default());
    for wrong in [
        r#"{"clock": {"type": "sundial"}}"#,
        r#"{"clock": {"type": "none", "cron": "x"}}"#,
        r#"{"clock": {"type": "interval", "every": {"weeks": 1}}}"#,
        r#"{"clock": {"type": "interval", "every": {"days": -1}}}"#,
        r#"{"clock": {"type": "calendar", "cron": "0 20 * * *"}}"#,
    ] {
        assert!(serde_json::from_str::<Timing>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_bad_calendar_is_told_what_would_be_right() {
    let codes = |cron: &str| faults(&Timing::new(calendar(cron, "UTC")))[0].1;
    for unreadable in ["", "soon", "0 20 * *", "61 20 * * *", "0 20 * * SUNDAYISH", "0 0 20 * * SUN 2027", "0 20 ⚔ * *"]
    {
        assert_eq!(codes(unreadable), "cron_unreadable", "{unreadable}");
    }
    assert_eq!(codes("0 20 30 2 *"), "cron_never");
    assert_eq!(codes("* * * * * *"), "cron_too_frequent");
    let [(pointer, code, hint)] = &faults(&Timing::new(calendar("0 20 * * *", "rome")))[..] else { panic!() };
    assert_eq!((pointer.as_str(), *code, hint.as_str()), ("/clock/zone", "zone_unknown", "Did you mean Europe/Rome?"));
    let (_, _, hint) = &faults(&Timing::new(calendar("0 20 * * *", "new york")))[0];
    assert_eq!(hint, "Did you mean America/New_York?");
}

#[test]
fn all_faults_are_named_at_once() {
    let per_kind = PerKind { phase: Some(Length::days(400)), ..PerKind::default() };
    let clock = Clock::Interval {
        every: Length::default(),
        anchor: Some(at("1450-03-01T00:00:00Z")),
        zone: Some("Italy/Milan".into()),
        per_kind,
    };
    let timing = Timing { extensions: 11, reminders: vec![Length::hours(1); 6], ..Timing::new(clock) };
    let found: Vec<_> = faults(&timing).into_iter().map(|(pointer, code, _)| format!("{pointer} {code}")).collect();
    assert_eq!(
        found,
        [
            "/clock/every length_zero",
            "/clock/per_kind/phase length_too_long",
            "/clock/anchor anchor_out_of_range",
            "/clock/zone zone_unknown",
            "/reminders too_many_reminders",
            "/extensions too_many_extensions",
        ]
    );
}

#[test]
fn time_to_think_fits_into_the_shortest_interval() {
    let per_kind = PerKind { decision: Some(Length::hours(4)), ..PerKind::default() };
    let clock = Clock::Interval { every: Length::days(2), anchor: None, zone: None, per_kind };
    let timing = Timing { least_thinking: Some(Length::hours(6)), ..Timing::new(clock) };
    let [(pointer, code, hint)] = &faults(&timing)[..] else { panic!() };
    assert_eq!((pointer.as_str(), *code), ("/least_thinking", "thinking_longer_than_interval"));
    assert!(hint.contains("4 hours"), "{hint}");
}

// --- whatever the clock --------------------------------------------------------------------------------------------

fn any_clock() -> impl Strategy<Value = Clock> {
    let zone = prop::sample::select(vec![
        "UTC",
        "Europe/Rome",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "America/St_Johns",
        "Africa/Casablanca",
    ]);
    let length = (0..9u32, 0..30u32, 0..90u32)
        .prop_map(|(days, hours, minutes)| Length { days, hours, minutes })
        .prop_filter("some time", |length| *length != Length::default());
    let whole_days = (1..20u32).prop_map(Length::days);
    let anchor = (1_767_225_600i64..1_893_456_000).prop_map(|seconds| DateTime::from_timestamp(seconds, 0));
    let interval = (prop_oneof![length, whole_days], anchor, zone.clone()).prop_map(|(every, anchor, zone)| {
        Clock::Interval { every, anchor, zone: Some(zone.into()), per_kind: PerKind::default() }
    });
    let day =
        prop::sample::select(vec!["* * *", "* * SUN", "* * MON-FRI", "1,15 * *", "L * *", "*/10 3,10 *", "* * 1#2"]);
    let hour = prop::sample::select(vec!["*", "1", "2", "3", "20", "*/6", "1-3"]);
    let calendar = (0..60u32, hour, day, zone)
        .prop_map(|(minute, hour, day, zone)| calendar(&format!("{minute} {hour} {day}"), zone));
    prop_oneof![interval, calendar]
}

fn any_moment() -> impl Strategy<Value = DateTime<Utc>> {
    // From 2026 to 2036, to the millisecond.
    (1_767_225_600_000i64..2_082_758_400_000).prop_map(|ms| DateTime::from_timestamp_millis(ms).unwrap())
}

proptest! {
    #[test]
    fn deadlines_strictly_increase_and_the_preview_is_what_happens(clock in any_clock(), now in any_moment()) {
        let table = table(clock);
        let preview = table.preview(now, Orders, 10);
        prop_assert_eq!(preview.len(), 10);
        let mut last = now;
        for slot in preview {
            prop_assert!(slot > last, "{} is not after {}", slot, last);
            prop_assert_eq!(table.next_deadline(last, Orders), Some(slot));
            last = slot;
        }
    }

    #[test]
    fn every_deadline_lies_on_the_grid_whenever_the_step_began(clock in any_clock(), now in any_moment(), early in 0..100i64) {
        let table = table(clock);
        let first = table.next_deadline(now, Orders).unwrap();
        // Resolved somewhere between now and the deadline: the next is either the same slot or one of those after it.
        let resolved = now + (first - now) * early as i32 / 100;
        let next = table.next_deadline(resolved, Orders).unwrap();
        prop_assert!(next >= first);
        prop_assert!(next == first || table.preview(first, Orders, 3).contains(&next), "{} after {}", next, first);
    }

    #[test]
    fn an_extension_is_a_later_deadline(clock in any_clock(), now in any_moment()) {
        let table = table(clock);
        let due = table.next_deadline(now, Orders).unwrap();
        prop_assert_eq!(table.extend(due, 0, Orders).ok(), table.next_deadline(due, Orders));
    }

    #[test]
    fn resuming_never_sets_a_deadline_in_the_past(clock in any_clock(), now in any_moment(), slept in 0..10_000_000i64) {
        let table = table(clock);
        let due = table.next_deadline(now, Orders).unwrap();
        let later = now + TimeDelta::seconds(slept);
        for kind in [Orders, Phase, Decision] {
            let resumed = table.resume(table.pause(due, now), later, kind).unwrap();
            prop_assert!(resumed >= later, "{} before {}", resumed, later);
        }
    }

    #[test]
    fn no_text_makes_the_reader_of_calendars_stumble(cron in "[ -~]{0,40}|[0-9*/,LW#? -]{5,20}|\\PC{0,20}", zone in "\\PC{0,20}") {
        if let Err(faults) = Timing::new(calendar(&cron, &zone)).timetable(at(START)) {
            prop_assert!(faults.iter().all(|fault| !fault.hint.is_empty() && !fault.detail.is_empty()));
        }
    }
}

#[test]
fn kinds_without_a_length_of_their_own_share_the_usual_one() {
    let table = table(every(Length::days(2), "2026-12-01T20:00:00Z", "UTC"));
    let due = |kind: AwaitKind| table.next_deadline(at("2026-12-01T20:00:00Z"), kind);
    assert!(due(Orders) == due(Phase) && due(Phase) == due(Decision));
}
