//! Logistic regression without a constant: what rows of figures say about which of two things came.

/// Rounds of Newton's method; it has settled long before.
const ROUNDS: usize = 40;
/// How strongly coefficients are drawn to nothing, for a row: enough to settle those of figures that always go together.
const RIDGE: f64 = 1e-4;

/// The coefficients by which `1 / (1 + exp(-sum))` of a row foretells best that it is `true`. Of no rows: none.
pub fn coefficients(rows: &[(Vec<f64>, bool)]) -> Vec<f64> {
    let width = rows.first().map_or(0, |(row, _)| row.len());
    let scales: Vec<f64> = (0..width).map(|at| scale(rows, at)).collect();
    let mut found = vec![0.0; width];
    for _ in 0..ROUNDS {
        let (mut slope, mut bend) = (vec![0.0; width], vec![vec![0.0; width]; width]);
        for (row, came) in rows {
            let scaled: Vec<f64> = row.iter().zip(&scales).map(|(value, scale)| value / scale).collect();
            let chance = chance(scaled.iter().zip(&found).map(|(value, found)| value * found).sum());
            let (miss, spread) = (f64::from(u8::from(*came)) - chance, chance * (1.0 - chance));
            for at in 0..width {
                slope[at] += miss * scaled[at];
                for other in 0..=at {
                    bend[at][other] += spread * scaled[at] * scaled[other];
                }
            }
        }
        let ridge = RIDGE * rows.len() as f64;
        for at in 0..width {
            slope[at] -= ridge * found[at];
            bend[at][at] += ridge;
            for other in at + 1..width {
                bend[at][other] = bend[other][at];
            }
        }
        for (found, step) in found.iter_mut().zip(solve(bend, slope)) {
            *found += step;
        }
    }
    found.iter().zip(&scales).map(|(found, scale)| found / scale).collect()
}

/// What it costs to have given `sum` and seen what came, in natural units.
pub fn loss(sum: f64, came: bool) -> f64 {
    -libm::log(chance(if came { sum } else { -sum }).max(1e-12))
}

fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}

/// How large a figure usually is, so that all can be measured alike.
fn scale(rows: &[(Vec<f64>, bool)], at: usize) -> f64 {
    let squares: f64 = rows.iter().map(|(row, _)| row[at] * row[at]).sum();
    let usual = libm::sqrt(squares / rows.len().max(1) as f64);
    if usual > 0.0 { usual } else { 1.0 }
}

/// Solves a symmetric system whose matrix has nothing but positive pivots, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            for at in pivot..size {
                matrix[row][at] -= factor * matrix[pivot][at];
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row][at] * right[at]).sum();
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

    #[test]
    fn odds_of_three_to_one_are_their_logarithm() {
        let rows: Vec<(Vec<f64>, bool)> = (0..400).map(|at| (vec![2.0], at % 4 > 0)).collect();
        let found = coefficients(&rows);
        assert!((found[0] - 3f64.ln() / 2.0).abs() < 0.01, "{found:?}");
        assert!((loss(0.0, true) - std::f64::consts::LN_2).abs() < 1e-12);
    }

    #[test]
    fn figures_that_always_go_together_share_what_they_say() {
        let rows: Vec<(Vec<f64>, bool)> = (0..400).map(|at| (vec![1.0, 1.0], at % 4 > 0)).collect();
        let found = coefficients(&rows);
        assert!((found[0] - found[1]).abs() < 1e-9 && (found[0] + found[1] - 3f64.ln()).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn of_nothing_nothing_is_found() {
        assert!(coefficients(&[]).is_empty());
    }
}
