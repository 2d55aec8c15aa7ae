//! Figures that are worth following from turn to turn (HW-28).

use kernel::Figure;

use crate::knowledge::view::PlayerView;
use crate::knowledge::view::View;

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
