//! The postures, and the chain of questions: posture, treasury, enemies, then the greatest stacks one by one, and intrigue.

use kernel::question::{Answer, Choice, Question, Topic};

use super::assess::Survey;
use super::diplomacy::{self, Rival};
use super::draft::{self, Draft, Task};
use super::economy;
use super::intrigue;
use super::stacks;
use super::targets::{self, Aim, Bias, Target};
use super::treasury::{self, Spending};
use super::winter;
use crate::knowledge::Knowledge;
use crate::model::ids::{Factions, NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::orders::{Order, SetEnemies};

/// Stacks that are asked about.
const ASKED_STACKS: usize = 6;
/// Most answers to a question (the kernel allows 12).
const MOST_ANSWERS: usize = 8;
/// Names of the three wars that may be chosen.
const WARS: [&str; 3] = ["war", "war_2", "war_3"];

/// What a nation is about this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Posture {
    /// Whatever promises most, against Independents and present enemies.
    Campaign,
    /// Nothing but the defence of what one has.
    Hold,
    /// Independent provinces.
    Expand,
    /// One enemy above all.
    War(NationId),
    /// One's own besieged and lost places.
    Relieve,
    /// Undefended places of the enemy.
    Raid,
    /// Everybody home.
    Winter,
}

impl Posture {
    pub(super) fn bias(self) -> Bias {
        let all = Bias { independents: 100, enemies: 100, own_original: 110, relief: 100, empty: 100 };
        match self {
            Self::Campaign => all,
            Self::Hold => Bias { independents: 0, enemies: 0, own_original: 0, empty: 0, ..all },
            Self::Expand => Bias { enemies: 0, ..all },
            Self::War(_) => Bias { independents: 70, ..all },
            Self::Relieve => Bias { independents: 30, enemies: 30, relief: 200, own_original: 200, ..all },
            Self::Raid => Bias { independents: 30, enemies: 30, empty: 150, ..all },
            Self::Winter => Bias { independents: 0, enemies: 0, own_original: 0, empty: 0, ..all },
        }
    }
}

/// A plan as far as the answers go.
struct Plan<'a> {
    survey: Survey<'a>,
    enemies: Factions,
    targets: Vec<Target>,
    draft: Draft,
    /// What is bought.
    bought: Bought,
    /// The first question without an answer.
    open: Option<Question>,
}

/// Orders that cost money: options of P3, a plot among them, and recruits of P6.
#[derive(Default)]
pub(super) struct Bought {
    pub(super) options: Vec<Order>,
    pub(super) recruits: Vec<Order>,
}

/// Reads answers one by one; keeps the first question that has none.
struct Reader<'r> {
    answers: std::slice::Iter<'r, Answer>,
    open: Option<Question>,
}

impl Reader<'_> {
    /// The answer to a question, the first where nobody answered. Questions of one answer are not asked.
    fn ask(&mut self, about: Topic, answers: Vec<Choice>) -> usize {
        if answers.len() < 2 {
            return 0;
        }
        match self.answers.next() {
            Some(answer) => usize::from(*answer).min(answers.len() - 1),
            None => {
                self.open.get_or_insert(Question { about, answers });
                0
            }
        }
    }
}

