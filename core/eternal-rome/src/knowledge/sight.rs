//! What a seat knows of a state (section 6).
//!
//! A seat knows what belongs to its own powers and their friends. Of others it knows where land units and fleets are
//! (ER-7.1), and all about them where both sides have some of the same kind in a hex (ER-7.2), or with the option
//! (ER-7.3).

use kernel::SeatId;

use crate::knowledge::known::{self, Knowledge, SeenCaught, Sighting};
use crate::model::frames::{Ask, Frame, Question};
use crate::model::ids::{CityId, HEXES, HexId, KINDS, LeaderId, PowerId, Powers, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::{
    Army, Band, Cargo, Caught, City, Fleet, Leader, LeaderPlace, Policy, Power, Province, Raised, State, Yard,
    leader_in_play,
};
use crate::rules::{relations, victory};

/// A state as one seat sees it, and what that takes to tell.
struct Eye<'a> {
    sc: &'a Scenario,
    st: &'a State,
    seat: SeatId,
    /// The seat's powers and their friends.
    side: Powers,
    /// By hex: whether they have land units there (ER-7.2).
    ashore: Vec<bool>,
    /// By hex: whether they have fleets there (ER-7.2).
    afloat: Vec<bool>,
}

impl Knowledge {
    /// What a seat knows of a state.
    pub fn of(sc: &Scenario, st: &State, seat: SeatId) -> Self {
        let eye = Eye::of(sc, st, seat, relations::powers_of(sc, st, seat));
        let mut knowledge = Self {
            seat,
            st: eye.state(),
            sightings: eye.sightings(),
            stand_ins: Vec::new(),
            unseen: sc.leader_ids().filter(|&id| !eye.knows_leader(id)).collect(),
            caught: st.caught.iter().map(caught).collect(),
            fulfilled: fulfilled(sc, st),
        };
        knowledge.stand_in(sc);
        knowledge
    }
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
    fn state(&self) -> State {
        let (sc, st) = (self.sc, self.st);
        // There is room for those of unknown strength, too.
        let (mut armies, mut fleets) = (Vec::with_capacity(st.armies.len()), Vec::with_capacity(st.fleets.len()));
        armies.extend(st.armies.iter().filter(|army| self.knows_army(army)).map(|army| self.army(army)));
        fleets.extend(st.fleets.iter().filter(|fleet| self.knows_fleet(fleet)).map(|fleet| self.fleet(fleet)));
        State {
            steps: st.steps,
            month: st.month,
            winter: st.winter,
            stage: st.stage,
            turns: st.turns.clone(),
            ended: st.ended,
            options: st.options,
            wishes: st.wishes.clone(),
            resigned: st.resigned,
            powers: sc.power_ids().map(|id| self.power(id)).collect(),
            provinces: sc.province_ids().map(|id| self.province(id)).collect(),
            cities: sc.city_ids().map(|id| self.city(id)).collect(),
            leaders: sc.leader_ids().map(|id| self.leader(id)).collect(),
            armies,
            fleets,
            yards: self.yards().copied().collect(),
            alliances: st.alliances.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect(),
            raised: st.raised.iter().filter(|raised| self.knows_raised(raised)).copied().collect(),
            tried: Vec::new(),
            let_pass: Vec::new(),
            caught: Vec::new(),
            stack: self.ask().map(Frame::Ask).into_iter().collect(),
            combats: st.combats,
            ending: st.ending.clone(),
        }
    }

    fn city(&self, id: CityId) -> City {
        let (sc, st) = (self.sc, self.st);
        let now = st.city(id);
        let siege = now.siege.filter(|_| known::concerned(sc, st, self.side, id)).map(|since| (since, now.fort));
        City {
            controller: now.controller,
            fort: siege.map_or(sc.city(id).fortification, |(_, fort)| fort),
            siege: now.siege.map(|_| siege.map_or(st.month, |(since, _)| since)),
        }
    }

    fn leader(&self, id: LeaderId) -> Leader {
        let now = self.st.leader(id);
        if self.knows_leader(id) { Leader { spent: self.spent(now), ..now.clone() } } else { nowhere(self.sc, id) }
    }

    fn army(&self, army: &Army) -> Army {
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
    }

    fn fleet(&self, fleet: &Fleet) -> Fleet {
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
    }

    /// A power as everybody knows it; all about those of the own side.
    fn power(&self, id: PowerId) -> Power {
        let now = self.st.power(id).clone();
        if self.side.has(id) {
            return now;
        }
        let (lost, policy) = ([0; KINDS + 1], Policy::default());
        Power { treasury: 0, replacements: 0, lost, undone_by: None, policy, ..now }
    }

    fn knows_raised(&self, raised: &Raised) -> bool {
        let province = self.sc.hex(raised.hex).province;
        province.is_some_and(|id| self.st.province(id).controller.is_some_and(|power| self.side.has(power)))
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

    /// Places with forces of unknown strength: one for each hex, power and arm, however many there are (ER-7.1).
    fn sightings(&self) -> Vec<Sighting> {
        let armies = self.st.armies.iter().filter(|army| !self.knows_army(army));
        let fleets = self.st.fleets.iter().filter(|fleet| !self.knows_fleet(fleet));
        let mut all: Vec<(HexId, PowerId, bool)> = armies
            .map(|army| (army.hex, army.id.power, false))
            .chain(fleets.map(|fleet| (fleet.hex, fleet.id.power, true)))
            .collect();
        all.sort_unstable();
        all.dedup();
        let seen = |(hex, power, at_sea): (HexId, PowerId, bool)| {
            let port_besieged = self.sc.hex(hex).city.is_some_and(|city| self.port_besieged(city));
            Sighting { hex, power, at_sea, port_besieged }
        };
        all.into_iter().map(seen).collect()
    }

    fn port_besieged(&self, id: CityId) -> bool {
        self.sc.city(id).port && relations::port_besieged(self.sc, self.st, id)
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
}

fn caught(caught: &Caught) -> SeenCaught {
    SeenCaught { hex: caught.hex, power: caught.army.power, by: caught.by.iter().map(|id| id.power).collect() }
}

fn fulfilled(sc: &Scenario, st: &State) -> Vec<Vec<bool>> {
    let list = |list: &crate::model::scenario::Victory| {
        list.goals.iter().map(|goal| victory::fulfilled(sc, st, list.power, &goal.goal)).collect()
    };
    sc.victory.iter().map(list).collect()
}

/// A leader whose place is not known.
fn nowhere(sc: &Scenario, id: LeaderId) -> Leader {
    let info = sc.leader(id);
    let (power, ruler, succession) = (info.power, info.ruler, info.succession);
    Leader { power, place: LeaderPlace::Reserve, ruler, succession, spent: 0 }
}

/// Bands as others see them: what each unit has spent is not shown.
fn rested(bands: &[Band]) -> Vec<Band> {
    let mut seen = Vec::new();
    for &band in bands {
        crate::model::state::add_band(&mut seen, Band { spent: 0, ..band });
    }
    seen
}
