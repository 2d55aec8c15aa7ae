//! What hangs on a decision of the seat's own. The seat knows the question; the order that waits for the answer is put
//! together from it, as far as the question tells.

use crate::knowledge::{Knowledge, Sighting};
use crate::model::frames::{
    Ask, Frame, LandCombat, LandStage, March, Offer, Question, SetUp, Voyage, WayStage, Window,
};
use crate::model::ids::HexId;
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, ArmyStatus, FleetId, ForceId, State, total};
use crate::rules::combat::armies;
use crate::rules::relations;

/// The force on the move that the seat is asked about, and where.
#[derive(Clone, Copy, Default)]
pub(super) struct Mover {
    pub(super) army: Option<(ArmyId, HexId)>,
    pub(super) fleet: Option<(FleetId, HexId)>,
}

impl Mover {
    /// Whether this may be it: the place, the power and the arm are the same.
    pub(super) fn is(&self, seen: &Sighting) -> bool {
        let here = (seen.power, seen.hex);
        match seen.at_sea {
            true => self.fleet.is_some_and(|(id, hex)| (id.power, hex) == here),
            false => self.army.is_some_and(|(id, hex)| (id.power, hex) == here),
        }
    }
}

pub(super) fn mover(known: &Knowledge) -> Mover {
    match known.own_ask().map(|ask| &ask.question) {
        Some(Question::Intercept { mover: ForceId::Army(id), hex, .. }) => {
            Mover { army: Some((*id, *hex)), fleet: None }
        }
        Some(Question::Intercept { mover: ForceId::Fleet(id), hex, .. }) => {
            Mover { army: None, fleet: Some((*id, *hex)) }
        }
        _ => Mover::default(),
    }
}

/// The frames of a world: the question that is open, and beneath it what waits for the answer.
pub(super) fn frames(sc: &Scenario, st: &State, known: &Knowledge) -> Vec<Frame> {
    let Some(ask) = known.ask() else { return Vec::new() };
    let mut stack = Vec::new();
    if ask.seat == known.seat {
        stack.extend(waiting(sc, st, ask));
    }
    stack.push(Frame::Ask(ask.clone()));
    stack
}

fn waiting(sc: &Scenario, st: &State, ask: &Ask) -> Vec<Frame> {
    match &ask.question {
        Question::Intercept { mover, hex, .. } => {
            // How much farther it wants to go is its own affair.
            let way = match *mover {
                ForceId::Army(army) => Frame::March(March { army, rest: Vec::new(), next: WayStage::Settled }),
                ForceId::Fleet(fleet) => Frame::Voyage(Voyage { fleet, rest: Vec::new(), next: WayStage::Settled }),
            };
            let window = Window {
                mover: *mover,
                hex: *hex,
                seats: Vec::new(),
                asking: Some(ask.seat),
                arriving: Vec::new(),
                came: Vec::new(),
            };
            vec![way, Frame::Window(window)]
        }
        Question::RespondAttack { combat, hex, attackers, armies, .. } => {
            let able = st.armies_at(*hex).filter(|army| {
                attackers.has(army.id.power) && army.status != ArmyStatus::Garrison && total(&army.bands) > 0
            });
            let attackers: Vec<ArmyId> = able.map(|army| army.id).collect();
            let targets = armies::powers(armies);
            let mut fight = LandCombat::new(*combat, *hex, attackers, targets);
            let foes = relations::friends(sc, st, armies::powers(&fight.attackers));
            fight.defenders = armies::defenders(sc, st, *hex, targets);
            fight.defenders.retain(|id| !foes.has(id.power));
            fight.next = LandStage::Responded(ask.seat);
            if fight.attackers.is_empty() { Vec::new() } else { vec![Frame::LandCombat(fight)] }
        }
        Question::SetUp { power } => vec![Frame::SetUp(SetUp { power: *power, invaded: None, asked: true })],
        Question::Alliance { from, to } => vec![Frame::Offer(Offer { from: *from, to: *to, asked: true })],
        // Retreats and seasoning end a combat whose course is over: the world goes on after it.
        Question::ChooseRetreat { .. } | Question::Season { .. } | Question::Unknown => Vec::new(),
    }
}
