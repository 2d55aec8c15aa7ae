DROP TABLE vote_rules;
DROP TABLE ballots;
DROP TABLE votes;
