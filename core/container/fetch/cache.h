// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "core/container/files.h"
#include "core/kernel/base/units.h"

namespace muster::container::fetch {

// Fetched files by key, the least recently used ones removed when they are more than `size`. A
// file is there whole or not at all, whenever the agent ends. Thread-safe; get() blocks.
class Cache {
public:
    // A file of the cache. It stays readable when it is removed meanwhile.
    struct Entry {
        Fd file; // a position of its own
        std::uint64_t bytes = 0;
        bool wasThere = false;
    };

    // Makes the directory, mode 0700, and removes what an earlier agent did not complete. One
    // object per directory.
    static Result<std::unique_ptr<Cache>> open(const std::string& directory, Bytes size);

    // What is there, or what `fill` writes into a new file. Who asks for a key that is being filled
    // waits for it and shares its error, unless that one was cancelled (Conflict): then he fills.
    // A file larger than the whole cache is given, and not kept.
    Result<Entry> get(const std::string& key, const std::stop_token& stop,
        const std::function<Status(int file)>& fill);

private:
    struct Kept {
        std::uint64_t bytes = 0;
        std::uint64_t lastUse = 0; // a running number
    };
    struct Flight {
        bool isDone = false;
        Result<Entry> entry = Entry();
    };

    Cache(Fd directory, Bytes size) : m_directory(std::move(directory)), m_size(size) { }
    Status load();
    Result<Entry> openKept(const std::string& name);
    Result<Entry> fillNew(const std::string& name, const std::function<Status(int file)>& fill);
    void keep(const std::string& name, std::uint64_t bytes);

    const Fd m_directory;
    const Bytes m_size;
    std::mutex m_mutex;
    std::condition_variable_any m_landed;
    std::map<std::string, Kept> m_kept;
    std::map<std::string, std::shared_ptr<Flight>> m_flights;
    std::uint64_t m_total = 0;
    std::uint64_t m_uses = 0;
    std::uint64_t m_fills = 0;
};

} // namespace muster::container::fetch
