//! What nobody who knows the game would do, counted week by week.
//!
//! | blunder | what is no blunder |
//! |---|---|
//! | an order that is refused | a command beyond its line may ignore it (ST-R24), and with it who is to go into the city: that it stands there is counted below |
//! | units that are not paid | |
//! | a division that goes hungry, or spends a winter week in mountains or desert | it fought or fled within three weeks, or is shut in |
//! | a march to where no line of communication reaches | the same; it goes to a city to take it; the line was there, and was cut or lost its base since then, or a foreign army cuts it |
//! | a capital without a unit within three hexes of an enemy force | it was stormed this week, or is shut in |
//! | a storm at odds that the rules call hopeless (ST-15.4) | the garrison grew unseen: nobody had looked inside |
//! | a treaty that is broken | |
//! | an offer that is left without an answer | |
//! | a leader without a post where a greater command has none | he has just come |
//! | a city that rises for want of a garrison | it was taken this week, enemies stand before it, or its walls were broken and have no room for one |

use strategos::model::board::Terrain;
use strategos::model::command::{Command, CommandKind};
use strategos::model::ids::{CommandId, HexId, Power, SiteId};
use strategos::model::state::{Site, SiteStatus, State};
use strategos::orders::Order;
use strategos::rules::communication::Lines;
use strategos::rules::march::Ground;
use strategos::rules::{city, treaties};

use crate::player::campaign::PlayedTurn;

/// The foolish deeds of a week.
pub fn of_week(turn: &PlayedTurn<'_>) -> Vec<String> {
    let all = [refused(turn), armies(turn), storms(turn), treaties_of(turn), leaders(turn), cities(turn), unpaid(turn)];
    all.into_iter().flatten().collect()
}

fn refused(turn: &PlayedTurn<'_>) -> Vec<String> {
    let refused = |(verdicts, orders): (&Vec<kernel::Verdict>, &Vec<Order>)| {
        let ignored = |verdict: &&kernel::Verdict| verdict.code == "ignored";
        let wrong = verdicts.iter().filter(|it| it.is_refused() && !ignored(it));
        wrong.map(|verdict| format!("refused: {} {:?}", verdict.detail, orders[verdict.index])).collect::<Vec<_>>()
    };
    turn.week.verdicts.iter().zip(turn.sets).flat_map(refused).collect()
}

fn unpaid(turn: &PlayedTurn<'_>) -> Vec<String> {
    let accounts = turn.sc.country_ids().zip(&turn.week.report.accounts);
    let wrong = accounts.filter(|(_, accounts)| !accounts.unpaid.is_empty() || !accounts.unsupplied.is_empty());
    wrong
        .map(|(country, accounts)| format!("unpaid: {country:?} {:?} {:?}", accounts.unpaid, accounts.unsupplied))
        .collect()
}

/// What fought or fled lately, or is shut in, is where others have driven it.
fn is_driven(turn: &PlayedTurn<'_>, it: &Command) -> bool {
    let fought = it.last_battle.is_some_and(|last| turn.before.turn.since(last) <= 3);
    let shut_in = it.inside.is_some_and(|site| turn.after.site(site).blockade.is_some());
    fought || it.routed || shut_in
}

fn armies(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { sc, before, after, .. } = turn;
    let winter = sc.quarter(before.turn).is_winter();
    let mut all = Vec::new();
    for (id, it) in &after.commands {
        let division = it.kind == CommandKind::Division && it.power.country().is_some() && it.units.regts() > 0;
        if !division || is_driven(turn, it) {
            continue;
        }
        let words = |what: &str| format!("{what}: {:?} {} ({:?}) at {}", it.power, it.name, id, it.hex);
        let bare = matches!(sc.board.hex(it.hex).terrain, Terrain::Mountain | Terrain::Desert);
        if winter && bare && after.site_at(it.hex).is_none() {
            all.push(words("winter in the mountains"));
        }
        if it.hungry {
            all.push(words("hungry"));
        }
        if it.out_of_communication && went_astray(turn, *id) {
            all.push(words("out of communication"));
        }
    }
    all
}

/// Lines are looked at as a week begins (ST-R24): whether a command halted the week before where none reached even then, as if
/// no foreign army were in the field. Its line may be cut later, a base may fall, and before hostile walls there is none.
fn went_astray(turn: &PlayedTurn<'_>, id: CommandId) -> bool {
    let PlayedTurn { sc, earlier, before, .. } = turn;
    let (Some(is), Some(was)) = (before.commands.get(&id), earlier.commands.get(&id)) else { return false };
    let before_a_city = before.site_at(is.hex).is_some_and(|site| before.site(site).power != is.power);
    if is.out_of_communication || was.hex == is.hex || before_a_city {
        return false;
    }
    let mut alone = State::clone(earlier);
    alone.commands.retain(|other, it| *other != id && (it.power == is.power || it.kind.is_site()));
    !Lines::new(&Ground::new(sc, &alone), &alone, is.power).in_range(is.hex)
}

