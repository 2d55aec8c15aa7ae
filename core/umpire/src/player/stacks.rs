//! Movement and combat orders for what the draft wants done (UM-15, UM-18).

use std::collections::BTreeMap;

use super::assess::Survey;
use super::draft::{Draft, Task, total};
use super::forces::Strength;
use super::generals;
use super::odds;
use super::sea::Voyage;
use super::targets::{Aim, Target};
use crate::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use crate::model::ids::{GeneralId, ProvinceId};
use crate::model::scenario::CityStatus;
use crate::orders::{MoveForce, Order, SetCombatOrders};

use DefaultAction::{Defend, Manoeuvre, Retreat};

/// Movement and combat orders of a whole draft, in working sequence (UM-15.8).
pub fn orders(survey: &Survey, draft: &Draft, targets: &[Target]) -> Vec<Order> {
    let sails = |task: &Task| if let Task::Sail { voyage, .. } = task { voyage.admiral } else { None };
    let admirals = draft.tasks.iter().filter_map(sails).collect();
    let mut writer = Writer { survey, draft, targets, admirals, orders: Vec::new() };
    for at in 0..draft.stacks.len() {
        if let Some((general, task)) = &draft.columns[at] {
            writer.task(at, &[*general], task);
        }
    }
    for at in 0..draft.stacks.len() {
        let generals = writer.travellers(at);
        writer.task(at, &generals, &draft.tasks[at]);
    }
    writer.exile_the_doubtful();
    writer.orders
}

struct Writer<'s, 'a> {
    survey: &'s Survey<'a>,
    draft: &'s Draft,
    targets: &'s [Target],
    /// Who sails with an army that he does not lead.
    admirals: Vec<GeneralId>,
    orders: Vec<Order>,
}

impl Writer<'_, '_> {
    fn name(&self, place: ProvinceId) -> String {
        self.survey.st.place_name(self.survey.sc, place).to_owned()
    }

    fn captain(&self, general: GeneralId) -> String {
        self.survey.sc.names[self.survey.st.general(general).name.index()].as_str().to_owned()
    }

    /// The generals who go with a stack: all of them where nobody stays behind, else the best one.
    fn travellers(&self, at: usize) -> Vec<GeneralId> {
        let stack = &self.draft.stacks[at];
        let away = self.draft.columns[at].as_ref().map(|(general, _)| *general);
        let stays = |id: &GeneralId| Some(*id) != away && !self.admirals.contains(id);
        let here: Vec<GeneralId> = stack.generals.iter().copied().filter(stays).collect();
        if stack.home { here.into_iter().take(1).collect() } else { here }
    }

    fn task(&mut self, at: usize, generals: &[GeneralId], task: &Task) {
        let Some(&general) = generals.first() else { return };
        let from = self.draft.stacks[at].place;
        match task {
            Task::Hold => self.stay(at, general),
            Task::Attack { place, way, .. } if way.is_empty() => {
                let orders = self.attack_orders(*place);
                self.stand(general, from, orders);
            }
            Task::Attack { place, way, units } => {
                let orders = self.attack_orders(*place);
                self.leave(at, general);
                self.go(generals, units, way, orders);
            }
            Task::Join { place, way, units } => {
                let end = way.last().copied().unwrap_or(*place);
                let orders = self.orders_at_home(end, Strength::of(self.survey.sc, units, self.terrain(end)));
                self.leave(at, general);
                self.go(generals, units, way, orders);
            }
            Task::Sail { place, voyage, units } => {
                self.leave(at, general);
                self.sail(generals, *place, voyage, units);
            }
            Task::Escort => {}
            Task::Sweep { stops } => {
                self.leave(at, general);
                let mut left: Vec<Vec<u16>> = stops.iter().map(|(_, units)| units.clone()).collect();
                for (stop, (way, _)) in stops.iter().enumerate() {
                    let mut force = vec![0; self.survey.sc.types.len()];
                    for units in &left[stop..] {
                        for (sum, count) in force.iter_mut().zip(units) {
                            *sum += count;
                        }
                    }
                    left[stop].clear();
                    let end = way.last().copied().unwrap_or(from);
                    let orders = if self.survey.st.province(end).owner == self.survey.me || self.walls(end) {
                        CombatOrders::new(1, Defend)
                    } else {
                        CombatOrders::new(1, Manoeuvre)
                    };
                    self.go(generals, &force, way, orders);
                }
            }
        }
    }

