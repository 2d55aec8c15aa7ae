//! What each seat may see (docs/rules/hotw.md, section 6): nearly everything lies on the table; hidden are the hands of
//! others, cards that lie face down, and what nobody drew.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::ids::{Defence, Epoch, Town, Works};
use crate::model::state::CombatMode;
use crate::rules::event::AreaHold;

/// A game as one seat sees it. Lands, waters, empires, cards and players are named by their ids.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = HotwView)]
pub struct View {
    /// Key of the seat whose view it is.
    pub seat: String,
    /// Keys of the colours that it plays.
    pub colours: Vec<String>,
    /// Order sets carried out so far.
    pub step: u32,
    /// The epoch being played.
    pub epoch: Epoch,
    /// Its years.
    pub years: String,
    /// What is going on: `sumeria`, `draft`, `before_turn`, `survivors`, `barbarians`, `expansion`, `monuments` or `over`.
    pub phase: String,
    /// Key of the colour that is to act; nobody once the game is over.
    #[schema(required)]
    pub active: Option<String>,
    /// Whether this seat is to act now.
    pub to_act: bool,
    /// What it may do now: the types of orders.
    pub may: Vec<String>,
    /// The options of the game.
    pub options: OptionsView,
    /// All colours, with what is public about them.
    pub players: Vec<PlayerView>,
    /// The draft under way.
    #[schema(required)]
    pub draft: Option<DraftView>,
    /// The empire's turn under way.
    #[schema(required)]
    pub turn: Option<TurnView>,
    /// Event cards of this seat's colours.
    pub hands: Vec<HandView>,
    /// All Lands, in the board's order.
    pub lands: Vec<LandView>,
    /// All waters, in the board's order.
    pub waters: Vec<WaterView>,
    /// All Areas: what they are worth in this epoch, and who holds how much of them.
    pub areas: Vec<AreaView>,
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwOptions)]
pub struct OptionsView {
    /// Tables or dice.
    pub combat_mode: CombatMode,
    /// Whether Fortresses may be built.
    pub fortress: bool,
    /// Whether a Monument of one's own colour counts double.
    pub preservation_of_culture: bool,
    /// Whether each seat plays two colours.
    pub two_colours: bool,
}

/// What is public about a colour, and its card as far as the seat knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwPlayer)]
pub struct PlayerView {
    /// Key.
    pub player: String,
    /// Name.
    pub name: String,
    /// Key of the seat that plays it.
    pub seat: String,
    /// Victory points.
    pub vp: i32,
    /// Strength marker (HW-22.3).
    pub strength_marker: u16,
    /// Number of event cards in hand.
    pub event_cards: u8,
    /// Whether it has an Empire card this epoch.
    pub has_card: bool,
    /// Which, if this seat knows.
    #[schema(required)]
    pub card: Option<String>,
    /// Who passed it the card, if it was passed.
    #[schema(required)]
    pub passed_by: Option<String>,
    /// Whether the card's turn has been played.
    pub played: bool,
    /// Lands held.
    pub lands: u8,
    /// What it would score if its turn ended now (HW-28).
    pub would_score: i32,
    /// Whose Trade Bonus it accepts; own colours only.
    #[schema(required)]
    pub accepts_trade_of: Option<Vec<String>>,
    /// Its retreat priority; own colours only.
    #[schema(required)]
    pub retreat_priority: Option<Vec<String>>,
}

/// A draft under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwDraft)]
pub struct DraftView {
    /// Draw order.
    pub order: Vec<String>,
    /// Who decides now.
    pub drawer: String,
    /// The card drawn; its drawer alone sees it.
    #[schema(required)]
    pub drawn: Option<String>,
    /// Whether the drawer may keep it.
    pub may_keep: bool,
    /// To whom the drawer may pass it.
    pub may_pass_to: Vec<String>,
    /// Cards that this seat has seen in this draft, its own draws.
    pub seen: Vec<String>,
}

/// An empire's turn under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwTurn)]
pub struct TurnView {
    /// Whose.
    pub player: String,
    /// The Empire card.
    pub card: String,
    /// The empire being played; a minor one plays before its player's main one.
    pub empire: String,
    /// Event cards played in this turn, 2 at most.
    pub events_played: u8,
    /// The forces not yet on the board, as the source writes them (HW-10): `{?:4,wo:1,0:6,-2:2}`.
    pub array: String,
    /// The same in full.
    pub pool: PoolView,
    /// Lookups made; the third and each further one costs 1 VP.
    pub lookups: u8,
    /// Fees so far, in VP.
    pub fees: i32,
    /// Modifiers of the event cards in force.
    pub modifiers: ModifiersView,
    /// Lands that one walkover force takes: Treachery, and Surprise Attack in table mode.
    pub open_lands: Vec<String>,
    /// Where a force may go now, with the defence it would meet: the board's adjacency, terrain, straits, fleets and
    /// cards all reckoned in.
    pub reach: Vec<ReachView>,
    /// Rebels of a Civil War that are to be told which Lands they won.
    #[schema(required)]
    pub survivors: Option<SurvivorsView>,
    /// Barbarians on the march: the Barren Land they come from.
    #[schema(required)]
    pub barbarians: Option<String>,
    /// Monuments to be placed, and where.
    pub monuments_due: u8,
    /// Sites for the next Monument.
    pub monument_sites: Vec<String>,
}

