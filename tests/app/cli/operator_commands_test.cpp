// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/cli/nodes/drain.h"
#include "app/cli/program/program.h"
#include "core/kernel/base/operator_command.h"
#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

using Message = FakeMaster::Message;
using Request = FakeMaster::Request;

void addTask(muster::v1::Rows& rows, const std::string& id, const std::string& user,
    const std::string& agent = "S1") {
    auto& task = *rows.add_tasks();
    task.set_framework_id("F");
    task.set_id(id);
    task.set_name("train");
    task.set_user(user);
    task.set_agent_id(agent);
    task.set_state(test::worded("TASK_RUNNING"));
    task.add_gpus("GPU-" + id);
}

// node-7 with two tasks of alice and one of bob, node-8 with none, and a drained node-9.
Message cluster() {
    Message message;
    auto& rows = *message.mutable_snapshot()->mutable_rows();
    for (const int number : {7, 8, 9}) {
        auto& agent = *rows.add_agents();
        agent.set_id("S" + std::to_string(number - 6));
        agent.set_hostname("node-" + std::to_string(number));
        agent.set_state(test::worded("active"));
    }
    auto& drain = *rows.mutable_agents(2)->mutable_drain();
    drain.set_author("bob");
    drain.set_reason("fan rattles");
    drain.set_done(true);
    auto& job = *rows.add_jobs();
    job.set_id("job-1");
    job.set_name("sweep");
    job.set_state(test::worded("running"));
    addTask(rows, "t1", "alice");
    addTask(rows, "t2", "alice");
    addTask(rows, "t3", "bob");
    addTask(rows, "gone", "carol");
    rows.mutable_tasks(3)->set_ended_ms(1);
    return message;
}

// Shows that cluster and takes every operator command.
struct Operators : testing::Test {
    FakeMaster master;
    std::string address;
    World world;

    void SetUp() override {
        master.onRequest = [](const Request& request) {
            return std::vector{request.has_subscribe() ? cluster() : FakeMaster::answerTo(request)};
        };
        address = master.start();
    }
    int run(std::vector<std::string> words) {
        words.push_back("--master=" + address);
        return world.run(std::move(words));
    }
    // What is typed when the program asks.
    int type(const std::string& keys, std::vector<std::string> words) {
        const int keyboard = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        char name[64] = {};
        EXPECT_EQ(::grantpt(keyboard) + ::unlockpt(keyboard), 0);
        EXPECT_EQ(::ptsname_r(keyboard, name, sizeof name), 0);
        world.input = ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        EXPECT_EQ(::write(keyboard, keys.data(), keys.size()), ssize_t(keys.size()));
        const int status = run(std::move(words));
        ::close(std::exchange(world.input, -1));
        ::close(keyboard);
        return status;
    }
    std::vector<Request> commands() {
        master.stop();
        std::vector<Request> out;
        for (const auto& request : master.requests) {
            if (!request.has_subscribe())
                out.push_back(request);
        }
        return out;
    }
};

constexpr auto kPreview = "Draining node-7 stops 3 tasks of 2 users\n"
                          "\n"
                          "TASK  NAME   USER   GPUS\n"
                          "t1    train  alice     1\n"
                          "t2    train  alice     1\n"
                          "t3    train  bob       1\n";

