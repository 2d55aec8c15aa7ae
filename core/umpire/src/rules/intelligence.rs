//! P20: reports and intelligence (UM-32, UM-33, UM-35.3).
//!
//! What a nation is told is drawn once and stored with it, so that looking twice shows the same.

use std::collections::BTreeMap;

use kernel::exact::round_half_up;
use kernel::{Dice, RuleRef};

use super::{score, taxes};
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::{Known, LateEvent, OwnedReport, Sighting, State};
use crate::rules::event::late_line;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::informants::{conditions, news_ranges};
use crate::rules::turn::Turn;

const R98: RuleRef = RuleRef::new("UM-R98");
const R99: RuleRef = RuleRef::new("UM-R99");

/// For how many turns a report is kept where nothing newer is known.
const REMEMBERED_TURNS: u32 = 4;

/// Closes the turn: eliminations, then what everybody is told.
pub fn close(turn: &mut Turn) {
    score::eliminate(turn);
    if !turn.quiet {
        let now = turn.st.turn;
        gather(turn.sc, turn.st, turn.dice, now, turn.sc.nation_ids());
        tell_late_news(turn);
        keep_news_for_later(turn);
        publish_ranks(turn);
    }
}

/// What everybody knows when the campaign begins (UM-R103).
pub fn first_reports(sc: &Scenario, st: &mut State, dice: &mut Dice) {
    gather(sc, st, dice, 0, sc.nation_ids());
}

/// The reports that some nations would have got when the last turn ended: for playouts, which draw them only
/// when somebody wants to look.
pub fn late_reports(sc: &Scenario, st: &mut State, dice: &mut Dice, nations: Factions) {
    let now = st.turn.saturating_sub(1);
    gather(sc, st, dice, now, nations.iter());
}

/// Draws the reports that each nation gets at the end of a turn, and notes what it now knows of owners and cities.
fn gather(sc: &Scenario, st: &mut State, dice: &mut Dice, now: u32, nations: impl Iterator<Item = NationId>) {
    let range = news_ranges(sc, st);
    let troops: Vec<Factions> = sc.province_ids().map(|place| st.stacks.present(place)).collect();
    for nation in nations {
        if st.nation(nation).eliminated {
            st.nation_mut(nation).sightings.clear();
            continue;
        }
        let old = std::mem::take(&mut st.nation_mut(nation).sightings);
        let mut sightings = Vec::with_capacity(old.len());
        for place in sc.province_ids() {
            let grade = conditions(sc, st, place, nation);
            let mut foreign = troops[place.index()];
            foreign.remove(nation);
            let fresh = match grade {
                _ if foreign.is_empty() => Vec::new(),
                0 => rumours(sc, st, dice, (nation, place), foreign, now),
                _ => reports(sc, st, dice, (nation, place), foreign, grade, now),
            };
            // UM-32.3: where a report would have come, silence proves that nobody is there.
            if grade == 0 && fresh.is_empty() {
                let kept = old.iter().filter(|known| known.province == place);
                sightings.extend(kept.filter(|known| known.turn + REMEMBERED_TURNS > now).cloned());
            }
            note(sc, st, (nation, place), &range[place.index()], &fresh, now);
            sightings.extend(fresh);
        }
        st.nation_mut(nation).sightings = sightings;
    }
}

/// UM-32.1, UM-32.2, UM-R98: foreign forces in a province where the nation meets `grade` conditions.
fn reports(
    sc: &Scenario, st: &State, dice: &mut Dice, (nation, place): (NationId, ProvinceId), foreign: Factions, grade: u8,
    turn: u32,
) -> Vec<Sighting> {
    let of = &sc.constants.R98;
    let error = of.error_pct_by_grade[usize::from(grade) - 1];
    let mut list = Vec::new();
    for faction in foreign.iter() {
        let mut stream = dice.stream("sighting", place.0, pair(nation, faction));
        let seen = |(kind, count): (usize, &u16)| {
            let drawn = 100 + i64::from(stream.range(-error, error, R98));
            let told = round_half_up(i64::from(*count) * drawn, 100).max(i64::from(of.least_reported_units));
            (TypeId::at(kind), told as u16)
        };
        let stack = st.stacks.of(place, faction).iter().enumerate();
        let units = stack.filter(|(_, count)| **count > 0).map(seen).collect();
        let generals: Vec<GeneralId> = if grade >= of.generals_from_grade {
            st.generals_at(place, faction).map(|(id, _)| id).collect()
        } else {
            Vec::new()
        };
        let owned = (st.province(place).owner == faction).then(|| OwnedReport {
            revenue: st.normal_revenue(sc, place),
            loyalty: st.province(place).loyalty,
            bracketed: taxes::bracketed(sc, st, place),
        });
        list.push(Sighting { province: place, faction, turn, grade, units, merged: None, generals, owned });
    }
    list
}

