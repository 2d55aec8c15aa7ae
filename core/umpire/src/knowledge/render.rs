//! The view of what a nation knows: the only thing about a campaign that leaves the room.

use kernel::exact::round_half_up;

use crate::knowledge::known::Knowledge;
use crate::knowledge::morale_word;
use crate::knowledge::view::{
    ForceView, GeneralView, NationView, ObjectiveView, OwnProvinceView, OwnedView, ProvinceView, RumourView, SiegeView,
    SightingView, VictoryLineView, VictoryView, View,
};
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, Named, NationId, Party, ProvinceId, TypeId, Units};
use crate::model::scenario::{CityStatus, Objective, Scenario};
use crate::model::state::{Sighting, State};
use crate::rules::turn::{stack_units, units};
use crate::rules::{conflict, recruitment, score};

impl Knowledge {
    /// The same for the wire.
    pub fn view(&self, sc: &Scenario) -> View {
        view(sc, self)
    }
}

fn view(sc: &Scenario, knowledge: &Knowledge) -> View {
    let (st, me) = (&knowledge.st, knowledge.me);
    let own = st.nation(me);
    let over = st.is_over(sc);
    let turn = knowledge.turn(sc);
    let chief = st.commander_in_chief(me);
    let parties = |set: Factions| -> Vec<Party> { set.iter().map(|id| sc.party(id)).collect() };
    let enemies = sc.nation_ids().filter(|&id| st.enemies(sc, me, id) && !st.nation(id).eliminated).collect();
    let provinces: Vec<ProvinceView> = sc.province_ids().map(|place| province(sc, knowledge, place)).collect();
    View {
        nation: sc.party(me),
        turn,
        date: sc.calendar.label(turn),
        carries: sc.turn_type(turn).clone(),
        over,
        eliminated: own.eliminated,
        treasury: own.treasury,
        tax_rate: own.tax_rate,
        expected_tax: knowledge.expected_tax,
        upkeep: knowledge.upkeep,
        morale: morale_word(sc, own.morale).to_owned(),
        capital: st.place(sc, own.capital),
        replacement: own.replacement.map(|place| st.place(sc, place)),
        enemies_listed: parties(own.declared),
        enemies: parties(enemies),
        nations: nations(sc, knowledge),
        score: score::score(sc, st, me),
        victory: victory(sc, st, me, &provinces),
        provinces,
        forces: sc.province_ids().filter_map(|place| force(sc, knowledge, place)).collect(),
        generals: st
            .living()
            .filter(|(_, general)| general.nation == me)
            .map(|(id, general)| GeneralView {
                general: st.captain(sc, id),
                nationality: match sc.generals.get(id.index()) {
                    Some(info) => info.nationality.to_string(),
                    None => sc.nation(me).adjective.clone(),
                },
                province: st.place(sc, general.province),
                arm: general.arm,
                reputation: general.reputation,
                loyalty: general.loyalty,
                activity: general.activity,
                popularity: general.popularity,
                health: general.health,
                age: general.age,
                seniority: general.seniority,
                commander_in_chief: chief == Some(id),
            })
            .collect(),
        sightings: own.sightings.iter().map(|sighting| report(sc, st, sighting)).collect(),
    }
}

/// Public facts about all nations (UM-35.3, UM-R9).
fn nations(sc: &Scenario, knowledge: &Knowledge) -> Vec<NationView> {
    sc.nation_ids().map(|id| nation(sc, &knowledge.st, id, knowledge.ranks[id.index()])).collect()
}

/// What is public about a nation.
pub(super) fn nation(sc: &Scenario, st: &State, id: NationId, rank: u16) -> NationView {
    let nation = st.nation(id);
    NationView {
        nation: sc.party(id),
        rank,
        declared: nation.declared.iter().map(|id| sc.party(id)).collect(),
        eliminated: nation.eliminated,
    }
}

