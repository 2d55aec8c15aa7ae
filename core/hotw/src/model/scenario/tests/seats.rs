use crate::model::ids::{EventId, PlayerId};
use crate::model::scenario::{Scenario, TwoColours, shipped};

#[test]
fn the_default_comes_first() {
    let ids: Vec<&str> = shipped::shipped().iter().map(|sc| sc.id.as_str()).collect();
    let all = ["world-4", "world-2", "world-3", "world-5", "world-6", "dawn-4", "dawn-3", "sample-game"];
    assert_eq!(ids, all);
    assert!(shipped::find("world-7").is_none());
}

#[test]
fn seats_and_epochs_are_what_the_ids_say() {
    for sc in shipped::shipped() {
        let (kind, seats) = sc.id.rsplit_once('-').expect("a dash");
        let seats = seats.parse().unwrap_or(4);
        assert_eq!(sc.seats.len(), seats, "{}", sc.id);
        assert_eq!(sc.last_epoch.0, if kind == "world" { 7 } else { 3 }, "{}", sc.id);
        let two = match seats {
            2 => TwoColours::Always,
            3 if kind == "world" => TwoColours::Option { default: false },
            _ => TwoColours::Never,
        };
        assert_eq!(sc.two_colours, two, "HW-31.1: {}", sc.id);
        assert_eq!(sc.colours.len(), sc.player_count(two != TwoColours::Never));
    }
}

#[test]
fn second_colours_follow_all_first_ones() {
    let sc = shipped::find("world-3").expect("it ships");
    let seats: Vec<u8> = sc.colours.iter().map(|colour| colour.seat).collect();
    assert_eq!(seats, [0, 1, 2, 0, 1, 2]);
    let sc = shipped::find("world-2").expect("it ships");
    assert_eq!(sc.colours.iter().map(|colour| colour.seat).collect::<Vec<_>>(), [0, 1, 0, 1]);
}

/// Of any two colours one is clearly lighter, or they differ in blue against yellow, which hardly anybody confuses.
#[test]
fn colours_can_be_told_apart() {
    let sc = shipped::find("world-6").expect("it ships");
    let part = |text: &str, at: usize| i32::from_str_radix(&text[at..at + 2], 16).expect("two hex digits");
    let rgb = |text: &str| [part(text, 1), part(text, 3), part(text, 5)];
    let seen = |[r, g, b]: [i32; 3]| ((3 * r + 6 * g + b) / 10, b - (r + g) / 2);
    for (index, one) in sc.colours.iter().enumerate() {
        for other in &sc.colours[..index] {
            let (a, b) = (seen(rgb(&one.colour)), seen(rgb(&other.colour)));
            assert!((a.0 - b.0).abs() >= 30 || (a.1 - b.1).abs() >= 60, "{} and {}", one.key, other.key);
        }
    }
}

fn sample() -> std::sync::Arc<Scenario> {
    shipped::find("sample-game").expect("it ships")
}

/// HW-11: who plays what, in the order of the sample.
#[test]
fn the_sample_game_deals_the_empires_of_the_sample() {
    let sc = sample();
    let prelude = sc.prelude.as_ref().expect("a prelude");
    let held = |epoch: usize, player: &str| {
        let player = sc.find_player(player).expect("a player");
        sc.board.card(prelude.deals[epoch - 1][player.index()].expect("a card")).name.as_str()
    };
    assert_eq!((held(1, "hermes"), held(1, "apollo")), ("Aryans", "Minoans"));
    assert_eq!((held(2, "hermes"), held(2, "apollo"), held(2, "hera")), ("Vedic City States", "Carthaginia", "Persia"));
    assert_eq!((held(3, "zeus"), held(3, "apollo")), ("Celts", "Han Dynasty"));
    assert_eq!((held(3, "hera"), held(3, "hermes")), ("Hsiung-Nu", "Romans"));
    assert_eq!(prelude.deals.len(), 3);
    let paint = |player: u8| sc.colour(PlayerId(player)).name.as_str();
    assert_eq!([0, 1, 2, 3].map(paint), ["Hermes", "Apollo", "Hera", "Zeus"]);
}

#[test]
fn the_sample_game_deals_the_leaders_and_the_forts() {
    let sc = sample();
    let hands = &sc.prelude.as_ref().expect("a prelude").hands;
    let event = |name: &str| sc.board.find_event(name).expect("a card");
    let count = |hand: usize, card: EventId| hands[hand].iter().filter(|held| **held == card).count();
    assert!(hands.iter().all(|hand| hand.len() == 9), "HW-20.4");
    assert_eq!((count(0, event("leader")), count(2, event("leader"))), (2, 1), "Aryans and Romans; Persia");
    assert_eq!(count(1, event("engineering")), 1, "Carthaginia's forts");
    for hand in &hands[1..] {
        let piles: Vec<u8> = hand.iter().map(|card| sc.board.event(*card).pile).collect();
        let mut each = piles.clone();
        each.sort_unstable();
        assert_eq!(each, (1..=9).collect::<Vec<u8>>(), "one of each pile");
    }
}
