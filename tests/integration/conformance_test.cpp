// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What Mesos' master says of a wrong task, group or offer, and of each task that a framework
// reconciles: one row a case, in both media types, through real sockets. The order in which a
// request itself is looked at is in scheduler_api_test.
#include "tests/integration/http_framework.h"

namespace muster::e2e {
namespace {

using mesos::v1::TaskState;
using mesos::v1::TaskStatus;
using nlohmann::json;

struct Row {
    const char* change; // of a task that is fine, as a JSON merge patch
    const char* message;
};

// In the order of doc/wire.md, "Task validation".
constexpr Row kTasks[] = {
    {R"({"task_id":{"value":""}})", "ID must not be empty"},
    {R"({"task_id":{"value":".."}})", "'..' is disallowed"},
    {R"({"task_id":{"value":"a/b"}})", "'a/b' contains invalid characters"},
    {R"({"task_id":{"value":"taken"}})", "Task has duplicate ID: taken"},
    {R"({"agent_id":{"value":"S9"}})", "Task uses invalid agent S9 while agent $AGENT is expected"},
    {R"({"kill_policy":{"grace_period":{"nanoseconds":-1}}})",
        "Task's 'kill_policy.grace_period' must be non-negative"},
    {R"({"max_completion_time":{"nanoseconds":-1}})",
        "Task's `max_completion_time` must be non-negative"},
    {R"({"check":{}})", "Task uses invalid check: CheckInfo must specify 'type'"},
    {R"({"check":{"type":"UNKNOWN"}})",
        "Task uses invalid check: 'UNKNOWN' is not a valid check type"},
    {R"({"check":{"type":"COMMAND"}})",
        "Task uses invalid check: Expecting 'command' to be set for COMMAND check"},
    {R"({"check":{"type":"COMMAND","command":{"command":{}}}})",
        "Task uses invalid check: Command check must contain 'shell command'"},
    {R"({"check":{"type":"COMMAND","command":{"command":{"shell":false}}}})",
        "Task uses invalid check: Command check must contain 'executable path'"},
    {R"({"check":{"type":"HTTP"}})",
        "Task uses invalid check: Expecting 'http' to be set for HTTP check"},
    {R"({"check":{"type":"HTTP","http":{"port":1,"path":"x"}}})",
        "Task uses invalid check: The path 'x' of HTTP check must start with '/'"},
    {R"({"check":{"type":"TCP"}})",
        "Task uses invalid check: Expecting 'tcp' to be set for TCP check"},
    {R"({"check":{"type":"TCP","tcp":{"port":1},"delay_seconds":-1}})",
        "Task uses invalid check: Expecting 'delay_seconds' to be non-negative"},
    {R"({"check":{"type":"TCP","tcp":{"port":1},"interval_seconds":-1}})",
        "Task uses invalid check: Expecting 'interval_seconds' to be non-negative"},
    {R"({"check":{"type":"TCP","tcp":{"port":1},"timeout_seconds":-1}})",
        "Task uses invalid check: Expecting 'timeout_seconds' to be non-negative"},
    {R"({"health_check":{}})", "Task uses invalid health check: HealthCheck must specify 'type'"},
    {R"({"health_check":{"type":"COMMAND"}})",
        "Task uses invalid health check: Expecting 'command' to be set for COMMAND health check"},
    {R"({"health_check":{"type":"COMMAND","command":{}}})",
        "Task uses invalid health check: Command health check must contain 'shell command'"},
    {R"({"health_check":{"type":"HTTP","http":{"port":1,"scheme":"ftp"}}})",
        "Task uses invalid health check: Unsupported HTTP health check scheme: 'ftp'"},
    {R"({"health_check":{"type":"HTTP","http":{"port":1,"path":"x"}}})",
        "Task uses invalid health check: The path 'x' of HTTP health check must start with '/'"},
    {R"({"health_check":{"type":"TCP"}})",
        "Task uses invalid health check: Expecting 'tcp' to be set for TCP health check"},
    {R"({"health_check":{"type":"TCP","tcp":{"port":1},"grace_period_seconds":-1}})",
        "Task uses invalid health check: Expecting 'grace_period_seconds' to be non-negative"},
    {R"({"resources":[]})", "Task uses no resources"},
    {R"({"resources":[{"name":"gpus","type":"SCALAR","scalar":{"value":0.1}}]})",
        "Task uses invalid resources: Invalid 'gpus' resource: The 'gpus' resource must be an "
        "unsigned integer"},
    {R"({"command":{"environment":{"variables":[{"name":"A"}]}}})",
        "Task's `CommandInfo` is invalid: Environment variable 'A' of type 'VALUE' must have a "
        "value set"},
    {R"({"command":{"environment":{"variables":[{"name":"A","type":"SECRET"}]}}})",
        "Task's `CommandInfo` is invalid: Environment variable 'A' of type 'SECRET' must have a "
        "secret set"},
    {R"({"command":{"environment":{"variables":[{"name":"A","type":"UNKNOWN"}]}}})",
        "Task's `CommandInfo` is invalid: Environment variable of type 'UNKNOWN' is not allowed"},
    {R"({"container":{"type":"MESOS","volumes":[{"mode":"RO","container_path":"/a"}]}})",
        "Task's `ContainerInfo` is invalid: Invalid volume: Only one of them should be set: "
        "'host_path', 'image' and 'source'"},
    {R"({"container":{"type":"DOCKER"}})",
        "Task's `ContainerInfo` is invalid: DockerInfo 'docker' is not set for DOCKER typed "
        "ContainerInfo"},
    {R"({"limits":{"gpus":{"value":1}}})",
        "Only cpus and mem may be included in a task's resource limits"},
    {R"({"limits":{"cpus":{"value":0.01}}})",
        "The cpu limit must be greater than or equal to the cpu request"},
    {R"({"command":null})",
        "Task should have at least one (but not both) of CommandInfo or ExecutorInfo present"},
    {R"({"executor":{"executor_id":{"value":"e"},"command":{"value":"true"}}})",
        "Task should have at least one (but not both) of CommandInfo or ExecutorInfo present"},
    {R"({"command":null,"executor":{"executor_id":{"value":"e"}}})",
        "'ExecutorInfo.command' must be set"},
    {R"({"command":null,"executor":{"executor_id":{"value":"a/b"},"command":{"value":"true"}}})",
        "'a/b' contains invalid characters"},
    {R"({"command":null,"executor":{"executor_id":{"value":"e"},"command":{"value":"true"},)"
     R"("shutdown_grace_period":{"nanoseconds":-1}}})",
        "ExecutorInfo's 'shutdown_grace_period' must be non-negative"},
    {R"({"command":null,"executor":{"executor_id":{"value":"e"},"command":{"value":"true"},)"
     R"("framework_id":{"value":"other"}}})",
        "ExecutorInfo has an invalid FrameworkID (Actual: other vs Expected: $FRAMEWORK)"},
    {R"({"resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":64}}]})",
        "Total resources cpus(allocated: *):64 required by task and its executor is more than "
        "available $AVAILABLE"},
};

constexpr Row kGroups[] = {
    {R"({"tasks":[{"resources":[]}]})", "Task '$TASK' is invalid: Task uses no resources"},
    {R"({"executor":{"command":{"value":"true"}}})",
        "'ExecutorInfo.command' must not be set for 'DEFAULT' executor"},
    {R"({"executor":{"type":"UNKNOWN"}})", "Unknown executor type"},
    {R"({"executor":{"type":"CUSTOM"}})",
        "'ExecutorInfo.command' must be set for 'CUSTOM' executor"},
    {R"({"executor":{"resources":[{"name":"mem","type":"SCALAR","scalar":{"value":64}}]}})",
        "Executor '$TASK' uses less CPUs (None) than the minimum required (0.01)"},
    {R"({"executor":{"resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":1}}]}})",
        "Executor '$TASK' uses less memory (None) than the minimum required (32MB)"},
};

struct Conformance : World, testing::WithParamInterface<const char*> {
    static json resources(double cpus, double mem) {
        return {{{"name", "cpus"}, {"type", "SCALAR"}, {"scalar", {{"value", cpus}}}},
            {{"name", "mem"}, {"type", "SCALAR"}, {"scalar", {{"value", mem}}}}};
    }
    static json task(const std::string& id, const std::string& agent) {
        return {{"name", id}, {"task_id", {{"value", id}}}, {"agent_id", {{"value", agent}}},
            {"resources", resources(0.1, 32)}, {"command", {{"value", "sleep 1000"}}}};
    }
    static json accept(const std::string& offer, const json& operations) {
        return {{"type", "ACCEPT"},
            {"accept",
                {{"offer_ids", {{{"value", offer}}}}, {"operations", operations},
                    {"filters", {{"refuse_seconds", 0}}}}}};
    }
    static json launch(const json& tasks) {
        return {{"type", "LAUNCH"}, {"launch", {{"task_infos", tasks}}}};
    }
    static std::string replaced(std::string text, const std::string& what, const std::string& by) {
        if (const auto at = text.find(what); at != std::string::npos) {
            text.replace(at, what.size(), by);
        }
        return text;
    }
};

INSTANTIATE_TEST_SUITE_P(, Conformance, testing::Values(kJson, kProtobuf),
    [](const auto& info) { return info.param == std::string(kJson) ? "json" : "protobuf"; });

TEST_P(Conformance, EveryWrongTaskIsToldWhyAndTheOthersLaunch) {
    auto& master = standalone();
    HttpFramework framework(master, GetParam(), true);
    auto offer = framework.offer();
    framework.send(accept(offer.id().value(), {launch({task("taken", offer.agent_id().value())})}));
    ASSERT_TRUE(framework.hears([&] { return framework.updates("taken") >= 2; })); // it runs

    offer = framework.offer();
    const auto agent = offer.agent_id().value();
    json tasks = json::array({task("fine", agent)});
    std::vector<std::string> ids;
    for (const auto& row : kTasks) {
        auto wrong = task("row-" + std::to_string(ids.size()), agent);
        wrong.merge_patch(json::parse(row.change));
        ids.push_back(wrong["task_id"]["value"]);
        tasks.push_back(wrong);
    }
    const auto before = framework.updates("taken");
    framework.send(accept(offer.id().value(), {launch(tasks)}));
    for (std::size_t i = 0; i < ids.size(); ++i) {
        SCOPED_TRACE(kTasks[i].change);
        const auto status = framework.update(ids[i], ids[i] == "taken" ? before : 0);
        ASSERT_TRUE(status);
        EXPECT_EQ(status->state(), mesos::v1::TASK_ERROR);
        EXPECT_EQ(status->source(), TaskStatus::SOURCE_MASTER);
        EXPECT_EQ(status->reason(), TaskStatus::REASON_TASK_INVALID);
        EXPECT_FALSE(status->has_uuid());
        const auto wanted = replaced(replaced(kTasks[i].message, "$AGENT", agent), "$FRAMEWORK",
            offer.framework_id().value());
        // What is available differs from machine to machine.
        const auto beginning = wanted.substr(0, wanted.find('$'));
        EXPECT_EQ(wanted.find('$') == std::string::npos
                ? status->message()
                : status->message().substr(0, beginning.size()),
            beginning);
    }
    const auto fine = framework.update("fine");
    ASSERT_TRUE(fine);
    EXPECT_NE(fine->state(), mesos::v1::TASK_ERROR) << fine->message();
}

TEST_P(Conformance, AWrongGroupIsRefusedAsAWhole) {
    auto& master = standalone();
    HttpFramework framework(master, GetParam(), true);
    const auto offer = framework.offer();
    json operations = json::array();
    for (std::size_t i = 0; i < std::size(kGroups); ++i) {
        const auto id = "group-" + std::to_string(i);
        json group = {{"executor",
                          {{"type", "DEFAULT"}, {"executor_id", {{"value", id}}},
                              {"resources", resources(0.1, 32)}}}, // no disk: the last flaw
            {"task", task(id, offer.agent_id().value())}};
        auto change = json::parse(kGroups[i].change);
        if (change.contains("tasks")) {
            change = {{"task", change["tasks"][0]}};
        }
        group.merge_patch(change);
        operations.push_back({{"type", "LAUNCH_GROUP"},
            {"launch_group",
                {{"executor", group["executor"]},
                    {"task_group",
                        {{"tasks",
                            {group["task"], task(id + "-fine", offer.agent_id().value())}}}}}}});
    }
    framework.send(accept(offer.id().value(), operations));
    for (std::size_t i = 0; i < std::size(kGroups); ++i) {
        SCOPED_TRACE(kGroups[i].change);
        const auto id = "group-" + std::to_string(i);
        for (const auto& task : {id, id + "-fine"}) {
            const auto status = framework.update(task);
            ASSERT_TRUE(status);
            EXPECT_EQ(status->state(), mesos::v1::TASK_ERROR);
            EXPECT_EQ(status->reason(), TaskStatus::REASON_TASK_GROUP_INVALID);
            EXPECT_EQ(status->message(), replaced(kGroups[i].message, "$TASK", id));
        }
    }
}

TEST_P(Conformance, AnOfferIsValidOnce) {
    auto& master = standalone();
    for (const bool partitionAware : {true, false}) {
        HttpFramework framework(master, GetParam(), partitionAware);
        const auto offer = framework.offer();
        const auto agent = offer.agent_id().value();
        framework.send(
            {{"type", "DECLINE"}, {"decline", {{"offer_ids", {{{"value", offer.id().value()}}}}}}});
        framework.send(accept(offer.id().value(), {launch({task("late", agent)})}));
        framework.send(
            {{"type", "ACCEPT"}, {"accept", {{"operations", {launch({task("without", agent)})}}}}});
        for (const auto& [id, why] :
            {std::pair{"late", "Offer " + offer.id().value() + " is no longer valid"},
                {"without", std::string("No offers specified")}}) {
            const auto status = framework.update(id);
            ASSERT_TRUE(status);
            EXPECT_EQ(
                status->state(), partitionAware ? mesos::v1::TASK_DROPPED : mesos::v1::TASK_LOST);
            EXPECT_EQ(status->reason(), TaskStatus::REASON_INVALID_OFFERS);
            EXPECT_EQ(status->message(), "Task launched with invalid offers: " + why);
        }
    }
}

// One agent that is there, one that is away for too long, one that an operator gave up, and none.
TEST_P(Conformance, EachTaskThatIsReconciledIsToldOf) {
    auto& master = this->master({"--agent_ping_timeout=500ms", "--max_agent_ping_timeouts=2"});
    std::map<std::string, std::string> agents;
    const auto join = [&](const std::string& name) {
        auto& daemon = agent(master, {"--simulate=k40x1"}, name);
        const auto answer
            = http(master.port, "GET", "/slaves", {{"Authorization", "Bearer " + master.token()}});
        const auto rows = json::parse(answer.body)["slaves"];
        for (const auto& row : rows) {
            agents[row["hostname"]] = row["id"];
        }
        EXPECT_TRUE(agents.contains(name)) << answer.body;
        return daemon.process.get();
    };
    join("there");
    for (const bool partitionAware : {true, false}) {
        SCOPED_TRACE(partitionAware);
        HttpFramework framework(master, GetParam(), partitionAware);
        const auto offer = framework.offer();
        framework.send(
            accept(offer.id().value(), {launch({task("runs", offer.agent_id().value())})}));
        ASSERT_TRUE(framework.hears([&] { return framework.updates("runs") >= 2; }));
        if (!agents.contains("away")) {
            auto* away = join("away");
            join("given-up");
            away->signal(SIGKILL);
            const auto answer = http(master.port, "POST", "/api/v1",
                {{"Authorization", "Bearer " + master.token()}, {"Content-Type", kJson}},
                R"({"type":"MARK_AGENT_GONE","mark_agent_gone":{"agent_id":{"value":")"
                    + agents.at("given-up") + R"("}}})");
            EXPECT_EQ(answer.status, 200u) << answer.body;
            ASSERT_TRUE(eventually([&] {
                return http(master.port, "GET", "/metrics/snapshot",
                           {{"Authorization", "Bearer " + master.token()}})
                           .body.find(R"("master/slaves_unreachable":1)")
                    != std::string::npos;
            }));
        }
        struct Case {
            std::string task, agent;
            TaskState aware;
            std::string message;
        };
        const std::vector<Case> cases{
            {"runs", agents.at("there"), mesos::v1::TASK_RUNNING, "Latest task state"},
            {"u1", agents.at("there"), mesos::v1::TASK_GONE, "Task is unknown to the agent"},
            {"u2", agents.at("away"), mesos::v1::TASK_UNREACHABLE, "Task is unreachable"},
            {"u3", agents.at("given-up"), mesos::v1::TASK_GONE_BY_OPERATOR, "Task is gone"},
            {"u4", agents.at("there") + "9", mesos::v1::TASK_UNKNOWN, "Task is unknown"},
            {"u5", "", mesos::v1::TASK_UNKNOWN, "Task is unknown"},
        };
        for (const auto& one : cases) {
            SCOPED_TRACE(one.task);
            for (const bool kills : {false, true}) {
                if (kills && one.task == "runs") {
                    continue;
                }
                json asked = {{"task_id", {{"value", one.task}}}};
                if (!one.agent.empty()) {
                    asked["agent_id"]["value"] = one.agent;
                }
                const auto known = framework.updates(one.task);
                framework.send(kills
                        ? json{{"type", "KILL"}, {"kill", asked}}
                        : json{{"type", "RECONCILE"}, {"reconcile", {{"tasks", {asked}}}}});
                const auto status = framework.update(one.task, known);
                ASSERT_TRUE(status) << (kills ? "kill" : "reconcile");
                const bool lost = !partitionAware && one.aware != mesos::v1::TASK_RUNNING;
                EXPECT_EQ(status->state(), lost ? mesos::v1::TASK_LOST : one.aware);
                EXPECT_EQ(status->message(), "Reconciliation: " + one.message);
                EXPECT_EQ(status->reason(), TaskStatus::REASON_RECONCILIATION);
                EXPECT_EQ(status->source(), TaskStatus::SOURCE_MASTER);
                EXPECT_FALSE(status->has_uuid());
            }
        }
        const auto known = framework.updates("runs");
        framework.send({{"type", "RECONCILE"}, {"reconcile", {{"tasks", json::array()}}}});
        const auto all = framework.update("runs", known);
        ASSERT_TRUE(all) << "no task asked for is all of them";
        EXPECT_EQ(all->reason(), TaskStatus::REASON_RECONCILIATION);
    }
}

} // namespace
} // namespace muster::e2e
