//! What is going on, as data: the stack of suspended orders, combats and questions.
//!
//! The innermost frame is the last. A frame that needs an answer puts itself back and a [`Frame::Ask`] above it; the
//! answer is handed to the frame beneath by [`Engine::reply`](crate::rules::engine::Engine). Since all of it is state, a
//! suspended order survives being saved and goes on exactly where it stopped.

use kernel::{SeatId, map::Mode};
use serde::{Deserialize, Serialize};

use crate::model::ids::{ArmyId, CityId, FleetId, ForceId, HexId, LeaderId, PowerId, Powers, UnitKind};

/// One thing that is going on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// A question to a seat; always the innermost frame.
    Ask(Ask),
    /// An army on its way.
    March(March),
    /// A fleet on its way.
    Voyage(Voyage),
    /// Others may intercept a force that has entered a hex.
    Window(Window),
    /// A minor has woken and its reserves are to be placed (ER-5.15).
    SetUp(SetUp),
    /// A combat on land, in the open or against a city.
    LandCombat(LandCombat),
    /// A combat at sea.
    SeaCombat(SeaCombat),
    /// An alliance is offered.
    Offer(Offer),
}

/// A question to one seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// Who is asked.
    pub seat: SeatId,
    /// The powers it is asked for.
    pub powers: Powers,
    /// What is asked.
    pub question: Question,
}

/// What may be asked (ER-R45).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Question {
    /// Shall these try to intercept (ER-15)?
    Intercept {
        /// The force that moves.
        mover: ForceId,
        /// The hex it has entered.
        hex: HexId,
        /// Who may try, with the distance in movement points, ascending by id.
        candidates: Vec<(ForceId, u16)>,
    },
    /// Stand or retreat before combat (ER-17.3, ER-17.4)?
    RespondAttack {
        /// Number of the combat.
        combat: u16,
        /// Where.
        hex: HexId,
        /// Who attacks.
        attackers: Powers,
        /// Strength of the armies that attack, in quarters; none when it is hidden from the seat (ER-7.1).
        #[serde(default)]
        strength: Option<u32>,
        /// The armies that may retreat, ascending.
        armies: Vec<ArmyId>,
        /// The friendly unbesieged city of the hex.
        city: Option<CityId>,
        /// Neighbouring hexes that the map and the relations allow, those without enemies first, then ascending.
        /// Whether the enemy's strength bars the way (ER-17.4) shows when it is tried.
        hexes: Vec<HexId>,
    },
    /// Where to after a lost combat (ER-12.7, ER-R17)?
    ChooseRetreat {
        /// Number of the combat.
        combat: u16,
        /// By land or by sea.
        arm: Mode,
        /// Where from.
        hex: HexId,
        /// The places offered, the default first.
        options: Vec<Refuge>,
    },
    /// Which units are declared seasoned (ER-17.18)?
    Season {
        /// Number of the combat.
        combat: u16,
        /// Strength points there are, in quarters.
        limit: u32,
        /// Unseasoned units that survived: power, type, strength while unseasoned at the start of
        /// the combat in quarters, number.
        units: Vec<(PowerId, UnitKind, u32, u8)>,
    },
    /// Where are the units of a woken minor placed (ER-5.15)?
    SetUp {
        /// The minor.
        power: PowerId,
    },
    /// Is the alliance accepted (ER-10.2)?
    Alliance {
        /// Who offers.
        from: PowerId,
        /// To whom.
        to: PowerId,
    },
    /// Another seat's question: what it is about is not known. Only in what a seat knows.
    Unknown,
}

/// A place to retreat to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Refuge {
    /// Into the city, or the port.
    City(CityId),
    /// To a hex.
    Hex(HexId),
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// These try to intercept; nobody when empty.
    Intercept(Vec<ForceId>),
    /// What each army does; those not named stand.
    RespondAttack(Vec<(ArmyId, Response)>),
    /// Where to.
    Retreat(Refuge),
    /// These are declared seasoned.
    Season(Vec<(PowerId, UnitKind, u8)>),
    /// Where the units are placed.
    SetUp(Vec<Placement>),
    /// Whether the alliance is accepted.
    Alliance(bool),
}

/// What an army does when it is attacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Response {
    /// It fights.
    Stand,
    /// It goes into the city (ER-17.3).
    City,
    /// It tries to go to a hex (ER-17.4).
    Hex(HexId),
}

/// Units placed in a hex (ER-5.16).
#[derive(Clone, PartialEq, Debug)]
pub struct Placement {
    /// Where.
    pub hex: HexId,
    /// Land units.
    pub units: Vec<(UnitKind, u8)>,
    /// Leaders.
    pub leaders: Vec<LeaderId>,
    /// Fleet units.
    pub ships: u8,
}

/// An army on its way (ER-16.1). The whole path was found legal before the first step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct March {
    /// Which.
    pub army: ArmyId,
    /// The rest of the way, the next hex last.
    pub rest: Vec<HexId>,
    /// What comes next.
    pub next: WayStage,
}

/// A fleet on its way (ER-11.4). The whole path was found legal before the first step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Voyage {
    /// Which.
    pub fleet: FleetId,
    /// The rest of the way, the next hex last.
    pub rest: Vec<HexId>,
    /// What comes next.
    pub next: WayStage,
}