/// What wins and how far one has come; who holds the objectives of others is known by reports alone.
fn victory(sc: &Scenario, st: &State, me: NationId, provinces: &[ProvinceView]) -> VictoryView {
    let factor = sc.victory.objective_factor;
    let objective = |of: &Objective| {
        let seen = &provinces[of.province.index()];
        ObjectiveView {
            province: seen.province.clone(),
            worth: factor * of.points,
            owner: seen.owner.clone(),
            held: seen.owner.id == of.nation,
            as_of: seen.as_of,
        }
    };
    let line = |nation: NationId| VictoryLineView {
        nation: sc.party(nation),
        measure: if sc.is_tribal(nation) { "forces" } else { "revenue" }.to_owned(),
        objectives: sc.victory.objectives.iter().filter(|of| of.nation == nation).map(objective).collect(),
    };
    let objectives = score::objective_points(sc, st, me);
    VictoryView {
        end_turn: sc.end_turn,
        ends: sc.calendar.label(sc.end_turn),
        objective_factor: factor,
        objectives,
        total: score::score(sc, st, me) + objectives,
        nations: sc.nation_ids().map(line).collect(),
    }
}

fn province(sc: &Scenario, knowledge: &Knowledge, place: ProvinceId) -> ProvinceView {
    let (st, me, now) = (&knowledge.st, knowledge.me, knowledge.st.province(place));
    ProvinceView {
        province: st.place(sc, place),
        owner: sc.party(now.owner),
        cty: now.cty,
        as_of: knowledge.as_of(place),
        own_spies: now.spies.has(me),
        own: (now.owner == me).then(|| own_province(sc, knowledge, place)),
        siege: now.siege.map(|siege| SiegeView {
            besiegers: siege.besiegers.iter().map(|id| sc.party(id)).collect(),
            besieged: siege.besieged.iter().map(|id| sc.party(id)).collect(),
            turns: siege.turns,
            stores_lost: siege.stores_lost,
        }),
    }
}

fn own_province(sc: &Scenario, knowledge: &Knowledge, place: ProvinceId) -> OwnProvinceView {
    let (st, me) = (&knowledge.st, knowledge.me);
    let now = st.province(place);
    OwnProvinceView {
        revenue: st.normal_revenue(sc, place),
        original_revenue: now.rev_original,
        ceiling: now.rev_ceiling,
        pending: now.pending,
        bracketed: knowledge.certain[place.index()].bracketed,
        loyalty: now.loyalty,
        original: now.original_owner == me,
        ever_had_city: now.ever_had_city,
        founded: now.founded,
        militia: militia(sc, st, place),
        available: available(sc, st, me, place),
    }
}

/// UM-19.7: militia that would fight beside a garrison in the siege of its own city.
fn militia(sc: &Scenario, st: &State, place: ProvinceId) -> u32 {
    match st.province(place).cty {
        CityStatus::Standing => round_half_up(conflict::strength::militia_tenths(sc, st, place), 10) as u32,
        _ => 0,
    }
}

/// How many units of each type a province could raise (UM-23.5).
fn available(sc: &Scenario, st: &State, me: NationId, place: ProvinceId) -> Units {
    let count = |kind| (kind, recruitment::available(sc, st, me, place, kind).clamp(0, i64::from(u16::MAX)) as u16);
    let list: Vec<(TypeId, u16)> = sc.type_ids().map(count).collect();
    units(sc, &list)
}

fn force(sc: &Scenario, knowledge: &Knowledge, place: ProvinceId) -> Option<ForceView> {
    let (st, me, certain) = (&knowledge.st, knowledge.me, knowledge.certain[place.index()]);
    let stack = st.stacks.of(place, me);
    if stack.iter().all(|count| *count == 0) {
        return None;
    }
    Some(ForceView {
        province: st.place(sc, place),
        units: stack_units(sc, stack),
        fleet_orders: st.combat_orders(sc, place, me, Arm::Sea),
        army_orders: st.combat_orders(sc, place, me, Arm::Land),
        besieged: certain.besieged,
        blockaded: certain.blockaded,
    })
}

