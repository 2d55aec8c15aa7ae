-- What the rules told in a step, together and packed: a turn tells a hundred events. Those of earlier steps stay where they are.
CREATE TABLE event_batches (
    game_id   TEXT    NOT NULL REFERENCES games (id),
    first_seq BIGINT  NOT NULL,
    last_seq  BIGINT  NOT NULL,
    step      INTEGER NOT NULL,
    audience  TEXT    NOT NULL,                 -- of all of them: '*' if everybody is told any, then seats and '*' for the public, between commas
    at        BIGINT  NOT NULL,
-- sqlite:
    events    BLOB    NOT NULL,
-- postgres:
    events    BYTEA   NOT NULL,
-- both:
    PRIMARY KEY (game_id, last_seq)
);
CREATE INDEX event_batches_by_step ON event_batches (game_id, step);

-- Decisions and the ledger's order sets are packed from now on. What is stored stays as it is, and is told by its first byte.
-- sqlite:
ALTER TABLE order_sets ADD COLUMN packed BLOB;
UPDATE order_sets SET packed = CAST(decision AS BLOB) WHERE decision IS NOT NULL;
ALTER TABLE order_sets DROP COLUMN decision;
ALTER TABLE order_sets RENAME COLUMN packed TO decision;
ALTER TABLE ledger ADD COLUMN packed BLOB NOT NULL DEFAULT x'';
UPDATE ledger SET packed = CAST(sheets AS BLOB);
ALTER TABLE ledger DROP COLUMN sheets;
ALTER TABLE ledger RENAME COLUMN packed TO sheets;
-- postgres:
ALTER TABLE order_sets ALTER COLUMN decision TYPE BYTEA USING convert_to(decision, 'UTF8');
ALTER TABLE ledger ALTER COLUMN sheets TYPE BYTEA USING convert_to(sheets, 'UTF8');
-- both:
