//! What an event card may be aimed at now, target by target (HW-30).

use kernel::{FieldOptions, OptionValue};

use super::kind::Asked;
use crate::model::ids::{AreaId, EmpireId, EventId, LandId, Source};
use crate::model::scenario::{Aim, Effect, Target, TargetKind};
use crate::model::state::CombatMode;
use crate::rules::needs;

/// A card, and what it may be aimed at.
pub(super) struct EventTargets<'a> {
    /// Who asks.
    pub asked: &'a Asked<'a>,
    /// The card.
    pub card: EventId,
    /// Whether it may be played at such targets, by such a stack.
    pub allows: &'a dyn Fn(&[Target], Option<Source>) -> bool,
}

impl EventTargets<'_> {
    fn effect(&self) -> Effect {
        self.asked.board().event(self.card).effect
    }

    /// Whether the card can be played now.
    pub fn possible(&self) -> bool {
        if self.effect().aim().is_none() {
            return self.plays(&[]);
        }
        self.asked.engine.may_play(self.card).is_ok()
            && self.next(&[]).is_some_and(|question| !super::kind::is_empty(&question))
    }

    /// The next target; `None` when no more may be named.
    pub fn next(&self, so_far: &[Target]) -> Option<FieldOptions> {
        let effect = self.effect();
        let Aim { kind, least, most } = effect.aim()?;
        if so_far.len() >= usize::from(most) {
            return None;
        }
        let board = self.asked.board();
        let may_follow = |target: &Target| self.follows(so_far, *target);
        let targets: Vec<Target> = match kind {
            TargetKind::Land => board.land_ids().map(Target::Land).filter(may_follow).collect(),
            TargetKind::Sea => board.water_ids().map(Target::Water).filter(may_follow).collect(),
            TargetKind::Area => board.area_ids().map(Target::Area).filter(may_follow).collect(),
        };
        let values: Vec<OptionValue> = targets.into_iter().map(|target| value(self.asked, target)).collect();
        let enough = so_far.len() >= usize::from(least) && self.plays(so_far);
        if values.is_empty() && enough {
            return None;
        }
        let question = FieldOptions::one_of("/targets/-", format!("At what? The card needs {}", needs(effect)), values);
        Some(if enough { question.or_nothing() } else { question })
    }

    /// Stacks that may fight for the Sea that Pirates are aimed at; none where none is needed.
    pub fn stacks(&self, targets: &[Target]) -> Vec<Source> {
        let tables = self.asked.st().options.combat == CombatMode::Tables;
        if self.effect() != Effect::Pirates || !tables {
            return Vec::new();
        }
        self.asked.stacks().filter(|stack| (self.allows)(targets, Some(*stack))).collect()
    }

    fn plays(&self, targets: &[Target]) -> bool {
        (self.allows)(targets, None)
    }

    /// Whether a target may stand after those before, so that the card can still be played.
    fn follows(&self, so_far: &[Target], target: Target) -> bool {
        let asked = self.asked;
        let all: Vec<Target> = so_far.iter().copied().chain([target]).collect();
        match (self.effect(), target) {
            (Effect::CivilWar { .. }, Target::Land(land)) => rebels_rise(asked, so_far, land),
            (Effect::Migrants { area, .. }, Target::Land(land)) => asked.engine.vacant_lands(area, &[land]).is_ok(),
            (Effect::Fortify { empires, forts }, Target::Land(land)) => {
                let room = |lands: &[LandId]| asked.engine.fortify_room(lands).is_ok();
                of_past_empires(asked, so_far, land, (empires, forts), room)
            }
            (Effect::Revive { empires, armies }, Target::Land(land)) => {
                let room = |lands: &[LandId]| asked.engine.revive_room(lands).is_ok();
                of_past_empires(asked, so_far, land, (empires, armies), room)
            }
            (Effect::BlackDeath { .. }, Target::Area(area)) => match so_far {
                [Target::Area(first)] => asked.engine.adjacent_areas(&[*first, area]).is_ok(),
                _ => has_neighbour(asked, area),
            },
            (Effect::Pirates, _) => self.plays(&all) || !self.stacks(&all).is_empty(),
            _ => self.plays(&all),
        }
    }
}

fn value(asked: &Asked, target: Target) -> OptionValue {
    let board = asked.board();
    match target {
        Target::Land(land) => asked.land_value(land),
        Target::Water(water) => asked.water_value(water),
        Target::Area(area) => OptionValue::new(board.area(area).id.as_str(), board.area(area).name.as_str()),
    }
}

fn has_neighbour(asked: &Asked, area: AreaId) -> bool {
    asked.board().area(area).neighbours.iter().any(|other| *other != area)
}

/// Three different Lands of one enemy empire (HW-8.15): an empire with fewer is none.
fn rebels_rise(asked: &Asked, so_far: &[Target], land: LandId) -> bool {
    let army = |land: LandId| asked.st().land(land).army.map(|army| (army.owner, army.empire));
    let Some(here) = army(land).filter(|_| asked.engine.enemy_land(land, 0).is_ok()) else { return false };
    let fits =
        |target: &Target| matches!(target, Target::Land(before) if *before != land && army(*before) == Some(here));
    let enemies = |land: &LandId| army(*land) == Some(here) && asked.engine.enemy_land(*land, 0).is_ok();
    so_far.iter().all(fits) && asked.board().land_ids().filter(enemies).count() >= 3
}

/// Lands of exactly so many past empires, at least one of each, as long as there is room (HW-30).
fn of_past_empires(
    asked: &Asked, so_far: &[Target], land: LandId, (empires, most): (u8, u8), room: impl Fn(&[LandId]) -> bool,
) -> bool {
    let past = |land: LandId| asked.engine.past_empire(land, 0).ok();
    let lands: Vec<LandId> = so_far
        .iter()
        .filter_map(|target| match target {
            Target::Land(land) => Some(*land),
            _ => None,
        })
        .chain([land])
        .collect();
    let Some(mut named) = lands.iter().map(|land| past(*land)).collect::<Option<Vec<EmpireId>>>() else { return false };
    named.sort();
    named.dedup();
    let missing = usize::from(empires).checked_sub(named.len());
    let left = usize::from(most) - lands.len();
    let mut others: Vec<EmpireId> = asked
        .board()
        .land_ids()
        .filter(|land| room(&[*land]))
        .filter_map(past)
        .filter(|one| !named.contains(one))
        .collect();
    others.sort();
    others.dedup();
    room(&lands) && missing.is_some_and(|missing| missing <= left && missing <= others.len())
}
