//! The levels that search, in every room: what their seat cannot see plays no part, and every machine comes to the same
//! orders.

use std::thread;

use ai::arena::steady_step;
use ai::{Budget, Level, Seed, decide};
use catalog::Catalog;
use eternal_rome::EternalRome;
use hotw::HistoryOfTheWorld;
use kernel::{Campaign, Dice, GameSeed, Hosted, SeatId};
use serde_json::json;
use testkit::{Shuffle, shuffled};
use umpire::Umpire;

/// Playouts per decision: enough for a tree and its proof.
const FUTURES: u32 = 24;

/// The seat that acts, or one of those that do.
fn seat_at(campaign: &dyn Campaign, step: u32) -> Option<SeatId> {
    let awaited = campaign.awaiting();
    awaited.get(step as usize % awaited.len().max(1)).map(|wait| wait.seat)
}

/// Plays `steady` in all seats, and lets a veteran and a master decide in every so many steps, on what is true and on what
/// might as well be. A digest of all they decided.
fn digest<G: Shuffle + Hosted>(ruleset: &str, scenario: &str, every: u32, positions: u32) -> u64 {
    let catalog = Catalog::standard();
    let room = catalog.ruleset(ruleset).expect("the catalog has the room");
    let (game, seed) = (GameSeed::from_number(23), Seed::from_number(23));
    let mut campaign = room.start(scenario, &json!({}), &game).expect("it starts");
    let (mut digest, mut met, mut searched) = (0xcbf2_9ce4_8422_2325, 0, 0);
    while met < positions {
        let step = campaign.step();
        assert_eq!(campaign.outcome(), None, "{ruleset} ended at step {step}");
        if let Some(seat) = seat_at(campaign.as_ref(), step).filter(|_| step % every == every - 1) {
            met += 1;
            for level in [Level::Veteran, Level::Master] {
                let decision = decide(campaign.as_ref(), seat, level, &seed, Budget::of(FUTURES));
                assert_eq!(decision.fallback, None, "{ruleset}, {level} of {seat} at step {step}");
                for variant in 0..2 {
                    let mut dice = Dice::keyed(&game, &format!("hidden {step} {variant}"));
                    let other = shuffled::<G>(campaign.as_ref(), seat, &mut dice);
                    let blind = decide(other.as_ref(), seat, level, &seed, Budget::of(FUTURES));
                    assert_eq!(blind, decision, "{ruleset}, {level} of {seat} at step {step}");
                }
                searched += u32::from(decision.search.as_ref().is_some_and(|search| search.playouts > 8));
                for byte in serde_json::to_string(&decision).expect("it is written").bytes() {
                    digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
        steady_step(campaign.as_mut(), &seed, &mut Dice::for_step(&game, step + 1).quiet());
    }
    assert!(searched * 2 > positions, "{ruleset}: {searched} of {} decisions had futures to weigh", 2 * positions);
    digest
}

/// A change of rules, rollout policy, evaluation or search changes these figures; a change of machine, threads or build must not.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-ai --test it fog"
)]
fn nothing_but_the_view_is_thought_about_and_every_machine_thinks_alike() {
    let found = thread::scope(|scope| {
        let running = [
            scope.spawn(|| digest::<Umpire>("umpire", "italia-1450", 3, 6)),
            scope.spawn(|| digest::<HistoryOfTheWorld>("hotw", "world-4", 8, 12)),
            scope.spawn(|| digest::<EternalRome>("eternal-rome", "octavius-antonius", 17, 16)),
        ];
        running.map(|one| format!("{:016x}", one.join().expect("no panic")))
    });
    assert_eq!(found, ["6c7477a8a287744b", "835e9603bb50f746", "784efc28c8713988"]);
}
