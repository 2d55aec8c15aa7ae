//! What recruiting and building share: limits, money and points (ER-9).

use super::prelude::*;
use crate::model::scenario::RecruitWay;
use crate::rules::recruit::{PER_HEX, available, price};

/// ER-9.6: nobody raises anything in a plundered province, and never again who plundered his own.
pub(super) fn devastated(ctx: &OrderContext<'_>, power: PowerId, province: ProvinceId) -> Result<(), Refusal> {
    let (info, now) = (ctx.sc.province(province), ctx.st.province(province));
    if ctx.st.plundered(province) {
        let detail = format!("{} was plundered within the last six months", info.name);
        return Err(Refusal::new("plundered", "ER-9.6", detail).at("hex"));
    }
    if now.plundered_at_home && info.initial == Some(power) {
        let detail = format!("{} has plundered its own {}", ctx.sc.power(power).name, info.name);
        return Err(Refusal::new("plundered_own", "ER-19.6", detail).at("hex"));
    }
    Ok(())
}

/// ER-9.2: two per hex and month.
pub(super) fn per_hex(raised: u8, count: u8, what: &str) -> Result<(), Refusal> {
    if (1..=PER_HEX).contains(&count) && raised + count <= PER_HEX {
        return Ok(());
    }
    let left = PER_HEX.saturating_sub(raised);
    let detail = format!("at most {PER_HEX} {what} are raised in a hex per month");
    Err(Refusal::new("two_per_hex", "ER-9.2", detail).hint(format!("{left} can still be raised here")).at("count"))
}

/// Limits, money and points (ER-9.7 to ER-9.10).
pub(super) fn affordable(
    ctx: &OrderContext<'_>, power: PowerId, province: ProvinceId, kind: usize, count: u8,
) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let (info, now) = (sc.power(power), st.power(power));
    let left = available(sc, st, power, province, kind);
    if left < u16::from(count) {
        let name = UnitKind::ALL.get(kind).map_or("fleet unit", |unit| sc.unit(*unit).name.as_str());
        let (rule, detail) = match info.way {
            RecruitWay::C => ("ER-9.10", format!("{} can rebuild {left} {name} it has lost, not {count}", info.name)),
            _ => ("ER-9.7", format!("{} raises {left} more {name} this year, not {count}", sc.province(province).name)),
        };
        return Err(Refusal::new("limit", rule, detail).at("count"));
    }
    let price = price(sc, power, kind, count);
    if now.treasury < price.talents {
        let detail = format!("it costs {} talents, and {} has {}", price.talents, info.name, now.treasury);
        return Err(Refusal::new("no_talents", "ER-9.7", detail));
    }
    if now.replacements < price.points {
        let detail =
            format!("it takes {} replacement points, and {} has {}", price.points, info.name, now.replacements);
        return Err(Refusal::new("no_points", "ER-9.8", detail));
    }
    Ok(())
}
