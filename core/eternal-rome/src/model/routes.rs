//! Ways over the map: the planning aid (ER-21), tracks to follow (ER-11.5, ER-16.2), ranges of interception (ER-15).
//!
//! Costs are those of [`mod@costs`], laid out once per scenario as a graph whose steps lie side by side. A search settles
//! hexes in the order of their cost with a ring of buckets: costs are small whole numbers, so no heap is needed.

use kernel::map::Mode;

use crate::model::costs::{self, Route, Terms};
use crate::model::ids::{HEXES, HexId};
use crate::model::map;
use crate::model::scenario::Scenario;
use crate::model::ways::{Net, Step, Ways};

/// Lays the steps of a scenario out. Fails where a step costs more than [`DEAREST_STEP`].
pub fn laid_out(sc: &Scenario) -> Result<Ways, (HexId, HexId)> {
    Ok(Ways([net(sc, Mode::Land)?, net(sc, Mode::Sea)?]))
}

/// The dearest step a map may have, movement points.
pub const DEAREST_STEP: u16 = 255;

fn net(sc: &Scenario, mode: Mode) -> Result<Net, (HexId, HexId)> {
    let mut net = Net { starts: vec![0], steps: Vec::new(), least: u8::MAX };
    for from in (0..HEXES).map(HexId::at) {
        let mut list = Vec::new();
        for side in sc.hex(from).sides.iter().flatten() {
            let to = side.to;
            let both =
                |winter| Some((costs::step(sc, from, to, mode, winter)?, costs::step(sc, to, from, mode, winter)?));
            let (Some(summer), Some(winter)) = (both(false), both(true)) else { continue };
            let small = |cost: u16| u8::try_from(cost).map_err(|_| (from, to));
            let (out, back) = ([small(summer.0)?, small(winter.0)?], [small(summer.1)?, small(winter.1)?]);
            net.least = net.least.min(out[0]).min(out[1]);
            list.push(Step { to, out, back, strait: mode == Mode::Land && side.strait > 0 });
        }
        list.sort_by_key(|step| step.to);
        net.steps.extend(list);
        net.starts.push(net.steps.len() as u32);
    }
    Ok(net)
}

/// The cheapest way, both ends included. Ties: fewer hexes, then the smallest list of hexes (ER-R66).
pub fn shortest(sc: &Scenario, from: HexId, to: HexId, terms: &Terms) -> Option<Route> {
    let mut search = Search::new(sc, terms, Sense::Toward);
    search.run(to, Some(from), u16::MAX);
    let total = search.label(from)?;
    let mut hexes = Vec::with_capacity(usize::from(total.hexes) + 1);
    let mut here = from;
    let mut label = total;
    hexes.push(here);
    while here != to {
        // Steps are in ascending order of their hex, so the first that fits is the smallest.
        let next = search.net.steps(here).iter().find_map(|step| {
            let left =
                Label { cost: label.cost.checked_sub(u16::from(step.out[search.season]))?, hexes: label.hexes - 1 };
            (search.label(step.to) == Some(left) && search.open(step)).then_some((step.to, left))
        });
        (here, label) = next?;
        hexes.push(here);
    }
    Some(Route { cost: total.cost, hexes })
}

/// The cost of the cheapest way; `None` if there is none, or none within `limit` movement points.
pub fn distance(sc: &Scenario, from: HexId, to: HexId, limit: u16, terms: &Terms) -> Option<u16> {
    if !within_reach(sc, from, to, limit, terms.mode) {
        return None;
    }
    let mut search = Search::new(sc, terms, Sense::Toward);
    search.run(to, Some(from), limit);
    Some(search.label(from)?.cost)
}

/// Whether a way within `limit` could be were every step of it the cheapest of the map: a quick look.
pub fn within_reach(sc: &Scenario, from: HexId, to: HexId, limit: u16, mode: Mode) -> bool {
    map::distance(from, to) * u32::from(sc.ways.0[mode as usize].least) <= u32::from(limit)
}

/// All hexes that can be reached from `from` with `limit` movement points, with the cost, ascending by hex.
pub fn reach(sc: &Scenario, from: HexId, limit: u16, terms: &Terms) -> Vec<(HexId, u16)> {
    let mut search = Search::new(sc, terms, Sense::Away);
    search.run(from, None, limit);
    search.settled()
}

/// The same by hex, for those who ask about some of them only.
pub fn costs(sc: &Scenario, from: HexId, limit: u16, terms: &Terms) -> Costs {
    let mut search = Search::new(sc, terms, Sense::Away);
    search.run(from, None, limit);
    Costs { labels: search.labels }
}

/// What it costs to get to each hex from one.
pub struct Costs {
    labels: Vec<Label>,
}

impl Costs {
    /// Movement points to a hex; `None` where it is out of reach.
    pub fn of(&self, hex: HexId) -> Option<u16> {
        Some(self.labels[hex.index()]).filter(|&label| label != UNKNOWN).map(|label| label.cost)
    }
}

