use super::*;
use crate::model::state::{Blockade, Siege, Site, SiteStatus};
use crate::rules::capture::{Fall, Fallen};
use crate::rules::plunder::WorkWeek;

pub fn rows() -> Vec<Row> {
    let mut all = growth();
    all.extend(sieges());
    all
}

fn growth() -> Vec<Row> {
    heard! {
        What::CityFounded { .. } => "LYS", |it| it.new_site(1);
        What::FortBuilt { .. } => "LYS", |it| it.new_site(0);
        What::CityGrew { .. } => "LYS", |it| it.sestos(|_| (), |site| site.grown = Some(Turn(2)));
        What::WallsRaised { .. } => "LYS", |it| it.sestos(|_| (), |site| site.fortified = Some(Turn(2)));
        What::BaseSet { .. } => "LYS", |it| it.sestos(|_| (), |site| site.base = true);
        What::CitySettled { .. } => "LYS", |it| {
            it.sestos(|site| site.status = SiteStatus::Captured, |site| site.status = SiteStatus::Allied);
        };
    }
}

fn sieges() -> Vec<Row> {
    heard! {
        What::CityBesieged { .. } => "LYS", |it| besieged(it, false, true);
        What::SiegeReported { .. } => "ANT", |it| besieged(it, false, true);
        What::CityBesieged { .. } => "LYS", blockaded;
        What::SiegeReported { .. } => "ANT", blockaded;
        What::SiegeLifted { own: true, .. } => "LYS", |it| besieged(it, true, false);
        What::SiegeLifted { own: false, .. } => "ANT", |it| besieged(it, true, false);
        What::GarrisonStarved { .. } => "LYS", |it| it.played.report.siege.starved = vec![(it.city("Sestos"), hoplites())];
        What::CityDevastated { .. } => "LYS", |it| it.played.report.siege.devastated = vec![(it.city("Sestos"), 2)];
        What::WallsPulledDown { .. } => "LYS", |it| it.played.report.siege.demolished = vec![(it.city("Sestos"), 2)];
        What::PlunderEnded { .. } => "LYS", |it| it.played.report.siege.worked = vec![(it.city("Sestos"), WorkWeek::Done)];
        What::CityWavered { .. } => "LYS", |it| it.played.report.siege.wavered = vec![it.city("Sestos")];
        What::CityLost { .. } => "LYS", |it| it.played.report.siege.fallen = vec![fallen(it, "Sestos", "LYS", "ANT")];
        What::CityWon { .. } => "ANT", |it| it.played.report.siege.fallen = vec![fallen(it, "Sestos", "LYS", "ANT")];
    }
}

impl World {
    fn sestos(&mut self, was: fn(&mut Site), is: fn(&mut Site)) {
        let site = self.city("Sestos");
        was(self.before.site_mut(site));
        is(self.after.site_mut(site));
    }

    /// Lysimachos has a new city, or a fort of size 0.
    fn new_site(&mut self, size: u8) {
        let mut site = self.after.site(self.city("Sestos")).clone();
        site.size = size;
        self.after.sites.insert(SiteId(9_000), site);
    }
}

/// Antigonos' men besiege Sestos, when the week begins and when it ends.
fn besieged(it: &mut World, before: bool, after: bool) {
    let (site, siege) = (it.city("Sestos"), Some(Siege { by: it.power("ANT"), points: 3, worn: false }));
    it.before.site_mut(site).siege = siege.filter(|_| before);
    it.after.site_mut(site).siege = siege.filter(|_| after);
}

fn blockaded(it: &mut World) {
    let (site, by) = (it.city("Sestos"), it.power("ANT"));
    it.after.site_mut(site).blockade = Some(Blockade { by, weeks: 1 });
}

/// A city that surrendered.
pub fn fallen(it: &World, city: &str, from: &str, to: &str) -> Fallen {
    let (site, from, to, none) = (it.city(city), it.power(from), it.power(to), Units::NONE);
    Fallen { site, from, to, how: Fall::Surrender, taken: none, ships: none, lost: none, killed: Vec::new() }
}
