//! The world of a row: a shipped scenario without its forces, and what `given` changes.

use std::sync::Arc;

use eternal_rome::model::calendar::{MONTHS, Month};
use eternal_rome::model::ids::{CityId, FLEET, HexId, KINDS, LeaderId, PowerId, Powers, ProvinceId, UnitKind};
use eternal_rome::model::names;
use eternal_rome::model::scenario::{PowerKind, Ruler, Scenario, built_in, load, shipped};
use eternal_rome::model::state::{
    ArmyId, ArmyStatus, Band, FleetId, FleetStatus, ForceId, LeaderPlace, Phase, Raised, Seats, Stage, State, Yard,
    add_band,
};
use eternal_rome::orders::Order;
use eternal_rome::rules::sequence;
use serde::de::DeserializeOwned;
use testkit::casebook::{Given, Wrong, flag, table, text, texts, whole};
use toml::{Table, Value};

/// A scenario and the state that the row begins with.
pub struct World {
    pub sc: Arc<Scenario>,
    pub st: State,
}

/// Plain data in the form in which orders and views carry it.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Wrong> {
    let json = serde_json::to_value(value).map_err(|error| error.to_string())?;
    serde_json::from_value(json).map_err(|error| format!("{value}: {error}"))
}
/// An order as an order set carries it.
pub fn order(table: &Table) -> Result<Order, Wrong> {
    read(&Value::Table(table.clone()))
}

/// Counts by type of unit, `fleet` for fleet units.
fn by_kind(value: &Value) -> Result<Vec<(usize, i64)>, Wrong> {
    let one = |(key, count): (&String, &Value)| {
        let at = if key == "fleet" { FLEET } else { kind(key)?.index() };
        Ok((at, whole(count)?))
    };
    table("units", value)?.iter().map(one).collect()
}
/// A type of unit by its key.
pub fn kind(key: &str) -> Result<UnitKind, Wrong> {
    UnitKind::ALL.into_iter().find(|kind| kind.key() == key).ok_or_else(|| format!("there is no type of unit {key}"))
}

/// `June 32 BC`, `May AD 292`.
pub fn month(text: &str) -> Result<Month, Wrong> {
    let words: Vec<&str> = text.split(' ').collect();
    let of_year = MONTHS.iter().position(|name| *name == words[0]).map(|at| at as u8 + 1);
    let year: Option<i16> = match words.as_slice() {
        [_, year, "BC"] => year.parse().ok().map(|year: i16| -year),
        [_, "AD", year] => year.parse().ok(),
        _ => None,
    };
    let found = of_year.zip(year).and_then(|(month, year)| Month::of(year, month));
    found.ok_or_else(|| format!("{text} is no month; write June 32 BC"))
}

/// Keys of `given` that change static facts, so that the scenario is read anew.
const STATIC: [&str; 7] = ["civilized", "warm_winter", "wood_scarce", "tax", "taxed_by_patron", "limits", "land"];

fn changes_scenario(given: &Table) -> bool {
    let of = |key: &str| given.get(key).and_then(Value::as_table).into_iter().flat_map(Table::values);
    let own = |value: &Value| value.as_table().is_some_and(|table| STATIC.iter().any(|key| table.contains_key(*key)));
    of("province").any(own)
        || of("hex").next().is_some()
        || of("leader").any(|value| value.as_table().is_some_and(|table| table.contains_key("naval") || own(value)))
        || of("power").any(|value| {
            value.as_table().is_some_and(|table| {
                ["way", "rate", "had_cities", "named_controller", "prices"].iter().any(|key| table.contains_key(*key))
            })
        })
        || ["activations", "alliances_allowed", "first_check", "end", "friendly"]
            .iter()
            .any(|key| given.contains_key(*key))
}

