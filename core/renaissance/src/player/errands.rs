//! Where a persona goes at the end of his month, and what he does there.

use std::collections::BTreeSet;

use kernel::Choice;

use super::draft::Draft;
use super::errand::Errand;
use super::markets::Reach;
use super::trade::{self, Venture};
use super::{army, court, markets, stores, war};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::persona::{Place, Side};
use crate::model::skills::Skill;
use crate::orders::{AbandonExcessCargo, MoveInside, MoveMode, MoveTo};
use crate::rules::movement::load::{Carriage, Load};
use crate::rules::places::has_ingress;

/// Most markets among which he chooses.
const MARKETS: usize = 3;
/// Most markets that he may go and see.
const VISITS: usize = 2;
/// Inhabitants of a market that is worth a visit.
const LARGE: u32 = 10_000;
/// Merchantry of a merchant, and ducats with which he sets out.
const MERCHANT: i64 = 200;
const CAPITAL: u64 = 2_000;
/// Cargo units that he can take.
const CARRIAGE: u32 = 20;
/// Ducats for which he goes a way.
const WORTH_A_WAY: u64 = 150;
/// Most errands that a persona thinks about.
const MOST: usize = 12;

/// The errands that come into question, the usual first.
fn errands(draft: &Draft<'_>, id: PersonaId) -> Vec<(Errand, Choice)> {
    let persona = draft.persona(id);
    let here = persona.place.location();
    let home = draft.sc.family(persona.family).citizen_of;
    let soldiers = persona.assets.troops.soldiers();
    let outside = matches!(persona.place, Place::At(_, Side::Outside));
    let locked_out = outside && !here.is_some_and(|here| has_ingress(&draft.st, persona.family, here));
    let stay = || (Errand::Stay, Choice::new("stays", 400).quiet().keyed("stay"));
    let go_home =
        || (Errand::Home(home), Choice::new(format!("goes home to {}", draft.place(home)), 300).keyed("home"));
    let reach = markets::in_reach(draft, id);
    let mut trades = trades(draft, id, &reach);
    let pays = matches!(trades.first(), Some((Errand::Trade(it), _)) if it.profit > WORTH_A_WAY);
    let mut all: Vec<(Errand, Choice)> = Vec::new();
    let mut campaigns = war::campaigns(draft, id, &reach);
    let brings_food = here != Some(home) && soldiers < stores::FEW && stores::is_anybody_hungry(draft);
    all.extend(
        markets::havens(draft, id)
            .into_iter()
            .map(|to| (Errand::Home(to), Choice::new(format!("sails to {}", draft.place(to)), 400).keyed("haven"))),
    );
    if army::waits_for_ships(draft, id) {
        all.push(stay());
    } else if war::is_in_danger(draft, id) {
        // Who would be beaten where he is does not wait for it: he goes inside, or home.
        all.push(if locked_out { go_home() } else { stay() });
    } else if brings_food && stores::has_food_for_others(draft, id) {
        all.push(go_home());
        all.push(stay());
        all.append(&mut trades);
    }
    if soldiers < stores::ARMY && court::votes_at_home(draft, id) {
        all.push(if here == Some(home) { stay() } else { go_home() });
    }
    let mut larders = larders(draft, id, &reach);
    if !stores::is_fed_on_the_way(draft, id) {
        // An army is fed before it is used.
        all.append(&mut larders);
    }
    all.append(&mut campaigns.promising);
    all.append(&mut larders);
    if soldiers < stores::FEW && pays {
        all.append(&mut trades);
    } else if locked_out && here != Some(home) {
        // Nobody stays outside the walls among strangers.
        all.push(go_home());
    } else if soldiers < stores::FEW && stands_idle(draft, id, home) && !stores::is_winter(draft) {
        all.extend(visits(draft, &reach, home));
    }
    all.push(stay());
    if here != Some(home) {
        all.push(go_home());
    }
    all.append(&mut trades);
    all.append(&mut campaigns.doubtful);
    // What came into question twice stands where it came first.
    let mut asked = BTreeSet::new();
    all.retain(|(_, choice)| asked.insert(choice.words.clone()));
    all.truncate(MOST);
    all
}

