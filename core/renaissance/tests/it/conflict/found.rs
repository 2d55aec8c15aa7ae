//! What is found when a row has been played.

use renaissance::model::asset::Asset;
use renaissance::model::location::TowerOwner;
use renaissance::model::persona::{Place, Side};
use renaissance::rules::battle::field::Division;
use renaissance::rules::battle::sides::BattleSide;
use renaissance::rules::conflict::control;
use renaissance::rules::conflict::deed::{Conflict, Party, Record};
use renaissance::rules::deed::Deed;
use renaissance::rules::places::tower_of;
use toml::{Table, Value};

use crate::conflict::world::{TOWN, World, written};

/// `A.men` and the like of each letter, `town.garrison` and the like, `battles`, `stages`, `refused`.
pub fn found(world: &World) -> Table {
    let mut found = Table::new();
    for letter in world.letters.keys() {
        persona(world, letter, &mut found);
    }
    town(world, &mut found);
    let mut add = |key: &str, value: Value| found.insert(key.to_owned(), value);
    let battles: Vec<(String, usize)> = world.month.deeds.iter().filter_map(|deed| battle(world, deed)).collect();
    add("battles", battles.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().into());
    add("stages", battles.iter().map(|(_, stages)| *stages as i64).collect::<Vec<_>>().into());
    add("refused", world.refused.clone().into());
    let first = world.month.deeds.iter().find_map(|deed| match deed {
        Deed::Conflict(Conflict::Fought(battle)) => Some(&battle.record),
        _ => None,
    });
    if let Some(Record::Field(record)) = first {
        for (side, word) in [(BattleSide::Attacker, "attacker"), (BattleSide::Defender, "defender")] {
            let start = &record.start[side];
            let all = start.men();
            let men = all.iter().map(|(arm, count)| (arm.code().to_owned(), Value::from(i64::from(count))));
            add(&format!("brought.{word}"), Value::Table(men.collect()));
            let reserves = start.divisions[Division::Reserves as usize].all();
            add(&format!("reserves.{word}"), i64::from(reserves).into());
        }
    }
    if let Some(Record::Urban(record)) = first {
        let lost = record.stages.first().map_or((0, 0), |stage| (stage.lost.defender, stage.lost.attacker));
        add("first_kills", vec![i64::from(lost.0), i64::from(lost.1)].into());
    }
    let sieges = world.st.sieges.iter().map(|it| world.letter(it.besieger)).collect::<Vec<_>>();
    add("sieges", sieges.into());
    let hits = world.month.deeds.iter().filter_map(|deed| match deed {
        Deed::Conflict(Conflict::FiredAtShips { hits, .. }) => Some(i64::from(*hits)),
        _ => None,
    });
    add("hits", hits.collect::<Vec<_>>().into());
    found
}

fn persona(world: &World, letter: &str, found: &mut Table) {
    let id = world.letters[letter];
    let it = world.st.persona(id);
    let mut add = |key: &str, value: Value| found.insert(format!("{letter}.{key}"), value);
    let place = match it.place {
        Place::At(TOWN, Side::Outside) => "outside",
        Place::At(TOWN, Side::Inside) if tower_of(&world.sc, &world.st, id).is_some() => "tower",
        Place::At(TOWN, Side::Inside) => "inside",
        Place::At(..) => "elsewhere",
        Place::Water(_) => "at sea",
        Place::With(_) => "aboard",
    };
    add("alive", it.alive.into());
    add("place", place.into());
    add("men", written(&it.assets.troops));
    add("morale", i64::from(it.morale.get()).into());
    add("piety", i64::from(it.piety.get()).into());
    add("ducats", i64::from(it.assets.of(Asset::Ducats)).into());
    let goods = it.assets.goods.iter().map(|(good, count)| (good.key().to_owned(), Value::from(i64::from(count))));
    add("goods", Value::Table(goods.collect()));
    let war = world.month.conflicts.of(id);
    add("broken_out", war.has_broken_out.into());
    add("bound", world.month.acts(id).bound.unwrap_or("nothing").into());
    add("initiated", i64::from(war.stages).into());
}

fn town(world: &World, found: &mut Table) {
    let here = world.st.location(TOWN);
    let mut add = |key: &str, value: Value| found.insert(format!("town.{key}"), value);
    for (key, value) in [
        ("garrison", here.garrison),
        ("population", here.population),
        ("loyalty", here.loyalty.get().into()),
        ("wealth", here.wealth.get().into()),
        ("far", here.far.get().into()),
        ("fas", here.fas.get().into()),
        ("burnt_grain", here.burnt_grain),
        ("blocked_months", here.blocked_months.into()),
    ] {
        add(key, i64::from(value).into());
    }
    let controller = here.controller.map_or("tenant".to_owned(), |it| world.letter(it.persona));
    add("controller", controller.into());
    let in_control = control::controller(&world.sc, &world.st, TOWN).map_or("nobody".to_owned(), |it| world.letter(it));
    add("in_control", in_control.into());
    let towers = here.towers.iter().map(|tower| {
        let owner = match tower.owner {
            TowerOwner::Family(family) => {
                let members = world.letters.iter().find(|(_, id)| world.st.persona(**id).family == family);
                members.map_or("?".to_owned(), |(letter, _)| letter.clone())
            }
            TowerOwner::Office(office) => office.key().to_owned(),
        };
        (owner, Value::from(i64::from(tower.fas.get())))
    });
    add("towers", Value::Table(towers.collect()));
}

/// Who fought whom, and for how many stages.
fn battle(world: &World, deed: &Deed) -> Option<(String, usize)> {
    let Deed::Conflict(Conflict::Fought(battle)) = deed else { return None };
    let name = |party: &Party| {
        let names: Vec<String> = party.personae.iter().map(|it| world.letter(*it)).collect();
        let garrison = party.garrison.then(|| "garrison".to_owned());
        names.into_iter().chain(garrison).collect::<Vec<_>>().join(" + ")
    };
    let stages = match &battle.record {
        Record::Field(record) => record.stages.len(),
        Record::Urban(record) | Record::Prelude(record) => record.stages.len(),
        Record::Walls(record) | Record::Tower(_, record) => record.stages.len(),
        Record::Naval(record) => record.stages.len(),
    };
    Some((format!("{} / {}", name(&battle.parties.attacker), name(&battle.parties.defender)), stages))
}
