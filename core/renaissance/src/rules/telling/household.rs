//! What personae do for themselves: only their family learns of it, and who has a part in it.

use super::Scribe;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::model::money::Money;
use crate::rules::deed::{Deed, FerryEnd};
use crate::rules::event::{FerryOutcome, What};

fn cents(money: Money) -> u64 {
    money.in_hundredths()
}

impl Scribe<'_> {
    pub(super) fn household(&mut self, deed: &Deed) {
        self.trade(deed);
        self.moves(deed);
        self.crafts(deed);
    }

    fn trade(&mut self, deed: &Deed) {
        match deed {
            Deed::Maintained { persona, paid, used, lost } => {
                let (used, lost) = (Self::numbers(used), Self::numbers(lost));
                self.to(
                    [*persona],
                    "RN-50.1",
                    What::Maintained { persona: self.name(*persona), paid: cents(*paid), used, lost },
                );
            }
            Deed::Gave { from, to, things } => {
                let what = What::Gave {
                    from: self.name(*from),
                    to: to.map(|to| self.name(to)),
                    things: Self::numbers(things),
                };
                self.to([*from].into_iter().chain(*to), "RN-45.1", what);
            }
            Deed::Sold { persona, location, class, good, bargain } => {
                let what = What::Sold {
                    persona: self.name(*persona),
                    location: self.location(*location),
                    class: class.key().into(),
                    good: good.key().into(),
                    units: bargain.units,
                    money: cents(bargain.money),
                    tariff: cents(bargain.tariff),
                };
                self.to([*persona], "RN-40.5", what);
            }
            Deed::Bought { persona, location, ware, bargain } => {
                let good = match ware {
                    Ware::Good(good) => Asset::Good(*good),
                    Ware::Mercenaries(troop) => Asset::Men(*troop),
                };
                let what = What::Bought {
                    persona: self.name(*persona),
                    location: self.location(*location),
                    good: good.key().into(),
                    units: bargain.units,
                    money: cents(bargain.money),
                    tariff: cents(bargain.tariff),
                };
                self.to([*persona], "RN-40.4", what);
            }
            Deed::Appointed { due, location, collector } => {
                let what = What::CollectorAppointed {
                    due: due.key().into(),
                    location: self.location(*location),
                    collector: self.name(*collector),
                };
                self.all("RN-46.1", what);
            }
            Deed::Collected { due, location, persona, money } => {
                let what = What::Collected {
                    due: due.key().into(),
                    location: self.location(*location),
                    persona: self.name(*persona),
                    money: cents(*money),
                };
                self.to([*persona], "RN-46.3", what);
            }
            Deed::Allied { persona, family, holds } => {
                let what =
                    What::AllianceSet { persona: self.name(*persona), family: self.family(*family), holds: *holds };
                self.to([*persona], "RN-63.1", what);
            }
            Deed::Sounded { family, location, feet } => {
                self.families(
                    [*family],
                    "RN-3.2",
                    What::PortSounded { location: self.location(*location), feet: *feet },
                );
            }
            _ => {}
        }
    }

    fn moves(&mut self, deed: &Deed) {
        match deed {
            Deed::Marched { persona, from, to, distance, lost } => {
                let what = What::Marched {
                    persona: self.name(*persona),
                    from: self.place(*from),
                    to: self.place(*to),
                    miles: distance.0,
                    lost: Self::numbers(lost),
                };
                self.to([*persona], "RN-32.1", what);
            }
            Deed::Sailed { persona, from, to, distance, lost } => {
                let what = What::Sailed {
                    persona: self.name(*persona),
                    from: self.place(*from),
                    to: self.place(*to),
                    miles: distance.0,
                    lost: Self::numbers(lost),
                };
                self.to([*persona], "RN-35.1", what);
            }
            Deed::Overloaded { persona } => {
                self.to([*persona], "RN-30.7", What::Overloaded { persona: self.name(*persona) });
            }
            Deed::Abandoned { persona, things } => {
                let what = What::Abandoned { persona: self.name(*persona), things: Self::numbers(things) };
                self.to([*persona], "RN-30.8", what);
            }
            Deed::Ferried { persona, end } => {
                let (end, paid) = match end {
                    FerryEnd::Paid(money) => (FerryOutcome::Paid, cents(*money)),
                    FerryEnd::Unpaid => (FerryOutcome::Unpaid, 0),
                    FerryEnd::Stopped => (FerryOutcome::Stopped, 0),
                };
                self.to([*persona], "RN-33.4", What::Ferried { persona: self.name(*persona), end, paid });
            }
            Deed::TooDeep { persona, at } => {
                let what = What::WaterTooShallow { persona: self.name(*persona), at: self.place(*at) };
                self.to([*persona], "RN-37.5", what);
            }
            Deed::Permitted { owner, guest } => {
                let what = What::BoardingGranted { owner: self.name(*owner), guest: self.name(*guest) };
                self.to([*owner, *guest], "RN-36.2", what);
            }
            Deed::Boarded { persona, owner } => {
                let what = What::Boarded { persona: self.name(*persona), owner: self.name(*owner) };
                self.to([*persona, *owner], "RN-36.3", what);
            }
            Deed::Landed { persona, to } => {
                self.to([*persona], "RN-36.6", What::Landed { persona: self.name(*persona), to: self.place(*to) });
            }
            Deed::Crossed { persona, to } => {
                self.to(
                    [*persona],
                    "RN-25.2",
                    What::WallsCrossed { persona: self.name(*persona), to: self.place(*to) },
                );
            }
            Deed::Sickened { persona, dead } => {
                self.to([*persona], "RN-51.1", What::Sickened { persona: self.name(*persona), dead: dead.men() });
            }
            _ => {}
        }
    }

    fn crafts(&mut self, deed: &Deed) {
        match deed {
            Deed::Road { persona: _, from, to, length } => {
                let what =
                    What::RoadBuilt { from: self.location(*from), to: self.location(*to), length: length.to_string() };
                self.all("RN-34.1", what);
            }
            Deed::Raised { persona, location, troop, men } => {
                let what = What::Raised {
                    persona: self.name(*persona),
                    location: self.location(*location),
                    troop: troop.key().into(),
                    men: *men,
                };
                self.to([*persona], "RN-60.12", what);
            }
            Deed::GarrisonRaised { persona, location, men } => {
                let what = What::GarrisonRaised {
                    persona: self.name(*persona),
                    location: self.location(*location),
                    men: *men,
                };
                self.to([*persona], "RN-60.2", what);
            }
            Deed::Levied { persona, location, men, unarmed } => {
                let (persona_name, location) = (self.name(*persona), self.location(*location));
                let what = What::Levied { persona: persona_name, location, men: *men, unarmed: *unarmed };
                self.to([*persona], "RN-60.9", what);
            }
            Deed::Cheered { persona, points } => {
                self.to([*persona], "RN-61.2", What::Cheered { persona: self.name(*persona), morale: *points });
            }
            Deed::Made { persona, good, count } => {
                let what = What::Made { persona: self.name(*persona), good: good.key().into(), count: *count };
                self.to([*persona], "RN-52.1", what);
            }
            Deed::Fortified { persona, location, tower } => {
                let tower = tower.map(|tower| self.tower(tower));
                let what = What::Fortified { persona: self.name(*persona), location: self.location(*location), tower };
                self.to([*persona], "RN-52.11", what);
            }
            Deed::Deepened { persona, location, feet } => {
                let what = What::HarbourDeepened {
                    persona: self.name(*persona),
                    location: self.location(*location),
                    feet: *feet,
                };
                self.to([*persona], "RN-49.1", what);
            }
            Deed::Planted { persona, location, settled, lost } => {
                let (name, location) = (self.name(*persona), self.location(*location));
                let what = What::ColonistsPlanted { persona: name, location, settled: *settled, lost: *lost };
                self.to([*persona], "RN-48.1", what);
            }
            _ => {}
        }
    }
}
