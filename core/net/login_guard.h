// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <string>
#include <unordered_map>

#include "core/kernel/base/time.h"

namespace muster::net {

// Remembers failed logins by address and principal, and says how much longer each takes to be
// answered, so that guessing is slow for whoever guesses and for nobody else: another address or
// another principal is another row. Bounded: a row that is not slow yet is given up first, so that
// guesses at many names free none of them, and of all the one that failed longest ago. Time is an
// argument. Not thread-safe.
class LoginGuard {
public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr unsigned kFree = 5; // failures that cost no time: people mistype
    static constexpr Duration kFirst = std::chrono::milliseconds(250); // the next one; then doubled
    static constexpr Duration kLongest = std::chrono::seconds(5); // within the patience of clients
    static constexpr Duration kForget = std::chrono::minutes(10); // after the last failure
    static constexpr std::size_t kMostRows = 4096;
    static constexpr unsigned kMostLines = 20;
    static constexpr Duration kLinesWithin = std::chrono::seconds(10);

    struct Verdict {
        Duration delay{}; // before the answer
        unsigned failures = 0; // in a row
        // Worth a line in the log: the free ones, the first that is slow, then at most one a
        // second; of all rows together at most kMostLines in kLinesWithin.
        bool isNews = true;
    };

    // While an answer is delayed no further password is looked at for this row: this long. 0: look.
    Duration held(const std::string& address, const std::string& principal, Time now) const;
    Verdict failed(const std::string& address, const std::string& principal, Time now);
    void succeeded(const std::string& address, const std::string& principal);
    std::size_t size() const { return m_rows.size(); }

private:
    struct Row {
        std::string key;
        unsigned failures = 0;
        Time last;
        Time until; // the delayed answer
        Time told; // the last line in the log
    };
    using Rows = std::list<Row>; // the one that failed longest ago first

    Rows::iterator rowOf(const std::string& key, Time now);
    void giveUpOne();
    bool hasLineLeft(Time now);

    Rows m_rows;
    std::unordered_map<std::string, Rows::iterator> m_byKey;
    Time m_linesSince; // when those that m_lines counts began
    unsigned m_lines = 0;
};

} // namespace muster::net
