//! What a nation knows of a state (docs/rules/umpire.md, section 6).
//!
//! Everything foreign comes from what was stored for the nation when it was reported: its sightings and what it last
//! knew of each province. True skill and true loyalty of generals are not in it.

use crate::knowledge::known::{Certain, Knowledge};
use crate::knowledge::morale_word;
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, GeneralId, NameId, NationId, ProvinceId, Rp};
use crate::model::scenario::{CityStatus, Scenario};
use crate::model::state::{General, Known, Nation, Province, Siege, Sighting, Stacks, StandingOrders, State};
use crate::rules::setup::as_listed;
use crate::rules::{conflict, score, taxes};

/// A state as one nation sees it.
#[derive(Clone, Copy)]
struct Eye<'a> {
    sc: &'a Scenario,
    st: &'a State,
    me: NationId,
}

impl Knowledge {
    /// What a nation knows of a state.
    pub fn of(sc: &Scenario, st: &State, me: NationId) -> Self {
        let eye = Eye { sc, st, me };
        Self {
            me,
            st: eye.state(),
            ranks: score::published_ranks(sc, st),
            certain: sc.province_ids().map(|place| eye.certain(place)).collect(),
            expected_tax: eye.expected_tax(),
            upkeep: taxes::upkeep(sc, st, me),
        }
    }
}

