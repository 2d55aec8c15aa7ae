//! Reads the files of a scenario, looks every name up, and checks what must hold (docs/scenarios.md).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{
    calendar::Calendar,
    map::{Mode, ProvinceGraph},
    scenario::{Checked, Files, Lookup, read, read_json, wrong},
};

use super::raw::{
    AnyCategory, ForcesFile, GeneralsFile, NamesFile, NationsFile, ProvincesFile, RoutesFile, ScenarioFile, UnitsFile,
    VictoryKind, Whose,
};
use super::{
    CityStatus, GeneralInfo, Geography, NationInfo, Objective, ProvinceInfo, Route, Scenario, UnitType, Victory, code,
};
use crate::model::constants::Constants;
use crate::model::ids::{Name, NameId, NationId, ProvinceId, Rp, TypeId};

/// Reads a scenario. Every failure names file, line or key, and reason.
pub fn load(files: &Files) -> Checked<Scenario> {
    let main: ScenarioFile = read(files, "scenario.toml")?;
    let units: UnitsFile = read(files, "units.toml")?;
    let nations: NationsFile = read(files, "nations.toml")?;
    let provinces: ProvincesFile = read(files, "provinces.toml")?;
    let routes: RoutesFile = read(files, "routes.toml")?;
    let forces: ForcesFile = read(files, "forces.toml")?;
    let generals: GeneralsFile = read(files, "generals.toml")?;
    let names: NamesFile = read(files, "names.toml")?;
    let geography: Geography = match files.get("geography.json") {
        Some(_) => read_json(files, "geography.json")?,
        None => Geography::default(),
    };

    check_calendar(&main)?;
    let terrain = Lookup::new("scenario.toml", "terrain", main.terrains.iter().map(String::as_str))?;
    let stacked: Vec<_> = units.unit.iter().filter(|unit| unit.category.of_unit().is_some()).collect();
    let kinds = Lookup::new("units.toml", "unit type", stacked.iter().map(|unit| unit.id.as_str()))?;
    let spies: Vec<_> = units.unit.iter().filter(|unit| unit.category.of_unit().is_none()).collect();
    let [spy] = spies.as_slice() else {
        return Err(wrong("units.toml", "category", "there must be exactly one unit type of category spy"));
    };
    let mut parties: Vec<&str> = nations.nation.iter().map(|nation| nation.id.as_str()).collect();
    if parties.len() < 2 || parties.len() > 30 {
        return Err(wrong("nations.toml", "nation", "a scenario has 2 to 30 nations"));
    }
    if stacked.len() > 30 || provinces.province.len() > 1000 {
        return Err(wrong("units.toml", "unit", "a scenario has at most 30 unit types and 1000 provinces"));
    }
    parties.push("IND");
    let nation = Lookup::new("nations.toml", "nation", parties.iter().copied())?;
    let place =
        Lookup::new("provinces.toml", "province", provinces.province.iter().map(|province| province.name.as_str()))?;
    let reader = Reader { terrain: &terrain, kinds: &kinds, nation: &nation, place: &place };

    let mut all_names: Vec<Name> = Vec::new();
    let mut name_ids: BTreeMap<String, NameId> = BTreeMap::new();
    let mut name_id = |text: &str| {
        *name_ids.entry(text.to_owned()).or_insert_with(|| {
            all_names.push(text.into());
            NameId::at(all_names.len() - 1)
        })
    };

    let mut scenario = Scenario {
        militia_type: TypeId::at(kinds.find("scenario.toml", "militia_type", &main.militia_type)?),
        rebel_type: reader.by_terrain("scenario.toml", "rebel_type", |name| {
            let word = main.rebel_type.get(name).map_or("", String::as_str);
            kinds.find("scenario.toml", &format!("rebel_type.{name}"), word).map(TypeId::at)
        })?,
        terrain_mobility: reader.mobility(&main.terrain_mobility)?,
        types: stacked.iter().map(|unit| reader.unit(unit)).collect::<Result<_, _>>()?,
        spy: spy.id.as_str().into(),
        nations: nations.nation.iter().map(|nation| reader.nation(nation)).collect::<Result<_, _>>()?,
        provinces: provinces.province.iter().map(|province| reader.province(province)).collect::<Result<_, _>>()?,
        routes: reader.routes(&routes)?,
        graph: ProvinceGraph::new(0, &[]),
        near: Vec::new(),
        generals: generals
            .general
            .iter()
            .map(|general| reader.general(general, name_id(&general.name)))
            .collect::<Result<_, _>>()?,
        general_names: reader.pool("names.toml", "generals", &names.generals, &mut name_id)?,
        city_names: reader.pool("names.toml", "cities", &names.cities, &mut name_id)?,
        names: Vec::new(),
        victory: reader.victory(&main.victory)?,
        forces: reader.forces(&forces)?,
        spies: reader.spies(&forces)?,
        constants: constants(&main.constants)?,
        calendar: Calendar {
            start_year: main.start_year,
            turns: main.calendar.iter().map(|turn| turn.name.clone()).collect(),
        },
        turns: main.calendar,
        id: main.id,
        title: main.title,
        summary: one_line(&main.summary),
        about: one_line(&main.about),
        end_turn: main.end_turn,
        local_revolts: main.local_revolts,
        naval_blockade: main.naval_blockade,
        tribal_revenue_pct: main.tribal_revenue_pct,
        tribal_area_civ_pct: main.tribal_area_civ_pct,
        siege_scale: main.siege_scale,
        revolt_scale: main.revolt_scale,
        epidemic_scale: main.epidemic_scale,
        general_max_move: main.general_max_move,
        terrains: main.terrains.iter().map(|name| name.as_str().into()).collect(),
        economy: main.economy,
        geography,
        independents: "IND".into(),
    };
    scenario.names = all_names;
    let edges: Vec<_> = scenario.routes.iter().map(|route| (route.a.0, route.b.0, route.mode)).collect();
    scenario.graph = ProvinceGraph::new(scenario.provinces.len(), &edges);
    check(&scenario)?;
    scenario.near = super::near::of_all(&scenario);
    Ok(scenario)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check_calendar(main: &ScenarioFile) -> Checked<()> {
    let bad = |reason: &str| Err(wrong("scenario.toml", "calendar", reason));
    if !(1..=24).contains(&main.turns_per_year) {
        return Err(wrong("scenario.toml", "turns_per_year", "a year has 1 to 24 turns"));
    }
    if main.calendar.len() != main.turns_per_year {
        return bad("there must be as many turns as turns_per_year says");
    }
    if main.start_year == 0 {
        return Err(wrong("scenario.toml", "start_year", "there is no year 0: write -1 for 1 BC"));
    }
    if main.end_turn == 0 {
        return Err(wrong("scenario.toml", "end_turn", "a campaign has at least one turn"));
    }
    if main.calendar.iter().filter(|turn| turn.last_campaign).count() != 1 {
        return bad("exactly one turn of the year is last_campaign");
    }
    let before = |i: usize| &main.calendar[(i + main.calendar.len() - 1) % main.calendar.len()];
    for (i, turn) in main.calendar.iter().enumerate() {
        if turn.demobilisation && !before(i).taxation {
            return bad(&format!("{} is a demobilisation turn, but the turn before it is no taxation turn", turn.name));
        }
    }
    Ok(())
}

/// The shipped constants with a scenario's own laid over them.
fn constants(over: &toml::Table) -> Checked<Constants> {
    if over.is_empty() {
        return Ok(Constants::standard());
    }
    let mut all: toml::Table =
        toml::from_str(include_str!("../../../data/constants.toml")).expect("they ship complete");
    for (ruling, values) in over {
        let key = format!("constants.{ruling}");
        let (Some(known), Some(values)) = (all.get_mut(ruling).and_then(|t| t.as_table_mut()), values.as_table())
        else {
            return Err(wrong("scenario.toml", key, "there is no such ruling with numbers"));
        };
        for (name, value) in values {
            if known.insert(name.clone(), value.clone()).is_none() {
                return Err(wrong("scenario.toml", format!("{key}.{name}"), "this ruling has no such number"));
            }
        }
    }
    all.try_into().map_err(|error: toml::de::Error| wrong("scenario.toml", "constants", error.message()))
}

struct Reader<'a> {
    terrain: &'a Lookup,
    kinds: &'a Lookup,
    nation: &'a Lookup,
    place: &'a Lookup,
}

