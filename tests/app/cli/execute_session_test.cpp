// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/session.h"

#include <gtest/gtest.h>

#include "tests/app/cli/framework_events.h"
#include "tests/app/cli/world.h"

namespace muster::cli {
namespace {

using Call = mesos::v1::scheduler::Call;
using Event = mesos::v1::scheduler::Event;

ExecuteSession session(const std::string& name, const std::string& resources,
    const char* capabilities = "GPU_RESOURCES") {
    ExecuteFlags flags;
    flags.name = name;
    flags.command = "true";
    flags.resources = resources;
    if (*capabilities)
        flags.capabilities = capabilities;
    return ExecuteSession(*planExecute(flags, "alice"));
}

std::string inQuotes(const std::string& line) {
    const auto first = line.find('\'');
    return line.substr(first + 1, line.rfind('\'') - first - 1);
}

// The events that must have led to recorded lines.
std::vector<Event> eventsOf(const std::string& recording) {
    std::vector<Event> events;
    std::istringstream lines(recording);
    for (std::string line; std::getline(lines, line);) {
        auto* status = events.empty() ? nullptr : events.back().mutable_update()->mutable_status();
        if (line.starts_with("Received status update ")) {
            mesos::v1::TaskState state = mesos::v1::TASK_UNKNOWN;
            EXPECT_TRUE(
                mesos::v1::TaskState_Parse(line.substr(23, line.find(' ', 23) - 23), &state))
                << line;
            events.push_back(update(inQuotes(line), state));
        } else if (line.starts_with("  message: ")) {
            status->set_message(inQuotes(line.substr(9)));
        } else if (line.starts_with("  source: ")) {
            auto source = mesos::v1::TaskStatus::SOURCE_MASTER;
            EXPECT_TRUE(mesos::v1::TaskStatus::Source_Parse(line.substr(10), &source));
            status->set_source(source);
        } else if (line.starts_with("  reason: ")) {
            auto reason = mesos::v1::TaskStatus::REASON_GC_ERROR;
            EXPECT_TRUE(mesos::v1::TaskStatus::Reason_Parse(line.substr(10), &reason));
            status->set_reason(reason);
        }
    }
    return events;
}

struct Recording {
    const char* file;
    const char* task;
    const char* resources;
    std::optional<ExitCode> code; // Mesos exits with 0 also after a failure; we do not
};

class RecordedExecute : public testing::TestWithParam<Recording> { };

TEST_P(RecordedExecute, PrintsTheRecordedLines) {
    const auto& [file, task, resources, code] = GetParam();
    const std::string expected = dataFile(file);
    ASSERT_FALSE(expected.empty());
    ExecuteSession session = cli::session(task, resources);
    std::string out = session.apply(subscribed()).out;
    std::optional<ExitCode> done;
    const auto events = eventsOf(expected);
    if (!events.empty())
        out += session.apply(offer("O1", "cpus:2;mem:4096;gpus:4")).out;
    for (const auto& event : events) {
        if (event.update().status().state() == mesos::v1::TASK_KILLING)
            out += session.killDue().out;
        EXPECT_FALSE(done);
        const auto outcome = session.apply(event);
        out += outcome.out;
        done = outcome.done;
    }
    EXPECT_EQ(out, expected);
    EXPECT_EQ(done, code);
}

INSTANTIATE_TEST_SUITE_P(Recordings, RecordedExecute,
    testing::Values(
        Recording{"execute_gpu_finished.txt", "gpu-test", "cpus:0.5;mem:64;gpus:1", ExitCode::Ok},
        Recording{"execute_env.txt", "e", "cpus:0.5;mem:64", ExitCode::Ok},
        Recording{"execute_exit_7.txt", "t", "cpus:0.5;mem:64", ExitCode::Failed},
        Recording{"execute_fraction.txt", "t", "cpus:0.5;mem:64;gpus:0.5", ExitCode::Failed},
        Recording{"execute_kill_after.txt", "k", "cpus:0.5;mem:64;gpus:1", ExitCode::Failed},
        Recording{"execute_no_gpu_capability.txt", "e", "cpus:0.5;mem:64", std::nullopt}),
    [](const auto& info) {
        const std::string name = info.param.file;
        return name.substr(0, name.find('.'));
    });

// {"tasks":[{"task_id":"a"},...]}, each with 0.1 CPUs and 32 MB.
ExecuteSession groupSession(const std::vector<std::string>& ids) {
    std::vector<std::string> tasks;
    for (const auto& id : ids) {
        tasks.push_back(fmt::format(R"({{"name":"{0}","task_id":{{"value":"{0}"}},"resources":[)"
                                    R"({{"name":"cpus","type":"SCALAR","scalar":{{"value":0.1}}}},)"
                                    R"({{"name":"mem","type":"SCALAR","scalar":{{"value":32}}}}],)"
                                    R"("command":{{"value":"true"}}}})",
            id));
    }
    ExecuteFlags flags;
    flags.capabilities = "GPU_RESOURCES";
    flags.taskGroup = fmt::format(R"({{"tasks":[{}]}})", fmt::join(tasks, ","));
    return ExecuteSession(*planExecute(flags, "alice"));
}

TEST(ExecuteSession, LaunchesAGroupAsRecorded) {
    auto session = groupSession({"a"});
    const auto expected = dataFile("execute_group.txt");
    std::string out = session.apply(subscribed()).out;
    const auto launched = session.apply(offer("O1", "cpus:2;mem:4096;disk:10000;gpus:4"));
    out += launched.out;
    const auto& operation = launched.calls.at(0).accept().operations(0);
    EXPECT_EQ(operation.type(), mesos::v1::Offer::Operation::LAUNCH_GROUP);
    EXPECT_EQ(operation.launch_group().executor().framework_id().value(), "<framework>");
    EXPECT_EQ(operation.launch_group().task_group().tasks(0).agent_id().value(), "<agent>");
    std::optional<ExitCode> done;
    for (const auto& event : eventsOf(expected)) {
        EXPECT_FALSE(done);
        const auto outcome = session.apply(event);
        out += outcome.out;
        done = outcome.done;
    }
    EXPECT_EQ(out, expected);
    EXPECT_EQ(done, ExitCode::Ok);
}

TEST(ExecuteSession, IsDoneWhenTheLastTaskOfAGroupHasEnded) {
    auto session = groupSession({"a", "b"});
    session.apply(subscribed());
    EXPECT_EQ(
        session.apply(offer("O1", "cpus:0.2;mem:64;disk:32")).calls.at(0).type(), Call::DECLINE)
        << "its executor needs something, too";
    EXPECT_EQ(session.apply(offer("O2", "cpus:2;mem:4096;disk:32")).out,
        "Submitted task group with tasks [ a, b ] to agent '<agent>'\n");
    session.apply(update("a", mesos::v1::TASK_RUNNING));
    EXPECT_EQ(session.killDue().out,
        "Asked to kill task 'a' on agent '<agent>'\nAsked to kill task 'b' on agent '<agent>'\n");
    EXPECT_FALSE(session.apply(update("a", mesos::v1::TASK_FAILED)).done);
    EXPECT_EQ(session.killDue().calls.size(), 1U);
    EXPECT_EQ(session.apply(update("b", mesos::v1::TASK_FINISHED)).done, ExitCode::Failed);
}

TEST(ExecuteSession, LaunchesOnceOnTheFirstOfferThatFits) {
    ExecuteSession session = cli::session("t", "cpus:1;mem:128;gpus:1");
    session.apply(subscribed());
    const auto small = session.apply(offer("O1", "cpus:8;mem:4096"));
    ASSERT_EQ(small.calls.size(), 1U);
    EXPECT_EQ(small.calls[0].type(), Call::DECLINE);
    EXPECT_EQ(small.calls[0].framework_id().value(), "<framework>");
    const auto fits = session.apply(offer("O2", "cpus:1;mem:128;gpus:1"));
    ASSERT_EQ(fits.calls.size(), 2U);
    EXPECT_EQ(fits.calls[0].type(), Call::ACCEPT);
    EXPECT_EQ(fits.calls[0].accept().offer_ids(0).value(), "O2");
    const auto& task = fits.calls[0].accept().operations(0).launch().task_infos(0);
    EXPECT_EQ(task.agent_id().value(), "<agent>");
    EXPECT_EQ(fits.calls[1].type(), Call::SUPPRESS);
    const auto late = session.apply(offer("O3", "cpus:1;mem:128;gpus:1"));
    ASSERT_EQ(late.calls.size(), 1U);
    EXPECT_EQ(late.calls[0].type(), Call::DECLINE);
}

TEST(ExecuteSession, AcknowledgesOnlyUpdatesThatCarryAUuid) {
    ExecuteSession session = cli::session("t", "cpus:1;mem:128");
    session.apply(subscribed());
    session.apply(offer("O1", "cpus:1;mem:128"));
    EXPECT_TRUE(session.apply(update("t", mesos::v1::TASK_STARTING)).calls.empty());
    const auto outcome = session.apply(update("t", mesos::v1::TASK_RUNNING, "0123456789abcdef"));
    ASSERT_EQ(outcome.calls.size(), 1U);
    EXPECT_EQ(outcome.calls[0].type(), Call::ACKNOWLEDGE);
    EXPECT_EQ(outcome.calls[0].acknowledge().uuid(), "0123456789abcdef");
    EXPECT_TRUE(outcome.running);
    EXPECT_FALSE(session.apply(update("t", mesos::v1::TASK_RUNNING, "1123456789abcdef")).running);
}

TEST(ExecuteSession, SaysWhatItWaitsFor) {
    ExecuteSession blind = cli::session("t", "cpus:1;mem:128;gpus:1", "");
    EXPECT_EQ(blind.waited().err,
        "Waiting for a node with cpus:1; mem:128; gpus:1: no node offers any; nodes with GPUs are "
        "only offered to frameworks with --framework_capabilities=GPU_RESOURCES\n");
    ExecuteSession session = cli::session("t", "cpus:1;mem:128;gpus:8");
    session.apply(subscribed());
    session.apply(offer("O1", "cpus:2;mem:4096;gpus:4"));
    EXPECT_EQ(session.waited().err,
        "Waiting for a node with cpus:1; mem:128; gpus:8: the latest of 1 offer had cpus:2; "
        "mem:4096; gpus:4\n");
    EXPECT_EQ(session.waited().out, "");
}

TEST(ExecuteSession, KillsOnTheFirstInterruptAndLeavesOnTheSecond) {
    ExecuteSession early = cli::session("t", "cpus:1;mem:128");
    EXPECT_EQ(early.interrupted().done, ExitCode::Interrupted);
    ExecuteSession session = cli::session("t", "cpus:1;mem:128");
    session.apply(subscribed());
    session.apply(offer("O1", "cpus:1;mem:128"));
    const auto first = session.interrupted();
    ASSERT_EQ(first.calls.size(), 1U);
    EXPECT_EQ(first.calls[0].type(), Call::KILL);
    EXPECT_FALSE(first.done);
    ExecuteSession copy = session;
    EXPECT_EQ(copy.interrupted().done, ExitCode::Interrupted);
    EXPECT_EQ(session.apply(update("t", mesos::v1::TASK_KILLED)).done, ExitCode::Interrupted);
}

TEST(ExecuteSession, EndsOnAnErrorEvent) {
    ExecuteSession session = cli::session("t", "cpus:1;mem:128");
    Event event;
    event.set_type(Event::ERROR);
    event.mutable_error()->set_message("Framework has been removed");
    const auto outcome = session.apply(event);
    EXPECT_EQ(
        outcome.err, "EXIT with status 1: Received an ERROR event: Framework has been removed\n");
    EXPECT_EQ(outcome.done, ExitCode::Failed);
}

TEST(ExecuteSession, EscapesWhatATaskSays) {
    ExecuteSession session = cli::session("t", "cpus:1;mem:128");
    session.apply(subscribed());
    session.apply(offer("O1", "cpus:1;mem:128"));
    Event event = update("t", mesos::v1::TASK_FAILED);
    event.mutable_update()->mutable_status()->set_message("a\x1b]52;c;eA==\x07\nb");
    EXPECT_NE(session.apply(event).out.find("  message: 'a\\x1b]52;c;eA==\\x07\\x0ab'\n"),
        std::string::npos);
}

} // namespace
} // namespace muster::cli
