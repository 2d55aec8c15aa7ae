//! `plunder_province`: plunders a province whose capital is held with heavy troops (ER-19).

use super::prelude::*;
use crate::model::ids::Class;
use crate::rules::siege::plunder::plunder;

/// Siege: plunders a province whose capital is held with heavy troops (ER-19).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomePlunderProvince, title = "EternalRomePlunderProvince")]
pub struct PlunderProvince {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "Macedonia")]
    pub province: String,
}

impl OrderKind for PlunderProvince {
    const PHASES: &'static [Phase] = &[Phase::Siege];
    const VERBS: &'static [Verb] = &[Verb {
        word: "plunder",
        example: "plunder OCT Macedonia",
        read: |line| {
            let power = line.power()?;
            Ok(Self { power, province: line.name(NameKind::Province)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Plunders a province whose capital is held and free, by heavy infantry or cavalry in it: talents now, no taxes or \
             recruits for half a year",
            "siege",
            &["ER-19.1", "ER-19.2", "ER-19.4", "ER-R55"],
            json!({ "type": "plunder_province", "power": "OCT", "province": "Macedonia" }),
            "plunder OCT Macedonia",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// By whoever holds the unbesieged capital with heavy troops of its own in its hex (ER-19.1, ER-19.3, ER-R55).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, province } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let province = ctx.province(province, "province")?;
    ctx.awake(power)?;
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

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let name = |id: ProvinceId| ask.sc.province(id).name.to_string();
        let provinces = || ask.sc.province_ids().map(|id| OptionValue::new(name(id), name(id)));
        ask.power(order, |order| provinces().any(|one| ask.allows(&order.with("/province", one.value))))?;
        ask.field(order, "/province", "Which province?", provinces().collect(), |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("plunder {} {}", self.power, self.province)
    }
}
