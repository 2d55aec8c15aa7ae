//! Treaties: offers are answered, peace is offered to neighbours who are no prey, and an alliance to those who have the same enemy; treaties are kept and renewed.

use kernel::Choice;

use super::aims::targets;
use super::draft::Draft;
use super::posture::Posture;
use crate::model::ids::{AppealId, CountryId, Power};
use crate::model::state::{Appeal, Condition, Standing};
use crate::orders::{Answer, AnswerTreaty, OfferTreaty, Treaty};
use crate::rules::treaties::is_open;

/// Weeks that a treaty is offered for.
const WEEKS: u8 = 20;
/// Weeks between offers to the same country: once a quarter, as who has refused is seldom of another mind before.
const PATIENCE: u16 = 13;
/// Weeks between offers to those who have the same enemy.
const HASTE: u16 = 4;

/// Answers the offers that are open.
pub fn answer(draft: &mut Draft<'_>, prey: Option<CountryId>) {
    let mine = |appeal: &Appeal| appeal.to == draft.power() && is_open(&draft.st, appeal);
    let open: Vec<(AppealId, Appeal)> =
        draft.st.appeals.iter().filter(|(_, appeal)| mine(appeal)).map(|(id, it)| (*id, it.clone())).collect();
    for (id, appeal) in open {
        let accepts = welcome(draft, &appeal, prey);
        let yes = Choice::new("accept", 500).keyed("accept").quiet();
        let no = Choice::new("reject", 500).keyed("reject").quiet();
        let name = draft.sc.country(appeal.from).key.to_string();
        let answer = draft.choose("treaty", || (name, if accepts { vec![yes, no] } else { vec![no, yes] }));
        let answer = if (answer == 0) == accepts { Answer::Accept } else { Answer::Reject };
        draft.give(AnswerTreaty { appeal: id.0, answer });
    }
}

/// Whether an offer is good: it binds nobody whom the country would attack, and costs next to nothing.
fn welcome(draft: &Draft<'_>, appeal: &Appeal, prey: Option<CountryId>) -> bool {
    let gives = |condition: &Condition| match condition {
        Condition::Pays { payer, talents } => *payer == draft.country && talents.0 > 100,
        Condition::Cedes { giver, .. } => *giver == draft.country,
    };
    if appeal.conditions.iter().any(gives) || prey == Some(appeal.from) {
        return false;
    }
    if appeal.standing == Standing::Alliance && !common_enemy(draft, appeal.from) {
        return false;
    }
    match draft.st.standing(draft.country, appeal.from) {
        Standing::Enemy => tired(draft, appeal.from),
        Standing::Alliance => appeal.standing == Standing::Alliance,
        Standing::Neutral | Standing::NonAggression => true,
    }
}

/// Whether a country is at war with one's own enemy: wars are public.
fn common_enemy(draft: &Draft<'_>, other: CountryId) -> bool {
    let at_war = |one: CountryId, with: CountryId| draft.st.standing(one, with) == Standing::Enemy;
    let foes = draft.sc.country_ids().filter(|foe| *foe != draft.country && *foe != other);
    foes.into_iter().any(|foe| !draft.st.country(foe).out && at_war(draft.country, foe) && at_war(other, foe))
}

/// Whether a war is better ended: the other is as strong, or there is another war.
fn tired(draft: &Draft<'_>, foe: CountryId) -> bool {
    let wars = draft.sc.country_ids().filter(|other| draft.st.standing(draft.country, *other) == Standing::Enemy);
    let own = draft.outlook.tax[draft.country.index()];
    wars.count() > 1 || draft.outlook.tax[foe.index()] * 10 >= own * 9
}

/// Offers treaties to neighbours who are no prey, and peace to enemies where the war goes badly.
pub fn offer(draft: &mut Draft<'_>, prey: Option<CountryId>) {
    let mut left = draft.sc.rulings.treaties.appeals_a_turn;
    let turn = draft.st.turn;
    for other in draft.sc.country_ids() {
        if left == 0 || other == draft.country || draft.st.country(other).out || prey == Some(other) {
            continue;
        }
        let Some(relation) = draft.st.relation(draft.country, other) else { continue };
        let due = |weeks: u16| turn.0 % weeks == u16::from(draft.country.0) % weeks;
        let wishes = match relation.standing {
            Standing::Enemy => due(PATIENCE) && tired(draft, other),
            Standing::Neutral => {
                (due(PATIENCE) && neighbours(draft, other) || due(HASTE) && common_enemy(draft, other))
                    && draft.posture != Posture::Strike(other)
            }
            Standing::NonAggression | Standing::Alliance => relation.until.is_some_and(|until| until.0 <= turn.0 + 1),
        };
        if wishes {
            let to = draft.sc.country(other).key.to_string();
            let allies = relation.standing != Standing::Enemy && common_enemy(draft, other);
            let treaty = if allies { Treaty::Alliance } else { Treaty::NonAggression };
            let offer = OfferTreaty { to, treaty, weeks: WEEKS, conditions: Vec::new() };
            left -= i32::from(draft.give(offer));
        }
    }
}

/// Whether a country has cities near one's own.
fn neighbours(draft: &Draft<'_>, other: CountryId) -> bool {
    !targets(draft, |power| power == Power::Country(other)).is_empty()
}
