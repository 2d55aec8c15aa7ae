//! Families and their personae, and what each has at the start (RN-10.2/a, RN-10.3/a, RN-50.1/a).

use std::collections::BTreeMap;

use kernel::exact::round_half_up;
use kernel::scenario::{Checked, Lookup, one_line, wrong};
use serde::Deserialize;

use super::shares::split;
use super::titles::NonPlayerFile;
use super::{CLASSES, FAMILIES, MOST, Names};
use crate::model::board::Board;
use crate::model::family::{Origin, Religion};
use crate::model::goods::Good;
use crate::model::ids::{FamilyId, LocationId, Name, PersonaId, TitleId};
use crate::model::measures::Rating;
use crate::model::money::Money;
use crate::model::persona::{Assets, Persona, Place, Sex, Side};
use crate::model::rulings::Rulings;
use crate::model::scenario::{FamilyRecord, PersonaRecord};
use crate::model::ships::Ship;
use crate::model::skills::{Skill, Skills};
use crate::model::troops::Troop;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FamiliesFile {
    family: Vec<FamilyFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FamilyFile {
    key: String,
    name: String,
    description: String,
    colour: String,
    class: String,
    religion: Option<Religion>,
    origin: Option<Origin>,
    citizen_of: String,
    successors: Vec<String>,
    ships: Option<BTreeMap<Ship, u32>>,
    persona: Vec<PersonaFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PersonaFile {
    name: String,
    born: Option<u16>,
    sex: Option<Sex>,
    role: String,
    at: String,
    side: Option<Side>,
    #[serde(default)]
    titles: Vec<String>,
    #[serde(default)]
    cardinal: bool,
    piety: Option<u16>,
    standing: Option<u32>,
    ducats: Option<u32>,
    troops: Option<u32>,
    ships: Option<u32>,
    #[serde(default)]
    skills: BTreeMap<Skill, u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassesFile {
    class: Vec<ClassFile>,
    role: Vec<RoleFile>,
    start: StartFile,
    pub non_player: NonPlayerFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    name: char,
    ducats: u32,
    popularity: u16,
    troops: BTreeMap<Troop, u32>,
    goods: BTreeMap<Good, u32>,
    ships: BTreeMap<Ship, u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoleFile {
    name: String,
    ducats: u32,
    troops: u32,
    ships: u32,
    standing: u32,
    #[serde(default)]
    piety: u16,
    #[serde(default)]
    skills: BTreeMap<Skill, u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StartFile {
    morale: u16,
}

/// What the file of families says.
pub(super) struct Crowd {
    pub families: Vec<FamilyRecord>,
    pub personae: Vec<PersonaRecord>,
    pub names: Vec<Name>,
    pub held: Vec<(PersonaId, TitleId)>,
}

/// Most of anything that a class has.
const STOCK_MOST: u32 = 10_000_000;
/// Heaviest share of a role or a persona.
const SHARE_MOST: u32 = 1_000;

struct Reader<'a> {
    classes: &'a ClassesFile,
    roles: Lookup,
    board: &'a Board,
    names: &'a Names,
    rulings: &'a Rulings,
    given: BTreeMap<String, u16>,
    crowd: Crowd,
}

/// All families, in the order of the file.
pub(super) fn families(
    file: &FamiliesFile, classes: &ClassesFile, board: &Board, names: &Names, rulings: &Rulings,
) -> Checked<Crowd> {
    let keys = Lookup::new(FAMILIES, "family", file.family.iter().map(|family| family.key.as_str()))?;
    if keys.count() == 0 || keys.count() > 1_000 {
        return Err(wrong(FAMILIES, "family", "a scenario has 1 to 1000 families"));
    }
    let roles = Lookup::new(CLASSES, "role", classes.role.iter().map(|role| role.name.as_str()))?;
    let crowd = Crowd { families: Vec::new(), personae: Vec::new(), names: Vec::new(), held: Vec::new() };
    let mut reader = Reader { classes, roles, board, names, rulings, given: BTreeMap::new(), crowd };
    for family in &file.family {
        reader.family(family)?;
    }
    Ok(reader.crowd)
}

impl Reader<'_> {
    fn family(&mut self, file: &FamilyFile) -> Checked<()> {
        let key = file.key.as_str();
        if !(1..=5).contains(&file.persona.len()) {
            return Err(wrong(FAMILIES, key, "a family has one to five personae (RN-10.1)"));
        }
        let class = self.classes.class.iter().find(|class| file.class == class.name.to_string());
        let class = class.ok_or_else(|| wrong(FAMILIES, key, format!("there is no class {}", file.class)))?;
        let id = FamilyId::at(self.crowd.families.len());
        let roles = file.persona.iter().map(|it| Ok(&self.classes.role[self.roles.find(FAMILIES, key, &it.role)?]));
        let roles: Vec<&RoleFile> = roles.collect::<Checked<_>>()?;
        let at = file.persona.iter().map(|persona| self.names.town(FAMILIES, key, &persona.at));
        let at: Vec<LocationId> = at.collect::<Checked<_>>()?;
        let assets = self.assets(file, class, &roles, &at)?;
        let mut personae = Vec::new();
        for (((persona, role), location), assets) in file.persona.iter().zip(roles).zip(at).zip(assets) {
            let stands = Stands { family: id, class, role, location, assets };
            let record = self.persona(persona, key, stands)?;
            let persona_id = PersonaId::at(self.crowd.personae.len());
            for title in &persona.titles {
                self.crowd.held.push((persona_id, self.names.title(FAMILIES, &persona.name, title)?));
            }
            personae.push(persona_id);
            self.crowd.personae.push(record);
        }
        let successors = file.successors.iter().map(|name| self.given_name(name)).collect::<Checked<_>>()?;
        self.crowd.families.push(FamilyRecord {
            key: key.into(),
            name: file.name.as_str().into(),
            description: one_line(&file.description),
            colour: file.colour.clone(),
            religion: file.religion.unwrap_or(Religion::Catholic),
            origin: file.origin.unwrap_or(Origin::European),
            citizen_of: self.names.town(FAMILIES, key, &file.citizen_of)?,
            class: class.name,
            personae,
            successors,
        });
        Ok(())
    }

    fn persona(&mut self, file: &PersonaFile, key: &str, stands: Stands) -> Checked<PersonaRecord> {
        let Stands { family, class, role, location, assets } = stands;
        let name = self.given_name(&file.name)?;
        let same = self.crowd.personae.iter().filter(|it| it.start.family == family && it.start.name == name).count();
        let popularity = i64::from(class.popularity) * i64::from(file.standing.unwrap_or(role.standing));
        let sex = file.sex.unwrap_or(Sex::Male);
        if file.cardinal && sex == Sex::Female {
            return Err(wrong(FAMILIES, key, format!("{}: women are no cardinals (RN-21.1)", file.name)));
        }
        let rating = |points: u16| Rating::new(i64::from(points));
        let morale = if assets.troops.men() > 0 { rating(self.classes.start.morale) } else { Rating::default() };
        let start = Persona {
            family,
            name,
            ordinal: if same == 0 { 0 } else { same as u8 + 1 },
            sex,
            place: Place::At(location, file.side.unwrap_or(Side::Inside)),
            popularity: Rating::new(round_half_up(popularity, 100)),
            piety: rating(file.piety.unwrap_or(role.piety)),
            morale,
            skills: self.skills(file, role, key)?,
            assets,
            cardinal: file.cardinal,
            ..Persona::default()
        };
        Ok(PersonaRecord { born: file.born, start })
    }

    fn skills(&self, file: &PersonaFile, role: &RoleFile, key: &str) -> Checked<Skills> {
        let mut skills = Skills::default();
        for (skill, points) in role.skills.iter().chain(&file.skills) {
            if *points > Rating::MOST {
                return Err(wrong(FAMILIES, key, format!("{}: skills are 0 to 999 (RN-10.3)", file.name)));
            }
            if !skills.set(*skill, Rating::new(i64::from(*points)), self.rulings.persons.max_skills) {
                return Err(wrong(FAMILIES, key, format!("{}: has too many skills (RN-R8)", file.name)));
            }
        }
        Ok(skills)
    }

    /// What each persona of a family has.
    fn assets(
        &self, file: &FamilyFile, class: &ClassFile, roles: &[&RoleFile], at: &[LocationId],
    ) -> Checked<Vec<Assets>> {
        let with_roles = || file.persona.iter().zip(roles);
        let money: Vec<u32> = with_roles().map(|(it, role)| it.ducats.unwrap_or(role.ducats)).collect();
        let arms: Vec<u32> = with_roles().map(|(it, role)| it.troops.unwrap_or(role.troops)).collect();
        let sail = with_roles().zip(at).map(|((it, role), at)| {
            let in_port = self.board.location(*at).start.depth > 0;
            if in_port { it.ships.unwrap_or(role.ships) } else { 0 }
        });
        let sail: Vec<u32> = sail.collect();
        let ships = file.ships.as_ref().unwrap_or(&class.ships);
        let counts = class.troops.values().chain(class.goods.values()).chain(ships.values()).chain([&class.ducats]);
        if counts.max().is_some_and(|most| *most > STOCK_MOST) {
            return Err(wrong(
                FAMILIES,
                file.key.as_str(),
                format!("nobody starts with more than {STOCK_MOST} of a kind"),
            ));
        }
        if money.iter().chain(&arms).chain(&sail).any(|share| *share > SHARE_MOST) {
            return Err(wrong(FAMILIES, file.key.as_str(), format!("shares are 0 to {SHARE_MOST}")));
        }
        let mut all = vec![Assets::default(); file.persona.len()];
        for (assets, ducats) in all.iter_mut().zip(split(class.ducats, &money)) {
            assets.money = Money::ducats(u64::from(ducats));
        }
        for (troop, total) in &class.troops {
            for (assets, count) in all.iter_mut().zip(split(*total, &arms)) {
                assets.troops[*troop] += count;
            }
        }
        for (good, total) in &class.goods {
            for (assets, count) in all.iter_mut().zip(split(*total, &arms)) {
                assets.goods.add(*good, count);
            }
        }
        for (ship, total) in ships {
            for (assets, count) in all.iter_mut().zip(split(*total, &sail)) {
                assets.goods.add(ship.good(), count);
                assets.goods.add(Good::Slaves, count * ship.figures().rowers);
                assets.troops[Troop::Crew] += count * ship.figures().crew;
            }
        }
        for assets in &mut all {
            assets.goods.add(Good::Grain, grain(assets));
        }
        Ok(all)
    }

    /// The place of a given name in the list, which it joins if it is new.
    fn given_name(&mut self, name: &str) -> Checked<u16> {
        if name.trim().is_empty() {
            return Err(wrong(FAMILIES, "a persona or successor", "has no name"));
        }
        let next = self.crowd.names.len();
        if next >= MOST {
            return Err(wrong(FAMILIES, name, format!("a scenario has at most {MOST} names")));
        }
        let at = *self.given.entry(name.to_owned()).or_insert(next as u16);
        if usize::from(at) == next {
            self.crowd.names.push(name.into());
        }
        Ok(at)
    }
}

/// What a persona is made of, beside his own lines.
struct Stands<'a> {
    family: FamilyId,
    class: &'a ClassFile,
    role: &'a RoleFile,
    location: LocationId,
    assets: Assets,
}

/// The grain that men and beasts eat in January and February (RN-50.6): half a unit a head and month.
fn grain(assets: &Assets) -> u32 {
    let men = |troops: &[Troop]| troops.iter().map(|troop| assets.troops[*troop]).sum::<u32>();
    let both = men(&[Troop::HeavyCavalry, Troop::Archers, Troop::Pikemen]) + assets.goods.of(Good::Horses);
    let january = assets.goods.of(Good::Slaves);
    let february = men(&[Troop::Crew, Troop::Arquebusiers]);
    both + (january + february).div_ceil(2)
}
