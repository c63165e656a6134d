// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_json.h"

#include <cmath>
#include <limits>

#include "agentd/master/marathon/task_payload.h"
#include "tests/agentd/master/marathon/samples.h"

namespace muster::agentd::marathon {
namespace {

using services::AppId;
using services::AppSpec;
using services::Constraint;
using services::Port;

Refusal refusalOf(std::string_view body, const AppSettings& settings = {}) {
    const auto app = newApp(body, settings);
    EXPECT_FALSE(app) << body;
    return app ? Refusal{} : app.error();
}

// An app that is right but for what is added.
std::string with(std::string_view members) {
    return fmt::format(R"({{"id":"/a","cmd":"sleep 1"{}{}}})", members.empty() ? "" : ",", members);
}

TEST(MarathonApp, TakesTheFoundingApp) {
    const auto app = test::specOf(test::kFounding);
    EXPECT_EQ(app.id, AppId{"/gpu-demo"});
    EXPECT_EQ(app.instances, 1);
    EXPECT_EQ(app.resources.text(), "cpus:0.1; mem:128; gpus:1");
    ASSERT_EQ(app.ports.size(), 1U);
    EXPECT_EQ(app.ports[0], (Port{.service = 10000, .name = "http"}));
    EXPECT_EQ(app.labels.at("HAPROXY_GROUP"), "external");
    EXPECT_EQ(app.image, "nvidia/cuda");
    const auto task = test::taskOf(app);
    EXPECT_EQ(task.name(), "gpu-demo");
    EXPECT_EQ(task.command().value(), "while [ true ]; do nvidia-smi; sleep 60; done");
    EXPECT_TRUE(task.command().shell());
    EXPECT_EQ(task.container().type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_EQ(task.container().mesos().image().docker().name(), "nvidia/cuda");
    EXPECT_EQ(task.resources_size(), 0) << "the kernel adds them";
}

TEST(MarathonApp, HasMarathonsDefaults) {
    const auto app = test::specOf(with(""));
    AppSpec expected;
    expected.id = {"/a"};
    expected.resources = Resources::parse("cpus:1;mem:128").value();
    expected.ports = {Port{.name = "default"}};
    expected.document = app.document;
    expected.payload = app.payload;
    EXPECT_EQ(app, expected);
    const auto document = test::documentOf(app);
    EXPECT_FALSE(document.contains("instances")) << "a scaling changes it without the document";
    EXPECT_EQ(document["portDefinitions"].dump(),
        R"([{"labels":{},"name":"default","port":0,"protocol":"tcp"}])");
    EXPECT_EQ(document["networks"].dump(), R"([{"mode":"host"}])");
    EXPECT_EQ(document["role"], "*");
    EXPECT_FALSE(document.contains("container"));
    EXPECT_FALSE(test::taskOf(app).has_container());
}

TEST(MarathonApp, KeepsEachField) {
    const auto app = test::specOf(R"({
        "id": "/shop/web", "args": ["serve", "--fast"], "user": "alice", "instances": 3,
        "container": {"type": "MESOS", "docker": {"image": "web:1", "forcePullImage": true},
            "volumes": [{"containerPath": "/data", "hostPath": "/srv", "mode": "RO"}],
            "linuxInfo": {"ipcInfo": {"mode": "PRIVATE", "shmSize": 64}}},
        "env": {"B": "2", "A": "1"}, "tty": true,
        "fetch": [{"uri": "http://x/a.tgz", "cache": true, "destPath": "b"}],
        "constraints": [["hostname", "unique"], ["rack", "CLUSTER", "r1"], ["zone", "GROUP_BY", "3"],
            ["gpu", "LIKE", "K.*"], ["gpu", "UNLIKE", "V.*"], ["rack", "MAX_PER", "2"],
            ["os", "IS", "linux"]],
        "upgradeStrategy": {"minimumHealthCapacity": 0.5, "maximumOverCapacity": 0},
        "unreachableStrategy": {"inactiveAfterSeconds": 60, "expungeAfterSeconds": 120},
        "killSelection": "OLDEST_FIRST", "backoffSeconds": 2, "backoffFactor": 2,
        "maxLaunchDelaySeconds": 60, "taskKillGracePeriodSeconds": 10, "dependencies": ["../db"],
        "acceptedResourceRoles": ["*"], "resourceLimits": {"cpus": "unlimited", "mem": 256},
        "requirePorts": true, "portDefinitions": [{"port": 80, "protocol": "udp,tcp"}]
    })");
    EXPECT_EQ(app.user, "alice");
    EXPECT_EQ(app.constraints,
        (std::vector<Constraint>{{"hostname", Constraint::Operator::Unique},
            {"rack", Constraint::Operator::Cluster, "r1"},
            {"zone", Constraint::Operator::GroupBy, "3"},
            {"gpu", Constraint::Operator::Like, "K.*"},
            {"gpu", Constraint::Operator::Unlike, "V.*"},
            {"rack", Constraint::Operator::MaxPer, "2"},
            {"os", Constraint::Operator::Is, "linux"}}));
    EXPECT_EQ(app.upgrade.minimumHealthCapacity, Milli{500});
    EXPECT_EQ(app.upgrade.maximumOverCapacity, Milli{});
    EXPECT_EQ(app.unreachable->inactiveAfter, std::chrono::seconds(60));
    EXPECT_EQ(app.unreachable->expungeAfter, std::chrono::seconds(120));
    EXPECT_EQ(app.killSelection, services::KillSelection::OldestFirst);
    EXPECT_EQ(app.backOff.first, std::chrono::seconds(2));
    EXPECT_EQ(app.backOff.factor, Milli::whole(2));
    EXPECT_EQ(app.backOff.most, std::chrono::seconds(60));
    EXPECT_EQ(app.killGrace, std::chrono::seconds(10));
    EXPECT_EQ(app.dependencies, (std::set<AppId>{{"/db"}})) << "relative to the root";
    EXPECT_EQ(app.acceptedRoles, (std::set<std::string>{"*"}));
    EXPECT_TRUE(app.requirePorts);
    EXPECT_EQ(app.ports,
        (std::vector<Port>{{.host = 80, .service = 80, .protocol = Port::Protocol::Both}}));

    const auto task = test::taskOf(app);
    EXPECT_EQ(task.name(), "web.shop");
    EXPECT_EQ(task.command().DebugString(), R"(uris {
  value: "http://x/a.tgz"
  executable: false
  extract: true
  cache: true
  output_file: "b"
}
environment {
  variables {
    name: "A"
    value: "1"
  }
  variables {
    name: "B"
    value: "2"
  }
}
user: "alice"
shell: false
arguments: "serve"
arguments: "--fast"
)");
    EXPECT_EQ(task.container().DebugString(), R"(type: MESOS
volumes {
  container_path: "/data"
  host_path: "/srv"
  mode: RO
}
mesos {
  image {
    type: DOCKER
    docker {
      name: "web:1"
    }
    cached: false
  }
}
linux_info {
  shm_size: 64
}
tty_info {
}
)");
    EXPECT_EQ(task.kill_policy().grace_period().nanoseconds(), 10'000'000'000);
    EXPECT_TRUE(std::isinf(task.limits().at("cpus").value()));
    EXPECT_EQ(task.limits().at("mem").value(), 256);
}

TEST(MarathonApp, IgnoresWhatItDoesNotKnowAndNulls) {
    EXPECT_EQ(test::specOf(with(R"("tasksRunning":3,"deployments":[],"colour":"red","user":null)")),
        test::specOf(with("")));
    EXPECT_EQ(
        test::specOf(with(R"("version":"2026-01-01T00:00:00.000Z")")), test::specOf(with("")));
}

TEST(MarathonApp, IsReadAsItWasWritten) {
    const auto app = test::specOf(test::kFounding);
    EXPECT_EQ(test::specOf(app.document), app);
    const auto bridged = test::specOf(R"({"id":"/b","container":{"type":"DOCKER",
        "docker":{"image":"i"}},"networks":[{"mode":"container/bridge"}]})");
    EXPECT_EQ(test::specOf(bridged.document), bridged);
}

