//! Commands: the pyramid through which units are led (ST-9, ST-10).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::{CommandId, CountryId, HexId, LeaderId, Name, Power, SiteId};
use super::measures::Turn;
use super::units::Units;

/// The types of command (ST-10).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosCommandKind, title = "StrategosCommandKind")]
pub enum CommandKind {
    /// The highest, by land and by sea.
    TaskForce,
    /// Divisions under one leader.
    Army,
    /// Fleets under one leader.
    Armada,
    /// Up to 30 regiments.
    Division,
    /// Up to 10 squadrons.
    Fleet,
    /// One for each country; helps another command.
    Special,
    /// Scouts.
    Scouting,
    /// The command of a city.
    City,
    /// The command of a fort.
    Fort,
}

impl CommandKind {
    /// In the order of ST-10.
    pub const ALL: [Self; 9] = [
        Self::TaskForce,
        Self::Army,
        Self::Armada,
        Self::Division,
        Self::Fleet,
        Self::Special,
        Self::Scouting,
        Self::City,
        Self::Fort,
    ];

    /// The key in orders and data.
    pub fn key(self) -> &'static str {
        match self {
            Self::TaskForce => "task_force",
            Self::Army => "army",
            Self::Armada => "armada",
            Self::Division => "division",
            Self::Fleet => "fleet",
            Self::Special => "special",
            Self::Scouting => "scouting",
            Self::City => "city",
            Self::Fort => "fort",
        }
    }
    /// The type of a key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
    /// Whether it stays where it is (ST-11.1).
    pub fn is_site(self) -> bool {
        matches!(self, Self::City | Self::Fort)
    }
    /// Whether it holds units itself.
    pub fn holds_units(self) -> bool {
        matches!(self, Self::Division | Self::Fleet | Self::City | Self::Fort)
    }
    /// Whether a command of this type may be assigned to one of another (ST-10). Between a city and what is inside it, rank
    /// tells which goes under which (ST-11.2); a task force takes no city (ST-R67).
    pub fn may_be_under(self, parent: Self) -> bool {
        use CommandKind::{Armada, Army, City, Division, Fleet, Fort, Scouting, Special, TaskForce};
        match (self, parent) {
            (_, Special | Scouting) => false,
            (Special, _) | (Army | Armada, TaskForce) => true,
            (Division, Army | City | Fort) | (Fleet, Armada | City | Fort) => true,
            (Scouting, Fleet | City | Fort) => true,
            (City | Fort, Army | Armada | Division | Fleet) => true,
            _ => false,
        }
    }
    /// Whether it goes by sea.
    pub fn is_naval(self) -> bool {
        matches!(self, Self::Armada | Self::Fleet)
    }
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Command {
    /// Name.
    pub name: Name,
    /// Type.
    pub kind: CommandKind,
    /// Whose.
    pub power: Power,
    /// Where.
    pub hex: HexId,
    /// The hex it came from with its last step; for ships in a coastal hex it tells the water they are on (ST-R5).
    pub came_from: Option<HexId>,
    /// The command it is assigned to; for a Special command the one it helps.
    pub parent: Option<CommandId>,
    /// Its leader; `None`: an intrinsic commander (ST-7.12).
    pub leader: Option<LeaderId>,
    /// Units assigned to it.
    pub units: Units,
    /// Regiments and trains that a fleet carries for the time (ST-10.12).
    pub aboard: Units,
    /// The fleet that carries a land command (ST-10.15).
    pub carried_by: Option<CommandId>,
    /// The city or fort within whose walls it is (ST-11.2). The command of a city is inside its own.
    pub inside: Option<SiteId>,
    /// Organic supply of a division, 0 to 6 (ST-R25).
    pub organic_supply: u8,
    /// Points of its supply trains, one entry a train, greatest first (ST-R26).
    pub train_points: Vec<u8>,
    /// Prisoners it leads along (ST-17).
    pub prisoners: Vec<Prisoners>,
    /// How it fights (ST-R12).
    pub battle_order: BattleOrder,
    /// What it does when it sees somebody, 1 to 6 (ST-R11).
    pub interaction: u8,
    /// What it works at in a city's hex.
    pub task: Option<Task>,
    /// The hexes it is to enter, in their order.
    pub path: Vec<HexId>,
    /// Whether it marches by force this week (ST-R63).
    pub forced: bool,
    /// Forced weeks running, this one included once it is over (ST-20.3).
    pub forced_weeks: u8,
    /// Reasons of disorder this week (ST-R17).
    pub disorder: Vec<Disorder>,
    /// Whether it is routed (ST-R16).
    pub routed: bool,
    /// The turn of its last battle.
    pub last_battle: Option<Turn>,
    /// Whether it went hungry last week (ST-R14).
    pub hungry: bool,
    /// Whether it was beyond its line of communication when the week began (ST-R24).
    pub out_of_communication: bool,
    /// Treaty partners it may attack (ST-22.2).
    pub authorised: Vec<CountryId>,
    /// Whether its commander was bribed to stand aside this week (ST-R43): it meets nobody.
    pub stands_aside: bool,
}

