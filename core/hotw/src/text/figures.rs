//! Figures that are worth following from turn to turn (HW-28).

use kernel::Figure;

use crate::knowledge::view::PlayerView;
use crate::knowledge::view::View;

/// What everybody may know of the colours.
pub fn public(view: &View) -> Vec<Figure> {
    let mut figures = figures(view);
    if let Some(first) = figures.first_mut() {
        *first = first.clone().highest_first();
    }
    figures
}

/// The figures of a seat.
pub fn figures(view: &View) -> Vec<Figure> {
    let of = |value: fn(&PlayerView) -> i64| {
        view.players.iter().map(move |player| (&player.name, player.seat == view.seat, value(player)))
    };
    vec![
        Figure::of_all("Victory points", "", of(|player| i64::from(player.vp))),
        Figure::of_all("Lands", "", of(|player| player.lands as i64)),
        Figure::of_all("Would score now", "victory points", of(|player| i64::from(player.would_score))),
    ]
}
