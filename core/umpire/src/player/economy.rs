//! Improvements, rebuilding, recruits, spies, disbanding: the options and recruits of an order set, within the treasury.

mod idle;

use super::assess::Survey;
use super::draft::{Draft, Task};
use super::targets::Target;
use super::treasury::{self, Spending};
use crate::model::ids::{ProvinceId, Rp, TypeId};
use crate::model::scenario::CityStatus;
use crate::orders::{DisbandUnits, ImproveCity, Order, RebuildCity, RecruitSpyNetwork, RecruitUnits};
use crate::rules::options::economy;
use crate::rules::recruitment;

/// Taxations that must be left for an improvement to repay.
const REPAYS: u32 = 3;

/// Orders that cost money, in the order in which they should be carried out (UM-34.4).
pub struct EconomyPlan<'s, 'a> {
    survey: &'s Survey<'a>,
    left: Rp,
    room: i64,
    /// Options of P3.
    pub options: Vec<Order>,
    /// Recruits of P6.
    pub recruits: Vec<Order>,
    raised: Vec<(ProvinceId, TypeId, u16)>,
    /// Points of revenue that improvements add.
    points: i64,
}

/// Spends what is to be spent.
pub fn spend<'s, 'a>(
    survey: &'s Survey<'a>, spending: Spending, draft: &Draft, targets: &[Target],
) -> EconomyPlan<'s, 'a> {
    let left = treasury::disposable(survey);
    let room = treasury::room_for_units(survey);
    let (options, recruits) = (Vec::new(), Vec::new());
    let mut budget = EconomyPlan { survey, left, room, options, recruits, raised: Vec::new(), points: 0 };
    budget.disband(draft);
    if spending == Spending::Invest {
        budget.watch(true);
        budget.rebuild();
        budget.improve();
    }
    budget.watch(false);
    if spending == Spending::Save {
        return budget;
    }
    budget.spies(draft, targets);
    budget.army(spending);
    if spending == Spending::Recruit {
        budget.rebuild();
        budget.improve();
    }
    budget.found();
    budget.convert(draft);
    budget
}

impl EconomyPlan<'_, '_> {
    fn name(&self, place: ProvinceId) -> String {
        self.survey.st.place_name(self.survey.sc, place).to_owned()
    }

    /// When the army costs more than the provinces yield, the weakest units go home (UM-8).
    fn disband(&mut self, draft: &Draft) {
        let survey = self.survey;
        if !survey.carries.demobilisation || !survey.civilised {
            return;
        }
        let deficit = survey.upkeep - survey.expected_tax - survey.treasury().times(1, 2);
        let mut surplus = deficit.in_tenths() / survey.sc.economy.unit_upkeep.in_tenths().max(1);
        if surplus <= 0 {
            return;
        }
        let mut places = survey.own.clone();
        // Whoever is to march this turn is not sent home before (P3 comes before P5).
        let marches = |place: ProvinceId| {
            let stack = draft.stacks.iter().position(|stack| stack.place == place);
            stack.is_some_and(|at| draft.tasks[at] != Task::Hold || draft.columns[at].is_some())
        };
        places.retain(|&place| !marches(place));
        places.sort_by_key(|&place| (survey.danger(place), place));
        for place in places {
            let spare = super::draft::leaving(survey, place, survey.keep(place));
            let mut kinds: Vec<TypeId> = survey.sc.type_ids().filter(|kind| spare[kind.index()] > 0).collect();
            kinds.sort_by_key(|&kind| (survey.sc.unit(kind).land.iter().sum::<i64>(), kind));
            for kind in kinds {
                let count = i64::from(spare[kind.index()]).min(surplus);
                if count > 0 {
                    surplus -= count;
                    let unit_type = survey.sc.unit(kind).id.as_str().to_owned();
                    let province = self.name(place);
                    self.options.push(Order::DisbandUnits(DisbandUnits { province, unit_type, count: count as u16 }));
                }
            }
        }
    }

    /// A unit for every own province without a garrison: the endangered ones first, or those alone.
    fn watch(&mut self, endangered_only: bool) {
        let survey = self.survey;
        if !survey.carries.land_recruit {
            return;
        }
        let mut places: Vec<ProvinceId> = survey.own.clone();
        let danger = |place: ProvinceId| survey.danger(place).max(survey.unease(place) / 2);
        places.sort_by_cached_key(|&place| (std::cmp::Reverse(danger(place).min(80) + survey.worth(place)), place));
        for place in places {
            if self.exhausted() {
                break;
            }
            let raised: u32 =
                self.raised.iter().filter(|(at, ..)| *at == place).map(|(.., count)| u32::from(*count)).sum();
            let have = survey.armies(place) + raised;
            let wanted = if endangered_only {
                u32::from(danger(place) > 20 && survey.worth(place) >= 20)
            } else {
                survey.keep(place).min(if survey.st.province(place).loyalty == 1 { 3 } else { 2 })
            };
            if have < wanted {
                let kinds = self.kinds(place, |unit, terrain| unit.assault * 2 + unit.siege + unit.land[terrain]);
                self.raise(place, &kinds, (wanted - have) as u16);
            }
        }
    }

