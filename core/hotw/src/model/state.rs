//! All that changes in a game. Plain data: cloned and carried forward thousands of times a second by a search.

use serde::{Deserialize, Serialize};

use crate::model::ids::{
    CardId, Defence, EmpireId, Epoch, EventId, LandId, Lands, MOST_PLAYERS, Owner, PlayerId, Players, Town, WaterId,
    Works,
};

/// The state of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Order sets carried out so far.
    pub step: u32,
    /// The options it was started with.
    pub options: Options,
    /// The epoch being played.
    pub epoch: Epoch,
    /// Where in the sequence of play.
    pub stage: Stage,
    /// Per Land of the board.
    pub lands: Vec<LandState>,
    /// Fleets per water and player.
    pub fleets: Vec<[u8; MOST_PLAYERS]>,
    /// Per colour.
    pub players: Vec<PlayerState>,
    /// Empires that have been on the board or are, with the player who had them.
    pub careers: Vec<(EmpireId, PlayerId)>,
}

/// How the game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Options {
    /// Tables or dice (HW-R1).
    pub combat: CombatMode,
    /// Whether Fortresses may be built (HW-31.3).
    pub fortress: bool,
    /// Whether a Monument of one's own colour counts double (HW-31.2).
    pub preservation_of_culture: bool,
    /// Whether each seat plays two colours (HW-31.1).
    pub two_colours: bool,
}

/// What decides the battles (HW-1.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HotwCombatMode)]
pub enum CombatMode {
    /// The two tables of the source.
    #[default]
    Tables,
    /// The board game's dice.
    Dice,
}

/// Where in the sequence of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The player who rolled lowest places Sumeria (HW-21.2); the draw order is known already.
    Sumeria {
        /// Draw order of Epoch I.
        order: Vec<PlayerId>,
        /// What each of them rolled for it, before ties were rolled again (HW-21.1).
        totals: Vec<u8>,
    },
    /// The draft of the epoch (HW-21).
    Draft(Draft),
    /// An empire's turn.
    Turn(Box<Turn>),
    /// After the last epoch.
    Over,
}

/// A draft under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draft {
    /// Draw order.
    pub order: Vec<PlayerId>,
    /// Whose draw it is, as an index into the order.
    pub at: u8,
    /// The card drawn, face down to all but its drawer. `None` in the eyes of others.
    pub drawn: Option<CardId>,
    /// Cards drawn so far. Hidden from all but their drawers.
    pub seen: Vec<(PlayerId, Option<CardId>)>,
}

impl Draft {
    /// Who decides now.
    pub fn drawer(&self) -> PlayerId {
        self.order[usize::from(self.at)]
    }
}

/// A Land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LandState {
    /// Armies, if any stand there.
    pub army: Option<Garrison>,
    /// Fort or Fortress.
    pub works: Works,
    /// City or Capital.
    pub town: Town,
    /// Monument, with the colour that built it.
    pub monument: Option<PlayerId>,
}

impl LandState {
    /// Whether a player has armies here, and so controls it (HW-R38).
    pub fn held_by(&self, player: PlayerId) -> bool {
        self.army.is_some_and(|army| army.owner.is(player))
    }
    /// Whether this player's empire of this turn holds it.
    pub fn held_by_empire(&self, player: PlayerId, empire: EmpireId) -> bool {
        self.army.is_some_and(|army| army.owner.is(player) && army.empire == empire)
    }
    /// Armies here, of whomever.
    pub fn armies(&self) -> u8 {
        self.army.map_or(0, |army| army.armies)
    }
}

/// Armies in a Land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Garrison {
    /// Whose.
    pub owner: Owner,
    /// Of which empire.
    pub empire: EmpireId,
    /// How many, 1 to 3.
    pub armies: u8,
}

