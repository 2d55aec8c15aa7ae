//! The events of a week, in the order of the sequence of play, with who learns of each (section 6).
//!
//! | file | what |
//! |---|---|
//! | `court.rs` | leaders, treaties, money between countries, covert acts |
//! | `war.rs` | marches, battles, assaults, lost commands |
//! | `cities.rs` | cities and forts: growth, siege, plunder, fall |
//! | `household.rs` | money, food, chance, morale, spies, orders that were refused |
//! | `world.rs` | what all learn |

mod cities;
mod court;
mod household;
#[cfg(test)]
mod tests;
mod war;
mod world;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use kernel::{Addressed, Audience, Dice, RuleRef, SeatId};

use super::event::{Event, What};
use super::scouting_phase::levels;
use super::turn::PlayedWeek;
use crate::model::command::Command;
use crate::model::ids::{CommandId, CountryId, HexId, LeaderId, Name, Power, SiteId};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// The events of a week that was played from one position to another. The dice blur what a side learns of the other's losses;
/// they have a stream of their own, `telling`.
pub fn of_week(
    sc: &Scenario, before: &State, after: &State, played: &PlayedWeek, dice: &mut Dice,
) -> Vec<Addressed<Event>> {
    let mut scribe = Scribe { sc, before, after, played, watched: OnceCell::new(), told: Vec::new() };
    court::week_begins(&mut scribe);
    household::week_begins(&mut scribe);
    court::diplomacy(&mut scribe);
    cities::administration(&mut scribe);
    war::new_commands(&mut scribe);
    world::weather(&mut scribe);
    court::covert(&mut scribe);
    war::movement(&mut scribe, dice);
    household::trade(&mut scribe);
    court::fate_of_leaders(&mut scribe);
    war::assaults(&mut scribe, dice);
    cities::sieges(&mut scribe);
    cities::falls(&mut scribe);
    household::money_and_food(&mut scribe);
    court::treaties_end(&mut scribe);
    household::morale(&mut scribe);
    world::public(&mut scribe);
    household::reports(&mut scribe);
    cities::settled(&mut scribe);
    world::ending(&mut scribe);
    scribe.told
}

/// Who writes the events down.
struct Scribe<'a> {
    sc: &'a Scenario,
    before: &'a State,
    after: &'a State,
    played: &'a PlayedWeek,
    watched: OnceCell<Vec<BTreeSet<HexId>>>,
    told: Vec<Addressed<Event>>,
}

fn seat(country: CountryId) -> SeatId {
    SeatId(u16::from(country.0))
}

impl Scribe<'_> {
    fn add(&mut self, audience: Audience, rule: &'static str, what: What) {
        self.told.push(Addressed { audience, event: Event { rule: RuleRef::new(rule), what } });
    }

    fn all(&mut self, rule: &'static str, what: What) {
        self.add(Audience::Everyone, rule, what);
    }

    fn only(&mut self, country: CountryId, rule: &'static str, what: What) {
        self.add(Audience::only(seat(country)), rule, what);
    }

    /// To these countries; to nobody if there are none.
    fn these(&mut self, countries: impl IntoIterator<Item = CountryId>, rule: &'static str, what: What) {
        let seats: BTreeSet<SeatId> = countries.into_iter().map(seat).collect();
        if !seats.is_empty() {
            self.add(Audience::Seats(seats.into_iter().collect()), rule, what);
        }
    }

    /// To a power, if a player has it.
    fn to(&mut self, power: Power, rule: &'static str, what: What) {
        self.these(power.country(), rule, what);
    }

    fn key(&self, country: CountryId) -> Name {
        self.sc.country(country).key.clone()
    }

    fn power(&self, power: Power) -> Name {
        match power {
            Power::Country(country) => self.key(country),
            Power::FreeCity(site) => self.site(site),
        }
    }

    fn powers(&self, powers: &[Power]) -> Vec<Name> {
        powers.iter().map(|power| self.power(*power)).collect()
    }

    fn site(&self, site: SiteId) -> Name {
        let found = self.after.sites.get(&site).or_else(|| self.before.sites.get(&site));
        found.map_or_else(|| Name::from("a city"), |site| site.name.clone())
    }

    /// A command as it is now, or was when the week began.
    fn known_command(&self, command: CommandId) -> Option<&Command> {
        self.after.commands.get(&command).or_else(|| self.before.commands.get(&command))
    }

    /// A command as it was when the week began, or is now.
    fn first(&self, command: CommandId) -> Option<&Command> {
        self.before.commands.get(&command).or_else(|| self.after.commands.get(&command))
    }

    fn command(&self, command: CommandId) -> Name {
        self.known_command(command).map_or_else(|| Name::from("a command"), |it| it.name.clone())
    }

    fn leader(&self, leader: LeaderId) -> Name {
        let found = self.after.leaders.get(&leader).or_else(|| self.before.leaders.get(&leader));
        found.map_or_else(|| Name::from("a leader"), |him| him.name.clone())
    }

    /// The countries whose zones of control or cities cover a hex as the week begins or ends, those excepted who know more.
    fn watchers(&self, hex: HexId, but: &BTreeSet<CountryId>) -> Vec<CountryId> {
        let watched = self.watched.get_or_init(|| {
            let seen = |country| {
                let now = levels(self.sc, self.after, country).into_keys();
                levels(self.sc, self.before, country).into_keys().chain(now).collect()
            };
            self.sc.country_ids().map(seen).collect()
        });
        let sees = |country: &CountryId| watched[country.index()].contains(&hex) && !but.contains(country);
        self.sc.country_ids().filter(sees).collect()
    }
}
