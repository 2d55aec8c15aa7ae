//! Situations of `check = "play"`: a world made from `given`, the steps that are played, and what they are asked afterwards.

mod outcome;
mod steps;

use std::collections::{BTreeMap, BTreeSet};

use kernel::Dice;
use strategos::model::command::{BattleOrder, Command, CommandKind, Disorder, Prisoners, Task, TaskKind};
use strategos::model::ids::{CommandId, HexId, LeaderId, Name, Power, SiteId};
use strategos::model::invariants::violations;
use strategos::model::measures::{Ratings, Talents, Turn};
use strategos::model::rulings::Weather;
use strategos::model::scenario::Scenario;
use strategos::model::state::{Blockade, Leader, RainRun, Siege, SiteStatus, Spoils, Standing, State};
use strategos::orders::Pending;
use strategos::rules::storm::AssaultOrder;
use strategos::rules::trek::Trek;
use testkit::casebook::{Given, Wrong, flag, table, text, whole};
use toml::{Table, Value};

use crate::rules::Case;
use crate::rules::checks::{of_key, world};
use crate::rules::deeds;

/// A world under test. The scenario is the smaller one without its field commands and leaders; it is week 2.
pub struct World {
    /// The scenario.
    pub sc: std::sync::Arc<Scenario>,
    /// The state.
    pub st: State,
    unspent: BTreeMap<CommandId, u8>,
    at_city: BTreeSet<CommandId>,
    at_sea: BTreeSet<CommandId>,
    moved: BTreeSet<CommandId>,
    entered: BTreeSet<SiteId>,
    lost_unit: BTreeSet<SiteId>,
    barred: BTreeSet<CommandId>,
    weather: Weather,
    rain: RainRun,
    trek: Option<Trek>,
    /// What orders leave for later in the week.
    pub pending: Pending,
    assaults: Vec<AssaultOrder>,
    assault_phase: u16,
    found: Table,
}

/// Plays a row.
pub fn play(case: &Case) -> Result<(), Wrong> {
    let mut world = World::new(&case.given)?;
    let mut dice = match &case.own.dice {
        Some(faces) => Dice::scripted(faces.iter().copied()),
        None => case.own.luck.iter().fold(Dice::luckless(), |dice, (purpose, face)| dice.rigged(purpose, *face)),
    };
    world.sound("given")?;
    let ends = deeds::perform_all(&mut world, &case.own.deeds, &mut dice)?;
    world.found.insert("deeds".into(), ends);
    world.sound("the deeds")?;
    for step in &case.own.steps {
        world.step(step, &mut dice)?;
        world.sound(step)?;
    }
    if case.own.dice.is_some() && !dice.exhausted() {
        return Err("dice are left over".into());
    }
    world.compare(table("what is expected", &case.expect)?)
}

impl World {
    fn new(settings: &Table) -> Result<Self, Wrong> {
        let (sc, mut st) = world();
        let fields: Vec<CommandId> =
            st.commands.iter().filter(|(_, it)| !it.kind.is_site()).map(|(id, _)| *id).collect();
        fields.iter().for_each(|id| {
            st.commands.remove(id);
        });
        st.commands.values_mut().for_each(|command| command.leader = None);
        st.leaders.clear();
        st.turn = Turn(2);
        let mut it = Self {
            sc,
            st,
            unspent: BTreeMap::new(),
            at_city: BTreeSet::new(),
            at_sea: BTreeSet::new(),
            moved: BTreeSet::new(),
            entered: BTreeSet::new(),
            lost_unit: BTreeSet::new(),
            barred: BTreeSet::new(),
            weather: Weather::Fine,
            rain: RainRun::default(),
            trek: None,
            pending: Pending::default(),
            assaults: Vec::new(),
            assault_phase: 0,
            found: Table::new(),
        };
        let mut given = Given::new(settings);
        if let Some(turn) = given.maybe_int("turn")? {
            it.st.turn = Turn(turn as u16);
        }
        for (name, facts) in given.table("country")? {
            it.set_country(&name, &facts)?;
        }
        for (name, facts) in given.table("site")? {
            it.set_site(&name, &facts)?;
        }
        for (name, facts) in given.table("command")? {
            it.set_command(&name, &facts)?;
        }
        for pair in given.take("relations").map_or(Ok(Vec::new()), |value| it.relations(&value))? {
            let (a, b, standing, until) = pair;
            let relation = it.st.relation_mut(a, b).ok_or("two countries")?;
            (relation.standing, relation.until) = (standing, until);
        }
        if let Some(weather) = given.take("weather") {
            it.weather = of_key(&weather)?;
        }
        it.rain.weeks = given.int_or("rain", 0)? as u8;
        for (name, points) in given.table("unspent")? {
            let id = it.command(&name)?;
            it.unspent.insert(id, whole(&points)?);
        }
        for (key, at) in [("at_city", 0), ("at_sea", 1), ("moved", 2)] {
            for name in given.words(key)? {
                let id = it.command(&name)?;
                [&mut it.at_city, &mut it.at_sea, &mut it.moved][at].insert(id);
            }
        }
        for (key, at) in [("entered", 0), ("lost_unit", 1)] {
            for name in given.words(key)? {
                let id = it.site(&name)?;
                [&mut it.entered, &mut it.lost_unit][at].insert(id);
            }
        }
        for order in given.take("assaults").map_or(Ok(Vec::new()), |value| it.assaults(&value))? {
            it.assaults.push(order);
        }
        given.finish()?;
        Ok(it)
    }

