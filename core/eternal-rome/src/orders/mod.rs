//! What a player may ask (docs/rules/eternal-rome.md, section 5).
//!
//! Armies and fleets are named as the views name them (`OCT-A3`, `OCT-F1`), powers by code or name, places by hex
//! (`2824`) or by the name of their city, leaders by any part of their name that fits one alone.

pub mod answer;
mod answers;
pub mod carry_out;
mod context;
mod hints;
pub mod judge;
mod kinds;
pub mod notation;
mod parts;

use kernel::map::Mode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use context::OrderContext;
pub use parts::{ArmyResponse, NotAgain, PlaceUnits, Reaction, Season, SeasonedUnits, Transfer};

use crate::model::units::{OptionName, Units};

use crate::model::ids::UnitKind;
use crate::model::state::{AttackedPolicy, InterceptPolicy, Phase};

/// An order. `power` is the power that acts; the seat must control it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = EternalRomeOrder)]
pub enum Order {
    /// Decision: places all units of a minor that has woken (ER-5.15, ER-5.16).
    #[schema(title = "EternalRomeSetUpUnits")]
    SetUpUnits {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which units go where; all must be placed.
        placements: Vec<PlaceUnits>,
    },
    /// Taxation: raises unseasoned land units (ER-9.1 to ER-9.12).
    #[schema(title = "EternalRomeRecruitUnits")]
    RecruitUnits {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Where.
        #[schema(example = "Roma")]
        hex: String,
        /// Type of unit.
        unit_type: UnitKind,
        /// How many, 1 or 2.
        #[schema(minimum = 1, maximum = 2, example = 1)]
        count: u8,
    },
    /// Taxation: lays down fleet units, ready in three months (ER-9.4).
    #[schema(title = "EternalRomeBuildFleet")]
    BuildFleet {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// In which port.
        #[schema(example = "Brundisium")]
        port: String,
        /// How many, 1 or 2.
        #[schema(minimum = 1, maximum = 2, example = 1)]
        count: u8,
    },
    /// Taxation: sends talents to an ally, patron or client (ER-10.1, ER-R52).
    #[schema(title = "EternalRomeTransferTalents")]
    TransferTalents {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Who receives them.
        #[schema(example = "GAL")]
        to: String,
        /// How many.
        #[schema(minimum = 1, example = 20)]
        amount: u32,
    },
    /// Taxation: offers an alliance to another major (ER-10.2).
    #[schema(title = "EternalRomeProposeAlliance")]
    ProposeAlliance {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// To whom.
        #[schema(example = "ANT")]
        with: String,
    },
    /// Decision: accepts or declines an alliance (ER-10.2, ER-R53).
    #[schema(title = "EternalRomeRespondAlliance")]
    RespondAlliance {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Who offers it.
        #[schema(example = "OCT")]
        with: String,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Taxation: ends an alliance (ER-10.5).
    #[schema(title = "EternalRomeTerminateAlliance")]
    TerminateAlliance {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// With whom.
        #[schema(example = "ANT")]
        with: String,
    },
    /// Naval: sails along a path (ER-11.1 to ER-11.7).
    #[schema(title = "EternalRomeMoveFleet")]
    MoveFleet {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-F1")]
        fleet: String,
        /// The hexes to enter, in order.
        #[schema(min_items = 1, example = json!(["3328", "3428"]))]
        path: Vec<String>,
    },
    /// Naval, land movement: moves a force along the cheapest way (ER-11.5, ER-16.2).
    #[schema(title = "EternalRomeFollowTrack")]
    FollowTrack {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Army or fleet.
        #[schema(example = "OCT-A2")]
        force: String,
        /// The destination, or way-points and then the destination.
        #[schema(min_items = 1, example = json!(["Brundisium"]))]
        to: Vec<String>,
        /// Enters the land of inactive neutrals (ER-R30).
        #[serde(default, skip_serializing_if = "is_false")]
        invade: bool,
    },
    /// Naval: enters the port of the hex (ER-11.6, ER-R10).
    #[schema(title = "EternalRomeAnchorFleet")]
    AnchorFleet {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-F1")]
        fleet: String,
    },
    /// Naval: takes units and leaders aboard, and may set others ashore in the same action (ER-11.9 to ER-11.11).
    #[schema(title = "EternalRomeEmbarkUnits")]
    EmbarkUnits {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-F1")]
        fleet: String,
        /// From which army; the only own one in the hex when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "OCT-A2")]
        army: Option<String>,
        /// Units that go aboard.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Units>,
        /// Leaders that go aboard.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(example = json!(["Agrippa"]))]
        leaders: Vec<String>,
        /// What goes back to the army.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ashore: Option<Transfer>,
    },
    /// Naval: lands in the friendly unblockaded port of the hex; without units and leaders, all aboard (ER-11.12).
    #[schema(title = "EternalRomeDisembarkToPort")]
    DisembarkToPort {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-F1")]
        fleet: String,
        /// Units that land.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Units>,
        /// Leaders that land.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(example = json!(["Agrippa"]))]
        leaders: Vec<String>,
    },
    /// Naval: lands on the coast of the hex; without units and leaders, all aboard (ER-11.13 to ER-11.16).
    #[schema(title = "EternalRomeDisembarkUnits")]
    DisembarkUnits {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-F1")]
        fleet: String,
        /// Units that land.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Units>,
        /// Leaders that land.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(example = json!(["Agrippa"]))]
        leaders: Vec<String>,
        /// Lands on the coast of an inactive neutral (ER-R30).
        #[serde(default, skip_serializing_if = "is_false")]
        invade: bool,
    },
    /// Naval: makes two fleets of one (ER-11.17).
    #[schema(title = "EternalRomeSplitFleet")]
    SplitFleet {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-F1")]
        fleet: String,
        /// Fleet units of the new fleet.
        #[schema(minimum = 1, example = 2)]
        new_size: u8,
        /// Units aboard the new fleet.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Units>,
        /// Leaders aboard the new fleet.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(example = json!([]))]
        leaders: Vec<String>,
    },
    /// Naval: moves fleet units, units and leaders between two fleets of one player (ER-11.17, ER-R62).
    #[schema(title = "EternalRomeExchangeFleets")]
    ExchangeFleets {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// One.
        #[schema(example = "OCT-F1")]
        fleet: String,
        /// The other.
        #[schema(example = "OCT-F2")]
        other: String,
        /// What the first gives to the other.
        #[serde(default, skip_serializing_if = "Transfer::is_empty")]
        give: Transfer,
        /// What the first takes from the other.
        #[serde(default, skip_serializing_if = "Transfer::is_empty")]
        take: Transfer,
    },
    /// Naval: joins all fleets of one player in a hex that have the same status (ER-11.17).
    #[schema(title = "EternalRomeConcentrateFleets")]
    ConcentrateFleets {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Where.
        #[schema(example = "Brundisium")]
        hex: String,
    },
    /// Naval: besieges the enemy port of the hex (ER-11.19).
    #[schema(title = "EternalRomeLaySiegePort")]
    LaySiegePort {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-F1")]
        fleet: String,
    },
    /// Naval (fleet), land movement (army): gives up a siege (ER-R37).
    #[schema(title = "EternalRomeLiftSiege")]
    LiftSiege {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Army or fleet.
        #[schema(example = "OCT-A2")]
        force: String,
    },
    /// Naval: attacks the fleets of a hostile power and its friends in the hex (ER-12, ER-R19).
    #[schema(title = "EternalRomeAttackFleet")]
    AttackFleet {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// The attackers, all in one hex.
        #[schema(min_items = 1, example = json!(["OCT-F1"]))]
        fleets: Vec<String>,
        /// The power attacked.
        #[schema(example = "ANT")]
        target: String,
    },
    /// Land movement: marches along a path (ER-16.1).
    #[schema(title = "EternalRomeMoveArmy")]
    MoveArmy {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-A2")]
        army: String,
        /// The hexes to enter, in order.
        #[schema(min_items = 1, example = json!(["3227", "3127"]))]
        path: Vec<String>,
        /// Enters the land of inactive neutrals (ER-R30).
        #[serde(default, skip_serializing_if = "is_false")]
        invade: bool,
    },
    /// Land movement: heavy cavalry rides down weak units in the hex (ER-16.3 to ER-16.5).
    #[schema(title = "EternalRomeOverrun")]
    Overrun {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-A2")]
        army: String,
        /// Its own hex.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "3627")]
        hex: Option<String>,
    },
    /// Land movement, land combat: goes into the friendly unbesieged city of the hex (ER-R9).
    #[schema(title = "EternalRomeEnterCity")]
    EnterCity {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-A2")]
        army: String,
    },
    /// Land movement, land combat: goes out of an unbesieged city (ER-R9).
    #[schema(title = "EternalRomeLeaveCity")]
    LeaveCity {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-A2")]
        army: String,
    },
    /// Land movement, siege: makes two armies of one (ER-6.5).
    #[schema(title = "EternalRomeSplitArmy")]
    SplitArmy {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-A2")]
        army: String,
        /// Units of the new army.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Units>,
        /// Leaders of the new army.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(example = json!(["Agrippa"]))]
        leaders: Vec<String>,
    },
    /// Land movement, siege: moves units and leaders between two armies of one power (ER-6.5, ER-R62).
    #[schema(title = "EternalRomeExchangeArmies")]
    ExchangeArmies {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// One.
        #[schema(example = "OCT-A2")]
        army: String,
        /// The other.
        #[schema(example = "OCT-A3")]
        other: String,
        /// What the first gives to the other.
        #[serde(default, skip_serializing_if = "Transfer::is_empty")]
        give: Transfer,
        /// What the first takes from the other.
        #[serde(default, skip_serializing_if = "Transfer::is_empty")]
        take: Transfer,
    },
    /// Land movement, siege: joins all armies of the power in a hex that have the same status (ER-6.5).
    #[schema(title = "EternalRomeConcentrateArmies")]
    ConcentrateArmies {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Where.
        #[schema(example = "Brundisium")]
        hex: String,
    },
    /// Land movement, land combat: besieges the enemy city of the hex (ER-18.1, ER-R37).
    #[schema(title = "EternalRomeLaySiege")]
    LaySiege {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "OCT-A2")]
        army: String,
        /// Which; the one of the hex when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "Patrae")]
        city: Option<String>,
    },
    /// Land combat: attacks enemy armies in the hex (ER-17.2, ER-R21).
    #[schema(title = "EternalRomeAttackArmy")]
    AttackArmy {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// The attackers, all in one hex.
        #[schema(min_items = 1, example = json!(["OCT-A2"]))]
        armies: Vec<String>,
        /// The powers attacked; those friendly to them join.
        #[schema(min_items = 1, example = json!(["ANT"]))]
        targets: Vec<String>,
    },
    /// Land combat: attacks the enemy city of the hex (ER-17.9 to ER-17.11, ER-R18).
    #[schema(title = "EternalRomeAssaultCity")]
    AssaultCity {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// The attackers, all in its hex.
        #[schema(min_items = 1, example = json!(["OCT-A2"]))]
        armies: Vec<String>,
        /// Which.
        #[schema(example = "Patrae")]
        city: String,
    },
    /// Decision: declares surviving units seasoned (ER-17.18).
    #[schema(title = "EternalRomeSeasonUnits")]
    SeasonUnits {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Number of the combat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = 4)]
        combat: Option<u16>,
        /// Which; an empty list for none.
        units: Vec<SeasonedUnits>,
    },
    /// Siege: plunders a province whose capital is held with heavy troops (ER-19).
    #[schema(title = "EternalRomePlunderProvince")]
    PlunderProvince {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = "Macedonia")]
        province: String,
    },
    /// Decision: these fleets try to intercept; nobody does when the list is empty (ER-15.2 to ER-15.6).
    #[schema(title = "EternalRomeInterceptFleet")]
    InterceptFleet {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = json!(["ANT-F1"]))]
        interceptors: Vec<String>,
        /// What need not be asked again; every hex is when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_again: Option<NotAgain>,
    },
    /// Decision: these armies try to intercept; nobody does when the list is empty (ER-15.7 to ER-15.11).
    #[schema(title = "EternalRomeInterceptArmy")]
    InterceptArmy {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Which.
        #[schema(example = json!(["ANT-A2"]))]
        interceptors: Vec<String>,
        /// What need not be asked again; every hex is when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_again: Option<NotAgain>,
    },
    /// Decision: stand or retreat before combat; armies not named stand (ER-17.3 to ER-17.7).
    #[schema(title = "EternalRomeRespondAttack")]
    RespondAttack {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Number of the combat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = 4)]
        combat: Option<u16>,
        /// What each army does.
        responses: Vec<ArmyResponse>,
    },
    /// Decision: where to after a lost combat (ER-12.7, ER-R17).
    #[schema(title = "EternalRomeChooseRetreat")]
    ChooseRetreat {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Number of the combat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = 4)]
        combat: Option<u16>,
        /// A city or hex among those offered.
        #[schema(example = "Corcyra")]
        to: String,
    },
    /// Any time: standing answers to decisions, of a force or of the whole power (ER-R45). What is absent stays as it is.
    #[schema(title = "EternalRomeSetPolicy")]
    SetPolicy {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// Army or fleet; the whole power when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "ANT-F1")]
        force: Option<String>,
        /// To interceptions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        intercept: Option<InterceptPolicy>,
        /// When attacked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        respond_attack: Option<AttackedPolicy>,
        /// After a lost battle: `ask`, `nearest`, or a city.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "nearest")]
        retreat_to: Option<String>,
        /// Units are seasoned by the default without a question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        season: Option<bool>,
        /// Woken minors are placed by the default without a question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        set_up: Option<bool>,
    },
    /// Any time: a wish for an option; it changes when all seats agree (ER-R54).
    #[schema(title = "EternalRomeSetOption")]
    SetOption {
        /// Which.
        option: OptionName,
        /// On or off.
        value: bool,
    },
    /// Any time: the cheapest way along a list of places (ER-21.1).
    #[schema(title = "EternalRomeQueryDistance")]
    QueryDistance {
        /// Two or more places.
        #[schema(min_items = 2, example = json!(["Roma", "Brundisium"]))]
        hexes: Vec<String>,
        /// By land or by sea.
        mode: Mode,
        /// Summer or winter costs.
        season: Season,
    },
    /// Own phases: the phase is over (section 3).
    #[schema(title = "EternalRomeEndPhase")]
    EndPhase {
        /// Who acts.
        #[schema(example = "OCT")]
        power: String,
        /// The phase meant; refused when another is under way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phase: Option<Phase>,
    },
    /// Any time: the seat is given up (ER-1.5, ER-R60).
    #[schema(title = "EternalRomeResign")]
    Resign {
        /// Must be true.
        confirm: bool,
    },
}

fn is_false(flag: &bool) -> bool {
    !*flag
}
