// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/device_watch.h"

#include "tests/core/container/world.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

class DeviceWatches : public container::World { };

TEST_F(DeviceWatches, ForgetAContainerThatWasDestroyedWhileItWasResized) {
    const auto task = shell("resized", "sleep 1000");
    ASSERT_TRUE(m_runtime->launch(task));
    boost::asio::io_context io;
    DeviceWatch watch(
        io, *m_runtime, [](const node::DeviceRulesChanged&) {}, 10ms);
    watch.forget(task.id); // a Destroy came
    watch.followAnew(task.id); // and then the resize ended
    ASSERT_TRUE(m_runtime->destroy(task.id));
    io.run_for(5s);
    EXPECT_TRUE(io.stopped()) << "it looks on and on";
}

} // namespace
} // namespace muster::agentd
