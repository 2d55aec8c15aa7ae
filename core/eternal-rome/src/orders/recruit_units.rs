//! `recruit_units`: raises unseasoned land units (ER-9.1 to ER-9.12).

use super::mobilization::{affordable, devastated, per_hex};
use super::prelude::*;
use crate::rules::recruit;

/// Taxation: raises unseasoned land units (ER-9.1 to ER-9.12).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeRecruitUnits, title = "EternalRomeRecruitUnits")]
pub struct RecruitUnits {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Where.
    #[schema(example = "Roma")]
    pub hex: String,
    /// Type of unit.
    pub unit_type: UnitKind,
    /// How many, 1 or 2.
    #[schema(minimum = 1, maximum = 2, example = 1)]
    pub count: u8,
}

impl OrderKind for RecruitUnits {
    const PHASES: &'static [Phase] = &[Phase::Taxation];
    const VERBS: &'static [Verb] = &[Verb {
        word: "recruit",
        example: "recruit OCT Roma legion_1 2",
        read: |line| {
            let power = line.power()?;
            let hex = line.name(NameKind::Place)?;
            let unit_type = line.unit()?;
            Ok(Self { power, hex, unit_type, count: line.count("the number of units")? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Raises one or two unseasoned land units in a city, or in open country of a power that had no cities, within \
             the province's limits of the year; paid in talents, replacement points or both, as the power recruits",
            "taxation",
            &["ER-9.1", "ER-9.2", "ER-9.3", "ER-R46", "ER-R47"],
            json!({ "type": "recruit_units", "power": "OCT", "hex": "Roma", "unit_type": "legion_1", "count": 2 }),
            "recruit OCT Roma legion_1 2",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-9.1 to ER-9.12.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, hex, unit_type, count } = self;
        let (kind, count) = (*unit_type, *count);
    let power = ctx.acting(power, Self::PHASES)?;
    let hex = ctx.hex(hex, "hex")?;
    let province = site(ctx, power, hex)?;
    affordable(ctx, power, province, kind.index(), count)?;
    let raised = ctx.st.raised.iter().find(|raised| raised.hex == hex).map_or(0, |raised| raised.units);
    per_hex(raised, count, "units")?;
    Ok(Box::new(move |eng| recruit::raise(eng, power, province, hex, kind, count)))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let kinds = || UnitKind::ALL.into_iter().map(|kind| ask.unit_value(kind));
        let one = |order: &PartialOrder| ask.allows(&order.with("/count", 1));
        let some_kind = |order: &PartialOrder| kinds().any(|kind| one(&order.with("/unit_type", kind.value)));
        ask.power(order, |order| {
            sites(ask, order).into_iter().any(|site| some_kind(&order.with("/hex", site.value)))
        })?;
        ask.field(order, "/hex", "Where?", sites(ask, order), some_kind)?;
        ask.field(order, "/unit_type", "Which units?", priced(ask, order, kinds().collect()), one)?;
        let counts = (1..=recruit::PER_HEX).map(|count| OptionValue::new(count, count.to_string())).collect();
        ask.field(order, "/count", "How many?", counts, |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        let Self { power, hex, unit_type, count } = self;
        format!("recruit {power} {hex} {} {count}", unit_type.key())
    }
}

/// Cities of provinces that a power controls; of one that had no cities, their land, too.
fn sites(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionValue> {
    let Some(power) = names::find_power(ask.sc, order.text("power")) else { return Vec::new() };
    let own = ask.sc.province_ids().filter(|&id| ask.st.province(id).controller == Some(power));
    let hexes = own.flat_map(|id| ask.sc.province(id).hexes.iter().copied());
    let city = |hex: HexId| ask.sc.hex(hex).city.is_some();
    let open = !ask.sc.power(power).had_cities || !ask.sc.power(power).kind.is_civilized();
    let (cities, land): (Vec<HexId>, Vec<HexId>) = hexes.partition(|&hex| city(hex));
    let land = land.into_iter().filter(|_| open);
    cities.into_iter().chain(land).map(|hex| OptionValue::place(names::place(ask.sc, hex))).collect()
}

/// Types of units with what one of them costs a power.
fn priced(ask: &OptionContext<'_>, order: &PartialOrder, kinds: Vec<OptionValue>) -> Vec<OptionValue> {
    let Some(power) = names::find_power(ask.sc, order.text("power")) else { return kinds };
    let price = |kind: UnitKind| recruit::price(ask.sc, power, kind.index(), 1);
    let cost = |value: OptionValue, kind: UnitKind| match price(kind) {
        recruit::Price { talents: 0, points } => value.costing(i64::from(points), "replacement points"),
        recruit::Price { talents, .. } => value.costing(i64::from(talents), "talents"),
    };
    kinds.into_iter().zip(UnitKind::ALL).map(|(value, kind)| cost(value, kind)).collect()
}

/// Whether units may be raised in a hex (ER-9.1, ER-9.3, ER-9.6, ER-R46).
pub(super) fn site(ctx: &OrderContext<'_>, power: PowerId, hex: HexId) -> Result<ProvinceId, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let name = &sc.power(power).name;
    let refuse = |code, rule, detail: String| Refusal::new(code, rule, detail).at("hex");
    let own =
        sc.hex(hex).province.filter(|&id| sc.hex(hex).land.is_some() && st.province(id).controller == Some(power));
    let Some(province) = own else {
        return Err(refuse("not_your_province", "ER-9.1", format!("{hex} is not in a province of {name}")));
    };
    devastated(ctx, power, province)?;
    let info = sc.power(power);
    if info.kind.is_civilized() && info.had_cities {
        return match relations::friendly_city(sc, st, power, hex) {
            Some(city) if !relations::besieged(st, city) => Ok(province),
            Some(city) => Err(refuse("besieged", "ER-9.3", format!("{} is besieged", sc.city(city).name))),
            None => {
                let refusal = refuse("no_city", "ER-9.3", format!("{name} raises units only in its cities"));
                Err(refusal.hint("name an unbesieged friendly city"))
            }
        };
    }
    if st.armies_at(hex).any(|army| relations::hostile(sc, st, power, army.id.power)) {
        return Err(refuse("enemy_there", "ER-R46", format!("there are hostile land units in {hex}")));
    }
    Ok(province)
}
