//! A small world that a row can patch: the scenario `duel`, or one of those that are shipped.

use std::fs;

use kernel::GameSeed;
use testkit::casebook::{Given, Wrong, flag, table, text, texts, thousandths, whole};
use toml::{Table, Value};
use umpire::model::combat_orders::{Arm, DefaultAction};
use umpire::model::ids::{Factions, GeneralId, NationId, ProvinceId, Rp, TypeId};
use umpire::model::scenario::{CityStatus, Files, Scenario, load};
use umpire::model::state::{Siege, State};
use umpire::orders::lookup::{find_general_name, find_nation, find_type};

use crate::rules::cases::BOOK;

/// Scenario and state.
pub struct World {
    pub sc: Scenario,
    pub st: State,
}

/// Reads a scenario of the tests or of the room.
pub fn scenario(id: &str) -> Result<Scenario, Wrong> {
    let folder = match id {
        "duel" => "tests/data/duel".to_owned(),
        shipped => format!("data/{shipped}"),
    };
    let entries = fs::read_dir(BOOK.in_crate(&folder)).map_err(|error| format!("{folder}: {error}"))?;
    let mut files: Vec<(String, String)> = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        files.push((name, fs::read_to_string(&path).map_err(|error| error.to_string())?));
    }
    let files: Files = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    load(&files).map_err(|error| error.to_string())
}

/// Money in a row.
pub fn rp(value: &Value) -> Result<Rp, Wrong> {
    let tenths = thousandths(value).filter(|thousandths| thousandths % 100 == 0).map(|thousandths| thousandths / 100);
    tenths.map(Rp::tenths).ok_or_else(|| format!("an amount cannot be {value}"))
}

impl World {
    /// The world that `given` describes, before the turn.
    pub fn new(given: &Table) -> Result<Self, Wrong> {
        let mut given = Given::new(given);
        let id = given.take("scenario").map_or(Ok("duel".to_owned()), |value| text(&value).map(str::to_owned))?;
        let sc = scenario(&id)?;
        let mut st = State::start(&sc, &GameSeed::from_number(1));
        for general in &mut st.generals {
            (general.skill, general.loyalty_true) = (general.reputation, general.loyalty);
        }
        let mut world = Self { sc, st };
        world.switches(&mut given)?;
        world.patch(&mut given)?;
        given.finish()?;
        Ok(world)
    }

    /// A nation, or the Independents.
    pub fn faction(&self, word: &str) -> Result<NationId, Wrong> {
        if word == "IND" { Ok(self.sc.ind()) } else { find_nation(&self.sc, word).map_err(|refusal| refusal.detail) }
    }
    pub fn nation(&self, word: &str) -> Result<NationId, Wrong> {
        find_nation(&self.sc, word).map_err(|refusal| refusal.detail)
    }
    /// A province by the name it had at the start.
    pub fn place(&self, word: &str) -> Result<ProvinceId, Wrong> {
        let found = self.sc.province_ids().find(|&id| self.sc.first_place(id).name.as_str() == word);
        found.ok_or_else(|| format!("there is no province {word}"))
    }
    pub fn kind(&self, word: &str) -> Result<TypeId, Wrong> {
        find_type(&self.sc, word).map_err(|refusal| refusal.detail)
    }
    /// A general, dead or alive, of any nation.
    pub fn general(&self, word: &str) -> Result<GeneralId, Wrong> {
        let name = find_general_name(&self.sc, word).map_err(|refusal| refusal.detail)?;
        let found = self.st.generals.iter().position(|general| general.name == name);
        found.map(GeneralId::at).ok_or_else(|| format!("no general {word} has served yet"))
    }