impl Eye<'_> {
    /// The state with what is known in the place of what is true.
    fn state(self) -> State {
        let (sc, st, me) = (self.sc, self.st, self.me);
        let known: Vec<Known> = sc.province_ids().map(|place| self.known(place)).collect();
        let sightings: Vec<Sighting> = st.nation(me).sightings.iter().map(listed).collect();
        let provinces = sc.province_ids().map(|place| self.province(place, known[place.index()], &sightings)).collect();
        let mut seen = State {
            turn: if st.is_over(sc) { sc.end_turn + 1 } else { st.turn.min(sc.end_turn) },
            provinces,
            nations: sc.nation_ids().map(|id| self.nation(id)).collect(),
            generals: self.generals(&sightings),
            stacks: Stacks::empty(sc.provinces.len(), sc.factions(), sc.types.len()),
            standing: StandingOrders::empty(sc.provinces.len(), sc.factions()),
            late: Vec::new(),
        };
        for place in sc.province_ids() {
            self.own_force(&mut seen, place);
        }
        for sighting in &sightings {
            foreign_force(sc, &mut seen, sighting);
        }
        let own = seen.nation_mut(me);
        (own.known, own.sightings) = (known, sightings);
        seen
    }

    /// Who holds a province, and whether its city stands, as it was last known.
    fn known(self, place: ProvinceId) -> Known {
        let (now, known) = (self.st.province(place), self.st.nation(self.me).known[place.index()]);
        // Who held a province until this moment knows that he lost it, and to whom.
        if now.owner == self.me || known.owner == self.me {
            let turn = self.st.turn.saturating_sub(1).min(self.sc.end_turn);
            return Known { owner: now.owner, cty: now.cty, turn };
        }
        known
    }

    fn certain(self, place: ProvinceId) -> Certain {
        let (sc, st, me) = (self.sc, self.st, self.me);
        let there = st.stacks.present(place).has(me);
        Certain {
            bracketed: st.province(place).owner == me && taxes::bracketed(sc, st, place),
            besieged: there && conflict::is_besieged(sc, st, place, me),
            blockaded: there && conflict::blockaded(sc, st, place, me),
        }
    }

    fn province(self, place: ProvinceId, known: Known, sightings: &[Sighting]) -> Province {
        let (sc, me, info) = (self.sc, self.me, self.sc.province(place));
        let (now, owner) = (self.st.province(place), known.owner);
        let mine = now.owner == me;
        let concerned = |siege: &Siege| mine || siege.besiegers.has(me) || siege.besieged.has(me);
        let of_owner = |sighting: &&Sighting| sighting.province == place && sighting.faction == owner;
        let told = sightings.iter().filter(of_owner).find_map(|sighting| sighting.owned.as_ref());
        let first = owner == info.original_owner;
        let guess = match (sc.nations.get(owner.index()), first) {
            (Some(nation), true) if nation.capital == place => 3,
            (_, true) => sc.constants.R12.regained,
            (_, false) => sc.constants.R12.captured,
        };
        let ever_had_city = info.cty != CityStatus::TribalArea || known.cty != CityStatus::TribalArea;
        // The revenue told is the one after the deduction for tribal areas (UM-R14); the state has it before.
        let gross = |owner: NationId, normal: Rp, ever_had_city: bool| {
            if ever_had_city || !sc.is_civilised(owner) {
                normal
            } else {
                normal.times(100, sc.tribal_area_civ_pct.max(1))
            }
        };
        let (loyalty, revenue) = match told {
            Some(told) => (told.loyalty, gross(owner, told.revenue, ever_had_city)),
            None => (guess, info.rev),
        };
        let mut province = Province {
            renamed: now.renamed,
            owner,
            original_owner: info.original_owner,
            loyalty,
            cty: known.cty,
            ever_had_city,
            rev_original: info.rev,
            rev_ceiling: info.rev,
            rev_current: revenue,
            pending: Rp::ZERO,
            bought: Rp::ZERO,
            founded: 0,
            scarred: Factions::NONE,
            spies: if now.spies.has(me) { Factions::one(me) } else { Factions::NONE },
            in_revolt_against: None,
            siege: now.siege.filter(concerned).map(|siege| Siege {
                stores_lost: siege.stores_lost && siege.besieged.has(me),
                outside: Factions::NONE,
                ..siege
            }),
            contact: [None, None],
        };
        if mine {
            province.loyalty = now.loyalty;
            province.ever_had_city = now.ever_had_city;
            province.rev_original = now.rev_original;
            province.rev_ceiling = now.rev_ceiling;
            province.rev_current = gross(me, self.st.normal_revenue(sc, place), now.ever_had_city);
            province.pending = now.pending + now.bought;
            province.founded = now.founded;
        }
        province
    }

    fn nation(self, id: NationId) -> Nation {
        let (sc, info, now) = (self.sc, self.sc.nation(id), self.st.nation(id));
        let mine = id == self.me;
        let start = |place: &ProvinceId| sc.province(*place).owner == id;
        let normal = |place: ProvinceId| {
            let province = sc.province(place);
            let tribal_area = province.cty == CityStatus::TribalArea && sc.is_civilised(id);
            if tribal_area { province.rev.times(sc.tribal_area_civ_pct, 100) } else { province.rev }
        };
        let forces = sc.forces.iter().filter(|(nation, ..)| *nation == id);
        Nation {
            treasury: if mine { now.treasury } else { Rp::ZERO },
            tax_rate: if mine { now.tax_rate } else { info.tax_rate },
            capital: if mine { now.capital } else { info.capital },
            declared: now.declared,
            morale: if mine { morale(sc, morale_word(sc, now.morale)) } else { sc.constants.R44.full },
            shock: 0,
            face: 0,
            cic_died: 0,
            replacement: now.replacement.filter(|_| mine),
            original_revenue: sc.province_ids().filter(start).map(normal).sum(),
            original_forces: forces.map(|(.., count)| u32::from(*count)).sum(),
            eliminated: now.eliminated,
            names_used: 0,
            known: sc.provinces.iter().map(|info| Known { owner: info.owner, cty: info.cty, turn: 0 }).collect(),
            sightings: Vec::new(),
        }
    }

    /// Own generals as reported, their hidden values taken to be what is reported (UM-R35); foreign ones where they were
    /// seen, with the ratings they had at the start. Whoever else there may be counts as absent.
    fn generals(self, sightings: &[Sighting]) -> Vec<General> {
        let sc = self.sc;
        let seen = sightings.iter().flat_map(|sighting| sighting.generals.iter().copied());
        let serving = || self.st.living().filter(|(_, general)| general.nation == self.me);
        let own = serving().map(|(id, _)| id);
        let count = seen.chain(own).map(|id| id.index() + 1).max().unwrap_or(0).max(sc.generals.len());
        let mut generals: Vec<General> = (0..count).map(|index| absent(sc, GeneralId::at(index))).collect();
        let mut newest: Vec<&Sighting> = sightings.iter().collect();
        newest.sort_by_key(|sighting| sighting.turn);
        for sighting in newest {
            for id in &sighting.generals {
                let general = &mut generals[id.index()];
                general.nation = sighting.faction;
                general.province = sighting.province;
                general.alive = true;
                general.name = self.st.general(*id).name;
            }
        }
        for (id, now) in serving() {
            generals[id.index()] = General { skill: now.reputation, loyalty_true: now.loyalty, ..now.clone() };
        }
        generals
    }

    /// Own units, and the combat orders that they stand under.
    fn own_force(self, seen: &mut State, place: ProvinceId) {
        let (sc, me) = (self.sc, self.me);
        if !self.st.stacks.present(place).has(me) {
            return;
        }
        for kind in sc.type_ids() {
            seen.stacks.set(place, me, kind, self.st.stacks.count(place, me, kind));
        }
        for arm in [Arm::Sea, Arm::Land] {
            seen.standing.set(place, me, arm, Some(self.st.combat_orders(sc, place, me, arm)));
        }
    }

    /// What a full collection would bring at the present rate, going by the reports: the true number of hostile units in
    /// one's own provinces is not known better than they tell it (UM-R16, UM-R17, UM-R18, UM-R98).
    fn expected_tax(self) -> Rp {
        let (sc, st, me) = (self.sc, self.st, self.me);
        let own = st.nation(me);
        let values = st.owned_by(me).map(|place| {
            let hostile = self.reported_armies(place);
            taxes::taxable(&sc.constants, st.normal_revenue(sc, place), hostile, place == own.capital)
        });
        if sc.is_tribal(me) {
            taxes::tribal_income(values.sum(), sc.tribal_revenue_pct)
        } else {
            values.map(|value| taxes::expected(value, own.tax_rate)).sum()
        }
    }

    /// Hostile army units in a province, as reported to a nation.
    fn reported_armies(self, place: ProvinceId) -> u32 {
        let (sc, st, me) = (self.sc, self.st, self.me);
        let here = st.nation(me).sightings.iter().filter(|sighting| sighting.province == place);
        let armies = |sighting: &Sighting| {
            let listed = sighting.units.iter().filter(|(kind, _)| !sc.unit(*kind).is_fleet());
            let listed: u32 = listed.map(|(_, count)| u32::from(*count)).sum();
            listed + sighting.merged.map_or(0, |[_, armies]| u32::from(armies))
        };
        here.filter(|sighting| st.enemies(sc, me, sighting.faction)).map(armies).sum()
    }
}

