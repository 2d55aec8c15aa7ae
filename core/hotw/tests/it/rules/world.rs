//! The world that a row patches: a scenario, and a state made of nothing but what the row gives.

use std::collections::BTreeSet;
use std::sync::Arc;

use hotw::HistoryOfTheWorld;
use hotw::model::ids::{
    AreaId, CardId, Defence, EmpireId, Epoch, EventId, LandId, MOST_PLAYERS, Owner, PlayerId, Town, WaterId, Works,
};
use hotw::model::scenario::{Scenario, shipped};
use hotw::model::state::{
    Career, CombatMode, Draft, Garrison, Granted, Held, LandState, Method, Modifiers, Options, Phase, PlayerState,
    Pool, Stack, Stage, State, Survivors, Turn,
};
use hotw::rules;
use kernel::{Dice, GameSystem};
use serde::{Serialize, de::DeserializeOwned};
use testkit::casebook::{Given, Wrong, whole, words};
use toml::{Table, Value};

/// Scenario and state.
#[derive(Clone)]
pub struct World {
    pub sc: Arc<Scenario>,
    pub st: State,
}

/// A scenario that ships.
pub fn scenario(id: &str) -> Result<Arc<Scenario>, Wrong> {
    shipped::find(id).ok_or_else(|| format!("there is no scenario {id}"))
}

/// Reads `value` again with the keys of `patch` laid over it; a key that it has not got is an error.
pub fn overlay<T: Serialize + DeserializeOwned>(value: &mut T, patch: &Table) -> Result<(), Wrong> {
    let mut json = serde_json::to_value(&*value).map_err(|error| error.to_string())?;
    for (key, new) in patch {
        let slot = json.get_mut(key).ok_or_else(|| format!("there is no {key} to set"))?;
        *slot = serde_json::to_value(new).map_err(|error| error.to_string())?;
    }
    *value = serde_json::from_value(json).map_err(|error| error.to_string())?;
    Ok(())
}

impl World {
    /// The world that `given` describes.
    pub fn new(given: &Table) -> Result<Self, Wrong> {
        let mut given = Given::new(given);
        let sc = scenario(&given.maybe_text("scenario")?.unwrap_or_else(|| "world-4".into()))?;
        let mut options = Options::default();
        overlay(&mut options, &given.table("options")?)?;
        if given.maybe_text("mode")?.as_deref() == Some("dice") {
            options.combat = CombatMode::Dice;
        }
        if let Some(seed) = given.maybe_int("start")? {
            let seed = kernel::GameSeed::from_number(seed as u64);
            let asked = given.take("asked").unwrap_or_else(|| Value::Table(Table::new()));
            let asked = serde_json::to_value(asked).map_err(|error| error.to_string())?;
            let st = HistoryOfTheWorld::start(&sc, &asked, &seed).map_err(|error| error.to_string())?;
            given.finish()?;
            return Ok(Self { sc, st });
        }
        let count = sc.player_count(options.two_colours);
        if let Some(rolls) = given.take("start_dice") {
            let rolls = rolls.as_array().ok_or("faces of dice")?.iter().map(whole).collect::<Result<Vec<i32>, _>>()?;
            // The deal takes the first card of each pile that is left.
            let deal = vec![0; sc.board.piles.len() * count];
            let st = rules::start(&sc, options, &mut Dice::scripted(deal.into_iter().chain(rolls)));
            given.finish()?;
            return Ok(Self { sc, st });
        }
        let st = State {
            step: 0,
            options,
            epoch: Epoch(1),
            stage: Stage::Over,
            lands: vec![LandState::default(); sc.board.lands.len()],
            fleets: vec![[0; MOST_PLAYERS]; sc.board.waters.len()],
            players: vec![PlayerState::default(); count],
            careers: Vec::new(),
        };
        let mut world = Self { sc, st };
        world.stage(&mut given)?;
        world.board(&mut given)?;
        world.players(&mut given)?;
        given.finish()?;
        Ok(world)
    }

