//! What a persona does in peace where he is: offers and votes, taxes, court, men, works.

use super::draft::Draft;
use super::markets;
use super::stores::needs;
use crate::model::affairs::Due;
use crate::model::asset::Asset;
use crate::model::goods::Good;
use crate::model::ids::{Holder, LocationId, PersonaId};
use crate::model::location::LocalOffice;
use crate::model::persona::{Office, Place, Side};
use crate::model::skills::Skill;
use crate::model::troops::Troop;
use crate::orders::{
    AcceptOffice, AppointTaxCollector, BuyGoods, CastVote, ClaimOrderRecruits, CollectTaxes, CollectTithes,
    CompletePilgrimage, CreateArt, CreateLetters, HoldCourt, PreachToPopulace, RecruitGarrison, RecruitProfessionals,
    Venerate,
};
use crate::rules::elections::suffrage::{self, Electorate};
use crate::rules::month::Month;
use crate::rules::places::holder_of;

/// Loyalty from which taxes are worth their price.
const TAX_LOYALTY: i64 = 460;
/// Wealth from which they are.
const TAX_WEALTH: i64 = 120;
/// A skill that is worth a work.
const SKILLED: i64 = 200;
/// Ducats of pay that are kept back for a man who is hired.
const KEPT_FOR_PAY: u64 = 50;
/// Ducats beyond pay from which men are hired.
const RICH: u64 = 20_000;

/// The name of an office, as orders have it.
fn office_name(draft: &Draft<'_>, office: Office) -> String {
    match office {
        Office::Title(title) => draft.st.title_record(draft.sc, title).name.to_string(),
        Office::Cardinal => "cardinal".into(),
        Office::Magistrate(location) => format!("magistrate of {}", draft.place(location)),
    }
}

/// Offices that are offered are accepted, and votes are cast for the most popular man of the family.
pub fn offices(draft: &mut Draft<'_>, id: PersonaId) {
    let persona = draft.name(id);
    let offered: Vec<Office> = draft.st.offers.iter().filter(|it| it.persona == id).map(|it| it.office).collect();
    for office in offered {
        let office = office_name(draft, office);
        draft.give(id, AcceptOffice { persona: persona.clone(), office });
    }
    for office in suffrage::today(draft.sc, &draft.st) {
        let Some(electorate) = suffrage::electorate(draft.sc, &draft.st, office) else { continue };
        let able = draft.own().into_iter().filter(|it| suffrage::is_eligible(draft.sc, &draft.st, *it, electorate));
        let Some(candidate) = able.max_by_key(|it| (draft.persona(*it).popularity, std::cmp::Reverse(*it))) else {
            continue;
        };
        let (office, candidate) = (office_name(draft, office), draft.name(candidate));
        draft.give(id, CastVote { persona: persona.clone(), office, candidate });
    }
}

/// Whether he will have a vote next month if he is in his home town by then: citizens who begin it inside elect (RN-17.10,
/// RN-23.2).
pub fn votes_at_home(draft: &Draft<'_>, id: PersonaId) -> bool {
    let mut st = draft.st.clone();
    st.turn = st.turn.later(1);
    let offices = suffrage::today(draft.sc, &st);
    st.persona_mut(id).place = Place::At(draft.sc.family(draft.family).citizen_of, Side::Inside);
    let month = Month::begin(&st);
    let electorates = offices.into_iter().filter_map(|office| suffrage::electorate(draft.sc, &st, office));
    electorates.into_iter().any(|it| {
        let at_home = matches!(it, Electorate::Citizens(_) | Electorate::State(_));
        at_home && suffrage::seats_voted_by(draft.sc, &st, &month, id, it) > 0
    })
}

