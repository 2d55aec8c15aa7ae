//! A state made of a view alone: what a nation may take the world to be.
//!
//! Order checks and computer players use the same functions on it as the engine on the true state. What is its own is
//! exact; foreign forces are as reported, foreign owners as last known; what nobody tells is as it was at the start.

use crate::knowledge::view::{ProvinceView, SightingView, View};
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, GeneralId, NameId, NationId, Place, ProvinceId, Rp};
use crate::model::scenario::{CityStatus, Scenario};
use crate::model::state::{
    General, Known, Nation, OwnedReport, Province, Siege, Sighting, Stacks, StandingOrders, State,
};
use crate::rules::setup::as_listed;

/// Makes a state of a view.
pub fn believe(sc: &Scenario, view: &View) -> State {
    let mut st = without_foreign_forces(sc, view);
    for seen in &view.sightings {
        foreign_force(sc, &mut st, seen);
    }
    st
}

/// The same, but nobody's troops are anywhere save one's own.
pub fn without_foreign_forces(sc: &Scenario, view: &View) -> State {
    let me = view.me();
    let provinces: Vec<Province> = view.provinces.iter().map(|seen| province(sc, view, seen)).collect();
    let known: Vec<Known> =
        view.provinces.iter().map(|seen| Known { owner: seen.owner.id, cty: seen.cty, turn: seen.as_of }).collect();
    let sightings: Vec<Sighting> = view.sightings.iter().map(sighting).collect();
    let nations = sc.nation_ids().map(|id| nation(sc, view, id)).collect();
    let mut st = State {
        turn: if view.over { sc.end_turn + 1 } else { view.turn },
        provinces,
        nations,
        generals: generals(sc, view),
        stacks: Stacks::empty(sc.provinces.len(), sc.factions(), sc.types.len()),
        standing: StandingOrders::empty(sc.provinces.len(), sc.factions()),
        late: Vec::new(),
    };
    st.nation_mut(me).known = known;
    st.nation_mut(me).sightings = sightings;
    for force in &view.forces {
        let place = force.province.id;
        for (troop, count) in &force.units.0 {
            st.stacks.add(place, me, troop.id, *count);
        }
        st.standing.set(place, me, Arm::Sea, Some(force.fleet_orders));
        st.standing.set(place, me, Arm::Land, Some(force.army_orders));
    }
    st
}

fn province(sc: &Scenario, view: &View, seen: &ProvinceView) -> Province {
    let (me, info) = (view.me(), sc.province(seen.province.id));
    let owner = seen.owner.id;
    let told = view
        .sightings
        .iter()
        .filter(|sighting| sighting.province.id == seen.province.id && sighting.faction.id == owner)
        .find_map(|sighting| sighting.owned.as_ref());
    let first = owner == info.original_owner;
    let guess = match (sc.nations.get(owner.index()), first) {
        (Some(nation), true) if nation.capital == seen.province.id => 3,
        (_, true) => sc.constants.R12.regained,
        (_, false) => sc.constants.R12.captured,
    };
    let ever_had_city = info.cty != CityStatus::TribalArea || seen.cty != CityStatus::TribalArea;
    // The revenue told is the one after the deduction for tribal areas (UM-R14); the state has it before.
    let gross = |owner: NationId, normal: Rp, ever_had_city: bool| {
        if ever_had_city || !sc.is_civilised(owner) { normal } else { normal.times(100, sc.tribal_area_civ_pct.max(1)) }
    };
    let (loyalty, revenue) = match told {
        Some(told) => (told.loyalty, gross(owner, told.revenue, ever_had_city)),
        None => (guess, info.rev),
    };
    let mut province = Province {
        renamed: renamed(sc, &seen.province),
        owner,
        original_owner: info.original_owner,
        loyalty,
        cty: seen.cty,
        ever_had_city,
        rev_original: info.rev,
        rev_ceiling: info.rev,
        rev_current: revenue,
        pending: Rp::ZERO,
        bought: Rp::ZERO,
        founded: 0,
        scarred: Factions::NONE,
        spies: if seen.own_spies { Factions::one(me) } else { Factions::NONE },
        in_revolt_against: None,
        siege: seen.siege.as_ref().map(|siege| Siege {
            besiegers: siege.besiegers.iter().map(|party| party.id).collect(),
            besieged: siege.besieged.iter().map(|party| party.id).collect(),
            turns: siege.turns,
            stores_lost: siege.stores_lost,
            outside: Factions::NONE,
        }),
        contact: [None, None],
    };
    if let Some(own) = &seen.own {
        province.loyalty = own.loyalty;
        province.ever_had_city = own.ever_had_city;
        province.rev_original = own.original_revenue;
        province.rev_ceiling = own.ceiling;
        province.rev_current = gross(me, own.revenue, own.ever_had_city);
        province.pending = own.pending;
        province.founded = own.founded;
    }
    province
}

