//! A scenario: the board, the seats, and what stands where at the start.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::board::Board;
use super::command::CommandKind;
use super::ids::{CountryId, HexId, Name, SiteId};
use super::measures::{Quarter, Ratings, Talents};
use super::rulings::Rulings;
use super::units::{UnitKind, UnitTable, Units};

/// All that does not change in the course of a campaign.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// Id, such as `diadochoi-310bc`.
    pub id: String,
    /// Title.
    pub title: String,
    /// In a sentence.
    pub summary: String,
    /// In a paragraph.
    pub about: String,
    /// Year of the first turn, negative for BC.
    pub start_year: i16,
    /// Quarter of the first turn.
    pub start_quarter: Quarter,
    /// The last turn (ST-R60).
    pub turn_limit: u16,
    /// Who holds so many capitals wins (ST-R60).
    pub capitals_to_win: usize,
    /// The figures of the rules.
    pub rulings: Rulings,
    /// The figures of the types of unit.
    pub units: UnitTable,
    /// The map.
    pub board: Arc<Board>,
    /// The countries, one for each seat.
    pub countries: Vec<CountryRecord>,
    /// The cities at the start.
    pub cities: Vec<CityRecord>,
    /// The leaders that are named.
    pub leaders: Vec<LeaderRecord>,
    /// The field commands at the start.
    pub commands: Vec<CommandRecord>,
    /// Names for leaders that are drawn (ST-R22).
    pub leader_names: Vec<Name>,
}

/// A country at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountryRecord {
    /// Key of the seat, such as `ANT`.
    pub key: Name,
    /// Its ruler.
    pub name: Name,
    /// What the seat is like, for who chooses one.
    pub description: String,
    /// Colour on maps.
    pub colour: String,
    /// Its capital.
    pub capital: SiteId,
    /// Money at the start.
    pub treasury: Talents,
    /// Country morale at the start, 1 to 20 (ST-R54).
    pub morale: u8,
    /// Talents a week at which it wins (ST-R60).
    pub tax_target: u32,
    /// What it may raise (ST-R6).
    pub allowed: Vec<UnitKind>,
    /// How many of a type at most in a quarter.
    pub quota: BTreeMap<UnitKind, u16>,
}

/// A city at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CityRecord {
    /// Name.
    pub name: Name,
    /// Where it lies.
    pub hex: HexId,
    /// Size, 1 to 10 (ST-1.1).
    pub size: u8,
    /// Defence value, 1 to 15 (ST-14.2).
    pub dv: u8,
    /// Supply (ST-1.7).
    pub supply: u8,
    /// Who owns it; `None`: a free city.
    pub owner: Option<CountryId>,
    /// Whether it is its owner's capital.
    pub capital: bool,
    /// Whether ships are built here (ST-1.12).
    pub shipyard: bool,
    /// Its garrison.
    pub garrison: Units,
    /// The commander of a free city; others have an intrinsic one.
    pub commander: Option<(Name, Ratings)>,
}

/// A leader at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderRecord {
    /// Whose.
    pub country: CountryId,
    /// Name.
    pub name: Name,
    /// Abilities.
    pub ratings: Ratings,
    /// The city he commands.
    pub at: Option<SiteId>,
}

/// A field command at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandRecord {
    /// Whose; `None`: of the free city in which it stands.
    pub country: Option<CountryId>,
    /// Its type.
    pub kind: CommandKind,
    /// Name.
    pub name: Name,
    /// The city in whose hex it stands.
    pub city: SiteId,
    /// The one it is under, by its place in the list.
    pub under: Option<usize>,
    /// Who leads it.
    pub leader: LedBy,
    /// Its units.
    pub units: Units,
}

/// Who leads a command at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LedBy {
    /// Its intrinsic commander (ST-7.12).
    Intrinsic,
    /// One of those that are drawn.
    Drawn,
    /// A leader by his place in the list.
    Named(usize),
}

impl Scenario {
    /// A country.
    pub fn country(&self, country: CountryId) -> &CountryRecord {
        &self.countries[country.index()]
    }
    /// All countries.
    pub fn country_ids(&self) -> impl Iterator<Item = CountryId> + use<> {
        (0..self.countries.len()).map(CountryId::at)
    }
    /// The country of a key, such as `ANT`.
    pub fn find_country(&self, key: &str) -> Option<CountryId> {
        self.countries.iter().position(|country| country.key.as_str() == key).map(CountryId::at)
    }
    /// The city of a name at the start.
    pub fn find_city(&self, name: &str) -> Option<SiteId> {
        self.cities.iter().position(|city| city.name.as_str() == name).map(SiteId::at)
    }
}