/// Collects what he was appointed for, and appoints collectors where he is sovereign.
pub fn revenue(draft: &mut Draft<'_>, id: PersonaId) {
    let persona = draft.name(id);
    let (turn, here) = (draft.st.turn, draft.persona(id).place.location());
    let dues: Vec<(Due, LocationId)> = draft
        .st
        .collectors
        .iter()
        .filter(|it| it.persona == id && it.turn == turn && Some(it.location) == here)
        .map(|it| (it.due, it.location))
        .collect();
    for (due, location) in dues {
        let location = draft.place(location);
        match due {
            Due::Taxes => draft.give(id, CollectTaxes { persona: persona.clone(), location }),
            Due::Tithes => draft.give(id, CollectTithes { persona: persona.clone(), location }),
        };
    }
    let mine = |location: &LocationId| {
        holder_of(draft.sc, &draft.st, *location, LocalOffice::Sovereign) == Holder::Persona(id)
            && draft.seen.contains(location)
            && draft.st.location(*location).loyalty.points() >= TAX_LOYALTY
            && draft.st.location(*location).wealth.points() >= TAX_WEALTH
    };
    let taxed: Vec<LocationId> = draft.sc.board.location_ids().filter(mine).collect();
    for location in taxed {
        let inside = |it: &PersonaId| {
            draft.persona(*it).place.is_inside() && draft.persona(*it).place.location() == Some(location)
        };
        let collector = draft
            .own()
            .into_iter()
            .filter(inside)
            .max_by_key(|it| (draft.persona(*it).popularity, std::cmp::Reverse(*it)));
        if let Some(collector) = collector {
            let (location, collector) = (draft.place(location), draft.name(collector));
            draft.give(id, AppointTaxCollector { persona: persona.clone(), location, collector });
        }
    }
}

/// Court, sermons, pilgrimages, works in honour of the head of the family.
pub fn reputation(draft: &mut Draft<'_>, id: PersonaId) {
    let persona = draft.name(id);
    let Some(here) = draft.persona(id).place.location() else { return };
    if holder_of(draft.sc, &draft.st, here, LocalOffice::Sovereign) == Holder::Persona(id) {
        draft.give(id, HoldCourt { persona: persona.clone(), location: draft.place(here) });
    }
    let skill = |draft: &Draft<'_>, skill| draft.persona(id).skills.of(skill).points();
    if skill(draft, Skill::Sermonizing) >= SKILLED {
        draft.give(id, PreachToPopulace { persona: persona.clone() });
    }
    draft.give(id, CompletePilgrimage { persona: persona.clone() });
    let relics = [Good::Relics, Good::Icons].iter().any(|good| draft.persona(id).assets.goods.of(*good) > 0);
    if relics {
        draft.give(id, Venerate { persona: persona.clone() });
    }
    let sponsors = draft.own().into_iter().filter(|it| draft.persona(*it).place.location() == Some(here));
    let Some(sponsor) = sponsors.max_by_key(|it| (draft.persona(*it).popularity, std::cmp::Reverse(*it))) else {
        return;
    };
    let sponsor = draft.name(sponsor);
    if skill(draft, Skill::Letters) >= SKILLED {
        draft.give(id, CreateLetters { persona: persona.clone(), sponsor: sponsor.clone() });
    }
    if skill(draft, Skill::Art) >= SKILLED {
        draft.give(id, CreateArt { persona, sponsor });
    }
}

/// Mercenaries whom the market here sells (RN-60.18), for so many ducats, pay of some months kept back for each.
fn hire(draft: &mut Draft<'_>, id: PersonaId, ducats: u64) {
    let Some(here) = draft.persona(id).place.location() else { return };
    for (troop, quota) in markets::mercenaries(draft, here) {
        let men = u32::try_from(ducats / (u64::from(quota.price) + KEPT_FOR_PAY)).unwrap_or(u32::MAX);
        let men = men.min(quota.quantity);
        if men > 0 {
            let persona = draft.name(id);
            draft.give(id, BuyGoods { persona, good: Asset::Men(troop), units: men, surcharge: false });
            return;
        }
    }
}

/// A grandmaster takes his recruits; a tenant strengthens his garrison; who is rich hires men of the types that he has.
pub fn recruits(draft: &mut Draft<'_>, id: PersonaId) {
    let persona = draft.name(id);
    draft.give(id, ClaimOrderRecruits { persona: persona.clone() });
    let arms = draft.persona(id).assets.goods.of(Good::SmallArms);
    if arms > 0 {
        draft.give(id, RecruitGarrison { persona: persona.clone(), men: arms });
    }
    let over = draft.persona(id).assets.money.whole().saturating_sub(needs(draft, id).ducats);
    if over < RICH || draft.persona(id).assets.troops.soldiers() == 0 {
        return;
    }
    hire(draft, id, over - RICH);
    for troop in [Troop::HeavyCavalry, Troop::Pikemen, Troop::Arquebusiers, Troop::Archers] {
        let men = draft.persona(id).assets.troops[troop] / 5;
        if men > 0 {
            draft.give(id, RecruitProfessionals { persona: persona.clone(), troop, men });
        }
    }
}