/// A report, with the types that it names units of.
fn listed(sighting: &Sighting) -> Sighting {
    let units = sighting.units.iter().copied().filter(|(_, count)| *count > 0).collect();
    Sighting { units, ..sighting.clone() }
}

/// The middle of what a word for morale may mean (UM-R98).
fn morale(sc: &Scenario, word: &str) -> i64 {
    let (of, full) = (&sc.constants.R98, sc.constants.R44.full);
    match word {
        "high" => full,
        "fair" => (of.morale_high_from + of.morale_fair_from) / 2,
        "low" => (of.morale_fair_from + of.morale_low_from) / 2,
        _ => (of.morale_low_from + sc.constants.R44.floor) / 2,
    }
}

/// A general of whom nothing is known now: as he was at the start, or an average man (UM-R36), not in play.
fn absent(sc: &Scenario, id: GeneralId) -> General {
    match sc.generals.get(id.index()) {
        Some(info) => as_listed(info),
        None => {
            let rating = (sc.constants.R36.rating_dice.iter().sum::<i32>() / 2) as u8;
            General {
                name: NameId(0),
                nation: sc.ind(),
                province: ProvinceId(0),
                arm: Arm::Land,
                reputation: rating,
                loyalty: rating,
                activity: rating,
                popularity: rating,
                health: rating,
                age: sc.constants.R36.age[0] as u8,
                seniority: 0,
                skill: rating,
                loyalty_true: rating,
                alive: false,
            }
        }
    }
}

/// Reported troops in their place. A rumour does not tell types: its armies are taken for the common foot of the
/// militia, its fleets for the first kind of squadron.
fn foreign_force(sc: &Scenario, st: &mut State, seen: &Sighting) {
    let (place, faction) = (seen.province, seen.faction);
    for &(kind, count) in &seen.units {
        st.stacks.add(place, faction, kind, count);
    }
    if let Some([fleets, armies]) = seen.merged {
        st.stacks.add(place, faction, sc.militia_type, armies);
        if let Some(squadron) = sc.type_ids().find(|&kind| sc.unit(kind).is_fleet()) {
            st.stacks.add(place, faction, squadron, fleets);
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::knowledge::view::View;
    use crate::model::scenario::shipped;

    #[test]
    fn what_is_known_looks_the_same_from_the_same_seat() {
        for sc in shipped::shipped() {
            let st = State::start(sc, &GameSeed::from_number(1));
            for nation in sc.nation_ids() {
                let known = Knowledge::of(sc, &st, nation);
                let (seen, again) = (known.view(sc), Knowledge::of(sc, &known.st, nation).view(sc));
                // Ranks are told, not reckoned by the seat; all else must come back as it was.
                assert_eq!(View { nations: seen.nations.clone(), ..again }, seen, "{}", seen.nation);
            }
        }
    }

    #[test]
    fn hidden_values_are_taken_to_be_those_reported() {
        let sc = &shipped::shipped()[0];
        let st = State::start(sc, &GameSeed::from_number(2));
        let known = Knowledge::of(sc, &st, NationId(1));
        assert!(st.generals.iter().any(|general| general.skill != general.reputation), "nothing is hidden");
        for (_, general) in known.st.living() {
            assert_eq!((general.skill, general.loyalty_true), (general.reputation, general.loyalty));
        }
    }
}
