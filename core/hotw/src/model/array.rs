//! The forces not yet on the board as an array, the way the source writes them: `{?:4,wo:1,0:6,-2:2}` (HW-10).

use std::fmt;
use std::str::FromStr;

use crate::model::ids::Defence;
use crate::model::state::Pool;

/// Forces not yet on the board, by task. Stacks of the same defence are one entry (HW-10.2); forces that a card has bound
/// to one use (Allies, Ship Building) are no part of the source's array and stand beside it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Array {
    /// `?`: without a task.
    pub unallocated: u8,
    /// `wo`: for entries without a fight.
    pub walkover: u8,
    /// Combat stacks by level, weakest first, in the order of [`Defence::ALL`].
    pub stacks: [u8; 5],
}

/// What an entry of the array stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    Unallocated,
    Walkover,
    Stack(Defence),
}

/// Every task, in the order in which the array lists them (HW-10.2).
const TASKS: [Task; 7] = {
    let [plain, fort, fortress, both, most] = Defence::ALL;
    [
        Task::Unallocated,
        Task::Walkover,
        Task::Stack(plain),
        Task::Stack(fort),
        Task::Stack(fortress),
        Task::Stack(both),
        Task::Stack(most),
    ]
};

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unallocated => f.write_str("?"),
            Self::Walkover => f.write_str("wo"),
            Self::Stack(level) => level.fmt(f),
        }
    }
}

impl Array {
    fn of(&self, task: Task) -> u8 {
        match task {
            Task::Unallocated => self.unallocated,
            Task::Walkover => self.walkover,
            Task::Stack(level) => self.stacks[level.rank()],
        }
    }

    fn of_mut(&mut self, task: Task) -> &mut u8 {
        match task {
            Task::Unallocated => &mut self.unallocated,
            Task::Walkover => &mut self.walkover,
            Task::Stack(level) => &mut self.stacks[level.rank()],
        }
    }
}

impl From<&Pool> for Array {
    fn from(pool: &Pool) -> Self {
        let mut stacks = [0u8; 5];
        for stack in &pool.stacks {
            let entry = &mut stacks[stack.defence.rank()];
            *entry = entry.saturating_add(stack.forces);
        }
        Self { unallocated: pool.unallocated, walkover: pool.walkover, stacks }
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        let entries = TASKS.into_iter().filter(|task| self.of(*task) > 0);
        for (at, task) in entries.enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma}{task}:{}", self.of(task))?;
        }
        f.write_str("}")
    }
}

impl FromStr for Array {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        read(text)
    }
}

/// Why a text is no array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("character {at}: {what}")]
pub struct NotationError {
    /// Where, in characters from 1; one past the last when the text ends too early.
    pub at: usize,
    /// What is wrong there.
    pub what: NotationProblem,
}

/// What may be wrong with an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationProblem {
    /// No `{` at the beginning.
    #[error("an array begins with {{, as in {{?:4,wo:1,0:6,-2:2}}")]
    Opening,
    /// Neither `,` nor `}` after an entry.
    #[error("a comma and a further entry, or }} to end the array, belongs here")]
    Closing,
    /// No such task.
    #[error("a task is ?, wo, 0, -2, -3, -5 or -6")]
    Task,
    /// No `:` after a task.
    #[error("a colon and the number of forces belong after a task")]
    Colon,
    /// No number, or one too great.
    #[error("a number of forces, 0 to 255, belongs here")]
    Forces,
    /// The task was named before.
    #[error("this task has been named before; its forces belong into one entry")]
    Twice,
    /// Something after the end.
    #[error("nothing may follow the array")]
    Trailing,
}

/// The array of a pool, as the source writes it.
pub fn write(pool: &Pool) -> String {
    Array::from(pool).to_string()
}

/// Reads an array. Entries may come in any order, and spaces between the signs do not matter.
pub fn read(text: &str) -> Result<Array, NotationError> {
    let mut reader = Reader { signs: text.chars().collect(), at: 0 };
    let array = reader.array()?;
    match reader.peek() {
        None => Ok(array),
        Some(_) => reader.wrong(NotationProblem::Trailing),
    }
}

struct Reader {
    signs: Vec<char>,
    at: usize,
}

impl Reader {
    fn wrong<T>(&self, what: NotationProblem) -> Result<T, NotationError> {
        Err(NotationError { at: self.at + 1, what })
    }

    /// The next sign that is no space, without taking it.
    fn peek(&mut self) -> Option<char> {
        while self.signs.get(self.at).is_some_and(|sign| sign.is_whitespace()) {
            self.at += 1;
        }
        self.signs.get(self.at).copied()
    }

    fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    /// The signs from here that belong to a word.
    fn word(&mut self, belongs: fn(&char) -> bool) -> String {
        self.peek();
        self.signs[self.at..].iter().copied().take_while(belongs).collect()
    }

    fn array(&mut self) -> Result<Array, NotationError> {
        let mut array = Array::default();
        let mut seen: Vec<Task> = Vec::new();
        if !self.take('{') {
            return self.wrong(NotationProblem::Opening);
        }
        if self.take('}') {
            return Ok(array);
        }
        loop {
            let task = self.task(&seen)?;
            seen.push(task);
            if !self.take(':') {
                return self.wrong(NotationProblem::Colon);
            }
            *array.of_mut(task) = self.forces()?;
            if self.take('}') {
                return Ok(array);
            }
            if !self.take(',') {
                return self.wrong(NotationProblem::Closing);
            }
        }
    }

    fn task(&mut self, seen: &[Task]) -> Result<Task, NotationError> {
        let word = self.word(|sign| sign.is_alphanumeric() || matches!(sign, '?' | '-'));
        let found = TASKS.into_iter().find(|task| task.to_string().eq_ignore_ascii_case(&word));
        match found {
            None => self.wrong(NotationProblem::Task),
            Some(task) if seen.contains(&task) => self.wrong(NotationProblem::Twice),
            Some(task) => {
                self.at += word.chars().count();
                Ok(task)
            }
        }
    }

    fn forces(&mut self) -> Result<u8, NotationError> {
        let digits = self.word(char::is_ascii_digit);
        match digits.parse() {
            Ok(forces) => {
                self.at += digits.len();
                Ok(forces)
            }
            Err(_) => self.wrong(NotationProblem::Forces),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::state::{Method, Stack};

    fn stack(id: u8, points: i8, forces: u8) -> Stack {
        let defence = Defence::try_from(points).unwrap();
        Stack { id, defence, forces, method: Method::Rigid { credit: forces }, naval: false }
    }

    #[test]
    fn the_arrays_of_the_source_read_and_write_back() {
        for text in ["{?:4,wo:1,0:6,-2:2}", "{?:15,wo:5,-2:3}", "{wo:5,0:11,-2:3}", "{-5:1}", "{}"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        let array = Array { unallocated: 4, walkover: 1, stacks: [6, 2, 0, 0, 0] };
        assert_eq!("{?:4,wo:1,0:6,-2:2}".parse(), Ok(array));
    }

    #[test]
    fn stacks_of_the_same_defence_are_added_and_bound_forces_left_out() {
        let stacks = vec![stack(1, -6, 1), stack(2, 0, 3), stack(3, -3, 2), stack(4, 0, 4), stack(5, -2, 0)];
        let pool = Pool { unallocated: 0, walkover: 2, stacks, allies: 2, ships: 1 };
        assert_eq!(write(&pool), "{wo:2,0:7,-3:2,-6:1}");
    }

    #[test]
    fn entries_may_come_in_any_order_and_with_spaces() {
        assert_eq!(read(" { -2 : 2, WO:1 ,? :4} ").unwrap().to_string(), "{?:4,wo:1,-2:2}");
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let cases = [
            ("", 1, NotationProblem::Opening),
            ("?:4", 1, NotationProblem::Opening),
            ("{?:4,", 6, NotationProblem::Task),
            ("{?:4,-4:1}", 6, NotationProblem::Task),
            ("{? 4}", 4, NotationProblem::Colon),
            ("{?:}", 4, NotationProblem::Forces),
            ("{?:256}", 4, NotationProblem::Forces),
            ("{0:1,-2:1,0:2}", 11, NotationProblem::Twice),
            ("{?:1 wo:2}", 6, NotationProblem::Closing),
            ("{?:1}}", 6, NotationProblem::Trailing),
            ("{é:1}", 2, NotationProblem::Task),
        ];
        for (text, at, what) in cases {
            assert_eq!(read(text), Err(NotationError { at, what }), "{text}");
        }
        assert_eq!(
            read("{? 4}").unwrap_err().to_string(),
            "character 4: a colon and the number of forces belong after a task"
        );
    }

    proptest! {
        #[test]
        fn every_array_reads_back(unallocated: u8, walkover: u8, stacks: [u8; 5]) {
            let array = Array { unallocated, walkover, stacks };
            prop_assert_eq!(read(&array.to_string()), Ok(array));
        }

        #[test]
        fn no_text_stops_the_reader(text in "[{}?wo0-9:, é-]{0,20}") {
            if let Ok(array) = read(&text) {
                prop_assert_eq!(read(&array.to_string()), Ok(array));
            }
        }
    }
}
