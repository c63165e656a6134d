// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/chronos/job_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd::chronos {
namespace {

using nlohmann::json;

jobs::ScheduleSpec read(const json& body, Kind kind = Kind::Scheduled, const Defaults& d = {}) {
    auto spec = readJob(body.dump(), kind, d);
    EXPECT_TRUE(spec) << spec.error().message;
    return spec.value_or(jobs::ScheduleSpec());
}

std::string error(const json& body, Kind kind = Kind::Scheduled) {
    const auto spec = readJob(body.dump(), kind, {});
    return spec ? "" : spec.error().message;
}

mesos::v1::TaskInfo taskOf(const jobs::ScheduleSpec& spec) {
    mesos::v1::TaskInfo task;
    task.ParseFromString(spec.run.payload);
    return task;
}

std::map<std::string, std::string> environment(const jobs::ScheduleSpec& spec) {
    std::map<std::string, std::string> out;
    const auto task = taskOf(spec);
    for (const auto& variable : task.command().environment().variables()) {
        out[variable.name()] = variable.value();
    }
    return out;
}

const json kLeast = {{"name", "report"}, {"command", "true"}, {"schedule", "R//PT1H"}};

json with(std::initializer_list<std::pair<const char*, json>> members) {
    auto out = kLeast;
    for (const auto& [key, value] : members) {
        out[key] = value;
    }
    return out;
}

// The job of doc/features.md G2.
TEST(ChronosJob, OfTheDocumentsIsReadAsItStands) {
    const auto spec = read(json::parse(R"({
        "name": "gpu_demo", "command": "cd $MESOS_SANDBOX && /bin/bash gpu_demo.sh",
        "shell": true, "retries": 2, "cpus": 4, "disk": 256, "mem": 4096, "gpus": 1,
        "uris": ["https://example.org/gpu_demo.sh"],
        "environmentVariables": [{"name": "EPOCHS", "value": "3"}], "arguments": [],
        "runAsUser": "root", "container": {"type": "MESOS", "image": "tensorflow:1.5-gpu"},
        "schedule": "R/2018-03-05T23:00:00.000Z/PT24H"})"));
    EXPECT_EQ(spec.id.value, "gpu_demo");
    EXPECT_EQ(spec.text, "R/2018-03-05T23:00:00.000Z/PT24H");
    EXPECT_EQ(spec.run.resources.text(), "cpus:4; mem:4096; disk:256; gpus:1");
    EXPECT_EQ(spec.run.retries, 2);
    EXPECT_EQ(spec.run.retryPause, std::chrono::minutes(1));
    EXPECT_EQ(spec.run.user, "root");
    const auto task = taskOf(spec);
    EXPECT_EQ(task.name(), "ChronosTask:gpu_demo");
    EXPECT_TRUE(task.command().shell());
    EXPECT_EQ(task.command().value(), "cd $MESOS_SANDBOX && /bin/bash gpu_demo.sh");
    EXPECT_EQ(task.command().uris(0).value(), "https://example.org/gpu_demo.sh");
    EXPECT_EQ(task.container().type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_EQ(task.container().mesos().image().docker().name(), "tensorflow:1.5-gpu");
    const auto variables = environment(spec);
    EXPECT_EQ(variables.at("EPOCHS"), "3");
    EXPECT_EQ(variables.at("CHRONOS_JOB_NAME"), "gpu_demo");
    EXPECT_EQ(variables.at("CHRONOS_RESOURCE_CPU"), "4");
}

TEST(ChronosJob, HasChronosDefaults) {
    const auto spec = read(kLeast);
    EXPECT_EQ(spec.run.resources.text(), "cpus:0.1; mem:128; disk:256");
    EXPECT_EQ(spec.run.retries, 2);
    EXPECT_EQ(spec.policy.epsilon, std::chrono::minutes(1));
    EXPECT_FALSE(spec.policy.concurrent);
    EXPECT_FALSE(spec.policy.paused);
    EXPECT_EQ(read(kLeast, Kind::Scheduled, {.gpus = 1}).run.resources.gpus(), Milli::whole(1))
        << "--chronos_mesos_task_gpu";
}

TEST(ChronosJob, RunsProgramsWithoutAShell) {
    const auto spec
        = read(with({{"shell", false}, {"command", "/bin/echo"}, {"arguments", {"a b", "$c"}}}));
    const auto command = taskOf(spec).command();
    EXPECT_FALSE(command.shell());
    EXPECT_EQ(command.value(), "/bin/echo");
    ASSERT_EQ(command.arguments_size(), 3);
    EXPECT_EQ(command.arguments(0), "/bin/echo");
    EXPECT_EQ(command.arguments(1), "a b");
    EXPECT_EQ(command.arguments(2), "$c");
}

TEST(ChronosJob, TakesWhatChronosLacks) {
    const auto spec = read(with({{"schedule", "0 3 * * *"}, {"scheduleTimeZone", "Europe/Rome"},
        {"epsilon", "PT30M"}, {"jitter", "PT5M"}, {"window", "22:00-06:00"}, {"catchUp", 3},
        {"spread", "PT0S"}, {"concurrent", true}, {"maxCompletionTime", 90}}));
    EXPECT_EQ(spec.zone, "Europe/Rome");
    EXPECT_EQ(spec.policy.epsilon, std::chrono::minutes(30));
    EXPECT_EQ(spec.policy.jitter, std::chrono::minutes(5));
    EXPECT_EQ(spec.policy.window->text(), "22:00-06:00");
    EXPECT_EQ(spec.policy.catchUp, 3U);
    EXPECT_EQ(spec.policy.spread, Duration(0));
    EXPECT_TRUE(spec.policy.concurrent);
    EXPECT_EQ(spec.run.timeLimit, std::chrono::seconds(90));
}

TEST(ChronosJob, HasConstraintsOfThreeKinds) {
    using Operator = jobs::Constraint::Operator;
    const auto spec = read(with({{"constraints",
        json::array(
            {{"rack", "EQUALS", "r1"}, {"gpu", "LIKE", "K.*"}, {"gpu", "UNLIKE", "K20"}})}}));
    EXPECT_EQ(spec.run.constraints,
        (std::vector<jobs::Constraint>{
            {"rack", "r1"}, {"gpu", "K.*", Operator::Like}, {"gpu", "K20", Operator::Unlike}}));
}

TEST(ChronosJob, DependsOnParents) {
    const json body{{"name", "sum"}, {"command", "true"}, {"parents", {"a", "b"}}};
    const auto spec = read(body, Kind::Dependent);
    EXPECT_EQ(spec.parents, (std::vector<jobs::ScheduleId>{{"a"}, {"b"}}));
    EXPECT_EQ(spec.text, "");
    EXPECT_EQ(error(kLeast, Kind::Dependent), "'parents' must name at least one job");
    EXPECT_EQ(error(with({{"parents", {"a"}}})),
        "'parents' are for POST /dependency: a job has a schedule or parents");
}

TEST(ChronosJob, IsToldAsItCame) {
    jobs::Schedule schedule;
    schedule.spec = read(with({{"owner", "ann@example.org"}, {"description", "\"quoted\""},
        {"uris", {"file:///a"}}, {"container", {{"type", "MESOS"}}}, {"retries", 0}}));
    schedule.spec.text = "R/2026-01-01T00:00:00.000Z/PT1H";
    readWhen(schedule, nullptr);
    schedule.state.decided = *schedule.when->next(Instant());
    schedule.failures = 3;
    schedule.lastFailure = Instant(std::chrono::hours(1));
    std::string text;
    appendJob(schedule, text);
    const auto told = json::parse(text);
    EXPECT_EQ(told.at("name"), "report");
    EXPECT_EQ(told.at("owner"), "ann@example.org");
    EXPECT_EQ(told.at("description"), "\"quoted\"");
    EXPECT_EQ(told.at("uris"), json({"file:///a"}));
    EXPECT_EQ(told.at("cpus"), 0.1);
    EXPECT_EQ(told.at("gpus"), 0);
    EXPECT_EQ(told.at("retries"), 0);
    EXPECT_EQ(told.at("errorCount"), 3);
    EXPECT_EQ(told.at("lastError"), "1970-01-01T01:00:00.000Z");
    EXPECT_EQ(told.at("lastSuccess"), "");
    EXPECT_EQ(told.at("schedule"), "R/2026-01-01T01:00:00.000Z/PT1H") << "what is left of it";
    EXPECT_EQ(told.at("next"), "2026-01-01T01:00:00.000Z");
    // What was told can be posted again.
    EXPECT_EQ(read(told).run, schedule.spec.run);
}

TEST(ChronosJob, SaysWhatIsWrong) {
    const std::vector<std::pair<json, std::string>> table{
        {with({{"command", 7}}), "'command' must be a text"},
        {with({{"cpus", "4"}}), "'cpus' must be a number of at least 0"},
        {with({{"cpus", -1}}), "'cpus' must be a number of at least 0"},
        {with({{"gpus", 0.5}}), "'gpus' must be a whole number from 0 to 1024"},
        {with({{"retries", 101}}), "'retries' must be a whole number from 0 to 100"},
        {with({{"shell", "yes"}}), "'shell' must be true or false"},
        {with({{"arguments", {"a"}}}),
            "'arguments' are for \"shell\": false; write them into the command"},
        {with({{"uris", "http://a"}}), "'uris' must be a list"},
        {with({{"uris", {1}}}), "'uris' must be a list of texts"},
        {with({{"uris", {"http://a"}}, {"fetch", {{{"uri", "http://a"}}}}}),
            "'uris' and 'fetch' say the same: use 'fetch'"},
        {with({{"fetch", {{{"cache", true}}}}}), "'fetch' needs a 'uri'"},
        {with({{"environmentVariables", {{{"value", "x"}}}}}),
            "'environmentVariables' needs a 'name'"},
        {with({{"constraints", {{"rack", "UNIQUE", "r1"}}}}),
            "'constraints' must be lists of an attribute, EQUALS, LIKE or UNLIKE, and a value"},
        {with({{"gpus", 1}, {"container", {{"type", "DOCKER"}, {"image", "a"}}}}),
            "'container' must be of type MESOS for a job with GPUs"},
        {with({{"container", {{"type", "APPC"}}}}), "'container' must be of type MESOS or DOCKER"},
        {with({{"container", {{"type", "MESOS"}, {"parameters", json::array()}}}}),
            "'container' may have no networks of its own and no 'parameters'"},
        {with({{"epsilon", "P1M"}}), "'epsilon' must be a duration such as PT30M"},
        {with({{"executor", "/bin/x"}}), "'executor' must be empty: jobs are run by Muster's own"},
        {with({{"schedule", ""}}),
            "'schedule' must be there, such as R/2026-01-01T00:00:00Z/PT24H"},
        {with({{"command", ""}}), "'command' must be there, or an image with a default command"},
        {json::array({1}), "The body must be a job as a JSON object"},
    };
    for (const auto& [body, text] : table) {
        EXPECT_EQ(error(body), text) << body;
    }
    EXPECT_EQ(readJob("{", Kind::Scheduled, {}).error().message,
        "The body must be a job as a JSON object");
}

TEST(ChronosJob, IsNotNestedWithoutEnd) {
    std::string deep = R"({"name":"a","container":{"x":)";
    deep += std::string(100'000, '[') + std::string(100'000, ']') + "}}";
    EXPECT_EQ(readJob(deep, Kind::Scheduled, {}).error().message,
        "The body is nested deeper than 16 levels");
}

} // namespace
} // namespace muster::agentd::chronos
