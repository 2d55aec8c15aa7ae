//! Orders after their names have been looked up.
//!
//! Looking up needs the names of provinces now, the nation's own generals and the names that generals may bear: all of
//! it public or the nation's own, so it gives the same answer on the true state and on a believed one.

use kernel::{Refusal, shorthand::shown};

use crate::model::combat_orders::{Arm, CombatOrders};
use crate::model::ids::{GeneralId, NameId, NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::{Scenario, code};
use crate::model::state::{General, State};
use crate::orders::Order;

/// An order in ids, with its place in the order set.
#[derive(Clone, PartialEq, Debug)]
pub struct Command {
    /// Index of the order in the order set.
    pub index: usize,
    /// What is to be done.
    pub what: Cmd,
}

/// [`Order`] in ids.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Cmd {
    SetEnemies { nations: Vec<NationId> },
    SetTaxRate { percent: u16 },
    DisbandUnits { province: ProvinceId, kind: TypeId, count: u16 },
    DisbandNetwork { province: ProvinceId, count: u16 },
    FoundCity { province: ProvinceId, name: NameId, size: u8 },
    ImproveCity { province: ProvinceId, points: u16 },
    RebuildCity { province: ProvinceId },
    SackCity { province: ProvinceId },
    TransferFunds { recipient: NationId, amount: Rp },
    Assassinate { general: NameId, amount: Rp },
    OfferBribe { province: ProvinceId, amount: Rp },
    MoveCapital { province: ProvinceId },
    CedeProvince { province: ProvinceId, recipient: NationId },
    ConvertTroops { province: ProvinceId, from: TypeId, to: TypeId, count: u16, barter: bool },
    AppointGeneral { province: Option<ProvinceId>, arm: Arm },
    ReassignGeneral { general: GeneralId, arm: Arm },
    SetSeniority { general: GeneralId, level: u8 },
    MoveForce(MoveForce),
    SetCombatOrders { general: GeneralId, fleet: Option<CombatOrders>, army: Option<CombatOrders> },
    RecruitUnits { province: ProvinceId, kind: TypeId, count: u16 },
    RecruitSpyNetwork { province: ProvinceId },
    WinterDestination { general: GeneralId, province: ProvinceId },
    SetReplacementProvince { province: ProvinceId },
}

/// A movement order in ids.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveForce {
    /// Who leads.
    pub generals: Vec<GeneralId>,
    /// The whole force, in the order listed.
    pub units: Vec<(TypeId, u16)>,
    /// Provinces entered in order, the destination last.
    pub path: Vec<ProvinceId>,
    /// Orders of the squadrons.
    pub fleet_orders: Option<CombatOrders>,
    /// Orders of the army units.
    pub army_orders: Option<CombatOrders>,
}

/// A province by name or three-letter code, in any case.
pub fn find_province(sc: &Scenario, st: &State, word: &str) -> Result<ProvinceId, Refusal> {
    if let Some(id) = sc.province_ids().find(|&id| st.place_name(sc, id) == word) {
        return Ok(id);
    }
    let wanted = fold(word);
    let by_name = sc.province_ids().find(|&id| folds_to(st.place(sc, id).name.as_str(), &wanted));
    let by_code = || sc.province_ids().find(|&id| folds_to(&code(st.place(sc, id).name.as_str()), &wanted));
    by_name.or_else(by_code).ok_or_else(|| {
        let names: Vec<String> = sc.province_ids().map(|id| st.place(sc, id).name.to_string()).collect();
        let refusal = Refusal::new("unknown_province", "UM-2.2", format!("there is no province {}", shown(word)));
        with_nearest(refusal, word, names.iter().map(String::as_str))
    })
}

