//! What else a stack might do, for the questions about it.

use super::{Aim, COLUMN, Draft, Survey, Target, Task, Work, generals, targets};

/// Other things a stack might do, for a question about it: with the words for them.
pub fn alternatives(survey: &Survey, targets: &[Target], drafted: &Draft, at: usize) -> Vec<(String, bool, Task)> {
    let mut work = Work::new(survey, targets, drafted.stacks.clone());
    work.tasks = drafted.tasks.iter().cloned().map(Some).collect();
    work.tasks[at] = None;
    work.columns.clone_from(&drafted.columns);
    for (other, task) in drafted.tasks.iter().enumerate() {
        if other != at {
            work.note_taken(task);
        }
    }
    let mut list = vec![("hold where they stand".to_owned(), true, Task::Hold)];
    let mut attacks: Vec<(i64, String, Task)> = Vec::new();
    for target in targets {
        let Some(march) = work.march(at, target.place) else { continue };
        let skill = generals::skill(survey, work.stacks[at].generals[0]);
        let gain = targets::prospect(survey, target, march.strength, skill).gain;
        let by_sea = march.passage().is_some();
        let verb = match target.aim {
            Aim::Free if by_sea => "sail to the relief of",
            Aim::Take if by_sea => "sail against",
            Aim::Free => "drive the enemy from",
            Aim::Take if target.is_empty() => "occupy",
            Aim::Take => "besiege",
        };
        let words = format!("{verb} {}", survey.st.place(survey.sc, target.place));
        attacks.push((gain, words, work.task(march, target.place)));
    }
    attacks.sort_by_key(|(gain, ..)| std::cmp::Reverse(*gain));
    list.extend(attacks.into_iter().take(4).map(|(_, words, task)| (words, false, task)));
    let stack = work.stacks[at].clone();
    if !stack.besieged {
        let units = work.column_units(&stack.free, COLUMN);
        work.taken.clear();
        if stack.home
            && let Some(task) = work.sweep(stack.place, stack.generals[0], units)
        {
            list.push(("send a column round the undefended places".to_owned(), false, task));
        }
        let threatened = survey.own.iter().copied().filter(|place| *place != stack.place);
        let goal = threatened.max_by_key(|place| (survey.danger(*place), place.0));
        if let Some(goal) = goal
            && stack.home
            && let Some(task) = work.go_towards(at, goal)
        {
            list.push((format!("reinforce {}", survey.st.place(survey.sc, goal)), true, task));
        }
        if !stack.home
            && let Some(task) = work.way_home(at)
        {
            list.push(("retire to own territory".to_owned(), true, task));
        }
    }
    list.retain(|(.., task)| *task != drafted.tasks[at]);
    list
}
