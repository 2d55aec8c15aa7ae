use super::*;
use crate::model::ids::AppealId;
use crate::model::state::{Appeal, Condition, Leader, Standing};
use crate::rules::covert::{Assassination, BribePurpose};
use crate::rules::covert_acts::{Attempt, BribeAttempt};
use crate::rules::deeds::Answered;
use crate::rules::treaties::Broken;

pub fn rows() -> Vec<Row> {
    let mut all = leaders();
    all.extend(treaties());
    all.extend(secrets());
    all
}

fn leaders() -> Vec<Row> {
    heard! {
        What::LeaderCame { .. } => "LYS", |it| {
            let him = Leader::new("Aristos".into(), it.power("LYS"), it.sc.rulings.leaders.intrinsic, it.at("Kardia"));
            it.after.leaders.insert(LeaderId(9_000), him);
        };
        What::LeaderArrived { .. } => "LYS", |it| it.eumelos(|him| him.travel = 1, |him| him.travel = 0);
        What::LeaderRecovered { .. } => "LYS", |it| it.eumelos(|him| him.wounded = 1, |him| him.wounded = 0);
        What::LeaderGrew { .. } => "LYS", |it| it.eumelos(|_| (), |him| him.ratings.ma += 1);
        What::LeaderFailed { .. } => "LYS", |it| it.eumelos(|_| (), |him| him.failed = Some(Turn(3)));
        What::LeaderReappointed { .. } => "LYS", |it| {
            it.played.report.reappointed = vec![(it.leader("LYS", "Division 1"), it.field("LYS", "Division 1"))];
        };
        What::LeaderEscaped { .. } => "LYS", |it| {
            it.eumelos(|_| (), |him| him.post = None);
            let division = it.field("LYS", "Division 1");
            it.after.commands.remove(&division);
        };
        What::LeaderLost { .. } => "LYS", |it| {
            let him = it.leader("LYS", "Division 1");
            it.after.leaders.remove(&him);
        };
    }
}

fn treaties() -> Vec<Row> {
    heard! {
        What::TreatyOffered { .. } => "CAS LYS", |it| {
            let appeal = it.appeal(None);
            it.after.appeals.insert(AppealId(0), appeal);
        };
        What::TreatyConcluded { .. } => "CAS LYS", |it| it.played.deeds.answers = vec![(it.appeal(None), Answered::Accepted)];
        What::OfferEnded { .. } => "CAS LYS", |it| it.played.deeds.answers = vec![(it.appeal(None), Answered::Rejected)];
        What::OfferEnded { .. } => "CAS LYS", |it| it.played.deeds.answers = vec![(it.appeal(None), Answered::Void)];
        What::OfferEnded { .. } => "CAS LYS", |it| it.played.report.ended.unanswered = vec![it.appeal(None)];
        What::CityCeded { .. } => "CAS LYS", |it| {
            let cedes = Condition::Cedes { giver: it.country("CAS"), city: it.city("Philippoi") };
            it.played.deeds.answers = vec![(it.appeal(Some(cedes)), Answered::Accepted)];
        };
        What::MoneySent { .. } => "CAS LYS", |it| {
            it.played.deeds.gifts = vec![(it.country("LYS"), it.country("CAS"), Talents(50))];
        };
        What::EnmityDeclared { .. } => "ANT LYS", |it| {
            it.played.deeds.declared = vec![(it.country("LYS"), it.country("ANT"))];
        };
        What::TreatyBroken { .. } => "ANT LYS", |it| {
            let [ant, lys] = ["ANT", "LYS"].map(|key| it.country(key));
            let broken = Broken { between: (ant, lys), was: Standing::Alliance, by: vec![ant], enemy: false };
            it.played.report.ended.broken = vec![broken];
        };
        What::TreatyLapsed { .. } => "ANT LYS", |it| {
            it.played.report.ended.lapsed = vec![(it.country("ANT"), it.country("LYS"), Standing::NonAggression)];
        };
        // ST-R55: an alliance is public a week after it was signed; a non-aggression treaty never.
        What::AllianceKnown { .. } => "CAS", |it| it.signed(Standing::Alliance, Turn(1));
        What::AllianceKnown { .. } => "", |it| it.signed(Standing::Alliance, Turn(2));
        What::AllianceKnown { .. } => "", |it| it.signed(Standing::NonAggression, Turn(1));
    }
}

fn secrets() -> Vec<Row> {
    heard! {
        What::AssassinReported { .. } => "ANT", murder;
        What::LeaderAttacked { killed: true, .. } => "LYS", murder;
        What::LeaderAttacked { killed: false, .. } => "LYS", |it| assassin(it, Assassination::Wound);
        What::AssassinReported { .. } => "ANT", |it| assassin(it, Assassination::Failure);
        What::LeaderAttacked { .. } => "", |it| assassin(it, Assassination::Failure);
        What::BribeAnswered { .. } => "ANT", |it| bribe(it, true, false);
        What::BribeRefused { .. } => "", |it| bribe(it, true, false);
        What::BribeRefused { .. } => "", |it| bribe(it, false, false);
        What::BribeRefused { .. } => "LYS", bribe_refused_and_traced;
    }
}

impl World {
    fn at(&self, city: &str) -> HexId {
        self.before.site(self.city(city)).hex
    }

    /// The leader of Lysimachos' division, as he was and as he is.
    fn eumelos(&mut self, was: fn(&mut Leader), is: fn(&mut Leader)) {
        let him = self.leader("LYS", "Division 1");
        was(self.before.leaders.get_mut(&him).unwrap());
        is(self.after.leaders.get_mut(&him).unwrap());
    }

    /// Lysimachos offers Kassandros an alliance.
    fn appeal(&self, condition: Option<Condition>) -> Appeal {
        let (from, to) = (self.country("LYS"), self.power("CAS"));
        let conditions = condition.into_iter().collect();
        Appeal { from, to, standing: Standing::Alliance, weeks: 10, conditions, filed: Turn(2) }
    }

    /// Antigonos and Lysimachos have signed.
    fn signed(&mut self, standing: Standing, since: Turn) {
        let [ant, lys] = ["ANT", "LYS"].map(|key| self.country(key));
        for st in self.both() {
            let relation = st.relation_mut(ant, lys).unwrap();
            (relation.standing, relation.since, relation.until) = (standing, since, Some(Turn(20)));
        }
    }
}

/// Antigonos sends an assassin to Eumelos.
fn assassin(it: &mut World, outcome: Assassination) {
    let (target, met) = (it.field("LYS", "Division 1"), Some(it.leader("LYS", "Division 1")));
    it.played.assassins = vec![Attempt { country: it.country("ANT"), target, met, outcome, traced: true }];
}

pub fn murder(it: &mut World) {
    assassin(it, Assassination::Kill);
}

/// Antigonos offers Eumelos a bribe.
fn bribe(it: &mut World, taken: bool, told: bool) {
    let (from, target) = (it.field("ANT", "Division 2"), it.field("LYS", "Division 1"));
    let (purpose, paid) = (BribePurpose::StandAside, Talents(100));
    it.played.bribes = vec![BribeAttempt { from, target, purpose, taken, paid, told, traced: told, fallen: None }];
}

pub fn bribe_refused_and_traced(it: &mut World) {
    bribe(it, false, true);
}
