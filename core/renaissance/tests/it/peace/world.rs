//! The world of a row: a town, the seats of a small church, and personae called by letters.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::scenario::Files;
use renaissance::model::board::Board;
use renaissance::model::calendar::{Month as Calendar, Turn};
use renaissance::model::family::Religion;
use renaissance::model::generated;
use renaissance::model::goods::Good;
use renaissance::model::ids::{FamilyId, Holder, LocationId, Name, PersonaId, TitleId};
use renaissance::model::load::load;
use renaissance::model::location::{Controller, LocalOffice, Location, Selection, Tower, TowerOwner};
use renaissance::model::measures::Rating;
use renaissance::model::money::Money;
use renaissance::model::persona::{Persona, Place, Sex, Side};
use renaissance::model::scenario::{Pilgrimage, Scenario};
use renaissance::model::skills::{Skill, Skills};
use renaissance::model::state::State;
use renaissance::model::titles::{NonPlayer, Title, TitleKind, TitleRecord};
use renaissance::model::troops::{Troop, Troops};
use renaissance::rules::month::Month;
use testkit::casebook::{Given, Wrong, table, text, texts, whole};
use toml::{Table, Value};

use crate::common;

/// The town of a row, of which no family is citizen.
pub const TOWN: LocationId = LocationId(12);
/// Where the archbishop of the town's see sits.
const METROPOLIS: LocationId = LocationId(13);
/// Where an Orthodox archbishop sits.
const ATHENS: LocationId = LocationId(14);
/// Where the Pope sits.
const ROME: LocationId = LocationId(15);
/// Where those are who are nowhere else.
const ELSEWHERE: LocationId = LocationId(16);
/// The letters of personae.
const LETTERS: [&str; 12] = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"];
/// The families of the letters in turn, with several personae each.
const FAMILIES: [u16; 5] = [4, 9, 3, 8, 2];

/// A church of three archbishops and one bishop under the second, an order, three states that elect.
const CHURCH: &str = r#"
pope = "Pope"
npc_cardinals = 10
province = [
  { name = "S0", title = "Pope" },
  { name = "Metropolis", sees = ["Town"] },
  { name = "Athens" },
]
order = [{ name = "Knights", title = "Grandmaster", seat = "T12", recruits = 50 }]
"#;
const STATES: &str = r#"
[[title]]
name = "Rector"
kind = "elective"
rank = 100
[[title]]
name = "Doge"
kind = "elective"
rank = 160
[[title]]
name = "Emperor"
kind = "elective"
rank = 200
[[republic]]
name = "Republic"
title = "Rector"
seat = "T12"
month = "december"
[[republic]]
name = "Serene Republic"
title = "Doge"
seat = "T12"
[[republic]]
name = "Empire"
title = "Emperor"
seat = "T12"
electors = ["Lord 0", "Lord 1", "Lord 5", "Lord 6"]
"#;

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

/// The scenario of all rows.
fn scenario() -> Scenario {
    let mut texts = generated::files(20, 10);
    texts.insert("church.toml", CHURCH.into());
    texts.get_mut("titles.toml").expect("titles are generated").push_str(STATES);
    let files: Files = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let mut sc = load(&files).expect("it can be read");
    let board: &mut Board = Arc::make_mut(&mut sc.board);
    for (location, see) in [(TOWN, "Town"), (METROPOLIS, "Metropolis"), (ATHENS, "Athens"), (ROME, "S0")] {
        let at = board.sees.iter().position(|it| it.name.as_str() == see).expect("the see is there");
        board.sees[at].seat = Some(location);
        board.locations[location.index()].see = Some(renaissance::model::ids::SeeId::at(at));
    }
    let town = &mut board.locations[TOWN.index()];
    (town.supply, town.demand) = (Vec::new(), Vec::new());
    let metropolitan = sc.titles.iter_mut().find(|it| it.record.name.as_str() == "Archbishop of Athens");
    metropolitan.expect("it is there").record.non_player.religion = Religion::Orthodox;
    sc
}

