DROP TABLE archived_holders;
