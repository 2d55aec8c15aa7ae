//! Invitations: to a seat or to help run a game, for whoever has the code or for a person who is named.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::game::seating;
use crate::game::transaction::GameTransaction;
use crate::model::{Deed, GameEvent, GameStatus, InvitationRole, InvitationState, SeatKind};
use crate::service::create_game::new_invitation;
use crate::service::lobby::{PLAYABLE, must_be_alone, must_be_in_play, reserved, take_seat};
use crate::store::accounts::{self, AccountRow};
use crate::store::invitations::{self, InvitationRow};
use crate::store::seats::SeatRow;
use crate::store::{AnyConn, co_organisers, exclusions, games, press, seats};

/// An invitation as who runs the game sees it.
#[derive(Debug, Clone)]
pub struct Invitation {
    pub id: String,
    pub code: String,
    pub role: InvitationRole,
    /// Name of who alone may accept it; none: whoever has the code.
    pub player: Option<String>,
    /// Key of the seat that it is for; none: any that is free.
    pub seat: Option<String>,
    pub state: InvitationState,
    pub created_at: i64,
    pub expires_at: i64,
}

/// What somebody is invited to.
#[derive(Debug, Clone, Default)]
pub struct NewInvitation {
    pub role: InvitationRole,
    pub player: Option<String>,
    pub seat: Option<String>,
}

/// An open invitation as the person sees it whom it names.
#[derive(Debug, Clone)]
pub struct InvitationToMe {
    pub id: String,
    pub code: String,
    pub role: InvitationRole,
    pub game: String,
    pub game_name: String,
    pub ruleset: String,
    pub scenario: String,
    pub status: GameStatus,
    /// Key and name of the seat; none: any that is free.
    pub seat: Option<(String, String)>,
    /// Name of who sent it.
    pub invited_by: Option<String>,
    pub created_at: i64,
    pub expires_at: i64,
}

/// Where an accepted invitation led to.
#[derive(Debug, Clone)]
pub struct Accepted {
    pub game: String,
    pub role: InvitationRole,
    /// Key of the seat; none for who helps to run the game.
    pub seat: Option<String>,
}

const MOST_INVITATIONS: usize = 100;
/// So many people help to run a game, at most.
const MOST_CO_ORGANISERS: usize = 10;
/// So many open invitations name one person, at most.
const MOST_TO_ONE: usize = 50;

