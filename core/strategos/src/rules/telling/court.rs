//! Leaders, treaties, money between countries, covert acts.

use std::collections::BTreeSet;

use kernel::Audience;

use super::{Scribe, seat};
use crate::model::ids::{CommandId, CountryId, LeaderId, Name, Power};
use crate::model::measures::Turn;
use crate::model::state::{Appeal, Condition, Standing};
use crate::rules::covert::{Assassination, BribePurpose};
use crate::rules::deeds::Answered;
use crate::rules::event::{AssassinOutcome, LeaderLoss, OfferEnd, Term, What};

/// Step 1 and 2: leaders who came, arrived or are well again.
pub fn week_begins(scribe: &mut Scribe<'_>) {
    for (id, him) in &scribe.after.leaders {
        let name = him.name.clone();
        let Some(was) = scribe.before.leaders.get(id) else {
            let (ma, loy, sa) = (him.ratings.ma, him.ratings.loy, him.ratings.sa);
            scribe.to(him.power, "ST-7.1", What::LeaderCame { leader: name, ma, loy, sa });
            continue;
        };
        if was.travel > 0
            && him.travel == 0
            && was.post == him.post
            && let Some(post) = him.post
        {
            let command = scribe.command(post);
            scribe.to(him.power, "ST-7.5", What::LeaderArrived { leader: name.clone(), command });
        }
        if was.wounded > 0 && him.wounded == 0 {
            scribe.to(him.power, "ST-R22", What::LeaderRecovered { leader: name });
        }
    }
}

impl Scribe<'_> {
    fn terms(&self, appeal: &Appeal) -> Vec<Term> {
        let term = |condition: &Condition| match *condition {
            Condition::Pays { payer, talents } => Term { by: self.key(payer), talents: Some(talents.0), city: None },
            Condition::Cedes { giver, city } => {
                Term { by: self.key(giver), talents: None, city: Some(self.site(city)) }
            }
        };
        appeal.conditions.iter().map(term).collect()
    }

    /// The two sides of an appeal, those that players have, and their names.
    fn sides(&self, appeal: &Appeal) -> (Vec<CountryId>, Name, Name) {
        let two = [Some(appeal.from), appeal.to.country()].into_iter().flatten().collect();
        (two, self.key(appeal.from), self.power(appeal.to))
    }

    fn pair(&self, a: CountryId, b: CountryId) -> Vec<Name> {
        vec![self.key(a), self.key(b)]
    }
}

/// Step 3: answers, offers, declarations, ceded cities; step 4: money between countries.
pub fn diplomacy(scribe: &mut Scribe<'_>) {
    let played = scribe.played;
    for (appeal, answer) in &played.deeds.answers {
        let (two, from, to) = scribe.sides(appeal);
        let (treaty, terms) = (appeal.standing, scribe.terms(appeal));
        let end = match answer {
            Answered::Accepted => {
                let until = scribe.before.turn.later(u16::from(appeal.weeks).saturating_sub(1)).0;
                scribe.these(two, "ST-22.12", What::TreatyConcluded { from, to, treaty, until, terms });
                ceded(scribe, appeal);
                continue;
            }
            Answered::Rejected => OfferEnd::Rejected,
            Answered::Void => OfferEnd::Void,
        };
        scribe.these(two, "ST-R55", What::OfferEnded { from, to, treaty, end });
    }
    let turn = scribe.before.turn;
    for (id, appeal) in scribe.after.appeals.iter().filter(|(_, appeal)| appeal.filed == turn) {
        let (two, from, to) = scribe.sides(appeal);
        let (treaty, weeks, terms) = (appeal.standing, appeal.weeks, scribe.terms(appeal));
        let answer_in = turn.later(1).0;
        scribe.these(two, "ST-22.11", What::TreatyOffered { appeal: id.0, from, to, treaty, weeks, terms, answer_in });
    }
    for (by, against) in &played.deeds.declared {
        // While a treaty holds, the enmity begins at the end of the week (ST-22.10).
        let bound =
            played.report.ended.broken.iter().any(|each| each.by.contains(by) && pair_is(each.between, *by, *against));
        let what = What::EnmityDeclared { by: scribe.key(*by), against: scribe.key(*against), at_once: !bound };
        scribe.these([*by, *against], "ST-22.15", what);
    }
    for (from, to, talents) in &played.deeds.gifts {
        let what = What::MoneySent { from: scribe.key(*from), to: scribe.key(*to), talents: talents.0 };
        scribe.these([*from, *to], "ST-3.8", what);
    }
}

fn pair_is(between: (CountryId, CountryId), one: CountryId, other: CountryId) -> bool {
    between == (one.min(other), one.max(other))
}

