//! `season_units`: declares surviving units seasoned (ER-17.18).

use super::answers::{answering, combat_of, other_combat, other_question};
use super::prelude::*;
use crate::rules::combat::season;

/// Decision: declares surviving units seasoned (ER-17.18).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeSeasonUnits, title = "EternalRomeSeasonUnits")]
pub struct SeasonUnits {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Number of the combat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = 4)]
    pub combat: Option<u16>,
    /// Which; an empty list for none.
    pub units: Vec<SeasonedUnits>,
}

impl OrderKind for SeasonUnits {
    const VERBS: &'static [Verb] = &[Verb {
        word: "season",
        example: "season OCT: 2 legion_1, GAL 1 archers",
        read: |line| {
            let power = line.power()?;
            let combat = line.combat()?;
            line.expect(":")?;
            Ok(Self { power, combat, units: line.seasoned()? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Decision: which new units become seasoned after a combat, their strength as far as the enemy's went",
            ANY_TIME,
            &["ER-17.18", "ER-R56"],
            json!({ "type": "season_units", "power": "ANT", "units": [
                { "type": "legion_1", "count": 2 }, { "type": "archers", "count": 1, "power": "AEG" }
            ] }),
            "season ANT: 2 legion_1, AEG 1 archers",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-17.18, ER-R56.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, combat: number, units: list } = self;
        let number = *number;
    let ask = ctx.asked(power)?;
    let Question::Season { combat, limit, units } = &ask.question else {
        return Err(other_question(&ask.question));
    };
    other_combat(*combat, number)?;
    let acting = ctx.power(power)?;
    let mut chosen: Vec<(PowerId, UnitKind, u8)> = Vec::new();
    for seasoned in list {
        let whose = seasoned.power.as_deref().map_or(Ok(acting), |text| ctx.any_power(text, "units"))?;
        chosen.push((whose, seasoned.kind, seasoned.count));
    }
    season::fits(ctx.sc, *limit, units, &chosen)?;
    answering(Reply::Season(chosen))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let Some(Question::Season { combat, units, .. }) = ask.question() else { return NextField::Break(None) };
        combat_of(ask, order, *combat)?;
        let value = |&(power, kind, _, most): &season::Unseasoned| {
            let code = ask.sc.power(power).code.to_string();
            let name = ask.sc.unit(kind).name.clone();
            (1..=most).map(move |count| {
                let units = SeasonedUnits { kind, count, power: Some(code.clone()) };
                OptionValue::new(json!(units), format!("{count} {name} of {code}"))
            })
        };
        let values: Vec<OptionValue> = units.iter().flat_map(value).collect();
        let none = !order.answered("/units") && !values.iter().any(|one| ask.allows(&order.with("/units/-", one.value.clone())));
        if none {
            let values = FieldValues::Several { values: Vec::new(), least: 0, most: 0 };
            return NextField::Break(Some(FieldOptions::new("/units", "Which units?", values)));
        }
        let lists = [OptionList { pointer: "/units/-", prompt: "Which units?", values }];
        // Nobody need be named, but the list itself has to be there.
        match order.answered("/units") {
            true => ask.lists(order, &lists),
            false => ask.lists(&order.with("/units", json!([])), &lists),
        }
    }

    fn print(&self, _: &Scenario) -> String {
        let one = |units: &SeasonedUnits| {
            let whose = units.power.as_ref().map(|power| format!("{power} ")).unwrap_or_default();
            format!("{whose}{} {}", units.count, units.kind.key())
        };
        let all: Vec<String> = self.units.iter().map(one).collect();
        format!("season {}{}: {}", self.power, number(self.combat), some_or_none(&all, ", "))
    }
}
