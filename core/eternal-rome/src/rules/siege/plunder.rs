//! Plunder (ER-19, ER-R55).

use crate::model::ids::{PowerId, ProvinceId};
use crate::rules::dissolution;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};

/// ER-19.2 to ER-19.8.
pub fn plunder(eng: &mut Engine<'_>, power: PowerId, id: ProvinceId) {
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
