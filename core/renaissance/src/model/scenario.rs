//! A scenario: the map, the families, and who holds what at the start. Shared, and no part of the state.

use std::sync::Arc;

use super::board::Board;
use super::calendar::{Date, Month, Turn};
use super::family::{Origin, Religion};
use super::ids::{BrotherhoodId, FamilyId, Holder, LocationId, Name, PersonaId, TitleId};
use super::persona::Persona;
use super::rulings::Rulings;
use super::titles::TitleRecord;

/// All that does not change in the course of a campaign.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// Id, such as `italy-1493`.
    pub id: String,
    /// Title.
    pub title: String,
    /// In a sentence.
    pub summary: String,
    /// In a paragraph.
    pub about: String,
    /// The month of the first turn.
    pub start: Date,
    /// The last turn (RN-R133).
    pub game_turns: u16,
    /// The figures of the rules.
    pub rulings: Rulings,
    /// The map.
    pub board: Arc<Board>,
    /// By family: one for each seat.
    pub families: Vec<FamilyRecord>,
    /// By persona, as they stand at the start.
    pub personae: Vec<PersonaRecord>,
    /// By title.
    pub titles: Vec<TitleStart>,
    /// The title of the Pope, if the scenario has one.
    pub pope: Option<TitleId>,
    /// Cardinals whom nobody plays (RN-R47).
    pub npc_cardinals: u16,
    /// Military orders (RN-22).
    pub brotherhoods: Vec<Brotherhood>,
    /// Elective states (RN-23).
    pub republics: Vec<Republic>,
    /// Pilgrimages (RN-12.9).
    pub pilgrimages: Vec<Pilgrimage>,
    /// Names of personae, those of replacements included.
    pub names: Vec<Name>,
}

impl Scenario {
    /// A family.
    pub fn family(&self, id: FamilyId) -> &FamilyRecord {
        &self.families[id.index()]
    }
    /// The families in order.
    pub fn family_ids(&self) -> impl Iterator<Item = FamilyId> + use<> {
        (0..self.families.len()).map(FamilyId::at)
    }
    /// The month and year of a turn.
    pub fn date(&self, turn: Turn) -> Date {
        self.start.of(turn)
    }
    /// The month of a turn.
    pub fn month(&self, turn: Turn) -> Month {
        self.date(turn).month
    }
}

/// A family: what does not change, and its religion at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyRecord {
    /// Key of the seat, such as `MEDICI`.
    pub key: Name,
    /// Its name.
    pub name: Name,
    /// What the seat is like, for who chooses one.
    pub description: String,
    /// Colour on maps.
    pub colour: String,
    /// Religion at the start.
    pub religion: Religion,
    /// Where it comes from.
    pub origin: Origin,
    /// The town of which its personae are citizens.
    pub citizen_of: LocationId,
    /// A to D (section 8.2.3).
    pub class: char,
    /// Its personae at the start, in the order of their sheets, one to five.
    pub personae: Vec<PersonaId>,
    /// Names for replacements, as places in [`Scenario::names`].
    pub successors: Vec<u16>,
}

/// A persona at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonaRecord {
    /// Year of birth, for information only.
    pub born: Option<u16>,
    /// How he stands.
    pub start: Persona,
}

/// A title and who holds it at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TitleStart {
    /// What it is.
    pub record: TitleRecord,
    /// Who holds it.
    pub holder: Holder,
}

/// A military order (RN-22).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brotherhood {
    /// Its place in the list.
    pub id: BrotherhoodId,
    /// Name.
    pub name: Name,
    /// Where it elects and recruits.
    pub seat: LocationId,
    /// Heavy cavalry that its grandmaster may claim each turn: 10, 20 or 50.
    pub recruits: u32,
    /// The grandmaster's title.
    pub title: TitleId,
}

/// A state that elects its ruler (RN-23).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Republic {
    /// Name.
    pub name: Name,
    /// The ruler's title.
    pub title: TitleId,
    /// Where it elects.
    pub seat: LocationId,
    /// Who votes: the citizens who begin the turn inside, or a list of titles (RN-R52).
    pub electors: Electors,
    /// The month in which it elects for a year from January; without one it elects for life, two turns after a vacancy.
    pub month: Option<Month>,
}

/// Who elects the ruler of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Electors {
    /// Citizens of the seat who begin the turn inside (RN-23.2).
    Citizens,
    /// The holders of titles.
    Titles(Vec<TitleId>),
}

/// A centre of pilgrimage in a month (RN-12.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pilgrimage {
    /// For whom.
    pub religion: Religion,
    /// When.
    pub month: Month,
    /// Where.
    pub location: LocationId,
    /// Points of piety.
    pub points: u16,
}