TEST_F(Operators, SeeWhatADrainStopsBeforeItDoes) {
    EXPECT_EQ(run({"nodes", "drain", "node-7", "--dry-run"}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(), kPreview);
    EXPECT_TRUE(commands().empty());
}

TEST_F(Operators, SeeThatADrainStopsNothing) {
    EXPECT_EQ(run({"nodes", "drain", "S2", "--dry-run"}), 0);
    EXPECT_EQ(world.out.str(), "Draining node-8 stops nothing: no task is running there\n");
}

TEST_F(Operators, HearWhichMachinesThereAreInstead) {
    EXPECT_EQ(run({"nodes", "drain", "nod-7", "--dry-run"}), 3);
    EXPECT_EQ(world.err.str().find("muster: No node is named 'nod-7'; did you mean node-7"), 0u)
        << world.err.str();
}

TEST_F(Operators, DrainInTheirNameWithAReason) {
    EXPECT_EQ(run({"nodes", "drain", "node-7", "--reason=fan", "--max-grace=10m", "--yes"}), 0);
    EXPECT_EQ(world.out.str(), "Draining node-7: no new work is placed there\n");
    const auto all = commands();
    ASSERT_EQ(all.size(), 1u);
    const auto& drain = all[0].drain_node();
    EXPECT_EQ(drain.agent(), "node-7");
    EXPECT_EQ(drain.reason(), "fan");
    EXPECT_EQ(drain.author(), "alice@desk");
    EXPECT_EQ(drain.max_grace_ms(), 600'000);
}

TEST_F(Operators, AreAskedOnATerminal) {
    EXPECT_EQ(type("y\n", {"nodes", "drain", "node-7", "--reason=fan"}), 0) << world.err.str();
    EXPECT_EQ(world.out.str().find(std::string(kPreview) + "\n"), 0u) << world.out.str();
    EXPECT_EQ(world.err.str(), "Drain node-7? [y/N] ");
    EXPECT_EQ(commands().size(), 1u);
}

TEST_F(Operators, DrainNothingUnlessTheySayYes) {
    for (const auto* keys : {"n\n", "\n", "\x04"}) { // the last: Ctrl+D
        EXPECT_EQ(type(keys, {"nodes", "drain", "node-7", "--reason=fan"}), 1);
    }
    EXPECT_TRUE(commands().empty());
}

TEST_F(Operators, AreAskedOnATerminalThatTheOutputDoesNotGoTo) {
    world.terminal = false; // muster nodes drain node-7 | tee log
    EXPECT_EQ(type("n\n", {"nodes", "drain", "node-7", "--reason=fan"}), 1);
    EXPECT_TRUE(commands().empty());
}

TEST_F(Operators, EndNoWorkWithoutATerminalOrAYes) {
    for (const bool terminal : {true, false}) {
        world.terminal = terminal; // of the output: it does not matter
        EXPECT_EQ(run({"nodes", "drain", "node-7", "--reason=fan"}), 2);
        EXPECT_EQ(run({"kill", "job-1"}), 2);
    }
    EXPECT_NE(
        world.err.str().find("the input is not a terminal: confirm with --yes"), std::string::npos)
        << world.err.str();
    EXPECT_TRUE(commands().empty());
}

TEST_F(Operators, AreAskedWithItsNameBeforeTheyKill) {
    EXPECT_EQ(type("n\n", {"kill", "job-1"}), 1);
    EXPECT_EQ(world.err.str(), "Kill job 'job-1' (sweep)? [y/N] Cancelled, nothing was changed\n");
    world.err.str("");
    EXPECT_EQ(type("y\n", {"kill", "sweep", "t1", "nobody"}), 0) << world.err.str();
    EXPECT_EQ(world.err.str(), "Kill job 'job-1' (sweep), task 't1' (train) and 'nobody'? [y/N] ");
    EXPECT_EQ(run({"kill", "job-1", "--yes"}), 0);
    EXPECT_EQ(commands().size(), 4u);
}

TEST_F(Operators, AreToldWhatJobTheyMayHaveMeant) {
    master.onRequest = [](const Request& request) {
        auto message = request.has_subscribe() ? cluster() : FakeMaster::answerTo(request);
        if (!request.has_subscribe()) {
            auto& error = *message.mutable_reply()->mutable_error();
            error.set_kind(muster::v1::Error::NOT_FOUND);
            error.set_message("No job");
        }
        return std::vector{message};
    };
    for (const auto& words : std::vector<std::vector<std::string>>{{"kill", "swep", "--yes"},
             {"jobs", "hold", "swep", "--reason=x"}, {"jobs", "release", "swep"},
             {"jobs", "explain", "swep"}, {"jobs", "spec", "swep"}, {"jobs", "clone", "swep"}}) {
        world.err.str("");
        EXPECT_EQ(run(words), 3) << words[1];
        EXPECT_EQ(world.err.str(), "muster: No job or task 'swep'. Did you mean 'sweep'?\n");
    }
}

TEST_F(Operators, KillTheTaskOfTheFrameworkThatTheyName) {
    EXPECT_EQ(type("y\n", {"kill", "job-1", "--framework=F"}), 0);
    EXPECT_EQ(world.err.str(), "Kill 'job-1'? [y/N] ") << "no job is meant";
    const auto all = commands();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].kill_task().task_id(), "job-1");
    EXPECT_EQ(all[0].kill_task().framework_id(), "F");
}

