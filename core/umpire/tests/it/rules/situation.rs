//! Situations: a patch on a small world, the orders of a turn or a few, and the world afterwards.

use std::collections::BTreeSet;

use kernel::Dice;
use serde_json::Value as Json;
use testkit::casebook::{Wrong, same, table, texts};
use toml::{Table, Value};
use umpire::knowledge::Knowledge;
use umpire::model::ids::{GeneralId, NationId, ProvinceId, Rp, Units};
use umpire::model::state::General;
use umpire::orders::Order;
use umpire::orders::sequence::resolve_turn;
use umpire::orders::{Command, Numbered, OrderContext};
use umpire::rules::event::{Event, EventKind, EventScope};
use umpire::rules::informants;
use umpire::rules::turn::{Turn, stack_units};
use umpire::text;

use crate::rules::cases::Case;
use crate::rules::world::{World, arm_of_orders};

/// What became of an order.
struct Failure {
    nation: NationId,
    index: usize,
    rule: String,
}

/// A world after its turns.
pub struct After {
    world: World,
    /// Orders of the last turn that failed.
    failures: Vec<Failure>,
    /// Events of the last turn.
    news: Vec<(EventScope, Event)>,
    purposes: BTreeSet<String>,
}

/// Plays a row and compares.
pub fn play(case: &Case) -> Result<(), Wrong> {
    let after = run(case)?;
    let expected = case.expect.as_table().ok_or("`expect` should be a table")?;
    let mut wrongs = Vec::new();
    for (key, value) in expected {
        wrongs.extend(after.compare(key, value)?);
    }
    if wrongs.is_empty() { Ok(()) } else { Err(wrongs.join("; ")) }
}

/// The purposes of all throws made in a row; none when it cannot be played.
pub fn purposes(case: &Case) -> BTreeSet<String> {
    run(case).map(|after| after.purposes).unwrap_or_default()
}

fn run(case: &Case) -> Result<After, Wrong> {
    let world = World::new(&case.given)?;
    let mut after = After { world, failures: Vec::new(), news: Vec::new(), purposes: BTreeSet::new() };
    for order_sets in std::iter::once(&case.own.orders).chain(&case.own.then) {
        after.turn(order_sets, case)?;
    }
    Ok(after)
}

impl After {
    fn turn(&mut self, order_sets: &Table, case: &Case) -> Result<(), Wrong> {
        let World { sc, st } = &mut self.world;
        self.failures.clear();
        let mut commands: Vec<Vec<Numbered<Command>>> = vec![Vec::new(); sc.nations.len()];
        for (name, order_set) in order_sets {
            let nation = umpire::orders::lookup::find_nation(sc, name).map_err(|refusal| refusal.detail)?;
            let orders = order_set.as_array().ok_or("orders are a list")?;
            for (index, order) in orders.iter().enumerate() {
                match read(order).and_then(|order| {
                    order
                        .resolve(&OrderContext::new(sc, st, nation))
                        .map_err(|refusal| refusal.rule.as_str().to_owned())
                }) {
                    Ok(what) => commands[nation.index()].push(Numbered { nation, index, what }),
                    Err(rule) => self.failures.push(Failure { nation, index, rule }),
                }
            }
        }
        let mut dice = Dice::luckless();
        for (purpose, face) in &case.own.force {
            dice = dice.rigged(purpose, *face);
        }
        let mut turn = Turn::new(sc, st, &mut dice);
        resolve_turn(&mut turn, &commands);
        let (news, failures) = (std::mem::take(&mut turn.events), std::mem::take(&mut turn.failures));
        st.turn += 1;
        self.news = news;
        self.failures.extend(failures.into_iter().map(|(nation, index, refusal)| {
            let rule = refusal.rule.as_str().to_owned();
            Failure { nation, index, rule }
        }));
        self.purposes.extend(dice.rolls().iter().map(|roll| roll.purpose.clone()));
        Ok(())
    }
}