impl Reader<'_> {
    fn by_terrain<T>(&self, file: &str, key: &str, mut value: impl FnMut(&str) -> Checked<T>) -> Checked<Vec<T>> {
        let mut list: Vec<Option<T>> = (0..self.terrain.count()).map(|_| None).collect();
        for (name, index) in self.terrain.names() {
            list[index] = Some(value(name)?);
        }
        let missing = || wrong(file, key, "a terrain is missing");
        list.into_iter().map(|value| value.ok_or_else(missing)).collect()
    }

    fn known_terrains<T>(&self, file: &str, key: &str, map: &BTreeMap<String, T>) -> Checked<()> {
        map.keys().try_for_each(|name| self.terrain.find(file, &format!("{key}.{name}"), name).map(|_| ()))
    }

    fn mobility(&self, map: &BTreeMap<String, BTreeMap<String, i64>>) -> Checked<Vec<Vec<i64>>> {
        let file = "scenario.toml";
        self.known_terrains(file, "terrain_mobility", map)?;
        self.by_terrain(file, "terrain_mobility", |name| {
            let mut list = vec![100; self.kinds.count()];
            for (kind, &percent) in map.get(name).into_iter().flatten() {
                let key = format!("terrain_mobility.{name}.{kind}");
                if percent < 1 {
                    return Err(wrong(file, key, "mobility is at least 1 per cent"));
                }
                list[self.kinds.find(file, &key, kind)?] = percent;
            }
            Ok(list)
        })
    }

    /// By nation; the Independents count among everybody.
    fn whose(&self, file: &str, key: &str, whose: Option<&Whose>, unsaid: bool) -> Checked<Vec<bool>> {
        let all = |value| vec![value; self.nation.count()];
        match whose {
            None => Ok(all(unsaid)),
            Some(Whose::Everybody(value)) => Ok(all(*value)),
            Some(Whose::Word(word)) if word == "all" => Ok(all(true)),
            Some(Whose::Word(word)) => Err(wrong(file, key, format!("“{word}”: write \"all\" or a list of nations"))),
            Some(Whose::These(names)) => {
                let mut list = all(false);
                for name in names {
                    list[self.nation.find(file, key, name)?] = true;
                }
                Ok(list)
            }
        }
    }

    fn unit(&self, unit: &super::raw::UnitFile) -> Checked<UnitType> {
        let file = "units.toml";
        let key = |part: &str| format!("{}.{part}", unit.id);
        let multi = unit.multi.filter(|&multi| multi >= 1);
        let multi = multi.ok_or_else(|| wrong(file, key("multi"), "a maximum multiple move of 1 or more is needed"))?;
        if unit.single.is_some_and(|single| single < multi) {
            return Err(wrong(file, key("single"), "the single move is not less than the multiple move"));
        }
        self.known_terrains(file, &key("factors.land"), &unit.factors.land)?;
        self.known_terrains(file, &key("recruit_pct"), &unit.recruit_pct)?;
        if unit.recruit_pct.values().any(|percent| !(0..=100).contains(percent)) {
            return Err(wrong(file, key("recruit_pct"), "a percentage lies between 0 and 100"));
        }
        let convert = |name: &String| self.kinds.find(file, &key("convert_to"), name).map(TypeId::at);
        Ok(UnitType {
            id: unit.id.as_str().into(),
            name: unit.name.clone(),
            plural: unit.plural.clone().unwrap_or_else(|| match unit.category {
                AnyCategory::Fleet => format!("{}s", unit.name),
                _ => unit.name.clone(),
            }),
            category: unit.category.of_unit().expect("spies were set aside"),
            multi,
            single: unit.single,
            capacity: unit.capacity.unwrap_or(0),
            supply: unit.supply,
            feudal: self.whose(file, &key("feudal"), unit.feudal.as_ref(), false)?,
            sea: unit.factors.sea.in_tenths(),
            land: self.by_terrain(file, "land", |name| {
                Ok(unit.factors.land.get(name).copied().unwrap_or(Rp::ZERO).in_tenths())
            })?,
            assault: unit.factors.assault.in_tenths(),
            siege: unit.factors.siege.in_tenths(),
            recruit_pct: self
                .by_terrain(file, "recruit_pct", |name| Ok(unit.recruit_pct.get(name).copied().unwrap_or(0)))?,
            nations: self.whose(file, &key("nations"), unit.nations.as_ref(), true)?,
            convert_to: unit.convert_to.iter().map(convert).collect::<Result<_, _>>()?,
            convert_nations: self.whose(file, &key("convert_nations"), unit.convert_nations.as_ref(), true)?,
        })
    }

    fn nation(&self, nation: &super::raw::NationFile) -> Checked<NationInfo> {
        let file = "nations.toml";
        let key = |part: &str| format!("{}.{part}", nation.id);
        if nation.tax_rate > 150 {
            return Err(wrong(file, key("tax_rate"), "a tax rate is at most 150 per cent (UM-6.3)"));
        }
        let enemy = |name: &String| match self.nation.find(file, &key("enemies"), name)? {
            index if index + 1 == self.nation.count() => {
                Err(wrong(file, key("enemies"), "everybody is an enemy of the Independents: leave IND out"))
            }
            index => Ok(NationId::at(index)),
        };
        Ok(NationInfo {
            id: nation.id.as_str().into(),
            name: nation.name.clone(),
            adjective: nation.adjective.clone(),
            kind: nation.kind,
            capital: ProvinceId::at(self.place.find(file, &key("capital"), &nation.capital)?),
            treasury: nation.treasury,
            tax_rate: nation.tax_rate,
            enemies: nation.enemies.iter().map(enemy).collect::<Result<_, _>>()?,
            colour: nation.colour.clone(),
            description: nation.description.clone(),
        })
    }

    fn province(&self, province: &super::raw::ProvinceFile) -> Checked<ProvinceInfo> {
        let file = "provinces.toml";
        let key = |part: &str| format!("{}.{part}", province.name);
        let owner = NationId::at(self.nation.find(file, &key("owner"), &province.owner)?);
        let original = province.original_owner.as_ref();
        if !(1..=3).contains(&province.loyalty) {
            return Err(wrong(file, key("loyalty"), "loyalty is 1, 2 or 3 (UM-2.9)"));
        }
        if province.rev < Rp::ZERO || province.rev > Rp::whole(30) {
            return Err(wrong(file, key("rev"), "revenue lies between 0 and 30 points"));
        }
        let original_owner = original.map(|name| self.nation.find(file, &key("original_owner"), name)).transpose()?;
        Ok(ProvinceInfo {
            name: province.name.as_str().into(),
            lat: province.lat,
            lon: province.lon,
            terrain: self.terrain.find(file, &key("terrain"), &province.terrain)?,
            coastal: province.coastal,
            cty: province.cty,
            rev: province.rev,
            owner,
            original_owner: original_owner.map_or(owner, NationId::at),
            loyalty: province.loyalty,
        })
    }

    fn routes(&self, routes: &RoutesFile) -> Checked<Vec<Route>> {
        let mut list: Vec<Route> = Vec::new();
        for (mode, lines) in [(Mode::Land, &routes.land), (Mode::Sea, &routes.sea)] {
            for line in lines {
                let route = self.route(line, mode)?;
                let ends = |r: &Route| (r.a.min(r.b), r.a.max(r.b), r.mode);
                if list.iter().any(|known| ends(known) == ends(&route)) {
                    return Err(wrong("routes.toml", line, "this route is listed already; each is listed once"));
                }
                list.push(route);
            }
        }
        Ok(list)
    }

    fn route(&self, line: &str, mode: Mode) -> Checked<Route> {
        let file = "routes.toml";
        let shape = || wrong(file, line, "write a route as \"Milan - Monza 1/1\": two provinces, cost, attrition");
        let (ends, numbers) = line.rsplit_once(' ').ok_or_else(shape)?;
        let (a, b) = ends.split_once(" - ").ok_or_else(shape)?;
        let (mp, attrition) = numbers.split_once('/').ok_or_else(shape)?;
        let (mp, attrition): (i64, i64) = (mp.parse().map_err(|_| shape())?, attrition.parse().map_err(|_| shape())?);
        if mp < 1 || attrition < 1 {
            return Err(wrong(file, line, "cost and attrition level are 1 or more"));
        }
        let end = |name: &str| self.place.find(file, line, name.trim()).map(ProvinceId::at);
        let (a, b) = (end(a)?, end(b)?);
        if a == b {
            return Err(wrong(file, line, "a route joins two different provinces"));
        }
        Ok(Route { a, b, mode, mp, attrition })
    }

    fn general(&self, general: &super::raw::GeneralFile, name: NameId) -> Checked<GeneralInfo> {
        let file = "generals.toml";
        let nation = self.nation.find(file, &general.name, &general.nation)?;
        if nation + 1 == self.nation.count() {
            return Err(wrong(file, &general.name, "the Independents have no generals"));
        }
        let ratings = [general.reputation, general.loyalty, general.activity, general.popularity, general.health];
        if ratings.iter().any(|&rating| rating > 7) || general.seniority > 15 {
            return Err(wrong(file, &general.name, "ratings run 0 to 7 and seniority 0 to 15"));
        }
        Ok(GeneralInfo {
            name,
            nation: NationId::at(nation),
            nationality: general.nationality.as_str().into(),
            province: ProvinceId::at(self.place.find(file, &general.name, &general.province)?),
            arm: general.arm,
            reputation: general.reputation,
            loyalty: general.loyalty,
            activity: general.activity,
            popularity: general.popularity,
            health: general.health,
            age: general.age,
            seniority: general.seniority,
        })
    }

    fn pool(
        &self, file: &str, table: &str, pools: &BTreeMap<String, Vec<String>>, name_id: &mut impl FnMut(&str) -> NameId,
    ) -> Checked<Vec<Vec<NameId>>> {
        let mut list = vec![Vec::new(); self.nation.count() - 1];
        for (nation, pool) in pools {
            let index = self.nation.find(file, &format!("{table}.{nation}"), nation)?;
            let slot = list.get_mut(index).ok_or_else(|| wrong(file, table, "the Independents need no names"))?;
            *slot = pool.iter().map(|name| name_id(name)).collect();
        }
        Ok(list)
    }

    fn victory(&self, victory: &super::raw::VictoryFile) -> Checked<Victory> {
        let file = "scenario.toml";
        if victory.kind == VictoryKind::Score && !victory.objective.is_empty() {
            return Err(wrong(file, "victory.type", "objectives need the type \"objectives\""));
        }
        let mut objectives = Vec::new();
        for objective in &victory.objective {
            let key = format!("victory.objective.{}", objective.nation);
            let nation = NationId::at(self.nation.find(file, &key, &objective.nation)?);
            for name in &objective.provinces {
                let province = ProvinceId::at(self.place.find(file, &key, name)?);
                objectives.push(Objective { nation, province, points: objective.points });
            }
        }
        let objective_factor = if victory.kind == VictoryKind::Score { 0 } else { victory.objective_factor };
        Ok(Victory { objective_factor, objectives })
    }

    fn forces(&self, file: &ForcesFile) -> Checked<Vec<(NationId, ProvinceId, TypeId, u16)>> {
        let mut list = Vec::new();
        for (nation, places) in &file.forces {
            let who = NationId::at(self.nation.find("forces.toml", &format!("forces.{nation}"), nation)?);
            for (place, units) in places {
                let key = format!("forces.{nation}.{place}");
                let at = ProvinceId::at(self.place.find("forces.toml", &key, place)?);
                for (kind, &count) in units {
                    list.push((who, at, TypeId::at(self.kinds.find("forces.toml", &key, kind)?), count));
                }
            }
        }
        list.sort();
        Ok(list)
    }

    fn spies(&self, file: &ForcesFile) -> Checked<Vec<(NationId, ProvinceId)>> {
        let mut list = Vec::new();
        for (nation, places) in &file.spies {
            let key = format!("spies.{nation}");
            let who = NationId::at(self.nation.find("forces.toml", &key, nation)?);
            for place in places {
                list.push((who, ProvinceId::at(self.place.find("forces.toml", &key, place)?)));
            }
        }
        list.sort();
        Ok(list)
    }
}