/// A nation by id or name, in any case.
pub fn find_nation(sc: &Scenario, word: &str) -> Result<NationId, Refusal> {
    if let Some(id) = sc.nation_ids().find(|&id| sc.nation(id).id.as_str() == word) {
        return Ok(id);
    }
    let wanted = fold(word);
    let found = sc
        .nation_ids()
        .find(|&id| folds_to(sc.nation(id).id.as_str(), &wanted) || folds_to(&sc.nation(id).name, &wanted));
    found.ok_or_else(|| {
        let ids = sc.nations.iter().map(|nation| nation.id.as_str());
        with_nearest(Refusal::new("unknown_nation", "UM-5.1", format!("there is no nation {}", shown(word))), word, ids)
    })
}

/// The types of unit there are, as a hint: *possible are GAL galley squadron, FOO foot*.
pub(crate) fn known_types(sc: &Scenario) -> String {
    let types: Vec<String> = sc.types.iter().map(|kind| format!("{} {}", kind.id, kind.name)).collect();
    format!("possible are {}", types.join(", "))
}

/// A type of unit by id or name, in any case.
pub fn find_type(sc: &Scenario, word: &str) -> Result<TypeId, Refusal> {
    if let Some(id) = sc.type_ids().find(|&id| sc.unit(id).id.as_str() == word) {
        return Ok(id);
    }
    let wanted = fold(word);
    let called = |id: TypeId| {
        let unit = sc.unit(id);
        [unit.id.as_str(), &unit.name, &unit.plural].into_iter().any(|name| folds_to(name, &wanted))
    };
    sc.type_ids().find(|&id| called(id)).ok_or_else(|| {
        let ids = sc.types.iter().map(|kind| kind.id.as_str());
        let refusal = Refusal::new("unknown_unit_type", "UM-3.1", format!("there is no unit type {}", shown(word)));
        let refusal = with_nearest(refusal, word, ids);
        if refusal.hint.is_some() { refusal } else { refusal.hint(known_types(sc)) }
    })
}

/// A living general of the nation, by his name or any run of words in it that fits him alone.
pub fn find_general(sc: &Scenario, st: &State, nation: NationId, word: &str) -> Result<GeneralId, Refusal> {
    let serves = |general: &General| general.nation == nation && sc.names[general.name.index()].as_str() == word;
    if let Some((id, _)) = st.living().find(|(_, general)| serves(general)) {
        return Ok(id);
    }
    let own: Vec<(GeneralId, String)> = st
        .living()
        .filter(|(_, general)| general.nation == nation)
        .map(|(id, _)| (id, st.captain(sc, id).name.to_string()))
        .collect();
    let wanted = fold(word);
    if let Some((id, _)) = own.iter().find(|(_, name)| folds_to(name, &wanted)) {
        return Ok(*id);
    }
    let fits: Vec<&(GeneralId, String)> = own.iter().filter(|(_, name)| has_words(&fold(name), &wanted)).collect();
    match fits.as_slice() {
        [(id, _)] => Ok(*id),
        [] => {
            let refusal = Refusal::new("unknown_general", "UM-13.1", format!("you have no general {}", shown(word)));
            Err(with_nearest(refusal, word, own.iter().map(|(_, name)| name.as_str())))
        }
        several => {
            let names: Vec<&str> = several.iter().map(|(_, name)| name.as_str()).collect();
            let detail = format!("“{word}” fits {}", names.join(" and "));
            Err(Refusal::new("ambiguous_general", "UM-13.1", detail).hint("write more of the name"))
        }
    }
}

/// The name of a general of any nation, dead or alive or yet to come: whether he serves is found out in play.
pub fn find_general_name(sc: &Scenario, word: &str) -> Result<NameId, Refusal> {
    let wanted = fold(word);
    let starting = sc.generals.iter().map(|general| general.name);
    let all: Vec<NameId> = starting.chain(sc.general_names.iter().flatten().copied()).collect();
    let text = |id: &NameId| sc.names[id.index()].as_str();
    if let Some(id) = all.iter().find(|id| folds_to(text(id), &wanted)) {
        return Ok(*id);
    }
    let mut fits: Vec<NameId> = all.iter().copied().filter(|id| has_words(&fold(text(id)), &wanted)).collect();
    fits.sort_unstable();
    fits.dedup();
    match fits.as_slice() {
        [id] => Ok(*id),
        [] => Err(with_nearest(
            Refusal::new("unknown_general", "UM-11.2", format!("nobody has heard of a general {}", shown(word))),
            word,
            all.iter().map(text),
        )),
        several => {
            let names: Vec<&str> = several.iter().take(4).map(text).collect();
            let detail = format!("“{word}” fits {}", names.join(" and "));
            Err(Refusal::new("ambiguous_general", "UM-11.2", detail).hint("write the whole name"))
        }
    }
}