impl World {
    /// The world that `given` describes.
    pub fn new(given: &Table) -> Result<Self, Wrong> {
        let fresh = changes_scenario(given);
        let mut given = Given::new(given);
        let id = given.take("scenario").map_or(Ok("octavius-antonius".to_owned()), |v| text(&v).map(str::to_owned))?;
        let found = shipped::find(&id).ok_or_else(|| format!("there is no scenario {id}"))?;
        let sc = if fresh {
            let files = built_in::files(&id).ok_or_else(|| format!("there is no scenario {id}"))?;
            Arc::new(load(&files).map_err(|error| error.to_string())?)
        } else {
            found
        };
        let st = State::start(&sc, sc.options);
        let mut world = Self { sc, st };
        if given.take("scenario_forces").is_none_or(|value| value == Value::Boolean(false)) {
            world.strip();
        }
        world.scenario(&mut given)?;
        world.time(&mut given)?;
        for (name, values) in given.table("power")? {
            let id = world.power(&name)?;
            world.patch_power(id, table("a power", &values)?)?;
        }
        world.st.turns = sequence::game_turns(&world.sc, &world.st);
        for (name, values) in given.table("province")? {
            let id = world.province(&name)?;
            world.patch_province(id, table("a province", &values)?)?;
        }
        for (name, values) in given.table("city")? {
            let id = world.city(&name)?;
            world.patch_city(id, table("a city", &values)?)?;
        }
        for (name, values) in given.table("army")? {
            world.set_army(&name, table("an army", &values)?)?;
        }
        for (name, values) in given.table("fleet")? {
            world.set_fleet(&name, table("a fleet", &values)?)?;
        }
        for (name, values) in given.table("leader")? {
            let id = world.leader(&name)?;
            world.patch_leader(id, table("a leader", &values)?)?;
        }
        world.rest(&mut given)?;
        world.phase(&mut given)?;
        given.finish()?;
        Ok(world)
    }

    /// Takes every force off the map; the leaders are in reserve, and no minor has reserves to place.
    fn strip(&mut self) {
        self.st.armies.clear();
        self.st.fleets.clear();
        for leader in &mut self.st.leaders {
            leader.place = LeaderPlace::Reserve;
        }
        for city in &mut self.st.cities {
            city.siege = None;
        }
    }

    fn scenario(&mut self, given: &mut Given) -> Result<(), Wrong> {
        let friendly = given.take("friendly");
        let pairs = friendly.map(|list| self.pairs(&list)).transpose()?;
        let keep = given.take("activations");
        let allowed = given.take("alliances_allowed");
        let (first, end) = (given.take("first_check"), given.take("end"));
        let hexes = given.table("hex")?;
        let Some(sc) = Arc::get_mut(&mut self.sc) else { return Ok(()) };
        if let Some(pairs) = pairs {
            sc.friendly = pairs;
        }
        if keep.is_some_and(|value| value == Value::Boolean(false)) {
            sc.activations.clear();
        }
        if let Some(value) = allowed {
            sc.options.alliances_allowed = flag(&value)?;
            self.st.options.alliances_allowed = flag(&value)?;
        }
        if let Some(value) = first {
            sc.first_check = month(text(&value)?)?;
        }
        if let Some(value) = end {
            sc.end = month(text(&value)?)?;
        }
        for (name, values) in hexes {
            let hex = names::find_hex(sc, &name).ok_or_else(|| format!("there is no place {name}"))?;
            for (key, value) in table("a hex", &values)? {
                match key.as_str() {
                    "land" => sc.hexes[hex.index()].land = Some(read(value)?),
                    other => return Err(format!("a hex has no {other}")),
                }
            }
        }
        Ok(())
    }

    fn time(&mut self, given: &mut Given) -> Result<(), Wrong> {
        let at = given.take("at").unwrap_or_else(|| Value::from("June 32 BC"));
        self.st.month = month(text(&at)?)?;
        let of_year = self.st.month.of_year();
        self.st.winter = !(4..=11).contains(&of_year);
        if let Some(value) = given.take("winter") {
            self.st.winter = flag(&value)?;
        }
        Ok(())
    }

    fn phase(&mut self, given: &mut Given) -> Result<(), Wrong> {
        let player = given.take("turn").map_or(Ok(self.sc.turn_order[0]), |value| self.power(text(&value)?))?;
        let name = given.take("phase").unwrap_or_else(|| Value::from("land_movement"));
        let order = self.sc.turn_order.iter().position(|&major| major == player);
        let turn = self.st.turns.iter().position(|turn| turn.has(player));
        let slot = |found: Option<usize>| found.map(|at| at as u8).ok_or("the turn is a major's".to_owned());
        self.st.stage = match text(&name)? {
            "month_start" => Stage::Season,
            "dues" => Stage::Dues { slot: slot(order)? },
            "month_end" => Stage::MonthEnd,
            "checks" => Stage::Checks { slot: slot(turn)?, from: HexId(0) },
            other => match read::<Phase>(&Value::from(other))? {
                Phase::Taxation => Stage::Taxation { slot: slot(order)? },
                Phase::Naval => Stage::Naval { slot: slot(turn)? },
                Phase::LandMovement => Stage::Land { slot: slot(turn)? },
                Phase::LandCombat => Stage::Combat { slot: slot(turn)? },
                Phase::Siege => Stage::Siege { slot: slot(turn)? },
            },
        };
        self.st.ended = Seats::NONE;
        Ok(())
    }

