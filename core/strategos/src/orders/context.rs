//! Looking up what an order names, and the refusals that many orders share.

use kernel::{Dice, Refusal};

use crate::model::ids::{CommandId, CountryId, HexId, LeaderId, Name, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::Units;
use crate::rules::covert_acts::{Attempt, BribeAttempt};
use crate::rules::deeds::Deeds;
use crate::rules::obedience;
use crate::rules::turn::WeekOrders;

/// What orders leave for later in the week.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pending {
    /// Money for other countries; it is theirs at the end of step 4 (ST-R65).
    pub remittances: Vec<(CountryId, Talents)>,
    /// What assassins did.
    pub assassins: Vec<Attempt>,
    /// What came of bribes.
    pub bribes: Vec<BribeAttempt>,
    /// What is ordered for the steps that follow.
    pub week: WeekOrders,
    /// What others learn of.
    pub deeds: Deeds,
}

/// Where an order is carried out.
#[derive(Debug)]
pub struct OrderContext<'a> {
    /// The scenario.
    pub sc: &'a Scenario,
    /// The position, once the week has begun.
    pub st: &'a mut State,
    /// Whose order it is.
    pub country: CountryId,
    /// The dice.
    pub dice: &'a mut Dice,
    /// What is left for later.
    pub pending: &'a mut Pending,
}

/// Longest name that a player may give.
pub(super) const LONGEST_NAME: usize = 40;

fn same(name: &Name, text: &str) -> bool {
    name.as_str().eq_ignore_ascii_case(text.trim())
}

