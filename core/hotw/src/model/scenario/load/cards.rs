//! Empires, Empire cards and event cards (HW-20, HW-22, HW-30).

use std::collections::BTreeMap;

use kernel::scenario::{Checked, wrong};

use super::super::raw::{EffectFile, EmpiresFile, EventFile, EventsFile};
use super::super::{Card, Effect, Empire, EventCard, Land, Water};
use super::lookup;
use super::map::MapNames;
use crate::model::ids::{AreaId, CardId, EmpireId, Epoch, EventId, LandId, WaterId, Waters};

const EMPIRES: &str = "empires.toml";
const EVENTS: &str = "events.toml";
/// Piles of event cards (HW-20.3).
const PILES: u8 = 9;

/// The map, as far as cards speak of it.
pub struct Map<'a> {
    pub names: &'a MapNames,
    pub lands: &'a [Land],
    pub waters: &'a [Water],
}

impl Map<'_> {
    fn start(&self, id: &str, name: &str) -> Checked<LandId> {
        let key = format!("{id}.start");
        let land = self.names.land(EMPIRES, &key, name)?;
        if self.lands[land.index()].barren {
            return Err(wrong(EMPIRES, key, format!("{name} is Barren: no army may stand there (HW-23.3)")));
        }
        Ok(land)
    }

    /// Waters that fleets may enter; `+` stands for an Ocean and every Sea next to it (HW-R30).
    fn navigation(&self, id: &str, names: &[String]) -> Checked<Waters> {
        let key = format!("{id}.navigation");
        let mut set = Waters::NONE;
        for name in names {
            let (plain, wide) = name.strip_suffix('+').map_or((name.as_str(), false), |plain| (plain, true));
            let water = WaterId::at(self.names.water.find(EMPIRES, &key, plain)?);
            let facts = &self.waters[water.index()];
            if !facts.fleets {
                return Err(wrong(EMPIRES, key, format!("no fleet may enter {} (HW-24.3)", facts.name)));
            }
            if wide && facts.sea {
                return Err(wrong(EMPIRES, key, format!("{name}: + stands after an Ocean only")));
            }
            set.add(water);
            if wide {
                let open = |sea: &WaterId| self.waters[sea.index()].sea && self.waters[sea.index()].fleets;
                set = set.or(facts.neighbours.iter().filter(open).collect());
            }
        }
        Ok(set)
    }

    fn land(&self, place: &str, name: &str) -> Checked<LandId> {
        let land = self.names.land(EVENTS, place, name)?;
        if self.lands[land.index()].barren {
            return Err(wrong(EVENTS, place, format!("{name} is Barren: no army may stand there (HW-23.3)")));
        }
        Ok(land)
    }
}

fn epoch(file: &str, place: impl Into<String>, number: u8) -> Checked<Epoch> {
    if (1..=7).contains(&number) { Ok(Epoch(number)) } else { Err(wrong(file, place, "an epoch is 1 to 7")) }
}

/// The empires: of the cards, minor ones, Sumeria.
pub fn empires(map: &Map, file: &EmpiresFile) -> Checked<Vec<Empire>> {
    let mut all = Vec::new();
    for empire in &file.empire {
        all.push(Empire {
            id: empire.id.clone(),
            name: empire.name.clone(),
            epoch: epoch(EMPIRES, format!("{}.epoch", empire.id), empire.epoch)?,
            strength: empire.strength,
            start: map.start(&empire.id, &empire.start)?,
            capital: empire.capital.clone(),
            navigation: map.navigation(&empire.id, &empire.navigation)?,
        });
    }
    for minor in &file.minor {
        all.push(Empire {
            id: minor.id.clone(),
            name: minor.name.clone(),
            epoch: epoch(EMPIRES, format!("{}.epoch", minor.id), minor.epoch)?,
            strength: minor.strength,
            start: map.start(&minor.id, &minor.start)?,
            capital: minor.capital.clone(),
            navigation: map.navigation(&minor.id, &minor.navigation)?,
        });
    }
    let sumeria = &file.sumeria;
    all.push(Empire {
        id: sumeria.id.clone(),
        name: sumeria.name.clone(),
        epoch: Epoch(1),
        strength: sumeria.strength,
        start: map.start(&sumeria.id, &sumeria.start)?,
        capital: Some(sumeria.capital.clone()),
        navigation: Waters::NONE,
    });
    if let Some(weak) = all.iter().find(|empire| !(2..=25).contains(&empire.strength)) {
        return Err(wrong(EMPIRES, format!("{}.strength", weak.id), "a Strength is 2 to 25 forces"));
    }
    Ok(all)
}

