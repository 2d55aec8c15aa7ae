//! `respond_attack`: stand or retreat before combat (ER-17.3 to ER-17.7).

use super::answers::{answering, combat_of, other_combat, other_question};
use super::prelude::*;

/// Decision: stand or retreat before combat; armies not named stand (ER-17.3 to ER-17.7).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeRespondAttack, title = "EternalRomeRespondAttack")]
pub struct RespondAttack {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Number of the combat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = 4)]
    pub combat: Option<u16>,
    /// What each army does.
    pub responses: Vec<ArmyResponse>,
}

impl OrderKind for RespondAttack {
    const VERBS: &'static [Verb] = &[Verb {
        word: "respond",
        example: "respond ANT: ANT-A2 stand, ANT-A3 city, ANT-A4 to 3829, or for all of them: respond ANT stand",
        read: |line| {
            let power = line.power()?;
            let combat = line.combat()?;
            // Without a list all stand: an army that is not named does.
            let listed = !line.take("stand") && line.peek().is_some();
            let responses = if listed { line.expect(":").and_then(|()| line.responses())? } else { Vec::new() };
            Ok(Self { power, combat, responses }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Decision: what each attacked army does, stand, go into the city or slip away to another hex; an army that is not \
             named stands",
            ANY_TIME,
            &["ER-17.3", "ER-17.4", "ER-17.7", "ER-R22"],
            json!({ "type": "respond_attack", "power": "ANT", "combat": 12, "responses": [
                { "army": "ANT-A2", "action": "stand" }, { "army": "ANT-A3", "action": "retreat_city" },
                { "army": "ANT-A4", "action": "retreat_hex", "hex": "3829" }
            ] }),
            "respond ANT combat 12: ANT-A2 stand, ANT-A3 city, ANT-A4 to 3829",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// Armies not named stand (ER-17.3, ER-17.4).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, combat: number, responses } = self;
        let number = *number;
    let ask = ctx.asked(power)?;
    let Question::RespondAttack { combat, armies, city, hexes, .. } = &ask.question else {
        return Err(other_question(&ask.question));
    };
    other_combat(*combat, number)?;
    let mut chosen = Vec::new();
    for response in responses {
        let id = match names::find_force(ctx.sc, &response.army) {
            Some(ForceId::Army(id)) if armies.contains(&id) => id,
            _ => {
                let able: Vec<String> = armies.iter().map(|&id| names::army(ctx.sc, id)).collect();
                let detail = format!("{} is not asked", response.army);
                let hint = format!("asked are {}", able.join(", "));
                return Err(Refusal::new("not_asked", "ER-17.3", detail).hint(hint).at("responses"));
            }
        };
        let what = match (response.action, &response.hex) {
            (Reaction::Stand, _) => Response::Stand,
            (Reaction::RetreatCity, _) if city.is_some() => Response::City,
            (Reaction::RetreatCity, _) => {
                let detail = "there is no friendly unbesieged city in the hex";
                return Err(Refusal::new("no_city", "ER-17.3", detail).at("responses"));
            }
            (Reaction::RetreatHex, None) => {
                let detail = "a retreat to a hex needs the hex";
                return Err(Refusal::new("no_hex", "ER-17.4", detail).at("responses"));
            }
            (Reaction::RetreatHex, Some(text)) => {
                let hex = ctx.hex(text, "responses")?;
                if !hexes.contains(&hex) {
                    let able: Vec<String> = hexes.iter().map(ToString::to_string).collect();
                    let detail = format!("{text} is no hex to retreat to");
                    let hint = format!("possible are {}", able.join(", "));
                    return Err(Refusal::new("no_way_out", "ER-R22", detail).hint(hint).at("responses"));
                }
                Response::Hex(hex)
            }
        };
        chosen.retain(|(army, _)| *army != id);
        chosen.push((id, what));
    }
    answering(Reply::RespondAttack(chosen))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let Some(Question::RespondAttack { combat, armies, city, hexes, .. }) = ask.question() else {
            return NextField::Break(None);
        };
        combat_of(ask, order, *combat)?;
        if order.answered("/responses/-") {
            return COMPLETE;
        }
        let named = order.list("/responses");
        let open = armies.iter().map(|&id| names::army(ask.sc, id));
        let open = open.filter(|name| !named.iter().any(|one| one["army"] == name.as_str()));
        let answers = |army: String| {
            let answer = |action: Reaction, hex: Option<HexId>, label: &str| {
                let response = ArmyResponse { army: army.clone(), action, hex: hex.map(|hex| hex.to_string()) };
                OptionValue::new(json!(response), format!("{army}: {label}"))
            };
            let mut all = vec![answer(Reaction::Stand, None, "stand")];
            all.extend(city.map(|_| answer(Reaction::RetreatCity, None, "into the city")));
            let away = |&hex: &HexId| {
                let place = names::place(ask.sc, hex);
                answer(Reaction::RetreatHex, Some(hex), &format!("to {place}")).at(place)
            };
            all.extend(hexes.iter().map(away));
            all
        };
        let values: Vec<OptionValue> = open.flat_map(answers).collect();
        if values.is_empty() {
            return COMPLETE;
        }
        NextField::Break(Some(FieldOptions::one_of("/responses/-", "What does it do?", values).or_nothing()))
    }

    fn print(&self, _: &Scenario) -> String {
        let one = |response: &ArmyResponse| {
            let action = match response.action {
                Reaction::Stand => "stand",
                Reaction::RetreatCity => "city",
                Reaction::RetreatHex => "to",
            };
            format!("{} {action}{}", response.army, preceded("", response.hex.as_deref()))
        };
        let all: Vec<String> = self.responses.iter().map(one).collect();
        format!("respond {}{}: {}", self.power, number(self.combat), some_or_none(&all, ", "))
    }
}
