//! What may come of an order, as far as its nation can know: from the public rules, its own figures, and a range over what
//! it cannot know.

use kernel::map::Mode;

use crate::model::ids::{NameId, NationId, ProvinceId, Rp};
use crate::model::scenario::{CityStatus, Scenario};
use crate::model::state::State;
use crate::rules::movement::Restless;
use crate::rules::options::intrigue;
use crate::rules::{conflict, revolts, taxes};

/// So many provinces are named of those that may rise.
const NAMED: usize = 3;
/// Nobody is healthier (UM-13.4).
const BEST_HEALTH: u8 = 7;

/// `29 in 100`, or `10 to 36 in 100`.
fn in_100(least: i64, most: i64) -> String {
    if least == most { format!("{least} in 100") } else { format!("{least} to {most} in 100") }
}

/// UM-6.3, UM-R16, UM-25, UM-26: what the tax rate of the position brings, and what it stirs up.
pub(super) fn of_taxes(sc: &Scenario, st: &State, nation: NationId) -> String {
    let of = &sc.constants.R16;
    let mut text = format!(
        "brings about {} RP, each province up to {} % more or less; pay takes {} RP",
        taxes::expected_tax(sc, st, nation),
        i64::from(of.rolls) * i64::from(of.spread),
        taxes::upkeep(sc, st, nation)
    );
    if sc.local_revolts {
        let capital = st.nation(nation).capital;
        let mut restless: Vec<(i64, ProvinceId)> = st
            .owned_by(nation)
            .filter(|place| *place != capital)
            .map(|place| (revolts::chance_at(sc, st, place), place))
            .collect();
        restless.retain(|(chance, _)| *chance > 0);
        restless.sort_by_key(|&(chance, place)| (-chance, place));
        let named: Vec<String> = restless
            .iter()
            .take(NAMED)
            .map(|&(chance, place)| format!("{} {}", st.place(sc, place), in_100(chance, chance)))
            .collect();
        match restless.len() {
            0 => text.push_str("; no province rises, unless enemy spies stir it up"),
            many if many > NAMED => {
                text.push_str(&format!("; {many} provinces may rise, first {}", named.join(", ")));
            }
            _ => text.push_str(&format!("; may rise: {}", named.join(", "))),
        }
    } else {
        let chance = taxes::decline_chance(st.nation(nation).tax_rate);
        let cities = st.owned_by(nation).filter(|place| st.province(*place).cty == CityStatus::Standing).count();
        if chance > 0 && cities > 0 {
            text.push_str(&format!("; each city shrinks with a chance of {}", in_100(chance, chance)));
        }
    }
    text
}

/// UM-11.2, UM-R28: how likely an assassin is to succeed. How healthy a foreign general is nobody knows.
pub(super) fn of_assassin(sc: &Scenario, st: &State, nation: NationId, victim: NameId, amount: Rp) -> Option<String> {
    let victim = st.general(intrigue::bearer(st, victim)?);
    let chance = |health| intrigue::kill_chance(&sc.constants, amount, health);
    let (least, most) = if victim.nation == nation {
        (chance(victim.health), chance(victim.health))
    } else {
        (chance(BEST_HEALTH), chance(0))
    };
    let exposed = sc.constants.R28.exposed_chance;
    Some(format!(
        "kills with a chance of {}; if not, you are found out in {exposed} of 100; the money is gone either way",
        in_100(least, most)
    ))
}

/// UM-11.6, UM-R31: how likely a bribe is to be taken. The morale of a nation's garrison nobody else knows.
pub(super) fn of_bribe(sc: &Scenario, st: &State, place: ProvinceId, amount: Rp) -> String {
    let (constants, of) = (&sc.constants, &sc.constants.R31);
    let chance = |morale| intrigue::bribe_chance(constants, amount, morale);
    let (least, most) = if st.province(place).owner == sc.ind() {
        (constants.R44.independents, constants.R44.independents)
    } else {
        (constants.R44.full, constants.R44.floor)
    };
    format!(
        "is taken with a chance of {}, and only then paid; in {} of 100 it is found out then. Else you lose your spies \
         there in {} of 100",
        in_100(chance(least), chance(most)),
        of.caught_chance,
        of.network_lost_chance
    )
}

/// UM-25, UM-R88: a province that the troops leave behind.
pub(super) fn of_leaving(sc: &Scenario, st: &State, left: &Restless) -> String {
    let [before, after] = [left.before, left.after].map(|chance| in_100(chance, chance));
    let place = st.place(sc, left.place);
    format!("; {place}, which it leaves, may rise this turn with a chance of {after}: {before} if it stayed")
}

/// UM-15.12, UM-R45, UM-22: when a force that is not held up reaches its last stage, and whether its supplies would.
pub(super) fn of_march(sc: &Scenario, st: &State, nation: NationId, mode: Mode, place: ProvinceId, end: i64) -> String {
    let percent = (end * 100).div_euclid(sc.constants.R45.turn_length);
    let way = if mode == Mode::Sea { "by sea" } else { "by land" };
    let mut text =
        format!("is in {} {way} when {percent} % of the turn have passed, if nothing holds it up", st.place(sc, place));
    if !conflict::route_awaits(sc, st, place, nation) {
        let of = &sc.constants.R83;
        text.push_str(&format!(
            "; none of your provinces beside it can supply it: in conflict there, it loses {} % of its units with a \
             chance of {}, more if pay is owed",
            of.loss_pct,
            in_100(of.chance, of.chance)
        ));
    }
    text
}
