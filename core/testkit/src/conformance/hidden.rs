//! What a seat does not see must not reach it by any way: two worlds that differ in nothing but hidden facts look, read
//! and answer the same.

use kernel::options::fill;
use kernel::{
    Advance, Answer, Campaign, Dice, EventRecord, FieldValues, GameSeed, Hosted, MapOptions, OrderSet, Orders, Planner,
    SeatId, StepMode, Verdict, VerdictStatus,
};
use serde_json::json;

use super::RULE;
use crate::shuffle::typed;
use crate::{Shuffle, shuffled};

/// Compares a campaign with another that a seat cannot tell from it, by everything that the seat may ask. `before` is
/// what the step before brought; rounds have other dice.
pub(super) fn facts_stay_hidden<G: Shuffle + Hosted>(
    campaign: &dyn Campaign, seats: &[SeatId], seat: SeatId, (seed, round): (&GameSeed, u32), before: &Advance,
) {
    let again = if round == 0 { String::new() } else { format!(", round {round}") };
    let key = format!("hidden, step {}, seat {}{again}", campaign.step(), seat.0);
    let other = shuffled::<G>(campaign, seat, &mut Dice::keyed(seed, &key));
    assert_eq!(made_public::<G>(campaign), made_public::<G>(other.as_ref()), "the public tells {seat} too much");
    let worlds = Worlds { one: campaign, other: other.as_ref(), seat, seats };
    worlds.look_the_same(&before.seen_by(seat));
    worlds.ask_the_same(&mut Dice::keyed(seed, &format!("questions, {key}")));
    for orders in to_judge(campaign, seats, seat, seed) {
        worlds.judge_the_same(&orders);
        worlds.refuse_the_same(&orders, &Dice::keyed(seed, &format!("refused, {key}")));
    }
}

/// What everybody may know of a campaign.
fn made_public<G: Shuffle + Hosted>(campaign: &dyn Campaign) -> G::Public {
    let campaign = typed::<G>(campaign);
    G::public(campaign.scenario(), campaign.state())
}

/// Orders to be judged: those of the seat and those of the next one, which are wrong in one way or another.
fn to_judge(campaign: &dyn Campaign, seats: &[SeatId], seat: SeatId, seed: &GameSeed) -> Vec<Orders> {
    let random = |seat: SeatId| {
        let mut dice = Dice::keyed(seed, &format!("sheet, step {}, seat {}", campaign.step(), seat.0));
        [campaign.default_orders(seat), campaign.random_orders(seat, &mut dice)]
    };
    let next = seats[(seat.index() + 1) % seats.len()];
    let mut sets: Vec<Orders> = Vec::new();
    for orders in [seat, next].into_iter().flat_map(random) {
        if !orders.is_empty() && !sets.contains(&orders) {
            sets.push(orders);
        }
    }
    sets
}

/// A place among the values of a field, if there is one.
fn places_of(values: &FieldValues) -> Vec<String> {
    match values {
        FieldValues::OneOf { values } | FieldValues::Several { values, .. } => {
            values.iter().find_map(|one| one.place.clone()).into_iter().collect()
        }
        FieldValues::Path { from, .. } => vec![from.clone()],
        _ => Vec::new(),
    }
}

/// Two campaigns that a seat must not be able to tell apart.
struct Worlds<'a> {
    one: &'a dyn Campaign,
    other: &'a dyn Campaign,
    seat: SeatId,
    /// All seats.
    seats: &'a [SeatId],
}

/// What is sampled by the same dice is the same, whoever looks at it.
fn sample_the_same(one: &dyn Planner, other: &dyn Planner, seat: SeatId, seats: &[SeatId]) {
    let dice = || Dice::keyed(&GameSeed::from_number(9), "imagined").quiet();
    let (one, other) = (one.sample(&mut dice()), other.sample(&mut dice()));
    for &looks in seats {
        assert_eq!(one.view(looks), other.view(looks), "{seat} samples what it must not know");
        assert_eq!(one.features(looks), other.features(looks), "{seat} samples what it must not know");
    }
    assert_eq!(one.evaluate(), other.evaluate(), "{seat} samples what it must not know");
}

