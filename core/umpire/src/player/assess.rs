//! What the world looks like from a seat: strengths, dangers, the worth of provinces, the calendar.

use kernel::map::Mode;

use super::forces::{Foreign, Strength, Threat};
use super::recall::Recall;
use crate::knowledge::Knowledge;
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::{CityStatus, Scenario, TurnType};
use crate::model::state::{Sighting, State};
use crate::rules::informants;
use crate::rules::taxes;

/// Reports older than this no longer place a field army (they still tell of a garrison).
const STALE_AFTER: u32 = 2;
/// Army units that are a watch and do not march.
pub const WATCH: u32 = 3;
/// Legs over land from own territory beyond which a province is no target (supply, UM-22).
pub const FAR: u8 = 2;
/// Legs by sea from own territory beyond which a province is no target.
pub const FAR_AT_SEA: u8 = 3;
/// How far, in movement points, an army is taken to strike within a turn.
const REACH: i64 = 10;

/// The armies of all factions as they are, in the order of the provinces.
fn armies(sc: &Scenario, st: &State) -> Vec<Foreign> {
    let mut found = Vec::with_capacity(2 * sc.provinces.len());
    for place in sc.province_ids() {
        let terrain = sc.province(place).terrain;
        for faction in st.stacks.present(place).iter() {
            let strength = Strength::of(sc, st.stacks.of(place, faction), terrain);
            if strength.armies > 0 {
                found.push(Foreign { place, faction, strength, fresh: true });
            }
        }
    }
    found
}

/// What is usually in a city that nobody reports from, in foot: Independents man their walls by their wealth, nations keep
/// a watch, and a guard in the capital.
fn usual_garrison(sc: &Scenario, st: &State, place: ProvinceId) -> Option<Foreign> {
    let province = st.province(place);
    let revenue = (province.rev_original.in_tenths() / 10) as u16;
    let faction = province.owner;
    let units = if faction == sc.ind() {
        revenue.div_ceil(2).max(1)
    } else if sc.nation(faction).capital == place {
        revenue.div_ceil(2)
    } else {
        1
    };
    let strength = Strength::of_units(sc.unit(sc.militia_type), units, sc.province(place).terrain);
    (units > 0).then_some(Foreign { place, faction, strength, fresh: false })
}

/// All armies of a world: reckoned once for all who look at it.
#[derive(Clone, Debug)]
pub struct Field {
    /// Of all factions, in the order of the provinces.
    armies: Vec<Foreign>,
    /// Per province: what whoever has no report takes to be there.
    usual: Vec<Option<Foreign>>,
    /// What is left of the campaign.
    ahead: Ahead,
}

/// What is left of the campaign: turns to be resolved, taxations among them, and turns until troops must be home; the
/// present one included.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    turns: u32,
    taxes: u32,
    campaign: u32,
}

impl Ahead {
    fn of(sc: &Scenario, turn: u32) -> Self {
        let turns = turn.min(sc.end_turn)..=sc.end_turn;
        Self {
            turns: turns.clone().count() as u32,
            taxes: turns.clone().filter(|&turn| sc.turn_type(turn).taxation).count() as u32,
            campaign: turns.take_while(|&turn| !sc.turn_type(turn).last_campaign).count() as u32 + 1,
        }
    }
}

impl Field {
    /// Looks at a world as it is.
    pub fn of(sc: &Scenario, st: &State) -> Self {
        let usual = sc.province_ids().map(|place| usual_garrison(sc, st, place)).collect();
        Self { armies: armies(sc, st), usual, ahead: Ahead::of(sc, st.turn) }
    }
}

