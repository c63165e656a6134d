// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_schema.h"

#include <algorithm>

#include "agentd/master/marathon/path_id.h"

namespace muster::agentd::marathon {
namespace {

using Kind = Schema::Kind;
constexpr auto kRequired = Schema::Presence::Required;
constexpr auto kOptional = Schema::Presence::Optional;

constexpr double kMostInt = 2147483647;
constexpr double kMostSeconds = 1e10; // three centuries; a Duration has room for more
constexpr double kMostAmount = 1e12; // of a resource; Milli has room for more
// What Linux gives a program as one text (MAX_ARG_STRLEN), and the same for what is kept.
constexpr double kLongestText = (128 << 10) - 1;

const Schema kBoolean{.kind = Kind::Boolean};
const Schema kText{.kind = Kind::Text, .most = kLongestText};
const Schema kFilledText{.kind = Kind::Text, .least = 1, .most = kLongestText};
const Schema kUri{.kind = Kind::Text, .least = 1, .most = 1024};
const Schema kPort{.kind = Kind::Integer, .most = 65535};
const Schema kPortName{.kind = Kind::Text, .least = 1, .most = 255, .matches = isPortName};
const Schema kPathId{.kind = Kind::Text, .least = 1, .most = 1024, .matches = isPathId};
const Schema kAny{};

Schema integer(double least, double most = kMostInt) {
    return {.kind = Kind::Integer, .least = least, .most = most};
}
Schema number(double least, double most = kMostAmount) {
    return {.kind = Kind::Number, .least = least, .most = most};
}
Schema word(std::vector<std::string_view> words) {
    return {.kind = Kind::Word, .words = std::move(words)};
}
Schema list(Schema item) {
    return {.kind = Kind::List, .parts = {std::move(item)}};
}
Schema set(Schema item) {
    return {.kind = Kind::Set, .parts = {std::move(item)}};
}
Schema map(Schema content) {
    return {.kind = Kind::Map, .parts = {std::move(content)}};
}
Schema either(Schema one, Schema other) {
    return {.kind = Kind::Either, .parts = {std::move(one), std::move(other)}};
}

Schema networkProtocol() {
    return word({"tcp", "udp", "udp,tcp"});
}

Schema labels() {
    return map(kText);
}

Schema portDefinition() {
    return objectOf({{"labels", labels(), kOptional, "{}"}, {"name", kPortName},
        {"port", kPort, kOptional, "0"}, {"protocol", networkProtocol(), kOptional, "\"tcp\""}});
}

Schema portMapping() {
    return objectOf({{"containerPort", kPort, kOptional, "0"}, {"hostPort", kPort},
        {"labels", labels(), kOptional, "{}"}, {"name", kPortName}, {"networkNames", list(kText)},
        {"protocol", networkProtocol(), kOptional, "\"tcp\""},
        {"servicePort", kPort, kOptional, "0"}});
}

Schema network() {
    return objectOf({{"labels", labels()},
        {"mode", word({"container", "container/bridge", "host"}), kOptional, "\"container\""},
        {"name", {.kind = Kind::Text, .least = 1, .most = 63, .matches = isNetworkName}}});
}

Schema ipAddress() {
    auto port = objectOf({{"labels", labels()}, {"name", kPortName, kRequired},
        {"number", kPort, kOptional, "0"}, {"protocol", networkProtocol(), kOptional, "\"tcp\""}});
    return objectOf({{"discovery", objectOf({{"ports", list(std::move(port))}})},
        {"groups", set(kText)}, {"labels", labels()}, {"networkName", kFilledText}});
}

Schema volume() {
    auto persistent = objectOf({{"constraints", kAny}, {"maxSize", integer(0, kMostAmount)},
        {"profileName", kText}, {"size", integer(0, kMostAmount), kRequired},
        {"type", word({"root", "path", "mount"})}});
    return objectOf({{"containerPath", kFilledText, kRequired}, {"external", kAny},
        {"hostPath", kFilledText}, {"mode", word({"RO", "RW"})},
        {"persistent", std::move(persistent)}, {"secret", kFilledText}});
}

Schema docker() {
    auto parameter = objectOf({{"key", kFilledText, kRequired}, {"value", kText, kRequired}});
    return objectOf({{"credential", kAny}, {"forcePullImage", kBoolean, kOptional, "false"},
        {"image", kFilledText, kRequired}, {"network", word({"BRIDGE", "HOST", "NONE", "USER"})},
        {"parameters", list(std::move(parameter)), kOptional, "[]"},
        {"portMappings", list(portMapping())}, {"privileged", kBoolean, kOptional, "false"},
        {"pullConfig", kAny}});
}

Schema linuxInfo() {
    auto ipc = objectOf(
        {{"mode", word({"PRIVATE", "SHARE_PARENT"}), kRequired}, {"shmSize", integer(0)}});
    auto seccomp = objectOf({{"profileName", kText}, {"unconfined", kBoolean, kOptional, "false"}});
    return objectOf({{"ipcInfo", std::move(ipc)}, {"seccomp", std::move(seccomp)}});
}

Schema container() {
    return objectOf(
        {{"docker", docker()}, {"linuxInfo", linuxInfo()}, {"portMappings", list(portMapping())},
            {"type", word({"MESOS", "DOCKER"}), kOptional, "\"DOCKER\""},
            {"volumes", list(volume()), kOptional, "[]"}});
}

Schema healthCheck() {
    return objectOf({{"command", objectOf({{"value", kFilledText, kRequired}})},
        {"delaySeconds", integer(0), kOptional, "15"},
        {"gracePeriodSeconds", integer(0), kOptional, "300"}, {"ignoreHttp1xx", kBoolean},
        {"intervalSeconds", integer(0), kOptional, "60"},
        {"ipProtocol", word({"IPv4", "IPv6"}), kOptional, "\"IPv4\""},
        {"maxConsecutiveFailures", integer(0), kOptional, "3"}, {"path", kText}, {"port", kPort},
        {"portIndex", kPort},
        {"protocol",
            word({"HTTP", "HTTPS", "TCP", "COMMAND", "MESOS_TCP", "MESOS_HTTP", "MESOS_HTTPS"}),
            kOptional, "\"HTTP\""},
        {"timeoutSeconds", integer(0), kOptional, "20"}});
}

Schema readinessCheck() {
    auto statuses = list(integer(100, 999));
    statuses.least = 1;
    return objectOf({{"httpStatusCodesForReady", std::move(statuses), kOptional, "[200]"},
        {"intervalSeconds", integer(0), kOptional, "30"},
        {"name", kFilledText, kOptional, "\"readinessCheck\""}, {"path", kUri, kOptional, "\"/\""},
        {"portName", kPortName, kOptional, "\"http-api\""},
        {"preserveLastResponse", kBoolean, kOptional, "false"},
        {"protocol", word({"HTTP", "HTTPS"}), kOptional, "\"HTTP\""},
        {"timeoutSeconds", integer(1), kOptional, "10"}});
}

Schema fetch() {
    return objectOf({{"cache", kBoolean, kOptional, "false"}, {"destPath", kUri},
        {"executable", kBoolean, kOptional, "false"}, {"extract", kBoolean, kOptional, "true"},
        {"uri", kUri, kRequired}});
}

Schema upgradeStrategy() {
    return objectOf({{"maximumOverCapacity", number(0, 1), kOptional, "1.0"},
        {"minimumHealthCapacity", number(0, 1), kOptional, "1.0"}});
}

Schema unreachableStrategy() {
    return either(objectOf({{"expungeAfterSeconds", integer(0, kMostSeconds), kOptional, "0"},
                      {"inactiveAfterSeconds", integer(0, kMostSeconds), kOptional, "0"}}),
        word({"disabled"}));
}

Schema residency() {
    return objectOf(
        {{"relaunchEscalationTimeoutSeconds", integer(0, kMostSeconds), kOptional, "3600"},
            {"taskLostBehavior", word({"WAIT_FOREVER", "RELAUNCH_AFTER_TIMEOUT"}), kOptional,
                "\"WAIT_FOREVER\""}});
}

Schema app() {
    auto constraint = list(kText);
    constraint.least = 2;
    constraint.most = 3;
    const auto limit = either(number(0), word({"unlimited"}));
    return objectOf({
        {"acceptedResourceRoles", set(kText)},
        {"args", list(kText)},
        {"backoffFactor", number(1, 1e6), kOptional, "1.15"},
        {"backoffSeconds", integer(0), kOptional, "1"},
        {"check", kAny},
        {"cmd", kFilledText},
        {"constraints", set(std::move(constraint)), kOptional, "[]"},
        {"container", container()},
        {"cpus", number(0.001), kOptional, "1.0"},
        {"dependencies", set(kPathId), kOptional, "[]"},
        {"disk", number(0), kOptional, "0.0"},
        {"env", map(either(kText, objectOf({{"secret", kText, kRequired}}))), kOptional, "{}"},
        {"executor", kText, kOptional, "\"\""},
        {"executorResources",
            objectOf({{"cpus", number(0.1), kOptional, "0.1"},
                {"disk", number(10), kOptional, "10.0"}, {"mem", number(32), kOptional, "32.0"}})},
        {"fetch", list(fetch()), kOptional, "[]"},
        {"gpus", integer(0), kOptional, "0"},
        {"healthChecks", set(healthCheck()), kOptional, "[]"},
        {"id", kPathId, kRequired},
        {"instances", integer(0), kOptional, "1"},
        {"ipAddress", ipAddress()},
        {"killSelection", word({"YOUNGEST_FIRST", "OLDEST_FIRST"}), kOptional,
            "\"YOUNGEST_FIRST\""},
        {"labels", labels(), kOptional, "{}"},
        {"maxLaunchDelaySeconds", integer(0), kOptional, "300"},
        {"mem", number(0), kOptional, "128.0"},
        {"networks", list(network())},
        {"portDefinitions", list(portDefinition())},
        {"ports", list(kPort)},
        {"readinessChecks", list(readinessCheck()), kOptional, "[]"},
        {"requirePorts", kBoolean, kOptional, "false"},
        {"residency", residency()},
        {"resourceLimits", objectOf({{"cpus", limit}, {"mem", limit}})},
        {"role", kFilledText},
        {"secrets", kAny},
        {"taskKillGracePeriodSeconds", integer(0)},
        {"tty", kBoolean},
        {"unreachableStrategy", unreachableStrategy()},
        {"upgradeStrategy", upgradeStrategy()},
        {"uris", list(kUri)},
        {"user", kFilledText},
        {"version", kText},
    });
}

} // namespace

const Schema& appSchema() {
    static const Schema schema = app();
    return schema;
}

bool isDocker(const Json& app) {
    const auto* container = find(app, "container");
    return container != nullptr && text(*container, "type") == "DOCKER";
}

bool isOnHostNetwork(const Json& app) {
    const auto isHost = [](const Json& network) { return text(network, "mode") == "host"; };
    return std::ranges::all_of(listOf(app, "networks"), isHost);
}

const Json& portsOf(const Json& app) {
    return isOnHostNetwork(app) ? listOf(app, "portDefinitions")
                                : listOf(listOf(app, "container"), "portMappings");
}

} // namespace muster::agentd::marathon