    fn assaults(&self, value: &Value) -> Result<Vec<AssaultOrder>, Wrong> {
        let one = |value: &Value| {
            let [command, site, form] = value.as_array().ok_or("a list")?.as_slice() else {
                return Err("a command, a city, a form".to_owned());
            };
            Ok(AssaultOrder {
                command: self.command(text(command)?)?,
                site: self.site(text(site)?)?,
                form: of_key(form)?,
            })
        };
        value.as_array().ok_or("a list of assaults")?.iter().map(one).collect()
    }

    fn relations(&self, value: &Value) -> Result<Vec<Related>, Wrong> {
        let one = |value: &Value| {
            let list = value.as_array().ok_or("a list")?;
            let [a, b, standing, rest @ ..] = list.as_slice() else {
                return Err("two countries and how they stand".into());
            };
            let country = |value: &Value| {
                let key = text(value)?;
                self.sc.find_country(key).ok_or_else(|| format!("there is no country {key}"))
            };
            let until = rest.first().map(whole).transpose()?.map(Turn);
            Ok((country(a)?, country(b)?, of_key(standing)?, until))
        };
        value.as_array().ok_or("a list of relations")?.iter().map(one).collect()
    }

    fn sound(&self, when: &str) -> Result<(), Wrong> {
        let faults = violations(&self.sc, &self.st);
        if faults.is_empty() { Ok(()) } else { Err(format!("after {when}: {}", faults.join("; "))) }
    }

    /// A city or fort by name.
    pub fn site(&self, name: &str) -> Result<SiteId, Wrong> {
        let found = self.st.sites.iter().find(|(_, site)| site.name.as_str() == name).map(|(id, _)| *id);
        found.ok_or_else(|| format!("there is no city {name}"))
    }

    /// The hex of a city, or of four digits.
    pub fn hex(&self, word: &str) -> Result<HexId, Wrong> {
        self.site(word).map(|site| self.st.site(site).hex).or_else(|_| word.parse())
    }

    fn power(&self, word: &str) -> Result<Power, Wrong> {
        if let Some(country) = self.sc.find_country(word) {
            return Ok(Power::Country(country));
        }
        self.site(word).map(Power::FreeCity)
    }

    fn power_word(&self, power: Power) -> String {
        match power {
            Power::Country(country) => self.sc.country(country).key.to_string(),
            Power::FreeCity(site) => self.st.site(site).name.to_string(),
        }
    }

    /// A field command by name, or that of a city.
    pub fn command(&self, name: &str) -> Result<CommandId, Wrong> {
        let own = |it: &&CommandId| {
            let it = self.st.command(**it);
            it.name.as_str() == name && !it.kind.is_site()
        };
        let found = self.st.commands.keys().find(own).copied();
        found
            .or_else(|| self.site(name).ok().map(|site| self.st.site(site).command))
            .ok_or_else(|| format!("there is no command {name}"))
    }

