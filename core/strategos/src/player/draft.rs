//! An order set in the making: orders are carried out one after another on what the country knows, in the order of the week, so
//! that every order set is legal however far the answers reach.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kernel::{Choice, Dice, Guide, Question, Reader};

use super::distances::{Reaches, fills, hexes_to};
use super::outlook::Outlook;
use super::posture::Posture;
use crate::knowledge::Knowledge;
use crate::model::ids::{CommandId, CountryId, HexId, LeaderId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::scenario::Scenario;
use crate::model::state::{Standing, State};
use crate::orders::{Order, OrderContext, Pending};
use crate::rules::communication::{Lines, is_base};
use crate::rules::march::Ground;
use crate::rules::turn;
use crate::rules::zones::enemy_ring_one;

/// Most questions about one order set.
const MOST_QUESTIONS: usize = 10;

/// An order set in the making.
pub struct Draft<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// What the country knows, the week begun and the orders so far carried out.
    pub st: State,
    /// Whose order set.
    pub country: CountryId,
    /// What the country is about this week.
    pub posture: Posture,
    /// What it makes of the others.
    pub outlook: Outlook,
    /// The orders so far.
    pub orders: Vec<Order>,
    /// Leaders who were there before the week began: those that are drawn as a quarter opens are not known yet.
    pub leaders: Vec<LeaderId>,
    /// Commands that were routed before the week began: whether they rally is not known yet.
    pub routed: Vec<CommandId>,
    /// Commands that may ignore what they are told (ST-R24): they were beyond their line last week, or are so as far as it is known.
    pub cut_off: Vec<CommandId>,
    /// The ground as the week begins.
    pub ground: Rc<Ground<'a>>,
    /// Hexes, by index, that enemies watch as far as it is known: each costs a point more to enter (ST-R10).
    pub zones: Vec<bool>,
    /// Hexes by land to the nearest place that fills divisions up, by hex.
    pub home: Vec<u16>,
    /// The same to the nearest base, where no enemy watches the way.
    base: Vec<u16>,
    /// Ways by land for each hex that was asked about.
    pub reach: Reaches,
    linked: RefCell<BTreeMap<(HexId, u32), bool>>,
    pending: Pending,
    dice: Dice,
    reader: Reader<'a>,
}

impl<'a> Draft<'a> {
    /// An empty order set.
    pub fn new(sc: &'a Scenario, knowledge: &Knowledge, guide: Guide<'a>) -> Self {
        let mut st = knowledge.state.clone();
        let country = knowledge.country;
        let leaders = st.leaders.keys().copied().collect();
        let routed = st.commands.iter().filter(|(_, it)| it.routed).map(|(id, _)| *id).collect();
        let outlook = Outlook::new(sc, &st, country);
        outlook.put_up(sc, &mut st);
        let mut cut_off: Vec<CommandId> = out_of_communication(&st).collect();
        let mut dice = Dice::middling().quiet();
        turn::open(sc, &mut st, &mut dice);
        cut_off.extend(out_of_communication(&st));
        let zones = enemy_ring_one(sc, &st, Power::Country(country), false);
        let power = Power::Country(country);
        let home = hexes_to(
            sc,
            &st,
            |site| site.power == power && fills(site),
            |holder: Option<Power>, _| holder.is_some_and(|it| st.at_war(power, it)),
        );
        let watched = |_, hex: HexId| zones[hex.index()];
        let base = hexes_to(sc, &st, |site| is_base(sc, &st, power, site) && !zones[site.hex.index()], watched);
        let mut pending = Pending::default();
        // Orders for who is beyond his line are written as if he took them: without orders he never comes back (ST-R24).
        pending.week.heard.extend(cut_off.iter().map(|id| (*id, 1)));
        let ground = Rc::new(Ground::new(sc, &st));
        Self {
            sc,
            st,
            country,
            posture: Posture::Expand,
            outlook,
            orders: Vec::new(),
            leaders,
            routed,
            cut_off,
            ground,
            zones,
            home,
            base,
            reach: Reaches::default(),
            linked: RefCell::default(),
            pending,
            dice,
            reader: Reader::new(guide, MOST_QUESTIONS),
        }
    }

    /// The country as a power.
    pub fn power(&self) -> Power {
        Power::Country(self.country)
    }

    /// Whether the country has anything to order.
    pub fn in_play(&self) -> bool {
        self.st.ended.is_none() && !self.st.country(self.country).out
    }

