//! `attack_army`: attacks enemy armies in the hex (ER-17.2, ER-R21).

use super::AttackFleet;
use super::attacks::{attackers, begin, prospects_of, sleepers};
use super::prelude::*;
use crate::rules::combat::attack::may_attack;
use crate::rules::combat::armies;

/// Land combat: attacks enemy armies in the hex (ER-17.2, ER-R21).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeAttackArmy, title = "EternalRomeAttackArmy")]
pub struct AttackArmy {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// The attackers, all in one hex.
    #[schema(min_items = 1, example = json!(["OCT-A2"]))]
    pub armies: Vec<String>,
    /// The powers attacked; those friendly to them join.
    #[schema(min_items = 1, example = json!(["ANT"]))]
    pub targets: Vec<String>,
}

impl OrderKind for AttackArmy {
    const PHASES: &'static [Phase] = &[Phase::LandCombat];
    const VERBS: &'static [Verb] = &[Verb {
        word: "attack",
        example: "attack OCT-A1 OCT-A2 on ANT",
        read: |line| {
            let (arm, forces) = line.forces_of_an_arm(Arm::Army)?;
            line.expect("on")?;
            if arm == Arm::Fleet {
                let target = line.name(NameKind::Power)?;
                return Ok(AttackFleet { power: line.of_any(&forces)?, fleets: forces, target }.into());
            }
            let mut targets = Vec::new();
            if !line.take("none") {
                targets.push(line.name(NameKind::Target)?);
                while line.take(",") {
                    targets.push(line.name(NameKind::Target)?);
                }
            }
            Ok(Self { power: line.of_any(&forces)?, armies: forces, targets }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Armies of one hex attack enemies there, each once a month; whoever is attacked may stand or retreat. Besieged \
             armies sally out by it",
            "land_combat",
            &["ER-17.1", "ER-17.2", "ER-R21", "ER-R40"],
            json!({ "type": "attack_army", "power": "OCT", "armies": ["OCT-A1", "OCT-A2"], "targets": ["ANT"] }),
            "attack OCT-A1 OCT-A2 on ANT",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-17.2, ER-R21.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, armies, targets } = self;
    ctx.acting(power, Self::PHASES)?;
    let (hex, attackers) = attackers(ctx, armies)?;
    let targets = targets.iter().map(|text| ctx.any_power(text, "targets")).collect::<Result<Powers, _>>()?;
    if targets.is_empty() {
        let refusal = Refusal::new("no_target", "ER-17.2", "an attack needs a power to attack").at("targets");
        return Err(refusal);
    }
    for target in targets.iter() {
        for id in &attackers {
            may_attack(ctx.sc, ctx.st, id.power, target).map_err(|refusal| refusal.at("targets"))?;
        }
        let groups = targets.iter().find(|&other| !relations::friendly(ctx.sc, ctx.st, target, other));
        if let Some(other) = groups {
            let (one, two) = (&ctx.sc.power(target).name, &ctx.sc.power(other).name);
            let detail = format!("{one} and {two} are no friends, so they are attacked separately");
            return Err(Refusal::new("separate_targets", "ER-R21", detail).at("targets"));
        }
    }
    let own = relations::friends(ctx.sc, ctx.st, armies::powers(&attackers));
    let mut defenders = armies::defenders(ctx.sc, ctx.st, hex, targets);
    defenders.retain(|id| !own.has(id.power));
    if defenders.is_empty() {
        let names: Vec<&str> = targets.iter().map(|power| ctx.sc.power(power).name.as_str()).collect();
        let detail = format!("no army of {} stands in the open at {}", names.join(", "), names::place(ctx.sc, hex));
        let refusal = Refusal::new("no_target", "ER-17.2", detail).at("targets");
        return Err(refusal.hint("armies in the city are attacked by an assault (assault_city)"));
    }
    let wakes = sleepers(ctx, defenders.iter().map(|id| id.power).collect());
    Ok(begin(hex, attackers, targets, None, wakes))
    }

    fn prospects(&self, ctx: &OrderContext<'_>) -> Option<String> {
        let targets = self.targets.iter().map(|text| ctx.any_power(text, "targets")).collect::<Result<_, _>>().ok()?;
        prospects_of(ctx, &self.armies, targets, None, true)
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let able = |order: &PartialOrder| {
            targets(ask, order).into_iter().any(|target| ask.allows(&order.with("/targets/-", target.value)))
        };
        let armies = || ask.forces(Arm::Army, |_| true);
        ask.any_power(order, |order| armies().into_iter().any(|army| able(&order.with("/armies/-", army.value))))?;
        ask.several(order, "/armies", "With which armies?", armies(), able)?;
        let new: Vec<OptionValue> = targets(ask, order).into_iter().filter(|one| !order.list("/targets").contains(&&one.value)).collect();
        ask.several(order, "/targets", "Whom?", new, |order| ask.allows(order))
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, armies, targets } = self;
        let force = armies.first().map_or("", String::as_str);
        let targets = some_or_none(targets, ", ");
        format!("attack {} on {targets}", Arm::Army.all(armies)) + &acting_as(sc, power, force)
    }
}

/// Powers of the other armies where the attackers are.
fn targets(ask: &OptionContext<'_>, order: &PartialOrder) -> Vec<OptionValue> {
    let first = order.list("/armies").first().and_then(|name| ask.army(name.as_str()?));
    let Some(first) = first else { return Vec::new() };
    let there: Powers = ask.st.armies_at(first.hex).map(|army| army.id.power).collect();
    there.iter().map(|power| ask.power_value(power)).collect()
}
