//! Traders: sent where they bring more than they cost (ST-3.11, ST-R58).

use super::draft::Draft;
use super::treasury::upkeep;
use crate::model::ids::SiteId;
use crate::orders::SendTrade;
use crate::rules::trade::{may_call, may_set_out, worth};

/// Talents over their price that traders are to bring.
const PROFIT: i64 = 15;
/// Hexes that traders go at most: some three weeks by sea.
const FARTHEST: u32 = 30;
/// Weeks of upkeep that stay in the treasury till they are back.
const KEPT_WEEKS: i64 = 2;
/// Pairs of cities that are tried: between many of them there is no way.
const TRIED: usize = 3;

/// Sends as many traders as the country may have, if it can wait for what they bring.
pub fn trade(draft: &mut Draft<'_>) {
    let (price, most) = (i64::from(draft.sc.rulings.trade.cost), draft.sc.rulings.trade.most_units.max(0) as usize);
    let under_way = draft.st.convoys.iter().filter(|convoy| convoy.country == draft.country).count();
    for _ in under_way..most {
        let kept = KEPT_WEEKS * i64::from(upkeep(draft.sc, &draft.st, draft.country));
        if i64::from(draft.treasury().0) < price + kept || !send(draft, price + PROFIT) {
            return;
        }
    }
}

/// The best way that there is among the most promising.
fn send(draft: &mut Draft<'_>, least: i64) -> bool {
    let (sc, st, country) = (draft.sc, &draft.st, draft.country);
    let starts = st.sites.iter().filter(|(_, site)| may_set_out(sc, st, country, site).is_ok());
    let starts: Vec<(SiteId, _)> = starts.map(|(id, site)| (*id, site)).collect();
    let mut pairs = Vec::new();
    for (to, goal) in st.sites.iter().filter(|(_, site)| may_call(st, country, site).is_ok()) {
        for (from, site) in &starts {
            let (hexes, ports) =
                (site.hex.distance(goal.hex), [site.hex, goal.hex].map(|hex| sc.board.is_harbour(hex)));
            let gain = i64::from(worth(sc, st, *from, *to).0.0);
            let week = if ports == [true, true] { sc.rulings.trade.naval } else { sc.rulings.trade.land / 2 };
            if hexes <= FARTHEST && gain >= least {
                let weeks = 1 + i64::from(hexes) / i64::from(week.max(1));
                pairs.push(((least - gain) * 100 / weeks, *from, *to));
            }
        }
    }
    pairs.sort_unstable();
    pairs.truncate(TRIED);
    pairs.into_iter().any(|(_, from, to)| {
        let (from, to) = (draft.place(from), draft.place(to));
        draft.give(SendTrade { from, to, route: Vec::new() })
    })
}
