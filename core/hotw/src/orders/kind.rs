//! What an order kind is: one type that can be read, judged, carried out, asked for field by field, printed and parsed.

use kernel::options::Met;
use kernel::shorthand::{Read, Words};
use kernel::{FieldOptions, FieldValues, OptionValue, OrderInfo, Refusal, SeatId};
use serde_json::Value;

use super::Order;
use super::names::{Ids, Names};
use super::notation::line::Line;
use super::notation::reader::OrderReader;
use crate::model::ids::{Defence, LandId, Lands, PlayerId, Source, Space, WaterId};
use crate::model::scenario::{Board, Scenario, Target};
use crate::model::state::{Career, Phase, State};
use crate::rules::Engine;
use crate::rules::ways::{self, Explorer, Reach};

/// A word that an order of shorthand begins with, and an example.
pub(crate) type Verb = (&'static str, &'static str);

/// An order kind. The type is the order with every name looked up.
pub(crate) trait OrderKind: Sized {
    /// The order as JSON.
    type Wire: Into<Order>;
    /// What judging found, as far as carrying out needs it.
    type Permission;
    /// The rule that says when it may be given.
    const RULE: &'static str;
    /// Whether it may be given at any time, by whoever is not to act, too.
    const STANDING: bool = false;
    /// The words that its lines begin with.
    const VERBS: &'static [Verb] = &[];

    /// The kind in short, with an example.
    fn info() -> OrderInfo;
    /// The same with every name looked up. Whether it may be carried out is another question.
    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal>;
    /// The same with ids for people to read.
    fn wire(&self, ids: &Ids) -> Self::Wire;
    /// Whether the sequence of play takes it now.
    fn in_time(st: &State) -> bool;
    /// Whether it is named among what the active player may do now.
    fn offered(_: &Board, st: &State) -> bool {
        Self::in_time(st)
    }
    /// What is wrong with it, or the permission to carry it out. It is asked in time alone.
    fn judge(&self, engine: &Engine, seat: SeatId) -> Result<Self::Permission, Refusal>;
    /// What may come of it, in a sentence. It is asked when the order may be carried out.
    fn prospects(&self, _: &Self::Permission, _: &Engine) -> Option<String> {
        None
    }
    /// Carries it out: after [`judge`](Self::judge) it cannot fail.
    fn carry_out(&self, permission: Self::Permission, engine: &mut Engine, seat: SeatId);
    /// The next field of a partly filled order with its possible values; `None` when it is complete.
    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions>;
    /// The order as a line that reads back as the same order, whatever stacks there are by then.
    fn print(order: &Self::Wire, sc: &Scenario) -> String;
    /// Reads what stands behind one of its verbs. A kind without verbs is never asked.
    fn parse(verb: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        Err(line.wrong(0, "not_understood", format!("{verb} begins no order")))
    }
}

/// The permission to carry out an order of a seat, or why it is refused.
pub(crate) fn permit<K: OrderKind>(
    order: &K, engine: &Engine, seat: SeatId, name: &str,
) -> Result<K::Permission, Refusal> {
    in_time::<K>(engine, seat, name)?;
    order.judge(engine, seat)
}

/// Whether it is the seat's turn and the time for an order of this kind.
pub(crate) fn in_time<K: OrderKind>(engine: &Engine, seat: SeatId, name: &str) -> Result<(), Refusal> {
    if !K::STANDING {
        let Some(active) = engine.st.active() else {
            return Err(Refusal::new("game_over", "HW-28.8", "the game is over").hint("no more orders are taken"));
        };
        if u16::from(engine.sc.colour(active).seat) != seat.0 {
            let detail = format!("it is the turn of {}", engine.sc.colour(active).name);
            let hint = "only standing orders (trade policy, retreat priority) can be given at any time";
            return Err(Refusal::new("not_your_turn", "HW-22.1", detail).hint(hint));
        }
        if !K::in_time(engine.st) {
            let may = super::offered(engine.board, engine.st).join(", ");
            let refusal = Refusal::new("wrong_phase", K::RULE, format!("{name} is not possible now"));
            return Err(refusal.hint(format!("possible now: {may}")));
        }
    }
    Ok(())
}

/// Whether an order of this kind is possible now.
pub(crate) fn possible<K: OrderKind>(asked: &Asked, complete: impl Fn(&Names) -> Result<K, Refusal>) -> bool {
    let in_time = K::STANDING || (asked.acts() && K::offered(asked.board(), asked.st()));
    if !in_time {
        return false;
    }
    match K::options(asked, &Partial(&Value::Null)) {
        Some(question) => !is_empty(&question),
        None => complete(&Names { sc: asked.engine.sc }).is_ok_and(|order| asked.allows(&order)),
    }
}

