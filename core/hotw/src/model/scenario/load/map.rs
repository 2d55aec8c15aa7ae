//! Areas, Lands, borders and waters (HW-23, HW-24, HW-28.5).

use std::collections::BTreeSet;

use kernel::scenario::{Checked, Lookup, wrong};

use super::super::raw::{AreasFile, BorderFile, BordersFile, LandsFile, WaterKind, WatersFile};
use super::super::{Area, Border, BorderKind, Land, Terrain, Water};
use super::lookup;
use crate::model::ids::{AreaId, LandId, Lands, WaterId, Waters};

const AREAS: &str = "areas.toml";
const LANDS: &str = "lands.toml";
const WATERS: &str = "waters.toml";
const BORDERS: &str = "borders.toml";

/// The names of the map.
pub struct MapNames {
    pub area: Lookup,
    pub land: Lookup,
    pub water: Lookup,
}

impl MapNames {
    pub fn new(areas: &AreasFile, lands: &LandsFile, waters: &WatersFile) -> Checked<Self> {
        Ok(Self {
            area: lookup(AREAS, "Area", 64, areas.area.iter().map(|area| area.id.as_str()))?,
            land: lookup(LANDS, "Land", 128, lands.land.iter().map(|land| land.id.as_str()))?,
            water: lookup(WATERS, "Sea or Ocean", 16, waters.water.iter().map(|water| water.id.as_str()))?,
        })
    }

    pub fn land(&self, file: &str, place: &str, name: &str) -> Checked<LandId> {
        self.land.find(file, place, name).map(LandId::at)
    }

    pub fn waters(&self, file: &str, place: &str, names: &[String]) -> Checked<Waters> {
        let mut set = Waters::NONE;
        for name in names {
            let water = WaterId::at(self.water.find(file, place, name)?);
            if set.has(water) {
                return Err(wrong(file, place, format!("{name} is listed twice")));
            }
            set.add(water);
        }
        Ok(set)
    }
}

/// The Lands with their borders.
pub fn lands(names: &MapNames, file: &LandsFile, borders: &BordersFile) -> Checked<Vec<Land>> {
    let mut lands = Vec::new();
    for land in &file.land {
        if land.barren && land.resource {
            return Err(wrong(LANDS, &land.id, "a Barren Land has no resource symbol (HW-23.3)"));
        }
        if !(-180.0..=180.0).contains(&land.at.0) || !(-90.0..=90.0).contains(&land.at.1) {
            return Err(wrong(LANDS, format!("{}.at", land.id), "write longitude and latitude in degrees"));
        }
        let mut provenance = file.provenance.clone();
        provenance.extend(land.provenance.clone());
        let mut words: Vec<String> = provenance.iter().map(|(part, word)| format!("{part}: {word}")).collect();
        words.extend(land.note.clone());
        lands.push(Land {
            id: land.id.clone(),
            name: land.name.clone(),
            area: AreaId::at(names.area.find(LANDS, &format!("{}.area", land.id), &land.area)?),
            barren: land.barren,
            resource: land.resource,
            coasts: names.waters(LANDS, &format!("{}.coasts", land.id), &land.coasts)?,
            borders: Vec::new(),
            mountain: false,
            at: land.at,
            provenance: words.join("; "),
        });
    }
    for entry in &borders.border {
        add_border(names, &mut lands, entry)?;
    }
    for [a, b] in &borders.dropped {
        let key = format!("dropped {a} - {b}");
        let (a, b) = (names.land(BORDERS, &key, a)?, names.land(BORDERS, &key, b)?);
        if lands[a.index()].borders.iter().any(|border| border.to == b) {
            return Err(wrong(BORDERS, key, "this border is both listed and dropped"));
        }
    }
    lands.iter_mut().for_each(|land| land.borders.sort_by_key(|border| border.to));
    Ok(lands)
}

