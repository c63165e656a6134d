// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/history/statement.h"
#include "core/kernel/base/time.h"

namespace muster::history {

// The desktop console's last known state, so that it opens with a picture and says how old it is.
// Bytes are opaque. One thread at a time.
class Cache {
public:
    struct Entry {
        std::string bytes;
        Instant at; // when the state was true
        bool operator==(const Entry&) const = default;
    };

    // A cache can be had again: a file that is damaged or of a newer version is replaced by an
    // empty one. Errors are those of the folder: no rights, no space, in use, another program's
    // database.
    static Result<Cache> open(const std::filesystem::path& path);

    Status store(std::string_view key, std::string_view bytes, Instant at);
    Result<std::optional<Entry>> load(std::string_view key);

private:
    explicit Cache(Database database);

    Database m_database;
    Statement m_store;
    Statement m_load;
};

} // namespace muster::history
