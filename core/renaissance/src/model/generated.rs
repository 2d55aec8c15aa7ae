//! Worlds of any size, for tests of scale: towns on a grid over Europe, a sea node for each block of them, families with up to
//! five personae. The same numbers always give the same world.

use std::collections::BTreeMap;
use std::fmt::Write;

use kernel::scenario::Files;

use super::load::load;
use super::scenario::Scenario;

/// Towns of a block, in each direction: they share a sea node and a see.
const BLOCK: usize = 8;
/// Towns of a land mass, in each direction.
const LAND: usize = 32;
/// What main and second goods are, town after town.
const GOODS: [&str; 12] = [
    "grain",
    "woolens",
    "wine",
    "iron",
    "silk_cloth",
    "salt",
    "oil",
    "horses",
    "pepper",
    "timber",
    "raw_silk",
    "pikemen",
];
const ROLES: [&str; 5] = ["head", "captain", "merchant", "cleric", "court"];

/// A scenario with so many towns (1 to 20,000) and families (1 to 1,000).
pub fn scenario(towns: usize, families: usize) -> Scenario {
    let texts = files(towns, families);
    let files: Files = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    load(&files).expect("what is generated can be read")
}

/// The files of such a scenario.
pub fn files(towns: usize, families: usize) -> BTreeMap<&'static str, String> {
    let grid = Grid::of(towns);
    BTreeMap::from([
        ("scenario.toml", main_file(towns, families)),
        ("towns.toml", towns_file(&grid, families)),
        ("sea.toml", sea_file(&grid)),
        ("markets.toml", "usual = 100\n[[region]]\nname = \"everywhere\"\n".to_owned()),
        ("church.toml", church_file(&grid)),
        ("titles.toml", titles_file(&grid, families)),
        ("families.toml", families_file(&grid, families)),
    ])
}

/// Towns in rows from south to north.
struct Grid {
    towns: usize,
    columns: usize,
    rows: usize,
}

impl Grid {
    fn of(towns: usize) -> Self {
        let columns = (1..).find(|side| side * side >= towns).unwrap_or(1);
        Self { towns, columns, rows: towns.div_ceil(columns) }
    }
    /// Column and row of a town.
    fn cell(&self, town: usize) -> (usize, usize) {
        (town % self.columns, town / self.columns)
    }
    /// The block of a cell.
    fn block(&self, (column, row): (usize, usize)) -> usize {
        (row / BLOCK) * self.columns.div_ceil(BLOCK) + column / BLOCK
    }
    fn blocks(&self) -> (usize, usize) {
        (self.columns.div_ceil(BLOCK), self.rows.div_ceil(BLOCK))
    }
    /// Latitude and longitude in degrees, between 32 and 60 north, 10 west and 45 east.
    fn point(&self, (column, row): (usize, usize), off: (usize, usize)) -> String {
        let lat = 3_200 + (row * 2_800 + off.0) / self.rows;
        let lon = 1_000 + (column * 5_500 + off.1) / self.columns;
        let (sign, lon) = if lon < 2_000 { ("-", 2_000 - lon) } else { ("", lon - 2_000) };
        format!("{}.{:02}, {sign}{}.{:02}", lat / 100, lat % 100, lon / 100, lon % 100)
    }
    fn town_point(&self, town: usize) -> String {
        self.point(self.cell(town), (town * 37 % 1_400, town * 53 % 2_750))
    }
}

/// A number that looks like chance, below a limit.
fn scattered(of: usize, limit: usize) -> usize {
    of.wrapping_mul(2_654_435_761) / 65_536 % limit
}

fn main_file(towns: usize, families: usize) -> String {
    let title = format!("{towns} towns, {families} families");
    format!(
        "id = \"generated\"\ntitle = \"{title}\"\nsummary = \"{title}\"\nabout = \"{title}\"\nstart_year = 1493\n\
         start_month = \"january\"\ngame_turns = 60\n"
    )
}

