//! The steps of a week that a row plays.

use std::collections::BTreeSet;

use kernel::Dice;
use strategos::model::ids::SiteId;
use strategos::model::reports::Source;
use strategos::rules::march::Season;
use strategos::rules::movement;
use strategos::rules::pay::Income;
use strategos::rules::storm::{self};
use strategos::rules::supply_phase::Week;
use strategos::rules::trade::TradeFate;
use strategos::rules::trek::Trek;
use strategos::rules::{
    appointment, events, harbour, interaction, pay, quarter_end, revolt, scouting_phase, siege_phase, spies,
    supply_phase, week_start,
};
use testkit::casebook::Wrong;
use toml::Value;

use crate::rules::checks::key;

use super::World;

impl World {
    /// Plays a step by its word.
    pub(super) fn step(&mut self, step: &str, dice: &mut Dice) -> Result<(), Wrong> {
        let (sc, st) = (&*self.sc, &mut self.st);
        match step {
            "begin" => {
                let opening = week_start::begin(sc, st, dice);
                self.note("rallied", opening.rallied.len() as i64);
            }
            "siege" => {
                let before =
                    siege_phase::Before { moved: &self.moved, lost_unit: &self.lost_unit, entered: &self.entered };
                let week = siege_phase::siege_phase(sc, st, &before, dice);
                let takings: u32 = week.takings.iter().map(|each| each.talents.0).sum();
                self.note("takings", i64::from(takings));
            }
            "siege, revolt, pay" => {
                let before =
                    siege_phase::Before { moved: &self.moved, lost_unit: &self.lost_unit, entered: &self.entered };
                let week = siege_phase::siege_phase(sc, st, &before, dice);
                let risen: Vec<SiteId> =
                    revolt::revolt_phase(sc, st, dice).into_iter().map(|fallen| fallen.site).collect();
                pay::pay_phase(
                    sc,
                    st,
                    &Income { takings: &week.takings, revolted: &risen, trade: &[] },
                    self.weather,
                    dice,
                );
            }
            "revolt" => {
                let risen = revolt::revolt_phase(sc, st, dice).len();
                self.note("risen", risen as i64);
            }
            "pay" => {
                let raids = self.trek.as_ref().map_or(&[][..], |trek| &trek.raids.takings);
                let trade = self.trek.as_ref().map_or(&[][..], |trek| &trek.trade.ended);
                let accounts =
                    pay::pay_phase(sc, st, &Income { takings: raids, trade, ..Income::default() }, self.weather, dice);
                let countries: Vec<String> = sc.countries.iter().map(|country| country.key.to_string()).collect();
                for (key, accounts) in countries.into_iter().zip(accounts) {
                    for (what, sum) in [
                        ("revenue", accounts.revenue),
                        ("takings", accounts.takings),
                        ("trade", accounts.trade),
                        ("fleets", accounts.fleets),
                        ("upkeep", accounts.upkeep),
                    ] {
                        self.note(&format!("{what}_{key}"), i64::from(sum.0));
                    }
                }
            }
            "supply" => {
                let week = Week {
                    unspent: &self.unspent,
                    at_city: &self.at_city,
                    at_sea: &self.at_sea,
                    unsupplied: &BTreeSet::new(),
                    no_harbour: &self.barred,
                    weather: self.weather,
                    rain: self.rain,
                };
                let done = supply_phase::supply_phase(sc, st, &week, dice);
                for (id, fed) in done.fed {
                    let name = self.st.command(id).name.to_string();
                    self.found.insert(format!("fed_{name}"), Value::from(format!("{fed:?}")));
                }
            }
            "status" => {
                let risen = quarter_end::status_changes(sc, st, dice).fallen.len();
                self.note("risen", risen as i64);
            }
            "quarter_end" => {
                let out = quarter_end::end_quarter(sc, st, &self.pending.week.quarter, dice);
                let ended = st.ended.as_ref().map_or(Value::from(""), |ending| key(ending.reason));
                let first = st.ended.as_ref().map_or("", |ending| sc.country(ending.ranking[0]).key.as_str());
                let first = Value::from(first);
                self.found.insert("ended".into(), ended);
                self.found.insert("first".into(), first);
                self.note("out", out.len() as i64);
            }
            "march" => {
                let (foot, horse) = strategos::rules::weather::rain_penalty(&sc.rulings, self.rain);
                let season = Season { weather: self.weather, foot, horse };
                let trek =
                    self.trek.get_or_insert_with(|| Trek::new(sc, season).boarding(&self.pending.week.boardings));
                let before = trek.battles.len();
                movement::movement_phase(sc, st, trek, dice);
                let fought = trek.battles[before..].to_vec();
                self.at_sea.clone_from(&trek.at_sea);
                self.moved.clone_from(&trek.moved);
                self.entered.clone_from(&trek.intruded);
                self.at_city = trek.at_city(st);
                self.unspent = trek.unspent(sc, st);
                let boarded = trek.boardings.iter().map(|each| match each.end {
                    None => Value::from("open"),
                    Some(Ok(())) => Value::from("done"),
                    Some(Err(why)) => key(why),
                });
                self.found.insert("boarded".into(), Value::Array(boarded.collect()));
                self.note("battles", fought.len() as i64);
                let traders = self.st.convoys.iter().map(|it| Value::from(it.hex.to_string())).collect();
                self.found.insert("traders".into(), Value::Array(traders));
                let ends = self.trek.iter().flat_map(|trek| &trek.trade.ended).map(|each| {
                    let word = match each.end {
                        TradeFate::Arrived { gain, share, .. } => format!("arrived, {} and {}", gain.0, share.0),
                        TradeFate::Captured { by, gain } => format!("taken by {}, {}", self.power_word(by), gain.0),
                        TradeFate::Unwelcome => "unwelcome".to_owned(),
                    };
                    Value::from(word)
                });
                let ends = Value::Array(ends.collect());
                self.found.insert("traded".into(), ends);
                let raided: u32 =
                    self.trek.iter().flat_map(|trek| &trek.raids.takings).map(|each| each.talents.0).sum();
                self.note("raided", i64::from(raided));
                if let Some(report) = fought.last() {
                    self.found.insert("battle".into(), key(report.result));
                    let winner = self.power_word(report.winner.powers[0]);
                    self.found.insert("winner".into(), Value::from(winner));
                    self.note("quotient", i64::from(report.quotient));
                    self.note("winner_lost", i64::from(report.winner.lost.fighting()));
                    self.note("loser_lost", i64::from(report.loser.lost.fighting()));
                }
            }
            "scout" | "scout again" => {
                let source = if step == "scout" { Source::FirstPhase } else { Source::SecondPhase };
                scouting_phase::scouting_phase(sc, st, &self.moved, source, dice);
                let calm = Trek::new(sc, Season { weather: self.weather, foot: 0, horse: 0 });
                let trek = self.trek.as_ref().unwrap_or(&calm);
                let reacted = interaction::react(sc, st, trek, source).len();
                self.note("reacted", reacted as i64);
            }
            "spies" => {
                let weeks =
                    spies::spy_phase(sc, st, dice).into_iter().map(|(_, week)| Value::from(format!("{week:?}")));
                let weeks = Value::Array(weeks.collect());
                self.found.insert("spied".into(), weeks);
            }
            "assault" => {
                let ordered = &self.pending.week.assaults[usize::from(self.assault_phase)];
                let orders = [self.assaults.as_slice(), ordered].concat();
                let reports =
                    storm::assault_phase(sc, st, &orders, &self.pending.week.transfers, self.assault_phase, dice);
                self.assault_phase += 1;
                for report in &reports {
                    self.lost_unit.extend((!report.defenders_lost.is_empty()).then_some(report.site));
                }
                self.note("assaults", reports.len() as i64);
                if let Some(report) = reports.last() {
                    self.note("odds", i64::from(report.odds));
                    self.found.insert("repulse".into(), Value::from(report.repulse));
                }
            }
            "events" => {
                let befell = events::random_events(sc, st, dice);
                let all: Vec<Value> = befell.iter().map(|each| key(each.chance)).collect();
                self.found.insert("befell".into(), Value::Array(all));
            }
            "shelter" => {
                self.barred = harbour::shelter(sc, st);
                self.note("barred", self.barred.len() as i64);
            }
            "appoint" => {
                let given = appointment::appoint_the_failed(sc, st).len();
                self.note("reappointed", given as i64);
            }
            "obey" => strategos::rules::obedience::settle(sc, st, &self.pending.week.heard),
            "disorder" => {
                let failed = movement::fail_in_disorder(sc, st).len();
                self.note("failed", failed as i64);
            }
            "next_week" => st.turn = st.turn.later(1),
            other => return Err(format!("there is no step {other}")),
        }
        Ok(())
    }

    fn note(&mut self, key: &str, value: i64) {
        self.found.insert(key.to_owned(), Value::from(value));
    }
}
