// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/replacement.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace muster::services {
namespace {

constexpr Version kBefore{std::chrono::seconds(1)};
constexpr Version kAfter{std::chrono::seconds(2)};

// "oo-": two old instances that serve and one that does not yet; "n+": a new one that serves, and
// one that does not. "x": one that is being killed. The later, the younger.
struct Drawn {
    explicit Drawn(const std::string& picture) {
        for (const char letter : picture) {
            auto& one = all.emplace_back(std::make_unique<Instance>());
            one->id = {fmt::format("{}{}", letter, all.size())};
            one->configured = letter == 'n' || letter == '+' ? kAfter : kBefore;
            one->state = letter == 'o' || letter == 'n' ? TaskState::Running : TaskState::Staging;
            one->goal = letter == 'x' ? Instance::Goal::Stop : Instance::Goal::Run;
            one->staged = Instant(std::chrono::seconds(all.size()));
            list.push_back(one.get());
        }
    }
    std::vector<std::unique_ptr<Instance>> all;
    InstanceList list;
};

App upgrading(int instances, Milli healthy = Milli::whole(1), Milli over = Milli::whole(1)) {
    App app;
    app.spec.instances = instances;
    app.spec.upgrade = {healthy, over};
    app.configured = kAfter;
    app.wanted = instances;
    app.replacing = true;
    return app;
}

// "stop o1 o2, launch 2, done"
std::string movesText(const App& app, const std::string& picture) {
    const Drawn drawn(picture);
    const auto moves = movesOf(app, drawn.list);
    std::string out = "stop";
    for (const auto& id : moves.stop) {
        out += " " + id.value;
    }
    return fmt::format("{}, launch {}{}", out, moves.launch, moves.done ? ", done" : "");
}

TEST(UpgradeLimits, AreMarathons) {
    const auto text = [](Milli healthy, Milli over, int instances, int serving) {
        const auto limits = limitsOf({healthy, over}, instances, serving);
        return fmt::format(
            "{} to {}, kill {}", limits.minHealthy, limits.maxCapacity, limits.killAtOnce);
    };
    EXPECT_EQ(text({1000}, {1000}, 4, 4), "4 to 8, kill 0");
    EXPECT_EQ(text({500}, {0}, 4, 4), "2 to 4, kill 2");
    EXPECT_EQ(text({500}, {500}, 3, 3), "2 to 4, kill 1"); // up and down
    EXPECT_EQ(text({0}, {0}, 4, 4), "0 to 4, kill 4");
    EXPECT_EQ(text({1000}, {0}, 4, 4), "4 to 5, kill 0"); // else nothing could move
    EXPECT_EQ(text({1000}, {0}, 4, 3), "4 to 4, kill 0");
    EXPECT_EQ(text({333}, {0}, 3, 3), "1 to 3, kill 2");
    EXPECT_EQ(text({1000}, {1000}, 0, 2), "0 to 1, kill 2");
}

TEST(Moves, ReplaceOneByOneWhereAllMustServeAndNoneMoreMayBe) {
    const auto app = upgrading(3, {1000}, {0});
    EXPECT_EQ(movesText(app, "ooo"), "stop, launch 1");
    EXPECT_EQ(movesText(app, "ooo+"), "stop, launch 0");
    EXPECT_EQ(movesText(app, "ooon"), "stop o3, launch 1"); // the youngest, and the next
    EXPECT_EQ(movesText(app, "ooxn+"), "stop, launch 0");
    EXPECT_EQ(movesText(app, "onnn"), "stop o1, launch 0");
    EXPECT_EQ(movesText(app, "xnnn"), "stop, launch 0"); // its end is awaited
    EXPECT_EQ(movesText(app, "nnn"), "stop, launch 0, done");
}

TEST(Moves, ReplaceAllAtOnceWhereNothingMustServe) {
    const auto app = upgrading(3, {0}, {0});
    EXPECT_EQ(movesText(app, "ooo"), "stop o3 o2 o1, launch 3");
    EXPECT_EQ(movesText(app, "xxx+++"), "stop, launch 0");
    EXPECT_EQ(movesText(app, "+++"), "stop, launch 0");
}

TEST(Moves, StartAllBesideTheOldOnesByDefault) {
    EXPECT_EQ(movesText(upgrading(2), "oo"), "stop, launch 2");
    EXPECT_EQ(movesText(upgrading(2), "oon+"), "stop o2, launch 0");
}

TEST(Moves, DoNotKeepOldOnesThatDoNotServe) {
    EXPECT_EQ(movesText(upgrading(3, {1000}, {0}), "o--"), "stop -3 -2, launch 2");
    EXPECT_EQ(movesText(upgrading(2, {500}, {0}), "o-"), "stop -2, launch 1");
}

TEST(Moves, FollowTheKillSelection) {
    auto app = upgrading(1, {0}, {0});
    app.replacing = false;
    EXPECT_EQ(movesText(app, "nnn"), "stop n3 n2, launch 0");
    app.spec.killSelection = KillSelection::OldestFirst;
    EXPECT_EQ(movesText(app, "nnn"), "stop n1 n2, launch 0");
    EXPECT_EQ(movesText(app, "nn+"), "stop +3 n1, launch 0"); // first what does not serve
}

TEST(Moves, KeepTheCountOutsideOfAnUpgradeWhateverTheConfiguration) {
    auto app = upgrading(3);
    app.replacing = false;
    EXPECT_EQ(movesText(app, "on"), "stop, launch 1");
    EXPECT_EQ(movesText(app, "on+"), "stop, launch 0");
    EXPECT_EQ(movesText(app, "onn"), "stop, launch 0, done");
    EXPECT_EQ(movesText(app, ""), "stop, launch 3");
    app.wanted = 0;
    EXPECT_EQ(movesText(app, ""), "stop, launch 0, done");
    EXPECT_EQ(movesText(app, "x"), "stop, launch 0");
}

TEST(Moves, StopWhatComesBackBesideItsReplacement) {
    const auto app = upgrading(3, {1000}, {0}); // at most 4
    EXPECT_EQ(movesText(app, "ooon++"), "stop o3 +6, launch 0");
}

} // namespace
} // namespace muster::services
