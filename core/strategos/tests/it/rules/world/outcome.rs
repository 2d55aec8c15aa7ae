//! How a world stands afterwards, against what a row expects.

use strategos::model::ids::{Power, SiteId};
use strategos::model::state::Standing;
use strategos::model::units::Units;
use testkit::casebook::{Wrong, same, table};
use toml::{Table, Value};

use crate::rules::checks::key;

use super::World;

impl World {
    /// Whether everything that is expected is so.
    pub(super) fn compare(&self, expect: &Table) -> Result<(), Wrong> {
        for (kind, wanted) in expect {
            match kind.as_str() {
                "site" => each(wanted, |name| Ok(self.tell_site(self.site(name)?)))?,
                "country" => each(wanted, |name| self.tell_country(name))?,
                "command" => each(wanted, |name| self.tell_command(name))?,
                "seen" => each(wanted, |name| self.tell_seen(name))?,
                other => {
                    let found = self.found.get(other).ok_or_else(|| format!("nothing is known of {other}"))?;
                    agree(other, wanted, found)?;
                }
            }
        }
        Ok(())
    }

    fn tell_site(&self, id: SiteId) -> Table {
        let site = self.st.site(id);
        let mut found = Table::new();
        found.insert("power".into(), Value::from(self.power_word(site.power)));
        found.insert("status".into(), key(site.status));
        for (name, value) in [
            ("size", i64::from(site.size)),
            ("dv", i64::from(site.dv)),
            ("dv_current", i64::from(site.dv_current)),
            ("stores", i64::from(site.stores)),
            ("waver", i64::from(site.waver)),
            ("raided", i64::from(site.raided.0)),
            ("blockade_weeks", site.blockade.map_or(-1, |blockade| i64::from(blockade.weeks))),
            ("siege_points", site.siege.map_or(-1, |siege| i64::from(siege.points))),
        ] {
            found.insert(name.into(), Value::from(value));
        }
        found.insert("beset".into(), Value::from(site.beset));
        found.insert("spoiled".into(), Value::from(site.spoils.is_some()));
        found.insert("hold".into(), Value::from(site.orders.hold));
        found.insert("garrison".into(), units(&self.st.command(site.command).units));
        found
    }

    fn tell_country(&self, name: &str) -> Result<Table, Wrong> {
        let country = self.sc.find_country(name).ok_or_else(|| format!("there is no country {name}"))?;
        let it = self.st.country(country);
        let leaders = self.st.leaders.values().filter(|leader| leader.power == Power::Country(country)).count();
        let mut found = Table::new();
        for (name, value) in [
            ("treasury", i64::from(it.treasury.0)),
            ("morale", i64::from(it.morale)),
            ("morale_due", i64::from(it.morale_due)),
            ("leaders", leaders as i64),
        ] {
            found.insert(name.into(), Value::from(value));
        }
        found.insert("out".into(), Value::from(it.out));
        for other in self.sc.country_ids().filter(|other| *other != country) {
            let standing: Standing = self.st.standing(country, other);
            found.insert(self.sc.country(other).key.to_string(), key(standing));
        }
        let home = self.st.journeys.iter().filter(|journey| journey.power == Power::Country(country));
        let mut on_the_way = Units::NONE;
        home.for_each(|journey| on_the_way.join(&journey.units));
        found.insert("on_the_way".into(), units(&on_the_way));
        Ok(found)
    }

    /// What a country remembers: by hex who is there, by city its walls, by country its morale, and of how many hexes it has
    /// a report.
    fn tell_seen(&self, name: &str) -> Result<Table, Wrong> {
        let country = self.sc.find_country(name).ok_or_else(|| format!("there is no country {name}"))?;
        let memory = &self.st.memory[country.index()];
        let mut found = Table::new();
        for (hex, report) in &memory.hexes {
            let forces = report.forces.iter().map(|force| {
                let mut words = vec![self.power_word(force.power)];
                words.push(if force.naval { "sea" } else { "land" }.into());
                words.extend(force.units.map(|units| format!("{units} units")));
                words.extend(force.highest.map(|kind| kind.key().to_owned()));
                words.extend(force.classes.iter().map(|(class, count)| format!("{count} {class:?}")));
                words.extend(force.aboard.map(|units| format!("{units} aboard")));
                words.extend(force.commander.as_ref().map(ToString::to_string));
                words.extend(force.came_from.map(|hex| format!("from {hex}")));
                words.extend(force.exact.map(|units| format!("{units:?}")));
                words.extend(force.ma.map(|ma| format!("MA {ma}")));
                words.extend(force.order.map(|order| format!("{order:?}")));
                Value::from(words.join(", "))
            });
            found.insert(hex.to_string(), Value::Array(forces.collect()));
            found.insert(format!("level_{hex}"), Value::from(i64::from(report.level)));
        }
        for (site, report) in &memory.sites {
            let inside =
                report.inside.map_or(String::new(), |it| format!(", {} within, stores {}", it.garrison, it.stores));
            let walls = format!("size {}, dv {} off {}{inside}", report.size, report.dv, report.dv_error);
            found.insert(self.st.site(*site).name.to_string(), Value::from(walls));
        }
        for (other, report) in &memory.morale {
            found.insert(self.sc.country(*other).key.to_string(), key(report.band));
        }
        found.insert("hexes".into(), Value::from(memory.hexes.len() as i64));
        Ok(found)
    }

