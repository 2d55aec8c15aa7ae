//! What the world remembers. Plain data, cheap to clone.
//!
//! Nobody outside the room sees a [`State`]: seats see a [`View`](crate::knowledge::view::View). Order checks and computer
//! players work on the masked state in [`Knowledge`](crate::knowledge::Knowledge), with the same functions as the true one.

mod access;
mod forces;
mod start;

use kernel::SeatId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use forces::{Army, ArmyStatus, Band, Cargo, Fleet, FleetStatus, add_band, count, take_bands, total};

pub use crate::model::ids::{ArmyId, FleetId, ForceId};

use crate::model::calendar::Month;
use crate::model::frames::Frame;
use crate::model::ids::{CityId, HexId, KINDS, LeaderId, PowerId, Powers};
use crate::model::scenario::{Options, PowerKind, Ruler};

/// Everything that changes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Steps resolved.
    pub steps: u32,
    /// The month under way.
    pub month: Month,
    /// Whether it is a winter month (ER-2.2 to ER-2.4).
    pub winter: bool,
    /// Where in the sequence of play.
    pub stage: Stage,
    /// The game turns of this month: majors that play together, in order (ER-10.6).
    pub turns: Vec<Powers>,
    /// Seats that have ended the phase under way (ER-R53).
    pub ended: Seats,
    /// Options in force (ER-R54).
    pub options: Options,
    /// What each seat wishes of the options, by [`SeatId`].
    pub wishes: Vec<Wishes>,
    /// Seats given up (ER-R60).
    pub resigned: Seats,
    /// Powers, by [`PowerId`].
    pub powers: Vec<Power>,
    /// Provinces, by [`ProvinceId`](crate::model::ids::ProvinceId).
    pub provinces: Vec<Province>,
    /// Cities, by [`CityId`].
    pub cities: Vec<City>,
    /// Leaders, by [`LeaderId`].
    pub leaders: Vec<Leader>,
    /// Armies, ascending by id.
    pub armies: Vec<Army>,
    /// Fleets, ascending by id.
    pub fleets: Vec<Fleet>,
    /// Fleet units under construction, in the order of building (ER-9.4).
    pub yards: Vec<Yard>,
    /// What was mobilized this month, by hex (ER-9.2, ER-R46).
    pub raised: Vec<Raised>,
    /// Alliances of majors, the lower id first (ER-10.2).
    pub alliances: Vec<(PowerId, PowerId)>,
    /// Who tried to intercept whom in this phase (ER-R43, ER-R44).
    pub tried: Vec<(ForceId, ForceId)>,
    /// Who wishes not to be asked in this phase about interceptions of a force, or of any (reading ER-R44/b).
    #[serde(default)]
    pub let_pass: Vec<(SeatId, Option<ForceId>)>,
    /// Interceptions on land yet to be fought (ER-15.11), in the order in which they came about.
    pub caught: Vec<Caught>,
    /// What is going on: suspended orders, combats and questions, innermost last. Empty while a phase is played.
    pub stack: Vec<Frame>,
    /// Combats so far, for their numbers.
    pub combats: u16,
    /// How the campaign ended.
    pub ending: Option<Ending>,
}

/// Where in the sequence of play (section 3). `slot` counts the majors of the turn order in the taxation phase, and the
/// game turns of the month after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// Step 0: the season is determined.
    Season,
    /// Step 1.1: activation conditions, from this entry of the scenario's list on.
    Activation { next: u8 },
    /// Step 1.2: controllers of the neutrals.
    Control,
    /// Steps 2.1 to 2.3: fleets, taxes, replacement points of one power.
    Dues { slot: u8 },
    /// Step 2.4, played: mobilization and diplomacy of one power.
    Taxation { slot: u8 },
    /// The game turn begins: movement points are restored (ER-R6).
    TurnStart { slot: u8 },
    /// Step 3.1, played.
    Naval { slot: u8 },
    /// Step 3.2, played.
    Land { slot: u8 },
    /// Step 3.3 a: combats from interception.
    Caught { slot: u8 },
    /// Step 3.3 b, played.
    Combat { slot: u8 },
    /// End of the land combat phase: empty cities are occupied (ER-R36).
    Occupation { slot: u8 },
    /// Step 3.4 a: siege checks, from this hex on (ER-R38).
    Checks { slot: u8, from: HexId },
    /// Step 3.4 b, played: plunder.
    Siege { slot: u8 },
    /// Step 3.4 c: fleets anchor, provinces without cities are occupied (ER-11.22, ER-R34).
    TurnClose { slot: u8 },
    /// Step 4: end of the month.
    MonthEnd,
}

/// The phases that are played, as orders and events name them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomePhase)]
#[allow(missing_docs)]
pub enum Phase {
    Taxation,
    Naval,
    LandMovement,
    LandCombat,
    Siege,
}

