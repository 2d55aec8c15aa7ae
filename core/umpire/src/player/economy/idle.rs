//! What money is for when garrisons, improvements and recruits want no more of it: better troops, new cities.

use super::EconomyPlan;
use crate::model::ids::{ProvinceId, Rp, TypeId};
use crate::model::scenario::{CityStatus, TurnType, code};
use crate::orders::{ConvertTroops, DisbandUnits, FoundCity, Order};
use crate::player::draft::{Draft, Task};
use crate::rules::options::economy;

/// What a new city must add to a province's revenue, tenths.
const WORTH_FOUNDING: i64 = 15;

impl EconomyPlan<'_, '_> {
    /// What is left and will not be wanted when next there is something to buy: improvements that could still be made,
    /// and units that the revenue would carry.
    pub fn idle(&self) -> Rp {
        let survey = self.survey;
        let sc = survey.sc;
        let ahead =
            |fits: fn(&TurnType) -> bool| (survey.turn() + 1..=sc.end_turn).any(|turn| fits(sc.turn_type(turn)));
        let mut wanted = Rp::ZERO;
        if survey.civilised && ahead(|turn| turn.investment) {
            let points: i64 = survey.own.iter().map(|&place| self.room_for_points(place)).sum();
            wanted += sc.economy.improve_cost.times((points - self.points).max(0), 1);
        }
        if ahead(|turn| turn.land_recruit) && (survey.civilised || self.tribe_recruits()) {
            wanted += sc.economy.unit_cost.times(self.room.clamp(0, 100), 1);
        }
        (self.left - wanted).max(Rp::ZERO)
    }

    /// What is left, wanted later or not.
    pub fn left(&self) -> Rp {
        self.left
    }

    /// Whole points that a city may still be improved by (UM-9.3).
    pub(super) fn room_for_points(&self, place: ProvinceId) -> i64 {
        let survey = self.survey;
        let province = survey.st.province(place);
        if province.cty != CityStatus::Standing {
            return 0;
        }
        let ceiling = economy::improvement_ceiling(&survey.sc.economy, province.rev_original);
        (ceiling - province.rev_current - province.pending).in_tenths().div_euclid(10).max(0)
    }

    /// UM-12.4: troops that stay where they are become better ones, which cost no more to keep.
    pub(super) fn convert(&mut self, draft: &Draft) {
        let survey = self.survey;
        let (sc, price) = (survey.sc, survey.sc.economy.convert_cost);
        if !survey.carries.investment {
            return;
        }
        let stays = |place: ProvinceId| {
            let stack = draft.stacks.iter().position(|stack| stack.place == place);
            stack.is_none_or(|at| draft.tasks[at] == Task::Hold && draft.columns[at].is_none())
        };
        let value = |kind: TypeId, terrain: usize| {
            let unit = sc.unit(kind);
            unit.land[terrain] + unit.assault + unit.siege
        };
        for place in survey.own.clone().into_iter().filter(|&place| stays(place)) {
            let terrain = sc.province(place).terrain;
            for from in sc.type_ids().filter(|&kind| sc.unit(kind).convert_nations[survey.me.index()]) {
                let have = i64::from(survey.count(place, from));
                if have == 0 {
                    continue;
                }
                let better = sc.unit(from).convert_to.iter().copied().max_by_key(|&to| (value(to, terrain), to));
                let Some(to) = better.filter(|&to| value(to, terrain) > value(from, terrain)) else { continue };
                let affordable = self.idle().in_tenths() / price.in_tenths().max(1);
                let count = have.min(affordable);
                if count > 0 && !self.disbands(place, from) {
                    self.left -= price.times(count, 1);
                    self.options.push(Order::ConvertTroops(ConvertTroops {
                        province: self.name(place),
                        from_type: sc.unit(from).id.as_str().to_owned(),
                        to_type: sc.unit(to).id.as_str().to_owned(),
                        count: count as u16,
                        barter: false,
                    }));
                }
            }
        }
    }

    fn disbands(&self, place: ProvinceId, kind: TypeId) -> bool {
        let (name, id) = (self.name(place), self.survey.sc.unit(kind).id.as_str());
        let same = |order: &Order| matches!(order, Order::DisbandUnits(DisbandUnits { province, unit_type, .. }) if *province == name && unit_type == id);
        self.options.iter().any(same)
    }

    /// UM-9.7: a city where there is none, if it yields much more than the land does, and loyally.
    pub(super) fn found(&mut self) {
        let survey = self.survey;
        let (sc, st) = (survey.sc, &survey.st);
        if !survey.carries.investment || !survey.civilised {
            return;
        }
        let mut names = sc.city_names[survey.me.index()].iter().map(|name| sc.names[name.index()].to_string());
        for place in survey.own.clone() {
            if st.province(place).cty == CityStatus::Standing
                || survey.contested(place)
                || st.threatened(sc, place, survey.me)
            {
                continue;
            }
            let money = self.idle();
            let best = sc.economy.found_cost.iter().filter(|(_, cost)| **cost <= money).max_by_key(|(size, _)| **size);
            let Some((&size, &cost)) =
                best.filter(|(size, _)| i64::from(**size) * 10 >= survey.revenue(place) + WORTH_FOUNDING)
            else {
                continue;
            };
            let free = |name: &String| {
                let wanted = code(name);
                sc.province_ids().all(|other| other == place || code(st.place_name(sc, other)) != wanted)
            };
            let Some(name) = names.by_ref().find(free) else { return };
            self.left -= cost;
            self.options.push(Order::FoundCity(FoundCity { province: self.name(place), name, size }));
        }
    }
}
