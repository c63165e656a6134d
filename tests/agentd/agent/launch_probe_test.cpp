// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/launch_probe.h"

#include <fstream>

#include <fmt/format.h>
#include <sys/stat.h>

#include "tests/core/container/world.h"

namespace muster::agentd {
namespace {

GpuInfo gpu(unsigned minor) {
    GpuInfo info;
    info.uuid = {fmt::format("GPU-{}", minor)};
    info.minor = minor;
    return info;
}

// A runtime that creates no container with the GPU of this number, nor any while a file is there.
struct LaunchProbes : container::World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        auto brittle = options();
        brittle.runc = m_base + "/runc";
        std::ofstream(brittle.runc) << R"(#!/bin/sh
for word; do
    [ "$last" != --bundle ] || bundle=$word
    last=$word
done
[ ! -e )" << m_base << R"(/broken ] || { echo out of order >&2; exit 1; }
[ -z "$bundle" ] || ! grep -q nvidia1 "$bundle/config.json" || { echo GPU 1 is dead >&2; exit 1; }
exec /usr/sbin/runc "$@"
)";
        chmod(brittle.runc.c_str(), 0755);
        m_runtime.reset();
        auto opened = container::Runtime::open(brittle);
        ASSERT_TRUE(opened) << opened.error().message;
        m_runtime = std::move(*opened);
        m_probe.emplace(*m_runtime, m_work + "/probe");
    }

    std::optional<LaunchProbe> m_probe;
};

TEST_F(LaunchProbes, FindTheOneBadGpuOfSeveral) {
    EXPECT_EQ(m_probe->judge({0, 1, 2}), node::LaunchFault::Gpus);
    const auto probed = m_probe->run({gpu(0), gpu(1), gpu(2)});
    EXPECT_EQ(probed.problem, "");
    EXPECT_EQ(probed.tried, (std::vector{gpu(0).uuid, gpu(1).uuid, gpu(2).uuid}));
    ASSERT_EQ(probed.bad.size(), 1u);
    EXPECT_EQ(probed.bad.begin()->first, gpu(1).uuid);
    EXPECT_NE(probed.bad.begin()->second, "");
}

TEST_F(LaunchProbes, FindGoodOnesGoodAndASingleBadOneBad) {
    EXPECT_TRUE(m_probe->run({gpu(0), gpu(2)}).bad.empty());
    EXPECT_TRUE(m_probe->run({gpu(1)}).bad.contains(gpu(1).uuid));
    EXPECT_EQ(m_probe->judge({0}), node::LaunchFault::Task);
}

TEST_F(LaunchProbes, SayNothingOfGpusWhereNothingCanBeLaunched) {
    std::ofstream(m_base + "/broken") << "";
    const auto probed = m_probe->run({gpu(0)});
    EXPECT_NE(probed.problem, "");
    EXPECT_TRUE(probed.tried.empty());
    EXPECT_TRUE(probed.bad.empty());
    EXPECT_EQ(m_probe->judge({0}), node::LaunchFault::Node);
}

} // namespace
} // namespace muster::agentd
