//! Looking up what an order names, and the checks that many orders share.

use kernel::{Refusal, SeatId};

use crate::model::frames::{Ask, Frame};
use crate::model::ids::{CityId, HexId, LeaderId, PowerId, ProvinceId};
use crate::model::names;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, Band, Fleet, ForceId, LeaderPlace, Phase, State, count};
use crate::model::units::Units;
use crate::orders::notation::{NameKind, hint_at};
use crate::rules::relations;

/// Where an order is judged: what its seat believes.
#[derive(Clone, Copy)]
pub struct OrderContext<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// What the seat believes.
    pub st: &'a State,
    /// Whose order it is.
    pub seat: SeatId,
}

impl<'a> OrderContext<'a> {
    /// The power of an order; its seat must control it (section 5).
    pub fn power(&self, text: &str) -> Result<PowerId, Refusal> {
        let unknown = || {
            let own: Vec<String> = relations::powers_of(self.sc, self.st, self.seat)
                .iter()
                .map(|power| self.sc.power(power).code.to_string())
                .collect();
            Refusal::new("unknown_power", "ER-1.3", format!("there is no power “{text}”"))
                .hint(format!("yours are {}", own.join(", ")))
                .at("power")
        };
        let power = names::find_power(self.sc, text).ok_or_else(unknown)?;
        if relations::seat_of(self.sc, self.st, power) == Some(self.seat) {
            return Ok(power);
        }
        let detail = format!("{} is not yours to command", self.sc.power(power).name);
        Err(Refusal::new("not_your_power", "ER-1.3", detail).at("power"))
    }

    /// Any power by name.
    pub fn any_power(&self, text: &str, part: &str) -> Result<PowerId, Refusal> {
        let detail = || format!("there is no power “{text}”");
        let unknown = || self.unknown(NameKind::Power, text, Refusal::new("unknown_power", "ER-1.3", detail()));
        names::find_power(self.sc, text).ok_or_else(|| unknown().at(part))
    }

    /// The power of an order that may only be given in these phases, when it is among those acting and nothing waits
    /// for a decision.
    pub fn acting(&self, text: &str, phases: &[Phase]) -> Result<PowerId, Refusal> {
        let power = self.power(text)?;
        self.in_time(phases)?;
        if !relations::acting(self.sc, self.st).has(power) || self.st.ended.has(self.seat) {
            let detail = format!("it is not the turn of {}", self.sc.power(power).name);
            return Err(Refusal::new("not_your_turn", "ER-1.8", detail));
        }
        Ok(power)
    }

    /// Whether one of these phases is played, and nothing waits for a decision.
    pub fn in_time(&self, phases: &[Phase]) -> Result<(), Refusal> {
        self.nothing_pending()?;
        let phase = self.st.stage.played();
        if !phase.is_some_and(|phase| phases.contains(&phase)) {
            let titles: Vec<&str> = phases.iter().map(|phase| phase.title()).collect();
            let now = phase.map_or("no phase", Phase::title);
            let detail = format!("this order belongs to the {}, and it is the {now}", titles.join(" or the "));
            return Err(Refusal::new("wrong_phase", "ER-1.8", detail).hint("end_phase goes on to the next phase"));
        }
        Ok(())
    }

    /// Refuses while a decision is open: the orders of the phase wait (ER-R45).
    pub fn nothing_pending(&self) -> Result<(), Refusal> {
        match self.st.stack.last() {
            None => Ok(()),
            Some(Frame::Ask(ask)) => {
                let (whose, hint) = match ask.seat == self.seat {
                    true => ("yours", "answer first: the view's `decision` says with which order; then go on"),
                    false => (self.sc.seats[ask.seat.index()].name.as_str(), "hand the order in again afterwards"),
                };
                let detail = format!("a decision is awaited ({whose}); orders wait until it is made");
                Err(Refusal::new("waiting", "ER-R45", detail).hint(hint))
            }
            Some(_) => Err(Refusal::new("waiting", "ER-R45", "an order is still being carried out")),
        }
    }

    /// Refuses what an inactive client's forces may not do: move and attack (ER-5.8).
    pub fn awake(&self, power: PowerId) -> Result<(), Refusal> {
        if self.st.power(power).active {
            return Ok(());
        }
        let detail = format!("{} is inactive, so its forces neither move nor attack", self.sc.power(power).name);
        Err(Refusal::new("inactive", "ER-5.8", detail).at("power"))
    }

