//! What a seat does without thinking, in a world that it knows: recruits, brings fleets home, marches on what is near
//! and weak, storms or besieges it. One look at each force, no plan, no way longer than a month's: it is drawn thousands
//! of times.
//!
//! Each order is judged before it goes on the sheet, on the world as it is before the sheet; the orders of a sheet are
//! about different forces, so that none spoils another.

mod fight;
mod march;
mod muster;
mod sail;

use kernel::{Dice, SeatId, dice::Stream};

use crate::decisions;
use crate::frames::{Ask, Frame, Question, Reply};
use crate::ids::{HexId, PowerId, Powers};
use crate::legal;
use crate::orders::Order;
use crate::phases;
use crate::relations;
use crate::scenario::Scenario;
use crate::state::{Army, ArmyStatus, ForceId, Phase, State};
use crate::strength;

use super::stock::RULE;

/// Phases of a game turn that may be ended ahead when nothing is left to do in them.
const QUIET: [Phase; 2] = [Phase::LandCombat, Phase::Siege];

/// A sheet in the making.
struct Hand<'a, 'd> {
    sc: &'a Scenario,
    st: &'a State,
    seat: SeatId,
    /// The seat's powers that may act now.
    own: Powers,
    luck: Stream<'d>,
    orders: Vec<Order>,
}

/// The sheet of a seat.
pub fn habit(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
    if let Some(Frame::Ask(ask)) = st.stack.last() {
        return if ask.seat == seat { answer(sc, st, ask).into_iter().collect() } else { Vec::new() };
    }
    let acting = relations::acting(sc, st);
    let own = acting.common(relations::powers_of(sc, st, seat));
    let Some(phase) = st.stage.played().filter(|_| st.ending.is_none() && !st.ended.has(seat) && !own.is_empty())
    else {
        return Vec::new();
    };
    let luck = dice.stream("habit", seat.0, 0);
    let mut hand = Hand { sc, st, seat, own, luck, orders: Vec::new() };
    match phase {
        Phase::Taxation => muster::muster(&mut hand),
        Phase::Naval => sail::sail(&mut hand),
        Phase::LandMovement => march::march(&mut hand),
        Phase::LandCombat => fight::fight(&mut hand),
        Phase::Siege => {}
    }
    let idle = phase == Phase::LandMovement && hand.orders.is_empty() && hand.at_rest();
    hand.end(phase);
    if idle && phases::seats_acting(sc, st).iter().all(|other| other == seat) {
        QUIET.into_iter().for_each(|phase| hand.end(phase));
    }
    hand.orders
}

impl Hand<'_, '_> {
    /// Puts an order on the sheet if it is legal.
    fn give(&mut self, order: Order) -> bool {
        let legal = legal::judge(self.sc, self.st, self.seat, &order).is_ok();
        if legal {
            self.orders.push(order);
        }
        legal
    }

    fn end(&mut self, phase: Phase) {
        if let Some(power) = self.own.iter().next() {
            self.orders.push(Order::EndPhase { power: self.code(power), phase: Some(phase) });
        }
    }

    fn code(&self, power: PowerId) -> String {
        self.sc.power(power).code.to_string()
    }

    /// Whether a power's armies may attack those of another.
    fn foe(&self, power: PowerId, other: PowerId) -> bool {
        relations::may_fight(self.sc, self.st, power, other)
    }

    /// Land strength in quarters of all that `power` may fight in a hex.
    fn foes_at(&self, power: PowerId, hex: HexId) -> u32 {
        let foes = self.st.armies_at(hex).filter(|army| self.foe(power, army.id.power));
        strength::of_armies(self.sc, self.st, foes)
    }

    fn land4(&self, army: &Army) -> u32 {
        strength::of_bands(self.sc, self.st, &army.bands).land4
    }

    /// Strength in quarters that the walls and whoever is behind them have against an assault (ER-17.9 to ER-17.11).
    fn walls(&self, power: PowerId, city: crate::ids::CityId) -> u32 {
        let info = self.sc.city(city);
        let garrison = self.st.armies_at(info.hex).filter(|army| army.status == ArmyStatus::Garrison);
        let inside = strength::of_armies(self.sc, self.st, garrison.filter(|army| self.foe(power, army.id.power)));
        let wood = self.sc.province(info.province).wood_scarce || !self.sc.power(power).kind.is_civilized();
        inside * if wood { 3 } else { 2 } + 4 * u32::from(self.st.fort(self.sc, city))
    }

    /// Whether nothing is left to fight over this month.
    fn at_rest(&self) -> bool {
        let (sc, st) = (self.sc, self.st);
        st.caught.is_empty()
            && st.armies.iter().filter(|army| self.own.has(army.id.power)).all(|army| {
                let city = sc.hex(army.hex).city.map(|city| st.city(city).controller);
                !city.is_some_and(|holder| self.foe(army.id.power, holder))
                    && !st.armies_at(army.hex).any(|other| self.foe(army.id.power, other.id.power))
            })
    }
}

/// The answer to a question: an interception that is likely to be won, else the default (ER-R45).
fn answer(sc: &Scenario, st: &State, ask: &Ask) -> Option<Order> {
    let reply = match &ask.question {
        Question::Intercept { mover, candidates, .. } => {
            let strong = |id: &ForceId| force(sc, st, *id) * 4 >= force(sc, st, *mover) * 5;
            // A garrison stays where it is.
            let stays = |id: &ForceId| match id {
                ForceId::Army(id) => st.army(*id).is_some_and(|army| army.status != ArmyStatus::Field),
                ForceId::Fleet(_) => false,
            };
            let willing = candidates.iter().map(|(id, _)| *id).filter(|id| strong(id) && !stays(id));
            Reply::Intercept(willing.take(1).collect())
        }
        _ => decisions::default::answer(sc, st, ask)?,
    };
    decisions::order::of(sc, st, ask, &reply)
}

fn force(sc: &Scenario, st: &State, id: ForceId) -> u32 {
    match id {
        ForceId::Army(id) => st.army(id).map_or(0, |army| strength::of_bands(sc, st, &army.bands).land4),
        ForceId::Fleet(id) => st.fleet(id).map_or(0, |fleet| strength::of_fleet(sc, st, fleet)),
    }
}
