DROP TABLE abuse_reports;
DROP TABLE blocks;
DROP TABLE press_rules;
