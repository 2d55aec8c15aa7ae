//! What the world remembers. Plain data; [`invariants`](super::invariants) tells what must always hold.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::command::Command;
use super::ids::{AppealId, CommandId, CountryId, HexId, LeaderId, Name, Power, SiteId};
use super::measures::{Ratings, Talents, Turn};
use super::reports::Memory;
use super::rulings::Weather;
use super::units::{UnitKind, Units};

/// The state of a campaign at the beginning of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The turn that is played next.
    pub turn: Turn,
    /// The weather of the last turn and the rain before it.
    pub sky: Sky,
    /// By country.
    pub countries: Vec<Country>,
    /// Every pair of countries, the lower id first, ascending.
    pub relations: Vec<Relation>,
    /// Offers of treaties that may be answered.
    pub appeals: BTreeMap<AppealId, Appeal>,
    /// Cities and forts.
    pub sites: BTreeMap<SiteId, Site>,
    /// Leaders who are alive.
    pub leaders: BTreeMap<LeaderId, Leader>,
    /// Commands, those of cities and forts included.
    pub commands: BTreeMap<CommandId, Command>,
    /// Units being built.
    pub building: Vec<Building>,
    /// Leaders and units on the way to a city, off the map (ST-R48).
    pub journeys: Vec<Journey>,
    /// Spies in cities (ST-21).
    pub spies: Vec<Spy>,
    /// Trade units on the way (ST-R58).
    pub convoys: Vec<Convoy>,
    /// Roads built since the start (ST-12).
    pub roads: BTreeSet<HexId>,
    /// The turns in which ten or more regiments foraged a hex, of the last three weeks (ST-R25).
    pub foraged: BTreeMap<HexId, Vec<Turn>>,
    /// Countries at war with a free city (ST-R56).
    pub free_city_enemies: BTreeMap<SiteId, BTreeSet<CountryId>>,
    /// What each country remembers of the others, by country.
    pub memory: Vec<Memory>,
    /// Numbers for what comes into being.
    pub next: NextIds,
    /// How the campaign ended (ST-R60).
    pub ended: Option<Ending>,
}

/// The next free ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct NextIds {
    pub site: u16,
    pub leader: u16,
    pub command: u16,
    pub appeal: u16,
}

/// The weather and the rain so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sky {
    /// Of the last turn; before the first it is fine.
    pub weather: Weather,
    /// Rain.
    pub rain: RainRun,
}

/// How long it has rained, and whether it is drying up (ST-13.3, ST-13.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RainRun {
    /// Weeks of rain running.
    pub weeks: u8,
    /// Whether a fine week came after them.
    pub drying: bool,
}

/// A country.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Country {
    /// Money.
    pub treasury: Talents,
    /// Country morale, 1 to 20 (ST-R54).
    pub morale: u8,
    /// Changes of morale that are due at the end of the week.
    pub morale_due: i8,
    /// Its capital at the start; it counts as a capital whoever holds it.
    pub capital: SiteId,
    /// Whether it is out (ST-R64).
    pub out: bool,
    /// Spies that may still be sent this quarter.
    pub spies_left: u8,
    /// Assassins that may still be hired this quarter.
    pub assassins_left: u8,
    /// Cities founded this quarter.
    pub founded: u8,
    /// The turn of the last dispatch that was paid (ST-R59).
    pub dispatch: Option<Turn>,
    /// Units of a type begun this quarter, where the scenario sets a quota.
    pub raised: BTreeMap<UnitKind, u16>,
    /// Base tax at the start, for the score (ST-R60).
    pub base_tax: u32,
}

/// Where two countries stand (ST-22).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Relation {
    /// The lower id.
    pub a: CountryId,
    /// The higher id.
    pub b: CountryId,
    /// How they stand.
    pub standing: Standing,
    /// The first turn of it.
    pub since: Turn,
    /// The last turn of a treaty (ST-22.9).
    pub until: Option<Turn>,
    /// Who breaks the treaty at the end of this turn, and whether he turns enemy (ST-22.10).
    pub breaking: Vec<Breaking>,
}

/// The standings of two countries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosStanding, title = "StrategosStanding")]
pub enum Standing {
    /// Neither at war nor bound.
    Neutral,
    /// At war.
    Enemy,
    /// Bound not to attack.
    NonAggression,
    /// Bound to help.
    Alliance,
}

