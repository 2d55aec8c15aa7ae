//! HTTP shapes: what comes in, what goes out, and which use case stands between.

pub mod account_stream;
pub mod accounts;
pub mod advice;
pub mod announcements;
pub mod archives;
pub mod audit;
pub mod channels;
pub mod company;
pub mod decisions;
pub mod emails;
pub mod event_shapes;
pub mod gallery;
pub mod game_shapes;
pub mod games;
pub mod guests;
pub mod health;
pub mod inbound_mail;
pub mod invitations;
pub mod maps;
pub mod messages;
pub mod my_data;
pub mod my_games;
pub mod notification_settings;
pub mod oauth;
pub mod order_options;
pub mod orders;
pub mod organisers;
pub mod press;
pub mod problems;
pub mod record;
mod report_page;
pub mod reports;
pub mod rulesets;
pub mod seats;
pub mod sessions;
pub mod stream;
pub mod tokens;
pub mod views;
pub mod votes;

use utoipa_actix_web::service_config::ServiceConfig;

/// All operations of the API.
pub fn configure(config: &mut ServiceConfig) {
    config
        // What is asked most often comes first: routes are tried in this order.
        .service(views::show_view)
        .service(views::show_view_changes)
        .service(views::show_figures)
        .service(gallery::show_gallery)
        .service(gallery::show_gallery_map)
        .service(gallery::show_gallery_figures)
        .service(orders::put_orders)
        .service(order_options::order_options)
        .service(order_options::list_order_kinds)
        .service(orders::show_orders)
        .service(orders::delete_orders)
        .service(orders::set_ready)
        .service(orders::unset_ready)
        .service(views::show_awaiting)
        .service(record::list_events)
        .service(reports::list_reports)
        .service(reports::show_latest_report)
        .service(reports::show_report)
        .service(maps::show_map)
        .service(advice::show_advice)
        .service(games::show_game)
        .service(games::list_games)
        .service(games::create_game)
        .service(games::start_game)
        .service(games::pause_game)
        .service(games::resume_game)
        .service(games::change_settings)
        .service(announcements::announce)
        .service(announcements::list_announcements)
        .service(audit::list_audit)
        .service(games::extend_deadline)
        .service(games::force_step)
        .service(games::abandon_game)
        .service(games::preview_clock)
        .service(archives::show_calendar)
        .service(archives::show_archive)
        .service(archives::verify_game)
        .service(archives::import_game)
        .service(inbound_mail::take_mail)
        .service(record::list_turns)
        .service(decisions::list_decisions)
        .service(seats::list_seats)
        .service(seats::claim_seat)
        .service(seats::release_seat)
        .service(seats::give_seat_to_computer)
        .service(seats::open_seat)
        .service(invitations::invite)
        .service(invitations::list_invitations)
        .service(invitations::revoke_invitation)
        .service(invitations::accept_invitation)
        .service(invitations::list_my_invitations)
        .service(invitations::decline_invitation)
        .service(organisers::remove_co_organiser)
        .service(organisers::list_bans)
        .service(organisers::ban)
        .service(organisers::lift_ban)
        .service(company::call_muster)
        .service(company::answer_muster)
        .service(company::show_muster)
        .service(company::end_muster)
        .service(company::stand_by)
        .service(company::stand_down)
        .service(company::list_substitutes)
        .service(company::show_player)
        .service(votes::call_vote)
        .service(votes::list_votes)
        .service(votes::cast_ballot)
        .service(votes::withdraw_vote)
        .service(messages::send_letter)
        .service(press::report_letter)
        .service(press::list_abuse_reports)
        .service(press::close_abuse_report)
        .service(press::list_blocks)
        .service(press::block_player)
        .service(press::unblock_player)
        .service(messages::list_letters)
        .service(messages::mark_letters_read)
        .service(rulesets::list_rulesets)
        .service(rulesets::show_ruleset)
        .service(rulesets::list_scenarios)
        .service(rulesets::show_scenario)
        .service(rulesets::show_opening_map)
        .service(problems::list_problems)
        .service(problems::show_problem)
        .service(health::health)
        .service(health::readiness)
        .service(health::metrics)
        .service(accounts::register)
        .service(guests::play_as_guest)
        .service(guests::keep_account)
        .service(accounts::me)
        .service(my_games::list_my_games)
        .service(my_data::show_my_data)
        .service(account_stream::stream_my_games)
        .service(account_stream::create_stream_ticket)
        .service(accounts::close_account)
        .service(accounts::change_password)
        .service(sessions::log_in)
        .service(sessions::list_sessions)
        .service(sessions::refresh_session)
        .service(sessions::log_out)
        .service(sessions::end_session)
        .service(channels::create_channel)
        .service(channels::list_channels)
        .service(channels::test_channel)
        .service(channels::rotate_channel_secret)
        .service(channels::list_deliveries)
        .service(channels::show_channel)
        .service(channels::change_channel)
        .service(channels::delete_channel)
        .service(emails::show_email)
        .service(emails::verify_email)
        .service(emails::set_email)
        .service(emails::delete_email)
        .service(emails::ask_for_password)
        .service(emails::reset_password)
        .service(emails::show_unsubscribe)
        .service(emails::unsubscribe)
        .service(notification_settings::show_notification_settings)
        .service(notification_settings::set_notification_settings)
        .service(notification_settings::mute_game)
        .service(notification_settings::unmute_game)
        .service(tokens::create_token)
        .service(tokens::list_tokens)
        .service(oauth::register_application)
        .service(oauth::list_applications)
        .service(oauth::delete_application)
        .service(oauth::show_application)
        .service(oauth::authorize)
        .service(oauth::grant_token)
        .service(oauth::give_token_back)
        .service(oauth::show_authorization_server)
        .service(tokens::revoke_token);
}

pub use crate::context::moment as time;
