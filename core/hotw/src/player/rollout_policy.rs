//! A quick order set for playouts, some fifty times cheaper than planning. No event cards; expansions by
//! `quick.rs`; both lookups at once, sized so that the second is possible whatever the first one costs.

use crate::orders::{
    AttackDice, BeginTurn, BuildFort, ChooseSurvivors, CompliantLookup, Deallocate, EndExpansion, ExpandLand,
    ExpandWater, KeepEmpire, PassEmpire, PlaceMonument, Reinforce, RigidLookup, StopBarbarians,
};
use kernel::{Dice, RuleRef, SeatId};

use super::cards;
use super::decision::DecisionContext;
use super::expansion::PlannedExpansion;
use super::forces::{Pay, PlannedForces};
use super::gains::Preference;
use super::lookups;
use super::position::Position;
use super::posture::Posture;
use super::quick::Quick;
use super::steps::{Action, ExpansionStep};
use crate::model::ids::Source;
use crate::model::ids::{CardId, EmpireId, PlayerId, Space};
use crate::model::scenario::Scenario;
use crate::model::state::{Career, CombatMode, Draft, Phase, Stage, State, Turn};
use crate::orders::Command;
use crate::orders::default;
use crate::rules::{self, Engine, idle_dice};

const RULE: RuleRef = RuleRef::new("habit");
/// Chance in per cent that somebody follows a whim, and how far it may carry him, in per cent of a Land's gain.
const WHIMS: i32 = 20;
const WHIM: i32 = 60;
/// How far preferences differ otherwise.
const USUAL: i32 = 10;
/// A card is kept when its Strength is at least this much of the epoch's mean, in per cent.
const KEPT: u32 = 75;

