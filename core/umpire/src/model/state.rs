//! What the world remembers. Plain data, cheap to clone.
//!
//! Nobody outside the room sees a [`State`]: seats see a view. Computer players and order checks
//! work on the masked state in [`Knowledge`](crate::knowledge::Knowledge), with the same functions as the true one.

use kernel::map::Mode;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use crate::model::ids::{Captain, Factions, GeneralId, NameId, Named, NationId, Place, ProvinceId, Rp, TypeId};
use crate::model::scenario::{CityStatus, Scenario};

/// Everything that changes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The turn to be resolved next, from 1; `end_turn + 1` once the campaign is over.
    pub turn: u32,
    /// Provinces, by [`ProvinceId`].
    pub provinces: Vec<Province>,
    /// Nations, by [`NationId`].
    pub nations: Vec<Nation>,
    /// Generals, dead ones included, by [`GeneralId`].
    pub generals: Vec<General>,
    /// Units in place.
    pub stacks: Stacks,
    /// Standing combat orders (UM-18).
    pub standing: StandingOrders,
    /// News on its way to those out of range (UM-33.2).
    pub late: Vec<LateEvent>,
}

/// A province now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Province {
    /// Its name since a city was founded there.
    pub renamed: Option<NameId>,
    /// Who holds it.
    pub owner: NationId,
    /// Who held it first.
    pub original_owner: NationId,
    /// 1..3 (UM-2.9).
    pub loyalty: u8,
    /// City status.
    pub cty: CityStatus,
    /// Whether it ever had a city (UM-2.8).
    pub ever_had_city: bool,
    /// Basic revenue (UM-R11).
    pub rev_original: Rp,
    /// What recovery can reach (UM-R11).
    pub rev_ceiling: Rp,
    /// Normal revenue before the deduction for tribal areas (UM-R11, UM-R14).
    pub rev_current: Rp,
    /// Improvements bought in earlier turns, due at the next taxation (UM-R22).
    pub pending: Rp,
    /// Improvements bought this turn (UM-R22).
    pub bought: Rp,
    /// The turn in which a city was founded here, 0 for never (UM-9.9).
    pub founded: u32,
    /// Nations that destroyed this city of their own (UM-R27).
    pub scarred: Factions,
    /// Whose spy networks are here.
    pub spies: Factions,
    /// Against whom the Independents here are in revolt (UM-5.6).
    pub in_revolt_against: Option<NationId>,
    /// The siege of its city.
    pub siege: Option<Siege>,
    /// The sides that were in contact last turn, on land and at sea (UM-R62).
    pub contact: [Option<Contact>; 2],
}

/// A siege (UM-19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Siege {
    /// Who besieges.
    pub besiegers: Factions,
    /// Who is inside.
    pub besieged: Factions,
    /// Siege turns so far (UM-R69).
    pub turns: u32,
    /// A beaten relief force broke in without its supplies (UM-20.6).
    pub stores_lost: bool,
    /// Friends of the city whose fleets lay outside its harbour when the turn ended (UM-R56).
    #[serde(default)]
    pub outside: Factions,
}

/// Two sides that met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contact {
    /// One side.
    pub one: Factions,
    /// The other.
    pub other: Factions,
}

/// A nation now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Nation {
    /// Money; may be negative (UM-6.13).
    pub treasury: Rp,
    /// Per cent (UM-6.3).
    pub tax_rate: u16,
    /// Home province.
    pub capital: ProvinceId,
    /// Whom it lists as enemies (UM-5.1).
    pub declared: Factions,
    /// Morale of this turn, 40..100 (UM-R44).
    pub morale: i64,
    /// What is left of the shock of a commander-in-chief's death (UM-R29).
    pub shock: i64,
    /// Face lost by ransoms (UM-R44).
    pub face: i64,
    /// The turn in which the commander-in-chief last died, 0 for never (UM-R29).
    pub cic_died: u32,
    /// Where new generals appear while the capital is lost (UM-13.13).
    pub replacement: Option<ProvinceId>,
    /// Revenue at the start (UM-35.1).
    pub original_revenue: Rp,
    /// Units at the start (UM-35.2).
    pub original_forces: u32,
    /// Out of the game (UM-R6).
    pub eliminated: bool,
    /// Names of its pool already given to generals.
    pub names_used: u16,
    /// What it last knew of each province.
    pub known: Vec<Known>,
    /// What it was told of foreign forces.
    pub sightings: Vec<Sighting>,
}

