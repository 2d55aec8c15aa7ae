//! Who stays behind walls, and who is taken into the field.

use std::collections::BTreeSet;

use super::distances::fills;
use super::draft::Draft;
use super::forces::{Force, headquarters, least_useful};
use super::outlook::STRENGTH_MET_BY_ONE;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, SiteId};
use crate::model::state::SiteStatus;
use crate::model::units::{UnitKind, Units};
use crate::orders::{AssignCommand, TransferUnits};
use crate::rules::building::can_spare;
use crate::rules::city::capacity;
use crate::rules::money::may_spend_at;

/// Hexes within which an enemy force threatens a city.
const NEAR: u32 = 4;

/// Regiments that a division keeps that leaves a garrison.
pub const SHARES: u16 = 8;
/// Talents of a country that need not count every levy.
const RICH: u32 = 2_000;
/// Hexes that a division gets on in a week, trains and rain considered.
const HEXES_A_WEEK: u16 = 3;
/// Organic supply with which a division goes where it is fed.
const LITTLE: u8 = 2;

/// The units that should stay in a city or fort of the country.
pub fn wanted(draft: &Draft<'_>, id: SiteId) -> u16 {
    let site = draft.st.site(id);
    let size = u16::from(site.size);
    let room = capacity(&draft.sc.rulings, site.dv_current);
    let enemies = draft.outlook.forces.iter().filter(|seen| !seen.naval && seen.hex.distance(site.hex) <= NEAR);
    let enemies = enemies.filter(|seen| draft.is_hostile(seen.country));
    let strength: u32 = enemies.map(|seen| seen.strength).sum();
    // Each regiment of hoplites or peltasts counts six behind walls; a storm of fair odds is twice as strong.
    let threat = (strength / STRENGTH_MET_BY_ONE).min(u32::from(room)) as u16;
    let capital = draft.st.country(draft.country).capital == id;
    let quiet = match site.status {
        // Who can pay for it has one more, for it may be lost to an illness or a storm.
        SiteStatus::Captured => size + u16::from(draft.treasury().0 > RICH),
        _ if capital => (size / 2).max(3),
        _ => 1,
    };
    quiet.max(if capital { threat * 2 } else { threat }).min(room)
}

/// Regiments and squadrons of the city's own command.
pub fn within(draft: &Draft<'_>, site: SiteId) -> u16 {
    draft.st.command(draft.st.site(site).command).units.fighting()
}

/// Fills up garrisons from the divisions in their hexes, and divisions from garrisons that have more than enough. Divisions
/// that leave come out of the walls; those that a garrison cannot do without stay. The divisions that stay.
pub fn change_guard(draft: &mut Draft<'_>, forces: &[Force], leaving: &BTreeSet<CommandId>) -> BTreeSet<CommandId> {
    let mut stay = BTreeSet::new();
    for force in forces {
        let Some(site) = draft.own_site_at(force.hex) else { continue };
        if draft.st.site(site).blockade.is_some() {
            stay.insert(force.id); // Nothing passes the walls.
            continue;
        }
        make_room(draft, force.id, site);
        let low = is_low(draft, force.id);
        let goes = leaving.contains(&force.id) || low;
        let lacking = wanted(draft, site).saturating_sub(within(draft, site) + arriving(draft, site));
        let exchanges = !low && replaceable(draft, site) > 0;
        if goes && (exchanges || lacking > 0 && !give_up(draft, force.id, site, (lacking, low))) {
            stay.insert(force.id);
        }
        let stays = !goes || stay.contains(&force.id);
        if stays && lacking > 0 && draft.st.command(force.id).inside.is_none() {
            hand_over(draft, force.id, site, lacking);
        }
        if stay.contains(&force.id) {
            continue;
        }
        if goes {
            come_out(draft, force.id, site);
        }
        take_along(draft, force.id, site);
    }
    stay
}

/// A division inside a captured city comes out for those that were raised there and wait at the gates, and leaves enough inside.
fn make_room(draft: &mut Draft<'_>, division: CommandId, site: SiteId) {
    let now = draft.st.turn;
    let waiting = draft.st.building.iter().any(|each| each.site == site && each.ready <= now);
    let lacking = wanted(draft, site).saturating_sub(within(draft, site));
    let it = draft.st.command(division);
    if waiting && it.inside == Some(site) && it.units.regts() > lacking {
        hand_over(draft, division, site, lacking);
        come_out(draft, division, site);
    }
}

/// Whether a division where nobody feeds it has eaten most of what it carries.
pub fn starves(draft: &Draft<'_>, division: CommandId) -> bool {
    is_low(draft, division) && !draft.is_supplied(draft.st.command(division).hex)
}

/// Whether a division has eaten most of what it carries, and stands where it is not filled up (ST-R25): it goes nowhere but to
/// a base.
pub fn is_low(draft: &Draft<'_>, division: CommandId) -> bool {
    let it = draft.st.command(division);
    if draft.own_site_at(it.hex).is_some_and(|site| fills_up(draft, site)) {
        return false;
    }
    let weeks_home = draft.home[it.hex.index()].div_ceil(HEXES_A_WEEK);
    it.organic_supply <= LITTLE || u16::from(it.organic_supply) <= weeks_home && !draft.is_supplied(it.hex)
}

/// The same for a site of the country.
pub fn fills_up(draft: &Draft<'_>, site: SiteId) -> bool {
    fills(draft.st.site(site))
}

/// Units that are built in a city and will be there next week.
fn arriving(draft: &Draft<'_>, site: SiteId) -> u16 {
    let next = draft.st.turn.later(1);
    let coming = draft.st.building.iter().filter(|each| each.site == site && each.ready <= next);
    let threatened = draft.st.site(site).status != SiteStatus::Captured;
    // A captured city rolls for revolt this week: what comes next week is too late.
    coming.filter(|_| threatened).map(|each| each.count).sum()
}

