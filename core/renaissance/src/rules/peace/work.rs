//! Kinds of works (RN-14).

/// A kind of work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Work {
    /// In August (RN-14.1).
    Architecture,
    /// In May, August and November (RN-14.3).
    Art,
    /// In any month (RN-14.6).
    Letters,
}