impl AppContext {
    /// Invites a person. A seat that is named is kept for them; if a computer plays it, it plays on until they come.
    ///
    /// # Errors
    /// `invalid` where nobody has the name, or a co-organiser is invited to a seat or without a name; `already-invited`, `already-seated`,
    /// `already-organiser` and `banned` where the person cannot come.
    pub fn invite(&self, caller: &Caller, game: &str, new: &NewInvitation) -> Result<Invitation, Fault> {
        let row = self.change_game_once(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(PLAYABLE, "joined")?;
            let person = invited_person(conn, tx, caller, new)?;
            let seat = new.seat.as_deref().map(|key| tx.seat(key)).transpose()?;
            if let Some(seat) = seat {
                let row = &tx.seats[seat];
                if row.account_id.is_some() {
                    return Err(Fault::conflict("seat-taken", format!("Seat {} is held by a person.", row.key)));
                }
                must_be_in_play(row)?;
            }
            if invitations::list_invitations(conn, game)?.len() >= MOST_INVITATIONS {
                let detail = format!("This game has had {MOST_INVITATIONS} invitations; that is enough.");
                return Err(Fault::conflict("too-many-invitations", detail));
            }
            let row = InvitationRow {
                account_id: person.as_ref().map(|person| person.id.clone()),
                invited_by: Some(caller.account_id.clone()),
                role: new.role,
                ..new_invitation(game, seat.map(|seat| tx.seats[seat].idx), tx.now)
            };
            invitations::insert_invitation(conn, &row)?;
            let seat = seat.map(|seat| (tx.seats[seat].key.clone(), tx.seats[seat].name.clone()));
            let about = person.iter().map(|person| person.name.clone()).chain(seat.iter().map(|(key, _)| key.clone()));
            tx.note_deed(caller, Deed::Invited, about.collect::<Vec<_>>().join(", "));
            if let Some(person) = &person {
                let to = match (new.role, &seat) {
                    (InvitationRole::CoOrganiser, _) => "to help run".to_owned(),
                    (InvitationRole::Player, Some((_, name))) => format!("to play {name} in"),
                    (InvitationRole::Player, None) => "to play in".to_owned(),
                };
                tx.note_invited(&person.id, format!("{} invites you {to} “{}”.", caller.name, tx.game.name));
            }
            Ok(row)
        })?;
        self.look(Some(caller), game, |conn, tx| Ok(invitations_as_told(conn, tx, vec![row])?.remove(0)))
    }

    pub fn list_invitations(&self, caller: &Caller, game: &str) -> Result<Vec<Invitation>, Fault> {
        self.look(Some(caller), game, |conn, tx| {
            tx.must_run(caller)?;
            let rows = invitations::list_invitations(conn, game)?;
            invitations_as_told(conn, tx, rows)
        })
    }

    pub fn revoke_invitation(&self, caller: &Caller, game: &str, id: &str) -> Result<(), Fault> {
        self.change_game(game, |conn, tx| {
            tx.must_run(caller)?;
            if !invitations::revoke_invitation(conn, game, id, tx.now)? {
                return Err(Fault::not_found("open invitation of this id"));
            }
            tx.note_deed(caller, Deed::InvitationRevoked, "");
            Ok(())
        })
    }

    /// Takes the seat an invitation is for, or helps to run the game from now on.
    pub fn accept_invitation(&self, caller: &Caller, code: &str, wanted: Option<&str>) -> Result<Accepted, Fault> {
        caller.need(Scope::OrdersWrite)?;
        let now = self.now();
        let unknown = || Fault::not_found("open invitation with this code");
        let code = code.trim().to_uppercase();
        let row = self.store.read(|conn| Ok::<_, Fault>(invitations::find_invitation_by_code(conn, &code)?))?;
        let is_for = |row: &InvitationRow| row.account_id.as_ref().is_none_or(|account| *account == caller.account_id);
        let row = row.filter(is_for).ok_or_else(unknown)?;
        let open = row.is_open(now);
        let key = self.change_game_once(&row.game_id, |conn, tx| {
            if !open {
                return Err(unknown());
            }
            tx.must_be(PLAYABLE, "joined")?;
            if row.role == InvitationRole::CoOrganiser {
                caller.need(Scope::Gm)?;
                join_organisers(conn, tx, &row, caller)?;
                return Ok(None);
            }
            must_be_alone(tx, caller)?;
            let excluded = exclusions::exclusion_of(conn, &row.game_id, &caller.account_id)?;
            if excluded.is_some_and(|excluded| !excluded.banned && row.created_at > excluded.since_at) {
                exclusions::lift_exclusion(conn, &row.game_id, &caller.account_id)?;
            }
            let seat = invited_seat(conn, tx, &row, wanted, caller)?;
            seating::must_be_fit_for(conn, tx, seat, caller)?;
            self.may_hold(conn, caller, 1)?;
            if !invitations::use_invitation(conn, &row.id, &caller.account_id, now)? {
                return Err(unknown());
            }
            take_seat(conn, tx, seat, caller)?;
            self.count_votes(conn, tx)?;
            Ok(Some(tx.seats[seat].key.clone()))
        })?;
        self.settle_safely(&row.game_id);
        Ok(Accepted { game: row.game_id, role: row.role, seat: key })
    }

    /// The open invitations that name the caller.
    pub fn my_invitations(&self, caller: &Caller) -> Result<Vec<InvitationToMe>, Fault> {
        caller.need(Scope::GameRead)?;
        self.store.read(|conn| {
            let rows = invitations::open_invitations_for(conn, &caller.account_id, self.now())?;
            let ids: Vec<String> = rows.iter().map(|row| row.game_id.clone()).collect();
            let games = games::games_of(conn, &ids)?;
            let seats = seats::seats_of_games(conn, &ids)?;
            let senders: Vec<String> = rows.iter().filter_map(|row| row.invited_by.clone()).collect();
            let names = accounts::names_of(conn, &senders)?;
            let told = rows.into_iter().filter_map(|row| {
                let game = games.iter().find(|game| game.id == row.game_id).filter(|game| !game.status.is_over())?;
                let seat = seats.iter().find(|seat| seat.game_id == game.id && Some(seat.idx) == row.seat_idx);
                let sender = row.invited_by.as_ref().and_then(|id| names.iter().find(|(one, _)| one == id));
                Some(InvitationToMe {
                    id: row.id,
                    code: row.code,
                    role: row.role,
                    game: game.id.clone(),
                    game_name: game.name.clone(),
                    ruleset: game.ruleset.clone(),
                    scenario: game.scenario.clone(),
                    status: game.status,
                    seat: seat.map(|seat| (seat.key.clone(), seat.name.clone())),
                    invited_by: sender.map(|(_, name)| name.clone()),
                    created_at: row.created_at,
                    expires_at: row.expires_at,
                })
            });
            Ok(told.collect())
        })
    }

    /// Declines an invitation: who runs the game sees it, and a seat that was kept is free again.
    pub fn decline_invitation(&self, caller: &Caller, id: &str) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        let now = self.now();
        self.store.write(|conn| match invitations::decline_invitation(conn, &caller.account_id, id, now)? {
            true => Ok(()),
            false => Err(Fault::not_found("open invitation of this id to you")),
        })
    }
}