fn add_border(names: &MapNames, lands: &mut [Land], entry: &BorderFile) -> Checked<()> {
    let key = format!("{} - {}", entry.a, entry.b);
    let bad = |reason: &str| Err(wrong(BORDERS, &key, reason));
    let ends = [names.land(BORDERS, &key, &entry.a)?, names.land(BORDERS, &key, &entry.b)?];
    let [a, b] = ends;
    if a == b {
        return bad("a border joins two different Lands");
    }
    if lands[a.index()].borders.iter().any(|border| border.to == b) {
        return bad("this border is listed already; each is listed once");
    }
    let barren = ends.map(|end| lands[end.index()].barren);
    let bridged_by = names.waters(BORDERS, &key, &entry.bridged_by)?;
    match entry.kind {
        BorderKind::Strait if entry.terrain.is_some() => return bad("a strait has no terrain besides"),
        BorderKind::Strait if barren.contains(&true) => return bad("no strait leads to a Barren Land"),
        BorderKind::Strait if bridged_by.is_empty() => return bad("a strait names the waters that bridge it (HW-R28)"),
        BorderKind::BarbarianOnly if barren[0] == barren[1] => {
            return bad("Barbarians cross from a Barren Land into a usable one");
        }
        BorderKind::Land | BorderKind::BarbarianOnly if !bridged_by.is_empty() => {
            return bad("only a strait is bridged");
        }
        _ => {}
    }
    for water in bridged_by.iter() {
        if ends.iter().any(|end| !lands[end.index()].coasts.has(water)) {
            return bad("a water that bridges a strait is on the coasts of both Lands");
        }
    }
    let difficult = difficult_into(names, entry, &key, ends, barren)?;
    for (from, to, difficult) in [(a, b, difficult[1]), (b, a, difficult[0])] {
        let (kind, terrain) = (entry.kind, entry.terrain);
        lands[from.index()].borders.push(Border { to, kind, terrain, difficult, bridged_by });
        lands[from.index()].mountain |= terrain == Some(Terrain::Mountain);
    }
    Ok(())
}

/// Whether attacks into either end are difficult (HW-23.7, HW-R30): never into a Barren Land, which nobody enters.
fn difficult_into(
    names: &MapNames, entry: &BorderFile, key: &str, ends: [LandId; 2], barren: [bool; 2],
) -> Checked<[bool; 2]> {
    let bad = |reason: &str| Err(wrong(BORDERS, key, reason));
    let hard = entry.terrain.is_some() || entry.kind == BorderKind::Strait;
    let Some(named) = &entry.difficult_into else {
        if entry.terrain == Some(Terrain::GreatWall) {
            return bad("the Great Wall is difficult into one Land: name it in difficult_into");
        }
        return Ok(barren.map(|barren| hard && !barren));
    };
    if !hard {
        return bad("difficult_into needs a terrain");
    }
    let mut into = [false; 2];
    for name in named {
        let land = names.land(BORDERS, key, name)?;
        let Some(end) = ends.iter().position(|end| *end == land) else {
            return bad("difficult_into names a Land that is not of this border");
        };
        if barren[end] {
            return bad("nobody attacks into a Barren Land: leave it out of difficult_into");
        }
        into[end] = true;
    }
    let both = into == [true, true];
    match entry.terrain {
        Some(Terrain::GreatWall) if both || named.is_empty() => bad("the Great Wall is difficult into one Land only"),
        Some(Terrain::GreatWall) => Ok(into),
        _ if both => Ok(into),
        _ => bad("mountains, forests and straits are difficult both ways (HW-R30)"),
    }
}

/// The Areas, with their usable Lands counted and their neighbours found.
pub fn areas(file: &AreasFile, lands: &[Land]) -> Checked<Vec<Area>> {
    let mut areas = Vec::new();
    for (index, area) in file.area.iter().enumerate() {
        let id = AreaId::at(index);
        let mine = |land: &&(usize, &Land)| land.1.area == id;
        let all: Vec<(usize, &Land)> = lands.iter().enumerate().collect();
        let usable: Lands = all.iter().filter(mine).filter(|land| !land.1.barren).map(|l| LandId::at(l.0)).collect();
        if usable.len() != area.control_size {
            let reason = format!("{} usable Lands say that they are here", usable.len());
            return Err(wrong(AREAS, format!("{}.control_size", area.id), reason));
        }
        if let Some(vp) = area.vp.iter().find(|vp| **vp > 4) {
            return Err(wrong(AREAS, format!("{}.vp", area.id), format!("a base value is 0 to 4, not {vp}")));
        }
        let around =
            all.iter().filter(mine).flat_map(|land| &land.1.borders).map(|border| lands[border.to.index()].area);
        let neighbours: BTreeSet<AreaId> = around.filter(|other| *other != id).collect();
        areas.push(Area {
            id: area.id.clone(),
            name: area.name.clone(),
            vp: area.vp,
            lands: usable,
            neighbours: neighbours.into_iter().collect(),
        });
    }
    Ok(areas)
}

