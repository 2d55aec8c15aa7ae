//! Where a persona goes at the end of his month, and whom he attacks.

use kernel::Choice;

use super::business::{self, Venture};
use super::draft::Draft;
use crate::knowledge::sight::whereabouts;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::persona::{Place, Side};
use crate::model::skills::Skill;
use crate::orders::{AttackField, MoveInside, MoveMode, MoveTo};
use crate::rules::movement::load::{Carriage, Load};
use crate::rules::places::has_ingress;

/// Most markets among which he chooses.
const MARKETS: usize = 3;
/// Most markets that he may go and see.
const VISITS: usize = 3;
/// Inhabitants of a market that is worth a visit.
const LARGE: u32 = 10_000;
/// So near it is, in hundredths of a degree.
const NEAR: i64 = 250;
/// Who leads fewer soldiers goes about his business.
const FEW: u32 = 200;
/// Merchantry of a merchant, and ducats with which he sets out.
const MERCHANT: i64 = 200;
const CAPITAL: u64 = 2_000;
/// Ducats for which he goes a way.
const WORTH_A_WAY: u64 = 200;
/// So many times the other's men are needed for an attack, at the most that he may have.
const ODDS: u32 = 3;

/// What a persona is about.
pub enum Errand {
    /// He stays, inside the walls where he may.
    Stay,
    /// He carries goods to another market.
    Trade(Venture),
    /// He goes home.
    Home(LocationId),
    /// He goes and sees what another market sells and wants.
    Visit(LocationId),
    /// He attacks somebody in the field.
    Attack(PersonaId),
}

/// The errands that come into question, the usual first.
fn errands(draft: &Draft<'_>, id: PersonaId) -> Vec<(Errand, Choice)> {
    let here = draft.persona(id).place.location();
    let home = draft.sc.family(draft.persona(id).family).citizen_of;
    let mut all: Vec<(Errand, Choice)> = Vec::new();
    let stay = (Errand::Stay, Choice::new("stays", 400).quiet().keyed("stay"));
    let abroad = !draft.persona(id).place.is_inside() && here != Some(home);
    let open = here.is_some_and(|here| has_ingress(&draft.st, draft.persona(id).family, here));
    let soldiers = draft.persona(id).assets.troops.soldiers();
    let ventures = business::ventures(draft, id).into_iter().take(MARKETS);
    let trade = |venture: Venture| {
        let words = format!("carries {} {} to {}", venture.units, venture.good, draft.place(venture.to));
        let prior = (200 + venture.profit / 50).min(700) as u16;
        (Errand::Trade(venture), Choice::new(words, prior).keyed("trade"))
    };
    let mut trades: Vec<(Errand, Choice)> = ventures.map(trade).collect();
    let visit = |to: LocationId| {
        (Errand::Visit(to), Choice::new(format!("looks at the market of {}", draft.place(to)), 150).keyed("visit"))
    };
    let go_home = (Errand::Home(home), Choice::new(format!("goes home to {}", draft.place(home)), 300).keyed("home"));
    let pays = trades.first().is_some_and(|(errand, _)| matches!(errand, Errand::Trade(it) if it.profit > WORTH_A_WAY));
    let merchant = draft.persona(id).skills.of(Skill::Merchantry).points() >= MERCHANT;
    let money = draft.persona(id).assets.money.whole();
    let mut visits: Vec<(Errand, Choice)> = Vec::new();
    if soldiers < FEW && money >= CAPITAL && here == Some(home) {
        visits = markets_near(draft, home).into_iter().map(visit).collect();
    }
    let hungry = business::is_hungry(draft);
    if here != Some(home) && soldiers < FEW && hungry && business::has_food_for_others(draft, id) {
        // He brings home what they eat.
        all.push(go_home);
        all.push(stay);
        all.append(&mut trades);
    } else if abroad && !open && soldiers == 0 {
        // Who leads no army does not stay outside the walls among strangers; he goes loaded where that pays.
        all.append(&mut trades);
        let rest = [go_home, stay];
        if pays {
            all.extend(rest)
        } else {
            all.splice(0..0, rest).for_each(drop)
        };
    } else if soldiers < FEW && pays {
        all.append(&mut trades);
        all.push(stay);
        all.append(&mut visits);
    } else if (merchant || hungry) && !visits.is_empty() && needs_nobody(draft, id) {
        all.append(&mut visits);
        all.push(stay);
        all.append(&mut trades);
    } else {
        all.push(stay);
        all.append(&mut trades);
        all.append(&mut visits);
        if here != Some(home) {
            all.push(go_home);
        }
    }
    for victim in prey(draft, id) {
        let words = format!("attacks {}", draft.name(victim));
        all.push((Errand::Attack(victim), Choice::new(words, 60).keyed("attack")));
    }
    all.truncate(12);
    all
}

