// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Executors that know their agent by address and port only, see
// tests/support/programs/foreign_executor.cpp.
#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/support/e2e/framework.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using mesos::v1::Offer;
using mesos::v1::TaskInfo;

class ForeignExecutors : public World, public testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        World::SetUp();
        if (!IsSkipped()) {
            std::filesystem::copy_file(MUSTER_FOREIGN_EXECUTOR, m_base + "/bin/foreign-executor");
        }
    }
    TaskInfo task(const Offer& offer, const std::string& id, const std::string& data) const {
        auto out = e2e::task(offer, id, "");
        out.clear_command();
        out.set_data(data);
        auto& executor = *out.mutable_executor();
        executor.mutable_executor_id()->set_value("e");
        executor.mutable_command()->set_value(std::string("exec foreign-executor ") + GetParam());
        auto& path = *executor.mutable_command()->mutable_environment()->add_variables();
        path.set_name("PATH");
        path.set_value(taskPath());
        addResource(*executor.mutable_resources(), "cpus", 0.1);
        addResource(*executor.mutable_resources(), "mem", 64);
        return out;
    }
    static std::uint16_t executorPort(const Daemon& daemon) {
        std::uint16_t port = 0;
        std::ifstream(daemon.workDir + "/executor_port") >> port;
        return port;
    }
};

INSTANTIATE_TEST_SUITE_P(, ForeignExecutors, testing::Values("pymesos", "mesos-go"),
    [](const auto& info) { return std::string(info.param) == "pymesos" ? "pymesos" : "mesosGo"; });

TEST_P(ForeignExecutors, RunTheirTasks) {
    auto& daemon = standalone({"--simulate=m60x4", "--host_root=readonly"}); // as it is by default
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.launch(*offer, {task(*offer, "a", "go"), task(*offer, "b", "go")});
    for (const auto* id : {"a", "b"}) {
        ASSERT_TRUE(framework.is(id, mesos::v1::TASK_FINISHED, 15s));
        EXPECT_EQ(
            framework.states(id), (std::vector{mesos::v1::TASK_RUNNING, mesos::v1::TASK_FINISHED}));
        EXPECT_EQ(framework.statuses(id).back().source(), mesos::v1::TaskStatus::SOURCE_EXECUTOR);
    }
}

TEST_P(ForeignExecutors, FindTheNextAgentAtTheSamePort) {
    auto& master = this->master();
    auto& agent
        = this->agent(master, {"--simulate=m60x4", "--executor_reregistration_timeout=15secs"});
    Framework framework(master.port, master.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.launch(*offer, {task(*offer, "a", "stay")});
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_RUNNING, 15s));
    const auto port = executorPort(agent);
    EXPECT_NE(port, 0);
    agent.process->signal(SIGKILL);
    ASSERT_TRUE(agent.process->wait(8s));
    restart(agent);
    framework.kill("a");
    EXPECT_TRUE(framework.is("a", mesos::v1::TASK_KILLED, 15s));
    EXPECT_EQ(executorPort(agent), port);
}

// Whoever is on this machine can reach the port, and ids are no secret.
TEST_P(ForeignExecutors, AreNobodyElseOnThisMachine) {
    auto& daemon = standalone({"--simulate=m60x4"});
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.launch(*offer, {task(*offer, "a", "stay")});
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_RUNNING, 15s));
    const auto call = [&](const std::string& executor, const std::string& rest) {
        const auto answer = http(executorPort(daemon), "POST", "/api/v1/executor",
            {{"Content-Type", "application/json"}, {"Accept", "application/json"}},
            R"({"executor_id":{"value":")" + executor + R"("},"framework_id":{"value":")"
                + framework.id() + R"("},)" + rest + "}");
        return std::to_string(answer.status) + " " + answer.body;
    };
    const std::string message = R"("type":"MESSAGE","message":{"data":"aGVsbG8="})";
    EXPECT_EQ(call("e", message), "403 The caller is not a process of the executor's container");
    EXPECT_EQ(call("e", R"("type":"SUBSCRIBE","subscribe":{})"),
        "403 The caller is not a process of the executor's container");
    EXPECT_EQ(call("f", message), "400 Executor cannot be found");
    EXPECT_EQ(call("f", R"("type":"MESSAGE")"),
        "400 Failed to validate Executor::Call: Expecting 'message' to be present");
    // Of nobody's tasks: as at the executor's own socket.
    EXPECT_EQ(call("e", R"("type":"HEARTBEAT")"), "202 ");
    EXPECT_EQ(call("f", R"("type":"HEARTBEAT")"), "202 ");
    EXPECT_EQ(call("f", R"("type":"UNKNOWN")"), "501 ");
    EXPECT_EQ(http(executorPort(daemon), "GET", "/api/v1").status, 404u);
    framework.kill("a");
    EXPECT_TRUE(framework.is("a", mesos::v1::TASK_KILLED)) << "its own stream is still there";
}

} // namespace
} // namespace muster::e2e
