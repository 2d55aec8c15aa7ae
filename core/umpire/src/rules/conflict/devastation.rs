//! Devastation by hostile troops (UM-10.1, UM-10.2, UM-R25).

use kernel::RuleRef;

use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{Factions, ProvinceId, Rp};
use crate::model::scenario::CityStatus;
use crate::rules::event::EventKind;
use crate::rules::turn::Turn;

/// UM-R25: chance of damage by so many hostile units, per cent; none without any.
pub fn devastation_chance(of: &Constants, hostile: u32) -> i64 {
    if hostile == 0 {
        return 0;
    }
    let of = &of.R25;
    (of.base_chance + of.per_hostile_unit * i64::from(hostile)).clamp(of.min_chance, of.max_chance)
}

/// UM-R25: what the damage is.
pub fn damage(of: &Constants, hostile: u32) -> Rp {
    let of = &of.R25;
    Rp::tenths(if hostile >= of.horde_size { of.horde_tenths } else { of.damage_tenths })
}

/// UM-10.1, UM-R11, UM-R13: damage never takes revenue below half its original value, a quarter while the city lies
/// in ruins.
pub fn damage_floor(of: &Constants, original: Rp, cty: CityStatus) -> Rp {
    let pct = if cty == CityStatus::Destroyed { of.R13.damage_floor_pct } else { of.R11.damage_floor_pct };
    original.times(pct, 100)
}

/// Hostile units may lay the province waste.
pub(super) fn ravage(turn: &mut Turn, place: ProvinceId) {
    let (sc, owner) = (turn.sc, turn.st.province(place).owner);
    let hostile =
        turn.st.hostile_units(sc, place, owner, Arm::Land) + turn.st.hostile_units(sc, place, owner, Arm::Sea);
    let chance = devastation_chance(&sc.constants, hostile);
    if chance == 0 || !turn.dice.stream("devastation", place.0, 0).chance(chance as i32, RuleRef::new("UM-R25")) {
        return;
    }
    let province = turn.st.province_mut(place);
    let floor = damage_floor(&sc.constants, province.rev_original, province.cty);
    let before = province.rev_current;
    province.rev_current = (before - damage(&sc.constants, hostile)).max(floor).min(before);
    let points = before - province.rev_current;
    if points > Rp::ZERO {
        turn.tell_parts(place, Factions::one(owner), "UM-10.1", |sc, st, whole| EventKind::ProvinceDevastated {
            place: st.place(sc, place),
            owner: sc.party(owner),
            points: whole.then_some(points),
        });
    }
}
