// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <google/protobuf/util/json_util.h>

#include "core/proto/launch_checks.h"

namespace muster::proto {

namespace {

using cluster::Defect;
using Stage = Defect::Stage;

template <typename Message>
Message parsed(const std::string& json) {
    Message message;
    const auto status = google::protobuf::util::JsonStringToMessage(json, &message);
    EXPECT_TRUE(status.ok()) << json << ": " << status.ToString();
    return message;
}

struct Row {
    std::string json;
    Stage stage;
    std::string text;
};

void expectTask(const Row& row, LaunchedBy by) {
    const std::string head
        = R"("name":"t","task_id":{"value":"t"},"agent_id":{"value":"S0"},)"
          R"("resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":1}}],)";
    const auto defect = findDefect(parsed<mesos::v1::TaskInfo>("{" + head + row.json + "}"), by);
    EXPECT_EQ(defect.text, row.text) << row.json;
    EXPECT_EQ(defect.stage, row.stage) << row.json;
}

void expectExecutor(const Row& row, LaunchedBy by) {
    const std::string head = R"("executor_id":{"value":"e"},)";
    const auto defect
        = findDefect(parsed<mesos::v1::ExecutorInfo>("{" + head + row.json + "}"), by, "F");
    EXPECT_EQ(defect.text, row.text) << row.json;
    EXPECT_EQ(defect.stage, row.stage) << row.json;
}

TEST(LaunchChecks, FindATasksFirstFlawInMesosOrderAndWords) {
    const std::string check = "Task uses invalid check: ";
    const std::string health = "Task uses invalid health check: ";
    const std::string command = "Task's `CommandInfo` is invalid: ";
    const std::string container = "Task's `ContainerInfo` is invalid: ";
    const std::vector<Row> rows{
        {R"("command":{"value":"true"})", Stage::None, ""},
        {R"("kill_policy":{"grace_period":{"nanoseconds":-1}},"max_completion_time":{"nanoseconds":-1})",
            Stage::Early, "Task's 'kill_policy.grace_period' must be non-negative"},
        {R"("max_completion_time":{"nanoseconds":-1},"check":{})", Stage::Early,
            "Task's `max_completion_time` must be non-negative"},
        {R"("check":{})", Stage::Early, check + "CheckInfo must specify 'type'"},
        {R"("check":{"type":"UNKNOWN"})", Stage::Early,
            check + "'UNKNOWN' is not a valid check type"},
        {R"("check":{"type":"COMMAND"})", Stage::Early,
            check + "Expecting 'command' to be set for COMMAND check"},
        {R"("check":{"type":"COMMAND","command":{"command":{}}})", Stage::Early,
            check + "Command check must contain 'shell command'"},
        {R"("check":{"type":"COMMAND","command":{"command":{"shell":false}}})", Stage::Early,
            check + "Command check must contain 'executable path'"},
        {R"("check":{"type":"HTTP"})", Stage::Early,
            check + "Expecting 'http' to be set for HTTP check"},
        {R"("check":{"type":"HTTP","http":{"port":1,"path":"x"}})", Stage::Early,
            check + "The path 'x' of HTTP check must start with '/'"},
        {R"("check":{"type":"TCP"})", Stage::Early,
            check + "Expecting 'tcp' to be set for TCP check"},
        {R"("check":{"type":"TCP","tcp":{"port":1},"delay_seconds":-1})", Stage::Early,
            check + "Expecting 'delay_seconds' to be non-negative"},
        {R"("check":{"type":"TCP","tcp":{"port":1},"interval_seconds":-1})", Stage::Early,
            check + "Expecting 'interval_seconds' to be non-negative"},
        {R"("check":{"type":"TCP","tcp":{"port":1},"timeout_seconds":-1})", Stage::Early,
            check + "Expecting 'timeout_seconds' to be non-negative"},
        {R"("health_check":{})", Stage::Early, health + "HealthCheck must specify 'type'"},
        {R"("health_check":{"type":"COMMAND"})", Stage::Early,
            health + "Expecting 'command' to be set for COMMAND health check"},
        {R"("health_check":{"type":"COMMAND","command":{}})", Stage::Early,
            health + "Command health check must contain 'shell command'"},
        {R"("health_check":{"type":"COMMAND","command":{"value":"x","environment":{"variables":[{"name":"A"}]}}})",
            Stage::Early,
            health
                + "Health check's `CommandInfo` is invalid: Environment variable 'A' of type "
                  "'VALUE' must have a value set"},
        {R"("health_check":{"type":"HTTP","http":{"port":1,"scheme":"ftp"}})", Stage::Early,
            health + "Unsupported HTTP health check scheme: 'ftp'"},
        {R"("health_check":{"type":"HTTP","http":{"port":1,"path":"x"}})", Stage::Early,
            health + "The path 'x' of HTTP health check must start with '/'"},
        {R"("health_check":{"type":"TCP"})", Stage::Early,
            health + "Expecting 'tcp' to be set for TCP health check"},
        {R"("health_check":{"type":"TCP","tcp":{"port":1},"grace_period_seconds":-1})",
            Stage::Early, health + "Expecting 'grace_period_seconds' to be non-negative"},
        {R"("command":{"environment":{"variables":[{"name":"A","type":"SECRET"}]}})", Stage::Late,
            command + "Environment variable 'A' of type 'SECRET' must have a secret set"},
        {R"("command":{"environment":{"variables":[{"name":"A","value":"x","secret":{}}]}})",
            Stage::Late,
            command + "Environment variable 'A' of type 'VALUE' must not have a secret set"},
        {R"("command":{"environment":{"variables":[{"name":"A","type":"UNKNOWN"}]}})", Stage::Late,
            command + "Environment variable of type 'UNKNOWN' is not allowed"},
        {R"("command":{"environment":{"variables":[{"name":"A","type":"SECRET","secret":{"type":"VALUE"}}]}})",
            Stage::Late,
            command
                + "Environment variable 'A' specifies an invalid secret: Secret of type VALUE "
                  "must have the 'value' field set"},
        {R"("container":{"type":"MESOS","volumes":[{"mode":"RO","container_path":"/a"}]})",
            Stage::Late,
            container
                + "Invalid volume: Only one of them should be set: 'host_path', 'image' and "
                  "'source'"},
        {R"("container":{"type":"MESOS","volumes":[{"mode":"RO","container_path":"/a","source":{"type":"SECRET"}}]})",
            Stage::Late,
            container + "Invalid volume: 'source.secret' is not set for SECRET volume"},
        {R"("container":{"type":"DOCKER"})", Stage::Late,
            container + "DockerInfo 'docker' is not set for DOCKER typed ContainerInfo"},
        {R"("container":{"type":"DOCKER","docker":{"image":"i","parameters":[{"key":"name","value":"x"}]}})",
            Stage::Late, container + "Parameter in DockerInfo must not be 'name'"},
        {R"("limits":{"gpus":{"value":1}})", Stage::Late,
            "Only cpus and mem may be included in a task's resource limits"},
        {R"("limits":{"cpus":{"value":0.5}})", Stage::Late,
            "The cpu limit must be greater than or equal to the cpu request"},
        {R"("limits":{"mem":{"value":5}})", Stage::Late,
            "When a memory limit is specified, a memory request must also be specified"},
        {R"("limits":{"cpus":{"value":"Infinity"}})", Stage::Executor,
            "Task should have at least one (but not both) of CommandInfo or ExecutorInfo present"},
        {R"("command":{},"container":{"type":"MESOS","linux_info":{"share_cgroups":false}})",
            Stage::Launch, "Only tasks in a task group may have 'share_cgroups' set to 'false'"},
    };
    for (const Row& row : rows) {
        expectTask(row, LaunchedBy::Launch);
    }
}

TEST(LaunchChecks, FindALimitThatNoNumberOfThousandthsIs) {
    const auto textOf = [](const std::string& limit) {
        const std::string amounts
            = R"("resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":1}},)"
              R"({"name":"mem","type":"SCALAR","scalar":{"value":1}}])";
        return findDefect(parsed<mesos::v1::TaskInfo>(
                              R"({"name":"t","task_id":{"value":"t"},"agent_id":{"value":"S0"},)"
                              R"("command":{"value":"true"},)"
                              + amounts + R"(,"limits":{)" + limit + "}}"),
            LaunchedBy::Launch)
            .text;
    };
    EXPECT_EQ(textOf(R"("cpus":{"value":9e12},"mem":{"value":"Infinity"})"), "");
    EXPECT_EQ(textOf(R"("cpus":{"value":1e20})"), "The cpu limit 1e+20 is not a possible amount");
    EXPECT_EQ(
        textOf(R"("mem":{"value":1e300})"), "The memory limit 1e+300 is not a possible amount");
    EXPECT_EQ(textOf(R"("mem":{"value":"NaN"})"),
        "The memory limit must be greater than or equal to the memory request");
}

TEST(LaunchChecks, FindWhatATaskOfAGroupMayNotHave) {
    const std::vector<Row> rows{
        {R"("command":{})", Stage::None, ""},
        {R"("container":{"type":"MESOS","network_infos":[{}]},"health_check":{"type":"TCP","tcp":{"port":1}})",
            Stage::Launch,
            "HTTP and TCP health checks are not supported for nested containers not joining "
            "parent's network"},
        {R"("container":{"type":"DOCKER","docker":{"image":"i"}})", Stage::Launch,
            "Docker ContainerInfo is not supported on the task"},
        {R"("limits":{"cpus":{"value":2}})", Stage::Launch,
            "Resource limits may only be set for tasks within a task group when the "
            "'share_cgroups' field is set to 'false'."},
        {R"("limits":{"cpus":{"value":2}},"container":{"type":"MESOS","linux_info":{"share_cgroups":false}})",
            Stage::None, ""},
    };
    for (const Row& row : rows) {
        expectTask(row, LaunchedBy::Group);
    }
}

TEST(LaunchChecks, FindAnExecutorsFirstFlaw) {
    const std::vector<Row> rows{
        {R"("command":{})", Stage::None, ""},
        {R"("type":"CUSTOM")", Stage::Early,
            "'ExecutorInfo.command' must be set for 'CUSTOM' executor"},
        {R"("type":"DEFAULT","command":{})", Stage::Early,
            "'ExecutorInfo.command' must not be set for 'DEFAULT' executor"},
        {R"("type":"DEFAULT","container":{"type":"DOCKER"})", Stage::Early,
            "'ExecutorInfo.container.type' must be 'MESOS' for 'DEFAULT' executor"},
        {R"("type":"DEFAULT","container":{"type":"MESOS","mesos":{"image":{"type":"DOCKER"}}})",
            Stage::Early,
            "'ExecutorInfo.container.mesos.image' must not be set for 'DEFAULT' executor"},
        {R"("command":{},"shutdown_grace_period":{"nanoseconds":-1})", Stage::Late,
            "ExecutorInfo's 'shutdown_grace_period' must be non-negative"},
        {R"("command":{"environment":{"variables":[{"name":"A"}]}})", Stage::Late,
            "Executor's `CommandInfo` is invalid: Environment variable 'A' of type 'VALUE' must "
            "have a value set"},
        {R"("command":{},"container":{"type":"DOCKER"})", Stage::Late,
            "Executor's `ContainerInfo` is invalid: DockerInfo 'docker' is not set for DOCKER "
            "typed ContainerInfo"},
        {R"("command":{},"framework_id":{"value":"G"})", Stage::Late,
            "ExecutorInfo has an invalid FrameworkID (Actual: G vs Expected: F)"},
        {R"("type":"DEFAULT")", Stage::Launch, "'ExecutorInfo.type' must be 'CUSTOM'"},
        {R"("name":"x")", Stage::Launch, "'ExecutorInfo.command' must be set"},
        {R"("command":{},"container":{"type":"MESOS","linux_info":{"share_cgroups":true}})",
            Stage::Launch,
            "The 'share_cgroups' field cannot be set to 'true' on executor containers"},
    };
    for (const Row& row : rows) {
        expectExecutor(row, LaunchedBy::Launch);
    }
    const std::vector<Row> inGroup{
        {R"("type":"DEFAULT")", Stage::None, ""},
        {R"("name":"x")", Stage::Launch, "'ExecutorInfo.type' must be set"},
        {R"("type":"UNKNOWN")", Stage::Launch, "Unknown executor type"},
        {R"("type":"CUSTOM","command":{},"container":{"type":"DOCKER","docker":{"image":"i"}})",
            Stage::Launch, "Docker ContainerInfo is not supported on the executor"},
    };
    for (const Row& row : inGroup) {
        expectExecutor(row, LaunchedBy::Group);
    }
}

} // namespace
} // namespace muster::proto
