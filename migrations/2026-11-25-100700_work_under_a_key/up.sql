-- The work of a request and its Idempotency-Key are one transaction: the key holds what the work gave back, so that the
-- answer can be built again when the server died before it kept it.
ALTER TABLE idempotency_keys ADD COLUMN made TEXT;
-- Until now a key was entered before the work; those that are left belong to requests that never ended.
DELETE FROM idempotency_keys WHERE status = 0;
