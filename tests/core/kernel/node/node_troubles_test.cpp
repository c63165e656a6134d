// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/node_troubles.h"

#include <gtest/gtest.h>

namespace muster::node {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

GpuInfo gpu(unsigned minor) {
    GpuInfo info;
    info.uuid = {"GPU-" + std::to_string(minor)};
    info.minor = minor;
    return info;
}

struct NodeTroublesTest : testing::Test {
    GpuLedger gpus{{.found = {gpu(0), gpu(1)},
        .owned = {gpu(0).uuid, gpu(1).uuid},
        .restrictions = {},
        .held = {}}};
    NodeTroubles troubles{gpus, {seconds(5), minutes(5), hours(1)}};
    Uptime start;

    void fail(LaunchFault fault, const std::vector<GpuUuid>& of, Uptime at) {
        troubles.onLaunchFailed({{"c"}, "runc: no space", fault}, of, at);
    }
    std::vector<NodeProblem> problems() const {
        std::vector<NodeProblem> out;
        for (const auto& trouble : troubles.list()) {
            out.push_back(trouble.problem);
        }
        return out;
    }
};

using Problems = std::vector<NodeProblem>;

} // namespace

TEST_F(NodeTroublesTest, ATasksOwnFaultIsNoneOfTheNodes) {
    fail(LaunchFault::Task, {gpu(0).uuid}, start);
    fail(LaunchFault::Nobody, {gpu(0).uuid}, start);
    fail(LaunchFault::Engine, {}, start);
    EXPECT_EQ(problems(), Problems{});
    EXPECT_EQ(troubles.nextDeadline(), std::nullopt);
    EXPECT_EQ(gpus.available(), 2u);
}

TEST_F(NodeTroublesTest, AFailedLaunchIsProbedUntilTheNodeIsWell) {
    fail(LaunchFault::Node, {}, start);
    EXPECT_EQ(problems(), Problems{NodeProblem::CannotLaunch});
    EXPECT_EQ(troubles.nextDeadline(), start + seconds(5));
    EXPECT_FALSE(troubles.tick(start + seconds(4)));
    EXPECT_TRUE(troubles.tick(start + seconds(5)));
    EXPECT_EQ(troubles.nextDeadline(), std::nullopt) << "one probe at a time";
    troubles.onProbed({.problem = "runc: no space"}, start + seconds(6));
    EXPECT_EQ(troubles.nextDeadline(), start + seconds(16)) << "twice as long";
    EXPECT_TRUE(troubles.tick(start + seconds(16)));
    troubles.onProbed({}, start + seconds(17));
    EXPECT_EQ(problems(), Problems{});
    EXPECT_EQ(troubles.nextDeadline(), std::nullopt);
}

TEST_F(NodeTroublesTest, AProbeNamesTheGpusThatStayOut) {
    fail(LaunchFault::Gpus, {gpu(0).uuid, gpu(1).uuid}, start);
    EXPECT_EQ(problems(), Problems{}) << "the GPUs show it themselves";
    EXPECT_EQ(gpus.available(), 0u);
    const auto probe = troubles.tick(start + seconds(5));
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->gpus.size(), 2u);
    troubles.onProbed({.tried = {gpu(0).uuid, gpu(1).uuid}, .bad = {{gpu(1).uuid, "no device"}}},
        start + seconds(6));
    EXPECT_EQ(gpus.available(), 1u);
    EXPECT_TRUE(troubles.nextDeadline());
}

TEST_F(NodeTroublesTest, RoomOnTheDiskIsReasonToProbeAtOnce) {
    troubles.onDisk({"The disk is full"}, start);
    fail(LaunchFault::Node, {}, start);
    ASSERT_EQ(troubles.list().size(), 1u);
    EXPECT_EQ(troubles.list()[0].text, "The disk is full") << "which is why";
    troubles.onDisk({}, start + seconds(1));
    EXPECT_EQ(troubles.nextDeadline(), start + seconds(1));
}

TEST_F(NodeTroublesTest, AStrayKeepsWhatItMayHave) {
    troubles.onStray({{"known"}, std::vector{0u}, "still runs"});
    EXPECT_EQ(gpus.available(), 1u);
    troubles.onStray({{"any"}, std::nullopt, "still runs"});
    EXPECT_EQ(gpus.available(), 0u);
    troubles.onDestroyed({"any"});
    EXPECT_EQ(gpus.available(), 1u);
    troubles.onDestroyed({"known"});
    EXPECT_EQ(gpus.available(), 2u);
}

TEST_F(NodeTroublesTest, ChangedDeviceRulesAreToldForAWhileWithTheirNumber) {
    troubles.onRulesChanged("task train", {{"c"}, "/dev/nvidia1 was allowed", {1}}, Now{});
    troubles.onRulesChanged("task train", {{"c"}, "/dev/nvidia1 was allowed", {1}}, Now{});
    ASSERT_EQ(problems(), Problems{NodeProblem::DeviceRulesChanged});
    const std::string text = troubles.list()[0].text;
    EXPECT_EQ(text.find("task train, GPU-1: /dev/nvidia1 was allowed, at "), 0u) << text;
    EXPECT_NE(text.find("; 2 changes so far"), std::string::npos) << text;
    EXPECT_EQ(troubles.nextDeadline(), start + hours(1));
    troubles.tick(start + hours(1));
    EXPECT_EQ(problems(), Problems{});
}

} // namespace muster::node
