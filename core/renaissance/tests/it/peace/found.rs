//! What a row may expect.

use renaissance::model::ids::{FamilyId, Holder, TitleId};
use renaissance::model::location::TowerOwner;
use renaissance::model::persona::{Office, Persona};
use renaissance::model::troops::Troop;
use renaissance::rules::prestige;
use renaissance::rules::titles::rank_of;
use toml::{Table, Value};

use crate::peace::world::{TOWN, World, int};

/// All that a row may expect, by key: `A.popularity`, `town.loyalty`, `refused`.
pub fn found(world: &World) -> Table {
    let mut all = Table::new();
    for (letter, id) in &world.letters {
        for (key, value) in of_persona(world, *id, world.st.persona(*id)) {
            all.insert(format!("{letter}.{key}"), value);
        }
    }
    for (key, value) in of_town(world) {
        all.insert(format!("town.{key}"), value);
    }
    all.insert(
        "offers".into(),
        strings(
            world.st.offers.iter().map(|it| format!("{} to {}", office(world, it.office), world.letter(it.persona))),
        ),
    );
    all.insert(
        "elections".into(),
        strings(world.st.elections.iter().map(|it| {
            format!("{} in {}", world.st.title_record(&world.sc, it.title).name, it.turn.0 - world.st.turn.0)
        })),
    );
    all.insert(
        "vacant".into(),
        strings(
            world
                .st
                .titles
                .iter()
                .enumerate()
                .filter(|(_, it)| it.holder == Holder::Vacant)
                .map(|(at, _)| world.st.title_record(&world.sc, TitleId::at(at)).name.to_string()),
        ),
    );
    all.insert("collectors".into(), strings(world.st.collectors.iter().map(|it| world.letter(it.persona))));
    all.insert("refused".into(), strings(world.refused.iter().cloned()));
    all
}

fn office(world: &World, office: Office) -> String {
    match office {
        Office::Title(title) => world.st.title_record(&world.sc, title).name.to_string(),
        Office::Cardinal => "cardinal".into(),
        Office::Magistrate(_) => "magistrate".into(),
    }
}

/// A list of texts.
pub fn strings(all: impl Iterator<Item = String>) -> Value {
    Value::Array(all.map(Value::from).collect())
}

fn of_persona(world: &World, id: renaissance::model::ids::PersonaId, it: &Persona) -> Vec<(String, Value)> {
    let titles = world.st.titles_of(id).map(|title| world.st.title_record(&world.sc, title).name.as_str().to_owned());
    let mut all = vec![
        ("popularity".to_owned(), int(it.popularity.get())),
        ("piety".into(), int(it.piety.get())),
        ("morale".into(), int(it.morale.get())),
        ("heavy_cavalry".into(), int(it.assets.troops[Troop::HeavyCavalry])),
        ("ducats".into(), int(it.assets.money.whole())),
        ("prestige".into(), int(prestige::of_family(&world.sc, &world.st, it.family))),
        ("alms".into(), int(it.alms)),
        ("raised".into(), it.raised.into()),
        ("alive".into(), it.alive.into()),
        ("cardinal".into(), it.cardinal.into()),
        ("religion".into(), world.st.religion_of(id).key().into()),
        ("titles".into(), strings(titles)),
        ("rank".into(), int(rank_of(&world.sc, &world.st, id))),
        ("bound".into(), world.month.acts(id).bound.unwrap_or_default().into()),
    ];
    all.extend(it.skills.iter().map(|(skill, rating)| (skill.key().to_owned(), int(rating.get()))));
    all
}

fn of_town(world: &World) -> Vec<(&'static str, Value)> {
    let here = world.st.location(TOWN);
    let title = |title: Option<TitleId>| {
        let name = title.map(|title| world.st.title_record(&world.sc, title).name.as_str().to_owned());
        Value::from(name.unwrap_or_else(|| "nobody".into()))
    };
    let magistrate = match here.magistrate {
        Holder::Persona(id) => world.letter(id),
        Holder::NonPlayer => "somebody".into(),
        Holder::Vacant => "nobody".into(),
    };
    let families = |list: &[FamilyId]| strings(list.iter().map(|family| world.letter_of(*family)));
    let towers = here.towers.iter().map(|tower| match tower.owner {
        TowerOwner::Family(family) => (world.letter_of(family), int(tower.fas.get())),
        TowerOwner::Office(office) => (office.key().to_owned(), int(tower.fas.get())),
    });
    vec![
        ("loyalty", int(here.loyalty.get())),
        ("population", int(here.population)),
        ("garrison", int(here.garrison)),
        ("sovereign", title(here.sovereign)),
        ("feudatory", title(here.feudatory)),
        ("tenant", title(here.tenant)),
        ("controller", here.controller.map_or("tenant".into(), |it| world.letter(it.persona)).into()),
        ("magistrate", magistrate.into()),
        ("import", int(here.import_tariff)),
        ("export", int(here.export_tariff)),
        ("market", here.market_open.into()),
        ("ingress", families(&here.ingress)),
        ("egress_denied", families(&here.egress_denied)),
        ("market_rights", families(&here.market_rights)),
        ("towers", Value::Table(towers.collect())),
    ]
}
