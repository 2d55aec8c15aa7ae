//! Things of a campaign as values of fields: commands, cities, leaders, countries, units.

use std::collections::BTreeSet;

use kernel::OptionValue;
use kernel::words::capital;

use super::context::{LONGEST_NAME, OrderContext};
use super::notation::writing::Word;
use super::options::{Field, OptionContext, PartialOrder};
use crate::model::command::Command;
use crate::model::ids::{CommandId, CountryId, HexId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::state::{Site, State};
use crate::model::units::{UnitKind, Units};

impl<'a> OptionContext<'a> {
    /// The country as a power.
    pub fn power(&self) -> Power {
        Power::Country(self.country)
    }

    fn own(&self, fits: impl Fn(CommandId, &Command) -> bool) -> Vec<OptionValue> {
        let power = self.power();
        let own = self.st.commands.iter().filter(|(id, it)| it.power == power && fits(**id, it));
        let (field, walls): (Vec<_>, Vec<_>) = own.partition(|(_, it)| !it.kind.is_site());
        field.into_iter().chain(walls).map(|(id, it)| self.command_value(*id, it)).collect()
    }

    /// One's own commands, those in the field first.
    pub fn commands(&self) -> Vec<OptionValue> {
        self.own(|_, _| true)
    }

    /// One's own commands in the field.
    pub fn field_commands(&self) -> Vec<OptionValue> {
        self.own(|_, it| !it.kind.is_site())
    }

    /// One's own commands that have something.
    pub fn commands_with(&self, has: impl Fn(&Command) -> bool) -> Vec<OptionValue> {
        self.own(|_, it| has(it))
    }

    /// One's other commands in the hex of one that the order names.
    pub fn beside(&self, order: &PartialOrder, field: &str) -> Vec<OptionValue> {
        let Some(id) = self.command(order, field) else { return Vec::new() };
        let hex = self.st.command(id).hex;
        self.own(|other, it| other != id && it.hex == hex)
    }

    /// These commands.
    pub fn commands_of(&self, ids: impl Iterator<Item = CommandId>) -> Vec<OptionValue> {
        let ids: BTreeSet<CommandId> = ids.collect();
        self.own(|id, _| ids.contains(&id))
    }

    /// These cities and forts.
    pub fn sites_of(&self, ids: impl Iterator<Item = SiteId>) -> Vec<OptionValue> {
        ids.collect::<BTreeSet<SiteId>>().into_iter().map(|id| self.site_value(id, self.st.site(id))).collect()
    }

    /// Who is to storm what this week.
    pub fn storming(&self) -> Vec<(CommandId, SiteId)> {
        let orders = |ctx: &mut OrderContext<'_>| {
            ctx.pending.week.assaults.iter().flatten().map(|order| (order.command, order.site)).collect()
        };
        self.try_out(orders, |_| false)
    }

    /// The command that the order names.
    pub fn command(&self, order: &PartialOrder, field: &str) -> Option<CommandId> {
        self.try_out(|ctx| ctx.command(order.text(field), field).ok(), |_| false)
    }

    /// The city or fort that the order names.
    pub fn site(&self, order: &PartialOrder, field: &str) -> Option<SiteId> {
        self.try_out(|ctx| ctx.site(order.text(field), field).ok(), |_| false)
    }

    fn command_value(&self, id: CommandId, it: &Command) -> OptionValue {
        let named = |text: &str| self.try_out(|ctx| ctx.command(text, "").ok() == Some(id), |_| false);
        let name = [it.name.to_string(), it.hex.to_string(), format!("#{}", id.0)].into_iter().find(|name| named(name));
        let place = place(self.st, it.hex);
        let label = if it.kind.is_site() { it.name.to_string() } else { format!("{} at {place}", it.name) };
        OptionValue::new(name.unwrap_or_default(), label).at(place)
    }

    /// Cities and forts, one's own first.
    pub fn sites(&self, fits: impl Fn(&Site) -> bool) -> Vec<OptionValue> {
        let power = self.power();
        let (own, others): (Vec<_>, Vec<_>) =
            self.st.sites.iter().filter(|(_, site)| fits(site)).partition(|(_, site)| site.power == power);
        own.into_iter().chain(others).map(|(id, site)| self.site_value(*id, site)).collect()
    }

    /// One's own cities and forts.
    pub fn own_sites(&self) -> Vec<OptionValue> {
        let power = self.power();
        self.sites(|site| site.power == power)
    }

    /// One's own cities.
    pub fn own_cities(&self) -> Vec<OptionValue> {
        let power = self.power();
        self.sites(|site| site.power == power && site.size > 0)
    }

    fn site_value(&self, id: SiteId, site: &Site) -> OptionValue {
        let found = self.try_out(|ctx| ctx.site(site.name.as_str(), "").ok() == Some(id), |_| false);
        let name = if found { site.name.to_string() } else { site.hex.to_string() };
        OptionValue::new(name, site.name.to_string()).at(site.name.as_str())
    }

    /// A hex on the map.
    pub fn hex_value(&self, hex: HexId) -> OptionValue {
        let land = self.sc.board.name(hex);
        let label = if land.is_empty() { hex.to_string() } else { format!("{hex} in {land}") };
        OptionValue::new(hex.to_string(), label).at(hex.to_string())
    }

    /// One's leaders.
    pub fn leaders(&self) -> Vec<OptionValue> {
        let power = self.power();
        let own = self.st.leaders.values().filter(|him| him.power == power);
        own.map(|him| OptionValue::new(him.name.to_string(), format!("{} {}", him.name, him.ratings))).collect()
    }

    /// The other countries in play.
    pub fn others(&self) -> Vec<OptionValue> {
        let others = self.sc.country_ids().filter(|other| *other != self.country && !self.st.country(*other).out);
        others.map(|other| self.country_value(other)).collect()
    }

    /// A country.
    pub fn country_value(&self, country: CountryId) -> OptionValue {
        let record = self.sc.country(country);
        OptionValue::new(record.key.to_string(), record.name.to_string())
    }

    /// Other powers: countries, and free cities by their names.
    pub fn powers(&self) -> Vec<OptionValue> {
        let free = self.st.sites.iter().filter(|(id, site)| site.power == Power::FreeCity(**id));
        let free =
            free.map(|(_, site)| OptionValue::new(site.name.to_string(), site.name.to_string()).at(site.name.as_str()));
        self.others().into_iter().chain(free).collect()
    }

    /// Types of units that the country may raise, with what one costs.
    pub fn unit_kinds(&self) -> Vec<OptionValue> {
        let value = |kind: UnitKind| {
            let cost = self.sc.units.of(kind).cost;
            OptionValue::new(kind.key(), capital(&kind.key().replace('_', " "))).costing(cost.into(), "talents")
        };
        UnitKind::ALL.into_iter().map(value).collect()
    }

    /// Cities and forts with what something costs there.
    pub fn priced(&self, sites: Vec<OptionValue>, price: impl Fn(&Site) -> Talents) -> Vec<OptionValue> {
        let cost = |value: OptionValue| {
            let name = value.value.as_str().unwrap_or_default().to_owned();
            let site = self.try_out(|ctx| ctx.site(&name, "").ok(), |_| false);
            let price = site.map_or_else(Talents::default, |site| price(self.st.site(site)));
            value.costing(price.0.into(), "talents")
        };
        sites.into_iter().map(cost).collect()
    }

    /// The units of the command that the order names.
    pub fn units_of(&self, order: &PartialOrder, field: &str) -> Units {
        self.command(order, field).map_or(Units::NONE, |command| self.st.command(command).units)
    }

    /// A name for what comes into being.
    pub fn new_name(&self, base: &str) -> Field {
        let numbered = (2..).map(|number| format!("{base} {number}"));
        let mut names = std::iter::once(base.to_owned()).chain(numbered);
        let free = |name: &String| self.try_out(|ctx| ctx.new_name(name).is_ok(), |_| false);
        Field::text("What is it called?", names.find(free).unwrap_or_default(), LONGEST_NAME as u32)
    }

    /// Commands of a power that the seat knows of: those of its cities and forts, and the highest of forces that were reported.
    pub fn seen(&self, power: &str) -> Vec<Seen> {
        let Ok(whose) = self.try_out(|ctx| ctx.foreign(power, ""), |_| false) else { return Vec::new() };
        let sites = self.st.sites.values().filter(|site| site.power == whose);
        let walls = sites.map(|site| {
            let name = site.name.as_str();
            Seen { value: OptionValue::place(name), hex: site.hex, walls: true }
        });
        let reports = self.st.memory[self.country.index()].hexes.iter();
        let forces = reports.flat_map(|(hex, report)| report.forces.iter().map(move |force| (*hex, force)));
        let field = forces.filter(|(_, force)| force.power == whose).filter_map(|(hex, force)| {
            let kind = force.highest.filter(|kind| !kind.is_site())?;
            let label = format!("{} at {}", capital(&kind.key().replace('_', " ")), place(self.st, hex));
            Some(Seen { value: OptionValue::new(kind.key(), label).at(place(self.st, hex)), hex, walls: false })
        });
        walls.chain(field).collect()
    }

    /// Talents in the treasury.
    pub fn treasury(&self) -> u32 {
        self.st.country(self.country).treasury.0
    }
}

/// A command of somebody else that the seat knows of.
pub struct Seen {
    /// Its name, or its type.
    pub value: OptionValue,
    /// Where it was seen.
    pub hex: HexId,
    /// Whether it is that of a city or fort.
    pub walls: bool,
}

/// The same values, each once.
pub fn once(values: impl Iterator<Item = OptionValue>) -> Vec<OptionValue> {
    let mut all: Vec<OptionValue> = Vec::new();
    for value in values {
        if all.iter().all(|known| known.value != value.value) {
            all.push(value);
        }
    }
    all
}

/// Words of the rules.
pub fn words(words: &[Word]) -> Vec<OptionValue> {
    words.iter().map(|(key, label)| OptionValue::new(*key, *label)).collect()
}

/// The name of a place: of its city or fort, or its hex.
pub fn place(st: &State, hex: HexId) -> String {
    st.site_at(hex).map_or_else(|| hex.to_string(), |site| st.site(site).name.to_string())
}
