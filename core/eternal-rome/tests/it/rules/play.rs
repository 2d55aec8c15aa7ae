//! Plays a row: its orders one by one, as a room carries them out, and whatever comes of them.

use eternal_rome::model::frames::Frame;
use eternal_rome::model::state::{Phase, State};
use eternal_rome::orders::EndPhase;
use eternal_rome::orders::Order;
use eternal_rome::orders::carry_out;
use eternal_rome::rules::relations;
use eternal_rome::rules::{decisions, event::Event};
use kernel::{Addressed, AwaitKind, Dice, SeatId};
use testkit::casebook::{Given, Wrong, text};
use toml::{Table, Value};

use crate::rules::cases::Case;
use crate::rules::world::{World, order, read};

/// A world after its orders.
pub struct After {
    pub world: World,
    /// Orders that were refused: place, rule, code.
    pub refused: Vec<(usize, String, String)>,
    pub news: Vec<Addressed<Event>>,
    /// Purposes of all throws.
    pub purposes: Vec<String>,
    /// Faces of the script that nobody threw.
    pub left_over: bool,
}

/// A year of months is far more than any row needs.
const MOST_STEPS: usize = 400;

/// Carries out the orders of a row.
pub fn run(case: &Case) -> Result<After, Wrong> {
    let world = World::new(&case.given)?;
    let mut dice = match &case.own.dice {
        Some(faces) => Dice::scripted(faces.iter().copied()),
        None => case.own.luck.iter().fold(Dice::middling(), |dice, (purpose, &face)| dice.rigged(purpose, face)),
    };
    let mut after = After { world, refused: Vec::new(), news: Vec::new(), purposes: Vec::new(), left_over: false };
    after.open(&mut dice);
    for (index, table) in case.own.orders.iter().enumerate() {
        after.one(index, table, &mut dice)?;
    }
    after.purposes = dice.rolls().iter().map(|roll| roll.purpose.clone()).collect();
    after.left_over = case.own.dice.is_some() && !dice.exhausted();
    Ok(after)
}

impl After {
    /// Runs whatever runs by itself at the place in the sequence of play where the row begins.
    fn open(&mut self, dice: &mut Dice) {
        let World { sc, st } = &mut self.world;
        let mut engine = eternal_rome::rules::engine::Engine::new(sc, st, dice);
        engine.run();
        let news = std::mem::take(&mut engine.news);
        self.news.extend(news);
    }

    fn one(&mut self, index: usize, table: &Table, dice: &mut Dice) -> Result<(), Wrong> {
        let mut rest = Given::new(table);
        if let Some(count) = rest.take("skip") {
            rest.finish()?;
            let count = count.as_integer().ok_or("`skip` is a number of steps")?;
            return (0..count).try_for_each(|_| self.skip(dice));
        }
        if let Some(phase) = rest.take("until") {
            let power = rest.take("of").map(|value| self.world.power(text(&value)?)).transpose()?;
            rest.finish()?;
            return self.until(&phase, power, dice);
        }
        let mut table = table.clone();
        let seat = table.remove("seat");
        let order = order(&table)?;
        let seat = self.seat_of_order(seat.as_ref(), &order)?;
        let World { sc, st } = &mut self.world;
        let resolution = carry_out::advance(sc, st, &[(seat, vec![order])], dice);
        for verdict in resolution.verdicts.iter().flatten().filter(|verdict| verdict.is_refused()) {
            let rule = verdict.rule.as_ref().map_or(String::new(), |rule| rule.as_str().to_owned());
            self.refused.push((index, rule, verdict.code.clone()));
        }
        self.news.extend(resolution.events);
        Ok(())
    }

    /// The seat that hands an order in: the one named, or the one that acts for the order's power.
    fn seat_of_order(&self, named: Option<&Value>, order: &Order) -> Result<SeatId, Wrong> {
        let World { sc, st } = &self.world;
        if let Some(key) = named {
            let key = text(key)?;
            let at = sc.seats.iter().position(|seat| seat.key == key);
            return at.map(|at| SeatId(at as u16)).ok_or_else(|| format!("there is no seat {key}"));
        }
        let power = order.power().ok_or("this order needs a `seat`")?;
        let power = self.world.power(power)?;
        relations::seat_of(sc, st, power).ok_or_else(|| "nobody acts for this power: name a `seat`".to_owned())
    }

    /// Whoever is awaited first does what is taken for granted: ends his phase, or decides by default.
    fn skip(&mut self, dice: &mut Dice) -> Result<(), Wrong> {
        let World { sc, st } = &mut self.world;
        let wait = carry_out::awaiting(sc, st).into_iter().next().ok_or("nobody is awaited any more")?;
        if wait.kind == AwaitKind::Decision {
            let Some(Frame::Ask(ask)) = st.stack.last().cloned() else { return Err("no question is open".into()) };
            let reply = decisions::default::answer(sc, st, &ask).ok_or("the question has no default")?;
            let mut engine = eternal_rome::rules::engine::Engine::new(sc, st, dice);
            engine.answer(reply);
            engine.run();
            let news = std::mem::take(&mut engine.news);
            self.news.extend(news);
            return Ok(());
        }
        let end = Order::EndPhase(EndPhase { power: wait.powers.first().ok_or("nobody acts")?.clone(), phase: None });
        let resolution = carry_out::advance(sc, st, &[(wait.seat, vec![end])], dice);
        self.news.extend(resolution.events);
        Ok(())
    }

    /// Skips until a phase of a power, or the first phase of the next month.
    fn until(
        &mut self, phase: &Value, power: Option<eternal_rome::model::ids::PowerId>, dice: &mut Dice,
    ) -> Result<(), Wrong> {
        let wanted = text(phase)?;
        let month = self.world.st.month;
        let there = |world: &World| -> Result<bool, Wrong> {
            let st: &State = &world.st;
            if st.ending.is_some() {
                return Ok(true);
            }
            if wanted == "next_month" {
                return Ok(st.month > month && st.stage.played().is_some());
            }
            let phase: Phase = read(&Value::from(wanted))?;
            let its = power.is_none_or(|power| relations::acting(&world.sc, st).has(power));
            Ok(st.stack.is_empty() && st.stage.played() == Some(phase) && its)
        };
        for _ in 0..MOST_STEPS {
            if there(&self.world)? {
                return Ok(());
            }
            self.skip(dice)?;
        }
        Err(format!("{wanted} does not come"))
    }
}