/// The name of a city that a nation may found.
pub fn find_city_name(sc: &Scenario, nation: NationId, word: &str) -> Result<NameId, Refusal> {
    let wanted = fold(word);
    let pool = sc.city_names.get(nation.index()).map_or(&[][..], Vec::as_slice);
    let text = |id: &NameId| sc.names[id.index()].as_str();
    pool.iter().copied().find(|id| folds_to(text(id), &wanted)).ok_or_else(|| {
        let offer: Vec<&str> = pool.iter().take(5).map(text).collect();
        Refusal::new("unknown_city_name", "UM-9.10", format!("{} is not among your names for new cities", shown(word)))
            .hint(format!("such as {}", offer.join(", ")))
    })
}

/// Looks up the names of an order.
pub fn resolve(sc: &Scenario, st: &State, nation: NationId, order: &Order) -> Result<Cmd, Refusal> {
    let province = |word: &str| find_province(sc, st, word).map_err(|refusal| refusal.at("province"));
    let general = |word: &str| find_general(sc, st, nation, word).map_err(|refusal| refusal.at("general"));
    let kind = |word: &str, part: &str| find_type(sc, word).map_err(|refusal| refusal.at(part));
    let recipient = |word: &str| find_nation(sc, word).map_err(|refusal| refusal.at("recipient"));
    Ok(match order {
        Order::SetEnemies { nations } => {
            let find = |(at, word): (usize, &String)| {
                find_nation(sc, word).map_err(|refusal| refusal.at(format!("nations/{at}")))
            };
            Cmd::SetEnemies { nations: nations.iter().enumerate().map(find).collect::<Result<_, _>>()? }
        }
        Order::SetTaxRate { percent } => Cmd::SetTaxRate { percent: *percent },
        Order::DisbandUnits { province: at, unit_type, count } if fold(unit_type) == fold(sc.spy.as_str()) => {
            Cmd::DisbandNetwork { province: province(at)?, count: *count }
        }
        Order::DisbandUnits { province: at, unit_type, count } => {
            Cmd::DisbandUnits { province: province(at)?, kind: kind(unit_type, "unit_type")?, count: *count }
        }
        Order::FoundCity { province: at, name, size } => {
            let name = find_city_name(sc, nation, name).map_err(|refusal| refusal.at("name"))?;
            Cmd::FoundCity { province: province(at)?, name, size: *size }
        }
        Order::ImproveCity { province: at, points } => Cmd::ImproveCity { province: province(at)?, points: *points },
        Order::RebuildCity { province: at } => Cmd::RebuildCity { province: province(at)? },
        Order::SackCity { province: at } => Cmd::SackCity { province: province(at)? },
        Order::TransferFunds { recipient: to, amount } => {
            Cmd::TransferFunds { recipient: recipient(to)?, amount: *amount }
        }
        Order::Assassinate { general: word, amount } => {
            let own = find_general(sc, st, nation, word).map(|id| st.general(id).name);
            let name = own.or_else(|_| find_general_name(sc, word)).map_err(|refusal| refusal.at("general"))?;
            Cmd::Assassinate { general: name, amount: *amount }
        }
        Order::OfferBribe { province: at, amount } => Cmd::OfferBribe { province: province(at)?, amount: *amount },
        Order::MoveCapital { province: at } => Cmd::MoveCapital { province: province(at)? },
        Order::CedeProvince { province: at, recipient: to } => {
            Cmd::CedeProvince { province: province(at)?, recipient: recipient(to)? }
        }
        Order::ConvertTroops { province: at, from_type, to_type, count, barter } => Cmd::ConvertTroops {
            province: province(at)?,
            from: kind(from_type, "from_type")?,
            to: kind(to_type, "to_type")?,
            count: *count,
            barter: *barter,
        },
        Order::AppointGeneral { province: at, arm } => {
            Cmd::AppointGeneral { province: at.as_deref().map(province).transpose()?, arm: *arm }
        }
        Order::ReassignGeneral { general: who, arm } => Cmd::ReassignGeneral { general: general(who)?, arm: *arm },
        Order::SetSeniority { general: who, level } => Cmd::SetSeniority { general: general(who)?, level: *level },
        Order::MoveForce { generals, units, via, destination, fleet_orders, army_orders } => {
            let find = |(at, word): (usize, &String)| {
                find_general(sc, st, nation, word).map_err(|refusal| refusal.at(format!("generals/{at}")))
            };
            let stop = |(at, word): (usize, &String)| {
                find_province(sc, st, word).map_err(|refusal| refusal.at(format!("via/{at}")))
            };
            let mut path: Vec<ProvinceId> = via.iter().enumerate().map(stop).collect::<Result<_, _>>()?;
            path.push(find_province(sc, st, destination).map_err(|refusal| refusal.at("destination"))?);
            let unit = |(word, count): (&String, &u16)| {
                find_type(sc, word).map(|id| (id, *count)).map_err(|refusal| refusal.at(format!("units/{word}")))
            };
            Cmd::MoveForce(MoveForce {
                generals: generals.iter().enumerate().map(find).collect::<Result<_, _>>()?,
                units: units.iter().map(unit).collect::<Result<_, _>>()?,
                path,
                fleet_orders: *fleet_orders,
                army_orders: *army_orders,
            })
        }
        Order::SetCombatOrders { general: who, fleet, army } => {
            Cmd::SetCombatOrders { general: general(who)?, fleet: *fleet, army: *army }
        }
        Order::RecruitUnits { province: at, unit_type, count } => {
            Cmd::RecruitUnits { province: province(at)?, kind: kind(unit_type, "unit_type")?, count: *count }
        }
        Order::RecruitSpyNetwork { province: at } => Cmd::RecruitSpyNetwork { province: province(at)? },
        Order::WinterDestination { general: who, province: at } => {
            Cmd::WinterDestination { general: general(who)?, province: province(at)? }
        }
        Order::SetReplacementProvince { province: at } => Cmd::SetReplacementProvince { province: province(at)? },
    })
}

