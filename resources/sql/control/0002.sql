-- SPDX-FileCopyrightText: 2026 The Muster authors
-- SPDX-License-Identifier: Apache-2.0
-- What ended tasks had, in columns: who used how much, and who had a GPU, without a look into payloads.
-- What ended before this version is not in here. `seq` is the row's in `ended`.

-- WITHOUT ROWID: an insert leaves last_insert_rowid() alone, which is that `seq`.
CREATE TABLE spell (
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

-- How long jobs had waited when they started.
CREATE TABLE waited (
    started INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    waited  INTEGER NOT NULL,
    user    TEXT NOT NULL,
    PRIMARY KEY (started, seq)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;