    pub fn player(&self, word: &str) -> Result<PlayerId, Wrong> {
        let found = self.sc.colours.iter().position(|colour| colour.key == word);
        let found = found.filter(|index| *index < self.st.players.len());
        found.map(PlayerId::at).ok_or_else(|| format!("there is no player {word}"))
    }
    pub fn land(&self, word: &str) -> Result<LandId, Wrong> {
        let found = self.sc.board.lands.iter().position(|land| land.id == word);
        found.map(LandId::at).ok_or_else(|| format!("there is no Land {word}"))
    }
    pub fn water(&self, word: &str) -> Result<WaterId, Wrong> {
        let found = self.sc.board.waters.iter().position(|water| water.id == word);
        found.map(WaterId::at).ok_or_else(|| format!("there is no water {word}"))
    }
    pub fn area(&self, word: &str) -> Result<AreaId, Wrong> {
        let found = self.sc.board.areas.iter().position(|area| area.id == word);
        found.map(AreaId::at).ok_or_else(|| format!("there is no Area {word}"))
    }
    pub fn empire(&self, word: &str) -> Result<EmpireId, Wrong> {
        if word == "remnants" {
            return Ok(EmpireId::REMNANTS);
        }
        let found = self.sc.board.empires.iter().position(|empire| empire.id == word);
        found.map(EmpireId::at).ok_or_else(|| format!("there is no empire {word}"))
    }
    pub fn event(&self, word: &str) -> Result<EventId, Wrong> {
        let found = self.sc.board.events.iter().position(|event| event.id == word);
        found.map(EventId::at).ok_or_else(|| format!("there is no event card {word}"))
    }
    /// An Empire card, by its id or by that of an empire on it.
    pub fn card(&self, word: &str) -> Result<CardId, Wrong> {
        let board = &self.sc.board;
        let named = |card: &hotw::model::scenario::Card| {
            card.id == word || card.empires.iter().any(|empire| board.empire(*empire).id == word)
        };
        let found = board.cards.iter().position(named);
        found.map(CardId::at).ok_or_else(|| format!("there is no Empire card {word}"))
    }
    pub fn owner(&self, word: &str) -> Result<Owner, Wrong> {
        if word == "neutral" { Ok(Owner::Neutral) } else { self.player(word).map(Owner::Player) }
    }
    fn land_list(&self, names: &[String]) -> Result<Vec<LandId>, Wrong> {
        names.iter().map(|name| self.land(name)).collect()
    }
    fn player_list(&self, names: &[String]) -> Result<Vec<PlayerId>, Wrong> {
        names.iter().map(|name| self.player(name)).collect()
    }

    fn stage(&mut self, given: &mut Given) -> Result<(), Wrong> {
        let phase = given.maybe_text("phase")?;
        let epoch = given.maybe_int("epoch")?;
        if let Some(epoch) = epoch {
            self.st.epoch = Epoch(epoch as u8);
        }
        self.st.stage = match phase.as_deref() {
            Some("over") => Stage::Over,
            Some("sumeria") => {
                let order = self.player_list(&given.words("order")?)?;
                let totals = (2..).take(order.len()).collect();
                Stage::Sumeria { order, totals }
            }
            Some("draft") => Stage::Draft(self.draft(given)?),
            other => {
                let turn = self.turn(other.unwrap_or("expansion"), given)?;
                if epoch.is_none() {
                    self.st.epoch = self.sc.board.card(turn.card).epoch;
                }
                Stage::Turn(Box::new(turn))
            }
        };
        Ok(())
    }

    fn draft(&self, given: &mut Given) -> Result<Draft, Wrong> {
        let order = self.player_list(&given.words("order")?)?;
        let at = given.int_or("at", 0)? as u8;
        let drawn = given.maybe_text("drawn")?.map(|card| self.card(&card)).transpose()?;
        let mut seen = Vec::new();
        for (name, card) in given.table("seen")? {
            let card = card.as_str().ok_or("a card is a text")?;
            seen.push((self.player(&name)?, Some(self.card(card)?)));
        }
        if let Some(card) = drawn {
            seen.push((order[usize::from(at)], Some(card)));
        }
        Ok(Draft { order, at, drawn, seen })
    }

