//! The computer player at play: whole campaigns without a foolish deed.

mod blunder;
mod campaign;
mod talks;

use campaign::{Player, play, random, steady};
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;

/// What still comes up now and then, for reasons that were traced command by command, and is bounded rather than ruled out:
///
/// - hungry: the base was lost behind a division that had eaten little, and home is weeks away; rain stops trains altogether;
///   enemies stand on the way home.
/// - out of communication: who starves comes home by any way there is.
/// - risen: an illness takes a levy of a garrison of just the size in the week before the next is raised.
/// - winter in the mountains: rain halts a march, or the last cities of a country that is being overrun have fallen.
/// - hopeless: the garrison was reinforced since a spy looked, or a second storm follows a first that failed in the same week.
const SELDOM: [&str; 5] = ["hungry", "out of communication", "risen", "winter in the mountains", "hopeless"];
/// Weeks of a country in which one of them may come up: it is one in eighty over six campaigns of three years, one in forty in the
/// worst of them, and none in twelve short ones.
const WEEKS_FOR_ONE: usize = 36;

/// Plays a campaign of steady players, in which these deeds are done; what was foolish in it, but for what comes up seldom.
fn foolish(sc: &Scenario, number: u64, deeds: &[&str]) -> Vec<String> {
    let players: Vec<Player> = vec![steady; sc.countries.len()];
    let played = play(sc, number, &players, sc.turn_limit);
    assert!(played.state.ended.is_some());
    assert!(deeds.iter().all(|deed| played.deeds[deed] > 0), "{:?}", played.deeds);
    let seldom = |blunder: &&String| SELDOM.iter().any(|kind| blunder.contains(&format!(": {kind}: ")));
    let (bounded, never): (Vec<&String>, Vec<&String>) = played.blunders.iter().partition(seldom);
    let weeks = usize::from(played.state.turn.0) * sc.countries.len();
    assert!(bounded.len() * WEEKS_FOR_ONE <= weeks, "{} in {weeks} weeks of a country: {bounded:?}", bounded.len());
    never.into_iter().cloned().collect()
}

/// What a long campaign has in it.
const LONG: &[&str] = &["battles", "stormed", "surrendered", "bribes taken", "traders"];

#[test]
fn short_campaigns_of_steady_players_have_nothing_foolish_in_them() {
    let sc = find("hellespontos-313bc").unwrap();
    for number in 1..=4 {
        assert_eq!(foolish(&sc, number, &["stormed"]), Vec::<String>::new(), "campaign {number}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn a_long_campaign_of_steady_players_has_nothing_foolish_in_it() {
    assert_eq!(foolish(&find("diadochoi-310bc").unwrap(), 1, LONG), Vec::<String>::new());
}

/// The same where nothing but the date ends it, so that three winters come.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn three_years_of_steady_players_have_nothing_foolish_in_them() {
    let mut sc = Scenario::clone(&find("diadochoi-310bc").unwrap());
    sc.countries.iter_mut().for_each(|country| country.tax_target = u32::MAX);
    sc.capitals_to_win = 9;
    assert_eq!(foolish(&sc, 2, LONG), Vec::<String>::new());
}

#[test]
fn steady_players_beat_random_ones() {
    let sc = find("hellespontos-313bc").unwrap();
    for seat in 0..3 {
        let mut players: Vec<Player> = vec![random; 3];
        players[seat] = steady;
        let played = play(&sc, 40 + seat as u64, &players, sc.turn_limit);
        let first = played.state.ended.expect("it ended").ranking[0];
        assert_eq!(first.index(), seat, "{:?}", played.log);
    }
}
