-- SPDX-FileCopyrightText: 2026 The Muster authors
-- SPDX-License-Identifier: Apache-2.0
-- The control journal: what is, what was, and who did what.
PRAGMA application_id = 0x4d75436f;

-- What is. The payload is the daemon's own encoding; SQL never looks inside.
CREATE TABLE record (
    kind    TEXT NOT NULL,
    id      TEXT NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;

-- What was. An id may end more than once: frameworks use task ids again.
CREATE TABLE ended (
    seq      INTEGER PRIMARY KEY,
    kind     TEXT NOT NULL,
    id       TEXT NOT NULL,
    ended_at INTEGER NOT NULL, -- microseconds since 1970, as every time here
    payload  BLOB NOT NULL
) STRICT;
CREATE INDEX ended_by_time ON ended (kind, ended_at);
CREATE INDEX ended_by_id ON ended (kind, id, ended_at);

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

PRAGMA user_version = 1;
