-- A step that takes others back has no orders: the campaign stands again as it did after the step named here.
ALTER TABLE ledger ADD COLUMN restores INTEGER;
ALTER TABLE votes ADD COLUMN restores INTEGER;
