// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Frameworks' own executors: a real program in a real container that speaks Mesos' executor API.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include "core/proto/states.h"
#include "tests/support/e2e/framework.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using mesos::v1::Offer;
using mesos::v1::TaskInfo;
using mesos::v1::TaskStatus;
using mesos::v1::scheduler::Call;
using mesos::v1::scheduler::Event;

class Executors : public World {
protected:
    void SetUp() override {
        World::SetUp();
        if (!IsSkipped()) {
            std::filesystem::copy_file(MUSTER_TEST_EXECUTOR, m_base + "/bin/test-executor");
        }
    }

    static Flags with(const std::string& flag) {
        Flags flags{"--simulate=m60x4"};
        flags.push_back(flag);
        return flags;
    }
    // A task for the executor "e"; see tests/support/programs/test_executor.cpp.
    TaskInfo task(const Offer& offer, const std::string& id, const std::string& data,
        double gpus = 0, const std::string& manner = "json") const {
        auto out = e2e::task(offer, id, "", gpus);
        out.clear_command();
        out.set_data(data);
        auto& executor = *out.mutable_executor();
        executor.mutable_executor_id()->set_value("e");
        executor.mutable_command()->set_value("echo starts; exec test-executor " + manner);
        auto& path = *executor.mutable_command()->mutable_environment()->add_variables();
        path.set_name("PATH");
        path.set_value(taskPath());
        addResource(*executor.mutable_resources(), "cpus", 0.1);
        addResource(*executor.mutable_resources(), "mem", 64);
        return out;
    }
    // "open" of the four GPUs that the host made nodes of.
    std::string open() const { return "open " + m_base + "/nodes"; }

    static void say(
        Framework& framework, const mesos::v1::AgentID& agent, const std::string& words) {
        Call call;
        call.set_type(Call::MESSAGE);
        *call.mutable_message()->mutable_agent_id() = agent;
        call.mutable_message()->mutable_executor_id()->set_value("e");
        call.mutable_message()->set_data(words);
        framework.send(std::move(call));
    }
    static void shutDown(Framework& framework, const mesos::v1::AgentID& agent) {
        Call call;
        call.set_type(Call::SHUTDOWN);
        *call.mutable_shutdown()->mutable_agent_id() = agent;
        call.mutable_shutdown()->mutable_executor_id()->set_value("e");
        framework.send(std::move(call));
    }
    static const Event* find(const Framework& framework, Event::Type type) {
        for (const auto& event : framework.events) {
            if (event.type() == type) {
                return &event;
            }
        }
        return nullptr;
    }
    // As of wait(2): what the FAILURE event of the executor says.
    static std::optional<int> end(Framework& framework, Patience patience = 15s) {
        if (!framework.until(
                [&] { return find(framework, Event::FAILURE) != nullptr; }, patience)) {
            return std::nullopt;
        }
        const auto& failure = find(framework, Event::FAILURE)->failure();
        EXPECT_EQ(failure.executor_id().value(), "e");
        return failure.status();
    }
    // The API's socket of the only executor, as the host sees it.
    static std::string socketOf(const Daemon& daemon) {
        std::error_code error;
        for (const auto& entry :
            std::filesystem::directory_iterator(daemon.workDir + "/executors", error)) {
            return entry.path().string() + "/agent.sock";
        }
        return {};
    }
};

struct ExecutorsIn : Executors, testing::WithParamInterface<const char*> { };

INSTANTIATE_TEST_SUITE_P(, ExecutorsIn, testing::Values("json", "protobuf"),
    [](const auto& info) { return info.param; });

TEST_F(Executors, WriteTheLogOfTheirTasks) {
    auto& daemon = standalone();
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.launch(*offer, {task(*offer, "a", open())});
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_RUNNING, 15s));
    auto console = this->console(daemon);
    muster::v1::Request request;
    request.mutable_read_log()->set_task_id("a");
    request.mutable_read_log()->set_file("stdout");
    request.mutable_read_log()->set_follow(true);
    const auto log = console.send(std::move(request));
    const auto text = [&] {
        std::string out;
        for (const auto& reply : console.replies(log)) {
            EXPECT_FALSE(reply.has_error()) << reply.error().message();
            out += reply.log().data();
        }
        return out;
    };
    EXPECT_TRUE(console.until([&] { return text() == "starts\n"; })) << text();
    EXPECT_FALSE(console.replies(log).back().log().end()) << "the task lives";
}