    fn turn(&mut self, phase: &str, given: &mut Given) -> Result<Turn, Wrong> {
        let player = self.player(&given.maybe_text("player")?.unwrap_or_else(|| "hermes".into()))?;
        let empire = self.empire(&given.maybe_text("empire")?.unwrap_or_else(|| "e1_aryans".into()))?;
        let card = match given.maybe_text("card")? {
            Some(card) => self.card(&card)?,
            None => self.card(&self.sc.board.empire(empire).id)?,
        };
        let phase = match phase {
            "before_turn" => Phase::BeforeTurn,
            "expansion" => Phase::Expansion,
            "monuments" => Phase::Monuments,
            "survivors" => {
                let mut patch = Given::new(&given.table("survivors")?);
                let lands = self.land_list(&patch.words("lands")?)?;
                let (forces, column) = (patch.int("forces")? as u8, patch.int("column")? as u8);
                let row = patch.int("row")? as i8;
                patch.finish()?;
                Phase::Survivors(Survivors { lands, forces, column, row })
            }
            "barbarians" => {
                let from = self.land(&given.text("from")?)?;
                Phase::Barbarians { from, tried: self.land_list(&given.words("tried")?)?.into_iter().collect() }
            }
            other => return Err(format!("there is no phase {other}")),
        };
        if phase != Phase::BeforeTurn {
            self.st.careers.push((empire, player));
        }
        let mut granted = Granted::default();
        overlay(&mut granted, &given.table("granted")?)?;
        let career = self.career(empire, given)?;
        let used = self.land_list(&given.words("used")?)?.into_iter().collect();
        let mut turn = Turn {
            player,
            card,
            phase,
            events: 0,
            career,
            done: 0,
            granted,
            used,
            due: 0,
            fees: 0,
            vp_before: 0,
            fights: 0,
        };
        overlay(&mut turn, &given.table("turn")?)?;
        Ok(turn)
    }

    fn career(&self, empire: EmpireId, given: &mut Given) -> Result<Career, Wrong> {
        let pool = self.pool(given)?;
        let mut cards = Modifiers::default();
        overlay(&mut cards, &given.table("cards")?)?;
        let stacks_made = pool.stacks.len() as u8;
        let mut career = Career {
            empire,
            pool,
            lookups: 0,
            cards,
            open_lands: self.land_list(&given.words("open_lands")?)?.into_iter().collect(),
            surprised: self.land_list(&given.words("surprised")?)?.into_iter().collect(),
            free_forts: 0,
            armies_only: 0,
            stacks_made,
        };
        overlay(&mut career, &given.table("career")?)?;
        Ok(career)
    }

    fn pool(&self, given: &mut Given) -> Result<Pool, Wrong> {
        let mut pool = Pool::default();
        let array = given.maybe_text("pool")?.unwrap_or_else(|| "{}".into());
        let inside = array.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or("a pool is {...}")?;
        for part in inside.split(',').filter(|part| !part.is_empty()) {
            let (key, forces) = part.split_once(':').ok_or_else(|| format!("{part} is no part of a pool"))?;
            let forces = forces.parse().map_err(|_| format!("{part} has no number"))?;
            match key {
                "?" => pool.unallocated = forces,
                "wo" => pool.walkover = forces,
                "allies" => pool.allies = forces,
                "ships" => pool.ships = forces,
                other => return Err(format!("{other}: combat stacks are given as `stacks`")),
            }
        }
        for (index, stack) in given.words("stacks")?.iter().enumerate() {
            pool.stacks.push(read_stack(index as u8 + 1, stack).ok_or_else(|| format!("{stack} is no stack"))?);
        }
        Ok(pool)
    }

