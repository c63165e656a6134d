// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/allocator/gpu_allocator.h"

#include <algorithm>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

namespace muster::allocator {
namespace {

GpuUuid gpu(unsigned minor) {
    return {fmt::format("GPU-{:02}", minor)};
}

std::vector<GpuUuid> gpus(std::initializer_list<unsigned> minors) {
    std::vector<GpuUuid> out;
    std::transform(minors.begin(), minors.end(), std::back_inserter(out), gpu);
    return out;
}

// "0 1 2 3 0=1 2-3": GPUs by their minor, joined by one NVLink lane (-) or two (=).
std::vector<GpuInfo> draw(const std::string& world) {
    std::vector<GpuInfo> out;
    std::istringstream words(world);
    for (std::string word; words >> word;) {
        const auto minor = static_cast<unsigned>(std::stoul(word));
        const auto join = word.find_first_of("-=");
        if (join == std::string::npos) {
            out.push_back({.uuid = gpu(minor), .minor = minor});
            continue;
        }
        const auto peer = static_cast<unsigned>(std::stoul(word.substr(join + 1)));
        const auto from
            = std::find_if(out.begin(), out.end(), [&](const auto& g) { return g.minor == minor; });
        from->links.push_back({gpu(peer), word[join] == '=' ? 2U : 1U});
    }
    return out;
}

std::string words(std::span<const GpuUuid> list) {
    std::string out;
    for (const auto& one : list) {
        out += fmt::format("{}{}", out.empty() ? "" : " ", std::stoul(one.value.substr(4)));
    }
    return out;
}

// The minors that a request for `count` gets on a fresh world in which `taken` are held.
std::string take(
    const std::string& world, std::size_t count, std::initializer_list<unsigned> taken = {}) {
    GpuAllocator allocator(draw(world));
    EXPECT_TRUE(allocator.allocate(gpus(taken)));
    const auto got = allocator.allocate(count);
    return got ? words(*got) : got.error().message;
}

std::string message(const Status& status) {
    return status ? "done" : status.error().message;
}

const std::string kPairs = "0 1 2 3 0-1 2-3";
const std::string kDgx1
    = "0 1 2 3 4 5 6 7 0-1 0-2 0=3 0=4 1=2 1-3 1=5 2=3 2-6 3-7 4-5 4-6 4=7 5=6 5-7 6=7";

// NVIDIA_GPU_Allocator of Mesos' nvidia_gpu_isolator_tests.cpp, assertion by assertion.
TEST(GpuAllocator, DoesWhatMesosTestsOfItsOwn) {
    GpuAllocator allocator(draw("0 1 2 3"));
    EXPECT_EQ(allocator.total().size(), 4U);

    auto all = allocator.allocate(4);
    ASSERT_TRUE(all);
    EXPECT_EQ(*all, allocator.total());
    const auto oneMore = allocator.allocate(1);
    ASSERT_FALSE(oneMore);
    EXPECT_EQ(oneMore.error().message, "Requested 1 gpus but only 0 available");

    EXPECT_TRUE(allocator.deallocate(*all));
    EXPECT_TRUE(allocator.allocate(*all));

    const std::vector<GpuUuid> one = {all->front()};
    EXPECT_TRUE(allocator.deallocate(one));
    EXPECT_EQ(allocator.allocate(1), one);

    EXPECT_TRUE(allocator.deallocate(one));
    EXPECT_EQ(message(allocator.deallocate(one)), "GPU-00 are not allocated");
    EXPECT_TRUE(allocator.allocate(one));

    const std::vector<GpuUuid> bogus = {{"GPU-bogus"}};
    EXPECT_EQ(message(allocator.deallocate(bogus)), "GPU-bogus are not allocated");
    EXPECT_TRUE(allocator.deallocate(*all));
    EXPECT_EQ(message(allocator.allocate(bogus)), "GPU-bogus are not available");
    EXPECT_EQ(allocator.available().size(), 4U);
}

TEST(GpuAllocator, SaysHowManyAreLeft) {
    EXPECT_EQ(take("0 1 2", 4, {1}), "Requested 4 gpus but only 2 available");
    EXPECT_EQ(take("", 1), "Requested 1 gpus but only 0 available");
    EXPECT_EQ(take("", 0), "");
}

TEST(GpuAllocator, TakesTheLowestMinorsWhateverTheOrderOfDiscovery) {
    EXPECT_EQ(take("10 3 7 1", 3), "1 3 7");
    EXPECT_EQ(take("10 3 7 1", 2, {3}), "1 7");
}

TEST(GpuAllocator, TakesByReferenceAllOrNone) {
    GpuAllocator allocator(draw("2 1 0 3"));
    ASSERT_TRUE(allocator.allocate(gpus({1, 2})));
    const std::vector<GpuUuid> wanted = {{"GPU-z"}, gpu(2), gpu(3), {"GPU-a"}, gpu(1)};
    EXPECT_EQ(
        message(allocator.allocate(wanted)), "GPU-01, GPU-02, GPU-a, GPU-z are not available");
    EXPECT_EQ(allocator.available(), gpus({0, 3}));
    EXPECT_EQ(message(allocator.deallocate(gpus({3, 1, 0}))), "GPU-00, GPU-03 are not allocated");
    EXPECT_EQ(allocator.allocated(), gpus({1, 2}));
}

TEST(GpuAllocator, RefusesOneGpuNamedTwice) {
    GpuAllocator allocator(draw("0 1"));
    EXPECT_EQ(message(allocator.allocate(gpus({0, 0}))), "GPU-00 are not available");
    ASSERT_TRUE(allocator.allocate(gpus({0})));
    EXPECT_EQ(message(allocator.deallocate(gpus({0, 0}))), "GPU-00 are not allocated");
    EXPECT_TRUE(allocator.isAllocated(gpu(0)));
}

TEST(GpuAllocator, NeverHandsOutWhatIsExcluded) {
    GpuAllocator allocator(draw("0 1 2"));
    allocator.exclude(gpu(0));
    EXPECT_EQ(allocator.allocate(1), gpus({1}));
    EXPECT_EQ(message(allocator.allocate(gpus({0, 2}))), "GPU-00 are not available");
    EXPECT_EQ(allocator.total(), gpus({0, 1, 2}));
    allocator.include(gpu(0));
    EXPECT_EQ(allocator.allocate(1), gpus({0}));
}

TEST(GpuAllocator, LetsATaskKeepItsExcludedGpuToTheEnd) {
    GpuAllocator allocator(draw("0"));
    ASSERT_TRUE(allocator.allocate(1));
    allocator.exclude(gpu(0));
    EXPECT_TRUE(allocator.isAllocated(gpu(0)));
    EXPECT_TRUE(allocator.deallocate(gpus({0})));
    EXPECT_TRUE(allocator.available().empty());
    EXPECT_FALSE(allocator.isAllocated(gpu(0)));
}

TEST(GpuAllocator, RemembersTheExclusionOfAGpuThatComesBack) {
    GpuAllocator allocator(draw("0 1"));
    allocator.exclude(gpu(1));
    allocator.exclude(gpu(2));
    allocator.setGpus(draw("0"));
    allocator.setGpus(draw("0 1 2"));
    EXPECT_EQ(allocator.available(), gpus({0}));
}

TEST(GpuAllocator, KeepsAllocatedWhatVanishes) {
    GpuAllocator allocator(draw("0 1 2"));
    ASSERT_TRUE(allocator.allocate(gpus({0, 2})));
    allocator.setGpus(draw("1 2"));
    EXPECT_EQ(allocator.total(), gpus({1, 2}));
    EXPECT_EQ(allocator.allocated(), gpus({2, 0})) << "unknown ones come last";
    EXPECT_TRUE(allocator.isAllocated(gpu(0)));
    EXPECT_EQ(allocator.find(gpu(0)), nullptr);

    allocator.setGpus(draw("0 1 2"));
    EXPECT_EQ(allocator.allocated(), gpus({0, 2})) << "it came back and is still held";

    allocator.setGpus(draw("1"));
    EXPECT_TRUE(allocator.deallocate(gpus({2, 0})));
    EXPECT_EQ(message(allocator.deallocate(gpus({0}))), "GPU-00 are not allocated");
    EXPECT_EQ(message(allocator.allocate(gpus({0}))), "GPU-00 are not available");
    EXPECT_TRUE(allocator.allocated().empty());
}

TEST(GpuAllocator, FollowsAGpuToItsNewMinor) {
    GpuAllocator allocator(draw("0 1"));
    ASSERT_TRUE(allocator.allocate(gpus({0})));
    allocator.setGpus({{.uuid = gpu(0), .minor = 7}, {.uuid = gpu(1), .minor = 3}});
    EXPECT_EQ(allocator.total(), gpus({1, 0}));
    EXPECT_EQ(allocator.find(gpu(0))->minor, 7U);
    EXPECT_TRUE(allocator.isAllocated(gpu(0)));
}

TEST(GpuAllocator, IsAValue) {
    GpuAllocator allocator(draw("0 1"));
    auto attempt = allocator;
    ASSERT_TRUE(attempt.allocate(2));
    EXPECT_EQ(allocator.available().size(), 2U);
}

TEST(NvLink, JoinsWhatATaskGets) {
    EXPECT_EQ(take(kPairs, 2, {0}), "2 3");
    EXPECT_EQ(take(kPairs, 2), "0 1");
    EXPECT_EQ(take("0 1 2 3 1-3", 2), "1 3");
    EXPECT_EQ(take("0 1 2 3 0-3 1-2", 2), "0 3");
}

TEST(NvLink, DoesNotMatterForOneGpu) {
    EXPECT_EQ(take("0 1 2 0-1", 1), "0");
    EXPECT_EQ(take("0 1 2 0-1", 1, {0}), "1");
}

TEST(NvLink, LeavesTheLargerGroupWhole) {
    EXPECT_EQ(take("0 1 2 3 4 5 0-1 1-2 2-3 4-5", 2), "4 5");
    EXPECT_EQ(take("0 1 2 3 4 5 0-1 1-2 2-3 4-5", 3), "0 1 2");
    EXPECT_EQ(take("0 1 2 3 4 5 0-1 1-2 2-3 4-5", 2, {5}), "0 1");
}

TEST(NvLink, PrefersPairsWithMoreLanes) {
    EXPECT_EQ(take("0 1 2 3 0-1 0-2 1=3 2-3", 2), "1 3");
    EXPECT_EQ(take(kDgx1, 2), "0 3");
    EXPECT_EQ(take(kDgx1, 4), "0 1 2 3");
    EXPECT_EQ(take(kDgx1, 4, {0, 1, 2, 3}), "4 5 6 7");
}

TEST(NvLink, CountsOnlyThroughFreeGpus) {
    EXPECT_EQ(take("0 1 2 3 4 0-1 1-2 3-4", 2, {1}), "3 4");
}

TEST(NvLink, FallsBackToTheLowestMinors) {
    EXPECT_EQ(take(kPairs, 3), "0 1 2");
    EXPECT_EQ(take(kPairs, 2, {0, 3}), "1 2");
}

TEST(NvLink, IsCountedOverBusyGpusToo) {
    EXPECT_EQ(GpuAllocator().largestLinkedGroup(), 0U);
    EXPECT_EQ(GpuAllocator(draw("0 1")).largestLinkedGroup(), 1U);
    EXPECT_EQ(GpuAllocator(draw("0 1 2 0-1")).largestLinkedGroup(), 2U);
    GpuAllocator dgx(draw(kDgx1));
    ASSERT_TRUE(dgx.allocate(8));
    EXPECT_EQ(dgx.largestLinkedGroup(), 8U);
}

TEST(NvLink, ToSwitchesWithoutAKnownPeerIsNoLink) {
    auto world = draw("0 1");
    world[0].links.push_back({{"GPU-elsewhere"}, 4});
    world[0].links.push_back({gpu(0), 4});
    world[0].links.push_back({gpu(1), 0});
    EXPECT_EQ(GpuAllocator(world).largestLinkedGroup(), 1U);
}

// Up to 10 GPUs with a random sparse topology, in a random order.
std::vector<GpuInfo> randomWorld(std::mt19937& random) {
    std::vector<GpuInfo> world;
    const auto size = 1 + random() % 10;
    for (unsigned minor = 0; minor < size; ++minor) {
        world.push_back({.uuid = gpu(minor), .minor = minor});
        for (unsigned peer = 0; peer < minor; ++peer) {
            if (random() % 4 == 0) {
                world[minor].links.push_back({gpu(peer), static_cast<unsigned>(1 + random() % 3)});
            }
        }
    }
    return world;
}

bool areJoined(const std::vector<GpuInfo>& world, unsigned mask) {
    unsigned reached = mask & -mask;
    for (unsigned before = 0; before != reached;) {
        before = reached;
        for (const auto& from : world) {
            for (const auto& link : from.links) {
                const auto peer = static_cast<unsigned>(std::stoul(link.peer.value.substr(4)));
                const auto pair = 1U << from.minor | 1U << peer;
                if ((pair & mask) == pair && (pair & reached) != 0) {
                    reached |= pair;
                }
            }
        }
    }
    return reached == mask;
}

unsigned maskOf(std::span<const GpuUuid> list) {
    unsigned mask = 0;
    for (const auto& one : list) {
        mask |= 1U << std::stoul(one.value.substr(4));
    }
    return mask;
}

TEST(NvLink, AgreesWithASearchOfAllSubsets) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        std::mt19937 random(seed);
        const auto world = randomWorld(random);
        GpuAllocator allocator(world);
        for (const auto& one : world) {
            if (random() % 3 == 0) {
                ASSERT_TRUE(allocator.allocate(std::vector{one.uuid}));
            }
        }
        const auto free = allocator.available();
        const auto freeMask = maskOf(free);
        if (free.size() < 2) {
            continue;
        }
        const auto count = 2 + random() % (free.size() - 1);
        bool canBeJoined = false;
        for (unsigned mask = 1; mask <= freeMask; ++mask) {
            canBeJoined |= (mask & freeMask) == mask
                && static_cast<std::size_t>(__builtin_popcount(mask)) == count
                && areJoined(world, mask);
        }
        const auto got = allocator.allocate(count);
        ASSERT_TRUE(got);
        ASSERT_EQ(got->size(), count);
        ASSERT_EQ(maskOf(*got) & freeMask, maskOf(*got));
        ASSERT_TRUE(std::is_sorted(got->begin(), got->end()));
        if (canBeJoined) {
            ASSERT_TRUE(areJoined(world, maskOf(*got))) << words(*got);
        } else {
            ASSERT_TRUE(std::equal(got->begin(), got->end(), free.begin())) << words(*got);
        }
    }
}