/// An order in the form in which order sets carry it; the Err is the rule, which a malformed order has not got.
fn read(order: &Value) -> Result<Order, String> {
    let json: Json = serde_json::to_value(order).expect("plain data");
    serde_json::from_value(json).map_err(|_| String::new())
}

fn shown(value: impl serde::Serialize) -> Value {
    Value::try_from(value).expect("plain data")
}

fn units_value(units: &Units) -> Value {
    Value::Table(
        units.0.iter().map(|(troop, count)| (troop.name.to_string(), Value::from(i64::from(*count)))).collect(),
    )
}

fn money(amount: Rp) -> Value {
    Value::from(amount.in_tenths() as f64 / 10.0)
}

impl After {
    /// The ways in which one expectation does not hold.
    fn compare(&self, key: &str, value: &Value) -> Result<Vec<Wrong>, Wrong> {
        match key {
            "winner" => {
                let winner = self.news.iter().find_map(|(_, event)| match &event.what {
                    EventKind::CampaignEnded { winner } => Some(winner.name.to_string()),
                    _ => None,
                });
                Ok(differ(key, value, &shown(winner.unwrap_or_default())))
            }
            "hostile" => Ok(differ(key, value, &shown(self.enmities()))),
            "owner" | "loyalty" | "cty" | "revenue" | "original" | "ceiling" | "pending" | "named"
            | "in_revolt_against" | "stores_lost" | "siege" => self.each(key, value, |word, wanted| {
                let place = self.world.place(word)?;
                Ok(differ(&format!("{key}.{word}"), wanted, &self.of_province(key, place)))
            }),
            "treasury" | "tax_rate" | "capital" | "morale" | "enemies" | "generals" | "eliminated" | "total"
            | "spies" | "refused" | "score" | "rank" => self.each(key, value, |word, wanted| {
                let nation = self.world.nation(word)?;
                let label = format!("{key}.{word}");
                if key == "refused" {
                    return self.refused(&label, nation, wanted);
                }
                Ok(differ(&label, wanted, &self.of_nation(key, nation)))
            }),
            "general" => self.each(key, value, |word, wanted| {
                let id = self.world.general(word)?;
                self.of_general(&format!("{key}.{word}"), self.world.st.general(id), wanted)
            }),
            "newest_general" => self.each(key, value, |word, wanted| {
                let nation = self.world.nation(word)?;
                let newest = self.world.st.generals.iter().rfind(|general| general.alive && general.nation == nation);
                self.of_general(&format!("{key}.{word}"), newest.ok_or("no general is left")?, wanted)
            }),
            "units" | "combat" | "sees" | "remembers" | "prints" | "generals_at" => {
                self.each(key, value, |word, places| {
                    let faction = self.world.faction(word)?;
                    self.each(key, places, |name, wanted| {
                        let place = self.world.place(name)?;
                        let label = format!("{key}.{word}.{name}");
                        if key == "combat" {
                            return self.combat(&label, faction, place, wanted);
                        }
                        Ok(differ(&label, wanted, &self.of_stack(key, faction, place)))
                    })
                })
            }
            "lists" => self.each(key, value, |word, generals| {
                let nation = self.world.nation(word)?;
                self.each(key, generals, |name, wanted| {
                    self.lists(&format!("{key}.{word}.{name}"), nation, name, wanted)
                })
            }),
            "knows" => self.each(key, value, |word, generals| {
                let nation = self.world.nation(word)?;
                self.each(key, generals, |name, wanted| {
                    let id = self.world.general(name)?;
                    let known = self.view(nation).sightings.iter().any(|seen| seen.generals.iter().any(|g| g.id == id));
                    Ok(differ(&format!("{key}.{word}.{name}"), wanted, &Value::from(known)))
                })
            }),
            "hears" | "not_hears" => self.each(key, value, |word, list| {
                let nation = self.world.nation(word)?;
                let list = list.as_array().ok_or("a list of events")?;
                Ok(self.hearing(key, word, nation, list))
            }),
            "news" | "no_news" | "late_news" | "told" | "not_told" | "hides" => self.each(key, value, |word, list| {
                let nation = self.world.nation(word)?;
                Ok(self.reading(key, word, nation, &texts(list)?))
            }),
            other => Err(format!("`expect` knows no key {other}")),
        }
    }