// ---- old spellings

TEST(MarathonApp, TakesOldPorts) {
    const auto app = test::specOf(with(R"("ports":[0,8080])"));
    EXPECT_EQ(app.ports, (std::vector<Port>{{}, {.service = 8080}}));
    EXPECT_FALSE(test::documentOf(app).contains("ports"));
    EXPECT_EQ(test::specOf(with(R"("ports":[])")).ports.size(), 0U);
}

TEST(MarathonApp, TakesOldUris) {
    const auto app = test::specOf(with(R"("uris":["http://x/a.tar.gz?v=1","http://x/b"])"));
    EXPECT_EQ(test::documentOf(app)["fetch"].dump(),
        R"([{"cache":false,"executable":false,"extract":true,"uri":"http://x/a.tar.gz?v=1"},)"
        R"({"cache":false,"executable":false,"extract":false,"uri":"http://x/b"}])");
}

TEST(MarathonApp, TakesOldDockerNetworks) {
    const auto app = test::specOf(R"({"id":"/a","container":{"type":"DOCKER","docker":{
        "image":"i","network":"BRIDGE","portMappings":[{"containerPort":80,"servicePort":9000}],
        "parameters":[{"key":"hostname","value":"h"}]}}})");
    EXPECT_EQ(app.ports, (std::vector<Port>{{.host = 0, .container = 80, .service = 9000}}));
    EXPECT_EQ(test::documentOf(app)["networks"].dump(), R"([{"mode":"container/bridge"}])");
    const auto task = test::taskOf(app);
    EXPECT_EQ(task.container().docker().network(), mesos::v1::ContainerInfo::DockerInfo::BRIDGE);
    EXPECT_EQ(task.container().docker().parameters(0).key(), "hostname");
}

