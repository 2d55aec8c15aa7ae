//! The world of a row: a town, and personae called by letters.

use std::collections::BTreeMap;
use std::sync::Arc;

use renaissance::model::board::Board;
use renaissance::model::calendar::Turn;
use renaissance::model::family::Religion;
use renaissance::model::generated;
use renaissance::model::goods::Good;
use renaissance::model::ids::{FamilyId, Holder, LocationId, Name, PersonaId, TitleId};
use renaissance::model::location::{Controller, Location, Tower, TowerOwner};
use renaissance::model::measures::Rating;
use renaissance::model::money::Money;
use renaissance::model::persona::{Assets, Persona, Place, Side};
use renaissance::model::scenario::Scenario;
use renaissance::model::skills::{Skill, Skills};
use renaissance::model::state::State;
use renaissance::model::titles::{NonPlayer, Title, TitleKind, TitleRecord};
use renaissance::model::troops::{Troop, Troops};
use renaissance::rules::month::Month;
use testkit::casebook::{Given, Wrong, table, text, texts, whole};
use toml::{Table, Value};

use crate::common;

/// The town of a row: a port of which no family is citizen.
pub const TOWN: LocationId = LocationId(12);
/// Where those are who are not there.
const ELSEWHERE: LocationId = LocationId(13);
/// The families of the letters A to E, with several personae each.
const FAMILIES: [u16; 5] = [4, 9, 3, 8, 2];
/// Abbreviations of troops.
const TROOPS: [(&str, Troop); 6] = [
    ("HC", Troop::HeavyCavalry),
    ("PK", Troop::Pikemen),
    ("AR", Troop::Archers),
    ("AQ", Troop::Arquebusiers),
    ("AU", Troop::Auxiliaries),
    ("CR", Troop::Crew),
];

/// A world while a row is played.
pub struct World {
    pub sc: Scenario,
    pub st: State,
    pub month: Month,
    /// The personae by letter.
    pub letters: BTreeMap<String, PersonaId>,
    /// The rules by which orders were refused.
    pub refused: Vec<String>,
}

impl World {
    /// Builds it from what a row gives: `town`, and a table for each letter.
    pub fn of(given: &mut Given) -> Result<Self, Wrong> {
        let mut sc = generated::scenario(20, 10);
        let mut st = common::state(&sc);
        st.turn = Turn(given.int_or("turn", 5)? as u16);
        for persona in &mut st.personae {
            let away = Persona { family: persona.family, name: persona.name, ..Persona::default() };
            *persona = Persona { place: Place::At(ELSEWHERE, Side::Inside), ..away };
        }
        st.titles.iter_mut().for_each(|title| title.holder = Holder::Vacant);
        let board: &mut Board = Arc::make_mut(&mut sc.board);
        board.locations[TOWN.index()].supply.clear();
        board.locations[TOWN.index()].demand.clear();
        *st.location_mut(TOWN) = Location { depth: 20, fas: Rating::new(100), ..Location::default() };
        let mut letters = BTreeMap::new();
        let mut tables = BTreeMap::new();
        for letter in ["A", "B", "C", "D", "E"] {
            if let Some(value) = given.take(letter) {
                tables.insert(letter, table("a persona", &value)?.clone());
            }
        }
        for (at, letter) in ["A", "B", "C", "D", "E"].into_iter().enumerate() {
            if let Some(table) = tables.get(letter) {
                let of = table.get("family").map(text).transpose()?.map_or(letter, |it| it);
                let family = if of == letter { FAMILIES[at] } else { FAMILIES[of.as_bytes()[0] as usize - 65] };
                let members = &st.family(FamilyId(family)).personae;
                let taken: Vec<PersonaId> = letters.values().copied().collect();
                let id = members.iter().copied().find(|id| !taken.contains(id)).ok_or("the family is used up")?;
                letters.insert(letter.to_owned(), id);
            }
        }
        let month = Month::begin(&st);
        let mut world = Self { sc, st, month, letters, refused: Vec::new() };
        for (letter, table) in &tables {
            world.persona(letter, &mut Given::new(table))?;
        }
        world.town(&mut Given::new(&given.table("town")?))?;
        world.begin_month(&tables)?;
        Ok(world)
    }

