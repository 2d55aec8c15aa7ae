//! The state before the first turn (UM-R103).

use kernel::{Dice, GameSeed, RuleRef};

use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, Rp};
use crate::model::scenario::{CityStatus, GeneralInfo, Scenario};
use crate::model::state::{General, Known, Nation, Province, Stacks, StandingOrders, State};

impl State {
    /// The state before the first turn (UM-R103). Hidden values of generals are drawn now (UM-R35).
    pub fn start(sc: &Scenario, seed: &GameSeed) -> Self {
        let mut dice = Dice::keyed(seed, "set-up").quiet();
        let provinces: Vec<Province> = sc
            .provinces
            .iter()
            .map(|info| Province {
                renamed: None,
                owner: info.owner,
                original_owner: info.original_owner,
                loyalty: info.loyalty,
                cty: info.cty,
                ever_had_city: info.cty != CityStatus::TribalArea,
                rev_original: info.rev,
                rev_ceiling: info.rev,
                rev_current: info.rev,
                pending: Rp::ZERO,
                bought: Rp::ZERO,
                founded: 0,
                scarred: Factions::NONE,
                spies: Factions::NONE,
                in_revolt_against: None,
                siege: None,
                contact: [None, None],
            })
            .collect();
        let known = |province: &Province| Known { owner: province.owner, cty: province.cty, turn: 0 };
        let nations = sc.nations.iter().map(|info| Nation {
            treasury: info.treasury,
            tax_rate: info.tax_rate,
            capital: info.capital,
            declared: info.enemies.iter().copied().collect(),
            morale: sc.constants.R44.full,
            shock: 0,
            face: 0,
            cic_died: 0,
            replacement: None,
            original_revenue: Rp::ZERO,
            original_forces: 0,
            eliminated: false,
            names_used: 0,
            known: provinces.iter().map(known).collect(),
            sightings: Vec::new(),
        });
        let generals = sc.generals.iter().enumerate().map(|(index, info)| {
            let (skill, loyalty_true) =
                hidden_values(sc, &mut dice, GeneralId::at(index), info.reputation, info.loyalty);
            General { skill, loyalty_true, alive: true, ..as_listed(info) }
        });
        let mut st = State {
            turn: 1,
            nations: nations.collect(),
            generals: generals.collect(),
            stacks: Stacks::empty(sc.provinces.len(), sc.factions(), sc.types.len()),
            standing: StandingOrders::empty(sc.provinces.len(), sc.factions()),
            late: Vec::new(),
            provinces,
        };
        for &(nation, place, kind, count) in &sc.forces {
            st.stacks.add(place, nation, kind, count);
        }
        for &(nation, place) in &sc.spies {
            st.province_mut(place).spies.add(nation);
        }
        for nation in sc.nation_ids() {
            let revenue = st.owned_by(nation).map(|place| st.normal_revenue(sc, place)).sum();
            let forces = st.strength(sc, nation);
            let at_start = st.nation_mut(nation);
            at_start.original_revenue = revenue;
            at_start.original_forces = forces;
        }
        crate::rules::intelligence::first_reports(sc, &mut st, &mut dice);
        st
    }
}

/// A general as the scenario lists him, his hidden values taken to be those reported, not yet in play.
pub fn as_listed(info: &GeneralInfo) -> General {
    General {
        name: info.name,
        nation: info.nation,
        province: info.province,
        arm: info.arm,
        reputation: info.reputation,
        loyalty: info.loyalty,
        activity: info.activity,
        popularity: info.popularity,
        health: info.health,
        age: info.age,
        seniority: info.seniority,
        skill: info.reputation,
        loyalty_true: info.loyalty,
        alive: false,
    }
}

/// UM-R35: skill and true loyalty lie close to what is reported.
pub fn hidden_values(sc: &Scenario, dice: &mut Dice, id: GeneralId, reputation: u8, loyalty: u8) -> (u8, u8) {
    const R35: RuleRef = RuleRef::new("UM-R35");
    let of = &sc.constants.R35;
    let mut near = |reported: u8, spread: i32, counter: u16| {
        let drawn = i32::from(reported) + dice.stream("hidden_values", id.0, counter).range(-spread, spread, R35);
        drawn.clamp(0, 7) as u8
    };
    (near(reputation, of.skill_spread, 0), near(loyalty, of.loyalty_spread, 1))
}

/// UM-13.13, UM-R43: where a new general appears: the capital if controlled, else the province chosen, else the owned
/// province of highest revenue.
pub fn place_for_general(st: &State, nation: NationId, chosen: Option<ProvinceId>) -> Option<ProvinceId> {
    let owns = |place: &ProvinceId| st.province(*place).owner == nation;
    let capital = Some(st.nation(nation).capital).filter(owns);
    let replacement = st.nation(nation).replacement.filter(owns);
    capital
        .or(chosen.filter(owns))
        .or(replacement)
        .or_else(|| st.owned_by(nation).max_by_key(|&place| (st.province(place).rev_current, std::cmp::Reverse(place))))
}
