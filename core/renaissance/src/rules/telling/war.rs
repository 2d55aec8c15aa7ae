//! Conflicts: those who take part learn all of it, everybody else what cannot be hidden (section 6).

use super::Scribe;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::{LocalOffice, TowerOwner};
use crate::model::measures::round_half_up;
use crate::rules::battle::assault::AssaultRecord;
use crate::rules::battle::field::{BattleEnd, FieldRecord, FieldWeapon};
use crate::rules::battle::naval::NavalRecord;
use crate::rules::battle::sides::{BattleSide, Sides};
use crate::rules::battle::urban::{UrbanEnd, UrbanRecord};
use crate::rules::conflict::control::controller;
use crate::rules::conflict::deed::{Battle, Conflict, Record};
use crate::rules::event::{BattleKind, Stage, What, Winner};
use crate::rules::places::holder_of;

/// What a record comes to.
struct Summary {
    kind: BattleKind,
    rule: &'static str,
    lost: Sides<u32>,
    left: Sides<u32>,
    winner: Option<Winner>,
    stages: Vec<Stage>,
}

const fn won_against(loser: BattleSide) -> Winner {
    match loser {
        BattleSide::Attacker => Winner::Defenders,
        BattleSide::Defender => Winner::Attackers,
    }
}

fn stage(stage: usize, weapon: Option<&str>, lost: Sides<u32>, morale: Sides<u16>) -> Stage {
    Stage {
        stage: u32::try_from(stage + 1).unwrap_or(u32::MAX),
        weapon: weapon.map(str::to_owned),
        attackers_lost: lost.attacker,
        defenders_lost: lost.defender,
        attackers_morale: morale.attacker,
        defenders_morale: morale.defender,
    }
}

fn all_lost(stages: &[Stage]) -> Sides<u32> {
    let attacker = stages.iter().map(|it| it.attackers_lost).sum();
    Sides { attacker, defender: stages.iter().map(|it| it.defenders_lost).sum() }
}

fn loser_of(end: BattleEnd) -> Option<Winner> {
    end.loser().map(won_against)
}

fn field(record: &FieldRecord) -> Summary {
    let word = |weapon| match weapon {
        FieldWeapon::Guns => "guns",
        FieldWeapon::Archers => "archers",
        FieldWeapon::Arquebusiers => "arquebusiers",
        FieldWeapon::Melee => "melee",
    };
    let all = record.stages.iter().enumerate();
    let stages: Vec<Stage> = all.map(|(at, it)| stage(at, Some(word(it.weapon)), it.lost, it.morale_after)).collect();
    let mut lost = all_lost(&stages);
    if let (Some(pursuit), Some(loser)) = (&record.pursuit, record.end.loser()) {
        lost[loser] += pursuit.kills;
    }
    let left = Sides::of(|side| record.after[side].men.all());
    Summary { kind: BattleKind::Field, rule: "RN-64.1", lost, left, winner: loser_of(record.end), stages }
}

fn urban(record: &UrbanRecord, kind: BattleKind) -> Summary {
    let all = record.stages.iter().enumerate();
    let stages: Vec<Stage> = all.map(|(at, it)| stage(at, None, it.lost, it.morale)).collect();
    let winner = match record.end {
        UrbanEnd::Eliminated(side) | UrbanEnd::LeftTown(side) | UrbanEnd::IntoTower(side) => Some(won_against(side)),
        UrbanEnd::BrokeOff => Some(Winner::Defenders),
        UrbanEnd::AllInTower => Some(Winner::Attackers),
        UrbanEnd::Undecided => None,
    };
    let left = Sides::of(|side| record.left[side].all());
    Summary { kind, rule: "RN-65.1", lost: all_lost(&stages), left, winner, stages }
}

fn assault(record: &AssaultRecord, kind: BattleKind) -> Summary {
    let all = record.stages.iter().enumerate();
    let stages: Vec<Stage> = all.map(|(at, it)| stage(at, None, it.lost, it.morale)).collect();
    let winner = if record.end.is_success() { Winner::Attackers } else { Winner::Defenders };
    let left =
        Sides { attacker: record.assaulters.all(), defender: record.defenders.iter().map(|it| it.men.all()).sum() };
    let rule = if kind == BattleKind::Walls { "RN-68.1" } else { "RN-69.12" };
    Summary { kind, rule, lost: all_lost(&stages), left, winner: Some(winner), stages }
}

