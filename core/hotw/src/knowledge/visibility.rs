//! The view that a seat is shown, made of what it knows.

use kernel::SeatId;

use super::Knowledge;
use super::known::plays;
use crate::knowledge::view::{
    AreaHolder, AreaView, DraftView, FleetView, HandCard, HandView, LandView, ModifiersView, OptionsView, PlayerView,
    PoolView, ReachView, SpaceKind, StackView, SurvivorsView, TurnView, View, WaterView,
};
use crate::model::ids::{AreaId, EventId, MOST_PLAYERS, PlayerId, Space};
use crate::model::scenario::Scenario;
use crate::model::state::{Method, Phase, Stage, State, Turn};
use crate::rules::event::AreaHold;
use crate::rules::{self, empire_key, owner_key, score, ways};

impl Knowledge {
    /// What the seat is shown of it, with the kinds of orders that it may give now.
    pub fn view(&self, sc: &Scenario, may: Vec<String>) -> View {
        let (known, seat) = (&self.state, self.seat);
        let board = &sc.board;
        let own = self.colours(sc);
        let key = |player: PlayerId| sc.colour(player).key.clone();
        let to_act = self.acting(sc).is_some();
        View {
            seat: sc.seats.get(seat.index()).map_or_else(String::new, |seat| seat.key.clone()),
            colours: own.iter().map(|player| key(*player)).collect(),
            step: known.step,
            epoch: known.epoch,
            years: board.epochs[known.epoch.index()].years.clone(),
            phase: phase(known).to_owned(),
            active: known.active().map(key),
            to_act,
            may,
            options: OptionsView {
                combat_mode: known.options.combat,
                fortress: known.options.fortress,
                preservation_of_culture: known.options.preservation_of_culture,
                two_colours: known.options.two_colours,
            },
            players: known.player_ids().map(|player| player_view(sc, known, player, own.contains(&player))).collect(),
            draft: draft_view(sc, known, seat),
            turn: known.turn().map(|turn| turn_view(sc, known, turn)),
            hands: own.iter().map(|player| hand_view(sc, known, *player)).collect(),
            lands: land_views(sc, known),
            waters: water_views(sc, known),
            areas: board.area_ids().map(|area| area_view(sc, known, area)).collect(),
        }
    }
}

/// What is going on, in a word.
pub fn phase(st: &State) -> &'static str {
    match &st.stage {
        Stage::Sumeria { .. } => "sumeria",
        Stage::Draft(_) => "draft",
        Stage::Turn(turn) => match turn.phase {
            Phase::BeforeTurn => "before_turn",
            Phase::Survivors(_) => "survivors",
            Phase::Barbarians { .. } => "barbarians",
            Phase::Expansion => "expansion",
            Phase::Monuments => "monuments",
        },
        Stage::Over => "over",
    }
}

fn player_view(sc: &Scenario, st: &State, player: PlayerId, own: bool) -> PlayerView {
    let board = &sc.board;
    let (state, colour) = (st.player(player), sc.colour(player));
    PlayerView {
        player: colour.key.clone(),
        name: colour.name.clone(),
        seat: sc.seats[usize::from(colour.seat)].key.clone(),
        vp: state.vp,
        strength_marker: state.strength,
        event_cards: state.hand.len() as u8 + state.unknown,
        has_card: state.card.is_some(),
        card: state.card.and_then(|held| held.card).map(|card| board.card(card).id.clone()),
        passed_by: state.card.and_then(|held| held.from).map(|from| sc.colour(from).key.clone()),
        played: state.card.is_some_and(|held| held.played),
        lands: st.lands_of(player).len() as u8,
        would_score: score::score(board, st, player).total(),
        accepts_trade_of: own.then(|| state.trade.iter().map(|other| sc.colour(other).key.clone()).collect()),
        retreat_priority: own.then(|| state.retreats.iter().map(|land| board.land(*land).id.clone()).collect()),
    }
}

fn draft_view(sc: &Scenario, st: &State, seat: SeatId) -> Option<DraftView> {
    let Stage::Draft(draft) = &st.stage else { return None };
    let key = |player: &PlayerId| sc.colour(*player).key.clone();
    let card = |card: crate::model::ids::CardId| sc.board.card(card).id.clone();
    Some(DraftView {
        order: draft.order.iter().map(key).collect(),
        drawer: key(&draft.drawer()),
        drawn: draft.drawn.map(card),
        may_keep: rules::may_keep(st, draft),
        may_pass_to: rules::recipients(st, draft).iter().map(key).collect(),
        seen: draft
            .seen
            .iter()
            .filter(|(drawer, _)| plays(sc, seat, *drawer))
            .filter_map(|(_, seen)| seen.map(card))
            .collect(),
    })
}

