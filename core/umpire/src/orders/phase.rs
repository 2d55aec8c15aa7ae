//! When in the sequence of play an order is carried out.

/// When in the sequence of play an order is carried out (UM-4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderPhase {
    /// P1, by nation.
    Diplomacy,
    /// P2, by nation.
    TaxRates,
    /// At the beginning of P3, by nation.
    Replacements,
    /// P3, in rounds of one order each (UM-R5).
    Options,
    /// P5, all forces against one clock (UM-R45).
    Movement,
    /// P6, by nation.
    Recruitment,
    /// P18, by nation.
    WinterQuarters,
}

impl OrderPhase {
    /// Id of the phase of the sequence of play.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Diplomacy => "P1",
            Self::TaxRates => "P2",
            Self::Replacements | Self::Options => "P3",
            Self::Movement => "P5",
            Self::Recruitment => "P6",
            Self::WinterQuarters => "P18",
        }
    }
}
