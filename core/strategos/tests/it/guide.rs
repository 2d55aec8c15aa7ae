//! `docs/strategos-first-weeks.md`: the orders of its weeks are read, allowed, and do what it says.

use std::sync::Arc;

use kernel::{Dice, GameSeed, Notation, VerdictStatus, Visibility};
use strategos::model::ids::{CountryId, Power};
use strategos::model::scenario::Scenario;
use strategos::model::shipped::find;
use strategos::model::state::State;
use strategos::orders::Order;
use strategos::orders::carry_out::{CountryOrders, play_week};
use strategos::rules::{revolt, setup};
use strategos::system::{Strategos, seat_of};

const GUIDE: &str = include_str!("../../../../docs/strategos-first-weeks.md");

/// The blocks of orders, one a week.
fn weeks() -> Vec<&'static str> {
    GUIDE.split("```orders\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

struct Play {
    sc: Arc<Scenario>,
    st: State,
    lys: CountryId,
    seed: GameSeed,
}

impl Play {
    fn new() -> Self {
        let sc = find("hellespontos-313bc").unwrap();
        let seed = GameSeed::from_number(1);
        let st = setup::start(&sc, &mut Dice::keyed(&seed, "start").quiet());
        let lys = sc.find_country("LYS").unwrap();
        Self { sc, st, lys, seed }
    }

    /// The first of his leaders without a post.
    fn idle(&self) -> String {
        let mut his = self.st.leaders.values().filter(|him| him.power == Power::Country(self.lys));
        format!("{:?}", his.find(|him| him.post.is_none()).map_or("", |him| him.name.as_str()))
    }

    /// The orders of a block as Lysimachos hands them in; every line is read and none refused.
    fn read(&self, block: &str) -> Vec<Order> {
        let text = block.replace(" NAME ", &format!(" {} ", self.idle()));
        let knowledge = Strategos::knowledge(&self.sc, &self.st, seat_of(self.lys));
        let (orders, diagnostics) = Strategos::parse(&self.sc, &knowledge, &text);
        assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
        let lines = block.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).count();
        assert_eq!(orders.len(), lines, "{text}");
        let orders: Vec<Order> = orders.into_iter().map(|(order, _)| order).collect();
        for (order, verdict) in orders.iter().zip(Strategos::check(&self.sc, &knowledge, &orders)) {
            assert_ne!(verdict.status, VerdictStatus::Refused, "{}: {verdict:?}", order.print(&self.sc));
        }
        orders
    }

    /// The week, in which nobody else does anything; nothing is refused.
    fn week(&mut self, block: &str) {
        let orders = self.read(block);
        let mut dice = Dice::for_step(&self.seed, u32::from(self.st.turn.0));
        let set = CountryOrders { country: self.lys, orders: &orders };
        let played = play_week(&self.sc, &mut self.st, &[set], &mut dice);
        assert!(played.refused.is_empty(), "{:?}", played.refused);
    }
}

#[test]
fn the_weeks_of_the_guide_are_played_as_they_are_told() {
    let mut play = Play::new();
    let weeks = weeks();
    assert_eq!(weeks.len(), 4);
    let apollonia = play.sc.find_city("Apollonia Pontike").unwrap();
    for (at, block) in weeks.iter().enumerate() {
        play.week(block);
        let site = play.st.site(apollonia);
        let held = site.power == Power::Country(play.lys);
        assert_eq!(held, at >= 2, "week {}: it falls in the third", at + 1);
        if held {
            assert!(revolt::quiet_garrison(&play.st, apollonia) >= u16::from(site.size), "its garrison is enough");
        }
    }
}