/// What comes next on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WayStage {
    /// The next hex is entered.
    Step,
    /// A hex was entered: others may intercept.
    Entered,
    /// The interceptions are settled: on, unless stopped.
    Settled,
}

/// Others may intercept a force that has entered a hex (ER-R43, ER-R44).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// The force that moves.
    pub mover: ForceId,
    /// The hex it has entered.
    pub hex: HexId,
    /// Seats still to be asked, the next last.
    pub seats: Vec<SeatId>,
    /// The seat that is asked now, for its answer.
    pub asking: Option<SeatId>,
    /// Interceptors that came, and whom others may intercept in their turn; the next last.
    pub arriving: Vec<ForceId>,
    /// Interceptors that came.
    pub came: Vec<ForceId>,
}

/// A minor's reserves are to be placed (ER-5.15, ER-R30).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SetUp {
    /// The minor.
    pub power: PowerId,
    /// The hex it was invaded in, if it was.
    pub invaded: Option<HexId>,
    /// Whether the question has been put.
    pub asked: bool,
}

/// A combat on land (ER-17).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LandCombat {
    /// Its number.
    pub number: u16,
    /// Where.
    pub hex: HexId,
    /// The city that is assaulted; `None`: in the open.
    pub city: Option<CityId>,
    /// It comes of an interception: nobody retreats before it (ER-R22).
    pub interception: bool,
    /// The attacking armies.
    pub attackers: Vec<ArmyId>,
    /// The powers attacked, and those friendly to them join (ER-R21).
    pub targets: Powers,
    /// Minors that this attack has woken: their units do not retreat before it (ER-R32).
    pub woken: Powers,
    /// The defending armies that are still there.
    pub defenders: Vec<ArmyId>,
    /// Defending seats still to be asked whether they retreat, the next last.
    pub seats: Vec<SeatId>,
    /// Powers that have retreated before the combat: five points each, once (ER-R23).
    pub retreated: Powers,
    /// Strengths in quarters when the combat began, unmodified: attackers, defenders (ER-R56). Once it is fought, what
    /// is left of them for the seasoning of the other side.
    pub strength: (u32, u32),
    /// The powers that speak for the attackers and the defenders (ER-R24, ER-R25).
    pub leading: (Option<PowerId>, Option<PowerId>),
    /// The side that lost: attackers when true.
    pub loser: Option<bool>,
    /// Armies that still have to find a refuge, the next last.
    pub leaving: Vec<ArmyId>,
    /// Beaten armies that found none and stay (ER-R17).
    pub staying: Vec<ArmyId>,
    /// Defenders have gone into the city of the hex: the attackers besiege it (ER-R37).
    pub walled: bool,
    /// Seats still to be asked about seasoning, the next last.
    pub seasoning: Vec<SeatId>,
    /// What comes next.
    pub next: LandStage,
}

impl LandCombat {
    /// A combat that begins.
    pub fn new(number: u16, hex: HexId, attackers: Vec<ArmyId>, targets: Powers) -> Self {
        Self {
            number,
            hex,
            city: None,
            interception: false,
            attackers,
            targets,
            woken: Powers::NONE,
            defenders: Vec::new(),
            seats: Vec::new(),
            retreated: Powers::NONE,
            strength: (0, 0),
            leading: (None, None),
            loser: None,
            leaving: Vec::new(),
            staying: Vec::new(),
            walled: false,
            seasoning: Vec::new(),
            next: LandStage::Begin,
        }
    }
}

/// What comes next in a combat on land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LandStage {
    /// It is seen who defends.
    Begin,
    /// Defenders are asked whether they retreat.
    Respond,
    /// The answer of the seat asked is carried out.
    Responded(SeatId),
    /// The battle is fought.
    Fight,
    /// The losers retreat, army by army.
    Retreat,
    /// The answer about the next army is carried out.
    Retreated,
    /// Units are seasoned, seat by seat.
    Season,
    /// The answer of the seat asked is carried out.
    Seasoned(SeatId),
    /// Sieges, dissolution, the end.
    Close,
}

/// A combat at sea (ER-12).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeaCombat {
    /// Its number.
    pub number: u16,
    /// Where.
    pub hex: HexId,
    /// The attacking fleets.
    pub attackers: Vec<FleetId>,
    /// The defending fleets.
    pub defenders: Vec<FleetId>,
    /// The port that the attackers came out of (ER-R20).
    pub sortie: Option<CityId>,
    /// That port was blockaded: the fleets of the sortie never leave it (ER-R20).
    pub shut_in: bool,
    /// The side that lost: attackers when true.
    pub loser: Option<bool>,
    /// Beaten fleets that still look for a port.
    pub leaving: Vec<FleetId>,
    /// What comes next.
    pub next: SeaStage,
}

/// What comes next in a combat at sea.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeaStage {
    /// The battle is fought, and the loser looks for a port.
    Fight,
    /// His answer is carried out.
    Retreated,
}

/// An alliance is offered (ER-10.2, ER-R53).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// Who offers.
    pub from: PowerId,
    /// To whom.
    pub to: PowerId,
    /// Whether the question has been put.
    pub asked: bool,
}
