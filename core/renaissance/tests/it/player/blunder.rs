//! What no sensible player would do in a month.

use std::collections::BTreeMap;

use kernel::VerdictStatus;
use renaissance::knowledge::sight;
use renaissance::model::asset::Asset;
use renaissance::model::board::Ware;
use renaissance::model::goods::{Good, GoodClass};
use renaissance::model::ids::PersonaId;
use renaissance::model::persona::{Place, Side};
use renaissance::model::state::State;
use renaissance::orders::Order;
use renaissance::orders::carry_out::{FamilyOrders, check};
use renaissance::rules::conflict::deed::Conflict;
use renaissance::rules::deed::Deed;
use renaissance::rules::elections::suffrage;
use renaissance::rules::market::access::may_trade;
use renaissance::rules::month::Month as MonthOfOrders;
use renaissance::rules::movement::land::{are_joined, distance};
use renaissance::rules::places;
use renaissance::rules::places::has_ingress;

use super::campaign::PlayedTurn;
use super::tally::is_pay;

/// All of them; `empty` counts the ways in sequence that somebody went with nothing to sell.
pub fn blunders(turn: &PlayedTurn<'_>, empty: &mut BTreeMap<PersonaId, u32>) -> Vec<String> {
    let mut all = lost_attacks(turn);
    all.extend(unanswered(turn));
    all.extend(unvoted(turn));
    all.extend(taxes(turn));
    all.extend(unkept(turn));
    all.extend(exposed(turn));
    all.extend(empty_ways(turn, empty));
    all
}

/// Attacks that the battle itself, on what the family knows, says are lost.
fn lost_attacks(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { sc, before, sets, .. } = turn;
    let mut all = Vec::new();
    for family in sc.family_ids() {
        let orders = &sets[family.index()];
        let known = sight::knowledge(sc, before, family).state;
        let verdicts = check(sc, &known, FamilyOrders { family, orders });
        let lost = verdicts.iter().filter(|it| it.code == "prospects" && it.status == VerdictStatus::Warning);
        all.extend(lost.map(|it| format!("{}: {}", orders[it.index].print(), it.detail)));
    }
    all
}

/// Offices that were offered and not accepted.
fn unanswered(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { sc, before, sets, .. } = turn;
    let accepts = |id: PersonaId| {
        let orders = &sets[before.persona(id).family.index()];
        orders.iter().any(|it| matches!(it, Order::AcceptOffice(it) if it.persona == before.name_of(sc, id)))
    };
    let open = before.offers.iter().filter(|it| before.persona(it.persona).alive && !accepts(it.persona));
    open.map(|it| format!("{} leaves an offer unanswered", before.name_of(sc, it.persona))).collect()
}

/// Elections in which somebody has votes and casts none, though one of his family can be elected.
fn unvoted(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { sc, before, sets, .. } = turn;
    let month = MonthOfOrders::begin(before);
    let mut all = Vec::new();
    for office in suffrage::today(sc, before) {
        let Some(electorate) = suffrage::electorate(sc, before, office) else { continue };
        for (id, it) in before.living() {
            let kin = || before.family(it.family).personae.iter();
            let able = kin().any(|id| before.persona(*id).alive && suffrage::is_eligible(sc, before, *id, electorate));
            let name = before.name_of(sc, id);
            let votes = sets[it.family.index()]
                .iter()
                .any(|order| matches!(order, Order::CastVote(vote) if vote.persona == name));
            if able && !votes && suffrage::seats_voted_by(sc, before, &month, id, electorate) > 0 {
                all.push(format!("{name} casts no vote for {office:?}"));
            }
        }
    }
    all
}

/// Collectors where the people hardly bear it.
fn taxes(turn: &PlayedTurn<'_>) -> Vec<String> {
    let appointed = turn.played.deeds.iter().filter_map(|deed| match deed {
        Deed::Appointed { location, .. } => Some(*location),
        _ => None,
    });
    let sour = appointed.filter(|at| turn.before.location(*at).loyalty.points() < 400);
    sour.map(|at| {
        format!("{} is taxed, and loyal by {:?}", turn.sc.board.location(at).name, turn.before.location(at).loyalty)
    })
    .collect()
}

