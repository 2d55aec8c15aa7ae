-- What is packed cannot be read by an earlier version: the events of packed steps are lost to it, as are decisions and order sets.
DROP TABLE event_batches;
-- sqlite:
ALTER TABLE order_sets ADD COLUMN plain TEXT;
UPDATE order_sets SET plain = CAST(decision AS TEXT) WHERE hex(substr(decision, 1, 1)) = '7B';
ALTER TABLE order_sets DROP COLUMN decision;
ALTER TABLE order_sets RENAME COLUMN plain TO decision;
ALTER TABLE ledger ADD COLUMN plain TEXT NOT NULL DEFAULT '[]';
UPDATE ledger SET plain = CAST(sheets AS TEXT) WHERE hex(substr(sheets, 1, 1)) = '5B';
ALTER TABLE ledger DROP COLUMN sheets;
ALTER TABLE ledger RENAME COLUMN plain TO sheets;
-- postgres:
ALTER TABLE order_sets ALTER COLUMN decision TYPE TEXT
    USING CASE WHEN substring(decision FROM 1 FOR 1) = '\x7b'::bytea THEN convert_from(decision, 'UTF8') END;
ALTER TABLE ledger ALTER COLUMN sheets TYPE TEXT
    USING CASE WHEN substring(sheets FROM 1 FOR 1) = '\x5b'::bytea THEN convert_from(sheets, 'UTF8') ELSE '[]' END;
-- both:
