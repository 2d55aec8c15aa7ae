//! The view of what a seat knows: the only thing about a campaign that leaves the room.

use kernel::SeatId;

use crate::knowledge::known::{Knowledge, SeenCaught, Sighting, concerned};
use crate::knowledge::view::{
    ArmyView, CaughtView, CityView, DecisionView, FleetView, GoalView, LeaderView, OwnArmyView, OwnFleetView,
    OwnPowerView, PolicyView, PowerView, ProvinceView, ShipsView, SiegeView, UnknownView, VictoryView, View, YardView,
};
use crate::model::frames::{Ask, Question};
use crate::model::ids::{LeaderId, Name, Named, PowerId, PowerName, Powers, UnitKind};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, Fleet, LeaderPlace, Policy, RetreatPolicy, State, Yard};
use crate::model::units::{Units, units};
use crate::rules::{decisions, relations, sequence, strength, taxes};

/// What the view is made of.
struct Renderer<'a> {
    sc: &'a Scenario,
    known: &'a Knowledge,
    st: &'a State,
    /// The seat's powers and their friends.
    side: Powers,
}

impl Knowledge {
    /// The same for the wire.
    pub fn view(&self, sc: &Scenario) -> View {
        let st = &self.st;
        let renderer = Renderer { sc, known: self, st, side: self.side(sc) };
        let key = |seat: SeatId| sc.seats[seat.index()].key.clone();
        View {
            seat: sc.seats.get(self.seat.index()).map_or_else(String::new, |seat| seat.key.clone()),
            powers: renderer.named(self.powers(sc)),
            date: st.month.to_string(),
            winter: st.winter,
            phase: self.phase(),
            acting: renderer.named(relations::acting(sc, st)),
            ended: st.ended.iter().map(key).collect(),
            to_act: self.seat != SeatId::NOBODY && sequence::awaits(sc, st, self.seat),
            deciding: self.ask().map(|ask| key(ask.seat)),
            decision: self.own_ask().map(|ask| decision(sc, st, ask)),
            options: st.options,
            all_powers: sc.power_ids().map(|power| renderer.power(power)).collect(),
            alliances: st.alliances.iter().map(|&(a, b)| [sc.power_name(a), sc.power_name(b)]).collect(),
            provinces: renderer.provinces(),
            cities: renderer.cities(),
            armies: self.armies().map(|army| renderer.army(army)).collect(),
            fleets: self.fleets().map(|fleet| renderer.fleet(fleet)).collect(),
            unknown: self.sightings.iter().map(|seen| renderer.unknown(seen)).collect(),
            leaders: renderer.leaders(),
            yards: st.yards.iter().map(|yard| renderer.yard(yard)).collect(),
            caught: self.caught.iter().map(|caught| renderer.caught(caught)).collect(),
            victory: renderer.victory(),
            over: st.ending.is_some(),
        }
    }
}