    /// The question that is open for this seat. Any of its powers may answer: which it is about is told to it alone.
    pub fn asked(&self, text: &str) -> Result<&'a Ask, Refusal> {
        let power = self.power(text)?;
        match self.st.stack.last() {
            Some(Frame::Ask(ask)) if ask.seat == self.seat => Ok(ask),
            _ => {
                let detail = format!("no decision of {} is awaited", self.sc.power(power).name);
                Err(Refusal::new("nothing_to_answer", "ER-R45", detail))
            }
        }
    }

    /// An army of a power.
    pub fn army(&self, power: PowerId, text: &str, part: &str) -> Result<&'a Army, Refusal> {
        match names::find_force(self.sc, text) {
            Some(ForceId::Army(id)) if id.power == power => {
                self.st.army(id).ok_or_else(|| self.no_force(power, text, part))
            }
            Some(id) if id.power() != power => Err(self.others_force(power, text, part)),
            _ => Err(self.no_force(power, text, part)),
        }
    }

    /// An army of any power the seat controls.
    pub fn own_army(&self, text: &str, part: &str) -> Result<&'a Army, Refusal> {
        let power = self.force_power(text, part)?;
        self.army(power, text, part)
    }

    /// A fleet under the flag of a power.
    pub fn fleet(&self, power: PowerId, text: &str, part: &str) -> Result<&'a Fleet, Refusal> {
        match names::find_force(self.sc, text) {
            Some(ForceId::Fleet(id)) if id.power == power => {
                self.st.fleet(id).ok_or_else(|| self.no_force(power, text, part))
            }
            Some(id) if id.power() != power => Err(self.others_force(power, text, part)),
            _ => Err(self.no_force(power, text, part)),
        }
    }

    /// A fleet of any power the seat controls.
    pub fn own_fleet(&self, text: &str, part: &str) -> Result<&'a Fleet, Refusal> {
        let power = self.force_power(text, part)?;
        self.fleet(power, text, part)
    }

    fn force_power(&self, text: &str, part: &str) -> Result<PowerId, Refusal> {
        let detail = || format!("“{text}” is no force: write the power's code, A or F, and the number, such as OCT-A3");
        let id = names::find_force(self.sc, text);
        let id = id.ok_or_else(|| Refusal::new("unknown_force", "ER-1.3", detail()).at(part))?;
        self.power(self.sc.power(id.power()).code.as_str()).map_err(|refusal| refusal.at(part))?;
        Ok(id.power())
    }

    fn others_force(&self, power: PowerId, text: &str, part: &str) -> Refusal {
        let detail = format!("{text} is not a force of {}", self.sc.power(power).name);
        Refusal::new("not_your_force", "ER-1.3", detail).at(part)
    }

    fn no_force(&self, power: PowerId, text: &str, part: &str) -> Refusal {
        let name = &self.sc.power(power).name;
        let detail = format!("{name} has no such force as “{text}”");
        Refusal::new("unknown_force", "ER-1.3", detail).hint("the view lists your armies and fleets").at(part)
    }

    /// A hex by number or city.
    pub fn hex(&self, text: &str, part: &str) -> Result<HexId, Refusal> {
        let detail = || format!("“{text}” is neither a hex such as 2824 nor a city");
        let unknown = || self.unknown(NameKind::Place, text, Refusal::new("unknown_place", "ER-3.2", detail()));
        names::find_hex(self.sc, text).ok_or_else(|| unknown().at(part))
    }

    /// A city by name or hex.
    pub fn city(&self, text: &str, part: &str) -> Result<CityId, Refusal> {
        let at_hex = || names::find_hex(self.sc, text).and_then(|hex| self.sc.hex(hex).city);
        let detail = || format!("there is no city “{text}”");
        let unknown = || self.unknown(NameKind::Place, text, Refusal::new("unknown_city", "ER-3.11", detail()));
        names::find_city(self.sc, text).or_else(at_hex).ok_or_else(|| unknown().at(part))
    }

    /// A province by name.
    pub fn province(&self, text: &str, part: &str) -> Result<ProvinceId, Refusal> {
        let detail = || format!("there is no province “{text}”");
        let unknown = || self.unknown(NameKind::Province, text, Refusal::new("unknown_province", "ER-3.3", detail()));
        names::find_province(self.sc, text).ok_or_else(|| unknown().at(part))
    }

    /// A refusal of a name that nothing of a kind has, with the names it may have been meant for.
    fn unknown(&self, kind: NameKind, text: &str, refusal: Refusal) -> Refusal {
        refusal.hint(hint_at(self.sc, kind, text))
    }

    /// Leaders by name, all in one place, each named once.
    pub fn leaders(&self, list: &[String], place: LeaderPlace, part: &str) -> Result<Vec<LeaderId>, Refusal> {
        let mut found: Vec<LeaderId> = Vec::new();
        for text in list {
            let detail = format!("there is no leader “{text}” here");
            let absent = || Refusal::new("unknown_leader", "ER-6.5", detail.clone()).at(part);
            let id = names::find_leader(self.sc, text).ok_or_else(absent)?;
            if self.st.leader(id).place != place {
                return Err(absent());
            }
            if found.contains(&id) {
                return Err(Refusal::new("twice", "ER-1.3", format!("{text} is named twice")).at(part));
            }
            found.push(id);
        }
        Ok(found)
    }

    /// Refuses when `bands` have not got the units listed.
    pub fn has_units(&self, bands: &[Band], list: &[Units], part: &str) -> Result<(), Refusal> {
        for (at, units) in list.iter().enumerate() {
            let twice = list[..at].iter().any(|other| (other.kind, other.seasoned) == (units.kind, units.seasoned));
            if units.count == 0 || twice {
                let detail = format!("{} must be named once, with a number of 1 or more", units.kind.key());
                return Err(Refusal::new("bad_count", "ER-1.3", detail).at(part));
            }
            let there = count(bands, units.kind, units.seasoned);
            if there < units.count {
                let what = if units.seasoned { "seasoned" } else { "unseasoned" };
                let detail = format!("there are only {there} {what} {}, not {}", units.kind.key(), units.count);
                return Err(Refusal::new("not_so_many", "ER-6.5", detail).at(part));
            }
        }
        Ok(())
    }
}
