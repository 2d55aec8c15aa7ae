//! The Rigid and the Compliant Table (HW-2), with our continuation of them (HW-R2 to HW-R8).

use crate::model::ids::Defence;

/// Ways to roll 3 to 18 with three dice, of 216 (HW-2.1).
pub const WAYS: [u32; 16] = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];
/// The sides of the printed Rigid Table: rows -3..18, columns -1..10.
pub const RIGID_ROWS: std::ops::RangeInclusive<i32> = -3..=18;
/// Columns of the Rigid Table.
pub const RIGID_COLUMNS: std::ops::RangeInclusive<i32> = -1..=10;
/// Printed rows of the Compliant Table; it is continued down to -3 (HW-R8).
pub const COMPLIANT_ROWS: std::ops::RangeInclusive<i32> = 3..=18;
/// Columns of the Compliant Table.
pub const COMPLIANT_COLUMNS: std::ops::RangeInclusive<i32> = -2..=20;
/// The lowest row in which the Compliant Table is read (HW-R2).
pub const LOWEST_ROW: i32 = -3;
/// The highest row of both tables.
pub const HIGHEST_ROW: i32 = 18;

/// Both tables, filled in completely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    rigid: Vec<Vec<Option<u8>>>,
    compliant: Vec<Vec<u8>>,
}

/// Why a table was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// Too many or too few rows or columns.
    #[error("{table}: {rows} rows of {columns} cells were expected, row {row} differs")]
    Shape {
        /// Which table.
        table: &'static str,
        /// Rows wanted.
        rows: usize,
        /// Columns wanted.
        columns: usize,
        /// The row that differs, counted from 0.
        row: usize,
    },
    /// HW-2.9 does not hold.
    #[error("{table}: the value in column {column} of row {row} breaks the order of the table (HW-2.9)")]
    Order {
        /// Which table.
        table: &'static str,
        /// Column label.
        column: i32,
        /// Row label.
        row: i32,
    },
}

impl Tables {
    /// Checks the printed cells (HW-2.9) and continues the Compliant Table below row 3 (HW-R8).
    pub fn new(rigid: Vec<Vec<Option<u8>>>, printed: Vec<Vec<u8>>) -> Result<Self, TableError> {
        shape("rigid", rigid.iter().map(Vec::len), len(&RIGID_ROWS), len(&RIGID_COLUMNS))?;
        shape("compliant", printed.iter().map(Vec::len), len(&COMPLIANT_ROWS), len(&COMPLIANT_COLUMNS))?;
        let cells: Vec<Vec<Option<u8>>> =
            printed.iter().map(|row| row.iter().map(|cell| Some(*cell)).collect()).collect();
        ordered("rigid", &rigid, *RIGID_ROWS.start(), *RIGID_COLUMNS.start(), u8::MAX)?;
        ordered("compliant", &cells, *COMPLIANT_ROWS.start(), *COMPLIANT_COLUMNS.start(), 1)?;
        let below = (LOWEST_ROW..*COMPLIANT_ROWS.start()).map(|row| continued(&rigid, row));
        let compliant = below.chain(printed.iter().cloned()).collect();
        Ok(Self { rigid, compliant })
    }

    /// The Rigid Table: attackers lost when `column` defenders are to go. `None` where no number is printed (HW-2.5).
    /// Rows are clamped (HW-R2), columns left of the table are read in its first (HW-R3).
    pub fn rigid(&self, column: i32, row: i32) -> Option<u8> {
        let row = clamp(row) - RIGID_ROWS.start();
        let column = column.max(*RIGID_COLUMNS.start()) - RIGID_COLUMNS.start();
        self.rigid[row as usize].get(column as usize).copied().flatten()
    }

    /// The Compliant Table: attackers lost when `column` attackers and defenders go together. Rows are clamped to
    /// -3..18 (HW-R2, HW-R8), columns beyond the twentieth follow the row's slope (HW-R7).
    pub fn compliant(&self, column: i32, row: i32) -> u8 {
        let cells = &self.compliant[(clamp(row) - LOWEST_ROW) as usize];
        let at = |column: i32| i32::from(cells[(column - COMPLIANT_COLUMNS.start()) as usize]);
        let last = *COMPLIANT_COLUMNS.end();
        if column <= last {
            return at(column.max(*COMPLIANT_COLUMNS.start())) as u8;
        }
        // floor(k * slope / 10 + 1/2), in whole numbers.
        let beyond = (2 * (column - last) * (at(last) - at(10)) + 10) / 20;
        u8::try_from(at(last) + beyond).unwrap_or(u8::MAX)
    }

    /// The printed rows of the Rigid Table, from row -3 down to 18.
    pub fn rigid_rows(&self) -> &[Vec<Option<u8>>] {
        &self.rigid
    }

    /// The rows of the Compliant Table from -3 (HW-R8) to 18.
    pub fn compliant_rows(&self) -> &[Vec<u8>] {
        &self.compliant
    }
}

/// The row of a lookup before clamping: roll, defence, event rows (HW-2.2).
pub fn row(roll: i32, defence: Defence, modifiers: i32) -> i32 {
    roll + defence.modifier() + modifiers
}

/// The row that is read (HW-R2).
pub fn clamp(row: i32) -> i32 {
    row.clamp(LOWEST_ROW, HIGHEST_ROW)
}

fn len(range: &std::ops::RangeInclusive<i32>) -> usize {
    (range.end() - range.start() + 1) as usize
}

fn shape(
    table: &'static str, lengths: impl ExactSizeIterator<Item = usize>, rows: usize, columns: usize,
) -> Result<(), TableError> {
    let count = lengths.len();
    let bad = lengths.enumerate().find(|(_, length)| *length != columns).map(|(row, _)| row);
    match bad.or((count != rows).then_some(count.min(rows))) {
        Some(row) => Err(TableError::Shape { table, rows, columns, row }),
        None => Ok(()),
    }
}

/// HW-2.9: values never fall to the right nor rise downwards; neighbours differ by at most `step`.
fn ordered(
    table: &'static str, rows: &[Vec<Option<u8>>], first_row: i32, first_column: i32, step: u8,
) -> Result<(), TableError> {
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let Some(value) = *cell else { continue };
            let left = x.checked_sub(1).and_then(|x| row[x]);
            let above = y.checked_sub(1).and_then(|y| rows[y][x]);
            let rises = left.is_none_or(|left| (left..=left.saturating_add(step)).contains(&value));
            let falls = above.is_none_or(|above| value <= above);
            if !(rises && falls) {
                let (column, row) = (first_column + x as i32, first_row + y as i32);
                return Err(TableError::Order { table, column, row });
            }
        }
    }
    Ok(())
}

/// A row of the Compliant Table below the printed ones, from the Rigid Table: V(X) = X - max A with
/// A + Rigid(A) <= X; the columns left of 1 have 1 (HW-R8).
fn continued(rigid: &[Vec<Option<u8>>], row: i32) -> Vec<u8> {
    let cells = &rigid[(row - RIGID_ROWS.start()) as usize];
    let first = (1 - RIGID_COLUMNS.start()) as usize;
    let value = |column: i32| -> u8 {
        let Ok(forces) = u8::try_from(column) else { return 1 };
        if forces == 0 {
            return 1;
        }
        let losses = (1u8..).zip(&cells[first..]).map_while(|(defenders, cell)| Some((defenders, (*cell)?)));
        let won = losses.filter(|(defenders, lost)| defenders + lost <= forces).map(|(defenders, _)| defenders);
        forces - won.max().unwrap_or(0)
    };
    COMPLIANT_COLUMNS.map(value).collect()
}

#[cfg(test)]
mod tests;
