// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/task_streams.h"

#include "tests/core/container/world.h"
#include "tests/support/process_io.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;
using mesos::v1::agent::Call;

struct AttachedStreams : container::World {
    static constexpr std::uint64_t kStream = 1;

    muster::v1::Stream part() const {
        muster::v1::Stream out;
        out.set_id(kStream);
        return out;
    }
    muster::v1::Stream attach(const ContainerId& id) const {
        Call call;
        call.set_type(Call::ATTACH_CONTAINER_INPUT);
        auto& input = *call.mutable_attach_container_input();
        input.set_type(Call::AttachContainerInput::CONTAINER_ID);
        input.mutable_container_id()->set_value(id.value);
        auto out = part();
        out.set_open(call.SerializeAsString());
        return out;
    }
    muster::v1::Stream size(unsigned rows, unsigned columns) const {
        auto out = part();
        out.set_io(test::windowSize(rows, columns).SerializeAsString());
        return out;
    }
    muster::v1::Stream keys(const std::string& text) const {
        auto out = part();
        out.set_io(test::typed(text).SerializeAsString());
        return out;
    }
};

TEST_F(AttachedStreams, DoNotWaitForATaskThatIsAboutToBegin) {
    slowDown();
    auto task = shell("fresh", "read line; echo got $line; stty size");
    task.terminal = container::TerminalSize{.rows = 30, .columns = 90};
    boost::asio::io_context io;
    boost::asio::thread_pool workers(1);
    std::vector<muster::v1::Stream> sent;
    TaskStreams streams(
        io, *m_runtime, workers, [](const ContainerId&) { return true; },
        [&](muster::v1::Stream stream) { sent.push_back(std::move(stream)); });
    ASSERT_TRUE(m_runtime->launch(task));
    const auto before = std::chrono::steady_clock::now();
    EXPECT_TRUE(streams.take(attach(task.id)));
    EXPECT_TRUE(streams.take(size(31, 91)));
    EXPECT_TRUE(streams.take(keys("hello\n")));
    EXPECT_LT(std::chrono::steady_clock::now() - before, 500ms);
    workers.join();
    io.run_for(1s);
    EXPECT_EQ(waitFor(task.id).exitCode, 0);
    EXPECT_NE(fileIn(task, "stdout").find("got hello"), std::string::npos)
        << fileIn(task, "stdout");
    EXPECT_NE(fileIn(task, "stdout").find("31 91"), std::string::npos) << fileIn(task, "stdout");
    for (const auto& stream : sent) {
        EXPECT_FALSE(stream.has_end()) << stream.end().body();
    }
}

} // namespace
} // namespace muster::agentd
