-- Who held the seats of a game that was imported, in the words of its archive.
CREATE TABLE archived_holders (
    game_id  TEXT    NOT NULL REFERENCES games (id),
    seat_idx INTEGER NOT NULL,
    holder   TEXT    NOT NULL,
    PRIMARY KEY (game_id, seat_idx)
);