TEST_F(Operators, AreAskedWhichOfSeveralJobsOfOneNameTheyMean) {
    bool hasEnded = false;
    master.onRequest = [&](const Request& request) {
        auto message = request.has_subscribe() ? cluster() : FakeMaster::answerTo(request);
        if (request.has_subscribe()) {
            auto& job = *message.mutable_snapshot()->mutable_rows()->add_jobs();
            job.set_id("job-2");
            job.set_name("sweep");
            job.set_state(test::worded(hasEnded ? "failed" : "queued"));
            job.set_ended_ms(hasEnded ? 1 : 0);
        } else if (request.has_query_ended()) {
            message.mutable_reply()->mutable_ended();
        } else if (request.has_read_log()) {
            message.mutable_reply()->mutable_log()->set_end(true);
        }
        return std::vector{message};
    };
    const std::vector<std::vector<std::string>> all{
        {"kill", "sweep", "--yes"}, {"jobs", "explain", "sweep"}, {"logs", "sweep"}};
    for (const auto& words : all) {
        world.err.str("");
        EXPECT_EQ(run(words), 2) << words[0];
        const auto said = world.err.str();
        EXPECT_TRUE(said.starts_with("muster: 2 jobs are named 'sweep': use the id of one, job-"))
            << said;
        EXPECT_NE(said.find("job-2 (queued, submitted "), std::string::npos) << said;
    }
    hasEnded = true;
    EXPECT_EQ(run(all[0]), 0) << world.err.str();
    EXPECT_EQ(run(all[1]), 0) << world.err.str();
    const auto sent = commands();
    EXPECT_EQ(std::ranges::count_if(sent, &Request::has_kill_job), 1);
    const auto explain = std::ranges::find_if(sent, &Request::has_explain);
    ASSERT_NE(explain, sent.end());
    EXPECT_EQ(explain->explain().job_id(), "job-1");
}

TEST_F(Operators, AreToldThatAKillHappensWhenTheNodeIsBack) {
    master.onRequest = [](const Request& request) {
        auto message = request.has_subscribe() ? cluster() : FakeMaster::answerTo(request);
        if (request.has_subscribe()) {
            auto& rows = *message.mutable_snapshot()->mutable_rows();
            rows.mutable_agents(0)->set_state(test::worded("unreachable"));
            rows.mutable_jobs(0)->set_agent_id("S1");
        }
        return std::vector{message};
    };
    const std::string note = "Its node node-7 is unreachable: the kill is recorded, and happens "
                             "when the node is back\n";
    EXPECT_EQ(run({"kill", "sweep", "--yes"}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(), "Asked to kill job 'sweep'\n" + note);
    world.out.str("");
    EXPECT_EQ(run({"kill", "t3", "--framework=F", "--yes"}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(), "Asked to kill task 't3'\n" + note);
}

TEST_F(Operators, AreToldHowManyTheyKillWhereNobodyReadsSoManyNames) {
    EXPECT_EQ(type("n\n", {"kill", "a", "b", "c", "d", "e", "f"}), 1);
    EXPECT_TRUE(world.err.str().starts_with("Kill 6 jobs and tasks? [y/N] ")) << world.err.str();
}

TEST_F(Operators, AreNotAskedWhenTheySaidYesBefore) {
    EXPECT_EQ(type("", {"nodes", "drain", "node-7", "--reason=fan", "-y"}), 0);
    EXPECT_EQ(commands().size(), 1u);
}

TEST_F(Operators, NeedAReasonForADrainAndAHold) {
    EXPECT_EQ(run({"nodes", "drain", "node-7"}), 2);
    EXPECT_EQ(run({"jobs", "hold", "job-1"}), 2);
    EXPECT_EQ(run({"nodes", "drain", "node-7", "--reason=x", "--max-grace=soon"}), 2);
    EXPECT_EQ(run({"nodes", "drain", "node-7", "--reason=x", "--max-grace=0s"}), 2);
    EXPECT_TRUE(commands().empty());
}

TEST_F(Operators, ResumeHoldAndReleaseByName) {
    EXPECT_EQ(run({"nodes", "resume", "node-7", "--reason=new fan"}), 0);
    EXPECT_EQ(run({"jobs", "hold", "train", "--reason=waits for data"}), 0);
    EXPECT_EQ(run({"jobs", "release", "train"}), 0);
    EXPECT_EQ(world.out.str(),
        "node-7 accepts new work again\n"
        "Job 'train' is held until it is released\n"
        "Released job 'train'\n");
    const auto all = commands();
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].reactivate_node().reason(), "new fan");
    EXPECT_EQ(all[1].hold_job().reason(), "waits for data");
    EXPECT_EQ(all[1].hold_job().author(), "alice@desk");
    EXPECT_EQ(all[2].release_job().job_id(), "train");
}