/// What a nation last knew of a province.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// Owner.
    pub owner: NationId,
    /// City status.
    pub cty: CityStatus,
    /// When, as a turn; 0 for the start.
    pub turn: u32,
}

/// A report of foreign forces, as it was drawn (UM-32).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sighting {
    /// Where.
    pub province: ProvinceId,
    /// Whose forces.
    pub faction: NationId,
    /// The turn it was drawn in.
    pub turn: u32,
    /// Conditions of UM-32.1 met, 1..3; 0 for a civilian report (UM-R98, UM-R99).
    pub grade: u8,
    /// Units by type, with the error of the grade.
    pub units: Vec<(TypeId, u16)>,
    /// For civilian reports: fleets and armies, types not told apart.
    pub merged: Option<[u16; 2]>,
    /// Generals seen with them.
    pub generals: Vec<GeneralId>,
    /// Revenue and loyalty, when the forces' nation owns the province (UM-2.5).
    pub owned: Option<OwnedReport>,
}

/// Revenue and loyalty of a foreign province, as reported (UM-2.5, UM-32.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnedReport {
    /// Normal revenue.
    pub revenue: Rp,
    /// Loyalty.
    pub loyalty: u8,
    /// In brackets: nothing is being collected.
    pub bracketed: bool,
}

/// A general, dead or alive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct General {
    /// His name.
    pub name: NameId,
    /// Whom he serves.
    pub nation: NationId,
    /// Where he is.
    pub province: ProvinceId,
    /// Land or sea (UM-13.2).
    pub arm: Arm,
    /// Reported, 0..7.
    pub reputation: u8,
    /// Reported, 0..7.
    pub loyalty: u8,
    /// 0..7.
    pub activity: u8,
    /// 0..7.
    pub popularity: u8,
    /// 0..7.
    pub health: u8,
    /// Years.
    pub age: u8,
    /// 0..15.
    pub seniority: u8,
    /// Hidden, 0..7 (UM-13.5).
    pub skill: u8,
    /// Hidden, 0..7 (UM-13.6).
    pub loyalty_true: u8,
    /// Whether he lives and serves.
    pub alive: bool,
}

/// News that reaches those out of range later (UM-R100).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LateEvent {
    /// The turn at whose end it is told.
    pub due: u32,
    /// Where it happened.
    pub province: ProvinceId,
    /// Kind of event.
    pub kind: String,
    /// Those who knew at once.
    pub knew: Factions,
}

/// Units by province, faction and type.
#[derive(Clone, PartialEq, Debug)]
pub struct Stacks {
    factions: usize,
    types: usize,
    counts: Vec<u16>,
    /// By province: who has units there. Most have none in most places, and everybody asks.
    present: Vec<Factions>,
}

