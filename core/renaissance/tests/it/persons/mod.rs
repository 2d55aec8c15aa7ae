//! Chapters RN-11 to RN-14 and RN-24 as rows of data: `tests/cases/README-persons.md` tells what a row may say.

use renaissance::model::calendar::Month;
use renaissance::model::family::Religion;
use renaissance::model::goods::Good;
use renaissance::model::location::Location;
use renaissance::model::measures::Rating;
use renaissance::model::money::Money;
use renaissance::model::persona::{Persona, Sex};
use renaissance::model::rulings::Rulings;
use renaissance::model::shipped::find;
use renaissance::model::skills::Skill;
use renaissance::model::troops::Troop;
use renaissance::rules::market::guild::GuildRank;
use renaissance::rules::peace::work::Work;
use renaissance::rules::persons::works;
use renaissance::rules::persons::{duels, murder, piety, sermons, training};
use testkit::casebook::{Given, Wrong, shows, whole};

use crate::common::{BOOK, Case};
use toml::{Table, Value};

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let found = match case.check.as_str() {
        "reputation" => reputation(&mut given)?,
        "pilgrimage" => pilgrimage(&mut given)?,
        "veneration" => veneration(&mut given)?,
        "lesson" => {
            let (trainer, trainee) = (rating(&mut given, "trainer")?, rating(&mut given, "trainee")?);
            pairs([("trainee", int(training::after_lesson(trainer, trainee).get()))])
        }
        "promotion" => promotion(&mut given)?,
        "work" => work(&mut given)?,
        "sermon" => sermon(&mut given)?,
        "murder" => attempts(&mut given)?,
        "challenge" => challenge(&mut given)?,
        other => return Err(format!("there is no check {other}")),
    };
    given.finish()?;
    shows(found, &case.expect)
}

testkit::rows::tests!("persons", BOOK, check);

fn figures() -> Rulings {
    Rulings::standard()
}

