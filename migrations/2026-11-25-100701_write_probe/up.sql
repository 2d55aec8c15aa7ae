-- One row that readiness changes, to see whether what is written lasts.
CREATE TABLE write_probe (times BIGINT NOT NULL);
INSERT INTO write_probe VALUES (0);
