//! What a nation may see, made of the true state (docs/rules/umpire.md, section 6).
//!
//! Everything foreign comes from what was stored for the nation when it was reported: its sightings and what it last
//! knew of each province. True skill and true loyalty of generals appear nowhere.

use kernel::exact::round_half_up;

use crate::knowledge::view::{
    ForceView, GeneralView, NationView, ObjectiveView, OwnProvinceView, OwnedView, ProvinceView, RumourView, SiegeView,
    SightingView, VictoryLineView, VictoryView, View,
};
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, Named, NationId, Party, ProvinceId, Rp, TypeId, Units};
use crate::model::scenario::{CityStatus, Objective, Scenario};
use crate::model::state::{Sighting, State};
use crate::rules::turn::{stack_units, units};
use crate::rules::{conflict, recruitment, score, taxes};

/// A campaign as one nation sees it.
pub fn view(sc: &Scenario, st: &State, me: NationId) -> View {
    let own = st.nation(me);
    let over = st.is_over(sc);
    let turn = st.turn.min(sc.end_turn);
    let chief = st.commander_in_chief(me);
    let parties = |set: Factions| -> Vec<Party> { set.iter().map(|id| sc.party(id)).collect() };
    let enemies = sc.nation_ids().filter(|&id| st.enemies(sc, me, id) && !st.nation(id).eliminated).collect();
    let provinces: Vec<ProvinceView> = sc.province_ids().map(|place| province(sc, st, me, place)).collect();
    View {
        nation: sc.party(me),
        turn,
        date: sc.calendar.label(turn),
        carries: sc.turn_type(turn).clone(),
        over,
        eliminated: own.eliminated,
        treasury: own.treasury,
        tax_rate: own.tax_rate,
        expected_tax: expected_tax(sc, st, me),
        upkeep: taxes::upkeep(sc, st, me),
        morale: morale_word(sc, own.morale).to_owned(),
        capital: st.place(sc, own.capital),
        replacement: own.replacement.map(|place| st.place(sc, place)),
        enemies_listed: parties(own.declared),
        enemies: parties(enemies),
        nations: nations(sc, st),
        score: score::score(sc, st, me),
        victory: victory(sc, st, me, &provinces),
        provinces,
        forces: sc.province_ids().filter_map(|place| force(sc, st, me, place)).collect(),
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

/// Public facts about all nations (UM-35.3, UM-R9). Before the first turn the ranking is the scenario's order (UM-R103).
fn nations(sc: &Scenario, st: &State) -> Vec<NationView> {
    let ranking = if st.turn > 1 { score::ranking(sc, st) } else { sc.nation_ids().collect() };
    let rank = |nation| ranking.iter().position(|&id| id == nation).map_or(0, |at| at as u16 + 1);
    let line = |nation: NationId| NationView {
        nation: sc.party(nation),
        rank: rank(nation),
        declared: st.nation(nation).declared.iter().map(|id| sc.party(id)).collect(),
        eliminated: st.nation(nation).eliminated,
    };
    sc.nation_ids().map(line).collect()
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

fn province(sc: &Scenario, st: &State, me: NationId, place: ProvinceId) -> ProvinceView {
    let now = st.province(place);
    let known = st.nation(me).known[place.index()];
    let mine = now.owner == me;
    // Who held a province until this moment knows that he lost it, and to whom.
    let certain = mine || known.owner == me;
    let (owner, cty) = if certain { (now.owner, now.cty) } else { (known.owner, known.cty) };
    let concerned = |siege: &crate::model::state::Siege| mine || siege.besiegers.has(me) || siege.besieged.has(me);
    ProvinceView {
        province: st.place(sc, place),
        owner: sc.party(owner),
        cty,
        as_of: if certain { st.turn.saturating_sub(1).min(sc.end_turn) } else { known.turn },
        own_spies: now.spies.has(me),
        own: mine.then(|| own_province(sc, st, me, place)),
        siege: now.siege.filter(concerned).map(|siege| SiegeView {
            besiegers: siege.besiegers.iter().map(|id| sc.party(id)).collect(),
            besieged: siege.besieged.iter().map(|id| sc.party(id)).collect(),
            turns: siege.turns,
            stores_lost: siege.stores_lost && siege.besieged.has(me),
        }),
    }
}

fn own_province(sc: &Scenario, st: &State, me: NationId, place: ProvinceId) -> OwnProvinceView {
    let now = st.province(place);
    OwnProvinceView {
        revenue: st.normal_revenue(sc, place),
        original_revenue: now.rev_original,
        ceiling: now.rev_ceiling,
        pending: now.pending + now.bought,
        bracketed: taxes::bracketed(sc, st, place),
        loyalty: now.loyalty,
        original: now.original_owner == me,
        ever_had_city: now.ever_had_city,
        founded: now.founded,
        militia: militia(sc, st, place),
        available: available(sc, st, me, place),
    }
}

/// What a full collection would bring at the present rate, going by the reports: the true number of hostile units in
/// one's own provinces is not known better than they tell it (UM-R16, UM-R17, UM-R18, UM-R98).
fn expected_tax(sc: &Scenario, st: &State, me: NationId) -> Rp {
    let own = st.nation(me);
    let values = st.owned_by(me).map(|place| {
        let hostile = reported_armies(sc, st, me, place);
        taxes::taxable(&sc.constants, st.normal_revenue(sc, place), hostile, place == own.capital)
    });
    if sc.is_tribal(me) {
        taxes::tribal_income(values.sum(), sc.tribal_revenue_pct)
    } else {
        values.map(|value| taxes::expected(value, own.tax_rate)).sum()
    }
}

/// Hostile army units in a province, as reported to a nation.
fn reported_armies(sc: &Scenario, st: &State, me: NationId, place: ProvinceId) -> u32 {
    let here = st.nation(me).sightings.iter().filter(|sighting| sighting.province == place);
    let armies = |sighting: &Sighting| {
        let listed = sighting.units.iter().filter(|(kind, _)| !sc.unit(*kind).is_fleet());
        let listed: u32 = listed.map(|(_, count)| u32::from(*count)).sum();
        listed + sighting.merged.map_or(0, |[_, armies]| u32::from(armies))
    };
    here.filter(|sighting| st.enemies(sc, me, sighting.faction)).map(armies).sum()
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

fn force(sc: &Scenario, st: &State, me: NationId, place: ProvinceId) -> Option<ForceView> {
    let stack = st.stacks.of(place, me);
    if stack.iter().all(|count| *count == 0) {
        return None;
    }
    Some(ForceView {
        province: st.place(sc, place),
        units: stack_units(sc, stack),
        fleet_orders: st.combat_orders(sc, place, me, Arm::Sea),
        army_orders: st.combat_orders(sc, place, me, Arm::Land),
        besieged: conflict::is_besieged(sc, st, place, me),
        blockaded: conflict::blockaded(sc, st, place, me),
    })
}

/// The owner's word for morale (UM-R98).
pub fn morale_word(sc: &Scenario, morale: i64) -> &'static str {
    let of = &sc.constants.R98;
    match morale {
        high if high >= of.morale_high_from => "high",
        fair if fair >= of.morale_fair_from => "fair",
        low if low >= of.morale_low_from => "low",
        _ => "mutinous",
    }
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
        let seen = view(&sc, &st, NationId(1));
        assert_eq!(named(&seen, "Naples").owner.name.as_str(), "NAP");
        assert_eq!(named(&seen, "Zara").cty, CityStatus::Destroyed);
        assert!(named(&seen, "Zara").own.is_some() && named(&seen, "Milan").own.is_none());
        st.province_mut(zara).owner = NationId(0);
        let lost = view(&sc, &st, NationId(1));
        assert_eq!(named(&lost, "Zara").owner.id, NationId(0));
        st.province_mut(milan).owner = NationId(1);
        assert!(named(&view(&sc, &st, NationId(1)), "Milan").own.is_some());
    }

    #[test]
    fn hidden_ratings_never_leave_the_room() {
        let (sc, mut st) = italia();
        let before = serde_json::to_string(&view(&sc, &st, NationId(0))).unwrap();
        for general in &mut st.generals {
            (general.skill, general.loyalty_true) = (7 - general.skill, 7 - general.loyalty_true);
        }
        assert_eq!(serde_json::to_string(&view(&sc, &st, NationId(0))).unwrap(), before);
        assert!(!before.contains("skill") && !before.contains("loyalty_true"));
    }

    #[test]
    fn the_first_view_shows_neighbours_in_report_range() {
        let (sc, st) = italia();
        let milan = view(&sc, &st, NationId(0));
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
