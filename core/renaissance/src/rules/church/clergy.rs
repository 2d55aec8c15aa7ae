//! Prelates whom nobody plays: they die, and their sees do not stay empty for ever (RN-R46).

use kernel::{Dice, RuleRef};

use super::deed::Church;
use super::offers;
use super::posts::{place_somebody, vacate};
use crate::model::ids::{Holder, TitleId};
use crate::model::persona::Office;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::TitleKind;
use crate::rules::elections::suffrage::is_elective;
use crate::rules::month::Month;

const RULE: RuleRef = RuleRef::new("RN-R46");

/// A month in the life of the prelates whom nobody plays.
pub fn grow_old(sc: &Scenario, st: &mut State, month: &mut Month, dice: &mut Dice) {
    let church: Vec<TitleId> =
        (0..st.titles.len()).map(TitleId::at).filter(|it| st.title_record(sc, *it).kind == TitleKind::Church).collect();
    let deadly = sc.rulings.church.npc_mortality_per_thousand as i32;
    let mut stream = dice.stream("clergy", 0, 0);
    // A roll for every title: what becomes of one does not change the luck of another.
    let rolls: Vec<i32> = church.iter().map(|_| stream.range(1, 1000, RULE)).collect();
    for (title, roll) in church.into_iter().zip(rolls) {
        match st.title(title).holder {
            Holder::NonPlayer if roll <= deadly => {
                vacate(st, title);
                month.tell(Church::ClericDied { title });
            }
            Holder::Vacant if has_waited(sc, st, title) => {
                place_somebody(st, title);
                month.tell(Church::Placed { title });
            }
            _ => {}
        }
    }
}

/// Whether nobody has filled a see for so long. Who is elected does not come in this way.
fn has_waited(sc: &Scenario, st: &State, title: TitleId) -> bool {
    let long_ago =
        st.title(title).vacant_since.is_none_or(|since| since.later(sc.rulings.church.npc_vacancy_turns) <= st.turn);
    long_ago && !is_elective(sc, st, title) && !offers::is_offered(st, Office::Title(title))
}