    /// Fleet and army meet, sail, land and go on: an order for each.
    fn sail(&mut self, generals: &[GeneralId], place: ProvinceId, voyage: &Voyage, units: &[u16]) {
        let survey = self.survey;
        let own = |at: ProvinceId| survey.st.province(at).owner == survey.me;
        let at_port = CombatOrders::new(1, Defend);
        let harbour = voyage.harbour();
        let army = if own(place) && !survey.contested(place) {
            self.orders_at_home(place, Strength::of(survey.sc, units, self.terrain(place)))
        } else {
            self.attack_orders(place)
        };
        let fleet = if own(harbour) { at_port } else { CombatOrders::new(2, Manoeuvre) };
        if let Some(admiral) = voyage.admiral {
            self.go_by_sea(&[admiral], &voyage.squadrons, &voyage.fetch, (at_port, at_port));
        }
        self.go(generals, units, &voyage.march, at_port);
        let crew: Vec<GeneralId> = generals.iter().copied().chain(voyage.admiral).collect();
        let aboard: Vec<u16> = units.iter().zip(&voyage.squadrons).map(|(army, fleet)| army + fleet).collect();
        self.go_by_sea(&crew, &aboard, &voyage.sail, (fleet, if voyage.onward.is_empty() { army } else { at_port }));
        let ashore: Vec<GeneralId> =
            generals.iter().copied().filter(|&id| survey.st.general(id).arm == Arm::Land).collect();
        self.go(if ashore.is_empty() { generals } else { &ashore }, units, &voyage.onward, army);
    }

    fn terrain(&self, place: ProvinceId) -> usize {
        self.survey.sc.province(place).terrain
    }

    fn walls(&self, place: ProvinceId) -> bool {
        self.survey.st.province(place).cty == CityStatus::Standing
    }

    /// A stack that stays: the garrison's orders, or the besieger's where it stands before a city.
    fn stay(&mut self, at: usize, general: GeneralId) {
        let stack = &self.draft.stacks[at];
        let place = stack.place;
        let orders =
            if stack.home { self.orders_at_home(place, self.survey.own_at(place)) } else { self.attack_orders(place) };
        self.stand(general, place, orders);
    }

    /// What stays behind when an army leaves holds the city.
    fn leave(&mut self, at: usize, general: GeneralId) {
        let stack = &self.draft.stacks[at];
        if stack.home {
            let orders = self.orders_at_home(stack.place, Strength { armies: 1, ..Strength::default() });
            self.stand(general, stack.place, orders);
        }
    }

    /// Combat orders in an own province: behind the walls, and out of them only against a weaker enemy.
    fn orders_at_home(&self, place: ProvinceId, army: Strength) -> CombatOrders {
        let survey = self.survey;
        if !self.walls(place) || survey.st.province(place).owner != survey.me {
            // No walls to hold (UM-18.15): a real army stands, a watch slips away.
            return if army.armies >= 4 { CombatOrders::new(2, Manoeuvre) } else { CombatOrders::new(1, Retreat) };
        }
        let risk = if army.armies >= 6 { 2 } else { 1 };
        CombatOrders::new(risk, Defend)
    }

    /// Combat orders before an enemy's city or against an army in one's own province.
    fn attack_orders(&self, place: ProvinceId) -> CombatOrders {
        let survey = self.survey;
        let Some(target) = self.targets.iter().find(|target| target.place == place) else {
            return CombatOrders::new(1, if survey.st.province(place).owner == survey.me { Defend } else { Manoeuvre });
        };
        let army = self.gathered(place);
        let own = odds::led(survey.sc, army.field, self.skill_at(place));
        let theirs = odds::led(survey.sc, target.garrison.field + target.relief, odds::AVERAGE_SKILL);
        match target.aim {
            Aim::Free => CombatOrders::new(2, if self.walls(place) { Defend } else { Manoeuvre }),
            Aim::Take if own * 100 < theirs * 90 => CombatOrders::new(1, Retreat),
            Aim::Take if odds::storms(army, target.city) && own > theirs => CombatOrders::new(3, Manoeuvre),
            Aim::Take => CombatOrders::new(2, Manoeuvre),
        }
    }

