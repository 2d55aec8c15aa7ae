//! The sequence of play: one command at a time, carried out whole or not at all.

mod assault;
mod dice;
mod draft;
mod events;
mod expansion;
mod monuments;
mod planning;
pub mod score;
mod setup;
mod turn;
pub mod ways;

use kernel::{Addressed, Audience, Dice, GameSeed, Refusal, RuleRef, SeatId};

use crate::command::{Command, Source};
use crate::event::{Event, What};
use crate::ids::{EmpireId, EventId, LandId, Owner, PlayerId, Space, WaterId};
use crate::notation;
use crate::scenario::{Board, Effect, Scenario, Timing};
use crate::state::{Career, CombatMode, Phase, Stage, State, Turn};

pub use draft::{may_keep, recipients};
pub use events::needs;
pub use monuments::sites;
pub use planning::{MOST_DEFENDERS, MOST_FORCES};
pub use setup::start;

/// A game with its dice, while orders are carried out.
pub struct Game<'a> {
    /// The scenario.
    pub sc: &'a Scenario,
    /// Its board.
    pub board: &'a Board,
    /// What changes.
    pub st: &'a mut State,
    dice: &'a mut Dice,
    news: Option<Vec<Addressed<Event>>>,
    /// Whether chance, or what is hidden from whoever plans, such as a card face down or a standing order of others, has
    /// decided something: from here on nothing more can be foreseen.
    pub open: bool,
    streams: u16,
}

type Done = Result<(), Refusal>;

impl<'a> Game<'a> {
    /// A game whose events are told.
    pub fn new(sc: &'a Scenario, st: &'a mut State, dice: &'a mut Dice) -> Self {
        Self { sc, board: &sc.board, st, dice, news: Some(Vec::new()), open: false, streams: 0 }
    }

    /// A game nobody listens to: for checking orders and for playouts.
    pub fn quiet(sc: &'a Scenario, st: &'a mut State, dice: &'a mut Dice) -> Self {
        Self { news: None, ..Self::new(sc, st, dice) }
    }

    /// The events so far.
    pub fn into_news(self) -> Vec<Addressed<Event>> {
        self.news.unwrap_or_default()
    }

    /// Carries out an order of a seat, whole or not at all.
    pub fn carry_out(&mut self, seat: SeatId, command: &Command) -> Done {
        match command {
            Command::SetTradePolicy { accept, colour } => return self.set_trade_policy(seat, *accept, *colour),
            Command::SetRetreatPriority { lands, colour } => return self.set_retreat_priority(seat, lands, *colour),
            _ => {}
        }
        let Some(active) = self.st.active() else {
            return Err(Refusal::new("game_over", "HW-28.8", "the game is over").hint("no more orders are taken"));
        };
        if u16::from(self.sc.colour(active).seat) != seat.0 {
            let name = &self.sc.colour(active).name;
            let detail = format!("it is the turn of {name}");
            let hint = "only standing orders (trade policy, retreat priority) can be given at any time";
            return Err(Refusal::new("not_your_turn", "HW-22.1", detail).hint(hint));
        }
        match (&self.st.stage, command) {
            (Stage::Sumeria { .. }, Command::PlaceSumeria { lands }) => self.place_sumeria(lands),
            (Stage::Draft(_), Command::KeepEmpire) => self.keep_empire(),
            (Stage::Draft(_), Command::PassEmpire { to }) => self.pass_empire(*to),
            (Stage::Turn(turn), command) => {
                let phase = turn.phase.clone();
                self.in_turn(&phase, command)
            }
            _ => Err(self.wrong_phase(command)),
        }
    }

    fn in_turn(&mut self, phase: &Phase, command: &Command) -> Done {
        match (phase, command) {
            (Phase::BeforeTurn | Phase::Expansion, Command::PlayEvent { card, targets, stack }) => {
                self.play_event(*card, targets, *stack)
            }
            (Phase::BeforeTurn, Command::BeginTurn) => self.begin_turn(),
            (Phase::Survivors(survivors), Command::ChooseSurvivors { lands }) => {
                let survivors = survivors.clone();
                self.choose_survivors(&survivors, lands)
            }
            (Phase::Barbarians { from, tried }, Command::AttackDice { to, .. }) => {
                self.barbarians_attack(*from, *tried, *to)
            }
            (Phase::Barbarians { from, .. }, Command::StopBarbarians) => {
                self.barbarians_leave(*from);
                Ok(())
            }
            (Phase::Expansion, command) => self.expand(command),
            (Phase::Monuments, Command::PlaceMonument { land }) => self.place_monument(*land),
            _ => Err(self.wrong_phase(command)),
        }
    }

