//! All that is static about a scenario and known to all from the start, as JSON for clients: map, cards, tables, seats.
//! Ids are those of orders and views.

use serde_json::{Value, json};

use crate::model::ids::{Lands, Waters};
use crate::model::scenario::{
    Area, Board, Border, Card, Constants, Effect, Empire, EventCard, Land, Scenario, TwoColours, Water,
};
use crate::model::tables::{COMPLIANT_COLUMNS, HIGHEST_ROW, LOWEST_ROW, RIGID_COLUMNS, RIGID_ROWS};
use crate::rules::needs;

/// A whole scenario.
pub fn scenario(sc: &Scenario) -> Value {
    let board = &*sc.board;
    let seat = |(number, seat): (usize, &crate::model::scenario::Seat)| {
        json!({
            "number": number,
            "key": seat.key,
            "name": seat.name,
            "description": seat.description,
            "players": own_colours(sc, number),
        })
    };
    json!({
        "id": sc.id,
        "title": sc.title,
        "summary": sc.summary,
        "last_epoch": sc.last_epoch,
        "seats": sc.seats.iter().enumerate().map(seat).collect::<Vec<_>>(),
        "players": players(sc),
        "options": options(sc),
        "dealt_beforehand": dealt(sc),
        "epochs": board.epochs.iter().map(|info| epoch(board, info)).collect::<Vec<_>>(),
        "areas": board.areas.iter().map(|info| area(board, info)).collect::<Vec<_>>(),
        "lands": board.lands.iter().map(|info| land(board, info)).collect::<Vec<_>>(),
        "waters": board.waters.iter().map(|info| water(board, info)).collect::<Vec<_>>(),
        "empire_cards": board.cards.iter().map(|info| card(board, info)).collect::<Vec<_>>(),
        "minor_empires": board.minors.iter().map(|id| empire(board, board.empire(*id))).collect::<Vec<_>>(),
        "sumeria": sumeria(board),
        "event_cards": board.events.iter().map(|info| event(board, info)).collect::<Vec<_>>(),
        "event_piles": board.piles.iter().map(|pile| event_pile(board, pile)).collect::<Vec<_>>(),
        "tables": tables(board),
        "constants": constants(&board.constants),
    })
}

fn own_colours(sc: &Scenario, seat: usize) -> Vec<&str> {
    let own = sc.colours.iter().filter(|colour| usize::from(colour.seat) == seat);
    own.map(|colour| colour.key.as_str()).collect()
}

/// The colours; the second ones of the seats play only where each seat has two.
fn players(sc: &Scenario) -> Vec<Value> {
    let facts = |(index, colour): (usize, &crate::model::scenario::Colour)| {
        json!({
            "key": colour.key,
            "name": colour.name,
            "colour": colour.colour,
            "seat": sc.seats[usize::from(colour.seat)].key,
            "second_of_its_seat": index >= sc.seats.len(),
        })
    };
    sc.colours.iter().enumerate().map(facts).collect()
}

fn options(sc: &Scenario) -> Value {
    let two = match sc.two_colours {
        TwoColours::Never => json!({ "default": false, "fixed": true }),
        TwoColours::Option { default } => json!({ "default": default, "fixed": false }),
        TwoColours::Always => json!({ "default": true, "fixed": true }),
    };
    json!({ "two_colours": two })
}

/// What is settled beforehand and open to all: Empire cards by epoch. Hands are secret.
fn dealt(sc: &Scenario) -> Value {
    let Some(prelude) = &sc.prelude else { return json!(null) };
    let deal = |(at, deal): (usize, &Vec<Option<crate::model::ids::CardId>>)| {
        let held = deal.iter().enumerate().filter_map(|(player, card)| {
            let card = sc.board.card((*card)?);
            Some((sc.colours[player].key.clone(), json!(card.id)))
        });
        json!({ "epoch": at + 1, "empire_cards": held.collect::<serde_json::Map<_, _>>() })
    };
    let deals = prelude.deals.iter().enumerate().filter(|(_, deal)| !deal.is_empty());
    json!({ "hands": !prelude.hands.is_empty(), "drafts": deals.map(deal).collect::<Vec<_>>() })
}

fn land_ids(board: &Board, lands: Lands) -> Vec<&str> {
    lands.iter().map(|id| board.land(id).id.as_str()).collect()
}

fn water_ids(board: &Board, waters: Waters) -> Vec<&str> {
    waters.iter().map(|id| board.water(id).id.as_str()).collect()
}

fn epoch(board: &Board, info: &crate::model::scenario::EpochInfo) -> Value {
    let cards: Vec<&str> = board.cards_of(info.epoch).map(|id| board.card(id).id.as_str()).collect();
    json!({
        "epoch": info.epoch,
        "name": info.epoch.roman(),
        "years": info.years,
        "empire_cards": cards,
        "minor_empire": board.minors.get(info.epoch.index()).map(|id| board.empire(*id).id.as_str()),
    })
}