    fn tell_command(&self, name: &str) -> Result<Table, Wrong> {
        let Ok(id) = self.command(name) else { return Ok(Table::from_iter([("gone".to_owned(), Value::from(true))])) };
        let it = self.st.command(id);
        let mut found = Table::new();
        found.insert("gone".into(), Value::from(false));
        found.insert("units".into(), units(&it.units));
        found.insert("aboard".into(), units(&it.aboard));
        found.insert("os".into(), Value::from(i64::from(it.organic_supply)));
        found.insert("trains".into(), key(&it.train_points));
        found.insert("disorder".into(), Value::from(it.disorder.len() as i64));
        found.insert("routed".into(), Value::from(it.routed));
        found.insert("hungry".into(), Value::from(it.hungry));
        found.insert("forced_weeks".into(), Value::from(i64::from(it.forced_weeks)));
        found.insert("out".into(), Value::from(it.out_of_communication));
        let at = self.st.site_at(it.hex).map_or(it.hex.to_string(), |site| self.st.site(site).name.to_string());
        found.insert("at".into(), Value::from(at));
        let path: Vec<String> = it.path.iter().map(ToString::to_string).collect();
        found.insert("path".into(), key(path));
        let leader = it.leader.map(|leader| &self.st.leaders[&leader]);
        found.insert("leader".into(), Value::from(leader.map_or(String::new(), |leader| leader.ratings.to_string())));
        found.insert("failed".into(), Value::from(leader.is_some_and(|leader| leader.failed.is_some())));
        found.insert("wounded".into(), Value::from(i64::from(leader.map_or(0, |leader| leader.wounded))));
        found.insert("power".into(), Value::from(self.power_word(it.power)));
        found.insert("aside".into(), Value::from(it.stands_aside));
        let parent = it.parent.map_or(String::new(), |parent| self.st.command(parent).name.to_string());
        found.insert("under".into(), Value::from(parent));
        let fleet = it.carried_by.map_or(String::new(), |fleet| self.st.command(fleet).name.to_string());
        found.insert("carried_by".into(), Value::from(fleet));
        let travel = it.leader.map_or(0, |leader| self.st.leaders[&leader].travel);
        found.insert("travel".into(), Value::from(i64::from(travel)));
        found.insert("order".into(), key(it.battle_order));
        found.insert("interaction".into(), Value::from(i64::from(it.interaction)));
        found.insert("works".into(), Value::from(it.task.is_some_and(|task| !task.done)));
        let prisoners: u16 = it.prisoners.iter().map(|each| each.units.regts()).sum();
        found.insert("prisoners".into(), Value::from(i64::from(prisoners)));
        let inside = it.inside.map_or(String::new(), |site| self.st.site(site).name.to_string());
        found.insert("inside".into(), Value::from(inside));
        Ok(found)
    }
}

fn units(units: &Units) -> Value {
    Value::Table(units.iter().map(|(kind, count)| (kind.key().to_owned(), Value::from(i64::from(count)))).collect())
}

/// Every key that is asked for is as it is found.
fn each(wanted: &Value, tell: impl Fn(&str) -> Result<Table, Wrong>) -> Result<(), Wrong> {
    for (name, keys) in table("what is expected", wanted)? {
        let found = tell(name)?;
        for (key, wanted) in table("what is expected", keys)? {
            let found = found.get(key).ok_or_else(|| format!("{name} has no {key}"))?;
            agree(&format!("{name}: {key}"), wanted, found)?;
        }
    }
    Ok(())
}

fn agree(what: &str, wanted: &Value, found: &Value) -> Result<(), Wrong> {
    if same(wanted, found) { Ok(()) } else { Err(format!("{what}: {found}, not {wanted}")) }
}
