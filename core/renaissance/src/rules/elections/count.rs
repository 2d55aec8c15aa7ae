//! Votes are counted (RN-17.11, RN-21.3, RN-22.3, RN-23.4, RN-R40, RN-R47, RN-R49, RN-R51, RN-R52).

use std::cmp::Reverse;

use crate::model::ids::PersonaId;
use crate::model::measures::Rating;
use crate::model::rulings::Church;

/// Somebody with at least one vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Who.
    pub id: PersonaId,
    /// His votes.
    pub votes: u32,
    /// His popularity.
    pub popularity: Rating,
    /// His piety.
    pub piety: Rating,
    /// His rating as a preacher.
    pub sermonizing: Rating,
    /// The value of his rank.
    pub rank: u16,
    /// He holds the office now.
    pub sitting: bool,
}

/// What is added to the votes of those who are played, and how ties are broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ballot {
    /// So many cardinals whom nobody plays: one half votes for the most pious, the other for the best preacher.
    Papal(u32),
    /// Nothing.
    Congress,
    /// Two for the most pious, two for the best preacher.
    Brotherhood,
    /// Four for the most popular, and so many electors whom nobody plays: they vote by rank and popularity.
    Secular(u32),
}

/// The candidates with all their votes, the winner first.
pub fn count(mut all: Vec<Candidate>, ballot: Ballot, figures: &Church) -> Vec<Candidate> {
    let pious = |it: &Candidate| (it.piety, it.sermonizing, it.popularity, Reverse(it.id));
    let eloquent = |it: &Candidate| (it.sermonizing, it.piety, it.popularity, Reverse(it.id));
    let popular = |it: &Candidate| (it.popularity, it.piety, Reverse(it.id));
    match ballot {
        Ballot::Papal(cardinals) => {
            add(&mut all, cardinals.div_ceil(2), pious);
            add(&mut all, cardinals / 2, eloquent);
        }
        Ballot::Congress => {}
        Ballot::Brotherhood => {
            add(&mut all, figures.order_bonus_votes, pious);
            add(&mut all, figures.order_bonus_votes, eloquent);
        }
        Ballot::Secular(electors) => {
            add(&mut all, figures.bonus_votes, popular);
            add(&mut all, electors, |it| {
                (i64::from(it.rank) * 10 + it.popularity.points(), it.popularity, Reverse(it.id))
            });
        }
    }
    match ballot {
        Ballot::Papal(_) => all.sort_by_key(|it| Reverse((it.votes, pious(it)))),
        Ballot::Congress | Ballot::Brotherhood => all.sort_by_key(|it| Reverse((it.votes, it.piety, Reverse(it.id)))),
        Ballot::Secular(_) => all.sort_by_key(|it| Reverse((it.votes, it.sitting, popular(it)))),
    }
    all
}

/// Votes for who is greatest by a key.
fn add<K: Ord>(all: &mut [Candidate], votes: u32, key: impl Fn(&Candidate) -> K) {
    if let Some(best) = all.iter_mut().max_by_key(|it| key(it)) {
        best.votes += votes;
    }
}