/// The name that a founded city gave to its province (UM-9.10).
fn renamed(sc: &Scenario, place: &Place) -> Option<NameId> {
    if place.name == sc.province(place.id).name {
        return None;
    }
    sc.names.iter().position(|name| *name == place.name).map(NameId::at)
}

fn nation(sc: &Scenario, view: &View, id: NationId) -> Nation {
    let info = sc.nation(id);
    let public = view.nations.iter().find(|nation| nation.nation.id == id);
    let mine = id == view.me();
    let start = |place: &ProvinceId| sc.province(*place).owner == id;
    let normal = |place: ProvinceId| {
        let province = sc.province(place);
        let tribal_area = province.cty == CityStatus::TribalArea && sc.is_civilised(id);
        if tribal_area { province.rev.times(sc.tribal_area_civ_pct, 100) } else { province.rev }
    };
    let forces = sc.forces.iter().filter(|(nation, ..)| *nation == id);
    Nation {
        treasury: if mine { view.treasury } else { Rp::ZERO },
        tax_rate: if mine { view.tax_rate } else { info.tax_rate },
        capital: if mine { view.capital.id } else { info.capital },
        declared: public.map_or(Factions::NONE, |nation| nation.declared.iter().map(|party| party.id).collect()),
        morale: if mine { morale(sc, &view.morale) } else { sc.constants.R44.full },
        shock: 0,
        face: 0,
        cic_died: 0,
        replacement: view.replacement.as_ref().filter(|_| mine).map(|place| place.id),
        original_revenue: sc.province_ids().filter(start).map(normal).sum(),
        original_forces: forces.map(|(.., count)| u32::from(*count)).sum(),
        eliminated: public.is_some_and(|nation| nation.eliminated),
        names_used: 0,
        known: sc.provinces.iter().map(|info| Known { owner: info.owner, cty: info.cty, turn: 0 }).collect(),
        sightings: Vec::new(),
    }
}

/// The middle of what a word for morale may mean (UM-R98).
fn morale(sc: &Scenario, word: &str) -> i64 {
    let (of, full) = (&sc.constants.R98, sc.constants.R44.full);
    match word {
        "high" => full,
        "fair" => (of.morale_high_from + of.morale_fair_from) / 2,
        "low" => (of.morale_fair_from + of.morale_low_from) / 2,
        _ => (of.morale_low_from + sc.constants.R44.floor) / 2,
    }
}

/// Own generals as reported, their hidden values taken to be what is reported (UM-R35); foreign ones where they were
/// seen, with the ratings they had at the start. Whoever else there may be counts as absent.
fn generals(sc: &Scenario, view: &View) -> Vec<General> {
    let seen = view.sightings.iter().flat_map(|sighting| sighting.generals.iter().map(|captain| captain.id));
    let own = view.generals.iter().map(|general| general.general.id);
    let count = seen.chain(own).map(|id| id.index() + 1).max().unwrap_or(0).max(sc.generals.len());
    let mut generals: Vec<General> = (0..count).map(|index| absent(sc, GeneralId::at(index))).collect();
    let mut newest: Vec<&SightingView> = view.sightings.iter().collect();
    newest.sort_by_key(|sighting| sighting.turn);
    for sighting in newest {
        for captain in &sighting.generals {
            let general = &mut generals[captain.id.index()];
            general.nation = sighting.faction.id;
            general.province = sighting.province.id;
            general.alive = true;
            general.name = name_id(sc, captain.name.as_str()).unwrap_or(general.name);
        }
    }
    for own in &view.generals {
        let general = &mut generals[own.general.id.index()];
        *general = General {
            name: name_id(sc, own.general.name.as_str()).unwrap_or(general.name),
            nation: view.me(),
            province: own.province.id,
            arm: own.arm,
            reputation: own.reputation,
            loyalty: own.loyalty,
            activity: own.activity,
            popularity: own.popularity,
            health: own.health,
            age: own.age,
            seniority: own.seniority,
            skill: own.reputation,
            loyalty_true: own.loyalty,
            alive: true,
        };
    }
    generals
}

