DELETE FROM idempotency_keys WHERE status = 0;
ALTER TABLE idempotency_keys DROP COLUMN made;