fn area(board: &Board, info: &Area) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "vp_by_epoch": info.vp,
        "lands": land_ids(board, info.lands),
        "lands_for_control": info.lands.len(),
        "neighbours": info.neighbours.iter().map(|id| board.area(*id).id.as_str()).collect::<Vec<_>>(),
    })
}

fn land(board: &Board, info: &Land) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "area": board.area(info.area).id,
        "barren": info.barren,
        "resource": info.resource,
        "mountain": info.mountain,
        "coasts": water_ids(board, info.coasts),
        "borders": info.borders.iter().map(|way| border(board, way)).collect::<Vec<_>>(),
        "lon": info.at.0,
        "lat": info.at.1,
        "provenance": info.provenance,
    })
}

fn border(board: &Board, way: &Border) -> Value {
    json!({
        "to": board.land(way.to).id,
        "kind": way.kind,
        "terrain": way.terrain,
        "difficult": way.difficult,
        "bridged_by": water_ids(board, way.bridged_by),
    })
}

fn water(board: &Board, info: &Water) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "kind": if info.sea { "sea" } else { "ocean" },
        "fleets_allowed": info.fleets,
        "most_fleets": info.most_fleets,
        "vp": info.vp,
        "coasts": land_ids(board, info.coasts),
        "neighbours": water_ids(board, info.neighbours),
        "lon": info.at.0,
        "lat": info.at.1,
    })
}

fn empire(board: &Board, info: &Empire) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "epoch": info.epoch,
        "strength": info.strength,
        "start_land": board.land(info.start).id,
        "capital": info.capital,
        "navigation": water_ids(board, info.navigation),
    })
}

fn card(board: &Board, info: &Card) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "epoch": info.epoch,
        "number": info.number,
        "strength": info.strength,
        "empires": info.empires.iter().map(|id| empire(board, board.empire(*id))).collect::<Vec<_>>(),
    })
}

fn sumeria(board: &Board) -> Value {
    let mut facts = empire(board, board.empire(board.sumeria));
    facts["armies_at_by_default"] = json!(board.sumeria_default.map(|id| &board.land(id).id));
    facts
}

fn event(board: &Board, info: &EventCard) -> Value {
    let targets = info.effect.aim().map(
        |aim| json!({ "kind": aim.kind, "at_least": aim.least, "at_most": aim.most, "needs": needs(info.effect) }),
    );
    json!({
        "id": info.id,
        "name": info.name,
        "pile": info.pile,
        "count": info.count,
        "timing": info.timing,
        "first_epoch": info.epochs.0,
        "last_epoch": info.epochs.1,
        "text": { "dice": info.text.0, "tables": info.text.1 },
        "targets": targets,
        "stack": matches!(info.effect, Effect::Pirates),
        "effect": effect(board, info),
    })
}

fn effect(board: &Board, info: &EventCard) -> Value {
    let rows = |rows: i8| json!({ "rows": rows });
    let columns = |rigid: i8, compliant: i8| json!({ "rigid_columns": rigid, "compliant_columns": compliant });
    let lookup = |column: u8, rows: i8| json!({ "compliant_lookup": { "column": column, "rows": rows } });
    match info.effect {
        Effect::MinorEmpire => json!({ "empire": board.empire(board.minors[info.epochs.0.index()]).id }),
        Effect::Leader { rows: n } | Effect::Weaponry { rows: n } | Effect::Fanaticism { rows: n } => rows(n),
        Effect::NavalSupremacy { rows: n } => json!({ "rows": n, "free_naval_lookups": 1 }),
        Effect::EliteTroops { rigid, compliant } | Effect::Jihad { rigid, compliant } => columns(rigid, compliant),
        Effect::CivilWar { column } | Effect::Rebellion { column } => lookup(column, 0),
        Effect::Crusade { column, rows } | Effect::JewishRevolt { column, rows } => lookup(column, rows),
        Effect::Migrants { area, armies } => json!({ "area": board.area(area).id, "armies": armies }),
        Effect::Kingdom { land } => json!({ "land": board.land(land).id }),
        Effect::Fortify { forts, empires } => json!({ "forts": forts, "past_empires": empires }),
        Effect::Revive { armies, empires } => json!({ "armies": armies, "past_empires": empires }),
        Effect::Plague { dice } | Effect::BlackDeath { dice } => json!({ "dice": dice }),
        Effect::Pestilence { dice, around } => json!({ "dice": dice, "dice_around": around }),
        Effect::Allies { armies } => json!({ "armies": armies }),
        Effect::PopulationExplosion { units } | Effect::CivilService { units } => json!({ "units": units }),
        Effect::ShipBuilding { fleets } => json!({ "fleets": fleets }),
        Effect::Engineering { forts } => json!({ "forts": forts }),
        Effect::Disaster { .. }
        | Effect::StormAtSea
        | Effect::Treachery
        | Effect::Barbarians
        | Effect::Famine
        | Effect::TradeBonus
        | Effect::SurpriseAttack
        | Effect::Pirates
        | Effect::Siegecraft => json!({}),
    }
}

fn event_pile(board: &Board, pile: &[(crate::model::ids::EventId, u8)]) -> Value {
    pile.iter().map(|(id, count)| json!({ "card": board.event(*id).id, "count": count })).collect()
}

