//! Names in orders: provinces, nations, unit types, generals.
//!
//! Looking up needs the names of provinces now, the nation's own generals and the names that generals may bear: all of
//! it public or the nation's own, so it gives the same answer on the true state and on the known one.

use kernel::{Refusal, shorthand::shown};

use crate::model::ids::{GeneralId, NameId, NationId, ProvinceId, TypeId};
use crate::model::scenario::{Scenario, code};
use crate::model::state::{General, State};

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