/// A colour.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerState {
    /// Victory points; may fall below 0 (HW-R12).
    pub vp: i32,
    /// Sum of the printed Strengths held so far.
    pub strength: u16,
    /// Event cards in hand: known ones, and in the eyes of others `unknown` of them.
    pub hand: Vec<EventId>,
    /// Cards in hand whose faces are not known to whoever looks.
    pub unknown: u8,
    /// The Empire card of this epoch, once kept or handed over.
    pub card: Option<Held>,
    /// Number of the card held in the epoch before, for ties (HW-21.3).
    pub last_number: u8,
    /// Whose Trade Bonus offers are accepted (HW-R39).
    pub trade: Players,
    /// Lands to retreat to, best first (HW-R31).
    pub retreats: Vec<LandId>,
}

/// An Empire card in front of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    /// Which, as far as whoever looks may know (HW-21.6).
    pub card: Option<CardId>,
    /// Who passed it, if it was passed.
    pub from: Option<PlayerId>,
    /// Whether its turn has been played.
    pub played: bool,
}

/// An empire's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Whose.
    pub player: PlayerId,
    /// The card.
    pub card: CardId,
    /// What may be done now.
    pub phase: Phase,
    /// Event cards played in this turn (HW-29.1).
    pub events: u8,
    /// The empire being played: a minor one, then the card's, one after the other.
    pub career: Career,
    /// How many of the card's empires have ended their expansion (HW-22.6).
    pub done: u8,
    /// Extra units that cards granted for the main empire before it began.
    pub granted: Granted,
    /// Resource Lands whose symbols have been used in this turn (HW-27.4).
    pub used: Lands,
    /// Monuments still to be placed.
    pub due: u8,
    /// Fees of this turn's lookups, in VP.
    pub fees: i32,
    /// VP at the start of the turn.
    pub vp_before: i32,
    /// Further lookups made by event fights, to tell their dice apart.
    pub fights: u16,
}

/// Extra units granted before the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Granted {
    /// Units of any kind.
    pub units: u8,
    /// Units that can only be armies.
    pub armies: u8,
}

/// What may be done in a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Events before the turn, until it is begun.
    BeforeTurn,
    /// After a Civil War's roll: which Lands are won (HW-R21).
    Survivors(Survivors),
    /// Barbarians are on the march out of a Barren Land (HW-R46).
    Barbarians {
        /// Where they came from.
        from: LandId,
        /// Lands they have tried already.
        tried: Lands,
    },
    /// Planning and expansion.
    Expansion,
    /// Monuments are to be placed.
    Monuments,
}

/// Rebels that won, before they are told where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Survivors {
    /// The Lands attacked.
    pub lands: Vec<LandId>,
    /// How many won.
    pub forces: u8,
    /// Column of the lookup, going on with further defenders (HW-4.8).
    pub column: u8,
    /// Row of the lookup.
    pub row: i8,
}

/// What an empire does in its one turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Career {
    /// The empire.
    pub empire: EmpireId,
    /// Forces not yet on the board.
    pub pool: Pool,
    /// Lookups made so far, without those of Naval Supremacy and of event fights.
    pub lookups: u8,
    /// Modifiers of event cards.
    pub cards: Modifiers,
    /// Lands that one walkover force takes: Treachery, and Surprise Attack in table mode (HW-R19).
    pub open_lands: Lands,
    /// Lands of a Surprise Attack: in dice mode attacked without fort and terrain, in table mode open as well.
    pub surprised: Lands,
    /// Forts to be built for nothing (Engineering).
    pub free_forts: u8,
    /// Unallocated forces, walkovers and stacks that can only become armies.
    pub armies_only: u8,
    /// Stack ids given out so far.
    pub stacks_made: u8,
}

/// What cards do to an empire's fights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Modifiers {
    /// Rows added to each lookup.
    pub rows: i8,
    /// Column shift of Rigid lookups, until a force is lost.
    pub rigid_shift: i8,
    /// Column shift of Compliant lookups, until a force is lost.
    pub compliant_shift: i8,
    /// Leader alive: third die.
    pub leader: bool,
    /// Elite Troops without a loss: third die.
    pub elite: bool,
    /// Losses that Jihad still bears: 2 at first (third die and ties), 1 (ties), 0.
    pub jihad: u8,
    /// Weaponry: +1 to each attack die.
    pub weaponry: bool,
    /// Fanaticism: ties won.
    pub fanaticism: bool,
    /// Siegecraft: forts do not count (HW-8.8).
    pub siegecraft: bool,
    /// Naval Supremacy: rows added in its own lookup; 0 without the card.
    pub naval_rows: i8,
    /// Whether the lookup of Naval Supremacy is still to be made.
    pub naval_lookup: bool,
}

