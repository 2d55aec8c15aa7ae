use super::*;
use crate::model::state::{EndReason, Ending, Standing};

pub fn rows() -> Vec<Row> {
    heard! {
        What::WeatherCame { .. } => "all", |_| ();
        What::WarBegan { .. } => "all", |it| {
            let [ant, lys] = ["ANT", "LYS"].map(|key| it.country(key));
            it.after.relation_mut(ant, lys).unwrap().standing = Standing::Enemy;
        };
        What::CityTaken { .. } => "all", |it| {
            let (site, power) = (it.city("Sestos"), it.power("ANT"));
            it.after.site_mut(site).power = power;
        };
        What::DispatchPublished { .. } => "all", |it| {
            it.played.deeds.dispatches = vec![(it.country("LYS"), "Peace.".into())];
        };
        What::CountryOut { .. } => "all", |it| it.played.report.out = vec![it.country("LYS")];
        What::CampaignEnded { .. } => "all", |it| {
            it.after.ended = Some(Ending { reason: EndReason::Date, ranking: it.sc.country_ids().collect() });
        };
    }
}