/// Both tables with their sides; `null` where nothing is printed (HW-2.5), rows below 3 of the Compliant Table are ours
/// (HW-R8).
fn tables(board: &Board) -> Value {
    json!({
        "rigid": {
            "rows": RIGID_ROWS.collect::<Vec<_>>(),
            "columns": RIGID_COLUMNS.collect::<Vec<_>>(),
            "values": board.tables.rigid_rows(),
        },
        "compliant": {
            "rows": (LOWEST_ROW..=HIGHEST_ROW).collect::<Vec<_>>(),
            "columns": COMPLIANT_COLUMNS.collect::<Vec<_>>(),
            "values": board.tables.compliant_rows(),
        },
    })
}

fn constants(figures: &Constants) -> Value {
    json!({
        "free_lookups": figures.free_lookups,
        "lookup_fee": figures.lookup_fee,
        "events_a_turn": figures.events_a_turn,
        "draw_order_dice": figures.draw_order_dice,
        "domination_lands": figures.domination_lands,
        "capital_vp": figures.capital_vp,
        "city_vp": figures.city_vp,
        "monument_vp": figures.monument_vp,
        "own_monument_vp": figures.own_monument_vp,
        "area_multiples": figures.area_multiples,
        "symbols_a_monument": figures.symbols_a_monument,
        "armies_in_a_land": crate::model::ids::MOST_ARMIES,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::model::scenario::shipped;

    #[test]
    fn a_description_is_complete() {
        for sc in shipped::shipped() {
            let facts = super::scenario(sc);
            let count = |key: &str| facts[key].as_array().map_or(0, Vec::len);
            assert_eq!((count("lands"), count("waters"), count("areas")), (101, 13, 13));
            assert_eq!((count("empire_cards"), count("minor_empires"), count("epochs")), (48, 7, 7));
            assert_eq!((count("event_cards"), count("event_piles")), (47, 9));
            assert_eq!(count("seats"), sc.seats.len());
            assert_eq!(count("players"), sc.colours.len());
        }
    }

    #[test]
    fn every_name_in_it_is_known_to_orders() {
        let (sc, board) = (shipped::find("world-4").unwrap(), shipped::board());
        let facts = super::scenario(&sc);
        let words = |value: &serde_json::Value| -> Vec<String> {
            value.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
        };
        for land in facts["lands"].as_array().unwrap() {
            assert!(board.find_land(land["id"].as_str().unwrap()).is_ok());
            for way in land["borders"].as_array().unwrap() {
                assert!(board.find_land(way["to"].as_str().unwrap()).is_ok());
                assert_eq!(way["kind"] == "strait", !words(&way["bridged_by"]).is_empty());
            }
            assert!(words(&land["coasts"]).iter().all(|water| board.find_water(water).is_ok()));
        }
    }

    #[test]
    fn the_sides_of_the_tables_fit_their_cells() {
        let facts = super::scenario(&shipped::find("world-4").unwrap());
        let cell = |table: &str, column: i64, row: i64| {
            let table = &facts["tables"][table];
            let at = |side: &str, label: i64| table[side].as_array().unwrap().iter().position(|l| *l == label).unwrap();
            table["values"][at("rows", row)][at("columns", column)].clone()
        };
        assert_eq!(cell("rigid", 4, 8), json!(3), "HW-2.8");
        assert_eq!(cell("rigid", 6, 1), json!(null), "HW-2.5");
        assert_eq!(cell("compliant", 8, 9), json!(3), "HW-4.13");
        assert_eq!(cell("compliant", 7, 2), json!(6), "HW-R8");
    }

    #[test]
    fn hands_dealt_beforehand_stay_secret() {
        let sc = shipped::find("sample-game").unwrap();
        let facts = super::scenario(&sc);
        assert_eq!(facts["dealt_beforehand"]["hands"], json!(true));
        let drafts = &facts["dealt_beforehand"]["drafts"];
        assert_eq!(drafts[1]["empire_cards"]["hera"], json!("e2_persia"));
        assert!(!facts["dealt_beforehand"].to_string().contains("leader"));
        assert_eq!(super::scenario(&shipped::find("world-4").unwrap())["dealt_beforehand"], json!(null));
    }

    #[test]
    fn a_card_says_what_it_is_aimed_at() {
        let facts = super::scenario(&shipped::find("world-4").unwrap());
        for card in facts["event_cards"].as_array().unwrap() {
            let needs = &card["targets"]["needs"];
            assert!(card["targets"].is_null() || needs.as_str().is_some_and(|words| !words.is_empty()), "{card}");
        }
        let of = |id: &str| {
            let cards = facts["event_cards"].as_array().unwrap();
            cards.iter().find(|card| card["id"] == id).unwrap()["targets"].clone()
        };
        assert_eq!(of("leader"), json!(null));
        assert_eq!((of("civil_war")["at_least"].clone(), of("civil_war")["kind"].clone()), (json!(3), json!("land")));
        assert_eq!(of("black_death")["kind"], json!("area"));
    }
}