    fn each(
        &self, what: &str, value: &Value, check: impl Fn(&str, &Value) -> Result<Vec<Wrong>, Wrong>,
    ) -> Result<Vec<Wrong>, Wrong> {
        let mut wrongs = Vec::new();
        for (word, wanted) in table(what, value)? {
            wrongs.extend(check(word, wanted)?);
        }
        Ok(wrongs)
    }

    fn enmities(&self) -> Vec<String> {
        let World { sc, st } = &self.world;
        let pairs = sc.nation_ids().flat_map(|one| sc.nation_ids().map(move |other| (one, other)));
        let hostile = pairs.filter(|&(one, other)| one < other && st.enemies(sc, one, other));
        hostile.map(|(one, other)| format!("{}-{}", sc.party(one), sc.party(other))).collect()
    }

    fn of_province(&self, key: &str, place: ProvinceId) -> Value {
        let World { sc, st } = &self.world;
        let province = st.province(place);
        match key {
            "owner" => shown(sc.party(province.owner).to_string()),
            "loyalty" => shown(province.loyalty),
            "cty" => shown(province.cty),
            "revenue" => money(province.rev_current),
            "original" => money(province.rev_original),
            "ceiling" => money(province.rev_ceiling),
            "pending" => money(province.pending + province.bought),
            "named" => shown(st.place(sc, place).to_string()),
            "in_revolt_against" => {
                shown(province.in_revolt_against.map_or(String::new(), |id| sc.party(id).to_string()))
            }
            "stores_lost" => Value::from(province.siege.is_some_and(|siege| siege.stores_lost)),
            "siege" => Value::from(province.siege.map_or(-1, |siege| i64::from(siege.turns))),
            other => unreachable!("{other} is not of a province"),
        }
    }

    fn of_nation(&self, key: &str, id: NationId) -> Value {
        let World { sc, st } = &self.world;
        let nation = st.nation(id);
        match key {
            "treasury" => money(nation.treasury),
            "tax_rate" => shown(nation.tax_rate),
            "capital" => shown(st.place(sc, nation.capital).to_string()),
            "morale" => shown(nation.morale),
            "enemies" => shown(nation.declared.iter().map(|id| sc.party(id).to_string()).collect::<Vec<_>>()),
            "generals" => shown(st.living().filter(|(_, general)| general.nation == id).count()),
            "eliminated" => shown(nation.eliminated),
            "total" => shown(st.strength(sc, id)),
            "spies" => {
                let places = sc.province_ids().filter(|&place| st.province(place).spies.has(id));
                shown(places.map(|place| sc.first_place(place).to_string()).collect::<Vec<_>>())
            }
            "score" => shown(self.view(id).score),
            "rank" => {
                let view = self.view(id);
                shown(view.nations.iter().find(|line| line.nation.id == id).map_or(0, |line| line.rank))
            }
            other => unreachable!("{other} is not of a nation"),
        }
    }

    fn of_general(&self, label: &str, general: &General, wanted: &Value) -> Result<Vec<Wrong>, Wrong> {
        let sc = &self.world.sc;
        let mut wrongs = Vec::new();
        for (key, value) in table(label, wanted)? {
            let is = match key.as_str() {
                "alive" => shown(general.alive),
                "place" => shown(sc.first_place(general.province).to_string()),
                "nation" => shown(sc.party(general.nation).to_string()),
                "arm" => shown(general.arm),
                "reputation" => shown(general.reputation),
                "loyalty" => shown(general.loyalty),
                "activity" => shown(general.activity),
                "popularity" => shown(general.popularity),
                "health" => shown(general.health),
                "age" => shown(general.age),
                "seniority" => shown(general.seniority),
                "skill" => shown(general.skill),
                "loyalty_true" => shown(general.loyalty_true),
                other => return Err(format!("a general has no {other}")),
            };
            wrongs.extend(differ(&format!("{label}.{key}"), value, &is));
        }
        Ok(wrongs)
    }

