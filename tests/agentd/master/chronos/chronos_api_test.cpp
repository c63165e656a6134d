// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/chronos/chronos_api.h"

#include <gtest/gtest.h>

#include "agentd/master/control_journal.h"
#include "core/proto/protocol.h"
#include "tests/agentd/master/asked.h"

namespace muster::agentd::chronos {
namespace {

using nlohmann::json;

struct Chronos : testing::Test, TestMaster {
    Gate gate;
    api::MasterFacts facts{
        .id = "M1", .ip = "10.0.0.1", .port = 5050, .hostname = "m", .started = {}};
    std::unique_ptr<api::WholeAnswers> answers;
    std::unique_ptr<ChronosApi> api;
    GuardedRoutes routes;

    void SetUp() override {
        run();
        serve("{}");
    }
    void serve(const char* acls) {
        gate = Gate(Acls::parse(acls).value());
        answers = std::make_unique<api::WholeAnswers>(io, gate);
        api = std::make_unique<ChronosApi>(
            ChronosApi::Sources{*control, journal, gate, *answers, facts, Defaults()});
        routes = api->routes();
    }
    // The journal's next master.
    void restart() {
        api.reset();
        open("M2");
        run();
        serve("{}");
    }

    Asked ask(const std::string& method, const std::string& path, const std::string& query = "",
        const std::string& body = "", const std::string& principal = "ann") {
        net::HttpRequest request;
        request.method = method;
        request.path = "/chronos/v1/scheduler" + path;
        request.query = query;
        request.body = body;
        request.principal = principal;
        request.headers = {{"Content-Type", "application/json"}};
        return agentd::ask(*this, routes, request);
    }
    Asked post(const std::string& name, const std::string& more = "") {
        return ask("POST", "/iso8601", "",
            R"({"name":")" + name + R"(","command":"true","schedule":"R/2030-01-01T00:00:00Z/PT1H")"
                + more + "}");
    }
    json job(const std::string& name) { return ask("GET", "/job/" + name).parsed(); }
};

TEST_F(Chronos, KeepsAJobAndTellsIt) {
    EXPECT_EQ(post("report").status, 204U);
    const auto jobs = ask("GET", "/jobs").parsed();
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0].at("name"), "report");
    EXPECT_EQ(jobs[0].at("next"), "2030-01-01T00:00:00.000Z");
    EXPECT_EQ(ask("GET", "/jobs/summary").parsed(), json::parse(R"({"jobs":[{"name":"report",
        "status":"fresh","state":"idle","schedule":"R/2030-01-01T00:00:00.000Z/PT1H","parents":[],
        "disabled":false}]})"));
}

TEST_F(Chronos, KeepsItOverARestartOfTheMaster) {
    post("report", R"(,"scheduleTimeZone":"Europe/Rome","retries":1,"owner":"ann")");
    ask("PUT", "/job/report");
    ask("PUT", "/job/pause/report");
    const auto before = job("report");
    restart();
    EXPECT_EQ(job("report"), before);
    EXPECT_EQ(job("report").at("disabled"), true);
    EXPECT_EQ(job("report").at("schedule"), "R/2030-01-01T00:00:00.000+01:00/PT1H");
    const auto history = ask("GET", "/job/history/report").parsed();
    ASSERT_EQ(history.size(), 1U);
    EXPECT_EQ(history[0].at("decision"), "RUN");
    EXPECT_EQ(history[0].at("byHand"), true);
    EXPECT_EQ(history[0].at("job"), "job-1");
    EXPECT_EQ(ask("PUT", "/job/report").status, 409U) << "the run of before has not ended";
}

TEST_F(Chronos, SubmitsARunAsAJob) {
    post("report", R"(,"gpus":1,"environmentVariables":[{"name":"A","value":"b"}])");
    EXPECT_EQ(ask("PUT", "/job/report", "arguments=--day%3D7").status, 204U);
    const auto* job = control->jobs().job({"job-1"});
    ASSERT_NE(job, nullptr);
    EXPECT_EQ(job->spec.name, "ChronosTask:report");
    EXPECT_EQ(job->spec.run->schedule.value, "report");
    EXPECT_TRUE(job->spec.run->byHand);
    mesos::v1::TaskInfo task;
    task.ParseFromString(job->spec.payload);
    EXPECT_EQ(task.command().value(), "true --day=7");
    const auto& variables = task.command().environment().variables();
    EXPECT_EQ(variables.rbegin()->name(), "CHRONOS_JOB_RUN_TIME");
    EXPECT_EQ(ask("GET", "/graph/csv").body, "node,report,fresh,queued\n");
}

