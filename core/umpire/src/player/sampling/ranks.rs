//! All ranks are published (UM-35.3), and tell of the wealth of rivals: revenue and units out of sight are changed until
//! the ranking comes out as it is.

use std::cmp::Reverse;

use crate::knowledge::Knowledge;
use crate::model::ids::{NationId, ProvinceId, Rp};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::informants::conditions;
use crate::rules::ownership::hand_over;
use crate::rules::score;

/// Most changes made for one nation.
const MOST: u32 = 400;
/// Revenue is not thought to have fallen below this part of the basic one before provinces are thought lost, per cent.
const RUINED: i64 = 40;

/// Changes what others have until the ranking is the published one. One's own rank is the fixed point: whoever stands
/// above it is made better than the next below him, whoever stands below it worse than the next above.
pub fn fit(sc: &Scenario, known: &Knowledge, st: &mut State) {
    let in_play = |nation: &NationId| !known.st.nation(*nation).eliminated;
    let mut order: Vec<(u16, NationId)> =
        sc.nation_ids().filter(in_play).map(|nation| (known.ranks[nation.index()], nation)).collect();
    order.sort_unstable();
    let order: Vec<NationId> = order.into_iter().map(|(_, nation)| nation).collect();
    let own = order.iter().position(|&nation| nation == known.me).unwrap_or(0);
    let mut hand = Hand { sc, known, st };
    for at in (0..own).rev() {
        hand.lift(order[at], order[at + 1]);
    }
    for at in own + 1..order.len() {
        hand.lower(order[at], order[at - 1]);
    }
    // Of two who cannot be poorer, the one with the smaller start is the better: whoever is to stand above him has more.
    for at in (own + 1..order.len().saturating_sub(1)).rev() {
        hand.lift(order[at], order[at + 1]);
    }
}

struct Hand<'a> {
    sc: &'a Scenario,
    known: &'a Knowledge,
    st: &'a mut State,
}