/// Men who were lost unpaid or unfed although somebody of the family beside them had the money, or the market the food.
fn unkept(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { sc, before, after, played, .. } = turn;
    let is_pay = is_pay(sc.month(after.turn));
    let mut all = Vec::new();
    for deed in &played.opening {
        let Deed::Maintained { persona, lost, used, .. } = deed else { continue };
        let men: u32 = lost.iter().filter(|(asset, _)| matches!(asset, Asset::Men(_))).map(|it| it.1).sum();
        let it = before.persona(*persona);
        let Some(here) = it.place.location().filter(|here| after.persona(*persona).place.location() == Some(*here))
        else {
            continue;
        };
        // Who was beaten out of a town this month has lost what he had bought there.
        let fled =
            |deed: &Deed| matches!(deed, Deed::Conflict(Conflict::Withdrew { persona: who, .. }) if who == persona);
        if played.deeds.iter().any(fled) {
            continue;
        }
        let eaten: u64 =
            used.iter().filter(|(asset, _)| *asset == Asset::Good(Good::Horses)).map(|it| u64::from(it.1)).sum();
        if men < 10 && eaten < 20 {
            continue;
        }
        // Who lost a fifth of `men * 5` wanted as much as that.
        let (wages, food) = (u64::from(men) * 50, u64::from(men) * 5 / 2 + eaten);
        // What he had and did not give away, not what he was to collect: purchases come first in the month, gifts before them.
        let gave = |id: &PersonaId| -> u64 {
            let gifts = played.deeds.iter().filter_map(|deed| match deed {
                Deed::Gave { from, things, .. } if from == id => Some(things),
                _ => None,
            });
            gifts.flatten().filter(|(asset, _)| *asset == Asset::Ducats).map(|it| u64::from(it.1)).sum()
        };
        let money = |st: &State, id: &PersonaId| st.persona(*id).assets.money.whole();
        let purse = |id: &PersonaId| money(before, id).saturating_sub(gave(id)).min(money(after, id));
        let family = &before.family(it.family).personae;
        let beside = family.iter().filter(|id| {
            before.persona(**id).place == it.place
                && after.persona(**id).alive
                && after.persona(**id).assets.troops.men() == 0
        });
        let rich = beside.map(purse).max().unwrap_or(0).max(purse(persona));
        let side = if it.place.is_inside() { Side::Inside } else { Side::Outside };
        let left: u64 = sc.board.location(here).supply.iter().zip(&after.location(here).supply)
            .filter(|(ware, _)| matches!(ware.ware, Ware::Good(good) if good.classes().contains(&GoodClass::Food) && good != Good::Horses))
            .map(|(_, quota)| u64::from(quota.quantity)).sum();
        let name = before.name_of(sc, *persona);
        if is_pay && rich > wages * 2 {
            all.push(format!("{men} men of {name} are lost unpaid, with {rich} ducats beside them"));
        } else if !is_pay && left > food && rich > food * 10 && may_trade(before.location(here), it.family, side) {
            all.push(format!(
                "{men} men of {name} starve and {eaten} horses are eaten beside {left} units of food, with {rich} ducats"
            ));
        }
    }
    all
}

/// Personae without men who stay in the field beside the armed, though there is a gate or a home to go to.
fn exposed(turn: &PlayedTurn<'_>) -> Vec<String> {
    let PlayedTurn { sc, before, after, .. } = turn;
    let armed = |place: Place, family| {
        before.living().any(|(_, it)| it.place == place && it.family != family && it.assets.troops.men() > 0)
    };
    let idle = before.living().filter(|(id, it)| {
        let stays = after.persona(*id).alive && after.persona(*id).place == it.place;
        let here = match it.place {
            Place::At(here, Side::Outside) => here,
            _ => return false,
        };
        let gate = has_ingress(before, it.family, here) && !places::is_besieged(before, here);
        let home = sc.family(it.family).citizen_of;
        let near = !it.assets.has_ships() && are_joined(sc, here, home) && distance(sc, here, home).miles().0 < 200;
        let way = gate || (home != here && near && !places::is_besieged(before, home));
        it.assets.troops.men() == 0 && stays && way && armed(it.place, it.family)
    });
    idle.map(|(id, _)| format!("{} stays in the field without a man", before.name_of(sc, id))).collect()
}

/// Rich people without an army who go the third way in sequence with nothing to sell.
fn empty_ways(turn: &PlayedTurn<'_>, empty: &mut BTreeMap<PersonaId, u32>) -> Vec<String> {
    let PlayedTurn { sc, before, after, .. } = turn;
    let mut all = Vec::new();
    let month = MonthOfOrders::begin(after);
    let elections: Vec<_> =
        suffrage::today(sc, after).into_iter().filter_map(|office| suffrage::electorate(sc, after, office)).collect();
    // Who comes to vote has a reason.
    let votes = |id: PersonaId| elections.iter().any(|it| suffrage::seats_voted_by(sc, after, &month, id, *it) > 0);
    for (id, it) in before.living() {
        let now = after.persona(id);
        let moved = now.alive && now.place.location() != it.place.location() && now.place.location().is_some();
        let kept = |good: Good| matches!(good, Good::Horses | Good::Slaves | Good::Cannons | Good::Falconets);
        let loaded = now.assets.goods.iter().any(|(good, _)| !kept(good));
        let ways = empty.entry(id).or_default();
        match (moved, loaded) {
            (true, false) if !votes(id) && it.assets.money.whole() > 2_000 && it.assets.troops.men() == 0 => *ways += 1,
            (true, _) => *ways = 0,
            (false, _) => {}
        }
        if *ways >= 3 {
            *ways = 0;
            all.push(format!("{} goes about with nothing to sell", before.name_of(sc, id)));
        }
    }
    all
}