/// The survey of a seat's position: made once per order set.
pub struct Survey<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// What the turn to be played carries.
    pub carries: &'a TurnType,
    /// The state as it is known, or the whole of a sample: what of it is no informant's business is left alone.
    pub st: &'a State,
    /// Whose seat it is.
    pub me: NationId,
    /// Whether it is civilised.
    pub civilised: bool,
    /// Own provinces.
    pub own: Vec<ProvinceId>,
    /// Where own squadrons are.
    pub ports: Vec<ProvinceId>,
    /// Who is an enemy, the Independents among them.
    pub foes: Factions,
    /// Own generals.
    pub generals: Vec<GeneralId>,
    /// The first of them.
    pub chief: Option<GeneralId>,
    /// Per province: whether any of them is there.
    pub led: Vec<bool>,
    /// Per province: whether a report would come from it.
    informed: Vec<bool>,
    /// What a full collection would bring now.
    pub expected_tax: Rp,
    /// Pay of a taxation turn.
    pub upkeep: Rp,
    /// Foreign forces, in the order of the provinces.
    pub foreign: Vec<Foreign>,
    /// Where those of each province begin, and at the end their number.
    foreign_from: Vec<u16>,
    /// Legs over land from the nearest own province; `u8::MAX` where there is no way, and too far away for a target.
    pub distance: Vec<u8>,
    /// Legs by sea from the nearest own province, for whoever has squadrons; `u8::MAX` likewise.
    pub voyage: Vec<u8>,
    /// Per province: whether army units hostile to this nation are known to be there.
    pub contested: Vec<bool>,
    /// Per province: whether armies of enemies are there that may march.
    pub marching: Vec<bool>,
    /// Turns to be resolved, this one included.
    pub turns_left: u32,
    /// Taxations to come, this turn's included.
    pub taxes_left: u32,
    /// Turns until troops must be home, this one included.
    pub campaign_left: u32,
    /// Own revenue at the start.
    pub original_revenue: Rp,
    /// What has been reckoned already.
    pub recall: Recall,
}

impl<'a> Survey<'a> {
    /// Surveys what a nation knows.
    pub fn new(sc: &'a Scenario, known: &'a Knowledge) -> Self {
        let ahead = Ahead::of(sc, known.st.turn);
        let mut survey = Self::bare(sc, &known.st, known.me, (known.expected_tax, known.upkeep), ahead);
        for place in sc.province_ids() {
            survey.contested[place.index()] = survey.st.contested(sc, place, survey.me);
        }
        let mut believed = survey.reported(known.sightings());
        believed.sort_by_key(|force| force.place);
        survey.complete(believed);
        survey
    }

    /// Surveys a sample as this nation's informants would tell of it: what they see as it is, elsewhere what
    /// a place usually holds. Nobody else's troops are looked at, so that rivals in playouts do not find every gap.
    pub fn of_world(sc: &'a Scenario, st: &'a State, field: &Field, me: NationId) -> Self {
        let books = (taxes::expected_tax(sc, st, me), taxes::upkeep(sc, st, me));
        let mut survey = Self::bare(sc, st, me, books, field.ahead);
        let mut armies = field.armies.iter().filter(|force| force.faction != me).peekable();
        let mut believed = Vec::with_capacity(field.armies.len() + sc.provinces.len());
        for place in sc.province_ids() {
            let informed = survey.informed(place);
            while let Some(force) = armies.next_if(|force| force.place == place) {
                believed.extend(informed.then_some(*force));
            }
            believed.extend(field.usual[place.index()].filter(|_| survey.out_of_sight(place)));
        }
        survey.complete(believed);
        survey
    }

    fn bare(sc: &'a Scenario, st: &'a State, me: NationId, (expected_tax, upkeep): (Rp, Rp), ahead: Ahead) -> Self {
        let serving = st.living().filter(|(_, general)| general.nation == me);
        let generals: Vec<GeneralId> = serving.map(|(id, _)| id).collect();
        let mut led = vec![false; sc.provinces.len()];
        generals.iter().for_each(|&id| led[st.general(id).province.index()] = true);
        let informs = |place: ProvinceId| informants::conditions(sc, st, place, me) > 0;
        Self {
            sc,
            carries: sc.turn_type(st.turn.min(sc.end_turn)),
            me,
            civilised: sc.is_civilised(me),
            own: st.owned_by(me).collect(),
            ports: sc.province_ids().filter(|&place| st.fleets(sc, place, me) > 0).collect(),
            foes: (0..sc.factions()).map(NationId::at).filter(|&other| st.enemies(sc, me, other)).collect(),
            chief: st.senior(generals.iter().copied()),
            led,
            informed: sc.province_ids().map(informs).collect(),
            generals,
            expected_tax,
            upkeep,
            foreign: Vec::new(),
            foreign_from: Vec::new(),
            distance: Vec::new(),
            voyage: Vec::new(),
            contested: vec![false; sc.provinces.len()],
            marching: vec![false; sc.provinces.len()],
            turns_left: ahead.turns,
            taxes_left: ahead.taxes,
            campaign_left: ahead.campaign,
            original_revenue: st.nation(me).original_revenue,
            recall: Recall::new(sc.provinces.len()),
            st,
        }
    }