impl Standing {
    /// Whether it is a treaty.
    pub fn is_treaty(self) -> bool {
        matches!(self, Self::NonAggression | Self::Alliance)
    }
}

/// A treaty that is being broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Breaking {
    /// By whom.
    pub by: CountryId,
    /// Whether they are enemies afterwards; neutral otherwise (ST-R55).
    pub enemy: bool,
}

/// An offer of a treaty (ST-22.11).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Appeal {
    /// Who offers.
    pub from: CountryId,
    /// To whom.
    pub to: Power,
    /// What: non-aggression or alliance.
    pub standing: Standing,
    /// For how many weeks.
    pub weeks: u8,
    /// What the sides give.
    pub conditions: Vec<Condition>,
    /// The turn in which it was filed; it may be answered in the next (ST-R55).
    pub filed: Turn,
}

/// A condition of a treaty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// One side pays.
    Pays {
        /// Who.
        payer: CountryId,
        /// How much.
        talents: Talents,
    },
    /// One side cedes a city (ST-22.13).
    Cedes {
        /// Who.
        giver: CountryId,
        /// Which.
        city: SiteId,
    },
}

/// A city or a fort.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Site {
    /// Name.
    pub name: Name,
    /// Where.
    pub hex: HexId,
    /// Size, 1 to 10; 0 for a fort, and for a ruin (ST-R35).
    pub size: u8,
    /// Defence value as built, 0 to 15 (ST-14.2).
    pub dv: u8,
    /// What a siege has left of it (ST-R33).
    pub dv_current: u8,
    /// Supply (ST-1.7).
    pub supply: u8,
    /// Stores (ST-1.9).
    pub stores: u8,
    /// Who controls it.
    pub power: Power,
    /// As what (ST-R30).
    pub status: SiteStatus,
    /// Who had it before, and as what; for captured and ceded cities (ST-R30).
    pub previous: Option<(Power, SiteStatus)>,
    /// Since when it has been held as it is.
    pub since: Turn,
    /// Whether ships are built here.
    pub shipyard: bool,
    /// Whether there is a Command Base (ST-3.7).
    pub base: bool,
    /// The command of the city.
    pub command: CommandId,
    /// Units begun this quarter (ST-R29).
    pub raised: u8,
    /// The last turn in which size, and the last in which the defence value was raised (ST-2.5, ST-R33).
    pub grown: Option<Turn>,
    /// The same for walls.
    pub fortified: Option<Turn>,
    /// Conduct of the garrison.
    pub orders: CityOrders,
    /// The siege, while it lasts.
    pub siege: Option<Siege>,
    /// The blockade, while it lasts.
    pub blockade: Option<Blockade>,
    /// How often the commander wavered in this operation (ST-R42).
    pub waver: u8,
    /// What looting and pillage left behind.
    pub spoils: Option<Spoils>,
    /// Talents that raiders took this turn (ST-6.9).
    pub raided: Talents,
    /// Whether the week opened with an enemy force in the hex, outside the walls (ST-4.1).
    pub beset: bool,
    /// No tax up to this turn: plague (ST-R57).
    pub no_tax_until: Option<Turn>,
    /// Half tax up to this turn: fire (ST-R57).
    pub half_tax_until: Option<Turn>,
}

/// As what a city is held (ST-24.9, ST-R30).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosSiteStatus, title = "StrategosSiteStatus")]
pub enum SiteStatus {
    /// Owned from the start, founded, or retaken.
    Owned,
    /// Ceded by treaty, or captured long ago.
    Allied,
    /// Captured.
    Captured,
    /// Its own master.
    Independent,
}

impl Site {
    /// Whether there is anything of it: a ruin without walls is nothing (ST-R35).
    pub fn stands(&self) -> bool {
        self.size > 0 || self.dv > 0
    }
}

/// Standing orders of a city (section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CityOrders {
    /// Whether the garrison comes out to fight.
    pub sally: bool,
    /// Whether allies may come in.
    pub admit_allies: bool,
    /// Whether it holds out.
    pub hold: bool,
}

impl Default for CityOrders {
    fn default() -> Self {
        Self { sally: false, admit_allies: true, hold: true }
    }
}

