ALTER TABLE letters DROP COLUMN author_id;
DROP TABLE abuse_reports;
DROP TABLE blocks;
DROP TABLE press_rules;