    fn expand(&mut self, command: &Command) -> Done {
        match command {
            Command::AllocateWalkover { forces } => self.allocate_walkover(*forces),
            Command::Deallocate { from, forces } => self.deallocate(*from, *forces),
            Command::RigidLookup { defence, lands, defenders, targets, max_forces, naval } => {
                let plan = planning::Rigid { lands: *lands, defenders: *defenders, max_forces: *max_forces };
                self.rigid_lookup(*defence, plan, targets, *naval)
            }
            Command::CompliantLookup { defence, forces, naval } => self.compliant_lookup(*defence, *forces, *naval),
            Command::ExpandLand { to, via, from } => self.expand_land(*to, *via, *from),
            Command::ExpandWater { to, via, from } => self.expand_water(*to, *via, *from),
            Command::AttackOptional { ocean, player, from } => self.attack_optional(*ocean, *player, *from),
            Command::Reinforce { land, armies } => self.reinforce(*land, *armies),
            Command::BuildFort { land, free } => self.build_fort(*land, *free),
            Command::BuildFortress { land, free } => self.build_fortress(*land, *free),
            Command::AttackDice { to, via } => self.attack_dice(*to, *via),
            Command::EndExpansion => {
                self.end_expansion();
                Ok(())
            }
            _ => Err(self.wrong_phase(command)),
        }
    }

    fn wrong_phase(&self, command: &Command) -> Refusal {
        let may = may(self.board, self.st).join(", ");
        let (name, rule) = kind_of(command);
        let detail = format!("{name} is not possible now");
        Refusal::new("wrong_phase", rule, detail).hint(format!("possible now: {may}"))
    }

    // --- what the parts share ---

    fn say(&mut self, rule: &'static str, what: impl FnOnce(&Board, &Scenario) -> What) {
        self.tell(Audience::Everyone, rule, what);
    }

    fn tell(&mut self, audience: Audience, rule: &'static str, what: impl FnOnce(&Board, &Scenario) -> What) {
        if let Some(news) = &mut self.news {
            let event = Event { rule: RuleRef::new(rule), what: what(self.board, self.sc) };
            news.push(Addressed { audience, event });
        }
    }

    /// Six-sided dice, one stream for the lot.
    fn roll(&mut self, purpose: &'static str, place: u16, count: usize, rule: &'static str) -> Vec<u8> {
        self.open = true;
        self.streams += 1;
        let mut stream = self.dice.stream(purpose, place, self.streams);
        (0..count).map(|_| stream.d6(RuleRef::new(rule)) as u8).collect()
    }

    /// The three dice of a lookup (HW-2.1).
    fn roll_3d6(&mut self, purpose: &'static str, place: u16, rule: &'static str) -> [u8; 3] {
        self.open = true;
        self.streams += 1;
        let mut stream = self.dice.stream(purpose, place, self.streams);
        std::array::from_fn(|_| stream.d6(RuleRef::new(rule)) as u8)
    }

    /// One of `len` at random.
    fn pick(&mut self, purpose: &'static str, place: u16, len: usize, rule: &'static str) -> usize {
        self.open = true;
        self.streams += 1;
        self.dice.stream(purpose, place, self.streams).pick(len, RuleRef::new(rule))
    }

    fn turn(&self) -> &Turn {
        self.st.turn().expect("only called in a turn")
    }

    fn turn_mut(&mut self) -> &mut Turn {
        match &mut self.st.stage {
            Stage::Turn(turn) => turn,
            _ => unreachable!("only called in a turn"),
        }
    }

    fn career(&self) -> &Career {
        &self.turn().career
    }

    fn career_mut(&mut self) -> &mut Career {
        &mut self.turn_mut().career
    }

    fn player(&self) -> PlayerId {
        self.turn().player
    }

    fn empire(&self) -> EmpireId {
        self.career().empire
    }

    fn dice_mode(&self) -> bool {
        self.st.options.combat == CombatMode::Dice
    }

    /// The array of forces as it stands (HW-10); empty when nobody listens.
    fn array(&self) -> String {
        if self.news.is_some() { notation::write(&self.career().pool) } else { String::new() }
    }