/// All hexes from which `to` can be reached with `limit` movement points, with the cost, ascending by hex: who is near
/// enough to intercept (ER-15.3, ER-15.9).
pub fn approach(sc: &Scenario, to: HexId, limit: u16, terms: &Terms) -> Vec<(HexId, u16)> {
    let mut search = Search::new(sc, terms, Sense::Toward);
    search.run(to, None, limit);
    search.settled()
}

/// The legs of a track over several hexes, each the cheapest way; `None` for a leg without connection (ER-21.1).
pub fn track(sc: &Scenario, points: &[HexId], terms: &Terms) -> Vec<Option<Route>> {
    points.windows(2).map(|leg| shortest(sc, leg[0], leg[1], terms)).collect()
}

/// What is known of a hex: cost and number of steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Label {
    cost: u16,
    hexes: u16,
}

const UNKNOWN: Label = Label { cost: u16::MAX, hexes: u16::MAX };

/// Whether costs are counted from the origin of the search away, or from everywhere toward it. They differ, for a
/// step costs what the hex entered asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sense {
    Away,
    Toward,
}

const RING: usize = DEAREST_STEP as usize + 1;
const END: u16 = u16::MAX;
/// Entries that there is room for at first.
const ENTRIES: usize = 128;

struct Search<'a> {
    net: &'a Net,
    terms: &'a Terms<'a>,
    season: usize,
    sense: Sense,
    labels: Vec<Label>,
    /// First entry of each bucket; bucket `cost % RING`.
    heads: [u16; RING],
    /// Hexes to be settled: hex, cost, and the next entry of the bucket.
    entries: Vec<(HexId, u16, u16)>,
}

impl<'a> Search<'a> {
    fn new(sc: &'a Scenario, terms: &'a Terms, sense: Sense) -> Self {
        Self {
            net: &sc.ways.0[terms.mode as usize],
            terms,
            season: usize::from(terms.winter),
            sense,
            labels: vec![UNKNOWN; HEXES],
            heads: [END; RING],
            entries: Vec::with_capacity(ENTRIES),
        }
    }

    fn label(&self, hex: HexId) -> Option<Label> {
        Some(self.labels[hex.index()]).filter(|&label| label != UNKNOWN)
    }

    fn settled(&self) -> Vec<(HexId, u16)> {
        (0..HEXES).map(HexId::at).filter_map(|hex| Some((hex, self.label(hex)?.cost))).collect()
    }

    /// Whether the terms let anyone take `step`.
    fn open(&self, step: &Step) -> bool {
        let across = self.terms.no_straits && step.strait;
        !across && !(self.terms.barred)(step.to)
    }

    fn push(&mut self, hex: HexId, label: Label) {
        let head = &mut self.heads[usize::from(label.cost) % RING];
        let entry = self.entries.len() as u16;
        self.entries.push((hex, label.cost, *head));
        *head = entry;
        self.labels[hex.index()] = label;
    }

    /// Labels every hex within `limit` of `origin`, or stops when `until` is settled.
    fn run(&mut self, origin: HexId, until: Option<HexId>, limit: u16) {
        self.push(origin, Label { cost: 0, hexes: 0 });
        let mut pending = 1;
        let mut cost = 0;
        while pending > 0 && until.is_none_or(|hex| self.labels[hex.index()].cost > cost) {
            let mut entry = std::mem::replace(&mut self.heads[usize::from(cost) % RING], END);
            while entry != END {
                let (hex, at, next) = self.entries[usize::from(entry)];
                entry = next;
                pending -= 1;
                // An entry that a cheaper way has overtaken is stale.
                if self.labels[hex.index()].cost == at {
                    pending += self.expand(hex, limit);
                }
            }
            cost += 1;
        }
    }

    /// Labels the neighbours of a settled hex, and returns how many new entries that made.
    fn expand(&mut self, hex: HexId, limit: u16) -> usize {
        let net = self.net;
        let here = self.labels[hex.index()];
        let toward = self.sense == Sense::Toward;
        // Seen from the destination, every step enters the hex at hand.
        if toward && (self.terms.barred)(hex) {
            return 0;
        }
        let mut made = 0;
        for step in net.steps(hex) {
            let price = if toward { step.back } else { step.out }[self.season];
            let label = Label { cost: here.cost.saturating_add(u16::from(price)), hexes: here.hexes + 1 };
            let known = self.labels[step.to.index()];
            if label >= known || label.cost > limit || label.cost == u16::MAX {
                continue;
            }
            let barred = !toward && (self.terms.barred)(step.to);
            if barred || self.terms.no_straits && step.strait {
                continue;
            }
            if label.cost == known.cost {
                self.labels[step.to.index()] = label;
            } else {
                self.push(step.to, label);
                made += 1;
            }
        }
        made
    }
}
