//! A turn while it is being resolved, and what all phases share.

use kernel::{Dice, RuleRef};
use kernel::{Refusal, exact::round_half_up};

use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, TypeId, Units};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::{Event, EventKind, EventScope};

/// A turn while it is being resolved.
pub struct Turn<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// The state, changed in place.
    pub st: &'a mut State,
    /// Chance.
    pub dice: &'a mut Dice,
    /// Events so far; nothing is kept when `quiet`.
    pub events: Vec<(EventScope, Event)>,
    /// The phase under way, for the events.
    pub phase: &'static str,
    /// Neither events nor reports are wanted: a playout.
    pub quiet: bool,
    /// Orders that failed or were reduced in execution: nation, index in the order set, why.
    pub failures: Vec<(NationId, usize, Refusal)>,
    /// What is remembered within the turn only.
    pub memory: TurnMemory,
}

/// What is remembered within the turn only.
#[derive(Clone, Debug, Default)]
pub struct TurnMemory {
    /// By province: the besieging side that has a traitor inside (UM-11.7).
    pub treachery: Vec<Factions>,
    /// Generals who died or rose during P3 (UM-11.4, UM-R106).
    pub lost_in_options: Vec<GeneralId>,
    /// By province: who was shut up in its city when the turn began (UM-R57, UM-R67).
    pub besieged_at_start: Vec<Factions>,
    /// By province: factions whose army units came to the relief of a besieged city this turn (UM-15.17, UM-R57).
    pub relief: Vec<Factions>,
    /// By province: factions whose army units came in this turn, by land or sea (UM-R72).
    pub fresh: Vec<Factions>,
    /// Army units still aboard where a sea fight must be settled before they land (UM-R55).
    pub aboard: Vec<Aboard>,
    /// By province: factions whose fleets came by sea to a port that was closed to them (UM-R56).
    pub shut_out: Vec<Factions>,
    /// By province: factions whose army has withdrawn into it this turn and fights no more (UM-R60).
    pub spent_armies: Vec<Factions>,
    /// The same for fleets.
    pub spent_fleets: Vec<Factions>,
    /// Commanders-in-chief when the turn began, by nation.
    pub chiefs: Vec<Option<GeneralId>>,
    /// Generals taken prisoner in the conflict, and by whom, until it is settled who holds what (UM-R93).
    pub prisoners: Vec<(GeneralId, NationId)>,
    /// Provinces ceded this turn, and who gave them (UM-R33).
    pub ceded: Vec<(ProvinceId, NationId)>,
    /// Living generals of each nation when the turn began, and those hired since (UM-13.12).
    pub generals_at_start: Vec<usize>,
}

/// Army units aboard the fleet of their nation (UM-R55).
#[derive(Clone, Debug)]
pub struct Aboard {
    /// Where the fleet lies.
    pub place: ProvinceId,
    /// Whose.
    pub nation: NationId,
    /// How many of each type.
    pub units: Vec<(TypeId, u16)>,
    /// Whether they come to the relief of a besieged city (UM-15.17, UM-R57).
    pub relief: bool,
}

impl<'a> Turn<'a> {
    /// A turn about to begin.
    pub fn new(sc: &'a Scenario, st: &'a mut State, dice: &'a mut Dice) -> Self {
        let places = sc.provinces.len();
        let nobody = || vec![Factions::NONE; places];
        let besieged = st.provinces.iter().map(|p| p.siege.map_or(Factions::NONE, |siege| siege.besieged)).collect();
        let chiefs = sc.nation_ids().map(|nation| st.commander_in_chief(nation)).collect();
        let count = |nation| st.living().filter(|(_, general)| general.nation == nation).count();
        let memory = TurnMemory {
            treachery: nobody(),
            lost_in_options: Vec::new(),
            besieged_at_start: besieged,
            relief: nobody(),
            fresh: nobody(),
            aboard: Vec::new(),
            shut_out: nobody(),
            spent_armies: nobody(),
            spent_fleets: nobody(),
            chiefs,
            prisoners: Vec::new(),
            ceded: Vec::new(),
            generals_at_start: sc.nation_ids().map(count).collect(),
        };
        Self { sc, st, dice, events: Vec::new(), phase: "P1", quiet: false, failures: Vec::new(), memory }
    }

    /// Whether a general was taken prisoner in this turn's conflict.
    pub fn is_prisoner(&self, id: GeneralId) -> bool {
        self.memory.prisoners.iter().any(|(taken, _)| *taken == id)
    }

    /// Records an event. The closure is not called when nobody wants to know.
    pub fn tell(&mut self, scope: EventScope, rule: &'static str, what: impl FnOnce(&Scenario, &State) -> EventKind) {
        if !self.quiet {
            let event = Event { rule: RuleRef::new(rule), phase: Some(self.phase), what: what(self.sc, self.st) };
            self.events.push((scope, event));
        }
    }