impl World {
    /// Builds it from what a row gives: `month`, `town`, a table for each letter, `vacant` offices.
    pub fn of(given: &mut Given) -> Result<Self, Wrong> {
        let mut sc = scenario();
        if let Some(points) = given.maybe_int("centre")? {
            sc.pilgrimages.push(Pilgrimage {
                religion: Religion::Catholic,
                month: Calendar::February,
                location: TOWN,
                points: points as u16,
            });
        }
        let mut st = common::state(&sc);
        let date = Calendar::of_key(&given.maybe_text("month")?.unwrap_or_else(|| "january".into()));
        let turn = 13 + date.ok_or("there is no such month")?.index() as i64;
        st.turn = Turn(given.int_or("turn", turn)? as u16);
        st.npc_cardinals = given.int_or("npc_cardinals", 10)? as u16;
        for persona in &mut st.personae {
            let away = Persona { family: persona.family, name: persona.name, ..Persona::default() };
            *persona = Persona { place: Place::At(ELSEWHERE, Side::Inside), ..away };
        }
        for title in &mut st.titles {
            title.holder = Holder::NonPlayer;
        }
        for here in &mut st.locations {
            (here.sovereign, here.magistrate) = (None, Holder::NonPlayer);
            here.selection = Selection::Sovereign;
        }
        *st.location_mut(TOWN) = Location::default();
        let tables = letters_of(given)?;
        let letters = choose(&st, &tables)?;
        let month = Month::begin(&st);
        let mut world = Self { sc, st, month, letters, refused: Vec::new() };
        for (letter, table) in &tables {
            world.persona(letter, &mut Given::new(table))?;
        }
        world.town(&mut Given::new(&given.table("town")?))?;
        for name in listed(given, "vacant")? {
            let title = world.title(text(&name)?)?;
            let turn = world.st.turn;
            *world.st.title_mut(title) = Title { vacant_since: Some(turn), ..Title::default() };
        }
        world.begin_month(&tables)?;
        Ok(world)
    }

