//! `play_event`: an event card of the hand (HW-29, HW-30). What the cards do is in `rules/events/`.

use super::event_targets::EventTargets;
use super::prelude::*;
use crate::model::ids::EventId;
use crate::model::scenario::Target;
use crate::rules::events::Aimed;
use crate::rules::{Engine, playable};

/// Plays an event card (HW-29, HW-30).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwPlayEvent")]
pub struct PlayEventOrder {
    /// Id or name of the card.
    #[schema(example = "flood")]
    pub card: String,
    /// Lands, Seas or Areas that the card is aimed at, in order; what a card needs is said with the card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// The stack that fights for an occupied Sea (Pirates only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
}

/// [`PlayEventOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayEvent {
    /// The card.
    pub card: EventId,
    /// What it is aimed at.
    pub targets: Vec<Target>,
    /// The stack that fights.
    pub stack: Option<Source>,
}

impl OrderKind for PlayEvent {
    type Wire = PlayEventOrder;
    type Permission = Aimed;
    const RULE: &'static str = "HW-29.2";
    const VERBS: &'static [Verb] = &[("event", "event Flood: Nile Delta"), ("play", "play Flood: Nile Delta")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Plays an event card from the hand, at most two a turn, each in its time: before the turn or during it. What \
             the card is aimed at stands after its name; each card says what it needs",
            "events",
            &["HW-29.1", "HW-29.2", "HW-30"],
            json!({ "type": "play_event", "card": "flood", "targets": ["nile_delta"] }),
            "event Flood: Nile Delta",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        let card = names.card("card", &order.card)?;
        let effect = names.sc.board.event(card).effect;
        let stack = order.stack.as_ref().map(|stack| source("stack", stack)).transpose()?;
        Ok(Self { card, targets: names.targets("targets", effect, &order.targets)?, stack })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        PlayEventOrder {
            card: ids.card(self.card),
            targets: self.targets.iter().map(|target| ids.target(*target)).collect(),
            stack: self.stack.map(Source::name),
        }
    }

    fn in_time(st: &State) -> bool {
        st.turn().is_some_and(|turn| matches!(turn.phase, Phase::BeforeTurn | Phase::Expansion))
    }

    fn offered(board: &Board, st: &State) -> bool {
        Self::in_time(st)
            && st.turn().is_some_and(|turn| {
                let hand = &st.player(turn.player).hand;
                hand.iter().any(|card| playable(board, st, turn.player, *card))
            })
    }

    /// HW-29, HW-30.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<Aimed, Refusal> {
        engine.may_play(self.card)?;
        engine.aim(self.card, &self.targets, self.stack)
    }

    fn carry_out(&self, aimed: Aimed, engine: &mut Engine, _: SeatId) {
        engine.play(self.card, &self.targets, &aimed, self.stack);
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let allows = |card: EventId| {
            move |targets: &[Target], stack: Option<Source>| {
                asked.allows(&Self { card, targets: targets.to_vec(), stack })
            }
        };
        let Some(card) = partial.text("card") else {
            let mut hand = asked.st().active().map(|player| asked.st().player(player).hand.clone()).unwrap_or_default();
            hand.sort();
            hand.dedup();
            hand.retain(|card| EventTargets { asked, card: *card, allows: &allows(*card) }.possible());
            let value = |card: EventId| {
                let info = asked.board().event(card);
                OptionValue::new(info.id.as_str(), info.name.as_str())
            };
            let values = hand.into_iter().map(value).collect();
            return Some(FieldOptions::one_of("/card", "Which card is played?", values));
        };
        let card = asked.board().find_event(card).ok()?;
        let aims = EventTargets { asked, card, allows: &allows(card) };
        let targets: Vec<Target> = partial.list("targets").map(|name| asked.target(name)).collect::<Option<_>>()?;
        if !partial.ended("targets")
            && let Some(question) = aims.next(&targets)
        {
            return Some(question);
        }
        if partial.has("stack") {
            return None;
        }
        let stacks = aims.stacks(&targets);
        (!stacks.is_empty()).then(|| FieldOptions::one_of("/stack", "Which stack fights?", asked.sources(stacks)))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        let targets = match order.targets.as_slice() {
            [] => String::new(),
            targets => format!(": {}", names(sc, Kind::Target, targets)),
        };
        let with = order.stack.as_ref().map(|stack| format!(" with {}", stack_number(stack))).unwrap_or_default();
        format!("event {}{targets}{with}", name(sc, Kind::Card, &order.card))
    }

    /// `event Flood: Nile Delta`, `event Pirates: Black Sea with 0`.
    fn parse(_: &str, line: &mut Line, reader: &mut OrderReader) -> Read<Order> {
        let card = reader.card(line)?;
        let effect = line.sc.board.events.iter().find(|event| event.id == card).map(|event| event.effect);
        let mut targets = Vec::new();
        if line.take(":") {
            targets.push(reader.target(line, effect)?);
            while line.take(",") {
                targets.push(reader.target(line, effect)?);
            }
        }
        let stack = if line.take("with") { Some(reader.stack(line, true)?) } else { None };
        if let Some(stack) = &stack {
            reader.stacks.spend(stack);
        }
        Ok(PlayEventOrder { card, targets, stack }.into())
    }
}