/// A siege (ST-R38).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Siege {
    /// By whom.
    pub by: Power,
    /// Points of wear.
    pub points: u16,
    /// Whether the walls lost a point this week (ST-16.4 a).
    pub worn: bool,
}

/// A blockade (ST-R39).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blockade {
    /// By whom.
    pub by: Power,
    /// Whole weeks so far.
    pub weeks: u16,
}

/// What looting or pillage does to a city (ST-4.3, ST-R36).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spoils {
    /// Looted by who owns it, or pillaged by who occupies it.
    pub pillage: bool,
    /// By whom.
    pub by: Power,
    /// The last week of work.
    pub done: Turn,
}

/// A leader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// Name.
    pub name: Name,
    /// Whose.
    pub power: Power,
    /// Abilities.
    pub ratings: Ratings,
    /// The command he has, or travels to.
    pub post: Option<CommandId>,
    /// Where he is without a post, or set out from.
    pub hex: HexId,
    /// The turn in which his failure is on the turn sheet (ST-8.6).
    pub failed: Option<Turn>,
    /// Weeks of travel left (ST-7.5).
    pub travel: u8,
    /// Weeks as good as intrinsic (ST-R22).
    pub wounded: u8,
    /// Whether MA grew this quarter.
    pub grew_ma: bool,
    /// Whether SA grew this quarter.
    pub grew_sa: bool,
}

impl Leader {
    /// A leader without a post, in good health.
    pub fn new(name: Name, power: Power, ratings: Ratings, hex: HexId) -> Self {
        Self {
            name,
            power,
            ratings,
            post: None,
            hex,
            failed: None,
            travel: 0,
            wounded: 0,
            grew_ma: false,
            grew_sa: false,
        }
    }
}

/// Units being built (ST-R29).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Building {
    /// Where.
    pub site: SiteId,
    /// What.
    pub kind: UnitKind,
    /// How many.
    pub count: u16,
    /// The turn at whose beginning they are there.
    pub ready: Turn,
}

/// A strategic move, or what a dispersal sent home (ST-R48, ST-18).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Journey {
    /// Whose.
    pub power: Power,
    /// Units.
    pub units: Units,
    /// Leaders who go along.
    pub leaders: Vec<LeaderId>,
    /// Where to.
    pub to: SiteId,
    /// The turn at whose beginning they are there.
    pub arrives: Turn,
}

/// A spy in a city (ST-21.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Spy {
    /// Whose.
    pub country: CountryId,
    /// Where.
    pub site: SiteId,
}

/// A trade unit (ST-R58).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Convoy {
    /// Whose.
    pub country: CountryId,
    /// Where it is.
    pub hex: HexId,
    /// Where it set out.
    pub from: SiteId,
    /// Where it goes.
    pub to: SiteId,
    /// Whether it goes by sea.
    pub naval: bool,
    /// The hexes still to enter.
    pub route: Vec<HexId>,
}

/// How a campaign ended (ST-R60).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The reason.
    pub reason: EndReason,
    /// All countries, the winner first.
    pub ranking: Vec<CountryId>,
}

/// Why a campaign ended (ST-R60).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosEndReason, title = "StrategosEndReason")]
pub enum EndReason {
    /// Enough capitals.
    Capitals,
    /// The tax income of the seat.
    Tax,
    /// The turn limit.
    Date,
    /// All others are out.
    LastStanding,
}

