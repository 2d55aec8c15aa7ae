//! `split_fleet`: makes two fleets of one (ER-11.17). Its line begins with the word of [`SplitArmy`](super::SplitArmy).

use super::fleets::{FleetDraft, gift, own};
use super::prelude::*;
use crate::rules::naval::fleets::{arranged, flag_of, give, reflag, take_ships, twin};

/// Naval: makes two fleets of one (ER-11.17).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeSplitFleet, title = "EternalRomeSplitFleet")]
pub struct SplitFleet {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = "OCT-F1")]
    pub fleet: String,
    /// Fleet units of the new fleet.
    #[schema(minimum = 1, example = 2)]
    pub new_size: u8,
    /// Units aboard the new fleet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Units>,
    /// Leaders aboard the new fleet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!([]))]
    pub leaders: Vec<String>,
}

impl OrderKind for SplitFleet {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    fn info() -> OrderInfo {
        OrderInfo::new(
            "Divides a fleet: so many ships, with these units and leaders, become a new one",
            "naval",
            &["ER-11.17"],
            json!({ "type": "split_fleet", "power": "OCT", "fleet": "OCT-F1", "new_size": 2, "leaders": ["Agrippa"] }),
            "split OCT-F1 2: Agrippa",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// The new fleet takes fleet units of the ordering power first, then of others.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleet, new_size, units, leaders } = self;
        let new_size = *new_size;
    let power = ctx.acting(power, Self::PHASES)?;
    let fleet = own(ctx, fleet, "fleet")?;
    if new_size == 0 || u32::from(new_size) >= fleet.size() {
        let detail =
            format!("{} has {} fleet units; both parts need one", names::fleet(ctx.sc, fleet.id), fleet.size());
        return Err(Refusal::new("bad_count", "ER-11.17", detail).at("new_size"));
    }
    let transfer = Transfer { ships: new_size, units: units.to_vec(), leaders: leaders.to_vec() };
    let gift = gift(ctx, power, fleet, &transfer, ["new_size", "units", "leaders"])?;
    let (mut old, mut new) = (FleetDraft::of(ctx, fleet), FleetDraft::empty());
    old.give(&mut new, &gift)?;
    old.sound(ctx)?;
    new.sound(ctx)?;
    let id = fleet.id;
    Ok(Box::new(move |eng| {
        let Some(hex) = eng.st.fleet(id).map(|fleet| fleet.hex) else { return };
        let flag = eng.st.fleet(id).map_or(power, |fleet| flag_of(&take_ships(&mut fleet.ships.clone(), &gift)));
        let new = twin(eng.st, id, flag);
        give(eng.st, id, new, &gift);
        let old = reflag(eng.st, id);
        arranged(eng, power, hex, &[old, new]);
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let sizes = |order: &PartialOrder| -> Vec<OptionValue> {
            let size = ask.fleet(order.text("fleet")).map_or(0, Fleet::size);
            (1..size).map(|size| OptionValue::new(size, format!("{size} fleet units"))).collect()
        };
        let completes = |order: &PartialOrder| ask.completes(order, &ask.aboard(order));
        let some = |order: &PartialOrder| {
            sizes(order).into_iter().any(|size| completes(&order.with("/new_size", size.value)))
        };
        ask.fleet_of_seat(order, "fleet", some)?;
        ask.field(order, "/new_size", "How many fleet units go?", sizes(order), completes)?;
        ask.lists(order, &ask.aboard(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, fleet, new_size, units, leaders } = self;
        format!("split {fleet} {new_size}{}", passengers(units, leaders)) + &acting_as(sc, power, fleet)
    }
}