TEST(MarathonApp, TakesOldIpAddresses) {
    const auto app = test::specOf(R"({"id":"/a","container":{"type":"DOCKER","docker":{"image":"i",
        "network":"USER"}},"ipAddress":{"networkName":"net","labels":{"a":"b"}}})");
    EXPECT_EQ(test::documentOf(app)["networks"].dump(),
        R"([{"labels":{"a":"b"},"mode":"container","name":"net"}])");
    const auto task = test::taskOf(app);
    EXPECT_EQ(task.container().docker().network(), mesos::v1::ContainerInfo::DockerInfo::USER);
    EXPECT_EQ(task.container().network_infos(0).name(), "net");
    EXPECT_EQ(
        app.ports, (std::vector<Port>{{.host = std::nullopt, .container = 0, .name = "default"}}));
}

// ---- health

TEST(MarathonApp, HasItsHealthCheckCarriedOutByTheAgent) {
    const auto http
        = test::specOf(with(R"("healthChecks":[{"path":"health","intervalSeconds":5}])"));
    ASSERT_TRUE(http.healthCheck);
    EXPECT_EQ(http.healthCheck->times.interval, std::chrono::seconds(5));
    EXPECT_EQ(http.healthCheck->grace, std::chrono::seconds(300));
    EXPECT_EQ(http.healthCheck->failures, 3U);
    EXPECT_EQ(test::taskOf(http).health_check().http().path(), "/health");
    EXPECT_EQ(test::taskOf(http).health_check().http().port(), kPortIndex);

    const auto tcp = test::specOf(
        with(R"("healthChecks":[{"protocol":"MESOS_TCP","port":80,"maxConsecutiveFailures":0}])"));
    EXPECT_EQ(test::taskOf(tcp).health_check().tcp().port(), 80U);
    EXPECT_EQ(tcp.healthCheck->failures, std::numeric_limits<std::uint32_t>::max());

    const auto https = test::specOf(with(R"("healthChecks":[{"protocol":"https","portIndex":0}])"));
    EXPECT_EQ(test::taskOf(https).health_check().http().scheme(), "https");

    const auto command = test::specOf(
        with(R"("healthChecks":[{"protocol":"COMMAND","command":{"value":"true"}}])"));
    EXPECT_EQ(test::taskOf(command).health_check().command().value(), "true");
}

// ---- changes