impl State {
    /// A country.
    pub fn country(&self, country: CountryId) -> &Country {
        &self.countries[country.index()]
    }
    /// A country, to change.
    pub fn country_mut(&mut self, country: CountryId) -> &mut Country {
        &mut self.countries[country.index()]
    }
    /// A city or fort. Panics if there is none of that id.
    pub fn site(&self, site: SiteId) -> &Site {
        &self.sites[&site]
    }
    /// The same, to change.
    pub fn site_mut(&mut self, site: SiteId) -> &mut Site {
        self.sites.get_mut(&site).expect("there is such a site")
    }
    /// A command. Panics if there is none of that id.
    pub fn command(&self, command: CommandId) -> &Command {
        &self.commands[&command]
    }
    /// The same, to change.
    pub fn command_mut(&mut self, command: CommandId) -> &mut Command {
        self.commands.get_mut(&command).expect("there is such a command")
    }
    /// The city or fort of a hex.
    pub fn site_at(&self, hex: HexId) -> Option<SiteId> {
        self.sites.iter().find(|(_, site)| site.hex == hex).map(|(id, _)| *id)
    }
    /// The commands in a hex, ascending; those of cities and those aboard included.
    pub fn commands_at(&self, hex: HexId) -> impl Iterator<Item = (CommandId, &Command)> {
        self.commands.iter().filter(move |(_, command)| command.hex == hex).map(|(id, command)| (*id, command))
    }
    /// The commands assigned to a command, ascending.
    pub fn children(&self, parent: CommandId) -> impl Iterator<Item = (CommandId, &Command)> {
        let under = move |(_, command): &(&CommandId, &Command)| command.parent == Some(parent);
        self.commands.iter().filter(under).map(|(id, command)| (*id, command))
    }
    /// How two countries stand; a country is its own ally.
    pub fn standing(&self, one: CountryId, other: CountryId) -> Standing {
        self.relation(one, other).map_or(Standing::Alliance, |relation| relation.standing)
    }
    /// The relation of two countries; `None` of one with itself.
    pub fn relation(&self, one: CountryId, other: CountryId) -> Option<&Relation> {
        let pair = (one.min(other), one.max(other));
        self.relations.iter().find(|relation| (relation.a, relation.b) == pair)
    }
    /// The same, to change.
    pub fn relation_mut(&mut self, one: CountryId, other: CountryId) -> Option<&mut Relation> {
        let pair = (one.min(other), one.max(other));
        self.relations.iter_mut().find(|relation| (relation.a, relation.b) == pair)
    }
    /// How two powers stand. A free city is neutral to everybody until it is attacked (ST-R56).
    pub fn between(&self, one: Power, other: Power) -> Standing {
        match (one, other) {
            _ if one == other => Standing::Alliance,
            (Power::Country(one), Power::Country(other)) => self.standing(one, other),
            (Power::Country(country), Power::FreeCity(city)) | (Power::FreeCity(city), Power::Country(country)) => {
                let enemies = self.free_city_enemies.get(&city);
                if enemies.is_some_and(|enemies| enemies.contains(&country)) {
                    Standing::Enemy
                } else {
                    Standing::Neutral
                }
            }
            (Power::FreeCity(_), Power::FreeCity(_)) => Standing::Neutral,
        }
    }
    /// Whether two powers are at war.
    pub fn at_war(&self, one: Power, other: Power) -> bool {
        self.between(one, other) == Standing::Enemy
    }
    /// Whether a power counts another's cities as friendly: its own, and those of an alliance (ST-22.6).
    pub fn friendly(&self, one: Power, other: Power) -> bool {
        self.between(one, other) == Standing::Alliance
    }
    /// Whether a power's forces may come into a city or fort: its own, and an ally's that lets allies in (ST-22.6).
    pub fn admits(&self, site: &Site, power: Power) -> bool {
        site.power == power || site.orders.admit_allies && self.friendly(power, site.power)
    }
    /// Whether a command comes out of the walls to fight: the city is its power's own and sallies, and an enemy of its stands
    /// before them (ST-R12).
    pub fn sallies(&self, command: &Command) -> bool {
        let Some(site) = command.inside.and_then(|site| self.sites.get(&site)) else { return false };
        let enemy = |it: &Command| {
            it.inside.is_none()
                && it.carried_by.is_none()
                && !it.kind.is_naval()
                && self.at_war(command.power, it.power)
        };
        site.orders.sally
            && site.power == command.power
            && !command.routed
            && command.units.regts() > 0
            && self.commands_at(command.hex).any(|(_, it)| enemy(it) && it.units.fighting() > 0)
    }
    /// Whether a command is linked with that of a city: assigned to it, or the city to it, at any remove, or both to one
    /// (ST-11.2).
    pub fn linked(&self, command: CommandId, city: CommandId) -> bool {
        let above = |mut from: CommandId, wanted: CommandId| {
            for _ in 0..self.commands.len() {
                match self.commands.get(&from).and_then(|command| command.parent) {
                    Some(parent) if parent == wanted => return true,
                    Some(parent) => from = parent,
                    None => return false,
                }
            }
            false
        };
        let shared = self.command(city).parent.is_some_and(|top| above(command, top));
        above(command, city) || above(city, command) || shared
    }
}