    fn rest(&mut self, given: &mut Given) -> Result<(), Wrong> {
        for (key, value) in given.table("options")? {
            match key.as_str() {
                "intelligence" => self.st.options.intelligence = flag(&value)?,
                "amphibious_invasion" => self.st.options.amphibious_invasion = flag(&value)?,
                other => return Err(format!("there is no option {other}")),
            }
        }
        if let Some(list) = given.take("alliances") {
            self.st.alliances = self.pairs(&list)?;
            self.st.turns = sequence::game_turns(&self.sc, &self.st);
        }
        for row in given.take("yards").iter().flat_map(|list| list.as_array().into_iter().flatten()) {
            let mut row = Given::new(table("a yard", row)?);
            let yard = Yard {
                city: self.city(&row.text("city")?)?,
                ready: month(&row.text("ready")?)?,
                ships: row.int("ships")? as u8,
            };
            row.finish()?;
            self.st.yards.push(yard);
        }
        for row in given.take("raised").iter().flat_map(|list| list.as_array().into_iter().flatten()) {
            let mut row = Given::new(table("what was raised", row)?);
            let (units, ships) = (row.int_or("units", 0)? as u8, row.int_or("ships", 0)? as u8);
            self.st.raised.push(Raised { hex: self.hex(&row.text("hex")?)?, units, ships });
            row.finish()?;
        }
        Ok(())
    }

    fn pairs(&self, list: &Value) -> Result<Vec<(PowerId, PowerId)>, Wrong> {
        let pair = |value: &Value| {
            let both = texts(value)?;
            let [one, two] = both.as_slice() else { return Err(format!("a pair of powers cannot be {value}")) };
            let (one, two) = (self.power(one)?, self.power(two)?);
            Ok((one.min(two), one.max(two)))
        };
        list.as_array().ok_or_else(|| format!("a list of pairs cannot be {list}"))?.iter().map(pair).collect()
    }

    pub fn power(&self, word: &str) -> Result<PowerId, Wrong> {
        names::find_power(&self.sc, word).ok_or_else(|| format!("there is no power {word}"))
    }
    pub fn powers(&self, value: &Value) -> Result<Powers, Wrong> {
        texts(value)?.into_iter().map(|word| self.power(word)).collect()
    }
    pub fn hex(&self, word: &str) -> Result<HexId, Wrong> {
        names::find_hex(&self.sc, word).ok_or_else(|| format!("there is no place {word}"))
    }
    pub fn city(&self, word: &str) -> Result<CityId, Wrong> {
        names::find_city(&self.sc, word).ok_or_else(|| format!("there is no city {word}"))
    }
    pub fn province(&self, word: &str) -> Result<ProvinceId, Wrong> {
        names::find_province(&self.sc, word).ok_or_else(|| format!("there is no province {word}"))
    }
    pub fn leader(&self, word: &str) -> Result<LeaderId, Wrong> {
        names::find_leader(&self.sc, word).ok_or_else(|| format!("there is no leader {word}"))
    }
    pub fn army(&self, word: &str) -> Result<ArmyId, Wrong> {
        match names::find_force(&self.sc, word) {
            Some(ForceId::Army(id)) => Ok(id),
            _ => Err(format!("{word} is no name of an army")),
        }
    }
    pub fn fleet(&self, word: &str) -> Result<FleetId, Wrong> {
        match names::find_force(&self.sc, word) {
            Some(ForceId::Fleet(id)) => Ok(id),
            _ => Err(format!("{word} is no name of a fleet")),
        }
    }

    fn power_or_nobody(&self, value: &Value) -> Result<Option<PowerId>, Wrong> {
        match text(value)? {
            "" => Ok(None),
            word => self.power(word).map(Some),
        }
    }

    fn patch_power(&mut self, id: PowerId, values: &Table) -> Result<(), Wrong> {
        for (key, value) in values {
            match key.as_str() {
                "patron" | "controller" => {
                    let whose = self.power_or_nobody(value)?;
                    let power = self.st.power_mut(id);
                    if key == "patron" { power.patron = whose } else { power.controller = whose }
                }
                "war_targets" => self.st.power_mut(id).war_targets = self.powers(value)?,
                "way" | "rate" | "had_cities" | "named_controller" | "prices" => self.patch_info(id, key, value)?,
                _ => patch_figures(self.st.power_mut(id), key, value)?,
            }
        }
        Ok(())
    }

