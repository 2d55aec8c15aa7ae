//! Legal orders at random, for tests and as the weakest of opponents.

use kernel::{Dice, RuleRef, SeatId};

use crate::model::ids::Source;
use crate::model::ids::{Defence, LandId, Space};
use crate::model::scenario::Scenario;
use crate::model::scenario::Target;
use crate::model::state::{CombatMode, Phase, Stage, State, Turn};
use crate::orders::Command;
use crate::orders::default;
use crate::rules::{self, Engine, idle_dice, ways};

const RULE: RuleRef = RuleRef::new("HW-22.2");
const TRIES: u16 = 12;

/// One to three legal orders, drawn at random; the default ones when nothing drawn is legal.
pub fn commands(sc: &Scenario, known: &State, seat: SeatId, dice: &mut Dice) -> Vec<Command> {
    let mut st = known.clone();
    let mut quiet = idle_dice();
    let mut commands = Vec::new();
    for round in 0..3 {
        let Some(active) = st.active().filter(|active| u16::from(sc.colour(*active).seat) == seat.0) else { break };
        let drawn = (0..TRIES).find_map(|attempt| {
            let command = draw(sc, &st, dice, round * TRIES + attempt)?;
            let mut after = st.clone();
            let mut engine = Engine::quiet(sc, &mut after, &mut quiet);
            engine.carry_out(seat, &command).ok()?;
            let open = engine.open;
            Some((command, after, open))
        });
        let Some((command, after, open)) = drawn else { break };
        st = after;
        commands.push(command);
        if open || st.active() != Some(active) {
            break;
        }
    }
    if commands.is_empty() { default::commands(sc, known, seat) } else { commands }
}

fn draw(sc: &Scenario, st: &State, dice: &mut Dice, counter: u16) -> Option<Command> {
    let mut stream = dice.stream("random", 0, counter);
    match &st.stage {
        Stage::Sumeria { .. } => {
            let start = sc.board.empire(sc.board.sumeria).start;
            let mut held = vec![start];
            let lands = (0..sc.board.sumeria_default.len()).map(|_| {
                let near: Vec<LandId> = held
                    .iter()
                    .flat_map(|land| sc.board.land(*land).borders.iter().map(|border| border.to))
                    .chain([start])
                    .filter(|land| !sc.board.land(*land).barren)
                    .collect();
                let land = near[stream.pick(near.len(), RULE)];
                held.push(land);
                land
            });
            Some(Command::PlaceSumeria { lands: lands.collect() })
        }
        Stage::Draft(draft) => {
            let open = rules::recipients(st, draft);
            let keep = rules::may_keep(st, draft) && (open.is_empty() || stream.chance(60, RULE));
            Some(if keep {
                Command::KeepEmpire
            } else {
                Command::PassEmpire { to: open[stream.pick(open.len(), RULE)] }
            })
        }
        Stage::Turn(turn) => draw_in_turn(sc, st, turn, dice, counter),
        Stage::Over => None,
    }
}

fn draw_in_turn(sc: &Scenario, st: &State, turn: &Turn, dice: &mut Dice, counter: u16) -> Option<Command> {
    let mut stream = dice.stream("random turn", 0, counter);
    let hand = &st.player(turn.player).hand;
    let event =
        matches!(turn.phase, Phase::BeforeTurn | Phase::Expansion) && !hand.is_empty() && stream.chance(25, RULE);
    if event {
        let card = hand[stream.pick(hand.len(), RULE)];
        let count = stream.pick(4, RULE);
        let target = |stream: &mut kernel::Stream| match stream.pick(5, RULE) {
            0 => Target::Area(crate::model::ids::AreaId::at(stream.pick(sc.board.areas.len(), RULE))),
            1 => Target::Water(crate::model::ids::WaterId::at(stream.pick(sc.board.waters.len(), RULE))),
            _ => Target::Land(LandId::at(stream.pick(sc.board.lands.len(), RULE))),
        };
        let targets = (0..count).map(|_| target(&mut stream)).collect();
        return Some(Command::PlayEvent { card, targets, stack: None });
    }
    match &turn.phase {
        Phase::BeforeTurn => Some(Command::BeginTurn),
        Phase::Survivors(survivors) => {
            let mut lands = survivors.lands.clone();
            while lands.len() > usize::from(survivors.forces) {
                lands.remove(stream.pick(lands.len(), RULE));
            }
            Some(Command::ChooseSurvivors { lands })
        }
        Phase::Barbarians { from, .. } => {
            let near = &sc.board.land(*from).borders;
            let stop = Command::StopBarbarians;
            if near.is_empty() || stream.chance(30, RULE) {
                return Some(stop);
            }
            Some(Command::AttackDice { to: Space::Land(near[stream.pick(near.len(), RULE)].to), via: None })
        }
        Phase::Monuments => {
            let sites = rules::sites(&sc.board, st, turn.player, &turn.builders(&sc.board));
            Some(Command::PlaceMonument { land: sites[stream.pick(sites.len(), RULE)] })
        }
        Phase::Expansion => Some(expansion(sc, st, turn, &mut stream)),
    }
}