    /// Starting positions: where everybody is, but for those of whom a row says where they `start`.
    fn begin_month(&mut self, tables: &BTreeMap<&str, Table>) -> Result<(), Wrong> {
        let places: Vec<Place> = self.st.personae.iter().map(|it| it.place).collect();
        for (letter, table) in tables {
            if let Some(start) = table.get("start") {
                let id = self.letters[*letter];
                self.st.persona_mut(id).place = self.place(text(start)?)?;
            }
        }
        self.month = Month::begin(&self.st);
        for (persona, place) in self.st.personae.iter_mut().zip(places) {
            persona.place = place;
        }
        Ok(())
    }

    /// A persona by his letter.
    pub fn id(&self, letter: &str) -> Result<PersonaId, Wrong> {
        self.letters.get(letter).copied().ok_or_else(|| format!("there is no {letter}"))
    }

    /// The letter of a persona.
    pub fn letter(&self, id: PersonaId) -> String {
        self.letters.iter().find(|(_, it)| **it == id).map_or("?".into(), |(letter, _)| letter.clone())
    }

    fn family(&self, letter: &str) -> Result<FamilyId, Wrong> {
        Ok(self.st.persona(self.id(letter)?).family)
    }

    /// A place by its word.
    pub fn place(&self, word: &str) -> Result<Place, Wrong> {
        Ok(match word {
            "outside" => Place::At(TOWN, Side::Outside),
            "inside" => Place::At(TOWN, Side::Inside),
            "elsewhere" => Place::At(ELSEWHERE, Side::Inside),
            "at sea" => Place::Water(self.sc.board.nodes[0].point),
            "far at sea" => Place::Water(self.sc.board.location(TOWN).point),
            other => return self.id(other).map(Place::With),
        })
    }

    fn persona(&mut self, letter: &str, given: &mut Given) -> Result<(), Wrong> {
        let id = self.id(letter)?;
        let place = given.text("place")?;
        let place = self.place(&place)?;
        given.take("family");
        given.take("start");
        let religion = given.maybe_text("religion")?;
        let allies: Vec<String> = if let Some(value) = given.take("allies") {
            texts(&value)?.into_iter().map(str::to_owned).collect()
        } else {
            Vec::new()
        };
        let mut allies = allies.iter().map(|it| self.family(it)).collect::<Result<Vec<_>, _>>()?;
        allies.sort_unstable();
        let rating = |given: &mut Given, key: &str, usual: i64| given.int_or(key, usual).map(Rating::new);
        let mut skills = Skills::default();
        for (key, value) in given.table("skills")? {
            let skill = Skill::of_key(&key).ok_or(format!("there is no skill {key}"))?;
            skills.set(skill, Rating::new(whole(&value)?), 21);
        }
        let assets = assets(given)?;
        let usual_morale = if assets.troops.men() > 0 { 500 } else { 0 };
        let title = self.title(letter, given.int_or("rank", 0)? as u16, id);
        let is_grandmaster = given.take("grandmaster").is_some();
        let family = self.st.persona(id).family;
        if let Some(religion) = religion {
            let religion = Religion::of_key(&religion).ok_or(format!("there is no religion {religion}"))?;
            self.st.family_mut(family).religion = religion;
        }
        let bonus = given.take("bonus_city").map(|_| TOWN);
        let persona = Persona {
            place,
            allies,
            skills,
            assets,
            popularity: rating(given, "popularity", 300)?,
            piety: rating(given, "piety", 300)?,
            morale: rating(given, "morale", usual_morale)?,
            stay_outside_towers: given.take("outside_towers").is_some(),
            bonus_city: bonus,
            ..self.st.persona(id).clone()
        };
        *self.st.persona_mut(id) = persona;
        if is_grandmaster {
            self.sc.brotherhoods.push(renaissance::model::scenario::Brotherhood {
                id: renaissance::model::ids::BrotherhoodId(0),
                name: Name::from("Order"),
                seat: TOWN,
                recruits: 10,
                title,
            });
        }
        given.finish().map_err(|wrong| format!("{letter}: {wrong}"))
    }

    /// A title of a letter, which may hold the town.
    fn title(&mut self, letter: &str, rank: u16, id: PersonaId) -> TitleId {
        let name: Name = Name::from(format!("Lord {letter}").as_str());
        let title = TitleId::at(self.st.titles.len());
        let non_player = NonPlayer {
            name: name.clone(),
            religion: Religion::Catholic,
            popularity: Rating::default(),
            piety: Rating::default(),
            sermonizing: Rating::default(),
        };
        self.st.new_titles.push(TitleRecord { name, kind: TitleKind::Feudal, rank, hereditary: true, non_player });
        self.st.titles.push(Title { holder: Holder::Persona(id), ..Title::default() });
        title
    }

