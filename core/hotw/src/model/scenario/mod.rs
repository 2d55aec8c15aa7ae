//! What does not change in a game: the board, the cards, the tables, the seats.

mod aim;
pub mod board_facts;
mod load;
mod lookup;
mod raw;
pub mod shipped;

use std::sync::{Arc, OnceLock};

pub use aim::{Aim, Target, TargetKind};
pub use kernel::scenario::{Files, ScenarioError};
pub use load::{load_board, load_scenario};
pub use lookup::NameError;

use crate::model::ids::{
    AreaId, CardId, EmpireId, Epoch, EventId, LandId, Lands, MOST_PLAYERS, PlayerId, Players, WaterId, Waters,
};
use crate::model::tables::Tables;
use board_facts::BoardFacts;

/// A scenario: who plays, over which epochs, on which board.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// Id, such as `world-4`.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// The board, shared by all scenarios.
    pub board: Arc<Board>,
    /// The seats, in order.
    pub seats: Vec<Seat>,
    /// The colours, in order; seat s has the colours that name it.
    pub colours: Vec<Colour>,
    /// Whether seats may be given two colours each by option (HW-31.1): `colours` then lists them all, the seats' first
    /// colours before their second ones.
    pub two_colours: TwoColours,
    /// Epochs from I to this.
    pub last_epoch: Epoch,
    /// What is settled beforehand instead of drawn, for the sample game and the like.
    pub prelude: Option<Prelude>,
}

/// Whether each seat plays two colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TwoColours {
    /// Never: more than three seats.
    Never,
    /// When the creator says so; this is what holds when nothing is said.
    Option {
        /// The default.
        default: bool,
    },
    /// Always: fewer than three seats.
    Always,
}

/// A place for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Short key, unique within the scenario.
    pub key: String,
    /// Name for people.
    pub name: String,
    /// What to expect.
    pub description: String,
}

/// A colour on the board, with its own hand, score and Strength marker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colour {
    /// Short key, unique within the scenario.
    pub key: String,
    /// Name for people.
    pub name: String,
    /// `#rrggbb`.
    pub colour: String,
    /// The seat that plays it.
    pub seat: u8,
}

/// What is settled beforehand instead of being drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prelude {
    /// Hands, per colour; empty to deal at random.
    pub hands: Vec<Vec<EventId>>,
    /// Empire cards held, by epoch (index 0 is Epoch I) and colour; an epoch without an entry is drafted.
    pub deals: Vec<Vec<Option<CardId>>>,
}

/// The map, the cards and the tables.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Seven epochs.
    pub epochs: Vec<EpochInfo>,
    /// Thirteen Areas.
    pub areas: Vec<Area>,
    /// All Lands, Barren ones included.
    pub lands: Vec<Land>,
    /// All Seas and Oceans.
    pub waters: Vec<Water>,
    /// All empires: the cards' first, then the minor ones, then Sumeria.
    pub empires: Vec<Empire>,
    /// The Empire cards, by epoch and number.
    pub cards: Vec<Card>,
    /// The minor empire of each epoch, index 0 for Epoch I (HW-30.1).
    pub minors: Vec<EmpireId>,
    /// Sumeria (HW-21.2).
    pub sumeria: EmpireId,
    /// Kinds of event cards.
    pub events: Vec<EventCard>,
    /// The piles: kinds with the number of cards of each.
    pub piles: Vec<Vec<(EventId, u8)>>,
    /// Where Sumeria's three further armies stand unless its placer says otherwise (HW-R24).
    pub sumeria_default: [LandId; 3],
    /// Palestine, for the Crusade and the Jewish Revolt.
    pub palestine: LandId,
    /// The Eastern Mediterranean, for the Crusade.
    pub crusade_sea: WaterId,
    /// Usable Lands (not Barren).
    pub usable: Lands,
    /// Lands with a resource symbol.
    pub resources: Lands,
    /// The two tables.
    pub tables: Tables,
    /// Our constants.
    pub constants: Constants,
    /// What computer players draw from all this once and for all.
    pub facts: OnceLock<BoardFacts>,
}

/// Figures of the rules and of our readings that are not printed on a card or in a table, from `constants.toml`.
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constants {
    /// Lookups without a fee (HW-5.2).
    pub free_lookups: u8,
    /// VP for each further lookup (HW-5.3).
    pub lookup_fee: i32,
    /// The most event cards in a turn (HW-29.1).
    pub events_a_turn: u8,
    /// Dice that each player rolls for the draw order of Epoch I (HW-21.1).
    pub draw_order_dice: u8,
    /// Lands for Domination (HW-28.4).
    pub domination_lands: u32,
    /// VP for a Capital (HW-28.2).
    pub capital_vp: i32,
    /// VP for a City.
    pub city_vp: i32,
    /// VP for a Monument.
    pub monument_vp: i32,
    /// VP for a Monument of one's own colour, with the option (HW-31.2).
    pub own_monument_vp: i32,
    /// Multiples of an Area's value for Presence, Domination and Control (HW-28.3).
    pub area_multiples: [i32; 3],
    /// Resource symbols for a Monument (HW-27.1).
    pub symbols_a_monument: u32,
}