/// ST-22.13: the cities that went with a treaty.
fn ceded(scribe: &mut Scribe<'_>, appeal: &Appeal) {
    for condition in &appeal.conditions {
        let (Condition::Cedes { giver, city }, Some(by)) = (*condition, appeal.to.country()) else { continue };
        let taker = if giver == by { appeal.from } else { by };
        let what = What::CityCeded { city: scribe.site(city), from: scribe.key(giver), to: scribe.key(taker) };
        scribe.these([giver, taker], "ST-22.13", what);
    }
}

/// Step 6. In which order secret acts happened is never shown: to each country first what it did, as it listed it, then what
/// was done to it, by command.
pub fn covert(scribe: &mut Scribe<'_>) {
    let (sc, played) = (scribe.sc, scribe.played);
    for country in sc.country_ids() {
        for attempt in played.assassins.iter().filter(|attempt| attempt.country == country) {
            let outcome = match (attempt.met, attempt.outcome) {
                (None, _) => AssassinOutcome::NotThere,
                (_, Assassination::Kill) => AssassinOutcome::Killed,
                (_, Assassination::Wound) => AssassinOutcome::Wounded,
                (_, Assassination::Failure) => AssassinOutcome::Failed,
            };
            // Of a command that was not there nothing is told, not even whose it is.
            let target = attempt.met.and_then(|_| scribe.first(attempt.target));
            let (of, command) = (target.map(|it| scribe.power(it.power)), target.map(|it| it.name.clone()));
            scribe.only(country, "ST-21.9", What::AssassinReported { of, command, outcome });
        }
        let own = |id: CommandId| scribe.first(id).is_some_and(|it| it.power == Power::Country(country));
        let offers: Vec<What> = played
            .bribes
            .iter()
            .filter(|bribe| own(bribe.from))
            .filter_map(|bribe| {
                let target = scribe.first(bribe.target)?;
                let (of, command) = (scribe.power(target.power), target.name.clone());
                let (purpose, taken, talents) = (bribe.purpose, bribe.taken, bribe.paid.0);
                Some(What::BribeAnswered { of, command, purpose, taken, talents })
            })
            .collect();
        offers.into_iter().for_each(|what| scribe.only(country, "ST-R43", what));
        suffered(scribe, country);
    }
}

/// What was done to a country in secret, as far as it learns of it.
fn suffered(scribe: &mut Scribe<'_>, country: CountryId) {
    let played = scribe.played;
    let power = Power::Country(country);
    let mut done: Vec<(CommandId, What)> = Vec::new();
    for attempt in &played.assassins {
        let Some(leader) = attempt.met.filter(|_| attempt.outcome != Assassination::Failure) else { continue };
        let Some(target) = scribe.first(attempt.target).filter(|it| it.power == power) else { continue };
        let sender = attempt.traced.then(|| scribe.key(attempt.country));
        let killed = attempt.outcome == Assassination::Kill;
        let (leader, command) = (scribe.leader(leader), target.name.clone());
        done.push((attempt.target, What::LeaderAttacked { leader, command, killed, sender }));
    }
    for bribe in played.bribes.iter().filter(|bribe| bribe.told) {
        let Some(target) = scribe.first(bribe.target).filter(|it| it.power == power) else { continue };
        let sender = scribe.first(bribe.from).filter(|_| bribe.traced).map(|it| scribe.power(it.power));
        done.push((bribe.target, What::BribeRefused { command: target.name.clone(), sender }));
    }
    done.sort_by(|(one, a), (other, b)| (one, format!("{a:?}")).cmp(&(other, format!("{b:?}"))));
    for (_, what) in done {
        let rule = if matches!(what, What::BribeRefused { .. }) { "ST-R43" } else { "ST-21.9" };
        scribe.only(country, rule, what);
    }
}

/// What the week made of leaders: lost, escaped, failed, grown.
pub fn fate_of_leaders(scribe: &mut Scribe<'_>) {
    let turn = scribe.after.turn;
    for (id, was) in &scribe.before.leaders {
        let name = was.name.clone();
        let Some(him) = scribe.after.leaders.get(id).filter(|him| him.power == was.power) else {
            if let Some(how) = loss(scribe, *id) {
                scribe.to(was.power, "ST-R19", What::LeaderLost { leader: name, how });
            }
            continue;
        };
        if (him.ratings.ma, him.ratings.sa) != (was.ratings.ma, was.ratings.sa) {
            let (ma, loy, sa) = (him.ratings.ma, him.ratings.loy, him.ratings.sa);
            scribe.to(was.power, "ST-R22", What::LeaderGrew { leader: name.clone(), ma, loy, sa });
        }
        let lost_post = was.post.filter(|post| him.post.is_none() && lost(scribe, *post, was.power)).is_some();
        if lost_post {
            scribe.to(was.power, "ST-R19", What::LeaderEscaped { leader: name.clone(), weeks: him.travel });
        }
        if him.failed == Some(turn) {
            let command = him.post.map(|post| scribe.command(post));
            scribe.to(was.power, "ST-8.4", What::LeaderFailed { leader: name, command });
        }
    }
}