/// UM-32.4, UM-R99: now and then civilians tell of foreign troops where nobody of the nation is.
fn rumours(
    sc: &Scenario, st: &State, dice: &mut Dice, (nation, place): (NationId, ProvinceId), foreign: Factions, turn: u32,
) -> Vec<Sighting> {
    let of = &sc.constants.R99;
    if !dice.stream("rumour", place.0, u16::from(nation.0)).chance(of.chance as i32, R99) {
        return Vec::new();
    }
    let told = |faction: NationId| {
        let mut stream = dice.stream("rumoured_number", place.0, pair(nation, faction));
        let [fleets, armies] = [Arm::Sea, Arm::Land].map(|arm| {
            let count = i64::from(st.units_of(sc, place, faction, arm));
            let drawn = 100 + i64::from(stream.range(-of.error_pct, of.error_pct, R99));
            let told = round_half_up(count * drawn, 100);
            if count > 0 { told.max(1) as u16 } else { 0 }
        });
        let (units, generals, merged) = (Vec::new(), Vec::new(), Some([fleets, armies]));
        Sighting { province: place, faction, turn, grade: 0, units, merged, generals, owned: None }
    };
    foreign.iter().map(told).collect()
}

/// Tells streams apart by who is told of whom.
fn pair(nation: NationId, faction: NationId) -> u16 {
    u16::from(nation.0) << 8 | u16::from(faction.0)
}

/// What the nation now knows of owner and city: of its own provinces and those in news range everything, since every
/// change there is news to it; of others the owner where a report shows revenue beside his forces (UM-32.5, UM-33.1).
fn note(
    sc: &Scenario, st: &mut State, (nation, place): (NationId, ProvinceId), range: &Factions, fresh: &[Sighting],
    turn: u32,
) {
    let province = st.province(place);
    let (owner, cty) = (province.owner, province.cty);
    let lost = st.nation(nation).known[place.index()].owner == nation && owner != nation;
    let shown = fresh.iter().any(|sighting| sighting.owned.is_some());
    debug_assert!(!shown || conditions(sc, st, place, nation) > 0);
    if owner == nation || range.has(nation) || lost || shown {
        st.nation_mut(nation).known[place.index()] = Known { owner, cty, turn };
    }
}

/// UM-33.2, UM-R100: a line of what happened out of range two turns ago.
fn tell_late_news(turn: &mut Turn) {
    let now = turn.st.turn;
    let (due, rest): (Vec<LateEvent>, Vec<LateEvent>) =
        std::mem::take(&mut turn.st.late).into_iter().partition(|news| news.due <= now);
    turn.st.late = rest;
    for news in due {
        let living = turn.sc.nation_ids().filter(|&id| !turn.st.nation(id).eliminated);
        let others: Factions = living.filter(|&id| !news.knew.has(id)).collect();
        if let Some(what) = late_line(&news.kind) {
            turn.tell(EventScope::Others(others), "UM-33.2", |sc, st| EventKind::LateNews {
                place: st.place(sc, news.province),
                what: what.to_owned(),
            });
        }
    }
}

/// News of this turn that others will hear later, a line for each place and kind.
fn keep_news_for_later(turn: &mut Turn) {
    let mut knew: BTreeMap<(ProvinceId, &'static str), Factions> = BTreeMap::new();
    let range = news_ranges(turn.sc, turn.st);
    for (scope, event) in &turn.events {
        let told_late = late_line(event.what.kind()).is_some();
        if let EventScope::Near(place, involved) | EventScope::Beyond(place, involved) = *scope
            && told_late
        {
            let heard = involved.and(range[place.index()]);
            let entry = knew.entry((place, event.what.kind())).or_insert(Factions::NONE);
            *entry = entry.and(heard);
        }
    }
    let due = turn.st.turn + turn.sc.constants.R100.delay_turns;
    let line = |((province, kind), knew): ((ProvinceId, &'static str), Factions)| {
        let everybody = turn.sc.nation_ids().all(|nation| knew.has(nation));
        (!everybody).then(|| LateEvent { due, province, kind: kind.to_owned(), knew })
    };
    let late: Vec<LateEvent> = knew.into_iter().filter_map(line).collect();
    turn.st.late.extend(late);
}

/// UM-35.3: all ranks are published; and the end, when it has come.
fn publish_ranks(turn: &mut Turn) {
    let ranking = score::ranking(turn.sc, turn.st);
    let best = ranking.first().copied();
    turn.tell(EventScope::Public, "UM-35.3", |sc, _| EventKind::RanksPublished {
        nations: ranking.iter().map(|&nation| sc.party(nation)).collect(),
    });
    let living = turn.st.nations.iter().filter(|nation| !nation.eliminated).count();
    if let Some(winner) = best.filter(|_| turn.st.turn >= turn.sc.end_turn || living <= 1) {
        turn.tell(EventScope::Public, "UM-35.4", |sc, _| EventKind::CampaignEnded { winner: sc.party(winner) });
    }
}