impl Hand<'_> {
    /// Greater is better.
    fn standing(&self, nation: NationId) -> (i64, i64, Reverse<NationId>) {
        let (total, gain) = score::total_and_gain(self.sc, self.st, nation);
        (total, gain, Reverse(nation))
    }

    /// Whether a report of the last turn shows what a province yields.
    fn reported(&self, place: ProvinceId) -> bool {
        conditions(self.sc, self.st, place, self.known.me) > 0
    }

    /// Whether its owner may have changed since he was last heard of.
    fn unsure(&self, place: ProvinceId) -> bool {
        let (known, turn) = (self.known, self.known.turn(self.sc));
        known.st.province(place).owner != known.me && known.as_of(place) + 1 < turn && !self.reported(place)
    }

    /// Provinces of a nation, those out of sight first.
    fn provinces(&self, nation: NationId) -> Vec<ProvinceId> {
        let mut places: Vec<ProvinceId> = self.st.owned_by(nation).collect();
        places.sort_by_cached_key(|&place| (self.reported(place), place));
        places
    }

    fn lift(&mut self, nation: NationId, above: NationId) {
        let mut step = 1;
        // They stay as they are until a province changes hands.
        let look = |hand: &Self| {
            let places = hand.provinces(nation);
            let hidden = places.iter().filter(|place| !hand.reported(**place)).count();
            (hand.standing(above), places, hidden)
        };
        let (mut other, mut places, mut hidden) = look(self);
        for turn in 0..MOST {
            if self.standing(nation) > other {
                return;
            }
            if turn % 20 == 19 {
                step += 2;
            }
            if self.sc.is_tribal(nation) {
                self.muster(nation);
                continue;
            }
            if places.is_empty() {
                // A poor one that nobody is known to hold, and nobody's objective, changes least for others.
                let unsure = self.sc.province_ids().filter(|&place| self.unsure(place));
                let least = unsure.min_by_key(|&place| {
                    let objective = self.sc.victory.objectives.iter().any(|objective| objective.province == place);
                    let province = self.st.province(place);
                    (province.owner != self.sc.ind(), objective, province.rev_current, place)
                });
                let Some(place) = least else { return };
                hand_over(self.sc, self.st, place, nation);
                self.st.province_mut(place).rev_current = Rp::tenths(step);
                (other, places, hidden) = look(self);
                continue;
            }
            // A little in each province in turn, those out of sight first.
            let place = places[turn as usize % hidden.max(1)];
            let province = self.st.province_mut(place);
            province.rev_current += Rp::tenths(step);
            province.rev_ceiling = province.rev_ceiling.max(province.rev_current);
        }
    }

    fn lower(&mut self, nation: NationId, below: NationId) {
        for turn in 0..MOST {
            if self.standing(nation) < self.standing(below) {
                return;
            }
            let done = if self.sc.is_tribal(nation) { self.disperse(nation) } else { self.impoverish(nation, turn) };
            // The objectives of a poor nation may be more than it can have.
            if !done && !self.lose_a_province(nation) {
                return;
            }
        }
    }

    /// A tenth or more less from the province that is best spared; false when there is nothing more to take.
    fn impoverish(&mut self, nation: NationId, turn: u32) -> bool {
        let yields = |hand: &Self, place: ProvinceId, least: i64| {
            let province = hand.st.province(place);
            province.rev_current > province.rev_original.times(least, 100)
        };
        let places = self.provinces(nation);
        let hidden: Vec<ProvinceId> = places.iter().copied().filter(|&place| !self.reported(place)).collect();
        let pick = |hand: &Self, from: &[ProvinceId], least: i64| {
            let able: Vec<ProvinceId> = from.iter().copied().filter(|&place| yields(hand, place, least)).collect();
            (!able.is_empty()).then(|| able[turn as usize % able.len()])
        };
        let lost = |hand: &Self| places.iter().any(|&place| hand.unsure(place));
        let place = pick(self, &hidden, RUINED)
            .or_else(|| if lost(self) { None } else { pick(self, &places, RUINED).or_else(|| pick(self, &places, 0)) });
        let Some(place) = place else { return false };
        let province = self.st.province_mut(place);
        let step = Rp::tenths(1 + i64::from(turn / 10));
        province.rev_current = (province.rev_current - step).max(Rp::ZERO);
        true
    }

    /// A province that may have been lost is the Independents'.
    fn lose_a_province(&mut self, nation: NationId) -> bool {
        let counts = |place: &ProvinceId| {
            let list = self.sc.victory.objectives.iter();
            list.filter(|objective| objective.nation == nation && objective.province == *place).count()
        };
        let places: Vec<ProvinceId> = self.st.owned_by(nation).filter(|&place| self.unsure(place)).collect();
        let Some(place) = places.into_iter().max_by_key(|place| (counts(place), *place)) else { return false };
        hand_over(self.sc, self.st, place, self.sc.ind());
        true
    }

    /// One more unit of a tribe, where nobody reports.
    fn muster(&mut self, nation: NationId) {
        let hidden = |place: &ProvinceId| !self.reported(*place);
        let own = self.st.owned_by(nation).filter(hidden);
        let army = self.sc.province_ids().filter(hidden).filter(|&place| self.st.all_units(place, nation) > 0);
        let anywhere = self.sc.province_ids().filter(hidden);
        let Some(place) = own.chain(army).chain(anywhere).next() else { return };
        let kinds = self.sc.type_ids().filter(|&kind| !self.sc.unit(kind).is_fleet());
        let mut kinds = kinds.filter(|&kind| self.sc.unit(kind).nations[nation.index()]);
        let kind = kinds.next().unwrap_or(self.sc.militia_type);
        self.st.stacks.add(place, nation, kind, 1);
    }

    /// One unit less of a tribe, out of sight if possible; false when none is left.
    fn disperse(&mut self, nation: NationId) -> bool {
        let me = self.known.me;
        let mut places: Vec<ProvinceId> =
            self.sc.province_ids().filter(|&place| self.st.all_units(place, nation) > 0).collect();
        places.sort_by_key(|&place| (self.reported(place), Reverse(self.st.all_units(place, nation)), place));
        // Whoever stands where one's own troops or provinces are is seen too well.
        let seen = |place: &ProvinceId| self.st.province(*place).owner == me || self.st.all_units(*place, me) > 0;
        let Some(place) = places.into_iter().find(|place| !seen(place)) else { return false };
        let Some(kind) = self.sc.type_ids().find(|&kind| self.st.stacks.count(place, nation, kind) > 0) else {
            return false;
        };
        self.st.stacks.take(place, nation, kind, 1) > 0
    }
}