TEST(GpuAllocator, DoesNotDependOnTheOrderOfItsInput) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        std::mt19937 random(seed);
        auto world = randomWorld(random);
        GpuAllocator one(world);
        std::shuffle(world.begin(), world.end(), random);
        for (auto& info : world) {
            std::shuffle(info.links.begin(), info.links.end(), random);
        }
        GpuAllocator other(world);
        for (int round = 0; round < 5; ++round) {
            const auto count = random() % 4;
            ASSERT_EQ(one.allocate(count), other.allocate(count));
        }
    }
}

TEST(GpuAllocator, NeverGivesOneGpuTwiceAndLosesNone) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        std::mt19937 random(seed);
        const auto world = randomWorld(random);
        GpuAllocator allocator(world);
        std::vector<std::vector<GpuUuid>> tasks;
        for (int step = 0; step < 50; ++step) {
            if (random() % 2 == 0) {
                if (auto got = allocator.allocate(random() % 4)) {
                    tasks.push_back(std::move(*got));
                }
            } else if (!tasks.empty()) {
                std::swap(tasks[random() % tasks.size()], tasks.back());
                ASSERT_TRUE(allocator.deallocate(tasks.back()));
                tasks.pop_back();
            } else {
                allocator.setGpus({world.begin(), world.begin() + random() % (world.size() + 1)});
            }
            std::vector<GpuUuid> held;
            for (const auto& task : tasks) {
                held.insert(held.end(), task.begin(), task.end());
            }
            std::sort(held.begin(), held.end());
            auto allocated = allocator.allocated();
            std::sort(allocated.begin(), allocated.end());
            ASSERT_EQ(allocated, held);
            ASSERT_TRUE(std::adjacent_find(held.begin(), held.end()) == held.end());
        }
    }
}

} // namespace
} // namespace muster::allocator
