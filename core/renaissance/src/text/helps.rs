//! What helps a player to plan: the year ahead, trade on known prices, battles that could be begun, families and offices. All
//! from what the family knows.
//!
//! | paper | what |
//! |---|---|
//! | calendar | what each month brings, and what upkeep will ask of the family |
//! | trade | what to buy where it has somebody, and where to sell it |
//! | prospects | battles that its personae could begin now: at best, likely, at worst |
//! | families | who there is, and who holds what |

use std::collections::BTreeMap;

use kernel::Document;
use kernel::paper::{Paper, Table};
use kernel::words::list;

use super::document;
use super::words::{number, plain};
use crate::knowledge::Knowledge;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::model::calendar::Month as MonthName;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::{LocalOffice, Quota};
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::orders::prospects::{self, Prospect, Prospects};
use crate::orders::{AssaultWalls, AttackField, AttackUrban, Order};
use crate::rules::battle::morale::{self, Leader};
use crate::rules::conflict::control::controller;
use crate::rules::conflict::leader;
use crate::rules::month::Month;
use crate::rules::movement::land::{are_joined, distance};
use crate::rules::places::holder_of;
use crate::rules::titles::rank_of;
use crate::rules::upkeep::maintain;

/// Most lines of the trade table.
const MOST_TRADES: usize = 15;
/// Most buyers that it names for a ware of one market.
const MOST_BUYERS: usize = 4;
/// Miles to a market that is still thought of.
const FAR: u32 = 400;

/// What each month of the year brings.
const CALENDAR: [&str; 12] = [
    "men and animals eat from their owners' stores until March; alms and elevations are counted anew",
    "titles and indulgences are given",
    "markets ask for goods anew, and towns grow; the Pope may make a cardinal",
    "ships are kept up; pilgrimages and alms",
    "men are paid until September; art is made, ships are built",
    "summer at sea begins; the Pope may found a military order",
    "troops are paid",
    "architecture and art are made; crops may be burnt",
    "markets offer goods anew; the Pope may make a cardinal",
    "citizens elect magistrates; animals eat from stores again",
    "new magistrates begin their terms; art is made",
    "republics elect their rulers",
];

/// What a month of the year brings.
pub fn brings(month: MonthName) -> &'static str {
    CALENDAR[month as usize]
}

/// All of them.
pub fn documents(sc: &Scenario, knowledge: &Knowledge) -> Vec<Document> {
    vec![calendar(sc, knowledge), trade(sc, knowledge), battles(sc, knowledge), families(sc, knowledge)]
}

fn own(knowledge: &Knowledge) -> impl Iterator<Item = PersonaId> + '_ {
    let all = knowledge.state.family(knowledge.family).personae.iter().copied();
    all.filter(|id| knowledge.state.persona(*id).alive)
}

/// The twelve months ahead. What upkeep will ask for is told as if the family kept what it has, and had the money (RN-50).
fn calendar(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let st = &knowledge.state;
    let title = format!("The year ahead, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph("What upkeep takes at the beginning of a month comes before all orders. Food that is missing is counted with the stores of each persona; a unit feeds two.");
    let mut stores: Vec<_> = own(knowledge).map(|id| st.persona(id).assets.clone()).collect();
    for assets in &mut stores {
        assets.add(Asset::Ducats, 50_000_000);
    }
    let mut table = Table::new("Month by month", &["Month", "What it brings", "Pay in ducats", "Food missing, units"]);
    for ahead in 0..12 {
        let turn = st.turn.later(ahead);
        if turn.0 > sc.game_turns {
            break;
        }
        let (mut pay, mut missing) = (0, 0);
        // This month's upkeep is over.
        for assets in stores.iter_mut().filter(|_| ahead > 0) {
            let kept = maintain(&sc.rulings.upkeep, sc.month(turn), assets);
            pay += kept.paid.whole();
            for (asset, count) in kept.lost.iter().filter(|(asset, _)| !is_ship(*asset)) {
                // A fifth of who is not fed is lost, each eats half a unit; they stay for what follows.
                missing += u64::from(*count) * 5 / 2;
                assets.add(*asset, *count);
            }
        }
        let number_or_none = |count: u64| if count == 0 { "-".to_owned() } else { number(count) };
        let month = brings(sc.month(turn)).to_owned();
        table.row([sc.date(turn).to_string(), month, number_or_none(pay), number_or_none(missing)]);
    }
    paper.table(&table);
    document("calendar", title, paper)
}

fn is_ship(asset: Asset) -> bool {
    matches!(asset, Asset::Good(good) if crate::model::ships::Ship::of_good(good).is_some())
}

/// A market as far as it is known: quotas as they are where the family has somebody, as is usual elsewhere.
fn quotas<'a>(knowledge: &'a Knowledge, at: LocationId, now: &'a [Quota], usual: &'a [Quota]) -> &'a [Quota] {
    if knowledge.seen.contains_key(&at) { now } else { usual }
}