/// Whether a question has no answer.
pub(crate) fn is_empty(question: &FieldOptions) -> bool {
    match &question.values {
        FieldValues::OneOf { values } => values.is_empty(),
        FieldValues::Several { values, least, .. } => values.len() < *least as usize,
        FieldValues::Amount { least, most, .. } | FieldValues::Amounts { least, most, .. } => least > most,
        FieldValues::Path { links, least, .. } => links.is_empty() && *least > 0,
        FieldValues::Text { .. } => false,
    }
}

/// Whether an empire expands.
pub(crate) fn expanding(st: &State) -> bool {
    st.turn().is_some_and(|turn| turn.phase == Phase::Expansion)
}

/// For fields that are left out when they are false.
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

/// A partly filled order.
pub(crate) struct Partial<'a>(pub &'a Value);

impl<'a> Partial<'a> {
    /// Whether a field has been answered, be it by `null`.
    pub fn has(&self, field: &str) -> bool {
        self.0.get(field).is_some()
    }

    /// A field of text.
    pub fn text(&self, field: &str) -> Option<&'a str> {
        self.0.get(field)?.as_str()
    }

    /// A small number.
    pub fn number(&self, field: &str) -> Option<u8> {
        self.0.get(field)?.as_u64().and_then(|number| u8::try_from(number).ok())
    }

    /// The elements of a list of texts so far.
    pub fn list(&self, field: &str) -> impl Iterator<Item = &'a str> {
        self.0.get(field).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    /// Whether a list has been ended.
    pub fn ended(&self, field: &str) -> bool {
        let list = self.0.get(field);
        list.is_some_and(|list| list.is_null() || list.as_array().is_some_and(|list| list.last() == Some(&Value::Null)))
    }
}

/// Who asks for options, and the state behind the orders written so far.
pub(crate) struct Asked<'a> {
    /// The seat.
    pub seat: SeatId,
    /// The state as the seat knows it.
    pub engine: &'a Engine<'a>,
    /// Why nothing is offered.
    pub met: Met,
}

