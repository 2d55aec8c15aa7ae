//! Campaigns played by computer players, and what happened in them.

use std::collections::BTreeMap;

use kernel::{Dice, GameSeed};
use strategos::knowledge::{Knowledge, sight};
use strategos::model::ids::{CountryId, Power};
use strategos::model::invariants::violations;
use strategos::model::scenario::Scenario;
use strategos::model::state::{Standing, State};
use strategos::orders::Order;
use strategos::orders::carry_out::{CountryOrders, PlayedWeek, play_week};
use strategos::player;
use strategos::rules::{city, setup, victory};

use crate::player::blunder;

/// Who gives a seat's orders.
pub type Player = fn(&Scenario, &Knowledge, &mut Dice) -> Vec<Order>;

/// First answers.
pub fn steady(sc: &Scenario, knowledge: &Knowledge, _: &mut Dice) -> Vec<Order> {
    player::orders(sc, knowledge, &[])
}

/// Whatever the rules allow.
pub fn random(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> Vec<Order> {
    player::random(sc, knowledge, dice)
}

/// A campaign as it was played.
pub struct Played {
    /// How it stands.
    pub state: State,
    /// Foolish deeds, in words.
    pub blunders: Vec<String>,
    /// What was done, by kind.
    pub deeds: BTreeMap<&'static str, usize>,
    /// What happened, in words.
    pub log: Vec<String>,
}

/// A week as it was played.
pub struct PlayedTurn<'a> {
    pub sc: &'a Scenario,
    /// A week before it; as it began in the first week.
    pub earlier: &'a State,
    pub before: &'a State,
    pub after: &'a State,
    pub sets: &'a [Vec<Order>],
    pub week: &'a PlayedWeek,
}

/// Plays a campaign up to a turn, or to its end.
pub fn play(sc: &Scenario, number: u64, players: &[Player], up_to: u16) -> Played {
    let seed = GameSeed::from_number(number);
    let state = setup::start(sc, &mut Dice::keyed(&seed, "set-up").quiet());
    let mut earlier = state.clone();
    let mut played = Played { state, blunders: Vec::new(), deeds: BTreeMap::new(), log: Vec::new() };
    while played.state.ended.is_none() && played.state.turn.0 <= up_to {
        earlier = one_week(sc, &seed, players, &earlier, &mut played);
    }
    for country in sc.country_ids() {
        played.log.push(account(sc, &played.state, country));
    }
    played.log.push(format!("{:?}", played.state.ended));
    played
}

/// Plays a week, and gives back how it began.
fn one_week(sc: &Scenario, seed: &GameSeed, players: &[Player], earlier: &State, played: &mut Played) -> State {
    let before = played.state.clone();
    let turn = before.turn.0;
    let mut rng = Dice::keyed(seed, &format!("player {turn}")).quiet();
    let orders = |country: CountryId| players[country.index()](sc, &sight::knowledge(sc, &before, country), &mut rng);
    let sets: Vec<Vec<Order>> = sc.country_ids().map(orders).collect();
    let given: Vec<CountryOrders<'_>> =
        sc.country_ids().map(|country| CountryOrders { country, orders: &sets[country.index()] }).collect();
    let st = &mut played.state;
    let week = play_week(sc, st, &given, &mut Dice::for_step(seed, u32::from(turn)).quiet());
    assert_eq!(violations(sc, st), Vec::<String>::new(), "week {turn}");
    let turn = PlayedTurn { sc, earlier, before: &before, after: &played.state, sets: &sets, week: &week };
    let blunders: Vec<String> =
        blunder::of_week(&turn).into_iter().map(|what| format!("week {}: {what}", before.turn.0)).collect();
    tell(&turn, &mut played.deeds, &mut played.log);
    played.log.extend(blunders.iter().cloned());
    played.blunders.extend(blunders);
    before
}

/// What a wargamer would want to read of a week.
fn tell(turn: &PlayedTurn<'_>, deeds: &mut BTreeMap<&'static str, usize>, log: &mut Vec<String>) {
    let PlayedTurn { sc, before, after, sets, week, .. } = turn;
    let mut deed = |kind: &'static str, count: usize| *deeds.entry(kind).or_default() += count;
    deed("orders", sets.iter().map(Vec::len).sum());
    deed("battles", week.report.battles.len());
    deed("storms", week.report.assaults.len());
    deed("stormed", week.report.assaults.iter().filter(|each| each.fallen.is_some()).count());
    deed("surrendered", week.report.siege.fallen.len());
    deed("risen", week.report.risen.len());
    deed("bribes", week.bribes.len());
    deed("bribes taken", week.bribes.iter().filter(|bribe| bribe.taken).count());
    deed("traders", week.report.trade.len());
    let allied = |st: &State| st.relations.iter().filter(|it| it.standing == Standing::Alliance).count();
    deed("alliances", allied(after).saturating_sub(allied(before)));
    let who = |power: Power| match power {
        Power::Country(country) => sc.country(country).key.to_string(),
        Power::FreeCity(_) => "free".to_owned(),
    };
    let mut say = |words: String| log.push(format!("week {}: {words}", before.turn.0));
    for each in &week.report.assaults {
        let (name, powers) =
            (&before.sites[&each.site].name, each.powers.iter().map(|power| who(*power)).collect::<Vec<_>>());
        say(format!(
            "storm of {name} by {powers:?} at {:?}: lost {:?}, fell {}",
            each.odds,
            each.attackers_lost,
            each.fallen.is_some()
        ));
    }
    for each in &week.report.battles {
        say(format!(
            "battle at {:?}: {:?} beat {:?}, {}",
            each.field, each.winner.powers, each.loser.powers, each.quotient
        ));
    }
    for (id, site) in &after.sites {
        let was = before.sites.get(id).map(|site| site.power);
        if was != Some(site.power) {
            say(format!("{} (size {}) from {:?} to {}", site.name, site.size, was.map(who), who(site.power)));
        }
    }
    for (was, is) in before.relations.iter().zip(&after.relations) {
        if was.standing != is.standing {
            say(format!("{} and {}: {:?}", sc.country(is.a).key, sc.country(is.b).key, is.standing));
        }
    }
}

/// A country's account.
fn account(sc: &Scenario, st: &State, country: CountryId) -> String {
    let own = |power: Power| power == Power::Country(country);
    let regts: u16 = st.commands.values().filter(|it| own(it.power)).map(|it| it.units.regts()).sum();
    format!(
        "{}: score {} tax {} (start {}, target {}) treasury {} regts {regts} cities {} morale {}",
        sc.country(country).key,
        victory::score(sc, st, country),
        city::base_tax(sc, st, country),
        st.country(country).base_tax,
        sc.country(country).tax_target,
        st.country(country).treasury,
        st.sites.values().filter(|site| own(site.power)).count(),
        st.country(country).morale,
    )
}
