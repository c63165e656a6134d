-- SPDX-FileCopyrightText: 2026 The Muster authors
-- SPDX-License-Identifier: Apache-2.0
-- The control journal: what is, what was, and who did what.
PRAGMA application_id = 0x4d754a6f;

-- What is. The payload is a row of core/proto/muster/v1/journal.proto; SQL never looks inside.
CREATE TABLE record (
    kind     TEXT NOT NULL,
    id       TEXT NOT NULL,
    payload  BLOB NOT NULL,
    checksum INTEGER NOT NULL, -- CRC-32 of the row
    PRIMARY KEY (kind, id)
) STRICT;

-- What was. An id may end more than once: frameworks use task ids again.
CREATE TABLE ended (
    seq      INTEGER PRIMARY KEY,
    kind     TEXT NOT NULL,
    id       TEXT NOT NULL,
    ended_at INTEGER NOT NULL, -- microseconds since 1970, as every time here
    payload  BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX ended_by_time ON ended (kind, ended_at);
CREATE INDEX ended_by_id ON ended (kind, id, ended_at);

-- What ended tasks had, in columns: who used how much, and who had a GPU, without a look into payloads. `seq` is
-- the row's in `ended`. WITHOUT ROWID: an insert leaves last_insert_rowid() alone, which is that `seq`.
CREATE TABLE usage_interval (
    ended   INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    started INTEGER NOT NULL,
    gpus    INTEGER NOT NULL,
    cpus    INTEGER NOT NULL, -- thousandths
    failed  INTEGER NOT NULL,
    user    TEXT NOT NULL,
    PRIMARY KEY (ended, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE holder (
    gpu     TEXT NOT NULL,
    ended   INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    started INTEGER NOT NULL,
    PRIMARY KEY (gpu, ended, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX holder_by_end ON holder (ended);

-- How long jobs had waited when they started.
CREATE TABLE waited (
    started INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    waited  INTEGER NOT NULL,
    user    TEXT NOT NULL,
    PRIMARY KEY (started, seq)
) STRICT, WITHOUT ROWID;

-- Who did what. Rows are added and pruned by age, never changed.
CREATE TABLE audit (
    seq    INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    author TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (at);

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

PRAGMA user_version = 1;