class MarathonChange : public testing::Test {
protected:
    AppSpec before = test::specOf(test::kFounding);
    FindApp existing = [this](const AppId& id) { return id == before.id ? &before : nullptr; };

    AppSpec changed(std::string_view body, bool partial = true) {
        const auto change = appChange(body, before.id, existing, partial, {});
        EXPECT_TRUE(change) << (change ? "" : change.error().body);
        return change ? std::get<AppSpec>(change->to) : AppSpec{};
    }
    Refusal refused(std::string_view body) {
        const auto change = appChange(body, before.id, existing, true, {});
        EXPECT_FALSE(change);
        return change ? Refusal{} : change.error();
    }
};

TEST_F(MarathonChange, ChangesOnlyWhatIsGiven) {
    auto expected = before;
    expected.instances = 4;
    EXPECT_EQ(changed(R"({"instances":4})"), expected) << "a scaling changes nothing else";
    before.instances = 7;
    EXPECT_EQ(changed(R"({"mem":256})").instances, 7) << "as it was scaled since";
    EXPECT_EQ(changed(R"({"mem":256})").resources.text(), "cpus:0.1; mem:256; gpus:1");
    EXPECT_EQ(changed(R"({"labels":{"a":"b"}})").labels,
        (std::map<std::string, std::string>{{"a", "b"}}));
    EXPECT_EQ(changed(R"({"ports":[9]})").ports, (std::vector<Port>{{.service = 9}}));
    EXPECT_EQ(changed(R"({"id":"/other"})").id, before.id);
}

TEST_F(MarathonChange, ReplacesAllWhereItIsNotPartial) {
    EXPECT_EQ(changed(R"({"cmd":"sleep 1"})", false),
        test::specOf(R"({"id":"/gpu-demo","cmd":"sleep 1"})"));
}

TEST_F(MarathonChange, CreatesWhatIsNotThere) {
    const auto change = appChange(R"({"cmd":"sleep 1"})", {"/a"}, existing, true, {});
    ASSERT_TRUE(change);
    EXPECT_EQ(std::get<AppSpec>(change->to), test::specOf(with("")));
}

TEST_F(MarathonChange, GoesBackToAVersion) {
    const auto change
        = appChange(R"({"version":"2026-08-26T22:33:24.225Z"})", before.id, existing, true, {});
    ASSERT_TRUE(change);
    EXPECT_EQ(isoTime(std::get<services::Version>(change->to)), "2026-08-26T22:33:24.225Z");
    EXPECT_EQ(refused(R"({"version":"2026-08-26T22:33:24.225Z","cmd":"a"})").body,
        R"({"message":"Object is not valid","details":[{"path":"/","errors":["The 'version' field )"
        R"(may only be combined with the 'id' field."]}]})");
    EXPECT_EQ(refused(R"({"version":"yesterday"})").status, 422U);
}

TEST_F(MarathonChange, TakesSeveralAppsWithTheirPlaces) {
    const auto both = appChanges(
        R"([{"id":"gpu-demo","instances":2},{"id":"/b","cmd":"sleep 1"}])", existing, true, {});
    ASSERT_TRUE(both);
    EXPECT_EQ((*both)[0].id, before.id);
    EXPECT_EQ((*both)[1].id, AppId{"/b"});
    const auto wrong
        = appChanges(R"([{"id":"/a","cmd":"sleep 1"},{"id":"/b","cpus":"x"}])", existing, true, {});
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error(),
        (Refusal{400,
            R"({"message":"Invalid JSON","details":[{"path":"(1)/cpus","errors":[)"
            R"("error.expected.jsnumber"]}]})"}));
    EXPECT_EQ(appChanges("{}", existing, true, {}).error().status, 400U);
}

// ---- what is refused

