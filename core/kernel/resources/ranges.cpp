// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "core/kernel/resources/resources.h"

namespace muster {

Ranges::Ranges(std::vector<Range> ranges) {
    std::erase_if(ranges, [](const Range& r) { return r.begin > r.end; });
    std::sort(ranges.begin(), ranges.end(),
        [](const Range& a, const Range& b) { return a.begin < b.begin; });
    for (const auto& range : ranges) {
        // Written without end + 1, which would wrap at the largest number.
        const bool joins = !m_ranges.empty()
            && (range.begin <= m_ranges.back().end || range.begin - 1 == m_ranges.back().end);
        if (joins) {
            m_ranges.back().end = std::max(m_ranges.back().end, range.end);
        } else {
            m_ranges.push_back(range);
        }
    }
}

bool Ranges::contains(const Ranges& other) const {
    auto mine = m_ranges.begin();
    return std::all_of(other.m_ranges.begin(), other.m_ranges.end(), [&](const Range& wanted) {
        mine = std::find_if(
            mine, m_ranges.end(), [&](const Range& r) { return r.end >= wanted.begin; });
        return mine != m_ranges.end() && mine->begin <= wanted.begin && wanted.end <= mine->end;
    });
}

Ranges& Ranges::operator+=(const Ranges& other) {
    std::vector<Range> both = m_ranges;
    both.insert(both.end(), other.m_ranges.begin(), other.m_ranges.end());
    return *this = Ranges(std::move(both));
}

Ranges& Ranges::operator-=(const Ranges& other) {
    std::vector<Range> left;
    auto cut = other.m_ranges.begin();
    for (auto range : m_ranges) {
        while (cut != other.m_ranges.end() && cut->end < range.begin) {
            ++cut;
        }
        // A cut may reach over several of our ranges, so the walk does not consume it.
        bool remains = true;
        for (auto c = cut; c != other.m_ranges.end() && c->begin <= range.end && remains; ++c) {
            if (c->begin > range.begin) {
                left.push_back({range.begin, c->begin - 1});
            }
            remains = c->end < range.end;
            range.begin = remains ? c->end + 1 : range.begin;
        }
        if (remains) {
            left.push_back(range);
        }
    }
    m_ranges = std::move(left);
    return *this;
}

std::string Ranges::text() const {
    std::string out = "[";
    for (const auto& range : m_ranges) {
        fmt::format_to(
            std::back_inserter(out), "{}{}-{}", out.size() > 1 ? ", " : "", range.begin, range.end);
    }
    return out += ']';
}

} // namespace muster
