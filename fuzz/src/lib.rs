//! What the targets share.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use catalog::Catalog;
use kernel::bounds::{MOST_NOT_UNDERSTOOD, MOST_ORDERS, MOST_WORDS_IN_ALL, of_orders};
use kernel::{Campaign, GameSeed, SeatId, Value};

/// What reading and judging a fuzzer's order set may take here, instrumented and beside others: a hundred times what
/// it takes a server.
const PATIENCE: Duration = Duration::from_secs(5);

struct Start(Box<dyn Campaign>);

/// A start of every scenario of a rule system.
fn starts(ruleset: &str) -> &'static [Start] {
    static STARTS: OnceLock<Vec<Start>> = OnceLock::new();
    STARTS.get_or_init(|| {
        let catalog = Catalog::standard();
        let room = catalog.rulesets().iter().find(|room| room.about().id == ruleset).expect("it ships");
        let start = |id: &str| {
            room.start(id, &serde_json::json!({}), &GameSeed([7; 32])).expect("a shipped scenario starts")
        };
        room.scenarios().iter().map(|scenario| Start(start(&scenario.id))).collect()
    })
}

/// Reads and judges an order set: the first byte says for which scenario and seat, the second whether it is JSON or shorthand.
/// However long it is, the work is bounded, and so is what is said of it.
pub fn orders(ruleset: &str, data: &[u8]) {
    let [which, notation, order_set @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(order_set) else { return };
    let starts = starts(ruleset);
    let campaign = &*starts[usize::from(which >> 3) % starts.len()].0;
    let awaited = campaign.awaiting();
    let seat: SeatId = awaited[usize::from(which & 7) % awaited.len()].seat;
    let began = Instant::now();
    let (orders, said) = if notation.is_ascii_digit() {
        let Ok(orders @ Value::Array(_)) = serde_json::from_str::<Value>(text) else { return };
        if of_orders(&orders).is_err() {
            return;
        }
        (campaign.read_orders(&orders), 0)
    } else {
        let parsed = campaign.parse(seat, text);
        assert_eq!(parsed.orders.len(), parsed.spans.len());
        (parsed.orders, parsed.diagnostics.len())
    };
    let judged = values(&orders.to_json());
    let verdicts = campaign.check(seat, &orders);
    assert!(judged <= 6 * MOST_WORDS_IN_ALL, "{judged} values judged");
    assert!(verdicts.len() + said <= MOST_ORDERS + MOST_NOT_UNDERSTOOD + 2, "{} verdicts, {said} lines", verdicts.len());
    assert!(began.elapsed() < PATIENCE, "{:?} for {} bytes", began.elapsed(), data.len());
    // What was accepted can be written down, and is read as the same.
    let written = campaign.print(seat, &orders);
    assert!(written.len() <= 64 * (data.len() + 64), "{} bytes of {}", written.len(), data.len());
}

fn values(orders: &Value) -> usize {
    match orders {
        Value::Array(list) => 1 + list.iter().map(values).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(values).sum::<usize>(),
        _ => 1,
    }
}
