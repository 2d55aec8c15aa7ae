//! What a row may expect.

use renaissance::model::persona::Persona;
use toml::{Table, Value};

use crate::world::{TOWN, World, int};

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
    all.insert("refused".into(), strings(world.refused.iter().cloned()));
    all
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
        ("ducats".into(), int(it.assets.money.whole())),
        ("alms".into(), int(it.alms)),
        ("raised".into(), it.raised.into()),
        ("alive".into(), it.alive.into()),
        ("cardinal".into(), it.cardinal.into()),
        ("religion".into(), world.st.religion_of(id).key().into()),
        ("titles".into(), strings(titles)),
        ("bound".into(), world.month.acts(id).bound.unwrap_or_default().into()),
    ];
    all.extend(it.skills.iter().map(|(skill, rating)| (skill.key().to_owned(), int(rating.get()))));
    all
}

fn of_town(world: &World) -> Vec<(&'static str, Value)> {
    let here = world.st.location(TOWN);
    vec![("loyalty", int(here.loyalty.get())), ("population", int(here.population))]
}