fn storms(turn: &PlayedTurn<'_>) -> Vec<String> {
    let repulses = turn.week.report.assaults.iter().filter(|assault| assault.repulse);
    let foolish = repulses.filter(|assault| !reinforced(turn, assault.site));
    foolish
        .map(|assault| {
            let site = turn.before.site(assault.site);
            format!("hopeless: {:?} stormed {} at {}", assault.powers, site.name, assault.odds)
        })
        .collect()
}

/// Whether more is inside than the garrison of the start, which everybody has read, and what keeps a captured city quiet.
fn reinforced(turn: &PlayedTurn<'_>, site: SiteId) -> bool {
    let usual = turn.sc.cities.get(site.index()).map_or(0, |city| city.garrison.regts());
    let it = turn.before.site(site);
    it.power.country().is_some() && city::inside(turn.before, site).regts() > usual.max(u16::from(it.size))
}

fn treaties_of(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { before, after, sets, .. } = turn;
    let mut all = Vec::new();
    for (was, is) in before.relations.iter().zip(&after.relations) {
        let in_term = was.until.is_some_and(|until| until > before.turn);
        if was.standing.is_treaty()
            && in_term
            && !is.standing.is_treaty()
            && !after.country(is.a).out
            && !after.country(is.b).out
        {
            all.push(format!("treaty broken: {:?} {:?}", was.a, was.b));
        }
    }
    for (id, appeal) in &before.appeals {
        let Power::Country(to) = appeal.to else { continue };
        let mut answered = sets[to.index()].iter().filter_map(|order| match order {
            Order::AnswerTreaty(answer) => Some(answer.appeal),
            _ => None,
        });
        if treaties::is_open(before, appeal) && !before.country(to).out && !answered.any(|number| number == id.0) {
            all.push(format!("unanswered: offer {} of {:?} to {to:?}", id.0, appeal.from));
        }
    }
    all
}

/// The post that a leader leaves empty: a division or army in a city that is a base.
fn leaders(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { sc, before, after, .. } = turn;
    let mut all = Vec::new();
    for (id, it) in &after.commands {
        let greater = it.kind == CommandKind::Army || it.kind == CommandKind::Division && it.units.regts() >= 10;
        let stayed =
            before.commands.get(id).is_some_and(|was| was.hex == it.hex && was.leader.is_none() && !was.routed);
        let home = after.site_at(it.hex).map(|site| after.site(site)).is_some_and(|site| {
            site.power == it.power && site.status != SiteStatus::Captured && site.blockade.is_none()
        });
        if !greater || !stayed || !home || it.leader.is_some() {
            continue;
        }
        let free = before.leaders.iter().find(|(id, him)| {
            let idle = him.post.is_none() && after.leaders.get(id).is_some_and(|now| now.post.is_none());
            idle && him.power == it.power && him.wounded == 0 && him.ratings.ma >= sc.rulings.leaders.intrinsic.ma
        });
        if let Some((_, him)) = free {
            all.push(format!("leaderless: {:?} {} while {} is free", it.power, it.name, him.name));
        }
    }
    all
}

fn cities(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { sc, before, after, week, .. } = turn;
    let mut all = Vec::new();
    for country in sc.country_ids() {
        let power = Power::Country(country);
        let capital = after.country(country).capital;
        let site = after.site(capital);
        let shut_in = |it: &Site| it.siege.is_some() || it.blockade.is_some() || it.beset;
        let free = !shut_in(site) && !shut_in(before.site(capital));
        let stormed = week.report.assaults.iter().any(|assault| assault.site == capital);
        let empty = city::inside(after, capital).fighting() == 0 && enemy_near(after, power, site.hex);
        if site.power == power && free && !stormed && empty {
            all.push(format!("empty capital: {country:?}"));
        }
    }
    for fallen in &week.report.risen {
        let was = before.site(fallen.site);
        let narrow = city::capacity(&sc.rulings, was.dv_current) < u16::from(was.size) && was.dv_current < was.dv;
        if was.power == fallen.from && !narrow && !enemy_near(before, was.power, was.hex) {
            all.push(format!("risen: {} ({}) from {:?}", was.name, was.size, fallen.from));
        }
    }
    all
}

fn enemy_near(st: &State, power: Power, hex: HexId) -> bool {
    let outside = |it: &&Command| it.inside.is_none() && it.units.regts() > 0 && it.hex.distance(hex) <= 3;
    st.commands.values().filter(outside).any(|it| st.at_war(power, it.power))
}