/// An epoch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpochInfo {
    /// Number.
    pub epoch: Epoch,
    /// Years, such as `3000-1400 BC`.
    pub years: String,
}

/// A group of Lands that scores (HW-28.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Base value in Epochs I to VII.
    pub vp: [u8; 7],
    /// Its usable Lands.
    pub lands: Lands,
    /// Areas with a Land that borders on one of these.
    pub neighbours: Vec<AreaId>,
}

/// A Land.
#[derive(Clone, PartialEq, Debug)]
pub struct Land {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Area.
    pub area: AreaId,
    /// Closed to armies (HW-23.3).
    pub barren: bool,
    /// Resource symbol.
    pub resource: bool,
    /// Waters it lies on.
    pub coasts: Waters,
    /// Ways out of it, by neighbour; borders on Barren Lands included.
    pub borders: Vec<Border>,
    /// Whether a border of it is a mountain border (HW-R47).
    pub mountain: bool,
    /// Longitude and latitude, for display only.
    pub at: (f64, f64),
    /// Where its facts come from.
    pub provenance: String,
}

/// How two Lands touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BorderKind {
    /// By land.
    Land,
    /// Across a strait (HW-23.8).
    Strait,
    /// Only Barbarians cross it: one side is Barren.
    BarbarianOnly,
}

/// What makes a border hard to cross.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Mountains.
    Mountain,
    /// Forest or jungle.
    Forest,
    /// The Great Wall, into China only.
    GreatWall,
}

/// A way from one Land into another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Border {
    /// The neighbour.
    pub to: LandId,
    /// How they touch.
    pub kind: BorderKind,
    /// What stands on the border.
    pub terrain: Option<Terrain>,
    /// Whether an attack over it *into* the neighbour meets Difficult Terrain (HW-23.7); straits unless bridged.
    pub difficult: bool,
    /// Waters in which an own fleet bridges the strait (HW-R28).
    pub bridged_by: Waters,
}

/// A Sea or an Ocean.
#[derive(Clone, PartialEq, Debug)]
pub struct Water {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Whether it is a Sea: at most two fleets, all of one player, 1 VP (HW-24.2).
    pub sea: bool,
    /// Whether fleets may enter: not the Caspian (HW-24.3).
    pub fleets: bool,
    /// The most fleets in a Sea.
    pub most_fleets: Option<u8>,
    /// VP to its controller.
    pub vp: u8,
    /// Lands on it.
    pub coasts: Lands,
    /// Waters next to it.
    pub neighbours: Waters,
    /// Where its name is written: longitude and latitude, for display only.
    pub at: (f64, f64),
}

/// An empire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Empire {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Epoch, 1 for Sumeria.
    pub epoch: Epoch,
    /// Printed Strength in forces.
    pub strength: u8,
    /// Where it appears.
    pub start: LandId,
    /// Name of its Capital, if it has one.
    pub capital: Option<String>,
    /// Waters that its fleets may enter.
    pub navigation: Waters,
}

/// An Empire card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Id: the empire's, or of the shared card.
    pub id: String,
    /// Name for people: the empire's, or both.
    pub name: String,
    /// Epoch.
    pub epoch: Epoch,
    /// Number within the epoch, 1 to 7: the order of turns.
    pub number: u8,
    /// Its empire; two on the card that Incas and Aztecs share (HW-22.6).
    pub empires: Vec<EmpireId>,
    /// What the Strength marker advances by (HW-22.3).
    pub strength: u8,
}

/// When an event card may be played (HW-29.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// Before the start Land is claimed.
    BeforeTurn,
    /// After it, until the expansion ends.
    DuringTurn,
}

/// A kind of event card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Pile 1 to 9.
    pub pile: u8,
    /// Copies in the pile.
    pub count: u8,
    /// When.
    pub timing: Timing,
    /// First and last epoch.
    pub epochs: (Epoch, Epoch),
    /// What it does, in our words, for players: with dice, and with the tables.
    pub text: (String, String),
    /// What it does, for the engine.
    pub effect: Effect,
}