fn pairs<const N: usize>(pairs: [(&str, Value); N]) -> Table {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn int(value: impl TryInto<i64>) -> Value {
    value.try_into().map(Value::from).unwrap_or_else(|_| Value::from("too large"))
}

fn rating(given: &mut Given, key: &str) -> Result<Rating, Wrong> {
    given.int_or(key, 0).map(Rating::new)
}

fn count(given: &mut Given, key: &str) -> Result<u32, Wrong> {
    u32::try_from(given.int_or(key, 0)?).map_err(|_| format!("{key} is below 0"))
}

fn religion(given: &mut Given, key: &str) -> Result<Religion, Wrong> {
    let text = given.maybe_text(key)?.unwrap_or_else(|| "catholic".into());
    Religion::of_key(&text).ok_or_else(|| format!("there is no religion {text}"))
}

fn ratings(persona: &Persona) -> Table {
    pairs([
        ("popularity", int(persona.popularity.get())),
        ("piety", int(persona.piety.get())),
        ("morale", int(persona.morale.get())),
        ("ducats", int(persona.assets.money.whole())),
    ])
}

/// A persona who does one thing for his reputation, or suffers it.
fn reputation(given: &mut Given) -> Result<Table, Wrong> {
    let figures = figures().reputation;
    let mut persona = Persona {
        popularity: rating(given, "popularity")?,
        piety: rating(given, "piety")?,
        morale: rating(given, "morale")?,
        alms: count(given, "alms_this_year")? as u16,
        ..Persona::default()
    };
    persona.assets.money = Money::ducats(count(given, "ducats")?.into());
    if let Some(points) = given.maybe_int("gains")? {
        piety::raise(&mut persona, points, &figures);
    }
    if let Some(ducats) = given.maybe_int("alms")? {
        piety::give_alms(&mut persona, ducats as u64, &figures);
    }
    if let Some(ducats) = given.maybe_int("charity")? {
        piety::give_to_charity(&mut persona, ducats as u64, &figures);
    }
    if given.flag("indulgence").unwrap_or(false) {
        piety::raise(&mut persona, figures.indulgence, &figures);
    }
    if let Some(faith) = given.maybe_text("fires_guns_as")? {
        let faith = Religion::of_key(&faith).ok_or("there is no such religion")?;
        piety::fire_guns(&mut persona, faith, &figures);
    }
    if given.flag("converts").unwrap_or(false) {
        piety::convert(&mut persona, &figures);
    }
    Ok(ratings(&persona))
}

fn pilgrimage(given: &mut Given) -> Result<Table, Wrong> {
    let sc = find("italy-1493").ok_or("the scenario is there")?;
    let month = Month::of_key(&given.text("month")?).ok_or("there is no such month")?;
    let location = sc.board.location_named(&given.text("centre")?).ok_or("there is no such place")?;
    let points = piety::pilgrimage(&sc, religion(given, "religion")?, month, location);
    Ok(pairs([("points", int(points.unwrap_or(0)))]))
}

fn veneration(given: &mut Given) -> Result<Table, Wrong> {
    let held = [(Good::Relics, count(given, "relics")?), (Good::Icons, count(given, "icons")?)];
    let wanted = piety::venerated(religion(given, "religion")?);
    let number = held.iter().find(|(good, _)| Some(*good) == wanted).map_or(0, |(_, number)| *number);
    Ok(pairs([("points", int(piety::veneration(number, &figures().reputation)))]))
}

fn promotion(given: &mut Given) -> Result<Table, Wrong> {
    let mut merchant = Persona::default();
    merchant.skills.set(Skill::Merchantry, rating(given, "merchantry")?, 20);
    let to = match given.text("to")?.as_str() {
        "apprentice" => GuildRank::Apprentice,
        "journeyman" => GuildRank::Journeyman,
        "master" => GuildRank::Master,
        other => return Err(format!("there is no rank {other}")),
    };
    training::promote(&mut merchant, to, count(given, "approvals")? as usize, 20, &figures().merchants);
    Ok(pairs([("merchantry", int(merchant.skills.of(Skill::Merchantry).get()))]))
}

fn work(given: &mut Given) -> Result<Table, Wrong> {
    let kind = match given.text("work")?.as_str() {
        "architecture" => Work::Architecture,
        "art" => Work::Art,
        "letters" => Work::Letters,
        other => return Err(format!("there is no work of {other}")),
    };
    let (skill, figures) = (rating(given, "rating")?, figures().reputation);
    let mut here =
        Location { population: count(given, "population")?, loyalty: rating(given, "loyalty")?, ..Location::default() };
    works::settle(&mut here, skill, &figures);
    let same = (given.flag("same_religion").unwrap_or(false), given.flag("same_place").unwrap_or(false));
    Ok(pairs([
        ("praise", int(works::praise(kind, skill, &figures))),
        ("satire", int(works::satire(kind, skill, same.0, same.1, &figures))),
        ("population", int(here.population)),
    ]))
}

fn sermon(given: &mut Given) -> Result<Table, Wrong> {
    let moved = sermons::moves_troops(religion(given, "preacher")?, religion(given, "leader")?);
    let points = sermons::effect(rating(given, "sermonizing")?, &figures().reputation);
    Ok(pairs([("points", int(points)), ("morale", int(if moved { points } else { 0 }))]))
}

fn attempts(given: &mut Given) -> Result<Table, Wrong> {
    let mut victim = Persona::default();
    victim.skills.set(Skill::Assassination, rating(given, "victim")?, 20);
    victim.assets.troops[Troop::Pikemen] = count(given, "troops")?;
    victim.assets.troops[Troop::Crew] = count(given, "crew")?;
    let mut sum = 0;
    let mut killed = Vec::new();
    for rating in given.list("ratings")? {
        sum += whole::<u32>(&rating)?;
        killed.push(murder::succeeds(sum, &victim).into());
    }
    Ok(pairs([("killed", Value::Array(killed))]))
}

/// Two personae: the first challenges, and then the second, if it is `mutual`.
fn challenge(given: &mut Given) -> Result<Table, Wrong> {
    let figures = figures().reputation;
    let mut both = [Persona::default(), Persona::default()];
    for (persona, (popularity, dueling)) in
        both.iter_mut().zip([("popularity", "dueling"), ("other_popularity", "other_dueling")])
    {
        persona.popularity = rating(given, popularity)?;
        persona.skills.set(Skill::Dueling, rating(given, dueling)?, 20);
    }
    let [first, second] = &mut both;
    if given.flag("other_is_woman").unwrap_or(false) {
        second.sex = Sex::Female;
    }
    let prelate = given.flag("other_is_prelate").unwrap_or(false);
    let allowed = duels::may_challenge(first, false, &figures) && duels::may_be_challenged(second, prelate);
    let mut won = None;
    if allowed {
        duels::challenge(first, second, &figures);
        if given.flag("mutual").unwrap_or(false) {
            duels::challenge(second, first, &figures);
            won = duels::fight(first, second, &figures);
        }
    }
    let won = won.map_or("nobody", |first| if first { "first" } else { "other" });
    Ok(pairs([
        ("allowed", allowed.into()),
        ("popularity", int(first.popularity.get())),
        ("other_popularity", int(second.popularity.get())),
        ("won", won.into()),
    ]))
}
