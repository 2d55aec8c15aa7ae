-- Lists of games by what they are asked for by.
CREATE INDEX games_by_status ON games (status, created_at, id);
CREATE INDEX games_by_rules ON games (ruleset, created_at, id);
CREATE INDEX games_by_scenario ON games (scenario, created_at, id);
CREATE INDEX seats_by_kind ON seats (kind, game_id);
