//! Legal orders at random, of every kind in time: for the floor of the computer players and for tests.

use std::collections::BTreeMap;

use kernel::map::Mode;
use kernel::{Dice, RuleRef};

use crate::knowledge::belief::believe;
use crate::knowledge::view::{GeneralView, View};
use crate::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use crate::model::ids::{NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::{CityStatus, Scenario};
use crate::model::state::State;
use crate::orders::check;
use crate::orders::{
    AppointGeneral, Assassinate, CedeProvince, ConvertTroops, DisbandUnits, FoundCity, ImproveCity, MoveCapital,
    MoveForce, OfferBribe, Order, ReassignGeneral, RebuildCity, RecruitSpyNetwork, RecruitUnits, SackCity,
    SetCombatOrders, SetEnemies, SetReplacementProvince, SetSeniority, SetTaxRate, TransferFunds, WinterDestination,
};

const RULE: RuleRef = RuleRef::new("UM-34");

/// Kinds of order that are drawn one by one, beside the movements of every general.
const KINDS: u16 = 20;

/// An order set that the check accepts.
pub fn orders(sc: &Scenario, view: &View, dice: &mut Dice) -> Vec<Order> {
    if view.over || view.eliminated {
        return Vec::new();
    }
    let believed = believe(sc, view);
    let mut hand = Hand { sc, view, believed: &believed, dice, drawn: 0 };
    let mut sheet: Vec<Order> = Vec::new();
    for kind in 0..KINDS {
        // Each kind comes about every third turn.
        if hand.chance(35) {
            sheet.extend(hand.of_kind(kind));
        }
    }
    for general in &view.generals {
        if hand.chance(60) {
            sheet.extend(hand.movement(general));
        }
    }
    // What the check refuses is left out, until it refuses nothing more.
    loop {
        let verdicts = check::check_orders(sc, &believed, view.me(), &sheet);
        let mut kept = verdicts.iter().map(|verdict| !verdict.is_refused());
        let before = sheet.len();
        sheet.retain(|_| kept.next().unwrap_or(true));
        if sheet.len() == before {
            return sheet;
        }
    }
}

struct Hand<'a> {
    sc: &'a Scenario,
    view: &'a View,
    believed: &'a State,
    dice: &'a mut Dice,
    drawn: u16,
}