impl Asked<'_> {
    pub fn board(&self) -> &Board {
        self.engine.board
    }

    pub fn st(&self) -> &State {
        self.engine.st
    }

    pub fn career(&self) -> Option<&Career> {
        self.st().turn().map(|turn| &turn.career)
    }

    /// Whether the seat is to act.
    pub fn acts(&self) -> bool {
        let active = self.st().active();
        active.is_some_and(|active| u16::from(self.engine.sc.colour(active).seat) == self.seat.0)
    }

    /// Whether an order may be carried out now.
    pub fn allows<K: OrderKind>(&self, order: &K) -> bool {
        self.met.note(permit(order, self.engine, self.seat, ""), |_| true).is_ok()
    }

    /// Lands that the empire of this turn holds.
    pub fn base(&self) -> Lands {
        let turn = self.st().turn();
        turn.map_or(Lands::NONE, |turn| self.st().base(turn.player, turn.career.empire))
    }

    /// Spaces that the empire of this turn can enter.
    pub fn reach(&self) -> impl Iterator<Item = Reach> {
        ways::reach(self.board(), self.st()).into_iter()
    }

    fn explorer(&self) -> Option<Explorer<'_>> {
        let turn = self.st().turn()?;
        Some(Explorer::new(self.board(), self.st(), turn.player, turn.career.empire))
    }

    /// The Lands and waters from which a Land can be entered.
    pub fn ways_into(&self, land: LandId) -> Vec<Space> {
        let Some(explorer) = self.explorer() else { return Vec::new() };
        explorer.into_land(land, explorer.sea_lanes()).into_iter().map(|way| way.via).collect()
    }

    /// The Lands and waters from which a water can be entered.
    pub fn ways_into_water(&self, water: WaterId) -> Vec<Space> {
        self.explorer().map(|explorer| explorer.into_water(water)).unwrap_or_default()
    }

    /// The stacks with forces left.
    pub fn stacks(&self) -> impl Iterator<Item = Source> {
        let stacks = self.career().map(|career| career.pool.stacks.as_slice()).unwrap_or_default();
        stacks.iter().filter(|stack| stack.forces > 0).map(|stack| Source::Stack(stack.id))
    }

    /// Wherever forces can be taken from.
    pub fn all_sources(&self) -> impl Iterator<Item = Source> {
        [Source::Walkover].into_iter().chain(self.stacks()).chain([Source::Allies, Source::Ships])
    }

    // --- names that are there already ---

    pub fn land(&self, name: &str) -> Option<LandId> {
        self.board().find_land(name).ok()
    }

    pub fn water(&self, name: &str) -> Option<WaterId> {
        self.board().find_water(name).ok()
    }

    pub fn space(&self, name: &str) -> Option<Space> {
        self.board().find_space(name).ok()
    }

    pub fn target(&self, name: &str) -> Option<Target> {
        self.board().find_target(name).ok()
    }

    // --- possible values ---

    pub fn land_value(&self, land: LandId) -> OptionValue {
        let info = self.board().land(land);
        OptionValue::new(info.id.as_str(), info.name.as_str()).at(info.name.as_str())
    }

    pub fn water_value(&self, water: WaterId) -> OptionValue {
        let info = self.board().water(water);
        OptionValue::new(info.id.as_str(), info.name.as_str()).at(info.name.as_str())
    }

    pub fn lands(&self, lands: impl IntoIterator<Item = LandId>) -> Vec<OptionValue> {
        lands.into_iter().map(|land| self.land_value(land)).collect()
    }

    pub fn waters(&self, waters: impl IntoIterator<Item = WaterId>) -> Vec<OptionValue> {
        waters.into_iter().map(|water| self.water_value(water)).collect()
    }

    pub fn spaces(&self, spaces: impl IntoIterator<Item = Space>) -> Vec<OptionValue> {
        let value = |space| match space {
            Space::Land(land) => self.land_value(land),
            Space::Water(water) => self.water_value(water),
        };
        spaces.into_iter().map(value).collect()
    }

    pub fn players(&self, players: impl IntoIterator<Item = PlayerId>) -> Vec<OptionValue> {
        let value = |player| {
            let colour = self.engine.sc.colour(player);
            OptionValue::new(colour.key.as_str(), colour.name.as_str())
        };
        players.into_iter().map(value).collect()
    }

    /// Where a force may be taken from, with what is left there.
    pub fn sources(&self, sources: impl IntoIterator<Item = Source>) -> Vec<OptionValue> {
        let stack = |id: u8| self.career()?.pool.stacks.iter().find(|stack| stack.id == id);
        let value = |from: Source| {
            let label = match from {
                Source::Walkover => "a walkover force".to_owned(),
                Source::Allies => "an army of Allies".to_owned(),
                Source::Ships => "a fleet of Ship Building".to_owned(),
                Source::Stack(id) => stack(id).map_or_else(String::new, |stack| {
                    let naval = if stack.naval { ", against fleets" } else { "" };
                    format!("stack {id}, made for {}, {} left{naval}", stack.defence, stack.forces)
                }),
            };
            OptionValue::new(from.name(), label)
        };
        sources.into_iter().map(value).collect()
    }

    /// The defence values of a lookup, with what a further lookup costs (HW-5.3).
    pub fn defences(&self) -> Vec<OptionValue> {
        let constants = &self.board().constants;
        let paid = self.career().is_some_and(|career| career.lookups >= constants.free_lookups);
        let value = |defence: Defence| {
            let value = OptionValue::new(i8::from(defence), defence.to_string());
            if paid { value.costing(i64::from(constants.lookup_fee), "VP") } else { value }
        };
        Defence::ALL.into_iter().map(value).collect()
    }

    /// Whether a lookup is that of Naval Supremacy (HW-R18), once its other fields are there.
    pub fn naval(&self, partial: &Partial) -> Option<FieldOptions> {
        let open = self.career()?.cards.naval_lookup && partial.0.get("defence") == Some(&Value::from(0));
        (open && !partial.has("naval")).then(|| {
            let values = vec![OptionValue::new(true, "the lookup of Naval Supremacy, against fleets only")];
            FieldOptions::one_of("/naval", "Is it the lookup of Naval Supremacy?", values).or_nothing()
        })
    }

    /// The colour of a standing order, for a seat that plays two.
    pub fn colour(&self, partial: &Partial) -> Option<FieldOptions> {
        let own = |player: &PlayerId| u16::from(self.engine.sc.colour(*player).seat) == self.seat.0;
        let own: Vec<PlayerId> = self.st().player_ids().filter(own).collect();
        (own.len() > 1 && !partial.has("colour"))
            .then(|| FieldOptions::one_of("/colour", "For which colour?", self.players(own)))
    }
}