/// The minor empire of each epoch (HW-30.1).
pub fn minors(file: &EmpiresFile) -> Checked<Vec<EmpireId>> {
    (1..=7u8)
        .map(|epoch| {
            let of: Vec<usize> = (0..file.minor.len()).filter(|index| file.minor[*index].epoch == epoch).collect();
            match of.as_slice() {
                [one] => Ok(EmpireId::at(file.empire.len() + one)),
                _ => Err(wrong(EMPIRES, "minor", format!("Epoch {epoch} has {} minor empires, not one", of.len()))),
            }
        })
        .collect()
}

/// Where Sumeria's further armies stand by default: each next to the ones before it, three in a Land at most (HW-21.2).
pub fn sumeria_default(map: &Map, file: &EmpiresFile) -> Checked<[LandId; 3]> {
    let mut held = vec![map.start(&file.sumeria.id, &file.sumeria.start)?];
    for name in &file.sumeria.armies_at {
        let land = map.start("sumeria.armies_at", name)?;
        let next = |from: &LandId| map.lands[from.index()].borders.iter().any(|border| border.to == land);
        if !held.contains(&land) && !held.iter().any(next) {
            return Err(wrong(EMPIRES, "sumeria.armies_at", format!("{name} is not next to an army before it")));
        }
        held.push(land);
        if held.iter().filter(|other| **other == land).count() > usize::from(crate::model::ids::MOST_ARMIES) {
            return Err(wrong(EMPIRES, "sumeria.armies_at", format!("more than three armies in {name} (HW-23.5)")));
        }
    }
    Ok([held[1], held[2], held[3]])
}

/// The Empire cards, by epoch and number (HW-20.2).
pub fn cards(file: &EmpiresFile) -> Checked<Vec<Card>> {
    let ids = lookup(EMPIRES, "empire", 254, all_ids(file))?;
    let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
    for (card, entry) in file.shared_card.iter().enumerate() {
        if ids.has(&entry.id) {
            return Err(wrong(EMPIRES, &entry.id, "this empire is listed twice"));
        }
        if entry.members.len() < 2 {
            return Err(wrong(EMPIRES, &entry.id, "a shared card has two empires at the least"));
        }
        for member in &entry.members {
            let index = ids.find(EMPIRES, &entry.id, member)?;
            if index >= file.empire.len() || shared.insert(index, card).is_some() {
                return Err(wrong(EMPIRES, &entry.id, format!("{member} cannot be on this card")));
            }
        }
    }
    let mut cards: Vec<Card> = Vec::new();
    for (index, empire) in file.empire.iter().enumerate() {
        let place = format!("{}.number", empire.id);
        let of = shared.get(&index).map(|card| &file.shared_card[*card]);
        let id = of.map_or(&empire.id, |card| &card.id);
        if let Some(card) = cards.iter_mut().find(|card| card.id == *id) {
            if (card.epoch.0, card.number) != (empire.epoch, empire.number) {
                return Err(wrong(EMPIRES, place, "empires on one card share its epoch and number"));
            }
            card.empires.push(EmpireId::at(index));
            continue;
        }
        cards.push(Card {
            id: id.clone(),
            name: of.map_or(&empire.name, |card| &card.name).clone(),
            epoch: epoch(EMPIRES, format!("{}.epoch", empire.id), empire.epoch)?,
            number: empire.number,
            empires: vec![EmpireId::at(index)],
            strength: of.map_or(empire.strength, |card| card.strength),
        });
    }
    cards.sort_by_key(|card| (card.epoch, card.number));
    for pair in cards.windows(2) {
        if (pair[0].epoch, pair[0].number) == (pair[1].epoch, pair[1].number) {
            let reason = format!("has the number of {} in the same epoch", pair[0].id);
            return Err(wrong(EMPIRES, format!("{}.number", pair[1].id), reason));
        }
    }
    for number in 1..=7 {
        let count = cards.iter().filter(|card| card.epoch.0 == number).count();
        if !(crate::model::ids::MOST_PLAYERS..=7).contains(&count)
            || cards.iter().any(|card| !(1..=7).contains(&card.number))
        {
            return Err(wrong(EMPIRES, "empire", format!("Epoch {number} has {count} cards; 6 or 7, numbered 1 to 7")));
        }
    }
    Ok(cards)
}

