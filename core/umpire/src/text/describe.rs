//! All that is static about a scenario and known to all from the start, as JSON for clients: the same for every seat.
//!
//! What a nation learns of the others by its informants only is not here: forces, treasuries, tax rates, where their
//! generals stand.

use kernel::map::Mode;
use serde_json::{Value, json};

use crate::model::ids::{NationId, TypeId};
use crate::model::scenario::{Category, NationKind, Scenario, UnitType, code};
use crate::orders::notation::three_columns;

/// A whole scenario.
pub fn scenario(sc: &Scenario) -> Value {
    json!({
        "id": sc.id,
        "title": sc.title,
        "summary": sc.summary.trim(),
        "about": sc.about.trim(),
        "calendar": {
            "begins": sc.calendar.label(1),
            "ends": sc.calendar.label(sc.end_turn),
            "end_turn": sc.end_turn,
            "turns": sc.turns,
        },
        "switches": {
            "local_revolts": sc.local_revolts,
            "naval_blockade": sc.naval_blockade,
            "tribal_revenue_pct": sc.tribal_revenue_pct,
            "tribal_area_civ_pct": sc.tribal_area_civ_pct,
            "siege_scale": sc.siege_scale,
            "revolt_scale": sc.revolt_scale,
            "epidemic_scale": sc.epidemic_scale,
            "general_max_move": sc.general_max_move,
        },
        "terrains": sc.terrains,
        "unit_types": sc.type_ids().map(|kind| unit_type(sc, kind)).collect::<Vec<_>>(),
        "spy_network": sc.spy,
        "militia_type": sc.unit(sc.militia_type).id,
        "rebel_type": by_terrain(sc, |terrain| json!(sc.unit(sc.rebel_type[terrain]).id)),
        "nations": sc.nation_ids().map(|nation| nation_facts(sc, nation)).collect::<Vec<_>>(),
        "independents": sc.independents,
        "provinces": provinces(sc),
        "routes": routes(sc),
        "generals": generals(sc),
        "economy": sc.economy,
        "victory": victory(sc),
        "bounds": sc.geography.bounds,
        "order_sheet": {
            "columns": sc.types.iter().map(|kind| &kind.id).collect::<Vec<_>>(),
            "three_columns": three_columns(sc).map(|kinds| kinds.map(|kind| sc.unit(kind).id.clone())),
        },
    })
}

