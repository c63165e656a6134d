-- SPDX-FileCopyrightText: 2026 The Muster authors
-- SPDX-License-Identifier: Apache-2.0
-- Samples of GPUs in compressed chunks: one row holds one GPU, one block of time, all metrics.
PRAGMA application_id = 0x4d755465;

CREATE TABLE gpu (
    id   INTEGER PRIMARY KEY, -- below 2^24
    uuid TEXT NOT NULL UNIQUE
) STRICT;

-- The number of a metric's section in a chunk: survives a change of order in the table of metrics.
CREATE TABLE metric (
    id  INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE
) STRICT;

-- key = block * 2^24 + gpu. Time comes first: rows are only ever added at the end of the tree, which
-- keeps its pages full, and retention cuts one range off its start.
CREATE TABLE chunk_1s (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT; -- block: 120 seconds
CREATE TABLE chunk_1m (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT; -- block: 60 minutes
CREATE TABLE chunk_1h (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT; -- block: 24 hours

-- The block that is still being filled, replaced at each flush. Apart from the chunks, because rows that
-- grow in place would split pages and leave them half empty.
CREATE TABLE tail (
    level INTEGER NOT NULL, -- 0: 1 s, 1: 1 min, 2: 1 h
    gpu   INTEGER NOT NULL,
    block INTEGER NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (level, gpu)
) STRICT;

-- Blocks before this one were pruned, so a query that starts earlier reads a coarser level.
CREATE TABLE horizon (
    level INTEGER PRIMARY KEY,
    block INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 1;
