//! Titles and offices, the districts of the church, and who holds what.

use std::collections::BTreeMap;

use kernel::scenario::{Checked, Lookup, wrong};
use serde::Deserialize;

use super::places::TownsFile;
use super::{CHURCH, FAMILIES, Names, TITLES, TOWNS};
use crate::model::board::{Board, Province, See};
use crate::model::calendar::Month;
use crate::model::family::Religion;
use crate::model::ids::{Holder, LocationId, PersonaId, ProvinceId, SeeId, TitleId};
use crate::model::measures::Rating;
use crate::model::persona::Sex;
use crate::model::rulings::Rulings;
use crate::model::scenario::{PersonaRecord, TitleStart};
use crate::model::titles::{NonPlayer, TitleKind, TitleRecord};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TitlesFile {
    title: Vec<TitleFile>,
    #[serde(default)]
    pub republic: Vec<RepublicFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TitleFile {
    name: String,
    kind: TitleKind,
    rank: u16,
    hereditary: Option<bool>,
    religion: Option<Religion>,
    holder: Option<String>,
    #[serde(default)]
    vacant: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RepublicFile {
    pub name: String,
    pub title: String,
    pub seat: String,
    pub month: Option<Month>,
    pub electors: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChurchFile {
    pub pope: Option<String>,
    pub npc_cardinals: u16,
    #[serde(default)]
    province: Vec<ProvinceFile>,
    #[serde(default)]
    holder: Vec<HolderFile>,
    #[serde(default)]
    pub order: Vec<OrderFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvinceFile {
    name: String,
    title: Option<String>,
    #[serde(default)]
    sees: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HolderFile {
    title: String,
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderFile {
    pub name: String,
    pub title: String,
    pub seat: String,
    pub recruits: u32,
    holder: Option<String>,
}

/// What a holder is whom nobody plays and who is no cleric.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NonPlayerFile {
    popularity: u16,
    piety: u16,
    sermonizing: u16,
}

fn archbishop(province: &ProvinceFile) -> String {
    province.title.clone().unwrap_or_else(|| format!("Archbishop of {}", province.name))
}

fn bishop(see: &str) -> String {
    format!("Bishop of {see}")
}

/// All titles: those of the list, then those of archbishops, of bishops and of grandmasters. None has a persona yet.
pub(super) fn titles(
    file: &TitlesFile, church: &ChurchFile, usual: &NonPlayerFile, rulings: &Rulings,
) -> Checked<Vec<TitleStart>> {
    let rating = |points: u16| Rating::new(i64::from(points));
    let lay = |name: &str, religion| NonPlayer {
        name: name.into(),
        religion,
        popularity: rating(usual.popularity),
        piety: rating(usual.piety),
        sermonizing: rating(usual.sermonizing),
    };
    let of_church = |title: String, points: i64, kind| {
        let (piety, name) = (Rating::new(points), title.as_str());
        let non_player = NonPlayer { piety, sermonizing: piety, ..lay(name, Religion::Catholic) };
        let record = TitleRecord { name: name.into(), kind, rank: 0, hereditary: false, non_player };
        TitleStart { record, holder: Holder::NonPlayer }
    };
    let mut all = Vec::new();
    for title in &file.title {
        if title.rank > 200 {
            return Err(wrong(TITLES, title.name.as_str(), "ranks are 0 to 200 (RN-19.2, RN-20.3)"));
        }
        if title.vacant && title.holder.is_some() {
            return Err(wrong(TITLES, title.name.as_str(), "is vacant or has a holder, not both"));
        }
        let mut start = of_church(title.name.clone(), rulings.church.cardinal, title.kind);
        if title.kind != TitleKind::Church {
            start.record.non_player = lay(&title.name, title.religion.unwrap_or(Religion::Catholic));
        }
        if let Some(name) = &title.holder {
            start.record.non_player.name = name.as_str().into();
        }
        let noble = matches!(title.kind, TitleKind::Feudal | TitleKind::Sovereign);
        (start.record.rank, start.record.hereditary) = (title.rank, title.hereditary.unwrap_or(noble));
        start.holder = if title.vacant { Holder::Vacant } else { Holder::NonPlayer };
        all.push(start);
    }
    let own = church.province.iter().filter(|province| province.title.is_none());
    all.extend(own.map(|it| of_church(archbishop(it), rulings.church.archbishop, TitleKind::Church)));
    let sees = church.province.iter().flat_map(|province| &province.sees);
    all.extend(sees.map(|see| of_church(bishop(see), rulings.church.bishop, TitleKind::Church)));
    let orders = church.order.iter();
    all.extend(orders.map(|order| of_church(order.title.clone(), rulings.church.archbishop, TitleKind::Order)));
    let named = church.holder.iter().map(|holder| (holder.title.as_str(), Some(holder.name.as_str())));
    let masters = church.order.iter().map(|order| (order.title.as_str(), order.holder.as_deref()));
    for (title, name) in named.chain(masters) {
        let found = all.iter_mut().find(|it| it.record.name.as_str() == title);
        let found = found.ok_or_else(|| wrong(CHURCH, title, "there is no such title to hold"))?;
        if let Some(name) = name {
            found.record.non_player.name = name.into();
        }
    }
    Ok(all)
}

/// Sees and provinces, and to which see each place belongs.
pub(super) fn districts(church: &ChurchFile, towns: &TownsFile, names: &Names, board: &mut Board) -> Checked<()> {
    let own = church.province.iter().map(|province| (province.name.as_str(), archbishop(province)));
    let mut sees: Vec<(&str, String, usize)> = own.enumerate().map(|(at, (name, title))| (name, title, at)).collect();
    for (at, province) in church.province.iter().enumerate() {
        sees.extend(province.sees.iter().map(|see| (see.as_str(), bishop(see), at)));
        let title = names.title(CHURCH, &province.name, &archbishop(province))?;
        board.provinces.push(Province { name: province.name.as_str().into(), title });
    }
    let lookup = Lookup::new(CHURCH, "see", sees.iter().map(|(name, ..)| *name))?;
    for (name, title, province) in &sees {
        let title = names.title(CHURCH, name, title)?;
        board.sees.push(See { name: (*name).into(), seat: None, province: Some(ProvinceId::at(*province)), title });
    }
    for (at, town) in towns.town.iter().enumerate() {
        let Some(name) = &town.see else { continue };
        let see = lookup.find(TOWNS, &town.name, name)?;
        board.locations[at].see = Some(SeeId::at(see));
        let seat = &mut board.sees[see].seat;
        if seat.is_none() || town.name == *name {
            *seat = Some(LocationId::at(at));
        }
    }
    Ok(())
}

/// Gives their titles to the personae who hold them.
pub(super) fn seat_holders(
    held: &[(PersonaId, TitleId)], personae: &[PersonaRecord], all: &mut [TitleStart],
) -> Checked<()> {
    let mut taken = BTreeMap::new();
    for (persona, title) in held {
        let start = &mut all[title.index()];
        let fault = |reason: &str| wrong(FAMILIES, start.record.name.as_str(), reason);
        if taken.insert(*title, *persona).is_some() {
            return Err(fault("two personae hold this title"));
        }
        let spiritual = matches!(start.record.kind, TitleKind::Church | TitleKind::Order);
        if spiritual && personae[persona.index()].start.sex == Sex::Female {
            return Err(fault("women hold no office of the church (RN-21.1)"));
        }
        start.holder = Holder::Persona(*persona);
    }
    Ok(())
}
