//! What a lookup may cost, over all rolls of the dice (HW-2 to HW-5).

use crate::model::ids::Defence;
use crate::model::tables;
use crate::rules::Engine;

/// What a lookup may cost.
pub(crate) struct LookupProspects {
    risked: u8,
    /// Forces lost, with the number of rolls of 216 that cost them.
    lost: Vec<(u8, u32)>,
    /// Victory points to pay.
    fee: i32,
}

impl LookupProspects {
    /// The fewest and the most forces lost.
    fn range(&self) -> (u8, u8) {
        let lost = self.lost.iter().map(|(lost, _)| *lost);
        (lost.clone().min().unwrap_or(0), lost.max().unwrap_or(0))
    }

    /// The chance, in whole percent, that so many forces are left. Only what is certain is 0 or 100.
    fn chance_of(&self, left: u8) -> u32 {
        let ways: u32 = self.lost.iter().filter(|(lost, _)| self.risked - lost >= left).map(|(_, ways)| *ways).sum();
        match ways {
            0 => 0,
            216 => 100,
            ways => ((ways * 100 + 108) / 216).clamp(1, 99),
        }
    }

    /// `1 to 4 of 8 forces lost, 2.3 on average; 4 to 7 go into the stack`; `lands` of a Rigid lookup.
    pub fn in_words(&self, lands: Option<u8>) -> String {
        let (least, most) = self.range();
        let tenths = (self.lost.iter().map(|(lost, ways)| u32::from(*lost) * ways).sum::<u32>() * 10 + 108) / 216;
        let span = |least: u8, most: u8| if least == most { least.to_string() } else { format!("{least} to {most}") };
        let risked = self.risked;
        let plural = |count: u8, one: &str| if count == 1 { one.to_owned() } else { format!("{one}s") };
        let mut text = format!(
            "{} of {risked} {} lost, {}.{} on average; ",
            span(least, most),
            plural(risked, "force"),
            tenths / 10,
            tenths % 10
        );
        match lands {
            Some(lands) => text.push_str(&format!(
                "a force left for {} in {} of 100 rolls",
                if lands == 1 { "the Land".to_owned() } else { format!("each of {lands} Lands") },
                self.chance_of(lands)
            )),
            None => text.push_str(&format!("{} for the stack", span(risked - most, risked - least))),
        }
        if self.fee > 0 {
            text.push_str(&format!("; it costs {} victory {}", self.fee, plural(self.fee as u8, "point")));
        }
        text
    }
}

impl Engine<'_> {
    /// What a lookup costs, over all rolls: `defenders` of a Rigid one, none for a Compliant one.
    pub(crate) fn lookup_prospects(
        &self, defence: Defence, naval: bool, defenders: Option<u8>, risked: u8,
    ) -> LookupProspects {
        let ways = (3..).zip(tables::WAYS).map(|(roll, ways)| {
            let (_, _, cell) = self.cell(roll, defence, naval, defenders, Some(risked));
            // An unprinted cell of the Rigid Table takes all that is risked (HW-R5).
            (cell.map_or(risked, |cell| cell.min(risked)), ways)
        });
        let paid = !naval && self.career().lookups >= self.board.constants.free_lookups;
        let fee = if paid { self.board.constants.lookup_fee } else { 0 };
        LookupProspects { risked, lost: ways.collect(), fee }
    }
}