    /// With the foreign forces, in the order of the provinces.
    fn complete(&mut self, foreign: Vec<Foreign>) {
        self.foreign_from = vec![0; self.sc.provinces.len() + 1];
        for force in &foreign {
            self.foreign_from[force.place.index() + 1] += 1;
        }
        for place in 0..self.sc.provinces.len() {
            self.foreign_from[place + 1] += self.foreign_from[place];
        }
        self.foreign = foreign;
        for force in &self.foreign {
            // Walls that nobody reports from are taken to be manned: nobody rides past them.
            let hostile = self.hostile(force.place, force.faction);
            self.contested[force.place.index()] |= hostile && force.strength.armies > 0;
            let marches = force.strength.armies > WATCH && force.faction != self.sc.ind();
            self.marching[force.place.index()] |= marches && self.at_war(force.faction);
        }
        self.distance = self.distances();
        self.voyage = self.voyages();
    }

    /// The turn to be played.
    pub fn turn(&self) -> u32 {
        self.st.turn
    }

    /// Money in hand.
    pub fn treasury(&self) -> Rp {
        self.st.nation(self.me).treasury
    }

    /// Tax rate, per cent.
    pub fn tax_rate(&self) -> u16 {
        self.st.nation(self.me).tax_rate
    }

    /// Foreign forces in a province.
    pub fn foreign_at(&self, place: ProvinceId) -> &[Foreign] {
        let from = usize::from(self.foreign_from[place.index()]);
        &self.foreign[from..usize::from(self.foreign_from[place.index() + 1])]
    }

    /// Foreign forces as reported; where nobody tells of a province, the garrison that such a place usually has.
    fn reported(&self, sightings: &[Sighting]) -> Vec<Foreign> {
        let (sc, now) = (self.sc, self.turn());
        let mut found = Vec::new();
        let mut told = vec![false; sc.provinces.len()];
        for seen in sightings {
            let place = seen.province;
            let mut stack = vec![0u16; sc.types.len()];
            for (kind, count) in &seen.units {
                stack[kind.index()] += *count;
            }
            if let Some([_, armies]) = seen.merged {
                stack[sc.militia_type.index()] += armies;
            }
            let age = now.saturating_sub(seen.turn + 1);
            let holds = self.st.province(place).owner == seen.faction;
            if age > STALE_AFTER && !holds {
                continue;
            }
            if age > STALE_AFTER {
                stack.iter_mut().for_each(|count| *count = count.div_ceil(2));
            }
            told[place.index()] |= holds;
            let strength = Strength::of(sc, &stack, sc.province(place).terrain);
            if strength.armies > 0 {
                found.push(Foreign { place, faction: seen.faction, strength, fresh: age == 0 });
            }
        }
        let unknown = sc.province_ids().filter(|&place| !told[place.index()] && self.out_of_sight(place));
        found.extend(unknown.filter_map(|place| usual_garrison(sc, self.st, place)));
        found
    }

    /// Whether a province of somebody else's is out of sight: a usual garrison is taken to be there.
    fn out_of_sight(&self, place: ProvinceId) -> bool {
        self.st.province(place).owner != self.me && !self.informed(place)
    }

    /// Whether a report would have come from a province, so that silence proves it empty (UM-32.3).
    pub fn informed(&self, place: ProvinceId) -> bool {
        self.informed[place.index()]
    }