impl Phase {
    /// As in events.
    pub fn key(self) -> &'static str {
        match self {
            Self::Taxation => "taxation",
            Self::Naval => "naval",
            Self::LandMovement => "land_movement",
            Self::LandCombat => "land_combat",
            Self::Siege => "siege",
        }
    }
    /// For the reader.
    pub fn title(self) -> &'static str {
        match self {
            Self::Taxation => "taxation phase",
            Self::Naval => "naval phase",
            Self::LandMovement => "land movement phase",
            Self::LandCombat => "land combat phase",
            Self::Siege => "siege phase",
        }
    }
}

impl Stage {
    /// The phase that players give orders in; `None` for stages that run by themselves.
    pub fn played(self) -> Option<Phase> {
        match self {
            Self::Taxation { .. } => Some(Phase::Taxation),
            Self::Naval { .. } => Some(Phase::Naval),
            Self::Land { .. } => Some(Phase::LandMovement),
            Self::Combat { .. } => Some(Phase::LandCombat),
            Self::Siege { .. } => Some(Phase::Siege),
            _ => None,
        }
    }

    /// The game turn of the month under way.
    pub fn game_turn(self) -> Option<usize> {
        match self {
            Self::TurnStart { slot }
            | Self::Naval { slot }
            | Self::Land { slot }
            | Self::Caught { slot }
            | Self::Combat { slot }
            | Self::Occupation { slot }
            | Self::Checks { slot, .. }
            | Self::Siege { slot }
            | Self::TurnClose { slot } => Some(usize::from(slot)),
            Self::Season
            | Self::Activation { .. }
            | Self::Control
            | Self::Dues { .. }
            | Self::Taxation { .. }
            | Self::MonthEnd => None,
        }
    }

    /// The phase that the stage belongs to, as in events.
    pub fn key(self) -> &'static str {
        match self {
            Self::Season => "start_of_month",
            Self::Activation { .. } | Self::Control | Self::Dues { .. } | Self::Taxation { .. } => "taxation",
            Self::TurnStart { .. } | Self::Naval { .. } => "naval",
            Self::Land { .. } => "land_movement",
            Self::Caught { .. } | Self::Combat { .. } | Self::Occupation { .. } => "land_combat",
            Self::Checks { .. } | Self::Siege { .. } | Self::TurnClose { .. } => "siege",
            Self::MonthEnd => "end_of_month",
        }
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(pub u8);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);
    /// Whether `seat` is among them.
    pub fn has(self, seat: SeatId) -> bool {
        self.0 >> seat.0 & 1 == 1
    }
    /// Puts `seat` among them.
    pub fn add(&mut self, seat: SeatId) {
        self.0 |= 1 << seat.0;
    }
    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = SeatId> {
        (0..8).filter(move |bit| self.0 >> bit & 1 == 1).map(SeatId)
    }
}

impl FromIterator<SeatId> for Seats {
    fn from_iter<I: IntoIterator<Item = SeatId>>(seats: I) -> Self {
        let mut set = Self::NONE;
        seats.into_iter().for_each(|seat| set.add(seat));
        set
    }
}

/// What a seat wishes of the options; `None`: leave it as it is (ER-R54).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Wishes {
    pub intelligence: Option<bool>,
    pub amphibious_invasion: Option<bool>,
}

/// A power now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Power {
    /// Kind now: dissolution changes it (ER-14).
    pub kind: PowerKind,
    /// Whether it is active (ER-5.4).
    pub active: bool,
    /// Whether it has dissolved at least once as a major.
    pub dissolved: bool,
    /// The patron; clients only.
    pub patron: Option<PowerId>,
    /// The major that controls it; active neutrals only (ER-5.11).
    pub controller: Option<PowerId>,
    /// Against whom it may act; active neutrals only (ER-R31).
    pub war_targets: Powers,
    /// Whether its reserves are on the map, or it has none.
    pub placed: bool,
    /// Talents.
    pub treasury: u32,
    /// 0 and up; at 0 it dissolves (ER-13.7).
    pub morale: u16,
    /// Replacement points.
    pub replacements: u16,
    /// Units lost since the start and not rebuilt, by type, the fleet unit last (ER-R48).
    pub lost: [u16; KINDS + 1],
    /// Who last reduced its morale, for ER-14.1 and ER-R28 b; `None` when nobody did.
    pub undone_by: Option<PowerId>,
    /// Standing answers where a force has none of its own.
    pub policy: Policy,
}

/// A province now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Province {
    /// Who controls it (ER-4.2 to ER-4.4).
    pub controller: Option<PowerId>,
    /// Last month of the devastation (ER-R55).
    pub plundered_until: Option<Month>,
    /// Plundered by the power that controlled it from the start (ER-19.6).
    pub plundered_at_home: bool,
    /// New units of this year, by type, the fleet unit last (ER-R47).
    pub recruited: [u8; KINDS + 1],
    /// Who occupies a province without cities, and for how many of its siege phases in a row (ER-R34).
    pub occupied: Option<(PowerId, u8)>,
}

/// A city now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct City {
    /// Who holds it.
    pub controller: PowerId,
    /// What sieges have left of the fortification; while the province is plundered it counts as 0 (ER-19.5).
    pub fort: u8,
    /// The month in which the present siege by land began (ER-R37).
    pub siege: Option<Month>,
}