    fn title_of(&self, letter: &str) -> Result<TitleId, Wrong> {
        let holder = Holder::Persona(self.id(letter)?);
        let at = (self.sc.titles.len()..self.st.titles.len()).find(|at| self.st.titles[*at].holder == holder);
        at.map(TitleId::at).ok_or_else(|| format!("{letter} has no title"))
    }

    fn town(&mut self, given: &mut Given) -> Result<(), Wrong> {
        let title = |world: &Self, given: &mut Given, key: &str| {
            given.maybe_text(key)?.map(|letter| world.title_of(&letter)).transpose()
        };
        let positions =
            [title(self, given, "sovereign")?, title(self, given, "feudatory")?, title(self, given, "tenant")?];
        let controller = given.maybe_text("controller")?.map(|letter| self.id(&letter)).transpose()?;
        let since = Turn(given.int_or("since", 1)? as u16);
        if let Some(letter) = given.maybe_text("citizen")? {
            let family = self.family(&letter)?;
            self.sc.families[family.index()].citizen_of = TOWN;
        }
        let mut lists = [Vec::new(), Vec::new()];
        for (list, key) in lists.iter_mut().zip(["ingress", "egress_denied"]) {
            if let Some(value) = given.take(key) {
                *list = texts(&value)?.into_iter().map(|it| self.family(it)).collect::<Result<_, _>>()?;
                list.sort_unstable();
            }
        }
        let mut towers = Vec::new();
        for (letter, fas) in given.table("towers")? {
            let owner = match renaissance::model::location::LocalOffice::of_key(&letter) {
                Some(office) => TowerOwner::Office(office),
                None => TowerOwner::Family(self.family(&letter)?),
            };
            let fas: u16 = whole(&fas)?;
            towers.push(Tower { owner, fas: Rating::new(fas.into()), garrison: fas / 10 });
        }
        towers.sort_by_key(|tower| tower.owner);
        let [ingress, egress_denied] = lists;
        let usual = self.st.location(TOWN).clone();
        let rating = |given: &mut Given, key: &str, usual: i64| given.int_or(key, usual).map(Rating::new);
        *self.st.location_mut(TOWN) = Location {
            sovereign: positions[0],
            feudatory: positions[1],
            tenant: positions[2],
            controller: controller.map(|persona| Controller { persona, since }),
            ingress,
            egress_denied,
            towers,
            garrison: given.int_or("garrison", 0)? as u32,
            population: given.int_or("population", 10_000)? as u32,
            loyalty: rating(given, "loyalty", 500)?,
            wealth: rating(given, "wealth", 100)?,
            far: rating(given, "far", 0)?,
            fas: rating(given, "fas", 100)?,
            ..usual
        };
        given.finish().map_err(|wrong| format!("town: {wrong}"))
    }
}

/// `men` by abbreviation, `goods` by key, `ducats`.
fn assets(given: &mut Given) -> Result<Assets, Wrong> {
    let mut assets = Assets { money: Money::ducats(given.int_or("ducats", 0)? as u64), ..Assets::default() };
    assets.troops = troops(&given.table("men")?)?;
    for (key, value) in given.table("goods")? {
        assets.goods.add(Good::of_key(&key).ok_or(format!("there is no good {key}"))?, whole(&value)?);
    }
    Ok(assets)
}

/// `{ HC = 10 }`.
pub fn troops(table: &Table) -> Result<Troops, Wrong> {
    let mut troops = Troops::NONE;
    for (code, count) in table {
        let (_, troop) = TROOPS.iter().find(|(it, _)| it == code).ok_or(format!("there are no troops {code}"))?;
        troops[*troop] = whole(count)?;
    }
    Ok(troops)
}

/// Troops as rows write them.
pub fn written(troops: &Troops) -> Value {
    let each = TROOPS.iter().map(|(code, troop)| ((*code).to_owned(), i64::from(troops[*troop])));
    Value::Table(each.filter(|(_, count)| *count > 0).map(|(code, count)| (code, count.into())).collect())
}