TEST_P(ExecutorsIn, RunTwoTasksInOneContainerThatGrows) {
    auto& daemon = standalone();
    Framework framework(daemon.port, daemon.token());
    const auto first = framework.offer(4);
    ASSERT_TRUE(first);
    framework.launch(*first, {task(*first, "a", open(), 1, GetParam())});
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_RUNNING, 15s));
    const auto a = framework.statuses("a").back();
    EXPECT_EQ(a.message(), "ENXIO EPERM EPERM EPERM");
    EXPECT_EQ(a.executor_id().value(), "e");
    EXPECT_EQ(a.source(), TaskStatus::SOURCE_EXECUTOR);

    const auto second = framework.offer(3);
    ASSERT_TRUE(second);
    framework.launch(*second, {task(*second, "b", open(), 1, GetParam())});
    ASSERT_TRUE(framework.is("b", mesos::v1::TASK_RUNNING, 15s));
    const auto b = framework.statuses("b").back();
    EXPECT_EQ(b.message(), "ENXIO ENXIO EPERM EPERM");
    EXPECT_EQ(
        b.container_status().container_id().value(), a.container_status().container_id().value());

    framework.kill("a");
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_KILLED));
    say(framework, first->agent_id(), "finish b");
    ASSERT_TRUE(framework.is("b", mesos::v1::TASK_FINISHED));
    say(framework, first->agent_id(), "hello");
    ASSERT_TRUE(framework.until([&] { return find(framework, Event::MESSAGE) != nullptr; }));
    EXPECT_EQ(find(framework, Event::MESSAGE)->message().data(), "you said: hello");

    shutDown(framework, first->agent_id());
    EXPECT_EQ(end(framework), 0);
    auto console = this->console(daemon);
    EXPECT_TRUE(console.until([&] {
        return console.gpus.size() == 4 && std::ranges::all_of(console.gpus, [](const auto& row) {
            return proto::word(row.second.state()) != "allocated";
        });
    })) << "its GPUs are free again";
    EXPECT_EQ(socketOf(daemon), "");
}

TEST_P(ExecutorsIn, GetAGroupOfTasksAtOnce) {
    auto& daemon = standalone();
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    Offer::Operation operation;
    operation.set_type(Offer::Operation::LAUNCH_GROUP);
    auto& launch = *operation.mutable_launch_group();
    for (const auto* id : {"a", "b"}) {
        auto task = this->task(*offer, id, open(), 1, GetParam());
        *launch.mutable_executor() = task.executor();
        launch.mutable_executor()->set_type(mesos::v1::ExecutorInfo::CUSTOM);
        addResource(*launch.mutable_executor()->mutable_resources(), "disk", 32);
        task.clear_executor();
        *launch.mutable_task_group()->add_tasks() = task;
    }
    framework.accept(*offer, operation);
    for (const auto* id : {"a", "b"}) {
        ASSERT_TRUE(framework.is(id, mesos::v1::TASK_RUNNING, 15s))
            << framework.statuses(id).back().message();
        EXPECT_EQ(framework.statuses(id).back().message(), "ENXIO ENXIO EPERM EPERM");
    }
    framework.kill("a"); // the other is the executor's to end, or not
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_KILLED));
    say(framework, offer->agent_id(), "finish b");
    ASSERT_TRUE(framework.is("b", mesos::v1::TASK_FINISHED));
}

TEST_F(Executors, TakeTheirTasksWithThemWhenTheyDie) {
    auto& daemon = standalone();
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.launch(*offer,
        {task(*offer, "runs", "run"), task(*offer, "mute", "ignore"),
            task(*offer, "done", "finish"), task(*offer, "bad", "fail")});
    ASSERT_TRUE(framework.is("runs", mesos::v1::TASK_RUNNING, 15s));
    ASSERT_TRUE(framework.is("done", mesos::v1::TASK_FINISHED));
    ASSERT_TRUE(framework.is("bad", mesos::v1::TASK_FAILED));
    EXPECT_EQ(framework.statuses("bad").back().message(), "as I was told");
    say(framework, offer->agent_id(), "die");
    for (const auto* id : {"runs", "mute"}) {
        ASSERT_TRUE(framework.is(id, mesos::v1::TASK_FAILED, 15s));
        const auto last = framework.statuses(id).back();
        EXPECT_EQ(last.source(), TaskStatus::SOURCE_AGENT);
        EXPECT_EQ(last.reason(), TaskStatus::REASON_EXECUTOR_TERMINATED);
        EXPECT_EQ(last.message(), "Executor terminated");
    }
    EXPECT_EQ(end(framework), 3 << 8);
}