/// The effect of an event card, with its figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A minor empire's whole turn (HW-30.1).
    MinorEmpire,
    /// Rows added to every lookup; a third die until a triple.
    Leader { rows: i8 },
    /// Rows added to every lookup; +1 to each attack die.
    Weaponry { rows: i8 },
    /// Rows added to every lookup; attackers win ties.
    Fanaticism { rows: i8 },
    /// Column shifts until a force is lost; a third die until the first loss.
    EliteTroops { rigid: i8, compliant: i8 },
    /// Column shifts until a force is lost; a third die until the first loss, ties won until the second.
    Jihad { rigid: i8, compliant: i8 },
    /// Armies rise in three Lands of an enemy empire.
    CivilWar { column: u8 },
    /// Armies land from the Eastern Mediterranean.
    Crusade { column: u8, rows: i8 },
    /// An army rises in Palestine.
    JewishRevolt { column: u8, rows: i8 },
    /// An army rises in an enemy Land.
    Rebellion { column: u8 },
    /// Armies into vacant Lands of an Area.
    Migrants { area: AreaId, armies: u8 },
    /// Army, City and fort in a Land.
    Kingdom { land: LandId },
    /// Monument, City and fort of a Land destroyed, a Capital becomes a City.
    Disaster { where_: DisasterLand },
    /// All fleets in a Sea destroyed.
    StormAtSea,
    /// All attacks in one Land are won.
    Treachery,
    /// Forts over Lands of past empires.
    Fortify { forts: u8, empires: u8 },
    /// Armies over Lands of past empires.
    Revive { armies: u8, empires: u8 },
    /// An army out of a Barren Land, always with dice.
    Barbarians,
    /// Dice per army in one Land, any 1 kills.
    Plague { dice: u8 },
    /// The same, and fewer dice next to it.
    Pestilence { dice: u8, around: u8 },
    /// Dice per army in two adjacent Areas.
    BlackDeath { dice: u8 },
    /// Every Land of an Area down to one army.
    Famine,
    /// Armies, each into another vacant Land next to the empire.
    Allies { armies: u8 },
    /// Extra units that can only be armies.
    PopulationExplosion { units: u8 },
    /// An army for each accepting partner, a unit each for the player.
    TradeBonus,
    /// Fleets for an empire with Navigation.
    ShipBuilding { fleets: u8 },
    /// Units for an empire with a Capital.
    CivilService { units: u8 },
    /// Forts for an empire with a Capital.
    Engineering { forts: u8 },
    /// One Land attacked without its fort and terrain.
    SurpriseAttack,
    /// One more free lookup, for naval battles.
    NavalSupremacy { rows: i8 },
    /// A fleet in any one Sea.
    Pirates,
    /// Forts do not count.
    Siegecraft,
}

/// Where a disaster may strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisasterLand {
    /// A Land on a Sea or an Ocean: flood.
    Coastal,
    /// A Land with a mountain border: volcano (HW-R47).
    Mountain,
    /// Any: fire.
    Any,
}

impl Board {
    /// A Land.
    pub fn land(&self, id: LandId) -> &Land {
        &self.lands[id.index()]
    }
    /// A Sea or an Ocean.
    pub fn water(&self, id: WaterId) -> &Water {
        &self.waters[id.index()]
    }
    /// An Area.
    pub fn area(&self, id: AreaId) -> &Area {
        &self.areas[id.index()]
    }
    /// An empire. [`EmpireId::REMNANTS`] is none.
    pub fn empire(&self, id: EmpireId) -> &Empire {
        &self.empires[id.index()]
    }
    /// Name of the empire, or what armies of no empire are called.
    pub fn empire_name(&self, id: EmpireId) -> &str {
        self.empires.get(id.index()).map_or("remnants", |empire| &empire.name)
    }
    /// An Empire card.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.index()]
    }
    /// A kind of event card.
    pub fn event(&self, id: EventId) -> &EventCard {
        &self.events[id.index()]
    }
    /// All Lands.
    pub fn land_ids(&self) -> impl Iterator<Item = LandId> + use<> {
        (0..self.lands.len()).map(LandId::at)
    }
    /// All waters.
    pub fn water_ids(&self) -> impl Iterator<Item = WaterId> + use<> {
        (0..self.waters.len()).map(WaterId::at)
    }
    /// All Areas.
    pub fn area_ids(&self) -> impl Iterator<Item = AreaId> + use<> {
        (0..self.areas.len()).map(AreaId::at)
    }
    /// The Empire cards of an epoch, by number.
    pub fn cards_of(&self, epoch: Epoch) -> impl Iterator<Item = CardId> + '_ {
        let of = move |(_, card): &(usize, &Card)| card.epoch == epoch;
        self.cards.iter().enumerate().filter(of).map(|(index, _)| CardId::at(index))
    }
    /// The way from one Land into the next, if they touch.
    pub fn border(&self, from: LandId, to: LandId) -> Option<&Border> {
        self.land(from).borders.iter().find(|border| border.to == to)
    }
}

impl Scenario {
    /// How many colours are in play.
    pub fn player_count(&self, two_colours: bool) -> usize {
        (self.seats.len() * if two_colours { 2 } else { 1 }).min(MOST_PLAYERS)
    }
    /// A colour.
    pub fn colour(&self, player: PlayerId) -> &Colour {
        &self.colours[player.index()]
    }
    /// All of these colours' players.
    pub fn all_players(count: usize) -> Players {
        (0..count).map(PlayerId::at).collect()
    }
}

#[cfg(test)]
mod tests;
