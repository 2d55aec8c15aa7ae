//! All that is static about a scenario and known to all from the start, as JSON for clients: the same for every seat.
//!
//! What is hidden at the start is not here: assets, skills, walls, depths of ports (section 6). Of markets it has what is usual
//! (RN-R134).

use serde_json::{Value, json};

use crate::model::board::Ware;
use crate::model::calendar::Turn;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::LocationId;
use crate::model::ranks::ladder;
use crate::model::scenario::{Electors, FamilyRecord, Scenario};
use crate::model::ships::Ship;
use crate::model::skills::Skill;
use crate::model::troops::Troop;

/// A whole scenario.
pub fn scenario(sc: &Scenario) -> Value {
    let place = |id: LocationId| sc.board.location(id).name.clone();
    let title = |id: crate::model::ids::TitleId| sc.titles[id.index()].record.name.clone();
    let electors = |electors: &Electors| match electors {
        Electors::Citizens => json!("citizens"),
        Electors::Titles(titles) => json!(titles.iter().map(|id| title(*id)).collect::<Vec<_>>()),
    };
    json!({
        "id": sc.id,
        "title": sc.title,
        "summary": sc.summary.trim(),
        "about": sc.about.trim(),
        "calendar": {
            "begins": sc.date(Turn(1)).to_string(),
            "ends": sc.date(Turn(sc.game_turns)).to_string(),
            "months": sc.game_turns,
        },
        "seats": sc.families.iter().map(|family| seat(sc, family)).collect::<Vec<_>>(),
        "locations": sc.board.location_ids().map(|id| location(sc, id)).collect::<Vec<_>>(),
        "sea_nodes": sc.board.nodes.iter().map(|node| json!({
            "name": node.name,
            "lat": node.point.lat,
            "lon": node.point.lon,
            "water": sc.board.waters[node.water.index()],
            "links": node.links.iter().map(|id| sc.board.node(*id).name.clone()).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "ferries": sc.board.ferries.iter().map(|ferry| json!([place(ferry.a), place(ferry.b)])).collect::<Vec<_>>(),
        "elective_states": sc.republics.iter().map(|state| json!({
            "name": state.name,
            "title": title(state.title),
            "seat": place(state.seat),
            "electors": electors(&state.electors),
            "month": state.month.map(|month| month.key()),
        })).collect::<Vec<_>>(),
        "military_orders": sc.brotherhoods.iter().map(|order| json!({
            "name": order.name, "title": title(order.title), "seat": place(order.seat), "recruits": order.recruits,
        })).collect::<Vec<_>>(),
        "pilgrimages": sc.pilgrimages.iter().map(|it| json!({
            "religion": it.religion.key(), "month": it.month.key(), "location": place(it.location), "points": it.points,
        })).collect::<Vec<_>>(),
        "ranks": ladder().iter().map(|rank| json!({ "value": rank.value, "rights": rank.rights })).collect::<Vec<_>>(),
        "troops": Troop::ALL.iter().map(|troop| troop.key()).collect::<Vec<_>>(),
        "skills": Skill::ALL.iter().map(|skill| skill.key()).collect::<Vec<_>>(),
        "good_classes": GoodClass::ALL.iter().map(|class| class.key()).collect::<Vec<_>>(),
        "goods": Good::ALL.iter().map(|good| json!({
            "good": good.key(),
            "classes": good.classes().iter().map(|class| class.key()).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "ships": Ship::ALL.iter().map(|ship| ship_figures(*ship)).collect::<Vec<_>>(),
    })
}

fn seat(sc: &Scenario, family: &FamilyRecord) -> Value {
    json!({
        "key": family.key,
        "name": family.name,
        "description": family.description.trim(),
        "colour": family.colour,
        "religion": family.religion.key(),
        "origin": family.origin.key(),
        "citizen_of": sc.board.location(family.citizen_of).name,
        "class": family.class,
        "personae": family.personae.iter().map(|id| {
            let record = &sc.personae[id.index()];
            json!({
                "name": format!("{} {}", sc.names[usize::from(record.start.name)], family.name),
                "sex": record.start.sex.key(),
                "born": record.born,
            })
        }).collect::<Vec<_>>(),
    })
}

fn location(sc: &Scenario, id: LocationId) -> Value {
    let record = sc.board.location(id);
    json!({
        "name": record.name,
        "lat": record.point.lat,
        "lon": record.point.lon,
        "land": sc.board.lands[record.land.index()],
        "water": record.water.map(|water| sc.board.waters[water.index()].clone()),
        "sea_nodes": record.nodes.iter().map(|node| sc.board.node(*node).name.clone()).collect::<Vec<_>>(),
        "see": record.see.map(|see| sc.board.sees[see.index()].name.clone()),
        "population": record.start.population,
        // What is usual, no secret; how much there is now, and for how much, is seen on the spot.
        "sells": record.supply.iter().zip(&record.start.supply).map(|(it, usual)| {
            json!({ "ware": ware(it.ware), "units": usual.quantity, "ducats": usual.price })
        }).collect::<Vec<_>>(),
        "asks_for": record.demand.iter().zip(&record.start.demand).map(|(it, usual)| {
            json!({ "class": it.class.key(), "units": usual.quantity, "ducats": usual.price })
        }).collect::<Vec<_>>(),
        "port": record.start.depth > 0,
    })
}

fn ware(ware: Ware) -> &'static str {
    match ware {
        Ware::Good(good) => good.key(),
        Ware::Mercenaries(troop) => troop.key(),
    }
}

fn ship_figures(ship: Ship) -> Value {
    let figures = ship.figures();
    json!({
        "ship": ship.key(),
        "good": ship.good().key(),
        "ducats": figures.price.whole(),
        "timber": figures.timber,
        "sails": figures.sails,
        "crew": figures.crew,
        "rowers": figures.rowers,
        "capacity": figures.capacity,
        "draft": figures.draft,
    })
}
