//! Distances by land: how far a hex is from the places that matter, and what was reckoned before.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::model::ids::{HEXES, HexId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::{Site, SiteStatus, State};

/// What it costs to reach the hexes round a hex, for those that were asked about: by hex, and whether trains go along.
#[derive(Default)]
pub struct Reaches(pub(super) BTreeMap<(HexId, bool), Rc<Vec<u16>>>);

/// Hexes by land to the nearest of some cities and forts, by hex; `u16::MAX` where there is none. Whatever is `barred` may be reached,
/// but not passed.
pub fn hexes_to(
    sc: &Scenario, st: &State, to: impl Fn(&Site) -> bool, barred: impl Fn(Option<Power>, HexId) -> bool,
) -> Vec<u16> {
    let mut all = vec![u16::MAX; HEXES];
    let mut open = VecDeque::new();
    for site in st.sites.values().filter(|site| to(site)) {
        all[site.hex.index()] = 0;
        open.push_back(site.hex);
    }
    let mut holder = vec![None; HEXES];
    st.sites.values().for_each(|site| holder[site.hex.index()] = Some(site.power));
    while let Some(here) = open.pop_front() {
        let steps = all[here.index()] + 1;
        for side in sc.board.hex(here).sides.iter().flatten().filter(|side| side.land) {
            let next = side.to.index();
            if all[next] == u16::MAX {
                all[next] = steps;
                if !barred(holder[next], side.to) {
                    open.push_back(side.to);
                }
            }
        }
    }
    all
}

/// ST-R25: whether divisions of its country that stand at a site are filled up.
pub fn fills(site: &Site) -> bool {
    site.size > 0 && (site.base || site.status != SiteStatus::Captured) && site.blockade.is_none()
}