fn all_ids(file: &EmpiresFile) -> impl Iterator<Item = &str> {
    let main = file.empire.iter().map(|empire| empire.id.as_str());
    main.chain(file.minor.iter().map(|minor| minor.id.as_str())).chain([file.sumeria.id.as_str()])
}

/// Card of an id, for the deals of a prelude.
pub fn card_named(cards: &[Card], id: &str) -> Option<CardId> {
    cards.iter().position(|card| card.id == id).map(CardId::at)
}

/// The kinds of event cards.
pub fn events(map: &Map, file: &EventsFile, empires: &EmpiresFile) -> Checked<Vec<EventCard>> {
    lookup(EVENTS, "event card", 255, file.event.iter().map(|event| event.id.as_str()))?;
    file.event.iter().map(|event| self::event(map, event, empires)).collect()
}

fn event(map: &Map, event: &EventFile, empires: &EmpiresFile) -> Checked<EventCard> {
    let key = |part: &str| format!("{}.{part}", event.id);
    let [first, last] = event.epochs;
    let epochs = (epoch(EVENTS, key("epochs"), first)?, epoch(EVENTS, key("epochs"), last)?);
    if first > last {
        return Err(wrong(EVENTS, key("epochs"), "write the first epoch, then the last"));
    }
    if !(1..=PILES).contains(&event.pile) {
        return Err(wrong(EVENTS, key("pile"), "a pile is 1 to 9"));
    }
    if event.count == 0 {
        return Err(wrong(EVENTS, key("count"), "a card comes once at the least"));
    }
    if let EffectFile::MinorEmpire { empire } = &event.effect {
        let minor = empires.minor.iter().find(|minor| minor.id == *empire);
        let minor = minor.ok_or_else(|| wrong(EVENTS, key("effect"), format!("there is no minor empire {empire}")))?;
        if (first, last) != (minor.epoch, minor.epoch) {
            let reason = format!("{} is played in Epoch {} only (HW-30.1)", minor.name, minor.epoch);
            return Err(wrong(EVENTS, key("epochs"), reason));
        }
    }
    Ok(EventCard {
        id: event.id.clone(),
        name: event.name.clone(),
        pile: event.pile,
        count: event.count,
        timing: event.timing,
        epochs,
        text: (event.text.clone(), event.tables.clone().unwrap_or_else(|| event.text.clone())),
        effect: effect(map, &key("effect"), &event.effect)?,
    })
}