impl Renderer<'_> {
    fn named(&self, powers: Powers) -> Vec<PowerName> {
        powers.iter().map(|power| self.sc.power_name(power)).collect()
    }

    fn power(&self, id: PowerId) -> PowerView {
        let (sc, st) = (self.sc, self.st);
        let now = st.power(id);
        let own = self.side.has(id).then(|| OwnPowerView {
            treasury: now.treasury,
            income: taxes::income(sc, st, id),
            replacements: now.replacements,
            lost: counted(|kind| now.lost[kind.index()]),
            lost_ships: now.lost[crate::model::ids::FLEET],
            policy: policy(sc, &now.policy),
        });
        PowerView {
            power: sc.power_name(id),
            kind: now.kind,
            active: now.active,
            dissolved: now.dissolved,
            patron: now.patron.map(|patron| sc.power_name(patron)),
            controller: now.controller.map(|controller| sc.power_name(controller)),
            seat: relations::seat_of(sc, st, id).map(|seat| sc.seats[seat.index()].key.clone()),
            morale: now.morale,
            war_targets: now.war_targets.iter().map(|target| sc.power_name(target)).collect(),
            own,
        }
    }

    fn provinces(&self) -> Vec<ProvinceView> {
        let (sc, st) = (self.sc, self.st);
        let open = sc.province_ids().filter(|&id| sc.province(id).initial.is_some());
        let line = |id| {
            let now = st.province(id);
            let ours = now.controller.is_some_and(|power| self.side.has(power));
            ProvinceView {
                province: sc.province_name(id),
                controller: now.controller.map(|power| sc.power_name(power)),
                plundered_until: now.plundered_until.filter(|_| st.plundered(id)).map(|month| month.to_string()),
                plundered_at_home: now.plundered_at_home,
                recruited: ours.then(|| counted(|kind| u16::from(now.recruited[kind.index()]))),
            }
        };
        open.map(line).collect()
    }

    fn cities(&self) -> Vec<CityView> {
        let (sc, st) = (self.sc, self.st);
        let line = |id| {
            let (info, now) = (sc.city(id), st.city(id));
            let months = st.siege_months(id).filter(|_| concerned(sc, st, self.side, id));
            CityView {
                city: sc.city_name(id),
                hex: info.hex,
                controller: sc.power_name(now.controller),
                besieged: now.siege.is_some(),
                port_besieged: info.port && relations::port_besieged(sc, st, id),
                siege: months.map(|months| SiegeView { months, fort: now.fort }),
            }
        };
        sc.city_ids().map(line).collect()
    }

    fn ours(&self, fleet: &Fleet) -> bool {
        fleet.ships.iter().any(|&(power, _)| self.side.has(power))
    }

    fn army(&self, army: &Army) -> ArmyView {
        let (sc, st) = (self.sc, self.st);
        let ours = self.side.has(army.id.power);
        let values = strength::of_bands(sc, st, &army.bands);
        let name = Name::from(names::army(sc, army.id));
        ArmyView {
            army: Named::new(army.id, &name),
            power: sc.power_name(army.id.power),
            hex: army.hex,
            status: army.status,
            units: units(&army.bands),
            leaders: st.leaders_of(army.id).map(|(id, _)| sc.leader_name(id)).collect(),
            land: strength::show(values.land4),
            sea: strength::show(values.sea4),
            stacking: values.stacking,
            own: ours.then(|| OwnArmyView {
                moves_left: strength::moves_left(sc, st, army),
                stopped: army.stopped,
                attacked: army.attacked,
                came_from: army.came_from,
                policy: policy(sc, &army.policy),
            }),
        }
    }

    fn fleet(&self, fleet: &Fleet) -> FleetView {
        let (sc, st) = (self.sc, self.st);
        let ours = self.ours(fleet);
        let stacking = strength::of_bands(sc, st, &fleet.cargo.bands).stacking;
        let name = Name::from(names::fleet(sc, fleet.id));
        FleetView {
            fleet: Named::new(fleet.id, &name),
            power: sc.power_name(fleet.id.power),
            hex: fleet.hex,
            status: fleet.status,
            ships: fleet.ships.iter().map(|&(power, count)| ShipsView { power: sc.power_name(power), count }).collect(),
            cargo_power: fleet.cargo.power.map(|power| sc.power_name(power)),
            cargo: units(&fleet.cargo.bands),
            leaders: st.leaders_aboard(fleet.id).map(|(id, _)| sc.leader_name(id)).collect(),
            strength: strength::show(strength::of_fleet(sc, st, fleet)),
            fought: fleet.fought,
            own: ours.then(|| OwnFleetView {
                moves_left: strength::sailing_left(sc, fleet),
                landing_left: strength::landing_left(sc, fleet),
                used: fleet.used,
                room: strength::capacity(sc, fleet.size()).saturating_sub(stacking),
                stopped: fleet.stopped,
                months_out: fleet.months_out,
                policy: policy(sc, &fleet.policy),
            }),
        }
    }

    fn unknown(&self, seen: &Sighting) -> UnknownView {
        UnknownView { hex: seen.hex, power: self.sc.power_name(seen.power), at_sea: seen.at_sea }
    }

    /// Leaders whose force is known, and those captured, gone or not yet on the map, which is public.
    fn leaders(&self) -> Vec<LeaderView> {
        let (sc, st) = (self.sc, self.st);
        let line = |id: LeaderId| {
            let now = st.leader(id);
            let with = match now.place {
                LeaderPlace::Reserve => "reserve".to_owned(),
                LeaderPlace::Army(army) => names::army(sc, army),
                LeaderPlace::Fleet(fleet) => names::fleet(sc, fleet),
                LeaderPlace::Captured(_) => "captured".to_owned(),
                LeaderPlace::Gone => "gone".to_owned(),
            };
            LeaderView {
                leader: sc.leader_name(id),
                power: sc.power_name(now.power),
                with,
                ruler: now.ruler,
                succession: now.succession,
            }
        };
        sc.leader_ids().filter(|id| !self.known.unseen.contains(id)).map(line).collect()
    }

    fn yard(&self, yard: &Yard) -> YardView {
        YardView { city: self.sc.city_name(yard.city), ships: yard.ships, ready: yard.ready.to_string() }
    }

    fn caught(&self, caught: &SeenCaught) -> CaughtView {
        CaughtView { hex: caught.hex, power: self.sc.power_name(caught.power), by: self.named(caught.by) }
    }

    fn victory(&self) -> Vec<VictoryView> {
        let line = |(victory, fulfilled): (&crate::model::scenario::Victory, &Vec<bool>)| VictoryView {
            power: self.sc.power_name(victory.power),
            needed: victory.needed,
            goals: (victory.goals.iter().zip(fulfilled))
                .map(|(goal, &fulfilled)| GoalView { id: goal.id.clone(), text: goal.text.clone(), fulfilled })
                .collect(),
        };
        self.sc.victory.iter().zip(&self.known.fulfilled).map(line).collect()
    }
}