/// A leader now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// Whom he serves.
    pub power: PowerId,
    /// Where he is.
    pub place: LeaderPlace,
    /// His title.
    pub ruler: Option<Ruler>,
    /// Succession number.
    pub succession: Option<u8>,
    /// Movement points spent this month (ER-R6).
    pub spent: u8,
}

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeaderPlace {
    /// Not on the map yet.
    Reserve,
    /// With an army.
    Army(ArmyId),
    /// Aboard a fleet.
    Fleet(FleetId),
    /// Captured, and by whom (ER-R26).
    Captured(PowerId),
    /// Drowned, or resigned (ER-14.4).
    Gone,
}

impl LeaderPlace {
    /// The army it is with.
    pub fn army(self) -> Option<ArmyId> {
        match self {
            Self::Army(id) => Some(id),
            _ => None,
        }
    }
}

/// Fleet units under construction (ER-9.4, ER-R49). They belong to whoever holds the port when they are ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Yard {
    /// The port.
    pub city: CityId,
    /// When they are ready.
    pub ready: Month,
    /// How many.
    pub ships: u8,
}

/// What was mobilized in a hex this month (ER-9.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Raised {
    /// Where.
    pub hex: HexId,
    /// Land units.
    pub units: u8,
    /// Fleet units.
    pub ships: u8,
}

/// An interception on land that is to be fought (ER-15.11).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Caught {
    /// The army that was stopped.
    pub army: ArmyId,
    /// Where.
    pub hex: HexId,
    /// The armies that came upon it.
    pub by: Vec<ArmyId>,
}

/// Standing answers (ER-R45). `None`: nothing is said here; for a power that means its player is asked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Policy {
    /// To interceptions.
    pub intercept: Option<InterceptPolicy>,
    /// When attacked.
    pub attacked: Option<AttackedPolicy>,
    /// After a lost battle.
    pub retreat: Option<RetreatPolicy>,
    /// Seasoning by the default of ER-R56 without a question.
    pub season: Option<bool>,
    /// Placing by the default of ER-R30 without a question.
    pub set_up: Option<bool>,
}

impl Policy {
    /// The same with what `set` says in place of what was said before.
    #[must_use]
    pub fn with(self, set: Self) -> Self {
        Self {
            intercept: set.intercept.or(self.intercept),
            attacked: set.attacked.or(self.attacked),
            retreat: set.retreat.or(self.retreat),
            season: set.season.or(self.season),
            set_up: set.set_up.or(self.set_up),
        }
    }
}

/// When to intercept (ER-R45).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "when", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = EternalRomeInterceptPolicy)]
pub enum InterceptPolicy {
    /// The player is asked.
    #[schema(title = "EternalRomeInterceptAsk")]
    Ask,
    /// Never.
    #[schema(title = "EternalRomeInterceptNever")]
    Never,
    /// Whenever it is possible.
    #[schema(title = "EternalRomeInterceptAlways")]
    Always,
    /// From these odds on: own strength in per cent of the enemy's, hidden strengths as ER-R45 takes them.
    #[schema(title = "EternalRomeInterceptOdds")]
    Odds {
        /// Per cent.
        #[schema(minimum = 1, maximum = 1000, example = 150)]
        percent: u16,
    },
}

/// What to do when attacked (ER-R45).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "then", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = EternalRomeAttackedPolicy)]
pub enum AttackedPolicy {
    /// The player is asked.
    #[schema(title = "EternalRomeAttackedAsk")]
    Ask,
    /// Stand and fight.
    #[schema(title = "EternalRomeAttackedStand")]
    Stand,
    /// Into the city, or else to another hex, from these odds on: attacker in per cent of the defender.
    #[schema(title = "EternalRomeAttackedRetreat")]
    Retreat {
        /// Into the city from so many per cent on; never when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = 1, maximum = 1000, example = 200)]
        city_percent: Option<u16>,
        /// To another hex from so many per cent on; never when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = 1, maximum = 1000, example = 300)]
        hex_percent: Option<u16>,
    },
}

/// Where to after a lost battle (ER-R45).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RetreatPolicy {
    /// The player is asked.
    Ask,
    /// The nearest place (ER-R20).
    Nearest,
    /// This city where it is among those offered, else the nearest.
    City(CityId),
}

/// How the campaign ended (ER-R59, ER-R60).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Why.
    pub reason: EndReason,
    /// All seats, best first, with places that may be shared.
    pub ranking: Vec<(SeatId, u8)>,
}

/// Why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EndReason {
    /// A player fulfilled the victory conditions.
    Victory,
    /// Nobody else has a major left.
    LastStanding,
    /// The last month is over.
    Date,
}

/// Whether a leader is in play: neither captured nor gone (ER-R26).
pub fn leader_in_play(leader: &Leader) -> bool {
    matches!(leader.place, LeaderPlace::Army(_) | LeaderPlace::Fleet(_) | LeaderPlace::Reserve)
}

/// The id of a leader with what is now true of him.
pub type LeaderRow<'a> = (LeaderId, &'a Leader);
