//! `set_up_units`: places all units of a minor that has woken (ER-5.15, ER-5.16).

use super::answers::{answering, other_question};
use super::prelude::*;
use crate::rules::reserves::Waiting;

/// Decision: places all units of a minor that has woken (ER-5.15, ER-5.16).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeSetUpUnits, title = "EternalRomeSetUpUnits")]
pub struct SetUpUnits {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which units go where; all must be placed.
    pub placements: Vec<PlaceUnits>,
}

impl OrderKind for SetUpUnits {
    const VERBS: &'static [Verb] = &[
        Verb { word: "set_up", example: "set_up ARM Artaxata: 2 heavy_cav, Artaxias", read },
        Verb { word: "setup", example: "setup ARM Artaxata: 2 heavy_cav, Artaxias", read },
    ];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Decision: places all units of a minor that has woken in its provinces, ships in its ports",
            ANY_TIME,
            &["ER-5.15", "ER-5.16", "ER-R30"],
            json!({ "type": "set_up_units", "power": "ARM", "placements": [
                { "hex": "Artaxata", "units": [{ "type": "heavy_cav", "count": 2 }], "leaders": ["Artaxias"] },
                { "hex": "6221", "units": [{ "type": "archers", "count": 1 }], "fleet_units": 1 }
            ] }),
            "setup ARM Artaxata: 2 heavy_cav, Artaxias / 6221: 1 ship, 1 archers",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// Every unit of the reserve is placed, legally (ER-5.15, ER-5.16).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, placements: list } = self;
    let ask = ctx.asked(power)?;
    let Question::SetUp { power: minor } = ask.question else { return Err(other_question(&ask.question)) };
    let placements: Vec<Placement> = placed(ctx, minor, list)?;
    answering(Reply::SetUp(placements))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let Some(Question::SetUp { power: minor }) = ask.question() else { return NextField::Break(None) };
        let left = Left::of(ask, *minor, order);
        if left.ships > 0 && left.ports.is_empty() || left.land.is_empty() {
            return NextField::Break(None);
        }
        ask.power(order, |_| true)?;
        let placed = order.list("/placements").len();
        if let Some(at) = placed.checked_sub(1) {
            left.placement(ask, order, at)?;
        }
        if placed > 0 && left.is_empty() {
            return COMPLETE;
        }
        let one = vec![OptionValue::new(json!({}), "a place")];
        NextField::Break(Some(FieldOptions::one_of("/placements/-", "Where does the next of them go?", one)))
    }

    fn print(&self, _: &Scenario) -> String {
        let place = |at: &PlaceUnits| format!("{}: {}", at.hex, contents(at.fleet_units, &at.units, &at.leaders));
        let all: Vec<String> = self.placements.iter().map(place).collect();
        format!("setup {} {}", self.power, some_or_none(&all, " / "))
    }
}

fn read(line: &mut OrderReader<'_, '_, '_, '_>) -> Read<Order> {
    let power = line.power()?;
    Ok(SetUpUnits { power, placements: line.placements()? }.into())
}

/// What a partly filled order has not placed yet, and where it may go.
struct Left {
    units: Vec<Units>,
    leaders: Vec<LeaderId>,
    ships: u8,
    land: Vec<HexId>,
    ports: Vec<HexId>,
}

impl Left {
    fn of(ask: &OptionContext<'_>, minor: PowerId, order: &PartialOrder) -> Self {
        let (sc, st) = (ask.sc, ask.st);
        let waiting = Waiting::of(sc, st, minor);
        let seasoned = sc.reserves.iter().find(|reserve| reserve.power == minor).is_none_or(|reserve| reserve.seasoned);
        let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(minor));
        let hexes = own.flat_map(|id| sc.province(id).hexes.iter().copied());
        let land: Vec<HexId> = hexes.filter(|&hex| sc.hex(hex).land.is_some()).collect();
        let port = |hex: &HexId| sc.hex(*hex).city.is_some_and(|id| sc.city(id).port && st.city(id).controller == minor);
        let ports = land.iter().copied().filter(port).collect();
        let placed: Vec<PlaceUnits> =
            order.list("/placements").into_iter().filter_map(|one| serde_json::from_value(kernel::options::finished(one)).ok()).collect();
        let of_kind = |kind: UnitKind| -> u8 {
            let named = placed.iter().flat_map(|place| &place.units).filter(|units| units.kind == kind);
            waiting.total(kind).saturating_sub(named.map(|units| units.count).sum())
        };
        let units = UnitKind::ALL.into_iter().map(|kind| Units { kind, count: of_kind(kind), seasoned });
        let named = |id: &LeaderId| placed.iter().flat_map(|place| &place.leaders).any(|name| names::find_leader(sc, name) == Some(*id));
        Self {
            units: units.filter(|units| units.count > 0).collect(),
            leaders: waiting.leaders.iter().copied().filter(|id| !named(id)).collect(),
            ships: waiting.ships.saturating_sub(placed.iter().map(|place| place.fleet_units).sum()),
            land,
            ports,
        }
    }

    fn is_empty(&self) -> bool {
        self.units.is_empty() && self.leaders.is_empty() && self.ships == 0
    }

    /// What goes to the place that is named last.
    fn placement(&self, ask: &OptionContext<'_>, order: &PartialOrder, at: usize) -> NextField {
        let pointer = |field: &str| format!("/placements/{at}/{field}");
        let only_ships = self.units.is_empty() && self.leaders.is_empty() && self.ships > 0;
        let hexes = if only_ships { &self.ports } else { &self.land };
        let hexes = hexes.iter().map(|&hex| ask.hex_value(hex)).collect();
        ask.field(order, &pointer("hex"), "Where?", hexes, |_| true)?;
        let here = order.list("/placements").last().and_then(|place| names::find_hex(ask.sc, place["hex"].as_str()?));
        let port = here.is_some_and(|hex| self.ports.contains(&hex));
        let some = |field: &str| !order.list(&pointer(field)).is_empty();
        let nothing = |fields: &[&str]| !fields.iter().any(|field| some(field));
        // Every place gets something, for a placement has to end.
        let values = self.units.iter().flat_map(|units| ask.numbers_of(units.clone())).collect();
        let rest = !self.leaders.is_empty() || self.ships > 0 && port;
        self.list(order, &pointer("units"), "Which units?", values, nothing(&["units"]) && !rest)?;
        let values = self.leaders.iter().map(|&id| ask.leader_value(id)).collect();
        let rest = self.ships > 0 && port;
        self.list(order, &pointer("leaders"), "Which leaders?", values, nothing(&["units", "leaders"]) && !rest)?;
        let ships = pointer("fleet_units");
        if !port || self.ships == 0 || order.answered(&ships) {
            return COMPLETE;
        }
        let values = (1..=self.ships).map(|count| OptionValue::new(count, format!("{count} fleet units"))).collect();
        let asked = FieldOptions::one_of(ships, "How many fleet units?", values);
        NextField::Break(Some(if nothing(&["units", "leaders"]) { asked } else { asked.or_nothing() }))
    }

    fn list(
        &self, order: &PartialOrder, list: &str, prompt: &str, values: Vec<OptionValue>, needed: bool,
    ) -> NextField {
        let pointer = format!("{list}/-");
        // A type of units, or a leader, that is placed here is not among those left.
        if order.answered(&pointer) || values.is_empty() {
            return COMPLETE;
        }
        let asked = FieldOptions::one_of(pointer, prompt, values);
        NextField::Break(Some(if needed { asked } else { asked.or_nothing() }))
    }
}

