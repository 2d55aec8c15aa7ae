//! A campaign with its dice while orders are carried out: what all rules share.

use kernel::{Addressed, Audience, Dice, GameSeed, Refusal, RuleRef};

use crate::model::array;
use crate::model::ids::{EmpireId, LandId, Owner, PlayerId, Space, WaterId};
use crate::model::scenario::{Board, Scenario};
use crate::model::state::{Career, CombatMode, Stage, State, Turn};
use crate::rules::event::{Event, EventKind};

/// A campaign with its dice, while orders are carried out.
pub struct Engine<'a> {
    /// The scenario.
    pub sc: &'a Scenario,
    /// Its board.
    pub board: &'a Board,
    /// What changes.
    pub st: &'a mut State,
    dice: &'a mut Dice,
    events: Option<Vec<Addressed<Event>>>,
    /// Whether chance, or what is hidden from whoever plans, such as a card face down or a standing order of others, has
    /// decided something: from here on nothing more can be foreseen.
    pub open: bool,
    streams: u16,
}

pub(crate) type Done = Result<(), Refusal>;

impl<'a> Engine<'a> {
    /// An engine that records events.
    pub fn new(sc: &'a Scenario, st: &'a mut State, dice: &'a mut Dice) -> Self {
        Self { sc, board: &sc.board, st, dice, events: Some(Vec::new()), open: false, streams: 0 }
    }

    /// The same without events: for checking orders and for playouts.
    pub fn quiet(sc: &'a Scenario, st: &'a mut State, dice: &'a mut Dice) -> Self {
        Self { events: None, ..Self::new(sc, st, dice) }
    }

    /// The events so far.
    pub fn into_events(self) -> Vec<Addressed<Event>> {
        self.events.unwrap_or_default()
    }

    pub(crate) fn say(&mut self, rule: &'static str, what: impl FnOnce(&Board, &Scenario) -> EventKind) {
        self.tell(Audience::Everyone, rule, what);
    }

    pub(crate) fn tell(
        &mut self, audience: Audience, rule: &'static str, what: impl FnOnce(&Board, &Scenario) -> EventKind,
    ) {
        if let Some(events) = &mut self.events {
            let event = Event { rule: RuleRef::new(rule), what: what(self.board, self.sc) };
            events.push(Addressed { audience, event });
        }
    }

    /// Six-sided dice, all of one stream.
    pub(crate) fn roll(&mut self, purpose: &'static str, place: u16, count: usize, rule: &'static str) -> Vec<u8> {
        self.open = true;
        self.streams += 1;
        let mut stream = self.dice.stream(purpose, place, self.streams);
        (0..count).map(|_| stream.d6(RuleRef::new(rule)) as u8).collect()
    }

    /// The three dice of a lookup (HW-2.1).
    pub(crate) fn roll_3d6(&mut self, purpose: &'static str, place: u16, rule: &'static str) -> [u8; 3] {
        self.open = true;
        self.streams += 1;
        let mut stream = self.dice.stream(purpose, place, self.streams);
        std::array::from_fn(|_| stream.d6(RuleRef::new(rule)) as u8)
    }

    /// One of `len` at random.
    pub(crate) fn pick(&mut self, purpose: &'static str, place: u16, len: usize, rule: &'static str) -> usize {
        self.open = true;
        self.streams += 1;
        self.dice.stream(purpose, place, self.streams).pick(len, RuleRef::new(rule))
    }

    pub(crate) fn turn(&self) -> &Turn {
        self.st.turn().expect("only called in a turn")
    }

    pub(crate) fn turn_mut(&mut self) -> &mut Turn {
        match &mut self.st.stage {
            Stage::Turn(turn) => turn,
            _ => unreachable!("only called in a turn"),
        }
    }

    pub(crate) fn career(&self) -> &Career {
        &self.turn().career
    }

    pub(crate) fn career_mut(&mut self) -> &mut Career {
        &mut self.turn_mut().career
    }

    pub(crate) fn player(&self) -> PlayerId {
        self.turn().player
    }

    /// All players but the active one.
    pub(crate) fn others(&self) -> Vec<PlayerId> {
        let player = self.player();
        self.st.player_ids().filter(|other| *other != player).collect()
    }

    pub(crate) fn empire(&self) -> EmpireId {
        self.career().empire
    }

    pub(crate) fn dice_mode(&self) -> bool {
        self.st.options.combat == CombatMode::Dice
    }

    /// The array of forces as it stands (HW-10); empty when no events are recorded.
    pub(crate) fn array(&self) -> String {
        if self.events.is_some() { array::write(&self.career().pool) } else { String::new() }
    }

    /// Forces of the pool were lost (HW-R15): Elite Troops and Jihad lose their edge.
    pub(crate) fn suffer(&mut self, lost: u8) {
        if lost > 0 {
            let career = self.career_mut();
            career.armies_only = career.armies_only.saturating_sub(lost);
            career.cards.rigid_shift = 0;
            career.cards.compliant_shift = 0;
        }
    }
}

/// Dice for looking ahead, where the faces do not matter: whatever they decide is not to be relied on. They are real
/// ones, because dice that always show the same would tie for ever (HW-25.4).
pub fn idle_dice() -> Dice {
    Dice::keyed(&GameSeed([0; 32]), "looking ahead").quiet()
}

/// Id of a Land.
pub(crate) fn land_name(board: &Board, land: LandId) -> String {
    board.land(land).id.clone()
}

/// Id of a water.
pub(crate) fn water_name(board: &Board, water: WaterId) -> String {
    board.water(water).id.clone()
}

/// Id of a space.
pub(crate) fn space_name(board: &Board, space: Space) -> String {
    match space {
        Space::Land(land) => land_name(board, land),
        Space::Water(water) => water_name(board, water),
    }
}

/// Key of a player.
pub(crate) fn key(sc: &Scenario, player: PlayerId) -> String {
    sc.colour(player).key.clone()
}

/// Key of an owner, `neutral` for nobody's.
pub fn owner_key(sc: &Scenario, owner: Owner) -> String {
    match owner {
        Owner::Player(player) => key(sc, player),
        Owner::Neutral => "neutral".into(),
    }
}

/// Id of an empire, `remnants` for armies of none.
pub fn empire_key(board: &Board, empire: EmpireId) -> String {
    board.empires.get(empire.index()).map_or_else(|| "remnants".into(), |empire| empire.id.clone())
}
