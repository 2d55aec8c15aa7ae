//! The names that orders may contain, folded once per text.

use std::collections::BTreeMap;

use crate::knowledge::Knowledge;
use crate::model::combat_orders::Arm;
use crate::model::ids::{NameId, TypeId};
use crate::model::scenario::{Scenario, code};
use crate::orders::lookup::fold;

/// Names by their folded form.
pub struct Names<'a> {
    pub sc: &'a Scenario,
    pub known: &'a Knowledge,
    provinces: BTreeMap<String, &'a str>,
    nations: BTreeMap<String, &'a str>,
    kinds: BTreeMap<String, TypeId>,
    /// Own generals by any run of words of their names; `None` where it fits several.
    own: BTreeMap<String, Option<&'a str>>,
}

impl<'a> Names<'a> {
    pub fn new(sc: &'a Scenario, known: &'a Knowledge) -> Self {
        let mut provinces = BTreeMap::new();
        for name in province_names(sc, known) {
            provinces.entry(fold(&code(name))).or_insert(name);
        }
        for name in province_names(sc, known) {
            provinces.insert(fold(name), name);
        }
        let mut nations = BTreeMap::new();
        for nation in &sc.nations {
            nations.insert(fold(&nation.name), nation.id.as_str());
            nations.insert(fold(nation.id.as_str()), nation.id.as_str());
        }
        let mut kinds = BTreeMap::new();
        for kind in sc.type_ids() {
            kinds.insert(fold(&sc.unit(kind).plural), kind);
            kinds.insert(fold(&sc.unit(kind).name), kind);
            kinds.insert(fold(sc.unit(kind).id.as_str()), kind);
        }
        let mut own: BTreeMap<String, Option<&str>> = BTreeMap::new();
        for (name, _) in own_generals(sc, known) {
            let folded = fold(name);
            let words: Vec<&str> = folded.split(' ').collect();
            for first in 0..words.len() {
                for last in first..words.len() {
                    let run = words[first..=last].join(" ");
                    own.entry(run).and_modify(|fits| *fits = fits.filter(|known| *known == name)).or_insert(Some(name));
                }
            }
        }
        for (name, _) in own_generals(sc, known) {
            own.insert(fold(name), Some(name));
        }
        Self { sc, known, provinces, nations, kinds, own }
    }

    pub fn province(&self, folded: &str) -> Option<String> {
        self.provinces.get(folded).map(|name| (*name).to_owned())
    }
    pub fn nation(&self, folded: &str) -> Option<String> {
        self.nations.get(folded).map(|id| (*id).to_owned())
    }
    pub fn kind(&self, folded: &str) -> Option<TypeId> {
        self.kinds.get(folded).copied()
    }
    pub fn own_general(&self, folded: &str) -> Option<String> {
        self.own.get(folded).copied().flatten().map(str::to_owned)
    }
    /// Own generals by name, and whether they lead armies or fleets.
    pub fn generals(&self) -> impl Iterator<Item = (&'a str, Arm)> {
        own_generals(self.sc, self.known)
    }
    /// Own generals that a word fits.
    pub fn fitting(&self, folded: &str) -> Vec<&'a str> {
        let has = |name: &&str| format!(" {} ", fold(name)).contains(&format!(" {folded} "));
        self.generals().map(|(name, _)| name).filter(has).collect()
    }
    /// A name of the scenario's list.
    pub fn text(&self, id: NameId) -> String {
        self.sc.names[id.index()].to_string()
    }
    /// Id of a type as orders have it.
    pub fn type_id(&self, kind: TypeId) -> String {
        self.sc.unit(kind).id.to_string()
    }

    pub fn province_names(&self) -> Vec<&'a str> {
        province_names(self.sc, self.known).collect()
    }
    pub fn nation_ids(&self) -> Vec<&'a str> {
        self.sc.nations.iter().map(|nation| nation.id.as_str()).collect()
    }
    pub fn type_names(&self) -> Vec<&'a str> {
        self.sc.types.iter().map(|kind| kind.id.as_str()).collect()
    }
    /// Own generals by their names and by each longer word of them.
    pub fn own_names(&self) -> Vec<&'a str> {
        let names = self.generals().map(|(name, _)| name);
        names.flat_map(|name| std::iter::once(name).chain(name.split(' ').filter(|word| word.len() > 3))).collect()
    }
}

/// The names of all provinces as they are now.
fn province_names<'a>(sc: &'a Scenario, known: &'a Knowledge) -> impl Iterator<Item = &'a str> {
    sc.province_ids().map(|place| known.st.place_name(sc, place))
}

fn own_generals<'a>(sc: &'a Scenario, known: &'a Knowledge) -> impl Iterator<Item = (&'a str, Arm)> {
    let own = known.st.living().filter(|(_, general)| general.nation == known.me);
    own.map(|(_, general)| (sc.names[general.name.index()].as_str(), general.arm))
}
