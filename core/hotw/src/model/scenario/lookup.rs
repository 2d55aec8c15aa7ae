//! Names as players write them, looked up: ids or names in any case, shortened as long as one thing only can be meant.

use std::fmt;

use super::{Board, Scenario};
use crate::model::ids::{AreaId, CardId, EmpireId, EventId, LandId, PlayerId, Space, WaterId};
use crate::model::scenario::Target;

/// A name that stands for nothing, or for several things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError {
    /// What was looked for, such as `Land`.
    pub what: &'static str,
    /// What was written.
    pub written: String,
    /// Whether several things fit; otherwise none does.
    pub ambiguous: bool,
    /// Names that may have been meant, best first; three at the most.
    pub suggestions: Vec<String>,
}

impl NameError {
    /// What would be right, for refusals.
    pub fn hint(&self) -> Option<String> {
        let (last, others) = self.suggestions.split_last()?;
        Some(if others.is_empty() { format!("{last}?") } else { format!("{} or {last}?", others.join(", ")) })
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, written, .. } = self;
        if self.ambiguous {
            write!(f, "several things can be meant by “{written}”: {what}")
        } else {
            write!(f, "there is no {what} “{written}”")
        }
    }
}

impl std::error::Error for NameError {}

/// How close a name is to what was written, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Id or name, but for case, spaces and signs; “Sea” and “Ocean” may be left out.
    Whole,
    /// Each word begins the name's word in its place: `east med`.
    Start,
    /// The same, from a later word of the name on: `tibet`.
    Inside,
}

/// What is longer than this names nothing.
const MOST_LETTERS: usize = 120;

/// One thing that can be named.
struct Entry<'a, T> {
    value: T,
    id: &'a str,
    name: &'a str,
}

fn divides(sign: char) -> bool {
    matches!(sign, '_' | '-' | ':' | '/' | ' ')
}

/// A word in lower case, without signs.
fn letters(word: &str) -> impl Iterator<Item = char> {
    word.chars().filter(|sign| sign.is_alphanumeric()).map(|letter| letter.to_ascii_lowercase())
}

/// The words of a name, as they are written; a word of signs alone is none.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(divides).filter(|word| word.contains(char::is_alphanumeric))
}

/// A name without the “Sea” or “Ocean” that ends it.
fn without_kind(text: &str) -> &str {
    match text.rsplit_once(divides) {
        Some((rest, last)) if ["sea", "ocean"].iter().any(|kind| letters(last).eq(kind.chars())) => {
            if words(rest).next().is_some() { rest } else { text }
        }
        _ => text,
    }
}

/// Ids of cards begin with their epoch, which nobody needs to write: `e3_romans`.
fn without_epoch(id: &str) -> Option<&str> {
    let (head, rest) = id.split_once('_')?;
    let digits = head.strip_prefix(['e', 'm'])?;
    (!digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())).then_some(rest)
}

/// Whether each word of `written` begins the name's word in its place.
fn begins<'n>(name: impl Iterator<Item = &'n str>, written: &str) -> bool {
    let mut name = name;
    words(written).all(|start| {
        let Some(word) = name.next() else { return false };
        let mut word = letters(word);
        letters(start).all(|letter| word.next() == Some(letter))
    })
}

/// How well a thing's id and name fit what was written. Nothing is allocated: an order set has thousands of names.
fn fit(id: &str, name: &str, written: &str) -> Option<Fit> {
    let whole = |text: &str| {
        letters(text).eq(letters(written)) || letters(without_kind(text)).eq(letters(without_kind(written)))
    };
    if whole(name) || whole(id) || without_epoch(id).is_some_and(whole) {
        return Some(Fit::Whole);
    }
    if begins(words(name), written) {
        return Some(Fit::Start);
    }
    (1..words(name).count()).any(|from| begins(words(name).skip(from), written)).then_some(Fit::Inside)
}

fn find<'a, T: Copy>(
    what: &'static str, written: &str, entries: impl Iterator<Item = Entry<'a, T>> + Clone,
) -> Result<T, NameError> {
    if let Some(entry) = entries.clone().find(|entry| entry.id == written) {
        return Ok(entry.value);
    }
    // A name of signs alone, or longer than any, names nothing.
    let may_fit = words(written).next().is_some() && written.chars().nth(MOST_LETTERS).is_none();
    let mut fits: Vec<(Fit, Entry<'a, T>)> = if may_fit {
        entries.clone().filter_map(|entry| Some((fit(entry.id, entry.name, written)?, entry))).collect()
    } else {
        Vec::new()
    };
    if let Some(best) = fits.iter().map(|(fit, _)| *fit).min() {
        fits.retain(|(fit, _)| *fit == best);
        if let [(_, only)] = fits.as_slice() {
            return Ok(only.value);
        }
    }
    let ambiguous = !fits.is_empty();
    let suggestions = if ambiguous {
        fits.iter().take(3).map(|(_, entry)| entry.name.to_owned()).collect()
    } else {
        similar(written, entries.map(|entry| entry.name))
    };
    let written = written.chars().take(60).collect();
    Err(NameError { what, written, ambiguous, suggestions })
}

