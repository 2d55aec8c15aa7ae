//! The tables as diesel sees them; the same for SQLite and Postgres.

diesel::table! {
    accounts (id) {
        id -> Text,
        name -> Text,
        name_key -> Text,
        password_hash -> Text,
        is_admin -> Bool,
        created_at -> BigInt,
        closed_at -> Nullable<BigInt>,
        suspended_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    server_keys (purpose) {
        purpose -> Text,
        secret -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    sessions (id) {
        id -> Text,
        account_id -> Text,
        created_at -> BigInt,
        expires_at -> BigInt,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    refresh_tokens (token_hash) {
        token_hash -> Text,
        session_id -> Text,
        created_at -> BigInt,
        used_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    api_tokens (id) {
        id -> Text,
        account_id -> Text,
        name -> Text,
        token_hash -> Text,
        scopes -> Text,
        created_at -> BigInt,
        expires_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
        application_id -> Nullable<Text>,
    }
}

diesel::table! {
    applications (id) {
        id -> Text,
        account_id -> Text,
        name -> Text,
        redirect_uris -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    authorization_codes (code_hash) {
        code_hash -> Text,
        application_id -> Text,
        account_id -> Text,
        redirect_uri -> Text,
        challenge -> Text,
        scopes -> Text,
        expires_at -> BigInt,
        token_id -> Nullable<Text>,
    }
}

diesel::table! {
    archived_holders (game_id, seat_idx) {
        game_id -> Text,
        seat_idx -> Integer,
        holder -> Text,
    }
}

diesel::table! {
    idempotency_keys (account_id, key) {
        account_id -> Text,
        key -> Text,
        request_hash -> Text,
        status -> Integer,
        content_type -> Text,
        location -> Nullable<Text>,
        body -> Binary,
        created_at -> BigInt,
        made -> Nullable<Text>,
    }
}

diesel::table! {
    games (id) {
        id -> Text,
        row_version -> BigInt,
        name -> Text,
        ruleset -> Text,
        ruleset_version -> Text,
        scenario -> Text,
        options -> Text,
        visibility -> Text,
        status -> Text,
        status_reason -> Nullable<Text>,
        creator_id -> Text,
        dice_seed -> Text,
        ai_seed -> Text,
        commitment -> Text,
        clock -> Text,
        absence -> Text,
        step -> Integer,
        step_label -> Text,
        step_began_at -> Nullable<BigInt>,
        deadline_at -> Nullable<BigInt>,
        reminded -> Integer,
        extensions -> Integer,
        seconds_left -> Nullable<BigInt>,
        wake_at -> Nullable<BigInt>,
        outcome -> Nullable<Text>,
        last_seq -> BigInt,
        created_at -> BigInt,
        started_at -> Nullable<BigInt>,
        ended_at -> Nullable<BigInt>,
        turn_began -> Integer,
        forced_step -> Nullable<Integer>,
        organiser_id -> Text,
    }
}

diesel::table! {
    seats (game_id, idx) {
        game_id -> Text,
        idx -> Integer,
        key -> Text,
        name -> Text,
        kind -> Text,
        account_id -> Nullable<Text>,
        ai_level -> Nullable<Text>,
        stand_in -> Bool,
        missed -> Integer,
        is_out -> Bool,
    }
}

diesel::table! {
    invitations (id) {
        id -> Text,
        game_id -> Text,
        code -> Text,
        seat_idx -> Nullable<Integer>,
        created_at -> BigInt,
        expires_at -> BigInt,
        used_at -> Nullable<BigInt>,
        used_by -> Nullable<Text>,
        revoked_at -> Nullable<BigInt>,
        account_id -> Nullable<Text>,
        invited_by -> Nullable<Text>,
        role -> Text,
        declined -> Bool,
    }
}

diesel::table! {
    order_sets (game_id, step, seat_idx) {
        game_id -> Text,
        step -> Integer,
        seat_idx -> Integer,
        revision -> Integer,
        orders -> Text,
        verdicts -> Text,
        ready -> Bool,
        has_orders -> Bool,
        author -> Text,
        stored_at -> BigInt,
        decision -> Nullable<Binary>,
        diagnostics -> Text,
    }
}

diesel::table! {
    ledger (game_id, step) {
        game_id -> Text,
        step -> Integer,
        label -> Text,
        cause -> Text,
        sheets -> Binary,
        dice_digest -> Text,
        state_hash -> Text,
        prev_hash -> Text,
        hash -> Text,
        state -> Binary,
        resolved_at -> BigInt,
        restores -> Nullable<Integer>,
    }
}

diesel::table! {
    events (game_id, seq) {
        game_id -> Text,
        seq -> BigInt,
        step -> Integer,
        kind -> Text,
        audience -> Text,
        body -> Text,
        at -> BigInt,
        people -> Text,
    }
}

diesel::table! {
    event_batches (game_id, last_seq) {
        game_id -> Text,
        first_seq -> BigInt,
        last_seq -> BigInt,
        step -> Integer,
        audience -> Text,
        at -> BigInt,
        events -> Binary,
    }
}

diesel::table! {
    letters (id) {
        id -> Text,
        game_id -> Text,
        from_seat -> Integer,
        to_seats -> Text,
        body -> Text,
        sent_at -> BigInt,
        author_id -> Nullable<Text>,
        is_anonymous -> Bool,
    }
}

diesel::table! {
    letter_copies (game_id, seat_idx, account_id, number) {
        game_id -> Text,
        seat_idx -> Integer,
        account_id -> Text,
        number -> BigInt,
        letter_id -> Text,
        is_read -> Bool,
    }
}

diesel::table! {
    seat_readers (id) {
        id -> Text,
        game_id -> Text,
        seat_idx -> Integer,
        account_id -> Text,
        as_holder -> Bool,
        since_at -> BigInt,
        from_step -> Integer,
        until_at -> Nullable<BigInt>,
        to_step -> Nullable<Integer>,
    }
}

diesel::table! {
    exclusions (game_id, account_id) {
        game_id -> Text,
        account_id -> Text,
        since_at -> BigInt,
        banned -> Bool,
    }
}

diesel::table! {
    press_rules (game_id) {
        game_id -> Text,
        rules -> Text,
    }
}

diesel::table! {
    blocks (account_id, blocked_id) {
        account_id -> Text,
        blocked_id -> Text,
        since_at -> BigInt,
        only_mutes -> Bool,
    }
}

diesel::table! {
    abuse_reports (id) {
        id -> Text,
        game_id -> Text,
        letter_id -> Text,
        author_id -> Nullable<Text>,
        reporter_id -> Text,
        reason -> Text,
        reported_at -> BigInt,
        closed_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    player_records (account_id) {
        account_id -> Text,
        in_time -> BigInt,
        missed -> BigInt,
        finished -> BigInt,
        gave_up -> BigInt,
        removed -> BigInt,
    }
}

diesel::table! {
    substitutes (game_id, account_id) {
        game_id -> Text,
        account_id -> Text,
        since_at -> BigInt,
    }
}

diesel::table! {
    musters (game_id) {
        game_id -> Text,
        called_at -> BigInt,
        closes_at -> BigInt,
    }
}

diesel::table! {
    muster_answers (game_id, account_id) {
        game_id -> Text,
        account_id -> Text,
        answered_at -> BigInt,
    }
}

diesel::table! {
    votes (id) {
        id -> Text,
        game_id -> Text,
        kind -> Text,
        seat_idx -> Nullable<Integer>,
        holder_id -> Nullable<Text>,
        called_by -> Text,
        step -> Integer,
        called_at -> BigInt,
        closes_at -> BigInt,
        state -> Text,
        closed_at -> Nullable<BigInt>,
        yes -> Integer,
        no -> Integer,
        needed -> Integer,
        restores -> Nullable<Integer>,
    }
}

diesel::table! {
    ballots (vote_id, account_id) {
        vote_id -> Text,
        account_id -> Text,
        is_yes -> Bool,
        cast_at -> BigInt,
    }
}

diesel::table! {
    vote_rules (game_id) {
        game_id -> Text,
        rules -> Text,
    }
}

diesel::table! {
    co_organisers (game_id, account_id) {
        game_id -> Text,
        account_id -> Text,
        since_at -> BigInt,
    }
}

diesel::table! {
    jobs (id) {
        id -> Text,
        game_id -> Text,
        step -> Integer,
        seat_idx -> Integer,
        level -> Text,
        status -> Text,
        attempts -> Integer,
        lease_to -> BigInt,
        error -> Nullable<Text>,
        created_at -> BigInt,
        account_id -> Text,
        searches -> Bool,
        place -> BigInt,
        not_before -> BigInt,
        leased_by -> Nullable<Text>,
    }
}

diesel::table! {
    channels (id) {
        id -> Text,
        account_id -> Text,
        name -> Text,
        url -> Text,
        format -> Text,
        kinds -> Text,
        games -> Text,
        pace -> Text,
        secret_version -> Integer,
        rotated_at -> Nullable<BigInt>,
        created_at -> BigInt,
        off_at -> Nullable<BigInt>,
        off_reason -> Nullable<Text>,
        failing_since -> Nullable<BigInt>,
        failures -> Integer,
        rest_until -> BigInt,
        lease_to -> BigInt,
        leased_by -> Nullable<Text>,
        kind -> Text,
    }
}

diesel::table! {
    deliveries (id) {
        id -> Text,
        channel_id -> Text,
        game_id -> Nullable<Text>,
        step -> Nullable<Integer>,
        kind -> Text,
        body -> Text,
        created_at -> BigInt,
        not_before -> BigInt,
        status -> Text,
        attempts -> Integer,
        message_id -> Nullable<Text>,
        tried_at -> Nullable<BigInt>,
        answer -> Nullable<Integer>,
        error -> Nullable<Text>,
    }
}

diesel::table! {
    notification_settings (account_id) {
        account_id -> Text,
        zone -> Text,
        quiet_from -> Nullable<Integer>,
        quiet_to -> Nullable<Integer>,
        daily_at -> Integer,
    }
}

diesel::table! {
    muted_games (account_id, game_id) {
        account_id -> Text,
        game_id -> Text,
        since_at -> BigInt,
    }
}

diesel::table! {
    email_addresses (account_id) {
        account_id -> Text,
        address -> Text,
        address_key -> Text,
        verified_at -> BigInt,
    }
}

diesel::table! {
    reply_addresses (id) {
        id -> Text,
        account_id -> Text,
        game_id -> Text,
        seat_idx -> Integer,
        created_at -> BigInt,
    }
}

diesel::table! {
    order_mails (id) {
        id -> Text,
        message_key -> Text,
        account_id -> Text,
        game_id -> Text,
        subject -> Text,
        body -> Text,
        created_at -> BigInt,
        status -> Text,
        not_before -> BigInt,
        attempts -> Integer,
        error -> Nullable<Text>,
    }
}

diesel::table! {
    mail_codes (id) {
        id -> Text,
        account_id -> Text,
        purpose -> Text,
        address -> Text,
        address_key -> Text,
        created_at -> BigInt,
        expires_at -> BigInt,
        used_at -> Nullable<BigInt>,
        status -> Text,
        not_before -> BigInt,
        attempts -> Integer,
        error -> Nullable<Text>,
    }
}

diesel::table! {
    audit_log (id) {
        id -> Text,
        at -> BigInt,
        account_id -> Nullable<Text>,
        by_name -> Text,
        as_admin -> Bool,
        deed -> Text,
        game_id -> Nullable<Text>,
        about -> Text,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    accounts,
    sessions,
    refresh_tokens,
    api_tokens,
    applications,
    authorization_codes,
    idempotency_keys,
    archived_holders,
    games,
    seats,
    invitations,
    order_sets,
    ledger,
    events,
    event_batches,
    letters,
    letter_copies,
    seat_readers,
    exclusions,
    co_organisers,
    votes,
    ballots,
    vote_rules,
    press_rules,
    blocks,
    abuse_reports,
    player_records,
    substitutes,
    musters,
    muster_answers,
    jobs,
    channels,
    deliveries,
    notification_settings,
    muted_games,
    email_addresses,
    mail_codes,
    reply_addresses,
    order_mails,
    audit_log
);
