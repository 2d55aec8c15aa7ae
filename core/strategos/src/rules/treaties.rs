//! Treaties and war (ST-22, ST-R55).

use super::morale::halved;
use crate::model::ids::{AppealId, CountryId, Power, SiteId};
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::{Appeal, Breaking, Condition, SiteStatus, Standing, State};

/// ST-22.9: whether a treaty may last so many weeks.
pub fn may_last(rulings: &Rulings, weeks: u32) -> bool {
    (1..=rulings.treaties.most_weeks as u32).contains(&weeks)
}

/// Why a treaty is not offered, accepted or broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTreaty {
    /// With oneself, or of no such kind.
    Kind,
    /// Longer than a treaty may last (ST-22.9).
    Weeks,
    /// Two have been offered this turn (ST-22.11).
    Twice,
    /// A condition on somebody else, or that cannot be met.
    Condition,
    /// Money needs a line of communication between the two (ST-22.14).
    NoLine,
    /// There is no such offer, or it is not yet, or no longer, open (ST-R55).
    NotOpen,
    /// There is no treaty.
    NoTreaty,
    /// They are enemies already.
    Enemies,
}

/// ST-22.11, ST-22.14: files an appeal; it is shown with this turn's sheet and may be answered in the next (ST-R55).
pub fn offer(
    sc: &Scenario, st: &mut State, from: CountryId, to: CountryId, standing: Standing, weeks: u8,
    conditions: Vec<Condition>,
) -> Result<AppealId, NoTreaty> {
    if from == to || !standing.is_treaty() {
        return Err(NoTreaty::Kind);
    }
    if !may_last(&sc.rulings, u32::from(weeks)) {
        return Err(NoTreaty::Weeks);
    }
    let filed = st.appeals.values().filter(|appeal| appeal.from == from && appeal.filed == st.turn).count();
    if filed >= sc.rulings.treaties.appeals_a_turn.max(0) as usize {
        return Err(NoTreaty::Twice);
    }
    for condition in &conditions {
        let (Condition::Pays { payer: party, .. } | Condition::Cedes { giver: party, .. }) = *condition;
        if party != from && party != to {
            return Err(NoTreaty::Condition);
        }
        if matches!(condition, Condition::Pays { .. }) && !super::communication::between(sc, st, from, to) {
            return Err(NoTreaty::NoLine);
        }
    }
    let id = AppealId(st.next.appeal);
    st.next.appeal += 1;
    let filed = st.turn;
    st.appeals.insert(id, Appeal { from, to: Power::Country(to), standing, weeks, conditions, filed });
    Ok(id)
}

/// ST-22.12, ST-R55: whether an appeal may be answered this turn: it was filed in the last.
pub fn is_open(st: &State, appeal: &Appeal) -> bool {
    st.turn.since(appeal.filed) == 1
}

/// ST-22.12, ST-22.13: accepts an appeal: its money and cities change hands at once, and it binds. If a condition cannot be
/// met the treaty is void, and nothing changes but that the appeal is gone.
pub fn accept(sc: &Scenario, st: &mut State, by: CountryId, id: AppealId) -> Result<(), NoTreaty> {
    let open = st.appeals.get(&id).is_some_and(|appeal| appeal.to == Power::Country(by) && is_open(st, appeal));
    if !open {
        return Err(NoTreaty::NotOpen);
    }
    let appeal = st.appeals.remove(&id).expect("it is there");
    let other = |party: CountryId| if party == by { appeal.from } else { by };
    let mut after = st.clone();
    for condition in &appeal.conditions {
        let met = match *condition {
            Condition::Pays { payer, talents } => {
                let paid = super::money::pay(&mut after, payer, talents);
                if paid {
                    after.country_mut(other(payer)).treasury += talents;
                }
                paid
            }
            Condition::Cedes { giver, city } => cede(&mut after, giver, other(giver), city),
        };
        if !met {
            return Err(NoTreaty::Condition);
        }
    }
    let turn = after.turn;
    let relation = after.relation_mut(appeal.from, by).expect("two countries have a relation");
    relation.standing = appeal.standing;
    relation.since = turn;
    relation.until = Some(turn.later(u16::from(appeal.weeks).saturating_sub(1)));
    relation.breaking.clear();
    debug_assert!(may_last(&sc.rulings, u32::from(appeal.weeks)));
    *st = after;
    Ok(())
}

/// ST-2.1, ST-22.13: a city passes to another country, for whom it is allied. Its garrison goes with it. False, and nothing
/// changes, if it is not the giver's, is his capital, or is blockaded.
pub fn cede(st: &mut State, giver: CountryId, taker: CountryId, city: SiteId) -> bool {
    let (from, to, turn) = (Power::Country(giver), Power::Country(taker), st.turn);
    let Some(site) = st.sites.get(&city) else { return false };
    let foreign_inside = st.commands.iter().any(|(id, command)| command.inside == Some(city) && *id != site.command);
    let led = st.command(site.command);
    let linked = led.parent.is_some() || st.children(site.command).next().is_some();
    if site.power != from || site.size == 0 || site.blockade.is_some() || foreign_inside || linked {
        return false;
    }
    let command = site.command;
    let site = st.site_mut(city);
    site.previous = Some((from, site.status));
    (site.power, site.status, site.since, site.base) = (to, SiteStatus::Allied, turn, false);
    let command = st.command_mut(command);
    command.power = to;
    if let Some(leader) = command.leader.take() {
        st.leaders.get_mut(&leader).expect("he leads").post = None;
    }
    true
}