    fn board(&mut self, given: &mut Given) -> Result<(), Wrong> {
        let armies = given.table("armies")?;
        let (areas, lands): (Vec<_>, Vec<_>) = armies.iter().partition(|(name, _)| self.area(name).is_ok());
        for (name, value) in areas {
            let lands = self.sc.board.area(self.area(name)?).lands;
            for land in lands.iter() {
                self.station(land, value)?;
            }
        }
        for (name, value) in lands {
            self.station(self.land(name)?, value)?;
        }
        for (name, value) in given.table("works")? {
            let land = self.land(&name)?;
            self.st.land_mut(land).works = plain::<Works>(&value)?;
        }
        for (name, value) in given.table("towns")? {
            let land = self.land(&name)?;
            self.st.land_mut(land).town = plain::<Town>(&value)?;
        }
        for (name, value) in given.table("monuments")? {
            let builder = self.player(value.as_str().ok_or("a Monument has a player")?)?;
            let land = self.land(&name)?;
            self.st.land_mut(land).monument = Some(builder);
        }
        for (name, value) in given.table("fleets")? {
            let water = self.water(&name)?;
            for (player, count) in value.as_table().ok_or("fleets by player")? {
                let player = self.player(player)?;
                self.st.fleets[water.index()][player.index()] = whole(count)?;
            }
        }
        Ok(())
    }

    /// `"apollo 2 e1_babylonia"`: owner, armies, empire; the empire may be left out.
    fn station(&mut self, land: LandId, value: &Value) -> Result<(), Wrong> {
        let parts: Vec<&str> = value.as_str().ok_or("armies are a text")?.split(' ').collect();
        let owner = self.owner(parts[0])?;
        let armies = parts.get(1).and_then(|count| count.parse().ok()).ok_or("armies are `owner number empire`")?;
        let active = self.st.turn().map(|turn| (turn.player, turn.career.empire));
        let empire = match (parts.get(2), owner, active) {
            (Some(word), ..) => self.empire(word)?,
            (None, Owner::Neutral, _) => self.sc.board.sumeria,
            (None, Owner::Player(player), Some((active, empire))) if player == active => empire,
            _ => EmpireId::REMNANTS,
        };
        if let Owner::Player(player) = owner
            && empire != EmpireId::REMNANTS
            && !self.st.careers.contains(&(empire, player))
        {
            self.st.careers.push((empire, player));
        }
        self.st.land_mut(land).army = Some(Garrison { owner, empire, armies });
        Ok(())
    }

    fn players(&mut self, given: &mut Given) -> Result<(), Wrong> {
        for (name, value) in given.table("vp")? {
            let player = self.player(&name)?;
            self.st.player_mut(player).vp = whole(&value)?;
        }
        for (name, value) in given.table("strength")? {
            let player = self.player(&name)?;
            self.st.player_mut(player).strength = whole(&value)?;
        }
        for (name, value) in given.table("last_number")? {
            let player = self.player(&name)?;
            self.st.player_mut(player).last_number = whole(&value)?;
        }
        for (name, value) in given.table("hands")? {
            let cards = words(&value)?.iter().map(|card| self.event(card)).collect::<Result<_, _>>()?;
            let player = self.player(&name)?;
            self.st.player_mut(player).hand = cards;
        }
        for (name, value) in given.table("trade")? {
            let partners = self.player_list(&words(&value)?)?;
            let player = self.player(&name)?;
            self.st.player_mut(player).trade = partners.into_iter().collect();
        }
        for (name, value) in given.table("retreats")? {
            let lands = self.land_list(&words(&value)?)?;
            let player = self.player(&name)?;
            self.st.player_mut(player).retreats = lands;
        }
        for (name, value) in given.table("careers")? {
            let player = self.player(value.as_str().ok_or("an empire has a player")?)?;
            let career = (self.empire(&name)?, player);
            if !self.st.careers.contains(&career) {
                self.st.careers.push(career);
            }
        }
        self.held(given)
    }

