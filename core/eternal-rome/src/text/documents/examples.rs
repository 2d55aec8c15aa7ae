//! Orders of this very game that could be given now, one for each thing to do: they show how orders are written, and each
//! of them is legal as far as the seat can know.

use crate::knowledge::Knowledge;
use crate::knowledge::view::View;
use crate::model::ids::{HexId, PowerId, UnitKind};
use crate::model::map;
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, Fleet, FleetStatus, ForceId, Phase, State, total};
use crate::model::units::Units;
use crate::orders::Order;
use crate::orders::judge;
use crate::orders::{
    AnchorFleet, AssaultCity, AttackArmy, AttackFleet, BuildFleet, ConcentrateArmies, DisembarkToPort, DisembarkUnits,
    EmbarkUnits, EnterCity, FollowTrack, LaySiege, LaySiegePort, LeaveCity, LiftSiege, Overrun, PlunderProvince,
    ProposeAlliance, RecruitUnits, SplitArmy, TransferTalents,
};
use crate::text::shorthand;

/// How many forces, and how many places for each, are tried before there is no example.
const FORCES: usize = 6;
const PLACES: usize = 4;

/// What may be done in a phase, and the line that does it.
pub fn of_phase(sc: &Scenario, known: &Knowledge, view: &View, phase: Phase) -> Vec<(&'static str, String)> {
    let here = Here { sc, view, st: &known.st };
    let all = match phase {
        Phase::Taxation => here.taxation(),
        Phase::Naval => here.naval(),
        Phase::LandMovement => here.land(),
        Phase::LandCombat => here.combat(),
        Phase::Siege => here.siege(),
    };
    let line = |(words, orders): (&'static str, Vec<Order>)| {
        let legal = |order: &Order| judge::judge(sc, &known.st, known.seat, order).is_ok();
        orders.into_iter().find(legal).map(|order| (words, shorthand::print(sc, &order)))
    };
    all.into_iter().filter_map(line).collect()
}

struct Here<'a> {
    sc: &'a Scenario,
    view: &'a View,
    st: &'a State,
}

