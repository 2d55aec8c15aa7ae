//! What money is spent on: garrisons that cannot wait, then men for the field and growth of cities.

use kernel::Choice;

use super::draft::Draft;
use super::forces::Force;
use super::garrisons::{replaceable, wanted, within};
use super::posture::Posture;
use super::treasury::Budget;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, SiteId};
use crate::model::state::SiteStatus;
use crate::model::units::UnitKind;
use crate::orders::{BuildUnits, DisbandUnits, EstablishCommandBase, RaiseCommand, UpgradeDefence, UpgradeSize};
use crate::rules::city::{capacity, near_own};
use crate::rules::founding::size_cost;
use crate::rules::money::may_spend_at;

/// Regiments that a division is filled up to: what the walls of a great city have room for.
const FULL: u16 = 28;
/// Talents of base tax a week for each regiment that is to be in the field.
const TAX_PER_REGT: u32 = 11;

/// The uses of what is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// Half for men until there are enough, the rest for growth.
    Both,
    /// Cities grow.
    Grow,
    /// Men first.
    Army,
    /// Kept.
    Save,
}

/// Spends what is over.
pub fn spend(draft: &mut Draft<'_>, forces: &[Force]) {
    bases(draft);
    walls(draft);
    quiet(draft);
    let uses = if draft.posture == Posture::Economy {
        [Use::Grow, Use::Both, Use::Army, Use::Save]
    } else {
        [Use::Both, Use::Grow, Use::Army, Use::Save]
    };
    let answer = draft.choose("money", || (String::new(), uses.iter().map(|each| choice(*each)).collect()));
    let over = Budget::of(draft).spare(draft);
    match uses[answer] {
        Use::Both => {
            men(draft, forces, over / 2);
            grow(draft);
        }
        Use::Grow => grow(draft),
        Use::Army => men(draft, forces, over),
        Use::Save => {}
    }
    if over < 0 {
        dismiss(draft);
    }
}

fn choice(each: Use) -> Choice {
    match each {
        Use::Both => Choice::new("men for the field, then the growth of cities", 450).keyed("both"),
        Use::Grow => Choice::new("let the cities grow", 250).keyed("invest").quiet(),
        Use::Army => Choice::new("all for the army", 200).keyed("army"),
        Use::Save => Choice::new("keep it", 100).keyed("save").quiet(),
    }
}

/// ST-3.7: a captured city that money or the line of supply does not reach is given a Command Base.
fn bases(draft: &mut Draft<'_>) {
    for site in draft.own_sites() {
        let it = draft.st.site(site);
        let served = near_own(draft.sc, &draft.st, draft.country, it.hex) && draft.is_supplied(it.hex);
        if it.status != SiteStatus::Captured || it.base || served {
            continue;
        }
        let power = draft.power();
        let field = |it: &crate::model::command::Command| {
            it.power == power && !it.kind.is_site() && it.kind != CommandKind::Scouting && !it.kind.is_naval()
        };
        let there = draft.st.commands_at(it.hex).find(|(_, it)| field(it)).map(|(id, _)| id);
        if let Some(command) = there.filter(|_| Budget::of(draft).spare(draft) > 100) {
            let (city, command) = (draft.place(site), draft.name(command));
            if draft.give(EstablishCommandBase { city, command }) {
                draft.has_new_base();
            }
        }
    }
}

/// Walls behind which a garrison that keeps a captured city quiet finds room (ST-1.6, ST-23.2).
fn walls(draft: &mut Draft<'_>) {
    for site in draft.own_sites() {
        let it = draft.st.site(site);
        let narrow = capacity(&draft.sc.rulings, it.dv_current) < u16::from(it.size);
        let whole = it.dv_current == it.dv;
        if it.status != SiteStatus::Captured || !narrow || !whole || it.siege.is_some() || it.blockade.is_some() {
            continue;
        }
        if Budget::of(draft).spare(draft) > 0 {
            let city = draft.place(site);
            draft.give(UpgradeDefence { city });
        }
    }
}

