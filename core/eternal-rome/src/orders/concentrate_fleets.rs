//! `concentrate_fleets`: joins all fleets of one player in a hex that are alike in status and in whether they have fought
//! (ER-11.17). Its line begins with the word of [`ConcentrateArmies`](super::ConcentrateArmies).

use super::prelude::*;
use crate::rules::naval::fleets::{arranged, merge};

/// Naval: joins all fleets of one player in a hex that have the same status (ER-11.17).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeConcentrateFleets, title = "EternalRomeConcentrateFleets")]
pub struct ConcentrateFleets {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Where.
    #[schema(example = "Brundisium")]
    pub hex: String,
}

impl OrderKind for ConcentrateFleets {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    fn info() -> OrderInfo {
        OrderInfo::new(
            "Joins all the power's fleets in a hex",
            "naval",
            &["ER-11.17"],
            json!({ "type": "concentrate_fleets", "power": "OCT", "hex": "Brundisium" }),
            "join fleets OCT Brundisium",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, hex } = self;
    let power = ctx.acting(power, Self::PHASES)?;
    let hex = ctx.hex(hex, "hex")?;
    let able = |fleet: &&Fleet| {
        let flag = fleet.id.power;
        relations::seat_of(ctx.sc, ctx.st, flag) == Some(ctx.seat) && ctx.st.power(flag).active
    };
    let mut groups: Vec<Vec<&Fleet>> = Vec::new();
    for fleet in ctx.st.fleets_at(hex).filter(able) {
        let alike = |other: &Fleet| (other.status, other.fought) == (fleet.status, fleet.fought);
        match groups.iter_mut().find(|group| alike(group[0])) {
            Some(group) => group.push(fleet),
            None => groups.push(vec![fleet]),
        }
    }
    groups.retain(|group| group.len() > 1);
    if groups.is_empty() {
        let detail = format!("there are no two fleets of yours in {hex} that are alike in status and in having fought");
        return Err(Refusal::new("nothing_to_join", "ER-11.17", detail).at("hex"));
    }
    for group in &groups {
        let armies: Powers = group.iter().filter_map(|fleet| fleet.cargo.power).collect();
        if armies.len() > 1 {
            let detail = "armies of several powers are aboard, and a fleet carries one army";
            return Err(Refusal::new("other_army", "ER-6.9", detail).at("hex"));
        }
    }
    let groups: Vec<Vec<FleetId>> = groups.iter().map(|group| group.iter().map(|fleet| fleet.id).collect()).collect();
    Ok(Box::new(move |eng| {
        let mut joined = Vec::new();
        for group in &groups {
            let into = group.iter().copied().find(|id| id.power == power).unwrap_or(group[0]);
            group.iter().filter(|&&id| id != into).for_each(|&id| merge(eng.st, id, into));
            joined.push(into);
        }
        eng.st.sweep();
        arranged(eng, power, hex, &joined);
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let own = relations::powers_of(ask.sc, ask.st, ask.seat);
        let mut hexes: Vec<HexId> = ask.st.fleets.iter().filter(|force| own.has(force.id.power)).map(|force| force.hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let places: Vec<OptionValue> = hexes.into_iter().map(|hex| ask.hex_value(hex)).collect();
        ask.power(order, |order| {
            places.iter().any(|place| ask.allows(&order.with("/hex", place.value.clone())))
        })?;
        ask.field(order, "/hex", "Where?", places.clone(), |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("join fleets {} {}", self.power, self.hex)
    }
}
