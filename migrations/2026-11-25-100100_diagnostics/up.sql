-- Lines that were not understood stay with the order set until it is replaced.
ALTER TABLE order_sets ADD COLUMN diagnostics TEXT NOT NULL DEFAULT '[]';