    /// Forces of the pool were lost (HW-R15): Elite Troops and Jihad lose their edge.
    fn suffer(&mut self, lost: u8) {
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
fn land_name(board: &Board, land: LandId) -> String {
    board.land(land).id.clone()
}

/// Id of a water.
fn water_name(board: &Board, water: WaterId) -> String {
    board.water(water).id.clone()
}

/// Id of a space.
fn space_name(board: &Board, space: Space) -> String {
    match space {
        Space::Land(land) => land_name(board, land),
        Space::Water(water) => water_name(board, water),
    }
}

/// Key of a player.
fn key(sc: &Scenario, player: PlayerId) -> String {
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

/// Where forces come from, as orders say it.
pub fn source_name(source: Source) -> String {
    match source {
        Source::Walkover => "wo".into(),
        Source::Stack(id) => id.to_string(),
        Source::Allies => "allies".into(),
        Source::Ships => "ships".into(),
    }
}

/// The types of orders that the active player may give now, standing orders aside.
pub fn may(board: &Board, st: &State) -> Vec<&'static str> {
    let event = |turn: &Turn| {
        let hand = &st.player(turn.player).hand;
        hand.iter().any(|card| playable(board, st, turn.player, *card)).then_some("play_event")
    };
    match &st.stage {
        Stage::Sumeria { .. } => vec!["place_sumeria"],
        Stage::Draft(draft) => {
            let mut may = Vec::new();
            if may_keep(st, draft) {
                may.push("keep_empire");
            }
            if !recipients(st, draft).is_empty() {
                may.push("pass_empire");
            }
            may
        }
        Stage::Turn(turn) => match turn.phase {
            Phase::BeforeTurn => event(turn).into_iter().chain(["begin_turn"]).collect(),
            Phase::Survivors(_) => vec!["choose_survivors"],
            Phase::Barbarians { .. } => vec!["attack_dice", "stop_barbarians"],
            Phase::Expansion if st.options.combat == CombatMode::Dice => {
                let mut may: Vec<&str> = event(turn).into_iter().collect();
                may.extend([
                    "expand_land",
                    "expand_water",
                    "attack_dice",
                    "attack_optional",
                    "reinforce",
                    "build_fort",
                ]);
                may.extend(st.options.fortress.then_some("build_fortress"));
                may.push("end_expansion");
                may
            }
            Phase::Expansion => {
                let mut may: Vec<&str> = event(turn).into_iter().collect();
                may.extend(["allocate_walkover", "deallocate", "rigid_lookup", "compliant_lookup", "expand_land"]);
                may.extend(["expand_water", "attack_optional", "reinforce", "build_fort"]);
                may.extend(st.options.fortress.then_some("build_fortress"));
                may.push("end_expansion");
                may
            }
            Phase::Monuments => vec!["place_monument"],
        },
        Stage::Over => Vec::new(),
    }
}

/// Whether a card could be played now by whoever acts, targets aside (HW-29).
pub fn playable(board: &Board, st: &State, player: PlayerId, card: EventId) -> bool {
    let Some(turn) = st.turn().filter(|turn| turn.player == player) else { return false };
    let info = board.event(card);
    let (first, last) = info.epochs;
    let main = board.card(turn.card).empires.contains(&turn.career.empire);
    let timing = match info.timing {
        Timing::BeforeTurn => turn.phase == Phase::BeforeTurn,
        Timing::DuringTurn => turn.phase == Phase::Expansion && main,
    };
    let empires = &board.card(turn.card).empires;
    let fits = match info.effect {
        Effect::ShipBuilding { .. } => !board.empire(turn.career.empire).navigation.is_empty(),
        Effect::CivilService { .. } | Effect::Engineering { .. } => {
            empires.iter().any(|empire| board.empire(*empire).capital.is_some())
        }
        _ => true,
    };
    timing && fits && turn.events < board.constants.events_a_turn && (first..=last).contains(&st.epoch)
}

/// The type of an order, and the rule that says when it may be given.
fn kind_of(command: &Command) -> (&'static str, &'static str) {
    match command {
        Command::PlaceSumeria { .. } => ("place_sumeria", "HW-21.2"),
        Command::KeepEmpire => ("keep_empire", "HW-21.4"),
        Command::PassEmpire { .. } => ("pass_empire", "HW-21.4"),
        Command::PlayEvent { .. } => ("play_event", "HW-29.2"),
        Command::ChooseSurvivors { .. } => ("choose_survivors", "HW-R21"),
        Command::BeginTurn => ("begin_turn", "HW-22.5"),
        Command::AllocateWalkover { .. } => ("allocate_walkover", "HW-5.4"),
        Command::Deallocate { .. } => ("deallocate", "HW-R10"),
        Command::RigidLookup { .. } => ("rigid_lookup", "HW-3.1"),
        Command::CompliantLookup { .. } => ("compliant_lookup", "HW-4.1"),
        Command::ExpandLand { .. } => ("expand_land", "HW-7.1"),
        Command::ExpandWater { .. } => ("expand_water", "HW-7.4"),
        Command::AttackOptional { .. } => ("attack_optional", "HW-R35"),
        Command::Reinforce { .. } => ("reinforce", "HW-7.5"),
        Command::BuildFort { .. } => ("build_fort", "HW-7.6"),
        Command::BuildFortress { .. } => ("build_fortress", "HW-31.3"),
        Command::AttackDice { .. } => ("attack_dice", "HW-25.1"),
        Command::StopBarbarians => ("stop_barbarians", "HW-R46"),
        Command::PlaceMonument { .. } => ("place_monument", "HW-27.2"),
        Command::EndExpansion => ("end_expansion", "HW-22.2"),
        Command::SetTradePolicy { .. } => ("set_trade_policy", "HW-R39"),
        Command::SetRetreatPriority { .. } => ("set_retreat_priority", "HW-R31"),
    }
}
