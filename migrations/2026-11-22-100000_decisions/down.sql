ALTER TABLE order_sets ADD COLUMN reasons TEXT NOT NULL DEFAULT '[]';
ALTER TABLE order_sets DROP COLUMN decision;
