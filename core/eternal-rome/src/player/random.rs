//! Legal orders at random, of every kind in time: for the floor of the computer players and for tests.

use kernel::map::Mode;
use kernel::{Dice, RuleRef, VerdictStatus};

use crate::knowledge::known::known_state;
use crate::knowledge::view::View;
use crate::model::costs;
use crate::model::frames::{Ask, Question, Refuge, Reply, Response};
use crate::model::ids::{CityId, HexId, PowerId, Powers, UnitKind};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, AttackedPolicy, Band, Fleet, ForceId, InterceptPolicy, LeaderPlace, Phase, State};
use crate::model::units::{OptionName, Units};
use crate::orders::answers;
use crate::orders::judge;
use crate::orders::{
    AnchorFleet, AssaultCity, AttackArmy, AttackFleet, BuildFleet, ConcentrateArmies, ConcentrateFleets,
    DisembarkToPort, DisembarkUnits, EmbarkUnits, EnterCity, ExchangeArmies, ExchangeFleets, FollowTrack, LaySiege,
    LaySiegePort, LeaveCity, LiftSiege, MoveArmy, MoveFleet, Overrun, PlunderProvince, ProposeAlliance, QueryDistance,
    RecruitUnits, Resign, SetOption, SetPolicy, SplitArmy, SplitFleet, TerminateAlliance, TransferTalents,
};
use crate::orders::{Order, Season, Transfer};
use crate::player;
use crate::rules::decisions;
use crate::rules::relations;

const RULE: RuleRef = RuleRef::new("ER-1.3");

/// Orders tried for one that the rules may allow.
const TRIES: usize = 14;

/// A sheet that the check accepts: the answer to an open decision, or one to three orders of the phase, and often its
/// end.
pub fn orders(sc: &Scenario, view: &View, dice: &mut Dice) -> Vec<Order> {
    if view.over {
        return Vec::new();
    }
    let known = known_state(sc, view);
    let mut hand = Hand { sc, st: &known, view, dice, drawn: 0 };
    let mut sheet = match view.core.ask.as_ref() {
        Some(ask) if ask.seat == view.core.seat => hand.answer(ask),
        Some(_) => Vec::new(),
        None => hand.phase(),
    };
    // What the check refuses is left out, until it refuses nothing more.
    loop {
        let verdicts = judge::check_orders(sc, known.clone(), view.core.seat, &sheet);
        let mut kept = verdicts.iter().map(|verdict| verdict.status == VerdictStatus::Accepted);
        let before = sheet.len();
        sheet.retain(|_| kept.next().unwrap_or(true));
        if sheet.len() == before {
            break;
        }
    }
    // A seat that is waited for does something, if only what is taken for granted.
    if sheet.is_empty() { player::orders(sc, view, &[]) } else { sheet }
}

struct Hand<'a> {
    sc: &'a Scenario,
    st: &'a State,
    view: &'a View,
    dice: &'a mut Dice,
    drawn: u16,
}

