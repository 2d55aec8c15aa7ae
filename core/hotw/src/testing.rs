//! Positions for tests of reports, map and shorthand: empires grown on the real board by a fixed rule, and what
//! the first seat knows of them.

use std::sync::Arc;

use kernel::{Dice, GameSeed, SeatId};

use crate::knowledge::{Knowledge, masked};
use crate::model::ids::{Defence, EmpireId, Epoch, LandId, MOST_PLAYERS, Owner, PlayerId, Town, Works};
use crate::model::scenario::{Scenario, shipped};
use crate::model::state::{
    Career, CombatMode, Garrison, Granted, LandState, Method, Modifiers, Options, Phase, PlayerState, Pool, Stack,
    Stage, State, Turn,
};
use crate::orders::Command;
use crate::player::random;
use crate::rules;
use crate::rules::event::Event;

/// The position after the first four empires of each epoch up to this one, in the expansion of the next turn.
pub fn position(epoch: u8) -> (Arc<Scenario>, Knowledge) {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    let state = state(&sc, epoch);
    let known = Knowledge::of(&sc, &state, SeatId(0));
    (sc, known)
}

fn state(sc: &Scenario, last: u8) -> State {
    let board = &sc.board;
    let players = sc.colours.len().min(4);
    let player = |at: usize| PlayerState {
        vp: 17 * i32::from(last) + 5 * at as i32,
        strength: 8 * u16::from(last),
        hand: board.piles.iter().filter_map(|pile| Some(pile.get(at % pile.len())?.0)).collect(),
        ..PlayerState::default()
    };
    let mut st = State {
        step: 10 * u32::from(last),
        options: Options::default(),
        epoch: Epoch(last),
        stage: Stage::Over,
        lands: vec![LandState::default(); board.lands.len()],
        fleets: vec![[0; MOST_PLAYERS]; board.waters.len()],
        players: (0..players).map(player).collect(),
        careers: Vec::new(),
    };
    settle(&mut st, board.empire(board.sumeria).start, Owner::Neutral, board.sumeria);
    for epoch in 1..=last {
        for (at, card) in board.cards_of(Epoch(epoch)).enumerate().filter(|(at, _)| at % 7 < 4) {
            for empire in &board.card(card).empires {
                grow(sc, &mut st, PlayerId::at((at + usize::from(epoch)) % players), *empire);
            }
        }
    }
    let card = board.cards_of(Epoch(last)).last().expect("an epoch has cards");
    let empire = board.card(card).empires[0];
    let start = board.empire(empire).start;
    settle(&mut st, start, Owner::Player(PlayerId(0)), empire);
    st.stage = Stage::Turn(Box::new(turn(card, empire)));
    st
}

fn settle(st: &mut State, land: LandId, owner: Owner, empire: EmpireId) {
    let armies = 1 + land.0 % 7 / 5;
    let place = st.land_mut(land);
    place.army = Some(Garrison { owner, empire, armies });
}

/// Lands one after the other, by the shortest way from the start.
fn grow(sc: &Scenario, st: &mut State, player: PlayerId, id: EmpireId) {
    let board = &sc.board;
    let empire = board.empire(id);
    let mut queue = vec![empire.start];
    let mut at = 0;
    while at < queue.len() && queue.len() < usize::from(empire.strength) {
        for border in &board.land(queue[at]).borders {
            if !queue.contains(&border.to) && board.usable.has(border.to) && queue.len() < usize::from(empire.strength)
            {
                queue.push(border.to);
            }
        }
        at += 1;
    }
    for land in &queue {
        let place = st.land_mut(*land);
        place.works = Works::None;
        place.town = if place.town == Town::Capital { Town::City } else { Town::None };
        settle(st, *land, Owner::Player(player), id);
    }
    if empire.capital.is_some() {
        st.land_mut(empire.start).town = Town::Capital;
        st.land_mut(empire.start).works = if id.0.is_multiple_of(3) { Works::Fortress } else { Works::Fort };
    }
    if let Some(site) = queue.iter().find(|land| board.resources.has(**land)) {
        st.land_mut(*site).monument = Some(player);
    }
    for water in empire.navigation.iter().filter(|water| board.water(*water).fleets) {
        let sea = board.water(water).sea;
        if sea {
            st.fleets[water.index()] = [0; MOST_PLAYERS];
        }
        st.fleets[water.index()][player.index()] = 1 + u8::from(sea && id.0.is_multiple_of(2));
    }
}

fn turn(card: crate::model::ids::CardId, empire: EmpireId) -> Turn {
    let stack = |id: u8, points: i8, forces: u8, method: Method| Stack {
        id,
        defence: Defence::try_from(points).expect("a defence value"),
        forces,
        method,
        naval: false,
    };
    let stacks =
        vec![stack(1, -2, 3, Method::Rigid { credit: 3 }), stack(2, 0, 11, Method::Compliant { column: 15, row: 11 })];
    let pool = Pool { unallocated: 1, walkover: 5, stacks, allies: 0, ships: 0 };
    Turn {
        player: PlayerId(0),
        card,
        phase: Phase::Expansion,
        events: 1,
        career: Career {
            empire,
            pool,
            lookups: 2,
            cards: Modifiers { rows: 1, leader: true, ..Modifiers::default() },
            open_lands: crate::model::ids::Lands::NONE,
            surprised: crate::model::ids::Lands::NONE,
            free_forts: 0,
            armies_only: 0,
            stacks_made: 2,
        },
        done: 0,
        granted: Granted::default(),
        used: crate::model::ids::Lands::NONE,
        due: 0,
        fees: 0,
        vp_before: 0,
        fights: 0,
    }
}

/// All events of a game at random, with the tables or with dice.
pub fn events(seed: u64, combat: CombatMode) -> (Arc<Scenario>, Vec<Event>) {
    game(seed, combat, |_, _, _, _| {})
}

/// The same, with a look at each order set before it is carried out, and at the state as its seat knows it.
pub fn game(
    seed: u64, combat: CombatMode, mut look: impl FnMut(&Scenario, &State, SeatId, &[Command]),
) -> (Arc<Scenario>, Vec<Event>) {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    let seed = GameSeed::from_number(seed);
    let options = Options { combat, fortress: true, ..Options::default() };
    let mut st = rules::start(&sc, options, &mut Dice::keyed(&seed, "start"));
    let mut events = Vec::new();
    while let Some(active) = st.active() {
        let seat = SeatId(u16::from(sc.colour(active).seat));
        let known = masked(&sc, &st, seat);
        let knowledge = Knowledge { seat, state: known.clone() };
        let drawn = |attempt: u32| -> Vec<Command> {
            let mut dice = Dice::keyed(&seed, &format!("random {} {attempt}", st.step));
            let orders = random::orders(&sc, &knowledge, &mut dice);
            orders.iter().map(|order| order.resolve(&sc).expect("known names")).collect()
        };
        // Cards are what there is most to tell of.
        let plays = |commands: &Vec<Command>| commands.iter().any(|one| matches!(one, Command::PlayEvent(_)));
        let commands = (1..12).map(drawn).find(plays).unwrap_or_else(|| drawn(0));
        look(&sc, &known, seat, &commands);
        let mut dice = Dice::for_step(&seed, st.step);
        st.step += 1;
        let mut engine = rules::Engine::new(&sc, &mut st, &mut dice);
        let done = commands.iter().take_while(|command| engine.carry_out(seat, command).is_ok()).count();
        assert!(done > 0, "the game goes on");
        events.extend(engine.into_events().into_iter().map(|told| told.event));
    }
    (sc, events)
}