/// The person whom an invitation names, if they can come.
fn invited_person(
    conn: &mut AnyConn, tx: &GameTransaction, caller: &Caller, new: &NewInvitation,
) -> Result<Option<AccountRow>, Fault> {
    if new.role == InvitationRole::CoOrganiser {
        tx.must_be_organiser(caller)?;
        let mut flaws = Vec::new();
        if new.player.is_none() {
            let detail = "Say who is to help run the game: a code may be passed on.";
            flaws.push(Flaw::at("/player", "player-needed", detail));
        }
        if new.seat.is_some() {
            let detail = "Who helps to run a game is invited to that alone; send another invitation for the seat.";
            flaws.push(Flaw::at("/seat", "no-seat-of-organisers", detail));
        }
        if !flaws.is_empty() {
            return Err(Fault::invalid(flaws));
        }
        if tx.co_organisers.len() >= MOST_CO_ORGANISERS {
            let detail = format!("{MOST_CO_ORGANISERS} people help to run this game already; that is enough.");
            return Err(Fault::conflict("too-many-organisers", detail));
        }
    }
    let Some(name) = &new.player else { return Ok(None) };
    let person = accounts::find_account_by_name(conn, name.trim())?.ok_or_else(|| {
        let detail = format!("Nobody here is called “{}”.", name.trim());
        Fault::invalid(vec![Flaw::at("/player", "no-such-player", detail)])
    })?;
    if exclusions::exclusion_of(conn, &tx.game.id, &person.id)?.is_some_and(|row| row.banned) {
        let detail = format!("{} is banned from this game; lift the ban first.", person.name);
        return Err(Fault::conflict("banned", detail));
    }
    match new.role {
        InvitationRole::CoOrganiser if tx.runs(&person.id) => {
            return Err(Fault::conflict("already-organiser", format!("{} runs this game already.", person.name)));
        }
        InvitationRole::Player if !tx.held_by(&person.id).is_empty() => {
            let detail = format!("{} holds a seat in this game already.", person.name);
            return Err(Fault::conflict("already-seated", detail));
        }
        _ => {}
    }
    if press::who_blocks(conn, &caller.account_id)?.contains(&person.id) {
        return Err(Fault::conflict("blocked", format!("{} takes no invitations from you.", person.name)));
    }
    let open = invitations::open_invitations_for(conn, &person.id, tx.now)?;
    if open.iter().any(|row| row.game_id == tx.game.id && row.role == new.role) {
        let detail = format!("{} is invited already; revoke that invitation to send another.", person.name);
        return Err(Fault::conflict("already-invited", detail));
    }
    if open.len() >= MOST_TO_ONE {
        let detail = format!("{} has {MOST_TO_ONE} open invitations, and answers none of them.", person.name);
        return Err(Fault::conflict("too-many-invitations", detail));
    }
    Ok(Some(person))
}