impl Stacks {
    /// No units anywhere.
    pub fn empty(provinces: usize, factions: usize, types: usize) -> Self {
        Self {
            factions,
            types,
            counts: vec![0; provinces * factions * types],
            present: vec![Factions::NONE; provinces],
        }
    }
    fn start(&self, place: ProvinceId, faction: NationId) -> usize {
        (place.index() * self.factions + faction.index()) * self.types
    }
    /// Units of a faction in a province, by type.
    pub fn of(&self, place: ProvinceId, faction: NationId) -> &[u16] {
        let start = self.start(place, faction);
        &self.counts[start..start + self.types]
    }
    /// Who has units in a province.
    pub fn present(&self, place: ProvinceId) -> Factions {
        self.present[place.index()]
    }
    /// Units of one type.
    pub fn count(&self, place: ProvinceId, faction: NationId, kind: TypeId) -> u16 {
        self.of(place, faction)[kind.index()]
    }
    /// Makes the units of one type so many.
    pub fn set(&mut self, place: ProvinceId, faction: NationId, kind: TypeId, count: u16) {
        let start = self.start(place, faction);
        self.counts[start + kind.index()] = count;
        let somebody = self.of(place, faction).iter().any(|count| *count > 0);
        let present = &mut self.present[place.index()];
        if somebody { present.add(faction) } else { present.remove(faction) }
    }
    /// Adds units.
    pub fn add(&mut self, place: ProvinceId, faction: NationId, kind: TypeId, count: u16) {
        self.set(place, faction, kind, self.count(place, faction, kind) + count);
    }
    /// Takes units away, at most those present; returns how many went.
    pub fn take(&mut self, place: ProvinceId, faction: NationId, kind: TypeId, count: u16) -> u16 {
        let here = self.count(place, faction, kind);
        let gone = count.min(here);
        if gone > 0 {
            self.set(place, faction, kind, here - gone);
        }
        gone
    }
    /// Takes all units of a faction in a province away.
    pub fn clear(&mut self, place: ProvinceId, faction: NationId) {
        let start = self.start(place, faction);
        self.counts[start..start + self.types].fill(0);
        self.present[place.index()].remove(faction);
    }
}

/// Stacks in a snapshot: only those that are not empty.
#[derive(Serialize, Deserialize)]
struct SparseStacks(usize, usize, usize, Vec<(u32, u16)>);

impl Serialize for Stacks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let full = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let list = full.map(|(index, count)| (index as u32, *count)).collect();
        SparseStacks(self.counts.len(), self.factions, self.types, list).serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for Stacks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SparseStacks(length, factions, types, list) = SparseStacks::deserialize(deserializer)?;
        if length > 10_000_000 {
            return Err(serde::de::Error::custom("too many stacks"));
        }
        let mut counts = vec![0; length];
        for (index, count) in list {
            let slot =
                counts.get_mut(index as usize).ok_or_else(|| serde::de::Error::custom("a stack out of range"))?;
            *slot = count;
        }
        if factions == 0 || factions > 32 || types == 0 || length % (factions * types) > 0 {
            return Err(serde::de::Error::custom("stacks of no such factions and types"));
        }
        let here = |stacks: &[u16]| {
            let stacks = stacks.chunks(types).enumerate();
            stacks.filter(|(_, stack)| stack.iter().any(|count| *count > 0)).map(|(at, _)| NationId::at(at)).collect()
        };
        let present = counts.chunks(factions * types).map(here).collect();
        Ok(Self { factions, types, counts, present })
    }
}

/// Standing combat orders by province, faction and arm; nothing where none were ever given.
#[derive(Clone, PartialEq, Debug)]
pub struct StandingOrders {
    factions: usize,
    orders: Vec<u8>,
}

impl StandingOrders {
    /// None given anywhere.
    pub fn empty(provinces: usize, factions: usize) -> Self {
        Self { factions, orders: vec![0; provinces * factions * 2] }
    }
    fn index(&self, place: ProvinceId, faction: NationId, arm: Arm) -> usize {
        (place.index() * self.factions + faction.index()) * 2 + arm as usize
    }
    /// The orders given, if any were.
    pub fn get(&self, place: ProvinceId, faction: NationId, arm: Arm) -> Option<CombatOrders> {
        let packed = self.orders[self.index(place, faction, arm)].checked_sub(1)?;
        let default =
            [DefaultAction::Manoeuvre, DefaultAction::Retreat, DefaultAction::Defend][usize::from(packed % 3)];
        Some(CombatOrders { risk: packed / 3 + 1, default })
    }
    /// Gives orders, or takes them back.
    pub fn set(&mut self, place: ProvinceId, faction: NationId, arm: Arm, orders: Option<CombatOrders>) {
        let index = self.index(place, faction, arm);
        self.orders[index] = orders.map_or(0, |orders| (orders.risk - 1) * 3 + orders.default as u8 + 1);
    }
}

