//! What a seat does when its deadline passes (HW-R44): it keeps its card, plays no events, makes no lookups, and walks
//! into whatever stands open, best first.

use crate::orders::{
    BeginTurn, ChooseSurvivors, EndExpansion, ExpandLand, ExpandWater, KeepEmpire, PassEmpire, PlaceMonument,
    PlaceSumeria, StopBarbarians,
};
use std::cmp::Reverse;

use kernel::SeatId;

use crate::model::ids::Source;
use crate::model::ids::{EmpireId, LandId, PlayerId, Space};
use crate::model::scenario::Scenario;
use crate::model::state::{Phase, Stage, State};
use crate::orders::Command;
use crate::rules::{self, Engine, idle_dice, score, ways};

/// The orders of a seat that says nothing, from the state as it knows it.
pub fn commands(sc: &Scenario, known: &State, seat: SeatId) -> Vec<Command> {
    let Some(active) = known.active().filter(|active| u16::from(sc.colour(*active).seat) == seat.0) else {
        return Vec::new();
    };
    match &known.stage {
        Stage::Sumeria { .. } => vec![Command::PlaceSumeria(PlaceSumeria { lands: sc.board.sumeria_default.to_vec() })],
        Stage::Draft(draft) if rules::may_keep(known, draft) => vec![Command::KeepEmpire(KeepEmpire)],
        Stage::Draft(draft) => {
            let open = rules::recipients(known, draft);
            let poorest = open.into_iter().min_by_key(|player| (known.player(*player).vp, *player));
            poorest.map(|to| Command::PassEmpire(PassEmpire { to })).into_iter().collect()
        }
        Stage::Turn(_) => turn(sc, known, seat, active),
        Stage::Over => Vec::new(),
    }
}

/// The rest of a turn, up to the end of this player's choices.
fn turn(sc: &Scenario, known: &State, seat: SeatId, player: PlayerId) -> Vec<Command> {
    let mut st = known.clone();
    let mut dice = idle_dice();
    let mut commands = Vec::new();
    let (epoch, card) = (st.epoch, st.turn().map(|turn| turn.card));
    while st.turn().is_some_and(|turn| turn.player == player && Some(turn.card) == card) && st.epoch == epoch {
        let Some(command) = next(sc, &st, player) else { break };
        let mut engine = Engine::quiet(sc, &mut st, &mut dice);
        if engine.carry_out(seat, &command).is_err() {
            break;
        }
        let open = engine.open;
        commands.push(command);
        if open {
            break;
        }
    }
    commands
}

fn next(sc: &Scenario, st: &State, player: PlayerId) -> Option<Command> {
    let turn = st.turn()?;
    Some(match &turn.phase {
        Phase::BeforeTurn => Command::BeginTurn(BeginTurn),
        Phase::Survivors(survivors) => {
            Command::ChooseSurvivors(ChooseSurvivors { lands: best_survivors(sc, st, player, survivors) })
        }
        Phase::Barbarians { .. } => Command::StopBarbarians(StopBarbarians),
        Phase::Expansion => best_walkover(sc, st, player).unwrap_or(Command::EndExpansion(EndExpansion)),
        Phase::Monuments => {
            let sites = rules::sites(&sc.board, st, player, &turn.builders(&sc.board));
            Command::PlaceMonument(PlaceMonument { land: best_land(sc, st, sites)? })
        }
    })
}

/// The entry without a fight that gains most, ties by Land id (HW-R44); nothing once the forces are gone.
pub fn best_walkover(sc: &Scenario, st: &State, player: PlayerId) -> Option<Command> {
    let open = ways::reach(&sc.board, st).into_iter().filter(|reach| reach.defenders == 0);
    let entries = open.filter_map(|reach| {
        let command = walkover(st, player, reach)?;
        let id = match reach.space {
            Space::Land(land) => &sc.board.land(land).id,
            Space::Water(water) => &sc.board.water(water).id,
        };
        Some(((Reverse(gain(sc, st, player, reach.space)), id), command))
    });
    entries.min_by(|(one, _), (other, _)| one.cmp(other)).map(|(_, command)| command)
}

/// The order that enters a space without a fight, with the most restricted force that will do; `None` without one.
fn walkover(st: &State, player: PlayerId, reach: ways::Reach) -> Option<Command> {
    let career = &st.turn()?.career;
    let pool = &career.pool;
    let free = pool.unallocated > 0 || pool.walkover > 0;
    let via = Some(reach.via);
    match reach.space {
        Space::Land(to) if pool.allies > 0 && st.land(to).army.is_none() && matches!(reach.via, Space::Land(_)) => {
            Some(Command::ExpandLand(ExpandLand { to, via, from: Source::Allies }))
        }
        Space::Land(to) => free.then_some(Command::ExpandLand(ExpandLand { to, via, from: Source::Walkover })),
        // A second fleet gains nothing and is not worth a force.
        Space::Water(to) if st.fleets_of(player, to) > 0 => None,
        Space::Water(to) if pool.ships > 0 => Some(Command::ExpandWater(ExpandWater { to, via, from: Source::Ships })),
        Space::Water(to) => {
            let spare = free && pool.total() > u32::from(career.armies_only);
            spare.then_some(Command::ExpandWater(ExpandWater { to, via, from: Source::Walkover }))
        }
    }
}

/// VP that holding one more space would bring this turn.
pub fn gain(sc: &Scenario, st: &State, player: PlayerId, space: Space) -> i32 {
    let before = score::score(&sc.board, st, player).total();
    let mut after = st.clone();
    match space {
        Space::Land(land) => {
            let owner = crate::model::ids::Owner::Player(player);
            after.land_mut(land).army =
                Some(crate::model::state::Garrison { owner, empire: EmpireId::REMNANTS, armies: 1 });
        }
        Space::Water(water) => after.fleets[water.index()][player.index()] += 1,
    }
    score::score(&sc.board, &after, player).total() - before
}

/// A Monument is worth the same everywhere: it goes where the Area is worth most in the epochs to come.
fn best_land(sc: &Scenario, st: &State, lands: Vec<LandId>) -> Option<LandId> {
    let worth = |land: &LandId| {
        let values = sc.board.area(sc.board.land(*land).area).vp;
        let later: u32 = values[st.epoch.index()..=sc.last_epoch.index()].iter().map(|vp| u32::from(*vp)).sum();
        (Reverse(later), Reverse(st.land(*land).armies()), sc.board.land(*land).id.clone())
    };
    lands.into_iter().min_by_key(worth)
}

fn best_survivors(
    sc: &Scenario, st: &State, player: PlayerId, survivors: &crate::model::state::Survivors,
) -> Vec<LandId> {
    let mut lands = survivors.lands.clone();
    lands.sort_by_key(|land| {
        let gain = gain(sc, st, player, Space::Land(*land));
        (Reverse(gain), st.land(*land).armies(), sc.board.land(*land).id.clone())
    });
    lands.truncate(usize::from(survivors.forces));
    lands
}
