//! Retreat of a beaten side (ST-R16).

use kernel::{Dice, RuleRef};

use super::battlefield::{Battlefield, Retreat, Side};
use super::capture::highest_command;
use super::journeys::{nearest_city, send};
use super::{losses, prisoners, zones};
use crate::model::command::Disorder;
use crate::model::ids::{CommandId, HexId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::{Site, Standing, State};
use crate::model::units::{UnitKind, Units};

const R16: RuleRef = RuleRef::new("ST-R16");

/// Whether a power at war with `power` has a fighting force in a hex, outside walls.
pub fn enemy_force_in(st: &State, power: Power, hex: HexId) -> bool {
    st.commands_at(hex).any(|(_, it)| {
        it.inside.is_none() && it.carried_by.is_none() && it.units.fighting() > 0 && st.at_war(power, it.power)
    })
}

/// The hex to which a side goes next from `from`, away from a battle: free of enemy forces; if there is one, out of their
/// zones, that of the victor in the hex of the battle aside (reading ST-R16/a); nearest to a city that is a refuge; the lower
/// number. Whether it is in a zone.
pub fn way_out(
    sc: &Scenario, st: &State, power: Power, is_refuge: impl Fn(&Site) -> bool,
    (battle, from, before, naval): (HexId, HexId, Option<HexId>, bool),
) -> Option<(HexId, bool)> {
    let enemy = |standing| standing == Standing::Enemy;
    let watched = zones::ring_one_but(sc, st, power, naval, Some(battle), enemy);
    let passes = |to: HexId| {
        let side = sc.board.side(from, to);
        if naval {
            let came = before.filter(|before| sc.board.side(from, *before).is_some());
            side.is_some_and(|side| side.ships()) && came.is_none_or(|before| sc.board.ships_pass(before, from, to))
        } else {
            side.is_some_and(|side| side.land)
        }
    };
    let refuge = |hex: HexId| {
        let cities = st.sites.values().filter(|site| site.size > 0 && is_refuge(site));
        cities.map(|site| site.hex.distance(hex)).min().unwrap_or(u32::MAX)
    };
    let open = sc.board.neighbours(from).filter(|to| passes(*to) && !enemy_force_in(st, power, *to));
    let best = open.map(|to| (watched[to.index()], refuge(to), to)).min();
    best.map(|(hunted, _, to)| (to, hunted))
}

/// ST-R16: a side retreats so many hexes; crossing an enemy's zone is a reason of disorder. With no way out half of its
/// regiments (at sea squadrons) are taken by the winner and the rest disperse.
pub fn retreat(
    sc: &Scenario, st: &mut State, side: &Side, hexes: i32, field: Battlefield, winner: Power, dice: &mut Dice,
) -> Retreat {
    let power = side.powers[0];
    let mut gone = Vec::new();
    for _ in 0..hexes {
        let Some(leading) = side.commands.iter().find(|id| st.commands.contains_key(id)) else { break };
        let (here, before) = (st.command(*leading).hex, st.command(*leading).came_from);
        let Some((to, hunted)) =
            way_out(sc, st, power, |site| st.friendly(power, site.power), (field.hex, here, before, field.naval))
        else {
            if gone.is_empty() {
                return trapped(sc, st, side, here, field, winner, dice);
            }
            break;
        };
        let all: Vec<CommandId> = with_cargo(st, &side.commands);
        for id in all {
            super::plunder::abandon(st, id);
            let command = st.command_mut(id);
            (command.came_from, command.hex) = (Some(here), to);
            command.path.clear();
            command.task = None;
            if hunted && !command.disorder.contains(&Disorder::HuntedRetreat) {
                command.disorder.push(Disorder::HuntedRetreat);
            }
        }
        gone.push(to);
    }
    Retreat::Away(gone)
}

/// These commands and those that their fleets carry.
pub fn with_cargo(st: &State, commands: &[CommandId]) -> Vec<CommandId> {
    let mut all: Vec<CommandId> = commands.iter().copied().filter(|id| st.commands.contains_key(id)).collect();
    let cargo = st.commands.iter().filter(|(_, it)| it.carried_by.is_some_and(|fleet| commands.contains(&fleet)));
    all.extend(cargo.map(|(id, _)| *id));
    all.sort_unstable();
    all.dedup();
    all
}

fn trapped(
    sc: &Scenario, st: &mut State, side: &Side, hex: HexId, field: Battlefield, winner: Power, dice: &mut Dice,
) -> Retreat {
    let naval = field.naval;
    let fights = |kind: UnitKind| if naval { kind.is_sqd() } else { kind.is_regt() };
    let mut all = Units::NONE;
    for id in with_cargo(st, &side.commands) {
        let command = st.command_mut(id);
        all.join(&std::mem::take(&mut command.units));
        std::mem::take(&mut command.aboard);
        command.train_points.clear();
    }
    let mut left = all.only(fights);
    let half = left.fighting() / 2;
    let mut stream = dice.stream("battle", field.hex.index() as u16, field.counter * 8 + 7);
    let taken = losses::at_random(&mut left, half, fights, R16, &mut stream);
    if let Some(holder) = highest_command(sc, st, winner, hex).filter(|_| !naval) {
        prisoners::join(&mut st.command_mut(holder).prisoners, side.powers[0], &taken);
    }
    if !naval {
        losses::one_in(&mut left, sc.rulings.attrition.dispersal, fights, RuleRef::new("ST-20.5"), &mut stream);
    }
    let harbour = |site| !naval || sc.board.is_harbour(st.site(site).hex);
    if let Some(home) = nearest_city(st, side.powers[0], hex, harbour) {
        send(sc, st, hex, home, left, Vec::new());
    }
    let captured = super::capture::capture_commands(sc, st, winner, &with_cargo(st, &side.commands), dice);
    Retreat::Trapped { taken, captured }
}