impl Serialize for StandingOrders {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let given = self.orders.iter().enumerate().filter(|(_, packed)| **packed > 0);
        let list: Vec<(u32, u8)> = given.map(|(index, packed)| (index as u32, *packed)).collect();
        (self.orders.len(), self.factions, list).serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for StandingOrders {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (length, factions, list): (usize, usize, Vec<(u32, u8)>) = Deserialize::deserialize(deserializer)?;
        if length > 10_000_000 {
            return Err(serde::de::Error::custom("too many orders"));
        }
        let mut orders = vec![0; length];
        for (index, packed) in list {
            let slot = orders.get_mut(index as usize).filter(|_| packed <= 9);
            *slot.ok_or_else(|| serde::de::Error::custom("combat orders out of range"))? = packed;
        }
        Ok(Self { factions, orders })
    }
}

impl State {
    /// A province.
    pub fn province(&self, id: ProvinceId) -> &Province {
        &self.provinces[id.index()]
    }
    /// A province, to change.
    pub fn province_mut(&mut self, id: ProvinceId) -> &mut Province {
        &mut self.provinces[id.index()]
    }
    /// A nation. Panics for the Independents.
    pub fn nation(&self, id: NationId) -> &Nation {
        &self.nations[id.index()]
    }
    /// A nation, to change. Panics for the Independents.
    pub fn nation_mut(&mut self, id: NationId) -> &mut Nation {
        &mut self.nations[id.index()]
    }
    /// A general.
    pub fn general(&self, id: GeneralId) -> &General {
        &self.generals[id.index()]
    }
    /// A general, to change.
    pub fn general_mut(&mut self, id: GeneralId) -> &mut General {
        &mut self.generals[id.index()]
    }
    /// All generals that live and serve.
    pub fn living(&self) -> impl Iterator<Item = (GeneralId, &General)> {
        let all = self.generals.iter().enumerate();
        all.filter(|(_, general)| general.alive).map(|(index, general)| (GeneralId::at(index), general))
    }
    /// The living generals of a nation in a province.
    pub fn generals_at(&self, place: ProvinceId, nation: NationId) -> impl Iterator<Item = (GeneralId, &General)> {
        self.living().filter(move |(_, general)| general.province == place && general.nation == nation)
    }
    /// Whether the campaign is over.
    pub fn is_over(&self, sc: &Scenario) -> bool {
        self.turn > sc.end_turn || self.nations.iter().filter(|nation| !nation.eliminated).count() <= 1
    }