    /// Starting positions: where everybody is, but for those of whom a row says where they `start`.
    fn begin_month(&mut self, tables: &[(&str, Table)]) -> Result<(), Wrong> {
        let places: Vec<Place> = self.st.personae.iter().map(|it| it.place).collect();
        for (letter, table) in tables {
            if let Some(start) = table.get("start") {
                let id = self.letters[*letter];
                self.st.persona_mut(id).place = place(text(start)?)?;
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

    /// The first letter of a family.
    pub fn letter_of(&self, family: FamilyId) -> String {
        let mut of_it = self.letters.iter().filter(|(_, id)| self.st.persona(**id).family == family);
        of_it.next().map_or("?".into(), |(letter, _)| letter.clone())
    }

    /// The family of a letter.
    pub fn family(&self, letter: &str) -> Result<FamilyId, Wrong> {
        Ok(self.st.persona(self.id(letter)?).family)
    }

    /// A title by its name.
    pub fn title(&self, name: &str) -> Result<TitleId, Wrong> {
        let all = (0..self.st.titles.len()).map(TitleId::at);
        let mut named = all.filter(|it| self.st.title_record(&self.sc, *it).name.as_str() == name);
        named.next().ok_or_else(|| format!("there is no title {name}"))
    }

    fn persona(&mut self, letter: &str, given: &mut Given) -> Result<(), Wrong> {
        let id = self.id(letter)?;
        given.take("family");
        given.take("start");
        let family = self.st.persona(id).family;
        if let Some(religion) = given.maybe_text("religion")? {
            let religion = Religion::of_key(&religion).ok_or(format!("there is no religion {religion}"))?;
            self.st.family_mut(family).religion = religion;
        }
        if given.take("citizen").is_some() {
            self.sc.families[family.index()].citizen_of = TOWN;
        }
        for name in listed(given, "titles")? {
            self.give_title(text(&name)?, id)?;
        }
        for (name, rank) in given.table("ranks")? {
            self.new_title(&name, whole(&rank)?, TitleKind::Feudal);
            self.give_title(&name, id)?;
        }
        for (name, rank) in given.table("islamic")? {
            self.new_title(&name, whole(&rank)?, TitleKind::Islamic);
            self.give_title(&name, id)?;
        }
        let troops = troops(&given.table("men")?)?;
        let usual_morale = if troops.men() > 0 { 500 } else { 0 };
        let sex = given.maybe_text("sex")?.map_or(Some(Sex::Male), |it| Sex::of_key(&it)).ok_or("male or female")?;
        let usual = self.st.persona(id).clone();
        let mut persona = Persona {
            sex,
            place: place(&given.maybe_text("place")?.unwrap_or_else(|| "inside".into()))?,
            popularity: rating(given, "popularity", 300)?,
            piety: rating(given, "piety", 300)?,
            morale: rating(given, "morale", usual_morale)?,
            alms: given.int_or("alms", 0)? as u16,
            raised: given.take("raised").is_some(),
            cardinal: given.take("cardinal").is_some(),
            stay_outside_towers: given.take("outside_towers").is_some(),
            skills: skills(&given.table("skills")?)?,
            ..usual
        };
        persona.assets.troops = troops;
        persona.assets.money = Money::ducats(given.int_or("ducats", 0)? as u64);
        for (key, value) in given.table("goods")? {
            persona.assets.goods.add(Good::of_key(&key).ok_or(format!("there is no good {key}"))?, whole(&value)?);
        }
        *self.st.persona_mut(id) = persona;
        given.finish().map_err(|wrong| format!("{letter}: {wrong}"))
    }

    fn give_title(&mut self, name: &str, id: PersonaId) -> Result<(), Wrong> {
        let title = self.title(name)?;
        self.st.title_mut(title).holder = Holder::Persona(id);
        Ok(())
    }

    fn new_title(&mut self, name: &str, rank: u16, kind: TitleKind) {
        let name: Name = Name::from(name);
        let non_player = NonPlayer {
            name: name.clone(),
            religion: Religion::Catholic,
            popularity: Rating::default(),
            piety: Rating::default(),
            sermonizing: Rating::default(),
        };
        self.st.new_titles.push(TitleRecord { name, kind, rank, hereditary: true, non_player });
        self.st.titles.push(Title::default());
    }

    fn town(&mut self, given: &mut Given) -> Result<(), Wrong> {
        let mut positions = [None; 3];
        for (position, key) in positions.iter_mut().zip(["sovereign", "feudatory", "tenant"]) {
            *position = given.maybe_text(key)?.map(|name| self.title(&name)).transpose()?;
        }
        let since = Turn(1);
        let controller = given.maybe_text("controller")?.map(|letter| self.id(&letter)).transpose()?;
        let magistrate = match given.maybe_text("magistrate")? {
            Some(letter) => Holder::Persona(self.id(&letter)?),
            None => Holder::NonPlayer,
        };
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        for (list, key) in lists.iter_mut().zip(["ingress", "egress_denied", "market_rights"]) {
            if let Some(value) = given.take(key) {
                *list = texts(&value)?.into_iter().map(|it| self.family(it)).collect::<Result<_, _>>()?;
                list.sort_unstable();
            }
        }
        let mut towers = Vec::new();
        for (letter, fas) in given.table("towers")? {
            let owner = match LocalOffice::of_key(&letter) {
                Some(office) => TowerOwner::Office(office),
                None => TowerOwner::Family(self.family(&letter)?),
            };
            let fas: u16 = whole(&fas)?;
            towers.push(Tower { owner, fas: Rating::new(fas.into()), garrison: fas / 10 });
        }
        towers.sort_by_key(|tower| tower.owner);
        let [ingress, egress_denied, market_rights] = lists;
        let selection = given.maybe_text("selection")?.unwrap_or_else(|| "sovereign".into());
        let tariffs = given.int_or("import", 5)?;
        *self.st.location_mut(TOWN) = Location {
            sovereign: positions[0],
            feudatory: positions[1],
            tenant: positions[2],
            controller: controller.map(|persona| Controller { persona, since }),
            magistrate,
            selection: Selection::of_key(&selection).ok_or("there is no such selection")?,
            ingress,
            egress_denied,
            market_rights,
            towers,
            import_tariff: tariffs as u8,
            export_tariff: given.int_or("export", 5)? as u8,
            garrison: given.int_or("garrison", 0)? as u32,
            population: given.int_or("population", 10_000)? as u32,
            loyalty: rating(given, "loyalty", 500)?,
            wealth: rating(given, "wealth", 100)?,
            ..Location::default()
        };
        given.finish().map_err(|wrong| format!("town: {wrong}"))
    }
}

fn letters_of(given: &mut Given) -> Result<Vec<(&'static str, Table)>, Wrong> {
    let mut tables = Vec::new();
    for letter in LETTERS {
        if let Some(value) = given.take(letter) {
            tables.push((letter, table("a persona", &value)?.clone()));
        }
    }
    Ok(tables)
}

/// The personae of the letters: of the family of the letter, or of that of another letter.
fn choose(st: &State, tables: &[(&str, Table)]) -> Result<BTreeMap<String, PersonaId>, Wrong> {
    let mut letters = BTreeMap::new();
    for (letter, table) in tables {
        let of = table.get("family").map(text).transpose()?.unwrap_or(letter);
        let at = LETTERS.iter().position(|it| *it == of).ok_or("there is no such letter")?;
        let members = &st.family(FamilyId(FAMILIES[at % FAMILIES.len()])).personae;
        let taken: Vec<PersonaId> = letters.values().copied().collect();
        let id = members.iter().copied().find(|id| !taken.contains(id)).ok_or("the family is used up")?;
        letters.insert((*letter).to_owned(), id);
    }
    Ok(letters)
}

/// A list, empty when the key is absent.
pub fn listed(given: &mut Given, key: &str) -> Result<Vec<Value>, Wrong> {
    match given.take(key) {
        Some(Value::Array(all)) => Ok(all),
        Some(other) => Err(format!("{key} is a list, not {other}")),
        None => Ok(Vec::new()),
    }
}

/// A place by its word.
pub fn place(word: &str) -> Result<Place, Wrong> {
    Ok(match word {
        "outside" => Place::At(TOWN, Side::Outside),
        "inside" => Place::At(TOWN, Side::Inside),
        "metropolis" => Place::At(METROPOLIS, Side::Inside),
        "athens" => Place::At(ATHENS, Side::Inside),
        "rome" => Place::At(ROME, Side::Inside),
        "elsewhere" => Place::At(ELSEWHERE, Side::Inside),
        other => return Err(format!("there is no place {other}")),
    })
}

/// A rating of a row.
fn rating(given: &mut Given, key: &str, usual: i64) -> Result<Rating, Wrong> {
    given.int_or(key, usual).map(Rating::new)
}

fn skills(table: &Table) -> Result<Skills, Wrong> {
    let mut skills = Skills::default();
    for (key, value) in table {
        let skill = Skill::of_key(key).ok_or(format!("there is no skill {key}"))?;
        skills.set(skill, Rating::new(whole(value)?), 21);
    }
    Ok(skills)
}

/// Men by type.
fn troops(table: &Table) -> Result<Troops, Wrong> {
    let mut troops = Troops::NONE;
    for (key, count) in table {
        troops[Troop::of_key(key).ok_or(format!("there are no troops {key}"))?] = whole(count)?;
    }
    Ok(troops)
}

/// A whole number of any type.
pub fn number<T: TryFrom<i64>>(given: &mut Given, key: &str) -> Result<T, Wrong> {
    let value = given.int(key)?;
    T::try_from(value).map_err(|_| format!("{key} cannot be {value}"))
}

/// A whole number.
pub fn int(value: impl TryInto<i64>) -> Value {
    value.try_into().map(Value::from).unwrap_or_else(|_| Value::from("too large"))
}
