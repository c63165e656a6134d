// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/container/host_check.h"

namespace muster::container {
namespace {

const std::string mesosIsolation = "filesystem/linux,cgroups/devices,gpu/nvidia";

HostAbilities able() {
    HostAbilities host;
    host.root = true;
    host.facts.cgroupControllers = {"devices", "memory", "cpu", "pids"};
    host.runcVersion = "1.2.8";
    host.conmonVersion = "2.1.6";
    return host;
}

TEST(HostCheck, AcceptsAnAbleHost) {
    EXPECT_TRUE(checkIsolation(mesosIsolation, able()));
    EXPECT_TRUE(checkIsolation("filesystem/linux,cgroups/all,gpu/nvidia", able()));
    EXPECT_TRUE(isolationWarnings(able()).empty());
}

TEST(HostCheck, AsksNothingOfAHostThatOnlyWatches) {
    EXPECT_TRUE(checkIsolation("none", HostAbilities{}));
}

TEST(HostCheck, RefusesWithoutRootInPlainWords) {
    auto host = able();
    host.root = false;
    EXPECT_EQ(checkIsolation(mesosIsolation, host).error().message,
        "The 'cgroups/devices' isolator needs root to limit which GPUs a task can open: start the "
        "agent as root (sudo), or use --isolation=none to monitor the GPUs without running tasks");
}

TEST(HostCheck, NamesTheMissingCompanionAsMesosDoes) {
    EXPECT_EQ(checkIsolation("filesystem/linux,gpu/nvidia", able()).error().message,
        "The 'cgroups/devices' or 'cgroups/all' isolator must be enabled in order to use the "
        "'gpu/nvidia' "
        "isolator");
    EXPECT_EQ(checkIsolation("cgroups/devices,gpu/nvidia", able()).error().message,
        "The 'filesystem/linux' isolator must be enabled in order to use the 'gpu/nvidia' "
        "isolator");
}

TEST(HostCheck, NamesTheMissingProgramOrHierarchy) {
    auto host = able();
    host.conmonVersion = std::nullopt;
    EXPECT_EQ(checkIsolation(mesosIsolation, host).error().message,
        "Tasks need the program 'conmon', but it cannot be run: install it (apt install conmon), "
        "or use --isolation=none to monitor the GPUs without running tasks");
    host = able();
    host.facts.cgroupControllers = {};
    EXPECT_TRUE(checkIsolation(mesosIsolation, host).error().message.find("needs cgroups")
        != std::string::npos);
}

TEST(HostCheck, WarnsOfAnOldRuncAndOfLimitsThatCannotBeSet) {
    auto host = able();
    host.runcVersion = "1.1.5+ds1";
    host.facts.cgroupControllers = {"devices", "cpu", "pids"};
    const auto warnings = isolationWarnings(host);
    ASSERT_EQ(warnings.size(), 2U);
    EXPECT_TRUE(warnings[0].starts_with("runc 1.1.5+ds1 is older than 1.2.8")) << warnings[0];
    EXPECT_EQ(warnings[1],
        "The cgroup controller 'memory' is missing on this host: tasks are not limited in memory");
}

TEST(HostCheck, ReadsTheVersionsOfThePrograms) {
    const auto host = readHostAbilities("/usr/sbin/runc", "/no/conmon");
    EXPECT_FALSE(host.conmonVersion);
    if (access("/usr/sbin/runc", X_OK) != 0)
        GTEST_SKIP() << "runc is not installed";
    ASSERT_TRUE(host.runcVersion);
    EXPECT_EQ(host.runcVersion->find_first_not_of("0123456789."),
        host.runcVersion->find_first_of("+-~r"));
}

TEST(HostCheck, RefusesIsolatorsThatItDoesNotHave) {
    const auto refused = checkIsolation("filesystem/linux,cgroups/devices,gpu/nvida", able());
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().message.starts_with(
        "Unknown or unsupported isolator 'gpu/nvida': Muster supports filesystem/linux, "))
        << refused.error().message;
    EXPECT_TRUE(refused.error().message.ends_with("; did you mean gpu/nvidia?"))
        << refused.error().message;
    EXPECT_FALSE(checkIsolation("none,gpu/nvidia", HostAbilities{}));
    EXPECT_FALSE(checkIsolation("network/cni", HostAbilities{}));
}

} // namespace
} // namespace muster::container
