ALTER TABLE votes DROP COLUMN restores;
ALTER TABLE ledger DROP COLUMN restores;
