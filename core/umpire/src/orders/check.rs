//! A whole order set when it is handed in.

use kernel::{Refusal, RuleRef, Verdict};

use super::{Command, Numbered, Order, OrderContext, OrderPhase, prospects};
use crate::model::ids::{NationId, Rp};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::movement::{self, Movement, Planned};
use crate::rules::options::EarlierOrders;

/// Phases whose orders are judged together, in the order of the list, on what those before them leave.
pub(super) const STAGES: [&[OrderPhase]; 4] = [
    &[OrderPhase::Diplomacy, OrderPhase::TaxRates, OrderPhase::Replacements, OrderPhase::WinterQuarters],
    &[OrderPhase::Options],
    &[OrderPhase::Movement],
    &[OrderPhase::Recruitment],
];

/// Judges an order set when it is handed in, on the state that its seat knows: one verdict per order, in their
/// order.
///
/// The orders are judged in the sequence of play, each after the expected effects of those before it, so that money
/// spent twice, a city rebuilt and then improved, or units disbanded and then moved are seen for what they are.
pub fn check_orders(sc: &Scenario, st: &State, nation: NationId, orders: &[Order]) -> Vec<Verdict> {
    let mut found = vec![None; orders.len()];
    let asked = Some(vec![None; orders.len()]);
    let prospects = judge_all(sc, st, nation, orders, STAGES.len(), &mut found, asked).prospects.unwrap_or_default();
    let verdict = |(index, found): (usize, &Option<Refusal>)| match (found, &prospects[index]) {
        (Some(refusal), _) => refusal.verdict(index),
        (None, Some((words, rule))) => Verdict::prospects(index, words.clone(), RuleRef::new(rule)),
        (None, None) => Verdict::accepted(index),
    };
    found.iter().enumerate().map(verdict).collect()
}

/// What a nation foresees when the first stages are judged: the position of a further order of the last of them.
pub(super) fn foresee<'a>(
    sc: &'a Scenario, st: &State, nation: NationId, written: &[Order], stages: usize,
) -> Foreseen<'a> {
    judge_all(sc, st, nation, written, stages, &mut vec![None; written.len()], None)
}

/// The stage in which orders of a phase are judged.
pub(super) fn stage_of(phase: OrderPhase) -> usize {
    STAGES.iter().position(|stage| stage.contains(&phase)).unwrap_or(STAGES.len())
}

/// What may come of an order, in words, and the rule.
type Prospects = Option<(String, &'static str)>;

/// Judges the orders of the first stages, and notes the worst that is found of each, the first of its kind, and what may
/// come of them, where there is a place for it.
fn judge_all<'a>(
    sc: &'a Scenario, st: &State, nation: NationId, orders: &[Order], stages: usize, found: &mut [Option<Refusal>],
    prospects: Option<Vec<Prospects>>,
) -> Foreseen<'a> {
    let mut note = |index: usize, refusal: Refusal| {
        let Some(slot) = found.get_mut(index) else { return };
        if slot.as_ref().is_none_or(|old| old.uncertain && !refusal.uncertain) {
            *slot = Some(refusal);
        }
    };
    let mut commands = Vec::with_capacity(orders.len());
    for (index, order) in orders.iter().enumerate() {
        match order.resolve(&OrderContext::new(sc, st, nation)) {
            Ok(what) => commands.push(Numbered { nation, index, what }),
            Err(refusal) => note(index, refusal),
        }
    }
    for (at, command) in commands.iter().enumerate() {
        if let Some(later) = commands[at + 1..].iter().find(|later| command.what.replaced_by(&later.what)) {
            let detail = format!("order {} of this order set says otherwise, and the last one stands", later.index + 1);
            note(command.index, Refusal::new("replaced", "UM-4.6", detail).uncertain());
        }
    }
    let mut foreseen = Foreseen {
        sc,
        st: st.clone(),
        nation,
        earlier: EarlierOrders::none(),
        movements: Vec::new(),
        index: 0,
        warnings: Vec::new(),
        prospects,
    };
    for stage in STAGES.iter().take(stages) {
        let of_stage = |command: &&Numbered<Command>| stage.contains(&command.what.phase());
        for command in commands.iter().filter(of_stage) {
            foreseen.index = command.index;
            let refused = command.what.foresee(&mut foreseen).err();
            foreseen.warnings.drain(..).chain(refused).for_each(|refusal| note(command.index, refusal));
        }
        if stage.contains(&OrderPhase::Movement) {
            let checked = movement::check(sc, &foreseen.st, nation, &foreseen.movements);
            checked.found.into_iter().for_each(|(index, refusal)| note(index, refusal));
            foreseen.tell_of_marches(&checked.plans);
        }
    }
    foreseen
}

/// The state that a nation knows, after the orders judged so far.
pub struct Foreseen<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// The known state.
    pub st: State,
    /// Whose orders.
    pub nation: NationId,
    /// What earlier orders mean for later ones.
    pub earlier: EarlierOrders,
    /// The movements so far, with their index in the order set.
    pub movements: Vec<(usize, Movement)>,
    /// Index of the order under judgement.
    pub(super) index: usize,
    warnings: Vec<Refusal>,
    /// What may come of each order, where somebody asks.
    prospects: Option<Vec<Prospects>>,
}

impl Foreseen<'_> {
    /// The position in which the next order is judged.
    pub fn context(&self) -> OrderContext<'_> {
        OrderContext { sc: self.sc, st: &self.st, nation: self.nation, earlier: &self.earlier }
    }

    /// Notes a warning.
    pub(super) fn warn(&mut self, refusal: Refusal) {
        self.warnings.push(refusal.uncertain());
    }

    /// Says what may come of the order, where somebody asks.
    pub(super) fn tell(&mut self, rule: &'static str, words: impl FnOnce(&Self) -> Option<String>) {
        if self.prospects.is_none() {
            return;
        }
        let told = words(self).map(|words| (words, rule));
        if let Some(place) = self.prospects.as_mut().and_then(|all| all.get_mut(self.index)) {
            *place = told;
        }
    }

    /// Says what may come of the marches, where somebody asks.
    fn tell_of_marches(&mut self, plans: &[Planned]) {
        if self.prospects.is_none() {
            return;
        }
        let restless = movement::left_restless(self.sc, &self.st, self.nation, plans);
        for plan in plans {
            let Some(leg) = plan.legs.last() else { continue };
            self.index = plan.index;
            self.tell("UM-R45", |it| {
                let mut words = prospects::of_march(it.sc, &it.st, it.nation, leg.mode, leg.to, leg.end);
                for left in restless.iter().filter(|left| left.order == plan.index) {
                    words.push_str(&prospects::of_leaving(it.sc, &it.st, left));
                }
                Some(words)
            });
        }
    }

    /// Pays from the treasury; the judge has seen that it is there (UM-R8).
    pub(super) fn spend(&mut self, amount: Rp) {
        self.st.nation_mut(self.nation).treasury -= amount;
    }
}
