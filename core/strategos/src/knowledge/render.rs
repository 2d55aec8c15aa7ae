//! The view of a country's knowledge: it reads nothing else.

use super::Knowledge;
use super::view::{
    AppealView, BuildingView, CommandView, ConditionView, ConvoyView, CountryView, EndingView, ForceView,
    HexReportView, JourneyView, LeaderView, PrisonersView, RelationView, SiteView, View,
};
use crate::model::command::Command;
use crate::model::ids::{CommandId, CountryId, LeaderId, Name, Power, SiteId};
use crate::model::reports::ForceReport;
use crate::model::scenario::Scenario;
use crate::model::state::{Appeal, Condition, Leader, Site, Standing};
use crate::model::units::Units;
use crate::rules::leaders::has_failed;
use crate::rules::trade;

/// What the wire shows of a country's knowledge.
pub fn view(sc: &Scenario, knowledge: &Knowledge) -> View {
    let it = Renderer { sc, knowledge };
    let st = &knowledge.state;
    let own = st.country(knowledge.country);
    let power = Power::Country(knowledge.country);
    let others = || sc.country_ids().filter(|other| *other != knowledge.country);
    let strangers = st.relations.iter().filter(|relation| ![relation.a, relation.b].contains(&knowledge.country));
    let public = strangers.filter(|relation| relation.standing != Standing::Neutral);
    let relation = |relation: &crate::model::state::Relation| RelationView {
        a: it.key(relation.a),
        b: it.key(relation.b),
        standing: relation.standing,
    };
    View {
        country: it.key(knowledge.country),
        turn: st.turn.0,
        weather: st.sky.weather,
        treasury: own.treasury.0,
        morale: own.morale,
        spies_left: own.spies_left,
        assassins_left: own.assassins_left,
        countries: others().map(|other| it.country(other)).collect(),
        relations: public.map(relation).collect(),
        appeals: st.appeals.iter().map(|(id, appeal)| it.appeal(id.0, appeal)).collect(),
        sites: st.sites.iter().map(|(id, site)| it.site(*id, site)).collect(),
        leaders: st.leaders.values().map(|leader| it.leader(leader)).collect(),
        commands: st
            .commands
            .iter()
            .filter(|(_, command)| command.power == power)
            .map(|(id, command)| it.command(*id, command))
            .collect(),
        building: st
            .building
            .iter()
            .map(|each| BuildingView {
                site: it.site_name(each.site),
                units: Units::of(each.kind, each.count),
                ready: each.ready.0,
            })
            .collect(),
        journeys: st
            .journeys
            .iter()
            .map(|journey| JourneyView {
                units: journey.units,
                leaders: journey.leaders.iter().map(|leader| it.leader_name(*leader)).collect(),
                to: it.site_name(journey.to),
                arrives: journey.arrives.0,
            })
            .collect(),
        convoys: st
            .convoys
            .iter()
            .map(|convoy| ConvoyView {
                from: it.site_name(convoy.from),
                to: it.site_name(convoy.to),
                hex: convoy.hex,
                naval: convoy.naval,
                route: convoy.route.clone(),
                brings: trade::worth(sc, st, convoy.from, convoy.to).0.0,
            })
            .collect(),
        spies: st.spies.iter().map(|spy| it.site_name(spy.site)).collect(),
        roads: st.roads.iter().copied().collect(),
        reports: it.reports(),
        ended: st.ended.as_ref().map(|ending| EndingView {
            reason: ending.reason,
            ranking: ending.ranking.iter().map(|country| it.key(*country)).collect(),
        }),
    }
}

struct Renderer<'a> {
    sc: &'a Scenario,
    knowledge: &'a Knowledge,
}

