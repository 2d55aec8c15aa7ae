//! What the rules allow: the preconditions of every order (docs/rules/umpire.md, section 5).
//!
//! The same questions are put twice: to the state that a seat believes in when its orders are handed in, and to the
//! true state when they are carried out. What hangs on facts that may differ by then is
//! [uncertain](Refusal::uncertain): a warning at first, a failure in the end. Movement and combat orders are judged by
//! [`crate::rules::movement`].

use kernel::Refusal;

use crate::model::ids::{GeneralId, NameId, NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::{CityStatus, Scenario, TurnType, code};
use crate::model::state::State;
use crate::orders::commands::Cmd;
use crate::rules::options::economy;
use crate::rules::{ownership, recruitment};

/// UM-6.3: the highest tax rate, per cent.
pub const HIGHEST_TAX_RATE: u16 = 150;
/// UM-13.10: the seniority of a king.
pub const HIGHEST_SENIORITY: u8 = 15;

/// How much of an order can be carried out, and why not all of it.
pub type Part = (u16, Option<Refusal>);

/// Whether an order may be carried out, at least in part.
pub fn judge(sc: &Scenario, st: &State, nation: NationId, cmd: &Cmd) -> Result<(), Refusal> {
    let court = OrderContext { sc, st, nation };
    if st.nation(nation).eliminated {
        return Err(Refusal::new("nation_eliminated", "UM-R6", "your nation is out of the game"));
    }
    match *cmd {
        Cmd::SetEnemies { .. } | Cmd::MoveForce(_) | Cmd::SetCombatOrders { .. } => Ok(()),
        Cmd::SetTaxRate { percent } => court.tax_rate(percent),
        Cmd::DisbandUnits { province, kind, count } => court.disbandment(province, kind, count),
        Cmd::DisbandNetwork { province, count } => court.network_disbandment(province, count),
        Cmd::FoundCity { province, name, size } => court.foundation(province, name, size),
        Cmd::ImproveCity { province, points } => court.improvement(province, points).map(drop),
        Cmd::RebuildCity { province } => court.rebuilding(province),
        Cmd::SackCity { province } => court.sack(province),
        Cmd::TransferFunds { recipient, amount } => court.transfer(recipient, amount),
        Cmd::Assassinate { general, amount } => court.assassination(general, amount),
        Cmd::OfferBribe { province, amount } => court.bribe(province, amount),
        Cmd::MoveCapital { province } => court.new_capital(province),
        Cmd::CedeProvince { province, recipient } => court.cession(province, recipient),
        Cmd::ConvertTroops { province, from, to, count, barter } => {
            court.conversion(province, from, to, count, barter).map(drop)
        }
        Cmd::AppointGeneral { province, .. } => court.appointment(province),
        Cmd::ReassignGeneral { general, arm } => {
            court.own_general(general)?;
            if st.general(general).arm == arm {
                return Err(Refusal::new("superfluous", "UM-4.6", "he has that command already").uncertain());
            }
            court.credit(sc.economy.reassign_cost, "UM-13.15")
        }
        Cmd::SetSeniority { general, level } => court.seniority(general, level),
        Cmd::RecruitUnits { province, kind, count } => court.recruits(province, kind, count, 0).map(drop),
        Cmd::RecruitSpyNetwork { province } => court.network(province),
        Cmd::WinterDestination { general, province } => court.winter(general, province),
        Cmd::SetReplacementProvince { province } => court.own(province, "UM-13.13"),
    }
}

/// The largest legal part of an order to improve a city (UM-9.2, UM-9.3): whole points within its ceiling and the
/// treasury.
pub fn improvement(
    sc: &Scenario, st: &State, nation: NationId, place: ProvinceId, points: u16,
) -> Result<Part, Refusal> {
    OrderContext { sc, st, nation }.improvement(place, points)
}

/// The largest legal part of an order to convert troops (UM-12.4, UM-12.5), in units of the new type.
pub fn conversion(
    sc: &Scenario, st: &State, nation: NationId, place: ProvinceId, [from, to]: [TypeId; 2], count: u16, barter: bool,
) -> Result<Part, Refusal> {
    OrderContext { sc, st, nation }.conversion(place, from, to, count, barter)
}

/// The largest legal part of an order to raise units (UM-23), when `before` of the type were raised there this turn.
pub fn recruits(
    sc: &Scenario, st: &State, nation: NationId, place: ProvinceId, kind: TypeId, count: u16, before: u16,
) -> Result<Part, Refusal> {
    OrderContext { sc, st, nation }.recruits(place, kind, count, before)
}

/// The living general who bears a name, whomever he serves.
pub fn bearer(st: &State, name: NameId) -> Option<GeneralId> {
    st.living().find(|(_, general)| general.name == name).map(|(id, _)| id)
}

/// Who judges orders: static data, what the state is taken to be, whose orders they are.
struct OrderContext<'a> {
    sc: &'a Scenario,
    st: &'a State,
    nation: NationId,
}

