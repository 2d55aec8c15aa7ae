//! Whole answers to the decision that is asked of a seat: for this time, for the rest of a move or phase, and standing ones
//! (ER-R45). Each is legal as far as the seat can know.

use kernel::AnswerScope::{Always, Move, Once, Phase};
use kernel::{AnswerScope, QuickAnswer};

use crate::knowledge::Knowledge;
use crate::model::frames::{Ask, Question, Reply, Response};
use crate::model::ids::{PowerId, Powers};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{AttackedPolicy, InterceptPolicy, Policy, RetreatPolicy, State};
use crate::orders::answers;
use crate::orders::{InterceptArmy, InterceptFleet, NotAgain, Order, SetPolicy};
use crate::rules::decisions::{default, policy, refuge_words};
use crate::rules::relations;

/// So many refuges are offered.
const REFUGES: usize = 4;

type Answer = QuickAnswer<Order>;

/// The answers to what is asked of the seat; none where nothing is.
pub fn quick_answers(sc: &Scenario, known: &Knowledge) -> Vec<Answer> {
    let Some(ask) = known.own_ask() else { return Vec::new() };
    let st = &known.st;
    let now = |(title, reply): (String, Reply)| Some(answer(&title, Once, vec![answers::of(sc, st, ask, &reply)?]));
    let mut all: Vec<Answer> = replies(sc, st, ask).into_iter().filter_map(now).collect();
    // The last answer to an interception lets the force pass: at this hex, on its way, or whoever comes.
    if let (Question::Intercept { .. }, Some([pass])) = (&ask.question, all.last().map(|last| last.orders.as_slice())) {
        let [on_its_way, whoever] = [NotAgain::March, NotAgain::Phase].map(|scope| again(pass, scope));
        all.push(answer("Let them pass, and be asked about this force no more", Move, vec![on_its_way]));
        all.push(answer("Let everybody pass in this phase", Phase, vec![whoever]));
    }
    all.extend(standing(&ask.question).into_iter().filter_map(|(title, set)| always(sc, st, ask, title, set)));
    all
}

fn answer(title: &str, scope: AnswerScope, orders: Vec<Order>) -> Answer {
    QuickAnswer { title: title.to_owned(), scope, orders }
}

fn again(order: &Order, scope: NotAgain) -> Order {
    let mut order = order.clone();
    if let Order::InterceptArmy(InterceptArmy { not_again, .. })
    | Order::InterceptFleet(InterceptFleet { not_again, .. }) = &mut order
    {
        *not_again = Some(scope);
    }
    order
}

fn replies(sc: &Scenario, st: &State, ask: &Ask) -> Vec<(String, Reply)> {
    match &ask.question {
        Question::Intercept { candidates, .. } => vec![
            (
                "Try with all that can".to_owned(),
                Reply::Intercept(candidates.iter().map(|(force, _)| *force).collect()),
            ),
            ("Let them pass".to_owned(), Reply::Intercept(Vec::new())),
        ],
        Question::RespondAttack { armies, city, hexes, .. } => {
            let all = |response| Reply::RespondAttack(armies.iter().map(|&army| (army, response)).collect());
            let mut replies = vec![("Stand and fight".to_owned(), all(Response::Stand))];
            replies.extend(city.map(|_| ("Go into the city".to_owned(), all(Response::City))));
            replies.extend(
                hexes.first().map(|&hex| (format!("Slip away to {}", names::place(sc, hex)), all(Response::Hex(hex)))),
            );
            replies
        }
        Question::ChooseRetreat { options, .. } => {
            let to = |refuge| (format!("Retreat to {}", refuge_words(sc, refuge)), Reply::Retreat(refuge));
            options.iter().take(REFUGES).copied().map(to).collect()
        }
        Question::Alliance { .. } => {
            vec![("Accept".to_owned(), Reply::Alliance(true)), ("Decline".to_owned(), Reply::Alliance(false))]
        }
        Question::Season { .. } | Question::SetUp { .. } => {
            default::answer(sc, st, ask).map(|reply| ("As at the deadline".to_owned(), reply)).into_iter().collect()
        }
        Question::Unknown => Vec::new(),
    }
}

/// What may be said once and for all to such a question.
fn standing(question: &Question) -> Vec<(&'static str, Policy)> {
    let intercept = |policy| Policy { intercept: Some(policy), ..Policy::default() };
    let attacked = |policy| Policy { attacked: Some(policy), ..Policy::default() };
    match question {
        Question::Intercept { .. } => vec![
            ("From now on, let all pass", intercept(InterceptPolicy::Never)),
            (
                "From now on, try where we have half as much again as they",
                intercept(InterceptPolicy::Odds { percent: 150 }),
            ),
            ("From now on, try whenever it is possible", intercept(InterceptPolicy::Always)),
        ],
        Question::RespondAttack { .. } => {
            let retreat = AttackedPolicy::Retreat { city_percent: Some(200), hex_percent: Some(300) };
            vec![
                ("From now on, stand and fight", attacked(AttackedPolicy::Stand)),
                ("From now on, into the city from twice our strength on, away from three times on", attacked(retreat)),
            ]
        }
        Question::ChooseRetreat { .. } => {
            let retreat = Some(RetreatPolicy::Nearest);
            vec![("From now on, retreat to the nearest place", Policy { retreat, ..Policy::default() })]
        }
        Question::Season { .. } => {
            vec![("From now on, declare by the default", Policy { season: Some(true), ..Policy::default() })]
        }
        Question::SetUp { .. } => {
            vec![("From now on, place by the default", Policy { set_up: Some(true), ..Policy::default() })]
        }
        Question::Alliance { .. } | Question::Unknown => Vec::new(),
    }
}

/// A policy for all the powers that are asked, and what it says to this question; `None` where a force of its own mind, or
/// a power of somebody else, leaves the question open.
fn always(sc: &Scenario, st: &State, ask: &Ask, title: &str, set: Policy) -> Option<Answer> {
    // Woken minors are placed by whoever acts for them, and by his policy.
    let speaker = |power| match ask.question {
        Question::SetUp { .. } => relations::head(st, power),
        _ => Some(power),
    };
    let own = |power: &PowerId| relations::seat_of(sc, st, *power) == Some(ask.seat);
    let powers: Powers = ask.powers.iter().filter_map(speaker).filter(own).collect();
    let mut later = st.clone();
    for power in powers.iter() {
        let policy = &mut later.power_mut(power).policy;
        *policy = policy.with(set);
    }
    let reply = policy::answer(sc, &later, ask)?;
    let order = |power| {
        Order::SetPolicy(SetPolicy {
            power: sc.power(power).code.to_string(),
            force: None,
            intercept: set.intercept,
            respond_attack: set.attacked,
            retreat_to: set.retreat.map(|_| "nearest".to_owned()),
            season: set.season,
            set_up: set.set_up,
        })
    };
    let mut orders: Vec<Order> = powers.iter().map(order).collect();
    orders.push(answers::of(sc, st, ask, &reply)?);
    Some(answer(title, Always, orders))
}