    fn of_stack(&self, key: &str, faction: NationId, place: ProvinceId) -> Value {
        let World { sc, st } = &self.world;
        match key {
            "units" => units_value(&stack_units(sc, st.stacks.of(place, faction))),
            "generals_at" => shown(st.generals_at(place, faction).count()),
            "sees" | "remembers" => {
                let view = self.view(faction);
                let fresh = |turn: u32| key == "remembers" || turn == st.turn - 1;
                let here = view.sightings.iter().filter(|seen| seen.province.id == place && fresh(seen.turn));
                Value::Table(here.map(|seen| (seen.faction.to_string(), sighted(seen))).collect())
            }
            "prints" => {
                let view = self.view(faction);
                let own =
                    view.provinces.iter().find(|line| line.province.id == place).and_then(|line| line.own.as_ref());
                let own = own.map(|own| (own.revenue, own.loyalty, own.bracketed));
                let reported =
                    view.sightings.iter().filter(|seen| seen.province.id == place).find_map(|seen| {
                        seen.owned.as_ref().map(|owned| (owned.revenue, owned.loyalty, owned.bracketed))
                    });
                shown(own.or(reported).map_or(String::new(), |(revenue, loyalty, bracketed)| {
                    let figure = if bracketed { format!("({revenue})") } else { revenue.to_string() };
                    format!("{figure} LOY {loyalty}")
                }))
            }
            other => unreachable!("{other} is not of a stack"),
        }
    }

    fn combat(&self, label: &str, nation: NationId, place: ProvinceId, wanted: &Value) -> Result<Vec<Wrong>, Wrong> {
        let World { sc, st } = &self.world;
        let mut wrongs = Vec::new();
        for (word, orders) in table(label, wanted)? {
            let is = st.combat_orders(sc, place, nation, arm_of_orders(word)?);
            wrongs.extend(differ(&format!("{label}.{word}"), orders, &shown(is.to_string())));
        }
        Ok(wrongs)
    }

    fn refused(&self, label: &str, nation: NationId, wanted: &Value) -> Result<Vec<Wrong>, Wrong> {
        let wanted = texts(wanted)?;
        let mut failed: Vec<(usize, &str)> =
            self.failures.iter().filter(|f| f.nation == nation).map(|f| (f.index, f.rule.as_str())).collect();
        failed.sort_unstable();
        let fits = wanted.len() == failed.len()
            && wanted.iter().zip(&failed).all(|(wanted, (index, rule))| match wanted.split_once(' ') {
                Some((at, named)) => at == index.to_string() && named == *rule,
                None => *wanted == index.to_string(),
            });
        Ok(if fits { Vec::new() } else { vec![format!("{label} is {failed:?}, and should be {wanted:?}")] })
    }

    fn lists(&self, label: &str, nation: NationId, name: &str, wanted: &Value) -> Result<Vec<Wrong>, Wrong> {
        let id: GeneralId = self.world.general(name)?;
        let view = self.view(nation);
        let line = view.generals.iter().find(|line| line.general.id == id).ok_or("he is not listed")?;
        let mut line = Table::try_from(serde_json::to_value(line).expect("plain data")).expect("plain data");
        let place = line.remove("province").expect("a place");
        line.insert("place".to_owned(), place);
        let mut wrongs = Vec::new();
        for (key, value) in table(label, wanted)? {
            let is = line.get(key).cloned().unwrap_or_else(|| Value::from("not listed"));
            wrongs.extend(differ(&format!("{label}.{key}"), value, &is));
        }
        Ok(wrongs)
    }