/// A quick order set for the active player of a seat, varied by the dice.
pub fn commands(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> Vec<Command> {
    let active = st.active().filter(|active| u16::from(sc.colour(*active).seat) == seat.0);
    let commands = match (&st.stage, active) {
        (Stage::Draft(draft), Some(_)) => decide(sc, st, draft, dice),
        (Stage::Turn(turn), Some(me)) => play(sc, st, turn, me, seat, dice),
        _ => Vec::new(),
    };
    if commands.is_empty() { default::commands(sc, st, seat) } else { commands }
}

/// Weak cards are passed to whoever leads.
fn decide(sc: &Scenario, st: &State, draft: &Draft, dice: &mut Dice) -> Vec<Command> {
    let mut to = rules::recipients(st, draft);
    let strength = |card: CardId| u32::from(sc.board.card(card).strength);
    let (sum, cards) = sc.board.cards_of(st.epoch).fold((0, 0), |(sum, cards), card| (sum + strength(card), cards + 1));
    let weak = draft.drawn.is_some_and(|card| strength(card) * cards * 100 < sum * KEPT);
    let whim = dice.stream("habit", 0, 0).chance(WHIMS / 2, RULE);
    if rules::may_keep(st, draft) && (to.is_empty() || weak == whim) {
        return vec![Command::KeepEmpire(KeepEmpire)];
    }
    to.sort_by_key(|player| (-st.player(*player).vp, *player));
    if !weak {
        to.reverse();
    }
    to.first().map(|to| Command::PassEmpire(PassEmpire { to: *to })).into_iter().collect()
}

fn play(sc: &Scenario, st: &State, turn: &Turn, me: PlayerId, seat: SeatId, dice: &mut Dice) -> Vec<Command> {
    match &turn.phase {
        Phase::BeforeTurn => {
            let mut begun = st.clone();
            let mut idle = idle_dice();
            let mut commands = vec![Command::BeginTurn(BeginTurn)];
            if Engine::quiet(sc, &mut begun, &mut idle).carry_out(seat, &Command::BeginTurn(BeginTurn)).is_ok()
                && let Some(turn) = begun.turn()
            {
                commands.extend(expand(sc, &begun, turn, me, dice));
            }
            commands
        }
        Phase::Expansion => expand(sc, st, turn, me, dice),
        Phase::Survivors(survivors) => {
            let context = DecisionContext::new(sc, st, me, Posture::Balanced.bias());
            let position = Position::new(&context, st, EmpireId::REMNANTS);
            let mut lands = survivors.lands.clone();
            lands.sort_by_cached_key(|land| (-position.land_gain(&context, *land), *land));
            lands.truncate(usize::from(survivors.forces));
            vec![Command::ChooseSurvivors(ChooseSurvivors { lands })]
        }
        Phase::Barbarians { from, tried } => {
            let context = DecisionContext::new(sc, st, me, Posture::Balanced.bias());
            let next = cards::quarry(&context, st, *from, *tried).first().copied();
            let attack = |land| Command::AttackDice(AttackDice { to: Space::Land(land), via: None });
            vec![next.map_or(Command::StopBarbarians(StopBarbarians), |(land, _)| attack(land))]
        }
        Phase::Monuments => {
            let context = DecisionContext::new(sc, st, me, Posture::Balanced.bias());
            let sites = rules::sites(&sc.board, st, me, &turn.builders(&sc.board));
            let safest = sites.into_iter().max_by_key(|land| {
                (context.holds(*land, i32::from(st.land(*land).armies()), 1), std::cmp::Reverse(*land))
            });
            safest.map(|land| Command::PlaceMonument(PlaceMonument { land })).into_iter().collect()
        }
    }
}

/// Lookups while there are free ones and something to fight for, else the expansion.
fn expand(sc: &Scenario, st: &State, turn: &Turn, me: PlayerId, dice: &mut Dice) -> Vec<Command> {
    let board = &sc.board;
    let career = &turn.career;
    let mut stream = dice.stream("habit", 1, 0);
    let strength = if stream.chance(WHIMS, RULE) { WHIM } else { USUAL };
    let preference = Preference { salt: stream.range(0, i32::MAX - 1, RULE).unsigned_abs(), strength };
    let combat = st.options.combat;
    let openings = match combat {
        CombatMode::Tables if career.pool.unallocated > 1 => {
            board.constants.free_lookups.saturating_sub(career.lookups)
        }
        CombatMode::Tables => 0,
        CombatMode::Dice => 1,
    };
    let context = DecisionContext::new(sc, st, me, Posture::Balanced.bias());
    let draw = |openings: u8| {
        let position = Position::new(&context, st, career.empire);
        let planned = PlannedForces::new(board, career, combat, openings);
        Quick::new(&context, position, planned, preference, career.armies_only == 0).expand()
    };
    let campaign = draw(openings);
    if combat == CombatMode::Tables && openings > 0 {
        let lookups = look_up(&campaign, career, openings);
        if !lookups.is_empty() {
            return lookups;
        }
    }
    march(&campaign, career)
}

/// The lookups an expansion needs, the hardest level first. None risks what a later one or a walkover needs.
fn look_up(campaign: &PlannedExpansion, career: &Career, openings: u8) -> Vec<Command> {
    let mut levels: Vec<usize> = (0..5).rev().filter(|rank| campaign.fights(*rank).next().is_some()).collect();
    levels.truncate(usize::from(openings));
    let mut commands: Vec<Command> = Vec::new();
    let mut left = career.clone();
    if !levels.is_empty()
        && let Some(command) = lookups::unset(career)
    {
        left.pool.unallocated += left.pool.walkover;
        left.pool.walkover = 0;
        commands.push(command);
    }
    for (at, rank) in levels.iter().enumerate() {
        if left.pool.unallocated == 0 {
            break;
        }
        let later = levels[at + 1..].iter().flat_map(|rank| campaign.fights(*rank));
        let reserve = later.map(|step| step.price.cost).sum();
        let Some(lookup) = lookups::at_level(campaign, &left, *rank, reserve).into_iter().next() else { break };
        let risked = match &lookup.command {
            Command::RigidLookup(RigidLookup { max_forces, .. }) => max_forces.unwrap_or(left.pool.unallocated),
            Command::CompliantLookup(CompliantLookup { forces, .. }) => *forces,
            _ => 0,
        };
        left.pool.unallocated -= risked.min(left.pool.unallocated);
        commands.push(lookup.command);
    }
    commands
}

/// The orders of an expansion that needs no more dice than its last order rolls.
fn march(campaign: &PlannedExpansion, career: &Career) -> Vec<Command> {
    let mut commands = Vec::with_capacity(campaign.steps.len() + 4);
    let mut forts = career.free_forts;
    for ExpansionStep { action, price, .. } in &campaign.steps {
        let from = match price.pay {
            Pay::Now(from) => from,
            Pay::Fight(_) => match *action {
                Action::Enter(to) => {
                    commands.push(Command::AttackDice(AttackDice { to, via: None }));
                    return commands;
                }
                _ => Source::Walkover,
            },
        };
        match *action {
            Action::Enter(Space::Land(to)) => commands.push(Command::ExpandLand(ExpandLand { to, via: None, from })),
            Action::Enter(Space::Water(to)) => commands.push(Command::ExpandWater(ExpandWater { to, via: None, from })),
            Action::Fort(land) => {
                let free = forts > 0;
                forts = forts.saturating_sub(1);
                if let (false, Source::Stack(_)) = (free, from) {
                    commands.push(Command::Deallocate(Deallocate { from, forces: 1 }));
                }
                commands.push(Command::BuildFort(BuildFort { land, free }));
            }
            Action::Stack(land) => {
                if matches!(from, Source::Stack(_)) {
                    commands.push(Command::Deallocate(Deallocate { from, forces: 1 }));
                }
                commands.push(Command::Reinforce(Reinforce { land, armies: 1 }));
            }
        }
    }
    commands.push(Command::EndExpansion(EndExpansion));
    commands
}
