//! What a seat may see, made of the true state (section 6).
//!
//! A seat knows what belongs to its own powers and their friends. Of others it knows where land units and fleets are
//! (ER-7.1), and all about them where both sides have some of the same kind in a hex (ER-7.2), or with the option
//! (ER-7.3).

use kernel::SeatId;

use crate::knowledge::known::{self, Knowledge, Sighting};
use crate::knowledge::view::{
    ArmyView, CaughtView, CityView, Core, DecisionView, FleetView, GoalView, LeaderView, OwnArmyView, OwnFleetView,
    OwnPowerView, PolicyView, PowerView, ProvinceView, ShipsView, SiegeView, UnknownView, VictoryView, View, YardView,
};
use crate::model::frames::{Ask, Frame, Question};
use crate::model::ids::{CityId, HEXES, HexId, KINDS, LeaderId, Name, Named, PowerId, Powers, ProvinceId, UnitKind};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{
    Army, Band, Cargo, City, Fleet, Leader, LeaderPlace, Policy, Province, RetreatPolicy, State, Yard, leader_in_play,
};
use crate::model::units::{Units, units};
use crate::rules::decisions;
use crate::rules::relations;
use crate::rules::strength;
use crate::rules::{sequence, taxes, victory as goals};

/// What a seat knows all about, and what the rest takes to tell.
struct Eye<'a> {
    sc: &'a Scenario,
    st: &'a State,
    seat: SeatId,
    /// They and their friends.
    side: Powers,
    /// By hex: whether they have land units there (ER-7.2).
    ashore: Vec<bool>,
    /// By hex: whether they have fleets there (ER-7.2).
    afloat: Vec<bool>,
}

/// A campaign as one seat sees it.
pub fn view(sc: &Scenario, st: &State, seat: SeatId) -> View {
    let own = relations::powers_of(sc, st, seat);
    let eye = Eye::of(sc, st, seat, own);
    let key = |seat: SeatId| sc.seats[seat.index()].key.clone();
    let parties = |powers: Powers| powers.iter().map(|power| sc.power_name(power)).collect::<Vec<_>>();
    let ask = eye.ask();
    let unknown = |(hex, power, at_sea)| UnknownView { hex, power: sc.power_name(power), at_sea };
    View {
        seat: key(seat),
        powers: parties(own),
        date: st.month.to_string(),
        winter: st.winter,
        phase: st.stage.played().filter(|_| st.ending.is_none()),
        acting: parties(relations::acting(sc, st)),
        ended: st.ended.iter().map(key).collect(),
        to_act: sequence::awaits(sc, st, seat),
        deciding: ask.as_ref().map(|ask| key(ask.seat)),
        decision: ask.as_ref().filter(|ask| ask.seat == seat).map(|ask| decision(sc, st, ask)),
        options: st.options,
        all_powers: sc.power_ids().map(|power| eye.power(power)).collect(),
        alliances: st.alliances.iter().map(|&(a, b)| [sc.power_name(a), sc.power_name(b)]).collect(),
        provinces: eye.provinces(),
        cities: eye.cities(),
        armies: st.armies.iter().filter(|army| eye.knows_army(army)).map(|army| eye.army(army)).collect(),
        fleets: st.fleets.iter().filter(|fleet| eye.knows_fleet(fleet)).map(|fleet| eye.fleet(fleet)).collect(),
        unknown: eye.unknown().into_iter().map(unknown).collect(),
        leaders: eye.leaders(),
        yards: eye.yards().map(|yard| eye.yard(yard)).collect(),
        caught: eye.caught(),
        victory: victory(sc, st),
        over: st.ending.is_some(),
        core: eye.core(ask),
    }
}

/// What a seat takes a campaign to be: what its view makes it believe, without the words.
pub fn knowledge(sc: &Scenario, st: &State, seat: SeatId) -> Knowledge {
    let eye = Eye::of(sc, st, seat, relations::powers_of(sc, st, seat));
    let sightings = eye.unknown().into_iter().map(|(hex, power, at_sea)| {
        let port_besieged = sc.hex(hex).city.is_some_and(|city| eye.port_besieged(city));
        Sighting { hex, power, at_sea, port_besieged }
    });
    Knowledge::filled(sc, eye.known(), sightings.collect())
}

impl<'a> Eye<'a> {
    fn of(sc: &'a Scenario, st: &'a State, seat: SeatId, own: Powers) -> Self {
        let side = relations::friends(sc, st, own);
        let armies = st.armies.iter().filter(|army| side.has(army.id.power) && !army.bands.is_empty());
        let fleets = st.fleets.iter().filter(|fleet| fleet.ships.iter().any(|&(power, _)| side.has(power)));
        let mut eye = Self { sc, st, seat, side, ashore: vec![false; HEXES], afloat: vec![false; HEXES] };
        armies.for_each(|army| eye.ashore[army.hex.index()] = true);
        fleets.for_each(|fleet| eye.afloat[fleet.hex.index()] = true);
        eye
    }