/// Forces not yet on the board (HW-5.4, HW-5.5).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pool {
    /// Without a task.
    pub unallocated: u8,
    /// For entries without a fight, forts and stacking.
    pub walkover: u8,
    /// One stack per lookup.
    pub stacks: Vec<Stack>,
    /// Allies: into vacant Lands next to the empire, each another.
    pub allies: u8,
    /// Ship Building: fleets into waters without a fight.
    pub ships: u8,
}

impl Pool {
    /// All forces that are not restricted.
    pub fn total(&self) -> u32 {
        let stacks: u32 = self.stacks.iter().map(|stack| u32::from(stack.forces)).sum();
        u32::from(self.unallocated) + u32::from(self.walkover) + stacks
    }
}

/// Forces bought by one lookup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stack {
    /// Number within the empire's turn, from 1.
    pub id: u8,
    /// The level it was bought for.
    pub defence: Defence,
    /// Forces left.
    pub forces: u8,
    /// What further defenders cost.
    pub method: Method,
    /// Only against fleets: the lookup of Naval Supremacy (HW-R18).
    pub naval: bool,
}

/// How a stack was bought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// By a Rigid lookup.
    Rigid {
        /// Defenders that may still be removed (HW-R4).
        credit: u8,
    },
    /// By a Compliant lookup.
    Compliant {
        /// Present column (HW-4.6); left of 1 after a column shift.
        column: i16,
        /// Row of the lookup, fixed, as read (HW-R2).
        row: i8,
    },
}

impl State {
    /// A Land.
    pub fn land(&self, id: LandId) -> &LandState {
        &self.lands[id.index()]
    }
    /// A Land, to be changed.
    pub fn land_mut(&mut self, id: LandId) -> &mut LandState {
        &mut self.lands[id.index()]
    }
    /// A player.
    pub fn player(&self, id: PlayerId) -> &PlayerState {
        &self.players[id.index()]
    }
    /// A player, to be changed.
    pub fn player_mut(&mut self, id: PlayerId) -> &mut PlayerState {
        &mut self.players[id.index()]
    }
    /// All players.
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players.len()).map(PlayerId::at)
    }
    /// Fleets of a player in a water.
    pub fn fleets_of(&self, player: PlayerId, water: WaterId) -> u8 {
        self.fleets[water.index()][player.index()]
    }
    /// Fleets of all other players in a water.
    pub fn enemy_fleets(&self, player: PlayerId, water: WaterId) -> u8 {
        let all = self.fleets[water.index()].iter().enumerate();
        all.filter(|(other, _)| *other != player.index()).map(|(_, count)| *count).sum()
    }
    /// The turn under way.
    pub fn turn(&self) -> Option<&Turn> {
        match &self.stage {
            Stage::Turn(turn) => Some(turn),
            _ => None,
        }
    }
    /// The player who is to act: places Sumeria, decides on a card, or plays an empire.
    pub fn active(&self) -> Option<PlayerId> {
        match &self.stage {
            Stage::Sumeria { order, .. } => order.first().copied(),
            Stage::Draft(draft) => Some(draft.drawer()),
            Stage::Turn(turn) => Some(turn.player),
            Stage::Over => None,
        }
    }
    /// Lands in which a player has armies.
    pub fn lands_of(&self, player: PlayerId) -> Lands {
        self.lands_where(|land| land.held_by(player))
    }
    /// Lands that this turn's empire holds: its base (HW-23.1, HW-23.2).
    pub fn base(&self, player: PlayerId, empire: EmpireId) -> Lands {
        self.lands_where(|land| land.held_by_empire(player, empire))
    }
    fn lands_where(&self, wanted: impl Fn(&LandState) -> bool) -> Lands {
        self.lands.iter().enumerate().filter(|(_, land)| wanted(land)).map(|(index, _)| LandId::at(index)).collect()
    }
}
