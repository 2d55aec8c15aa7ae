DROP INDEX games_by_deadline;
