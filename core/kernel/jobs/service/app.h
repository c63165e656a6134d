// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/kernel/base/id.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"
#include "core/kernel/cluster/task.h"
#include "core/kernel/resources/resources.h"

// What an app is, as people ask for it, and how it stands. Facts: Marathon's RAML of /v2/apps.
namespace muster::services {

using AppId = Id<struct AppTag>; // "/group/app"; a path of a group names all apps beneath it
using Version = Instant; // whole milliseconds; no two changes of the scheduler's apps have the same

struct Port {
    enum class Protocol { Tcp, Udp, Both };

    std::optional<std::uint16_t> host = 0; // 0: any that is offered; none: not open on the agent
    std::optional<std::uint16_t> container{}; // none: host networking; 0: the same as on the host
    std::uint16_t service = 0; // for load balancers; the kernel does not use it
    Protocol protocol = Protocol::Tcp;
    std::string name{};
    std::map<std::string, std::string> labels{};
    bool operator==(const Port&) const = default;
};

struct Constraint {
    enum class Operator { Unique, Cluster, GroupBy, Like, Unlike, MaxPer, Is };

    std::string field; // "hostname", "@hostname" or an attribute of the agent
    Operator op = Operator::Unique;
    std::string value{}; // empty: none
    bool operator==(const Constraint&) const = default;
};

struct UpgradeStrategy {
    Milli minimumHealthCapacity = Milli::whole(1); // of the instances: 0 to 1
    Milli maximumOverCapacity = Milli::whole(1); // 0 to 1
    bool operator==(const UpgradeStrategy&) const = default;
};

// Counted from when the agent could not be reached any more.
struct UnreachableStrategy {
    Duration inactiveAfter{0}; // then another instance is started beside it
    Duration expungeAfter{0}; // then it is forgotten, and killed if it comes back
    bool operator==(const UnreachableStrategy&) const = default;
};

// Before the next launch after an end that nobody asked for; the longer, the more of them follow
// each other.
struct BackOff {
    Duration first = std::chrono::seconds(1);
    Milli factor{1150}; // at least 1
    Duration most = std::chrono::minutes(5);
    bool operator==(const BackOff&) const = default;
};

enum class KillSelection { YoungestFirst, OldestFirst };

// The number of instances follows the load, so that the mean of an instance stays in the range.
struct ScalingRule {
    enum class Metric { GpuUtilisation, RequestsPerSecond }; // percent; each of one instance

    Metric metric = Metric::GpuUtilisation;
    Milli low; // below: fewer instances
    Milli high; // above: more
    int fewest = 1;
    int most = 1;
    Duration coolDown = std::chrono::minutes(5); // between two changes
    bool operator==(const ScalingRule&) const = default;
};

struct AppSpec {
    AppId id;
    int instances = 1;
    Resources resources{}; // of each instance, unreserved: cpus, mem, disk, gpus; no ports
    std::vector<Port> ports{};
    bool requirePorts = false; // host networking: a wanted host port is used, or nothing starts
    std::vector<Constraint> constraints{};
    std::optional<cluster::HealthCheck> healthCheck{}; // carried out by the agent
    std::set<std::string> readinessChecks{}; // by name; the shell carries them out
    UpgradeStrategy upgrade{};
    std::optional<UnreachableStrategy> unreachable = UnreachableStrategy{}; // none: it is awaited
    KillSelection killSelection = KillSelection::YoungestFirst;
    BackOff backOff{};
    std::optional<Duration> killGrace{}; // as TaskInfo's
    std::set<AppId> dependencies{}; // apps and groups that are deployed before it
    std::string role = "*";
    std::set<std::string> acceptedRoles{}; // of the resources: "*" unreserved. Empty: both
    std::string user{};
    std::optional<ScalingRule> scaling{};
    std::map<std::string, std::string> labels{};
    std::string image{}; // for MARATHON_APP_DOCKER_IMAGE
    std::string document{}; // the app's JSON; only kept
    std::string payload{}; // serialized mesos.v1.TaskInfo, without what the kernel adds
    bool operator==(const AppSpec&) const = default;
};

// The last end of an instance that nobody asked for.
struct Failure {
    TaskId instance;
    Version version;
    AgentId agent;
    std::string host;
    TaskState state = TaskState::Failed;
    std::string message;
    Instant at;
    bool operator==(const Failure&) const = default;
};

// One state of what people ask for.
struct Revision {
    AppSpec spec;
    Version version; // of the last change
    Version configured; // of the last change of anything but the number of instances
    std::optional<Version> scaled{}; // of the last change of that number alone
    bool operator==(const Revision&) const = default;
};

struct App : Revision {
    std::map<Version, AppSpec> versions{}; // that are remembered, this one included
    std::optional<Failure> lastFailure{};
    bool removed = false; // its last instances are being killed; then it is forgotten
    // Under a deployment its instances get there step by step.
    int wanted = 0; // instances to have now
    bool replacing = false; // those of another configuration are being replaced
    bool operator==(const App&) const = default;
};

// Whether the id names the app or a group that it is in.
bool covers(const AppId& appOrGroup, const AppId& app);
// "/a/b" -> "a_b", the beginning of the ids of its instances.
std::string flatName(const AppId& app);
std::string dottedName(const AppId& app); // "/a/b" -> "b.a", the name of its tasks

} // namespace muster::services
