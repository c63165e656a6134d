// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/pyramid.h"

#include <random>

#include <gtest/gtest.h>

using namespace muster::models;

namespace {

constexpr unsigned kSeed = 20;

std::vector<SeriesPoint> anyPoints(std::size_t count) {
    std::mt19937 random(kSeed);
    std::uniform_int_distribution<int> value(0, 1000);
    std::vector<SeriesPoint> points;
    for (std::size_t i = 0; i < count; ++i) {
        const double low = value(random);
        const double high = low + value(random);
        points.push_back({static_cast<qint64>(i), low, (low + high) / 2, high});
    }
    return points;
}

Extremes bruteForce(const std::vector<SeriesPoint>& points, std::size_t first, std::size_t last) {
    Extremes out;
    for (auto i = first; i < last; ++i) {
        out.add({points[i].minimum, points[i].maximum, points[i].average});
    }
    return out;
}

} // namespace

TEST(Pyramid, AnswersEveryRangeOfAFewPointsAsBruteForceDoes) {
    for (const std::size_t size : {0, 1, 15, 16, 17, 31, 32, 33, 257}) {
        Pyramid pyramid;
        pyramid.assign(anyPoints(size));
        for (std::size_t first = 0; first <= size; ++first) {
            for (auto last = first; last <= size; ++last) {
                ASSERT_EQ(pyramid.over(first, last), bruteForce(pyramid.points(), first, last))
                    << size << ": " << first << " to " << last;
            }
        }
    }
}

TEST(Pyramid, AnswersRangesOfManyPointsAsBruteForceDoes) {
    Pyramid pyramid;
    pyramid.assign(anyPoints(70'000)); // four levels
    std::mt19937 random(kSeed);
    std::uniform_int_distribution<std::size_t> index(0, 70'000);
    for (int i = 0; i < 300; ++i) {
        const auto [first, last] = std::minmax({index(random), index(random)});
        ASSERT_EQ(pyramid.over(first, last), bruteForce(pyramid.points(), first, last))
            << first << " to " << last;
    }
}

TEST(Pyramid, IsTheSameWhetherPointsComeAtOnceOrOneByOne) {
    const auto points = anyPoints(5000);
    Pyramid grown;
    for (const auto& point : points) {
        grown.append(point);
    }
    Pyramid whole;
    whole.assign(points);
    for (std::size_t first = 0; first < points.size(); first += 7) {
        ASSERT_EQ(grown.over(first, points.size()), whole.over(first, points.size())) << first;
    }
}
