//! Names that an order may hold, looked up.

pub use kernel::shorthand::nearest;

use crate::model::ids::UnitKind;
use crate::model::names::{find_city, find_force, find_leader, find_power, find_province, force, same};
use crate::model::scenario::Scenario;
use crate::model::state::ForceId;

/// What a name may name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    Power,
    /// A hex or a city.
    Place,
    Province,
    Leader,
    Army,
    Fleet,
    /// An army or a fleet.
    Force,
    /// What is attacked: a power, or one of its armies.
    Target,
}

impl NameKind {
    /// As a diagnostic calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Power => "power",
            Self::Place => "hex or city",
            Self::Province => "province",
            Self::Leader => "leader",
            Self::Army => "army such as OCT-A3",
            Self::Fleet => "fleet such as OCT-F1",
            Self::Force => "army or fleet such as OCT-A3",
            Self::Target => "power or army",
        }
    }

    /// Code of the diagnostic when nothing of the kind has the name.
    pub fn unknown(self) -> &'static str {
        match self {
            Self::Power => "unknown_power",
            Self::Place => "unknown_place",
            Self::Province => "unknown_province",
            Self::Leader => "unknown_leader",
            Self::Army | Self::Fleet | Self::Force => "unknown_force",
            Self::Target => "unknown_target",
        }
    }
}

/// What a phrase names, as an order holds it: exact names stay as they are written, others become the proper one.
pub fn exact(sc: &Scenario, kind: NameKind, phrase: &str) -> Option<String> {
    let keep = |names: [&str; 2]| names.into_iter().find(|name| same(name, phrase)).map(str::to_owned);
    match kind {
        NameKind::Power => {
            let power = sc.power(find_power(sc, phrase)?);
            keep([power.code.as_str(), power.name.as_str()])
        }
        NameKind::Place => match phrase.parse::<crate::model::ids::HexId>() {
            Ok(hex) => Some(hex.to_string()),
            Err(_) => Some(sc.city(find_city(sc, phrase)?).name.to_string()),
        },
        NameKind::Province => Some(sc.province(find_province(sc, phrase)?).name.to_string()),
        NameKind::Leader => {
            let leader = sc.leader(find_leader(sc, phrase)?);
            keep([leader.short.as_str(), leader.name.as_str()]).or_else(|| Some(leader.short.to_string()))
        }
        NameKind::Army => find_force(sc, phrase).filter(|id| matches!(id, ForceId::Army(_))).map(|id| force(sc, id)),
        NameKind::Fleet => find_force(sc, phrase).filter(|id| matches!(id, ForceId::Fleet(_))).map(|id| force(sc, id)),
        NameKind::Force => find_force(sc, phrase).map(|id| force(sc, id)),
        NameKind::Target => exact(sc, NameKind::Power, phrase).or_else(|| exact(sc, NameKind::Army, phrase)),
    }
}

/// All names of a kind that begin with a phrase, or hold a word that does.
pub fn beginning(sc: &Scenario, kind: NameKind, phrase: &str) -> Vec<String> {
    // Nothing is allocated for a name that does not fit: an order set asks thousands of times.
    let begins = |name: &str| {
        let mut letters = name.chars().flat_map(char::to_lowercase);
        phrase.chars().flat_map(char::to_lowercase).all(|letter| letters.next() == Some(letter))
    };
    let fits =
        |name: &str| begins(name) || name.match_indices([' ', '-']).any(|(at, sign)| begins(&name[at + sign.len()..]));
    let names: Vec<String> = match kind {
        NameKind::Power | NameKind::Target => {
            sc.powers.iter().filter(|power| fits(power.name.as_str())).map(|power| power.code.to_string()).collect()
        }
        NameKind::Place => all_of(sc.cities.iter().map(|city| city.name.as_str()), fits),
        NameKind::Province => all_of(sc.provinces.iter().map(|province| province.name.as_str()), fits),
        NameKind::Leader => {
            let fitting = sc.leaders.iter().filter(|leader| fits(leader.name.as_str()) || fits(leader.short.as_str()));
            fitting.map(|leader| leader.short.to_string()).collect()
        }
        NameKind::Army | NameKind::Fleet | NameKind::Force => Vec::new(),
    };
    if phrase.is_empty() { Vec::new() } else { names }
}

fn all_of<'n>(names: impl Iterator<Item = &'n str>, fits: impl Fn(&str) -> bool) -> Vec<String> {
    names.filter(|name| fits(name)).map(str::to_owned).collect()
}

/// The name most like a phrase, if any is like it.
pub fn alike(sc: &Scenario, kind: NameKind, phrase: &str) -> Option<String> {
    let powers = sc.powers.iter().flat_map(|power| [power.code.as_str(), power.name.as_str()]);
    let all: Vec<&str> = match kind {
        NameKind::Power | NameKind::Target => powers.collect(),
        NameKind::Place => sc.cities.iter().map(|city| city.name.as_str()).collect(),
        NameKind::Province => sc.provinces.iter().map(|province| province.name.as_str()).collect(),
        NameKind::Leader => {
            sc.leaders.iter().flat_map(|leader| [leader.short.as_str(), leader.name.as_str()]).collect()
        }
        NameKind::Army | NameKind::Fleet | NameKind::Force => Vec::new(),
    };
    nearest(&phrase.to_lowercase(), all)
}

/// What may have been meant by a name that nothing of a kind has, or where all of them stand.
pub fn hint_at(sc: &Scenario, kind: NameKind, phrase: &str) -> String {
    if let Some(name) = alike(sc, kind, phrase) {
        return format!("did you mean {name}?");
    }
    match kind {
        NameKind::Power | NameKind::Target => {
            let codes: Vec<&str> = sc.powers.iter().map(|power| power.code.as_str()).collect();
            format!("the powers of this scenario are {}", codes.join(", "))
        }
        NameKind::Place => "write a hex such as 2824, or one of the scenario's cities".to_owned(),
        NameKind::Province => "write one of the scenario's provinces; the view lists those in play".to_owned(),
        NameKind::Leader => "write one of the scenario's leaders; the view has where each of them is".to_owned(),
        NameKind::Army | NameKind::Fleet | NameKind::Force => "the view lists your armies and fleets".to_owned(),
    }
}

/// A type of unit by its key, its short form (`l1`), its name (`Legion I`), or the beginning of its key.
pub fn unit(sc: &Scenario, phrase: &str) -> Option<UnitKind> {
    const SHORT: [&str; 11] = ["l1", "l2", "l3", "ci1", "ci2", "bi", "li", "ar", "hc", "lc", "ha"];
    let key = phrase.to_lowercase().replace(' ', "_");
    let known = |kind: &UnitKind| kind.key() == key || SHORT[kind.index()] == key || same(&sc.unit(*kind).name, phrase);
    let mut fitting = UnitKind::ALL.into_iter().filter(|kind| kind.key().starts_with(&key));
    UnitKind::ALL.into_iter().find(known).or_else(|| {
        let one = fitting.next()?;
        (!key.is_empty() && fitting.next().is_none()).then_some(one)
    })
}

/// The code of the power that a force is called after.
pub fn implied(sc: &Scenario, force: &str) -> Option<String> {
    find_force(sc, force).map(|id| sc.power(id.power()).code.to_string())
}
