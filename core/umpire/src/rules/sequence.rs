//! The sequence of play (UM-4.1): P1 to P20.

use crate::rules::turn::Turn;
use crate::rules::{
    captives, conflict, counterintelligence, deserters, diplomacy, disloyalty, epidemics, intelligence, morale,
    movement, muster, options, recruitment, revolts, taxes, winter,
};

impl Turn<'_> {
    /// Resolves the turn: P1 to P20 in order, those with a flag only when the calendar sets it.
    pub fn resolve(&mut self) {
        let carries = self.sc.turn_type(self.st.turn).clone();
        self.phase = "P1";
        diplomacy::name_enemies(self);
        self.phase = "P2";
        taxes::set_rates(self); // in other turns such an order fails (UM-4.8)
        self.phase = "P3";
        options::carry_out(self);
        self.phase = "P4";
        morale::calculate(self);
        self.phase = "P5";
        movement::move_forces(self);
        self.phase = "P6";
        recruitment::recruit(self);
        self.phase = "P7";
        deserters::desert(self);
        if self.sc.local_revolts {
            self.phase = "P8";
            revolts::break_out(self);
        }
        self.phase = "P9";
        disloyalty::revolt(self);
        self.phase = "P10";
        epidemics::strike(self);
        self.phase = "P11";
        conflict::resolve(self);
        self.phase = "P12";
        captives::capture_unaccompanied(self);
        self.phase = "P13";
        counterintelligence::hunt(self);
        if carries.taxation {
            self.phase = "P14";
            taxes::collect_and_pay(self);
            self.phase = "P15";
            taxes::recover(self);
        }
        if carries.last_campaign {
            self.phase = "P16";
            winter::retire(self);
            self.phase = "P17";
            winter::disperse_feudal(self);
        }
        self.phase = "P18";
        winter::commanders(self);
        if carries.last_campaign {
            self.phase = "P19";
            muster::muster(self);
            epidemics::grow_old(self); // UM-R92
        }
        self.phase = "P20";
        intelligence::close(self);
    }
}
