//! Step 15: revenue, takings, prisoners, then fleet supply and upkeep (ST-3.2, ST-5.4, ST-17.5, ST-R27, ST-R28).

use kernel::{Dice, RuleRef};

use super::loads::{drop_train_points, shed_load};
use super::losses::one_in;
use super::plunder::Takings;
use super::trade::{TradeEnd, TradeWeek};
use super::{money, prisoners, supply, tax};
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, CountryId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::Units;

const R28: RuleRef = RuleRef::new("ST-R28");

/// The accounts of a country for a week.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Accounts {
    /// Taxes.
    pub revenue: Talents,
    /// Loot, pillage and raids.
    pub takings: Talents,
    /// Trade: what trade units brought, and those of enemies (ST-R58).
    pub trade: Talents,
    /// For prisoners that were sold (ST-17.5).
    pub prisoners: Talents,
    /// Paid for the supply of fleets.
    pub fleets: Talents,
    /// Paid for upkeep.
    pub upkeep: Talents,
    /// Fleets that could not be supplied, with the squadrons that they lost (ST-20.7).
    pub unsupplied: Vec<(CommandId, Units)>,
    /// Units that left because they were not paid (ST-R28).
    pub unpaid: Vec<(CommandId, Units)>,
}

/// What the week brought besides taxes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Income<'a> {
    /// Loot, pillage and raids.
    pub takings: &'a [Takings],
    /// The cities that rose this week: their loot is lost (ST-5.3).
    pub revolted: &'a [SiteId],
    /// Trade units that ended.
    pub trade: &'a [TradeEnd],
}

/// Step 15 for every country, by id.
pub fn pay_phase(
    sc: &Scenario, st: &mut State, income: &Income<'_>, weather: Weather, dice: &mut Dice,
) -> Vec<Accounts> {
    let mut all: Vec<Accounts> = sc
        .country_ids()
        .map(|country| {
            let Income { takings, revolted, trade } = *income;
            let own =
                takings.iter().filter(|each| each.country == country && (each.raid || !revolted.contains(&each.site)));
            let takings = own.map(|each| each.talents).sum();
            let trade = TradeWeek::gains(trade, country);
            Accounts { revenue: tax::revenue(sc, st, country), takings, trade, ..Accounts::default() }
        })
        .collect();
    for (country, accounts) in sc.country_ids().zip(&all) {
        st.country_mut(country).treasury += accounts.revenue + accounts.takings + accounts.trade;
    }
    for (power, sold) in prisoners::sell_all(&sc.rulings, st) {
        if let Power::Country(country) = power {
            all[country.index()].prisoners += sold;
        }
    }
    for (country, accounts) in sc.country_ids().zip(&mut all) {
        supply_fleets(sc, st, country, weather, accounts, dice);
        pay_units(sc, st, country, accounts, dice);
    }
    all
}

/// ST-R27: fleet by fleet in id order; one that is not paid loses each squadron on 1 in 20 (ST-20.7).
fn supply_fleets(
    sc: &Scenario, st: &mut State, country: CountryId, weather: Weather, accounts: &mut Accounts, dice: &mut Dice,
) {
    let own = |power| power == Power::Country(country);
    let fleets: Vec<CommandId> = st
        .commands
        .iter()
        .filter(|(_, it)| own(it.power) && it.kind == CommandKind::Fleet && it.units.sqds() > 0)
        .map(|(id, _)| *id)
        .collect();
    for id in fleets {
        let fleet = st.command(id);
        let in_port = supply::in_friendly_port(sc, st, fleet);
        let price = supply::fleet_supply(&sc.rulings, fleet.units.sqds(), in_port, weather);
        if money::pay(st, country, price) {
            accounts.fleets += price;
            continue;
        }
        let mut stream = dice.stream("attrition", id.0, 7);
        let (odds, rule) = (sc.rulings.attrition.unpaid_fleet, RuleRef::new("ST-20.7"));
        let lost = one_in(&mut st.command_mut(id).units, odds, |kind| kind.is_sqd(), rule, &mut stream);
        accounts.unsupplied.push((id, lost));
        shed_load(sc, st, id, dice);
    }
}

/// ST-R28: garrisons first, then field commands by id, unit by unit as far as the money goes; each that is not paid leaves on
/// a d10 of 2 or less.
fn pay_units(sc: &Scenario, st: &mut State, country: CountryId, accounts: &mut Accounts, dice: &mut Dice) {
    for id in supply::pay_order(st, Power::Country(country)) {
        let due = supply::upkeep(sc, st.command(id));
        if money::pay(st, country, due) {
            accounts.upkeep += due;
            continue;
        }
        let mut stream = dice.stream("attrition", id.0, 9);
        let mut gone = Units::NONE;
        let command = st.command(id);
        let (mut units, mut aboard) = (command.units, command.aboard);
        for held in [&mut units, &mut aboard] {
            for (kind, count) in held.iter().collect::<Vec<_>>() {
                for _ in 0..count {
                    let price = Talents(sc.units.of(kind).upkeep);
                    if money::pay(st, country, price) {
                        accounts.upkeep += price;
                    } else if stream.range(1, 10, R28) <= sc.rulings.supply.unpaid_leaves {
                        held.take(kind, 1);
                        gone.add(kind, 1);
                    }
                }
            }
        }
        let command = st.command_mut(id);
        (command.units, command.aboard) = (units, aboard);
        drop_train_points(command);
        if !gone.is_empty() {
            accounts.unpaid.push((id, gone));
        }
        if st.command(id).kind == CommandKind::Fleet {
            shed_load(sc, st, id, dice);
        }
    }
}
