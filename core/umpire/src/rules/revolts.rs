//! P8: local revolts (UM-25, UM-R88, UM-R89).

use kernel::RuleRef;
use kernel::exact::round_half_up;

use super::conflict::strength::land_value;
use super::options::readers;
use super::ownership::{LOYAL, garrisoned};
use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{NationId, ProvinceId, Rp, Units};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::EventKind;
use crate::rules::turn::Turn;

/// What the chance of a revolt hangs on (UM-R88).
#[derive(Clone, Copy, Debug)]
pub struct Unrest {
    /// Loyalty 1, as against 2 or more.
    pub captured: bool,
    /// Whether the owner has a garrison.
    pub garrisoned: bool,
    /// Open-battle value of the garrison in the local terrain, tenths (UM-25.7).
    pub garrison: i64,
    /// Revenue of the province.
    pub revenue: Rp,
    /// Tax rate, per cent; `None` for a tribal owner.
    pub tax_rate: Option<u16>,
    /// Spies of an enemy and none of the owner (UM-25.5).
    pub enemy_spies: bool,
    /// The owner's commander-in-chief died this turn or the last (UM-R29).
    pub chief_dead: bool,
}

/// UM-R88: the chance of a revolt, per cent, at a scale of so many per cent.
pub fn revolt_chance(constants: &Constants, unrest: &Unrest, scale: i64) -> i64 {
    let of = &constants.R88;
    let pick = |captured: i64, loyal: i64| if unrest.captured { captured } else { loyal };
    let base = if unrest.garrisoned {
        pick(of.captured_garrisoned, of.loyal_garrisoned)
    } else {
        pick(of.captured_ungarrisoned, of.loyal_ungarrisoned)
    };
    let tax = unrest.tax_rate.map_or(0, |rate| match i64::from(rate) - 100 {
        excess @ 0.. => round_half_up(excess * pick(of.captured_overtax_pct, of.loyal_overtax_pct), 100),
        relief => -round_half_up(-relief, pick(of.captured_relief_divisor, of.loyal_relief_divisor)),
    });
    let spies = if unrest.enemy_spies { pick(of.captured_enemy_spies, of.loyal_enemy_spies) } else { 0 };
    let chief = if unrest.chief_dead { pick(of.captured_cic_death, of.loyal_cic_death) } else { 0 };
    let sum = (base + tax + spies + chief).max(0);
    let revenue = unrest.revenue.in_tenths().max(0);
    let strength = (revenue + unrest.garrison).max(1);
    round_half_up(sum * revenue * scale, 100 * strength).clamp(0, of.max_chance)
}

/// UM-R88: the chance that a province which is not its owner's capital rises as things stand, per cent.
pub fn chance_at(sc: &Scenario, st: &State, place: ProvinceId) -> i64 {
    revolt_chance(&sc.constants, &unrest(sc, st, place), sc.revolt_scale)
}

/// UM-R89: how many units rise, for a draw of so many per cent.
pub fn rebels(constants: &Constants, revenue: Rp, drawn_pct: i64) -> i64 {
    round_half_up(revenue.in_tenths() * drawn_pct, 10 * 100).max(constants.R89.least_units)
}

/// UM-25.11: whose the rebels of a province are: the original owner's in his former home province, else nobody's.
pub fn rebels_serve(sc: &Scenario, st: &State, place: ProvinceId) -> NationId {
    let province = st.province(place);
    let original = province.original_owner;
    if original == sc.ind() || original == province.owner || st.nation(original).eliminated {
        return sc.ind();
    }
    let home = st.nation(original).capital == place || sc.nation(original).capital == place;
    if home { original } else { sc.ind() }
}

