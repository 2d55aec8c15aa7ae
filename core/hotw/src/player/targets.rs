//! The set of targets: expansions drawn up with different Areas in view, the best first.

use kernel::question::{Choice, Topic};

use super::chain::Chain;
use super::decision::{DecisionContext, MILLE};
use super::expansion::{PlannedExpansion, draw, weigh};
use super::forces::PlannedForces;
use super::notes::Plan;
use super::position::Position;
use super::steps::Action;
use crate::model::ids::{AreaId, LandId, Lands, PlayerId, Space};
use crate::model::scenario::Board;

/// Areas that are sought above all for a try.
const TRIED: usize = 4;
/// Fewer forces than these need no choice of targets, in thousandths.
const FEW: i32 = 3 * MILLE;

/// Asks which targets to go for; an Area to be sought above all, or nothing in particular.
pub fn seek(chain: &mut Chain, me: PlayerId) -> Option<AreaId> {
    let board = &chain.sc.board;
    let empire = chain.st.turn()?.career.empire;
    let plans = chain.notes.targets.once(chain.moment(None), || plans(chain, me).unwrap_or_default());
    let choices = || plans.iter().map(|plan| plan.choice.clone()).collect();
    let at = chain.reader.ask(Topic::about("targets", &board.empire(empire).name), choices);
    plans.get(at).and_then(|plan| plan.area)
}

/// The sets of targets worth a thought, best first; nothing for few forces.
fn plans(chain: &Chain, me: PlayerId) -> Option<Vec<Plan>> {
    let context = &chain.context(me);
    let turn = chain.st.turn()?;
    let board = context.board;
    let left = board.constants.free_lookups.saturating_sub(turn.career.lookups);
    let planned = PlannedForces::new(board, &turn.career, chain.st.options.combat, left);
    if planned.total() < FEW {
        return None;
    }
    let position = Position::new(context, &chain.st, turn.career.empire);
    let usual = draw(context, &position, &planned);
    let mut plans: Vec<(i32, Option<AreaId>, PlannedExpansion)> = Vec::with_capacity(TRIED + 1);
    for area in areas(context, &position, &usual) {
        let sought = context.clone().seeking(Some(area));
        let campaign = draw(&sought, &position, &planned);
        plans.push((weigh(context, &position, &planned, &campaign), Some(area), campaign));
    }
    plans.push((usual.worth, None, usual));
    // Of equals the one without a fixed idea.
    plans.sort_by_key(|(worth, area, _)| (-worth, *area));
    let plan =
        |(_, area, campaign): &(_, Option<AreaId>, _)| Plan { area: *area, choice: choice(board, *area, campaign) };
    Some(plans.iter().map(plan).collect())
}

/// Areas within reach of the usual expansion that score now, the most valuable first.
fn areas(context: &DecisionContext, position: &Position, usual: &PlannedExpansion) -> Vec<AreaId> {
    let taken: Lands = usual.steps.iter().filter_map(|step| land(step.action)).collect();
    let held = position.base.or(taken);
    let near = held.iter().flat_map(|land| context.ways[land.index()].iter().map(|way| way.from)).collect::<Lands>();
    let mut areas: Vec<AreaId> = context
        .board
        .area_ids()
        .filter(|area| {
            context.vp[area.index()][0] > 0 && !context.board.area(*area).lands.and(held.or(near)).is_empty()
        })
        .collect();
    areas.sort_by_key(|area| (-context.vp[area.index()][0], *area));
    areas.truncate(TRIED);
    areas
}

fn land(action: Action) -> Option<LandId> {
    match action {
        Action::Enter(Space::Land(land)) => Some(land),
        _ => None,
    }
}

fn choice(board: &Board, area: Option<AreaId>, campaign: &PlannedExpansion) -> Choice {
    let names: Vec<&str> =
        campaign.steps.iter().filter_map(|step| land(step.action)).map(|land| board.land(land).name.as_str()).collect();
    let lands = match names.as_slice() {
        [] => "no Land".to_owned(),
        few if few.len() <= 5 => few.join(", "),
        many => format!("{} and {} more Lands", many[..4].join(", "), many.len() - 4),
    };
    match area {
        None => Choice::new(format!("take what gains most: {lands}"), 400).quiet(),
        Some(area) => Choice::new(format!("seek {} above all: {lands}", board.area(area).name), 150),
    }
}
