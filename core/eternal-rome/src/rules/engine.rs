//! The engine: carries out what was ordered until a player must act, frame by frame and stage by stage.

use kernel::{Addressed, Audience, Dice, RuleRef, SeatId};

use crate::model::frames::{Ask, Frame, Question, Reply};
use crate::model::ids::{HexId, PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{ForceId, State};
use crate::rules::decisions;
use crate::rules::event::{Event, EventKind};
use crate::rules::relations;

/// A legal order, ready to be carried out. It cannot fail: what players could not know makes it come to less, and events
/// tell so.
pub type Permission = Box<dyn FnOnce(&mut Engine<'_>)>;

/// A state at work.
pub struct Engine<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// The state, changed in place.
    pub st: &'a mut State,
    /// Chance.
    pub dice: &'a mut Dice,
    /// Events so far.
    pub news: Vec<Addressed<Event>>,
    /// The answer for the innermost frame, between the answer and its being carried out.
    pub reply: Option<Reply>,
    /// A simulation: no events, and questions are answered by their defaults.
    pub simulated: bool,
    /// Nobody intercepts: a plan counts on it.
    pub unopposed: bool,
    /// No events.
    silent: bool,
    /// A die was rolled or somebody was asked: what follows is not certain.
    pub uncertain: bool,
    /// Streams of dice opened in this step.
    streams: u16,
}

impl<'a> Engine<'a> {
    /// A state at work with these dice.
    pub fn new(sc: &'a Scenario, st: &'a mut State, dice: &'a mut Dice) -> Self {
        Self {
            sc,
            st,
            dice,
            news: Vec::new(),
            reply: None,
            simulated: false,
            unopposed: false,
            silent: false,
            uncertain: false,
            streams: 0,
        }
    }

    /// The same for a simulation.
    #[must_use]
    pub fn simulated(mut self) -> Self {
        (self.simulated, self.silent) = (true, true);
        self
    }

    /// The same as far as nobody intercepts.
    #[must_use]
    pub fn unopposed(mut self) -> Self {
        self.unopposed = true;
        self
    }

    /// The same without events.
    #[must_use]
    pub fn silent(mut self) -> Self {
        self.silent = true;
        self
    }

    /// Whether nobody is told of anything: what would be told need not be put together.
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// Puts a frame on the stack.
    pub fn push(&mut self, frame: Frame) {
        self.st.stack.push(frame);
    }

    /// Puts a frame back and a question above it. A standing policy answers at once, and so does nobody's seat; else
    /// the campaign waits for the answer, which the frame finds in [`reply`](Self::reply) when it goes on.
    pub fn ask(&mut self, frame: Frame, ask: Ask) {
        self.push(frame);
        self.uncertain = true;
        if let Some(reply) = decisions::policy::answer(self.sc, self.st, &ask) {
            if self.silent {
                self.reply = Some(reply);
                return;
            }
            let (seat, question) = (self.seat_key(ask.seat), decisions::words(self.sc, self.st, &ask.question));
            let answer = decisions::answer_words(self.sc, &reply);
            let what = EventKind::PolicyAnswered { seat, question, answer };
            self.emit(Audience::only(ask.seat), "ER-R45", what);
            self.reply = Some(reply);
            return;
        }
        if !self.silent {
            let (seat, question) = (self.seat_key(ask.seat), decisions::words(self.sc, self.st, &ask.question));
            self.emit(Audience::only(ask.seat), "ER-R45", EventKind::DecisionAsked { seat, question });
        }
        self.push(Frame::Ask(ask));
    }

    /// Like [`ask`](Self::ask), of whoever gives orders for the first of these powers. Where nobody does, the default
    /// answers.
    pub fn ask_powers(&mut self, frame: Frame, powers: Powers, question: Question) {
        let seat = powers.iter().find_map(|power| self.seat_for(power));
        if let Some(seat) = seat {
            return self.ask(frame, Ask { seat, powers, question });
        }
        self.push(frame);
        self.reply = decisions::default::answer(self.sc, self.st, &Ask { seat: SeatId(0), powers, question });
    }

    /// Answers the question that is open.
    pub fn answer(&mut self, reply: Reply) {
        if matches!(self.st.stack.last(), Some(Frame::Ask(_))) {
            self.st.stack.pop();
            self.reply = Some(reply);
        }
    }

    /// Tells something to those who may know.
    pub fn emit(&mut self, audience: Audience, rule: &'static str, what: EventKind) {
        if self.silent || audience == Audience::Seats(Vec::new()) {
            return;
        }
        let event = Event { rule: RuleRef::new(rule), phase: self.st.stage.key(), what };
        self.news.push(Addressed { audience, event });
    }

    /// Tells something to everybody.
    pub fn tell(&mut self, rule: &'static str, what: EventKind) {
        self.emit(Audience::Everyone, rule, what);
    }

    /// A six-sided die for something at a hex.
    pub fn d6(&mut self, purpose: &'static str, hex: HexId, rule: &'static str) -> i32 {
        let counter = self.next_stream();
        self.dice.stream(purpose, hex.0, counter).d6(RuleRef::new(rule))
    }

    /// A uniform index below `len` for something at a hex. `len` is 1 or more.
    pub fn pick(&mut self, purpose: &'static str, hex: HexId, len: usize, rule: &'static str) -> usize {
        let counter = self.next_stream();
        self.dice.stream(purpose, hex.0, counter).pick(len, RuleRef::new(rule))
    }

    /// Puts a list into a random order (ER-R1).
    pub fn shuffle<T>(&mut self, purpose: &'static str, hex: HexId, list: &mut [T], rule: &'static str) {
        let counter = self.next_stream();
        let mut stream = self.dice.stream(purpose, hex.0, counter);
        for last in (1..list.len()).rev() {
            list.swap(last, stream.pick(last + 1, RuleRef::new(rule)));
        }
    }

    fn next_stream(&mut self) -> u16 {
        self.uncertain = true;
        self.streams += 1;
        self.streams
    }

    /// The seats that see what belongs to these powers: those that play them or their friends. Nobody where no events are
    /// told.
    pub fn seats_of(&self, powers: Powers) -> Audience {
        if self.silent {
            return Audience::Seats(Vec::new());
        }
        let sees = |seat: &SeatId| {
            let own = relations::powers_of(self.sc, self.st, *seat);
            own.iter().any(|mine| powers.iter().any(|power| relations::friendly(self.sc, self.st, mine, power)))
        };
        Audience::Seats(self.seats().filter(sees).collect())
    }

    /// The public, and all other seats than [`seats_of`](Self::seats_of).
    pub fn others(&self, powers: Powers) -> Audience {
        let Audience::Seats(own) = self.seats_of(powers) else { return Audience::Seats(Vec::new()) };
        Audience::Others(self.seats().filter(|seat| !own.contains(seat)).collect())
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = SeatId> + use<> {
        (0..self.sc.seats.len() as u16).map(SeatId)
    }

    /// The key of a seat.
    pub fn seat_key(&self, seat: SeatId) -> String {
        self.sc.seats[seat.index()].key.clone()
    }

    /// The name of a force, such as `OCT-A3`.
    pub fn force(&self, id: ForceId) -> String {
        crate::model::names::force(self.sc, id)
    }

    /// Powers as events name them.
    pub fn parties(&self, powers: Powers) -> Vec<crate::model::ids::PowerName> {
        powers.iter().map(|power| self.sc.power_name(power)).collect()
    }

    /// The seat that gives orders for a power.
    pub fn seat_for(&self, power: PowerId) -> Option<SeatId> {
        relations::seat_of(self.sc, self.st, power)
    }
}
