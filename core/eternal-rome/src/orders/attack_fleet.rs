//! `attack_fleet`: attacks the fleets of a hostile power and its friends in the hex (ER-12, ER-R19). Its line begins with
//! the word of [`AttackArmy`](super::AttackArmy).

use super::prelude::*;
use crate::rules::naval::combat::{attack, in_the_open};
use crate::rules::naval::port;

/// Naval: attacks the fleets of a hostile power and its friends in the hex (ER-12, ER-R19).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeAttackFleet, title = "EternalRomeAttackFleet")]
pub struct AttackFleet {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// The attackers, all in one hex.
    #[schema(min_items = 1, example = json!(["OCT-F1"]))]
    pub fleets: Vec<String>,
    /// The power attacked.
    #[schema(example = "ANT")]
    pub target: String,
}

impl OrderKind for AttackFleet {
    const PHASES: &'static [Phase] = &[Phase::Naval];
    fn info() -> OrderInfo {
        OrderInfo::new(
            "Fleets of one hex attack the fleets of a power there; besieged fleets sally out by it",
            "naval",
            &["ER-12.1", "ER-12.2", "ER-12.9"],
            json!({ "type": "attack_fleet", "power": "OCT", "fleets": ["OCT-F1", "OCT-F2"], "target": "ANT" }),
            "attack OCT-F1 OCT-F2 on ANT",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// On the fleets of a power in the hex that are at sea or besiege, and their friends (ER-R19).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, fleets: list, target } = self;
    ctx.acting(power, Self::PHASES)?;
    let target = ctx.any_power(target, "target")?;
    let attackers = attackers(ctx, list)?;
    let (sc, st, hex) = (ctx.sc, ctx.st, attackers[0].hex);
    for fleet in &attackers {
        if !port::may_attack(sc, st, fleet.id.power, target) {
            let (own, foe) = (&sc.power(fleet.id.power).name, &sc.power(target).name);
            return Err(Refusal::new("not_hostile", "ER-R31", format!("{own} may not attack {foe}")).at("target"));
        }
    }
    let open: Vec<&Fleet> = st.fleets_at(hex).filter(|fleet| in_the_open(fleet) && fleet.id.power == target).collect();
    if open.is_empty() {
        let detail = format!("{} has no fleet at sea or besieging in {hex}", sc.power(target).name);
        let refusal = Refusal::new("no_target", "ER-12.1", detail).at("target");
        return Err(refusal.hint("fleets in port are not attacked but besieged (ER-R10)"));
    }
    if open.iter().all(|fleet| fleet.fought) {
        let detail = format!("the fleets of {} there have fought this month", sc.power(target).name);
        return Err(Refusal::new("fought", "ER-12.9", detail).at("target"));
    }
    let sortie = sortie(ctx, &attackers, &open)?;
    let list: Vec<FleetId> = attackers.iter().map(|fleet| fleet.id).collect();
    Ok(Box::new(move |eng| attack(eng, hex, list, target, sortie)))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let able = |order: &PartialOrder| {
            targets(ask, order).into_iter().any(|target| ask.allows(&order.with("/target", target.value)))
        };
        let fleets = || ask.forces(Arm::Fleet, |_| true);
        ask.any_power(order, |order| fleets().into_iter().any(|fleet| able(&order.with("/fleets/-", fleet.value))))?;
        ask.several(order, "/fleets", "With which fleets?", fleets(), able)?;
        ask.field(order, "/target", "Whom?", targets(ask, order), |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, fleets, target } = self;
        let force = fleets.first().map_or("", String::as_str);
        format!("attack {} on {target}", Arm::Fleet.all(fleets)) + &acting_as(sc, power, force)
    }
}

/// Powers of the other fleets where the attackers are.
fn targets(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionValue> {
    let first = order.list("/fleets").first().and_then(|name| ask.fleet(name.as_str()?));
    let Some(first) = first else { return Vec::new() };
    let there: Powers = ask.st.fleets_at(first.hex).map(|fleet| fleet.id.power).collect();
    there.iter().map(|power| ask.power_value(power)).collect()
}

/// The fleets named: one hex, awake, and fresh this month (ER-12.9).
pub(super) fn attackers<'a>(ctx: &OrderContext<'a>, list: &[String]) -> Result<Vec<&'a Fleet>, Refusal> {
    let refuse = |code, rule, detail: String| Err(Refusal::new(code, rule, detail).at("fleets"));
    let mut found: Vec<&Fleet> = Vec::new();
    for text in list {
        let fleet = ctx.own_fleet(text, "fleets")?;
        ctx.awake(fleet.id.power)?;
        if found.iter().any(|other| other.id == fleet.id) {
            return refuse("twice", "ER-1.3", format!("{text} is named twice"));
        }
        if found.first().is_some_and(|first| first.hex != fleet.hex) {
            return refuse("other_hex", "ER-12.1", "the fleets are not all in one hex".to_owned());
        }
        if fleet.fought {
            return refuse("fought", "ER-12.9", format!("{text} has fought this month"));
        }
        found.push(fleet);
    }
    if found.is_empty() {
        return refuse("nothing_chosen", "ER-12.1", "the order names no fleet".to_owned());
    }
    Ok(found)
}

/// The port that attackers come out of. Out of a blockaded one they attack only the besiegers (ER-R19).
pub(super) fn sortie(ctx: &OrderContext<'_>, attackers: &[&Fleet], open: &[&Fleet]) -> Result<Option<CityId>, Refusal> {
    let city = ctx.sc.hex(attackers[0].hex).city;
    let out = attackers.iter().any(|fleet| fleet.status == FleetStatus::Anchored);
    let Some(city) = city.filter(|_| out) else { return Ok(None) };
    let besieging = open.iter().any(|fleet| fleet.status == FleetStatus::Besieging);
    if relations::blockaded(ctx.sc, ctx.st, city) && !besieging {
        let detail = "out of a blockaded port a fleet attacks only those that besiege it";
        return Err(Refusal::new("blockaded", "ER-R19", detail).at("target"));
    }
    Ok(Some(city))
}