fn effect(map: &Map, place: &str, raw: &EffectFile) -> Checked<Effect> {
    let effect = match *raw {
        EffectFile::MinorEmpire { .. } => Effect::MinorEmpire,
        EffectFile::Leader { rows } => Effect::Leader { rows },
        EffectFile::Weaponry { rows } => Effect::Weaponry { rows },
        EffectFile::Fanaticism { rows } => Effect::Fanaticism { rows },
        EffectFile::EliteTroops { rigid, compliant } => Effect::EliteTroops { rigid, compliant },
        EffectFile::Jihad { rigid, compliant } => Effect::Jihad { rigid, compliant },
        EffectFile::CivilWar { column } => Effect::CivilWar { column },
        EffectFile::Crusade { column, rows } => Effect::Crusade { column, rows },
        EffectFile::JewishRevolt { column, rows } => Effect::JewishRevolt { column, rows },
        EffectFile::Rebellion { column } => Effect::Rebellion { column },
        EffectFile::Migrants { ref area, armies } => {
            Effect::Migrants { area: AreaId::at(map.names.area.find(EVENTS, place, area)?), armies }
        }
        EffectFile::Kingdom { ref land } => Effect::Kingdom { land: map.land(place, land)? },
        EffectFile::Disaster { r#where } => Effect::Disaster { where_: r#where },
        EffectFile::StormAtSea => Effect::StormAtSea,
        EffectFile::Treachery => Effect::Treachery,
        EffectFile::Fortify { forts, empires } => Effect::Fortify { forts, empires },
        EffectFile::Revive { armies, empires } => Effect::Revive { armies, empires },
        EffectFile::Barbarians => Effect::Barbarians,
        EffectFile::Plague { dice } => Effect::Plague { dice },
        EffectFile::Pestilence { dice, around } => Effect::Pestilence { dice, around },
        EffectFile::BlackDeath { dice } => Effect::BlackDeath { dice },
        EffectFile::Famine => Effect::Famine,
        EffectFile::Allies { armies } => Effect::Allies { armies },
        EffectFile::PopulationExplosion { units } => Effect::PopulationExplosion { units },
        EffectFile::TradeBonus => Effect::TradeBonus,
        EffectFile::ShipBuilding { fleets } => Effect::ShipBuilding { fleets },
        EffectFile::CivilService { units } => Effect::CivilService { units },
        EffectFile::Engineering { forts } => Effect::Engineering { forts },
        EffectFile::SurpriseAttack => Effect::SurpriseAttack,
        EffectFile::NavalSupremacy { rows } => Effect::NavalSupremacy { rows },
        EffectFile::Pirates => Effect::Pirates,
        EffectFile::Siegecraft => Effect::Siegecraft,
    };
    bounded(effect).map_err(|reason| wrong(EVENTS, place, reason))
}

/// Figures of a card within what the tables and the rules can take.
fn bounded(effect: Effect) -> Result<Effect, &'static str> {
    let fits = match effect {
        Effect::Leader { rows }
        | Effect::Weaponry { rows }
        | Effect::Fanaticism { rows }
        | Effect::NavalSupremacy { rows } => (1..=15).contains(&rows),
        Effect::EliteTroops { rigid, compliant } | Effect::Jihad { rigid, compliant } => {
            (-9..=-1).contains(&rigid) && (-9..=-1).contains(&compliant)
        }
        Effect::CivilWar { column } | Effect::Rebellion { column } => (1..=20).contains(&column),
        Effect::Crusade { column, rows } | Effect::JewishRevolt { column, rows } => {
            (1..=20).contains(&column) && (0..=15).contains(&rows)
        }
        Effect::Migrants { armies, .. } | Effect::Allies { armies } => (1..=9).contains(&armies),
        Effect::Fortify { forts: n, empires } | Effect::Revive { armies: n, empires } => {
            (1..=9).contains(&n) && (1..=n).contains(&empires)
        }
        Effect::Plague { dice } | Effect::BlackDeath { dice } => (1..=9).contains(&dice),
        Effect::Pestilence { dice, around } => (1..=9).contains(&dice) && around <= dice,
        Effect::PopulationExplosion { units: n }
        | Effect::CivilService { units: n }
        | Effect::ShipBuilding { fleets: n }
        | Effect::Engineering { forts: n } => (1..=9).contains(&n),
        _ => true,
    };
    if fits { Ok(effect) } else { Err("a figure of the effect is out of range (HW-30)") }
}

/// The piles, each of as many cards as `pile_cards` says (HW-20.3).
pub fn piles(file: &EventsFile) -> Checked<Vec<Vec<(EventId, u8)>>> {
    (1..=PILES)
        .map(|pile| {
            let of = file.event.iter().enumerate().filter(|(_, event)| event.pile == pile);
            let kinds: Vec<(EventId, u8)> = of.map(|(index, event)| (EventId::at(index), event.count)).collect();
            let cards: u32 = kinds.iter().map(|(_, count)| u32::from(*count)).sum();
            if cards == u32::from(file.pile_cards) {
                Ok(kinds)
            } else {
                let reason = format!("pile {pile} has {cards} cards, not {} (HW-20.3)", file.pile_cards);
                Err(wrong(EVENTS, "event", reason))
            }
        })
        .collect()
}