impl Renderer<'_> {
    fn key(&self, country: CountryId) -> Name {
        self.sc.country(country).key.clone()
    }

    fn site_name(&self, site: SiteId) -> Name {
        self.knowledge.state.site(site).name.clone()
    }

    fn leader_name(&self, leader: LeaderId) -> Name {
        self.knowledge.state.leaders[&leader].name.clone()
    }

    /// A free city that players founded may be known by its people only, before anybody has seen its walls.
    fn power(&self, power: Power) -> Name {
        match power {
            Power::Country(country) => self.key(country),
            Power::FreeCity(site) => self
                .knowledge
                .state
                .sites
                .get(&site)
                .map_or_else(|| Name::from("a free city"), |site| site.name.clone()),
        }
    }

    fn country(&self, other: CountryId) -> CountryView {
        let Knowledge { country, state } = self.knowledge;
        let relation = state.relation(*country, other).expect("they are two");
        let told = self.knowledge.memory().morale.get(&other);
        CountryView {
            country: self.key(other),
            out: state.country(other).out,
            standing: relation.standing,
            until: relation.until.map(|turn| turn.0),
            breaking: !relation.breaking.is_empty(),
            morale: told.map(|told| told.band),
            morale_turn: told.map(|told| told.turn.0),
        }
    }

    fn appeal(&self, id: u16, appeal: &Appeal) -> AppealView {
        let condition = |condition: &Condition| match *condition {
            Condition::Pays { payer, talents } => {
                ConditionView { by: self.key(payer), talents: Some(talents.0), city: None }
            }
            Condition::Cedes { giver, city } => {
                let city = self.knowledge.state.sites.get(&city).map(|site| site.name.clone());
                ConditionView { by: self.key(giver), talents: None, city }
            }
        };
        AppealView {
            appeal: id,
            from: self.key(appeal.from),
            to: self.power(appeal.to),
            standing: appeal.standing,
            weeks: appeal.weeks,
            conditions: appeal.conditions.iter().map(condition).collect(),
            filed: appeal.filed.0,
        }
    }

    fn site(&self, id: SiteId, site: &Site) -> SiteView {
        let own = site.power == Power::Country(self.knowledge.country);
        let report = self.knowledge.memory().sites.get(&id).filter(|_| !own);
        let inside = report.and_then(|report| report.inside);
        SiteView {
            name: site.name.clone(),
            hex: site.hex,
            power: self.power(site.power),
            status: site.status,
            size: site.size,
            dv: site.dv,
            dv_current: site.dv_current,
            dv_error: report.map_or(0, |report| report.dv_error),
            seen: if own { Some(self.knowledge.state.turn.0) } else { report.map(|report| report.turn.0) },
            stores: if own { Some(site.stores) } else { inside.map(|inside| inside.stores) },
            garrison: inside.map(|inside| inside.garrison),
            garrison_error: inside.map(|inside| inside.error),
            spied: inside.map(|inside| inside.turn.0),
            supply: site.supply,
            shipyard: site.shipyard,
            base: site.base,
            besieged_by: site.siege.map(|siege| self.power(siege.by)),
            siege_points: site.siege.filter(|_| own).map(|siege| siege.points),
            blockaded_by: site.blockade.map(|blockade| self.power(blockade.by)),
            blockade_weeks: site.blockade.map(|blockade| blockade.weeks),
            waver: site.waver,
        }
    }

    fn leader(&self, leader: &Leader) -> LeaderView {
        let state = &self.knowledge.state;
        LeaderView {
            name: leader.name.clone(),
            ma: leader.ratings.ma,
            loy: leader.ratings.loy,
            sa: leader.ratings.sa,
            post: leader.post.map(|post| state.command(post).name.clone()),
            hex: leader.post.map_or(leader.hex, |post| state.command(post).hex),
            failed: has_failed(leader, state.turn),
            travel: leader.travel,
            wounded: leader.wounded,
        }
    }

    fn command(&self, id: CommandId, it: &Command) -> CommandView {
        let prisoners = it.prisoners.iter();
        CommandView {
            command: id.0,
            name: it.name.clone(),
            kind: it.kind,
            hex: it.hex,
            parent: it.parent.map(|parent| parent.0),
            leader: it.leader.map(|leader| self.leader_name(leader)),
            units: it.units,
            aboard: it.aboard,
            carried_by: it.carried_by.map(|fleet| fleet.0),
            inside: it.inside.map(|site| self.site_name(site)),
            organic_supply: it.organic_supply,
            train_points: it.train_points.clone(),
            prisoners: prisoners.map(|each| PrisonersView { of: self.power(each.of), units: each.units }).collect(),
            battle_order: it.battle_order,
            interaction: it.interaction,
            task: it.task.map(|task| task.kind),
            task_weeks: it.task.map_or(0, |task| task.weeks),
            path: it.path.clone(),
            forced: it.forced,
            forced_weeks: it.forced_weeks,
            disorder: it.disorder.clone(),
            routed: it.routed,
            hungry: it.hungry,
            out_of_communication: it.out_of_communication,
            authorised: it.authorised.iter().map(|country| self.key(*country)).collect(),
        }
    }

    fn reports(&self) -> Vec<HexReportView> {
        let turn = self.knowledge.state.turn;
        let all = self.knowledge.memory().hexes.iter();
        all.map(|(hex, report)| HexReportView {
            hex: *hex,
            turn: report.turn.0,
            age: turn.since(report.turn),
            source: report.source,
            level: report.level,
            error: report.error,
            forces: report.forces.iter().map(|force| self.force(force)).collect(),
        })
        .collect()
    }

    fn force(&self, force: &ForceReport) -> ForceView {
        ForceView {
            power: self.power(force.power),
            naval: force.naval,
            units: force.units,
            highest: force.highest,
            classes: force.classes.clone(),
            aboard: force.aboard,
            commander: force.commander.clone(),
            came_from: force.came_from,
            exact: force.exact,
            ma: force.ma,
            battle_order: force.order,
        }
    }
}