/// The names that look most like what was written, up to three, if they look like it at all.
fn similar<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let plain = |text: &str| words(text).map(|word| letters(word).collect()).collect::<Vec<String>>();
    let shortened: String = written.chars().take(60).collect();
    let written = plain(&shortened).join(" ");
    let score = |name: &str| {
        let all = plain(name);
        let parts = all.iter().map(|word| 1 + strsim::osa_distance(&written, word));
        parts.chain([strsim::osa_distance(&written, &all.join(" "))]).min().unwrap_or(usize::MAX)
    };
    let mut scored: Vec<(usize, &str)> = names.map(|name| (score(name), name)).collect();
    scored.sort();
    let best = scored.first().map_or(0, |(score, _)| *score);
    let near = (best + 1).min(written.chars().count().div_ceil(3) + 1);
    scored.into_iter().filter(|(score, _)| *score <= near).take(3).map(|(_, name)| name.to_owned()).collect()
}

/// The entries of a list of the board, as `$value` of their places.
macro_rules! entries {
    ($list:expr, $id:ident, $value:expr) => {
        $list.iter().enumerate().map(|(index, thing)| Entry { value: $value(index), id: &thing.$id, name: &thing.name })
    };
}

impl Board {
    /// A Land, usable or Barren.
    pub fn find_land(&self, name: &str) -> Result<LandId, NameError> {
        find("Land", name, entries!(self.lands, id, LandId::at))
    }

    /// A Sea or an Ocean.
    pub fn find_water(&self, name: &str) -> Result<WaterId, NameError> {
        find("Sea or Ocean", name, entries!(self.waters, id, WaterId::at))
    }

    /// A Land, a Sea or an Ocean.
    pub fn find_space(&self, name: &str) -> Result<Space, NameError> {
        let lands = entries!(self.lands, id, |land| Space::Land(LandId::at(land)));
        let waters = entries!(self.waters, id, |water| Space::Water(WaterId::at(water)));
        find("Land, Sea or Ocean", name, lands.chain(waters))
    }

    /// A Land, a Sea, an Ocean or an Area, as event cards are aimed at them.
    pub fn find_target(&self, name: &str) -> Result<Target, NameError> {
        let lands = entries!(self.lands, id, |land| Target::Land(LandId::at(land)));
        let waters = entries!(self.waters, id, |water| Target::Water(WaterId::at(water)));
        let areas = entries!(self.areas, id, |area| Target::Area(AreaId::at(area)));
        find("Land, Sea, Ocean or Area", name, lands.chain(waters).chain(areas))
    }

    /// An Area.
    pub fn find_area(&self, name: &str) -> Result<AreaId, NameError> {
        find("Area", name, entries!(self.areas, id, AreaId::at))
    }

    /// A kind of event card.
    pub fn find_event(&self, name: &str) -> Result<EventId, NameError> {
        find("event card", name, entries!(self.events, id, EventId::at))
    }

    /// An Empire card; its epoch may be left out: `romans` for `e3_romans`.
    pub fn find_card(&self, name: &str) -> Result<CardId, NameError> {
        find("Empire card", name, entries!(self.cards, id, CardId::at))
    }

    /// An empire, minor ones and Sumeria included; its epoch may be left out.
    pub fn find_empire(&self, name: &str) -> Result<EmpireId, NameError> {
        find("empire", name, entries!(self.empires, id, EmpireId::at))
    }
}

impl Scenario {
    /// A player, by the key or the name of the colour; second colours included, whether in play or not.
    pub fn find_player(&self, name: &str) -> Result<PlayerId, NameError> {
        find("player", name, entries!(self.colours, key, PlayerId::at))
    }
}

#[cfg(test)]
mod tests {
    use crate::model::ids::Space;
    use crate::model::scenario::shipped;

    fn land(name: &str) -> Result<String, super::NameError> {
        let board = shipped::board();
        board.find_land(name).map(|land| board.land(land).id.clone())
    }

    #[test]
    fn a_land_answers_to_its_id_its_name_and_what_begins_it() {
        for name in ["middle_tigris", "Middle Tigris", "MIDDLE-TIGRIS", "middletigris", "mid tig", "middle"] {
            assert_eq!(land(name).as_deref(), Ok("middle_tigris"), "{name}");
        }
        assert_eq!(land("si kiang").as_deref(), Ok("si_kiang"));
        assert_eq!(land("tibet").as_deref(), Ok("plateau_of_tibet"), "a later word will do");
    }