    fn switches(&mut self, given: &mut Given) -> Result<(), Wrong> {
        if let Some(value) = given.take("local_revolts") {
            self.sc.local_revolts = flag(&value)?;
        }
        if let Some(value) = given.take("naval_blockade") {
            self.sc.naval_blockade = flag(&value)?;
        }
        if let Some(value) = given.take("end_turn") {
            self.sc.end_turn = whole(&value)?;
        }
        let year: u32 = given.int_or("year", 0)?.try_into().map_err(|_| "a year before the first".to_owned())?;
        let at = given.take("at").unwrap_or_else(|| Value::from("June"));
        let names = &self.sc.calendar.turns;
        let turn = names.iter().position(|name| Some(name.as_str()) == at.as_str());
        let turn = turn.ok_or_else(|| format!("there is no turn {at}; there are {names:?}"))?;
        self.st.turn = year * names.len() as u32 + turn as u32 + 1;
        Ok(())
    }

    fn patch(&mut self, given: &mut Given) -> Result<(), Wrong> {
        for key in ["treasury", "tax_rate", "capital", "enemies", "cic_shock", "face_shock", "cic_died"] {
            for (name, value) in given.table(key)? {
                let id = self.nation(&name)?;
                self.patch_nation(key, id, &value)?;
            }
        }
        // The values that another one follows come first: a city's value before its status, the owner before loyalty.
        for key in [
            "owner",
            "original_owner",
            "original",
            "ceiling",
            "revenue",
            "pending",
            "loyalty",
            "cty",
            "scarred",
            "in_revolt_against",
        ] {
            for (name, value) in given.table(key)? {
                let id = self.place(&name)?;
                self.patch_province(key, id, &value)?;
            }
        }
        for (name, places) in given.table("units")? {
            let faction = self.faction(&name)?;
            for (place, stack) in table("units", &places)? {
                let place = self.place(place)?;
                self.st.stacks.clear(place, faction);
                for (kind, count) in table("units", stack)? {
                    let kind = self.kind(kind)?;
                    self.st.stacks.add(place, faction, kind, whole(count)?);
                }
            }
        }
        for (name, places) in given.table("spies")? {
            let nation = self.nation(&name)?;
            for place in texts(&places)? {
                let place = self.place(place)?;
                self.st.province_mut(place).spies.add(nation);
            }
        }
        for (name, places) in given.table("combat")? {
            let nation = self.nation(&name)?;
            for (place, arms) in table("combat", &places)? {
                let place = self.place(place)?;
                for (arm, orders) in table("combat", arms)? {
                    let arm = arm_of_orders(arm)?;
                    self.st.standing.set(place, nation, arm, Some(text(orders)?.parse()?));
                }
            }
        }
        for (name, values) in given.table("general")? {
            let id = self.general(&name)?;
            for (key, value) in table("general", &values)? {
                self.patch_general(key, id, value)?;
            }
        }
        for (name, values) in given.table("siege")? {
            let place = self.place(&name)?;
            let mut siege = Given::new(table("siege", &values)?);
            let by = siege.take("by").ok_or("a siege needs `by`")?;
            let besiegers = texts(&by)?.into_iter().map(|word| self.faction(word)).collect::<Result<Factions, _>>()?;
            let turns = siege.int("turns")? as u32;
            siege.finish()?;
            let owner = self.st.province(place).owner;
            let inside = |&other: &NationId| {
                self.st.all_units(place, other) > 0
                    && !besiegers.has(other)
                    && (other == owner || !self.st.hostile(&self.sc, place, owner, other))
            };
            let besieged = (0..self.sc.factions()).map(NationId::at).filter(inside).collect();
            // Friends of the city with other orders than Defend lay outside its harbour (UM-19.3).
            let afloat = |&faction: &NationId| {
                self.st.fleets(&self.sc, place, faction) > 0
                    && !besiegers.has(faction)
                    && self.st.combat_orders(&self.sc, place, faction, Arm::Sea).default != DefaultAction::Defend
            };
            let outside = (0..self.sc.factions()).map(NationId::at).filter(afloat).collect();
            let siege = Siege { besiegers, besieged, turns, stores_lost: false, outside };
            self.st.province_mut(place).siege = Some(siege);
        }
        for (name, value) in given.table("stores_lost")? {
            let place = self.place(&name)?;
            let siege = self.st.province_mut(place).siege.as_mut().ok_or("stores are lost in a siege only")?;
            siege.stores_lost = flag(&value)?;
        }
        Ok(())
    }

