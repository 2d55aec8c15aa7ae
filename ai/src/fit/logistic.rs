//! Logistic regression without a constant: what rows of figures say about which of two things came.

/// Rounds of Newton's method; it has settled long before.
const ROUNDS: usize = 40;
/// Steps, in units of what a figure usually is, below which it has settled.
const SETTLED: f64 = 1e-9;
/// How strongly coefficients are drawn to nothing, for a row: enough to settle those of figures that always go together.
const RIDGE: f64 = 1e-4;

/// A row: the figures that are not nothing, each with its column, and which of the two came.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub figures: Vec<(usize, f64)>,
    pub came: bool,
}

impl Row {
    /// The sum of the figures by these coefficients.
    pub fn sum(&self, coefficients: &[f64]) -> f64 {
        self.figures.iter().map(|(at, figure)| coefficients[*at] * figure).sum()
    }
}

/// The coefficients of so many columns by which `1 / (1 + exp(-sum))` of a row foretells best that it came.
pub fn coefficients(rows: &[Row], width: usize) -> Vec<f64> {
    let scales = scales(rows, width);
    let scaled = |row: &Row| Row {
        figures: row.figures.iter().map(|(at, figure)| (*at, figure / scales[*at])).collect(),
        came: row.came,
    };
    let rows: Vec<Row> = rows.iter().map(scaled).collect();
    let mut found = vec![0.0; width];
    for _ in 0..ROUNDS {
        let steps = newton(&rows, &found);
        let settled = steps.iter().all(|step| step.abs() < SETTLED);
        found.iter_mut().zip(steps).for_each(|(found, step)| *found += step);
        if settled {
            break;
        }
    }
    found.iter().zip(&scales).map(|(found, scale)| found / scale).collect()
}

/// By how much each coefficient is moved in a round.
fn newton(rows: &[Row], found: &[f64]) -> Vec<f64> {
    let width = found.len();
    let (mut slope, mut bend) = (vec![0.0; width], vec![vec![0.0; width]; width]);
    for row in rows {
        let chance = chance(row.sum(found));
        let (miss, spread) = (f64::from(u8::from(row.came)) - chance, chance * (1.0 - chance));
        for (at, figure) in &row.figures {
            slope[*at] += miss * figure;
            for (other, beside) in &row.figures {
                bend[*at][*other] += spread * figure * beside;
            }
        }
    }
    let ridge = RIDGE * rows.len().max(1) as f64;
    for at in 0..width {
        slope[at] -= ridge * found[at];
        bend[at][at] += ridge;
    }
    solve(bend, slope)
}

/// What it costs to have given `sum` and seen what came, in natural units.
pub fn loss(sum: f64, came: bool) -> f64 {
    -libm::log(chance(if came { sum } else { -sum }).max(1e-12))
}

fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}

/// How large the figures of each column usually are, so that all can be measured alike.
fn scales(rows: &[Row], width: usize) -> Vec<f64> {
    let mut squares = vec![0.0; width];
    for (at, figure) in rows.iter().flat_map(|row| &row.figures) {
        squares[*at] += figure * figure;
    }
    let usual = squares.into_iter().map(|sum| libm::sqrt(sum / rows.len().max(1) as f64));
    usual.map(|usual| if usual > 0.0 { usual } else { 1.0 }).collect()
}

/// Solves a symmetric system whose matrix has nothing but positive pivots, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let whole = &above[pivot];
        for (row, lower) in (pivot + 1..).zip(below) {
            let factor = lower[pivot] / whole[pivot];
            lower.iter_mut().zip(whole).skip(pivot).for_each(|(one, over)| *one -= factor * over);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = matrix[row].iter().zip(&right).skip(row + 1).map(|(one, found)| one * found).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        let found = solve(vec![vec![4.0, 1.0], vec![1.0, 3.0]], vec![9.0, 13.0]);
        assert!((found[0] - 14.0 / 11.0).abs() < 1e-12 && (found[1] - 43.0 / 11.0).abs() < 1e-12, "{found:?}");
    }

    /// Rows of the same figures, three of four of which came.
    fn three_of_four(figures: &[f64]) -> Vec<Row> {
        let figures: Vec<(usize, f64)> = figures.iter().copied().enumerate().collect();
        (0..400).map(|at| Row { figures: figures.clone(), came: at % 4 > 0 }).collect()
    }

    #[test]
    fn odds_of_three_to_one_are_their_logarithm() {
        let found = coefficients(&three_of_four(&[2.0]), 1);
        assert!((found[0] - 3f64.ln() / 2.0).abs() < 0.01, "{found:?}");
        assert!((loss(0.0, true) - std::f64::consts::LN_2).abs() < 1e-12);
    }

    #[test]
    fn figures_that_always_go_together_share_what_they_say() {
        let found = coefficients(&three_of_four(&[1.0, 1.0]), 2);
        assert!((found[0] - found[1]).abs() < 1e-9 && (found[0] + found[1] - 3f64.ln()).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn of_nothing_nothing_is_found() {
        assert_eq!(coefficients(&[], 2), [0.0, 0.0]);
    }
}