    fn patch_info(&mut self, id: PowerId, key: &str, value: &Value) -> Result<(), Wrong> {
        let named = if key == "named_controller" { self.power_or_nobody(value)? } else { None };
        let info = &mut Arc::get_mut(&mut self.sc).ok_or("the scenario is shared")?.powers[id.index()];
        match key {
            "way" => info.way = read(value)?,
            "rate" => info.replacement_rate = whole(value)?,
            "had_cities" => info.had_cities = flag(value)?,
            "prices" => {
                for (at, price) in by_kind(value)? {
                    info.prices[at] = price as u16;
                }
            }
            _ => info.named_controller = named,
        }
        Ok(())
    }

    fn patch_province(&mut self, id: ProvinceId, values: &Table) -> Result<(), Wrong> {
        let now = self.st.month;
        for (key, value) in values {
            if STATIC.contains(&key.as_str()) {
                let info = &mut Arc::get_mut(&mut self.sc).ok_or("the scenario is shared")?.provinces[id.index()];
                match key.as_str() {
                    "civilized" => info.civilized = flag(value)?,
                    "warm_winter" => info.warm_winter = flag(value)?,
                    "wood_scarce" => info.wood_scarce = flag(value)?,
                    "tax" => info.tax = whole(value)?,
                    "taxed_by_patron" => info.taxed_by_patron = flag(value)?,
                    _ => {
                        info.limits = [0; KINDS + 1];
                        for (at, count) in by_kind(value)? {
                            info.limits[at] = count as u8;
                        }
                    }
                }
                continue;
            }
            let whose = if key == "controller" { self.power_or_nobody(value)? } else { None };
            let occupier = match (key.as_str(), value) {
                ("occupied", Value::Table(by)) => {
                    let mut by = Given::new(by);
                    let pair = (self.power(&by.text("by")?)?, by.int("phases")? as u8);
                    by.finish()?;
                    Some(pair)
                }
                _ => None,
            };
            let province = self.st.province_mut(id);
            match key.as_str() {
                "controller" => province.controller = whose,
                "occupied" => province.occupied = occupier,
                "plundered" => province.plundered_until = Some(now.plus(whole(value)?)),
                "plundered_at_home" => province.plundered_at_home = flag(value)?,
                "recruited" => {
                    for (at, count) in by_kind(value)? {
                        province.recruited[at] = count as u8;
                    }
                }
                other => return Err(format!("a province has no {other}")),
            }
        }
        Ok(())
    }

    fn patch_city(&mut self, id: CityId, values: &Table) -> Result<(), Wrong> {
        for (key, value) in values {
            let whose = if key == "controller" { Some(self.power(text(value)?)?) } else { None };
            let now = self.st.month;
            let city = self.st.city_mut(id);
            match key.as_str() {
                "controller" => city.controller = whose.unwrap_or(city.controller),
                "fort" => city.fort = whole(value)?,
                "siege" => city.siege = Some(now.plus(-whole::<i16>(value)?)),
                other => return Err(format!("a city has no {other}")),
            }
        }
        Ok(())
    }

    fn set_army(&mut self, name: &str, values: &Table) -> Result<(), Wrong> {
        let id = self.army(name)?;
        let mut values = Given::new(values);
        let hex = self.hex(&values.text("at")?)?;
        let status = values.take("status").map_or(Ok(ArmyStatus::Field), |value| read(&value))?;
        let spent = values.int_or("spent", 0)? as u8;
        let leaders = values.take("leaders");
        let came_from = values.take("came_from").map(|value| self.hex(text(&value)?)).transpose()?;
        let bands = bands(&mut values, spent)?;
        let stopped = values.take("stopped").is_some_and(|value| value == Value::Boolean(true));
        let made = loop {
            let made = self.st.new_army(id.power, hex, status);
            if made.number >= id.number {
                break made;
            }
        };
        if let Some(army) = self.st.army_mut(made) {
            (army.bands, army.came_from, army.stopped) = (bands, came_from, stopped);
        }
        self.st.armies.retain(|army| {
            !army.bands.is_empty()
                || army.id == made
                || self.st.leaders.iter().any(|leader| leader.place == LeaderPlace::Army(army.id))
        });
        if made != id {
            return Err(format!("{name} is on the map already"));
        }
        for word in leaders.iter().map(texts).collect::<Result<Vec<_>, _>>()?.concat() {
            let leader = self.leader(word)?;
            let now = self.st.leader_mut(leader);
            (now.power, now.place, now.spent) = (id.power, LeaderPlace::Army(made), spent);
        }
        values.finish()
    }