impl OrderContext<'_> {
    fn tax_rate(&self, percent: u16) -> Result<(), Refusal> {
        self.civilised("set_tax_rate", "UM-6.3")?;
        self.season(|turn| turn.taxation, "taxation", "UM-6.1")?;
        if percent > HIGHEST_TAX_RATE {
            let detail = format!("a tax rate of {percent} % is not possible");
            let hint = format!("any whole per cent from 0 to {HIGHEST_TAX_RATE}");
            return Err(Refusal::new("tax_rate_out_of_range", "UM-6.3", detail).hint(hint).at("percent"));
        }
        Ok(())
    }

    fn disbandment(&self, place: ProvinceId, kind: TypeId, count: u16) -> Result<(), Refusal> {
        self.season(|turn| turn.demobilisation, "demobilisation", "UM-8.1")?;
        self.some(count, "count", "UM-8.1")?;
        let here = self.st.stacks.count(place, self.nation, kind);
        if here < count {
            return Err(self.too_few(place, kind, here, "UM-8.1"));
        }
        Ok(())
    }

    fn network_disbandment(&self, place: ProvinceId, count: u16) -> Result<(), Refusal> {
        self.season(|turn| turn.demobilisation, "demobilisation", "UM-8.1")?;
        self.some(count, "count", "UM-8.1")?;
        if !self.st.province(place).spies.has(self.nation) {
            let detail = format!("you have no spy network in {}", self.name(place));
            return Err(Refusal::new("no_network", "UM-8.1", detail).at("province"));
        }
        if count > 1 {
            let detail = format!("there is one spy network of yours in {}, not {count}", self.name(place));
            return Err(Refusal::new("too_few_units", "UM-8.1", detail).at("count"));
        }
        Ok(())
    }

    fn foundation(&self, place: ProvinceId, name: NameId, size: u8) -> Result<(), Refusal> {
        self.civilised("found_city", "UM-9.7")?;
        self.season(|turn| turn.investment, "investment", "UM-9.1")?;
        self.own(place, "UM-R24")?;
        if self.st.province(place).cty == CityStatus::Standing {
            let detail = format!("{} already has a city", self.name(place));
            let refusal = Refusal::new("city_stands", "UM-9.7", detail).at("province");
            return Err(refusal.hint("found cities in tribal areas or where a city was destroyed"));
        }
        let Some(cost) = self.sc.economy.found_cost.get(&size) else {
            let sizes: Vec<String> = self.sc.economy.found_cost.keys().map(u8::to_string).collect();
            let detail = format!("a city cannot be founded with a revenue of {size}");
            let refusal = Refusal::new("size_out_of_range", "UM-9.7", detail).at("size");
            return Err(refusal.hint(format!("possible are {}", sizes.join(", "))));
        };
        let new_name = self.sc.names[name.index()].as_str();
        let clash = |other: &ProvinceId| {
            *other != place && code(self.st.place(self.sc, *other).name.as_str()) == code(new_name)
        };
        if let Some(other) = self.sc.province_ids().find(clash) {
            let detail = format!("{new_name} would share the code {} with {}", code(new_name), self.name(other));
            let refusal = Refusal::new("code_taken", "UM-9.10", detail).at("name");
            return Err(refusal.hint("choose a name with other first letters"));
        }
        self.unthreatened(place, "a city cannot be founded", "UM-9.8")?;
        self.credit(*cost, "UM-9.7")
    }

    fn improvement(&self, place: ProvinceId, points: u16) -> Result<Part, Refusal> {
        self.season(|turn| turn.investment, "investment", "UM-9.1")?;
        self.some(points, "points", "UM-9.2")?;
        self.own(place, "UM-9.2")?;
        let province = self.st.province(place);
        match province.cty {
            CityStatus::TribalArea => {
                let detail = format!("{} is a tribal area and cannot be improved", self.name(place));
                let refusal = Refusal::new("tribal_area", "UM-9.5", detail).at("province");
                return Err(refusal.hint("found a city there first, and improve it in a later investment turn"));
            }
            CityStatus::Destroyed => {
                let detail = format!("the city of {} lies in ruins", self.name(place));
                let refusal = Refusal::new("city_destroyed", "UM-9.5", detail).at("province");
                return Err(refusal.hint("rebuild it first"));
            }
            CityStatus::Standing => {}
        }
        if province.founded == self.st.turn {
            let detail = format!("{} was founded this very turn", self.name(place));
            return Err(Refusal::new("just_founded", "UM-9.9", detail).hint("improve it in a later investment turn"));
        }
        let (economy, ceiling) =
            (&self.sc.economy, economy::improvement_ceiling(&self.sc.economy, province.rev_original));
        let room = ceiling - province.rev_current - province.pending - province.bought;
        let full = || {
            let detail = format!("{} can be improved up to a revenue of {ceiling} RP", self.name(place));
            let hint = match room.in_tenths() / 10 {
                room @ 1.. => format!("room is left for {room}"),
                _ => "no whole point of room is left; improve another city".to_owned(),
            };
            Refusal::new("over_ceiling", "UM-9.3", detail).hint(hint).at("points")
        };
        let poor = || self.no_credit(economy.improve_cost.times(i64::from(points), 1), "UM-9.2");
        largest(points, [(room.in_tenths().div_euclid(10), &full), (self.affordable(economy.improve_cost), &poor)])
    }

    fn rebuilding(&self, place: ProvinceId) -> Result<(), Refusal> {
        self.season(|turn| turn.investment, "investment", "UM-9.1")?;
        self.own(place, "UM-9.6")?;
        if self.st.province(place).cty != CityStatus::Destroyed {
            let detail = format!("{} has no destroyed city", self.name(place));
            return Err(Refusal::new("not_destroyed", "UM-9.6", detail).at("province"));
        }
        self.credit(economy::rebuilding_cost(&self.sc.economy, self.st.province(place).rev_original), "UM-9.6")
    }

    fn sack(&self, place: ProvinceId) -> Result<(), Refusal> {
        self.own(place, "UM-10.6")?;
        if self.st.province(place).cty != CityStatus::Standing {
            let detail = format!("{} has no standing city", self.name(place));
            return Err(Refusal::new("no_city", "UM-10.6", detail).at("province"));
        }
        self.unthreatened(place, "its city cannot be destroyed", "UM-10.6")
    }

    fn transfer(&self, recipient: NationId, amount: Rp) -> Result<(), Refusal> {
        self.other_nation(recipient, "UM-11.1")?;
        if amount <= Rp::ZERO {
            let refusal = Refusal::new("nothing_asked", "UM-11.1", "the order sends no money");
            return Err(refusal.hint("send more than 0 RP").at("amount"));
        }
        self.credit(amount, "UM-11.1")
    }

    fn assassination(&self, general: NameId, amount: Rp) -> Result<(), Refusal> {
        self.at_least(amount, self.sc.economy.assassin_min, "an assassin", "UM-11.2")?;
        if bearer(self.st, general).is_none() {
            let detail = format!("nobody knows of a living general {}", self.sc.names[general.index()]);
            return Err(Refusal::new("no_such_general", "UM-11.2", detail).at("general").uncertain());
        }
        self.credit(amount, "UM-11.2")
    }

    fn bribe(&self, place: ProvinceId, amount: Rp) -> Result<(), Refusal> {
        self.at_least(amount, Rp::whole(1), "a bribe", "UM-11.6")?;
        let province = self.st.province(place);
        if !province.spies.has(self.nation) {
            let detail = format!("you have no spy network in {}", self.name(place));
            let refusal = Refusal::new("no_network", "UM-11.6", detail).at("province");
            return Err(refusal.hint("raise one there first: it can carry bribes from the next turn"));
        }
        if province.owner == self.nation {
            let detail = format!("the garrison of {} is your own", self.name(place));
            return Err(Refusal::new("own_garrison", "UM-11.6", detail).at("province"));
        }
        if province.cty != CityStatus::Standing {
            let detail = format!("{} has no standing city", self.name(place));
            return Err(Refusal::new("no_city", "UM-11.6", detail).at("province").uncertain());
        }
        let hostile = self.st.hostile(self.sc, place, self.nation, province.owner);
        if !hostile || !ownership::garrisoned(self.sc, self.st, place) {
            let detail = format!("there is no hostile garrison in {}", self.name(place));
            return Err(Refusal::new("no_garrison", "UM-11.6", detail).at("province").uncertain());
        }
        self.credit(amount, "UM-11.6")
    }

    fn new_capital(&self, place: ProvinceId) -> Result<(), Refusal> {
        self.season(|turn| turn.investment, "investment", "UM-12.1")?;
        self.own(place, "UM-12.1")?;
        let province = self.st.province(place);
        let fit = match province.cty {
            CityStatus::Standing => true,
            CityStatus::TribalArea => self.sc.is_tribal(self.nation),
            CityStatus::Destroyed => false,
        };
        if !fit {
            let detail = format!("{} has no city to be a capital", self.name(place));
            return Err(Refusal::new("no_city", "UM-12.1", detail).at("province"));
        }
        if self.st.nation(self.nation).capital == place && province.loyalty == ownership::HOME {
            let detail = format!("{} is your capital already", self.name(place));
            return Err(Refusal::new("superfluous", "UM-12.1", detail).at("province"));
        }
        self.unthreatened(place, "it cannot become the capital", "UM-R32")?;
        self.credit(economy::capital_cost(&self.sc.economy, province.original_owner == self.nation), "UM-12.1")
    }

    fn cession(&self, place: ProvinceId, recipient: NationId) -> Result<(), Refusal> {
        self.own(place, "UM-12.3")?;
        self.other_nation(recipient, "UM-12.3")
    }

    fn conversion(
        &self, place: ProvinceId, from: TypeId, to: TypeId, count: u16, barter: bool,
    ) -> Result<Part, Refusal> {
        self.season(|turn| turn.investment, "investment", "UM-12.4")?;
        self.some(count, "count", "UM-12.4")?;
        let (sc, unit) = (self.sc, self.sc.unit(from));
        if !unit.convert_to.contains(&to) || !unit.convert_nations[self.nation.index()] {
            let into: Vec<String> = unit.convert_to.iter().map(|&kind| sc.troop(kind).to_string()).collect();
            let detail = format!("{} cannot be turned into {}", sc.troop(from), sc.troop(to));
            let refusal = Refusal::new("no_conversion", "UM-12.4", detail).at("to_type");
            let may = unit.convert_nations[self.nation.index()] && !into.is_empty();
            return Err(if may { refusal.hint(format!("possible: {}", into.join(", "))) } else { refusal });
        }
        let here = self.st.stacks.count(place, self.nation, from);
        if barter {
            if !sc.is_tribal(self.nation) {
                let refusal = Refusal::new("not_tribal", "UM-12.5", "only tribal nations turn two units into one");
                return Err(refusal.at("barter"));
            }
            if self.st.nation(self.nation).treasury > Rp::ZERO {
                let refusal = Refusal::new("has_money", "UM-R34", "two units for one is for nations without money");
                return Err(refusal.at("barter").hint("pay for the conversion").uncertain());
            }
            return largest(count, [(i64::from(here / 2), &|| self.too_few(place, from, here, "UM-12.5"))]);
        }
        let few = || self.too_few(place, from, here, "UM-12.4");
        let poor = || self.no_credit(sc.economy.convert_cost.times(i64::from(count), 1), "UM-12.4");
        largest(count, [(i64::from(here), &few), (self.affordable(sc.economy.convert_cost), &poor)])
    }

    fn appointment(&self, chosen: Option<ProvinceId>) -> Result<(), Refusal> {
        if let Some(place) = chosen {
            self.own(place, "UM-13.13")?;
        } else if self.st.owned_by(self.nation).next().is_none() {
            return Err(Refusal::new("no_province", "UM-13.13", "a new general needs an own province to appear in"));
        }
        self.credit(self.sc.economy.general_cost, "UM-13.14")
    }

    fn seniority(&self, general: GeneralId, level: u8) -> Result<(), Refusal> {
        self.own_general(general)?;
        if level > HIGHEST_SENIORITY {
            let detail = format!("there is no seniority {level}");
            let hint = format!("from 0 to {HIGHEST_SENIORITY}, the king");
            return Err(Refusal::new("seniority_out_of_range", "UM-13.10", detail).hint(hint).at("level"));
        }
        if self.st.general(general).seniority == level {
            return Err(Refusal::new("superfluous", "UM-4.6", "he has that seniority already").uncertain());
        }
        Ok(())
    }

    fn recruits(&self, place: ProvinceId, kind: TypeId, count: u16, before: u16) -> Result<Part, Refusal> {
        let (sc, unit) = (self.sc, self.sc.unit(kind));
        if unit.is_fleet() {
            self.season(|turn| turn.sea_recruit, "shipbuilding", "UM-23.2")?;
        } else {
            self.season(|turn| turn.land_recruit, "recruitment on land", "UM-23.2")?;
        }
        self.some(count, "count", "UM-23.1")?;
        self.own(place, "UM-23.3")?;
        if !unit.nations[self.nation.index()] {
            let detail = format!("{} cannot be raised by your nation", sc.troop(kind));
            return Err(Refusal::new("type_not_offered", "UM-23.8", detail).at("unit_type"));
        }
        if unit.is_fleet() && !sc.province(place).coastal {
            let detail = format!("{} is not on the coast", self.name(place));
            return Err(Refusal::new("not_coastal", "UM-23.4", detail).at("province"));
        }
        let capital = self.st.nation(self.nation).capital == place;
        if !capital && self.st.contested(sc, place, self.nation) {
            let detail = format!("hostile army units are in {}", self.name(place));
            let refusal = Refusal::new("contested", "UM-23.3", detail).at("province").uncertain();
            return Err(refusal.hint("drive them out first, or raise units elsewhere"));
        }
        let offered = recruitment::available(sc, self.st, self.nation, place, kind) - i64::from(before);
        let none = || {
            let detail = format!("{} has {} {} to offer", self.name(place), offered.max(0), sc.troop(kind));
            Refusal::new("not_available", "UM-23.5", detail).at("count")
        };
        let poor = || self.no_credit(sc.economy.unit_cost.times(i64::from(count), 1), "UM-23.1");
        largest(count, [(offered, &none), (self.affordable(sc.economy.unit_cost), &poor)])
    }

    fn network(&self, place: ProvinceId) -> Result<(), Refusal> {
        let province = self.st.province(place);
        if province.spies.has(self.nation) {
            let detail = format!("you have a spy network in {} already, and a second is useless", self.name(place));
            return Err(Refusal::new("network_there", "UM-23.7", detail).at("province"));
        }
        if province.cty != CityStatus::Standing {
            let detail = format!("there is no city in {} for a spy network", self.name(place));
            let refusal = Refusal::new("no_city", "UM-R86", detail).at("province");
            return Err(if province.owner == self.nation { refusal } else { refusal.uncertain() });
        }
        self.credit(self.sc.economy.unit_cost, "UM-23.1")
    }

    fn winter(&self, general: GeneralId, place: ProvinceId) -> Result<(), Refusal> {
        self.season(|turn| turn.last_campaign, "retirement to winter quarters", "UM-31.7")?;
        self.own_general(general)?;
        self.own(place, "UM-31.7").map_err(Refusal::uncertain)?;
        for contested in [self.st.general(general).province, place] {
            if self.st.contested(self.sc, contested, self.nation) {
                let detail = format!("hostile army units in {} are in his way", self.name(contested));
                return Err(Refusal::new("contested", "UM-R97", detail).uncertain());
            }
        }
        Ok(())
    }

    fn name(&self, place: ProvinceId) -> crate::model::ids::Place {
        self.st.place(self.sc, place)
    }

    fn own(&self, place: ProvinceId, rule: &'static str) -> Result<(), Refusal> {
        if self.st.province(place).owner == self.nation {
            return Ok(());
        }
        let refusal = Refusal::new("not_owner", rule, format!("{} is not your province", self.name(place)));
        Err(refusal.at("province").hint("name a province that you own"))
    }

    fn own_general(&self, id: GeneralId) -> Result<(), Refusal> {
        let general = self.st.general(id);
        if general.alive && general.nation == self.nation {
            return Ok(());
        }
        let detail = format!("{} is not in your service any more", self.st.captain(self.sc, id));
        Err(Refusal::new("general_gone", "UM-13.1", detail).at("general"))
    }

    fn other_nation(&self, other: NationId, rule: &'static str) -> Result<(), Refusal> {
        if other == self.nation {
            return Err(Refusal::new("own_nation", rule, "the recipient is your own nation").at("recipient"));
        }
        if self.st.nation(other).eliminated {
            let detail = format!("{} is out of the game", self.sc.nation(other).name);
            return Err(Refusal::new("nation_eliminated", rule, detail).at("recipient"));
        }
        Ok(())
    }

    fn civilised(&self, what: &str, rule: &'static str) -> Result<(), Refusal> {
        if self.sc.is_civilised(self.nation) {
            return Ok(());
        }
        Err(Refusal::new("not_civilised", rule, format!("{what} is for civilised nations; yours is tribal")))
    }

    /// UM-4.8: whether the calendar carries an activity this turn; if not, when it will.
    fn season(&self, carries: impl Fn(&TurnType) -> bool, what: &str, rule: &'static str) -> Result<(), Refusal> {
        let (sc, now) = (self.sc, self.st.turn);
        if carries(sc.turn_type(now)) {
            return Ok(());
        }
        let refusal = Refusal::new("wrong_turn", rule, format!("{} has no {what}", sc.calendar.label(now)));
        let next = (now + 1..=now + sc.turns.len() as u32).find(|&turn| carries(sc.turn_type(turn)));
        Err(match next {
            Some(turn) => refusal.hint(format!("the next turn with {what} is {}", sc.calendar.label(turn))),
            None => refusal,
        })
    }

    fn some(&self, count: u16, part: &str, rule: &'static str) -> Result<(), Refusal> {
        if count > 0 {
            return Ok(());
        }
        Err(Refusal::new("nothing_asked", rule, "the order asks for nothing").hint("ask for 1 or more").at(part))
    }

    fn at_least(&self, amount: Rp, least: Rp, what: &str, rule: &'static str) -> Result<(), Refusal> {
        if amount >= least {
            return Ok(());
        }
        let detail = format!("{what} for {amount} RP is not to be had");
        Err(Refusal::new("too_little", rule, detail).hint(format!("offer {least} RP or more")).at("amount"))
    }

    fn unthreatened(&self, place: ProvinceId, what: &str, rule: &'static str) -> Result<(), Refusal> {
        if !self.st.threatened(self.sc, place, self.nation) {
            return Ok(());
        }
        let detail = format!("hostile forces are in {}: {what}", self.name(place));
        Err(Refusal::new("hostile_forces", rule, detail).at("province").hint("drive them out first").uncertain())
    }

    fn too_few(&self, place: ProvinceId, kind: TypeId, here: u16, rule: &'static str) -> Refusal {
        let detail = format!("{} {} of yours are in {}", here, self.sc.troop(kind), self.name(place));
        Refusal::new("too_few_units", rule, detail).at("count")
    }

    /// UM-R8: nothing is bought on credit.
    fn credit(&self, price: Rp, rule: &'static str) -> Result<(), Refusal> {
        if self.st.nation(self.nation).treasury >= price { Ok(()) } else { Err(self.no_credit(price, rule)) }
    }

    fn no_credit(&self, price: Rp, rule: &'static str) -> Refusal {
        let left = self.st.nation(self.nation).treasury;
        let detail = format!("it costs {price} RP, and {left} RP are left in the treasury");
        Refusal::new("no_credit", rule, detail).hint("nothing is sold on credit").uncertain()
    }

    fn affordable(&self, price: Rp) -> i64 {
        self.st.nation(self.nation).treasury.max(Rp::ZERO).in_tenths() / price.in_tenths().max(1)
    }
}

/// The most that all limits allow of what was asked; refused with the reason of the tightest when that is nothing.
fn largest<const N: usize>(asked: u16, limits: [(i64, &dyn Fn() -> Refusal); N]) -> Result<Part, Refusal> {
    let tightest = limits.into_iter().min_by_key(|(most, _)| *most);
    match tightest {
        Some((most, why)) if most <= 0 => Err(why()),
        Some((most, why)) if most < i64::from(asked) => Ok((most as u16, Some(why()))),
        _ => Ok((asked, None)),
    }
}