fn naval(record: &NavalRecord) -> Summary {
    // Galleys ram in stages 2 and 3 (RN-71.6, RN-71.7).
    let word =
        |at: usize| ["falconets", "ramming", "ramming", "archers", "arquebusiers"].get(at).copied().unwrap_or("melee");
    let all = record.stages.iter().enumerate();
    let stages: Vec<Stage> = all.map(|(at, it)| stage(at, Some(word(at)), it.lost, it.morale)).collect();
    let left = Sides::of(|side| record.stages.last().map_or(0, |last| last.men[side].all()));
    Summary {
        kind: BattleKind::Naval,
        rule: "RN-71.1",
        lost: all_lost(&stages),
        left,
        winner: loser_of(record.end),
        stages,
    }
}

fn summary(record: &Record) -> Summary {
    match record {
        Record::Field(record) => field(record),
        Record::Urban(record) => urban(record, BattleKind::Urban),
        Record::Prelude(record) => urban(record, BattleKind::TowerPrelude),
        Record::Walls(record) => assault(record, BattleKind::Walls),
        Record::Tower(_, record) => assault(record, BattleKind::Tower),
        Record::Naval(record) => naval(record),
    }
}

/// About how many, for those who only hear of it.
fn hundreds(men: u32) -> u32 {
    u32::try_from(round_half_up(i64::from(men), 100) * 100).unwrap_or(u32::MAX)
}