type Deeds = Vec<(&'static str, Vec<Order>)>;

impl Here<'_> {
    fn taxation(&self) -> Deeds {
        let own = || self.view.cities.iter().filter(|city| self.plays(city.controller.id));
        let recruit = own().flat_map(|city| {
            UnitKind::ALL.into_iter().map(|unit_type| {
                Order::RecruitUnits(RecruitUnits {
                    power: city.controller.to_string(),
                    hex: city.city.to_string(),
                    unit_type,
                    count: 1,
                })
            })
        });
        let ports = own().filter(|city| self.sc.city(city.city.id).port);
        let build = ports.map(|city| {
            Order::BuildFleet(BuildFleet { power: city.controller.to_string(), port: city.city.to_string(), count: 1 })
        });
        let others = || self.view.all_powers.iter().filter(|other| !self.plays(other.power.id));
        let pay = self.pairs().map(|(power, to)| Order::TransferTalents(TransferTalents { power, to, amount: 1 }));
        let majors = others().filter(|other| other.kind.is_major());
        let ally = majors.flat_map(|other| {
            let with = other.power.to_string();
            self.own_codes().map(move |power| Order::ProposeAlliance(ProposeAlliance { power, with: with.clone() }))
        });
        vec![
            ("Raise units", recruit.collect()),
            ("Lay down ships", build.collect()),
            ("Send talents", pay.collect()),
            ("Offer an alliance", ally.collect()),
        ]
    }

    fn naval(&self) -> Deeds {
        let sail = self.fleets().flat_map(|fleet| self.tracks(ForceId::Fleet(fleet.id), fleet.hex, true));
        let embark = self.fleets().map(|fleet| {
            let army = self.armies().find(|army| army.hex == fleet.hex && total(&army.bands) > 0);
            let band = army.and_then(|army| army.bands.first());
            let units = band.map(|band| Units { kind: band.kind, count: 1, seasoned: band.seasoned });
            Order::EmbarkUnits(EmbarkUnits {
                power: self.code(fleet.id.power),
                fleet: names::fleet(self.sc, fleet.id),
                army: army.map(|army| names::army(self.sc, army.id)),
                units: units.into_iter().collect(),
                leaders: Vec::new(),
                ashore: None,
            })
        });
        let named = |fleet: &Fleet| (self.code(fleet.id.power), names::fleet(self.sc, fleet.id));
        let unload = self.fleets().map(|fleet| {
            let (power, fleet) = named(fleet);
            Order::DisembarkToPort(DisembarkToPort { power, fleet, units: Vec::new(), leaders: Vec::new() })
        });
        let land = self.fleets().map(|fleet| {
            let (power, fleet) = named(fleet);
            Order::DisembarkUnits(DisembarkUnits {
                power,
                fleet,
                units: Vec::new(),
                leaders: Vec::new(),
                invade: false,
            })
        });
        let at_sea = || self.fleets().filter(|fleet| fleet.status == FleetStatus::AtSea).map(named);
        let anchor = at_sea().map(|(power, fleet)| Order::AnchorFleet(AnchorFleet { power, fleet }));
        let blockade = at_sea().map(|(power, fleet)| Order::LaySiegePort(LaySiegePort { power, fleet }));
        let attack = self.fleets().flat_map(|fleet| {
            let (power, name) = named(fleet);
            self.seen_at(fleet.hex, true).map(move |target| {
                Order::AttackFleet(AttackFleet { power: power.clone(), fleets: vec![name.clone()], target })
            })
        });
        vec![
            ("Sail the cheapest way", sail.collect()),
            ("Take troops aboard", embark.collect()),
            ("Put them ashore in a port", unload.collect()),
            ("Land them on a coast", land.collect()),
            ("Attack ships in the same hex", attack.collect()),
            ("Blockade a port", blockade.collect()),
            ("Go into port", anchor.collect()),
        ]
    }

    fn land(&self) -> Deeds {
        let named = |army: &Army| (self.code(army.id.power), names::army(self.sc, army.id));
        let march = self.armies().flat_map(|army| self.tracks(ForceId::Army(army.id), army.hex, false));
        let split = self.armies().filter_map(|army| {
            let (power, name) = named(army);
            let band = army.bands.first().filter(|_| total(&army.bands) > 1)?;
            let units = vec![Units { kind: band.kind, count: 1, seasoned: band.seasoned }];
            Some(Order::SplitArmy(SplitArmy { power, army: name, units, leaders: Vec::new() }))
        });
        let join = self.armies().map(|army| {
            Order::ConcentrateArmies(ConcentrateArmies { power: self.code(army.id.power), hex: self.place(army.hex) })
        });
        let of = |words: fn(String, String) -> Order| -> Vec<Order> {
            self.armies().map(named).map(|(power, army)| words(power, army)).collect()
        };
        vec![
            ("March the cheapest way", march.collect()),
            ("Split an army", split.collect()),
            ("Join the armies of a place", join.collect()),
            ("Go into the city", of(|power, army| Order::EnterCity(EnterCity { power, army }))),
            ("Come out of it", of(|power, army| Order::LeaveCity(LeaveCity { power, army }))),
            ("Besiege", of(|power, army| Order::LaySiege(LaySiege { power, army, city: None }))),
            ("Give a siege up", of(|power, force| Order::LiftSiege(LiftSiege { power, force }))),
            ("Ride weak enemies down", of(|power, army| Order::Overrun(Overrun { power, army, hex: None }))),
        ]
    }

    fn combat(&self) -> Deeds {
        let named = |army: &Army| (self.code(army.id.power), vec![names::army(self.sc, army.id)]);
        let attack = self.armies().flat_map(|army| {
            let (power, armies) = named(army);
            self.seen_at(army.hex, false).map(move |target| {
                Order::AttackArmy(AttackArmy { power: power.clone(), armies: armies.clone(), targets: vec![target] })
            })
        });
        let assault = self.armies().filter_map(|army| {
            let (power, armies) = named(army);
            let city = self.sc.hex(army.hex).city?;
            Some(Order::AssaultCity(AssaultCity { power, armies, city: self.sc.city(city).name.to_string() }))
        });
        vec![("Attack", attack.collect()), ("Assault a city", assault.collect())]
    }

    fn siege(&self) -> Deeds {
        let plunder = self.view.provinces.iter().flat_map(|province| {
            let province = province.province.to_string();
            self.own_codes()
                .map(move |power| Order::PlunderProvince(PlunderProvince { power, province: province.clone() }))
        });
        vec![("Plunder a province whose capital you hold", plunder.collect())]
    }

    fn plays(&self, power: PowerId) -> bool {
        self.view.powers.iter().any(|own| own.id == power)
    }

    fn code(&self, power: PowerId) -> String {
        self.sc.power(power).code.to_string()
    }

    fn own_codes(&self) -> impl Iterator<Item = String> {
        self.view.powers.iter().map(ToString::to_string)
    }

    /// An own power, and any other, by code.
    fn pairs(&self) -> impl Iterator<Item = (String, String)> {
        let all = || self.view.all_powers.iter().map(|power| power.power.to_string());
        self.own_codes().flat_map(move |own| {
            all().filter(|other| *other != own).map(|other| (own.clone(), other)).collect::<Vec<_>>()
        })
    }

    fn armies(&self) -> impl Iterator<Item = &Army> {
        self.st.armies.iter().filter(|army| self.plays(army.id.power))
    }

    fn fleets(&self) -> impl Iterator<Item = &Fleet> {
        self.st.fleets.iter().filter(|fleet| self.plays(fleet.id.power))
    }

    /// Codes of others whose forces are seen in a hex.
    fn seen_at(&self, hex: HexId, at_sea: bool) -> impl Iterator<Item = String> {
        let unknown = self.view.unknown.iter().filter(move |seen| seen.hex == hex && seen.at_sea == at_sea);
        let armies = self.view.armies.iter().filter(move |army| !at_sea && army.own.is_none() && army.hex == hex);
        let fleets = self.view.fleets.iter().filter(move |fleet| at_sea && fleet.own.is_none() && fleet.hex == hex);
        let known = armies.map(|army| &army.power).chain(fleets.map(|fleet| &fleet.power));
        unknown.map(|seen| &seen.power).chain(known).map(ToString::to_string)
    }

    /// Ways of the first forces to the cities nearest to them.
    fn tracks(&self, force: ForceId, from: HexId, at_sea: bool) -> Vec<Order> {
        let first = if at_sea {
            self.fleets().take(FORCES).any(|fleet| ForceId::Fleet(fleet.id) == force)
        } else {
            self.armies().take(FORCES).any(|army| ForceId::Army(army.id) == force)
        };
        if !first {
            return Vec::new();
        }
        let mut cities: Vec<_> = self.view.cities.iter().filter(|city| city.hex != from).collect();
        cities.retain(|city| !at_sea || self.sc.city(city.city.id).port);
        cities.sort_by_key(|city| (map::distance(from, city.hex), city.hex));
        let track = |city: &&crate::knowledge::view::CityView| {
            Order::FollowTrack(FollowTrack {
                power: self.code(force.power()),
                force: names::force(self.sc, force),
                to: vec![city.city.to_string()],
                invade: false,
            })
        };
        cities.iter().take(PLACES).map(track).collect()
    }

    /// A city by name, any other hex by its number.
    fn place(&self, hex: HexId) -> String {
        self.sc.hex(hex).city.map_or_else(|| hex.to_string(), |city| self.sc.city(city).name.to_string())
    }
}