fn expansion(sc: &Scenario, st: &State, turn: &Turn, stream: &mut kernel::Stream) -> Command {
    let pool = &turn.career.pool;
    let dice_mode = st.options.combat == CombatMode::Dice;
    if pool.total() == 0 || stream.chance(4, RULE) {
        return Command::EndExpansion;
    }
    let few = |stream: &mut kernel::Stream, most: u8| stream.range(1, i32::from(most.max(1)), RULE) as u8;
    let level = |stream: &mut kernel::Stream| Defence::ALL[stream.pick(Defence::ALL.len(), RULE)];
    let base: Vec<LandId> = st.base(turn.player, turn.career.empire).iter().collect();
    let own =
        |stream: &mut kernel::Stream| base.get(stream.pick(base.len().max(1), RULE)).copied().unwrap_or(LandId(0));
    match stream.range(1, 20, RULE) {
        1..=2 if !dice_mode && pool.unallocated > 0 => {
            Command::AllocateWalkover { forces: few(stream, pool.unallocated) }
        }
        3 if !dice_mode => {
            let defence = level(stream);
            let lands = few(stream, 4);
            let defenders = (lands + few(stream, 3) - 1).min(10);
            Command::RigidLookup { defence, lands, defenders, targets: Vec::new(), max_forces: None, naval: false }
        }
        4..=6 if !dice_mode => {
            let forces = few(stream, pool.unallocated.min(20));
            Command::CompliantLookup { defence: level(stream), forces, naval: false }
        }
        7 => Command::Reinforce { land: own(stream), armies: few(stream, 2) },
        8 => Command::BuildFort { land: own(stream), free: stream.chance(30, RULE) },
        9 if !dice_mode => {
            let from = pool.stacks.first().map_or(Source::Walkover, |stack| Source::Stack(stack.id));
            Command::Deallocate { from, forces: 1 }
        }
        _ => enter(sc, st, turn, stream, dice_mode),
    }
}

fn enter(sc: &Scenario, st: &State, turn: &Turn, stream: &mut kernel::Stream, dice_mode: bool) -> Command {
    let reach = ways::reach(&sc.board, st);
    if reach.is_empty() {
        return Command::EndExpansion;
    }
    let to = reach[stream.pick(reach.len(), RULE)];
    let via = stream.chance(50, RULE).then_some(to.via);
    if dice_mode && to.defenders > 0 {
        return Command::AttackDice { to: to.space, via };
    }
    let stacks = &turn.career.pool.stacks;
    let from = if to.defenders > 0 && !stacks.is_empty() {
        Source::Stack(stacks[stream.pick(stacks.len(), RULE)].id)
    } else if turn.career.pool.allies > 0 && matches!(to.via, Space::Land(_)) && stream.chance(50, RULE) {
        Source::Allies
    } else if turn.career.pool.ships > 0 && stream.chance(50, RULE) {
        Source::Ships
    } else {
        Source::Walkover
    };
    match to.space {
        Space::Land(land) => Command::ExpandLand { to: land, via, from },
        Space::Water(water) => Command::ExpandWater { to: water, via, from },
    }
}
