//! Who stays and who goes: garrisons, detachments, and what is put aboard.

use super::draft::Draft;
use super::evaluation::Evaluation;
use crate::model::ids::{LeaderId, UnitKind};
use crate::model::names;
use crate::model::scenario::PowerKind;
use crate::model::state::{Army, ArmyId, total};
use crate::model::units::Units;
use crate::orders::Order;
use crate::orders::SplitArmy;
use crate::rules::relations;
use crate::rules::strength;

/// Strength in quarters that stays with the ruler in a city: when he is taken and nobody succeeds him, all is lost
/// (ER-14.11).
const BODYGUARD: u32 = 160;
/// Strength in quarters with which the ruler goes to war.
pub const ESCORT: u32 = 400;

/// Whether the ruler of a Roman power is with an army.
pub fn rules(draft: &Draft<'_>, id: ArmyId) -> bool {
    let roman = draft.st.power(id.power).kind == PowerKind::Roman;
    roman && draft.st.leaders_of(id).any(|(_, leader)| leader.ruler.is_some())
}

/// Strength in quarters that an army leaves behind where it stands, beside what others there contribute.
pub fn kept(draft: &Draft<'_>, evaluation: &Evaluation, id: ArmyId) -> u32 {
    let st = &draft.st;
    let Some(army) = st.army(id) else { return 0 };
    let Some(city) = relations::friendly_city(draft.sc, st, id.power, army.hex) else { return 0 };
    let others = st.armies_at(army.hex).filter(|other| other.id != id && evaluation.own.has(other.id.power));
    let there: u32 = strength::of_armies(draft.sc, st, others);
    let body = if rules(draft, id) { BODYGUARD.min(strength::of_armies(draft.sc, st, [army])) } else { 0 };
    evaluation.guard(draft, city).saturating_sub(there).max(body)
}

/// Units of an army in the order in which they are sent: the strongest for their size first.
fn by_weight(draft: &Draft<'_>, army: &Army) -> Vec<(u32, u32, UnitKind, bool, u8)> {
    let (sc, st) = (draft.sc, &draft.st);
    let mut rows: Vec<(u32, u32, UnitKind, bool, u8)> = Vec::new();
    for band in &army.bands {
        let strength = strength::unit_land4(sc, st, band.kind, band.seasoned);
        match rows.iter_mut().find(|row| (row.2, row.3) == (band.kind, band.seasoned)) {
            Some(row) => row.4 += band.count,
            None => rows.push((strength, u32::from(sc.unit(band.kind).stacking), band.kind, band.seasoned, band.count)),
        }
    }
    rows.sort_by_key(|row| (std::cmp::Reverse(row.0 * 24 / row.1.max(1)), row.2, row.3));
    rows
}

/// Units of at least `wanted` quarters, as few as may be, and what they come to; all of them when there are not enough.
pub fn pick(draft: &Draft<'_>, army: &Army, wanted: u32, room: u32) -> (Vec<Units>, u32) {
    let (mut sum, mut space, mut list) = (0, room, Vec::new());
    for (strength, stacking, kind, seasoned, count) in by_weight(draft, army) {
        let fit = space.checked_div(stacking).unwrap_or(u32::from(count));
        let missing = wanted.saturating_sub(sum).div_ceil(strength.max(1));
        let some = u32::from(count).min(fit).min(missing);
        if some > 0 {
            list.push(Units { kind, count: some as u8, seasoned });
            sum += some * strength;
            space -= some * stacking;
        }
    }
    (list, sum)
}

/// Units of at most `allowed` quarters, those that weigh most first.
pub fn at_most(draft: &Draft<'_>, army: &Army, allowed: u32, room: u32) -> (Vec<Units>, u32) {
    let (mut sum, mut space, mut list) = (0, room, Vec::new());
    for (strength, stacking, kind, seasoned, count) in by_weight(draft, army) {
        let fit = space.checked_div(stacking).unwrap_or(u32::from(count));
        let affordable = (allowed - sum).checked_div(strength).unwrap_or(u32::from(count));
        let some = u32::from(count).min(fit).min(affordable);
        if some > 0 {
            list.push(Units { kind, count: some as u8, seasoned });
            sum += some * strength;
            space -= some * stacking;
        }
    }
    (list, sum)
}

/// Splits `wanted` quarters off an army, or gives the whole army when nothing sensible would be left.
pub fn detach(draft: &mut Draft<'_>, id: ArmyId, wanted: u32) -> Option<ArmyId> {
    let army = draft.st.army(id)?;
    let all = strength::of_bands(draft.sc, &draft.st, &army.bands).land4;
    if wanted >= all {
        return Some(id);
    }
    let (units, sum) = pick(draft, army, wanted, u32::MAX);
    let going: u32 = units.iter().map(|units| u32::from(units.count)).sum();
    if going >= total(&army.bands) {
        // The last unit would have to stay as a garrison: let the smaller part go, if there is one.
        let (units, sum) = at_most(draft, army, wanted, u32::MAX);
        return if sum == 0 { None } else { split(draft, id, units, sum) };
    }
    split(draft, id, units, sum)
}

fn split(draft: &mut Draft<'_>, id: ArmyId, units: Vec<Units>, sum: u32) -> Option<ArmyId> {
    let army = draft.st.army(id)?;
    let all = strength::of_bands(draft.sc, &draft.st, &army.bands).land4;
    let leaders = names_of(draft, escort(draft, id, sum * 2 >= all, sum));
    let order =
        Order::SplitArmy(SplitArmy { power: draft.code(id.power), army: names::army(draft.sc, id), units, leaders });
    let before: Vec<ArmyId> = draft.st.armies.iter().map(|army| army.id).collect();
    if !draft.give(order) {
        return None;
    }
    draft.st.armies.iter().map(|army| army.id).find(|id| !before.contains(id))
}

/// Leaders who go with a part of an army of `sum` quarters: all with the main part, the ruler only with a strong one;
/// else one where several are, and never the ruler.
pub fn escort(draft: &Draft<'_>, id: ArmyId, main: bool, sum: u32) -> Vec<LeaderId> {
    let all: Vec<LeaderId> = draft.st.leaders_of(id).map(|(leader, _)| leader).collect();
    if main {
        let goes = |&leader: &LeaderId| sum >= ESCORT || draft.st.leader(leader).ruler.is_none();
        return all.into_iter().filter(goes).collect();
    }
    if all.len() < 2 {
        return Vec::new();
    }
    let common = all.into_iter().filter(|&leader| draft.st.leader(leader).ruler.is_none());
    common.min_by_key(|&leader| (draft.sc.leader(leader).land, leader)).into_iter().collect()
}

/// Leaders as orders name them.
pub fn names_of(draft: &Draft<'_>, leaders: Vec<LeaderId>) -> Vec<String> {
    leaders.into_iter().map(|leader| draft.sc.leader(leader).name.to_string()).collect()
}
