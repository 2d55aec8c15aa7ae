//! Another state that a country cannot tell from this one: whatever it does not know is something else. For tests.

use kernel::{Dice, RuleRef};

use crate::model::command::{BattleOrder, Command, CommandKind};
use crate::model::ids::{CommandId, CountryId, HexId, Name, Power, SiteId};
use crate::model::measures::{Ratings, Talents, Turn};
use crate::model::reports::Memory;
use crate::model::scenario::Scenario;
use crate::model::state::{Breaking, CityOrders, Convoy, Siege, SiteStatus, Standing, State};
use crate::model::units::{UnitKind, Units};

const RULE: RuleRef = RuleRef::new("section 6");

/// Whatever the country does not know, changed at random.
pub fn hidden(sc: &Scenario, st: &State, country: CountryId, dice: &mut Dice) -> State {
    let mut stream = dice.stream("shuffle", u16::from(country.0), 0);
    let mut roll = |most: i32| stream.range(1, most, RULE);
    let power = Power::Country(country);
    let mut st = st.clone();
    for other in sc.country_ids().filter(|other| *other != country) {
        let it = st.country_mut(other);
        (it.treasury, it.morale, it.morale_due) = (Talents(roll(5000) as u32), roll(20) as u8, -1);
        (it.spies_left, it.assassins_left, it.founded) = (roll(5) as u8, 0, roll(3) as u8);
        it.dispatch = Some(Turn(1));
        it.raised.insert(UnitKind::Elephant, 3);
        st.memory[other.index()] = Memory::default();
    }
    shuffle_commands(&mut st, power, &mut roll);
    for leader in st.leaders.values_mut().filter(|leader| leader.power != power) {
        let mut rating = || roll(9) as u8;
        leader.ratings = Ratings { ma: rating(), loy: rating(), sa: rating() };
        leader.name = Name::from(format!("Nobody {}", rating()));
    }
    for (id, site) in st.sites.iter_mut().filter(|(_, site)| site.power != power) {
        (site.size, site.dv, site.dv_current) = (roll(10) as u8, 15, roll(15) as u8);
        (site.supply, site.stores, site.raised, site.waver) = (roll(9) as u8, roll(9) as u8, 2, roll(4) as u8);
        (site.beset, site.base, site.raided) = (!site.beset, !site.base, Talents(roll(30) as u32));
        (site.grown, site.fortified, site.no_tax_until) = (Some(Turn(2)), Some(Turn(3)), Some(Turn(9)));
        site.orders = CityOrders { hold: false, sally: true, admit_allies: false };
        let by = Power::FreeCity(*id);
        if let Some(siege) = &mut site.siege {
            (siege.points, siege.worn) = (roll(60) as u16, true);
        } else if site.power != by {
            site.siege = Some(Siege { by, points: 4, worn: true });
        }
    }
    let own = |site: SiteId| st.sites[&site].power == power;
    st.building.retain(|each| own(each.site));
    st.journeys.retain(|each| each.power == power);
    st.spies.retain(|each| each.country == country);
    hide_trade(&mut st, country);
    st.appeals.retain(|_, appeal| appeal.from == country || appeal.to == power);
    st.foraged.clear();
    for relation in &mut st.relations {
        let [a, b] = [relation.a, relation.b];
        if ![a, b].contains(&country) {
            relation.standing = match relation.standing {
                Standing::Neutral => Standing::NonAggression,
                Standing::NonAggression => Standing::Neutral,
                public => public,
            };
            relation.until = relation.standing.is_treaty().then_some(Turn(99));
        } else if relation.standing.is_treaty() {
            let by = if a == country { b } else { a };
            relation.breaking.push(Breaking { by, enemy: true });
        }
    }
    found_unseen(sc, &mut st, country);
    st
}

/// Trade units of others are gone, and there is one that nobody knows of.
fn hide_trade(st: &mut State, country: CountryId) {
    st.convoys.retain(|each| each.country == country);
    let other = st.sites.iter().find_map(|(id, site)| Some((*id, site.hex, site.power.country()?)));
    if let Some((id, hex, owner)) = other.filter(|(.., owner)| *owner != country) {
        st.convoys.push(Convoy { country: owner, hex, from: id, to: id, naval: false, route: vec![hex] });
    }
}

/// Foreign forces are elsewhere, others, more and fewer.
fn shuffle_commands(st: &mut State, power: Power, roll: &mut impl FnMut(i32) -> i32) {
    let foreign: Vec<CommandId> = st.commands.iter().filter(|(_, it)| it.power != power).map(|(id, _)| *id).collect();
    for id in foreign {
        let far = HexId::at(roll(2000) as usize);
        let it = st.command_mut(id);
        it.units = Units::of(UnitKind::Levy, roll(30) as u16);
        (it.name, it.parent, it.battle_order) = (Name::from("Whoever"), None, BattleOrder::Attack);
        (it.routed, it.interaction, it.path) = (true, 1, vec![far]);
        if !it.kind.is_site() {
            it.hex = far;
            if roll(3) == 1 && it.leader.is_none() {
                st.commands.remove(&id);
            }
        }
    }
    let id = CommandId(st.next.command + 5);
    st.next.command += 6;
    let other = st.commands.values().find(|it| it.power != power && it.power.country().is_some()).map(|it| it.power);
    let Some(other) = other else { return };
    st.commands.insert(id, Command::new(Name::from("Hidden"), CommandKind::Army, other, HexId::at(700)));
}

/// Somebody else founds a city, and builds a road, where nobody of the country looks.
fn found_unseen(sc: &Scenario, st: &mut State, country: CountryId) {
    let Some(other) = st.sites.values().find(|site| site.power != Power::Country(country)).cloned() else { return };
    let free = |hex: &HexId| !sc.board.is_sea(*hex) && st.site_at(*hex).is_none();
    let hex = sc.board.all().find(free).expect("the land is wide");
    let mut site = other;
    (site.hex, site.name, site.status) = (hex, Name::from("Unseen"), SiteStatus::Owned);
    st.sites.insert(SiteId(st.next.site), site);
    st.next.site += 1;
    st.roads.insert(HexId::at(1500));
}