impl Hand<'_> {
    /// A number below `len`; 0 when there is nothing to choose.
    fn pick(&mut self, len: usize) -> usize {
        self.drawn = self.drawn.wrapping_add(1);
        if len < 2 { 0 } else { self.dice.stream("random play", self.view.core.seat.0, self.drawn).pick(len, RULE) }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.pick(100) < percent
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let at = self.pick(list.len());
        list.get(at).copied()
    }

    fn code(&self, power: PowerId) -> String {
        self.sc.power(power).code.to_string()
    }

    fn answer(&mut self, ask: &Ask) -> Vec<Order> {
        let reply = match &ask.question {
            Question::Intercept { candidates, .. } => {
                let all: Vec<ForceId> = candidates.iter().map(|&(id, _)| id).collect();
                Some(Reply::Intercept(all.into_iter().filter(|_| self.chance(50)).collect()))
            }
            Question::RespondAttack { armies, city, hexes, .. } => {
                let one = |army| {
                    let response = match (self.pick(3), city) {
                        (0, Some(_)) => Response::City,
                        (1, _) => self.one_of(hexes).map_or(Response::Stand, Response::Hex),
                        _ => Response::Stand,
                    };
                    (army, response)
                };
                Some(Reply::RespondAttack(armies.iter().copied().map(one).collect()))
            }
            Question::ChooseRetreat { options, .. } => {
                let options: Vec<Refuge> = options.clone();
                self.one_of(&options).map(Reply::Retreat)
            }
            Question::Season { .. } if self.chance(20) => Some(Reply::Season(Vec::new())),
            Question::Alliance { .. } => Some(Reply::Alliance(self.chance(50))),
            _ => decisions::default::answer(self.sc, self.st, ask),
        };
        let order = reply.and_then(|reply| answers::of(self.sc, self.st, ask, &reply));
        order.or_else(|| player::answer(self.sc, self.st, self.view.core.seat)).into_iter().collect()
    }

    fn phase(&mut self) -> Vec<Order> {
        let Some(phase) = self.view.phase.filter(|_| self.view.to_act) else { return Vec::new() };
        let acting = relations::acting(self.sc, self.st);
        let own: Powers = acting.common(relations::powers_of(self.sc, self.st, self.view.core.seat));
        let own: Vec<PowerId> = own.iter().collect();
        let wanted = 1 + self.pick(3);
        let mut sheet = Vec::new();
        for _ in 0..TRIES {
            let Some(power) = self.one_of(&own) else { break };
            // Most powers are small: the major has the word half of the time.
            let power = if self.chance(50) {
                own.iter().copied().find(|&p| self.st.power(p).kind.is_major()).unwrap_or(power)
            } else {
                power
            };
            let order = if self.chance(4) { self.any_time(power) } else { self.of(phase, power) };
            let Some(order) = order else { continue };
            if judge::judge(self.sc, self.st, self.view.core.seat, &order).is_ok() {
                sheet.push(order);
            }
            if sheet.len() == wanted {
                break;
            }
        }
        if sheet.is_empty() || self.chance(60) {
            sheet.extend(player::end(self.sc, self.st, self.view.core.seat, phase));
        }
        sheet
    }

    fn of(&mut self, phase: Phase, power: PowerId) -> Option<Order> {
        match phase {
            Phase::Taxation => self.taxation(power),
            Phase::Naval => self.naval(power),
            Phase::LandMovement => self.land(power),
            Phase::LandCombat => self.combat(power),
            Phase::Siege => self.siege(power),
        }
    }

    fn any_time(&mut self, power: PowerId) -> Option<Order> {
        let flag = self.chance(50);
        Some(match self.pick(20) {
            0 => Order::Resign(Resign { confirm: true }),
            1..4 => Order::SetOption(SetOption {
                option: if flag { OptionName::Intelligence } else { OptionName::AmphibiousInvasion },
                value: self.chance(50),
            }),
            4..8 => {
                let (from, to) = (self.any_city(), self.any_city());
                let name = |city: CityId| self.sc.city(city).name.to_string();
                Order::QueryDistance(QueryDistance {
                    hexes: vec![name(from), name(to)],
                    mode: if flag { Mode::Land } else { Mode::Sea },
                    season: if self.view.winter { Season::Winter } else { Season::Summer },
                })
            }
            _ => self.policy(power),
        })
    }

    fn policy(&mut self, power: PowerId) -> Order {
        let intercepts = [
            InterceptPolicy::Ask,
            InterceptPolicy::Never,
            InterceptPolicy::Always,
            InterceptPolicy::Odds { percent: 120 },
        ];
        let retreats = AttackedPolicy::Retreat { city_percent: Some(150), hex_percent: Some(250) };
        let attacked = [AttackedPolicy::Ask, AttackedPolicy::Stand, retreats];
        let force = if self.chance(50) { self.own_army(power).map(|army| names::army(self.sc, army.id)) } else { None };
        Order::SetPolicy(SetPolicy {
            power: self.code(power),
            force,
            intercept: self.one_of(&intercepts),
            respond_attack: self.one_of(&attacked),
            retreat_to: self.chance(50).then(|| "nearest".to_owned()),
            season: Some(self.chance(50)),
            set_up: Some(self.chance(50)),
        })
    }

    fn any_city(&mut self) -> CityId {
        CityId::at(self.pick(self.sc.cities.len()))
    }

    fn taxation(&mut self, power: PowerId) -> Option<Order> {
        let held = |st: &State, id: &crate::model::ids::ProvinceId| st.province(*id).controller == Some(power);
        match self.pick(10) {
            0 => self.diplomacy(power),
            1..3 => {
                let ports = self
                    .sc
                    .city_ids()
                    .filter(|&city| self.sc.city(city).port && self.st.city(city).controller == power);
                let ports: Vec<CityId> = ports.collect();
                let port = self.one_of(&ports)?;
                let count = 1 + self.pick(2) as u8;
                Some(Order::BuildFleet(BuildFleet {
                    power: self.code(power),
                    port: self.sc.city(port).name.to_string(),
                    count,
                }))
            }
            _ => {
                let own: Vec<_> = self.sc.province_ids().filter(|id| held(self.st, id)).collect();
                let province = self.one_of(&own)?;
                let info = self.sc.province(province);
                let mut sites: Vec<HexId> = info.cities.iter().map(|&city| self.sc.city(city).hex).collect();
                sites.extend(info.hexes.first());
                let hex = self.one_of(&sites)?;
                let raised: Vec<UnitKind> = UnitKind::ALL
                    .into_iter()
                    .filter(|kind| info.limits[kind.index()] > 0 || self.st.power(power).lost[kind.index()] > 0)
                    .collect();
                let unit_type = self.one_of(&raised)?;
                let count = 1 + self.pick(2) as u8;
                Some(Order::RecruitUnits(RecruitUnits {
                    power: self.code(power),
                    hex: hex.to_string(),
                    unit_type,
                    count,
                }))
            }
        }
    }

    fn diplomacy(&mut self, power: PowerId) -> Option<Order> {
        let others: Vec<PowerId> = self.sc.power_ids().filter(|&other| other != power).collect();
        let other = self.one_of(&others)?;
        let (power, to) = (self.code(power), self.code(other));
        Some(match self.pick(3) {
            0 => Order::TransferTalents(TransferTalents { power, to, amount: 1 + self.pick(20) as u32 }),
            1 => Order::ProposeAlliance(ProposeAlliance { power, with: to }),
            _ => Order::TerminateAlliance(TerminateAlliance { power, with: to }),
        })
    }

    fn own_army(&mut self, power: PowerId) -> Option<Army> {
        let own: Vec<&Army> = self.st.armies.iter().filter(|army| army.id.power == power).collect();
        self.one_of(&own).cloned()
    }

    fn own_fleet(&mut self, power: PowerId) -> Option<Fleet> {
        let own: Vec<&Fleet> = self.st.fleets.iter().filter(|fleet| fleet.id.power == power).collect();
        self.one_of(&own).cloned()
    }

    /// A few steps anywhere.
    fn walk(&mut self, from: HexId, mode: Mode) -> Vec<String> {
        let mut here = from;
        let mut path = Vec::new();
        for _ in 0..=self.pick(4) {
            let ways: Vec<HexId> = self.sc.hex(here).sides.iter().flatten().map(|side| side.to).collect();
            let ways: Vec<HexId> =
                ways.into_iter().filter(|&to| costs::step(self.sc, here, to, mode, self.st.winter).is_some()).collect();
            let Some(next) = self.one_of(&ways) else { break };
            path.push(next.to_string());
            here = next;
        }
        path
    }

    /// A city within some hexes, other people's as often as not.
    fn near(&mut self, from: HexId, hexes: u32, port: bool) -> Option<CityId> {
        let near = |city: &CityId| {
            let info = self.sc.city(*city);
            info.hex != from && crate::model::map::distance(from, info.hex) <= hexes && (!port || info.port)
        };
        let all: Vec<CityId> = self.sc.city_ids().filter(near).collect();
        self.one_of(&all)
    }

    fn units(&mut self, bands: &[Band]) -> Vec<Units> {
        let mut list: Vec<Units> = Vec::new();
        for band in bands {
            let count = self.pick(usize::from(band.count) + 1) as u8;
            let (kind, seasoned) = (band.kind, band.seasoned);
            if count > 0 && !list.iter().any(|units| (units.kind, units.seasoned) == (kind, seasoned)) {
                list.push(Units { kind, count, seasoned });
            }
        }
        list
    }

    fn leaders(&mut self, place: LeaderPlace) -> Vec<String> {
        let all: Vec<String> = self.st.leaders_in(place).map(|(id, _)| self.sc.leader(id).name.to_string()).collect();
        all.into_iter().filter(|_| self.chance(50)).collect()
    }

    fn naval(&mut self, power: PowerId) -> Option<Order> {
        let fleet = self.own_fleet(power)?;
        let name = names::fleet(self.sc, fleet.id);
        let acting = self.code(power);
        let (hex, aboard) = (fleet.hex, LeaderPlace::Fleet(fleet.id));
        let here: Vec<Army> = self.st.armies_at(hex).filter(|army| army.id.power == power).cloned().collect();
        Some(match self.pick(15) {
            0..3 => Order::MoveFleet(MoveFleet { power: acting, fleet: name, path: self.walk(hex, Mode::Sea) }),
            3..6 => {
                let to = self.near(hex, 14, true)?;
                let to = vec![self.sc.city(to).name.to_string()];
                Order::FollowTrack(FollowTrack { power: acting, force: name, to, invade: false })
            }
            6 => Order::AnchorFleet(AnchorFleet { power: acting, fleet: name }),
            7 | 8 => {
                let at = self.pick(here.len());
                let army = here.get(at)?;
                let (units, leaders) = (self.units(&army.bands), self.leaders(LeaderPlace::Army(army.id)));
                let army = Some(names::army(self.sc, army.id));
                Order::EmbarkUnits(EmbarkUnits { power: acting, fleet: name, army, units, leaders, ashore: None })
            }
            9 => Order::DisembarkToPort(DisembarkToPort {
                power: acting,
                fleet: name,
                units: self.units(&fleet.cargo.bands),
                leaders: self.leaders(aboard),
            }),
            10 => Order::DisembarkUnits(DisembarkUnits {
                power: acting,
                fleet: name,
                units: self.units(&fleet.cargo.bands),
                leaders: self.leaders(aboard),
                invade: self.chance(20),
            }),
            11 => Order::SplitFleet(SplitFleet {
                power: acting,
                fleet: name,
                new_size: 1 + self.pick(fleet.size() as usize) as u8,
                units: Vec::new(),
                leaders: self.leaders(aboard),
            }),
            12 => self.rearranged_fleets(power, &fleet)?,
            13 if self.chance(50) => Order::LaySiegePort(LaySiegePort { power: acting, fleet: name }),
            13 => Order::LiftSiege(LiftSiege { power: acting, force: name }),
            _ => {
                let foes: Vec<PowerId> = self.st.fleets_at(hex).map(|fleet| fleet.id.power).collect();
                let target = self.one_of(&foes)?;
                Order::AttackFleet(AttackFleet { power: acting, fleets: vec![name], target: self.code(target) })
            }
        })
    }

    fn rearranged_fleets(&mut self, power: PowerId, fleet: &Fleet) -> Option<Order> {
        let acting = self.code(power);
        if self.chance(50) {
            return Some(Order::ConcentrateFleets(ConcentrateFleets { power: acting, hex: fleet.hex.to_string() }));
        }
        let others: Vec<_> = self.st.fleets_at(fleet.hex).map(|other| other.id).filter(|&id| id != fleet.id).collect();
        let other = self.one_of(&others)?;
        let give = Transfer { ships: self.pick(3) as u8, units: self.units(&fleet.cargo.bands), leaders: Vec::new() };
        let (fleet, other) = (names::fleet(self.sc, fleet.id), names::fleet(self.sc, other));
        Some(Order::ExchangeFleets(ExchangeFleets { power: acting, fleet, other, give, take: Transfer::default() }))
    }

    fn land(&mut self, power: PowerId) -> Option<Order> {
        let army = self.own_army(power)?;
        let name = names::army(self.sc, army.id);
        let acting = self.code(power);
        let invade = self.chance(10);
        Some(match self.pick(13) {
            0..3 => {
                Order::MoveArmy(MoveArmy { power: acting, army: name, path: self.walk(army.hex, Mode::Land), invade })
            }
            3..7 => {
                let to = self.near(army.hex, 8, false)?;
                let to = vec![self.sc.city(to).name.to_string()];
                Order::FollowTrack(FollowTrack { power: acting, force: name, to, invade })
            }
            7 => Order::Overrun(Overrun { power: acting, army: name, hex: None }),
            8 => self.stance(acting, name),
            9 | 10 => Order::LaySiege(LaySiege { power: acting, army: name, city: None }),
            11 => Order::LiftSiege(LiftSiege { power: acting, force: name }),
            _ => self.rearranged_armies(power, &army)?,
        })
    }

    fn stance(&mut self, power: String, army: String) -> Order {
        if self.chance(60) {
            Order::EnterCity(EnterCity { power, army })
        } else {
            Order::LeaveCity(LeaveCity { power, army })
        }
    }

    fn rearranged_armies(&mut self, power: PowerId, army: &Army) -> Option<Order> {
        let (acting, place) = (self.code(power), LeaderPlace::Army(army.id));
        let name = names::army(self.sc, army.id);
        Some(match self.pick(3) {
            0 => Order::ConcentrateArmies(ConcentrateArmies { power: acting, hex: army.hex.to_string() }),
            1 => Order::SplitArmy(SplitArmy {
                power: acting,
                army: name,
                units: self.units(&army.bands),
                leaders: self.leaders(place),
            }),
            _ => {
                let others = self.st.armies_at(army.hex).map(|other| other.id);
                let others: Vec<_> = others.filter(|&id| id != army.id && id.power == power).collect();
                let other = names::army(self.sc, self.one_of(&others)?);
                let give = Transfer { ships: 0, units: self.units(&army.bands), leaders: self.leaders(place) };
                Order::ExchangeArmies(ExchangeArmies {
                    power: acting,
                    army: name,
                    other,
                    give,
                    take: Transfer::default(),
                })
            }
        })
    }

    fn combat(&mut self, power: PowerId) -> Option<Order> {
        let army = self.own_army(power)?;
        let name = names::army(self.sc, army.id);
        let acting = self.code(power);
        let foes: Vec<PowerId> = self
            .st
            .armies_at(army.hex)
            .map(|other| other.id.power)
            .filter(|&other| relations::hostile(self.sc, self.st, power, other))
            .collect();
        Some(match self.pick(6) {
            0..3 => {
                let target = self.one_of(&foes)?;
                Order::AttackArmy(AttackArmy { power: acting, armies: vec![name], targets: vec![self.code(target)] })
            }
            3 => {
                let city = self.sc.hex(army.hex).city?;
                let city = self.sc.city(city).name.to_string();
                Order::AssaultCity(AssaultCity { power: acting, armies: vec![name], city })
            }
            4 => Order::LaySiege(LaySiege { power: acting, army: name, city: None }),
            _ => self.stance(acting, name),
        })
    }

    fn siege(&mut self, power: PowerId) -> Option<Order> {
        if self.chance(50) {
            let army = self.own_army(power)?;
            return self.rearranged_armies(power, &army);
        }
        let capitals = self.sc.province_ids().filter(|&province| {
            self.sc.province(province).capital.is_some_and(|city| self.st.city(city).controller == power)
        });
        let capitals: Vec<_> = capitals.collect();
        let province = self.one_of(&capitals)?;
        let province = self.sc.province(province).name.to_string();
        Some(Order::PlunderProvince(PlunderProvince { power: self.code(power), province }))
    }
}
