DROP TABLE seat_readers;