/// The next question after some answers.
pub fn ask(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Option<Question> {
    if !known.is_playing(sc) {
        return None;
    }
    plan(sc, known, so_far, true).open
}

/// The orders that some answers mean.
pub fn orders(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Vec<Order> {
    if !known.is_playing(sc) {
        return Vec::new();
    }
    let plan = plan(sc, known, so_far, false);
    write(&plan.survey, plan.enemies, &plan.draft, &plan.targets, plan.bought)
}

/// A whole order set, in the order of the phases.
pub(super) fn write(
    survey: &Survey, enemies: Factions, draft: &Draft, targets: &[Target], bought: Bought,
) -> Vec<Order> {
    let mut orders = Vec::new();
    if enemies != survey.st.nation(survey.me).declared {
        let nations = enemies.iter().map(|nation| survey.sc.party(nation).to_string()).collect();
        orders.push(Order::SetEnemies(SetEnemies { nations }));
    }
    orders.extend(treasury::tax_rate(survey));
    orders.extend(bought.options);
    orders.extend(stacks::orders(survey, draft, targets));
    orders.extend(bought.recruits.into_iter().filter(|order| !among_new_enemies(survey, enemies, order)));
    orders.extend(winter::destinations(survey));
    orders
}

/// Whether units would be raised beside an army that becomes hostile by this very order set: they cannot be (UM-23.3).
fn among_new_enemies(survey: &Survey, enemies: Factions, order: &Order) -> bool {
    let Order::RecruitUnits(recruits) = order else { return false };
    let (sc, nation) = (survey.sc, survey.st.nation(survey.me));
    let new = |faction| enemies.has(faction) && !nation.declared.has(faction);
    let there = |place: ProvinceId| place != nation.capital && survey.st.place_name(sc, place) == recruits.province;
    let mut armies = survey.foreign.iter().filter(|force| force.strength.armies > 0);
    armies.any(|force| new(force.faction) && there(force.place))
}

fn plan<'a>(sc: &'a Scenario, known: &'a Knowledge, so_far: &[Answer], only_ask: bool) -> Plan<'a> {
    let survey = Survey::new(sc, known);
    let mut reader = Reader { answers: so_far.iter(), open: None };
    let rivals = diplomacy::rivals(&survey);
    let posture = ask_posture(&survey, &rivals, &mut reader);
    let spending = ask_spending(&survey, &mut reader);
    let enemies = ask_enemies(&survey, &rivals, posture, &mut reader);
    let foes = enemies.and(listing_us(&survey));
    let bias = posture.bias();
    if only_ask && reader.open.is_some() {
        let draft = Draft { stacks: Vec::new(), tasks: Vec::new(), columns: Vec::new() };
        return Plan { survey, enemies, targets: Vec::new(), draft, bought: Bought::default(), open: reader.open };
    }
    let targets = targets::list(&survey, foes, bias);
    let mut draft = draft::draft(&survey, &targets, &[]);
    if !so_far.is_empty() || only_ask {
        let wide = targets::list(&survey, foes, Bias { independents: 100, enemies: 100, empty: 100, ..bias });
        ask_stacks(&survey, [&targets, &wide], &mut draft, &mut reader);
    }
    let bought = if reader.open.is_some() && only_ask {
        Bought::default()
    } else {
        buy(&survey, spending, &draft, &targets, &mut reader)
    };
    Plan { survey, enemies, targets, draft, bought, open: reader.open }
}

/// Whoever lists us is an enemy whatever we list.
pub(super) fn listing_us(survey: &Survey) -> Factions {
    survey.sc.nation_ids().filter(|&nation| survey.st.nation(nation).declared.has(survey.me)).collect()
}

/// Spends the money; the last question is what to do by stealth with what is left.
fn buy(survey: &Survey, spending: Spending, draft: &Draft, targets: &[Target], reader: &mut Reader) -> Bought {
    let budget = economy::spend(survey, spending, draft, targets);
    let (choices, orders): (Vec<Choice>, Vec<Option<Order>>) =
        intrigue::plots(survey, draft, &budget).into_iter().unzip();
    let plot = orders.into_iter().nth(reader.ask(Topic::about("intrigue", ""), choices)).flatten();
    let mut options = budget.options;
    options.extend(plot);
    Bought { options, recruits: budget.recruits }
}

fn ask_posture(survey: &Survey, rivals: &[Rival], reader: &mut Reader) -> Posture {
    let sc = survey.sc;
    let mut list = vec![
        (Posture::Campaign, Choice::new("campaign where it promises most", 500).keyed("campaign")),
        (Posture::Hold, Choice::new("hold what we have", 100).quiet().keyed("hold")),
        (Posture::Expand, Choice::new("take independent provinces", 120).keyed("expand")),
    ];
    for (rival, key) in diplomacy::worth_a_thought(rivals).zip(WARS) {
        let words = format!("war on {}", sc.nation(rival.nation).name);
        list.push((Posture::War(rival.nation), Choice::new(words, 60).keyed(key)));
    }
    list.push((Posture::Relieve, Choice::new("relieve our own places", 60).keyed("relieve")));
    list.push((Posture::Raid, Choice::new("raid what is undefended", 60).keyed("raid")));
    if survey.carries.last_campaign {
        // Where the last campaigning turn is also tax time, an army abroad gains nothing: every siege is broken before
        // spring, and peace for a turn leaves the provinces whole for the collector (UM-6.7, UM-31.1).
        let home_first = survey.carries.taxation;
        let choice = Choice::new("go into winter quarters", if home_first { 500 } else { 60 });
        let place = if home_first { 0 } else { list.len() };
        list.insert(place, (Posture::Winter, choice.quiet().keyed("winter")));
    }
    let (postures, choices): (Vec<Posture>, Vec<Choice>) = list.into_iter().unzip();
    postures[reader.ask(Topic::about("posture", ""), choices)]
}

fn ask_spending(survey: &Survey, reader: &mut Reader) -> Spending {
    let carries = survey.carries;
    if !(carries.investment || carries.land_recruit) {
        return Spending::Save;
    }
    let invest = (Spending::Invest, Choice::new("invest first, then recruit", 500).quiet().keyed("invest"));
    let recruit = (Spending::Recruit, Choice::new("recruit first, then invest", 350).keyed("recruit"));
    let save = (Spending::Save, Choice::new("spend on garrisons only", 150).quiet().keyed("save"));
    let list = if carries.investment && survey.civilised { [invest, recruit, save] } else { [recruit, invest, save] };
    let (spendings, choices): (Vec<Spending>, Vec<Choice>) = list.into_iter().unzip();
    spendings[reader.ask(Topic::about("treasury", ""), choices)]
}

fn ask_enemies(survey: &Survey, rivals: &[Rival], posture: Posture, reader: &mut Reader) -> Factions {
    let now: Factions =
        survey.st.nation(survey.me).declared.iter().filter(|&id| !survey.st.nation(id).eliminated).collect();
    // Whatever a nation is about, a war that it can go on with is no matter of one turn; but peace for the winter is.
    let held = if posture == Posture::Winter { Factions::NONE } else { diplomacy::held(rivals) };
    let best = match posture {
        Posture::War(nation) => diplomacy::enemies(survey, rivals).and(Factions::one(nation)),
        Posture::Hold | Posture::Winter | Posture::Expand => held,
        _ => diplomacy::enemies(survey, rivals),
    };
    let mut lists = vec![best];
    let mut offer = |list: Factions| {
        if !lists.contains(&list) && lists.len() < MOST_ANSWERS {
            lists.push(list);
        }
    };
    offer(now.and(held));
    if held.is_empty() || survey.carries.taxation {
        offer(Factions::NONE);
    }
    for rival in diplomacy::worth_a_thought(rivals).take(WARS.len()) {
        offer(best.and(Factions::one(rival.nation)));
    }
    let words = |list: &Factions| {
        let names: Vec<&str> = list.iter().map(|id| survey.sc.nation(id).name.as_str()).collect();
        if names.is_empty() { "have no enemies".to_owned() } else { format!("be at war with {}", names.join(", ")) }
    };
    let choice = |(at, list): (usize, &Factions)| {
        let choice = Choice::new(words(list), if at == 0 { 600 } else { 100 });
        // A list is quiet when it adds nobody.
        if list.and(now) == now { choice.quiet() } else { choice }
    };
    let choices = lists.iter().enumerate().map(choice).collect();
    lists[reader.ask(Topic::about("enemies", ""), choices)]
}

/// Asks about the greatest stacks in turn; an answer other than the first changes the draft for those after it.
/// `wide` are the targets that any posture might think of.
fn ask_stacks(survey: &Survey, [targets, wide]: [&[Target]; 2], draft: &mut Draft, reader: &mut Reader) {
    for at in 0..draft.stacks.len().min(ASKED_STACKS) {
        if reader.open.is_some() {
            return;
        }
        if survey.armies(draft.stacks[at].place) == 0 || draft.tasks[at] == Task::Escort {
            continue;
        }
        let mut options = vec![(words(survey, draft, at), quiet(survey, draft, at), draft.tasks[at].clone())];
        options.extend(draft::alternatives(survey, wide, draft, at));
        options.truncate(MOST_ANSWERS);
        let general = survey.st.captain(survey.sc, draft.stacks[at].generals[0]);
        let place = survey.st.place(survey.sc, draft.stacks[at].place);
        let about = Topic::about("stack", format!("{general} in {place}"));
        let choice = |(index, (words, quiet, _)): (usize, &(String, bool, Task))| {
            let choice = Choice::new(words.clone(), if index == 0 { 500 } else { 100 });
            if *quiet { choice.quiet() } else { choice }
        };
        let choices = options.iter().enumerate().map(choice).collect();
        let answer = reader.ask(about, choices);
        if answer > 0 {
            let mut fixed: Vec<Option<Task>> = vec![None; draft.stacks.len()];
            for (slot, task) in fixed.iter_mut().zip(&draft.tasks).take(at) {
                *slot = Some(task.clone());
            }
            fixed[at] = Some(options.swap_remove(answer).2);
            *draft = draft::draft(survey, targets, &fixed);
        }
    }
}

/// What a stack is about to do, in words.
fn words(survey: &Survey, draft: &Draft, at: usize) -> String {
    let name = |place| survey.st.place(survey.sc, place);
    match &draft.tasks[at] {
        Task::Hold => "stay and guard".to_owned(),
        Task::Attack { place, way, .. } => {
            let aim = if survey.st.province(*place).owner == survey.me { Aim::Free } else { Aim::Take };
            match (aim, way.is_empty()) {
                (Aim::Free, _) => format!("drive the enemy from {}", name(*place)),
                (Aim::Take, true) => format!("go on against {}", name(*place)),
                (Aim::Take, false) => format!("march against {}", name(*place)),
            }
        }
        Task::Join { place, .. } => format!("march to {}", name(*place)),
        Task::Sail { place, .. } if survey.st.province(*place).owner == survey.me => {
            format!("sail to {}", name(*place))
        }
        Task::Sail { place, .. } => format!("sail against {}", name(*place)),
        Task::Escort => "sail with another army".to_owned(),
        Task::Sweep { stops } => {
            let places: Vec<String> =
                stops.iter().filter_map(|(way, _)| way.last()).map(|&place| name(place).to_string()).collect();
            format!("leave a watch in {}", places.join(", "))
        }
    }
}

/// Whether what a stack is about to do starts nothing new.
fn quiet(survey: &Survey, draft: &Draft, at: usize) -> bool {
    match &draft.tasks[at] {
        Task::Hold | Task::Join { .. } | Task::Escort => true,
        Task::Attack { place, .. } | Task::Sail { place, .. } => survey.st.province(*place).owner == survey.me,
        Task::Sweep { stops } => {
            stops.iter().filter_map(|(way, _)| way.last()).all(|place| survey.st.province(*place).owner == survey.me)
        }
    }
}