TEST_F(Chronos, TellsARunWhichItIs) {
    post("report");
    ask("PUT", "/job/report");
    std::vector<mesos::v1::TaskInfo> launched;
    cluster::AgentInfo info;
    info.hostname = "node-1";
    info.total = *Resources::parse("cpus:8;mem:1024;disk:1000");
    const auto send = [&](const cluster::AgentCommand& command) {
        if (const auto* made = std::get_if<cluster::Registered>(&command)) {
            agentId = made->id;
        } else if (const auto* task = std::get_if<cluster::RunTask>(&command)) {
            launched.emplace_back().ParseFromString(task->task.payload.bytes());
        }
    };
    const auto link = control->addAgent({.send = send, .close = [](const std::string&) {}});
    for (int i = 0; i < 2; ++i) { // then with the id that it was given
        control->fromAgent(link, cluster::Register{agentId, info, {}, {}});
        run();
    }
    ASSERT_EQ(launched.size(), 1U);
    std::map<std::string, std::string> environment;
    for (const auto& variable : launched[0].command().environment().variables()) {
        environment[variable.name()] = variable.value();
    }
    EXPECT_EQ(environment["CHRONOS_JOB_RUN_ATTEMPT"], "0");
    EXPECT_EQ(environment["mesos_task_id"], "job-1.1");
    EXPECT_EQ(environment["HOST"], "node-1");
}

TEST_F(Chronos, RunsDependentJobsAfterASuccess) {
    post("a");
    EXPECT_EQ(
        ask("POST", "/dependency", "", R"({"name":"b","command":"true","parents":["a"]})").status,
        204U);
    EXPECT_EQ(
        ask("GET", "/graph/dot").body, "digraph G {\n  \"a\"\n  \"b\"\n  \"a\" -> \"b\"\n}\n");
    const auto marked = ask("PUT", "/job/success/a");
    EXPECT_EQ(marked.status, 200U);
    EXPECT_EQ(marked.body, "marked job a as successful: true");
    ASSERT_NE(control->jobs().job({"job-1"}), nullptr);
    EXPECT_EQ(control->jobs().job({"job-1"})->spec.run->schedule.value, "b");
}

TEST_F(Chronos, KillsTheRunsOfAJob) {
    post("report");
    ask("PUT", "/job/report");
    EXPECT_EQ(ask("DELETE", "/task/kill/report").status, 204U);
    EXPECT_EQ(control->jobs().job({"job-1"})->state, JobState::Killed);
    EXPECT_EQ(job("report").at("errorCount"), 1);
    EXPECT_EQ(ask("DELETE", "/task/kill/report").status, 204U) << "there is nothing to kill";
}

TEST_F(Chronos, DeletesAJobWithItsRuns) {
    post("report");
    ask("PUT", "/job/report");
    EXPECT_EQ(ask("DELETE", "/job/report").status, 204U);
    EXPECT_EQ(control->jobs().job({"job-1"})->state, JobState::Killed);
    EXPECT_EQ(ask("GET", "/job/report").status, 404U);
    restart();
    EXPECT_EQ(ask("GET", "/jobs").parsed(), json::array());
}

TEST_F(Chronos, SearchesByNameAndCommand) {
    for (const auto* name : {"alpha", "beta", "alphabet"}) {
        post(name);
    }
    const auto names = [&](const std::string& query) {
        std::vector<std::string> out;
        for (const auto& one : ask("GET", "/jobs/search", query).parsed()) {
            out.push_back(one.at("name"));
        }
        return out;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names("name=alpha"), (Names{"alpha", "alphabet"}));
    EXPECT_EQ(names("any=bet"), (Names{"alphabet", "beta"}));
    EXPECT_EQ(names("command=false"), Names());
    EXPECT_EQ(names("limit=1&offset=1"), Names{"alphabet"});
}

TEST_F(Chronos, AnswersWhatIsWrongAsChronosDoes) {
    EXPECT_EQ(post("no slash/es").parsed(),
        json::parse(
            R"({"status":"Bad Request","message":"'no slash/es' is no name of a schedule; use 1 to 255 letters, digits, '_', '.' and '-'"})"));
    EXPECT_EQ(ask("GET", "/job/report").parsed(),
        json::parse(
            R"({"status":"Not Found","message":"No schedule 'report': see 'muster schedules'"})"));
    for (const auto* order : {"/job/report", "/job/success/report", "/job/pause/report"}) {
        EXPECT_EQ(ask("PUT", order).status, 404U) << order;
    }
    EXPECT_EQ(ask("DELETE", "/job/report").status, 404U);
    EXPECT_EQ(ask("DELETE", "/task/kill/report").status, 404U);
    EXPECT_EQ(ask("GET", "/nothing").status, 404U);
    EXPECT_EQ(ask("POST", "/iso8601", "", "{").status, 400U);
    EXPECT_EQ(post("report", R"(,"scheduleTimeZone":"Mars/Base")").parsed().at("message"),
        "No time zone 'Mars/Base' on the master's machine: write one such as Europe/Rome, or "
        "install "
        "the package tzdata");
    EXPECT_EQ(ask("PUT", "/job/report", "arguments=a%0ab").status, 400U);
    EXPECT_EQ(ask("POST", "/dependency", "", R"({"name":"b","command":"true","parents":["x"]})")
                  .parsed()
                  .at("message"),
        "Schedule 'b' has the parent 'x', which is not known");
}

TEST_F(Chronos, TellsTheNextTimes) {
    post("report");
    EXPECT_EQ(ask("GET", "/job/next/report", "count=2").parsed(),
        json::parse(R"(["2030-01-01T00:00:00.000Z","2030-01-01T01:00:00.000Z"])"));
}

