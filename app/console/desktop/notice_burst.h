// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include <QtGlobal>

namespace muster::console {

// Whether a notice is still shown by itself: more than kMost within kWithinMs are a burst, which
// one summary stands for until it is over. Times are ms of any clock that does not go back.
class NoticeBurst {
public:
    static constexpr int kMost = 5;
    static constexpr qint64 kWithinMs = 10'000;

    // Takes one notice up. 0: show it; else how many of the burst are left out with this one.
    int add(qint64 atMs);

private:
    std::deque<qint64> m_recent;
    int m_leftOut = 0;
};

} // namespace muster::console