/// What must hold between the parts (section 8.2 of the rules).
fn check(scenario: &Scenario) -> Checked<()> {
    let mut codes: BTreeMap<String, &str> = BTreeMap::new();
    for province in &scenario.provinces {
        let name = province.name.as_str();
        let letters = code(name);
        if letters.chars().count() < 3 {
            return Err(wrong("provinces.toml", name, "a name has three letters at the least"));
        }
        if let Some(other) = codes.insert(letters, name) {
            return Err(wrong("provinces.toml", name, format!("shares its first three letters with {other}")));
        }
    }
    for route in scenario.routes.iter().filter(|route| route.mode == Mode::Sea) {
        for end in [route.a, route.b].map(|end| scenario.province(end)) {
            if !end.coastal {
                return Err(wrong("routes.toml", end.name.as_str(), "has a sea route but is not coastal"));
            }
        }
    }
    for id in scenario.nation_ids() {
        let nation = scenario.nation(id);
        let name = nation.id.as_str();
        let capital = scenario.province(nation.capital);
        if capital.owner != id || capital.loyalty != 3 {
            return Err(wrong("nations.toml", name, "the capital must be the nation's own, with loyalty 3"));
        }
        let mut ranks: Vec<u8> =
            scenario.generals.iter().filter(|general| general.nation == id).map(|general| general.seniority).collect();
        if ranks.len() < 3 {
            return Err(wrong("generals.toml", name, "a nation has three generals at the least"));
        }
        ranks.sort_unstable();
        if ranks[ranks.len() - 1] == ranks[ranks.len() - 2] {
            return Err(wrong("generals.toml", name, "two generals share the highest seniority; one must command"));
        }
    }
    for province in &scenario.provinces {
        let home = scenario.nations.iter().any(|nation| scenario.province(nation.capital).name == province.name);
        if province.loyalty == 3 && !home {
            return Err(wrong("provinces.toml", province.name.as_str(), "only a capital has loyalty 3"));
        }
    }
    let mut seen = BTreeSet::new();
    for general in &scenario.generals {
        if !seen.insert(general.name) {
            let name = scenario.names[general.name.index()].as_str();
            return Err(wrong("generals.toml", name, "this general is listed twice"));
        }
    }
    for &(_, at, kind, _) in &scenario.forces {
        if scenario.unit(kind).is_fleet() && !scenario.province(at).coastal {
            return Err(wrong("forces.toml", scenario.province(at).name.as_str(), "has squadrons but no coast"));
        }
    }
    for &(_, at) in &scenario.spies {
        if scenario.province(at).cty != CityStatus::Standing {
            // A capital in a tribal area has no network: there is no city to hold it (UM-R86).
            let capital = scenario.nations.iter().any(|nation| nation.capital == at);
            if !capital {
                return Err(wrong("forces.toml", scenario.province(at).name.as_str(), "a spy network needs a city"));
            }
        }
    }
    Ok(())
}
