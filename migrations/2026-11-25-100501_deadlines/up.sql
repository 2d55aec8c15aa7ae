-- Which games are overdue is asked often.
CREATE INDEX games_by_deadline ON games (deadline_at);
