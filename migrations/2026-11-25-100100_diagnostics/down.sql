ALTER TABLE order_sets DROP COLUMN diagnostics;