    /// Greatest field value of an enemy army that may arrive in a province this turn or the next.
    pub fn danger(&self, place: ProvinceId) -> i64 {
        self.threat(place).enemies
    }

    /// The same for nations that are not enemies, who may become so without warning.
    pub fn unease(&self, place: ProvinceId) -> i64 {
        self.threat(place).others
    }

    fn threat(&self, place: ProvinceId) -> Threat {
        self.recall.threat(place, || self.reckon_threat(place))
    }

    fn reckon_threat(&self, place: ProvinceId) -> Threat {
        let ind = self.sc.ind();
        let mut threat = Threat::default();
        for &(from, cost) in self.near(place).iter().filter(|(_, cost)| *cost <= REACH) {
            for force in self.foreign_at(from) {
                // Garrisons of the Independents stay.
                if force.faction == ind && self.st.province(from).owner == ind {
                    continue;
                }
                let known = if self.at_war(force.faction) { &mut threat.enemies } else { &mut threat.others };
                // What can come this turn counts whole, what needs most of the next one counts less.
                *known = (*known).max(force.strength.field * (100 - 4 * cost) / 100);
            }
        }
        threat
    }

    fn distances(&self) -> Vec<u8> {
        // Nobody marches, or is fed, past a garrison that is not his friend.
        self.legs(Mode::Land, FAR, |place| self.hostile_at(place).armies > 0)
    }

    fn voyages(&self) -> Vec<u8> {
        if self.ports.is_empty() {
            return vec![u8::MAX; self.sc.provinces.len()];
        }
        self.legs(Mode::Sea, FAR_AT_SEA, |_| false)
    }

    /// Legs from the nearest own province, as far as anybody goes; `barred` places lead no further.
    fn legs(&self, mode: Mode, farthest: u8, barred: impl Fn(ProvinceId) -> bool) -> Vec<u8> {
        let mut legs = vec![u8::MAX; self.sc.provinces.len()];
        let mut open = Vec::with_capacity(legs.len());
        open.extend_from_slice(&self.own);
        open.iter().for_each(|place| legs[place.index()] = 0);
        let mut next = 0;
        while let Some(&place) = open.get(next) {
            next += 1;
            let far = legs[place.index()];
            if far == farthest || (far > 0 && barred(place)) {
                continue;
            }
            for step in self.sc.graph.steps(place.0, mode) {
                let there = &mut legs[usize::from(step.to)];
                if *there == u8::MAX {
                    *there = far + 1;
                    open.push(ProvinceId(step.to));
                }
            }
        }
        legs
    }

    /// Forces hostile to this nation in a province.
    pub fn hostile_at(&self, place: ProvinceId) -> Strength {
        let here = self.foreign_at(place).iter();
        here.filter(|force| self.hostile(place, force.faction))
            .fold(Strength::default(), |sum, force| sum.and(force.strength))
    }

    /// Forces of a faction in a province.
    pub fn force_of(&self, place: ProvinceId, faction: NationId) -> Strength {
        let here = self.foreign_at(place).iter().filter(|force| force.faction == faction);
        here.fold(Strength::default(), |sum, force| sum.and(force.strength))
    }

    /// Own army in a province.
    pub fn own_at(&self, place: ProvinceId) -> Strength {
        if !self.st.stacks.present(place).has(self.me) {
            return Strength::default();
        }
        Strength::of(self.sc, self.st.stacks.of(place, self.me), self.sc.province(place).terrain)
    }

    /// Whether army units hostile to this nation are known to be in a province.
    pub fn contested(&self, place: ProvinceId) -> bool {
        self.contested[place.index()]
    }

    /// Provinces near a place over land, itself included, with their distance in movement points.
    pub fn near(&self, place: ProvinceId) -> &[(ProvinceId, i64)] {
        self.sc.near(place)
    }

    /// Militia that would stand by a garrison, in average foot (UM-19.7).
    pub fn militia(&self, place: ProvinceId) -> i64 {
        let province = self.st.province(place);
        if province.cty != CityStatus::Standing {
            return 0;
        }
        let per_point = self.sc.economy.militia.get(&province.loyalty).map_or(0, |share| share.in_tenths());
        (province.rev_current.in_tenths() * per_point + 50) / 100
    }