    /// `held = { apollo = "e2_persia" }`, with ` from zeus` when it was passed and ` played` when its turn is over. When
    /// nothing is said, the next player holds the epoch's last card, so that the game goes on after this turn.
    fn held(&mut self, given: &mut Given) -> Result<(), Wrong> {
        let active = self.st.turn().map(|turn| (turn.player, turn.card));
        let patch = given.take("held");
        match &patch {
            Some(Value::Table(table)) => {
                for (name, value) in table {
                    let held = self.read_held(value.as_str().ok_or("a card is a text")?)?;
                    let player = self.player(name)?;
                    self.st.player_mut(player).card = Some(held);
                }
            }
            Some(other) => return Err(format!("held cannot be {other}")),
            None => {
                if let Some((player, card)) = active {
                    let last = self.sc.board.cards_of(self.st.epoch).last().expect("an epoch has cards");
                    let next = PlayerId::at((player.index() + 1) % self.st.players.len());
                    if last != card {
                        self.st.player_mut(next).card = Some(Held { card: Some(last), from: None, played: false });
                    }
                }
            }
        }
        if let Some((player, card)) = active {
            self.st.player_mut(player).card = Some(Held { card: Some(card), from: None, played: false });
            let vp = self.st.player(player).vp;
            if let Stage::Turn(turn) = &mut self.st.stage {
                turn.vp_before = vp;
            }
        }
        Ok(())
    }

    fn read_held(&self, text: &str) -> Result<Held, Wrong> {
        let mut parts = text.split(' ');
        let card = self.card(parts.next().unwrap_or_default())?;
        let mut held = Held { card: Some(card), from: None, played: false };
        while let Some(part) = parts.next() {
            match part {
                "played" => held.played = true,
                "from" => held.from = Some(self.player(parts.next().unwrap_or_default())?),
                other => return Err(format!("a card is not {other}")),
            }
        }
        Ok(held)
    }

    /// What must hold in any state, whatever was ordered.
    pub fn unsound(&self) -> Vec<Wrong> {
        let mut wrongs = Vec::new();
        let board = &self.sc.board;
        for (land, state) in board.lands.iter().zip(&self.st.lands) {
            if state.army.is_some_and(|army| army.armies == 0 || army.armies > 3) {
                wrongs.push(format!("{} armies in {}", state.armies(), land.id));
            }
            if land.barren && *state != LandState::default() {
                wrongs.push(format!("{} is Barren and not empty", land.id));
            }
        }
        for (water, fleets) in board.waters.iter().zip(&self.st.fleets) {
            let owners = fleets.iter().filter(|count| **count > 0).count();
            let total: u8 = fleets.iter().sum();
            if !water.fleets && total > 0 || water.sea && (owners > 1 || total > 2) {
                wrongs.push(format!("fleets {fleets:?} in {}", water.id));
            }
        }
        let mut seen = BTreeSet::new();
        for held in self.st.players.iter().filter_map(|player| player.card?.card) {
            if !seen.insert(held) {
                wrongs.push(format!("two players hold {}", board.card(held).id));
            }
        }
        wrongs
    }
}

fn plain<T: DeserializeOwned>(value: &Value) -> Result<T, Wrong> {
    value.clone().try_into().map_err(|error: toml::de::Error| error.to_string())
}

/// `0 x2 credit 3`, `-2 x3 (8,9)`, either with ` naval` behind it.
fn read_stack(id: u8, text: &str) -> Option<Stack> {
    let (text, naval) = text.strip_suffix(" naval").map_or((text, false), |rest| (rest, true));
    let (defence, rest) = text.split_once(" x")?;
    let (forces, method) = rest.split_once(' ')?;
    let method = if let Some(credit) = method.strip_prefix("credit ") {
        Method::Rigid { credit: credit.parse().ok()? }
    } else {
        let (column, row) = method.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        Method::Compliant { column: column.parse().ok()?, row: row.parse().ok()? }
    };
    let defence = Defence::try_from(defence.parse::<i8>().ok()?).ok()?;
    Some(Stack { id, defence, forces: forces.parse().ok()?, method, naval })
}

/// A stack as rows expect it: `#1 0 x2 credit 3`.
pub fn write_stack(stack: &Stack) -> String {
    let method = match stack.method {
        Method::Rigid { credit } => format!("credit {credit}"),
        Method::Compliant { column, row } => format!("({column},{row})"),
    };
    let naval = if stack.naval { " naval" } else { "" };
    format!("#{} {} x{} {method}{naval}", stack.id, stack.defence, stack.forces)
}