impl Command {
    /// A new command without units, at rest.
    pub fn new(name: Name, kind: CommandKind, power: Power, hex: HexId) -> Self {
        Self {
            name,
            kind,
            power,
            hex,
            came_from: None,
            parent: None,
            leader: None,
            units: Units::NONE,
            aboard: Units::NONE,
            carried_by: None,
            inside: None,
            organic_supply: 0,
            train_points: Vec::new(),
            prisoners: Vec::new(),
            battle_order: if kind.is_site() { BattleOrder::Garrison } else { BattleOrder::Defend },
            interaction: 4,
            task: None,
            path: Vec::new(),
            forced: false,
            forced_weeks: 0,
            disorder: Vec::new(),
            routed: false,
            last_battle: None,
            hungry: false,
            out_of_communication: false,
            authorised: Vec::new(),
            stands_aside: false,
        }
    }
}

/// Regiments taken captive (ST-17, ST-R47).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Prisoners {
    /// Whose they were.
    pub of: Power,
    /// Which regiments.
    pub units: Units,
}

/// How a command fights (ST-R12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosBattleOrder, title = "StrategosBattleOrder")]
pub enum BattleOrder {
    /// Seeks battle with enemies and neutrals.
    Attack,
    /// Seeks battle with enemies only, and not to the end.
    Probe,
    /// Never begins.
    Defend,
    /// Tries to get away.
    Withdraw,
    /// Stays behind walls.
    Garrison,
}

/// What a force works at in a city's hex (ST-R9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// What.
    pub kind: TaskKind,
    /// Since when.
    pub since: Turn,
    /// Whole weeks that counted.
    pub weeks: u8,
    /// Whether it is over; it is forgotten when the next week begins, and its regiments are still busy till then.
    pub done: bool,
}

/// The tasks (ST-R9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosTaskKind, title = "StrategosTaskKind")]
pub enum TaskKind {
    /// Keeps everybody in (ST-15.5).
    Blockade,
    /// Wears the walls down (ST-15.10).
    Siege,
    /// Takes what can be carried from an enemy city (ST-6.8).
    Raid,
    /// Plunders one's own city (ST-5).
    Loot,
    /// Plunders an enemy city that one occupies (ST-6).
    Pillage,
    /// Destroys a city that one controls (ST-2.7).
    Devastate,
    /// Pulls down walls that one controls (ST-2.10).
    Demolish,
}

impl TaskKind {
    /// Whether it is done to a place under one's own control.
    pub fn needs_control(self) -> bool {
        match self {
            Self::Blockade | Self::Siege | Self::Raid => false,
            Self::Loot | Self::Pillage | Self::Devastate | Self::Demolish => true,
        }
    }
}

/// A reason of disorder (ST-R17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosDisorder, title = "StrategosDisorder")]
pub enum Disorder {
    /// A battle lost; each is one.
    LostBattle,
    /// The second reason of the same battle.
    Shattered,
    /// A forced march.
    ForcedMarch,
    /// Hunger.
    Hunger,
    /// Losses by rain.
    Rain,
    /// Losses by storm.
    Storm,
    /// An assault below even odds.
    BloodyRepulse,
    /// Out of communication, and new orders refused.
    RefusedOrders,
    /// Its commander fell or was wounded.
    CommanderDown,
    /// Crossed an enemy's zone while retreating.
    HuntedRetreat,
}