    fn ask(&self) -> Option<Ask> {
        let Some(Frame::Ask(ask)) = self.st.stack.last() else { return None };
        if ask.seat == self.seat {
            return Some(ask.clone());
        }
        Some(Ask { seat: ask.seat, powers: Powers::NONE, question: Question::Unknown })
    }

    /// The true state without what the seat does not know.
    fn known(&self) -> State {
        let (sc, st) = (self.sc, self.st);
        let city = |id: CityId| {
            let now = st.city(id);
            let siege = now.siege.filter(|_| self.concerned(id)).map(|since| (since, now.fort));
            City {
                controller: now.controller,
                fort: siege.map_or(sc.city(id).fortification, |(_, fort)| fort),
                siege: now.siege.map(|_| siege.map_or(st.month, |(since, _)| since)),
            }
        };
        let leader = |id: LeaderId| {
            let now = st.leader(id);
            if self.knows_leader(id) {
                Leader { spent: self.spent(now), ..now.clone() }
            } else {
                known::nowhere(sc, id)
            }
        };
        let army = |army: &Army| {
            let ours = self.side.has(army.id.power);
            Army {
                id: army.id,
                hex: army.hex,
                status: army.status,
                bands: self.bands(ours, &army.bands),
                came_from: army.came_from.filter(|_| ours),
                stopped: ours && army.stopped,
                attacked: ours && army.attacked,
                intercepted: false,
                policy: if ours { army.policy } else { Policy::default() },
            }
        };
        let fleet = |fleet: &Fleet| {
            let ours = self.ours(fleet);
            Fleet {
                id: fleet.id,
                hex: fleet.hex,
                status: fleet.status,
                ships: fleet.ships.clone(),
                cargo: Cargo { power: fleet.cargo.power, bands: self.bands(ours, &fleet.cargo.bands) },
                used: if ours { fleet.used } else { 0 },
                fought: fleet.fought,
                stopped: ours && fleet.stopped,
                months_out: if ours { fleet.months_out } else { 0 },
                policy: if ours { fleet.policy } else { Policy::default() },
            }
        };
        // There is room for those of unknown strength, too.
        let (mut armies, mut fleets) = (Vec::with_capacity(st.armies.len()), Vec::with_capacity(st.fleets.len()));
        armies.extend(st.armies.iter().filter(|army| self.knows_army(army)).map(army));
        fleets.extend(st.fleets.iter().filter(|fleet| self.knows_fleet(fleet)).map(fleet));
        State {
            provinces: sc.province_ids().map(|id| self.province(id)).collect(),
            cities: sc.city_ids().map(city).collect(),
            leaders: sc.leader_ids().map(leader).collect(),
            armies,
            fleets,
            yards: self.yards().copied().collect(),
            alliances: st.alliances.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect(),
            ..known::bare(self.core(self.ask()), st.winter, st.options)
        }
    }