/// The regiments of a captured city's garrison that belong in the field, and for which levies could be raised there now.
pub fn replaceable(draft: &Draft<'_>, site: SiteId) -> u16 {
    let it = draft.st.site(site);
    if it.status != SiteStatus::Captured || it.siege.is_some() || it.blockade.is_some() {
        return 0;
    }
    let good = draft.st.command(it.command).units.only(|kind| BEST.contains(&kind)).regts();
    let coming: u16 = draft.st.building.iter().filter(|each| each.site == site).map(|each| each.count).sum();
    let may = u16::from(it.size).saturating_sub(u16::from(it.raised));
    let count = good.saturating_sub(coming).min(may);
    let paid = may_spend_at(draft.sc, &draft.st, draft.country, it.hex) && draft.treasury().0 >= 25 * u32::from(count);
    if paid { count } else { 0 }
}

/// Leaves in a captured city what it lacks, if that can be spared or cannot be raised there; who has eaten what he carries leaves
/// all that he can, for within walls nobody needs it. Whether the division may go.
fn give_up(draft: &mut Draft<'_>, division: CommandId, site: SiteId, (lacking, low): (u16, bool)) -> bool {
    let units = draft.st.command(division).units;
    let cheap = units.only(|kind| matches!(kind, UnitKind::Levy | UnitKind::LightFoot | UnitKind::ScoutFoot)).regts();
    let it = draft.st.site(site);
    let raises = may_spend_at(draft.sc, &draft.st, draft.country, it.hex)
        && u16::from(it.size).saturating_sub(u16::from(it.raised)) >= lacking.saturating_sub(cheap)
        && it.siege.is_none();
    let rich = draft.treasury().0 >= 25 * u32::from(lacking);
    if !low && (cheap < lacking && raises && rich || units.regts() < lacking + SHARES) {
        return false; // Levies are raised here while it waits, or it is too small.
    }
    hand_over(draft, division, site, lacking);
    within(draft, site) >= wanted(draft, site).min(u16::from(draft.st.site(site).size))
}

/// Passes regiments from a division to a city's command.
fn hand_over(draft: &mut Draft<'_>, division: CommandId, site: SiteId, count: u16) -> bool {
    let units = draft.st.command(division).units;
    let inside = crate::rules::city::inside(&draft.st, site).regts();
    let same = draft.st.command(division).inside == Some(site);
    let room = capacity(&draft.sc.rulings, draft.st.site(site).dv_current);
    let fits = if same { count } else { count.min(room.saturating_sub(inside)) };
    let units = least_useful(&units, fits.min(units.regts().saturating_sub(1)));
    pass(draft, division, draft.st.site(site).command, units)
}

fn pass(draft: &mut Draft<'_>, from: CommandId, to: CommandId, units: Units) -> bool {
    if units.is_empty() || !can_spare(draft.sc, &draft.st, from, &units) {
        return false;
    }
    let (from, to) = (draft.name(from), draft.name(to));
    draft.give(TransferUnits { from, to, units })
}

/// Unlinks a division from the city in which it is; an army in the hex takes it under.
fn come_out(draft: &mut Draft<'_>, division: CommandId, site: SiteId) {
    let city = draft.st.site(site).command;
    if draft.st.command(city).parent.is_some_and(|parent| draft.st.command(parent).kind == CommandKind::Division) {
        let command = draft.name(city);
        draft.give(AssignCommand { command, to: None });
    }
    if draft.st.command(division).inside.is_some() {
        let command = draft.name(division);
        draft.give(AssignCommand { command, to: None });
    }
}

/// Takes the best units of a garrison that has more than enough into a division.
fn take_along(draft: &mut Draft<'_>, division: CommandId, site: SiteId) {
    let garrison = draft.st.site(site).command;
    let most = draft.sc.rulings.commands.division_regts as u16;
    let mut over = within(draft, site).saturating_sub(wanted(draft, site));
    let mut room = most.saturating_sub(draft.st.command(division).units.regts());
    let here = draft.st.command(garrison).units;
    let mut taken = Units::NONE;
    for kind in BEST {
        let some = here.count(kind).min(over).min(room);
        taken.add(kind, some);
        over -= some;
        room -= some;
    }
    taken.add(UnitKind::SiegeTrain, here.count(UnitKind::SiegeTrain));
    pass(draft, garrison, division, taken);
}

/// The types that belong in the field, the best first.
const BEST: [UnitKind; 8] = [
    UnitKind::Elephant,
    UnitKind::GuardFoot,
    UnitKind::HeavyHorse,
    UnitKind::Phalanx,
    UnitKind::Hoplite,
    UnitKind::Peltast,
    UnitKind::MediumHorse,
    UnitKind::LightHorse,
];

/// Divisions that stand with an army of their country and are under nobody are put under it: they march and fight as one.
pub fn gather(draft: &mut Draft<'_>, forces: &[Force]) {
    for force in forces {
        let it = draft.st.command(force.id);
        if it.parent.is_some() || it.inside.is_some() || headquarters(draft, force.id).is_some() {
            continue;
        }
        let power = draft.power();
        let army = draft.st.commands_at(force.hex).find(|(_, other)| {
            other.kind == CommandKind::Army && other.power == power && other.inside.is_none() && !other.routed
        });
        if let Some(army) = army.map(|(id, _)| id) {
            let (command, to) = (draft.name(force.id), Some(draft.name(army)));
            draft.give(AssignCommand { command, to });
        }
    }
}