fn decision(sc: &Scenario, st: &State, ask: &Ask) -> DecisionView {
    let (hex, combat) = match &ask.question {
        Question::Intercept { hex, .. } => (Some(*hex), None),
        Question::RespondAttack { hex, combat, .. } | Question::ChooseRetreat { hex, combat, .. } => {
            (Some(*hex), Some(*combat))
        }
        Question::Season { combat, .. } => (None, Some(*combat)),
        Question::SetUp { .. } | Question::Alliance { .. } | Question::Unknown => (None, None),
    };
    DecisionView {
        answer_with: decisions::order_for(&ask.question).to_owned(),
        powers: ask.powers.iter().map(|power| sc.power_name(power)).collect(),
        question: decisions::words(sc, st, &ask.question),
        hex,
        combat,
        choices: decisions::choices(sc, &ask.question),
        default: decisions::default_words(&ask.question).to_owned(),
    }
}

fn counted(number: impl Fn(UnitKind) -> u16) -> Vec<Units> {
    let all = UnitKind::ALL.into_iter().map(|kind| Units { kind, seasoned: true, count: number(kind).min(255) as u8 });
    all.filter(|units| units.count > 0).collect()
}

fn policy(sc: &Scenario, policy: &Policy) -> PolicyView {
    let retreat = policy.retreat.map(|retreat| match retreat {
        RetreatPolicy::Ask => "ask".to_owned(),
        RetreatPolicy::Nearest => "nearest".to_owned(),
        RetreatPolicy::City(city) => sc.city(city).name.to_string(),
    });
    PolicyView {
        intercept: policy.intercept,
        respond_attack: policy.attacked,
        retreat_to: retreat,
        season: policy.season,
        set_up: policy.set_up,
    }
}
