-- SPDX-FileCopyrightText: 2026 The Muster authors
-- SPDX-License-Identifier: Apache-2.0
-- What shows that the journal is whole: a checksum of each row, and how far the journal has come.

ALTER TABLE record ADD COLUMN checksum INTEGER; -- CRC-32; NULL: written before this version
ALTER TABLE ended ADD COLUMN checksum INTEGER;

-- Rows that were found damaged, as they were found.
CREATE TABLE damaged (
    seq     INTEGER PRIMARY KEY,
    found   INTEGER NOT NULL,
    origin  TEXT NOT NULL, -- record or ended
    kind    TEXT NOT NULL,
    id      TEXT NOT NULL,
    why     TEXT NOT NULL,
    payload BLOB NOT NULL
) STRICT;

-- One row. Agents are told of it: one that knows of a later state has met a journal that is no more.
CREATE TABLE mark (
    journal  TEXT NOT NULL, -- which journal
    sequence INTEGER NOT NULL -- grows with each commit
) STRICT;
INSERT INTO mark (journal, sequence) VALUES (lower(hex(randomblob(16))), 0);

PRAGMA user_version = 3;