impl Scribe<'_> {
    /// The family whose tower it is.
    pub(super) fn family_of(&self, location: LocationId, owner: TowerOwner) -> Option<FamilyId> {
        match owner {
            TowerOwner::Family(family) => Some(family),
            TowerOwner::Office(office) => {
                holder_of(self.sc, self.st, location, office).persona().map(|id| self.st.persona(id).family)
            }
        }
    }

    /// Those to whom the walls of a location matter, or one of its towers.
    fn defenders(&self, location: LocationId, tower: Option<TowerOwner>) -> Vec<FamilyId> {
        let of = |id: PersonaId| self.st.persona(id).family;
        match tower {
            Some(tower) => self.family_of(location, tower).into_iter().collect(),
            None => {
                let tenant = holder_of(self.sc, self.st, location, LocalOffice::Tenant).persona();
                controller(self.sc, self.st, location).into_iter().chain(tenant).map(of).collect()
            }
        }
    }

    /// To a persona's family and to those of a location.
    fn there(
        &mut self, by: PersonaId, location: LocationId, tower: Option<TowerOwner>, rule: &'static str, what: What,
    ) {
        let mut families = self.defenders(location, tower);
        families.push(self.st.persona(by).family);
        self.families(families, rule, what);
    }

    fn battle(&mut self, battle: &Battle) {
        let Summary { kind, rule, lost, left, winner, stages } = summary(&battle.record);
        let place = self.place(battle.place);
        let location = battle.place.location().map(|location| self.location(location));
        let parties = &battle.parties;
        let (attackers, defenders) = (self.names(&parties.attacker.personae), self.names(&parties.defender.personae));
        let garrison = parties.attacker.garrison || parties.defender.garrison;
        let heard = What::BattleHeard {
            place: place.clone(),
            location: location.clone(),
            battle: kind,
            attackers: attackers.clone(),
            defenders: defenders.clone(),
            garrison,
            winner,
            attackers_lost: hundreds(lost.attacker),
            defenders_lost: hundreds(lost.defender),
        };
        self.all(rule, heard);
        let own = parties.attacker.personae.iter().chain(&parties.defender.personae);
        let mut families: Vec<FamilyId> = own.map(|id| self.st.persona(*id).family).collect();
        if let (true, Some(location)) = (garrison, battle.place.location()) {
            families.extend(self.defenders(location, None));
        }
        let fought = What::BattleFought {
            place,
            location,
            battle: kind,
            attackers,
            defenders,
            garrison,
            winner,
            attackers_lost: lost.attacker,
            attackers_left: left.attacker,
            defenders_lost: lost.defender,
            defenders_left: left.defender,
            stages,
        };
        self.families(families, rule, fought);
    }

    pub(super) fn conflict(&mut self, deed: &Conflict) {
        match deed {
            Conflict::Fought(battle) => self.battle(battle),
            Conflict::Captured { from, by, things } => {
                let (what_by, things) = (by.map(|by| self.name(by)), Self::numbers(things));
                self.to(
                    [*from].into_iter().chain(*by),
                    "RN-62.13",
                    What::Captured { from: self.name(*from), by: what_by, things },
                );
            }
            Conflict::Withdrew { persona, to } => {
                self.to([*persona], "RN-64.29", What::Withdrew { persona: self.name(*persona), to: self.place(*to) });
            }
            Conflict::Spared { persona } => {
                self.to([*persona], "RN-62.7", What::Spared { persona: self.name(*persona) });
            }
            Conflict::Controls { location, persona } => {
                let persona = persona.map(|id| self.name(id));
                self.all("RN-16.1", What::ControlChanged { location: self.location(*location), persona });
            }
            Conflict::SiegeBegun { besieger, location } => {
                let what = What::SiegeBegan { besieger: self.name(*besieger), location: self.location(*location) };
                self.all("RN-66.2", what);
            }
            Conflict::SiegeEnded { besieger, location } => {
                let what = What::SiegeEnded { besieger: self.name(*besieger), location: self.location(*location) };
                self.all("RN-66.2", what);
            }
            Conflict::Looted { by, location, ducats } => {
                let (name, location_name) = (self.name(*by), self.location(*location));
                self.all("RN-70.1", What::LootingHeard { by: name.clone(), location: location_name.clone() });
                let what = What::Looted { by: name, location: location_name, ducats: *ducats };
                self.there(*by, *location, None, "RN-70.1", what);
            }
            deed => self.orders_of_war(deed),
        }
    }

    fn orders_of_war(&mut self, deed: &Conflict) {
        match deed {
            Conflict::InterceptionOrdered { by } => {
                self.to([*by], "RN-62.1", What::InterceptionOrdered { by: self.name(*by) });
            }
            Conflict::GunsLaid { by } => self.to([*by], "RN-72.2", What::GunsLaid { by: self.name(*by) }),
            Conflict::SiegeOrdered { besieger, location, tower } => {
                let tower = tower.map(|tower| self.tower(tower));
                let what =
                    What::SiegeOrdered { besieger: self.name(*besieger), location: self.location(*location), tower };
                self.to([*besieger], "RN-66.2", what);
            }
            Conflict::Stopped { persona, by, at } => {
                let what = What::Stopped { persona: self.name(*persona), by: self.name(*by), at: self.place(*at) };
                self.to([*persona, *by], "RN-31.6", what);
            }
            Conflict::Overwhelmed { by, interceptor } => {
                let what = What::Overwhelmed { by: self.name(*by), interceptor: self.name(*interceptor) };
                self.to([*by, *interceptor], "RN-31.7", what);
            }
            Conflict::FiredAtShips { by, target, hits, lost, burst } => {
                let what = What::FiredAtShips {
                    by: self.name(*by),
                    target: self.name(*target),
                    hits: *hits,
                    lost: Self::numbers(lost),
                    burst: *burst,
                };
                self.to([*by, *target], "RN-72.1", what);
            }
            deed => self.sieges(deed),
        }
    }

    fn sieges(&mut self, deed: &Conflict) {
        match deed {
            Conflict::Enslaved { by, location, slaves } => {
                let what = What::Enslaved { by: self.name(*by), location: self.location(*location), slaves: *slaves };
                self.there(*by, *location, None, "RN-68.21", what);
            }
            Conflict::TookTower { location, tower, family } => {
                let mut families = self.defenders(*location, Some(*tower));
                families.push(*family);
                let what = What::TowerTaken {
                    location: self.location(*location),
                    tower: self.tower(*tower),
                    family: self.family(*family),
                };
                self.families(families, "RN-69.4", what);
            }
            Conflict::Starved { persona, location, lost } => {
                let what = What::Starved {
                    persona: persona.map(|id| self.name(id)),
                    location: self.location(*location),
                    lost: Self::numbers(lost),
                };
                let families = match persona {
                    Some(id) => vec![self.st.persona(*id).family],
                    None => self.defenders(*location, None),
                };
                self.families(families, "RN-66.5", what);
            }
            Conflict::Bombarded { by, location, tower, points, lost } => {
                let what = What::Bombarded {
                    by: self.name(*by),
                    location: self.location(*location),
                    tower: tower.map(|tower| self.tower(tower)),
                    points: *points,
                    cannons_lost: *lost,
                };
                self.there(*by, *location, *tower, "RN-67.1", what);
            }
            Conflict::BurntCrops { by, location, men } => {
                let what = What::CropsBurnt { by: self.name(*by), location: self.location(*location), men: *men };
                self.there(*by, *location, None, "RN-70.7", what);
            }
            Conflict::Razed { by, location, tower, men } => {
                let what = What::Razed {
                    by: self.name(*by),
                    location: self.location(*location),
                    tower: tower.map(|tower| self.tower(tower)),
                    men: *men,
                };
                self.there(*by, *location, *tower, "RN-70.9", what);
            }
            _ => {}
        }
    }
}
