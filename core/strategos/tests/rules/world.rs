//! Situations of `check = "play"`: a world made from `given`, the steps that are played, and what they are asked afterwards.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Dice;
use strategos::model::command::{BattleOrder, Command, CommandKind, Prisoners, Task, TaskKind};
use strategos::model::ids::{CommandId, HexId, LeaderId, Name, Power, SiteId};
use strategos::model::invariants::violations;
use strategos::model::measures::{Ratings, Talents, Turn};
use strategos::model::reports::Source;
use strategos::model::rulings::Weather;
use strategos::model::scenario::Scenario;
use strategos::model::state::{Blockade, Leader, RainRun, Siege, SiteStatus, Spoils, Standing, State};
use strategos::model::units::Units;
use strategos::orders::Pending;
use strategos::rules::march::Season;
use strategos::rules::movement;
use strategos::rules::storm::{self, AssaultOrder};
use strategos::rules::supply_phase::Week;
use strategos::rules::trek::Trek;
use strategos::rules::{
    appointment, events, harbour, interaction, pay, quarter_end, revolt, scouting_phase, siege_phase, spies,
    supply_phase, week_start,
};
use testkit::casebook::{Given, Wrong, flag, same, table, text, whole};
use toml::{Table, Value};

use crate::Case;
use crate::checks::{key, of_key, world};
use crate::deeds;

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
        let leader = Leader {
            name,
            power,
            ratings,
            post: Some(command),
            hex,
            failed,
            travel: 0,
            wounded: 0,
            grew_ma: false,
            grew_sa: false,
        };
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
        let command = site.command;
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

    fn step(&mut self, step: &str, dice: &mut Dice) -> Result<(), Wrong> {
        let (sc, st) = (&*self.sc, &mut self.st);
        match step {
            "begin" => {
                let opening = week_start::begin(sc, st, dice);
                self.note("rallied", opening.rallied.len() as i64);
            }
            "siege" => {
                let before =
                    siege_phase::Before { moved: &self.moved, lost_unit: &self.lost_unit, entered: &self.entered };
                let week = siege_phase::siege_phase(sc, st, &before, dice);
                let takings: u32 = week.takings.iter().map(|each| each.talents.0).sum();
                self.note("takings", i64::from(takings));
            }
            "siege, revolt, pay" => {
                let before =
                    siege_phase::Before { moved: &self.moved, lost_unit: &self.lost_unit, entered: &self.entered };
                let week = siege_phase::siege_phase(sc, st, &before, dice);
                let risen: Vec<SiteId> =
                    revolt::revolt_phase(sc, st, dice).into_iter().map(|fallen| fallen.site).collect();
                pay::pay_phase(sc, st, &week.takings, &risen, self.weather, dice);
            }
            "revolt" => {
                let risen = revolt::revolt_phase(sc, st, dice).len();
                self.note("risen", risen as i64);
            }
            "pay" => {
                let raids = self.trek.as_ref().map_or(&[][..], |trek| &trek.raids.takings);
                let accounts = pay::pay_phase(sc, st, raids, &[], self.weather, dice);
                let countries: Vec<String> = sc.countries.iter().map(|country| country.key.to_string()).collect();
                for (key, accounts) in countries.into_iter().zip(accounts) {
                    for (what, sum) in [
                        ("revenue", accounts.revenue),
                        ("takings", accounts.takings),
                        ("fleets", accounts.fleets),
                        ("upkeep", accounts.upkeep),
                    ] {
                        self.note(&format!("{what}_{key}"), i64::from(sum.0));
                    }
                }
            }
            "supply" => {
                let week = Week {
                    unspent: &self.unspent,
                    at_city: &self.at_city,
                    at_sea: &self.at_sea,
                    unsupplied: &BTreeSet::new(),
                    no_harbour: &self.barred,
                    weather: self.weather,
                    rain: self.rain,
                };
                let done = supply_phase::supply_phase(sc, st, &week, dice);
                for (id, fed) in done.fed {
                    let name = self.st.command(id).name.to_string();
                    self.found.insert(format!("fed_{name}"), Value::from(format!("{fed:?}")));
                }
            }
            "status" => {
                let risen = quarter_end::status_changes(sc, st, dice).fallen.len();
                self.note("risen", risen as i64);
            }
            "quarter_end" => {
                let out = quarter_end::end_quarter(sc, st, &self.pending.week.quarter, dice);
                let ended = st.ended.as_ref().map_or(Value::from(""), |ending| key(ending.reason));
                let first = st.ended.as_ref().map_or("", |ending| sc.country(ending.ranking[0]).key.as_str());
                let first = Value::from(first);
                self.found.insert("ended".into(), ended);
                self.found.insert("first".into(), first);
                self.note("out", out.len() as i64);
            }
            "march" => {
                let (foot, horse) = strategos::rules::weather::rain_penalty(&sc.rulings, self.rain);
                let season = Season { weather: self.weather, foot, horse };
                let trek =
                    self.trek.get_or_insert_with(|| Trek::new(sc, season).boarding(&self.pending.week.boardings));
                let before = trek.battles.len();
                movement::movement_phase(sc, st, trek, dice);
                let fought = trek.battles[before..].to_vec();
                self.at_sea.clone_from(&trek.at_sea);
                self.moved.clone_from(&trek.moved);
                self.entered.clone_from(&trek.intruded);
                self.at_city = trek.at_city(st);
                self.unspent = trek.unspent(sc, st);
                let boarded = trek.boardings.iter().map(|each| match each.end {
                    None => Value::from("open"),
                    Some(Ok(())) => Value::from("done"),
                    Some(Err(why)) => key(why),
                });
                self.found.insert("boarded".into(), Value::Array(boarded.collect()));
                self.note("battles", fought.len() as i64);
                let raided: u32 =
                    self.trek.iter().flat_map(|trek| &trek.raids.takings).map(|each| each.talents.0).sum();
                self.note("raided", i64::from(raided));
                if let Some(report) = fought.last() {
                    self.found.insert("battle".into(), key(report.result));
                    let winner = self.power_word(report.winner.powers[0]);
                    self.found.insert("winner".into(), Value::from(winner));
                    self.note("quotient", i64::from(report.quotient));
                    self.note("winner_lost", i64::from(report.winner.lost.fighting()));
                    self.note("loser_lost", i64::from(report.loser.lost.fighting()));
                }
            }
            "scout" | "scout again" => {
                let source = if step == "scout" { Source::FirstPhase } else { Source::SecondPhase };
                scouting_phase::scouting_phase(sc, st, &self.moved, source, dice);
                let calm = Trek::new(sc, Season { weather: self.weather, foot: 0, horse: 0 });
                let trek = self.trek.as_ref().unwrap_or(&calm);
                let reacted = interaction::react(sc, st, trek, source).len();
                self.note("reacted", reacted as i64);
            }
            "spies" => {
                let weeks =
                    spies::spy_phase(sc, st, dice).into_iter().map(|(_, week)| Value::from(format!("{week:?}")));
                let weeks = Value::Array(weeks.collect());
                self.found.insert("spied".into(), weeks);
            }
            "assault" => {
                let ordered = &self.pending.week.assaults[usize::from(self.assault_phase)];
                let orders = [self.assaults.as_slice(), ordered].concat();
                let reports =
                    storm::assault_phase(sc, st, &orders, &self.pending.week.transfers, self.assault_phase, dice);
                self.assault_phase += 1;
                for report in &reports {
                    self.lost_unit.extend((!report.defenders_lost.is_empty()).then_some(report.site));
                }
                self.note("assaults", reports.len() as i64);
                if let Some(report) = reports.last() {
                    self.note("odds", i64::from(report.odds));
                    self.found.insert("repulse".into(), Value::from(report.repulse));
                }
            }
            "events" => {
                let befell = events::random_events(sc, st, dice);
                let all: Vec<Value> = befell.iter().map(|each| key(each.chance)).collect();
                self.found.insert("befell".into(), Value::Array(all));
            }
            "shelter" => {
                self.barred = harbour::shelter(sc, st);
                self.note("barred", self.barred.len() as i64);
            }
            "appoint" => {
                let given = appointment::appoint_the_failed(sc, st).len();
                self.note("reappointed", given as i64);
            }
            "obey" => strategos::rules::obedience::settle(sc, st, &self.pending.week.heard),
            "disorder" => {
                let failed = movement::fail_in_disorder(sc, st).len();
                self.note("failed", failed as i64);
            }
            "next_week" => st.turn = st.turn.later(1),
            other => return Err(format!("there is no step {other}")),
        }
        Ok(())
    }

    fn note(&mut self, key: &str, value: i64) {
        self.found.insert(key.to_owned(), Value::from(value));
    }

    fn compare(&self, expect: &Table) -> Result<(), Wrong> {
        for (kind, wanted) in expect {
            match kind.as_str() {
                "site" => each(wanted, |name| Ok(self.tell_site(self.site(name)?)))?,
                "country" => each(wanted, |name| self.tell_country(name))?,
                "command" => each(wanted, |name| self.tell_command(name))?,
                "seen" => each(wanted, |name| self.tell_seen(name))?,
                other => {
                    let found = self.found.get(other).ok_or_else(|| format!("nothing is known of {other}"))?;
                    agree(other, wanted, found)?;
                }
            }
        }
        Ok(())
    }

    fn tell_site(&self, id: SiteId) -> Table {
        let site = self.st.site(id);
        let mut found = Table::new();
        found.insert("power".into(), Value::from(self.power_word(site.power)));
        found.insert("status".into(), key(site.status));
        for (name, value) in [
            ("size", i64::from(site.size)),
            ("dv", i64::from(site.dv)),
            ("dv_current", i64::from(site.dv_current)),
            ("stores", i64::from(site.stores)),
            ("waver", i64::from(site.waver)),
            ("raided", i64::from(site.raided.0)),
            ("blockade_weeks", site.blockade.map_or(-1, |blockade| i64::from(blockade.weeks))),
            ("siege_points", site.siege.map_or(-1, |siege| i64::from(siege.points))),
        ] {
            found.insert(name.into(), Value::from(value));
        }
        found.insert("beset".into(), Value::from(site.beset));
        found.insert("spoiled".into(), Value::from(site.spoils.is_some()));
        found.insert("hold".into(), Value::from(site.orders.hold));
        found.insert("garrison".into(), units(&self.st.command(site.command).units));
        found
    }

    fn tell_country(&self, name: &str) -> Result<Table, Wrong> {
        let country = self.sc.find_country(name).ok_or_else(|| format!("there is no country {name}"))?;
        let it = self.st.country(country);
        let leaders = self.st.leaders.values().filter(|leader| leader.power == Power::Country(country)).count();
        let mut found = Table::new();
        for (name, value) in [
            ("treasury", i64::from(it.treasury.0)),
            ("morale", i64::from(it.morale)),
            ("morale_due", i64::from(it.morale_due)),
            ("leaders", leaders as i64),
        ] {
            found.insert(name.into(), Value::from(value));
        }
        found.insert("out".into(), Value::from(it.out));
        for other in self.sc.country_ids().filter(|other| *other != country) {
            let standing: Standing = self.st.standing(country, other);
            found.insert(self.sc.country(other).key.to_string(), key(standing));
        }
        let home = self.st.journeys.iter().filter(|journey| journey.power == Power::Country(country));
        let mut on_the_way = Units::NONE;
        home.for_each(|journey| on_the_way.join(&journey.units));
        found.insert("on_the_way".into(), units(&on_the_way));
        Ok(found)
    }

    /// What a country remembers: by hex who is there, by city its walls, by country its morale, and of how many hexes it has
    /// a report.
    fn tell_seen(&self, name: &str) -> Result<Table, Wrong> {
        let country = self.sc.find_country(name).ok_or_else(|| format!("there is no country {name}"))?;
        let memory = &self.st.memory[country.index()];
        let mut found = Table::new();
        for (hex, report) in &memory.hexes {
            let forces = report.forces.iter().map(|force| {
                let mut words = vec![self.power_word(force.power)];
                words.push(if force.naval { "sea" } else { "land" }.into());
                words.extend(force.units.map(|units| format!("{units} units")));
                words.extend(force.highest.map(|kind| kind.key().to_owned()));
                words.extend(force.classes.iter().map(|(class, count)| format!("{count} {class:?}")));
                words.extend(force.aboard.map(|units| format!("{units} aboard")));
                words.extend(force.commander.as_ref().map(ToString::to_string));
                words.extend(force.came_from.map(|hex| format!("from {hex}")));
                words.extend(force.exact.map(|units| format!("{units:?}")));
                words.extend(force.ma.map(|ma| format!("MA {ma}")));
                words.extend(force.order.map(|order| format!("{order:?}")));
                Value::from(words.join(", "))
            });
            found.insert(hex.to_string(), Value::Array(forces.collect()));
            found.insert(format!("level_{hex}"), Value::from(i64::from(report.level)));
        }
        for (site, report) in &memory.sites {
            let inside =
                report.inside.map_or(String::new(), |it| format!(", {} within, stores {}", it.garrison, it.stores));
            let walls = format!("size {}, dv {} off {}{inside}", report.size, report.dv, report.dv_error);
            found.insert(self.st.site(*site).name.to_string(), Value::from(walls));
        }
        for (other, report) in &memory.morale {
            found.insert(self.sc.country(*other).key.to_string(), key(report.band));
        }
        found.insert("hexes".into(), Value::from(memory.hexes.len() as i64));
        Ok(found)
    }

    fn tell_command(&self, name: &str) -> Result<Table, Wrong> {
        let Ok(id) = self.command(name) else { return Ok(Table::from_iter([("gone".to_owned(), Value::from(true))])) };
        let it = self.st.command(id);
        let mut found = Table::new();
        found.insert("gone".into(), Value::from(false));
        found.insert("units".into(), units(&it.units));
        found.insert("aboard".into(), units(&it.aboard));
        found.insert("os".into(), Value::from(i64::from(it.organic_supply)));
        found.insert("trains".into(), key(&it.train_points));
        found.insert("disorder".into(), Value::from(it.disorder.len() as i64));
        found.insert("routed".into(), Value::from(it.routed));
        found.insert("hungry".into(), Value::from(it.hungry));
        found.insert("forced_weeks".into(), Value::from(i64::from(it.forced_weeks)));
        found.insert("out".into(), Value::from(it.out_of_communication));
        let at = self.st.site_at(it.hex).map_or(it.hex.to_string(), |site| self.st.site(site).name.to_string());
        found.insert("at".into(), Value::from(at));
        let path: Vec<String> = it.path.iter().map(ToString::to_string).collect();
        found.insert("path".into(), key(path));
        let leader = it.leader.map(|leader| &self.st.leaders[&leader]);
        found.insert("leader".into(), Value::from(leader.map_or(String::new(), |leader| leader.ratings.to_string())));
        found.insert("failed".into(), Value::from(leader.is_some_and(|leader| leader.failed.is_some())));
        found.insert("wounded".into(), Value::from(i64::from(leader.map_or(0, |leader| leader.wounded))));
        found.insert("power".into(), Value::from(self.power_word(it.power)));
        found.insert("aside".into(), Value::from(it.stands_aside));
        let parent = it.parent.map_or(String::new(), |parent| self.st.command(parent).name.to_string());
        found.insert("under".into(), Value::from(parent));
        let fleet = it.carried_by.map_or(String::new(), |fleet| self.st.command(fleet).name.to_string());
        found.insert("carried_by".into(), Value::from(fleet));
        let travel = it.leader.map_or(0, |leader| self.st.leaders[&leader].travel);
        found.insert("travel".into(), Value::from(i64::from(travel)));
        found.insert("order".into(), key(it.battle_order));
        found.insert("interaction".into(), Value::from(i64::from(it.interaction)));
        found.insert("works".into(), Value::from(it.task.is_some_and(|task| !task.done)));
        let prisoners: u16 = it.prisoners.iter().map(|each| each.units.regts()).sum();
        found.insert("prisoners".into(), Value::from(i64::from(prisoners)));
        let inside = it.inside.map_or(String::new(), |site| self.st.site(site).name.to_string());
        found.insert("inside".into(), Value::from(inside));
        Ok(found)
    }
}

type Related = (strategos::model::ids::CountryId, strategos::model::ids::CountryId, Standing, Option<Turn>);

fn units(units: &Units) -> Value {
    Value::Table(units.iter().map(|(kind, count)| (kind.key().to_owned(), Value::from(i64::from(count)))).collect())
}

/// Every key that is asked for is as it is found.
fn each(wanted: &Value, tell: impl Fn(&str) -> Result<Table, Wrong>) -> Result<(), Wrong> {
    for (name, keys) in table("what is expected", wanted)? {
        let found = tell(name)?;
        for (key, wanted) in table("what is expected", keys)? {
            let found = found.get(key).ok_or_else(|| format!("{name} has no {key}"))?;
            agree(&format!("{name}: {key}"), wanted, found)?;
        }
    }
    Ok(())
}

fn agree(what: &str, wanted: &Value, found: &Value) -> Result<(), Wrong> {
    if same(wanted, found) { Ok(()) } else { Err(format!("{what}: {found}, not {wanted}")) }
}
