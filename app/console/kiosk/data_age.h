// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>

namespace muster::console {

// Whether what a wall shows is still true. Pure: times are of a clock that never goes back.
//
// Figures are from the newest samples where GPUs are sampled, else from the last sign of the
// master. They are old after three intervals: the interval is that in which samples really come,
// but not less than kLeastInterval, in which a link without samples shows signs of life, so that a
// hiccup of the network passes unseen; until it is known, kLongestInterval. After kLost without a
// connection they are not worth showing.
class DataAge {
public:
    using Millis = std::chrono::milliseconds;
    enum class Freshness {
        None, // nothing was ever heard
        Fresh,
        Old,
        Lost,
    };
    static constexpr Millis kLeastInterval{5'000};
    static constexpr Millis kLongestInterval{20'000};
    static constexpr Millis kLost{60'000};
    static constexpr int kIntervalsOfOld = 3;

    void heard(Millis now); // anything of the master
    void sampled(Millis now); // new samples
    void expectSamples(bool expected, Millis now); // GPUs of connected agents are there

    std::optional<Millis> from() const; // when the figures were true
    Millis interval() const;
    Freshness at(Millis now, bool connected) const;

private:
    std::optional<Millis> m_heard;
    std::optional<Millis> m_sampled;
    std::optional<Millis> m_gap; // between samples, smoothed
    Millis m_expectedSince{};
    bool m_expected = false;
};

} // namespace muster::console