    fn patch_nation(&mut self, key: &str, id: NationId, value: &Value) -> Result<(), Wrong> {
        match key {
            "treasury" => self.st.nation_mut(id).treasury = rp(value)?,
            "tax_rate" => self.st.nation_mut(id).tax_rate = whole(value)?,
            "capital" => self.st.nation_mut(id).capital = self.place(text(value)?)?,
            "enemies" => {
                let listed = texts(value)?.into_iter().map(|word| self.nation(word)).collect::<Result<_, _>>()?;
                self.st.nation_mut(id).declared = listed;
            }
            "cic_shock" => self.st.nation_mut(id).shock = whole(value)?,
            "face_shock" => self.st.nation_mut(id).face = whole(value)?,
            "cic_died" => self.st.nation_mut(id).cic_died = self.st.turn - whole::<u32>(value)?,
            other => unreachable!("{other} is not of a nation"),
        }
        Ok(())
    }

    fn patch_province(&mut self, key: &str, id: ProvinceId, value: &Value) -> Result<(), Wrong> {
        match key {
            "owner" => self.st.province_mut(id).owner = self.faction(text(value)?)?,
            "original_owner" => self.st.province_mut(id).original_owner = self.faction(text(value)?)?,
            "loyalty" => self.st.province_mut(id).loyalty = whole(value)?,
            "original" => self.st.province_mut(id).rev_original = rp(value)?,
            "ceiling" => self.st.province_mut(id).rev_ceiling = rp(value)?,
            "revenue" => self.st.province_mut(id).rev_current = rp(value)?,
            "pending" => self.st.province_mut(id).pending = rp(value)?,
            "cty" => {
                let province = self.st.province_mut(id);
                province.cty = match text(value)? {
                    "Y" => CityStatus::Standing,
                    "N" => CityStatus::TribalArea,
                    "D" => CityStatus::Destroyed,
                    _ => return Err(format!("city status cannot be {value}")),
                };
                province.ever_had_city |= province.cty != CityStatus::TribalArea;
            }
            "scarred" => {
                let province = self.st.province_mut(id);
                if flag(value)? {
                    province.scarred.add(province.original_owner);
                }
            }
            "in_revolt_against" => {
                let nation = self.nation(text(value)?)?;
                self.st.province_mut(id).in_revolt_against = Some(nation);
            }
            other => unreachable!("{other} is not of a province"),
        }
        Ok(())
    }

    fn patch_general(&mut self, key: &str, id: GeneralId, value: &Value) -> Result<(), Wrong> {
        let nation = if key == "nation" { Some(self.nation(text(value)?)?) } else { None };
        let place = if key == "place" { Some(self.place(text(value)?)?) } else { None };
        let general = self.st.general_mut(id);
        match key {
            "nation" => general.nation = nation.expect("looked up"),
            "place" => general.province = place.expect("looked up"),
            "arm" => general.arm = arm(text(value)?)?,
            "reputation" => general.reputation = whole(value)?,
            "loyalty" => general.loyalty = whole(value)?,
            "activity" => general.activity = whole(value)?,
            "popularity" => general.popularity = whole(value)?,
            "health" => general.health = whole(value)?,
            "age" => general.age = whole(value)?,
            "seniority" => general.seniority = whole(value)?,
            "skill" => general.skill = whole(value)?,
            "loyalty_true" => general.loyalty_true = whole(value)?,
            other => return Err(format!("a general has no {other}")),
        }
        Ok(())
    }
}

/// `land` or `sea`.
pub fn arm(word: &str) -> Result<Arm, Wrong> {
    match word {
        "land" => Ok(Arm::Land),
        "sea" => Ok(Arm::Sea),
        other => Err(format!("{other} is neither land nor sea")),
    }
}

/// `army` or `fleet`.
pub fn arm_of_orders(word: &str) -> Result<Arm, Wrong> {
    match word {
        "army" => Ok(Arm::Land),
        "fleet" => Ok(Arm::Sea),
        other => Err(format!("{other} is neither army nor fleet")),
    }
}
