//! When in the week an order is carried out (docs/rules/strategos.md, section 3).

/// The steps of a week in which orders are carried out, in their order (section 3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    /// Step 3: appeals are answered.
    Answers,
    /// Step 3: appeals are filed.
    Offers,
    /// Step 3: enmity is declared, treaties are broken.
    Declarations,
    /// Step 4: all that takes money, commands or leaders, as the player listed it.
    Administration,
    /// Step 6: assassins, before all bribes.
    Assassins,
    /// Step 6: bribes.
    Bribes,
    /// Step 15: dispatches are paid. Nothing is bought between step 6 and then, so that they are paid before step 5.
    Dispatches,
    /// Steps 7 to 13: how commands and cities behave.
    Posture,
    /// Step 20: what becomes of leaders.
    QuarterEnd,
}

impl Step {
    /// All, in order.
    pub const ALL: [Self; 9] = [
        Self::Answers,
        Self::Offers,
        Self::Declarations,
        Self::Administration,
        Self::Assassins,
        Self::Bribes,
        Self::Dispatches,
        Self::Posture,
        Self::QuarterEnd,
    ];

    /// The key in the list of order kinds.
    pub fn key(self) -> &'static str {
        match self {
            Self::Answers | Self::Offers | Self::Declarations => "diplomacy",
            Self::Administration => "administration",
            Self::Assassins | Self::Bribes => "covert",
            Self::Dispatches => "revenue",
            Self::Posture => "movement",
            Self::QuarterEnd => "quarter_end",
        }
    }
}