fn turn_view(sc: &Scenario, st: &State, turn: &Turn) -> TurnView {
    let board = &sc.board;
    let career = &turn.career;
    let land = |land: crate::model::ids::LandId| board.land(land).id.clone();
    let space = |space: Space| match space {
        Space::Land(land) => board.land(land).id.clone(),
        Space::Water(water) => board.water(water).id.clone(),
    };
    let reach = ways::reach(board, st).into_iter().map(|reach| ReachView {
        space: space(reach.space),
        kind: match reach.space {
            Space::Land(_) => SpaceKind::Land,
            Space::Water(_) => SpaceKind::Water,
        },
        via: space(reach.via),
        defenders: reach.defenders,
        defence: reach.defence,
    });
    let sites = match turn.phase {
        Phase::Monuments => rules::sites(board, st, turn.player, &turn.builders(board)),
        _ => Vec::new(),
    };
    TurnView {
        player: sc.colour(turn.player).key.clone(),
        card: board.card(turn.card).id.clone(),
        empire: empire_key(board, career.empire),
        events_played: turn.events,
        array: crate::model::array::write(&career.pool),
        pool: PoolView {
            unallocated: career.pool.unallocated,
            walkover: career.pool.walkover,
            stacks: career.pool.stacks.iter().map(stack_view).collect(),
            allies: career.pool.allies,
            ships: career.pool.ships,
            free_forts: career.free_forts,
            armies_only: career.armies_only,
        },
        lookups: career.lookups,
        fees: turn.fees,
        modifiers: ModifiersView {
            rows: career.cards.rows,
            rigid_shift: career.cards.rigid_shift,
            compliant_shift: career.cards.compliant_shift,
            siegecraft: career.cards.siegecraft,
            naval_lookup: career.cards.naval_lookup,
        },
        open_lands: career.open_lands.or(career.surprised).iter().map(land).collect(),
        reach: reach.collect(),
        survivors: match &turn.phase {
            Phase::Survivors(survivors) => Some(SurvivorsView {
                lands: survivors.lands.iter().map(|one| land(*one)).collect(),
                forces: survivors.forces,
            }),
            _ => None,
        },
        barbarians: match turn.phase {
            Phase::Barbarians { from, .. } => Some(land(from)),
            _ => None,
        },
        monuments_due: turn.due,
        monument_sites: sites.into_iter().map(land).collect(),
    }
}

fn stack_view(stack: &crate::model::state::Stack) -> StackView {
    let (table, credit, column, row) = match stack.method {
        Method::Rigid { credit } => ("rigid", Some(credit), None, None),
        Method::Compliant { column, row } => ("compliant", None, Some(column), Some(row)),
    };
    StackView {
        id: stack.id.to_string(),
        defence: stack.defence,
        forces: stack.forces,
        table: table.into(),
        credit,
        column,
        row,
        naval: stack.naval,
    }
}

fn hand_view(sc: &Scenario, st: &State, player: PlayerId) -> HandView {
    let card = |card: &EventId| HandCard {
        card: sc.board.event(*card).id.clone(),
        playable: rules::playable(&sc.board, st, player, *card),
    };
    HandView { player: sc.colour(player).key.clone(), cards: st.player(player).hand.iter().map(card).collect() }
}

fn land_views(sc: &Scenario, st: &State) -> Vec<LandView> {
    let board = &sc.board;
    let view = |(info, land): (&crate::model::scenario::Land, &crate::model::state::LandState)| LandView {
        land: info.id.clone(),
        owner: land.army.map(|army| owner_key(sc, army.owner)),
        empire: land.army.map(|army| empire_key(board, army.empire)),
        armies: land.armies(),
        works: land.works,
        town: land.town,
        monument: land.monument.map(|builder| sc.colour(builder).key.clone()),
    };
    board.lands.iter().zip(&st.lands).map(view).collect()
}

fn water_views(sc: &Scenario, st: &State) -> Vec<WaterView> {
    let fleets = |counts: &[u8; MOST_PLAYERS]| {
        let held = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        held.map(|(player, count)| FleetView { player: sc.colours[player].key.clone(), fleets: *count }).collect()
    };
    let all = sc.board.waters.iter().zip(&st.fleets);
    all.map(|(info, counts)| WaterView { water: info.id.clone(), fleets: fleets(counts) }).collect()
}

fn area_view(sc: &Scenario, st: &State, area: AreaId) -> AreaView {
    let board = &sc.board;
    let held = score::holdings(board, st, area);
    let mut holders: Vec<AreaHolder> = Vec::new();
    for player in st.player_ids().filter(|player| held[player.index()] > 0) {
        let step: Option<AreaHold> = score::step(board, area, &held, player);
        holders.push(AreaHolder { player: sc.colour(player).key.clone(), lands: held[player.index()], step });
    }
    if held[MOST_PLAYERS] > 0 {
        holders.push(AreaHolder { player: "neutral".into(), lands: held[MOST_PLAYERS], step: None });
    }
    let info = board.area(area);
    AreaView { area: info.id.clone(), vp: info.vp[st.epoch.index()], lands: info.lands.len() as u8, holders }
}