impl Worlds<'_> {
    /// Views, maps, papers, who is awaited for what, and what is done when nothing comes.
    fn look_the_same(&self, heard: &[EventRecord]) {
        let (one, other, seat) = (self.one, self.other, self.seat);
        assert_eq!(one.view(seat), other.view(seat), "{seat} sees what it must not");
        let options = MapOptions::default();
        assert_eq!(one.map_svg(seat, &options), other.map_svg(seat, &options), "the map tells {seat} too much");
        // What happened is drawn where it was heard to be, own orders from what is known.
        let marked = |campaign: &dyn Campaign| {
            let nothing = campaign.default_orders(seat);
            let mut marks = campaign.marks_of_events(heard);
            marks.extend(campaign.marks_of_orders(seat, &nothing));
            campaign.map_svg(seat, &MapOptions { marks, ..MapOptions::default() })
        };
        assert_eq!(marked(one), marked(other), "marks on the map tell {seat} too much");
        assert_eq!(one.figures(seat), other.figures(seat), "the figures of {seat} know what is hidden");
        for heard in [&[], heard] {
            assert_eq!(one.documents(seat, heard), other.documents(seat, heard), "a report tells {seat} too much");
        }
        assert_eq!(
            (one.step(), one.label(), one.mode(), one.outcome().is_some()),
            (other.step(), other.label(), other.mode(), other.outcome().is_some()),
            "{seat} can tell the time by what is hidden"
        );
        // What is asked is told to the seat that it is asked of; who is asked, to everybody.
        let awaited = |campaign: &dyn Campaign| {
            let mut waits = campaign.awaiting();
            for wait in waits.iter_mut().filter(|wait| wait.seat != seat) {
                (wait.prompt, wait.default) = (String::new(), String::new());
            }
            waits
        };
        assert_eq!(awaited(one), awaited(other), "{seat} can tell what is hidden by who is awaited");
        assert_eq!(one.takes_standing_orders(seat), other.takes_standing_orders(seat));
        assert_eq!(one.default_orders(seat), other.default_orders(seat), "the default of {seat} knows what is hidden");
        let random = |campaign: &dyn Campaign| {
            campaign.random_orders(seat, &mut Dice::keyed(&GameSeed::from_number(7), "random orders"))
        };
        assert_eq!(random(one), random(other), "random orders of {seat} know what is hidden");
        self.offer_the_same();
    }

    /// What may be ordered: all the questions of an order that is walked at random.
    fn offer_the_same(&self) {
        let mut dice = Dice::keyed(&GameSeed::from_number(8), "options");
        let mut stream = dice.stream("options", self.seat.0, 0);
        let nothing = self.one.read_orders(&json!([]));
        let [one, other] = [self.one, self.other].map(|world| world.kinds_now(self.seat, &nothing));
        assert_eq!(one, other, "what is closed to {} tells what is hidden", self.seat);
        let [one, other] = [self.one, self.other].map(|world| world.quick_answers(self.seat));
        assert_eq!(one, other, "the answers offered to {} tell what is hidden", self.seat);
        let mut partial = json!({});
        loop {
            let [one, other] = [self.one, self.other].map(|world| world.options(self.seat, &nothing, &partial));
            assert_eq!(one, other, "what {} may order tells what is hidden", self.seat);
            let Some(question) = one.ok().and_then(|filled| filled.next) else { break };
            let answer = question.pick(&mut stream, RULE);
            let places = places_of(&question.values);
            let [one, other] = [self.one, self.other].map(|world| world.kinds_at(self.seat, &nothing, &places));
            assert_eq!(one, other, "what begins at {places:?} tells {} what is hidden", self.seat);
            fill(&mut partial, &question.pointer, answer);
        }
    }

    /// The whole chain of questions, and the orders after each answer.
    fn ask_the_same(&self, dice: &mut Dice) {
        let (Some(one), Some(other)) = (self.one.planner(self.seat), self.other.planner(self.seat)) else { return };
        sample_the_same(one.as_ref(), other.as_ref(), self.seat, self.seats);
        let mut stream = dice.stream("answers", self.seat.0, 0);
        let mut answers: Vec<Answer> = Vec::new();
        loop {
            let question = one.ask(&answers);
            let told = |planner: &dyn Planner| planner.orders(&answers);
            assert_eq!(question, other.ask(&answers), "a question tells {} what it must not know", self.seat);
            let Some(question) = question else {
                return assert_eq!(
                    told(one.as_ref()),
                    told(other.as_ref()),
                    "{}'s computer player knows it",
                    self.seat
                );
            };
            // Order sets cost more than questions: a few of them will do.
            if answers.len().is_power_of_two() || answers.is_empty() {
                assert_eq!(told(one.as_ref()), told(other.as_ref()), "{}'s computer player knows it", self.seat);
            }
            answers.push(stream.pick(question.answers.len(), RULE) as Answer);
        }
    }

    /// Verdicts, and shorthand both ways.
    fn judge_the_same(&self, orders: &Orders) {
        let (one, other, seat) = (self.one, self.other, self.seat);
        assert_eq!(one.check(seat, orders), other.check(seat, orders), "a verdict tells {seat} what it must not know");
        let text = one.print(seat, orders);
        assert_eq!(text, other.print(seat, orders), "shorthand tells {seat} what it must not know");
        // Cut short, it is not understood in many ways.
        for text in [text.as_str(), text.get(..text.len() * 2 / 3).unwrap_or_default()] {
            assert_eq!(one.parse(seat, text), other.parse(seat, text), "reading tells {seat} what it must not know");
        }
    }

    /// Carried out on the truth, the first order of a set is refused for what its seat knows or not at all, and an order set
    /// that was refused has brought nothing.
    fn refuse_the_same(&self, orders: &Orders, dice: &Dice) {
        if self.one.mode() != StepMode::Immediate || self.one.outcome().is_some() {
            return;
        }
        let seat = self.seat;
        let first = self.one.read_orders(&json!([orders.to_json()[0]]));
        let judged = |campaign: &dyn Campaign| -> (Option<Verdict>, Vec<EventRecord>) {
            let mut after = campaign.clone_box();
            let advance = after.advance(&[OrderSet { seat, orders: first.clone() }], &mut dice.clone());
            let heard = advance.seen_by(seat);
            let verdict = advance.verdicts.into_iter().next().and_then(|(_, verdicts)| verdicts.into_iter().next());
            (verdict.filter(Verdict::is_refused), heard)
        };
        let (one, other) = (judged(self.one), judged(self.other));
        assert_eq!(one.0, other.0, "carrying out {first:?} tells {seat} what it must not know");
        if one.0.is_some() {
            assert_eq!(one.1, other.1, "a refused order told {seat} something");
            let checked = self.one.check(seat, &first);
            let status = checked.first().map(|verdict| verdict.status);
            assert_ne!(status, Some(VerdictStatus::Accepted), "{first:?} of {seat} was accepted, and then {:?}", one.0);
        }
    }
}