    fn set_fleet(&mut self, name: &str, values: &Table) -> Result<(), Wrong> {
        let id = self.fleet(name)?;
        let mut values = Given::new(values);
        let hex = self.hex(&values.text("at")?)?;
        let status = values.take("status").map_or(Ok(FleetStatus::AtSea), |value| read(&value))?;
        let ships = match values.take("ships") {
            Some(Value::Table(by)) => {
                let mut ships = by
                    .iter()
                    .map(|(word, count)| Ok((self.power(word)?, whole(count)?)))
                    .collect::<Result<Vec<_>, Wrong>>()?;
                ships.sort_unstable();
                ships
            }
            Some(count) => vec![(id.power, whole(&count)?)],
            None => return Err("a fleet needs `ships`".to_owned()),
        };
        let spent = values.int_or("spent", 0)? as u8;
        let cargo = bands(&mut values, spent)?;
        let cargo_power = values.take("cargo_power").map(|value| self.power(text(&value)?)).transpose()?;
        let (used, months_out) = (values.int_or("used", 0)? as u8, values.int_or("months_out", 0)? as u8);
        let fought = values.take("fought").is_some_and(|value| value == Value::Boolean(true));
        let leaders = values.take("leaders");
        let made = loop {
            let made = self.st.new_fleet(id.power, hex, status);
            if made.number >= id.number {
                break made;
            }
        };
        let fleet = self.st.fleet_mut(made).expect("just made");
        (fleet.ships, fleet.used, fleet.months_out, fleet.fought) = (ships, used, months_out, fought);
        if !cargo.is_empty() {
            (fleet.cargo.power, fleet.cargo.bands) = (Some(cargo_power.unwrap_or(id.power)), cargo);
        }
        self.st.fleets.retain(|fleet| !fleet.ships.is_empty());
        if made != id {
            return Err(format!("{name} is on the map already"));
        }
        for word in leaders.iter().map(texts).collect::<Result<Vec<_>, _>>()?.concat() {
            let leader = self.leader(word)?;
            let now = self.st.leader_mut(leader);
            (now.power, now.place) = (cargo_power.unwrap_or(id.power), LeaderPlace::Fleet(made));
        }
        values.finish()
    }

    fn patch_leader(&mut self, id: LeaderId, values: &Table) -> Result<(), Wrong> {
        for (key, value) in values {
            match key.as_str() {
                "land" | "naval" => {
                    let info = &mut Arc::get_mut(&mut self.sc).ok_or("the scenario is shared")?.leaders[id.index()];
                    if key == "land" { info.land = whole(value)? } else { info.naval = whole(value)? }
                }
                "spent" => self.st.leader_mut(id).spent = whole(value)?,
                "ruler" => {
                    let ruler: Option<Ruler> = if text(value)?.is_empty() { None } else { Some(read(value)?) };
                    self.st.leader_mut(id).ruler = ruler;
                }
                "succession" => {
                    let number: i64 = whole(value)?;
                    self.st.leader_mut(id).succession = u8::try_from(number).ok();
                }
                "gone" => self.st.leader_mut(id).place = LeaderPlace::Gone,
                other => return Err(format!("a leader has no {other}")),
            }
        }
        Ok(())
    }
}

fn patch_figures(power: &mut eternal_rome::model::state::Power, key: &str, value: &Value) -> Result<(), Wrong> {
    match key {
        "treasury" => power.treasury = whole(value)?,
        "morale" => power.morale = whole(value)?,
        "replacements" => power.replacements = whole(value)?,
        "active" => power.active = flag(value)?,
        "placed" => power.placed = flag(value)?,
        "dissolved" => power.dissolved = flag(value)?,
        "kind" => power.kind = read::<PowerKind>(value)?,
        "lost" => {
            for (at, count) in by_kind(value)? {
                power.lost[at] = count as u16;
            }
        }
        other => return Err(format!("a power has no {other}")),
    }
    Ok(())
}

/// `units` (seasoned) and `new` (unseasoned) of a force.
fn bands(values: &mut Given, spent: u8) -> Result<Vec<Band>, Wrong> {
    let mut bands = Vec::new();
    for (key, seasoned) in [("units", true), ("new", false)] {
        for (word, count) in values.table(key)? {
            add_band(&mut bands, Band { kind: kind(&word)?, seasoned, spent, count: whole(&count)? });
        }
    }
    Ok(bands)
}
