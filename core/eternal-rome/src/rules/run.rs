//! Carries out what was ordered until a player must act, frame by frame and stage by stage.

use crate::model::frames::Frame;
use crate::rules::engine::Engine;
use crate::rules::{combat, decisions, diplomacy, intercept, land, naval, sequence, setup};

impl Engine<'_> {
    /// Goes on until a player must act or the campaign is over.
    pub fn run(&mut self) {
        while self.st.ending.is_none() {
            match self.st.stack.last() {
                Some(Frame::Ask(_)) if self.simulated => self.answer_by_default(),
                Some(Frame::Ask(_)) => return,
                Some(_) => self.go_on(),
                None if self.st.stage.played().is_some() && !sequence::all_have_ended(self.sc, self.st) => return,
                None => sequence::proceed(self),
            }
        }
    }

    /// Takes the innermost frame off the stack and lets it go on; it puts itself back if it has to wait.
    fn go_on(&mut self) {
        match self.st.stack.pop() {
            Some(Frame::March(march)) => land::march::go_on(self, march),
            Some(Frame::Voyage(voyage)) => naval::voyage::go_on(self, voyage),
            Some(Frame::Window(window)) => intercept::go_on(self, window),
            Some(Frame::SetUp(set_up)) => setup::go_on(self, set_up),
            Some(Frame::LandCombat(combat)) => combat::land::go_on(self, combat),
            Some(Frame::SeaCombat(combat)) => naval::combat::go_on(self, combat),
            Some(Frame::Offer(offer)) => diplomacy::go_on(self, offer),
            Some(Frame::Ask(_)) | None => {}
        }
    }

    fn answer_by_default(&mut self) {
        if let Some(Frame::Ask(ask)) = self.st.stack.pop() {
            match decisions::default::answer(self.sc, self.st, &ask) {
                Some(reply) => self.reply = Some(reply),
                // Another seat's question, and nothing is known of what hangs on it.
                None => self.st.stack.clear(),
            }
        }
    }
}
