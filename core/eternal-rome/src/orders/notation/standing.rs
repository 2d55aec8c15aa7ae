//! Answers to decisions, and standing ones (ER-R45).

use kernel::shorthand::{Read, Words, shown};

use super::line::OrderLine;
use super::names::NameKind;
use crate::model::state::{AttackedPolicy, InterceptPolicy};
use crate::orders::{ArmyResponse, Order, Reaction, SeasonedUnits, SetPolicy};

impl OrderLine<'_, '_> {
    /// `combat 12`, where it is said.
    pub fn combat(&mut self) -> Read<Option<u16>> {
        if !self.take("combat") {
            return Ok(None);
        }
        Ok(Some(self.number("the number of the combat", u16::MAX.into())? as u16))
    }

    /// `ANT-A2 stand, ANT-A3 city, ANT-A4 to 3829`; `none` for no answer.
    pub fn responses(&mut self) -> Read<Vec<ArmyResponse>> {
        let mut list = Vec::new();
        if self.take("none") {
            return Ok(list);
        }
        loop {
            let army = self.name(NameKind::Army)?;
            let words = [("stand", Reaction::Stand), ("city", Reaction::RetreatCity), ("to", Reaction::RetreatHex)];
            let action = self.choice("answer", &words)?;
            let hex = if self.has_name() { Some(self.name(NameKind::Place)?) } else { None };
            list.push(ArmyResponse { army, action, hex });
            if !self.take(",") {
                return Ok(list);
            }
        }
    }

    /// `2 legion_1, GAL 1 archers`; `none` for nobody.
    pub fn seasoned(&mut self) -> Read<Vec<SeasonedUnits>> {
        let mut list = Vec::new();
        if self.take("none") {
            return Ok(list);
        }
        loop {
            let number = self.peek().is_some_and(|text| text.starts_with(|sign: char| sign.is_ascii_digit()));
            let power = if number { None } else { Some(self.name(NameKind::Power)?) };
            let count = self.count("the number of units")?;
            list.push(SeasonedUnits { kind: self.unit()?, count, power });
            if !self.take(",") {
                return Ok(list);
            }
        }
    }

    /// What follows `policy OCT`.
    pub fn policy(&mut self, power: String) -> Read<Order> {
        let force = if self.take("for") { Some(self.name(NameKind::Force)?) } else { None };
        let (mut intercept, mut respond_attack, mut retreat_to, mut season, mut set_up) =
            (None, None, None, None, None);
        while self.peek().is_some() {
            let words = [("intercept", 0), ("attacked", 1), ("beaten", 2), ("season", 3), ("setup", 4)];
            match self.choice("standing answer", &words)? {
                0 => intercept = Some(self.interception()?),
                1 => respond_attack = Some(self.attacked()?),
                2 => retreat_to = Some(self.retreat_to()?),
                3 => season = Some(self.on_off()?),
                _ => set_up = Some(self.on_off()?),
            }
        }
        Ok(SetPolicy { power, force, intercept, respond_attack, retreat_to, season, set_up }.into())
    }

    fn interception(&mut self) -> Read<InterceptPolicy> {
        let words =
            [("ask", InterceptPolicy::Ask), ("never", InterceptPolicy::Never), ("always", InterceptPolicy::Always)];
        if self.peek().is_some_and(|text| text.ends_with('%')) {
            return Ok(InterceptPolicy::Odds { percent: self.percent()? });
        }
        self.choice("answer to interceptions", &words).map_err(|wrong| wrong.hint("write ask, never, always or 150%"))
    }

    fn attacked(&mut self) -> Read<AttackedPolicy> {
        let words = [("ask", 0), ("stand", 1), ("retreat", 2)];
        Ok(match self.choice("answer to attacks", &words)? {
            0 => AttackedPolicy::Ask,
            1 => AttackedPolicy::Stand,
            _ => {
                let city_percent = if self.take("city") { Some(self.percent()?) } else { None };
                let hex_percent = if self.take("hex") { Some(self.percent()?) } else { None };
                AttackedPolicy::Retreat { city_percent, hex_percent }
            }
        })
    }

    fn retreat_to(&mut self) -> Read<String> {
        match ["ask", "nearest"].into_iter().find(|word| self.take(word)) {
            Some(word) => Ok(word.to_owned()),
            None => self.name(NameKind::Place),
        }
    }

    fn percent(&mut self) -> Read<u16> {
        let number = self.peek().and_then(|text| text.strip_suffix('%').unwrap_or(text).parse().ok());
        match number {
            Some(percent) => {
                self.at += 1;
                Ok(percent)
            }
            None => {
                let found = self.peek().map_or("the end of the order".to_owned(), shown);
                Err(self.wrong(self.at, "not_a_number", format!("odds such as 150% belong here, not {found}")))
            }
        }
    }

    /// `on` or `off`.
    pub fn on_off(&mut self) -> Read<bool> {
        self.choice("choice", &[("on", true), ("off", false), ("yes", true), ("no", false)])
    }
}

/// The standing answers of an order as it writes them, each after a blank.
pub fn policies(
    intercept: Option<InterceptPolicy>, attacked: Option<AttackedPolicy>, retreat_to: Option<&str>,
    season: Option<bool>, set_up: Option<bool>,
) -> String {
    let odds =
        |word: &str, percent: Option<u16>| percent.map(|percent| format!(" {word} {percent}%")).unwrap_or_default();
    let intercept = intercept.map(|policy| match policy {
        InterceptPolicy::Ask => " intercept ask".to_owned(),
        InterceptPolicy::Never => " intercept never".to_owned(),
        InterceptPolicy::Always => " intercept always".to_owned(),
        InterceptPolicy::Odds { percent } => format!(" intercept {percent}%"),
    });
    let attacked = attacked.map(|policy| match policy {
        AttackedPolicy::Ask => " attacked ask".to_owned(),
        AttackedPolicy::Stand => " attacked stand".to_owned(),
        AttackedPolicy::Retreat { city_percent, hex_percent } => {
            format!(" attacked retreat{}{}", odds("city", city_percent), odds("hex", hex_percent))
        }
    });
    let flag = |word: &str, set: Option<bool>| set.map(|set| format!(" {word} {}", if set { "on" } else { "off" }));
    let beaten = retreat_to.map(|place| format!(" beaten {place}"));
    let all = [intercept, attacked, beaten, flag("season", season), flag("setup", set_up)];
    all.into_iter().flatten().collect()
}