impl OrderContext<'_> {
    /// The country as a power.
    pub fn power(&self) -> Power {
        Power::Country(self.country)
    }

    /// A command of one's own by its name or number (`#12`); that of a city or fort also by its hex.
    pub fn command(&self, text: &str, part: &str) -> Result<CommandId, Refusal> {
        let power = self.power();
        let named = |of_site: bool| {
            let mut own = self.st.commands.iter().filter(|(_, it)| it.power == power && it.kind.is_site() == of_site);
            own.find(|(_, it)| same(&it.name, text)).map(|(id, _)| *id)
        };
        let site = || {
            let hex: HexId = text.trim().parse().ok()?;
            let site = self.st.site(self.st.site_at(hex)?);
            (site.power == power).then_some(site.command)
        };
        let number = || {
            let id = CommandId(text.trim().strip_prefix('#')?.parse().ok()?);
            self.st.commands.get(&id).filter(|it| it.power == power).map(|_| id)
        };
        named(false).or_else(|| named(true)).or_else(site).or_else(number).ok_or_else(|| {
            let own = self.st.commands.values().filter(|it| it.power == power && !it.kind.is_site());
            let names: Vec<&str> = own.map(|it| it.name.as_str()).collect();
            let refusal = Refusal::new("unknown_command", "ST-R66", format!("you have no command “{text}”")).at(part);
            if names.is_empty() { refusal } else { refusal.hint(format!("yours are {}", names.join(", "))) }
        })
    }

    /// A command of one's own in the field: not that of a city or fort, which stays where it is (ST-11.1).
    pub fn field(&self, text: &str, part: &str) -> Result<CommandId, Refusal> {
        let id = self.command(text, part)?;
        if self.st.command(id).kind.is_site() {
            let detail = format!("{} is the command of a city or fort, not one in the field", self.st.command(id).name);
            return Err(Refusal::new("not_in_the_field", "ST-11.1", detail).at(part));
        }
        Ok(id)
    }

    /// ST-R24: the command takes new orders this week; it does, unless it is out of communication.
    pub fn obeys(&mut self, id: CommandId, part: &str) -> Result<(), Refusal> {
        if obedience::obeys(self.sc, self.st, id, &mut self.pending.week.heard, self.dice) {
            return Ok(());
        }
        let detail = format!(
            "{} is out of communication, and takes new orders only if its leader is loyal",
            self.st.command(id).name
        );
        Err(Refusal::new("ignored", "ST-R24", detail).at(part).uncertain())
    }

    /// ST-R24: no money and no appointments reach a command that is out of communication.
    pub fn in_line(&self, id: CommandId, part: &str) -> Result<(), Refusal> {
        let it = self.st.command(id);
        if it.out_of_communication {
            let detail = format!("{} is out of communication: nothing is sent to it", it.name);
            return Err(Refusal::new("out_of_communication", "ST-R24", detail)
                .hint("first bring it within its line of communication")
                .at(part));
        }
        Ok(())
    }

    /// ST-R24: nothing is transferred to a command out of communication from one that is not.
    pub fn in_one_line(&self, from: CommandId, to: CommandId) -> Result<(), Refusal> {
        if self.st.command(from).out_of_communication { Ok(()) } else { self.in_line(to, "to") }
    }

    /// Any city or fort by its name or hex.
    pub fn site(&self, text: &str, part: &str) -> Result<SiteId, Refusal> {
        let named = self.st.sites.iter().find(|(_, site)| same(&site.name, text)).map(|(id, _)| *id);
        let there = || text.trim().parse().ok().and_then(|hex| self.st.site_at(hex));
        named.or_else(there).ok_or_else(|| {
            Refusal::new("unknown_city", "ST-R66", format!("there is no city or fort “{text}”")).at(part)
        })
    }

    /// Another country by its key.
    pub fn other(&self, text: &str, part: &str) -> Result<CountryId, Refusal> {
        let keys: Vec<&str> = self.sc.countries.iter().map(|country| country.key.as_str()).collect();
        let found = keys.iter().position(|key| key.eq_ignore_ascii_case(text.trim())).map(CountryId::at);
        let Some(country) = found else {
            let detail = format!("there is no country “{text}”");
            let hint = format!("countries are {}", keys.join(", "));
            return Err(Refusal::new("unknown_country", "ST-R66", detail).hint(hint).at(part));
        };
        if country == self.country {
            return Err(Refusal::new("oneself", "ST-22.1", "that is your own country").at(part));
        }
        if self.st.country(country).out {
            return Err(Refusal::new("out", "ST-R64", format!("{} is out", self.sc.country(country).name)).at(part));
        }
        Ok(country)
    }

    /// Another power: a country by its key, a free city by its name.
    pub fn foreign(&self, text: &str, part: &str) -> Result<Power, Refusal> {
        let free =
            self.st.sites.iter().find(|(id, site)| site.power == Power::FreeCity(**id) && same(&site.name, text));
        free.map_or_else(|| self.other(text, part).map(Power::Country), |(_, site)| Ok(site.power))
    }

    /// A command of another power by its name, its number or its type (`army`); of several the one that is nearest to a hex.
    pub fn theirs(&self, of: Power, text: &str, hex: HexId) -> Option<CommandId> {
        let number = text.trim().strip_prefix('#').and_then(|number| number.parse().ok()).map(CommandId);
        let theirs = self.st.commands.iter().filter(|(_, it)| it.power == of);
        let named = theirs.filter(|(id, it)| Some(**id) == number || same(&it.name, text) || it.kind.key() == text);
        named.min_by_key(|(id, it)| (it.hex.distance(hex), **id)).map(|(id, _)| *id)
    }

    /// A leader of one's own by his name.
    pub fn leader(&self, text: &str, part: &str) -> Result<LeaderId, Refusal> {
        let power = self.power();
        let found = self.st.leaders.iter().find(|(_, him)| him.power == power && same(&him.name, text));
        found
            .map(|(id, _)| *id)
            .ok_or_else(|| Refusal::new("unknown_leader", "ST-R66", format!("you have no leader “{text}”")).at(part))
    }

    /// Units that an order names: some at least.
    pub fn some(&self, units: &Units, part: &str) -> Result<(), Refusal> {
        if units.is_empty() {
            return Err(Refusal::new("no_units", "ST-R66", "the order names no units").at(part));
        }
        Ok(())
    }

    /// A name for what comes into being: no city or fort has it, and no command of one's own.
    pub fn new_name(&self, text: &str) -> Result<Name, Refusal> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_NAME || text.chars().any(char::is_control) {
            let detail = format!("a name has 1 to {LONGEST_NAME} characters");
            return Err(Refusal::new("name", "ST-R66", detail).at("name"));
        }
        let power = self.power();
        let taken = self.st.sites.values().any(|site| same(&site.name, text))
            || self.st.commands.values().any(|it| it.power == power && same(&it.name, text));
        if taken || text.starts_with('#') || text.parse::<HexId>().is_ok() {
            let detail = format!("“{text}” stands for something else already");
            return Err(Refusal::new("name_taken", "ST-R66", detail).hint("choose another name").at("name"));
        }
        Ok(Name::from(text))
    }

    /// Some things are done in the last week of a quarter only.
    pub fn at_quarter_end(&self, rule: &'static str) -> Result<(), Refusal> {
        if self.sc.closes_quarter(self.st.turn) {
            return Ok(());
        }
        let left = self.sc.weeks_per_quarter() - self.sc.week_of_quarter(self.st.turn);
        let hint = format!("order it in {left} weeks");
        Err(Refusal::new("not_now", rule, "that is done in the last week of a quarter").hint(hint))
    }

    /// The treasury does not cover a price.
    pub fn too_dear(&self, rule: &'static str, price: Talents) -> Refusal {
        let treasury = self.st.country(self.country).treasury;
        let detail = format!("that costs {} talents, and the treasury has {}", price.0, treasury.0);
        Refusal::new("no_talents", rule, detail)
    }
}