    /// Types that can be raised in a province, the best by some reckoning first. Trains guard nothing.
    fn kinds(&self, place: ProvinceId, value: impl Fn(&crate::model::scenario::UnitType, usize) -> i64) -> Vec<TypeId> {
        let sc = self.survey.sc;
        let terrain = sc.province(place).terrain;
        let armies = sc.type_ids().filter(|&kind| !sc.unit(kind).is_fleet() && sc.unit(kind).land[terrain] >= 10);
        let mut kinds: Vec<TypeId> = armies.collect();
        kinds.sort_by_key(|&kind| (std::cmp::Reverse(value(sc.unit(kind), terrain)), kind));
        kinds
    }

    /// Whether no unit more can be paid or kept.
    fn exhausted(&self) -> bool {
        self.left < self.survey.sc.economy.unit_cost || self.room <= 0
    }

    /// Raises up to `count` units of the first types offered. Returns how many.
    fn raise(&mut self, place: ProvinceId, kinds: &[TypeId], count: u16) -> u16 {
        let survey = self.survey;
        let (sc, cost) = (survey.sc, survey.sc.economy.unit_cost);
        let capital = survey.st.nation(survey.me).capital == place;
        if self.exhausted() || !survey.carries.land_recruit || (!capital && survey.contested(place)) {
            return 0;
        }
        let mut wanted = count;
        for &kind in kinds {
            let here = self.raised.iter().filter(|(at, of, _)| *at == place && *of == kind);
            let before: u16 = here.map(|(.., count)| count).sum();
            let offered = recruitment::available(sc, survey.st, survey.me, place, kind) - i64::from(before);
            let affordable = self.left.in_tenths() / cost.in_tenths().max(1);
            let part = i64::from(wanted).min(offered).min(affordable).min(self.room.max(0));
            if part <= 0 || !sc.unit(kind).nations[survey.me.index()] {
                continue;
            }
            let part = part as u16;
            wanted -= part;
            self.left -= cost.times(i64::from(part), 1);
            self.room -= i64::from(part);
            self.raised.push((place, kind, part));
            let (province, unit_type) = (self.name(place), sc.unit(kind).id.as_str().to_owned());
            self.recruits.push(Order::RecruitUnits(RecruitUnits { province, unit_type, count: part }));
            if wanted == 0 {
                break;
            }
        }
        count - wanted
    }

    /// UM-9.6: a rebuilt city yields double and is loyal.
    fn rebuild(&mut self) {
        let survey = self.survey;
        if !survey.carries.investment || survey.taxes_left < REPAYS {
            return;
        }
        for place in survey.own.clone() {
            let province = survey.st.province(place);
            let cost = economy::rebuilding_cost(&survey.sc.economy, province.rev_original);
            let gain = province.rev_current.in_tenths() * i64::from(survey.taxes_left);
            let pays = gain >= cost.in_tenths();
            if province.cty == CityStatus::Destroyed && pays && cost <= self.left && !survey.contested(place) {
                self.left -= cost;
                self.options.push(Order::RebuildCity(RebuildCity { province: self.name(place) }));
            }
        }
    }

    /// UM-9.2: improvements, in safe and rich provinces first. A tribe's score is its warriors, not its revenue.
    fn improve(&mut self) {
        let survey = self.survey;
        let price = survey.sc.economy.improve_cost;
        if !survey.carries.investment || !survey.civilised || survey.taxes_left == 0 {
            return;
        }
        let mut places: Vec<ProvinceId> = survey.own.clone();
        places.retain(|&place| survey.st.province(place).cty == CityStatus::Standing && !survey.contested(place));
        places.retain(|&place| survey.st.province(place).founded != survey.st.turn);
        let standing = |place: ProvinceId| i64::from(survey.st.province(place).loyalty);
        places.sort_by_cached_key(|&place| {
            let risk = survey.danger(place) + survey.unease(place) / 2;
            let guarded = survey.own_at(place).field.max(1);
            (risk > 2 * guarded, std::cmp::Reverse(standing(place)), std::cmp::Reverse(survey.revenue(place)), place)
        });
        for place in places {
            let affordable = self.left.in_tenths() / price.in_tenths().max(1);
            let points = self.room_for_points(place).min(affordable);
            if points > 0 {
                self.points += points;
                self.left -= price.times(points, 1);
                self.options
                    .push(Order::ImproveCity(ImproveCity { province: self.name(place), points: points as u16 }));
            }
        }
    }