/// ST-22.10, ST-22.15, ST-R55: declares enmity. Against a neutral it takes effect at once, against a treaty partner at the end
/// of the turn.
pub fn declare_enemy(st: &mut State, by: CountryId, against: CountryId) -> Result<(), NoTreaty> {
    let turn = st.turn;
    let relation = st.relation_mut(by, against).ok_or(NoTreaty::Kind)?;
    match relation.standing {
        Standing::Enemy => return Err(NoTreaty::Enemies),
        Standing::Neutral => (relation.standing, relation.since) = (Standing::Enemy, turn),
        Standing::NonAggression | Standing::Alliance => note_breaking(&mut relation.breaking, by, true),
    }
    Ok(())
}

/// ST-22.3: breaks a treaty by declaration, at the end of the turn.
pub fn break_treaty(st: &mut State, by: CountryId, with: CountryId) -> Result<(), NoTreaty> {
    let relation = st.relation_mut(by, with).ok_or(NoTreaty::Kind)?;
    if !relation.standing.is_treaty() {
        return Err(NoTreaty::NoTreaty);
    }
    note_breaking(&mut relation.breaking, by, false);
    Ok(())
}

fn note_breaking(breaking: &mut Vec<Breaking>, by: CountryId, enemy: bool) {
    match breaking.iter_mut().find(|each| each.by == by) {
        Some(known) => known.enemy |= enemy,
        None => breaking.push(Breaking { by, enemy }),
    }
}

/// ST-22.3, ST-22.15: two countries fought. Neutrals are enemies at once; a treaty is broken by who sought the battle, and they
/// are enemies when the turn is over.
pub fn fought(st: &mut State, one: CountryId, other: CountryId, sought: &[CountryId]) {
    let turn = st.turn;
    let Some(relation) = st.relation_mut(one, other) else { return };
    if relation.standing.is_treaty() {
        sought.iter().for_each(|by| note_breaking(&mut relation.breaking, *by, true));
    } else {
        if relation.standing == Standing::Neutral {
            relation.since = turn;
        }
        relation.standing = Standing::Enemy;
    }
}

/// A city that checks its country's morale because a treaty was broken (ST-22.4, ST-22.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CityCheck {
    /// The city.
    pub site: SiteId,
    /// The number it checks against.
    pub against: u8,
}

/// A treaty that was broken (ST-22.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The two, the lower first.
    pub between: (CountryId, CountryId),
    /// What it was.
    pub was: Standing,
    /// Who broke it: one of them, or both.
    pub by: Vec<CountryId>,
    /// Whether they are enemies now.
    pub enemy: bool,
}

/// What step 18 does to treaties.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreatiesEnded {
    /// Those that were broken.
    pub broken: Vec<Broken>,
    /// Those that have run their time (ST-22.19), with what they were.
    pub lapsed: Vec<(CountryId, CountryId, Standing)>,
    /// Offers that nobody answered (ST-R55).
    pub unanswered: Vec<Appeal>,
    /// The cities that are to check.
    pub checks: Vec<CityCheck>,
}

/// Step 18: treaties that are being broken end, and their breakers' cities are to check (ST-22.4, ST-22.7), unless both broke
/// (ST-22.8); those that have run their time lapse (ST-22.19). Appeals that nobody answered lapse (ST-R55).
pub fn end_of_turn(st: &mut State) -> TreatiesEnded {
    let turn = st.turn;
    let mut ended = TreatiesEnded::default();
    for at in 0..st.relations.len() {
        let relation = &mut st.relations[at];
        let breaking = std::mem::take(&mut relation.breaking);
        if !breaking.is_empty() {
            let (between, was) = ((relation.a, relation.b), relation.standing);
            let alliance = was == Standing::Alliance;
            let enemy = breaking.iter().any(|each| each.enemy);
            relation.standing = if enemy { Standing::Enemy } else { Standing::Neutral };
            (relation.since, relation.until) = (turn.later(1), None);
            if let [only] = breaking[..] {
                ended.checks.extend(city_checks(st, only.by, alliance));
            }
            let by = breaking.iter().map(|each| each.by).collect();
            ended.broken.push(Broken { between, was, by, enemy });
        } else if relation.until.is_some_and(|until| until <= turn) {
            ended.lapsed.push((relation.a, relation.b, relation.standing));
            relation.standing = Standing::Neutral;
            (relation.since, relation.until) = (turn.later(1), None);
        }
    }
    let stale = st.appeals.extract_if(.., |_, appeal| turn.since(appeal.filed) >= 1);
    ended.unanswered = stale.map(|(_, appeal)| appeal).collect();
    ended
}

/// ST-22.4, ST-22.7: of a non-aggression treaty the cities that are owned check against the country's morale, of an alliance
/// all that are controlled against half of it.
fn city_checks(st: &State, breaker: CountryId, alliance: bool) -> Vec<CityCheck> {
    let morale = st.country(breaker).morale;
    let against = if alliance { halved(morale) } else { morale };
    let cities = st.sites.iter().filter(|(_, site)| site.power == Power::Country(breaker) && site.size > 0);
    let bound = cities.filter(|(_, site)| alliance || site.status == SiteStatus::Owned);
    bound.map(|(id, _)| CityCheck { site: *id, against }).collect()
}
