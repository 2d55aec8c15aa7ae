//! Plunder (ER-19, ER-R55).

use kernel::Refusal;

use crate::model::ids::{Class, PowerId, ProvinceId};
use crate::model::state::Phase;
use crate::orders::OrderContext;
use crate::rules::engine::{Engine, Permission};
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::relations;
use crate::rules::{dissolution, naval};

/// `plunder_province`: by whoever holds the unbesieged capital with heavy troops of its own in its hex (ER-19.1,
/// ER-19.3, ER-R55).
pub fn judge(ctx: &OrderContext<'_>, power: &str, province: &str) -> Result<Permission, Refusal> {
    let power = ctx.acting(power, &[Phase::Siege])?;
    let province = ctx.province(province, "province")?;
    naval::awake(ctx, power)?;
    let (sc, st) = (ctx.sc, ctx.st);
    let (info, name) = (sc.province(province), &sc.power(power).name);
    let refuse = |code, rule, detail: String| Err(Refusal::new(code, rule, detail).at("province"));
    let Some(capital) = info.capital else {
        return refuse("no_capital", "ER-R34", format!("{} has no cities, and is not plundered", info.name));
    };
    let town = &sc.city(capital).name;
    if st.city(capital).controller != power {
        return refuse("not_held", "ER-19.1", format!("{name} does not hold {town}, the capital of {}", info.name));
    }
    if relations::besieged(st, capital) {
        return refuse("besieged", "ER-19.1", format!("{town}, the capital of {}, is besieged", info.name));
    }
    let heavy = |class| matches!(class, Class::HeavyInfantry | Class::HeavyCavalry);
    let mut own = st.armies_at(sc.city(capital).hex).filter(|army| army.id.power == power);
    if !own.any(|army| army.bands.iter().any(|band| heavy(band.kind.class()))) {
        let detail = format!("{name} has neither heavy infantry nor heavy cavalry at {town}");
        return refuse("no_heavy_troops", "ER-19.3", detail);
    }
    if let Some(last) = st.province(province).plundered_until.filter(|_| st.plundered(province)) {
        return refuse("plundered", "ER-R55", format!("{} is plundered until the end of {last}", info.name));
    }
    Ok(Box::new(move |eng| plunder(eng, power, province)))
}

/// ER-19.2 to ER-19.8.
fn plunder(eng: &mut Engine<'_>, power: PowerId, id: ProvinceId) {
    let (info, figures) = (eng.sc.province(id), eng.sc.constants.plunder);
    let tax = u32::from(info.tax);
    let talents = tax * u32::from(figures.factor);
    let until = eng.st.month.plus(i16::from(figures.months));
    let now = eng.st.province_mut(id);
    now.plundered_until = Some(until);
    now.plundered_at_home |= info.initial == Some(power);
    eng.st.power_mut(power).treasury += talents;
    let what =
        EventKind::ProvincePlundered { province: eng.sc.province_name(id), by: eng.sc.power_name(power), talents };
    eng.tell("ER-19.2", what);
    let mut account = MoraleAccount::default();
    if !eng.st.power(power).kind.is_civilized() {
        account.gain(power, tax);
    }
    if let Some(first) = info.initial {
        // Nobody undoes a power that plunders its own land (ER-R28 b).
        let by = Some(power).filter(|&by| by != first);
        account.lose(first, tax * u32::from(figures.morale_percent) / 100, by);
    }
    morale::apply(eng, &account, "ER-19.8");
    dissolution::settle(eng);
}