    /// All that goes to a place or stands there.
    fn gathered(&self, place: ProvinceId) -> Strength {
        let sc = self.survey.sc;
        let mut army = Strength::default();
        for task in &self.draft.tasks {
            if let Task::Attack { place: to, units, .. } | Task::Sail { place: to, units, .. } = task
                && *to == place
            {
                army = army.and(Strength::of(sc, units, self.terrain(place)));
            }
        }
        army
    }

    fn skill_at(&self, place: ProvinceId) -> i64 {
        let going = self.draft.stacks.iter().zip(&self.draft.tasks);
        let leaders = going.filter(
            |(_, task)| matches!(task, Task::Attack { place: to, .. } | Task::Sail { place: to, .. } if *to == place),
        );
        let senior = self.survey.st.senior(leaders.filter_map(|(stack, _)| stack.generals.first().copied()));
        senior.map_or(2, |general| generals::skill(self.survey, general))
    }

    /// Standing orders, where they differ from those in force; squadrons at home defend the port.
    fn stand(&mut self, general: GeneralId, place: ProvinceId, army: CombatOrders) {
        let survey = self.survey;
        let now = |arm| survey.st.combat_orders(survey.sc, place, survey.me, arm);
        let army = (survey.armies(place) > 0 && now(Arm::Land) != army).then_some(army);
        let port = survey.st.province(place).owner == survey.me && self.walls(place);
        let defend = CombatOrders::new(1, Defend);
        let fleet = (port && survey.fleets(place) > 0 && now(Arm::Sea) != defend).then_some(defend);
        if army.is_some() || fleet.is_some() {
            self.orders.push(Order::SetCombatOrders(SetCombatOrders { general: self.captain(general), fleet, army }));
        }
    }

    fn go(&mut self, generals: &[GeneralId], units: &[u16], way: &[ProvinceId], orders: CombatOrders) {
        self.force(generals, units, way, (None, (total(units) > 0).then_some(orders)));
    }

    fn go_by_sea(
        &mut self, generals: &[GeneralId], units: &[u16], way: &[ProvinceId],
        (fleet, army): (CombatOrders, CombatOrders),
    ) {
        let carries = units.iter().zip(&self.survey.sc.types).any(|(count, kind)| *count > 0 && !kind.is_fleet());
        self.force(generals, units, way, (Some(fleet), carries.then_some(army)));
    }

    fn force(
        &mut self, generals: &[GeneralId], units: &[u16], way: &[ProvinceId],
        (fleet_orders, army_orders): (Option<CombatOrders>, Option<CombatOrders>),
    ) {
        let Some((last, via)) = way.split_last() else { return };
        let sc = self.survey.sc;
        let listed: BTreeMap<String, u16> = sc
            .type_ids()
            .filter(|kind| units[kind.index()] > 0)
            .map(|kind| (sc.unit(kind).id.as_str().to_owned(), units[kind.index()]))
            .collect();
        self.orders.push(Order::MoveForce(MoveForce {
            generals: generals.iter().map(|&general| self.captain(general)).collect(),
            units: listed,
            via: via.iter().map(|&place| self.name(place)).collect(),
            destination: self.name(*last),
            fleet_orders,
            army_orders,
        }));
    }

    /// Generals of doubtful loyalty who would be alone with a large part of the army ride to a quiet place (UM-27).
    fn exile_the_doubtful(&mut self) {
        let survey = self.survey;
        let all = survey.st.strength(survey.sc, survey.me).max(1);
        for (at, stack) in self.draft.stacks.iter().enumerate() {
            let general = stack.generals[0];
            let holds = self.draft.tasks[at] == Task::Hold && self.draft.columns[at].is_none();
            let share = survey.armies(stack.place) * 100 / all;
            if !holds || !stack.home || stack.besieged || share <= 20 || !generals::doubtful(survey, general) {
                continue;
            }
            let steps = survey.sc.graph.steps(stack.place.0, kernel::map::Mode::Land).iter();
            let quiet = steps.map(|step| ProvinceId(step.to)).find(|&place| {
                survey.st.province(place).owner == survey.me
                    && !survey.contested(place)
                    && survey.armies(place) * 100 / all <= 10
            });
            if let Some(place) = quiet {
                let none = vec![0; survey.sc.types.len()];
                self.go(&[general], &none, &[place], CombatOrders::new(1, Defend));
            }
        }
    }
}