impl Hand<'_> {
    fn upto(&mut self, most: usize) -> usize {
        self.drawn += 1;
        let seat = u16::from(self.view.me().0);
        self.dice.stream("random_orders", seat, self.drawn).range(0, most as i32, RULE) as usize
    }
    fn chance(&mut self, percent: usize) -> bool {
        self.upto(99) < percent
    }
    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        let last = list.len().checked_sub(1)?;
        let at = self.upto(last);
        list.get(at).cloned()
    }

    fn name(&self, place: ProvinceId) -> String {
        self.view.provinces[place.index()].province.name.to_string()
    }
    fn own(&mut self) -> Option<ProvinceId> {
        let own: Vec<ProvinceId> =
            self.view.provinces.iter().filter(|seen| seen.own.is_some()).map(|seen| seen.province.id).collect();
        self.pick(&own)
    }
    fn own_name(&mut self) -> Option<String> {
        self.own().map(|place| self.name(place))
    }
    fn anywhere(&mut self) -> ProvinceId {
        ProvinceId::at(self.upto(self.sc.provinces.len() - 1))
    }
    fn other_nation(&mut self) -> Option<NationId> {
        let me = self.view.me();
        let living: Vec<NationId> = self
            .view
            .nations
            .iter()
            .filter(|line| !line.eliminated && line.nation.id != me)
            .map(|line| line.nation.id)
            .collect();
        self.pick(&living)
    }
    fn nation_name(&self, nation: NationId) -> String {
        self.sc.nation(nation).id.to_string()
    }
    fn general(&mut self) -> Option<String> {
        let names: Vec<String> = self.view.generals.iter().map(|general| general.general.name.to_string()).collect();
        self.pick(&names)
    }
    fn kind(&mut self) -> TypeId {
        TypeId::at(self.upto(self.sc.types.len() - 1))
    }
    fn kind_name(&self, kind: TypeId) -> String {
        self.sc.unit(kind).id.to_string()
    }
    fn arm(&mut self) -> Arm {
        if self.chance(50) { Arm::Land } else { Arm::Sea }
    }
    fn combat_orders(&mut self) -> CombatOrders {
        let default = [DefaultAction::Manoeuvre, DefaultAction::Retreat, DefaultAction::Defend][self.upto(2)];
        CombatOrders::new(self.upto(2) as u8 + 1, default)
    }
    fn sum(&mut self, least: usize, most: usize) -> Rp {
        Rp::whole((least + self.upto(most - least)) as i64)
    }

    /// One order of a kind, if anything can be thought of.
    fn of_kind(&mut self, kind: u16) -> Option<Order> {
        Some(match kind {
            0 => {
                let mut nations: Vec<String> = self.view.enemies_listed.iter().map(ToString::to_string).collect();
                let other = self.other_nation().map(|nation| self.nation_name(nation))?;
                if nations.contains(&other) {
                    nations.retain(|name| *name != other)
                } else {
                    nations.push(other)
                }
                Order::SetEnemies(SetEnemies { nations })
            }
            1 => Order::SetTaxRate(SetTaxRate { percent: 60 + self.upto(70) as u16 }),
            2 => {
                let (province, unit_type, most) = self.stack()?;
                Order::DisbandUnits(DisbandUnits {
                    province,
                    unit_type,
                    count: 1 + self.upto(usize::from(most) - 1) as u16,
                })
            }
            3 => {
                let bare: Vec<ProvinceId> = self
                    .view
                    .provinces
                    .iter()
                    .filter(|seen| seen.own.is_some() && seen.cty != CityStatus::Standing)
                    .map(|seen| seen.province.id)
                    .collect();
                let place = self.pick(&bare)?;
                let pool = &self.sc.city_names[self.view.me().index()];
                let name = self.pick(pool)?;
                let name = self.sc.names[name.index()].to_string();
                Order::FoundCity(FoundCity { province: self.name(place), name, size: 2 + self.upto(2) as u8 })
            }
            4 => Order::ImproveCity(ImproveCity { province: self.own_name()?, points: 1 + self.upto(1) as u16 }),
            5 => {
                let ruins: Vec<ProvinceId> = self
                    .view
                    .provinces
                    .iter()
                    .filter(|seen| seen.own.is_some() && seen.cty == CityStatus::Destroyed)
                    .map(|seen| seen.province.id)
                    .collect();
                let place = self.pick(&ruins)?;
                Order::RebuildCity(RebuildCity { province: self.name(place) })
            }
            6 if self.chance(4) => Order::SackCity(SackCity { province: self.own_name()? }),
            7 => {
                let recipient = self.other_nation()?;
                Order::TransferFunds(TransferFunds { recipient: self.nation_name(recipient), amount: self.sum(1, 3) })
            }
            8 => {
                let anybody: Vec<String> =
                    self.sc.generals.iter().map(|info| self.sc.names[info.name.index()].to_string()).collect();
                Order::Assassinate(Assassinate { general: self.pick(&anybody)?, amount: self.sum(5, 12) })
            }
            9 => {
                let spied: Vec<ProvinceId> = self
                    .view
                    .provinces
                    .iter()
                    .filter(|seen| seen.own_spies && seen.own.is_none())
                    .map(|seen| seen.province.id)
                    .collect();
                let place = self.pick(&spied)?;
                Order::OfferBribe(OfferBribe { province: self.name(place), amount: self.sum(1, 10) })
            }
            10 if self.chance(10) => Order::MoveCapital(MoveCapital { province: self.own_name()? }),
            11 if self.chance(4) => {
                let recipient = self.other_nation()?;
                Order::CedeProvince(CedeProvince { province: self.own_name()?, recipient: self.nation_name(recipient) })
            }
            12 => {
                let (province, from_type, most) = self.stack()?;
                let to = self.kind();
                Order::ConvertTroops(ConvertTroops {
                    province,
                    from_type,
                    to_type: self.kind_name(to),
                    count: 1 + self.upto(usize::from(most) / 2) as u16,
                    barter: self.chance(30),
                })
            }
            13 => {
                let province = if self.chance(50) { self.own_name() } else { None };
                Order::AppointGeneral(AppointGeneral { province, arm: self.arm() })
            }
            14 => Order::ReassignGeneral(ReassignGeneral { general: self.general()?, arm: self.arm() }),
            15 => Order::SetSeniority(SetSeniority { general: self.general()?, level: self.upto(15) as u8 }),
            16 => {
                let kind = self.kind();
                Order::RecruitUnits(RecruitUnits {
                    province: self.own_name()?,
                    unit_type: self.kind_name(kind),
                    count: 1 + self.upto(2) as u16,
                })
            }
            17 => {
                let place = self.anywhere();
                Order::RecruitSpyNetwork(RecruitSpyNetwork { province: self.name(place) })
            }
            18 => Order::WinterDestination(WinterDestination { general: self.general()?, province: self.own_name()? }),
            19 => Order::SetReplacementProvince(SetReplacementProvince { province: self.own_name()? }),
            _ => return None,
        })
    }

    /// A place with own units, a type of them, and how many there are.
    fn stack(&mut self) -> Option<(String, String, u16)> {
        let force = self.pick(&self.view.forces)?;
        let (troop, count) = self.pick(&force.units.0)?;
        Some((force.province.to_string(), troop.to_string(), count))
    }

    /// Orders for a general: he goes somewhere with some of the troops, or gives orders where he is.
    fn movement(&mut self, general: &GeneralView) -> Option<Order> {
        let here = general.province.id;
        let name = general.general.name.to_string();
        let force = self.view.forces.iter().find(|force| force.province.id == here);
        let stack: Vec<(TypeId, u16)> = force
            .map(|force| force.units.0.iter().map(|(troop, count)| (troop.id, *count)).collect())
            .unwrap_or_default();
        if !stack.is_empty() && self.chance(25) {
            let fleet = self.chance(40).then(|| self.combat_orders());
            return Some(Order::SetCombatOrders(SetCombatOrders {
                general: name,
                fleet,
                army: Some(self.combat_orders()),
            }));
        }
        let fleets: Vec<(TypeId, u16)> =
            stack.iter().copied().filter(|(kind, _)| self.sc.unit(*kind).is_fleet()).collect();
        let by_sea = !fleets.is_empty() && self.chance(60);
        let mode = if by_sea { Mode::Sea } else { Mode::Land };
        let mut units: BTreeMap<String, u16> = BTreeMap::new();
        let (mut room, mut squadrons, mut armies) = (0, 0, 0);
        for (kind, count) in stack {
            let (unit, fleet) = (self.sc.unit(kind), self.sc.unit(kind).is_fleet());
            if fleet && !by_sea {
                continue;
            }
            let most = if by_sea && !fleet { usize::from(count).min(room) } else { usize::from(count) };
            let some = self.upto(most);
            if some == 0 {
                continue;
            }
            if fleet {
                (room, squadrons) = (room + some * unit.capacity as usize, squadrons + some);
            } else {
                (room, armies) = (room.saturating_sub(some), armies + some);
            }
            units.insert(self.kind_name(kind), some as u16);
        }
        if by_sea && squadrons == 0 {
            return None;
        }
        let mut path = Vec::new();
        let mut at = here;
        for _ in 0..=self.upto(1) {
            let next: Vec<ProvinceId> =
                self.believed.neighbours(self.sc, at, mode).filter(|place| *place != here).collect();
            let Some(place) = self.pick(&next) else { break };
            path.push(self.name(place));
            at = place;
        }
        let destination = path.pop()?;
        let fleet_orders = (squadrons > 0).then(|| self.combat_orders());
        let army_orders = (armies > 0).then(|| self.combat_orders());
        Some(Order::MoveForce(MoveForce {
            generals: vec![name],
            units,
            via: path,
            destination,
            fleet_orders,
            army_orders,
        }))
    }
}
