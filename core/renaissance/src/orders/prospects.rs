//! What a battle would bring, before it is fought: the rules' own battle, on what the family knows, with what it does not know
//! of the enemy taken at its best, as it is likely, and at its worst (section 6: of others one sees bands only).

use kernel::Dice;
use kernel::words::number;

use super::Order;
use super::attempt::{attempt, is_battle};
use super::context::OrderContext;
use crate::model::goods::Good;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::measures::Rating;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::troops::Troop;
use crate::rules::battle::sides::BattleSide;
use crate::rules::battle::urban::UrbanEnd;
use crate::rules::conflict::deed::{Battle, Conflict, Record};
use crate::rules::deed::Deed;
use crate::rules::month::Month;

/// What is taken for granted about the enemy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Assumption {
    /// As few men as his band allows, auxiliaries with little heart.
    Best,
    /// The middle of the band, half of them pikemen.
    Likely,
    /// As many as the band allows, a third of them mounted, the rest pikemen, in good heart.
    Worst,
}

impl Assumption {
    /// Points of morale.
    const fn morale(self) -> i64 {
        match self {
            Self::Best => 300,
            Self::Likely => 450,
            Self::Worst => 600,
        }
    }

    /// How many men of a band that begins with so many.
    pub fn men(self, bands: &[u32], least: u32) -> u32 {
        let next = bands.iter().copied().find(|next| *next > least).unwrap_or(least.saturating_mul(2));
        match self {
            _ if least == 0 => 0,
            Self::Best => least,
            Self::Likely => least.midpoint(next),
            Self::Worst => next - 1,
        }
    }
}

/// How a battle would go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// Whether the attacker has the field, the walls or the tower afterwards.
    pub wins: bool,
    /// Whether who attacks is dead afterwards.
    pub dies: bool,
    /// His men before.
    pub men: u32,
    /// How many of them are lost.
    pub lost: u32,
    /// How many the enemy has before.
    pub enemy: u32,
    /// How many the enemy loses.
    pub enemy_lost: u32,
}

/// The prospects of a battle under each assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospects {
    /// At best.
    pub best: Prospect,
    /// As is likely.
    pub likely: Prospect,
    /// At worst.
    pub worst: Prospect,
}

impl Prospects {
    /// Whether it is won whatever the enemy has.
    pub fn is_safe(&self) -> bool {
        self.likely.wins && self.worst.wins && !self.likely.dies && !self.worst.dies
    }

    /// Whether it is won as is likely.
    pub fn is_good(&self) -> bool {
        self.likely.wins && !self.likely.dies
    }

    /// In a sentence.
    pub fn in_words(&self) -> String {
        let Self { best, likely, worst } = self;
        format!("at best {}; likely {}; at worst {}", best.in_words(), likely.in_words(), worst.in_words())
    }
}

impl Prospect {
    /// `won: 40 of 2,000 men lost, the enemy 300 of 300`.
    pub fn in_words(&self) -> String {
        let end = match (self.wins, self.dies) {
            (true, false) => "won",
            (true, true) => "won, but he falls",
            (false, false) => "not won",
            (false, true) => "lost, and he falls",
        };
        let [lost, men, enemy_lost, enemy] = [self.lost, self.men, self.enemy_lost, self.enemy].map(number);
        format!("{end}: {lost} of {men} men lost, the enemy {enemy_lost} of {enemy}")
    }
}

/// The prospects of an order that begins a battle, in a position as its family knows it; none if the order cannot be carried
/// out, or there is nobody to fight.
pub fn of(
    sc: &Scenario, known: &State, month: &Month, family: FamilyId, actor: PersonaId, order: &Order,
) -> Option<Prospects> {
    if !is_battle(order) {
        return None;
    }
    let fought = |assumption| fight(sc, known, month, family, actor, order, assumption);
    Some(Prospects {
        best: fought(Assumption::Best)?,
        likely: fought(Assumption::Likely)?,
        worst: fought(Assumption::Worst)?,
    })
}