/// The Seas and Oceans, with the coasts that the Lands say.
pub fn waters(names: &MapNames, file: &WatersFile, lands: &[Land]) -> Checked<Vec<Water>> {
    let mut waters = Vec::new();
    for (index, water) in file.water.iter().enumerate() {
        let id = WaterId::at(index);
        let coasts: Lands = (0..lands.len()).filter(|l| lands[*l].coasts.has(id)).map(LandId::at).collect();
        let bad = |key: &str, reason: &str| Err(wrong(WATERS, format!("{}.{key}", water.id), reason));
        if coasts.is_empty() {
            return bad("coasts", "no Land lies on it");
        }
        if (water.kind == WaterKind::Sea && water.fleets) != water.most_fleets.is_some() {
            return bad(
                "most_fleets",
                "a Sea that fleets may enter has a limit, no other water has (HW-24.1, HW-24.2)",
            );
        }
        if water.kind == WaterKind::Ocean && water.vp != 0 {
            return bad("vp", "an Ocean is worth nothing (HW-24.1)");
        }
        waters.push(Water {
            id: water.id.clone(),
            name: water.name.clone(),
            sea: water.kind == WaterKind::Sea,
            fleets: water.fleets,
            most_fleets: if water.fleets { water.most_fleets } else { Some(0) },
            vp: water.vp,
            coasts,
            neighbours: Waters::NONE,
            at: water.at,
        });
    }
    for passage in &file.passage {
        let key = format!("{} - {}", passage.a, passage.b);
        let end = |name: &str| names.water.find(WATERS, &key, name).map(WaterId::at);
        let (a, b) = (end(&passage.a)?, end(&passage.b)?);
        if a == b || waters[a.index()].neighbours.has(b) {
            return Err(wrong(WATERS, key, "a passage joins two different waters and is listed once"));
        }
        waters[a.index()].neighbours.add(b);
        waters[b.index()].neighbours.add(a);
    }
    Ok(waters)
}

/// Every usable Land can be reached from every other, over borders, straits and waters that fleets may enter.
pub fn connected(lands: &[Land], waters: &[Water]) -> Checked<()> {
    let Some(first) = lands.iter().position(|land| !land.barren) else {
        return Err(wrong(LANDS, "land", "there is no usable Land"));
    };
    let (mut seen, mut sailed) = (Lands::one(LandId::at(first)), Waters::NONE);
    let mut open = vec![LandId::at(first)];
    while let Some(land) = open.pop() {
        let here = &lands[land.index()];
        let mut next: Lands =
            here.borders.iter().filter(|border| border.kind != BorderKind::BarbarianOnly).map(|b| b.to).collect();
        let mut sea: Vec<WaterId> = here.coasts.iter().collect();
        while let Some(water) = sea.pop() {
            if waters[water.index()].fleets && !sailed.has(water) {
                sailed.add(water);
                next = next.or(waters[water.index()].coasts);
                sea.extend(waters[water.index()].neighbours.iter());
            }
        }
        for land in next.without(seen).iter().filter(|land| !lands[land.index()].barren) {
            seen.add(land);
            open.push(land);
        }
    }
    match (0..lands.len()).find(|land| !lands[*land].barren && !seen.has(LandId::at(*land))) {
        Some(land) => Err(wrong(BORDERS, &lands[land].id, "this Land cannot be reached")),
        None => Ok(()),
    }
}