/// Lower case, single spaces, straight apostrophes: how names are compared.
pub fn fold(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(|word| word.to_lowercase().replace('’', "'")).collect();
    words.join(" ")
}

/// Whether a text folds to this, without folding it: an order of hundreds of names is compared with all there are.
fn folds_to(text: &str, folded: &str) -> bool {
    let mut left = folded.chars();
    let mut first = true;
    let same = text.split_whitespace().all(|word| {
        let gap = std::mem::take(&mut first) || left.next() == Some(' ');
        let plain = |letter| if letter == '’' { '\'' } else { letter };
        gap && word.chars().flat_map(char::to_lowercase).map(plain).all(|letter| left.next() == Some(letter))
    });
    same && left.next().is_none()
}

/// Whether `wanted` is a run of whole words of `name`.
fn has_words(name: &str, wanted: &str) -> bool {
    !wanted.is_empty() && format!(" {name} ").contains(&format!(" {wanted} "))
}

/// The refusal with the nearest known name as its hint, when one is near.
pub(crate) fn with_nearest<'a>(refusal: Refusal, word: &str, names: impl Iterator<Item = &'a str>) -> Refusal {
    let wanted = fold(word);
    if wanted.chars().count() > 40 {
        return refusal;
    }
    let nearest = names.map(|name| (distance(&wanted, &fold(name)), name)).min();
    match nearest {
        Some((far, name)) if far * 3 <= wanted.chars().count().max(3) => refusal.hint(format!("did you mean {name}?")),
        _ => refusal,
    }
}

/// Edit distance (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let cost = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
