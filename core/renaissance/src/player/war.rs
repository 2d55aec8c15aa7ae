//! Captains: towns that are worth taking and can be taken, battles that are won as far as one knows, and what is done with a
//! town that has been taken.

use std::cmp::Reverse;

use kernel::Choice;

use super::army::commander;
use super::draft::Draft;
use super::errand::Errand;
use super::markets::Reach;
use super::stores::{self, ARMY, FEW};
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::{LocalOffice, Location};
use crate::model::measures::Rating;
use crate::model::persona::{Persona, Place, Side};
use crate::orders::prospects::{self, Assumption};
use crate::orders::{AssaultWalls, AttackField, AttackUrban, Besiege, LootLocation, Order};
use crate::rules::battle::looting;
use crate::rules::conflict::control::controller;
use crate::rules::month::Month;
use crate::rules::movement::load::{Carriage, Load};
use crate::rules::places::holder_of;

/// Most towns among which he chooses.
const TARGETS: usize = 2;
/// Most towns whose walls he thinks about.
const THOUGHT_OF: usize = 12;
/// Most armies that he thinks of attacking.
const VICTIMS: usize = 2;
/// Walls, wealth and loyalty of a town of which nobody has told.
const WALLS: i64 = 130;
const WEALTH: i64 = 130;
const LOYALTY: i64 = 500;
/// Of a hundred inhabitants so many are taken to be the garrison of a town that nobody has looked at, and at most so many men.
const GUARDS: u32 = 2;
const GUARDS_MOST: u32 = 400;
/// Men of a family who are taken to be in its seat besides.
const HOUSEHOLD: u32 = 1_500;
/// Ducats for each of his soldiers for which an army stays and loots: pay of half a month.
const WORTH_LOOTING: u64 = 5;
/// Of a hundred of his men so many may fall for a town.
const PRICE: u32 = 35;

/// Whether a family has nothing to fear from another, and nothing to seek there: it is its own, or has declared alliance.
fn is_friend(draft: &Draft<'_>, id: PersonaId, other: FamilyId) -> bool {
    let me = draft.persona(id);
    other == me.family || me.allies.contains(&other)
}

/// Whether a town is the family's own: one of it holds a position there.
fn is_own(draft: &Draft<'_>, id: PersonaId, at: LocationId) -> bool {
    let family = draft.persona(id).family;
    let holders = LocalOffice::ALL.iter().filter_map(|office| holder_of(draft.sc, &draft.st, at, *office).persona());
    holders.into_iter().any(|it| draft.persona(it).family == family)
}

/// Whether he may want a town: strangers hold it. What is the family's own is wanted when somebody else has control.
fn is_wanted(draft: &Draft<'_>, id: PersonaId, at: LocationId) -> bool {
    let holder = controller(draft.sc, &draft.st, at);
    let of_friends = holder.is_some_and(|it| is_friend(draft, id, draft.persona(it).family));
    if is_own(draft, id, at) {
        return holder.is_some() && !of_friends && draft.st.location(at).controller.is_some();
    }
    !of_friends && draft.st.location(at).published > 0
}

/// Whether he leads an army that could go to war: enough men who are fed, nobody beside him who would lead them better, and no
/// stores for the winter that he would have to leave behind.
fn is_ready(draft: &Draft<'_>, id: PersonaId) -> bool {
    let assets = &draft.persona(id).assets;
    let by_land = Load::of(&draft.sc.rulings.movement, assets, Carriage::Land);
    assets.troops.soldiers() >= ARMY
        && commander(draft, id) == id
        && stores::is_fed_on_the_way(draft, id)
        && (!stores::is_winter(draft) || assets.has_ships() || by_land.excess() == 0)
}

/// Towns that he could take, as far as one knows from afar, the most rewarding first.
fn targets(draft: &Draft<'_>, id: PersonaId, reach: &[Reach]) -> Vec<LocationId> {
    let wanted = reach.iter().copied().filter(|(to, _)| is_wanted(draft, id, *to)).take(THOUGHT_OF);
    let promising = wanted.filter_map(|(to, miles)| {
        let mut st = draft.st.clone();
        let is_guess = !draft.seen.contains(&to);
        if is_guess {
            guess(st.location_mut(to), is_seat(draft, to));
        }
        st.persona_mut(id).place = Place::At(to, Side::Outside);
        let month = Month::begin(&st);
        // What is a guess is taken as it is; of what is seen the worst.
        let assumption = if is_guess { Assumption::Best } else { Assumption::Worst };
        let it = prospects::under(assumption, draft.sc, st, &month, draft.family, id, &storm(draft, id))?;
        let worth = u64::from(draft.st.location(to).published) / u64::from(it.lost + miles + 50);
        (it.wins && !it.dies && it.lost * 100 < it.men * PRICE).then_some((worth, to))
    });
    let mut all: Vec<(u64, LocationId)> = promising.collect();
    all.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    all.into_iter().map(|(_, to)| to).take(TARGETS).collect()
}

/// What is taken for granted of a town that nobody of the family sees.
fn guess(here: &mut Location, is_seat: bool) {
    let walls = Rating::new(WALLS);
    (here.fas, here.far, here.wealth, here.loyalty) = (walls, walls, Rating::new(WEALTH), Rating::new(LOYALTY));
    // Who has taken a town has no garrison there (RN-16.8).
    here.garrison = if here.controller.is_some() { 0 } else { (here.published * GUARDS / 100).min(GUARDS_MOST) };
    if is_seat {
        here.garrison += HOUSEHOLD;
    }
}

/// Whether a family lives there: it is guarded by all that they have.
fn is_seat(draft: &Draft<'_>, at: LocationId) -> bool {
    draft.sc.family_ids().any(|it| draft.sc.family(it).citizen_of == at)
}

