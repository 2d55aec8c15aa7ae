//! Times of a person's day: when they want to be left alone, and when they want to hear of the day.

use chrono::{DateTime, Days, NaiveTime, Timelike, Utc};
use chrono_tz::Tz;

use super::timetable::instant;

/// Times of the day in somebody's zone, in minutes since midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyTimes {
    pub zone: Tz,
    /// From when until when nothing is sent; over midnight, where the second is earlier. The same twice is never.
    pub quiet: Option<(u16, u16)>,
    /// When the day is told of.
    pub daily_at: u16,
}

impl DailyTimes {
    /// The moment itself, or the end of the quiet hours in which it falls.
    pub fn after_quiet(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        let Some((from, to)) = self.quiet else { return at };
        let wall = at.with_timezone(&self.zone).time();
        let minute = u16::try_from(wall.hour() * 60 + wall.minute()).unwrap_or(0);
        let quiet = if from <= to { (from..to).contains(&minute) } else { minute >= from || minute < to };
        if quiet { self.next(to, at) } else { at }
    }

    /// When the day is told of next, after a moment.
    pub fn next_daily(&self, after: DateTime<Utc>) -> DateTime<Utc> {
        self.next(self.daily_at, after)
    }

    /// The next moment after `after` at which the clocks show this minute of the day.
    fn next(&self, minute: u16, after: DateTime<Utc>) -> DateTime<Utc> {
        let time = NaiveTime::from_num_seconds_from_midnight_opt(u32::from(minute) * 60, 0).unwrap_or_default();
        let today = after.with_timezone(&self.zone).date_naive();
        let on = |days: u64| instant(self.zone, today.checked_add_days(Days::new(days))?.and_time(time));
        (0..3).filter_map(on).find(|at| *at > after).unwrap_or(after)
    }
}

/// The next full hour after a moment.
pub fn next_hour(after: DateTime<Utc>) -> DateTime<Utc> {
    let into = i64::from(after.minute()) * 60 + i64::from(after.second());
    after - chrono::TimeDelta::seconds(into) - chrono::TimeDelta::nanoseconds(i64::from(after.nanosecond()))
        + chrono::TimeDelta::hours(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn berlin(quiet: Option<(u16, u16)>) -> DailyTimes {
        DailyTimes { zone: chrono_tz::Europe::Berlin, quiet, daily_at: 8 * 60 }
    }

    #[test]
    fn what_falls_into_quiet_hours_waits_for_their_end() {
        let night = berlin(Some((22 * 60, 7 * 60)));
        // Ten in the evening in Berlin is nine in UTC, in winter.
        let rows = [
            ("2030-01-10T20:59:59Z", "2030-01-10T20:59:59Z"),
            ("2030-01-10T21:00:00Z", "2030-01-11T06:00:00Z"),
            ("2030-01-11T05:59:00Z", "2030-01-11T06:00:00Z"),
            ("2030-01-11T06:00:00Z", "2030-01-11T06:00:00Z"),
        ];
        for (told, sent) in rows {
            assert_eq!(night.after_quiet(at(told)), at(sent), "{told}");
        }
        let noon = berlin(Some((12 * 60, 13 * 60)));
        assert_eq!(noon.after_quiet(at("2030-01-10T11:30:00Z")), at("2030-01-10T12:00:00Z"));
        assert_eq!(noon.after_quiet(at("2030-01-10T23:30:00Z")), at("2030-01-10T23:30:00Z"));
        let never = berlin(Some((60, 60)));
        assert_eq!(never.after_quiet(at("2030-01-10T00:00:00Z")), at("2030-01-10T00:00:00Z"));
    }

    #[test]
    fn quiet_hours_end_where_the_clocks_jump_over_their_end() {
        // Half past two does not come on 31 March 2030: the clocks go from two to three.
        let night = berlin(Some((22 * 60, 150)));
        assert_eq!(night.after_quiet(at("2030-03-30T23:00:00Z")), at("2030-03-31T01:00:00Z"));
    }

    #[test]
    fn the_day_is_told_of_at_the_same_hour_of_the_local_clock() {
        let plain = berlin(None);
        assert_eq!(plain.next_daily(at("2030-03-30T07:00:00Z")), at("2030-03-31T06:00:00Z"));
        assert_eq!(plain.next_daily(at("2030-03-31T05:59:00Z")), at("2030-03-31T06:00:00Z"));
        assert_eq!(next_hour(at("2030-03-31T05:59:12.5Z")), at("2030-03-31T06:00:00Z"));
        assert_eq!(next_hour(at("2030-03-31T06:00:00Z")), at("2030-03-31T07:00:00Z"));
    }
}