    /// Tells some the whole of an event and everybody else in news range its outline (docs/rules/umpire.md, section 6).
    /// `what` is asked for either, with `true` for the whole.
    pub fn tell_parts(
        &mut self, place: ProvinceId, whole: Factions, rule: &'static str,
        what: impl Fn(&Scenario, &State, bool) -> EventKind,
    ) {
        self.tell(EventScope::Private(whole), rule, |sc, st| what(sc, st, true));
        self.tell(EventScope::Beyond(place, whole), rule, |sc, st| what(sc, st, false));
    }

    /// Records an event as of a phase, for a kind that happened in another than usual.
    pub fn tell_in(
        &mut self, phase: &'static str, scope: EventScope, rule: &'static str,
        what: impl FnOnce(&Scenario, &State) -> EventKind,
    ) {
        if !self.quiet {
            let event = Event { rule: RuleRef::new(rule), phase: Some(phase), what: what(self.sc, self.st) };
            self.events.push((scope, event));
        }
    }

    /// An order could not be carried out; its player learns why (UM-4.4).
    pub fn fail(&mut self, nation: NationId, index: usize, refusal: Refusal) {
        self.failures.push((nation, index, refusal));
    }

    /// An order was carried out for its largest legal part; its player learns why not for all of it.
    pub fn reduced(&mut self, nation: NationId, index: usize, what: String, cut: Refusal) {
        if self.quiet {
            return;
        }
        let (party, order) = (self.sc.party(nation), index as u16);
        let reason = match cut.hint {
            Some(hint) => format!("{}: {hint}", cut.detail),
            None => cut.detail,
        };
        let what = EventKind::OrderReduced { nation: party, order, what, reason };
        let event = Event { rule: cut.rule, phase: Some(self.phase), what };
        self.events.push((EventScope::only(nation), event));
    }

    /// All factions, the Independents last.
    pub fn factions(&self) -> impl Iterator<Item = NationId> + use<> {
        (0..self.sc.factions()).map(NationId::at)
    }

    /// `sround(numerator / denominator)` of UM-R2: rounded down, plus one with the chance of the fraction.
    pub fn stochastic_round(
        &mut self, numerator: i64, denominator: i64, purpose: &'static str, place: u16, counter: u16,
        rule: &'static str,
    ) -> i64 {
        stochastic_round(self.dice, numerator, denominator, purpose, place, counter, rule)
    }

    /// Takes `losses` units from the stacks of `factions` of one arm in a province, spread in proportion by nation and
    /// type, largest remainder (UM-R77). Returns what each lost.
    pub fn spread_losses(
        &mut self, place: ProvinceId, factions: Factions, arm: crate::model::combat_orders::Arm, losses: u32,
    ) -> Vec<(NationId, Vec<(TypeId, u16)>)> {
        let fleet = arm == crate::model::combat_orders::Arm::Sea;
        let mut slots: Vec<(NationId, TypeId)> = Vec::new();
        let mut weights: Vec<u64> = Vec::new();
        for faction in factions.iter() {
            for kind in self.sc.type_ids().filter(|&kind| self.sc.unit(kind).is_fleet() == fleet) {
                let count = self.st.stacks.count(place, faction, kind);
                if count > 0 {
                    slots.push((faction, kind));
                    weights.push(u64::from(count));
                }
            }
        }
        let total = weights.iter().sum::<u64>();
        let losses = losses.min(total as u32);
        let shares = kernel::exact::apportion(losses, &weights);
        let mut lost: Vec<(NationId, Vec<(TypeId, u16)>)> = Vec::new();
        for ((faction, kind), share) in slots.into_iter().zip(shares) {
            if share == 0 {
                continue;
            }
            let gone = self.st.stacks.take(place, faction, kind, share as u16);
            match lost.last_mut() {
                Some((who, list)) if *who == faction => list.push((kind, gone)),
                _ => lost.push((faction, vec![(kind, gone)])),
            }
        }
        lost
    }
}

/// `sround(numerator / denominator)` of UM-R2.
pub fn stochastic_round(
    dice: &mut Dice, numerator: i64, denominator: i64, purpose: &'static str, place: u16, counter: u16,
    rule: &'static str,
) -> i64 {
    let (whole, rest) = (numerator.div_euclid(denominator), numerator.rem_euclid(denominator));
    if rest == 0 {
        return whole;
    }
    let percent = round_half_up(rest * 100, denominator) as i32;
    whole + i64::from(dice.stream(purpose, place, counter).chance(percent, RuleRef::new(rule)))
}

/// Units for an event or a view.
pub fn units(sc: &Scenario, list: &[(TypeId, u16)]) -> Units {
    Units(list.iter().filter(|(_, count)| *count > 0).map(|&(kind, count)| (sc.troop(kind), count)).collect())
}

/// A whole stack for an event or a view.
pub fn stack_units(sc: &Scenario, stack: &[u16]) -> Units {
    let full = stack.iter().enumerate().filter(|(_, count)| **count > 0);
    Units(full.map(|(kind, &count)| (sc.troop(TypeId::at(kind)), count)).collect())
}