    /// A province by its name now.
    pub fn place(&self, sc: &Scenario, id: ProvinceId) -> Place {
        match self.province(id).renamed {
            Some(name) => Named::new(id, &sc.names[name.index()]),
            None => sc.first_place(id),
        }
    }
    /// The name of a province now.
    pub fn place_name<'a>(&self, sc: &'a Scenario, id: ProvinceId) -> &'a str {
        match self.province(id).renamed {
            Some(name) => sc.names[name.index()].as_str(),
            None => sc.province(id).name.as_str(),
        }
    }
    /// A general by name.
    pub fn captain(&self, sc: &Scenario, id: GeneralId) -> Captain {
        Named::new(id, &sc.names[self.general(id).name.index()])
    }

    /// UM-5.3: whether two nations are enemies: either lists the other. Between a faction and the Independents always;
    /// see [`hostile`](Self::hostile) for the exception of one province.
    pub fn enemies(&self, sc: &Scenario, one: NationId, other: NationId) -> bool {
        if one == other {
            return false;
        }
        if one == sc.ind() || other == sc.ind() {
            return true;
        }
        self.nation(one).declared.has(other) || self.nation(other).declared.has(one)
    }

    /// Whether the forces of two factions are hostile to each other in a province: enemies, save that Independents in
    /// revolt against the owner cooperate with nations hostile to him (UM-5.6, UM-25.12).
    pub fn hostile(&self, sc: &Scenario, place: ProvinceId, one: NationId, other: NationId) -> bool {
        if !self.enemies(sc, one, other) {
            return false;
        }
        let nation = if one == sc.ind() {
            other
        } else if other == sc.ind() {
            one
        } else {
            return true;
        };
        let helper = self
            .province(place)
            .in_revolt_against
            .is_some_and(|owner| owner != nation && owner != sc.ind() && self.enemies(sc, owner, nation));
        !helper
    }

    /// UM-5.4: whether the forces of two factions fight side by side in a province: they are of one faction, or not
    /// hostile to each other while troops are there that are hostile to both. Whoever is merely no enemy stands aside.
    pub fn side_by_side(&self, sc: &Scenario, place: ProvinceId, one: NationId, other: NationId) -> bool {
        let against = |enemy: NationId| self.hostile(sc, place, one, enemy) && self.hostile(sc, place, other, enemy);
        one == other || (!self.hostile(sc, place, one, other) && self.stacks.present(place).iter().any(against))
    }

    /// Army units of a faction in a province.
    pub fn armies(&self, sc: &Scenario, place: ProvinceId, faction: NationId) -> u32 {
        self.units_of(sc, place, faction, Arm::Land)
    }
    /// Fleet squadrons of a faction in a province.
    pub fn fleets(&self, sc: &Scenario, place: ProvinceId, faction: NationId) -> u32 {
        self.units_of(sc, place, faction, Arm::Sea)
    }
    /// Units of one arm of a faction in a province.
    pub fn units_of(&self, sc: &Scenario, place: ProvinceId, faction: NationId, arm: Arm) -> u32 {
        if !self.stacks.present(place).has(faction) {
            return 0;
        }
        let stack = self.stacks.of(place, faction).iter().zip(&sc.types);
        stack.filter(|(_, kind)| kind.is_fleet() == (arm == Arm::Sea)).map(|(count, _)| u32::from(*count)).sum()
    }
    /// All units of a faction in a province.
    pub fn all_units(&self, place: ProvinceId, faction: NationId) -> u32 {
        if !self.stacks.present(place).has(faction) {
            return 0;
        }
        self.stacks.of(place, faction).iter().map(|count| u32::from(*count)).sum()
    }
    /// All fleet and army units of a faction anywhere.
    pub fn strength(&self, sc: &Scenario, faction: NationId) -> u32 {
        sc.province_ids().map(|place| self.all_units(place, faction)).sum()
    }
    /// Units of one arm hostile to a faction in a province.
    pub fn hostile_units(&self, sc: &Scenario, place: ProvinceId, to: NationId, arm: Arm) -> u32 {
        let hostile = self.stacks.present(place).iter().filter(|&other| self.hostile(sc, place, to, other));
        hostile.map(|other| self.units_of(sc, place, other, arm)).sum()
    }
    /// Whether an army unit hostile to a nation is in a province: *contested*.
    pub fn contested(&self, sc: &Scenario, place: ProvinceId, nation: NationId) -> bool {
        self.hostile_units(sc, place, nation, Arm::Land) > 0
    }
    /// Whether any hostile unit, army or fleet, is in a province.
    pub fn threatened(&self, sc: &Scenario, place: ProvinceId, nation: NationId) -> bool {
        self.contested(sc, place, nation) || self.hostile_units(sc, place, nation, Arm::Sea) > 0
    }

    /// Standing combat orders, or those of a force that never had any (UM-R58, UM-R59).
    pub fn combat_orders(&self, sc: &Scenario, place: ProvinceId, faction: NationId, arm: Arm) -> CombatOrders {
        let province = self.province(place);
        let own_city = province.owner == faction && province.cty == CityStatus::Standing;
        if faction == sc.ind() {
            let of = &sc.constants.R59;
            return match (province.owner == faction, own_city) {
                (true, true) => of.owner_with_city,
                (true, false) => of.owner_without_city,
                (false, _) => of.rebels,
            };
        }
        let of = &sc.constants.R58;
        self.standing.get(place, faction, arm).unwrap_or(match arm {
            Arm::Sea => of.fleet,
            Arm::Land if own_city => of.army_in_own_city,
            Arm::Land => of.army_elsewhere,
        })
    }

    /// The senior of some generals: seniority, then reputation, then age, then index (UM-13.10, UM-R37).
    pub fn senior(&self, generals: impl IntoIterator<Item = GeneralId>) -> Option<GeneralId> {
        generals.into_iter().max_by_key(|&id| {
            let general = self.general(id);
            (general.seniority, general.reputation, general.age, std::cmp::Reverse(id))
        })
    }
    /// The commander-in-chief of a nation (UM-13.11).
    pub fn commander_in_chief(&self, nation: NationId) -> Option<GeneralId> {
        self.senior(self.living().filter(|(_, general)| general.nation == nation).map(|(id, _)| id))
    }

    /// Normal revenue to its owner: as it stands, less the deduction for a civilised owner of a tribal area
    /// (UM-2.8, UM-R14).
    pub fn normal_revenue(&self, sc: &Scenario, place: ProvinceId) -> Rp {
        let province = self.province(place);
        if !province.ever_had_city && sc.is_civilised(province.owner) {
            province.rev_current.times(sc.tribal_area_civ_pct, 100)
        } else {
            province.rev_current
        }
    }
    /// Provinces that a faction owns.
    pub fn owned_by(&self, faction: NationId) -> impl Iterator<Item = ProvinceId> {
        let all = self.provinces.iter().enumerate();
        all.filter(move |(_, province)| province.owner == faction).map(|(index, _)| ProvinceId::at(index))
    }
    /// Neighbours of a province by a mode of movement.
    pub fn neighbours<'a>(
        &self, sc: &'a Scenario, place: ProvinceId, mode: Mode,
    ) -> impl Iterator<Item = ProvinceId> + use<'a> {
        sc.graph.steps(place.0, mode).iter().map(|step| ProvinceId(step.to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_units_somewhere_is_present_there_and_nobody_else() {
        let mut stacks = Stacks::empty(3, 4, 2);
        let (place, kind) = (ProvinceId(1), TypeId(1));
        stacks.add(place, NationId(2), kind, 5);
        stacks.add(place, NationId(3), TypeId(0), 1);
        stacks.add(place, NationId(0), kind, 0);
        let read: Stacks = serde_json::from_str(&serde_json::to_string(&stacks).unwrap()).unwrap();
        assert_eq!(read, stacks, "a snapshot brings them back");
        assert_eq!(stacks.present(place).iter().collect::<Vec<_>>(), [NationId(2), NationId(3)]);
        assert_eq!((stacks.take(place, NationId(2), kind, 3), stacks.present(place).has(NationId(2))), (3, true));
        assert_eq!((stacks.take(place, NationId(2), kind, 9), stacks.present(place).has(NationId(2))), (2, false));
        stacks.clear(place, NationId(3));
        assert_eq!(stacks, Stacks::empty(3, 4, 2));
        assert!(serde_json::from_str::<Stacks>("[7, 4, 2, []]").is_err());
    }

    #[test]
    fn a_siege_written_before_ships_could_be_kept_out_still_loads() {
        let old = r#"{ "besiegers": 2, "besieged": 1, "turns": 3, "stores_lost": true }"#;
        let siege: Siege = serde_json::from_str(old).unwrap();
        assert_eq!((siege.turns, siege.outside), (3, Factions::NONE));
    }
}