fn fight(
    sc: &Scenario, known: &State, month: &Month, family: FamilyId, actor: PersonaId, order: &Order,
    assumption: Assumption,
) -> Option<Prospect> {
    let (mut st, mut month) = (known.clone(), month.clone());
    assume(sc, &mut st, &month, family, actor, assumption);
    let before = st.clone();
    let told = month.deeds.len();
    let mut dice = Dice::middling().quiet();
    let mut ctx = OrderContext { sc, st: &mut st, month: &mut month, family, actor, dice: &mut dice };
    attempt(&mut ctx, order).ok()?;
    let battles = || month.deeds[told..].iter().filter_map(fought);
    let last = battles().next_back()?;
    let strength = |st: &State, side: BattleSide| -> u32 {
        let mut ids: Vec<PersonaId> = battles().flat_map(|it| it.parties[side].personae.iter().copied()).collect();
        ids.sort();
        ids.dedup();
        let men: u32 = ids.iter().filter(|id| st.persona(**id).alive).map(|id| men_of(st, *id)).sum();
        let garrison = battles().find(|it| it.parties[side].garrison).and_then(|it| it.place.location());
        men + garrison.map_or(0, |here| garrison_of(st, here, &last.record))
    };
    let sides = [BattleSide::Attacker, BattleSide::Defender].map(|side| {
        let before = strength(&before, side);
        (before, before - strength(&st, side).min(before))
    });
    let [(men, lost), (enemy, enemy_lost)] = sides;
    Some(Prospect { wins: is_won(&last.record), dies: !st.persona(actor).alive, men, lost, enemy, enemy_lost })
}

fn fought(deed: &Deed) -> Option<&Battle> {
    match deed {
        Deed::Conflict(Conflict::Fought(battle)) => Some(battle),
        _ => None,
    }
}

fn men_of(st: &State, id: PersonaId) -> u32 {
    st.persona(id).assets.troops.men()
}

/// The garrison that fights: of the tower that is stormed, otherwise of the location.
fn garrison_of(st: &State, here: LocationId, record: &Record) -> u32 {
    match record {
        Record::Tower(owner, _) => {
            let towers = &st.location(here).towers;
            towers.iter().find(|it| it.owner == *owner).map_or(0, |it| it.garrison.into())
        }
        _ => st.location(here).garrison,
    }
}

/// Whether the attacker has won.
fn is_won(record: &Record) -> bool {
    match record {
        Record::Field(record) => record.end.loser() == Some(BattleSide::Defender),
        Record::Urban(record) | Record::Prelude(record) => match record.end {
            UrbanEnd::Eliminated(side) | UrbanEnd::LeftTown(side) | UrbanEnd::IntoTower(side) => {
                side == BattleSide::Defender
            }
            UrbanEnd::AllInTower => true,
            UrbanEnd::BrokeOff | UrbanEnd::Undecided => false,
        },
        Record::Walls(record) | Record::Tower(_, record) => record.end.is_success(),
        Record::Naval(record) => record.end.loser() == Some(BattleSide::Defender),
    }
}

/// Fills in what the family does not know of those who are where its persona is: strangers by their bands, the garrison by its
/// band where it is seen from outside.
fn assume(sc: &Scenario, st: &mut State, month: &Month, family: FamilyId, actor: PersonaId, assumption: Assumption) {
    let bands = &sc.rulings.visibility.bands;
    let here = st.persona(actor).place;
    for id in (0..st.personae.len()).map(PersonaId::at) {
        let persona = st.persona(id);
        let is_here = persona.place == here || persona.place.location().is_some_and(|it| here.location() == Some(it));
        if persona.family == family || !persona.alive || !is_here {
            continue;
        }
        let men = assumption.men(bands, persona.assets.troops[Troop::Auxiliaries]);
        let persona = st.persona_mut(id);
        let troops = &mut persona.assets.troops;
        let (riders, pikes) = match assumption {
            Assumption::Best => (0, 0),
            Assumption::Likely => (0, men / 2),
            Assumption::Worst => (men / 3, men - men / 3),
        };
        troops[Troop::HeavyCavalry] = riders;
        troops[Troop::Pikemen] = pikes;
        troops[Troop::Auxiliaries] = men - riders - pikes;
        persona.assets.goods.set(Good::Horses, riders);
        persona.morale = if men > 0 { Rating::new(assumption.morale()) } else { Rating::default() };
    }
    // Who has been inside since the month began has counted the garrison.
    let own = &st.family(family).personae;
    let counted = |here: &LocationId| own.iter().any(|id| month.started_inside(*id, *here));
    if let Some(here) = here.location().filter(|here| !counted(here)) {
        let location = st.location_mut(here);
        location.garrison = assumption.men(bands, location.garrison);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_taken_at_their_ends_and_their_middle() {
        let men = |least| {
            [Assumption::Best, Assumption::Likely, Assumption::Worst].map(|it| it.men(&[1, 100, 500, 1_000], least))
        };
        assert_eq!(men(100), [100, 300, 499]);
        assert_eq!(men(1_000), [1_000, 1_500, 1_999]);
        assert_eq!(men(0), [0, 0, 0]);
    }
}
