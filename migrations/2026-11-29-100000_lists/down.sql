DROP INDEX seats_by_kind;
DROP INDEX games_by_scenario;
DROP INDEX games_by_rules;
DROP INDEX games_by_status;