    /// A network where an army means to go and nobody tells what is there (UM-23.7).
    fn spies(&mut self, draft: &Draft, targets: &[Target]) {
        let survey = self.survey;
        let cost = survey.sc.economy.unit_cost;
        if let Some(place) = super::sieges::unwatched_siege(survey, draft)
            && self.left >= cost.times(4, 1)
        {
            self.left -= cost;
            self.recruits.push(Order::RecruitSpyNetwork(RecruitSpyNetwork { province: self.name(place) }));
            return;
        }
        let networks = survey.st.provinces.iter().filter(|province| province.spies.has(survey.me)).count();
        if self.left < cost.times(3, 1) || networks >= 4 {
            return;
        }
        let going = |place: ProvinceId| {
            draft.tasks.iter().any(
                |task| matches!(task, Task::Attack { place: to, .. } | Task::Sail { place: to, .. } if *to == place),
            )
        };
        let unknown = targets.iter().filter(|target| {
            let province = survey.st.province(target.place);
            !target.sure
                && province.owner != survey.sc.ind()
                && province.cty == CityStatus::Standing
                && !going(target.place)
        });
        if let Some(target) = unknown.max_by_key(|target| (target.worth, std::cmp::Reverse(target.place))) {
            self.left -= cost;
            self.recruits.push(Order::RecruitSpyNetwork(RecruitSpyNetwork { province: self.name(target.place) }));
        }
    }

    /// The field army: where a general can lead it, the best types for the ground, with a train for sieges.
    fn army(&mut self, spending: Spending) {
        let survey = self.survey;
        let (sc, me) = (survey.sc, survey.me);
        if !survey.carries.land_recruit {
            return;
        }
        if !survey.civilised && !self.tribe_recruits() {
            return;
        }
        let late = survey.turns_left < 6 && survey.civilised;
        if late && spending != Spending::Recruit {
            return;
        }
        let led = |place: ProvinceId| survey.led[place.index()];
        let mut places: Vec<ProvinceId> = survey.own.clone();
        let capital = survey.st.nation(me).capital;
        places.sort_by_cached_key(|&place| {
            (!led(place), place != capital, std::cmp::Reverse(survey.revenue(place)), place)
        });
        let trains: u32 = survey.own.iter().map(|&place| self.trains(place)).sum();
        let siege_kind =
            sc.type_ids().filter(|&kind| !sc.unit(kind).is_fleet()).max_by_key(|&kind| sc.unit(kind).siege);
        if trains < 3
            && survey.civilised
            && let Some(kind) = siege_kind
        {
            for &place in &places {
                if led(place) && self.raise(place, &[kind], (3 - trains) as u16) > 0 {
                    break;
                }
            }
        }
        for place in places {
            if self.exhausted() {
                break;
            }
            let kinds = self.kinds(place, |unit, terrain| 3 * (unit.land[0] + unit.land[terrain]) + 2 * unit.assault);
            self.raise(place, &kinds, u16::MAX);
        }
    }

    fn trains(&self, place: ProvinceId) -> u32 {
        let survey = self.survey;
        let train = |kind: &TypeId| survey.sc.unit(*kind).siege > 50;
        survey.sc.type_ids().filter(train).map(|kind| u32::from(survey.count(place, kind))).sum()
    }

    /// Warriors come for nothing while there are few of them (UM-23.9): a tribe buys only when no muster is due, or
    /// when there is none left to wait for.
    fn tribe_recruits(&self) -> bool {
        let survey = self.survey;
        let notional: i64 = survey.own.iter().map(|&place| survey.revenue(place)).sum();
        let full = notional * survey.sc.constants.R84.full_strength_pct / 1_000;
        let musters = (survey.turn()..=survey.sc.end_turn).filter(|&turn| survey.sc.turn_type(turn).last_campaign);
        let chances = (survey.turn() + 1..=survey.sc.end_turn).filter(|&turn| survey.sc.turn_type(turn).land_recruit);
        i64::from(survey.st.strength(survey.sc, survey.me)) >= full || musters.count() == 0 || chances.count() == 0
    }
}