TEST_F(Operators, MarkAMachineAsGoneOnlyWhenTheyMeanIt) {
    EXPECT_EQ(run({"nodes", "gone", "node-7", "--reason=sold"}), 2);
    EXPECT_NE(world.err.str().find("confirm with --yes"), std::string::npos);
    EXPECT_EQ(run({"nodes", "gone", "node-7", "--yes"}), 2);
    EXPECT_EQ(run({"nodes", "gone", "node-7", "--reason=sold", "--yes"}), 0);
    const auto all = commands();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].mark_node_gone().agent(), "node-7");
    EXPECT_EQ(all[0].mark_node_gone().reason(), "sold");
    EXPECT_EQ(all[0].mark_node_gone().author(), "alice@desk");
}

TEST(OrdersOfTheCommandLine, TakeWhatTheirTableSays) {
    using Reason = OperatorCommandInfo::Reason;
    for (const auto& row : operatorCommands()) {
        if (row.line.empty())
            continue;
        const auto command = std::ranges::find(commandTable(), row.line, &CommandRow::name);
        ASSERT_NE(command, commandTable().end()) << row.line;
        EXPECT_EQ(command->summary, row.summary) << row.line;
        const auto made = command->make();
        const auto flags = made->line().flags;
        const auto has = [&](const char* name) {
            return std::ranges::find(flags, name, &Flag::name) != flags.end();
        };
        EXPECT_EQ(has("-y,--yes"), row.endsWork) << row.line;
        if (row.reason == Reason::Optional)
            EXPECT_TRUE(has("--reason") || has("--note")) << row.line;
        else
            EXPECT_EQ(has("--reason"), row.reason == Reason::Required) << row.line;
    }
}

TEST_F(Operators, FindDrainedMachinesInTheList) {
    EXPECT_EQ(run({"nodes", "--state=drained", "-o", "wide"}), 0);
    EXPECT_NE(world.out.str().find("node-9  drained"), std::string::npos) << world.out.str();
    EXPECT_NE(world.out.str().find("fan rattles"), std::string::npos);
    EXPECT_EQ(world.out.str().find("node-7"), std::string::npos);
    for (const auto* format : {"json", "csv"}) {
        World scripts;
        EXPECT_EQ(scripts.run({"nodes", "--state=active", "-o", format, "--master=" + address}), 0);
        EXPECT_EQ(scripts.out.str().find("node-9"), std::string::npos) << scripts.out.str();
    }
    World json;
    EXPECT_EQ(json.run({"nodes", "--state=drained", "-o", "json", "--master=" + address}), 0);
    const auto nodes = nlohmann::json::parse(json.out.str())["nodes"];
    ASSERT_EQ(nodes.size(), 1U);
    EXPECT_EQ(nodes[0]["state"], "drained");
    EXPECT_EQ(nodes[0]["drain"], "drained");
}

} // namespace
} // namespace muster::cli
