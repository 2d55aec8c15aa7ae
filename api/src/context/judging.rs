//! Places for those whose orders are judged: a bounded number for each account.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::context::fault::{Fault, Why};

/// Who has how many order sets judged, or games verified, at this moment: one account shall not hold all threads. Those who
/// ask without an account count as one.
#[derive(Default)]
pub struct JudgingSlots(Mutex<HashMap<String, usize>>);

/// How many order sets an account may have judged at a time.
pub const MOST_AT_ONCE: usize = 4;

/// A place among those whose order sets are judged; given back when it is dropped.
pub struct JudgingPermit<'a> {
    slots: &'a JudgingSlots,
    account: String,
}

impl JudgingSlots {
    /// A place for an account, or that it has all of its places taken.
    pub fn enter(&self, account: &str) -> Result<JudgingPermit<'_>, Fault> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = places.entry(account.to_owned()).or_default();
        if *taken >= MOST_AT_ONCE {
            let detail =
                format!("{MOST_AT_ONCE} of your requests are being worked on already. Wait for one of the answers.");
            return Err(Fault::of(Why::TooOften, "too-many-at-once", detail).retry_after(1));
        }
        *taken += 1;
        Ok(JudgingPermit { slots: self, account: account.to_owned() })
    }
}

impl Drop for JudgingPermit<'_> {
    fn drop(&mut self) {
        let mut places = self.slots.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = places.get_mut(&self.account) {
            *taken -= 1;
            if *taken == 0 {
                places.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_has_so_many_places_and_gets_them_back() {
        let judges = JudgingSlots::default();
        let mut places: Vec<JudgingPermit> = (0..MOST_AT_ONCE).map(|_| judges.enter("ada").expect("a place")).collect();
        let refused = judges.enter("ada").err().expect("no place is left");
        assert_eq!(refused.code(), "too-many-at-once");
        assert!(judges.enter("ben").is_ok(), "others are not kept waiting");
        places.pop();
        assert!(judges.enter("ada").is_ok());
        places.clear();
        assert!(judges.0.lock().unwrap().is_empty(), "nobody is remembered");
    }
}
