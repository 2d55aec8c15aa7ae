//! `end_phase`: the seat's phase is over (section 3, ER-1.8, ER-R53, ER-R60).

use super::prelude::*;

/// Own phases: the phase is over (section 3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeEndPhase, title = "EternalRomeEndPhase")]
pub struct EndPhase {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// The phase meant; refused when another is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
}

impl OrderKind for EndPhase {
    const PHASES: &'static [Phase] = &[Phase::Taxation, Phase::Naval, Phase::LandMovement, Phase::LandCombat, Phase::Siege];
    const VERBS: &'static [Verb] = &[Verb {
        word: "end",
        example: "end, or: end OCT",
        read: |line| {
            let words = Self::PHASES.iter().map(|&phase| (phase.key(), phase)).collect::<Vec<_>>();
            let is_phase = words.iter().any(|(word, _)| line.is(word));
            let power = if is_phase { line.usual() } else { line.power()? };
            let phase = if line.peek().is_some() { Some(line.choice("phase", &words)?) } else { None };
            Ok(Self { power, phase }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Ends the seat's phase; in a joint turn the others play on until all have ended it",
            "siege",
            &["ER-1.8", "ER-R53", "ER-R60"],
            json!({ "type": "end_phase", "power": "OCT" }),
            "end OCT",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// In a joint turn the others of the turn may still act (ER-R53).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, phase } = self;
        let phase = *phase;
    ctx.acting(power, Self::PHASES)?;
    let now = ctx.st.stage.played();
    if let (Some(meant), Some(now)) = (phase, now)
        && meant != now
    {
        let detail = format!("the {} is not under way, it is the {}", meant.title(), now.title());
        return Err(Refusal::new("other_phase", "ER-1.7", detail).at("phase"));
    }
    let seat = ctx.seat;
    Ok(Box::new(move |eng| {
        eng.st.ended.add(seat);
        if let Some(phase) = eng.st.stage.played() {
            let what = EventKind::PhaseEnded { name: phase.title().to_owned(), seat: eng.seat_key(seat) };
            eng.tell("ER-1.7", what);
        }
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.power(order, |order| ask.allows(order))?;
        let now = ask.st.stage.played();
        let now = now.map(|phase| OptionValue::new(phase.key(), phase.title())).into_iter().collect();
        ask.optional(order, "/phase", "Which phase?", now, |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("end {}{}", self.power, preceded("", self.phase.map(Phase::key)))
    }
}