/// Whether nothing at home waits for him: nobody of the family is away, who would see the market for him.
fn needs_nobody(draft: &Draft<'_>, id: PersonaId) -> bool {
    let here = draft.persona(id).place.location();
    let others: Vec<PersonaId> = draft.own().into_iter().filter(|it| *it != id).collect();
    // Somebody stays and sees what the goods will bring at home.
    others.iter().any(|it| draft.persona(*it).place.location() == here)
        && others
            .iter()
            .all(|it| draft.persona(*it).place.location() == here || draft.persona(*it).assets.troops.soldiers() > 0)
}

/// Large towns nearby whose markets the family does not see, the nearest first.
fn markets_near(draft: &Draft<'_>, home: LocationId) -> Vec<LocationId> {
    let from = draft.sc.board.location(home).point;
    let far = |id: &LocationId| {
        let to = draft.sc.board.location(*id).point;
        let (north, east) = (i64::from(to.lat - from.lat), i64::from(i32::from(to.lon) - i32::from(from.lon)));
        north * north + east * east
    };
    let same_land = |id: &LocationId| draft.sc.board.location(*id).land == draft.sc.board.location(home).land;
    // Who looks for food goes to small towns too.
    let least = if business::is_hungry(draft) { 0 } else { LARGE };
    let large = |id: &LocationId| draft.st.location(*id).published >= least && !draft.seen.contains(id);
    let mut all: Vec<LocationId> =
        draft.sc.board.location_ids().filter(|id| large(id) && same_land(id) && far(id) < NEAR * NEAR).collect();
    all.sort_by_key(|id| (far(id), *id));
    all.truncate(VISITS);
    all
}

/// Those in the field beside him who are too weak to stand against him, as far as their bands tell.
fn prey(draft: &Draft<'_>, id: PersonaId) -> Vec<PersonaId> {
    let me = draft.persona(id);
    let Place::At(here, Side::Outside) = me.place else { return Vec::new() };
    let own = me.assets.troops.soldiers();
    let bands = &draft.sc.rulings.visibility.bands;
    let weak = |least: u32| bands.iter().find(|next| **next > least).is_some_and(|most| own > most * ODDS);
    let stranger = |it: &PersonaId| {
        let other = draft.persona(*it);
        other.family != me.family
            && !me.allies.contains(&other.family)
            && whereabouts(&draft.st, *it) == Place::At(here, Side::Outside)
            && weak(other.assets.troops.men())
    };
    draft.st.living().map(|(it, _)| it).filter(stranger).take(2).collect()
}

/// What he is about this month.
pub fn choose(draft: &mut Draft<'_>, id: PersonaId) -> Errand {
    let (mut errands, choices): (Vec<Errand>, Vec<Choice>) = errands(draft, id).into_iter().unzip();
    let subject = draft.name(id);
    let answer = draft.choose("errand", || (subject, choices));
    errands.swap_remove(answer.min(errands.len() - 1))
}

/// Loads what is to be carried.
pub fn prepare(draft: &mut Draft<'_>, id: PersonaId, errand: &Errand) {
    if let Errand::Trade(venture) = errand {
        business::load(draft, id, venture);
    }
}

/// His last order of the month.
pub fn set_out(draft: &mut Draft<'_>, id: PersonaId, errand: &Errand) {
    let persona = draft.name(id);
    match errand {
        Errand::Trade(Venture { to, .. }) | Errand::Home(to) | Errand::Visit(to) => {
            let go = |mode| MoveTo {
                persona: persona.clone(),
                mode,
                to: draft.place(*to),
                enter: true,
                ferry: false,
                via: Vec::new(),
            };
            let (land, water) = (go(MoveMode::Land), go(MoveMode::Water));
            let by_water = draft.persona(id).assets.has_ships();
            let load = Load::of(&draft.sc.rulings.movement, &draft.persona(id).assets, Carriage::Land);
            if !by_water && load.excess() > 0 {
                // He would not come through the gate with it (RN-30.7).
                return;
            }
            let (first, second) = if by_water { (water, land) } else { (land, water) };
            if !draft.give(id, first) && (by_water || draft.persona(id).assets.has_ships()) {
                draft.give(id, second);
            }
        }
        Errand::Attack(victim) => {
            let victim = draft.name(*victim);
            draft.give(id, AttackField { persona, victim, spare: false });
        }
        Errand::Stay => {
            if let Place::At(here, Side::Outside) = draft.persona(id).place
                && has_ingress(&draft.st, draft.persona(id).family, here)
            {
                draft.give(id, MoveInside { persona });
            }
        }
    }
}