fn towns_file(grid: &Grid, families: usize) -> String {
    let mut text = String::new();
    for town in 0..grid.towns {
        let (column, row) = grid.cell(town);
        let (land, block) = ((row / LAND) * grid.columns.div_ceil(LAND) + column / LAND, grid.block((column, row)));
        let population = 1_000 + scattered(town, 60) * 1_000;
        let (wealth, loyalty) = (80 + scattered(town + 1, 150), 250 + scattered(town + 2, 500));
        let owner = town % families;
        let (main, other) = (GOODS[scattered(town, 11)], GOODS[11 - scattered(town + 3, 11)]);
        let port = if town.is_multiple_of(3) {
            format!("port = {{ depth = {}, water = \"sea\", nodes = [\"N{block}\"] }}\n", 6 + town % 18)
        } else {
            String::new()
        };
        let supply = if main == other { format!("\"{main}\"") } else { format!("\"{main}\", \"{other}\"") };
        let _ = write!(
            text,
            "[[town]]\nname = \"T{town}\"\nplace = {{ at = \"{}\", land = \"L{land}\", region = \"everywhere\" }}\n{port}\
             people = {{ population = {population}, wealth = {wealth}, loyalty = {loyalty} }}\nwalls = {{ far = 90, fas = 140 }}\n\
             held = {{ sovereign = \"King {}\", feudatory = \"Lord {owner}\", tenant = \"Lord {owner}\" }}\n\
             see = \"S{block}\"\nsupply = [{supply}]\n",
            grid.town_point(town),
            owner / 10,
        );
    }
    text
}

fn sea_file(grid: &Grid) -> String {
    let (wide, high) = grid.blocks();
    let mut text = String::new();
    for node in 0..wide * high {
        let (column, row) = (node % wide, node / wide);
        let mut links = Vec::new();
        links.extend((column > 0).then(|| node - 1));
        links.extend((column + 1 < wide).then_some(node + 1));
        links.extend((row > 0).then(|| node - wide));
        links.extend((row + 1 < high).then_some(node + wide));
        let links: Vec<String> = links.iter().map(|link| format!("\"N{link}\"")).collect();
        let at = grid.point((column * BLOCK, row * BLOCK), (2_000, 4_000));
        let links = links.join(", ");
        let _ = write!(text, "[[node]]\nname = \"N{node}\"\nat = \"{at}\"\nwater = \"sea\"\nlinks = [{links}]\n");
    }
    text
}

fn church_file(grid: &Grid) -> String {
    let (wide, high) = grid.blocks();
    let sees: Vec<String> = (1..wide * high).map(|see| format!("\"S{see}\"")).collect();
    let sees = sees.join(", ");
    format!("pope = \"Pope\"\nnpc_cardinals = 23\n[[province]]\nname = \"S0\"\ntitle = \"Pope\"\nsees = [{sees}]\n")
}

fn titles_file(grid: &Grid, families: usize) -> String {
    let mut text = String::from("[[title]]\nname = \"Pope\"\nkind = \"church\"\nrank = 200\n");
    for king in 0..families.min(grid.towns).div_ceil(10) {
        let _ = write!(text, "[[title]]\nname = \"King {king}\"\nkind = \"sovereign\"\nrank = 180\n");
    }
    for lord in 0..families {
        let _ = write!(text, "[[title]]\nname = \"Lord {lord}\"\nkind = \"feudal\"\nrank = 100\n");
    }
    text
}

fn families_file(grid: &Grid, families: usize) -> String {
    let mut text = String::new();
    for family in 0..families {
        let home = family % grid.towns;
        let class = ['A', 'B', 'C', 'D'][scattered(family, 4)];
        let _ = write!(
            text,
            "[[family]]\nkey = \"F{family}\"\nname = \"Family {family}\"\ndescription = \"One of many.\"\n\
             colour = \"#8c2d3f\"\nclass = \"{class}\"\ncitizen_of = \"T{home}\"\nsuccessors = [\"A\", \"B\", \"C\"]\n",
        );
        for (at, role) in ROLES.iter().enumerate().take(1 + family % 5) {
            let place = (home + at * families) % grid.towns;
            let titles = match at {
                0 if family.is_multiple_of(10) && family < grid.towns => {
                    format!("titles = [\"Lord {family}\", \"King {}\"]\n", family / 10)
                }
                0 => format!("titles = [\"Lord {family}\"]\n"),
                _ => String::new(),
            };
            let _ =
                write!(text, "[[family.persona]]\nname = \"P{at}\"\nrole = \"{role}\"\nat = \"T{place}\"\n{titles}");
        }
    }
    text
}
