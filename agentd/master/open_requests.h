// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace muster::agentd {

// Who waits for the answer to a request, by its number: each is given out once, and no number is
// used again. Not thread-safe.
template <typename Done>
class OpenRequests {
public:
    std::uint64_t add(Done done) {
        m_open.emplace(++m_last, std::move(done));
        return m_last;
    }
    // Nothing: nobody waits for it, or no longer.
    std::optional<Done> take(std::uint64_t request) {
        auto found = m_open.extract(request);
        return found ? std::optional(std::move(found.mapped())) : std::nullopt;
    }
    // In the order in which they asked.
    std::vector<Done> takeAll() {
        std::vector<Done> out;
        for (auto& [request, done] : std::exchange(m_open, {})) {
            out.push_back(std::move(done));
        }
        return out;
    }

private:
    std::uint64_t m_last = 0;
    std::map<std::uint64_t, Done> m_open;
};

} // namespace muster::agentd