    #[test]
    fn a_whole_name_wins_over_a_longer_one() {
        let board = shipped::board();
        for id in board.land_ids() {
            let facts = board.land(id);
            assert_eq!(board.find_land(&facts.name).ok(), Some(id), "{}", facts.name);
            assert_eq!(board.find_land(&facts.name.to_uppercase()).ok(), Some(id), "{}", facts.name);
            assert_eq!(board.find_space(&facts.id), Ok(Space::Land(id)));
        }
        for id in board.water_ids() {
            let facts = board.water(id);
            assert_eq!(board.find_space(&facts.name), Ok(Space::Water(id)), "{}", facts.name);
        }
    }

    #[test]
    fn sea_and_ocean_may_be_left_out() {
        let board = shipped::board();
        let water = |name: &str| board.find_water(name).map(|water| board.water(water).id.as_str());
        assert_eq!(water("black"), Ok("black_sea"));
        assert_eq!(water("eastern med"), Ok("eastern_mediterranean"));
        assert_eq!(water("E MED"), Ok("eastern_mediterranean"));
        assert_eq!(water("eastern mediterranean sea"), Ok("eastern_mediterranean"));
        assert_eq!(water("Atlantic"), Ok("atlantic_ocean"));
        assert_eq!(board.find_space("atlantic").ok(), board.find_water("atlantic_ocean").ok().map(Space::Water));
    }

    #[test]
    fn several_things_are_named_and_none_is_taken() {
        let refused = land("western").unwrap_err();
        assert!(refused.ambiguous);
        assert_eq!(refused.suggestions, ["Western Anatolia", "Western Deccan", "Western Ghats"]);
        let waters = shipped::board().find_water("med").unwrap_err();
        assert_eq!(waters.suggestions, ["Eastern Mediterranean", "Western Mediterranean"]);
    }

    #[test]
    fn a_slip_of_the_pen_is_answered_with_what_was_meant() {
        let refused = land("Nile Detla").unwrap_err();
        assert_eq!((refused.ambiguous, refused.suggestions[0].as_str()), (false, "Nile Delta"));
        assert_eq!(refused.to_string(), "there is no Land “Nile Detla”");
        assert!(land("Turranian Plain").unwrap_err().hint().unwrap().contains("Turanian Plain"));
        for nothing in ["", "  ", "xyzzyxyzzy", "_"] {
            assert!(land(nothing).unwrap_err().suggestions.is_empty(), "{nothing:?}");
        }
        assert!(land(&"a".repeat(100_000)).unwrap_err().written.len() <= 60);
    }

    #[test]
    fn cards_go_without_their_epoch() {
        let board = shipped::board();
        let card = |name: &str| board.find_card(name).map(|card| board.card(card).id.as_str());
        assert_eq!(card("romans"), Ok("e3_romans"));
        assert_eq!(card("Incas"), Ok("e6_incas_aztecs"));
        assert_eq!(card("aztecs"), Ok("e6_incas_aztecs"));
        assert_eq!(card("t'ang"), Ok("e4_tang_dynasty"));
        assert_eq!(card("holy"), Ok("e5_holy_roman_empire"));
        let event = |name: &str| board.find_event(name).map(|event| board.event(event).id.as_str());
        assert_eq!(event("Kingdom: Upper Nile"), Ok("kingdom_upper_nile"));
        assert_eq!(event("hittites"), Ok("minor_hittites"));
        assert_eq!(event("empire revives"), Ok("empire_revives"));
        assert_eq!(event("elite"), Ok("elite_troops"));
    }

    #[test]
    fn every_id_and_name_finds_its_own() {
        let board = shipped::board();
        for (index, event) in board.events.iter().enumerate() {
            assert_eq!(board.find_event(&event.id).unwrap().index(), index);
            assert_eq!(board.find_event(&event.name).unwrap().index(), index);
        }
        for (index, card) in board.cards.iter().enumerate() {
            assert_eq!(board.find_card(&card.id).unwrap().index(), index);
            assert_eq!(board.find_card(&card.name).unwrap().index(), index);
        }
        for (index, empire) in board.empires.iter().enumerate() {
            assert_eq!(board.find_empire(&empire.id).unwrap().index(), index);
            assert_eq!(board.find_empire(&empire.name).unwrap().index(), index);
        }
        for (index, area) in board.areas.iter().enumerate() {
            assert_eq!(board.find_area(&area.id).unwrap().index(), index);
            assert_eq!(
                board.find_target(&area.name).unwrap(),
                crate::model::scenario::Target::Area(crate::model::ids::AreaId::at(index))
            );
        }
    }

    #[test]
    fn players_answer_to_key_and_name() {
        let scenario = shipped::find("world-4").unwrap();
        assert_eq!(scenario.find_player("HERA").unwrap().index(), 2);
        assert_eq!(scenario.find_player("ap").unwrap().index(), 1);
        assert!(scenario.find_player("athena").is_err(), "four colours are in this scenario");
    }
}