/// Where he may fetch food, if he does not besiege anybody.
fn larders(draft: &Draft<'_>, id: PersonaId, reach: &[Reach]) -> Vec<(Errand, Choice)> {
    if draft.st.sieges.iter().any(|it| it.besieger == id) {
        return Vec::new();
    }
    let choice = |to| {
        let words = format!("fetches food in {}", draft.place(to));
        (Errand::Provisions(to), Choice::new(words, 420).keyed("provisions"))
    };
    stores::larders(draft, id, reach).into_iter().map(choice).collect()
}

/// What he may carry to other markets.
fn trades(draft: &Draft<'_>, id: PersonaId, reach: &[Reach]) -> Vec<(Errand, Choice)> {
    let ventures = trade::ventures(draft, id, reach).into_iter().take(MARKETS);
    let choice = |venture: Venture| {
        let words = format!("carries {} to {}", venture.good, draft.place(venture.to));
        let prior = (200 + venture.profit / 50).min(700) as u16;
        (Errand::Trade(venture), Choice::new(words, prior).keyed("trade"))
    };
    ventures.map(choice).collect()
}

/// Whether he is a merchant with money at home, and somebody else stays there.
fn stands_idle(draft: &Draft<'_>, id: PersonaId, home: LocationId) -> bool {
    let persona = draft.persona(id);
    let merchant = persona.skills.of(Skill::Merchantry).points() >= MERCHANT;
    let stays = |it: PersonaId| it != id && draft.persona(it).place.location() == Some(home);
    merchant
        && stores::best_room(draft, id) >= CARRIAGE
        && persona.place.location() == Some(home)
        && persona.assets.money.whole() >= CAPITAL
        && draft.own().into_iter().any(stays)
}

/// Large towns nearby whose markets nobody of the family sees and which sell what is wanted at home, the nearest first.
fn visits(draft: &Draft<'_>, reach: &[Reach], home: LocationId) -> Vec<(Errand, Choice)> {
    let unseen = |to: &LocationId| {
        draft.st.location(*to).published >= LARGE
            && !draft.seen.contains(to)
            && *to != home
            && trade::sells_for(draft, *to, home)
    };
    let towns = reach.iter().map(|(to, _)| *to).filter(unseen).take(VISITS);
    let visit = |to: LocationId| {
        (Errand::Visit(to), Choice::new(format!("looks at the market of {}", draft.place(to)), 150).keyed("visit"))
    };
    towns.map(visit).collect()
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
        trade::load(draft, id, venture);
    }
}

/// His last order of the month.
pub fn set_out(draft: &mut Draft<'_>, id: PersonaId, errand: Errand) {
    match errand {
        Errand::Trade(Venture { to, .. }) | Errand::Home(to) | Errand::Visit(to) => go(draft, id, to, true),
        Errand::Provisions(to) => {
            draft.fetched = draft.fetched.saturating_add(stores::best_room(draft, id));
            go(draft, id, to, true);
        }
        Errand::March(to) => go(draft, id, to, false),
        Errand::War(order) => {
            draft.give(id, order);
        }
        Errand::Stay => {
            if let Place::At(here, Side::Outside) = draft.persona(id).place
                && has_ingress(&draft.st, draft.persona(id).family, here)
            {
                let persona = draft.name(id);
                draft.give(id, MoveInside { persona });
            }
        }
    }
}

/// Goes to a town: with his ships if he has some, otherwise by land if he can carry what he has.
fn go(draft: &mut Draft<'_>, id: PersonaId, to: LocationId, enter: bool) {
    let by = |mode| MoveTo { persona: draft.name(id), mode, to: draft.place(to), enter, ferry: false, via: Vec::new() };
    let (land, water) = (by(MoveMode::Land), by(MoveMode::Water));
    let sails = draft.persona(id).assets.has_ships();
    let load = Load::of(&draft.sc.rulings.movement, &draft.persona(id).assets, Carriage::Land);
    if sails {
        draft.give(id, water);
    } else if load.excess() == 0 {
        draft.give(id, land);
    } else if matches!(draft.persona(id).place, Place::At(_, Side::Outside))
        || draft.persona(id).assets.troops.soldiers() >= stores::FEW
    {
        // With all of it he would not get away (RN-30.7), and out here, or with men to feed, he cannot stay.
        let persona = draft.name(id);
        draft.give(id, AbandonExcessCargo { persona });
        draft.give(id, land);
    }
}
