//! What the computer's families do over whole campaigns: they must pass an eye. A blunder is what no sensible player would do.

mod blunder;
mod campaign;
mod tally;

use renaissance::model::scenario::Scenario;
use renaissance::model::shipped;

use campaign::play;

fn scenario(id: &str) -> &'static Scenario {
    shipped::shipped().iter().find(|it| it.id == id).expect("it is shipped")
}

#[test]
fn families_of_romagna_mind_their_business() {
    for seed in 5..9 {
        let played = play(scenario("romagna-1493"), seed, 12);
        for kind in ["buy_goods", "transfer_assets", "move_to", "create_letters", "cast_vote"] {
            assert!(played.orders.contains_key(kind), "nobody does {kind}: {:?}", played.orders);
        }
        assert_eq!(played.blunders, Vec::<String>::new(), "seed {seed}");
        let tally = played.tally;
        assert!(tally.battles >= 4 && tally.taken >= 3 && tally.looted >= 4, "nobody goes to war: {tally:?}");
        // Of 8,800 men: all is bought in time, and those who are lost unpaid have no more money in the family.
        assert!(tally.starved == 0 && tally.unpaid <= 900, "{tally:?}");
        // Nobody sells there what ships are kept up with (RN-50.10): every family with a port loses one of each kind.
        assert!(tally.ships <= 4, "{tally:?}");
        assert!(tally.silent * 8 <= tally.family_months, "{tally:?}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn families_of_italy_mind_their_business() {
    for seed in 5..9 {
        let played = play(scenario("italy-1493"), seed, u16::MAX);
        for kind in ["sell_goods", "assault_walls", "loot_location", "postpone_until", "collect_taxes"] {
            assert!(played.orders.contains_key(kind), "nobody does {kind}: {:?}", played.orders);
        }
        assert_eq!(played.blunders, Vec::<String>::new(), "seed {seed}");
        let tally = played.tally;
        assert!(tally.battles >= 70 && tally.taken >= 60, "nobody goes to war: {tally:?}");
        // In five years, of 90,000 men. Armies cost more than taxes bring: who has nothing to loot sees his melt away.
        assert!(tally.starved <= 36_000 && tally.unpaid <= 40_000 && tally.men >= 20_000, "{tally:?}");
        assert!(tally.silent * 8 <= tally.family_months, "{tally:?}");
    }
}