fn trade(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let st = &knowledge.state;
    let title = format!("Trade, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph("What is sold where the family has somebody, and who pays more for it within 400 miles, tariffs not counted. Prices with a star are those that are usual there: nobody of the family sees that market.");
    let mut all: Vec<(u64, [String; 7])> = Vec::new();
    for from in knowledge.seen.keys().copied() {
        let record = sc.board.location(from);
        for (ware, quota) in record.supply.iter().zip(&st.location(from).supply).filter(|(_, quota)| quota.quantity > 0)
        {
            let Ware::Good(good) = ware.ware else { continue };
            for to in sc.board.location_ids().filter(|to| *to != from) {
                let miles = distance(sc, from, to).miles().0;
                let there = sc.board.location(to);
                let wanted =
                    there.demand.iter().zip(quotas(knowledge, to, &st.location(to).demand, &there.start.demand));
                let best = wanted.filter(|(it, quota)| good.classes().contains(&it.class) && quota.quantity > 0);
                let Some((_, asked)) = best.max_by_key(|(_, quota)| quota.price) else { continue };
                if miles > FAR || asked.price <= quota.price {
                    continue;
                }
                let units = quota.quantity.min(asked.quantity);
                let gain = u64::from(units) * u64::from(asked.price - quota.price);
                let star = if knowledge.seen.contains_key(&to) { "" } else { "*" };
                let way = if are_joined(sc, from, to) { "land" } else { "water" };
                all.push((
                    gain,
                    [
                        plain(good.key()),
                        record.name.to_string(),
                        quota.price.to_string(),
                        there.name.to_string(),
                        format!("{}{star}", asked.price),
                        format!("{miles} by {way}"),
                        number(units),
                    ],
                ));
            }
        }
    }
    all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    // Of a ware that everybody wants the best buyers are enough.
    let mut told: BTreeMap<(String, String), usize> = BTreeMap::new();
    all.retain(|(_, row)| {
        let buyers = told.entry((row[0].clone(), row[1].clone())).or_default();
        *buyers += 1;
        *buyers <= MOST_BUYERS
    });
    all.truncate(MOST_TRADES);
    if all.is_empty() {
        paper.paragraph("Nothing that is sold there brings more elsewhere.");
    } else {
        let heads = ["Ware", "Buy at", "Ducats", "Sell at", "Ducats", "Miles", "Units at most"];
        let mut table = Table::new("What pays, the most rewarding first", &heads);
        for (_, row) in all {
            table.row(row);
        }
        paper.table(&table);
    }
    document("trade", title, paper)
}

fn battles(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let st = &knowledge.state;
    let title = format!("Prospects of battle, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph("Battles that the family's personae could begin where they are, by the rules' own arithmetic. Of strangers one knows the band of their strength: at best they have as few men as it allows, auxiliaries of morale 300; likely the middle of it, half of them pikemen, morale 450; at worst all that it allows, a third of them mounted, morale 600.");
    let mut table = Table::new("What would come of it", &["Who", "What", "At best", "Likely", "At worst"]);
    let mut some = false;
    for id in own(knowledge) {
        for (words, order) in openings(sc, knowledge, id) {
            let month = Month::begin(st);
            if let Some(found) = prospects::of(sc, st, &month, knowledge.family, id, &order) {
                some = true;
                let Prospects { best, likely, worst } = found;
                table.row([st.name_of(sc, id), words, in_cell(&best), in_cell(&likely), in_cell(&worst)]);
            }
        }
    }
    let shy: Vec<String> = own(knowledge).filter_map(|id| has_no_heart(sc, knowledge, id)).collect();
    if some {
        paper.table(&table);
    } else {
        paper.paragraph("None: nobody of the family has an enemy within reach of his men.");
    }
    if !shy.is_empty() {
        paper.heading(3, "Whose men would not stand");
        paper.list(&shy);
    }
    document("prospects", title, paper)
}

/// Whose men retreat after the first stage whatever happens: morale, rank and a tenth of popularity are too little (RN-61.12).
fn has_no_heart(sc: &Scenario, knowledge: &Knowledge, id: PersonaId) -> Option<String> {
    let st = &knowledge.state;
    let men = st.persona(id).assets.troops.soldiers();
    let it = leader::of(sc, st, id, None, None);
    let score = morale::score_in_tenths(it.morale, &it, true);
    let name = st.name_of(sc, id);
    (men > 0 && morale::is_below_retreat_point(score, &sc.rulings.war)).then(|| {
        let Leader { morale, rank, popularity, .. } = it;
        format!(
            "{name}: morale {morale}, rank {rank} and a tenth of popularity {popularity} make {}; below {} they retreat at \
             the first opportunity (RN-61.12). Bonuses, drink and sermons raise morale.",
            score / 10,
            sc.rulings.war.retreat_below
        )
    })
}

fn in_cell(it: &Prospect) -> String {
    let end = match (it.wins, it.dies) {
        (true, false) => "won",
        (true, true) => "won, he falls",
        (false, false) => "not won",
        (false, true) => "lost, he falls",
    };
    format!("{end}: {} of {}, enemy {} of {}", number(it.lost), number(it.men), number(it.enemy_lost), number(it.enemy))
}

/// Battles that somebody could begin where he is, with their names.
fn openings(sc: &Scenario, knowledge: &Knowledge, id: PersonaId) -> Vec<(String, Order)> {
    let st = &knowledge.state;
    let me = st.persona(id);
    let Place::At(here, side) = me.place else { return Vec::new() };
    if me.assets.troops.men() == 0 {
        return Vec::new();
    }
    let persona = || st.name_of(sc, id);
    let there = st.living().filter(|(_, it)| {
        it.place == me.place && it.family != me.family && it.assets.troops.men() > 0 && !me.allies.contains(&it.family)
    });
    let mut all: Vec<(String, Order)> = there
        .map(|(victim, _)| {
            let victim = st.name_of(sc, victim);
            let words = format!("attacks {victim}");
            let order = match side {
                Side::Outside => AttackField { persona: persona(), victim, spare: false }.into(),
                Side::Inside => {
                    AttackUrban { persona: persona(), victim: Some(victim), spare: false, fight_on: false }.into()
                }
            };
            (words, order)
        })
        .collect();
    let held = controller(sc, st, here).is_some_and(|it| st.persona(it).family == me.family);
    if side == Side::Outside && !held {
        let order = AssaultWalls { persona: persona(), spare: false, enslave: false };
        all.push((format!("storms {}", sc.board.location(here).name), order.into()));
    }
    all
}

fn families(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let st = &knowledge.state;
    let title = format!("Families and offices, {}", sc.date(st.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    for family in sc.family_ids() {
        let home = &sc.board.location(sc.family(family).citizen_of).name;
        paper.heading(3, &format!("{}, citizens of {home}", sc.family(family).name));
        paper.table(&of_family(sc, knowledge, family));
    }
    document("families", title, paper)
}

/// The living of a family and what they hold, and who is dead.
fn of_family(sc: &Scenario, knowledge: &Knowledge, family: FamilyId) -> Table {
    let st = &knowledge.state;
    let mut table = Table::new("Its people", &["Who", "Born", "Rank", "Popularity", "Titles and offices", "Holds"]);
    for id in (0..st.personae.len()).map(PersonaId::at).filter(|id| st.persona(*id).family == family) {
        let it = st.persona(id);
        let born = sc.personae.get(id.index()).and_then(|record| record.born);
        let born = born.map_or_else(|| "-".to_owned(), |year| year.to_string());
        let name = st.name_of(sc, id);
        if !it.alive {
            table.row([format!("{name}, dead"), born, "-".into(), "-".into(), "-".into(), "-".into()]);
            continue;
        }
        let mut offices: Vec<String> =
            st.titles_of(id).map(|title| st.title_record(sc, title).name.to_string()).collect();
        offices.extend(it.cardinal.then(|| "cardinal".to_owned()));
        let rank = rank_of(sc, st, id).to_string();
        table.row([name, born, rank, it.popularity.get().to_string(), list_or_none(&offices), held(sc, knowledge, id)]);
    }
    table
}

/// Where somebody is sovereign, feudatory, tenant, magistrate, bishop.
fn held(sc: &Scenario, knowledge: &Knowledge, id: PersonaId) -> String {
    let st = &knowledge.state;
    let of = |office: &LocalOffice| {
        let here = |at: &LocationId| holder_of(sc, st, *at, *office).persona() == Some(id);
        let places: Vec<String> =
            sc.board.location_ids().filter(here).map(|at| sc.board.location(at).name.to_string()).collect();
        (!places.is_empty()).then(|| format!("{} of {}", plain(office.key()), list(&places)))
    };
    list_or_none(&LocalOffice::ALL.iter().filter_map(of).collect::<Vec<_>>())
}

fn list_or_none(all: &[String]) -> String {
    if all.is_empty() { "-".into() } else { all.join("; ") }
}