    /// Whether a question was reached that nobody has answered: what the rest of the order set would be is of no account.
    pub fn stopped(&self) -> bool {
        self.reader.stopped()
    }

    /// The first question that the answers did not reach.
    pub fn question(self) -> Option<Question> {
        self.reader.question()
    }

    /// Asks about a subject; the first answer is taken where none was given. Nothing is asked where there is no choice.
    pub fn choose(&mut self, kind: &str, shown: impl FnOnce() -> (String, Vec<Choice>)) -> usize {
        self.reader.choose(kind, shown)
    }

    /// Puts an order on the order set if the rules allow it, and carries it out.
    pub fn give(&mut self, order: impl Into<Order>) -> bool {
        if self.stopped() {
            return false;
        }
        let order = order.into();
        let (sc, country) = (self.sc, self.country);
        let (st, dice, pending) = (&mut self.st, &mut self.dice, &mut self.pending);
        let done = order.carry_out(&mut OrderContext { sc, st, country, dice, pending }).is_ok();
        if done {
            self.orders.push(order);
        }
        done
    }

    /// ST-R23: whether one of some hexes is within so many hexes of the country's bases, along a line of communication.
    fn is_linked(&self, mut hexes: impl Iterator<Item = HexId>, limit: u32) -> bool {
        let mut known = self.linked.borrow_mut();
        let mut lines = None;
        hexes.any(|hex| {
            // Without roads, the sea and what friendly forces keep open it is no shorter.
            let surely = u32::from(self.base[hex.index()]) <= limit;
            surely
                || *known.entry((hex, limit)).or_insert_with(|| {
                    let lines = lines.get_or_insert_with(|| Lines::new(&self.ground, &self.st, self.power()));
                    lines.length(hex, limit).is_some()
                })
        })
    }

    /// ST-R23: whether a hex is within the country's lines of communication.
    pub fn in_range(&self, hex: HexId) -> bool {
        self.is_linked(std::iter::once(hex), self.sc.rulings.communication.line as u32)
    }

    /// ST-R25: whether a force is fed in a hex whatever it finds there: a base of the country is near enough.
    pub fn is_supplied(&self, hex: HexId) -> bool {
        self.is_linked(std::iter::once(hex), self.sc.rulings.supply.line as u32)
    }

    /// Whether a line of communication reaches a hex or one beside it: before an enemy's walls there is none (ST-R10, ST-R23).
    pub fn is_near_line(&self, hex: HexId) -> bool {
        let short = (self.sc.rulings.communication.line - 1).max(0) as u32;
        self.in_range(hex) || self.is_linked(self.sc.board.neighbours(hex), short)
    }

    /// Forgets the lines: there is a new base.
    pub fn has_new_base(&mut self) {
        self.linked.get_mut().clear();
    }

    /// The treasury.
    pub fn treasury(&self) -> Talents {
        self.st.country(self.country).treasury
    }

    /// What orders call one of the country's commands: by its name, or its number where the name would be taken for another.
    pub fn name(&self, id: CommandId) -> String {
        let power = self.power();
        let it = self.st.command(id);
        let same = |other: &&crate::model::command::Command| {
            other.power == power && other.name.as_str().eq_ignore_ascii_case(it.name.as_str())
        };
        if self.st.commands.values().filter(same).count() > 1 { format!("#{}", id.0) } else { it.name.to_string() }
    }

    /// What orders call a city or fort.
    pub fn place(&self, site: SiteId) -> String {
        self.st.site(site).name.to_string()
    }

    /// Whether forces of a country are to be reckoned with: at war, or about to be.
    pub fn is_hostile(&self, country: CountryId) -> bool {
        country != self.country
            && match self.st.standing(self.country, country) {
                Standing::Enemy => true,
                Standing::Neutral => self.posture == Posture::Strike(country),
                _ => false,
            }
    }

    /// The cities and forts of the country, ascending.
    pub fn own_sites(&self) -> Vec<SiteId> {
        let power = self.power();
        self.st.sites.iter().filter(|(_, site)| site.power == power).map(|(id, _)| *id).collect()
    }

    /// The city or fort of the country in a hex.
    pub fn own_site_at(&self, hex: HexId) -> Option<SiteId> {
        self.st.site_at(hex).filter(|site| self.st.site(*site).power == self.power())
    }
}

fn out_of_communication(st: &State) -> impl Iterator<Item = CommandId> {
    st.commands.iter().filter(|(_, it)| it.out_of_communication).map(|(id, _)| *id)
}
