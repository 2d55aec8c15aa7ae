//! Play that no sensible player would choose, counted over whole games between players who give first answers.

use hotw::HistoryOfTheWorld as Hotw;
use hotw::model::ids::Defence;
use hotw::model::scenario::{Scenario, shipped};
use hotw::model::state::Stage;
use hotw::model::tables;
use hotw::rules::event::EventKind;
use kernel::{Dice, GameSeed, GameSystem, Planning, Visibility};

/// So many forces that did nothing in an expansion are a blunder.
const IDLE: u8 = 3;
/// A lookup that costs this part of the forces on average is made at bad terms, in per cent.
const BAD_TERMS: u32 = 70;

/// What was done that should not have been.
#[derive(Debug, Default)]
struct Found {
    /// Expansions in all.
    expansions: u32,
    /// Expansions with forces that did nothing.
    idle: u32,
    /// Lookups in all.
    lookups: u32,
    /// Lookups at bad terms.
    bad_terms: u32,
    /// Lands taken, walked into or fought for.
    taken: u32,
    /// Event cards played, and those that were left in hand at the end.
    cards_played: u32,
    cards_left: u32,
}

/// What a lookup costs on average, in per cent of the forces risked.
fn loss(sc: &Scenario, compliant: bool, [column, rows, risked]: [i32; 3], defence: Defence) -> u32 {
    let lost = |row: i32| {
        let of = &sc.board.tables;
        let cell = if compliant { Some(of.compliant(column, row)) } else { of.rigid(column, row) };
        cell.map_or(risked, |cell| i32::from(cell).min(risked)) as u32
    };
    let rolls = (3..).zip(tables::WAYS);
    let sum: u32 = rolls.map(|(roll, ways)| ways * lost(tables::row(roll, defence, rows))).sum();
    sum * 100 / (216 * risked.max(1) as u32)
}

impl Found {
    fn look(&mut self, sc: &Scenario, what: &EventKind) {
        match what {
            EventKind::ExpansionEnded { unused, .. } => {
                self.expansions += 1;
                self.idle += u32::from(*unused >= IDLE);
            }
            EventKind::LookupMade { .. } => {
                self.lookups += 1;
                let told = serde_json::to_value(what).expect("an event is JSON");
                let number = |field: &str| told[field].as_i64().expect("a number") as i32;
                let figures = ["column", "event_rows", "risked"].map(number);
                let defence = Defence::ALL.into_iter().find(|it| it.modifier() == number("defence"));
                let cost = loss(sc, told["table"] == "compliant", figures, defence.expect("a defence"));
                self.bad_terms += u32::from(cost >= BAD_TERMS);
            }
            EventKind::LandTaken { .. } => self.taken += 1,
            EventKind::EventPlayed { .. } => self.cards_played += 1,
            _ => {}
        }
    }
}

fn play(sc: &Scenario, games: u64) -> Found {
    let mut found = Found::default();
    for number in 0..games {
        let seed = GameSeed::from_number(700 + number);
        let mut st = Hotw::start(sc, &serde_json::json!({}), &seed).expect("it starts");
        while st.stage != Stage::Over {
            let seat = Hotw::to_act(sc, &st)[0];
            let orders = Hotw::orders(sc, &Hotw::knowledge(sc, &st, seat), &[]);
            let mut dice = Dice::for_step(&seed, st.step + 1);
            let told = Hotw::advance(sc, &mut st, &[(seat, orders)], &mut dice);
            told.events.iter().for_each(|addressed| found.look(sc, &addressed.event.what));
        }
        found.cards_left += st.player_ids().map(|player| st.player(player).hand.len() as u32).sum::<u32>();
    }
    found
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-hotw --test it blunders"
)]
fn forces_and_cards_are_not_wasted() {
    for (id, games) in [("world-4", 30), ("world-6", 20)] {
        let found = play(&shipped::find(id).expect("a shipped scenario"), games);
        assert!(found.expansions > 500 && found.taken > 3_000, "{id}: {found:?}");
        // Where every Land in reach is held by three armies and has a fort, nothing is left to do.
        assert!(found.idle * 200 <= found.expansions, "{id}: {found:?}");
        // The last few forces may try for a Capital.
        assert!(found.bad_terms * 50 <= found.lookups, "{id}: {found:?}");
        // Some cards can be played in the epochs of others only.
        assert!(found.cards_left * 10 <= found.cards_played, "{id}: {found:?}");
    }
}