/// Judges a whole placement: every unit, every leader and every fleet unit of the reserve exactly once.
pub(super) fn placed(ctx: &OrderContext<'_>, minor: PowerId, list: &[PlaceUnits]) -> Result<Vec<Placement>, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let waiting = Waiting::of(sc, st, minor);
    let mut placed = [0u32; KINDS];
    let mut leaders: Vec<LeaderId> = Vec::new();
    let mut ships = 0u32;
    let mut placements = Vec::with_capacity(list.len());
    for (at, place) in list.iter().enumerate() {
        let part = |tail: &str| format!("placements/{at}/{tail}");
        let hex = ctx.hex(&place.hex, &part("hex"))?;
        lies_at_home(ctx, minor, hex, place).map_err(|refusal| refusal.at(part("hex")))?;
        for units in &place.units {
            placed[units.kind.index()] += u32::from(units.count);
        }
        let found = ctx.leaders(&place.leaders, LeaderPlace::Reserve, &part("leaders"))?;
        if let Some(other) = found.iter().find(|leader| !waiting.leaders.contains(leader) || leaders.contains(leader)) {
            let detail = format!("{} is not among the reserves, or is placed twice", sc.leader(*other).short);
            return Err(Refusal::new("unknown_leader", "ER-5.16", detail).at(part("leaders")));
        }
        leaders.extend(&found);
        ships += u32::from(place.fleet_units);
        let units = place.units.iter().map(|units| (units.kind, units.count)).collect();
        placements.push(Placement { hex, units, leaders: found, ships: place.fleet_units });
    }
    for kind in UnitKind::ALL {
        let wanted = u32::from(waiting.total(kind));
        if placed[kind.index()] != wanted {
            let detail = format!("{wanted} {} are to be placed, not {}", sc.unit(kind).name, placed[kind.index()]);
            return Err(Refusal::new("not_all_placed", "ER-5.16", detail).at("placements"));
        }
    }
    if ships != u32::from(waiting.ships) {
        let detail = format!("{} fleet units are to be placed, not {ships}", waiting.ships);
        return Err(Refusal::new("not_all_placed", "ER-5.16", detail).at("placements"));
    }
    if let Some(left) = waiting.leaders.iter().find(|leader| !leaders.contains(leader)) {
        let detail = format!("{} has not been placed", sc.leader(*left).short);
        return Err(Refusal::new("not_all_placed", "ER-5.16", detail).at("placements"));
    }
    Ok(placements)
}

/// A hex of the minor's provinces: land for land units and leaders, one of its ports for ships (ER-5.16).
pub(super) fn lies_at_home(ctx: &OrderContext<'_>, minor: PowerId, hex: HexId, place: &PlaceUnits) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let name = &sc.power(minor).name;
    let own = sc.hex(hex).province.is_some_and(|province| st.province(province).controller == Some(minor));
    if !own || sc.hex(hex).land.is_none() {
        return Err(Refusal::new("not_at_home", "ER-5.16", format!("{hex} is no land in a province of {name}")));
    }
    let port = sc.hex(hex).city.is_some_and(|city| sc.city(city).port && st.city(city).controller == minor);
    if place.fleet_units > 0 && !port {
        return Err(Refusal::new("not_a_port", "ER-5.16", format!("{hex} is no port of {name}")));
    }
    Ok(())
}