/// Forces not yet on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwPool)]
pub struct PoolView {
    /// Without a task.
    pub unallocated: u8,
    /// For entries without a fight, forts and stacking.
    pub walkover: u8,
    /// One stack per lookup.
    pub stacks: Vec<StackView>,
    /// Armies of Allies.
    pub allies: u8,
    /// Fleets of Ship Building.
    pub ships: u8,
    /// Free forts of Engineering.
    pub free_forts: u8,
    /// How many of the forces can only become armies.
    pub armies_only: u8,
}

/// A combat stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwStack)]
pub struct StackView {
    /// Number, as orders name it in `stack`.
    pub id: String,
    /// The level it was bought for; it serves for this and any lower one (HW-R9).
    pub defence: Defence,
    /// Forces left.
    pub forces: u8,
    /// `rigid` or `compliant`.
    pub table: String,
    /// Rigid: defenders that may still be removed.
    #[schema(required)]
    pub credit: Option<u8>,
    /// Compliant: the column now.
    #[schema(required)]
    pub column: Option<i16>,
    /// Compliant: the row.
    #[schema(required)]
    pub row: Option<i8>,
    /// Only against fleets.
    pub naval: bool,
}

/// Modifiers in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwModifiers)]
pub struct ModifiersView {
    /// Rows added to each lookup.
    pub rows: i8,
    /// Column shift of the next Rigid lookup.
    pub rigid_shift: i8,
    /// Column shift of the next Compliant lookup.
    pub compliant_shift: i8,
    /// Forts do not count.
    pub siegecraft: bool,
    /// A lookup of Naval Supremacy is free.
    pub naval_lookup: bool,
}

/// Land or water.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HotwSpaceKind)]
pub enum SpaceKind {
    /// A Land.
    Land,
    /// A Sea or an Ocean.
    Water,
}

/// A space that a force may enter now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwReach)]
pub struct ReachView {
    /// The Land or water.
    pub space: String,
    /// Which of the two it is: `expand_land` and `expand_water` are the orders.
    pub kind: SpaceKind,
    /// The easiest way in: a Land or a water.
    pub via: String,
    /// Enemy armies or fleets to be removed; 0 for a walkover.
    pub defenders: u8,
    /// Defence value over that way; 0 for a walkover.
    pub defence: Defence,
}

/// Rebels to be told which Lands they won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwSurvivors)]
pub struct SurvivorsView {
    /// The Lands attacked.
    pub lands: Vec<String>,
    /// How many of them are won.
    pub forces: u8,
}

/// Event cards in hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwHand)]
pub struct HandView {
    /// Colour.
    pub player: String,
    /// The cards.
    pub cards: Vec<HandCard>,
}

/// An event card in hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwHandCard)]
pub struct HandCard {
    /// Kind of card.
    pub card: String,
    /// Whether it could be played now, targets aside.
    pub playable: bool,
}

/// A Land.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwLand)]
pub struct LandView {
    /// Id.
    pub land: String,
    /// Whose armies stand here: a player, `neutral`, or nobody.
    #[schema(required)]
    pub owner: Option<String>,
    /// Their empire; `remnants` when they were raised by an event.
    #[schema(required)]
    pub empire: Option<String>,
    /// How many, 0 to 3.
    pub armies: u8,
    /// Fort or Fortress.
    pub works: Works,
    /// City or Capital.
    pub town: Town,
    /// The colour that built the Monument here.
    #[schema(required)]
    pub monument: Option<String>,
}

/// A Sea or an Ocean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwWater)]
pub struct WaterView {
    /// Id.
    pub water: String,
    /// Fleets by player.
    pub fleets: Vec<FleetView>,
}

/// Fleets of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwFleets)]
pub struct FleetView {
    /// Player.
    pub player: String,
    /// How many.
    pub fleets: u8,
}

/// An Area now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwArea)]
pub struct AreaView {
    /// Id.
    pub area: String,
    /// Base value in this epoch.
    pub vp: u8,
    /// How many Lands are needed for Control.
    pub lands: u8,
    /// Who is there.
    pub holders: Vec<AreaHolder>,
}

/// A player in an Area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwAreaHolder)]
pub struct AreaHolder {
    /// Player, or `neutral`.
    pub player: String,
    /// Lands held.
    pub lands: u8,
    /// How far that goes; nothing for neutrals.
    #[schema(required)]
    pub step: Option<AreaHold>,
}