    /// Normal revenue that a province would have in this nation's hands, in tenths.
    pub fn revenue(&self, place: ProvinceId) -> i64 {
        let province = self.st.province(place);
        let tribal_area = !province.ever_had_city && self.civilised;
        if tribal_area {
            province.rev_current.times(self.sc.tribal_area_civ_pct, 100).in_tenths()
        } else {
            province.rev_current.in_tenths()
        }
    }

    /// What holding a province is worth, in tenths of a revenue point of score: its revenue and its objective points,
    /// and a part of what a rival loses by it (UM-35, UM-R102).
    pub fn worth(&self, place: ProvinceId) -> i64 {
        self.recall.worth(place, || self.reckon_worth(place))
    }

    fn reckon_worth(&self, place: ProvinceId) -> i64 {
        let owner = self.st.province(place).owner;
        let revenue = self.revenue(place);
        let own_total = self.original_revenue.in_tenths().max(10);
        let objectives = self.sc.victory.objectives.iter().filter(|objective| objective.province == place);
        let objective = |nation: NationId| -> i64 {
            let points =
                objectives.clone().filter(|objective| objective.nation == nation).map(|objective| objective.points);
            points.sum::<i64>() * self.sc.victory.objective_factor
        };
        let mut worth = revenue + objective(self.me) * own_total / 100;
        if owner != self.me && owner != self.sc.ind() {
            let theirs = self.st.nation(owner).original_revenue.in_tenths().max(10);
            let loss = revenue * own_total / theirs + objective(owner) * own_total / 100;
            worth += loss / self.sc.nations.len() as i64;
        }
        if !self.civilised {
            // A tribe's score is its warriors: land is worth the warriors it musters each year.
            worth = worth * 2 / 3;
        }
        worth
    }

    /// Whether a nation is an enemy now.
    pub fn at_war(&self, nation: NationId) -> bool {
        self.foes.has(nation)
    }

    /// Whether a faction's forces are hostile in a province: enemies, save rebels who are of help.
    fn hostile(&self, place: ProvinceId, faction: NationId) -> bool {
        let ind = self.sc.ind();
        self.foes.has(faction) && (faction != ind || self.st.hostile(self.sc, place, self.me, ind))
    }

    /// Army units that a province should keep when an army leaves it.
    pub fn keep(&self, place: ProvinceId) -> u32 {
        let province = self.st.province(place);
        if province.owner != self.me {
            return 0;
        }
        let revenue = (self.revenue(place) / 10) as u32;
        let mut keep = match province.loyalty {
            1 => revenue.div_ceil(3).clamp(1, 3),
            _ => 1,
        };
        let capital = self.st.nation(self.me).capital == place;
        let danger = self.danger(place).max(self.unease(place) / 2);
        if danger > 0 && revenue >= 3 {
            keep += 1;
        }
        if capital {
            // Foot behind walls with all the militia: half of the danger is enough.
            keep = keep.max(2) + (danger / 60) as u32;
        }
        keep
    }

    /// Own army units of a type in a province.
    pub fn count(&self, place: ProvinceId, kind: TypeId) -> u16 {
        self.st.stacks.count(place, self.me, kind)
    }

    /// Own army units in a province.
    pub fn armies(&self, place: ProvinceId) -> u32 {
        self.st.armies(self.sc, place, self.me)
    }

    /// Field value of everything this nation has, in tenths, on plain average.
    pub fn total_field(&self) -> i64 {
        self.sc.province_ids().map(|place| self.own_at(place).field).sum()
    }

    /// Own generals in a province.
    pub fn generals_at(&self, place: ProvinceId) -> impl Iterator<Item = GeneralId> + '_ {
        let all = if self.led[place.index()] { self.generals.as_slice() } else { &[] };
        all.iter().copied().filter(move |&id| self.st.general(id).province == place)
    }

    /// Own squadrons in a province.
    pub fn fleets(&self, place: ProvinceId) -> u32 {
        self.st.units_of(self.sc, place, self.me, Arm::Sea)
    }
}