/// Whether a command is gone, or has another master, without having dispersed.
fn lost(scribe: &Scribe<'_>, command: CommandId, power: Power) -> bool {
    let dispersed = scribe.played.deeds.dispersed.iter().any(|(_, id, ..)| *id == command);
    !dispersed && scribe.after.commands.get(&command).is_none_or(|it| it.power != power)
}

/// How a leader was lost; `None` if that is told already.
fn loss(scribe: &Scribe<'_>, leader: LeaderId) -> Option<LeaderLoss> {
    let (played, report) = (scribe.played, &scribe.played.report);
    let murdered =
        |each: &crate::rules::covert_acts::Attempt| each.met == Some(leader) && each.outcome == Assassination::Kill;
    if played.assassins.iter().any(murdered) {
        return None;
    }
    let sides = report.battles.iter().flat_map(|battle| [&battle.winner, &battle.loser]);
    if sides.flat_map(|side| &side.killed).any(|killed| *killed == leader) {
        return Some(LeaderLoss::Battle);
    }
    let captured = report.captured.iter().any(|each| each.leader == Some((leader, false)));
    let of_city = all_fallen(scribe).flat_map(|fallen| &fallen.killed).any(|killed| *killed == leader);
    let post = scribe.before.leaders.get(&leader).and_then(|him| him.post);
    let caught = post.is_some_and(|post| report.caught.contains(&post));
    if captured || of_city || caught {
        return Some(LeaderLoss::Command);
    }
    let bribed = |purpose| {
        played.bribes.iter().any(|bribe| bribe.taken && bribe.purpose == purpose && Some(bribe.target) == post)
    };
    if scribe.after.leaders.contains_key(&leader) || bribed(BribePurpose::SurrenderCity) {
        return Some(LeaderLoss::Treason);
    }
    if played.quarter.dismissed.values().any(|dismissed| *dismissed == leader) {
        return Some(LeaderLoss::Dismissed);
    }
    let out = scribe.before.leaders.get(&leader).and_then(|him| him.power.country());
    let out = out.is_some_and(|country| scribe.after.country(country).out);
    let excess = scribe.sc.closes_quarter(scribe.before.turn) && !out;
    Some(if excess { LeaderLoss::Excess } else { LeaderLoss::Gone })
}

/// Every fall of a city, in the order of the week.
pub(super) fn all_fallen<'a>(scribe: &Scribe<'a>) -> impl Iterator<Item = &'a crate::rules::capture::Fallen> + use<'a> {
    let (played, report) = (scribe.played, &scribe.played.report);
    let bribed = played.bribes.iter().filter_map(|bribe| bribe.fallen.as_ref());
    let stormed = report.assaults.iter().filter_map(|assault| assault.fallen.as_ref());
    let unrest = report.events.iter().filter_map(|befell| befell.fallen.as_ref());
    bribed.chain(stormed).chain(&report.siege.fallen).chain(&report.risen).chain(unrest).chain(&report.outraged)
}

/// Step 18: treaties that were broken or have run their time, and offers that nobody answered: to the two.
pub fn treaties_end(scribe: &mut Scribe<'_>) {
    let ended = &scribe.played.report.ended;
    for each in &ended.broken {
        let (a, b) = each.between;
        let by = each.by.iter().map(|country| scribe.key(*country)).collect();
        let what = What::TreatyBroken { between: scribe.pair(a, b), treaty: each.was, by, enemy: each.enemy };
        scribe.these([a, b], "ST-22.3", what);
    }
    for (a, b, treaty) in &ended.lapsed {
        let what = What::TreatyLapsed { between: scribe.pair(*a, *b), treaty: *treaty };
        scribe.these([*a, *b], "ST-22.19", what);
    }
    for appeal in &ended.unanswered {
        let (two, from, to) = scribe.sides(appeal);
        let what = What::OfferEnded { from, to, treaty: appeal.standing, end: OfferEnd::Unanswered };
        scribe.these(two, "ST-R55", what);
    }
    let public = |standing: Standing, since: Turn, now: Turn| {
        standing == Standing::Alliance && now.since(since) > scribe.sc.rulings.treaties.public_after.max(0) as u16
    };
    let shown: Vec<(CountryId, CountryId)> = scribe
        .after
        .relations
        .iter()
        .filter(|now| {
            let then = scribe.before.relation(now.a, now.b);
            let known = then.is_some_and(|then| public(then.standing, then.since, scribe.before.turn));
            public(now.standing, now.since, scribe.after.turn) && !known
        })
        .map(|relation| (relation.a, relation.b))
        .collect();
    for (a, b) in shown {
        let two = BTreeSet::from([a, b]);
        let others = scribe.sc.country_ids().filter(|country| !two.contains(country)).map(seat).collect();
        scribe.add(Audience::Others(others), "ST-R55", What::AllianceKnown { between: scribe.pair(a, b) });
    }
}