fn storm(draft: &Draft<'_>, id: PersonaId) -> Order {
    AssaultWalls { persona: draft.name(id), spare: false, enslave: false }.into()
}

/// What a captain may do with his army.
#[derive(Default)]
pub struct Campaigns {
    /// What is worth it whatever the enemy has, the best first.
    pub promising: Vec<(Errand, Choice)>,
    /// What may be worth it.
    pub doubtful: Vec<(Errand, Choice)>,
}

impl Campaigns {
    fn promise(&mut self, errand: Errand, words: String, prior: u16, key: &str) {
        self.promising.push((errand, Choice::new(words, prior).keyed(key)));
    }

    fn doubt(&mut self, errand: Errand, words: String, prior: u16, key: &str) {
        self.doubtful.push((errand, Choice::new(words, prior).keyed(key)));
    }
}

/// What a captain may do with his army.
pub fn campaigns(draft: &Draft<'_>, id: PersonaId, reach: &[Reach]) -> Campaigns {
    let mut all = Campaigns::default();
    let persona = draft.persona(id);
    let Place::At(here, side) = persona.place else { return all };
    if persona.assets.troops.soldiers() < FEW {
        return all;
    }
    for (order, words) in battles(draft, id, here, side) {
        weigh(draft, id, order, words, &mut all);
    }
    let has_taken_it = draft.st.location(here).controller.is_some_and(|it| it.persona == id);
    let onward = if is_ready(draft, id) { targets(draft, id, reach) } else { Vec::new() };
    let mut marches = Campaigns::default();
    for to in onward {
        marches.promise(Errand::March(to), format!("marches on {}", draft.place(to)), 450, "campaign");
    }
    let loots: Order = LootLocation { persona: draft.name(id) }.into();
    if side == Side::Inside && has_taken_it && !is_own(draft, id, here) && draft.allows(id, &loots) {
        // Where little is left he goes on as long as there is somewhere to go.
        let taken = draft.st.location(here);
        let soldiers = persona.assets.troops.soldiers();
        let pays = looting::yield_of(taken.wealth, taken.population, soldiers) >= u64::from(soldiers) * WORTH_LOOTING;
        if !pays {
            all.promising.append(&mut marches.promising);
        }
        all.promise(Errand::War(loots), format!("loots {}", draft.place(here)), 500, "loot");
    }
    all.promising.append(&mut marches.promising);
    let besieges: Order = Besiege { persona: draft.name(id), tower: None }.into();
    if side == Side::Outside && is_wanted(draft, id, here) && draft.allows(id, &besieges) {
        all.doubt(Errand::War(besieges), format!("besieges {}", draft.place(here)), 40, "siege");
    }
    all
}

/// Battles that he may begin where he is.
fn battles(draft: &Draft<'_>, id: PersonaId, here: LocationId, side: Side) -> Vec<(Order, String)> {
    let mut orders: Vec<(Order, String)> = Vec::new();
    let name = || draft.name(id);
    let there = |other: &Persona| other.place == Place::At(here, side) && !is_friend(draft, id, other.family);
    let strangers = draft.st.living().filter(|(_, other)| there(other)).map(|(it, _)| it);
    let wanted = is_wanted(draft, id, here);
    match side {
        Side::Outside => {
            if wanted {
                orders.push((storm(draft, id), format!("storms {}", draft.place(here))));
            }
            // Who leads nobody is left in peace.
            let men = |it: PersonaId| draft.persona(it).assets.troops.men();
            let mut armed: Vec<PersonaId> = strangers.filter(|it| men(*it) > 0).collect();
            armed.sort_by_key(|it| Reverse(men(*it)));
            orders.extend(armed.into_iter().take(VICTIMS).map(|victim| {
                let order = AttackField { persona: name(), victim: draft.name(victim), spare: false };
                (order.into(), format!("attacks {}", draft.name(victim)))
            }));
        }
        Side::Inside if wanted => {
            let holder = controller(draft.sc, &draft.st, here);
            let victim = strangers.into_iter().find(|it| Some(*it) == holder).map(|it| draft.name(it));
            let order = AttackUrban { persona: name(), victim, spare: false, fight_on: true };
            orders.push((order.into(), format!("takes {}", draft.place(here))));
        }
        Side::Inside => {}
    }
    orders
}

/// What a battle promises. What is lost as far as one knows is not thought of.
fn weigh(draft: &Draft<'_>, id: PersonaId, order: Order, words: String, all: &mut Campaigns) {
    match draft.prospects(id, &order) {
        Some(found) if found.is_safe() && found.likely.lost * 100 <= found.likely.men * PRICE => {
            all.promise(Errand::War(order), words, 600, "attack");
        }
        Some(found) if found.is_good() => all.doubt(Errand::War(order), words, 60, "risk"),
        Some(_) => {}
        // A town that nobody defends falls to one order (RN-16.3).
        None if draft.allows(id, &order) => all.promise(Errand::War(order), words, 600, "attack"),
        None => {}
    }
}

/// Whether somebody who is outside the walls would be beaten by an army beside him, as is likely.
pub fn is_in_danger(draft: &Draft<'_>, id: PersonaId) -> bool {
    let persona = draft.persona(id);
    let Place::At(_, Side::Outside) = persona.place else { return false };
    let own = persona.assets.troops.soldiers();
    let bands = &draft.sc.rulings.visibility.bands;
    draft.st.living().any(|(_, other)| {
        let men = Assumption::Likely.men(bands, other.assets.troops.men());
        other.place == persona.place && !is_friend(draft, id, other.family) && men > 0 && men * 2 > own * 3
    })
}
