//! Another state that a seat cannot tell from this one: hands of others dealt anew, face-down cards exchanged. For tests.

use kernel::{Dice, RuleRef, SeatId};

use crate::knowledge::{masked, plays};
use crate::model::ids::{CardId, EventId};
use crate::model::scenario::Scenario;
use crate::model::state::{Stage, State};

const RULE: RuleRef = RuleRef::new("HW-21.6");

/// Whatever the seat does not see, changed at random.
pub fn hidden(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> State {
    let known = masked(sc, st, seat);
    let mut other = st.clone();
    for player in st.player_ids().filter(|player| !plays(sc, seat, *player)) {
        let mut stream = dice.stream("hidden hand", u16::from(player.0), 0);
        for card in &mut other.player_mut(player).hand {
            *card = EventId::at(stream.pick(sc.board.events.len(), RULE));
        }
        let state = other.player_mut(player);
        state.trade = crate::model::ids::Players(stream.range(0, 63, RULE) as u8);
        state.retreats = sc.board.usable.iter().filter(|_| stream.chance(5, RULE)).collect();
    }
    if let (Stage::Draft(draft), Stage::Draft(seen)) = (&mut other.stage, &known.stage) {
        let certain: Vec<CardId> = known
            .player_ids()
            .filter_map(|player| known.player(player).card?.card)
            .chain(seen.seen.iter().filter_map(|(_, card)| *card))
            .collect();
        let mut open: Vec<CardId> = sc.board.cards_of(st.epoch).filter(|card| !certain.contains(card)).collect();
        let mut stream = dice.stream("hidden cards", 0, 0);
        // Each hidden card is another one, the same wherever it appears.
        let hidden: Vec<CardId> = draft
            .seen
            .iter()
            .zip(&seen.seen)
            .filter(|(_, (_, known))| known.is_none())
            .filter_map(|((_, card), _)| *card)
            .collect();
        let swapped: Vec<(CardId, CardId)> =
            hidden.into_iter().map(|card| (card, open.swap_remove(stream.pick(open.len(), RULE)))).collect();
        let swap = |card: &mut CardId| {
            if let Some((_, to)) = swapped.iter().find(|(from, _)| from == card) {
                *card = *to;
            }
        };
        draft.drawn.iter_mut().for_each(swap);
        draft.seen.iter_mut().filter_map(|(_, card)| card.as_mut()).for_each(swap);
        for player in &mut other.players {
            player.card.iter_mut().filter_map(|held| held.card.as_mut()).for_each(swap);
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use kernel::{Addressed, GameSeed, GameSystem};

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::model::scenario::shipped;
    use crate::model::state::{Draft, Held, Options, PlayerState};
    use crate::orders::Command;
    use crate::orders::PassEmpire;
    use crate::orders::default;
    use crate::room::HistoryOfTheWorld as Hotw;
    use crate::rules::event::{Event, EventKind};
    use crate::rules::{self, recipients};

    /// States of a game played by defaults, with the seat that acts and what it orders.
    fn played(sc: &Scenario, options: Options, number: u64) -> Vec<(State, SeatId, Vec<Command>)> {
        let seed = GameSeed::from_number(number);
        let mut st = rules::start(sc, options, &mut Dice::keyed(&seed, "start"));
        let mut states = Vec::new();
        while let Some(active) = st.active() {
            let seat = SeatId(u16::from(sc.colour(active).seat));
            let commands = default::commands(sc, &masked(sc, &st, seat), seat);
            states.push((st.clone(), seat, commands.clone()));
            let orders = commands.iter().map(|command| command.order(sc)).collect();
            Hotw::advance(sc, &mut st, &[(seat, orders)], &mut Dice::for_step(&seed, states.len() as u32));
        }
        states
    }

    fn seats(sc: &Scenario) -> impl Iterator<Item = SeatId> + use<> {
        (0..sc.seats.len()).map(|seat| SeatId(seat as u16))
    }

    /// What is hidden of a state, part by part. It names every field there is: a new one has to be sorted in here.
    fn face_down(st: &State) -> [String; 5] {
        let State { step: _, options: _, epoch: _, stage, lands: _, fleets: _, players, careers: _ } = st;
        let (mut drawn, mut seen) = (None, Vec::new());
        let mut cards = Vec::new();
        match stage {
            Stage::Draft(Draft { order: _, at: _, drawn: card, seen: all }) => {
                (drawn, seen) = (*card, all.clone());
                for player in players {
                    cards.push(player.card.map(|Held { card, from: _, played: _ }| card));
                }
            }
            Stage::Sumeria { order: _, totals: _ } | Stage::Turn(_) | Stage::Over => {}
        }
        let mut hands = Vec::new();
        let mut policies = Vec::new();
        for player in players {
            let PlayerState { vp: _, strength: _, hand, unknown: _, card: _, last_number: _, trade, retreats } = player;
            hands.push(hand);
            policies.push((trade, retreats));
        }
        [format!("{drawn:?}"), format!("{seen:?}"), format!("{cards:?}"), format!("{hands:?}"), format!("{policies:?}")]
    }

    #[test]
    fn whatever_lies_face_down_is_changed_and_nothing_that_is_seen() {
        let two = Options { two_colours: true, ..Options::default() };
        for (id, options) in [("dawn-4", Options::default()), ("world-3", two)] {
            let sc = shipped::find(id).expect("a shipped scenario");
            let mut changed = [0; 5];
            for (st, ..) in played(&sc, options, 11).into_iter().take(60) {
                for seat in seats(&sc) {
                    let other = hidden(&sc, &st, seat, &mut Dice::keyed(&GameSeed::from_number(2), "hidden"));
                    // Typed, and so with the state as the seat knows it, which checks and plans start from.
                    assert_eq!(Knowledge::of(&sc, &other, seat), Knowledge::of(&sc, &st, seat));
                    for (count, (was, is)) in changed.iter_mut().zip(face_down(&st).iter().zip(&face_down(&other))) {
                        *count += u32::from(was != is);
                    }
                }
            }
            assert!(changed.iter().all(|count| *count > 0), "{id}: {changed:?} of drawn, seen, cards, hands, policies");
        }
    }

    /// What a seat hears of an order set in a draft, up to where its own card or everybody's is turned up.
    fn heard(sc: &Scenario, st: &State, by: SeatId, command: &Command, seat: SeatId) -> Vec<Addressed<Event>> {
        let dice = &mut Dice::for_step(&GameSeed::from_number(5), st.step + 1);
        let news = Hotw::advance(sc, &mut st.clone(), &[(by, vec![command.order(sc)])], dice).events;
        let own: Vec<String> =
            st.player_ids().filter(|one| plays(sc, seat, *one)).map(|one| sc.colour(one).key.clone()).collect();
        let open = |one: &Addressed<Event>| match &one.event.what {
            EventKind::CardsShown { .. } => true,
            EventKind::CardDrawn { player, .. } => own.contains(player),
            _ => false,
        };
        let heard = news.into_iter().filter(|one| one.audience.includes(seat));
        heard.take_while(|one| !open(one)).collect()
    }

    #[test]
    fn a_draft_sounds_the_same_to_a_seat_whatever_card_others_have() {
        let sc = shipped::find("world-4").expect("a shipped scenario");
        let mut compared = 0;
        for (st, by, mut commands) in played(&sc, Options::default(), 12) {
            let Stage::Draft(draft) = &st.stage else { continue };
            commands.extend(recipients(&st, draft).into_iter().map(|to| Command::PassEmpire(PassEmpire { to })));
            for seat in seats(&sc) {
                let other = hidden(&sc, &st, seat, &mut Dice::keyed(&GameSeed::from_number(3), "hidden"));
                for command in &commands {
                    assert_eq!(
                        heard(&sc, &st, by, command, seat),
                        heard(&sc, &other, by, command, seat),
                        "{command:?}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