    fn core(&self, ask: Option<Ask>) -> Core {
        let st = self.st;
        let public = |id: PowerId| {
            let now = st.power(id).clone();
            if self.side.has(id) {
                return now;
            }
            let policy = Policy::default();
            crate::model::state::Power {
                treasury: 0,
                replacements: 0,
                lost: [0; KINDS + 1],
                undone_by: None,
                policy,
                ..now
            }
        };
        let visible = |raised: &&crate::model::state::Raised| {
            let province = self.sc.hex(raised.hex).province;
            province.is_some_and(|id| st.province(id).controller.is_some_and(|power| self.side.has(power)))
        };
        Core {
            seat: self.seat,
            steps: st.steps,
            month: st.month,
            stage: st.stage,
            turns: st.turns.clone(),
            ended: st.ended,
            resigned: st.resigned,
            wishes: st.wishes.clone(),
            powers: self.sc.power_ids().map(public).collect(),
            ask,
            combats: st.combats,
            ending: st.ending.clone(),
            raised: st.raised.iter().filter(visible).copied().collect(),
        }
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
            let now = self.province(id);
            let ours = now.controller.is_some_and(|power| self.side.has(power));
            ProvinceView {
                province: sc.province_name(id),
                controller: now.controller.map(|power| sc.power_name(power)),
                plundered_until: now.plundered_until.filter(|_| st.plundered(id)).map(|month| month.to_string()),
                plundered_at_home: now.plundered_at_home,
                recruited: ours.then(|| counted(|kind| u16::from(now.recruited[kind.index()]))),
                now,
            }
        };
        open.map(line).collect()
    }

    fn province(&self, id: ProvinceId) -> Province {
        let mut shown = self.st.province(id).clone();
        let ours = shown.controller.is_some_and(|power| self.side.has(power));
        if !ours {
            shown.recruited = [0; KINDS + 1];
        }
        // It tells of strengths (ER-R34): for those who occupy, and for the occupied.
        shown.occupied = shown.occupied.filter(|(power, _)| ours || self.side.has(*power));
        shown
    }

    fn cities(&self) -> Vec<CityView> {
        let (sc, st) = (self.sc, self.st);
        let line = |id| {
            let (info, now) = (sc.city(id), st.city(id));
            let months = st.siege_months(id).filter(|_| self.concerned(id));
            CityView {
                city: sc.city_name(id),
                hex: info.hex,
                controller: sc.power_name(now.controller),
                besieged: now.siege.is_some(),
                port_besieged: self.port_besieged(id),
                siege: months.map(|months| SiegeView { months, fort: now.fort }),
            }
        };
        sc.city_ids().map(line).collect()
    }

    fn port_besieged(&self, id: CityId) -> bool {
        self.sc.city(id).port && relations::port_besieged(self.sc, self.st, id)
    }

    /// Whether it is told how a siege stands: to those within, without, and whose city it is.
    fn concerned(&self, id: CityId) -> bool {
        let (st, hex) = (self.st, self.sc.city(id).hex);
        let there = || st.armies_at(hex).any(|army| self.side.has(army.id.power));
        st.options.intelligence || self.side.has(st.city(id).controller) || there()
    }

    /// Units as they are seen: what each has spent is its own side's to know.
    fn bands(&self, ours: bool, bands: &[Band]) -> Vec<Band> {
        if ours { bands.to_vec() } else { rested(bands) }
    }

    fn ours(&self, fleet: &Fleet) -> bool {
        fleet.ships.iter().any(|&(power, _)| self.side.has(power))
    }

    fn knows_army(&self, army: &Army) -> bool {
        self.side.has(army.id.power) || self.st.options.intelligence || self.ashore[army.hex.index()]
    }

    fn knows_fleet(&self, fleet: &Fleet) -> bool {
        // A fleet of one's own is where one has a fleet.
        self.st.options.intelligence || self.afloat[fleet.hex.index()]
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
            bands: self.bands(ours, &army.bands),
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
            bands: self.bands(ours, &fleet.cargo.bands),
        }
    }

    /// One line per hex and power, however many there are (ER-7.1).
    fn unknown(&self) -> Vec<(HexId, PowerId, bool)> {
        let armies = self.st.armies.iter().filter(|army| !self.knows_army(army));
        let fleets = self.st.fleets.iter().filter(|fleet| !self.knows_fleet(fleet));
        let mut all: Vec<(HexId, PowerId, bool)> = armies
            .map(|army| (army.hex, army.id.power, false))
            .chain(fleets.map(|fleet| (fleet.hex, fleet.id.power, true)))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
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
                place: now.place,
                spent: self.spent(now),
            }
        };
        sc.leader_ids().filter(|&id| self.knows_leader(id)).map(line).collect()
    }

    fn knows_leader(&self, id: LeaderId) -> bool {
        match self.st.leader(id).place {
            LeaderPlace::Army(id) => self.st.army(id).is_some_and(|army| self.knows_army(army)),
            LeaderPlace::Fleet(id) => self.st.fleet(id).is_some_and(|fleet| self.knows_fleet(fleet)),
            _ => true,
        }
    }

    fn spent(&self, leader: &Leader) -> u8 {
        if self.side.has(leader.power) && leader_in_play(leader) { leader.spent } else { 0 }
    }

    fn yards(&self) -> impl Iterator<Item = &Yard> {
        self.st.yards.iter().filter(|yard| self.side.has(self.st.city(yard.city).controller))
    }

    fn yard(&self, yard: &Yard) -> YardView {
        YardView { city: self.sc.city_name(yard.city), ships: yard.ships, ready: yard.ready.to_string(), yard: *yard }
    }

    fn caught(&self) -> Vec<CaughtView> {
        let line = |caught: &crate::model::state::Caught| CaughtView {
            hex: caught.hex,
            power: self.sc.power_name(caught.army.power),
            by: {
                let by: Powers = caught.by.iter().map(|id| id.power).collect();
                by.iter().map(|power| self.sc.power_name(power)).collect()
            },
        };
        self.st.caught.iter().map(line).collect()
    }
}

fn victory(sc: &Scenario, st: &State) -> Vec<VictoryView> {
    let line = |victory: &crate::model::scenario::Victory| VictoryView {
        power: sc.power_name(victory.power),
        needed: victory.needed,
        goals: victory
            .goals
            .iter()
            .map(|goal| GoalView {
                id: goal.id.clone(),
                text: goal.text.clone(),
                fulfilled: goals::fulfilled(sc, st, victory.power, &goal.goal),
            })
            .collect(),
    };
    sc.victory.iter().map(line).collect()
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

/// Bands as others see them: what each unit has spent is not shown.
fn rested(bands: &[Band]) -> Vec<Band> {
    let mut seen = Vec::new();
    for &band in bands {
        crate::model::state::add_band(&mut seen, Band { spent: 0, ..band });
    }
    seen
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
        set: *policy,
    }
}