    fn set_country(&mut self, name: &str, facts: &Value) -> Result<(), Wrong> {
        let country = self.sc.find_country(name).ok_or_else(|| format!("there is no country {name}"))?;
        let mut given = Given::new(table("a country", facts)?);
        let it = self.st.country_mut(country);
        if let Some(treasury) = given.maybe_int("treasury")? {
            it.treasury = Talents(treasury as u32);
        }
        if let Some(morale) = given.maybe_int("morale")? {
            it.morale = morale as u8;
        }
        it.morale_due = given.int_or("morale_due", 0)? as i8;
        given.finish()
    }

    fn lead(&mut self, command: CommandId, value: &Value) -> Result<(), Wrong> {
        let mut given = Given::new(table("a leader", value)?);
        let ratings = Ratings { ma: given.int("ma")? as u8, loy: given.int("loy")? as u8, sa: given.int("sa")? as u8 };
        let failed = given.maybe_int("failed")?.map(|turn| Turn(turn as u16));
        given.finish()?;
        let id = LeaderId(self.st.next.leader);
        self.st.next.leader += 1;
        let led = self.st.command_mut(command);
        led.leader = Some(id);
        let (power, hex) = (led.power, led.hex);
        let name = Name::from(format!("Leader {}", id.0));
        let leader = Leader { post: Some(command), failed, ..Leader::new(name, power, ratings, hex) };
        self.st.leaders.insert(id, leader);
        Ok(())
    }

    fn set_site(&mut self, name: &str, facts: &Value) -> Result<(), Wrong> {
        let id = self.site(name)?;
        let mut given = Given::new(table("a city", facts)?);
        if let Some(power) = given.maybe_text("power")? {
            let power = self.power(&power)?;
            let command = self.st.site(id).command;
            self.st.command_mut(command).power = power;
            let site = self.st.site_mut(id);
            site.power = power;
            site.status = if power.country().is_some() { SiteStatus::Owned } else { SiteStatus::Independent };
        }
        let previous = given.take("previous").map(|value| -> Result<_, Wrong> {
            let [power, status] = value.as_array().ok_or("a pair")?.as_slice() else { return Err("a pair".into()) };
            Ok((self.power(text(power)?)?, of_key(status)?))
        });
        let (by_siege, by_blockade) = (given.maybe_text("besieged_by")?, given.maybe_text("blockaded_by")?);
        let besieger = by_siege.map(|word| self.power(&word)).transpose()?;
        let blockader = by_blockade.map(|word| self.power(&word)).transpose()?;
        let spoils = given.take("spoils").map(|value| -> Result<Spoils, Wrong> {
            let mut spoils = Given::new(table("spoils", &value)?);
            let by = self.power(&spoils.text("by")?)?;
            let of = Spoils { pillage: spoils.flag("pillage")?, by, done: Turn(spoils.int("done")? as u16) };
            spoils.finish().map(|()| of)
        });
        let shipyard = given.take("shipyard").map_or(Ok(self.st.site(id).shipyard), |value| flag(&value))?;
        let site = self.st.site_mut(id);
        site.shipyard = shipyard;
        for (key, field) in [
            ("size", &mut site.size),
            ("dv", &mut site.dv),
            ("dv_current", &mut site.dv_current),
            ("supply", &mut site.supply),
            ("stores", &mut site.stores),
            ("waver", &mut site.waver),
        ] {
            if let Some(value) = given.maybe_int(key)? {
                *field = value as u8;
            }
        }
        site.dv_current = site.dv_current.min(site.dv);
        if let Some(status) = given.take("status") {
            site.status = of_key(&status)?;
        }
        if let Some(previous) = previous {
            site.previous = Some(previous?);
        }
        if let Some(spoils) = spoils {
            site.spoils = Some(spoils?);
        }
        if let Some(since) = given.maybe_int("since")? {
            site.since = Turn(since as u16);
        }
        let (points, weeks) = (given.int_or("siege_points", 0)? as u16, given.int_or("blockade_weeks", 0)? as u16);
        site.siege = besieger.map(|by| Siege { by, points, worn: false });
        site.blockade = blockader.map(|by| Blockade { by, weeks });
        site.base = given.take("base").map_or(Ok(false), |value| flag(&value))?;
        site.beset = given.take("beset").map_or(Ok(false), |value| flag(&value))?;
        site.orders.hold = given.take("hold").map_or(Ok(true), |value| flag(&value))?;
        site.raided = Talents(given.int_or("raided", 0)? as u32);
        let (command, ruin) = (site.command, site.size == 0);
        if ruin {
            self.st.command_mut(command).kind = CommandKind::Fort;
        }
        for (of, units) in given.table("prisoners")? {
            let prisoners = Prisoners { of: self.power(&of)?, units: of_key(&units)? };
            self.st.command_mut(command).prisoners.push(prisoners);
        }
        if let Some(garrison) = given.take("garrison") {
            self.st.command_mut(command).units = of_key(&garrison)?;
        }
        if let Some(leader) = given.take("leader") {
            self.lead(command, &leader)?;
        }
        given.finish()
    }