fn report(sc: &Scenario, st: &State, sighting: &Sighting) -> SightingView {
    SightingView {
        province: st.place(sc, sighting.province),
        faction: sc.party(sighting.faction),
        turn: sighting.turn,
        grade: sighting.grade,
        units: units(sc, &sighting.units),
        rumour: sighting.merged.map(|[fleets, armies]| RumourView { fleets, armies }),
        generals: sighting.generals.iter().map(|&id| Named::new(id, &st.captain(sc, id).name)).collect(),
        owned: sighting.owned.map(|owned| OwnedView {
            revenue: owned.revenue,
            loyalty: owned.loyalty,
            bracketed: owned.bracketed,
        }),
    }
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::model::ids::Rp;
    use crate::model::scenario::shipped;

    fn italia() -> (std::sync::Arc<Scenario>, State) {
        let sc = shipped::find("italia-1450").unwrap();
        let st = State::start(&sc, &GameSeed::from_number(1));
        (sc, st)
    }

    fn named<'a>(view: &'a View, name: &str) -> &'a ProvinceView {
        view.provinces.iter().find(|seen| seen.province.name.as_str() == name).unwrap()
    }

    #[test]
    fn own_provinces_are_known_exactly_and_foreign_ones_only_as_last_seen() {
        let (sc, mut st) = italia();
        let [milan, naples, zara] = ["Milan", "Naples", "Zara"]
            .map(|name| sc.province_ids().find(|&id| sc.first_place(id).name.as_str() == name).unwrap());
        st.province_mut(naples).owner = NationId(0);
        st.province_mut(zara).cty = CityStatus::Destroyed;
        let seen = Knowledge::of(&sc, &st, NationId(1)).view(&sc);
        assert_eq!(named(&seen, "Naples").owner.name.as_str(), "NAP");
        assert_eq!(named(&seen, "Zara").cty, CityStatus::Destroyed);
        assert!(named(&seen, "Zara").own.is_some() && named(&seen, "Milan").own.is_none());
        st.province_mut(zara).owner = NationId(0);
        let lost = Knowledge::of(&sc, &st, NationId(1)).view(&sc);
        assert_eq!(named(&lost, "Zara").owner.id, NationId(0));
        st.province_mut(milan).owner = NationId(1);
        assert!(named(&Knowledge::of(&sc, &st, NationId(1)).view(&sc), "Milan").own.is_some());
    }

    #[test]
    fn hidden_ratings_never_leave_the_room() {
        let (sc, mut st) = italia();
        let before = serde_json::to_string(&Knowledge::of(&sc, &st, NationId(0)).view(&sc)).unwrap();
        for general in &mut st.generals {
            (general.skill, general.loyalty_true) = (7 - general.skill, 7 - general.loyalty_true);
        }
        assert_eq!(serde_json::to_string(&Knowledge::of(&sc, &st, NationId(0)).view(&sc)).unwrap(), before);
        assert!(!before.contains("skill") && !before.contains("loyalty_true"));
    }

    #[test]
    fn the_first_view_shows_neighbours_in_report_range() {
        let (sc, st) = italia();
        let milan = Knowledge::of(&sc, &st, NationId(0)).view(&sc);
        let brescia: Vec<_> = milan.sightings.iter().filter(|seen| seen.province.name.as_str() == "Brescia").collect();
        assert_eq!(brescia.len(), 1, "a network of Milan is in Brescia (UM-32.1)");
        assert_eq!((brescia[0].faction.name.as_str(), brescia[0].grade), ("VEN", 1));
        assert!(brescia[0].owned.as_ref().is_some_and(|owned| owned.revenue == Rp::whole(8)));
        assert!(brescia[0].generals.is_empty(), "names of generals come with the second grade (UM-R98)");
    }

    #[test]
    fn words_for_morale_change_at_their_limits() {
        let (sc, _) = italia();
        let words = [95, 94, 85, 84, 70, 69].map(|morale| morale_word(&sc, morale));
        assert_eq!(words, ["high", "fair", "fair", "low", "low", "mutinous"]);
    }
}