/// Garrisons that are too small to keep captured cities quiet, or to hold what is threatened.
fn quiet(draft: &mut Draft<'_>) {
    for site in draft.own_sites() {
        let coming: u16 = draft.st.building.iter().filter(|each| each.site == site).map(|each| each.count).sum();
        let lacking = wanted(draft, site).saturating_sub(within(draft, site) + coming);
        let lacking = if waits(draft, site) { lacking.max(replaceable(draft, site)) } else { lacking };
        if lacking == 0 {
            continue;
        }
        let captured = draft.st.site(site).status == SiteStatus::Captured;
        let kind = if captured { UnitKind::Levy } else { UnitKind::Peltast };
        let figures = draft.sc.units.of(kind);
        // What keeps a city pays for itself: only the treasury limits it, and the pay of the winter.
        let count = Budget::of(draft).affords(draft, figures.cost, figures.upkeep, lacking);
        raise(draft, site, kind, count);
    }
}

/// Whether a division stands at a city.
fn waits(draft: &Draft<'_>, site: SiteId) -> bool {
    let power = draft.power();
    let mut here = draft.st.commands_at(draft.st.site(site).hex).map(|(_, it)| it);
    here.any(|it| it.power == power && it.kind == CommandKind::Division && it.units.regts() > 0)
}

/// Begins to build units as far as the city may; how many.
fn raise(draft: &mut Draft<'_>, site: SiteId, kind: UnitKind, count: u16) -> u16 {
    let it = draft.st.site(site);
    let limit = u16::from(it.size).saturating_sub(u16::from(it.raised));
    let count = count.min(limit);
    if count == 0 || it.siege.is_some() || it.blockade.is_some() {
        return 0;
    }
    let city = draft.place(site);
    if draft.give(BuildUnits { city, unit: kind, count }) { count } else { 0 }
}

/// Men for the divisions that stand in cities, within a sum.
fn men(draft: &mut Draft<'_>, forces: &[Force], sum: i64) {
    let regts: u32 = forces.iter().map(|force| u32::from(force.regts())).sum();
    let enough = draft.outlook.tax[draft.country.index()] / TAX_PER_REGT;
    let mut left = sum;
    let mut regts = regts + u32::from(coming(draft));
    let capital = draft.sc.country(draft.country).capital;
    let mut places: Vec<SiteId> = forces
        .iter()
        .filter(|force| force.regts() < FULL)
        .filter_map(|force| draft.own_site_at(force.hex))
        .chain(draft.own_sites().into_iter().filter(|site| *site == capital))
        .collect();
    places.dedup();
    for site in places {
        if !may_spend_at(draft.sc, &draft.st, draft.country, draft.st.site(site).hex) {
            continue;
        }
        for kind in [UnitKind::Phalanx, UnitKind::Peltast] {
            let figures = draft.sc.units.of(kind);
            let open = kind == UnitKind::Phalanx;
            if regts >= enough || open && (left < 900 || !draft.sc.country(draft.country).allowed.contains(&kind)) {
                continue;
            }
            let most = (left / i64::from(figures.cost)).clamp(0, 12) as u16;
            let most = most.min((enough - regts).min(100) as u16);
            let count = Budget::of(draft).affords(draft, figures.cost, figures.upkeep, most);
            let begun = raise(draft, site, kind, count);
            left -= i64::from(begun) * i64::from(figures.cost);
            regts += u32::from(begun);
        }
    }
    if regts + 8 < enough && left > 400 {
        new_division(draft, forces, capital);
    }
}

fn coming(draft: &Draft<'_>) -> u16 {
    draft.st.building.iter().filter(|each| each.kind.is_regt()).map(|each| each.count).sum()
}

