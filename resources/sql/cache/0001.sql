-- SPDX-FileCopyrightText: 2026 The Muster authors
-- SPDX-License-Identifier: Apache-2.0
-- The desktop console's last known state.
PRAGMA application_id = 0x4d754361;

CREATE TABLE entry (
    key   TEXT NOT NULL PRIMARY KEY,
    at    INTEGER NOT NULL, -- microseconds since 1970
    bytes BLOB NOT NULL
) STRICT;

PRAGMA user_version = 1;
