// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/container/docker/parameters.h"

namespace muster::container::docker {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson added(const std::string& name, const std::string& value) {
    OrderedJson request = OrderedJson::object();
    const auto status = addParameters(request, {{name, value}});
    EXPECT_TRUE(status) << status.error().message;
    return request;
}

std::string parameterRefusal(const std::string& name, const std::string& value) {
    OrderedJson request = OrderedJson::object();
    const auto status = addParameters(request, {{name, value}});
    return status ? "(accepted) " + request.dump() : status.error().message;
}

TEST(Parameters, AreWrittenWhereTheEngineReadsThem) {
    EXPECT_EQ(added("hostname", "node-7.lab"), OrderedJson::parse(R"({"Hostname": "node-7.lab"})"));
    EXPECT_EQ(added("workdir", "/src"), OrderedJson::parse(R"({"WorkingDir": "/src"})"));
    EXPECT_EQ(
        added("label", "team=vision=a"), OrderedJson::parse(R"({"Labels": {"team": "vision=a"}})"));
    EXPECT_EQ(added("label", "plain"), OrderedJson::parse(R"({"Labels": {"plain": ""}})"));
    EXPECT_EQ(
        added("cap-drop", "ALL"), OrderedJson::parse(R"({"HostConfig": {"CapDrop": ["ALL"]}})"));
    EXPECT_EQ(added("read-only", "true"),
        OrderedJson::parse(R"({"HostConfig": {"ReadonlyRootfs": true}})"));
    EXPECT_EQ(
        added("read-only", ""), OrderedJson::parse(R"({"HostConfig": {"ReadonlyRootfs": true}})"));
    EXPECT_EQ(added("read-only", "false"),
        OrderedJson::parse(R"({"HostConfig": {"ReadonlyRootfs": false}})"));
    EXPECT_EQ(
        added("shm-size", "1g"), OrderedJson::parse(R"({"HostConfig": {"ShmSize": 1073741824}})"));
    EXPECT_EQ(
        added("shm-size", "65536"), OrderedJson::parse(R"({"HostConfig": {"ShmSize": 65536}})"));
    EXPECT_EQ(
        added("tmpfs", "/run"), OrderedJson::parse(R"({"HostConfig": {"Tmpfs": {"/run": ""}}})"));
    EXPECT_EQ(added("tmpfs", "/tmp:size=64m,mode=1777,noexec"),
        OrderedJson::parse(R"({"HostConfig": {"Tmpfs": {"/tmp": "size=64m,mode=1777,noexec"}}})"));
    EXPECT_EQ(added("ulimit", "nofile=1024:4096"),
        OrderedJson::parse(
            R"({"HostConfig": {"Ulimits": [{"Name": "nofile", "Soft": 1024, "Hard": 4096}]}})"));
    EXPECT_EQ(added("ulimit", "memlock=-1"),
        OrderedJson::parse(
            R"({"HostConfig": {"Ulimits": [{"Name": "memlock", "Soft": -1, "Hard": -1}]}})"));
}

TEST(Parameters, RefusesEverythingElseAndNamesWhatIsAllowed) {
    for (const char* name :
        {"privileged", "cap-add", "device", "device-cgroup-rule", "gpus", "security-opt", "volume",
            "mount", "volumes-from", "pid", "ipc", "uts", "userns", "cgroupns", "cgroup-parent",
            "network", "net", "runtime", "restart", "user", "entrypoint", "env", "rm", "name",
            "log-driver", "oom-score-adj", "oom-kill-disable", "memory", "cpus", "publish", "link",
            "sysctl", "Hostname", "hostname ", "", "--hostname"})
        EXPECT_EQ(parameterRefusal(name, "true"),
            fmt::format("Docker parameter '{}' is not allowed; allowed are cap-drop, hostname, "
                        "label, read-only, shm-size, tmpfs, ulimit, workdir",
                name));
}

TEST(Parameters, RefusesValuesThatAreNotOfTheForm) {
    const std::vector<std::pair<std::string, std::string>> hostile{{"hostname", ""},
        {"hostname", "-x"}, {"hostname", "a b"}, {"hostname", std::string(64, 'a')}, {"label", ""},
        {"label", "=x"}, {"label", "muster.owner=me"}, {"label", "muster.gpus=0"}, {"cap-drop", ""},
        {"cap-drop", "ALL,x"}, {"read-only", "yes"}, {"shm-size", ""}, {"shm-size", "m"},
        {"shm-size", "0"}, {"shm-size", "-1"}, {"shm-size", "1e9"}, {"shm-size", "9999999999t"},
        {"shm-size", "99999999999999999999"}, {"tmpfs", ""}, {"tmpfs", "/"}, {"tmpfs", "/dev"},
        {"tmpfs", "/proc/x"}, {"tmpfs", "/mnt/mesos"}, {"tmpfs", "relative"}, {"tmpfs", "/tmp:dev"},
        {"tmpfs", "/tmp:size=64m,dev"}, {"tmpfs", "/tmp:size="}, {"tmpfs", "/tmp:mode=x"},
        {"tmpfs", "/tmp:,"}, {"ulimit", "nofile"}, {"ulimit", "nofile="}, {"ulimit", "nofile=1:x"},
        {"ulimit", "nofile=2:1"}, {"ulimit", "nofile=-1:5"}, {"ulimit", "nofile=-2"},
        {"ulimit", "rtprio=99"}, {"ulimit", "nice=40"}, {"ulimit", "=5"}, {"workdir", ""},
        {"workdir", "src"}, {"workdir", std::string("/a\0b", 4)},
        {"workdir", '/' + std::string(5000, 'a')}};
    for (const auto& [name, value] : hostile)
        EXPECT_TRUE(parameterRefusal(name, value)
                        .starts_with(fmt::format(
                            "Docker parameter '{}': '{}' is not ", name, value.substr(0, 100))))
            << parameterRefusal(name, value);
}

TEST(Parameters, AddUp) {
    OrderedJson request = OrderedJson::parse(R"({"HostConfig": {"CapDrop": ["MKNOD"]}})");
    ASSERT_TRUE(addParameters(request,
        {{"cap-drop", "NET_RAW"}, {"label", "a=1"}, {"label", "b=2"}, {"tmpfs", "/a"},
            {"tmpfs", "/b"}}));
    EXPECT_EQ(request, OrderedJson::parse(R"({"HostConfig": {"CapDrop": ["MKNOD", "NET_RAW"],
                                       "Tmpfs": {"/a": "", "/b": ""}},
                        "Labels": {"a": "1", "b": "2"}})"));
}

TEST(Parameters, AreLimitedInNumber) {
    OrderedJson request = OrderedJson::object();
    const std::vector<std::pair<std::string, std::string>> many(257, {"label", "a"});
    const auto status = addParameters(request, many);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "257 Docker parameters given, at most 256");
}

} // namespace
} // namespace muster::container::docker
