// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_spec.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "agentd/master/marathon/app_schema.h"
#include "agentd/master/marathon/task_payload.h"
#include "core/proto/checks.h"
#include "core/proto/task.h"

namespace muster::agentd::marathon {
namespace {

using services::Constraint;
using services::Port;

Duration seconds(const Json& number) {
    return std::chrono::seconds(number.get<std::int64_t>());
}

Milli amount(const Json& number) {
    return Milli::fromDouble(number.get<double>());
}

template <typename Out>
Out textsOf(const Json& list) {
    Out out;
    for (const auto& text : list) {
        out.insert(out.end(), typename Out::value_type{text.get<std::string>()});
    }
    return out;
}

Resources resourcesOf(const Json& app) {
    Resources out;
    out.setScalar(Resources::Cpus, amount(app["cpus"]));
    out.setScalar(Resources::Mem, amount(app["mem"]));
    out.setScalar(Resources::Disk, amount(app["disk"]));
    out.setScalar(Resources::Gpus, Milli::whole(app["gpus"].get<std::int64_t>()));
    return out;
}

Port::Protocol protocolOf(const std::string& name) {
    return name == "udp" ? Port::Protocol::Udp
        : name == "tcp"  ? Port::Protocol::Tcp
                         : Port::Protocol::Both;
}

Port portOf(const Json& json, bool onHost, bool required) {
    Port out;
    out.protocol = protocolOf(text(json, "protocol"));
    out.name = text(json, "name");
    out.labels = json["labels"].get<std::map<std::string, std::string>>();
    if (onHost) {
        out.service = json["port"].get<std::uint16_t>();
        out.host = required ? out.service : std::uint16_t{0};
    } else {
        const auto* host = find(json, "hostPort");
        out.host = host == nullptr ? std::nullopt : std::optional(host->get<std::uint16_t>());
        out.container = json["containerPort"].get<std::uint16_t>();
        out.service = json["servicePort"].get<std::uint16_t>();
    }
    return out;
}

std::vector<Port> specPortsOf(const Json& app) {
    std::vector<Port> out;
    for (const auto& json : portsOf(app)) {
        out.push_back(portOf(json, isOnHostNetwork(app), isTrue(app, "requirePorts")));
    }
    return out;
}

Constraint::Operator operatorOf(const std::string& name) {
    using Operator = Constraint::Operator;
    static const std::map<std::string, Operator> operators{{"UNIQUE", Operator::Unique},
        {"CLUSTER", Operator::Cluster}, {"GROUP_BY", Operator::GroupBy}, {"LIKE", Operator::Like},
        {"UNLIKE", Operator::Unlike}, {"MAX_PER", Operator::MaxPer}, {"IS", Operator::Is}};
    return operators.at(name);
}

std::vector<Constraint> constraintsOf(const Json& app) {
    std::vector<Constraint> out;
    for (const auto& json : app["constraints"]) {
        out.push_back({json[0].get<std::string>(), operatorOf(json[1].get<std::string>()),
            json.size() > 2 ? json[2].get<std::string>() : ""});
    }
    return out;
}

// The same for the same task, so that apps can be compared: maps have no order of their own.
std::string bytesOf(const google::protobuf::MessageLite& message) {
    std::string out;
    google::protobuf::io::StringOutputStream stream(&out);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message.SerializePartialToCodedStream(&coded);
    coded.Trim();
    return out;
}

std::set<std::string> readinessOf(const Json& app) {
    std::set<std::string> out;
    for (const auto& check : app["readinessChecks"]) {
        out.insert(text(check, "name"));
    }
    return out;
}

std::optional<services::UnreachableStrategy> unreachableOf(const Json& strategy) {
    if (strategy.is_string()) {
        return std::nullopt;
    }
    return services::UnreachableStrategy{
        seconds(strategy["inactiveAfterSeconds"]), seconds(strategy["expungeAfterSeconds"])};
}

} // namespace

services::AppSpec specOf(Json app) {
    services::AppSpec out;
    out.id = {text(app, "id")};
    out.instances = app["instances"].get<int>();
    out.resources = resourcesOf(app);
    out.ports = specPortsOf(app);
    out.requirePorts = isTrue(app, "requirePorts");
    out.constraints = constraintsOf(app);
    out.readinessChecks = readinessOf(app);
    out.upgrade = {amount(app["upgradeStrategy"]["minimumHealthCapacity"]),
        amount(app["upgradeStrategy"]["maximumOverCapacity"])};
    out.unreachable = unreachableOf(app["unreachableStrategy"]);
    out.killSelection = app["killSelection"] == "OLDEST_FIRST"
        ? services::KillSelection::OldestFirst
        : services::KillSelection::YoungestFirst;
    out.backOff = {seconds(app["backoffSeconds"]), amount(app["backoffFactor"]),
        seconds(app["maxLaunchDelaySeconds"])};
    out.dependencies = textsOf<std::set<services::AppId>>(app["dependencies"]);
    out.role = text(app, "role");
    if (const auto* accepted = find(app, "acceptedResourceRoles")) {
        out.acceptedRoles = textsOf<std::set<std::string>>(*accepted);
    }
    out.user = text(app, "user");
    out.labels = app["labels"].get<std::map<std::string, std::string>>();
    out.image = text(listOf(listOf(app, "container"), "docker"), "image");
    const auto task = taskOf(app);
    out.healthCheck = proto::healthCheckOf(task);
    out.killGrace = proto::graceOf(task.kill_policy(), "Task").value_or(std::nullopt);
    out.payload = bytesOf(task);
    app.erase("instances");
    out.document = app.dump();
    return out;
}

} // namespace muster::agentd::marathon
