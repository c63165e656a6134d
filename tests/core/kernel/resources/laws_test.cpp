// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "core/kernel/resources/resources.h"

namespace muster {
namespace {

constexpr unsigned kSeeds = 1000;
constexpr unsigned kUniverse = 64;

class Draw {
public:
    explicit Draw(unsigned seed) : m_random(seed) { }

    unsigned upTo(unsigned limit) { return static_cast<unsigned>(m_random() % (limit + 1)); }

    // Ranges within [first, first + kUniverse).
    Ranges ranges(unsigned first) {
        std::vector<Ranges::Range> out;
        for (auto count = upTo(5); count > 0; --count) {
            const auto begin = upTo(kUniverse - 1);
            out.push_back({first + begin, first + std::min(begin + upTo(6), kUniverse - 1)});
        }
        return Ranges(out);
    }

    TextSet words(char prefix) {
        TextSet out;
        for (auto count = upTo(4); count > 0; --count) {
            out.insert(fmt::format("{}{}", prefix, upTo(5)));
        }
        return out;
    }

    // Bundles of different `lot` share scalars but no element of a range or a set.
    Resources bundle(unsigned lot) {
        std::vector<Resource> items;
        for (const auto* name : {"cpus", "mem", "disk", "gpus", "fpgas"}) {
            for (const auto* role : {"*", "prod"}) {
                items.push_back({name, role, Milli{upTo(3) * upTo(5000)}});
            }
        }
        for (const auto* role : {"*", "prod"}) {
            items.push_back({"ports", role, ranges(lot * 1000)});
            items.push_back({"bay", role, words(static_cast<char>('a' + lot))});
        }
        std::shuffle(items.begin(), items.end(), m_random);
        return Resources(items);
    }

private:
    std::mt19937 m_random;
};

TEST(ResourceLaws, HoldForRandomBundles) {
    for (unsigned seed = 0; seed < kSeeds; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Draw draw(seed);
        const auto a = draw.bundle(0);
        const auto b = draw.bundle(1);
        const auto c = draw.bundle(draw.upTo(1));
        EXPECT_EQ(a + b, b + a);
        EXPECT_EQ(a + c, c + a);
        EXPECT_EQ((a + b) + c, a + (b + c));
        EXPECT_EQ(a + b - b, a);
        EXPECT_EQ(a - a, Resources{});
        EXPECT_EQ(a + Resources{}, a);
        EXPECT_EQ(a - Resources{}, a);
        EXPECT_TRUE((a + c).contains(a));
        EXPECT_TRUE(a.contains(a - c));
        EXPECT_EQ((a + c).gpus() <= a.gpus() + c.gpus() && (a + c).gpus() >= a.gpus(), true);
        if (HasFailure()) {
            return;
        }
    }
}

TEST(ResourceLaws, GiveBackWhatWasContained) {
    unsigned contained = 0;
    for (unsigned seed = 0; seed < kSeeds; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Draw draw(seed);
        const auto a = draw.bundle(0);
        // Half of the time surely a part of a, else whatever comes.
        const auto other = draw.bundle(0);
        const auto b = seed % 2 == 0 ? a - other : other;
        if (a.contains(b)) {
            ++contained;
            EXPECT_EQ(a - b + b, a);
        } else {
            EXPECT_NE(a - b + b, a);
        }
        if (HasFailure()) {
            return;
        }
    }
    EXPECT_GE(contained, kSeeds / 2);
}

TEST(ResourceLaws, TextAndJsonReadBackAsTheSameBundle) {
    for (unsigned seed = 0; seed < kSeeds; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Draw draw(seed);
        const auto a = draw.bundle(draw.upTo(1));
        ASSERT_EQ(Resources::parse(a.text()), a) << a.text();
        ASSERT_EQ(Resources::parse(a.agentText()), a) << a.agentText();
        ASSERT_EQ(Resources::parse(a.json()), a) << a.json();
        ASSERT_EQ(Resources(a.items()), a);
    }
}

std::set<std::uint64_t> elements(const Ranges& ranges) {
    std::set<std::uint64_t> out;
    for (const auto& range : ranges.ranges()) {
        for (auto i = range.begin; i <= range.end; ++i) {
            out.insert(i);
        }
    }
    return out;
}

bool isNormal(const Ranges& ranges) {
    const auto& list = ranges.ranges();
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].begin > list[i].end || (i > 0 && list[i].begin <= list[i - 1].end + 1)) {
            return false;
        }
    }
    return true;
}

TEST(RangesLaws, AgreeWithASetOfNumbers) {
    for (unsigned seed = 0; seed < kSeeds; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Draw draw(seed);
        const auto a = draw.ranges(0);
        const auto b = draw.ranges(0);
        const auto setA = elements(a);
        const auto setB = elements(b);
        auto united = setA;
        united.insert(setB.begin(), setB.end());
        auto left = setA;
        std::erase_if(left, [&](auto i) { return setB.count(i) > 0; });
        auto sum = a;
        auto difference = a;
        sum += b;
        difference -= b;
        ASSERT_EQ(elements(sum), united);
        ASSERT_EQ(elements(difference), left);
        ASSERT_TRUE(isNormal(a) && isNormal(sum) && isNormal(difference));
        ASSERT_EQ(a.contains(b), std::includes(setA.begin(), setA.end(), setB.begin(), setB.end()));
        ASSERT_TRUE(sum.contains(a) && sum.contains(b) && a.contains(difference));
    }
}

TEST(RangesLaws, HoldAtTheLargestNumber) {
    constexpr auto kLast = ~std::uint64_t{0};
    Ranges all({{0, kLast}});
    EXPECT_EQ(Ranges({{5, kLast}, {0, 4}, {7, 3}}), all);
    all -= Ranges({{kLast, kLast}, {0, 0}});
    EXPECT_EQ(all, Ranges({{1, kLast - 1}}));
    all += Ranges({{0, 0}, {kLast, kLast}});
    EXPECT_EQ(all.text(), "[0-18446744073709551615]");
    all -= all;
    EXPECT_TRUE(all.empty());
}

} // namespace
} // namespace muster