TEST_F(Executors, MustSubscribeInTimeAndBeforeTheySpeak) {
    auto& daemon = standalone(with("--executor_registration_timeout=3secs"));
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.launch(*offer, {task(*offer, "a", "run", 0, "json silent")});
    ASSERT_TRUE(eventually([&] { return std::filesystem::exists(socketOf(daemon)); }));

    const auto post = [&](const std::string& type, const std::string& body) {
        const auto answer = http(socketOf(daemon), "POST", "/api/v1/executor",
            {{"Content-Type", type}, {"Accept", "application/json"}}, body);
        return std::to_string(answer.status) + " " + answer.body;
    };
    const auto call = [&](const std::string& rest, const std::string& executor = "e") {
        return post("application/json",
            R"({"executor_id":{"value":")" + executor + R"("},"framework_id":{"value":")"
                + framework.id() + R"("})" + rest + "}");
    };
    EXPECT_EQ(post("text/plain", "{}"),
        "415 Expecting 'Content-Type' of application/json or application/x-protobuf");
    EXPECT_EQ(post("application/x-protobuf", "{}"), "400 Failed to parse body into Call protobuf");
    EXPECT_EQ(call(""), "400 Failed to validate Executor::Call: Expecting 'type' to be present");
    EXPECT_EQ(call(R"(,"type":"UPDATE")"),
        "400 Failed to validate Executor::Call: Expecting 'update' to be present");
    EXPECT_EQ(call(R"(,"type":"HEARTBEAT")"), "202 ");
    const std::string message = R"(,"type":"MESSAGE","message":{"data":"aGVsbG8="})";
    EXPECT_EQ(call(message, "another"), "400 Executor cannot be found");
    EXPECT_EQ(call(message), "403 Executor is not subscribed");

    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_FAILED, 15s));
    const auto last = framework.statuses("a").back();
    EXPECT_EQ(last.reason(), TaskStatus::REASON_EXECUTOR_REGISTRATION_TIMEOUT);
    EXPECT_EQ(last.message(), "Executor did not register within 3secs");
}

TEST_F(Executors, AreEndedWhenTheirGraceIsOver) {
    auto& daemon = standalone(with("--executor_shutdown_grace_period=1secs"));
    Framework framework(daemon.port, daemon.token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    framework.launch(*offer, {task(*offer, "a", "run", 1, "json stubborn")});
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_RUNNING, 15s));
    shutDown(framework, offer->agent_id());
    EXPECT_EQ(end(framework), SIGKILL);
    EXPECT_TRUE(framework.is("a", mesos::v1::TASK_FAILED));
}

TEST_F(Executors, OutliveTheAgentAndTellTheNextWhatItMissed) {
    auto& master = this->master();
    auto& agent = this->agent(master, with("--executor_reregistration_timeout=15secs"));
    Framework framework(master.port, master.token());
    const auto first = framework.offer(4);
    ASSERT_TRUE(first);
    framework.launch(*first,
        {task(*first, "a", "finish-when-alone", 1, "protobuf"),
            task(*first, "b", "run", 1, "protobuf")});
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_RUNNING, 15s));
    ASSERT_TRUE(framework.is("b", mesos::v1::TASK_RUNNING, 15s));
    agent.process->signal(SIGKILL);
    ASSERT_TRUE(agent.process->wait(8s));
    restart(agent);
    ASSERT_TRUE(framework.is("a", mesos::v1::TASK_FINISHED, 15s));
    EXPECT_EQ(framework.statuses("a").back().message(), "while the agent was away");

    const auto second = framework.offer(1, 15s);
    ASSERT_TRUE(second);
    framework.launch(*second, {task(*second, "c", open(), 1, "protobuf")});
    ASSERT_TRUE(framework.is("c", mesos::v1::TASK_RUNNING, 15s));
    EXPECT_EQ(framework.statuses("c").back().message(), "ENXIO ENXIO EPERM EPERM")
        << "the GPU that a left to the executor is c's";
    say(framework, first->agent_id(), "finish b");
    EXPECT_TRUE(framework.is("b", mesos::v1::TASK_FINISHED));
    shutDown(framework, first->agent_id());
    EXPECT_EQ(end(framework), 0);
}

} // namespace
} // namespace muster::e2e