fn by_terrain(sc: &Scenario, value: impl Fn(usize) -> Value) -> Value {
    sc.terrains
        .iter()
        .enumerate()
        .map(|(at, name)| (name.to_string(), value(at)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// A factor or need, stored in tenths.
fn tenths(value: i64) -> Value {
    if value % 10 == 0 { json!(value / 10) } else { json!(value as f64 / 10.0) }
}

/// Ids of the nations for which a mark is set.
fn marked(sc: &Scenario, marks: &[bool]) -> Vec<Value> {
    sc.nation_ids()
        .filter(|nation| marks.get(nation.index()) == Some(&true))
        .map(|nation| json!(sc.nation(nation).id))
        .collect()
}

fn unit_type(sc: &Scenario, id: TypeId) -> Value {
    let kind: &UnitType = sc.unit(id);
    json!({
        "id": kind.id,
        "name": kind.name,
        "category": match kind.category { Category::Fleet => "fleet", Category::Army => "army" },
        "multiple_move": kind.multi,
        "single_move": kind.single,
        "capacity": kind.capacity,
        "supply": kind.supply,
        "feudal": marked(sc, &kind.feudal),
        "factors": {
            "sea": tenths(kind.sea),
            "land": by_terrain(sc, |terrain| tenths(kind.land[terrain])),
            "assault": tenths(kind.assault),
            "siege": tenths(kind.siege),
        },
        "recruit_pct": by_terrain(sc, |terrain| json!(kind.recruit_pct[terrain])),
        "mobility_pct": by_terrain(sc, |terrain| json!(sc.terrain_mobility[terrain][id.index()])),
        "nations": marked(sc, &kind.nations),
        "convert_to": kind.convert_to.iter().map(|to| &sc.unit(*to).id).collect::<Vec<_>>(),
        "convert_nations": marked(sc, &kind.convert_nations),
    })
}

fn nation_facts(sc: &Scenario, id: NationId) -> Value {
    let nation = sc.nation(id);
    let names = |pool: Option<&Vec<crate::model::ids::NameId>>| -> Vec<String> {
        pool.into_iter().flatten().map(|name| sc.names[name.index()].to_string()).collect()
    };
    json!({
        "id": nation.id,
        "name": nation.name,
        "adjective": nation.adjective,
        "kind": match nation.kind { NationKind::Civilised => "civilised", NationKind::Tribal => "tribal" },
        "capital": sc.first_place(nation.capital),
        "enemies": nation.enemies.iter().map(|enemy| &sc.nation(*enemy).id).collect::<Vec<_>>(),
        "colour": nation.colour,
        "description": nation.description,
        "city_names": names(sc.city_names.get(id.index())),
    })
}

fn provinces(sc: &Scenario) -> Vec<Value> {
    let facts = |id| {
        let info = sc.province(id);
        json!({
            "name": info.name,
            "code": code(info.name.as_str()),
            "lat": info.lat,
            "lon": info.lon,
            "terrain": sc.terrains[info.terrain],
            "coastal": info.coastal,
            "cty": info.cty,
            "revenue": info.rev,
            "owner": sc.party(info.owner),
            "loyalty": info.loyalty,
        })
    };
    sc.province_ids().map(facts).collect()
}

fn routes(sc: &Scenario) -> Vec<Value> {
    let facts = |route: &crate::model::scenario::Route| {
        json!({
            "a": sc.first_place(route.a),
            "b": sc.first_place(route.b),
            "mode": match route.mode { Mode::Land => "land", Mode::Sea => "sea" },
            "mp": route.mp,
            "attrition": route.attrition,
        })
    };
    sc.routes.iter().map(facts).collect()
}

/// Generals with the ratings that were common knowledge when the campaign began; skill and true loyalty are not.
fn generals(sc: &Scenario) -> Vec<Value> {
    let facts = |info: &crate::model::scenario::GeneralInfo| {
        json!({
            "name": sc.names[info.name.index()],
            "nation": sc.nation(info.nation).id,
            "nationality": info.nationality,
            "arm": info.arm,
            "reputation": info.reputation,
            "loyalty": info.loyalty,
            "activity": info.activity,
            "popularity": info.popularity,
            "health": info.health,
            "age": info.age,
            "seniority": info.seniority,
        })
    };
    sc.generals.iter().map(facts).collect()
}

fn victory(sc: &Scenario) -> Value {
    let objective = |of: &crate::model::scenario::Objective| json!({ "nation": sc.nation(of.nation).id, "province": sc.first_place(of.province), "points": of.points });
    json!({
        "score": "civilised: revenue, tribal: units, in per cent of the start",
        "objective_factor": sc.victory.objective_factor,
        "objectives": sc.victory.objectives.iter().map(objective).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use crate::model::scenario::shipped;

    #[test]
    fn a_description_is_complete_and_hides_what_is_drawn_by_lot() {
        for sc in shipped::shipped() {
            let facts = super::scenario(sc);
            assert_eq!(facts["provinces"].as_array().unwrap().len(), sc.provinces.len());
            assert_eq!(facts["routes"].as_array().unwrap().len(), sc.routes.len());
            assert_eq!(facts["generals"].as_array().unwrap().len(), sc.generals.len());
            for secret in ["skill", "loyalty_true", "treasury", "tax_rate", "forces"] {
                assert!(!facts.to_string().contains(&format!("\"{secret}\"")), "{secret}");
            }
        }
    }
}
