// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <csignal>

#include "core/proto/states.h"
#include "tests/support/e2e/framework.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using mesos::v1::Offer;
using mesos::v1::TaskInfo;

struct Groups : World {
    void SetUp() override {
        World::SetUp();
        if (!IsSkipped()) {
            m_daemon = &standalone();
        }
    }

    static Offer::Operation group(const std::vector<TaskInfo>& tasks) {
        Offer::Operation operation;
        operation.set_type(Offer::Operation::LAUNCH_GROUP);
        auto& executor = *operation.mutable_launch_group()->mutable_executor();
        executor.set_type(mesos::v1::ExecutorInfo::DEFAULT);
        executor.mutable_executor_id()->set_value("group");
        addResource(*executor.mutable_resources(), "cpus", 0.1);
        addResource(*executor.mutable_resources(), "mem", 32);
        addResource(*executor.mutable_resources(), "disk", 32);
        for (const auto& task : tasks) {
            *operation.mutable_launch_group()->mutable_task_group()->add_tasks() = task;
        }
        return operation;
    }
    // Waits for the other, so that both hold their GPUs, then says which of the four it can open.
    TaskInfo probe(const Offer& offer, const std::string& id, const std::string& other) const {
        const auto shared = m_base + "/shared/";
        return task(offer, id,
            "touch " + shared + id + "; while [ ! -e " + shared + other
                + " ]; do sleep 0.05; done; PATH=" + taskPath() + "; nvidia-smi" + hostNodes(),
            1);
    }

    static std::ptrdiff_t allocated(const Console& console) {
        return std::ranges::count_if(console.gpus,
            [](const auto& row) { return proto::word(row.second.state()) == "allocated"; });
    }

    Daemon* m_daemon = nullptr;
};

TEST_F(Groups, ShareExactlyTheGpusOfTheirTasks) {
    Framework framework(m_daemon->port, m_daemon->token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.accept(*offer, group({probe(*offer, "a", "b"), probe(*offer, "b", "a")}));
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_FINISHED, 15s));
    ASSERT_TRUE(framework.is("b", mesos::v1::TASK_FINISHED, 15s));
    for (const auto* id : {"a", "b"}) {
        const auto seen = probed(fileText(sandboxFile(*m_daemon, id, "stdout")));
        EXPECT_EQ(seen, (std::vector<std::string>{"ENXIO", "ENXIO", "EPERM", "EPERM"})) << id;
        EXPECT_EQ(framework.states(id),
            (std::vector{
                mesos::v1::TASK_STARTING, mesos::v1::TASK_RUNNING, mesos::v1::TASK_FINISHED}));
        for (const auto& status : framework.statuses(id)) {
            EXPECT_EQ(status.source(), mesos::v1::TaskStatus::SOURCE_EXECUTOR);
            EXPECT_EQ(status.executor_id().value(), "group");
        }
        EXPECT_EQ(framework.statuses(id).back().message(), "Command exited with status 0");
    }
    auto console = this->console(*m_daemon);
    EXPECT_TRUE(console.until([&] { return allocated(console) == 0; })) << "all are free again";
}

TEST_F(Groups, EndWholeWhenOneFails) {
    Framework framework(m_daemon->port, m_daemon->token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.accept(*offer,
        group({task(*offer, "fails", "sleep 0.3; exit 7"), task(*offer, "runs", "exec sleep 600"),
            task(*offer, "done", "true")}));
    ASSERT_TRUE(framework.is("runs", mesos::v1::TASK_KILLED, 15s));
    EXPECT_TRUE(framework.is("fails", mesos::v1::TASK_FAILED));
    EXPECT_TRUE(framework.is("done", mesos::v1::TASK_FINISHED));
}

TEST_F(Groups, OutliveTheAgent) {
    Framework framework(m_daemon->port, m_daemon->token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.accept(*offer,
        group({task(*offer, "a", "exec sleep 600", 1), task(*offer, "b", "exec sleep 600", 1)}));
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_RUNNING, 15s));
    ASSERT_TRUE(framework.is("b", mesos::v1::TASK_RUNNING, 15s));
    m_daemon->process->signal(SIGKILL);
    ASSERT_TRUE(m_daemon->process->wait(8s));
    restart(*m_daemon);
    auto console = this->console(*m_daemon);
    EXPECT_TRUE(console.until([&] { return allocated(console) == 2; }, 15s));
}

} // namespace
} // namespace muster::e2e
