//! `answer_treaty`: answers an appeal (ST-22.12, ST-R55).

use super::prelude::*;
use super::parts::Answer;
use super::refusals::no_treaty;
use crate::model::ids::AppealId;
use crate::model::state::Appeal;
use crate::rules::deeds::Answered;
use crate::rules::treaties::{self, NoTreaty};

/// Answers an appeal (ST-22.12, ST-R55).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosAnswerTreaty, title = "StrategosAnswerTreaty")]
pub struct AnswerTreaty {
    /// The number of the appeal.
    pub appeal: u16,
    /// The answer.
    pub answer: Answer,
}

/// The answers.
const ANSWERS: [Word; 2] = [("accept", "Accept"), ("reject", "Reject")];

impl OrderKind for AnswerTreaty {
    const STEP: Step = Step::Answers;
    const VERBS: &'static [Verb] = &[Verb {
        word: "treaty accept",
        example: "treaty accept 3",
        read: |line| {
            let appeal = line.number("the number of the appeal", u16::MAX.into())? as u16;
            Ok(Self { appeal, answer: Answer::Accept }.into())
        },
    }, Verb {
        word: "treaty reject",
        example: "treaty reject 3",
        read: |line| {
            let appeal = line.number("the number of the appeal", u16::MAX.into())? as u16;
            Ok(Self { appeal, answer: Answer::Reject }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Accepts or rejects a treaty that was offered last week", &["ST-22.12", "ST-22.13", "ST-R55"], json!({ "type": "answer_treaty", "appeal": 0, "answer": "accept" }), "treaty accept 0")
    }

    /// ST-22.12, ST-R55: an acceptance whose conditions cannot be met voids the appeal.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let id = AppealId(self.appeal);
        let open = |appeal: &Appeal| appeal.to == ctx.power() && treaties::is_open(ctx.st, appeal);
        let Some(appeal) = ctx.st.appeals.get(&id).filter(|appeal| open(appeal)).cloned() else {
            return Err(no_treaty(ctx, NoTreaty::NotOpen));
        };
        let accepted = match self.answer {
            Answer::Reject => {
                ctx.st.appeals.remove(&id);
                ctx.pending.deeds.answers.push((appeal, Answered::Rejected));
                return Ok(());
            }
            Answer::Accept => treaties::accept(ctx.sc, ctx.st, ctx.country, id),
        };
        let outcome = if accepted.is_ok() { Answered::Accepted } else { Answered::Void };
        ctx.pending.deeds.answers.push((appeal, outcome));
        accepted.map_err(|why| no_treaty(ctx, why))
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let offered = || {
            let to_me = ask.st.appeals.iter().filter(|(_, appeal)| appeal.to == ask.power());
            let value = |(id, appeal): (&AppealId, &Appeal)| {
                let (from, weeks) = (&ask.sc.country(appeal.from).key, appeal.weeks);
                let treaty = key_of(&appeal.standing).replace('_', " ");
                OptionValue::new(id.0, format!("{id}: {from} offers {treaty} for {weeks} weeks", id = id.0))
            };
            Field::one("Which offer?", to_me.map(value).collect())
        };
        order
            .ask("appeal", offered)
            .or_else(|| order.ask("answer", || Field::one("What do you answer?", words(&ANSWERS))))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("treaty {} {}", key_of(&self.answer), self.appeal)
    }
}