// Only as who may run as the user, and never another's.
TEST_F(Chronos, AsksTheGateForTheUserOfTheRuns) {
    post("roots", R"(,"runAsUser":"root")");
    post("nobodys", R"(,"runAsUser":"nobody")");
    serve(R"({"permissive": false,
        "run_tasks": [{"principals": {"values": ["bob"]}, "users": {"values": ["nobody"]}}],
        "view_tasks": [{"principals": {"values": ["bob"]}, "users": {"values": ["nobody"]}}]})");
    const auto as
        = [&](const std::string& method, const std::string& path, const std::string& body = "") {
              return ask(method, path, "", body, "bob");
          };
    EXPECT_EQ(as("GET", "/jobs").parsed().size(), 1U);
    EXPECT_EQ(as("GET", "/job/roots").status, 404U) << "as if it were not there";
    EXPECT_EQ(as("GET", "/job/nobodys").status, 200U);
    EXPECT_EQ(as("GET", "/graph/csv").body, "node,nobodys,fresh,idle\n");
    for (const auto* path :
        {"/job/roots", "/job/success/roots", "/job/pause/roots", "/job/resume/roots"}) {
        EXPECT_EQ(as("PUT", path).status, 403U) << path;
    }
    EXPECT_EQ(as("DELETE", "/job/roots").status, 403U);
    EXPECT_EQ(as("DELETE", "/task/kill/roots").status, 403U);
    EXPECT_EQ(as("PUT", "/job/nobodys").status, 204U);
    const auto body = [](const char* name, const char* user) {
        return json{
            {"name", name}, {"command", "true"}, {"schedule", "R//PT1H"}, {"runAsUser", user}}
            .dump();
    };
    EXPECT_EQ(as("POST", "/iso8601", body("new", "root")).status, 403U);
    EXPECT_EQ(as("POST", "/iso8601", body("roots", "nobody")).status, 403U)
        << "in the place of root's";
    EXPECT_EQ(as("POST", "/iso8601", body("new", "nobody")).status, 204U);
}

// Nobody learns by it that a job is there, or lets the jobs of others run.
TEST_F(Chronos, LetsNobodyFollowOrReplaceWhatIsNotTheirs) {
    post("roots", R"(,"runAsUser":"root")");
    post("nobodys", R"(,"runAsUser":"nobody")");
    const auto child = [&](const char* name, const char* parent, const char* user,
                           const char* principal) {
        return ask("POST", "/dependency", "",
            json{{"name", name}, {"command", "true"}, {"parents", {parent}}, {"runAsUser", user}}
                .dump(),
            principal);
    };
    EXPECT_EQ(child("sum", "nobodys", "root", "ann").status, 204U);
    serve(R"({"permissive": false,
        "run_tasks": [{"principals": {"values": ["bob"]}, "users": {"values": ["nobody"]}}],
        "view_tasks": [{"principals": {"values": ["bob"]}, "users": {"values": ["nobody"]}}]})");
    EXPECT_EQ(child("spy", "roots", "nobody", "bob").parsed().at("message"),
        "Schedule 'spy' has the parent 'roots', which is not known");
    EXPECT_EQ(child("own", "nobodys", "nobody", "bob").status, 204U);
    EXPECT_EQ(ask("DELETE", "/job/nobodys", "", "", "bob").status, 204U);
    const auto again = json{{"name", "nobodys"}, {"command", "true"}, {"schedule", "R//PT1H"},
        {"runAsUser",
            "nobody"}}.dump();
    EXPECT_EQ(ask("POST", "/iso8601", "", again, "bob").status, 403U) << "sum is root's";
}

TEST_F(Chronos, PutsOrdersIntoTheAuditLog) {
    post("report");
    ask("PUT", "/job/pause/report");
    ask("DELETE", "/job/report");
    std::vector<std::string> actions;
    const auto audit = journal.audit(Instant(), Instant(std::chrono::hours(24 * 365 * 200)), 10);
    for (const auto& entry : *audit) {
        actions.insert(actions.begin(), entry.author + " " + entry.action + " " + entry.object);
    }
    EXPECT_EQ(actions,
        (std::vector<std::string>{
            "ann put schedule report", "ann pause schedule report", "ann delete schedule report"}));
}

TEST_F(Chronos, DecidesASlotAndItsJobInOneStep) {
    ask("POST", "/iso8601", "", R"({"name":"now","command":"true","schedule":"R1//PT1H"})");
    const auto slots = decidedSlots(journal, {"now"}, 10);
    ASSERT_TRUE(slots);
    ASSERT_EQ(slots->size(), 1U);
    EXPECT_EQ((*slots)[0].record.decision, schedule::Decision::Run);
    EXPECT_EQ((*slots)[0].job.value, "job-1");
    EXPECT_EQ(job("now").at("disabled"), true) << "it was the only one";
    EXPECT_TRUE(job("now").at("schedule").get<std::string>().starts_with("R0/"));
}

} // namespace
} // namespace muster::agentd::chronos