/// The unrest in an owned province that is not its owner's capital.
pub fn unrest(sc: &Scenario, st: &State, place: ProvinceId) -> Unrest {
    let province = st.province(place);
    let owner = province.owner;
    let nation = st.nation(owner);
    let watched = province.spies.has(owner);
    let since_death = st.turn.saturating_sub(nation.cic_died);
    Unrest {
        captured: province.loyalty < LOYAL,
        garrisoned: garrisoned(sc, st, place),
        garrison: land_value(sc, st.stacks.of(place, owner), sc.province(place).terrain),
        revenue: province.rev_current,
        tax_rate: sc.is_civilised(owner).then_some(nation.tax_rate),
        enemy_spies: !watched && province.spies.iter().any(|spies| st.enemies(sc, owner, spies)),
        chief_dead: nation.cic_died > 0 && since_death < sc.constants.R29.revolt_term_turns,
    }
}

/// P8: provinces rise against their owners; capitals do not, and the Independents' cannot (UM-25.2, UM-25.13).
pub fn break_out(turn: &mut Turn) {
    const R88: RuleRef = RuleRef::new("UM-R88");
    let sc = turn.sc;
    for place in sc.province_ids() {
        let owner = turn.st.province(place).owner;
        if owner == sc.ind() || turn.st.nation(owner).capital == place {
            continue;
        }
        let chance = chance_at(sc, turn.st, place);
        if chance > 0 && turn.dice.stream("revolt", place.0, 0).chance(chance as i32, R88) {
            rise(turn, place);
        }
    }
}

/// A province rises: rebels take up arms (UM-R89). They do not hold it yet: an ungarrisoned province falls to whoever
/// stays in it (UM-25.8), a garrisoned one must be won (UM-25.10).
fn rise(turn: &mut Turn, place: ProvinceId) {
    let sc = turn.sc;
    let of = &sc.constants.R89;
    let province = turn.st.province(place);
    let (owner, revenue) = (province.owner, province.rev_current);
    let [least, most] = of.strength_pct;
    let drawn = turn.dice.stream("rebels", place.0, 0).range(least, most, RuleRef::new("UM-R89"));
    let count = rebels(&sc.constants, revenue, i64::from(drawn)) as u16;
    let (kind, side) = (sc.rebel_type[sc.province(place).terrain], rebels_serve(sc, turn.st, place));
    if side == sc.ind() {
        turn.st.province_mut(place).in_revolt_against = Some(owner);
    } else if turn.st.armies(sc, place, side) == 0 {
        turn.st.standing.set(place, side, Arm::Land, Some(sc.constants.R59.rebels));
    }
    turn.st.stacks.add(place, side, kind, count);
    // His own rebels are a foreign force to the owner: how many they are he learns from his reports.
    turn.tell_parts(place, readers(sc, [side]), "UM-25.1", |sc, st, whole| EventKind::RevoltBroke {
        place: st.place(sc, place),
        owner: sc.party(owner),
        rebels: sc.party(side),
        units: whole.then(|| Units(vec![(sc.troop(kind), count)])),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPTURED: Unrest = Unrest {
        captured: true,
        garrisoned: true,
        garrison: 60,
        revenue: Rp::whole(6),
        tax_rate: Some(100),
        enemy_spies: false,
        chief_dead: false,
    };

    #[test]
    fn captured_provinces_rise_the_more_the_less_they_are_held() {
        let constants = Constants::standard();
        let chance = |unrest| revolt_chance(&constants, &unrest, 100);
        assert_eq!(chance(CAPTURED), 6);
        assert_eq!(chance(Unrest { tax_rate: Some(150), ..CAPTURED }), 16);
        let open = Unrest { garrisoned: false, garrison: 0, ..CAPTURED };
        assert_eq!(chance(open), 40);
        assert_eq!(chance(Unrest { tax_rate: Some(50), ..open }), 35);
        assert_eq!(chance(Unrest { captured: false, tax_rate: Some(0), ..open }), 0);
        assert_eq!(chance(Unrest { captured: false, ..open }), 1);
        assert_eq!(chance(Unrest { captured: false, garrisoned: true, ..open }), 0);
        assert_eq!(chance(Unrest { enemy_spies: true, chief_dead: true, tax_rate: None, ..open }), 60);
    }

    #[test]
    fn at_least_one_rebel_rises() {
        let constants = Constants::standard();
        assert_eq!(rebels(&constants, Rp::whole(6), 60), 4);
        assert_eq!(rebels(&constants, Rp::whole(1), 40), 1);
    }
}
