//! What a battle would bring, before it is fought: the rules' own battle, on what the family knows, with what it does not know
//! of the enemy taken at its best, as it is likely, and at its worst (section 6: of others one sees bands only).

use kernel::Dice;
use kernel::words::number;

use super::Order;
use super::attempt::{attempt, is_battle};
use super::context::OrderContext;
use crate::model::goods::Good;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::TowerOwner;
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
    let fought = |assumption| under(assumption, sc, known.clone(), month, family, actor, order);
    Some(Prospects {
        best: fought(Assumption::Best)?,
        likely: fought(Assumption::Likely)?,
        worst: fought(Assumption::Worst)?,
    })
}

/// The same under one assumption; the position is used up.
pub fn under(
    assumption: Assumption, sc: &Scenario, mut st: State, month: &Month, family: FamilyId, actor: PersonaId,
    order: &Order,
) -> Option<Prospect> {
    let mut month = month.clone();
    assume(sc, &mut st, &month, family, actor, assumption);
    let before = Strength::of(&st, actor);
    let told = month.deeds.len();
    let mut dice = Dice::middling().quiet();
    let mut ctx = OrderContext { sc, st: &mut st, month: &mut month, family, actor, dice: &mut dice };
    attempt(&mut ctx, order).ok()?;
    let after = Strength::of(&st, actor);
    let battles = || month.deeds[told..].iter().filter_map(fought);
    let last = battles().next_back()?;
    let sides = [BattleSide::Attacker, BattleSide::Defender].map(|side| {
        let mut ids: Vec<PersonaId> = battles().flat_map(|it| it.parties[side].personae.iter().copied()).collect();
        ids.sort();
        ids.dedup();
        let garrison = battles().any(|it| it.parties[side].garrison);
        let (before, after) = (before.count(&ids, garrison, last), after.count(&ids, garrison, last));
        (before, before.saturating_sub(after))
    });
    let [(men, lost), (enemy, enemy_lost)] = sides;
    Some(Prospect { wins: is_won(&last.record), dies: !st.persona(actor).alive, men, lost, enemy, enemy_lost })
}

/// How many men there are, as far as a battle asks for it: of each persona who is alive, and where one of them is.
struct Strength {
    men: Vec<u32>,
    garrison: u32,
    towers: Vec<(TowerOwner, u32)>,
}

impl Strength {
    fn of(st: &State, actor: PersonaId) -> Self {
        let men = st.personae.iter().map(|it| if it.alive { it.assets.troops.men() } else { 0 }).collect();
        let here = st.persona(actor).place.location().map(|here| st.location(here));
        Self {
            men,
            garrison: here.map_or(0, |here| here.garrison),
            towers: here.map_or_else(Vec::new, |here| {
                here.towers.iter().map(|tower| (tower.owner, tower.garrison.into())).collect()
            }),
        }
    }

    /// Of these personae and, if it fights with them, the garrison: of the tower that is stormed, otherwise of the location.
    fn count(&self, ids: &[PersonaId], garrison: bool, battle: &Battle) -> u32 {
        let men: u32 = ids.iter().map(|id| self.men[id.index()]).sum();
        let guards = match &battle.record {
            Record::Tower(owner, _) => {
                self.towers.iter().find(|(it, _)| it == owner).map_or(0, |(_, garrison)| *garrison)
            }
            _ => self.garrison,
        };
        men + if garrison { guards } else { 0 }
    }
}

fn fought(deed: &Deed) -> Option<&Battle> {
    match deed {
        Deed::Conflict(Conflict::Fought(battle)) => Some(battle),
        _ => None,
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