/// Lets the person invited help run the game from now on.
fn join_organisers(
    conn: &mut AnyConn, tx: &mut GameTransaction, invitation: &InvitationRow, caller: &Caller,
) -> Result<(), Fault> {
    if tx.runs(&caller.account_id) {
        return Err(Fault::conflict("already-organiser", "You run this game already."));
    }
    if tx.co_organisers.len() >= MOST_CO_ORGANISERS {
        let detail = format!("{MOST_CO_ORGANISERS} people help to run this game already; that is enough.");
        return Err(Fault::conflict("too-many-organisers", detail));
    }
    accounts::find_account(conn, &caller.account_id)?
        .filter(|account| account.closed_at.is_none())
        .ok_or_else(|| Fault::unauthenticated("session-ended", "This account is closed."))?;
    if !invitations::use_invitation(conn, &invitation.id, &caller.account_id, tx.now)? {
        return Err(Fault::not_found("open invitation with this code"));
    }
    co_organisers::insert_co_organiser(conn, &tx.game.id, &caller.account_id, tx.now)?;
    tx.co_organisers.push(caller.account_id.clone());
    tx.tell_all(GameEvent::CoOrganiserAdded { player: caller.name.clone() });
    Ok(())
}

/// Invitations of a game, with the names of people and the keys of seats.
fn invitations_as_told(
    conn: &mut AnyConn, tx: &GameTransaction, rows: Vec<InvitationRow>,
) -> Result<Vec<Invitation>, Fault> {
    let people: Vec<String> = rows.iter().filter_map(|row| row.account_id.clone()).collect();
    let names = accounts::names_of(conn, &people)?;
    let name = |id: &String| names.iter().find(|(one, _)| one == id).map(|(_, name)| name.clone());
    let key = |idx: i32| tx.seats.iter().find(|seat| seat.idx == idx).map(|seat| seat.key.clone());
    let told = rows.into_iter().map(|row| Invitation {
        player: row.account_id.as_ref().and_then(name),
        role: row.role,
        seat: row.seat_idx.and_then(key),
        state: match (row.used_at, row.revoked_at) {
            (Some(_), _) => InvitationState::Used,
            (_, Some(_)) if row.declined => InvitationState::Declined,
            (_, Some(_)) => InvitationState::Revoked,
            _ if row.expires_at <= tx.now => InvitationState::Expired,
            _ => InvitationState::Open,
        },
        id: row.id,
        code: row.code,
        created_at: row.created_at,
        expires_at: row.expires_at,
    });
    Ok(told.collect())
}

/// The seat an invitation leads to: the one it names, or of those left to choose the one wanted or the first that they may
/// take.
fn invited_seat(
    conn: &mut AnyConn, tx: &GameTransaction, invitation: &InvitationRow, wanted: Option<&str>, caller: &Caller,
) -> Result<usize, Fault> {
    let named = invitation.seat_idx.and_then(|idx| tx.seats.iter().position(|seat| seat.idx == idx));
    if let Some(seat) = named {
        return match tx.seats[seat].account_id {
            None => Ok(seat),
            Some(_) => Err(Fault::conflict("seat-taken", "The seat this invitation is for is no longer free.")),
        };
    }
    let kept = invitations::reserved_seats(conn, &tx.game.id, tx.now)?;
    let free = |seat: &SeatRow| seat.account_id.is_none() && seat.kind != SeatKind::Computer && !seat.is_out;
    let open_to_all = |seat: &SeatRow| free(seat) && !kept.contains(&seat.idx);
    let Some(wanted) = wanted else {
        let mut refused = Fault::conflict("seat-taken", "No seat of this game is free any more.");
        for seat in (0..tx.seats.len()).filter(|seat| open_to_all(&tx.seats[*seat])) {
            match seating::must_be_fit_for(conn, tx, seat, caller) {
                Ok(()) => return Ok(seat),
                Err(why) => refused = why,
            }
        }
        return Err(refused);
    };
    let seat = tx.seat(wanted)?;
    let row = &tx.seats[seat];
    match (open_to_all(row), free(row)) {
        (true, _) => Ok(seat),
        (false, true) => Err(reserved(&row.key)),
        (false, false) => Err(Fault::conflict("seat-taken", format!("Seat {} is not free.", row.key))),
    }
}
