DROP TABLE muster_answers;
DROP TABLE musters;
DROP TABLE substitutes;
DROP TABLE player_records;
