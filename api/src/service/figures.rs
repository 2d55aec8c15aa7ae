//! A seat's figures from step to step, as it knew them then.

use kernel::{Campaign, Figure, SeatId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::game::transaction::GameTransaction;
use crate::store::games::GameRow;

/// Steps that are looked at when nobody says how many.
pub const USUAL: usize = 40;
/// Steps that are looked at at most.
pub const MOST: usize = 100;

/// A seat's figures over time.
#[derive(Debug, Serialize, ToSchema)]
pub struct FiguresOverTime {
    #[schema(example = "MIL")]
    pub seat: String,
    /// The steps that are looked at, oldest first: the beginning, the present, and others evenly between them.
    pub steps: Vec<FigureStep>,
    /// The most important first.
    pub figures: Vec<FigureOverTime>,
}

/// A step that is looked at.
#[derive(Debug, Serialize, ToSchema)]
pub struct FigureStep {
    /// Steps resolved at that time.
    pub step: i32,
    /// Its date.
    #[schema(example = "March 1450")]
    pub label: String,
}

/// One figure over time.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct FigureOverTime {
    /// What is counted.
    #[schema(example = "Treasury")]
    pub title: String,
    /// In what; empty for plain numbers.
    #[schema(example = "RP")]
    pub unit: String,
    pub lines: Vec<FigureLine>,
}

/// A figure of one power over time.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct FigureLine {
    /// Name of the power.
    #[schema(example = "Milan")]
    pub of: String,
    /// Whether the seat plays it.
    pub own: bool,
    /// A value for each of `steps`, as the seat knew it then; null where it knew none.
    pub values: Vec<Option<i64>>,
}

impl AppContext {
    /// The figures of a seat at `most` steps or fewer, and a tag for them.
    ///
    /// # Errors
    /// `not-your-seat` to whoever may not read it, `not-started` before the first step.
    pub fn figures(
        &self, caller: Option<&Caller>, game: &str, key: &str, most: usize,
    ) -> Result<(FiguresOverTime, String), Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        let _place = caller.map(|caller| self.judging.enter(&caller.account_id)).transpose()?;
        let (row, seat, key) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let seat = tx.must_read_seat(caller, key)?;
            let key = tx.seats[seat].key.clone();
            Ok::<_, Fault>((tx.game, seat, key))
        })?;
        let seat = SeatId(u16::try_from(seat).map_err(Fault::broken)?);
        let (steps, figures) = self.figures_at(&row, row.step, most, |campaign| campaign.figures(seat))?;
        let tag = format!("\"figures-{game}-{key}-{}-{most}\"", row.step);
        Ok((FiguresOverTime { seat: key, steps, figures }, tag))
    }

    /// Figures of a game at `most` steps or fewer, up to the newest that is wanted.
    pub(crate) fn figures_at(
        &self, game: &GameRow, newest: i32, most: usize, of: impl Fn(&dyn Campaign) -> Vec<Figure>,
    ) -> Result<(Vec<FigureStep>, Vec<FigureOverTime>), Fault> {
        let mut steps = Vec::new();
        let mut found = Vec::new();
        for step in spread(newest, most) {
            // One look at the store for each: nobody is kept waiting while states are read.
            let campaign = self.store.read(|conn| self.past_campaign(conn, game, step))?;
            steps.push(FigureStep { step, label: campaign.label() });
            found.push(of(&*campaign));
        }
        Ok((steps, over_time(&found)))
    }
}

/// Steps from 0 to the present, at most `most` (2 or more), evenly spread.
fn spread(now: i32, most: usize) -> Vec<i32> {
    let last = i32::try_from(most.max(2) - 1).unwrap_or(i32::MAX);
    if now <= last {
        return (0..=now).collect();
    }
    (0..=last).map(|at| i32::try_from(i64::from(at) * i64::from(now) / i64::from(last)).unwrap_or(now)).collect()
}

/// Figures of one step after another as lines, in the order of the latest.
fn over_time(steps: &[Vec<Figure>]) -> Vec<FigureOverTime> {
    let mut all: Vec<FigureOverTime> = Vec::new();
    for (at, figures) in steps.iter().enumerate().rev() {
        for figure in figures {
            let known = all.iter().position(|it| it.title == figure.title);
            let place = known.unwrap_or_else(|| {
                let (title, unit) = (figure.title.clone(), figure.unit.clone());
                all.push(FigureOverTime { title, unit, lines: Vec::new() });
                all.len() - 1
            });
            for value in &figure.values {
                let lines = &mut all[place].lines;
                let known = lines.iter().position(|line| line.of == value.of);
                let line = known.unwrap_or_else(|| {
                    lines.push(FigureLine { of: value.of.clone(), own: value.own, values: vec![None; steps.len()] });
                    lines.len() - 1
                });
                lines[line].values[at] = Some(value.value);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_spread_from_the_beginning_to_the_present() {
        assert_eq!(spread(0, 40), [0]);
        assert_eq!(spread(3, 4), [0, 1, 2, 3]);
        assert_eq!(spread(10, 3), [0, 5, 10]);
        assert_eq!(spread(1000, 100).len(), 100);
    }

    #[test]
    fn who_was_not_there_at_every_step_has_gaps() {
        let step = |values: &[(&str, i64)]| {
            vec![Figure::of_all("Lands", "", values.iter().map(|(of, value)| (*of, *of == "Rome", *value)))]
        };
        let all = over_time(&[step(&[("Rome", 1), ("Veii", 2)]), step(&[("Rome", 3)])]);
        let line = |of: &str, own, values: [Option<i64>; 2]| FigureLine { of: of.into(), own, values: values.to_vec() };
        assert_eq!(all[0].lines, [line("Rome", true, [Some(1), Some(3)]), line("Veii", false, [Some(2), None])]);
        assert_eq!((all.len(), all[0].title.as_str()), (1, "Lands"));
    }
}