fn name_id(sc: &Scenario, text: &str) -> Option<NameId> {
    sc.names.iter().position(|name| name.as_str() == text).map(NameId::at)
}

/// A general of whom nothing is known now: as he was at the start, or an average man (UM-R36), not in play.
fn absent(sc: &Scenario, id: GeneralId) -> General {
    match sc.generals.get(id.index()) {
        Some(info) => as_listed(info),
        None => {
            let rating = (sc.constants.R36.rating_dice.iter().sum::<i32>() / 2) as u8;
            General {
                name: NameId(0),
                nation: sc.ind(),
                province: ProvinceId(0),
                arm: Arm::Land,
                reputation: rating,
                loyalty: rating,
                activity: rating,
                popularity: rating,
                health: rating,
                age: sc.constants.R36.age[0] as u8,
                seniority: 0,
                skill: rating,
                loyalty_true: rating,
                alive: false,
            }
        }
    }
}

fn sighting(seen: &SightingView) -> Sighting {
    Sighting {
        province: seen.province.id,
        faction: seen.faction.id,
        turn: seen.turn,
        grade: seen.grade,
        units: seen.units.0.iter().map(|(troop, count)| (troop.id, *count)).collect(),
        merged: seen.rumour.as_ref().map(|rumour| [rumour.fleets, rumour.armies]),
        generals: seen.generals.iter().map(|captain| captain.id).collect(),
        owned: seen.owned.as_ref().map(|owned| OwnedReport {
            revenue: owned.revenue,
            loyalty: owned.loyalty,
            bracketed: owned.bracketed,
        }),
    }
}

/// Reported troops in their place. A rumour does not tell types: its armies are taken for the common foot of the
/// militia, its fleets for the first kind of squadron.
fn foreign_force(sc: &Scenario, st: &mut State, seen: &SightingView) {
    let (place, faction) = (seen.province.id, seen.faction.id);
    for (troop, count) in &seen.units.0 {
        st.stacks.add(place, faction, troop.id, *count);
    }
    if let Some(rumour) = &seen.rumour {
        st.stacks.add(place, faction, sc.militia_type, rumour.armies);
        if let Some(squadron) = sc.type_ids().find(|&kind| sc.unit(kind).is_fleet()) {
            st.stacks.add(place, faction, squadron, rumour.fleets);
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::knowledge::visibility;
    use crate::model::scenario::shipped;

    #[test]
    fn what_is_believed_looks_the_same_from_the_same_seat() {
        for sc in shipped::shipped() {
            let st = State::start(sc, &GameSeed::from_number(1));
            for nation in sc.nation_ids() {
                let seen = visibility::view(sc, &st, nation);
                let again = visibility::view(sc, &believe(sc, &seen), nation);
                // Ranks and morale are told, not reckoned by the seat; all else must come back as it was.
                assert_eq!(View { nations: seen.nations.clone(), ..again }, seen, "{}", seen.nation);
            }
        }
    }

    #[test]
    fn belief_takes_hidden_values_to_be_those_reported() {
        let sc = &shipped::shipped()[0];
        let st = State::start(sc, &GameSeed::from_number(2));
        let believed = believe(sc, &visibility::view(sc, &st, NationId(1)));
        assert!(st.generals.iter().any(|general| general.skill != general.reputation), "nothing is hidden");
        for (_, general) in believed.living() {
            assert_eq!((general.skill, general.loyalty_true), (general.reputation, general.loyalty));
        }
    }
}