/// A division more, if those that there are are nearly full, and the garrison of the capital can fill it.
fn new_division(draft: &mut Draft<'_>, forces: &[Force], capital: SiteId) {
    let power = draft.power();
    let empty = draft.st.commands.values().any(|it| {
        it.power == power && it.kind == CommandKind::Division && it.units.regts() < 10 && it.carried_by.is_none()
    });
    let full = forces.iter().all(|force| force.regts() >= 20);
    if empty || !full || draft.st.site(capital).power != power {
        return;
    }
    let city = draft.place(capital);
    let taken = |name: &str| {
        draft.st.commands.values().any(|it| it.name.as_str().eq_ignore_ascii_case(name) && it.power == power)
            || draft.st.sites.values().any(|site| site.name.as_str().eq_ignore_ascii_case(name))
    };
    let name = (1..100).map(|number| format!("Division {number}")).find(|name| !taken(name));
    if let Some(name) = name {
        draft.give(RaiseCommand { command: CommandKind::Division, city, name });
    }
}

/// Cities grow, the cheapest step first, as long as the winter can be paid (ST-2.4, ST-2.5).
fn grow(draft: &mut Draft<'_>) {
    let mut sites: Vec<(u8, SiteId)> = draft
        .own_sites()
        .into_iter()
        .map(|id| (id, draft.st.site(id)))
        .filter(|(_, site)| site.size > 0 && site.status != SiteStatus::Captured)
        .filter(|(_, site)| site.siege.is_none() && site.blockade.is_none() && !site.beset)
        .filter(|(_, site)| i32::from(site.size) < draft.sc.rulings.cities.greatest_size)
        .map(|(id, site)| (site.size, id))
        .collect();
    sites.sort_unstable();
    for (size, site) in sites {
        let price = i64::from(size_cost(&draft.sc.rulings, size + 1).0);
        if Budget::of(draft).spare(draft) < price {
            return;
        }
        let city = draft.place(site);
        draft.give(UpgradeSize { city });
    }
}

/// Units that the country cannot pay through the winter: ships that do nothing, then the dearest of the garrisons' and the
/// field's least useful, until the pay is met.
fn dismiss(draft: &mut Draft<'_>) {
    const LEAST: [UnitKind; 8] = [
        UnitKind::TransportSqd,
        UnitKind::LightSqd,
        UnitKind::TriremeSqd,
        UnitKind::QuinqueremeSqd,
        UnitKind::LightHorse,
        UnitKind::LightFoot,
        UnitKind::MediumHorse,
        UnitKind::Hoplite,
    ];
    // While there is time, growth or peace may help: what cannot be paid is sent home when winter is near.
    for kind in LEAST {
        let power = draft.power();
        let holders: Vec<CommandId> = draft
            .st
            .commands
            .iter()
            .filter(|(_, it)| it.power == power && it.units.count(kind) > 0)
            .filter(|(_, it)| !it.kind.is_site() || kind.is_sqd())
            .map(|(id, _)| *id)
            .collect();
        for id in holders {
            let lacking = -Budget::of(draft).spare(draft);
            if lacking <= 0 {
                return;
            }
            let weeks = i64::from(weeks_to_pay(draft)).max(1);
            let each = i64::from(draft.sc.units.of(kind).upkeep) + i64::from(kind.is_sqd()) * 2;
            let wanted = (lacking / (each * weeks) + 1).min(i64::from(draft.st.command(id).units.count(kind))) as u16;
            let (command, units) = (draft.name(id), crate::model::units::Units::of(kind, wanted));
            draft.give(DisbandUnits { command, units });
        }
    }
}

/// Weeks up to the end of the next winter, or of the campaign.
fn weeks_to_pay(draft: &Draft<'_>) -> u16 {
    let (sc, now) = (draft.sc, draft.st.turn);
    let left = sc.turn_limit.saturating_sub(now.0) + 1;
    let mut weeks = 0;
    let mut wintered = false;
    while weeks < left {
        let winter = sc.quarter(now.later(weeks)).is_winter();
        if wintered && !winter {
            break;
        }
        wintered |= winter;
        weeks += 1;
    }
    weeks
}
