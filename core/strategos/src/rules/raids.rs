//! Raids on enemy cities while forces march (ST-6.8 to ST-6.10, ST-R37).

use std::collections::{BTreeMap, BTreeSet};

use super::battlefield::BattleReport;
use super::march::{Season, land_allowance, naval_allowance};
use super::plunder::{Takings, raid};
use super::tax::city_revenue;
use crate::model::command::{Command, TaskKind};
use crate::model::ids::{CommandId, HexId, Power, SiteId};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// The raids of a week.
#[derive(Clone, Debug, Default)]
pub struct Raids {
    /// Credit that raiders gained where they raid, in the city's hex (ST-R8).
    credit: BTreeMap<(CommandId, SiteId), u16>,
    /// Cities at which raiders of a power found an enemy unit this week.
    defended: BTreeSet<(SiteId, Power)>,
    /// What was taken, due at step 15.
    pub takings: Vec<Takings>,
}

/// Whether a command is out to raid.
fn raids(command: &Command) -> bool {
    let ordered = command.task.is_some_and(|task| task.kind == TaskKind::Raid);
    let able = !command.routed && command.disorder.len() < 3 && command.units.fighting() > 0;
    ordered && able && command.inside.is_none() && command.carried_by.is_none()
}

/// Whether a unit of an enemy is in a hex, in or out of walls (ST-6.10, ST-R37).
fn enemy_unit_in(st: &State, power: Power, hex: HexId) -> bool {
    st.commands_at(hex).any(|(_, it)| it.units.fighting() > 0 && st.at_war(power, it.power))
}

impl Raids {
    /// Notes which cities are defended against raiders now; asked when a phase begins and after each impulse.
    pub fn watch(&mut self, st: &State) {
        let powers: BTreeSet<Power> = st.commands.values().filter(|it| raids(it)).map(|it| it.power).collect();
        for power in powers {
            let defended = st.sites.iter().filter(|(_, site)| enemy_unit_in(st, power, site.hex));
            self.defended.extend(defended.map(|(id, _)| (*id, power)));
        }
    }

    /// ST-6.8, ST-R37: raiders who stayed at an enemy city for an impulse, without an enemy unit there, take talents for each
    /// whole movement point, up to the city's tax; the lowest command first. Either they won a battle there this week, or nobody
    /// defended it.
    pub fn impulse(
        &mut self, sc: &Scenario, st: &mut State, season: &Season, battles: &[BattleReport],
        stays: impl Fn(CommandId) -> bool,
    ) {
        let all: Vec<CommandId> = st.commands.iter().filter(|(_, it)| raids(it)).map(|(id, _)| *id).collect();
        for id in all {
            let it = st.command(id);
            let (power, hex) = (it.power, it.hex);
            let (Some(country), Some(site)) = (power.country(), st.site_at(hex)) else { continue };
            let city = st.site(site);
            let won = battles.iter().any(|each| each.field.hex == hex && each.winner.powers.contains(&power));
            let open = won || !self.defended.contains(&(site, power));
            if city.size == 0 || !st.at_war(power, city.power) || !open || enemy_unit_in(st, power, hex) || !stays(id) {
                continue;
            }
            let allowance = if it.kind.is_naval() {
                Some(naval_allowance(&sc.rulings, season))
            } else {
                land_allowance(sc, &[it.kind], &it.units, season, it.forced)
            };
            let (Some(allowance), units) = (allowance, it.units.fighting()) else { continue };
            let credit = self.credit.entry((id, site)).or_default();
            let point = sc.rulings.march.credit_per_point as u16;
            let before = *credit / point;
            *credit += u16::from(allowance.0);
            let talents = raid(&sc.rulings, units, *credit / point - before, city_revenue(sc, st, site));
            if talents.0 > 0 {
                st.site_mut(site).raided += talents;
                self.takings.push(Takings { country, site, talents, raid: true });
            }
        }
    }
}