TEST(MarathonApp, RefusesWhatIsNoJson) {
    for (const auto* body : {"", "{", "[1", "{\"id\":\"/a\",}", "nul", "{\"id\":\"\xff\"}"}) {
        EXPECT_EQ(refusalOf(body),
            (Refusal{
                400, R"({"message":"Invalid JSON","details":"The body is not JSON in UTF-8"})"}));
    }
    EXPECT_EQ(refusalOf(std::string(100'000, '[')).body,
        R"({"message":"Invalid JSON","details":"More than 64 brackets in each other"})");
    EXPECT_EQ(refusalOf(std::string(kLargestApp + 1, ' ')).status, 413U);
    EXPECT_EQ(refusalOf("[]").body,
        R"({"message":"Invalid JSON","details":[{"path":"/","errors":["error.expected.jsobject"]}]})");
}

struct Bad {
    const char* members;
    unsigned status;
    const char* path;
    const char* error;
};

const Bad kBad[] = {
    // of a wrong type
    {R"("cpus":"1")", 400, "/cpus", "error.expected.jsnumber"},
    {R"("mem":true)", 400, "/mem", "error.expected.jsnumber"},
    {R"("gpus":0.5)", 400, "/gpus", "error.expected.int"},
    {R"("gpus":"1")", 400, "/gpus", "error.expected.jsnumber"},
    {R"("instances":1e20)", 400, "/instances", "error.expected.int"},
    {R"("user":1)", 400, "/user", "error.expected.jsstring"},
    {R"("env":[])", 400, "/env", "error.expected.jsobject"},
    {R"("env":{"A":1})", 400, "/env/A", "error.expected.jsstring"},
    {R"("labels":{"a":1})", 400, "/labels/a", "error.expected.jsstring"},
    {R"("constraints":{})", 400, "/constraints", "error.expected.jsarray"},
    {R"("constraints":[["a",1]])", 400, "/constraints(0)(1)", "error.expected.jsstring"},
    {R"("requirePorts":1)", 400, "/requirePorts", "error.expected.jsboolean"},
    {R"("fetch":[{}])", 400, "/fetch(0)/uri", "error.path.missing"},
    {R"("container":{"docker":{}})", 400, "/container/docker/image", "error.path.missing"},
    {R"("killSelection":3)", 400, "/killSelection", "error.unknown.enum.literal"},
    // of its type, but out of its range
    {R"("cpus":0)", 422, "/cpus", "error.min"},
    {R"("mem":-1)", 422, "/mem", "error.min"},
    {R"("mem":1e300)", 422, "/mem", "error.max"},
    {R"("gpus":-1)", 422, "/gpus", "error.min"},
    {R"("instances":-1)", 422, "/instances", "error.min"},
    {R"("instances":2147483648)", 422, "/instances", "error.max"},
    {R"("backoffFactor":0.9)", 422, "/backoffFactor", "error.min"},
    {R"("backoffSeconds":-1)", 422, "/backoffSeconds", "error.min"},
    {R"("taskKillGracePeriodSeconds":-1)", 422, "/taskKillGracePeriodSeconds", "error.min"},
    {R"("killSelection":"RANDOM")", 422, "/killSelection", "error.unknown.enum.literal"},
    {R"("upgradeStrategy":{"minimumHealthCapacity":1.1})", 422,
        "/upgradeStrategy/minimumHealthCapacity", "error.max"},
    {R"("upgradeStrategy":{"maximumOverCapacity":-0.1})", 422,
        "/upgradeStrategy/maximumOverCapacity", "error.min"},
    {R"("unreachableStrategy":"off")", 422, "/unreachableStrategy", "error.unknown.enum.literal"},
    {R"("portDefinitions":[{"port":65536}])", 422, "/portDefinitions(0)/port", "error.max"},
    {R"("portDefinitions":[{"name":"Web"}])", 422, "/portDefinitions(0)/name", "error.pattern"},
    {R"("constraints":[["a"]])", 422, "/constraints(0)", "error.minLength"},
    {R"("user":"a\u0000b")", 422, "/user", "must not contain a null character"},
    {R"("env":{"A":"\u0000"})", 422, "/env/A", "must not contain a null character"},
    // command
    {R"("args":["a"])", 422, "/",
        "AppDefinition must either contain one of 'cmd' or 'args', and/or a 'container'."},
    {R"("executor":"/bin/x")", 422, "/executor",
        "must be '//cmd' or empty: there are no other executors"},
    {R"("check":{})", 422, "/check", "is not supported: use 'healthChecks'"},
    // GPUs and containers
    {R"("gpus":1,"container":{"type":"DOCKER","docker":{"image":"i"}})", 422, "/",
        "GPU resources only work with the Mesos containerizer"},
    {R"("container":{"type":"DOCKER"})", 422, "/container/docker", "not defined"},
    {R"("container":{"type":"MESOS","docker":{"image":"i","privileged":true}})", 422,
        "/container/docker/privileged",
        "Privileged containers are not allowed: they would have full control of the host"},
    {R"("container":{"type":"MESOS","docker":{"image":"i","parameters":[{"key":"a","value":""}]}})",
        422, "/container/docker/parameters", "must be empty"},
    {R"("container":{"type":"DOCKER","docker":{"image":"i","pullConfig":{"secret":"s"}}})", 422,
        "/container/docker/pullConfig", "pullConfig is not supported with Docker containerizer"},
    {R"("container":{"type":"MESOS","volumes":[{"containerPath":"a","hostPath":"/b","mode":"RW"}]})",
        422, "/container/volumes(0)",
        "Volumes need an image: without one a task uses the host's file system"},
    {R"("container":{"type":"MESOS","volumes":[{"containerPath":"a","persistent":{"size":1}}]})",
        422, "/container/volumes(0)/persistent",
        "Persistent volumes are not supported: use a folder of the node, with 'hostPath'"},
    {R"("container":{"type":"MESOS","volumes":[{"containerPath":"a","external":{}}]})", 422,
        "/container/volumes(0)/external",
        "External volumes are not supported: mount them on the nodes and use 'hostPath'"},
    {R"("container":{"type":"MESOS","volumes":[{"containerPath":"a","secret":"s"}]})", 422,
        "/container/volumes(0)/secret",
        "Secrets are not supported: use a file of the node, with 'hostPath'"},
    {R"("container":{"type":"MESOS","linuxInfo":{"seccomp":{"unconfined":true}}})", 422,
        "/container/linuxInfo/seccomp",
        "Tasks cannot run without the system call filter: remove 'seccomp.unconfined'"},
    {R"("container":{"type":"MESOS","linuxInfo":{"ipcInfo":{"mode":"SHARE_PARENT"}}})", 422,
        "/container/linuxInfo/ipcInfo",
        "Each task has shared memory of its own: set 'mode' to PRIVATE"},
    {R"("tty":true,"container":{"docker":{"image":"i"}})", 422, "/tty",
        "Tasks of type DOCKER have no terminal: use type MESOS with the same image"},
    // networks and ports
    {R"("networks":[{"mode":"host"},{"mode":"host"}])", 422, "/networks",
        "May specify a single host network, single bridge network, or else 1-to-n container "
        "networks"},
    {R"("networks":[{"mode":"host","name":"a"}])", 422, "/networks",
        "Host networks may not have names or labels"},
    {R"("container":{"docker":{"image":"i"}},"networks":[{"mode":"container/bridge","name":"a"}])",
        422, "/networks", "Bridge networks may not have names"},
    {R"("container":{"docker":{"image":"i"}},"networks":[{}])", 422, "/networks",
        "Network name must be specified when container network is selected."},
    {R"("container":{"docker":{"image":"i"}},"networks":[{"name":"a"},{"name":"a"}])", 422,
        "/networks", "Duplicate networks are not allowed"},
    {R"("container":{"docker":{"image":"i"}},"networks":[{"name":"a"},{"name":"b"}])", 422, "/",
        "may only specify a single container network when using the Docker container engine"},
    {R"("networks":[{"mode":"container/bridge"}])", 422, "/networks",
        "Tasks of type MESOS are on the network of their node: use mode 'host', or a container of "
        "type DOCKER"},
    {R"("container":{"type":"MESOS","portMappings":[{}]})", 422, "/",
        "portMappings are not allowed with host-networking"},
    {R"("portDefinitions":[{"name":"a"},{"name":"a"}])", 422, "/portDefinitions",
        "Port names must be unique."},
    {R"("portDefinitions":[{"port":1},{"port":1}])", 422, "/portDefinitions",
        "Ports must be unique."},
    {R"("ports":[1,1])", 422, "/", "ports must be unique"},
    {R"("ports":[1],"portDefinitions":[{"port":2}])", 422, "/",
        "cannot specify both ports and port definitions"},
    {R"("ports":[1],"ipAddress":{})", 422, "/", "cannot specify both an IP address and port"},
    {R"("uris":["a"],"fetch":[{"uri":"b"}])", 422, "/",
        "cannot specify both uris and fetch fields"},
    {R"("networks":[{"mode":"host"}],"ipAddress":{})", 422, "/",
        "cannot mix deprecated and canonical network APIs"},
    // health
    {R"("healthChecks":[{"portIndex":1}])", 422, "/healthChecks(0)",
        "Health check port indices must address an element of the ports array or container port "
        "mappings."},
    {R"("portDefinitions":[],"healthChecks":[{}])", 422, "/healthChecks(0)",
        "Health check port indices must address an element of the ports array or container port "
        "mappings."},
    {R"("healthChecks":[{"portIndex":0,"port":80}])", 422, "/healthChecks(0)",
        "HealthCheck must specify either a port or a portIndex"},
    {R"("healthChecks":[{"protocol":"COMMAND"}])", 422, "/healthChecks(0)",
        "A check of protocol COMMAND needs a 'command'"},
    {R"("healthChecks":[{"ignoreHttp1xx":true}])", 422, "/healthChecks(0)",
        "'ignoreHttp1xx' is not supported: a check succeeds with a status of 200 to 399"},
    {R"("healthChecks":[{"ipProtocol":"IPv6"}])", 422, "/healthChecks(0)",
        "'IPv6' is not supported: health checks use IPv4"},
    {R"("healthChecks":[{},{"path":"/b"}])", 422, "/healthChecks",
        "2 checks are given, at most 1 is supported: let it test what the others do"},
    {R"("readinessChecks":[{"portName":"web"}])", 422, "/readinessChecks(0)/portName",
        "No port definition reference for portName web"},
    {R"("readinessChecks":[{"portName":"default","timeoutSeconds":30}])", 422,
        "/readinessChecks(0)/timeoutSeconds", "got 30, expected less than 30"},
    // placement
    {R"("constraints":[["a","NEAR"]])", 422, "/constraints(0)",
        "operator must be one of the following UNIQUE, CLUSTER, GROUP_BY, LIKE, MAX_PER, UNLIKE or "
        "IS"},
    {R"("constraints":[["","UNIQUE"]])", 422, "/constraints(0)",
        "illegal constraint specification"},
    {R"("constraints":[["a","UNIQUE","b"]])", 422, "/constraints(0)",
        "UNIQUE does not accept a value"},
    {R"("constraints":[["a","GROUP_BY","b"]])", 422, "/constraints(0)",
        "GROUP BY must define an integer value or else no value at all"},
    {R"("constraints":[["a","MAX_PER"]])", 422, "/constraints(0)",
        "MAX_PER requires an integer value"},
    {R"("constraints":[["a","LIKE"]])", 422, "/constraints(0)",
        "LIKE and UNLIKE require a non-empty, regular expression value"},
    {R"("constraints":[["a","UNLIKE","("]])", 422, "/constraints(0)",
        "is not a valid regular expression"},
    {R"("constraints":[["a","IS","[1-2]"]])", 422, "/constraints(0)",
        "IS only supports Mesos text and float values (see "
        "http://mesos.apache.org/documentation/latest/attributes-resources/)"},
    {R"("role":"prod")", 422, "/role", "is not one of (*)"},
    {R"("acceptedResourceRoles":[])", 422, "/acceptedResourceRoles", "must not be empty"},
    {R"("acceptedResourceRoles":["prod"])", 422, "/acceptedResourceRoles",
        "acceptedResourceRoles can only contain *"},
    // strategies
    {R"("unreachableStrategy":{"inactiveAfterSeconds":2,"expungeAfterSeconds":1})", 422,
        "/unreachableStrategy/inactiveAfterSeconds",
        "inactiveAfterSeconds (2) must be less or equal to expungeAfterSeconds, which is 1"},
    {R"("residency":{},"unreachableStrategy":{})", 422, "/",
        "unreachableStrategy must be disabled for resident tasks"},
    {R"("residency":{},"upgradeStrategy":{})", 422, "/upgradeStrategy/maximumOverCapacity",
        "got 1.0, expected 0.0"},
    {R"("instances":2,"labels":{"MARATHON_SINGLE_INSTANCE_APP":"true"})", 422, "/",
        "Single instance app may only have one instance"},
    // the rest
    {R"("fetch":[{"uri":"http://x/a b"}])", 422, "/fetch(0)/uri", "URI has invalid syntax."},
    {R"("env":{"":"a"})", 422, "/env", "must not be empty"},
    {R"("env":{"A":{"secret":"s"}})", 422, "/env",
        "use of secret-references in the environment requires the secrets feature to be enabled: "
        "there is none, set the value itself or fetch a file"},
    {R"("secrets":{"s":{"source":"/s"}})", 422, "/secrets",
        "Secrets are not supported: set the value itself in 'env', or fetch a file"},
    {R"("resourceLimits":{"cpus":0.5})", 422, "/resourceLimits/cpus",
        "resource limit must be greater than or equal to requested resource (1.0)"},
    {R"("resourceLimits":{"mem":"much"})", 422, "/resourceLimits/mem",
        "error.unknown.enum.literal"},
};

TEST(MarathonApp, SaysWhatIsWrong) {
    for (const auto& bad : kBad) {
        const auto refusal = refusalOf(with(bad.members));
        EXPECT_EQ(refusal.status, bad.status) << bad.members << refusal.body;
        if (bad.path != nullptr) {
            const Json expected{
                {"message", bad.status == 400 ? "Invalid JSON" : "Object is not valid"},
                {"details", {{{"path", bad.path}, {"errors", {bad.error}}}}}};
            EXPECT_EQ(Json::parse(refusal.body), expected) << bad.members << refusal.body;
        }
    }
}

TEST(MarathonApp, RefusesGpusWhereTheFeatureIsOff) {
    EXPECT_EQ(refusalOf(test::kFounding, {.gpuResources = false}),
        (Refusal{422,
            R"({"message":"Object is not valid","details":[{"path":"/","errors":[)"
            R"("Feature gpu_resources is not enabled. Enable with --enable_features )"
            R"~(gpu_resources)"]}]})~"}));
}

TEST(MarathonApp, NeedsAnIdThatCanBeOne) {
    const auto errorOf = [](std::string_view id) {
        return Json::parse(
            refusalOf(fmt::format(R"({{"id":"{}","cmd":"a"}})", id)).body)["details"][0]
            .dump();
    };
    EXPECT_EQ(refusalOf(R"({"cmd":"a"})").body,
        R"({"message":"Invalid JSON","details":[{"path":"/id","errors":["error.path.missing"]}]})");
    EXPECT_EQ(errorOf(""), R"({"errors":["error.minLength"],"path":"/id"})");
    for (const auto* id : {"/A", "/a_b", "/-a", "/a-", "a b", "/a..b", "/a\\n"}) {
        EXPECT_EQ(errorOf(id), R"({"errors":["error.pattern"],"path":"/id"})") << id;
    }
    EXPECT_EQ(
        errorOf("/"), R"({"errors":["Path must contain at least one path element"],"path":"/id"})");
    EXPECT_EQ(errorOf("/a/tasks"),
        R"({"errors":["must not end with any of the following reserved keywords: restart, tasks, )"
        R"(versions, ., .."],"path":"/id"})");
    EXPECT_EQ(errorOf("/" + std::string(300, 'a')),
        R"({"errors":["has 301 bytes, at most 218 are allowed"],"path":"/id"})");
    EXPECT_EQ(test::specOf(R"({"id":"a//b/../web.v1/","cmd":"a"})").id, AppId{"/a/web.v1"});
}

} // namespace
} // namespace muster::agentd::marathon
