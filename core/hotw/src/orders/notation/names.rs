//! Names that an order may hold, looked up and written.

use crate::model::ids::Space;
use crate::model::scenario::{NameError, Scenario};

/// What a name may name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Land,
    Water,
    /// A Land or a water.
    Space,
    Area,
    /// A Land, a water or an Area.
    Target,
    /// An event card.
    Card,
    Player,
}

impl Kind {
    /// As a diagnostic calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Land => "Land",
            Self::Water => "Sea or Ocean",
            Self::Space => "Land, Sea or Ocean",
            Self::Area => "Area",
            Self::Target => "Land, Sea, Ocean or Area",
            Self::Card => "event card",
            Self::Player => "player",
        }
    }

    /// Code of the diagnostic when nothing of the kind has the name.
    pub fn unknown(self) -> &'static str {
        match self {
            Self::Land => "unknown_land",
            Self::Water => "unknown_water",
            Self::Space => "unknown_space",
            Self::Area => "unknown_area",
            Self::Target => "unknown_target",
            Self::Card => "unknown_card",
            Self::Player => "unknown_player",
        }
    }
}

/// The id of what a name stands for; names may be shortened as in orders in JSON.
pub fn find(sc: &Scenario, kind: Kind, phrase: &str) -> Result<String, NameError> {
    use crate::model::scenario::Target;
    let board = &sc.board;
    let id = match kind {
        Kind::Land => &board.land(board.find_land(phrase)?).id,
        Kind::Water => &board.water(board.find_water(phrase)?).id,
        Kind::Space => match board.find_space(phrase)? {
            Space::Land(id) => &board.land(id).id,
            Space::Water(id) => &board.water(id).id,
        },
        Kind::Area => &board.area(board.find_area(phrase)?).id,
        Kind::Target => match board.find_target(phrase)? {
            Target::Land(id) => &board.land(id).id,
            Target::Water(id) => &board.water(id).id,
            Target::Area(id) => &board.area(id).id,
        },
        Kind::Card => &board.event(board.find_event(phrase)?).id,
        Kind::Player => &sc.colour(sc.find_player(phrase)?).key,
    };
    Ok(id.clone())
}

/// Whether an id is that of a water.
pub fn is_water(sc: &Scenario, id: &str) -> bool {
    sc.board.waters.iter().any(|water| water.id == id)
}

/// The name of what an order names by id or by name; what names nothing stands as it is.
pub fn name(sc: &Scenario, kind: Kind, word: &str) -> String {
    let Ok(id) = find(sc, kind, word) else { return word.to_owned() };
    let board = &sc.board;
    let lands = board.lands.iter().map(|land| (&land.id, &land.name));
    let waters = board.waters.iter().map(|water| (&water.id, &water.name));
    let areas = board.areas.iter().map(|area| (&area.id, &area.name));
    let cards = board.events.iter().map(|card| (&card.id, &card.name));
    let players = sc.colours.iter().map(|colour| (&colour.key, &colour.name));
    let mut known: Box<dyn Iterator<Item = (&String, &String)>> = match kind {
        Kind::Card => Box::new(cards),
        Kind::Player => Box::new(players),
        _ => Box::new(lands.chain(waters).chain(areas)),
    };
    known.find(|(known, _)| **known == id).map_or_else(|| word.to_owned(), |(_, name)| name.clone())
}