    fn view(&self, nation: NationId) -> umpire::knowledge::view::View {
        Knowledge::of(&self.world.sc, &self.world.st, nation).view(&self.world.sc)
    }

    /// The events that a nation hears of.
    fn heard(&self, nation: NationId) -> Vec<&(EventScope, Event)> {
        let World { sc, st } = &self.world;
        let hears = |scope: &EventScope| match *scope {
            EventScope::Public => true,
            EventScope::Private(who) | EventScope::Others(who) => who.has(nation),
            EventScope::Near(place, involved) => {
                involved.has(nation) || informants::news_range(sc, st, place).has(nation)
            }
            EventScope::Beyond(place, told) => !told.has(nation) && informants::news_range(sc, st, place).has(nation),
        };
        self.news.iter().filter(|(scope, _)| hears(scope)).collect()
    }

    /// Whether it hears of events with certain particulars.
    fn hearing(&self, key: &str, word: &str, nation: NationId, list: &[Value]) -> Vec<Wrong> {
        let heard = self.heard(nation);
        let events: Vec<Json> =
            heard.iter().map(|(_, event)| serde_json::to_value(event).expect("plain data")).collect();
        let fits = |wanted: &Value| {
            let wanted = serde_json::to_value(wanted).expect("plain data");
            let particulars = wanted.as_object().expect("a table");
            events.iter().any(|event| particulars.iter().all(|(name, value)| event.get(name) == Some(value)))
        };
        let off = list.iter().filter(|wanted| fits(wanted) != (key == "hears"));
        off.map(|wanted| format!("{key}.{word}: {wanted}; there is {events:?}")).collect()
    }

    /// What a nation reads, or does not read.
    fn reading(&self, key: &str, word: &str, nation: NationId, list: &[&str]) -> Vec<Wrong> {
        let heard = self.heard(nation);
        let news: BTreeSet<String> = match key {
            "news" | "no_news" => {
                let current =
                    heard.iter().filter(|(scope, _)| matches!(scope, EventScope::Near(..) | EventScope::Beyond(..)));
                current.filter_map(|(_, event)| text::place(event).map(|place| place.name.to_string())).collect()
            }
            "late_news" => {
                let late = heard.iter().filter_map(|(_, event)| match &event.what {
                    EventKind::LateNews { place, .. } => Some(place.name.to_string()),
                    _ => None,
                });
                late.collect()
            }
            "told" | "not_told" => heard.iter().map(|(_, event)| event.what.kind().to_owned()).collect(),
            "hides" => keys(&serde_json::to_value(self.view(nation)).expect("plain data")),
            other => unreachable!("{other} is not read"),
        };
        let wanted = matches!(key, "news" | "late_news" | "told");
        let off = list.iter().filter(|item| news.contains(**item) != wanted);
        off.map(|item| format!("{key}.{word}: {item}; there is {news:?}")).collect()
    }
}

fn sighted(seen: &umpire::knowledge::view::SightingView) -> Value {
    match &seen.rumour {
        None => units_value(&seen.units),
        Some(rumour) => {
            let numbers = [("fleet", rumour.fleets), ("army", rumour.armies)];
            let some = numbers.into_iter().filter(|(_, count)| *count > 0);
            Value::Table(some.map(|(arm, count)| (arm.to_owned(), Value::from(i64::from(count)))).collect())
        }
    }
}

fn keys(json: &Json) -> BTreeSet<String> {
    match json {
        Json::Object(object) => {
            object.iter().flat_map(|(key, value)| std::iter::once(key.clone()).chain(keys(value))).collect()
        }
        Json::Array(list) => list.iter().flat_map(keys).collect(),
        _ => BTreeSet::new(),
    }
}

fn differ(label: &str, wanted: &Value, is: &Value) -> Vec<Wrong> {
    if same(wanted, is) { Vec::new() } else { vec![format!("{label} is {is}, and should be {wanted}")] }
}
