// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/update_stream.h"

#include <gtest/gtest.h>

namespace muster::node {
namespace {

using std::chrono::seconds;

Uuid uuid(std::uint8_t number) {
    Uuid out;
    out.bytes[0] = number;
    return out;
}

cluster::TaskStatus status(
    std::uint8_t number, TaskState state = TaskState::Running, std::optional<Reason> reason = {}) {
    cluster::TaskStatus out{.state = state, .reason = reason};
    out.uuid = uuid(number);
    return out;
}

struct UpdateStreamTest : testing::Test {
    UpdateStream stream{{seconds(10), seconds(30)}};
    Uptime start;

    std::vector<int> pending() const {
        std::vector<int> out;
        for (const auto& update : stream.pending()) {
            out.push_back(update.uuid->bytes[0]);
        }
        return out;
    }
};

using Numbers = std::vector<int>;

} // namespace

TEST_F(UpdateStreamTest, TellsNobodyOfTheStateItBeginsWith) {
    stream.begin(status(1, TaskState::Staging));
    EXPECT_EQ(stream.latest().state, TaskState::Staging);
    EXPECT_EQ(pending(), Numbers{});
    EXPECT_EQ(stream.due(), std::nullopt);
}

TEST_F(UpdateStreamTest, KeepsUpdatesInOrderUntilEachIsAcknowledged) {
    stream.add(status(1));
    stream.add(status(2, TaskState::Finished));
    EXPECT_FALSE(stream.acknowledge(uuid(2))) << "that is not its turn";
    EXPECT_TRUE(stream.acknowledge(uuid(1)));
    EXPECT_EQ(pending(), Numbers{2});
    EXPECT_FALSE(stream.acknowledge(uuid(1))) << "a repetition";
    EXPECT_TRUE(stream.acknowledge(uuid(2)));
    EXPECT_EQ(pending(), Numbers{});
    EXPECT_EQ(stream.latest().state, TaskState::Finished);
}

TEST_F(UpdateStreamTest, SendsTheOldestAgainAtGrowingIntervals) {
    stream.add(status(1));
    stream.add(status(2));
    stream.onSent(start);
    EXPECT_EQ(stream.takeDue(start + seconds(9)), nullptr);
    const auto* again = stream.takeDue(start + seconds(10));
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(again->uuid, uuid(1));
    EXPECT_EQ(stream.due(), start + seconds(10 + 20));
    EXPECT_NE(stream.takeDue(start + seconds(30)), nullptr);
    EXPECT_EQ(stream.due(), start + seconds(30 + 30)) << "the longest interval";
}

TEST_F(UpdateStreamTest, StartsAgainWithTheShortestIntervalForTheNext) {
    stream.add(status(1));
    stream.add(status(2));
    stream.onSent(start);
    stream.takeDue(start + seconds(10));
    stream.acknowledge(uuid(1));
    EXPECT_EQ(stream.due(), std::nullopt) << "it is not sent yet";
    stream.onSent(start + seconds(11));
    EXPECT_EQ(stream.due(), start + seconds(21));
}

TEST_F(UpdateStreamTest, HasNothingDueWhileTheMasterIsAway) {
    stream.add(status(1));
    stream.onSent(start);
    stream.pause();
    EXPECT_EQ(stream.takeDue(start + seconds(100)), nullptr);
    EXPECT_EQ(pending(), Numbers{1});
}

TEST_F(UpdateStreamTest, KnowsTheUuidsOfWhatIsPendingAndOfTheLatest) {
    stream.add(status(1));
    stream.add(status(2));
    EXPECT_TRUE(stream.knows(uuid(1)));
    EXPECT_FALSE(stream.knows(uuid(3)));
    stream.acknowledge(uuid(1));
    stream.acknowledge(uuid(2));
    EXPECT_FALSE(stream.knows(uuid(1)));
    EXPECT_TRUE(stream.knows(uuid(2)));
}

TEST_F(UpdateStreamTest, LetsNewsOfAChecksOvertakeSuchNewsThatWasNeverSent) {
    const auto news = [](std::uint8_t number) {
        return status(number, TaskState::Running, Reason::TaskCheckStatusUpdated);
    };
    stream.addCheckNews(news(1));
    stream.addCheckNews(news(2));
    EXPECT_EQ(pending(), (Numbers{1, 2})) << "the first may be on its way";
    stream.addCheckNews(news(3));
    EXPECT_EQ(pending(), (Numbers{1, 3}));
    stream.add(status(4, TaskState::Killing));
    stream.addCheckNews(news(5));
    EXPECT_EQ(pending(), (Numbers{1, 3, 4, 5})) << "nothing else is overtaken";
    EXPECT_EQ(stream.latest().uuid, uuid(5));
}

TEST_F(UpdateStreamTest, IsBoundedAndThenTellsTheOldestAndTheNewest) {
    constexpr auto kMost = static_cast<int>(UpdateStream::kMostPending);
    for (int i = 0; i < kMost + 20; ++i) {
        stream.add(status(static_cast<std::uint8_t>(i)));
    }
    stream.add(status(250, TaskState::Finished));
    ASSERT_EQ(pending().size(), UpdateStream::kMostPending);
    EXPECT_EQ(pending().front(), 0) << "it may be on its way";
    EXPECT_EQ(pending()[kMost - 2], kMost - 2) << "in their order";
    EXPECT_EQ(pending().back(), 250);
    EXPECT_EQ(stream.latest().state, TaskState::Finished);
}

TEST_F(UpdateStreamTest, HasNothingToTellOnceItIsCleared) {
    stream.add(status(1));
    stream.onSent(start);
    stream.clear();
    EXPECT_EQ(pending(), Numbers{});
    EXPECT_EQ(stream.due(), std::nullopt);
}

TEST_F(UpdateStreamTest, GoesOnWithWhatAnEarlierLifeLeftBehind) {
    stream = UpdateStream({seconds(10), seconds(30)}, {status(1), status(2)}, status(2));
    EXPECT_EQ(pending(), (Numbers{1, 2}));
    EXPECT_EQ(stream.latest().uuid, uuid(2));
    EXPECT_EQ(stream.due(), std::nullopt) << "nothing was sent in this life";
}

} // namespace muster::node