    fn set_command(&mut self, name: &str, facts: &Value) -> Result<(), Wrong> {
        let mut given = Given::new(table("a command", facts)?);
        let (kind, at) = (given.text("type")?, self.hex(&given.text("at")?)?);
        let kind = CommandKind::of_key(&kind).ok_or_else(|| format!("there is no type of command {kind}"))?;
        let power = self.power(&given.text("power")?)?;
        let mut command = Command::new(Name::from(name), kind, power, at);
        if let Some(units) = given.take("units") {
            command.units = of_key(&units)?;
        }
        if let Some(units) = given.take("aboard") {
            command.aboard = of_key(&units)?;
        }
        command.organic_supply = given.int_or("os", 0)? as u8;
        if let Some(trains) = given.take("trains") {
            command.train_points = of_key(&trains)?;
        }
        if let Some(order) = given.take("order") {
            command.battle_order = of_key(&order)?;
        }
        let weeks = given.int_or("task_weeks", 0)? as u8;
        if let Some(task) = given.take("task") {
            let kind: TaskKind = of_key(&task)?;
            command.task = Some(Task { kind, since: Turn(1), weeks, done: false });
        }
        if let Some(path) = given.take("path") {
            let hexes = path.as_array().ok_or("a list of hexes")?.iter().map(|hex| self.hex(text(hex)?));
            command.path = hexes.collect::<Result<_, Wrong>>()?;
        }
        for country in given.words("authorised")? {
            command.authorised.extend(self.power(&country)?.country());
        }
        command.interaction = given.int_or("interaction", 4)? as u8;
        command.forced = given.take("forced").map_or(Ok(false), |value| flag(&value))?;
        command.forced_weeks = given.int_or("forced_weeks", 0)? as u8;
        command.out_of_communication = given.take("out").map_or(Ok(false), |value| flag(&value))?;
        let reasons = given.int_or("disorder", 0)? as usize;
        command.disorder = vec![Disorder::LostBattle; reasons];
        command.routed = given.take("routed").map_or(Ok(false), |value| flag(&value))?;
        command.last_battle = given.maybe_int("last_battle")?.map(|turn| Turn(turn as u16));
        for (of, units) in given.table("prisoners")? {
            command.prisoners.push(Prisoners { of: self.power(&of)?, units: of_key(&units)? });
        }
        let id = CommandId(self.st.next.command);
        self.st.next.command += 1;
        if let Some(under) = given.maybe_text("under")? {
            command.parent = Some(self.command(&under)?);
        }
        if let Some(fleet) = given.maybe_text("carried_by")? {
            command.carried_by = Some(self.command(&fleet)?);
        }
        if let Some(inside) = given.maybe_text("inside")? {
            let site = self.site(&inside)?;
            (command.inside, command.battle_order) = (Some(site), BattleOrder::Garrison);
            command.parent = Some(self.st.site(site).command);
        }
        self.st.commands.insert(id, command);
        if let Some(leader) = given.take("leader") {
            self.lead(id, &leader)?;
        }
        given.finish()
    }
}

type Related = (strategos::model::ids::CountryId, strategos::model::ids::CountryId, Standing, Option<Turn>);
